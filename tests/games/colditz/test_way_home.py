"""The way home from the outer cells: who is exempt from arrest on it, and how he loses that.

It leads along the south strip: out_366, where the arrow points, 14 steps from the nearer inner gate;
out_355 (13), out_354 (12), out_362 (11), out_361 (10), out_360 (9), out_359 (8), out_353 (7),
out_352 (6), out_351 (5), a tunnel circle (4), post_out_7 (3), out_347 (2), out_358 (1), key_inner.
"""

import pytest

from support.games.colditz_matches import asked, held, may, officer, play, refuse, roll, security, where

HOME = ["british-1"]
BOTH = ["british-1", "british-2"]


def going(points, pawns, returning=HOME, **more):
    """The British turn, with POWs on their way home."""
    return officer(points, pawns, returning=returning, **more)


def exempt(match, *texts):
    """Who is exempt after these answers."""
    play(match, *texts)
    return match.view()["exempt"]


# Who is exempt


@pytest.mark.rule("colditz", "COL-O-089", "COL-O-147")
@pytest.mark.parametrize(("space", "guard_at"), [("out_361", "out_360"), ("post_out_7", "out_347")])
def test_a_pow_on_his_way_home_is_not_arrested(space, guard_at):
    pawns = {"british-1": space, "guard-1": guard_at}
    match = security(1, pawns, returning=HOME)
    play(match, "guard-1")
    assert refuse(match, "arrest british-1") == "COL-O-089"
    other = security(1, pawns)
    play(other, "guard-1")
    assert may(other, "arrest british-1"), "he does not come from the outer cells"


@pytest.mark.rule("colditz", "COL-O-089")
def test_a_double_lets_a_pow_out_of_the_outer_cells_exempt_while_he_goes_home():
    match = officer(5, {"british-1": "cell_outer", "guard-1": "out_360"}, doubles=1)
    play(match, "release british-1")
    assert match.view()["returning"] == match.view()["exempt"] == HOME
    assert exempt(match, "british-1", "to out_361", "end") == HOME
    roll(match, 6, 5)
    play(match, "guard-1")
    assert refuse(match, "arrest british-1") == "COL-O-089"


@pytest.mark.rule("colditz", "COL-O-089")
def test_who_comes_from_the_inner_cells_or_stands_inside_again_has_no_exemption():
    inner = officer(1, {"british-1": "cell_inner"}, doubles=1)
    assert exempt(inner, "release british-1") == []
    match = going(5, {"british-1": "out_358"})
    assert exempt(match, "british-1", "to key_inner") == []
    assert match.view()["returning"] == []


@pytest.mark.rule("colditz", "COL-O-089", "COL-O-095")
def test_a_pow_on_his_way_home_may_still_walk_onto_a_guard():
    match = going(1, {"british-1": "out_360", "guard-1": "out_359"})
    play(match, "british-1", "force guard-1")
    assert where(match, "british-1") == "cell_outer"
    assert (match.view()["returning"], match.view()["exempt"]) == ([], [])


@pytest.mark.ruling("colditz", "AMB-37")
def test_equipment_counts_at_the_moment_of_the_arrest():
    """With equipment both are liable; the card lost with the first arrest protects the second POW."""
    pawns = {"british-1": "out_361", "british-2": "out_353", "guard-1": "out_360", "guard-2": "out_352"}
    match = security(9, pawns, returning=BOTH, equipment={"british": {"rope": 1}})
    play(match, "guard-2")
    assert may(match, "arrest british-2")
    play(match, "back", "guard-1", "arrest british-1")
    assert held(match) == {}
    play(match, "guard-2")
    assert refuse(match, "arrest british-2") == "COL-O-089"


@pytest.mark.ruling("colditz", "AMB-37")
def test_equipment_in_his_own_turn_does_not_end_the_exemption():
    match = going(1, {"british-1": "out_355"}, equipment={"british": {"rope": 1}})
    assert exempt(match, "british-1", "to out_354", "end") == HOME


@pytest.mark.rule("colditz", "COL-O-089")
def test_who_escapes_instead_is_on_no_way_home():
    match = going(1, {"british-1": "ext_057"})
    assert exempt(match, "british-1", "escape t_northwest") == []
    assert match.view()["returning"] == []


