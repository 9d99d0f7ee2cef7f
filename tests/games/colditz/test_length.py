"""How long a game can be."""

import pytest

from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.length import OFFER_ROWS, bound, most_offers, most_points
from garrison.games.colditz.tables import CLASSIC_THROWS, THROWS
from support.games.colditz_matches import acting, offers, play

SURE = 1e-15


def chances_of_a_turn(throws):
    """By number of points, the chance of a turn in which every double is thrown on, as often as allowed."""
    single, double = [0.0] * 13, [0.0] * 13
    for one in range(1, 7):
        for other in range(1, 7):
            (double if one == other else single)[one + other] += 1 / 36
    found, doubles = [0.0] * (12 * throws + 1), [1.0]
    for number in range(1, throws + 1):
        last = [a + b for a, b in zip(single, double, strict=True)] if number == throws else single
        for points, chance in enumerate(convolved(doubles, last)):
            found[points] += chance
        doubles = convolved(doubles, double)
    return found


def convolved(one, other):
    found = [0.0] * (len(one) + len(other) - 1)
    for n, first in enumerate(one):
        if first:
            for m, second in enumerate(other):
                found[n + m] += first * second
    return found


@pytest.mark.rule("colditz", "COL-O-065", "COL-C-20a")
@pytest.mark.parametrize(("edition", "throws"), [("modern", THROWS), ("classic", CLASSIC_THROWS)])
def test_no_game_has_more_points_than_its_bound_reckons_with(edition, throws):
    turn, total = chances_of_a_turn(throws), [1.0]
    assert sum(turn) == pytest.approx(1)
    for turns in range(1, 300):
        total = convolved(total, turn)
        if turns in (19, 29, 59, 99, 299):
            assert sum(total[most_points(turns, edition) + 1 :]) < SURE


@pytest.mark.parametrize(("seats", "games"), [("2", 6), ("6", 2)])
def test_the_bound_is_within_ten_times_a_long_random_game_without_offers(seats, games):
    chosen = registry.settle(COLDITZ, {"seats": seats})
    longest = max(rows_of(chosen, seed, trade=False) for seed in range(games))
    assert longest < bound(chosen) - most_offers(chosen) < 10 * longest


@pytest.mark.ruling("colditz", "AMB-66")
@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_the_bound_is_within_ten_times_a_game_in_which_everybody_makes_offers_all_the_time(edition):
    chosen = registry.settle(COLDITZ, {"edition": edition, "seats": "3", "rounds": "10"})
    longest = max(rows_of(chosen, seed, trade=True) for seed in range(3))
    assert longest < bound(chosen) < 10 * longest


@pytest.mark.rule("colditz", "COL-C-48")
def test_the_bound_reckons_with_offers_in_the_turns_of_the_security_officer():
    """With three seats and ten rounds, nine turns of his beside the twenty of the others."""
    rows = {
        edition: most_offers(registry.settle(COLDITZ, {"edition": edition, "seats": "3", "rounds": "10"}))
        for edition in ("modern", "classic")
    }
    assert rows["classic"] - rows["modern"] == 9 * 2 * OFFER_ROWS


@pytest.mark.rule("colditz", "COL-O-100", "COL-C-48")
@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_the_bound_reckons_with_no_offers_of_an_officer_who_is_alone(edition):
    assert most_offers(registry.settle(COLDITZ, {"edition": edition, "seats": "2"})) == 0


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
