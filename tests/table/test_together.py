"""Several actions of one message in memory and in the store: once, whole, and not for sealed answers."""

# ruff: noqa: ARG005

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import OTHER_QUESTION, Illegal, Refused
from garrison.core.game import AnyGame
from garrison.core.match import Match
from garrison.core.state import Dice, Seat, Tell
from garrison.table.refusals import FULL, USED, TableRefusal
from garrison.table.session import replay_cost
from garrison.table.session.play import Play
from garrison.table.session.session import Session
from garrison.table.store.executor import Executor
from garrison.table.store.models import Terms
from garrison.table.store.store import Store
from garrison.table.store.transactions import NotKept
from support.fixtures import NewToy, Register
from support.games import toy_market as toy
from support.games.moves import play
from support.games.toy import vary
from support.games.toy_market import MARKET, Market
from support.table.job_table import Table, story

pytest_plugins = ["support.table.postgres"]

ANNA, BRUNO = 0, 1
NOW = Terms()
LATER = Terms(least=600)
STAYING = ("stay 1", "stay 3", "march")
ALL_STAY = ("stay 1", "stay 2", "stay 3", "stay 4", "march")


def mustering(game: AnyGame = MARKET) -> Match:
    match = Match(game, {}, KeyedDice(seed_key(1)))
    play(match, "anna close")
    return match


async def do(
    table: Table, *actions: str, client: str = "c", seat: Seat = ANNA, ask: int | None = None
) -> Any:
    *before, last = actions
    async with table.sessions.open(table.id) as session:
        asked = session.match.asked() if ask is None else ask
        return await Play(session, table.executor).answer(seat, last, asked, client, before=before)


async def rows(table: Table) -> list[str]:
    """The rows after the first two, in memory; they are the same in the store."""
    async with table.sessions.open(table.id) as session:
        match = session.match
        found = [match.write(row.action) if row.seat >= 0 else "undo" for row in match.rows]
        assert len(session.stored.times) == len(found) == len(await table.written())
        return found[2:]


async def forget(table: Table) -> None:
    """The match is loaded again from the store when it is needed next."""
    async with table.sessions.open(table.id) as session:
        session.drop()


async def refused(table: Table, *actions: str, client: str = "c") -> str:
    with pytest.raises((Refused, TableRefusal)) as caught:
        await do(table, *actions, client=client)
    error = caught.value
    return error.reason if isinstance(error, TableRefusal) else error.rule


