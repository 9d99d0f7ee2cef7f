"""Names, events, questions and choices of Escape from Colditz; their sentences are in the word files.

The names of 1,157 spaces and 56 pawns are made of patterns in the word files: a space is called after what it
is or after the part of the castle it lies in, and has the number of its id.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from garrison.core.show.templates import fill
from garrison.core.show.words import LANGS, Words, event_kinds, folder
from garrison.games.colditz.actions import PHRASES, THINGS
from garrison.games.colditz.arrest import DANGERS
from garrison.games.colditz.castle.layout import (
    AREA,
    BOARD,
    BURIED,
    LINK_KINDS,
    NEIGHBOURS,
    NUMBER,
    ROOM_OF,
    ROOMS,
    SPACES,
    TUNNELS,
)
from garrison.games.colditz.show.staging import THINGS as SHOWN_THINGS
from garrison.games.colditz.show.staging import aside, cause
from garrison.games.colditz.state import ENDINGS, QUARTERS
from garrison.games.colditz.tables import CARD_NAMES, EQUIPMENT, ITEMS, NATIONS, OFFICERS, OPPORTUNITY, PAWNS

NOTHING: Final = "nothing"
GOODS: Final = (*EQUIPMENT, NOTHING, *OPPORTUNITY)
"""What is in an offer, card by card; Opportunity cards in the classic rules only."""

# Parts of the castle

CENTRES: Final[Mapping[str, tuple[str, ...]]] = {
    "north-passage": ("in_002", "in_005", "in_008", "in_011", "in_013", "safe_in_2"),
    "west-passage": ("in_155", "in_175", "in_185", "in_194", "in_186"),
    "south-passage": ("in_209", "in_223", "in_228", "key_inner"),
    "east-passage": ("in_183", "in_201"),
    "north-court": ("in_020", "in_031", "in_038", "in_041", "in_049", "in_027"),
    "west-court": ("in_095", "in_116", "in_138", "safe_in_5"),
    "east-court": ("in_099", "in_120", "in_137"),
    "south-court": ("in_165", "in_170", "in_200", "in_213"),
    "north-west-terrace": ("out_118", "out_042", "out_055"),
    "north-terrace": ("out_038", "out_061", "out_092"),
    "north-east-terrace": ("out_083", "out_084", "out_085"),
    "north-yard": ("light_005",),
    "west-terrace": ("light_018", "out_207", "out_251", "out_291"),
    "garden": ("light_042",),
    "south-west-terrace": ("out_317", "out_350", "out_384"),
    "lower-terrace": ("out_397", "out_394"),
    "upper-terrace": ("out_331", "out_352", "out_362"),
    "rampart": ("walk_3", "walk_7", "out_142", "walk_13"),
    "garrison-north": ("out_163", "out_198", "out_164", "safe_out_1", "out_199"),
    "garrison-south": ("out_213", "out_215", "out_243", "out_254", "light_040", "out_332"),
    "roofs": ("out_201", "out_253", "out_296"),
    "outside-northwest": ("t_northwest",),
    "outside-north": ("t_north",),
    "outside-northeast": ("ext_074", "t_northeast"),
    "outside-east": ("t_east", "ext_114"),
    "outside-southeast": ("t_southeast",),
    "outside-south": ("t_south", "ext_188"),
    "outside-southwest": ("t_southwest",),
}
"""By part of the castle that is no room: spaces in its midst. It reaches halfway to the next, by steps."""
HOLDERS: Final = {
    "barracks": "barracks",
    "cell_inner": "cells-inner",
    "cell_outer": "cells-outer",
    "appel": "appel",
    "commander": "garrison-south",
}
"""By kind of space that belongs to no part: its group."""
TUNNEL_GROUP: Final = "tunnels"


@cache
def parts() -> tuple[str, ...]:
    """By space, the group it belongs to: its room, the appel, cells, barracks, or a part of the castle."""
    found = [HOLDERS.get(row["kind"], "") for row in BOARD["spaces"]]
    for space, room in ROOM_OF.items():
        found[space] = ROOMS[room]
    for space in BURIED:
        found[space] = TUNNEL_GROUP
    edge = []
    for part, centres in CENTRES.items():
        for name in centres:
            found[NUMBER[name]] = part
            edge.append(NUMBER[name])
    for space in edge:
        for other in NEIGHBOURS[space]:
            if not found[other] and AREA[other] == AREA[space]:
                found[other] = found[space]
                edge.append(other)
    return tuple(found)


# Names made of patterns


def _space_names(said: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    """By space: its name alone, and its name behind "to" and "at".

    The table `spaces` has a pattern for an id, or for all that begin alike; `parts` has those of the others.
    """
    for space, name in enumerate(SPACES):
        stem, _, number = name.rpartition("_")
        patterns = said["spaces"].get(name) or said["spaces"].get(stem) or said["parts"][parts()[space]]
        alone, behind = (patterns, patterns) if isinstance(patterns, str) else patterns
        n = int(number) if number.isdigit() else ""
        yield name, (alone.format(n=n), behind.format(n=n))


def _room_names(said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """By room, its name behind "to": that of its spaces without a number."""
    for room in ROOMS:
        patterns = said["parts"][room]
        behind = patterns if isinstance(patterns, str) else patterns[1]
        yield room, behind.format(n="").strip()


def _pawn_names(said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for pawn in PAWNS:
        kind, _, number = pawn.rpartition("-")
        yield pawn, f"{said['pawns'][kind]} {number}"


def _tables(said: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The tables of names that are made, not written."""
    spaces = dict(_space_names(said))
    names: Mapping[str, Mapping[str, str]] = said["names"]
    cards = {card: said["terms"]["opportunity-card"].format(names["card"][card]) for card in OPPORTUNITY}
    return {
        "space": {name: both[0] for name, both in spaces.items()},
        "at": {name: both[1] for name, both in spaces.items()},
        "into": dict(_room_names(said)),
        "pawn": dict(_pawn_names(said)),
        "thing": {thing: names["item"][thing] if thing in EQUIPMENT else cards[thing] for thing in THINGS},
        "one": {item: fill(counted, 1) for item, counted in names["counted"].items()},
        "goods": {
            **{kind: names["item"][kind] for kind in EQUIPMENT},
            NOTHING: said["terms"][NOTHING],
            **cards,
        },
    }


