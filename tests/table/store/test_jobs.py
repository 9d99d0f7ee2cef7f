"""Stored jobs are taken by lease, end with the rows they cause, and take effect once."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from garrison.core.state import SPECTATOR
from garrison.table.store.models import CLOCK, MOVE, NOTICE, Job, SealedAnswer
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict
from support.table.stored_matches import begun, loaded, played

pytest_plugins = ["support.table.postgres"]


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
