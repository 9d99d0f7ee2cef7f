"""Cards: equipment and kits, both decks, and how many are in a pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from garrison.core.show.pen import circle, fitted, rect, text
from garrison.core.show.scene import Sprite
from garrison.games.colditz.tables import CARDS, FIRST_SECURITY_CARD, ITEMS, STOCK
from garrison.games.colditz.words import WORDS

CARD: Final = (30, 40)


def sprites(lang: str) -> Iterator[Sprite]:
    for item in ITEMS:
        yield _card(f"item-{item}", WORDS.name("letter", item, lang), "card", "card-ink")
    yield _card("back", "?", "back", "back-ink")
    for number, card in enumerate(CARDS):
        security = number >= FIRST_SECURITY_CARD
        yield _card(f"card-{card}", WORDS.name("card", card, lang)[0], "token", "card-ink", security)
    for count in range(max(STOCK) + 1):
        yield _count(count)


def _card(ident: str, letter: str, cls: str, ink: str, band: bool = False) -> Sprite:
    wide, high = CARD
    drawing = rect(1, 1, wide - 2, high - 2, cls, rx=3)
    drawing += rect(1, 4, wide - 2, 5, "black") if band else ""
    return Sprite(ident, wide, high, drawing + text(letter, wide / 2, high / 2 + 2, 18, f"figure {ink}"))


def _count(n: int) -> Sprite:
    """The number of cards in a pile, on the corner of its card."""
    wide, high = CARD
    plate = circle(wide - 9, high - 9, 9, "plate", stroke_width=1)
    return Sprite(f"count-{n}", wide, high, plate + fitted(str(n), wide - 9, high - 5, 12, 14, "figure"))
