"""A terminal window with the program in it: what is written to it, and what a person sees in it."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping
from fcntl import ioctl
from pathlib import Path

import pyte

from garrison.cli.screen.full_screen import BEGIN, END
from support.terminal import terminal_program
from support.terminal.command import PATIENCE, SHORTLY, asleep

QUIET = 0.02
ALTERNATE, BACK = "\x1b[?1049h", "\x1b[?1049l"
_TURN = re.compile(f"({re.escape(ALTERNATE)}|{re.escape(BACK)})")
_BEGUN = re.compile(r"\x1b(\[[?0-9;]*)?$")
"""A sequence of which the rest has not arrived."""
_READING = re.compile(r"(Enter|Invio): ")


class Window:
    """A pseudo-terminal of a size. `screen` is the one that shows now, `main` the one it began with."""

    def __init__(
        self,
        home: Path,
        *argv: object,
        columns: int = 100,
        rows: int = 30,
        env: Mapping[str, str] | None = None,
        fresh: bool = False,
    ) -> None:
        self.mine, its = pty.openpty()
        self.main = pyte.Screen(columns, rows)
        self.screen = self.main
        self._size(its, columns, rows)
        self.modes = termios.tcgetattr(its)
        keep = {
            name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")
        }
        given = {
            "GARRISON_HOME": str(home),
            "PYTHONIOENCODING": "utf-8",
            "TERM": "xterm",
            "INPUTRC": os.devnull,
        }
        self.child = terminal_program.start(its, argv, {**keep, **given, **(env or {})}, fresh=fresh)
        self.its = its
        self.all = ""
        self.ended = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._stream = pyte.Stream(self.screen)
        self._rest = ""

    @staticmethod
    def _size(number: int, columns: int, rows: int) -> None:
        ioctl(number, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        self._size(self.mine, columns, rows)
        self.main.resize(rows, columns)
        before = self.all.count(END)
        self.screen.resize(rows, columns)
        self._frame_after(before)
        self.settle()

    # What arrives

    def _read(self, seconds: float) -> bool:
        if not select.select([self.mine], [], [], seconds)[0]:
            return False
        text = self._decoder.decode(os.read(self.mine, 65536))
        self.all += text
        text = self._rest + text
        begun = _BEGUN.search(text)
        whole = begun.start() if begun else len(text)
        text, self._rest = text[:whole], text[whole:]
        for piece in _TURN.split(text):
            if piece in (ALTERNATE, BACK):
                self.screen = self.main if piece == BACK else pyte.Screen(self.main.columns, self.main.lines)
                self._stream = pyte.Stream(self.screen)
            else:
                self._stream.feed(piece)
        return True

    def settle(self) -> Window:
        """Wait until the program has nothing more to show and waits for keys."""
        late = time.monotonic() + PATIENCE
        while not (self.ready and self._still()):
            assert time.monotonic() < late, "\n".join(self.lines)
            self._read(QUIET)
            if self.child.poll() is not None and not self._read(QUIET):
                self.ended = True
                break
        return self

    def _still(self) -> bool:
        """True if every key is taken, the program waits for more, and all it has shown has arrived."""
        return self._waits() and not self._read(QUIET) and self._waits()

    def _waits(self) -> bool:
        unread = struct.unpack("i", ioctl(self.its, termios.FIONREAD, struct.pack("i", 0)))[0]
        return not unread and asleep(self.child.pid)

    @property
    def ready(self) -> bool:
        return self.reading or self.asking

    @property
    def reading(self) -> bool:
        return self.screen is not self.main and bool(_READING.match(self._line(self.screen.lines - 1)))

    @property
    def asking(self) -> bool:
        at = self.screen.cursor
        line = self._line(at.y)
        if self.screen is self.main:
            return bool(re.match(r"[^<>]*> ", line))
        return not at.hidden and at.y == self.screen.lines - 2 and bool(line.strip())

    def _line(self, y: int) -> str:
        """One line of the screen: to put all of them together takes long, and this is looked at often."""
        row = self.screen.buffer[y]
        return "".join(row[x].data for x in range(self.screen.columns))

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    @property
    def shown(self) -> str:
        """All that can be seen, as one line."""
        return " ".join(" ".join(self.lines).split())

    @property
    def frames(self) -> list[str]:
        return re.findall(f"{re.escape(BEGIN)}(.*?){re.escape(END)}", self.all, re.DOTALL)

    # What a person does

    def press(self, keys: str) -> Window:
        """Keys; those that are more than text on a line bring a new frame, the others are seen on it."""
        seen, before = len(self.all), self.all.count(END)
        framed = self.reading or any(key in keys for key in "\r\x1a")
        os.write(self.mine, keys.encode())
        if framed:
            self._frame_after(before)
        else:
            self._until(lambda: len(self.all) > seen)
        return self.settle()

    def _frame_after(self, count: int) -> None:
        self._until(lambda: self.all.count(END) > count)

    def _until(self, shown: Callable[[], bool]) -> None:
        late = time.monotonic() + PATIENCE
        while not shown() and self.child.poll() is None:
            assert time.monotonic() < late, "\n".join(self.lines)
            self._read(QUIET)

    def await_text(self, after: int, pattern: str) -> None:
        """Wait for a text in what is written after so many characters, where no frame is drawn."""
        self._until(lambda: re.search(pattern, self.all[after:]) is not None)

    def type(self, line: str) -> Window:
        """A line at the prompt; what there is to read first is read."""
        return self.read_on().press(f"{line}\r")

    def read_on(self) -> Window:
        while self.reading:
            self.press("\r")
        return self

    def signal(self, number: signal.Signals) -> None:
        self.child.send_signal(number)

    def end(self, keys: str) -> int | None:
        """The last keys; gives the status the program ends with."""
        os.write(self.mine, keys.encode())
        if not keys.isprintable() and not self._over(SHORTLY):
            # A signal that comes just before the program begins to wait for keys needs a second one.
            os.write(self.mine, keys[-1:].encode())
        return self.wait()

    def _over(self, seconds: float) -> bool:
        late = time.monotonic() + seconds
        while self.child.poll() is None and time.monotonic() < late:
            self._read(QUIET)
        return self.child.poll() is not None

    def wait(self) -> int | None:
        assert self._over(PATIENCE), "\n".join(self.lines)
        while self._read(QUIET):
            pass
        return self.child.wait()

    def close(self) -> None:
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait()
        os.close(self.mine)
        os.close(self.its)
