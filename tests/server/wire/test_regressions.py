"""Faults between people, processes and kills that must not come back."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

import garrison as package
from garrison.client import Table
from garrison.core.errors import Refused
from garrison.core.game import AnyGame
from garrison.core.limits import CHAT_A_MINUTE
from garrison.core.state import SPECTATOR, Seat
from garrison.table.http.routes.matches import about_match
from garrison.table.messages import Hello
from garrison.table.refusals import NOT_REACHED, TableRefusal
from garrison.table.session import pool as rooming
from garrison.table.session import seat_access
from garrison.table.session.lobby import Lobby
from garrison.table.session.play import Play
from garrison.table.session.pool import SessionPool
from garrison.table.session.session import Session
from garrison.table.socket.outbox import Outbox
from garrison.table.store.executor import Executor
from garrison.table.store.models import Plan, Terms
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict
from support.table.chairs import refused
from support.table.job_table import Table as Thinking
from support.table.job_table import run as run_jobs
from support.table.server import Forked, Wire, forked

pytest_plugins = ["support.table.postgres"]

ANNA, BRUNO, CARLA = 0, 1, 2
FRIENDS = {"anna": "me", "bruno": "friend", "carla": "friend"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with forked(tmp_path_factory.mktemp("breaks") / "home") as running:
        yield running


@pytest.fixture
def table(server: Forked) -> Table:
    return Table(server.url)


@pytest.fixture
def keepers(database: str) -> Iterator[list[Executor]]:
    """Two processes on one database, neither of which hears the other before it is told to."""
    found = [Executor(database), Executor(database)]
    yield found
    for each in found:
        each.close()


def story(told: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await told()

    asyncio.run(whole())


def heard(outbox: Outbox, what: str) -> list[Any]:
    """The messages of one kind waiting to be sent to a connection."""
    found = []
    while not outbox.queue.empty():
        message = outbox.queue.get_nowait()
        found.append({} if message is None else json.loads(message))
    return [each[what] for each in found if what in each]


async def gathered(
    sessions: SessionPool, toy: AnyGame, wanted: dict[str, str], terms: Terms | None = None
) -> tuple[str, dict[Seat, str]]:
    """A match of the toy that waits for people: its id, and the tokens of its seats."""
    options = {"edition": "plain"}
    seated, tokens = seat_access.requested_seats(toy, toy.seats(options), wanted, "")
    made = Plan(toy, options, os.urandom(32))
    return await sessions.create(made, seated, terms=terms or Terms()), tokens


async def comes(sessions: SessionPool, ident: str, token: str, outbox: Outbox | None = None) -> Outbox:
    """Somebody says hello."""
    found = outbox or Outbox(SPECTATOR, "en")

    async def once() -> None:
        async with sessions.enter(ident, token) as (session, seat):
            await Lobby(session, sessions.executor).welcome(
                found, seat, Hello(token=token, heard=0, salt="ab")
            )

    await sessions.retry(once)
    return found


async def taken(sessions: SessionPool, ident: str, invitation: str) -> str:
    """A friend takes a chair; gives the new token."""
    async with sessions.enter(ident, invitation, invited=True) as (session, seat):
        return await Lobby(session, sessions.executor).take(seat, "")


def until(chair: Any, true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not true():
        left = end - time.monotonic()
        assert left > 0, f"{chair.table_now} {chair.talk}"
        try:
            chair._listen(left)
        except TimeoutError:
            continue


# Several processes


def test_two_who_come_at_the_same_moment_in_two_processes_begin(
    keepers: list[Executor], toy: AnyGame
) -> None:
    async def told() -> None:
        here, there = map(SessionPool, keepers)
        ident, tokens = await gathered(here, toy, {"anna": "me", "bruno": "friend", "carla": "bot:random"})
        bruno = await taken(here, ident, tokens[BRUNO])
        for sessions in (here, there):  # both have the match in memory, as nobody has come yet
            await comes(sessions, ident, tokens[SPECTATOR])
        outboxes = [await comes(here, ident, tokens[ANNA]), await comes(there, ident, bruno)]
        await asyncio.gather(here.follow(ident), there.follow(ident))
        for sessions in (here, there):
            await sessions.follow(ident)
        for sessions, outbox in zip((here, there), outboxes, strict=True):
            async with sessions.open(ident) as session:
                assert session.begun
            assert [frame["n"] for frame in heard(outbox, "frame")] == [1]
        said = await keepers[0].run(Store.chat_after, ident, 0)
        assert [json.loads(each.text)["what"] for each in said].count("begun") == 1

    story(told)


def test_answers_sealed_at_the_same_moment_in_two_processes_are_opened(
    keepers: list[Executor], toy: AnyGame
) -> None:
    async def told() -> None:
        here, there = map(SessionPool, keepers)
        ident, tokens = await gathered(here, toy, dict.fromkeys(FRIENDS, "me"), Terms(least=0.001))
        await comes(here, ident, tokens[ANNA])
        await comes(there, ident, tokens[BRUNO])
        await seals(here, ident, CARLA)
        await there.follow(ident)
        await seals(here, ident, ANNA)
        await seals(there, ident, BRUNO)
        for _ in range(2):
            await asyncio.gather(here.follow(ident), there.follow(ident))
        for sessions in (here, there):
            async with sessions.open(ident) as session:
                assert (session.match.asked(), session.sealed) == (2, {})

    story(told)


async def seals(sessions: SessionPool, ident: str, seat: Seat) -> None:
    async with sessions.open(ident) as session:
        assert await Play(session, sessions.executor).answer(seat, "hold", 1, f"c-{seat}") == (1, True)


def test_sealed_answers_that_a_kill_left_lying_are_opened_when_somebody_comes(
    executor: Executor, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told() -> None:
        sessions = SessionPool(executor)
        ident, tokens = await gathered(sessions, toy, dict.fromkeys(FRIENDS, "me"), Terms(least=0.001))
        await comes(sessions, ident, tokens[ANNA])

        with monkeypatch.context() as patched:
            patched.setattr(Play, "close", killed)
            for seat in (ANNA, BRUNO, CARLA):
                await seals(sessions, ident, seat)
        restarted = SessionPool(executor)
        outbox = await comes(restarted, ident, tokens[ANNA])
        assert heard(outbox, "frame")[-1]["ask"] == 2

    story(told)


def test_a_chair_taken_in_one_process_is_open_to_its_friend_in_another(
    keepers: list[Executor], toy: AnyGame
) -> None:
    async def told() -> None:
        here, there = map(SessionPool, keepers)
        ident, tokens = await gathered(here, toy, FRIENDS)
        await comes(there, ident, tokens[ANNA])
        bruno = await taken(here, ident, tokens[BRUNO])
        outbox = await comes(there, ident, bruno)
        assert outbox.seat == BRUNO
        with pytest.raises(TableRefusal, match="token"):
            await comes(there, ident, tokens[BRUNO])

    story(told)


def test_what_is_said_in_two_processes_at_once_is_heard_in_both(
    keepers: list[Executor], toy: AnyGame
) -> None:
    async def told() -> None:
        here, there = map(SessionPool, keepers)
        ident, tokens = await gathered(here, toy, dict.fromkeys(FRIENDS, "me"))
        outboxes = [await comes(here, ident, tokens[ANNA]), await comes(there, ident, tokens[BRUNO])]
        for sessions, seat, text in ((there, BRUNO, "first"), (here, ANNA, "second")):
            async with sessions.open(ident) as session:
                await Lobby(session, sessions.executor).say(seat, text, "c1")
        for sessions in (here, there):
            await sessions.follow(ident)
        for outbox in outboxes:
            said = [entry for part in heard(outbox, "chat") for entry in part if entry["text"]]
            assert [entry["text"] for entry in said] == ["first", "second"]

    story(told)


def test_who_is_there_is_noted_on_after_a_moment_without_database(
    keepers: list[Executor], toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooming, "SEEN_SECONDS", 0.02)

    async def told() -> None:
        sessions, (executor, _) = SessionPool(keepers[0]), keepers
        ident, tokens = await gathered(sessions, toy, dict.fromkeys(FRIENDS, "me"))
        await comes(sessions, ident, tokens[ANNA])
        real, failed = executor.run, asyncio.Event()

        async def gone(*args: Any, **named: Any) -> Any:
            if args[0] is Store.holders and not failed.is_set():
                failed.set()
                raise TableRefusal(NOT_REACHED)
            return await real(*args, **named)

        monkeypatch.setattr(executor, "run", gone)
        sessions.begin()
        await failed.wait()
        await real(Store.record_presence, [(ident, ANNA)], 1)
        async with asyncio.timeout(60):
            while (found := await real(Store.holders, ident)) is not None and found[ANNA].seen == 1:
                await asyncio.sleep(0.01)
        await sessions.end()

    story(told)


def test_a_hundred_notices_of_one_match_are_looked_at_together(
    keepers: list[Executor], toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told() -> None:
        sessions, (executor, _) = SessionPool(keepers[0]), keepers
        ident, tokens = await gathered(sessions, toy, dict.fromkeys(FRIENDS, "me"))
        await comes(sessions, ident, tokens[ANNA])
        looks, real = 0, executor.run

        async def counted(*args: Any, **named: Any) -> Any:
            nonlocal looks
            looks += args[0] is Store.holders
            return await real(*args, **named)

        monkeypatch.setattr(executor, "run", counted)
        async with sessions.open(ident):
            for _ in range(100):
                sessions.on_notification(ident, "row")
                await asyncio.sleep(0)
        while sessions._tasks:
            await asyncio.sleep(0.01)
        assert looks == 1
        sessions.on_notification(ident, "row")
        while sessions._tasks:
            await asyncio.sleep(0.01)
        assert looks == 2

    story(told)


def test_an_id_that_two_processes_give_at_once_is_taken(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first(*_: object, **__: object) -> None:
        raise Conflict("another process was first")

    async def told() -> None:
        match = package.new("itter", seed=1)
        seated, _ = seat_access.creators_seats(match.seats, 1)
        monkeypatch.setattr(Store, "create", first)
        with pytest.raises(TableRefusal) as caught:
            await SessionPool(executor).create(match, seated, "00000000000000aa")
        assert caught.value.reason == "taken"

    story(told)


def test_what_was_sealed_for_an_older_question_is_forgotten_with_it(
    keepers: list[Executor], toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows are followed, then the database is gone: half of it is not kept in memory."""

    async def told() -> None:
        here, there = map(SessionPool, keepers)
        ident, tokens = await gathered(here, toy, dict.fromkeys(FRIENDS, "me"), Terms(least=0.001))
        await comes(here, ident, tokens[ANNA])
        await seals(here, ident, ANNA)
        for seat in (BRUNO, CARLA):
            async with there.open(ident) as session:
                await Play(session, there.executor).answer(seat, "hold", 1, f"c-{seat}")
        real = keepers[0].run

        async def gone(*args: Any, **named: Any) -> Any:
            if args[0] is Store.sealed:
                raise TableRefusal(NOT_REACHED)
            return await real(*args, **named)

        with monkeypatch.context() as patched:
            patched.setattr(keepers[0], "run", gone)
            with pytest.raises(TableRefusal):
                await here.follow(ident)
        async with here.open(ident) as session:
            assert (session.match.asked(), session.sealed) == (2, {})

    story(told)


