"""Tunnels: opened by a card, crawled through in single file, left at the exit, discovered, collapsed."""

import pytest

from garrison.core.state import ALL
from garrison.games.colditz.castle.layout import (
    AREA,
    CHAINS,
    INNER,
    NUMBER,
    OUTER,
    ROOM_OF,
    ROOMS,
    SPACES,
    TUNNELS,
)
from garrison.games.colditz.state import QUARTERS
from garrison.games.colditz.tables import PAWNS
from support.games.colditz_matches import (
    asked,
    deeds,
    held,
    idle,
    may,
    officer,
    pawns,
    play,
    refuse,
    roll,
    security,
    where,
)

DOORS = {"chapel": "chapel_8", "canteen": "canteen_4", "theatre": "theatre_1"}
"""By tunnel, a space of its room near the mouth."""
STEPS = {"chapel": 2, "canteen": 1, "theatre": 1}
"""From there into the tunnel."""


def circles(tunnel):
    return [SPACES[circle] for circle in CHAINS[TUNNELS.index(tunnel)]]


def digging(here, tunnel="theatre", points=9, state="open", **more):
    """The British turn, with all POWs who stand on circles below the ground."""
    below = [pawn for pawn, space in here.items() if space in circles(tunnel)]
    options = more.pop("options", {"seats": "3"})
    return officer(points, here, options, inside=below, tunnels={tunnel: state}, **more)


# Opening and entering


@pytest.mark.rule("colditz", "COL-O-036", "COL-O-122")
@pytest.mark.parametrize("tunnel", TUNNELS)
def test_a_tunnel_is_opened_by_its_own_card_and_entered_at_its_mouth(tunnel):
    match = officer(9, {"british-1": DOORS[tunnel]}, hands={"british": [f"{tunnel}-tunnel"]})
    play(match, "british-1")
    assert [refuse(match, f"enter {each}") for each in TUNNELS] == ["COL-O-036"] * 3
    play(match, "back")
    assert match.play(f"play {tunnel}-tunnel")[-1] == (ALL, "opened", TUNNELS.index(tunnel))
    assert match.view()["tunnels"] == {each: "open" if each == tunnel else "closed" for each in TUNNELS}
    play(match, "british-1")
    for other in set(TUNNELS) - {tunnel}:
        assert refuse(match, f"enter {other}") == "COL-O-036"
    events = match.play(f"enter {tunnel}")
    assert [event[1] for event in events] == ["moved", "entered"]
    assert events[-1] == (ALL, "entered", 0, TUNNELS.index(tunnel))
    assert (where(match, "british-1"), match.view()["inside"]) == (circles(tunnel)[0], ["british-1"])
    assert match.view()["points"] == 9 - STEPS[tunnel]
    assert asked(match) == ("act", "british")


@pytest.mark.rule("colditz", "COL-O-039")
def test_mouths_are_in_the_rooms_and_exits_in_the_outer_courtyard():
    for tunnel in TUNNELS:
        first, *_, last = circles(tunnel)
        assert ROOMS[ROOM_OF[NUMBER[first]]] == tunnel
        assert (AREA[NUMBER[first]], AREA[NUMBER[last]]) == (INNER, OUTER)
        match = digging({"british-1": DOORS[tunnel], "british-2": circles(tunnel)[-2]}, tunnel)
        play(match, "british-1", f"enter {tunnel}")
        assert where(match, "british-1") == first
        play(match, "british-2", f"to {last}")
        assert match.view()["inside"] == ["british-1", "british-2"]


@pytest.mark.rule("colditz", "COL-O-123")
def test_a_tunnel_is_open_to_the_pows_of_every_officer():
    here = {"british-1": "chapel_5", "british-2": "chapel_1", "french-1": "chapel_8"}
    match = digging(here, "chapel", state="open")
    play(match, "end")
    roll(match, 3, 4)
    play(match, "french-1", "enter chapel")
    assert match.view()["inside"] == ["british-1", "british-2", "french-1"]
    found = digging(here, "chapel", state="found")
    play(found, "end")
    roll(found, 3, 4)
    play(found, "french-1")
    assert may(found, "enter chapel"), "also one that has been discovered"


