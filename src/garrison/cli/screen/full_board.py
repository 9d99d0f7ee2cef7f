"""The table on a full screen: groups side by side, tracks, trays. Works for any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, takewhile
from typing import NamedTuple

from rich.text import Text

from garrison.cli import output, texts
from garrison.cli.screen.board_map import CELL, RULER, BoardMap, Box, Cell
from garrison.cli.screen.screen import Moment
from garrison.core.show.scene import Gauge, Group, Piece, Place, Tray

COLUMN = 24
"""The narrowest column a group is drawn in."""
GAP = 1
SLOT = 9
"""Least characters for a place on a track, so that pieces move and tracks stay put."""
WAY_ROWS = 5
"""Rows for tracks; beyond that, places shrink to fit."""
SIGNS = ("%", "°")
"""They stay on the line of their number."""
NOTHING = "0"
"""The text of an empty tray."""
FAINT = "dim"
STRONG = "bold"
OFFERED = "underline"
MARKED = "yellow"
ALARM = "bold red"
MAP_STYLES = {"piece": STRONG, "choice": "green", "kind": MARKED, "ground": FAINT, "ruler": "cyan"}
"""How the cells of a map are shown; what they say never depends on it."""
LEGEND_SHARE = 4
"""The legend of a map has at most this share of its rows."""
COLOURS = {
    "red": "red",
    "purple": "magenta",
    "green": "green",
    "yellow": "yellow",
    "blue": "blue",
    "orange": "bright_red",
    "black": "bold",
    "white": "",
    "grey": "bright_black",
}
"""How a board's colours are shown; letters always show them too."""


class Detail(NamedTuple):
    """How much is shown of each place and piece."""

    labels: bool
    texts: bool
    marks: bool


DETAILS = (Detail(True, True, True), Detail(False, True, True), Detail(False, True, False))
LEAST = Detail(False, False, False)


def plain(text: str) -> str:
    """A text the screen can show."""
    return output.spelled(output.visible(text))


def ink(text: str, style: str = "") -> Text:
    """A text to which differently styled texts can be appended."""
    return Text().append(plain(text), style)


def fit(text: Text, width: int) -> Text:
    """The text on one line; a mark shows a cut."""
    if text.cell_len > width:
        text.truncate(width - len(plain("…")))
        text.append(plain("…"))
    return text


