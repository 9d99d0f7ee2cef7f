"""Movement: a pawn in hand walks, climbs, cuts through wire, escapes, arrests or is arrested."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell
from garrison.games.colditz import staff_car, tunnels
from garrison.games.colditz.actions import (
    ALLOW,
    ARREST,
    BACK,
    CLEAR,
    CROSS,
    DENY,
    ENTER,
    ESCAPE,
    FORCE,
    TO,
)
from garrison.games.colditz.arrest import BY_MOVE, arrest, arrest_barred, endanger, forget_way_home, liable
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import (
    AREA,
    BESIDE_GATE,
    CAR_ROUTE,
    CASTLE_SIDE,
    DROP_60,
    FAR_SIDE,
    GATES,
    GUARD_WALK,
    HOME_GATES,
    INNER,
    LINK_DOWN,
    LINK_KIND,
    LINK_UP,
    NEIGHBOURS,
    POW_WALK,
    ROOM_OF,
    TARGETS,
    WIRE,
    bits,
    members,
    near,
    way_home,
)
from garrison.games.colditz.castle.reach import (
    Rings,
    Ways,
    beside,
    guard_ways,
    path,
    pow_ways,
    reach,
    rows_of,
    steps_away,
    stops,
    union,
    ways,
)
from garrison.games.colditz.editions import (
    HELD_TUNNELS,
    LEAVES_MARKERS,
    TUNNEL_CIRCLES,
    WAYS_HOME,
    WHOLE_WAY_HOME,
)
from garrison.games.colditz.equipment import give_up
from garrison.games.colditz.escape import escape
from garrison.games.colditz.markers import NO_LINK, clear, put_marker, take_marker
from garrison.games.colditz.offers import free, on_offer
from garrison.games.colditz.state import (
    NOBODY,
    PAID_BACK,
    PAID_GATES,
    ColditzState,
    at_large,
    end_trail,
    leave_trail,
    marked,
    nation_of,
    pair,
    place,
    place_inside,
    trail,
)
from garrison.games.colditz.tables import (
    CUTTER,
    EQUIPMENT,
    EQUIPMENT_KINDS,
    FIRST_GUARD,
    KIT_ESCAPES,
    PAWN_COUNT,
    PUT_BACK,
    ROPE,
)

# Prices

PRICE: Final = tuple(
    (CUTTER, 1) if kind == WIRE else (ROPE, 2 if kind == DROP_60 else 1) for kind in LINK_KIND
)
"""COL-O-020, COL-O-021, COL-O-024: by link, which equipment and how many cards."""
GATE_CARD: Final = {space: EQUIPMENT.index(card) for space, card in GATES.items()}
"""COL-O-022, COL-O-023"""
GATE_SIDES: Final = {
    gate: bits(space for space in NEIGHBOURS[gate] if space != BESIDE_GATE.get(gate)) for gate in GATES
}
"""By gate, the spaces from which one pays to step on it (AMB-38, AMB-39)."""
BESIDE_GATES: Final = bits(space for gate in GATES for space in NEIGHBOURS[gate])
HOME_BITS: Final = bits(HOME_GATES)
LINK_AT: Final = {
    **{space: (link, FAR_SIDE[link], True) for space, link in LINK_DOWN.items()},
    **{space: (link, CASTLE_SIDE[link], False) for space, link in LINK_UP.items()},
}
"""By end of a link: the link, its other end, and if that is outward."""
LINK_ENDS: Final = bits(LINK_AT)
BESIDE_TARGETS: Final = bits(space for target in TARGETS for space in NEIGHBOURS[target])


def _has(s: ColditzState, nation: int, price: tuple[int, int]) -> bool:
    """AMB-66: what is on offer cannot be used."""
    return free(s, nation)[price[0]] >= price[1]


# What a pawn may do


def move_legal(s: ColditzState, seat: Seat, pawn: int, points: int) -> list[int]:
    if pawn >= FIRST_GUARD:
        found = _guard_moves(s, pawn, points, guard_ways(s))
    else:
        found = _pow_moves(s, pawn, points)
    if may_stay(s, pawn) and (s.backs < PUT_BACK or not found):
        found.append(BACK)  # AMB-71; AMB-40: who stands where he may not stop moves on
    return found


def may_stay(s: ColditzState, pawn: int) -> bool:
    """True if a pawn may end its movement where it is; tunnellers may anywhere (COL-O-038)."""
    return bool((stops(s, pawn) >> s.at[pawn] | s.inside >> pawn) & 1)


Start = tuple[tuple[int, ...], int]
"""The way to where a pawn begins to walk, and the points left there."""


def starts(s: ColditzState, pawn: int, points: int) -> list[Start]:
    """COL-O-124, AMB-17: where a pawn is, or the ends by which a tunneller can leave with these points."""
    if not s.inside >> pawn & 1:
        return [((s.at[pawn],), points)]
    ways_out = [(way, points - len(way) + 1) for way in tunnels.ways_out(s, pawn)]
    return [start for start in ways_out if start[1] >= 0]


def nearest_start(
    s: ColditzState, pawn: int, points: int, goals: int, open_ways: Ways
) -> tuple[tuple[int, ...], Rings]:
    """The start from which one of some spaces is nearest: the way to it, and the rings around it."""
    if not s.inside >> pawn & 1:
        return (s.at[pawn],), reach(s.at[pawn], points, open_ways, s.occupied)
    found = [
        (before, reach(before[-1], left, open_ways, s.occupied)) for before, left in starts(s, pawn, points)
    ]
    able = [(before, rings) for before, rings in found if steps_away(rings, goals) >= 0]
    return min(able, key=lambda each: len(each[0]) + steps_away(each[1], goals))


def can_move(s: ColditzState, pawn: int, points: int, open_ways: Ways) -> bool:
    """True if a pawn on the board has any move with these points; `open_ways` are its own."""
    if s.inside >> pawn & 1 or pawn == s.driver:
        return bool(_pow_moves(s, pawn, points))
    if beside(s)[s.at[pawn]] & open_ways.walk & stops(s, pawn) & ~s.occupied:
        return True
    if _can_walk(s, pawn, points, open_ways):
        return True
    if pawn >= FIRST_GUARD:
        return bool(_guard_moves(s, pawn, points, open_ways))
    return bool(_pow_moves(s, pawn, points))


def _can_walk(s: ColditzState, pawn: int, points: int, open_ways: Ways) -> bool:
    """True if it can walk to a space where it may end; mostly there is one nearby."""
    start, may_stop = s.at[pawn], stops(s, pawn)
    return any(
        union(reach(start, steps, open_ways, s.occupied)[1:]) & may_stop for steps in (min(points, 3), points)
    )


def _pow_moves(s: ColditzState, pawn: int, points: int) -> list[int]:
    """COL-O-062, COL-O-111, COL-O-114 and AMB-39 are in the ways that are free to him.

    COL-O-124: in a tunnel, its circles, and all that is beyond the exit. COL-O-131: a target beside them.
    """
    if pawn == s.driver:
        return staff_car.drive_rows(s, points)
    if not s.inside >> pawn & 1:
        return _surface_moves(s, pawn, s.at[pawn], points)
    found = {*rows_of(bits(tunnels.within(s, pawn, points)), TO[0])}
    for way, left in starts(s, pawn, points):
        found.update(_surface_moves(s, pawn, way[-1], left))
    return sorted(found)


def _surface_moves(s: ColditzState, pawn: int, start: int, points: int) -> list[int]:
    """COL-O-059, COL-O-131: what a POW can do from a space above ground; no exact score (COL-C-09b)."""
    open_ways = pow_ways(s, pawn)
    nation = nation_of(pawn)
    rings = reach(start, points, open_ways, s.occupied)
    reached = union(rings[1:])
    rows = rows_of(reached & stops(s, pawn), TO[0])
    sides = union(rings[:points])
    if any(s.equipment[nation * EQUIPMENT_KINDS : (nation + 1) * EQUIPMENT_KINDS]):  # COL-O-020, COL-C-50
        rows += _crossings(s, pawn, points, rings, sides)
    if (any(s.tunnels) or HELD_TUNNELS[s.mode]) and not s.inside >> pawn & 1:  # COL-O-123, COL-C-53a
        rows += tunnels.enter_rows(s, pawn, reached)
    if sides & BESIDE_TARGETS and s.kits >> nation & 1 and s.escapes < KIT_ESCAPES:  # COL-O-131, COL-O-132
        sets = near()
        rows += [row for row, target in zip(ESCAPE, TARGETS, strict=True) if sets[target] & sides]
    return rows + _forced_arrests(s, pawn, sides, open_ways.onto(sides))


def _crossings(s: ColditzState, pawn: int, points: int, rings: Rings, sides: int) -> list[int]:
    """Barriers beside his way for which his officer has the cards.

    COL-O-020, COL-O-021, COL-O-022, COL-O-023, COL-O-024, COL-O-062, COL-O-111, COL-O-120, AMB-39, AMB-40,
    COL-C-39a, COL-C-40, COL-C-41, COL-C-50
    """
    nation = nation_of(pawn)
    start = s.at[pawn]
    down, up = links_to_pay(s, pawn)
    paid = s.paid >> PAID_GATES
    if s.returning >> pawn & 1:
        paid |= HOME_BITS  # free to him, or shut (COL-C-39a)
    goals = []
    if sides & BESIDE_GATES:
        for gate, from_here in GATE_SIDES.items():
            if not sides & from_here or paid >> gate & 1 or gate in (start, BESIDE_GATE.get(start)):
                continue
            if _has(s, nation, (GATE_CARD[gate], 1)):
                goals.append((gate, from_here))
    for side in members(sides & LINK_ENDS):
        link, goal, outward = LINK_AT[side]
        if (down if outward else up) >> link & 1 and _has(s, nation, PRICE[link]):
            goals.append((goal, 1 << side))
    rows = []
    for goal, from_here in sorted(goals):
        if s.occupied >> goal & 1:
            continue
        left = points - 1 - steps_away(rings, from_here)
        if stops(s, pawn) >> goal & 1 or goes_on(s, pawn, goal, left):
            rows.append(CROSS[goal])
    return rows


def links_to_pay(s: ColditzState, pawn: int) -> tuple[int, int]:
    """The links that cost a POW equipment, outward and back.

    COL-O-114, COL-O-120: without a marker of his nation, and back only by one. COL-C-40, COL-C-50: what his
    team has not paid for in this turn, and back only the way he came.
    """
    nation = nation_of(pawn)
    if LEAVES_MARKERS[s.mode]:
        return ~s.markers[nation], s.markers[nation]
    return ~s.paid, trail(s, pawn) & ~(s.paid >> PAID_BACK)


def goes_on(s: ColditzState, pawn: int, space: int, points: int, cleared: int = NO_LINK) -> bool:
    """AMB-40: from there, with that marker gone, it can still reach a space where it may end."""
    if not points:
        return False
    free = stops(s, pawn) & (~s.occupied | 1 << s.at[pawn])
    if beside(s)[space] & (GUARD_WALK if pawn >= FIRST_GUARD else POW_WALK) & free:
        return True
    there = s.copy()
    place(there, pawn, space)
    if cleared != NO_LINK:
        take_marker(there, cleared)
    return _can_walk(there, pawn, points, ways(there, pawn))


def _forced_arrests(s: ColditzState, pawn: int, sides: int, stepped_on: int) -> list[int]:
    """COL-O-095, AMB-68: guards onto whom he can walk from one of these spaces, paying at a gate."""
    sets, rows = near(), []
    for guard in range(FIRST_GUARD, PAWN_COUNT):
        space = s.at[guard]
        if space < 0:
            continue
        if space not in GATES:
            touched = bool(sides & sets[space])
        elif routes.free_gate(s, pawn, space) or routes.home_door_shut(s, pawn, space):
            touched = False
        else:
            touched = bool(sides & GATE_SIDES[space]) and _has(s, nation_of(pawn), (GATE_CARD[space], 1))
        if touched or stepped_on >> space & 1:
            rows.append(FORCE[guard - FIRST_GUARD])
    return rows


def _guard_moves(s: ColditzState, pawn: int, points: int, open_ways: Ways) -> list[int]:
    """COL-O-067, COL-O-110, COL-O-115 and COL-O-116 are in the ways that are open to him.

    COL-O-086: a POW beside them; the score need not be exact (COL-C-34c2), and he arrests one (COL-C-34e).
    """
    rings = reach(s.at[pawn], points, open_ways, s.occupied)
    rows = rows_of(union(rings[1:]) & stops(s, pawn), TO[0])
    if open_ways.steps and LEAVES_MARKERS[s.mode]:
        rows += _markers_to_clear(s, pawn, points, rings)
    sets, sides, open_rooms = near(), union(rings[:points]), open_ways.walk
    stepped_on = open_ways.onto(sides)
    for prisoner in range(FIRST_GUARD):
        space = s.at[prisoner]
        if (
            space >= 0
            and (sides & sets[space] or stepped_on >> space & 1)
            and liable(s, prisoner, open_rooms)
            and pair(pawn, prisoner) not in s.spared
        ):
            rows.append(ARREST[prisoner])
    return rows


def _markers_to_clear(s: ColditzState, guard: int, points: int, rings: Rings) -> list[int]:
    """COL-O-117: ends of marked links that he can walk to, if he may end there or can go on (AMB-40)."""
    may_stop, links = stops(s, guard), marked(s)
    rows = []
    for end in members(union(rings) & LINK_ENDS):
        link = LINK_AT[end][0]
        if links >> link & 1 and (
            may_stop >> end & 1
            or end in ROOM_OF
            or goes_on(s, guard, end, points - steps_away(rings, 1 << end), link)
        ):
            rows.append(CLEAR[end])
    return rows


# Why not


def move_judge(s: ColditzState, seat: Seat, action: int, pawn: int, points: int) -> str | None:
    if action == BACK:
        return _back_judge(s, pawn, points)
    if pawn == s.driver:
        return _drive_judge(s, points, action)
    if action in TO:
        return _to_judge(s, pawn, points, action - TO[0])
    if pawn >= FIRST_GUARD:
        if action in CLEAR and LEAVES_MARKERS[s.mode]:
            return _clear_judge(s, pawn, points, action - CLEAR[0])
        return _arrest_judge(s, pawn, points, action - ARREST[0]) if action in ARREST else OTHER_QUESTION
    if action in CROSS:
        return _cross_judge(s, pawn, points, action - CROSS[0])
    if action in ESCAPE:
        return _escape_judge(s, pawn, points, TARGETS[action - ESCAPE[0]])
    if action in FORCE:
        return _force_judge(s, pawn, points, FIRST_GUARD + action - FORCE[0])
    if action in ENTER:
        return tunnels.enter_judge(s, pawn, points, action - ENTER[0])
    return OTHER_QUESTION


def _drive_judge(s: ColditzState, points: int, action: int) -> str | None:
    """COL-O-017: a driver goes along the road and does nothing else; to him all else is out of the way."""
    if action in TO:
        return staff_car.drive_judge(s, points, action - TO[0])
    if action in ESCAPE:
        return staff_car.drive_out_judge(s, points, TARGETS[action - ESCAPE[0]])
    if action in CROSS:
        goal = action - CROSS[0]
        if goal in CAR_ROUTE or (goal not in GATES and goal not in LINK_UP and goal not in LINK_DOWN):
            return "COL-O-024"
        return "COL-O-062" if routes.occupied(s, goal) else "COL-O-059"
    if action in ENTER:
        return "COL-O-036" if tunnels.shut_to(s, s.driver, action - ENTER[0]) else "COL-O-059"
    if action in FORCE:
        return "COL-O-095" if s.at[FIRST_GUARD + action - FORCE[0]] < 0 else "COL-O-059"
    return OTHER_QUESTION


def _back_judge(s: ColditzState, pawn: int, points: int) -> str | None:
    """AMB-71, AMB-40: as often as allowed, and always if nothing else is left, as after a trade."""
    if routes.no_stop(s, pawn, s.at[pawn]) is not None and not s.inside >> pawn & 1:
        return "AMB-71"
    return "AMB-71" if s.backs >= PUT_BACK and any_move(s, pawn, points) else None


def _to_judge(s: ColditzState, pawn: int, points: int, space: int) -> str | None:
    """COL-O-022, COL-O-023, COL-O-059, COL-O-062, COL-O-110, COL-O-124"""
    if routes.occupied(s, space):
        return "COL-O-062"
    barred = routes.no_stop(s, pawn, space)
    if barred is not None:
        return barred
    if s.inside >> pawn & 1 and space in TUNNEL_CIRCLES[s.mode]:
        return _crawl_judge(s, pawn, points, space)
    if routes.home_door_shut(s, pawn, space):
        return "COL-C-39a"
    past_pawns = routes.routes(s, pawn, past_pawns=True)
    if (
        pawn < FIRST_GUARD
        and space in GATES
        and not routes.free_gate(s, pawn, space)
        and space not in past_pawns
    ):
        return routes.gate_rule(space)
    steps = routes.routes(s, pawn).get(space, routes.NO_WAY)
    return routes.too_far(steps, past_pawns.get(space, routes.NO_WAY), points)


def _crawl_judge(s: ColditzState, pawn: int, points: int, circle: int) -> str | None:
    """COL-O-062, AMB-17: along the tunnel, overtaking nobody."""
    if any(at == circle and s.inside >> other & 1 for other, at in enumerate(s.at)):
        return "COL-O-062"
    steps = routes.crawling(s, pawn).get(circle, routes.NO_WAY)
    return routes.too_far(steps, routes.crawling(s, pawn, past_pawns=True)[circle], points)


def _cross_judge(s: ColditzState, pawn: int, points: int, space: int) -> str | None:
    """COL-O-020, COL-O-021, COL-O-022, COL-O-023, COL-O-024, COL-O-062, COL-O-120, AMB-40, COL-C-39a"""
    nation = nation_of(pawn)
    if not _to_pay(s, pawn, space):
        return "COL-O-024"
    if routes.home_door_shut(s, pawn, space):
        return "COL-C-39a"
    if routes.occupied(s, space):
        return "COL-O-062"
    steps = _steps_paying(s, pawn, space, routes.routes(s, pawn))
    free_steps = _steps_paying(s, pawn, space, routes.routes(s, pawn, past_pawns=True))
    far = routes.too_far(steps, free_steps, points)
    if far is not None:
        return far
    if space in LINK_DOWN and space not in GATES and not _way_back(s, pawn, LINK_DOWN[space]):
        return "COL-O-120"
    missing = _missing(s, nation, space)
    if missing is not None:
        return missing
    barred = routes.no_stop(s, pawn, space)
    if barred is None or routes.can_go_on(s, pawn, space, points - steps):
        return None
    return barred


def _to_pay(s: ColditzState, pawn: int, space: int) -> bool:
    """True if stepping on a space from its other side would cost this POW equipment."""
    if space in GATES:
        return not routes.free_gate(s, pawn, space)
    if space in LINK_UP:
        return LINK_UP[space] not in routes.links_open(s, pawn)
    return space in LINK_DOWN and LINK_DOWN[space] not in routes.links_back(s, pawn)


def _way_back(s: ColditzState, pawn: int, link: int) -> bool:
    """COL-O-120, COL-C-40: the original marker stands, or he came that way."""
    if LEAVES_MARKERS[s.mode]:
        return bool(s.markers[nation_of(pawn)] >> link & 1)
    return bool(s.trails) and bool(s.trails[pawn] >> link & 1)


def _steps_paying(s: ColditzState, pawn: int, space: int, known: Mapping[int, int]) -> int:
    """Steps over a barrier onto a space, the walk to its nearest side among them."""
    if space in GATES:
        return routes.paying(space, known)
    side = CASTLE_SIDE[LINK_UP[space]] if space in LINK_UP else FAR_SIDE[LINK_DOWN[space]]
    return known.get(side, routes.NO_WAY) + 1


def _missing(s: ColditzState, nation: int, space: int) -> str | None:
    """The rule by which equipment is missing to step over a barrier onto a space.

    COL-O-020, COL-O-021, COL-O-022, COL-O-023, COL-O-024
    """
    first = nation * EQUIPMENT_KINDS
    held = [s.equipment[first + kind] - on_offer(s, nation)[kind] for kind in range(EQUIPMENT_KINDS)]
    if space in GATES:
        return None if held[GATE_CARD[space]] else routes.gate_rule(space)
    kind = LINK_KIND[LINK_UP[space] if space in LINK_UP else LINK_DOWN[space]]
    if kind == WIRE:
        return None if held[CUTTER] else "COL-O-024"
    if kind == DROP_60:
        return None if held[ROPE] > 1 else "COL-O-021"
    return None if held[ROPE] else "COL-O-020"


def _escape_judge(s: ColditzState, pawn: int, points: int, target: int) -> str | None:
    far = _far_beside(s, pawn, points, target)
    if far is not None:
        return far
    if s.escapes >= KIT_ESCAPES:
        return "COL-O-132"
    return None if s.kits >> nation_of(pawn) & 1 else "COL-O-131"


def _far_beside(s: ColditzState, pawn: int, points: int, space: int) -> str | None:
    """The distance rule for a step onto a space where somebody stands, or a target."""
    steps = routes.beside(s, pawn, space, routes.routes(s, pawn))
    past_pawns = routes.beside(s, pawn, space, routes.routes(s, pawn, past_pawns=True))
    return routes.too_far(steps, past_pawns, points)


def _force_judge(s: ColditzState, pawn: int, points: int, guard: int) -> str | None:
    """COL-O-062, COL-O-095, AMB-68"""
    space = s.at[guard]
    if space < 0:
        return "COL-O-095"
    if not pays_onto(s, pawn, points, space):
        return _far_beside(s, pawn, points, space)
    if routes.home_door_shut(s, pawn, space):
        return "COL-C-39a"
    missing = _missing(s, nation_of(pawn), space)
    if missing is not None:
        return missing
    steps = routes.paying(space, routes.routes(s, pawn))
    return routes.too_far(steps, routes.paying(space, routes.routes(s, pawn, past_pawns=True)), points)


def pays_onto(s: ColditzState, pawn: int, points: int, space: int) -> bool:
    """AMB-68: a POW must pay to walk onto a guard there; not if the gate beside it is paid for (COL-C-50)."""
    if space not in GATES or routes.free_gate(s, pawn, space):
        return False
    return routes.beside(s, pawn, space, routes.routes(s, pawn)) > points


def _clear_judge(s: ColditzState, guard: int, points: int, space: int) -> str | None:
    """COL-O-062, COL-O-117"""
    link = LINK_UP.get(space, LINK_DOWN.get(space, NO_LINK))
    if link not in routes.links_open(s, guard):
        return "COL-O-117"
    if s.at[guard] != space and routes.occupied(s, space):
        return "COL-O-062"
    steps = routes.routes(s, guard).get(space, routes.NO_WAY)
    past_pawns = routes.routes(s, guard, past_pawns=True).get(space, routes.NO_WAY)
    far = routes.too_far(steps, past_pawns, points)
    barred = routes.no_stop(s, guard, space)
    if far is not None or barred is None:
        return far
    return None if routes.can_go_on(s, guard, space, points - steps, link) else barred


def _arrest_judge(s: ColditzState, guard: int, points: int, pawn: int) -> str | None:
    """COL-O-086, AMB-73"""
    barred = arrest_barred(s, pawn)
    if barred is None and pair(guard, pawn) in s.spared:
        return "AMB-73"
    return barred or _far_beside(s, guard, points, s.at[pawn])


def any_move(s: ColditzState, pawn: int, points: int) -> bool:
    """True if no rule forbids everything a pawn in hand could do, putting it back apart."""
    for space, steps in () if pawn == s.driver else routes.routes(s, pawn).items():
        if 0 < steps <= points and _to_judge(s, pawn, points, space) is None:
            return True
    rows = range(TO[0] if pawn == s.driver or s.inside >> pawn & 1 else CROSS[0], BACK)
    return any(move_judge(s, s.turn, row, pawn, points) is None for row in rows)


# Doing it


def move(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, pawn: int, points: int) -> None:
    if action == BACK:
        s.backs = min(s.backs + 1, PUT_BACK)
        tell((ALL, "put_back", pawn))
        then(s, ("go_on",))
    elif action in TO:
        walk(s, pawn, action - TO[0], tell)
        settle(s, pawn)
        if s.detected:
            tunnels.raided(s, tell)
    elif action in CROSS:
        cross(s, pawn, action - CROSS[0], tell)
    elif action in CLEAR:
        space = action - CLEAR[0]
        if space != s.at[pawn]:
            walk(s, pawn, space, tell)
        clear(s, pawn, space, tell)
    elif action in ENTER:
        knock(s, pawn, action - ENTER[0], tell)
    elif action in ESCAPE:
        target = TARGETS[action - ESCAPE[0]]
        step_onto(s, pawn, target, tell)
        escape(s, pawn, target, tell)
    elif action in FORCE:
        force(s, pawn, FIRST_GUARD + action - FORCE[0], tell)
    else:
        then(s, ("go_on",))
        endanger(s, tell, action - ARREST[0], pawn, BY_MOVE)


def settle(s: ColditzState, pawn: int) -> None:
    """The move is over, unless the pawn stands where it may not stop: then it moves on at once (AMB-40)."""
    if s.at[pawn] < 0 or may_stay(s, pawn):
        then(s, ("go_on",))
    else:
        ask(s, "move", 1 << s.turn, pawn, s.points)


def walk(s: ColditzState, pawn: int, goal: int, tell: Tell) -> None:
    """COL-O-059, COL-O-060, COL-O-124: to a space it can walk or crawl to, on a shortest way."""
    if pawn == s.driver:
        way = staff_car.drive(s, goal)
    elif s.inside >> pawn & 1 and goal in TUNNEL_CIRCLES[s.mode]:
        way = tunnels.along(s, pawn, goal)
        place_inside(s, pawn, goal)
    else:
        open_ways = ways(s, pawn)
        before, rings = nearest_start(s, pawn, s.points, 1 << goal, open_ways)
        straight = not WHOLE_WAY_HOME[s.mode] and s.exempt >> pawn & 1  # COL-C-39c
        above = path(rings, goal, open_ways, way_home(WAYS_HOME[s.mode]) if straight else ())
        way = before[:-1] + above
        place(s, pawn, goal)
        if not LEAVES_MARKERS[s.mode]:  # COL-C-46a
            follow(s, pawn, above)
    tell((ALL, "moved", pawn, way, len(way) - 1))
    spend(s, pawn, way)


def follow(s: ColditzState, pawn: int, way: tuple[int, ...]) -> None:
    """COL-C-46a, COL-C-50, AMB-62: the links of a walk above ground, since it was last inside."""
    if pawn >= FIRST_GUARD or not at_large(s, pawn):
        return
    links = 0
    if comes_inside(way):
        end_trail(s, pawn)
    for space, goal in pairwise(way):
        if AREA[space] == INNER:
            links = 0
        if space in LINK_DOWN and FAR_SIDE[LINK_DOWN[space]] == goal:
            links |= 1 << LINK_DOWN[space]
    leave_trail(s, pawn, links)


def enter(s: ColditzState, pawn: int, tunnel: int, tell: Tell) -> None:
    """COL-O-122, COL-O-124: to the mouth, and below. COL-C-53a: the card is shown."""
    walk(s, pawn, tunnels.mouth(tunnel), tell)
    place_inside(s, pawn, tunnels.mouth(tunnel))
    tunnels.show_card(s, nation_of(pawn), tunnel, tell)
    tell((ALL, "entered", pawn, tunnel))
    then(s, ("go_on",))


def spend(s: ColditzState, pawn: int, way: tuple[int, ...]) -> None:
    """Take a walk off the points, and note what it means for those on their way home (AMB-37, COL-C-39c)."""
    cost = len(way) - 1
    s.points -= cost
    if pawn >= FIRST_GUARD:
        return
    if not s.returning >> pawn & 1:
        s.elsewhere += cost
        return
    home, inside = way_home(WAYS_HOME[s.mode]), comes_inside(way)
    nearer = home[way[0]] if inside else home[way[0]] - home[way[-1]]
    if not s.exempt >> pawn & 1 or nearer > cost:  # he paid his way to where no free way led home from
        nearer = 0
    if inside:
        s.elsewhere += cost - nearer
        forget_way_home(s, pawn)
    elif WHOLE_WAY_HOME[s.mode]:
        if nearer != cost:
            s.strayed |= 1 << pawn
            s.elsewhere += cost
    else:
        away = any(home[goal] > home[space] for space, goal in pairwise(way))
        s.strayed |= away << pawn
        if home[way[-1]] < home[way[0]]:
            s.homeward |= 1 << pawn
        else:
            s.elsewhere += cost


def comes_inside(way: tuple[int, ...]) -> bool:
    """AMB-36: who has been in the inner courtyard is home, even if he leaves it again in the same move."""
    return any(AREA[space] == INNER for space in way)


def cross(s: ColditzState, pawn: int, goal: int, tell: Tell) -> None:
    """The walk to its side, then the barrier.

    COL-O-020, COL-O-021, COL-O-022, COL-O-023, COL-O-024, COL-O-109, COL-O-113, COL-O-118, COL-O-120

    COL-C-46a, COL-C-50: in the classic rules he leaves a trail, and the way is paid for.
    """
    nation = nation_of(pawn)
    if goal in GATES:
        side, price = GATE_SIDES[goal], (GATE_CARD[goal], 1)
        link = NO_LINK
    elif goal in LINK_UP:
        link = LINK_UP[goal]
        side, price = 1 << CASTLE_SIDE[link], PRICE[link]
    else:
        link = LINK_DOWN[goal]
        side, price = 1 << FAR_SIDE[link], PRICE[link]
    below, above = _way_to_side(s, pawn, side)
    way = below + above
    if len(way) > 1:
        tell((ALL, "moved", pawn, way, len(way) - 1))
    give_up(s, nation, *price)
    place(s, pawn, goal)
    tell((ALL, "crossed", pawn, goal, price[0], price[1]))
    if not LEAVES_MARKERS[s.mode]:
        pay_for_team(s, goal, link)
        follow(s, pawn, (*above, goal))
    elif goal in LINK_UP:
        put_marker(s, nation, link, tell)
    spend_paying(s, pawn, (*way, goal))
    if goal in GATES:
        then(s, ("toll", pawn, goal), ("settle", pawn))
    else:
        settle(s, pawn)


def pay_for_team(s: ColditzState, goal: int, link: int) -> None:
    """COL-C-50: that gate, or that link in that direction, is free to the team for the rest of the turn."""
    if link == NO_LINK:
        s.paid |= 1 << PAID_GATES + goal
    else:
        s.paid |= 1 << (link if goal in LINK_UP else PAID_BACK + link)


def _way_to_side(s: ColditzState, pawn: int, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The way to the nearest of some spaces, in a tunnel and above, with a point left for the step beyond."""
    open_ways = ways(s, pawn)
    before, rings = nearest_start(s, pawn, s.points - 1, side, open_ways)
    nearest = rings[steps_away(rings, side)] & side
    return before[:-1], path(rings, (nearest & -nearest).bit_length() - 1, open_ways)


