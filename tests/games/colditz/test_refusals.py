"""Why not: the rule against an answer, question by question; where several apply, the first of the list."""

import pytest

from support.games.colditz_matches import asked, at, may, officer, play, refuse, roll, security

OTHER = "other-question"
THREE = {"seats": "3"}
FOUR_CARDS = {"hands": {"british": ["release", "talisman", "diversion", "warning"]}}
ALL_ROPES = {"equipment": {"british": {"rope": 12}}}
NO_KITS = {"options": {"kits": "none"}}
MANNED = {f"guard-{n}": f"post_in_{n}" for n in range(1, 7)}
"""Nobody left in barracks."""


def case(*values):
    """A refusal; its test proves the rule that it ends with."""
    proves = () if values[-1] == OTHER else pytest.mark.rule("colditz", values[-1])
    return pytest.param(*values, marks=proves, id=f"{values[-2]}: {values[-1]}")


def table(*rows):
    """Positions, what is tried in them, and the rule that forbids it."""
    return pytest.mark.parametrize(("position", "text", "rule"), [case(*row) for row in rows])


def tried(*rows):
    return pytest.mark.parametrize(("text", "rule"), [case(*row) for row in rows])


def deployed(*posts):
    return {f"guard-{n}": post for n, post in enumerate(posts, 1)}


@table(
    (deployed(), "done", "COL-O-051"),
    (deployed("post_in_1", "post_out_1", "post_out_2"), "done", "COL-O-051"),
    (deployed("post_in_1"), "post post_out_1", "COL-O-051"),
    (deployed("post_in_1", "post_out_1"), "post post_out_1", "COL-O-051"),
    (deployed("post_in_1"), "post post_in_1", "COL-O-062"),
    (deployed("post_in_1", "post_in_2", "post_out_1"), "done", "COL-O-052"),
    (deployed("post_in_1", "post_in_2"), "post post_in_3", "COL-O-052"),
    (deployed("post_in_1", "post_in_2"), "post post_in_1", "COL-O-052"),
    (deployed("post_in_1", "post_in_2", "post_out_1"), "post post_out_1", "COL-O-062"),
    (deployed(), "roll", OTHER),
    (deployed(), "guard-1", OTHER),
)
def test_deploying(position, text, rule):
    match = at(THREE, phase="deploy", pawns=position)
    assert asked(match) == ("deploy", "security")
    assert refuse(match, text) == rule


TWO_IN_STORE = {"pawns": {"british-1": "store_1", "british-2": "store_2"}}


@table(
    ({}, "make kit", "COL-O-103"),
    (NO_KITS, "make kit", "COL-O-105"),
    ({}, "make rope", "COL-O-097"),
    ({"pawns": {"british-1": "store_1"}, **ALL_ROPES}, "make rope", "COL-O-097"),
    ({**TWO_IN_STORE, **ALL_ROPES}, "make rope", "COL-O-101"),
    (TWO_IN_STORE, "make cutter", "COL-O-097"),
    ({}, "play talisman", "COL-O-076"),
    ({"hands": {"british": ["talisman"]}}, "play talisman", "COL-O-076"),
    ({}, "play kit-food", "COL-O-076"),
    ({"hands": {"british": ["kit-food"]}}, "play kit-food", "COL-O-106"),
    ({}, "do-or-die british-1", "COL-O-008"),
    ({"pawns": {"british-1": "in_118"}}, "british-1", OTHER),
    ({}, "discard talisman", OTHER),
    ({}, "end", OTHER),
    ({"turn": "security"}, "make rope", OTHER),
    ({"turn": "security"}, "post post_in_1", OTHER),
)
def test_before_the_roll(position, text, rule):
    match = at(**position)
    assert asked(match)[0] == "ready"
    assert refuse(match, text) == rule


# act

CORNERED = {"british-1": "in_002", "british-2": "in_001"}
"""The first has no step left: behind him is a drop."""


