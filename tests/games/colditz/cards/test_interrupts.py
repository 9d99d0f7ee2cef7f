"""Cards out of turn: who is asked when, what may be answered, and what an answer does."""

import pytest

from garrison.core.errors import OTHER_QUESTION
from garrison.core.state import ALL
from garrison.games.colditz.arrest import BY_MOVE
from garrison.games.colditz.castle.layout import AREA, GATES, INNER, KIND, LIGHT, NUMBER, SAFE, SPACES
from garrison.games.colditz.tables import CARD, CARD_FILE, PAWNS
from support.games.colditz_matches import (
    asked,
    at,
    deeds,
    held,
    may,
    offers,
    officer,
    pawns,
    play,
    question,
    refuse,
    security,
    where,
)

DENS = [SPACES[space] for space, kind in enumerate(KIND) if kind == SAFE and AREA[space] == INNER]
"""The twelve safe spaces of the inner courtyard."""


def threatened(pow_at, guard_at, cards, **more):
    """A guard walks onto a British POW, whose officer holds these cards."""
    match = security(9, {"british-1": pow_at, "guard-1": guard_at}, hands={"british": cards}, **more)
    play(match, "guard-1", "arrest british-1")
    return match


def at_gate(cards, seats="2", **more):
    """A British POW has just spent his key at the south door; the Security Officer holds these cards."""
    hands = {"security": cards, **more.pop("hands", {})}
    here = {"british-1": "out_337", **more.pop("pawns", {})}
    match = officer(6, here, {"seats": seats}, equipment={"british": {"key": 1}}, hands=hands, **more)
    play(match, "british-1", "cross key_south")
    return match


def announced(card, hands, here, seats="3", **more):
    """The Security Officer has just announced Appel, or a search of the kitchen."""
    hands = {"security": [card], **hands}
    match = at({"seats": seats}, turn="security", pawns=here, hands=hands, **more)
    play(match, f"play {card}")
    if question(match) == "room":
        play(match, "room kitchen")
    return match


# Who is asked


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-27", "AMB-28")
def test_before_an_arrest_his_officer_is_asked_whatever_card_he_holds():
    for row in CARD_FILE["opportunity"]:
        match = threatened("out_003", "post_out_1", [row["id"]])
        assert asked(match) == ("saved", "british"), row["id"]
        assert deeds(match) == (["pass", "answer talisman"] if row["id"] == "talisman" else ["pass"])
        assert where(match, "british-1") == "out_003", "nothing has happened to him yet"
    assert where(threatened("out_003", "post_out_1", []), "british-1") == "cell_outer"


@pytest.mark.ruling("colditz", "AMB-27")
def test_another_officer_is_not_asked_about_an_arrest():
    here = {"british-1": "out_003", "guard-1": "post_out_1"}
    match = security(9, here, {"seats": "3"}, hands={"french": ["talisman"]})
    assert "arrested" in play(match, "guard-1", "arrest british-1")
    assert asked(match) == ("act", "security")


@pytest.mark.ruling("colditz", "AMB-27", "AMB-28")
def test_at_a_gate_the_security_officer_is_asked_whatever_card_he_holds():
    for row in CARD_FILE["security"]:
        match = at_gate([row["id"]])
        assert asked(match) == ("caught", "security"), row["id"]
        right = row["id"] == "arrest-holder"
        assert deeds(match) == (["pass", "answer arrest-holder"] if right else ["pass"])
        play(match, "pass")
        assert (asked(match), where(match, "british-1")) == (("act", "british"), "key_south")
        assert match.view()["hands"]["security"] == [row["id"]]
    assert asked(at_gate([])) == ("act", "british")


