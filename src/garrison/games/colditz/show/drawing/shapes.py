"""Marks that many spaces share, briefly: discs as lines of no length with round ends, clusters, hulls."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from garrison.core.show.pen import Point, num, path, rounded, tag
from garrison.games.colditz.castle.layout import AREA, KIND, NEIGHBOURS, SPACE_COUNT
from garrison.games.colditz.show.drawing.scale import AT

MINE: Final = "c-"
"""The beginning of every id of this drawing."""
BEAM: Final = 30
"""How far the ground around lit spaces is bright."""
BESIDE: Final = 62
"""Two things closer than this belong together: cells of a block, lights of one beam."""


def of_kind(*kinds: int, area: int | None = None) -> list[int]:
    return [
        space
        for space in range(SPACE_COUNT)
        if KIND[space] in kinds and (area is None or AREA[space] == area)
    ]


def dots(spaces: Iterable[int]) -> str:
    """A dot in the middle of each space: as wide as the stroke that draws it, and round."""
    return "".join(f"M{AT[space][0]} {AT[space][1]}h0" for space in spaces)


def discs(spaces: Iterable[int], r: float, cls: str) -> str:
    return path(dots(spaces), cls, stroke_width=2 * r)


def reuse(ident: str, r: float, cls: str) -> str:
    """The same discs as those defined under an id, of another size and paint."""
    return tag("use", cls, href=f"#{MINE}{ident}", stroke_width=2 * r)


def signs(spaces: Iterable[int], drawn: str, cls: str, width: float = 2) -> str:
    """The same lines in each space; `drawn` begins at its middle."""
    return path(
        "".join(f"M{AT[space][0]} {AT[space][1]}{drawn}" for space in spaces), cls, stroke_width=width
    )


def links(spaces: Iterable[int]) -> str:
    """The plain links among some spaces, as lines; a space without one is a dot."""
    chosen = set(spaces)
    drawn = []
    for space in sorted(chosen):
        x, y = AT[space]
        ends = [other for other in NEIGHBOURS[space] if other in chosen]
        if not ends:
            drawn.append(f"M{x} {y}h0")
        for other in ends:
            if space < other:
                drawn.append(f"M{x} {y}l{AT[other][0] - x} {AT[other][1] - y}".replace(" -", "-"))
    return "".join(drawn)


def clusters(spaces: Sequence[int]) -> Iterator[list[int]]:
    """Spaces that lie beside each other, linked or not."""
    left = list(spaces)
    while left:
        found = [left.pop(0)]
        for space in found:
            for other in list(left):
                if math.dist(AT[space], AT[other]) < BESIDE:
                    left.remove(other)
                    found.append(other)
        yield found


def hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the smallest area without bays around points, one after the other."""
    ranked = sorted(set(points))
    corners: list[Point] = []
    for line in (ranked, ranked[::-1]):
        side: list[Point] = []
        for x, y in line:
            while len(side) > 1 and _turn(side[-2], side[-1], (x, y)) <= 0:
                side.pop()
            side.append((x, y))
        corners += side[:-1] or side
    return corners


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def within(spot: Point, corners: Sequence[Point], far: float) -> bool:
    """In the area that a hull's corners enclose, or no farther from it."""
    across, down = zip(*corners, strict=True)
    if not (min(across) - far < spot[0] < max(across) + far and min(down) - far < spot[1] < max(down) + far):
        return False
    sides = list(zip(corners, [*corners[1:], *corners[:1]], strict=True))
    if len(corners) > 2 and all(_turn(a, b, spot) >= 0 for a, b in sides):
        return True
    return any(_off_line(spot, a, b) < far for a, b in sides)


def _off_line(spot: Point, a: Point, b: Point) -> float:
    """How far a spot is from a line between two points."""
    (x, y), (u, v) = a, b
    long = (u - x) ** 2 + (v - y) ** 2
    share = min(1.0, max(0.0, ((spot[0] - x) * (u - x) + (spot[1] - y) * (v - y)) / long)) if long else 0.0
    return math.dist(spot, (x + (u - x) * share, y + (v - y) * share))


def polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "z"


def curve(points: Sequence[Sequence[int]]) -> str:
    """A closed curve near points: quadratic pieces from middle to middle, in whole numbers."""
    return rounded([(x, y) for x, y in points])
