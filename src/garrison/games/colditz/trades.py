"""Trades: offers of cards between Escape Officers, made and answered without being asked (COL-O-100)."""

from __future__ import annotations

from operator import ge
from typing import Final

from garrison.core.rules import Offers
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz import equipment
from garrison.games.colditz.actions import ACCEPT, ACTIONS, DECLINE, DROP, PUT, RECALL, SEND, TRADE, WANT
from garrison.games.colditz.cards import hands
from garrison.games.colditz.editions import THINGS_TRADED, TRADES_ALWAYS, by_edition
from garrison.games.colditz.offers import (
    DROPPED,
    GIVES,
    MADE,
    PARTNER,
    SENT,
    SIZE,
    WANTS,
    free,
    free_cards,
    gives,
    is_sent,
    on_offer,
    open_cards,
    partner,
    tradeable,
    wants,
)
from garrison.games.colditz.state import (
    DEPLOY_PHASE,
    NOBODY,
    ColditzState,
    hand,
    is_out,
    is_security,
)
from garrison.games.colditz.tables import (
    EQUIPMENT_KINDS,
    HAND_LIMIT,
    NATION_COUNT,
    OFFER_THINGS,
    OFFERS,
    SECURITY,
)

_CLOSED: Final = frozenset(("warned", "saved", "caught", "hide", "den", "lose", "cell"))
CLOSED: Final = by_edition(_CLOSED, _CLOSED | {"with"})
"""Questions of windows and arrests, during which nobody trades (AMB-29); nor while a kit is being made, in an
edition in which the cards for it could be given away (COL-C-32b)."""
CLOSED_TURN: Final = tuple(
    NOBODY if always else seat for seat, always in zip(SECURITY, TRADES_ALWAYS, strict=True)
)
"""COL-O-100, COL-C-48: by row of MODES, the seat in whose turn nobody trades."""
TRADERS: Final = tuple((1 << officers) - 1 if officers > 1 else 0 for officers in SECURITY)
"""By row of MODES, the bits of the officers who can trade with each other (COL-O-100, COL-C-08)."""
PARTNERS: Final = {
    (officers, seat): [TRADE[nation] for nation in range(officers) if nation != seat]
    for officers in set(SECURITY)
    for seat in range(officers)
}
"""By number of officers and seat, the rows of all to whom he can make an offer."""


def over_full(s: ColditzState, sender: int, seat: Seat) -> bool:
    """COL-C-27a, AMB-29: the trade would leave who gets Opportunity cards with more than three."""
    given, taken = (sum(cards[EQUIPMENT_KINDS:]) for cards in (gives(s, sender), wants(s, sender)))
    sums = ((sender, given, taken), (seat, taken, given))
    return any(back and len(hand(s, each)) - out + back > HAND_LIMIT for each, out, back in sums)


def offered_to(s: ColditzState, seat: Seat) -> list[int]:
    """AMB-66: the officers whose offers a seat can answer."""
    return [each for each in range(SECURITY[s.mode]) if is_sent(s, each) and partner(s, each) == seat]


# When


def may_trade(s: ColditzState) -> int:
    """COL-O-100, COL-C-48, AMB-29: the Escape Officers, if there are two; not during windows or arrests.

    In the modern rules not in the Security Officer's turn either; in the classic ones no team that is out.
    """
    ask, mode = s.ask, s.mode
    if ask is None or ask[0] in CLOSED[mode] or s.turn == CLOSED_TURN[mode] or s.phase == DEPLOY_PHASE:
        return 0
    return _still_in(s) if s.out else TRADERS[mode]


def _still_in(s: ColditzState) -> int:
    """COL-C-48, COL-C-51d: the officers who can trade, when a team is out."""
    left = [nation for nation in range(SECURITY[s.mode]) if not is_out(s, nation)]
    return sum(bit(nation) for nation in left) if len(left) > 1 else 0


def partners(s: ColditzState, seat: Seat) -> list[int]:
    """AMB-66, COL-C-51d: the rows of all to whom an officer can make an offer."""
    rows = PARTNERS[SECURITY[s.mode], seat]
    return [row for row in rows if not is_out(s, row - TRADE[0])] if s.out else rows


def waiting(s: ColditzState) -> int:
    """AMB-66: the officers who have an offer to answer."""
    found = 0
    if 1 in s.trades[SENT :: SIZE[s.mode]] and may_trade(s):
        for each in range(SECURITY[s.mode]):
            if is_sent(s, each):
                found |= bit(partner(s, each))
    return found


# What


