"""The layout of a full screen: the table, and below it the question and choices, the cards and the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.text import Text

from garrison.cli.screen.board_map import taken
from garrison.cli.screen.choice_list import Row, headed
from garrison.cli.screen.full_board import FAINT, STRONG, Tableau, fit, folded, ink, plain
from garrison.cli.screen.screen import Moment
from garrison.cli.screen.text_board import described, offered, open_choice, percent
from garrison.cli.texts import Words, spaced, unwrapped
from garrison.core.show.scene import Choice

LEAST_COLUMNS, LEAST_ROWS = 100, 30
"""A smaller window cannot hold the table and the choices."""
WIDE = 150
"""From this width on, cards and log are beside the table."""
SIDE, SIDE_MOST = 36, 70
CHOICE_ROWS = 4
"""Least rows for choices, cards and log."""
MAP_ROWS = 8
"""Least rows for a map with its letters and legend."""
URGENT_ROWS = 1
"""Most rows that urgent alarms may take from them."""
PROMPT_ROWS = 2
"""The input line and one below it: leaving the last line would scroll the terminal."""
LOG_ROWS = 3
"""Least rows for the log beside cards."""
NEW = "›"
NO_BREAK = "\N{NO-BREAK SPACE}"
GAP = "  "
MESSAGE_SHARE = 3
"""A message of at most this share of the rows is shown beside the choices; a longer one alone."""


class Size(NamedTuple):
    """The size of a window in characters."""

    columns: int
    rows: int

    @property
    def enough(self) -> bool:
        return self.columns >= LEAST_COLUMNS and self.rows >= LEAST_ROWS


@dataclass(frozen=True, slots=True)
class Asked:
    """Everything to show beside the table."""

    moment: Moment
    said: Sequence[str] = ()
    """Short answers and messages since the last question."""
    fresh: int = 0
    """The number of new sentences at the end of the story."""
    first: int = 0
    """The first choice of the page, where they do not all fit."""


class Picture(NamedTuple):
    """A screen ready to be drawn, with `log` rows for the story.

    Its page of choices begins with `first`, the next with `following`; both are 0 if all fit.
    """

    layout: Layout
    first: int
    following: int
    log: int


def _block(lines: Sequence[Text], rows: int | None = None) -> Layout:
    shown: list[RenderableType] = list(lines)
    return Layout(Group(*shown), size=len(lines) if rows is None else rows)


def _rule(text: str, width: int, end: str = "") -> Text:
    """`── text ─────── end ──`."""
    line = ink("── ", FAINT) if text else Text()
    line.append(plain(text), "bold cyan").append(" " if text else "")
    tail = plain(f" {end} ──") if end else ""
    line.append(plain("─") * max(0, width - line.cell_len - len(tail)), FAINT)
    return line.append(tail, FAINT)


def _columns(*parts: tuple[Sequence[Text], int], rows: int) -> Layout:
    """Blocks side by side with a line between them."""
    found: list[Layout] = []
    for lines, width in parts:
        if found:
            found.append(Layout(Group(*[ink(" │ ", FAINT)] * rows), size=3))
        found.append(Layout(Group(*lines[:rows]), size=width))
    layout = Layout(size=rows)
    layout.split_row(*found)
    return layout


# The table


def _ground(tableau: Tableau, width: int, window: int, room: int) -> list[Text]:
    """Groups and tracks; or a map, which takes more of the window, but leaves room for trays and choices."""
    if tableau.drawing.map is None:
        return [*tableau.groups(width, int(0.4 * window)), *tableau.ways(width)]
    room -= len(tableau.trays(width)) + len(tableau.alarms(width, urgent=False))
    return tableau.groups(width, max(MAP_ROWS, min(room, int(0.6 * window))))


def _table(
    tableau: Tableau, ground: Sequence[Text], width: int, rows: int, *, trays: bool = True
) -> list[Text]:
    """Groups and tracks, then alarms, and trays if wanted, as they fit; notes what is left out."""
    lines = list(ground)
    rows = rows if trays else min(rows, len(lines) + 1)
    lines += tableau.alarms(width, urgent=False) + tableau.trays(width)
    if len(lines) <= rows or rows < 1:
        return lines[: max(0, rows)]
    shown = lines[: rows - 1]
    return [*shown, ink(tableau.words("screen-more-table", count=len(lines) - len(shown)), FAINT)]


# The choices


class Listed(NamedTuple):
    """A page of choices, the index of its first and of the next page's first; 0 and 0 if all fit."""

    lines: list[Text]
    note: str = ""
    first: int = 0
    following: int = 0

    @property
    def whole(self) -> bool:
        return not self.first and not self.following