def spend_paying(s: ColditzState, pawn: int, way: tuple[int, ...]) -> None:
    """AMB-37: who pays his way is not on his way home."""
    cost = len(way) - 1
    s.strayed |= s.returning & 1 << pawn
    s.elsewhere += cost
    s.points -= cost
    if comes_inside(way):
        forget_way_home(s, pawn)


def way_onto(s: ColditzState, pawn: int, goal: int) -> tuple[int, ...]:
    """The way up to a space and onto it, where somebody stands or the way ends."""
    if pawn == s.driver:
        return staff_car.drive(s, goal)
    below, above = _way_to_side(s, pawn, _sides(s, pawn, goal))
    return (*below, *above, goal)


def step_onto(s: ColditzState, pawn: int, goal: int, tell: Tell) -> None:
    """Walk up to a space and onto it; the pawn is not put there."""
    way = way_onto(s, pawn, goal)
    tell((ALL, "moved", pawn, way, len(way) - 1))
    s.points -= len(way) - 1
    if pawn < FIRST_GUARD:
        s.elsewhere += len(way) - 1


def _sides(s: ColditzState, pawn: int, goal: int) -> int:
    """The spaces from which it steps onto a space, free or paying."""
    free = ways(s, pawn).sides(goal)
    if pawn >= FIRST_GUARD or goal not in GATES:
        return free | near()[goal]
    return GATE_SIDES[goal] if pays_onto(s, pawn, s.points, goal) else free


