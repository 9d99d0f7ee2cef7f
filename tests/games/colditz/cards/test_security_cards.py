"""Security cards in the Security Officer's turn: shots, tunnels, searches, confiscation, the Riot Squad."""

import pytest

from garrison.core.errors import OTHER_QUESTION
from garrison.core.state import ALL
from garrison.games.colditz.castle.layout import NUMBER, POSTS, ROOMS, SPACES
from garrison.games.colditz.tables import PAWNS
from support.games.colditz_matches import (
    asked,
    at,
    deeds,
    held,
    may,
    officer,
    pawns,
    play,
    refuse,
    security,
    where,
)

BRIDGE = {"british-1": "ext_121", "guard-1": "out_300"}
"""On the bridge, four steps from a guard inside the main gate."""


def holding(card, here, seats="2", phase="act", **more):
    """The Security Officer holds one card, in the middle of his turn."""
    hands = {"security": [card] if isinstance(card, str) else card, **more.pop("hands", {})}
    points = 4 if phase == "act" else 0
    return at({"seats": seats}, turn="security", phase=phase, points=points, pawns=here, hands=hands, **more)


def shoot(match, *dice):
    """Play the card with these dice, thrown on after doubles; the kinds of all that was told."""
    match.dice.feed(dice[:2])
    kinds = play(match, "play shoot")
    for first in range(2, len(dice), 2):
        match.dice.feed(dice[first : first + 2])
        kinds += play(match, "throw")
    return kinds


# Cards that would change nothing


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-70", "AMB-09")
def test_whether_a_card_of_the_security_officer_would_change_something():
    """A position in which it would, and one in which it would not."""
    room = {"pawns": {"british-1": "kitchen_1"}}
    every_post = {f"guard-{n}": SPACES[post] for n, post in enumerate(POSTS[:12], 1)}
    for card, useful, useless in (
        ("shoot", {"pawns": BRIDGE}, {"pawns": {"british-1": "ext_121"}}),
        ("shoot", {"pawns": BRIDGE}, {"pawns": {"british-1": "ext_065", "guard-1": "out_300"}}),
        ("shoot", {"pawns": BRIDGE}, {"pawns": BRIDGE, "spared": [["guard-1", "british-1"]]}),
        ("tunnel-found", {"tunnels": {"chapel": "open"}}, {}),
        ("tunnel-found", {"tunnels": {"theatre": "open"}}, {"tunnels": {"theatre": "found"}}),
        ("search", {**room, "equipment": {"british": {"key": 1}}}, room),
        (
            "search",
            {**room, "equipment": {"british": {"key": 1}}},
            {**room, "equipment": {"french": {"key": 1}}},
        ),
        ("confiscate", {"equipment": {"french": {"cutter": 1}}}, {"kits": ["british", "french"]}),
        ("confiscate", {"equipment": {"british": {"rope": 1}}}, {}),
        ("riot", {}, {"pawns": every_post}),
        (
            "riot",
            {"pawns": {**every_post, "guard-12": "barracks"}},
            {"pawns": {**every_post, "guard-12": "office"}},
        ),
    ):
        for phase in ("ready", "act"):
            common = {"turn": "security", "phase": phase, "hands": {"security": [card]}}
            assert may(at({"seats": "3"}, **common, **useful), f"play {card}"), (card, useful)
            assert refuse(at({"seats": "3"}, **common, **useless), f"play {card}") == "AMB-70", (
                card,
                useless,
            )


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.parametrize(
    ("card", "question"),
    [
        ("shoot", "shooter"),
        ("tunnel-found", "tunnel"),
        ("search", "room"),
        ("confiscate", "officer"),
        ("riot", "riot"),
    ],
)
def test_every_card_takes_effect_at_once(card, question):
    here = {"british-1": "ext_121", "british-2": "kitchen_1", "british-3": "interview_room_1"}
    here |= {"guard-1": "out_306", "guard-2": "post_out_6"}
    goods = {"british": {"key": 1}, "french": {"key": 1}}
    match = holding(card, here, "3", equipment=goods, tunnels={"chapel": "open", "canteen": "open"})
    assert play(match, f"play {card}")[0] == "played"
    assert asked(match) == (question, "security")
    assert match.view()["hands"]["security"] == []
    assert "done" not in deeds(match)


