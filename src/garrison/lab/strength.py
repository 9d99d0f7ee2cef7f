"""The strength of the players: many games of every cell, and tables of the results.

A cell is a set of options, a trial of the game or one that `--options` names, with a player on each side. Its
results are written to a file as it goes, so that a stopped run can continue. A cell whose first game
would now go differently starts over, and so does one without the facts whose means the game wants.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby, product
from pathlib import Path
from typing import Any

from garrison.core import registry
from garrison.core.errors import GarrisonError
from garrison.core.game import AnyGame
from garrison.core.match import Match
from garrison.core.sides import sides
from garrison.core.state import Seat
from garrison.lab import interrupt, workers
from garrison.lab.facts import measures
from garrison.lab.progress import Bar
from garrison.lab.simulate import Row, Series, one, series, stream
from garrison.lab.tally import Tally, normal, wilson
from garrison.players import steady

LOST = "breach"
"""The ending in which the castle falls, where that differs from losing."""
PLAYERS = ("random", "sound", "search")
THINKERS = "search"
"""Prefix of slow players, which have a number of games of their own."""
EVERY = 2.0
"""Seconds between two saves of an unfinished cell."""


def cells(game: str, players: Sequence[str], seed: int, texts: Sequence[str] = ()) -> list[Series]:
    """Every chosen set of options with every player on every side, quick ones first.

    Without `texts` as `chosen` reads them, these are the game's trials of usual options.
    """
    found = registry.find(game)
    sets = chosen(found, texts) if texts else registry.usual(found, registry.trials(found))
    all_cells = [
        series(game, options, names, seed)
        for options in sets
        for names in product(players, repeat=len(sides(found, options)))
    ]
    return sorted(all_cells, key=thinking)


def chosen(game: AnyGame, texts: Sequence[str]) -> list[dict[str, str]]:
    """The sets of options that texts name: `edition=classic,seats=2/4` names two, each settled."""
    found: list[dict[str, str]] = []
    for text in texts:
        values = _values(text)
        for each in product(*values.values()):
            options = registry.settle(game, dict(zip(values, each, strict=True)))
            if options not in found:
                found.append(options)
    return found


def _values(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in text.split(","):
        name, equals, values = part.partition("=")
        if not equals or name in found:
            raise GarrisonError(f"'{text}': write options as in edition=classic,seats=2/4, each of them once")
        found[name] = values.split("/")
    return found


def thinking(of: Series) -> bool:
    return any(name.startswith(THINKERS) for name in of.players)


def called(of: Series) -> str:
    """A cell's name, also used for its file."""
    return "-".join((of.game, *of.options.values(), *(name.replace(":", "") for name in line_up(of))))


def line_up(of: Series) -> tuple[str, ...]:
    """The player of each side; of each seat if a side has different ones."""
    found = [of.side_players(side) for side in of.sides]
    return of.players if any(len(names) > 1 for names in found) else tuple(names[0] for names in found)


@dataclass(slots=True)
class Cell:
    """Results of a cell so far. `first` describes the first game: rows, score by seat, ending."""

    of: Series
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0
    first: tuple[int, tuple[int, ...], str] | None = None

    def path(self, folder: Path) -> Path:
        return folder / f"{called(self.of)}.json"

    def save(self, folder: Path) -> None:
        """Save atomically: a run may be stopped at any time."""
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f".{called(self.of)}.part"
        told = {
            **self.of._asdict(),
            "first": self.first,
            "seconds": self.seconds,
            "tally": plain(self.tally),
        }
        part.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
        part.replace(self.path(folder))


def plain(tally: Tally) -> dict[str, Any]:
    """Sums as plain data, ready for JSON."""
    return {part.name: getattr(tally, part.name) for part in fields(tally)}


def load(of: Series, folder: Path) -> Cell:
    """Load a cell; an empty one if there is no file."""
    path = folder / f"{called(of)}.json"
    if not path.exists():
        return Cell(of)
    try:
        told = json.loads(path.read_text("utf-8"))
        tally = Tally(**{**told["tally"], "how": Counter(told["tally"]["how"])})
        rows, score, how = told["first"]
        cell = Cell(of, tally, told["seconds"], (rows, tuple(score), how))
        same = tuple(tally.means) == registry.find(of.game).study.means
        same = same and told["options"] == of.options and tuple(told["players"]) == of.players
        same = same and (not of.several or _same_sides(of, told.get("sides", {})))
    except (ValueError, LookupError, TypeError) as error:
        raise GarrisonError(f"{path}: this file was not written by a run: {error}") from error
    return cell if same and told["seed"] == of.seed else Cell(of)


