"""Opportunity cards in an Escape Officer's own turn, and where cards of either deck go."""

import pytest

from garrison.core.errors import OTHER_QUESTION
from garrison.core.state import ALL, ARBITER, SPECTATOR
from garrison.games.colditz.state import CARD_MASK, KNOWERS, SEAT_SHIFT
from garrison.games.colditz.tables import CARD, CARD_FILE
from support.games.colditz_matches import (
    COLDITZ,
    acting,
    asked,
    at,
    deeds,
    held,
    idle,
    may,
    officer,
    play,
    refuse,
    roll,
    security,
    where,
)

FOUR = ["talisman", "release", "warning", "hideaway"]
POSTED = {"guard-1": "post_in_1", "guard-2": "post_out_1", "guard-3": "out_300", "guard-4": "post_in_2"}


def told(match, text, kind):
    """The events of one kind that an action causes."""
    return [event for event in match.play(text) if event[1] == kind]


# Hands and decks


@pytest.mark.rule("colditz", "COL-O-078")
@pytest.mark.ruling("colditz", "AMB-70")
def test_a_card_that_was_played_is_known_to_all_at_the_bottom_of_its_deck():
    match = officer(3, POSTED, {"seats": "3"}, hands={"british": ["diversion"]})
    play(match, "play diversion", "guard-1", "done")
    for seat in (0, 1, 2, SPECTATOR):
        assert match.view(seat)["opportunity_deck"][-1] == "diversion"
        assert set(match.view(seat)["opportunity_deck"][:-1]) == {"hidden"}
    match = security(3, {}, {"seats": "3"}, hands={"security": ["riot"]})
    play(match, "play riot", "post post_in_1", "done")
    for seat in (0, 1, 2, SPECTATOR):
        assert match.view(seat)["security_deck"][-1] == "riot"


@pytest.mark.rule("colditz", "COL-O-074", "COL-O-078")
@pytest.mark.ruling("colditz", "AMB-55")
def test_a_discarded_card_goes_to_the_bottom_and_only_its_holder_is_told_which():
    match = officer(3, {"british-1": "in_031"}, {"seats": "3"}, hands={"british": FOUR})
    events = match.play("discard warning")
    assert [event[:2] for event in events if "discard" in event[1]] == [
        (ALL, "discarded"),
        (1, "discarded_card"),
    ]
    assert match.view()["opportunity_deck"][-1] == "warning"
    assert [match.view(seat)["opportunity_deck"][-1] for seat in (0, 1, 2, SPECTATOR)] == [
        "warning",
        "hidden",
        "hidden",
        "hidden",
    ]
    assert sorted(match.view()["hands"]["british"]) == ["hideaway", "release", "talisman"]


@pytest.mark.rule("colditz", "COL-O-071")
def test_only_who_draws_is_told_what_he_has_drawn():
    match = at({"seats": "3"}, pawns={"british-1": "in_031"}, opportunity_deck=["black-market"])
    roll(match, 2, 3)
    events = match.play("draw")
    assert [event[:2] for event in events if "drew" in event[1]] == [(ALL, "drew"), (1, "drew_card")]
    assert match.view(0)["hands"]["british"] == ["black-market"]
    assert match.view(1)["hands"]["british"] == match.view(2)["hands"]["british"] == ["hidden"]


@pytest.mark.rule("colditz", "COL-O-071", "COL-O-078")
def test_a_card_that_all_saw_go_to_the_bottom_stays_known_to_them_when_it_is_drawn():
    deck = [row["id"] for row in CARD_FILE["security"] for _ in range(row["count"])]
    rest = [card for card in deck if card != "riot"][3:]
    hands = {"security": ["riot", *deck[:2]], "british": ["talisman"]}
    match = security(3, {"guard-1": "post_in_1"}, hands=hands, security_deck=rest)
    play(match, "play riot", "post post_in_2", "done")
    play(match, "end")
    for _ in range(len(match.view()["security_deck"]) - 1):
        match.state.security.insert(0, match.state.security.pop())
    idle(match)
    roll(match, 1, 3)
    play(match, "draw")
    assert match.view(0)["hands"]["security"].count("riot") == 1
    assert match.view(0)["hands"]["security"].count("hidden") == 2


