"""A finished game as a few facts, for studies of its balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from garrison.core.game import Study
from garrison.core.state import Event, View
from garrison.games.itter.attributes import chance
from garrison.games.itter.bot.baseline import policy
from garrison.games.itter.knowledge.view import OFF_BOARD
from garrison.games.itter.state import ASIDE, ESCAPED, SUPPLY
from garrison.games.itter.tables import BOROTRA, CARDS, DEFENDERS, LOCATIONS, SQUARES, TANK

_FACTS: Final[Mapping[str, type]] = {
    "level": str,
    "award": str,
    "turns": int,
    "cards_seen": list,
    "tactics_seen": list,
    "casualties": list,
    "survivors": list,
    "unplaced": list,
    "borotra_escaped": bool,
    "tank_destroyed": bool,
    "ss_counters_left": int,
    "tokens_left": int,
}
"""The same in every mode, so that tables can be joined; the playtest edition gives no award."""
_FELL: Final = ("killed", "lost_heart")
_NEVER_THERE: Final = (OFF_BOARD[SUPPLY], OFF_BOARD[ASIDE])


def _find(end: View, told: Sequence[Event]) -> dict[str, Any]:
    """Cards in the order they were revealed, casualties in the order they fell."""
    defenders: Mapping[str, str] = end["defenders"]
    return {
        "level": end["result"]["level"],
        "award": end["result"].get("award"),
        "turns": end["turn"],
        "cards_seen": [CARDS[event[2]] for event in told if event[1] == "card"],
        "tactics_seen": [CARDS[event[2]] for event in told if event[1] == "tactic"],
        "casualties": [DEFENDERS[event[2]] for event in told if event[1] in _FELL],
        "survivors": [name for name, place in defenders.items() if place in SQUARES],
        "unplaced": [name for name, place in defenders.items() if place in _NEVER_THERE],
        "borotra_escaped": defenders[DEFENDERS[BOROTRA]] == OFF_BOARD[ESCAPED],
        "tank_destroyed": end["defence"][LOCATIONS[TANK]] == 0,
        "ss_counters_left": sum(map(len, end["counters"].values())),
        "tokens_left": sum(end["tokens"].values()),
    }


# Luck

_THROWS: Final[Mapping[str, str]] = {"attack": "defender", "suppression": "defender", "fire": "ss"}
"""By label: the side that benefits from high dice. Dice for an area or a target benefit nobody."""


def _tested(event: Event) -> tuple[str, int, int, bool] | None:
    """SS fire, which nobody chooses: the side tested, hits, cases, and whether it succeeded."""
    if event[1] != "fired":
        return None
    _, _, _, rolled, defence = event
    odds = chance(len(rolled), defence)
    return None if odds is None else (_THROWS["fire"], *odds, max(rolled) >= defence)


STUDY: Final = Study(_FACTS, _find, _THROWS, _tested, policy)
