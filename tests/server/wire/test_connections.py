"""Connections that finish no request or read no answer, and too many of them, keep nobody else out."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import pytest

from garrison.core.limits import (
    BODY_SECONDS,
    CONNECTIONS_IN_ALL,
    HEAD_SECONDS,
    SPARE_FILES,
    TCP_CONNECTIONS,
    UNREAD_SECONDS,
)
from garrison.table.process import connection_watch
from garrison.table.process.connection_watch import BODY, HEAD, SERVED, ConnectionWatch
from garrison.table.process.startup import NO_FILES, NO_FILES_PAUSE, LogFilter, one_line
from support.table.server import PATIENCE, Forked, Wire, forked

HALF = b"GET / HTTP/1.1\r\nHost: 12"
WATCH = "garrison.table.process.connection_watch"


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Line(asyncio.Transport):
    """A connection that does nothing by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.unsent = 0
        self.ended = False

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.ended = True


@pytest.fixture
def time() -> Time:
    return Time()


def entered(watch: ConnectionWatch, count: int, address: str | None = None) -> list[Line]:
    lines = [Line() for _ in range(count)]
    assert all(watch.enter(line, address) for line in lines)
    return lines


def test_a_connection_has_seconds_for_its_request_and_all_the_time_once_it_is_served(time: Time) -> None:
    watch = ConnectionWatch(timer=time)
    head, body, served = entered(watch, 3)
    watch.note(body, BODY)
    watch.note(served, SERVED)
    time.now += HEAD_SECONDS - 1
    watch.note(head, HEAD)  # one more byte of it gives no more time
    watch.note(body, BODY)
    time.now += 1
    watch.sweep()
    assert [head.ended, body.ended] == [True, False]
    time.now += BODY_SECONDS - HEAD_SECONDS
    watch.sweep()
    assert body.ended
    time.now += 3600
    watch.sweep()
    assert not served.ended
    watch.note(served, HEAD)
    time.now += HEAD_SECONDS
    watch.sweep()
    assert served.ended
    assert len(watch) == 0


def test_a_connection_that_reads_nothing_is_ended_and_a_slow_one_is_not(time: Time) -> None:
    watch = ConnectionWatch(timer=time)
    deaf, slow = entered(watch, 2)
    for line in (deaf, slow):
        watch.note(line, SERVED)
        line.unsent = 500_000
    for _ in range(30):
        watch.sweep()
        time.now += UNREAD_SECONDS / 10
        slow.unsent -= 1
        deaf.unsent += 6  # a ping
    assert [deaf.ended, slow.ended] == [True, False]


def test_where_there_are_too_many_the_oldest_that_owes_its_request_makes_room(time: Time) -> None:
    watch = ConnectionWatch(10, time)
    served, oldest, *others = entered(watch, 10)
    watch.note(served, SERVED)
    entered(watch, 1)
    assert oldest.ended
    assert not served.ended
    assert not any(line.ended for line in others)
    assert len(watch) == 10


def test_where_all_are_served_a_newcomer_is_not_let_in(time: Time) -> None:
    watch = ConnectionWatch(10, time)
    lines = entered(watch, 10)
    for line in lines:
        watch.note(line, SERVED)
    assert not watch.enter(Line(), None)
    watch.leave(lines[0])
    watch.leave(lines[0])
    assert watch.enter(Line(), None)


def test_an_address_makes_room_for_itself_alone(time: Time) -> None:
    watch = ConnectionWatch(timer=time)
    (other,) = entered(watch, 1, "192.0.2.9")
    lines = entered(watch, TCP_CONNECTIONS, "192.0.2.1")
    entered(watch, 1, "192.0.2.1")
    assert [other.ended, lines[0].ended, lines[1].ended] == [False, True, False]
    entered(watch, 2 * TCP_CONNECTIONS, None)
    assert not lines[1].ended


