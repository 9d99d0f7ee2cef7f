"""Trades: offers of equipment between Escape Officers, who may make and answer them, and who hears of it."""

import pytest

from garrison.core.errors import OTHER_QUESTION
from garrison.core.state import ALL
from support.games.colditz_matches import (
    asked,
    at,
    deeds,
    held,
    idle,
    offers,
    officer,
    play,
    refuse,
    security,
)

THREE = {"seats": "3"}
FOUR = {"seats": "4"}
GOODS = {"british": {"rope": 2}, "french": {"key": 1, "pass": 1}}
NOTHING = 4
"""In an event, instead of cards."""
KINDS = ["rope", "key", "pass", "cutter"]


def table(options=None, **more):
    """A British turn before the roll, at a table of three."""
    return at(options or THREE, **{"equipment": GOODS, "pawns": {"british-1": "in_031"}, **more})


def by(match, seat, *texts):
    """A seat does these things unasked; all that was told."""
    number = match.seats.index(seat)
    return [event for text in texts for event in match.play(text, number)]


def why(match, seat, text):
    """The rule against something that a seat would do unasked; it is not in its list either."""
    number = match.seats.index(seat)
    assert match.read(text) not in match.legal(number), text
    return match.refusal(text, number)


def can(match, seat, text):
    """True if a seat may do this unasked and no rule is against it."""
    number = match.seats.index(seat)
    listed = match.read(text) in match.legal(number)
    assert listed == (match.refusal(text, number) is None), text
    return listed


def offered(match, seat, partner, put=(), want=()):
    """A seat makes an offer and sends it; all that was told."""
    steps = [f"trade {partner}", *(f"put {kind}" for kind in put), *(f"want {kind}" for kind in want)]
    return by(match, seat, *steps, "send")


# When


@pytest.mark.rule("colditz", "COL-O-100")
@pytest.mark.ruling("colditz", "AMB-29")
def test_officers_trade_in_any_officer_s_turn_but_not_in_the_security_officer_s():
    match = table(FOUR)
    for turn in ("british", "french", "polish"):
        assert asked(match) == ("ready", turn)
        for seat in ("british", "french", "polish"):
            others = [f"trade {each}" for each in ("british", "french", "polish") if each != seat]
            assert offers(match, seat) == others
        assert offers(match, "security") == []
        idle(match)
    assert asked(match) == ("ready", "security")
    for seat in match.seats:
        assert offers(match, seat) == []
        assert why(match, seat, "trade french") == "COL-O-100"
        assert why(match, seat, "accept french") == why(match, seat, "send") == "COL-O-100"


@pytest.mark.rule("colditz", "COL-O-100")
def test_a_lone_escape_officer_has_nobody_to_trade_with():
    match = at(equipment={"british": {"rope": 1}})
    assert offers(match, "british") == []
    assert why(match, "british", "trade british") == why(match, "british", "trade french") == "AMB-66"
    assert offers(table(), "british") == ["trade french"]


@pytest.mark.rule("colditz", "COL-O-100")
@pytest.mark.ruling("colditz", "AMB-29")
def test_nobody_trades_while_a_card_is_lost_in_an_arrest():
    match = officer(
        3, {"british-1": "out_003", "guard-1": "post_out_1"}, THREE, equipment={"british": {"rope": 2}}
    )
    play(match, "british-1", "force guard-1")
    assert asked(match) == ("lose", "british")
    assert why(match, "french", "trade british") == why(match, "british", "trade french") == "COL-O-100"
    play(match, "lose rope")
    assert can(match, "french", "trade british")


@pytest.mark.rule("colditz", "COL-O-100")
@pytest.mark.ruling("colditz", "AMB-29")
@pytest.mark.parametrize("question", ["warned", "saved", "hide", "den"])
def test_trades_are_closed_in_the_security_officer_s_windows_too(question):
    hands = {"british": ["hideaway", "hideaway"], "security": ["appel"]}
    here = {"british-1": "in_031", "british-2": "in_064", "guard-1": "post_in_1"}
    match = at(THREE, turn="security", pawns=here, hands=hands, equipment=GOODS)
    if question == "saved":
        match = security(3, here, THREE, hands=hands, equipment=GOODS)
        play(match, "guard-1", "arrest british-1")
    else:
        steps = {"warned": [], "hide": ["answer hideaway"], "den": ["answer hideaway", "british-1"]}
        play(match, "play appel", *steps[question])
    assert asked(match)[0] == question
    assert why(match, "french", "trade british") == "COL-O-100"


