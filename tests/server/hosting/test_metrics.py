"""The metrics of a server, as Prometheus reads them."""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import MutableSequence

import pytest

from garrison.core.errors import REASONS
from garrison.table import refusals
from garrison.table.background import metrics as measuring
from garrison.table.background.metrics import Metrics, shared

SAMPLE = re.compile(
    r'^(?P<name>[a-z_]+)(?:\{(?P<label>[a-z]+)="(?P<value>[^"]+)"\})? (?P<number>[0-9.e+-]+)$'
)


def read(text: str) -> dict[tuple[str, str], float]:
    """The samples, each after the help and the type of its figure."""
    found, about = {}, {}
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# "):
            _, what, name, told = line.split(" ", 3)
            assert (name, what) not in about
            about[name, what] = told
            continue
        sample = SAMPLE.match(line)
        assert sample is not None, line
        family = re.sub("_(bucket|sum|count)$", "", sample["name"])
        assert about[family, "HELP"]
        assert about[family, "TYPE"] in ("counter", "gauge", "histogram")
        found[sample["name"], sample["value"] or ""] = float(sample["number"])
    return found


def test_every_figure_is_told_from_the_start() -> None:
    found = read(Metrics().text(3, 2))
    names = {name for name, _ in found}
    assert {
        "garrison_matches", "garrison_rooms", "garrison_connections", "garrison_actions_total",
        "garrison_refusals_total", "garrison_jobs_waiting", "garrison_bot_moves_total",
        "garrison_bot_failures_total", "garrison_action_seconds_bucket", "garrison_action_seconds_sum",
        "garrison_action_seconds_count", "garrison_chat_total", "garrison_hooks_total",
    } == names  # fmt: skip
    assert (found.pop(("garrison_matches", "")), found.pop(("garrison_jobs_waiting", ""))) == (3, 2)
    assert set(found.values()) == {0}


def test_what_is_counted_is_told() -> None:
    metrics = Metrics()
    metrics.add(measuring.ACTIONS)
    metrics.add(measuring.ACTIONS)
    metrics.add(measuring.HOOKS, measuring.CALLED)
    metrics.set(measuring.CONNECTIONS, 5)
    metrics.set(measuring.CONNECTIONS, 4)
    found = read(metrics.text(0, 0))
    assert found["garrison_actions_total", ""] == 2
    assert found["garrison_hooks_total", "called"] == 1
    assert found["garrison_connections", ""] == 4


@pytest.mark.parametrize("reason", [refusals.STALE, refusals.TOKEN, *REASONS])
def test_refusals_are_told_by_reason(reason: str) -> None:
    metrics = Metrics()
    metrics.add(measuring.REFUSALS, reason)
    assert read(metrics.text(0, 0))["garrison_refusals_total", reason] == 1


def test_what_a_rule_forbids_is_one_reason() -> None:
    metrics = Metrics()
    metrics.add(measuring.REFUSALS, "CI-4.2")
    metrics.add(measuring.REFUSALS, "NW-1.1")
    found = read(metrics.text(0, 0))
    assert found["garrison_refusals_total", "rule"] == 2
    assert not any("CI" in label for _, label in found)


def test_buckets_hold_all_that_took_at_most_so_long() -> None:
    metrics = Metrics()
    for seconds in (0.0004, 0.001, 0.03, 7.0):
        metrics.took(seconds)
    found = read(metrics.text(0, 0))
    counts = [found["garrison_action_seconds_bucket", str(le)] for le in measuring.BUCKETS]
    assert counts == [2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3]
    assert found["garrison_action_seconds_bucket", "+Inf"] == found["garrison_action_seconds_count", ""] == 4
    assert found["garrison_action_seconds_sum", ""] == pytest.approx(7.0314)


def _work(board: MutableSequence[float], worker: int) -> None:
    metrics = Metrics(board, worker)
    metrics.set(measuring.CONNECTIONS, 10)
    for _ in range(1000):
        metrics.add(measuring.ACTIONS)
        metrics.took(0.02)


def test_processes_of_one_host_add_up_and_one_that_starts_again_has_nothing_open() -> None:
    board, context = shared(2), multiprocessing.get_context("spawn")
    workers = [context.Process(target=_work, args=(board, each)) for each in (0, 1)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    again = Metrics(board, 1)
    found = read(again.text(0, 0))
    assert found["garrison_actions_total", ""] == found["garrison_action_seconds_count", ""] == 2000
    assert found["garrison_connections", ""] == 10
