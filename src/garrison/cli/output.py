"""Where words go: standard output and error, whatever they are connected to."""

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
"""Of lines that go to a file or another program."""
ERROR_CHARACTERS = 1200
PLAIN = "garrison-plain"
WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""The screen first, then what has scrolled off it: some terminals scroll a cleared screen away."""

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
"""Kinds of characters that would act on a terminal or show nothing."""


def _spell(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters an output cannot take: accents off, arrows in two strokes."""
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

    A stream that was closed before the start is None. Its number is taken up here, so that no file of
    ours is opened under it and gets written to by accident.
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
    """Characters in a line."""
    if sys.stdout is None or not sys.stdout.isatty():
        return WIDTH
    return min(WIDEST, max(NARROWEST, shutil.get_terminal_size((WIDTH, 24)).columns))


def visible(text: str) -> str:
    """The text with everything that would act on a terminal written as an escape; line breaks stay."""
    if text.isprintable():
        return text
    return "".join(
        each.encode("unicode_escape").decode()
        if each != "\n" and unicodedata.category(each) in _HIDDEN
        else each
        for each in text
    )


def spelled(text: str) -> str:
    """The text as standard output will show it, so that it can be measured."""
    coding = getattr(sys.stdout, "encoding", None)
    if text.isascii() or not coding:
        return text
    return text.encode(coding, PLAIN).decode(coding)


class OutputFailed(Exception):
    """Standard output took no more; the reason is the system's."""


@contextmanager
def _writing() -> Iterator[None]:
    """Tell trouble with the output from trouble with a file. A reader who has gone is no trouble."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputFailed(error.strerror or error) from error


def say(text: str = "") -> None:
    """A line, or several, on standard output."""
    with _writing():
        print(visible(text))


def put(text: str) -> None:
    """A text with everything in it that acts on a terminal, at once."""
    flush()
    coded = memoryview(text.encode(sys.stdout.encoding, PLAIN))
    with _writing():
        while coded:
            coded = coded[os.write(sys.stdout.fileno(), coded) :]


def separate() -> None:
    """A line between what is for one reader and what is for another."""
    say(f"\n{'=' * width()}\n")


def can_wipe() -> bool:
    """Whether what was shown can be made to vanish."""
    if not sys.stdout.isatty():
        return False
    return sys.platform == "win32" or os.environ.get("TERM", "dumb") != "dumb"


def wipe() -> bool:
    """Clear the screen and what has scrolled off it; False where that cannot be done."""
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
    """One sentence on standard error; gives the status to end with."""
    sentence = visible(text.strip().replace("\n", " "))
    with suppress(OSError, ValueError):
        print(f"garrison: {sentence[:ERROR_CHARACTERS]}", file=sys.stderr, flush=True)
    return status


def drop_output() -> None:
    """Leave nothing that would be written to a broken output when the program ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
