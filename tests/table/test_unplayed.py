"""Matches that nobody ever played are let go, so that they keep nobody from starting one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import garrison as package
from garrison.core.limits import (
    HOUSE_MATCHES_AN_HOUR,
    MATCHES_RESERVE,
    UNPLAYED_CROWDED,
    UNPLAYED_INVITED,
    UNPLAYED_INVITED_CROWDED,
    UNPLAYED_SECONDS,
)
from garrison.core.state import SPECTATOR
from garrison.table.refusals import TableRefusal
from garrison.table.session.pool import SessionPool
from garrison.table.socket.outbox import Outbox
from garrison.table.store import store as storing
from garrison.table.store.executor import Executor
from garrison.table.store.models import FRIEND, MINE, WATCH, Plan, SeatHolder
from garrison.table.store.store import Store

pytest_plugins = ["support.table.postgres"]

START = 10**12
WATCHERS = SeatHolder(SPECTATOR, WATCH, "other")


class Days:
    """The store's time, which a test moves."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now

    def later(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    found = Days()
    monkeypatch.setattr(storing, "now", found)
    return found


@pytest.fixture(params=["file", pytest.param("database", marks=pytest.mark.slow)])
def store(request: pytest.FixtureRequest, tmp_path: Path, days: Days) -> Iterator[Store]:  # noqa: ARG001
    there = tmp_path / "table.sqlite" if request.param == "file" else request.getfixturevalue("database")
    found = Store(there)
    yield found
    found.close()


def alone(store: Store, ident: str, played: bool = False) -> None:
    match = package.new("itter", seed=2)
    store.create(
        ident, match, [SeatHolder(0, token="hash", joined=storing.now(), seen=storing.now()), WATCHERS]
    )
    if played:
        match.play("lee")
        store.add_rows(ident, match, ["c1"])


def invited(store: Store, ident: str) -> None:
    game = package.new("itter", seed=2, difficulty="competitive").game
    options = {"edition": "published", "difficulty": "competitive"}
    seats = [SeatHolder(0, MINE, "a", joined=storing.now()), SeatHolder(1, FRIEND, "b"), WATCHERS]
    store.create(ident, Plan(game, options, b"k" * 32), seats)


def test_an_unplayed_match_goes_a_day_after_it_was_last_looked_at(store: Store, days: Days) -> None:
    for ident in ("left", "visited"):
        alone(store, ident)
    alone(store, "played", played=True)
    days.later(UNPLAYED_SECONDS / 2)
    store.record_presence([("visited", 0)], days.now)
    days.later(UNPLAYED_SECONDS / 2 - 1)
    assert store.let_go_unplayed() == []
    days.later(2)
    assert store.let_go_unplayed() == ["left"]
    assert sorted(store.ids()) == ["played", "visited"]
    days.later(UNPLAYED_SECONDS)
    assert store.let_go_unplayed() == ["visited"]
    days.later(100 * UNPLAYED_SECONDS)
    assert store.let_go_unplayed() == []


def test_a_match_with_friends_waits_longer_than_any_clock(store: Store, days: Days) -> None:
    invited(store, "waiting")
    days.later(UNPLAYED_INVITED - 1)
    assert store.let_go_unplayed() == []
    days.later(2)
    assert store.let_go_unplayed() == ["waiting"]


def test_where_room_is_short_unplayed_matches_go_sooner(
    store: Store, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "MATCHES", 6)
    monkeypatch.setattr(storing, "MATCHES_RESERVE", 2)
    alone(store, "played", played=True)
    invited(store, "waiting")
    alone(store, "early")
    days.later(UNPLAYED_CROWDED / 2)
    for ident in ("a", "b", "c"):
        alone(store, ident)
    with pytest.raises(TableRefusal, match="limit is 6"):
        alone(store, "d")
    days.later(UNPLAYED_CROWDED / 2 + 1)
    alone(store, "d")
    assert sorted(store.ids()) == ["a", "b", "c", "d", "played", "waiting"]
    days.later(UNPLAYED_INVITED_CROWDED)
    alone(store, "e")
    assert sorted(store.ids()) == ["e", "played"]


def test_matches_nobody_plays_never_take_the_last_place() -> None:
    """All that one process lets begin before the first of them go fit into the reserve."""
    assert HOUSE_MATCHES_AN_HOUR * (1 + UNPLAYED_CROWDED / 3600) <= MATCHES_RESERVE


def test_who_is_connected_to_a_match_that_is_let_go_is_told(
    tmp_path: Path, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "MATCHES_RESERVE", storing.MATCHES)
    executor = Executor(tmp_path / "table.sqlite")
    sessions = SessionPool(executor)
    holders = {0: SeatHolder(0, token="hash", joined=1), SPECTATOR: WATCHERS}

    async def new() -> str:
        return await sessions.create(package.new("itter", seed=2), holders)

    async def scenario() -> None:
        ident, outbox = await new(), Outbox(SPECTATOR, "en")
        async with sessions.open(ident) as session:
            session.outboxes.add(outbox)
        days.later(UNPLAYED_CROWDED + 1)
        await new()
        while not outbox.ended:
            await asyncio.sleep(0)
        await sessions.end()

    asyncio.run(asyncio.wait_for(scenario(), 60))
    executor.close()
