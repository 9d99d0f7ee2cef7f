"""Looking through memory for what nobody holds any more, at a moment when nobody waits.

With some hundred matches in memory a full look takes a tenth of a second, and all who act meanwhile wait for
it. The interpreter would begin one in the midst of play; it is told to do so very rarely, and memory is
looked through when nothing has been heard for a while.
"""

from __future__ import annotations

import asyncio
import gc

QUIET = 1.0
"""Seconds without a message: then nobody is likely to wait."""
OFTEN = 60
"""Seconds between two looks at least, in periods of quiet."""
RARELY = 1000
"""Looks at what is new until a full one comes by itself: after some seven million new objects."""


class Tidying:
    """Whether something was heard of late, and who looks once nothing was."""

    def __init__(self) -> None:
        self._heard = self._played = False
        self._task: asyncio.Task[None] | None = None

    def heard(self) -> None:
        """Somebody said something, and waits for an answer."""
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
    """What is in memory by now stays and is never looked through again; the rest is only when it is quiet."""
    gc.collect()
    gc.freeze()
    young, older, _ = gc.get_threshold()
    gc.set_threshold(young, older, RARELY)
