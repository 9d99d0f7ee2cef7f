"""The Appel: who is called, who comes where, who stays away, and the general search for them."""

import pytest

from garrison.core.errors import OTHER_QUESTION
from garrison.core.state import ALL
from garrison.games.colditz.castle.layout import APPEL, KIND, NEIGHBOURS, NUMBER, SPACES
from garrison.games.colditz.tables import CARD_FILE, PAWNS
from support.games.colditz_matches import (
    APPEL_START,
    SEATS,
    asked,
    at,
    deeds,
    held,
    may,
    new,
    play,
    refuse,
    roll,
    where,
)

ONE = {"british-1": "in_031", "guard-1": "post_in_1"}
"""A POW beside a guard."""


def appel(pawns, options=None, **more):
    """The Security Officer holds an Appel card before his roll."""
    hands = {"security": ["appel"], **more.pop("hands", {})}
    return at(options, turn="security", pawns=pawns, hands=hands, **more)


def called(match):
    """The POWs who may stay away, as the officer is asked now."""
    return [deed.removeprefix("refuse ") for deed in deeds(match) if deed.startswith("refuse ")]


def search(match, *dice):
    """A general search with these dice, thrown on after doubles; the kinds of all that was told."""
    match.dice.feed(dice[:2])
    kinds = play(match, "general-search")
    for first in range(2, len(dice), 2):
        match.dice.feed(dice[first : first + 2])
        kinds += play(match, "throw")
    return kinds


# The card


@pytest.mark.rule("colditz", "COL-O-080", "COL-O-040")
def test_there_are_two_appel_cards_and_both_may_be_played_in_one_turn():
    assert [row["count"] for row in CARD_FILE["security"] if row["id"] == "appel"] == [2]
    match = new(seats="2")
    found = match.view()
    assert (found["security_deck"] + found["hands"]["security"]).count("appel") == 2
    match = appel(ONE | {"british-2": "in_064"}, hands={"security": ["appel", "appel"]})
    assert play(match, "play appel")[:2] == ["played", "appel"]
    play(match, "refuse british-1", "done", "normal-turn")
    assert asked(match) == ("ready", "security")
    assert "appel" in play(match, "play appel")
    assert (asked(match), called(match)) == (("appel", "british"), ["british-1"])
    play(match, "done")
    assert (where(match, "british-1"), match.view()["refused"]) == ("appel_020", [])
    assert asked(match) == ("ready", "security"), "nobody has stayed away from this one"
    assert match.view()["security_deck"][-2:] == ["appel", "appel"]


@pytest.mark.rule("colditz", "COL-O-080", "COL-O-083", "COL-O-146")
@pytest.mark.ruling("colditz", "AMB-18", "AMB-19")
def test_a_warning_of_the_second_appel_saves_from_its_search_but_not_from_guards():
    """Who stayed away from the first may still be arrested for it, but nobody searches for him."""
    cards = {"security": ["appel", "appel"], "british": ["warning"]}
    match = appel(ONE, hands=cards)
    play(match, "play appel", "pass", "refuse british-1", "normal-turn", "play appel", "answer warning")
    assert asked(match) == ("ready", "security"), "nobody has stayed away from this one"
    assert (where(match, "british-1"), match.view()["refused"]) == ("in_031", ["british-1"])
    roll(match, 3, 4)
    play(match, "guard-1")
    assert may(match, "arrest british-1")
    match = appel(ONE | {"french-1": "in_018"}, {"seats": "3"}, hands=cards)
    play(match, "play appel", "pass", "refuse british-1", "refuse french-1", "normal-turn")
    play(match, "play appel", "answer warning", "refuse french-1")
    assert asked(match) == ("hunt", "security")
    search(match, 3, 4)
    assert (where(match, "british-1"), where(match, "french-1")) == ("in_031", "cell_inner")


@pytest.mark.rule("colditz", "COL-O-080", "COL-O-083")
@pytest.mark.ruling("colditz", "AMB-18")
def test_who_stayed_away_from_the_first_appel_and_hides_from_the_second_is_not_searched_for():
    match = appel(ONE, hands={"security": ["appel", "appel"], "british": ["hideaway"]})
    play(match, "play appel", "pass", "refuse british-1", "normal-turn")
    play(match, "play appel", "answer hideaway", "to safe_in_1")
    assert (asked(match), match.view()["refused"]) == (("ready", "security"), [])


