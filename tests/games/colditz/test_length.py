"""How long a game can be."""

import pytest

from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.length import OFFER_ROWS, bound, most_offers, most_points
from support.games.colditz_matches import acting, offers, play

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
def test_the_bound_is_within_ten_times_a_long_random_game_without_offers(seats, games):
    chosen = registry.settle(COLDITZ, {"seats": seats})
    longest = max(rows_of(chosen, seed, trade=False) for seed in range(games))
    assert longest < bound(chosen) - most_offers(chosen) < 10 * longest


@pytest.mark.ruling("colditz", "AMB-66")
def test_the_bound_is_within_ten_times_a_game_in_which_everybody_makes_offers_all_the_time():
    chosen = registry.settle(COLDITZ, {"seats": "3", "rounds": "10"})
    longest = max(rows_of(chosen, seed, trade=True) for seed in range(3))
    assert longest < bound(chosen) < 10 * longest


@pytest.mark.ruling("colditz", "AMB-66")
def test_an_officer_cannot_do_more_with_offers_in_a_turn_than_the_bound_reckons_with():
    match = acting({"seats": "3"}, equipment={"british": {"rope": 6}})
    before = len(match.rows)
    full = ["trade french", *["put rope"] * 6, *["want key"] * 6]
    for last in (*["drop"] * 7, *["recall"] * 8):
        play(match, *full, *(["send"] if last == "recall" else []), last)
    assert len(match.rows) - before == OFFER_ROWS
    assert offers(match, "british") == []


def rows_of(options, seed, *, trade):
    """The length of a random game; with offers, everybody makes them before the turn goes on."""
    match = Match(COLDITZ, options, KeyedDice(seed_key(seed), "long"))
    chance = KeyedDice(seed_key(seed), "choices")
    while not match.over:
        may = [seat for seat in range(len(match.seats)) if trade and match.may_act >> seat & 1]
        offers = [(seat, [*set(match.legal(seat)) - set(match.answers(seat))]) for seat in may]
        open_offers = [(seat, sorted(rows)) for seat, rows in offers if rows]
        if open_offers:
            seat, actions = open_offers[chance.pick(len(open_offers), "seat")]
        else:
            seat = match.awaited[0]
            actions = match.answers(seat)
        match.play(actions[chance.pick(len(actions), "choice")], seat)
    return len(match.rows)
