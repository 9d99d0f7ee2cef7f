"""The classic rules on ways: which a card opens to a whole team, which lead home, which guards may follow."""

import pytest

from garrison.games.colditz.castle.layout import SPACES
from support.games.colditz_matches import asked, held, may, officer, play, refuse, security, where

TWO = {"edition": "classic"}
THREE = {"edition": "classic", "seats": "3"}
DOOR = {"paid": {"gates": ["key_inner"]}}
"""The inner door, paid for in this turn."""
THROUGH_THE_WIRE = {"trails": {"british-1": ["out_086"], "british-2": ["out_086"]}}


def told(match, *texts):
    """The way of the last of these walks, as it is told."""
    play(match, *texts[:-1])
    return [SPACES[space] for event in match.play(texts[-1]) if event[1] == "moved" for space in event[3]]


# Ways paid for


@pytest.mark.rule("colditz", "COL-C-39a", "COL-C-50")
def test_a_door_that_a_comrade_has_paid_for_stays_shut_to_a_man_going_home():
    pawns = {"british-1": "in_231", "british-2": "out_347"}
    match = officer(9, pawns, TWO, returning=["british-2"], **DOOR)
    play(match, "british-1")
    assert may(match, "to out_358")
    play(match, "back", "british-2")
    assert refuse(match, "to key_inner") == "COL-C-39a"
    assert refuse(match, "to in_230") == "COL-C-19b"
    free = officer(9, pawns, TWO, **DOOR)
    play(free, "british-2")
    assert may(free, "to key_inner")


@pytest.mark.rule("colditz", "COL-C-39a", "COL-C-43")
def test_a_man_going_home_does_not_walk_onto_a_guard_at_the_inner_door_key_in_hand_or_not():
    pawns = {"british-1": "out_358", "guard-1": "key_inner"}
    key = {"equipment": {"british": {"key": 1}}}
    match = officer(9, pawns, TWO, returning=["british-1"], **key)
    play(match, "british-1")
    assert refuse(match, "force guard-1") == "COL-C-39a"
    other = officer(9, pawns, TWO, **key)
    play(other, "british-1")
    assert may(other, "force guard-1")


@pytest.mark.rule("colditz", "COL-C-40", "COL-C-50")
def test_a_cutter_given_up_on_the_way_back_serves_all_who_came_through_that_hole():
    pawns = {"british-1": "ext_070", "british-2": "ext_055", "british-3": "ext_056"}
    match = officer(9, pawns, TWO, equipment={"british": {"cutter": 1}}, **THROUGH_THE_WIRE)
    play(match, "british-1", "cross out_086", "british-1", "to out_096")
    assert match.view()["paid"] == {"out": [], "back": ["out_086"], "gates": []}
    play(match, "british-3")
    assert refuse(match, "to out_086") == "COL-C-19b", "he did not come that way"
    play(match, "back", "british-2")
    assert may(match, "to out_086")
    play(match, "to out_086")
    assert (where(match, "british-2"), match.view()["points"]) == ("out_086", 9 - 2 - 3)


@pytest.mark.rule("colditz", "COL-C-50")
@pytest.mark.ruling("colditz", "AMB-68")
def test_the_last_point_takes_a_man_over_a_gate_paid_for_onto_the_guard_beside_it():
    """The post is next to him as well, but from there it would cost a key."""
    pawns = {"british-1": "out_092", "guard-1": "post_out_2"}
    match = officer(2, pawns, TWO, paid={"gates": ["key_north"]}, equipment={"british": {"key": 1}})
    assert told(match, "british-1", "force guard-1") == ["out_092", "key_north", "post_out_2"]
    assert (held(match), match.view()["points"]) == ({"key": 1}, 0)


# Trails


@pytest.mark.rule("colditz", "COL-C-46a")
def test_guards_follow_nobody_where_nobody_is_at_large():
    match = security(9, {"guard-1": "out_333", "british-1": "in_064"}, TWO)
    play(match, "guard-1")
    assert refuse(match, "to ext_131") == "COL-C-19b"