# Shoot to Kill


@pytest.mark.rule("colditz", "COL-O-009")
def test_with_nobody_outside_there_is_nobody_to_shoot_at():
    for here in ({"british-1": "out_300"}, {"british-1": "in_031"}, {"british-1": "escaped"}, {}):
        match = holding("shoot", here | {"guard-1": "post_out_1"})
        assert refuse(match, "play shoot") == "COL-O-009"
    driver = holding("shoot", BRIDGE, driver="british-1")
    assert refuse(driver, "play shoot") == "COL-O-009", "nor at the driver"


@pytest.mark.rule("colditz", "COL-O-009")
@pytest.mark.ruling("colditz", "AMB-47")
def test_he_aims_at_a_pow_outside_to_whom_a_guard_has_a_way():
    here = BRIDGE | {
        "british-2": "ext_123",
        "british-3": "ext_065",
        "british-4": "out_306",
        "british-5": "cell_outer",
        "british-6": "ext_099",
        "british-7": "ext_128",
        "guard-2": "ext_102",
    }
    match = holding("shoot", here, driver="british-7")
    play(match, "play shoot")
    assert (asked(match), deeds(match)) == (("aim", "security"), ["british-1", "british-6"])
    assert may(match, "british-1")
    assert may(match, "british-6")
    assert [refuse(match, f"british-{n}") for n in (4, 5, 7, 8)] == ["COL-O-009"] * 4
    assert [refuse(match, f"british-{n}") for n in (2, 3)] == ["COL-O-009"] * 2, (
        "one in the way; no way at all"
    )
    assert refuse(match, "guard-1") == refuse(match, "end") == OTHER_QUESTION
    match.dice.feed((3, 4))
    assert play(match, "british-6")[0] == "aimed_at"
    assert where(match, "british-6") == "shot"
    assert (where(match, "guard-2"), where(match, "guard-1")) == ("office", "out_300")


@pytest.mark.rule("colditz", "COL-C-53e")
@pytest.mark.ruling("colditz", "AMB-14", "AMB-47")
def test_he_aims_at_no_tunneller_though_the_chapel_tunnel_ends_outside():
    here = {"british-1": "ext_080", "british-2": "tun_chapel_1", "british-3": "tun_chapel_2"}
    here |= {"british-4": "ext_099", "guard-1": "ext_081", "guard-2": "ext_102"}
    match = security(
        4, here, {"edition": "classic"}, inside=["british-2", "british-3"], tunnels={"chapel": "british"},
        hands={"security": ["shoot"], "british": ["chapel-tunnel"]},
    )  # fmt: skip
    play(match, "play shoot")
    assert deeds(match) == ["british-1", "british-4"]
    assert may(match, "british-1")
    assert may(match, "british-4")
    assert refuse(match, "british-2") == refuse(match, "british-3") == "AMB-47"


@pytest.mark.rule("colditz", "COL-O-009")
@pytest.mark.ruling("colditz", "AMB-73")
def test_he_chooses_the_guard_who_shoots_among_those_with_a_way():
    here = {"british-1": "ext_121", "guard-1": "out_306", "guard-2": "out_262", "guard-3": "post_out_6"}
    spared = [["guard-2", "british-1"], ["guard-1", "british-2"]]
    match = holding("shoot", here | {"guard-4": "office", "guard-5": "ext_102"}, spared=spared)
    play(match, "play shoot")
    assert (asked(match), deeds(match)) == (("shooter", "security"), ["guard-1", "guard-3"])
    for pawn in ("guard-2", "guard-4", "guard-5", "guard-6", "british-1"):
        assert refuse(match, pawn) == OTHER_QUESTION
    assert may(match, "guard-3")
    assert refuse(match, "to ext_099") == OTHER_QUESTION


