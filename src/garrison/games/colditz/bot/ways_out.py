"""The ways out: for every space the steps to each target, by the equipment that a way uses up.

They are searched backwards from a target, with nobody in the way: an equal step from every space that leads
to the ring before, and, where a barrier has to be paid for, into the table of those who hold a card more. A
space that is as near with fewer cards is left out, so what is found are the cheapest sets of each space.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from garrison.games.colditz.castle.layout import (
    BESIDE_GATE,
    CASTLE_SIDE,
    FAR_SIDE,
    GATE_BITS,
    LINK_COUNT,
    POW_WALK,
    SPACE_COUNT,
    bits,
    members,
    near_bytes,
)
from garrison.games.colditz.movement import GATE_CARD, GATE_SIDES, PRICE
from garrison.games.colditz.tables import EQUIPMENT_KINDS

MOST: Final = (4, 3, 2, 1)
"""Of each kind of equipment, the most that any cheapest way uses up (fact sheet 3.8)."""
Cards = tuple[int, int, int, int]
"""Numbers of cards, by kind of equipment."""
NO_CARDS: Final[Cards] = (0, 0, 0, 0)
ALL_SETS: Final[tuple[Cards, ...]] = tuple(
    sorted(product(range(MOST[0] + 1), range(MOST[1] + 1), range(MOST[2] + 1), range(MOST[3] + 1)), key=sum)
)
NO_WAY: Final = 255
"""Steps from a space without a way."""
FARTHEST: Final = 200
_FAR: Final = bits(FAR_SIDE)
_WALK: Final = POW_WALK | GATE_BITS


def capped(cards: tuple[int, ...]) -> Cards:
    """No more of each kind than any way needs."""
    rope, key, permit, cutter = map(min, cards, MOST)
    return rope, key, permit, cutter


class WaysOut:
    """The ways to one target; links of `free` cost nothing, since a marker stands there or they are paid for.

    `free_gates` likewise, in the classic rules.
    """

    def __init__(self, target: int, free: int, free_gates: int, along: bool) -> None:
        self._near = near_bytes(along)
        self._free, self._free_gates = free, free_gates
        self._within: dict[Cards, list[int]] = {}
        self._entries: dict[Cards, dict[int, int]] = {NO_CARDS: {0: 1 << target}}
        """By cards used and number of steps, the spaces before a barrier that was paid for last."""

    def within(self, cards: Cards) -> list[int]:
        """By number of steps, all spaces from which that many are enough with these cards."""
        if cards not in self._within:
            self._within[cards] = self._search(cards, [self.within(less) for less in one_less(cards)])
        return self._within[cards]

    def _search(self, cards: Cards, known: list[list[int]]) -> list[int]:
        starts = self._entries.get(cards, {})
        if not starts:
            return _merged(known)
        found: list[int] = []
        ring = seen = 0
        last = max(starts)
        steps = 0
        while steps <= FARTHEST and (ring or steps <= last):
            better = 0
            for each in known:
                better |= each[steps] if steps < len(each) else each[-1]
            ring = (self._before(ring) | starts.get(steps, 0)) & ~seen & ~better
            seen |= ring | better
            found.append(seen)
            if ring:
                self._pay(ring, steps + 1, cards)
            steps += 1
        return _merged([found, *known])

    def _before(self, ring: int) -> int:
        """The spaces from which a step that costs nothing leads into the ring."""
        if not ring:
            return 0
        grown = 0
        plain = ring & ~GATE_BITS | ring & self._free_gates
        if plain:
            first, last = (plain & -plain).bit_length() - 1 >> 3, plain.bit_length() + 7 >> 3
            data = (plain >> (first << 3)).to_bytes(last - first, "little")
            for row, byte in zip(self._near[first:last], data, strict=True):
                if byte:
                    grown |= row[byte]
        for gate in members(ring & GATE_BITS):
            if gate in BESIDE_GATE:
                grown |= 1 << BESIDE_GATE[gate]
        if self._free and ring & _FAR:
            for link in members(self._free):
                if ring >> FAR_SIDE[link] & 1:
                    grown |= 1 << CASTLE_SIDE[link]
        return grown & _WALK

    def _pay(self, ring: int, steps: int, cards: Cards) -> None:
        """Note the spaces before a barrier of the ring, for those who hold what it costs."""
        if ring & _FAR:
            for link in range(LINK_COUNT):
                if ring >> FAR_SIDE[link] & 1 and not self._free >> link & 1:
                    _enter(self._entries, cards, PRICE[link], steps, 1 << CASTLE_SIDE[link])
        for gate in members(ring & GATE_BITS & ~self._free_gates):
            _enter(self._entries, cards, (GATE_CARD[gate], 1), steps, GATE_SIDES[gate] & _WALK)

    def steps(self, cards: Cards) -> bytes:
        """By space, the steps to the target of somebody who may use up so many cards of each kind."""
        found = bytearray([NO_WAY] * SPACE_COUNT)
        before = 0
        for steps, within in enumerate(self.within(cards)):
            for space in members(within & ~before):
                found[space] = steps
            before = within
        return bytes(found)


def _enter(
    entries: dict[Cards, dict[int, int]], cards: Cards, price: tuple[int, int], steps: int, spaces: int
) -> None:
    kind, number = price
    more = list(cards)
    more[kind] += number
    if more[kind] <= MOST[kind]:
        place = entries.setdefault((more[0], more[1], more[2], more[3]), {})
        place[steps] = place.get(steps, 0) | spaces


def one_less(cards: Cards) -> list[Cards]:
    return [
        capped(tuple(n - (kind == other) for other, n in enumerate(cards)))
        for kind in range(EQUIPMENT_KINDS)
        if cards[kind]
    ]


def _merged(lists: list[list[int]]) -> list[int]:
    """Step by step, the union of what several lists have found by then."""
    lists = [each for each in lists if each]
    if len(lists) < 2:
        return lists[0] if lists else []
    found = []
    for steps in range(max(map(len, lists))):
        union = 0
        for each in lists:
            union |= each[steps] if steps < len(each) else each[-1]
        found.append(union)
    return found


@lru_cache(maxsize=512)
def ways_out(target: int, free: int = 0, free_gates: int = 0, along: bool = True) -> WaysOut:
    return WaysOut(target, free, free_gates, along)
