"""The castle of eight cards to scale: each section drawn in its own corners and material."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from garrison.core.show.pen import Point, circle, define, lines, num, painted, path, pattern, rect, use
from garrison.games.siege.show.drawing.scale import (
    BOTTOM,
    CARD_HIGH,
    CARD_WIDE,
    LEFT,
    RIGHT,
    TOP,
    box,
    corners,
)
from garrison.games.siege.tables import (
    CARD_SECTIONS,
    GATES,
    KEEP_SIDES,
    SECTIONS,
    TOWERS,
    WALLS,
    WOODEN,
)

DOOR: Final = 16
FLANK: Final = ((LEFT, -1), (RIGHT, 1))
"""The open sides, and their outward direction."""


def material(castle: int, section: str) -> str:
    """The material of a section: `stone`, `wood`, or `roof` for stone under timber."""
    if not WOODEN[castle][SECTIONS.index(section)]:
        return "stone"
    return "roof" if section in KEEP_SIDES else "wood"


def definitions() -> str:
    """Courses of stone, horizontal and vertical planks, shingles, paving, and recurring parts."""
    ashlar = "M0 0h20M0 5h20M0 10h20M6 0v5M15 0v5M1 5v5M10 5v5"
    lying = "M0 0h44M0 5h44M0 10h44M0 15h44M13 0v5M35 5v5M6 10v5M27 15v5"
    standing = "M0 0v44M5 0v44M10 0v44M15 0v44M0 13h5M5 35h5M10 6h5M15 27h5"
    grain = "M4 2.5h16M24 7.5h9M12 12.5h11M2 17.5h14"
    shingles = "M0 3.5q2 2 4 0t4 0M-2 0q2 2 4 0t4 0 4 0"
    paving = "M0 0h21M0 8h9v-8M9 4h12M15 4v10M0 14h15M5 8v6M15 10h6M0 19h21M11 14v5M19 10v9M2 14v5"
    return (
        pattern("s-stone", 20, 10, path(ashlar, "ashlar"))
        + pattern("s-wood", 44, 20, path(lying, "plank") + path(grain, "plank", stroke_opacity=".4"))
        + pattern("s-wood-up", 20, 44, path(standing, "plank"))
        + pattern("s-roof", 8, 7, path(shingles, "plank"))
        + pattern("s-court", 21, 19, path(paving, "joint"))
        + define("s-turret", _turret())
    )


def _turret() -> str:
    return circle(0, 0, 5, "slab") + circle(0, 0, 5, "edge", stroke_width=0.8) + circle(0, 0, 2.6, "ashlar")


def _filled(points: Iterable[Point], stuff: str, pattern_id: str) -> str:
    d = lines(list(points), closed=True)
    return path(d, stuff) + path(d, fill=painted(pattern_id))


def _stuff(points: list[Point], made_of: str, *, up: bool = False) -> str:
    """A section's ground in its material; planks run across the wall, as beams do."""
    if made_of == "stone":
        return _filled(points, "stone", "s-stone")
    if made_of == "roof":
        return _filled(points, "timber", "s-roof")
    return _filled(points, "timber", "s-wood-up" if up else "s-wood")


MERLONS: Final = ("slab-edged", 10, "m2 .4v4.5h6v-4.5z")
STAKES: Final = ("stake", 5, "m0 6v-3.4l2.5-2.6 2.5 2.6v3.4")
"""Class, width of each with its gap, and its drawing from the left end."""


def _along(start: Point, end: Point, stuff: tuple[str, int, str]) -> str:
    """Merlons or stakes along an outer edge, turned outwards to its left."""
    cls, step, drawn = stuff
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    count = max(1, round(length / step))
    turn = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}[_sign(dx), _sign(dy)]
    d = "".join(f"M{num(length * n / count)} 0{drawn}" for n in range(count))
    return path(d, cls, transform=f"translate({num(start[0])} {num(start[1])}) rotate({turn})")


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


# Ground and cards


def court() -> str:
    """The rock the castle stands on: paving, and cliffs where no wall is."""
    top, bottom = TOP + CARD_HIGH, BOTTOM - CARD_HIGH
    ground = ""
    for x, out in FLANK:
        edge = [(x, top - 2)]
        edge += [(x + out * (13 + 5 * (n % 3) - 3 * (n % 2)), top + 6 + 13 * n) for n in range(7)]
        edge += [(x, bottom + 2)]
        ground += path(lines([(a + 2, b + 3) for a, b in edge], closed=True), "shade")
        ground += path(lines(edge, closed=True), "rock")
        cracks = ""
        for n, (a, b) in enumerate(edge[1:-1]):
            cracks += f"M{num(a)} {num(b)}L{num(x + out * 2)} {num(b + 4 - n % 3)}"
            cracks += f"M{num((a + x) / 2)} {num(b + 3)}l{-4 * out} 5"
        ground += path(cracks, "ashlar", stroke_width=0.9)
    w, h = RIGHT - LEFT, bottom - top
    ground += rect(LEFT, top, w, h, "floor") + rect(LEFT, top, w, h, fill=painted("s-court"))
    ground += "".join(path(f"M{num(x)} {num(top)}v{num(h)}", "edge", stroke_width=1.2) for x, _ in FLANK)
    return (
        ground + _well(LEFT + 19, top + 9.5) + _hay(RIGHT - 19, bottom - 9.5) + _cart(LEFT + 19, bottom - 9.5)
    )


