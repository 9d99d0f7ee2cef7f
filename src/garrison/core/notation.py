"""One reader and one writer for actions: wire, record, scenario and terminal use the same notation.

A notation is lower-case ASCII words with single spaces. Named parts (`green=2`) may come in any
order. A row such as `aim x=? y=?` is an open choice: its numbers have at most two decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from garrison.core.errors import UNREADABLE, Unreadable
from garrison.core.game import AnyGame
from garrison.core.limits import NOTATION_CHARACTERS, OPEN_NUMBER
from garrison.core.state import Action, decimal

_NUMBER = re.compile(r"-?\d{1,7}([.,]\d{1,2})?\Z", re.ASCII)
"""A comma is read as a point, for people who write `2,5`. Output always has a point."""
_VALUE = re.compile(r"([a-z].*[ =])(\d{1,7}(?:\.\d{1,2})?)\Z", re.ASCII)


@lru_cache(maxsize=16)
def _rows(game: AnyGame) -> dict[str, int]:
    return {_sorted(text): row for row, text in enumerate(game.play.actions)}


@lru_cache(maxsize=16)
def _open_rows(game: AnyGame) -> dict[tuple[str, ...], int]:
    return {
        tuple(word.removesuffix("?") for word in text.split()): row
        for row, text in enumerate(game.play.actions)
        if "=?" in text
    }


def _sorted(text: str) -> str:
    words = text.split()
    named = iter(sorted(word for word in words if "=" in word))
    return " ".join(next(named) if "=" in word else word for word in words)


def read(game: AnyGame, text: str) -> Action:
    """The action a text means; raises Unreadable."""
    written = _rows(game).get(text)
    if written is not None:
        return written
    if len(text) > NOTATION_CHARACTERS or not text.isascii():
        raise Unreadable(UNREADABLE, f"no action of {game.id} is written like that")
    tidy = _sorted(text.strip().lower())
    row = _rows(game).get(tidy)
    return _read_open(game, tidy) if row is None else row


def _read_open(game: AnyGame, tidy: str) -> Action:
    """`aim y=2 x=3.25` as (row of `aim x=? y=?`, 325, 200)."""
    words = tidy.split()
    plain = [word for word in words if "=" not in word]
    parts = [word.partition("=") for word in words if "=" in word]
    numbers = {name: value for name, _, value in parts}
    for shape, row in _open_rows(game).items():
        fields = [word[:-1] for word in shape if word.endswith("=")]
        verbs = [word for word in shape if not word.endswith("=")]
        if plain != verbs or sorted(name for name, _, _ in parts) != sorted(fields):
            continue
        return (row, *(_hundredths(game, name, numbers[name]) for name in fields))
    raise Unreadable(UNREADABLE, f"'{tidy}' is not an action of {game.id}")


class Values(NamedTuple):
    """The answers to a question for a number: what they begin with (`pull `), and each by its hundredths."""

    stem: str
    answers: dict[int, str]

    def read(self, text: str) -> int | None:
        """The hundredths a text stands for: `1.9`, or an answer in full; None if it is no number."""
        bare = text.removeprefix(self.stem).removeprefix(self.stem.rpartition(" ")[2])
        return as_hundredths(bare) if _NUMBER.match(bare) else None


def values(notations: Iterable[str]) -> Values | None:
    """The numbers that notations stand for, if all begin alike and end in a number of their own."""
    found = [_VALUE.match(each) for each in notations]
    stems = {each[1] if each else "" for each in found}
    if len(stems) != 1 or "" in stems:
        return None
    return Values(stems.pop(), {as_hundredths(each[2]): each[0] for each in found if each})


def rows_by_word(notations: Iterable[str]) -> dict[str, list[int]]:
    """The rows whose notation has a word, by word; `green=2` is two words."""
    found: dict[str, list[int]] = {}
    for row, notation in enumerate(notations):
        for word in dict.fromkeys(notation.replace("=", " ").split()):
            found.setdefault(word, []).append(row)
    return found


def _hundredths(game: AnyGame, name: str, text: str) -> int:
    if not _NUMBER.match(text):
        raise Unreadable(
            UNREADABLE, f"'{name}={text}' of {game.id} must be a number with at most two decimals"
        )
    number = as_hundredths(text)
    if abs(number) > OPEN_NUMBER:
        raise Unreadable(UNREADABLE, f"'{name}={text}' of {game.id} is too large")
    return number


def as_hundredths(text: str) -> int:
    """`3.25` as 325."""
    whole, _, rest = text.removeprefix("-").replace(",", ".").partition(".")
    number = int(whole) * 100 + int((rest + "00")[:2])
    return -number if text.startswith("-") else number


def write(game: AnyGame, action: Action) -> str:
    """The notation of an action."""
    if not isinstance(action, tuple):
        return game.play.actions[action]
    numbers = iter(action[1:])
    return " ".join(
        word[:-1] + decimal(next(numbers)) if word.endswith("=?") else word
        for word in game.play.actions[action[0]].split()
    )
