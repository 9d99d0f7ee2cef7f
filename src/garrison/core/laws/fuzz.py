"""Fuzzing: play every game in all its trials, checking the laws on the way.

Some games are played at random, some by players, who get further and see other positions. Game number n of a
run is the game of seed + n, so each can be played again. What breaks a law is saved as a record that
opens again, and the run goes on.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import count as count_up
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from garrison.core import record, registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import AnyGame
from garrison.core.laws.inspector import LAWS, Broken, Choose, Inspector, anybody
from garrison.core.match import Match
from garrison.core.sides import for_seats, sides
from garrison.core.state import Action, Options, Seat

PACE = 3
"""Checks are spread out: more games find more than more checks of one game."""
CHANCE = "random"
"""The name of random play: every action equally likely, offers and open choices included."""
SLIPS = 24
"""One in this many choices of a player is random, which leads where no player would go."""

Chooser: TypeAlias = "Callable[[Match, Seat, Sequence[Action]], Action]"
"""Chooses one of these actions for a seat that is asked or has an offer to answer, from what it may know."""
Maker: TypeAlias = "Callable[[AnyGame, Seat, bytes], Chooser | None]"
"""Makes a chooser for one seat of one game, with a key of its own; none for a game it cannot play."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One law that one game broke. `row` was the last row written; law 0 is a failure of the rules."""

    law: int
    text: str
    game: str
    options: dict[str, str]
    players: tuple[str, ...]
    seed: int
    row: int
    file: str | None


