"""The full screen of a terminal: drawn in one write, put back as it was when the game is left."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import termios
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import StringIO
from types import FrameType, TracebackType

from rich.console import Console
from rich.layout import Layout
from rich.text import Text

from garrison.cli import page, panels
from garrison.cli.keyboard import Closed, Key, Keyboard
from garrison.cli.panels import Asked, Size
from garrison.cli.screen import Moment
from garrison.cli.tableau import folded, ink
from garrison.cli.texts import Words, paragraphs, wrap
from garrison.core.game import Seat

ENTER, LEAVE = "\x1b[?1049h\x1b[H\x1b[2J", "\x1b[0m\x1b[H\x1b[2J\x1b[?1049l\x1b[?25h"
BEGIN, END = "\x1b[?2026h\x1b[?25l\x1b[0m", "\x1b[?2026l"
"""Around a frame; a terminal that knows the first shows nothing half drawn."""
CURSOR = "\x1b[?25h"
SHORT = 4
"""Lines of an answer that are shown beside the choices; a longer one is read by itself."""
REST = 0.2
"""Seconds between two frames while a player thinks."""
SIGNALS = (signal.SIGWINCH, signal.SIGTSTP, signal.SIGTERM)


def size() -> Size:
    return Size(*shutil.get_terminal_size((panels.LEAST_COLUMNS, panels.LEAST_ROWS)))


class _Again(Exception):
    """The screen must be drawn anew while somebody is typing. `stop` if the program is to pause first."""

    def __init__(self, text: str, *, stop: bool) -> None:
        super().__init__(text)
        self.text = text
        self.stop = stop


class FullScreen:
    """The table, what happened and the choices at one glance."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.keyboard = Keyboard()
        self.keyboard.hold_line()
        self.said: list[str] = []
        self.fresh: list[str] = []
        self.heading = ""
        self.taught: set[Seat] = set()
        self.page = 0
        self.closed = False
        self.drawn = 0.0
        # Whether everything shown so far must vanish before the next frame.
        self.wiping = False
        self.waiting = False

    # The terminal as it was

    def __enter__(self) -> FullScreen:
        self.modes = termios.tcgetattr(sys.stdin.fileno())
        self.handlers = {each: signal.signal(each, self._signalled) for each in SIGNALS}
        self.keyboard.echo(False)
        page.put(ENTER)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closed = True
        for each, handler in self.handlers.items():
            signal.signal(each, handler)
        page.put(LEAVE)
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self.modes)

    def _signalled(self, number: int, _: FrameType | None) -> None:
        """A window of another size, a pause, an end from outside."""
        if number == signal.SIGTERM:
            raise KeyboardInterrupt
        stop = number == signal.SIGTSTP
        if self.waiting:
            self.waiting = False
            raise _Again(self.keyboard.typed(), stop=stop)
        if stop:
            self._pause()

    def _pause(self) -> None:
        """Give the terminal back until the program goes on."""
        page.put(LEAVE)
        modes = termios.tcgetattr(sys.stdin.fileno())
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self.modes)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._signalled)
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, modes)
        page.put(ENTER)

    # Frames

    def _show(self, layout: Layout, at: Size, *, typing: bool) -> None:
        """One frame in one write: no line is erased before it is written over."""
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
        page.put("".join([BEGIN, page.WIPE * self.wiping, *drawn, prompt, CURSOR if typing else "", END]))
        self.wiping = False
        self.drawn = time.monotonic()

    def _line(self, mark: str, layout: Callable[[Size], Layout], read: Callable[[str, str], str]) -> str:
        """A line that is typed below a frame, which follows the size of the window."""
        begun = ""
        while True:
            at = size()
            self._show(layout(at), at, typing=True)
            self.keyboard.echo(True)
            try:
                self.waiting = True
                return read(mark, begun)
            except _Again as again:
                begun = again.text
                if again.stop:
                    self._pause()
            finally:
                self.waiting = False
                self.keyboard.echo(False)

    def _key(self) -> Key:
        try:
            self.waiting = True
            return self.keyboard.key()
        except _Again as again:
            if again.stop:
                self._pause()
            return Key.OTHER
        finally:
            self.waiting = False

    def _read(self, text: Sequence[Text], title: str, moment: Moment | None = None) -> None:
        """Let somebody read a longer text, forwards and backwards."""
        top = 0
        while True:
            at = size()
            shown = panels.reading(text, top, at, title, self.words, moment)
            self._show(shown.layout, at, typing=False)
            key = self._key()
            top = shown.first
            last = top + shown.rows >= shown.total
            if key is Key.CLOSE or (last and key is Key.ENTER):
                return
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

    # What the terminal says

    def say(self, text: str = "") -> None:
        if self.closed:
            page.say(text)
        else:
            self.said += text.split("\n")

    def happened(self, sentences: Sequence[str], heading: str = "") -> None:
        self.fresh += sentences
        self.heading = heading or self.heading

    def table(self, lines: Sequence[str], whole: bool) -> None:  # noqa: ARG002
        """Where the game is over the last frame has shown it."""
        if not self.closed:
            for line in lines:
                self.say(line)

    def changed(self) -> None:
        self.page = 0

    def _spoken(self) -> list[str]:
        """What was said since the last time, without blank lines around it."""
        lines = "\n".join(self.said).strip("\n").split("\n")
        self.said.clear()
        return [line.rstrip() for line in lines] if any(lines) else []

    def _news(self, moment: Moment) -> list[str]:
        """What happened and still stands."""
        fresh = self.fresh
        self.fresh = []
        return fresh if list(moment.story[-len(fresh) :]) == fresh else []

    def _too_long(self, lines: Sequence[str]) -> bool:
        return sum(len(folded(Text(line), size().columns, 0)) for line in lines) > SHORT

    def _teach(self, moment: Moment) -> None:
        """How to read the table, once to each person."""
        if moment.seat not in self.taught:
            self.say(f"\n{paragraphs(moment.legend)}" if moment.legend else "")
            letters = panels.letters(moment)
            if letters:
                self.say(wrap(self.words("screen-letters", letters=letters)))
        self.taught.add(moment.seat)

    def ask(self, moment: Moment, mark: str) -> str:
        asked = self._told(moment)
        while True:
            line = self._line(mark, partial(self._asking, asked), self.keyboard.answer)
            if line.strip():
                return line
            self.page += 1
            asked = replace(asked, said=(), page=self.page)

    def _asking(self, asked: Asked, at: Size) -> Layout:
        return panels.asking(asked, at).layout

    def _told(self, moment: Moment) -> Asked:
        """What is left to show beside the choices when everything longer has been read."""
        self._teach(moment)
        said, fresh = self._spoken(), self._news(moment)
        heading, self.heading = self.heading or self.words("screen-news"), ""
        if self._too_long(said):
            self._read([ink(each) for each in said], moment.title)
            said = []
        at = size()
        asked = Asked(moment, said, len(fresh), self.page)
        room = panels.asking(asked, at).log
        if not room and not self._too_long([*fresh, *said]):
            return replace(asked, said=[*fresh, *said])
        if fresh and len(panels.story_lines(fresh, len(fresh), panels.side_width(at))) > room:
            self._read([ink(each) for each in fresh], heading, moment)
        return asked

    def enter(self, mark: str) -> str:
        said = self._spoken()
        if len(said) > size().rows - panels.PROMPT_ROWS:
            self._read([ink(each) for each in said], "")
        return self._line(mark, lambda at: panels.alone(said, at), self.keyboard.enter)

    def wait(self, look: Callable[[], Moment], text: str) -> None:
        at = size()
        self._show(panels.asking(Asked(look(), [wrap(text)]), at).layout, at, typing=False)

    def thinking(self, look: Callable[[], Moment], text: str) -> None:
        if time.monotonic() - self.drawn > REST:
            self.wait(look, text)

    def end(self, moment: Moment, lines: Sequence[str]) -> None:
        """A person who leaves here has seen it: the game is over all the same."""
        news = self._news(moment)
        with suppress(Closed):
            if news:
                self._read([ink(each) for each in news], self.words("screen-news"), moment)
            self._read([ink(each) for each in lines], self.words("screen-over"), moment)

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
