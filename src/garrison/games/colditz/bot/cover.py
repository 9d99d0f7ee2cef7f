"""Cover: how well guards, where they stand, would catch those who break out, and what a guard adds to it.

A likely run is looked at where the runner will probably stop at the end of his turns. A guard near such a
space takes him there if the roll is high enough; the turns until then bring guards nearer. Some spaces bar a
run altogether, and doors can be plugged. For each guard the worth of every
space is found at once (`lanes.py`).
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from garrison.games.colditz.bot.lanes import (
    BEYOND,
    Links,
    cover_lanes,
    gain_of,
    level_of,
    site_lanes,
    steps_to,
    stop_steps,
    unpacked,
)
from garrison.games.colditz.bot.odds import reaches
from garrison.games.colditz.bot.runs import CHASE
from garrison.games.colditz.bot.suspicion import Suspicion, Threat, Way, suspicion
from garrison.games.colditz.castle.layout import CAR_SPACE, NUMBER, POSTS, members
from garrison.games.colditz.castle.reach import POW_STOPS, Ways, guard_ways
from garrison.games.colditz.state import BARRACKS, OFFICE, ColditzState
from garrison.games.colditz.tables import CLEAR_DOORWAYS, FIRST_GUARD

PHASES: Final = (((9, 0.5), (16, 0.5)), ((5, 0.5), (9, 0.5)))
"""Steps to where a runner stops first, with the chance of each: who begins waits for a good roll."""
POWER: Final = 3
"""How much the best of several runs is to be feared more than the others."""
STRIDE: Final = 8
SHARES: Final = (0.55, 0.3, 0.15)
"""How much of the worth of cover is due to each of the next turns of the Security Officer."""
TURNS: Final = len(SHARES)
SURE: Final = 0.92
"""A guard who gets there takes him, unless a card helps."""
AROUND: Final = 0.04
"""What is left of the fear of a run that is barred: there may be another way nearby."""
LEFT_OPEN: Final = 0.1
"""How much cover of a run counts however little it is to be feared."""
NEGLIGIBLE: Final = 0.0005
MOST_STOPS: Final = 24
ANYBODY: Final = -1
"""Instead of a guard: one who adds nothing where he is."""

PLUGS: Final = {
    NUMBER[name]: worth
    for name, worth in (
        ("in_087", 0.1),
        ("in_012", 0.1),
        ("in_122", 0.1),
        ("in_184", 0.08),
        ("in_004", 0.04),
        ("in_007", 0.04),
        ("in_202", 0.04),
        ("in_208", 0.04),
        ("in_229", 0.03),
        ("in_214", 0.03),
        ("in_224", 0.03),
        ("in_155", 0.03),
    )
}
"""Spaces before doors, and what a guard is worth there: most before those to rope and wire cutters."""


_NOBODY: Final = (BEYOND, BEYOND, BEYOND)


CAR: Final = 0.15
"""What a guard is worth on the space of the staff car: nobody can get into it, whoever has the card."""


class Stop(NamedTuple):
    """A space where a runner may stand in the Security Officer's turn."""

    space: int
    links: Links
    chase: int
    """By how much guards have come nearer until then."""


class Covered(NamedTuple):
    """A stop, with all that counts for its cover."""

    stop: Stop
    weight: float
    level: int
    nearest: tuple[int, int, int]
    steps: tuple[int, ...]
    """Of the guards on the board, in their order."""
    posting: int
    """Of a guard in barracks."""


