"""The castle's plan in thick ink walls, its rooms and combat squares, and the tank before the gate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from garrison.games.itter.show.drawing.pen import (
    circle,
    define,
    fitted,
    group,
    initials,
    painted,
    path,
    pattern,
    rect,
    text,
    use,
    width,
)
from garrison.games.itter.tables import (
    BOARD_FILE,
    CELLAR,
    COLOURS,
    CREW_SQUARE,
    LOAD_SQUARE,
    LOCATION,
    LOCATION_SQUARES,
    LOCATIONS,
    SQUARE_COLOURS,
    SQUARES,
    TANK,
    TARGETS,
    WEAPON_ATTACK,
    WEAPON_NAME,
    WEAPON_SUPPRESS,
)

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""

ROWS: Final[list[dict[str, Any]]] = BOARD_FILE["square"]
HALF: Final = 24
"""Half a square's outline: a counter of 40 leaves a rim of 4 in the square's colour."""
STRIP: Final = 15
FOOT: Final = 11
SIDE: Final = 8
WALL: Final = 8
HEAD: Final = 24
BELOW: Final = 16


def hatches() -> str:
    """Each colour of fire has a hatch: diagonal, dots, vertical, horizontal, cross."""
    marks = {
        "red": path("M-1 7l8-8M-1 1l2-2M5 7l2-2", "hatch", stroke_width=1.4),
        "purple": circle(1.5, 1.5, 1.1, "hatch-dot") + circle(4.5, 4.5, 1.1, "hatch-dot"),
        "green": path("M1.5 0v6M4.5 0v6", "hatch", stroke_width=1.2),
        "yellow": path("M0 1.5h6M0 4.5h6", "hatch-light", stroke_width=1.3),
        "black": path("M0 0l6 6M6 0l-6 6", "hatch-pale", stroke_width=1),
    }
    return "".join(pattern(f"hatch-{name}", 6, 6, marks[name]) for name in COLOURS)


def floors() -> str:
    """Tiles for terraces, flags for keep and gate house, boards for the hall."""
    joints = {
        "tiles": (14, 14, "M0 0h14M0 0v14"),
        "flags": (24, 16, "M0 0h24M0 8h24M6 0v8M18 8v8"),
        "boards": (40, 9, "M0 0h40M13 0v9"),
    }
    return "".join(pattern(f"floor-{name}", w, h, path(d, "joint")) for name, (w, h, d) in joints.items())


FLOOR: Final = {
    "north-terrace": "tiles",
    "south-terrace": "tiles",
    "great-hall": "boards",
    "keep": "flags",
    "gate-house": "flags",
    "cellar": "flags",
}
WALLED: Final = ("north-terrace", "south-terrace", "keep", "great-hall", "gate-house")


def room(place: int) -> Box:
    """A location's room around its squares, with a head for name and shield."""
    rows = [ROWS[q] for q in LOCATION_SQUARES[place]]
    xs, ys = [row["x"] for row in rows], [row["y"] for row in rows]
    above, below = (HALF + HEAD, HALF + SIDE) if place == CELLAR else (HALF + STRIP + HEAD, HALF + BELOW)
    return (min(xs) - HALF - SIDE, min(ys) - above, max(xs) + HALF + SIDE, max(ys) + below)


def rooms() -> dict[str, Box]:
    return {name: room(place) for place, name in enumerate(LOCATIONS)}


def grown(box: Box, by: int) -> tuple[int, int, int, int]:
    """x, y, width and height of a box with a margin."""
    left, top, right, bottom = box
    return (left - by, top - by, right - left + 2 * by, bottom - top + 2 * by)


# Walls


