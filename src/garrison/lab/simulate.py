"""Many games between bots, and their results.

A game's dice and its players' choices depend only on the seed and the game's number, only integers are
summed, and games are returned in order: the result is the same for any number of processes.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from garrison.core import registry
from garrison.core.dice import KeyedDice
from garrison.core.errors import GarrisonError
from garrison.core.match import Match
from garrison.core.rules import Result
from garrison.core.state import Options
from garrison.lab import workers
from garrison.players import Player, make, steady

CHUNKS_PER_JOB = 16
LARGEST_CHUNK = 50
THINKING_SECONDS = 1.0
Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution, for two-sided 95 % intervals."""


@dataclass(slots=True)
class Tally:
    """Sums over games, all integers."""

    games: int = 0
    won: list[int] = field(default_factory=list)
    score: int = 0
    squares: int = 0
    rows: int = 0
    how: Counter[str] = field(default_factory=Counter)

    def note(self, result: Result, rows: int) -> None:
        """Add the result of one game."""
        self.games += 1
        for seat in result.won:
            self.won[seat] += 1
        self.score += result.score[0]
        self.squares += result.score[0] ** 2
        self.rows += rows
        self.how[result.how] += 1

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
    """A player's name for every seat; a single name plays them all."""
    if len(names) == 1:
        return tuple(names) * seats
    if len(names) != seats:
        raise registry.Unknown(
            f"{len(names)} players were named for {seats} seats; name one for all or one for each"
        )
    return tuple(names)


def play_out(match: Match, players: Sequence[Player]) -> None:
    """Let the players finish a match."""
    bound = match.game.play.bound(match.options)
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
    """Play game `number` of a series to its end."""
    found = registry.find(game)
    match = Match(found, options, KeyedDice(key_of(seed, number, "dice")))
    play_out(
        match, [make(name, key_of(seed, number, f"seat {at}"), found, at) for at, name in enumerate(names)]
    )
    return match


class Series(NamedTuple):
    """Games of the same players under the same options; game n is always the same game."""

    game: str
    options: dict[str, str]
    seats: tuple[str, ...]
    players: tuple[str, ...]
    seed: int


def series(game: str, options: Options, players: Sequence[str], seed: int) -> Series:
    """A series with all its options and a player for each seat; errors name what is unknown."""
    found = registry.find(game)
    settled = registry.settle(found, dict(options))
    seats = found.seats(settled)
    names = tuple(map(steady, line_up(players, len(seats))))
    for seat, name in enumerate(names):
        make(name, b"", found, seat)
    return Series(game, settled, seats, names, seed)


Row: TypeAlias = "dict[str, Any]"
"""The columns of one game."""
Keep: TypeAlias = "Callable[[Series, int, Match], Row]"
"""Makes that row from a game's number and its finished match."""


class Chunk(NamedTuple):
    """Some games of a series: their sums, their rows if wanted, and CPU seconds."""

    tally: Tally
    rows: list[Row]
    seconds: float


def _play(of: Series, keep: Keep | None, numbers: range) -> Chunk:
    tally, rows, began = Tally(won=[0] * len(of.seats)), list[Row](), process_time()
    for number in numbers:
        match = one(of.game, of.options, of.players, of.seed, number)
        result = match.result
        if result is None:
            raise GarrisonError(f"game {number} of {of.game} ended without a result")
        tally.note(result, len(match.rows) - 1)
        if keep is not None:
            rows.append(keep(of, number, match))
    return Chunk(tally, rows, process_time() - began)


def _deal(of: Series, numbers: range, jobs: int) -> list[range]:
    """Split the games into chunks: slow games one by one, quick ones in batches to save overhead."""
    game = registry.find(of.game)
    slow = any(make(name, b"", game, seat).looks for seat, name in enumerate(of.players))
    size = 1 if slow else max(1, min(LARGEST_CHUNK, len(numbers) // (jobs * CHUNKS_PER_JOB)))
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


def stream(
    of: Series,
    numbers: range,
    jobs: int = 0,
    keep: Keep | None = None,
    watch: workers.Watch = workers.UNWATCHED,
) -> Iterator[Chunk]:
    """Play these games in order of their numbers; `jobs` 0 uses every core."""
    jobs = jobs or workers.cores()
    dealt = _deal(of, numbers, jobs)
    return workers.in_order(partial(_play, of, keep), dealt, min(jobs, len(dealt)), watch)


def run(
    game: str,
    options: Options,
    players: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Play the games and report. `progress` gets the number of games done and the total."""
    of = series(game, options, players, seed)
    return report(of, gather(stream(of, range(games), jobs), games, progress))


def gather(
    chunks: Iterable[Chunk],
    games: int,
    progress: Callable[[int, int], None] | None = None,
    take: Callable[[list[Row]], None] | None = None,
    total: Tally | None = None,
) -> Tally:
    """The sums of all chunks, added to `total`; each chunk's rows are passed to `take`."""
    total = Tally() if total is None else total
    for chunk in chunks:
        total.add(chunk.tally)
        if take is not None:
            take(chunk.rows)
        if progress is not None:
            progress(total.games, games)
    return total


def report(of: Series, total: Tally) -> dict[str, Any]:
    """Shares and means with their 95 % intervals, as plain data."""
    n = total.games
    return {
        "game": of.game,
        "options": dict(of.options),
        "players": list(of.players),
        "games": n,
        "won": {name: [won, *wilson(won, n)] for name, won in zip(of.seats, total.won, strict=True)},
        "score": normal(n, total.score, total.squares),
        "rows": {"mean": total.rows / n},
        "how": dict(sorted(total.how.items())),
    }


def wilson(hits: int, cases: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share: within 0 and 1, and accurate near both."""
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
