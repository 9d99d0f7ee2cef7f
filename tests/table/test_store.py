"""Stored matches, in a file and in PostgreSQL: loaded as they were, whoever else writes.

Old and foreign files are recognised; a file belongs to one process.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event

import garrison as package
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import Damaged, Refused
from garrison.core.match import Match
from garrison.core.state import ARBITER, SPECTATOR
from garrison.table.process.file_lock import Lock, Taken
from garrison.table.refusals import NOT_KEPT, TableRefusal
from garrison.table.store import schema
from garrison.table.store import store as storing
from garrison.table.store.executor import Executor
from garrison.table.store.models import (
    BOT,
    CLOCK,
    FRIEND,
    MINE,
    MOVE,
    NOTICE,
    SEATS,
    TABLE,
    WATCH,
    Entry,
    Job,
    Plan,
    Proposal,
    SealedAnswer,
    SeatHolder,
    StoredMatch,
    Terms,
    Transfer,
)
from garrison.table.store.schema import Unusable
from garrison.table.store.serialization import MatchData, follow
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict, NotKept
from support.table.server import environment

pytest_plugins = ["support.table.postgres"]

HOLDERS = [SeatHolder(0, token="hash", joined=5), SeatHolder(SPECTATOR, WATCH, "other")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "table.sqlite"


@pytest.fixture(params=["file", pytest.param("database", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest, path: Path) -> Path | str:
    """Where matches are kept: whatever is true of a file is true of a database."""
    return path if request.param == "file" else str(request.getfixturevalue("database"))


@pytest.fixture
def store(place: Path | str) -> Iterator[Store]:
    found = Store(place)
    yield found
    found.close()


def loaded(store: Store, ident: str) -> StoredMatch:
    written = store.read(ident)
    assert written is not None
    return written.played()


def played(stored: StoredMatch) -> Match:
    assert stored.match is not None
    return stored.match


def begun(store: Store, ident: str = "m", seed: int = 2) -> Match:
    """A match of one seat that is kept."""
    match = package.new("itter", seed=seed)
    store.create(ident, match, HOLDERS)
    return match


# Matches


def test_a_match_is_loaded_as_it_was_with_undo_and_secrets(store: Store) -> None:
    match, rng, terms = package.new("itter", seed=2), random.Random(2), Terms(move=60.0, least=3.5)
    store.create("m", match, HOLDERS, terms=terms, origin={"match": "o", "n": 3}, imported=True)
    number = 0
    while match.ask:
        number += 1
        match.play(rng.choice(match.legal()))
        store.add_rows("m", match, [f"c{number}"])
        if number % 5 == 0 and match.ask:
            try:
                match.undo()
            except Refused:
                continue
            number += 1
            store.add_rows("m", match, [f"c{number}"])
    found = loaded(store, "m")
    assert played(found).record() == match.record()
    assert played(found).state == match.state
    assert played(found).key == match.key
    assert (found.id, found.plan, found.holders) == ("m", None, {holder.seat: holder for holder in HOLDERS})
    assert (found.terms, found.origin, found.imported) == (terms, {"match": "o", "n": 3}, True)
    assert found.clients == {row: f"c{row}" for row in range(1, number + 1)}
    assert any(row.back >= 0 for row in match.rows)
    assert store.counts() == {"matches": 1, "over": 1, "jobs": 0}


def test_a_match_that_began_in_the_middle_is_loaded_too(store: Store) -> None:
    first = package.new("itter", seed=2, difficulty="competitive")
    match = Match(first.game, first.options, KeyedDice(seed_key(3), "salt of its own"), first.view(ARBITER))
    store.create("m", match, [SeatHolder(0), SeatHolder(1), SeatHolder(SPECTATOR, WATCH)])
    found = loaded(store, "m")
    assert played(found).state == match.state
    assert played(found).record() == match.record()


def test_a_match_gathers_before_it_begins(store: Store) -> None:
    game = registry.find("itter")
    plan = Plan(game, registry.settle(game, {"difficulty": "competitive"}), seed_key(7))
    holders = [SeatHolder(0, token="a"), SeatHolder(1, FRIEND, "b"), SeatHolder(SPECTATOR, WATCH)]
    store.create("m", plan, holders, terms=Terms(bank=600.0, add=5.0))
    found = loaded(store, "m")
    assert (found.match, found.plan, found.times) == (None, plan, [])
    assert found.terms == Terms(bank=600.0, add=5.0)
    match = Match(game, plan.options, KeyedDice(plan.key, "defender:9f+ss:77"))
    assert store.begin("m", match, [Job("m", CLOCK, SPECTATOR, 1, 50)], when=40) == 40
    found = loaded(store, "m")
    assert (played(found).record(), found.plan, found.times) == (match.record(), None, [40])
    assert "salt defender:9f+ss:77" in played(found).record()
    assert played(found).key == plan.key
    assert store.next_due() == 50


def test_a_match_begins_once(store: Store) -> None:
    game = registry.find("itter")
    plan = Plan(game, registry.settle(game, {}), seed_key(7))
    store.create("m", plan, [SeatHolder(0), SeatHolder(SPECTATOR, WATCH)])
    store.begin("m", Match(game, plan.options, KeyedDice(plan.key, "defender:1")))
    with pytest.raises(Conflict):
        store.begin("m", Match(game, plan.options, KeyedDice(plan.key, "defender:2")))
    assert "salt defender:1" in played(loaded(store, "m")).record()


def test_a_row_is_on_disk_when_it_is_said_to_be(path: Path) -> None:
    store = Store(path)
    match = begun(store)
    match.play("lee")
    store.add_rows("m", match, ["c1"])
    other = sqlite3.connect(path)
    assert other.execute("select row, seat, notation, client from rows order by row").fetchall() == [
        (0, "", "", None),
        (1, "defender", "lee", "c1"),
    ]
    assert other.execute("pragma journal_mode").fetchone() == ("wal",)
    other.close()
    store.close()


def test_a_row_is_never_written_twice(store: Store) -> None:
    match = begun(store)
    match.play("lee")
    store.add_rows("m", match, ["c1"], jobs=[Job("m", NOTICE, 0, match.asked(), 9)])
    with pytest.raises(Conflict):
        store.add_rows("m", match, ["c2"], jobs=[Job("m", MOVE, 0, match.asked(), 9)])
    found = loaded(store, "m")
    assert len(played(found).rows) == 2
    assert found.clients == {1: "c1"}
    assert [job.kind for job in store.take(10, 5, 9)] == [NOTICE]


def test_several_rows_are_written_together_or_not_at_all(store: Store) -> None:
    match = begun(store)
    match.play("lee")
    match.play("place g4")
    assert len(store.add_rows("m", match, [None, "c2"])) == 2
    found = loaded(store, "m")
    assert (len(found.times), found.clients) == (3, {2: "c2"})
    match.play(match.legal()[0])
    with pytest.raises(Conflict):
        store.add_rows("m", match, ["c2", "c3"])
    assert len(played(loaded(store, "m")).rows) == 3


def test_a_match_follows_what_others_wrote(store: Store) -> None:
    mine, rng = begun(store), random.Random(3)
    other = played(loaded(store, "m"))
    for number in range(1, 30):
        other.play(rng.choice(other.legal()))
        store.add_rows("m", other, [f"c{number}"])
        if number % 7 == 0:
            other.undo() if other.undo_bar(0, other.line[-2]) is None else None
            if other.rows[-1].back >= 0:
                store.add_rows("m", other, ["undo"])
        if number % 3 == 0:
            follow(mine, store.rows_after("m", len(mine.rows) - 1))
            assert mine.rows == other.rows
    assert any(row.back >= 0 for row in other.rows)
    follow(mine, store.rows_after("m", len(mine.rows) - 1))
    assert store.rows_after("m", len(mine.rows) - 1) == []
    assert (mine.state, mine.key, mine.record()) == (other.state, other.key, other.record())
    action = mine.legal()[0]
    assert mine.play(action) == other.play(action), "its dice are the same still"
    with pytest.raises(Damaged, match="row 1 was expected"):
        follow(package.new("itter", seed=2), store.rows_after("m", 4))


def test_a_deleted_match_leaves_nothing(store: Store) -> None:
    match = begun(store)
    begun(store, "other")
    store.add_chat("m", Entry(SEATS, 0, "Anna", "hello", 5))
    store.seal("m", 1, SealedAnswer(0, "lee", "c", 5))
    store.propose("m", Proposal(1, 0, 0, (0,)))
    store.offer_transfer("m", Transfer(0, "hash", "sealed", 50))
    store.add_jobs([Job("m", CLOCK, SPECTATOR, 1, 50)])
    assert store.ids() == ["m", "other"]
    store.delete("m")
    assert store.read("m") is None
    assert store.holders("m") is None
    assert store.ids() == ["other"]
    with store.transactions.writing() as connection:
        for table in schema.META.sorted_tables:
            found = connection.execute(table.select()).all()
            assert not [line for line in found if "m" in line], table.name
    match.play("lee")
    for late in (
        lambda: store.add_rows("m", match, ["c"]),
        lambda: store.begin("m", match),
        lambda: store.update_holder("m", HOLDERS[0]),
        lambda: store.add_chat("m", Entry(SEATS, 0, "Anna", "hello", 5)),
        lambda: store.seal("m", 1, SealedAnswer(0, "lee", "c", 5)),
        lambda: store.propose("m", None),
        lambda: store.offer_transfer("m", Transfer(0, "hash", "sealed", 50)),
        lambda: store.redeem_transfer("m", "hash", "phone", 5),
        lambda: store.add_jobs([Job("m", CLOCK, SPECTATOR, 1, 50)]),
    ):
        with pytest.raises(TableRefusal, match="no match 'm' here"):
            late()


def test_a_link_to_another_device_is_good_once_and_for_a_time(store: Store) -> None:
    begun(store)
    begun(store, "other")

    def redeemed(token: str, by: str, when: int = 50, ident: str = "m") -> str:
        try:
            return store.redeem_transfer(ident, token, by, when)
        except TableRefusal as refusal:
            return refusal.reason

    store.offer_transfer("m", Transfer(0, "first", "one", 50))
    assert redeemed("first", "phone", ident="other") == redeemed("wrong", "phone") == "no-transfer"
    store.offer_transfer("m", Transfer(0, "second", "two", 50))
    store.offer_transfer("m", Transfer(1, "third", "three", 50))
    assert redeemed("first", "phone") == "no-transfer", "the second has replaced it"
    assert redeemed("second", "phone", 51) == "transfer-expired"
    assert redeemed("second", "phone") == "two"
    assert redeemed("second", "thief") == "transfer-used"
    assert redeemed("second", "phone", 51) == "two", "the answer was lost"
    assert redeemed("third", "phone") == "three"
    store.let_go_unplayed()
    assert redeemed("second", "thief") == "no-transfer", "it ended long ago"


def test_there_is_a_limit_to_the_matches_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "MATCHES", 1)
    begun(store, "a")
    with pytest.raises(TableRefusal, match="limit is 1"):
        begun(store, "b")
    assert store.read("b") is None


def test_an_id_is_given_once(store: Store) -> None:
    begun(store)
    with pytest.raises(TableRefusal, match="A match with this id already exists"):
        begun(store, seed=3)
    assert played(loaded(store, "m")).key == package.new("itter", seed=2).key


def test_each_row_is_kept_with_its_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    match = package.new("itter", seed=2)
    for when, notation in ((10**13, ""), (10**13 + 200, "lee"), (10**13 + 300, "place g4")):
        monkeypatch.setattr(storing, "now", lambda when=when: when)
        if notation:
            match.play(notation)
            assert store.add_rows("m", match, [None]) == [when]
        else:
            store.create("m", match, HOLDERS)
    assert loaded(store, "m").times == [10**13, 10**13 + 200, 10**13 + 300]


# Seats


def test_a_seat_is_kept_as_it_is(store: Store) -> None:
    friend = SeatHolder(
        1, FRIEND, "b", "sound", "Bea", "77ab", True, 10**13, 10**13 + 5, "https://example.org/x"
    )
    match = package.new("itter", seed=2, difficulty="competitive")
    store.create("m", match, [SeatHolder(0, token="a"), friend, SeatHolder(SPECTATOR, WATCH, "w")])
    assert store.holders("m") == {
        0: SeatHolder(0, token="a"),
        1: friend,
        SPECTATOR: SeatHolder(SPECTATOR, WATCH, "w"),
    }
    changed = SeatHolder(1, BOT, None, "search:30")
    store.update_holder("m", changed, [Job("m", MOVE, 1, 1, 70)])
    assert loaded(store, "m").holders[1] == changed
    assert store.next_due() == 70
    assert store.holders("n") is None


def test_of_two_who_take_a_seat_one_is_told_no(store: Store) -> None:
    match = package.new("itter", seed=2, difficulty="competitive")
    seen = SeatHolder(1, FRIEND, "invitation")
    store.create("m", match, [SeatHolder(0, token="a"), seen])
    store.record_presence([("m", 1)], 10**13)
    store.update_holder("m", replace(seen, token="first", taken=True), was=seen)
    with pytest.raises(Conflict):
        store.update_holder("m", replace(seen, token="second", taken=True), was=seen)
    assert (store.holders("m") or {})[1].token == "first"


def test_who_was_there_is_noted_for_many_matches_at_once(store: Store) -> None:
    begun(store, "a")
    begun(store, "b")
    store.record_presence([("b", 0), ("a", 0), ("a", 0), ("gone", 0)], 10**13)
    store.record_presence([], 10**13 + 1)
    for ident in "ab":
        found = store.holders(ident) or {}
        assert found == {0: replace(HOLDERS[0], seen=10**13), SPECTATOR: HOLDERS[1]}


# Talk, sealed answers, proposals


def test_what_is_said_is_numbered_and_the_oldest_forgotten(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "CHAT_KEPT", 3)
    begun(store)
    begun(store, "other")
    said = [store.add_chat("m", Entry(SEATS, 0, "Anna", f"text {n}", 10**13 + n)) for n in range(1, 5)]
    note = store.add_chat("m", Entry(TABLE, None, "", json.dumps({"what": "begun"}), 10**13))
    assert [entry.n for entry in (*said, note)] == [1, 2, 3, 4, 5]
    assert store.chat_after("m", 0) == [*said[2:], note]
    assert store.chat_after("m", 4) == [note]
    assert store.chat_after("other", 0) == []


def test_what_a_client_sends_twice_is_said_once(store: Store) -> None:
    begun(store)
    first = store.add_chat("m", Entry(SEATS, 0, "Anna", "hello", 5, client="c1"))
    assert store.add_chat("m", Entry(SEATS, 0, "Anna", "hello", 6, client="c1")) == first
    assert store.add_chat("m", Entry(SEATS, 1, "Bea", "hello", 6, client="c1")).n == 2
    assert store.add_chat("m", Entry(SEATS, 0, "Anna", "hello", 7)).n == 3
    assert store.add_chat("m", Entry(SEATS, 0, "Anna", "hello", 7)).n == 4


def test_a_sealed_answer_is_kept_until_its_question_is_closed(store: Store) -> None:
    match = begun(store)
    store.seal("m", 1, SealedAnswer(2, "x", "c2", 7), rows=1)
    store.seal("m", 1, SealedAnswer(0, "y", "c0", 8), jobs=[Job("m", CLOCK, SPECTATOR, 1, 60)])
    with pytest.raises(Conflict):
        store.seal("m", 1, SealedAnswer(2, "z", "c3", 9))
    assert store.sealed("m", 1) == [SealedAnswer(0, "y", "c0", 8), SealedAnswer(2, "x", "c2", 7)]
    assert store.sealed("m", 2) == []
    assert store.next_due() == 60
    match.play("lee")
    assert match.asked() == 2
    with pytest.raises(Conflict, match="sealed"):
        store.add_rows("m", match, ["c"], answers=1)
    assert len(played(loaded(store, "m")).rows) == 1
    assert len(store.sealed("m", 1)) == 2
    store.add_rows("m", match, ["c"], answers=2)
    assert store.sealed("m", 1) == []
    assert store.next_due() is None
    with pytest.raises(Conflict, match="row"):
        store.seal("m", 1, SealedAnswer(1, "late", "c1", 9), rows=1)
    assert store.sealed("m", 1) == []


def test_a_proposal_is_kept_until_it_is_answered(store: Store) -> None:
    begun(store)
    assert store.proposal("m") is None
    first = Proposal(3, 1, 12, (1,))
    store.propose("m", first, was=None)
    assert store.proposal("m") == first
    store.propose("m", replace(first, agreed=(0, 1)), was=first)
    with pytest.raises(Conflict):
        store.propose("m", replace(first, agreed=(1, 2)), was=first)
    assert store.proposal("m") == replace(first, agreed=(0, 1))
    store.propose("m", None)
    assert store.proposal("m") is None


# Jobs


def test_what_is_due_is_taken_once_until_its_lease_ends(store: Store) -> None:
    begun(store)
    store.add_jobs([Job("m", MOVE, 0, 1, 30), Job("m", CLOCK, SPECTATOR, 1, 20), Job("m", NOTICE, 0, 1, 99)])
    store.add_jobs([Job("m", MOVE, 0, 1, 10)])
    assert store.next_due() == 20
    assert store.take(19, 100, 9) == []
    (first,) = store.take(30, 100, 1)
    assert (first.kind, first.due, first.tries) == (CLOCK, 20, 1)
    (second,) = store.take(30, 100, 9)
    assert (second.kind, second.due) == (MOVE, 30), "the one that was there already stays as it is"
    assert store.take(98, 100, 9) == []
    assert store.next_due() == 99
    (third,) = store.take(99, 100, 9)
    assert store.next_due() == 130
    assert store.take(129, 100, 9) == []
    assert [(job.id, job.tries) for job in store.take(130, 100, 9)] == [(first.id, 2), (second.id, 2)]
    store.finish(first)
    store.postpone(second, 500)
    assert store.take(499, 100, 9) == [replace(third, tries=2)]
    assert store.take(500, 100, 9) == [replace(second, due=500, tries=3)]
    assert store.counts()["jobs"] == 2


def test_a_job_ends_with_the_row_it_causes_and_takes_effect_once(store: Store) -> None:
    match = begun(store)
    store.add_jobs([Job("m", MOVE, 0, 1, 30), Job("m", CLOCK, SPECTATOR, 1, 90)])
    (job,) = store.take(30, 10, 9)
    (again,) = store.take(40, 10, 9)
    assert again.id == job.id
    match.play("lee")
    store.add_rows("m", match, ["bot-1-0"], jobs=[Job("m", MOVE, 0, 2, 50)], done=again)
    assert [(found.kind, found.ask) for found in store.take(1000, 10, 9)] == [(MOVE, 2)]
    match.play("place g4")
    with pytest.raises(Conflict, match="job"):
        store.add_rows("m", match, ["bot-1-0"], done=job)
    assert len(played(loaded(store, "m")).rows) == 2


def test_what_a_killed_process_had_taken_can_be_let_go(store: Store) -> None:
    begun(store)
    store.add_jobs([Job("m", MOVE, 0, 1, 30)])
    (job,) = store.take(30, 10_000, 9)
    assert store.take(31, 10, 9) == []
    store.release()
    assert store.take(31, 10, 9) == [replace(job, tries=2)]


def test_an_id_of_a_job_is_never_used_again(store: Store) -> None:
    begun(store)
    store.add_jobs([Job("m", MOVE, 0, 1, 30)])
    (job,) = store.take(30, 10, 9)
    store.finish(job)
    store.add_jobs([Job("m", MOVE, 0, 2, 30)])
    store.finish(job)
    assert len(store.take(30, 10, 9)) == 1


def test_nothing_is_due_any_more_once_a_game_is_over(store: Store) -> None:
    match, rng = begun(store), random.Random(2)
    while match.ask:
        match.play(rng.choice(match.legal()))
    store.add_jobs([Job("m", CLOCK, SPECTATOR, match.asked(), 90)])
    store.seal("m", match.asked(), SealedAnswer(0, "x", "c", 8))
    store.add_rows("m", match, [None] * (len(match.rows) - 1))
    assert store.next_due() is None
    assert store.sealed("m", match.asked()) == []


def test_a_sealed_answer_of_a_bot_ends_its_job(store: Store) -> None:
    begun(store)
    store.add_jobs([Job("m", MOVE, 0, 1, 30)])
    (job,) = store.take(30, 10, 9)
    store.seal("m", 1, SealedAnswer(0, "x", "bot-1-0", 8), done=job)
    assert store.next_due() is None
    with pytest.raises(Conflict):
        store.seal("m", 1, SealedAnswer(1, "x", "bot-1-1", 8), done=job)
    assert len(store.sealed("m", 1)) == 1


# Files


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


# The one thread of a file


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


@pytest.fixture
def executor(path: Path) -> Iterator[Executor]:
    found = Executor(path)
    yield found
    found.close()


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
