"""Rounds of Escape from Colditz: the marker, the last turns, kits that leave with escapers, and who wins."""

import pytest

from garrison.core.errors import GAME_OVER
from support.games.colditz_matches import (
    SEATS,
    acting,
    at,
    awaited,
    deeds,
    deployed,
    idle,
    pawns,
    play,
    question,
    refuse,
    roll,
)

GATE = {"north": "ext_044", "southeast": "ext_175", "northeast": "ext_035"}
"""By target, the space before it."""


def escape(match, *names, target="north"):
    """These POWs escape one after the other; the first stands before the target."""
    return [kind for name in names for kind in play(match, name, f"escape t_{target}")]


def fled(nation, first=1):
    """Two POWs of a nation before the north target."""
    return {f"{nation}-{first}": "ext_044", f"{nation}-{first + 1}": "ext_026"}


def over(match):
    """How the game ended and who won; empty before."""
    return match.view()["result"]


# The marker


@pytest.mark.rule("colditz", "COL-O-012", "COL-O-042")
def test_the_marker_goes_down_one_when_the_security_officer_ends_his_turn():
    match = deployed(seats="4", rounds="10")
    for number in (10, 9, 8):
        for _ in range(3):
            assert "round" not in idle(match)
            assert match.view()["round"] == number
        roll(match, 3, 4)
        assert match.view()["round"] == number
        assert "round" in play(match, "end")
        assert match.view()["round"] == number - 1


@pytest.mark.rule("colditz", "COL-O-042", "COL-O-135")
def test_the_last_turns_begin_when_the_marker_reaches_one():
    match = at(round=3, turn="security", pawns={"british-1": "in_101"})
    assert "last_turns" not in idle(match)
    idle(match)
    assert "last_turns" in idle(match)
    assert match.view()["round"] == 1
    assert over(match) == {}
    assert awaited(match) == "british"


@pytest.mark.rule("colditz", "COL-O-135")
@pytest.mark.ruling("colditz", "AMB-31")
@pytest.mark.parametrize("seats", SEATS)
def test_on_the_eagle_each_escape_officer_has_one_more_turn_and_nobody_else(seats):
    match = at({"seats": seats}, round=1, pawns={"british-1": "in_101"})
    for officer in match.seats[:-1]:
        assert (awaited(match), over(match)) == (officer, {})
        idle(match)
    assert (question(match), match.over) == ("", True)
    assert over(match) == {"how": "held", "won": ["security"]}


@pytest.mark.rule("colditz", "COL-O-057", "COL-O-139")
@pytest.mark.ruling("colditz", "AMB-31")
@pytest.mark.parametrize("rounds", ["10", "20", "50"])
def test_a_game_of_so_many_rounds_has_one_fewer_and_a_half(rounds):
    match = deployed(seats="3", rounds=rounds)
    turns = []
    while not match.over:
        turns.append(awaited(match))
        idle(match)
    assert turns == ["british", "french", "security"] * (int(rounds) - 1) + ["british", "french"]
    assert over(match) == {"how": "held", "won": ["security"]}
    assert match.refusal("roll") == GAME_OVER


# Two escapes


@pytest.mark.rule("colditz", "COL-O-057", "COL-O-136")
@pytest.mark.ruling("colditz", "AMB-32")
def test_after_the_second_escape_the_round_is_played_to_its_end():
    match = acting({"seats": "3"}, pawns={**fled("british"), "french-1": "in_101"})
    assert escape(match, "british-1", "british-2").count("escaped") == 2
    assert over(match) == {}
    play(match, "end")
    for name in ("french", "security"):
        assert (awaited(match), over(match)) == (name, {})
        kinds = idle(match)
    assert kinds[-1] == "ended"
    assert over(match) == {"how": "nation", "won": ["british"]}
    assert match.over


@pytest.mark.rule("colditz", "COL-O-136")
def test_escapes_of_two_turns_win_as_well_as_one_escape_does_not():
    places = {"british-1": "escaped", "british-2": "ext_044"}
    match = acting(pawns=places)
    assert match.view()["escaped"] == {"british": 1}
    play(match, "end")
    idle(match)
    assert (awaited(match), over(match)) == ("british", {})
    roll(match, 3, 4)
    escape(match, "british-2")
    assert match.view()["escaped"] == {"british": 2}
    play(match, "end")
    idle(match)
    assert over(match) == {"how": "nation", "won": ["british"]}


@pytest.mark.rule("colditz", "COL-O-136")
def test_two_nations_with_an_escape_each_have_not_won():
    places = {"british-1": "escaped", "french-1": "escaped", "polish-1": "escaped", "polish-2": "in_101"}
    match = at({"seats": "4"}, turn="security", pawns=places)
    idle(match)
    assert (over(match), awaited(match)) == ({}, "british")


@pytest.mark.rule("colditz", "COL-O-137")
@pytest.mark.ruling("colditz", "AMB-32")
def test_who_does_it_in_the_same_round_shares_the_win():
    french = {"french-1": "escaped", "french-2": "ext_175"}
    match = acting({"seats": "4"}, pawns={**fled("british"), **french, "polish-1": "escaped"})
    escape(match, "british-1", "british-2")
    play(match, "end")
    roll(match, 3, 4)
    escape(match, "french-2", target="southeast")
    play(match, "end")
    idle(match)
    idle(match)
    assert over(match) == {"how": "nation", "won": ["british", "french"]}
    assert match.result.won == (0, 1)
    assert match.result.utility[0] == match.result.utility[1] > 0 > match.result.utility[2]


