"""Cards: equipment as tags, kits, both decks from the front and from behind, counts; and the way out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from garrison.core.show.pen import circle, path, rect, text
from garrison.core.show.scene import Sprite
from garrison.games.colditz.show.drawing import silhouettes
from garrison.games.colditz.show.drawing.silhouettes import BACK, CARD, picture, put
from garrison.games.colditz.tables import CARDS, EQUIPMENT, FIRST_SECURITY_CARD, STOCK

SIZE: Final = (40, 44)
KIT: Final = (40, 36)
UNKNOWN: Final = "item-unknown"
"""An Equipment card face down."""
BACKS: Final = {"opportunity": "compass", "security": "inspection", "part": "kit"}
"""By kind of card, what is on its back."""
MOST: Final = max(STOCK)
"""The highest number that is drawn on things that lie together."""

TAG: Final = "M9.5 1h21l8.5 8.5v29.5q0 4-4 4h-30q-4 0-4-4v-29.5z"
EYELET: Final = "M20 2.4a2.6 2.6 0 1 1-.1 0z"
BAND: Final = "M1 8.4v-3.4q0-4 4-4h30q4 0 4 4v3.4z"
LATTICE: Final = (
    "M5 11l6-6M5 21l16-16M5 31l26-26M7 39l28-28M17 39l18-18M27 39l8-8M35 11"
    "l-6-6M35 21l-16-16M35 31l-26-26M33 39l-28-28M23 39l-18-18M13 39l-8-8"
)

WAY_OUT: Final = (80, 52)
HILLS: Final = "M1 31q16-8 32-3t26 2 20-3v20q0 4-4 4h-70q-4 0-4-4z"
MEADOW: Final = "M1 38q24-9 48-2t30-3v14q0 4-4 4h-70q-4 0-4-4z"
ROAD: Final = "M26 51q5-10 15-13.4 9-3 12.4-8.2h1.8q.2 6-8.4 10.4-8.4 4.2-5.6 11.2z"
CASTLE: Final = "M7 28v-9h2.4v-3.6h3v3.6h3.2v-8l3-4.4 3 4.4v5h3.4l1.6-3 1.6 3h3.4v-2.6h2.6v14.6z"
WALKER: Final = (
    "M33.6 30.2a2.5 2.5 0 1 1 .1 0zM30.9 31.4q2.7-1.8 5.5 0l1.2 7.4-1.9.6.6 3.4.7 6.4h-2.2l-1.2-5.8"
    "-1.9 5.8h-2.3l1.2-6.6.2-3.2-1.9-.6zM37 38.6h5.6v4.4h-5.6z"
)

SUITCASE: Final = (
    path(silhouettes.KIT.lines, "sky-cut", stroke_width=4)
    + path(silhouettes.KIT.lines, "card-line", stroke_width=2)
    + path(silhouettes.KIT.filled, "token")
    + path(silhouettes.KIT.cuts, "card-line", stroke_width=1.5)
    + path(silhouettes.KIT.holes, "card-ink")
)
"""A kit lies beside the cards as the thing it is."""


def sprites() -> Iterator[Sprite]:
    for item in EQUIPMENT:
        yield Sprite(
            f"item-{item}", *SIZE, _tag("card", "back-fill") + put(picture(item, CARD), 6.4, 12.4, 0.85)
        )
    yield Sprite(UNKNOWN, *SIZE, _tag("back", "card-fill") + text("?", 20, 36, 27, "figure back-ink"))
    yield Sprite("item-kit", *KIT, put(SUITCASE, 2, 0, 1.12))
    for number, card in enumerate(CARDS):
        yield Sprite(
            f"card-{card}", *SIZE, _security(card) if number >= FIRST_SECURITY_CARD else _opportunity(card)
        )
    yield Sprite("way-out", *WAY_OUT, _way_out())
    for kind, sign in BACKS.items():
        yield Sprite(f"back-{kind}", *SIZE, _back(kind, sign))
    for count in range(MOST + 1):
        yield Sprite(f"count-{count}", *SIZE, _count(count))


def _tag(cls: str, eyelet: str) -> str:
    """A luggage tag."""
    return path(TAG, cls) + path(EYELET, eyelet)


def _opportunity(card: str) -> str:
    return rect(1, 1, 38, 42, "card", rx=4) + path(BAND, "olive") + put(picture(card, CARD), 5.6, 11.2, 0.9)


def _security(card: str) -> str:
    return rect(1, 1, 38, 42, "back", rx=4) + put(picture(card, BACK), 4.8, 7, 0.95)


def _back(kind: str, sign: str) -> str:
    dark = kind == "security"
    ground = BACK if dark else CARD
    inner = rect(4, 4, 32, 36, "black" if dark else "olive", rx=2)
    lattice = path(LATTICE, "hatch-pale", stroke_width=1.2)
    plate = circle(20, 22, 11.5, "back-fill" if dark else "card-fill")
    return (
        rect(1, 1, 38, 42, "back" if dark else "card", rx=4)
        + inner
        + lattice
        + plate
        + put(picture(sign, ground), 12, 14, 0.5)
    )


def _way_out() -> str:
    """What is shown when somebody has escaped: the road, the morning, and the castle far behind."""
    return (
        rect(1, 1, 78, 50, "moat", rx=4)
        + circle(58, 27, 8, "sun")
        + path(HILLS, "tree")
        + path(CASTLE, "card-ink")
        + path(MEADOW, "grass")
        + path(ROAD, "terrace")
        + path(WALKER, "card-ink")
    )


def _count(n: int) -> str:
    """On the corner of a card."""
    wide, high = SIZE
    plate = circle(wide - 8.5, high - 8.5, 8.5, "plate", stroke_width=1)
    size = 13 if n < 10 else 10.5
    return plate + text(str(n), wide - 8.5, high - 8.5 + size * 0.35, size, "figure")
