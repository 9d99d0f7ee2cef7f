"""Core's pen, with ids of our own for what the drawing defines."""

from __future__ import annotations

from typing import Final

from garrison.core.show import pen
from garrison.core.show.pen import (
    Point,
    circle,
    fitted,
    group,
    initials,
    lines,
    num,
    pairs,
    path,
    rect,
    rounded,
    smooth,
    tag,
    text,
    width,
)

__all__ = [
    "MINE",
    "Point",
    "circle",
    "define",
    "fitted",
    "group",
    "initials",
    "lines",
    "num",
    "painted",
    "pairs",
    "path",
    "pattern",
    "rect",
    "rounded",
    "smooth",
    "tag",
    "text",
    "use",
    "width",
]

MINE: Final = "i-"
"""Prefix of our definitions' ids, so that they are unique on a page."""


def use(ident: str, x: float = 0, y: float = 0) -> str:
    """Use a definition with its origin moved to a point."""
    return pen.use(MINE + ident, x, y)


def define(ident: str, drawing: str) -> str:
    return pen.define(MINE + ident, drawing)


def pattern(ident: str, w: float, h: float, drawing: str) -> str:
    return pen.pattern(MINE + ident, w, h, drawing)


def painted(ident: str) -> str:
    """The fill that refers to one of our definitions."""
    return pen.painted(MINE + ident)
