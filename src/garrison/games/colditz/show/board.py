"""The board of Escape from Colditz: its spaces as places, by room and part of the castle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from garrison.core.show.scene import Board, Group, LegendLine, Place
from garrison.core.show.templates import fill
from garrison.core.state import Options
from garrison.games.colditz.castle.layout import (
    APPEL,
    BARRACKS_DISC,
    CAR,
    CASTLE_SIDE,
    CELL_INNER_DISC,
    CELL_OUTER_DISC,
    CHAINS,
    CLASSIC_CHAINS,
    DOOR,
    DROP_30,
    DROP_60,
    FAR_SIDE,
    GATES,
    INSPECTION,
    KIND,
    LIGHT,
    LINK_COUNT,
    LINK_DOWN,
    LINK_KIND,
    LINK_UP,
    NEIGHBOURS,
    NUMBER,
    OFFICE_DISC,
    POST,
    RELEASE,
    ROOM_OF,
    ROOM_SYMBOL,
    ROOMS,
    SAFE,
    SPACE_COUNT,
    SPACES,
    SYMBOLS,
    TARGET,
    WALKWAY,
    WIRE,
)
from garrison.games.colditz.show import drawing
from garrison.games.colditz.show.drawing.counters import pawn_text
from garrison.games.colditz.show.drawing.scale import AT, SIZE
from garrison.games.colditz.tables import EQUIPMENT_KINDS
from garrison.games.colditz.words import WORDS, parts

AROUND: Final = 30
"""From the outermost spaces of a group to its edge."""
LOOK: Final = (1000, 750)
"""The least that is seen when a group is looked at: enough of what lies around it."""

YARDS: Final[Mapping[str, tuple[str, ...]]] = {
    "area-inner": ("north-court", "west-court", "east-court", "south-court", "appel"),
    "area-north": ("north-west-terrace", "north-terrace", "north-yard", "north-east-terrace"),
    "area-west": ("west-terrace",),
    "area-south": ("garden", "south-west-terrace", "lower-terrace", "upper-terrace"),
    "area-garrison": ("garrison-north", "garrison-south"),
}
"""Yards by the word for their name, with the parts of the castle that they are made of."""
SIGNS: Final = {
    "light": "!",
    "walkway": "=",
    "safe": "+",
    "post": "#",
    "door": "$",
    "inspection": "?",
    "tunnel": "~",
    "drop30": "/",
    "drop60": "%",
    "landing": "-",
    "target": "@",
    "room": ":",
    "appel": "^",
    "cell": "[",
    "barracks": "]",
    "office": "{",
    "car": "}",
    "release": ">",
    "wire": '"',
    "post-key": "(",
    "post-pass": ")",
}
"""The sign of a kind of space on a map of characters, for all that have a sign on the board."""
KIND_NAMES: Final = {
    TARGET: "target",
    DOOR: "door",
    INSPECTION: "inspection",
    POST: "post",
    LIGHT: "light",
    WALKWAY: "walkway",
    SAFE: "safe",
    CAR: "car",
    CELL_INNER_DISC: "cell",
    CELL_OUTER_DISC: "cell",
    BARRACKS_DISC: "barracks",
    OFFICE_DISC: "office",
    APPEL: "appel",
}
LINK_NAMES: Final = {DROP_30: "drop30", DROP_60: "drop60", WIRE: "wire"}


def board(options: Options, lang: str) -> Board:
    """Depends on the edition alone: where the chapel tunnel ends, the office, and what the legend says."""
    edition = options["edition"]
    return Board(
        SIZE,
        tuple(_place(space, edition, lang) for space in range(SPACE_COUNT) if _is_there(space, edition)),
        tuple(_groups(lang)),
        drawing.layers(edition, lang),
        drawing.sprites(lang),
        short=_short(lang),
        legend=_legend(edition, lang),
        explanations=WORDS.explanations(lang, {"edition": edition}),
    )


# Places


CHAINS_OF: Final = {"modern": CHAINS, "classic": CLASSIC_CHAINS}


def _chain(space: int, edition: str) -> tuple[int, ...]:
    """The circles of the tunnel to which a space belongs (AMB-14)."""
    return next((chain for chain in CHAINS_OF[edition] if space in chain), ())


def kind_of(space: int, edition: str) -> str:
    """What matters most about a space, a key of the names `kind`; nothing for ordinary ones."""
    if _chain(space, edition):
        return "tunnel"
    if KIND[space] == POST and space in GATES:
        return f"post-{GATES[space]}"
    if space in LINK_DOWN:
        return LINK_NAMES[LINK_KIND[LINK_DOWN[space]]]
    if KIND[space] in KIND_NAMES:
        return KIND_NAMES[KIND[space]]
    if space in LINK_UP:
        return "landing" if LINK_KIND[LINK_UP[space]] != WIRE else "wire"
    if space in ROOM_OF:
        return "room"
    return "release" if space in RELEASE else ""


def _is_there(space: int, edition: str) -> bool:
    """The Commander's office is for the modern rules alone."""
    return KIND[space] != OFFICE_DISC or edition == "modern"


