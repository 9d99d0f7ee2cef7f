"""How an alarm is drawn: a plate with its label at the corner of its thing; an urgent one also a broken ring.

It is told by shape as well as by colour: an urgent plate is pointed and begins with an exclamation mark.
The browser draws the same (`board/alarms.js`).
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from garrison.core.show.scene import Alarm

HIGH: Final = 16
"""Height of a plate beside a piece of ordinary size; an urgent one is a little higher."""
LETTER: Final = 7.5
FONT: Final = 12
OUT: Final = 4
"""Distance of the ring from its thing."""
OPEN: Final = radians(46)
"""Half the opening of a ring."""
CORNER: Final = 0.85
"""How far the plate is from the middle of its thing, relative to the corner."""


class Extent(NamedTuple):
    """The middle of a thing, half its width and height, and the scale of its alarm.

    `right` if it is on the right half of the board.
    """

    x: float
    y: float
    half: tuple[float, float]
    scale: float
    right: bool


def mark(alarm: Alarm, at: Extent) -> str:
    """An alarm at a thing of the board."""
    if not alarm.urgent:
        return _plate(alarm.label, at, "p-alarm-plate", "p-alarm-ink") if alarm.label else ""
    scale = at.scale
    w, h = (each + OUT * scale for each in at.half)
    d = _arc(at, w) if w == h else f"M{at.x - w:g} {at.y - h:g}h{2 * w:g}v{2 * h:g}h{-2 * w:g}z"
    ring = "".join(
        f"<path class='{cls}' d='{d}' stroke-width='{wide * scale:g}'{dash}/>"
        for cls, wide, dash in (
            ("p-alarm-under", 6, ""),
            ("p-alarm-ring", 3.4, f" stroke-dasharray='{9 * scale:g} {4 * scale:g}'"),
        )
    )
    return ring + _plate(f"!{alarm.label}", at, "p-alarm-now", "p-alarm-now-ink")


def _arc(at: Extent, r: float) -> str:
    """A ring open at the top, where places have their names."""
    a, b = r * sin(OPEN), r * cos(OPEN)
    return f"M{at.x + a:.5g} {at.y - b:.5g}A{r:g} {r:g} 0 1 1 {at.x - a:.5g} {at.y - b:.5g}"


def _plate(said: str, at: Extent, cls: str, ink: str) -> str:
    """At the lower left corner, where neither names nor values stand.

    What is wide, such as a slip with its figures, has it beside it, away from the middle of the board.
    """
    h = HIGH * at.scale / 2
    w = max(h, (len(said) * LETTER + 6) * at.scale / 2)
    x, y = at.x - at.half[0] * CORNER, at.y + at.half[1] * CORNER
    if at.half[0] > at.half[1]:
        x, y = at.x + (at.half[0] + w) * (1 if at.right else -1), at.y
    point = h * 0.55 if said.startswith("!") else 0
    shape = f"M{x - w:g} {y - h:g}h{2 * w:g}l{point:g} {h:g} {-point:g} {h:g}h{-2 * w:g}l{-point:g} {-h:g}z"
    text = f"x='{x:g}' y='{y + 0.36 * FONT * at.scale:g}' font-size='{FONT * at.scale:g}'"
    return f"<path class='{cls}' stroke-width='{1.4 * at.scale:g}' d='{shape}'/>" + (
        f"<text class='p-figure {ink}' {text}>{escape(said)}</text>"
    )