def known_to(match, seat, cards):
    """Let a seat know some cards of the British hand, by kind."""
    left = {CARD[card]: number for card, number in cards.items()}
    for place, each in enumerate(match.state.hands):
        if each >> SEAT_SHIFT == 0 and left.get(each & CARD_MASK):
            left[each & CARD_MASK] -= 1
            match.state.hands[place] = each | 1 << KNOWERS + seat
    match.state.hands.sort()


@pytest.mark.rule("colditz", "COL-O-078")
@pytest.mark.ruling("colditz", "AMB-55")
@pytest.mark.parametrize("knows", [1, 2])
def test_who_knows_all_cards_of_a_hand_to_be_alike_knows_what_is_discarded(knows):
    match = officer(3, {"british-1": "in_031"}, {"seats": "3"}, hands={"british": ["find-rope"] * 4})
    known_to(match, knows, {"find-rope": 4})
    known_to(match, 3 - knows, {"find-rope": 3})
    play(match, "discard find-rope")
    assert match.view(knows)["opportunity_deck"][-1] == "find-rope"
    assert match.view(3 - knows)["opportunity_deck"][-1] == "hidden"
    assert match.view(knows)["hands"]["british"] == ["find-rope"] * 3
    assert sorted(match.view(3 - knows)["hands"]["british"]) == ["find-rope", "find-rope", "hidden"]


@pytest.mark.rule("colditz", "COL-O-078")
@pytest.mark.ruling("colditz", "AMB-55")
def test_a_card_that_somebody_has_seen_in_a_hand_may_be_the_one_that_was_discarded():
    match = officer(3, {"british-1": "in_031"}, {"seats": "3"}, hands={"british": ["find-rope", *FOUR[1:]]})
    known_to(match, 2, {"warning": 1, "hideaway": 1})
    assert match.view(2)["hands"]["british"].count("hidden") == 2
    play(match, "discard release")
    assert match.view(2)["hands"]["british"] == ["hidden"] * 3
    assert match.view(2)["opportunity_deck"][-1] == match.view(1)["opportunity_deck"][-1] == "hidden"
    assert sorted(match.view(0)["hands"]["british"]) == ["find-rope", "hideaway", "warning"]


@pytest.mark.ruling("colditz", "AMB-55")
def test_a_card_played_from_among_equal_ones_may_be_the_one_that_was_seen():
    match = officer(
        3, {"british-1": "in_031"}, {"seats": "3"}, hands={"british": ["find-rope", "find-rope", "talisman"]}
    )
    known_to(match, 2, {"find-rope": 1, "talisman": 1})
    known_to(match, 1, {"find-rope": 2})
    play(match, "play find-rope")
    assert sorted(match.view(2)["hands"]["british"]) == ["hidden", "talisman"]
    assert sorted(match.view(1)["hands"]["british"]) == ["find-rope", "hidden"]
    loaded = COLDITZ.know.load(match.view(ARBITER))
    assert loaded.hands == match.state.hands == sorted(match.state.hands), "a hand has no order"


@pytest.mark.rule("colditz", "COL-O-074")
@pytest.mark.parametrize("seat", ["british", "security"])
def test_with_four_cards_a_turn_does_not_end_before_one_is_used_or_discarded(seat):
    cards = FOUR if seat == "british" else ["appel", "shoot", "search", "confiscate"]
    match = acting(turn=seat, pawns={"british-1": "in_031", "guard-1": "post_in_1"}, hands={seat: cards})
    assert refuse(match, "end") == "COL-O-074"
    assert {f"discard {card}" for card in cards} <= set(deeds(match))
    other = "diversion" if seat == "british" else "riot"
    assert refuse(match, f"discard {other}") == "COL-O-076"
    play(match, f"discard {cards[0]}")
    assert refuse(match, f"discard {cards[1]}") == "COL-O-074"
    assert may(match, "end")


@pytest.mark.rule("colditz", "COL-O-074")
@pytest.mark.ruling("colditz", "AMB-26")
def test_with_six_players_kit_parts_do_not_count_and_are_never_discarded():
    cards = [*FOUR[:3], "kit-food"]
    six = acting({"seats": "6"}, pawns={"british-1": "in_031"}, hands={"british": cards})
    assert may(six, "end")
    assert refuse(six, "discard release") == refuse(six, "discard kit-food") == "COL-O-074"
    more = acting({"seats": "6"}, pawns={"british-1": "in_031"}, hands={"british": [*FOUR, "kit-food"]})
    assert refuse(more, "discard kit-food") == "COL-O-074"
    assert refuse(more, "end") == "COL-O-074"
    play(more, "discard release")
    assert may(more, "end")
    five = acting({"seats": "5"}, pawns={"british-1": "in_031"}, hands={"british": cards})
    assert refuse(five, "end") == "COL-O-074"
    play(five, "discard kit-food")
    assert five.view()["opportunity_deck"][-1] == "kit-food"


