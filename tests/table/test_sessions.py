"""Matches in memory: failed writes, too many matches, readers who have left."""

from __future__ import annotations

import asyncio
import json
import string
import subprocess
import sys
import threading
import tomllib
from collections.abc import Awaitable, Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

import garrison as package
from garrison.core.limits import CHAT_CHARACTERS, WORKER_QUEUE
from garrison.core.show.words import LANGS, Words
from garrison.players.hint import hint
from garrison.table.background import process_pool as working
from garrison.table.background.process_pool import Failed, ProcessPool, TooSlow
from garrison.table.context import Context
from garrison.table.messages import Hello
from garrison.table.refusals import NO_MATCH, STATUS, TableRefusal
from garrison.table.session import pool as rooming
from garrison.table.session import seat_access
from garrison.table.session.lobby import Lobby
from garrison.table.session.play import Play
from garrison.table.session.pool import SessionPool
from garrison.table.session.session import Session
from garrison.table.socket import outbox as linking
from garrison.table.socket.connection import SocketConnection
from garrison.table.socket.outbox import Outbox
from garrison.table.store.executor import Executor
from garrison.table.store.models import SEATS, Entry
from garrison.table.store.store import Store
from garrison.table.store.transactions import NotKept


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    found = Context(tmp_path / "table.sqlite")
    yield found
    asyncio.run(found.close())


async def created(sessions: SessionPool, seed: int = 1) -> tuple[str, list[str]]:
    """A new match: its id, and the tokens of its seats."""
    match = package.new("itter", seed=seed)
    holders, tokens = seat_access.creators_seats(match.seats, 1)
    return await sessions.create(match, holders), [tokens[seat] for seat in range(len(match.seats))]


async def welcomed(executor: Executor, session: Session, outbox: Outbox) -> None:
    await Lobby(session, executor).welcome(outbox, outbox.seat, Hello(token="", lang=outbox.lang))


def heard(outbox: Outbox) -> list[Any]:
    """The messages waiting to be sent to a connection."""
    found = []
    while not outbox.queue.empty():
        message = outbox.queue.get_nowait()
        found.append({} if message is None else json.loads(message))
    return found


def run(task: Callable[[], Awaitable[None]]) -> None:
    async def awaited() -> None:
        await task()

    asyncio.run(awaited())


