"""Pawns in the colours of their nations, with letter and number; signs upon them; the markers they leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from garrison.core.show.pen import circle, fitted, group, num, path, rect, text
from garrison.core.show.scene import Sprite
from garrison.games.colditz.tables import NATIONS, PAWNS

PAWN: Final = 40
MARKER: Final = 31
ENLARGED: Final = 1.4
"""A marker must be found on the whole board: so much larger than it is drawn."""
CAR: Final = (80, 50)
NATION_FILL: Final = {
    "british": "#a8322a",
    "french": "#6b4423",
    "polish": "#2f6e41",
    "dutch": "#b4540a",
    "american": "#2b5797",
    "guard": "#242424",
}
"""The same in light and dark; white letters upon them are legible."""
EDGE: Final[dict[str, Any]] = {"stroke": "#ffffff", "stroke_width": 1.6, "stroke_linejoin": "round"}

BODY: Final = "M3.4 38.8q-2 0-2-1.8-.6-21 11.4-23.2h14.4q12 2.2 11.4 23.2 0 1.8-2 1.8z"
HEAD: Final = "M20 1.2a6.6 6.6 0 1 1-.1 0z"
CAP: Final = (
    "M10.4 5.2q1.8-4.4 9.6-4.4t9.6 4.4l-2.8 2.6v1.4q1.6.2 1.8 1.6-8.6-1.4-17.2 0 .2-1.4 1.8-1.6v-1.4z"
)
"""The peaked cap of a guard, by which he is told from a POW without colour."""

SIGNS: Final[Mapping[str, str]] = {
    "returning": "M-4.6.2l4.6-4.2 4.6 4.2M-3-1v4.8h6v-4.8",
    "exempt": "M-3.8-3.2q3.8-.2 3.8-1.4 0 1.2 3.8 1.4.4 5.6-3.8 8-4.2-2.4-3.8-8z",
    "refused": "M-3-3l6 6M3-3l-6 6",
    "inside": "M-3.8 3.8v-3.6q0-4 3.8-4t3.8 4v3.6zM-1.4 3.8v-3.4M1.4 3.8v-3.4",
    "stopped": "M-1.9-3.4v6.8M1.9-3.4v6.8",
    "driver": "M0-4.2a4.2 4.2 0 1 1-.1 0zM-4 0h8M0 0v4",
}
"""By mark of a pawn: a house, a shield, a cross, a tunnel's mouth, two bars for a halt, a steering wheel."""
CORNERS: Final = ((7.2, 7.4), (32.8, 7.4), (20, 4.8))
"""Where a pawn's first, second and third sign stand: beside the head, then upon it."""


def sprites(letter: Mapping[str, str]) -> Iterator[Sprite]:
    for pawn in PAWNS:
        yield Sprite(pawn, PAWN, PAWN, _pawn(pawn, letter))
    for sign in SIGNS:
        for corner in range(len(CORNERS)):
            yield Sprite(sign_id(sign, corner), PAWN, PAWN, _sign(sign, corner))
    yield Sprite("car", *CAR, _car())
    for nation in NATIONS:
        yield Sprite(f"marker-{nation}", MARKER, MARKER, _marker(nation, letter[nation]))


def pawn_text(pawn: str, letter: Mapping[str, str]) -> str:
    """`B3`, `G12`."""
    kind, _, number = pawn.rpartition("-")
    return letter[kind] + number


def _pawn(pawn: str, letter: Mapping[str, str]) -> str:
    """Head and shoulders, with room for letter and number."""
    kind = pawn.rpartition("-")[0]
    shade = path("M1.2 38q18.8-5.6 37.6 0 1.4 2-.8 2h-36q-2.2 0-.8-2z", "shade")
    shape = path(HEAD) + (path(CAP) if kind == "guard" else "") + path(BODY)
    said = fitted(pawn_text(pawn, letter), 20, 35, 22, 33, "figure light")
    return shade + group(shape, fill=NATION_FILL[kind], **EDGE) + said


def sign_id(sign: str, corner: int) -> str:
    """The sprite of a pawn's first, second or third sign; the first is 0."""
    return f"sign-{sign}-{corner}"


def _sign(sign: str, corner: int) -> str:
    x, y = CORNERS[corner]
    plate = circle(0, 0, 7, "card") + path(SIGNS[sign], "card-line", stroke_width=1.7)
    return group(plate, transform=f"translate({num(x)} {num(y)})")


def _marker(nation: str, letter: str) -> str:
    """A pennant of the nation's colour with its letter."""
    pole = path("M3 1.6v19.2", stroke="#ffffff", stroke_width=3.6) + path(
        "M3 1.6v19", "card-line", stroke_width=2
    )
    flag = path("M3 1.4h17.6l-3.6 6.4 3.6 6.4h-17.6z", fill=NATION_FILL[nation], **EDGE)
    return group(pole + flag + text(letter, 9.8, 12.6, 13, "figure light"), transform=f"scale({ENLARGED})")


def _car() -> str:
    """A car of the time from above, its bonnet to the right."""
    drawn = (
        rect(-37, -19, 74, 38, "castle-shade", rx=12, transform="translate(2 3)")
        + path("M-30 -22h14v8h-14zM14 -22h13v8h-13zM-30 14h14v8h-14zM14 14h13v8h-13z", "car-dark")
        + path("M-36 -12q0 -6 6 -6h38l22 5q7 2 7 13t-7 13l-22 5h-38q-6 0 -6 -6z", "car-body")
        + path("M-26 -11h22v22h-22zM2 -12l8 2v20l-8 2z", "car-dark")
    )
    return group(drawn, transform="translate(40 25)")