# How it is kept


@pytest.mark.ruling("colditz", "AMB-37")
def test_who_goes_home_with_every_point_stays_exempt_turn_by_turn():
    match = going(4, {"british-1": "out_366"})
    assert exempt(match, "british-1", "to out_362", "british-1", "to out_361", "end") == HOME
    roll(match, 6, 5)
    play(match, "end")
    roll(match, 2, 1)
    play(match, "leave")
    assert exempt(match, "british-1", "to out_353", "end") == HOME


@pytest.mark.ruling("colditz", "AMB-37")
@pytest.mark.parametrize("ahead", ["guard-1", "british-2"])
def test_who_is_blocked_stays_exempt_with_points_left_over_or_spent_elsewhere(ahead):
    pawns = {"british-1": "out_355", ahead: "out_354", "british-3": "in_118"}
    assert exempt(going(3, pawns), "end") == HOME
    assert exempt(going(3, pawns), "british-3", "to in_117", "end") == HOME


@pytest.mark.ruling("colditz", "AMB-37")
def test_points_of_an_earlier_turn_are_no_matter():
    pawns = {"british-1": "out_355", "british-3": "in_118", "guard-1": "out_354"}
    match = going(2, pawns)
    play(match, "british-3", "to in_104", "end")
    roll(match, 6, 5)
    play(match, "guard-1", "to out_351", "end")
    roll(match, 2, 1)
    play(match, "leave")
    assert exempt(match, "british-1", "to out_361", "end") == HOME


@pytest.mark.ruling("colditz", "AMB-37")
def test_who_has_come_up_to_somebody_stays_exempt_with_points_left_over():
    match = going(5, {"british-1": "out_366", "guard-1": "out_362"})
    assert exempt(match, "british-1", "to out_354", "end") == HOME


@pytest.mark.ruling("colditz", "AMB-37")
def test_a_single_point_is_no_use_before_the_tunnel_circle_and_two_are():
    """Nobody may stop on the circle between out_351 and post_out_7."""
    pawns = {"british-1": "out_351", "british-3": "in_118"}
    assert exempt(going(1, pawns), "end") == HOME
    assert exempt(going(1, pawns), "british-3", "to in_117", "end") == HOME
    assert exempt(going(2, pawns), "end") == []
    assert exempt(going(2, pawns), "british-3", "to in_117", "end") == [], "one spent elsewhere, one left"
    assert exempt(going(9, {**pawns, "guard-1": "post_out_7"}), "end") == HOME


@pytest.mark.ruling("colditz", "AMB-37")
def test_a_tunneller_below_the_way_home_blocks_nobody():
    pawns = {"british-1": "out_351", "british-2": "tun_theatre_3", "british-3": "tun_theatre_5"}
    match = going(2, pawns, inside=["british-2", "british-3"], tunnels={"theatre": "open"})
    assert exempt(match, "end") == []


@pytest.mark.ruling("colditz", "AMB-37")
def test_points_that_let_somebody_out_do_not_count():
    match = going(1, {"british-1": "out_366", "british-2": "cell_outer"}, doubles=1)
    play(match, "release british-2")
    assert asked(match) == ("spot", "british")
    assert exempt(match, "to out_348", "end") == BOTH


@pytest.mark.ruling("colditz", "AMB-37")
def test_the_turn_of_another_officer_tests_nobody():
    match = going(5, {"british-1": "out_355", "french-1": "in_118"}, options={"seats": "3"}, turn="french")
    assert exempt(match, "french-1", "to in_117", "end") == HOME


# How it is lost


@pytest.mark.ruling("colditz", "AMB-37")
def test_a_point_left_over_with_a_free_space_nearer_home_ends_it():
    assert exempt(going(2, {"british-1": "out_355"}), "british-1", "to out_354", "end") == []
    match = going(1, {"british-1": "out_355", "guard-1": "out_362"})
    assert exempt(match) == HOME, "tested when the turn ends"
    assert exempt(match, "end") == []
    assert match.view()["returning"] == HOME, "the inner gates stay free to him"
    roll(match, 6, 5)
    play(match, "guard-1", "arrest british-1")
    assert where(match, "british-1") == "cell_outer"