def _well(x: float, y: float) -> str:
    return (
        circle(x + 1, y + 1.5, 7, "shade")
        + circle(x, y, 7, "stone")
        + circle(x, y, 7, "edge", stroke_width=0.8)
        + circle(x, y, 4.4, "well")
        + path(f"M{num(x - 8)} {num(y)}h16", "plank-dark", stroke_width=1.4)
    )


def _hay(x: float, y: float) -> str:
    return (
        rect(x - 8, y - 5, 17, 11, "shade", rx=4)
        + rect(x - 9, y - 6, 17, 11, "straw", rx=4)
        + path(
            f"M{num(x - 6)} {num(y - 3)}l4 5M{num(x - 1)} {num(y - 4)}l2 7M{num(x + 5)} {num(y - 3)}l-3 6",
            "plank-dark",
            stroke_width=0.7,
        )
    )


def _cart(x: float, y: float) -> str:
    return (
        rect(x - 6, y - 4, 14, 9, "shade", rx=1)
        + rect(x - 7, y - 5, 14, 9, "timber", rx=1)
        + path(
            f"M{num(x - 7)} {num(y - 2)}h14m-14 3h14M{num(x + 7)} {num(y - 4)}h7m-7 7h7",
            "plank-dark",
        )
        + path(f"M{num(x - 4)} {num(y - 6.6)}h7M{num(x - 4)} {num(y + 5.6)}h7", "line", stroke_width=1.6)
    )


def _card_boxes() -> list[tuple[float, float]]:
    """The upper left corners of the eight cards."""
    across = [LEFT + n * CARD_WIDE for n in range(3)]
    rows = [(x, y) for y in (TOP, BOTTOM - CARD_HIGH) for x in across]
    return rows + [(box(corners(side))[0], box(corners(side))[1]) for side in KEEP_SIDES]


def cards() -> str:
    """Paper with its edge, under the print."""
    found = "".join(rect(x + 1.4, y + 2, CARD_WIDE, CARD_HIGH, "shade") for x, y in _card_boxes())
    return found + "".join(rect(x, y, CARD_WIDE, CARD_HIGH, "card") for x, y in _card_boxes())


# Printed on the cards


def plan(castle: int) -> str:
    """All eighteen sections of the cards, then the lines between them."""
    said = "".join(_wall(castle, name) for name in WALLS)
    said += "".join(_gate(castle, name) for name in GATES)
    said += _keep(castle) + "".join(_tower(castle, name) for name in TOWERS)
    seams = "".join(lines(corners(name), closed=True) for name in SECTIONS[:CARD_SECTIONS])
    return said + path(seams, "edge", stroke_width=0.7)


def _wall(castle: int, name: str) -> str:
    """Outer edge with stakes or merlons, the wall walk behind it, steps down to the court."""
    points = corners(name)
    made_of = material(castle, name)
    side = name[-1]
    x, y, w, h = box(points)
    said = _stuff(points, made_of, up=side in "ns")
    start, end = {
        "n": ((x, y), (x + w, y)),
        "s": ((x + w, y + h), (x, y + h)),
        "w": ((x, y + h), (x, y)),
        "e": ((x + w, y), (x + w, y + h)),
    }[side]
    said += _inner(name, points)
    return said + _along(start, end, MERLONS if made_of == "stone" else STAKES)


def _inner(name: str, points: list[Point]) -> str:
    """Light falls from the north-west: the edge towards the court lies in shade, the seam has a gutter."""
    _, y, _, h = box(points)
    level = y + h if name[5] == "n" else y
    inner = [p for p in points if p[1] == level]
    if len(inner) < 2:
        return ""
    (a, _), (b, _) = inner[0], inner[1]
    return path(
        f"M{num(min(a, b))} {num(level)}H{num(max(a, b))}", "edge", stroke_width=2, stroke_opacity=".55"
    )


