"""The classic rules on tunnels in use, rooms that cards open, cells of choice, and guards who give chase."""

import pytest

from garrison.core.registry import settle
from garrison.core.show.perspective import Perspective
from garrison.core.state import ALL
from garrison.games.colditz.castle.layout import SPACES
from garrison.games.colditz.game import COLDITZ
from support.games.colditz_matches import (
    deeds,
    idle,
    may,
    officer,
    play,
    question,
    refuse,
    roll,
    security,
    where,
)

TWO = {"edition": "classic"}
THREE = {"edition": "classic", "seats": "3"}
DUG = {"british-1": "tun_chapel_5", "british-2": "tun_chapel_6"}
BELOW = {"inside": ["british-1", "british-2"], "tunnels": {"chapel": "british"}}
CARD = {"hands": {"british": ["chapel-tunnel"]}}


@pytest.mark.rule("colditz", "COL-C-53a")
def test_the_second_nation_shows_its_own_card_when_its_first_man_goes_in():
    pawns = {"french-1": "chapel_8", "french-2": "chapel_10", "british-1": "in_064"}
    match = officer(9, pawns, THREE, turn="french", hands={"french": ["chapel-tunnel", "release"]})
    assert match.view(0)["hands"]["french"] == ["hidden", "hidden"]
    play(match, "french-1")
    assert (ALL, "card_shown", 1, 0) in match.play("enter chapel")
    seen = match.view(0)
    assert (seen["tunnels"]["chapel"], seen["hands"]["french"]) == ("french", ["chapel-tunnel", "hidden"])
    assert [event for event in match.play("french-2") if event[1] == "card_shown"] == []


@pytest.mark.rule("colditz", "COL-C-53a")
@pytest.mark.ruling("colditz", "AMB-17")
def test_out_by_the_entrance_costs_a_point_a_circle():
    pawns = {"british-1": "chapel_5", "british-2": "tun_chapel_3"}
    match = officer(12, pawns, TWO, **BELOW, **CARD)
    play(match, "british-1")
    assert may(match, "to chapel_11")
    events = match.play("to chapel_11")
    way = [SPACES[space] for event in events if event[1] == "moved" for space in event[3]]
    assert way == ["chapel_5", "chapel_7", "chapel_9", "chapel_11"]
    assert match.view()["points"] == 12 - 3
    assert where(match, "british-1") == "chapel_11"
    assert match.view()["inside"] == ["british-2"]


@pytest.mark.rule("colditz", "COL-C-53e")
def test_two_guards_clear_a_tunnel_and_others_in_its_room_leave_it():
    pawns = {**DUG, "guard-1": "post_in_1", "guard-2": "out_137", "guard-3": "out_117", "guard-4": "in_086"}
    match = security(30, pawns, TWO, **BELOW, hands={**CARD["hands"], "security": ["tunnel-found", "riot"]})
    assert (ALL, "detected", 0) in match.play("play tunnel-found")
    play(match, "guard-1", "to chapel_10", "guard-2", "to tun_chapel_6")
    assert where(match, "british-1") == "tun_chapel_5"
    kinds = play(match, "guard-3", "to tun_chapel_2")
    assert kinds.count("withdrawn") == 2
    assert question(match) == "cell"
    play(match, "inner", "inner")
    assert [where(match, f"british-{n}") for n in (1, 2)] == ["cell_inner", "cell_inner"]
    assert [where(match, f"guard-{n}") for n in (1, 2, 3)] == ["barracks"] * 3
    assert (match.view()["detected"], match.view()["hands"]["british"]) == ([], [])
    assert match.view()["opportunity_deck"][-1] == "chapel-tunnel"
    assert refuse(match, "to chapel_10") == "other-question"
    assert refuse(match, "post post_in_1") == "COL-C-34a3", "they have been taken away: no more posting"
    assert refuse(match, "play riot") == "AMB-70"


@pytest.mark.rule("colditz", "COL-C-53e", "COL-C-53f")
@pytest.mark.ruling("colditz", "AMB-76")
def test_a_guard_alone_on_the_tunnel_goes_home_and_it_is_not_detected_any_more():
    pawns = {**DUG, "guard-1": "out_137", "guard-2": "post_in_1", "british-3": "in_064"}
    match = security(9, pawns, TWO, **BELOW, hands={**CARD["hands"], "security": ["tunnel-found"]})
    play(match, "play tunnel-found", "guard-1", "to tun_chapel_6", "end")
    assert [where(match, f"guard-{n}") for n in (1, 2)] == ["barracks", "post_in_1"]
    assert match.view()["detected"] == []
    idle(match, 2, 4)
    roll(match, 3, 5)
    play(match, "guard-2")
    assert refuse(match, "to chapel_10") == "COL-C-44"


@pytest.mark.rule("colditz", "COL-C-53e")
def test_a_tunnel_is_named_once_a_turn_and_another_may_be_named_too():
    pawns = {**DUG, "british-3": "tun_canteen_2", "british-4": "tun_canteen_1", "guard-1": "out_137"}
    below = {"inside": ["british-1", "british-2", "british-3", "british-4"]}
    below["tunnels"] = {"chapel": "british", "canteen": "british"}
    cards = {"british": ["chapel-tunnel", "canteen-tunnel"], "security": ["tunnel-found", "tunnel-found"]}
    match = security(9, pawns, TWO, **below, hands=cards)
    play(match, "play tunnel-found")
    assert deeds(match) == ["tunnel chapel", "tunnel canteen"]
    play(match, "tunnel chapel", "play tunnel-found")
    assert match.view()["detected"] == ["chapel", "canteen"], "one is left, so nobody is asked"


