"""The board of Castle under Siege: sections of the castle, places of the catapult, groups to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.show.scene import Board, Group, LegendLine, Place
from garrison.core.show.templates import fill
from garrison.core.state import Options
from garrison.games.siege.show import drawing
from garrison.games.siege.show.drawing import castle, ruins, table
from garrison.games.siege.show.drawing.scale import SIZE, box, corners, whole
from garrison.games.siege.tables import (
    CASTLES,
    COUNTERS,
    COURT_PARTS,
    KEEP_NAME,
    KEEP_SIDES,
    NEXT_TO,
    SECTIONS,
    SITE_AT,
    SITE_NAMES,
    SITES_A_SIDE,
    STRENGTH,
    STRUCTURE_OF,
)
from garrison.games.siege.words import WORDS

COURT: Final = SECTIONS[-1]
TABLE: Final = "table"
"""The bare table, as a place and as a group."""
TABLE_EDGE: Final = ((300, 822), (780, 822), (780, 840), (300, 840))


def board(options: Options, lang: str) -> Board:
    chosen = options["castle"]
    places = [_table_place(lang), *_sections(chosen, lang), *_sites(lang)]
    return Board(
        SIZE,
        tuple(places),
        tuple(_groups(lang)),
        drawing.layers(chosen, lang),
        drawing.sprites(chosen, lang),
        drawing.dials(),
        _short(lang),
        _legend(lang),
        WORDS.explanations(lang, {}),
    )


LEGEND: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "crew": (("counter-soldier-1",), ("counter-wizard",), ("injured-soldier-1",)),
    "pile": (("pile-2",),),
    "fire": (("burning-2",), ("burning-4",)),
    "foul": (("foul-tower-sw",),),
    "shadow": (("landing",),),
}
"""Samples of the things that the legend explains."""


def _legend(lang: str) -> tuple[LegendLine, ...]:
    lines: Mapping[str, str] = WORDS.load(lang)["legend"]
    return tuple(LegendLine(text, LEGEND.get(key, ())) for key, text in lines.items())


def _short(lang: str) -> tuple[tuple[str, str], ...]:
    """Short forms where space is scarce: `S13` for Soldier 13; no track heading, materials or "Damage"."""
    pairs = [(WORDS.name("group", f"side-{side}", lang), "") for side in "nesw"]
    pairs += [(WORDS.name("material", stuff, lang), "") for stuff in ("wood", "stone", "roof")]
    pairs.append((WORDS.term("damage", lang), ""))
    for counter in COUNTERS:
        kind, _, number = counter.partition("-")
        pairs.append((WORDS.name("counter", counter, lang), WORDS.name("letter", kind, lang) + number))
    return tuple(pairs)


def _table_place(lang: str) -> Place:
    """The place for everything outside the castle; first, so that it is below all else."""
    name = WORDS.term("table-place", lang)
    return Place(TABLE, 540, 831, "area", TABLE, name, outline=TABLE_EDGE)


def group_of(section: str) -> str:
    if section == COURT or section in KEEP_SIDES:
        return "castle"
    return "north" if section.split("-")[1][0] == "n" else "south"


def outline(section: str) -> tuple[tuple[int, int], ...]:
    """The corners of a section; those of the court go around it, in, around the keep and out again."""
    if section != COURT:
        return tuple((round(x), round(y)) for x, y in corners(section))
    left, top, w, h = box([whole(corner) for part in COURT_PARTS for corner in part])
    a, b, keep_w, keep_h = box(ruins.around(KEEP_NAME))
    ring = [(a, top), (left + w, top), (left + w, top + h), (left, top + h), (left, top), (a, top)]
    hole = [(a, b), (a, b + keep_h), (a + keep_w, b + keep_h), (a + keep_w, b), (a, b)]
    return tuple((round(x), round(y)) for x, y in (*ring, *hole))


def middle(section: str) -> tuple[int, int]:
    """The position of a section's name; for the court, above the keep."""
    points = [whole(corner) for corner in COURT_PARTS[0]] if section == COURT else corners(section)
    return (round(sum(x for x, _ in points) / len(points)), round(sum(y for _, y in points) / len(points)))


def _sections(chosen: str, lang: str) -> list[Place]:
    found = []
    for number, section in enumerate(SECTIONS):
        stuff = "" if section == COURT else castle.material(CASTLES.index(chosen), section)
        label = WORDS.name("material", stuff, lang) if stuff else ""
        about = _withstands(chosen, number, label, lang) if stuff else ""
        name = called(section, lang)
        beside = tuple(SECTIONS[other] for other in NEXT_TO[number])
        where = middle(section)
        shape = outline(section)
        found.append(
            Place(section, *where, "area", group_of(section), name, label, beside, outline=shape, about=about)
        )
    return found


def _withstands(chosen: str, section: int, material: str, lang: str) -> str:
    """The material of a section, and the damage that destroys its structure."""
    strength = STRENGTH[CASTLES.index(chosen)][STRUCTURE_OF[section]]
    return fill(WORDS.load(lang)["descriptions"]["withstands"], material, strength)


def called(section: str, lang: str) -> str:
    """A section's name, capitalised to begin a line."""
    name = WORDS.name("section", section, lang)
    return name[0].upper() + name[1:]


def _sites(lang: str) -> list[Place]:
    found = []
    for name, at in zip(SITE_NAMES, SITE_AT, strict=True):
        title = WORDS.name("site", name, lang)
        title = title[0].upper() + title[1:]
        side, number = name[0], int(name[1:])
        near = [number - 1, number + 1] if number % SITES_A_SIDE else [number - 1]
        near = [each for each in near if (each - 1) // SITES_A_SIDE == (number - 1) // SITES_A_SIDE]
        near.append(number + SITES_A_SIDE if number <= SITES_A_SIDE else number - SITES_A_SIDE)
        beside = tuple(f"{side}{each}" for each in near if each)
        corners_ = table.site_outline(name)
        found.append(Place(name, *whole(at), "area", f"side-{side}", title, "", beside, outline=corners_))
    return found


def _groups(lang: str) -> list[Group]:
    def group(ident: str, area: drawing.Box, path: tuple[str, ...] = ()) -> Group:
        name = WORDS.name("group", ident, lang)
        return Group(ident, name, area, path, close=ident == "castle")

    found = [group(part, drawing.castle_box(part)) for part in ("castle", "north", "south")]
    found.append(group(TABLE, (0, 0, *SIZE)))
    for side in "nesw":
        path = tuple(name for name in SITE_NAMES if name[0] == side)
        found.append(group(f"side-{side}", drawing.side_box(side), path))
    return found