@table(
    ({"pawns": {"french-1": "cell_inner"}}, "french-1", "COL-O-060"),
    ({}, "guard-1", "COL-O-060"),
    ({}, "american-1", "COL-O-060"),
    ({"points": 0, "pawns": {"british-1": "cell_inner"}}, "british-1", "COL-O-026"),
    ({"points": 0, "pawns": {"british-1": "escaped"}}, "british-1", "COL-O-060"),
    ({}, "british-8", "COL-O-060"),
    ({"points": 0, "pawns": CORNERED}, "british-1", "COL-O-059"),
    ({"pawns": CORNERED}, "british-1", "COL-O-062"),
    ({"pawns": {"french-1": "cell_outer"}}, "release french-1", "COL-O-026"),
    ({"points": 0, "pawns": {"british-1": "in_118"}}, "release british-1", "COL-O-026"),
    ({"points": 0, "pawns": {"british-1": "cell_outer"}}, "release british-1", "COL-O-143"),
    ({"points": 0, "doubles": 1, "pawns": {"british-1": "cell_outer"}}, "release british-1", "COL-O-059"),
    ({}, "make kit", "COL-O-103"),
    (ALL_ROPES, "make rope", "COL-O-097"),
    ({**TWO_IN_STORE, **ALL_ROPES}, "make rope", "COL-O-101"),
    ({}, "discard talisman", "COL-O-076"),
    ({"hands": {"british": ["talisman"]}}, "discard talisman", "COL-O-074"),
    (FOUR_CARDS, "discard hideaway", "COL-O-076"),
    ({}, "discard shoot", "COL-O-076"),
    (FOUR_CARDS, "end", "COL-O-074"),
    ({}, "alight", "COL-O-017"),
    ({"pawns": {"british-1": "in_118"}}, "to in_117", OTHER),
    ({}, "post post_in_1", OTHER),
    ({"pawns": {"guard-1": "post_in_1"}}, "withdraw guard-1", OTHER),
    ({}, "roll", OTHER),
    ({}, "back", OTHER),
    ({}, "done", OTHER),
)
def test_an_officer_acts(position, text, rule):
    match = at(THREE, **{"phase": "act", "points": 5, **position})
    assert asked(match) == ("act", "british")
    assert refuse(match, text) == rule


EXEMPT = {"pawns": {**MANNED, "british-1": "post_out_7"}, "returning": ["british-1"]}
RETURNER = {"pawns": {"british-1": "post_out_7"}, "returning": ["british-1"]}
SHUT_IN = {"guard-1": "in_155", "british-1": "in_161"}
"""Before the guard is a POW whom he may not arrest, behind him a room."""


@table(
    ({"pawns": {"british-1": "in_118"}}, "british-1", "COL-O-060"),
    ({"points": 0}, "guard-1", "COL-O-068"),
    ({"points": 0, "pawns": {"guard-1": "office"}}, "guard-1", "COL-O-060"),
    ({}, "guard-16", "COL-O-060"),
    ({"points": 0, "pawns": SHUT_IN}, "guard-1", "COL-O-059"),
    ({"pawns": SHUT_IN}, "guard-1", "COL-O-062"),
    ({"pawns": MANNED}, "post post_in_1", "COL-O-019"),
    ({"points": 0, "pawns": MANNED}, "post post_out_1", "COL-O-019"),
    (EXEMPT, "post post_out_7", "COL-O-019"),
    ({"points": 0, "pawns": {"guard-1": "post_in_1"}}, "post post_in_1", "AMB-09"),
    ({"points": 0, **RETURNER}, "post post_out_7", "COL-O-089"),
    ({"points": 0}, "post post_in_1", "COL-O-059"),
    ({"points": 0, "pawns": {"british-1": "post_in_1"}}, "post post_in_1", "COL-O-059"),
    ({"points": 0, "pawns": {"guard-1": "in_118"}}, "withdraw guard-1", "COL-O-069"),
    ({"points": 0}, "withdraw guard-1", "COL-O-069"),
    ({}, "withdraw guard-16", "COL-O-069"),
    ({"points": 0, "pawns": {"guard-1": "post_in_1"}}, "withdraw guard-1", "COL-O-059"),
    ({}, "discard shoot", "COL-O-076"),
    ({"hands": {"security": ["shoot"]}}, "discard shoot", "COL-O-074"),
    ({}, "discard release", "COL-O-076"),
    ({"hands": {"security": ["shoot", "search", "riot", "appel"]}}, "end", "COL-O-074"),
    ({"pawns": {"british-1": "cell_inner"}, "doubles": 1}, "release british-1", OTHER),
    (TWO_IN_STORE, "make rope", OTHER),
    ({"pawns": {"guard-1": "in_118"}}, "to in_117", OTHER),
    ({}, "done", OTHER),
)
def test_the_security_officer_acts(position, text, rule):
    match = at(**{"phase": "act", "turn": "security", "points": 5, **position})
    assert asked(match) == ("act", "security")
    assert refuse(match, text) == rule


