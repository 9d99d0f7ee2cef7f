"""The command that serves: where it listens, what it says, how it ends; and `garrison` alone."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from garrison.cli import main as entering
from garrison.cli import serve as serving_command
from garrison.table import serve
from serving import Server, Wire, environment
from terminal import Run


@pytest.fixture
def busy() -> Iterator[int]:
    """A port that somebody has."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_it_says_where_it_is_and_ends_when_told(tmp_path: Path) -> None:
    server = Server(tmp_path / "home")
    assert Wire(server.url).ask("GET", "/healthz").status == 200
    assert server.url.startswith("http://127.0.0.1:")
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(20) == 0
    assert server.process.stdout is not None
    assert b"The table is closed." in server.process.stdout.read()
    assert server.errors() == ""
    server.end()


def test_a_connection_does_not_keep_it_from_ending(tmp_path: Path) -> None:
    server = Server(tmp_path / "home")
    wire = Wire(server.url)
    match, (token,) = wire.new()
    with wire.join(match, token):
        server.process.terminate()
        server.process.wait(20)
    server.end()
    assert server.errors() == ""


def test_it_speaks_italian(tmp_path: Path) -> None:
    server = Server(tmp_path / "home", 0, "--lang", "it")
    server.process.send_signal(signal.SIGINT)
    assert server.process.stdout is not None
    assert "Il tavolo è chiuso." in server.process.stdout.read().decode()
    server.end()


def test_a_port_somebody_has_is_refused_in_one_sentence(garrison: Run, busy: int) -> None:
    done = garrison("serve", "--port", busy)
    assert (done.status, done.out) == (2, "")
    assert f"127.0.0.1, port {busy}: the table cannot listen there" in done.err
    done = garrison("serve", "--port", 99999)
    assert done.status == 2
    assert "--port" in done.err
    done = garrison("serve", "--host", "no.such.host.invalid")
    assert done.status == 2
    assert done.err.count("\n") == 1


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch, busy: int) -> None:
    monkeypatch.setattr(serve, "PORTS", range(busy, busy + 1))
    found = serve.listen("127.0.0.1", None)
    assert found.getsockname()[1] != busy
    found.close()


def test_a_name_it_is_reached_by_can_be_added(tmp_path: Path) -> None:
    server = Server(tmp_path / "home", 0, "--name", "castle.example")
    wire = Wire(server.url)
    assert wire.ask("GET", "/healthz", headers={"Host": "castle.example"}).status == 200
    assert wire.ask("GET", "/healthz", headers={"Host": "other.example"}).status == 403
    server.end()


def test_alone_on_a_terminal_it_serves_and_opens_the_browser(
    garrison: Run, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    opened: list[str] = []

    def run(folder: Path, **told: object) -> None:
        ready = told["ready"]
        assert callable(ready)
        assert folder == home
        ready("http://127.0.0.1:1/")

    monkeypatch.setattr(serve, "run", run)
    monkeypatch.setattr(serving_command, "_open", opened.append)
    assert garrison().out.startswith("Garrison: castle games")
    assert opened == []
    monkeypatch.setattr(entering, "_at_terminal", lambda: True)
    done = garrison()
    assert done.status == 0
    assert "The table is open at http://127.0.0.1:1/" in done.flat
    assert opened == ["http://127.0.0.1:1/"]
    assert garrison("serve").status == 0
    assert opened == ["http://127.0.0.1:1/"]


def test_a_table_that_is_open_already_is_opened_in_the_browser(
    garrison: Run, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serving_command, "_open", opened.append)
    server = Server(home)
    done = garrison("serve", "--open")
    assert (done.status, opened) == (0, [f"{server.url}/"])
    assert f"The table is open already, at {server.url}/." in done.flat
    done = garrison("serve")
    assert done.status == 2
    assert "another table is running" in done.err
    server.end()


def test_it_starts_without_loading_what_it_does_not_need(tmp_path: Path) -> None:
    """Other commands do not wait for the table's libraries, nor the table for those of the laboratory."""
    code = (
        "import sys; from garrison.cli import main, arguments;"
        "assert not {'fastapi', 'sqlalchemy', 'uvicorn', 'websockets'} & set(sys.modules);"
        "import garrison.table.app; assert not {'pyarrow', 'rich', 'garrison.games.itter'} & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