def test_a_row_that_cannot_be_written_was_not_played(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        sessions = SessionPool(executor)
        ident, _ = await created(sessions)
        outbox = Outbox(0, "en")
        async with sessions.open(ident) as session:
            await welcomed(executor, session, outbox)
        heard(outbox)

        def full(*_: object, **__: object) -> int:
            raise NotKept("database or disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(Store, "add_rows", full)
            with pytest.raises(TableRefusal) as caught:
                async with sessions.open(ident) as session:
                    await Play(session, executor).answer(0, "lee", 1, "c1")
        assert caught.value.reason == "not-kept"
        assert heard(outbox) == []
        async with sessions.open(ident) as session:
            assert len(session.match.rows) == 1
            assert await Play(session, executor).answer(0, "lee", 1, "c1") == (2, False)
        (told,) = heard(outbox)
        assert told["frame"]["n"] == 2

    run(story)


@pytest.mark.parametrize("method", ["create", "delete"])
def test_a_match_that_cannot_be_written_or_deleted_is_refused_and_logged(
    executor: Executor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, method: str
) -> None:
    async def story() -> None:
        sessions = SessionPool(executor)
        ident, tokens = await created(sessions)

        def full(*_: object, **__: object) -> None:
            raise NotKept("database or disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(Store, method, full)
            with pytest.raises(TableRefusal) as caught:
                await (created(sessions) if method == "create" else sessions.delete(ident, tokens[0]))
        assert (caught.value.reason, STATUS[caught.value.reason]) == ("not-kept", 503)
        assert "database or disk is full" in caplog.text
        async with sessions.enter(ident, tokens[0]) as (session, seat):
            assert (session.id, seat) == (ident, 0)

    run(story)


def test_one_connection_that_cannot_be_told_ends_alone(
    executor: Executor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        sessions = SessionPool(executor)
        ident, _ = await created(sessions)
        good, bad = Outbox(0, "en"), Outbox(0, "it")
        async with sessions.open(ident) as session:
            for outbox in (bad, good):
                await welcomed(executor, session, outbox)
                heard(outbox)
            made = session.frame

            def frame(seat: int, lang: str) -> bytes:
                if lang == "it":
                    raise FileNotFoundError("words.it.toml")
                return made(seat, lang)

            monkeypatch.setattr(session, "frame", frame)
            assert await Play(session, executor).answer(0, "lee", 1, "c1") == (2, False)
        assert [set(each) for each in heard(good)] == [{"frame"}]
        assert heard(bad) == [{}]
        assert (good.ended, bad.ended) == (False, True)
        assert "words.it.toml" in caplog.text

    run(story)


def test_a_welcome_that_cannot_be_made_leaves_no_connection_behind(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn(*_: object) -> str:
        raise FileNotFoundError("words.it.toml")

    async def story() -> None:
        sessions = SessionPool(executor)
        ident, _ = await created(sessions)
        async with sessions.open(ident) as session:
            outbox = Outbox(0, "en")
            monkeypatch.setattr(Words, "prompt", torn)
            with pytest.raises(FileNotFoundError):
                await Lobby(session, executor).welcome(outbox, 0, Hello(token="", lang="it"))
            assert (session.outboxes, outbox.lang) == (set(), "en")

    run(story)


def test_what_goes_wrong_in_the_rules_leaves_the_match_as_it_was(executor: Executor) -> None:
    async def story() -> None:
        sessions = SessionPool(executor)
        ident, _ = await created(sessions)
        async with sessions.open(ident) as session:
            match = session.match

            def trip() -> list[tuple[int, str]]:
                match.state.agenda.clear()
                raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await session.write(executor, trip)
        async with sessions.open(ident) as session:
            assert session.match is not match
            assert session.match.state == package.new("itter", seed=1).state

    run(story)


def test_matches_nobody_watches_make_room_for_others(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooming, "ROOMS", 2)

    async def story() -> None:
        sessions = SessionPool(executor)
        made = [(await created(sessions, each))[0] for each in range(4)]
        async with sessions.open(made[0]) as watched:
            await welcomed(executor, watched, Outbox(0, "en"))
        for ident in made[1:]:
            async with sessions.open(ident):
                pass
        assert list(sessions._sessions) == [made[0], made[3]]
        async with sessions.open(made[0]) as again:
            assert again is watched
        with pytest.raises(TableRefusal):
            async with sessions.open("nowhere"):
                pass
        assert "nowhere" not in sessions._sessions

    run(story)


def test_who_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "WAITING_MESSAGES", 3)

    async def story() -> None:
        outbox = Outbox(0, "en")
        for _ in range(10):
            outbox.send(b"{}")
        assert heard(outbox) == [{}, {}, {}, {}]
        assert outbox.ended
        outbox.send(b"{}")
        outbox.end()
        assert heard(outbox) == []

    run(story)


def test_who_does_not_read_much_is_let_go_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "WAITING_BYTES", 10)

    async def story() -> None:
        outbox = Outbox(0, "en")
        outbox.send(b'"one message may be longer"')
        outbox.send(b"{}")
        assert heard(outbox) == ["one message may be longer", {}]
        assert outbox.ended
        outbox = Outbox(0, "en")
        for _ in range(6):
            outbox.send(b"{}")
        assert len(heard(outbox)) == 6

    run(story)


def test_a_long_log_and_a_full_chat_may_wait_together_but_not_much_more(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is one message; with both waiting, a connection was closed before it got its frame."""
    sessions = SessionPool(executor)

    async def story() -> None:
        ident, _ = await created(sessions)
        outbox = Outbox(0, "en")
        for n in range(20):
            said = Entry(SEATS, 0, "", f"{n} " + "x" * (CHAT_CHARACTERS - 3), n)
            await executor.run(Store.add_chat, ident, said)
        async with sessions.open(ident) as session:
            greeting = await session.greeting(0, "en", 0)
            monkeypatch.setattr(linking, "WAITING_BYTES", len(greeting) + 100)
            await Lobby(session, executor).welcome(outbox, 0, Hello(token="", lang="en", heard=0))
        assert not outbox.ended
        outbox.send(b"x" * len(greeting))
        assert not outbox.ended
        outbox.send(b"x" * len(greeting))
        assert outbox.ended
        assert [next(iter(json.loads(outbox.queue.get_nowait()))) for _ in range(3)] == [
            "table",
            "chat",
            "frame",
        ]

    run(story)


def test_what_may_wait_is_as_before_once_a_welcome_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "WAITING_BYTES", 10)

    async def story() -> None:
        outbox, sent = Outbox(0, "en"), list[bytes]()
        with outbox.welcoming():
            outbox.send(b"x" * 50)
            outbox.send(b"x" * 50)
        reading = asyncio.create_task(outbox.deliver(lambda message: taken(sent, message)))
        await outbox.idle()
        assert len(sent) == 2
        reading.cancel()
        outbox.ended = False
        outbox.send(b"x" * 6)
        outbox.send(b"x" * 6)
        assert outbox.ended

    async def taken(sent: list[bytes], message: bytes) -> None:
        sent.append(message)

    run(story)


def test_a_connection_is_idle_once_all_is_sent_or_nobody_is_there() -> None:
    async def story() -> None:
        outbox, sent, blocked = Outbox(0, "en"), [], asyncio.Event()

        async def send(message: bytes) -> None:
            await blocked.wait()
            if message == b"lost":
                raise ConnectionError
            sent.append(message)

        outbox.send(b"a")
        outbox.send(b"b")
        delivering = asyncio.create_task(outbox.deliver(send))
        waiting = asyncio.create_task(outbox.idle())
        await asyncio.sleep(0)
        assert not waiting.done()
        blocked.set()
        await waiting
        assert (sent, outbox.ended) == ([b"a", b"b"], False)
        outbox.send(b"lost")
        outbox.send(b"c")
        await outbox.idle()
        assert outbox.ended
        with pytest.raises(ConnectionError):
            await delivering

    run(story)


class Deaf:
    """A connection whose other side says much and reads nothing."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.scope: dict[str, Any] = {"type": "websocket", "client": ("127.0.0.1", 1), "headers": []}
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        for message in messages:
            self.queue.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
        self.reads = asyncio.Event()
        self.heard: list[dict[str, Any]] = []

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self.queue.get()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.heard.append(json.loads(text))

    async def close(self, code: int) -> None:
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})


def test_welcomes_are_made_aside_and_one_after_the_other(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    greeting = Session._greeting

    def noted(session: Session, seat: int, lang: str, have: int) -> bytes:
        made.append(threading.current_thread().name)
        return greeting(session, seat, lang, have)

    monkeypatch.setattr(Session, "_greeting", noted)

    async def story() -> None:
        sessions = context.sessions
        ident, (token,) = await created(sessions)
        hello = {"hello": {"token": token}}
        deaf = Deaf(*[hello] * 5)
        talking = asyncio.create_task(SocketConnection(cast(WebSocket, deaf), ident, context).run())
        while deaf.queue.qsize() > 3:  # the first is answered, the second waits until that is sent
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        assert (len(made), deaf.queue.qsize()) == (1, 3)
        deaf.reads.set()
        while len(deaf.heard) < 5:
            await asyncio.sleep(0)
        assert len(made) == 5
        assert threading.current_thread().name not in made
        await deaf.close(1000)
        await talking
        assert not sessions._sessions[ident].outboxes

    run(story)


def test_what_goes_wrong_at_the_first_word_is_said_and_leaves_nothing_behind(
    context: Context, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def trip(*_: object) -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr(Session, "_greeting", trip)

    async def story() -> None:
        sessions = context.sessions
        ident, (token,) = await created(sessions)
        deaf = Deaf({"hello": {"token": token}})
        deaf.reads.set()
        await SocketConnection(cast(WebSocket, deaf), ident, context).run()
        assert [each["rule"] for each in deaf.heard] == ["unexpected"]
        assert (await deaf.receive())["code"] == 1008
        assert not sessions._sessions[ident].outboxes
        assert "ZeroDivisionError" in caplog.text

    run(story)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        *((TableRefusal(reason), 1013) for reason in ("not-kept", "not-known", "not-reached", "busy")),
        (TableRefusal("full", most=1), 1013),
        (TableRefusal("connections", most=1), 1013),
        (TableRefusal("token"), 1008),
        (TableRefusal("no-match", match="m"), 1008),
        (TableRefusal("broken"), 1008),
    ],
    ids=lambda found: getattr(found, "reason", None),
)
def test_who_may_come_again_is_told_so_by_the_way_the_connection_is_closed(
    context: Context, monkeypatch: pytest.MonkeyPatch, error: TableRefusal, code: int
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(Lobby, "welcome", refuse)

    async def story() -> None:
        ident, (token,) = await created(context.sessions)
        deaf = Deaf({"hello": {"token": token}})
        deaf.reads.set()
        await SocketConnection(cast(WebSocket, deaf), ident, context).run()
        assert [each["rule"] for each in deaf.heard] == [error.reason]
        assert (await deaf.receive())["code"] == code

    run(story)


def test_who_comes_is_let_in_where_it_cannot_be_written_that_they_were_seen(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise NotKept("database or disk is full")

    monkeypatch.setattr(Store, "record_presence", full)

    async def story() -> None:
        sessions = SessionPool(executor)
        ident, _ = await created(sessions)
        outbox = Outbox(0, "en")
        async with sessions.open(ident) as session:
            await welcomed(executor, session, outbox)
        assert [each["frame"]["n"] for each in heard(outbox)] == [1]

    run(story)


def test_a_frame_is_made_once_for_all_who_read_it(executor: Executor) -> None:
    async def story() -> None:
        sessions = SessionPool(executor)
        ident, _ = await created(sessions)
        async with sessions.open(ident) as session:
            assert session.frame(0, "en") is session.frame(0, "en")
            assert session.frame(0, "en") != session.frame(0, "it")
            before = session.frame(0, "en")
            await Play(session, executor).answer(0, "lee", 1, "c1")
            assert session.frame(0, "en") != before

    run(story)


def test_two_who_act_at_once_are_taken_one_after_the_other(executor: Executor) -> None:
    async def story() -> None:
        sessions = SessionPool(executor)
        ident, _ = await created(sessions)

        async def act(client: str) -> str:
            try:
                async with sessions.open(ident) as session:
                    return str(await Play(session, executor).answer(0, "lee", 1, client))
            except TableRefusal as error:
                return error.reason

        told = sorted(await asyncio.gather(*(act(f"c{each}") for each in range(5))))
        assert told == ["(2, False)"] + ["stale"] * 4

    run(story)


# Workers


WORKER = """
import sys
from garrison.table.background.process_pool import _work

class Pipe:
    def send(self, said):
        print(said, *({"garrison.players.hint", "garrison.games.itter.bot.guide"} & {*sys.modules}))
        raise EOFError

_work(Pipe())
"""


@pytest.mark.slow
def test_a_worker_is_ready_once_games_and_players_are_there() -> None:
    """Else its first task would have to bring them in the time that is for thinking, if it can."""
    told = subprocess.run(
        [sys.executable, "-c", WORKER], capture_output=True, text=True, check=True, timeout=60
    )
    assert {*told.stdout.split()} == {"ready", "garrison.players.hint", "garrison.games.itter.bot.guide"}


@pytest.mark.slow
def test_a_worker_that_takes_too_long_is_ended_and_another_serves() -> None:
    match = package.new("itter", seed=1)
    task = ("itter", match.options, match.view(0), 0, "en")

    async def story() -> None:
        workers = ProcessPool(1)
        with pytest.raises(TooSlow):
            await workers.run("advise", *task, 5.0, seconds=0.1)
        assert await workers.run("advise", *task, 0.01, seconds=20)
        with pytest.raises(Failed, match="KeyError"):
            await workers.run("none", seconds=20)
        workers.close()

    run(story)


@pytest.mark.slow
def test_a_worker_that_is_started_in_advance_does_the_first_task() -> None:
    match = package.new("itter", seed=1)
    task = ("itter", match.options, match.view(0), 0, "en")

    async def story() -> None:
        workers = ProcessPool(1)
        workers.prepare()
        workers.prepare()
        (ready,) = workers._free
        assert await workers.run("advise", *task, 0.01, seconds=20)
        workers.prepare()
        assert workers._free == [ready]
        workers.close()

    run(story)


@pytest.mark.slow
def test_who_leaves_makes_nobody_wait_for_another_worker(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = package.new("itter", seed=1)
    task = ("itter", match.options, match.view(0), 0, "en")
    asked, ask = threading.Event(), working._Worker.ask

    def noted(*args: Any) -> Any:
        asked.set()
        return ask(*args)

    monkeypatch.setattr(working._Worker, "ask", noted)

    async def leave(workers: ProcessPool, when: Callable[[], bool]) -> None:
        asking = asyncio.create_task(workers.run("advise", *task, 10.0, seconds=20))
        while not when():
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    async def story() -> None:
        workers = ProcessPool(1)
        await leave(workers, workers._gate.locked)
        (starting,) = workers._free
        assert not asked.is_set()
        await leave(workers, asked.is_set)
        (fresh,) = workers._free
        assert (starting.ended, fresh.ended) == (True, False)
        assert await workers.run("advise", *task, 0.01, seconds=20)
        assert workers._free == [fresh]
        workers.close()

    run(story)
    assert capfd.readouterr().err == ""


def test_when_many_wait_the_next_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        go = asyncio.Event()

        async def given(*_: object) -> str:
            await go.wait()
            return "done"

        workers = ProcessPool(1)
        monkeypatch.setattr(workers, "_run_on_worker", given)
        asked = [asyncio.create_task(workers.run("read", "", seconds=1)) for _ in range(1 + WORKER_QUEUE)]
        await asyncio.sleep(0)
        with pytest.raises(TableRefusal) as caught:
            await workers.run("read", "", seconds=1)
        assert caught.value.reason == "busy"
        go.set()
        assert await asyncio.gather(*asked) == ["done"] * (1 + WORKER_QUEUE)
        assert await workers.run("read", "", seconds=1) == "done"

    run(story)


def test_a_hint_needs_nothing_but_the_view_and_says_the_same_as_at_the_terminal() -> None:
    match = package.new("itter", seed=1)
    ideas = working.advise("itter", match.options, match.view(0), 0, "it", 0.0)
    assert ideas == hint(match, 0, "it", 0.0)
    assert ideas[0].plan[0].do in [match.write(action) for action in match.legal()]


# Words


def _texts(lang: str) -> dict[str, str]:
    return tomllib.loads(files("garrison.table").joinpath(f"refusals.{lang}.toml").read_text("utf-8"))


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    english, italian = (_texts(lang) for lang in LANGS)
    assert list(english) == list(italian)
    assert set(STATUS) <= set(english)
    for reason, text in english.items():
        blanks = [{part[1] for part in string.Formatter().parse(each[reason])} for each in (english, italian)]
        assert blanks[0] == blanks[1], reason
        assert text != italian[reason] or reason == "options"


@pytest.mark.parametrize(
    "ident", ["", "a\0", "0" * 15, "0" * 17, "0" * 16 + "\n", "A" * 16, "..", "x\x1b[31m"]
)
def test_what_is_no_id_of_a_match_is_never_looked_up(executor: Executor, ident: str) -> None:
    sessions = SessionPool(executor)

    async def scenario() -> None:
        for task in (sessions.enter(ident, "token").__aenter__(), sessions.delete(ident, "token")):
            with pytest.raises(TableRefusal) as refused:
                await task
            assert refused.value.reason == NO_MATCH
        assert len(sessions) == 0

    def looked_up(*_: object, **__: object) -> None:
        raise AssertionError("looked up")

    executor.run = looked_up  # type: ignore[method-assign, assignment]
    run(scenario)
