"""How a sensible attacker chooses: which counter, which target, and from where.

A target is a structure, or for disease a section. The chance of hitting it is computed once for each
place of the grid: the middle of the shot inside its outline is more than half, near the outline a touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot
from typing import Final, NamedTuple

from garrison.core.state import Action
from garrison.games.siege import flight
from garrison.games.siege.actions import AIM, FOUL, LOAD, PULL, PULLS, SITE, STRIKE, TURN
from garrison.games.siege.bot.win_chance import NEAR, to_win
from garrison.games.siege.state import HEALTHY, SiegeState, ruined
from garrison.games.siege.tables import (
    BOULDER,
    CARD_SECTIONS,
    CASTLE,
    CORNERS,
    COUNTER_COUNT,
    DISEASE,
    EASIEST,
    FIRES,
    HUNDREDTH,
    KEEP,
    KIND_OF_COUNTER,
    MASON,
    PRIEST,
    RADIUS,
    SITE_AT,
    SITE_COUNT,
    SOLDIER,
    STRENGTH,
    STRUCTURE_COUNT,
    STRUCTURE_OF,
    WATERBOY,
    WIZARD,
    WOODEN,
    Point,
    Polygon,
)

TRIED: Final = 12
"""Sample points of the scatter, along and across."""
TOUCH: Final = 0.9 * RADIUS
"""A middle this near to an outline is a touch."""
COUNTER_WORTH: Final = {WIZARD: 0.24, PRIEST: 0.12, MASON: 0.28, WATERBOY: 0.1, SOLDIER: 0.04}
"""The value of injuring a counter and driving it away."""
MASON_ON, MASON_NEAR = 1.5, 0.7
"""Points that a Stonemason on a structure, or next to it, adds to its strength."""
BURNING: Final[tuple[float, ...]] = (0.15, 0.6, 1.5)
"""Points a fire does: with a Water boy on the structure, next to it, or none near."""
CLOSED: Final = 1.0
"""The value of closing a part of a structure to Stonemasons, relative to hitting it."""


class Chance(NamedTuple):
    """The chance that more than half of a shot lies on a target, and that any of it does."""

    half: float
    touch: float


# Shapes


def _box(polygons: Sequence[Polygon]) -> Polygon:
    xs = [x for polygon in polygons for x, _ in polygon]
    ys = [y for polygon in polygons for _, y in polygon]
    return ((min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys)))


def _outline(structure: int) -> Polygon:
    parts = [CORNERS[section] for section in range(CARD_SECTIONS) if STRUCTURE_OF[section] == structure]
    return parts[0] if len(parts) == 1 else _box(parts)


def _centre(polygon: Polygon) -> Point:
    return sum(x for x, _ in polygon) // len(polygon), sum(y for _, y in polygon) // len(polygon)


OUTLINES: Final = (*(_outline(structure) for structure in range(STRUCTURE_COUNT)), *CORNERS)
"""Outlines of all targets: structures first, then sections."""
FIRST_SECTION: Final = STRUCTURE_COUNT
CENTRES: Final = tuple(_centre(polygon) for polygon in OUTLINES)


def _sides(polygon: Polygon) -> list[tuple[float, float, float]]:
    """Lines a x + b y + c whose value is a point's distance inside."""
    found = []
    for (x, y), (u, v) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        length = hypot(u - x, v - y)
        found.append(((y - v) / length, (u - x) / length, (x * v - u * y) / length))
    return found


@cache
def chances(bend: int, site: int) -> tuple[Chance, ...]:
    """By target: the chance of a shot from a place of the grid at its middle."""
    return tuple(_chance(bend, SITE_AT[site], target) for target in range(len(OUTLINES)))


