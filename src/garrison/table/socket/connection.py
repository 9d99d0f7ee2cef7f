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
from garrison.core.limits import HELLO_COST, HELLO_SECONDS, HINT_SECONDS_LEAST
from garrison.core.show import rulebook, words
from garrison.core.show.perspective import Perspective
from garrison.core.show.words import LANGS
from garrison.core.state import SPECTATOR, Seat
from garrison.players.hint import SECONDS, Idea, KeptIdeas
from garrison.table.background import metrics
from garrison.table.background.process_pool import TooSlow
from garrison.table.context import Context
from garrison.table.http import match_info
from garrison.table.messages import (
    Agree,
    Bot,
    Called,
    ClientMessage,
    ClientRequest,
    Do,
    End,
    Greeting,
    Hello,
    Hint,
    Hook,
    Instead,
    Invite,
    Propose,
    Say,
    Suppose,
    Undo,
    Why,
    client_id,
    encode,
    parse_message,
)
from garrison.table.rate_limit import Messages, counted
from garrison.table.refusals import (
    BUSY,
    CONNECTIONS,
    HELLO,
    NO_HINT,
    NOTHING,
    PASSING,
    SLOW_DOWN,
    STALE,
    UNEXPECTED,
    WATCHING,
    TableRefusal,
    refusal,
)
from garrison.table.session.lobby import Lobby
from garrison.table.session.play import Play
from garrison.table.session.session import Session
from garrison.table.socket.outbox import Outbox

LOG = logging.getLogger("garrison.table")
POLICY = 1008
AGAIN = 1013
GRACE = 20.0
"""Seconds a hint may take beyond its thinking time."""


