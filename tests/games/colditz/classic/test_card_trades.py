"""Opportunity cards change hands: who may give what, who knows of it afterwards, and when nobody trades."""

import pytest

from garrison.core.dice import ScriptedDice
from garrison.core.state import ARBITER
from support.games.colditz_matches import at, may, officer, play, roll, security

FOUR = {"edition": "classic", "seats": "4"}
BRITISH, FRENCH, POLISH, SECURITY = range(4)
MEN = {"british-1": "in_064", "french-1": "in_074", "polish-1": "in_084"}


def match_of(hands, turn="british", **more):
    return officer(3, MEN, FOUR, hands=hands, turn=turn, **more)


def offer(match, sender, to, give=(), want=()):
    for text in (
        f"trade {to}",
        *(f"put {thing}" for thing in give),
        *(f"want {thing}" for thing in want),
        "send",
    ):
        match.play(text, sender)


def swap(match, sender, partner, give=(), want=()):
    names = ("british", "french", "polish")
    offer(match, sender, names[partner], give, want)
    return match.play(f"accept {names[sender]}", partner)


def listed(match, seat, verb):
    return [text for text in map(match.write, match.legal(seat)) if text.split()[0] == verb]


def hands(match, viewer):
    return match.view(viewer)["hands"]


@pytest.mark.rule("colditz", "COL-C-48", "COL-C-27b")
@pytest.mark.parametrize("turn", ["british", "french", "security"])
def test_cards_and_equipment_are_swapped_in_anybodys_turn(turn):
    match = match_of(
        {"british": ["release", "talisman"], "french": ["warning"]}, turn, equipment={"french": {"rope": 2}}
    )
    events = swap(match, BRITISH, FRENCH, ["release", "talisman"], ["warning", "rope"])
    assert [event for event in events if event[1] == "traded"] == [(-1, "traded", 0, 1, 2, 2)]
    assert [event for event in events if event[1] == "cards_traded"] == [(-1, "cards_traded", 0, 1, 2, 1)]
    seen = match.view()
    assert seen["hands"]["british"] == ["warning"]
    assert seen["hands"]["french"] == ["release", "talisman"]
    assert (seen["equipment"]["british"]["rope"], seen["equipment"]["french"]["rope"]) == (1, 1)


@pytest.mark.rule("colditz", "COL-C-48")
@pytest.mark.ruling("colditz", "AMB-55")
def test_an_offer_shows_its_cards_to_the_partner_alone():
    match = match_of({"british": ["release", "release", "talisman"]})
    offer(match, BRITISH, "french", ["release", "release"])
    assert hands(match, FRENCH)["british"] == ["release", "release", "hidden"]
    assert hands(match, POLISH)["british"] == hands(match, SECURITY)["british"] == ["hidden"] * 3
    match.play("recall", BRITISH)
    offer(match, BRITISH, "french", ["release"])
    assert hands(match, FRENCH)["british"] == ["release", "release", "hidden"], "nothing is forgotten"
    assert hands(match, BRITISH)["british"] == ["release", "release", "talisman"]


@pytest.mark.rule("colditz", "COL-C-48")
@pytest.mark.ruling("colditz", "AMB-55")
def test_after_a_trade_the_two_know_what_changed_hands_and_others_know_how_many():
    match = match_of({"british": ["release", "talisman", "hideaway"], "french": ["warning"]})
    offer(match, BRITISH, "polish", ["release"])
    match.play("decline british", POLISH)
    assert hands(match, POLISH)["british"] == ["release", "hidden", "hidden"]
    swap(match, BRITISH, FRENCH, ["talisman"])
    assert hands(match, BRITISH)["french"] == ["talisman", "hidden"]
    assert hands(match, FRENCH)["french"] == ["talisman", "warning"]
    assert hands(match, FRENCH)["british"] == ["hidden", "hidden"]
    assert hands(match, POLISH)["british"] == ["hidden", "hidden"], "the one he knew may be the one that went"
    assert hands(match, POLISH)["french"] == hands(match, SECURITY)["french"] == ["hidden", "hidden"]


@pytest.mark.rule("colditz", "COL-C-48")
@pytest.mark.ruling("colditz", "AMB-55")
def test_who_knew_all_cards_of_a_hand_that_went_whole_or_were_alike_still_knows_them():
    match = match_of({"british": ["release", "talisman"]})
    offer(match, BRITISH, "polish", ["release"])
    match.play("decline british", POLISH)
    swap(match, BRITISH, FRENCH, ["release", "talisman"])
    assert hands(match, POLISH)["french"] == ["release", "hidden"], "the whole hand went, so that card too"
    alike = match_of({"british": ["release", "release"]})
    offer(alike, BRITISH, "polish", ["release", "release"])
    alike.play("decline british", POLISH)
    swap(alike, BRITISH, FRENCH, ["release"])
    assert hands(alike, POLISH)["british"] == hands(alike, POLISH)["french"] == ["release"]
    assert hands(alike, SECURITY)["british"] == hands(alike, SECURITY)["french"] == ["hidden"]
    mixed = match_of({"british": ["release", "talisman"]})
    offer(mixed, BRITISH, "polish", ["release", "talisman"])
    mixed.play("decline british", POLISH)
    swap(mixed, BRITISH, FRENCH, ["release"])
    assert hands(mixed, POLISH)["british"] == hands(mixed, POLISH)["french"] == ["hidden"]