@pytest.mark.rule("colditz", "COL-O-123", "COL-O-124", "COL-O-062")
def test_nobody_enters_while_a_tunneller_is_in_the_mouth():
    match = digging({"british-1": "chapel_9", "british-2": "chapel_8"}, "chapel")
    play(match, "british-2")
    assert refuse(match, "enter chapel") == "COL-O-062"
    play(match, "back", "british-1", "to chapel_7", "british-2", "enter chapel")
    assert pawns(match, "british-1", "british-2") == ["chapel_7", "chapel_9"]
    after = digging({"british-1": "chapel_8", "british-2": "chapel_7"}, "chapel")
    play(after, "british-1")
    assert may(after, "enter chapel")


@pytest.mark.rule("colditz", "COL-O-123", "COL-O-062", "COL-O-059")
def test_the_mouth_must_be_within_reach():
    near = digging({"british-1": "chapel_8", "french-1": "chapel_1"}, "chapel", points=1)
    play(near, "british-1")
    assert refuse(near, "enter chapel") == "COL-O-059"
    enough = digging({"british-1": "chapel_8", "french-1": "chapel_1"}, "chapel", points=2)
    play(enough, "british-1")
    assert may(enough, "enter chapel")
    barred = {"british-1": "in_087", "french-1": "chapel_1", "british-2": "chapel_10"}
    match = digging(barred, "chapel", points=9)
    play(match, "british-1")
    assert refuse(match, "enter chapel") == "COL-O-062", "a comrade stands in the door"
    far = digging({"british-1": "in_031", "french-1": "chapel_1"}, "chapel", points=3)
    play(far, "british-1")
    assert refuse(far, "enter chapel") == "COL-O-059"


@pytest.mark.rule("colditz", "COL-O-036", "COL-O-124")
def test_who_is_inside_enters_no_tunnel():
    match = digging({"british-1": "chapel_7", "british-2": "chapel_1"}, "chapel")
    play(match, "british-1")
    assert refuse(match, "enter chapel") == "COL-O-036"
    assert refuse(match, "enter canteen") == "COL-O-036"


# Crawling


@pytest.mark.rule("colditz", "COL-O-124")
@pytest.mark.ruling("colditz", "AMB-17")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_tunnellers_crawl_to_and_fro_as_far_as_their_points_go(points):
    chain = circles("theatre")
    match = digging({"british-1": chain[3]}, points=points)
    play(match, "british-1")
    reached = {f"to {chain[place]}" for place in range(3 - points, 4 + points) if place != 3}
    assert {deed for deed in deeds(match) if deed != "back"} == reached
    assert refuse(match, f"to {chain[3 + points + 1]}") == "COL-O-059"
    assert refuse(match, "to theatre_1") == "COL-O-059", "nobody leaves at the mouth"


@pytest.mark.ruling("colditz", "AMB-17")
@pytest.mark.rule("colditz", "COL-O-062", "COL-O-124")
def test_nobody_overtakes_in_a_tunnel():
    chain = circles("theatre")
    match = digging({"british-1": chain[3], "british-2": chain[1], "french-1": chain[6]}, points=12)
    play(match, "british-1")
    assert deeds(match) == [
        f"to {chain[place]}" for place in sorted((2, 4, 5), key=lambda n: NUMBER[chain[n]])
    ] + ["back"]
    for place in (0, 1, 6, 7, 8):
        assert refuse(match, f"to {chain[place]}") == "COL-O-062"
    for space in ("out_398", "out_402"):
        assert refuse(match, f"to {space}") == "COL-O-062"
    play(match, "back", "british-2")
    assert [deed for deed in deeds(match) if deed != "back"] == [
        f"to {chain[n]}" for n in sorted((0, 2), key=lambda n: NUMBER[chain[n]])
    ]


@pytest.mark.ruling("colditz", "AMB-17")
def test_a_comrade_at_the_mouth_or_the_exit_is_not_overtaken_either():
    chain = circles("theatre")
    match = digging({"british-1": chain[1], "british-2": chain[0], "french-1": chain[-1]}, points=12)
    play(match, "british-1")
    assert refuse(match, f"to {chain[0]}") == refuse(match, f"to {chain[-1]}") == "COL-O-062"
    assert may(match, f"to {chain[-2]}")
    play(match, "back")
    last = digging({"british-1": chain[-1], "british-2": chain[0]}, points=12)
    play(last, "british-1")
    assert refuse(last, f"to {chain[0]}") == "COL-O-062"
    assert may(last, f"to {chain[1]}")


