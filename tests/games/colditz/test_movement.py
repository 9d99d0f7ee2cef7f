"""Where guards walk in Escape from Colditz: posts, gates, rooms, walkways, the appel; who steps onto whom."""

import pytest

from support.games.colditz_matches import may, officer, play, refuse, security, where


@pytest.mark.rule("colditz", "COL-O-067")
def test_guards_share_the_points_and_pay_one_for_each_space_as_pows_do():
    match = security(5, {"guard-1": "post_in_1", "guard-2": "in_118", "british-1": "in_117"})
    play(match, "guard-1", "to in_047")
    assert match.view()["points"] == 3
    play(match, "guard-2")
    assert refuse(match, "to in_117") == "COL-O-062"
    play(match, "to in_104")
    play(match, "guard-1", "to in_031")
    assert match.view()["points"] == 1
    assert (where(match, "guard-1"), where(match, "guard-2")) == ("in_031", "in_104")


@pytest.mark.rule("colditz", "COL-O-015")
@pytest.mark.parametrize("turn", [officer, security])
def test_posts_are_walked_through_like_any_space(turn):
    pawn = "british-1" if turn is officer else "guard-1"
    match = turn(3, {pawn: "out_351"})
    play(match, pawn, "to out_347")
    assert (where(match, pawn), match.view()["points"]) == ("out_347", 0)
    barred = turn(3, {pawn: "out_351", "guard-6": "post_out_7"})
    play(barred, pawn)
    assert refuse(barred, "to out_347") == "COL-O-062", "the post is the only way"


@pytest.mark.rule("colditz", "COL-O-110")
@pytest.mark.parametrize(
    ("start", "gate", "goal"),
    [
        ("in_231", "key_inner", "out_358"),
        ("out_321", "pass_inner", "in_221"),
        ("out_337", "key_south", "out_332"),
        ("out_063", "key_north", "out_083"),
        ("out_066", "pass_north_gate", "out_085"),
        ("out_300", "pass_main_gate", "ext_119"),
    ],
)
def test_guards_pass_doors_and_inspection_points_freely(start, gate, goal):
    match = security(2, {"guard-1": start})
    play(match, "guard-1")
    assert may(match, f"to {gate}")
    play(match, f"to {goal}")
    assert match.view()["points"] == 0
    pow_there = officer(2, {"british-1": start})
    play(pow_there, "british-1")
    assert not may(pow_there, f"to {goal}")


@pytest.mark.rule("colditz", "COL-O-032")
def test_guards_neither_enter_a_room_nor_take_a_short_way_through_it():
    match = security(11, {"guard-1": "in_004"})
    play(match, "guard-1")
    assert refuse(match, "to dentist_8") == "COL-O-032"
    assert refuse(match, "to wc_2") == "COL-O-032"
    assert refuse(match, "to in_007") == "COL-O-059", "twelve steps round, six through the room"
    free = officer(6, {"british-1": "in_004"})
    play(free, "british-1")
    assert may(free, "to in_007")


@pytest.mark.rule("colditz", "COL-O-029")
@pytest.mark.ruling("colditz", "AMB-56")
@pytest.mark.parametrize(
    ("start", "safe", "beyond"),
    [
        ("in_010", "safe_in_2", "safe_in_1"),
        ("in_192", "safe_in_10", "safe_in_12"),
        ("out_309", "safe_out_3", ""),
    ],
)
def test_guards_do_not_enter_a_safe_area(start, safe, beyond):
    match = security(9, {"guard-1": start})
    play(match, "guard-1")
    assert refuse(match, f"to {safe}") == "COL-O-029"
    if beyond:
        assert refuse(match, f"to {beyond}") == "COL-O-029"


@pytest.mark.rule("colditz", "COL-O-033")
def test_guards_cross_a_walkway_and_do_not_stop_on_it():
    match = security(10, {"guard-1": "out_109"})
    play(match, "guard-1")
    walkway = [f"to walk_{n}" for n in (1, 2, 3, 4, 5, 6, 7, 10, 12)]
    assert {refuse(match, text) for text in walkway} == {"COL-O-033"}
    play(match, "to out_155")
    assert (where(match, "guard-1"), match.view()["points"]) == ("out_155", 0)
    free = officer(1, {"british-1": "out_109"})
    play(free, "british-1")
    assert may(free, "to walk_1")


@pytest.mark.rule("colditz", "COL-O-144")
@pytest.mark.parametrize(
    ("start", "goal", "rule"),
    [
        ("in_118", "appel_020", "COL-O-144"),
        ("in_010", "safe_in_2", "COL-O-029"),
        ("out_143", "walk_8", "COL-O-033"),
    ],
)
def test_guards_end_on_no_walkway_appel_space_or_safe_area(start, goal, rule):
    match = security(5, {"guard-1": start})
    play(match, "guard-1")
    assert refuse(match, f"to {goal}") == rule


@pytest.mark.ruling("colditz", "AMB-56")
def test_guards_walk_across_the_appel_past_those_who_stand_there():
    match = security(7, {"guard-1": "in_118"})
    play(match, "guard-1", "to in_110")
    assert match.view()["points"] == 0
    row = ["appel_020", "appel_021", "appel_022", "appel_016", "appel_017", "appel_018", "appel_019"]
    pawns = {f"british-{n}": space for n, space in enumerate(row, 1)}
    full = security(7, {"guard-1": "in_118", **pawns, "british-8": "appel_024"})
    play(full, "guard-1")
    assert refuse(full, "to in_110") == "COL-O-062"


@pytest.mark.rule("colditz", "COL-O-086", "COL-O-095")
def test_outside_the_castle_pawns_step_onto_each_other_as_they_do_inside():
    match = officer(1, {"british-1": "ext_096", "guard-1": "ext_099"})
    play(match, "british-1")
    assert may(match, "force guard-1")
    other = security(1, {"british-1": "ext_099", "guard-1": "ext_096"})
    play(other, "guard-1")
    assert may(other, "arrest british-1")


@pytest.mark.rule("colditz", "COL-O-020")
@pytest.mark.parametrize(("nation", "allowed"), [("french", True), ("british", False)])
def test_an_officer_pays_with_his_own_rope(nation, allowed):
    more = {"turn": "french", "equipment": {nation: {"rope": 1}}}
    match = officer(3, {"french-1": "in_227"}, {"seats": "3"}, **more)
    play(match, "french-1")
    assert may(match, "cross out_330") is allowed


@pytest.mark.rule("colditz", "COL-O-095")
def test_a_pow_climbs_down_his_nations_rope_onto_a_guard():
    match = officer(1, {"british-1": "in_002", "guard-1": "out_121"}, markers={"british": ["in_002"]})
    play(match, "british-1")
    assert may(match, "force guard-1")
    play(match, "force guard-1")
    assert (where(match, "british-1"), where(match, "guard-1")) == ("cell_outer", "office")


@pytest.mark.rule("colditz", "COL-O-095")
def test_a_forced_arrest_opens_the_passage_to_a_comrade():
    match = officer(4, {"british-1": "in_215", "british-2": "in_209", "guard-1": "in_219"})
    play(match, "british-1", "force guard-1", "british-2")
    assert may(match, "to in_215")
    play(match, "to in_223")
    assert match.view()["points"] == 0
