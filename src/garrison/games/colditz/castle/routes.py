"""Routes, plainly: a search from space to space by the rules of walking. Judges use it.

It shares no table of sets with `reach.py`, so that each can be held against the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from garrison.games.colditz.castle.layout import (
    APPEL,
    AREA,
    BESIDE_GATE,
    BURIED,
    CASTLE_SIDE,
    CHAINS,
    CLASSIC_CHAINS,
    DOORWAYS,
    FAR_SIDE,
    GATES,
    INNER,
    KEY_HOME,
    KIND,
    LIGHT,
    LINK_COUNT,
    LINK_DOWN,
    LINK_UP,
    NEIGHBOURS,
    ROOM_OF,
    ROOMS,
    SAFE,
    TARGET,
    TUNNEL_OF,
    TUNNEL_ROOM,
    WALKWAY,
)
from garrison.games.colditz.editions import (
    ALONG_TUNNELS,
    BOTH_ENDS,
    LEAVES_MARKERS,
    ROOMS_BY_CARD,
    TUNNEL_CHAINS,
    TUNNEL_CIRCLES,
    WAYS_HOME,
)
from garrison.games.colditz.state import (
    FOUND,
    PAID_BACK,
    PAID_GATES,
    ColditzState,
    nation_of,
    tunnel_of,
)
from garrison.games.colditz.tables import CLEAR_DOORWAYS, FIRST_GUARD

TOO_FAR: Final = "COL-O-059"
IN_THE_WAY: Final = "COL-O-062"
NO_WAY: Final = 10_000


def occupied(s: ColditzState, space: int) -> bool:
    """COL-O-062, COL-O-037: a pawn stands there; tunnellers are below."""
    return any(at == space and not s.inside >> pawn & 1 for pawn, at in enumerate(s.at))


def links_open(s: ColditzState, pawn: int) -> frozenset[int]:
    """COL-O-114, COL-O-116, COL-O-117: the marked links a pawn may go down; for a guard, all.

    COL-C-46a, COL-C-50: the links paid for in this turn; for a guard, those of all POWs at large.
    """
    if not LEAVES_MARKERS[s.mode]:
        if pawn < FIRST_GUARD:
            return frozenset(link for link in range(LINK_COUNT) if s.paid >> link & 1)
        return frozenset(
            link
            for link in range(LINK_COUNT)
            if any(links >> link & 1 for links in s.trails)
            and (s.searching or CASTLE_SIDE[link] not in ROOM_OF)  # AMB-62
        )
    nations = range(len(s.markers)) if pawn >= FIRST_GUARD else (nation_of(pawn),)
    return frozenset(
        link for nation in nations for link in range(len(CASTLE_SIDE)) if s.markers[nation] >> link & 1
    )


def links_back(s: ColditzState, pawn: int) -> frozenset[int]:
    """COL-C-40, COL-C-50: the links by which a POW came, and over which his team has paid to go back."""
    if pawn >= FIRST_GUARD or not s.trails:
        return frozenset()
    back = s.paid >> PAID_BACK & s.trails[pawn]
    return frozenset(link for link in range(LINK_COUNT) if back >> link & 1)


def gates_open(s: ColditzState, pawn: int) -> frozenset[int]:
    """COL-C-50: the gates for which his team has paid; not the door for a returner (COL-C-39a)."""
    if pawn >= FIRST_GUARD:
        return frozenset()
    shut = KEY_HOME if s.returning >> pawn & 1 else -1
    return frozenset(gate for gate in GATES if s.paid >> PAID_GATES + gate & 1 and gate != shut)


def rooms_open(s: ColditzState, without: int = -1) -> frozenset[int]:
    """COL-O-032, COL-O-115: rooms that guards may enter, for a marker or a discovered tunnel.

    COL-C-44, COL-C-53e: all by Search or Appel, one by Tunnel Detected.
    """
    if ROOMS_BY_CARD[s.mode]:
        detected = {room for tunnel, room in enumerate(TUNNEL_ROOM) if s.detected >> tunnel & 1}
        return frozenset(room for room in range(len(ROOMS)) if s.searching or room in detected)
    marked = {ROOM_OF.get(CASTLE_SIDE[link]) for link in links_open(s, FIRST_GUARD) - {without}}
    found = {TUNNEL_ROOM[tunnel] for tunnel, state in enumerate(s.tunnels) if state == FOUND}
    return frozenset(room for room in range(len(ROOMS)) if room in marked | found)


def _guard_steps_on(space: int, links: frozenset[int], rooms: frozenset[int], markers: bool) -> bool:
    """COL-O-029, COL-O-032, COL-O-110, COL-O-131: gates are free, rooms and safe areas mostly closed."""
    if space in ROOM_OF:
        return ROOM_OF[space] in rooms
    if KIND[space] == SAFE:
        return markers and any(space in (CASTLE_SIDE[link], FAR_SIDE[link]) for link in links)
    return KIND[space] != TARGET


def _along(space: int, tunnels: frozenset[int]) -> list[int]:
    """COL-O-126: the circles beside one in its tunnel, for guards who have discovered it."""
    if TUNNEL_OF.get(space) not in tunnels:
        return []
    chain = CHAINS[TUNNEL_OF[space]]
    place = chain.index(space)
    return [chain[each] for each in (place - 1, place + 1) if 0 <= each < len(chain)]


def _pow_steps_on(here: int, space: int, home: tuple[int, ...], paid: frozenset[int]) -> bool:
    """COL-O-022, COL-O-023, COL-O-111, AMB-39: gates cost a card, but not beside them or on the way home.

    COL-C-50: nor where the team has paid in this turn.
    """
    if space in GATES:
        returns = space in home and AREA[here] != INNER
        return returns or BESIDE_GATE.get(here) == space or space in paid
    return KIND[space] != TARGET


def _is_along(here: int, space: int) -> bool:
    """COL-C-53f: from circle to circle of one tunnel."""
    return any(here in chain and space in chain for chain in CLASSIC_CHAINS)


def _pawns_on_spaces(pawn: int, at: tuple[int, ...], inside: int) -> frozenset[int]:
    """Spaces where others stand; tunnellers are below."""
    return frozenset(
        space for other, space in enumerate(at) if space >= 0 and other != pawn and not inside >> other & 1
    )


def _found(s: ColditzState) -> frozenset[int]:
    return frozenset(tunnel for tunnel, state in enumerate(s.tunnels) if state == FOUND)


@dataclass(frozen=True, slots=True)
class Walk:
    """All on which it depends where a pawn can walk to."""

    guard: bool
    start: int
    pawns: frozenset[int]
    home: tuple[int, ...]
    links: frozenset[int]
    back: frozenset[int]
    paid: frozenset[int]
    rooms: frozenset[int]
    tunnels: frozenset[int]
    markers: bool
    """COL-O-029: they open safe areas."""
    along: bool
    """COL-C-53f: steps lead from circle to circle of a tunnel."""


@lru_cache(maxsize=256)
def _search(walk: Walk) -> Mapping[int, int]:
    steps = {walk.start: 0}
    edge = [walk.start]
    for here in edge:
        beside = [
            space
            for space in NEIGHBOURS[here]
            if space not in BURIED
            and (walk.along or not _is_along(here, space))
            and (
                _guard_steps_on(space, walk.links, walk.rooms, walk.markers)
                if walk.guard
                else _pow_steps_on(here, space, walk.home, walk.paid)
            )
        ]
        if LINK_DOWN.get(here) in walk.links:
            beside.append(FAR_SIDE[LINK_DOWN[here]])
        if LINK_UP.get(here) in walk.back:
            beside.append(CASTLE_SIDE[LINK_UP[here]])
        if walk.guard:
            beside += _along(here, walk.tunnels)
        for space in beside:
            if space not in steps and space not in walk.pawns:
                steps[space] = steps[here] + 1
                edge.append(space)
    return steps


def routes(s: ColditzState, pawn: int, past_pawns: bool = False, without: int = -1) -> Mapping[int, int]:
    """COL-O-062, COL-O-111: by space of the surface that the pawn can walk to, however far, its steps.

    `past_pawns` as if no other pawn were there; `without` one of the marked links. A tunneller walks there
    from the exit (COL-O-124), in the classic rules also from the entrance (AMB-17).
    """
    if not s.inside >> pawn & 1:
        return _routes_from(s, pawn, s.at[pawn], past_pawns, without)
    chain = TUNNEL_CHAINS[s.mode][tunnel_of(s, s.at[pawn])]
    crawled = crawling(s, pawn, past_pawns)
    found: dict[int, int] = {}
    for end in (chain[-1], chain[0]) if BOTH_ENDS[s.mode] else (chain[-1],):
        if end in crawled:
            for space, steps in _routes_from(s, pawn, end, past_pawns, without).items():
                found[space] = min(found.get(space, NO_WAY), steps + crawled[end])
    return found


def _routes_from(s: ColditzState, pawn: int, start: int, past_pawns: bool, without: int) -> Mapping[int, int]:
    pawns = frozenset[int]() if past_pawns else _pawns_on_spaces(pawn, tuple(s.at), s.inside)
    links = links_open(s, pawn) - {without}
    return _search(
        Walk(
            pawn >= FIRST_GUARD,
            start,
            pawns,
            _home(s, pawn),
            links,
            links_back(s, pawn),
            gates_open(s, pawn),
            rooms_open(s, without),
            _found(s),
            markers=LEAVES_MARKERS[s.mode],
            along=ALONG_TUNNELS[s.mode],
        )
    )


def _home(s: ColditzState, pawn: int) -> tuple[int, ...]:
    """COL-O-111, COL-C-39a: the gates that are free to a returner."""
    return WAYS_HOME[s.mode] if s.returning >> pawn & 1 else ()


def crawling(s: ColditzState, pawn: int, past_pawns: bool = False) -> Mapping[int, int]:
    """AMB-17: by circle of his tunnel, the steps that a tunneller takes to it; he overtakes nobody."""
    chain = TUNNEL_CHAINS[s.mode][tunnel_of(s, s.at[pawn])]
    others = {s.at[other] for other in range(FIRST_GUARD) if other != pawn and s.inside >> other & 1}
    steps = {s.at[pawn]: 0}
    for direction in (-1, 1):
        place = chain.index(s.at[pawn]) + direction
        while 0 <= place < len(chain) and (past_pawns or chain[place] not in others):
            steps[chain[place]] = abs(place - chain.index(s.at[pawn]))
            place += direction
    return steps


def beside(s: ColditzState, pawn: int, goal: int, known: Mapping[int, int]) -> int:
    """Steps to a space that the pawn steps on last, whoever stands there; not paying for a gate."""
    links = links_open(s, pawn)
    home, paid = _home(s, pawn), gates_open(s, pawn)
    found = [NO_WAY]
    for here in NEIGHBOURS[goal]:
        if here not in known or (not ALONG_TUNNELS[s.mode] and _is_along(here, goal)):
            continue
        if pawn >= FIRST_GUARD or KIND[goal] == TARGET or _pow_steps_on(here, goal, home, paid):
            found.append(known[here] + 1)
    if LINK_DOWN.get(goal) in links_back(s, pawn) and FAR_SIDE[LINK_DOWN[goal]] in known:
        found.append(known[FAR_SIDE[LINK_DOWN[goal]]] + 1)
    if LINK_UP.get(goal) in links and CASTLE_SIDE[LINK_UP[goal]] in known:
        found.append(known[CASTLE_SIDE[LINK_UP[goal]]] + 1)
    if pawn >= FIRST_GUARD:
        found += [known[here] + 1 for here in _along(goal, _found(s)) if here in known]
    return min(found)


def paying(goal: int, known: Mapping[int, int]) -> int:
    """Steps to a gate, the last one paid for."""
    return min(
        (known[here] + 1 for here in NEIGHBOURS[goal] if here in known and here != BESIDE_GATE.get(goal)),
        default=NO_WAY,
    )


def too_far(steps: int, past_pawns: int, points: int) -> str | None:
    """COL-O-062 if only pawns are in the way, else COL-O-059, if it is farther than the points."""
    if steps <= points:
        return None
    return IN_THE_WAY if past_pawns <= points else TOO_FAR


def no_stop(s: ColditzState, pawn: int, space: int) -> str | None:
    """The rule by which a pawn may not end its movement on a space, were it there."""
    kind = KIND[space]
    if pawn < FIRST_GUARD:
        if kind == LIGHT:
            return "COL-O-030"
        if space in TUNNEL_CIRCLES[s.mode]:
            own = s.inside >> pawn & 1 and tunnel_of(s, space) == tunnel_of(s, s.at[pawn])
            return None if own else "COL-O-125"
        return "COL-O-131" if kind == TARGET else None
    if space in ROOM_OF and ROOM_OF[space] not in rooms_open(s):
        return "COL-O-032"
    barred = {SAFE: "COL-O-029", WALKWAY: "COL-O-033", APPEL: "COL-O-144", TARGET: "COL-O-131"}
    markers = LEAVES_MARKERS[s.mode]
    open_safe = kind == SAFE and _guard_steps_on(space, links_open(s, pawn), frozenset(), markers)
    if kind in barred and not open_safe:
        return barred[kind]
    if space in TUNNEL_CIRCLES[s.mode]:
        return None if s.detected >> tunnel_of(s, space) & 1 else "COL-O-125"
    if CLEAR_DOORWAYS[s.mode] and DOORWAYS >> space & 1:
        return "AMB-10"
    return None


def free_gate(s: ColditzState, pawn: int, gate: int) -> bool:
    """AMB-36, AMB-39: a POW need not pay there: a returner on his way in, or one who stands beside it."""
    home = gate in _home(s, pawn)
    paid = s.paid > 0 and gate in gates_open(s, pawn)  # COL-C-50
    return home or paid or BESIDE_GATE.get(s.at[pawn]) == gate


def home_door_shut(s: ColditzState, pawn: int, space: int) -> bool:
    """COL-C-39a, AMB-36: a returner does not come in by the inner door, with a key or without."""
    return space == KEY_HOME and KEY_HOME not in WAYS_HOME[s.mode] and bool(s.returning >> pawn & 1)


def gate_rule(space: int) -> str:
    """The rule of a gate, or of the post beside one."""
    return "COL-O-022" if GATES[space] == "key" else "COL-O-023"


def can_go_on(s: ColditzState, pawn: int, space: int, points: int, without: int = -1) -> bool:
    """AMB-40: from a space on which the pawn may not end, it reaches one where it may."""
    there = s.copy()
    there.at[pawn] = space
    there.inside &= ~(1 << pawn)
    return any(
        0 < steps <= points and no_stop(there, pawn, goal) is None
        for goal, steps in routes(there, pawn, without=without).items()
    )
