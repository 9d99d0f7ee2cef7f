"""The staff car: who drives it, along which road, past whom, and how the drive ends."""

import pytest

from garrison.core.errors import OTHER_QUESTION
from garrison.core.state import ALL
from garrison.games.colditz.castle.layout import CAR_ROUTE, CAR_TARGET, KIND, LIGHT, NUMBER, SPACES, TUNNEL_OF
from garrison.games.colditz.tables import PAWNS
from support.games.colditz_matches import (
    asked,
    at,
    deeds,
    idle,
    may,
    officer,
    pawns,
    play,
    refuse,
    security,
    where,
)

ROAD = [SPACES[space] for space in CAR_ROUTE]
GATE = ROAD.index("pass_main_gate")


def driving(place, points=9, here=None, **more):
    """British-1 drives, at a place of the road by number; it is his officer's turn."""
    options = more.pop("options", None)
    return officer(points, {"british-1": ROAD[place], **(here or {})}, options, driver="british-1", **more)


def goals(match):
    """Where the driver may go."""
    return [deed for deed in deeds(match) if deed != "back"]


def spaces(numbers):
    """The moves to places of the road, in the order of the table."""
    return [f"to {space}" for space in sorted((ROAD[n] for n in numbers), key=NUMBER.get)]


# Getting in


@pytest.mark.rule("colditz", "COL-O-017")
@pytest.mark.parametrize("phase", ["ready", "act"])
def test_the_card_makes_a_driver_of_the_pow_who_stands_by_the_car(phase):
    match = at(
        {"seats": "3"},
        phase=phase,
        pawns={"british-1": "out_209", "british-3": "staff_car"},
        hands={"british": ["staff-car"]},
    )
    assert match.play("play staff-car")[-1] == (ALL, "drove_off", 2)
    assert (match.view()["driver"], where(match, "british-3")) == ("british-3", "staff_car")
    assert asked(match) == (phase, "british")


@pytest.mark.rule("colditz", "COL-O-017")
def test_the_card_needs_an_own_pow_by_the_car_and_nobody_driving():
    cards = {"hands": {"british": ["staff-car"]}}
    for here in ({"british-1": "out_209"}, {"french-1": "staff_car"}, {"british-1": "cell_outer"}):
        assert refuse(officer(9, here, {"seats": "3"}, **cards), "play staff-car") == "COL-O-017"
    busy = officer(
        9, {"british-1": "staff_car", "french-1": "out_214"}, {"seats": "3"}, driver="french-1", **cards
    )
    assert refuse(busy, "play staff-car") == "COL-O-017"
    assert may(officer(9, {"british-1": "staff_car"}, {"seats": "3"}, **cards), "play staff-car")
    later = officer(9, {"british-8": "staff_car"}, **cards)
    assert may(later, "play staff-car")


@pytest.mark.rule("colditz", "COL-O-017")
def test_without_the_card_the_car_is_a_space_like_others():
    match = officer(9, {"british-1": "staff_car"})
    play(match, "british-1")
    assert may(match, "to out_209")
    assert refuse(match, "alight") == OTHER_QUESTION
    play(match, "back")
    assert refuse(match, "alight") == "COL-O-017"


# Driving


@pytest.mark.rule("colditz", "COL-O-017", "COL-O-059")
@pytest.mark.ruling("colditz", "AMB-77")
@pytest.mark.parametrize("points", [1, 2, 5])
def test_the_driver_goes_along_the_road_a_point_a_space_and_never_back(points):
    match = driving(3, points)
    play(match, "british-1")
    assert goals(match) == spaces(range(4, 4 + points))
    assert refuse(match, f"to {ROAD[4 + points]}") == "COL-O-059"
    assert refuse(match, f"to {ROAD[2]}") == "COL-O-059"
    assert refuse(match, f"to {ROAD[3]}") == "COL-O-062", "he is there"
    for space in ("out_209", "out_231", "in_031"):
        assert refuse(match, f"to {space}") == "COL-O-059"
    events = match.play(f"to {ROAD[3 + points]}")
    way = tuple(NUMBER[space] for space in ROAD[3 : 4 + points])
    assert events == [(ALL, "moved", 0, way, points)]
    assert (where(match, "british-1"), match.view()["points"]) == (ROAD[3 + points], 0)
    assert match.view()["driver"] == "british-1"