def _text(file: str) -> str:
    """A text file of the game; the word files with the names that are made of patterns."""
    text = _written(file)
    if not file.startswith("words."):
        return text
    lines = [text]
    for table, names in _tables(tomllib.loads(text)).items():
        lines.append(f"\n[names.{table}]")
        lines += (f"{name} = {json.dumps(said, ensure_ascii=False)}" for name, said in names.items())
    return "\n".join(lines)


_written = folder("garrison.games.colditz")

WORDS: Final = Words(
    text=_text,
    langs=LANGS,
    names={
        "officer": OFFICERS,
        "nation": NATIONS,
        "pawn": PAWNS,
        "space": SPACES,
        "at": SPACES,
        "item": ITEMS,
        "one": ITEMS,
        "card": CARD_NAMES,
        "thing": THINGS,
        "goods": GOODS,
        "danger": DANGERS,
        "room": ROOMS,
        "tunnel": TUNNELS,
        "block": ("inner", "outer"),
        "quarters": QUARTERS,
        "way": ("pows", "kit-food", "kit-disguise", "both"),
        "ending": ENDINGS,
    },
    events=event_kinds(_written("events.toml")),
    cause=cause,
    aside=aside,
    things=SHOWN_THINGS,
    asks={
        "deploy": (),
        "ready": (),
        "double": (),
        "draw": (),
        "act": ("n",),
        "move": ("pawn", "n"),
        "with": (),
        "crew": ("item",),
        "parade": ("pawn",),
        "spot": ("pawn",),
        "lose": (),
        "after": ("pawn",),
        "strip": ("nation",),
        **dict.fromkeys(("free", "goods", "aim", "room", "tunnel", "officer", "riot"), ()),
        "lure": ("n",),
        "shooter": ("pawn",),
        **dict.fromkeys(("appel", "hunt", "hide"), ()),
        "warned": ("card",),
        "saved": ("pawn", "n", "danger"),
        "caught": ("pawn", "at"),
        "den": ("pawn",),
        "cell": ("pawn",),
        "consent": ("pawn", "tunnel"),
    },
    phrases=PHRASES,
    phrase_types={
        **dict.fromkeys(("pawn", "force", "arrest", "release", "withdraw", "do-or-die", "refuse"), ("pawn",)),
        **dict.fromkeys(("to", "cross", "clear", "escape", "post", "strip"), ("at",)),
        **dict.fromkeys((f"cross-{each}" for each in ("key", "pass", *LINK_KINDS)), ("at",)),
        **dict.fromkeys(("climb-drop30", "climb-drop60"), ("at",)),
        **dict.fromkeys(("enter", "tunnel"), ("tunnel",)),
        **dict.fromkeys(("play", "discard", "answer"), ("card",)),
        **dict.fromkeys(("make", "take", "lose"), ("one",)),
        **dict.fromkeys(("officer", "trade", "accept", "decline"), ("nation",)),
        **dict.fromkeys(("put", "want"), ("thing",)),
        **dict.fromkeys(("back", "roll", "throw", "keep", "draw", "leave", "alight", "end", "done"), ()),
        **dict.fromkeys(("down", "office", "allow", "deny", "general-search", "normal-turn", "pass"), ()),
        **dict.fromkeys(("send", "drop", "recall"), ()),
        "with": ("way",),
        "cell": ("block",),
        "room": ("room",),
    },
)


def edition_name(kind: str, ident: str, edition: str, lang: str) -> str:
    """The name of a thing in the rules of an edition: the table `kind-edition` comes before `kind`."""
    names: Mapping[str, Mapping[str, str]] = WORDS.load(lang)["names"]
    return names.get(f"{kind}-{edition}", {}).get(ident) or names[kind][ident]