def _chance(bend: int, at: Point, target: int) -> Chance:
    angle, far = flight.towards(at, CENTRES[target])
    line, step = flight.BENDS[bend - 1], len(flight.NORMAL) // TRIED
    s, c = flight.sine(angle) / flight.ONE, flight.cosine(angle) / flight.ONE
    shares = [flight.NORMAL[step // 2 + step * n] / 1_000_000 for n in range(TRIED)]
    sides = _sides(OUTLINES[target])
    half = touch = 0
    for along in shares:
        way = far * (1 + line.along * along)
        for across in shares:
            aside = far * line.across * across
            x, y = at[0] + way * s + aside * c, at[1] - way * c + aside * s
            inside = min(a * x + b * y + k for a, b, k in sides)
            half += inside > 0
            touch += inside > -TOUCH
    return Chance(half / TRIED**2, touch / TRIED**2)


# Values of targets


def worths(s: SiegeState, kind: int) -> list[tuple[int, float, float]]:
    """(target, value of more than half, value of a touch) for a kind of shot."""
    if kind == DISEASE:
        return [(FIRST_SECTION + section, worth, 0.0) for section, worth in _foul_worths(s)]
    strength = STRENGTH[CASTLE[s.mode]]
    needed = to_win(s)
    found = []
    for structure in range(STRUCTURE_COUNT):
        if ruined(s, structure, strength):
            continue
        hard = needed[structure] + _masons(s, structure)
        if kind == BOULDER:
            points = 0.0 if s.spell else 1.0
            now = 0.5 * (needed[structure] <= 2 - s.spell), 0.5 * points * (needed[structure] <= 1)
            found.append((structure, 1 / hard + now[0], points / hard + now[1]))
        elif _burns(s, structure):
            found.append((structure, 0.0, BURNING[water_near(s, structure)] / hard))
    return found


def _burns(s: SiegeState, structure: int) -> bool:
    """True if it can catch fire; a second fire on a structure is worth nothing more."""
    wooden = WOODEN[CASTLE[s.mode]]
    takes = any(wooden[section] for section in range(CARD_SECTIONS) if STRUCTURE_OF[section] == structure)
    return takes and all(s.ammo[a] != structure for a in FIRES)


def _masons(s: SiegeState, structure: int) -> float:
    near = NEAR[structure]
    return sum(
        (MASON_ON, MASON_NEAR, 0.0)[near[s.where[c]]]
        for c in range(COUNTER_COUNT)
        if KIND_OF_COUNTER[c] == MASON and s.where[c] >= 0 and s.health[c] == HEALTHY
    )


def water_near(s: SiegeState, structure: int) -> int:
    """0: a Water boy on the structure, 1: one next to it, 2: none near."""
    return min(
        (
            NEAR[structure][s.where[c]]
            for c in range(COUNTER_COUNT)
            if KIND_OF_COUNTER[c] == WATERBOY and s.where[c] >= 0 and s.health[c] == HEALTHY
        ),
        default=2,
    )


def _foul_worths(s: SiegeState) -> list[tuple[int, float]]:
    needed, strength = to_win(s), STRENGTH[CASTLE[s.mode]]
    inside = [0.0] * (CARD_SECTIONS + 1)
    for c in range(COUNTER_COUNT):
        if s.where[c] >= 0:
            inside[s.where[c]] += COUNTER_WORTH[KIND_OF_COUNTER[c]] * (1 if s.health[c] == HEALTHY else 0.4)
    return [
        (section, inside[section] + _closing(s, section, needed[STRUCTURE_OF[section]]))
        for section in range(CARD_SECTIONS)
        if not s.foul >> section & 1 and not ruined(s, STRUCTURE_OF[section], strength)
    ]


def _closing(s: SiegeState, section: int, needed: int) -> float:
    """Closing one side of a gatehouse or the keep counts in full once the other is closed, else half."""
    structure = STRUCTURE_OF[section]
    others = [n for n in range(CARD_SECTIONS) if STRUCTURE_OF[n] == structure and n != section]
    open_ones = sum(not s.foul >> n & 1 for n in others)
    return CLOSED / (needed * (2 + open_ones)) * (0.5 if structure == KEEP else 1)


# Answers


def load_ranks(s: SiegeState, actions: Sequence[int]) -> list[float]:
    return [_best_anywhere(s, action - LOAD[0]) for action in actions]


def _best_anywhere(s: SiegeState, kind: int) -> float:
    found, bend = worths(s, kind), EASIEST[s.mode]
    best = best_chances(bend)
    return max((half * best[t].half + touch * best[t].touch for t, half, touch in found), default=0.0)


@cache
def best_chances(bend: int) -> tuple[Chance, ...]:
    """By target: the best chance from any place of the grid."""
    rows = [chances(bend, site) for site in range(SITE_COUNT)]
    return tuple(max(row[target] for row in rows) for target in range(len(OUTLINES)))


def _from_site(site: int, bend: int, found: list[tuple[int, float, float]]) -> tuple[float, int]:
    """The best target from a place of the grid, and its value; the keep if there is none."""
    row = chances(bend, site)
    return max(
        ((half * row[t].half + touch * row[t].touch, -t) for t, half, touch in found), default=(0.0, -KEEP)
    )


def site_ranks(s: SiegeState, actions: Sequence[int]) -> list[float]:
    found, bend = worths(s, s.loaded), EASIEST[s.mode]
    return [_from_site(action - SITE[0], bend, found)[0] for action in actions]


def target(s: SiegeState, site: int) -> int:
    return -_from_site(site, EASIEST[s.mode], worths(s, s.loaded))[1]


@cache
def bearing(site: int, aimed: int) -> tuple[int, int]:
    return flight.towards(SITE_AT[site], CENTRES[aimed])


def open_aim(s: SiegeState, action: int) -> Action:
    """The open choice that shoots from a place of the grid at the middle of the best target."""
    site, bend = action - SITE[0], EASIEST[s.mode]
    angle, far = bearing(site, target(s, site))
    x, y = SITE_AT[site]
    return AIM, x // HUNDREDTH, y // HUNDREDTH, angle, flight.pull_for(bend, far), 100 * bend


DEGREE_OFF: Final = 0.02
INCH_OFF: Final = 0.05
"""The cost of aiming an inch beside the middle of a target."""


def direction_ranks(s: SiegeState, actions: Sequence[int], site: int) -> list[float]:
    angle, _ = bearing(site, target(s, site))
    off = [abs((action - TURN[0]) * flight.DEGREE - angle) for action in actions]
    return [-DEGREE_OFF * min(each, flight.TURN - each) / flight.DEGREE for each in off]


def strength_ranks(s: SiegeState, actions: Sequence[int], site: int) -> list[float]:
    _, far = bearing(site, target(s, site))
    bend = EASIEST[s.mode]
    return [-INCH_OFF * abs(flight.way(bend, PULLS[action - PULL[0]]) - far) / 1000 for action in actions]


def struck_ranks(s: SiegeState, actions: Sequence[int], kind: int) -> list[float]:
    worth = {t: half + touch for t, half, touch in worths(s, kind)}
    if kind == DISEASE:
        return [worth.get(FIRST_SECTION + action - FOUL[0], 0.0) for action in actions]
    return [worth.get(action - STRIKE[0], 0.0) for action in actions]
