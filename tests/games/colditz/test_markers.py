"""Escape Attempt markers: what opens a way down, for whom, and how guards take it away again."""

import pytest

from garrison.core.errors import OTHER_QUESTION
from support.games.colditz_matches import asked, deeds, held, may, officer, play, refuse, security, where

WINDOWS = ["officers_quarters_6", "officers_quarters_14", "officers_quarters_15"]
"""Three drops in one room."""
THREE = {"seats": "3"}


def marked(match, nation="british"):
    return match.view()["markers"][nation]


# Put there


@pytest.mark.rule("colditz", "COL-O-113")
@pytest.mark.parametrize(
    ("start", "goal", "cards"),
    [
        ("in_227", "out_330", {"rope": 1}),
        ("in_002", "out_121", {"rope": 2}),
        ("out_086", "ext_070", {"cutter": 1}),
    ],
    ids=["drop of 30", "drop of 60", "wire"],
)
def test_rope_and_wire_cutter_leave_a_marker(start, goal, cards):
    match = officer(2, {"british-1": start}, equipment={"british": cards})
    assert "marker" in play(match, "british-1", f"cross {goal}")
    assert (marked(match), held(match)) == ([start], {})


@pytest.mark.rule("colditz", "COL-O-113")
@pytest.mark.parametrize(
    ("start", "gate", "card"), [("out_337", "key_south", "key"), ("out_300", "pass_main_gate", "pass")]
)
def test_key_and_pass_leave_none(start, gate, card):
    match = officer(2, {"british-1": start}, equipment={"british": {card: 1}})
    assert "marker" not in play(match, "british-1", f"cross {gate}")
    assert (marked(match), held(match)) == ([], {})


@pytest.mark.rule("colditz", "COL-O-114")
@pytest.mark.parametrize(
    ("start", "goal"), [("in_227", "out_330"), ("in_002", "out_121"), ("out_086", "ext_070")]
)
def test_a_marker_opens_the_way_to_its_nation_and_to_guards_only(start, goal):
    markers = {"british": [start]}
    own = officer(1, {"british-1": start}, THREE, markers=markers)
    play(own, "british-1", f"to {goal}")
    assert (where(own, "british-1"), own.view()["points"], marked(own)) == (goal, 0, [start])
    other = officer(1, {"french-1": start}, THREE, turn="french", markers=markers)
    play(other, "french-1")
    assert refuse(other, f"to {goal}") == "COL-O-059"
    guard = security(1, {"guard-1": start}, THREE, markers=markers)
    play(guard, "guard-1", f"to {goal}")
    assert (where(guard, "guard-1"), marked(guard)) == (goal, [start])


@pytest.mark.rule("colditz", "COL-O-062", "COL-O-114")
def test_who_stands_at_the_foot_of_a_rope_is_in_the_way():
    def window(pawns):
        match = officer(2, {"british-1": "in_227", **pawns}, markers={"british": ["in_227"]})
        play(match, "british-1")
        return match

    open_way = window({})
    assert may(open_way, "to out_330")
    assert may(open_way, "to out_327")
    barred = window({"guard-1": "out_330"})
    assert [refuse(barred, f"to {space}") for space in ("out_330", "out_327")] == ["COL-O-062"] * 2


@pytest.mark.ruling("colditz", "AMB-12")
@pytest.mark.rule("colditz", "COL-O-118")
def test_another_nation_pays_for_the_same_way_and_replaces_the_marker():
    pawns = {"british-1": "in_002", "french-1": "in_001"}
    match = officer(
        3,
        pawns,
        THREE,
        markers={"french": ["in_002"]},
        equipment={"british": {"rope": 2}, "french": {"key": 1}},
    )
    play(match, "british-1")
    assert not may(match, "to out_121")
    play(match, "cross out_121")
    assert (marked(match), marked(match, "french"), held(match)) == (["in_002"], [], {})
    closed = officer(3, {"french-1": "in_002"}, THREE, turn="french", markers={"british": ["in_002"]})
    play(closed, "french-1")
    assert refuse(closed, "to out_121") == "COL-O-059"
    assert refuse(closed, "cross out_121") == "COL-O-021"


@pytest.mark.ruling("colditz", "AMB-69")
def test_there_is_a_marker_for_every_drop_and_every_place_in_the_wire():
    actions = officer(2, {}).game.play.actions
    ends = [text.removeprefix("strip ") for text in actions if text.startswith("strip ")]
    assert len(ends) == 41
    others = {"british": [end for end in ends if end != "in_227"]}
    match = officer(2, {"british-1": "in_227"}, markers=others, equipment={"british": {"rope": 1}})
    play(match, "british-1", "cross out_330")
    assert sorted(marked(match)) == sorted(ends)


