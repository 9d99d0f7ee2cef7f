"""Bots. They get views and lists of actions, never the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from garrison.core.game import AnyGame
from garrison.core.registry import Unknown
from garrison.core.state import Seat
from garrison.players.player import Player
from garrison.players.random import Random
from garrison.players.search import ITERATIONS, MOST_ITERATIONS, Search
from garrison.players.sound import Sound

__all__ = ["PLAYERS", "Player", "known", "make", "steady"]


class Assignment(NamedTuple):
    """The arguments of a player: a key for its own dice, the game and seat, the language of its reasons."""

    key: bytes
    game: AnyGame
    seat: Seat
    lang: str


def _search(assignment: Assignment, iterations: int | None) -> Player:
    return Search(assignment.key, assignment.game, assignment.seat, assignment.lang, iterations)


PLAYERS: dict[str, Callable[[Assignment, int | None], Player]] = {
    "random": lambda assignment, _: Random(assignment.key, assignment.lang),
    "sound": lambda assignment, _: Sound(assignment.game, assignment.seat, assignment.lang),
    "search": _search,
}
"""Every player by name. `search:40` runs forty iterations per decision; `search` uses the time given."""
COUNTED = "search"
SEPARATOR = ":"
DIGITS = 12
"""Longer numbers are rejected unread."""


def _parts(name: str) -> tuple[str, int | None]:
    kind, colon, number = name.partition(SEPARATOR)
    if kind not in PLAYERS:
        raise Unknown(f"there is no player '{name}'; known: {', '.join(PLAYERS)}")
    if not colon:
        return kind, None
    if kind != COUNTED:
        raise Unknown(
            f"'{kind}' takes no number; only {COUNTED} does, as in {COUNTED}{SEPARATOR}{ITERATIONS}"
        )
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:DIGITS]) <= MOST_ITERATIONS):
        example = f"{COUNTED}{SEPARATOR}{ITERATIONS}"
        raise Unknown(
            f"'{name}': the colon must be followed by a whole number up to {MOST_ITERATIONS}, as in {example}"
        )
    return kind, int(number)


def known(name: str, game: AnyGame) -> None:
    """Raise Unknown, with the valid names, unless the game has a player of this name."""
    make(name, b"", game, 0)


def steady(name: str) -> str:
    """The name of the player that ignores the clock: `search` gets a fixed number of iterations."""
    kind, number = _parts(name)
    return f"{kind}{SEPARATOR}{ITERATIONS}" if kind == COUNTED and number is None else name


def make(name: str, key: bytes, game: AnyGame, seat: Seat, lang: str = "en") -> Player:
    """Make a player for a seat of a game, with a key of its own; it gives reasons in `lang`."""
    kind, number = _parts(name)
    return PLAYERS[kind](Assignment(key, game, seat, lang), number)
