"""What a seat knows of cards: its own, and those it saw on their way; nothing tells more."""

import pytest

from garrison.core.dice import KeyedDice
from garrison.core.state import ARBITER, SPECTATOR
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.state import KNOWERS, SEAT_SHIFT
from garrison.games.colditz.tables import CARD
from support.games.colditz_matches import at, officer, play

CLASSIC = {"edition": "classic", "seats": "3"}


def hand_of(match, seat):
    return match.view(seat)["hands"]


@pytest.mark.ruling("colditz", "AMB-55")
def test_a_seat_sees_its_own_cards_and_how_many_others_have():
    match = at(hands={"british": ["talisman", "release"], "security": ["appel"]})
    assert hand_of(match, 0) == {"british": ["release", "talisman"], "security": ["hidden"]}
    assert hand_of(match, 1) == {"british": ["hidden", "hidden"], "security": ["appel"]}
    assert hand_of(match, SPECTATOR) == {"british": ["hidden", "hidden"], "security": ["hidden"]}
    assert match.view(0)["opportunity_deck"] == ["hidden"] * 45


@pytest.mark.ruling("colditz", "AMB-55")
def test_who_discards_a_card_knows_it_at_the_bottom_and_nobody_else_does():
    match = at(hands={"british": ["talisman", "release", "warning", "diversion"]}, phase="act")
    match.play("discard release")
    assert match.view(0)["opportunity_deck"][-1] == "release"
    assert match.view(1)["opportunity_deck"][-1] == "hidden"
    assert match.view(ARBITER)["opportunity_deck"][-1] == "release"


@pytest.mark.ruling("colditz", "AMB-55")
def test_a_spectator_knows_a_card_that_was_shown_and_no_other():
    rooms = {"british-1": "interview_room_1", "british-2": "laundry_1"}
    match = at(
        {"kits": "none"}, pawns=rooms, hands={"british": ["kit-food", "talisman"]}, phase="act", points=1
    )
    play(match, "make kit", "with kit-food")
    seen = match.view(SPECTATOR)
    assert seen["opportunity_deck"][-1] == "kit-food"
    assert set(seen["opportunity_deck"][:-1]) == {"hidden"}
    assert seen["hands"] == {"british": ["hidden"], "security": []}
    sample = COLDITZ.know.sample(seen, KeyedDice(b"sample"))
    assert COLDITZ.know.view(sample, SPECTATOR) == seen


@pytest.mark.ruling("colditz", "AMB-55")
def test_with_six_players_all_see_who_holds_kit_parts_and_nobody_which():
    match = at({"seats": "6"}, hands={"british": ["talisman", "kit-food"]})
    assert hand_of(match, 0)["british"] == ["kit-food", "talisman"]
    for seat in (1, 5, SPECTATOR):
        assert hand_of(match, seat)["british"] == ["hidden", "hidden-part"]
        assert match.view(seat)["kit_parts"] == ["hidden-part"] * 5
    five = at({"seats": "5"}, hands={"british": ["talisman", "kit-food"]})
    assert hand_of(five, 1)["british"] == ["hidden", "hidden"], "there they are cards like others"


def test_a_hand_is_shown_alike_whether_others_know_its_cards_or_not():
    """Seen in play: the order of a hand told which of its cards another officer had discarded before."""
    match = at(hands={"british": ["find-pass", "release", "staff-car"]})
    state, plain = match.state, hand_of(match, 0)
    for place, card in enumerate(state.hands):
        if card & 31 == CARD["release"]:
            state.hands[place] = card | 1 << KNOWERS + 1
    state.hands.sort()
    assert all(card >> SEAT_SHIFT == 0 for card in state.hands)
    assert hand_of(match, 0) == plain
    assert hand_of(match, 1)["british"] == ["release", "hidden", "hidden"]


def known_hand(cards, known, seats="3", **more):
    """The French hold these cards; for each, whether the British know it. The Security Officer knows none."""
    bits = [3 if each else 2 for each in known]
    return at(
        {"seats": seats},
        turn="french",
        phase="act",
        hands={"french": list(cards)},
        seen={"hands": {"french": bits}},
        **more,
    )


@pytest.mark.rule("colditz", "COL-O-074")
@pytest.mark.ruling("colditz", "AMB-55")
@pytest.mark.parametrize("card", ["release", "staff-car", "talisman", "warning"])
def test_a_discard_may_be_any_card_of_the_hand_for_those_who_know_some_of_it(card):
    """What it was tells neither the hand that is left nor the bottom of the deck."""
    match = known_hand(["release", "staff-car", "talisman", "warning"], [True, False, True, False])
    assert hand_of(match, 0)["french"] == ["release", "talisman", "hidden", "hidden"]
    play(match, f"discard {card}")
    assert hand_of(match, 0)["french"] == ["hidden"] * 3
    assert match.view(0)["opportunity_deck"][-1] == "hidden"
    assert match.view(1)["opportunity_deck"][-1] == card


