"""Arrest in Escape from Colditz: who may be arrested where, by whom, and what it costs."""

import pytest

from garrison.core.state import ALL
from garrison.games.colditz.castle.layout import NUMBER
from garrison.games.colditz.tables import PASS
from support.games.colditz_matches import asked, at, held, may, officer, play, refuse, roll, security, where

ROPES = {"british": {"rope": 2}}
CROWD = [
    f"{nation}-{n}" for nation in ("british", "french", "polish", "dutch", "american") for n in range(1, 5)
]
"""All POWs of a match of six."""


# Who may be arrested


@pytest.mark.rule("colditz", "COL-O-086", "COL-O-090")
def test_a_guard_arrests_by_walking_onto_a_pow():
    match = security(3, {"british-1": "in_047", "guard-1": "post_in_1"}, equipment=ROPES)
    play(match, "guard-1")
    assert refuse(match, "to in_047") == "COL-O-062"
    assert "arrested" in play(match, "arrest british-1")
    assert (where(match, "british-1"), where(match, "guard-1")) == ("cell_inner", "office")
    assert match.view()["points"] == 1
    near = security(1, {"british-1": "in_047", "guard-1": "post_in_1"}, equipment=ROPES)
    play(near, "guard-1")
    assert refuse(near, "arrest british-1") == "COL-O-059"


@pytest.mark.rule("colditz", "COL-O-087")
@pytest.mark.parametrize("kind", ["rope", "key", "pass", "cutter"])
def test_in_the_inner_courtyard_any_equipment_makes_his_officer_s_pows_liable(kind):
    pawns = {"british-1": "in_031", "french-1": "in_032", "guard-1": "post_in_1"}
    match = security(1, pawns, {"seats": "3"}, equipment={"french": {kind: 1}}, kits=["british"])
    play(match, "guard-1")
    assert refuse(match, "arrest british-1") == "COL-O-087", "a kit is no equipment, nor a friend's"
    assert may(match, "arrest french-1")


@pytest.mark.rule("colditz", "COL-O-088")
@pytest.mark.parametrize(
    ("pow_at", "guard_at"),
    [
        ("out_003", "post_out_1"),
        ("walk_1", "out_109"),
        ("ext_119", "pass_main_gate"),
        ("ext_120", "ext_121"),
        ("ext_099", "ext_102"),
        ("post_in_1", "in_031"),
        ("post_out_1", "out_003"),
    ],
)
def test_in_the_outer_courtyard_outside_and_on_posts_all_are_liable(pow_at, guard_at):
    match = security(1, {"british-1": pow_at, "guard-1": guard_at})
    play(match, "guard-1")
    assert may(match, "arrest british-1")


@pytest.mark.rule("colditz", "COL-O-016")
@pytest.mark.ruling("colditz", "AMB-08")
def test_a_pow_who_ends_on_a_post_may_be_arrested_and_one_who_walks_over_it_may_not():
    pawns = {"british-1": "in_018", "british-2": "in_031", "guard-1": "in_039", "guard-2": "in_030"}

    def after(goal):
        match = officer(2, pawns)
        assert "arrested" not in play(match, "british-1", f"to {goal}", "end")
        roll(match, 6, 5)
        play(match, "guard-1")
        return match

    assert refuse(after("in_032"), "arrest british-1") == "COL-O-087", "his only way there was over the post"
    match = after("post_in_1")
    play(match, "arrest british-1")
    assert where(match, "british-1") == "cell_inner"


@pytest.mark.rule("colditz", "COL-O-028", "COL-O-147")
@pytest.mark.parametrize(("safe", "guard_at"), [("safe_in_2", "in_010"), ("safe_out_1", "out_169")])
def test_nobody_is_arrested_in_a_safe_area(safe, guard_at):
    match = security(9, {"british-1": safe, "guard-1": guard_at}, equipment=ROPES)
    play(match, "guard-1")
    assert refuse(match, "arrest british-1") == "COL-O-147"


