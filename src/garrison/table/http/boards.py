"""Boards as they are sent: made once, under a name that changes with the content, for clients to cache."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.show import boards
from garrison.core.show.scene import Frame
from garrison.core.state import Options
from garrison.table.http import content_names
from garrison.table.messages import encode


def _identity(game: AnyGame, options: Options, lang: str) -> str:
    return content_names.identity(game.id, *options.items(), lang)


@lru_cache(maxsize=boards.MOST)
def _board(game: AnyGame, options: tuple[tuple[str, str], ...], lang: str) -> tuple[str, bytes]:
    content = encode(boards.board(game, dict(options), lang))
    return content_names.name(_identity(game, dict(options), lang), content), content


def name(game: AnyGame, options: Options, lang: str) -> str:
    """The name of the board of a match."""
    return _board(game, tuple(boards.relevant(game, options).items()), game.tell.spoken(lang))[0]


def with_board(frame: Frame, game: AnyGame, options: Options, lang: str) -> dict[str, Any]:
    """A frame as sent, with the name of its board; `past` only if there is any."""
    told = {field: getattr(frame, field) for field in frame.__slots__}
    told["board"] = name(game, options, lang)
    if not frame.past:
        del told["past"]
    return told


def find(wanted: str) -> bytes | None:
    """The board of this name: clients may ask for one that this process has not made yet."""
    for game in registry.games().values():
        for options, lang in boards.every(game):
            if wanted.startswith(_identity(game, options, lang)):
                found, content = _board(game, tuple(options.items()), lang)
                return content if found == wanted else None
    return None