@pytest.mark.ruling("colditz", "AMB-27", "AMB-28")
@pytest.mark.parametrize("card", ["appel", "search"])
def test_every_officer_with_a_card_is_asked_when_appel_or_search_is_announced(card):
    here = {f"{nation}-1": f"kitchen_{n}" for n, nation in enumerate(("british", "french", "polish"), 1)}
    goods = {nation: {"key": 1} for nation in ("british", "french", "polish")}
    for row in CARD_FILE["opportunity"]:
        hands = {"british": [row["id"]], "polish": ["release"]}
        match = announced(card, hands, here, "4", equipment=goods)
        assert [match.seats[seat] for seat in match.awaited] == ["british", "polish"]
        right = row["id"] in ("warning", "hideaway")
        assert deeds(match) == (["pass", f"answer {row['id']}"] if right else ["pass"])
        assert match.write(match.answers(2)[0]) == "pass"
        assert len(match.answers(2)) == 1
        assert match.answers(1) == []
    nobody = announced(card, {}, here, "4", equipment=goods)
    assert question(nobody) != "warned"


@pytest.mark.ruling("colditz", "AMB-28")
@pytest.mark.parametrize("window", ["saved", "caught", "warned"])
def test_silence_in_a_window_means_pass(window):
    match = {
        "saved": lambda: threatened("out_003", "post_out_1", ["talisman"]),
        "caught": lambda: at_gate(["arrest-holder"]),
        "warned": lambda: announced("appel", {"british": ["warning"]}, {"british-1": "in_031"}),
    }[window]()
    asked_of = match.game.play.questions[question(match)]
    assert (match.write(asked_of.silence), asked_of.window, asked_of.always) == ("pass", True, True)
    assert may(match, "pass")


@pytest.mark.rule("colditz", "COL-O-076")
def test_only_the_cards_of_a_window_answer_it_and_only_if_they_are_held():
    match = threatened("in_031", "post_in_1", ["release"], equipment={"british": {"key": 1}})
    for text in ("answer talisman", "answer hideaway", "answer warning", "answer arrest-holder", "end"):
        assert refuse(match, text) == OTHER_QUESTION
    for text in ("play release", "to in_032", "british-1"):
        assert refuse(match, text) == OTHER_QUESTION
    match = at_gate(["riot"])
    for text in ("answer arrest-holder", "answer talisman", "answer warning", "play riot"):
        assert refuse(match, text) == OTHER_QUESTION
    match = announced("appel", {"british": ["release"]}, {"british-1": "in_031"}, "2")
    for text in ("answer warning", "answer hideaway", "answer talisman"):
        assert refuse(match, text) == OTHER_QUESTION
    held_here = threatened(
        "in_031", "post_in_1", ["hideaway", "talisman", "warning"], equipment={"british": {"key": 1}}
    )
    assert may(held_here, "answer talisman")
    assert may(held_here, "answer hideaway")
    assert refuse(held_here, "answer warning") == OTHER_QUESTION
    assert may(at_gate(["arrest-holder"]), "answer arrest-holder")
    call = announced("appel", {"british": ["warning", "hideaway", "talisman"]}, {"british-1": "in_031"}, "2")
    assert may(call, "answer warning")
    assert may(call, "answer hideaway")
    assert refuse(call, "answer talisman") == OTHER_QUESTION


@pytest.mark.rule("colditz", "COL-O-100")
@pytest.mark.ruling("colditz", "AMB-29")
def test_nobody_trades_while_a_window_is_open():
    match = at_gate(["riot"], "3", hands={"british": ["talisman"]}, pawns={"french-1": "in_031"})
    assert question(match) == "caught"
    assert offers(match, "british") == offers(match, "french") == []
    play(match, "pass")
    assert "trade british" in offers(match, "french")