def _tower(castle: int, name: str) -> str:
    """Square in an average castle, eight-sided in a powerful one; battlements on all sides."""
    points = corners(name)
    x, y, w, h = box(points)
    cut = 0 if castle == 0 else 7
    shape = [
        (x + cut, y), (x + w - cut, y), (x + w, y + cut), (x + w, y + h - cut),
        (x + w - cut, y + h), (x + cut, y + h), (x, y + h - cut), (x, y + cut),
    ] if cut else points  # fmt: skip
    d = lines(shape, closed=True)
    rim, inner = _shrunk(shape, 0.85), _shrunk(shape, 0.7)
    return (
        path(lines(points, closed=True), "rock")
        + path(d, "stone")
        + path(
            lines(rim, closed=True), "merlons", stroke_width=4, stroke_dasharray="4.3 3" if cut else "5.1 3.4"
        )
        + path(d, "edge", stroke_width=1)
        + path(lines(inner, closed=True), "slab")
        + path(lines(inner, closed=True), fill=painted("s-stone"))
        + path(lines(inner, closed=True), "edge", stroke_width=0.9)
    )


def _shrunk(points: list[Point], share: float) -> list[Point]:
    """The same shape, smaller, around its middle."""
    x, y, w, h = box(points)
    a, b = x + w / 2, y + h / 2
    return [(a + (p - a) * share, b + (q - b) * share) for p, q in points]


def _gate(castle: int, name: str) -> str:
    """Two halves of timber with a passage between them, its doors at the outer edge."""
    west, east = corners(f"{name}-w"), corners(f"{name}-e")
    said = _stuff(west, material(castle, f"{name}-w")) + _stuff(east, material(castle, f"{name}-e"))
    x, y, w, h = box([*west, *east])
    middle = x + w / 2
    outer, inward = (y, 1) if name == "gate-n" else (y + h, -1)
    said += rect(middle - DOOR / 2, y, DOOR, h, "passage")
    ways = "".join(f"M{num(middle + k)} {num(y + 2)}v{num(h - 4)}" for k in (-4, 4))
    said += path(ways, "grain", stroke_dasharray="3 4", stroke_width=0.8)
    said += rect(middle - DOOR / 2, outer - (inward < 0) * 7, DOOR, 7, "beam-fill")
    leaves = "".join(
        f"M{num(middle + k)} {num(outer + inward * 2)}v{num(inward * 5)}" for k in (-5.5, -3, 3, 5.5)
    )
    said += path(leaves, "timber-line", stroke_width=1.6)
    said += path(f"M{num(middle)} {num(outer)}v{num(inward * 7)}", "edge", stroke_width=1.2)
    start, end = ((x, y), (x + w, y)) if inward == 1 else ((x + w, y + h), (x, y + h))
    gap = DOOR / 2 + 1
    turn = 1 if inward == 1 else -1
    said += _along(start, (middle - turn * gap, start[1]), STAKES)
    said += _along((middle + turn * gap, start[1]), end, STAKES)
    for a in (x + 2.5, x + w - 2.5, middle - DOOR / 2 - 2, middle + DOOR / 2 + 2):
        said += path(f"M{num(a)} {num(y + 3)}v{num(h - 6)}", "beam", stroke_width=2)
    return said


def _keep(castle: int) -> str:
    """One great house over two cards: thick walls with battlements, turrets, slabs or shingles within."""
    west, east = corners("keep-w"), corners("keep-e")
    x, y, w, h = box([*west, *east])
    outer = f"M{num(x)} {num(y)}h{num(w)}v{num(h)}h{num(-w)}z"
    said = path(outer, "stone") + path(outer, fill=painted("s-stone"))
    rim = 5.5
    for name in KEEP_SIDES:
        a, b, wide, high = box(corners(name))
        left = a + (rim if name == "keep-w" else 0.8)
        inner = [
            (left, b + rim),
            (left + wide - rim - 0.8, b + rim),
            (left + wide - rim - 0.8, b + high - rim),
            (left, b + high - rim),
        ]
        made_of = material(castle, name)
        said += _filled(
            inner, "slab" if made_of == "stone" else "timber", "s-roof" if made_of == "roof" else "s-stone"
        )
        if made_of == "roof":
            (p, q), _, (r, s), _ = inner
            ridge = (q + s) / 2
            said += path(
                f"M{num(p + 14)} {num(ridge)}H{num(r - 14)}"
                f"M{num(p)} {num(q)}l14 {num(ridge - q)}L{num(p)} {num(s)}"
                f"M{num(r)} {num(q)}l-14 {num(ridge - q)}L{num(r)} {num(s)}",
                "beam",
                stroke_width=1.6,
            )
        said += path(lines(inner, closed=True), "edge", stroke_width=0.9)
    said += rect(x + 2.6, y + 2.6, w - 5.2, h - 5.2, "merlons", stroke_width=3.6, stroke_dasharray="6 4")
    said += path(outer, "edge", stroke_width=1.2)
    return said + "".join(use("s-turret", a, b) for a in (x + 5, x + w - 5) for b in (y + 5, y + h - 5))
