"""Other processes for what takes long, so that the table never waits: hints, and records of strangers.

A worker gets a seat's view or a text, never a match with its key. One that takes too long is ended.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from garrison.core.errors import Damaged, GarrisonError
from garrison.core.game import ARBITER, Seat, View

PATIENCE = 30.0
"""Seconds a new worker may take to start."""


class TooSlow(GarrisonError):
    """A worker did not answer in time."""


# What workers do


def advise(game: str, options: dict[str, str], view: View, seat: Seat, lang: str, seconds: float) -> Any:
    """Ideas for a seat: notation, sentence, reason, chance of winning."""
    from garrison.core import registry, words
    from garrison.core.dice import KeyedDice
    from garrison.core.match import Match
    from garrison.players.hint import hint

    found = registry.find(game)
    # Any state that the view allows will do: the hint looks at the view, which is the same (law 9).
    allowed = found.sample(view, KeyedDice(b"", "hint"))
    start = found.view(allowed, ARBITER)
    match = Match(found, options, KeyedDice(b"", "hint"), start, allowed.rules)
    question = "" if match.ask is None else match.ask[0]
    return [
        {
            "do": match.write(idea.action),
            "say": words.choice(found, idea.action, lang, question),
            "reason": idea.reason,
            "chance": round(idea.chance, 3),
        }
        for idea in hint(match, seat, lang, seconds)
    ]


def read(text: str) -> None:
    """Play a record through; raises Damaged, or TooSlow where that would take too long."""
    from garrison.core import record
    from garrison.table.costs import affordable, steps

    written = record.parse(text)
    if not affordable(len(written.rows), sum(map(steps, written.rows))):
        raise TooSlow("the record is too long")
    record.replay(written)


TASKS: dict[str, Callable[..., Any]] = {"advise": advise, "read": read}


def _work(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe.send("ready")
    while True:
        try:
            task, args = pipe.recv()
        except (EOFError, OSError):
            return  # the table has ended
        try:
            answer: tuple[str, Any] = ("done", TASKS[task](*args))
        except TooSlow:
            answer = ("slow", None)
        except GarrisonError as error:
            answer = ("damaged", str(error))
        except Exception as error:
            answer = ("failed", f"{type(error).__name__}: {error}")
        pipe.send(answer)


# The table's side


class Failed(Exception):
    """A worker tripped over a mistake of ours."""


class _Worker:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_work, args=(other,), daemon=True)
        self._started = False
        self._other = other

    def ask(self, task: str, args: tuple[Any, ...], seconds: float) -> Any:
        if not self._started:
            self._process.start()
            self._other.close()
            self._started = True
            self._wait(PATIENCE)
        self._pipe.send((task, args))
        kind, value = self._wait(seconds)
        if kind == "damaged":
            raise Damaged(value)
        if kind == "slow":
            raise TooSlow("the work would take too long")
        if kind == "failed":
            raise Failed(value)
        return value

    def _wait(self, seconds: float) -> Any:
        if not self._pipe.poll(seconds):
            raise TooSlow("the worker took too long")
        try:
            return self._pipe.recv()
        except EOFError as error:
            raise Failed("the worker has ended") from error

    def end(self) -> None:
        if self._started:
            self._process.kill()
        self._pipe.close()


class Workers:
    """So many at a time; whoever comes later waits."""

    def __init__(self, most: int = 2) -> None:
        self._gate = asyncio.Semaphore(most)
        self._free: list[_Worker] = []

    async def run(self, task: str, *args: Any, seconds: float) -> Any:
        """What a task gives; raises TooSlow, Damaged, Failed."""
        async with self._gate:
            worker = self._free.pop() if self._free else _Worker()
            try:
                answer = await asyncio.to_thread(worker.ask, task, args, seconds)
            except Damaged:
                self._free.append(worker)
                raise
            except BaseException:
                worker.end()
                raise
            self._free.append(worker)
            return answer

    def close(self) -> None:
        for worker in self._free:
            worker.end()
        self._free.clear()