def _place(space: int, edition: str, lang: str) -> Place:
    kind = kind_of(space, edition)
    return Place(
        SPACES[space],
        *AT[space],
        "circle",
        parts()[space],
        capital(WORDS.name("space", SPACES[space], lang)),
        SIGNS.get(kind, ""),
        _neighbours(space, edition),
        about=WORDS.name("kind", kind, lang) if kind else "",
    )


def capital(name: str) -> str:
    """A name that begins a line."""
    return name[0].upper() + name[1:]


def _neighbours(space: int, edition: str) -> tuple[str, ...]:
    """Plain links, the other side of a drop or of the wire, and the next circles of a tunnel."""
    found = list(NEIGHBOURS[space])
    if space in LINK_DOWN:
        found.append(FAR_SIDE[LINK_DOWN[space]])
    if space in LINK_UP:
        found.append(CASTLE_SIDE[LINK_UP[space]])
    chain = _chain(space, edition)
    if chain:
        at = chain.index(space)
        found += chain[max(0, at - 1) : at + 2]
    return tuple(SPACES[other] for other in dict.fromkeys(found) if other != space)


# Groups


def _groups(lang: str) -> list[Group]:
    """Whole yards to look at, then the parts that spaces belong to, in the order of the word files."""
    names: Mapping[str, str] = WORDS.load(lang)["names"]["group"]
    yards = [Group(key, WORDS.term(key, lang), _around(inside)) for key, inside in YARDS.items()]
    rooms = [
        Group(ident, name, _around((ident,)), close=True, about=_room_use(ident, lang))
        for ident, name in names.items()
    ]
    return [*yards, *rooms]


def _around(inside: Sequence[str]) -> tuple[int, int, int, int]:
    """The box around some parts of the castle."""
    spots = [AT[space] for space, part in enumerate(parts()) if part in inside]
    (left, wide), (top, high) = map(_stretch, zip(*spots, strict=True), LOOK, SIZE)
    return left, top, wide, high


def _stretch(axis: Sequence[int], least: int, most: int) -> tuple[int, int]:
    """Beginning and length of a stretch of the board, with these places in its middle as far as it can be."""
    long = min(most, max(least, max(axis) - min(axis) + 2 * AROUND))
    start = (min(axis) + max(axis) - long) // 2
    return max(0, min(start, most - long)), long


def _room_use(ident: str, lang: str) -> str:
    """What a room is good for."""
    if ident not in ROOMS:
        return ""
    symbol = ROOM_SYMBOL[ROOMS.index(ident)]
    key = "room" if symbol < EQUIPMENT_KINDS else "component"
    return fill(WORDS.load(lang)["descriptions"][key], WORDS.name("symbol", SYMBOLS[symbol], lang))


# Reading it


def _short(lang: str) -> tuple[tuple[str, str], ...]:
    """`B3` for British 3."""
    names: Mapping[str, Any] = WORDS.load(lang)["names"]
    return tuple((name, pawn_text(pawn, names["letter"])) for pawn, name in names["pawn"].items())


SAMPLES: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "pow": (("british-1",), ("french-1",), ("polish-1",), ("dutch-1",), ("american-1",)),
    "guard": (("guard-1",),),
    "marker": (("marker-british",), ("marker-dutch",)),
    "car": (("car",),),
}
"""Sprites that the legend explains."""
SAMPLE_SPACES: Final = {
    "room": "canteen_6",
    "light": "light_005",
    "walkway": "walk_5",
    "safe": "safe_in_3",
    "post": "post_in_1",
    "door": "key_south",
    "inspection": "pass_main_gate",
    "tunnel": "tun_theatre_7",
    "drop30": "out_242",
    "drop60": "out_363",
    "landing": "out_324",
    "target": "t_north",
    "wire": "out_022",
    "gate-post": "post_out_2",
    "cell": "cell_in_3",
    "barracks": "barracks_1",
    "office": "commander_office",
    "appel": "appel_012",
    "release": "in_219",
}
"""Spaces that the legend shows a part of the board for."""
SAMPLE: Final = 60
"""Half the width of that part."""


def _legend(edition: str, lang: str) -> tuple[LegendLine, ...]:
    """Lines of `legend-of` are for one edition: in place of the usual ones, or none where they are empty."""
    said: Mapping[str, Any] = WORDS.load(lang)
    lines: Mapping[str, str] = {**said["legend"], **said["legend-of"].get(edition, {})}
    return tuple(LegendLine(line, SAMPLES.get(key, ()), _sample(key)) for key, line in lines.items() if line)


def _sample(key: str) -> tuple[int, int, int, int] | None:
    if key not in SAMPLE_SPACES:
        return None
    x, y = AT[NUMBER[SAMPLE_SPACES[key]]]
    left, top = (
        min(max(0, each - SAMPLE), most - 2 * SAMPLE) for each, most in zip((x, y), SIZE, strict=True)
    )
    return left, top, 2 * SAMPLE, 2 * SAMPLE


LINK_ENDS: Final = tuple((CASTLE_SIDE[link], FAR_SIDE[link]) for link in range(LINK_COUNT))
