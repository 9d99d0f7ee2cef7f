"""A large board as a map: a grid of characters in which every place has a cell of its own, for any game.

A cell has two characters: a piece in capital letters, the note of a place that can be chosen, the sign of a
kind of place, or plain ground. A note of several characters has a small letter for it, so that notes side by
side stay apart. Where a cell has room for them, `|` and `_` are walls to the right and below. Rows have
numbers and columns letters: `4C` names a place, and is neither a piece nor the beginning of an id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from statistics import median
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from garrison.cli.texts import Words, fold
from garrison.core.show.scene import NOTE_CHARACTERS, Board, Choice, Group, Piece, Place, Scene

MAP_PLACES = 150
"""A board with more places is drawn as a map."""
CELL = 2
"""Characters of a place."""
RULER = 4
"""Characters of the numbers beside the rows."""
SIGNS = "+=#%$@~^:;!?"
"""For kinds of places whose label is no sign itself."""
GROUND, WALL, FLOOR, CHOSEN, SEVERAL = ".", "|", "_", "*", "&"
FINER = (1.0, 0.85, 0.7, 0.55, 0.4)
"""How much closer cells may stand than places, as far as it takes to give each its own."""
BACKWARDS = re.compile(r"([A-Za-z]+)([0-9]+)")
MARGIN = 1
"""Cells shown around a group."""

Spot = tuple[int, int]
"""Column and row of a cell."""


def is_large(board: Board) -> bool:
    """True if a board is drawn as a map."""
    return len(board.places) > MAP_PLACES


class Cell(NamedTuple):
    """Two characters; `look` is `piece`, `choice`, `kind`, `ground` or `ruler`, `lit` if it can be chosen."""

    text: str
    look: str = "ground"
    lit: bool = False
    floor: bool = False
    """True if a wall below is not shown by the text."""


class Box(NamedTuple):
    """A part of the map."""

    left: int
    top: int
    columns: int
    rows: int

    def holds(self, spot: Spot) -> bool:
        return 0 <= spot[0] - self.left < self.columns and 0 <= spot[1] - self.top < self.rows


class Grid:
    """The cells of a board, which never change: by place and by spot; `joined` are places with a way between.

    `signs` are those of labels, `kinds` what they mean.
    """

    def __init__(self, places: Sequence[Place]) -> None:
        cells = zip(places, _closed_up(_settled(places)), strict=True)
        self.spots: Mapping[str, Spot] = {place.id: spot for place, spot in cells}
        self.places: Mapping[Spot, Place] = {self.spots[place.id]: place for place in places}
        self.columns = 1 + max(column for column, _ in self.places)
        self.rows = 1 + max(row for _, row in self.places)
        joined = {(place.id, other) for place in places for other in place.neighbours}
        self.joined = joined | {(other, one) for one, other in joined}
        self.signs = _signs(places)
        self.kinds = {
            self.signs[place.label]: place.about or place.label
            for place in reversed(places)
            if place.label in self.signs
        }
        self._squares = {self.name(ident): ident for ident in self.spots}

    def wall(self, spot: Spot, across: int, down: int) -> bool:
        """True if a place has another beside it, and no way leads there."""
        here, there = self.places.get(spot), self.places.get((spot[0] + across, spot[1] + down))
        return (
            bool(self.joined)
            and here is not None
            and there is not None
            and ((here.id, there.id) not in self.joined)
        )

    def name(self, place: str) -> str:
        """`4C`."""
        column, row = self.spots[place]
        return f"{row + 1}{letters(column)}"

    def named(self, text: str) -> str | None:
        """The place that `4c` names."""
        return self._squares.get(text.upper())

    def named_backwards(self, text: str) -> str | None:
        """The place that `c4` names, where that means nothing else."""
        found = BACKWARDS.fullmatch(text)
        return self.named(found[2] + found[1]) if found else None


def letters(column: int) -> str:
    """A to Z, then AA to ZZ."""
    more, last = divmod(column, len(ascii_uppercase))
    return (letters(more - 1) if more else "") + ascii_uppercase[last]


@lru_cache(maxsize=8)
def grid(places: tuple[Place, ...]) -> Grid:
    """The grid of these places."""
    return Grid(places)


def _settled(places: Sequence[Place]) -> list[Spot]:
    """A cell for each place, as near to where it lies as the others let it."""
    pitch = _pitch(places)
    left, top = min(place.x for place in places), min(place.y for place in places)
    for share in FINER:
        apart = pitch * share
        found = [(round((place.x - left) / apart), round((place.y - top) / apart)) for place in places]
        if len({*found}) == len(found):
            return found
    taken: set[Spot] = set()
    for number, spot in enumerate(found):
        found[number] = next(each for each in _rings(spot) if each not in taken)
        taken.add(found[number])
    return found


def _pitch(places: Sequence[Place]) -> float:
    """How far apart neighbouring places usually are; without neighbours, if they filled their rectangle."""
    by_id = {place.id: place for place in places}
    apart = [
        max(abs(place.x - by_id[other].x), abs(place.y - by_id[other].y))
        for place in places
        for other in place.neighbours
        if other in by_id
    ]
    if any(apart):
        return float(median(each for each in apart if each))
    wide = max(each.x for each in places) - min(each.x for each in places)
    high = max(each.y for each in places) - min(each.y for each in places)
    around, between = wide + high, max(1, len(places) - 1)
    return max(1.0, (around + sqrt(around**2 + 4 * between * wide * high)) / (2 * between))


def _rings(spot: Spot) -> Iterable[Spot]:
    """Cells around one, the nearest first."""
    yield spot
    far = 1
    while True:
        around = range(-far, far + 1)
        yield from sorted(
            ((spot[0] + x, spot[1] + y) for x in around for y in around if max(abs(x), abs(y)) == far),
            key=lambda each: (abs(each[0] - spot[0]) + abs(each[1] - spot[1]), each),
        )
        far += 1


def _closed_up(spots: Sequence[Spot]) -> list[Spot]:
    """The same without empty columns and rows, but one where there were any."""
    columns, rows = (_numbers({spot[axis] for spot in spots}) for axis in (0, 1))
    return [(columns[column], rows[row]) for column, row in spots]


def _numbers(used: set[int]) -> dict[int, int]:
    ordered = sorted(used)
    found = {ordered[0]: 0}
    for before, after in pairwise(ordered):
        found[after] = found[before] + min(2, after - before)
    return found


def _signs(places: Sequence[Place]) -> dict[str, str]:
    """By label, a sign: the label itself if it is one. Labels that are numbers or names have none."""
    labels = list(dict.fromkeys(place.label for place in places if place.label))
    if len(labels) > len(SIGNS):
        labels = list(dict.fromkeys(place.label for place in places if place.label and place.about))
    if len(labels) > len(SIGNS):
        return {}
    own = {
        label: label
        for label in labels
        if len(label) == 1 and label.isprintable() and not label.isalnum() and label not in "|_.*& "
    }
    free = iter(sign for sign in SIGNS if sign not in own.values())
    return {label: own.get(label) or next(free) for label in labels}


class BoardMap:
    """The map at one moment."""

    def __init__(
        self,
        board: Board,
        scene: Scene,
        words: Words,
        pieces: Mapping[str, Sequence[Piece]],
        happened: Sequence[str] = (),
    ) -> None:
        self.board = board
        self.scene = scene
        self.words = words
        self.grid = grid(board.places)
        self.large = is_large(board)
        self.pieces = {place: here for place, here in pieces.items() if place in self.grid.spots and here}
        self.codes = _codes([piece for here in self.pieces.values() for piece in here], dict(board.short))
        self.at = {piece.id: place for place, here in self.pieces.items() for piece in here}
        self.happened = self._where(happened)
        self.choices: dict[str, Choice] = {}
        for choice in scene.choices:
            place = self.place_of(choice.at)
            if place is not None and (place not in self.choices or not self.choices[place].note):
                self.choices[place] = choice
        long = {taken(choice) for choice in self.choices.values() if len(taken(choice)) > 1}
        self.notes = dict(zip(sorted(long, key=_order), ascii_lowercase, strict=False))
        """Small letters for notes that have no room in a cell beside a wall."""

    def _where(self, things: Sequence[str]) -> list[str]:
        """Where something has happened: where the pieces in it stand now, else its places."""
        pieces = [self.at[thing] for thing in things if thing in self.at]
        return pieces or [thing for thing in things if thing in self.grid.spots]

    def place_of(self, thing: str) -> str | None:
        """The place that is a thing, or where a piece stands."""
        return thing if thing in self.grid.spots else self.at.get(thing)

    def called(self, place: str) -> str:
        """A place as it can be typed: by its letters and number if the map is shown, else by its id."""
        return self.grid.name(place) if self.large else place

    # Which part

    def window(self, columns: int, rows: int) -> Box:
        """The part around what the question is about and what has just happened, as far as both fit.

        Where the places to choose do not fit, what it is about comes first, then what has just happened, if
        that part holds a quarter as many of them as any other, else the part that holds most. Whoever decides
        nothing sees what has just happened.
        """
        asked = self.scene.ask.about if self.scene.ask else ()
        about, recent = [*filter(None, map(self.place_of, asked))], self.happened
        focus = [place.id for place in self.board.places if place.group in self.scene.focus]
        wanted = [*self.choices, *about]
        if self.scene.choices:
            wanted = wanted or [place for place in focus if place in self.pieces]
        usual = wanted or recent or focus or [*self.pieces] or [self.board.places[0].id]
        tried = ([*wanted, *recent], wanted, [*about, *recent] if about else [], about, usual)
        boxes = [_around([self.grid.spots[place] for place in places]) for places in tried if places]
        fitting = (box for box in boxes if box.columns <= columns and box.rows <= rows)
        return self._within(next(fitting, None) or self._densest(usual, columns, rows), columns, rows)

    def _densest(self, places: Sequence[str], columns: int, rows: int) -> Box:
        """Around what has just happened if enough of these places are there, else around most of them."""
        spots = [self.grid.spots[place] for place in places]

        def held(box: Box) -> int:
            return sum(map(self._within(box, columns, rows).holds, spots))

        densest = max((_around([spot]) for spot in spots), key=held)
        if self.happened:
            recent = _around([self.grid.spots[place] for place in self.happened])
            if recent.columns <= columns and recent.rows <= rows and 4 * held(recent) >= held(densest):
                return recent
        return densest

    def whole(self) -> Box:
        return Box(0, 0, self.grid.columns, self.grid.rows)

    def part(self, places: Iterable[str], margin: int = MARGIN) -> Box:
        """The part that holds these places, and some cells around them."""
        box = _around([self.grid.spots[place] for place in places])
        left, top = max(0, box.left - margin), max(0, box.top - margin)
        right = min(self.grid.columns, box.left + box.columns + margin)
        bottom = min(self.grid.rows, box.top + box.rows + margin)
        return Box(left, top, right - left, bottom - top)

    def _within(self, box: Box, columns: int, rows: int) -> Box:
        """A box of this size with another in its middle, moved onto the map."""
        columns, rows = min(columns, self.grid.columns), min(rows, self.grid.rows)
        left = box.left + (box.columns - columns) // 2
        top = box.top + (box.rows - rows) // 2
        return Box(
            max(0, min(left, self.grid.columns - columns)),
            max(0, min(top, self.grid.rows - rows)),
            columns,
            rows,
        )

    def strips(self, box: Box, columns: int) -> list[Box]:
        """The part in strips that are no wider than so many columns, all about equally wide."""
        count = -(-box.columns // columns)
        wide = -(-box.columns // count)
        return [
            Box(left, box.top, min(wide, box.left + box.columns - left), box.rows)
            for left in range(box.left, box.left + box.columns, wide)
        ]

    # Drawing

    def rows(self, box: Box) -> list[list[Cell]]:
        """The cells of a part, with letters above and numbers beside them."""
        across = range(box.left, box.left + box.columns)
        names = [letters(each).rjust(CELL) for each in across]
        found = [
            [Cell(" " * RULER, "ruler"), *(Cell(name[at].ljust(CELL), "ruler") for name in names)]
            for at in range(CELL)
            if any(name[at] != " " for name in names)
        ]
        for row in range(box.top, box.top + box.rows):
            cells = [self._cell((column, row)) for column in across]
            found.append([Cell(f"{row + 1:>{RULER - 1}} ", "ruler"), *cells])
        return found

    def _cell(self, spot: Spot) -> Cell:
        place = self.grid.places.get(spot)
        if place is None:
            return Cell(" " * CELL)
        said, look, lit = self._content(place)
        floor = self.grid.wall(spot, 0, 1)
        text = said or (FLOOR if floor else GROUND)
        side = WALL if len(text) < CELL and self.grid.wall(spot, 1, 0) else ""
        return Cell(f"{text}{side}".ljust(CELL), look, lit, floor and bool(said))

    def _content(self, place: Place) -> tuple[str, str, bool]:
        here, choice = self.pieces.get(place.id), self.choices.get(place.id)
        if here:
            code = self.codes[here[0].id]
            said = code if len(here) == 1 else f"{code[0]}{SEVERAL}"
            return said, "piece", choice is not None
        if choice is not None:
            note = taken(choice)
            short = note if len(note) == 1 else self.notes.get(note, CHOSEN)
            return short, "choice", True
        sign = self.grid.signs.get(place.label, "")
        return sign, "kind" if sign else "ground", False

    def legend(self, box: Box) -> list[str]:
        """What the letters and signs of a part mean, and where the other pieces stand."""
        inside = [place for place, spot in self.grid.spots.items() if box.holds(spot)]
        cells = [self._cell(self.grid.spots[place]) for place in inside]
        found = [*self._lit_legend(inside)]
        shown = {cell.text[0] for cell in cells if cell.look == "kind"}
        found += [f"{sign} {meaning}" for sign, meaning in self.grid.kinds.items() if sign in shown]
        if any(WALL in cell.text or FLOOR in cell.text for cell in cells if cell.look != "piece"):
            found.append(self.words("map-walls"))
        found += [self._told(place) for place in inside if place in self.pieces]
        others = [self._told(place) for place in self.pieces if place not in inside]
        return [*found, self.words("map-elsewhere", piece=others[0]), *others[1:]] if others else found

    def _lit_legend(self, inside: Iterable[str]) -> Iterable[str]:
        lit = [self._content(self.grid.places[self.grid.spots[place]]) for place in inside]
        notes = [said for said, look, _ in lit if look == "choice" and said != CHOSEN]
        if notes:
            yield self.words("map-numbers" if all(map(str.isdecimal, notes)) else "map-notes")
        yield from (f"{letter} {note}" for note, letter in self.notes.items() if letter in notes)
        if any(said == CHOSEN and look == "choice" for said, look, _ in lit):
            yield self.words("map-chosen")

    def _told(self, place: str) -> str:
        """`A1 Anna 1 (4C)`; with its note, if it can be chosen."""
        here, choice = self.pieces[place], self.choices.get(place)
        names = ", ".join(dict.fromkeys(f"{self.codes[piece.id]} {piece.name}" for piece in here))
        note = f": {taken(choice)}" if choice is not None and taken(choice) else ""
        return f"{names} ({self.grid.name(place)}{note})"

    # Finding places

    def shown_as(self, text: str) -> list[str]:
        """The place that the map names so, or those of the pieces with these letters."""
        bare = text.upper()
        named = self.grid.named(bare)
        if named is not None:
            return [named]
        pieces = [self.at[ident] for ident, code in self.codes.items() if code.upper() == bare]
        backwards = self.grid.named_backwards(bare)
        return list(dict.fromkeys(pieces)) or ([] if backwards is None else [backwards])

    def inside(self, group: Group) -> list[str]:
        """The places of a group; of one that is only looked at, those in its box."""
        own = [place.id for place in self.board.places if place.group == group.id]
        return own or [place.id for place in self.board.places if holds(place, group.box)]

    def found(self, text: str) -> list[str]:
        """The places that a text names, by the first reading that fits any.

        Its id, its name, what the map shows of it, a piece upon it, its group, or the beginning of one.
        """
        tidy, bare = text.lower(), fold(text)
        if not bare:
            return []
        places, groups = self.board.places, self.board.groups
        pieces = [piece for here in self.pieces.values() for piece in here]
        named = [group for group in groups if group.id.lower() == tidy or fold(group.name).startswith(bare)]
        inside = {place for group in named for place in self.inside(group)}
        ways = (
            [place.id for place in places if place.id.lower() == tidy],
            [self.at[piece.id] for piece in pieces if piece.id.lower() == tidy],
            [place.id for place in places if fold(place.name) == bare],
            self.shown_as(tidy) if self.large else [],
            [self.at[piece.id] for piece in pieces if fold(piece.name) == bare],
            [place.id for place in places if place.id in inside],
            [place.id for place in places if place.id.lower().startswith(tidy)],
            [self.at[piece.id] for piece in pieces if piece.id.lower().startswith(tidy)],
            [place.id for place in places if fold(place.name).startswith(bare)],
            [self.at[piece.id] for piece in pieces if fold(piece.name).startswith(bare)],
        )
        return next((way for way in ways if way), [])

    def near(self, places: Iterable[str]) -> list[tuple[int, Choice]]:
        """All choices on the board by how many cells they are from the nearest of these places."""
        goals = [self.grid.spots[place] for place in places]
        found = []
        for choice in self.scene.choices:
            place = self.place_of(choice.at)
            if place is not None:
                column, row = self.grid.spots[place]
                far = min(max(abs(column - x), abs(row - y)) for x, y in goals)
                found.append((far, choice))
        return sorted(found, key=lambda each: each[0])


def holds(place: Place, box: tuple[int, int, int, int]) -> bool:
    """True if a place lies in a box of the board."""
    left, top, wide, high = box
    return left <= place.x <= left + wide and top <= place.y <= top + high


def taken(choice: Choice) -> str:
    """The note of a choice with its badge: `5`, `5+R`."""
    return choice.note + choice.badge


def _order(note: str) -> tuple[int, str]:
    """Numbers by size, before all else."""
    return (int(note), "") if note.isdecimal() else (10**NOTE_CHARACTERS, note)


def _around(spots: Sequence[Spot]) -> Box:
    columns, rows = zip(*spots, strict=True)
    return Box(min(columns), min(rows), 1 + max(columns) - min(columns), 1 + max(rows) - min(rows))


def _codes(pieces: Iterable[Piece], short: Mapping[str, str]) -> dict[str, str]:
    """By piece, one or two characters: its own text, what is short for its name, or letters of it.

    Pieces that look alike share theirs.
    """
    taken: dict[str, tuple[str, str]] = {}
    found: dict[str, str] = {}
    for piece in pieces:
        like = (piece.name, piece.text)
        for code in _tried(piece, short.get(piece.name, "")):
            if taken.setdefault(code, like) == like:
                break
        found[piece.id] = code
    return found


def _tried(piece: Piece, short: str) -> Iterable[str]:
    """Codes for a piece, the best first."""
    yield from (each for each in (piece.text, short) if 0 < len(each) <= CELL and each.isalnum())
    words = [word for word in piece.name.split() if word.isalnum()] or ["?"]
    first = words[0][0].upper()
    if len(words) > 1:
        yield first + words[-1][-1 if words[-1].isdecimal() else 0].upper()
    yield from (first + each.lower() for each in words[0][1:] + "123456789abcdefghijklmnopqrstuvwxyz")
    yield SEVERAL
