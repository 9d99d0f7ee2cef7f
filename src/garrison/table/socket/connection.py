"""A connection to a match: a client's messages, and the answers to them."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from garrison.core import limits
from garrison.core.errors import NOT_ASKED, GarrisonError, Refused
from garrison.core.game import SPECTATOR, Seat
from garrison.core.limits import HELLO_SECONDS, HINT_SECONDS
from garrison.core.show import rulebook, words
from garrison.core.show.words import LANGS
from garrison.players.hint import SECONDS
from garrison.table.background import metrics
from garrison.table.background.process_pool import TooSlow
from garrison.table.context import House
from garrison.table.http import match_info
from garrison.table.messages import (
    Agree,
    Asked,
    Bot,
    Called,
    Do,
    Greeting,
    Hello,
    Hint,
    Hook,
    Invite,
    Propose,
    Said,
    Say,
    Undo,
    Why,
    client_id,
    encode,
    said,
)
from garrison.table.rate_limit import Messages, counted
from garrison.table.refusals import (
    BUSY,
    CONNECTIONS,
    HELLO,
    NO_HINT,
    NOTHING,
    SLOW_DOWN,
    STALE,
    UNEXPECTED,
    WATCHING,
    No,
    refusal,
)
from garrison.table.session.lobby import Party
from garrison.table.session.session import Room
from garrison.table.socket.outbox import Link

LOG = logging.getLogger("garrison.table")
POLICY = 1008
AGAIN = 1013
GRACE = 20.0
"""Seconds a hint may take beyond its thinking time."""


class Talk:
    """One connection, from its first message to its last."""

    def __init__(self, socket: WebSocket, ident: str, house: House) -> None:
        self._socket, self._id, self._house, self._rooms = socket, ident, house, house.rooms
        self._messages = Messages()
        self._link: Link | None = None
        self._lang = LANGS[0]
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        await self._socket.accept()
        address = counted(self._socket.scope, proxied=self._house.proxied)
        if not self._house.connections.enter(address):
            await self._refuse(No(CONNECTIONS, most=limits.CONNECTIONS))
            return
        try:
            if await self._greeted():
                await self._listen()
        except WebSocketDisconnect:
            pass  # they have left, which needs no answer
        finally:
            self._house.connections.leave(address)
            for task in self._tasks:
                task.cancel()
            if self._link is not None:
                self._rooms.leave(self._id, self._link)
                self._link = None

    # The first message

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
            await self._refuse(error)
            return False
        return True

    async def _refuse(self, error: Exception) -> None:
        """Refuse a client that has not joined yet."""
        await self._socket.send_text(self._sorry(None, error).decode())
        await self._socket.close(POLICY)

    async def _hear(self) -> str | bytes:
        message = await self._socket.receive()
        self._house.tidying.heard()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | bytes | None = message.get("text")
        return text if text is not None else message["bytes"]

    async def _open(self, hello: Hello) -> None:
        self._link = link = Link(SPECTATOR, hello.lang)
        await self._rooms.again(lambda: self._welcome(link, hello))
        self._tasks.add(asyncio.create_task(self._deliver(link)))

    async def _welcome(self, link: Link, hello: Hello) -> None:
        """Let a client in, or change its seat or language: table, chat and frame are sent again."""
        async with self._rooms.enter(self._id, hello.token) as (room, seat):
            await Party(room, self._rooms.keeper).welcome(link, seat, hello)

    async def _deliver(self, link: Link) -> None:
        """Send what is queued, until the queue ends."""
        with suppress(WebSocketDisconnect):
            await link.deliver(lambda message: self._socket.send_text(message.decode()))
            await self._socket.close(AGAIN)

    # All later messages

    async def _listen(self) -> None:
        while True:
            text = await self._hear()
            if self._here.ended:
                continue  # nobody reads the answers; all that is still to come is the end
            try:
                if self._here.crowded:
                    await self._here.idle()  # who does not read the answers is not asked for more
                if not self._messages.take():
                    await asyncio.sleep(0)  # what comes all at once must not keep others waiting
                    if self._messages.hopeless:
                        await self._socket.close(POLICY)
                        return
                    raise No(SLOW_DOWN)
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
        """The refusal for an error; unexpected errors go to the log as well."""
        if not isinstance(error, GarrisonError):
            LOG.error("%s: %s", type(error).__name__, error, exc_info=error)
            error = No(UNEXPECTED)
        return self._no(ident, *refusal(error, self._lang))

    def _no(self, ident: str | None, rule: str, text: str) -> bytes:
        """A refusal, counted."""
        self._house.metrics.add(metrics.REFUSALS, rule)
        return _refused(ident, rule, text)

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
        if isinstance(message, Hook) and message.hook is not None:
            if link.seat == SPECTATOR:
                raise No(WATCHING)
            await self._house.hooks.check(message.hook)
        began = time.perf_counter()
        self._say(await self._rooms.act(self._id, lambda room: self._reply(room, link, message)))
        if isinstance(message, Do | Undo):
            self._house.metrics.took(time.perf_counter() - began)

    async def _reply(self, room: Room, link: Link, message: Asked) -> bytes:
        if isinstance(message, Do):
            return await self._do(room, link, message)
        if isinstance(message, Undo):
            return await self._undo(room, link, message)
        if isinstance(message, Why):
            return self._why(room, link, message)
        told = await self._beside(Party(room, self._rooms.keeper), link.seat, message)
        return encode({"done": message.id, **told})

    async def _beside(self, party: Party, seat: Seat, message: Asked) -> dict[str, Any]:
        """Handle everything besides playing; returns the fields of the answer."""
        match message:
            case Say():
                self._house.metrics.add(metrics.CHAT)
                return {"n": await party.say(seat, message.say, message.id)}
            case Called():
                await party.call(seat, message.name)
            case Bot():
                other = match_info.chair_named(party.room, message.seat)
                if message.bot is None:
                    await party.take_back(seat, other)
                else:
                    await party.seat_bot(seat, other, message.bot)
            case Invite():
                return {"token": await party.invite(seat, match_info.chair_named(party.room, message.invite))}
            case Hook():
                await party.hook(seat, message.hook)
            case Propose():
                return {"proposal": await party.propose(seat, message.propose)}
            case Agree():
                await party.agree(seat, message.proposal, message.agree)
        return {}

    async def _again(self, hello: Hello) -> None:
        """Another language, or another seat of the same match. The answer can be long: one at a time."""
        link = self._here
        await link.idle()
        if link.ended:
            return
        await self._rooms.again(lambda: self._welcome(link, hello))
        self._lang = hello.lang

    async def _do(self, room: Room, link: Link, message: Do) -> bytes:
        try:
            n, sealed = await room.play(self._rooms.keeper, link.seat, message.do, message.ask, message.id)
        except Refused as error:
            return self._no(message.id, error.rule, room.refused(error, link.seat, message.do, link.lang))
        self._house.metrics.add(metrics.ACTIONS)
        return encode({"done": message.id, "n": n, **({"sealed": True} if sealed else {})})

    async def _undo(self, room: Room, link: Link, message: Undo) -> bytes:
        try:
            n = await room.undo(self._rooms.keeper, link.seat, message.undo, message.id)
        except Refused as error:
            return self._no(message.id, error.rule, room.refused(error, link.seat, None, link.lang))
        self._house.metrics.add(metrics.ACTIONS)
        return encode({"done": message.id, "n": n})

    def _why(self, room: Room, link: Link, message: Why) -> bytes:
        if link.seat == SPECTATOR:
            raise No(WATCHING)
        rule, text = room.why(link.seat, message.why, link.lang)
        if rule is not None:
            return _refused(message.id, rule, text)
        if not text:
            ask = room.match.ask
            prompt = "" if ask is None else words.prompt(room.match.game, ask, link.lang)
            return _refused(message.id, NOTHING, No(NOTHING, prompt=prompt).said(link.lang).strip())
        return encode({"done": message.id, "text": text})

    async def _hint(self, message: Hint) -> None:
        """Compute a hint in a worker process, while the match can go on."""
        try:
            self._say(await self._thought(message))
        except Exception as error:
            self._say(self._sorry(message.id, error))

    async def _thought(self, message: Hint) -> bytes:
        seat, lang = self._here.seat, self._here.lang
        seconds = SECONDS if message.hint is None else min(message.hint, HINT_SECONDS)
        async with self._rooms.open(self._id) as room:
            if seat == SPECTATOR:
                raise No(WATCHING)
            match, asked = room.before(seat), room.match.asked()
            if not match.legal(seat):
                return _refused(
                    message.id, NOT_ASKED, words.as_sentence(rulebook.reason(match.game, NOT_ASKED, lang))
                )
            if seat in room.hinting:
                raise No(BUSY)
            room.hinting.add(seat)
            task = (match.game.id, match.options, match.view(seat), seat, lang, seconds)
        try:
            ideas = await self._house.thinkers.run("advise", *task, seconds=seconds + GRACE)
        except TooSlow as error:
            raise No(NO_HINT) from error
        finally:
            room.hinting.discard(seat)
        async with self._rooms.open(self._id) as later:
            if later.match.asked() != asked or self._here.seat != seat:
                raise No(STALE)
        return encode({"done": message.id, "ideas": ideas})


def _refused(ident: str | None, rule: str, text: str) -> bytes:
    said_no: dict[str, Any] = {"refused": ident, "rule": rule, "text": text}
    return encode(said_no)
