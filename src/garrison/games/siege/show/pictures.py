"""Pictures of Castle under Siege for newcomers: the cover, and illustrations of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

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
COVER: Final = (300, 296, 480, 240)


class Shown(NamedTuple):
    """An illustration: sprites or a part of the table, and the rules it belongs to."""

    key: str
    rules: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...] = ()
    box: tuple[int, int, int, int] | None = None
    marked: tuple[str, ...] = ()


SHOWN: Final = (
    Shown("catapult", ("CUS-05",), (("catapult-1",), ("catapult-2",), ("catapult-3",))),
    Shown("ammunition", ("CUS-02",), (("shot-boulder",), ("shot-fire",), ("shot-disease",))),
    Shown("castle", ("CUS-09",), box=(380, 300, 320, 240)),
    Shown(
        "crew",
        ("CUS-07",),
        (
            ("counter-soldier-1",),
            ("counter-wizard",),
            ("counter-priest-1",),
            ("counter-mason-1",),
            ("counter-waterboy-1",),
            ("injured-soldier-1",),
        ),
    ),
    Shown("structure", ("CUS-18",), box=(600, 300, 110, 84), marked=("damage-tower-ne",)),
    Shown("pile", ("CUS-16",), (("pile-1",), ("pile-2",))),
    Shown("fire", ("CUS-23", "CUS-34"), (("burning-2",), ("burning-1",), ("burning-4",))),
    Shown("disease", ("CUS-25",), box=(380, 452, 110, 88)),
)


def _picture(each: Shown, lang: str) -> Illustration:
    caption = str(WORDS.load(lang)["pictures"][each.key])
    return Illustration(caption, each.rules, {}, SIEGE, each.box, each.marked, each.stacks)


@lru_cache(maxsize=4)
def cover(lang: str) -> Illustration:
    return _picture(Shown("cover", (), box=COVER), lang)


@lru_cache(maxsize=4)
def illustrations(_edition: str, lang: str) -> tuple[Illustration, ...]:
    return tuple(_picture(each, lang) for each in SHOWN)
