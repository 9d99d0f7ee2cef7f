"""Standard output and error, whatever they are connected to."""

from __future__ import annotations

import codecs
import io
import os
import shutil
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress

NARROWEST = 40
WIDEST = 120
WIDTH = 100
"""Line width when writing to a file or pipe."""
ERROR_CHARACTERS = 1200
PLAIN = "garrison-plain"
WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen before the scrollback: some terminals scroll a cleared screen away."""

_SPELLED = {
    "→": "->",
    "×": "x",
    "…": "...",
    "─": "-",
    "│": "|",
    "·": "-",
    "›": ">",
    "↑": "^",
    "↓": "v",
    "–": "-",
    "—": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "°": "o",
    "µ": "u",
    "ß": "ss",
    "æ": "ae",
    "ø": "o",
    "ł": "l",
}
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories that would control a terminal or show nothing."""


def _spell(error: UnicodeError) -> tuple[str, int]:
    """Replace characters the output cannot encode: accents dropped, arrows in ASCII."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(character: str) -> str:
    if character.lower() in _SPELLED:
        said = _SPELLED[character.lower()]
        return said if character.islower() or not character.isupper() else said.upper()
    if unicodedata.combining(character):
        return ""
    base = "".join(each for each in unicodedata.normalize("NFKD", character) if each.isascii())
    return base or character.encode("ascii", "backslashreplace").decode()


codecs.register_error(PLAIN, _spell)


def prepare() -> None:
    """Make the standard streams safe to write to.

    A stream closed before the start is None. Its descriptor is occupied here, so that no file of ours
    is opened under that number and written to by accident.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is None:
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)


def width() -> int:
    """Characters per line."""
    if sys.stdout is None or not sys.stdout.isatty():
        return WIDTH
    return min(WIDEST, max(NARROWEST, shutil.get_terminal_size((WIDTH, 24)).columns))


def visible(text: str) -> str:
    """Escape everything that would control a terminal; keep line breaks."""
    if text.isprintable():
        return text
    return "".join(
        each.encode("unicode_escape").decode()
        if each != "\n" and unicodedata.category(each) in _HIDDEN
        else each
        for each in text
    )


def spelled(text: str) -> str:
    """The text as standard output will show it, for measuring."""
    coding = getattr(sys.stdout, "encoding", None)
    if text.isascii() or not coding:
        return text
    return text.encode(coding, PLAIN).decode(coding)


class OutputFailed(Exception):
    """Writing to standard output failed; the reason is the system's."""


@contextmanager
def _writing() -> Iterator[None]:
    """Tell output errors from file errors. A closed pipe is not an error."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputFailed(error.strerror or error) from error


def say(text: str = "") -> None:
    """Print one or more lines to standard output."""
    with _writing():
        print(visible(text))


def begin(text: str) -> None:
    """Print the beginning of a line at once."""
    with _writing():
        print(visible(text), end="", flush=True)


def put(text: str) -> None:
    """Write a text with its control sequences, unbuffered."""
    flush()
    coded = memoryview(text.encode(sys.stdout.encoding, PLAIN))
    with _writing():
        while coded:
            coded = coded[os.write(sys.stdout.fileno(), coded) :]


def separate() -> None:
    """Print a line between the output for two readers."""
    say(f"\n{'=' * width()}\n")


def can_wipe() -> bool:
    """True if what was shown can be erased."""
    if not sys.stdout.isatty():
        return False
    return sys.platform == "win32" or os.environ.get("TERM", "dumb") != "dumb"


def wipe() -> bool:
    """Clear the screen and its scrollback; False where that cannot be done."""
    if not can_wipe():
        if sys.stdout.isatty():
            say("\n" * shutil.get_terminal_size((WIDTH, 24)).lines)
        return False
    if sys.platform == "win32":
        return os.system("cls") == 0
    with _writing():
        print(WIPE, end="", flush=True)
    return True


def flush() -> None:
    with _writing():
        sys.stdout.flush()


def fail(text: str, status: int = 2) -> int:
    """Print one sentence to standard error and return the exit status."""
    sentence = visible(text.strip().replace("\n", " "))
    with suppress(OSError, ValueError):
        print(f"garrison: {sentence[:ERROR_CHARACTERS]}", file=sys.stderr, flush=True)
    return status


def drop_output() -> None:
    """Discard buffered output, so that nothing is written to a broken stream at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