@pytest.mark.ruling("colditz", "AMB-55")
@pytest.mark.parametrize("card", ["release", "warning"])
def test_of_two_cards_that_are_known_to_be_alike_one_is_left_after_a_discard(card):
    match = known_hand(["release", "release", "release", "warning"], [True, True, False, False])
    play(match, f"discard {card}")
    assert hand_of(match, 0)["french"] == ["release", "hidden", "hidden"]
    assert match.view(0)["opportunity_deck"][-1] == "hidden"


@pytest.mark.ruling("colditz", "AMB-55")
def test_a_discard_from_a_hand_known_to_be_of_one_kind_is_known():
    match = known_hand(["release"] * 4, [True] * 4)
    play(match, "discard release")
    assert hand_of(match, 0)["french"] == ["release"] * 3
    assert [match.view(seat)["opportunity_deck"][-1] for seat in (0, 2)] == ["release", "hidden"]


@pytest.mark.rule("colditz", "COL-O-078")
@pytest.mark.ruling("colditz", "AMB-55")
@pytest.mark.parametrize("other", ["diversion", "find-rope"])
def test_a_card_that_is_played_may_be_the_one_that_was_known(other):
    """The British know of one Diversion. Whether there is a second one is not told by playing the first."""
    match = known_hand(["diversion", other], [True, False], pawns={"guard-1": "post_in_1"})
    play(match, "play diversion")
    assert hand_of(match, 0)["french"] == ["hidden"]
    assert [match.view(seat)["opportunity_deck"][-1] for seat in (0, 1, 2, SPECTATOR)] == ["diversion"] * 4


@pytest.mark.ruling("colditz", "AMB-26", "AMB-55")
def test_with_six_players_a_discard_is_never_a_kit_part():
    match = known_hand(
        ["kit-food", "release", "staff-car", "talisman", "warning"], [True, True, False, False, False], "6"
    )
    play(match, "discard staff-car")
    assert hand_of(match, 0)["french"] == ["kit-food", "hidden", "hidden", "hidden"]


@pytest.mark.ruling("colditz", "AMB-55")
def test_a_card_shown_is_known_at_the_bottom_and_to_whom_it_goes_when_it_is_drawn():
    match = at(hands={"security": ["confiscate"]}, turn="security", equipment={"british": {"rope": 1}})
    play(match, "play confiscate")
    assert match.view(0)["security_deck"][-1] == "confiscate"
    state = match.state
    state.security.append(state.security.pop(0))  # fifteen draws later
    match.dice.feed([1, 2])
    play(match, "roll", "draw")
    assert hand_of(match, 0)["security"] == hand_of(match, SPECTATOR)["security"] == ["confiscate"]


def test_a_sample_keeps_what_is_known_and_deals_the_rest():
    match = at(hands={"british": ["talisman"], "security": ["appel", "shoot"]}, round=5)
    dealt = set()
    for seed in range(30):
        sample = COLDITZ.know.sample(match.view(0), KeyedDice(b"sample", str(seed)))
        assert COLDITZ.know.view(sample, 0) == match.view(0)
        dealt.add(tuple(COLDITZ.know.view(sample, ARBITER)["hands"]["security"]))
    assert len(dealt) > 5


def shown_in_an_offer():
    match = officer(3, {}, CLASSIC, hands={"british": ["release", "talisman"]})
    for text in ("trade french", "put release", "send"):
        match.play(text, 0)
    return match


def opened_by_the_first_man():
    pawns = {"british-1": "tun_canteen_2", "british-2": "tun_canteen_1", "british-3": "chapel_8"}
    match = officer(
        9, pawns, CLASSIC, inside=["british-1", "british-2"], tunnels={"canteen": "british"},
        hands={"british": ["chapel-tunnel", "canteen-tunnel"]},
    )  # fmt: skip
    play(match, "british-3", "enter chapel")
    return match


def open_in_a_position():
    pawns = {"british-1": "tun_canteen_2", "british-2": "tun_canteen_1"}
    pawns |= {"british-3": "tun_chapel_5", "british-4": "tun_chapel_6"}
    return officer(
        9, pawns, CLASSIC, inside=list(pawns), tunnels={"canteen": "british", "chapel": "british"},
        hands={"british": ["chapel-tunnel", "canteen-tunnel"]}, seen={"hands": {"british": [1, 7]}},
    )  # fmt: skip


@pytest.mark.rule("colditz", "COL-C-48", "COL-C-53a")
@pytest.mark.ruling("colditz", "AMB-55")
@pytest.mark.parametrize("case", [shown_in_an_offer, opened_by_the_first_man, open_in_a_position])
def test_a_hand_of_which_others_know_some_cards_comes_back_as_it_was_saved(case):
    match = case()
    saved = match.view(ARBITER)
    assert COLDITZ.know.view(COLDITZ.know.load(saved), ARBITER) == saved
