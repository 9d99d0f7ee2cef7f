"""Boards as they are sent: made once and addressed by their hash, so that clients can cache them forever."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.show.scene import Frame
from garrison.core.state import Options
from garrison.table.messages import encode

DIGITS = 32


@lru_cache(maxsize=256)
def _board(game: AnyGame, options: tuple[tuple[str, str], ...], lang: str) -> tuple[str, bytes]:
    content = encode(game.show.board(dict(options), lang))
    return hashlib.sha256(content).hexdigest()[:DIGITS], content


def name(game: AnyGame, options: Options, lang: str) -> str:
    """The hash of a board."""
    return _board(game, tuple(options.items()), game.tell.spoken(lang))[0]


def with_board(frame: Frame, game: AnyGame, options: Options, lang: str) -> dict[str, Any]:
    """A frame as sent, with the hash of its board; `past` only if there is any."""
    told = {field: getattr(frame, field) for field in frame.__slots__}
    told["board"] = name(game, options, lang)
    if not frame.past:
        del told["past"]
    return told


def find(wanted: str) -> bytes | None:
    """The board of this hash: clients may ask for one that this process has not made yet."""
    for game in registry.games().values():
        for options in registry.combinations(game):
            for lang in game.tell.langs:
                found, content = _board(game, tuple(options.items()), lang)
                if found == wanted:
                    return content
    return None