@pytest.mark.rule("colditz", "COL-C-48", "COL-C-53a")
@pytest.mark.ruling("colditz", "AMB-58")
def test_an_open_tunnel_card_stays_and_everybody_still_knows_it():
    pawns = {**MEN, "french-2": "tun_chapel_5", "french-3": "tun_chapel_6"}
    match = officer(
        3, pawns, FOUR, turn="british", inside=["french-2", "french-3"], tunnels={"chapel": "french"},
        hands={"french": ["chapel-tunnel", "chapel-tunnel", "release"]},
    )  # fmt: skip
    assert hands(match, POLISH)["french"] == ["chapel-tunnel", "hidden", "hidden"]
    match.play("trade british", FRENCH)
    assert listed(match, FRENCH, "put") == ["put release", "put chapel-tunnel"]
    match.play("put chapel-tunnel", FRENCH)
    assert listed(match, FRENCH, "put") == ["put release"]
    assert match.refusal("put chapel-tunnel", FRENCH) == "AMB-66"
    match.play("send", FRENCH)
    match.play("accept french", BRITISH)
    for seat in (BRITISH, POLISH, SECURITY):
        assert hands(match, seat)["french"] == ["chapel-tunnel", "hidden"]
    assert hands(match, FRENCH)["british"] == hands(match, BRITISH)["british"] == ["chapel-tunnel"]
    assert hands(match, POLISH)["british"] == ["hidden"]


@pytest.mark.rule("colditz", "COL-C-48", "COL-C-47a")
@pytest.mark.ruling("colditz", "AMB-66")
def test_a_card_on_offer_is_used_for_nothing_else():
    match = officer(3, {**MEN, "british-2": "cell_inner"}, FOUR, hands={"british": ["release", "release"]})
    assert may(match, "play release")
    offer(match, BRITISH, "french", ["release"])
    assert may(match, "play release"), "one of them is not on offer"
    match.play("recall", BRITISH)
    offer(match, BRITISH, "french", ["release", "release"])
    assert not may(match, "play release")
    assert match.refusal("play release") == "AMB-66"
    match.play("recall", BRITISH)
    assert may(match, "play release")
    match.play("trade french", BRITISH)
    match.play("put release", BRITISH)
    assert may(match, "play release"), "a draft binds nothing"


@pytest.mark.rule("colditz", "COL-C-48")
@pytest.mark.ruling("colditz", "AMB-66")
def test_an_offer_is_accepted_only_with_cards_that_are_free():
    match = match_of({"british": ["release"], "french": ["talisman"]})
    offer(match, FRENCH, "polish", ["talisman"])
    offer(match, BRITISH, "french", ["release"], ["talisman"])
    assert listed(match, FRENCH, "accept") == []
    assert match.refusal("accept british", FRENCH) == "AMB-66"
    match.play("recall", FRENCH)
    assert listed(match, FRENCH, "accept") == ["accept british"]
    assert match.refusal("accept british", FRENCH) is None
    match.play("accept british", FRENCH)
    assert match.view()["hands"]["british"] == ["talisman"]


@pytest.mark.rule("colditz", "COL-C-48", "COL-C-51d")
def test_teams_that_are_left_trade_on_and_one_alone_has_nobody_to_trade_with():
    pawns = {"british-1": "in_064", "french-1": "out", "polish-1": "in_084"}
    match = officer(3, pawns, FOUR, hands={"british": ["release"]})
    assert [listed(match, seat, "trade") for seat in range(3)] == [["trade polish"], [], ["trade british"]]
    assert match.refusal("trade french", BRITISH) == match.refusal("trade british", FRENCH) == "AMB-66"
    alone = officer(3, {**pawns, "polish-1": "out"}, FOUR, hands={"british": ["release"]})
    assert [listed(alone, seat, "trade") for seat in range(3)] == [[], [], []]
    assert (match.may_act, alone.may_act) == (0b101, 0)


@pytest.mark.rule("colditz", "COL-C-48", "COL-C-08")
def test_one_escape_officer_has_nobody_to_trade_with():
    match = officer(3, {"british-1": "in_064"}, {"edition": "classic"}, hands={"british": ["release"]})
    assert listed(match, 0, "trade") == []
    assert match.may_act == 0


@pytest.mark.rule("colditz", "COL-C-48", "COL-C-34c3")
@pytest.mark.ruling("colditz", "AMB-29")
def test_nobody_trades_while_somebody_is_being_arrested():
    pawns = {"guard-1": "in_118", "british-1": "in_117", "french-1": "in_074", "polish-1": "in_084"}
    match = security(
        3,
        pawns,
        FOUR,
        equipment={"british": {"rope": 1}},
        hands={"british": ["release"], "french": ["warning"]},
    )
    assert listed(match, FRENCH, "trade") != []
    play(match, "guard-1", "arrest british-1")
    assert (match.ask[0], listed(match, FRENCH, "trade")) == ("saved", [])
    assert match.refusal("trade polish", FRENCH) == "COL-C-48"
    match.play("pass", BRITISH)
    assert (match.ask[0], listed(match, FRENCH, "trade")) == ("cell", [])
    play(match, "inner")
    assert listed(match, FRENCH, "trade") != []