def _same_sides(of: Series, told: dict[str, list[Seat]]) -> bool:
    """True if a file's results are by these sides; the first ones were by seat alone."""
    return {side: tuple(seats) for side, seats in told.items()} == of.sides


def _measures(_of: Series, _number: int, match: Match) -> Row:
    return {**measures(match)} if match.game.study.means else {}


def _first(of: Series) -> tuple[int, tuple[int, ...], str]:
    with interrupt.allowed():
        match = one(of.game, of.options, of.players, of.seed, 0)
    result = match.result
    assert result is not None
    return len(match.rows) - 1, result.score, result.how


def play(
    of: Series,
    folder: Path,
    games: int,
    seconds: float | None,
    jobs: int,
    watch: workers.Watch = workers.UNWATCHED,
) -> Iterator[Cell]:
    """Play a cell up to a number of games or for a time; yield it after each chunk, save it at intervals."""
    cell, now = load(of, folder), _first(of)
    if cell.first != now:
        cell = Cell(of, first=now)
    if cell.tally.games >= games:
        yield cell
        return
    began = written = time.monotonic()
    try:
        for chunk in stream(of, range(cell.tally.games, games), jobs, _measures, watch):
            cell.tally.add(chunk.tally)
            for row in chunk.rows:
                cell.tally.note_facts(row)
            cell.seconds += chunk.seconds
            yield cell
            if time.monotonic() - written > EVERY:
                cell.save(folder)
                written = time.monotonic()
            if seconds is not None and time.monotonic() - began > seconds:
                break
    finally:
        if cell.tally.games:
            cell.save(folder)


# Tables


def tables(found: Iterable[Cell]) -> str:
    """One table for each number of seats, in Markdown, and where sides have several of them one by seat."""
    played = (cell for cell in found if cell.tally.games)
    ordered = sorted(played, key=lambda cell: (len(cell.of.seats), len(cell.of.options)))
    parts = []
    for _, group in groupby(ordered, key=lambda cell: (cell.of.seats, cell.of.sides, [*cell.of.options])):
        alike = list(group)
        parts.append(table([_line(cell) for cell in alike]))
        if alike[0].of.shared:
            parts.append(table([_seat_line(cell) for cell in alike]))
    return "\n\n".join(parts)


