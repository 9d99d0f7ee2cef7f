"""The list of choices: numbered, by kind, fresh pieces first, what is seldom wanted folded into a line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import NamedTuple

from garrison.cli.screen.board_map import grid, is_large, taken
from garrison.cli.texts import Words, glued
from garrison.core.kernel import row_of
from garrison.core.match import Match
from garrison.core.notation import Values
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Board, Choice, Scene
from garrison.core.show.words import figure
from garrison.core.state import Seat

LONG = 8
"""As many choices alike are folded."""
SEVERAL = 3
"""As many worn pieces, neighbouring names or numbers are folded."""
_NUMBERED = re.compile(r"(.*?)(\d+)")


class Row(NamedTuple):
    """A line of the list: a choice with the number to type, or several folded into `said`.

    `silent` if it only counts them: then nobody can tell which of them has which number.
    """

    number: str
    choices: tuple[Choice, ...]
    said: str = ""
    silent: bool = False


def asked_scene(perspective: Perspective, lang: str) -> Scene:
    """The scene of a seat; where nothing but an offer waits for its answer, the choices are those answers."""
    scene = perspective.scene(lang)
    if scene.replies and perspective.seat not in perspective.match.awaited:
        return replace(scene, choices=scene.replies)
    return scene


def gathered_answers(match: Match, seat: Seat) -> list[str]:
    """The answers to the open question of which several can be given in a row."""
    if match.ask is None or seat not in match.awaited:
        return []
    rows = match.game.play.questions[match.ask[0]].gathers
    return [match.write(action) for action in match.answers(seat) if row_of(action) in rows]


class ChoiceList:
    """The choices of a scene in the order of the list.

    `values` are the answers of a question for a number, which keep their own numbers. `squares` are the names
    that places have on a map. Answers that are `gathered`, several in a row, are all listed by name.
    """

    def __init__(
        self,
        scene: Scene,
        words: Words,
        values: Values | None = None,
        squares: Callable[[str], str] | None = None,
        gathered: Collection[str] = (),
    ) -> None:
        self._words = words
        self._values = values
        self._squares = squares
        self._marks = {piece.id: ", ".join(piece.marks) for piece in scene.pieces}
        self._walks = sum(each.plain for each in scene.choices) >= LONG
        self.choices = sorted(scene.choices, key=self._place)
        self._fresh = any(self._rank(each) == 0 for each in self.choices)
        own = {do: number for number, do in values.answers.items()} if values is not None else {}
        self._numbers = {
            each.do: ((figure(own[each.do], words.lang) if each.do in own else "") if own else str(place))
            for place, each in enumerate(self.choices, 1)
        }
        rolling = any(each.odds is not None for each in self.choices)
        self._by_value = not rolling and len(own) >= LONG
        short = [each for each in self.choices if each.odds is None and each.do.count(" ") == 1]
        verbs = Counter(
            each.do.split()[0] for each in short if each.do not in own and each.do not in gathered
        )
        self._verbs = {verb for verb, count in verbs.items() if LONG <= count < len(self.choices)}
        kinds = Counter(each.kind for each in self.choices if self._special(each))
        self._kinds = {kind for kind, count in kinds.items() if kind and count >= LONG}

    @classmethod
    def of(cls, perspective: Perspective, words: Words, board: Board | None = None) -> ChoiceList:
        """The list of the open question, as a seat sees it."""
        squares = grid(board.places).name if board is not None and is_large(board) else None
        gathered = gathered_answers(perspective.match, perspective.seat)
        return cls(asked_scene(perspective, words.lang), words, perspective.values(), squares, gathered)

    def _piece(self, choice: Choice) -> bool:
        return choice.do == choice.at and choice.at in self._marks

    def _rank(self, choice: Choice) -> int:
        """Pieces come before all else, and those that are worn or folded by the game after the others."""
        if not self._piece(choice):
            return 2
        return int(bool(choice.fold or self._marks[choice.at]))

    def _special(self, choice: Choice) -> bool:
        """True for one that many plain ones surround, though it takes nothing else and gives nothing up."""
        return self._walks and not choice.plain and not choice.badge

    def _place(self, choice: Choice) -> tuple[int, int]:
        """Beside many choices that are plain, the others come first, but for what gives something up."""
        rank = self._rank(choice)
        return rank, (choice.plain if choice.kind else 2) if self._walks and rank == 2 else 0

    def __len__(self) -> int:
        return len(self.choices)

    def __getitem__(self, number: int) -> Choice:
        """The choice of this number, from 1."""
        return self.choices[number - 1]

    # Rows

    def rows(self, *, folded: bool = True, begins: str = "") -> list[Row]:
        """The lines of the list; of the choices whose notation begins with a text, if one is given."""
        listed = [each for each in self.choices if each.do.startswith(begins)]
        if not folded:
            return [self._row(each) for each in listed]
        rows: list[Row] = []
        for (fold, heading), alike in groupby(listed, self._fold):
            several = tuple(alike)
            if fold is None or len(several) < SEVERAL:
                rows += map(self._row, several)
            else:
                silent = fold in (self._plain, self._verb)
                rows.append(Row(self._span(several), several, fold(several, heading), silent))
        return rows

    def untold(self, number: int) -> Row | None:
        """The line that only counts the choice of this number among others."""
        return next((row for row in self.rows() if row.silent and self[number] in row.choices), None)

    def instead(self, row: Row, number: int) -> str:
        """How to choose from a line that only counts its choices, where a number of it was typed."""
        choice = row.choices[len(row.choices) // 2]
        place = self._place_named(choice)
        return self._words(
            "number-place" if place else "number-untold",
            number=number,
            count=len(row.choices),
            example=glued(place or choice.do),
            command=self._command(row.choices),
        )

    def _place_named(self, choice: Choice) -> str:
        """The name on the map of the place that a choice is about; empty if it is none."""
        there = self._squares is not None and choice.at == choice.do.rpartition(" ")[2]
        return self._squares(choice.at) if self._squares is not None and there else ""

    def _command(self, choices: Sequence[Choice]) -> str:
        """The command that lists these choices one by one."""
        verbs = {each.do.split()[0] for each in choices}
        return glued(self._words("choices-command", verb=verbs.pop() if len(verbs) == 1 else "").rstrip())

    def _row(self, choice: Choice) -> Row:
        return Row(self._numbers[choice.do], (choice,))

    def _span(self, choices: Sequence[Choice]) -> str:
        if self._by_value:
            return ""
        return f"{self._numbers[choices[0].do]}-{self._numbers[choices[-1].do]}"

    def _fold(self, choice: Choice) -> tuple[Callable[[Sequence[Choice], str], str] | None, str]:
        """How a choice is folded with its neighbours, and under which heading."""
        verb = choice.do.split()[0]
        if self._by_value and self._values is not None and choice.do.startswith(self._values.stem):
            return self._range, ""
        if choice.fold:
            return self._names, choice.fold
        if self._walks and choice.plain:
            return self._plain, ""
        if self._special(choice) and choice.kind in self._kinds:
            return self._noted, choice.kind
        if self._walks:
            return None, choice.do
        if self._fresh and self._rank(choice) == 1:
            return self._names, self._marks[choice.at]
        if verb in self._verbs and choice.odds is None and choice.do.count(" ") == 1:
            return self._verb, verb
        return None, choice.do

    def _range(self, _: Sequence[Choice], __: str) -> str:
        return self._words("folded-number", numbers=possible(self._values, self._words))

    def _names(self, choices: Sequence[Choice], heading: str) -> str:
        return self._words("folded-names", heading=heading, names=_spans([each.do for each in choices]))

    def _noted(self, choices: Sequence[Choice], heading: str) -> str:
        """`Into a room: to store_1 (7), canteen_8 (9)`"""
        verbs = {each.do.split()[0] for each in choices}
        verb = verbs.pop() if len(verbs) == 1 else ""
        notes = (f" ({taken(each)})" if taken(each) else "" for each in choices)
        names = (each.do.removeprefix(f"{verb} ") for each in choices)
        told = ", ".join(glued(name + note) for name, note in zip(names, notes, strict=True))
        return self._words("folded-names", heading=heading, names=f"{verb} {told}".strip())

    def _plain(self, choices: Sequence[Choice], _: str) -> str:
        return self._counted(choices)

    def _verb(self, choices: Sequence[Choice], _: str) -> str:
        return self._counted(choices)

    def _counted(self, choices: Sequence[Choice]) -> str:
        first, last = glued(choices[0].do), glued(choices[-1].do)
        command = self._command(choices)
        example = self._place_named(choices[len(choices) // 2])
        if example and all(each.at == each.do.rpartition(" ")[2] for each in choices):
            near = glued(self._words("near-command", example=example))
            return self._words("folded-map", count=len(choices), example=example, near=near, command=command)
        return self._words("folded-verb", count=len(choices), first=first, last=last, command=command)


def headed(rows: Sequence[Row]) -> list[tuple[str, Row]]:
    """Rows, each with the heading to set before it: where a kind begins, if there are several."""
    kinds = [
        "" if row.said.startswith(row.choices[0].kind) or _mixed(row) else row.choices[0].kind for row in rows
    ]
    several = len({*kinds}) > 1
    return [
        (kind if several and kind != before else "", row)
        for (before, kind), row in zip(pairwise(["", *kinds]), rows, strict=True)
    ]


def _mixed(row: Row) -> bool:
    return len({choice.kind for choice in row.choices}) > 1


def _spans(notations: Sequence[str]) -> str:
    """`site n1 … n5, n7`: the common verb once, and neighbouring numbers by the first and last."""
    verbs = {each.rpartition(" ")[0] for each in notations}
    verb = verbs.pop() if len(verbs) == 1 else ""
    names = [each[len(verb) :].strip() for each in notations]
    split = [_NUMBERED.fullmatch(each) for each in names]
    found: list[str] = []
    for _, alike in groupby(
        enumerate(zip(names, split, strict=True)),
        lambda each: (each[1][1][1], int(each[1][1][2]) - each[0]) if each[1][1] else each[0],
    ):
        run = [name for _, (name, _) in alike]
        found += [glued(f"{run[0]} … {run[-1]}")] if len(run) >= SEVERAL else run
    return f"{verb} {', '.join(found)}".strip()


def possible(values: Values | None, words: Words, *, steps: bool = False) -> str:
    """The numbers that are possible: `0 to 23 or 337 to 359`, `1.88 to 2.54 in steps of 0.02`.

    Steps of one are only named if asked for.
    """
    numbers = sorted(values.answers) if values is not None else []
    step = min((after - before for before, after in pairwise(numbers)), default=100)
    runs = [
        [number for _, number in alike]
        for _, alike in groupby(enumerate(numbers), lambda each: each[1] - each[0] * step)
    ]
    return words.any_of(part for run in runs for part in _told(run, step, words, steps=steps))


def _told(run: Sequence[int], step: int, words: Words, *, steps: bool) -> Iterable[str]:
    if len(run) < SEVERAL:
        return [figure(number, words.lang) for number in run]
    first, last = figure(run[0], words.lang), figure(run[-1], words.lang)
    if step == 100 and not steps:
        return [words("numbers", first=first, last=last)]
    return [words("numbers-steps", first=first, last=last, step=figure(step, words.lang))]
