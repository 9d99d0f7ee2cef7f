"""The supervisor of several processes on one port: starts them, restarts any that died, ends them all.

uvicorn's own supervisor is not used: it numbers nobody, leaves its workers alone when it is killed, and
starts one that cannot run again without a pause.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, MutableSequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from garrison.table.background import metrics
from garrison.table.process.startup import ENDING_SECONDS, Setting, serve
from garrison.table.refusals import TableRefusal
from garrison.table.store.clock import now

LOG = logging.getLogger("garrison.table")
LOOK_SECONDS = 0.2
PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds before a dead worker is restarted: longer each time, unless it has served for a while."""
STEADY_SECONDS = 30.0
PATIENCE = ENDING_SECONDS + 3.0
"""Seconds a worker may take to exit."""
READY = "ready"


def work(
    setting: Setting, bound: socket.socket, board: MutableSequence[float], number: int, pipe: Connection
) -> None:
    """Run a worker: serve until asked to end, or until the supervisor is gone."""
    now.start = setting.clock

    def watch(end: Callable[[], None]) -> None:
        def listen() -> None:
            with suppress(EOFError, OSError):
                pipe.recv()
            end()

        threading.Thread(target=listen, name="supervisor", daemon=True).start()

    def ready() -> None:
        with suppress(OSError):  # the supervisor is gone, which `watch` notices
            pipe.send(READY)

    try:
        asyncio.run(serve(setting, bound, ready=ready, ended=watch, board=board, worker=number))
    except TableRefusal as error:  # the database may be away for a while: the supervisor tries again
        LOG.error("%s", error)
        sys.exit(1)


class Worker:
    """A numbered slot for a worker, and its current process."""

    def __init__(self, start: Callable[[Connection], SpawnProcess]) -> None:
        self._start = start
        self._pause = PAUSE
        self._since = self._again = 0.0
        self._pipe: Connection | None = None
        self._process: SpawnProcess | None = None
        self.ready = False

    def run(self) -> None:
        """Start it if it is time."""
        if self._process is not None or time.monotonic() < self._again:
            return
        self._since = time.monotonic()
        self._pipe, other = multiprocessing.get_context("spawn").Pipe()
        self._process = self._start(other)
        # The keyboard speaks to who started it: a worker is born deaf to it, and says nothing of it.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._process.start()
        signal.signal(signal.SIGINT, before)
        other.close()

    def handles(self) -> list[Connection | int]:
        """The handles to wait for: its exit, and before that its readiness."""
        if self._process is None or self._pipe is None:
            return []
        return [self._process.sentinel] if self.ready else [self._process.sentinel, self._pipe]

    def check(self) -> None:
        """Check whether it is ready or has exited; then it is restarted after a pause."""
        if self._process is None or self._pipe is None:
            return
        with suppress(EOFError, OSError):
            if not self.ready and self._pipe.poll():
                self.ready = self._pipe.recv() == READY
        if self._process.is_alive():
            return
        LOG.error("a worker exited with status %s and is being restarted", self._process.exitcode)
        steady = time.monotonic() - self._since >= STEADY_SECONDS
        self._pause = PAUSE if steady else min(2 * self._pause, LONGEST_PAUSE)
        self._again = time.monotonic() + self._pause
        self._clear()

    def _clear(self) -> None:
        if self._process is not None and self._pipe is not None:
            self._pipe.close()
            self._process.close()
            self._process, self.ready = None, False

    def terminate(self) -> None:
        if self._process is not None:
            self._process.terminate()

    def end(self, until: float) -> None:
        """Wait for its exit, but not beyond this time."""
        if self._process is None:
            return
        self._process.join(max(0.0, until - time.monotonic()))
        if self._process.is_alive():
            LOG.error("a worker did not exit in time and was killed")
            self._process.kill()
            self._process.join()
        self._clear()


def supervise(setting: Setting, bound: socket.socket, workers: int, ready: Callable[[], None]) -> None:
    """Serve with several processes until a signal ends it; `ready` is called once all of them serve."""
    context, board = multiprocessing.get_context("spawn"), metrics.shared(workers)
    bound.listen()

    def start(number: int) -> Callable[[Connection], SpawnProcess]:
        return lambda pipe: context.Process(target=work, args=(setting, bound, board, number, pipe))

    caught: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        caught.append(number)

    before = {each: signal.signal(each, note) for each in (signal.SIGINT, signal.SIGTERM)}
    team = [Worker(start(number)) for number in range(workers)]
    try:
        reported = False
        while not caught:
            for worker in team:
                worker.check()
                worker.run()
            if not reported and all(worker.ready for worker in team):
                reported = True
                ready()
            wait([each for worker in team for each in worker.handles()], LOOK_SECONDS)
    finally:
        until = time.monotonic() + PATIENCE
        for worker in team:
            worker.terminate()
        for worker in team:
            worker.end(until)
        for each, handler in before.items():
            signal.signal(each, handler)
    signal.raise_signal(caught[0])
