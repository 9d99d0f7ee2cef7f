"""Polygons and exact areas of overlap, with + - * / and integers only.

A corner is (x, y, w): the point x / w, y / w. Cutting a side gives such fractions, which are never rounded.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from garrison.games.siege.tables import (
    CARD_SECTIONS,
    CORNERS,
    COURT_PARTS,
    OUTLINE,
    RADIUS,
    SHOT_CORNERS,
    STRUCTURE_COUNT,
    STRUCTURE_OF,
    Point,
    Polygon,
)

Corner = tuple[int, int, int]
Area = tuple[int, int]
"""Twice an area as a fraction: numerator and denominator, the latter above 0."""
Line = tuple[int, int, int, int]
"""a, b, c: a point is inside where a x + b y + c w is not below 0; then the value a shot's radius away."""

NOTHING: Final[Area] = (0, 1)
Cutter = tuple[tuple[Line, ...], int, int, int, int]
"""A convex shape to cut with: its sides and bounding box: left, top, right, bottom."""


def doubled(polygon: Polygon) -> int:
    """Twice the area of a polygon with integer corners, clockwise as seen on the table."""
    before = (*polygon[1:], polygon[0])
    return sum(x * v - u * y for (x, y), (u, v) in zip(polygon, before, strict=True))


def cutter(polygon: Polygon) -> Cutter:
    """The sides of a convex polygon, its corners clockwise as seen on the table."""
    following = (*polygon[1:], polygon[0])
    sides = tuple(_line(*one, *other) for one, other in zip(polygon, following, strict=True))
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return sides, min(xs), min(ys), max(xs), max(ys)


def _line(x: int, y: int, u: int, v: int) -> Line:
    a, b = y - v, u - x
    return a, b, x * v - u * y, isqrt((a * a + b * b) * RADIUS * RADIUS) + 1


def _cut(corners: list[Corner], side: Line) -> list[Corner]:
    """The part of a convex polygon on the inner side of a line."""
    a, b, c, _ = side
    kept: list[Corner] = []
    x, y, w = corners[-1]
    off = a * x + b * y + c * w
    for corner in corners:
        u, v, t = corner
        beyond = a * u + b * v + c * t
        if (beyond > 0 > off) or (beyond < 0 < off):
            p, q = (off, -beyond) if off > 0 else (-off, beyond)
            kept.append((p * u + q * x, p * v + q * y, p * t + q * w))
        if beyond >= 0:
            kept.append(corner)
        x, y, w, off = u, v, t, beyond
    return kept


def overlap(x: int, y: int, shape: Cutter) -> Area:
    """Twice the area common to a shot with its middle at x, y and a convex shape."""
    cutting = []
    for side in shape[0]:
        off = side[0] * x + side[1] * y + side[2]
        if off <= -side[3]:
            return NOTHING
        if off < side[3]:
            cutting.append(side)
    if not cutting:
        return ROUND_AREA, 1
    corners = lying(x, y)
    for side in cutting:
        corners = _cut(corners, side)
        if len(corners) < 3:
            return NOTHING
    return _area(corners)


