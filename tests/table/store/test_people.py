"""Seats, links to other devices, chat, sealed answers and proposals are stored as they are."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import garrison as package
from garrison.core.state import SPECTATOR
from garrison.table.refusals import TableRefusal
from garrison.table.store import store as storing
from garrison.table.store.models import (
    BOT,
    CLOCK,
    FRIEND,
    MOVE,
    SEATS,
    TABLE,
    WATCH,
    Entry,
    Job,
    Proposal,
    SealedAnswer,
    SeatHolder,
    Transfer,
)
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict
from support.table.stored_matches import HOLDERS, begun, loaded, played

pytest_plugins = ["support.table.postgres"]


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
