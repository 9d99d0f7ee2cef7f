"""Matches being played: what is in memory of them, who is connected, and one thing at a time in each."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from garrison.core import words
from garrison.core.errors import GAME_OVER, UNREADABLE, Damaged, Refused, Unreadable
from garrison.core.game import Seat
from garrison.core.limits import MATCH_ROWS, ROOMS, SOCKETS, WAITING_BYTES, WAITING_MESSAGES
from garrison.core.match import UNDO_ROW, Match
from garrison.core.scene import Frame
from garrison.core.sight import Sight
from garrison.table import boards
from garrison.table.costs import affordable, steps
from garrison.table.protocol import encode
from garrison.table.refusing import (
    BROKEN,
    FULL,
    NO_KEY,
    NO_MATCH,
    NOT_KEPT,
    STALE,
    TOKEN,
    USED,
    No,
    sentence,
)
from garrison.table.store import Kept, NotKept, Store

LOG = logging.getLogger("garrison.table")
T = TypeVar("T")
TOKEN_BYTES = 16
ID_BYTES = 8


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    return secrets.token_hex(ID_BYTES)


def hashed(token: str) -> str:
    """What is kept of a token: nobody who reads the file can take a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def seat_of(tokens: Sequence[str], token: str) -> Seat:
    """Whose token it is, of those whose hashes are given; raises No."""
    wanted = hashed(token)
    found = [seat for seat, each in enumerate(tokens) if secrets.compare_digest(each, wanted)]
    if not found:
        raise No(TOKEN)
    return found[0]


@contextmanager
def sound(ident: str) -> Iterator[None]:
    """What is wrong with a match as it is kept goes to the log; players are told a plain sentence."""
    try:
        yield
    except Damaged as error:
        LOG.error("match %s is damaged: %s", ident, error)
        raise No(BROKEN) from error


class Keeper:
    """The store, in the one thread that uses it."""

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(1, "store")
        self._store = self._thread.submit(Store, path).result()

    async def run(self, task: Callable[..., T], *args: Any, **named: Any) -> T:
        """Run a method of the store there; raises No where it cannot write."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, lambda: task(self._store, *args, **named))
        except NotKept as error:
            LOG.error("nothing can be written: %s", error)
            raise No(NOT_KEPT) from error

    def close(self) -> None:
        self._thread.submit(self._store.close).result()
        self._thread.shutdown()


class Link:
    """One connection to a match: whose it is, its language, and what is waiting to be sent."""

    def __init__(self, seat: Seat, lang: str) -> None:
        self.seat = seat
        self.lang = lang
        self.ended = False
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def send(self, message: bytes) -> None:
        """Queue a message; one who does not read is let go, and can come back for what was missed."""
        if self.ended:
            return
        much = self._waiting and self._waiting + len(message) > WAITING_BYTES
        if much or self.outbox.qsize() >= WAITING_MESSAGES:
            self.end()
            return
        self._waiting += len(message)
        self._idle.clear()
        self.outbox.put_nowait(message)

    def end(self) -> None:
        """Close the connection once what is queued is sent."""
        if not self.ended:
            self.ended = True
            self.outbox.put_nowait(None)

    async def deliver(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is queued, until the queue ends or nobody is there to read it."""
        try:
            while (message := await self.outbox.get()) is not None:
                await send(message)
                self._waiting -= len(message)
                if not self._waiting:
                    self._idle.set()
        finally:
            self.ended = True
            self._idle.set()

    async def idle(self) -> None:
        """Wait until all is sent, or nothing will be any more."""
        await self._idle.wait()


