"""Snapshots: looking and going back replays a few rows, and finds what a replay from the set-up finds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from garrison.core import kernel, record, replay, snapshots
from garrison.core.dice import KeyedDice, WrittenDice, seed_key
from garrison.core.game import AnyGame
from garrison.core.history import UNDO_ROW
from garrison.core.luck import luck
from garrison.core.match import Match
from garrison.core.state import State
from support.fixtures import Register
from support.games.long_watch import GRAND, LONG_WATCH, long_watch
from support.proof import few


def line_from_the_start(match: Match, number: int) -> list[int]:
    """The rows that stood once a row was written, by going through all rows before it."""
    line = [0]
    for each in range(1, number + 1):
        row = match.rows[each]
        line = line[: line.index(row.back) + 1] if row.seat == UNDO_ROW else [*line, each]
    return line


def state_from_the_start(match: Match, number: int) -> State:
    """The state after a row, by replaying all that stood then from the set-up."""
    dice = WrittenDice()
    dice.feed(match.rows[0].draws)
    again = Match(match.game, match.options, dice, match.start, match.rules)
    for each in line_from_the_start(match, number)[1:]:
        row = match.rows[each]
        dice.feed(row.draws)
        dice.start(each)
        kernel.apply(match.game.play, again.state, row.seat, row.action, dice, lambda _: None)
    return again.state


@pytest.fixture
def close_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a match of some hundred rows has many snapshots."""
    monkeypatch.setattr(snapshots, "SPACING", 8)
    monkeypatch.setattr(replay, "NEAR", 6)


@pytest.fixture
def long_game(register: Register) -> AnyGame:
    return register(LONG_WATCH)


# The same as without


@pytest.mark.usefixtures("close_together")
@pytest.mark.parametrize("seed", few(3, range(30)))
@pytest.mark.parametrize("undos", [0.0, 0.3])
def test_every_row_is_found_as_a_replay_from_the_set_up_finds_it(undos: float, seed: int) -> None:
    match, chance = long_watch(100, undos, seed, far=0.3), Random(seed)
    expected = [repr(state_from_the_start(match, number)) for number in range(len(match.rows))]
    assert repr(match.state) == expected[-1]
    for number in chance.sample(range(len(match.rows)), len(match.rows)):
        assert repr(match.state_after(number)) == expected[number]
        assert repr(match.at(number).state) == expected[number]
        assert match.at(number).line == tuple(line_from_the_start(match, number))


@pytest.mark.usefixtures("close_together", "long_game")
@pytest.mark.parametrize("seed", few(3, range(30)))
def test_a_record_with_undos_near_and_far_replays_to_the_same_match(seed: int) -> None:
    match = long_watch(150, 0.35, seed, far=0.4)
    text, dice = match.record(), WrittenDice()
    again = match.at(0)
    rows = replay.Replay(again, match.rows, dice)
    for number, row in enumerate(match.rows):
        if number:
            rows.play(row)
        assert again.state == state_from_the_start(match, number)
    loaded = record.replay(record.parse(text), key=match.key)
    assert loaded.record() == again.copy(match.dice.copy()).record() == text
    assert loaded.line == match.line == tuple(line_from_the_start(match, len(match.rows) - 1))


@pytest.mark.usefixtures("close_together")
@pytest.mark.parametrize("seed", few(2, range(20)))
def test_snapshots_kept_while_playing_looking_and_undoing_stay_right(seed: int) -> None:
    chance, match = Random(seed), Match(LONG_WATCH, GRAND, KeyedDice(seed_key(seed)))
    for _ in range(200):
        line, what = match.line, chance.random()
        if what < 0.2 and len(line) > 1:
            match.undo(0, chance.choice(line[:-1] if what < 0.02 else line[-9:-1]), range(3))
        elif what < 0.4:
            number = chance.randrange(len(match.rows))
            assert match.state_after(number) == state_from_the_start(match, number)
        elif what < 0.5:
            match = match.copy(match.dice.copy())
        elif what < 0.55:
            match = match.at(len(match.rows) - 1 - chance.randrange(min(9, len(match.rows)))).copy(
                match.dice.copy()
            )
        else:
            seat = chance.choice(match.awaited)
            match.play(chance.choice(match.legal(seat)), seat)
        match.keep_snapshot()
        assert match.state == state_from_the_start(match, len(match.rows) - 1)


