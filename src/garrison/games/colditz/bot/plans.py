"""Plans of an Escape Officer: which way out, what is still missing for it, and what each POW does for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp
from typing import Final, NamedTuple

from garrison.games.colditz.bot.distances import Field, guard_steps, into_rooms, to_rooms, to_spaces
from garrison.games.colditz.bot.odds import MEAN
from garrison.games.colditz.bot.runs import (
    GOALS,
    SHELTER,
    Leg,
    Open,
    Stage,
    best_chance,
    stages,
    steps_out,
    way_out,
)
from garrison.games.colditz.bot.ways_out import ALL_SETS, Cards, one_less
from garrison.games.colditz.castle.layout import (
    APPEL_SPACES,
    AREA,
    CAR_SPACE,
    CASTLE_SIDE,
    CHAINS,
    CLASSIC_CHAINS,
    GATES,
    INNER,
    LINK_COUNT,
    SPACE_COUNT,
    SYMBOLS,
    bits,
    members,
)
from garrison.games.colditz.castle.reach import first_guard_ways
from garrison.games.colditz.editions import ALONG_TUNNELS, LEAVES_MARKERS
from garrison.games.colditz.gathering import COMPONENT_SYMBOL, MAKERS
from garrison.games.colditz.movement import GATE_SIDES, PRICE
from garrison.games.colditz.tables import COMPONENTS, EQUIPMENT_KINDS, PART_COMPONENTS
from garrison.games.colditz.tunnels import LEAST_INSIDE

LONGEST_RUN: Final = 75
"""Steps beyond the inner courtyard; nobody plans a longer run."""
CAR_STEPS: Final = 45
"""From the car to its target, past all guards (COL-O-017)."""
USUAL_POINTS: Final = 9
"""Points with which a run begins: one waits for a roll that is no worse than most."""


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """A way out from the inner courtyard: by which spaces, whither, and with what; or by a tunnel."""

    exits: int
    start: int
    goal: int
    cards: Cards
    legs: tuple[Leg, ...]
    tunnel: int = -1


@cache
def _exits() -> tuple[int, ...]:
    """Sets of inner spaces at which a way out begins: the edge of each drop, the near side of each gate."""
    edges = [1 << CASTLE_SIDE[link] for link in range(LINK_COUNT) if AREA[CASTLE_SIDE[link]] == INNER]
    gates = [bits(space for space in members(sides) if AREA[space] == INNER) for sides in GATE_SIDES.values()]
    return (*edges, *(sides for sides in gates if sides))


@cache
def routes(along: bool) -> tuple[Route, ...]:
    """By exit and target, the sets of equipment of which none is worse in steps and in cards than another."""
    found = []
    for exits in _exits():
        start = members(exits)[0]
        for goal, cards, legs in _cheapest(start, along):
            if legs[0].price is not None:
                found.append(Route(exits, start, goal, cards, legs))
    for tunnel, chain in enumerate(CHAINS if along else CLASSIC_CHAINS):
        below = tuple(Leg(circle, None, -1, below=True) for circle in chain[1:])
        for goal, cards, legs in _cheapest(chain[-1], along):
            found.append(Route(1 << chain[0], chain[0], goal, cards, below + legs, tunnel))
    return tuple(found)


@lru_cache(maxsize=1024)
def routes_from(space: int, along: bool) -> tuple[Route, ...]:
    """The ways on for a POW who is out already."""
    return tuple(
        Route(1 << space, space, goal, cards, legs) for goal, cards, legs in _cheapest(space, along) if legs
    )


@lru_cache(maxsize=1024)
def _cheapest(start: int, along: bool) -> list[tuple[int, Cards, tuple[Leg, ...]]]:
    """By target, the sets of equipment that shorten the way from a space, and these ways."""
    free, found = Open(0, 0, along), []
    for goal in GOALS:
        for cards in ALL_SETS:
            steps = steps_out(goal, cards, free)[start]
            if steps <= LONGEST_RUN and all(
                steps_out(goal, less, free)[start] > steps for less in one_less(cards)
            ):
                found.append((goal, cards, way_out(start, goal, cards, free)))
    return found


# Rooms


@cache
def usual_steps() -> tuple[int, ...]:
    """By symbol, the steps from the appel to its rooms, on average."""
    return tuple(
        round(sum(to_rooms(symbol)[space] for space in APPEL_SPACES) / len(APPEL_SPACES))
        for symbol in range(len(SYMBOLS))
    )


class Camp(NamedTuple):
    """All on which an officer's plan depends."""

    mode: int
    at: tuple[int, ...]
    """Where his POWs are."""
    held: Cards
    """Equipment, and what the cards in his hand would bring."""
    wild: int
    """Pieces of any kind that his cards would bring."""
    armed: bool
    """He holds equipment, so that his POWs are in danger inside (COL-O-087)."""
    kit: bool
    components: int
    """Components that his kit parts stand for."""
    supply: Cards
    markers: int
    car: bool
    """He has the card of the staff car."""
    tunnels: int
    """Tunnels that are open to him, or that a card in his hand would open."""
    watch: Field
    turns: int
    """Turns that he has left after this one."""


