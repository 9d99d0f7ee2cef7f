"""Castle Itter for newcomers: its cover, and the illustrations of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from garrison.core.game import Illustration
from garrison.core.show.templates import fill
from garrison.games.itter.words import WORDS

DEFENCE: Final[Mapping[str, Any]] = {
    "turn": 6,
    "actions_left": 3,
    "defenders": {
        "lee": "nt5",
        "basse": "bj2",
        "seiner": "bj3",
        "szymczyk": "bj4",
        "rushford": "g4",
        "pollock": "g3",
        "worsham": "st6",
        "sutton": "k4",
        "schrader": "st4",
        "gangl": "k2",
        "dietrich": "nt2",
        "hockel": "gh4",
        "rifleman1": "k3",
        "rifleman2": "nt6",
        "rifleman3": "st2",
    },
    "marks": {
        "basse": ["exhausted", "acted"],
        "gangl": ["exhausted"],
        "rifleman2": ["exhausted", "disrupted"],
        "schrader": ["exhausted", "acted"],
    },
    "counters": {
        "2": ["scout"],
        "3": ["rifleman"],
        "4": ["mg"],
        "5": ["sturm"],
        "6": ["rifleman"],
        "7": ["rifleman"],
        "8": ["mortar"],
        "9": ["sturm"],
        "10": ["scout"],
        "11": ["rifleman"],
        "12": [],
        "13": ["rifleman"],
        "18": ["rifleman"],
        "22": ["scout"],
        "23": ["rifleman"],
        "27": ["rifleman"],
        "28": ["rifleman"],
    },
    "tokens": {"red": 2, "purple": 1, "green": 0, "black": 4},
    "defence": {"keep": 5, "gate-house": 4, "south-terrace": 5},
    "load": True,
}
"""A sixth turn: the walls are manned, the attackers are on their way."""
COVER: Final = Illustration("", box=(130, 150, 840, 470))


ILLUSTRATIONS: Final[Mapping[str, Illustration]] = {
    "defender": Illustration(
        "", ("ITP-0j", "IT3-11"), stacks=(("defender-lee",), ("defender-pollock",), ("defender-gangl",))
    ),
    "ss": Illustration(
        "",
        ("ITP-0k", "IT3-12"),
        stacks=(("ss-rifleman",), ("ss-scout",), ("ss-sturm",), ("ss-mg",), ("ss-mortar",)),
    ),
    "location": Illustration(
        "", ("ITP-0b", "IT3-09"), box=(350, 169, 260, 143), marked=("defence-north-terrace",)
    ),
    "square": Illustration("", ("ITP-1.3a", "IT3-15"), box=(526, 294, 156, 190), marked=("g1", "g3")),
    "marks": Illustration(
        "",
        ("ITP-2.6a", "IT3-40"),
        stacks=(
            ("defender-rifleman2",),
            ("defender-rifleman2", "mark-exhausted"),
            ("defender-rifleman2", "mark-disrupted"),
            ("defender-rifleman2", "mark-acted"),
        ),
    ),
    "suppression": Illustration("", ("ITP-2.3a", "IT3-30"), box=(10, 4, 260, 92)),
    "tank": Illustration("", ("ITP-3.6a", "IT3-66"), box=(704, 262, 190, 236)),
    "push": Illustration("", ("ITP-4.3d", "IT3-91"), box=(676, 114, 316, 178), marked=("7",)),
}
"""By the key of their captions, which are in the words."""
NAMED: Final = {"location": "north-terrace", "square": "gate-house"}
"""The locations that captions name."""
PLAYTEST: Final = {"sturm": "scout", "disrupted": "suppressed"}
"""Counters and tokens that the playtest edition has in place of others."""


def _in_words(key: str, found: Illustration, edition: str, lang: str) -> Illustration:
    captions: Mapping[str, str] = WORDS.load(lang)["illustrations"]
    caption = captions.get(f"{key}-{edition}", captions[key])
    if key in NAMED:
        caption = fill(caption, WORDS.name("location", NAMED[key], lang))
    found = replace(found, caption=caption, options={"edition": edition}, position=DEFENCE)
    return _playtest(found) if edition == "playtest" else found


def _playtest(found: Illustration) -> Illustration:
    """The same with the counters and tokens of the playtest edition."""
    position = {
        **DEFENCE,
        **{
            key: {of: [PLAYTEST.get(name, name) for name in names] for of, names in DEFENCE[key].items()}
            for key in ("marks", "counters")
        },
    }
    named = (
        tuple(name.replace("mark-disrupted", "mark-suppressed") for name in stack) for stack in found.stacks
    )
    stacks = tuple(stack for stack in named if stack != ("ss-sturm",))
    return replace(found, position=position, stacks=stacks)


@lru_cache(maxsize=4)
def cover(lang: str) -> Illustration:
    return _in_words("cover", COVER, "published", lang)


@lru_cache(maxsize=8)
def illustrations(edition: str, lang: str) -> tuple[Illustration, ...]:
    return tuple(_in_words(key, found, edition, lang) for key, found in ILLUSTRATIONS.items())
