"""Offers at the table: a bot that got one answers it, whoever's turn it is and whatever goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from garrison.core.match import Match
from garrison.core.state import Seat
from garrison.table.background import process_pool as working
from garrison.table.background import runner as running
from garrison.table.background.process_pool import Failed
from garrison.table.background.runner import Problem, timeout_answer
from garrison.table.session.session import Session
from garrison.table.store.executor import Executor
from garrison.table.store.models import BOT, SeatHolder, Terms
from garrison.table.store.store import Store
from support.fixtures import NewToy
from support.games.moves import play
from support.table.job_table import Bots, Table, run, story

pytest_plugins = ["support.table.postgres"]

ANNA, BRUNO, CARLA = 0, 1, 2
RANDOM = SeatHolder(0, BOT, bot="random")
AT_ONCE = Terms(pace=0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "JOB_PAUSE", 0.01)


Choosing: TypeAlias = "Callable[[str], list[list[str]]]"


@pytest.fixture
def choosing(monkeypatch: pytest.MonkeyPatch) -> Choosing:
    """Bots that take the first answer beginning so; gives the lists they chose from."""

    def so(begins: str) -> list[list[str]]:
        asked: list[list[str]] = []

        def choose(*problem: Any) -> tuple[str, str]:
            actions = Problem(*problem[:-1]).actions
            asked.append(actions)
            return next(each for each in actions if each.startswith(begins)), "so"

        monkeypatch.setitem(working.TASKS, "choose", choose)
        return asked

    return so


def last(session: Session) -> tuple[Seat, str]:
    row = session.match.rows[-1]
    return row.seat, session.match.write(row.action) if row.seat >= 0 else ""


def dealt(new_toy: NewToy) -> Match:
    """Anna, with lanterns 3, 4 and 8, leads and is to stake; Bruno has 1, 5 and 11, Carla 6, 7 and 12."""
    match = new_toy(seed=4)
    play(match, "anna hold", "bruno hold", "carla hold")
    return match


def replied(session: Session) -> bool:
    return not session.match.waiting


@pytest.mark.parametrize(("answer", "has_eight"), [("accept right 5", BRUNO), ("decline right", ANNA)])
def test_a_bot_answers_an_offer_outside_its_turn(
    answer: str, has_eight: Seat, choosing: Choosing, executor: Executor, new_toy: NewToy
) -> None:
    async def told() -> None:
        asked = choosing(answer)
        async with run(Table(executor)) as table:
            await table.lay(dealt(new_toy), AT_ONCE, bruno=RANDOM)
            await table.play(ANNA, "offer left 8")
            await table.until(replied)
            assert asked == [["accept right 1", "accept right 5", "accept right 11", "decline right"]]
            await table.idle()
            async with table.sessions.open(table.id) as session:
                assert last(session) == (BRUNO, answer)
                assert session.match.awaited == (ANNA,)
                assert session.match.view()["hands"][session.seats[has_eight]].count(8) == 1

    story(told)


def test_a_person_answers_for_himself(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(dealt(new_toy), AT_ONCE, carla=RANDOM)
        await table.play(ANNA, "offer left 8")
        assert await table.waiting() == []
        await table.play(ANNA, "bid x=1")
        assert await table.waiting() == []

    story(told)


def test_nothing_is_offered_or_answered_for_a_person_whose_time_is_over(new_toy: NewToy) -> None:
    match = dealt(new_toy)
    play(match, "bruno offer right 5")
    assert match.waiting == (ANNA,)
    problem = timeout_answer(match, ANNA)
    assert not isinstance(problem, str)
    assert problem.actions == ["bid x=1", "bid x=2", "bid x=3"]


def test_an_offer_survives_the_process_and_a_bot_that_dies(
    choosing: Choosing, executor: Executor, new_toy: NewToy
) -> None:
    """The offer was acknowledged, then all ended; then a worker dies over it."""

    async def told() -> None:
        asked = choosing("accept")
        ended = Table(executor)
        await ended.lay(dealt(new_toy), AT_ONCE, bruno=RANDOM)
        await ended.play(ANNA, "offer left 8")
        assert await ended.waiting() == [("reply", BRUNO, 2)]
        table = Table(executor, Bots(Failed("killed")))
        table.id = ended.id
        async with run(table):
            await table.until(replied)
            await table.idle()
            assert len(asked) == 1
            async with table.sessions.open(table.id) as session:
                assert last(session) == (BRUNO, "accept right 1")

    story(told)


def test_an_offer_that_outlives_its_question_is_answered(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(dealt(new_toy), Terms(pace=60), bruno=RANDOM)
        await table.play(ANNA, "offer left 8")
        await table.play(ANNA, "bid x=1")
        assert await table.waiting() == [("reply", BRUNO, 3)]

    story(told)


def test_a_bot_answers_two_offers_one_after_the_other(
    choosing: Choosing, executor: Executor, new_toy: NewToy
) -> None:
    async def told() -> None:
        choosing("decline")
        bots = Bots()
        bots.wait = asyncio.Event()
        async with run(Table(executor, bots)) as table:
            await table.lay(dealt(new_toy), AT_ONCE, bruno=RANDOM)
            await table.play(ANNA, "offer left 8")
            await bots.thinking.wait()
            await table.play(CARLA, "offer right 6")  # while the bot thinks about the first
            bots.wait.set()
            await table.until(replied)
            await table.idle()
            async with table.sessions.open(table.id) as session:
                assert [row.seat for row in session.match.rows[-2:]] == [BRUNO, BRUNO]

    story(told)


def test_who_takes_back_a_seat_from_a_bot_answers_alone(executor: Executor, new_toy: NewToy) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(dealt(new_toy), Terms(pace=60), bruno=RANDOM)
        await table.play(ANNA, "offer left 8")
        async with table.sessions.open(table.id) as session:
            person = replace(session.holder(BRUNO), bot=None)
        await executor.run(Store.update_holder, table.id, person)
        assert await table.waiting() == []

    story(told)
