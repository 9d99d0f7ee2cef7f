"""Matches on disk: loaded as they were, for one process; old and foreign files are told apart."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import garrison as package
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import Damaged, Refused
from garrison.core.game import ARBITER
from garrison.core.match import Match
from garrison.table import store as storing
from garrison.table.lock import Lock, Taken
from garrison.table.refusing import No
from garrison.table.store import Kept, NotKept, Store, Unusable
from serving import environment


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "table.sqlite"


def loaded(store: Store, ident: str) -> Kept:
    written = store.read(ident)
    assert written is not None
    return written.played()


def test_a_match_is_loaded_as_it_was_with_undo_and_secrets(path: Path) -> None:
    store, match, rng = Store(path), package.new("itter", seed=2), random.Random(2)
    store.create("m", match, ["hash"], origin={"match": "o", "n": 3}, imported=True)
    number = 0
    while match.ask:
        number += 1
        match.play(rng.choice(match.legal()))
        store.add("m", match, f"c{number}")
        if number % 5 == 0 and match.ask:
            try:
                match.undo()
            except Refused:
                continue
            number += 1
            store.add("m", match, f"c{number}")
    found = loaded(store, "m")
    assert found.match.record() == match.record()
    assert found.match.state == match.state
    assert found.match.key == match.key
    assert (found.tokens, found.origin, found.imported) == (("hash",), {"match": "o", "n": 3}, True)
    assert found.clients == {row: f"c{row}" for row in range(1, number + 1)}
    assert any(row.back >= 0 for row in match.rows)
    store.close()


def test_a_match_that_began_in_the_middle_is_loaded_too(path: Path) -> None:
    store, first = Store(path), package.new("itter", seed=2, difficulty="competitive")
    match = Match(first.game, first.options, KeyedDice(seed_key(3), "salt of its own"), first.view(ARBITER))
    store.create("m", match, ["a", "b"])
    found = loaded(store, "m")
    assert found.match.state == match.state
    assert found.match.record() == match.record()
    store.close()


def test_a_row_is_on_disk_when_it_is_said_to_be(path: Path) -> None:
    store, match = Store(path), package.new("itter", seed=2)
    store.create("m", match, ["hash"])
    match.play("lee")
    store.add("m", match, "c1")
    other = sqlite3.connect(path)
    assert other.execute("select row, seat, notation, client from rows order by row").fetchall() == [
        (0, "", "", None),
        (1, "defender", "lee", "c1"),
    ]
    assert other.execute("pragma journal_mode").fetchone() == ("wal",)
    other.close()
    store.close()


def test_a_row_is_never_written_twice(path: Path) -> None:
    store, match = Store(path), package.new("itter", seed=2)
    store.create("m", match, ["hash"])
    match.play("lee")
    store.add("m", match, "c1")
    with pytest.raises(NotKept):
        store.add("m", match, "c2")
    found = loaded(store, "m")
    assert len(found.match.rows) == 2
    store.close()


def test_a_deleted_match_leaves_nothing(path: Path) -> None:
    store = Store(path)
    store.create("m", package.new("itter", seed=2), ["hash"])
    store.delete("m")
    assert store.read("m") is None
    other = sqlite3.connect(path)
    assert other.execute("select count(*) from rows").fetchone() == (0,)
    other.close()
    store.close()


def test_there_is_a_limit_to_the_matches_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "MATCHES", 1)
    store = Store(path)
    store.create("a", package.new("itter", seed=2), ["hash"])
    with pytest.raises(No, match="limit is 1"):
        store.create("b", package.new("itter", seed=2), ["hash"])
    assert store.read("b") is None
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps rights in another way")
def test_only_the_owner_reads_the_keys_of_running_games(path: Path) -> None:
    path.parent.mkdir(mode=0o755)
    store = Store(path)
    store.create("m", package.new("itter", seed=2), ["hash"])
    for each in path.parent.iterdir():
        assert each.stat().st_mode & 0o077 == 0, each
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
    store.create("m", package.new("itter", seed=2), ["hash"])
    store.close()
    monkeypatch.setattr(storing, "SCHEMA", 3)
    monkeypatch.setitem(storing.MIGRATIONS, 1, ("alter table matches add column note text",))
    with pytest.raises(Unusable, match="format 2 is too old"):
        Store(path)
    monkeypatch.setitem(storing.MIGRATIONS, 2, ("update matches set note = 'moved'",))
    Store(path).close()
    with sqlite3.connect(path) as other:
        assert other.execute("select value from about").fetchone() == ("3",)
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
    with pytest.raises(Unusable, match="no file of Garrison's matches"):
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
    with pytest.raises(Unusable, match="no file of Garrison's matches"):
        Store(path)


def test_each_row_is_kept_with_its_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, match = Store(path), package.new("itter", seed=2)
    for when, notation in ((100, ""), (200, "lee"), (300, "place g4")):
        monkeypatch.setattr(storing, "now", lambda when=when: when)
        if notation:
            match.play(notation)
            assert store.add("m", match, None) == when
        else:
            store.create("m", match, ["hash"])
    assert loaded(store, "m").times == [100, 200, 300]
    store.close()


def test_a_ruined_file_is_called_damaged(path: Path) -> None:
    store = Store(path)
    store.create("m", package.new("itter", seed=2), ["hash"])
    with sqlite3.connect(path) as other:
        other.execute("drop table rows")
    other.close()
    with pytest.raises(Damaged, match="no such table"):
        store.read("m")
    assert store.tokens("m") == ("hash",)
    store.close()


@pytest.mark.parametrize("tokens", ["x", "3", "[1]", '["\u00e8"]', "{}"])
def test_tokens_that_are_none_are_called_damaged(path: Path, tokens: str) -> None:
    store = Store(path)
    store.create("m", package.new("itter", seed=2), ["hash"])
    with sqlite3.connect(path) as other:
        other.execute("update matches set tokens = ?", (tokens,))
    other.close()
    with pytest.raises(Damaged, match="tokens"):
        store.tokens("m")
    assert store.tokens("n") is None
    store.close()


# One process


def test_a_second_holder_is_told_where_the_first_is(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "home" / "table.lock")
    lock.tell("http://127.0.0.1:8640/")
    with pytest.raises(Taken, match=r"another table is running .* at http://127\.0\.0\.1:8640/") as caught:
        Lock(tmp_path / "home" / "table.lock")
    assert caught.value.address == "http://127.0.0.1:8640/"
    lock.close()
    Lock(tmp_path / "home" / "table.lock").close()


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
    assert "another table is running on the matches kept there" in done.stderr
