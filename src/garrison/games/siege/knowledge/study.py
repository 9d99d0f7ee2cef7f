"""A finished game as a few facts, for studies of its balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from garrison.core.game import Study
from garrison.core.state import Event, View
from garrison.games.siege.tables import CASTLES, COUNTERS, SHOTS, STRENGTH, STRUCTURES

_FACTS: Final[Mapping[str, type]] = {
    "turns": int,
    "shots": list,
    "missed": int,
    "spells": int,
    "destroyed": list,
    "contaminated": list,
    "killed": list,
    "injured_left": int,
}
"""The same for every castle and difficulty, so that tables can be joined."""


def _find(end: View, told: Sequence[Event]) -> dict[str, Any]:
    """Shots in the order they were taken, the killed in the order they fell."""
    strength = STRENGTH[CASTLES.index(end["options"]["castle"])]
    living = [row for row in end["counters"].values() if row["at"] != "killed"]
    return {
        "turns": end["turn"],
        "shots": [SHOTS[event[2]].partition("-")[0] for event in told if event[1] == "shot"],
        "missed": sum(event[1] == "missed" for event in told),
        "spells": sum(event[1] == "cast" for event in told),
        "destroyed": [
            name for name, most in zip(STRUCTURES, strength, strict=True) if end["structures"][name] >= most
        ],
        "contaminated": list(end["contaminated"]),
        "killed": [COUNTERS[event[2]] for event in told if event[1] == "killed"],
        "injured_left": sum(row["health"] == "injured" for row in living),
    }


STUDY: Final = Study(_FACTS, _find)
