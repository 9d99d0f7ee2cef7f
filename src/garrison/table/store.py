"""Matches on disk. The rows are the truth: a match is loaded by playing them again."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from garrison.core import record
from garrison.core.errors import Damaged, GarrisonError
from garrison.core.limits import MATCHES
from garrison.core.match import Match
from garrison.table.refusing import FILE_CLOSED, FILE_FOREIGN, FILE_NEW, FILE_OLD, FULL, TAKEN, No

SCHEMA = 1
"""Goes up when the tables change."""
MIGRATIONS: dict[int, Sequence[str]] = {}
"""By number of an older file: the statements that make it one newer."""

_META = MetaData()
_about = Table(
    "about", _META, Column("name", String, primary_key=True), Column("value", String, nullable=False)
)
_matches = Table(
    "matches",
    _META,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("salt", String, nullable=False),
    Column("dice", String, nullable=False),
    Column("key", LargeBinary),
    Column("tokens", Text, nullable=False),
    Column("start", Text),
    Column("origin", Text),
    Column("imported", Boolean, nullable=False),
    Column("created", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
)
_rows = Table(
    "rows",
    _META,
    Column("match", String, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("row", Integer, primary_key=True),
    Column("seat", String, nullable=False),
    Column("notation", String, nullable=False),
    Column("draws", Text, nullable=False),
    Column("client", String),
    Column("at", Integer, nullable=False),
)


class Unusable(No):
    """The file of the matches cannot be used; the text says why and what to do."""


class NotKept(GarrisonError):
    """Something could not be written."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A match as it is kept. `tokens` are hashes, by seat; `clients` the clients' own ids, by row.

    `times` are those at which the rows were written: what a seat may know of them depends on the row.
    """

    match: Match
    tokens: tuple[str, ...]
    origin: dict[str, Any] | None
    imported: bool
    created: int
    clients: dict[int, str]
    times: list[int]


@dataclass(frozen=True, slots=True)
class Written:
    """A match as it was read, not yet played."""

    head: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]

    def played(self) -> Kept:
        """The match played again from its rows; needs no store. Raises Damaged."""
        head, rows = self.head, self.rows
        try:
            return Kept(
                record.replay(record.parse(_text(head, rows), f"match {head['id']}")),
                _tokens(head["tokens"]),
                None if head["origin"] is None else json.loads(head["origin"]),
                head["imported"],
                head["created"],
                {row["row"]: row["client"] for row in rows if row["client"] is not None},
                [row["at"] for row in rows],
            )
        except Damaged:
            raise
        except Exception as error:  # whatever trips over what is not as it was written
            raise Damaged(f"{type(error).__name__}: {error}") from error


def now() -> int:
    """Seconds since 1970."""
    return int(time.time())


class Store:
    """The file with all matches. It is used by one thread at a time, and by one process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._create()
        self._engine = create_engine(
            f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        event.listen(self._engine, "connect", _careful)
        event.listen(self._engine, "begin", _begin)
        try:
            self._connection = self._engine.connect()
            self._prepare()
        except SQLAlchemyError as error:
            self._engine.dispose()
            reason = getattr(error, "orig", None) or error
            raise Unusable(FILE_CLOSED, path=path, error=reason) from error
        except Unusable:
            self.close()
            raise

    def _create(self) -> None:
        """Make the file, which nobody else may read: it holds the keys of running games."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise Unusable(FILE_CLOSED, path=self.path, error=error.strerror) from error

    def _prepare(self) -> None:
        """Make the tables in a new file; see to it that an old one has the shape of today."""
        with self._connection.begin():
            if not inspect(self._connection).get_table_names():
                _META.create_all(self._connection)
                self._connection.execute(insert(_about).values(name="schema", value=str(SCHEMA)))
                return
            self._migrate(self._schema())
            self._check()

    def _schema(self) -> int:
        if not inspect(self._connection).has_table("about"):
            raise Unusable(FILE_FOREIGN, path=self.path)
        value = self._connection.execute(select(_about.c.value).where(_about.c.name == "schema")).scalar()
        if value is None or not (value.isascii() and value.isdecimal()):
            raise Unusable(FILE_FOREIGN, path=self.path)
        return int(value)

    def _migrate(self, number: int) -> None:
        if number > SCHEMA:
            raise Unusable(FILE_NEW, path=self.path, number=number, most=SCHEMA)
        for each in range(number, SCHEMA):
            if each not in MIGRATIONS:
                raise Unusable(FILE_OLD, path=self.path, number=each, most=SCHEMA)
            for statement in MIGRATIONS[each]:
                self._connection.execute(text(statement))
        self._connection.execute(update(_about).where(_about.c.name == "schema").values(value=str(SCHEMA)))

    def _check(self) -> None:
        """Whether all is there that will be asked for."""
        file = inspect(self._connection)
        for name, table in _META.tables.items():
            found = {column["name"] for column in file.get_columns(name)} if file.has_table(name) else set()
            if not found >= set(table.columns.keys()):
                raise Unusable(FILE_FOREIGN, path=self.path)

    def close(self) -> None:
        self._connection.close()
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """All of it is on disk afterwards, or nothing."""
        try:
            with self._connection.begin():
                yield self._connection
        except SQLAlchemyError as error:
            raise NotKept(str(getattr(error, "orig", None) or error)) from error

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._connection.begin():
                yield self._connection
        except SQLAlchemyError as error:
            raise Damaged(str(getattr(error, "orig", None) or error)) from error

    # Writing

    def create(
        self,
        ident: str,
        match: Match,
        tokens: Sequence[str],
        *,
        origin: dict[str, Any] | None = None,
        imported: bool = False,
    ) -> None:
        """Keep a new match with all rows it has."""
        when = now()
        with self._writing() as connection:
            if (connection.execute(select(func.count()).select_from(_matches)).scalar() or 0) >= MATCHES:
                raise No(FULL, most=MATCHES)
            if connection.execute(select(_matches.c.id).where(_matches.c.id == ident)).first() is not None:
                raise No(TAKEN)
            connection.execute(
                insert(_matches).values(
                    id=ident,
                    **_head(match),
                    tokens=json.dumps(list(tokens)),
                    origin=None if origin is None else json.dumps(origin),
                    imported=imported,
                    created=when,
                    over=match.over,
                )
            )
            connection.execute(insert(_rows), [_row(ident, match, n, when) for n in range(len(match.rows))])

    def add(self, ident: str, match: Match, client: str | None) -> int:
        """Keep the newest row of a match; gives the time."""
        when = now()
        with self._writing() as connection:
            row = _row(ident, match, len(match.rows) - 1, when)
            connection.execute(insert(_rows).values(**{**row, "client": client}))
            connection.execute(update(_matches).where(_matches.c.id == ident).values(over=match.over))
        return when

    def delete(self, ident: str) -> None:
        with self._writing() as connection:
            connection.execute(delete(_rows).where(_rows.c.match == ident))
            connection.execute(delete(_matches).where(_matches.c.id == ident))

    # Reading

    def tokens(self, ident: str) -> tuple[str, ...] | None:
        """The hashes of a match's tokens, None if there is no such match; raises Damaged."""
        with self._reading() as connection:
            found = connection.execute(select(_matches.c.tokens).where(_matches.c.id == ident)).scalar()
        return None if found is None else _tokens(found)

    def read(self, ident: str) -> Written | None:
        """What is written of a match, or None if there is none; raises Damaged."""
        with self._reading() as connection:
            head = connection.execute(select(_matches).where(_matches.c.id == ident)).mappings().first()
            wanted = select(_rows).where(_rows.c.match == ident).order_by(_rows.c.row)
            rows = connection.execute(wanted).mappings().all()
        return None if head is None else Written(dict(head), [dict(row) for row in rows])


def _careful(connection: Any, _: object) -> None:
    """What is committed stays, through a kill and a power cut."""
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin(connection: Connection) -> None:
    """Python's own transactions would leave out what makes and changes tables."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _head(match: Match) -> dict[str, Any]:
    """What stands above the rows, as a record's head has it."""
    lines = dict(line.partition(" ")[::2] for line in record.header_lines(match, reveal=False)[1:])
    return {
        "game": match.game.id,
        "options": lines["options"],
        "rules": match.rules,
        "salt": lines["salt"],
        "dice": lines["dice"],
        "key": match.key,
        "start": lines.get("start"),
    }


def _tokens(text: str) -> tuple[str, ...]:
    """The hashes of the tokens, by seat; raises Damaged."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise Damaged(f"tokens: {error}") from error
    if not isinstance(found, list) or not all(isinstance(each, str) and each.isascii() for each in found):
        raise Damaged("tokens: a list of hashes was expected")
    return tuple(found)


def _row(ident: str, match: Match, number: int, when: int) -> dict[str, Any]:
    """A row as a record has it: `seat` is empty for the set-up, and `undo` where somebody went back."""
    said, _, draws = record.row_line(match, number).partition(" | ")
    _, _, rest = said.partition(" ")
    seat, _, notation = rest.partition(" ")
    return {
        "match": ident,
        "row": number,
        "seat": seat,
        "notation": notation,
        "draws": draws,
        "client": None,
        "at": when,
    }


def _text(head: Any, rows: Sequence[Any]) -> str:
    """A match as the record it would be, the key among it."""
    from garrison.core import registry

    options = dict(item.split("=", 1) for item in head["options"].split())
    lines = [
        record.FIRST_LINE,
        f"game {head['game']}",
        f"rules {head['rules']}",
        f"options {head['options']}",
        "seats " + " ".join(registry.find(head["game"]).seats(options)),
        f"salt {head['salt']}",
        f"dice {head['dice']}",
    ]
    lines += [f"key {head['key'].hex()}"] if head["key"] is not None else []
    lines += [f"start {head['start']}"] if head["start"] is not None else []
    for row in rows:
        said = " ".join(str(part) for part in (row["row"], row["seat"], row["notation"]) if part != "")
        lines.append(f"{said} | {row['draws']}" if row["draws"] else said)
    return "\n".join(lines) + "\n"
