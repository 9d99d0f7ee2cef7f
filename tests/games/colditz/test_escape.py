"""Escapes in Escape from Colditz: targets, kits, the markers stripped after them, the guards called back."""

import pytest

from garrison.core.errors import OTHER_QUESTION
from support.games.colditz_matches import asked, at, deeds, may, officer, play, refuse, roll, security, where

BEFORE = {
    "t_east": "ext_107",
    "t_north": "ext_044",
    "t_northeast": "ext_035",
    "t_northwest": "ext_057",
    "t_south": "ext_182",
    "t_southeast": "ext_175",
    "t_southwest": "ext_177",
}
"""By target, a space beside it."""
TWO = {"british-1": "ext_057", "british-2": "ext_066"}
"""Both beside the north-west target."""


# Targets and kits


@pytest.mark.rule("colditz", "COL-O-013", "COL-O-129")
@pytest.mark.parametrize("target", BEFORE)
def test_a_pow_has_escaped_when_he_reaches_any_target(target):
    match = officer(1, {"british-1": BEFORE[target]})
    play(match, "british-1")
    assert "escaped" in play(match, f"escape {target}")
    assert (where(match, "british-1"), match.view()["points"]) == ("escaped", 0)
    assert match.view()["escaped"] == {"british": 1}


@pytest.mark.rule("colditz", "COL-O-013")
def test_outside_the_castle_is_not_away_yet():
    match = officer(9, {"british-1": "ext_046"})
    play(match, "british-1", "to ext_057", "end")
    assert (where(match, "british-1"), match.view()["escaped"]) == ("ext_057", {"british": 0})
    roll(match, 6, 5)
    play(match, "end")
    roll(match, 6, 5)
    play(match, "british-1", "escape t_northwest")
    assert match.view()["escaped"] == {"british": 1}


@pytest.mark.rule("colditz", "COL-O-131")
def test_an_escape_takes_the_kit_along_and_the_next_one_needs_another():
    match = officer(1, TWO)
    play(match, "british-1", "escape t_northwest", "end")
    assert match.view()["kits"] == []
    roll(match, 6, 5)
    play(match, "end")
    roll(match, 6, 5)
    play(match, "british-2")
    assert refuse(match, "escape t_northwest") == "COL-O-131"


@pytest.mark.rule("colditz", "COL-O-131")
def test_each_nation_has_its_own_kit():
    pawns = {"british-1": "ext_057", "french-1": "ext_066"}
    without = officer(5, pawns, {"seats": "3"}, kits=["french"])
    play(without, "british-1")
    assert refuse(without, "escape t_northwest") == "COL-O-131"
    match = officer(5, pawns, {"seats": "3"})
    play(match, "british-1", "escape t_northwest", "end")
    roll(match, 6, 5)
    play(match, "end")
    assert match.view()["kits"] == ["french"], "nobody of theirs has escaped"


@pytest.mark.rule("colditz", "COL-O-132")
def test_two_pows_share_a_kit_in_one_turn_and_a_third_does_not():
    match = officer(9, {**TWO, "british-3": "ext_046"})
    play(match, "british-1", "escape t_northwest", "british-2", "escape t_northwest")
    assert match.view()["escaped"] == {"british": 2}
    play(match, "british-3")
    assert refuse(match, "escape t_northwest") == "COL-O-132"
    play(match, "back", "end")
    assert match.view()["kits"] == []


@pytest.mark.ruling("colditz", "AMB-24")
def test_without_a_kit_a_pow_waits_on_the_space_before_the_target():
    match = officer(9, {"british-1": "ext_046"}, {"kits": "none"})
    play(match, "british-1")
    assert refuse(match, "escape t_northwest") == "COL-O-131"
    assert refuse(match, "to t_northwest") == "COL-O-131"
    play(match, "to ext_057", "end")
    assert where(match, "british-1") == "ext_057"


