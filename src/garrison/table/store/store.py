"""The store of matches. The rows are the truth: a match is loaded by replaying them."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from types import EllipsisType
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, ProgrammingError, SQLAlchemyError

from garrison.core import record, registry
from garrison.core.errors import Damaged, GarrisonError
from garrison.core.game import SPECTATOR, Seat
from garrison.core.limits import CHAT_KEPT, MATCHES
from garrison.core.match import Match
from garrison.table.refusals import FULL, NO_MATCH, TAKEN, TableRefusal
from garrison.table.store import schema
from garrison.table.store.database import File, Place, place, reason
from garrison.table.store.models import (
    BOT,
    FRIEND,
    MINE,
    MOVE,
    WATCH,
    Answer,
    Entry,
    Job,
    Plan,
    Proposal,
    SeatHolder,
    StoredMatch,
    Terms,
)

Step = tuple[Any, Mapping[str, Any]]
"""A statement and its values."""
CHANNEL = "garrison"
"""The channel of notifications between processes on one database: `worker match what`."""
ROW, TABLE, CHAT, JOBS, GONE, ANSWERS = "row", "table", "chat", "jobs", "gone", "answers"
"""Kinds of notification: rows; seats, proposal or start; chat; jobs; deletion; sealed answers."""

_TWICE = ("23505", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE")
_ORPHAN = ("23503", "SQLITE_CONSTRAINT_FOREIGNKEY")
"""Error codes for a duplicate line and for a missing match."""


class NotKept(GarrisonError):
    """Something could not be written."""


class NotReached(GarrisonError):
    """The database does not answer; nothing is known of the match."""


class Conflict(GarrisonError):
    """Another process was first: it has written that row or answer, begun the match, changed the seat."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Written:
    """A match as read, not yet replayed."""

    head: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]
    holders: dict[Seat, SeatHolder]

    def played(self) -> StoredMatch:
        """The match replayed from its rows, or its plan; needs no store. Raises Damaged."""
        head, rows = self.head, self.rows
        if not rows and head["salt"]:
            raise Damaged("it has begun, but its rows are missing")
        try:
            stored = StoredMatch(
                head["id"],
                record.replay(record.parse(_text(head, rows), f"match {head['id']}")) if rows else None,
                None if rows else _plan(head),
                self.holders,
                msgspec.convert(asdict(Terms(**json.loads(head["terms"]))), Terms),
                head["created"],
                None if head["origin"] is None else json.loads(head["origin"]),
                head["imported"],
                {row["row"]: row["client"] for row in rows if row["client"] is not None},
                [row["at"] for row in rows],
            )
            _check_holders(stored)
        except Damaged:
            raise
        except Exception as error:  # whatever trips over what is not as it was written
            raise Damaged(f"{type(error).__name__}: {error}") from error
        return stored


def written(connection: Connection, ident: str) -> Written | None:
    """The stored match, or None if there is none."""
    head = connection.execute(_HEAD, {"ident": ident}).mappings().first()
    rows = _rows(connection, ident, -1)
    holders = connection.execute(_HOLDERS, {"ident": ident}).all()
    return None if head is None else Written(dict(head), rows, _holders(holders))


def follow(match: Match, rows: Sequence[Mapping[str, Any]]) -> None:
    """Play the rows that others have written meanwhile; the match keeps its own dice. Raises Damaged."""
    record.follow(match, [_line(row) for row in rows])


