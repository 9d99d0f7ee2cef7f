"""Castle under Siege as a picture: a kitchen table with a castle of cards, in the lengths the rules use."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from garrison.core.show.pen import text
from garrison.core.show.scene import Dial, Sprite
from garrison.games.siege.show.drawing import castle, counters, ruins, table
from garrison.games.siege.show.drawing.scale import BOTTOM, CARD_HIGH, LEFT, RIGHT, SIZE, TOP, box
from garrison.games.siege.tables import CASTLES, KEEP_NAME, STRUCTURES
from garrison.games.siege.words import WORDS

OUT: Final = 8
"""Distance of a slip from its structure."""
FIGURES: Final = 9
"""Height of the figures on a slip."""
PILE_STEP: Final = 17
PILE_DEEP: Final = 2
"""Distance between the boulders of a pile, and how many are below each other at the keep."""
Box = tuple[int, int, int, int]


@lru_cache(maxsize=4)
def layers(chosen: str, lang: str) -> tuple[str, ...]:
    """Table; castle, and the keep's name beside its slip, which lies apart."""

    def letter(kind: str) -> str:
        return WORDS.name("letter", kind, lang)

    def line(inches: int) -> str:
        return WORDS.term(f"line-{inches}", lang)

    defined = table.definitions() + castle.definitions() + counters.definitions() + counters.sides(letter)
    defined += ruins.definitions(CASTLES.index(chosen))
    strength = f"{WORDS.name('option', 'castle', lang)}: {WORDS.name('option', chosen, lang)}"
    ground = f"<defs>{defined}</defs>" + table.wood() + table.lamp()
    ground += table.rulers(WORDS.term("inch", lang)) + table.distances(line) + table.sites()
    ground += table.label(WORDS.term("title", lang), strength)
    x, y = _keep_slip()
    keep = text(WORDS.name("structure", KEEP_NAME, lang), x, y - OUT - 2, 8, "title")
    plan = castle.court() + castle.cards() + castle.plan(CASTLES.index(chosen))
    return tuple(f"<g>{each}</g>" for each in (ground, plan + keep))


def _keep_slip() -> tuple[int, int]:
    """The keep's slip lies beyond the cliff to the west."""
    _, y, _, h = box(ruins.around(KEEP_NAME))
    return (round(LEFT) - 33, round(y + h / 2))


def slip_spot(structure: str) -> tuple[int, int]:
    """The position of a structure's damage slip: outside the castle, beside it."""
    if structure == KEEP_NAME:
        return _keep_slip()
    x, y, w, h = box(ruins.around(structure))
    if structure.startswith("wall") and structure[-1] in "we":
        side = LEFT - OUT - 7 if structure.endswith("w") else RIGHT + OUT + 7
        return (round(side), round(y + h / 2))
    return (round(x + w / 2), round(TOP - OUT if y == TOP else BOTTOM + OUT))


def dials() -> tuple[Dial, ...]:
    return tuple(Dial(f"damage-{name}", *slip_spot(name), "slip", FIGURES) for name in STRUCTURES)


def pile_spot(structure: str, number: int) -> tuple[int, int]:
    """The position of a boulder in a damage pile, by number: beside the tower, or below the keep's slip."""
    if structure == KEEP_NAME:
        right, below = _keep_slip()
        block, rest = divmod(number, PILE_DEEP * PILE_DEEP)
        row, column = divmod(rest, PILE_DEEP)
        return (right + 8 - PILE_STEP * (column + PILE_DEEP * block), below + PILE_STEP * (row + 1))
    x, y, w, h = box(ruins.around(structure))
    west = structure.endswith("w")
    off = 10 + PILE_STEP * number
    return (round(x - off if west else x + w + off), round(y + h / 2 + (-4 if y == TOP else 4)))


def castle_box(part: str) -> Box:
    """The zoom area: the whole castle with its slips, or its north or south front."""
    left, right = round(LEFT) - 69, round(RIGHT) + 48  # the keep's slip, alarm and boulders are on the left
    top, bottom = round(TOP) - 20, round(BOTTOM) + 20
    if part == "north":
        bottom = round(TOP + CARD_HIGH) + 4
    elif part == "south":
        top = round(BOTTOM - CARD_HIGH) - 4
    return (left, top, right - left, bottom - top)


def side_box(side: str) -> Box:
    """The part of the table with the places of one side."""
    wide, high = SIZE
    return {
        "n": (330, 0, 420, 110),
        "s": (330, high - 110, 420, 110),
        "w": (100, 215, 130, 410),
        "e": (wide - 230, 215, 130, 410),
    }[side]


@lru_cache(maxsize=4)
def sprites(chosen: str, lang: str) -> tuple[Sprite, ...]:
    """Everything that lies, stands, burns or is broken."""

    def letter(kind: str) -> str:
        return WORDS.name("letter", kind, lang)

    return (
        *counters.crew(),
        *counters.ammunition(letter),
        *counters.plates(),
        *counters.devices(),
        *ruins.sprites(CASTLES.index(chosen)),
    )
