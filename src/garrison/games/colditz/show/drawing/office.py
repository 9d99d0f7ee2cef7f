"""The Commander's office, a house that only the modern board has, and where guards stand in it."""

from __future__ import annotations

import math
from typing import Final

from garrison.core.show.pen import group, path, rect
from garrison.games.colditz.castle.layout import OFFICE_DISC
from garrison.games.colditz.show.drawing.lettering import OFFICE, plate
from garrison.games.colditz.show.drawing.scale import AT, RING
from garrison.games.colditz.show.drawing.shapes import of_kind, signs
from garrison.games.colditz.show.drawing.spaces import CIRCLE, LINE

WIDE, HIGH = 110, 140
"""The house around its middle, with a yard in which six guards have room, two in a row."""
YARD: Final = 14
"""From the outside of the house to its yard."""
BESIDE, BELOW, MOST_BELOW = 40, 44, 84
"""From one guard to the next in a row; from one row to the next, and from the first row to the last."""
CAP: Final = "m-12 -3q12 -10 24 0l-4 5h-16zm4 5v4q8 5 16 0v-4"
"""What is drawn in its only space."""
(SPACE,) = of_kind(OFFICE_DISC)


def standing(number: int, of: int) -> tuple[int, int]:
    """Where one of several guards in the office stands; the first is 0."""
    x, y = AT[SPACE]
    rows = math.ceil(of / 2)
    step = min(BELOW, MOST_BELOW / max(1, rows - 1))
    row, column = divmod(number, 2)
    across = (column - 1 / 2) * BESIDE if of > 1 else 0
    return round(x + across), round(y + (row - (rows - 1) / 2) * step)


def office(lang: str) -> str:
    x, y = AT[SPACE]
    return (
        group(_house(), transform=f"translate({x} {y})")
        + signs([SPACE], CIRCLE, "space-bunk-edge", 2 * LINE)
        + path(f"M{x} {y}h0", "space-bunk", stroke_width=2 * (RING - LINE))
        + signs([SPACE], CAP, "post-sign", 2)
        + plate(OFFICE, lang)
    )


def _house() -> str:
    """Four roofs around the yard."""
    left, top = -WIDE / 2, -HIGH / 2
    corners = [(side, end) for side in (1, -1) for end in (1, -1)]
    hips = "".join(f"M{side * left} {end * top}l{side * YARD} {end * YARD}" for side, end in corners)
    return (
        rect(left + 7, top + 9, WIDE, HIGH, "castle-shade", rx=6)
        + rect(left, top, WIDE, HIGH, "wall-edged", rx=4, stroke_width=3)
        + rect(left + 2, top + 2, WIDE - 4, HIGH - 4, "roof", rx=3)
        + path(hips, "tile-line", stroke_width=1.6)
        + rect(left + YARD, top + YARD, WIDE - 2 * YARD, HIGH - 2 * YARD, "terrace", rx=3)
    )
