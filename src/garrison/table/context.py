"""The context that all requests and connections of one process share."""

from __future__ import annotations

import asyncio
from collections.abc import MutableSequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from garrison.core.limits import BOTS
from garrison.table.background.idle_gc import GarbageCollector
from garrison.table.background.metrics import Metrics
from garrison.table.background.process_pool import ProcessPool
from garrison.table.background.runner import Runner
from garrison.table.http.long_answers import LongAnswers
from garrison.table.rate_limit import Connections, Matches, Requests
from garrison.table.session.pool import SessionPool
from garrison.table.store.executor import Executor

THINKERS = 2
READERS = 1
"""Workers for hints and, so that hints keep nobody waiting, for records."""
THREADS = 3
"""Threads for what takes a while. They share one interpreter: more of them only keep each other waiting."""


class Context:
    """The matches and everything that serves them. `proxied` trusts the address reported by a proxy."""

    def __init__(
        self,
        where: Path | str,
        *,
        proxied: bool = False,
        board: MutableSequence[float] | None = None,
        worker: int = 0,
    ) -> None:
        self.proxied = proxied
        self.executor = Executor(where)
        self.sessions = SessionPool(self.executor)
        self.metrics = Metrics(board, worker)
        self.thinkers, self.readers, self.bots = (
            ProcessPool(THINKERS),
            ProcessPool(READERS),
            ProcessPool(BOTS, None),
        )
        self.runner = Runner(self.sessions, self.executor, self.bots, self.metrics)
        self.webhooks = self.runner.webhooks
        self.matches, self.requests, self.connections = Matches(), Requests(), Connections()
        self.long_answers = LongAnswers(proxied=proxied)
        self.garbage_collector = GarbageCollector()

    async def open(self) -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "aside"))
        self.executor.listen(self.sessions.on_notification)
        self.sessions.begin()
        await self.runner.start()
        self.garbage_collector.begin()

    async def close(self) -> None:
        self.garbage_collector.end()
        await self.runner.close()
        await self.sessions.end()
        for workers in (self.thinkers, self.readers, self.bots):
            workers.close()
        self.executor.close()
