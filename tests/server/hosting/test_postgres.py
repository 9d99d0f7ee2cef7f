"""Several processes on one PostgreSQL: one writes first, the others are notified; faults are reported."""

from __future__ import annotations

import asyncio
import logging
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from sqlalchemy import event

import garrison as package
from garrison.core.match import Match
from garrison.core.state import SPECTATOR
from garrison.table.refusals import NOT_KEPT, NOT_REACHED, TableRefusal
from garrison.table.store import database as opening
from garrison.table.store import notifications
from garrison.table.store.executor import Executor
from garrison.table.store.models import (
    CLOCK,
    SEATS,
    WATCH,
    Entry,
    Job,
    Proposal,
    SealedAnswer,
    SeatHolder,
    Transfer,
)
from garrison.table.store.schema import SCHEMA, Unusable
from garrison.table.store.serialization import follow
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict, NotKept, NotReached

if TYPE_CHECKING:
    from support.table.postgres import Postgres

pytest_plugins = ["support.table.postgres"]

HOLDERS = [SeatHolder(0, token="hash"), SeatHolder(SPECTATOR, WATCH)]


@pytest.fixture
def stores(database: str) -> Iterator[list[Store]]:
    """Two processes, as far as the database knows."""
    found = [Store(database), Store(database)]
    yield found
    for store in found:
        store.close()


def at_once(*tasks: Callable[[], object]) -> list[object]:
    """Run all at the same moment; gives what each returned or raised."""
    start = threading.Barrier(len(tasks))

    def run(task: Callable[[], object]) -> object:
        start.wait()
        try:
            return task()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(tasks)) as threads:
        return list(threads.map(run, tasks))


def loaded(store: Store, ident: str = "m") -> Match:
    written = store.read(ident)
    assert written is not None
    match = written.played().match
    assert match is not None
    return match


# Who is first


def test_of_two_rows_at_once_exactly_one_is_written(stores: list[Store]) -> None:
    stores[0].create("m", package.new("itter", seed=2), HOLDERS)
    rng, won = random.Random(5), [0, 0]
    for number in range(40):
        matches = [loaded(store) for store in stores]
        for match in matches:
            match.play(rng.choice(match.legal()))
        jobs = [[Job("m", CLOCK, SPECTATOR, match.asked(), who)] for who, match in enumerate(matches)]
        tasks = [partial(stores[who].add_rows, "m", matches[who], [None], jobs=jobs[who]) for who in (0, 1)]
        turn = -1 if number % 2 else 1  # which thread runs first may always be the same
        results = at_once(*tasks[::turn])[::turn]
        first = [isinstance(result, list) for result in results].index(True)
        won[first] += 1
        assert isinstance(results[1 - first], Conflict), results
        stored = loaded(stores[1 - first])
        assert stored.record() == matches[first].record()
        assert stores[0].next_due() == first, "nothing of the one who came too late is kept"
    assert min(won) > 0


def test_a_job_that_follows_another_while_somebody_looks_is_not_missed(stores: list[Store]) -> None:
    here, there = stores
    here.create("m", package.new("itter", seed=2), HOLDERS)
    here.add_jobs([Job("m", CLOCK, SPECTATOR, 1, 5)])
    taken = there.take(5, 1000, 1)

    def meanwhile(*_: object) -> None:
        for job in taken:
            taken.remove(job)
            there.add_jobs([Job("m", CLOCK, SPECTATOR, 2, 7)])
            there.finish(job)

    event.listen(here.transactions.engine, "after_cursor_execute", meanwhile)
    assert here.next_due() == 1005
    assert taken == []
    assert here.next_due() == 7


def test_answers_sealed_while_a_window_closes_are_never_lost(stores: list[Store]) -> None:
    """Either the answer is refused, or the rows are not written without it."""
    outcomes = set()
    for number in range(30):
        ident = f"m{number}"
        match = package.new("itter", seed=2)
        stores[0].create(ident, match, HOLDERS)
        stores[0].seal(ident, 1, SealedAnswer(0, "x", "c0", 5), rows=1)
        match.play("lee")
        closed, sealed = at_once(
            lambda ident=ident, match=match: stores[0].add_rows(ident, match, ["c0"], answers=1),
            lambda ident=ident: stores[1].seal(ident, 1, SealedAnswer(1, "y", "c1", 5), rows=1),
        )
        outcomes.add((isinstance(closed, Conflict), isinstance(sealed, Conflict)))
        assert len(loaded(stores[0], ident).rows) == (1 if isinstance(closed, Conflict) else 2)
        assert len(stores[0].sealed(ident, 1)) == (2 if sealed is None else 0)
    assert outcomes <= {(True, False), (False, True)}


