"""Fuzzing: random games of every game and option set, with a look at the laws on the way.

Game number n of a run is the game of seed + n, so each can be played again. What breaks a law is
saved as a record that opens again, and the run goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from garrison.core import record, registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import AnyGame, Options
from garrison.core.laws import LAWS, Inspector
from garrison.core.match import Match
from garrison.core.twins import Broken

PACE = 3
"""Looks are spread out: more games find more than more looks at one game."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One law that one game broke. `row` was the last row written; law 0 is a failure of the rules."""

    law: int
    text: str
    game: str
    options: dict[str, str]
    seed: int
    row: int
    file: str | None


@dataclass(slots=True)
class Report:
    """What a run did: games and rows played, looks taken by law, what was found."""

    games: int = 0
    rows: int = 0
    laws: dict[int, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """The report as plain data, ready for JSON."""
        return asdict(self)


def run(
    games: Sequence[AnyGame],
    *,
    count: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    laws: Collection[int] | None = None,
    save_dir: Path | None = None,
    progress: Callable[[Report], None] | None = None,
) -> Report:
    """Play so many games, or for so long, in turn over all option sets; at least one game."""
    tables = [(game, options) for game in games for options in registry.combinations(game)]
    wanted = sorted(LAWS if laws is None else laws)
    report = Report(laws=dict.fromkeys(wanted, 0))
    end = None if seconds is None else time.monotonic() + seconds
    limit = len(tables) if count is None and seconds is None else count
    while tables:
        game, options = tables[report.games % len(tables)]
        _one(report, game, options, seed + report.games, save_dir)
        if progress is not None:
            progress(report)
        if (limit is not None and report.games >= limit) or (end is not None and time.monotonic() >= end):
            break
    return report


def _one(report: Report, game: AnyGame, options: Options, seed: int, save_dir: Path | None) -> None:
    key = seed_key(seed)
    try:
        match = Match(game, options, KeyedDice(key))
    except Exception as error:
        broken = Broken(0, f"the set-up failed: {type(error).__name__}: {error}")
        report.failures.append(Failure(0, str(broken), game.id, dict(options), seed, 0, None))
        report.games += 1
        return

    def found(broken: Broken) -> None:
        file = None if save_dir is None else str(_save(match, broken.law, seed, save_dir))
        row = len(match.rows) - 1
        report.failures.append(Failure(broken.law, str(broken), game.id, dict(options), seed, row, file))

    inspector = Inspector(report.laws, PACE, found)
    inspector.play(match, key)
    report.games += 1
    report.rows += len(match.rows)
    for law, checks in inspector.checks.items():
        report.laws[law] += checks


def _save(match: Match, law: int, seed: int, folder: Path) -> Path:
    """The match so far as a record. The key is in it, so that it can be played on."""
    lines = record.header_lines(match, reveal=True)
    lines += [record.row_line(match, number) for number in range(len(match.rows))]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{match.game.id}-{'-'.join(match.options.values())}-law{law}-seed{seed}.txt"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path
