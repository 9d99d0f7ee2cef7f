"""Ending a match at the table before its time: resigning, alone or by consent of a team, and draws."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator

import pytest

from garrison.client import Chair, Table
from garrison.core import record
from garrison.core.errors import Refused
from garrison.core.game import AnyGame
from garrison.table.messages import parse_message
from garrison.table.refusals import TableRefusal
from garrison.table.session import seat_access
from garrison.table.session.lobby import Lobby
from garrison.table.session.play import Play
from garrison.table.session.pool import SessionPool
from garrison.table.session.table_view import table as table_of
from garrison.table.store.executor import Executor
from garrison.table.store.models import Plan
from support.fixtures import Register
from support.games.toy import TOY, vary
from support.table.chairs import notes, refused, until
from support.table.server import Forked, Wire, forked

ANNA, BRUNO, CARLA = 0, 1, 2
TWO = {"attacker": "me", "defender": "friend"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with forked(tmp_path_factory.mktemp("ending") / "home") as running:
        yield running


@pytest.fixture
def table(server: Forked) -> Table:
    return Table(server.url)


def two(table: Table, game: str, seats: dict[str, str], **options: str) -> tuple[Chair, Chair]:
    first = table.gather(game, seats, {"name": "Anna"}, **options)
    assert not first.table_now["begun"]
    second = table.take(first.match, first.seats[1]["token"], "Bert")
    assert second.frame["n"] == first.frame["n"] == 1
    return first, second


def test_a_player_resigns_and_everybody_is_told(table: Table) -> None:
    anna, bert = two(table, "siege", TWO)
    assert (anna.about()["teams"], anna.about()["may_draw"]) == ([["attacker"], ["defender"]], False)
    bert.resign()
    until(anna, lambda: anna.frame["result"] is not None)
    for chair in (anna, bert):
        assert (chair.frame["result"]["won"], chair.frame["result"]["how"]) == (["attacker"], "resigned")
        assert [step["say"] for step in chair.frame["steps"]] == ["Defender resigned."]
        assert chair.choices == []
    until(anna, lambda: "resigned" in notes(anna))
    assert refused(anna.resign) == "game-over"
    assert refused(anna.offer_draw) == "game-over"
    text = anna.record()
    assert " resign defender\nend won=attacker " in text
    assert record.verify(record.parse(text)).ok


def test_a_message_that_comes_twice_resigns_once(table: Table, server: Forked) -> None:
    alone = table.new("itter")
    with Wire(server.url).talk(alone.match) as talking:
        talking.say({"hello": {"token": alone.token, "have": 1}})
        talking.hear()
        replies = [talking.ask({"end": "resign", "id": "c1"}) for _ in range(2)]
    assert replies == [{"done": "c1", "n": 2}] * 2
    with table.join(alone.match, alone.token) as later:
        until(later, lambda: "resigned" in notes(later))
        assert notes(later).count("resigned") == 1
    until(alone, lambda: alone.frame["n"] == 2)
    report = alone.get("/report")
    assert (report["won"], report["title"], report["text"]) == (False, "Defeat", "Defender resigned.")


def test_refusals_are_told_in_the_reader_s_language(server: Forked) -> None:
    alone = Table(server.url, lang="it").new("itter")
    with pytest.raises(Refused, match="non si può concordare la patta") as caught:
        alone.offer_draw()
    assert caught.value.rule == "draw-unknown"
    with pytest.raises(Refused, match="nulla da annullare"):
        alone.propose(1)


def test_all_agree_on_a_draw_or_one_declines(table: Table) -> None:
    anna, bert = two(table, "itter", {"defender": "me", "ss": "friend"}, difficulty="competitive")
    assert anna.about()["may_draw"] is True
    number = anna.offer_draw()
    until(bert, lambda: bert.table_now["proposal"] is not None)
    assert bert.table_now["proposal"] == {
        "proposal": number,
        "what": "draw",
        "by": "defender",
        "n": None,
        "agreed": ["defender"],
        "waits": ["ss"],
    }
    assert anna.offer_draw() == number
    bert.agree(False)
    until(anna, lambda: notes(anna)[-1:] == ["declined-draw"])
    until(anna, lambda: anna.table_now["proposal"] is None)
    bert.offer_draw()
    until(anna, lambda: anna.table_now["proposal"] is not None)
    anna.agree()
    until(bert, lambda: bert.frame["result"] is not None)
    assert (bert.frame["result"]["won"], bert.frame["result"]["how"]) == ([], "agreed")
    until(bert, lambda: notes(bert)[-1] == "drawn")


def test_bots_agree_to_no_draw(table: Table) -> None:
    alone = table.gather("itter", {"defender": "me", "ss": "bot:random"}, difficulty="competitive")
    until(alone, lambda: alone.table_now["begun"])
    assert refused(alone.offer_draw) == "no-draw"
    alone.resign()
    assert alone.frame["result"]["how"] == "resigned"


def test_spectators_cannot_end_a_match_and_a_bot_s_seat_cannot_either(table: Table) -> None:
    anna, bert = two(table, "siege", TWO)
    watching = table.join(anna.match, anna.watch)
    assert refused(watching.resign) == "watching"
    bert.bot("random")
    assert refused(bert.resign) == "bot-plays"


# Sides of several


@pytest.fixture
def shared(register: Register) -> AnyGame:
    """Anna and Carla are a team."""
    return register(vary(TOY, teams=lambda _: ((ANNA, CARLA), (BRUNO,)), draws=True))


def story(executor: Executor, game: AnyGame, told: Callable[[SessionPool, str], Awaitable[None]]) -> None:
    """A match of three people at one device, which has begun."""

    async def whole() -> None:
        sessions, options = SessionPool(executor), {"edition": "plain"}
        wanted = dict.fromkeys(game.seats(options), "me")
        holders, _ = seat_access.requested_seats(game, game.seats(options), wanted, "")
        ident = await sessions.create(Plan(game, options, os.urandom(32)), holders)
        async with sessions.open(ident) as session:
            await Lobby(session, executor).join(ANNA)
        await told(sessions, ident)

    asyncio.run(whole())


async def said_no(deed: Awaitable[object]) -> str:
    with pytest.raises(TableRefusal) as caught:
        await deed
    return caught.value.reason


def test_a_team_of_several_resigns_when_all_of_it_agree(executor: Executor, shared: AnyGame) -> None:
    async def told(sessions: SessionPool, ident: str) -> None:
        async with sessions.open(ident) as session:
            lobby = Lobby(session, executor)
            asked = await lobby.end(CARLA, "resign", "c1")
            assert not session.match.over
            shown = table_of(session, BRUNO, "en", 0)["proposal"]
            assert (shown["what"], shown["agreed"], shown["waits"]) == ("resign", ["carla"], ["anna"])
            assert await said_no(lobby.agree(BRUNO, asked["proposal"], yes=True)) == "other-team"
            assert await said_no(lobby.agree(BRUNO, asked["proposal"], yes=False)) == "other-team"
            session.drop()
        async with sessions.open(ident) as session:  # as after a kill
            await Lobby(session, executor).agree(ANNA, asked["proposal"], yes=True)
            assert session.match.rows[-1].consent == (ANNA, CARLA)
            assert session.match.result is not None
            assert session.match.result.won == (BRUNO,)
            assert session.proposal is None
            session.drop()
        async with sessions.open(ident) as session:
            assert session.match.over

    story(executor, shared, told)


def test_a_bot_on_one_s_own_team_agrees_to_resign_but_none_to_a_draw(
    executor: Executor, shared: AnyGame
) -> None:
    async def told(sessions: SessionPool, ident: str) -> None:
        async with sessions.open(ident) as session:
            lobby = Lobby(session, executor)
            offered = await lobby.end(ANNA, "draw", "c1")
            await lobby.agree(BRUNO, offered["proposal"], yes=True)
            await lobby.seat_bot(ANNA, CARLA, "random")
            assert not session.match.over, "a bot called in after the offer must not accept it"
            await lobby.agree(ANNA, offered["proposal"], yes=False)
            await lobby.end(ANNA, "resign", "c2")
            assert session.match.over

    story(executor, shared, told)


def test_an_id_of_somebody_s_own_choosing_stands_for_no_consent(executor: Executor, shared: AnyGame) -> None:
    async def told(sessions: SessionPool, ident: str) -> None:
        async with sessions.open(ident) as session:
            lobby = Lobby(session, executor)
            asked = await lobby.end(ANNA, "resign", "c1")
            await Play(session, executor).answer(
                ANNA, "hold", session.match.asked(), f"agreed-{asked['proposal']}"
            )
            await lobby.agree(CARLA, asked["proposal"], yes=True)
            assert session.match.over

    story(executor, shared, told)
    with pytest.raises(TableRefusal):  # the table's own ids are none that a client may have
        parse_message('{"undo": null, "id": "agreed 1"}')
