"""Files of the store: old ones are brought up to date, others left alone; one process uses each."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import garrison as package
from garrison.core.errors import Damaged
from garrison.core.state import SPECTATOR
from garrison.table.process.file_lock import Lock, Taken
from garrison.table.store import schema
from garrison.table.store.models import MINE, MOVE, SEATS, WATCH, Entry, Job, SeatHolder, Terms, Transfer
from garrison.table.store.schema import Unusable
from garrison.table.store.store import Store
from garrison.table.store.transactions import NotKept
from support.table.server import environment
from support.table.stored_matches import HOLDERS, begun, loaded, played

pytest_plugins = ["support.table.postgres"]


@pytest.mark.skipif(
    sys.platform == "win32",
    reason="Windows has no permission bits: the folder of the user is protected as a whole",
)
def test_only_the_owner_reads_the_keys_of_running_games(path: Path) -> None:
    path.parent.mkdir(mode=0o755)
    store = Store(path)
    begun(store)
    for each in path.parent.iterdir():
        assert each.stat().st_mode & 0o077 == 0, each
    store.close()


def test_a_file_can_be_named_by_an_address(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    begun(store)
    store.close()
    store = Store(path)
    assert store.ids() == ["m"]
    store.close()


def test_a_file_that_cannot_be_written_is_told(path: Path) -> None:
    store = Store(path)
    match = begun(store)
    with store.transactions.writing() as connection:
        connection.exec_driver_sql("PRAGMA query_only=1")
    match.play("lee")
    with pytest.raises(NotKept, match="readonly"):
        store.add_rows("m", match, ["c"])
    store.close()


# Files that are not as they should be


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as other:
        other.execute("update about set value = '99'")
    other.close()
    with pytest.raises(Unusable, match="a newer Garrison"):
        Store(path)


def test_a_file_of_an_older_version_is_brought_up_to_date(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(path)
    begun(store)
    store.close()
    last = schema.SCHEMA
    monkeypatch.setattr(schema, "SCHEMA", last + 2)
    change = "alter table matches add column note text"
    monkeypatch.setitem(schema.MIGRATIONS, last, lambda connection: connection.exec_driver_sql(change))
    with pytest.raises(Unusable, match=f"format {last + 1} is too old"):
        Store(path)
    then = "update matches set note = 'moved'"
    monkeypatch.setitem(schema.MIGRATIONS, last + 1, lambda connection: connection.exec_driver_sql(then))
    Store(path).close()
    with sqlite3.connect(path) as other:
        assert other.execute("select value from about").fetchone() == (str(last + 2),)
        assert other.execute("select note from matches").fetchone() == ("moved",)
    other.close()


def test_what_is_no_file_of_ours_is_left_alone(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(b"this is no database, " * 100)
    with pytest.raises(Unusable, match="cannot be opened"):
        Store(path)
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("create table mine (x)")
    other.close()
    with pytest.raises(Unusable, match="not a file of Garrison matches"):
        Store(path)


@pytest.mark.parametrize(
    "change",
    [
        "update about set value = 'abc'",
        "update about set value = '-1'",
        "update about set value = ''",
        "delete from about",
        "drop table rows",
        "alter table rows drop column at",
    ],
)
def test_a_file_that_only_looks_like_ours_is_left_alone(path: Path, change: str) -> None:
    Store(path).close()
    with sqlite3.connect(path) as other:
        other.execute(change)
    other.close()
    with pytest.raises(Unusable, match="not a file of Garrison matches"):
        Store(path)


def test_a_ruined_file_is_called_damaged(path: Path) -> None:
    store = Store(path)
    begun(store)
    with sqlite3.connect(path) as other:
        other.execute("drop table rows")
    other.close()
    with pytest.raises(Damaged, match="no such table"):
        store.read("m")
    assert store.holders("m") == {holder.seat: holder for holder in HOLDERS}
    store.close()


@pytest.mark.parametrize(
    "change",
    [
        "update matches set terms = 'x'",
        "update matches set terms = '{\"speed\": 3}'",
        "update matches set origin = '{'",
        "update matches set game = 'chess'",
        "update rows set draws = 'x' where row = 0",
        "delete from rows where row = 0",
    ],
)
def test_a_match_that_is_not_as_it_was_written_is_called_damaged(path: Path, change: str) -> None:
    store = Store(path)
    match = begun(store)
    match.play("lee")
    store.add_rows("m", match, ["c1"])
    with store.transactions.writing() as connection:
        connection.exec_driver_sql(change)
    written = store.read("m")
    assert written is not None
    with pytest.raises(Damaged):
        written.played()
    store.close()


OLD = """
CREATE TABLE about (name VARCHAR NOT NULL, value VARCHAR NOT NULL, PRIMARY KEY (name));
CREATE TABLE matches (id VARCHAR NOT NULL, game VARCHAR NOT NULL, options TEXT NOT NULL,
    rules INTEGER NOT NULL, salt VARCHAR NOT NULL, dice VARCHAR NOT NULL, "key" BLOB, tokens TEXT NOT NULL,
    start TEXT, origin TEXT, imported BOOLEAN NOT NULL, created INTEGER NOT NULL, over BOOLEAN NOT NULL,
    PRIMARY KEY (id));
