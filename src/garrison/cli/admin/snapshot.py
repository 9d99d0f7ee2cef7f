"""A read-only snapshot of all stored matches, even while a server uses the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from garrison.cli.texts import BadInput
from garrison.table.store import database, schema
from garrison.table.store.database import File, Place
from garrison.table.store.serialization import MatchData, read_match


@dataclass(frozen=True, slots=True)
class Summary:
    """A match on one line. Times are milliseconds since 1970; `used` is when it was last played or viewed."""

    id: str
    game: str
    options: str
    rows: int
    over: bool
    imported: bool
    created: int
    used: int
    people: tuple[str, ...]

    @property
    def begun(self) -> bool:
        return self.rows > 0


@contextmanager
def open_snapshot(place: Place) -> Iterator[Snapshot]:
    """Open a snapshot of all matches; raises BadInput or Unusable."""
    if isinstance(place, File) and not place.path.exists():
        raise BadInput("admin-nothing", place=place)
    engine = _engine(place)
    try:
        with engine.connect() as connection, connection.begin():
            _of_today(connection, place)
            yield Snapshot(connection)
    except SQLAlchemyError as error:
        raise place.refuse("closed", error=database.reason(place, error)) from None
    finally:
        engine.dispose()


def _engine(place: Place) -> Engine:
    """Connect without the store's own settings, which would block writers."""
    if isinstance(place, File):
        engine = create_engine(f"sqlite:///{place.path}")
        event.listen(engine, "connect", _by_hand)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return engine
    return create_engine(
        place.url,
        connect_args=place.settings(),
        execution_options={"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
    )


def _by_hand(connection: Any, _: object) -> None:
    """Leave transactions to us: Python would begin one only for statements that write."""
    connection.isolation_level = None


def _of_today(connection: Connection, place: Place) -> None:
    if not inspect(connection).has_table(schema.about.name):
        raise BadInput("admin-nothing", place=place)
    about = schema.about.c
    found = connection.execute(select(about.value).where(about.name == "schema")).scalar()
    if found != str(schema.SCHEMA):
        raise BadInput("admin-format", place=place, number=found, most=schema.SCHEMA)


class Snapshot:
    """All matches at one moment."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def ids(self) -> list[str]:
        """Ids of all matches, oldest first."""
        matches = schema.matches.c
        return list(
            self.connection.execute(select(matches.id).order_by(matches.created, matches.id)).scalars()
        )

    def read(self, ident: str) -> MatchData | None:
        """Everything stored of a match, or None if it does not exist."""
        return read_match(self.connection, ident)

    def clients(self, ident: str) -> list[str]:
        """The clients' own ids for the messages of a match."""
        tables = (schema.rows, schema.chat, schema.answers)
        found = [
            self.connection.execute(select(table.c.client).where(table.c.match == ident)).scalars()
            for table in tables
        ]
        return [each for clients in found for each in clients if each is not None]

    def summaries(self) -> list[Summary]:
        """Summaries of all matches, oldest first."""
        matches, rows, holders = schema.matches, schema.rows, schema.seat_holders
        played = select(rows.c.match, func.count(), func.max(rows.c.at)).group_by(rows.c.match)
        counts = {ident: (count, last) for ident, count, last in self.connection.execute(played)}
        people: dict[str, list[Any]] = {}
        for holder in self.connection.execute(select(holders).order_by(holders.c.match, holders.c.seat)):
            people.setdefault(holder.match, []).append(holder)
        found = self.connection.execute(select(matches).order_by(matches.c.created, matches.c.id))
        return [_summary(each, *counts.get(each.id, (0, 0)), people.get(each.id, [])) for each in found]


def _summary(head: Any, rows: int, last: int, holders: list[Any]) -> Summary:
    return Summary(
        head.id,
        head.game,
        head.options,
        rows,
        head.over,
        head.imported,
        head.created,
        max(head.created, last, *(holder.seen for holder in holders)),
        tuple(holder.name or holder.bot or "" for holder in holders if holder.seat >= 0),
    )
