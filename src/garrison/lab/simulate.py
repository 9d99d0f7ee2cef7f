"""Many games between bots, and their results.

A game's dice and its players' choices depend only on the seed and the game's number, only integers are
summed, and games are returned in order: the result is the same for any number of processes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from garrison.core import registry
from garrison.core.dice import KeyedDice
from garrison.core.errors import GarrisonError
from garrison.core.match import Match
from garrison.core.sides import Sides, for_seats, sides
from garrison.core.state import Options, Seat
from garrison.lab import workers
from garrison.lab.tally import Tally, normal, wilson
from garrison.players import Player, make, steady

CHUNKS_PER_JOB = 16
LARGEST_CHUNK = 50
THINKING_SECONDS = 1.0


def key_of(seed: int, number: int, use: str) -> bytes:
    """The key of one game, or of one player in it."""
    return hashlib.sha256(f"{seed}/{number}/{use}".encode()).digest()


def line_up(names: Sequence[str], seats: Sequence[str], declared: Sides) -> tuple[str, ...]:
    """A player's name for every seat: of those for each seat or for each side, or of one for all."""
    if len(names) == len(seats):
        return tuple(names)
    if len(names) == len(declared):
        return for_seats(declared, names)
    if len(names) == 1:
        return tuple(names) * len(seats)
    if len(declared) == len(seats):
        raise registry.Unknown(
            f"{len(names)} players were named for {len(seats)} seats; name one for all or one for each"
        )
    raise registry.Unknown(
        f"{len(names)} players were named for {len(seats)} seats ({', '.join(seats)}) on {len(declared)} "
        f"{'side' if len(declared) == 1 else 'sides'} ({', '.join(declared)}); "
        "name one for all, one for each side or one for each seat"
    )


def play_out(match: Match, players: Sequence[Player]) -> None:
    """Let the players finish a match. Offers are answered at once, before the open question."""
    bound, everybody = match.game.play.bound(match.options), range(len(match.seats))
    while match.ask is not None and (decision := match.next_decision(everybody)) is not None:
        seat, actions = decision
        player = players[seat]
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
    sides: dict[str, tuple[Seat, ...]]

    @property
    def shared(self) -> bool:
        """True if a side has several seats."""
        return len(self.sides) < len(self.seats)

    @property
    def named(self) -> bool:
        """True if the game names its sides: then results are told by side as well."""
        return tuple(self.sides) != self.seats

    @property
    def several(self) -> bool:
        """True if there are more than two seats, or named sides: then utilities and sides are counted."""
        return self.named or len(self.seats) > 2

    def side_players(self, side: str) -> tuple[str, ...]:
        """The players of a side, each named once."""
        return tuple(dict.fromkeys(self.players[seat] for seat in self.sides[side]))


def series(game: str, options: Options, players: Sequence[str], seed: int) -> Series:
    """A series with all its options and a player for each seat; errors name what is unknown."""
    found = registry.find(game)
    settled = registry.settle(found, dict(options))
    seats, declared = found.seats(settled), sides(found, settled)
    names = tuple(map(steady, line_up(players, seats, declared)))
    for seat, name in enumerate(names):
        make(name, b"", found, seat)
    return Series(game, settled, seats, names, seed, dict(declared))


Row: TypeAlias = "dict[str, Any]"
"""The columns of one game."""
Keep: TypeAlias = "Callable[[Series, int, Match], Row]"
"""Makes that row from a game's number and its finished match."""
Under: TypeAlias = "Callable[[], AbstractContextManager[object]]"
"""A context in which games are played, opened in the process that plays them."""


class Chunk(NamedTuple):
    """Some games of a series: their sums, their rows if wanted, and CPU seconds."""

    tally: Tally
    rows: list[Row]
    seconds: float


def _play(of: Series, keep: Keep | None, under: Under, numbers: range) -> Chunk:
    with under():
        return _chunk(of, keep, numbers)


def _chunk(of: Series, keep: Keep | None, numbers: range) -> Chunk:
    tally, rows, began = Tally(won=[0] * len(of.seats)), list[Row](), process_time()
    told = tuple(of.sides.values()) if of.several else ()
    for number in numbers:
        match = one(of.game, of.options, of.players, of.seed, number)
        result = match.result
        if result is None:
            raise GarrisonError(f"game {number} of {of.game} ended without a result")
        tally.note(result, len(match.rows) - 1, told)
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
    under: Under = nullcontext,
) -> Iterator[Chunk]:
    """Play these games in order of their numbers; `jobs` 0 uses every core."""
    jobs = jobs or workers.cores()
    dealt = _deal(of, numbers, jobs)
    return workers.in_order(partial(_play, of, keep, under), dealt, min(jobs, len(dealt)), watch)


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
        **(_utilities(of, total) if of.several else {}),
        **(_by_side(of, total) if of.named else {}),
    }


def _utilities(of: Series, total: Tally) -> dict[str, Any]:
    return {"utility": {seat: total.seat_utility(at) for at, seat in enumerate(of.seats)}}


def _by_side(of: Series, total: Tally) -> dict[str, Any]:
    return {
        "sides": {
            side: {
                "seats": [of.seats[seat] for seat in seats],
                "players": list(of.side_players(side)),
                "won": [total.side_won[at], *wilson(total.side_won[at], total.games)],
                "utility": total.side_utility(at, len(seats)),
            }
            for at, (side, seats) in enumerate(of.sides.items())
        }
    }
