"""A finished game as a few facts, for studies of its balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from garrison.core.game import Study
from garrison.core.kernel import row_of
from garrison.core.state import Action, Event, View
from garrison.games.colditz.actions import (
    ARREST,
    BACK,
    CROSS,
    DRAW,
    END,
    ESCAPE,
    MAKE,
    PAWN,
    RELEASE,
    ROLL,
    THROW,
    TO,
)
from garrison.games.colditz.castle.layout import AREA, INNER, ROOM_OF, SPACES
from garrison.games.colditz.tables import EQUIPMENT, ITEMS, NATIONS, PAWNS

_FACTS: Final[Mapping[str, type]] = {
    "rounds_left": int,
    "first_escape": int,
    "escaped": list,
    "by_target": list,
    "arrests": int,
    "arrests_inner": int,
    "arrests_outer": int,
    "made": list,
    "lost": list,
    "releases": int,
    "shot": int,
}
"""The same for every set of options, so that tables can be joined."""
_MEANS: Final = ("first_escape", "escaped", "arrests", "shot")


def _find(end: View, told: Sequence[Event]) -> dict[str, Any]:
    """Escapes, items and losses in the order in which they happened."""
    arrests = [AREA[event[3]] == INNER for event in told if event[1] == "arrested"]
    away = [event for event in told if event[1] == "escaped"]
    return {
        "rounds_left": end["round"],
        "first_escape": _first_escape(told),
        "escaped": [PAWNS[event[2]] for event in away],
        "by_target": [SPACES[event[3]] for event in away],
        "arrests": len(arrests),
        "arrests_inner": sum(arrests),
        "arrests_outer": len(arrests) - sum(arrests),
        "made": [f"{NATIONS[event[2]]} {ITEMS[event[3]]}" for event in told if event[1] == "made"],
        "lost": [f"{NATIONS[event[2]]} {EQUIPMENT[event[3]]}" for event in told if event[1] == "lost"],
        "releases": sum(event[1] == "released" for event in told),
        "shot": sum(place == "shot" for place in end["pawns"].values()),
    }


def _first_escape(told: Sequence[Event]) -> int | None:
    """The round in which the first POW got away, counted from 1; None if nobody did."""
    kinds = [event[1] for event in told]
    return 1 + kinds[: kinds.index("escaped")].count("round") if "escaped" in kinds else None


# A plain way to play

DEEDS: Final = (*ESCAPE, *ARREST, *MAKE, ROLL, THROW, DRAW, *RELEASE, *CROSS)
"""What is done wherever it can be, the best first."""


def policy(view: View, actions: Sequence[Action]) -> Action:
    """POWs go to rooms, make what they can there, climb out and run; guards go about and arrest.

    Who and where changes from round to round, so that all of the castle is seen.
    """
    rows, turning = [row_of(action) for action in actions], int(view["round"])
    best: int | None = next((row for row in DEEDS if row in rows), None)
    if best is not None:
        return best
    walks = [row for row in rows if row in TO]
    if walks:
        rooms = [row for row in walks if row - TO[0] in ROOM_OF]
        chosen = rooms or walks
        return chosen[turning % len(chosen)]
    others = [row for row in rows if row not in (END, BACK)]
    idle = [row for row in others if row not in PAWN or view["pawns"][PAWNS[row]] not in _ROOM_NAMES]
    if idle:
        return idle[turning % len(idle)]
    return rows[-1]


_ROOM_NAMES: Final = frozenset(SPACES[space] for space in ROOM_OF)

STUDY: Final = Study(_FACTS, _find, policy=policy, means=_MEANS)