@pytest.mark.rule("colditz", "COL-O-035", "COL-O-147")
def test_nobody_is_arrested_on_the_appel():
    match = security(
        9, {"british-1": "appel_012", "british-2": "in_096", "guard-1": "in_091"}, equipment=ROPES
    )
    play(match, "guard-1")
    assert refuse(match, "arrest british-1") == "COL-O-147"
    assert may(match, "arrest british-2")


@pytest.mark.rule("colditz", "COL-O-147")
def test_nobody_is_arrested_in_a_tunnel_that_is_not_discovered():
    tunnellers = ["british-1", "british-2"]
    match = security(
        9,
        {"british-1": "tun_theatre_4", "british-2": "tun_theatre_5", "guard-1": "post_out_7"},
        inside=tunnellers,
        tunnels={"theatre": "open"},
        equipment=ROPES,
    )
    play(match, "guard-1")
    assert [refuse(match, f"arrest {pawn}") for pawn in tunnellers] == ["COL-O-126"] * 2


@pytest.mark.rule("colditz", "COL-O-017")
def test_nobody_is_arrested_in_the_staff_car():
    pawns = {"british-1": "staff_car", "british-2": "out_213", "guard-1": "out_209"}
    match = security(9, pawns, driver="british-1", equipment=ROPES)
    play(match, "guard-1")
    assert refuse(match, "arrest british-1") == "COL-O-017"
    assert may(match, "arrest british-2")


@pytest.mark.rule("colditz", "COL-O-087", "COL-O-146")
def test_who_ignored_appel_is_liable_in_the_inner_courtyard_without_equipment():
    pawns = {"british-1": "in_031", "british-2": "in_032", "guard-1": "post_in_1"}
    match = security(1, pawns, refused=["british-1"])
    play(match, "guard-1")
    assert refuse(match, "arrest british-2") == "COL-O-087", "he came when he was called"
    assert may(match, "arrest british-1")


@pytest.mark.ruling("colditz", "AMB-42")
def test_a_guard_neither_enters_nor_passes_the_space_of_a_pow_he_may_not_arrest():
    match = security(9, {"british-1": "in_161", "guard-1": "in_169"})
    play(match, "guard-1")
    assert refuse(match, "to in_161") == "COL-O-062"
    assert refuse(match, "arrest british-1") == "COL-O-087"
    assert refuse(match, "to in_155") == "COL-O-062"
    empty = security(9, {"guard-1": "in_169"})
    play(empty, "guard-1")
    assert may(empty, "to in_155")


@pytest.mark.ruling("colditz", "AMB-43")
def test_a_guard_arrests_on_a_walkway_where_he_might_not_stay():
    match = security(2, {"british-1": "walk_2", "guard-1": "out_109"})
    play(match, "guard-1")
    assert refuse(match, "to walk_1") == "COL-O-033"
    play(match, "arrest british-1")
    assert (where(match, "british-1"), where(match, "guard-1")) == ("cell_outer", "office")


# What follows an arrest


@pytest.mark.rule("colditz", "COL-O-018", "COL-O-025")
@pytest.mark.parametrize(("pow_at", "guard_at"), [("in_031", "post_in_1"), ("out_003", "post_out_1")])
def test_the_pow_goes_to_solitary_and_the_guard_to_the_office(pow_at, guard_at):
    match = security(9, {"british-1": pow_at, "guard-1": guard_at}, equipment={"british": {"rope": 1}})
    play(match, "guard-1", "arrest british-1")
    assert where(match, "british-1") in ("cell_inner", "cell_outer")
    assert where(match, "guard-1") == "office"
    assert refuse(match, "guard-1") == "COL-O-060", "he is away for the rest of the turn"


