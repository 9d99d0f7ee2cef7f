"""How an alarm is drawn: a plate with its label at the corner of its thing; an urgent one also a broken ring.

It is told by shape as well as by colour: an urgent plate is pointed and begins with an exclamation mark.
The browser draws the same (`board/alarms.js`).
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final
from xml.sax.saxutils import escape

from garrison.core.show.scene import Alarm

HIGH: Final = 16
"""Height of a plate beside a piece of ordinary size; an urgent one is a little higher."""
LETTER: Final = 7.5
OUT: Final = 4
"""Distance of the ring from its thing."""
OPEN: Final = radians(46)
"""Half the opening of a ring."""
CORNER: Final = 0.85
"""How far the plate is from the middle of its thing, relative to the corner."""


def mark(alarm: Alarm, x: float, y: float, half: tuple[float, float], scale: float) -> str:
    """An alarm at a thing around a point; `half` is half its width and height."""
    if not alarm.urgent:
        return _plate(alarm.label, x, y, half, scale, "p-alarm-plate", "p-alarm-ink") if alarm.label else ""
    w, h = (each + OUT * scale for each in half)
    d = _arc(x, y, w) if w == h else f"M{x - w:g} {y - h:g}h{2 * w:g}v{2 * h:g}h{-2 * w:g}z"
    ring = "".join(
        f"<path class='{cls}' d='{d}' stroke-width='{wide * scale:g}'{dash}/>"
        for cls, wide, dash in (
            ("p-alarm-under", 6, ""),
            ("p-alarm-ring", 3.4, f" stroke-dasharray='{9 * scale:g} {4 * scale:g}'"),
        )
    )
    return ring + _plate(f"!{alarm.label}", x, y, half, scale, "p-alarm-now", "p-alarm-now-ink")


def _arc(x: float, y: float, r: float) -> str:
    """A ring open at the top, where places have their names."""
    a, b = r * sin(OPEN), r * cos(OPEN)
    return f"M{x + a:.5g} {y - b:.5g}A{r:g} {r:g} 0 1 1 {x - a:.5g} {y - b:.5g}"


def _plate(said: str, x: float, y: float, half: tuple[float, float], scale: float, cls: str, ink: str) -> str:
    """At the lower left corner, where neither names nor values stand."""
    a, b = x - half[0] * CORNER, y + half[1] * CORNER
    h = HIGH * scale / 2
    w = max(h, (len(said) * LETTER + 6) * scale / 2)
    point = h * 0.55 if said.startswith("!") else 0
    shape = f"M{a - w:g} {b - h:g}h{2 * w:g}l{point:g} {h:g} {-point:g} {h:g}h{-2 * w:g}l{-point:g} {-h:g}z"
    text = f"x='{a:g}' y='{b + 0.36 * 12 * scale:g}' font-size='{12 * scale:g}'"
    return f"<path class='{cls}' stroke-width='{1.4 * scale:g}' d='{shape}'/>" + (
        f"<text class='p-figure {ink}' {text}>{escape(said)}</text>"
    )
