"""A real server in a process of its own, on a free port and a fresh home, with the toys as more games."""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any, NamedTuple
from unittest import mock
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from garrison.core import registry
from garrison.players import PLAYERS
from garrison.table.process.startup import run
from support import fork_server, paths
from support.installed import package

READY = re.compile(r"http://\S+/")
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
PATIENCE = 60
"""Seconds until a test gives up a server or an answer, on a busy machine."""
PORTS = range(20_000, 30_000)
"""Where a server listens that is started again at its port: nobody is given one of these unasked."""


def environment(home: Path) -> dict[str, str]:
    """The environment in which a process finds the toys as installed games."""
    toys = {
        "toy": "support.games.toy:TOY",
        "aim": "support.games.toy_aim:AIM",
        "market": "support.games.toy_market:MARKET",
        "warren": "support.games.toy_warren:WARREN",
    }
    folder = package(home / "games", "night-watch", {"garrison.games": toys})
    path = os.pathsep.join([str(folder), str(paths.TESTS), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path.strip(os.pathsep), "GARRISON_HOME": str(home)}


def free_port() -> int:
    """A port that stays free while its server is down, unless somebody names it."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


def worked(pid: int) -> float:
    """Seconds a process has worked; what others do on a busy machine does not count. The time, if unknown."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return time.monotonic()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """A running table; `url` has no slash at its end."""

    def __init__(self, home: Path, port: int = 0, *more: str) -> None:
        self.home = home
        self._errors: IO[bytes] = (home / "errors.txt").open("ab") if home.exists() else _made(home)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "garrison", "serve", "--port", str(port), *more],
            env=environment(home),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        assert self.process.stdout is not None
        said = b""
        while not (found := READY.search(said.decode("utf-8", "replace"))):
            line = self.process.stdout.readline()
            if not line:
                self.end()
                raise RuntimeError(f"the server did not start: {self.errors()}")
            said += line
        self.url = found[0].rstrip("/")
        self.port = int(self.url.rpartition(":")[2])

    def errors(self) -> str:
        """The server's standard error."""
        return (self.home / "errors.txt").read_text()

    def kill(self) -> None:
        """End it without warning."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def end(self) -> None:
        """Ask it to end."""
        self.process.terminate()
        self._gone()

    def _gone(self) -> None:
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._errors.close()


def _made(home: Path) -> IO[bytes]:
    home.mkdir(parents=True)
    return (home / "errors.txt").open("ab")


@contextmanager
def serving(home: Path, *more: str) -> Iterator[Server]:
    """A table for as long as it is needed. What it wrote on standard error must be nothing."""
    server = Server(home, 0, *more)
    try:
        yield server
    finally:
        server.end()
    assert server.errors() == "", server.errors()


class Forked:
    """The same table in a process that finds its libraries loaded: it is there in a quarter of the time.

    `clock_grace` are the seconds people have to come back after a start, if not as many as usual; `changed`
    are other limits, by the name that the module which uses them has for them.
    """

    def __init__(
        self,
        home: Path,
        port: int = 0,
        database: str | None = None,
        *,
        proxied: bool = False,
        clock_grace: float | None = None,
        changed: Mapping[str, object] = {},
    ) -> None:
        changed = dict(changed)
        if clock_grace is not None:
            changed["garrison.table.background.runner.CLOCK_GRACE"] = clock_grace
        context = fork_server.context()
        here, there = context.Pipe()
        self.home = home
        told = {"port": port, "database": database, "proxied": proxied}
        # Not one that ends with its parent by itself: those may have no processes for their bots.
        self.process = context.Process(target=_serve, args=(home, told, changed, there))
        self.process.start()
        there.close()
        if not here.poll(PATIENCE):
            raise RuntimeError(f"the server did not start: {self.errors()}")
        self.url = here.recv().rstrip("/")
        self.port = int(self.url.rpartition(":")[2])

    def errors(self) -> str:
        return (self.home / "errors.txt").read_text()

    def kill(self) -> None:
        self.process.kill()
        self._gone()

    def end(self) -> None:
        self.process.terminate()
        self._gone()

    def _gone(self) -> None:
        self.process.join(PATIENCE)
        assert self.process.exitcode is not None, "the server does not end"


def enter(home: Path) -> None:
    """Make a forked process a server's: its errors go to its home, and it finds the toys among the games."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / "errors.txt").open("ab") as errors:
        os.dup2(errors.fileno(), 2)
    found = environment(home)
    os.environ.update(found)
    sys.path[:0] = found["PYTHONPATH"].split(os.pathsep)
    registry.GAMES.refresh()  # the toys are there only now
    PLAYERS.refresh()


def _serve(home: Path, told: dict[str, Any], changed: Mapping[str, object], ready: Connection) -> None:
    enter(home)
    for name, value in changed.items():
        mock.patch(name, value).start()
    run(home, **told, ready=ready.send)


@contextmanager
def forked(home: Path, *, proxied: bool = False, changed: Mapping[str, object] = {}) -> Iterator[Forked]:
    """The same as `serving`, for tests that are not about the command."""
    server = Forked(home, proxied=proxied, changed=changed)
    try:
        yield server
    finally:
        server.end()
    assert server.errors() == "", server.errors()


class Answer(NamedTuple):
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Wire:
    """The table as any program meets it: requests, and a connection with nothing done for its user."""

    def __init__(self, url: str) -> None:
        self.url = url

    def ask(
        self, method: str, path: str, body: Any = None, token: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """A request; a body of bytes is sent as it is, any other as JSON."""
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        host = urlsplit(self.url)
        connection = HTTPConnection(host.hostname or "", host.port, timeout=PATIENCE)
        try:
            connection.request(method, path, content, sent)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, found, answer.read())
        finally:
            connection.close()

    def new(self, game: str = "itter", **options: str) -> tuple[str, list[str]]:
        """A new match: its id, and the tokens of its seats."""
        made = self.ask("POST", "/api/matches", {"game": game, "options": options}).json
        return made["id"], [seat["token"] for seat in made["seats"]]

    def talk(self, match: str, **more: Any) -> Talking:
        address = f"{self.url.replace('http', 'ws')}/ws/{match}"
        patient = {"max_size": 10**7, "open_timeout": PATIENCE}
        return Talking(connect(address, **patient, **more).__enter__())

    def hold(self, match: str, address: str = "") -> socket.socket:
        """A connection that never says a word, which takes little; from an address, where a proxy tells it.

        Silence is ended after some seconds: a hundred of them have to be made in less.
        """
        host = urlsplit(self.url)
        held = socket.create_connection((host.hostname, host.port), PATIENCE)
        asked = f"GET /ws/{match} HTTP/1.1\r\nHost: {host.netloc}\r\n{UPGRADE}"
        held.sendall(f"{asked}{f'X-Forwarded-For: {address}' if address else 'X: y'}\r\n\r\n".encode())
        assert b" 101 " in held.recv(2000)
        return held

    def join(self, match: str, token: str, lang: str = "en", have: int = 0) -> Talking:
        """A connection that has said hello; its first frame is in `frame`."""
        talking = self.talk(match)
        talking.say({"hello": {"token": token, "lang": lang, "have": have}})
        talking.hear()
        return talking


class Talking:
    """A connection, message by message."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frame: dict[str, Any] = {}

    def __enter__(self) -> Talking:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def say(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        heard: dict[str, Any] = json.loads(self.socket.recv(seconds))
        self.frame = heard.get("frame", self.frame)
        return heard

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Say something and wait for the answer to it, past the frames that come before."""
        self.say(message)
        while "frame" in (heard := self.hear()):
            pass
        return heard

    def do(self, notation: str, ident: str) -> dict[str, Any]:
        return self.ask({"do": notation, "ask": self.frame["ask"], "id": ident})
