"""Colditz Castle as a picture, drawn by our own pen from the data the rules use."""

from __future__ import annotations

from functools import lru_cache

from garrison.core.show.scene import Sprite
from garrison.games.colditz.show.drawing import cards, counters, plan
from garrison.games.colditz.words import WORDS


@lru_cache(maxsize=4)
def layers(edition: str, lang: str) -> tuple[str, ...]:
    return plan.layers(edition, lang)


@lru_cache(maxsize=4)
def sprites(lang: str) -> tuple[Sprite, ...]:
    """Pawns, markers, equipment, cards and counts."""
    letter = WORDS.load(lang)["names"]["letter"]
    return (*counters.sprites(letter), *cards.sprites())
