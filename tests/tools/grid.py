"""Fields over the board of Colditz: numbers on a grid of `CELL` units, and the lines at a value."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from garrison.games.colditz.show.drawing.scale import SIZE

CELL: Final = 10
RIM: Final = 4
"""How many cells the grid reaches beyond the board, so that every outline closes."""
WIDE, HIGH = SIZE[0] // CELL + 2 * RIM + 1, SIZE[1] // CELL + 2 * RIM + 2
FAR: Final = 1e6
NEAR: Final = 70

Point = tuple[float, float]
Field = list[float]
"""A number for each node of the grid, row by row."""


def node(x: int, y: int) -> int:
    return y * WIDE + x


def nearest(x: float, y: float) -> int:
    return node(round(x / CELL) + RIM, round(y / CELL) + RIM)


def spot(at: int) -> Point:
    return (at % WIDE - RIM) * CELL, (at // WIDE - RIM) * CELL


def on_grid(at: int) -> bool:
    """Not on the rim of the grid."""
    return 0 < at % WIDE < WIDE - 1 and 0 < at // WIDE < HIGH - 1


def distances(seeds: Iterable[Point], most: float) -> Field:
    """The distance from every node to the nearest seed, as far as `most`."""
    found = [FAR] * (WIDE * HIGH)
    reach = int(most // CELL) + 1
    for x, y in seeds:
        column, row = round(x / CELL) + RIM, round(y / CELL) + RIM
        for v in range(max(0, row - reach), min(HIGH, row + reach + 1)):
            off = ((v - RIM) * CELL - y) ** 2
            for u in range(max(0, column - reach), min(WIDE, column + reach + 1)):
                far = ((u - RIM) * CELL - x) ** 2 + off
                at = v * WIDE + u
                found[at] = min(found[at], far)
    return [math.sqrt(far) if far <= most * most else FAR for far in found]


def reaching(seeds: Iterable[Point]) -> Field:
    """The same without an end: exact near the seeds, close enough beyond."""
    found = distances(seeds, NEAR)
    beyond = transform([far < NEAR - CELL for far in found])
    return [min(a, b + NEAR - 1.5 * CELL) for a, b in zip(found, beyond, strict=True)]


def transform(inside: Sequence[bool]) -> Field:
    """The distance from every node to the nearest that is inside: rows, then columns.

    The method is that of Felzenszwalb and Huttenlocher.
    """
    found = [0.0 if each else FAR for each in inside]
    for y in range(HIGH):
        found[y * WIDE : (y + 1) * WIDE] = _lower(found[y * WIDE : (y + 1) * WIDE])
    for x in range(WIDE):
        found[x::WIDE] = _lower(found[x::WIDE])
    return [math.sqrt(each) * CELL for each in found]


def _lower(line: list[float]) -> list[float]:
    """The lower envelope of the parabolas that stand on a line of squared distances."""
    hull, bounds = [0], [-FAR]
    for at in range(1, len(line)):
        while True:
            last = hull[-1]
            meet = ((line[at] + at * at) - (line[last] + last * last)) / (2 * (at - last))
            if meet > bounds[-1] or len(hull) == 1:
                break
            hull.pop()
            bounds.pop()
        hull.append(at)
        bounds.append(meet)
    bounds.append(FAR)
    found, n = [], 0
    for at in range(len(line)):
        while bounds[n + 1] < at:
            n += 1
        found.append(min(FAR, (at - hull[n]) ** 2 + line[hull[n]]))
    return found


def signed(inside: Sequence[bool]) -> Field:
    """The distance to the edge of an area, positive within it."""
    within, without = transform([not each for each in inside]), transform(inside)
    both = zip(inside, within, without, strict=True)
    return [a - CELL / 2 if each else CELL / 2 - b for each, a, b in both]


def areas(inside: Sequence[bool]) -> Iterator[list[int]]:
    """The connected pieces of an area."""
    seen = [not each for each in inside]
    for start in range(len(inside)):
        if seen[start]:
            continue
        seen[start] = True
        piece = [start]
        for at in piece:
            for other in (at - 1, at + 1, at - WIDE, at + WIDE):
                if 0 <= other < len(seen) and not seen[other] and abs(other % WIDE - at % WIDE) <= 1:
                    seen[other] = True
                    piece.append(other)
        yield piece


def filled(inside: Sequence[bool]) -> list[bool]:
    """An area without its holes."""
    edge = {node(x, y) for x in range(WIDE) for y in (0, HIGH - 1)}
    edge |= {node(x, y) for x in (0, WIDE - 1) for y in range(HIGH)}
    found = [True] * len(inside)
    for piece in areas([not each for each in inside]):
        if not edge.isdisjoint(piece):
            for at in piece:
                found[at] = False
    return found


# Outlines


def outlines(field: Field, level: float = 0.0, least: float = 0.0) -> list[list[list[int]]]:
    """The closed lines on which a field has a value (marching squares); small ones are left out."""
    found = []
    for line in _joined(_segments(field, level)):
        if abs(_area(line)) >= least:
            found.append([[round(x), round(y)] for x, y in simplified(line, 1.6)])
    return sorted(found, key=lambda each: (-len(each), each))


Edge = tuple[int, int]


def _segments(field: Field, level: float) -> Iterator[tuple[Edge, Point, Edge, Point]]:
    """Short lines through the squares of the grid, from edge to edge, what is inside on their left."""

    def cut(a: int, b: int) -> tuple[Edge, Point]:
        one, other = (a, b) if a < b else (b, a)
        share = (level - field[one]) / (field[other] - field[one])
        (x, y), (u, v) = spot(one), spot(other)
        return (one, other), (x + (u - x) * share, y + (v - y) * share)

    for y in range(HIGH - 1):
        for x in range(WIDE - 1):
            corners = (node(x, y), node(x + 1, y), node(x + 1, y + 1), node(x, y + 1))
            high = [field[at] > level for at in corners]
            if all(high) or not any(high):
                continue
            turns = [n for n in range(4) if high[n] != high[n - 1]]
            starts = [n for n in turns if not high[n]]
            ends = [n for n in turns if high[n]]
            if len(starts) == 2 and sum(field[at] for at in corners) / 4 > level:
                ends.reverse()
            for start, end in zip(starts, ends, strict=True):
                yield *cut(corners[start - 1], corners[start]), *cut(corners[end - 1], corners[end])


def _joined(segments: Iterable[tuple[Edge, Point, Edge, Point]]) -> Iterator[list[Point]]:
    after = {start: (point, end) for start, point, end, _ in segments}
    while after:
        first = next(iter(after))
        line, at = [], first
        while at in after:
            point, at = after.pop(at)
            line.append(point)
        yield line


def _area(line: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(line, [*line[1:], line[0]], strict=True)) / 2


def simplified(line: Sequence[Point], most: float) -> list[Point]:
    """A closed line with fewer points, none farther from it than `most` (Douglas and Peucker)."""
    half = max(range(len(line)), key=lambda n: math.dist(line[0], line[n]))
    return thinned([*line[: half + 1]], most)[:-1] + thinned([*line[half:], line[0]], most)[:-1]


def thinned(line: list[Point], most: float) -> list[Point]:
    (x, y), (u, v) = line[0], line[-1]
    long = math.hypot(u - x, v - y) or 1.0
    far = [abs((u - x) * (y - b) - (x - a) * (v - y)) / long for a, b in line]
    at = max(range(len(line)), key=far.__getitem__)
    if far[at] <= most or len(line) < 3:
        return [line[0], line[-1]]
    return thinned(line[: at + 1], most)[:-1] + thinned(line[at:], most)
