"""The set-up: Defenders, counters, decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.kernel import then
from garrison.core.rules import Step
from garrison.core.state import ALL, Dice, Options, Tell
from garrison.games.itter.state import ASIDE, SUPPLY, ItterState
from garrison.games.itter.tables import (
    AREAS,
    CELLAR_SQUARES,
    COPIES,
    DECKS,
    DEFENDER_COUNT,
    FIRST_TACTIC,
    MODES,
    OPTIONS,
    PLAYTEST,
    READINGS,
    SHUFFLED,
    STACKED,
    START,
    START_ARRAY,
    TACTICS_REMOVED,
    deck_of,
)
from garrison.games.itter.tactics import IN_FORCE


def setup(rules: int, options: Options, dice: Dice) -> ItterState:
    """ITP-0b, IT3-09: every Defence value at its highest, as a new state has it."""
    s = ItterState(rules, MODES.index((options["edition"], options["difficulty"])), readings(options))
    place_defenders(s)
    stack_deck(s, dice)
    s.removed = left_out(s.mode)
    if IN_FORCE[s.mode]:
        stack_tactics(s, dice)
    then(s, ("array",), ("turn",))
    if PLAYTEST[s.mode]:
        then(s, ("announce",))
    return s


def readings(options: Options) -> int:
    """AMB-18, AMB-41: the stricter readings chosen."""
    return sum(bit for name, bit in READINGS.items() if options.get(name) == OPTIONS[name][1])


def left_out(mode: int) -> list[int]:
    """ITP-0g: the 142nd is set aside until an Escape; IT3-03: marked cards not used at the difficulty."""
    return [card for card in range(FIRST_TACTIC) for _ in range(COPIES[mode][card] - STACKED[mode][card])]


def place_defenders(s: ItterState) -> None:
    """ITP-0c, IT3-05, IT3-06: three set aside, the five French in the Cellar.

    ITP-2.1a, IT3-07: the other twenty wait in the supply.
    """
    cells = iter(CELLAR_SQUARES)
    for d in range(DEFENDER_COUNT):
        if START[d] == "cellar":
            q = next(cells)
            s.where[d] = q
            s.who[q] = d
        else:
            s.where[d] = SUPPLY if START[d] == "supply" else ASIDE


def stack_deck(s: ItterState, dice: Dice) -> None:
    """ITP-0e, IT3-02, IT3-103: the cards of the mode, the competitive Sturm among them (ITP-6.2a).

    ITP-0f, IT3-04: each deck shuffled, deck 1 on top, which is the end of the list.
    """
    for deck in DECKS:
        cards = deck_of(s.mode, deck, tactics=False)
        dice.shuffle(cards, f"ss-{deck}")
        s.deck[:0] = reversed(cards)


def stack_tactics(s: ItterState, dice: Dice) -> None:
    """ITP-6.1.2b, ITP-6.1.3b, ITP-6.2b: each deck is shuffled (TAC-a) and loses its top cards unseen."""
    for deck, gone in zip(DECKS, TACTICS_REMOVED[s.mode], strict=True):
        cards = deck_of(s.mode, deck, tactics=True)
        dice.shuffle(cards, f"tactics-{deck}")
        s.face_down += cards[:gone]
        s.tactic_deck[:0] = reversed(cards[gone:])


def announce(s: ItterState, dice: Dice, tell: Tell) -> None:
    """Announce at the start that not all figures of this edition are known."""
    tell((ALL, "reconstruction"))


def array(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-0d, IT3-08: a Rifleman on each large circle (AMB-47); ITP-6.1.2a, ITP-6.1.3a: a shuffled mix."""
    kinds = list(START_ARRAY[s.mode])
    if SHUFFLED[s.mode]:
        dice.shuffle(kinds, "array")
    for area, kind in zip(AREAS, kinds, strict=True):
        s.light[area] = kind
        tell((ALL, "arrayed", kind, area))


STEPS: Final[Mapping[str, Step]] = {"announce": announce, "array": array}
