"""Castle under Siege for newcomers: its cover, and the illustrations of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from garrison.core.game import Illustration
from garrison.games.siege.words import WORDS

SIEGE: Final[Mapping[str, Any]] = {
    "turn": 7,
    "counters": {
        "soldier-2": {"at": "tower-ne", "health": "injured"},
        "soldier-3": "wall-sw-s",
        "mason-1": "tower-ne",
    },
    "structures": {"tower-ne": 3, "wall-ne-e": 2, "gate-n": 1, "keep": 2},
    "ammunition": {
        "boulder-1": "tower-ne",
        "boulder-2": "tower-ne",
        "boulder-3": "keep",
        "boulder-4": "spent",
        "fire-1": "wall-se-e",
        "disease-1": "tower-sw",
    },
    "shows": {"boulder-1": 2, "boulder-2": 1, "boulder-3": 2, "fire-1": 2},
    "contaminated": ["tower-sw"],
}
"""A seventh turn: the east side has suffered."""
COVER: Final = Illustration("", box=(300, 296, 480, 240))


ILLUSTRATIONS: Final[Mapping[str, Illustration]] = {
    "catapult": Illustration("", ("CUS-05",), stacks=(("catapult-1",), ("catapult-2",), ("catapult-3",))),
    "ammunition": Illustration(
        "", ("CUS-02",), stacks=(("shot-boulder",), ("shot-fire",), ("shot-disease",))
    ),
    "castle": Illustration("", ("CUS-09",), box=(380, 300, 320, 240)),
    "crew": Illustration(
        "",
        ("CUS-07",),
        stacks=(
            ("counter-soldier-1",),
            ("counter-wizard",),
            ("counter-priest-1",),
            ("counter-mason-1",),
            ("counter-waterboy-1",),
            ("injured-soldier-1",),
        ),
    ),
    "structure": Illustration("", ("CUS-18",), box=(600, 300, 110, 84), marked=("damage-tower-ne",)),
    "pile": Illustration("", ("CUS-16",), stacks=(("pile-1",), ("pile-2",))),
    "fire": Illustration("", ("CUS-23", "CUS-34"), stacks=(("burning-2",), ("burning-1",), ("burning-4",))),
    "disease": Illustration("", ("CUS-25",), box=(380, 452, 110, 88)),
}
"""By the key of their captions, which are in the words."""


def _in_words(key: str, found: Illustration, lang: str) -> Illustration:
    return replace(found, caption=str(WORDS.load(lang)["illustrations"][key]), position=SIEGE)


@lru_cache(maxsize=4)
def cover(lang: str) -> Illustration:
    return _in_words("cover", COVER, lang)


@lru_cache(maxsize=4)
def illustrations(_edition: str, lang: str) -> tuple[Illustration, ...]:
    return tuple(_in_words(key, found, lang) for key, found in ILLUSTRATIONS.items())