@pytest.mark.rule("colditz", "COL-O-100")
@pytest.mark.ruling("colditz", "AMB-29")
def test_trades_go_on_while_a_kit_is_being_made_of_cards_that_nobody_could_give_away():
    match = table({**THREE, "kits": "none"}, hands={"british": ["kit-food", "kit-disguise"]})
    play(match, "make kit")
    assert asked(match) == ("with", "british")
    assert can(match, "british", "trade french")
    assert can(match, "french", "trade british")


@pytest.mark.rule("colditz", "COL-O-100")
def test_trades_go_on_in_the_middle_of_another_officer_s_move():
    match = officer(5, {"british-1": "in_031"}, FOUR, equipment=GOODS)
    play(match, "british-1")
    assert asked(match) == ("move", "british")
    offered(match, "polish", "french", want=["key"])
    by(match, "french", "accept polish")
    assert held(match, "polish") == {"key": 1}
    assert asked(match) == ("move", "british")


# Making an offer


@pytest.mark.rule("colditz", "COL-O-100")
@pytest.mark.ruling("colditz", "AMB-66")
def test_an_offer_is_drafted_piece_by_piece():
    match = table()
    for text in ("put rope", "want key", "send", "drop", "recall", "accept french", "decline french"):
        assert why(match, "british", text) == "AMB-66", text
    by(match, "british", "trade french")
    rows = ["put rope", "want rope", "want key", "want pass", "want cutter", "drop"]
    assert offers(match, "british") == rows, "nothing is in it yet"
    for text in ("trade french", "put key", "put cutter", "send", "recall"):
        assert why(match, "british", text) == "AMB-66", text
    by(match, "british", "put rope")
    assert can(match, "british", "send"), "a gift"
    by(match, "british", "put rope")
    assert why(match, "british", "put rope") == "AMB-66", "he has no third"
    by(match, "british", "want cutter")
    assert can(match, "british", "send")
    assert offers(match, "french") == ["trade british"], "nobody else sees a draft"
    assert why(match, "french", "accept british") == why(match, "french", "decline british") == "AMB-66"


@pytest.mark.ruling("colditz", "AMB-66")
def test_one_may_ask_for_something_and_give_nothing():
    match = table()
    by(match, "british", "trade french", "want key")
    assert can(match, "british", "send")
    by(match, "british", "send")
    by(match, "french", "accept british")
    assert (held(match), held(match, "french")) == ({"rope": 2, "key": 1}, {"pass": 1})


@pytest.mark.ruling("colditz", "AMB-66")
def test_nobody_makes_an_offer_to_himself_or_to_who_is_not_an_escape_officer_here():
    match = table()
    for text in ("trade british", "trade polish", "trade american"):
        assert why(match, "british", text) == "AMB-66"
    assert why(match, "security", "trade british") == why(match, "security", "accept british") == "AMB-66"


@pytest.mark.rule("colditz", "COL-O-075")
def test_opportunity_cards_are_never_in_an_offer():
    match = table(hands={"british": ["talisman"], "french": ["release"]})
    by(match, "british", "trade french")
    for card in ("talisman", "kit-food", "black-market", "release"):
        assert why(match, "british", f"put {card}") == why(match, "british", f"want {card}") == "COL-O-075"
    assert why(match, "french", "put talisman") == "COL-O-075", "before there is an offer at all"


@pytest.mark.ruling("colditz", "AMB-66")
def test_six_things_at_most_are_on_either_side():
    match = table(equipment={"british": {"rope": 7}, "french": {}})
    by(match, "british", "trade french", *["put rope"] * 6)
    assert why(match, "british", "put rope") == "AMB-66"
    assert can(match, "british", "want rope")
    by(match, "british", *["want rope", "want key", "want pass"] * 2)
    for kind in KINDS:
        assert why(match, "british", f"want {kind}") == "AMB-66"
    by(match, "british", "send")
    assert match.view()["offers"]["british"]["give"]["rope"] == 6