class Room:
    """A match in memory. Whoever uses it holds its lock."""

    def __init__(self, ident: str) -> None:
        self.id = ident
        self.lock = asyncio.Lock()
        self.users = 0
        self.links: set[Link] = set()
        self.hinting: set[Seat] = set()
        self._kept: Kept | None = None
        self._steps = 0
        self._sights: dict[Seat, Sight] = {}
        self._done: dict[tuple[Seat, str], int] = {}
        self._frames: dict[tuple[Seat, str], tuple[int, bytes]] = {}

    @property
    def loaded(self) -> bool:
        return self._kept is not None

    @property
    def kept(self) -> Kept:
        if self._kept is None:
            raise No(NO_MATCH, match=self.id)
        return self._kept

    @property
    def match(self) -> Match:
        return self.kept.match

    def fill(self, kept: Kept) -> None:
        """Take a match as it is kept."""
        self._kept = kept
        self._steps = sum(map(steps, kept.match.rows))
        self._done = {(_actor(kept.match, row), client): row for row, client in kept.clients.items()}

    def drop(self) -> None:
        """Forget what may differ from what is kept; it is loaded again when it is wanted."""
        self._kept = None
        self._sights.clear()
        self._frames.clear()
        self._done.clear()

    def sight(self, seat: Seat) -> Sight:
        if seat not in self._sights:
            self._sights[seat] = Sight(self.match, seat)
        return self._sights[seat]

    def changed(self, seat: Seat) -> int:
        """When the newest row was written that a seat knows of: when others act unseen is not told."""
        return self.kept.times[self.sight(seat).rows[-1]]

    # What is sent

    def plain(self, frame: Frame, lang: str) -> dict[str, Any]:
        """A frame as it is sent; `past` is there where it was asked for."""
        match = self.match
        told = {name: getattr(frame, name) for name in frame.__slots__}
        told["board"] = boards.name(match.game, match.options, lang)
        if not frame.past:
            del told["past"]
        return told

    def frame(self, seat: Seat, lang: str) -> bytes:
        """The newest frame of a seat as a message, made once for all who read it in this language."""
        count = self.sight(seat).count
        n, message = self._frames.get((seat, lang), (0, b""))
        if n != count:
            message = encode({"frame": self.plain(self.sight(seat).frame(lang), lang)})
            self._frames[seat, lang] = (count, message)
        return message

    async def welcome(self, link: Link, seat: Seat, lang: str, have: int) -> None:
        """Send a connection, a new one or one that changes seat or language, the table and what it missed."""
        most = SOCKETS // len(self.match.seats)
        if sum(each.seat == seat for each in self.links if each is not link) >= most:
            raise No(FULL, most=most)
        message = await asyncio.to_thread(self._greeting, seat, lang, have)
        link.seat, link.lang = seat, lang
        self.links.add(link)
        link.send(message)

    def _greeting(self, seat: Seat, lang: str, have: int) -> bytes:
        sight = self.sight(seat)
        frame = self.plain(sight.frame(lang, min(have, sight.count)), lang)
        return encode({"frame": {**frame, "past": frame.get("past", ())}})

    def _tell_all(self, before: dict[Seat, int]) -> None:
        """Send every connection the new frame, unless its seat knows nothing of it.

        What was played is kept by now: a frame that cannot be made ends that connection and nothing else.
        """
        for link in self.links:
            try:
                if self.sight(link.seat).count != before.get(link.seat):
                    link.send(self.frame(link.seat, link.lang))
            except Exception as error:
                LOG.error("match %s, a frame: %s", self.id, error, exc_info=error)
                link.end()

    # What is done

    def _repeated(self, seat: Seat, client: str, same: Callable[[int], bool]) -> int | None:
        """The row of a message that came before, None if it is new; its id must not mean something else."""
        row = self._done.get((seat, client))
        if row is not None and not same(row):
            raise No(USED)
        return row

    def _wrote(self, row: int, notation: str) -> bool:
        """Whether a row was written for this notation."""
        written = self.match.rows[row]
        return written.seat != UNDO_ROW and self.match.write(written.action) == notation

    def _went_back(self, seat: Seat, row: int, n: int | None) -> bool:
        """Whether a row was written for an undo with this goal, which depends on how matters stood then."""
        written = self.match.rows[row]
        if written.seat != UNDO_ROW:
            return False
        then = self.match.at(row - 1)
        try:
            Sight(then, seat).undo(n)
        except Refused:
            return False
        return then.rows[-1].back == written.back

    async def act(self, keeper: Keeper, seat: Seat, client: str, action: Callable[[], object]) -> int:
        """Do something that adds a row, write the row down, tell everybody; gives the row."""
        match = self.match
        if match.key is None:
            raise No(NO_KEY)
        if not affordable(len(match.rows) + 1, self._steps):
            raise No(FULL, most=MATCH_ROWS)
        before = {link.seat: self.sight(link.seat).count for link in self.links}
        try:
            with sound(self.id):
                await asyncio.to_thread(action)
            self.kept.times.append(await keeper.run(Store.add, self.id, match, client))
        except Refused:
            raise
        except BaseException:
            self.drop()
            raise
        row = len(match.rows) - 1
        self._steps += steps(match.rows[row])
        self._done[seat, client] = row
        self._tell_all(before)
        return row

    async def play(self, keeper: Keeper, seat: Seat, notation: str, ask: int | None, client: str) -> int:
        """Play a seat's answer to the question of this number; gives the frame that tells of it."""
        match = self.match
        try:
            written = match.write(match.read(notation))
        except Unreadable:
            written = notation
        row = self._repeated(seat, client, lambda row: self._wrote(row, written))
        if row is None:
            if not match.over and ask != match.asked():
                raise No(STALE)
            row = await self.act(keeper, seat, client, lambda: match.play(notation, seat))
        return self.sight(seat).frame_of(row)

    async def undo(self, keeper: Keeper, seat: Seat, n: int | None, client: str) -> int:
        """Go back to a frame, or one step; gives the frame that tells of it."""
        row = await asyncio.to_thread(self._repeated, seat, client, lambda row: self._went_back(seat, row, n))
        if row is None:
            row = await self.act(keeper, seat, client, lambda: self.sight(seat).undo(n))
        return self.sight(seat).frame_of(row)

    def why(self, seat: Seat, about: str, lang: str) -> tuple[str | None, str]:
        """The rule that forbids what is meant, and in words why; no rule if it is allowed."""
        match = self.match
        if match.over:
            return GAME_OVER, sentence(words.reason(match.game, GAME_OVER, lang))
        action = match.meant(about, seat)
        if action is None:
            try:
                action = match.read(about)
            except Unreadable:
                return None, ""
        rule = match.refusal(action, seat)
        if rule is None:
            question = "" if match.ask is None else match.ask[0]
            return None, sentence(words.choice(match.game, action, lang, question))
        return rule, sentence(match.why(action, seat, lang) or "")

    def refused(self, error: Refused, seat: Seat, notation: str | None, lang: str) -> str:
        """Why an action or an undo was refused, in the reader's language."""
        game = self.match.game
        if notation is not None and error.rule not in (UNREADABLE, GAME_OVER):
            return sentence(self.match.why(notation, seat, lang) or words.reason(game, error.rule, lang))
        return sentence(words.reason(game, error.rule, lang))


