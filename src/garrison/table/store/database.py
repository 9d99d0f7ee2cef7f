"""Where matches are stored: an SQLite file, or a PostgreSQL database named by its address."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from garrison.table.refusals import DATABASE_DRIVER, DATABASE_URL, FILE_CLOSED
from garrison.table.store.schema import Unusable, prepare

THREADS = 4
"""Threads that use a database at once, each with a connection of its own."""
CONNECT_SECONDS = 5
SILENT_SECONDS = 20
"""Seconds after which a server that does not answer counts as gone."""


@dataclass(frozen=True, slots=True)
class File:
    """An SQLite file, used by one process and one thread at a time."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    @property
    def lock(self) -> Path:
        """Held by the one process that uses the file."""
        return self.path.with_suffix(".lock")

    def refuse(self, what: str, **values: object) -> Unusable:
        return Unusable(f"file-{what}", path=self.path, **values)

    def open(self) -> Engine:
        self._create()
        engine = create_engine(
            f"sqlite:///{self.path}",
            poolclass=StaticPool,
            connect_args={"check_same_thread": False},
            paramstyle="named",
            hide_parameters=True,
        )
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "begin", _begin)
        return _prepared(engine, self)

    def _create(self) -> None:
        """Create the file, readable by its owner only: it holds the keys of running games."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise Unusable(FILE_CLOSED, path=self.path, error=error.strerror) from error


@dataclass(frozen=True, slots=True)
class Server:
    """A PostgreSQL database, shared by processes and threads."""

    url: URL = field(repr=False)  # a password may be in it in more than one place

    def __str__(self) -> str:
        """The part of the address that may be shown: no password, nothing but the place."""
        host = self.url.host or self.url.query.get("host") or ""
        port = f":{self.url.port}" if self.url.port is not None else ""
        return f"postgresql://{host}{port}/{self.url.database or ''}"

    def refuse(self, what: str, **values: object) -> Unusable:
        return Unusable(f"database-{what}", place=self, **values)

    def open(self) -> Engine:
        try:
            engine = create_engine(
                self.url,
                pool_size=THREADS,
                max_overflow=0,
                pool_pre_ping=True,
                connect_args=self.settings(),
                hide_parameters=True,  # no key and no hash gets into a log with an error
            )
        except ImportError as error:
            raise Unusable(DATABASE_DRIVER) from error
        return _prepared(engine, self)

    def settings(self) -> dict[str, Any]:
        """Settings of a connection, unless the address says otherwise."""
        wanted = {
            "application_name": "garrison",
            "connect_timeout": CONNECT_SECONDS,
            "tcp_user_timeout": SILENT_SECONDS * 1000,
        }
        return {name: value for name, value in wanted.items() if name not in self.url.query}

    def reason(self, error: Exception) -> str:
        """The reason for a failure, in one line, without the password."""
        text = str(getattr(error, "orig", None) or error).strip()
        line = " ".join(text.splitlines()[0].split()) if text else type(error).__name__
        secrets = {self.url.password, self.url.query.get("password"), self.url.query.get("sslpassword")}
        for secret in secrets:
            line = line.replace(str(secret), "***") if secret else line
        return line


Place = File | Server


def place(given: str | Path | Place) -> Place:
    """The place that a path, `sqlite:///PATH` or `postgresql://…` names; raises Unusable."""
    if isinstance(given, File | Server):
        return given
    if isinstance(given, Path):
        return File(given)
    try:
        url = make_url(given)
        kind = url.get_backend_name()
    except (SQLAlchemyError, ValueError):
        raise Unusable(DATABASE_URL) from None  # the address may hold a password
    if kind == "sqlite" and url.database and url.database != ":memory:":
        return File(Path(url.database))
    if kind in ("postgresql", "postgres"):
        return Server(url.set(drivername="postgresql+psycopg"))
    raise Unusable(DATABASE_URL)


def _prepared(engine: Engine, where: Place) -> Engine:
    """Open the place and prepare its tables; on failure nothing stays open, and the error says why."""
    try:
        with engine.begin() as connection:
            prepare(connection, where)
    except Unusable:
        engine.dispose()
        raise
    except Exception as error:  # of the driver, whose kinds of errors are its own
        engine.dispose()
        raise where.refuse("closed", error=reason(where, error)) from None
    return engine


def reason(where: Place, error: Exception) -> str:
    """The reason for a failure there, fit to be shown."""
    return where.reason(error) if isinstance(where, Server) else str(getattr(error, "orig", None) or error)


def _set_pragmas(connection: Any, _: object) -> None:
    """Make commits survive a kill and a power cut."""
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin(connection: Connection) -> None:
    """Python's own transactions would leave out what makes and changes tables."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