@pytest.mark.ruling("colditz", "AMB-17")
@pytest.mark.parametrize(("start", "goal"), [(2, 5), (5, 2), (4, 3), (0, 1)])
def test_the_way_along_a_tunnel_is_told_circle_by_circle(start, goal):
    chain = circles("theatre")
    match = digging({"british-1": chain[start]}, points=9)
    play(match, "british-1")
    step = 1 if goal > start else -1
    way = tuple(NUMBER[chain[place]] for place in range(start, goal + step, step))
    assert match.play(f"to {chain[goal]}") == [(ALL, "moved", 0, way, abs(goal - start))]
    assert (where(match, "british-1"), match.view()["points"]) == (chain[goal], 9 - abs(goal - start))
    assert match.view()["inside"] == ["british-1"]


@pytest.mark.rule("colditz", "COL-O-124")
def test_who_leaves_by_the_exit_walks_on_with_what_points_are_left():
    chain = circles("theatre")
    match = digging({"british-1": chain[6], "british-2": chain[2]}, points=3)
    play(match, "british-1")
    assert may(match, "to out_398"), "two circles and a step"
    assert refuse(match, "to out_385") == "COL-O-059"
    events = match.play("to out_398")
    way = (NUMBER[chain[6]], NUMBER[chain[7]], NUMBER[chain[8]], NUMBER["out_398"])
    assert events == [(ALL, "moved", 0, way, 3)]
    assert (match.view()["inside"], match.view()["points"]) == (["british-2"], 0)
    short = digging({"british-1": chain[6], "british-2": chain[2]}, points=2)
    play(short, "british-1")
    assert refuse(short, "to out_398") == "COL-O-059"
    assert may(short, f"to {chain[8]}")


@pytest.mark.rule("colditz", "COL-O-124")
@pytest.mark.ruling("colditz", "AMB-17")
def test_from_the_exit_circle_one_point_leads_out():
    match = digging({"british-1": "tun_theatre_8", "british-2": "tun_theatre_3"}, points=1)
    play(match, "british-1")
    assert may(match, "to out_398")
    assert may(match, "to tun_theatre_7")
    assert refuse(match, "to out_385") == "COL-O-059"


@pytest.mark.rule("colditz", "COL-O-124", "COL-O-125")
def test_who_has_left_a_tunnel_does_not_come_back_by_the_exit():
    match = digging({"british-1": "out_398", "british-2": "tun_theatre_3"})
    play(match, "british-1")
    for circle in ("tun_theatre_8", "tun_theatre_7"):
        assert refuse(match, f"to {circle}") == "COL-O-125"


@pytest.mark.rule("colditz", "COL-O-037", "COL-O-038", "COL-O-125")
def test_pawns_on_the_ground_walk_over_tunnellers_and_end_on_no_circle():
    match = digging(
        {"british-1": "out_352", "french-1": "tun_theatre_3", "french-2": "tun_theatre_2"}, points=6
    )
    play(match, "british-1")
    assert may(match, "to post_out_7")
    for circle in ("tun_theatre_2", "tun_theatre_3", "tun_theatre_4"):
        assert refuse(match, f"to {circle}") == "COL-O-125"


@pytest.mark.rule("colditz", "COL-O-037", "COL-C-53f")
@pytest.mark.parametrize(("edition", "allowed"), [("modern", True), ("classic", False)])
def test_on_the_surface_only_the_modern_rules_let_a_pawn_walk_along_a_tunnel(edition, allowed):
    """A comrade stands in the way, and only the circles of the chapel tunnel lead round him."""
    match = officer(4, {"british-1": "chapel_4", "british-2": "chapel_6"}, {"edition": edition})
    assert may(match, "british-1") is allowed
    if allowed:
        play(match, "british-1", "to chapel_8")
        assert match.view()["points"] == 0


@pytest.mark.rule("colditz", "COL-O-124")
def test_a_pow_outside_the_tunnel_does_not_hinder_those_below():
    chain = circles("theatre")
    match = digging({"british-1": chain[2], "british-2": chain[1], "guard-1": "post_out_7"}, points=9)
    play(match, "british-1")
    assert may(match, f"to {chain[-1]}")
    assert may(match, "to out_398")


# Collapse


