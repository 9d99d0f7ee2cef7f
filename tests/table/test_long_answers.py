"""Long answers are packed aside and made one at a time, so that nobody else waits for many of them."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from garrison.core.show.perspective import Perspective
from garrison.table import app
from garrison.table.http import compression, lesson_info, long_answers
from garrison.table.http.compression import LONG, WORTH_PACKING, CompressionMiddleware
from garrison.table.refusals import TableRefusal


def asked(found: Any, *paths: str, **headers: str) -> list[httpx.Response]:
    """The answers of an application to requests at the same time."""

    async def all_at_once() -> list[httpx.Response]:
        where = httpx.ASGITransport(found, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=where, base_url="http://localhost") as client:
            return await asyncio.gather(*(client.get(path, headers=headers) for path in paths))

    return asyncio.run(all_at_once())


@pytest.mark.parametrize(
    ("size", "aside"), [(WORTH_PACKING - 1, None), (WORTH_PACKING, False), (LONG - 1, False), (LONG, True)]
)
def test_a_long_answer_is_packed_in_a_thread(
    monkeypatch: pytest.MonkeyPatch, size: int, aside: bool | None
) -> None:
    threads = []

    def packed(body: bytes) -> bytes:
        threads.append(threading.current_thread() is not threading.main_thread())
        return gzip.compress(body)

    monkeypatch.setattr(compression, "_pack", packed)
    (answer,) = asked(CompressionMiddleware(PlainTextResponse("x" * size)), "/")
    assert answer.text == "x" * size
    assert threads == ([] if aside is None else [aside])
    assert answer.headers.get("content-encoding") == (None if aside is None else "gzip")
    assert answer.headers.get("vary") == (None if aside is None else "Accept-Encoding")


def test_an_answer_that_is_packed_already_or_must_not_be_stays_as_it_is() -> None:
    body = gzip.compress(b"x" * 99_999)
    packed = CompressionMiddleware(Response(body + b"", headers={"Content-Encoding": "gzip"}))
    assert asked(packed, "/")[0].text == "x" * 99_999
    plain = CompressionMiddleware(PlainTextResponse("x" * LONG))
    (answer,) = asked(plain, "/", **{"Accept-Encoding": "identity"})
    assert (answer.text, answer.headers.get("content-encoding")) == ("x" * LONG, None)


def test_answers_about_whole_matches_are_made_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once, most, lock = 0, 0, threading.Lock()
    log: Callable[..., Any] = Perspective.log

    def slowly(*args: Any) -> Any:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        threading.Event().wait(0.02)
        with lock:
            at_once -= 1
        return log(*args)

    monkeypatch.setattr(Perspective, "log", slowly)
    found = app.make(tmp_path / "table.sqlite")

    async def scenario() -> None:
        where = httpx.ASGITransport(found, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=where, base_url="http://localhost") as client:
            made = [(await client.post("/api/matches", json={"game": "itter"})).json() for _ in range(4)]
            answers = await asyncio.gather(
                *(
                    client.get(
                        f"/api/matches/{each['id']}/{what}",
                        headers={"Authorization": f"Bearer {each['seats'][0]['token']}"},
                    )
                    for each in made
                    for what in ("log", "record")
                )
            )
        assert {answer.status_code for answer in answers} == {200}

    asyncio.run(scenario())
    assert most == 1


def seen_from(found: Any, address: str) -> httpx.AsyncClient:
    """A client of an application at an address."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(found, client=(address, 1)), base_url="http://localhost"
    )


def test_addresses_are_answered_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One address asks for twenty logs, another for one: that one is not the last."""
    log: Callable[..., Any] = Perspective.log
    made = 0

    def counted(*args: Any) -> Any:
        nonlocal made
        made += 1
        threading.Event().wait(0.01)
        return log(*args)

    monkeypatch.setattr(Perspective, "log", counted)
    found = app.make(tmp_path / "table.sqlite")

    async def scenario() -> None:
        async with seen_from(found, "203.0.113.1") as greedy, seen_from(found, "203.0.113.2") as modest:
            match = (await modest.post("/api/matches", json={"game": "itter"})).json()
            path = f"/api/matches/{match['id']}/log"
            token = {"Authorization": f"Bearer {match['seats'][0]['token']}"}
            crowd = [asyncio.create_task(greedy.get(path, headers=token)) for _ in range(20)]
            while not made:
                await asyncio.sleep(0)
            assert (await modest.get(path, headers=token)).status_code == 200
            assert made < 10, "the modest address waited for many answers to the greedy one"
            await asyncio.gather(*crowd)
            monkeypatch.setattr(long_answers, "LONG_ANSWERS", 0)
            assert (await modest.get(path, headers=token)).json()["refused"] == "slow-down"

    asyncio.run(scenario())


def test_a_flood_of_lessons_waits_in_the_line_of_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress: Callable[..., Any] = lesson_info.progress
    made = 0

    def counted(*args: Any) -> Any:
        nonlocal made
        made += 1
        threading.Event().wait(0.01)
        return progress(*args)

    monkeypatch.setattr(lesson_info, "progress", counted)
    found = app.make(tmp_path / "table.sqlite")

    async def scenario() -> None:
        async with seen_from(found, "203.0.113.1") as greedy, seen_from(found, "203.0.113.2") as modest:
            path = "/api/games/itter/lessons/place-and-shoot"
            crowd = [asyncio.create_task(greedy.post(path, json={"answers": ["lee"]})) for _ in range(20)]
            while not made:
                await asyncio.sleep(0)
            answer = await modest.post(path, json={"answers": ["lee"]})
            assert answer.json()["answers"] == ["lee"]
            assert made < 10, "the modest address waited for many answers to the greedy one"
            await asyncio.gather(*crowd)

    asyncio.run(scenario())


def test_no_answer_is_made_for_somebody_who_has_left() -> None:
    async def scenario() -> None:
        heard = [{"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"}]

        async def receive() -> dict[str, Any]:
            return heard.pop(0)

        scope = {"type": "http", "method": "GET", "headers": [], "client": ("203.0.113.1", 1)}
        with pytest.raises(TableRefusal):
            async with long_answers.LongAnswers(proxied=False).turn(Request(scope, receive)):
                pytest.fail("it was made")

    asyncio.run(scenario())
