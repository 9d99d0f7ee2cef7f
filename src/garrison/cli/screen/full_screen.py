"""The full-screen mode: each frame is drawn in one write, and the terminal is restored on exit."""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
import termios
import time
import tty
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from io import StringIO
from types import FrameType, TracebackType

from rich.console import Console
from rich.layout import Layout
from rich.text import Text

from garrison.cli import output
from garrison.cli.screen import layout
from garrison.cli.screen.full_board import ink
from garrison.cli.screen.keyboard import Closed, Keyboard
from garrison.cli.screen.layout import Asked, Size
from garrison.cli.screen.screen import Moment
from garrison.cli.texts import Words, paragraphs, wrap
from garrison.core.state import Seat

ENTER, LEAVE = "\x1b[?1049h\x1b[H\x1b[2J", "\x1b[0m\x1b[H\x1b[2J\x1b[?1049l\x1b[?25h"
BEGIN, END = "\x1b[?2026h\x1b[?25l\x1b[0m", "\x1b[?2026l"
"""Written around a frame, so that terminals with synchronised output never show it half drawn."""
CURSOR = "\x1b[?25h"
REST = 0.2
"""Seconds between two frames while a bot thinks."""
SIGNALS = (signal.SIGWINCH, signal.SIGTSTP, signal.SIGTERM)


def size() -> Size:
    return Size(*shutil.get_terminal_size((layout.LEAST_COLUMNS, layout.LEAST_ROWS)))


class _Again(Exception):
    """The screen must be redrawn while somebody is typing. `stop` if the program must pause first."""

    def __init__(self, text: str, *, stop: bool) -> None:
        super().__init__(text)
        self.text = text
        self.stop = stop


class Key(Enum):
    """The meanings of single keys while reading."""

    ENTER = auto()
    CLOSE = auto()
    UP = auto()
    DOWN = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    HOME = auto()
    END = auto()
    OTHER = auto()


KEYS = {
    b"\r": Key.ENTER,
    b"\n": Key.ENTER,
    b" ": Key.PAGE_DOWN,
    b"\x1b[6~": Key.PAGE_DOWN,
    b"\x1b[5~": Key.PAGE_UP,
    b"\x1b[A": Key.UP,
    b"\x1bOA": Key.UP,
    b"\x1b[B": Key.DOWN,
    b"\x1bOB": Key.DOWN,
    b"\x1b[H": Key.HOME,
    b"\x1bOH": Key.HOME,
    b"\x1b[1~": Key.HOME,
    b"\x1b[F": Key.END,
    b"\x1bOF": Key.END,
    b"\x1b[4~": Key.END,
    b"\x1b": Key.CLOSE,
}
END_OF_INPUT = b"\x04"
ESCAPE = b"\x1b"
SAME_KEY = 0.05
"""Seconds to wait for the rest of a key that sends several characters."""


class Keys(Keyboard):
    """A keyboard whose letters begin an answer, even while a text is being read."""

    def pressed(self) -> Key | str:
        """The meaning of a key press, or the character it types."""
        number = sys.stdin.fileno()
        modes = termios.tcgetattr(number)
        tty.setcbreak(number, termios.TCSANOW)
        try:
            data = os.read(number, 1)
            if data == ESCAPE and select.select([number], [], [], SAME_KEY)[0]:
                data += os.read(number, 8)
            for _ in range(_following(data)):
                data += os.read(number, 1)
        except OSError as error:
            raise Closed from error
        finally:
            termios.tcsetattr(number, termios.TCSANOW, modes)
        if data in (b"", END_OF_INPUT):
            raise Closed
        text = data.decode("utf-8", "ignore")
        return text if text.isprintable() and text.strip() else KEYS.get(data, Key.OTHER)

    def _typed(self, mark: str, begun: str) -> str:
        if self.editing is None:
            return begun + input(mark + begun)
        return super()._typed(mark, begun)


def _following(data: bytes) -> int:
    """The number of bytes that follow the first one of a character."""
    first = data[0] if data else 0
    return (first >= 0xC0) + (first >= 0xE0) + (first >= 0xF0)


def _lines(texts: Sequence[str]) -> list[str]:
    return [line.rstrip() for text in texts for line in text.split("\n")]