@pytest.mark.rule("colditz", "COL-O-010", "COL-O-091")
@pytest.mark.parametrize(("pow_at", "guard_at"), [("out_003", "post_out_1"), ("ext_119", "pass_main_gate")])
def test_an_arrest_beyond_the_inner_courtyard_costs_a_card_that_his_officer_chooses(pow_at, guard_at):
    match = security(
        2, {"british-1": pow_at, "guard-1": guard_at}, equipment={"british": {"rope": 2, "key": 1}}
    )
    play(match, "guard-1", "arrest british-1")
    assert asked(match) == ("lose", "british")
    assert "lost" in play(match, "lose key")
    assert held(match) == {"rope": 2}
    assert match.view()["supply"]["key"] == 6
    assert asked(match) == ("act", "security")
    assert match.view()["kits"] == ["british"]


@pytest.mark.rule("colditz", "COL-O-091")
def test_the_choice_is_asked_for_from_two_cards_on_and_nothing_is_lost_by_who_has_none():
    pawns = {"british-1": "out_003", "guard-1": "post_out_1"}
    alike = security(2, pawns, equipment=ROPES)
    play(alike, "guard-1", "arrest british-1")
    assert asked(alike) == ("lose", "british")
    single = security(2, pawns, equipment={"british": {"pass": 1}})
    assert "lost" in play(single, "guard-1", "arrest british-1")
    assert (held(single), asked(single)) == ({}, ("act", "security"))
    nothing = security(2, pawns)
    assert "lost" not in play(nothing, "guard-1", "arrest british-1")
    assert asked(nothing) == ("act", "security")


@pytest.mark.rule("colditz", "COL-O-091")
@pytest.mark.ruling("colditz", "AMB-55")
def test_what_is_asked_goes_by_the_number_of_his_officer_s_own_cards():
    pawns = {"british-1": "out_300", "french-1": "out_003", "guard-1": "post_out_1", "guard-2": "out_299"}
    cards = {"british": {"key": 1}, "french": {"rope": 1, "cutter": 1}}
    match = security(9, pawns, {"seats": "3"}, equipment=cards)
    play(match, "guard-1", "arrest french-1")
    assert asked(match) == ("lose", "french")
    play(match, "lose cutter", "guard-2", "arrest british-1")
    assert asked(match) == ("act", "security"), "a single card is no choice"
    assert (held(match), held(match, "french")) == ({}, {"rope": 1})


@pytest.mark.rule("colditz", "COL-O-011")
@pytest.mark.parametrize(("pow_at", "guard_at"), [("in_031", "in_032"), ("post_in_1", "in_032")])
def test_an_arrest_in_the_inner_courtyard_costs_no_card(pow_at, guard_at):
    match = security(2, {"british-1": pow_at, "guard-1": guard_at}, equipment=ROPES)
    play(match, "guard-1", "arrest british-1")
    assert held(match) == {"rope": 2}
    assert asked(match) == ("act", "security")


@pytest.mark.ruling("colditz", "AMB-20")
def test_each_pow_arrested_beyond_the_inner_courtyard_costs_one_card():
    pawns = {"british-1": "out_003", "british-2": "ext_119", "british-3": "in_031"}
    pawns |= {"guard-1": "post_out_1", "guard-2": "pass_main_gate", "guard-3": "post_in_1"}
    match = security(9, pawns, equipment={"british": {"rope": 3, "key": 2}})
    play(match, "guard-1", "arrest british-1", "lose rope")
    play(match, "guard-3", "arrest british-3")
    assert held(match) == {"rope": 2, "key": 2}
    play(match, "guard-2", "arrest british-2", "lose key")
    assert held(match) == {"rope": 2, "key": 1}


@pytest.mark.rule("colditz", "COL-O-092")
@pytest.mark.parametrize(
    ("pow_at", "guard_at", "cell"),
    [
        ("in_031", "post_in_1", "cell_inner"),
        ("post_in_1", "in_031", "cell_inner"),
        ("out_003", "post_out_1", "cell_outer"),
        ("post_out_1", "out_003", "cell_outer"),
        ("ext_119", "pass_main_gate", "cell_outer"),
    ],
)
def test_the_place_of_the_arrest_decides_which_cells(pow_at, guard_at, cell):
    match = security(9, {"british-1": pow_at, "guard-1": guard_at}, equipment={"british": {"rope": 1}})
    play(match, "guard-1", "arrest british-1")
    assert where(match, "british-1") == cell


