"""Equipment cards: who holds what, what is left in the piles, and what each seat is sure of.

Everybody sees how many cards an officer holds, and which kinds are taken from the piles and put back. Which
kinds change hands in a trade, only the two who trade know (COL-O-102, AMB-55). So for each seat the state
keeps the cards it is sure of; the rest of an officer's cards is unknown to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from garrison.core.state import Seat
from garrison.games.colditz.offers import gives, is_sent, partner
from garrison.games.colditz.state import ColditzState
from garrison.games.colditz.tables import EQUIPMENT_KINDS, NATION_COUNT, SEAT_COUNT, SECURITY, STOCK

PLACES: Final = NATION_COUNT * EQUIPMENT_KINDS
"""Entries of a table by nation and kind."""

# Holding


def held(s: ColditzState, nation: int) -> int:
    """How many equipment cards a nation's officer holds, which everybody may count (AMB-55)."""
    first = nation * EQUIPMENT_KINDS
    return sum(s.equipment[first : first + EQUIPMENT_KINDS])


def supply(s: ColditzState, kind: int) -> int:
    """COL-O-045, COL-O-101: the cards left in a pile."""
    return STOCK[kind] - sum(s.equipment[kind::EQUIPMENT_KINDS])


def gain(s: ColditzState, nation: int, kind: int) -> None:
    """AMB-55: an officer takes a card from its pile, as all see."""
    place = nation * EQUIPMENT_KINDS + kind
    s.equipment[place] += 1
    for row in range(place, len(s.sure), PLACES):
        s.sure[row] += 1


def give_up(s: ColditzState, nation: int, kind: int, cards: int = 1) -> None:
    """COL-O-109, AMB-55: cards go back to their pile, as all see."""
    place = nation * EQUIPMENT_KINDS + kind
    s.equipment[place] -= cards
    for row in range(place, len(s.sure), PLACES):
        s.sure[row] = max(0, s.sure[row] - cards)
    see_offer(s, nation)


# Knowing


def certain(s: ColditzState, seat: Seat) -> list[int]:
    """By nation and kind, the cards that a seat knows an officer to hold: its own, and what it can work out.

    COL-O-102, AMB-55: a spectator knows what the Security Officer does, who takes no part in trades.
    """
    if not s.sure:
        return s.equipment.copy()
    viewer = seat if seat >= 0 else SECURITY[s.mode]
    low = s.sure[viewer * PLACES : (viewer + 1) * PLACES]
    if viewer != SECURITY[s.mode]:
        own = slice(viewer * EQUIPMENT_KINDS, (viewer + 1) * EQUIPMENT_KINDS)
        low[own] = s.equipment[own]
    counts = [held(s, nation) for nation in range(NATION_COUNT)]
    kinds = [sum(s.equipment[kind::EQUIPMENT_KINDS]) for kind in range(EQUIPMENT_KINDS)]
    return worked_out(low, counts, kinds)


def worked_out(low: Sequence[int], counts: Sequence[int], kinds: Sequence[int]) -> list[int]:
    """AMB-55: the least of each if an officer has `low` at least, `counts` in all, and all have `kinds`."""
    found = list(low)
    while True:
        high = at_most(found, counts, kinds)
        changed = False
        for place, most in enumerate(high):
            nation, kind = divmod(place, EQUIPMENT_KINDS)
            row = high[nation * EQUIPMENT_KINDS : (nation + 1) * EQUIPMENT_KINDS]
            least = max(counts[nation] - sum(row), kinds[kind] - sum(high[kind::EQUIPMENT_KINDS])) + most
            if least > found[place]:
                found[place] = least
                changed = True
        if not changed:
            return found


def at_most(low: Sequence[int], counts: Sequence[int], kinds: Sequence[int]) -> list[int]:
    """AMB-55: by nation and kind, the most cards an officer can hold: those not known to be others."""
    unknown = [
        counts[nation] - sum(low[nation * EQUIPMENT_KINDS : (nation + 1) * EQUIPMENT_KINDS])
        for nation in range(NATION_COUNT)
    ]
    loose = [kinds[kind] - sum(low[kind::EQUIPMENT_KINDS]) for kind in range(EQUIPMENT_KINDS)]
    return [
        least + min(unknown[place // EQUIPMENT_KINDS], loose[place % EQUIPMENT_KINDS])
        for place, least in enumerate(low)
    ]


def learn_of(s: ColditzState, seat: Seat, nation: int, cards: Sequence[int]) -> None:
    """AMB-55: a seat is shown that an officer holds these cards, by kind: they are on offer to it."""
    if s.sure:
        first = seat * PLACES + nation * EQUIPMENT_KINDS
        for kind, number in enumerate(cards):
            s.sure[first + kind] = max(s.sure[first + kind], number)


def see_offer(s: ColditzState, nation: int) -> None:
    """AMB-66: whoever has been sent an offer sees the equipment in it."""
    if s.sure and is_sent(s, nation):
        learn_of(s, partner(s, nation), nation, gives(s, nation)[:EQUIPMENT_KINDS])


def exchange(s: ColditzState, one: int, other: int, given: Sequence[int], taken: Sequence[int]) -> None:
    """Two officers trade: `given` from one to the other and `taken` back, by kind.

    The two know what changed hands; everybody else knows how many cards each gave (AMB-55).
    """
    seats = SEAT_COUNT[s.mode]
    before = [certain(s, seat) for seat in range(seats)]
    counts = [held(s, nation) for nation in range(NATION_COUNT)]
    kinds = [sum(s.equipment[kind::EQUIPMENT_KINDS]) for kind in range(EQUIPMENT_KINDS)]
    for nation, out, back in ((one, given, taken), (other, taken, given)):
        for kind in range(EQUIPMENT_KINDS):
            s.equipment[nation * EQUIPMENT_KINDS + kind] += back[kind] - out[kind]
    s.sure = []
    for seat, low in enumerate(before):
        if seat in (one, other):
            bounds = {one: (given, given), other: (taken, taken)}
        else:
            high = at_most(low, counts, kinds)
            bounds = {one: _bounds(high, one, sum(given)), other: _bounds(high, other, sum(taken))}
        for nation, giver in ((one, other), (other, one)):
            for kind in range(EQUIPMENT_KINDS):
                place = nation * EQUIPMENT_KINDS + kind
                low[place] = max(0, low[place] - bounds[nation][1][kind]) + bounds[giver][0][kind]
        s.sure += low
    see_offer(s, other)


def _bounds(high: Sequence[int], nation: int, cards: int) -> tuple[list[int], list[int]]:
    """AMB-55: by kind, how many of that many cards given away are of it, at least and at most."""
    most = high[nation * EQUIPMENT_KINDS : (nation + 1) * EQUIPMENT_KINDS]
    least = [max(0, cards - (sum(most) - each)) for each in most]
    return least, [min(cards, each) for each in most]
