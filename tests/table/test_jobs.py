"""Due jobs run exactly once, whatever goes wrong: bots move, clocks end, windows close, webhooks are sent."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace

import pytest

import garrison as package
from garrison.core.match import Match
from garrison.core.state import SPECTATOR
from garrison.table.background import process_pool as working
from garrison.table.background import runner as running
from garrison.table.background.process_pool import Failed, ProcessPool, TooSlow
from garrison.table.background.runner import backoff, problem_for, timeout_answer
from garrison.table.refusals import HOOK, NOT_REACHED, TableRefusal
from garrison.table.session.play import Play
from garrison.table.socket.outbox import Outbox
from garrison.table.store.clock import now
from garrison.table.store.executor import Executor
from garrison.table.store.models import BOT, MINE, MOVE, Job, SeatHolder, Terms
from garrison.table.store.store import Store
from garrison.table.store.transactions import NotKept
from support.fixtures import NewToy
from support.table.job_table import PATIENCE, Bots, Calls, Table, run, story

pytest_plugins = ["support.table.postgres"]

RANDOM = SeatHolder(0, BOT, bot="random")
ANNA, BRUNO, CARLA = 0, 1, 2
AT_ONCE = Terms(pace=0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody wants to wait in a test."""
    monkeypatch.setattr(running, "JOB_PAUSE", 0.01)
    monkeypatch.setattr(running, "CLOSE_PAUSE", 0.02)
    monkeypatch.setattr(running, "CLOCK_GRACE", 0.0)


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of the toy that show no lantern and make no offers."""
    monkeypatch.setitem(working.TASKS, "choose", lambda *_: ("hold", "it is dark"))


# Bots


def test_bots_play_a_match_to_its_end_and_leave_nothing_due(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        async with run(Table(executor)) as table:
            await table.lay(new_toy(seed=4), AT_ONCE, anna=RANDOM, bruno=RANDOM, carla=RANDOM)
            await table.until(lambda session: session.match.over)
            await table.idle()
            assert table.count("garrison_bot_moves_total") == len(await table.written()) - 1
            assert table.count("garrison_bot_failures_total") == 0

    story(told)


@pytest.mark.usefixtures("silent")
def test_bots_get_a_view_of_their_own_seat_and_nothing_else(executor: Executor, new_toy: NewToy) -> None:
    match = new_toy(seed=4)

    async def told() -> None:
        async with run(Table(executor)) as table:
            await table.lay(match, AT_ONCE, bruno=RANDOM)
            await table.until(lambda session: session.awaited() == [ANNA, CARLA])
            ((game, view, seat, ask, actions, player, _),) = table.bots.asked
            start = new_toy(seed=4)
            assert (game, seat, ask, player) == ("toy", BRUNO, start.ask, "random")
            assert view == start.view(BRUNO)
            assert actions == [start.write(each) for each in start.legal(BRUNO)]

    story(told)


def test_a_bot_waits_its_pace_and_only_answers_what_it_is_asked(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        async with run(Table(executor)) as table:
            start = time.monotonic()
            await table.lay(new_toy(seed=4), Terms(pace=0.3), bruno=RANDOM)
            await table.until(lambda session: BRUNO not in session.awaited())
            assert time.monotonic() - start >= 0.29
            await asyncio.sleep(0.05)
            assert await table.look(lambda session: session.awaited() == [ANNA, CARLA])

    story(told)


def test_a_seat_that_was_taken_back_is_not_moved_for(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        table = Table(executor)
        table.bots.wait = asyncio.Event()
        async with run(table):
            await table.lay(new_toy(seed=4), AT_ONCE, bruno=RANDOM)
            await table.bots.thinking.wait()
            async with table.sessions.open(table.id) as session:
                session.stored.holders[BRUNO] = replace(session.holder(BRUNO), bot=None)
            table.bots.wait.set()
            await table.idle()
            assert await table.look(lambda session: len(session.match.rows) == 1)

    story(told)


@pytest.mark.usefixtures("silent")
def test_a_bot_that_fails_is_asked_again_and_the_log_says_so(
    executor: Executor, new_toy: NewToy, caplog: pytest.LogCaptureFixture
) -> None:
    async def told() -> None:
        troubles = [TooSlow("the worker took too long"), Failed("MemoryError: "), *[TooSlow("again")] * 4]
        async with run(Table(executor, Bots(*troubles))) as table:
            await table.lay(new_toy(seed=4), AT_ONCE, bruno=RANDOM)
            await table.until(lambda session: BRUNO not in session.awaited())
            assert table.count("garrison_bot_failures_total") == 6
            assert table.count("garrison_bot_moves_total") == 1

    story(told)
    assert "MemoryError" in caplog.text
    errors = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert len(errors) == 1
    assert "failed 5 times" in errors[0].getMessage()


def test_a_bots_answer_that_no_longer_fits_is_thought_of_anew_without_a_word(
    executor: Executor, new_toy: NewToy, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([("commit 99", ""), ("commit 14", ""), ("hold", "")])
    monkeypatch.setitem(working.TASKS, "choose", lambda *_: next(answers))

    async def told() -> None:
        async with run(Table(executor)) as table:
            await table.lay(new_toy(seed=4), AT_ONCE, bruno=RANDOM)
            await table.until(lambda session: BRUNO not in session.awaited())
            assert len(table.bots.asked) == 3

    story(told)
    assert "commit" not in caplog.text


def test_a_bots_answer_that_no_longer_fits_costs_no_pause(
    executor: Executor, new_toy: NewToy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An offer that is answered meanwhile may be why: a pause would show it to everybody."""
    answers = iter([("commit 14", ""), ("hold", "")])
    monkeypatch.setitem(working.TASKS, "choose", lambda *_: next(answers))
    monkeypatch.setattr(running, "JOB_PAUSE", 10 * PATIENCE)

    async def told() -> None:
        async with run(Table(executor)) as table:
            await table.lay(new_toy(seed=4), AT_ONCE, bruno=RANDOM)
            await table.until(lambda session: BRUNO not in session.awaited())

    story(told)


