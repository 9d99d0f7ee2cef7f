"""A match of 5,000 rows is loaded, taken back, looked at and scrubbed without anybody waiting for it."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from statistics import median

import pytest

from garrison.core.limits import LOG_FRAMES
from garrison.core.match import Match
from garrison.core.show.perspective import Perspective
from garrison.core.state import SPECTATOR
from garrison.table.background.idle_gc import collect_rarely
from garrison.table.messages import encode
from garrison.table.session import seat_access
from garrison.table.session.session import Session
from garrison.table.store.clock import now
from garrison.table.store.executor import Executor
from garrison.table.store.models import Terms
from support.fixtures import Register
from support.games.long_watch import LONG_WATCH, long_watch

ROWS = 5000
QUICK, STEP = 0.2, 0.05
IDENT = "a" * 16
pytestmark = [pytest.mark.proof, pytest.mark.quiet]


def took(task: Callable[[], object], times: int = 5) -> float:
    """Seconds of work for one time, the median."""
    found = []
    for _ in range(times):
        start = time.process_time()
        task()
        found.append(time.process_time() - start)
    return median(found)


@pytest.fixture(autouse=True)
def memory_as_in_a_server() -> Iterator[None]:
    before = gc.get_threshold()
    collect_rarely()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.fixture(params=[0.0, 0.1], ids=["straight on", "with undos"])
def match(request: pytest.FixtureRequest, register: Register) -> Match:
    register(LONG_WATCH)
    return long_watch(ROWS, request.param, far=0.05)


def test_it_is_loaded_with_a_clock_in_a_fifth_of_a_second(match: Match, executor: Executor) -> None:
    holders, _ = seat_access.creators_seats(match.seats, now())
    store = executor.store
    store.create(IDENT, match, list(holders.values()), terms=Terms(bank=600_000.0))

    def load() -> None:
        found = store.read(IDENT)
        assert found is not None
        Session(IDENT).fill(found.played(), (), None)

    assert took(load) < QUICK


def test_the_first_undo_and_look_back_take_a_fifth_of_a_second_and_later_ones_less(match: Match) -> None:
    fresh = [match.copy() for _ in range(3)]
    assert took(lambda: fresh.pop().undo(0, None, range(3)), 3) < QUICK
    fresh = [match.copy() for _ in range(3)]
    assert took(lambda: Perspective(fresh.pop(), 0).look_back(ROWS // 4, "en"), 3) < QUICK
    match.undo(0, None, range(3))
    assert took(lambda: match.undo(0, None, range(3))) < STEP


def test_a_frame_takes_a_fifth_of_a_second_the_first_with_a_log_too(match: Match) -> None:
    for seat in (0, SPECTATOR):
        known = Perspective(match, seat)
        have = known.count - 1 - LOG_FRAMES
        fresh = [Perspective(match, seat) for _ in range(5)]
        assert took(lambda left=fresh, have=have: encode(left.pop().frame("en", have))) < QUICK
        assert took(lambda known=known: encode(known.frame("en"))) < STEP


@pytest.mark.parametrize("step", [1, -1, 97])
def test_each_step_of_a_replay_takes_a_twentieth_of_a_second(match: Match, step: int) -> None:
    perspective = Perspective(match, 0)
    perspective.look_back(perspective.count // 2, "en")
    moments = iter(n % perspective.count + 1 for n in range(perspective.count // 2, 10**6 * step, step))
    longest = max(took(lambda: encode(perspective.look_back(next(moments), "it")), 1) for _ in range(20))
    assert longest < STEP
