"""Offers as they stand, and what they leave for other uses (AMB-66); `trades.py` makes and answers them."""

from __future__ import annotations

from typing import Final

from garrison.core.state import Seat
from garrison.games.colditz.editions import THINGS_TRADED
from garrison.games.colditz.state import NOBODY, OWNED, ColditzState, hand, is_security
from garrison.games.colditz.tables import EQUIPMENT_KINDS, OPPORTUNITY, TUNNEL_CARDS

# An officer's part of `ColditzState.trades`: the partner's number plus one, or 0 if there is no offer; 1 once
# it has been sent; what he gives and what he wants, by kind; how many he has sent and dropped in this turn.
# Things are equipment by kind and, in the classic rules, Opportunity cards by number. These are by mode.
PARTNER, SENT, GIVES = range(3)
WANTS: Final = tuple(GIVES + things for things in THINGS_TRADED)
MADE: Final = tuple(GIVES + 2 * things for things in THINGS_TRADED)
DROPPED: Final = tuple(made + 1 for made in MADE)
SIZE: Final = tuple(made + 2 for made in MADE)
NOTHING: Final = tuple([0] * things for things in THINGS_TRADED)


def partner(s: ColditzState, nation: int) -> int:
    """The officer to whom an offer is made or drafted, or NOBODY."""
    return s.trades[nation * SIZE[s.mode] + PARTNER] - 1 if s.trades else NOBODY


def is_sent(s: ColditzState, nation: int) -> bool:
    return bool(s.trades) and s.trades[nation * SIZE[s.mode] + SENT] == 1


def gives(s: ColditzState, nation: int) -> list[int]:
    """By kind, what an officer's offer gives."""
    first = nation * SIZE[s.mode]
    return s.trades[first + GIVES : first + WANTS[s.mode]] if s.trades else NOTHING[s.mode]


def wants(s: ColditzState, nation: int) -> list[int]:
    """By kind, what an officer's offer asks for."""
    first = nation * SIZE[s.mode]
    return s.trades[first + WANTS[s.mode] : first + MADE[s.mode]] if s.trades else NOTHING[s.mode]


def on_offer(s: ColditzState, nation: int) -> list[int]:
    """AMB-66: by kind, the cards that an officer has put into an offer he has sent: used for nothing else."""
    return gives(s, nation) if is_sent(s, nation) else NOTHING[s.mode]


def free(s: ColditzState, nation: int) -> list[int]:
    """AMB-66: by kind, the cards that an officer can use."""
    first = nation * EQUIPMENT_KINDS
    held = s.equipment[first : first + EQUIPMENT_KINDS]
    if not is_sent(s, nation):
        return held
    return [number - locked for number, locked in zip(held, gives(s, nation), strict=False)]


# Opportunity cards, in the classic rules


def open_cards(s: ColditzState, nation: int) -> list[int]:
    """AMB-58, COL-C-48: by Opportunity card, those that lie open, as their tunnel is in use."""
    found = [0] * len(OPPORTUNITY)
    for tunnel, state in enumerate(s.tunnels):
        if state == OWNED + nation:
            found[TUNNEL_CARDS[tunnel]] = 1
    return found


def unopened(s: ColditzState, nation: int) -> list[int]:
    """AMB-58, COL-C-48: by Opportunity card, those in hand that do not lie open."""
    found = [-number for number in open_cards(s, nation)]
    for card in hand(s, nation):
        found[card] += 1
    return found


def free_cards(s: ColditzState, nation: int) -> list[int]:
    """AMB-58, AMB-66, COL-C-48: by Opportunity card, those in hand, neither on offer nor open."""
    found = unopened(s, nation)
    for card, number in enumerate(on_offer(s, nation)[EQUIPMENT_KINDS:]):
        found[card] -= number
    return found


def usable(s: ColditzState, seat: Seat) -> list[int]:
    """AMB-66, COL-C-48: the cards of a hand that are not on offer."""
    held = hand(s, seat)
    if THINGS_TRADED[s.mode] == EQUIPMENT_KINDS or is_security(s, seat) or not is_sent(s, seat):
        return held
    for card, number in enumerate(on_offer(s, seat)[EQUIPMENT_KINDS:]):
        for _ in range(number):
            held.remove(card)
    return held


def tradeable(s: ColditzState, nation: int) -> list[int]:
    """COL-O-075, COL-C-48: by thing, the cards that an officer could put into an offer."""
    first = nation * EQUIPMENT_KINDS
    held = s.equipment[first : first + EQUIPMENT_KINDS]
    if THINGS_TRADED[s.mode] == EQUIPMENT_KINDS:
        return held
    return held + unopened(s, nation)