@pytest.mark.rule("colditz", "COL-O-009")
@pytest.mark.ruling("colditz", "AMB-73")
def test_a_guard_does_not_shoot_at_who_was_saved_from_him_in_that_turn():
    assert refuse(holding("shoot", BRIDGE, spared=[["guard-1", "british-1"]]), "play shoot") == "AMB-70"
    assert may(holding("shoot", BRIDGE, stopped=["guard-1"]), "play shoot"), "to shoot is not to move"
    others = BRIDGE | {"guard-2": "ext_122", "british-2": "ext_123"}
    match = holding("shoot", others, spared=[["guard-2", "british-1"], ["guard-1", "british-2"]])
    play(match, "play shoot")
    assert deeds(match) == ["british-1", "british-2"]
    match.dice.feed((3, 4))
    play(match, "british-2")
    assert pawns(match, "british-2", "guard-2", "guard-1") == ["shot", "office", "out_300"]


@pytest.mark.rule("colditz", "COL-O-009", "COL-O-073")
@pytest.mark.parametrize(("dice", "hit"), [((1, 3), True), ((1, 2), False), ((6, 5), True)])
def test_a_shot_hits_if_the_throw_is_as_long_as_the_way(dice, hit):
    match = holding("shoot", BRIDGE, equipment={"british": {"key": 2}})
    kinds = shoot(match, *dice)
    assert kinds == ["played", "aimed_at", "rolled", "shot" if hit else "missed"]
    assert pawns(match, "british-1", "guard-1") == (["shot", "office"] if hit else ["ext_121", "out_300"])
    assert asked(match) == ("act", "security"), "a low throw brings no card"
    assert (match.view()["points"], match.view()["thrown"]) == (4, [])
    assert held(match) == {"key": 2}, "his officer loses nothing else"


@pytest.mark.rule("colditz", "COL-O-064", "COL-O-065", "COL-O-073")
def test_doubles_of_a_shot_may_be_thrown_on_twice():
    far = {"british-1": "ext_151", "guard-1": "pass_main_gate"}
    match = holding("shoot", far)
    assert "missed" not in shoot(match, 2, 2)
    assert (asked(match), deeds(match)) == (("double", "security"), ["throw", "keep"])
    assert play(match, "keep") == ["missed"]
    assert "shot" in shoot(holding("shoot", far), 4, 4, 5, 3)
    match = holding("shoot", far)
    assert shoot(match, 1, 1, 1, 1, 1, 1)[-1] == "missed", "there is no fourth throw"
    assert asked(match) == ("act", "security")
    thrice = holding("shoot", far)
    assert shoot(thrice, 2, 2, 2, 2, 4, 4)[-1] == "shot", "sixteen steps"


@pytest.mark.rule("colditz", "COL-O-064", "COL-O-002")
def test_all_throws_of_a_shot_are_told_and_added():
    far = {"british-1": "ext_151", "guard-1": "pass_main_gate"}
    match = holding("shoot", far)
    match.dice.feed((4, 4))
    events = match.play("play shoot")
    match.dice.feed((6, 1))
    events += match.play("throw")
    assert [event[3:] for event in events if event[1] == "rolled"] == [(4, 4), (6, 1)]
    assert [event[2] for event in events if event[1] == "rolled"] == [5, 5], (
        "it is the Security Officer who throws"
    )
    assert (events[-1][1], where(match, "british-1")) == ("missed", "ext_151"), "fifteen, and sixteen steps"
    assert events[-1] == (ALL, "missed", PAWNS.index("guard-1"), 0)


@pytest.mark.rule("colditz", "COL-O-009")
def test_a_shot_goes_the_way_of_a_guard_through_cut_wire_and_not_without_it():
    here = {"british-1": "ext_070", "guard-1": "out_086"}
    marked = holding("shoot", here, markers={"british": ["out_086"]})
    assert shoot(marked, 1, 2)[-1] == "shot"
    assert refuse(holding("shoot", here), "play shoot") == "AMB-70"
    beyond = {"british-1": "ext_065", "british-2": "ext_070", "guard-1": "out_086"}
    match = holding("shoot", beyond, markers={"british": ["out_086"]})
    assert shoot(match, 1, 2)[-1] == "shot", "only the first is within reach: the other is behind him"
    assert pawns(match, "british-1", "british-2") == ["ext_065", "shot"]


