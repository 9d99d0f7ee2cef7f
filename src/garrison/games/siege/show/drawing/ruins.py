"""Damage to the castle: cracks, structures in ruins, and contaminated sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from garrison.core.show.pen import Point, define, group, lines, num, painted, path, use
from garrison.core.show.scene import Sprite
from garrison.games.siege.show.drawing.castle import material
from garrison.games.siege.show.drawing.scale import box, corners
from garrison.games.siege.tables import CARD_SECTIONS, SECTIONS, STRUCTURE_OF, STRUCTURES, TOWERS, WALLS

DENSE: Final = 125
"""Area per stone of a ruin."""


def sections_of(structure: str) -> list[str]:
    number = STRUCTURES.index(structure)
    return [SECTIONS[section] for section in range(CARD_SECTIONS) if STRUCTURE_OF[section] == number]


def around(structure: str) -> list[Point]:
    """The corners of a structure: of its section, or of the two sides together."""
    found = [corner for section in sections_of(structure) for corner in corners(section)]
    if len(found) == 4:
        return found
    x, y, w, h = box(found)
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def middle(points: Sequence[Point]) -> tuple[int, int]:
    """The point of the board at the centre of a drawing of this shape."""
    x, y, w, h = box(points)
    return (int(x + w / 2), int(y + h / 2))


def _size(points: Sequence[Point]) -> tuple[int, int]:
    x, y = middle(points)
    return (2 * ceil(max(abs(a - x) for a, _ in points)), 2 * ceil(max(abs(b - y) for _, b in points)))


def _own(points: Sequence[Point]) -> list[Point]:
    """The shape in the box of its sprite."""
    (x, y), (w, h) = middle(points), _size(points)
    return [(a - x + w / 2, b - y + h / 2) for a, b in points]


def inside(x: float, y: float, points: Sequence[Point], rim: float) -> bool:
    """True if a point lies within a convex shape, at least `rim` from its sides."""
    following = (*points[1:], points[0])
    for (a, b), (c, d) in zip(points, following, strict=True):
        length = ((c - a) ** 2 + (d - b) ** 2) ** 0.5
        if ((c - a) * (y - b) - (d - b) * (x - a)) / length < rim:
            return False
    return True


def _scatter(points: Sequence[Point], rim: float) -> Iterator[tuple[int, Point]]:
    """Points spread over a shape without a pattern, always the same."""
    left, top, w, h = box(points)
    a, b = 0.5, 0.5
    for n in range(round(w * h / DENSE)):
        a, b = (a + 0.7548776662) % 1, (b + 0.5698402910) % 1
        x, y = left + a * w, top + b * h
        if inside(x, y, points, rim):
            yield n, (x, y)


STONES: Final = (
    "l3-2 2.4 1 .6 2.6-2.6 1.8-2.8-1z",
    "l2-1.6 3 .4.2 2.4-2 1.2-2.6-.4z",
    "l1.6-2.2 2.8.8.4 2.2-2.4 1.4z",
)
BEAMS: Final = ("l5 3.4", "l6-2.6", "l2.4 5.4", "l-5.4 2.2")


def _ruin(points: Sequence[Point], made_of: str) -> str:
    """Broken ground with a jagged edge; stones and beams lie about."""
    own = _own(points)
    x, y, w, h = box(own)
    a, b = x + w / 2, y + h / 2
    edge: list[Point] = []
    for (p, q), (r, s) in zip(own, (*own[1:], own[0]), strict=True):
        steps = max(2, round((((r - p) ** 2 + (s - q) ** 2) ** 0.5) / 7))
        for n in range(steps):
            u, v = p + (r - p) * n / steps, q + (s - q) * n / steps
            pull = 0.97 if n % 2 else 0.84
            edge.append((a + (u - a) * pull, b + (v - b) * pull))
    spots = list(_scatter(own, 5))
    stones = "".join(f"M{num(p)} {num(q)}{STONES[n % 3]}" for n, (p, q) in spots)
    beams = "".join(
        f"M{num(p)} {num(q)}{BEAMS[n % 4]}" for n, (p, q) in spots[:: 2 if made_of == "wood" else 5]
    )
    cls = "timber" if made_of == "wood" else "slab"
    return (
        path(lines(edge, closed=True), "scorched")
        + path(stones, f"{cls} rubble")
        + path(beams, "beam" if made_of == "wood" else "timber-line", stroke_width=1.4)
    )


DEGREES: Final = (1, 2, 3)
"""How far a structure is cracked: at first, more, and one point from falling."""
CRACKS: Final = {1: (0, 3, 0.8, 1), 2: (3, 5, 0.85, 1.3), 3: (5, 10, 0.95, 1.8)}
"""By degree, what it adds: the first crack and the last, how far they reach inwards, how wide they are."""
TURNS: Final = ((1, 1), (2, -1), (3, 0.8), (4, 0))
"""Of a crack: how far along, and how far aside."""
NOTCH: Final = 4
RIM: Final = 1.1
"""How much wider than a crack its pale rim is."""


def degree(damage: int, most: int) -> int:
    """How far a structure is cracked by its damage; 0 is not at all."""
    if not 0 < damage < most:
        return 0
    return DEGREES[-1] if most - damage == 1 else min(damage, DEGREES[1])


def _cracked(points: Sequence[Point], how: int) -> str:
    """Jagged lines from the rim inwards, which fork; before the fall, stones of the rim are missing, too."""
    own = _own(points)
    x, y, w, h = box(own)
    a, b = x + w / 2, y + h / 2
    first, last, far, wide = CRACKS[how]
    d, gaps = "", ""
    for n in range(first, last):
        p, q = _on_rim(own, (0.13 + n * 0.618034) % 1)
        # Aside from the middle, so that they do not meet in one point.
        to = (a + (w * 0.28) * (n % 3 - 1), b + (h * 0.24) * ((n + 1) % 3 - 1))
        reach = far * (1 - 0.22 * (n % 2)) / 4
        dx, dy = (to[0] - p) * reach, (to[1] - q) * reach
        length = max(1.0, (dx * dx + dy * dy) ** 0.5)
        swing = min(2.2, length / 2) / length
        side = (-dy * swing, dx * swing)
        turns = [(dx * step + side[0] * bend, dy * step + side[1] * bend) for step, bend in TURNS]
        fork = [(dx * 2.8 - side[0] * 2.8, dy * 2.8 - side[1] * 2.8), turns[1]]
        d += f"M{num(p)} {num(q)}" + _steps([*turns[:2], *fork, *turns[2:]] if how > 1 else turns)
        if how == DEGREES[-1]:
            gaps += _notch((p, q), (dx / length, dy / length))
    # A pale rim: black lines alone are lost upon dark wood and stone.
    rim = path(d, "crack-rim", stroke_width=num(wide + RIM))
    return (path(gaps, "scorched") if gaps else "") + rim + path(d, "crack", stroke_width=wide)


def _steps(turns: Sequence[Point]) -> str:
    """A line from the origin, in short relative steps."""
    before, said = (0, 0), "l"
    for u, v in turns:
        at = (round(u), round(v))
        said += f"{at[0] - before[0]} {at[1] - before[1]} "
        before = at
    return said.strip().replace(" -", "-")


def _on_rim(points: Sequence[Point], share: float) -> Point:
    """The point of a shape's rim after so much of its length."""
    sides = list(zip(points, (*points[1:], points[0]), strict=True))
    lengths = [((c - a) ** 2 + (d - b) ** 2) ** 0.5 for (a, b), (c, d) in sides]
    left = share * sum(lengths)
    for ((a, b), (c, d)), length in zip(sides, lengths, strict=True):
        if left <= length:
            return (a + (c - a) * left / length, b + (d - b) * left / length)
        left -= length
    return points[0]