class Plan(NamedTuple):
    """A way out, what has to be made for it, and where each of his POWs goes for it."""

    route: Route
    missing: tuple[int, ...]
    """By kind of equipment, the pieces to be made."""
    components: tuple[int, ...]
    """Components of a kit for which POWs are needed."""
    runner: int
    """The place in his team of the POW who runs, or NOBODY."""
    goals: tuple[Field | None, ...]
    """By place in his team, the steps to where that POW is needed."""
    short: bool
    """There are not enough POWs to make everything at once."""
    rounds: float
    """Until the run can begin."""
    chance: float
    """That the runner then gets through."""


NOBODY: Final = -1
TWICE: Final = 12
"""Points that it takes to make things one after the other, in danger (COL-O-087)."""
HURRY: Final = 3.0
"""Turns to spare at the end of a plan, below which it is likely to fail for want of time."""
OVERHEAD: Final = 14.0
"""Turns that any attempt takes besides: the more, the more a good chance counts against a quick one."""
FORESEEN: Final = 2.0
"""Turns for which the guards' present places say anything about later ones."""


@lru_cache(maxsize=8192)
def run_chance(mode: int, route: Route, watch: Field, points: int, turns: int) -> float:
    """The chance of a run that begins where the route does, with these points."""
    found = best_chance(mode, route_stages(mode, route, watch), points, min(turns, MOST_TURNS), least=1)
    return found * CAR_GETS_THERE if route.goal == CAR_SPACE else found


OLD_NEWS: Final = 0.78
"""The chance to survive a turn outside when nobody can tell where guards will be."""


@lru_cache(maxsize=2048)
def usual_chance(mode: int, route: Route) -> float:
    """The chance of a run when nobody can tell where guards will be: they come from their posts."""
    watch = guard_steps(0, True, first_guard_ways(ALONG_TUNNELS[mode]))
    return run_chance(mode, route, watch, USUAL_POINTS, MOST_TURNS)


@lru_cache(maxsize=2048)
def route_stages(mode: int, route: Route, watch: Field) -> list[Stage]:
    return stages(mode, route.start, route.legs, watch, armed=True)


MOST_TURNS: Final = 9
"""Turns of a run; whoever takes longer is caught."""
CAR_GETS_THERE: Final = 0.95


@lru_cache(maxsize=4096)
def still_to_pay(mode: int, route: Route, markers: int) -> tuple[int, ...]:
    """The equipment that a route takes, but for links on which the nation's markers stand (COL-O-114)."""
    need = list(route.cards)
    for leg in route.legs if LEAVES_MARKERS[mode] else ():
        if leg.link >= 0 and markers >> leg.link & 1:
            kind, number = PRICE[leg.link]
            need[kind] -= number
    return tuple(need)