@pytest.mark.ruling("colditz", "AMB-26", "AMB-27")
@pytest.mark.parametrize(("seats", "question"), [("5", "saved"), ("6", "act")])
def test_who_holds_nothing_but_a_kit_part_is_asked_with_five_players_and_not_with_six(seats, question):
    pawns = {"british-1": "out_003", "guard-1": "post_out_1"}
    match = security(2, pawns, {"seats": seats}, hands={"british": ["kit-food"]})
    play(match, "guard-1", "arrest british-1")
    assert asked(match)[0] == question


# When cards are played


@pytest.mark.rule("colditz", "COL-O-076")
@pytest.mark.parametrize("phase", ["ready", "act"])
def test_cards_are_played_before_or_after_the_roll_and_the_turn_goes_on(phase):
    match = at(pawns=POSTED, phase=phase, points=4 if phase == "act" else 0, hands={"british": ["find-key"]})
    assert "took" in play(match, "play find-key")
    assert asked(match) == (phase, "british")
    assert match.view()["points"] == (4 if phase == "act" else 0)
    assert held(match) == {"key": 1}
    assert refuse(match, "play find-key") == "COL-O-076"


@pytest.mark.rule("colditz", "COL-O-076")
def test_nobody_plays_a_card_in_another_s_turn_or_out_of_another_s_hand():
    hands = {"british": ["find-key"], "french": ["find-rope"], "security": ["riot"]}
    match = at({"seats": "3"}, pawns=POSTED, hands=hands)
    assert refuse(match, "play find-rope") == refuse(match, "play riot") == "COL-O-076"
    idle(match)
    assert refuse(match, "play find-key") == "COL-O-076"
    assert may(match, "play find-rope")
    idle(match)
    assert refuse(match, "play find-key") == "COL-O-076"
    assert may(match, "play riot")


@pytest.mark.rule("colditz", "COL-O-076")
@pytest.mark.parametrize(
    ("seat", "card"),
    [("british", "talisman"), ("british", "hideaway"), ("british", "warning"), ("security", "arrest-holder")],
)
def test_interrupts_are_never_played_in_ones_own_turn(seat, card):
    pawns = {"british-1": "in_031", "guard-1": "post_in_1"}
    for phase in ("ready", "act"):
        match = at(
            turn=seat, phase=phase, pawns=pawns, hands={seat: [card]}, equipment={"british": {"key": 1}}
        )
        assert refuse(match, f"play {card}") == "COL-O-076"


@pytest.mark.rule("colditz", "COL-O-106")
@pytest.mark.parametrize("card", ["kit-food", "kit-disguise"])
def test_a_kit_part_is_used_when_a_kit_is_made_and_not_played(card):
    match = at({"kits": "none"}, pawns={"british-1": "in_031"}, hands={"british": [card]})
    assert refuse(match, f"play {card}") == "COL-O-106"


@pytest.mark.rule("colditz", "COL-O-079")
@pytest.mark.ruling("colditz", "AMB-70")
def test_whether_a_card_of_an_officer_would_change_something():
    """A position in which it would, and one in which it would not, for every card of his own turn."""
    idle_hand = {"british-1": "in_031"}
    full = {"british": {"rope": 12, "key": 6, "pass": 5, "cutter": 4}}
    for card, useful, useless in (
        ("release", {"pawns": {"british-1": "cell_inner"}}, {"pawns": idle_hand}),
        ("release", {"pawns": {"british-1": "cell_outer"}}, {"pawns": {"british-1": "shot"}}),
        ("chapel-tunnel", {}, {"tunnels": {"chapel": "open"}}),
        ("canteen-tunnel", {"tunnels": {"chapel": "open"}}, {"tunnels": {"canteen": "found"}}),
        ("theatre-tunnel", {"tunnels": {"canteen": "found"}}, {"tunnels": {"theatre": "open"}}),
        ("diversion", {"pawns": {"guard-12": "post_out_1"}}, {"pawns": idle_hand}),
        ("inspection", {"pawns": {"guard-1": "ext_099"}}, {"pawns": {"guard-1": "office"}}),
        ("find-rope", {"equipment": {"british": {"rope": 11}}}, {"equipment": full}),
        ("find-key", {"equipment": {"british": {"key": 5}}}, {"equipment": {"french": {"key": 6}}}),
        ("find-pass", {"equipment": {"french": {"pass": 4}}}, {"equipment": {"british": {"pass": 5}}}),
        ("find-cutter", {"equipment": {"british": {"cutter": 3}}}, {"equipment": {"british": {"cutter": 4}}}),
        ("black-market", {"equipment": {"british": {**full["british"], "key": 5}}}, {"equipment": full}),
        ("black-market", {"equipment": {"british": {**full["british"], "rope": 11}}}, {"equipment": full}),
    ):
        for phase in ("ready", "act"):
            common = {"phase": phase, "hands": {"british": [card]}}
            assert may(at({"seats": "3"}, **common, **useful), f"play {card}"), (card, useful)
            assert refuse(at({"seats": "3"}, **common, **useless), f"play {card}") == "AMB-70", (
                card,
                useless,
            )