@pytest.mark.ruling("colditz", "AMB-66")
def test_eight_offers_are_sent_in_one_player_s_turn():
    match = table()
    for number in range(8):
        assert can(match, "british", "trade french"), number
        offered(match, "british", "french", ["rope"])
        by(match, *(("british", "recall") if number % 2 else ("french", "decline british")))
    assert why(match, "british", "trade french") == "AMB-66"
    assert can(match, "french", "trade british"), "each has his own"
    idle(match)
    assert can(match, "british", "trade french"), "the next turn starts a new count"


@pytest.mark.ruling("colditz", "AMB-66")
def test_a_draft_that_is_dropped_was_no_offer_but_is_dropped_eight_times_at_most():
    match = table()
    for _ in range(7):
        by(match, "british", "trade french", "put rope", "drop")
    assert match.view()["offers"]["british"]["made"] == 0
    offered(match, "british", "french", ["rope"])
    by(match, "british", "recall", "trade french", "drop")
    assert why(match, "british", "trade french") == "AMB-66"


@pytest.mark.ruling("colditz", "AMB-66")
def test_a_dropped_draft_leaves_nothing_in_the_next_one():
    match = table()
    by(match, "british", "trade french", "put rope", "want key", "drop", "trade french")
    assert why(match, "british", "send") == "AMB-66"
    found = match.view()["offers"]["british"]
    assert (sum(found["give"].values()), sum(found["want"].values())) == (0, 0)


@pytest.mark.ruling("colditz", "AMB-66")
def test_a_draft_of_what_one_has_no_longer_is_not_sent():
    match = table(equipment={"british": {"rope": 1}, "french": {"key": 1}})
    by(match, "british", "trade french", "put rope")
    offered(match, "french", "british", want=["rope"])
    by(match, "british", "accept french")
    assert held(match) == {}
    assert why(match, "british", "send") == why(match, "british", "put rope") == "AMB-66"
    assert can(match, "british", "drop")


# An offer that stands


@pytest.mark.ruling("colditz", "AMB-66")
def test_who_has_an_offer_out_makes_no_other():
    match = table(FOUR)
    offered(match, "british", "french", ["rope"], ["key"])
    assert offers(match, "british") == ["recall"]
    for text in ("trade polish", "trade french", "put rope", "want key", "send", "drop"):
        assert why(match, "british", text) == "AMB-66", text
    assert offers(match, "french") == ["trade british", "trade polish", "accept british", "decline british"]
    assert offers(match, "polish") == ["trade british", "trade french"]
    assert why(match, "polish", "accept british") == why(match, "polish", "decline british") == "AMB-66"
    assert why(match, "british", "accept british") == "AMB-66"


@pytest.mark.ruling("colditz", "AMB-66")
def test_the_partner_is_waited_for_and_nobody_else():
    match = table(FOUR)
    waits = match.game.play.anytime.waits
    assert waits(match.state) == 0
    by(match, "british", "trade french", "put rope")
    assert waits(match.state) == 0
    by(match, "british", "send")
    assert waits(match.state) == 0b010
    offered(match, "polish", "british", want=["rope"])
    assert waits(match.state) == 0b011
    by(match, "french", "decline british")
    assert waits(match.state) == 0b001


@pytest.mark.ruling("colditz", "AMB-66")
def test_nobody_waits_for_an_answer_while_trades_are_closed():
    match = officer(
        6, {"british-1": "out_337"}, THREE, equipment={"british": {"key": 2}}, hands={"security": ["riot"]}
    )
    offered(match, "british", "french", ["key"])
    play(match, "british-1", "cross key_south")
    assert asked(match) == ("caught", "security")
    assert match.game.play.anytime.waits(match.state) == 0
    assert why(match, "french", "accept british") == "COL-O-100"
    play(match, "pass")
    assert match.game.play.anytime.waits(match.state) == 0b10
    by(match, "french", "accept british")
    assert held(match, "french") == {"key": 1}


