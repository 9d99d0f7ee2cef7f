"""Boards of games: each is made once for the options it depends on and a language."""

from __future__ import annotations

from functools import lru_cache

from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.show.scene import Board
from garrison.core.state import Options

MOST = 64
"""Boards kept."""


def board(game: AnyGame, options: Options, lang: str) -> Board:
    """The board of a match, in the language that the game speaks to readers of this one."""
    return _made(game, tuple(relevant(game, options).items()), game.tell.spoken(lang))


@lru_cache(maxsize=MOST)
def _made(game: AnyGame, options: tuple[tuple[str, str], ...], lang: str) -> Board:
    return game.show.board(dict(options), lang)


def relevant(game: AnyGame, options: Options) -> dict[str, str]:
    """Those options of a match that its board depends on."""
    names = game.show.board_options
    return {name: value for name, value in options.items() if names is None or name in names}


def every(game: AnyGame) -> list[tuple[dict[str, str], str]]:
    """The options and language of every board of a game. Nothing is drawn."""
    sets = dict.fromkeys(tuple(relevant(game, each).items()) for each in registry.combinations(game))
    return [(dict(options), lang) for options in sets for lang in game.tell.langs]
