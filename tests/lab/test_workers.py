"""Worker processes that die: their games are played again, and a chunk lost twice ends the run."""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import pickle
import re
import select
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet as pq

from garrison.core.errors import GarrisonError, Unreadable
from garrison.core.laws import fuzz
from garrison.lab import interrupt, parallel_fuzz, simulate, strength, workers
from garrison.lab.progress import Bar
from support.fixtures import Register
from support.games import toy
from support.terminal.command import PATIENCE, Run

GAMES = 30
KILLED = "was killed by signal 9"


@pytest.fixture(autouse=True)
def games(register: Register) -> None:
    register(toy.TOY)


class Deaths:
    """Kills the process that is to play something, a number of times, whichever process that is."""

    def __init__(self, folder: Path, times: int) -> None:
        self._folder = folder
        self._times = times
        folder.mkdir()

    def come(self) -> None:
        deaths = len(list(self._folder.iterdir()))
        if deaths < self._times:
            (self._folder / str(deaths)).touch()
            os.kill(os.getpid(), signal.SIGKILL)


Deadly = Callable[[int, int], None]


@pytest.fixture
def deadly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Deadly:
    """Kill the worker that plays game `number`, `times` times."""

    def prepare(number: int, times: int) -> None:
        deaths, one, play = Deaths(tmp_path / "deaths", times), simulate.one, fuzz.Fuzzer.play

        def one_deadly(*args: Any) -> Any:
            if args[-1] == number:
                deaths.come()
            return one(*args)

        def play_deadly(fuzzer: fuzz.Fuzzer, now: int) -> fuzz.Report:
            if now == number:
                deaths.come()
            return play(fuzzer, now)

        monkeypatch.setattr(simulate, "one", one_deadly)
        monkeypatch.setattr(fuzz.Fuzzer, "play", play_deadly)

    return prepare


def simulated(garrison: Run, path: Path, jobs: int) -> tuple[Any, str, bytes]:
    done = garrison("simulate", "toy", "--games", GAMES, "--jobs", jobs, "--save", path, "--json")
    assert done.status == 0
    return json.loads(done.out), done.err, path.read_bytes()


# Lost once


def test_simulate_plays_the_games_of_a_killed_worker_again(
    garrison: Run, tmp_path: Path, deadly: Deadly
) -> None:
    whole, quiet, table = simulated(garrison, tmp_path / "whole.parquet", 1)
    deadly(5, 1)
    found, told, same = simulated(garrison, tmp_path / "again.parquet", 2)
    assert (found, same) == (whole, table)
    assert quiet == ""
    assert told == f"garrison: a worker process {KILLED}; game 5 will be played again\n"


