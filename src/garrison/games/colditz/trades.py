"""Trades: offers of equipment between Escape Officers, made and answered without being asked (COL-O-100)."""

from __future__ import annotations

from operator import ge
from typing import Final

from garrison.core.rules import Offers
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz.actions import ACCEPT, ACTIONS, DECLINE, DROP, PUT, RECALL, SEND, TRADE, WANT
from garrison.games.colditz.equipment import exchange, learn_of
from garrison.games.colditz.state import NOBODY, ColditzState, is_security
from garrison.games.colditz.tables import EQUIPMENT_KINDS, NATION_COUNT, OFFER_THINGS, OFFERS, SECURITY

# An officer's part of `ColditzState.trades`: the partner's number plus one, or 0 if there is no offer; 1 once
# it has been sent; what he gives and what he wants, by kind; how many he has sent and dropped in this turn.
PARTNER, SENT, GIVES = range(3)
WANTS: Final = GIVES + EQUIPMENT_KINDS
MADE: Final = WANTS + EQUIPMENT_KINDS
DROPPED: Final = MADE + 1
SIZE: Final = DROPPED + 1

CLOSED: Final = frozenset(("warned", "saved", "caught", "hide", "den", "lose"))
"""Questions of windows and arrests, during which nobody trades (AMB-29)."""
NOTHING: Final = [0] * EQUIPMENT_KINDS


TRADERS: Final = tuple((1 << officers) - 1 if officers > 1 else 0 for officers in SECURITY)
"""By row of MODES, the bits of the officers who can trade with each other."""
PARTNERS: Final = {
    (officers, seat): [TRADE[nation] for nation in range(officers) if nation != seat]
    for officers in set(SECURITY)
    for seat in range(officers)
}
"""By number of officers and seat, the rows of all to whom he can make an offer."""


def partner(s: ColditzState, nation: int) -> int:
    """The officer to whom an offer is made or drafted, or NOBODY."""
    return s.trades[nation * SIZE + PARTNER] - 1 if s.trades else NOBODY


def is_sent(s: ColditzState, nation: int) -> bool:
    return bool(s.trades) and s.trades[nation * SIZE + SENT] == 1


def gives(s: ColditzState, nation: int) -> list[int]:
    """By kind, what an officer's offer gives."""
    return s.trades[nation * SIZE + GIVES : nation * SIZE + WANTS] if s.trades else NOTHING


def wants(s: ColditzState, nation: int) -> list[int]:
    """By kind, what an officer's offer asks for."""
    return s.trades[nation * SIZE + WANTS : nation * SIZE + MADE] if s.trades else NOTHING


def on_offer(s: ColditzState, nation: int) -> list[int]:
    """AMB-66: by kind, the cards that an officer has put into an offer he has sent: used for nothing else."""
    return gives(s, nation) if is_sent(s, nation) else NOTHING


def free(s: ColditzState, nation: int) -> list[int]:
    """AMB-66: by kind, the cards that an officer can use."""
    first = nation * EQUIPMENT_KINDS
    held = s.equipment[first : first + EQUIPMENT_KINDS]
    if not is_sent(s, nation):
        return held
    return [number - locked for number, locked in zip(held, gives(s, nation), strict=True)]


def offered_to(s: ColditzState, seat: Seat) -> list[int]:
    """AMB-66: the officers whose offers a seat can answer."""
    return [each for each in range(SECURITY[s.mode]) if is_sent(s, each) and partner(s, each) == seat]


# When


def may_trade(s: ColditzState) -> int:
    """COL-O-100, AMB-29: the Escape Officers, if there are two, but not in the Security Officer's turn.

    Nor while a window or an arrest is pending.
    """
    if s.turn == SECURITY[s.mode] or s.ask is None or s.ask[0] in CLOSED:
        return 0
    return TRADERS[s.mode]


def waiting(s: ColditzState) -> int:
    """AMB-66: the officers who have an offer to answer."""
    found = 0
    if s.trades and may_trade(s):
        for each in range(SECURITY[s.mode]):
            if is_sent(s, each):
                found |= bit(partner(s, each))
    return found


# What


def trades_legal(s: ColditzState, seat: Seat) -> list[int]:
    """COL-O-100, AMB-66"""
    if not may_trade(s) >> seat & 1:
        return []
    officers, trades = SECURITY[s.mode], s.trades
    if not trades:
        return PARTNERS[officers, seat]
    own = seat * SIZE
    if trades[own + SENT]:
        rows = [RECALL]
    elif trades[own + PARTNER]:
        rows = _draft_rows(s, seat)
    elif trades[own + MADE] < OFFERS and trades[own + DROPPED] < OFFERS:
        rows = PARTNERS[officers, seat]
    else:
        rows = []
    if 1 not in trades[SENT::SIZE]:
        return rows
    senders = offered_to(s, seat)
    if not senders:
        return rows
    mine = free(s, seat)
    accepted = [each for each in senders if all(map(ge, mine, wants(s, each)))]
    return [*rows, *(ACCEPT[each] for each in accepted), *(DECLINE[each] for each in senders)]