def crowded(inner, outer, pow_at, guard_at):
    """A match of six with this many in the cells; british-1 has just been arrested."""
    cells = ["cell_inner"] * inner + ["cell_outer"] * outer
    pawns = dict(zip(CROWD[1:], cells, strict=False)) | {"british-1": pow_at, "guard-1": guard_at}
    match = security(9, pawns, {"seats": "6"}, equipment=ROPES)
    play(match, "guard-1", "arrest british-1")
    return match


INNER = ("in_031", "post_in_1")
OUTER = ("out_003", "post_out_1")


@pytest.mark.rule("colditz", "COL-O-093")
def test_when_the_cells_are_full_the_pow_goes_to_the_others():
    assert where(crowded(11, 0, *INNER), "british-1") == "cell_inner", "the twelfth"
    assert where(crowded(12, 0, *INNER), "british-1") == "cell_outer"
    assert where(crowded(0, 6, *OUTER), "british-1") == "cell_outer", "the seventh"
    match = crowded(0, 7, *OUTER)
    assert where(match, "british-1") == "cell_inner"
    assert asked(match) == ("lose", "british"), "the loss goes by the place of the arrest"


@pytest.mark.ruling("colditz", "AMB-22")
@pytest.mark.parametrize("place", [INNER, OUTER])
def test_the_twentieth_prisoner_waits_with_those_in_the_outer_cells(place):
    match = crowded(12, 7, *place)
    assert where(match, "british-1") == "cell_outer"
    assert list(match.view()["pawns"].values()).count("cell_outer") == 8
    released = at({"seats": "6"}, phase="act", points=1, doubles=1, pawns=match.view()["pawns"])
    play(released, "release british-1")
    assert where(released, "british-1") == "out_366", "by the arrow of the outer cells"


@pytest.mark.ruling("colditz", "AMB-33")
@pytest.mark.parametrize(
    ("pow_at", "guard_at"),
    [
        ("out_253", "out_252"),
        ("out_296", "out_295"),
        ("out_208", "out_216"),
        ("out_313", "light_038"),
        ("out_124", "out_131"),
    ],
    ids=["roof by the Orderlies", "roof by the Officers", "roof by the Office", "garden", "north yard"],
)
def test_roofs_garden_and_north_yard_are_outer_courtyard(pow_at, guard_at):
    free = security(1, {"british-1": pow_at, "guard-1": guard_at})
    play(free, "guard-1")
    assert may(free, "arrest british-1")
    match = security(1, {"british-1": pow_at, "guard-1": guard_at}, equipment=ROPES)
    play(match, "guard-1", "arrest british-1")
    assert asked(match) == ("lose", "british")
    assert where(match, "british-1") == "cell_outer"


@pytest.mark.ruling("colditz", "AMB-35")
@pytest.mark.parametrize(("gate", "guard_at"), [("key_inner", "out_358"), ("pass_inner", "in_221")])
def test_the_inner_gates_are_inner_courtyard(gate, guard_at):
    free = security(1, {"british-1": gate, "guard-1": guard_at})
    play(free, "guard-1")
    assert refuse(free, "arrest british-1") == "COL-O-087"
    match = security(1, {"british-1": gate, "guard-1": guard_at}, equipment=ROPES)
    play(match, "guard-1", "arrest british-1")
    assert (where(match, "british-1"), held(match)) == ("cell_inner", {"rope": 2})


# Forced arrests


