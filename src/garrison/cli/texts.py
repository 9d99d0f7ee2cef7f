"""The terminal's own words, in the reader's language. What belongs to a game comes from the game."""

from __future__ import annotations

import re
import textwrap
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

WIDTH = 100
NO_BREAK = "\N{NO-BREAK SPACE}"
_COMMAND = re.compile(r"'garrison [^']*'")


class BadAnswer(Exception):
    """Something typed at a prompt that cannot be done; its text is for the player."""


class Words:
    """Fixed sentences by key, and what a command may be called."""

    def __init__(self, lang: str) -> None:
        text = files("garrison.cli").joinpath(f"words.{lang}.toml").read_text("utf-8")
        found: dict[str, Any] = tomllib.loads(text)
        self.lang = lang
        self.say: dict[str, str] = found["say"]
        self.help: str = found["help"]["text"]
        self.commands: dict[str, str] = {
            alias: command for command, aliases in found["commands"].items() for alias in aliases
        }

    def __call__(self, key: str, /, **values: object) -> str:
        return self.say[key].format(**values)


@lru_cache(maxsize=4)
def words(lang: str) -> Words:
    return Words(lang)


def wrap(text: str, indent: str = "", hang: str | None = None) -> str:
    """The text in lines of the terminal's width; commands in quotes stay in one piece."""
    return textwrap.fill(
        _COMMAND.sub(lambda found: found[0].replace(" ", NO_BREAK), text),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent if hang is None else hang,
        break_long_words=False,
        break_on_hyphens=False,
    ).replace(NO_BREAK, " ")


def paragraphs(text: str, indent: str = "") -> str:
    """A longer text, its lines wrapped one by one and its lists hanging."""
    lines = []
    for line in text.splitlines():
        bullet = line.startswith(("- ", "* "))
        lines.append(wrap(line, indent, indent + "  " * bullet) if line.strip() else "")
    return "\n".join(lines)
