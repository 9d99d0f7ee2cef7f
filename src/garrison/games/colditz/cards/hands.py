"""Hands and decks: cards are drawn, held, discarded, and go back to the bottom."""

from __future__ import annotations

from garrison.core.state import ALL, Seat, Tell, bit
from garrison.games.colditz.state import (
    CARD_MASK,
    KNOWERS,
    SEAT_SHIFT,
    ColditzState,
    all_seats,
    hand,
    is_security,
    officer,
)
from garrison.games.colditz.tables import FIRST_SECURITY_CARD, KIT_PARTS, MOST_SEATS, SEAT_COUNT

_IN_DECK = (1 << SEAT_SHIFT) - 1


def parts_apart(s: ColditzState) -> bool:
    """COL-O-049: with six seats the kit parts are no part of the deck, nor of the hand limit (AMB-26)."""
    return SEAT_COUNT[s.mode] == MOST_SEATS


def deck_of(s: ColditzState, seat: Seat) -> list[int]:
    """The deck from which a seat draws, top last."""
    return s.security if is_security(s, seat) else s.opportunity


def pile_of(s: ColditzState, card: int) -> list[int]:
    """The deck or pile to which a card goes back."""
    if card >= FIRST_SECURITY_CARD:
        return s.security
    return s.parts if card in KIT_PARTS and parts_apart(s) else s.opportunity


def take_top(s: ColditzState, pile: list[int], seat: Seat) -> int:
    """The card on top goes to a hand. Who knew it lay there knows it there."""
    card = pile.pop()
    s.hands.append(card | 1 << KNOWERS + seat | seat << SEAT_SHIFT)
    s.hands.sort()
    return card & CARD_MASK


def draw(s: ColditzState, seat: Seat, tell: Tell) -> None:
    """COL-O-071"""
    card = take_top(s, deck_of(s, seat), seat)
    tell((ALL, "drew", officer(s, seat)))
    tell((bit(seat), "drew_card", card))


def draw_part(s: ColditzState, nation: int, tell: Tell) -> None:
    """COL-O-108: with six seats, a kit part for each escape; none if none is left (AMB-26)."""
    if parts_apart(s) and s.parts:
        card = take_top(s, s.parts, nation)
        tell((ALL, "drew_part", nation))
        tell((bit(nation), "drew_card", card))


def counted(s: ColditzState, seat: Seat) -> int:
    """COL-O-074, AMB-26: the cards of a hand that count against the limit."""
    held = hand(s, seat)
    if parts_apart(s):
        return sum(card not in KIT_PARTS for card in held)
    return len(held)


def to_bottom(s: ColditzState, seat: Seat, card: int, shown: bool) -> None:
    """COL-O-078, COL-O-107: a used or discarded card goes to the bottom; all know one that was shown."""
    place = next(
        n for n, each in enumerate(s.hands) if each & CARD_MASK == card and each >> SEAT_SHIFT == seat
    )
    entry = s.hands.pop(place) & _IN_DECK
    if shown:
        entry |= all_seats(s) << KNOWERS
    pile_of(s, card).insert(0, entry)


def discard(s: ColditzState, seat: Seat, card: int, tell: Tell) -> None:
    """COL-O-074, AMB-55: face down."""
    to_bottom(s, seat, card, shown=False)
    tell((ALL, "discarded", officer(s, seat)))
    tell((bit(seat), "discarded_card", card))


def show(s: ColditzState, seat: Seat, card: int, tell: Tell) -> None:
    """COL-O-078, AMB-70: a card is played in the open, and goes to the bottom whatever becomes of it."""
    to_bottom(s, seat, card, shown=True)
    tell((ALL, "played", officer(s, seat), card))