# A POW in hand


def in_hand(space, points=3, others=(), **more):
    """british-1 is in hand."""
    match = officer(points, {"british-1": space, **dict(others)}, more.pop("options", None), **more)
    play(match, "british-1")
    assert asked(match) == ("move", "british")
    return match


@table(
    ({"space": "in_118"}, "to in_118", "COL-O-062"),
    ({"space": "in_118", "others": {"british-2": "in_117"}}, "to in_117", "COL-O-062"),
    ({"space": "out_313", "others": {"guard-1": "light_038"}}, "to light_038", "COL-O-062"),
    ({"space": "out_337", "others": {"guard-1": "key_south"}}, "to key_south", "COL-O-062"),
    ({"space": "in_118", "others": {"guard-1": "out_003"}}, "to out_003", "COL-O-062"),
    ({"space": "out_313"}, "to light_038", "COL-O-030"),
    ({"space": "in_118"}, "to light_038", "COL-O-030"),
    ({"space": "out_351"}, "to tun_theatre_3", "COL-O-125"),
    ({"space": "in_118"}, "to tun_theatre_3", "COL-O-125"),
    ({"space": "ext_057"}, "to t_northwest", "COL-O-131"),
    ({"space": "in_118"}, "to t_northwest", "COL-O-131"),
    ({"space": "out_337", "equipment": {"british": {"key": 1}}}, "to key_south", "COL-O-022"),
    ({"space": "in_118"}, "to key_south", "COL-O-022"),
    ({"space": "in_118"}, "to post_out_2", "COL-O-022"),
    ({"space": "in_118"}, "to pass_main_gate", "COL-O-023"),
    ({"space": "in_118"}, "to post_out_3", "COL-O-023"),
    ({"space": "in_169", "others": {"guard-1": "in_161"}}, "to in_155", "COL-O-062"),
    ({"space": "in_169", "points": 1, "others": {"guard-1": "in_161"}}, "to in_155", "COL-O-059"),
    ({"space": "in_118"}, "to out_003", "COL-O-059"),
    ({"space": "in_002", "equipment": {"british": {"rope": 2}}}, "to out_121", "COL-O-059"),
    ({"space": "in_118"}, "to cell_in_1", "COL-O-059"),
)
def test_a_pow_walks(position, text, rule):
    assert refuse(in_hand(**position), text) == rule


TUNNEL = {"inside": ["british-2", "british-3"], "tunnels": {"theatre": "open"}}
BELOW = {"british-2": "tun_theatre_3", "british-3": "tun_theatre_5"}


def test_a_tunneller_below_is_nobody_who_stands_there():
    assert refuse(in_hand("out_351", others=BELOW, **TUNNEL), "to tun_theatre_3") == "COL-O-125"


@pytest.mark.rule("colditz", "COL-O-125")
def test_a_tunneller_crawls_to_no_circle_of_another_tunnel():
    below = {"inside": ["british-1", "british-2"], "tunnels": {"theatre": "open"}}
    match = in_hand("tun_theatre_4", 9, {"british-2": "tun_theatre_3"}, **below)
    assert refuse(match, "to tun_chapel_3") == "COL-O-125"


ROPE, ROPES, KEY = {"british": {"rope": 1}}, {"british": {"rope": 2}}, {"british": {"key": 1}}
OWN_AT_TOP = {"british": ["in_002"]}
BY_THE_WIRE = {"british": ["tun_chapel_2"]}


