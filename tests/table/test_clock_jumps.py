"""The machine's clock is set or the machine sleeps: bots play on, and nobody loses the time they had."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from garrison.table.background import runner as running
from garrison.table.process import supervisor
from garrison.table.process.startup import Setting
from garrison.table.store import clock
from garrison.table.store.executor import Executor
from garrison.table.store.models import BOT, CLOCK, CLOSE, MOVE, Job, SeatHolder, Terms
from garrison.table.store.store import Store
from support.fixtures import NewToy
from support.table.job_table import PATIENCE, Table, run

ANNA, BRUNO, CARLA = 0, 1, 2
RANDOM = SeatHolder(0, BOT, bot="random")
HOUR = 3_600_000


def story(told: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(PATIENCE):
            await told()

    asyncio.run(whole())


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets the machine's clock by so many milliseconds, as its owner does."""
    real = time.time_ns

    def found(by: int) -> None:
        monkeypatch.setattr(time, "time_ns", lambda: real() + by * 1_000_000)

    return found


# While the table runs


@pytest.mark.parametrize("by", [-HOUR, HOUR], ids=["back", "ahead"])
def test_bots_play_on_when_the_clock_is_set(
    executor: Executor, new_toy: NewToy, set_clock: Callable[[int], None], by: int
) -> None:
    async def told() -> None:
        async with run(Table(executor)) as table:
            await table.lay(new_toy(seed=4), Terms(pace=0.01), anna=RANDOM, bruno=RANDOM, carla=RANDOM)
            await table.until(lambda session: len(session.match.rows) > 3)
            set_clock(by)
            await table.until(lambda session: len(session.match.rows) > 12)

    story(told)


@pytest.mark.parametrize("by", [-HOUR, HOUR], ids=["back", "ahead"])
def test_a_bank_is_not_used_up_when_the_clock_is_set(
    executor: Executor, new_toy: NewToy, set_clock: Callable[[int], None], by: int
) -> None:
    async def told() -> None:
        async with run(Table(executor)) as table:
            await table.lay(new_toy(seed=4), Terms(bank=300))
            set_clock(by)
            for seat in (ANNA, BRUNO, CARLA):
                await table.play(seat, "hold")
            async with table.sessions.open(table.id) as session:
                assert session.clocks is not None
                assert 200_000 < (session.clocks.left(ANNA) or 0) <= 300_000
            assert await table.notes() == []

    story(told)


def test_all_processes_of_a_table_count_from_the_same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that is replaced after the clock was set does not bring another time with it."""
    setting, before = Setting(Path("table.sqlite")), clock.now()
    monkeypatch.setattr(clock.now, "start", clock.now.start + HOUR * 1_000_000)  # in the worker's process
    told: list[int] = []

    async def serve(*_: object, **__: object) -> None:
        told.append(clock.now() - before)

    monkeypatch.setattr(supervisor, "serve", serve)
    supervisor.work(setting, *cast(Any, (None, [], 0, None)))
    assert 0 <= told[0] < HOUR


def test_after_the_machine_has_slept_people_have_a_moment_to_come_back(
    executor: Executor, new_toy: NewToy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "IDLE_SECONDS", 0.05)
    asleep = 0
    monkeypatch.setattr(clock.Clock, "__call__", lambda _: time.monotonic_ns() // 1_000_000 + asleep)

    async def told() -> None:
        nonlocal asleep
        async with run(Table(executor)) as table:
            await asyncio.sleep(0.1)  # awake for a while
            await table.lay(new_toy(seed=4), Terms(move=60))
            woke = clock.now() + HOUR
            asleep = HOUR
            async with asyncio.timeout(PATIENCE):
                while (await executor.run(Store.next_due) or 0) < woke + running.CLOCK_GRACE * 1000:
                    await asyncio.sleep(0.01)
            assert len(await table.written()) == 1

    story(told)


# Between two starts


async def left_behind(executor: Executor, toy: Any, terms: Terms, by: int, **holders: SeatHolder) -> Table:
    """A table on the matches of one that ended, written while the clock was ahead by so much."""
    real, table = clock.Clock.__call__, Table(executor)
    clock.Clock.__call__ = lambda self: real(self) + by  # type: ignore[method-assign]
    try:
        await table.lay(toy, terms, **holders)
    finally:
        clock.Clock.__call__ = real  # type: ignore[method-assign]
    found = Table(executor)
    found.id = table.id
    return found


def test_bots_play_on_after_a_start_with_the_clock_set_back(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        table = await left_behind(
            executor, new_toy(seed=4), Terms(pace=0.01), HOUR, anna=RANDOM, bruno=RANDOM, carla=RANDOM
        )
        async with run(table):
            await table.until(lambda session: len(session.match.rows) > 3)

    story(told)


def test_a_clock_runs_from_the_start_where_its_question_seems_to_come_later(
    executor: Executor, new_toy: NewToy
) -> None:
    async def told() -> None:
        table = await left_behind(executor, new_toy(seed=4), Terms(move=60), HOUR)
        async with run(table):
            async with asyncio.timeout(PATIENCE):
                while (await executor.run(Store.next_due) or 0) > clock.now() + 61_000:
                    await asyncio.sleep(0.01)
            assert await table.look(
                lambda session: (
                    session.clocks is not None
                    and 0 < (session.clocks.until(ANNA) or 0) - clock.now() <= 60_000
                )
            )

    story(told)


def test_a_start_hastens_what_is_due_later_than_it_can_be(executor: Executor, new_toy: NewToy) -> None:
    """A bot that fails waits a minute at most, a sealed window an hour, a clock as long as agreed."""

    async def told() -> None:
        table = Table(executor)
        await table.lay(new_toy(seed=4), Terms())
        start = clock.now()
        dues = {(MOVE, BRUNO): 50, (MOVE, CARLA): 3000, (CLOSE, -1): 3000, (CLOCK, -1): 9000}
        jobs = [Job(table.id, kind, seat, 1, start + 1000 * at) for (kind, seat), at in dues.items()]
        await table.put(jobs)
        await executor.run(Store.hasten, start)
        found = await executor.run(Store.take, start + 10**8, 1, 100)
        assert {(job.kind, job.seat): job.due - start for job in found} == {
            (MOVE, BRUNO): 50_000,
            (MOVE, CARLA): 0,
            (CLOSE, -1): 3_000_000,
            (CLOCK, -1): 9_000_000,
        }

    story(told)
