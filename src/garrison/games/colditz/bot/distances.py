"""Steps with nobody in the way, by space: to rooms and homeward for POWs, from and to places for guards.

All are remembered: by the goal, and by what is open to guards. What a pawn can really reach in a turn, with
others in its way, is told by `castle/reach.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from garrison.games.colditz.castle.layout import (
    ALL_ROOMS,
    AREA,
    INNER,
    POSTS,
    POW_WALK,
    ROOM_BITS,
    ROOM_SYMBOL,
    SPACE_COUNT,
    SYMBOL_SPACES,
    bits,
    members,
    near,
    near_bytes,
)
from garrison.games.colditz.castle.reach import Ways

FAR: Final = 255
"""Steps to a space that cannot be reached."""
_NO_STEPS: Final[Mapping[int, int]] = {}
Field = bytes
"""Steps by space."""


def rings_from(start: int, walk: int, along: bool, steps: Mapping[int, int] = _NO_STEPS) -> list[int]:
    """The spaces around some others, a ring for each step; `steps` are those that are not plain ones."""
    near = near_bytes(along)
    sources = bits(steps)
    rings, ring, free = [start], start, walk & ~start
    while ring:
        grown = 0
        first, last = (ring & -ring).bit_length() - 1 >> 3, ring.bit_length() + 7 >> 3
        data = (ring >> (first << 3)).to_bytes(last - first, "little")
        for row, byte in zip(near[first:last], data, strict=True):
            if byte:
                grown |= row[byte]
        grown &= free
        if ring & sources:
            for space in members(ring & sources):
                grown |= steps[space] & ~start
        for known in rings if ring & sources else ():
            grown &= ~known
        free &= ~grown
        ring = grown
        rings.append(ring)
    return rings[:-1]


def as_field(rings: list[int]) -> Field:
    found = bytearray([FAR] * SPACE_COUNT)
    for steps, ring in enumerate(rings[:FAR]):
        for space in members(ring):
            found[space] = steps
    return bytes(found)


# POWs

_INSIDE: Final = POW_WALK & bits(space for space in range(SPACE_COUNT) if AREA[space] == INNER)


@cache
def to_rooms(symbol: int) -> Field:
    """By space of the inner courtyard, the steps to the nearest space of a room with a symbol."""
    return as_field(rings_from(SYMBOL_SPACES[symbol], _INSIDE, along=True))


@cache
def into_rooms(symbol: int) -> Field:
    """The same, and on inside: the steps are counted to three spaces from the door, so that it stays free."""
    found = bytearray(steps + DEPTH if steps < FAR - DEPTH else FAR for steps in to_rooms(symbol))
    for room, spaces in enumerate(ROOM_BITS):
        if ROOM_SYMBOL[room] != symbol:
            continue
        doors = bits(space for space in members(spaces) if near()[space] & _INSIDE & ~ALL_ROOMS)
        for depth, ring in enumerate(rings_from(doors, spaces, along=True)):
            for space in members(ring & spaces):
                found[space] = DEPTH - min(depth, DEPTH)
    return bytes(found)


DEPTH: Final = 3


@lru_cache(maxsize=256)
def to_spaces(spaces: int) -> Field:
    """By space of the inner courtyard, the steps of a POW to the nearest of some spaces."""
    return as_field(rings_from(spaces, _INSIDE, along=True))


# Guards


@lru_cache(maxsize=2048)
def guard_steps(guards: int, reserve: bool, open_ways: Ways) -> Field:
    """By space, the points that the nearest of some guards needs to get onto it.

    With a reserve in barracks a guard may also come from any post for one point (COL-O-068).
    """
    rings = rings_from(guards, open_ways.walk, open_ways.along, open_ways.steps)
    if reserve:
        posts = bits(POSTS) & ~guards
        other = rings_from(posts, open_ways.walk, open_ways.along, open_ways.steps)
        one, two = as_field(rings), as_field([0, *other])
        return bytes(map(min, one, two))
    return as_field(rings)


@lru_cache(maxsize=4096)
def guard_steps_to(goal: int, open_ways: Ways) -> Field:
    """By space, the steps that a guard who stands there needs to get onto a space."""
    back: dict[int, int] = {}
    for space, goals in open_ways.steps.items():
        for each in members(goals):
            back[each] = back.get(each, 0) | 1 << space
    return as_field(rings_from(1 << goal, open_ways.walk, open_ways.along, back))