@pytest.mark.rule("colditz", "COL-O-009")
def test_a_guard_and_a_pow_at_the_far_end_of_the_board_count_like_any_other():
    """Their space is the first of the table."""
    match = holding("shoot", {"british-1": "ext_099", "guard-1": "ext_102"})
    assert shoot(match, 1, 2)[-1] == "shot"
    match = holding("shoot", {"british-1": "ext_102", "guard-1": "ext_099"})
    assert shoot(match, 1, 2)[-1] == "shot"


# Tunnel Discovered


@pytest.mark.rule("colditz", "COL-O-126")
def test_he_names_one_open_tunnel_and_all_are_told():
    digs = {"chapel": "open", "canteen": "found", "theatre": "open"}
    match = holding("tunnel-found", {"british-1": "in_031"}, tunnels=digs)
    play(match, "play tunnel-found")
    assert (asked(match), deeds(match)) == (("tunnel", "security"), ["tunnel chapel", "tunnel theatre"])
    assert refuse(match, "tunnel canteen") == refuse(match, "end") == OTHER_QUESTION
    assert may(match, "tunnel chapel")
    assert match.play("tunnel theatre") == [(ALL, "discovered", 2)]
    assert match.view()["tunnels"] == {**digs, "theatre": "found"}
    assert asked(match) == ("act", "security")
    closed = holding("tunnel-found", {}, tunnels={"chapel": "open", "theatre": "open"})
    play(closed, "play tunnel-found")
    assert refuse(closed, "tunnel canteen") == OTHER_QUESTION


# Search


@pytest.mark.rule("colditz", "COL-O-079", "COL-O-011")
@pytest.mark.ruling("colditz", "AMB-63", "AMB-70")
def test_a_search_arrests_all_in_one_room_whose_officers_hold_equipment():
    here = {
        "british-1": "kitchen_1",
        "british-2": "kitchen_2",
        "french-1": "kitchen_3",
        "french-2": "laundry_1",
        "polish-1": "kitchen_4",
        "polish-2": "interview_room_1",
        "polish-3": "chapel_7",
        "british-3": "chapel_8",
    }
    goods = {"british": {"key": 1}, "polish": {"rope": 2}}
    match = holding("search", here, "4", equipment=goods, inside=["polish-3"], tunnels={"chapel": "open"})
    play(match, "play search")
    assert deeds(match) == ["room chapel", "room interview_room", "room kitchen"]
    assert refuse(match, "room laundry") == OTHER_QUESTION, "the French hold nothing"
    assert refuse(match, "room theatre") == OTHER_QUESTION, "nobody is there"
    assert may(match, "room chapel")
    assert refuse(match, "end") == OTHER_QUESTION
    events = match.play("room kitchen")
    assert events[0] == (ALL, "searched", ROOMS.index("kitchen"))
    assert [event[1] for event in events[1:]] == ["arrested"] * 3
    names = ("british-1", "british-2", "french-1", "polish-1", "polish-2", "polish-3")
    assert pawns(match, *names) == ["cell_inner"] * 2 + [
        "kitchen_3",
        "cell_inner",
        "interview_room_1",
        "chapel_7",
    ]
    assert (held(match), held(match, "polish")) == ({"key": 1}, {"rope": 2})
    assert asked(match) == ("act", "security")


@pytest.mark.ruling("colditz", "AMB-63", "AMB-70")
def test_tunnellers_are_not_in_the_room_above_them():
    below = {"inside": ["british-1", "british-2"], "tunnels": {"chapel": "open"}}
    here = {"british-1": "chapel_7", "british-2": "chapel_1"}
    goods = {"british": {"key": 1}}
    assert refuse(holding("search", here, equipment=goods, **below), "play search") == "AMB-70"
    match = holding("search", here | {"british-3": "chapel_8"}, equipment=goods, **below)
    play(match, "play search")
    assert pawns(match, "british-1", "british-2", "british-3") == ["chapel_7", "chapel_1", "cell_inner"]
    both = {**below, "inside": ["british-2"]}
    match = holding("search", {"british-1": "chapel_8", "british-2": "chapel_7"}, equipment=goods, **both)
    play(match, "play search")
    assert pawns(match, "british-1", "british-2") == ["cell_inner", "chapel_7"]


