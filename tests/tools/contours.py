"""The outlines in the picture of Colditz, computed from the data of the board: `make contours` writes them.

Grounds, walls and roofs follow from where the spaces are: what is nearer to an inner space than to an outer
one is the castle. The drawing only reads the outcome, so that making a board stays quick; a test says when
it no longer fits.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final

from garrison.games.colditz.castle.layout import (
    AREA,
    BARRACKS_DISC,
    BURIED,
    CASTLE_SIDE,
    CELL_INNER_DISC,
    CELL_OUTER_DISC,
    FAR_SIDE,
    GATES,
    INNER,
    KIND,
    LIGHT,
    LINK_COUNT,
    NEIGHBOURS,
    OFFICE_DISC,
    OUTER,
    OUTSIDE,
    ROOM_OF,
    ROOM_SPACES,
    ROOMS,
    SAFE,
    SPACE_COUNT,
    SPACES,
    TARGETS,
    WALKWAY,
)
from garrison.games.colditz.show.drawing.barriers import FENCE
from garrison.games.colditz.show.drawing.ground import MOAT
from garrison.games.colditz.show.drawing.lettering import COURT, YARDS, plate_size, target_size, yard_size
from garrison.games.colditz.show.drawing.office import HIGH, SPACE, WIDE
from garrison.games.colditz.show.drawing.scale import AT, RING, SIZE
from garrison.games.colditz.show.drawing.shapes import clusters, of_kind
from garrison.games.colditz.words import parts
from support import paths
from tools.grid import (
    CELL,
    Field,
    Point,
    areas,
    distances,
    filled,
    nearest,
    on_grid,
    outlines,
    reaching,
    signed,
    thinned,
)

FILE: Final = paths.SOURCE / "games" / "colditz" / "data" / "contours.json"
GROUND: Final = 46
"""How far the ground of the terraces reaches beyond their outermost spaces."""
CLOSED: Final = 85
"""Half the width of a bay of the outer wall that is filled."""
FLOOR: Final = 27
"""How far a floor reaches around its spaces."""
WALL: Final = 11
"""How thick walls are between floor and roof."""
LEAST_ROOF: Final = 2_000
THIN: Final = 12
"""Smaller pieces of roof are wall, and so is what is not twice as broad as this: no pockets between walls."""
HIPS: Final = (16, 34, 52, 70)
"""How far inside a roof its lines run."""
GROUNDS: Final = {"north-yard": "lawn", "garden": "lawn", "roofs": "roof"}
"""Parts of the outer courtyard with a ground of their own: grass below windows, and roofs."""
NARROW: Final = 60
"""How far such a ground reaches beyond its spaces."""
LAWN: Final = 46
"""The same of the ground around lawns."""
FROM_WIRE: Final = 42
GATEWAY: Final = 36
BLOCKS: Final = 52
"""How near the wire, a gate, and cells or barracks no wall stands; near those no name of a yard either."""
TREES, TREE, CROWN = 34, 46, 18
"""From one tree to the next, how near a way or a wall one may stand, and how near a name."""


Plate = tuple[int, int, int, int, int]
"""Middle, width, height and turn in degrees."""
HOUSE: Final[Plate] = (*AT[SPACE], WIDE, HIGH, 0)
"""The Commander's office, which no name covers."""


# Where what is


def between(spaces: Iterable[int], step: float = 12) -> Iterator[Point]:
    """The middles of spaces, and points on the plain links between them."""
    chosen = set(spaces)
    for space in chosen:
        yield AT[space]
        for other in NEIGHBOURS[space]:
            if other > space and other in chosen:
                (x, y), (u, v) = AT[space], AT[other]
                parts = max(1, round(math.dist(AT[space], AT[other]) / step))
                yield from ((x + (u - x) * n / parts, y + (v - y) * n / parts) for n in range(1, parts))


SURFACE: Final = [space for space in range(SPACE_COUNT) if KIND[space] != OFFICE_DISC and space not in BURIED]
INSIDE: Final = [space for space in SURFACE if AREA[space] == INNER]
AROUND: Final = [space for space in SURFACE if AREA[space] == OUTER]
WALKED: Final = [space for space in AROUND if KIND[space] not in (BARRACKS_DISC, CELL_OUTER_DISC)]
BEYOND: Final = [space for space in SURFACE if AREA[space] == OUTSIDE]


