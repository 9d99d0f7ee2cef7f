"""Reach, quickly: the spaces a pawn can walk to, as bit sets, a ring for each step.

`routes.py` finds the same plainly; a property test compares the two.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from garrison.games.colditz.castle.layout import (
    AREA,
    BESIDE_GATE,
    CASTLE_SIDE,
    CLEAR_GUARD_STOP,
    FAR_SIDE,
    GUARD_STOP,
    GUARD_WALK,
    HOME_GATES,
    INNER,
    LINK_COUNT,
    NEIGHBOURS,
    POW_STOP,
    POW_WALK,
    ROOM_BITS,
    ROOM_OF,
    SAFE_BITS,
    SPACE_COUNT,
    bits,
    near,
    near_bytes,
    places_in_byte,
)
from garrison.games.colditz.state import ColditzState, marked
from garrison.games.colditz.tables import CLEAR_DOORWAYS, FIRST_GUARD, TEAM

Steps: TypeAlias = "tuple[tuple[int, int], ...]"
"""Steps that are not plain ones: from any space of a set to a single space, each a set."""
Ways: TypeAlias = "tuple[int, Steps]"
"""Spaces to walk on, if they are free, and further steps."""
Rings: TypeAlias = "tuple[int, ...]"
"""By number of steps, the spaces that far away."""

LINK_STEP: Final = tuple((1 << CASTLE_SIDE[link], 1 << FAR_SIDE[link]) for link in range(LINK_COUNT))
"""COL-O-114, COL-O-121: a marked link is a step outward, never back."""
OPENED: Final = tuple(
    ROOM_BITS[ROOM_OF[space]] if space in ROOM_OF else (1 << space) & SAFE_BITS for space in CASTLE_SIDE
)
"""COL-O-029, COL-O-115: by link, the room or safe space that its marker opens to guards."""
HOME_STEPS: Final = tuple(
    (bits(space for space in NEIGHBOURS[gate] if AREA[space] != INNER), 1 << gate) for gate in HOME_GATES
)
"""COL-O-111, AMB-36: free to returners, inward."""
KNOWN_STEPS: Final = 12
"""How far rings on an empty board are remembered."""

# Ways


def pow_ways(s: ColditzState, pawn: int) -> Ways:
    """What is free to a POW: plain steps, own markers downward, gates for returners, a gate and its post."""
    links = s.markers[pawn // TEAM]
    steps: Steps = ()
    while links:
        lowest = links & -links
        steps += (LINK_STEP[lowest.bit_length() - 1],)
        links ^= lowest
    if s.returning >> pawn & 1:
        steps += HOME_STEPS
    start = s.at[pawn]
    if start in BESIDE_GATE:
        steps += ((1 << start, 1 << BESIDE_GATE[start]),)
    return POW_WALK, steps


def guard_ways(s: ColditzState) -> Ways:
    """What is open to all guards: plain steps, gates, rooms with a marker, markers downward."""
    links, walk = marked(s), GUARD_WALK
    steps: Steps = ()
    while links:
        lowest = links & -links
        link = lowest.bit_length() - 1
        walk |= OPENED[link]
        steps += (LINK_STEP[link],)
        links ^= lowest
    return walk, steps


def ways(s: ColditzState, pawn: int) -> Ways:
    return guard_ways(s) if pawn >= FIRST_GUARD else pow_ways(s, pawn)


def opened(s: ColditzState) -> int:
    """Rooms and safe spaces that guards may enter."""
    links, found = marked(s), 0
    while links:
        lowest = links & -links
        found |= OPENED[lowest.bit_length() - 1]
        links ^= lowest
    return found


def stops(s: ColditzState, pawn: int) -> int:
    """The spaces on which a pawn may end its movement, if it can get there."""
    if pawn < FIRST_GUARD:
        return POW_STOP
    return CLEAR_GUARD_STOP if CLEAR_DOORWAYS[s.mode] else GUARD_STOP


# Rings


@lru_cache(maxsize=1024)
def reach(start: int, points: int, open_ways: Ways, occupied: int) -> Rings:
    """The spaces around a start, up to the points away; no pawn is passed (COL-O-062, COL-O-145).

    Who chooses where to go asks for it, and who goes there asks again: so the last ones are remembered.
    """
    walk, steps = open_ways
    rings = [1 << start]
    if not steps and (walk is POW_WALK or walk is GUARD_WALK):
        empty = _empty_board(start, walk is GUARD_WALK)
        rings = _round_pawns(empty, min(points, KNOWN_STEPS), occupied)
        if points <= KNOWN_STEPS or len(rings) <= KNOWN_STEPS:
            return tuple(rings)
    _grow(rings, points, walk & ~occupied, steps, occupied)
    return tuple(rings)


def _round_pawns(empty: Rings, points: int, occupied: int) -> list[int]:
    """The rings of an empty board, put right around the pawns in them.

    A space comes later than on an empty board if no space beside it came a step before. That can only be
    where one of the ring before is missing: taken, or late itself. Late ones wait for a neighbour.
    """
    sets = near()
    last = empty[0]
    rings = [last]
    missing = late = 0
    for number in range(1, points + 1):
        ring = empty[number] if number < len(empty) else 0
        actual = ring & ~occupied
        waiting = late
        while missing:
            lowest = missing & -missing
            doubtful = sets[lowest.bit_length() - 1] & actual
            while doubtful:
                space = doubtful & -doubtful
                if not sets[space.bit_length() - 1] & last:
                    actual ^= space
                    late |= space
                doubtful ^= space
            missing ^= lowest
        while waiting:
            space = waiting & -waiting
            if sets[space.bit_length() - 1] & last:
                actual |= space
                late ^= space
            waiting ^= space
        if not actual:
            break
        missing = ring & ~actual
        last = actual
        rings.append(last)
    return rings


@lru_cache(maxsize=2 * SPACE_COUNT)
def _empty_board(start: int, guard: bool) -> Rings:
    rings = [1 << start]
    _grow(rings, KNOWN_STEPS, GUARD_WALK if guard else POW_WALK, (), 0)
    return tuple(rings)


def _grow(rings: list[int], points: int, free: int, steps: Steps, occupied: int) -> None:
    """Add rings around the last one, until there are enough or nothing is left."""
    shut = occupied
    for ring in rings:
        shut |= ring
    free &= ~shut
    ring = rings[-1]
    while len(rings) <= points:
        grown = beside(ring) & free
        for source, goal in steps:
            if ring & source:
                grown |= goal & ~shut
        if not grown:
            return
        free &= ~grown
        shut |= grown
        rings.append(grown)
        ring = grown


def beside(spaces: int) -> int:
    """All neighbours of some spaces."""
    first = (spaces & -spaces).bit_length() - 1 >> 3
    last = spaces.bit_length() + 7 >> 3
    found = 0
    for row, byte in zip(
        near_bytes()[first:last], (spaces >> (first << 3)).to_bytes(last - first, "little"), strict=True
    ):
        if byte:
            found |= row[byte]
    return found


def union(rings: Rings) -> int:
    found = 0
    for ring in rings:
        found |= ring
    return found


def steps_away(rings: Rings, spaces: int) -> int:
    """The number of steps to the nearest of some spaces, or -1."""
    for number, ring in enumerate(rings):
        if ring & spaces:
            return number
    return -1


def path(rings: Rings, goal: int, open_ways: Ways) -> tuple[int, ...]:
    """A shortest way to a space of one of the rings: the spaces from the start to it."""
    sets = near()
    way = [goal]
    for ring in reversed(rings[: steps_away(rings, 1 << goal)]):
        here = way[-1]
        before = sets[here] & ring if open_ways[0] >> here & 1 else 0
        if not before:
            sources = (source & ring for source, step in open_ways[1] if step >> here & 1)
            before = next(filter(None, sources))
        way.append((before & -before).bit_length() - 1)
    return tuple(reversed(way))


def rows_of(spaces: int, first_row: int) -> list[int]:
    """The rows of a table by space, for a set of spaces; that of space 0 is `first_row`."""
    if not spaces:
        return []
    places = places_in_byte()
    low = (spaces & -spaces).bit_length() - 1 >> 3
    spaces >>= low << 3
    data = spaces.to_bytes(spaces.bit_length() + 7 >> 3, "little")
    start = first_row + (low << 3)
    return [
        base + place
        for base, byte in zip(range(start, start + 8 * len(data), 8), data, strict=True)
        if byte
        for place in places[byte]
    ]
