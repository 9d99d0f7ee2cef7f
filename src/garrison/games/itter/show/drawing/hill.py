"""The ground: a castle hill cut by a ravine, with contour lines, woods, ways and the map's margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, exp, hypot, sqrt
from typing import Final

from garrison.games.itter.show.drawing.pen import (
    MINE,
    Point,
    circle,
    group,
    lines,
    num,
    painted,
    path,
    rect,
    rounded,
    smooth,
    tag,
    text,
)

W: Final = 1000
H: Final = 750
CELL: Final = 25
"""Width of the grid the contour lines are found on."""
LEVELS: Final = range(6, 100, 7)
# fmt: off
STREAM: Final = (
    (664, -20), (646, 70), (664, 150), (646, 215), (690, 290), (704, 385), (690, 470), (684, 540), (704, 610),
    (696, 690), (712, 770),
)
ROAD: Final = ((1020, 322), (960, 338), (902, 348), (858, 372), (794, 386), (704, 385), (664, 385))
LANE: Final = ((902, 348), (922, 430), (905, 500), (930, 590), (1020, 622))
KNOLLS: Final = (
    (480, 385, 270, 215, 100), (150, 690, 190, 120, 26), (70, 90, 200, 110, 30), (980, 690, 150, 150, 22),
    (930, 60, 150, 90, 34), (330, 640, 120, 90, 10), (300, 170, 160, 90, 12),
)
"""Middle, reach across and down, and height of the rises the ground is made of."""
HOUSES: Final = (
    (925, 618, 22, 13), (955, 634, 14, 18), (890, 606, 14, 12), (962, 600, 18, 12), (882, 462, 12, 16),
    (936, 462, 16, 11), (968, 458, 12, 14), (300, 622, 16, 11), (322, 634, 11, 14),
)
WOODS: Final = (
    (70, 130, 80), (150, 180, 60), (60, 355, 45), (70, 610, 75), (150, 640, 70), (230, 590, 60),
    (370, 660, 60), (430, 80, 55), (250, 60, 50), (640, 110, 50), (760, 150, 60), (800, 100, 70),
    (760, 630, 42),
    (880, 640, 45), (230, 480, 45), (840, 490, 40), (200, 410, 32), (975, 220, 40), (560, 140, 30),
    (420, 640, 40), (240, 300, 30), (985, 470, 30), (330, 105, 32),
)
"""Middle and reach of each patch of trees."""
# fmt: on


STREAM_STEPS: Final = tuple(pairwise(STREAM))


def _away(x: float, y: float, steps: Sequence[tuple[Point, Point]]) -> float:
    """Distance from a point to the nearest of some line segments."""
    least = 1e9
    for (ax, ay), (bx, by) in steps:
        dx, dy = bx - ax, by - ay
        along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
        along = 0 if along < 0 else 1 if along > 1 else along
        least = min(least, (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2)
    return sqrt(least)


def height(x: float, y: float) -> float:
    rises = sum(h * exp(-(((x - a) / p) ** 2) - ((y - b) / q) ** 2) for a, b, p, q, h in KNOLLS)
    rough = 2.2 * exp(-hypot(x % 130 - 65, y % 110 - 55) / 40)
    return rises + rough - 34 * exp(-((_away(x, y, STREAM_STEPS) / 42) ** 2))


# Contour lines


def _edges(grid: list[list[float]], level: float) -> dict[Point, Point]:
    """Segments of a contour line, from start to end, each across one cell with high ground to its right."""
    found: dict[Point, Point] = {}
    above = [[each >= level for each in row] for row in grid]
    for j, (upper, lower) in enumerate(pairwise(above)):
        for i in range(len(upper) - 1):
            high = (upper[i], upper[i + 1], lower[i + 1], lower[i])
            if all(high) or not any(high):
                continue
            corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            ins: list[Point] = []
            outs: list[Point] = []
            for k in range(4):
                if high[k] != high[(k + 1) % 4]:
                    (outs if high[k] else ins).append(
                        _crossing(grid, corners[k], corners[(k + 1) % 4], level)
                    )
            found.update(zip(outs, ins, strict=True))
    return found


def _crossing(grid: list[list[float]], one: tuple[int, int], other: tuple[int, int], level: float) -> Point:
    low, high = sorted((one, other))
    a, b = grid[low[1]][low[0]], grid[high[1]][high[0]]
    share = (level - a) / (b - a)
    x, y = low[0] + share * (high[0] - low[0]), low[1] + share * (high[1] - low[1])
    return (round((x - 2) * CELL, 2), round((y - 2) * CELL, 2))


def _loops(edges: dict[Point, Point]) -> Iterator[list[Point]]:
    while edges:
        start, at = edges.popitem()
        loop = [start]
        while at != start:
            loop.append(at)
            at = edges.pop(at)
        yield loop


def contours() -> str:
    """All levels as closed lines, lowest first; each lightens the ground within."""
    wide, high = ceil(W / CELL) + 5, ceil(H / CELL) + 5
    inner = [[height((i - 2) * CELL, (j - 2) * CELL) for i in range(wide)] for j in range(high)]
    for j in range(high):
        for i in range(wide):
            if i in (0, wide - 1) or j in (0, high - 1):
                inner[j][i] = -99.0
    said = []
    for n, level in enumerate(LEVELS):
        loops = sorted(_loops(_edges(inner, level + 0.013)), key=len)
        d = "".join(rounded(loop[::2]) for loop in loops if len(loop) > 7)
        said.append(path(d, "contour-5" if n % 4 == 1 else "contour", fill_rule="evenodd"))
    return "".join(said)


# Woods, paths and buildings


def _scatter(count: int) -> Iterator[Point]:
    """Points spread evenly without a pattern, always the same."""
    a, b = 0.5, 0.5
    for _ in range(count):
        a, b = (a + 0.7548776662) % 1, (b + 0.5698402910) % 1
        yield a * W, b * H


def woods(taken: Sequence[Point], ways: Sequence[Sequence[Point]], boxes: Sequence[tuple[float, ...]]) -> str:
    """Trees as a mapmaker draws them, in a single path; none on places, paths, water or plates."""
    trunks, crowns, round_crowns = [], [], []
    steps = [step for way in (*ways, STREAM, ROAD, LANE) for step in pairwise(way)]
    for k, (x, y) in enumerate(sorted(_scatter(1500), key=lambda p: p[1])):
        if all((x - a) ** 2 + (y - b) ** 2 > r * r for a, b, r in WOODS):
            continue
        if any(left < x < right and top < y < low for left, top, right, low in boxes):
            continue
        if any(hypot(x - a, y - b) < 44 for a, b in taken) or _away(x, y, steps) < 12:
            continue
        at = f"M{num(round(x))} {num(round(y))}"
        if k % 3:
            crowns.append(f"{at}l4 11h-8z")
        else:
            round_crowns.append(f"{at}a4 4 0 1 1-.1 0z")
        trunks.append(f"{at}v{'13' if k % 3 else '3'}")
    return (
        path("".join(trunks), "verge", stroke_width=0.9)
        + path("".join(crowns), "wood")
        + path("".join(round_crowns), "wood")
    )


def ways() -> str:
    """The stream in its ravine, the lane, the road to the gate and the bridge that carries it."""
    stream, road, lane = smooth(STREAM), smooth(ROAD), smooth(LANE)
    return (
        path(stream, "bank", stroke_width=13)
        + path(stream, "water", stroke_width=10.5)
        + path(lane, "verge", stroke_width=8)
        + path(lane, "road", stroke_width=6)
        + path(road, "verge", stroke_width=27)
        + path(road, "road", stroke_width=24)
        + bridge()
    )


def bridge() -> str:
    """A stone bridge over the ravine: roadway, two parapets, piers beside them."""
    x, y, w, h = 672, 366, 62, 38
    piers = "".join(rect(x + 8 + 22 * k, y - 5, 8, h + 10, "stone") for k in range(3))
    joints = "".join(f"M{num(x + 8 * k)} {y + 5}v{h - 10}" for k in range(1, 8))
    return (
        rect(x + 4, y + 5, w, h, "shade")
        + piers
        + rect(x, y, w, h, "stone")
        + rect(x, y + 5, w, h - 10, "floor")
        + path(joints, "joint")
        + path(f"M{x} {y}h{w}M{x} {y + 5}h{w}M{x} {y + h}h{w}M{x} {y + h - 5}h{w}", "line", stroke_width=1.2)
    )


def houses() -> str:
    """The village below: roofs with their ridge."""
    said = []
    for x, y, w, h in HOUSES:
        ridge = f"M{x} {num(y + h / 2)}h{w}" if w > h else f"M{num(x + w / 2)} {y}v{h}"
        said.append(
            rect(x + 2, y + 2, w, h, "shade")
            + rect(x, y, w, h, "soft")
            + path(ridge, "halo", stroke_width=0.8)
        )
    return "".join(said)


def ground() -> str:
    """Everything below tracks and castle that does not depend on the data."""
    sheet = rect(0, 0, W, H, "paper") + rect(0, 0, W, H, "grass", fill_opacity="0.8")
    clip = f"<clipPath id='{MINE}sheet'>{rect(0, 0, W, H)}</clipPath>"
    return clip + group(sheet + contours() + ways() + houses(), clip_path=painted("sheet"))


def lamp() -> str:
    """Light from above the table: bright in the middle, dusk towards the corners."""
    shine = (("lamp", "0", ".3"), ("lamp", ".55", "0"), ("dusk", ".62", "0"), ("dusk", "1", ".22"))
    stops = "".join(tag("stop", cls, offset=at, stop_opacity=share) for cls, at, share in shine)
    gradient = f"<radialGradient id='{MINE}lamp' cx='.48' cy='.46' r='.72'>{stops}</radialGradient>"
    return f"<defs>{gradient}</defs>" + rect(0, 0, W, H, fill=painted("lamp"))


def neatline() -> str:
    """The map's frame, with a tick every fifty units."""
    ticks = "".join(f"M{x} 3v6M{x} {H - 9}v6" for x in range(50, W, 50))
    ticks += "".join(f"M3 {y}h6M{W - 9} {y}h6" for y in range(50, H, 50))
    return group(
        rect(3, 3, W - 6, H - 6, "line", stroke_width=2.2)
        + rect(9, 9, W - 18, H - 18, "line", stroke_width=0.8)
        + path(ticks, "line", stroke_width=0.8)
    )


def compass(x: float, y: float, r: float, north: str) -> str:
    """A rose of eight points; north has its letter."""
    n = r * 0.17
    long = [(0, -r), (n, -n), (r, 0), (n, n), (0, r), (-n, n), (-r, 0), (-n, -n)]
    dark = "".join(
        lines(
            [(x, y), (x + long[k][0], y + long[k][1]), (x + long[k + 1][0], y + long[k + 1][1])], closed=True
        )
        for k in (0, 2, 4, 6)
    )
    s = r * 0.5
    short = lines([(x - s, y - s), (x + s, y + s)]) + lines([(x + s, y - s), (x - s, y + s)])
    return (
        circle(x, y, r * 0.74, "line", stroke_width=0.8)
        + circle(x, y, r * 0.66, "line", stroke_width=0.5)
        + path(short, "line", stroke_width=1)
        + path(lines([(x + a, y + b) for a, b in long], closed=True), "plate", stroke_width=0.9)
        + path(dark, "ink")
        + text(north, x, y - r - 4, 15, "title strong")
    )
