"""A finished game as a few facts, for studies of its balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from garrison.core.game import Study
from garrison.core.state import Event, View
from garrison.games.colditz.castle import AREA, INNER, SPACES
from garrison.games.colditz.tables import EQUIPMENT, ITEMS, NATIONS, PAWNS

_FACTS: Final[Mapping[str, type]] = {
    "rounds_left": int,
    "escaped": list,
    "by_target": list,
    "arrests_inner": int,
    "arrests_outer": int,
    "made": list,
    "lost": list,
    "releases": int,
    "shot": int,
}
"""The same for every set of options, so that tables can be joined."""


def _find(end: View, told: Sequence[Event]) -> dict[str, Any]:
    """Escapes, items and losses in the order in which they happened."""
    arrests = [AREA[event[3]] == INNER for event in told if event[1] == "arrested"]
    away = [event for event in told if event[1] == "escaped"]
    return {
        "rounds_left": end["round"],
        "escaped": [PAWNS[event[2]] for event in away],
        "by_target": [SPACES[event[3]] for event in away],
        "arrests_inner": sum(arrests),
        "arrests_outer": len(arrests) - sum(arrests),
        "made": [f"{NATIONS[event[2]]} {ITEMS[event[3]]}" for event in told if event[1] == "made"],
        "lost": [f"{NATIONS[event[2]]} {EQUIPMENT[event[3]]}" for event in told if event[1] == "lost"],
        "releases": sum(event[1] == "released" for event in told),
        "shot": sum(place == "shot" for place in end["pawns"].values()),
    }


STUDY: Final = Study(_FACTS, _find, throws={})
