"""In a castle so full that a Defender may be stuck, the quick lists agree with the plain judge."""

import random

import pytest

from garrison.games.itter import defender_phase
from garrison.games.itter.actions import PASS, PLACE
from garrison.games.itter.state import DESTROYED, SUPPLY, WRECK, ItterState
from garrison.games.itter.tables import (
    CIRCLES,
    DEFENDER_COUNT,
    LOCATION,
    SQUARE_COUNT,
    TANK,
    TANK_SQUARES,
)


def crowd(rng):
    """A position with few open squares, many Exhausted, some in the supply, mostly no tokens left."""
    s = ItterState(1, 0)
    open_squares = list(range(SQUARE_COUNT))
    if rng.random() < 0.6:
        s.tank = DESTROYED
        open_squares = [q for q in open_squares if LOCATION[q] != TANK]
        for q in TANK_SQUARES:
            s.who[q] = WRECK
    rng.shuffle(open_squares)
    keep, waiting = rng.choice([0, 1, 2, 3, 5, 8]), rng.choice([0, 1, 3])
    for d in rng.sample(range(DEFENDER_COUNT), DEFENDER_COUNT):
        if waiting and rng.random() < 0.3:
            s.where[d] = SUPPLY
            waiting -= 1
        elif len(open_squares) > keep:
            q = open_squares.pop()
            s.where[d], s.who[q] = q, d
            s.marks[d] = rng.choice([0, 0, 1, 1, 1, 2, 3, 4, 8, 5])
    for circle in CIRCLES:
        if rng.random() < 0.1:
            s.light[circle] = rng.randrange(3)
    if rng.random() < 0.7:
        s.tokens = [8, 8, 7, 0, 7]
    return s


@pytest.mark.rule("itter", "ITP-2.0a", "ITP-2.5b", "ITP-2.5d")
@pytest.mark.ruling("itter", "AMB-45")
def test_nobody_is_offered_who_could_do_nothing():
    rng = random.Random(5)
    for _ in range(3000):
        s = crowd(rng)
        able = [d for d in range(DEFENDER_COUNT) if defender_phase.who_judge(s, 0, d, 1) is None]
        assert defender_phase.who_legal(s, 0, 1) == [*able, PASS]
        for d in able:
            if s.where[d] != SUPPLY:
                assert defender_phase.what_legal(s, 0, d, 0)


@pytest.mark.rule("itter", "ITP-2.1a", "IT3-22")
@pytest.mark.ruling("itter", "AMB-37")
def test_no_square_is_offered_where_he_could_do_nothing():
    rng = random.Random(5)
    for _ in range(1500):
        s = crowd(rng)
        for d in range(DEFENDER_COUNT):
            if s.where[d] == SUPPLY:
                useful = [row for row in PLACE if defender_phase.where_judge(s, 0, row, d) is None]
                assert defender_phase.where_legal(s, 0, d) == useful
