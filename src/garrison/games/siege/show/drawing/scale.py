"""From the table's thousandths of an inch to the units of the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from garrison.core.show.pen import Point
from garrison.games.siege import tables
from garrison.games.siege.tables import CORNERS, SECTIONS, TABLE, UNITS_PER_INCH


def units(thousandths: float) -> float:
    return thousandths * UNITS_PER_INCH / 1000


def point(at: Iterable[int]) -> Point:
    x, y = at
    return (units(x), units(y))


def whole(at: Iterable[int]) -> tuple[int, int]:
    """The nearest integer point, as places and pieces need."""
    x, y = point(at)
    return (round(x), round(y))


SIZE: Final = whole(TABLE)
LEFT, TOP, RIGHT, BOTTOM = (units(each) for each in (tables.LEFT, tables.TOP, tables.RIGHT, tables.BOTTOM))
CARD_WIDE, CARD_HIGH = point(tables.CARD)


def corners(section: str) -> list[Point]:
    """The corners of a section other than the court, in units."""
    return [point(corner) for corner in CORNERS[SECTIONS.index(section)]]


def box(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Left, top, width and height of the bounding box of points."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