def force(s: ColditzState, pawn: int, guard: int, tell: Tell) -> None:
    """COL-O-095, AMB-68: he walks onto the guard, who takes him away; he pays at a gate that is not free."""
    space = s.at[guard]
    pays = pays_onto(s, pawn, s.points, space)
    step_onto(s, pawn, space, tell)
    then(s, ("forced", pawn, guard), ("go_on",))
    if pays:
        give_up(s, nation_of(pawn), GATE_CARD[space])
        if not LEAVES_MARKERS[s.mode]:
            pay_for_team(s, space, NO_LINK)
        tell((ALL, "crossed", pawn, space, GATE_CARD[space], 1))
        then(s, ("toll", pawn, space))


def forced(s: ColditzState, dice: Dice, tell: Tell, pawn: int, guard: int) -> None:
    """COL-O-095: unless he was arrested for his key or pass; no card helps him (OPP-08)."""
    if s.at[pawn] >= 0:
        arrest(s, tell, pawn, guard, s.at[guard])


# consent: POWs of another nation in a tunnel


def knock(s: ColditzState, pawn: int, tunnel: int, tell: Tell) -> None:
    """COL-C-53b, AMB-58: who holds the card of a tunnel is asked before another nation's POW goes in."""
    owner = tunnels.owner(s, tunnel)
    if owner in (NOBODY, nation_of(pawn)):
        enter(s, pawn, tunnel, tell)
    else:
        ask(s, "consent", 1 << owner, pawn, tunnel)


_CONSENT = [ALLOW, DENY]


def consent_legal(s: ColditzState, seat: Seat, pawn: int, tunnel: int) -> list[int]:
    return _CONSENT


def consent_judge(s: ColditzState, seat: Seat, action: int, pawn: int, tunnel: int) -> str | None:
    return None if action in (ALLOW, DENY) else OTHER_QUESTION


def consent(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, pawn: int, tunnel: int) -> None:
    """COL-C-53b, AMB-58: if he is not let in he stays where he is, and may not ask again in this turn."""
    tell((ALL, "allowed" if action == ALLOW else "denied", seat, pawn, tunnel))
    if action == ALLOW:
        enter(s, pawn, tunnel, tell)
    else:
        s.denied |= 1 << tunnel
        settle(s, pawn)


STEPS: Final[Mapping[str, Step]] = {"forced": forced}
QUESTIONS: Final[Mapping[str, Question]] = {
    "move": Question("COL-O-059", move_legal, move_judge, move, begins=False),
    "consent": Question("COL-C-53b", consent_legal, consent_judge, consent, begins=True),
}
