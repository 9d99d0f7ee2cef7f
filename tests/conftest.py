"""Fixtures of many tests: the toy, known to the registry beside the installed games."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from garrison.core import kernel, registry
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.game import AnyGame
from garrison.core.match import Match
from support.fixtures import NewToy, Register
from support.games.toy import TOY
from support.installed import with_games
from support.terminal.command import Run, runner

if TYPE_CHECKING:
    from garrison.table.store.executor import Executor

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background (`nohup make test &`): programs under test would inherit it and miss Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Recompiling every module takes longer than the rest of start-up, and the tests start many programs.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

os.environ.pop("GARRISON_DATABASE", None)  # somebody's matches are nothing to test with

settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", action="append", default=[], help="run only what proves this rule or ruling")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = set(config.getoption("--rule"))
    if wanted:
        items[:] = [
            item
            for item in items
            if any(
                wanted & set(mark.args[1:]) for name in ("rule", "ruling") for mark in item.iter_markers(name)
            )
        ]


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Makes a game known under its id, for this test."""

    def known(game: AnyGame) -> AnyGame:
        monkeypatch.setattr(registry, "GAMES", with_games(game))
        return game

    return known


@pytest.fixture
def toy(register: Register) -> AnyGame:
    return register(TOY)


@pytest.fixture
def new_toy(toy: AnyGame) -> NewToy:
    """A match of the toy: with a seed, or with scripted dice, which deal from lantern 12 (15) down."""

    def start(edition: str = "plain", seed: int | None = None, dice: tuple[int, ...] = ()) -> Match:
        thrown = ScriptedDice(dice) if seed is None else KeyedDice(seed_key(seed))
        return Match(toy, {"edition": edition}, thrown)

    return start


@pytest.fixture
def played_rows(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Counts the rows that the rules have played since it was last called."""
    count, true = 0, kernel.apply

    def counting(*args: object) -> None:
        nonlocal count
        count += 1
        true(*args)  # type: ignore[arg-type]

    def since() -> int:
        nonlocal count
        found, count = count, 0
        return found

    monkeypatch.setattr(kernel, "apply", counting)
    return since


@pytest.fixture(name="garrison")
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """The command, with the toy beside the installed games."""
    return runner(monkeypatch, capsys, tmp_path)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where that command keeps its games."""
    return tmp_path / "home"


@pytest.fixture
def executor(tmp_path: Path) -> Iterator[Executor]:
    """A store of its own, in a file."""
    from garrison.table.store.executor import Executor  # most tests need no database

    found = Executor(tmp_path / "table.sqlite")
    yield found
    found.close()
