"""The load client works; `make load` says what it measures."""

from __future__ import annotations

import json
import os
import sys

import pytest

from tools import load

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="processor time and memory are read from /proc, which only Linux has"
)


@pytest.mark.proof
def test_a_small_load_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    before = os.sched_getaffinity(0)
    assert load.main(["--matches", "15", "--rate", "30", "--seconds", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["matches"], told["workers"], told["database"]) == (15, 1, "SQLite")
    rush, stream = told["flows"]
    assert rush["actions"] >= 15
    assert 5 < stream["actions"] < 100
    for flow in (rush, stream):
        assert 0 < flow["median"] <= flow["p99"] <= flow["longest"]
        assert flow["cost"] > 0
        assert flow["rate"] > 0
    assert min(told["bare"], told["full"], told["after"]) > 10_000_000
    assert os.sched_getaffinity(0) == before


def test_a_report_is_a_table() -> None:
    flow = load.Figures("500 a second", 15000, 499.6, 3.21, 14.5, 31.0, 1.05, 0.52, 0.2, 1.1)
    shown = load.table(load.Report(500, 1, "SQLite", True, [flow], 60_000_000, 110_000_000, 160_000_000))
    assert "500 matches with a client each, 1 worker, SQLite, frames packed" in shown
    assert "3.2 ms   14.5 ms   31.0 ms" in shown
    assert "110 MB with all matches, 100 kB a match" in shown
    assert "160 MB after all actions, 200 kB a match" in shown


def test_nobody_elses_server_is_loaded() -> None:
    assert load.local("postgresql://me@127.0.0.1:5432/table")
    with pytest.raises(SystemExit, match="is not on this machine"):
        load.main(["--database", "postgresql://me@example.org/table"])


def test_ranks_are_those_of_the_whole() -> None:
    values = list(range(1, 201))
    assert load.rank(values, 50) == 100
    assert load.rank(values, 99) == 198
    assert load.rank([7], 99) == 7