@pytest.mark.ruling("colditz", "AMB-37")
def test_who_was_blocked_and_is_no_more_must_use_what_is_left():
    match = going(2, {"british-1": "out_355", "british-2": "out_354"})
    assert exempt(match, "british-2", "to out_362", "end") == []


@pytest.mark.ruling("colditz", "AMB-37")
@pytest.mark.parametrize(
    ("pawns", "answers"),
    [
        ({"british-2": "in_118"}, ["to in_117"]),
        ({"british-2": "in_227"}, ["cross out_330"]),
        ({"british-2": "in_031", "guard-1": "post_in_1"}, ["force guard-1"]),
        ({"british-2": "ext_057"}, ["escape t_northwest"]),
    ],
    ids=["walking", "paying", "arrested", "escaping"],
)
def test_a_point_spent_on_another_pow_ends_it(pawns, answers):
    match = going(1, {"british-1": "out_355", **pawns}, equipment={"british": {"rope": 1}})
    assert exempt(match, "british-2", *answers, "end") == []


@pytest.mark.ruling("colditz", "AMB-37")
def test_points_spent_on_another_pow_before_he_was_let_out_end_it_too():
    match = officer(4, {"british-1": "cell_outer", "british-2": "in_118"}, doubles=1)
    assert (
        exempt(match, "british-2", "to in_117", "release british-1", "british-1", "to out_354", "end") == []
    )


@pytest.mark.ruling("colditz", "AMB-37")
@pytest.mark.parametrize(
    ("start", "steps"),
    [
        ("out_366", ["out_348", "out_355"]),
        ("out_355", ["out_366", "out_354"]),
        ("out_352", ["out_353", "out_351"]),
    ],
    ids=["aside", "back and on", "back and farther"],
)
def test_a_step_that_brings_him_no_nearer_ends_it_though_others_follow(start, steps):
    points = 3 if start != "out_366" else 2
    match = going(points, {"british-1": start})
    moves = [text for space in steps for text in ("british-1", f"to {space}")]
    assert exempt(match, *moves, "end") == []
    assert match.view()["points"] == 0


@pytest.mark.ruling("colditz", "AMB-37")
def test_a_step_away_ends_it_though_he_is_blocked_on_the_way_home():
    match = going(1, {"british-1": "out_355", "guard-1": "out_354"})
    assert exempt(match, "british-1", "to out_336", "end") == []


@pytest.mark.ruling("colditz", "AMB-37")
@pytest.mark.parametrize(
    ("start", "goal", "card"), [("out_337", "key_south", "key"), ("out_365", "out_377", "rope")]
)
def test_paying_his_way_ends_it(start, goal, card):
    match = going(1, {"british-1": start}, equipment={"british": {card: 1}})
    assert exempt(match, "british-1", f"cross {goal}") == HOME, "tested when the turn ends"
    assert match.view()["points"] == 0
    assert exempt(match, "end") == []
    assert match.view()["returning"] == HOME, "the inner gates stay free to him"


@pytest.mark.ruling("colditz", "AMB-37")
def test_who_pays_his_way_up_into_the_courtyard_is_home():
    ropes = {"equipment": {"british": {"rope": 2}}, "markers": {"british": ["in_002"]}}
    match = going(1, {"british-1": "out_121"}, **ropes)
    assert exempt(match, "british-1", "cross in_002") == []
    assert match.view()["returning"] == []


@pytest.mark.ruling("colditz", "AMB-37")
def test_going_down_his_nation_s_rope_ends_it_though_it_is_free():
    match = going(1, {"british-1": "out_365"}, markers={"british": ["out_365"]})
    assert exempt(match, "british-1", "to out_377", "end") == []


@pytest.mark.ruling("colditz", "AMB-37")
def test_once_lost_it_is_lost_for_that_release_and_a_new_one_gives_it_again():
    match = going(1, {"british-1": "out_355"}, exempt=[])
    assert exempt(match, "british-1", "to out_354", "end") == []
    again = going(3, {"british-1": "out_355", "guard-1": "out_354"}, exempt=[], doubles=1)
    play(again, "british-1", "force guard-1")
    assert exempt(again, "release british-1") == HOME


