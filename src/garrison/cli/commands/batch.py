"""Commands that run many games and report the results. English only."""

from __future__ import annotations

import time
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from garrison.cli.commands.record_files import print_json
from garrison.cli.output import fail, say
from garrison.cli.texts import count, report_broken, wrap
from garrison.core import registry
from garrison.core.laws.fuzz import Report
from garrison.core.show.words import LANGS
from garrison.lab import bench as lab_bench
from garrison.lab import interrupt, parallel_fuzz, parquet, workers
from garrison.lab import simulate as lab_simulate
from garrison.lab.progress import Bar
from garrison.lab.tally import Tally


class Ending(NamedTuple):
    """The way a run ended: exit status, and the reason if it ended early."""

    status: int = 0
    reason: str = ""

    def tell(self, done: str, wanted: str) -> int:
        """Say how far the run got if it ended early; return the status."""
        return fail(f"{self.reason} after {done} {wanted}", self.status) if self.reason else self.status


def _watch(bar: Bar) -> workers.Watch:
    def on_death(text: str) -> None:
        bar.leave()
        fail(text)

    return workers.Watch(on_death)


def simulate(args: Namespace, options: dict[str, str]) -> int:
    of = lab_simulate.series(args.game, options, args.players, args.seed)
    total, ending = _simulated(args, of)
    if total.games:
        _report(args, lab_simulate.report(of, total))
    return ending.tell(str(total.games), f"of {count(args.games, 'game')}")


def _report(args: Namespace, found: dict[str, Any]) -> None:
    endings = found.pop("how")
    if args.json:
        print_json(found)
        return
    chosen = [f"{name} {value}" for name, value in found["options"].items()]
    say(f"{', '.join([found['game'], *chosen])}: {count(found['games'], 'game')}, seed {args.seed}")
    _report_winners(found)
    score = found["score"]
    first = next(iter(found["won"]))
    say(
        f"mean score of {first}: {score['mean']:.2f}, 95 % interval {score['low']:.2f} to {score['high']:.2f}"
    )
    say(f"mean rows per game, after the set-up: {found['rows']['mean']:.1f}")
    say("endings: " + ", ".join(f"{how} {n}" for how, n in endings.items()))
    if args.save is not None:
        say(wrap(f"saved in {args.save}, one row per game"))


class _Winner(NamedTuple):
    """Who won how often: a seat or side, its players, games won with the interval of the share, utility."""

    name: str
    players: str
    won: tuple[int, float, float]
    utility: dict[str, float] | None


def _report_winners(found: dict[str, Any]) -> None:
    """Tell who won, by side where the game names its sides, and by seat."""
    worth = found.get("utility", {})
    sides = [
        _Winner(side, ",".join(told["players"]), told["won"], told["utility"])
        for side, told in found.get("sides", {}).items()
    ]
    seats = [
        _Winner(seat, player, won, worth.get(seat))
        for (seat, won), player in zip(found["won"].items(), found["players"], strict=True)
    ]
    for kind, lines in (("side", sides), ("seat", seats)):
        if lines:
            _say_winners(kind, lines, found["games"])


def _say_winners(kind: str, lines: list[_Winner], games: int) -> None:
    wide = max(14, *(len(line.name) for line in lines))
    wider = max(10, *(len(line.players) for line in lines))
    head = f"{kind:<{wide}} {'player':<{wider}} {'won':>8} {'share':>8}   95 % interval"
    say(head if lines[0].utility is None else f"{head}     utility   95 % interval")
    for name, players, (won, low, high), utility in lines:
        told = f"{name:<{wide}} {players:<{wider}} {won:>8} {won / games:>8.1%}   "
        interval = f"{low:.1%} to {high:.1%}"
        if utility is not None:
            mean, least, most = utility.values()
            interval = f"{interval:<16} {mean:>8.3f}   {least:.3f} to {most:.3f}"
        say(told + interval)


def _simulated(args: Namespace, of: lab_simulate.Series) -> tuple[Tally, Ending]:
    """Play the games, and write a table of them if one is wanted, as far as it goes."""
    total, keep, take = Tally(), None, None
    with interrupt.held() as stop:
        try:
            with ExitStack() as stack:
                if args.save is not None:
                    keep, take = parquet.row, stack.enter_context(parquet.written(Path(args.save), of)).take
                bar = Bar(args.games)
                stack.callback(bar.leave)
                chunks = lab_simulate.stream(of, range(args.games), args.jobs, keep, _watch(bar))
                lab_simulate.gather(chunks, args.games, lambda done, _: bar.show(done), take, total)
        except KeyboardInterrupt:
            return total, Ending(stop.status, "stopped")
        except workers.LostTwice as error:
            return total, Ending(workers.LOST_TWICE, f"{error}: ended")
    return total, Ending()


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


def fuzz(args: Namespace, options: dict[str, str]) -> int:
    names = _all_games() if args.game is None else (args.game,)
    save_dir = None if args.save is None else Path(args.save)
    games = parallel_fuzz.Games(parallel_fuzz.Plan(names, args.players, options, args.seed, save_dir))
    report, ending = _fuzzed(args, games)
    if args.json:
        print_json(report.plain())
    else:
        _report_laws(report)
    status = ending.tell(*_length(args, games, report))
    return 1 if report.failures else status


def _length(args: Namespace, games: parallel_fuzz.Games, report: Report) -> tuple[str, str]:
    """How far a run got, and how far it was to go."""
    if args.seconds is not None:
        return count(report.games, "game"), f"before the end of {count(args.seconds, 'second')}"
    return str(report.games), f"of {count(args.games or games.fuzzer.whole, 'game')}"


def _fuzzed(args: Namespace, games: parallel_fuzz.Games) -> tuple[Report, Ending]:
    """Play the games, as far as it goes."""
    report = games.fuzzer.report()
    if args.seconds is None:
        bar = Bar(args.games or games.fuzzer.whole)
    else:
        bar = Bar(args.seconds, unit="s")
    began = time.monotonic()

    def show() -> None:
        done = report.games if args.seconds is None else time.monotonic() - began
        bar.show(done, _sums(report))

    with interrupt.held() as stop:
        try:
            for each in games.stream(args.games, args.seconds, args.jobs, _watch(bar)._replace(on_tick=show)):
                report.add(each)
                show()
            ending = Ending()
        except KeyboardInterrupt:
            ending = Ending(stop.status, "stopped")
        except workers.LostTwice as error:
            ending = Ending(workers.LOST_TWICE, f"{error}: ended")
        finally:
            bar.leave()
    report.sort()
    return report, ending


def _report_laws(report: Report) -> None:
    for failure in report.failures:
        options = [f"{name}={value}" for name, value in failure.options.items()]
        saved = "" if failure.file is None else f" ({failure.file})"
        where = f"{' '.join([failure.game, *options])}, players {','.join(failure.players)}"
        say(wrap(f"{where}, seed {failure.seed}, row {failure.row}: {failure.text}{saved}"))
    looks = ", ".join(f"{law}: {looked}" for law, looked in report.laws.items())
    say(_sums(report))
    for names, told in report.players.items():
        say(f"played by {names}: {count(told['games'], 'game')}, {count(told['rows'], 'row')}")
    say(wrap(f"checks of each law: {looks}"))


def _all_games() -> tuple[str, ...]:
    report_broken(registry.broken(), LANGS[0])
    return tuple(registry.games())


def _sums(report: Report) -> str:
    failures = count(len(report.failures), "failure")
    return f"{count(report.games, 'game')}, {count(report.rows, 'row')}, {failures}"
