"""The last shot as shown: where it came from, touched down and lies, and how much of it counted where."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from garrison.core.show.scene import Piece
from garrison.core.state import View
from garrison.games.siege.flight import DEGREE, ONE, cosine, rounded, sine, towards
from garrison.games.siege.geometry import cutter
from garrison.games.siege.show.board import COURT, TABLE, called, middle
from garrison.games.siege.show.drawing import slip_spot
from garrison.games.siege.show.drawing.counters import BOX, DISC, PLATE, POINTERS, SLIP
from garrison.games.siege.show.drawing.scale import SIZE, whole
from garrison.games.siege.tables import (
    BOTTOM,
    CORNERS,
    LEFT,
    RIGHT,
    SECTIONS,
    SPOTS,
    STRUCTURES,
    TOP,
    UNITS_PER_INCH,
    Point,
)
from garrison.games.siege.words import WORDS

TOLD: Final = 3
"""Number of shares with a plate on the board, the largest first."""
TURNS: Final = (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180)
"""Angles by which a plate may be turned away from its target."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def _around(spot: Point, size: tuple[int, int]) -> Box:
    x, y = spot
    w, h = size
    return (x - w / 2, y - h / 2, x + w / 2, y + h / 2)


REACH: Final = POINTERS[-1] + PLATE[0]
"""No plate covers anything farther from the shot."""
SIDES: Final = tuple(cutter(corners)[0] for corners in CORNERS)
SLIPS: Final = tuple(_around(slip_spot(structure), SLIP) for structure in STRUCTURES)


def on_table(at: Point) -> Point:
    """Clamp a point to the table."""
    return (min(max(at[0], 0), SIZE[0]), min(max(at[1], 0), SIZE[1]))


def landing(view: View, lang: str) -> list[Piece]:
    """The marks of the last shot, then its plates.

    They bear the shot's name: when the next one flies, they are still in place.
    """
    last = view["last"]
    if not last:
        return []
    shot = last["shot"]
    title = WORDS.term("last-shot", lang).format(WORDS.name("shot", shot, lang))
    marks = tuple(_shares(last, lang))
    spots = {key: on_table(whole(last[key])) for key in ("from", "touch", "lies")}
    return [
        Piece(f"from-{shot}", "stand", TABLE, WORDS.term("from", lang), spot=spots["from"]),
        Piece(f"touch-{shot}", "touch", TABLE, WORDS.term("touch", lang), spot=spots["touch"]),
        Piece(f"last-{shot}", "landing", TABLE, title, "", marks, spot=spots["lies"]),
        *_plates(view, spots["lies"], lang),
    ]


def _named(last: dict[str, Any], lang: str) -> list[tuple[str, str, int]]:
    """Id, name and share of everything under the shot."""
    found = [(each, called(each, lang), share) for each, share in last["sections"].items()]
    return found + [
        (each, WORDS.name("counter", each, lang), share) for each, share in last["counters"].items()
    ]


def _shares(last: dict[str, Any], lang: str) -> list[str]:
    """How much of the shot lies on what, as far as it counts."""
    found = [_share(name, share, lang) for _, name, share in _named(last, lang)]
    if not last["sections"]:
        x, y = last["lies"]
        inside = LEFT < x < RIGHT and TOP < y < BOTTOM
        found.insert(0, called(COURT, lang) if inside else WORDS.term("missed", lang))
    return found


def _share(name: str, share: int, lang: str) -> str:
    text = f"{share // 10}" if share % 10 == 0 else f"{share / 10:.1f}"
    return WORDS.term("share", lang).format(name, text.replace(".", ",") if lang == "it" else text)


# Plates beside the shot


def _plates(view: View, lies: Point, lang: str) -> Iterator[Piece]:
    """The largest shares in per cent, each on a plate with a line to the shot, where it covers least."""
    last, taken = view["last"], _taken(view, lies)
    largest = sorted(_named(last, lang), key=lambda each: -each[2])[:TOLD]
    for number, (ident, name, share) in enumerate(largest):
        target = middle(ident) if ident in SECTIONS else _stands(view, ident) or lies
        turn, far = _free(lies, towards(lies, target)[0] // DEGREE, taken, ident)
        spot = _away(lies, turn, far)
        taken.append(_around(spot, PLATE))
        said = _share(name, share, lang)
        line = f"line-{last['shot']}-{number}"
        yield Piece(line, f"pointer-{far}", TABLE, said, spot=lies, turn=turn, silent=True)
        over = _digits(max(1, (share + 5) // 10))
        plate = f"share-{last['shot']}-{number}"
        yield Piece(plate, "share", TABLE, said, "", (), over, spot, silent=True)


def _digits(percent: int) -> tuple[str, ...]:
    """The sprites that write a number of up to 100."""
    if percent == 100:
        return ("share-100",)
    tens, ones = divmod(percent, 10)
    return (*((f"share-{tens}0",) if tens else ()), f"share-{ones}")


def _stands(view: View, counter: str) -> Point | None:
    row = view["counters"][counter]
    return whole(SPOTS[SECTIONS.index(row["at"])][row["spot"]]) if row["at"] in SECTIONS else None


def _taken(view: View, lies: Point) -> list[Box]:
    """Areas that a plate near the shot should not cover: counters, fires, disease, slips, the shot."""
    found = [_around(spot, BOX) for counter in view["counters"] if (spot := _stands(view, counter))]
    found += [_around(whole(at), (DISC, DISC)) for at in view["lies"].values()]
    reach = _around(lies, (2 * REACH, 2 * REACH))
    return [box for box in (*found, *SLIPS) if _meet(box, reach)] + [_around(lies, (DISC, DISC))]


def _away(start: Point, turn: int, far: int) -> Point:
    """The point at a distance from another, in a direction in degrees."""
    angle = turn * DEGREE
    return (start[0] + rounded(far * sine(angle), ONE), start[1] - rounded(far * cosine(angle), ONE))


def _inside(section: str, spot: Point) -> bool:
    """True if a point of the board is on a section's card."""
    x, y = (part * 1000 // UNITS_PER_INCH for part in spot)
    return all(a * x + b * y + c >= 0 for a, b, c, _ in SIDES[SECTIONS.index(section)])


def _free(lies: Point, turn: int, taken: list[Box], ident: str) -> tuple[int, int]:
    """The plate that covers least, then lies on its own section, then is turned least."""

    def cost(way: tuple[int, int]) -> tuple[int, bool, int, int]:
        spot = _away(lies, turn + way[1], way[0])
        box = _around(spot, PLATE)
        off = on_table(spot) != spot
        covers = sum(_meet(box, other) for other in taken) + off * len(taken)
        return (covers, ident in SECTIONS and not _inside(ident, spot), abs(way[1]), way[0])

    far, aside = min(product(POINTERS, TURNS), key=cost)
    return (turn + aside) % 360, far


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
