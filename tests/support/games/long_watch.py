"""The Night Watch on a night that does not end: matches of thousands of rows, with or without undos."""

from __future__ import annotations

from random import Random
from typing import Any

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import Game
from garrison.core.match import Match
from garrison.core.state import Dice, Tell
from support.games import toy

HOURS = 100_000
GRAND = {"edition": "grand"}


def close(s: toy.Watch, dice: Dice, tell: Tell) -> None:
    """The end of an hour that is never the last."""
    hour, s.hour = s.hour, 1 if s.hour < HOURS else s.hour
    toy.close(s, dice, tell)
    s.hour = hour


LONG_WATCH: Game[Any] = toy.vary(
    toy.TOY,
    id="long-watch",
    steps={**toy.TOY.play.steps, "close": close},
    bound=lambda _: 1 + 12 * HOURS,
)
"""The grand edition has lanterns for every hour."""


def long_watch(rows: int, undos: float = 0.0, seed: int = 1, far: float = 0.0) -> Match:
    """A match of this many rows. `undos` of its rows go back a little, `far` of these to anywhere.

    Undo is by consent of all, as it may go back over dice.
    """
    chance, match = Random(seed), Match(LONG_WATCH, GRAND, KeyedDice(seed_key(seed), "salt"))
    everybody = range(len(match.seats))
    while len(match.rows) < rows:
        line = match.line
        if len(line) > 1 and chance.random() < undos:
            reach = len(line) if chance.random() < far else 4
            match.undo(0, chance.choice(line[-reach:-1]), everybody)
            continue
        seat = chance.choice(match.awaited)
        match.play(chance.choice(match.legal(seat)), seat)
    return match
