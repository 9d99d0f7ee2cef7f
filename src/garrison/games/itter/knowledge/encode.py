"""A position of Castle Itter as numbers for learners, from what a seat may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from garrison.core.game import Feature, Learning
from garrison.core.learning import offsets, size
from garrison.core.state import Seat
from garrison.games.itter.state import (
    ACTED,
    COMMANDED,
    DESTROYED_EMPTY,
    DISRUPTED,
    EXHAUSTED,
    NO_COUNTER,
    SS,
    ItterState,
)
from garrison.games.itter.tables import (
    ACTION_TOKENS,
    AREAS,
    CARD_DECK,
    CARDS,
    CIRCLES,
    COLOURS,
    DECKS,
    DEFENCE_TRACK,
    DEFENDERS,
    FIRST_TACTIC,
    KINDS,
    MODES,
    READINGS,
    SQUARES,
    TARGETS,
    TOKENS,
)

QUESTIONS: Final = ("who", "where", "what", "command", "spend", "sacrifice", "fire", "squads", "plan")
ARGUMENTS: Final = 3
LARGEST: Final = 99
"""Largest argument of a question, and largest turn, that is told; more are told as this."""
PILE: Final = len(CARDS)
_MARKS: Final = (EXHAUSTED, DISRUPTED, ACTED, COMMANDED)
_OFF_BOARD: Final = 4
_PLACES: Final = len(SQUARES) + _OFF_BOARD
_KINDS: Final = len(KINDS)
_BACKS: Final = 1 + len(DECKS)

FEATURES: Final = (
    Feature("mode", (len(MODES),)),
    Feature("phase", (3,)),
    Feature("turn", (1,), 0, LARGEST),
    Feature("actions_left", (1,), 0, ACTION_TOKENS),
    Feature("question", (len(QUESTIONS),)),
    Feature("arguments", (ARGUMENTS,), -1, LARGEST),
    Feature("defenders", (len(DEFENDERS), _PLACES)),
    Feature("marks", (len(DEFENDERS), len(_MARKS))),
    Feature("counters", (len(CIRCLES), _KINDS), 0, LARGEST),
    Feature("tokens", (len(COLOURS),), 0, max(TOKENS)),
    Feature("defence", (len(TARGETS),), 0, max(max(DEFENCE_TRACK[place]) for place in TARGETS)),
    Feature("tank", (DESTROYED_EMPTY + 1,)),
    Feature("played", (PILE,), 0, LARGEST),
    Feature("discard", (PILE,), 0, LARGEST),
    Feature("tactics", (PILE,), 0, LARGEST),
    Feature("removed", (PILE,), 0, LARGEST),
    Feature("deck", (_BACKS,), 0, LARGEST),
    Feature("next_card", (_BACKS,)),
    Feature("tactic_deck", (_BACKS,), 0, LARGEST),
    Feature("regiment_among", (1,), 0, LARGEST),
    Feature("held", (4,), 0, LARGEST),
    Feature("own_hand", (PILE,), 0, LARGEST),
    Feature("own_plan", (PILE,), 0, LARGEST),
    Feature("readings", (len(READINGS),)),
)
"""A Defender's place is a square, or one of four off the board. Backs are by deck, unknown ones first.

`held` are the numbers of cards in the SS player's hand and plan, SS cards and tactics; which cards these are
only he knows, so that `own_hand` and `own_plan` are empty for others. `readings` are the stricter ones.
"""
_AT: Final = offsets(FEATURES)
_SIZE: Final = size(FEATURES)
_CIRCLE_AT: Final = {circle: _AT["counters"] + _KINDS * n for n, circle in enumerate(CIRCLES)}
_MG, _MORTAR = _KINDS - 2, _KINDS - 1
_BACK: Final = tuple(1 + DECKS.index(deck) if deck in DECKS else 0 for deck in CARD_DECK)


def encode(s: ItterState, seat: Seat) -> list[float]:
    found = [0.0] * _SIZE
    found[_AT["mode"] + s.mode] = found[_AT["phase"] + s.phase] = found[_AT["tank"] + s.tank] = 1.0
    found[_AT["turn"]] = min(s.turn, LARGEST)
    found[_AT["actions_left"]] = s.actions_left
    if s.ask is not None:
        found[_AT["question"] + QUESTIONS.index(s.ask[0])] = 1.0
        for n, argument in enumerate(s.ask[2 : 2 + ARGUMENTS]):
            found[_AT["arguments"] + n] = min(argument, LARGEST)
    _encode_board(s, found)
    _count(found, "played", s.played)
    _count(found, "discard", s.discard)
    _count(found, "tactics", s.tactics)
    _count(found, "removed", s.removed)
    _encode_hidden(s, seat, found)
    for n, bit in enumerate(READINGS.values()):
        found[_AT["readings"] + n] = float(bool(s.readings & bit))
    return found


def _encode_board(s: ItterState, found: list[float]) -> None:
    at, marks_at = _AT["defenders"], _AT["marks"]
    for d, (place, marks) in enumerate(zip(s.where, s.marks, strict=True)):
        # Places off the board are -1, -2, ...: they follow the squares.
        found[at + _PLACES * d + (place if place >= 0 else len(SQUARES) - 1 - place)] = 1.0
        for n, mark in enumerate(_MARKS):
            if marks & mark:
                found[marks_at + len(_MARKS) * d + n] = 1.0
    for circle, first in _CIRCLE_AT.items():
        if s.light[circle] != NO_COUNTER:
            found[first + s.light[circle]] = 1.0
    for area in AREAS:
        first = _CIRCLE_AT[area]
        found[first + _MG], found[first + _MORTAR] = s.heavy[2 * area], s.heavy[2 * area + 1]
    found[_AT["tokens"] : _AT["tokens"] + len(s.tokens)] = map(float, s.tokens)
    found[_AT["defence"] : _AT["defence"] + len(s.defence)] = map(float, s.defence)


def _count(found: list[float], feature: str, cards: Iterable[int]) -> None:
    at = _AT[feature]
    for card in cards:
        found[at + card] += 1.0


def _encode_hidden(s: ItterState, seat: Seat, found: list[float]) -> None:
    """As `view.hide`: backs, but where the 142nd may be; hand and plan for the SS player only."""
    known = max(0, len(s.deck) - s.mixed)
    for place, card in enumerate(reversed(s.deck)):
        back = _BACK[card] if place < known else 0
        found[_AT["deck"] + back] += 1.0
        if not place:
            found[_AT["next_card"] + back] = 1.0
    for card in s.tactic_deck:
        found[_AT["tactic_deck"] + _BACK[card]] += 1.0
    found[_AT["regiment_among"]] = s.mixed
    for n, pile in enumerate((s.hand, s.plan)):
        tactics = sum(card >= FIRST_TACTIC for card in pile)
        found[_AT["held"] + 2 * n] = len(pile) - tactics
        found[_AT["held"] + 2 * n + 1] = tactics
    if seat == SS:
        _count(found, "own_hand", s.hand)
        _count(found, "own_plan", s.plan)


LEARNING: Final[Learning[ItterState]] = Learning(2, FEATURES, encode)