@pytest.mark.rule("colditz", "COL-O-127", "COL-O-128")
@pytest.mark.ruling("colditz", "AMB-15", "AMB-16")
@pytest.mark.parametrize("tunnel", TUNNELS)
@pytest.mark.parametrize("state", ["open", "found"])
def test_a_tunnel_with_fewer_than_two_in_it_collapses_at_the_end_of_a_turn(tunnel, state):
    chain = circles(tunnel)
    for inside in (0, 1, 2, 3):
        here = {f"british-{n}": chain[n] for n in range(1, inside + 1)}
        match = digging(here, tunnel, state=state, equipment={"british": {"rope": 2}})
        events = match.play("end")
        assert ((ALL, "collapsed", TUNNELS.index(tunnel)) in events) is (inside < 2)
        assert match.view()["tunnels"][tunnel] == (state if inside > 1 else "closed")
        if inside == 1:
            cell = "cell_inner" if AREA[NUMBER[chain[1]]] == INNER else "cell_outer"
            assert (ALL, "arrested", 0, NUMBER[chain[1]], int(cell == "cell_outer")) in events
            assert where(match, "british-1") == cell
        elif inside:
            assert pawns(match, *here) == list(here.values())
        assert held(match) == {"rope": 2}, "a collapse costs nothing"
        assert asked(match) == ("ready", "french")


@pytest.mark.rule("colditz", "COL-O-127", "COL-O-128")
def test_each_tunnel_collapses_by_itself():
    here = {"british-1": "chapel_1", "british-2": "chapel_5", "french-1": "tun_theatre_3"}
    digs = {"chapel": "open", "canteen": "open", "theatre": "open"}
    match = officer(3, here, {"seats": "3"}, inside=list(here), tunnels=digs)
    play(match, "end")
    assert match.view()["tunnels"] == {"chapel": "open", "canteen": "closed", "theatre": "closed"}
    assert pawns(match, *here) == ["chapel_1", "chapel_5", "cell_outer"]


@pytest.mark.rule("colditz", "COL-O-127")
@pytest.mark.ruling("colditz", "AMB-15")
def test_two_of_different_nations_hold_a_tunnel_open_until_one_of_them_leaves():
    here = {"british-1": "tun_theatre_8", "french-1": "tun_theatre_3"}
    match = digging(here)
    play(match, "end")
    assert match.view()["tunnels"]["theatre"] == "open", "on the exit circle he is still inside"
    idle(match)
    idle(match)
    roll(match, 3, 4)
    play(match, "british-1", "to out_398")
    assert match.view()["tunnels"]["theatre"] == "open", "not before the end of the turn"
    play(match, "end")
    assert match.view()["tunnels"]["theatre"] == "closed"
    assert pawns(match, "british-1", "french-1") == ["out_398", "cell_outer"]


@pytest.mark.rule("colditz", "COL-O-127", "COL-O-126")
def test_a_tunnel_collapses_at_the_end_of_the_security_officer_s_turn_too():
    here = {"british-1": "chapel_7", "british-2": "chapel_1", "guard-1": "in_087"}
    match = security(9, here, {"seats": "3"}, inside=["british-1", "british-2"], tunnels={"chapel": "found"})
    play(match, "guard-1", "arrest british-1")
    assert match.view()["tunnels"]["chapel"] == "found"
    assert "collapsed" in play(match, "end")
    assert pawns(match, "british-1", "british-2") == ["cell_inner", "cell_inner"]


@pytest.mark.rule("colditz", "COL-O-127")
@pytest.mark.ruling("colditz", "AMB-11")
def test_guards_leave_the_room_of_a_tunnel_that_collapses_and_stay_in_it_otherwise():
    here = {"british-1": "tun_chapel_2", "british-2": "chapel_1", "guard-1": "chapel_10", "guard-2": "in_087"}
    match = digging(here, "chapel", state="found")
    play(match, "end")
    assert where(match, "guard-1") == "chapel_10"
    here.pop("british-1")
    match = digging(here, "chapel", state="found")
    events = match.play("end")
    assert (ALL, "withdrawn", PAWNS.index("guard-1"), QUARTERS.index("office")) in events
    assert pawns(match, "guard-1", "guard-2") == ["office", "in_087"]


