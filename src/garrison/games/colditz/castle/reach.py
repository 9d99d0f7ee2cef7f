"""Reach, quickly: the spaces a pawn can walk to, as bit sets, a ring for each step.

`routes.py` finds the same plainly; a property test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from garrison.games.colditz.castle.layout import (
    ALL_ROOMS,
    AREA,
    BESIDE_GATE,
    CASTLE_SIDE,
    CHAINS,
    CLEAR_GUARD_STOP,
    FAR_SIDE,
    GUARD_STOP,
    GUARD_WALK,
    HOME_GATES,
    INNER,
    KEY_HOME,
    LINK_COUNT,
    NEIGHBOURS,
    POW_STOP,
    POW_WALK,
    ROOM_BITS,
    ROOM_OF,
    SAFE_BITS,
    SPACE_COUNT,
    TUNNEL_ROOM,
    bits,
    members,
    near,
    near_bytes,
    near_not_along,
    places_in_byte,
)
from garrison.games.colditz.editions import (
    ALONG_TUNNELS,
    LEAVES_MARKERS,
    TUNNEL_CHAINS,
    TUNNEL_CIRCLES,
    WAYS_HOME,
)
from garrison.games.colditz.state import (
    FOUND,
    PAID_BACK,
    PAID_GATES,
    ColditzState,
    followed,
    marked,
    trail,
    tunnel_of,
)
from garrison.games.colditz.tables import CLEAR_DOORWAYS, FIRST_GUARD, TEAM

Steps: TypeAlias = "Mapping[int, int]"
"""Steps that are not plain ones: by space, the set of spaces they lead to."""
Rings: TypeAlias = "tuple[int, ...]"
"""By number of steps, the spaces that far away."""


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Where pawns may walk. Made once for what it depends on, so that no two are the same."""

    guards: bool
    walk: int
    """Spaces to walk on, if they are free."""
    steps: Steps
    sources: int
    """Where these steps begin."""
    exits: int
    """Where anything begins that is not always open: up to there all is as on an empty board."""
    along: bool
    """COL-C-53f: False if no step leads from circle to circle of a tunnel."""

    def onto(self, spaces: int) -> int:
        """The spaces that steps which are not plain ones lead to, from any of these."""
        found = 0
        for space in members(spaces & self.sources):
            found |= self.steps[space]
        return found

    def sides(self, goal: int) -> int:
        """The spaces from which such a step leads to a space."""
        return bits(space for space, goals in self.steps.items() if goals >> goal & 1)


LINK_STEP: Final = tuple((CASTLE_SIDE[link], FAR_SIDE[link]) for link in range(LINK_COUNT))
"""COL-O-114, COL-O-121: a marked link is a step outward, never back."""
OPENED: Final = tuple(
    ROOM_BITS[ROOM_OF[space]] if space in ROOM_OF else (1 << space) & SAFE_BITS for space in CASTLE_SIDE
)
"""COL-O-029, COL-O-115: by link, the room or safe space that its marker opens to guards."""
DOORSTEPS: Final = tuple(
    bits(beside for space in members(opened) for beside in NEIGHBOURS[space]) for opened in OPENED
)
"""By link, all that is beside or in what its marker opens."""
LINK_BACK: Final = tuple((FAR_SIDE[link], CASTLE_SIDE[link]) for link in range(LINK_COUNT))
HOME_STEPS: Final = {
    gates: tuple((space, gate) for gate in gates for space in NEIGHBOURS[gate] if AREA[space] != INNER)
    for gates in set(WAYS_HOME)
}
"""COL-O-111, COL-C-39a, AMB-36: by gates that are free to returners, the steps inward."""
TUNNEL_STEPS: Final = tuple(
    tuple(pair for one, other in pairwise(chain) for pair in ((one, other), (other, one))) for chain in CHAINS
)
"""By tunnel, the steps along it, to and fro: open to guards once it has been discovered (SEC-03)."""
TUNNEL_DOORSTEPS: Final = tuple(
    bits(beside for space in members(ROOM_BITS[room]) for beside in NEIGHBOURS[space]) for room in TUNNEL_ROOM
)
"""By tunnel, all that is beside or in its room."""
KNOWN_STEPS: Final = 12
"""How far rings on an empty board are remembered."""
NO_GATE: Final = -1

# Ways