# Talisman


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-73")
def test_a_talisman_stops_the_guard_on_the_last_space_where_he_may_stay():
    match = security(8, {"british-1": "out_351", "guard-1": "out_347"}, hands={"british": ["talisman"]})
    play(match, "guard-1")
    events = match.play("arrest british-1") + match.play("answer talisman")
    assert [event[1] for event in events] == ["threatened", "played", "saved", "moved"]
    assert (events[0][2], events[0][-1]) == (0, BY_MOVE)
    assert events[2] == (ALL, "saved", 0, CARD["talisman"])
    way = (NUMBER["out_347"], NUMBER["post_out_7"])
    assert events[3] == (ALL, "moved", PAWNS.index("guard-1"), way, 1)
    assert pawns(match, "british-1", "guard-1") == ["out_351", "post_out_7"]
    assert match.view()["points"] == 5, "the points of the whole way are lost"
    assert match.view()["stopped"] == ["guard-1"]
    assert refuse(match, "guard-1") == "AMB-73"
    assert may(match, "withdraw guard-1")


@pytest.mark.ruling("colditz", "AMB-73")
def test_a_guard_who_stood_beside_him_stays_there():
    match = threatened("in_031", "post_in_1", ["talisman"], equipment={"british": {"key": 1}})
    assert "moved" not in play(match, "answer talisman")
    assert pawns(match, "british-1", "guard-1") == ["in_031", "post_in_1"]
    assert (match.view()["points"], match.view()["stopped"]) == (8, ["guard-1"])
    assert refuse(match, "guard-1") == "AMB-73"


@pytest.mark.ruling("colditz", "AMB-73")
def test_a_guard_stopped_where_he_may_not_stay_all_the_way_does_not_move_at_all():
    match = threatened("walk_11", "out_143", ["talisman"])
    assert "moved" not in play(match, "answer talisman")
    assert pawns(match, "british-1", "guard-1") == ["walk_11", "out_143"]
    assert match.view()["points"] == 6


@pytest.mark.ruling("colditz", "AMB-73", "AMB-10")
@pytest.mark.parametrize(("doorways", "stop"), [("open", "in_219"), ("clear", "in_206")])
def test_a_guard_stopped_in_a_passage_stays_there_unless_passages_are_kept_clear(doorways, stop):
    match = security(
        9,
        {"british-1": "in_223", "guard-1": "in_206"},
        {"doorways": doorways},
        hands={"british": ["talisman"]},
        equipment={"british": {"key": 1}},
    )
    play(match, "guard-1", "arrest british-1", "answer talisman")
    assert (where(match, "guard-1"), match.view()["points"]) == (stop, 5)


@pytest.mark.rule("colditz", "COL-O-125")
@pytest.mark.ruling("colditz", "AMB-40", "AMB-73")
def test_a_guard_stopped_where_he_had_to_go_on_from_goes_to_the_nearest_space_where_he_may_stay():
    """He has taken a marker on a circle of the tunnel."""
    match = security(
        6,
        {"british-1": "out_117", "guard-1": "out_133"},
        markers={"british": ["tun_chapel_2"]},
        hands={"british": ["talisman"]},
    )
    play(match, "guard-1", "clear tun_chapel_2")
    assert asked(match) == ("move", "security")
    play(match, "arrest british-1")
    events = match.play("answer talisman")
    way = (NUMBER["tun_chapel_2"], NUMBER["out_127"])
    assert events[-1] == (ALL, "moved", PAWNS.index("guard-1"), way, 1)
    assert pawns(match, "british-1", "guard-1") == ["out_117", "out_127"]
    assert (asked(match), match.view()["points"]) == (("act", "security"), 3)
    assert refuse(match, "guard-1") == "AMB-73"


@pytest.mark.ruling("colditz", "AMB-40", "AMB-73")
def test_a_guard_who_is_shut_in_stays_where_he_is_when_he_is_stopped():
    match = security(
        6,
        {"british-1": "in_169", "guard-1": "in_155"},
        {"doorways": "clear"},
        hands={"british": ["talisman"]},
        equipment={"british": {"key": 1}},
    )
    play(match, "guard-1")
    assert asked(match) == ("saved", "british"), "the arrest was all he could do"
    assert "moved" not in play(match, "answer talisman")
    assert pawns(match, "british-1", "guard-1") == ["in_169", "in_155"]


