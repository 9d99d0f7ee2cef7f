"""One connection to a match: whose it is, and what is waiting to be sent to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from garrison.core.game import Seat
from garrison.core.limits import WAITING_BYTES, WAITING_MESSAGES


class Link:
    """A connection: its seat and language, what it was told last, and what is waiting to be sent.

    `token` is the hash of the one it came with; `shown` stands for the last frame, `table` is the last word
    on the table, `heard` the last of the talk; None is for who wants neither.
    """

    def __init__(self, seat: Seat, lang: str) -> None:
        self.seat = seat
        self.lang = lang
        self.token: str | None = None
        self.shown: tuple[int, bool] | None = None
        self.table = b""
        self.heard: int | None = None
        self.ended = False
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def send(self, message: bytes) -> None:
        """Queue a message; one who does not read is let go, and can come back for what was missed."""
        if self.ended:
            return
        much = self._waiting and self._waiting + len(message) > WAITING_BYTES
        if much or self.outbox.qsize() >= WAITING_MESSAGES:
            self.end()
            return
        self._waiting += len(message)
        self._idle.clear()
        self.outbox.put_nowait(message)

    def end(self) -> None:
        """Close the connection once what is queued is sent."""
        if not self.ended:
            self.ended = True
            self.outbox.put_nowait(None)

    async def deliver(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is queued, until the queue ends or nobody is there to read it."""
        try:
            while (message := await self.outbox.get()) is not None:
                await send(message)
                self._waiting -= len(message)
                if not self._waiting:
                    self._idle.set()
        finally:
            self.ended = True
            self._idle.set()

    @property
    def crowded(self) -> bool:
        """Whether much is waiting to be sent."""
        return self.outbox.qsize() > WAITING_MESSAGES // 4

    async def idle(self) -> None:
        """Wait until all is sent, or nothing will be any more."""
        await self._idle.wait()