@pytest.mark.ruling("colditz", "AMB-66")
def test_what_is_on_offer_is_used_for_nothing_else():
    here = {"british-1": "in_227", "british-2": "out_337"}
    goods = {"british": {"rope": 1, "key": 1}, "french": {"pass": 1}}
    match = officer(9, here, FOUR, equipment=goods)
    offered(match, "british", "french", ["rope", "key"])
    play(match, "british-1")
    assert refuse(match, "cross out_330") == "COL-O-020"
    play(match, "back", "british-2")
    assert refuse(match, "cross key_south") == "COL-O-022"
    play(match, "back")
    offered(match, "polish", "british", want=["rope"])
    assert why(match, "british", "accept polish") == "AMB-66", "not even for another trade"
    by(match, "british", "recall")
    assert can(match, "british", "accept polish")
    play(match, "british-1", "cross out_330")
    assert held(match) == {"key": 1}


@pytest.mark.ruling("colditz", "AMB-66")
def test_cards_beyond_those_on_offer_are_free():
    match = officer(9, {"british-1": "in_227"}, FOUR, equipment={"british": {"rope": 2}})
    offered(match, "british", "french", ["rope"])
    offered(match, "polish", "british", want=["rope"])
    assert can(match, "british", "accept polish")
    play(match, "british-1", "cross out_330")
    assert held(match) == {"rope": 1}
    assert why(match, "british", "accept polish") == "AMB-66", "the one that is left is on offer"


@pytest.mark.rule("colditz", "COL-O-100")
@pytest.mark.ruling("colditz", "AMB-66")
def test_who_cannot_give_what_is_asked_for_may_only_decline():
    match = table()
    offered(match, "british", "french", ["rope"], ["key", "key"])
    assert why(match, "french", "accept british") == "AMB-66"
    assert can(match, "french", "decline british")
    by(match, "french", "decline british")
    offered(match, "british", "french", ["rope"], ["key", "pass"])
    by(match, "french", "accept british")
    assert (held(match), held(match, "french")) == ({"rope": 1, "key": 1, "pass": 1}, {"rope": 1})


@pytest.mark.rule("colditz", "COL-O-091")
@pytest.mark.ruling("colditz", "AMB-66")
def test_a_card_that_must_be_given_up_is_none_on_offer_unless_there_is_no_other():
    here = {"british-1": "out_003", "guard-1": "post_out_1"}

    def arrested(goods, put):
        match = officer(3, here, THREE, equipment={"british": goods})
        offered(match, "british", "french", put)
        return match, play(match, "british-1", "force guard-1")

    match, kinds = arrested({"rope": 1, "key": 1, "pass": 1}, ["key"])
    assert (deeds(match), refuse(match, "lose key")) == (["lose rope", "lose pass"], "COL-O-091")
    assert "lapsed" not in kinds
    play(match, "lose rope")
    assert can(match, "french", "accept british")
    match, kinds = arrested({"rope": 2}, ["rope"])
    assert (asked(match)[0], deeds(match), "lapsed" in kinds) == ("lose", ["lose rope"], False)
    match, kinds = arrested({"rope": 1, "key": 1}, ["rope", "key"])
    assert "lapsed" in kinds
    assert deeds(match) == ["lose rope", "lose key"]
    match, kinds = arrested({"rope": 1}, ["rope"])
    assert kinds[-2:] == ["lapsed", "lost"]
    assert held(match) == {}


# How it ends, and who is told


@pytest.mark.rule("colditz", "COL-O-100")
@pytest.mark.ruling("colditz", "AMB-55", "AMB-66")
def test_only_the_two_hear_of_an_offer_and_all_of_a_trade_but_not_of_its_kinds():
    match = table(FOUR)
    assert by(match, "british", "trade french") == [(0b001, "drafted", 1)]
    assert by(match, "british", "put rope") == [(0b001, "put_in", 0)]
    assert by(match, "british", "want pass") == [(0b001, "asked_for", 2)]
    assert by(match, "british", "send") == [(0b011, "offered", 0, 1, (0,), (2,))]
    assert by(match, "french", "accept british") == [(ALL, "traded", 0, 1, 1, 1)]
    assert (held(match), held(match, "french")) == ({"rope": 1, "pass": 1}, {"rope": 1, "key": 1})
    assert match.view()["supply"] == {"rope": 10, "key": 5, "pass": 4, "cutter": 4}


