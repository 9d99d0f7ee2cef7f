"""Matches in memory: when a row cannot be written, when there are too many, when nobody reads."""

from __future__ import annotations

import asyncio
import json
import string
import tomllib
from collections.abc import Awaitable, Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import garrison as package
from garrison.core.words import LANGS
from garrison.table import rooms as rooming
from garrison.table import workers as working
from garrison.table.refusing import STATUS, No
from garrison.table.rooms import Keeper, Link, Rooms
from garrison.table.store import NotKept, Store
from garrison.table.workers import Failed, TooSlow, Workers


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    found = Keeper(tmp_path / "table.sqlite")
    yield found
    found.close()


def heard(link: Link) -> list[dict[str, object]]:
    """What is waiting to be sent to a connection."""
    found = []
    while not link.outbox.empty():
        message = link.outbox.get_nowait()
        found.append({} if message is None else json.loads(message))
    return found


def run(task: Callable[[], Awaitable[None]]) -> None:
    async def awaited() -> None:
        await task()

    asyncio.run(awaited())


def test_a_row_that_cannot_be_written_was_not_played(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        rooms = Rooms(keeper)
        ident, _ = await rooms.create(package.new("itter", seed=1))
        link = Link(0, "en")
        async with rooms.open(ident) as room:
            room.welcome(link, 0)
        heard(link)

        def full(*_: object) -> int:
            raise NotKept("database or disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(Store, "add", full)
            with pytest.raises(No) as caught:
                async with rooms.open(ident) as room:
                    await room.play(keeper, 0, "lee", 1, "c1")
        assert caught.value.reason == "not-kept"
        assert heard(link) == []
        async with rooms.open(ident) as room:
            assert len(room.match.rows) == 1
            assert await room.play(keeper, 0, "lee", 1, "c1") == 2
        (told,) = heard(link)
        assert told["frame"]["n"] == 2  # type: ignore[index]

    run(story)


def test_what_goes_wrong_in_the_rules_leaves_the_match_as_it_was(keeper: Keeper) -> None:
    async def story() -> None:
        rooms = Rooms(keeper)
        ident, _ = await rooms.create(package.new("itter", seed=1))
        async with rooms.open(ident) as room:
            match = room.match

            def trip() -> None:
                match.state.agenda.clear()
                raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await room.act(keeper, 0, "c1", trip)
        async with rooms.open(ident) as room:
            assert room.match is not match
            assert room.match.state == package.new("itter", seed=1).state

    run(story)


def test_matches_nobody_watches_make_room_for_others(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooming, "ROOMS", 2)

    async def story() -> None:
        rooms = Rooms(keeper)
        made = [(await rooms.create(package.new("itter", seed=each)))[0] for each in range(4)]
        async with rooms.open(made[0]) as watched:
            watched.welcome(Link(0, "en"), 0)
        for ident in made[1:]:
            async with rooms.open(ident):
                pass
        assert list(rooms._rooms) == [made[0], made[3]]
        async with rooms.open(made[0]) as again:
            assert again is watched
        with pytest.raises(No):
            async with rooms.open("nowhere"):
                pass
        assert "nowhere" not in rooms._rooms

    run(story)


def test_who_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooming, "WAITING_MESSAGES", 3)

    async def story() -> None:
        link = Link(0, "en")
        for _ in range(10):
            link.send(b"{}")
        assert heard(link) == [{}, {}, {}, {}]
        link.end()
        assert link.outbox.get_nowait() is None

    run(story)


def test_a_frame_is_made_once_for_all_who_read_it(keeper: Keeper) -> None:
    async def story() -> None:
        rooms = Rooms(keeper)
        ident, _ = await rooms.create(package.new("itter", seed=1))
        async with rooms.open(ident) as room:
            assert room.frame(0, "en") is room.frame(0, "en")
            assert room.frame(0, "en") != room.frame(0, "it")
            before = room.frame(0, "en")
            await room.play(keeper, 0, "lee", 1, "c1")
            assert room.frame(0, "en") != before

    run(story)


def test_two_who_act_at_once_are_taken_one_after_the_other(keeper: Keeper) -> None:
    async def story() -> None:
        rooms = Rooms(keeper)
        ident, _ = await rooms.create(package.new("itter", seed=1))

        async def act(client: str) -> str:
            try:
                async with rooms.open(ident) as room:
                    return str(await room.play(keeper, 0, "lee", 1, client))
            except No as error:
                return error.reason

        assert sorted(await asyncio.gather(*(act(f"c{each}") for each in range(5)))) == ["2"] + ["stale"] * 4

    run(story)


# Workers


def test_a_worker_that_takes_too_long_is_ended_and_another_serves() -> None:
    match = package.new("itter", seed=1)
    task = ("itter", match.options, match.view(0), 0, "en")

    async def story() -> None:
        workers = Workers(1)
        with pytest.raises(TooSlow):
            await workers.run("advise", *task, 5.0, seconds=0.1)
        assert await workers.run("advise", *task, 0.01, seconds=20)
        with pytest.raises(Failed, match="KeyError"):
            await workers.run("none", seconds=20)
        workers.close()

    run(story)


def test_a_hint_needs_nothing_but_the_view_and_says_the_same_as_at_the_terminal() -> None:
    match = package.new("itter", seed=1)
    ideas = working.advise("itter", match.options, match.view(0), 0, "it", 0.0)
    assert [set(idea) for idea in ideas] == [{"do", "say", "reason", "chance"}] * len(ideas)
    assert ideas[0]["do"] in [match.write(action) for action in match.legal()]


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
