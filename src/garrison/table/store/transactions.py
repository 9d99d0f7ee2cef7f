"""Transactions on a file or a database: everything is written or nothing, and others are notified."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, ProgrammingError, SQLAlchemyError

from garrison.core.errors import Damaged, GarrisonError
from garrison.table.refusals import NO_MATCH, TableRefusal
from garrison.table.store import statements as sql
from garrison.table.store.database import File, Place, reason

Statement = tuple[Any, Mapping[str, Any]]
"""A statement and its values."""
_TWICE = ("23505", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE")
_ORPHAN = ("23503", "SQLITE_CONSTRAINT_FOREIGNKEY")
"""Error codes for a duplicate line and for a missing match."""


class NotKept(GarrisonError):
    """Something could not be written."""


class Unconfirmed(NotKept):
    """The answer to a commit was lost: it may have been written or not."""


class NotReached(GarrisonError):
    """The database does not answer; nothing is known of the match."""


class Conflict(GarrisonError):
    """Another process was first: it has written that row or answer, begun the match, changed the seat."""


class Transactions:
    """Transactions at one place. One thread of one process uses a file at a time, several a database."""

    def __init__(self, where: Place) -> None:
        self.place = where
        self.shared = not isinstance(where, File)
        self.worker = secrets.token_hex(4)
        """The id under which notifications are sent."""
        self.engine = where.open()
        self._only = None if self.shared else self.engine.connect()
        self._batching = False
        self._ready: dict[int, Any] = {}
        driver: Any = self.engine.dialect.loaded_dbapi
        self._failures: tuple[type[Exception], ...] = (SQLAlchemyError, driver.Error)

    def close(self) -> None:
        if self._only is not None:
            self._only.close()
        self.engine.dispose()

    @contextmanager
    def _transaction(self, *, still: bool = False) -> Iterator[Connection]:
        """One transaction; a `still` one reads everything as of one moment."""
        if self._only is not None:
            with _savepoint(self._only) if self._batching else self._only.begin():
                yield self._only
            return
        with self.engine.connect() as connection:
            if still:
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def batch(self) -> Iterator[Callable[[], None]]:
        """In a file: commit all transactions inside at once, though each may fail on its own.

        Yields a check to call after each: that the whole is intact. Raises NotKept; then nothing is stored.
        """
        with self.writing() as connection:
            driver: Any = connection.connection.driver_connection

            def check() -> None:
                if not driver.in_transaction:  # a full disk ends more than the part that it struck
                    raise NotKept("the transaction has ended")

            self._batching = True
            try:
                yield check
            finally:
                self._batching = False

    @contextmanager
    def writing(self, ident: str = "", *what: str) -> Iterator[Connection]:
        """Commit all of it and notify other processes of `what`, or none of it.

        Raises Unconfirmed if a server was asked to commit and did not answer.
        """
        committing = False
        try:
            with self._transaction() as connection:
                yield connection
                for each in what:
                    self.run_all(connection, self.notification(ident, each))
                committing = self.shared
        except self._failures as error:
            code = _code(error)
            if code in _ORPHAN:
                raise TableRefusal(NO_MATCH, match=ident[:40]) from error
            if code in _TWICE:
                raise Conflict("another process was first") from error
            raise (Unconfirmed if committing else NotKept)(reason(self.place, error)) from error

    @contextmanager
    def reading(self, *, still: bool = False) -> Iterator[Connection]:
        """Read, if `still` everything as of one moment; raises Damaged or NotReached."""
        try:
            with self._transaction(still=still) as connection:
                yield connection
        except self._failures as error:
            wrong = not self.shared or isinstance(error, ProgrammingError | DataError)
            raise (Damaged if wrong else NotReached)(reason(self.place, error)) from error

    def notification(self, ident: str, what: str) -> list[Statement]:
        """The statement that notifies other processes at the commit; none where there are none."""
        return [(sql.NOTIFY, {"notice": f"{self.worker} {ident} {what}"})] if self.shared else []

    def run_all(self, connection: Connection, statements: Sequence[Statement]) -> list[int]:
        """Run statements in turn; returns how many lines each affected. A server gets them in one batch."""
        driver: Any = connection.connection.driver_connection
        ready = [(self._compiled(statement, values), values) for statement, values in statements]
        with driver.pipeline() if self.shared else nullcontext():
            cursors = [driver.execute(each.string, each.construct_params(values)) for each, values in ready]
        return [cursor.rowcount for cursor in cursors]

    def _compiled(self, statement: Any, values: Mapping[str, Any]) -> Any:
        """A statement compiled for the driver, once; the values tell which columns it names."""
        found = self._ready.get(id(statement))
        if found is None:
            found = statement.compile(dialect=self.engine.dialect, column_keys=list(values))
            self._ready[id(statement)] = found
        return found


@contextmanager
def _savepoint(connection: Connection) -> Iterator[None]:
    """A savepoint, by the driver's own statements, which take a tenth of the time."""
    driver: Any = connection.connection.driver_connection
    driver.execute("SAVEPOINT part")
    try:
        yield
    except BaseException:
        driver.execute("ROLLBACK TO part")
        driver.execute("RELEASE part")
        raise
    driver.execute("RELEASE part")


def _code(error: Exception) -> str | None:
    """The driver's code for a failure."""
    cause = getattr(error, "orig", None) or error
    return getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", None)