@pytest.mark.ruling("colditz", "AMB-77")
@pytest.mark.rule("colditz", "COL-O-062")
def test_the_car_passes_over_everybody_but_does_not_end_on_anybody():
    here = {"guard-1": ROAD[1], "british-2": ROAD[2], "french-1": ROAD[3]}
    match = driving(0, 4, here, options={"seats": "3"})
    play(match, "british-1")
    assert goals(match) == spaces([4])
    assert [refuse(match, f"to {ROAD[n]}") for n in (1, 2, 3)] == ["COL-O-062"] * 3
    play(match, f"to {ROAD[4]}")
    assert pawns(match, *here) == list(here.values())
    stuck = driving(0, 3, here, options={"seats": "3"})
    assert refuse(stuck, "british-1") == "COL-O-062"


@pytest.mark.rule("colditz", "COL-O-017", "COL-O-023")
def test_the_main_gate_costs_the_driver_no_pass_and_asks_nobody():
    match = driving(GATE - 1, 3, hands={"security": ["arrest-holder"]})
    play(match, "british-1")
    assert goals(match) == spaces(range(GATE, GATE + 3))
    assert refuse(match, "cross pass_main_gate") == "COL-O-024"
    play(match, "to pass_main_gate")
    assert asked(match) == ("act", "british")
    through = driving(GATE - 1, 3, hands={"security": ["arrest-holder"]})
    play(through, "british-1", f"to {ROAD[GATE + 1]}")
    assert (asked(through), through.view()["points"]) == (("act", "british"), 1)
    beyond = driving(GATE + 1, 3)
    play(beyond, "british-1")
    assert refuse(beyond, "to pass_main_gate") == "COL-O-023", "it lies behind him"


@pytest.mark.rule("colditz", "COL-O-017", "COL-O-022", "COL-O-023")
def test_other_gates_and_all_other_ways_are_not_for_the_driver():
    match = driving(
        2,
        12,
        {"guard-1": "out_209", "guard-3": "pass_north_gate", "guard-4": "ext_099", "british-2": "in_031"},
        equipment={"british": {"key": 2, "pass": 2, "rope": 2, "cutter": 1}},
        tunnels={"chapel": "open"},
    )
    play(match, "british-1")
    assert goals(match) == spaces(range(3, 15))
    for text, rule in {
        "to key_south": "COL-O-022",
        "to pass_inner": "COL-O-023",
        "to pass_north_gate": "COL-O-062",
        "cross pass_north_gate": "COL-O-062",
        "force guard-4": "COL-O-059",
        "to light_027": "COL-O-030",
        "to chapel_7": "COL-O-125",
        "to in_031": "COL-O-062",
        "cross key_south": "COL-O-059",
        "cross out_330": "COL-O-059",
        "cross in_031": "COL-O-024",
        "enter chapel": "COL-O-059",
        "enter canteen": "COL-O-036",
        "force guard-1": "COL-O-059",
        "force guard-2": "COL-O-095",
        "escape t_north": "COL-O-059",
        "escape t_southeast": "COL-O-059",
    }.items():
        assert refuse(match, text) == rule, text


@pytest.mark.rule("colditz", "COL-O-017")
def test_no_space_of_the_road_is_lit_or_a_circle_of_a_tunnel():
    """So that the driver may end his drive anywhere on it."""
    assert ROAD[0] == "staff_car"
    assert [space for space in CAR_ROUTE if KIND[space] == LIGHT or space in TUNNEL_OF] == []
    assert SPACES[CAR_TARGET] == "t_southeast"


# Away, or out of the car