class FullScreen:
    """The table, the news and the choices on one screen."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.keyboard = Keys()
        self.keyboard.hold_line()
        self.said: list[str] = []
        self.fresh: list[str] = []
        self.heading = ""
        self.taught: set[Seat] = set()
        # The first choice of the present page, and of the next.
        self.first = 0
        self.following = 0
        self.closed = False
        self.drawn = 0.0
        # True if everything shown so far must be erased before the next frame.
        self.wiping = False
        self.waiting = False
        # True if the window has changed since the last frame, while no key was awaited.
        self.stale = False

    # Restoring the terminal

    def __enter__(self) -> FullScreen:
        self.modes = termios.tcgetattr(sys.stdin.fileno())
        self.handlers = {each: signal.signal(each, self._signalled) for each in SIGNALS}
        self.keyboard.echo(False)
        output.put(ENTER)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closed = True
        for each, handler in self.handlers.items():
            signal.signal(each, handler)
        output.put(LEAVE)
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self.modes)

    def _signalled(self, number: int, _: FrameType | None) -> None:
        """Handle a resize, a pause or a termination signal."""
        if number == signal.SIGTERM:
            raise KeyboardInterrupt
        stop = number == signal.SIGTSTP
        if self.waiting:
            self.waiting = False
            raise _Again(self.keyboard.typed(), stop=stop)
        self.stale = True
        if stop:
            self._pause()

    def _pause(self) -> None:
        """Give the terminal back until the program continues."""
        output.put(LEAVE)
        modes = termios.tcgetattr(sys.stdin.fileno())
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self.modes)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._signalled)
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, modes)
        output.put(ENTER)

    # Frames

    def _show(self, layout: Layout, at: Size, *, typing: bool) -> None:
        """Draw a frame in one write: no line is erased before it is overwritten."""
        console = Console(
            file=StringIO(),
            force_terminal=True,
            width=at.columns,
            height=at.rows,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )
        with console.capture() as capture:
            console.print(layout, end="")
        lines = capture.get().split("\n")[: at.rows]
        drawn = [f"\x1b[{row};1H{line}" for row, line in enumerate(lines, 1)]
        prompt = f"\x1b[{at.rows - 1};1H"
        output.put("".join([BEGIN, output.WIPE * self.wiping, *drawn, prompt, CURSOR if typing else "", END]))
        self.wiping = False
        self.drawn = time.monotonic()

    def _line(
        self, mark: str, layout: Callable[[Size], Layout], read: Callable[[str, str], str], begun: str
    ) -> str:
        """Read a line below a frame that follows the window's size; `begun` is already typed."""
        while True:
            self.stale = False
            at = size()
            self._show(layout(at), at, typing=True)
            self.keyboard.echo(True)
            try:
                self.waiting = True
                if self.stale:
                    continue
                return read(mark, begun)
            except _Again as again:
                begun = again.text
                if again.stop:
                    self._pause()
            finally:
                self.waiting = False
                self.keyboard.echo(False)

    def _key(self) -> Key | str:
        try:
            self.waiting = True
            return Key.OTHER if self.stale else self.keyboard.pressed()
        except _Again as again:
            if again.stop:
                self._pause()
            return Key.OTHER
        finally:
            self.waiting = False

    def _read(
        self, text: Sequence[Text], title: str, moment: Moment | None = None, *, asked: bool = True
    ) -> str:
        """Show a longer text to page through.

        If a question comes next, typing closes the text; returns what has been typed.
        """
        top = 0
        while True:
            self.stale = False
            at = size()
            shown = layout.reading(text, top, at, title, self.words, moment, asked=asked)
            self._show(shown.layout, at, typing=False)
            key = self._key()
            top = shown.first
            last = top + shown.rows >= shown.total
            if key is Key.CLOSE or (last and key is Key.ENTER):
                return ""
            if isinstance(key, str):
                if asked:
                    return key
                continue
            top += {
                Key.ENTER: shown.rows,
                Key.PAGE_DOWN: shown.rows,
                Key.PAGE_UP: -shown.rows,
                Key.DOWN: 1,
                Key.UP: -1,
                Key.HOME: -shown.total,
                Key.END: shown.total,
            }.get(key, 0)
            top = max(0, top)

    # Messages

    def say(self, text: str = "") -> None:
        if self.closed:
            output.say(text)
        else:
            self.said.append(text)

    def happened(self, sentences: Sequence[str], heading: str = "") -> None:
        self.fresh += sentences
        self.heading = heading or self.heading

    def table(self, lines: Sequence[str]) -> None:
        """Skip the table when the game is over: the last frame has shown it."""
        if not self.closed:
            for line in lines:
                self.say(line)

    def changed(self) -> None:
        self.first = 0

    def again(self) -> None:
        self.changed()

    def _spoken(self) -> list[str]:
        """The messages since the last time, without blank lines around them."""
        said, self.said = self.said, []
        while said and not said[0].strip("\n"):
            del said[0]
        while said and not said[-1].strip("\n"):
            del said[-1]
        if said:
            said[0] = said[0].lstrip("\n")
            said[-1] = said[-1].rstrip("\n")
        return said

    def _news(self, moment: Moment) -> list[str]:
        """The news that is still valid."""
        fresh = self.fresh
        self.fresh = []
        return fresh if list(moment.story[-len(fresh) :]) == fresh else []

    def _teach(self, moment: Moment) -> None:
        """Explain how to read the table, once to each person."""
        if moment.seat not in self.taught:
            self.say(f"\n{paragraphs(moment.legend)}" if moment.legend else "")
            letters = layout.letters(moment)
            if letters:
                ends = any(group.end for group in moment.board.groups)
                key = "screen-letters-ends" if ends else "screen-letters"
                self.say(wrap(self.words(key, letters=letters)))
        self.taught.add(moment.seat)

    def ask(self, moment: Moment, mark: str) -> str:
        asked, begun = self._told(moment)
        while True:
            line = self._line(mark, partial(self._asking, asked), self.keyboard.answer, begun)
            if line.strip() or moment.passes:
                return line
            begun = ""
            asked = replace(asked, said=(), first=self.following)

    def _asking(self, asked: Asked, at: Size) -> Layout:
        picture = layout.asking(asked, at)
        self.first, self.following = picture.first, picture.following
        return picture.layout

    def _told(self, moment: Moment) -> tuple[Asked, str]:
        """The rest to show beside the choices once everything longer has been read.

        Also what somebody began to type while reading; the rest is then skipped.
        """
        self._teach(moment)
        said, fresh = self._spoken(), self._news(moment)
        heading, self.heading = self.heading or self.words("screen-news"), ""
        begun = ""
        if not layout.short(said, size()):
            begun = self._read([ink(each) for each in _lines(said)], moment.title)
            said = []
        at = size()
        asked = Asked(moment, said, len(fresh), self.first)
        room = layout.asking(asked, at).log
        if begun or len(layout.story_lines(fresh, len(fresh), layout.side_width(at))) <= room:
            return asked, begun
        if (said or not room) and layout.short([*fresh, *said], at):
            return replace(asked, said=[*fresh, *said]), ""
        return asked, self._read([ink(each) for each in fresh], heading, moment)

    def read(self, moment: Moment, title: str, lines: Sequence[str], mark: str) -> None:  # noqa: ARG002
        shown = [*self._news(moment), *self._spoken(), *lines]
        self._read([ink(each) for each in _lines(shown)], title, moment, asked=False)

    def enter(self, mark: str) -> str:
        lines, begun = _lines(self._spoken()), ""
        if len(lines) > size().rows - layout.PROMPT_ROWS:
            begun = self._read([ink(each) for each in lines], "")
        return self._line(mark, lambda at: layout.alone(lines, at), self.keyboard.enter, begun)

    def wait(self, look: Callable[[], Moment], text: str) -> None:
        at = size()
        self._show(layout.asking(Asked(look(), [wrap(text)]), at).layout, at, typing=False)

    def thinking(self, look: Callable[[], Moment], text: str) -> None:
        if time.monotonic() - self.drawn > REST:
            self.wait(look, text)

    def end(self, moment: Moment, lines: Sequence[str]) -> None:
        """Show the end; quitting here does not change that the game is over."""
        news = self._news(moment)
        with suppress(Closed):
            if news:
                self._read([ink(each) for each in news], self.words("screen-news"), moment, asked=False)
            self._read([ink(each) for each in lines], self.words("screen-over"), moment, asked=False)

    # For several people

    def can_hide(self) -> bool:
        return True

    def hide(self) -> bool:
        self.said.clear()
        self.fresh.clear()
        self.heading = ""
        self.wiping = True
        return True

    def separate(self) -> None:
        """Each frame stands alone."""
