"""The pen: short SVG, with rounded numbers, escaped texts, and classes of paint.css instead of colours.

Attributes stand in single quotes, which JSON need not escape. What a drawing defines has ids that are its own
on a page: each game begins them alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from xml.sax.saxutils import escape

Point = tuple[float, float]
QUOTES: Final = {"'": "&apos;"}


def num(value: float) -> str:
    """A number to a tenth, as short as can be: `12`, `.5`, `-3.2`."""
    text = f"{round(value, 1):.1f}".removesuffix(".0")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text.replace("-0", "0")


def pairs(points: Iterable[Point]) -> str:
    return " ".join(f"{num(x)} {num(y)}" for x, y in points)


def tag(name: str, cls: str = "", **values: object) -> str:
    """An empty element; `stroke_width=2` becomes the attribute `stroke-width`."""
    return f"<{name}{_attributes(cls, values)}/>"


def group(content: str, cls: str = "", **values: object) -> str:
    return f"<g{_attributes(cls, values)}>{content}</g>"


def _attributes(cls: str, values: dict[str, object]) -> str:
    found = [f" class='{' '.join('p-' + each for each in cls.split())}'"] if cls else []
    for key, value in values.items():
        text = num(value) if isinstance(value, int | float) else escape(str(value), QUOTES)
        found.append(f" {key.rstrip('_').replace('_', '-')}='{text}'")
    return "".join(found)


def path(d: str, cls: str = "", **values: object) -> str:
    return tag("path", cls, d=d, **values)


def rect(x: float, y: float, w: float, h: float, cls: str = "", **values: object) -> str:
    return tag("rect", cls, x=x, y=y, width=w, height=h, **values)


def circle(x: float, y: float, r: float, cls: str = "", **values: object) -> str:
    return tag("circle", cls, cx=x, cy=y, r=r, **values)


def use(ident: str, x: float = 0, y: float = 0) -> str:
    """Something defined once, with its origin moved to a point."""
    spot: dict[str, object] = {"x": x, "y": y} if x or y else {}
    return f"<use{_attributes('', {'href': f'#{ident}', **spot})}/>"


def define(ident: str, drawing: str) -> str:
    return f"<g id='{ident}'>{drawing}</g>"


def pattern(ident: str, w: float, h: float, drawing: str) -> str:
    attributes = _attributes("", {"width": w, "height": h, "patternUnits": "userSpaceOnUse"})
    return f"<pattern id='{ident}'{attributes}>{drawing}</pattern>"


def text(said: str, x: float, y: float, size: float, cls: str = "text", **values: object) -> str:
    """Lettering whose middle (or start, by class) is at x and whose baseline is at y."""
    attributes = _attributes(cls, {"x": x, "y": y, "font_size": size, **values})
    return f"<text{attributes}>{escape(said)}</text>"


WIDE: Final = "mwMW@%"
SLIM: Final = "iljft.,:;|!I[]()' "


def width(said: str, size: float) -> float:
    """About how wide a text gets in a bold sans face; generous, as nobody knows the reader's font."""
    units = sum(0.95 if c in WIDE else 0.36 if c in SLIM else 0.72 if c.isupper() else 0.62 for c in said)
    return units * size


def fitted(said: str, x: float, y: float, size: float, room: float, cls: str = "text") -> str:
    """Lettering that is squeezed where it would be wider than its room."""
    if width(said, size) <= room:
        return text(said, x, y, size, cls)
    return text(said, x, y, size, cls, textLength=room, lengthAdjust="spacingAndGlyphs")


def initials(said: str, x: float, y: float, size: float, room: float, cls: str) -> str:
    """A colour's letter; where a language needs two of them they are smaller, and squeezed into the room."""
    return fitted(
        said, x, y - (len(said) > 1) * size * 0.06, size if len(said) < 2 else size * 0.84, room, cls
    )


def smooth(points: Sequence[Point]) -> str:
    """A curve through points (Catmull-Rom), as cubic pieces with relative numbers."""
    around = [points[0], *points, points[-1]]
    said = [f"M{pairs([points[0]])}"]
    for before, a, b, after in zip(around, around[1:], around[2:], around[3:], strict=False):
        one = ((b[0] - before[0]) / 6, (b[1] - before[1]) / 6)
        two = (b[0] - a[0] - (after[0] - a[0]) / 6, b[1] - a[1] - (after[1] - a[1]) / 6)
        said.append(f"c{pairs([one, two, (b[0] - a[0], b[1] - a[1])])}")
    return "".join(said)


def rounded(points: Sequence[Point]) -> str:
    """A closed curve near points, short to write: quadratic pieces from middle to middle, whole numbers."""
    whole = [(round(x), round(y)) for x, y in points]
    middles = [
        ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(whole, [*whole[1:], whole[0]], strict=True)
    ]
    said = [f"M{middles[-1][0]} {middles[-1][1]}"]
    for (ax, ay), (x, y), (bx, by) in zip([middles[-1], *middles], whole, middles, strict=False):
        said.append(f"q{x - ax} {y - ay} {bx - ax} {by - ay}".replace(" -", "-"))
    return "".join(said) + "z"


def painted(ident: str) -> str:
    """The fill by something defined."""
    return f"url(#{ident})"


def lines(points: Sequence[Point], *, closed: bool = False) -> str:
    return f"M{pairs(points)}" + ("z" if closed else "")
