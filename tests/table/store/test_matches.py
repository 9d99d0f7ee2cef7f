"""Stored matches, in a file and in PostgreSQL: loaded as they were, whoever else writes."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

import garrison as package
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import Damaged, Refused
from garrison.core.match import Match
from garrison.core.state import ARBITER, SPECTATOR
from garrison.table.refusals import TableRefusal
from garrison.table.store import schema
from garrison.table.store import store as storing
from garrison.table.store.models import (
    CLOCK,
    FRIEND,
    MOVE,
    NOTICE,
    SEATS,
    WATCH,
    Entry,
    Job,
    Plan,
    Proposal,
    SealedAnswer,
    SeatHolder,
    Terms,
    Transfer,
)
from garrison.table.store.serialization import follow
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict
from support.table.stored_matches import HOLDERS, begun, loaded, played

pytest_plugins = ["support.table.postgres"]


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