def test_the_end_of_a_game_that_a_side_gave_up_is_found_again() -> None:
    match = long_watch(300)
    match.resign(0)
    assert match.state_after(300) == match.state
    assert match.at(300).over
    assert not match.at(299).over


def test_rows_that_were_taken_back_are_those_that_stood_before_an_undo_only() -> None:
    match = long_watch(400, 0.3, far=0.2)
    for number, row in enumerate(match.rows):
        if row.seat == UNDO_ROW:
            stood = line_from_the_start(match, number - 1)
            assert match._history.taken_back(number) == stood[stood.index(row.back) + 1 :]
    for number in range(len(match.rows)):
        assert match.may_go_back(number) == (number in match.line[:-1])
    assert not match.may_go_back(len(match.rows))


# Nothing is shared


def test_what_is_done_to_a_state_that_was_handed_out_changes_no_other() -> None:
    match = long_watch(600)
    before = repr(match.state_after(300))
    for number in (300, snapshots.SPACING, 0):
        spoilt = match.state_after(number)
        spoilt.agenda.append(("spoilt",))
        spoilt.deck.clear()  # type: ignore[attr-defined]
    assert repr(match.state_after(300)) == before
    match.undo(0, snapshots.SPACING, range(3))
    match.play(match.legal()[0])
    assert match.at(300).state == match.copy().state_after(300)


def test_a_copy_has_snapshots_of_its_own() -> None:
    match = long_watch(600)
    match.state_after(599)
    other = match.copy(match.dice.copy())
    assert other._snapshots is not match._snapshots
    assert len(other._snapshots) == 0
    for each, text in ((match, 0), (other, -1)):
        while len(each.rows) < 800:
            each.play(each.legal()[text])
    for number in (600, 700, 799):
        assert match.state_after(number) == state_from_the_start(match, number)
        assert other.state_after(number) == state_from_the_start(other, number)
    assert match.state != other.state


# How much is played


def test_playing_keeps_nothing() -> None:
    assert len(long_watch(600)._snapshots) == 0


@pytest.mark.usefixtures("long_game")
def test_looking_and_going_back_plays_a_few_rows_once_a_match_is_loaded(
    played_rows: Callable[[], int],
) -> None:
    match = record.replay(record.parse(long_watch(1000).record()))
    assert len(match._snapshots) == 1000 // snapshots.SPACING + 1
    played_rows()
    for number in (999, 700, 3, 500, 501, 255, 256, 257):
        match.at(number)
        assert played_rows() < snapshots.SPACING
    match.undo(0, 900, range(3))
    assert played_rows() < snapshots.SPACING


def test_a_match_that_was_only_played_is_replayed_once(played_rows: Callable[[], int]) -> None:
    match = long_watch(1000)
    played_rows()
    match.at(999)
    assert played_rows() == 999
    match.at(990)
    match.undo(0, 500, range(3))
    assert played_rows() < 2 * snapshots.SPACING


def test_a_branch_that_was_taken_back_is_replayed_once(played_rows: Callable[[], int]) -> None:
    match = long_watch(1000)
    match.undo(0, 10, range(3))
    match.at(999)
    played_rows()
    for number in (998, 700, 300):
        match.at(number)
        assert played_rows() < snapshots.SPACING


@pytest.mark.usefixtures("long_game")
def test_loading_a_match_with_many_undos_plays_each_row_about_once(
    played_rows: Callable[[], int],
) -> None:
    match = long_watch(600, 0.15)
    found = record.parse(match.record())
    played = sum(row.seat >= 0 for row in match.rows)
    played_rows()
    record.replay(found)
    assert played_rows() == played
    record.wanted(match)
    assert played_rows() == played
    luck(match)
    assert played_rows() == played


def test_the_number_of_snapshots_stays_small_however_often_somebody_goes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(snapshots, "SPACING", 16)
    match = long_watch(64)
    for _ in range(100):
        match.undo(0, 15, range(3))
        match.play(match.legal()[0])
        match.keep_snapshot()
    for number in range(len(match.rows)):
        match.state_after(number)
    assert len(match._snapshots) <= 2 * (len(match.rows) // 16) + snapshots.SPARE
