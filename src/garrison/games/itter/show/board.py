"""The board of Castle Itter: squares and circles from the data file, groups to look at, the legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from garrison.core.show.scene import Board, Group, LegendLine, Place
from garrison.core.state import Options
from garrison.games.itter.knowledge.view import MARKS
from garrison.games.itter.show import descriptions, drawing
from garrison.games.itter.tables import (
    AREAS,
    BESIDE,
    BOARD_FILE,
    CASTLE,
    COLOUR,
    COLOURS,
    CREW_SQUARE,
    KIND_COUNT,
    KINDS,
    LOCATION,
    LOCATIONS,
    MODES,
    NEXT,
    SQUARE_COLOURS,
    SQUARES,
    WEAPON_ATTACK,
    WEAPON_NAME,
    WEAPON_SUPPRESS,
)
from garrison.games.itter.words import WORDS

SIZE: Final = (1000, 750)
TOKENS: Final = "tokens-"
LEGEND: Final = ("defender", "letters", "marks", "square", "crew", "circle", "ss", "shield")
"""The lines of the legend in order."""


def tokens_place(colour: int) -> str:
    return f"{TOKENS}{COLOURS[colour]}"


def board(options: Options, lang: str) -> Board:
    edition = options["edition"]
    places = [*_squares(lang), *_circles(lang), *_token_squares(lang)]
    return Board(
        SIZE,
        tuple(places),
        tuple(_groups(lang)),
        drawing.layers(lang),
        drawing.sprites(edition, lang),
        drawing.dials(),
        _short(edition, lang),
        _legend(edition, places, lang),
        WORDS.explanations(lang, {"edition": edition}),
    )


def _legend(edition: str, places: Sequence[Place], lang: str) -> tuple[LegendLine, ...]:
    """The lines of the legend, each with its sample."""
    spots = {place.id: (place.x, place.y) for place in places}

    def around(ident: str, up: int) -> tuple[int, int, int, int]:
        x, y = spots[ident]
        return (x - 27, y - up, 54, 62)

    shaken = MARKS[next(mode for mode, (of, _) in enumerate(MODES) if of == edition)]
    samples: dict[str, tuple[tuple[str, ...], ...]] = {
        "defender": (("defender-lee",),),
        "letters": (("defender-gangl",),),
        "ss": (("ss-rifleman",), ("ss-mg",)),
        "shield": (("shield",),),
        "marks": tuple(
            ("defender-sutton", f"mark-{mark}") for mark in shaken.values() if mark != "commanded"
        ),
    }
    boxes = {"square": around("g1", 36), "crew": around("g4", 36), "circle": around("22", 36)}
    lines = {**WORDS.load(lang)["legend"], **WORDS.load(lang)["legend-of"][edition]}
    return tuple(LegendLine(lines[key], samples.get(key, ()), boxes.get(key)) for key in LEGEND)


def _short(edition: str, lang: str) -> tuple[tuple[str, str], ...]:
    """Short forms where space is scarce: letters for counters and marks, labels without names of weapons."""
    mode = next(mode for mode, (of, _) in enumerate(MODES) if of == edition)
    kinds = [kind for number, kind in enumerate(KINDS) if KIND_COUNT[mode][number]]
    pairs = [
        (WORDS.name(table, ident, lang), WORDS.name(f"short-{table}", ident, lang))
        for table, idents in (("mark", MARKS[mode].values()), ("kind", kinds))
        for ident in idents
    ]
    pairs += [(square_label(q, lang), _tight_label(q, lang)) for q in range(len(SQUARES))]
    pairs += [(WORDS.term("track", lang).format(way[0]), "") for way in tracks()]
    return tuple(dict.fromkeys(pairs))


def _squares(lang: str) -> list[Place]:
    found = []
    for q, row in enumerate(BOARD_FILE["square"]):
        place = LOCATIONS[LOCATION[q]]
        beside = tuple(SQUARES[other] for other in BESIDE[q])
        label = square_label(q, lang)
        name = f"{WORDS.name('location', place, lang)} {SQUARES[q].upper()}"
        colours = tuple(COLOURS[colour] for colour in SQUARE_COLOURS[q]) or ("white",)
        about = descriptions.square(q, lang)
        spot = row["x"], row["y"]
        found.append(Place(SQUARES[q], *spot, "square", place, name, label, beside, colours, about=about))
    return found


def letter(colour: str, lang: str) -> str:
    """A colour's letter: colour alone is never the only cue."""
    return WORDS.name("letter", colour, lang)


