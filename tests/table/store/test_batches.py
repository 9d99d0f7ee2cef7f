"""The one thread of a file writes together what waits for it; a failure is told to those it concerns."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import event

import garrison as package
from garrison.table.refusals import NOT_KEPT, TableRefusal
from garrison.table.store.executor import Executor
from garrison.table.store.models import SEATS, Entry
from garrison.table.store.serialization import MatchData
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict, NotKept
from support.table.stored_matches import HOLDERS, begun, loaded


def at_once(executor: Executor, *tasks: Callable[[Store], object]) -> list[object]:
    """Have all wait while the thread is busy; gives what each returned or raised."""
    begun, busy = threading.Event(), threading.Event()

    def work(_: Store) -> None:
        begun.set()
        busy.wait(60)

    async def run() -> list[object]:
        first = asyncio.create_task(executor.run(work))
        await asyncio.to_thread(begun.wait, 60)
        waiting = [asyncio.create_task(executor.run(task)) for task in tasks]
        await asyncio.sleep(0)
        busy.set()
        await first
        return await asyncio.gather(*waiting, return_exceptions=True)

    return asyncio.run(run())


def commits(store: Store) -> list[int]:
    """Counts how often something is put on disk from now on."""
    count = [0]

    def noted(_: object) -> None:
        count[0] += 1

    event.listen(store.transactions.engine, "commit", noted)
    return count


def test_what_waits_is_written_together(executor: Executor, path: Path) -> None:
    matches = {f"m{n}": package.new("itter", seed=n) for n in range(20)}
    for ident, match in matches.items():
        executor.store.create(ident, match, HOLDERS)
        match.play(match.legal()[0])
    count = commits(executor.store)
    other = sqlite3.connect(path)
    results = at_once(
        executor,
        *(
            lambda store, ident=ident, match=match: store.add_rows(ident, match, ["c"])
            for ident, match in matches.items()
        ),
    )
    assert all(isinstance(result, list) for result in results)
    assert other.execute("select count(*) from rows where row = 1").fetchone() == (20,)
    assert count[0] <= 2, "one for the task that kept the thread busy"
    other.close()


def test_one_that_fails_undoes_nothing_of_the_others(executor: Executor) -> None:
    store = executor.store
    match = begun(store)
    match.play("lee")
    said = Entry(SEATS, 0, "Anna", "hello", 5)

    def half(store: Store) -> None:
        with store.transactions.writing() as connection:
            connection.exec_driver_sql("update chairs set name = 'half'")
            raise ValueError("in the middle")

    results = at_once(
        executor,
        lambda store: store.add_chat("m", said),
        lambda store: store.add_rows("m", match, ["first"]),
        lambda store: store.add_rows("m", match, ["second"]),
        half,
        lambda store: store.add_chat("gone", said),
        lambda store: store.read("m"),
        lambda store: store.add_chat("m", said),
    )
    assert [type(result) for result in results] == [
        Entry,
        list,
        Conflict,
        ValueError,
        TableRefusal,
        MatchData,
        Entry,
    ]
    assert loaded(store, "m").clients == {1: "first"}
    assert [entry.n for entry in store.chat_after("m")] == [1, 2]
    assert {holder.name for holder in loaded(store, "m").holders.values()} == {""}


def test_what_could_not_be_written_together_is_written_alone(executor: Executor) -> None:
    store = executor.store
    begun(store)
    said = Entry(SEATS, 0, "Anna", "hello", 5)

    def disk_full(store: Store) -> None:
        """SQLite takes back all of a transaction then, not only the part."""
        with store.transactions.writing() as connection:
            connection.exec_driver_sql("rollback")
            raise NotKept("the disk is full")

    results = at_once(
        executor, lambda store: store.add_chat("m", said), disk_full, lambda store: store.add_chat("m", said)
    )
    assert [getattr(result, "n", None) for result in results] == [1, None, 2]
    assert isinstance(results[1], TableRefusal)
    assert [entry.n for entry in store.chat_after("m")] == [1, 2]


def test_a_commit_that_fails_is_told_to_all_it_concerns(executor: Executor) -> None:
    store = executor.store
    begun(store)
    with store.transactions.writing() as connection:
        connection.exec_driver_sql("PRAGMA query_only=1")
    said = Entry(SEATS, 0, "Anna", "hello", 5)
    results = at_once(executor, *[lambda store: store.add_chat("m", said)] * 3)
    assert [getattr(result, "reason", None) for result in results] == [NOT_KEPT] * 3


def test_who_no_longer_waits_keeps_nobody_from_being_told(executor: Executor) -> None:
    begun(executor.store)
    said = Entry(SEATS, 0, "Anna", "hello", 5)

    async def run() -> None:
        gone = asyncio.create_task(executor.run(Store.add_chat, "m", said))
        await asyncio.sleep(0)
        gone.cancel()
        assert (await executor.run(Store.add_chat, "m", said)).n == 2
        assert gone.cancelled()

    asyncio.run(run())


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_who_went_away_before_the_answer_stops_nobody_elses_writing(executor: Executor) -> None:
    begun(executor.store)
    busy = threading.Event()
    said = Entry(SEATS, 0, "Anna", "hello", 5)

    async def leave() -> None:
        asking = asyncio.create_task(executor.run(lambda _: busy.wait(60)))
        last = asyncio.create_task(executor.run(lambda store: store.add_chat("m", said)))
        await asyncio.sleep(0.05)
        asking.cancel()
        last.cancel()

    asyncio.run(leave())
    busy.set()
    spoken = asyncio.run(asyncio.wait_for(executor.run(lambda store: store.add_chat("m", said)), 60))
    assert spoken.n == 2, "what was asked for is done all the same"