@table(
    ({"space": "in_118", "others": {"guard-1": "in_117"}}, "cross in_117", "COL-O-024"),
    ({"space": "in_002", "equipment": ROPES, "markers": OWN_AT_TOP}, "cross out_121", "COL-O-024"),
    ({"space": "out_358", "returning": ["british-1"], "equipment": KEY}, "cross key_inner", "COL-O-024"),
    ({"space": "in_118", "others": {"guard-1": "out_121"}}, "cross out_121", "COL-O-062"),
    ({"space": "in_002", "others": {"guard-1": "out_121"}, "equipment": ROPES}, "cross out_121", "COL-O-062"),
    ({"space": "out_121", "others": {"guard-1": "in_002"}}, "cross in_002", "COL-O-062"),
    ({"space": "in_118"}, "cross out_121", "COL-O-059"),
    ({"space": "in_003", "others": {"guard-1": "in_001"}}, "cross out_121", "COL-O-062"),
    ({"space": "in_003", "points": 2, "others": {"guard-1": "in_001"}}, "cross out_121", "COL-O-059"),
    ({"space": "in_118"}, "cross in_002", "COL-O-059"),
    ({"space": "out_121"}, "cross in_002", "COL-O-120"),
    ({"space": "out_121", "equipment": ROPES}, "cross in_002", "COL-O-120"),
    ({"space": "out_121", "equipment": ROPE, "markers": OWN_AT_TOP}, "cross in_002", "COL-O-021"),
    ({"space": "in_227"}, "cross out_330", "COL-O-020"),
    ({"space": "in_002", "equipment": ROPE}, "cross out_121", "COL-O-021"),
    ({"space": "out_337", "equipment": {"british": {"pass": 1}}}, "cross key_south", "COL-O-022"),
    ({"space": "out_109", "equipment": {"british": {"pass": 1}}}, "cross post_out_2", "COL-O-022"),
    ({"space": "out_300", "equipment": {"british": {"key": 1}}}, "cross pass_main_gate", "COL-O-023"),
    ({"space": "out_086", "equipment": ROPES}, "cross ext_070", "COL-O-024"),
    ({"space": "sick_bay_7", "points": 1}, "cross light_031", "COL-O-020"),
    ({"space": "sick_bay_7", "points": 2, "equipment": ROPE}, "cross light_031", "COL-O-030"),
    ({"space": "tun_chapel_1", "points": 1, "markers": BY_THE_WIRE}, "cross tun_chapel_2", "COL-O-024"),
    (
        {
            "space": "tun_chapel_1",
            "points": 1,
            "markers": BY_THE_WIRE,
            "equipment": {"british": {"cutter": 1}},
        },
        "cross tun_chapel_2",
        "COL-O-125",
    ),
)
def test_a_pow_pays_his_way(position, text, rule):
    assert refuse(in_hand(**position), text) == rule


@pytest.mark.parametrize(
    ("space", "cards", "text", "rule"),
    [
        case("in_227", {"rope": 1}, "cross out_330", "COL-O-020"),
        case("in_002", {"rope": 2}, "cross out_121", "COL-O-021"),
        case("out_337", {"key": 1}, "cross key_south", "COL-O-022"),
        case("out_300", {"pass": 1}, "cross pass_main_gate", "COL-O-023"),
        case("out_086", {"cutter": 1}, "cross ext_070", "COL-O-024"),
    ],
)
def test_the_last_point_and_the_very_cards_take_a_pow_over_a_barrier(space, cards, text, rule):
    assert may(in_hand(space, points=1, equipment={"british": cards}), text)
    assert refuse(in_hand(space, points=1), text) == rule


@pytest.mark.ruling("colditz", "AMB-40")
@pytest.mark.parametrize(
    ("space", "light", "points"),
    [("sick_bay_4", "light_027", 3), ("sick_bay_6", "light_027", 4), ("sick_bay_7", "light_031", 3)],
)
def test_a_pow_drops_into_a_light_with_points_to_leave_it(space, light, points):
    assert may(in_hand(space, points, equipment=ROPE), f"cross {light}")
    assert refuse(in_hand(space, points - 1, equipment=ROPE), f"cross {light}") == "COL-O-030"


BESIDE = {"british-2": "ext_057", "british-3": "ext_066"}
"""Both beside the north-west target."""


