"""Runs the store in its own threads, one for a file, several for a database, and hears notifications."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from garrison.table.refusals import NOT_KEPT, NOT_KNOWN, NOT_REACHED, TableRefusal
from garrison.table.store.database import THREADS, Server
from garrison.table.store.notifications import EVERYTHING, NotificationListener
from garrison.table.store.statements import CHANNEL
from garrison.table.store.store import Store
from garrison.table.store.transactions import NotKept, NotReached, Unconfirmed

LOG = logging.getLogger("garrison.table")
T = TypeVar("T")
OnNotification = Callable[[str, str], None]
BATCH_SIZE = 64
"""Batch size: tasks written in one commit."""


class NotKnown(TableRefusal):
    """It is not known whether something was written; the same again tells, and does it at most once."""

    def __init__(self) -> None:
        super().__init__(NOT_KNOWN)


class Executor:
    """The store, in the threads that use it."""

    def __init__(self, given: str | Path) -> None:
        self.store = Store(given)
        self.shared = self.store.shared
        """True if other processes may write too."""
        self._threads: ThreadPool | BatchingThread = (
            ThreadPool() if self.shared else BatchingThread(self.store)
        )
        self._listener: NotificationListener | None = None

    async def run(self, task: Callable[..., T], *args: Any, **named: Any) -> T:
        """Run a method of the store there; raises TableRefusal if it cannot write or read.

        Raises NotKnown if it may have written.
        """
        try:
            found: T = await self._threads.run(lambda: task(self.store, *args, **named))
            return found
        except Unconfirmed as error:
            LOG.error("it is not known whether something was written: %s", error)
            raise NotKnown from error
        except NotKept as error:
            LOG.error("nothing can be written: %s", error)
            raise TableRefusal(NOT_KEPT) from error
        except NotReached as error:
            LOG.error("nothing can be read: %s", error)
            raise TableRefusal(NOT_REACHED) from error

    def listen(self, on_notification: OnNotification) -> None:
        """Have `on_notification` called in this loop with the match and what another process wrote.

        Where notices may have been missed it is called with EVERYTHING. With a file nobody else writes.
        """
        place = self.store.place
        if not isinstance(place, Server):
            return
        loop = asyncio.get_running_loop()

        def notice(text: str) -> None:
            worker, match, what = text.split(" ")
            if worker != self.store.transactions.worker:
                loop.call_soon_threadsafe(on_notification, match, what)

        def missed() -> None:
            loop.call_soon_threadsafe(on_notification, EVERYTHING, EVERYTHING)

        self._listener = NotificationListener(place, CHANNEL, notice, missed)

    def close(self) -> None:
        if self._listener is not None:
            self._listener.close()
        self._threads.close()
        self.store.close()


class ThreadPool:
    """Several threads, for a database, which keeps them out of each other's way."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "store")

    async def run(self, call: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    def close(self) -> None:
        self._pool.shutdown()


class Task(NamedTuple):
    """A task, and the future that waits for it."""

    call: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class Outcome(NamedTuple):
    """The result of a task, or its exception."""

    value: Any
    error: Exception | None = None


class BatchingThread:
    """One thread, for a file. Tasks that arrive during a write are then written together in one commit."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: SimpleQueue[Task | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def run(self, call: Callable[[], Any]) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._queue.put(Task(call, loop, future))
        return await future

    def close(self) -> None:
        """Run the waiting tasks, then end."""
        self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        going = True
        while going:
            waiting = [self._queue.get()]
            while len(waiting) < BATCH_SIZE:
                try:
                    waiting.append(self._queue.get_nowait())
                except Empty:
                    break
            going = None not in waiting
            tasks = [task for task in waiting if task is not None]
            for task, outcome in zip(tasks, self._outcomes(tasks), strict=True):
                _deliver(task, outcome)

    def _outcomes(self, tasks: Sequence[Task]) -> list[Outcome]:
        """The outcome of each task; by then all of them are on disk."""
        if len(tasks) > 1:
            try:
                return self._batch(tasks)
            except NotKept:
                pass  # so nothing is: whoever is to blame shall be the only one to suffer
        return [_outcome(task) for task in tasks]

    def _batch(self, tasks: Sequence[Task]) -> list[Outcome]:
        found = []
        with self._store.transactions.batch() as check:
            for task in tasks:
                found.append(_outcome(task))
                check()
        return found


def _outcome(task: Task) -> Outcome:
    try:
        return Outcome(task.call())
    except Exception as error:
        return Outcome(None, error)


def _deliver(task: Task, outcome: Outcome) -> None:
    try:
        task.loop.call_soon_threadsafe(_resolve, task.future, outcome)
    except RuntimeError:
        if not task.loop.is_closed():  # else whoever asked is gone, and what they asked for is done
            raise


def _resolve(future: asyncio.Future[Any], outcome: Outcome) -> None:
    if future.done():  # nobody waits any more
        return
    if outcome.error is not None:
        future.set_exception(outcome.error)
    else:
        future.set_result(outcome.value)
