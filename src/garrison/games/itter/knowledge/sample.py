"""Sampling: a full state that a seat's view allows, for bots that look ahead."""

from __future__ import annotations

from collections import Counter

from garrison.core.state import Dice, View
from garrison.games.itter.knowledge.view import HIDDEN, PHASES, PILES, box_cards, load, mode_of
from garrison.games.itter.planning_phase import KEPT, ORDERS
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


def sample(seen: View, dice: Dice) -> ItterState:
    """Redeal the cards the seat cannot see over the places where they can be."""
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
    _fill_end(full, ss)
    if COMPETITIVE[mode]:
        _fill_held(full, "ss", ss, dice, KEPT[0])
        _fill_held(full, "tactic", tactics, dice, KEPT[1])
    return load(full)


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

    It was shuffled into the end of the deck. Cards drawn from there in this turn's Planning Phase are in
    the hand; cards drawn the turn before must be among the orders (ITP-6.2f).
    """
    drawn = max(0, full["regiment_among"] - len(full["ss_deck"]))
    laying = _laying_orders(full)
    ahead = 0 if laying else max(0, len(full.get("ss_hand", ())) - KEPT[0])
    places = [("ss_deck", place) for place in _hidden(full, "ss_deck")]
    places += [("ss_hand", place) for place in _hidden(full, "ss_hand")[: min(drawn, ahead)]]
    if drawn > ahead:
        places += [("ss_plan", place) for place in _hidden(full, "ss_plan")]
        places += [("ss_hand", place) for place in _hidden(full, "ss_hand") if laying]
    key, place = places[dice.pick(len(places), "sample")]
    cards.remove(REGIMENT)
    full[key][place] = CARDS[REGIMENT]


def _laying_orders(full: View) -> bool:
    """True if orders are still to be laid, so that a card that must be played can be in the hand."""
    laid, held = len(full.get("ss_plan", ())), len(full.get("ss_hand", ()))
    return full["phase"] == PHASES[PLANNING_PHASE] and laid < min(ORDERS, laid + held)


def _fill_end(full: View, cards: list[int]) -> None:
    """Fill the end of the deck, where the 142nd was shuffled in."""
    for place in _hidden(full, "ss_deck"):
        full["ss_deck"][place] = CARDS[_take_last(cards)]


def _fill_held(full: View, kind: str, cards: list[int], dice: Dice, kept: int) -> None:
    """Fill the SS player's hand and the cards he has laid. Cards drawn this turn are in his hand.

    Those are the last he has drawn. Of the others he kept none that must be played (ITP-6.2f).
    """
    hand, plan = f"{kind}_hand", f"{kind}_plan"
    places = _hidden(full, hand)
    planning = full["phase"] == PHASES[PLANNING_PHASE]
    new = 0 if planning else len(full[hand]) - kept - (CARDS[REGIMENT] in full[hand])
    for place in places[:new] if new > 0 else ():
        full[hand][place] = CARDS[_take_last(cards)]
    if not _laying_orders(full):
        cards.sort(key=lambda card: card not in MUST_BE_PLAYED)
    for key in (plan, hand):
        dealt = [cards.pop(0) for _ in _hidden(full, key)]
        dice.shuffle(dealt, "sample")
        for place, card in zip(_hidden(full, key), dealt, strict=True):
            full[key][place] = CARDS[card]