class Store:
    """All matches. A file is used by one thread of one process at a time, a database by several."""

    def __init__(self, given: str | Path | Place) -> None:
        self.place = place(given)
        self.shared = not isinstance(self.place, File)
        self.worker = secrets.token_hex(4)
        """The id under which this store sends notifications."""
        self._engine = self.place.open()
        self._only = None if self.shared else self._engine.connect()
        self._parts = False
        self._put = _put_jobs(self._engine.dialect.name)
        self._ready: dict[int, Any] = {}
        driver: Any = self._engine.dialect.loaded_dbapi
        self._failures: tuple[type[Exception], ...] = (SQLAlchemyError, driver.Error)

    def close(self) -> None:
        if self._only is not None:
            self._only.close()
        self._engine.dispose()

    # Transactions

    @contextmanager
    def _transaction(self, *, still: bool = False) -> Iterator[Connection]:
        """One transaction; a `still` one reads everything as of one moment."""
        if self._only is not None:
            with _part(self._only) if self._parts else self._only.begin():
                yield self._only
            return
        with self._engine.connect() as connection:
            if still:
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def together(self) -> Iterator[Callable[[], None]]:
        """In a file: commit all transactions inside at once, though each may fail on its own.

        Yields a check to call after each: that the whole is intact. Raises NotKept; then nothing is stored.
        """
        with self.writing() as connection:
            driver: Any = connection.connection.driver_connection

            def check() -> None:
                if not driver.in_transaction:  # a full disk ends more than the part that it struck
                    raise NotKept("the transaction has ended")

            self._parts = True
            try:
                yield check
            finally:
                self._parts = False

    @contextmanager
    def writing(self, ident: str = "", *what: str) -> Iterator[Connection]:
        """Commit all of it and notify other processes of `what`, or none of it."""
        try:
            with self._transaction() as connection:
                yield connection
                for each in what:
                    self._all(connection, self._notice(ident, each))
        except self._failures as error:
            code = _code(error)
            if code in _ORPHAN:
                raise TableRefusal(NO_MATCH, match=ident[:40]) from error
            if code in _TWICE:
                raise Conflict("another process was first") from error
            raise NotKept(reason(self.place, error)) from error

    @contextmanager
    def _reading(self, *, still: bool = False) -> Iterator[Connection]:
        try:
            with self._transaction(still=still) as connection:
                yield connection
        except self._failures as error:
            wrong = not self.shared or isinstance(error, ProgrammingError | DataError)
            raise (Damaged if wrong else NotReached)(reason(self.place, error)) from error

    def _notice(self, ident: str, what: str) -> list[Step]:
        """The statement that notifies other processes at the commit."""
        return [(_TELL, {"notice": f"{self.worker} {ident} {what}"})] if self.shared else []

    def _all(self, connection: Connection, steps: Sequence[Step]) -> list[int]:
        """Run statements in turn; returns how many lines each affected. A server gets them in one batch."""
        driver: Any = connection.connection.driver_connection
        ready = [(self._compiled(statement, values), values) for statement, values in steps]
        with driver.pipeline() if self.shared else nullcontext():
            cursors = [driver.execute(each.string, each.construct_params(values)) for each, values in ready]
        return [cursor.rowcount for cursor in cursors]

    def _compiled(self, statement: Any, values: Mapping[str, Any]) -> Any:
        """A statement compiled for the driver, once; the values tell which columns it names."""
        found = self._ready.get(id(statement))
        if found is None:
            found = statement.compile(dialect=self._engine.dialect, column_keys=list(values))
            self._ready[id(statement)] = found
        return found

    def _alone(self, connection: Connection, ident: str) -> None:
        """Lock a match against writes by other processes; raises TableRefusal if there is none."""
        if connection.execute(_LOCK, {"ident": ident}).first() is None:
            raise TableRefusal(NO_MATCH, match=ident[:40])

    # Matches

    def create(
        self,
        ident: str,
        match: Match | Plan,
        holders: Sequence[SeatHolder],
        *,
        terms: Terms = Terms(),  # noqa: B008
        origin: dict[str, Any] | None = None,
        imported: bool = False,
        jobs: Sequence[Job] = (),
    ) -> None:
        """Store a new match with all its rows, or the plan of one."""
        when, played = now(), match if isinstance(match, Match) else None
        about = {
            **(_planned(match) if isinstance(match, Plan) else _head(match)),
            "id": ident,
            "terms": json.dumps(asdict(terms)),
            "origin": None if origin is None else json.dumps(origin),
            "imported": imported,
            "created": when,
            "over": played is not None and played.over,
        }
        with self.writing(ident, *([JOBS] if jobs else [])) as connection:
            if (connection.execute(_COUNT).scalar() or 0) >= MATCHES:
                raise TableRefusal(FULL, most=MATCHES)
            if connection.execute(_KNOWN, {"ident": ident}).first() is not None:
                raise TableRefusal(TAKEN)
            connection.execute(_NEW, about)
            connection.execute(_HOLDER, [{"match": ident, **_plain(holder)} for holder in holders])
            if played is not None:
                connection.execute(_ROW, [_row(ident, played, n, when) for n in range(len(played.rows))])
            self._jobs(connection, jobs)

    def begin(self, ident: str, match: Match, jobs: Sequence[Job] = (), when: int | None = None) -> int:
        """Write the set-up of a match that begins, and its salt; returns the time. Raises Conflict."""
        when = now() if when is None else when
        with self.writing(ident, TABLE) as connection:
            self._alone(connection, ident)
            connection.execute(_ROW, [_row(ident, match, 0, when)])
            connection.execute(
                update(schema.matches).where(schema.matches.c.id == ident).values(_head(match))
            )
            self._jobs(connection, jobs)
        return when

    def add(
        self,
        ident: str,
        match: Match,
        clients: Sequence[str | None],
        *,
        jobs: Sequence[Job] = (),
        done: Job | None = None,
        answers: int | None = None,
        when: int | None = None,
    ) -> list[int]:
        """Store the newest rows of a match, one for each client's id; returns their times.

        Jobs and sealed answers of questions that are no longer open go. `answers` says how many of them
        the rows are made of: where others were sealed meanwhile, as where a row is taken, it is a Conflict.
        """
        when, ask = when or now(), 0 if match.over else match.asked()
        first = len(match.rows) - len(clients)
        new = [_row(ident, match, first + n, when, client) for n, client in enumerate(clients)]
        known: list[Step] = [(_LOCK, {"ident": ident})] if self.shared else []
        others: Step = (_OTHER_ANSWERS, {"ident": ident, "open": ask})
        ends: list[Step] = [] if done is None else [(_FINISH, {"ident": done.id})]
        rest: list[Step] = [(_OTHER_JOBS, {"ident": ident, "open": ask}), *((_ROW, each) for each in new)]
        rest += [(_OVER, {"ident": ident})] if match.over else []
        rest += [(self._put, _due(job)) for job in jobs]
        with self.writing(ident) as connection:
            met = self._all(connection, [*known, others, *ends, *rest, *self._notice(ident, ROW)])
            if known and not met.pop(0):
                raise TableRefusal(NO_MATCH, match=ident[:40])
            gone, *ended = met
            if (answers is not None and gone != answers) or (ends and not ended[0]):
                raise Conflict("an answer was sealed or the job done meanwhile")
        return [when] * len(clients)

    def delete(self, ident: str) -> None:
        """Delete a match and everything that belongs to it."""
        with self.writing(ident, GONE) as connection:
            connection.execute(delete(schema.matches).where(schema.matches.c.id == ident))

    def read(self, ident: str) -> Written | None:
        """The stored match, or None if there is none; raises Damaged."""
        with self._reading(still=True) as connection:
            return written(connection, ident)

    def rows_after(self, ident: str, row: int) -> list[dict[str, Any]]:
        """The rows after this one, for `follow`; raises Damaged."""
        with self._reading() as connection:
            return _rows(connection, ident, row)

    def ids(self) -> list[str]:
        """All matches, the oldest first."""
        with self._reading() as connection:
            found = select(schema.matches.c.id).order_by(schema.matches.c.created, schema.matches.c.id)
            return list(connection.execute(found).scalars())

    def counts(self) -> dict[str, int]:
        """The numbers of matches, of finished ones, and of pending jobs."""
        with self._reading() as connection:
            over = select(func.count()).where(schema.matches.c.over)
            jobs = select(func.count()).select_from(schema.jobs)
            wanted = {"matches": _COUNT, "over": over, "jobs": jobs}
            return {name: connection.execute(each).scalar() or 0 for name, each in wanted.items()}

    # Seats

    def holders(self, ident: str) -> dict[Seat, SeatHolder] | None:
        """The seats of a match, None if there is no such match; raises Damaged."""
        with self._reading() as connection:
            found = _holders(connection.execute(_HOLDERS, {"ident": ident}).all())
            if not found and connection.execute(_KNOWN, {"ident": ident}).first() is None:
                return None
        return found

    def sit(
        self, ident: str, holder: SeatHolder, jobs: Sequence[Job] = (), *, was: SeatHolder | None = None
    ) -> None:
        """Change a seat. Raises Conflict if it is not as it `was`, apart from the time of presence."""
        with self.writing(ident, TABLE) as connection:
            self._alone(connection, ident)
            if was is not None:
                found = _holders(connection.execute(_HOLDERS, {"ident": ident}).all()).get(holder.seat)
                if found is None or replace(found, seen=0) != replace(was, seen=0):
                    raise Conflict("the seat was changed meanwhile")
            if was is None or was.bot != holder.bot:
                # What another process is thinking about for this seat must not end the job of the new bot.
                connection.execute(_NO_MOVE, {"ident": ident, "place": holder.seat})
            values = _plain(holder)
            del values["seat"]
            connection.execute(_SIT, {"ident": ident, "place": holder.seat, **values})
            self._jobs(connection, jobs)

    def seen(self, pairs: Iterable[tuple[str, Seat]], when: int, *, tell: bool = False) -> None:
        """Record who was present at this time, as match and seat; notify other processes if asked to."""
        found = sorted(set(pairs))
        if not found:
            return
        with self.writing() as connection:
            connection.execute(
                _SEEN, [{"ident": ident, "place": seat, "when": when} for ident, seat in found]
            )
            for ident in sorted({ident for ident, _ in found}) if tell else ():
                self._all(connection, self._notice(ident, TABLE))

    # Talk

    def say(self, ident: str, entry: Entry) -> Entry:
        """Store a chat message; returns it with its number. Only the last CHAT_KEPT are kept.

        A message that a seat has already sent under the same client's id is not repeated.
        """
        with self.writing(ident, CHAT) as connection:
            self._alone(connection, ident)
            before = self._said(connection, ident, entry)
            if before is not None:
                return before
            said = replace(entry, n=(connection.execute(_LAST_SAID, {"ident": ident}).scalar() or 0) + 1)
            connection.execute(_SAY, {"match": ident, **_plain(said)})
            connection.execute(_OLD_TALK, {"ident": ident, "old": said.n - CHAT_KEPT})
        return said

    def _said(self, connection: Connection, ident: str, entry: Entry) -> Entry | None:
        if entry.client is None:
            return None
        wanted = {"ident": ident, "place": entry.seat, "client": entry.client, "text": entry.text}
        found = connection.execute(_SAID, wanted).first()
        return None if found is None else Entry(**found._mapping)

    def talk(self, ident: str, after: int = 0) -> list[Entry]:
        """The chat messages after an entry."""
        with self._reading() as connection:
            found = connection.execute(_TALK, {"ident": ident, "after": after}).all()
        return [Entry(**each._mapping) for each in found]

    # Sealed answers

    def seal(
        self,
        ident: str,
        ask: int,
        answer: Answer,
        *,
        rows: int | None = None,
        jobs: Sequence[Job] = (),
        done: Job | None = None,
    ) -> None:
        """Store a sealed answer. Raises Conflict if the seat has one, or if the match has other rows."""
        with self.writing(ident, ANSWERS) as connection:
            self._alone(connection, ident)
            if rows is not None and connection.execute(_LAST_ROW, {"ident": ident}).scalar() != rows - 1:
                raise Conflict("a row was written meanwhile")
            connection.execute(_SEAL, {"match": ident, "ask": ask, **_plain(answer)})
            if done is not None:
                self._done(connection, done)
            self._jobs(connection, jobs)

    def sealed(self, ident: str, ask: int) -> list[Answer]:
        """The sealed answers to a question, in seat order."""
        with self._reading() as connection:
            found = connection.execute(_SEALED, {"ident": ident, "open": ask}).all()
        return [Answer(**each._mapping) for each in found]

    # Proposals

    def propose(
        self, ident: str, proposal: Proposal | None, *, was: Proposal | EllipsisType | None = ...
    ) -> None:
        """Store the open proposal, or that there is none. Raises Conflict if it is not as it was."""
        with self.writing(ident, TABLE) as connection:
            self._alone(connection, ident)
            if was is not ... and self._proposal(connection, ident) != was:
                raise Conflict("the proposal was changed meanwhile")
            connection.execute(delete(schema.proposals).where(schema.proposals.c.match == ident))
            if proposal is not None:
                values = {**_plain(proposal), "agreed": json.dumps(proposal.agreed)}
                connection.execute(insert(schema.proposals), {"match": ident, **values})

    def proposal(self, ident: str) -> Proposal | None:
        with self._reading() as connection:
            return self._proposal(connection, ident)

    def _proposal(self, connection: Connection, ident: str) -> Proposal | None:
        found = connection.execute(_PROPOSAL, {"ident": ident}).first()
        if found is None:
            return None
        try:
            agreed = msgspec.json.decode(found.agreed, type=tuple[Seat, ...])
        except msgspec.MsgspecError as error:
            raise Damaged(f"its proposal: {error}") from error
        return Proposal(found.number, found.seat, found.back, agreed)

    # Jobs

    def put(self, jobs: Sequence[Job]) -> None:
        """Add jobs; those that exist already stay as they are."""
        with self.writing(jobs[0].match if jobs else "", *([JOBS] if jobs else [])) as connection:
            self._jobs(connection, jobs)

    def take(self, when: int, lease: int, most: int) -> list[Job]:
        """Take due jobs by lease, in milliseconds; when it ends, another process may take them."""
        with self.writing() as connection:
            found = connection.execute(_TAKE, {"when": when, "until": when + lease, "most": most}).all()
        return sorted((Job(**each._mapping) for each in found), key=lambda job: (job.due, job.id))

    def finish(self, job: Job) -> None:
        """Delete a job that is done, or has become pointless."""
        with self.writing() as connection:
            connection.execute(_FINISH, {"ident": job.id})

    def later(self, job: Job, due: int) -> None:
        """Postpone a job and release it."""
        with self.writing() as connection:
            connection.execute(_LATER, {"ident": job.id, "when": due})

    def release(self) -> None:
        """Release all leases (single process only)."""
        with self.writing() as connection:
            connection.execute(update(schema.jobs).values(lease=0))

    def next_due(self) -> int | None:
        """When the next job can be taken, None if there is none."""
        with self._reading() as connection:
            found = connection.execute(_NEXT).one()
        return min((each for each in found if each is not None), default=None)

    def _jobs(self, connection: Connection, jobs: Sequence[Job]) -> None:
        if jobs:
            connection.execute(self._put, [_due(job) for job in jobs])

    def _done(self, connection: Connection, job: Job) -> None:
        """End a job together with its effects; if it is gone, another process has done it."""
        if not connection.execute(_FINISH, {"ident": job.id}).rowcount:
            raise Conflict("the job was done meanwhile")