def _still_missing(camp: Camp, route: Route) -> tuple[int, ...] | None:
    """By kind, what is to be made for a route; None if the piles are too low for it."""
    need = still_to_pay(camp.mode, route, camp.markers)
    missing = [max(0, wanted - held) for wanted, held in zip(need, camp.held, strict=True)]
    for _ in range(camp.wild):
        scarce = max(range(EQUIPMENT_KINDS), key=lambda kind: (missing[kind] > 0, -camp.supply[kind]))
        missing[scarce] = max(0, missing[scarce] - 1)
    if any(number > left for number, left in zip(missing, camp.supply, strict=True)):
        return None
    return tuple(missing)


def open_tunnel(tunnels: int, route: Route) -> bool:
    """True unless a route leads through a tunnel that he has no card for."""
    return route.tunnel < 0 or bool(tunnels >> route.tunnel & 1)


def kit_symbols(camp: Camp) -> tuple[int, ...]:
    """The symbols of the rooms in which POWs must be for a kit."""
    if camp.kit:
        return ()
    return tuple(COMPONENT_SYMBOL[each] for each in range(len(COMPONENTS)) if not camp.components >> each & 1)


def components_of(parts: Sequence[int]) -> int:
    """The components for which kit parts stand, as bits."""
    found = 0
    for part in parts:
        for component in PART_COMPONENTS[part]:
            found |= 1 << component
    return found


@lru_cache(maxsize=2048)
def plan(camp: Camp) -> Plan | None:
    """The plan with the most escapes to hope for in a turn of waiting for them."""
    inside = [space for space in camp.at if is_in(space)]
    near = [sorted(to_rooms(symbol)[space] for space in inside) for symbol in range(len(SYMBOLS))]
    kit = sum(_pair_cost(near[symbol], symbol, 0, 1) for symbol in kit_symbols(camp))
    best: tuple[float, Route, tuple[int, ...], float, float] | None = None
    along = ALONG_TUNNELS[camp.mode]
    onward = [route for space in camp.at if is_out(space) for route in routes_from(space, along)]
    for route in (*routes(along), *onward):
        if (route.goal == CAR_SPACE and not camp.car) or not open_tunnel(camp.tunnels, route):
            continue
        missing = _still_missing(camp, route)
        if missing is None:
            continue
        cost, slots = kit, len(kit_symbols(camp))
        for kind, number in enumerate(missing):
            for pair in range(number):
                cost += _pair_cost(near[kind], kind, MAKERS * pair, MAKERS)
            slots += MAKERS * number
        way = to_spaces(route.exits)
        runners = 0 if is_out(route.start) else 1 if route.tunnel < 0 else LEAST_INSIDE
        ahead = sorted(way[space] for space in inside)[:runners]
        cost += sum(ahead) + (runners - len(ahead)) * 2 * USUAL_POINTS
        if slots + runners > len(inside):
            cost += TWICE if SHELTER & route.exits else 2 * TWICE
            cost += 4 * (slots + runners - len(inside))
        waiting = cost / (MEAN if not camp.armed else MEAN - 2)
        running = 1 + (len(route.legs) + (CAR_STEPS if route.goal == CAR_SPACE else 0)) / MEAN
        current = run_chance(camp.mode, route, camp.watch, USUAL_POINTS, camp.turns)
        now = exp(-waiting / FORESEEN)
        usual = (usual_chance(camp.mode, route) + OLD_NEWS ** (len(route.legs) / MEAN)) / 2
        chance = now * current + (1 - now) * usual
        spare = camp.turns + 1 - waiting - running
        worth = chance * min(1.0, max(0.02, 0.5 + spare / (2 * HURRY))) / (waiting + running + OVERHEAD)
        if best is None or worth > best[0]:
            best = worth, route, missing, waiting, chance
    if best is None:
        return None
    _, route, missing, waiting, chance = best
    return _assigned(camp, route, missing, waiting, chance)


def is_out(space: int) -> bool:
    """Who stands there has left the inner courtyard, or is in one of its gates."""
    return 0 <= space < SPACE_COUNT and (AREA[space] != INNER or space in GATES)


def is_in(space: int) -> bool:
    return 0 <= space < SPACE_COUNT and not is_out(space)


