"""The connections of one process: how many there may be, and how long each may keep it waiting.

Connections are counted from the moment they are accepted. One that never finishes its request, or never reads
the answer, is ended; where there are too many, one that still owes its request makes room for the newcomer.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from garrison.core.limits import (
    BODY_SECONDS,
    CONNECTIONS_IN_ALL,
    HEAD_SECONDS,
    SPARE_FILES,
    TCP_CONNECTIONS,
    UNREAD_SECONDS,
)
from garrison.table import rate_limit
from garrison.table.rate_limit import Timer
from garrison.table.socket.compression import CompressedConnection

if sys.platform == "win32":
    resource = None
else:
    import resource

SWEEP_SECONDS = 1.0
HEAD, BODY, SERVED = "head", "body", "served"
"""Phases of a connection: its request's head is awaited, or its body, or it is being answered."""
SECONDS = {HEAD: HEAD_SECONDS, BODY: BODY_SECONDS}
_PHASES = {h11.IDLE: HEAD, h11.SEND_BODY: BODY}


@dataclass(slots=True)
class _Entry:
    address: str | None
    phase: str
    until: float | None
    unsent: int
    since: float


class ConnectionWatch:
    """All open connections of a process, the oldest first."""

    def __init__(self, most: int = CONNECTIONS_IN_ALL, timer: Timer = time.monotonic) -> None:
        self._most, self._timer = most, timer
        self._open: dict[asyncio.Transport, _Entry] = {}
        self._count: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, transport: asyncio.Transport, address: str | None) -> bool:
        """True if a new connection is let in; an address of None does not count for anybody."""
        if address is not None and self._count[address] >= TCP_CONNECTIONS and not self._drop_one(address):
            return False
        if len(self._open) >= self._most and not self._drop_one(None):
            return False
        now = self._timer()
        self._open[transport] = _Entry(address, HEAD, now + SECONDS[HEAD], 0, now)
        if address is not None:
            self._count[address] += 1
        return True

    def note(self, transport: asyncio.Transport, phase: str) -> None:
        """Note what a connection is about; the time for a phase runs from its beginning."""
        entry = self._open.get(transport)
        if entry is None or entry.phase == phase:
            return
        seconds = SECONDS.get(phase)
        entry.phase, entry.until = phase, None if seconds is None else self._timer() + seconds

    def leave(self, transport: asyncio.Transport) -> None:
        entry = self._open.pop(transport, None)
        if entry is None or entry.address is None:
            return
        self._count[entry.address] -= 1
        if not self._count[entry.address]:
            del self._count[entry.address]

    def _drop_one(self, address: str | None) -> bool:
        """End the oldest connection that still owes its request, of an address or of all."""
        for transport, entry in self._open.items():
            if entry.phase != SERVED and address in (None, entry.address):
                self._end(transport)
                return True
        return False

    def _end(self, transport: asyncio.Transport) -> None:
        self.leave(transport)
        transport.abort()

    def sweep(self) -> None:
        """End connections whose time is over, and those that have read nothing for long."""
        now = self._timer()
        for transport, entry in list(self._open.items()):
            unsent = transport.get_write_buffer_size()
            if not unsent or unsent < entry.unsent:
                entry.since = now
            entry.unsent = unsent
            late = entry.until is not None and now >= entry.until
            if late or now - entry.since >= UNREAD_SECONDS:
                self._end(transport)

    async def run(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()


def protocols(watch: ConnectionWatch) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """uvicorn's protocols for requests and for WebSockets, with their connections watched."""

    class Requests(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            peer = rate_limit.counted({"client": self.client, "headers": []}, proxied=False)
            if not watch.enter(transport, peer):
                transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._note()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._note()

        def _note(self) -> None:
            if self.transport.get_protocol() is self:
                watch.note(self.transport, _PHASES.get(self.conn.their_state, SERVED))

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            watch.note(self.transport, SERVED)
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            watch.leave(self.transport)
            super().connection_lost(exc)

    class Sockets(CompressedConnection):
        def connection_lost(self, exc: Exception | None) -> None:
            watch.leave(self.transport)
            super().connection_lost(exc)

    return Requests, Sockets


def raise_file_limit() -> None:
    """Let this process open as many files as it may."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # A service manager may forbid it, which sets the limit by itself; some systems know no infinite one.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def most_connections() -> int:
    """How many connections this process can take."""
    if resource is None:
        return CONNECTIONS_IN_ALL
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return CONNECTIONS_IN_ALL
    return max(1, min(CONNECTIONS_IN_ALL, files - SPARE_FILES))
