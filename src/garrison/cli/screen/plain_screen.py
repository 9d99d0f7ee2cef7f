"""The plain line mode: news, question, choices, answer. No cursor, no colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType

from garrison.cli import output
from garrison.cli.screen import text_board
from garrison.cli.screen.keyboard import Keyboard
from garrison.cli.screen.screen import Moment
from garrison.cli.texts import paragraphs, wrap
from garrison.core.state import Seat


class LineScreen:
    """Text from top to bottom, on a terminal, in a file or through a pipe."""

    def __init__(self) -> None:
        self.keyboard = Keyboard()
        self.drawn: object = None
        self.taught: set[Seat] = set()
        # Those who know that only changes are printed.
        self.told: set[Seat] = set()
        self.listed = False
        # True if the question is to be shown with all it is about, though that was printed before.
        self.repeated = False
        # The lines of the table that were printed and still hold.
        self.known: set[str] = set()

    def __enter__(self) -> LineScreen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is KeyboardInterrupt:
            self.say()

    def say(self, text: str = "") -> None:
        output.say(text)

    def happened(self, sentences: Sequence[str], heading: str = "") -> None:
        if heading and sentences:
            self.say(wrap(heading))
        for line in sentences:
            self.say(wrap(line, "", "  "))

    def table(self, lines: Sequence[str]) -> None:
        self.known.update(lines)
        for line in ("", *lines):
            self.say(line)

    def changed(self) -> None:
        self.listed = False

    def again(self) -> None:
        self.listed = False
        self.repeated = True

    def ask(self, moment: Moment, mark: str) -> str:
        drawing = moment.drawing()
        emptied = drawing.emptied(self.known)
        self.known.intersection_update(drawing.lines(asked=True))
        if moment.phase != self.drawn:
            self._table(moment, drawing)
        elif not self.listed:
            self._context(drawing)
        self._changes([text_board.Block("", emptied)])
        self._question(moment, drawing)
        return self.keyboard.answer(mark)

    def _table(self, moment: Moment, drawing: text_board.Drawing) -> None:
        """Print the table when turn or phase change: all of it at first, then what is different."""
        if self.drawn is None:
            self.table(drawing.lines(asked=True))
            if moment.seat not in self.taught and moment.legend:
                self.say()
                self.say(paragraphs(moment.legend))
        else:
            self._changes(drawing.blocks(asked=True))
            if moment.seat not in self.told:
                self.say(wrap(moment.words("board-changes")))
                self.told.add(moment.seat)
        self.taught.add(moment.seat)
        self.drawn = moment.phase

    def _context(self, drawing: text_board.Drawing) -> None:
        """Print what the question is about, as far as it is different; all of it if it is shown once more."""
        if self.repeated:
            self.known.difference_update(line for block in drawing.focus() for line in block.all())
        self._changes(drawing.focus())
        self.repeated = False

    def _changes(self, blocks: Sequence[text_board.Block]) -> None:
        for block in blocks:
            lines = block.changed(self.known)
            self.known.update(lines)
            for line in ("", *lines) if lines else ():
                self.say(line)

    def _question(self, moment: Moment, drawing: text_board.Drawing) -> None:
        """Print the question with its choices after a change, else the question alone."""
        scene, words = moment.scene, moment.words
        self.say()
        self.say(text_board.prompt(scene, words))
        if not self.listed:
            if moment.outlook:
                self.say(wrap(moment.outlook, text_board.STEP))
            if moment.help:
                self.say(wrap(moment.help, text_board.STEP))
            for line in text_board.choices(drawing, moment.choices.rows()):
                self.say(line)
            if scene.form is not None:
                self.say(text_board.open_choice(scene.form, moment.shape, words))
            offers = text_board.offered(scene, words) or (words("offers-possible") if scene.offers else "")
            if offers:
                self.say(wrap(offers, text_board.STEP))
        self.listed = True

    def read(self, moment: Moment, title: str, lines: Sequence[str], mark: str) -> None:
        if self.drawn is None:
            self._table(moment, moment.drawing())
        self.say()
        for line in (f"{title}:", *lines):
            self.say(wrap(line))
        self.keyboard.enter(mark)

    def enter(self, mark: str) -> str:
        return self.keyboard.enter(mark)

    def wait(self, look: Callable[[], Moment], text: str) -> None:  # noqa: ARG002
        self.say(wrap(text))

    def thinking(self, look: Callable[[], Moment], text: str) -> None:
        """Print nothing: the choice will follow soon enough."""

    def end(self, moment: Moment, lines: Sequence[str]) -> None:
        """Print nothing: the lines after the game say it all."""

    def can_hide(self) -> bool:
        return output.can_wipe()

    def hide(self) -> bool:
        self._forget()
        return output.wipe()

    def separate(self) -> None:
        self._forget()
        output.separate()

    def _forget(self) -> None:
        """Show the next reader everything."""
        self.drawn = None
        self.known.clear()
