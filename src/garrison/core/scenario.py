"""Scenarios: a position, steps and what must hold after each. The rulebook's examples live in them."""

from __future__ import annotations

import tomllib
from collections.abc import Container, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from garrison.core import kernel, notation, registry
from garrison.core.dice import OutOfDice, ScriptedDice
from garrison.core.errors import UNREADABLE, Damaged, GarrisonError, Refused, Unreadable
from garrison.core.game import AnyGame
from garrison.core.limits import SCENARIO_BYTES
from garrison.core.match import Match
from garrison.core.record import read_file
from garrison.core.state import ARBITER, Seat, View

KEYS = {"id", "game", "options", "dice", "position", "step"}
NOTES = {"title", "rules", "rulings", "tactics_card"}
"""Keys that tell a reader what a scenario is for; ignored by the check."""
STEP_KEYS = {"do", "seat", "dice", "legal", "only", "illegal", "expect", "events"}
LESSON_KEYS = {"about", "seat", "end", "seed", "until"}
LESSON_STEP_KEYS = {"text", "look", "also", "goal", "other", "after"}
"""Keys that make a lesson of a scenario (`lesson.py`); ignored by the check."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One difference from what the scenario says. Step 0 is the position itself."""

    file: str
    step: int
    what: str
    expected: Any
    got: Any


def merge(base: View, changes: Mapping[str, Any]) -> View:
    """Tables are merged, everything else replaces."""
    merged = dict(base)
    for key, value in changes.items():
        old = merged.get(key)
        merged[key] = merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def load(path: Path) -> dict[str, Any]:
    """A scenario's file, its shape checked."""
    return parse(read_file(path, SCENARIO_BYTES), str(path))