def walls() -> str:
    """Walls as solid ink with merlons and towers, the rooms cut out of them, and doors."""
    boxes = {name: box for name, box in rooms().items() if name in WALLED}
    keep, gate = boxes["keep"], boxes["gate-house"]
    corners = [(keep[0] - 3, keep[1] - 3), (keep[0] - 3, keep[3] + 3)]
    towers = [(gate[2] + 2, gate[1] + 42), (gate[2] + 2, gate[3] - 42)]
    shadow = "".join(
        rect(x + 7, y + 9, w, h, rx=3) for x, y, w, h in (grown(box, WALL) for box in boxes.values())
    )
    said = group(shadow + "".join(circle(x + 7, y + 9, 17) for x, y in corners), "shade")
    said += "".join(
        rect(*grown(box, WALL + 2), "battlement", stroke_width=5, stroke_dasharray="7 6", rx=2)
        for box in boxes.values()
    )
    said += "".join(rect(*grown(box, WALL), "wall", rx=2) for box in boxes.values())
    said += "".join(circle(x, y, 18, "wall") for x, y in corners)
    said += "".join(circle(x, y, 16, "wall") for x, y in towers)
    for name, box in boxes.items():
        x, y, w, h = grown(box, 0)
        said += rect(x, y, w, h, "floor") + rect(x, y, w, h, fill=painted(f"floor-{FLOOR[name]}"))
    said += "".join(circle(x, y, 9, "stone") + circle(x, y, 5.5, "joint") for x, y in corners)
    said += "".join(circle(x, y, 8, "stone") + circle(x, y, 5, "joint") for x, y in towers)
    return said + _doors(boxes)


def _doors(boxes: dict[str, Box]) -> str:
    """Openings of the hall to its neighbours, and the gate towards the road."""
    hall, gate = boxes["great-hall"], boxes["gate-house"]
    middle = (hall[1] + hall[3]) // 2
    across = (hall[0] + hall[2]) // 2
    said = "".join(rect(x, middle - 11, WALL + 2, 22, "floor") for x in (hall[0] - WALL - 1, hall[2] - 1))
    said += "".join(rect(across - 11, y, 22, WALL + 2, "floor") for y in (hall[1] - WALL - 1, hall[3] - 1))
    said += rect(gate[2] - 1, middle - 13, WALL + 6, 26, "floor")
    bars = "".join(f"M{gate[2] + 3} {middle - 11 + 5.5 * k:g}h{WALL - 1}" for k in range(5))
    return said + path(bars, "line", stroke_width=1.3)


