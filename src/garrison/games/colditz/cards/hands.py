"""Hands and decks: cards are drawn, held, discarded, and go back to the bottom."""

from __future__ import annotations

from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz.editions import PARTS_APART, TOLD_CARDS
from garrison.games.colditz.offers import gives, is_sent, partner
from garrison.games.colditz.state import (
    CARD_MASK,
    KNOWERS,
    OWNED,
    SEAT_SHIFT,
    ColditzState,
    all_seats,
    hand,
    is_security,
    officer,
)
from garrison.games.colditz.tables import (
    EQUIPMENT_KINDS,
    FIRST_SECURITY_CARD,
    KIT_PARTS,
    SEAT_COUNT,
    TUNNEL_CARDS,
)


def parts_apart(s: ColditzState) -> bool:
    """COL-O-049: with six seats the kit parts are no part of the deck, nor of the hand limit (AMB-26)."""
    return PARTS_APART[s.mode]


def deck_of(s: ColditzState, seat: Seat) -> list[int]:
    """The deck from which a seat draws, top last (COL-O-071, COL-C-07)."""
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
    tell((bit(seat), "drew_card", TOLD_CARDS[s.mode][card]))


def draw_part(s: ColditzState, nation: int, tell: Tell) -> None:
    """COL-O-108: with six seats, a kit part for each escape; none if none is left (AMB-26)."""
    if parts_apart(s) and s.parts:
        card = take_top(s, s.parts, nation)
        tell((ALL, "drew_part", nation))
        tell((bit(nation), "drew_card", card))


def counted(s: ColditzState, seat: Seat) -> int:
    """COL-O-074, COL-C-28, AMB-26: the cards of a hand that count against the limit."""
    held = hand(s, seat)
    if not parts_apart(s):
        return len(held)
    return sum(card not in KIT_PARTS for card in held)


def show(s: ColditzState, seat: Seat, card: int, tell: Tell) -> None:
    """COL-O-078, COL-O-107, AMB-70: played in the open, a card goes to the bottom whatever becomes of it."""
    _take(s, seat, card)
    pile_of(s, card).insert(0, card | all_seats(s) << KNOWERS)
    tell((ALL, "played", officer(s, seat), TOLD_CARDS[s.mode][card]))


def discard(s: ColditzState, seat: Seat, card: int, tell: Tell) -> None:
    """COL-O-074, COL-O-078, AMB-55: face down. Who knew that it could only be of one kind knows it."""
    might_be = [each for each in s.hands if each >> SEAT_SHIFT == seat and may_discard(s, each & CARD_MASK)]
    for shown in {each & CARD_MASK for each in might_be if is_open(s, seat, each & CARD_MASK)}:
        might_be.remove(open_entry(s, seat, shown))  # AMB-58: it lies on the table
    knowers = 1 << seat
    if all(each & CARD_MASK == card for each in might_be):
        for other in range(SEAT_COUNT[s.mode]):
            knowers |= all(each >> KNOWERS + other & 1 for each in might_be) << other
    _take(s, seat, card)
    for kind in {each & CARD_MASK for each in might_be} - {card}:
        _lose_sight(s, seat, kind, 0)
    see_offer(s, seat)
    pile_of(s, card).insert(0, card | knowers << KNOWERS)
    tell((ALL, "discarded", officer(s, seat)))
    tell((bit(seat), "discarded_card", TOLD_CARDS[s.mode][card]))


def may_discard(s: ColditzState, card: int) -> bool:
    """AMB-26: kit parts that do not count are not discarded."""
    return not (card in KIT_PARTS and parts_apart(s))


def _take(s: ColditzState, seat: Seat, card: int) -> None:
    """Out of a hand."""
    place = next(
        n for n, each in enumerate(s.hands) if each & CARD_MASK == card and each >> SEAT_SHIFT == seat
    )
    _lose_sight(s, seat, card, s.hands.pop(place))
    see_offer(s, seat)


def _lose_sight(s: ColditzState, seat: Seat, card: int, gone: int) -> None:
    """AMB-55: a card that others know in a hand may be the one that left it, unless they knew that one."""
    for other in range(SEAT_COUNT[s.mode]):
        knows = 1 << KNOWERS + other
        if other == seat or gone & knows:
            continue
        known = [
            place
            for place, each in enumerate(s.hands)
            if each & knows and each & CARD_MASK == card and each >> SEAT_SHIFT == seat
        ]
        if is_open(s, seat, card):
            known.remove(s.hands.index(open_entry(s, seat, card)))
        if known:
            s.hands[known[0]] &= ~knows
    s.hands.sort()


# Classic: cards that lie open before an officer, and those that change hands


