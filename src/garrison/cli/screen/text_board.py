"""A scene as lines of text. It uses only Board and Scene, so it works for every game."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from garrison.cli import output
from garrison.cli.screen.board_map import CELL, MARGIN, NAMED, RULER, BoardMap, Box, is_large, taken
from garrison.cli.screen.choice_list import Row, headed
from garrison.cli.texts import Words, glued, named, wrap
from garrison.core.show.scene import Board, Choice, Field, Form, Gauge, Group, Piece, Place, Scene, Tray
from garrison.core.show.words import figure

STEP = "  "
MAP_ROWS = 20
"""Rows of a map that are shown with every question."""
APART = 3
"""As many parts of a map are shown one by one; more, in one piece."""


def percent(odds: tuple[int, int]) -> int:
    """Odds in whole per cent; never 0 for what can happen, never 100 for what can fail."""
    hits, cases = odds
    if hits in (0, cases):
        return 100 * hits // cases
    return min(99, max(1, round(100 * hits / cases)))


def chance(odds: tuple[int, int], words: Words) -> str:
    """`8 of 9, 89 %`."""
    return words("odds", hits=odds[0], cases=odds[1], percent=percent(odds))


GLUED_CHARACTERS = 60
"""Longer texts may be broken over two lines."""


def _glue(text: str) -> str:
    """Keep a short text on one line: `Rifleman 2` is hard to read when split."""
    return glued(text) if len(text) <= GLUED_CHARACTERS else text


def _gauge(gauge: Gauge) -> str:
    return _glue(f"{gauge.name}: {gauge.value}" if gauge.value else gauge.name)


def _piece(piece: Piece) -> str:
    text = f" [{piece.text}]" if piece.text and piece.text != piece.name else ""
    marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
    return f"{piece.name}{text}{marks}"


def _pieces(pieces: Iterable[Piece]) -> str:
    """Pieces in order; equal neighbours are counted."""
    runs = [(said, len(list(same))) for said, same in groupby(map(_piece, pieces))]
    return ", ".join(_glue(said if n == 1 else f"{said} ×{n}") for said, n in runs)


class Block(NamedTuple):
    """A part of the table: its heading, if it has one, and its lines."""

    head: str
    lines: list[str]
    whole: bool = False
    """True if its lines say something only together."""

    def all(self) -> list[str]:
        return [self.head, *self.lines] if self.head else self.lines

    def changed(self, known: Container[str]) -> list[str]:
        """The lines not yet known, under the heading."""
        new = [line for line in self.lines if line not in known]
        new = self.lines if new and self.whole else new
        return [self.head, *new] if self.head and (new or self.head not in known) else new


class Drawing:
    """One scene, sorted by place."""

    def __init__(self, board: Board, scene: Scene, words: Words, happened: Sequence[str] = ()) -> None:
        self.board = board
        self.scene = scene
        self.words = words
        self.places = {place.id: place for place in board.places}
        self.pieces: dict[str, list[Piece]] = {}
        for piece in scene.pieces:
            if not piece.silent:
                self.pieces.setdefault(piece.at, []).append(piece)
        self.gauges: dict[str, list[Gauge]] = {}
        for gauge in scene.gauges:
            self.gauges.setdefault(gauge.at, []).append(gauge)
        self.map = BoardMap(board, scene, words, self.pieces, happened) if is_large(board) else None

    def lines(self, *, asked: bool = False) -> list[str]:
        """The whole table, with blank lines between its parts."""
        return [line for block in self.blocks(asked=asked) for line in ("", *block.all())][1:]

    def blocks(self, *, asked: bool = False) -> list[Block]:
        """The parts of the table, from top to bottom; if a question follows, of a map only what it shows."""
        found = [self._counted(), Block("", [wrap(line, "", STEP) for line, _ in self.alarms()])]
        if self.map is None:
            found += [self._block(group) for group in self.board.groups if not group.path]
            found.append(Block("", [self._way(group) for group in self.board.groups if group.path]))
        else:
            found += [self._window(self.map, asked=asked), Block("", self._gauged())]
        trays = [line for tray in self.scene.trays for line in self._tray(tray.id, tray.name, tray.text)]
        found.append(Block("", trays))
        return [block for block in found if block.all()]

    def _counted(self) -> Block:
        """What is counted for the whole table: round, points, decks."""
        found = self.gauges.get("", [])
        return Block("", [wrap("; ".join(map(_gauge, found)), "", STEP)] if found else [])

    # The map of a large board

    def _window(self, shown: BoardMap, *, asked: bool) -> Block:
        """The part of the map around what the question is about."""
        box = shown.window((output.width() - RULER) // CELL, MAP_ROWS)
        legend = [*shown.outside(box), *shown.legend(box), *([] if asked else shown.elsewhere(box))]
        return Block("", self._mapped(shown, box, legend), whole=True)

    def _mapped(self, shown: BoardMap, box: Box, legend: Sequence[str]) -> list[str]:
        """A part of the map with its legend, in strips if the page is too narrow for it."""
        lines: list[str] = []
        for strip in shown.strips(box, (output.width() - RULER) // CELL):
            lines += ["", *("".join(cell.text for cell in row).rstrip() for row in shown.rows(strip))]
        return [*lines[1:], wrap("; ".join(map(_glue, legend)), "", STEP)]

    def _gauged(self) -> list[str]:
        """What is counted at groups and places, which the map does not show."""
        named = [(group.id, group.name) for group in self.board.groups]
        named += [(place.id, place.name) for place in self.board.places]
        return [wrap(self._headed(name, ident), "", STEP) for ident, name in named if ident in self.gauges]

    def map_lines(self, text: str) -> list[str]:
        """The whole map, or the part that a text names: a group, or what lies around a place or piece."""
        if self.map is None:
            return self.part(text) if text else self.lines()
        if not text:
            return self._told(self.map, self.map.whole())
        groups, places = self.map.meant(text)
        if 0 < len(groups) <= APART:
            parts = [self._map_of(self.map, group) for group in groups]
            return [line for part in parts for line in ("", *part)][1:]
        if not places:
            return []
        margin = MAP_ROWS // 2 if len(places) == 1 else MARGIN
        head = [group.name for group in groups] or [self._spot(self.map, place) for place in places[:NAMED]]
        return [wrap("; ".join(map(_glue, head))), *self._told(self.map, self.map.part(places, margin))]

    def _spot(self, shown: BoardMap, ident: str) -> str:
        """`Chapel 1 (4C, room)`."""
        place = self.places[ident]
        return f"{place.name} ({', '.join(filter(None, (shown.grid.name(ident), place.about)))})"

    def _told(self, shown: BoardMap, box: Box) -> list[str]:
        """A part of the map and what can be seen there."""
        return self._mapped(shown, box, shown.legend(box))

    def alarms(self) -> list[tuple[str, bool]]:
        """Lines on what threatens, and whether each is urgent: `Free circles by area: 2, 3: 4; 7: 1`.

        A number is told once for all things that have it, a sentence once for all that share it.
        """
        counted: dict[str, dict[str, list[str]]] = {}
        said: dict[str, bool] = {}
        for alarm in self.scene.alarms:
            if alarm.counts:
                named = counted.setdefault(alarm.counts, {}).setdefault(alarm.label, [])
                named.append(self._short_name(alarm.at))
            if alarm.urgent or not alarm.counts:
                said[alarm.say] = alarm.urgent
        lines = []
        for counts, labels in counted.items():
            numbers = [_glue(f"{', '.join(names)}: {label}") for label, names in labels.items()]
            lines.append((f"{counts}: {'; '.join(numbers)}", False))
        return lines + [(f"! {line}" if urgent else line, urgent) for line, urgent in said.items()]

    def _short_name(self, ident: str) -> str:
        """A thing as the table calls it: a place on a track by its id, anything else by its name."""
        if any(ident in group.path for group in self.board.groups):
            return ident
        names = {gauge.id: gauge.name for gauge in self.scene.gauges}
        names |= {tray.id: tray.name for tray in self.scene.trays}
        names |= {piece.id: piece.name for piece in self.scene.pieces}
        names |= {group.id: group.name for group in self.board.groups}
        names |= {place.id: place.name for place in self.board.places}
        return names[ident]

    def _block(self, group: Group) -> Block:
        head, *lines = self.group(group)
        return Block("", [head]) if group.path else Block(head, lines)

    def emptied(self, known: Iterable[str]) -> list[str]:
        """Lines for the trays that are empty now and were shown with something in them."""
        empty = [tray.name for tray in self.scene.trays if not self._tray(tray.id, tray.name, tray.text)]
        shown = {self._named(line) for line in known}
        told = (f"{name}: 0" for name in empty if name in shown)
        return [line for line in told if line not in known]

    def _named(self, line: str) -> str:
        """The name of the tray that a line is about; one may be the beginning of another's."""
        names = [tray.name for tray in self.scene.trays]
        return max(
            (name for name in names if line.startswith((f"{name}:", f"{name} ("))), key=len, default=""
        )

    def parts(self) -> list[str]:
        """Names of the parts that can be shown alone."""
        return [group.name for group in self.board.groups] + [tray.name for tray in self.scene.trays]

    def part(self, text: str) -> list[str]:
        """The groups and trays that a text names; of a large board, the map of them."""
        found: list[str] = []
        parts: list[Group | Tray] = [*self.board.groups, *self.scene.trays]
        for each in named(text, parts):
            if isinstance(each, Tray):
                found += self._tray(each.id, each.name, each.text) or [f"{each.name}: 0"]
            else:
                found += self.group(each) if self.map is None else self._map_of(self.map, each)
        return found

    def _map_of(self, shown: BoardMap, group: Group) -> list[str]:
        head = f"{group.name} ({group.about})" if group.about else group.name
        return [wrap(self._headed(head, group.id)), *self._told(shown, shown.part(shown.inside(group)))]

    def focus(self) -> list[Block]:
        """The groups and trays of the open question; of a large board, the map around it and what counts."""
        wanted = self.scene.focus
        found = [self._block(group) for group in self.board.groups if group.id in wanted]
        found = found if self.map is None else [self._counted(), self._window(self.map, asked=True)]
        for tray in self.scene.trays:
            if tray.id in wanted:
                found.append(Block("", self._tray(tray.id, tray.name, tray.text)))
        return found

    def group(self, group: Group) -> list[str]:
        """A group's heading with its gauges, its occupied places, then its empty ones on one line."""
        if group.path:
            return [self._way(group)]
        lines = [wrap(self._headed(group.name, group.id), "", STEP)]
        counted: list[str] = []
        free: list[str] = []
        for place in self.board.places:
            if place.group != group.id:
                continue
            here = self.pieces.get(place.id, [])
            title = ", ".join([self._title(place, group), *map(_gauge, self.gauges.get(place.id, []))])
            if here:
                lines.append(wrap(f"{title}: {_pieces(here)}", STEP, STEP * 3))
            else:
                (counted if place.id in self.gauges else free).append(_glue(title))
        if counted:
            lines.append(wrap("; ".join(counted), STEP, STEP * 3))
        if free:
            lines.append(wrap(self.words("empty", places="; ".join(free)), STEP, STEP * 3))
        return lines

    def _headed(self, title: str, at: str) -> str:
        gauges = self.gauges.get(at)
        return f"{title} ({'; '.join(map(_gauge, gauges))})" if gauges else title

    def _title(self, place: Place, group: Group) -> str:
        """`NT1 (B 4)`."""
        name = self.own_name(place, group)
        return f"{name} ({place.label})" if place.label not in ("", name) else name

    def own_name(self, place: Place, group: Group) -> str:
        """The name of a place without its group's name, which the heading gives."""
        rest = place.name.removeprefix(group.name).strip()
        return rest if rest and " " not in rest else place.name

    def detail(self, choice: Choice) -> str:
        """The table's description of a choice's object: a piece and where it is, a label."""
        if choice.do.rpartition(" ")[2] != choice.at:
            return ""
        if choice.at in self.places:
            place = self.places[choice.at]
            if self.map is not None:
                return f" ({', '.join(filter(None, (self.map.grid.name(place.id), place.about)))})"
            return f" ({place.label})" if place.label else ""
        piece = next((each for each in self.scene.pieces if each.id == choice.at), None)
        if piece is None or " " in choice.do:
            return ""
        where = [place.name for place in self.board.places if place.id == piece.at]
        where += [tray.name for tray in self.scene.trays if tray.id == piece.at]
        return ", ".join([_piece(piece).removeprefix(piece.name), *where])

    def _way(self, group: Group) -> str:
        """`Track: a → b [Scout] → c → castle`: the whole way, through other tracks where it joins them."""
        stops = []
        for ident in self._chain(group):
            place = self.places[ident]
            title = self._headed(f"{ident} {place.label}".rstrip(), ident)
            here = self.pieces.get(ident, [])
            stops.append(f"{title} ({_pieces(here)})" if here else _glue(title))
        end = self._last(group).end
        if end:
            stops.append(end)
        return wrap(f"{self._headed(group.name, group.id)}: {' → '.join(stops)}", "", STEP * 2)

    def _onward(self, group: Group) -> Group | None:
        """The track that a track joins with its last place."""
        joined = self.places[group.path[-1]].group
        return next(
            (each for each in self.board.groups if each.id == joined and group.path[-1] in each.path), None
        )

    def _joined(self, group: Group) -> list[Group]:
        """A track and those it leads through."""
        found = [group]
        while (onward := self._onward(found[-1])) is not None and onward not in found:
            found.append(onward)
        return found

    def _chain(self, group: Group) -> list[str]:
        """All places on the way, each once."""
        found: list[str] = []
        for each in self._joined(group):
            start = each.path.index(found.pop()) if found else 0
            found += each.path[start:]
        return found

    def _last(self, group: Group) -> Group:
        return self._joined(group)[-1]

    def cards(self) -> list[str]:
        """What is to be read: each card with its text; then whose the other trays are, a line each."""
        lines: list[str] = []
        for tray in self.scene.trays:
            here = self.pieces.get(tray.id, []) if tray.cards else []
            if here:
                lines += ["", wrap(f"{self._headed(tray.name, tray.id)}: {tray.text}".rstrip(" :") + ":")]
            for said, same in groupby(map(self._card, here)):
                count = len(list(same))
                lines.append(wrap(said if count == 1 else f"{said} ×{count}", STEP, STEP * 3))
        if lines:
            lines.append("")
        for tray in self.scene.trays:
            lines += [] if tray.cards else self._tray(tray.id, tray.name, tray.text)
        return lines[1:] if lines[:1] == [""] else lines

    def _card(self, card: Piece) -> str:
        """`Rope (reconstructed): Takes a POW down a wall.`"""
        marks = f" ({', '.join(card.marks)})" if card.marks else ""
        text = card.text if card.text != card.name else ""
        return f"{_glue(card.name)}{marks}: {text or '; '.join(card.traits)}".removesuffix(": ")

    def _tray(self, ident: str, name: str, text: str) -> list[str]:
        inside = [part for part in (text, _pieces(self.pieces.get(ident, []))) if part]
        if not inside:
            return []
        return [wrap(f"{self._headed(name, ident)}: {'; '.join(inside)}", "", STEP * 2)]


