"""The check that the table can do its work: that something can be written where the matches are stored."""

from __future__ import annotations

import asyncio
import time

from garrison.core.limits import READY_SECONDS
from garrison.table.refusals import TableRefusal
from garrison.table.store.executor import Executor
from garrison.table.store.store import Store


class Readiness:
    """The outcome of the last check. Anybody may ask, so one is good for seconds, whoever asks."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._checking = asyncio.Lock()
        self._until = float("-inf")
        self._refused = ""

    async def check(self) -> None:
        """Raise TableRefusal if nothing can be written."""
        async with self._checking:
            if time.monotonic() >= self._until:
                await self._write()
        if self._refused:
            raise TableRefusal(self._refused)

    async def _write(self) -> None:
        try:
            await self._executor.run(Store.prove_writable)
            self._refused = ""
        except TableRefusal as error:
            self._refused = error.reason
        self._until = time.monotonic() + READY_SECONDS
