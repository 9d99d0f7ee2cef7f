"""Where a match is shown and where answers come from. Two can do it: lines of text, and a full screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol

from garrison.cli.screen.keyboard import Keyboard
from garrison.cli.texts import Words
from garrison.core.game import Seat
from garrison.core.show.scene import Board, Scene


@dataclass(frozen=True, slots=True)
class Moment:
    """The table as one seat sees it at one time."""

    title: str
    seat: Seat
    board: Board
    scene: Scene
    words: Words
    phase: object
    """Differs whenever so much has changed that the whole table is worth a look."""
    shape: str
    """The notation of an open choice, if there is one."""
    legend: str
    story: Sequence[str]
    """What the seat has heard last, sentence by sentence."""


class Screen(Protocol):
    """What the terminal needs of a screen. It is entered before the game and left after it."""

    @property
    def keyboard(self) -> Keyboard: ...

    def __enter__(self) -> Screen: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def say(self, text: str = "") -> None:
        """A line, or several, in answer to a person or as a message."""

    def happened(self, sentences: Sequence[str], heading: str = "") -> None:
        """What has happened in the game since the last time."""

    def table(self, lines: Sequence[str], whole: bool) -> None:
        """The table or a part of it, because somebody wants to see it."""

    def changed(self) -> None:
        """The choices are others than before, or are to be shown again."""

    def ask(self, moment: Moment, mark: str) -> str:
        """The question with its choices; gives the line that is typed."""

    def enter(self, mark: str) -> str:
        """Nothing but what was just said; gives the line that is typed, which stays unseen."""

    def wait(self, look: Callable[[], Moment], text: str) -> None:
        """Something a person asked for takes time; the text says what."""

    def thinking(self, look: Callable[[], Moment], text: str) -> None:
        """Somebody takes time to choose; the text says who."""

    def end(self, moment: Moment, lines: Sequence[str]) -> None:
        """The table when the game is over, and how it ended."""

    def can_hide(self) -> bool:
        """Whether what was shown can be made to vanish."""

    def hide(self) -> bool:
        """Leave nothing to be seen of what was shown; False where that cannot be done."""

    def separate(self) -> None:
        """Set off what is for one reader from what is for another."""