def _draft_rows(s: ColditzState, seat: Seat) -> list[int]:
    """AMB-66: what can be done with an offer before it is sent."""
    first, own = seat * EQUIPMENT_KINDS, seat * SIZE
    held = s.equipment[first : first + EQUIPMENT_KINDS]
    put, wanted = s.trades[own + GIVES : own + WANTS], s.trades[own + WANTS : own + MADE]
    rows: list[int] = []
    if sum(put) < OFFER_THINGS and any(held):
        rows += [row for row, there, given in zip(PUT, held, put, strict=False) if there > given]
    if sum(wanted) < OFFER_THINGS:
        rows += WANT[:EQUIPMENT_KINDS]
    if (any(put) or any(wanted)) and all(map(ge, held, put)):
        rows.append(SEND)
    rows.append(DROP)
    return rows


def trades_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    """COL-O-075, COL-O-100, AMB-66"""
    if is_security(s, s.turn) or s.ask is None or s.ask[0] in CLOSED:
        return "COL-O-100"
    if (action in PUT and action - PUT[0] >= EQUIPMENT_KINDS) or (
        action in WANT and action - WANT[0] >= EQUIPMENT_KINDS
    ):
        return "COL-O-075"
    if is_security(s, seat):
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
    for kind in range(EQUIPMENT_KINDS):
        mine = s.equipment[seat * EQUIPMENT_KINDS + kind] - on_offer(s, seat)[kind]
        if mine < s.trades[sender * SIZE + WANTS + kind]:
            return "AMB-66"
    return None


def _own_judge(s: ColditzState, seat: Seat, action: int) -> bool:
    """AMB-66: True if an officer may do this with the offer he is making."""
    drafted, sent = partner(s, seat) != NOBODY and not is_sent(s, seat), is_sent(s, seat)
    if action == RECALL:
        return sent
    if action in TRADE:
        other = action - TRADE[0]
        made = s.trades[seat * SIZE + MADE : seat * SIZE + SIZE] if s.trades else [0]
        return not drafted and not sent and other < SECURITY[s.mode] and other != seat and max(made) < OFFERS
    if not drafted:
        return False
    if action in PUT:
        kind = action - PUT[0]
        more = s.equipment[seat * EQUIPMENT_KINDS + kind] > gives(s, seat)[kind]
        return more and sum(gives(s, seat)) < OFFER_THINGS
    if action in WANT:
        return sum(wants(s, seat)) < OFFER_THINGS
    if action == SEND:
        held = s.equipment[seat * EQUIPMENT_KINDS : (seat + 1) * EQUIPMENT_KINDS]
        enough = all(put <= held[kind] for kind, put in enumerate(gives(s, seat)))
        return enough and sum(gives(s, seat)) + sum(wants(s, seat)) > 0
    return True


# Doing it


def trade(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """AMB-66: piece by piece. Only the two hear of an offer; all hear of a trade, and how many cards."""
    if not s.trades:
        s.trades = [0] * (NATION_COUNT * SIZE)
    own = seat * SIZE
    if action in TRADE:
        s.trades[own + PARTNER] = 1 + action - TRADE[0]
        tell((bit(seat), "drafted", action - TRADE[0]))
    elif action in PUT:
        s.trades[own + GIVES + action - PUT[0]] += 1
        tell((bit(seat), "put_in", action - PUT[0]))
    elif action in WANT:
        s.trades[own + WANTS + action - WANT[0]] += 1
        tell((bit(seat), "asked_for", action - WANT[0]))
    elif action == SEND:
        send(s, seat, tell)
    elif action == DROP:
        s.trades[own + DROPPED] += 1
        _clear(s, seat)
        tell((bit(seat), "dropped"))
    elif action == RECALL:
        _withdrawn(s, seat, tell, "recalled")
    elif action in ACCEPT:
        accept(s, action - ACCEPT[0], tell)
    else:
        _withdrawn(s, action - DECLINE[0], tell, "declined")


def _cards(kinds: list[int]) -> tuple[int, ...]:
    """AMB-66: cards one by one, for an event; nothing is a kind of its own there."""
    return tuple(kind for kind, number in enumerate(kinds) for _ in range(number)) or (EQUIPMENT_KINDS,)


def send(s: ColditzState, seat: Seat, tell: Tell) -> None:
    """AMB-66: only the two hear of it."""
    other = partner(s, seat)
    s.trades[seat * SIZE + SENT] = 1
    s.trades[seat * SIZE + MADE] += 1
    learn_of(s, other, seat, gives(s, seat))
    tell((bit(seat) | bit(other), "offered", seat, other, _cards(gives(s, seat)), _cards(wants(s, seat))))


def accept(s: ColditzState, sender: int, tell: Tell) -> None:
    """COL-O-100, AMB-55"""
    other, given, taken = partner(s, sender), gives(s, sender), wants(s, sender)
    _clear(s, sender)
    exchange(s, sender, other, given, taken)
    tell((ALL, "traded", sender, other, sum(given), sum(taken)))


def lapse(s: ColditzState, nation: int, tell: Tell) -> None:
    """AMB-66: an officer's offer is over without an answer."""
    _withdrawn(s, nation, tell, "lapsed")


def _withdrawn(s: ColditzState, sender: int, tell: Tell, kind: str) -> None:
    """AMB-66: an offer that was sent is over; the two who know of it are told."""
    other = partner(s, sender)
    _clear(s, sender)
    tell((bit(sender) | bit(other), kind, sender, other))


def _clear(s: ColditzState, nation: int) -> None:
    first = nation * SIZE
    s.trades[first : first + MADE] = [0] * MADE


def end_trades(s: ColditzState, tell: Tell) -> None:
    """AMB-66: with every turn all drafts and offers end."""
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
