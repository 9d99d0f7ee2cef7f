"""Runs: the shortest way of a POW to a target, and his chance to get through before a guard gets to him."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from garrison.games.colditz.bot.distances import FAR, Field, guard_steps
from garrison.games.colditz.bot.odds import reaches
from garrison.games.colditz.bot.ways_out import (
    NO_WAY,
    Cards,
    capped,
    ways_out,
)
from garrison.games.colditz.castle.layout import (
    ALL_ROOMS,
    APPEL_BITS,
    AREA,
    BESIDE_GATE,
    CAR_SPACE,
    CASTLE_SIDE,
    FAR_SIDE,
    GATE_BITS,
    GATES,
    INNER,
    LINK_DOWN,
    NEIGHBOURS,
    POW_WALK,
    ROOM_OF,
    ROOM_SPACES,
    SAFE_BITS,
    TARGETS,
    bits,
    members,
    near,
    near_not_along,
)
from garrison.games.colditz.castle.reach import POW_STOPS, guard_ways
from garrison.games.colditz.editions import ALONG_TUNNELS, LEAVES_MARKERS
from garrison.games.colditz.movement import GATE_CARD, GATE_SIDES, PRICE
from garrison.games.colditz.state import BARRACKS, PAID_GATES, ColditzState, guards, leave_trail, nation_of

STRIDE: Final = 8
"""Steps of a runner in a later turn, as far as anybody can tell."""
CHASE: Final = 8
"""Steps by which guards come nearer to a runner in each turn that they have for it."""
GOALS: Final = (*TARGETS, CAR_SPACE)
"""Where ways out end; the car drives on by itself (COL-O-017)."""


class Open(NamedTuple):
    """The ways that cost a nation nothing: links with its markers, or what it has paid for in this turn."""

    links: int
    gates: int
    along: bool


def open_to(s: ColditzState, nation: int) -> Open:
    """COL-O-114, COL-C-50"""
    if LEAVES_MARKERS[s.mode]:
        return Open(s.markers[nation], 0, ALONG_TUNNELS[s.mode])
    gates = s.paid >> PAID_GATES if s.turn == nation else 0
    links = s.paid & (1 << len(CASTLE_SIDE)) - 1 if s.turn == nation else 0
    return Open(links, gates, ALONG_TUNNELS[s.mode])


@lru_cache(maxsize=8192)
def steps_out(goal: int, cards: Cards, free: Open) -> Field:
    """By space, the steps to a target with these cards to use up."""
    return ways_out(goal, *free).steps(cards)


def with_cards(held: tuple[int, ...]) -> Cards:
    return capped(held)


class Leg(NamedTuple):
    """A space of a way, what it costs to step onto it, and the link that this opens to guards; or -1.

    `below`: it is a circle of a tunnel, and he is under it.
    """

    space: int
    price: tuple[int, int] | None
    link: int
    below: bool = False


@lru_cache(maxsize=8192)
def way_out(start: int, goal: int, cards: Cards, free: Open) -> tuple[Leg, ...]:
    """A shortest way from a space to a target, the start left out; empty if these cards do not do."""
    left = steps_out(goal, cards, free)[start]
    if left == NO_WAY:
        return ()
    found: list[Leg] = []
    here = start
    while left:
        leg, cards = _next(here, goal, cards, free, left - 1)
        found.append(leg)
        here, left = leg.space, left - 1
    return tuple(found)


def _next(here: int, goal: int, cards: Cards, free: Open, left: int) -> tuple[Leg, Cards]:
    """A step after which so many are left: rather one that costs nothing."""
    field = steps_out(goal, cards, free)
    sets = near() if free.along else near_not_along()
    for space in members(sets[here]):
        if field[space] != left or (space != goal and not (POW_WALK | GATE_BITS) >> space & 1):
            continue
        if space not in GATES or free.gates >> space & 1 or BESIDE_GATE.get(space) == here:
            return Leg(space, None, -1), cards
    link = LINK_DOWN.get(here, -1)
    if link >= 0 and free.links >> link & 1 and field[FAR_SIDE[link]] == left:
        return Leg(FAR_SIDE[link], None, link), cards
    paying = [(FAR_SIDE[link], PRICE[link], link)] if link >= 0 else []
    paying += [
        (gate, (GATE_CARD[gate], 1), -1)
        for gate in members(sets[here])
        if gate in GATES and GATE_SIDES[gate] >> here & 1
    ]
    for space, price, used in paying:
        less = list(cards)
        less[price[0]] -= price[1]
        if less[price[0]] >= 0:
            rest = capped(tuple(less))
            if steps_out(goal, rest, free)[space] == left:
                return Leg(space, price, used), rest
    raise AssertionError((here, goal, cards, left))


# Guards after him


def guards_on_board(s: ColditzState) -> int:
    """The spaces of all guards who can move."""
    return bits(s.at[guard] for guard in guards(s) if s.at[guard] >= 0)


def watched(s: ColditzState, lured: int = 0, reserve: bool | None = None) -> Field:
    """By space, the points that the nearest guard needs to get there in the Security Officer's next turn.

    `lured` are spaces of guards who will be away.
    """
    idle = BARRACKS in s.at if reserve is None else reserve
    return guard_steps(guards_on_board(s) & ~lured, idle, guard_ways(s))


def watched_after(s: ColditzState, pawn: int, link: int) -> Field:
    """The same once a POW has gone over a link: guards can follow him (COL-O-114, COL-C-46a)."""
    there = s.copy()
    if LEAVES_MARKERS[s.mode]:
        there.markers[nation_of(pawn)] |= 1 << link
    else:
        leave_trail(there, pawn, 1 << link)
    return watched(there)


DOORSTEP: Final = {
    room: members(bits(other for space in spaces for other in NEIGHBOURS[space] if other not in ROOM_OF))
    for room, spaces in enumerate(ROOM_SPACES)
}
"""By room, the spaces before its doors."""


def followed_to(mode: int, link: int, watch: Field) -> int:
    """The points that a guard needs to the castle side of a link, once it has been used."""
    space = CASTLE_SIDE[link]
    if space not in ROOM_OF or not LEAVES_MARKERS[mode]:
        return watch[space]
    return min(watch[space], 2 + min(watch[each] for each in DOORSTEP[ROOM_OF[space]]))


class Stage(NamedTuple):
    """A space of a run: the points that guards need to it, if he may stop there, if they may not take him."""

    need: int
    stops: bool
    safe: bool


def stages(mode: int, start: int, legs: tuple[Leg, ...], watch: Field, armed: bool) -> list[Stage]:
    """How soon guards could be at each space of a run, the start first; `armed` with equipment in hand.

    COL-O-114, COL-C-46a: guards come after him over the links he has used.
    """
    found = [_stage(mode, start, watch[start], armed)]
    behind = FAR
    for leg in legs:
        behind = min(behind + 1, FAR)
        if leg.link >= 0:
            behind = min(behind, followed_to(mode, leg.link, watch) + 1)
        if leg.below:
            found.append(BELOW)
        else:
            found.append(_stage(mode, leg.space, min(watch[leg.space], behind), armed))
    return found


def _stage(mode: int, space: int, need: int, armed: bool) -> Stage:
    safe = bool(SHELTER >> space & 1) or (AREA[space] == INNER and not armed)
    return Stage(need, bool(POW_STOPS[mode] >> space & 1), safe)


BELOW: Final = Stage(FAR, stops=True, safe=True)
SHELTER: Final = ALL_ROOMS | SAFE_BITS | APPEL_BITS
"""Where POWs are safe from guards, but for cards."""


def get_through(mode: int, way: list[Stage], turns: int) -> float:
    """The chance to get to the end of a way, for a runner who now stands at its start.

    The Security Officer is to move; after that his own officer has so many turns. Guards come closer to him
    from turn to turn.
    """
    here, alive, chased, through = 0, 1.0, 0, 0.0
    last = len(way) - 1
    for _ in range(turns):
        if not way[here].safe:
            alive *= 1 - reaches(mode, way[here].need - chased)
            chased += CHASE
        alive *= LUCK
        rest = last - here
        quick = reaches(mode, rest)
        through += alive * quick
        alive *= 1 - quick
        if alive < NEGLIGIBLE:
            break
        here = _stop(way, here, min(STRIDE, rest - 1))
    return through


LUCK: Final = 0.94
"""The chance that no card of the Security Officer spoils a run in one of his turns."""
NEGLIGIBLE: Final = 0.004


def _stop(way: list[Stage], here: int, points: int) -> int:
    """The farthest place of the way on which he may stop with these points."""
    for place in range(here + points, here, -1):
        if way[place].stops:
            return place
    return here


def best_chance(mode: int, way: list[Stage], points: int, turns: int, least: int = 0) -> float:
    """The chance of a runner who stands at the start and has these points before guards move.

    He takes so many steps at least.
    """
    last = len(way) - 1
    if points >= last:
        return 1.0
    stops = [place for place in range(max(least, points - 3), points + 1) if way[place].stops]
    return max((get_through(mode, way[place:], turns) for place in stops), default=0.0)
