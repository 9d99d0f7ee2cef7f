"""Crop a drawing to a part: leave out lines beyond its edges, and definitions that nothing refers to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

EDGE: Final = 20
"""How far beyond the edges a line may lie and still be seen, as it has a width."""
_TAG: Final = re.compile(r"<(/?)(\w+)([^>]*?)(/?)>")
_DEFINITIONS: Final = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
_NAME: Final = re.compile(r"""\bid=["']([^"']+)""")
_REFERENCE: Final = re.compile(r"#([\w.-]+)")
_DATA: Final = re.compile(r"(?<=\bd=')(?:M[^M']*)+(?=')")
_LINE: Final = re.compile(r"M[^M]*")
_STEP: Final = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_FIGURES: Final = {"m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "c": 6, "a": 7}
"""Figures of a step. Smooth curves are missing: they bulge beyond the points that they name."""


def cropped(drawing: str, box: tuple[int, int, int, int]) -> str:
    """A drawing without the lines that lie wholly outside a box.

    Only what surely makes no difference is left out: anything moved, defined for others or filled
    relative to its own size stays as it is.
    """
    said, end, moved = "", 0, [False]
    for tag in _TAG.finditer(drawing):
        closing, kind, traits, alone = tag.groups()
        apart = moved[-1] or kind == "defs" or "transform=" in traits
        if closing:
            moved.pop()
        elif not alone:
            moved.append(apart)
        elif kind == "path" and not apart and "url(" not in traits:
            said += drawing[end : tag.start()] + _visible(tag[0], box)
            end = tag.end()
    return said + drawing[end:]


def _visible(path: str, box: tuple[int, int, int, int]) -> str:
    """A path without the lines outside a box, or nothing."""
    data = _DATA.search(path)
    if data is None:
        return path
    lines = [line for line in _LINE.findall(data[0]) if _touches(line, box)]
    return path[: data.start()] + "".join(lines) + path[data.end() :] if lines else ""


def _touches(line: str, box: tuple[int, int, int, int]) -> bool:
    points = _points(line)
    if points is None:
        return True
    x, y, w, h = box
    across, down = zip(*points, strict=True)
    return bool(
        min(across) <= x + w + EDGE
        and max(across) >= x - EDGE
        and min(down) <= y + h + EDGE
        and max(down) >= y - EDGE
    )


def _points(line: str) -> list[tuple[float, float]] | None:
    """Points that a line lies between, or None if they are not known."""
    found: list[tuple[float, float]] = []
    x = y = 0.0
    for letter, said in _STEP.findall(line):
        kind, figures = letter.lower(), [float(each) for each in _NUMBER.findall(said)]
        if kind == "z":
            x, y = found[0]
            continue
        count = _FIGURES.get(kind, 0)
        if not count or not figures or len(figures) % count:
            return None
        for at in range(0, len(figures), count):
            from_x, from_y = (x, y) if letter.islower() else (0.0, 0.0)
            step = figures[at : at + count]
            if kind in "hv":
                x, y = (from_x + step[0], y) if kind == "h" else (x, from_y + step[0])
                found.append((x, y))
                continue
            bulge = 2 * max(step[:2]) if kind == "a" else 0.0
            pairs = step[-2:] if kind == "a" else step
            for dx, dy in zip(pairs[::2], pairs[1::2], strict=True):
                x, y = from_x + dx, from_y + dy
                found += [(x - bulge, y - bulge), (x + bulge, y + bulge)] if bulge else [(x, y)]
    return found


def without_unused(drawing: str) -> str:
    """A drawing without the definitions that nothing in it refers to."""
    definitions = [each for inside in _DEFINITIONS.findall(drawing) for each in _elements(inside)]
    wanted = {*_REFERENCE.findall(_DEFINITIONS.sub("", drawing))}
    used: set[str] = set()
    while found := {each for each in definitions if not wanted.isdisjoint(_NAME.findall(each))} - used:
        used |= found
        wanted.update(name for each in found for name in _REFERENCE.findall(each))

    def kept(found: re.Match[str]) -> str:
        inside = "".join(each for each in _elements(found[1]) if each in used)
        return f"<defs>{inside}</defs>" if inside else ""

    return _DEFINITIONS.sub(kept, drawing)


def _elements(drawing: str) -> Iterator[str]:
    """The outermost elements of a drawing."""
    depth = start = 0
    for tag in _TAG.finditer(drawing):
        closing, _, _, alone = tag.groups()
        depth += -1 if closing else 0 if alone else 1
        if not depth:
            yield drawing[start : tag.end()]
            start = tag.end()