def prompt(scene: Scene, words: Words) -> str:
    """The open question with its rule."""
    if scene.ask is None:
        return ""
    rule = words("prompt-rule", rule=scene.ask.rule) if scene.ask.rule else ""
    return wrap(f"{scene.ask.text} {rule}".rstrip(), "", STEP)


def offered(scene: Scene, words: Words) -> str:
    """A sentence if an offer waits for an answer besides the question; else nothing."""
    return words("offers-waiting") if scene.replies and scene.choices != scene.replies else ""


def described(choice: Choice, drawing: Drawing) -> str:
    """A choice in words, with what it takes besides its note, and its odds."""
    said = choice.say + drawing.detail(choice)
    said += f" [{choice.takes}]" if choice.badge and choice.takes else ""
    return said if choice.odds is None else f"{said}: {chance(choice.odds, drawing.words)}"


def choices(drawing: Drawing, rows: Sequence[Row]) -> list[str]:
    """Numbered choices by kind: what to type, note, meaning, odds; of folded ones, what is said of them."""
    single = [choice for row in rows if not row.said for choice in row.choices]
    figures = max((len(row.number) for row in rows), default=0)
    column = max((len(choice.do) for choice in single), default=0)
    noted = max((len(taken(choice)) for choice in single), default=0)
    narrow = 2 * (figures + column) > output.width()
    lines = []
    for heading, row in headed(rows):
        if heading:
            lines.append(wrap(f"{heading}:", "", STEP))
        head = f"{STEP}{row.number:>{figures}}{STEP * bool(figures)}"
        if row.said:
            lines.append(wrap(row.said, head, " " * len(head)))
            continue
        choice = row.choices[0]
        said = described(choice, drawing)
        if narrow:
            noted_do = glued(f"{choice.do}  {taken(choice)}".rstrip())
            lines.append(wrap(f"{noted_do}  {said}", head, " " * len(head)))
        else:
            head += f"{choice.do:<{column}}  "
            head += f"{taken(choice):>{noted}}  " if noted else ""
            lines.append(wrap(said, head, " " * len(head)))
    return lines


def open_choice(form: Form, shape: str, words: Words) -> str:
    """The syntax of an open choice, with the range of each number."""
    ranges = ", ".join(
        words(
            "range",
            name=_called(field),
            low=figure(field.low, words.lang),
            high=figure(field.high, words.lang),
            unit=field.unit,
        )
        .replace("  ", " ")
        .strip()
        for field in form.fields
    )
    return wrap(words("open-choice", shape=glued(shape.replace("=?", "=…")), ranges=ranges), STEP, STEP * 2)


def _called(field: Field) -> str:
    """A field as it is typed, with its meaning."""
    return field.name if field.label == field.name else f"{field.name} ({field.label})"