# Back again


@pytest.mark.rule("colditz", "COL-O-120")
@pytest.mark.parametrize(
    ("inside", "outside", "cards", "rule"),
    [
        ("in_227", "out_330", {"rope": 1}, "COL-O-020"),
        ("in_002", "out_121", {"rope": 2}, "COL-O-021"),
        ("out_086", "ext_070", {"cutter": 1}, "COL-O-024"),
    ],
    ids=["drop of 30", "drop of 60", "wire"],
)
def test_a_pow_goes_back_by_his_nation_s_marker_and_pays_again(inside, outside, cards, rule):
    def standing(markers, equipment):
        return officer(1, {"british-1": outside}, THREE, markers=markers, equipment=equipment)

    own, paid = {"british": [inside]}, {"british": cards}
    match = standing(own, paid)
    play(match, "british-1", f"cross {inside}")
    assert (where(match, "british-1"), held(match), marked(match)) == (inside, {}, [inside])
    for markers in ({}, {"french": [inside]}):
        without = standing(markers, paid)
        assert crossing(without, inside) == "COL-O-120"
    less = {card: number - 1 for card, number in cards.items()}
    assert crossing(standing(own, {"british": less}), inside) == rule


def crossing(match, goal):
    play(match, "british-1")
    return refuse(match, f"cross {goal}")


@pytest.mark.rule("colditz", "COL-O-121")
@pytest.mark.parametrize(
    ("inside", "outside"), [("in_227", "out_330"), ("in_002", "out_121"), ("out_086", "ext_070")]
)
def test_guards_never_go_back_the_way_a_marker_opened(inside, outside):
    match = security(12, {"guard-1": outside}, markers={"british": [inside]})
    play(match, "guard-1")
    assert refuse(match, f"to {inside}") == "COL-O-059"


# Guards and markers


@pytest.mark.rule("colditz", "COL-O-116")
@pytest.mark.parametrize(
    ("start", "goal"), [("in_227", "out_330"), ("in_002", "out_121"), ("out_086", "ext_070")]
)
def test_guards_go_down_a_drop_or_through_wire_only_by_a_marker(start, goal):
    match = security(1, {"guard-1": start})
    play(match, "guard-1")
    assert refuse(match, f"to {goal}") == "COL-O-059"
    marker = security(1, {"guard-1": start, "british-1": goal}, markers={"british": [start]})
    play(marker, "guard-1")
    assert refuse(marker, f"to {goal}") == "COL-O-062"
    play(marker, "arrest british-1")
    assert where(marker, "british-1") == "cell_outer", "he may arrest at the end of such a step"


@pytest.mark.rule("colditz", "COL-O-115")
def test_guards_enter_a_room_with_a_marker_and_arrest_there_by_the_rules_of_the_courtyard():
    armed = {"british": {"rope": 1}}
    closed = security(9, {"guard-1": "in_208", "british-1": "officers_quarters_5"}, equipment=armed)
    play(closed, "guard-1")
    assert refuse(closed, "to officers_quarters_3") == "COL-O-032"
    assert refuse(closed, "arrest british-1") == "COL-O-032", "though he stands in the door"
    pawns = {"guard-1": "in_208", "british-1": "officers_quarters_8"}
    markers = {"british": ["officers_quarters_14"]}
    match = security(9, pawns, markers=markers, equipment=armed)
    play(match, "guard-1")
    assert may(match, "to officers_quarters_1")
    assert refuse(match, "to theatre_1") == "COL-O-032", "a room that has none"
    play(match, "arrest british-1")
    assert (where(match, "british-1"), held(match)) == ("cell_inner", {"rope": 1})
    poor = security(9, pawns, markers=markers)
    play(poor, "guard-1")
    assert refuse(poor, "arrest british-1") == "COL-O-087"


@pytest.mark.rule("colditz", "COL-O-029")
def test_a_marker_elsewhere_opens_no_safe_area():
    match = security(9, {"guard-1": "in_192"}, markers={"british": ["out_032", "in_002"]})
    play(match, "guard-1")
    assert [refuse(match, f"to safe_in_{n}") for n in (10, 11, 12)] == ["COL-O-029"] * 3