@pytest.mark.rule("colditz", "COL-O-130")
def test_the_second_escape_of_a_nation_wins():
    match = officer(2, {**TWO, "french-1": "escaped"}, {"seats": "3"})
    play(match, "british-1", "escape t_northwest")
    assert not match.over, "one of each nation is no win"
    play(match, "british-2", "escape t_northwest", "end")
    for _ in range(2):
        assert not match.over
        roll(match, 6, 5)
        play(match, "end")
    assert match.view()["result"] == {"how": "nation", "won": ["british"]}


@pytest.mark.rule("colditz", "COL-O-130")
def test_one_escape_each_wins_for_nobody():
    match = security(0, {"british-1": "escaped", "french-1": "escaped"}, {"seats": "3"})
    play(match, "end")
    assert (match.over, match.view()["result"]) == (False, {})


@pytest.mark.rule("colditz", "COL-C-05b")
@pytest.mark.ruling("colditz", "AMB-32")
def test_in_the_classic_rules_the_second_escape_of_a_nation_wins_at_once_and_the_first_does_not():
    pawns = {**TWO, "french-1": "escaped"}
    match = officer(2, pawns, {"edition": "classic", "seats": "3"}, kits=["british"])
    play(match, "british-1", "escape t_northwest")
    assert not match.over
    play(match, "british-2", "escape t_northwest")
    assert match.view()["result"] == {"how": "first", "won": ["british"]}


# Markers


@pytest.mark.rule("colditz", "COL-O-133")
def test_after_an_escape_the_security_officer_may_strip_that_nation_s_markers():
    markers = {"british": ["in_002", "in_155", "in_227"], "french": ["out_086"]}
    match = officer(2, {"british-1": "ext_057"}, {"seats": "3"}, markers=markers)
    play(match, "british-1", "escape t_northwest")
    assert asked(match) == ("strip", "security")
    assert sorted(deeds(match)) == ["done", "strip in_002", "strip in_155", "strip in_227"]
    assert all(may(match, text) for text in deeds(match))
    assert refuse(match, "strip out_086") == "COL-O-133"
    assert refuse(match, "end") == OTHER_QUESTION
    play(match, "strip in_155", "strip in_002")
    assert sorted(deeds(match)) == ["done", "strip in_227"]
    play(match, "done")
    assert match.view()["markers"] == {"british": ["in_227"], "french": ["out_086"]}
    assert asked(match) == ("act", "british")


@pytest.mark.ruling("colditz", "AMB-64")
def test_markers_are_stripped_at_once_after_each_escape_or_not_at_all():
    match = officer(9, TWO, markers={"british": ["in_002"]})
    play(match, "british-1", "escape t_northwest")
    assert asked(match) == ("strip", "security")
    play(match, "done", "british-2", "escape t_northwest")
    assert asked(match) == ("strip", "security"), "asked again after each escape"
    play(match, "done", "end")
    roll(match, 6, 5)
    assert not any(text.startswith("strip ") for text in deeds(match))
    assert match.view()["markers"]["british"] == ["in_002"]


@pytest.mark.ruling("colditz", "AMB-64")
def test_with_no_marker_of_that_nation_nobody_is_asked():
    match = officer(9, TWO, {"seats": "3"}, markers={"french": ["in_002"]})
    play(match, "british-1", "escape t_northwest")
    assert asked(match) == ("act", "british")


@pytest.mark.ruling("colditz", "AMB-64", "AMB-11")
def test_a_guard_in_a_room_stripped_of_its_last_marker_goes_to_the_office():
    markers = {"british": ["officers_quarters_14", "officers_quarters_15"]}
    match = officer(2, {"british-1": "ext_057", "guard-1": "officers_quarters_3"}, markers=markers)
    play(match, "british-1", "escape t_northwest", "strip officers_quarters_15")
    assert where(match, "guard-1") == "officers_quarters_3"
    play(match, "strip officers_quarters_14")
    assert where(match, "guard-1") == "office"


# Pursuers


@pytest.mark.rule("colditz", "COL-O-134")
def test_guards_outside_go_to_the_office_when_the_last_pow_there_is_away():
    pawns = {**TWO, "guard-1": "ext_046", "guard-2": "out_086"}
    match = officer(2, pawns)
    play(match, "british-1", "escape t_northwest")
    assert where(match, "guard-1") == "ext_046", "another POW is still outside"
    play(match, "british-2", "escape t_northwest")
    assert (where(match, "guard-1"), where(match, "guard-2")) == ("office", "out_086")