@table(
    ({"space": "ext_046", "points": 1, **NO_KITS}, "escape t_northwest", "COL-O-059"),
    ({"space": "ext_046", **NO_KITS, "others": {"guard-1": "ext_057"}}, "escape t_northwest", "COL-O-062"),
    ({"space": "ext_046", **NO_KITS}, "escape t_northwest", "COL-O-131"),
    ({"space": "in_118"}, "enter chapel", "COL-O-036"),
    ({"space": "chapel_8"}, "enter chapel", "COL-O-036"),
    ({"space": "in_118"}, "force guard-1", "COL-O-095"),
    ({"space": "in_118", "others": {"guard-1": "office"}}, "force guard-1", "COL-O-095"),
    ({"space": "in_118"}, "force guard-16", "COL-O-095"),
    ({"space": "in_118", "others": {"guard-1": "key_south"}}, "force guard-1", "COL-O-022"),
    ({"space": "out_337", "others": {"guard-1": "key_south"}}, "force guard-1", "COL-O-022"),
    ({"space": "in_118", "others": {"guard-1": "post_out_3"}}, "force guard-1", "COL-O-023"),
    (
        {"space": "in_118", "others": {"guard-1": "key_south"}, "equipment": {"british": {"key": 1}}},
        "force guard-1",
        "COL-O-059",
    ),
    (
        {
            "space": "out_344",
            "others": {"guard-1": "key_south", "guard-2": "out_337"},
            "equipment": {"british": {"key": 1}},
        },
        "force guard-1",
        "COL-O-062",
    ),
    ({"space": "in_169", "others": {"guard-1": "in_155", "guard-2": "in_161"}}, "force guard-1", "COL-O-062"),
    ({"space": "in_169", "points": 1, "others": {"guard-1": "in_155"}}, "force guard-1", "COL-O-059"),
    ({"space": "in_118"}, "clear in_002", OTHER),
    ({"space": "in_118", "others": {"british-2": "in_117"}}, "arrest british-2", OTHER),
    ({"space": "in_118"}, "end", OTHER),
    ({"space": "in_118"}, "british-1", OTHER),
)
def test_a_pow_escapes_or_forces_his_arrest(position, text, rule):
    assert refuse(in_hand(**position), text) == rule


@pytest.mark.parametrize(("points", "rule"), [case(3, "COL-O-059"), case(4, "COL-O-132")])
def test_a_third_pow_on_one_kit(points, rule):
    match = officer(points, {"british-1": "ext_046", **BESIDE})
    play(match, "british-2", "escape t_northwest", "british-3", "escape t_northwest", "british-1")
    assert refuse(match, "escape t_northwest") == rule


@pytest.mark.ruling("colditz", "AMB-71")
def test_a_pow_is_put_back_twelve_times_in_a_turn():
    match = officer(3, {"british-1": "in_118", "british-2": "in_002"})
    for n in range(12):
        play(match, f"british-{n % 2 + 1}", "back")
    play(match, "british-1")
    assert refuse(match, "back") == "AMB-71"
    play(match, "to in_117", "end")
    roll(match, 6, 5)
    play(match, "post post_in_1", "guard-1")
    assert may(match, "back"), "a new turn"


@pytest.mark.ruling("colditz", "AMB-40", "AMB-71")
def test_who_has_dropped_into_a_light_is_not_put_back():
    match = in_hand("sick_bay_7", points=6, equipment=ROPE)
    play(match, "cross light_031")
    assert asked(match) == ("move", "british")
    assert refuse(match, "back") == "AMB-71"


# A guard in hand


def guarded(space, points=3, others=(), **more):
    """guard-1 is in hand."""
    match = security(points, {"guard-1": space, **dict(others)}, more.pop("options", None), **more)
    play(match, "guard-1")
    assert asked(match) == ("move", "security")
    return match


CLEAR = {"options": {"doorways": "clear"}}


@table(
    ({"space": "in_118"}, "to in_118", "COL-O-062"),
    ({"space": "in_004", "others": {"british-1": "dentist_8"}}, "to dentist_8", "COL-O-062"),
    ({"space": "in_010", "others": {"british-1": "safe_in_2"}}, "to safe_in_2", "COL-O-062"),
    ({"space": "in_118", "others": {"british-1": "appel_020"}}, "to appel_020", "COL-O-062"),
    ({"space": "out_109", "others": {"british-1": "walk_1"}}, "to walk_1", "COL-O-062"),
    ({"space": "in_118"}, "to t_northwest", "COL-O-131"),
    ({"space": "ext_057"}, "to t_northwest", "COL-O-131"),
    ({"space": "in_118"}, "to dentist_8", "COL-O-032"),
    ({"space": "in_118"}, "to safe_in_2", "COL-O-029"),
    ({"space": "in_118"}, "to walk_1", "COL-O-033"),
    ({"space": "out_003"}, "to appel_020", "COL-O-144"),
    ({"space": "in_118"}, "to tun_theatre_3", "COL-O-125"),
    ({"space": "in_118", **CLEAR}, "to in_161", "AMB-10"),
    ({"space": "in_118", **CLEAR}, "to in_004", "AMB-10"),
    ({"space": "in_118"}, "to in_161", "COL-O-059"),
    ({"space": "in_175", "others": {"british-1": "in_169"}}, "to in_161", "COL-O-062"),
    ({"space": "in_175", "points": 1, "others": {"british-1": "in_169"}}, "to in_161", "COL-O-059"),
    ({"space": "in_002"}, "to out_121", "COL-O-059"),
    ({"space": "ext_057"}, "to key_south", "COL-O-059"),
    ({"space": "in_118"}, "cross out_121", OTHER),
    ({"space": "in_118"}, "escape t_north", OTHER),
    ({"space": "in_118"}, "enter chapel", OTHER),
    ({"space": "in_118", "others": {"guard-2": "in_117"}}, "force guard-2", OTHER),
    ({"space": "post_in_1"}, "withdraw guard-1", OTHER),
)
def test_a_guard_walks(position, text, rule):
    assert refuse(guarded(**position), text) == rule


