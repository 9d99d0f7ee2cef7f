"""The terminal's own texts in the reader's language. Each game has its own."""

from __future__ import annotations

import re
import textwrap
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Protocol, TypeVar

from garrison.cli import output
from garrison.core.errors import GarrisonError
from garrison.core.plugins import BrokenPlugin
from garrison.core.show.templates import fill
from garrison.core.show.words import LANGS

GLUE = "\ue000"
_SIGN = re.compile(r"(?<=\d) (?=[%°])")
"""The space between a number and its sign."""
SHOWN = 6
"""Names shown of a long list."""


class Words:
    """Fixed sentences by key, and the names of commands."""

    def __init__(self, lang: str) -> None:
        text = files("garrison.cli").joinpath(f"words.{lang}.toml").read_text("utf-8")
        found: dict[str, Any] = tomllib.loads(text)
        self.lang = lang
        self.say: dict[str, str] = found["say"]
        self.help: str = found["help"]["text"]
        self.help_aid: str = found["help"]["aid"]
        self.commands: dict[str, str] = {
            alias: command for command, aliases in found["commands"].items() for alias in aliases
        }

    def __call__(self, key: str, /, **values: object) -> str:
        return fill(self.say[key], **values)

    def some(self, names: Sequence[str]) -> str:
        """Names as a choice: `a, b or c`; only the first of very many."""
        if len(names) > SHOWN:
            return self("and-more", some=", ".join(names[:SHOWN]), count=len(names) - SHOWN)
        return self.any_of(names)

    def any_of(self, names: Iterable[str]) -> str:
        """All names as a choice: `a, b or c`."""
        *others, last = [*names] or [""]
        return ", ".join(others) + self("or") + last if others else last


@lru_cache(maxsize=4)
def words(lang: str) -> Words:
    return Words(lang)


class BadAnswer(Exception):
    """Invalid input at a prompt; the text is for the player."""


class Sentence(GarrisonError):
    """An error of the commands, in the reader's language; `lang` if it is already known."""

    def __init__(self, key: str, /, *, lang: str | None = None, **values: object) -> None:
        super().__init__(words(LANGS[0])(key, **values))
        self.key = key
        self.values = values
        self.lang = lang

    def said(self, lang: str) -> str:
        return words(self.lang or lang)(self.key, **self.values)


class BadInput(Sentence):
    """The command line asks for something impossible; the text says what would be right."""


class NotSaved(Sentence):
    """A saved game cannot be created, found or resumed; the text says why."""


def said(error: Exception, lang: str) -> str:
    """An error as text, in the reader's language if it is ours."""
    return error.said(lang) if isinstance(error, Sentence | BrokenPlugin) else str(error)


def report_broken(plugins: Iterable[BrokenPlugin], lang: str) -> None:
    """Name the plug-ins that are left out, a sentence each, on standard error."""
    for each in plugins:
        output.fail(each.said(lang))


def fold(text: str) -> str:
    """A text for comparison with input: no capitals, accents or spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each) and not each.isspace())


def endings(name: str) -> list[str]:
    """The last words of a name, folded, from all of them to the last alone."""
    words = name.split()
    return [fold(" ".join(words[at:])) for at in range(len(words))]


class Named(Protocol):
    """Something with an id and a name."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


_N = TypeVar("_N", bound=Named)


def named(text: str, things: Iterable[_N]) -> list[_N]:
    """The things that a text names: by their id or name, else by its beginning, else by a word within."""
    bare = fold(text)
    known = [(each, (fold(each.id), fold(each.name)), endings(each.name)) for each in things]
    ways = (
        [each for each, names, _ in known if bare in names],
        [each for each, names, _ in known if any(name.startswith(bare) for name in names)],
        [each for each, _, last in known if any(words.startswith(bare) for words in last)],
    )
    return next((way for way in ways if way), []) if bare else []


def count(number: int, noun: str) -> str:
    """`1 game`, `2 games`, for commands that are English only."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def glued(text: str) -> str:
    """A text that `wrap` never breaks, such as a command to copy."""
    return text.replace(" ", GLUE)


def spaced(text: str, space: str = " ") -> str:
    """The text as it is shown, with spaces where it was glued."""
    return text.replace(GLUE, space)


def wrap(text: str, indent: str = "", hang: str | None = None) -> str:
    """The text wrapped to the page's width. Words, glued texts and `89 %` are never broken."""
    shown = GLUE.join(output.spelled(output.visible(part)) for part in _SIGN.sub(GLUE, text).split(GLUE))
    lines = textwrap.fill(
        shown,
        output.width(),
        initial_indent=indent,
        subsequent_indent=indent if hang is None else hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return spaced(lines)


def unwrapped(text: str) -> str:
    """The text without the line breaks that `wrap` made, for pages of another width."""
    first, *others = text.split("\n")
    found = [first]
    last = first
    for line in others:
        word = line.split(" ", 1)[0]
        if word and last and len(last) + 1 + len(word) > output.width():
            found[-1] += f" {line}"
        else:
            found.append(line)
        last = line
    return "\n".join(found)


def paragraphs(text: str, indent: str = "") -> str:
    """A longer text, wrapped line by line, with hanging lists."""
    lines = []
    for line in text.splitlines():
        bullet = line.startswith(("- ", "* "))
        lines.append(wrap(line, indent, indent + "  " * bullet) if line.strip() else "")
    return "\n".join(lines)