class Entry(NamedTuple):
    """A choice in full; `hang` is the column of its sentence."""

    text: Text
    hang: int


def _single(moment: Moment) -> list[tuple[str, Choice]]:
    """The choices that have a row of their own, with their numbers."""
    return [(row.number, row.choices[0]) for row in moment.choices.rows() if not row.said]


def _long(moment: Moment) -> list[Entry]:
    """Numbered choices by kind: what to type, its meaning and its odds."""
    drawing = moment.drawing()
    listed = [row for row in moment.choices.rows() if not row.said]
    figures = max((len(row.number) for row in listed), default=0)
    column = max((len(row.choices[0].do) for row in listed), default=0)
    noted = max((len(taken(row.choices[0])) for row in listed), default=0)
    found = []
    for heading, row in headed(listed):
        choice = row.choices[0]
        found += [Entry(ink(plain(heading), FAINT), 0)] if heading else []
        line = ink(f"{row.number:>{figures}} ", STRONG).append(f"{plain(choice.do):<{column}}  ", "cyan")
        line.append(f"{plain(taken(choice)):>{noted}}  " if noted else "", STRONG)
        hang = line.cell_len
        found.append(Entry(line.append(plain(described(choice, drawing))), hang))
    return found


def _brief(tableau: Tableau, choice: Choice) -> str:
    """The note, the odds, or what the table shows of a choice's object."""
    if taken(choice):
        return taken(choice)
    if choice.odds is not None:
        return f"{percent(choice.odds)} %"
    if choice.do.rpartition(" ")[2] != choice.at:
        return ""
    place = tableau.drawing.places.get(choice.at)
    if place is not None:
        shown = tableau.drawing.map
        return tableau.tight(place.label) if shown is None else shown.grid.name(place.id)
    piece = next((each for each in tableau.scene.pieces if each.id == choice.at), None)
    if piece is None or " " in choice.do:
        return ""
    return f"{piece.text} {tableau.marks(piece)}".strip()


def _tight(moment: Moment, tableau: Tableau) -> list[Text]:
    """Numbered choices in a few characters each."""
    listed = _single(moment)
    figures = max((len(number) for number, _ in listed), default=0)
    return [
        ink(f"{number:>{figures}} ", STRONG)
        .append(plain(choice.do), "cyan")
        .append(f" {plain(_brief(tableau, choice))}".rstrip())
        for number, choice in listed
    ]


def _tail(moment: Moment, width: int) -> list[Text]:
    """The choices folded into a line, and the syntax of an open one."""
    form = moment.scene.form
    lines = [
        ink(f"{row.number} ".lstrip(), STRONG).append(plain(spaced(row.said, NO_BREAK)))
        for row in _several(moment)
    ]
    if form is not None:
        lines += map(ink, open_choice(form, moment.shape, moment.words).split("\n"))
    return [part for line in lines for part in folded(line, width)]


def _several(moment: Moment) -> list[Row]:
    return [row for row in moment.choices.rows() if row.said]


def _in_full(moment: Moment, width: int, rows: int) -> Listed | None:
    """All choices with their sentences, in one or more columns, if they fit."""
    entries, tail = _long(moment), _tail(moment, width)
    rows -= len(tail)
    lines = [line for text, hang in entries for line in folded(text, width, hang)]
    if len(lines) > rows > 0 and all(text.cell_len <= width for text, _ in entries):
        page = _page([text for text, _ in entries], width, rows)
        lines = _in_columns(page, rows) if len(page) == len(entries) else lines
    return Listed(lines + tail) if len(lines) <= rows else None


