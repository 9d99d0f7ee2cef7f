"""Run garbage collection while the server is idle.

With some hundred matches in memory a full collection takes a tenth of a second, and everybody who acts
meanwhile waits for it. The interpreter would start one in the middle of play; its threshold is raised so
that this is very rare, and memory is collected when no message has come for a while.
"""

from __future__ import annotations

import asyncio
import gc

QUIET = 1.0
"""Seconds without a message after which nobody is likely to be waiting."""
OFTEN = 60
"""Least seconds between two collections while idle."""
RARELY = 1000
"""Young collections before a full one comes by itself: some seven million new objects."""


class GarbageCollector:
    """Watches for idle moments, and collects in them."""

    def __init__(self) -> None:
        self._heard = self._played = False
        self._task: asyncio.Task[None] | None = None

    def heard(self) -> None:
        """Note that a message has come, whose sender waits for an answer."""
        self._heard = True

    def begin(self) -> None:
        self._task = asyncio.create_task(self._look())

    def end(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _look(self) -> None:
        since = 0.0
        while True:
            await asyncio.sleep(QUIET)
            since += QUIET
            if self._heard:
                self._heard, self._played = False, True
            elif self._played and since >= OFTEN:
                self._played, since = False, 0.0
                gc.collect()


def rarely() -> None:
    """Freeze what is in memory now, so that it is never collected; the rest is collected only when idle."""
    gc.collect()
    gc.freeze()
    young, older, _ = gc.get_threshold()
    gc.set_threshold(young, older, RARELY)
