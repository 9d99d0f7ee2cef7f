"""Around the castle: grass with trees, the slope of the hill, the moat with its bridges, footpaths."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterator
from typing import Final

from garrison.core.show.pen import Point, define, group, path, rect, smooth, use
from garrison.games.colditz.castle.layout import AREA, KIND, NUMBER, OUTSIDE, SPACE_COUNT, TARGET
from garrison.games.colditz.show.drawing.contours import CONTOURS
from garrison.games.colditz.show.drawing.scale import AT, RING, SIZE
from garrison.games.colditz.show.drawing.shapes import MINE, links

MOAT: Final[tuple[tuple[Point, float], ...]] = (
    ((2222, -40), 150),
    ((2236, 120), 150),
    ((2318, 300), 140),
    ((2392, 480), 96),
    ((2392, 620), 110),
    ((2384, 800), 130),
    ((2372, 960), 150),
    ((2352, 1120), 150),
    ((2330, 1272), 150),
    ((2262, 1420), 150),
    ((2110, 1550), 130),
    ((2010, 1650), 92),
    ((1992, 1760), 84),
    ((1940, 1920), 90),
)
"""The middle of the moat from north to south, and how wide it is there."""
BRIDGES: Final = (
    tuple(f"ext_{n:03}" for n in (72, 73, 75, 76, 77, 78)),
    tuple(f"ext_{n:03}" for n in range(119, 125)),
)
"""The spaces that cross the moat dry-shod: by the north gate and the main gate."""
PATH: Final = RING + 7
DECK: Final = 29
HACHURE: Final = 17
"""From one stroke of the slope to the next."""
CLEAR: Final = 38
"""How near a space such a stroke may come."""
OUTDOORS: Final = [space for space in range(SPACE_COUNT) if AREA[space] == OUTSIDE]
TREE: Final = "M0 -13c7 0 12 5 12 11s-5 11-12 11s-12-5-12-11s5-11 12-11z"


def ground() -> str:
    ways = links(space for space in OUTDOORS if KIND[space] != TARGET)
    return (
        rect(0, 0, *SIZE, "grass")
        + _trees()
        + _slope()
        + _moat()
        + path(ways, "causeway", stroke_width=2 * PATH + 7, clip_path=f"url(#{MINE}water)")
        + path(ways, "footpath", stroke_width=2 * PATH)
        + "".join(map(_bridge, BRIDGES))
    )


# Water


def _moat() -> str:
    """Banks and water, and ripples along it."""
    sides = [[_off(n, share) for n in range(len(MOAT))] for share in (-0.5, 0.5)]
    shape = smooth(sides[0]) + "L" + smooth(sides[1][::-1])[1:] + "z"
    ripples = "".join(smooth([_off(n, share) for n in range(len(MOAT))]) for share in (-0.24, 0.06, 0.3))
    return (
        f"<defs><clipPath id='{MINE}water'>{path(shape)}</clipPath>"
        f"<clipPath id='{MINE}sheet'>{rect(0, 0, *SIZE)}</clipPath></defs>"
        + group(
            path(shape, "moat-bank", stroke_width=12)
            + path(shape, "moat")
            + path(ripples, "moat-line", stroke_width=3, stroke_dasharray="26 44 60 52"),
            clip_path=f"url(#{MINE}sheet)",
        )
    )


def _off(n: int, share: float) -> Point:
    """A point beside the middle of the moat, by a share of its width to the right of its course."""
    (x, y), wide = MOAT[n]
    (a, b), (c, d) = MOAT[max(0, n - 1)][0], MOAT[min(len(MOAT) - 1, n + 1)][0]
    long = math.hypot(c - a, d - b)
    return x - (d - b) / long * wide * share, y + (c - a) / long * wide * share


def _bridge(names: tuple[str, ...]) -> str:
    """Parapets, the deck, and its joints."""
    ways = links(NUMBER[name] for name in names)
    return (
        path(ways, "rampart", stroke_width=2 * DECK + 8)
        + path(ways, "parapet", stroke_width=2 * DECK + 2)
        + path(ways, "deck", stroke_width=2 * DECK - 12)
    )


# Slope and trees


def _slope() -> str:
    """Strokes down from the outer wall, as on old maps, where no space is near."""
    drawn, spots = [], sorted(AT[space] for space in OUTDOORS)
    for n, ((x, y), (dx, dy)) in enumerate(_along(CONTOURS["walls"][0], HACHURE)):
        long = (30, 18, 24, 15)[n % 4]
        end = (x + dx * long, y + dy * long)
        first, last = (bisect(spots, end[0] + side, key=lambda spot: spot[0]) for side in (-CLEAR, CLEAR))
        if all(math.dist(spot, end) > CLEAR for spot in spots[first:last]):
            drawn.append(f"M{round(x)} {round(y)}l{round(dx * long)} {round(dy * long)}")
    return path("".join(drawn), "slope", stroke_width=3)


def _along(line: list[list[int]], step: float) -> Iterator[tuple[Point, Point]]:
    """Points on a closed line, and the direction that leads outward there."""
    left = step
    for (x, y), (u, v) in zip(line, [*line[1:], line[0]], strict=True):
        long = math.hypot(u - x, v - y)
        while left < long:
            share = left / long
            yield (x + (u - x) * share, y + (v - y) * share), ((v - y) / long, (x - u) / long)
            left += step
        left -= long


def _trees() -> str:
    crowns = (
        path(TREE, "tree-shade", transform="translate(3 4)")
        + path(TREE, "tree")
        + path("M-6 -4q4 -6 10 -4", "tree-light", stroke_width=2.5)
    )
    defined = f"<defs>{define(MINE + 'tree', crowns)}</defs>"
    return defined + "".join(use(MINE + "tree", x, y) for x, y in CONTOURS["trees"])
