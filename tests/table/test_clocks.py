"""Clocks: whose is running, how long, and what is due when."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import garrison as package
from garrison.core.dice import KeyedDice, WrittenDice, seed_key
from garrison.core.match import Match
from garrison.core.replay import replay_row
from garrison.core.state import SPECTATOR
from garrison.table.background.schedule import due
from garrison.table.session.clocks import Clocks, question_opened, seats_asked
from garrison.table.store.models import (
    BOT,
    CLOCK,
    CLOSE,
    FRIEND,
    MOVE,
    NOTICE,
    Job,
    SeatHolder,
    StoredMatch,
    Terms,
)
from support.fixtures import NewToy
from support.games.moves import play
from support.games.toy_market import MARKET

MOVE_CLOCK = Terms(move=60)
BANK = Terms(bank=600, add=5)
ANNA, BRUNO, CARLA = 0, 1, 2


class Table:
    """A match with its clocks, and a time that passes only when a test says so."""

    def __init__(self, match: Match, terms: Terms) -> None:
        self.match, self.terms = match, terms
        self.times = [1_000_000]
        self.clocks = Clocks(match, self.times, terms)

    @property
    def now(self) -> int:
        return self.times[-1]

    def after(self, seconds: float, notation: str, seat: int) -> None:
        self.match.play(notation, seat)
        self._written(seconds)

    def back(self, seconds: float, seat: int, to: int | None = None, *, agreed: bool = False) -> None:
        self.match.undo(seat, to, consent=range(len(self.match.seats)) if agreed else ())
        self._written(seconds)

    def _written(self, seconds: float) -> None:
        self.times.append(self.now + round(seconds * 1000))
        self.clocks.follow()

    def left(self) -> list[float]:
        return [(self.clocks.left(seat) or 0) / 1000 for seat in range(len(self.match.seats))]

    def ends_in(self, seat: int) -> float | None:
        until = self.clocks.until(seat)
        return None if until is None else (until - self.now) / 1000


def test_all_clocks_of_a_window_run_until_it_closes_whoever_answered(new_toy: NewToy) -> None:
    table = Table(new_toy(), BANK)
    table.after(10, "hold", BRUNO)
    assert [table.ends_in(seat) for seat in (ANNA, BRUNO, CARLA)] == [590, 590, 590]
    table.after(20, "hold", ANNA)
    table.after(1, "commit 10", CARLA)
    assert table.left() == [574, 574, 574]
    assert [table.ends_in(seat) for seat in (ANNA, BRUNO, CARLA)] == [None, None, 574]


@pytest.mark.parametrize("terms", [MOVE_CLOCK, BANK], ids=["move", "bank"])
def test_nothing_of_the_clocks_changes_when_somebody_acts_unseen(new_toy: NewToy, terms: Terms) -> None:
    table = Table(new_toy(), terms)

    def shown() -> list[tuple[int | None, int | None]]:
        return [(table.clocks.left(seat), table.clocks.until(seat)) for seat in range(3)]

    before = shown()
    for seat, notation in ((BRUNO, "offer left 11"), (CARLA, "hold"), (ANNA, "hold")):
        table.after(7, notation, seat)
        assert shown() == before
    table.back(7, ANNA)
    assert shown() == before
    table.after(7, "hold", ANNA)
    table.after(7, "hold", BRUNO)
    assert shown() != before


def test_a_decision_has_its_time_anew_and_nobody_else_is_charged(new_toy: NewToy) -> None:
    table = Table(new_toy(), MOVE_CLOCK)
    for seat in (ANNA, BRUNO, CARLA):
        table.after(5, "hold", seat)
    assert [table.ends_in(seat) for seat in range(3)] == [60, None, None]
    table.after(59, "bid x=1", ANNA)
    assert (table.ends_in(ANNA), table.left()) == (60, [60, 60, 60])


@pytest.mark.parametrize("terms", [MOVE_CLOCK, BANK], ids=["move", "bank"])
def test_ticks_neither_end_nor_renew_the_decision_they_belong_to(terms: Terms) -> None:
    match = Match(MARKET, {}, KeyedDice(seed_key(1)))
    play(match, "anna close")
    table = Table(match, terms)
    table.times *= len(match.rows)
    table.clocks.follow()
    whole = table.ends_in(ANNA)
    assert whole
    for n in (1, 2, 3):
        table.after(7, f"stay {n}", ANNA)
    assert table.ends_in(ANNA) == whole - 21
    table.back(1, ANNA)
    table.after(1, "stay 4", ANNA)
    assert table.ends_in(ANNA) == whole - 23
    table.after(7, "march", ANNA)
    assert table.left()[ANNA] == (60 if terms is MOVE_CLOCK else whole - 30 + 5)


def test_an_offer_neither_ends_nor_renews_a_decision(new_toy: NewToy) -> None:
    table = Table(new_toy(), MOVE_CLOCK)
    table.after(10, "offer left 11", BRUNO)
    assert [table.ends_in(seat) for seat in range(3)] == [50, 50, 50]
    assert question_opened(table.match, table.times) == table.times[0]


def test_an_undo_gives_no_time_back(new_toy: NewToy) -> None:
    table = Table(new_toy(), BANK)
    for seat in (ANNA, BRUNO, CARLA):
        table.after(0, "hold", seat)
    assert table.left() == [605] * 3
    table.after(100, "bid x=1", ANNA)
    table.back(40, ANNA)
    assert table.left() == [465, 605, 605]
    assert table.ends_in(ANNA) == 465
    table.after(1, "bid x=1", ANNA)
    assert table.left() == [469, 605, 605]


def test_who_undoes_alone_has_the_old_end_of_that_decision(new_toy: NewToy) -> None:
    table = Table(new_toy(), MOVE_CLOCK)
    for seat in (ANNA, BRUNO, CARLA):
        table.after(0, "hold", seat)
    for _ in range(3):
        table.after(10, "bid x=1", ANNA)
        table.back(5, ANNA)
    assert table.ends_in(ANNA) == 15
    table.after(10, "bid x=1", ANNA)
    table.back(10, ANNA)
    assert (table.ends_in(ANNA), table.left()[ANNA]) == (-5, 0)


def test_if_all_agree_to_go_back_the_decision_starts_afresh(new_toy: NewToy) -> None:
    table = Table(new_toy(), MOVE_CLOCK)
    for seat in (ANNA, BRUNO, CARLA):
        table.after(20, "hold", seat)
    table.back(30, ANNA, 0, agreed=True)
    assert [table.ends_in(seat) for seat in range(3)] == [60, 60, 60]


def test_a_question_to_several_ends_with_the_first_clock(new_toy: NewToy) -> None:
    table = Table(new_toy(), Terms(bank=100))
    for seat in (ANNA, BRUNO, CARLA):
        table.after(0, "hold", seat)
    table.after(30, "bid x=1", ANNA)
    table.back(0, ANNA, 0, agreed=True)
    assert [table.ends_in(seat) for seat in range(3)] == [70, 100, 100]
    assert table.clocks.end() == table.now + 70_000


def test_nothing_runs_once_it_is_over() -> None:
    match = package.new("itter", seed=3)
    while not match.over:
        match.play(match.legal()[0])
    table = Table(match, BANK)
    table.times += [2_000_000] * (len(match.rows) - 1)
    table.clocks.follow()
    assert (table.clocks.until(0), table.clocks.end(), seats_asked(match)) == (None, None, ())


def test_without_a_clock_there_is_nothing_to_show(new_toy: NewToy) -> None:
    table = Table(new_toy(), Terms())
    assert (table.clocks.left(ANNA), table.clocks.until(ANNA), table.clocks.end()) == (None, None, None)
    assert table.clocks.until(SPECTATOR) is None


def test_a_time_that_goes_back_charges_nobody(new_toy: NewToy) -> None:
    table = Table(new_toy(), BANK)
    for seat in range(3):
        table.after(-3600, "hold", seat)
    assert table.left() == [605, 605, 605]


@pytest.mark.parametrize("terms", [MOVE_CLOCK, BANK], ids=["move", "bank"])
@pytest.mark.parametrize("seed", range(6))
def test_clocks_that_follow_and_clocks_of_a_loaded_match_agree(
    new_toy: NewToy, terms: Terms, seed: int
) -> None:
    table, chance = Table(new_toy(seed=seed), terms), random.Random(seed)
    match = table.match
    while not match.over and len(match.rows) < 60:
        line = match.line
        if chance.random() < 0.2 and len(line) > 1:
            table.back(chance.random() * 9, ANNA, chance.choice(line[:-1]), agreed=True)
        else:
            seat = chance.choice(match.awaited)
            table.after(chance.random() * 9, match.write(chance.choice(match.legal(seat))), seat)
        loaded = Clocks(match, list(table.times), terms)
        for seat in range(3):
            assert loaded.until(seat) == table.clocks.until(seat)
            assert loaded.left(seat) == table.clocks.left(seat)
    assert len(match.rows) > 15


def test_rows_of_another_process_that_come_together_count_one_by_one(new_toy: NewToy) -> None:
    table, other = Table(new_toy(), BANK), Table(new_toy(), BANK)
    lines = [(ANNA, "hold"), (BRUNO, "hold"), (CARLA, "commit 10"), (CARLA, "bid x=1"), (CARLA, "dare 1")]
    for seat, notation in lines[:4]:
        table.after(3, notation, seat)
        replay_row(other.match, table.match.rows[-1], WrittenDice())
        other.times.append(table.now)
    other.clocks.follow()
    assert other.left() == table.left() == [596, 596, 598]


# What is due


def stored(match: Match, times: list[int], terms: Terms, **holders: SeatHolder) -> StoredMatch:
    seated = {seat: holders.get(name, SeatHolder(seat, FRIEND)) for seat, name in enumerate(match.seats)}
    found = {seat: replace(holder, seat=seat) for seat, holder in seated.items()}
    return StoredMatch("m", match, None, found, terms, times[0], times=times)


def keyed(new_toy: NewToy) -> Match:
    return new_toy(seed=1)


def jobs(found: list[Job], kind: str) -> list[tuple[int, int, int]]:
    return [(job.seat, job.ask, job.due) for job in found if job.kind == kind]


def test_bots_that_are_asked_move_after_their_pace(new_toy: NewToy) -> None:
    match = keyed(new_toy)
    now = stored(
        match, [1000], Terms(pace=2), anna=SeatHolder(0, BOT, bot="random"), carla=SeatHolder(0, bot="random")
    )
    assert due(now, None, 1000) == [Job("m", MOVE, 0, 1, 3000), Job("m", MOVE, 2, 1, 3000)]
    assert jobs(due(now, None, 1000, sealed=[ANNA]), MOVE) == [(2, 1, 3000)]
    match.play("hold", CARLA)
    now.times.append(9000)
    assert due(now, None, 9000) == [Job("m", MOVE, 0, 1, 3000)]


def test_a_sealed_window_closes_after_the_least_time_and_not_before(new_toy: NewToy) -> None:
    match = keyed(new_toy)
    terms = Terms(move=20, least=30)
    now = stored(match, [1000], terms)
    found = due(now, Clocks(match, now.times, terms), 1000)
    assert found == [Job("m", CLOSE, SPECTATOR, 1, 31_000), Job("m", CLOCK, SPECTATOR, 1, 31_000)]
    for seat in range(3):
        match.play("hold", seat)
    now.times += [31_000] * 3
    found = due(now, Clocks(match, now.times, terms), 31_000)
    assert found == [Job("m", CLOCK, SPECTATOR, 2, 51_000)]


def test_who_has_a_hook_is_called_once_when_others_bring_them_their_turn(new_toy: NewToy) -> None:
    match = keyed(new_toy)
    hooked = SeatHolder(0, hook="https://example.org/")
    now = stored(match, [1000], Terms(), anna=hooked, bruno=replace(hooked, bot="random"))
    assert jobs(due(now, None, 1000), NOTICE) == [(ANNA, 1, 1000)]
    assert jobs(due(now, None, 1001), NOTICE) == []
    match.play("hold", BRUNO)
    now.times.append(2000)
    assert jobs(due(now, None, 2000), NOTICE) == []
    for seat, time in ((ANNA, 3000), (CARLA, 4000)):
        match.play("hold", seat)
        now.times.append(time)
    assert jobs(due(now, None, 4000), NOTICE) == [(ANNA, 2, 4000)]
    match.play("bid x=1", ANNA)
    now.times.append(5000)
    assert (match.awaited, jobs(due(now, None, 5000), NOTICE)) == ((ANNA,), [])
    match.undo(ANNA)
    now.times.append(6000)
    assert jobs(due(now, None, 6000), NOTICE) == []


def test_nothing_is_due_before_the_first_row_nor_once_over_nor_without_the_key(new_toy: NewToy) -> None:
    bots = dict.fromkeys(("anna", "bruno", "carla"), SeatHolder(0, BOT, bot="random"))
    match = keyed(new_toy)
    gathering = replace(stored(match, [1000], Terms(), **bots), match=None)
    assert due(gathering, None, 1000) == []
    only_told = stored(new_toy(), [1000], Terms(), **bots)
    assert due(only_told, None, 1000) == []
    while not match.over:
        match.play(match.legal()[0])
    assert due(stored(match, [1000] * len(match.rows), Terms(), **bots), None, 1000) == []