@contextmanager
def _part(connection: Connection) -> Iterator[None]:
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


# Statements, made once


def _by(table: Any, name: str = "ident") -> Any:
    return table.c.match == bindparam(name)


_TELL = select(func.pg_notify(CHANNEL, bindparam("notice")))
_LOCK = (
    select(schema.matches.c.id)
    .where(schema.matches.c.id == bindparam("ident"))
    .with_for_update(key_share=True)
)
_KNOWN = select(schema.matches.c.id).where(schema.matches.c.id == bindparam("ident"))
_COUNT = select(func.count()).select_from(schema.matches)
_HEAD = select(schema.matches).where(schema.matches.c.id == bindparam("ident"))
_NEW = insert(schema.matches)
_OVER = update(schema.matches).where(schema.matches.c.id == bindparam("ident")).values(over=True)
_ROW = insert(schema.rows)
_ROWS = (
    select(schema.rows)
    .where(_by(schema.rows), schema.rows.c.row > bindparam("after"))
    .order_by(schema.rows.c.row)
)
_LAST_ROW = select(func.max(schema.rows.c.row)).where(_by(schema.rows))
_HOLDER = insert(schema.seat_holders)
_SIT = (
    update(schema.seat_holders)
    .where(_by(schema.seat_holders), schema.seat_holders.c.seat == bindparam("place"))
    .values({each.name: bindparam(each.name) for each in fields(SeatHolder) if each.name != "seat"})
)
_HOLDERS = (
    select(*(schema.seat_holders.c[each.name] for each in fields(SeatHolder)))
    .where(_by(schema.seat_holders))
    .order_by(schema.seat_holders.c.seat)
)
_SEEN = (
    update(schema.seat_holders)
    .where(_by(schema.seat_holders), schema.seat_holders.c.seat == bindparam("place"))
    .values(seen=bindparam("when"))
)
_SAY = insert(schema.chat)
_LAST_SAID = select(func.max(schema.chat.c.n)).where(_by(schema.chat))
_OLD_TALK = delete(schema.chat).where(_by(schema.chat), schema.chat.c.n <= bindparam("old"))
_TALK = (
    select(*(schema.chat.c[each.name] for each in fields(Entry)))
    .where(_by(schema.chat), schema.chat.c.n > bindparam("after"))
    .order_by(schema.chat.c.n)
)
_SAID = select(*(schema.chat.c[each.name] for each in fields(Entry))).where(
    _by(schema.chat),
    schema.chat.c.seat == bindparam("place"),
    schema.chat.c.client == bindparam("client"),
    schema.chat.c.text == bindparam("text"),
)
_SEAL = insert(schema.answers)
_SEALED = (
    select(*(schema.answers.c[each.name] for each in fields(Answer)))
    .where(_by(schema.answers), schema.answers.c.ask == bindparam("open"))
    .order_by(schema.answers.c.seat)
)
_OTHER_ANSWERS = delete(schema.answers).where(_by(schema.answers), schema.answers.c.ask != bindparam("open"))
_PROPOSAL = select(*(schema.proposals.c[each.name] for each in fields(Proposal))).where(_by(schema.proposals))
_NO_MOVE = delete(schema.jobs).where(
    _by(schema.jobs), schema.jobs.c.kind == MOVE, schema.jobs.c.seat == bindparam("place")
)
_OTHER_JOBS = delete(schema.jobs).where(_by(schema.jobs), schema.jobs.c.ask != bindparam("open"))
_FINISH = delete(schema.jobs).where(schema.jobs.c.id == bindparam("ident"))
_LATER = (
    update(schema.jobs).where(schema.jobs.c.id == bindparam("ident")).values(due=bindparam("when"), lease=0)
)
_DUE = select(func.min(schema.jobs.c.due)).where(schema.jobs.c.lease == 0)
_LEASED = select(func.min(schema.jobs.c.lease)).where(schema.jobs.c.lease > 0)
# In one look: between two a job could end, and the one that follows it be seen by neither.
_NEXT = select(_DUE.scalar_subquery(), _LEASED.scalar_subquery())
_TAKE = (
    update(schema.jobs)
    .where(
        schema.jobs.c.id.in_(
            select(schema.jobs.c.id)
            .where(
                or_(
                    and_(schema.jobs.c.lease == 0, schema.jobs.c.due <= bindparam("when")),
                    and_(schema.jobs.c.lease > 0, schema.jobs.c.lease <= bindparam("when")),
                )
            )
            .order_by(schema.jobs.c.due)
            .limit(bindparam("most"))
            .with_for_update(skip_locked=True)
        )
    )
    .values(lease=bindparam("until"), tries=schema.jobs.c.tries + 1)
    .returning(*(schema.jobs.c[each.name] for each in fields(Job)))
)