def _pair_cost(near: list[int], symbol: int, first: int, number: int) -> int:
    """The steps of some POWs to rooms with a symbol: the nearest who are left, or others from the appel."""
    there = near[first : first + number]
    return sum(there) + (number - len(there)) * (usual_steps()[symbol] + 3)


def _assigned(camp: Camp, route: Route, missing: tuple[int, ...], waiting: float, chance: float) -> Plan:
    """Who goes where: for a kit, to run, in pairs to make equipment, and to other exits."""
    free = [n for n, space in enumerate(camp.at) if is_in(space)]
    kit = [into_rooms(symbol) for symbol in kit_symbols(camp)]
    pairs = [[into_rooms(kind)] * MAKERS for kind, number in enumerate(missing) for _ in range(number)]
    on_the_way = is_out(route.start)
    short = len(kit) + MAKERS * len(pairs) + (not on_the_way) > len(free)
    task = _Tasks(camp, free)
    if len(kit) <= len(free):  # else only kit parts help (COL-O-106)
        task.send(kit)
    exits, runner = to_spaces(route.exits), NOBODY
    if not on_the_way and (not short or len(task.free) % MAKERS):
        runner = task.send_one(exits)
        if route.tunnel >= 0:
            task.send_one(exits)
    if not short:
        task.send([goal for pair in pairs for goal in pair])
        pairs.clear()
    while pairs and len(task.free) >= MAKERS:
        pair = min(pairs, key=task.cost)
        task.send(pair)
        pairs.remove(pair)
    if pairs:
        task.send_one(min(pairs, key=task.cost)[0])
    for other in () if on_the_way else _other_exits(camp, route):
        task.send_one(to_spaces(other))
    return Plan(route, missing, kit_symbols(camp), runner, tuple(task.goals), short, waiting, chance)


class _Tasks:
    """POWs who are still free, and where the others are sent."""

    def __init__(self, camp: Camp, free: list[int]) -> None:
        self._at, self.free = camp.at, free
        self.goals: list[Field | None] = [None] * len(camp.at)

    def send_one(self, goal: Field) -> int:
        """The nearest goes; his place in the team, or NOBODY."""
        if not self.free:
            return NOBODY
        n = min(self.free, key=lambda each: goal[self._at[each]])
        self.goals[n] = goal
        self.free.remove(n)
        return n

    def send(self, goals: list[Field]) -> None:
        """Somebody to each of some places, always the POW who is nearest to one of them."""
        wanted = list(goals)
        while wanted and self.free:
            n, goal = min(
                ((n, goal) for n in self.free for goal in wanted),
                key=lambda each: each[1][self._at[each[0]]],
            )
            self.goals[n] = goal
            self.free.remove(n)
            wanted.remove(goal)

    def cost(self, goals: list[Field]) -> int:
        """The steps of the nearest two who are free."""
        return sum(sorted(goals[0][self._at[n]] for n in self.free)[: len(goals)])


@lru_cache(maxsize=1024)
def _usual_exits(mode: int, route: Route, tunnels: int, car: bool) -> tuple[int, ...]:
    """Where else a run can begin with the same cards, the most promising first.

    Guards cannot be everywhere: with somebody at each of several exits one of them is free sooner.
    """
    others = [
        other
        for other in routes(ALONG_TUNNELS[mode])
        if other.exits != route.exits
        and all(one <= most for one, most in zip(other.cards, route.cards, strict=True))
        and (other.goal != CAR_SPACE or car)
        and other.tunnel < 0
        and usual_chance(mode, other) > LEAST_CHANCE
    ]
    others.sort(key=lambda other: -usual_chance(mode, other))
    return tuple(dict.fromkeys(other.exits for other in others))


LEAST_CHANCE: Final = 0.01


def _other_exits(camp: Camp, route: Route) -> tuple[int, ...]:
    return _usual_exits(camp.mode, route, camp.tunnels, camp.car)


def complete(found: Plan) -> bool:
    return not any(found.missing) and not found.components