@pytest.mark.rule("colditz", "COL-O-079")
def test_every_card_takes_effect_at_once():
    pawns = {"british-1": "cell_inner", "british-2": "cell_outer", "british-3": "staff_car", **POSTED}

    def after(card):
        match = at(pawns=pawns, hands={"british": [card]})
        play(match, f"play {card}")
        return match

    assert [asked(after(card))[0] for card in ("release", "diversion", "inspection", "black-market")] == [
        "free",
        "lure",
        "lure",
        "goods",
    ]
    for tunnel in ("chapel", "canteen", "theatre"):
        match = after(f"{tunnel}-tunnel")
        assert [name for name, state in match.view()["tunnels"].items() if state == "open"] == [tunnel]
    assert after("staff-car").view()["driver"] == "british-3"
    for kind in ("rope", "key", "pass", "cutter"):
        match = after(f"find-{kind}")
        assert (held(match), asked(match)) == ({kind: 1}, ("ready", "british"))


@pytest.mark.ruling("colditz", "AMB-70")
def test_a_card_that_would_help_only_another_officer_is_not_played():
    pawns = {"british-1": "in_031", "french-1": "cell_inner", "french-2": "staff_car"}
    match = at({"seats": "3"}, pawns=pawns, hands={"british": ["release", "staff-car"]})
    assert refuse(match, "play release") == "AMB-70"
    assert refuse(match, "play staff-car") == "COL-O-017"


# Release from Solitary


@pytest.mark.rule("colditz", "COL-O-026", "COL-O-066")
def test_a_release_card_takes_one_own_pow_out_of_either_block_without_a_point():
    pawns = {"british-1": "cell_inner", "british-2": "cell_outer", "british-3": "in_031"}
    pawns["french-1"] = "cell_inner"
    match = officer(4, pawns, {"seats": "3"}, hands={"british": ["release", "release"]})
    play(match, "play release")
    assert asked(match) == ("free", "british")
    assert deeds(match) == ["british-1", "british-2"]
    for pawn in ("british-3", "french-1", "guard-1"):
        assert refuse(match, pawn) == OTHER_QUESTION
    assert "released" in play(match, "british-2")
    assert (where(match, "british-2"), where(match, "british-1")) == ("out_366", "cell_inner")
    assert (match.view()["points"], match.view()["returning"]) == (4, ["british-2"])
    play(match, "play release")
    assert where(match, "british-1").startswith("in_")
    assert asked(match) == ("act", "british")
    assert match.view()["points"] == 4


@pytest.mark.rule("colditz", "COL-O-026")
def test_who_is_released_before_the_roll_walks_with_it():
    match = at(pawns={"british-1": "cell_inner"}, hands={"british": ["release"]})
    play(match, "play release")
    assert asked(match) == ("ready", "british")
    roll(match, 3, 4)
    assert may(match, "british-1")


# Diversion and High Command Inspection


