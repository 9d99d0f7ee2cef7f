"""How events are shown: what caused them, and the things in their gestures, beside `events.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from garrison.core.state import Event
from garrison.games.colditz.castle.layout import APPEL, BOARD, CHAINS, KIND, ROOM, SPACES, TUNNELS
from garrison.games.colditz.state import ENDINGS
from garrison.games.colditz.tables import ITEMS, KIT

# Causes


def cause(told: Sequence[Event], at: int) -> str:
    """The cause of an event whose rule depends on it."""
    _, kind, *about = told[at]
    if kind == "ended":
        return ENDINGS[about[0]]
    if kind == "made":
        return "kit" if about[1] == KIT else "equipment"
    if kind == "crossed":
        item, cards = ITEMS[about[2]], about[3]
        return "ropes" if item == "rope" and cards > 1 else item
    before = {each[1] for each in told[:at]}
    if kind == "moved":
        return "directly" if directly(about[1]) else "points"
    if kind == "cleared":
        return "guard" if about[2] else "escape"
    if "escaped" in before:
        return "escape"
    return "marker" if "cleared" in before else "post"


def directly(way: Sequence[int]) -> bool:
    """COL-O-066, COL-O-099: from a room to the appel, which no step leads to."""
    return KIND[way[0]] == ROOM and KIND[way[1]] == APPEL


# Asides


def aside(event: Event) -> tuple[Any, ...]:
    """Where a walk ends, and how many steps it takes; its sentence cannot pick one space of them all."""
    if event[1] != "moved":
        return ()
    way = event[3]
    if directly(way):
        return "sent", ("at", SPACES[way[-1]])
    return "walk", ("at", SPACES[way[-1]]), len(way) - 1


# Things

CELLS: Final = {block: str(BOARD["groups"][f"cells_{block}"][0]) for block in ("inner", "outer")}
"""By block, the first of its cells."""


def _cell(block: str) -> tuple[str, ...]:
    return (CELLS[block],)


def _way(tunnel: str) -> tuple[str, ...]:
    return tuple(SPACES[space] for space in CHAINS[TUNNELS.index(tunnel)])


THINGS: Final[Mapping[str, Callable[..., tuple[str, ...]]]] = {"cell": _cell, "way": _way}
"""Things that need more than an id, by the word before it in `events.toml`."""
