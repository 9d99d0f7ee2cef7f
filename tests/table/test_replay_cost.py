"""What loading a match costs, counted before it is done: long matches can be played on, endless ones not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from garrison.core import record
from garrison.core.history import UNDO_ROW
from garrison.core.limits import MATCH_ROWS, REPLAY_STEPS
from garrison.core.snapshots import SPACING
from garrison.table.background.process_pool import TooSlow, read
from garrison.table.session.replay_cost import affordable, all_steps
from support.fixtures import Register
from support.games.long_watch import LONG_WATCH, long_watch


@pytest.mark.parametrize(("undos", "far"), [(0.0, 0.0), (0.2, 0.0), (0.3, 0.3)])
def test_loading_plays_no_more_rows_than_are_counted(
    register: Register, played_rows: Callable[[], int], undos: float, far: float
) -> None:
    register(LONG_WATCH)
    match = long_watch(700, undos, far=far)
    found = record.parse(match.record())
    played_rows()
    record.replay(found)
    assert played_rows() <= all_steps(match.rows)


def test_an_undo_far_back_plays_no_more_rows_than_lie_between_snapshots(
    register: Register, played_rows: Callable[[], int]
) -> None:
    register(LONG_WATCH)
    match = long_watch(1100)
    for number in range(30):  # to and fro at the first row of a snapshot, to make others useless
        match.undo(0, 767 - number, range(3))
        match.play(match.legal()[0])
    found, undos = record.parse(match.record()), sum(row.seat == UNDO_ROW for row in match.rows)
    played_rows()
    record.replay(found)
    assert undos == 30
    assert played_rows() <= all_steps(match.rows) < len(match.rows) + undos * SPACING


def test_a_match_of_5000_rows_with_a_hundred_undos_can_be_played_on() -> None:
    match = long_watch(5000, 0.02, far=0.1)
    assert sum(row.seat == UNDO_ROW for row in match.rows) >= 80
    assert affordable(len(match.rows) + 1, all_steps(match.rows))


def test_a_record_that_would_take_long_is_not_replayed(
    register: Register, played_rows: Callable[[], int]
) -> None:
    register(LONG_WATCH)
    lines = [long_watch(SPACING).record()]
    undos = range(SPACING, SPACING + 2 * REPLAY_STEPS // SPACING)
    lines += [f"{number} undo {SPACING - 2} anna bruno carla\n" for number in undos]
    played_rows()
    with pytest.raises(TooSlow):
        read("".join(lines))
    assert played_rows() == 0


def test_a_match_may_have_so_many_rows_and_take_so_many_steps() -> None:
    assert affordable(MATCH_ROWS, REPLAY_STEPS)
    assert not affordable(MATCH_ROWS + 1, 0)
    assert not affordable(1, REPLAY_STEPS + 1)
