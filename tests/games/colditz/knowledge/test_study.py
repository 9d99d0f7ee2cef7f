"""A finished game of Escape from Colditz as facts."""

from garrison.games.colditz.game import COLDITZ
from garrison.lab.facts import facts, measures
from support.games.colditz_matches import at, idle, officer, play, roll, security

SAFE = {"british-1": "in_101"}


def test_the_first_escape_has_its_round_counted_from_the_start_and_others_have_none():
    match = at(round=30, pawns={"british-1": "ext_044", "british-2": "ext_026"})
    assert facts(match)["first_escape"] is None
    assert facts(match)["escaped"] == []
    roll(match, 3, 4)
    play(match, "end")
    idle(match)  # the Security Officer ends the first round
    roll(match, 3, 4)
    play(match, "british-1", "escape t_north", "end")
    idle(match)
    assert (facts(match)["first_escape"], facts(match)["escaped"]) == (2, ["british-1"])
    shot = 6  # the POWs that this position does not name
    assert measures(match) == {"first_escape": 2, "escaped": 1, "arrests": 0, "shot": shot}


def test_an_escape_in_the_first_round_is_in_round_one():
    match = officer(9, {"british-1": "ext_044"})
    play(match, "british-1", "escape t_north")
    assert facts(match)["first_escape"] == 1


def test_arrests_are_counted_wherever_they_are():
    match = security(9, {"british-1": "ext_057", "guard-1": "ext_046"})
    play(match, "guard-1", "arrest british-1")
    found = facts(match)
    assert (found["arrests"], found["arrests_inner"], found["arrests_outer"]) == (1, 0, 1)


def test_every_fact_is_found_and_all_means_are_facts():
    assert facts(at(pawns=SAFE)).keys() == COLDITZ.study.facts.keys() >= {*COLDITZ.study.means}
