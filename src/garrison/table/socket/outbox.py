"""The outbox of one connection: its seat, and the messages waiting to be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from garrison.core.limits import WAITING_BYTES, WAITING_MESSAGES
from garrison.core.state import Seat


class Outbox:
    """A connection: its seat and language, what it was last sent, and what is waiting to be sent.

    `token` is the hash of its token; `shown` identifies the last frame, `table` is the last state of the
    table, `heard` the last chat message; None if the client wants neither.
    """

    def __init__(self, seat: Seat, lang: str) -> None:
        self.seat = seat
        self.lang = lang
        self.token: str | None = None
        self.shown: tuple[int, bool] | None = None
        self.table = b""
        self.heard: int | None = None
        self.ended = False
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0
        self._welcoming = False
        self._welcome = 0
        """Bytes of a welcome, until all is sent: they may wait whatever their number."""
        self._idle = asyncio.Event()
        self._idle.set()

    def send(self, message: bytes) -> None:
        """Queue a message; a client that does not read is disconnected, and can return for what it missed."""
        if self.ended:
            return
        self._welcome += len(message) if self._welcoming else 0
        much = self._waiting and self._waiting + len(message) > WAITING_BYTES + self._welcome
        if much or self.queue.qsize() >= WAITING_MESSAGES:
            self.end()
            return
        self._waiting += len(message)
        self._idle.clear()
        self.queue.put_nowait(message)

    @contextmanager
    def welcoming(self) -> Iterator[None]:
        """Send a welcome: table, chat and log, which together may be longer than what else may wait."""
        self._welcoming = True
        try:
            yield
        finally:
            self._welcoming = False

    def end(self) -> None:
        """Close the connection once the queue is sent."""
        if not self.ended:
            self.ended = True
            self.queue.put_nowait(None)

    async def deliver(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is queued, until the queue ends or nobody is there to read it."""
        try:
            while (message := await self.queue.get()) is not None:
                await send(message)
                self._waiting -= len(message)
                if not self._waiting:
                    self._welcome = 0
                    self._idle.set()
        finally:
            self.ended = True
            self._idle.set()

    @property
    def crowded(self) -> bool:
        """True if much is waiting to be sent."""
        return self.queue.qsize() > WAITING_MESSAGES // 4

    async def idle(self) -> None:
        """Wait until everything is sent, or nothing more can be."""
        await self._idle.wait()
