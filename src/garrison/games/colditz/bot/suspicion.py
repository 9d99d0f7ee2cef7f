"""Where POWs are likely to break out: of each nation the likeliest runs, from what everybody can see.

Seen are the POWs, kits, markers, how many cards an officer holds, those that the Security Officer is sure of,
and the pairs of POWs in rooms, who can make more at any moment. Nothing else is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from garrison.games.colditz.bot.distances import FAR, to_spaces
from garrison.games.colditz.bot.plans import Route, routes, still_to_pay
from garrison.games.colditz.bot.runs import Leg, Open, steps_out, way_out
from garrison.games.colditz.bot.ways_out import NO_WAY, Cards, capped
from garrison.games.colditz.cards.hands import counted
from garrison.games.colditz.castle.layout import (
    AREA,
    CAR_SPACE,
    INNER,
    NEIGHBOURS,
    NUMBER,
    SYMBOLS,
    TARGETS,
)
from garrison.games.colditz.editions import ALONG_TUNNELS, LEAVES_MARKERS, TUNNEL_CHAINS
from garrison.games.colditz.equipment import certain, held, supply
from garrison.games.colditz.gathering import SYMBOL
from garrison.games.colditz.state import CLOSED, ESCAPED, NOBODY, ColditzState
from garrison.games.colditz.tables import (
    EQUIPMENT_KINDS,
    NATION_COUNT,
    SEAT_COUNT,
    SECURITY,
    TEAM,
    TEAM_SIZE,
)

ESCAPE: Final = (0.4, 0.6)
"""What an escape is worth, by the number of those that its nation has had: two win."""
GATHERING: Final = 0.8
"""How much less a run counts for each turn that it still takes to get ready."""
PER_CARD: Final = 1.3
"""Turns to get a piece of equipment."""
MAKING: Final = 0.5
PER_COMPONENT: Final = 0.8
"""Turns to make a kit, and more for each component that nobody stands near."""
CHOICES: Final = (1.0, 0.4)
"""How much the best way of a POW at large counts, and the next one."""
STRIDE: Final = 8.4
LONGER: Final = 0.99
"""How much less a run counts for each step that it is longer."""
AT_LARGE: Final = 0.99
"""The same once he is on his way."""
LIKELY: Final = 11
"""Runs of a nation that are worth looking at."""
LONGEST: Final = 55
MOST_LIKELY_HELD: Final = 0.35
ONE_CARD: Final = 0.1
"""How likely a card in an officer's hand is the one he needs for a tunnel or the car: such cards are kept."""