@pytest.mark.rule("colditz", "COL-O-128", "COL-O-036")
def test_a_collapsed_tunnel_needs_its_card_again():
    match = digging(
        {"british-1": "chapel_8", "british-2": "chapel_1"}, "chapel", hands={"british": ["chapel-tunnel"]}
    )
    assert refuse(match, "play chapel-tunnel") == "AMB-70"
    play(match, "end")
    for _ in range(2):
        idle(match)
    roll(match, 3, 4)
    play(match, "british-1")
    assert refuse(match, "enter chapel") == "COL-O-036"
    play(match, "back", "play chapel-tunnel", "british-1")
    assert may(match, "enter chapel")


# Discovered


@pytest.mark.rule("colditz", "COL-O-126", "COL-O-032", "COL-O-125")
def test_guards_go_into_a_discovered_tunnel_and_arrest_the_men_in_it():
    here = {"british-1": "chapel_7", "british-2": "tun_chapel_5", "guard-1": "in_087"}
    common = {"inside": ["british-1", "british-2"], "equipment": {"british": {"rope": 2}}}
    hidden = security(12, here, tunnels={"chapel": "open"}, **common)
    play(hidden, "guard-1")
    assert refuse(hidden, "arrest british-1") == "COL-O-126"
    assert refuse(hidden, "to chapel_10") == "COL-O-032"
    match = security(12, here, tunnels={"chapel": "found"}, **common)
    play(match, "guard-1")
    assert may(match, "to chapel_10")
    assert refuse(match, "to chapel_9") == "COL-O-125"
    assert may(match, "arrest british-2"), "along the tunnel, past his comrade"
    play(match, "arrest british-1")
    assert (pawns(match, "british-1", "guard-1"), held(match)) == (["cell_inner", "office"], {"rope": 2})
    outer = security(12, here, tunnels={"chapel": "found"}, **common)
    play(outer, "guard-1", "arrest british-2")
    assert (asked(outer), where(outer, "british-2")) == (("lose", "british"), "cell_outer")


@pytest.mark.rule("colditz", "COL-O-126", "COL-O-032")
def test_guards_come_into_the_room_of_a_discovered_tunnel_from_its_far_end():
    here = {"guard-1": "out_351", "british-1": "tun_theatre_6", "british-2": "tun_theatre_7"}
    below = {"inside": ["british-1", "british-2"]}
    match = security(4, here, tunnels={"theatre": "found"}, **below)
    play(match, "guard-1")
    assert may(match, "to theatre_1")
    assert refuse(match, "to theatre_2") == "COL-O-059"
    hidden = security(9, here, tunnels={"theatre": "open"}, **below)
    play(hidden, "guard-1")
    assert refuse(hidden, "to theatre_1") == "COL-O-032"


@pytest.mark.rule("colditz", "COL-O-038")
@pytest.mark.ruling("colditz", "AMB-71")
def test_tunnellers_may_be_put_back_and_end_their_turn_on_any_circle():
    for tunnel in TUNNELS:
        first, *_, last = circles(tunnel)
        for circle in circles(tunnel):
            match = digging({"british-1": circle, "british-3": last if circle == first else first}, tunnel)
            play(match, "british-1")
            assert may(match, "back")
            play(match, "back", "end")
            assert where(match, "british-1") == circle


@pytest.mark.ruling("colditz", "AMB-71")
def test_a_tunneller_is_no_excuse_for_a_comrade_in_the_light():
    here = {"british-1": "sick_bay_4", "british-2": "tun_theatre_3"}
    match = digging(here, equipment={"british": {"rope": 1}})
    play(match, "british-1", "cross light_027")
    assert asked(match) == ("move", "british")
    assert refuse(match, "back") == "AMB-71"


@pytest.mark.rule("colditz", "COL-O-024", "COL-O-124")
def test_who_leaves_the_chapel_tunnel_through_the_wire_crawls_to_the_exit_first():
    here = {"british-1": "tun_chapel_4", "british-2": "chapel_1"}
    match = digging(here, "chapel", points=3, equipment={"british": {"cutter": 1}})
    play(match, "british-1")
    events = match.play("cross tun_chapel_1")
    way = tuple(NUMBER[f"tun_chapel_{n}"] for n in (4, 3, 2))
    assert events[0] == (ALL, "moved", 0, way, 2)
    assert events[1] == (ALL, "crossed", 0, NUMBER["tun_chapel_1"], 3, 1)
    assert (where(match, "british-1"), match.view()["points"]) == ("tun_chapel_1", 0)
    assert match.view()["inside"] == ["british-2"]