def _actor(match: Match, number: int) -> Seat:
    """The seat that caused a row."""
    row = match.rows[number]
    return row.consent[0] if row.seat == UNDO_ROW else row.seat


class Rooms:
    """All matches that are in memory; those nobody watches make room for others."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    @asynccontextmanager
    async def _alone(self, ident: str) -> AsyncIterator[Room]:
        """A room for oneself alone, whatever is in it."""
        room = self._rooms.setdefault(ident, Room(ident))
        self._rooms.move_to_end(ident)
        room.users += 1
        try:
            async with room.lock:
                yield room
        finally:
            room.users -= 1
            self._make_room(room)

    @asynccontextmanager
    async def open(self, ident: str) -> AsyncIterator[Room]:
        """A match for oneself alone; raises No where there is none."""
        async with self._alone(ident) as room:
            await self._load(room)
            yield room

    @asynccontextmanager
    async def enter(self, ident: str, token: str) -> AsyncIterator[tuple[Room, Seat]]:
        """The same for who has a token, with the seat it opens; without one nothing is loaded."""
        async with self._alone(ident) as room:
            seat = await self._seat(room, token)
            await self._load(room)
            yield room, seat

    async def _seat(self, room: Room, token: str) -> Seat:
        with sound(room.id):
            tokens = room.kept.tokens if room.loaded else await self.keeper.run(Store.tokens, room.id)
        if tokens is None:
            raise No(NO_MATCH, match=room.id[:40])
        return seat_of(tokens, token)

    async def _load(self, room: Room) -> None:
        if room.loaded:
            return
        with sound(room.id):
            written = await self.keeper.run(Store.read, room.id)
            if written is None:
                raise No(NO_MATCH, match=room.id[:40])
            room.fill(await asyncio.to_thread(written.played))

    def _make_room(self, last: Room) -> None:
        """Let go of matches that are not there, and of the longest unused where there are too many."""
        gone = not (last.users or last.links or last.loaded)
        if gone and self._rooms.get(last.id) is last:
            del self._rooms[last.id]
        idle = [room for room in self._rooms.values() if not room.links and not room.users]
        for room in idle[: max(0, len(self._rooms) - ROOMS)]:
            del self._rooms[room.id]

    def leave(self, ident: str, link: Link) -> None:
        """A connection has ended."""
        room = self._rooms.get(ident)
        if room is not None:
            room.links.discard(link)
            self._make_room(room)

    async def create(self, match: Match, ident: str = "", **about: Any) -> tuple[str, list[str]]:
        """Keep a new match; gives its id, the one wanted if any, and a token for each seat."""
        ident, tokens = ident or new_id(), [new_token() for _ in match.seats]
        await self.keeper.run(Store.create, ident, match, [hashed(token) for token in tokens], **about)
        return ident, tokens

    async def delete(self, ident: str, token: str) -> None:
        """Forget a match for good, even one that cannot be loaded; whoever is connected is let go."""
        async with self._alone(ident) as room:
            await self._seat(room, token)
            await self.keeper.run(Store.delete, ident)
            room.drop()
            for link in room.links:
                link.end()