@pytest.mark.rule("colditz", "COL-C-46a", "COL-C-50")
@pytest.mark.ruling("colditz", "AMB-62")
def test_who_goes_through_a_hole_and_on_leaves_his_trail_there_and_nowhere_else():
    match = officer(9, {"british-1": "out_118"}, TWO, paid={"out": ["out_086"]})
    play(match, "british-1", "to out_096")
    assert match.view()["trails"] == {}
    play(match, "british-1", "to ext_055")
    assert match.view()["trails"] == {"british-1": ["out_086"]}


@pytest.mark.rule("colditz", "COL-C-46a", "COL-C-50")
@pytest.mark.ruling("colditz", "AMB-62")
def test_a_walk_through_the_courtyard_leaves_only_the_trail_after_it():
    """Out by the theatre's window, in by the door, and out again. Its entrance is blocked."""
    paid = {"out": ["theatre_4", "in_227"], **DOOR["paid"]}
    match = officer(30, {"british-1": "theatre_4", "british-2": "theatre_1"}, TWO, paid=paid)
    way = told(match, "british-1", "to out_330")
    assert (way[1], way[-7:-5], way[-2:]) == ("out_340", ["key_inner", "in_231"], ["in_227", "out_330"])
    assert match.view()["trails"] == {"british-1": ["in_227"]}


# The way home


@pytest.mark.rule("colditz", "COL-C-39c")
@pytest.mark.parametrize(
    ("edition", "exempt", "between"),
    [("classic", True, "out_348"), ("classic", False, "out_355"), ("modern", True, "out_355")],
)
def test_only_a_man_whom_a_step_away_would_cost_the_exemption_is_led_round_it(edition, exempt, between):
    home = ["british-1"]
    more = {"returning": home, "exempt": home if exempt else []}
    match = officer(2, {"british-1": "out_366"}, {"edition": edition}, **more)
    assert told(match, "british-1", "to out_336") == ["out_366", between, "out_336"]


@pytest.mark.rule("colditz", "COL-C-39c")
@pytest.mark.ruling("colditz", "AMB-37")
def test_a_step_away_after_one_nearer_home_ends_the_exemption():
    match = officer(2, {"british-1": "out_366"}, TWO, returning=["british-1"])
    play(match, "british-1", "to out_355", "british-1", "to out_336")
    seen = match.view()
    assert (seen["homeward"], seen["strayed"]) == (["british-1"], ["british-1"])
    assert "exemption_over" in play(match, "end")


# Into a tunnel


@pytest.mark.rule("colditz", "COL-C-53a")
def test_the_first_of_a_team_follows_the_second_into_the_tunnel():
    pawns = {"british-1": "chapel_11", "british-2": "chapel_5"}
    card = {"hands": {"british": ["chapel-tunnel"]}}
    match = officer(9, pawns, TWO, inside=["british-2"], tunnels={"chapel": "british"}, **card)
    play(match, "british-1")
    assert may(match, "enter chapel")


@pytest.mark.rule("colditz", "COL-C-53a")
def test_a_tunneller_does_not_go_from_one_tunnel_into_another_in_one_walk():
    below = {"inside": ["british-1"], "tunnels": {"canteen": "british"}}
    cards = {"hands": {"british": ["canteen-tunnel", "chapel-tunnel"]}}
    match = officer(36, {"british-1": "canteen_2"}, TWO, **below, **cards)
    play(match, "british-1")
    assert may(match, "to chapel_8")
    assert refuse(match, "enter chapel") == "COL-C-53a"
    play(match, "to chapel_8", "british-1")
    assert may(match, "enter chapel")


@pytest.mark.rule("colditz", "COL-C-53b")
@pytest.mark.ruling("colditz", "AMB-58")
@pytest.mark.parametrize(("answer", "kind"), [("allow", "allowed"), ("deny", "denied")])
def test_all_are_told_whether_another_nation_was_let_into_the_tunnel(answer, kind):
    pawns = {"british-1": "chapel_5", "british-2": "chapel_3", "french-1": "chapel_11"}
    below = {"inside": ["british-1", "british-2"], "tunnels": {"chapel": "british"}}
    hands = {"british": ["chapel-tunnel"]}
    match = officer(5, pawns, THREE, turn="french", hands=hands, **below)
    play(match, "french-1", "enter chapel")
    assert asked(match) == ("consent", "british")
    assert {"allowed", "denied"} & {*play(match, answer)} == {kind}