def tank() -> str:
    """Besotten Jenny from above, parked across the road: two tracks, a hull, the gun to the south."""
    left, top, right, bottom = room(TANK)
    x, y, w, h = left, top, right - left, bottom - top
    links = "".join(f"M{x - 12} {y + 6 * k}h13M{right - 1} {y + 6 * k}h13" for k in range(1, h // 6 + 1))
    middle = (left + right) // 2
    return (
        rect(x - 8, y + 2, w + 30, h + 12, "shade", rx=8)
        + rect(middle - 5, bottom - 6, 10, 40, "soft", rx=2)
        + rect(middle - 7, bottom + 26, 14, 10, "soft", rx=2)
        + rect(x - 13, y - 4, 15, h + 8, "wall", rx=5)
        + rect(right - 2, y - 4, 15, h + 8, "wall", rx=5)
        + path(links, "faint", stroke_width=1.2)
        + path(
            f"M{x + 8} {y - 6}h{w - 16}q8 0 8 10v{h - 12}"
            f"q0 14-14 16h{28 - w}q-14-2-14-16v{12 - h}q0-10 8-10z",
            "plate",
            stroke_width=2.4,
        )
        + circle(middle, (top + bottom) // 2 + 8, 44, "joint")
        + path(f"M{x + 10} {bottom + 3}h16M{right - 26} {bottom + 3}h16", "line", stroke_width=2.4)
    )


WRECK: Final = (190, 260)
"""Width and height of the drawing of the wreck."""
FLAMES: Final = ((58, 104, 16), (49, 110, 10), (67, 111, 11), (97, 162, 13), (105, 166, 9))
SMOKE: Final = (
    (60, 94, 7),
    (54, 84, 9),
    (62, 72, 11),
    (55, 57, 12),
    (61, 41, 10),
    (98, 152, 7),
    (104, 141, 9),
)
"""Spots in the tank, and how large."""


def wreck_spot() -> tuple[int, int]:
    """The middle of the tank."""
    left, top, right, bottom = room(TANK)
    return ((left + right) // 2, (top + bottom) // 2)


def wreck() -> str:
    """Besotten Jenny burnt out: hull charred around its four squares, a track thrown, the turret torn off."""
    left, top, right, bottom = room(TANK)
    spot = wreck_spot()
    head = top + HEAD
    torn = "".join(f"l{(right - left) / 12:g} {-5 if n % 2 else 5}" for n in range(12))
    hull = f"M{left} {head}{torn}V{bottom - 4}q0 14-14 16H{left + 14}q-14-2-14-16z"
    squares = "".join(f"M{ROWS[q]['x'] - 20} {ROWS[q]['y'] - 20}v40h40v-40z" for q in LOCATION_SQUARES[TANK])
    links = "".join(
        f"M{right + 18 + 3 * (n % 3)} {bottom - 58 + 11 * n}l12 {4 - 2 * (n % 4)}" for n in range(7)
    )
    drawn = (
        path(hull + squares, "back", fill_rule="evenodd", stroke_width=2)
        + path(
            f"M{left + 8} {head + 84}h{right - left - 16}M{spot[0]} {head + 8}v{bottom - head - 14}",
            "spent-line",
            stroke_dasharray="9 5",
        )
        + path(links, "battlement", stroke_width=6)
        + _turret(left + 16, bottom - 2)
        + group("".join(_flame(left + x, top + y, size) for x, y, size in FLAMES), "flame")
        + group("".join(circle(left + x, top + y, r) for x, y, r in SMOKE), "smoke", fill_opacity=".62")
    )
    return group(drawn, transform=f"translate({WRECK[0] // 2 - spot[0]} {WRECK[1] // 2 - spot[1]})")


def _turret(x: int, y: int) -> str:
    """Thrown off its ring, bottom up."""
    shape = "M-24-8l14-14h22l13 13v17l-12 14h-24l-13-14z"
    ring = circle(0, -1, 14, "spent") + circle(0, -1, 14, "back-line", stroke_width=1.5)
    return group(path(shape, "back", stroke_width=2) + ring, transform=f"translate({x} {y}) rotate(38)")


def _flame(x: float, y: float, size: float) -> str:
    """A tongue of fire around a point."""
    d = "M0 9q-8-2-7-9 1-4 4-7 0 4 3 4 3-5 1-11 8 4 8 13 0 8-9 10z"
    return path(d, transform=f"translate({x:g} {y:g}) scale({size / 10:g})")


def cellar() -> str:
    """An inset: vaults under the castle, away from every fire."""
    box = room(CELLAR)
    x, y, w, h = grown(box, 0)
    arches = "".join(
        f"M{ROWS[q]['x'] - HALF - 2} {y + h}v-62a26 12 0 0 1 52 0v62" for q in LOCATION_SQUARES[CELLAR]
    )
    return (
        rect(x + 1, y + 4, w + 6, h + 4, "shade", rx=4)
        + rect(*grown(box, 5), "wall", rx=3)
        + rect(x, y, w, h, "floor")
        + rect(x, y, w, h, fill=painted("floor-flags"))
        + group(path(arches, "joint", stroke_width=2))
    )


# Squares


def _clip(d: str, colour: int) -> str:
    return path(d, COLOURS[colour]) + path(d, fill=painted(f"hatch-{COLOURS[colour]}"))


def _on(colour: int) -> str:
    """The class of lettering on a colour."""
    return "dark" if COLOURS[colour] == "yellow" else "light"


def _kind(q: int) -> str:
    """The well a square uses, by id of its definition."""
    return (
        "vault"
        if LOCATION[q] == CELLAR
        else "well-" + ("-".join(COLOURS[c] for c in SQUARE_COLOURS[q]) or "white")
    )


def wells() -> str:
    """Squares in each of their colourings, around their middle, for the board's definitions."""
    kinds = {_kind(q): q for q in range(len(SQUARES))}
    return "".join(define(kind, _well(q)) for kind, q in kinds.items())


def _well(q: int) -> str:
    """Two colours are split along the diagonal, in the well and again in the strip that no counter hides."""
    colours, strip = SQUARE_COLOURS[q], LOCATION[q] != CELLAR
    high = -HALF - STRIP if strip else -HALF
    d = f"M{-HALF} {high}H{HALF}V{HALF}H{-HALF}z"
    found = path(d, "white") if not colours else _clip(d, colours[0])
    if len(colours) > 1:
        found += _clip(f"M{HALF} {-HALF}V{HALF}H{-HALF}z", colours[1])
        found += _clip(f"M-5 {high}H{HALF}V{-HALF}H-11z", colours[1])
        found += path(f"M{-HALF} {HALF}L{HALF} {-HALF}M-5 {high}L-11 {-HALF}", "halo", stroke_width=1)
    found += path(f"M{-HALF} {-HALF}H{HALF}", "line", stroke_width=0.8) if strip else ""
    return found + rect(-HALF, high, 2 * HALF, HALF - high, "line", stroke_width=1.6, rx=1)


def square(q: int, letters: list[str], said: str) -> str:
    """A combat square: well, letters and die number above, the weapon below. `said` names the load square."""
    x, y = ROWS[q]["x"], ROWS[q]["y"]
    left, bottom = x - HALF, y + HALF
    found = use(_kind(q), x, y)
    if WEAPON_NAME[q] or q == LOAD_SQUARE:
        found += rect(left, bottom, 2 * HALF, FOOT, "plate", stroke_width=1.6) + _weapon(q, x, bottom, said)
    if LOCATION[q] != CELLAR:
        found += _letters(q, letters, left, y - HALF - 3.2) + _die(q, x + HALF, y - HALF - STRIP + 1.5)
    shade = _on(SQUARE_COLOURS[q][-1]) if SQUARE_COLOURS[q] else "card-ink"
    return found + text(SQUARES[q].upper(), x + 10, bottom - 5, 10, f"figure {shade}")


def _letters(q: int, letters: list[str], left: int, y: float) -> str:
    shades = [_on(colour) for colour in SQUARE_COLOURS[q]] or ["card-ink"]
    room = 13 if len(letters) > 1 or (CREW_SQUARE[q] and ROWS[q]["numbers"]) else 17
    spots = (8 if room == 13 else 9.5, 24)
    return "".join(
        initials(letter, left + spot, y, 13, room, f"figure {shade}")
        for letter, shade, spot in zip(letters, shades, spots, strict=False)
    )


def _die(q: int, right: int, y: float) -> str:
    """The die numbers for fire, as the face of a die; T for tank crew."""
    numbers = ROWS[q]["numbers"]
    found = ""
    if numbers:
        said = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
        # With a T before them, several leave room for a colour of two letters.
        w, size = (13, 11.5) if len(numbers) == 1 else (18, 10) if CREW_SQUARE[q] else (21, 11.5)
        found += rect(right - w - 2, y, w, 12, "card", rx=2.5)
        found += text(said, right - 2 - w / 2, y + 10.2 - (11.5 - size) / 3, size, "figure card-ink")
        right -= w + 2
    if CREW_SQUARE[q]:
        found += rect(right - 12, y + 1, 10, 10, "olive", rx=5) + text(
            "T", right - 7, y + 9, 9, "figure light"
        )
    return found


def _weapon(q: int, x: int, y: int, said: str) -> str:
    if not WEAPON_NAME[q]:
        return fitted(said, x, y + 8.7, 8, 44, "text strong")
    values = f"{WEAPON_ATTACK[q]}/{WEAPON_SUPPRESS[q]}"
    name = fitted(WEAPON_NAME[q], x - 8, y + 8.7, 8, 29, "text strong")
    return name + fitted(values, x + 15.5, y + 8.9, 9, 14, "figure")


# Names and shields


def shield_spot(place: int) -> tuple[int, int]:
    _, top, right, _ = room(place)
    return (right - 17, top + 7)


def titles(names: Iterable[str]) -> str:
    """The rooms' names; those that can be shot at leave space for their shield."""
    said = ""
    for place, name in enumerate(names):
        left, top, right, _ = room(place)
        space = right - left - (38 if place in TARGETS else 12)
        wide = right - left > 160
        size = 14 if wide else 12.5 if width(name, 12.5) < space else 11.5
        x = left + 7 + space / 2
        said += fitted(name, x, top + 17, size, space - 4, "title strong")
    return said
