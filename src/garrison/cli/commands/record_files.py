"""Commands that read records and scenarios: check, verify, show, replay."""

from __future__ import annotations

import json
import os
import re
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from garrison.cli import output
from garrison.cli.output import say
from garrison.cli.play import log
from garrison.cli.screen import text_board
from garrison.cli.screen.choice_list import ChoiceList
from garrison.cli.texts import BadInput, Sentence, Words, count, said, words, wrap
from garrison.core import record, scenario
from garrison.core.dice import OutOfDice
from garrison.core.errors import Damaged, GarrisonError
from garrison.core.limits import RECORD_BYTES
from garrison.core.match import Match
from garrison.core.show import boards
from garrison.core.show.perspective import Perspective
from garrison.core.show.words import LANGS
from garrison.core.state import ARBITER, SPECTATOR, Seat

DEBUG = "GARRISON_DEBUG"
"""Environment variable that makes unexpected errors show their location."""
_TOML_GAME = re.compile(r"^\s*game\s*=", re.MULTILINE)


def print_json(value: dict[str, Any]) -> None:
    say(json.dumps(value, default=str))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Add the file's name to every error about it."""
    try:
        yield
    except RecursionError as error:
        raise BadInput("file-deep", path=path) from error
    except Sentence:
        raise
    except GarrisonError as error:
        if str(error).startswith(str(path)):
            raise
        raise Damaged(f"{path}: {error}") from error
    except OSError as error:
        raise Damaged(f"{path}: {error.strerror or error}") from error
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        if os.environ.get(DEBUG):
            raise
        raise BadInput("file-value", path=path, error=f"{type(error).__name__}: {error}") from error


def is_scenario(path: Path) -> bool:
    """True for a scenario; a file that is neither is reported as a damaged record."""
    text = record.read_file(path, RECORD_BYTES)
    if text.startswith("garrison-record"):
        return False
    return path.suffix == ".toml" or _TOML_GAME.search(text) is not None


def load_scenario(path: Path) -> dict[str, Any]:
    """Load a scenario, which must name its game and have a position or a step."""
    found = scenario.load(path)
    if not found["game"]:
        raise BadInput("scenario-no-game", path=path)
    if not found["position"] and not found["step"]:
        raise BadInput("scenario-empty", path=path)
    return found


def seat_of(seats: Sequence[str], text: str) -> Seat:
    """A seat by name, number, `arbiter` or `spectator`."""
    known = {"arbiter": ARBITER, "spectator": SPECTATOR, str(ARBITER): ARBITER, str(SPECTATOR): SPECTATOR}
    for at, name in enumerate(seats):
        known |= {name: at, str(at): at}
    if text.lower() not in known:
        raise BadInput("no-seat", seat=text[:40], seats=", ".join(seats))
    return known[text.lower()]


# Checking


def check(args: Namespace) -> int:
    """Check all files; an unreadable one does not stop the others."""
    failures: list[scenario.Failure] = []
    passed = unreadable = 0
    for name in args.files:
        path = Path(name)
        try:
            with naming(path):
                found = _check_one(path)
        except GarrisonError as error:
            output.fail(said(error, LANGS[0]))
            unreadable += 1
            continue
        failures += found
        passed += not found
    if args.json:
        print_json({"passed": passed, "failed": [asdict(failure) for failure in failures]})
    elif unreadable < len(args.files):
        for failure in failures:
            say(
                f"{failure.file}, step {failure.step}: {failure.what}: "
                f"expected {_short(failure.expected)}, got {_short(failure.got)}"
            )
        failed = len(args.files) - passed - unreadable
        counts = ((failed, "failed"), (unreadable, "could not be read"))
        say(", ".join([f"{passed} passed", *(f"{n} {what}" for n, what in counts if n)]))
    return 2 if unreadable else 1 if failures else 0


def _check_one(path: Path) -> list[scenario.Failure]:
    if is_scenario(path):
        load_scenario(path)
        return scenario.check(path)
    record.replay(record.open_file(path))
    return []


def _short(value: Any) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)


def verify(args: Namespace) -> int:
    path = Path(args.file)
    with naming(path):
        read = record.open_file(path)
        verdict = record.verify(read)
    if args.json:
        print_json(asdict(verdict))
        return 0 if verdict.ok else 1
    if read.dropped is not None:
        say(words(LANGS[0])("dropped-reading-some"))
    if verdict.ok:
        rows, draws = count(verdict.rows, "row"), count(verdict.draws, "draw")
        say(f"{path}: {rows}, {draws}: every draw comes from the key")
    else:
        say(f"{path}: the draws in row {verdict.first_bad} do not come from the key")
    return 0 if verdict.ok else 1


