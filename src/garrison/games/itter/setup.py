"""The set-up: Defenders, counters, decks."""

from __future__ import annotations

from garrison.core.game import ALL, Dice, Options, Tell
from garrison.core.kernel import then
from garrison.games.itter.state import ASIDE, SUPPLY, ItterState
from garrison.games.itter.tables import (
    AREAS,
    CELLAR_SQUARES,
    DECKS,
    DEFENDER_COUNT,
    DIFFICULTIES,
    REGIMENT,
    SHUFFLED,
    START,
    START_ARRAY,
    TACTICS_REMOVED,
    deck_of,
)
from garrison.games.itter.tactics import uses_tactics


def setup(rules: int, options: Options, dice: Dice) -> ItterState:
    """ITP-0b: every Defence value at its highest, as a new state has it."""
    s = ItterState(rules, DIFFICULTIES.index(options["difficulty"]))
    place_defenders(s)
    stack_deck(s, dice)
    s.removed = [REGIMENT]  # ITP-0g: aside until an Escape
    if uses_tactics(s.difficulty):
        stack_tactics(s, dice)
    then(s, ("array",), ("turn",))
    return s


def place_defenders(s: ItterState) -> None:
    """ITP-0c: three set aside, the five French in the Cellar; ITP-2.1a: the other twenty in the supply."""
    cells = iter(CELLAR_SQUARES)
    for d in range(DEFENDER_COUNT):
        if START[d] == "cellar":
            q = next(cells)
            s.where[d] = q
            s.who[q] = d
        else:
            s.where[d] = SUPPLY if START[d] == "supply" else ASIDE


def stack_deck(s: ItterState, dice: Dice) -> None:
    """ITP-0e, ITP-0f: sixty cards; each deck shuffled, deck 1 on top, which is the end of the list."""
    for deck in DECKS:
        cards = deck_of(deck, tactics=False)
        dice.shuffle(cards, f"ss-{deck}")
        s.deck[:0] = reversed(cards)


def stack_tactics(s: ItterState, dice: Dice) -> None:
    """ITP-6.1.2b, ITP-6.1.3b: each deck loses its top cards unseen, shuffled before (TAC-a)."""
    removed = TACTICS_REMOVED[s.difficulty]
    for deck, left_out in zip(DECKS, removed, strict=True):
        cards = deck_of(deck, tactics=True)
        dice.shuffle(cards, f"tactics-{deck}")
        s.face_down += cards[:left_out]
        s.tactic_deck[:0] = reversed(cards[left_out:])


def array(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-0d: a Rifleman on each large circle; ITP-6.1.2a, ITP-6.1.3a: a shuffled mix instead."""
    kinds = list(START_ARRAY[s.difficulty])
    if SHUFFLED[s.difficulty]:
        dice.shuffle(kinds, "array")
    for area, kind in zip(AREAS, kinds, strict=True):
        s.light[area] = kind
        tell((ALL, "arrayed", kind, area))
