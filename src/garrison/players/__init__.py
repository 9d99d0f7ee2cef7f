"""Bots. They get views and lists of actions, never the state.

Each is a plug-in: an entry point of the group `garrison.players` that names a `PlayerType`.
"""

from __future__ import annotations

from garrison.core.errors import GarrisonError, Unknown
from garrison.core.game import AnyGame
from garrison.core.plugins import BrokenPlugin, Plugins, error_text, installed
from garrison.core.state import Seat
from garrison.players.player import Assignment, Count, Player, PlayerType

__all__ = ["PLAYERS", "Assignment", "Count", "Player", "PlayerType", "known", "make", "names", "steady"]

PLAYERS: Plugins[PlayerType] = Plugins("player", PlayerType, lambda: installed("garrison.players"))
SEPARATOR = ":"
DIGITS = 12
"""Longer numbers are rejected unread."""


def names() -> tuple[str, ...]:
    """The name of every installed player in alphabetical order; nothing is loaded for it."""
    return PLAYERS.names()


def _parts(name: str) -> tuple[str, PlayerType, int | None]:
    kind, colon, number = name.partition(SEPARATOR)
    if kind not in names():
        raise Unknown(f"there is no player '{name}'; known: {', '.join(names()) or 'none'}")
    found = PLAYERS.load(kind)
    if not colon:
        return kind, found, None
    if found.count is None:
        raise Unknown(f"'{name}': {kind} takes no number; write {kind} alone")
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:DIGITS]) <= found.count.most):
        most, example = found.count.most, f"{kind}{SEPARATOR}{found.count.usual}"
        raise Unknown(f"'{name}': the colon must be followed by a whole number up to {most}, as in {example}")
    return kind, found, int(number)


def known(name: str, game: AnyGame) -> None:
    """Raise Unknown, with the valid names, unless the game has a player of this name."""
    make(name, b"", game, 0)


def steady(name: str) -> str:
    """The name of the player that ignores the clock: `search` gets a fixed number of iterations."""
    kind, found, number = _parts(name)
    return name if found.count is None or number is not None else f"{kind}{SEPARATOR}{found.count.usual}"


def make(name: str, key: bytes, game: AnyGame, seat: Seat, lang: str = "en") -> Player:
    """Make a player for a seat of a game, with a key of its own; it gives reasons in `lang`."""
    kind, found, number = _parts(name)
    try:
        return found.make(Assignment(key, game, seat, lang), number)
    except GarrisonError:
        raise
    except Exception as error:
        values = {"kind": PLAYERS.kind, "name": kind, "game": game.id, "error": error_text(error)}
        raise BrokenPlugin("make", **values) from error