def _area(corners: list[Corner]) -> Area:
    """Twice the area of a polygon."""
    upper, lower = 0, 1
    x, y, w = corners[-1]
    for u, v, t in corners:
        part, of = x * v - u * y, w * t
        if of == lower:
            upper += part
        elif lower % of == 0:
            upper += part * (lower // of)
        else:
            upper, lower = upper * of + part * lower, lower * of
        x, y, w = u, v, t
    return (upper, lower) if upper > 0 else NOTHING


def larger(one: Area, other: Area) -> bool:
    return one[0] * other[1] > other[0] * one[1]


def equal(one: Area, other: Area) -> bool:
    return one[0] * other[1] == other[0] * one[1]


def together(one: Area, other: Area) -> Area:
    if one[0] == 0:
        return other
    return one if other[0] == 0 else (one[0] * other[1] + other[0] * one[1], one[1] * other[1])


# The shot

_COSINES: Final = (1_000_000_000, 923_879_533, 707_106_781, 382_683_432)
"""Of 0, 22.5, 45 and 67.5 degrees, in billionths."""
_SIXTEEN: Final = 16


def _round_shape() -> Polygon:
    """Sixteen corners on a circle, in integer thousandths."""
    if SHOT_CORNERS != _SIXTEEN:
        raise ValueError("the shot is drawn with sixteen corners")
    far = [(2 * RADIUS * cosine + 10**9) // (2 * 10**9) for cosine in (*_COSINES, 0)]
    quarter = [(far[n], far[4 - n]) for n in range(4)]
    return tuple(
        point
        for turn in ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
        for point in [(turn[0] * x + turn[1] * y, turn[2] * x + turn[3] * y) for x, y in quarter]
    )


ROUND: Final[Polygon] = _round_shape()
"""The shot's corners around its middle."""
ROUND_AREA: Final = doubled(ROUND)


def lying(x: int, y: int) -> list[Corner]:
    """The shot's corners when its middle lies at a point."""
    return [(x + u, y + v, 1) for u, v in ROUND]


def more_than_half(area: Area) -> bool:
    """True if more than half of the shot lies there; exactly half is less (CUS-A1)."""
    return 2 * area[0] > ROUND_AREA * area[1]


def permille(area: Area) -> int:
    """The share of the shot in whole thousandths, for display.

    A trace is never shown as 0, nor almost half or almost all as exactly that.
    """
    upper, lower = 1000 * area[0], ROUND_AREA * area[1]
    whole = upper // lower
    if whole * lower == upper:
        return whole
    nearest = (2 * upper + lower) // (2 * lower)
    return whole + 1 if whole in (0, 500) else whole if nearest in (500, 1000) else nearest


_CUTTERS: Final = tuple(cutter(polygon) for polygon in CORNERS)
_COURT: Final = tuple(cutter(polygon) for polygon in COURT_PARTS)
_WHOLE: Final = cutter(OUTLINE)


def _near(shape: Cutter, x: int, y: int) -> bool:
    _, left, top, right, bottom = shape
    return left - RADIUS < x < right + RADIUS and top - RADIUS < y < bottom + RADIUS


def touches_castle(x: int, y: int) -> bool:
    """True if a shot lying there may touch the castle at all."""
    return _near(_WHOLE, x, y)


def on_sections(x: int, y: int) -> dict[int, Area]:
    """By section of the castle's cards: how much of the shot lies on it, if any."""
    found = {}
    for section in range(CARD_SECTIONS):
        shape = _CUTTERS[section]
        if _near(shape, x, y):
            area = overlap(x, y, shape)
            if area[0]:
                found[section] = area
    return found


def on_court(x: int, y: int) -> Area:
    """How much of the shot lies on the ground between the cards."""
    found = NOTHING
    for part in _COURT:
        if _near(part, x, y):
            found = together(found, overlap(x, y, part))
    return found


def sticks_out(x: int, y: int) -> bool:
    """True if any of the shot lies outside the castle."""
    inside = overlap(x, y, _WHOLE)
    return inside[0] < ROUND_AREA * inside[1]


def on_structures(sections: dict[int, Area]) -> dict[int, Area]:
    """By structure: the shares of its sections together."""
    shares = [NOTHING] * STRUCTURE_COUNT
    for section, area in sections.items():
        shares[STRUCTURE_OF[section]] = together(shares[STRUCTURE_OF[section]], area)
    return {structure: area for structure, area in enumerate(shares) if area[0]}


def on_counter(x: int, y: int, shape: Cutter) -> Area:
    """How much of the shot lies on a counter."""
    return overlap(x, y, shape) if _near(shape, x, y) else NOTHING


def largest(shares: dict[int, Area]) -> list[int]:
    """The targets with the largest share: one, or several that are exactly equal (CUS-A16, CUS-A26)."""
    best: list[int] = []
    for each, area in shares.items():
        if not best or larger(area, shares[best[0]]):
            best = [each]
        elif equal(area, shares[best[0]]):
            best.append(each)
    return best


def distance_squared(x: int, y: int) -> int:
    """The squared distance from a point outside to the castle's outline."""
    (left, top), (right, bottom) = OUTLINE[0], OUTLINE[2]
    across, down = max(left - x, 0, x - right), max(top - y, 0, y - bottom)
    return across * across + down * down


def apart_squared(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