class SocketConnection:
    """One connection, from its first message to its last."""

    def __init__(self, socket: WebSocket, ident: str, context: Context) -> None:
        self._socket, self._id, self._context, self._sessions = socket, ident, context, context.sessions
        self._address = counted(socket.scope, proxied=context.proxied)
        self._messages = Messages()
        self._outbox: Outbox | None = None
        self._lang = LANGS[0]
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        await self._socket.accept()
        if not self._context.connections.enter(self._address):
            await self._refuse(TableRefusal(CONNECTIONS, most=limits.CONNECTIONS))
            return
        try:
            if await self._wait_for_hello():
                await self._listen()
        except WebSocketDisconnect:
            pass  # they have left, which needs no answer
        finally:
            self._context.connections.leave(self._address)
            for task in self._tasks:
                task.cancel()
            if self._outbox is not None:
                self._sessions.leave(self._id, self._outbox)
                self._outbox = None

    # The first message

    async def _wait_for_hello(self) -> bool:
        """Wait for a hello that opens the match."""
        try:
            text = await asyncio.wait_for(self._receive(), HELLO_SECONDS)
            message = parse_message(text)
            if not isinstance(message, Greeting):
                raise TableRefusal(HELLO)
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
        """Refuse a client that has not joined yet; the code tells it whether to try again."""
        await self._socket.send_text(self._refusal_for(None, error).decode())
        passing = isinstance(error, TableRefusal) and error.reason in PASSING
        await self._socket.close(AGAIN if passing else POLICY)

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        self._context.garbage_collector.note_activity()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | bytes | None = message.get("text")
        return text if text is not None else message["bytes"]

    async def _open(self, hello: Hello) -> None:
        self._outbox = outbox = Outbox(SPECTATOR, hello.lang)
        self._check_hello()
        await self._sessions.retry(lambda: self._welcome(outbox, hello))
        self._tasks.add(asyncio.create_task(self._deliver(outbox)))

    def _check_hello(self) -> None:
        """Check that the address may ask for one more greeting, which takes longer than other messages."""
        if not self._context.requests.take(self._address, HELLO_COST):
            raise TableRefusal(SLOW_DOWN)

    async def _welcome(self, outbox: Outbox, hello: Hello) -> None:
        """Let a client in, or change its seat or language: table, chat and frame are sent again."""
        async with self._sessions.enter(self._id, hello.token) as (session, seat):
            await Lobby(session, self._sessions.executor).welcome(outbox, seat, hello)

    async def _deliver(self, outbox: Outbox) -> None:
        """Send what is queued, until the queue ends."""
        with suppress(WebSocketDisconnect):
            await outbox.deliver(lambda message: self._socket.send_text(message.decode()))
            await self._socket.close(AGAIN)

    # All later messages

    async def _listen(self) -> None:
        while True:
            text = await self._receive()
            if self._joined_outbox.ended:
                continue  # nobody reads the answers; all that is still to come is the end
            try:
                if self._joined_outbox.crowded:
                    await self._joined_outbox.idle()  # who does not read the answers is not asked for more
                if not self._messages.take():
                    await asyncio.sleep(0)  # what comes all at once must not keep others waiting
                    if self._messages.hopeless:
                        await self._socket.close(POLICY)
                        return
                    raise TableRefusal(SLOW_DOWN)
                message = parse_message(text)
                if isinstance(message, Hint):
                    task = asyncio.create_task(self._hint(message))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
                else:
                    await self._answer(message)
            except WebSocketDisconnect:
                raise
            except Exception as error:
                self._send(self._refusal_for(client_id(text), error))

    def _refusal_for(self, ident: str | None, error: Exception) -> bytes:
        """The refusal for an error; unexpected errors go to the log as well."""
        if not isinstance(error, GarrisonError):
            LOG.error("%s: %s", type(error).__name__, error, exc_info=error)
            error = TableRefusal(UNEXPECTED)
        return self._count_refusal(ident, *refusal(error, self._lang))

    def _count_refusal(self, ident: str | None, rule: str, text: str) -> bytes:
        """A refusal, counted."""
        self._context.metrics.add(metrics.REFUSALS, rule)
        return _refusal_message(ident, rule, text)

    def _send(self, message: bytes) -> None:
        if self._outbox is not None:
            self._outbox.send(message)

    @property
    def _joined_outbox(self) -> Outbox:
        if self._outbox is None:
            raise TableRefusal(HELLO)
        return self._outbox

    async def _answer(self, message: ClientMessage) -> None:
        outbox = self._joined_outbox
        if isinstance(message, Greeting):
            await self._greet_again(message.hello)
            return
        if isinstance(message, Hook) and message.hook is not None:
            if outbox.seat == SPECTATOR:
                raise TableRefusal(WATCHING)
            await self._context.webhooks.check(message.hook)
        began = time.perf_counter()
        self._send(await self._sessions.act(self._id, lambda session: self._reply(session, outbox, message)))
        if isinstance(message, Do | Undo | Instead):
            self._context.metrics.took(time.perf_counter() - began)

    async def _reply(self, session: Session, outbox: Outbox, message: ClientRequest) -> bytes:
        try:
            return await self._do_asked(session, outbox, message)
        except Refused as error:
            notation = message.do if isinstance(message, Do) and isinstance(message.do, str) else None
            text = session.refusal_text(error, outbox.seat, notation, outbox.lang)
            return self._count_refusal(message.id, error.rule, text)

    async def _do_asked(self, session: Session, outbox: Outbox, message: ClientRequest) -> bytes:
        if isinstance(message, Do):
            return await self._do(session, outbox, message)
        if isinstance(message, Suppose):
            return self._suppose(session, outbox, message)
        if isinstance(message, Undo):
            return await self._undo(session, outbox, message)
        if isinstance(message, Instead):
            return await self._instead(session, outbox, message)
        if isinstance(message, Why):
            return self._why(session, outbox, message.why, message.id)
        told = await self._handle_lobby(Lobby(session, self._sessions.executor), outbox.seat, message)
        return encode({"done": message.id, **told})

    async def _handle_lobby(self, lobby: Lobby, seat: Seat, message: ClientRequest) -> dict[str, Any]:
        """Handle everything besides playing; returns the fields of the answer."""
        match message:
            case Say():
                self._context.metrics.add(metrics.CHAT)
                return {"n": await lobby.say(seat, message.say, message.id)}
            case Called():
                await lobby.set_name(seat, message.name)
            case Bot():
                other = match_info.seat_named(lobby.session, message.seat)
                if message.bot is None:
                    await lobby.take_back(seat, other)
                else:
                    await lobby.seat_bot(seat, other, message.bot)
            case Invite():
                return {
                    "token": await lobby.invite(seat, match_info.seat_named(lobby.session, message.invite))
                }
            case Hook():
                await lobby.set_webhook(seat, message.hook)
            case Propose():
                return {"proposal": await lobby.propose(seat, message.propose)}
            case End():
                return await lobby.end(seat, message.end, message.id)
            case Agree():
                await lobby.agree(seat, message.proposal, message.agree)
        return {}

    async def _greet_again(self, hello: Hello) -> None:
        """Another language, or another seat of the same match. The answer can be long: one at a time."""
        outbox = self._joined_outbox
        await outbox.idle()
        if outbox.ended:
            return
        self._check_hello()
        await self._sessions.retry(lambda: self._welcome(outbox, hello))
        self._lang = hello.lang

    def _play(self, session: Session) -> Play:
        return Play(session, self._sessions.executor)

    async def _do(self, session: Session, outbox: Outbox, message: Do) -> bytes:
        *before, notation = [message.do] if isinstance(message.do, str) else message.do
        n, sealed = await self._play(session).answer(
            outbox.seat, notation, message.ask, message.id, before=before
        )
        self._context.metrics.add(metrics.ACTIONS)
        return encode({"done": message.id, "n": n, **({"sealed": True} if sealed else {})})

    def _suppose(self, session: Session, outbox: Outbox, message: Suppose) -> bytes:
        """What could be offered after some actions, without playing them."""
        session.may_act(outbox.seat)
        seen = Perspective(session.match_seen_by(outbox.seat), outbox.seat)
        rows, offers, kinds = seen.supposed(message.suppose, outbox.lang)
        return encode({"done": message.id, "supposed": rows, "offers": offers, "offer_kinds": kinds})

    async def _undo(self, session: Session, outbox: Outbox, message: Undo) -> bytes:
        n = await self._play(session).undo(outbox.seat, message.undo, message.id)
        self._context.metrics.add(metrics.ACTIONS)
        return encode({"done": message.id, "n": n})

    async def _instead(self, session: Session, outbox: Outbox, message: Instead) -> bytes:
        n = await self._play(session).change_mind(outbox.seat, message.instead, message.ask, message.id)
        if n is None:
            return self._why(session, outbox, message.instead, message.id)
        self._context.metrics.add(metrics.ACTIONS)
        return encode({"done": message.id, "n": n})

    def _why(self, session: Session, outbox: Outbox, about: str, ident: str) -> bytes:
        if outbox.seat == SPECTATOR:
            raise TableRefusal(WATCHING)
        match = session.match_seen_by(outbox.seat)
        rule, text = match.explanation(about, outbox.seat, outbox.lang)
        if rule is not None:
            return _refusal_message(ident, rule, text)
        if not text:
            ask = match.ask
            prompt = "" if ask is None else match.game.tell.prompt(ask, outbox.lang)
            return _refusal_message(
                ident, NOTHING, TableRefusal(NOTHING, prompt=prompt).text(outbox.lang).strip()
            )
        return encode({"done": ident, "text": text})

    async def _hint(self, message: Hint) -> None:
        """Compute a hint in a worker process, while the match can go on."""
        try:
            self._send(await self._compute_hint(message))
        except Exception as error:
            self._send(self._refusal_for(message.id, error))

    async def _compute_hint(self, message: Hint) -> bytes:
        seat, lang = self._joined_outbox.seat, self._joined_outbox.lang
        seconds = hint_seconds(message.hint, self._context.thinkers.asking)
        async with self._sessions.open(self._id) as session:
            if seat == SPECTATOR:
                raise TableRefusal(WATCHING)
            match, asked = session.match_seen_by(seat), session.match.asked()
            if not match.legal(seat):
                return _refusal_message(
                    message.id, NOT_ASKED, words.as_sentence(rulebook.reason(match.game, NOT_ASKED, lang))
                )
            kept = session.ideas.get(seat)
            if kept is not None and (left := kept.left(match, seat, lang)):
                return encode({"done": message.id, "ideas": _ideas(left)})
            if seat in session.hinting:
                raise TableRefusal(BUSY)
            session.hinting.add(seat)
            rows = len(match.rows)
            task = (match.game.id, match.options, match.view(seat), seat, lang, seconds)
        try:
            ideas = await self._context.thinkers.run("advise", *task, seconds=seconds + GRACE)
        except TooSlow as error:
            raise TableRefusal(NO_HINT) from error
        finally:
            session.hinting.discard(seat)
        async with self._sessions.open(self._id) as later:
            if later.match.asked() != asked or self._joined_outbox.seat != seat:
                raise TableRefusal(STALE)
            later.ideas[seat] = KeptIdeas(seat, lang, rows, ideas)
        return encode({"done": message.id, "ideas": _ideas(ideas)})


def _ideas(ideas: list[Idea]) -> list[dict[str, Any]]:
    """Ideas as a client gets them; `do` and `say` are the first answer of the plan."""
    return [
        {
            **idea.plan[0]._asdict(),
            "reason": idea.reason,
            "chance": round(idea.chance, 3),
            "plan": [answer._asdict() for answer in idea.plan],
        }
        for idea in ideas
    ]


def hint_seconds(wanted: float | None, waiting: int) -> float:
    """Seconds to think about a hint: its share, where others think or wait."""
    seconds = SECONDS if wanted is None else wanted
    return max(min(seconds, HINT_SECONDS_LEAST), seconds / (1 + waiting))


def _refusal_message(ident: str | None, rule: str, text: str) -> bytes:
    said_no: dict[str, Any] = {"refused": ident, "rule": rule, "text": text}
    return encode(said_no)