def test_a_process_opens_as_many_files_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    was = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, was[1]))
        assert connection_watch.most_connections() == 256 - SPARE_FILES
        connection_watch.raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == was[1]
        assert 256 < connection_watch.most_connections() <= CONNECTIONS_IN_ALL
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, was)

    def forbidden(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(resource, "setrlimit", forbidden)
    connection_watch.raise_file_limit()


def test_the_log_tells_once_a_minute_that_no_more_files_can_be_opened(time: Time) -> None:
    def event(message: str) -> logging.LogRecord:
        error = OSError(24, "Too many open files")
        return logging.LogRecord("asyncio", logging.ERROR, "x", 1, message, (), (OSError, error, None))

    log = LogFilter(time)
    first = event(f"{NO_FILES}\nsocket: <socket.socket fd=7>")
    assert log.worth_logging(first)
    assert (len(first.getMessage().splitlines()), first.exc_info) == (1, None)
    assert not any(log.worth_logging(event(f"{NO_FILES}\nsocket: x")) for _ in range(1000))
    assert log.worth_logging(event("Task exception was never retrieved"))
    time.now += NO_FILES_PAUSE
    assert log.worth_logging(event(NO_FILES))


def test_a_table_that_ends_says_nothing_of_those_it_keeps_waiting(tmp_path: Path) -> None:
    changed = {"garrison.table.process.startup.ENDING_SECONDS": 0}
    with forked(tmp_path / "home", changed=changed) as server, socket.socket() as line:
        line.connect(("127.0.0.1", server.port))
        # No picture has this name: all have to be drawn before that is known.
        line.sendall(b"GET /api/pictures/%b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % (b"0" * 32))
        assert Wire(server.url).ask("GET", "/healthz").status == 200


def test_an_entry_of_the_log_is_one_line_whatever_it_is_about(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("garrison.table.forged")
    log.addFilter(one_line)
    log.error("match %s is damaged: %s", "a\nnothing can be written: FORGED", "\x1b[31m\u2028\x9b Änna")
    assert caplog.messages == [r"match a\nnothing can be written: FORGED is damaged: \x1b[31m\u2028\x9b Änna"]


# Over the wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    """A table with little patience, on which nothing is written to standard error."""
    changed = {
        f"{WATCH}.SECONDS": {HEAD: 1.0, BODY: 1.0},
        f"{WATCH}.SWEEP_SECONDS": 0.1,
        f"{WATCH}.CONNECTIONS_IN_ALL": 20,
        f"{WATCH}.UNREAD_SECONDS": 1.0,
    }
    with forked(tmp_path_factory.mktemp("table") / "home", changed=changed) as running:
        yield running


def connected(server: Forked, said: bytes) -> socket.socket:
    host = urlsplit(server.url)
    found = socket.create_connection((host.hostname, host.port), PATIENCE)
    found.sendall(said)
    return found


def ended(line: socket.socket) -> bool:
    """True once the other side has ended a connection; what it said before does not matter."""
    try:
        while line.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


BODIES = [
    b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{",
    b"POST /api/matches/new/record HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal",
    b"POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /healthz HT",
]


def test_who_does_not_finish_a_request_is_let_go(server: Forked) -> None:
    with ExitStack() as many:
        lines = [many.enter_context(connected(server, said)) for said in (b"", HALF, *BODIES)]
        assert all(ended(line) for line in lines)


def test_requests_that_are_never_finished_keep_nobody_out(server: Forked) -> None:
    wire = Wire(server.url)
    match, (token,) = wire.new()
    with wire.join(match, token) as playing, ExitStack() as many:
        lines = [many.enter_context(connected(server, HALF)) for _ in range(40)]
        assert wire.ask("GET", "/healthz").status == 200
        assert ended(lines[0])
        assert playing.do("lee", "c1")["n"] == 2


def test_who_does_not_read_an_answer_is_let_go(server: Forked) -> None:
    ask = b"GET /api/games/itter/rules HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host = urlsplit(server.url)
        line.connect((cast("str", host.hostname), host.port))
        line.settimeout(PATIENCE)
        with pytest.raises(ConnectionError):
            line.sendall(ask * 100_000)


def test_an_upgrade_to_something_else_is_no_event(server: Forked) -> None:
    answer = Wire(server.url).ask("GET", "/healthz", headers={"Connection": "Upgrade", "Upgrade": "h2c"})
    assert answer.status == 200