CREATE TABLE rows ("match" VARCHAR NOT NULL, "row" INTEGER NOT NULL, seat VARCHAR NOT NULL,
    notation VARCHAR NOT NULL, draws TEXT NOT NULL, client VARCHAR, at INTEGER NOT NULL,
    PRIMARY KEY ("match", "row"), FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE);
INSERT INTO about VALUES ('schema', '1');
"""
"""The tables as format 1 made them."""


def test_matches_of_format_1_are_brought_up_to_date(path: Path) -> None:
    store = Store(path)
    match = package.new("itter", seed=2, difficulty="competitive")
    match.play(match.legal()[0])
    store.create("m", match, HOLDERS)
    with store.transactions.writing() as connection:
        heads = "id, game, options, rules, salt, dice, key, start, origin, imported, over"
        head = connection.exec_driver_sql(f"select {heads} from matches").one()
        rows = connection.exec_driver_sql("select match, row, seat, notation, draws from rows").all()
    store.close()
    path.unlink()
    with sqlite3.connect(path) as old:
        old.executescript(OLD)
        for ident, tokens in (("m", '["one", "two"]'), ("ruined", '{"x": 3}')):
            old.execute(
                f"insert into matches ({heads}, tokens, created) values ({'?, ' * 11}?, 1700000000)",
                (ident, *head[1:], tokens),
            )
        old.executemany(
            "insert into rows values (?, ?, ?, ?, ?, ?, ?)",
            [(*row, f"c{n}" if n else None, 1700000001 + n) for n, row in enumerate(rows)],
        )
    old.close()
    store = Store(path)
    found = loaded(store, "m")
    assert played(found).record() == match.record()
    assert (found.created, found.times) == (1700000000000, [1700000001000, 1700000002000])
    assert (found.clients, found.terms) == ({1: "c1"}, Terms())
    joined = {"joined": 1700000000000, "seen": 1700000000000}
    assert found.holders == {
        0: SeatHolder(0, MINE, "one", **joined),
        1: SeatHolder(1, MINE, "two", **joined),
        SPECTATOR: SeatHolder(SPECTATOR, WATCH),
    }
    ruined = store.holders("ruined") or {}
    assert list(ruined) == [SPECTATOR], "nobody can open it, all others can be"
    match.play(match.legal()[0])
    store.add_rows("m", match, ["c2"], jobs=[Job("m", MOVE, 0, match.asked(), 5)])
    assert store.add_chat("m", Entry(SEATS, 0, "Anna", "hello", 5)).n == 1
    store.close()
    with sqlite3.connect(path) as other:
        made = dict(other.execute("select name, sql from sqlite_master where type = 'table'"))
    other.close()
    assert set(schema.META.tables) <= set(made)
    store = Store(path)
    assert len(played(loaded(store, "m")).rows) == 3
    store.delete("m")
    assert store.next_due() is None
    store.close()


def shape(path: Path) -> set[tuple[object, ...]]:
    """Columns, ties and indexes of a file's tables. SQLite makes no difference between whole numbers."""
    whole, found = {"BIGINT": "INTEGER"}, set()
    with sqlite3.connect(path) as file:
        for table in schema.META.tables:
            for _, name, kind, needed, _, key in file.execute(f"pragma table_info({table})"):
                found.add((table, name, whole.get(kind, kind), needed, key))
            for line in file.execute(f"pragma foreign_key_list({table})"):
                found.add((table, *line[2:]))
            for _, name, unique, *_ in file.execute(f"pragma index_list({table})"):
                found.add((table, unique, tuple(file.execute(f"pragma index_info({name})"))))
    file.close()
    return found


def test_a_file_of_format_1_gets_the_tables_of_a_new_one(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as old:
        old.executescript(OLD)
    old.close()
    fresh = path.with_name("fresh.sqlite")
    Store(path).close()
    Store(fresh).close()
    assert shape(path) == shape(fresh)


def test_matches_of_format_2_are_brought_up_to_date(place: Path | str) -> None:
    store = Store(place)
    begun(store)
    with store.transactions.writing() as connection:
        connection.exec_driver_sql("drop table transfers")
        connection.exec_driver_sql("update about set value = '2' where name = 'schema'")
    store.close()
    store = Store(place)
    store.offer_transfer("m", Transfer(0, "hash", "sealed", 50))
    assert store.redeem_transfer("m", "hash", "phone", 50) == "sealed"
    assert len(played(loaded(store, "m")).rows) == 1
    store.close()


# One process


def test_a_second_holder_is_told_where_the_first_is(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "home" / "table.lock")
    lock.write_address("http://127.0.0.1:8640/")
    with pytest.raises(
        Taken, match=r"another table, at http://127\.0\.0\.1:8640/, is already using"
    ) as caught:
        Lock(tmp_path / "home" / "table.lock")
    assert caught.value.address == "http://127.0.0.1:8640/"
    lock.close()
    Lock(tmp_path / "home" / "table.lock").close()


@pytest.mark.slow
def test_a_second_server_on_the_same_home_is_refused_in_one_sentence(tmp_path: Path) -> None:
    home = tmp_path / "home"
    lock = Lock(home / "table.lock")
    done = subprocess.run(
        [sys.executable, "-m", "garrison", "serve", "--port", "0"],
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    lock.close()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "is already using the matches kept there" in done.stderr