def _put_jobs(dialect: str) -> Any:
    """An insert that ignores duplicates; each database has its own form of it."""
    made: Any = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return made(schema.jobs).on_conflict_do_nothing()


# From what is played to what is written, and back


def _code(error: Exception) -> str | None:
    """The driver's code for a failure."""
    cause = getattr(error, "orig", None) or error
    return getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", None)


def _plain(thing: Any) -> dict[str, Any]:
    """The fields of a plain class."""
    return {name: getattr(thing, name) for name in thing.__slots__}


def _due(job: Job) -> dict[str, Any]:
    return {
        "match": job.match,
        "kind": job.kind,
        "seat": job.seat,
        "ask": job.ask,
        "due": job.due,
        "lease": 0,
        "tries": 0,
    }


def _rows(connection: Connection, ident: str, after: int) -> list[dict[str, Any]]:
    found = connection.execute(_ROWS, {"ident": ident, "after": after})
    return [dict(row) for row in found.mappings()]


def _check_holders(stored: StoredMatch) -> None:
    """Check that every seat of the game is stored, and one for spectators; raises Damaged."""
    found = stored.match or stored.plan
    seats = 0 if found is None else len(found.game.seats(found.options))
    kinds = {holder.seat: holder.kind for holder in stored.holders.values()}
    if set(kinds) != {*range(seats), SPECTATOR} or kinds.pop(SPECTATOR) != WATCH:
        raise Damaged("its stored seats are not those of the game")
    if not {MINE, FRIEND, BOT} >= set(kinds.values()):
        raise Damaged("it is not known whose its seats are")


