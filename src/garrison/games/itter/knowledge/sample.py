"""Sampling: a full state that a seat's view allows, for bots that look ahead."""

from __future__ import annotations

from collections import Counter
from typing import Final

from garrison.core.state import Dice, View
from garrison.games.itter.knowledge.view import HIDDEN, PHASES, PILES, box_cards, load, mode_of
from garrison.games.itter.planning_phase import DRAWN_AHEAD, KEPT, ORDERS
from garrison.games.itter.state import PLANNING_PHASE, ItterState
from garrison.games.itter.tables import (
    CARD_DECK,
    CARDS,
    COMPETITIVE,
    DROPPED_CARDS,
    FIRST_TACTIC,
    MUST_BE_PLAYED,
    REGIMENT,
)

TRIES: Final = 1000
"""A position that no game leads to may leave no deal that the rules allow."""


def sample(seen: View, dice: Dice) -> ItterState:
    """Deal the cards the seat cannot see over the places where they can be.

    Every deal that the shuffles and the rules allow is as likely as any other: what the SS player chose to
    lay or to keep says nothing but what the rules say. So a deal in which he kept a card that must be played
    (ITP-6.2f) is thrown away, and all is dealt again.
    """
    for _ in range(TRIES):
        full, allowed = _deal(seen, dice)
        if allowed:
            break
    return load(full)


def _deal(seen: View, dice: Dice) -> tuple[View, bool]:
    """A deal, and whether the rules allow it."""
    mode = mode_of(seen)
    unseen = Counter(box_cards(mode))
    for key in PILES:
        unseen.subtract(name for name in seen.get(key, ()) if not name.startswith(HIDDEN))
    left = [CARDS.index(name) for name in CARDS for _ in range(unseen[name])]
    dice.shuffle(left, "sample")
    full = {key: list(value) if key in PILES else value for key, value in seen.items()}
    ss = [card for card in left if card < FIRST_TACTIC]
    tactics = [card for card in left if card >= FIRST_TACTIC]
    _fill(full, "ss_deck", ss)
    _fill(full, "tactic_deck", tactics)
    _fill(full, "face_down", ss if DROPPED_CARDS[mode] else tactics)
    if REGIMENT in ss:
        _fill_in_regiment(full, ss, dice)
    _fill_end(full, ss, dice)
    if not COMPETITIVE[mode]:
        return full, True
    _fill_held(full, "tactic", tactics, dice, KEPT[1])
    kept = _fill_held(full, "ss", ss, dice, KEPT[0])
    orders = _orders_left(full)
    if orders and CARDS[REGIMENT] in full["ss_hand"]:
        kept.append(REGIMENT)
    return full, sum(card in MUST_BE_PLAYED for card in kept) <= orders


def _fill(full: View, key: str, cards: list[int]) -> None:
    """Put a card of the right deck in each place whose deck is known."""
    for place, name in enumerate(full[key]):
        if name.startswith(f"{HIDDEN}/"):
            full[key][place] = CARDS[_take_of_deck(cards, int(name[2:]))]


def _take_of_deck(cards: list[int], deck: int) -> int:
    found = next(card for card in cards if CARD_DECK[card] == deck)
    cards.remove(found)
    return found


def _take_last(cards: list[int]) -> int:
    """Take a card of the highest deck: decks lie in order, so these come last."""
    return _take_of_deck(cards, max(CARD_DECK[card] for card in cards))


def _hidden(full: View, key: str) -> list[int]:
    return [place for place, name in enumerate(full.get(key, ())) if name == HIDDEN]


def _fill_in_regiment(full: View, cards: list[int], dice: Dice) -> None:
    """Place the 142nd: among the last cards of the deck, the cards just drawn, or the orders.

    It was shuffled into the end of the deck, so each place of that end is as likely. Cards drawn from there
    in this turn's Planning Phase are in the hand. Those drawn the turn before were in the hand that the
    orders were laid from, among others that cannot be the 142nd; it must be an order (ITP-6.2f).
    """
    drawn = max(0, full["regiment_among"] - len(full["ss_deck"]))
    laying = _orders_left(full) > 0
    ahead = 0 if laying else max(0, len(full.get("ss_hand", ())) - KEPT[0])
    places = [("ss_deck", place) for place in _hidden(full, "ss_deck")]
    places += [("ss_hand", place) for place in _hidden(full, "ss_hand")[: min(drawn, ahead)]]
    before = min(drawn - ahead, DRAWN_AHEAD[0])
    if before > 0:
        size = len(full["ss_plan"]) + len(full["ss_played"]) + len(full["ss_hand"]) - ahead
        laid = [("ss_plan", place) for place in _hidden(full, "ss_plan")]
        laid += [("ss_hand", place) for place in _hidden(full, "ss_hand") if laying]
        places = places * size + laid * before
    key, place = places[dice.pick(len(places), "sample")]
    cards.remove(REGIMENT)
    full[key][place] = CARDS[REGIMENT]


def _orders_left(full: View) -> int:
    """Orders still to be laid: at most this many cards that must be played can be in the hand."""
    if full["phase"] != PHASES[PLANNING_PHASE]:
        return 0
    return min(ORDERS - len(full.get("ss_plan", ())), len(full.get("ss_hand", ())))


def _fill_end(full: View, cards: list[int], dice: Dice) -> None:
    """Fill the end of the deck, where the 142nd was shuffled in: the last cards, in any order."""
    places = _hidden(full, "ss_deck")
    last = [_take_last(cards) for _ in places]
    dice.shuffle(last, "sample")
    for place, card in zip(places, last, strict=True):
        full["ss_deck"][place] = CARDS[card]


def _fill_held(full: View, kind: str, cards: list[int], dice: Dice, kept: int) -> list[int]:
    """Fill the SS player's hand and the cards he has laid; gives those he did not lay and held before.

    Cards drawn this turn are in his hand: they are the last he has drawn.
    """
    hand, plan = f"{kind}_hand", f"{kind}_plan"
    places = _hidden(full, hand)
    planning = full["phase"] == PHASES[PLANNING_PHASE]
    new = 0 if planning else len(full[hand]) - kept - (CARDS[REGIMENT] in full[hand])
    for place in places[:new] if new > 0 else ():
        full[hand][place] = CARDS[_take_last(cards)]
    dice.shuffle(cards, "sample")
    for place in _hidden(full, plan):
        full[plan][place] = CARDS[cards.pop()]
    for place, card in zip(_hidden(full, hand), cards, strict=True):
        full[hand][place] = CARDS[card]
    return cards