def _notch(at: Point, inward: Point) -> str:
    """A gap in the rim where a stone has fallen out."""
    (p, q), (u, v) = at, inward
    across, deep = (-v * NOTCH, u * NOTCH), (u * NOTCH * 1.4, v * NOTCH * 1.4)
    return lines(
        [(p + across[0], q + across[1]), (p + deep[0], q + deep[1]), (p - across[0], q - across[1])],
        closed=True,
    )


def _foul(points: Sequence[Point]) -> str:
    own = _own(points)
    d = lines(own, closed=True)
    middle_x, middle_y = sum(a for a, _ in own) / len(own), sum(b for _, b in own) / len(own)
    sign = group(
        use("s-disease"),
        transform=f"translate({num(middle_x - 4)} {num(middle_y - 5)}) scale(.5)",
        opacity=".8",
    )
    return path(d, "foul") + path(d, fill=painted("s-foul")) + sign


def definitions(castle: int) -> str:
    """Cracks and ruins of a tower card as it lies at the north-west corner; the other three mirror them."""
    return "".join(
        define(f"s-ruin-{name}", _ruin(around(name), material(castle, name)))
        + "".join(define(f"s-crack-{how}-{name}", _cracked(around(name), how)) for how in DEGREES)
        for name in (TOWERS[0], *WALLS[:2])
    )


def _mirrored(drawing: str, structure: str) -> str:
    """A drawing for a tower card's structure, turned to its corner."""
    kind, corner, *side = structure.split("-")
    along = not side or side[0] == corner[0]
    model = TOWERS[0] if kind == "tower" else WALLS[0] if along else WALLS[1]
    w, h = _size(around(structure))
    east, south = corner[1] == "e", corner[0] == "s"
    drawn = use(f"s-{drawing}-{model}")
    if not east and not south:
        return drawn
    turned = f"matrix({-1 if east else 1} 0 0 {-1 if south else 1} {w if east else 0} {h if south else 0})"
    return group(drawn, transform=turned)


def sprites(castle: int) -> list[Sprite]:
    """Cracks and a ruin for every structure, a stain for every section of a card."""
    found = []
    for structure in STRUCTURES:
        points = around(structure)
        on_card = structure in (*TOWERS, *WALLS)
        made_of = material(castle, sections_of(structure)[0])
        drawn = _mirrored("ruin", structure) if on_card else _ruin(points, made_of)
        found.append(Sprite(f"ruin-{structure}", *_size(points), drawn))
        for how in DEGREES:
            drawn = _mirrored(f"crack-{how}", structure) if on_card else _cracked(points, how)
            found.append(Sprite(f"crack-{how}-{structure}", *_size(points), drawn))
    for section in SECTIONS[:CARD_SECTIONS]:
        points = corners(section)
        found.append(Sprite(f"foul-{section}", *_size(points), _foul(points)))
    return found