def trades_legal(s: ColditzState, seat: Seat) -> list[int]:
    """COL-O-100, COL-C-48, COL-C-51d, AMB-66"""
    if not may_trade(s) >> seat & 1:
        return []
    trades, size = s.trades, SIZE[s.mode]
    if not trades:
        return partners(s, seat)
    own = seat * size
    if trades[own + SENT]:
        rows = [RECALL]
    elif trades[own + PARTNER]:
        rows = _draft_rows(s, seat)
    elif trades[own + MADE[s.mode]] < OFFERS and trades[own + DROPPED[s.mode]] < OFFERS:
        rows = partners(s, seat)
    else:
        rows = []
    if 1 not in trades[SENT::size]:
        return rows
    senders = offered_to(s, seat)
    if not senders:
        return rows
    mine = free(s, seat)
    if THINGS_TRADED[s.mode] > EQUIPMENT_KINDS:
        mine = mine + free_cards(s, seat)
    accepted = [
        each for each in senders if all(map(ge, mine, wants(s, each))) and not over_full(s, each, seat)
    ]
    return [*rows, *(ACCEPT[each] for each in accepted), *(DECLINE[each] for each in senders)]


def _draft_rows(s: ColditzState, seat: Seat) -> list[int]:
    """AMB-66: what can be done with an offer before it is sent."""
    mode = s.mode
    first, things = seat * SIZE[mode] + GIVES, THINGS_TRADED[mode]
    put, wanted = s.trades[first : first + things], s.trades[first + things : first + 2 * things]
    own = seat * EQUIPMENT_KINDS
    held = s.equipment[own : own + EQUIPMENT_KINDS] if things == EQUIPMENT_KINDS else tradeable(s, seat)
    rows: list[int] = []
    if sum(put) < OFFER_THINGS and any(held):
        rows += [row for row, there, given in zip(PUT, held, put, strict=False) if there > given]
    if sum(wanted) < OFFER_THINGS:
        rows += WANT[:things]
    if (any(put) or any(wanted)) and all(map(ge, held, put)):
        rows.append(SEND)
    rows.append(DROP)
    return rows


def trades_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    """COL-O-075, COL-O-100, AMB-66"""
    if s.ask is None or s.ask[0] in CLOSED[s.mode] or s.phase == DEPLOY_PHASE:
        return "COL-O-100"
    if is_security(s, s.turn) and not TRADES_ALWAYS[s.mode]:
        return "COL-O-100"
    things = THINGS_TRADED[s.mode]
    if (action in PUT and action - PUT[0] >= things) or (action in WANT and action - WANT[0] >= things):
        return "COL-O-075"
    if is_security(s, seat) or is_out(s, seat):
        return "AMB-66"
    if action in ACCEPT:
        return _accept_judge(s, seat, action - ACCEPT[0])
    if action in DECLINE:
        return None if _stands(s, action - DECLINE[0], seat) else "AMB-66"
    return None if _own_judge(s, seat, action) else "AMB-66"


def _stands(s: ColditzState, sender: int, seat: Seat) -> bool:
    """AMB-66: True if an offer from an officer to a seat has been sent and not yet answered."""
    return sender < SECURITY[s.mode] and is_sent(s, sender) and partner(s, sender) == seat


def _accept_judge(s: ColditzState, seat: Seat, sender: int) -> str | None:
    if not _stands(s, sender, seat):
        return "AMB-66"
    mine = tradeable(s, seat)
    for thing, wanted in enumerate(wants(s, sender)):
        if mine[thing] - on_offer(s, seat)[thing] < wanted:
            return "AMB-66"
    return "COL-C-27a" if over_full(s, sender, seat) else None


def _own_judge(s: ColditzState, seat: Seat, action: int) -> bool:
    """AMB-66: True if an officer may do this with the offer he is making."""
    drafted, sent = partner(s, seat) != NOBODY and not is_sent(s, seat), is_sent(s, seat)
    if action == RECALL:
        return sent
    if action in TRADE:
        other = action - TRADE[0]
        size = SIZE[s.mode]
        made = s.trades[seat * size + MADE[s.mode] : seat * size + size] if s.trades else [0]
        known = other < SECURITY[s.mode] and other != seat and not is_out(s, other)
        return not drafted and not sent and known and max(made) < OFFERS
    if not drafted:
        return False
    if action in PUT:
        thing = action - PUT[0]
        more = tradeable(s, seat)[thing] > gives(s, seat)[thing]
        return more and sum(gives(s, seat)) < OFFER_THINGS
    if action in WANT:
        return sum(wants(s, seat)) < OFFER_THINGS
    if action == SEND:
        held = tradeable(s, seat)
        enough = all(put <= held[thing] for thing, put in enumerate(gives(s, seat)))
        return enough and sum(gives(s, seat)) + sum(wants(s, seat)) > 0
    return True


# Doing it