@pytest.mark.parametrize("again", [False, True], ids=["in memory", "loaded again"])
@pytest.mark.parametrize("actions", [STAYING, ALL_STAY], ids=["some", "all"])
def test_a_list_that_comes_again_is_played_once(
    executor: Executor, register: Register, actions: tuple[str, ...], again: bool
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(mustering(register(MARKET)), NOW)
        first = await do(table, *actions, ask=2)
        played = await rows(table)
        assert played == [*actions[:-1]] + ["march"] * (actions is STAYING)
        if again:
            await forget(table)
        assert await do(table, *actions, ask=2) == first
        assert await rows(table) == played
        await do(table, "gate", client="d")
        if again:
            await forget(table)
        assert await do(table, *actions, ask=2) == first
        assert await rows(table) == [*played, "gate"]

    story(told)


@pytest.mark.parametrize(
    "other",
    [
        ("march",),
        ("stay 3",),
        ("stay 1", "march"),
        ("stay 3", "march"),
        ("stay 3", "stay 1", "march"),
        ("stay 1", "stay 3"),
        ("stay 1", "stay 3", "stay 4", "march"),
        ("stay 1", "stay 4", "march"),
        ("nonsense", "stay 3", "march"),
        ("gate",),
    ],
)
def test_another_list_under_its_id_is_refused(
    executor: Executor, register: Register, other: tuple[str, ...]
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(mustering(register(MARKET)), NOW)
        await do(table, *STAYING)
        assert await refused(table, *other) == USED
        assert await rows(table) == [*STAYING]

    story(told)


@pytest.mark.parametrize(("first", "other"), [(("stay 1", "stay 2"), 1), (("march",), 0), (ALL_STAY, 4)])
def test_nor_is_a_longer_or_shorter_one_the_same(
    executor: Executor, register: Register, first: tuple[str, ...], other: int
) -> None:
    """Even where the last action of a list may have been left out."""

    async def told() -> None:
        table = Table(executor)
        await table.lay(mustering(register(MARKET)), NOW)
        await do(table, *first)
        played = await rows(table)
        wrong = first[:other] if other > 1 else (*first, "march") if other else ("stay 1", *first)
        if first is ALL_STAY:
            wrong = (*ALL_STAY[:3], "march")
        assert await refused(table, *wrong) == USED
        assert await rows(table) == played

    story(told)


def test_an_action_may_be_written_in_another_way_when_it_is_repeated(
    executor: Executor, register: Register
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(mustering(register(MARKET)), NOW)
        first = await do(table, "STAY  1", " stay 2", "March")
        assert await do(table, "stay 1", "stay 2", "march") == first
        assert await rows(table) == ["stay 1", "stay 2", "march"]

    story(told)


def test_what_cannot_be_written_was_not_played(
    executor: Executor, register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(mustering(register(MARKET)), NOW)

        def full(*_: object, **__: object) -> int:
            raise NotKept("database or disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(Store, "add_rows", full)
            with pytest.raises(TableRefusal):
                await do(table, *STAYING)
        assert await rows(table) == []
        await do(table, *STAYING)
        assert await rows(table) == [*STAYING]

    story(told)


def test_what_is_refused_in_the_middle_leaves_the_session_as_it_was(
    executor: Executor, register: Register
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(mustering(register(MARKET)), NOW)
        async with table.sessions.open(table.id) as session:
            before = session.match.record(), session.perspective(ANNA).count, session.stored.times[:]
        for wrong in (("stay 1", "stay 1", "march"), ("stay 1", "gate"), ("stay 1", "what")):
            await refused(table, *wrong, client="wrong")
        async with table.sessions.open(table.id) as session:
            assert before == (session.match.record(), session.perspective(ANNA).count, session.stored.times)
            assert session.row_of(ANNA, "wrong") is session.row_of(ANNA, "part 0 wrong") is None
        await do(table, *STAYING, client="wrong")  # nothing stands for that id
        assert await rows(table) == [*STAYING]

    story(told)


def test_a_list_needs_room_for_all_its_rows(
    executor: Executor, register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(mustering(register(MARKET)), NOW)
        monkeypatch.setattr(replay_cost, "MATCH_ROWS", 4)
        assert await refused(table, *STAYING) == FULL
        # Whether there is room tells how many rows there are, those that nobody else sees included.
        assert await refused(table, "stay 1", "stay 1", "march") == "NM-3"
        assert await rows(table) == []
        await do(table, "stay 1", "march")
        assert len(await rows(table)) == 2

    story(told)


def test_a_change_of_mind_keeps_the_others_and_is_made_once(executor: Executor, register: Register) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(mustering(register(MARKET)), NOW)
        for n in (1, 2, 4):
            await do(table, f"stay {n}", client=f"c{n}")
        async with table.sessions.open(table.id) as session:
            ask = session.match.asked()
            first = await Play(session, executor).change_mind(ANNA, "porter-anna-1", ask, "mind")
        assert await rows(table) == ["stay 1", "stay 2", "stay 4", "undo", "stay 2", "stay 4"]
        for again in (False, True):
            if again:
                await forget(table)
            async with table.sessions.open(table.id) as session:
                assert session.match.view()["stay"] == [2, 4]
                assert await Play(session, executor).change_mind(ANNA, "porter-anna-1", ask, "mind") == first
        assert len(await rows(table)) == 6

    story(told)


def test_a_change_of_mind_that_cannot_be_written_has_not_happened(
    executor: Executor, register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told() -> None:
        table = Table(executor)
        await table.lay(mustering(register(MARKET)), NOW)
        await do(table, "stay 1", "stay 2")

        def full(*_: object, **__: object) -> int:
            raise NotKept("database or disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(Store, "add_rows", full)
            async with table.sessions.open(table.id) as session:
                with pytest.raises(TableRefusal):
                    await Play(session, executor).change_mind(
                        ANNA, "porter-anna-1", session.match.asked(), "mind"
                    )
        assert await rows(table) == ["stay 1", "stay 2"]
        async with table.sessions.open(table.id) as session:
            assert session.match.view()["stay"] == [1, 2]

    story(told)


# While answers are sealed


def closed_unseen() -> AnyGame:
    """A market that is closed in a window, so that baskets are sent while the answer is sealed."""

    def answer(s: Market, pairs: list[tuple[Seat, int]], dice: Dice, tell: Tell) -> None:
        for seat, action in pairs:
            toy.market(s, seat, action, dice, tell)

    question = replace(
        MARKET.play.questions["market"],
        answer=answer,
        legal=lambda s, seat: [toy.CLOSE, toy.MARCH],
        judge=lambda s, seat, action: None if action in (toy.CLOSE, toy.MARCH) else OTHER_QUESTION,
        window=True,
        silence=toy.CLOSE,
    )
    return vary(
        MARKET,
        kind=replace(MARKET.kind, windows=True),
        questions={**MARKET.play.questions, "market": question},
    )


def test_a_list_is_no_sealed_answer_but_an_offer_can_be_sent_beside_one(
    executor: Executor, register: Register
) -> None:
    async def told() -> None:
        table = Table(executor)
        match = Match(register(closed_unseen()), {}, KeyedDice(seed_key(1)))
        await table.lay(match, LATER)
        first, second, *_ = match.view()["goods"]["anna"]
        drafts = ("basket left", f"put {first}")
        for wrong in (("close", "close"), (*drafts, "close")):
            assert await refused(table, *wrong) == OTHER_QUESTION
        frame, sealed = await do(table, "close", client="seal")
        assert sealed
        assert await refused(table, *drafts, f"put {first}", "send", client="c1") == "NM-2"
        async with table.sessions.open(table.id) as session:
            assert (len(session.match.rows), [*session.sealed]) == (1, [ANNA])
        assert await do(table, *drafts, f"put {second}", "send", client="c2") == (frame + 4, False)
        async with table.sessions.open(table.id) as session:
            assert (len(session.match.rows), [*session.sealed]) == (5, [ANNA])
            assert session.match.waiting == (BRUNO,)
        assert await do(table, "close", client="seal") == (frame + 4, True)

    story(told)


def test_an_offer_of_what_is_sealed_is_refused_alone_and_in_a_list(
    executor: Executor, new_toy: NewToy
) -> None:
    async def told() -> None:
        table = Table(executor)
        match = new_toy(seed=4)
        await table.lay(match, LATER)
        card, other, *_ = match.view()["hands"]["anna"]
        await do(table, f"commit {card}", client="seal")
        assert await refused(table, f"offer left {card}") == "NW-2.2"
        assert await refused(table, f"offer left {other}", f"offer right {other}") == OTHER_QUESTION
        with pytest.raises(Illegal):
            await do(table, f"offer left {card}", f"offer right {other}")
        async with table.sessions.open(table.id) as session:
            assert len(session.match.rows) == 1
        await do(table, f"offer left {other}", client="offer")

    story(told)


def test_who_has_sealed_an_answer_has_decided_and_reads_no_summary(
    executor: Executor, register: Register
) -> None:
    async def told() -> None:
        table = Table(executor)
        match = Match(register(closed_unseen()), {}, KeyedDice(seed_key(1)))
        play(match, "anna close", "anna stay 1", "anna march", "anna post 1", "anna gate")
        await table.lay(match, LATER)

        def summed(session: Session) -> Any:
            return session._newest_frame(BRUNO, "en", 0, returns=True)["summary"]

        async with table.sessions.open(table.id) as session:
            assert summed(session) is not None
        await do(table, "close", seat=BRUNO)
        async with table.sessions.open(table.id) as session:
            assert summed(session) is None

    story(told)
