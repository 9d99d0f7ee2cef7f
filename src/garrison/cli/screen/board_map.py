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

from garrison.cli.texts import Words, endings, fold, named
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
NAMED = 12
"""Places outside of what is shown that are named."""

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
    labels = dict.fromkeys(place.label for place in places if place.label)
    own = {
        label
        for label in labels
        if len(label) == 1 and label.isprintable() and not label.isalnum() and label not in "|_.*& "
    }
    free = [sign for sign in SIGNS if sign not in own]
    others = [label for label in labels if label not in own]
    if len(others) > len(free):
        explained = {place.label for place in places if place.about}
        others = [label for label in others if label in explained]
    if len(others) > len(free):
        others = []
    given = {label: label for label in own} | dict(zip(others, free, strict=False))
    return {label: given[label] for label in labels if label in given}


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
        self._places = {place.id: place for place in board.places}
        self.groups = {group.id: group for group in board.groups}
        self.alike = alike(board.places)
        self.pieces = {place: here for place, here in pieces.items() if place in self.grid.spots and here}
        self.codes = _codes([piece for here in self.pieces.values() for piece in here], dict(board.short))
        self.at = {piece.id: place for place, here in self.pieces.items() for piece in here}
        self.happened = self._where(happened)
        self.choices: dict[str, Choice] = {}
        for choice in scene.choices:
            place = self.place_of(choice.at)
            if place is not None and (place not in self.choices or not self.choices[place].note):
                self.choices[place] = choice
        self.ordinary = {*self.choices}.difference(
            self.place_of(choice.at) or "" for choice in scene.choices if not (choice.plain or choice.fold)
        )
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

        Where the places to choose do not fit, it holds what the question is about, and besides as many as it
        can of them, above all of those that stand out. Where nothing on the board can be chosen, it holds the
        pieces that the question is about, or most pieces. Whoever decides nothing sees what has happened.
        """
        columns, rows = min(columns, self.grid.columns), min(rows, self.grid.rows)
        asked = self.scene.ask.about if self.scene.ask else ()
        about, recent = [*filter(None, map(self.place_of, asked))], self.happened
        focus = [place.id for place in self.board.places if place.group in self.scene.focus]
        wanted = [*self.choices, *about]
        if self.scene.choices:
            wanted = wanted or [place for place in focus if place in self.pieces] or [*self.pieces]
        usual = wanted or recent or focus or [*self.pieces] or [self.board.places[0].id]
        tried = [[*wanted, *recent], wanted]
        if not self.choices:
            tried += [[*about, *recent] if about else [], about, usual]
        boxes = [_around([self.grid.spots[place] for place in places]) for places in tried if places]
        fitting = (box for box in boxes if box.columns <= columns and box.rows <= rows)
        found = next(fitting, None) or self._fullest(usual, about, columns, rows)
        return self._within(found, columns, rows)

    def _fullest(self, places: Sequence[str], about: Sequence[str], columns: int, rows: int) -> Box:
        """The part that holds what the question is about, and most of these places.

        Those that stand out count first. Of several such parts, the one with what has just happened, then the
        one that has its places in the middle.
        """
        ranks = (about, [place for place in places if self.stands_out(place)], places, self.happened)
        counts = [self._counts(rank) for rank in ranks]
        boxes = [
            Box(left, top, columns, rows)
            for top in range(self.grid.rows - rows + 1)
            for left in range(self.grid.columns - columns + 1)
        ]
        held = {box: [_held(count, box) for count in counts] for box in boxes}
        most = max(held.values())
        middle = [self.grid.spots[place] for place in (about or self.happened or places)]
        return min((box for box in boxes if held[box] == most), key=lambda box: _off_centre(box, middle))

    def _counts(self, places: Iterable[str]) -> list[list[int]]:
        """How many of these places are above and left of each corner of a cell."""
        found = [[0] * (self.grid.columns + 1) for _ in range(self.grid.rows + 1)]
        for column, row in {self.grid.spots[place] for place in places}:
            found[row + 1][column + 1] += 1
        for above, here in pairwise(found):
            for column in range(self.grid.columns):
                here[column + 1] += here[column] + above[column + 1] - above[column]
        return found

    def stands_out(self, place: str) -> bool:
        """True for a place to choose that is more than one of many plain ones."""
        return place in self.choices and place not in self.ordinary

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
        """What can be seen in a part: what can be chosen, the pieces, the rooms, and what the signs mean."""
        inside = [place for place, spot in self.grid.spots.items() if box.holds(spot)]
        cells = [self._cell(self.grid.spots[place]) for place in inside]
        found = [*self._lit_legend(inside), *self._listed(inside), *self._rooms(inside)]
        shown = {cell.text[0] for cell in cells if cell.look == "kind"}
        found += [f"{sign} {meaning}" for sign, meaning in self.grid.kinds.items() if sign in shown]
        if any(WALL in cell.text or FLOOR in cell.text for cell in cells if cell.look != "piece"):
            found.append(self.words("map-walls"))
        return found

    def elsewhere(self, box: Box) -> list[str]:
        """The pieces outside a part, and where they stand."""
        others = self._listed([place for place in self.pieces if not box.holds(self.grid.spots[place])])
        return [self.words("map-elsewhere", piece=others[0]), *others[1:]] if others else []

    def outside(self, box: Box) -> list[str]:
        """How many places to choose lie outside a part; those that stand out are named."""
        others = [place for place in self.choices if not box.holds(self.grid.spots[place])]
        if not others:
            return []
        clear = [place for place in others if self.stands_out(place)]
        if not clear and len(others) > NAMED:
            return [self.words("map-outside-count", count=len(others))]
        named = (clear or others)[:NAMED]
        key = "map-outside" if len(named) == len(others) else "map-outside-some"
        return [self.words(key, count=len(others), places=", ".join(map(self.grid.name, named)))]

    def _lit_legend(self, inside: Iterable[str]) -> Iterable[str]:
        lit = [self._content(self.grid.places[self.grid.spots[place]]) for place in inside]
        notes = [said for said, look, _ in lit if look == "choice" and said != CHOSEN]
        if notes:
            yield self.words("map-numbers" if all(map(str.isdecimal, notes)) else "map-notes")
        yield from (f"{letter} {note}" for note, letter in self.notes.items() if letter in notes)
        if any(said == CHOSEN and look == "choice" for said, look, _ in lit):
            yield self.words("map-chosen")

    def _listed(self, places: Sequence[str]) -> list[str]:
        """The pieces at some places: `A1 Anna 1 (4C)`; `Anna: A1 4C, A2 5D: 3`, with notes to choose them.

        Where all places of a part are alike, its name is told: `Anna (Cells): A1 4C, A2 5C`.
        """
        found: dict[tuple[str, str], list[tuple[int, Piece]]] = {}
        for place in places:
            for piece in self.pieces.get(place, ()):
                name, number = _numbered(piece.name)
                found.setdefault((name, self._part_of(place)), []).append((number, piece))
        return [
            self._several(name, part, sorted(here, key=lambda each: each[0]))
            for (name, part), here in sorted(found.items(), key=lambda each: bool(each[0][1]))
        ]

    def _several(self, name: str, part: str, here: Sequence[tuple[int, Piece]]) -> str:
        """Pieces that share a name but for its number, and the part where they stand."""
        if len({piece.name for _, piece in here}) == 1:
            piece = here[0][1]
            spots = ", ".join(dict.fromkeys(self._spot(each) for _, each in here))
            return f"{self.codes[piece.id]} {piece.name} ({', '.join(filter(None, (spots, part)))})"
        told = [f"{self._code(number, piece)} {self._spot(piece)}" for number, piece in here]
        return f"{name}{f' ({part})' if part else ''}: {', '.join(told)}"

    def _code(self, number: int, piece: Piece) -> str:
        """`G1`; `Gu (11)` for one whose letters are no number."""
        code = self.codes[piece.id]
        return code if code[1:] == str(number) else f"{code} ({number})"

    def _spot(self, piece: Piece) -> str:
        """`4C`; with the note of a choice, `4C: 5!`."""
        place = self.at[piece.id]
        note = taken(self.choices[place]) if place in self.choices else ""
        return f"{self.grid.name(place)}: {note}" if note else self.grid.name(place)

    def _part_of(self, place: str) -> str:
        """The name of the part a place belongs to, if it is good for something or all of one kind."""
        group = self.groups.get(self._places[place].group)
        told = group is not None and (group.about or group.id in self.alike)
        return group.name if group is not None and told else ""

    def _rooms(self, places: Iterable[str]) -> list[str]:
        """The parts that are good for something, as what is said before a colon: `Chapel 2B-4D (rope)`."""
        here = {self._places[place].group for place in places}
        found: dict[str, list[str]] = {}
        for group in self.board.groups:
            if group.about and group.id in here:
                use = group.about.partition(":")[0]
                found.setdefault(use, []).append(f"{group.name} {self.stretch(self.inside(group))}")
        return [f"{', '.join(names)} ({use})" for use, names in found.items()]

    def stretch(self, places: Iterable[str]) -> str:
        """Where places lie, from the first row and column to the last: `2B-4D`."""
        box = _around([self.grid.spots[place] for place in places])
        last = f"{box.top + box.rows}{letters(box.left + box.columns - 1)}"
        first = f"{box.top + 1}{letters(box.left)}"
        return first if first == last else f"{first}-{last}"

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
        """The places that a text names."""
        return self.meant(text)[1]

    def meant(self, text: str) -> tuple[list[Group], list[str]]:
        """The groups that a text names, if it names any, and the places, by the first reading that fits any.

        The id of a place, its name, what the map shows of it, a piece upon it, its group, the beginning of
        one of these, or a word within.
        """
        tidy, bare = text.lower(), fold(text)
        if not bare:
            return [], []
        places, pieces = self.board.places, [piece for here in self.pieces.values() for piece in here]
        ways = (
            lambda: [place.id for place in places if place.id.lower() == tidy],
            lambda: [self.at[piece.id] for piece in pieces if piece.id.lower() == tidy],
            lambda: [place.id for place in places if fold(place.name) == bare],
            lambda: self.shown_as(tidy) if self.large else [],
            lambda: [self.at[piece.id] for piece in pieces if fold(piece.name) == bare],
            lambda: self._groups(text),
            lambda: [place.id for place in places if place.id.lower().startswith(tidy)],
            lambda: [self.at[piece.id] for piece in pieces if piece.id.lower().startswith(tidy)],
            lambda: [place.id for place in places if fold(place.name).startswith(bare)],
            lambda: [self.at[piece.id] for piece in pieces if fold(piece.name).startswith(bare)],
            lambda: named(text, self.board.groups),
            lambda: [place.id for place in named(text, places)],
        )
        found: Sequence[Group | str] = next(filter(None, (way() for way in ways)), [])
        groups = [each for each in found if isinstance(each, Group)]
        inside = {place for group in groups for place in self.inside(group)}
        return groups, [each for each in found if isinstance(each, str)] or [
            place.id for place in places if place.id in inside
        ]

    def _groups(self, text: str) -> list[Group]:
        """The groups that a text names: those with places of their own before those that are only looked at.

        All of a name or its last words, else its beginning.
        """
        bare, groups = fold(text), self.board.groups
        own = [group for group in groups if group.id in {place.group for place in self.board.places}]
        ways = (
            [group for group in own if bare in (fold(group.id), fold(group.name))],
            [group for group in own if bare in endings(group.name)],
            [group for group in groups if bare in (fold(group.id), fold(group.name))],
            [group for group in groups if fold(group.name).startswith(bare)],
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


@lru_cache(maxsize=8)
def alike(places: tuple[Place, ...]) -> frozenset[str]:
    """The groups whose places all have the same sign."""
    labels: dict[str, set[str]] = {}
    for place in places:
        labels.setdefault(place.group, set()).add(place.label)
    return frozenset(group for group, found in labels.items() if len(found) == 1 and found != {""})


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


def _held(counts: Sequence[Sequence[int]], box: Box) -> int:
    """How many of the counted places a part holds."""
    bottom, right = box.top + box.rows, box.left + box.columns
    above, below = counts[box.top], counts[bottom]
    return below[right] - below[box.left] - above[right] + above[box.left]


def _off_centre(box: Box, spots: Iterable[Spot]) -> int:
    """How far these spots are from the middle of a part, as far as it holds them."""
    across, down = 2 * box.left + box.columns - 1, 2 * box.top + box.rows - 1
    return sum(abs(2 * column - across) + abs(2 * row - down) for column, row in filter(box.holds, spots))


def _numbered(name: str) -> tuple[str, int]:
    """A name without its number, and the number; 0 if it has none."""
    stem, _, number = name.rpartition(" ")
    return (stem, int(number)) if stem and number.isascii() and number.isdecimal() else (name, 0)


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
