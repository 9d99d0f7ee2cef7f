"""What is written on the board: name plates of rooms, names of yards, buildings and targets."""

from __future__ import annotations

from typing import Any, Final

from garrison.core.show.pen import fitted, group, num, path, rect, text, width
from garrison.core.show.words import LANGS
from garrison.games.colditz.castle.layout import BOARD, ROOM_SYMBOL, ROOMS, SYMBOLS, TARGETS
from garrison.games.colditz.show.drawing.contours import CONTOURS
from garrison.games.colditz.show.drawing.scale import AT, SIZE
from garrison.games.colditz.words import WORDS

LETTERS: Final = 21
SMALL: Final = 17
"""Height of the letters on the plates of rooms, and on those of buildings."""
LINE: Final = 1.12
"""From one line to the next, by the height of its letters."""
ICON: Final = 28
"""Width of the symbol of what a room gives."""
PAD: Final = 8


def lettering(lang: str) -> str:
    return "".join(_plate(name, lang) for name in CONTOURS["plates"]) + _targets(lang)


# Plates


def plate_name(ident: str, lang: str) -> str:
    """What stands on the plate of a room or a building."""
    if ident in ROOMS:
        return WORDS.name("group", ident, lang)
    return WORDS.term(f"plate-{ident.rpartition('-')[0]}", lang)


def plate_lines(name: str, lines: int) -> list[str]:
    """A name in one line or in two, broken where they are most alike; in one if it is a single word."""
    words = name.split()
    if lines < 2 or len(words) < 2:
        return [name]
    breaks = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return list(min(breaks, key=lambda each: max(map(len, each))))


def plate_size(ident: str, lines: int) -> tuple[int, int]:
    """Width and height of a plate that holds its name in every language."""
    size = LETTERS if ident in ROOMS else SMALL
    said = [plate_lines(plate_name(ident, lang), lines) for lang in LANGS]
    wide = max(width(line, size) * SERIF for each in said for line in each)
    high = max(map(len, said)) * size * LINE
    return round(wide + 2 * PAD + (ICON if ident in ROOMS else 0)), round(high + PAD)


SERIF: Final = 0.9
"""How much narrower the letters of titles are than those the pen reckons with."""


def _plate(ident: str, lang: str) -> str:
    """The symbol of what a room gives, and its name."""
    x, y, wide, high, turn = CONTOURS["plates"][ident]
    room = ident in ROOMS
    icon, size = (ICON, LETTERS) if room else (0, SMALL)
    said = plate_lines(plate_name(ident, lang), 2 if high > 1.5 * size * LINE + PAD else 1)
    left = -wide / 2
    middle, top = left + icon + (wide - icon) / 2 - (2 if room else 0), -(len(said) - 1) / 2 * size * LINE
    drawn = (
        rect(left + 2, -high / 2 + 3, wide, high, "castle-shade", rx=5)
        + rect(left, -high / 2, wide, high, "plate" if room else "plate-dark", rx=5, stroke_width=1.4)
        + (_icon(ident, left + icon / 2 + 4) if room else "")
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


def ground_names(lang: str) -> str:
    """Names of the yards, large and faint on their ground: the spaces lie upon them."""
    return "".join(_ground_name(key, *where, lang) for key, where in GROUND_NAMES.items())


GROUND_NAMES: Final[dict[str, tuple[int, int, int, int]]] = {
    "area-inner": (1000, 664, 46, 0),
    "area-north": (1080, 225, 52, 5),
    "area-west": (172, 770, 44, -75),
    "area-south": (800, 1640, 48, 12),
    "area-garrison": (1836, 1010, 48, 62),
}
"""By word: the middle, the size of the letters, and the turn in degrees."""


def _ground_name(key: str, x: int, y: int, size: int, turn: int, lang: str) -> str:
    turned: dict[str, Any] = {"transform": f"rotate({turn} {x} {y})"} if turn else {}
    return text(
        WORDS.term(key, lang), x, y, size, "title strong ground-name", letter_spacing=size / 8, **turned
    )


def _targets(lang: str) -> str:
    said = []
    for target in TARGETS:
        x, y = AT[target]
        name = WORDS.term(f"target-{BOARD['spaces'][target]['id'].removeprefix('t_')}", lang)
        said.append(
            text(name, min(max(x, 74), SIZE[0] - 74), y + 58, 25, "title strong target-name", stroke_width=5)
        )
    return "".join(said)