def trade(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """AMB-66: piece by piece. Only the two hear of an offer; all hear of a trade, and how many cards."""
    if not s.trades:
        s.trades = [0] * (NATION_COUNT * SIZE[s.mode])
    own = seat * SIZE[s.mode]
    if action in TRADE:
        s.trades[own + PARTNER] = 1 + action - TRADE[0]
        tell((bit(seat), "drafted", action - TRADE[0]))
    elif action in PUT:
        s.trades[own + GIVES + action - PUT[0]] += 1
        tell((bit(seat), "put_in", _named(action - PUT[0])))
    elif action in WANT:
        s.trades[own + WANTS[s.mode] + action - WANT[0]] += 1
        tell((bit(seat), "asked_for", _named(action - WANT[0])))
    elif action == SEND:
        send(s, seat, tell)
    elif action == DROP:
        s.trades[own + DROPPED[s.mode]] += 1
        _clear(s, seat)
        tell((bit(seat), "dropped"))
    elif action == RECALL:
        _withdrawn(s, seat, tell, "recalled")
    elif action in ACCEPT:
        accept(s, action - ACCEPT[0], tell)
    else:
        _withdrawn(s, action - DECLINE[0], tell, "declined")


def _named(thing: int) -> int:
    """The number of a thing in an event, where nothing is a kind of its own between equipment and cards."""
    return thing if thing < EQUIPMENT_KINDS else thing + 1


def _cards(things: list[int]) -> tuple[int, ...]:
    """AMB-66: cards one by one, for an event."""
    return tuple(_named(thing) for thing, number in enumerate(things) for _ in range(number)) or (
        EQUIPMENT_KINDS,
    )


def send(s: ColditzState, seat: Seat, tell: Tell) -> None:
    """AMB-66, COL-C-48: only the two hear of it."""
    other = partner(s, seat)
    s.trades[seat * SIZE[s.mode] + SENT] = 1
    s.trades[seat * SIZE[s.mode] + MADE[s.mode]] += 1
    equipment.see_offer(s, seat)
    hands.see_offer(s, seat)
    tell((bit(seat) | bit(other), "offered", seat, other, _cards(gives(s, seat)), _cards(wants(s, seat))))


def accept(s: ColditzState, sender: int, tell: Tell) -> None:
    """COL-O-100, COL-C-48, AMB-55"""
    other, given, taken = partner(s, sender), gives(s, sender), wants(s, sender)
    _clear(s, sender)
    if any(given[:EQUIPMENT_KINDS]) or any(taken[:EQUIPMENT_KINDS]):
        equipment.exchange(s, sender, other, given[:EQUIPMENT_KINDS], taken[:EQUIPMENT_KINDS])
    moved = []
    for giver, getter, cards in ((sender, other, given), (other, sender, taken)):
        if any(cards[EQUIPMENT_KINDS:]):
            moved += hands.hand_over(s, giver, getter, cards[EQUIPMENT_KINDS:], open_cards(s, giver))
    if moved:
        s.hands = sorted(s.hands + moved)
    tell((ALL, "traded", sender, other, sum(given), sum(taken)))
    if moved:  # AMB-55: all can count the cards of either sort
        out, back = (sum(things[EQUIPMENT_KINDS:]) for things in (given, taken))
        tell((ALL, "cards_traded", sender, other, out, back))


def lapse(s: ColditzState, nation: int, tell: Tell) -> None:
    """AMB-66: an officer's offer is over without an answer."""
    _withdrawn(s, nation, tell, "lapsed")


def _withdrawn(s: ColditzState, sender: int, tell: Tell, kind: str) -> None:
    """AMB-66: an offer that was sent is over; the two who know of it are told."""
    other = partner(s, sender)
    _clear(s, sender)
    tell((bit(sender) | bit(other), kind, sender, other))


def _clear(s: ColditzState, nation: int) -> None:
    first, made = nation * SIZE[s.mode], MADE[s.mode]
    s.trades[first : first + made] = [0] * made


def end_trades(s: ColditzState, tell: Tell) -> None:
    """AMB-66: with every turn all drafts and offers end."""
    if not s.trades:
        return
    for nation in range(SECURITY[s.mode]):
        if is_sent(s, nation):
            lapse(s, nation, tell)
        elif partner(s, nation) != NOBODY:
            tell((bit(nation), "dropped"))
    s.trades = []


TRADES: Final = Offers(
    "COL-O-100",
    trades_legal,
    trades_judge,
    trade,
    rows=range(TRADE[0], len(ACTIONS)),
    replies=range(ACCEPT[0], len(ACTIONS)),
    drafts=frozenset((*TRADE, *PUT, *WANT, DROP)),
    waits=waiting,
    may=may_trade,
)