def parse(text: str, where: str) -> dict[str, Any]:
    """A scenario from its text, its shape checked; `where` names the file."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Damaged(f"{where}: not TOML: {error}") from error
    unknown = set(found) - KEYS - NOTES - LESSON_KEYS
    if unknown:
        raise Damaged(f"{where}: unknown key '{min(unknown)}'; a scenario has {', '.join(sorted(KEYS))}")
    for key, kind in (("game", str), ("options", dict), ("dice", list), ("position", dict), ("step", list)):
        if not isinstance(found.setdefault(key, kind()), kind):
            raise Damaged(f"{where}: '{key}' has the wrong type of value")
    for number, step in enumerate(found["step"], 1):
        _check_step(step, f"{where}, step {number}")
    return found


def _check_step(step: Any, where: str) -> None:
    if not isinstance(step, dict):
        raise Damaged(f"{where}: a step must be a table")
    unknown = set(step) - STEP_KEYS - LESSON_STEP_KEYS
    if unknown:
        raise Damaged(f"{where}: unknown key '{min(unknown)}'; a step has {', '.join(sorted(STEP_KEYS))}")
    kinds: dict[str, type | tuple[type, ...]] = {
        "do": str,
        "seat": (str, int),
        "dice": list,
        "legal": list,
        "only": list,
        "illegal": dict,
        "expect": dict,
        "events": list,
    }
    for key, value in step.items():
        if key in kinds and not isinstance(value, kinds[key]):
            raise Damaged(f"{where}: '{key}' has the wrong type of value")
    for key in ("legal", "only", "events"):
        if not all(isinstance(text, str) for text in step.get(key, [])):
            raise Damaged(f"{where}: '{key}' must be a list of strings")
    if not all(isinstance(rule, str) for rule in step.get("illegal", {}).values()):
        raise Damaged(f"{where}: 'illegal' must give a rule id for each notation")
    if not all(isinstance(number, int) for number in step.get("dice", [])):
        raise Damaged(f"{where}: 'dice' must be a flat list of whole numbers")


def start(found: dict[str, Any], where: str, game: AnyGame | None = None) -> tuple[Match, ScriptedDice]:
    """The match at the scenario's position, of the game it names unless one is given.

    Top-level `dice` serve the set-up, those of a first step without `do` the loading.
    """
    try:
        game = game or registry.find(found["game"])
        options = registry.settle(game, found["options"])
        begun = kernel.begin(game.play, game.rules, options, ScriptedDice(found["dice"]), lambda _: None)
        setup = game.know.view(begun, ARBITER)
        position = game.know.position(setup, found["position"])
        steps = found["step"]
        dice = ScriptedDice(steps[0].get("dice", []) if steps and "do" not in steps[0] else [])
        return Match(game, options, dice, start=position), dice
    except OutOfDice as error:
        raise Damaged(f"{where}: the position goes on by itself and needs dice: {error}") from error
    except GarrisonError as error:
        raise Damaged(f"{where}: {error}") from error
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise Damaged(f"{where}: a value in the position has the wrong type: {error}") from error


def check(path: Path) -> list[Failure]:
    """Play a scenario; returns every difference from what it says."""
    found = load(path)
    file = str(path)
    match, dice = start(found, file)
    failures: list[Failure] = []
    for number, step in enumerate(found["step"], 1):
        failures += _step(match, dice, step, file, number)
        if any(failure.what == "do" for failure in failures):
            break
    return failures


def _seat(match: Match, step: Mapping[str, Any], where: str) -> Seat | None:
    seat = step.get("seat")
    if seat is None or isinstance(seat, int):
        return seat
    if seat not in match.seats:
        raise Damaged(f"{where}: there is no seat '{seat}', the seats are {', '.join(match.seats)}")
    return match.seats.index(seat)


def _step(match: Match, dice: ScriptedDice, step: dict[str, Any], file: str, number: int) -> list[Failure]:
    where = f"{file}, step {number}"
    seat = _seat(match, step, where)
    kinds: list[str] = []
    if "do" in step:
        dice.feed(step.get("dice", []))
        try:
            kinds = [event[1] for event in match.play(step["do"], seat)]
        except Unreadable as error:
            raise Damaged(f"{where}: {error}") from error
        except Refused as error:
            return [Failure(file, number, "do", step["do"], error.rule)]
        except OutOfDice as error:
            return [Failure(file, number, "do", step["do"], str(error))]
        except Damaged as error:
            raise Damaged(f"{where}: {error}") from error
        if dice.left:
            unused, dice.left = dice.left, []
            return [Failure(file, number, "do", "all dice used", unused)]
    return [
        Failure(file, number, what, expected, got)
        for what, expected, got in _differences(match, step, seat, kinds, where)
    ]


def _differences(
    match: Match, step: Mapping[str, Any], seat: Seat | None, kinds: list[str], where: str
) -> list[tuple[str, Any, Any]]:
    wrong: list[tuple[str, Any, Any]] = []
    listed = match.legal(seat)
    written = [match.write(action) for action in listed]
    for text in step.get("legal", []):
        if _read(match, text, where) not in listed:
            wrong.append(("legal", text, written))
    if "only" in step:
        only = [_read(match, text, where) for text in step["only"]]
        if sorted(only, key=kernel.order) != sorted(_listed_beside(match, only, listed), key=kernel.order):
            wrong.append(("only", step["only"], written))
    for text in () if wrong else (*step.get("legal", []), *step.get("only", [])):
        forbidden = match.refusal(_read(match, text, where), seat)
        if forbidden is not None:
            wrong.append((f"legal {text}", "no rule against it", forbidden))
    for text, rule in step.get("illegal", {}).items():
        got = _refusal(match, text, seat)
        if got != rule:
            wrong.append((f"illegal {text}", rule, got))
        elif text in written:
            wrong.append((f"illegal {text}", "not in the list", written))
    if "expect" in step:
        differences = compare(step["expect"], match.view(), match.game.know.unordered)
        wrong += [(f"expect {key}", want, got) for key, want, got in differences]
    if "events" in step:
        wanted = iter(kinds)
        missing = [kind for kind in step["events"] if kind not in wanted]
        if missing:
            wrong.append(("events", step["events"], kinds))
    return wrong


def _listed_beside(match: Match, only: list[Any], listed: list[Any]) -> list[Any]:
    """What `only` must name: offers too, if it names one, else the answers to the question alone."""

    def offer(action: Any) -> bool:
        return kernel.unasked(match.game.play, action) is not None

    return listed if any(map(offer, only)) else [action for action in listed if not offer(action)]


def _read(match: Match, text: str, where: str) -> Any:
    try:
        return match.read(text)
    except Unreadable as error:
        raise Damaged(f"{where}: {error}") from error


def _refusal(match: Match, text: str, seat: Seat | None) -> str | None:
    try:
        return match.refusal(notation.read(match.game, text), seat)
    except Unreadable:
        return UNREADABLE


def compare(
    expected: Mapping[str, Any], view: Mapping[str, Any], unordered: Container[str] = (), prefix: str = ""
) -> list[tuple[str, Any, Any]]:
    """Where a view differs from what is expected of it; lists under `unordered` keys in any order."""
    wrong: list[tuple[str, Any, Any]] = []
    for key, want in expected.items():
        got = view.get(key)
        top = prefix.partition(".")[0] or key
        if isinstance(want, dict) and isinstance(got, dict):
            wrong += compare(want, got, unordered, f"{prefix}{key}.")
        elif top in unordered and isinstance(want, list) and isinstance(got, list):
            if sorted(map(str, want)) != sorted(map(str, got)):
                wrong.append((f"{prefix}{key}", want, got))
        elif want != got:
            wrong.append((f"{prefix}{key}", want, got))
    return wrong