# Several on their way


@pytest.mark.ruling("colditz", "AMB-37")
def test_those_of_one_nation_share_the_duty():
    pawns = {"british-1": "out_360", "british-2": "out_355"}
    assert exempt(going(4, pawns, BOTH), "british-1", "to out_351", "end") == BOTH
    assert exempt(going(3, pawns, BOTH), "british-2", "to out_361", "end") == BOTH
    assert exempt(going(4, pawns, BOTH), "british-1", "to out_352", "end") == []


@pytest.mark.ruling("colditz", "AMB-37")
def test_one_who_has_lost_the_exemption_does_not_share_it():
    pawns = {"british-1": "out_355", "british-2": "out_360"}
    assert exempt(going(1, pawns, BOTH, exempt=HOME), "british-2", "to out_359", "end") == []


@pytest.mark.ruling("colditz", "AMB-37")
def test_if_one_is_blocked_the_other_must_use_the_points():
    pawns = {"british-1": "out_360", "guard-1": "out_359", "british-2": "out_355"}
    assert exempt(going(2, pawns, BOTH), "british-2", "to out_362", "end") == BOTH
    assert exempt(going(2, pawns, BOTH), "british-2", "to out_354", "end") == HOME


@pytest.mark.ruling("colditz", "AMB-37")
def test_if_one_is_inside_the_other_must_use_the_points():
    pawns = {"british-1": "out_358", "british-2": "out_355"}
    home = ["british-1", "to key_inner"]
    assert exempt(going(2, pawns, BOTH), *home, "british-2", "to out_354", "end") == ["british-2"]
    assert exempt(going(2, pawns, BOTH), *home, "end") == []
    assert exempt(going(2, pawns, BOTH), *home, "british-1", "to in_231", "end") == []
    assert exempt(going(2, pawns, BOTH), "british-1", "to in_231", "end") == [], "in one go"
    before_the_circle = going(2, {"british-1": "out_358", "british-2": "out_351"}, BOTH)
    assert exempt(before_the_circle, "british-1", "to in_231", "end") == ["british-2"], "one point is no use"


@pytest.mark.ruling("colditz", "AMB-37")
def test_a_wrong_step_of_one_is_a_point_not_spent_on_the_other():
    pawns = {"british-1": "out_360", "british-2": "out_355"}
    assert exempt(going(1, pawns, BOTH), "british-1", "to out_361", "end") == []
    blocked = {**pawns, "guard-1": "out_354"}
    assert exempt(going(1, blocked, BOTH), "british-1", "to out_361", "end") == ["british-2"]


@pytest.mark.rule("colditz", "COL-O-111")
@pytest.mark.ruling("colditz", "AMB-36", "AMB-68")
def test_a_free_gate_is_free_from_outside_only_key_in_hand_or_not():
    """The space before the inner door is taken; by the inspection point he would come from within."""
    pawns = {"british-1": "out_321", "guard-1": "key_inner", "guard-2": "out_358"}
    match = officer(30, pawns, returning=["british-1"], equipment={"british": {"key": 1}})
    play(match, "british-1")
    assert may(match, "to pass_inner")
    assert refuse(match, "force guard-1") == "COL-O-062"
    play(match, "to out_331", "british-1")
    assert may(match, "to pass_inner"), "he has not been inside yet"


@pytest.mark.rule("colditz", "COL-O-089")
@pytest.mark.ruling("colditz", "AMB-36", "AMB-37")
def test_points_of_one_who_paid_his_way_are_not_spent_on_bringing_anybody_home():
    pawns = {"british-1": "out_337", "british-2": "out_366"}
    match = going(19, pawns, BOTH, equipment={"british": {"key": 1}})
    play(match, "british-1", "cross key_south", "british-1", "to key_inner")
    seen = match.view()
    assert (seen["points"], seen["elsewhere"], seen["returning"]) == (0, 19, ["british-2"])
    assert exempt(match, "end") == []
    back = going(19, pawns, BOTH, equipment={"british": {"key": 1}})
    play(back, "british-1", "to key_inner", "british-2", "to out_354")
    assert exempt(back, "end") == ["british-2"]
