"""Commands that read records and scenarios, run many games, or print what a game knows."""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from garrison.cli import draw, reading
from garrison.cli.texts import BadAnswer, Words, paragraphs, words, wrap
from garrison.core import fuzz as law_fuzz
from garrison.core import record, registry, scenario
from garrison.core import words as game_words
from garrison.core.dice import OutOfDice
from garrison.core.errors import Damaged, GarrisonError
from garrison.core.game import ARBITER, SPECTATOR, AnyGame, Seat
from garrison.core.limits import RECORD_BYTES
from garrison.core.match import Match
from garrison.lab import bench as lab_bench
from garrison.lab import simulate as lab_simulate

BAR = 30
DEBUG = "GARRISON_DEBUG"
"""Environment variable that lets an unexpected error show its place."""
SURE = ("rulebook", "agreed")
DOUBTS = ("reconstruction", "inferred", "one-source")
_TOML_GAME = re.compile(r"^\s*game\s*=", re.MULTILINE)


class BadInput(GarrisonError):
    """What was asked for on the command line cannot be done; the text says what would be right."""


def print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, default=str))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let every error about a file say which file."""
    try:
        yield
    except RecursionError as error:
        raise Damaged(f"{path}: nested too deeply") from error
    except GarrisonError as error:
        if str(error).startswith(str(path)):
            raise
        raise Damaged(f"{path}: {error}") from error
    except OSError as error:
        raise Damaged(f"{path}: {error.strerror or error}") from error
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        if os.environ.get(DEBUG):
            raise
        raise Damaged(f"{path}: a value in it is of no use ({type(error).__name__}: {error})") from error


def is_scenario(path: Path) -> bool:
    """Whether a file is a scenario; what is neither of the two is told as a damaged record."""
    text = record.read_file(path, RECORD_BYTES)
    if text.startswith("garrison-record"):
        return False
    return path.suffix == ".toml" or _TOML_GAME.search(text) is not None


def seat_of(seats: Sequence[str], text: str) -> Seat:
    """A seat by name, number, `arbiter` or `spectator`."""
    known = {"arbiter": ARBITER, "spectator": SPECTATOR, str(ARBITER): ARBITER, str(SPECTATOR): SPECTATOR}
    for at, name in enumerate(seats):
        known |= {name: at, str(at): at}
    if text.lower() not in known:
        raise BadInput(f"there is no seat '{text}'; choose one of {', '.join(seats)}, arbiter, spectator")
    return known[text.lower()]


# Checking


def check(args: Namespace) -> int:
    failures: list[scenario.Failure] = []
    passed = 0
    for name in args.files:
        path = Path(name)
        with naming(path):
            found = _check_one(path)
        failures += found
        passed += not found
    if args.json:
        print_json({"passed": passed, "failed": [asdict(failure) for failure in failures]})
    else:
        for failure in failures:
            print(
                f"{failure.file}, step {failure.step}: {failure.what}: "
                f"expected {_short(failure.expected)}, got {_short(failure.got)}"
            )
        failed = len(args.files) - passed
        print(f"{passed} passed" + (f", {failed} failed" if failed else ""))
    return 1 if failures else 0


def _check_one(path: Path) -> list[scenario.Failure]:
    if is_scenario(path):
        return scenario.check(path)
    record.replay(record.open_file(path))
    return []


def _short(value: Any) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)


def verify(args: Namespace) -> int:
    path = Path(args.file)
    with naming(path):
        verdict = record.verify(record.open_file(path))
    if args.json:
        print_json(asdict(verdict))
    elif verdict.ok:
        print(f"{path}: {verdict.rows} rows, {verdict.draws} draws: every draw comes from the key")
    else:
        print(f"{path}: the draws of row {verdict.first_bad} do not come from the key")
    return 0 if verdict.ok else 1


# Looking


def show(args: Namespace) -> int:
    path = Path(args.file)
    said = words(args.lang)
    with naming(path):
        if is_scenario(path):
            match, at, row = _scenario_at(path, args.at)
            head = said("step", step=at) if at else said("position")
        else:
            match, row = _record_at(path, args.at)
            head = said("row", row=row)
    seat = _default_seat(match) if args.seat is None else seat_of(match.seats, args.seat)
    events = [] if row is None else match.events(row, seat)
    if args.json:
        print_json(
            {
                "ask": None if match.ask is None else list(match.ask),
                "awaited": [match.seats[each] for each in match.awaited],
                "legal": [match.write(action) for action in match.legal(seat)],
                "view": match.view(seat),
                "events": [list(event[1:]) for event in events],
            }
        )
        return 0
    print(head)
    for event in events:
        print(wrap(game_words.sentence(match.game, event, args.lang), "  ", "    "))
    print()
    for line in _scene_lines(match, seat, said):
        print(line)
    return 0


def _scene_lines(match: Match, seat: Seat, said: Words) -> list[str]:
    """The table, then the question with its choices or the result."""
    scene = match.scene(seat, said.lang)
    board = match.game.board(match.options, said.lang)
    lines = [draw.table(board, scene, said), ""]
    if match.result is not None:
        lines.append(said("end", line=record.end_line(match, match.result).removeprefix("end ")))
    if scene.ask is not None:
        lines.append(draw.prompt(scene, said))
        lines.append(wrap(said("waiting", names=", ".join(scene.ask.who)), "  "))
    return lines + draw.choices(board, scene, said)


def _record_at(path: Path, at: int | None) -> tuple[Match, int]:
    read = record.open_file(path)
    last = len(read.rows) - 1
    row = last if at is None else at
    if row > last:
        raise BadInput(f"{path} has rows 0 to {last}, no row {row}")
    return record.replay(read, upto=None if row == last else row), row


def _scenario_at(path: Path, at: int | None) -> tuple[Match, int, int | None]:
    """A scenario's match after a step, 0 for the position; the step, and the row it played, if any."""
    found = scenario.load(path)
    steps = found["step"]
    number = len(steps) if at is None else at
    if number > len(steps):
        raise BadInput(f"{path} has steps 1 to {len(steps)}, no step {number}")
    match, dice = scenario.start(found, str(path))
    row: int | None = 0
    for count, step in enumerate(steps[:number], 1):
        row = None
        if "do" not in step:
            continue
        dice.feed(step.get("dice", []))
        seat = step.get("seat")
        try:
            match.play(step["do"], seat_of(match.seats, str(seat)) if seat is not None else None)
        except (GarrisonError, OutOfDice) as error:
            raise Damaged(f"{path}, step {count}: {error}") from error
        row = len(match.rows) - 1
    return match, number, row