SETS: Final[tuple[Cards, ...]] = (
    (2, 0, 0, 1),
    (4, 0, 0, 0),
    (3, 0, 0, 0),
    (3, 0, 1, 0),
    (3, 1, 0, 0),
    (2, 0, 1, 0),
    (2, 1, 0, 0),
    (2, 1, 1, 0),
    (1, 1, 1, 0),
    (1, 2, 0, 0),
    (0, 1, 2, 0),
    (1, 0, 1, 1),
    (1, 1, 0, 1),
)
"""Fact sheet 3.8: what officers collect."""


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A way to a target from where it leaves the inner courtyard, or on from where a POW is."""

    goal: int
    spaces: tuple[int, ...]
    links: tuple[tuple[int, int], ...]
    """Where on the way he uses a link, and which: guards can follow him over it."""
    away: bool
    """He is out of the inner courtyard already."""
    bars: frozenset[int]
    """The spaces on which a guard stops him: the first one, and chokes."""
    by_card: bool
    """Only an officer with a certain card takes it, for all that anybody knows."""


class Threat(NamedTuple):
    """A POW who may take a way: how much that weighs, and his steps to where it begins."""

    nation: int
    pawn: int
    weight: float
    before: int
    way: Way

    @property
    def group(self) -> int:
        """Of a group only one will run: a POW who is on his way, or the others of a nation."""
        if self.way.away:
            return self.pawn
        return -1 - self.nation - NATION_COUNT * self.way.by_card


class Suspicion:
    """What is to be feared in a position; of the same position always the same object."""

    __slots__ = ("barring", "by_nation", "by_pawn", "groups", "threats")

    def __init__(self, threats: tuple[Threat, ...]) -> None:
        self.threats = threats
        self.groups = [threat.group for threat in threats]
        self.by_pawn: dict[int, list[Threat]] = {}
        self.by_nation: dict[int, float] = {}
        self.barring: dict[int, int] = {}
        """By space, the threats that a guard there stops, a bit each."""
        for n, threat in enumerate(threats):
            self.by_pawn.setdefault(threat.pawn, []).append(threat)
            self.by_nation[threat.nation] = max(self.by_nation.get(threat.nation, 0.0), threat.weight)
            for space in threat.way.bars:
                self.barring[space] = self.barring.get(space, 0) | 1 << n


class Seen(NamedTuple):
    """All on which suspicion depends: what the Security Officer knows, and all samples of his view share."""

    mode: int
    at: tuple[int, ...]
    sure: tuple[int, ...]
    """By nation and kind, the equipment that he is sure of."""
    counts: tuple[int, ...]
    """By nation, how many cards of equipment there are."""
    piles: tuple[int, ...]
    kits: int
    markers: tuple[int, ...]
    inside: int
    driver: int
    out: int
    tunnels: tuple[int, ...]
    hands: tuple[int, ...]
    """By nation, how many Opportunity cards there are."""


class Camp(NamedTuple):
    """A nation as it is seen."""

    nation: int
    pawns: tuple[int, ...]
    """Its POWs above ground."""
    below: tuple[int, ...]
    ready: Cards
    """Equipment that it has, and that its pairs in rooms can make at once."""
    loose: int
    """Cards of its equipment of which nobody knows the kind."""
    parity: int
    """Kinds of equipment of which one of two makers is in a room, a bit each."""
    worth: float
    """Of an escape, less for the time until it has a kit."""


def suspicion(s: ColditzState) -> Suspicion:
    """The runs that are likely in a position."""
    nations = SECURITY[s.mode]
    sure = certain(s, nations)
    seen = Seen(
        s.mode,
        tuple(s.at[: nations * TEAM]),
        tuple(sure[: nations * EQUIPMENT_KINDS]),
        tuple(held(s, nation) for nation in range(nations)),
        tuple(supply(s, kind) for kind in range(EQUIPMENT_KINDS)),
        s.kits,
        tuple(s.markers[:nations]) if LEAVES_MARKERS[s.mode] else (0,) * nations,
        s.inside,
        s.driver,
        s.out,
        tuple(s.tunnels),
        tuple(counted(s, nation) for nation in range(nations)),
    )
    return _suspicion(seen)


@lru_cache(maxsize=512)
def _suspicion(seen: Seen) -> Suspicion:
    found: list[Threat] = []
    for nation in range(len(seen.counts)):
        if not seen.out >> nation & 1:
            found += _threats(seen, _camp(seen, nation))
    return Suspicion(tuple(found))


def _camp(seen: Seen, nation: int) -> Camp:
    first = nation * TEAM
    team = range(first, first + TEAM_SIZE[SEAT_COUNT[seen.mode]])
    there = [pawn for pawn in team if seen.at[pawn] >= 0 and pawn != seen.driver]
    above = tuple(pawn for pawn in there if not seen.inside >> pawn & 1)
    below = tuple(pawn for pawn in there if seen.inside >> pawn & 1)
    symbols = [0] * (len(SYMBOLS) + 1)
    for pawn in above:
        symbols[SYMBOL[seen.at[pawn]]] += 1
    own = seen.sure[nation * EQUIPMENT_KINDS : (nation + 1) * EQUIPMENT_KINDS]
    ready = capped(tuple(n + min(symbols[kind] // 2, seen.piles[kind]) for kind, n in enumerate(own)))
    escapes = sum(seen.at[pawn] == ESCAPED for pawn in team)
    worth = ESCAPE[min(escapes, 1)]
    if not seen.kits >> nation & 1:
        lacking = sum(not n for n in symbols[EQUIPMENT_KINDS:-1])
        worth *= GATHERING ** (MAKING + PER_COMPONENT * lacking)
    parity = sum((symbols[kind] & 1) << kind for kind in range(EQUIPMENT_KINDS))
    return Camp(nation, above, below, ready, seen.counts[nation] - sum(own), parity, worth)


def _threats(seen: Seen, camp: Camp) -> list[Threat]:
    """The likeliest runs of a nation, and those of everybody who is out of the inner courtyard."""
    at, along = seen.at, ALONG_TUNNELS[seen.mode]
    home = [pawn for pawn in camp.pawns if AREA[at[pawn]] == INNER]
    nearest = {
        exits: min(((to_spaces(exits)[at[pawn]], pawn) for pawn in home), default=(FAR, NOBODY))
        for exits in _exits(along)
    }
    able = []
    for weight, route in _prospects(
        seen.mode,
        seen.markers[camp.nation],
        camp.ready,
        camp.loose,
        camp.parity,
        seen.tunnels,
        seen.hands[camp.nation],
    ):
        before, pawn = nearest[route.exits]
        if before < FAR:
            able.append((camp.worth * weight * GATHERING ** (before / STRIDE), before, pawn, route))
    able.sort(key=lambda each: -each[0])
    found = [
        Threat(camp.nation, pawn, weight, before, _way(route.legs, route.goal, away=False))
        for weight, before, pawn, route in able[:LIKELY]
    ]
    for pawn in camp.pawns:
        if AREA[at[pawn]] != INNER:
            found += _at_large(camp, pawn, at[pawn], 0, along)
    for pawn in camp.below:
        chain = next(each for each in TUNNEL_CHAINS[seen.mode] if at[pawn] in each)
        found += _at_large(camp, pawn, chain[-1], len(chain) - 1 - chain.index(at[pawn]), along)
    return found


@lru_cache(maxsize=2048)
def _prospects(
    mode: int, markers: int, ready: Cards, loose: int, parity: int, tunnels: tuple[int, ...], cards: int
) -> list[tuple[float, Route]]:
    """By exit and target the route that is likeliest with this equipment, and how likely it is."""
    able: dict[tuple[int, int], tuple[float, Route]] = {}
    for route in _routes(ALONG_TUNNELS[mode]):
        turns = _turns(still_to_pay(mode, route, markers), ready, loose, parity)
        weight = GATHERING**turns * LONGER ** max(0, len(route.legs) - 20)
        weight *= _has_card(route, tunnels, cards)
        key = route.exits, route.goal
        if key not in able or weight > able[key][0]:
            able[key] = weight, route
    return list(able.values())


_SOLE: Final = {target: NEIGHBOURS[target][0] for target in TARGETS if len(NEIGHBOURS[target]) == 1}
CHOKES: Final = frozenset((NUMBER["post_out_7"], CAR_SPACE, *_SOLE.values()))
"""Spaces that nobody gets past on some ways (fact sheet 3.4)."""


@lru_cache(maxsize=2048)
def _way(legs: tuple[Leg, ...], goal: int, away: bool) -> Way:
    spaces = tuple(leg.space for leg in legs)
    links = tuple((place, leg.link) for place, leg in enumerate(legs) if leg.link >= 0)
    bars = {space for space in spaces if space in CHOKES and (space != CAR_SPACE or goal == CAR_SPACE)}
    if not away and legs[0].price is not None:
        bars.add(spaces[0])
    by_card = goal == CAR_SPACE or (not away and legs[0].price is None)
    return Way(goal, spaces, links, away, frozenset(bars), by_card)


def _turns(need: Sequence[int], ready: Cards, loose: int, parity: int) -> float:
    """The turns until a nation has what it still lacks of a set of equipment."""
    missing = halves = 0.0
    for kind, n in enumerate(need):
        if n > ready[kind]:
            missing += n - ready[kind]
            halves += 0.4 * (parity >> kind & 1)
    if not missing:
        return 0.0
    return PER_CARD * max(0.1, missing - 0.7 * min(loose, missing) - halves)


@lru_cache(maxsize=2)
def _routes(along: bool) -> tuple[Route, ...]:
    return tuple(route for route in routes(along) if len(route.legs) <= LONGEST)


@lru_cache(maxsize=2)
def _exits(along: bool) -> tuple[int, ...]:
    return tuple({route.exits for route in _routes(along)})


def _has_card(route: Route, tunnels: tuple[int, ...], cards: int) -> float:
    """How likely an officer with so many cards in his hand may take a route at all."""
    if route.goal != CAR_SPACE and (route.tunnel < 0 or tunnels[route.tunnel] != CLOSED):
        return 1.0
    return min(MOST_LIKELY_HELD, ONE_CARD * cards)


def _at_large(camp: Camp, pawn: int, place: int, before: int, along: bool) -> list[Threat]:
    """The two likeliest ways of a POW who is out of the inner courtyard, or will be after a tunnel."""
    free, able = Open(0, 0, along), []
    for cards in (camp.ready, *SETS):
        ready = camp.worth * GATHERING ** _turns(cards, camp.ready, camp.loose, camp.parity)
        for goal in TARGETS:
            steps = steps_out(goal, cards, free)[place]
            if steps < NO_WAY:
                able.append((ready * AT_LARGE**steps, goal, cards))
    found: list[Threat] = []
    for weight, goal, cards in sorted(able, reverse=True):
        if len(found) < len(CHOICES) and all(goal != other.way.goal for other in found):
            way = _way(way_out(place, goal, cards, free), goal, away=True)
            found.append(Threat(camp.nation, pawn, weight * CHOICES[len(found)], before, way))
    return found
