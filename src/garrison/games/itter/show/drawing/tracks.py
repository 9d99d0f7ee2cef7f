"""The attackers' tracks: areas at the edge, circles, dotted paths to the walls, and the token squares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from garrison.games.itter.show.drawing.castle import grown, rooms
from garrison.games.itter.show.drawing.pen import (
    Point,
    circle,
    define,
    initials,
    lines,
    num,
    painted,
    path,
    rect,
    smooth,
    text,
    use,
)
from garrison.games.itter.tables import AREAS, BOARD_FILE, CASTLE, CIRCLES, COLOUR, COLOURS, HAS_TOKENS, NEXT

AREA: Final = 31
STEP: Final = 24
SPOT: Final[dict[int, Point]] = {int(row["id"]): (row["x"], row["y"]) for row in BOARD_FILE["circle"]}
PILL: Final = {True: (42, 18), False: (36, 15)}
"""Width and height of the plate with letter and number, of areas and of steps."""
BEND: Final = 0.12
"""How far a path between two circles bends, relative to its length."""


def gates() -> dict[int, Point]:
    """The point where each track meets the walls: on the room nearest to its last circle."""
    found = {}
    for at in CIRCLES:
        if NEXT[at] == CASTLE:
            x, y = SPOT[at]
            near = []
            for name, box in rooms().items():
                if name in ("tank", "cellar"):
                    continue
                left, top, w, h = grown(box, 10)
                a, b = min(max(x, left), left + w), min(max(y, top), top + h)
                near.append(((a - x) ** 2 + (b - y) ** 2, (float(a), float(b))))
            found[at] = min(near)[1]
    return found


def ways() -> list[list[Point]]:
    """Each step of a track as a bent line from circle to circle, or to the wall."""
    ends = gates()
    found = []
    for k, at in enumerate(CIRCLES):
        a, b = SPOT[at], SPOT.get(NEXT[at], ends.get(at, (0.0, 0.0)))
        dx, dy = b[0] - a[0], b[1] - a[1]
        swing = BEND * (1 if k % 2 else -1)
        found.append([a, ((a[0] + b[0]) / 2 - dy * swing, (a[1] + b[1]) / 2 + dx * swing), b])
    return found


def _cut(a: Point, b: Point, far: float) -> Point:
    """The point between a and b at distance `far` from b."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    return (b[0] + dx / length * far, b[1] + dy / length * far)


def dotted() -> str:
    """The paths, with an arrowhead at the end of each."""
    d, heads = "", ""
    for at, (a, middle, b) in zip(CIRCLES, ways(), strict=True):
        last = NEXT[at] == CASTLE
        tip = _cut(middle, b, 2 if last else STEP + 3)
        start = _cut(middle, a, AREA if at in AREAS else STEP)
        d += smooth([start, middle, tip])
        heads += _head(middle, tip, 11 if last else 8)
    return (
        path(d, "halo", stroke_width=5, stroke_opacity=".7")
        + path(d, "path", stroke_width=2.6, stroke_dasharray=".1 6.4")
        + path(heads, "ink")
    )


def _head(a: Point, tip: Point, size: float) -> str:
    back = _cut(a, tip, size)
    dx, dy = (tip[0] - back[0]) * 0.48, (tip[1] - back[1]) * 0.48
    return lines([tip, (back[0] - dy, back[1] + dx), (back[0] + dy, back[1] - dx)], closed=True)


def shapes() -> str:
    """Areas and steps in each of their colours, for the definitions: ring, hatch, and the pill above."""
    kinds = dict.fromkeys((at in AREAS, COLOURS[COLOUR[at]]) for at in CIRCLES)
    return "".join(define(_shape(area, colour), _drawn(area, colour)) for area, colour in kinds)


def _shape(area: bool, colour: str) -> str:
    return f"{'area' if area else 'step'}-{colour}"


def _drawn(area: bool, colour: str) -> str:
    r = AREA if area else STEP
    w, h = PILL[area]
    left, top, half, corner = -w / 2, -r - h * 0.75, w * 0.42, h / 2
    cap = f"M{num(left + corner)} {num(top)}h{num(half - corner)}v{h}h{num(corner - half)}"
    return (
        circle(2, 3, r, "shade")
        + circle(0, 0, r, colour)
        + circle(0, 0, r, fill=painted(f"hatch-{colour}"))
        + circle(0, 0, r, "line", stroke_width=1.4)
        + circle(0, 0, r - 6, "sheet", fill_opacity=".85")
        + rect(left, top, w, h, "card", rx=corner)
        + path(f"{cap}a{num(corner)} {num(corner)} 0 0 1 0-{h}z", colour)
        + rect(left, top, w, h, "line", stroke_width=1.1, rx=corner)
    )


def circles(letter: Callable[[str], str]) -> str:
    """Areas with their number in a large pill, steps with a small one; no counter hides them."""
    said = ""
    for at in CIRCLES:
        x, y = SPOT[at]
        colour, area = COLOURS[COLOUR[at]], at in AREAS
        w, h = PILL[area]
        size = h * 0.8
        base = y - (AREA if area else STEP) + h * 0.03
        shade = "dark" if colour == "yellow" else "light"
        said += use(_shape(area, colour), x, y)
        said += initials(letter(colour), x - w * 0.27, base, size, w * 0.33, f"figure {shade}")
        said += text(str(at), x + w * 0.19, base, size, "figure card-ink")
    return said


def tokens(letter: Callable[[str], str], title: str) -> str:
    """The squares where Suppression tokens wait, one for each colour that has them."""
    rows = [row for row, has in zip(BOARD_FILE["colour"], HAS_TOKENS, strict=True) if has]
    left, right = rows[0]["x"] - 28, rows[-1]["x"] + 28
    y = rows[0]["y"]
    said = rect(left + 3, y - 37, right - left, 72, "shade", rx=4) + rect(
        left, y - 40, right - left, 72, "plate", rx=4
    )
    said += text(title, (left + right) / 2, y - 27, 12, "title strong")
    for row in rows:
        x, colour = row["x"], row["id"]
        shade = "dark" if colour == "yellow" else "light"
        said += rect(x - 24, y - 22, 48, 48, colour, rx=3)
        said += rect(x - 24, y - 22, 48, 48, rx=3, fill=painted(f"hatch-{colour}"))
        said += rect(x - 24, y - 22, 48, 48, "line", stroke_width=1.4, rx=3)
        said += initials(letter(colour), x - 13.5, y - 8, 14, 17, f"figure {shade}")
    return said
