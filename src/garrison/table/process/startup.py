"""Running the table: where its matches are, the port, one process or several."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import time
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, field
from pathlib import Path

from garrison import players
from garrison.core import registry
from garrison.core.limits import MESSAGE_BYTES
from garrison.table.http.security import LOOPBACK
from garrison.table.process.file_lock import Lock
from garrison.table.refusals import NO_PORT, ONE_PROCESS, TableRefusal
from garrison.table.store.clock import now
from garrison.table.store.database import File, Place, place

LOG = logging.getLogger("garrison.table")
HOST = "127.0.0.1"
PORTS = range(8640, 8660)
"""The first port to try, unless one is named."""
FILE = "table.sqlite"
PROXIES = ("127.0.0.1", "::1")
"""Addresses from which a proxy is trusted: this machine."""
CLIENTS_DOING = (
    "Invalid UTF-8 sequence received from client.",
    "Invalid HTTP request received.",
    "socket.send() raised exception.",
    "Unsupported upgrade request.",
    "Cancel %s running task(s), timeout graceful shutdown exceeded",
)
"""Library warnings about clients that misbehave, or wait while the table ends: their connection is closed."""
NO_FILES = "socket.accept() out of system resource"
NO_FILES_PAUSE = 60.0
"""asyncio's message, for every connection that waits, when no file can be opened; seconds between two."""
ENDING_SECONDS = 2


class NoPort(TableRefusal):
    """The table cannot listen where it was told to."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of every process of a table. `names` are its host names; none means any.

    `clock` is the start of the table's clock, which is one for all of them.
    """

    where: Path | str = field(repr=False)  # it may hold a password
    names: tuple[str, ...] = ()
    proxied: bool = False
    clock: int = field(default_factory=lambda: now.start)


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port named, else on the first free one."""
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
    """The address of a socket for a browser on this machine."""
    host, port = bound.getsockname()[:2]
    shown = {"0.0.0.0": HOST, "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def home(folder: Path, database: str | None = None) -> Place:
    """Where the matches are: in the database named, else in a file of this folder; raises Unusable."""
    return place(folder / FILE if database is None else database)


def run(
    folder: Path,
    *,
    database: str | None = None,
    host: str = HOST,
    port: int | None = None,
    workers: int = 1,
    names: tuple[str, ...] = (),
    proxied: bool = False,
    ready: Callable[[str], None],
) -> None:
    """Serve the matches of a folder, or of a database, until the process is asked to end.

    `ready` is called with the address. With `proxied` a proxy on this machine says whom it speaks for.
    """
    from garrison.table.process.connection_watch import raise_file_limit

    raise_file_limit()
    found = home(folder, database)
    for broken in (*registry.broken(), *players.PLAYERS.broken()):
        LOG.warning("%s", broken)
    setting = Setting(folder / FILE if database is None else database, _names(host, names), proxied)
    if isinstance(found, File):
        if workers > 1:
            raise TableRefusal(ONE_PROCESS, workers=workers)
        _alone(found, setting, host, port, ready)
        return
    with listen(host, port) as bound:
        if workers == 1:
            asyncio.run(serve(setting, bound, ready=lambda: ready(address(bound))))
        else:
            from garrison.table.process.supervisor import supervise

            found.open().dispose()  # what is wrong with it is told once, and before anything starts
            supervise(setting, bound, workers, lambda: ready(address(bound)))


def _alone(file: File, setting: Setting, host: str, port: int | None, ready: Callable[[str], None]) -> None:
    """Serve a file, in its only process."""
    lock = Lock(file.lock)

    def report_address(where: str) -> None:
        lock.write_address(where)
        ready(where)

    try:
        with listen(host, port) as bound:
            asyncio.run(serve(setting, bound, ready=lambda: report_address(address(bound))))
    finally:
        lock.close()


def _names(host: str, given: tuple[str, ...]) -> tuple[str, ...]:
    """The names the table answers to: on this machine alone its own, elsewhere all unless some are named."""
    if host in LOOPBACK or given:
        return (*LOOPBACK, *given)
    return ()


async def serve(
    setting: Setting,
    bound: socket.socket,
    *,
    ready: Callable[[], None],
    ended: Callable[[Callable[[], None]], None] = lambda _: None,
    board: MutableSequence[float] | None = None,
    worker: int = 0,
) -> None:
    """Serve in this process until asked to end; `ended` gets a function that ends it from another thread."""
    import uvicorn

    from garrison.table.app import make
    from garrison.table.background.idle_gc import collect_rarely
    from garrison.table.process.connection_watch import ConnectionWatch, most_connections, protocols

    watch = ConnectionWatch(most_connections())
    requests, sockets = protocols(watch)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                self.watching = asyncio.create_task(watch.run())
                ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            self.watching.cancel()
            await super().shutdown(sockets)

        def end(self) -> None:
            self.should_exit = True

    config = uvicorn.Config(
        make(setting.where, setting.names, proxied=setting.proxied, board=board, worker=worker),
        log_level="warning",
        access_log=False,
        server_header=False,
        http=requests,
        ws=sockets,
        ws_max_size=10 * MESSAGE_BYTES,
        timeout_graceful_shutdown=ENDING_SECONDS,
        proxy_headers=setting.proxied,
        forwarded_allow_ips=list(PROXIES),
    )
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(LogFilter().worth_logging)
    LOG.addFilter(one_line)
    server = Server(config)
    ended(server.end)
    collect_rarely()
    await server.serve(sockets=[bound])


class LogFilter:
    """Keeps out of the log what anybody can cause: nonsense, leaving, coming too often or at the end."""

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._timer = timer
        self._again = float("-inf")

    def worth_logging(self, event: logging.LogRecord) -> bool:
        ended = event.exc_info and event.exc_info[0] is asyncio.CancelledError
        if ended or event.msg in CLIENTS_DOING:
            return False
        if not str(event.msg).startswith(NO_FILES):
            return True
        now = self._timer()
        if now < self._again:
            return False
        self._again = now + NO_FILES_PAUSE
        event.msg, event.exc_info = f"{NO_FILES}; is the limit of open files too low?", None
        return True


def one_line(event: logging.LogRecord) -> bool:
    """Write control characters as escapes: no text of anybody's begins a line or paints the screen."""
    text = event.getMessage()
    event.msg = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    event.args = ()
    return True
