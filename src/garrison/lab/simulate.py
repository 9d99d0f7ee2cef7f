"""Many games between players that choose by themselves, and what came of them.

A game's dice and its players' choices depend on the seed and the game's number alone, and only
whole numbers are summed: the outcome is the same however the games are dealt out to processes.
"""

from __future__ import annotations

import hashlib
import math
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from garrison.core import registry
from garrison.core.dice import KeyedDice
from garrison.core.errors import GarrisonError
from garrison.core.game import Options
from garrison.core.match import Match
from garrison.players import Player, make

CHUNKS_PER_JOB = 16
LARGEST_CHUNK = 50
THINKING_SECONDS = 1.0
Z95 = 1.959963984540054
"""The normal distribution's 97.5 % point: both sides together leave out 5 %."""


@dataclass(slots=True)
class Tally:
    """Sums over games, all whole numbers."""

    games: int = 0
    won: list[int] = field(default_factory=list)
    score: int = 0
    squares: int = 0
    rows: int = 0
    how: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.won = [a + b for a, b in zip(self.won or [0] * len(other.won), other.won, strict=True)]
        self.score += other.score
        self.squares += other.squares
        self.rows += other.rows
        self.how.update(other.how)


def key_of(seed: int, number: int, use: str) -> bytes:
    """The key of one game, or of one player in it."""
    return hashlib.sha256(f"{seed}/{number}/{use}".encode()).digest()


def line_up(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """A player's name for every seat; one name alone plays them all."""
    if len(names) == 1:
        return tuple(names) * seats
    if len(names) != seats:
        raise registry.Unknown(
            f"{len(names)} players were named for {seats} seats; name one for all or one for each"
        )
    return tuple(names)


def play_out(match: Match, players: Sequence[Player]) -> None:
    """Let the players play a match to its end."""
    bound = match.game.bound(match.options)
    while match.ask is not None:
        seat = match.awaited[0]
        player = players[seat]
        actions = match.legal(seat)
        view = match.view(seat) if player.looks else {}
        action, _ = player.choose(view, match.ask, actions, THINKING_SECONDS)
        match.play(action, seat)
        if len(match.rows) > bound + 1:
            raise GarrisonError(f"a game of {match.game.id} outgrew its bound of {bound} rows")


def one(game: str, options: Options, names: Sequence[str], seed: int, number: int) -> Match:
    """Game `number` of a series, played to its end."""
    match = Match(registry.find(game), options, KeyedDice(key_of(seed, number, "dice")))
    play_out(match, [make(name, key_of(seed, number, f"seat {at}")) for at, name in enumerate(names)])
    return match


def _chunk(game: str, options: Options, names: Sequence[str], seed: int, span: tuple[int, int]) -> Tally:
    seats = len(registry.find(game).seats(options))
    tally = Tally(won=[0] * seats)
    for number in range(*span):
        match = one(game, options, names, seed, number)
        result = match.result
        if result is None:
            raise GarrisonError(f"game {number} of {game} ended without a result")
        tally.games += 1
        for seat in result.won:
            tally.won[seat] += 1
        tally.score += result.score[0]
        tally.squares += result.score[0] ** 2
        tally.rows += len(match.rows) - 1
        tally.how[result.how] += 1
    return tally


def _spans(games: int, jobs: int) -> list[tuple[int, int]]:
    size = max(1, min(LARGEST_CHUNK, games // (jobs * CHUNKS_PER_JOB)))
    return [(first, min(first + size, games)) for first in range(0, games, size)]


def _quiet() -> None:
    """Ctrl-C is the parent's business: a worker would only print where it was."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run(
    game: str,
    options: Options,
    players: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Play the games; `jobs` 0 uses every core. `progress` is told how many of how many are done."""
    found = registry.find(game)
    settled = registry.settle(found, dict(options))
    seats = found.seats(settled)
    names = line_up(players, len(seats))
    for name in names:
        make(name, b"")
    jobs = jobs or os.cpu_count() or 1
    spans = _spans(games, jobs)
    work = partial(_chunk, game, settled, names, seed)
    total = Tally(won=[0] * len(seats))
    if jobs == 1 or len(spans) == 1:
        _gather(total, map(work, spans), games, progress)
    else:
        with multiprocessing.Pool(min(jobs, len(spans)), _quiet) as pool:
            _gather(total, pool.imap_unordered(work, spans), games, progress)
    return _report(game, settled, names, seats, total)


def _gather(
    total: Tally, tallies: Iterable[Tally], games: int, progress: Callable[[int, int], None] | None
) -> None:
    for tally in tallies:
        total.add(tally)
        if progress is not None:
            progress(total.games, games)


def _report(
    game: str, options: Options, names: Sequence[str], seats: Sequence[str], total: Tally
) -> dict[str, Any]:
    n = total.games
    return {
        "game": game,
        "options": dict(options),
        "players": list(names),
        "games": n,
        "won": {name: [won, *wilson(won, n)] for name, won in zip(seats, total.won, strict=True)},
        "score": normal(n, total.score, total.squares),
        "rows": {"mean": total.rows / n},
        "how": dict(sorted(total.how.items())),
    }


def wilson(hits: int, cases: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson: it stays within 0 and 1 and is right near them."""
    share = hits / cases
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * cases)) / (1 + z2 / cases)
    half = Z95 / (1 + z2 / cases) * math.sqrt(share * (1 - share) / cases + z2 / (4 * cases * cases))
    return (0.0 if hits == 0 else max(0.0, middle - half)), (
        1.0 if hits == cases else min(1.0, middle + half)
    )


def normal(n: int, total: int, squares: int) -> dict[str, float]:
    """A mean with its 95 % interval, from the sum and the sum of squares."""
    mean = total / n
    half = 0.0
    if n > 1:
        variance = (n * squares - total * total) / (n * (n - 1))
        half = Z95 * math.sqrt(variance / n)
    return {"mean": mean, "low": mean - half, "high": mean + half}