def test_of_two_who_take_a_seat_at_once_exactly_one_has_it(stores: list[Store]) -> None:
    seen = SeatHolder(0, token="invitation")
    for number in range(20):
        ident = f"m{number}"
        stores[0].create(ident, package.new("itter", seed=2), [seen])
        results = at_once(
            *(
                lambda who=who, ident=ident: stores[who].update_holder(
                    ident, SeatHolder(0, token=str(who)), was=seen
                )
                for who in (0, 1)
            )
        )
        first = results.index(None)
        assert isinstance(results[1 - first], Conflict)
        assert stores[0].holders(ident) == {0: SeatHolder(0, token=str(first))}


def test_of_two_who_use_a_link_to_another_device_at_once_exactly_one_has_the_seats(
    stores: list[Store],
) -> None:
    for number in range(20):
        ident = f"m{number}"
        stores[0].create(ident, package.new("itter", seed=2), [SeatHolder(0, token="own")])
        stores[0].offer_transfer(ident, Transfer(0, "hash", "sealed", 50))
        results = at_once(
            *(
                lambda who=who, ident=ident: stores[who].redeem_transfer(ident, "hash", f"device {who}", 5)
                for who in (0, 1)
            )
        )
        other = results[1 - results.index("sealed")]
        assert isinstance(other, TableRefusal)
        assert other.reason == "transfer-used"


