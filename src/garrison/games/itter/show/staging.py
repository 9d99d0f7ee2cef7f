"""How events are shown: the rule each one follows, its gesture, and the things it involves."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Final

from garrison.core.game import AnyGame, Event
from garrison.core.show import words
from garrison.games.itter import editions
from garrison.games.itter.attributes import chance
from garrison.games.itter.planning_phase import FIRST_HAND
from garrison.games.itter.state import ENDINGS
from garrison.games.itter.tables import (
    BOARD_FILE,
    CARD_NAMES,
    CARD_TARGET,
    CARDS,
    CIRCLES,
    COLOUR,
    COLOURS,
    EFFECT,
    FIRST_TACTIC,
    PUSHES,
    SQUARES,
    TANK,
    TARGET_SQUARES,
    TARGETS,
    by_mode,
)

_FILE: Final = tomllib.loads(files("garrison.games.itter").joinpath("staging.toml").read_text("utf-8"))

# Rules

GROUNDS: Final[Mapping[str, str]] = _FILE["grounds"]
"""By kind of event: its rule, if it has only one."""
CAUSES: Final[Mapping[str, Mapping[str, str]]] = _FILE["causes"]
"""By kind of event and what caused it."""
_CALLED: Final[tuple[Mapping[str, str], ...]] = by_mode(
    lambda edition, difficulty: {
        **_FILE[edition],
        **(_FILE.get(difficulty, {}) if edition == "published" else {}),
    }
)
_CAUSE_OF: Final = {
    "landed": "place",
    "opens_fire": "suppressive-fire",
    "squad_fires": "ss-squads",
    "flak_at": "flak30",
    "tank_destroyed": "tank",
}
"""Kinds that start a new cause after a question: one card may take several rows."""


def cited(mode: int, rule: str) -> str:
    """The id of a rule in the edition and at the difficulty being played."""
    found = editions.cited(mode, rule)
    return _CALLED[mode].get(found, found)


def ground(told: Sequence[Event], at: int) -> str:
    """The rule that one of a row's events follows."""
    kind = told[at][1]
    return GROUNDS[kind] if kind in GROUNDS else CAUSES[kind].get(_cause(told, at), "")


def _cause(told: Sequence[Event], at: int) -> str:
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
    found = next((cause for each in told[at::-1] if (cause := _fire(each))), "")
    return found if kind != "killed" else "tank" if found == "tank" else "other"


def _fire(event: Event) -> str:
    """The side whose dice are rolled after an event; empty if it does not change that."""
    if event[1] != "card":
        return _CAUSE_OF.get(event[1], "")
    card = event[2]
    return EFFECT[0][card] if CARD_TARGET[card] < 0 else "panzerfaust"


# Gestures


def _squares(colour: str) -> tuple[str, ...]:
    """The numbered squares of a colour."""
    return tuple(SQUARES[q] for q in TARGET_SQUARES[COLOURS.index(colour)])


def _circles(colour: str) -> tuple[str, ...]:
    return tuple(str(circle) for circle in CIRCLES if COLOURS[COLOUR[circle]] == colour)


def _walls(circle: str) -> tuple[str, ...]:
    """The location where a counter breaks in: the one nearest to the last circle of its track."""
    spot = next(row for row in BOARD_FILE["circle"] if row["id"] == int(circle))
    rows = [row for place, row in enumerate(BOARD_FILE["location"]) if place in TARGETS and place != TANK]
    far = [(row["x"] - spot["x"]) ** 2 + (row["y"] - spot["y"]) ** 2 for row in rows]
    return (f"defence-{rows[far.index(min(far))]['id']}",)


def _drawing(card: str) -> tuple[str, ...]:
    return (f"card-{CARD_NAMES[CARDS.index(card)]}",)


def _hand(card: str) -> tuple[str, ...]:
    return ("ss-hand" if CARDS.index(card) < FIRST_TACTIC else "tactic-hand",)


_MADE: Final[Mapping[str, Callable[[str], tuple[str, ...]]]] = {
    "squares": _squares,
    "circles": _circles,
    "walls": _walls,
    "drawing": _drawing,
    "hand": _hand,
}
"""Things that need more than an id, by the word before it."""
_STAGED: Final[Mapping[str, list[str]]] = _FILE["gestures"]
GESTURES: Final[Mapping[str, str]] = {kind: gesture for kind, (gesture, *_) in _STAGED.items()}


def things(game: AnyGame, event: Event) -> tuple[str, ...]:
    """The things in an event's gesture: ids of the scene, or of a sprite."""
    kind, *arguments = words.plain(game, event)
    found: list[str] = []
    for template in _STAGED.get(kind, ())[1:]:
        thing = template.format(*arguments)
        made, _, ident = thing.rpartition(" ")
        found += _MADE[made](ident) if made else (thing,)
    return tuple(found)


# Luck

THROWS: Final[Mapping[str, str]] = {"attack": "defender", "suppression": "defender", "fire": "ss"}
"""By label: the side that benefits from high dice. Dice for an area or a target benefit nobody."""


def tried(event: Event) -> tuple[str, int, int, bool] | None:
    """SS fire, which nobody chooses: the side tested, hits, cases, and whether it succeeded."""
    if event[1] != "fired":
        return None
    _, _, _, rolled, defence = event
    odds = chance(len(rolled), defence)
    return None if odds is None else (THROWS["fire"], *odds, max(rolled) >= defence)