@pytest.mark.rule("colditz", "COL-O-135", "COL-O-136")
def test_an_escape_in_the_last_turn_still_wins():
    match = at(round=1, pawns={"british-1": "escaped", "british-2": "ext_044"})
    roll(match, 3, 4)
    escape(match, "british-2")
    play(match, "end")
    assert over(match) == {"how": "nation", "won": ["british"]}


@pytest.mark.rule("colditz", "COL-O-135", "COL-O-137")
def test_the_win_can_be_shared_in_the_last_turns():
    match = at(
        {"seats": "3"}, round=1, pawns={**fled("british"), "french-1": "escaped", "french-2": "ext_175"}
    )
    roll(match, 3, 4)
    escape(match, "british-1", "british-2")
    play(match, "end")
    assert (over(match), awaited(match)) == ({}, "french")
    roll(match, 3, 4)
    escape(match, "french-2", target="southeast")
    play(match, "end")
    assert over(match) == {"how": "nation", "won": ["british", "french"]}


@pytest.mark.rule("colditz", "COL-O-138")
def test_the_security_officer_wins_if_nobody_got_two_away():
    places = {"british-1": "escaped", "french-1": "escaped", "french-2": "in_101"}
    match = at({"seats": "3"}, round=1, turn="french", pawns=places)
    idle(match)
    assert over(match) == {"how": "held", "won": ["security"]}
    assert match.result.score == (1, 1, 0)


@pytest.mark.rule("colditz", "COL-O-054")
def test_escapes_are_what_the_one_side_wants_and_the_other_prevents():
    held = at({"seats": "3"}, round=1, turn="french", pawns={"british-1": "escaped"})
    idle(held)
    lost = at({"seats": "3"}, turn="security", pawns={"british-1": "escaped", "british-2": "escaped"})
    idle(lost)
    assert (held.result.score[:2], lost.result.score[:2]) == ((1, 0), (2, 0))
    for officer in (0, 1):
        assert held.result.utility[2] > held.result.utility[officer]
    assert lost.result.utility[0] > lost.result.utility[2]
    assert lost.result.utility[0] > lost.result.utility[1]
    assert held.result.utility[2] > lost.result.utility[2]


# A shared goal


@pytest.mark.rule("colditz", "COL-O-141")
@pytest.mark.ruling("colditz", "AMB-65")
@pytest.mark.parametrize("seats", SEATS[1:])
def test_all_escape_officers_win_by_as_many_escapes_as_they_are(seats):
    shared = {"seats": seats, "goal": "shared"}
    officers = int(seats) - 1
    nations = ("british", "french", "polish", "dutch")
    enough = [f"{nation}-{n}" for n in (1, 2, 3) for nation in nations[: min(officers, 4)]][:officers]
    few = at(shared, turn="security", pawns=dict.fromkeys(enough[1:], "escaped"))
    idle(few)
    assert (over(few), awaited(few)) == ({}, "british")
    match = at(shared, turn="security", pawns=dict.fromkeys(enough, "escaped"))
    idle(match)
    assert over(match) == {"how": "shared", "won": list(match.seats[:-1])}


@pytest.mark.rule("colditz", "COL-O-141")
@pytest.mark.ruling("colditz", "AMB-65")
def test_a_shared_goal_takes_the_place_of_two_escapes_of_a_nation():
    shared = {"seats": "4", "goal": "shared"}
    two = {"french-1": "escaped", "french-2": "escaped"}
    match = at(shared, turn="security", pawns={**two, "british-1": "ext_044"})
    idle(match)
    assert over(match) == {}
    roll(match, 3, 4)
    escape(match, "british-1")
    play(match, "end")
    for _ in range(3):
        assert over(match) == {}
        idle(match)
    assert over(match) == {"how": "shared", "won": ["british", "french", "polish"]}
    held = at(shared, round=1, turn="polish", pawns=two)
    idle(held)
    assert over(held) == {"how": "held", "won": ["security"]}


# One kit for two


@pytest.mark.ruling("colditz", "AMB-23")
def test_two_who_escape_in_one_turn_share_a_kit_and_a_third_may_not():
    match = acting(pawns={**fled("british"), "british-3": "ext_025"})
    escape(match, "british-1", "british-2")
    assert match.view()["kits"] == ["british"]
    play(match, "british-3")
    assert refuse(match, "escape t_north") == "COL-O-132"
    play(match, "back")
    assert "kit_gone" in play(match, "end")
    assert match.view()["kits"] == []
    assert pawns(match, "british-1", "british-2", "british-3") == ["escaped", "escaped", "ext_025"]


@pytest.mark.ruling("colditz", "AMB-23")
def test_a_single_escape_takes_the_kit_along_too():
    match = acting({"seats": "3"}, pawns=fled("british"))
    escape(match, "british-1")
    play(match, "end")
    assert match.view()["kits"] == ["french"]
    idle(match)
    idle(match)
    roll(match, 3, 4)
    play(match, "british-2")
    assert refuse(match, "escape t_north") == "COL-O-131"


@pytest.mark.ruling("colditz", "AMB-23")
def test_targets_may_differ_if_the_turn_is_the_same():
    match = acting(pawns={"british-1": GATE["north"], "british-2": GATE["southeast"]})
    escape(match, "british-1")
    escape(match, "british-2", target="southeast")
    assert match.view()["escaped"] == {"british": 2}
    assert "end" in deeds(match)


@pytest.mark.ruling("colditz", "AMB-23")
def test_a_turn_without_an_escape_costs_no_kit():
    match = deployed(seats="3")
    idle(match)
    idle(match)
    assert match.view()["kits"] == ["british", "french"]
