"""The registry of sessions: all matches in memory, with one operation at a time in each."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from garrison.core.errors import Damaged, Unreadable
from garrison.core.game import SPECTATOR, Seat
from garrison.core.limits import ROOMS, SEEN_SECONDS
from garrison.core.match import Match
from garrison.table.refusals import BUSY, NO_MATCH, NOT_MAKER, TAKEN, No
from garrison.table.session import seat_access
from garrison.table.session.lobby import Party
from garrison.table.session.session import Room, sound
from garrison.table.session.table_view import show_table
from garrison.table.socket.outbox import Link
from garrison.table.store.executor import Keeper
from garrison.table.store.models import MINE, Answer, Chair, Kept, Plan, Proposal
from garrison.table.store.notifications import EVERYTHING
from garrison.table.store.store import JOBS, Conflict, Store, now

T = TypeVar("T")
ID_BYTES = 8
LOG = logging.getLogger("garrison.table")
SEEN_AT_ONCE = 20
TRIES = 8
"""Retries when another process wrote first."""


def new_id() -> str:
    return secrets.token_hex(ID_BYTES)


def _check(kept: Kept, sealed: Iterable[Answer], proposal: Proposal | None, *, shared: bool) -> None:
    """Check that sealed answers and a proposal fit this match; raises Damaged.

    What is read of a `shared` match may be younger than the rows that were read before it.
    """
    if kept.match is None:
        return
    match, seats = kept.match, range(len(kept.match.seats))
    for answer in sealed:
        if answer.seat not in seats:
            raise Damaged(f"there is a sealed answer of seat {answer.seat}, which does not exist")
        try:
            match.read(answer.notation)
        except Unreadable as error:
            raise Damaged(f"a sealed answer: {error}") from error
    if proposal is None:
        return
    if proposal.seat not in seats or proposal.back < 0 or (proposal.back >= len(match.rows) and not shared):
        raise Damaged("its request to undo refers to a row or seat that does not exist")


class Rooms:
    """All sessions; those without connections make room for others."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self._rooms: dict[str, Room] = {}
        self._idle: OrderedDict[str, Room] = OrderedDict()
        """Unused sessions, the longest unused first."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()
        """Matches about to be brought up to date."""
        self.due = asyncio.Event()
        """Set when a job was added."""

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    @asynccontextmanager
    async def alone(self, ident: str) -> AsyncIterator[Room]:
        """A session, locked for the caller, loaded or not."""
        room = self._rooms.get(ident)
        if room is None:
            room = self._rooms[ident] = Room(ident, self.due.set, self.keeper.shared)
        self._idle.pop(ident, None)
        room.users += 1
        try:
            async with room.lock:
                yield room
        finally:
            room.users -= 1
            self._make_room(room)

    @asynccontextmanager
    async def open(self, ident: str) -> AsyncIterator[Room]:
        """A loaded session, locked for the caller; raises No if there is no such match."""
        async with self.alone(ident) as room:
            await self._load(room)
            yield room

    @asynccontextmanager
    async def enter(
        self, ident: str, token: str, *, invited: bool = False
    ) -> AsyncIterator[tuple[Room, Seat]]:
        """The same for a token, with the seat it opens; without a valid one nothing is loaded.

        An invitation opens nothing, unless the caller asks as `invited`.
        """
        async with self.alone(ident) as room:
            seat = await self._seat(room, token, invited=invited)
            await self._load(room)
            yield room, seat

    async def act(self, ident: str, task: Callable[[Room], Awaitable[T]]) -> T:
        """Do something that writes, retrying if another process wrote first."""

        async def once() -> T:
            async with self.open(ident) as room:
                done = await task(room)
                if room.loaded and room.lively:
                    show_table(room, now())
                return done

        return await self.again(once)

    async def again(self, task: Callable[[], Awaitable[T]]) -> T:
        """Retry if another process wrote first, after loading the match again."""
        for _ in range(TRIES):
            with suppress(Conflict):
                return await task()
        raise No(BUSY)

    async def _seat(self, room: Room, token: str, *, invited: bool = False) -> Seat:
        found = room.kept.chairs if room.loaded else None
        # A token that is not known here may be from another process, whose notice is still on its way.
        if found is None or (room.shared and seat_access.known(found.values(), token) is None):
            with sound(room.id):
                found = await self.keeper.run(Store.chairs, room.id)
        if found is None:
            raise No(NO_MATCH, match=room.id[:40])
        if room.loaded:
            room.kept.chairs = found
        return seat_access.seat_of(found.values(), token, invited=invited)

    async def _load(self, room: Room) -> None:
        if room.loaded:
            return
        with sound(room.id):
            written = await self.keeper.run(Store.read, room.id)
            if written is None:
                raise No(NO_MATCH, match=room.id[:40])
            kept = await asyncio.to_thread(written.played)
            asked = 0 if kept.match is None else kept.match.asked()
            sealed = await self.keeper.run(Store.sealed, room.id, asked)
            proposal = await self.keeper.run(Store.proposal, room.id)
            _check(kept, sealed, proposal, shared=room.shared)
            await asyncio.to_thread(room.fill, kept, sealed, proposal)

    def heard(self, ident: str, what: str) -> None:
        """Handle a notification from another process; EVERYTHING means that anything may have changed."""
        if what in (JOBS, EVERYTHING):
            self.due.set()
        for each in list(self._rooms) if ident == EVERYTHING else [ident]:
            if each in self._rooms and each not in self._behind:
                self._behind.add(each)
                self._aside(self.follow(each))

    def _aside(self, task: Coroutine[Any, Any, None]) -> None:
        """Run something in the background; failures go to the log."""
        running = asyncio.create_task(task)
        self._tasks.add(running)
        running.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, No):
            LOG.error("%s: %s", type(error).__name__, error, exc_info=error)

    async def follow(self, ident: str) -> None:
        """Bring a match up to date with what other processes wrote of it, if it is in memory."""
        if ident not in self._rooms:
            self._behind.discard(ident)
            return
        async with self.alone(ident) as room:
            self._behind.discard(ident)  # what is heard from here on may be too late for this look
            if not room.loaded and not room.links:
                return
            found = await self.keeper.run(Store.chairs, ident)
            if found is None:
                room.drop()
                for link in room.links:
                    link.end()
                return
            with sound(ident):
                await self._catch_up(room, found)

    async def _catch_up(self, room: Room, found: dict[Seat, Chair]) -> None:
        for link in room.links:
            if link.seat not in found or link.token != found[link.seat].token:
                link.end()
        if room.loaded and seat_access.watch(room.kept.chairs) != seat_access.watch(found):
            room.drop()  # it was deleted, and another match has its id
        if room.loaded and room.begun:
            room.kept.chairs = found
            await room.follow(self.keeper)
        else:
            room.drop()
            await self._load(room)
        with suppress(Conflict):  # whoever was first has done it
            await Party(room, self.keeper).go_on()
        await self._load(room)
        show_table(room, now())
        await Party(room, self.keeper).catch_up()
        if room.begun:
            room.tell_all()

    def _make_room(self, last: Room) -> None:
        """Drop sessions of deleted matches, and the longest unused if there are too many."""
        if last.users or last.links or self._rooms.get(last.id) is not last:
            return
        if last.loaded:
            self._idle[last.id] = last
        else:
            del self._rooms[last.id]
        while len(self._rooms) > ROOMS and self._idle:
            ident, _ = self._idle.popitem(last=False)
            del self._rooms[ident]

    def leave(self, ident: str, link: Link) -> None:
        """Handle the end of a connection, and tell the others."""
        room = self._rooms.get(ident)
        if room is None:
            return
        room.links.discard(link)
        if room.loaded and link.seat != SPECTATOR:
            room.kept.chairs[link.seat] = replace(room.chair(link.seat), seen=now())
            self._aside(self._note_seen([(ident, link.seat)]))
        if room.links and room.loaded:
            show_table(room, now())
        self._make_room(room)

    async def _note_seen(self, pairs: list[tuple[str, Seat]]) -> None:
        """Store who is here now, a few at a time, because rows wait for the same thread."""
        for at in range(0, len(pairs), SEEN_AT_ONCE):
            await self.keeper.run(Store.seen, pairs[at : at + SEEN_AT_ONCE], now())

    def begin(self) -> None:
        """Start recording presence."""
        self._aside(self._attend())

    async def end(self) -> None:
        """Stop the background tasks."""
        for task in (tasks := list(self._tasks)):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_around(self, room: Room) -> None:
        """Send a session's connections who has come and gone, in other processes too."""
        async with self.alone(room.id):
            found = await self.keeper.run(Store.chairs, room.id) if self.keeper.shared else None
            if room.loaded:
                if found is not None:
                    room.kept.chairs = found
                show_table(room, now())
        await asyncio.sleep(0)  # many tables must not keep people waiting

    async def _attend(self) -> None:
        """Record presence regularly, and tell sessions that others have come or gone."""
        while True:
            await asyncio.sleep(SEEN_SECONDS)
            busy = [room for room in self if room.links and room.loaded]
            self._aside(self._note_seen([(room.id, seat) for room in busy for seat in room.present]))
            for room in busy:
                if room.lock.locked():
                    continue  # next time
                try:
                    await self._look_around(room)
                except Exception as error:  # what is wrong with one is nothing to the others
                    if not isinstance(error, No):
                        LOG.error("%s: %s", type(error).__name__, error, exc_info=error)

    async def create(
        self, made: Match | Plan, seated: Mapping[Seat, Chair], ident: str = "", **about: Any
    ) -> str:
        """Store a new match; returns its id, the requested one if any."""
        ident = ident or new_id()
        try:
            await self.keeper.run(Store.create, ident, made, list(seated.values()), **about)
        except Conflict as error:
            raise No(TAKEN) from error
        return ident

    async def delete(self, ident: str, token: str) -> None:
        """Delete a match, even one that cannot be loaded, and close its connections."""
        async with self.alone(ident) as room:
            seat = await self._seat(room, token)
            found = room.kept.chairs if room.loaded else await self.keeper.run(Store.chairs, ident)
            if found is None or found[seat].kind != MINE:
                raise No(NOT_MAKER)
            await self.keeper.run(Store.delete, ident)
            room.drop()
            for link in room.links:
                link.end()