@pytest.mark.rule("colditz", "COL-O-117")
@pytest.mark.ruling("colditz", "AMB-12")
@pytest.mark.parametrize("end", ["in_002", "out_121"])
def test_a_guard_may_take_a_marker_at_either_end_and_need_not(end):
    match = security(
        2, {"guard-1": "in_001" if end == "in_002" else "out_119"}, markers={"british": ["in_002"]}
    )
    play(match, "guard-1")
    assert may(match, f"to {end}")
    assert "cleared" in play(match, f"clear {end}")
    assert (where(match, "guard-1"), marked(match), match.view()["points"]) == (end, [], 1)
    assert asked(match) == ("act", "security"), "no room: he stays"
    left = security(2, {"guard-1": "in_001"}, markers={"british": ["in_002"]})
    play(left, "guard-1", "to out_121")
    assert marked(left) == ["in_002"]


@pytest.mark.rule("colditz", "COL-O-117")
def test_a_guard_takes_the_marker_where_he_stands_without_a_point():
    match = security(1, {"guard-1": "in_002"}, markers={"british": ["in_002"]})
    play(match, "guard-1", "clear in_002")
    assert (marked(match), match.view()["points"]) == ([], 1)


@pytest.mark.rule("colditz", "COL-O-117")
@pytest.mark.ruling("colditz", "AMB-40")
def test_a_guard_takes_a_marker_on_a_tunnel_circle_if_a_point_is_left_to_step_off():
    def beside(points):
        match = security(points, {"guard-1": "out_117"}, markers={"british": ["tun_chapel_2"]})
        play(match, "guard-1")
        return match

    assert may(beside(2), "clear tun_chapel_2")
    assert refuse(beside(1), "clear tun_chapel_2") == "COL-O-125"


@pytest.mark.rule("colditz", "COL-O-119")
def test_who_takes_a_marker_in_a_room_goes_down_or_to_the_office():
    def cleared():
        match = security(
            2, {"guard-1": "officers_quarters_12"}, markers={"british": ["officers_quarters_14"]}
        )
        play(match, "guard-1", "clear officers_quarters_14")
        assert asked(match) == ("after", "security")
        assert deeds(match) == ["down", "office"]
        assert may(match, "down")
        assert may(match, "office")
        assert refuse(match, "end") == OTHER_QUESTION
        assert where(match, "guard-1") == "officers_quarters_14"
        return match

    down = cleared()
    play(down, "down")
    assert (where(down, "guard-1"), down.view()["points"]) == ("out_336", 0)
    office = cleared()
    play(office, "office")
    assert (where(office, "guard-1"), office.view()["points"]) == ("office", 1), "directly: it costs nothing"


@pytest.mark.ruling("colditz", "AMB-11")
def test_who_takes_a_marker_leaves_the_room_though_it_has_another():
    match = security(9, {"guard-1": "officers_quarters_12"}, markers={"british": WINDOWS})
    play(match, "guard-1", "clear officers_quarters_14")
    assert (asked(match), deeds(match)) == (("after", "security"), ["down", "office"])


@pytest.mark.ruling("colditz", "AMB-11")
@pytest.mark.parametrize("why", ["no point", "landing taken"])
def test_who_cannot_go_down_goes_to_the_office_unasked(why):
    pawns = {"guard-1": "officers_quarters_12"}
    pawns |= {"guard-2": "out_336"} if why == "landing taken" else {}
    match = security(1 if why == "no point" else 5, pawns, markers={"british": ["officers_quarters_14"]})
    play(match, "guard-1", "clear officers_quarters_14")
    assert (where(match, "guard-1"), asked(match)) == ("office", ("act", "security"))


@pytest.mark.ruling("colditz", "AMB-11")
def test_the_other_guards_in_the_room_stay_until_its_last_marker_is_gone():
    pawns = {"guard-1": "out_348", "guard-2": "officers_quarters_3", "guard-3": "officers_quarters_13"}
    match = security(9, pawns, markers={"british": ["officers_quarters_14", "officers_quarters_15"]})
    play(match, "guard-1", "clear out_336")
    assert (where(match, "guard-1"), where(match, "guard-2")) == ("out_336", "officers_quarters_3")
    play(match, "guard-3", "clear officers_quarters_15", "down")
    assert where(match, "guard-3") == "out_342"
    assert where(match, "guard-2") == "office"


@pytest.mark.ruling("colditz", "AMB-11")
def test_a_marker_that_is_replaced_is_still_one():
    pawns = {"guard-1": "officers_quarters_3", "french-1": "officers_quarters_14"}
    match = officer(
        1,
        pawns,
        THREE,
        turn="french",
        equipment={"french": {"rope": 1}},
        markers={"british": ["officers_quarters_14"]},
    )
    play(match, "french-1", "cross out_336")
    assert (marked(match), marked(match, "french")) == ([], ["officers_quarters_14"])
    assert where(match, "guard-1") == "officers_quarters_3"
