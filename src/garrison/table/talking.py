"""A connection to a match: what a client says, and what it is answered."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from garrison.core import words
from garrison.core.errors import NOT_ASKED, GarrisonError, Refused
from garrison.core.limits import HELLO_SECONDS, HINT_SECONDS
from garrison.core.words import LANGS
from garrison.players.hint import SECONDS
from garrison.table.protocol import Do, Greeting, Hello, Hint, Said, Undo, Why, client_id, encode, said
from garrison.table.refusing import BUSY, HELLO, NO_HINT, NOTHING, STALE, UNEXPECTED, No, refusal, sentence
from garrison.table.rooms import Link, Room, Rooms
from garrison.table.workers import TooSlow, Workers

LOG = logging.getLogger("garrison.table")
POLICY = 1008
AGAIN = 1013
GRACE = 20.0
"""Seconds a hint may take longer than it was given to think."""


class Talk:
    """One connection from its first word to its last."""

    def __init__(self, socket: WebSocket, ident: str, rooms: Rooms, workers: Workers) -> None:
        self._socket, self._id, self._rooms, self._workers = socket, ident, rooms, workers
        self._link: Link | None = None
        self._lang = LANGS[0]
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        await self._socket.accept()
        try:
            if await self._greeted():
                await self._listen()
        except WebSocketDisconnect:
            pass  # they have left, which needs no answer
        finally:
            for task in self._tasks:
                task.cancel()
            if self._link is not None:
                self._rooms.leave(self._id, self._link)
                self._link = None

    # The first word

    async def _greeted(self) -> bool:
        """Wait for a hello that opens the match."""
        try:
            text = await asyncio.wait_for(self._hear(), HELLO_SECONDS)
            message = said(text)
            if not isinstance(message, Greeting):
                raise No(HELLO)
            self._lang = message.hello.lang
            await self._open(message.hello)
        except TimeoutError:
            await self._socket.close(POLICY)
            return False
        except WebSocketDisconnect:
            raise
        except Exception as error:
            await self._socket.send_text(self._sorry(None, error).decode())
            await self._socket.close(POLICY)
            return False
        return True

    async def _hear(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | bytes | None = message.get("text")
        return text if text is not None else message["bytes"]

    async def _open(self, hello: Hello) -> None:
        async with self._rooms.enter(self._id, hello.token) as (room, seat):
            link = Link(seat, hello.lang)
            await room.welcome(link, seat, hello.lang, hello.have)
            self._link = link
        self._tasks.add(asyncio.create_task(self._deliver(link)))

    async def _deliver(self, link: Link) -> None:
        """Send what is queued, until the queue ends."""
        with suppress(WebSocketDisconnect):
            await link.deliver(lambda message: self._socket.send_text(message.decode()))
            await self._socket.close(AGAIN)

    # All later ones

    async def _listen(self) -> None:
        while True:
            text = await self._hear()
            if self._here.ended:
                continue  # nobody reads the answers; all that is still to come is the end
            try:
                message = said(text)
                if isinstance(message, Hint):
                    task = asyncio.create_task(self._hint(message))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
                else:
                    await self._answer(message)
            except WebSocketDisconnect:
                raise
            except Exception as error:
                self._say(self._sorry(client_id(text), error))

    def _sorry(self, ident: str | None, error: Exception) -> bytes:
        """Why something was not done; what should not happen goes to the log as well."""
        if not isinstance(error, GarrisonError):
            LOG.error("%s: %s", type(error).__name__, error, exc_info=error)
            error = No(UNEXPECTED)
        return _refused(ident, *refusal(error, self._lang))

    def _say(self, message: bytes) -> None:
        if self._link is not None:
            self._link.send(message)

    @property
    def _here(self) -> Link:
        if self._link is None:
            raise No(HELLO)
        return self._link

    async def _answer(self, message: Said) -> None:
        link = self._here
        if isinstance(message, Greeting):
            await self._again(message.hello)
            return
        async with self._rooms.open(self._id) as room:
            if isinstance(message, Do):
                await self._do(room, link, message)
            elif isinstance(message, Undo):
                await self._undo(room, link, message)
            elif isinstance(message, Why):
                self._say(self._why(room, link, message))

    async def _again(self, hello: Hello) -> None:
        """Another language, or another seat of the same match. The answer can be long: one at a time."""
        link = self._here
        await link.idle()
        if link.ended:
            return
        async with self._rooms.enter(self._id, hello.token) as (room, seat):
            await room.welcome(link, seat, hello.lang, hello.have)
            self._lang = hello.lang

    async def _do(self, room: Room, link: Link, message: Do) -> None:
        try:
            n = await room.play(self._rooms.keeper, link.seat, message.do, message.ask, message.id)
        except Refused as error:
            text = room.refused(error, link.seat, message.do, link.lang)
            self._say(_refused(message.id, error.rule, text))
        else:
            self._say(encode({"done": message.id, "n": n}))

    async def _undo(self, room: Room, link: Link, message: Undo) -> None:
        try:
            n = await room.undo(self._rooms.keeper, link.seat, message.undo, message.id)
        except Refused as error:
            self._say(_refused(message.id, error.rule, room.refused(error, link.seat, None, link.lang)))
        else:
            self._say(encode({"done": message.id, "n": n}))

    def _why(self, room: Room, link: Link, message: Why) -> bytes:
        rule, text = room.why(link.seat, message.why, link.lang)
        if rule is not None:
            return _refused(message.id, rule, text)
        if not text:
            ask = room.match.ask
            prompt = "" if ask is None else words.prompt(room.match.game, ask, link.lang)
            return _refused(message.id, NOTHING, No(NOTHING, prompt=prompt).said(link.lang).strip())
        return encode({"done": message.id, "text": text})

    async def _hint(self, message: Hint) -> None:
        """Think in another process, while the match can go on."""
        try:
            self._say(await self._thought(message))
        except Exception as error:
            self._say(self._sorry(message.id, error))

    async def _thought(self, message: Hint) -> bytes:
        seat, lang = self._here.seat, self._here.lang
        seconds = SECONDS if message.hint is None else min(message.hint, HINT_SECONDS)
        async with self._rooms.open(self._id) as room:
            match, asked = room.match, room.match.asked()
            if not match.legal(seat):
                return _refused(message.id, NOT_ASKED, sentence(words.reason(match.game, NOT_ASKED, lang)))
            if seat in room.hinting:
                raise No(BUSY)
            room.hinting.add(seat)
            task = (match.game.id, match.options, match.view(seat), seat, lang, seconds)
        try:
            ideas = await self._workers.run("advise", *task, seconds=seconds + GRACE)
        except TooSlow as error:
            raise No(NO_HINT) from error
        finally:
            room.hinting.discard(seat)
        async with self._rooms.open(self._id) as later:
            if later.match.asked() != asked:
                raise No(STALE)
        return encode({"done": message.id, "ideas": ideas})


def _refused(ident: str | None, rule: str, text: str) -> bytes:
    said_no: dict[str, Any] = {"refused": ident, "rule": rule, "text": text}
    return encode(said_no)
