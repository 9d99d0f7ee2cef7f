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
        self._active = self._was_active = False
        self._task: asyncio.Task[None] | None = None

    def note_activity(self) -> None:
        """Note that a message has come, whose sender waits for an answer."""
        self._active = True

    def begin(self) -> None:
        self._task = asyncio.create_task(self._run())

    def end(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        since = 0.0
        while True:
            await asyncio.sleep(QUIET)
            since += QUIET
            if self._active:
                self._active, self._was_active = False, True
            elif self._was_active and since >= OFTEN:
                self._was_active, since = False, 0.0
                gc.collect()


def collect_rarely() -> None:
    """Freeze what is in memory now, so that it is never collected; the rest is collected only when idle."""
    gc.collect()
    gc.freeze()
    young, older, _ = gc.get_threshold()
    gc.set_threshold(young, older, RARELY)
