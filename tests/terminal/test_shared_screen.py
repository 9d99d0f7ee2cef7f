"""Several people at a real terminal: no secret stays on the screen, in the scrollback or the history."""

from __future__ import annotations

import os
import pty
import re
import select
import struct
import termios
import time
from collections.abc import Callable, Iterator
from fcntl import ioctl
from pathlib import Path

import pytest

from garrison.cli.output import WIPE
from support.terminal import terminal_program
from support.terminal.command import PATIENCE, SHORTLY, asleep, only, rows

UP, YANK, KILL, SEARCH = "\x1b[A", "\x19", "\x15", "\x12"
CTRL_C, CTRL_D = "\x03", "\x04"


def _plain(text: str) -> str:
    """Without what tells the terminal how a paste would arrive."""
    return re.sub(r"\x1b\[\?2004[hl]", "", text).replace("\r", "")


class Screen:
    """A terminal with the program in it. What a wipe has cleared is no longer there to be seen."""

    def __init__(self, home: Path, *argv: str, term: str = "xterm") -> None:
        self.mine, its = pty.openpty()
        ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        environment |= {
            "GARRISON_HOME": str(home),
            "PYTHONIOENCODING": "utf-8",
            "TERM": term,
            "INPUTRC": os.devnull,
        }
        self.child = terminal_program.start(its, argv, environment)
        self._its: int | None = its
        self.all = ""
        self.ended = False

    @property
    def seen(self) -> str:
        """All that can be seen, scrolled off the screen or not."""
        return _plain(self.all.rpartition(WIPE)[2])

    def _read(self, seconds: float) -> bool:
        if not select.select([self.mine], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.mine, 65536)
        except OSError:
            self.ended = True
            return False
        self._release()  # the program has it open now, and its end shall be noticed
        self.all += part.decode("utf-8", "replace")
        return bool(part)

    def _release(self) -> None:
        if self._its is not None:
            os.close(self._its)
            self._its = None

    def type(self, keys: str, then: str) -> str:
        """Type, and wait for what comes last; gives all that can be seen then."""
        before = len(self.all)
        os.write(self.mine, keys.encode())
        late = time.monotonic() + PATIENCE
        while not _plain(self.all[before:]).endswith(then):
            assert time.monotonic() < late, f"{then!r} did not come: {self.all!r}"
            self._read(0.2)
        return self.seen

    def more(self) -> bool:
        """True if anything comes by itself."""
        return self._read(0.5)

    def end(self, keys: str) -> int | None:
        """Type the last keys once the program waits for them; gives the status it ends with."""
        late = time.monotonic() + PATIENCE
        while not asleep(self.child.pid):
            assert time.monotonic() < late, self.all
            self._read(0.01)
        os.write(self.mine, keys.encode())
        while self._read(SHORTLY):
            pass
        if not self.ended:
            # A signal that comes just before the program begins to wait for keys needs a second one.
            os.write(self.mine, keys.encode())
            while self._read(PATIENCE):
                pass
        return self.child.wait(PATIENCE)

    def close(self) -> None:
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait()
        self._release()
        os.close(self.mine)


Open = Callable[..., Screen]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    opened: list[Screen] = []

    def start(*argv: str, term: str = "xterm") -> Screen:
        opened.append(Screen(tmp_path, *argv, term=term))
        return opened[-1]

    yield start
    for screen in opened:
        screen.close()


def anna_sits(terminal: Open, *argv: str, term: str = "xterm") -> Screen:
    screen = terminal("play", "toy", "--seed", "3", *argv, term=term)
    screen.type("", "\n> ")
    screen.type("\r", "\nAnna> ")
    return screen


def test_the_screen_and_its_memory_are_wiped_before_the_hand_over(terminal: Open) -> None:
    screen = anna_sits(terminal)
    assert "Anna: hand: lantern 5, lantern 6, lantern 9" in screen.seen
    shown = screen.type("commit 5\r", "\n> ")
    assert shown == (
        "Next at the keyboard: Bruno.\n"
        "Please look away: Anna, Carla.\n"
        "Bruno: press Enter when nobody else can see the screen.\n"
        "> "
    )
    assert WIPE == "\x1b[H\x1b[2J\x1b[3J"
    shown = screen.type("\r", "\nBruno> ")
    assert "Anna: hand: no lantern ×3\nBruno: hand: lantern 3, lantern 4, lantern 7\n" in shown
    assert "Next at the keyboard" not in shown


def test_the_first_hand_over_leaves_what_stands_on_the_screen(terminal: Open) -> None:
    screen = anna_sits(terminal)
    assert WIPE not in screen.all
    assert "At this terminal: Anna, Bruno, Carla." in screen.seen


