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
        self.listed = False
        # True if the whole table was the last thing printed.
        self.fresh = False

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

    def table(self, lines: Sequence[str], whole: bool) -> None:
        self.fresh = whole
        for line in ("", *lines):
            self.say(line)

    def changed(self) -> None:
        self.listed = False

    def ask(self, moment: Moment, mark: str) -> str:
        self._draw_if_new(moment)
        self._question(moment)
        return self.keyboard.answer(mark)

    def _draw_if_new(self, moment: Moment) -> None:
        """Print the whole table at the start and when turn or phase change, not more often."""
        if moment.phase == self.drawn:
            return
        self.table(text_board.Drawing(moment.board, moment.scene, moment.words).lines(), whole=True)
        if moment.seat not in self.taught and moment.legend:
            self.say()
            self.say(paragraphs(moment.legend))
        self.taught.add(moment.seat)
        self.drawn = moment.phase

    def _question(self, moment: Moment) -> None:
        """Print the question with its context and choices after a change, else the question alone."""
        board, scene, words = moment.board, moment.scene, moment.words
        if not self.listed and not self.fresh:
            focus = text_board.Drawing(board, scene, words).focus()
            for line in ("", *focus) if focus else ():
                self.say(line)
        self.say()
        self.say(text_board.prompt(scene, words))
        if not self.listed:
            for line in text_board.choices(board, scene, words):
                self.say(line)
            if scene.form is not None:
                self.say(text_board.open_choice(scene.form, moment.shape, words))
        self.listed = True
        self.fresh = False

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
        self.drawn = None
        return output.wipe()

    def separate(self) -> None:
        self.drawn = None
        output.separate()