@pytest.mark.ruling("colditz", "AMB-73", "AMB-27")
def test_another_guard_may_try_the_same_pow_and_the_stopped_one_is_free_in_the_next_turn():
    here = {"british-1": "out_003", "guard-1": "post_out_1", "guard-2": "out_008"}
    match = security(9, here, hands={"british": ["talisman"]})
    play(match, "guard-1", "arrest british-1", "answer talisman", "guard-2")
    assert "arrested" in play(match, "arrest british-1")
    assert pawns(match, "british-1", "guard-2") == ["cell_outer", "office"]
    match = security(9, here, hands={"british": ["talisman"]})
    play(match, "guard-1", "arrest british-1", "answer talisman", "end")
    assert match.view()["stopped"] == []


@pytest.mark.rule("colditz", "COL-O-094", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-73")
def test_a_guard_who_was_to_be_posted_stays_in_barracks_and_the_point_is_lost():
    match = security(3, {"british-1": "post_in_3"}, hands={"british": ["talisman"]})
    play(match, "post post_in_3")
    assert asked(match) == ("saved", "british")
    assert "posted" not in play(match, "answer talisman")
    assert pawns(match, "british-1", "guard-1") == ["post_in_3", "barracks"]
    assert (match.view()["points"], match.view()["stopped"]) == (2, ["guard-1"])
    events = match.play("post post_in_3")
    assert (ALL, "posted", PAWNS.index("guard-2"), NUMBER["post_in_3"]) in events, "the next one goes"
    assert pawns(match, "british-1", "guard-1", "guard-2") == ["cell_inner", "barracks", "office"]


@pytest.mark.rule("colditz", "COL-O-079", "COL-O-009")
def test_a_talisman_turns_a_shot_aside_and_otherwise_the_pow_is_dead_and_the_guard_away():
    def shot(answer):
        match = security(
            3,
            {"british-1": "ext_121", "guard-1": "out_300"},
            hands={"british": ["talisman"], "security": ["shoot"]},
            returning=["british-1"],
        )
        match.dice.feed((3, 4))
        play(match, "play shoot")
        assert asked(match) == ("saved", "british")
        return match, match.play(answer)

    match, events = shot("pass")
    assert (ALL, "shot", PAWNS.index("guard-1"), 0) in events
    assert pawns(match, "british-1", "guard-1") == ["shot", "office"]
    assert match.view()["returning"] == []
    assert (match.view()["points"], asked(match)) == (3, ("act", "security"))
    match, _ = shot("answer talisman")
    assert pawns(match, "british-1", "guard-1") == ["ext_121", "out_300"]
    assert match.view()["points"] == 3, "a shot takes none"
    assert match.view()["stopped"] == []


@pytest.mark.ruling("colditz", "AMB-73")
@pytest.mark.rule("colditz", "COL-O-009")
def test_a_guard_does_not_try_the_same_pow_again_in_that_turn():
    here = {"british-1": "ext_121", "guard-1": "out_300", "guard-2": "ext_122"}
    hands = {"british": ["talisman"], "security": ["shoot", "shoot"]}
    match = security(9, here, hands=hands)
    play(match, "play shoot")
    match.dice.feed((3, 4))
    play(match, "guard-1", "answer talisman")
    assert match.view()["spared"] == [["guard-1", "british-1"]]
    play(match, "guard-1")
    assert may(match, "to ext_120"), "he may move"
    assert refuse(match, "arrest british-1") == "AMB-73"
    play(match, "back", "guard-2")
    assert may(match, "arrest british-1"), "another may try"
    play(match, "back")
    match.dice.feed((3, 4))
    assert "shot" in play(match, "play shoot"), "the other guard is the only one to shoot"
    assert pawns(match, "guard-1", "guard-2") == ["out_300", "office"]
    alone = security(9, {"british-1": "ext_121", "guard-1": "out_300"}, hands=hands)
    match = alone
    match.dice.feed((3, 4))
    play(match, "play shoot", "answer talisman")
    assert refuse(match, "play shoot") == "AMB-70"
    play(match, "end")
    assert match.view()["spared"] == [], "in the next turn he may"


@pytest.mark.rule("colditz", "COL-O-095")
def test_no_card_helps_against_an_arrest_one_forces_oneself():
    here = {"british-1": "in_047", "guard-1": "post_in_1"}
    match = officer(3, here, hands={"british": ["talisman", "hideaway"]})
    assert "arrested" in play(match, "british-1", "force guard-1")
    assert asked(match) == ("act", "british")
    far = officer(3, {"british-1": "ext_099", "guard-1": "ext_102"}, hands={"british": ["talisman"]})
    play(far, "british-1", "force guard-1")
    assert pawns(far, "british-1", "guard-1") == ["cell_outer", "office"]


@pytest.mark.rule("colditz", "COL-O-086", "COL-O-079")
def test_who_passes_is_arrested_by_the_guard_who_came_for_him():
    match = security(8, {"british-1": "out_351", "guard-1": "out_347"}, hands={"british": ["talisman"]})
    play(match, "guard-1", "arrest british-1")
    events = match.play("pass")
    assert [event[1] for event in events] == ["moved", "arrested"]
    assert (events[0][3][0], events[0][3][-1], events[0][4]) == (NUMBER["out_347"], NUMBER["out_351"], 3)
    assert pawns(match, "british-1", "guard-1") == ["cell_outer", "office"]
    assert (match.view()["points"], match.view()["hands"]["british"]) == (5, ["talisman"])


# Hideaway


@pytest.mark.rule("colditz", "COL-O-079", "COL-O-062", "COL-O-066")
def test_a_hideaway_takes_the_pow_to_a_free_safe_space_of_the_inner_courtyard():
    taken = {"british-2": DENS[0], "british-3": DENS[1]}
    match = security(
        9,
        {"british-1": "in_031", "guard-1": "post_in_1", **taken},
        hands={"british": ["hideaway"]},
        equipment={"british": {"key": 1}},
    )
    play(match, "guard-1", "arrest british-1")
    assert deeds(match) == ["pass", "answer hideaway"]
    play(match, "answer hideaway")
    assert asked(match) == ("den", "british")
    assert deeds(match) == [f"to {den}" for den in DENS if den not in taken.values()]
    assert [refuse(match, f"to {den}") for den in taken.values()] == ["COL-O-062"] * 2
    for text in ("to safe_out_1", "to appel_016", "to in_032", "pass", "end"):
        assert refuse(match, text) == OTHER_QUESTION
    for den in DENS[2:]:
        assert may(match, f"to {den}")
    events = match.play(f"to {DENS[4]}")
    assert events == [(ALL, "moved", 0, (NUMBER["in_031"], NUMBER[DENS[4]]), 0)]
    assert pawns(match, "british-1", "guard-1") == [DENS[4], "post_in_1"]
    assert (asked(match), match.view()["points"]) == (("act", "security"), 8)


@pytest.mark.ruling("colditz", "AMB-70")
@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.parametrize(
    ("pow_at", "guard_at"),
    [("out_003", "post_out_1"), ("ext_121", "ext_120"), ("post_out_1", "out_003"), ("ext_099", "ext_102")],
)
def test_there_is_no_hideaway_beyond_the_inner_courtyard(pow_at, guard_at):
    match = threatened(pow_at, guard_at, ["hideaway", "talisman"])
    assert deeds(match) == ["pass", "answer talisman"]
    assert refuse(match, "answer hideaway") == OTHER_QUESTION


@pytest.mark.ruling("colditz", "AMB-70")
@pytest.mark.rule("colditz", "COL-O-079")
def test_there_is_no_hideaway_from_a_tunnel():
    below = {
        "inside": ["british-1", "british-2"],
        "tunnels": {"chapel": "found"},
        "hands": {"british": ["hideaway", "talisman"]},
    }
    here = {"british-1": "chapel_7", "british-2": "chapel_1", "british-3": "in_031", "guard-1": "chapel_10"}
    match = security(9, here, equipment={"british": {"key": 1}}, **below)
    play(match, "guard-1", "arrest british-1")
    assert deeds(match) == ["pass", "answer talisman"]
    assert refuse(match, "answer hideaway") == OTHER_QUESTION
    play(match, "answer talisman", "end")
    above = security(
        9, here | {"british-1": "in_064", "guard-2": "post_in_2"}, equipment={"british": {"key": 1}},
        **{**below, "inside": ["british-2"]},
    )  # fmt: skip
    play(above, "guard-2", "arrest british-1")
    assert may(above, "answer hideaway"), "a tunneller is nobody's business but his own"


@pytest.mark.ruling("colditz", "AMB-70")
def test_there_is_no_hideaway_from_a_search_or_a_shot_that_is_under_way():
    here = {"british-1": "kitchen_1"}
    match = announced("search", {"british": ["hideaway"]}, here, "2", equipment={"british": {"key": 1}})
    assert deeds(match) == ["pass", "answer hideaway"], "when it is announced, there is"
    play(match, "pass")
    assert (asked(match), deeds(match)) == (("saved", "british"), ["pass"])
    assert refuse(match, "answer hideaway") == OTHER_QUESTION


@pytest.mark.ruling("colditz", "AMB-70")
@pytest.mark.rule("colditz", "COL-O-079")
def test_there_is_no_hideaway_while_all_twelve_are_taken():
    crowd = [f"british-{n}" for n in range(2, 8)] + [f"french-{n}" for n in range(1, 7)]
    here = dict(zip(crowd, DENS, strict=True)) | {"british-1": "in_031", "guard-1": "post_in_1"}
    goods = {"british": {"key": 1}}
    match = security(9, here, {"seats": "3"}, hands={"british": ["hideaway"]}, equipment=goods)
    play(match, "guard-1", "arrest british-1")
    assert (deeds(match), refuse(match, "answer hideaway")) == (["pass"], OTHER_QUESTION)
    call = announced("appel", {"british": ["hideaway"]}, here)
    assert (deeds(call), refuse(call, "answer hideaway")) == (["pass"], OTHER_QUESTION)
    del here["french-6"]
    room = announced("appel", {"british": ["hideaway"]}, here)
    assert may(room, "answer hideaway")
    play(room, "answer hideaway")
    assert asked(room) == ("hide", "british")
    play(room, "british-1")
    assert where(room, "british-1") == DENS[-1], "one free space is no choice"


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-70")
@pytest.mark.parametrize(
    "places",
    [["out_003"], ["ext_121"], ["ext_099"], ["cell_inner"], ["shot", "escaped"], ["chapel_7", "chapel_1"]],
    ids=["outer", "outside", "at the far end", "in a cell", "away", "in a tunnel"],
)
def test_an_officer_without_a_pow_in_the_inner_courtyard_has_nobody_to_hide(places):
    own = {f"british-{n}": place for n, place in enumerate(places, 1)}
    below = {"inside": list(own), "tunnels": {"chapel": "open"}} if places[0] == "chapel_7" else {}
    match = announced("appel", {"british": ["hideaway"]}, {**own, "french-1": "in_031"}, **below)
    assert asked(match) == ("warned", "british")
    assert deeds(match) == ["pass"]
    assert refuse(match, "answer hideaway") == OTHER_QUESTION
    more = announced("appel", {"british": ["hideaway"]}, {**own, "british-7": "in_064"}, **below)
    play(more, "answer hideaway")
    assert question(more) == "den", "he is the only one to hide"


@pytest.mark.rule("colditz", "COL-O-079")
def test_at_an_appel_or_search_an_officer_chooses_whom_to_hide_and_where():
    here = {
        "british-1": "in_031",
        "british-2": "kitchen_1",
        "british-3": "out_003",
        "british-4": "chapel_7",
        "british-5": "cell_inner",
        "british-6": "appel_016",
        "french-1": "in_064",
    }
    match = announced(
        "appel", {"british": ["hideaway"]}, here, inside=["british-4"], tunnels={"chapel": "open"}
    )
    play(match, "answer hideaway")
    assert asked(match) == ("hide", "british")
    assert deeds(match) == ["british-1", "british-2", "british-6"]
    for pawn in ("british-3", "british-4", "british-5", "french-1", "guard-1"):
        assert refuse(match, pawn) == OTHER_QUESTION
    assert play(match, "british-2") == ["chosen"]
    assert asked(match) == ("den", "british")
    play(match, f"to {DENS[3]}")
    assert where(match, "british-2") == DENS[3]
    assert asked(match) == ("appel", "british")
    assert deeds(match) == ["done", "refuse british-1", "refuse british-3"], "he is not called any more"


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-27")
def test_two_officers_hide_one_after_the_other_and_the_last_space_is_taken_once():
    crowd = [f"british-{n}" for n in range(2, 8)] + [f"french-{n}" for n in range(2, 7)]
    here = dict(zip(crowd, DENS[:-1], strict=True)) | {"british-1": "in_031", "french-1": "in_064"}
    match = announced("appel", {"british": ["hideaway"], "french": ["hideaway"]}, here)
    play(match, "answer hideaway")
    assert where(match, "british-1") == "in_031", "answers are sealed until all are in"
    match.play("answer hideaway")
    assert asked(match) == ("hide", "british")
    play(match, "british-1")
    assert where(match, "british-1") == DENS[-1]
    assert asked(match) == ("appel", "french"), "for the French there is no room left"
    assert match.view()["hands"] == {"british": [], "french": [], "security": []}


# Advance Warning


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-27")
def test_a_warning_holds_for_one_announcement_and_one_officer():
    here = {"british-1": "kitchen_1", "french-1": "kitchen_2"}
    goods = {"british": {"key": 1}, "french": {"key": 1}}
    hands = {"british": ["warning", "talisman"], "security": ["search", "search"]}
    match = announced("search", hands, here, equipment=goods)
    events = match.play("answer warning")
    assert (ALL, "forewarned", 0) in events
    assert match.view()["warned"] == ["british"]
    assert pawns(match, "british-1", "french-1") == ["kitchen_1", "cell_inner"]
    play(match, "play search")
    assert asked(match) == ("warned", "british"), "the only room with somebody to find"
    play(match, "pass", "pass")
    assert (where(match, "british-1"), match.view()["warned"]) == ("cell_inner", [])


@pytest.mark.rule("colditz", "COL-O-086", "COL-O-079")
def test_a_warning_is_no_shield_against_guards():
    here = {"british-1": "in_031", "guard-1": "post_in_1"}
    match = announced("appel", {"british": ["warning"]}, here, "2", equipment={"british": {"key": 1}})
    play(match, "answer warning")
    match.dice.feed((3, 4))
    play(match, "roll", "guard-1")
    assert "arrested" in play(match, "arrest british-1")


# Arrest Key or Pass Holder


@pytest.mark.rule("colditz", "COL-O-079", "COL-O-092")
@pytest.mark.ruling("colditz", "AMB-35")
@pytest.mark.parametrize(
    ("start", "gate", "card", "cell"),
    [
        ("in_231", "key_inner", "key", "cell_inner"),
        ("in_222", "pass_inner", "pass", "cell_inner"),
        ("out_337", "key_south", "key", "cell_outer"),
        ("out_300", "pass_main_gate", "pass", "cell_outer"),
        ("out_092", "post_out_2", "key", "cell_outer"),
    ],
)
def test_who_spends_a_key_or_a_pass_can_be_arrested_on_the_spot(start, gate, card, cell):
    match = officer(
        6,
        {"british-1": start},
        equipment={"british": {card: 1, "rope": 2}},
        hands={"security": ["arrest-holder"]},
    )
    play(match, "british-1", f"cross {gate}")
    events = match.play("answer arrest-holder")
    assert (ALL, "arrested", 0, NUMBER[gate], int(cell == "cell_outer")) in events
    assert where(match, "british-1") == cell
    assert held(match) == {"rope": 2}, "the card he spent is the whole loss"
    assert asked(match) == ("act", "british")
    assert match.view()["security_deck"][-1] == "arrest-holder"


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-27", "AMB-70", "AMB-73")
def test_a_talisman_answers_the_card_that_answers_a_key():
    match = at_gate(["arrest-holder"], hands={"british": ["talisman", "hideaway"]})
    play(match, "answer arrest-holder")
    assert (asked(match), deeds(match)) == (("saved", "british"), ["pass", "answer talisman"])
    assert refuse(match, "answer hideaway") == OTHER_QUESTION
    play(match, "answer talisman")
    assert (asked(match), where(match, "british-1")) == (("act", "british"), "key_south")
    assert match.view()["stopped"] == []
    assert may(match, "british-1"), "he goes on"
    assert match.view()["hands"] == {"british": ["hideaway"], "security": []}


@pytest.mark.ruling("colditz", "AMB-27")
def test_the_security_officer_is_not_asked_if_the_gate_was_free():
    home = officer(
        6, {"british-1": "out_358"}, returning=["british-1"], hands={"security": ["arrest-holder"]}
    )
    play(home, "british-1", "to key_inner")
    assert asked(home) == ("act", "british")
    rope = officer(
        6, {"british-1": "in_227"}, equipment={"british": {"rope": 1}}, hands={"security": ["arrest-holder"]}
    )
    play(rope, "british-1", "cross out_330")
    assert asked(rope) == ("act", "british"), "a rope is neither key nor pass"


@pytest.mark.rule("colditz", "COL-O-095")
@pytest.mark.ruling("colditz", "AMB-27", "AMB-68")
def test_who_pays_to_walk_into_a_guard_on_a_gate_may_be_arrested_for_his_key_first():
    def forced(*answers, **hands):
        match = officer(
            6,
            {"british-1": "out_337", "guard-1": "key_south"},
            equipment={"british": {"key": 1, "rope": 1}},
            hands={"security": ["arrest-holder"], **hands},
        )
        play(match, "british-1", "force guard-1")
        assert asked(match) == ("caught", "security")
        play(match, *answers)
        return match

    match = forced("pass")
    assert pawns(match, "british-1", "guard-1") == ["cell_outer", "office"]
    assert held(match) == {}, "the guard's arrest costs his last card"
    match = forced("answer arrest-holder")
    assert pawns(match, "british-1", "guard-1") == ["cell_outer", "key_south"]
    assert held(match) == {"rope": 1}
    match = forced("answer arrest-holder", "answer talisman", british=["talisman"])
    assert pawns(match, "british-1", "guard-1") == ["cell_outer", "office"], "the guard still takes him"


@pytest.mark.ruling("colditz", "AMB-41")
def test_no_interrupt_stops_a_pow_in_a_searchlight_since_no_gate_is_lit():
    """Only a key or a pass is answered while a POW moves, and those are spent on a gate or the post by it."""
    assert [SPACES[gate] for gate in GATES if KIND[gate] == LIGHT] == []
    match = at_gate(["arrest-holder"], hands={"british": ["talisman"]})
    play(match, "answer arrest-holder", "answer talisman")
    assert KIND[NUMBER[where(match, "british-1")]] != LIGHT