@pytest.mark.rule("colditz", "COL-C-48", "COL-C-32b")
def test_nobody_trades_while_a_kit_is_being_made():
    match = at(FOUR, pawns=MEN, hands={"british": ["kit-food", "kit-disguise"]})
    play(match, "make kit")
    assert (match.ask[0], match.refusal("trade french", BRITISH)) == ("with", "COL-C-48")
    assert listed(match, BRITISH, "trade") == listed(match, FRENCH, "trade") == []
    play(match, "with both")
    assert match.view()["kits"] == ["british"]


@pytest.mark.rule("colditz", "COL-C-27b", "COL-C-53a")
@pytest.mark.ruling("colditz", "AMB-55", "AMB-58")
def test_a_face_down_discard_leaves_the_open_card_where_it_is():
    pawns = {"british-1": "tun_chapel_5", "british-2": "tun_chapel_6"}
    match = at(
        FOUR, pawns=pawns, inside=["british-1", "british-2"], tunnels={"chapel": "british"},
        hands={"british": ["chapel-tunnel", "chapel-tunnel", "release"]}, opportunity_deck=["warning"],
    )  # fmt: skip
    roll(match, 3, 4)
    play(match, "draw", "discard chapel-tunnel")
    assert hands(match, FRENCH)["british"] == ["chapel-tunnel", "hidden", "hidden"]
    assert match.view()["opportunity_deck"][-1] == "chapel-tunnel"
    assert match.view(FRENCH)["opportunity_deck"][-1] == "hidden"


@pytest.mark.rule("colditz", "COL-C-27b", "COL-C-53a")
@pytest.mark.ruling("colditz", "AMB-55", "AMB-58")
def test_who_knows_the_cards_beside_an_open_one_to_be_alike_knows_what_is_discarded():
    match = officer(
        3, {**MEN, "british-1": "tun_chapel_5", "british-2": "tun_chapel_6"}, FOUR,
        inside=["british-1", "british-2"], tunnels={"chapel": "british"},
        hands={"british": ["chapel-tunnel", "release", "release", "release"]},
    )  # fmt: skip
    offer(match, BRITISH, "french", ["release"] * 3)
    match.play("decline british", FRENCH)
    play(match, "discard release")
    assert match.view(FRENCH)["opportunity_deck"][-1] == "release"
    assert match.view(POLISH)["opportunity_deck"][-1] == "hidden"


@pytest.mark.rule("colditz", "COL-C-51d")
@pytest.mark.parametrize("held", [["release", "talisman"], ["release", "talisman", "warning"]])
def test_the_cards_of_a_lost_team_are_shuffled_and_go_to_the_bottom(held, monkeypatch):
    """The dice of this test shuffle by turning cards round."""
    monkeypatch.setattr(ScriptedDice, "shuffle", lambda _, cards, __: cards.reverse())
    match = at(
        FOUR, pawns={**MEN, "british-1": "canteen_5"}, kits=["british"], do_or_die=[3],
        hands={"british": held},
    )  # fmt: skip
    cards = hands(match, ARBITER)["british"]
    match.dice.feed([6, 5, 5, 2, 6, 1])
    play(match, "do-or-die british-1")
    assert match.view()["opportunity_deck"][-len(held) :] == cards[::-1]


@pytest.mark.rule("colditz", "COL-C-47b", "COL-C-53a")
def test_the_card_of_a_tunnel_that_is_empty_again_goes_under_all_others():
    match = officer(
        9, {"british-1": "tun_chapel_2", "british-2": "tun_chapel_3"}, FOUR,
        inside=["british-1", "british-2"], tunnels={"chapel": "british"},
        hands={"british": ["chapel-tunnel", "release"]},
    )  # fmt: skip
    play(match, "british-1", "to ext_080", "british-2", "to ext_081", "end")
    assert match.view()["hands"]["british"] == ["release"]
    assert match.view()["opportunity_deck"][-1] == "chapel-tunnel"


@pytest.mark.rule("colditz", "COL-C-48")
@pytest.mark.ruling("colditz", "AMB-55")
def test_everybody_is_told_how_many_cards_of_either_sort_were_traded():
    """All can count both afterwards: a trade of equipment alone says nothing of Opportunity cards."""
    told = []
    for given in (["rope"], ["release"]):
        match = match_of({"british": ["release"]}, equipment={"british": {"rope": 1}})
        events = swap(match, BRITISH, FRENCH, given)
        told.append([event for event in events if event[0] == -1])
    assert told == [
        [(-1, "traded", 0, 1, 1, 0)],
        [(-1, "traded", 0, 1, 1, 0), (-1, "cards_traded", 0, 1, 1, 0)],
    ]