def _default_seat(match: Match) -> Seat:
    """The only player; else, while a game runs, somebody who knows no secrets."""
    if len(match.seats) == 1:
        return 0
    return ARBITER if match.over else SPECTATOR


def replay(args: Namespace) -> int:
    path = Path(args.file)
    with naming(path):
        read = record.open_file(path)
        match = record.replay(read)
    seat = _default_seat(match) if args.seat is None else seat_of(match.seats, args.seat)
    said = words(args.lang)
    print(f"{reading.title(match.game, args.lang)}: {reading.settings(match, said)}")
    for row in range(len(match.rows)):
        for line in reading.told(match, row, seat, said):
            print(line)
    if match.result is not None:
        print()
        for line in reading.outcome(match, match.result, seat if args.seat else ARBITER, said):
            print(wrap(line))
    elif read.dropped is not None:
        print(wrap(said("dropped-reading", line=read.dropped[:60])))
    return 0


# Many games


def progress(done: int, games: int) -> None:
    """A bar on stderr, redrawn in place, for a person who watches."""
    full = BAR * done // games
    end = "\n" if done == games else ""
    print(f"\r[{'#' * full}{'.' * (BAR - full)}] {done} of {games}", end=end, file=sys.stderr, flush=True)


def simulate(args: Namespace, options: dict[str, str]) -> int:
    watched = sys.stderr.isatty()
    found = lab_simulate.run(
        args.game,
        options,
        args.players.split(","),
        args.games,
        args.seed,
        args.jobs,
        progress if watched else None,
    )
    endings = found.pop("how")
    if args.json:
        print_json(found)
        return 0
    chosen = ", ".join(f"{name} {value}" for name, value in found["options"].items())
    print(f"{found['game']}, {chosen}: {found['games']} games, seed {args.seed}")
    print(f"{'seat':<14} {'player':<10} {'won':>8} {'share':>8}   95 % interval")
    for (seat, (won, low, high)), player in zip(found["won"].items(), found["players"], strict=True):
        share = won / found["games"]
        print(f"{seat:<14} {player:<10} {won:>8} {share:>8.1%}   {low:.1%} to {high:.1%}")
    score = found["score"]
    first = next(iter(found["won"]))
    print(
        f"mean score of {first}: {score['mean']:.2f}, 95 % interval {score['low']:.2f} to {score['high']:.2f}"
    )
    print(f"mean rows of a game, after the set-up: {found['rows']['mean']:.1f}")
    print("endings: " + ", ".join(f"{how} {n}" for how, n in endings.items()))
    return 0


