"""Commands that run many games and report the results. English only."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from garrison.cli.commands.record_files import print_json
from garrison.cli.output import say
from garrison.cli.texts import count, report_broken, wrap
from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.laws import fuzz as law_fuzz
from garrison.core.match import Match
from garrison.core.show.words import LANGS
from garrison.core.state import Action, Seat
from garrison.lab import bench as lab_bench
from garrison.lab import parquet
from garrison.lab import simulate as lab_simulate
from garrison.lab.simulate import THINKING_SECONDS
from garrison.players import make, steady

BAR = 30


def progress(done: int, games: int) -> None:
    """Draw a progress bar on stderr, in place."""
    full = BAR * done // games
    end = "\n" if done == games else ""
    print(f"\r[{'#' * full}{'.' * (BAR - full)}] {done} of {games}", end=end, file=sys.stderr, flush=True)


def simulate(args: Namespace, options: dict[str, str]) -> int:
    of = lab_simulate.series(args.game, options, args.players, args.seed)
    found = lab_simulate.report(of, _played(args, of))
    endings = found.pop("how")
    if args.json:
        print_json(found)
        return 0
    chosen = ", ".join(f"{name} {value}" for name, value in found["options"].items())
    say(f"{found['game']}, {chosen}: {count(found['games'], 'game')}, seed {args.seed}")
    say(f"{'seat':<14} {'player':<10} {'won':>8} {'share':>8}   95 % interval")
    for (seat, (won, low, high)), player in zip(found["won"].items(), found["players"], strict=True):
        share = won / found["games"]
        say(f"{seat:<14} {player:<10} {won:>8} {share:>8.1%}   {low:.1%} to {high:.1%}")
    score = found["score"]
    first = next(iter(found["won"]))
    say(
        f"mean score of {first}: {score['mean']:.2f}, 95 % interval {score['low']:.2f} to {score['high']:.2f}"
    )
    say(f"mean rows per game, after the set-up: {found['rows']['mean']:.1f}")
    say("endings: " + ", ".join(f"{how} {n}" for how, n in endings.items()))
    if args.save is not None:
        say(wrap(f"saved in {args.save}, one row per game"))
    return 0


def _played(args: Namespace, of: lab_simulate.Series) -> lab_simulate.Tally:
    """Play all the games, and write a table if one is wanted."""
    watch = progress if sys.stderr.isatty() else None
    if args.save is None:
        return lab_simulate.gather(lab_simulate.stream(of, range(args.games), args.jobs), args.games, watch)
    with parquet.written(Path(args.save), of) as table:
        chunks = lab_simulate.stream(of, range(args.games), args.jobs, parquet.row)
        return lab_simulate.gather(chunks, args.games, watch, table.take)


def bench(args: Namespace, options: dict[str, str]) -> int:
    found = lab_bench.run(args.game, options)
    if args.json:
        print_json(found)
        return 0
    say(f"{found['game']}: checked play on one core, medians of interleaved runs")
    head = ("", "decisions/s", "games/s", "copies/s", "legal", "copy µs")
    say(f"{head[0]:<16}" + "".join(f"{each:>13}" for each in head[1:]))
    for name, figures in (("random games", found), ("replayed games", found["replay"])):
        if figures is not None:
            say(
                f"{name:<16}{figures['decisions_per_s']:>13,.0f}{figures['games_per_s']:>13,.1f}"
                f"{figures['copies_per_s']:>13,.0f}{figures['mean_legal']:>13.1f}{figures['copy_us']:>13.2f}"
            )
    return 0


def fuzz(args: Namespace) -> int:
    chosen = _all_games() if args.game is None else [registry.find(args.game)]
    watched = sys.stderr.isatty()
    report = law_fuzz.run(
        chosen,
        players={name: _maker(name) for name in map(steady, args.players)},
        count=args.games,
        seconds=args.seconds,
        seed=args.seed,
        save_dir=None if args.save is None else Path(args.save),
        progress=_fuzz_progress if watched else None,
    )
    if watched:
        print(file=sys.stderr)
    if args.json:
        print_json(report.plain())
        return 1 if report.failures else 0
    for failure in report.failures:
        options = " ".join(f"{name}={value}" for name, value in failure.options.items())
        saved = "" if failure.file is None else f" ({failure.file})"
        where = f"{failure.game} {options}, players {','.join(failure.players)}, seed {failure.seed}"
        say(wrap(f"{where}, row {failure.row}: {failure.text}{saved}"))
    looks = ", ".join(f"{law}: {looked}" for law, looked in report.laws.items())
    say(_fuzzed(report))
    for names, told in report.players.items():
        say(f"played by {names}: {count(told['games'], 'game')}, {count(told['rows'], 'row')}")
    say(wrap(f"checks of each law: {looks}"))
    return 1 if report.failures else 0


def _all_games() -> list[AnyGame]:
    report_broken(registry.broken(), LANGS[0])
    return list(registry.games().values())


def _maker(name: str) -> law_fuzz.Maker | None:
    """Return the maker of a player for the fuzzer; None is core's random choice, which tries more actions."""
    if name == law_fuzz.CHANCE:
        return None

    def make_one(game: AnyGame, seat: Seat, key: bytes) -> law_fuzz.Chooser | None:
        try:
            player = make(name, key, game, seat)
        except registry.BrokenPlugin:
            raise
        except registry.Unknown:
            return None

        def choose(match: Match, asked: Seat) -> Action:
            assert match.ask is not None
            view = match.view(asked) if player.looks else {}
            return player.choose(view, match.ask, match.legal(asked), THINKING_SECONDS)[0]

        return choose

    return make_one


def _fuzz_progress(report: law_fuzz.Report) -> None:
    print(f"\r{_fuzzed(report)}", end="", file=sys.stderr, flush=True)


def _fuzzed(report: law_fuzz.Report) -> str:
    failures = count(len(report.failures), "failure")
    return f"{count(report.games, 'game')}, {count(report.rows, 'row')}, {failures}"
