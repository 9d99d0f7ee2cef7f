"""Metrics of a running table, for Prometheus.

Each process counts in its own row of a board in shared memory, so that none waits for another; the process
that is asked adds up all rows. Current values start at zero when a process starts again.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, MutableSequence
from importlib.resources import files
from multiprocessing.sharedctypes import RawArray
from typing import NamedTuple

from garrison.core.errors import REASONS
from garrison.core.show.words import LANGS

MATCHES = "garrison_matches"
ROOMS = "garrison_rooms"
CONNECTIONS = "garrison_connections"
ACTIONS = "garrison_actions_total"
REFUSALS = "garrison_refusals_total"
JOBS_WAITING = "garrison_jobs_waiting"
BOT_MOVES = "garrison_bot_moves_total"
BOT_FAILURES = "garrison_bot_failures_total"
CHAT = "garrison_chat_total"
HOOKS = "garrison_hooks_total"
ACTION_SECONDS = "garrison_action_seconds"

RULE = "rule"
"""The reason used for anything a game's rule forbids."""
CALLED, FAILED, REFUSED = "called", "failed", "refused"
"""Outcomes of a webhook call."""
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Bucket limits in seconds; anything longer is counted above them all."""


class _Figure(NamedTuple):
    """A metric: its help text, its kind, and if it has a label, the label and its values."""

    help: str
    kind: str = "counter"
    label: str = ""
    values: tuple[str, ...] = ("",)


def _reasons() -> tuple[str, ...]:
    text = files("garrison.table").joinpath(f"refusals.{LANGS[0]}.toml").read_text("utf-8")
    return tuple(sorted({*tomllib.loads(text), *REASONS, RULE}))


_FIGURES = {
    ROOMS: _Figure("Matches in memory.", "gauge"),
    CONNECTIONS: _Figure("Open connections.", "gauge"),
    ACTIONS: _Figure("Actions and undos played, by people and bots."),
    REFUSALS: _Figure("Refusals, by reason.", label="reason", values=_reasons()),
    BOT_MOVES: _Figure("Bot answers."),
    BOT_FAILURES: _Figure("Bot answers that failed."),
    CHAT: _Figure("Chat messages."),
    HOOKS: _Figure("Calls to webhooks.", label="outcome", values=(CALLED, FAILED, REFUSED)),
}
"""Metrics that each process counts for itself."""
_ASKED = {
    MATCHES: _Figure("Matches kept.", "gauge"),
    JOBS_WAITING: _Figure("Pending jobs: bot answers, clocks, windows and webhook calls.", "gauge"),
}
"""Metrics from the store, the same for all processes."""
_TOOK = _Figure("Seconds from receiving an action to writing and sending it.", "histogram")


def _places() -> Iterator[tuple[str, str]]:
    for name, figure in _FIGURES.items():
        for value in figure.values:
            yield name, value
    for bucket in (*map(str, BUCKETS), "+Inf", "sum"):
        yield ACTION_SECONDS, bucket


_AT = {place: at for at, place in enumerate(_places())}
_FIRST_BUCKET = _AT[ACTION_SECONDS, str(BUCKETS[0])]
_SUM = _AT[ACTION_SECONDS, "sum"]
WIDTH = len(_AT)


def shared(workers: int) -> MutableSequence[float]:
    """A board for a number of processes; the process that starts them passes it on."""
    board: MutableSequence[float] = RawArray("d", workers * WIDTH)
    return board


class Metrics:
    """The metrics of one process; `worker` is its row on the board."""

    def __init__(self, board: MutableSequence[float] | None = None, worker: int = 0) -> None:
        self._board: MutableSequence[float] = [0.0] * WIDTH if board is None else board
        self._row = worker * WIDTH
        for name, figure in _FIGURES.items():
            if figure.kind == "gauge":
                self.set(name, 0)

    def add(self, name: str, label: str = "", n: float = 1) -> None:
        """Count something; an unknown reason is counted as a rule's."""
        at = _AT.get((name, label))
        self._board[self._row + (_AT[name, RULE] if at is None else at)] += n

    def set(self, name: str, value: float) -> None:
        """Set a current value of this process."""
        self._board[self._row + _AT[name, ""]] = value

    def took(self, seconds: float) -> None:
        """Record how long an action took."""
        self._board[self._row + _FIRST_BUCKET + bisect_left(BUCKETS, seconds)] += 1
        self._board[self._row + _SUM] += seconds

    def text(self, matches: int, jobs: int) -> str:
        """All metrics of all processes, in the text format of Prometheus."""
        lines: list[str] = []
        for name, value in ((MATCHES, matches), (JOBS_WAITING, jobs)):
            lines += [*_head(name, _ASKED[name]), f"{name} {value}"]
        total = self._total()
        for name, figure in _FIGURES.items():
            lines += _head(name, figure)
            for label in figure.values:
                shown = f'{{{figure.label}="{label}"}}' if label else ""
                lines.append(f"{name}{shown} {_number(total[name, label])}")
        return "\n".join([*lines, *_histogram(total)]) + "\n"

    def _total(self) -> dict[tuple[str, str], float]:
        board = list(self._board)
        return {place: sum(board[at::WIDTH]) for place, at in _AT.items()}


def _head(name: str, figure: _Figure) -> list[str]:
    return [f"# HELP {name} {figure.help}", f"# TYPE {name} {figure.kind}"]


def _histogram(total: Mapping[tuple[str, str], float]) -> list[str]:
    """The cumulative buckets of the histogram."""
    lines, count = _head(ACTION_SECONDS, _TOOK), 0.0
    for bucket in (*map(str, BUCKETS), "+Inf"):
        count += total[ACTION_SECONDS, bucket]
        lines.append(f'{ACTION_SECONDS}_bucket{{le="{bucket}"}} {_number(count)}')
    lines.append(f"{ACTION_SECONDS}_sum {_number(total[ACTION_SECONDS, 'sum'])}")
    return [*lines, f"{ACTION_SECONDS}_count {_number(count)}"]


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
