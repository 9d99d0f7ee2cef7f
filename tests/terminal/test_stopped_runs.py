"""Runs of many games that are stopped: a progress bar at the terminal, Ctrl-C and kill keep the results."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pyarrow import parquet as pq

from support.proof import few
from support.terminal.command import PATIENCE

GARRISON = ("-m", "garrison")
STRENGTH = ("-m", "garrison.lab.strength")
IGNORING = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""Starts a program as a shell does in the background: Ctrl-C is ignored unless the program wants it."""


class Program:
    """A program with a terminal for its standard error, in a process group of its own."""

    def __init__(self, *argv: object, ignored: bool) -> None:
        self._terminal, its = pty.openpty()
        self.process = subprocess.Popen(
            [*(IGNORING if ignored else ()), sys.executable, *map(str, argv)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=its,
            text=True,
            env={**os.environ, "COLUMNS": "120"},
            start_new_session=True,
        )
        os.close(its)
        self.seen = ""

    def wait_for(self, pattern: str) -> None:
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.seen):
            assert time.monotonic() < end, self.seen
            self._read()

    def stop(self, how: signal.Signals) -> tuple[int, str, str]:
        """Press Ctrl-C, which reaches all its processes, or kill it; status, standard output and error."""
        (os.killpg if how is signal.SIGINT else os.kill)(self.process.pid, how)
        out, _ = self.process.communicate(timeout=PATIENCE)
        while self._read():
            pass
        return self.process.returncode, out, self.seen.replace("\r\n", "\n")

    def _read(self) -> str:
        try:
            found = os.read(self._terminal, 4096).decode()
        except OSError:  # nobody writes there any more
            found = ""
        self.seen += found
        return found

    def end(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()
        os.close(self._terminal)


Start = Callable[..., Program]


@pytest.fixture
def start() -> Iterator[Start]:
    running: list[Program] = []

    def begin(*argv: object, ignored: bool = False) -> Program:
        running.append(Program(*argv, ignored=ignored))
        return running[-1]

    yield begin
    for each in running:
        each.end()


@pytest.mark.parametrize(
    ("how", "ignored", "jobs"),
    [
        (signal.SIGINT, False, 2),
        (signal.SIGINT, True, 2),
        pytest.param(signal.SIGINT, False, 1, marks=pytest.mark.proof),
        pytest.param(signal.SIGTERM, False, 2, marks=pytest.mark.proof),
    ],
)
def test_a_stopped_simulation_keeps_its_games(
    start: Start, tmp_path: Path, how: signal.Signals, ignored: bool, jobs: int
) -> None:
    path = tmp_path / "games.parquet"
    run = start(
        *GARRISON, "simulate", "itter", "--games", 10**6, "--jobs", jobs, "--save", path, ignored=ignored
    )
    run.wait_for(r"\[\.{30}\] [1-9]\d* of 1000000")
    status, out, err = run.stop(how)
    assert status == 128 + how
    assert err.startswith(f"\r[{'.' * 30}] 0 of 1000000")
    ((games, sentence),) = re.findall(r"\ngarrison: (?=stopped after (\d+) )(.*)\n", err)
    assert sentence == f"stopped after {games} of 1000000 games"
    assert err.count("\n") == 2
    assert out.startswith(f"itter, edition published, difficulty beginner: {games} games, seed 1\n")
    assert pq.read_table(path)["number"].to_pylist() == list(range(int(games)))
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ignored", [pytest.param(False, marks=pytest.mark.proof), True])
def test_a_stopped_run_of_strength_prints_its_tables_and_continues(
    start: Start, tmp_path: Path, ignored: bool
) -> None:
    line = (
        *STRENGTH,
        "itter",
        "--players",
        "random",
        "--only",
        "beginner",
        "--games",
        10**6,
        "--into",
        tmp_path,
    )
    run = start(*line, ignored=ignored)
    run.wait_for(r"itter-published-beginner-random \[\.{30}\] [1-9]\d* of 1000000")
    status, out, err = run.stop(signal.SIGINT)
    assert status == 130
    (games,) = re.findall(
        r"\nstopped after (\d+) of 1000000 games of itter-published-beginner-random, cell", err
    )
    assert err.endswith("; the same command continues from here\n")
    assert f"| published | beginner | random | {games} |" in out
    (path,) = tmp_path.iterdir()
    assert json.loads(path.read_text())["tally"]["games"] == int(games)


@pytest.mark.parametrize(
    ("length", "bar"), few(1, [("--games", r"1 of 9999"), ("--seconds", r"\d+ of 9999 s")])
)
def test_a_stopped_run_of_fuzz_reports_what_it_saw(start: Start, length: str, bar: str) -> None:
    run = start(*GARRISON, "fuzz", "itter", "--players", "random", length, 9999, "--json", ignored=True)
    run.wait_for(rf"\] {bar}, [1-9]\d* game")
    status, out, err = run.stop(signal.SIGINT)
    assert status == 130
    found = json.loads(out)
    told = {
        "--games": f"{found['games']} of 9999 games",
        "--seconds": rf"{found['games']} games? before the end of 9999 seconds",
    }
    assert found["games"] > 0
    assert found["failures"] == []
    assert re.search(rf"\ngarrison: stopped after {told[length]}\n$", err)