@pytest.mark.rule("colditz", "COL-O-079")
def test_officers_are_asked_for_each_pow_that_a_search_of_a_room_finds():
    here = {f"british-{n}": f"kitchen_{n}" for n in (1, 2, 3)}
    hands = {"british": ["talisman", "talisman"]}
    match = holding("search", here, equipment={"british": {"key": 1}}, hands=hands)
    play(match, "play search", "pass")
    assert asked(match) == ("saved", "british")
    play(match, "answer talisman")
    assert asked(match) == ("saved", "british")
    play(match, "pass")
    assert asked(match) == ("saved", "british")
    play(match, "answer talisman")
    assert pawns(match, *here) == ["kitchen_1", "cell_inner", "kitchen_3"]
    assert (asked(match), match.view()["stopped"]) == (("act", "security"), [])


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.parametrize(("wary", "other"), [("british", "french"), ("french", "british")])
def test_a_search_passes_over_the_pows_of_a_warned_officer(wary, other):
    here = {"british-1": "kitchen_1", "french-1": "kitchen_2"}
    goods = {"british": {"key": 1}, "french": {"key": 1}}
    match = holding("search", here, "3", equipment=goods, hands={wary: ["warning"]})
    play(match, "play search", "answer warning")
    assert (where(match, f"{wary}-1"), where(match, f"{other}-1")) == (here[f"{wary}-1"], "cell_inner")


# Confiscate Equipment


@pytest.mark.rule("colditz", "COL-O-079", "COL-O-091")
@pytest.mark.ruling("colditz", "AMB-70")
def test_he_names_an_officer_who_gives_up_a_card_of_his_own_choice():
    goods = {"british": {"key": 1, "rope": 1}, "polish": {"cutter": 1}}
    match = holding("confiscate", {"british-1": "in_031"}, "4", equipment=goods)
    play(match, "play confiscate")
    assert (asked(match), deeds(match)) == (("officer", "security"), ["officer british", "officer polish"])
    assert may(match, "officer british")
    assert refuse(match, "officer french") == OTHER_QUESTION, "he has nothing"
    assert refuse(match, "officer dutch") == OTHER_QUESTION, "he is not at the table"
    assert refuse(match, "end") == OTHER_QUESTION
    assert match.play("officer british") == [(ALL, "confiscated", 0)]
    assert (asked(match), deeds(match)) == (("lose", "british"), ["lose rope", "lose key"])
    play(match, "lose key")
    assert (held(match), match.view()["supply"]["key"]) == ({"rope": 1}, 6)
    assert asked(match) == ("act", "security")
    single = holding("confiscate", {}, "4", equipment={"polish": {"cutter": 1}})
    assert "lost" in play(single, "play confiscate"), "one officer with one card: no choice at all"
    assert held(single, "polish") == {}


# Riot Squad


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-09")
def test_the_riot_squad_takes_any_number_of_posts_without_a_point():
    match = holding("riot", {"guard-1": "post_in_1", "guard-2": "office", "british-1": "appel_016"})
    play(match, "play riot")
    assert asked(match) == ("riot", "security")
    assert deeds(match) == [f"post {SPACES[post]}" for post in POSTS if SPACES[post] != "post_in_1"]
    assert refuse(match, "done") == OTHER_QUESTION, "at least one"
    assert refuse(match, "post post_in_1") == "AMB-09"
    assert refuse(match, "guard-1") == refuse(match, "end") == OTHER_QUESTION
    assert match.play("post post_out_1") == [(ALL, "posted", PAWNS.index("guard-3"), NUMBER["post_out_1"])]
    assert may(match, "done")
    assert refuse(match, "post post_out_1") == "AMB-09"
    play(match, "post post_in_2", "post post_in_3")
    assert asked(match) == ("riot", "security")
    play(match, "post post_in_4")
    assert asked(match) == ("act", "security"), "the barracks are empty"
    assert [where(match, f"guard-{n}") for n in range(1, 7)] == [
        "post_in_1",
        "office",
        "post_out_1",
        "post_in_2",
        "post_in_3",
        "post_in_4",
    ]
    assert match.view()["points"] == 4
    assert may(match, "guard-3"), "who was posted may walk on"


