"""Castle Itter as a picture: a staff map drawn by our own pen from the data the rules use."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from garrison.core.show.scene import Dial, Sprite
from garrison.games.itter.show.drawing import cards, castle, counters, hill, tracks
from garrison.games.itter.show.drawing.pen import path, rect, text
from garrison.games.itter.show.drawing.silhouettes import busts
from garrison.games.itter.tables import (
    BOARD_FILE,
    COLOURS,
    HAS_TOKENS,
    LOCATIONS,
    SQUARE_COLOURS,
    SQUARES,
    TANK,
    TARGETS,
)
from garrison.games.itter.words import WORDS

TITLE: Final = (716, 20, 262, 76)
PLATES: Final[list[tuple[float, ...]]] = [
    (10, 8, 250, 96),
    (20, 560, 140, 750),
    (710, 10, 985, 110),
    (755, 470, 865, 525),
    (-20, 0, 16, 750),
    (984, 0, 1020, 750),
    (0, 726, 1000, 770),
]
"""Areas without trees, as left, top, right and bottom: under tokens, compass, title, gun and frame."""


@lru_cache(maxsize=4)
def layers(lang: str) -> tuple[str, ...]:
    """Ground; paths and walls; squares and circles with their lettering."""

    def letter(colour: str) -> str:
        return WORDS.name("letter", colour, lang)

    names = [WORDS.name("location", place, lang) for place in LOCATIONS]
    plan = tracks.dotted() + castle.walls() + castle.tank() + castle.cellar()
    load = WORDS.term("load-square", lang)
    squares = "".join(
        castle.square(q, [letter(COLOURS[c]) for c in SQUARE_COLOURS[q]] or [letter("white")], load)
        for q in range(len(SQUARES))
    )
    marks = squares + tracks.circles(letter) + tracks.tokens(letter, WORDS.term("suppression", lang))
    margin = hill.lamp() + hill.neatline() + _cartouche(lang)
    margin += hill.compass(72, 628, 36, WORDS.term("north", lang)) + _scale()
    return tuple(f"<g>{each}</g>" for each in (_ground(), plan, margin, marks + castle.titles(names)))


@lru_cache(maxsize=1)
def _ground() -> str:
    """The part that is the same in every language: definitions, hill and woods."""
    taken = [(row["x"], row["y"]) for row in BOARD_FILE["circle"]]
    boxes = [_margin(box, 22) for box in castle.rooms().values()] + PLATES
    return f"<defs>{_definitions()}</defs>" + hill.ground() + hill.woods(taken, tracks.ways(), boxes)


def _definitions() -> str:
    """Definitions that layers and sprites share."""
    return (
        castle.hatches()
        + castle.floors()
        + castle.wells()
        + tracks.shapes()
        + counters.blanks()
        + busts()
        + cards.parts()
    )


def zoom(place: int) -> tuple[int, int, int, int]:
    """The zoom area of a location: its room with some ground around it."""
    return castle.grown(castle.room(place), 20)


def _margin(box: tuple[int, int, int, int], by: int) -> tuple[float, ...]:
    left, top, right, bottom = box
    return (left - by, top - by, right + by, bottom + by)


def _cartouche(lang: str) -> str:
    """The map's title on a plate with notched corners."""
    x, y, w, h = TITLE
    a, b = w - 18, h - 18
    d = f"M{x + 9} {y}h{a}a9 9 0 0 0 9 9v{b}a9 9 0 0 0-9 9h-{a}a9 9 0 0 0-9-9v-{b}a9 9 0 0 0 9-9z"
    middle = x + w / 2
    return (
        path(d, "shade", transform="translate(3 4)")
        + path(d, "plate", stroke_width=1.8)
        + rect(x + 9, y + 9, w - 18, h - 18, "thin", stroke_width=0.7)
        + text(WORDS.term("title", lang), middle, y + 41, 29, "title strong")
        + path(f"M{middle - 88} {y + 48}h176", "thin", stroke_width=0.7)
        + text(WORDS.term("map-date", lang), middle, y + 62, 11.5, "title", letter_spacing=".6")
    )


def _scale() -> str:
    """A bar of twenty metres."""
    x, y, w = 28, 704, 100
    return (
        rect(x, y, w, 6, "plate", stroke_width=0.9)
        + rect(x, y, w / 4, 6, "ink")
        + rect(x + w / 2, y, w / 4, 6, "ink")
        + "".join(
            text(said, x + at, y + 18, 10, "text") for said, at in (("0", 0), ("10", 50), ("20 m", 100))
        )
    )


def dials() -> tuple[Dial, ...]:
    """Positions of defence values, token counts and the load."""
    found = [Dial(f"defence-{LOCATIONS[place]}", *castle.shield_spot(place), "shield") for place in TARGETS]
    for row, has in zip(BOARD_FILE["colour"], HAS_TOKENS, strict=True):
        if has:
            found.append(Dial(f"count-{row['id']}", row["x"] + 5, row["y"] + 7, "token"))
    _, _, right, bottom = castle.room(TANK)
    found.append(Dial("load", right - 14, bottom + 26, "shell"))
    return tuple(found)


@lru_cache(maxsize=4)
def sprites(edition: str, lang: str) -> tuple[Sprite, ...]:
    """Every counter, mark, card and gauge of an edition."""
    wreck = Sprite("tank-wreck", *castle.WRECK, castle.wreck())
    return (*counters.counter_sprites(edition, lang), wreck, *cards.card_sprites())