@pytest.mark.rule("colditz", "COL-C-53e")
@pytest.mark.parametrize(("lang", "name"), [("en", "Tunnel Detected"), ("it", "Galleria individuata")])
def test_the_card_has_its_classic_name_wherever_it_is_told(lang, name):
    match = security(9, DUG, TWO, **BELOW, hands={**CARD["hands"], "security": ["tunnel-found"]})
    match.play("play tunnel-found")
    view = Perspective(match, 0)
    assert any(name in line for line in view.sentences(view.count, lang))


@pytest.mark.ruling("colditz", "AMB-14")
@pytest.mark.parametrize(("edition", "kind"), [("modern", "wire"), ("classic", "tunnel")])
def test_the_board_shows_the_circle_beyond_the_wire_as_tunnel_in_the_classic_rules_only(edition, kind):
    board = COLDITZ.show.board(settle(COLDITZ, {"edition": edition}), "en")
    about = {place.id: place.about for place in board.places}
    assert about["tun_chapel_1"] == COLDITZ.tell.name("kind", kind, "en")
    assert about["tun_chapel_2"] == about["chapel_9"] == COLDITZ.tell.name("kind", "tunnel", "en")
    assert about["chapel_4"] == COLDITZ.tell.name("kind", "room", "en")


@pytest.mark.rule("colditz", "COL-C-44")
def test_all_are_told_when_rooms_are_opened_and_they_are_opened_once():
    match = security(
        30, {"guard-1": "post_in_1", "british-1": "in_064"}, TWO, hands={"security": ["search", "search"]}
    )
    assert (ALL, "rooms_opened") in match.play("play search")
    assert match.view()["searching"] is True
    assert refuse(match, "play search") == "AMB-70"
    play(match, "guard-1", "to chapel_10", "end")
    assert (where(match, "guard-1"), match.view()["searching"]) == ("barracks", False)


@pytest.mark.rule("colditz", "COL-C-44", "COL-C-49")
def test_a_search_reaches_those_who_were_warned_of_the_appel():
    pawns = {"guard-1": "post_in_1", "british-1": "chapel_10", "british-2": "in_064"}
    hands = {"security": ["appel", "search"], "british": ["warning"]}
    match = security(30, pawns, TWO, hands=hands, equipment={"british": {"rope": 1}})
    play(match, "play appel", "answer warning", "guard-1")
    assert refuse(match, "arrest british-1") == "COL-C-49"
    play(match, "back")
    assert may(match, "play search")
    play(match, "play search", "guard-1")
    assert may(match, "arrest british-1")


@pytest.mark.rule("colditz", "COL-C-46a")
@pytest.mark.ruling("colditz", "AMB-62")
@pytest.mark.parametrize("space", ["ext_099", "ext_046"])
def test_guards_follow_the_way_of_a_man_at_large_and_no_other(space):
    position = {"guard-1": "out_086", "guard-2": "out_313", "british-1": space}
    match = security(3, position, TWO, trails={"british-1": ["out_086"]})
    play(match, "guard-1")
    assert may(match, "to ext_070")
    play(match, "back", "guard-2")
    assert not may(match, "to out_324")


@pytest.mark.rule("colditz", "COL-C-46a")
def test_nobody_follows_the_way_of_a_man_in_a_cell():
    match = security(3, {"guard-1": "out_086", "british-1": "cell_outer"}, TWO)
    play(match, "guard-1")
    assert refuse(match, "to ext_070") == "COL-C-19b"


@pytest.mark.rule("colditz", "COL-C-34c3")
@pytest.mark.ruling("colditz", "AMB-21", "AMB-22")
@pytest.mark.parametrize(
    ("inner", "outer", "asked", "cell"),
    [(11, 7, False, "cell_inner"), (12, 6, False, "cell_outer"), (3, 3, True, "")],
)
def test_the_security_officer_chooses_while_both_blocks_have_a_cell(inner, outer, asked, cell):
    six = {"edition": "classic", "seats": "6"}
    names = [
        f"{nation}-{n}"
        for nation in ("french", "polish", "dutch", "american", "british")
        for n in range(1, 5)
    ]
    names.remove("british-1")
    pawns = dict.fromkeys(names[:inner], "cell_inner")
    pawns |= dict.fromkeys(names[inner : inner + outer], "cell_outer")
    pawns |= {"guard-1": "in_118", "british-1": "in_117"}
    match = security(3, pawns, six, equipment={"british": {"rope": 1}})
    play(match, "guard-1", "arrest british-1")
    assert (question(match) == "cell") is asked
    if not asked:
        assert where(match, "british-1") == cell


@pytest.mark.rule("colditz", "COL-C-39c")
@pytest.mark.ruling("colditz", "AMB-37")
def test_a_man_arrested_on_his_way_home_begins_again():
    pawns = {"british-1": "out_361", "guard-1": "out_359"}
    match = officer(9, pawns, TWO, returning=["british-1"], hands={"british": ["release"]})
    play(match, "british-1", "to out_360")
    assert match.view()["homeward"] == ["british-1"]
    play(match, "british-1", "force guard-1", "outer")
    assert (match.view()["homeward"], match.view()["exempt"]) == ([], [])


@pytest.mark.rule("colditz", "COL-C-34a3")
def test_arrests_in_an_escape_officers_turn_close_no_posts():
    match = officer(9, {"british-1": "in_117", "guard-1": "in_118", "british-2": "in_064"}, TWO)
    play(match, "british-1", "force guard-1", "inner", "end")
    roll(match, 2, 4)
    assert may(match, "post post_in_1")
    assert match.view()["arrested"] is False
