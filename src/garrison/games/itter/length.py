"""The longest game there can be, counted from the data: an upper bound of the rows of a record."""

from __future__ import annotations

from typing import Final

from garrison.core.state import Options
from garrison.games.itter.editions import RECOVERIES
from garrison.games.itter.planning_phase import ORDERS
from garrison.games.itter.ss_phase import CARDS_A_TURN
from garrison.games.itter.tables import (
    ACTION_TOKENS,
    CARD_NUMBER,
    COLOUR_COUNT,
    COMMANDS,
    COMPETITIVE,
    COPIES,
    DEFENDER_COUNT,
    EFFECT,
    FIRST_TACTIC,
    KIND_COUNT,
    MG,
    MODES,
    MORTAR,
    REGIMENT,
    STACKED,
)

ANSWERS_AN_ACTION: Final = 3
"""One for the choice of a Defender, one for a move within his location (ITP-2.4b), one for what he does."""


def _card(mode: int, card: int) -> int:
    """Most answers to a card: tokens spent on each arrival, weapons or squads put in order."""
    match EFFECT[mode][card]:
        case "place":
            return CARD_NUMBER[card]
        case "suppressive-fire":
            return KIND_COUNT[mode][MG] + KIND_COUNT[mode][MORTAR] - 1
        case "ss-squads":
            return COLOUR_COUNT - 1
        case _:
            return 0


def _bound(mode: int) -> int:
    """A card is played once; a Defender is placed once and dies once, which may be a question (ITP-3.5a)."""
    cards = range(FIRST_TACTIC)
    turns = -(-(sum(STACKED[mode][card] for card in cards) + COPIES[mode][REGIMENT]) // CARDS_A_TURN)
    helped = min(ACTION_TOKENS, sum(COMMANDS)) * RECOVERIES[mode]
    planned = ORDERS + 1 if COMPETITIVE[mode] else 0
    played = sum(STACKED[mode][card] * _card(mode, card) for card in cards)
    return 1 + turns * (planned + ACTION_TOKENS * ANSWERS_AN_ACTION + helped) + 2 * DEFENDER_COUNT + played


_BOUND: Final = tuple(map(_bound, range(len(MODES))))


def bound(options: Options) -> int:
    return _BOUND[MODES.index((options["edition"], options["difficulty"]))]
