"""The database tables, and the migrations from older formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    inspect,
    select,
    text,
    update,
)

from garrison.core.state import SPECTATOR
from garrison.table.refusals import TableRefusal
from garrison.table.store.models import MINE, WATCH

SCHEMA = 3
"""Goes up when the tables change."""
ARCHIVED_ALIKE = (2, 3)
"""Formats whose archives can be restored as they are: 3 only added `transfers`, which no archive has."""
CREATING = 0x6761727269736F6E
"""Number of the advisory lock held while creating or changing the tables of a database."""

META = MetaData()

about = Table(
    "about", META, Column("name", String, primary_key=True), Column("value", String, nullable=False)
)
matches = Table(
    "matches",
    META,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("salt", String, nullable=False),
    Column("dice", String, nullable=False),
    Column("key", LargeBinary),
    Column("terms", Text, nullable=False),
    Column("start", Text),
    Column("origin", Text),
    Column("imported", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("over", Boolean, nullable=False),
)


def _match(**more: Any) -> Column[str]:
    """Foreign key to the match; the line is deleted with it."""
    return Column("match", String, ForeignKey("matches.id", ondelete="CASCADE"), **more)


rows = Table(
    "rows",
    META,
    _match(primary_key=True),
    Column("row", Integer, primary_key=True, autoincrement=False),
    Column("seat", String, nullable=False),
    Column("notation", String, nullable=False),
    Column("draws", Text, nullable=False),
    Column("client", String),
    Column("at", BigInteger, nullable=False),
)
seat_holders = Table(
    "chairs",
    META,
    _match(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("token", String),
    Column("kind", String, nullable=False),
    Column("bot", String),
    Column("name", String, nullable=False),
    Column("salt", String),
    Column("taken", Boolean, nullable=False),
    Column("joined", BigInteger),
    Column("seen", BigInteger, nullable=False),
    Column("hook", Text),
)
chat = Table(
    "chat",
    META,
    _match(primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("channel", String, nullable=False),
    Column("seat", Integer),
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("client", String),
    Column("at", BigInteger, nullable=False),
)
answers = Table(
    "answers",
    META,
    _match(primary_key=True),
    Column("ask", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("notation", String, nullable=False),
    Column("client", String, nullable=False),
    Column("at", BigInteger, nullable=False),
)
proposals = Table(
    "proposals",
    META,
    _match(primary_key=True),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("back", Integer, nullable=False),
    Column("agreed", Text, nullable=False),
)
transfers = Table(
    "transfers",
    META,
    _match(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("token", String, nullable=False),
    Column("sealed", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("redeemer", String),
)
jobs = Table(
    "jobs",
    META,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    _match(nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ask", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("lease", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    UniqueConstraint("match", "kind", "seat", "ask"),
    Index("jobs_due", "lease", "due"),
    sqlite_autoincrement=True,  # an id is never used again: a late `finish` ends no other job
)


class Unusable(TableRefusal):
    """The place for the matches cannot be used; the text says why and what to do."""


class Place(Protocol):
    """Where the tables are."""

    def refuse(self, what: str, **values: object) -> Unusable:
        """The error that says why it is `foreign`, `new`, `old` or `closed`."""


def prepare(connection: Connection, place: Place) -> None:
    """Create the tables in an empty place; migrate old ones to the current format."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(text(f"pg_advisory_xact_lock({CREATING})")))
    if not inspect(connection).get_table_names():
        META.create_all(connection)
        connection.execute(about.insert().values(name="schema", value=str(SCHEMA)))
        return
    _migrate(connection, place, _schema(connection, place))
    _check(connection, place)


def _schema(connection: Connection, place: Place) -> int:
    if not _holds(connection, about):
        raise place.refuse("foreign")
    value = connection.execute(select(about.c.value).where(about.c.name == "schema")).scalar()
    if value is None or not (value.isascii() and value.isdecimal()):
        raise place.refuse("foreign")
    return int(value)


def _migrate(connection: Connection, place: Place, number: int) -> None:
    if number == SCHEMA:
        return
    if number > SCHEMA:
        raise place.refuse("new", number=number, most=SCHEMA)
    for each in range(number, SCHEMA):
        if each not in MIGRATIONS:
            raise place.refuse("old", number=each, most=SCHEMA)
        MIGRATIONS[each](connection)
    connection.execute(update(about).where(about.c.name == "schema").values(value=str(SCHEMA)))