def is_open(s: ColditzState, seat: Seat, card: int) -> bool:
    """AMB-58: a tunnel card that lies before its officer while the tunnel is in use."""
    return card in TUNNEL_CARDS and s.tunnels[TUNNEL_CARDS.index(card)] == OWNED + seat


def open_entry(s: ColditzState, seat: Seat, card: int) -> int:
    """An open card as it stands in `ColditzState.hands`: everybody knows it."""
    return card | all_seats(s) << KNOWERS | seat << SEAT_SHIFT


def reveal(s: ColditzState, seat: Seat, card: int) -> None:
    """COL-C-53a: a card is shown to all and stays in the hand."""
    _take(s, seat, card)
    s.hands.append(open_entry(s, seat, card))
    s.hands.sort()


def lay_open(s: ColditzState, seat: Seat, card: int) -> None:
    """COL-C-53a: in a position the card of a tunnel in use lies open, whether that is said or not."""
    if open_entry(s, seat, card) not in s.hands:
        held = [each for each in s.hands if each & CARD_MASK == card and each >> SEAT_SHIFT == seat]
        s.hands.remove(held[-1])  # the one that most seats know
        s.hands.append(open_entry(s, seat, card))
        s.hands.sort()


def return_card(s: ColditzState, seat: Seat, card: int) -> None:
    """COL-C-47b, COL-C-53a: an open card goes to the bottom of its pack."""
    s.hands.remove(open_entry(s, seat, card))
    pile_of(s, card).insert(0, card | all_seats(s) << KNOWERS)


def return_hand(s: ColditzState, seat: Seat, dice: Dice) -> None:
    """COL-C-51d: all cards of a hand go back to their pack, shuffled: nobody knows which lies where."""
    held = hand(s, seat)
    s.hands = [each for each in s.hands if each >> SEAT_SHIFT != seat]
    if len(held) > 1:
        dice.shuffle(held, "hand")
    for card in held:
        pile_of(s, card).insert(0, card)


def learn(s: ColditzState, seat: Seat, owner: Seat, cards: list[int]) -> None:
    """AMB-55, AMB-66, COL-C-48: a seat is shown that an officer holds these cards, numbers by card."""
    knows = 1 << KNOWERS + seat
    for card, number in enumerate(cards):
        places = [
            n for n, each in enumerate(s.hands) if each & CARD_MASK == card and each >> SEAT_SHIFT == owner
        ]
        if is_open(s, owner, card):
            places.remove(s.hands.index(open_entry(s, owner, card)))
        known = [n for n in places if s.hands[n] & knows]
        for place in [n for n in reversed(places) if n not in known][: max(0, number - len(known))]:
            s.hands[place] |= knows
    s.hands.sort()


def see_offer(s: ColditzState, owner: Seat) -> None:
    """AMB-66: whoever has been sent an offer sees the Opportunity cards in it."""
    if not is_security(s, owner) and is_sent(s, owner):
        learn(s, partner(s, owner), owner, gives(s, owner)[EQUIPMENT_KINDS:])


def hand_over(s: ColditzState, one: Seat, other: Seat, cards: list[int], closed: list[int]) -> list[int]:
    """COL-C-48: cards leave a hand for another, numbers by card. Gives them as they are in the new hand.

    The two know what changed hands; of equal cards those go that the new owner knew. Others know only how
    many (AMB-55): of each kind they saw in that hand so many may be gone, unless all of them went or they
    know them all to be alike. `closed` are open cards, which stay.
    """
    mine = [each for each in s.hands if each >> SEAT_SHIFT == one]
    for card, number in enumerate(closed):
        for _ in range(number):
            mine.remove(open_entry(s, one, card))
    both = 1 << one | 1 << other
    sight, sure = both, {}
    for seat in range(SEAT_COUNT[s.mode]):
        known = [each & CARD_MASK for each in mine if each >> KNOWERS + seat & 1]
        alike = len(known) == len(mine) and len({*known}) == 1
        if alike or sum(cards) == len(mine):
            sight |= 1 << seat
        elif not both >> seat & 1:
            sure[seat] = [max(0, known.count(card) - sum(cards)) for card in range(len(cards))]
    left = list(cards)
    gone = []
    for each in sorted(mine, key=lambda entry: not entry >> KNOWERS + other & 1):
        s.hands.remove(each)
        card, knowers = each & CARD_MASK, each >> KNOWERS & sight
        if left[card]:
            left[card] -= 1
            gone.append(card | (knowers | both) << KNOWERS | other << SEAT_SHIFT)
        else:
            s.hands.append(card | knowers << KNOWERS | one << SEAT_SHIFT)
    s.hands.sort()
    for seat, kept in sure.items():
        learn(s, seat, one, kept)
    see_offer(s, one)
    return gone