def bench(args: Namespace, options: dict[str, str]) -> int:
    found = lab_bench.run(args.game, options)
    if args.json:
        print_json(found)
        return 0
    print(f"{found['game']}: checked play on one core, medians of interleaved runs")
    head = ("", "decisions/s", "games/s", "copies/s", "legal", "copy µs")
    print(f"{head[0]:<16}" + "".join(f"{each:>13}" for each in head[1:]))
    for name, figures in (("random games", found), ("replayed games", found["replay"])):
        if figures is not None:
            print(
                f"{name:<16}{figures['decisions_per_s']:>13,.0f}{figures['games_per_s']:>13,.1f}"
                f"{figures['copies_per_s']:>13,.0f}{figures['mean_legal']:>13.1f}{figures['copy_us']:>13.2f}"
            )
    return 0


def fuzz(args: Namespace) -> int:
    chosen = list(registry.games().values()) if args.game is None else [registry.find(args.game)]
    watched = sys.stderr.isatty()
    report = law_fuzz.run(
        chosen,
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
        print(
            wrap(f"{failure.game} {options}, seed {failure.seed}, row {failure.row}: {failure.text}{saved}")
        )
    looks = ", ".join(f"{law}: {count}" for law, count in report.laws.items())
    print(f"{report.games} games, {report.rows} rows, {len(report.failures)} failures")
    print(wrap(f"looks at the laws: {looks}"))
    return 1 if report.failures else 0


def _fuzz_progress(report: law_fuzz.Report) -> None:
    text = f"\r{report.games} games, {report.rows} rows, {len(report.failures)} failures"
    print(text, end="", file=sys.stderr, flush=True)


# What a game knows


def games(args: Namespace) -> int:
    known = registry.games()
    if args.json:
        print_json({"games": [_game(game) for game in known.values()]})
        return 0
    for game in known.values():
        print(f"{game.id}: {reading.title(game, args.lang)}")
        for name, values in game.options.items():
            print(wrap(f"--{name} {' | '.join(values)}", "  ", "    "))
    return 0


def _game(game: AnyGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": reading.title(game, "en"),
        "rules": game.rules,
        "options": {name: list(values) for name, values in game.options.items()},
        "seats": list(game.seats(registry.settle(game, {}))),
    }


def notes(args: Namespace) -> int:
    game = registry.find(args.game)
    said = words(args.lang)
    try:
        text = game.text(f"notes.{args.lang}.md")
    except (OSError, LookupError) as error:
        raise BadInput(f"{game.id} has no notes in this language ({args.lang})") from error
    print(paragraphs(text.rstrip()))
    figures = game.figures(args.lang)
    doubtful = [each for each in figures if each[2] not in SURE]
    if not doubtful:
        return 0
    order = {confidence: at for at, confidence in enumerate(DOUBTS)}
    for confidence in sorted({each[2] for each in doubtful}, key=lambda each: (order.get(each, 99), each)):
        print(f"\n### {said.say.get(f'figures-{confidence}', confidence)}\n")
        for what, value, given, source in doubtful:
            if given == confidence:
                print(wrap(said("figures-line", what=what, value=value, source=source), "- ", "  "))
    sources = game.sources(args.lang)
    if sources:
        print(f"\n### {said('sources')}\n")
    for name, text in sources.items():
        print(wrap(f"{name}: {text}", "- ", "  "))
    return 0


def rules(args: Namespace, options: dict[str, str]) -> int:
    game = registry.find(args.game)
    said = words(args.lang)
    edition = registry.settle(game, options).get("edition")
    if args.id is not None:
        print(reading.rule(game, _rule_id(game, args.id, said), said))
        return 0
    blocks = [
        reading.rule(game, ident, said)
        for ident, rule in game_words.rules(game, args.lang).items()
        if edition is None or edition in rule.get("editions", (edition,))
    ]
    print("\n\n".join(blocks))
    return 0


def _rule_id(game: AnyGame, ident: str, said: Words) -> str:
    try:
        return reading.rule_id(game, ident, said)
    except BadAnswer as error:
        raise BadInput(str(error)) from error
