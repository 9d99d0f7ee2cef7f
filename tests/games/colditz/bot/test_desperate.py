"""Do or Die: its exact chance, and when an officer dares it."""

import pytest

from garrison.games.colditz.bot import desperate
from support.games.colditz_matches import at

CLASSIC = {"edition": "classic", "seats": "3"}
KNOWN = {
    3: (11, 5, 1, 0),
    4: (38, 22, 5, 1),
    5: (78, 54, 20, 4),
    6: (97, 87, 47, 14),
    7: (100, 99, 79, 36),
}
"""By card, the chance in percent to cover 35, 40, 50 and 62 steps (fact sheet 2.1)."""


@pytest.mark.parametrize("throws", KNOWN)
def test_the_chance_of_a_run_is_that_of_the_fact_sheet(throws):
    found = tuple(100 * desperate.covers(throws, steps) for steps in (35, 40, 50, 62))
    assert found == pytest.approx(KNOWN[throws], abs=0.7)


def ready(**position):
    return at(CLASSIC, turn="british", phase="ready", kits=["british"], **position)


def test_a_card_that_was_used_is_known_to_lie_below():
    match = ready(pawns={"british-1": "canteen_5"})
    assert sorted(desperate.cards_ahead(match.state, 0)) == [3, 4, 5, 6, 7]
    each = [desperate.covers(throws, 36) for throws in KNOWN]
    assert desperate.chance(match.state, 0, 0) == pytest.approx(sum(each) / 5)


@pytest.mark.parametrize(("left", "dares"), [(30, False), (2, True), (1, True)])
def test_he_dares_it_when_turns_run_out(left, dares):
    match = ready(pawns={"british-1": "canteen_5", "british-2": "escaped"}, round=left)
    assert (desperate.rank(match.state, 0, 0) > 0.1) == dares


def test_he_dares_it_when_a_rival_is_about_to_win():
    pawns = {"british-1": "canteen_5", "british-2": "escaped", "french-1": "escaped"}
    assert desperate.rank(ready(pawns=pawns, round=30).state, 0, 0) > 0.1
