"""How events are shown: what caused them, and the things in their gestures, beside `events.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from garrison.core.state import Event
from garrison.games.itter.planning_phase import FIRST_HAND
from garrison.games.itter.state import ENDINGS
from garrison.games.itter.tables import (
    AREAS,
    BOARD_FILE,
    CARD_NAMES,
    CARD_TARGET,
    CARDS,
    CASTLE,
    CIRCLES,
    COLOUR,
    COLOURS,
    EFFECT,
    FIRST_TACTIC,
    NEXT,
    PUSHES,
    SQUARES,
    TANK,
    TARGET_SQUARES,
    TARGETS,
)

# Asides


def aside(event: Event) -> tuple[str | int | tuple[str, str], ...]:
    """ITP-4.1b, ITP-4.4c: why a search for a target went past the number that was rolled.

    ITP-4.3e: by which track the attackers broke in, and where.
    """
    if event[1] == "breached":
        areas = _areas_before(event[3])
        return "broke-in", areas[0], areas[-1], ("location", _wall_before(event[3]))
    if event[1] != "aimed":
        return ()
    rolled, square = event[2], event[4]
    numbers = BOARD_FILE["square"][square]["numbers"]
    if rolled in numbers:
        return ()
    return ("higher" if rolled < numbers[0] else "lower", rolled)


# Causes

_CAUSE_OF: Final = {
    "landed": "place",
    "opens_fire": "suppressive-fire",
    "squad_fires": "ss-squads",
    "flak_at": "flak30",
    "tank_destroyed": "tank",
}
"""Kinds that start a new cause after a question: one card may take several rows."""


def cause(told: Sequence[Event], at: int) -> str:
    """The cause of an event whose rule depends on it."""
    event = told[at]
    kind = event[1]
    if kind == "ended":
        return ENDINGS[event[2]]
    if kind == "landed":
        return "pushing" if PUSHES[event[2]] else "staying"
    if kind == "pushed":
        return "further" if told[at - 1][1] == "pushed" else "first"
    if kind in ("drew", "drew_card"):
        drawn = next(each[2:] for each in told[at::-1] if each[1] == "drew")
        return "first" if drawn == FIRST_HAND else "further"
    found = next((source for each in told[at::-1] if (source := _fire(each))), "")
    return found if kind != "killed" else "tank" if found == "tank" else "other"


def _fire(event: Event) -> str:
    """The side whose dice are rolled after an event; empty if it does not change that."""
    if event[1] != "card":
        return _CAUSE_OF.get(event[1], "")
    card = event[2]
    return EFFECT[0][card] if CARD_TARGET[card] < 0 else "panzerfaust"


# Things


def _squares(colour: str) -> tuple[str, ...]:
    """The numbered squares of a colour."""
    return tuple(SQUARES[q] for q in TARGET_SQUARES[COLOURS.index(colour)])


def _circles(colour: str) -> tuple[str, ...]:
    return tuple(str(circle) for circle in CIRCLES if COLOURS[COLOUR[circle]] == colour)


def _walls(circle: str) -> tuple[str, ...]:
    return (f"defence-{_wall_before(int(circle))}",)


def _wall_before(circle: int) -> str:
    """The location where a counter breaks in: the one nearest to the last circle of its track."""
    spot = next(row for row in BOARD_FILE["circle"] if row["id"] == circle)
    rows = [row for place, row in enumerate(BOARD_FILE["location"]) if place in TARGETS and place != TANK]
    far = [(row["x"] - spot["x"]) ** 2 + (row["y"] - spot["y"]) ** 2 for row in rows]
    return str(rows[far.index(min(far))]["id"])


def _areas_before(circle: int) -> list[int]:
    """The areas whose tracks end in a circle before the castle, in order."""
    found = []
    for area in AREAS:
        last = area
        while NEXT[last] != CASTLE:
            last = NEXT[last]
        found += [area] if last == circle else []
    return found


def _drawing(card: str) -> tuple[str, ...]:
    return (f"card-{CARD_NAMES[CARDS.index(card)]}",)


def _hand(card: str) -> tuple[str, ...]:
    return ("ss-hand" if CARDS.index(card) < FIRST_TACTIC else "tactic-hand",)


THINGS: Final[Mapping[str, Callable[[str], tuple[str, ...]]]] = {
    "squares": _squares,
    "circles": _circles,
    "walls": _walls,
    "drawing": _drawing,
    "hand": _hand,
}
"""Things that need more than an id, by the word before it in `events.toml`."""
