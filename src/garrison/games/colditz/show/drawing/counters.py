"""Pawns in the colours of their nations, with letter and number, and the markers they leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from garrison.core.show.pen import circle, fitted, rect, text
from garrison.core.show.scene import Sprite
from garrison.games.colditz.tables import NATIONS, PAWNS

PAWN: Final = 36
MARKER: Final = 20
NATION_FILL: Final = {
    "british": "#a8322a",
    "french": "#6b4423",
    "polish": "#2f6e41",
    "dutch": "#b4540a",
    "american": "#2b5797",
    "guard": "#242424",
}
"""The same in light and dark; white letters upon them are legible."""


def sprites(letter: Mapping[str, str]) -> Iterator[Sprite]:
    for pawn in PAWNS:
        yield _pawn(pawn, letter)
    for nation in NATIONS:
        yield _marker(nation, letter[nation])


def pawn_text(pawn: str, letter: Mapping[str, str]) -> str:
    """`B3`, `G12`."""
    kind, _, number = pawn.rpartition("-")
    return letter[kind] + number


def _pawn(pawn: str, letter: Mapping[str, str]) -> Sprite:
    kind = pawn.rpartition("-")[0]
    half, said = PAWN / 2, pawn_text(pawn, letter)
    disc = circle(half + 1, half + 1.5, half - 2, "shade") + circle(
        half, half, half - 2, fill=NATION_FILL[kind], stroke="#ffffff", stroke_width=2
    )
    return Sprite(pawn, PAWN, PAWN, disc + fitted(said, half, half + 6.5, 18, PAWN - 9, "figure light"))


def _marker(nation: str, letter: str) -> Sprite:
    """A flag of the nation's colour with its letter."""
    half = MARKER / 2
    flag = rect(
        1, 1, MARKER - 2, MARKER - 2, rx=3, fill=NATION_FILL[nation], stroke="#ffffff", stroke_width=2
    )
    return Sprite(f"marker-{nation}", MARKER, MARKER, flag + text(letter, half, half + 5, 14, "figure light"))