@pytest.mark.rule("colditz", "COL-O-017", "COL-O-131", "COL-O-059")
@pytest.mark.ruling("colditz", "AMB-24")
def test_at_the_end_of_the_road_the_driver_escapes_with_a_kit():
    last = len(ROAD) - 1
    for place, points, kits, rule in (
        (last, 1, ["british"], None),
        (last - 2, 3, ["british"], None),
        (last - 2, 2, ["british"], "COL-O-059"),
        (last - 2, 3, [], "COL-O-131"),
    ):
        match = driving(place, points, kits=kits)
        play(match, "british-1")
        if rule:
            assert refuse(match, "escape t_southeast") == rule
            assert goals(match) == spaces(range(place + 1, last + 1))
            continue
        assert goals(match) == [*spaces(range(place + 1, last + 1)), "escape t_southeast"]
        assert refuse(match, "to t_southeast") == "COL-O-131"
        events = match.play("escape t_southeast")
        way = (*(NUMBER[space] for space in ROAD[place:]), CAR_TARGET)
        assert events[0] == (ALL, "moved", 0, way, points)
        assert (ALL, "escaped", 0, CAR_TARGET) in events
        assert (where(match, "british-1"), match.view()["driver"]) == ("escaped", "")
        assert match.view()["points"] == 0


@pytest.mark.rule("colditz", "COL-O-131", "COL-O-132")
def test_the_driver_shares_a_kit_with_one_pow_who_escapes_in_the_same_turn_and_not_with_two():
    last = len(ROAD) - 1
    second = driving(last, 3, {"british-2": "escaped"}, escapes=1)
    play(second, "british-1")
    assert may(second, "escape t_southeast")
    third = driving(last, 3, {"british-2": "escaped", "british-3": "escaped"}, escapes=2)
    assert refuse(third, "british-1") == "COL-O-062"
    before = driving(last - 1, 3, {"british-2": "escaped", "british-3": "escaped"}, escapes=2)
    play(before, "british-1")
    assert refuse(before, "escape t_southeast") == "COL-O-132"
    french = officer(
        9,
        {"french-1": ROAD[last - 1], "british-1": "in_031"},
        {"seats": "3"},
        driver="french-1",
        turn="french",
        kits=["british"],
    )
    play(french, "french-1")
    assert refuse(french, "escape t_southeast") == "COL-O-131", "that is the British kit"


@pytest.mark.rule("colditz", "COL-O-017")
def test_the_drive_goes_on_in_the_next_turn_and_the_driver_may_get_out_in_any_of_his():
    match = driving(3, 2)
    play(match, "british-1", f"to {ROAD[5]}", "end")
    assert match.view()["driver"] == "british-1"
    idle(match)
    match.dice.feed((3, 4))
    play(match, "roll")
    assert may(match, "alight")
    assert match.play("alight") == [(ALL, "alighted", 0, NUMBER[ROAD[5]])]
    assert (match.view()["driver"], where(match, "british-1")) == ("", ROAD[5])
    assert match.view()["stopped"] == ["british-1"]
    assert refuse(match, "british-1") == "AMB-73", "he walks no further in this turn"
    assert refuse(match, "alight") == "COL-O-017"
    assert match.view()["points"] == 7
    play(match, "end")
    assert match.view()["stopped"] == []


@pytest.mark.rule("colditz", "COL-O-017")
def test_nobody_else_lets_him_get_out():
    match = officer(9, {"french-1": "out_214", "british-1": "in_031"}, {"seats": "3"}, driver="french-1")
    assert refuse(match, "alight") == "COL-O-017"
    assert "alight" not in deeds(match)


@pytest.mark.rule("colditz", "COL-O-017")
def test_guards_cannot_stop_arrest_or_shoot_the_driver():
    hands = {"security": ["shoot"]}
    match = security(9, {"british-1": "ext_121", "guard-1": "ext_120"}, driver="british-1", hands=hands)
    assert refuse(match, "play shoot") == "COL-O-009"
    play(match, "guard-1")
    assert refuse(match, "arrest british-1") == "COL-O-017"
    out = security(9, {"british-1": "ext_121", "guard-1": "ext_120"}, hands=hands)
    play(out, "guard-1")
    assert may(out, "arrest british-1"), "once he has got out"


@pytest.mark.rule("colditz", "COL-O-017")
def test_the_car_is_back_in_the_yard_when_the_drive_is_over():
    last = len(ROAD) - 1
    match = driving(last, 3, {"british-2": "staff_car"}, hands={"british": ["staff-car"]})
    assert refuse(match, "play staff-car") == "COL-O-017"
    play(match, "british-1", "escape t_southeast")
    assert where(match, "british-1") == "escaped"
    assert match.play("play staff-car")[-1] == (ALL, "drove_off", PAWNS.index("british-2"))