@pytest.mark.rule("colditz", "COL-O-134")
@pytest.mark.parametrize("space", ["ext_099", "ext_096"])
def test_every_space_outside_counts_for_pows_left_there_and_for_guards(space):
    left = officer(2, {"british-1": "ext_057", "british-2": space, "guard-1": "ext_046"})
    play(left, "british-1", "escape t_northwest")
    assert where(left, "guard-1") == "ext_046"
    match = officer(2, {"british-1": "ext_057", "guard-1": space})
    play(match, "british-1", "escape t_northwest")
    assert where(match, "guard-1") == "office"


@pytest.mark.ruling("colditz", "AMB-46")
def test_outside_is_one_area_all_round_the_castle():
    pawns = {"british-1": "ext_057", "guard-1": "ext_046", "guard-2": "ext_181"}
    match = officer(2, {**pawns, "french-1": "ext_120"}, {"seats": "3"})
    play(match, "british-1", "escape t_northwest")
    assert [where(match, guard) for guard in ("guard-1", "guard-2")] == ["ext_046", "ext_181"]
    match = officer(2, {**pawns, "french-1": "out_300"}, {"seats": "3"})
    play(match, "british-1", "escape t_northwest")
    assert [where(match, guard) for guard in ("guard-1", "guard-2")] == ["office", "office"]


@pytest.mark.ruling("colditz", "AMB-46", "AMB-47")
def test_a_pow_outside_keeps_guards_there_wherever_his_comrades_are():
    pawns = {"british-1": "ext_120", "british-2": "tun_theatre_3", "british-3": "tun_theatre_5"}
    below = {"inside": ["british-2", "british-3"], "tunnels": {"theatre": "open"}}
    match = officer(2, {**pawns, "british-4": "ext_057", "guard-1": "ext_046"}, **below)
    play(match, "british-4", "escape t_northwest")
    assert where(match, "guard-1") == "ext_046"


@pytest.mark.ruling("colditz", "AMB-34")
@pytest.mark.parametrize(
    ("bridge", "gate"), [("ext_119", "pass_main_gate"), ("ext_072", "out_085")], ids=["main gate", "north"]
)
def test_bridges_are_outside_and_the_gates_before_them_are_not(bridge, gate):
    match = officer(2, {"british-1": "ext_057", "guard-1": bridge, "guard-2": gate})
    play(match, "british-1", "escape t_northwest")
    assert [where(match, guard) for guard in ("guard-1", "guard-2")] == ["office", gate]
    pawns = {"british-1": "ext_057", "guard-1": "ext_046"}
    for place, guard_at in ((bridge, "ext_046"), (gate, "office")):
        match = officer(2, {**pawns, "british-2": place})
        play(match, "british-1", "escape t_northwest")
        assert where(match, "guard-1") == guard_at, place


@pytest.mark.ruling("colditz", "AMB-74")
def test_guards_stay_outside_when_the_last_pow_there_is_arrested():
    pawns = {"british-1": "ext_057", "guard-1": "ext_046", "guard-2": "ext_070", "guard-3": "ext_120"}
    match = security(9, pawns, markers={"british": ["out_086"]})
    play(match, "guard-1", "arrest british-1")
    assert [where(match, f"guard-{n}") for n in (1, 2, 3)] == ["office", "ext_070", "ext_120"]
    play(match, "guard-2")
    assert not any(text.startswith(("to out_", "to in_")) for text in deeds(match)), "no way back there"
    play(match, "back", "guard-3")
    assert may(match, "to out_300"), "through the main gate"
    play(match, "back", "end")
    assert where(match, "guard-2") == "ext_070"


@pytest.mark.ruling("colditz", "AMB-74")
def test_a_stranded_guard_comes_home_with_the_next_escape_anywhere():
    match = at(phase="act", points=1, pawns={"british-1": "ext_175", "guard-1": "ext_066"})
    play(match, "british-1", "escape t_southeast")
    assert where(match, "guard-1") == "office"
