"""The castle's plan in SVG, from the data of the board: ground, spaces, barriers and names; and sprites.

Lengths are units of the board; `SCALE` of them are one unit of the data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from garrison.core.show.pen import Point, fitted, group, lines, num, path, rect, text
from garrison.games.colditz.castle.layout import (
    APPEL,
    AREA,
    BARRACKS_DISC,
    BOARD,
    CAR,
    CASTLE_SIDE,
    CELL_INNER_DISC,
    CELL_OUTER_DISC,
    CHAINS,
    DOOR,
    DROP_60,
    FAR_SIDE,
    INNER,
    INSPECTION,
    KIND,
    LIGHT,
    LINK_COUNT,
    LINK_KIND,
    NEIGHBOURS,
    OFFICE_DISC,
    OUTER,
    OUTSIDE,
    POST,
    RELEASE,
    ROOM,
    ROOM_SPACES,
    ROOM_SYMBOL,
    ROOMS,
    SAFE,
    SPACE_COUNT,
    SYMBOLS,
    TARGETS,
    TUNNEL_OF,
    WALKWAY,
    WIRE,
)
from garrison.games.colditz.show.drawing.scale import AT, RING, SCALE, SIZE
from garrison.games.colditz.words import WORDS

FLOOR: Final = 28
"""Half the width of the ground around a space, so that neighbours join."""
MASONRY: Final = 98
"""Half the width of the walls around an inner space; outer ground lies upon them."""
# The ground


def layers(lang: str) -> tuple[str, ...]:
    """Ground, with the names of areas; spaces; barriers; what is written upon them."""
    ground = _ground() + _area_names(lang)
    return tuple(group(each) for each in (ground, _spaces(), _barriers(), _lettering(lang)))


def _dots(spaces: Iterable[int], r: float, cls: str, **values: object) -> str:
    """A disc or ring around each of these spaces, in one path."""
    d = "".join(
        f"M{num(AT[space][0] - r)} {num(AT[space][1])}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0"
        for space in spaces
    )
    return path(d, cls, **values)


def _of(*kinds: int, area: int | None = None) -> list[int]:
    return [
        space
        for space in range(SPACE_COUNT)
        if KIND[space] in kinds and (area is None or AREA[space] == area)
    ]


def _links(area: int) -> str:
    """Plain links between the spaces of an area, as lines."""
    return "".join(
        lines([AT[space], AT[other]])
        for space in range(SPACE_COUNT)
        for other in NEIGHBOURS[space]
        if space < other and AREA[space] == AREA[other] == area
    )


def _ground() -> str:
    """Grass; sand in the outer courtyard; masonry around all inner spaces; stone and floors within it."""
    inner = [space for space in range(SPACE_COUNT) if AREA[space] == INNER]
    outer = [space for space in range(SPACE_COUNT) if AREA[space] == OUTER and KIND[space] != OFFICE_DISC]
    plain = [space for space in inner if KIND[space] not in (ROOM, CELL_INNER_DISC)]
    return (
        rect(0, 0, *SIZE, "grass")
        + _dots(inner, MASONRY, "rock")
        + path(_links(OUTER), "road", stroke_width=2 * FLOOR)
        + path(
            "".join(f"M{x} {y}h0" for x, y in (AT[space] for space in outer)), "road", stroke_width=2 * FLOOR
        )
        + _dots(plain, FLOOR, "stone")
        + _dots([space for spaces in ROOM_SPACES for space in spaces], FLOOR, "floor")
        + path(_links(OUTSIDE), "faint", stroke_width=6)
    )


AREA_NAMES: Final = (
    ("area-inner", 400, 262),
    ("area-outer", 480, 94),
    ("area-garrison", 838, 276),
    ("area-outside", 350, 736),
)
"""Where the names of areas stand, in units of the data."""


def _area_names(lang: str) -> str:
    """Faint upon the ground, so that they cover nothing."""
    return "".join(
        text(WORDS.term(key, lang), x * SCALE, y * SCALE, 40, "title strong quiet", opacity=0.7)
        for key, x, y in AREA_NAMES
    )


# Spaces


def _spaces() -> str:
    ends = [chain[end] for chain in CHAINS for end in (0, -1)]
    circles = [space for space in TUNNEL_OF if space not in ends]
    cells = _of(CELL_INNER_DISC, CELL_OUTER_DISC)
    filled = (
        _dots(_of(APPEL), RING, "white")
        + _dots(_of(LIGHT), RING, "yellow")
        + _dots(_of(WALKWAY), RING, "timber")
        + _dots(_of(SAFE), RING, "blue")
        + _dots(circles, RING, "earth")
        + _dots(ends, RING, "beam-fill")
        + _dots(_of(POST), RING, "black")
        + _dots(_of(DOOR, INSPECTION), RING, "card")
        + _dots(cells, RING, "wall")
        + _dots(_of(BARRACKS_DISC), RING, "wall")
    )
    rings = _dots(
        [space for space in range(SPACE_COUNT) if KIND[space] != OFFICE_DISC],
        RING,
        "thin",
        stroke_width=1.6,
    )
    signs = (
        _signs(
            _of(LIGHT),
            "M{x} {y}m0 -8v16M{x} {y}m-8 0h16M{x} {y}m-6 -6l12 12M{x} {y}m6 -6l-12 12",
            "card-line",
        )
        + _signs(_of(WALKWAY), "M{x} {y}m-9 -4h18M{x} {y}m-9 4h18", "card-line")
        + _signs(_of(SAFE), "M{x} {y}m0 -9v18M{x} {y}m-9 0h18", "back-line")
        + _signs(circles, "M{x} {y}m-9 0q4.5 -8 9 0t9 0", "card-line")
        + _signs(ends, "M{x} {y}m-9 0q4.5 -8 9 0t9 0", "back-line")
        + _signs(_of(POST), "M{x} {y}m-8 -9h16v8q0 8 -8 12q-8 -4 -8 -12z", "back-line")
        + _signs(cells, "M{x} {y}m-8 -11v22M{x} {y}m0 -13v26M{x} {y}m8 -11v22", "back-line")
        + _signs(_of(CAR), "M{x} {y}m-14 6v-7l5 -1l4 -6h10l5 6l5 2v6z", "line")
        + _dots(RELEASE, RING - 4, "line", stroke_width=3)
    )
    targets = (
        _dots(TARGETS, RING + 8, "sheet")
        + _dots(TARGETS, RING + 8, "line", stroke_width=3)
        + _dots(TARGETS, RING, "green")
        + _dots(TARGETS, RING - 9, "white")
    )
    return filled + rings + signs + targets


def _signs(spaces: Iterable[int], drawn: str, cls: str) -> str:
    """The same lines in each of these spaces."""
    d = "".join(drawn.format(x=AT[space][0], y=AT[space][1]) for space in spaces)
    return path(d, cls, stroke_width=2)


# Drops and wire


def _barriers() -> str:
    """Drops as arrows to the ring at their foot, the wire, and the places where it can be cut."""
    drops = [link for link in range(LINK_COUNT) if LINK_KIND[link] != WIRE]
    cuts = [link for link in range(LINK_COUNT) if LINK_KIND[link] == WIRE]
    feet = [FAR_SIDE[link] for link in drops]
    fence = [(x * SCALE, y * SCALE) for x, y in BOARD["wire_fence"]]
    barbs = "".join(f"M{num(x)} {num(y)}m-7 -7l14 14M{num(x)} {num(y)}m7 -7l-14 14" for x, y in fence)
    return (
        _dots(feet, RING - 3, "card-cut", stroke_width=5)
        + _dots(feet, RING - 6, "line", stroke_width=1)
        + path("".join(map(_arrow, drops)), "line", stroke_width=3)
        + path(
            "".join(lines([AT[CASTLE_SIDE[link]], AT[FAR_SIDE[link]]]) for link in cuts),
            "thin",
            stroke_width=3,
            stroke_dasharray="6 7",
        )
        + path(lines(fence), "line", stroke_width=3)
        + path(barbs, "line", stroke_width=2)
    )


def _arrow(link: int) -> str:
    """From the edge of the upper space to that of the lower one."""
    (x, y), (a, b) = AT[CASTLE_SIDE[link]], AT[FAR_SIDE[link]]
    far = max(1.0, ((a - x) ** 2 + (b - y) ** 2) ** 0.5)
    dx, dy = (a - x) / far, (b - y) / far
    start: Point = (x + dx * RING, y + dy * RING)
    tip: Point = (a - dx * (RING + 1), b - dy * (RING + 1))
    barbs: list[Point] = [
        (tip[0] - 9 * dx - side * 6 * dy, tip[1] - 9 * dy + side * 6 * dx) for side in (1, -1)
    ]
    return lines([start, tip]) + lines([barbs[0], tip, barbs[1]])


# Lettering


def _lettering(lang: str) -> str:
    said = []
    for link in range(LINK_COUNT):
        if LINK_KIND[link] != WIRE:
            x, y = AT[CASTLE_SIDE[link]]
            said.append(text("60" if LINK_KIND[link] == DROP_60 else "30", x, y + 7, 19, "figure"))
    for space in _of(DOOR, INSPECTION):
        x, y = AT[space]
        letter = WORDS.name("letter", "key" if KIND[space] == DOOR else "pass", lang)
        said.append(text(letter, x, y + 8, 22, "figure card-ink"))
    for target in TARGETS:
        x, y = AT[target]
        name = WORDS.term(f"target-{BOARD['spaces'][target]['id'].removeprefix('t_')}", lang)
        said.append(_plain_name(name, min(max(x, 90), SIZE[0] - 90), y + 56, 26))
    said += [_room_name(room, lang) for room in range(len(ROOMS))]
    return "".join(said)


def _plain_name(name: str, x: float, y: float, size: float) -> str:
    return text(name, x, y, size, "title strong choice-note", stroke_width=size / 5)


PLATES: Final[Mapping[str, tuple[int, int]]] = {
    "canteen": (490, 150),
    "chapel": (226, 260),
    "dentist": (353, 213),
    "guard_house": (334, 646),
    "interview_room": (632, 341),
    "kitchen": (582, 397),
    "laundry": (432, 119),
    "office": (137, 361),
    "officers_quarters": (644, 524),
    "orderlies_quarters": (655, 461),
    "parcel_office": (257, 515),
    "showers": (474, 482),
    "sick_bay": (155, 444),
    "store": (574, 227),
    "theatre": (500, 576),
    "wc": (393, 142),
}
"""The middle of each room's name plate, in units of the data: where it covers no space."""
PLATE: Final = 42
"""Its height."""


def _room_name(room: int, lang: str) -> str:
    """A plate with the name of a room, and what is made in it."""
    x, y = (SCALE * each for each in PLATES[ROOMS[room]])
    symbol = WORDS.name("symbol", SYMBOLS[ROOM_SYMBOL[room]], lang)
    name = WORDS.name("group", ROOMS[room], lang)
    wide = max(len(name) * 11, len(symbol) * 9) + 18
    return (
        rect(x - wide / 2, y - PLATE / 2, wide, PLATE, "plate", rx=6, stroke_width=1)
        + fitted(name, x, y - 2, 19, wide - 10, "title strong")
        + fitted(symbol, x, y + 15, 16, wide - 10)
    )