def pow_ways(s: ColditzState, pawn: int) -> Ways:
    """What is free to a POW: plain steps, own markers downward, gates for returners, a gate and its post."""
    start, returning = s.at[pawn], s.returning >> pawn & 1
    gate = start if start in BESIDE_GATE else NO_GATE
    if LEAVES_MARKERS[s.mode]:
        return _marker_ways(s.markers[pawn // TEAM], returning, gate)
    gates, home = s.paid >> PAID_GATES, WAYS_HOME[s.mode] if returning else ()
    if returning:
        gates &= ~(1 << KEY_HOME)  # COL-C-39a
    # COL-C-53f: not along a tunnel
    return _pow_ways(s.paid & _LINKS, s.paid >> PAID_BACK & trail(s, pawn), gates, home, gate, False)


_LINKS: Final = (1 << LINK_COUNT) - 1


@lru_cache(maxsize=256)
def _marker_ways(links: int, returning: int, gate: int) -> Ways:
    return _pow_ways(links, 0, 0, HOME_GATES if returning else (), gate, True)


@lru_cache(maxsize=256)
def _pow_ways(links: int, back: int, gates: int, home: tuple[int, ...], gate: int, along: bool) -> Ways:
    """Links outward and, in the classic rules, back; gates that were paid for (COL-C-50, AMB-39)."""
    steps = [LINK_STEP[link] for link in members(links)]
    steps += [LINK_BACK[link] for link in members(back)]
    for paid in members(gates):
        steps += [(space, paid) for space in NEIGHBOURS[paid]]
        if paid in BESIDE_GATE:
            steps.append((paid, BESIDE_GATE[paid]))
    if home:
        steps += HOME_STEPS[home]  # COL-O-111, COL-C-39a
    if gate != NO_GATE:
        steps.append((gate, BESIDE_GATE[gate]))
    return _ways(False, POW_WALK, steps, 0, along)


def guard_ways(s: ColditzState) -> Ways:
    """What is open to guards: plain steps, gates, rooms with a marker, markers downward, tunnels found.

    COL-C-44, COL-C-46a: in the classic rules the links that POWs took, and rooms by a card.
    """
    if LEAVES_MARKERS[s.mode]:
        return _guard_ways(marked(s), found_tunnels(s), 0)
    return _chase_ways(followed(s) if s.trails else 0, rooms_by_card(s))


def rooms_by_card(s: ColditzState) -> int:
    """COL-C-44, COL-C-53e: the rooms that Search, Appel or Tunnel Detected opens for this turn."""
    if s.searching:
        return ALL_ROOMS
    found = 0
    for tunnel in members(s.detected):
        found |= ROOM_BITS[TUNNEL_ROOM[tunnel]]
    return found


@lru_cache(maxsize=256)
def _chase_ways(links: int, rooms: int) -> Ways:
    """AMB-62: a way out of a room is followed only while Search or Appel has opened all of them.

    COL-C-53e: Tunnel Detected opens one room to get to the tunnel, and for nothing else.
    """
    doorsteps = bits(beside for space in members(rooms) for beside in NEIGHBOURS[space])
    steps = [
        LINK_STEP[link] for link in members(links) if rooms == ALL_ROOMS or CASTLE_SIDE[link] not in ROOM_OF
    ]
    return _ways(True, GUARD_WALK | rooms, steps, doorsteps, False)


def search_ways(s: ColditzState) -> Ways:
    """The same in a general search, for which all rooms count as open (AMB-19)."""
    return _guard_ways(marked(s), found_tunnels(s), ALL_ROOMS)


def found_tunnels(s: ColditzState) -> int:
    """The tunnels that have been discovered, a bit each."""
    found = 0
    if FOUND not in s.tunnels:
        return found
    for tunnel, state in enumerate(s.tunnels):
        if state == FOUND:
            found |= 1 << tunnel
    return found


@lru_cache(maxsize=256)
def _guard_ways(links: int, tunnels: int, rooms: int) -> Ways:
    marked_links = members(links)
    walk, doorsteps = GUARD_WALK | rooms, _ALL_DOORSTEPS if rooms else 0
    steps = [LINK_STEP[link] for link in marked_links]
    for link in marked_links:
        walk |= OPENED[link]
        doorsteps |= DOORSTEPS[link]
    for tunnel in members(tunnels):
        walk |= ROOM_BITS[TUNNEL_ROOM[tunnel]]
        doorsteps |= TUNNEL_DOORSTEPS[tunnel]
        steps += TUNNEL_STEPS[tunnel]
    return _ways(True, walk, steps, doorsteps, True)


_ALL_DOORSTEPS = bits(beside for space in members(ALL_ROOMS) for beside in NEIGHBOURS[space])


def _ways(guards: bool, walk: int, pairs: Iterable[tuple[int, int]], doorsteps: int, along: bool) -> Ways:
    steps: dict[int, int] = {}
    for space, goal in pairs:
        steps[space] = steps.get(space, 0) | 1 << goal
    sources = bits(steps)
    return Ways(guards, walk, steps, sources, sources | doorsteps, along)


def beside(s: ColditzState) -> tuple[int, ...]:
    """By space, the spaces a plain step away; not along a tunnel where that is no step (COL-C-53f)."""
    return near() if ALONG_TUNNELS[s.mode] else near_not_along()


def ways(s: ColditzState, pawn: int) -> Ways:
    return guard_ways(s) if pawn >= FIRST_GUARD else pow_ways(s, pawn)


def opened(s: ColditzState) -> int:
    """Rooms and safe spaces that guards may enter (COL-O-029, COL-O-032, COL-O-115)."""
    found = rooms_by_card(s)
    for link in members(marked(s)):
        found |= OPENED[link]
    for tunnel in members(found_tunnels(s)):
        found |= ROOM_BITS[TUNNEL_ROOM[tunnel]]
    return found


def stops(s: ColditzState, pawn: int) -> int:
    """The spaces on which a pawn may end its movement, if it can get there."""
    if pawn < FIRST_GUARD:
        return POW_STOPS[s.mode]
    if s.detected:
        return GUARD_STOPS[s.mode] | detected_circles(s)
    return GUARD_STOPS[s.mode]


_CIRCLES: Final = tuple(bits(circles) for circles in TUNNEL_CIRCLES)
POW_STOPS: Final = tuple(POW_STOP & ~circles for circles in _CIRCLES)
GUARD_STOPS: Final = tuple(
    (CLEAR_GUARD_STOP if clear else GUARD_STOP) & ~circles
    for clear, circles in zip(CLEAR_DOORWAYS, _CIRCLES, strict=True)
)
"""By row of MODES."""


def detected_circles(s: ColditzState) -> int:
    """COL-C-53e: the circles that guards may enter from above, since their tunnel has been detected."""
    return bits(space for tunnel in members(s.detected) for space in TUNNEL_CHAINS[s.mode][tunnel])


# Tunnels


def crawl(s: ColditzState, pawn: int) -> tuple[int, ...]:
    """AMB-17: the free circles around a tunneller and his own, from the entrance towards the exit."""
    chain = TUNNEL_CHAINS[s.mode][tunnel_of(s, s.at[pawn])]
    here, first, last = chain.index(s.at[pawn]), 0, len(chain) - 1
    for other in members(s.inside & ~(1 << pawn)):
        if s.at[other] in chain:
            place = chain.index(s.at[other])
            if place < here:
                first = max(first, place + 1)
            else:
                last = min(last, place - 1)
    return chain[first : last + 1]


# Rings


@lru_cache(maxsize=1024)
def reach(start: int, points: int, open_ways: Ways, occupied: int) -> Rings:
    """The spaces around a start, up to the points away; no pawn is passed (COL-O-062, COL-O-145).

    Up to the first ring with a pawn or an exit in it, all is as on an empty board. It is asked when somebody
    chooses where to go and again when he goes there: so the last answers are remembered.
    """
    watched = occupied | open_ways.exits
    rings = [1 << start]
    if not rings[0] & open_ways.exits:
        for ring in empty_board(start, open_ways.guards, open_ways.along)[1 : points + 1]:
            rings.append(ring & ~occupied)
            if ring & watched:
                break
    if rings[-1] and len(rings) <= points:
        _grow(rings, points, open_ways, occupied)
    return tuple(rings) if rings[-1] else tuple(rings[:-1])


@lru_cache(maxsize=2 * SPACE_COUNT)
def empty_board(start: int, guards: bool, along: bool) -> Rings:
    """The first rings around a space with nobody and no marker on the board."""
    rings = [1 << start]
    open_ways = first_guard_ways(along) if guards else _pow_ways(0, 0, 0, (), NO_GATE, along)
    _grow(rings, KNOWN_STEPS, open_ways, 0)
    return tuple(rings)


def first_guard_ways(along: bool) -> Ways:
    """What is open to guards when nobody has left by any way."""
    return _guard_ways(0, 0, 0) if along else _chase_ways(0, 0)


def _grow(rings: list[int], points: int, open_ways: Ways, occupied: int) -> None:
    """Add rings around the last one, until there are enough or nothing is left."""
    shut = occupied
    for ring in rings:
        shut |= ring
    free, sources, neighbours = open_ways.walk & ~shut, open_ways.sources, near_bytes(open_ways.along)
    ring = rings[-1]
    while len(rings) <= points:
        grown = 0
        first, last = (ring & -ring).bit_length() - 1 >> 3, ring.bit_length() + 7 >> 3
        data = (ring >> (first << 3)).to_bytes(last - first, "little")
        for row, byte in zip(neighbours[first:last], data, strict=True):
            if byte:
                grown |= row[byte]
        grown &= free
        if ring & sources:
            grown |= open_ways.onto(ring) & ~shut
        if not grown:
            return
        free &= ~grown
        shut |= grown
        rings.append(grown)
        ring = grown


def flood(sources: int, open_ways: Ways, occupied: int) -> int:
    """All that can be reached from any of some spaces, however far, they themselves among it."""
    rings = [sources]
    _grow(rings, SPACE_COUNT, open_ways, occupied)
    return union(tuple(rings))


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


def path(rings: Rings, goal: int, open_ways: Ways, home: Sequence[int] = ()) -> tuple[int, ...]:
    """A shortest way to a space of one of the rings: the spaces from the start to it (COL-O-060, COL-C-19b).

    COL-C-39c: by steps from `home`, of equally short ways one without a step away from it.
    """
    sets = near() if open_ways.along else near_not_along()
    way = [goal]
    for ring in reversed(rings[: steps_away(rings, 1 << goal)]):
        here = way[-1]
        before = sets[here] & ring if open_ways.walk >> here & 1 else 0
        before = before or open_ways.sides(here) & ring
        if home:
            before = bits(space for space in members(before) if home[space] >= home[here]) or before
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
