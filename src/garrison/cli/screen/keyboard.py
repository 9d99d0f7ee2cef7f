"""Typed lines: from a terminal with arrow keys and history, or from a file or pipe."""

from __future__ import annotations

import sys
from contextlib import suppress
from types import ModuleType

from garrison.cli import output
from garrison.cli.texts import BadInput

if sys.platform == "win32":
    import msvcrt
else:
    import termios

LONE_ESCAPE = r'"\e": ""'
"""Esc by itself does nothing; otherwise it would take the next letter for a command of the line editor."""
RECALLING = (r"\C-y", r"\ey", r"\C-r", r"\C-s", r"\C-xe")
"""Keys that recall or search earlier lines, besides the history itself."""


class Closed(Exception):
    """End of input."""


class Keyboard:
    """The source of answers; `live` if a person sits at a terminal."""

    def __init__(self) -> None:
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.editing = _line_editing() if self.live else None

    def answer(self, mark: str, begun: str = "") -> str:
        """Read a line of input; `begun` is already typed."""
        line = self._line(mark, begun)
        if not self.live:
            # Answers from a file do not show on the screen: print them.
            output.say(f" {line}".rstrip("\r\n"))
        return line

    def enter(self, mark: str, begun: str = "") -> str:
        """Read a line of input without printing it."""
        line = self._line(mark, begun)
        if not self.live:
            output.say()
        return line

    def _line(self, mark: str, begun: str) -> str:
        try:
            if self.live:
                return self._typed(mark, begun)
            # Whoever answers through a pipe waits for the prompt.
            output.begin(mark.rstrip())
            line = sys.stdin.readline()
        except EOFError:
            output.say()
            raise Closed from None
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        except OSError as error:
            raise BadInput("input", reason=error.strerror or error) from error
        if not line:
            output.say()
            raise Closed
        return line

    def _typed(self, mark: str, begun: str) -> str:
        if self.editing is None or not begun:
            return input(mark)
        insert = self.editing.insert_text
        self.editing.set_startup_hook(lambda: insert(begun))
        try:
            return input(mark)
        finally:
            self.editing.set_startup_hook(None)

    # For the full screen

    def hold_line(self) -> None:
        """Keep input on one line, and keep the line editor from redrawing the screen."""
        if self.editing is not None:
            self.editing.parse_and_bind("set horizontal-scroll-mode on")
            self.editing.parse_and_bind(r'"\C-l": ""')

    def typed(self) -> str:
        """The line typed so far."""
        return str(self.editing.get_line_buffer()) if self.editing is not None else ""

    def echo(self, on: bool) -> None:
        """Turn echo on or off. Keys pressed between questions would spoil the screen."""
        if sys.platform != "win32":
            number = sys.stdin.fileno()
            modes = termios.tcgetattr(number)
            modes[3] = modes[3] | termios.ECHO if on else modes[3] & ~termios.ECHO
            termios.tcsetattr(number, termios.TCSANOW, modes)

    # For several people at one keyboard

    def share(self) -> None:
        """Stop keys from recalling what another person typed."""
        if self.editing is not None:
            for key in RECALLING:
                self.editing.parse_and_bind(f'"{key}": ""')

    def forget(self) -> None:
        """Discard all input so far, read or not: it was another person's."""
        if not self.live:
            return
        if self.editing is not None:
            self.editing.clear_history()
        if sys.platform == "win32":
            while msvcrt.kbhit():
                msvcrt.getwch()
        else:
            with suppress(termios.error):
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _line_editing() -> ModuleType | None:
    """Line editing and history, where the platform has them. Importing it affects the terminal."""
    try:
        import readline
    except ImportError:
        return None
    readline.parse_and_bind(LONE_ESCAPE)
    return readline