class Cover:
    """The cover of one position. Guards are numbered from 0."""

    def __init__(self, mode: int, feared: Suspicion, places: tuple[int, ...], posts: int, ways: Ways) -> None:
        self.mode = mode
        self.feared = feared
        self._places = places
        self._ways = ways
        there = [place for place in places if place >= 0]
        self._there = frozenset(there)
        on_board = [n for n, place in enumerate(places) if place >= 0]
        self._order = {guard: n for n, guard in enumerate(on_board)}
        self._board = itemgetter(*there, there[0], there[0]) if there else None
        free = [post for post in POSTS if not posts >> post & 1]
        self._posts = itemgetter(*free, free[0]) if free else None
        self._idle = sum(place in (BARRACKS, OFFICE) for place in places) if free else 0
        self._near: dict[Stop, tuple[tuple[int, int, int], tuple[int, ...], int]] = {}
        known: dict[Way, float] = {}
        self.through = []
        for threat in feared.threats:
            if threat.way not in known:
                known[threat.way] = self._get_through(threat.way)
            self.through.append(known[threat.way])
        self.blocked = 0
        for space, stopped in feared.barring.items():
            if space in self._there:
                self.blocked |= stopped
        self._fears = [
            (each.weight * through) ** POWER
            for each, through in zip(feared.threats, self.through, strict=True)
        ]
        self.risk = {group: fear ** (1 / POWER) for group, fear in self._sums(self.blocked).items()}
        self.dangers: dict[int, float] = {}
        stops = self._weighted_stops()
        self._scale = min(24000.0, 57600 / (sum(weight for _, weight in stops) + 0.8))
        self._stops = [
            Covered(stop, weight, level_of(weight * self._scale), *self._nearest(stop))
            for stop, weight in stops
        ]
        self._worths: dict[int, tuple[int, ...]] = {}
        self._site_steps: dict[int, tuple[int, int]] = {}
        self._sites = self._bars(self.blocked)
        self._common = self._all_lanes()

    # Runs

    def _get_through(self, way: Way) -> float:
        through = 0.0
        for first, chance in PHASES[way.away]:
            left = 1.0
            for stop in _stops(self.mode, way, first):
                left *= 1 - SURE * reaches(self.mode, self._nearest(stop)[0][0] - stop.chase)
            through += chance * left
        return through

    def _sums(self, blocked: int) -> dict[int, float]:
        sums: dict[int, float] = {}
        for n, (group, fear) in enumerate(zip(self.feared.groups, self._fears, strict=True)):
            sums[group] = sums.get(group, 0.0) + (fear * AROUND if blocked >> n & 1 else fear)
        return sums

    def _weighted_stops(self) -> list[tuple[Stop, float]]:
        """The stops, and what it is worth to cover each."""
        found: dict[Stop, float] = {}
        for n, threat in enumerate(self.feared.threats):
            risk = self.risk.get(self.feared.groups[n], 0.0)
            weight = threat.weight * LEFT_OPEN
            if risk > 0:
                share = threat.weight * self.through[n] / risk * (0.35 if self.blocked >> n & 1 else 1.0)
                weight += threat.weight * (1 - LEFT_OPEN) * share
                danger = risk * share**POWER
                self.dangers[threat.pawn] = self.dangers.get(threat.pawn, 0.0) + danger
            for first, chance in PHASES[threat.way.away]:
                for stop, part in zip(_stops(self.mode, threat.way, first), SHARES, strict=False):
                    found[stop] = found.get(stop, 0.0) + weight * chance * part
        likely = ((stop, weight) for stop, weight in found.items() if weight > NEGLIGIBLE)
        return sorted(likely, key=lambda each: -each[1])[:MOST_STOPS]

    def _nearest(self, stop: Stop) -> tuple[tuple[int, int, int], tuple[int, ...], int]:
        """The steps of the three nearest guards, of each guard on the board, and of one in barracks."""
        found = self._near.get(stop)
        if found is None:
            field = stop_steps(stop.space, stop.links, self._ways)
            steps = self._board(field) if self._board else ()
            posting = 1 + min(self._posts(field)) if self._posts else BEYOND
            one, two, three = sorted((*steps[:-2], *(posting,) * min(3, self._idle), *_NOBODY))[:3]
            found = self._near[stop] = (one, two, three), steps, min(posting, BEYOND)
        return found

    # Spaces that bar a run

    def _bars(self, blocked: int) -> dict[int, float]:
        """By space, what it is worth that a guard stands there, if these runs are stopped already."""
        found: dict[int, float] = {}
        sums = self._sums(blocked)
        for space, stopped in self.feared.barring.items():
            removed: dict[int, float] = {}
            for n in members(stopped & ~blocked):
                group = self.feared.groups[n]
                removed[group] = removed.get(group, 0.0) + self._fears[n] * (1 - AROUND)
            worth = sum(
                sums[group] ** (1 / POWER) - max(0.0, sums[group] - fear) ** (1 / POWER)
                for group, fear in removed.items()
            )
            if worth > NEGLIGIBLE:
                found[space] = worth
        found[CAR_SPACE] = found.get(CAR_SPACE, 0.0) + CAR
        if not CLEAR_DOORWAYS[self.mode]:
            for space, worth in PLUGS.items():
                found[space] = found.get(space, 0.0) + worth
        return found

    def _sites_for(self, guard: int) -> dict[int, float]:
        """The same for a guard, who may stand on one of them himself."""
        place = self._places[guard] if guard >= 0 else -1
        if place not in self.feared.barring:
            return self._sites
        blocked = 0
        for space, stopped in self.feared.barring.items():
            if space in self._there and space != place:
                blocked |= stopped
        return self._bars(blocked)

    # Worths

    def _all_lanes(self) -> int:
        """The worth of all spaces for somebody more."""
        total = 0
        for each in self._stops:
            one, two, _ = each.nearest
            total += self._stop_lanes(each.stop, one, two, each.level)
        for space, worth in self._sites.items():
            if space not in self._there:
                total += self._site_lanes(space, worth, ANYBODY)
        return total

    def _stop_lanes(self, stop: Stop, first: int, second: int, level: int) -> int:
        others = first, second
        return cover_lanes(self.mode, stop.space, stop.links, self._ways, stop.chase, others, level)

    def _site_lanes(self, space: int, worth: float, guard: int) -> int:
        """The worth of a guard there or on his way; others may be nearer."""
        one, two = self._nearest_to(space)
        place = self._places[guard] if guard >= 0 else -1
        if place >= 0 and steps_to(space, self._ways)[place] <= one:
            one = two
        return site_lanes(space, self._ways, one, level_of(worth * self._scale))

    def _nearest_to(self, space: int) -> tuple[int, int]:
        """The steps of the two nearest guards on the board to a space."""
        found = self._site_steps.get(space)
        if found is None:
            steps = self._board(steps_to(space, self._ways))[:-2] if self._board else ()
            one, two = sorted((*steps, BEYOND, BEYOND))[:2]
            found = self._site_steps[space] = min(one, BEYOND), min(two, BEYOND)
        return found

    def _lanes(self, guard: int) -> int:
        """The worth of all spaces for a guard, instead of where he is."""
        total, place = self._common, self._places[guard]
        order = self._order.get(guard, -1)
        for each in self._stops:
            one, two, three = each.nearest
            steps = each.steps[order] if order >= 0 else each.posting
            if steps <= two < BEYOND or steps <= one < BEYOND:
                others = (two, three) if steps <= one else (one, three)
                total += self._stop_lanes(each.stop, *others, each.level)
                total -= self._stop_lanes(each.stop, one, two, each.level)
        sites = self._sites_for(guard)
        for space, worth in self._sites.items():
            if space not in self._there and (sites.get(space) != worth or self._leads(guard, space)):
                total -= self._site_lanes(space, worth, ANYBODY)
                total += self._site_lanes(space, sites.get(space, 0.0), guard)
        for space, worth in sites.items():
            if space == place or (space not in self._sites and space not in self._there):
                total += self._site_lanes(space, worth, guard)
        return total

    def _leads(self, guard: int, space: int) -> bool:
        """A guard is the nearest to a space."""
        place = self._places[guard]
        if place < 0:
            return False
        return steps_to(space, self._ways)[place] <= self._nearest_to(space)[0] < BEYOND

    def worths(self, guard: int) -> tuple[int, ...]:
        """By space, the worth of a guard there, in parts of `unit`."""
        if guard not in self._worths:
            lanes = self._lanes(guard)
            if lanes != self._common:
                self._worths[guard] = unpacked(lanes)
            else:
                if ANYBODY not in self._worths:
                    self._worths[ANYBODY] = unpacked(lanes)
                self._worths[guard] = self._worths[ANYBODY]
        return self._worths[guard]

    @property
    def unit(self) -> float:
        return 1 / self._scale

    def in_reserve(self, guard: int) -> float:
        """The worth of a guard in barracks: not the first there is worth little."""
        worth, order = 0.0, self._order.get(guard, -1)
        for each in self._stops if self._posts else ():
            one, two, three = each.nearest
            own = each.steps[order] if order >= 0 else each.posting
            others = (one, two) if own > two else (two, three) if own <= one else (one, three)
            if each.posting < others[1]:
                worth += each.weight * gain_of(self.mode, each.stop.chase, *others, each.posting)
        return worth

    def covered_from(self, space: int) -> Threat | None:
        """The run that a guard on a space covers best, or None."""
        best, found = 0.0, None
        for threat in self.feared.threats:
            for first, chance in PHASES[threat.way.away]:
                for stop, part in zip(_stops(self.mode, threat.way, first), SHARES, strict=False):
                    steps = stop_steps(stop.space, stop.links, self._ways)[space]
                    worth = threat.weight * chance * part * reaches(self.mode, steps - stop.chase)
                    if worth > best:
                        best, found = worth, threat
        return found

    def at(self, guard: int, space: int) -> float:
        return self.worths(guard)[space] / self._scale

    def here(self, guard: int) -> float:
        """What a guard is worth where he is."""
        place = self._places[guard]
        return self.at(guard, place) if place >= 0 else self.in_reserve(guard)


def cover(s: ColditzState) -> Cover:
    """The cover of a position, remembered."""
    posts = 0
    for post in POSTS:
        posts |= s.occupied & 1 << post
    return _cover(s.mode, suspicion(s), tuple(s.at[FIRST_GUARD:]), posts, guard_ways(s))


@lru_cache(maxsize=256)
def _cover(mode: int, feared: Suspicion, places: tuple[int, ...], posts: int, ways: Ways) -> Cover:
    return Cover(mode, feared, places, posts, ways)


@lru_cache(maxsize=8192)
def _stops(mode: int, way: Way, first: int) -> tuple[Stop, ...]:
    """Where a runner stops at the end of his turns, if his first one takes him so far."""
    if way.goal == CAR_SPACE:
        return ()
    found: list[Stop] = []
    place = first
    while place < len(way.spaces) - 1 and len(found) < TURNS:
        there = place
        while there > 0 and not POW_STOPS[mode] >> way.spaces[there] & 1:
            there -= 1
        links = tuple((link, there - n + 1) for n, link in way.links if n <= there)
        found.append(Stop(way.spaces[there], links, CHASE * len(found)))
        place += STRIDE
    return tuple(found)
