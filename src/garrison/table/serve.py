"""Running the table: the lock, the port, the server."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import Callable
from pathlib import Path

from garrison.core.limits import MESSAGE_BYTES
from garrison.table.guarding import LOOPBACK
from garrison.table.lock import Lock
from garrison.table.refusing import NO_PORT, No

HOST = "127.0.0.1"
PORTS = range(8640, 8660)
"""Where the table is looked for, unless a port is named."""
FILE = "table.sqlite"
LOCK = "table.lock"
ENDING_SECONDS = 2


class NoPort(No):
    """The table cannot listen where it was told to."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at the port named, else at the first that is free."""
    if port is not None:
        return _bound(host, port)
    for each in PORTS:
        try:
            return _bound(host, each)
        except NoPort as error:
            if error.__cause__ is None or getattr(error.__cause__, "errno", 0) != errno.EADDRINUSE:
                raise
    return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    # With the protocol named, each connection sends at once what it has, instead of waiting for more.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_REUSEPORT"):  # not Windows, where reusing would take a port from somebody
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except (OSError, OverflowError) as error:
        found.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise NoPort(NO_PORT, host=host, port=port, error=reason) from error
    return found


def address(bound: socket.socket) -> str:
    """How a browser on this machine reaches a socket."""
    host, port = bound.getsockname()[:2]
    shown = {"0.0.0.0": HOST, "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def run(
    folder: Path,
    *,
    host: str = HOST,
    port: int | None = None,
    names: tuple[str, ...] = (),
    ready: Callable[[str], None],
) -> None:
    """Serve the matches of a folder until the process is told to end; `ready` is called with the address."""
    lock = Lock(folder / LOCK)
    try:
        bound = listen(host, port)
        try:
            asyncio.run(_serve(folder, bound, lock, _names(host, names), ready))
        finally:
            bound.close()
    finally:
        lock.close()


def _names(host: str, given: tuple[str, ...]) -> tuple[str, ...]:
    """The names the table answers to: on this machine alone its own, elsewhere all unless some are named."""
    if host in LOOPBACK or given:
        return (*LOOPBACK, *given)
    return ()


async def _serve(
    folder: Path, bound: socket.socket, lock: Lock, names: tuple[str, ...], ready: Callable[[str], None]
) -> None:
    import uvicorn

    from garrison.table.app import make

    where = address(bound)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                lock.tell(where)
                ready(where)

    config = uvicorn.Config(
        make(folder / FILE, names),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=10 * MESSAGE_BYTES,
        timeout_graceful_shutdown=ENDING_SECONDS,
    )
    logging.getLogger("uvicorn.error").addFilter(_worth_telling)
    await Server(config).serve(sockets=[bound])


def _worth_telling(event: logging.LogRecord) -> bool:
    """A text that is no UTF-8 is a client's mistake: its connection is closed with 1007, and that is all."""
    return event.msg != "Invalid UTF-8 sequence received from client."
