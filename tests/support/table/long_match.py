"""A match as long as one may be, which goes back and forth."""

from __future__ import annotations

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.registry import find


def long_record(rows: int) -> str:
    """A game that goes back and forth, with its key, so that it can go on."""
    options = {"edition": "published", "difficulty": "beginner"}
    match = Match(find("itter"), options, KeyedDice(seed_key(1), "s"))
    while len(match.rows) < rows:
        match.play("lee")
        match.undo(0)
    return match.record().replace("\n0 |", f"\nkey {seed_key(1).hex()}\n0 |")