def table(rows: Sequence[dict[str, str]]) -> str:
    """Rows with the same columns, in Markdown."""
    head = list(rows[0])
    lines = [head, ["---"] * len(head), *(list(row.values()) for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _head(of: Series) -> dict[str, str]:
    """The options of a cell and the players of its sides."""
    line = dict(of.options)
    for side in of.sides:
        line[f"{side} by" if len(of.sides) > 1 else "player"] = ", ".join(of.side_players(side))
    return line


def _seat_line(cell: Cell) -> dict[str, str]:
    """A cell by seat: the share of games each has won, and its mean utility."""
    of, tally = cell.of, cell.tally
    line = _head(of) | {"games": str(tally.games)}
    for at, seat in enumerate(of.seats):
        line[f"{seat} won"] = f"{100 * tally.won[at] / tally.games:.1f} %"
    for at, seat in enumerate(of.seats):
        line[f"{seat} utility"] = f"{tally.seat_utility(at)['mean']:.3f}"
    return line


def _line(cell: Cell) -> dict[str, str]:
    """A cell by side."""
    of, tally = cell.of, cell.tally
    n = tally.games
    line = _head(of) | {"games": str(n)}
    for side, won in zip(of.sides, tally.side_won or tally.won, strict=True):
        line[f"{side} won" if len(of.sides) > 1 else "won"] = share(won, n)
    for at, (side, seats) in enumerate(of.sides.items() if of.several else ()):
        line[f"{side} utility" if len(of.sides) > 1 else "utility"] = mean(tally.side_utility(at, len(seats)))
    if LOST in registry.find(of.game).tell.names.get("ending", ()):
        line["held"] = share(n - tally.how[LOST], n)
    for name, (having, total, squares) in tally.means.items():
        line[name.replace("_", " ")] = _mean_of_some(n, having, total, squares)
    if not tally.means:
        line["mean score"] = mean(normal(n, tally.score, tally.squares))
    line["rows"] = f"{tally.rows / n:.0f}"
    line["ms a row"] = f"{1000 * cell.seconds / tally.rows:.2f}"
    if tally.means:
        line["s a game"] = f"{cell.seconds / n:.2f}"
    return line


def _mean_of_some(games: int, having: int, total: int, squares: int) -> str:
    """The mean of a fact among the games that have it, and how many of all these are."""
    if not having:
        return "none"
    found = mean(normal(having, total, squares))
    return found if having == games else f"{found} in {100 * having / games:.1f} %"


def share(hits: int, cases: int) -> str:
    low, high = wilson(hits, cases)
    return f"{100 * hits / cases:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def mean(found: dict[str, float]) -> str:
    return f"{found['mean']:.2f} ({found['low']:.2f} to {found['high']:.2f})"


# The command


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m garrison.lab.strength", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--into", metavar="DIR", type=Path, default=Path("build/strength"), help="(default: build/strength)"
    )
    parser.add_argument(
        "--options",
        metavar="NAME=VALUE/VALUE,...",
        action="append",
        default=[],
        help="these sets of options instead of the game's trials, all combinations; can be repeated",
    )
    parser.add_argument("--players", metavar="NAME,...", default=",".join(PLAYERS))
    parser.add_argument("--games", metavar="N", type=int, default=1000, help="games per cell without search")
    parser.add_argument(
        "--search-games", metavar="N", type=int, default=60, help="games per cell with search"
    )
    parser.add_argument("--seconds", metavar="N", type=float, help="time limit per cell with search")
    parser.add_argument("--seed", metavar="N", type=int, default=1)
    parser.add_argument(
        "--jobs", metavar="N", type=int, default=0, help="number of processes (default: all cores)"
    )
    parser.add_argument("--only", metavar="TEXT", action="append", help="only cells with this in their name")
    parser.add_argument("--tables", action="store_true", help="play nothing, only print the tables so far")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Play the cells and print the tables; return the exit status: 3, 130 or 143 if the run ended early."""
    args = _arguments(argv)
    try:
        found = cells(args.game, tuple(map(steady, args.players.split(","))), args.seed, args.options)
        found = [of for of in found if all(text in called(of) for text in args.only or ())]
        status = 0 if args.tables else _play_all(found, args)
        print(tables(load(of, args.into) for of in found))
    except GarrisonError as error:
        print(error, file=sys.stderr)
        return 2
    return status


def _play_all(found: Sequence[Series], args: argparse.Namespace) -> int:
    """Play the cells in turn; say so if the run ends early, and return its exit status."""
    with interrupt.held() as stop:
        for at, of in enumerate(found):
            try:
                _play_shown(of, args)
                continue
            except KeyboardInterrupt:
                status, reason = stop.status, "stopped"
            except workers.LostTwice as error:
                status, reason = workers.LOST_TWICE, f"{error}: ended"
            done = f"{load(of, args.into).tally.games} of {_wanted(of, args)} games"
            where = f"{called(of)}, cell {at + 1} of {len(found)}"
            print(f"{reason} after {done} of {where}; the same command continues from here", file=sys.stderr)
            return status
    return 0


def _wanted(of: Series, args: argparse.Namespace) -> int:
    games: int = args.search_games if thinking(of) else args.games
    return games


def _play_shown(of: Series, args: argparse.Namespace) -> None:
    """Play a cell, with a progress bar on stderr, and a line at its end."""
    bar = Bar(_wanted(of, args), called(of))

    def on_death(text: str) -> None:
        bar.leave()
        print(text, file=sys.stderr, flush=True)

    told: dict[str, Any] = {}
    seconds = args.seconds if thinking(of) else None
    try:
        for cell in play(of, args.into, _wanted(of, args), seconds, args.jobs, workers.Watch(on_death)):
            told = {"games": cell.tally.games, "won": cell.tally.won, "seconds": round(cell.seconds)}
            bar.show(cell.tally.games, f"won {cell.tally.won}, {cell.seconds:.0f} s")
    finally:
        bar.leave()
    print(f"{called(of)}: {told}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
