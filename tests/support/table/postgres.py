"""A real PostgreSQL: a server in a temporary folder, with an empty database for each test.

A test file says `pytest_plugins = ["support.table.postgres"]` and takes `database` or `postgres`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from support.table.server import free_port
from tools import fetch

USER, PASSWORD = "castle", "open sesame/%41"
"""The password has what an address must write in another way."""
IN_ADDRESS = "open%20sesame%2F%2541"
MAKING = ("-U", USER, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync")
WATCHED = """"$@" </dev/null &
read -r how
kill -s "${how:-QUIT}" $!
wait $!
[ -n "$how" ] || rm -rf "$PWD"
"""
"""It ends by the signal that is named, or with the tests, however these end."""
DATABASE = "table"
STARTING_SECONDS = 90


class Postgres:
    """A server on a free port of this machine; what it commits is on disk."""

    user, password, in_address = USER, PASSWORD, IN_ADDRESS

    def __init__(self) -> None:
        self._programs = fetch.postgres()
        self._folder = Path(tempfile.mkdtemp(prefix="garrison-postgres-"))
        self._who = _unprivileged()
        if self._who is not None:
            shutil.chown(self._folder, self._who)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self._run_initdb()
        self.start()
        self.run(f'CREATE DATABASE "{DATABASE}"', "postgres")

    def _run_initdb(self) -> None:
        words = self._folder / "password"
        words.write_text(PASSWORD)
        words.chmod(0o644)
        fetch.run(
            [self._programs / "initdb", "-D", "data", f"--pwfile={words}", *MAKING],
            "PostgreSQL cannot make a database",
            self._folder,
            self._who,
        )

    def start(self) -> None:
        """Start it, and wait until it answers."""
        here = ["-D", "data", "-p", str(self.port), "-h", "127.0.0.1", "-k", str(self._folder)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", WATCHED, "sh", self._programs / "postgres", *here],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                user=self._who,
            )
        until = time.monotonic() + STARTING_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                said = (self._folder / "log").read_text().strip().splitlines() or ["no reason given"]
                raise fetch.Missing(f"PostgreSQL does not start: {said[-1]}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it at once: connections are cut. SIGQUIT leaves it as a power cut would."""
        if self._process is not None:
            self._process.communicate(how.name.removeprefix("SIG").encode() + b"\n", STARTING_SECONDS)
            self._process = None

    def end(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self._folder)

    def url(self, database: str = DATABASE) -> str:
        return f"postgresql://{USER}:{IN_ADDRESS}@127.0.0.1:{self.port}/{database}"

    def new(self) -> str:
        """The address of the database, which is empty now; whoever still used it is let go."""
        self.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'table'", "postgres")
        self.run("DROP SCHEMA IF EXISTS public CASCADE")
        self.run("CREATE SCHEMA public")
        self.run("GRANT USAGE ON SCHEMA public TO public")
        return self.url()

    def run(self, statement: str, database: str = DATABASE) -> list[tuple[object, ...]]:
        """Run a statement, as somebody who uses the database beside the table."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            found = connection.execute(statement.encode())
            return found.fetchall() if found.description else []


def _unprivileged() -> str | None:
    """The user that runs it where the tests run as root, which it refuses."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    import pwd

    names = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.end()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of a database of this test alone."""
    return postgres.new()