# Showing


def moment(args: Namespace) -> tuple[Perspective, int | None, str]:
    """A file's match at a row or step from one perspective, the frame that led there, and its caption."""
    path = Path(args.file)
    text = words(args.lang)
    step: int | None = None
    played = True
    with naming(path):
        if is_scenario(path):
            match, step, played = _scenario_at(path, args.at)
        else:
            match = _record_at(path, args.at)
    perspective = _perspective(match, args.seat)
    if step is not None:
        head = text("step", step=step) if step else text("position")
    elif perspective.complete or args.at is not None:
        head = text("row", row=len(match.rows) - 1)
    else:  # The number of rows is not revealed to a seat that does not know all of them.
        head = text("row-last")
    return perspective, perspective.count if played else None, head


def _perspective(match: Match, seat: str | None) -> Perspective:
    """The perspective asked for, or the default for this match."""
    return Perspective(match, _default_seat(match) if seat is None else seat_of(match.seats, seat))


def show(args: Namespace) -> int:
    perspective, frame, head = moment(args)
    match, seat = perspective.match, perspective.seat
    events = [] if frame is None else perspective.events(frame)
    if args.json:
        print_json(
            {
                "ask": None if match.ask is None else list(match.ask),
                "awaited": [match.seats[each] for each in match.who(seat)],
                "legal": [match.write(action) for action in match.legal(seat)],
                "view": match.view(seat),
                "events": [match.game.tell.plain(event) for event in events],
            }
        )
        return 0
    say(head)
    for event in events:
        say(wrap(match.game.tell.line(event, args.lang), "  ", "    "))
    say()
    for line in _scene_lines(perspective, words(args.lang)):
        say(line)
    return 0


def _scene_lines(perspective: Perspective, text: Words) -> list[str]:
    """The table, then the question with its choices or the result."""
    match = perspective.match
    scene = perspective.told_scene(text.lang)
    board = boards.board(match.game, match.options, text.lang)
    drawing = text_board.Drawing(board, scene, text)
    lines = [*drawing.lines(), ""]
    if match.result is not None:
        lines += log.outcome(match, match.result, perspective.seat, text)
        lines += log.report(perspective, text)
    if scene.ask is not None:
        lines.append(text_board.prompt(scene, text))
        lines.append(wrap(text("waiting", names=", ".join(scene.ask.who)), "  "))
    return lines + text_board.choices(drawing, ChoiceList.of(perspective, text).rows(folded=False))


def _record_at(path: Path, at: int | None) -> Match:
    read = record.open_file(path)
    last = len(read.rows) - 1
    row = last if at is None else at
    if row > last:
        raise BadInput("no-row", path=path, last=last, row=row)
    return record.replay(read, upto=None if row == last else row)


def _scenario_at(path: Path, at: int | None) -> tuple[Match, int, bool]:
    """A scenario's match after a step (0 is the position), the step, and whether it played a row."""
    found = load_scenario(path)
    steps = found["step"]
    number = len(steps) if at is None else at
    if number > len(steps):
        raise BadInput("no-step", path=path, last=len(steps), step=number)
    match, dice = scenario.start(found, str(path))
    played = True
    for at_step, step in enumerate(steps[:number], 1):
        played = "do" in step
        if not played:
            continue
        dice.feed(step.get("dice", []))
        seat = step.get("seat")
        try:
            match.play(step["do"], seat_of(match.seats, str(seat)) if seat is not None else None)
        except (GarrisonError, OutOfDice) as error:
            raise Damaged(f"{path}, step {at_step}: {error}") from error
    return match, number, played


def _default_seat(match: Match) -> Seat:
    """The only player, or else a viewer without secrets while the game runs."""
    if len(match.seats) == 1:
        return 0
    return ARBITER if match.over else SPECTATOR


def replay(args: Namespace) -> int:
    path = Path(args.file)
    with naming(path):
        read = record.open_file(path)
        match = record.replay(read)
    perspective = _perspective(match, args.seat)
    text = words(args.lang)
    say(wrap(log.titled(match.game, match.options, text, ": ")))
    for n in range(1, perspective.count + 1):
        for line in log.told(perspective, n, text):
            say(line)
    if match.result is not None:
        say()
        for line in log.outcome(match, match.result, perspective.seat if args.seat else ARBITER, text):
            say(line)
        for line in log.report(perspective, text):
            say(line)
    elif read.dropped is not None:
        line = read.dropped[:60] if perspective.complete else ""
        say(wrap(text("dropped-reading", line=line) if line else text("dropped-reading-some")))
    return 0