@pytest.mark.rule("colditz", "COL-O-095")
def test_a_pow_without_equipment_walks_onto_a_guard_and_both_are_gone():
    match = officer(3, {"british-1": "in_047", "guard-1": "post_in_1"})
    assert "arrested" in play(match, "british-1", "force guard-1")
    assert (where(match, "british-1"), where(match, "guard-1")) == ("cell_inner", "office")
    assert match.view()["points"] == 1
    assert asked(match) == ("act", "british")


@pytest.mark.rule("colditz", "COL-O-062", "COL-O-095")
def test_a_pow_between_two_guards_passes_neither_but_may_walk_onto_one():
    match = officer(1, {"british-1": "in_161", "guard-1": "in_155", "guard-2": "in_169"})
    play(match, "british-1")
    assert [refuse(match, f"to {space}") for space in ("in_155", "in_169")] == ["COL-O-062"] * 2
    assert may(match, "force guard-2")
    play(match, "force guard-1")
    assert [where(match, name) for name in ("british-1", "guard-1")] == ["cell_inner", "office"]


@pytest.mark.rule("colditz", "COL-O-095", "COL-O-091")
def test_a_forced_arrest_costs_a_card_where_any_arrest_does():
    outer = officer(2, {"british-1": "out_003", "guard-1": "post_out_1"}, equipment=ROPES)
    play(outer, "british-1", "force guard-1")
    assert (asked(outer), where(outer, "british-1")) == (("lose", "british"), "cell_outer")
    inner = officer(2, {"british-1": "in_031", "guard-1": "post_in_1"}, equipment=ROPES)
    play(inner, "british-1", "force guard-1")
    assert (held(inner), where(inner, "british-1")) == ({"rope": 2}, "cell_inner")


@pytest.mark.rule("colditz", "COL-O-095")
def test_a_pow_forces_an_arrest_with_a_guard_on_whose_space_he_might_not_stop():
    match = officer(1, {"british-1": "out_313", "guard-1": "light_038"})
    play(match, "british-1", "force guard-1")
    assert where(match, "guard-1") == "office"


@pytest.mark.rule("colditz", "COL-O-096")
def test_a_guard_removed_so_is_back_only_after_the_next_turn_of_the_security_officer():
    pawns = {f"guard-{n}": f"post_in_{n}" for n in range(1, 7)} | {"british-1": "in_031"}
    match = officer(1, pawns)
    play(match, "british-1", "force guard-1", "end")
    assert where(match, "guard-1") == "office"
    roll(match, 6, 5)
    assert refuse(match, "post post_in_1") == "COL-O-019"
    assert refuse(match, "guard-1") == "COL-O-060"
    play(match, "end")
    assert where(match, "guard-1") == "barracks"


@pytest.mark.rule("colditz", "COL-O-018")
def test_a_guard_back_in_barracks_can_be_posted_in_the_turn_after():
    pawns = {f"guard-{n}": f"post_in_{n}" for n in range(1, 7)} | {
        "british-1": "in_031",
        "british-2": "in_002",
    }
    match = at(turn="security", phase="act", points=2, pawns=pawns, equipment=ROPES)
    play(match, "guard-1", "arrest british-1")
    assert refuse(match, "post post_in_1") == "COL-O-019"
    play(match, "end")
    roll(match, 6, 5)
    play(match, "end")
    roll(match, 6, 5)
    play(match, "post post_in_1")
    assert where(match, "guard-1") == "post_in_1"


@pytest.mark.rule("colditz", "COL-O-095", "COL-O-109")
@pytest.mark.ruling("colditz", "AMB-68")
def test_all_are_told_what_a_walk_into_a_guard_on_a_gate_costs():
    match = officer(3, {"british-1": "in_222", "guard-1": "pass_inner"}, equipment={"british": {"pass": 2}})
    play(match, "british-1")
    walked, paid, arrested = match.play("force guard-1")[:3]
    assert (walked[1], arrested[1]) == ("moved", "arrested")
    assert paid == (ALL, "crossed", 0, NUMBER["pass_inner"], PASS, 1)
    assert held(match) == {"pass": 1}
