"""How long a game can be."""

import pytest

from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.length import bound, most_points

SURE = 1e-15


def chances_of_a_turn():
    """By number of points, the chance of a turn in which every double is thrown on (COL-O-064, COL-O-065)."""
    single, double = [0.0] * 37, [0.0] * 37
    for one in range(1, 7):
        for other in range(1, 7):
            (double if one == other else single)[one + other] += 1 / 36
    any_throw = [a + b for a, b in zip(single, double, strict=True)]
    second = convolved(double, single)
    third = convolved(convolved(double, double), any_throw)
    return [sum(each) for each in zip(single, second[:37], third[:37], strict=True)]


def convolved(one, other):
    found = [0.0] * (len(one) + len(other) - 1)
    for n, first in enumerate(one):
        if first:
            for m, second in enumerate(other):
                found[n + m] += first * second
    return found


@pytest.mark.rule("colditz", "COL-O-065")
def test_no_game_has_more_points_than_its_bound_reckons_with():
    turn, total = chances_of_a_turn(), [1.0]
    assert sum(turn) == pytest.approx(1)
    for turns in range(1, 300):
        total = convolved(total, turn)
        if turns in (19, 29, 59, 99, 299):
            assert sum(total[most_points(turns) + 1 :]) < SURE


@pytest.mark.parametrize(("seats", "games"), [("2", 6), ("6", 2)])
def test_the_bound_is_within_ten_times_a_long_random_game(seats, games):
    chosen = registry.settle(COLDITZ, {"seats": seats})
    longest = 0
    for seed in range(games):
        match = Match(COLDITZ, chosen, KeyedDice(seed_key(seed), "long"))
        chance = KeyedDice(seed_key(seed), "choices")
        while not match.over:
            seat = match.awaited[0]
            actions = match.legal(seat)
            match.play(actions[chance.pick(len(actions), "choice")], seat)
        longest = max(longest, len(match.rows))
    assert longest < bound(chosen) < 10 * longest