TOP = {"markers": {"british": ["in_002"]}}
WALKWAY = {"space": "out_143", "markers": {"british": ["walk_15"]}}
CIRCLE = {"space": "out_117", "markers": {"british": ["tun_chapel_2"]}}
DOORWAY = {"space": "in_192", "markers": {"british": ["in_155"]}, **CLEAR}


@table(
    ({"space": "in_001", "others": {"british-1": "in_002"}}, "clear in_002", "COL-O-117"),
    ({"space": "in_118"}, "clear in_117", "COL-O-117"),
    ({"space": "in_118", **TOP, "others": {"british-1": "in_002"}}, "clear in_002", "COL-O-062"),
    ({"space": "in_118", **TOP}, "clear in_002", "COL-O-059"),
    ({"space": "in_118", **TOP}, "clear out_121", "COL-O-059"),
    ({"space": "in_003", **TOP, "others": {"british-1": "in_001"}}, "clear in_002", "COL-O-062"),
    ({**WALKWAY, "points": 5}, "clear walk_15", "COL-O-059"),
    ({**WALKWAY, "points": 11}, "clear walk_15", "COL-O-033"),
    ({**CIRCLE, "points": 1}, "clear tun_chapel_2", "COL-O-125"),
    ({**DOORWAY, "points": 6}, "clear in_155", "COL-O-059"),
    ({**DOORWAY, "points": 7}, "clear in_155", "AMB-10"),
)
def test_a_guard_takes_a_marker(position, text, rule):
    assert refuse(guarded(**position), text) == rule


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ({**WALKWAY, "points": 13}, "clear walk_15"),
        ({**CIRCLE, "points": 2}, "clear tun_chapel_2"),
        ({**DOORWAY, "points": 18}, "clear in_155"),
    ],
)
def test_a_guard_takes_a_marker_where_he_may_not_stop_and_must_go_on(position, text):
    match = guarded(**position)
    play(match, text)
    assert asked(match) == ("move", "security")
    assert refuse(match, "back") == "AMB-71"


@pytest.mark.ruling("colditz", "AMB-40")
def test_a_guard_takes_a_marker_on_a_circle_only_if_a_space_beside_it_is_left():
    """He comes down from the terrace under the Sick Bay and has one point left."""
    others = {"guard-2": "out_117", "guard-3": "out_125"}
    way = {"space": "light_032", "points": 36, "markers": {"british": ["out_313", "tun_chapel_2"]}}
    assert may(guarded(**way, others=others), "clear tun_chapel_2")
    others["guard-4"] = "out_127"
    assert refuse(guarded(**way, others=others), "clear tun_chapel_2") == "COL-O-125"


