"""Positions of Escape from Colditz that no game can reach are refused in one sentence."""

import pytest

from garrison.core.errors import Damaged
from support.games.colditz_matches import at

CLASSIC = {"edition": "classic", "seats": "3"}
DUG = {
    "pawns": {"british-1": "tun_chapel_5", "british-2": "tun_chapel_6"},
    "inside": ["british-1", "british-2"],
    "tunnels": {"chapel": "british"},
}
WRONG = [
    ({}, {"inside": ["guard-1"]}, "guard-1 cannot be inside a tunnel"),
    (
        {},
        {"inside": ["british-1"], "pawns": {"british-1": "cell_inner"}},
        "british-1 cannot be inside a tunnel",
    ),
    ({}, {"inside": ["british-1"], "pawns": {"british-1": "in_064"}}, "british-1 is inside a tunnel, so"),
    ({"seats": "6"}, {"opportunity_deck": ["kit-food"]}, "the kit parts are a pile of their own"),
    (CLASSIC, {"searching": "no"}, "searching must be true or false, not 'no'"),
    (CLASSIC, {"arrested": 2}, "arrested must be true or false, not 2"),
    (CLASSIC, {"off_duty": ["british-1"]}, "there is no pawn of this match 'british-1'"),
    (CLASSIC, {"homeward": ["british-1"]}, "only those who are returning"),
    (CLASSIC, {"detected": ["chapel"]}, "the chapel tunnel is closed"),
    (
        CLASSIC,
        {"teams_out": ["french"], "pawns": {"french-1": "in_064"}},
        "the french team is out of the game",
    ),
    (
        CLASSIC,
        {"teams_out": ["british"], "pawns": {f"british-{n}": "out" for n in range(1, 8)}},
        "it cannot be the turn of british",
    ),
    (CLASSIC, {**DUG, "hands": {"british": []}}, "british has no card of the chapel tunnel"),
]


WRONG_WAYS = [
    ({"paid": {"round": ["in_002"]}}, "there is no kind of way paid for 'round'"),
    ({"paid": {"gates": ["in_064"]}}, "there is no gate 'in_064'"),
    ({"trails": {"british-8": ["in_002"]}}, "there is no POW of this match 'british-8'"),
    ({"trails": {"guard-1": ["in_002"]}}, "there is no POW of this match 'guard-1'"),
    ({"trails": {"british-1": ["in_002"]}}, "british-1 leaves no trail"),
    (
        {"trails": {"british-1": ["in_003"]}, "pawns": {"british-1": "out_121"}},
        "castle side of a drop or wire",
    ),
]
"""By position in the classic rules, what is wrong with the ways that were paid for or taken."""


@pytest.mark.rule("colditz", "COL-C-46a", "COL-C-50")
@pytest.mark.parametrize(("position", "told"), WRONG_WAYS)
def test_ways_are_paid_for_and_taken_where_there_are_some_by_those_who_can(position, told):
    with pytest.raises(Damaged, match=told):
        at(CLASSIC, **position)


@pytest.mark.rule("colditz", "COL-C-34c3")
def test_in_the_classic_rules_no_guard_is_in_the_office():
    with pytest.raises(Damaged, match="guard-1 cannot be in 'office'"):
        at(CLASSIC, pawns={"guard-1": "office"})
    at({"seats": "3"}, pawns={"guard-1": "office"})


@pytest.mark.parametrize(("options", "position", "told"), WRONG)
def test_a_position_that_cannot_be_is_refused_in_one_sentence(options, position, told):
    with pytest.raises(Damaged, match=told) as raised:
        at(options, **position)
    assert "\n" not in str(raised.value)


def test_positions_like_these_that_can_be_are_played():
    at(CLASSIC, **DUG, hands={"british": ["chapel-tunnel"]}, detected=["chapel"], turn="security")
    at(CLASSIC, pawns={f"french-{n}": "out" for n in range(1, 8)}, teams_out=["french"])
    at(CLASSIC, pawns={"british-1": "out_121"}, trails={"british-1": ["in_002"]}, paid={"out": ["in_002"]})
