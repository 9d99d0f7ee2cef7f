"""Illustrations are drawn once, and nobody else waits for that."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from garrison.core import registry
from garrison.core.game import Illustration
from garrison.core.show import illustration
from garrison.table import app
from garrison.table.http import boards, game_info, illustrations
from support.games.toy import TOY

UNKNOWN = "0" * 32


def test_an_illustration_that_a_game_makes_each_time_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def cover(lang: str) -> Illustration:
        return Illustration(f"The table in {lang}")

    drawn: list[str] = []

    def svg(_game: Any, found: Illustration, theme: str, _lang: str) -> str:
        drawn.append(f"{found.caption}, {theme}")
        return drawn[-1]

    game = replace(TOY, book=replace(TOY.book, cover=cover))
    monkeypatch.setattr(registry, "games", lambda: {game.id: game})
    monkeypatch.setattr(illustration, "svg", svg)
    names = illustrations.described(game, cover("en"), "en")
    assert illustrations.find(names["dark"]) == b"The table in en, dark"
    assert len(drawn) == 2
    for _ in range(3):
        assert illustrations.find(UNKNOWN) is None
        assert illustrations.find(names["dark"]) == b"The table in en, dark"
    assert len(drawn) == 2


def test_an_illustration_is_found_without_drawing_others(monkeypatch: pytest.MonkeyPatch) -> None:
    itter = registry.find("itter")
    last = itter.book.illustrations("playtest", "it")[-1]
    name = illustrations.described(itter, last, "it")["light"]
    drawn: list[Illustration] = []
    true = illustration.svg

    def svg(game: Any, found: Illustration, theme: str, lang: str) -> str:
        drawn.append(found)
        return true(game, found, theme, lang)

    monkeypatch.setattr(illustration, "svg", svg)
    illustrations._svg.cache_clear()
    assert illustrations.find(name) is not None
    assert [each.caption for each in drawn] == [last.caption]


@pytest.mark.parametrize(
    ("path", "module", "maker", "status"),
    [
        (f"/api/pictures/{UNKNOWN}", illustrations, "find", 404),
        (f"/api/boards/{UNKNOWN}", boards, "find", 404),
        ("/api/games", game_info, "games", 200),
        ("/api/games/itter/rules", game_info, "rules", 200),
    ],
)
def test_pictures_are_drawn_in_one_thread_at_a_time_while_others_are_answered(
    path: str, module: ModuleType, maker: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, answered = threading.Event(), threading.Event()
    at_once = threading.Lock()

    def make(*_: object) -> None:
        assert at_once.acquire(blocking=False)
        assert threading.current_thread() is not threading.main_thread()
        begun.set()
        assert answered.wait(30)
        at_once.release()

    monkeypatch.setattr(module, maker, make)
    found = app.make(tmp_path / "table.sqlite")

    async def scenario() -> None:
        where = httpx.ASGITransport(found, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=where, base_url="http://localhost") as client:
            waiting = [asyncio.create_task(client.get(path)) for _ in range(3)]
            assert await asyncio.to_thread(begun.wait, 30)
            assert (await client.get("/healthz")).status_code == 200
            answered.set()
            assert [each.status_code for each in await asyncio.gather(*waiting)] == [status] * 3

    asyncio.run(scenario())
