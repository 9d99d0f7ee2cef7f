"""Lists of moves are made quickly, from the usual turn to the worst one."""

import gc
import time
from random import Random
from statistics import median

import pytest

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.games.colditz import movement
from garrison.games.colditz.castle.layout import LINK_COUNT
from garrison.games.colditz.castle.reach import reach
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.state import ColditzState
from garrison.games.colditz.tables import NATION_COUNT, SECURITY
from support.games.colditz import USUAL, strewn

pytestmark = [pytest.mark.proof, pytest.mark.quiet]

USUAL_POINTS, MOST_POINTS = 8, 36
TYPICAL, WORST, COPY = 50e-6, 1e-3, 5e-6


@pytest.fixture(autouse=True)
def no_collection():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def listing(s: ColditzState, pawn: int, points: int) -> float:
    """Seconds to list the moves of a pawn in a position that nobody has looked at yet, the best of three."""
    found = []
    for _ in range(3):
        reach.cache_clear()
        start = time.perf_counter()
        movement.move_legal(s, s.turn, pawn, points)
        found.append(time.perf_counter() - start)
    return min(found)


def in_hand(seats: str, seed: int) -> list[tuple[ColditzState, int]]:
    """Every pawn taken in hand in a random game."""
    chance, found = Random(seed), []
    match = Match(COLDITZ, {**USUAL, "seats": seats, "rounds": "20"}, KeyedDice(seed_key(seed)))
    while match.ask is not None:
        if match.ask[0] == "move":
            found.append((match.state.copy(), match.ask[2]))
        match.play(chance.choice(match.legal()))
    return found


@pytest.mark.parametrize("seats", "246")
def test_the_moves_of_a_pawn_are_listed_in_fifty_microseconds(seats):
    some = in_hand(seats, 1) + in_hand(seats, 2)
    assert median(listing(s, pawn, USUAL_POINTS) for s, pawn in some) < TYPICAL


def test_the_longest_list_takes_less_than_a_millisecond():
    """Every officer with all equipment, every drop and every place in the wire marked, two doubles of six."""
    worst = 0.0
    for seed in range(60):
        s, chance = strewn(seed), Random(seed)
        s.equipment = [2, 1, 1, 1] * NATION_COUNT
        s.markers = [0] * NATION_COUNT
        for link in range(LINK_COUNT):
            s.markers[chance.randrange(SECURITY[s.mode])] |= 1 << link
        for pawn, at in enumerate(s.at):
            if at >= 0 and not s.inside >> pawn & 1:
                worst = max(worst, listing(s, pawn, MOST_POINTS))
    assert worst < WORST


def test_a_state_is_copied_in_five_microseconds():
    states = [s for s, _ in in_hand("6", 2)[:200]]
    found = []
    for _ in range(5):
        start = time.perf_counter()
        for s in states:
            s.copy()
        found.append((time.perf_counter() - start) / len(states))
    assert min(found) < COPY