@pytest.mark.rule("colditz", "COL-O-076", "COL-O-066")
@pytest.mark.parametrize(("card", "most"), [("diversion", 2), ("inspection", 4)])
def test_guards_are_lured_one_by_one_up_to_the_number_of_the_card(card, most):
    places = ["post_in_1", "post_out_1", "out_300", "ext_099", "in_031"]
    pawns = {f"guard-{n}": place for n, place in enumerate(places, 1)} | {"guard-6": "office"}
    match = officer(3, pawns, hands={"british": [card]})
    play(match, f"play {card}")
    assert asked(match) == ("lure", "british")
    assert refuse(match, "done") == OTHER_QUESTION, "at least one"
    for lured in range(1, most + 1):
        assert [deed for deed in deeds(match) if deed != "done"] == [f"guard-{n}" for n in range(lured, 6)]
        assert may(match, "done") is (lured > 1)
        assert all(may(match, f"guard-{n}") for n in range(lured, 6))
        assert (
            refuse(match, "guard-6")
            == refuse(match, "guard-7" if lured == 1 else "guard-1")
            == OTHER_QUESTION
        )
        assert refuse(match, "british-1") == OTHER_QUESTION
        assert play(match, f"guard-{lured}") == ["lured"]
        assert where(match, f"guard-{lured}") == "office"
    assert asked(match) == ("act", "british")
    assert where(match, f"guard-{most + 1}") == places[most]
    assert match.view()["points"] == 3


@pytest.mark.rule("colditz", "COL-O-076")
def test_one_may_lure_fewer_guards_and_stops_with_the_last_on_the_board():
    match = officer(3, POSTED, hands={"british": ["inspection"]})
    play(match, "play inspection", "guard-2", "done")
    assert asked(match) == ("act", "british")
    assert [where(match, f"guard-{n}") for n in (1, 2, 3)] == ["post_in_1", "office", "out_300"]
    two = officer(3, {"guard-1": "post_in_1", "guard-2": "ext_099"}, hands={"british": ["inspection"]})
    play(two, "play inspection", "guard-1", "guard-2")
    assert asked(two) == ("act", "british")
    lone = officer(3, {"guard-2": "ext_099"}, hands={"british": ["diversion"]})
    assert "lured" in play(lone, "play diversion"), "one guard is no choice"
    assert asked(lone) == ("act", "british")


@pytest.mark.rule("colditz", "COL-O-070")
def test_a_lured_guard_is_in_barracks_only_after_the_security_officer_s_turn():
    match = officer(3, {"guard-1": "post_in_1", "british-1": "in_064"}, hands={"british": ["diversion"]})
    play(match, "play diversion", "end")
    assert where(match, "guard-1") == "office"
    roll(match, 3, 4)
    assert where(match, "guard-1") == "office"
    play(match, "end")
    assert where(match, "guard-1") == "barracks"


# Equipment found by a card


@pytest.mark.rule("colditz", "COL-O-076", "COL-O-101")
@pytest.mark.parametrize("kind", ["rope", "key", "pass", "cutter"])
def test_a_card_finds_one_of_its_kind_and_all_are_told(kind):
    before = at().view()["supply"][kind]
    match = at({"seats": "3"}, hands={"british": [f"find-{kind}"]})
    assert told(match, f"play find-{kind}", "took") == [
        (ALL, "took", 0, ["rope", "key", "pass", "cutter"].index(kind))
    ]
    assert held(match) == {kind: 1}
    assert match.view()["supply"][kind] == before - 1
    for seat in (1, 2, SPECTATOR):
        assert match.view(seat)["equipment"]["british"][kind] == 1


@pytest.mark.rule("colditz", "COL-O-101", "COL-O-076")
def test_the_black_market_sells_whatever_pile_is_not_empty():
    match = officer(
        3,
        {},
        {"seats": "3"},
        hands={"british": ["black-market"]},
        equipment={"british": {"key": 2}, "french": {"key": 4}},
    )
    play(match, "play black-market")
    assert asked(match) == ("goods", "british")
    assert deeds(match) == ["take rope", "take pass", "take cutter"]
    assert refuse(match, "take key") == "COL-O-101"
    assert refuse(match, "end") == OTHER_QUESTION
    assert told(match, "take cutter", "took") == [(ALL, "took", 0, 3)]
    assert held(match) == {"key": 2, "cutter": 1}
    assert asked(match) == ("act", "british")


@pytest.mark.rule("colditz", "COL-O-078")
@pytest.mark.ruling("colditz", "AMB-26")
def test_with_six_players_used_kit_parts_go_back_to_their_own_pile():
    rooms = {"british-1": "interview_room_1", "british-2": "laundry_1"}
    match = acting(
        {"seats": "6", "kits": "none"}, points=1, pawns=rooms, hands={"british": ["kit-food", "talisman"]}
    )
    play(match, "make kit", "with kit-food")
    assert match.view()["kit_parts"][-1] == "kit-food"
    assert "kit-food" not in match.view()["opportunity_deck"]