def test_no_key_brings_back_what_another_person_typed(terminal: Open) -> None:
    pytest.importorskip("readline")
    screen = anna_sits(terminal)
    screen.type(f"commit 9{KILL}", "")
    screen.type("oops\r", "\nAnna> ")
    screen.type(f"{UP}\r", "\nAnna> ")
    assert screen.seen.count("'oops' is not one of the choices") == 2
    screen.type("commit 5\r", "\n> ")
    screen.type("\r", "\nBruno> ")
    for keys in (UP, UP + UP, YANK, f"{SEARCH}c{SEARCH}{SEARCH}"):
        shown = screen.type(f"{keys}\r", "\nBruno> ")
        assert "commit 5" not in shown
        assert "commit 9" not in shown
        assert "oops" not in shown
    screen.type("xyzzy\r", "\nBruno> ")
    screen.type(f"{UP}\r", "\nBruno> ")
    assert screen.seen.count("'xyzzy' is not one of the choices") == 2


def test_lines_typed_ahead_neither_take_the_seat_nor_are_played(terminal: Open, tmp_path: Path) -> None:
    screen = anna_sits(terminal)
    screen.type("commit 5\rcommit 6\r\r\rhold\r", "\n> ")
    assert not screen.more()
    shown = screen.seen
    assert shown.startswith("Next at the keyboard: Bruno.")
    assert "commit" not in shown
    assert rows(only(tmp_path)) == ["anna commit 5"]


def test_an_answer_typed_at_the_hand_over_shows_nothing(terminal: Open, tmp_path: Path) -> None:
    screen = anna_sits(terminal)
    screen.type("commit 5\r", "\n> ")
    for _ in range(2):
        shown = screen.type("commit 6\r", "\n> ")
        assert shown.startswith(
            "That was not played: only Enter, undo or quit work here.\nNext at the keyboard:"
        )
        assert "commit 6" not in shown
        assert "hand:" not in shown
    assert rows(only(tmp_path)) == ["anna commit 5"]
    shown = screen.type("\r", "\nBruno> ")
    assert "commit 6" not in screen.type(f"{UP}\r", "\nBruno> ").replace(shown, "")


@pytest.mark.parametrize(("keys", "status"), [("quit\r", 0), (CTRL_D, 0), (CTRL_C, 130)])
@pytest.mark.parametrize("handing", [False, True])
def test_who_leaves_leaves_nothing_behind(
    terminal: Open, tmp_path: Path, keys: str, status: int, handing: bool
) -> None:
    screen = anna_sits(terminal)
    if handing:
        screen.type("commit 5\r", "\n> ")
    assert screen.end(keys) == status
    said = " ".join(screen.seen.split())
    assert re.fullmatch(r"The game is saved in \S+\. To continue from here: \S.* resume", said)
    assert len(rows(only(tmp_path))) == handing


def test_an_error_leaves_nothing_behind(terminal: Open, tmp_path: Path) -> None:
    screen = anna_sits(terminal)
    only(tmp_path).write_text("mine")
    assert screen.end("commit 5\r") == 2
    assert screen.seen.startswith("garrison: ")
    assert "another program has changed this saved game" in screen.seen


def test_going_on_wipes_the_screen_first(terminal: Open) -> None:
    killed = anna_sits(terminal).child
    killed.kill()
    killed.wait()
    screen = terminal("resume")
    shown = screen.type("", "\n> ")
    assert screen.all.replace("\r", "").startswith(WIPE)
    assert "Next at the keyboard: Anna." in shown
    assert "antern" not in shown
    assert "Anna: hand: lantern 5" in screen.type("\r", "\nAnna> ")


def test_a_terminal_that_cannot_be_wiped_is_scrolled_away(terminal: Open) -> None:
    screen = anna_sits(terminal, term="dumb")
    screen.type("commit 5\r", "\n> ")
    assert "\x1b" not in screen.all
    last = screen.seen[screen.seen.rindex("Anna> ") :]
    assert re.search(r"commit 5\n{24,}\n=+\n\nNext at the keyboard: Bruno\.", last)


def test_one_person_alone_keeps_screen_and_history(terminal: Open) -> None:
    screen = terminal("play", "toy", "--seed", "3", "--players", "me,random,random")
    screen.type("", "\n> ")
    screen.type("hold\r", "\n> ")
    screen.type("xyzzy\r", "\n> ")
    assert WIPE not in screen.all
    pytest.importorskip("readline")
    screen.type(f"{UP}\r", "\n> ")
    assert screen.seen.count("'xyzzy' is not one of the choices") == 2
