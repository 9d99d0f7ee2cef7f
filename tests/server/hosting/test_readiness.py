"""/readyz says whether actions can be stored; /healthz only that the server runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from garrison.table import app
from garrison.table.http import readiness
from garrison.table.store.store import Store
from garrison.table.store.transactions import NotKept, NotReached


async def answers(found: object, *paths: str) -> list[tuple[int, dict[str, object]]]:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(found),  # type: ignore[arg-type]
        base_url="http://localhost",
    ) as client:
        given = await asyncio.gather(*(client.get(path) for path in paths))
    return [(answer.status_code, answer.json()) for answer in given]


def test_a_table_that_can_write_is_ready_and_one_write_answers_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes, write = [], Store.prove_writable

    def counted(store: Store) -> None:
        writes.append(1)
        write(store)

    monkeypatch.setattr(Store, "prove_writable", counted)
    given = asyncio.run(answers(app.make(tmp_path / "table.sqlite"), *["/readyz"] * 20))
    assert given == [(200, {"ok": True})] * 20
    assert len(writes) == 1


@pytest.mark.parametrize(("error", "reason"), [(NotKept, "not-kept"), (NotReached, "not-reached")])
def test_a_table_that_cannot_write_is_healthy_but_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception], reason: str
) -> None:
    failing = True
    write = Store.prove_writable

    def fails(store: Store) -> None:
        if failing:
            raise error("disk full")
        write(store)

    monkeypatch.setattr(Store, "prove_writable", fails)
    monkeypatch.setattr(readiness, "READY_SECONDS", 0)
    found = app.make(tmp_path / "table.sqlite")
    (ready, told), (healthy, _) = asyncio.run(answers(found, "/readyz", "/healthz"))
    assert (ready, told["refused"], healthy) == (503, reason, 200)
    failing = False
    assert asyncio.run(answers(found, "/readyz")) == [(200, {"ok": True})]


@pytest.mark.slow
def test_a_database_proves_that_it_can_write(database: str) -> None:
    store = Store(database)
    for _ in range(2):
        store.prove_writable()
    store.close()


pytest_plugins = ["support.table.postgres"]