@pytest.mark.ruling("colditz", "AMB-66")
def test_an_offer_names_each_card_and_says_so_if_one_side_gives_nothing():
    match = table()
    assert offered(match, "british", "french", ["rope", "rope"])[-1] == (
        0b11,
        "offered",
        0,
        1,
        (0, 0),
        (NOTHING,),
    )
    by(match, "british", "recall")
    assert offered(match, "british", "french", want=["key", "pass"])[-1][4:] == ((NOTHING,), (1, 2))
    assert by(match, "french", "accept british") == [(ALL, "traded", 0, 1, 0, 2)]


@pytest.mark.ruling("colditz", "AMB-66")
def test_recalled_declined_and_dropped_offers_change_nothing_and_only_those_hear_who_knew():
    match = table(FOUR)
    offered(match, "french", "polish", ["key"])
    assert by(match, "french", "recall") == [(0b110, "recalled", 1, 2)]
    offered(match, "french", "british", ["key"])
    assert by(match, "british", "decline french") == [(0b011, "declined", 1, 0)]
    by(match, "french", "trade polish")
    assert by(match, "french", "drop") == [(0b010, "dropped")]
    assert held(match, "french") == {"key": 1, "pass": 1}
    assert offers(match, "french") == ["trade british", "trade polish"]
    assert match.view()["offers"]["french"]["made"] == 2


@pytest.mark.ruling("colditz", "AMB-66")
def test_offers_and_drafts_end_with_the_turn():
    match = table(FOUR)
    offered(match, "british", "french", ["rope"])
    by(match, "french", "trade polish", "put key")
    match.dice.feed((3, 4))
    match.play("roll")
    assert can(match, "french", "accept british"), "the roll changes nothing"
    events = match.play("end")
    assert (0b011, "lapsed", 0, 1) in events
    assert (0b010, "dropped") in events
    assert sum(event[1] in ("lapsed", "dropped") for event in events) == 2
    assert match.view()["offers"] == {}
    assert why(match, "french", "accept british") == "AMB-66"
    assert (held(match), held(match, "french")) == ({"rope": 2}, {"key": 1, "pass": 1})


@pytest.mark.ruling("colditz", "AMB-30")
def test_who_gives_his_last_card_away_in_time_cannot_be_arrested_in_the_courtyard():
    here = {"british-1": "in_031", "guard-1": "post_in_1"}

    def next_turn(gift):
        match = officer(3, here, THREE, equipment={"british": {"key": 1}})
        if gift:
            offered(match, "british", "french", ["key"])
            by(match, "french", "accept british")
        play(match, "end")
        idle(match)
        match.dice.feed((3, 4))
        play(match, "roll", "guard-1")
        return match

    assert next_turn(gift=False).refusal("arrest british-1") is None
    assert refuse(next_turn(gift=True), "arrest british-1") == "COL-O-087"


@pytest.mark.ruling("colditz", "AMB-66")
def test_two_officers_may_make_each_other_offers_and_accept_both():
    match = table(equipment={"british": {"rope": 1}, "french": {"key": 1}})
    offered(match, "british", "french", ["rope"])
    offered(match, "french", "british", ["key"])
    by(match, "british", "accept french")
    assert held(match) == {"rope": 1, "key": 1}
    by(match, "french", "accept british")
    assert (held(match), held(match, "french")) == ({"key": 1}, {"rope": 1})


@pytest.mark.rule("colditz", "COL-O-100")
def test_offers_are_no_answer_to_the_question_of_the_turn():
    match = table()
    assert match.game.play.anytime.rule == "COL-O-100"
    assert deeds(match) == ["roll"]
    assert match.refusal("end") == OTHER_QUESTION
    offered(match, "british", "french", ["rope"])
    assert asked(match) == ("ready", "british")
    assert deeds(match) == ["roll"]