def square_label(q: int, lang: str) -> str:
    """Colours as letters, die numbers, weapon: `YB 1`, `B 4-6 [T] M1919A4 2/3`, `W`."""
    parts = [each for each in (_letters(q, lang), _numbers(q)) if each]
    if CREW_SQUARE[q]:
        parts.append("[T]")
    if WEAPON_NAME[q]:
        parts.append(f"{WEAPON_NAME[q]} {WEAPON_ATTACK[q]}/{WEAPON_SUPPRESS[q]}")
    elif CREW_SQUARE[q]:
        parts.append("76mm Load")
    return " ".join(parts)


def _tight_label(q: int, lang: str) -> str:
    """The same without spaces and names: `YB1`, `B4-6T2/3`, `W`."""
    crew = "T" if CREW_SQUARE[q] else ""
    values = f"{WEAPON_ATTACK[q]}/{WEAPON_SUPPRESS[q]}" if WEAPON_NAME[q] else ""
    return _letters(q, lang) + _numbers(q) + crew + values


def _letters(q: int, lang: str) -> str:
    letters = "".join(letter(COLOURS[colour], lang) for colour in SQUARE_COLOURS[q])
    return letters or letter("white", lang)


def _numbers(q: int) -> str:
    numbers = BOARD_FILE["square"][q]["numbers"]
    if len(numbers) < 2:
        return str(numbers[0]) if numbers else ""
    return f"{numbers[0]}-{numbers[-1]}"


def tracks() -> list[list[int]]:
    """The tracks to the castle, each circle once: from an area to a circle already listed, or the castle."""
    told: set[int] = set()
    found = []
    for area in AREAS:
        way, circle = [area], area
        while circle != CASTLE and circle not in told:
            told.add(circle)
            circle = NEXT[circle]
            way.append(circle)
        found.append(way)
    return found


def _circles(lang: str) -> list[Place]:
    home = {circle: f"track-{way[0]}" for way in tracks() for circle in way[:-1]}
    found = []
    for row in BOARD_FILE["circle"]:
        circle = int(row["id"])
        label = letter(COLOURS[COLOUR[circle]], lang)
        name = WORDS.term("area" if circle in AREAS else "circle", lang).format(circle)
        onward = (str(NEXT[circle]),) if NEXT[circle] else ()
        shape = "area" if circle in AREAS else "circle"
        spot, colours = (row["x"], row["y"]), (COLOURS[COLOUR[circle]],)
        about = descriptions.circle(circle, lang)
        found.append(
            Place(str(circle), *spot, shape, home[circle], name, label, onward, colours, about=about)
        )
    return found


def _token_squares(lang: str) -> list[Place]:
    return [
        Place(
            tokens_place(colour),
            row["x"],
            row["y"],
            "square",
            "suppression",
            WORDS.term("tokens", lang).format(WORDS.name("colour", row["id"], lang)),
            letter(row["id"], lang),
            colours=(row["id"],),
        )
        for colour, row in enumerate(BOARD_FILE["colour"])
        if row["suppression"]
    ]


def _groups(lang: str) -> list[Group]:
    found = [
        Group(
            place,
            WORDS.name("location", place, lang),
            drawing.zoom(number),
            about=descriptions.location(place, lang),
        )
        for number, place in enumerate(LOCATIONS)
    ]
    spots = {int(row["id"]): (row["x"], row["y"]) for row in BOARD_FILE["circle"]}
    for way in tracks():
        xs = [spots[circle][0] for circle in way[:-1]]
        ys = [spots[circle][1] for circle in way[:-1]]
        box = (min(xs) - 30, min(ys) - 30, max(xs) - min(xs) + 60, max(ys) - min(ys) + 60)
        path = tuple(str(circle) for circle in way if circle != CASTLE)
        end = WORDS.term("castle", lang) if way[-1] == CASTLE else ""
        name = WORDS.term("track", lang).format(way[0])
        found.append(Group(f"track-{way[0]}", name, box, path, end))
    found.append(Group("suppression", WORDS.term("suppression", lang), (10, 10, 240, 90)))
    return found
