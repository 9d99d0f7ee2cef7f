"""The registry of sessions: all matches in memory, with one operation at a time in each."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from garrison.core.errors import Damaged, Unreadable
from garrison.core.history import DRAW_ROW, RESIGN_ROW
from garrison.core.limits import ROOMS, SEEN_SECONDS, UNPLAYED_CROWDED
from garrison.core.match import Match
from garrison.core.state import SPECTATOR, Seat
from garrison.table.refusals import BUSY, NO_MATCH, NOT_KEPT, NOT_MAKER, NOT_REACHED, TAKEN, TableRefusal
from garrison.table.session import seat_access
from garrison.table.session.lobby import Lobby
from garrison.table.session.session import Session, damage_logged
from garrison.table.session.table_view import send_table
from garrison.table.socket.outbox import Outbox
from garrison.table.store.clock import now
from garrison.table.store.executor import Executor, NotKnown
from garrison.table.store.models import MATCH_ID, MINE, Plan, Proposal, SealedAnswer, SeatHolder, StoredMatch
from garrison.table.store.notifications import EVERYTHING, GONE, JOBS
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict

T = TypeVar("T")
ID_BYTES = 8
LOG = logging.getLogger("garrison.table")
SEEN_AT_ONCE = 20
TRIES = 8
"""Retries when another process wrote first."""


def new_id() -> str:
    return secrets.token_hex(ID_BYTES)


def check_form(ident: str) -> None:
    """Check that this can be the id of a match, so that nothing else is looked up or logged."""
    if re.fullmatch(MATCH_ID, ident) is None:
        raise TableRefusal(NO_MATCH, match=ident[:40])


def _check(
    stored: StoredMatch, sealed: Iterable[SealedAnswer], proposal: Proposal | None, *, shared: bool
) -> None:
    """Check that sealed answers and a proposal fit this match; raises Damaged.

    What is read of a `shared` match may be younger than the rows that were read before it.
    """
    if stored.match is None:
        return
    match, seats = stored.match, range(len(stored.match.seats))
    for answer in sealed:
        if answer.seat not in seats:
            raise Damaged(f"there is a sealed answer of seat {answer.seat}, which does not exist")
        try:
            match.read(answer.notation)
        except Unreadable as error:
            raise Damaged(f"a sealed answer: {error}") from error
    if proposal is None:
        return
    known = proposal.back in (RESIGN_ROW, DRAW_ROW) or proposal.back >= 0
    if proposal.seat not in seats or not known or (proposal.back >= len(match.rows) and not shared):
        raise Damaged("its request to undo refers to a row or seat that does not exist")


def _disconnect_outdated(session: Session, holders: Mapping[Seat, SeatHolder]) -> None:
    """End the connections whose token no longer opens their seat."""
    for outbox in session.outboxes:
        if outbox.seat not in holders or outbox.token != holders[outbox.seat].token:
            outbox.end()


class SessionPool:
    """All sessions; those without connections make room for others."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self._sessions: dict[str, Session] = {}
        self._idle: OrderedDict[str, Session] = OrderedDict()
        """Unused sessions, the longest unused first."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._ended = False
        self._behind: set[str] = set()
        """Matches about to be brought up to date."""
        self.due = asyncio.Event()
        """Set when a job was added."""

    def __iter__(self) -> Iterator[Session]:
        return iter(list(self._sessions.values()))

    def __len__(self) -> int:
        return len(self._sessions)

    @asynccontextmanager
    async def locked(self, ident: str) -> AsyncIterator[Session]:
        """A session, locked for the caller, loaded or not."""
        session = self._sessions.get(ident)
        if session is None:
            session = self._sessions[ident] = Session(ident, self.due.set, self.executor.shared)
        self._idle.pop(ident, None)
        session.users += 1
        try:
            async with session.lock:
                yield session
        finally:
            session.users -= 1
            self._make_room(session)

    @asynccontextmanager
    async def open(self, ident: str) -> AsyncIterator[Session]:
        """A loaded session, locked for the caller; raises TableRefusal if there is no such match."""
        async with self.locked(ident) as session:
            await self._load(session)
            yield session

    @asynccontextmanager
    async def enter(
        self, ident: str, token: str, *, invited: bool = False
    ) -> AsyncIterator[tuple[Session, Seat]]:
        """The same for a token, with the seat it opens; without a valid one nothing is loaded.

        An invitation opens nothing, unless the caller asks as `invited`.
        """
        check_form(ident)
        async with self.locked(ident) as session:
            seat = await self._seat(session, token, invited=invited)
            await self._load(session)
            yield session, seat

    async def act(self, ident: str, task: Callable[[Session], Awaitable[T]]) -> T:
        """Do something that writes, retrying if another process wrote first or a commit was not confirmed."""

        async def once() -> T:
            async with self.open(ident) as session:
                done = await task(session)
                if session.loaded and session.table_changes:
                    send_table(session, now())
                return done

        return await self.retry(once)

    async def retry(self, task: Callable[[], Awaitable[T]]) -> T:
        """Retry if another process wrote first, or if it is not known whether this one wrote.

        By then the match is loaded again, which shows what was written; NotKnown is raised if it cannot be.
        """
        unknown = False
        for _ in range(TRIES):
            try:
                return await task()
            except Conflict:
                continue
            except NotKnown:
                unknown = True
            except TableRefusal as error:
                if unknown and error.reason in (NOT_KEPT, NOT_REACHED):
                    raise NotKnown from error
                raise
        raise NotKnown if unknown else TableRefusal(BUSY)

    async def _seat(self, session: Session, token: str, *, invited: bool = False) -> Seat:
        found = session.stored.holders if session.loaded else None
        # A token that is not known here may be from another process, whose notice is still on its way.
        if found is None or (session.shared and seat_access.find_holder(found.values(), token) is None):
            with damage_logged(session.id):
                found = await self.executor.run(Store.holders, session.id)
        if found is None:
            raise TableRefusal(NO_MATCH, match=session.id[:40])
        if session.loaded:
            session.stored.holders = found
        return seat_access.seat_of(found.values(), token, invited=invited)

    async def _load(self, session: Session) -> None:
        if session.loaded:
            return
        with damage_logged(session.id):
            written = await self.executor.run(Store.read, session.id)
            if written is None:
                raise TableRefusal(NO_MATCH, match=session.id[:40])
            stored = await asyncio.to_thread(written.played)
            asked = 0 if stored.match is None else stored.match.asked()
            sealed = await self.executor.run(Store.sealed, session.id, asked)
            proposal = await self.executor.run(Store.proposal, session.id)
            _check(stored, sealed, proposal, shared=session.shared)
            await asyncio.to_thread(session.fill, stored, sealed, proposal)
        if session.outboxes:  # it was dropped after a failure: what is stored may be news to them
            _disconnect_outdated(session, session.stored.holders)
            await self._show(session)

    def on_notification(self, ident: str, what: str) -> None:
        """Handle a notification from another process; EVERYTHING means that anything may have changed."""
        if what in (JOBS, EVERYTHING):
            self.due.set()
        for each in list(self._sessions) if ident == EVERYTHING else [ident]:
            if each in self._sessions and each not in self._behind:
                self._behind.add(each)
                self._in_background(self.follow(each))

    def _in_background(self, task: Coroutine[Any, Any, None]) -> None:
        """Run something in the background; failures go to the log. After the end nothing is begun."""
        if self._ended:
            task.close()
            return
        running = asyncio.create_task(task)
        self._tasks.add(running)
        running.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, TableRefusal):
            LOG.error("%s: %s", type(error).__name__, error, exc_info=error)

    async def follow(self, ident: str) -> None:
        """Bring a match up to date with what other processes wrote of it, if it is in memory."""
        if ident not in self._sessions:
            self._behind.discard(ident)
            return
        async with self.locked(ident) as session:
            self._behind.discard(ident)  # what is heard from here on may be too late for this look
            if not session.loaded and not session.outboxes:
                return
            found = await self.executor.run(Store.holders, ident)
            if found is None:
                session.drop()
                for outbox in session.outboxes:
                    outbox.end()
                return
            with damage_logged(ident):
                await self._catch_up(session, found)

    async def _catch_up(self, session: Session, found: dict[Seat, SeatHolder]) -> None:
        _disconnect_outdated(session, found)
        token = seat_access.spectator_token(found)
        if session.loaded and seat_access.spectator_token(session.stored.holders) != token:
            session.drop()  # it was deleted, and another match has its id
        if session.loaded and session.begun:
            session.stored.holders = found
            await session.follow(self.executor)
        else:
            session.drop()
            await self._load(session)
        with suppress(Conflict, NotKnown):  # whoever was first has done it, which loading shows
            await Lobby(session, self.executor).finish_interrupted()
        await self._load(session)
        await self._show(session)

    async def _show(self, session: Session) -> None:
        """Send all connections of a session what they do not have yet."""
        send_table(session, now())
        if session.begun:
            session.send_frames()
        await Lobby(session, self.executor).catch_up()

    def _make_room(self, last: Session) -> None:
        """Drop sessions of deleted matches, and the longest unused if there are too many."""
        if last.users or last.outboxes or self._sessions.get(last.id) is not last:
            return
        if last.loaded:
            self._idle[last.id] = last
        else:
            del self._sessions[last.id]
        while len(self._sessions) > ROOMS and self._idle:
            ident, _ = self._idle.popitem(last=False)
            del self._sessions[ident]

    def leave(self, ident: str, outbox: Outbox) -> None:
        """Handle the end of a connection, and tell the others."""
        session = self._sessions.get(ident)
        if session is None:
            return
        session.outboxes.discard(outbox)
        if session.loaded and outbox.seat != SPECTATOR:
            session.stored.holders[outbox.seat] = replace(session.holder(outbox.seat), seen=now())
            self._in_background(self._store_presence([(ident, outbox.seat)]))
        if session.outboxes and session.loaded:
            send_table(session, now())
        self._make_room(session)

    async def _store_presence(self, pairs: list[tuple[str, Seat]]) -> None:
        """Store who is here now, a few at a time, because rows wait for the same thread."""
        for at in range(0, len(pairs), SEEN_AT_ONCE):
            await self.executor.run(Store.record_presence, pairs[at : at + SEEN_AT_ONCE], now())

    def begin(self) -> None:
        """Start recording presence, and letting go of what nobody plays."""
        self._in_background(self._record_presence())
        self._in_background(self._let_go_unplayed())

    async def end(self) -> None:
        """Stop the background tasks, and begin no others."""
        self._ended = True
        for task in (tasks := list(self._tasks)):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _refresh_presence(self, session: Session) -> None:
        """Send a session's connections who has come and gone, in other processes too."""
        async with self.locked(session.id):
            found = await self.executor.run(Store.holders, session.id) if self.executor.shared else None
            if session.loaded:
                if found is not None:
                    session.stored.holders = found
                send_table(session, now())
        await asyncio.sleep(0)  # many tables must not keep people waiting

    async def _record_presence(self) -> None:
        """Record presence regularly, and tell sessions that others have come or gone."""
        while True:
            await asyncio.sleep(SEEN_SECONDS)
            busy = [session for session in self if session.outboxes and session.loaded]
            self._in_background(
                self._store_presence([(session.id, seat) for session in busy for seat in session.present])
            )
            for session in busy:
                if session.lock.locked():
                    continue  # next time
                try:
                    await self._refresh_presence(session)
                except Exception as error:  # what is wrong with one is nothing to the others
                    if not isinstance(error, TableRefusal):
                        LOG.error("%s: %s", type(error).__name__, error, exc_info=error)

    async def create(
        self, made: Match | Plan, holders: Mapping[Seat, SeatHolder], ident: str = "", **about: Any
    ) -> str:
        """Store a new match; returns its id, the requested one if any."""
        ident = ident or new_id()

        async def once() -> None:
            try:
                gone = await self.executor.run(Store.create, ident, made, list(holders.values()), **about)
            except (Conflict, TableRefusal) as error:
                if isinstance(error, TableRefusal) and error.reason != TAKEN:
                    raise
                if not await self._stored_before(ident, holders):
                    raise TableRefusal(TAKEN) from error
            else:
                self._forget(gone)

        await self.retry(once)
        return ident

    async def _stored_before(self, ident: str, holders: Mapping[Seat, SeatHolder]) -> bool:
        """True if a match of this id was stored with these tokens: by the same request, unconfirmed."""
        found = await self.executor.run(Store.holders, ident)
        token = seat_access.spectator_token(holders)
        return token is not None and found is not None and seat_access.spectator_token(found) == token

    def _forget(self, gone: Iterable[str]) -> None:
        """Close the connections to matches that were let go."""
        for ident in gone:
            self.on_notification(ident, GONE)

    async def _let_go_unplayed(self) -> None:
        """Delete regularly what nobody plays."""
        while True:
            with suppress(TableRefusal):  # it cannot be written now, and the log says why
                self._forget(await self.executor.run(Store.let_go_unplayed))
            await asyncio.sleep(UNPLAYED_CROWDED)

    async def delete(self, ident: str, token: str) -> None:
        """Delete a match, even one that cannot be loaded, and close its connections."""
        check_form(ident)
        async with self.locked(ident) as session:
            seat = await self._seat(session, token)
            found = (
                session.stored.holders if session.loaded else await self.executor.run(Store.holders, ident)
            )
            if found is None or found[seat].kind != MINE:
                raise TableRefusal(NOT_MAKER)
            await self.retry(lambda: self.executor.run(Store.delete, ident))
            session.drop()
            for outbox in session.outboxes:
                outbox.end()
