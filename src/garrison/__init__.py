"""Garrison: castle games with every rule enforced, for people, bots and researchers."""

from __future__ import annotations

import os
from pathlib import Path

# Loaded before the function `games` takes its name: the import system binds a package only once.
import garrison.games as _games  # noqa: F401
from garrison.core import record as _record
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.errors import (
    Damaged,
    GameOver,
    GarrisonError,
    Illegal,
    NoDice,
    NotAsked,
    Refused,
    Unreadable,
)
from garrison.core.match import Match
from garrison.core.registry import Unknown, find, games, settle
from garrison.core.state import ARBITER, SPECTATOR

__version__ = "0.1.0"
__all__ = [
    "ARBITER",
    "SPECTATOR",
    "Damaged",
    "GameOver",
    "GarrisonError",
    "Illegal",
    "Match",
    "NoDice",
    "NotAsked",
    "Refused",
    "Unknown",
    "Unreadable",
    "games",
    "new",
    "open",
]


def new(
    game: str,
    *,
    seed: int | None = None,
    key: bytes | None = None,
    dice: list[int] | None = None,
    salt: str = "0",
    **options: str,
) -> Match:
    """Start a match. With `seed` the dice are known in advance; with none of the three, the key is random."""
    if sum(each is not None for each in (seed, key, dice)) > 1:
        raise Unknown("give only one of seed, key and dice")
    found = find(game)
    settled = settle(found, options)
    if dice is not None:
        return Match(found, settled, ScriptedDice(dice))
    if seed is not None:
        key = seed_key(seed)
    return Match(found, settled, KeyedDice(os.urandom(32) if key is None else key, salt))


def open(path: str | os.PathLike[str]) -> Match:  # noqa: A001
    """The match a record tells."""
    return _record.replay(_record.open_file(Path(path)))
