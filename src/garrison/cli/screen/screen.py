"""The interface of a screen, which shows a match and reads answers: plain lines or full screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol

from garrison.cli.screen.choice_list import ChoiceList
from garrison.cli.screen.keyboard import Keyboard
from garrison.cli.screen.text_board import Drawing
from garrison.cli.texts import Words
from garrison.core.show.scene import Board, Scene
from garrison.core.state import Seat


@dataclass(frozen=True, slots=True)
class Moment:
    """The table as one seat sees it at one moment."""

    title: str
    seat: Seat
    board: Board
    scene: Scene
    words: Words
    phase: object
    """Changes whenever the whole table is worth showing again."""
    shape: str
    """The notation of an open choice, if any."""
    legend: str
    story: Sequence[str]
    """The latest log sentences of the seat."""
    choices: ChoiceList
    outlook: str = ""
    """Advance knowledge of the answers, such as distances."""
    happened: Sequence[str] = ()
    """The things that the latest news is about."""
    help: str = ""
    """How several answers are given at once, or that Enter passes."""
    passes: bool = False
    """True if Enter is an answer."""

    def drawing(self) -> Drawing:
        """The table, sorted by place."""
        return Drawing(self.board, self.scene, self.words, self.happened)


class Screen(Protocol):
    """The interface the terminal uses: a context manager around the game."""

    @property
    def keyboard(self) -> Keyboard: ...

    def __enter__(self) -> Screen: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def say(self, text: str = "") -> None:
        """Print one or more lines, in answer to a person or as a message."""

    def happened(self, sentences: Sequence[str], heading: str = "") -> None:
        """Show what has happened in the game since the last time."""

    def table(self, lines: Sequence[str]) -> None:
        """Show the table or a part of it, on request."""

    def changed(self) -> None:
        """Mark the choices as changed."""

    def again(self) -> None:
        """Show the question once more, with its choices and what it is about."""

    def ask(self, moment: Moment, mark: str) -> str:
        """Ask the question with its choices; return the typed line."""

    def read(self, moment: Moment, title: str, lines: Sequence[str], mark: str) -> None:
        """Show a text below the table until the reader goes on."""

    def enter(self, mark: str) -> str:
        """Ask without a table; return the typed line, which is not shown."""

    def wait(self, look: Callable[[], Moment], text: str) -> None:
        """Show that a request takes time; the text says what."""

    def thinking(self, look: Callable[[], Moment], text: str) -> None:
        """Show that a player is choosing; the text says who."""

    def end(self, moment: Moment, lines: Sequence[str]) -> None:
        """Show the table when the game is over, and the result."""

    def can_hide(self) -> bool:
        """True if what was shown can be erased."""

    def hide(self) -> bool:
        """Erase everything that was shown; False where that cannot be done."""

    def separate(self) -> None:
        """Separate the output for one reader from that for another."""