def _holds(connection: Connection, table: Table) -> bool:
    """True if a table exists with all its columns."""
    there = inspect(connection)
    if not there.has_table(table.name):
        return False
    return {column["name"] for column in there.get_columns(table.name)} >= set(table.columns.keys())


def _check(connection: Connection, place: Place) -> None:
    if not all(_holds(connection, table) for table in META.tables.values()):
        raise place.refuse("foreign")


# Migrations. Each names what it creates: the tables above are those of the current format.

_FORMAT_2 = (
    """CREATE TABLE chairs (match VARCHAR NOT NULL, seat INTEGER NOT NULL, token VARCHAR,
    kind VARCHAR NOT NULL, bot VARCHAR, name VARCHAR NOT NULL, salt VARCHAR, taken BOOLEAN NOT NULL,
    joined BIGINT, seen BIGINT NOT NULL, hook TEXT, PRIMARY KEY (match, seat),
    FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE)""",
    """CREATE TABLE chat (match VARCHAR NOT NULL, n INTEGER NOT NULL, channel VARCHAR NOT NULL, seat INTEGER,
    name VARCHAR NOT NULL, text TEXT NOT NULL, client VARCHAR, at BIGINT NOT NULL,
    PRIMARY KEY (match, n), FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE)""",
    """CREATE TABLE answers (match VARCHAR NOT NULL, ask INTEGER NOT NULL, seat INTEGER NOT NULL,
    notation VARCHAR NOT NULL, client VARCHAR NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (match, ask, seat),
    FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE)""",
    """CREATE TABLE proposals (match VARCHAR NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,
    back INTEGER NOT NULL, agreed TEXT NOT NULL, PRIMARY KEY (match),
    FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE)""",
    """CREATE TABLE jobs (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, match VARCHAR NOT NULL,
    kind VARCHAR NOT NULL, seat INTEGER NOT NULL, ask INTEGER NOT NULL, due BIGINT NOT NULL,
    lease BIGINT NOT NULL, tries INTEGER NOT NULL, UNIQUE (match, kind, seat, ask),
    FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE)""",
    "CREATE INDEX jobs_due ON jobs (lease, due)",
    "ALTER TABLE matches ADD COLUMN terms TEXT NOT NULL DEFAULT '{}'",
    "UPDATE matches SET created = created * 1000",
    "UPDATE rows SET at = at * 1000",
)


def _to_format_2(connection: Connection) -> None:
    """Every seat was the creator's, times were in seconds. Format 1 existed only as an SQLite file."""
    for statement in _FORMAT_2:
        connection.exec_driver_sql(statement)
    put = "INSERT INTO chairs (match, seat, token, kind, name, taken, joined, seen) VALUES (?,?,?,?,?,?,?,?)"
    for ident, tokens, created in connection.exec_driver_sql("SELECT id, tokens, created FROM matches").all():
        seats = [
            (ident, seat, token, MINE, "", False, created, created)
            for seat, token in enumerate(_tokens(tokens))
        ]
        connection.exec_driver_sql(put, [*seats, (ident, SPECTATOR, None, WATCH, "", False, None, 0)])
    connection.exec_driver_sql("ALTER TABLE matches DROP COLUMN tokens")


def _tokens(written: str) -> list[str]:
    """The hashes of the tokens, by seat; none where they cannot be read: then nobody can open the match."""
    try:
        found = json.loads(written)
    except ValueError:
        return []
    fair = isinstance(found, list) and all(isinstance(each, str) and each.isascii() for each in found)
    return found if fair else []


_FORMAT_3 = """CREATE TABLE transfers (match VARCHAR NOT NULL, seat INTEGER NOT NULL, token VARCHAR NOT NULL,
    sealed TEXT NOT NULL, until BIGINT NOT NULL, redeemer VARCHAR, PRIMARY KEY (match, seat),
    FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE)"""


def _to_format_3(connection: Connection) -> None:
    """Seats could not be carried to another device."""
    connection.exec_driver_sql(_FORMAT_3)


MIGRATIONS: dict[int, Callable[[Connection], None]] = {1: _to_format_2, 2: _to_format_3}
"""By format number: the migration to the next."""