@pytest.mark.rule("colditz", "COL-O-080", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-70")
def test_a_warning_of_the_first_appel_is_none_of_the_second():
    cards = {"security": ["appel", "appel"], "british": ["warning", "talisman"]}
    match = appel(ONE, hands=cards)
    play(match, "play appel", "answer warning")
    assert asked(match) == ("ready", "security")
    assert may(match, "play appel")
    play(match, "play appel", "pass")
    assert (asked(match), called(match)) == (("appel", "british"), ["british-1"])


@pytest.mark.rule("colditz", "COL-O-077", "COL-O-081")
def test_appel_is_the_one_card_that_is_barred_after_the_roll():
    cards = [row["id"] for row in CARD_FILE["security"] if row["id"] != "arrest-holder"]
    useful = {
        "pawns": {
            "british-1": "in_031",
            "british-2": "ext_121",
            "british-3": "kitchen_1",
            "guard-1": "out_300",
        },
        "equipment": {"british": {"key": 1}},
        "tunnels": {"chapel": "open"},
    }
    for card in cards:
        assert may(at(turn="security", hands={"security": [card]}, **useful), f"play {card}"), card
        late = at(turn="security", phase="act", points=3, hands={"security": [card]}, **useful)
        if card == "appel":
            assert refuse(late, "play appel") == "COL-O-077"
        else:
            assert may(late, f"play {card}"), card


@pytest.mark.ruling("colditz", "AMB-70")
@pytest.mark.parametrize(
    "pawns",
    [
        {"british-1": "appel_016"},
        {"british-1": "safe_in_1"},
        {"british-1": "safe_out_1"},
        {"british-1": "cell_inner", "british-2": "cell_outer", "british-3": "escaped"},
        {"british-1": "ext_121", "british-2": "ext_099"},
    ],
    ids=["on the appel", "safe", "safe outside the courtyard", "in cells or away", "outside"],
)
def test_appel_is_not_played_if_nobody_would_be_called(pawns):
    assert refuse(appel(pawns), "play appel") == "AMB-70"
    assert may(appel(pawns | {"british-8": "in_031"}), "play appel")


@pytest.mark.ruling("colditz", "AMB-70")
def test_neither_tunnellers_nor_a_driver_are_reason_for_an_appel():
    tunnel = {"inside": ["british-1", "british-2"], "tunnels": {"chapel": "open"}}
    below = appel({"british-1": "chapel_7", "british-2": "tun_chapel_5"}, **tunnel)
    assert refuse(below, "play appel") == "AMB-70"
    assert may(
        appel({"british-1": "chapel_7", "british-2": "tun_chapel_5", "british-3": "chapel_8"}, **tunnel),
        "play appel",
    )
    assert refuse(appel({"british-1": "out_214"}, driver="british-1"), "play appel") == "AMB-70"
    assert may(appel({"british-1": "out_214"}), "play appel")


# Who is called


@pytest.mark.rule("colditz", "COL-O-009", "COL-O-028", "COL-O-082")
def test_nobody_is_called_who_is_outside_safe_in_a_cell_or_in_a_tunnel():
    pawns = {
        "british-1": "in_031",
        "british-2": "ext_121",
        "british-3": "safe_in_1",
        "british-4": "safe_out_1",
        "british-5": "cell_inner",
        "british-6": "appel_016",
        "british-7": "chapel_7",
        "british-8": "out_003",
    }
    match = appel(pawns, inside=["british-7"], tunnels={"chapel": "open"})
    play(match, "play appel")
    assert called(match) == ["british-1", "british-8"]
    for number in range(2, 8):
        assert refuse(match, f"refuse british-{number}") == "COL-O-082"
    play(match, "done")
    assert [where(match, f"british-{n}") for n in range(2, 8)] == [pawns[f"british-{n}"] for n in range(2, 8)]


@pytest.mark.rule("colditz", "COL-O-009", "COL-O-079")
@pytest.mark.parametrize(("wary", "others"), [("british", "french"), ("french", "british")])
def test_nobody_is_called_whose_officer_was_warned(wary, others):
    pawns = {"british-1": "in_031", "french-1": "in_064"}
    match = appel(pawns, {"seats": "3"}, hands={"security": ["appel"], wary: ["warning"]})
    play(match, "play appel", "answer warning")
    assert asked(match) == ("appel", others)
    assert called(match) == [f"{others}-1"]
    play(match, "done")
    assert where(match, f"{wary}-1") == pawns[f"{wary}-1"]
    assert where(match, f"{others}-1").startswith("appel")


@pytest.mark.rule("colditz", "COL-O-082", "COL-O-017")
def test_the_driver_of_the_staff_car_is_not_called():
    match = appel({"british-1": "out_214", "british-2": "out_220"}, driver="british-1")
    play(match, "play appel")
    assert called(match) == ["british-2"]
    assert refuse(match, "refuse british-1") == "COL-O-082"


# Who comes


@pytest.mark.rule("colditz", "COL-O-040", "COL-O-066")
@pytest.mark.parametrize("seats", SEATS)
def test_all_who_come_go_directly_to_where_they_started(seats):
    match = new(seats=seats)
    starts = {pawn: where(match, pawn) for pawn in match.view()["pawns"] if not pawn.startswith("guard")}
    nations = list(match.view()["equipment"])
    assert starts == {
        f"{nation}-{number}": f"appel_{space:03d}"
        for nation, spaces in zip(nations, APPEL_START[seats], strict=True)
        for number, space in enumerate(spaces, 1)
    }
    away = [f"in_{number:03d}" for number in range(100, 140) if f"in_{number:03d}" in NUMBER]
    match = appel(dict(zip(starts, away, strict=False)), {"seats": seats})
    events = match.play("play appel")
    for nation in nations:
        assert asked(match) == ("appel", nation)
        events += match.play("done")
    assert {pawn: where(match, pawn) for pawn in starts} == starts
    assert [event[2:] for event in events if event[1] == "moved"] == [
        (PAWNS.index(pawn), (NUMBER[before], NUMBER[start]), 0)
        for (pawn, start), before in zip(starts.items(), away, strict=False)
    ]
    assert asked(match) == ("ready", "security")
    assert match.view()["points"] == 0


@pytest.mark.rule("colditz", "COL-O-040")
@pytest.mark.ruling("colditz", "AMB-18")
def test_who_finds_his_start_space_taken_goes_to_the_nearest_free_one():
    """Whether or not others stand on the way; his own space is appel_020."""
    taken = {"british-2": "appel_020"}
    match = appel({"british-1": "in_031", **taken})
    play(match, "play appel", "done")
    beside = ["appel_012", "appel_021", "appel_024"]
    assert where(match, "british-1") in beside
    taken |= dict(zip(("british-3", "british-4", "british-5"), beside, strict=True))
    match = appel({"british-1": "in_031", **taken})
    play(match, "play appel", "done")
    farther = {SPACES[near] for space in beside for near in NEIGHBOURS[NUMBER[space]] if KIND[near] == APPEL}
    assert where(match, "british-1") in farther - set(taken.values())


@pytest.mark.rule("colditz", "COL-O-040", "COL-O-066")
@pytest.mark.ruling("colditz", "AMB-36")
def test_a_returner_who_comes_to_the_appel_is_home():
    match = appel({"british-1": "out_003", "british-2": "out_042"}, returning=["british-1", "british-2"])
    play(match, "play appel", "refuse british-2", "done")
    assert match.view()["returning"] == ["british-2"]
    assert (match.view()["exempt"], match.view()["refused"]) == ([], ["british-2"])


# Who stays away


@pytest.mark.rule("colditz", "COL-O-082")
@pytest.mark.ruling("colditz", "AMB-18")
def test_officers_decide_one_after_the_other_pow_by_pow():
    pawns = {"british-1": "in_031", "british-2": "in_064", "french-1": "in_087", "french-2": "in_092"}
    match = appel(pawns, {"seats": "3"})
    play(match, "play appel")
    assert asked(match) == ("appel", "british")
    assert deeds(match) == ["done", "refuse british-1", "refuse british-2"]
    assert refuse(match, "refuse french-1") == "COL-O-082", "that is for his own officer to say"
    assert refuse(match, "roll") == OTHER_QUESTION
    assert play(match, "refuse british-1") == ["refused"]
    assert (asked(match), called(match)) == (("appel", "british"), ["british-2"])
    assert refuse(match, "refuse british-1") == "COL-O-082"
    play(match, "done")
    assert (where(match, "british-1"), where(match, "british-2")) == ("in_031", "appel_013")
    assert (asked(match), called(match)) == (("appel", "french"), ["french-1", "french-2"])
    play(match, "refuse french-2", "refuse french-1")
    assert asked(match) == ("hunt", "security"), "nobody is left to ask about"
    assert match.view()["refused"] == ["british-1", "french-1", "french-2"]


@pytest.mark.rule("colditz", "COL-O-082", "COL-O-089")
@pytest.mark.ruling("colditz", "AMB-37")
@pytest.mark.parametrize("pawn", ["british-1", "french-3"])
def test_a_returner_who_stays_away_is_exempt_from_arrest_no_longer(pawn):
    match = appel({pawn: "out_366", "guard-1": "out_300"}, {"seats": "3"}, returning=[pawn])
    play(match, "play appel")
    assert play(match, f"refuse {pawn}") == ["refused", "exemption_over"]
    assert (match.view()["exempt"], match.view()["returning"]) == ([], [pawn])
    free = appel({pawn: "out_366", "guard-1": "out_300"}, {"seats": "3"})
    play(free, "play appel")
    assert play(free, f"refuse {pawn}") == ["refused"], "there is no exemption to lose"


@pytest.mark.rule("colditz", "COL-O-083")
@pytest.mark.ruling("colditz", "AMB-18")
def test_if_all_come_there_is_nothing_to_search_for():
    match = appel(ONE)
    play(match, "play appel", "done")
    assert asked(match) == ("ready", "security")
    stays = appel(ONE)
    play(stays, "play appel", "refuse british-1")
    assert asked(stays) == ("hunt", "security")
    assert deeds(stays) == ["general-search", "normal-turn"]
    assert refuse(stays, "roll") == OTHER_QUESTION


@pytest.mark.rule("colditz", "COL-O-085", "COL-O-083", "COL-O-146")
def test_in_a_normal_turn_guards_roll_move_and_arrest_who_stayed_away():
    match = appel(ONE | {"british-2": "in_032", "british-3": "kitchen_1"})
    play(match, "play appel", "refuse british-1", "refuse british-3", "done")
    assert play(match, "normal-turn") == []
    assert asked(match) == ("ready", "security")
    roll(match, 3, 4)
    assert asked(match) == ("act", "security")
    play(match, "guard-1")
    assert refuse(match, "arrest british-3") == "COL-O-032", "rooms stay closed"
    play(match, "arrest british-1")
    assert (where(match, "british-1"), where(match, "guard-1")) == ("cell_inner", "office")


@pytest.mark.rule("colditz", "COL-O-146")
def test_who_stayed_away_is_safe_again_after_that_turn():
    match = appel(ONE)
    play(match, "play appel", "refuse british-1", "normal-turn")
    roll(match, 3, 4)
    play(match, "end")
    assert match.view()["refused"] == []
    roll(match, 3, 4)
    play(match, "end")
    roll(match, 3, 4)
    play(match, "guard-1")
    assert refuse(match, "arrest british-1") == "COL-O-087"


# The general search


@pytest.mark.rule("colditz", "COL-O-084", "COL-O-085")
def test_a_general_search_moves_no_guard_gives_no_points_and_ends_the_turn():
    match = appel(ONE | {"guard-2": "office", "guard-3": "post_out_1"})
    play(match, "play appel", "refuse british-1")
    kinds = search(match, 1, 2)
    assert kinds[:3] == ["general_search", "rolled", "arrested"]
    assert "moved" not in kinds
    assert asked(match) == ("ready", "british")
    assert [where(match, name) for name in ("british-1", "guard-1", "guard-2", "guard-3")] == [
        "cell_inner",
        "post_in_1",
        "barracks",
        "post_out_1",
    ]
    assert match.view()["round"] == 49
    assert match.view()["hands"]["security"] == [], "a low throw brings no card"


@pytest.mark.ruling("colditz", "AMB-19")
@pytest.mark.rule("colditz", "COL-O-084")
def test_a_search_reaches_as_far_as_the_total_and_no_farther():
    def found(pow_at, guard_at, *dice, **more):
        match = appel({"british-1": pow_at, "guard-1": guard_at}, **more)
        play(match, "play appel", "refuse british-1")
        return "arrested" in search(match, *dice)

    assert found("out_351", "out_347", 1, 2), "three steps, past the circles of a tunnel and the post"
    assert not found("out_352", "out_347", 1, 2), "one more"
    assert found("out_352", "out_347", 1, 3)
    assert not found("in_031", "barracks", 6, 5)
    assert not found("in_031", "office", 6, 5)


@pytest.mark.rule("colditz", "COL-O-084")
@pytest.mark.parametrize(("dice", "found"), [((1, 2), False), ((1, 3), True)])
def test_all_are_told_if_a_search_finds_nobody(dice, found):
    match = appel({"british-1": "out_352", "guard-1": "out_347"})
    play(match, "play appel", "refuse british-1")
    kinds = search(match, *dice)
    assert ("arrested" in kinds, "found_nobody" in kinds) == (found, not found)


@pytest.mark.ruling("colditz", "AMB-19")
def test_rooms_are_open_to_a_search_and_doors_and_drops_as_to_guards():
    def found(pow_at, guard_at, *dice, **more):
        match = appel({"british-1": pow_at, "guard-1": guard_at}, **more)
        play(match, "play appel", "refuse british-1")
        return "arrested" in search(match, *dice)

    assert found("kitchen_2", "in_122", 1, 3)
    assert found("out_330", "in_227", 1, 2, markers={"british": ["in_227"]}), "down a rope"
    assert not found("out_330", "in_227", 1, 2)
    assert found("out_358", "in_231", 1, 2), "through a gate"
    assert not found("in_227", "out_330", 1, 2, markers={"british": ["in_227"]}), "not back up"


@pytest.mark.ruling("colditz", "AMB-19", "AMB-03")
def test_doubles_in_a_search_may_be_thrown_on_twice():
    pawns = {"british-1": "out_366", "guard-1": "post_out_7"}

    def after(*dice):
        match = appel(pawns)
        play(match, "play appel", "refuse british-1")
        search(match, *dice)
        return match

    match = after(1, 1)
    assert asked(match) == ("double", "security")
    assert deeds(match) == ["throw", "keep"]
    assert "arrested" not in play(match, "keep")
    assert asked(match) == ("ready", "british")
    assert where(after(1, 1, 6, 5), "british-1") == "cell_outer"
    assert where(after(1, 1, 1, 1, 6, 6), "british-1") == "cell_outer"


@pytest.mark.ruling("colditz", "AMB-19", "AMB-20")
def test_every_guard_searches_with_the_whole_total_and_only_for_those_who_stayed_away():
    pawns = {
        "british-1": "in_092",
        "british-2": "out_003",
        "british-3": "out_042",
        "british-4": "in_032",
        "british-5": "safe_in_1",
        "guard-1": "in_087",
        "guard-2": "post_out_1",
        "guard-3": "post_in_1",
    }
    match = appel(pawns, equipment={"british": {"rope": 3, "key": 1}})
    play(match, "play appel", "refuse british-1", "refuse british-2", "refuse british-3", "done")
    kinds = search(match, 2, 3)
    assert kinds.count("arrested") == 2
    assert asked(match) == ("lose", "british")
    kinds = play(match, "lose rope")
    assert kinds == ["lost", "arrested"]
    assert asked(match) == ("lose", "british")
    play(match, "lose key")
    assert [where(match, f"british-{n}") for n in (1, 2, 3)] == ["cell_inner", "cell_outer", "cell_outer"]
    assert where(match, "british-4").startswith("appel")
    assert (held(match), asked(match)) == ({"rope": 2}, ("ready", "british"))


@pytest.mark.rule("colditz", "COL-O-084")
@pytest.mark.ruling("colditz", "AMB-20", "AMB-27")
def test_officers_are_asked_for_each_pow_that_a_search_finds():
    pawns = {"british-1": "in_031", "british-2": "in_032", "guard-1": "post_in_1"}
    match = appel(pawns, hands={"security": ["appel"], "british": ["talisman", "hideaway"]})
    play(match, "play appel", "pass", "refuse british-1", "refuse british-2")
    assert search(match, 1, 2)[-1] == "threatened"
    assert asked(match) == ("saved", "british")
    assert deeds(match) == ["pass", "answer talisman"], "no hideaway from a search"
    play(match, "answer talisman")
    assert asked(match) == ("saved", "british")
    play(match, "pass")
    assert [where(match, pawn) for pawn in pawns] == ["in_031", "cell_inner", "post_in_1"]
    assert asked(match) == ("ready", "british")


@pytest.mark.rule("colditz", "COL-O-081", "COL-O-082")
def test_all_are_told_of_an_appel_and_of_who_stays_away():
    match = appel(ONE)
    assert (ALL, "appel") in match.play("play appel")
    assert match.play("refuse british-1") == [(ALL, "refused", 0)]
    match.dice.feed((3, 4))
    assert (ALL, "general_search") in match.play("general-search")