@pytest.mark.ruling("colditz", "AMB-09")
def test_the_riot_squad_is_over_when_no_post_is_left_or_he_says_so():
    """Two guards are left over, since returners stand on two of the sixteen posts."""
    here = {f"guard-{n}": SPACES[post] for n, post in enumerate(POSTS[:12], 1)} | {"guard-16": "out_300"}
    here |= {f"british-{n}": SPACES[post] for n, post in enumerate(POSTS[12:14], 1)}
    match = holding("riot", here, "6", returning=["british-1", "british-2"])
    play(match, "play riot")
    assert deeds(match) == [f"post {SPACES[post]}" for post in POSTS[14:]]
    play(match, *[f"post {SPACES[post]}" for post in POSTS[14:]])
    assert (asked(match), where(match, "guard-15")) == (("act", "security"), "barracks")
    early = holding("riot", {"british-1": "appel_016"})
    play(early, "play riot")
    assert all(may(early, f"post {SPACES[post]}") for post in POSTS), "all guards are in barracks"
    play(early, "post post_in_1", "done")
    assert (asked(early), where(early, "guard-2")) == (("act", "security"), "barracks")


@pytest.mark.rule("colditz", "COL-O-094", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-09")
def test_the_riot_squad_arrests_who_stands_on_a_post_and_may_be_arrested():
    here = {
        "british-1": "post_in_3",
        "british-2": "post_out_7",
        "french-1": "post_out_8",
        "guard-1": "post_out_1",
    }
    match = holding("riot", here, "3", returning=["british-2"], equipment={"french": {"rope": 1}})
    play(match, "play riot")
    assert "post post_in_3" in deeds(match)
    assert "post post_out_8" in deeds(match)
    assert refuse(match, "post post_out_7") == "AMB-09", "he is on his way home"
    assert play(match, "post post_out_8") == ["posted", "arrested", "lost"]
    assert pawns(match, "french-1", "guard-2") == ["cell_outer", "office"]
    play(match, "post post_in_3", "done")
    assert pawns(match, "british-1", "guard-3") == ["cell_inner", "office"]


@pytest.mark.ruling("colditz", "AMB-09", "AMB-73")
def test_the_riot_squad_goes_on_without_guards_who_were_stopped():
    match = holding("riot", {"british-1": "post_in_3"}, hands={"british": ["talisman"]})
    play(match, "play riot", "post post_in_3", "answer talisman")
    assert (asked(match), match.view()["stopped"]) == (("riot", "security"), ["guard-1"])
    play(match, "post post_in_1")
    assert (where(match, "guard-1"), where(match, "guard-2")) == ("barracks", "post_in_1")
    rest = {f"guard-{n}": SPACES[post] for n, post in enumerate(POSTS[1:6], 2)} | {"british-1": "post_in_1"}
    assert "guard-1" not in rest
    match = holding("riot", rest, hands={"british": ["talisman"]})
    play(match, "play riot", "post post_in_1", "answer talisman")
    assert asked(match) == ("act", "security"), "nobody else is in barracks"
    single = holding("riot", rest | {"british-1": "in_031"}, stopped=["guard-2"])
    play(single, "play riot")
    assert may(single, "post post_in_1"), "another one was stopped"


@pytest.mark.rule("colditz", "COL-O-076")
def test_security_cards_are_not_played_in_an_officer_s_turn():
    common = {"hands": {"security": ["search"]}, "equipment": {"british": {"key": 1}}}
    assert refuse(officer(3, {"british-1": "kitchen_1"}, **common), "play search") == "COL-O-076"
    assert may(security(3, {"british-1": "kitchen_1"}, **common), "play search")
