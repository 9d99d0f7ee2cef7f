"""What is written on the board: name plates of rooms, names of yards, buildings and targets.

Where each stands is found by `make contours`, for the longest of all languages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from garrison.core.show.pen import fitted, group, num, path, rect, text, width
from garrison.core.show.words import LANGS
from garrison.games.colditz.castle.layout import ROOM_SYMBOL, ROOMS, SYMBOLS
from garrison.games.colditz.show.drawing.contours import CONTOURS
from garrison.games.colditz.words import WORDS

LETTERS: Final = 21
SMALL: Final = 17
TARGET: Final = 25
"""Height of the letters on the plates of rooms, on those of buildings, and beside targets."""
LINE: Final = 1.12
"""From one line to the next, by the height of its letters."""
ICON: Final = 32
"""Width of the symbol of what a room gives."""
PAD: Final = 8


def lettering(lang: str) -> str:
    """All names, where the contours have found a place that covers no space."""
    return (
        "".join(_yard_name(key, lang) for key in CONTOURS["names"])
        + "".join(plate(name, lang) for name in CONTOURS["plates"] if name != OFFICE)
        + "".join(_target_name(target, lang) for target in CONTOURS["targets"])
    )


# Plates


OFFICE: Final = "office-1"
"""The plate of the Commander's office, which not every board has."""
COURT: Final = "area-inner"
"""The prisoners' courtyard has a plate as well, upon the roofs around it: there is no free ground in it."""


def plate_name(ident: str, lang: str) -> str:
    """What stands on the plate of a room, a building or the courtyard."""
    if ident in ROOMS:
        return WORDS.name("group", ident, lang)
    if ident == COURT:
        return WORDS.term(COURT, lang)
    return WORDS.term(f"plate-{ident.rpartition('-')[0]}", lang)


def plate_lines(name: str, lines: int) -> list[str]:
    """A name in one line or in two, broken where they are most alike; in one if it is a single word."""
    words = name.split()
    if lines < 2 or len(words) < 2:
        return [name]
    breaks = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return list(min(breaks, key=lambda each: max(map(len, each))))


def plate_letters(ident: str) -> int:
    return LETTERS if ident in ROOMS or ident == COURT else SMALL


def plate_size(ident: str, lines: int, langs: Sequence[str] = LANGS) -> tuple[int, int]:
    """Width and height of a plate that holds its name in these languages."""
    size = plate_letters(ident)
    said = [plate_lines(plate_name(ident, lang), lines) for lang in langs]
    wide = max(width(line, size) for each in said for line in each)
    high = max(map(len, said)) * size * LINE
    return round(wide + 2 * PAD + (ICON if ident in ROOMS else 0)), round(high + PAD)


def plate(ident: str, lang: str) -> str:
    """The symbol of what a room gives, and its name; no wider than the language needs."""
    x, y, most, high, turn = CONTOURS["plates"][ident]
    room = ident in ROOMS
    icon, size = ICON if room else 0, plate_letters(ident)
    lines = 2 if high > 1.5 * size * LINE + PAD else 1
    said = plate_lines(plate_name(ident, lang), lines)
    wide = min(most, plate_size(ident, lines, [lang])[0])
    left = -wide / 2
    middle, top = left + icon + (wide - icon) / 2 - (2 if room else 0), -(len(said) - 1) / 2 * size * LINE
    drawn = (
        rect(left + 2, -high / 2 + 3, wide, high, "castle-shade", rx=5)
        + rect(left, -high / 2, wide, high, "plate" if room else "plate-dark", rx=5, stroke_width=1.4)
        + (_icon(ident, left + icon / 2 + 2) if room else "")
        + "".join(
            fitted(
                line,
                middle,
                top + n * size * LINE + size * 0.35,
                size,
                wide - icon - PAD,
                "title strong" if room else "title light",
            )
            for n, line in enumerate(said)
        )
    )
    return group(drawn, transform=f"translate({x} {y})" + (f"rotate({turn})" if turn else ""))


def _icon(room: str, x: float) -> str:
    symbol = SYMBOLS[ROOM_SYMBOL[ROOMS.index(room)]]
    return path(ICONS[symbol], "plate-icon", transform=f"translate({num(x)} 0)")


ICONS: Final = {
    "rope": "M-9 -5a9 4.5 0 1 1 18 0a9 4.5 0 1 1 -18 0v10a9 4.5 0 0 0 18 0v-10M-9 0a9 4.5 0 0 0 18 0M4 8l4 3",
    "key": "M-11 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0M0 0h11v6M6 0v5",
    "pass": "M-11 -8h22v16h-22zM-7 4q0 -5 3.5 -5t3.5 5zM-3.5 -5.5a2 2 0 1 0 .1 0M3 -3h5M3 1h5",
    "wire_cutter": "M-9 9q7 -5 9 -9l6 -9M9 9q-7 -5 -9 -9l-6 -9M-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0",
    "food": "M-10 8v-11q-3 -6 4 -6h12q7 0 4 6v11zM-3 -3v6M3 -3v6",
    "documents": "M-7 -10h9l5 5v15h-14zM2 -10v5h5M-3.5 0h7M-3.5 4h7",
    "compass": "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M-5 5l3 -8l7 -2l-3 8z",
    "disguise": "M-12 5h24M-8 5v-9q3 -3 8 -1q5 -2 8 1v9M-8 1h16",
}
"""Drawings around the middle of a symbol, 22 wide."""


# Names of yards


YARDS: Final = ("area-north", "area-west", "area-south", "area-garrison")
"""Words for the parts of the castle that have a name on the ground."""
SPREAD: Final = 0.1
"""The space between their letters, by their height."""


def yard_size(key: str, size: int, lines: int) -> tuple[int, int]:
    """Width and height of the name of a yard in letters of a size, in every language."""
    said = [plate_lines(WORDS.term(key, lang), lines) for lang in LANGS]
    wide = max(width(line, size) + len(line) * size * SPREAD for each in said for line in each)
    return round(wide), round(max(map(len, said)) * size * LINE)


def _yard_name(key: str, lang: str) -> str:
    """Letters on open ground."""
    x, y, size, turn, lines = CONTOURS["names"][key]
    said = plate_lines(WORDS.term(key, lang), lines)
    top = -(len(said) - 1) / 2 * size * LINE + size * 0.35
    drawn = "".join(
        text(line, 0, top + n * size * LINE, size, "title strong yard-name", letter_spacing=size * SPREAD)
        for n, line in enumerate(said)
    )
    return group(drawn, transform=f"translate({x} {y})" + (f"rotate({turn})" if turn else ""))


# Names of targets


def target_size(target: str) -> tuple[int, int]:
    """Width and height of the name of a target in every language."""
    return round(max(width(target_name(target, lang), TARGET) for lang in LANGS)), round(TARGET * LINE)


def target_name(target: str, lang: str) -> str:
    return WORDS.term(f"target-{target.removeprefix('t_')}", lang)


def _target_name(target: str, lang: str) -> str:
    x, y = CONTOURS["targets"][target]
    name = target_name(target, lang)
    return text(name, x, y + TARGET * 0.35, TARGET, "title strong target-name", stroke_width=5)