@pytest.mark.usefixtures("silent")
def test_the_more_bots_wait_the_less_each_thinks(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        table = Table(executor)
        table.bots.wait = asyncio.Event()
        async with run(table):
            for seed in range(10):
                await table.lay(new_toy(seed=seed), AT_ONCE, anna=RANDOM, bruno=RANDOM, carla=RANDOM)
            async with asyncio.timeout(PATIENCE):
                while len(table.bots.asked) < 30:
                    await asyncio.sleep(0.005)
            table.bots.wait.set()
        given = [args[-1] for args in table.bots.asked]
        assert max(given) <= 1
        assert min(given) == 0.05

    story(told)


def test_what_is_open_is_measured_without_being_asked(
    executor: Executor, new_toy: NewToy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "MEASURE_SECONDS", 0.01)

    async def told() -> None:
        async with run(Table(executor)) as table:
            await table.lay(new_toy(seed=4), AT_ONCE, bruno=RANDOM)
            async with table.sessions.open(table.id) as session:
                session.outboxes.add(Outbox(ANNA, "en"))
            await table.until(lambda session: BRUNO not in session.awaited())
            await asyncio.sleep(0.02)
            table.sessions.due.set()
            async with asyncio.timeout(PATIENCE):
                while table.count("garrison_connections") != 1:
                    await asyncio.sleep(0.01)
            assert table.count("garrison_rooms") == 1

    story(told)


def test_pauses_grow_up_to_a_limit() -> None:
    assert [backoff(0.5, tries, 60) for tries in (0, 1, 2, 3, 8, 9, 5000)] == [0.5, 0.5, 1, 2, 60, 60, 60]


# Trouble


def test_the_runner_goes_on_after_the_store_has_failed(
    executor: Executor, new_toy: NewToy, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    troubles, look = [TableRefusal(NOT_REACHED), RuntimeError("odd")], Store.next_due

    def failing(store: Store) -> int | None:
        if troubles:
            raise troubles.pop(0)
        return look(store)

    monkeypatch.setattr(Store, "next_due", failing)

    async def told() -> None:
        async with run(Table(executor)) as table:
            await table.lay(new_toy(seed=4), AT_ONCE, bruno=RANDOM)
            await table.until(lambda session: BRUNO not in session.awaited())

    story(told)
    assert "odd" in caplog.text


def test_jobs_of_what_is_past_or_gone_end_without_effect(
    executor: Executor, new_toy: NewToy, caplog: pytest.LogCaptureFixture
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(new_toy(seed=4), AT_ONCE)
        for seat in (ANNA, BRUNO, CARLA):
            await table.play(seat, "hold")
        await table.put([Job(table.id, kind, 1, 1, 0) for kind in ("bot", "clock", "close", "notice")])
        await table.put([Job(table.id, kind, 1, 2, 0) for kind in ("bot", "clock", "notice")])
        async with run(table):
            await table.idle()
            assert await table.look(lambda session: len(session.match.rows) == 4)
            assert table.bots.asked == table.calls.made == []

    story(told)
    assert caplog.text == ""


def test_a_job_of_a_match_that_is_deleted_meanwhile_ends(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        table = Table(executor)
        table.bots.wait = asyncio.Event()
        async with run(table):
            await table.lay(new_toy(seed=4), AT_ONCE, bruno=RANDOM)
            await table.bots.thinking.wait()
            await executor.run(Store.delete, table.id)
            async with table.sessions.locked(table.id) as session:
                session.drop()
            table.bots.wait.set()
            await table.idle()

    story(told)


def test_who_closes_the_table_does_not_wait_and_gives_back_what_is_not_done(
    executor: Executor, new_toy: NewToy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "ENDING_SECONDS", 0.05)

    async def told() -> None:
        table = Table(executor)
        table.bots.wait = asyncio.Event()
        await table.lay(new_toy(seed=4), AT_ONCE, bruno=RANDOM)
        async with run(table):
            await table.bots.thinking.wait()
            start = time.monotonic()
        assert time.monotonic() - start < PATIENCE, "the bot would think for ever"
        (job,) = await executor.run(Store.take, now(), 1000, 10)
        assert (job.kind, job.seat, job.ask) == (MOVE, BRUNO, 1)

    story(told)


async def killed(executor: Executor, match: Match, lease: int) -> Table:
    """A table whose process has ended while a bot was thinking, on the same matches."""
    before = Table(executor)
    await before.lay(match, AT_ONCE, bruno=RANDOM)
    assert len(await executor.run(Store.take, now(), lease, 10)) == 1
    table = Table(executor)
    table.id = before.id
    return table


def test_what_a_process_that_was_killed_left_undone_is_done_after_the_next_start(
    executor: Executor, new_toy: NewToy
) -> None:
    async def told() -> None:
        async with run(await killed(executor, new_toy(seed=4), lease=10**6)) as table:
            await table.until(lambda session: BRUNO not in session.awaited())

    story(told)


@pytest.mark.slow
def test_where_there_are_several_processes_another_does_it_when_the_lease_ends(
    database: str, new_toy: NewToy
) -> None:
    executor = Executor(database)

    async def told() -> None:
        begun = now()
        table = await killed(executor, new_toy(seed=4), lease=900)
        async with run(table):
            await table.until(lambda session: BRUNO not in session.awaited())
            assert await table.look(lambda session: session.stored.times[1] >= begun + 900)

    try:
        story(told)
    finally:
        executor.close()


@pytest.mark.usefixtures("silent")
def test_of_two_processes_with_the_same_job_one_has_an_effect(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        first, second = Table(executor), Table(executor)
        first.bots.wait, second.bots.wait = asyncio.Event(), asyncio.Event()
        await first.lay(new_toy(seed=4), AT_ONCE, bruno=RANDOM)
        second.id = first.id
        async with run(first):
            await first.bots.thinking.wait()
            (job,) = await executor.run(Store.take, now() + 10**6, 1000, 1)
            await executor.run(Store.postpone, job, job.due)
            async with run(second):
                await second.bots.thinking.wait()
                first.bots.wait.set()
                await first.until(lambda session: BRUNO not in session.awaited())
                second.bots.wait.set()
                await second.until(lambda session: BRUNO not in session.awaited())
                await first.idle()
        assert await first.written() == ["", "bruno"]
        counts = [each.count("garrison_bot_moves_total") for each in (first, second)]
        assert counts == [1, 0]

    story(told)


@pytest.mark.slow
def test_processes_on_one_database_share_the_work_and_every_answer_is_written_once(
    database: str, new_toy: NewToy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "JOBS", 1)
    keepers = [Executor(database), Executor(database)]
    bots = {"anna": RANDOM, "bruno": RANDOM, "carla": RANDOM}

    async def told() -> None:
        first, second = (Table(each) for each in keepers)
        for table in (first, second):
            table.executor.listen(table.sessions.on_notification)
        first.bots.wait, second.bots.wait = asyncio.Event(), asyncio.Event()
        async with run(first), run(second):
            for seed in range(4):
                await (first, second)[seed % 2].lay(new_toy(seed=seed), AT_ONCE, **bots)
            for table in (first, second):  # each is at one thing, and leaves the rest to the other
                async with asyncio.timeout(PATIENCE):
                    await table.bots.thinking.wait()
            for table in (first, second):
                table.bots.wait.set()
            async with asyncio.timeout(PATIENCE):
                while await first.executor.run(Store.next_due) is not None:
                    await asyncio.sleep(0.01)
        rows = 0
        for ident in await first.executor.run(Store.ids):
            first.id = ident
            rows += len(await first.written()) - 1
            await first.sessions.follow(ident)  # the notice of what the other wrote last may be on its way
            assert await first.look(lambda session: session.match.over)
        moves = [table.count("garrison_bot_moves_total") for table in (first, second)]
        assert sum(moves) == rows
        assert min(moves) > 0

    try:
        story(told)
    finally:
        for executor in keepers:
            executor.close()


# Clocks


def test_when_time_is_over_silence_answers_for_who_has_not(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        table, start = Table(executor), time.monotonic()
        await table.lay(new_toy(seed=4), Terms(move=0.3))
        await table.play(BRUNO, "hold")
        async with run(table):
            await table.until(lambda session: session.match.asked() >= 2)
            assert time.monotonic() - start >= 0.29
            async with table.sessions.open(table.id) as session:
                played = [(row.seat, session.match.write(row.action)) for row in session.match.rows[1:4]]
            assert played == [(BRUNO, "hold"), (ANNA, "hold"), (CARLA, "hold")]
            assert (await table.notes())[:2] == [
                {"what": "time", "seat": "anna"},
                {"what": "time", "seat": "carla"},
            ]
            assert table.bots.asked == []

    story(told)


def test_where_silence_is_no_answer_a_player_answers_once(executor: Executor) -> None:
    match = package.new("itter", seed=1)
    assert match.game.play.questions[match.ask[0] if match.ask else ""].silence is None
    first = match.view(0)

    async def told() -> None:
        async with run(Table(executor, Bots(once=True))) as table:
            await table.lay(match, Terms(move=0.1))
            await table.until(lambda session: len(session.match.rows) == 2)
            assert [each[5] for each in table.bots.asked if each[1] == first] == ["sound"]
            assert await table.notes() == [{"what": "time", "seat": match.seats[0]}]
            assert await table.look(lambda session: session.match.rows[1].seat == 0)

    story(told)


def test_a_game_without_a_guide_is_answered_blindly(new_toy: NewToy) -> None:
    match = new_toy()
    assert timeout_answer(match, ANNA) == "hold"
    for seat in (ANNA, BRUNO, CARLA):
        match.play("hold", seat)
    assert timeout_answer(match, ANNA) == problem_for(match, ANNA, "random", match.answers(ANNA))


def test_a_clock_that_was_set_too_early_waits_for_its_time(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(new_toy(seed=4), Terms(move=1))
        (job,) = await executor.run(Store.take, now() + 10**6, 1, 10)
        await executor.run(Store.postpone, job, now())
        async with run(table):
            await table.until(lambda session: session.match.asked() >= 2)
            assert await table.look(lambda session: session.stored.times[1] - session.stored.times[0] >= 1000)

    story(told)


def test_after_a_start_people_have_a_moment_to_come_back(
    executor: Executor, new_toy: NewToy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CLOCK_GRACE", 2.0)

    async def told() -> None:
        table = Table(executor)
        await table.lay(new_toy(seed=4), Terms(move=0.05))
        await asyncio.sleep(0.1)
        start = time.monotonic()
        async with run(table):
            for seat in (ANNA, BRUNO):
                await table.play(seat, "hold")
            await table.until(lambda session: session.match.asked() >= 2)
            assert time.monotonic() - start >= 1.99
            assert (await table.notes())[0] == {"what": "time", "seat": "carla"}

    story(told)


# Sealed windows


def test_a_sealed_window_opens_for_all_at_once_after_the_least_time(
    executor: Executor, new_toy: NewToy
) -> None:
    async def told() -> None:
        async with run(Table(executor)) as table:
            start = time.monotonic()
            await table.lay(new_toy(seed=4), Terms(least=1))
            for seat in (CARLA, ANNA, BRUNO):
                await table.play(seat, "hold")
            opened = await table.look(lambda session: len(session.match.rows) > 1)
            assert not opened or time.monotonic() - start >= 1
            await table.until(lambda session: len(session.match.rows) > 1)
            assert time.monotonic() - start >= 0.99
            async with table.sessions.open(table.id) as session:
                assert [row.seat for row in session.match.rows] == [-3, ANNA, BRUNO, CARLA]
                assert len(set(session.stored.times[1:])) == 1

    story(told)


def test_a_sealed_answer_is_given_though_the_window_cannot_be_opened_at_once(
    executor: Executor, new_toy: NewToy, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise NotKept("database or disk is full")

    async def told() -> None:
        table = Table(executor)
        await table.lay(new_toy(seed=4), Terms(least=0.01))
        for seat in (ANNA, BRUNO):
            await table.play(seat, "hold")
        await asyncio.sleep(0.02)
        with monkeypatch.context() as patched:
            patched.setattr(Store, "add_rows", full)
            async with table.sessions.open(table.id) as session:
                given = await Play(session, executor).answer(CARLA, "hold", session.match.asked(), "c-3")
            assert given == (1, True)
        async with run(table):
            await table.until(lambda session: len(session.match.rows) == 4)

    story(told)


def test_a_window_in_which_an_answer_is_missing_is_looked_at_again(
    executor: Executor, new_toy: NewToy
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(new_toy(seed=4), Terms(least=0.05))
        for seat in (CARLA, ANNA):
            await table.play(seat, "hold")
        async with run(table):
            await asyncio.sleep(0.15)
            assert await table.waiting() == [("close", SPECTATOR, 1)]
            async with table.sessions.open(table.id) as session:
                # As if the process was killed after the last answer was sealed, and before it was opened.
                answer = replace(session.sealed[ANNA], seat=BRUNO, client="c-9")
                await executor.run(Store.seal, table.id, 1, answer)
                session.drop()
            table.sessions.due.set()
            await table.until(lambda session: session.match.asked() >= 2)

    story(told)


def test_a_clock_opens_a_sealed_window_with_silence_for_who_said_nothing(
    executor: Executor, new_toy: NewToy
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(new_toy(seed=4), Terms(least=0.05, move=0.3))
        await table.play(CARLA, "hold")
        async with run(table):
            await table.until(lambda session: session.match.asked() >= 2)
            async with table.sessions.open(table.id) as session:
                match = session.match
                assert [row.seat for row in match.rows[:4]] == [-3, ANNA, BRUNO, CARLA]
                asked = match.question(3)
                assert asked is not None
                leader = match.seats[asked[1].bit_length() - 1]
            # Nobody is told who said nothing, as that would tell who had a choice; only of the next question.
            assert {note["seat"] for note in await table.notes()} <= {leader}

    story(told)


# Calls

HOOK_URL = "https://example.org/secret"
HOOKED = SeatHolder(0, MINE, hook=HOOK_URL)


def test_who_has_a_hook_is_called_in_the_language_of_the_match(executor: Executor) -> None:
    match = package.new("itter", seed=1)
    seat = match.seats[match.awaited[0]]

    async def told() -> None:
        async with run(Table(executor, calls=Calls(True))) as table:
            await table.lay(match, Terms(lang="it"), **{seat: HOOKED})
            await table.idle()
            ((url, said),) = table.calls.made
            assert url == HOOK_URL
            assert set(said) == {"match", "game", "seat", "text"}
            assert (said["match"], said["game"], said["seat"]) == (table.id, "itter", seat)
            assert said["text"].startswith("Tocca a te: ")
            assert table.count("garrison_hooks_total", '{outcome="called"}') == 1

    story(told)


@pytest.mark.parametrize(
    ("outcomes", "made"),
    [((False, True), 2), ((False, False, False), 3), ((TableRefusal(HOOK, host="x"),), 1)],
    ids=["comes back", "does not answer", "must not be called"],
)
def test_a_call_that_fails_is_made_again_but_not_for_ever(
    executor: Executor,
    new_toy: NewToy,
    caplog: pytest.LogCaptureFixture,
    outcomes: tuple[bool | TableRefusal, ...],
    made: int,
) -> None:
    async def told() -> None:
        async with run(Table(executor, calls=Calls(*outcomes))) as table:
            await table.lay(new_toy(seed=4), Terms(), bruno=HOOKED)
            await table.idle()
            assert len(table.calls.made) == made

    story(told)
    assert HOOK_URL not in caplog.text


def test_nobody_is_called_whose_turn_is_over_or_for_whom_a_bot_plays(
    executor: Executor, new_toy: NewToy
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(new_toy(seed=4), Terms(), bruno=HOOKED, carla=HOOKED)
        await table.play(BRUNO, "hold")
        async with table.sessions.open(table.id) as session:
            session.stored.holders[CARLA] = replace(session.holder(CARLA), bot="random")
        async with run(table):
            await table.idle()
            assert table.calls.made == []

    story(told)


# Workers


def test_bots_think_in_processes_of_their_own_and_as_many_wait_as_come() -> None:
    match = package.new("itter", seed=1)
    seat = match.awaited[0]
    allowed = [match.write(action) for action in match.legal(seat)]

    async def told() -> None:
        bots = ProcessPool(1, None)
        problems = [
            problem_for(match, seat, player) for player in ("random", "sound", "search:2", "search") * 2
        ]
        asked = [bots.run("choose", *each, 0.05, seconds=PATIENCE) for each in problems]
        found = await asyncio.gather(*asked)
        assert all(notation in allowed for notation, _ in found)
        assert all(why for _, why in found)
        bots.close()

    story(told)
