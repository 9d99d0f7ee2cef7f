"""The castle from above: terraces behind the outer wall, yards, roofs, rooms and the prisoners' courtyard."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from garrison.core.show.pen import Point, lines, path, pattern
from garrison.games.colditz.castle.layout import (
    AREA,
    BARRACKS_DISC,
    BURIED,
    CELL_INNER_DISC,
    CELL_OUTER_DISC,
    INNER,
    KIND,
    LIGHT,
    NEIGHBOURS,
    ROOM_OF,
    ROOM_SPACES,
    SAFE,
    SPACE_COUNT,
    WALKWAY,
)
from garrison.games.colditz.show.drawing.contours import CONTOURS
from garrison.games.colditz.show.drawing.scale import AT
from garrison.games.colditz.show.drawing.shapes import (
    BEAM,
    MINE,
    clusters,
    curve,
    hull,
    links,
    of_kind,
    polygon,
)

FLOOR: Final = 27
"""Half the width of the floor around a space, so that neighbours join."""
EDGE: Final = 5
"""How far the dark edge of a wall reaches beyond a floor."""
DOORWAY: Final = 19
CLOSE: Final = 56
"""Two inner spaces nearer than this without a way between them have a wall between them."""
BLOCK: Final = 30
"""How far a block of cells or barracks reaches around its discs."""
TILES: Final = "M0 0h18M0 8h18M5 0v8M14 8v8"
SLATES: Final = "M0 0q4 6 8 0q4 6 8 0M-4 7q4 6 8 0q4 6 8 0q4 6 8 0"

SURFACE: Final = [space for space in range(SPACE_COUNT) if space not in BURIED]
INDOORS: Final = [space for space in SURFACE if AREA[space] == INNER]
COURT: Final = [
    space for space in INDOORS if space not in ROOM_OF and KIND[space] not in (CELL_INNER_DISC, SAFE)
]
DENS: Final = [space for space in INDOORS if KIND[space] == SAFE]


def castle() -> str:
    """From the ground up: terraces, yards, outer walls, the body of the castle, its floors."""
    return _patterns() + _terraces() + _outer_walls() + _body() + _floors() + _blocks()


def _patterns() -> str:
    tiles = pattern(MINE + "tiles", 18, 16, path(TILES, "tile-line", stroke_width=1.2))
    slates = pattern(MINE + "slates", 16, 14, path(SLATES, "slate-line", stroke_width=1.2))
    return f"<defs>{tiles}{slates}</defs>"


def _area(outlines: Sequence[Sequence[Sequence[int]]], cls: str, **values: object) -> str:
    return path("".join(map(curve, outlines)), cls, **values)


def _painted(outlines: Sequence[Sequence[Sequence[int]]], ident: str) -> str:
    return path("".join(map(curve, outlines)), fill=f"url(#{MINE}{ident})")


# Terraces and yards


def _terraces() -> str:
    walls, yards = CONTOURS["walls"], CONTOURS["yards"]
    walk = path(links(of_kind(WALKWAY)), "boards", stroke_width=2 * FLOOR)
    return (
        _area(walls, "castle-shade", transform="translate(12 16)")
        + _area(walls, "terrace")
        + _area(CONTOURS["lawns"], "lawn")
        + _area(yards["lawn"], "lawn")
        + _area(yards["roof"], "slate")
        + _painted(yards["roof"], "slates")
        + walk
        + "".join(map(_beam, clusters(of_kind(LIGHT))))
    )


def _beam(lights: Sequence[int]) -> str:
    """The light that falls on some spaces."""
    return path(polygon(hull(AT[space] for space in lights)), "beam-light", stroke_width=2 * BEAM)


def _outer_walls() -> str:
    """Walls between yards, and the rampart around all; where the wire stands there is none."""
    inner = "".join(_open(line) for line in CONTOURS["yard-walls"])
    rampart = "".join(_open(line) for line in CONTOURS["ramparts"])
    return (
        path(inner, "rampart", stroke_width=13)
        + path(inner, "parapet", stroke_width=7)
        + path(rampart, "rampart", stroke_width=22)
        + path(rampart, "parapet", stroke_width=15)
        + path(rampart, "merlon", stroke_width=15, stroke_dasharray="11 13")
    )


def _open(line: Sequence[Sequence[int]]) -> str:
    """A line that does not come back to its start, its corners rounded."""
    (x, y), *rest = line
    said = [f"M{x} {y}"]
    for (a, b), (c, d) in pairwise(rest):
        said.append(f"Q{a} {b} {(a + c) // 2} {(b + d) // 2}")
    return "".join(said) + f"L{rest[-1][0]} {rest[-1][1]}"


# The body of the castle


def _body() -> str:
    """Walls everywhere that is no terrace, roofs with their hips upon them."""
    keep, roofs = CONTOURS["keep"], CONTOURS["roofs"]
    return (
        _area(keep, "castle-shade", transform="translate(9 12)")
        + _area(keep, "wall-edged", stroke_width=7)
        + _area(roofs, "roof")
        + _painted(roofs, "tiles")
        + "".join(_area([hip], "hip") for hip in CONTOURS["hips"])
    )


def _floors() -> str:
    """The courtyard with its passages, safe places and rooms, each with the doorways that lead in."""
    rooms = "".join(links(spaces) for spaces in ROOM_SPACES)
    floors = links(COURT)
    dens = links(DENS)
    doors = _doorways()
    return (
        path(floors + rooms + dens, "wall-line", stroke_width=2 * (FLOOR + EDGE))
        + path(floors, "court", stroke_width=2 * FLOOR)
        + path(dens, "den", stroke_width=2 * FLOOR)
        + path(rooms, "room", stroke_width=2 * FLOOR)
        + path(_partitions(), "wall-line", stroke_width=9)
        + path(doors, "doorpost", stroke_width=2 * DOORWAY + 8)
        + path(doors, "doorway", stroke_width=2 * DOORWAY)
    )


def _doorways() -> str:
    """Short ways between a room, or a safe place, and what lies before it."""
    drawn = []
    for space in INDOORS:
        for other in NEIGHBOURS[space]:
            if _place_of(space) != _place_of(other) and space in (*ROOM_OF, *DENS):
                (x, y), (u, v) = AT[space], AT[other]
                drawn.append(f"M{round(x + (u - x) * 0.28)} {round(y + (v - y) * 0.28)}")
                drawn.append(f"L{round(x + (u - x) * 0.72)} {round(y + (v - y) * 0.72)}")
    return "".join(drawn)


def _place_of(space: int) -> object:
    """The room, the safe places, the court, or another area."""
    return ROOM_OF.get(space, (AREA[space], KIND[space] == SAFE))


def _partitions() -> str:
    """Walls between inner spaces that lie close together without a way between them."""
    drawn = []
    walked = [space for space in INDOORS if KIND[space] != CELL_INNER_DISC]
    for n, space in enumerate(walked):
        x, y = AT[space]
        for other in walked[n + 1 :]:
            u, v = AT[other]
            if u - x > CLOSE:
                break
            if abs(v - y) < CLOSE and math.dist((x, y), (u, v)) < CLOSE and other not in NEIGHBOURS[space]:
                drawn.append(_across((x, y), (u, v)))
    return "".join(drawn)


def _across(one: Point, other: Point) -> str:
    """A line half-way between two spaces, as long as their floors touch."""
    (x, y), (u, v) = one, other
    far = math.dist(one, other)
    half = math.sqrt(max(0.0, FLOOR**2 - far**2 / 4)) + EDGE
    dx, dy = (y - v) / far * half, (u - x) / far * half
    return lines([((x + u) / 2 - dx, (y + v) / 2 - dy), ((x + u) / 2 + dx, (y + v) / 2 + dy)])


# Cells and barracks


def _blocks() -> str:
    """Cells in walls, the guards' barracks under a roof."""
    cells = _hulls([*clusters(of_kind(CELL_INNER_DISC)), *clusters(of_kind(CELL_OUTER_DISC))])
    barracks = _hulls(clusters(of_kind(BARRACKS_DISC)))
    return (
        path(cells + barracks, "castle-shade-line", stroke_width=2 * BLOCK + 10, transform="translate(7 9)")
        + path(cells, "wall-line", stroke_width=2 * BLOCK + 10)
        + path(cells, "cell-floor", stroke_width=2 * BLOCK - 6)
        + path(barracks, "wall-line", stroke_width=2 * BLOCK + 10)
        + path(barracks, "slate-block", stroke_width=2 * BLOCK)
    )


def _hulls(blocks: Iterable[Sequence[int]]) -> str:
    return "".join(polygon(hull(AT[space] for space in block)) for block in blocks)