def flow(parts: Iterable[Text], width: int, gap: str = "  ") -> list[Text]:
    """As many parts on a line as fit; a long one is wrapped."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= width:
            lines[-1].append(gap).append_text(part)
        else:
            lines += folded(part, width)
    return lines


def folded(text: Text, width: int, hang: int = 2) -> list[Text]:
    """The text wrapped to a width, with a hanging indent; `89 %` is never broken."""
    lines: list[Text] = []
    rest = text.copy()
    while rest.cell_len > (room := width - (hang if lines else 0)):
        cut = rest.plain.rfind(" ", 1, room + 1)
        if cut > 0 and rest.plain[cut + 1 : cut + 2] in SIGNS and rest.plain[cut - 1].isdecimal():
            cut = rest.plain.rfind(" ", 1, cut)
        cut = cut if cut > 0 else room
        head, rest = rest[:cut], rest[cut:]
        lines.append(_indented(head, hang if lines else 0))
        rest = rest[len(rest.plain) - len(rest.plain.lstrip(" ")) :]
    return [*lines, _indented(rest, hang if lines else 0)]


def _indented(text: Text, by: int) -> Text:
    return Text(" " * by).append_text(text) if by else text


def named(gauge: Gauge) -> Text:
    """`Turn 3`."""
    text = ink(gauge.name, FAINT)
    return text.append(" ").append(plain(gauge.value), STRONG) if gauge.value else text


class Tableau:
    """The table at one moment."""

    def __init__(self, moment: Moment) -> None:
        self.drawing = moment.drawing()
        self.board = moment.board
        self.scene = moment.scene
        self.words = moment.words
        self.short = dict(moment.board.short)
        self.offered = {choice.at for choice in moment.scene.choices}

    def gauges(self, at: str) -> list[Text]:
        return [named(gauge) for gauge in self.drawing.gauges.get(at, ())]

    def head(self, width: int) -> list[Text]:
        """Gauges of the whole table, then what is urgent."""
        return flow(self.gauges(""), width, "   ") + self.alarms(width, urgent=True)

    def alarms(self, width: int, *, urgent: bool) -> list[Text]:
        """The alarms, urgent or not, as lines."""
        told = [texts.spaced(line) for line, now in self.drawing.alarms() if now == urgent]
        said = [ink(line, ALARM if urgent else "") for line in told]
        return [part for line in said for part in folded(line, width)]

    def tight(self, text: str) -> str:
        return self.short.get(text, text)

    # Groups side by side

    def groups(self, width: int, rows: int) -> list[Text]:
        """Groups in the fewest columns that fit the rows, each with all its places; or the map."""
        if self.drawing.map is not None:
            return self._map(self.drawing.map, width, rows)
        found = [group for group in self.board.groups if not group.path]
        rooms = {n: (width + GAP) // n - GAP for n in range(1, max(1, (width + GAP) // (COLUMN + GAP)) + 1)}
        columns = next((n for n, room in rooms.items() if self._height(found, n, room) <= rows), max(rooms))
        return self._bands(found, columns, rooms[columns])

    def _map(self, shown: BoardMap, width: int, rows: int) -> list[Text]:
        """The part of the map that fits, and its legend."""
        columns, most = (width - RULER) // CELL, max(2, rows // LEGEND_SHARE)
        needed = len(self._legend(shown, shown.window(columns, max(1, rows - most - CELL)), width))
        most = min(most, max(2, needed))
        box = shown.window(columns, max(1, rows - most - CELL))
        legend = self._legend(shown, box, width)
        if len(legend) > most:
            legend = [*legend[: most - 1], fit(legend[most - 1].append(plain(" …")), width)]
        return [self._map_row(row) for row in shown.rows(box)] + legend

    def _legend(self, shown: BoardMap, box: Box, width: int) -> list[Text]:
        """What can be chosen outside a part of the map, and what can be seen in it."""
        return flow([ink(each, FAINT) for each in (*shown.outside(box), *shown.legend(box))], width)

    def _map_row(self, cells: Sequence[Cell]) -> Text:
        line = Text()
        for cell in cells:
            style = MAP_STYLES[cell.look]
            style += " reverse" if cell.look == "piece" and cell.lit else ""
            line.append(cell.text, f"{style} underline" if cell.floor else style)
        return line

    def _height(self, groups: Sequence[Group], columns: int, width: int) -> int:
        """How many rows groups take in so many columns; a place takes one in any detail."""
        inside = Counter(place.group for place in self.board.places)
        rows = [len(self._group_head(group, width)) + inside[group.id] for group in groups]
        return sum(max(rows[start : start + columns]) for start in range(0, len(rows), columns))

    def _bands(self, groups: Sequence[Group], columns: int, width: int) -> list[Text]:
        found = self._cells(groups, width)
        lines: list[Text] = []
        for start in range(0, len(groups), columns):
            cells = found[start : start + columns]
            for row in range(max(map(len, cells))):
                line = Text()
                for number, cell in enumerate(cells):
                    line.pad_right(max(0, number * (width + GAP) - line.cell_len))
                    line.append_text(fit(cell[row], width) if row < len(cell) else Text())
                lines.append(line)
        return lines

    def _cells(self, groups: Sequence[Group], width: int) -> list[list[Text]]:
        """The lines of each group, in the most detail that has room in all of them."""

        def fits(lines: list[Text]) -> bool:
            return all(line.cell_len <= width for line in lines[1:])

        for detail in DETAILS:
            found = list(takewhile(fits, (self._group(group, width, detail) for group in groups)))
            if len(found) == len(groups):
                return found
        return [self._group(group, width, LEAST) for group in groups]

    def _group(self, group: Group, width: int, detail: Detail) -> list[Text]:
        return self._group_head(group, width) + [
            self._place(place, group, width, detail) for place in self.board.places if place.group == group.id
        ]

    def _group_head(self, group: Group, width: int) -> list[Text]:
        return flow([ink(group.name, "bold cyan"), *self.gauges(group.id)], width, " ")

    def _place(self, place: Place, group: Group, width: int, detail: Detail) -> Text:
        """`NT5 PY 5 Lee 1/2 CT Exhausted`; an empty place shows its whole label."""
        name = plain(self.drawing.own_name(place, group))
        here = self.drawing.pieces.get(place.id, [])
        line = ink(name, OFFERED if place.id in self.offered else "")
        long = detail.labels or (not here and len(name) + 1 + len(place.label) <= width)
        label = place.label if long else self.tight(place.label)
        if label and label != name:
            line.append(" ").append_text(self._label(place, label))
        for gauge in self.drawing.gauges.get(place.id, ()):
            line.append(" ").append_text(self._gauge(gauge, detail))
        rest = Text()
        for said, same in groupby([self._piece(piece, detail) for piece in here]):
            rest.append(" ").append_text(said)
            count = len(list(same))
            rest.append(plain(f" ×{count}") if count > 1 else "")
        over = line.cell_len + rest.cell_len - width
        if detail == LEAST and over > 0 and len(here) == 1:
            # Marks matter more than the end of a name.
            rest = Text(" ").append_text(self._piece(here[0], detail, len(here[0].name) - over))
        return line.append_text(rest)

    def _gauge(self, gauge: Gauge, detail: Detail) -> Text:
        """A gauge of a place; its name is shortened or dropped when space is scarce."""
        name = self.tight(gauge.name) if detail == LEAST else gauge.name
        return named(replace(gauge, name=name)) if name else ink(gauge.value, STRONG)

    def _label(self, place: Place, label: str) -> Text:
        """A label, each letter in the colour it stands for."""
        text = ink(label)
        letters = place.label.partition(" ")[0]
        if place.colours and label.startswith(letters) and len(letters) % len(place.colours) == 0:
            each = len(letters) // len(place.colours)
            for number, colour in enumerate(place.colours):
                text.stylize(COLOURS.get(colour, ""), number * each, (number + 1) * each)
        return text

    def _piece(self, piece: Piece, detail: Detail, room: int = 0) -> Text:
        style = f"{'' if piece.marks else STRONG} {OFFERED if piece.id in self.offered else ''}"
        text = ink(self.tight(piece.name) if detail == LEAST else piece.name, style.strip())
        if room > 0:
            fit(text, room)
        if detail.texts and piece.text and piece.text != piece.name:
            text.append(f" {plain(piece.text)}", FAINT)
        if piece.marks:
            text.append(f" {plain(self.marks(piece, full=detail.marks))}", MARKED)
        return text

    def marks(self, piece: Piece, *, full: bool = False) -> str:
        """`(Exhausted, Disrupted)` or `(ED)`; empty without marks."""
        said = list(piece.marks if full else map(self.tight, piece.marks))
        between = "" if all(len(mark) == 1 for mark in said) else ", "
        return f"({between.join(said)})" if said else ""

    # Tracks

    def ways(self, width: int) -> list[Text]:
        """Every track from its first place to its end, as many on a line as fit.

        A track that leads nowhere is a row of places, shown while it has pieces or choices.
        """
        if self.drawing.map is not None:
            return []
        ways = [group for group in self.board.groups if group.path and self._told(group)]
        lines = flow([self._way(group, SLOT) for group in ways], width, "   ")
        return (
            lines if len(lines) <= WAY_ROWS else flow([self._way(group, 0) for group in ways], width, "   ")
        )

    def _told(self, group: Group) -> bool:
        onward = group.end or self.drawing.places[group.path[-1]].group != group.id
        return bool(onward) or any(
            ident in self.offered or self.drawing.pieces.get(ident) for ident in group.path
        )

    def _way(self, group: Group, slot: int) -> Text:
        line = Text()
        name = self.tight(group.name)
        if name:
            line.append(plain(name), "bold cyan").append(" ")
        for gauge in self.gauges(group.id):
            line.append_text(gauge).append(" ")
        for number, ident in enumerate(group.path):
            place = self.drawing.places[ident]
            line.append(plain("›") if number else "", FAINT)
            if place.group != group.id:
                line.append(plain(ident), FAINT)
                continue
            stop = self._stop(place, last=bool(group.end) and number == len(group.path) - 1)
            stop.pad_right(max(1, slot - stop.cell_len - 1))
            line.append_text(stop)
        if group.end:
            line.append(plain("›"), FAINT).append(plain(group.end), FAINT)
        return line

    def _stop(self, place: Place, *, last: bool) -> Text:
        """`13R Ri3`: a place and its pieces; a `!` marks the last step before the end."""
        text = ink(place.id, OFFERED if place.id in self.offered else "")
        text.append_text(self._label(place, self.tight(place.label)))
        for gauge in self.gauges(place.id):
            text.append(" ").append_text(gauge)
        for piece in self.drawing.pieces.get(place.id, ()):
            style = ALARM if last else STRONG
            style += f" {OFFERED}" if piece.id in self.offered else ""
            said = f"{self.tight(piece.name)}{piece.text}{self.marks(piece)}{'!' if last else ''}"
            text.append(" ").append(plain(said), style)
        return text

    # Trays and the key

    def trays(self, width: int) -> list[Text]:
        """The trays beside the board, one line each, several beside a map; cards are shown elsewhere."""
        found = [tray for tray in self.scene.trays if not tray.cards]
        lines = [
            self._tray(tray, width)
            for tray in found
            if tray.text not in ("", NOTHING) or tray.id in self.drawing.pieces
        ]
        return lines if self.drawing.map is None else flow(lines, width, "   ")

    def _tray(self, tray: Tray, width: int) -> Text:
        """A tray, as far as it fits, with the number of pieces left out."""
        parts = [ink(tray.text)] if tray.text else []
        parts += [self._piece(piece, LEAST) for piece in self.drawing.pieces.get(tray.id, ())]
        runs = [(part, len(list(same))) for part, same in groupby(parts)]
        counted = [part.append(plain(f" ×{count}")) if count > 1 else part for part, count in runs]
        heading = self._heading(tray)
        for shown in range(len(counted), 0, -1):
            line = heading.copy().append_text(Text(", ").join(counted[:shown]))
            if shown < len(counted):
                line.append(" " + self.words("screen-more-tray", count=len(counted) - shown), FAINT)
            if line.cell_len <= width:
                return line
        return fit(heading.append_text(Text(", ").join(counted)), width)

    def _heading(self, tray: Tray) -> Text:
        text = ink(tray.name, "cyan")
        for gauge in self.gauges(tray.id):
            text.append(" ").append_text(gauge)
        return text.append(": ")

    def cards(self, width: int, *, texts: bool, counts: bool) -> list[Text]:
        """The trays of cards: those with cards first, and among them those of the open question.

        Each card with its text, or its name alone; `counts` adds what is only counted.
        """

        def order(tray: Tray) -> tuple[bool, bool]:
            return tray.id not in self.drawing.pieces, tray.id not in self.scene.focus

        lines: list[Text] = []
        for tray in sorted([tray for tray in self.scene.trays if tray.cards], key=order):
            here = self.drawing.pieces.get(tray.id, [])
            if not here and not (counts and (tray.text or tray.id in self.drawing.gauges)):
                continue
            heading = self._heading(tray).append(plain(tray.text))
            names = [self._piece(piece, LEAST._replace(marks=texts)) for piece in here]
            if texts or not here:
                lines += folded(heading, width)
            else:
                lines += folded(Text(", ").join(names).append(plain(" · ")).append_text(heading), width)
            for piece, name in zip(here, names, strict=True) if texts else ():
                card = Text("  ").append_text(name)
                if piece.text:
                    card.append(": ").append(plain(piece.text), FAINT)
                lines += folded(card, width, 4)
        return lines

    def key(self) -> list[Text]:
        """The meaning of the letters on the table now."""
        marks = [mark for piece in self.scene.pieces for mark in piece.marks]
        ways = {place for group in self.board.groups for place in group.path}
        names = [piece.name for piece in self.scene.pieces if piece.at in ways]
        found = [text for text in self.short if text in {*marks, *names} and self.short[text]]
        return [ink(self.short[text], STRONG).append(f" {plain(text)}", FAINT) for text in found]