def _in_brief(moment: Moment, tableau: Tableau, width: int, rows: int, first: int) -> Listed:
    """The choices in columns, or a page of them; pages may differ in size."""
    tail = _tail(moment, width)
    rows = max(1, rows - len(tail))
    texts = [fit(text, width) for text in _tight(moment, tableau)]
    shown = _page(texts, width, rows)
    if len(shown) == len(texts):
        return Listed(_in_columns(shown, rows) + tail)
    first = first if first < len(texts) else 0
    shown = _page(texts[first:], width, rows)
    last = first + len(shown)
    note = moment.words("screen-more-choices", first=first + 1, last=last, count=len(texts))
    return Listed(_in_columns(shown, rows) + tail, note, first, last % len(texts))


def _page(texts: Sequence[Text], width: int, rows: int) -> Sequence[Text]:
    """The first texts, in as many columns as fit."""
    fitting = [texts[: columns * rows] for columns in range(width // 8, 1, -1)] if texts else []
    return next((each for each in fitting if _in_columns(each, rows)[0].cell_len <= width), texts[:rows])


def _in_columns(texts: Sequence[Text], rows: int) -> list[Text]:
    """Texts from top to bottom, column by column; all lines are padded to the same width."""
    lines = [Text() for _ in range(min(rows, len(texts)))]
    for first in range(0, len(texts), rows):
        column = texts[first : first + rows]
        start = lines[0].cell_len
        wide = max(text.cell_len for text in column)
        for row, line in enumerate(lines):
            line.pad_right(start + 2 * bool(first) - line.cell_len)
            line.append_text(column[row] if row < len(column) else Text())
            line.pad_right(start + 2 * bool(first) + wide - line.cell_len)
    return lines


def letters(moment: Moment) -> str:
    """The key to the letters on the table: `E Exhausted, Ri SS Rifleman`."""
    known = {place.label for place in moment.board.places}
    told = (_unnumbered(text, short) for text, short in moment.board.short if short and text not in known)
    return ", ".join(dict.fromkeys(f"{short} {text}" for text, short in told))


def _unnumbered(text: str, short: str) -> tuple[str, str]:
    """`Guard 7` and `G7` become `Guard` and `G`: one entry covers all numbered pieces."""
    name, _, number = text.rpartition(" ")
    letter = short.removesuffix(number)
    return (name, letter) if number.isdecimal() and letter not in ("", short) else (text, short)


# Beside the choices


def story_lines(story: Sequence[str], fresh: int, width: int) -> list[Text]:
    """Log sentences; new ones are highlighted and marked."""
    lines: list[Text] = []
    old = len(story) - fresh
    for number, sentence in enumerate(story):
        new = number >= old
        text = Text(plain(f"{NEW} ") if new else "  ").append(plain(sentence), "" if new else FAINT)
        lines += folded(text, width)
    return lines


def _cards(tableau: Tableau, width: int, room: int) -> list[Text]:
    """The texts of the cards; if space is scarce, only those on the table, or names alone."""
    everything = tableau.cards(width, texts=True, counts=True)
    if len(everything) <= room:
        return everything
    kept = [tableau.cards(width, texts=texts, counts=False) for texts in (True, False)]
    lines = next((each for each in kept if len(each) < room), kept[-1]) or everything
    shown = lines[: room - 1]
    more = tableau.words("screen-more-cards", count=len(everything) - len(shown))
    return [*shown, ink(more, FAINT)]


def _side(asked: Asked, tableau: Tableau, width: int, rows: int) -> tuple[list[Text], int]:
    """The cards, then the log; and the number of rows for the log."""
    lines = story_lines(asked.moment.story, asked.fresh, width)
    new = len(story_lines(asked.moment.story[len(asked.moment.story) - asked.fresh :], asked.fresh, width))
    cards = _cards(tableau, width, max(2, rows - 1 - max(LOG_ROWS, new)))
    if cards:
        cards.append(_rule("", width))
    log = max(0, rows - len(cards))
    return cards + (lines[-log:] if log else []), log


def _beside(
    asked: Asked, tableau: Tableau, width: int, listed: Sequence[Text], rows: int
) -> tuple[list[Text], int, int]:
    """Cards and log beside the choices, the rows for the log, and their width.

    It is what the choices leave, where the cards could not be read otherwise.
    """
    free = min(SIDE_MOST, width - 3 - max((line.cell_len for line in listed), default=0))
    found = _side(asked, tableau, SIDE, rows)
    room = max(2, rows - 1 - LOG_ROWS)
    if free <= SIDE or len(tableau.cards(SIDE, texts=True, counts=True)) <= room:
        return *found, SIDE
    return *_side(asked, tableau, free, rows), free


def _question(moment: Moment, width: int) -> list[Text]:
    ask = moment.scene.ask
    if ask is None:
        return []
    text = ink(ask.text, STRONG)
    if ask.rule:
        text.append(" " + moment.words("prompt-rule", rule=ask.rule), FAINT)
    more = [moment.outlook, moment.help, offered(moment.scene, moment.words)]
    return folded(text, width) + [line for each in more if each for line in folded(ink(each), width)]


def _keys(tableau: Tableau, width: int) -> Text:
    """The commands that always work and the key to the letters, as far as they fit."""
    keys = tableau.words("screen-keys" if tableau.drawing.map is None else "screen-keys-map")
    if tableau.scene.offers or tableau.scene.replies:
        keys = GAP.join((tableau.words("offers-word"), keys))
    commands = [ink(each, FAINT) for each in keys.split(GAP)]
    entries = [*commands[:-1], commands[-1].append(" "), *tableau.key()]
    line = Text(GAP).join(entries)
    while entries and line.cell_len > width:
        entries.pop()
        line = Text(GAP).join([*entries, ink("…", FAINT)])
    return line


# Whole screens


def side_width(size: Size) -> int:
    """Width of cards and log."""
    return SIDE if size.columns < WIDE else min(SIDE_MOST, max(SIDE, size.columns - 116))


def _main_width(size: Size) -> int:
    """Width of table, choices and messages."""
    return size.columns - (side_width(size) + 3 if size.columns >= WIDE else 0)


def _message(said: Sequence[str], size: Size) -> list[Text]:
    lines = [line.rstrip() for text in said for line in unwrapped(text).split("\n")]
    return [part for line in lines for part in folded(ink(line), _main_width(size), 0)]


def short(said: Sequence[str], size: Size) -> bool:
    """True if a message leaves room for the question, some choices and most of the table."""
    return len(_message(said, size)) <= size.rows // MESSAGE_SHARE


def _cut(lines: list[Text], rows: int) -> list[Text]:
    """As many lines as fit; a mark shows a cut."""
    return lines if len(lines) <= rows else [*lines[: max(0, rows - 1)], ink("…", FAINT)][:rows]


class Plan(NamedTuple):
    """How the rows below the header are allotted; `left` is the width of the choices."""

    table: list[Text]
    body: int
    left: int
    listed: Listed


def _plan(asked: Asked, tableau: Tableau, size: Size, width: int, rows: int) -> Plan:
    """Fit as much as possible: trays and sentences, else brief choices, else no trays, else no log."""
    moment = asked.moment
    narrow = width if size.columns >= WIDE or not size.enough else width - SIDE - 3
    wordy = any(len(choice.say) > narrow for _, choice in _single(moment))
    # What is urgent takes its rows from the choices, so that no track is left out for it.
    least = CHOICE_ROWS - min(URGENT_ROWS, len(tableau.alarms(size.columns, urgent=True)))
    ground = _ground(tableau, width, size.rows, rows - least - 2) if size.enough else []
    tables = [
        _table(tableau, ground, width, rows - kept, trays=trays) if size.enough else []
        for trays, kept in ((True, least + 2), (False, least))
    ]
    # Sentences too long for a line say what no notation can: they take the log's place.
    ways = [(tables[1], narrow), (tables[1], width)] if wordy else []
    for table, left in [(tables[0], narrow), *ways]:
        body = max(1, rows - len(table))
        listed = _in_full(moment, left, body)
        if listed is not None:
            return Plan(table, body, left, listed)
    for table in tables:
        body = max(1, rows - len(table))
        brief = _in_brief(moment, tableau, narrow, body, asked.first)
        if brief.whole:
            break
    if len(brief.lines) <= body:
        return Plan(table, body, narrow, brief)
    # Folded and open choices are not paged: they take the log's place, and the end of the table's.
    wanted = len(_in_brief(moment, tableau, width, rows, 0).lines)
    table = _table(tableau, ground, width, rows - wanted, trays=False)
    body = max(1, rows - len(table))
    return Plan(table, body, width, _in_brief(moment, tableau, width, body, asked.first))


def asking(asked: Asked, size: Size) -> Picture:
    """The table, the question and its choices, the cards and the log."""
    moment = asked.moment
    tableau = Tableau(moment)
    width = _main_width(size)
    side = side_width(size) if width < size.columns else 0
    head = tableau.head(size.columns)
    if not size.enough:
        head = folded(ink(too_small(size, moment.words)), width)
    said = _message(asked.said, size)
    question = _question(moment, width)
    fixed = 1 + PROMPT_ROWS + 1
    said = _cut(said, max(0, size.rows - fixed - len(question)))
    head = head[: max(0, size.rows - fixed - len(question) - len(said))]
    rows = size.rows - len(head) - 1 - len(question) - len(said) - PROMPT_ROWS
    table, body, left, listed = _plan(asked, tableau, size, width, rows)
    below = [_block(table), _block([_rule(moment.title, width, listed.note)]), _block(question)]
    log = 0
    if left == width:
        below.append(_block(listed.lines[:body], body))
    else:
        beside, log, narrow = _beside(asked, tableau, width, listed.lines, body)
        below.append(_columns((listed.lines, width - narrow - 3), (beside, narrow), rows=body))
    below += [_block(said), _block([Text(), _keys(tableau, width)])]
    layout = Layout()
    if not side:
        layout.split_column(*_taken([_block(head), *below]))
        return Picture(layout, listed.first, listed.following, log)
    main = Layout(size=width)
    main.split_column(*_taken(below))
    rows = size.rows - len(head)
    beside, log = _side(asked, tableau, side, rows)
    both = Layout(size=rows)
    bar = Layout(Group(*[ink(" │ ", FAINT)] * rows), size=3)
    both.split_row(main, bar, Layout(Group(*beside), size=side))
    layout.split_column(*_taken([_block(head), both]))
    return Picture(layout, listed.first, listed.following, log)


def _taken(parts: Sequence[Layout]) -> list[Layout]:
    """The parts that take any rows."""
    return [part for part in parts if part.size]


def too_small(size: Size, words: Words, key: str = "screen-small", **more: str) -> str:
    return words(
        key,
        columns=size.columns,
        rows=size.rows,
        least_columns=LEAST_COLUMNS,
        least_rows=LEAST_ROWS,
        **more,
    )


class Page(NamedTuple):
    """A part of a text being read, and the rows available."""

    layout: Layout
    first: int
    rows: int
    total: int


def reading(
    text: Sequence[Text],
    top: int,
    size: Size,
    title: str,
    words: Words,
    moment: Moment | None,
    *,
    asked: bool = False,
) -> Page:
    """A longer text, below the table of a moment if there is one; `asked` if a question follows."""
    above: list[Text] = []
    if moment is not None and size.enough:
        tableau = Tableau(moment)
        above = tableau.head(size.columns)
        room = size.rows - len(above) - CHOICE_ROWS - PROMPT_ROWS
        ground = _ground(tableau, size.columns, size.rows, room)
        above += _table(tableau, ground, size.columns, room, trays=False)
    rows = max(1, size.rows - len(above) - 2)
    lines = [part for line in text for part in folded(line, size.columns)]
    first = min(top, max(0, len(lines) - rows))
    shown = lines[first : first + rows]
    last = first + len(shown)
    where = words("screen-where", first=first + 1, last=last, count=len(lines)) if len(lines) > rows else ""
    keys = words("screen-read-on" if last < len(lines) else "screen-read-end")
    keys += GAP + words("screen-read-type") if asked else ""
    layout = Layout()
    parts = [_block(above), _block([_rule(title, size.columns, where)]), _block(shown, rows)]
    parts.append(_block([fit(ink(keys, STRONG), size.columns)]))
    layout.split_column(*_taken(parts))
    return Page(layout, first, rows, len(lines))


def alone(text: Sequence[str], size: Size) -> Layout:
    """Only a text, or its end, above the input line."""
    lines = [part for line in text for part in folded(ink(line), size.columns, 0)]
    rows = max(1, size.rows - PROMPT_ROWS)
    layout = Layout()
    layout.split_column(_block(lines[-rows:], rows), _block([Text()] * PROMPT_ROWS))
    return layout