def test_another_match_under_the_id_of_a_deleted_one_is_read_anew(keepers: list[Executor]) -> None:
    async def told() -> None:
        here, there = map(SessionPool, keepers)
        for seed in (1, 2):
            match = package.new("itter", seed=seed)
            seated, tokens = seat_access.creators_seats(match.seats, 1)
            if seed == 2:
                await keepers[0].run(Store.delete, "00000000000000aa")
                match.play("lee")
            await here.create(match, seated, "00000000000000aa")
            await there.follow("00000000000000aa")
            async with there.enter("00000000000000aa", tokens[0]) as (session, _):
                assert session.match.key == match.key
                assert len(session.match.rows) == seed

    story(told)


def test_a_proposal_that_is_younger_than_the_rows_read_before_it_is_no_damage(
    keepers: list[Executor], toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told() -> None:
        here, there = map(SessionPool, keepers)
        ident, tokens = await gathered(here, toy, dict.fromkeys(FRIENDS, "me"))
        await comes(here, ident, tokens[ANNA])
        real, done = keepers[1].run, False

        async def late(*args: Any, **named: Any) -> Any:
            nonlocal done
            if args[0] is Store.proposal and not done:
                done = True
                async with here.open(ident) as session:
                    await plays(session, keepers[0], 5)
                    await Lobby(session, keepers[0]).propose(ANNA, None)
            return await real(*args, **named)

        monkeypatch.setattr(keepers[1], "run", late)
        await comes(there, ident, tokens[BRUNO])
        await there.follow(ident)
        async with there.open(ident) as session:
            assert session.proposal is not None
            assert not session.moot

    story(told)


# Invitations


def test_an_invitation_shows_nothing_of_the_seat_before_it_is_taken(table: Table, server: Forked) -> None:
    """Else who made it, or asked a friend to a bot's chair, would look at another's cards."""
    wire = Wire(server.url)
    anna = table.gather("toy", {"anna": "me", "bruno": "friend", "carla": "bot:random"}, {"pace": 5})
    assert not anna.table_now["begun"]
    hello = {"hello": {"token": anna.seats[1]["token"], "heard": 0, "salt": "ab"}}
    with wire.talk(anna.match) as talking:
        talking.say(hello)
        assert talking.hear()["rule"] == "token"
    bruno = table.take(anna.match, anna.seats[1]["token"], "Bruno")
    assert bruno.frame["n"] == 1
    invitation = anna.invite("carla")
    at = f"/api/matches/{anna.match}"
    for path in ("/frames/1", "/log", "/record"):
        assert wire.ask("GET", at + path, token=invitation).status == 401
    on = {"from": {"match": anna.match, "n": 1}}
    assert wire.ask("POST", "/api/matches", on, invitation).status == 401
    assert wire.ask("DELETE", at, token=invitation).status in (401, 403)
    told = wire.ask("GET", at, token=invitation).json
    assert (told["seat"], told["kind"], told["begun"]) == ("carla", "friend", True)
    carla = table.take(anna.match, invitation, "Carla")
    assert carla.frame["seat"] == "carla"


def test_an_invitation_does_not_tell_whether_the_bot_of_its_seat_has_acted(
    executor: Executor, toy: AnyGame
) -> None:
    async def told() -> None:
        sessions = SessionPool(executor)
        ident, tokens = await gathered(sessions, toy, {"anna": "me", "bruno": "me", "carla": "bot:random"})
        await comes(sessions, ident, tokens[ANNA])
        async with sessions.open(ident) as session:
            await Lobby(session, executor).invite(ANNA, CARLA)
            before = about_match(session, CARLA, "en")
            await session.write(executor, lambda: held(session))
            assert about_match(session, CARLA, "en") == before

    def held(session: Session) -> list[tuple[Seat, str]]:
        session.match.play("hold", CARLA)
        return [(CARLA, "c1")]

    story(told)


# Corner cases


def test_nothing_is_proposed_any_more_once_the_game_is_over(executor: Executor, toy: AnyGame) -> None:
    async def told() -> None:
        sessions = SessionPool(executor)
        ident, tokens = await gathered(sessions, toy, dict.fromkeys(FRIENDS, "me"))
        outbox = await comes(sessions, ident, tokens[ANNA])
        async with sessions.open(ident) as session:
            await plays(session, executor, 4)
            await Lobby(session, executor).propose(ANNA, 1)
        assert heard(outbox, "table")[-1]["proposal"] is not None
        async with sessions.open(ident) as session:
            while not session.match.over:
                await plays(session, executor, 1)
        await sessions.act(ident, nothing)
        assert heard(outbox, "table")[-1]["proposal"] is None

    story(told)


async def nothing(_: Session) -> None:
    """Something that changes nothing."""


async def plays(session: Session, executor: Executor, times: int) -> None:
    """So many answers of whoever is asked."""
    for _ in range(times):
        match = session.match
        seat = match.awaited[0]
        said = [match.write(each) for each in match.legal(seat)]
        done = next(each for each in said if each.split()[0] not in ("offer", "accept", "decline"))
        await Play(session, executor).answer(seat, done, match.asked(), f"c-{len(match.rows)}")


def test_who_was_awaited_gets_a_bot_and_the_proposal_is_agreed(executor: Executor, toy: AnyGame) -> None:
    async def told() -> None:
        sessions = SessionPool(executor)
        ident, tokens = await gathered(sessions, toy, dict.fromkeys(FRIENDS, "me"))
        await comes(sessions, ident, tokens[ANNA])
        async with sessions.open(ident) as session:
            await plays(session, executor, 4)
            lobby, rows = Lobby(session, executor), len(session.match.rows)
            await lobby.propose(ANNA, 1)
            await lobby.seat_bot(ANNA, BRUNO, "random")
            assert len(session.match.rows) == rows
            await lobby.seat_bot(ANNA, CARLA, "random")
            assert (len(session.match.rows), session.proposal) == (rows + 1, None)

    story(told)


def test_nobody_floods_the_table_with_changes_of_chairs(table: Table) -> None:
    """Each of them is told to all: who reads slowly would be let go, and all talk be pushed out by notes."""
    anna = table.gather("itter", {"defender": "me", "ss": "bot:random"}, difficulty="competitive")
    assert anna.table_now["begun"]
    for number in range(CHAT_A_MINUTE):
        anna.called(f"Anna {number}")
    assert refused(lambda: anna.called("Anna")) == "quiet"
    assert refused(lambda: anna.bot("random")) == "quiet"
    anna.say("There is room for a word")


def test_a_bot_that_does_not_fit_the_game_is_not_among_those_named(table: Table) -> None:
    with pytest.raises(Refused) as caught:
        table.gather("toy", {**FRIENDS, "carla": "bot:sound"})
    assert caught.value.rule == "no-bot"
    assert str(caught.value).endswith("; choose one of search, random.")


def test_what_a_kill_left_of_a_proposal_that_was_carried_out_is_forgotten(
    executor: Executor, toy: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it stood open again after the next row, with everybody's consent."""

    async def told() -> None:
        sessions = SessionPool(executor)
        ident, tokens = await gathered(sessions, toy, dict.fromkeys(FRIENDS, "me"))
        await comes(sessions, ident, tokens[ANNA])
        async with sessions.open(ident) as session:
            await plays(session, executor, 4)
            lobby = Lobby(session, executor)
            number = await lobby.propose(ANNA, 1)
            await lobby.agree(BRUNO, number, yes=True)
            monkeypatch.setattr(Lobby, "note", killed)
            real = executor.run

            async def cut(*args: Any, **named: Any) -> Any:
                if args[0] is Store.propose:
                    raise asyncio.CancelledError
                return await real(*args, **named)

            with monkeypatch.context() as patched:
                patched.setattr(executor, "run", cut)
                with pytest.raises(asyncio.CancelledError):
                    await lobby.agree(CARLA, number, yes=True)
        restarted = SessionPool(executor)
        async with restarted.open(ident) as session:
            await plays(session, executor, 2)
            rows = len(session.match.rows)
            with pytest.raises(TableRefusal, match="no longer open"):
                await Lobby(session, executor).agree(CARLA, number, yes=True)
            assert len(session.match.rows) == rows
        outbox = await comes(restarted, ident, tokens[ANNA])
        assert heard(outbox, "table")[-1]["proposal"] is None
        async with restarted.open(ident) as session:
            assert await Lobby(session, executor).propose(BRUNO, 1) != number

    story(told)


async def killed(*_: object, **__: object) -> bool:
    """What does not happen any more."""
    return False


# One connection


def test_ideas_for_one_seat_are_not_told_to_the_next_at_the_same_screen(server: Forked) -> None:
    wire = Wire(server.url)
    ident, (defender, ss) = wire.new("itter", difficulty="competitive")
    with wire.join(ident, ss) as talking:
        talking.say({"hint": 1.0, "id": "h1"})
        talking.say({"hello": {"token": defender}})
        answer = talking.hear()
        while "frame" in answer:
            answer = talking.hear()
        assert (answer.get("refused"), answer.get("rule")) == ("h1", "stale")


def test_for_spectators_no_name_is_looked_up(table: Table) -> None:
    anna = table.gather("itter", {"defender": "me", "ss": "bot:random"}, difficulty="competitive")
    eve = table.join(anna.match, anna.watch)
    assert refused(lambda: eve.hook("http://no-such-host.invalid/")) == "watching"


def test_a_bot_that_was_called_again_while_another_process_thought_for_it_plays(
    keepers: list[Executor], toy: AnyGame
) -> None:
    async def story() -> None:
        here, there = keepers
        table, sessions = Thinking(here), SessionPool(there)
        table.bots.wait = asyncio.Event()
        ident, tokens = await gathered(sessions, toy, dict.fromkeys(toy.seats({}), "me"), Terms(pace=0))
        await comes(sessions, ident, tokens[0])

        async def act(task: Callable[[Lobby], Awaitable[None]]) -> None:
            async with sessions.open(ident) as session:
                await task(Lobby(session, there))

        await act(lambda lobby: lobby.seat_bot(0, 2, "random"))
        async with run_jobs(table):
            await table.bots.thinking.wait()
            await act(lambda lobby: lobby.take_back(0, 2))
            await table.sessions.follow(ident)
            await act(lambda lobby: lobby.seat_bot(0, 2, "random"))
            table.bots.wait.set()
            while not await there.run(Store.rows_after, ident, 0):
                await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(story(), 60))