@table(
    ({"others": {"british-1": "cell_inner"}}, "arrest british-1", "COL-O-086"),
    ({"others": {"british-1": "escaped"}}, "arrest british-1", "COL-O-086"),
    ({}, "arrest french-1", "COL-O-086"),
    ({"others": {"british-1": "appel_020"}}, "arrest british-1", "COL-O-147"),
    ({"others": {"british-1": "appel_011"}}, "arrest british-1", "COL-O-147"),
    ({"others": {"british-1": "safe_in_2"}}, "arrest british-1", "COL-O-147"),
    ({"others": {"british-1": "safe_out_1"}}, "arrest british-1", "COL-O-147"),
    (
        {"others": {"british-2": "theatre_3", "british-3": "tun_theatre_5"}, **TUNNEL},
        "arrest british-2",
        "COL-O-126",
    ),
    ({"others": {"british-1": "dentist_8"}}, "arrest british-1", "COL-O-032"),
    ({"others": {"british-1": "dentist_8"}, "equipment": ROPE}, "arrest british-1", "COL-O-032"),
    ({"others": {"british-1": "in_161"}}, "arrest british-1", "COL-O-087"),
    ({"others": {"british-1": "in_161"}, "equipment": ROPE}, "arrest british-1", "COL-O-059"),
    ({"others": {"british-1": "out_355"}, "returning": ["british-1"]}, "arrest british-1", "COL-O-089"),
    ({"others": {"british-1": "out_355"}}, "arrest british-1", "COL-O-059"),
    (
        {"space": "in_175", "others": {"british-1": "in_161", "guard-2": "in_169"}, "equipment": ROPE},
        "arrest british-1",
        "COL-O-062",
    ),
)
def test_a_guard_arrests(position, text, rule):
    assert refuse(guarded(**{"space": "in_118", **position}), text) == rule


# What follows


@tried(("to appel_020", "COL-O-062"), ("to in_118", OTHER), ("to in_117", OTHER), ("end", OTHER))
def test_those_who_made_something_go_to_the_appel(text, rule):
    pawns = {"british-1": "store_1", "british-2": "store_2", "british-3": "appel_020", "british-4": "in_118"}
    match = officer(3, pawns)
    play(match, "make rope")
    assert asked(match) == ("parade", "british")
    assert refuse(match, text) == rule


@tried(("lose pass", "COL-O-091"), ("lose cutter", "COL-O-091"), ("strip in_002", OTHER))
def test_an_officer_loses_a_card(text, rule):
    match = guarded(
        "post_out_1", others={"british-1": "out_003"}, equipment={"british": {"rope": 1, "key": 1}}
    )
    play(match, "arrest british-1")
    assert asked(match) == ("lose", "british")
    assert refuse(match, text) == rule


@tried(("strip in_155", "COL-O-133"), ("strip out_086", "COL-O-133"), ("clear in_002", OTHER), ("end", OTHER))
def test_markers_are_stripped(text, rule):
    match = officer(
        3, {"british-1": "ext_057"}, THREE, markers={"british": ["in_002"], "french": ["out_086"]}
    )
    play(match, "british-1", "escape t_northwest")
    assert asked(match) == ("strip", "security")
    assert refuse(match, text) == rule


HALF = {"british-1": "laundry_4", "british-2": "office_2"}
"""Disguise and documents."""


@pytest.mark.parametrize(
    ("cards", "pawns", "text", "rule"),
    [
        case(["kit-food", "kit-disguise"], {}, "with pows", "COL-O-105"),
        case(["kit-food", "kit-disguise"], {}, "with kit-food", "COL-O-105"),
        case(["kit-food", "kit-disguise"], {}, "with kit-disguise", "COL-O-105"),
        case(["kit-food"], HALF, "with pows", "COL-O-105"),
        case(["kit-food"], HALF, "with kit-disguise", "COL-O-105"),
        case(["kit-food"], HALF, "with both", "COL-O-105"),
        case(["kit-food"], HALF, "to appel_020", OTHER),
        case(["kit-food"], HALF, "play kit-food", OTHER),
    ],
)
def test_a_kit_is_made_with_what_is_there(cards, pawns, text, rule):
    match = officer(3, pawns, {"kits": "none"}, hands={"british": cards})
    play(match, "make kit")
    assert asked(match) == ("with", "british")
    assert refuse(match, text) == rule


@pytest.mark.parametrize("text", ["back", "end", "to out_336", "withdraw guard-1", "done", "guard-1"])
def test_a_guard_who_took_a_marker_in_a_room_only_goes_down_or_to_the_office(text):
    match = guarded("officers_quarters_12", markers={"british": ["officers_quarters_14"]})
    play(match, "clear officers_quarters_14")
    assert asked(match) == ("after", "security")
    assert refuse(match, text) == OTHER


@tried(("to out_366", "COL-O-062"), ("to out_343", OTHER), ("to in_118", OTHER), ("end", OTHER))
def test_a_released_pow_comes_out_as_near_as_possible(text, rule):
    match = officer(3, {"british-1": "out_366", "british-2": "cell_outer"}, doubles=1)
    play(match, "release british-2")
    assert asked(match) == ("spot", "british")
    assert refuse(match, text) == rule
