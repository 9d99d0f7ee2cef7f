"""Worker processes for long tasks, so that the table never waits: hints, bots, imported records.

A worker gets a seat's view or a text, never a match with its key. One that takes too long is ended.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from garrison.core.errors import Damaged, GarrisonError
from garrison.core.limits import WORKER_QUEUE
from garrison.core.state import ARBITER, Ask, Seat, View
from garrison.table.refusals import BUSY, TableRefusal

T = TypeVar("T")
PATIENCE = 30.0
"""Seconds a new worker may take to start."""


class TooSlow(GarrisonError):
    """A worker did not answer in time."""


# The tasks


def advise(game: str, options: dict[str, str], view: View, seat: Seat, lang: str, seconds: float) -> Any:
    """Ideas for a seat: plan, reason, chance of winning."""
    from garrison.core import registry
    from garrison.core.dice import KeyedDice
    from garrison.core.match import Match
    from garrison.players.hint import hint

    found = registry.find(game)
    # Any state that the view allows will do: the hint looks at the view, which is the same (law 9).
    allowed = found.know.sample(view, KeyedDice(b"", "hint"))
    start = found.know.view(allowed, ARBITER)
    match = Match(found, options, KeyedDice(b"", "hint"), start, allowed.rules)
    return hint(match, seat, lang, seconds)


def choose(
    game: str, view: View, seat: Seat, ask: Ask, actions: list[str], player: str, seconds: float
) -> tuple[str, str]:
    """A player's choice among these actions, in notation, and why. The view is all it knows of the match."""
    from garrison.core import notation, registry
    from garrison.players import make

    found = registry.find(game)
    allowed = [notation.read(found, each) for each in actions]
    chosen, why = make(player, secrets.token_bytes(16), found, seat).choose(view, ask, allowed, seconds)
    return notation.write(found, chosen), why


def read(text: str) -> None:
    """Replay a record; raises Damaged, or TooSlow if that would take too long."""
    from garrison.core import record
    from garrison.table.session.replay_cost import affordable, all_steps

    written = record.parse(text)
    if not affordable(len(written.rows), all_steps(written.rows)):
        raise TooSlow("the record is too long")
    record.replay(written)


TASKS: dict[str, Callable[..., Any]] = {"advise": advise, "choose": choose, "read": read}


def _work(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _prepare()
    with suppress(EOFError, OSError):  # the table has ended, or wants this worker no more
        pipe.send("ready")
        while True:
            pipe.send(_answer(*pipe.recv()))


def _prepare() -> None:
    """Load games and players before the first task, whose time is for thinking."""
    from garrison.core import registry
    from garrison.players import PLAYERS

    import_module("garrison.players.hint")
    registry.games()
    PLAYERS.all()


def _answer(task: str, args: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", TASKS[task](*args)
    except TooSlow:
        return "slow", None
    except GarrisonError as error:
        return "damaged", str(error)
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"


# The table's side


class Failed(Exception):
    """A worker failed because of a bug of ours."""


class _Worker:
    """A process. Its pipe is closed with it, never under the hands of a thread that still listens."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, self._other = context.Pipe()
        self._process = context.Process(target=_work, args=(self._other,), daemon=True)
        self._starting = threading.Lock()
        self._ready = self.ended = False

    def start(self) -> None:
        """Start it unless it is running; other callers wait meanwhile."""
        with self._starting:
            if self._ready:
                return
            if self.ended:
                raise Failed("the worker has exited")
            self._process.start()
            self._other.close()
            if self.ended:  # by the table, meanwhile
                self._process.kill()
            try:
                self._wait(PATIENCE)
            except BaseException:
                self.end()
                raise
            self._ready = True

    def ask(self, task: str, args: tuple[Any, ...], seconds: float) -> Any:
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
        try:
            if not self._pipe.poll(seconds):
                raise TooSlow("the worker took too long")
            return self._pipe.recv()
        except (EOFError, OSError) as error:
            raise Failed("the worker has exited") from error

    def end(self) -> None:
        self.ended = True
        if self._process.pid is not None:
            self._process.kill()


class ProcessPool:
    """A pool of workers; a limited number of tasks wait, or any number without a limit."""

    def __init__(self, most: int, waiting: int | None = WORKER_QUEUE) -> None:
        self._most = None if waiting is None else most + waiting
        self._gate = asyncio.Semaphore(most)
        self._asking = 0
        self._free: list[_Worker] = []
        # Threads of their own: what the table does aside must not wait for what takes long.
        self._threads = ThreadPoolExecutor(2 * most, "workers")

    @property
    def asking(self) -> int:
        """The number of tasks that are being done or wait."""
        return self._asking

    def prepare(self) -> None:
        """Start a worker in advance unless there is one, so that the first task need not wait for it."""
        if not self._free and not self._asking:
            self._replace()

    async def run(self, task: str, *args: Any, seconds: float) -> Any:
        """The result of a task; raises TooSlow, Damaged, Failed, and TableRefusal if too many wait."""
        if self._most is not None and self._asking >= self._most:
            raise TableRefusal(BUSY)
        self._asking += 1
        try:
            async with self._gate:
                return await self._run_on_worker(task, args, seconds)
        finally:
            self._asking -= 1

    async def _run_on_worker(self, task: str, args: tuple[Any, ...], seconds: float) -> Any:
        worker = await self._idle_worker()
        try:
            answer = await self._in_thread(worker.ask, task, args, seconds)
        except Damaged:
            self._free.append(worker)
            raise
        except BaseException:
            worker.end()
            self._replace()
            raise
        self._free.append(worker)
        return answer

    async def _idle_worker(self) -> _Worker:
        """An idle worker. A caller that leaves before it has started leaves it to the next."""
        self._free = [each for each in self._free if not each.ended]
        worker = self._free.pop() if self._free else _Worker()
        try:
            await self._in_thread(worker.start)
        except asyncio.CancelledError:
            self._free.append(worker)
            raise
        return worker

    def _replace(self) -> None:
        """Start another worker at once, so that the next caller need not wait for it."""
        worker = _Worker()
        self._free.append(worker)
        self._threads.submit(worker.start)

    def _in_thread(self, task: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, task, *args)

    def close(self) -> None:
        for worker in self._free:
            worker.end()
        self._free.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
