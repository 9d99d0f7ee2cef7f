"""`garrison serve`: where it listens, what it prints, how it stops; and `garrison` alone."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from websockets.exceptions import ConnectionClosed

import garrison as package
from garrison.cli import main as entering
from garrison.cli.commands import serve as serving_command
from garrison.table.context import Context
from garrison.table.process import startup, supervisor
from garrison.table.session import seat_access
from support.proof import few
from support.table.server import PATIENCE, Forked, Server, Talking, Wire, environment
from support.terminal.command import Run

if TYPE_CHECKING:
    from support.table.postgres import Postgres

pytest_plugins = ["support.table.postgres"]


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
    assert server.process.wait(PATIENCE) == 0
    assert server.process.stdout is not None
    assert b"The table is closed." in server.process.stdout.read()
    assert server.errors() == ""
    server.end()


def test_a_connection_does_not_keep_it_from_ending(tmp_path: Path) -> None:
    server = Forked(tmp_path / "home")
    wire = Wire(server.url)
    match, (token,) = wire.new()
    with wire.join(match, token) as talking:
        server.end()
        with pytest.raises(ConnectionClosed, match="1012"):
            talking.hear()
    assert server.errors() == ""


@pytest.mark.proof
def test_it_speaks_italian_and_answers_to_a_name_that_was_added(tmp_path: Path) -> None:
    server = Server(tmp_path / "home", 0, "--lang", "it", "--name", "castle.example")
    wire = Wire(server.url)
    assert wire.ask("GET", "/healthz", headers={"Host": "castle.example"}).status == 200
    assert wire.ask("GET", "/healthz", headers={"Host": "other.example"}).status == 403
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
    monkeypatch.setattr(startup, "PORTS", range(busy, busy + 1))
    found = startup.listen("127.0.0.1", None)
    assert found.getsockname()[1] != busy
    found.close()


def test_alone_on_a_terminal_it_serves_and_opens_the_browser(
    garrison: Run, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    opened: list[str] = []

    def run(folder: Path, **told: object) -> None:
        ready = told["ready"]
        assert callable(ready)
        assert folder == home
        ready("http://127.0.0.1:1/")

    monkeypatch.setattr(startup, "run", run)
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
    server = Forked(home)
    done = garrison("serve", "--open")
    assert (done.status, opened) == (0, [f"{server.url}/"])
    assert f"The table is already open at {server.url}/." in done.flat
    done = garrison("serve")
    assert done.status == 2
    assert "another table, at" in done.err
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


# Behind a proxy


def test_a_proxy_on_this_machine_is_believed_if_that_was_wanted(tmp_path: Path) -> None:
    """Who makes too many matches is known by the address that the proxy saw, the last of those named."""

    def make(wire: Wire, seen: str) -> int:
        body = {"game": "itter", "options": {}}
        return wire.ask("POST", "/api/matches", body, headers={"X-Forwarded-For": seen}).status

    limit = {"garrison.table.rate_limit.MATCHES_AN_HOUR": 5}
    for proxied, refused in ((False, 201), (True, 429)):
        server = Forked(tmp_path / f"proxied {proxied}", proxied=proxied, changed=limit)
        wire = Wire(server.url)
        made = {make(wire, f"198.51.100.{n}, 203.0.113.5") for n in range(5)}
        assert made == {201}
        more_still = [make(wire, "198.51.100.77, 203.0.113.5") for _ in range(2)]
        assert more_still[-1] == refused, "one may have become free meanwhile"
        assert make(wire, "203.0.113.5, 198.51.100.77") == 201
        server.end()
        assert server.errors() == ""


# Where matches are kept


def test_a_file_of_another_name_is_served_by_one_process(garrison: Run, tmp_path: Path) -> None:
    place = tmp_path / "elsewhere" / "games.sqlite"
    server = Forked(tmp_path / "home", database=f"sqlite:///{place}")
    Wire(server.url).new()
    done = garrison("serve", "--port", 0, "--database", f"sqlite:///{place}")
    assert done.status == 2
    assert "another table, at" in done.err
    server.end()
    assert place.is_file()
    assert not (tmp_path / "home" / "table.sqlite").exists()


@pytest.mark.parametrize(("lang", "told"), [("en", "by one process"), ("it", "un solo processo")])
def test_matches_in_a_file_are_not_for_several_processes(
    garrison: Run, home: Path, lang: str, told: str
) -> None:
    done = garrison("serve", "--workers", 3, "--lang", lang)
    assert (done.status, done.out) == (2, "")
    assert "--workers 3" in done.err
    assert told in done.flat + done.err
    assert "--database" in done.err
    assert not (home / "table.sqlite").exists()
    assert garrison("serve", "--workers", 0).status == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_that_cannot_be_opened_is_told_in_one_sentence(
    garrison: Run, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    wrong = "postgresql://anna:guess-me@127.0.0.1:1/table"
    for lang, told in (("en", "cannot be opened"), ("it", "non si può aprire")):
        done = garrison("serve", "--port", 0, "--workers", workers, "--database", wrong, "--lang", lang)
        assert (done.status, done.out) == (2, "")
        assert "postgresql://127.0.0.1:1/table: " in done.err
        assert told in done.err
        assert "refused" in done.err
        assert "guess-me" not in done.err
    monkeypatch.setenv("GARRISON_DATABASE", "guess-me")
    done = garrison("serve", "--port", 0, "--workers", workers)
    assert done.status == 2
    assert "--database needs the address of a PostgreSQL database" in done.err
    assert "guess-me" not in done.err
    monkeypatch.setenv("GARRISON_DATABASE", wrong)
    done = garrison("serve", "--port", 0, "--workers", workers, "--database", "")
    assert "--database needs the address" in done.err, "the command line comes first"


def test_where_matches_are_kept_is_told_without_the_password(
    garrison: Run, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    def run(folder: Path, **told: Any) -> None:
        assert (folder, told["workers"], told["proxied"]) == (home, 3, True)
        databases.append(told["database"])
        told["ready"]("http://127.0.0.1:1/")

    databases: list[str] = []
    monkeypatch.setattr(startup, "run", run)
    monkeypatch.setenv(
        "GARRISON_DATABASE", "postgresql://anna:guess-me@db.example:77/castle?password=guess-me"
    )
    done = garrison("serve", "--workers", 3, "--proxy")
    assert "keeps its matches in postgresql://db.example:77/castle." in done.flat
    done = garrison("serve", "--workers", 3, "--proxy", "--database", "postgresql:///x?host=/run/pg")
    assert "keeps its matches in postgresql:///run/pg/x." in done.flat
    assert [name.partition("?")[0] for name in databases] == [
        "postgresql://anna:guess-me@db.example:77/castle",
        "postgresql:///x",
    ]


# Several processes on one database


class Team(Server):
    """A table of two processes, which the environment tells of its database."""

    def __init__(self, home: Path) -> None:
        super().__init__(home, 0, "--workers", "2")
        self.wire = Wire(self.url)

    def workers(self) -> set[int]:
        """Their process ids: those of its children that have its port."""
        found = set()
        for line in subprocess.run(
            ["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        ).stdout.splitlines():
            pid, parent, command = line.split(None, 2)
            if int(parent) == self.process.pid and "spawn_main" in command:
                found.add(int(pid))
        return found


@pytest.fixture
def team(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Team]:
    """Whatever becomes of the test, its processes end with it."""
    monkeypatch.setenv("GARRISON_DATABASE", database)
    table = Team(tmp_path / "home")
    yield table
    if table.process.poll() is None:
        table.end()


def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def hear(talking: Talking, wanted: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        heard: dict[str, Any] = json.loads(talking.socket.recv(PATIENCE))
        if wanted in heard:
            return heard


def connected(wire: Wire, match: str, token: str) -> Talking:
    talking = wire.talk(match)
    talking.say({"hello": {"token": token, "lang": "en", "have": 0}})
    talking.frame = hear(talking, "frame")["frame"]
    return talking


def test_what_one_process_writes_those_connected_to_another_see(tmp_path: Path, database: str) -> None:
    """Two tables on one database: nobody can tell that they are two."""
    tables = [Forked(tmp_path / name, database=database) for name in ("one", "other")]
    wires = [Wire(table.url) for table in tables]
    match, (token,) = wires[0].new()
    talking = [connected(wire, match, token) for wire in wires]
    for number, notation in enumerate(("lee", "place g4")):
        actor = number % 2
        ask = talking[actor].frame["ask"]
        talking[actor].say({"do": notation, "ask": ask, "id": f"c{number}"})
        for each in talking:
            each.frame = hear(each, "frame")["frame"]
            assert each.frame["n"] == number + 2
    talking[0].say({"do": "lee", "ask": 1, "id": "late"})
    assert hear(talking[0], "refused")["refused"] == "late"
    assert wires[0].ask("DELETE", f"/api/matches/{match}", token=token).status in (200, 204)
    until(lambda: wires[1].ask("GET", f"/api/matches/{match}", token=token).status == 404)
    for each in talking:
        each.socket.close()
    for table in tables:
        table.end()
        assert table.errors() == ""


def ended(table: Team, match: str, token: str, how: signal.Signals) -> None:
    """Somebody is connected still; all processes end, and the last words depend on the signal."""
    workers = table.workers()
    assert len(workers) == 2
    with connected(table.wire, match, token):
        table.process.send_signal(how)
        status = table.process.wait(PATIENCE)
    assert status == (0 if how == signal.SIGINT else -signal.SIGTERM)
    assert not [pid for pid in workers if alive(pid)]
    assert table.process.stdout is not None
    said = table.process.stdout.read().decode()
    assert ("The table is closed." in said) == (how == signal.SIGINT)
    table.end()


@pytest.mark.parametrize("deaths", few(1, [1, 2]))
def test_a_worker_that_dies_is_replaced_and_all_end_by_ctrl_c(team: Team, deaths: int) -> None:
    before = team.workers()
    assert len(before) == 2
    dying = sorted(before)[:deaths]
    match, (token,) = team.wire.new()
    with connected(team.wire, match, token) as talking:
        talking.say({"do": "lee", "ask": 1, "id": "c1"})
        assert hear(talking, "done")["done"] == "c1"
    for pid in dying:
        os.kill(pid, signal.SIGKILL)
        until(lambda pid=pid: len(team.workers() - {pid}) == 2)
    assert team.workers() & before == before - set(dying)
    with connected(team.wire, match, token) as talking:
        assert talking.frame["n"] == 2
        talking.say({"do": "lee", "ask": 1, "id": "c1"})
        assert hear(talking, "done")["n"] == 2, "the message is known still"
    ended(team, match, token, signal.SIGINT)
    assert team.errors().splitlines() == ["a worker exited with status -9 and is being restarted"] * deaths


@pytest.mark.proof
def test_all_workers_end_with_the_table(team: Team) -> None:
    match, (token,) = team.wire.new()
    ended(team, match, token, signal.SIGTERM)
    assert team.errors() == ""


@pytest.mark.proof
def test_workers_end_when_who_started_them_is_killed(team: Team) -> None:
    workers = team.workers()
    team.kill()
    until(lambda: not [pid for pid in workers if alive(pid)])
    again = startup.listen("127.0.0.1", team.port)
    again.close()


@pytest.mark.proof
def test_the_password_is_told_to_nobody(team: Team, postgres: Postgres) -> None:
    wire = team.wire
    match, (token,) = wire.new()
    postgres.stop()
    try:
        answers = [wire.ask("GET", f"/api/matches/{match}", token=token) for _ in range(4)]
        answers += [wire.ask("POST", "/api/matches", {"game": "itter", "options": {}})]
    finally:
        postgres.start()
    assert answers[-1].status == 503
    until(lambda: wire.ask("POST", "/api/matches", {"game": "itter", "options": {}}).status == 201)
    team.end()
    told = team.errors() + "".join(answer.body.decode() for answer in answers)
    assert "nothing can be written" in told
    for secret in (postgres.password, postgres.in_address):
        assert secret not in told


def test_a_worker_whose_supervisor_is_gone_when_it_is_ready_ends_without_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def serve(*_: object, ready: Callable[[], None], **__: object) -> None:
        ready()

    monkeypatch.setattr(supervisor, "serve", serve)
    here, there = multiprocessing.Pipe()
    here.close()
    supervisor.work(startup.Setting("sqlite:///x"), *cast(Any, (None, [], 0, there)))
    there.close()


def test_a_worker_that_starts_while_the_database_is_away_says_so_in_one_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    where = "postgresql://anna:guess-me@127.0.0.1:1/castle"
    here, there = multiprocessing.Pipe()
    with pytest.raises(SystemExit) as ended:
        supervisor.work(startup.Setting(where), *cast(Any, (None, [], 0, there)))
    here.close()
    there.close()
    assert ended.value.code == 1
    (line,) = caplog.records
    assert "postgresql://127.0.0.1:1/castle: the database cannot be opened" in line.getMessage()
    assert line.exc_info is None
    assert "guess-me" not in caplog.text


def test_notices_that_come_after_the_end_are_left_alone(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        context = Context(database)
        await context.open()
        match = package.new("itter", seed=1)
        holders, _ = seat_access.creators_seats(match.seats, 1)
        ident = await context.sessions.create(match, holders)
        async with context.sessions.open(ident):
            pass
        await context.close()
        context.sessions.on_notification(ident, "row")
        for _ in range(3):
            await asyncio.sleep(0)

    asyncio.run(story())
    assert caplog.text == ""


def test_a_worker_that_never_runs_is_not_started_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses grow, to a limit; one that served a while is started again at once."""

    class Process:
        sentinel, exitcode = 0, 3

        def start(self) -> None:
            starts.append(clock[0])

        def is_alive(self) -> bool:
            return clock[0] - starts[-1] < life[0]

        def close(self) -> None:
            pass

    clock, starts, life = [100.0], [], [0.0]
    monkeypatch.setattr(supervisor.time, "monotonic", lambda: clock[0])
    worker = supervisor.Worker(lambda _: Process())  # type: ignore[arg-type,return-value]
    while clock[0] < 130:
        worker.check()
        worker.run()
        clock[0] += 0.05
    pauses = [after - before for before, after in pairwise(starts)]
    assert pauses == sorted(pauses)
    assert pauses[0] < 0.5
    assert 5 <= pauses[-1] < 5.2
    life[0] = supervisor.STEADY_SECONDS + 1
    while len(starts) < 12:
        worker.check()
        worker.run()
        clock[0] += 0.05
    assert starts[-1] - starts[-2] < life[0] + 0.5
