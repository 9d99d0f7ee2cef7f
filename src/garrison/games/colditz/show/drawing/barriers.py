"""What stands in the way: drops with their height, the wire and where it is weak, tunnels, gates."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from garrison.core.show.pen import Point, lines, path, text
from garrison.games.colditz.castle.layout import (
    BOARD,
    CASTLE_SIDE,
    CLASSIC_CHAINS,
    DROP_60,
    FAR_SIDE,
    GATES,
    KIND,
    LINK_COUNT,
    LINK_KIND,
    POST,
    WALKWAY,
    WIRE,
)
from garrison.games.colditz.show.drawing.scale import AT, RING, SCALE
from garrison.games.colditz.show.drawing.shapes import signs

DROPS: Final = [link for link in range(LINK_COUNT) if LINK_KIND[link] != WIRE]
CUTS: Final = [link for link in range(LINK_COUNT) if LINK_KIND[link] == WIRE]
FENCE: Final = [(x * SCALE, y * SCALE) for x, y in BOARD["wire_fence"]]
BARB: Final = "m-6 -6l12 12m0 -12l-12 12"
BARBS: Final = 13
"""From one barb of the wire to the next."""
CLEAR: Final = 0.18
"""Part of a way through the wire that is not drawn, at either end."""
HEAD: Final = (13, 7.5)
"""Length and half the width of an arrow's head."""
SHORT: Final = 30
"""An arrow shorter than this is hardly more than its head: that is doubled then."""
KEY: Final = "m-9 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0m9.2 0h9v5m-4 -5v4"
PAPER: Final = "m-8 -9h16v18h-16zm3.5 5.5a4.5 4.5 0 0 1 9 0m-4.5 -2.5a1.6 1.6 0 1 0 .1 0m-5 9.5h10m-10 3.5h7"
GATE_SIGNS: Final = {"key": KEY, "pass": PAPER}


def barriers() -> str:
    return _wire() + _drops() + _gates()


# Tunnels


def tunnels() -> str:
    """Under the walls: the way of each tunnel, dashed."""
    ways = "".join(lines([AT[space] for space in chain]) for chain in CLASSIC_CHAINS)
    return path(ways, "tunnel-way", stroke_width=5, stroke_dasharray="3 9")


# Wire


def _wire() -> str:
    """Posts and barbs along the line; dashed ways through where it can be cut."""
    posts = "".join(f"M{round(x)} {round(y)}h0" for x, y in FENCE)
    barbs = "".join(f"M{round(x)} {round(y)}{BARB}" for x, y in _spots(FENCE, BARBS))
    weak = "".join(lines(_between(CASTLE_SIDE[link], FAR_SIDE[link])) for link in CUTS)
    return (
        path(weak, "drop-under", stroke_width=11)
        + path(weak, "cut-way", stroke_width=6, stroke_dasharray="4 9")
        + path(lines(FENCE), "wire", stroke_width=3)
        + path(barbs, "wire", stroke_width=1.6)
        + path(posts, "wire-post", stroke_width=10)
    )


def _between(space: int, other: int) -> list[Point]:
    """A line from one space to another that leaves their signs free."""
    (x, y), (u, v) = AT[space], AT[other]
    return [(x + (u - x) * part, y + (v - y) * part) for part in (CLEAR, 1 - CLEAR)]


def _spots(line: list[Point], step: float) -> list[Point]:
    """Points on an open line at even distances."""
    found, left = [], step / 2
    for (x, y), (u, v) in pairwise(line):
        long = math.hypot(u - x, v - y)
        while left < long:
            found.append((x + (u - x) * left / long, y + (v - y) * left / long))
            left += step
        left -= long
    return found


# Drops


def _drops() -> str:
    """Red arrows out of windows and over ramparts, doubled where it is 60 feet, with the height."""
    single = "".join(_arrow(link, 0) for link in DROPS if LINK_KIND[link] != DROP_60)
    high = [link for link in DROPS if LINK_KIND[link] == DROP_60]
    double = "".join(_arrow(link, side) for link in high for side in (-4.5, 4.5))
    heads = "".join(_head(link) for link in DROPS)
    shafts = single + double
    return (
        path(shafts, "drop-under", stroke_width=8)
        + path(heads, "drop-under", stroke_width=5)
        + path(shafts, "drop", stroke_width=4)
        + path(heads, "drop-head")
        + "".join(map(_height, DROPS))
    )


def _way(link: int) -> tuple[Point, Point, Point]:
    """Where an arrow begins and ends, and its direction."""
    (x, y), (u, v) = AT[CASTLE_SIDE[link]], AT[FAR_SIDE[link]]
    far = max(1.0, math.hypot(u - x, v - y))
    dx, dy = (u - x) / far, (v - y) / far
    return (x + dx * RING, y + dy * RING), (u - dx * (RING + 2), v - dy * (RING + 2)), (dx, dy)


def _arrow(link: int, aside: float) -> str:
    (x, y), (u, v), (dx, dy) = _way(link)
    long = HEAD[0] - 2
    return lines([(x - dy * aside, y + dx * aside), (u - dx * long - dy * aside, v - dy * long + dx * aside)])


def _head(link: int) -> str:
    start, (u, v), (dx, dy) = _way(link)
    long, half = HEAD
    doubled = LINK_KIND[link] == DROP_60 and math.dist(start, (u, v)) < SHORT
    drawn = ""
    for aside in (-half, half) if doubled else (0.0,):
        x, y = u - dy * aside, v + dx * aside
        corners = [(x, y)] + [
            (x - dx * long - dy * side, y - dy * long + dx * side) for side in (half, -half)
        ]
        drawn += lines(corners, closed=True)
    return drawn


def _height(link: int) -> str:
    """The height stands in the space above; dark where that is light in every theme."""
    space = CASTLE_SIDE[link]
    x, y = AT[space]
    cls = "figure height-dark" if KIND[space] == WALKWAY else "figure height"
    return text("60" if LINK_KIND[link] == DROP_60 else "30", x, y + 7, 20, cls)


# Gates


def _gates() -> str:
    """What opens it stands in the space; the posts beside the northern gates keep their shield."""
    return "".join(
        signs([gate for gate in GATES if GATES[gate] == item and KIND[gate] != POST], drawn, "gate-sign", 2.4)
        for item, drawn in GATE_SIGNS.items()
    )