def test_strength_plays_the_games_of_a_killed_worker_again(
    tmp_path: Path, deadly: Deadly, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["toy", "--players", "random", "--games", str(GAMES), "--only", "grand", "--into"]
    deadly(5, 1)
    assert strength.main([*line, str(tmp_path / "again"), "--jobs", "2"]) == 0
    assert f"{KILLED}; game 5 will be played again" in capsys.readouterr().err
    assert strength.main([*line, str(tmp_path / "whole"), "--jobs", "1"]) == 0
    (of,) = (each for each in strength.cells("toy", ("random",), 1) if each.options["edition"] == "grand")
    found, whole = (strength.load(of, tmp_path / name) for name in ("again", "whole"))
    assert found.tally == whole.tally
    assert found.tally.games == GAMES


@pytest.mark.proof
def test_fuzz_plays_the_game_of_a_killed_worker_again(garrison: Run, deadly: Deadly) -> None:
    line = ("fuzz", "toy", "--games", 6, "--json")
    whole = garrison(*line, "--jobs", 1)
    deadly(2, 1)
    found = garrison(*line, "--jobs", 2)
    assert (found.status, found.out) == (0, whole.out)
    assert found.err == f"garrison: a worker process {KILLED}; game 2 will be played again\n"


# Lost twice


def test_games_lost_twice_end_simulate_with_those_before_them(
    garrison: Run, tmp_path: Path, deadly: Deadly
) -> None:
    path = tmp_path / "games.parquet"
    deadly(5, 2)
    done = garrison("simulate", "toy", "--games", GAMES, "--jobs", 2, "--save", path)
    assert done.status == workers.LOST_TWICE == 3
    first, second = done.err.splitlines()
    assert "game 5 will be played again" in first
    died = f"two worker processes in turn died over game 5; the second {KILLED}"
    assert second == f"garrison: {died}: ended after 5 of 30 games"
    assert [row["number"] for row in pq.read_table(path).to_pylist()] == list(range(5))
    assert garrison("simulate", "toy", "--games", 5, "--jobs", 1).out in done.out
    assert f"saved in {path}" in done.flat


def test_without_any_game_there_is_no_report(garrison: Run, tmp_path: Path, deadly: Deadly) -> None:
    deadly(0, 2)
    done = garrison(
        "simulate", "toy", "--games", 4, "--jobs", 2, "--save", tmp_path / "games.parquet", "--json"
    )
    assert done.status == 3
    assert done.out == ""
    assert "ended after 0 of 4 games" in done.err
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []


def test_games_lost_twice_end_strength_and_the_same_command_continues(
    tmp_path: Path, deadly: Deadly, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["toy", "--players", "random", "--games", "12", "--jobs", "2", "--into", str(tmp_path / "cells")]
    deadly(5, 2)
    assert strength.main(line) == 3
    shown = capsys.readouterr()
    assert "| plain | random | random | random | 5 |" in shown.out
    assert (
        "ended after 5 of 12 games of toy-plain-random-random-random, cell 1 of 2; the same command"
        in shown.err
    )
    assert strength.main(line) == 0
    out = capsys.readouterr().out
    assert "| plain | random | random | random | 12 |" in out
    assert "| grand | random | random | random | 12 |" in out


@pytest.mark.parametrize("length", [("--games", 6), ("--seconds", 600)])
def test_a_game_lost_twice_ends_fuzz_with_what_there_is(
    garrison: Run, deadly: Deadly, length: tuple[str, int]
) -> None:
    deadly(3, 2)
    done = garrison("fuzz", "toy", "--jobs", 2, "--json", *length)
    assert done.status == 3
    assert f"died over game 3; the second {KILLED}: ended after " in done.err
    told = json.loads(done.out)["games"]
    assert 2 <= told < 6 or length[0] == "--seconds"
    wanted = "of 6 games" if length[0] == "--games" else "before the end of 600 seconds"
    assert done.err.splitlines()[-1].endswith(wanted)


def test_a_law_that_was_broken_counts_more_than_an_early_end(
    garrison: Run, register: Register, deadly: Deadly
) -> None:
    def broken(_: toy.Watch) -> None:
        raise RuntimeError("no result today")

    register(toy.vary(toy.TOY, result=broken))
    deadly(3, 2)
    done = garrison("fuzz", "toy", "--games", 8, "--jobs", 2)
    assert done.status == 1
    assert "no result today" in done.flat
    assert re.search(r"ended after \d+ of 8 games$", done.err)


# The pool itself


def square(chunk: range) -> int:
    if chunk[0] == 7:
        raise Unreadable("seven", "is no number")
    return chunk[0] ** 2


def singles(stop: int) -> list[range]:
    return [range(number, number + 1) for number in range(stop)]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_an_error_comes_in_its_place(jobs: int) -> None:
    results = workers.in_order(square, singles(20), jobs)
    assert [next(results) for _ in range(7)] == [n * n for n in range(7)]
    with pytest.raises(GarrisonError, match="is no number"):
        next(results)


def test_an_oldest_chunk_that_takes_long_holds_the_others_up_in_the_end(tmp_path: Path) -> None:
    """Else everything behind a game that hangs would be lost with Ctrl-C."""
    begun: list[int] = []

    def work(chunk: range) -> int:
        while chunk[0] == 0 and not (tmp_path / "go").exists():
            time.sleep(0.01)
        return chunk[0]

    def chunks() -> Iterator[range]:
        for chunk in singles(100):
            begun.append(chunk[0])
            yield chunk

    def on_tick() -> None:
        if len(begun) == 2 * workers.AHEAD:
            (tmp_path / "go").touch()
        assert len(begun) <= 2 * workers.AHEAD or (tmp_path / "go").exists()

    watch = workers.Watch(on_tick=on_tick)
    assert list(workers.in_order(work, chunks(), 2, watch)) == list(range(100))


def test_workers_end_with_the_run(tmp_path: Path) -> None:
    def work(chunk: range) -> int:
        (tmp_path / str(os.getpid())).touch()
        return chunk[0]

    results = workers.in_order(work, singles(100), 2)
    next(results)
    results.close()
    for path in tmp_path.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.name), 0)


def test_workers_end_when_their_parent_is_killed() -> None:
    """The pipe is closed when the last process that has it is gone."""
    heard, said = os.pipe()

    def work(chunk: range) -> int:
        os.write(said, b".")
        return chunk[0]

    def parent() -> None:
        endless = (range(number, number + 1) for number in itertools.count())
        for _ in workers.in_order(work, endless, 2):
            pass

    process = multiprocessing.get_context("fork").Process(target=parent)
    process.start()
    os.close(said)
    os.read(heard, 1)
    process.kill()
    process.join()
    while select.select([heard], [], [], PATIENCE)[0]:
        if not os.read(heard, 4096):
            break
    else:
        pytest.fail("a worker is still there")
    os.close(heard)


def test_the_games_of_a_plan_can_be_sent_to_another_process() -> None:
    games = parallel_fuzz.Games(parallel_fuzz.Plan(("toy",), ("random",), {"edition": "grand"}, 3, None))
    sent = pickle.loads(pickle.dumps(games))
    assert sent(range(2)) == games(range(2))


# Ctrl-C and the bar


def test_ctrl_c_is_held_back_until_it_does_no_harm() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupt.held() as stop:
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt), interrupt.allowed():
            pytest.fail("it should have come before")
        signal.raise_signal(signal.SIGINT)
    assert stop.status == 130
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_comes_at_once_where_it_may() -> None:
    def stopped() -> None:
        with interrupt.held() as stop:
            with interrupt.allowed():
                signal.raise_signal(signal.SIGTERM)
            assert stop.status == 143

    with pytest.raises(KeyboardInterrupt):
        stopped()


def test_a_bar_fits_its_line_and_is_overwritten_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    bar = Bar(8, "games")
    bar.show(2, "a long note that does not fit a line of this width")
    bar.show(9)
    bar.leave()
    bar.leave()
    drawn = capsys.readouterr().err
    assert drawn.count("\n") == 1
    first, second, third = drawn.rstrip("\n").lstrip("\r").split("\r")
    assert first == f"games [{'.' * 30}] 0 of 8"
    assert second == f"games [{'#' * 7}{'.' * 23}] 2 of 8, a long note "
    assert third == f"games [{'#' * 30}] 8 of 8".ljust(len(second))