def _holders(found: Sequence[Any]) -> dict[Seat, SeatHolder]:
    return {each.seat: SeatHolder(**each._mapping) for each in found}


def _head(match: Match) -> dict[str, Any]:
    """The lines above the rows, as in a record's header."""
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


def _planned(plan: Plan) -> dict[str, Any]:
    """The same before there are rows: the salt is not known yet."""
    return {
        "game": plan.game.id,
        "options": " ".join(f"{name}={value}" for name, value in plan.options.items()),
        "rules": plan.game.rules,
        "salt": "",
        "dice": f"sha256:{plan.promise}",
        "key": plan.key,
        "start": None,
    }


def _plan(head: Mapping[str, Any]) -> Plan:
    game = registry.find(head["game"])
    return Plan(game, registry.settle(game, _options(head)), head["key"])


def _options(head: Mapping[str, Any]) -> dict[str, str]:
    return dict(item.split("=", 1) for item in head["options"].split())


def _row(ident: str, match: Match, number: int, when: int, client: str | None = None) -> dict[str, Any]:
    """A row as in a record: `seat` is empty for the set-up, and `undo` for an undo."""
    said, _, draws = record.row_line(match, number).partition(" | ")
    _, _, rest = said.partition(" ")
    seat, _, notation = rest.partition(" ")
    return {
        "match": ident,
        "row": number,
        "seat": seat,
        "notation": notation,
        "draws": draws,
        "client": client,
        "at": when,
    }


def _line(row: Mapping[str, Any]) -> str:
    said = " ".join(str(part) for part in (row["row"], row["seat"], row["notation"]) if part != "")
    return f"{said} | {row['draws']}" if row["draws"] else said


def _text(head: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """A match as a record, including the key."""
    lines = [
        record.FIRST_LINE,
        f"game {head['game']}",
        f"rules {head['rules']}",
        f"options {head['options']}",
        "seats " + " ".join(registry.find(head["game"]).seats(_options(head))),
        f"salt {head['salt']}",
        f"dice {head['dice']}",
    ]
    lines += [f"key {head['key'].hex()}"] if head["key"] is not None else []
    lines += [f"start {head['start']}"] if head["start"] is not None else []
    lines += map(_line, rows)
    return "\n".join(lines) + "\n"