def yards() -> list[list[int]]:
    """The parts of the outer courtyard that plain links join when all gates are shut."""
    found, seen = [], set(GATES)
    for start in WALKED:
        if start in seen:
            continue
        seen.add(start)
        yard = [start]
        for space in yard:
            for other in NEIGHBOURS[space]:
                if other not in seen and AREA[other] == OUTER:
                    seen.add(other)
                    yard.append(other)
        found.append(yard)
    return found


class Plan:
    """The fields that everything is cut from."""

    def __init__(self) -> None:
        self.inner = reaching(between(INSIDE))
        self.outer = reaching(between(AROUND))
        outside = reaching(between(BEYOND))
        near = [
            min(a, b) < GROUND and min(a, b) < c
            for a, b, c in zip(self.inner, self.outer, outside, strict=True)
        ]
        grown = signed([far > -CLOSED for far in signed(near)])
        closed = zip(near, grown, self.inner, self.outer, outside, strict=True)
        self.within = filled(
            [
                on_grid(at) and (each or (far > CLOSED and min(a, b) < c))
                for at, (each, far, a, b, c) in enumerate(closed)
            ]
        )
        self.edge = signed(self.within)
        self.free = distances((AT[space] for space in SURFACE), FREE)
        self.floor = [far - FLOOR for far in self.inner]
        self.keep = [
            min((b - a) / 2, edge) for a, b, edge in zip(self.inner, self.outer, self.edge, strict=True)
        ]

    def roof(self) -> Field:
        """How far inside a roof a node is."""
        edge = signed([each > 0 for each in self.keep])
        found = [min(a, b) - WALL for a, b in zip(self.floor, edge, strict=True)]
        broad = signed([each > THIN for each in found])
        found = [min(each, far + THIN) for each, far in zip(found, broad, strict=True)]
        for piece in areas([each > 0 for each in found]):
            if len(piece) * CELL * CELL < LEAST_ROOF:
                for at in piece:
                    found[at] = min(found[at], -1.0)
        return found

    def yard(self, name: str) -> Field:
        """Where a part of the outer courtyard is nearer than any other, and than the castle."""
        own, others = (
            reaching(between(space for space in AROUND if (GROUNDS.get(parts()[space]) == name) == mine))
            for mine in (True, False)
        )
        return [
            min((b - a) / 2, edge, -keep, NARROW - a)
            for a, b, edge, keep in zip(own, others, self.edge, self.keep, strict=True)
        ]

    def lawn(self) -> Field:
        """What lies within the walls far from every space."""
        return [
            min(edge, min(a, b) - LAWN) for a, b, edge in zip(self.inner, self.outer, self.edge, strict=True)
        ]

    def in_the_open(self, plate: Plate) -> bool:
        """No letter of a name there crosses the outer wall or comes near the castle."""
        spots = [nearest(*spot) for spot in _all_over(plate)]
        beyond = self.edge[spots[0]] < 0
        return all(
            abs(self.edge[at]) >= FROM_EDGE and (self.edge[at] < 0) == beyond and self.keep[at] <= -FROM_WALL
            for at in spots
        )

    def ramparts(self) -> list[list[list[int]]]:
        """The outer wall, but where the wire stands in its place."""
        return [
            run
            for line in outlines(self.edge, least=4_000)
            for run in _runs(line, lambda spot: _far_from(spot, FENCE) > FROM_WIRE and on_board(spot))
        ]

    def yard_walls(self) -> list[list[list[int]]]:
        """Walls around all parts of the outer courtyard but the largest, where no other wall stands."""
        found = []
        keep, edge = self.keep, self.edge
        for yard in sorted(yards(), key=len)[:-1]:
            if len(yard) < 3:
                continue
            own = reaching(between(yard))
            others = reaching(between(set(WALKED) - set(yard) - set(GATES)))
            field = [min((b - a) / 2, c, -d) for a, b, c, d in zip(own, others, edge, keep, strict=True)]
            for line in outlines(field, least=2_000):
                found += _runs(line, self._free)
        return found

    def _free(self, spot: Point) -> bool:
        """A wall may stand here: not beside another wall, not across a gate."""
        at = nearest(*spot)
        return (
            self.keep[at] < -CELL / 2
            and self.edge[at] > CELL
            and _far_from(spot, [AT[gate] for gate in GATES]) > GATEWAY
            and _far_from(spot, [AT[space] for space in AROUND if space not in WALKED]) > BLOCKS
        )

    def trees(self, names: Sequence[Plate]) -> list[list[int]]:
        """In clumps on the grass, nowhere near a way, a wall, the water or a name."""
        taken = [*(AT[space] for space in BEYOND), *(point for point in water())]
        free = distances(taken, TREES + 60)
        found = []
        for row in range(1, SIZE[1] // TREES):
            for column in range(1, SIZE[0] // TREES):
                seed = (row * 7919 + column * 104729 + row * column * 31) % 1009
                x = column * TREES + seed % 23 - 11
                y = row * TREES + seed % 19 - 9
                at = nearest(x, y)
                clump = math.sin(x / 170) + math.cos(y / 130) + math.sin((x + y) / 90) / 2
                grown = free[at] > TREE and self.edge[at] < -TREE - 30 and clump + seed / 1009 > 0.55
                if grown and all(_gap(name, (x, y)) > CROWN for name in names):
                    found.append([x, y])
        return found


def water() -> Iterator[Point]:
    """Points all over the moat."""
    for ((x, y), wide), ((u, v), _) in pairwise(MOAT):
        steps = round(math.dist((x, y), (u, v)) / 12)
        for n in range(steps):
            a, b = x + (u - x) * n / steps, y + (v - y) * n / steps
            yield from ((a + off, b) for off in range(-round(wide / 2), round(wide / 2), 20))


def on_board(spot: Point) -> bool:
    return 0 <= spot[0] <= SIZE[0] and 0 <= spot[1] <= SIZE[1]


def _far_from(spot: Point, line: Iterable[Point]) -> float:
    return min(math.dist(spot, each) for each in line)


def _runs(line: list[list[int]], keeps: Callable[[Point], bool]) -> list[list[list[int]]]:
    """The parts of a closed line where something holds, each from end to end."""
    fine: list[tuple[list[int], bool]] = []
    for (x, y), (u, v) in zip(line, [*line[1:], line[0]], strict=True):
        steps = max(1, round(math.dist((x, y), (u, v)) / CELL))
        for n in range(steps):
            at = (x + (u - x) * n / steps, y + (v - y) * n / steps)
            fine.append(([round(at[0]), round(at[1])], keeps(at)))
    turn = next((n for n, (_, kept) in enumerate(fine) if not kept), 0)
    fine = [*fine[turn:], *fine[:turn]]
    runs: list[list[list[int]]] = [[]]
    for spot, kept in fine:
        if kept:
            runs[-1].append(spot)
        elif runs[-1]:
            runs.append([])
    return [
        [[round(x), round(y)] for x, y in thinned([(x, y) for x, y in run], 1.6)]
        for run in runs
        if len(run) > 3
    ]


# Name plates

STEP: Final = 10
"""From one place tried for a plate to the next."""
ASIDE: Final = 120
"""How far beyond its room a plate may stand."""
MARGIN: Final = 4
NEARER, APART = 6, 30
"""How much farther a plate stays from other rooms than from its own; the one of the courtyard."""
FROM_EDGE, FROM_WALL = 22, 8
"""How far the name of a yard stays from the outer wall, and from the walls of the castle."""
FREE: Final = 90
"""How far from a space is far enough for any name."""
LONGEST: Final = 260
"""More than half the length of any name."""
TURNED, BROKEN, ON_GROUND, ASTRAY = 30, 12, 40, 160
"""The cost of being turned, of two lines, of lying on open ground, of being nearer to another room."""


def plates(plan: Plan) -> dict[str, list[int]]:
    """A plate each that covers no space: first the courtyard, then those with the fewest places."""
    spaces = labelled()
    found: dict[str, Plate] = {}
    ranked = {name: sorted(_ranked(plan, name, spaces)) for name in spaces}
    for name in sorted(spaces, key=lambda each: (each != COURT, len(ranked[each]), each)):
        taken = [HOUSE, *found.values()]
        free = (plate for _, plate in ranked[name] if not any(_overlap(plate, each) for each in taken))
        best = next(free, None)
        if best is None:
            raise SystemExit(f"there is no room for the name plate of {name}")
        found[name] = best
    return {name: list(found[name]) for name in spaces}


def _ranked(plan: Plan, name: str, spaces: dict[str, list[int]]) -> Iterator[tuple[float, Plate]]:
    """All places for a plate, and what each costs."""
    own = [AT[space] for space in spaces[name]]
    others = [AT[space] for each, members in spaces.items() if each != name for space in members]
    if name not in (*ROOMS, COURT):
        others += [AT[space] for space in of_kind(SAFE)]
    a, b = _middle(own)
    for turn in dict.fromkeys((0, _axis(own))):
        for lines in (1, 2):
            wide, high = plate_size(name, lines)
            for x, y in _around(own):
                plate = (x, y, wide, high, turn)
                if plan.free[nearest(x, y)] < high / 2 + RING or not _on_sheet(plate) or _covers(plate):
                    continue
                to_own = min(_gap(plate, at) for at in own)
                astray = min(_gap(plate, at) for at in others) < to_own + (APART if name == COURT else NEARER)
                spots = [nearest(*at) for at in _spots_of(plate)]
                ground = sum(
                    (plan.keep if name in (*ROOMS, COURT) else plan.edge)[at] < 0 for at in spots
                ) / len(spots)
                looks = TURNED * bool(turn) + BROKEN * (lines - 1) + ON_GROUND * ground + ASTRAY * astray
                yield round(looks + to_own + math.hypot(x - a, y - b) / 4, 3), plate


def _around(own: Sequence[Point], step: int = STEP, aside: int = ASIDE) -> Iterator[tuple[int, int]]:
    left, right = min(x for x, _ in own) - aside, max(x for x, _ in own) + aside
    top, bottom = min(y for _, y in own) - aside, max(y for _, y in own) + aside
    columns = range(max(0, round(left)), min(SIZE[0], round(right)), step)
    rows = range(max(0, round(top)), min(SIZE[1], round(bottom)), step)
    for x in columns:
        yield from ((x, y) for y in rows)


def _covers(plate: Plate) -> bool:
    """Something lies under it that must be seen."""
    return any(_gap(plate, at) < far for at, far in _obstacles_near(plate[0] // PATCH, plate[1] // PATCH))


PATCH: Final = 50


@cache
def _obstacles_near(column: int, row: int) -> list[tuple[Point, float]]:
    """Those that a plate with its middle in a patch of the board may touch."""
    left, top, most = column * PATCH - LONGEST, row * PATCH - LONGEST, PATCH + 2 * LONGEST
    return [each for each in OBSTACLES if 0 < each[0][0] - left < most and 0 < each[0][1] - top < most]


def labelled() -> dict[str, list[int]]:
    """By room, block or courtyard, its spaces."""
    return (
        {name: list(spaces) for name, spaces in zip(ROOMS, ROOM_SPACES, strict=True)}
        | {
            f"{name}-{n}": block
            for name, kind in PLATED.items()
            for n, block in enumerate(clusters(of_kind(kind)), start=1)
        }
        | {COURT: [space for space in INSIDE if parts()[space] in COURT_PARTS]}
    )


COURT_PARTS: Final = ("north-court", "south-court", "west-court", "east-court", "appel")
PLATED: Final = {
    "cells": CELL_INNER_DISC,
    "outer-cells": CELL_OUTER_DISC,
    "barracks": BARRACKS_DISC,
    "office": OFFICE_DISC,
    "searchlight": LIGHT,
    "walkway": WALKWAY,
}
"""By name of a plate, the kind of the spaces that it belongs to."""


def _middle(spots: Sequence[Point]) -> Point:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _axis(spots: Sequence[Point]) -> int:
    """The direction in which a room is longest, in degrees from -90 to 90."""
    a, b = _middle(spots)
    xx = sum((x - a) ** 2 for x, _ in spots)
    yy = sum((y - b) ** 2 for _, y in spots)
    xy = sum((x - a) * (y - b) for x, y in spots)
    return round(math.degrees(math.atan2(2 * xy, xx - yy) / 2))


def _obstacles() -> Iterator[tuple[Point, float]]:
    """What no plate may cover, and how far from it it stays: spaces, arrows, doorways, the wire."""
    for space in range(SPACE_COUNT):
        if KIND[space] != OFFICE_DISC:
            yield AT[space], RING + MARGIN
    for link in range(LINK_COUNT):
        (x, y), (u, v) = AT[CASTLE_SIDE[link]], AT[FAR_SIDE[link]]
        yield from (((x + (u - x) * n / 8, y + (v - y) * n / 8), 9) for n in range(1, 8))
    for space, room in ROOM_OF.items():
        for other in NEIGHBOURS[space]:
            if ROOM_OF.get(other) != room:
                yield _middle([AT[space], AT[other]]), 14
    yield from ((at, 12) for at in FENCE)


OBSTACLES: Final = tuple(_obstacles())


def _gap(plate: Plate, spot: Point) -> float:
    """How far a spot is from a plate; 0 upon it."""
    x, y, wide, high, turn = plate
    dx, dy = spot[0] - x, spot[1] - y
    if turn:
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        dx, dy = dx * cos + dy * sin, dy * cos - dx * sin
    return math.hypot(max(0.0, abs(dx) - wide / 2), max(0.0, abs(dy) - high / 2))


def _spots_of(plate: Plate) -> list[Point]:
    """Points all over a plate."""
    x, y, wide, high, turn = plate
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [
        (x + u * wide / 2 * cos - v * high / 2 * sin, y + u * wide / 2 * sin + v * high / 2 * cos)
        for u in (-1, -0.5, 0, 0.5, 1)
        for v in (-1, 0, 1)
    ]


def _all_over(plate: Plate) -> Iterator[Point]:
    """Points on a plate not farther apart than a cell of the grid."""
    x, y, wide, high, turn = plate
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    rows, columns = math.ceil(high / CELL), math.ceil(wide / CELL)
    for row in range(rows + 1):
        for column in range(columns + 1):
            u, v = wide * (column / columns - 0.5), high * (row / rows - 0.5)
            yield x + u * cos - v * sin, y + u * sin + v * cos


def _on_sheet(plate: Plate) -> bool:
    return all(6 < x < SIZE[0] - 6 and 6 < y < SIZE[1] - 6 for x, y in _spots_of(plate))


def _overlap(one: Plate, other: Plate) -> bool:
    return any(_gap(one, spot) < 3 * MARGIN for spot in _spots_of(other)) or any(
        _gap(other, spot) < 3 * MARGIN for spot in _spots_of(one)
    )


# Names on the ground


YARD_PARTS: Final = {
    "area-north": ("north-west-terrace", "north-terrace", "north-east-terrace"),
    "area-west": ("west-terrace",),
    "area-south": ("south-west-terrace", "lower-terrace"),
    "area-garrison": ("garrison-north", "garrison-south"),
}
"""By name, the parts of the board it is for."""
TURNS: Final = tuple(range(-90, 91, 15))
SIZES: Final = (46, 40, 34, 28)
SMALLER, SLANTED, FARTHER, BESIDE, DIFFERENT, BEYOND_WALLS = 9, 0.5, 0.4, 1, 400, 30
"""The cost of each unit of height, of each degree, of each unit from the middle of the yard and from its
nearest space, of being nearer to another yard, and of lying outside the castle."""


def names(plan: Plan, taken: list[Plate]) -> dict[str, list[int]]:
    """Names of yards in the open: middle, height of letters, turn, lines; their plates are then taken."""
    found = {}
    for key in YARDS:
        best: tuple[float, list[int], Plate] | None = None
        for least, size, lines, plate in sorted(_yard_names(plan, key)):
            if best and best[0] <= least:
                break
            if not _on_sheet(plate) or _covers(plate) or any(_overlap(plate, each) for each in taken):
                continue
            if any(_gap(plate, AT[space]) < BLOCKS for space in AROUND if space not in WALKED):
                continue
            cost = least + _away(plate, key) + BEYOND_WALLS * (plan.edge[nearest(*plate[:2])] < 0)
            if (best is None or cost < best[0]) and plan.in_the_open(plate):
                best = (cost, [*plate[:2], size, plate[4], lines], plate)
        if best is None:
            raise SystemExit(f"there is no ground for the name {key}")
        found[key] = best[1]
        taken.append(best[2])
    return found


def _yard_names(plan: Plan, key: str) -> Iterator[tuple[float, int, int, Plate]]:
    """Places that may do for the name of a yard: the least that each costs, height of letters, and lines."""
    own = _spaces_of(key)
    a, b = _middle(own)
    shapes = [(size, lines, *yard_size(key, size, lines)) for size in SIZES for lines in (1, 2)]
    for x, y in _around(own, 2 * STEP):
        free = plan.free[nearest(x, y)]
        for size, lines, wide, high in shapes:
            if free >= min(FREE, high / 2 + RING):
                cost = SMALLER * (SIZES[0] - size) + FARTHER * math.hypot(x - a, y - b)
                for turn in TURNS:
                    yield round(cost + SLANTED * abs(turn), 3), size, lines, (x, y, wide, high, turn)


def _away(plate: Plate, key: str) -> float:
    """The cost of not lying beside a yard, or nearer to another."""
    own = _spaces_of(key)
    near = min(_gap(plate, at) for at in own)
    others = {AT[space] for space in YARD_SPACES}.difference(own)
    return BESIDE * near + DIFFERENT * (min(_gap(plate, at) for at in others) < near)


YARD_SPACES: Final = [space for space in SURFACE if AREA[space] != OUTSIDE and space not in ROOM_OF]


@cache
def _spaces_of(key: str) -> list[Point]:
    return [AT[space] for space in YARD_SPACES if parts()[space] in YARD_PARTS[key]]


def target_names(taken: list[Plate]) -> dict[str, list[int]]:
    """Names beside targets, as near as a place without a space is; their plates are taken."""
    found = {}
    for target in TARGETS:
        ident, (a, b) = SPACES[target], AT[target]
        best: tuple[float, Plate] | None = None
        places = [(x, y, *target_size(ident), 0) for x, y in _around([(a, b)], aside=2 * ASIDE)]
        for plate in places:
            near = _gap(plate, (a, b))
            cost = round(near + math.hypot(plate[0] - a, plate[1] - b) / 4, 3)
            if near < RING + RINGS or (best and best[0] <= cost):
                continue
            if not _on_sheet(plate) or _covers(plate) or any(_overlap(plate, each) for each in taken):
                continue
            cost += DIFFERENT * any(
                _gap(plate, AT[each]) < near + CLEARLY for each in TARGETS if each != target
            )
            cost += WET * any(_gap(plate, at) < CELL for at in WATER)
            if best is None or cost < best[0]:
                best = (cost, plate)
        if best is None:
            raise SystemExit(f"there is no place for the name of {ident}")
        taken.append(best[1])
        found[ident] = [*best[1][:2]]
    return found


RINGS: Final = 17
"""How far the rings of a target reach beyond a space."""
CLEARLY, WET = 40, 12
"""How much nearer a name is to its target than to any other; the cost of lying on water."""
WATER: Final = tuple(water())


def made() -> dict[str, Any]:
    plan = Plan()
    roof = plan.roof()
    plated = plates(plan)
    taken = [HOUSE, *((x, y, wide, high, turn) for x, y, wide, high, turn in plated.values())]
    named = names(plan, taken)
    targets = target_names(taken)
    return {
        "walls": outlines(plan.edge, least=4_000),
        "ramparts": plan.ramparts(),
        "yard-walls": plan.yard_walls(),
        "lawns": outlines(plan.lawn(), least=6_000),
        "yards": {name: outlines(plan.yard(name), least=2_000) for name in ("lawn", "roof")},
        "keep": outlines(plan.keep, least=4_000),
        "roofs": outlines(roof),
        "hips": [line for level in HIPS for line in outlines(roof, level, 250)],
        "trees": plan.trees(taken),
        "plates": plated,
        "names": named,
        "targets": targets,
    }


def text(found: Any, level: int = 0) -> str:
    """JSON with a line for each outline."""
    pad = " " * (level + 1)
    if isinstance(found, dict):
        rows = [f'{pad}"{key}": {text(each, level + 1)}' for key, each in found.items()]
        return "{\n" + ",\n".join(rows) + "\n" + " " * level + "}"
    if isinstance(found, list) and found and isinstance(found[0], list) and isinstance(found[0][0], list):
        rows = [pad + json.dumps(each, separators=(",", ":")) for each in found]
        return "[\n" + ",\n".join(rows) + "\n" + " " * level + "]"
    return json.dumps(found, separators=(",", ":"))


def main() -> None:
    FILE.write_text(text(made()) + "\n", "utf-8")
    print(f"{FILE.relative_to(paths.SOURCE)}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(main())