@dataclass(slots=True)
class Report:
    """The outcome of a run: games and rows played, by players of the sides; checks by law; failures found."""

    games: int = 0
    rows: int = 0
    players: dict[str, dict[str, int]] = field(default_factory=dict)
    laws: dict[int, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Add the report of other games."""
        self.games += other.games
        self.rows += other.rows
        for names, told in other.players.items():
            sums = self.players.setdefault(names, _nothing())
            for part, number in told.items():
                sums[part] += number
        for law, checks in other.laws.items():
            self.laws[law] += checks
        self.failures += other.failures

    def sort(self) -> None:
        """Put failures and players in an order of their own, whichever game was finished first."""
        self.failures.sort(key=lambda failure: failure.seed)
        self.players = dict(sorted(self.players.items(), key=lambda told: (told[0].count(","), told[0])))

    def plain(self) -> dict[str, Any]:
        """The report as plain data, ready for JSON."""
        return asdict(self)


class Fuzzer:
    """All trials, each with every player on every side. Game number n is always the same game."""

    def __init__(
        self,
        games: Sequence[AnyGame],
        *,
        players: Mapping[str, Maker | None] | None = None,
        given: Options | None = None,
        seed: int = 1,
        laws: Collection[int] | None = None,
        save_dir: Path | None = None,
    ) -> None:
        """Take all trials that have what is `given`; if none has, a set that does.

        `players` by name, None for chance, the default.
        """
        known = {CHANCE: None} if players is None else players
        self._tables = [
            (game, options, _casts(game, options, known))
            for game in games
            for options in registry.trials(game, given)
        ]
        self._seed = seed
        self._laws = sorted(LAWS if laws is None else laws)
        self._save_dir = save_dir
        self.whole = len(self._tables) * max((len(casts) for _, _, casts in self._tables), default=0)
        """The number of games after which every cast has played every trial."""

    def numbers(self, count: int | None, seconds: float | None) -> Iterator[int]:
        """The numbers of the games to play: `count`, or all that begin within `seconds`, else the whole.

        At least one, if there is a game at all. The time begins with the first.
        """
        end = None if seconds is None else time.monotonic() + seconds
        limit = self.whole if count is None and seconds is None else count
        for number in count_up() if self._tables else ():
            yield number
            if number + 1 == limit or (end is not None and time.monotonic() >= end):
                break

    def play(self, number: int) -> Report:
        """Play one game and return the report of it."""
        lap, table = divmod(number, len(self._tables))
        game, options, casts = self._tables[table]
        report = self.report()
        _one(report, game, options, self._seed + number, casts[(lap + table) % len(casts)], self._save_dir)
        return report

    def report(self) -> Report:
        """The report of no game."""
        return Report(laws=dict.fromkeys(self._laws, 0))


def run(
    games: Sequence[AnyGame],
    *,
    players: Mapping[str, Maker | None] | None = None,
    count: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    laws: Collection[int] | None = None,
    save_dir: Path | None = None,
    progress: Callable[[Report], None] | None = None,
) -> Report:
    """Play `count` games, or for `seconds`, over all trials in turn; at least one game.

    At each table the players take sides in turn in every order there is: all alike, and mixed. All seats of
    a side have the same player.
    """
    fuzzer = Fuzzer(games, players=players, seed=seed, laws=laws, save_dir=save_dir)
    report = fuzzer.report()
    for number in fuzzer.numbers(count, seconds):
        report.add(fuzzer.play(number))
        if progress is not None:
            progress(report)
    return report


Cast: TypeAlias = "tuple[tuple[str, Maker | None], ...]"
"""The players at a table: name and maker by seat."""


def _casts(game: AnyGame, options: Options, players: Mapping[str, Maker | None]) -> list[Cast]:
    """Every player who knows the game on every side."""
    able = [(name, make) for name, make in players.items() if make is None or make(game, 0, b"") is not None]
    if not able:
        raise registry.Unknown(f"none of the players named ({', '.join(players)}) knows {game.id}")
    declared = sides(game, options)
    return [for_seats(declared, each) for each in product(able, repeat=len(declared))]


def _at_table(game: AnyGame, key: bytes, cast: Cast) -> Choose:
    """The chooser of a table: `anybody` says who acts; a player who is asked says what.

    A player who has got an offer answers it first.
    """
    choosers = [
        None if make is None else make(game, seat, hashlib.sha256(key + f"seat {seat}".encode()).digest())
        for seat, (_, make) in enumerate(cast)
    ]

    def choose(match: Match, chance: KeyedDice) -> tuple[Seat, Action]:
        for seat in match.waiting:
            chooser = choosers[seat]
            if chooser is not None and chance.pick(SLIPS, "slip"):
                return seat, chooser(match, seat, match.replies(seat))
        seat, action = anybody(match, chance)
        chooser = choosers[seat]
        if chooser is None or seat not in match.awaited or chance.pick(SLIPS, "slip") == 0:
            return seat, action
        return seat, chooser(match, seat, match.legal(seat))

    return choose


def _one(
    report: Report, game: AnyGame, options: Options, seed: int, cast: Cast, save_dir: Path | None
) -> None:
    key = seed_key(seed)
    names = tuple(name for name, _ in cast)
    of_sides = [names[seats[0]] for seats in sides(game, options).values()]
    told = report.players.setdefault(",".join(of_sides if len(set(names)) > 1 else names[:1]), _nothing())
    report.games += 1
    told["games"] += 1
    try:
        match = Match(game, options, KeyedDice(key))
    except Exception as error:
        broken = Broken(0, f"the set-up failed: {type(error).__name__}: {error}")
        report.failures.append(Failure(0, str(broken), game.id, dict(options), names, seed, 0, None))
        return

    def found(broken: Broken) -> None:
        file = None if save_dir is None else str(_save(match, broken.law, seed, save_dir))
        row = len(match.rows) - 1
        report.failures.append(
            Failure(broken.law, str(broken), game.id, dict(options), names, seed, row, file)
        )

    inspector = Inspector(report.laws, PACE, found)
    inspector.play(match, key, _at_table(game, key, cast))
    report.rows += len(match.rows)
    told["rows"] += len(match.rows)
    for law, checks in inspector.checks.items():
        report.laws[law] += checks


def _nothing() -> dict[str, int]:
    return {"games": 0, "rows": 0}


def _save(match: Match, law: int, seed: int, folder: Path) -> Path:
    """The match so far as a record. The key is in it, so that it can be played on."""
    lines = record.header_lines(match, reveal=True)
    lines += [record.row_line(match, number) for number in range(len(match.rows))]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{'-'.join((match.game.id, *match.options.values(), f'law{law}', f'seed{seed}'))}.txt"
    part = path.with_suffix(".part")
    part.write_text("\n".join(lines) + "\n", "utf-8")
    return part.replace(path)