def test_talk_of_many_at_once_is_numbered_without_a_gap(stores: list[Store]) -> None:
    stores[0].create("m", package.new("itter", seed=2), HOLDERS)
    said = at_once(
        *(
            lambda n=n: stores[n % 2].add_chat("m", Entry(SEATS, 0, "Anna", str(n), 5, client=str(n // 2)))
            for n in range(12)
        )
    )
    assert [entry for entry in said if isinstance(entry, Exception)] == []
    assert [entry.n for entry in stores[1].chat_after("m", 0)] == list(range(1, 13))


def test_a_job_is_taken_by_one(stores: list[Store]) -> None:
    stores[0].create("m", package.new("itter", seed=2), HOLDERS)
    stores[0].add_jobs([Job("m", CLOCK, seat, 1, 5) for seat in range(60)])
    taken = at_once(
        *(lambda who=who: [stores[who % 2].take(10, 1000, 5) for _ in range(5)] for who in range(4))
    )
    ids = [job.id for who in taken if isinstance(who, list) for batch in who for job in batch]
    assert len(ids) == len(set(ids)) == 60


def test_a_match_loaded_while_others_write_is_whole(stores: list[Store]) -> None:
    """Head, rows and seats are of one moment."""
    first = package.new("itter", seed=2)
    stores[0].create("m", first, HOLDERS)
    ended = threading.Event()

    def write() -> None:
        match, rng = loaded(stores[0]), random.Random(3)
        for _ in range(60):
            match.play(rng.choice(match.legal()))
            stores[0].add_rows("m", match, [None])
            stores[0].update_holder("m", SeatHolder(0, token="hash", name=str(len(match.rows))))
        ended.set()

    def read() -> int:
        looks, mine = 0, loaded(stores[1])
        while not ended.is_set():
            written = stores[1].read("m")
            assert written is not None
            assert 0 <= len(written.rows) - int(written.holders[0].name or 1) <= 1
            follow(mine, stores[1].rows_after("m", len(mine.rows) - 1))
            looks += 1
        return looks

    wrote, looks = at_once(write, read)
    assert wrote is None
    assert isinstance(looks, int)
    assert looks > 3


# Tables


def test_processes_that_start_at_once_make_the_tables_once(postgres: Postgres) -> None:
    for _ in range(3):
        where = postgres.new()
        stores = at_once(*[lambda where=where: Store(where)] * 4)
        for store in stores:
            assert isinstance(store, Store), store
            store.close()
        assert postgres.run("select value from about") == [(str(SCHEMA),)]


def test_what_was_committed_is_there_after_a_power_cut(postgres: Postgres, database: str) -> None:
    store, match = Store(database), package.new("itter", seed=2)
    store.create("m", match, HOLDERS)
    match.play("lee")
    store.add_rows("m", match, ["c1"])
    postgres.stop(signal.SIGQUIT)
    try:
        with pytest.raises(NotReached):
            store.read("m")
        with pytest.raises(NotKept):
            store.propose("m", Proposal(1, 0, 0, (0,)))
    finally:
        postgres.start()
    assert loaded(store).record() == match.record(), "it connects again by itself"
    match.play("place g4")
    store.add_rows("m", match, ["c2"])
    store.close()


# What is wrong


def test_a_database_of_others_is_left_alone(postgres: Postgres, database: str) -> None:
    postgres.run("create table customers (name text)")
    with pytest.raises(Unusable, match="are not those of Garrison matches") as caught:
        Store(database)
    assert "non sono quelle delle partite di Garrison" in caught.value.text("it")
    assert postgres.run("select tablename from pg_tables where schemaname = 'public'") == [("customers",)]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("update about set value = '99'", "a newer Garrison"),
        ("update about set value = '0'", "format 0 is too old"),
        ("update about set value = 'x'", "are not those of Garrison matches"),
        ("drop table chat", "are not those of Garrison matches"),
        ("alter table rows drop column at", "are not those of Garrison matches"),
    ],
)
def test_tables_that_only_look_like_ours_are_left_alone(
    postgres: Postgres, database: str, change: str, told: str
) -> None:
    Store(database).close()
    postgres.run(change)
    with pytest.raises(Unusable, match=told):
        Store(database)


def test_a_database_that_cannot_be_opened_is_told_in_one_line_without_the_password(
    postgres: Postgres, database: str
) -> None:
    port, name = postgres.port, database.rpartition("/")[2]
    right = f"{postgres.user}:{postgres.in_address}"
    wrong = {
        f"postgresql://{postgres.user}:guess-me@127.0.0.1:{port}/{name}": "password authentication failed",
        f"postgresql://nobody:guess-me@127.0.0.1:{port}/{name}": "password authentication failed",
        f"postgresql://{right}@127.0.0.1:{port}/no_such": 'database "no_such" does not exist',
        f"postgresql://{postgres.user}:guess-me@127.0.0.1:1/{name}": "Connection refused",
        f"postgresql://{postgres.user}:guess-me@no.such.host.invalid/{name}": "no.such.host.invalid",
        f"postgresql:///{name}?host=/nowhere&password=guess-me&user={postgres.user}": "/nowhere",
        f"postgresql://{postgres.user}:guess-me@127.0.0.1:{port}/{name}?sslmode=guess-me": "sslmode",
        f"postgresql://{right}@127.0.0.1:{port}/{name}?colour=red": "colour",
    }
    for url, told in wrong.items():
        with pytest.raises(Unusable) as caught:
            Store(url)
        for lang in ("en", "it"):
            said = caught.value.text(lang)
            assert told in said, said
            assert "--database" in said
            assert "\n" not in said
            for secret in ("guess-me", postgres.password, postgres.in_address):
                assert secret not in said
        assert caught.value.__cause__ is None, "a log would tell the address with it"


def test_who_may_not_make_tables_is_told(postgres: Postgres, database: str) -> None:
    postgres.run("create role guest login password 'guest'")
    with pytest.raises(Unusable, match="permission denied"):
        Store(database.replace(f"{postgres.user}:{postgres.in_address}", "guest:guest"))


@pytest.mark.parametrize(
    "url",
    [
        "guess-me",
        "",
        "mysql://anna:guess-me@localhost/x",
        "postgresql://anna:guess-me@localhost:port/x",
        "postgresql+nothing://anna:guess-me@localhost/x:",
        "://guess-me",
        "sqlite://",
        "sqlite:///:memory:",
    ],
)
def test_what_is_no_address_is_told_without_repeating_it(url: str) -> None:
    with pytest.raises(Unusable) as caught:
        Store(url)
    for lang in ("en", "it"):
        assert "guess-me" not in caught.value.text(lang)
        assert "postgresql://" in caught.value.text(lang)


def test_without_the_driver_it_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'psycopg'")

    monkeypatch.setattr(opening, "create_engine", missing)
    with pytest.raises(Unusable, match=r"pip install 'garrison\[postgres\]'"):
        Store(database)


def test_a_password_with_odd_characters_opens_the_database(postgres: Postgres, database: str) -> None:
    assert quote(postgres.password, safe="") == postgres.in_address
    store = Store(database.replace("postgresql://", "postgres://"))
    assert (store.ids(), store.shared) == ([], True)
    assert postgres.password not in str(store.place)
    assert postgres.in_address not in str(store.place)
    store.close()


# Hearing of others


class Heard:
    """The notifications heard, until something wanted comes."""

    def __init__(self) -> None:
        self.all: list[tuple[str, str]] = []

    def __call__(self, match: str, what: str) -> None:
        self.all.append((match, what))

    async def wait(self, match: str, what: str) -> None:
        until = time.monotonic() + 60
        while (match, what) not in self.all:
            assert time.monotonic() < until, self.all
            await asyncio.sleep(0.01)


async def hearing_of(place: str) -> tuple[Executor, Heard]:
    executor, heard = Executor(place), Heard()
    executor.listen(heard)
    await heard.wait("*", "*")
    heard.all.clear()
    return executor, heard


def test_a_process_hears_what_others_wrote_and_nothing_of_its_own(database: str) -> None:
    async def run() -> None:
        executor, heard = await hearing_of(database)
        other, match = Store(database), package.new("itter", seed=2)
        await executor.run(Store.create, "own", match, HOLDERS)
        await executor.run(Store.add_chat, "own", Entry(SEATS, 0, "Anna", "hello", 5))
        other.create("m", match, HOLDERS)
        match.play("lee")
        other.add_rows("m", match, ["c"])
        other.add_chat("m", Entry(SEATS, 0, "Anna", "hello", 5))
        other.update_holder("m", HOLDERS[0])
        other.seal("m", 2, SealedAnswer(0, "x", "c", 5))
        other.propose("m", None)
        other.record_presence([("m", 0)], 5)
        other.add_jobs([Job("m", CLOCK, SPECTATOR, 2, 9)])
        with pytest.raises(Conflict):
            other.add_rows("m", match, ["c"])
        other.record_presence([("m", 0)], 6, tell=True)
        other.delete("m")
        await heard.wait("m", "gone")
        assert [what for _, what in heard.all] == [
            "row",
            "chat",
            "table",
            "answers",
            "table",
            "jobs",
            "table",
            "gone",
        ]
        assert {ident for ident, _ in heard.all} == {"m"}
        other.close()
        executor.close()

    asyncio.run(run())


def test_after_a_lost_connection_everything_is_looked_at(
    postgres: Postgres, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        executor, heard = await hearing_of(database)
        postgres.run("select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%'")
        await heard.wait("*", "*")
        other = Store(database)
        other.create("m", package.new("itter", seed=2), HOLDERS)
        other.delete("m")
        await heard.wait("m", "gone")
        other.close()
        executor.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
    assert "notifications from other processes are not arriving" in caplog.text
    assert postgres.password not in caplog.text
    assert postgres.in_address not in caplog.text


def test_a_server_that_is_gone_is_waited_for(
    postgres: Postgres, database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "LONGEST_PAUSE", 0.5)

    async def run() -> None:
        executor, heard = await hearing_of(database)
        await executor.run(Store.create, "m", package.new("itter", seed=2), HOLDERS)
        postgres.stop()
        try:
            with pytest.raises(TableRefusal) as reading:
                await executor.run(Store.read, "m")
            with pytest.raises(TableRefusal) as writing:
                await executor.run(Store.add_chat, "m", Entry(SEATS, 0, "Anna", "hello", 5))
            assert (reading.value.reason, writing.value.reason) == (NOT_REACHED, NOT_KEPT)
            await asyncio.sleep(1)
        finally:
            postgres.start()
        assert await executor.run(Store.holders, "m") is not None
        await heard.wait("*", "*")
        executor.close()

    asyncio.run(run())
    assert postgres.password not in caplog.text
    assert postgres.in_address not in caplog.text


def test_many_tasks_at_once_share_the_connections(database: str) -> None:
    async def run() -> None:
        executor = Executor(database)
        matches = {f"m{n}": package.new("itter", seed=n) for n in range(20)}
        await asyncio.gather(
            *(executor.run(Store.create, ident, match, HOLDERS) for ident, match in matches.items())
        )
        for match in matches.values():
            match.play(match.legal()[0])
        await asyncio.gather(
            *(executor.run(Store.add_rows, ident, match, ["c"]) for ident, match in matches.items())
        )
        assert len(await executor.run(Store.ids)) == 20
        executor.close()

    asyncio.run(run())
