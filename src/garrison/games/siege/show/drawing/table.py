"""The kitchen table from above: boards, rulers, the distance lines of the catapult, its places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from garrison.core.show.pen import circle, fitted, group, num, painted, path, pattern, rect, tag, text
from garrison.games.siege.show.drawing.scale import BOTTOM, LEFT, RIGHT, SIZE, TOP, point, units
from garrison.games.siege.tables import FIRST_DISTANCE, LATER_DISTANCE, SITES, UNITS_PER_INCH

WIDE, HIGH = SIZE
RULER: Final = 18
NUMBERED: Final = 5
"""Inches between the numbered lines of a ruler."""
SITE: Final = 13
"""Distance of the corners of a catapult place from its middle."""
TITLE: Final = (34, 752, 236, 64)
CUP: Final = (948, 742, 41)
"""Position and radius of the ring a cup left."""


def definitions() -> str:
    """Grain of two boards, and an inch of each ruler."""
    grain = (
        "M0 14q180-9 360 2t360-2M0 33q120 8 260 2 70-13 140 0 120 9 320-2M0 52q80-3 170 0 90 11 180 0t370 0"
        "M280 43q30-9 62 0-30 10-62 0M0 76q180-8 340 0t380 0M0 92q150 7 720 0"
        "M0 117q200 8 370 0t350 0M0 131q150-9 310 0t410 0M0 152q100-4 440 0 50-9 110 0 80 5 170 0"
        "M0 178q260 10 720 0M0 190q180-6 360 0t360 0M0 226q240 9 720 0M0 241q140-7 300 0t420 0"
        "M0 258q180 9 420 0 40-8 80 0t220 0M0 276q250-8 720 0M0 292q90 6 330 0t390 0"
    )
    seams = "M0 0h720M0 105h720M0 210h720M96 0v105M240 105v105M640 105v105M30 210v105M390 210v105"
    tones = rect(240, 105, 400, 105, "board-dark") + rect(30, 210, 360, 105, "board-light")
    boards = tones + path(grain, "grain", stroke_width=0.8) + path(seams, "seam", stroke_width=1.4)
    return (
        pattern("s-boards", 720, 315, boards)
        + pattern(
            "s-ruler",
            UNITS_PER_INCH,
            RULER,
            path("M0 0v8M5 0v4M10 0v6M15 0v4", "card-line", stroke_width=0.7),
        )
        + pattern(
            "s-ruler-down",
            RULER,
            UNITS_PER_INCH,
            path("M0 0h8M0 5h4M0 10h6M0 15h4", "card-line", stroke_width=0.7),
        )
    )


def wood() -> str:
    """Boards with their grain, a ring that a cup left."""
    x, y, r = CUP
    return (
        rect(0, 0, WIDE, HIGH, "table")
        + rect(0, 0, WIDE, HIGH, fill=painted("s-boards"))
        + circle(x, y, r, "grain", stroke_width=4.5, stroke_opacity=".4")
        + circle(x + 1, y - 1, r - 4, "grain", stroke_width=1, stroke_opacity=".5")
    )


def lamp() -> str:
    """Light from above the table: bright in the middle, dusk towards the corners."""
    shine = (("lamp", "0", ".34"), ("lamp", ".5", "0"), ("dusk", ".55", "0"), ("dusk", "1", ".3"))
    stops = "".join(tag("stop", cls, offset=at, stop_opacity=share) for cls, at, share in shine)
    gradient = f"<radialGradient id='s-lamp' cx='.5' cy='.5' r='.72'>{stops}</radialGradient>"
    return f"<defs>{gradient}</defs>" + rect(0, 0, WIDE, HIGH, fill=painted("s-lamp"))


def rulers(inch: str) -> str:
    """One along the top, one along the left edge, in the units of an aim."""
    across = "".join(
        text(str(n), n * UNITS_PER_INCH, RULER - 2, 9, "figure card-ink")
        for n in range(NUMBERED, WIDE // UNITS_PER_INCH, NUMBERED)
    )
    down = "".join(
        text(str(n), 13, n * UNITS_PER_INCH + 3, 9, "figure card-ink")
        for n in range(NUMBERED, HIGH // UNITS_PER_INCH, NUMBERED)
    )
    return (
        rect(2, 2, WIDE, RULER + 1, "shade")
        + rect(2, 2, RULER + 1, HIGH, "shade")
        + rect(0, 0, WIDE, RULER, "ruler")
        + rect(0, 0, RULER, HIGH, "ruler")
        + rect(UNITS_PER_INCH, 0, WIDE - UNITS_PER_INCH, RULER, fill=painted("s-ruler"))
        + rect(0, UNITS_PER_INCH, RULER, HIGH - UNITS_PER_INCH, fill=painted("s-ruler-down"))
        + across
        + down
        + text(inch, 10, 13, 9, "figure card-ink")
    )


def distances(said: Callable[[int], str]) -> str:
    """The least distance of the catapult, all around the castle: for the first shot, and later."""
    found = ""
    for distance, dash in ((LATER_DISTANCE, "2 6"), (FIRST_DISTANCE, "9 7")):
        r = units(distance)
        box = (LEFT - r, TOP - r, RIGHT - LEFT + 2 * r, BOTTOM - TOP + 2 * r)
        found += rect(*box, "line", stroke_width=1.2, stroke_dasharray=dash, stroke_opacity=".42", rx=r)
        label = said(distance // 1000)
        for x, turn in ((LEFT - r * 0.7071, -45), (RIGHT + r * 0.7071, 45)):
            spot = f"translate({x:.1f} {TOP - r * 0.7071:.1f}) rotate({turn})"
            found += group(text(label, 0, -4, 11, "title"), transform=spot)
    return found


def sites() -> str:
    """A small cross at each place of the grid, with its name."""
    spots = {name: point(at) for name, at in SITES.items()}
    crosses = "".join(f"M{num(x - 5)} {num(y)}h10m-5-5v10" for x, y in spots.values())
    beside = {"n": (SITE + 12, 4), "s": (0, SITE + 11)}  # above it those of the north would lie on the ruler
    names = ""
    for name, (x, y) in spots.items():
        right, down = beside.get(name[0], (0, -SITE - 2))
        names += text(name, x + right, y + down, 12, "text strong")
    return path(crosses, "line", stroke_width=1, stroke_opacity=".6") + names


def site_outline(name: str) -> tuple[tuple[int, int], ...]:
    """The area to highlight and click: eight corners around the cross."""
    x, y = (round(each) for each in point(SITES[name]))
    far, near = SITE, round(SITE * 0.414)
    return tuple(
        (x + a, y + b)
        for a, b in (
            (-near, -far), (near, -far), (far, -near), (far, near),
            (near, far), (-near, far), (-far, near), (-far, -near),
        )
    )  # fmt: skip


def label(title: str, below: str) -> str:
    """The name of the game on a slip of paper."""
    x, y, w, h = TITLE
    middle = x + w / 2
    return group(
        rect(x + 2, y + 4, w, h, "shade", rx=2)
        + rect(x, y, w, h, "plate", stroke_width=1)
        + rect(x + 6, y + 6, w - 12, h - 12, "thin", stroke_width=0.7)
        + fitted(title, middle, y + 33, 22, w - 30, "title strong")
        + text(below, middle, y + 50, 11, "title quiet")
    )
