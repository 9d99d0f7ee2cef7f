"""What a seat knows of cards: its own, and those it saw on their way; nothing tells more."""

import pytest

from garrison.core.dice import KeyedDice
from garrison.core.state import ARBITER, SPECTATOR
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.state import KNOWERS, SEAT_SHIFT
from garrison.games.colditz.tables import CARD
from support.games.colditz_matches import at, play


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


def test_a_sample_keeps_what_is_known_and_deals_the_rest():
    match = at(hands={"british": ["talisman"], "security": ["appel", "shoot"]}, round=5)
    dealt = set()
    for seed in range(30):
        sample = COLDITZ.know.sample(match.view(0), KeyedDice(b"sample", str(seed)))
        assert COLDITZ.know.view(sample, 0) == match.view(0)
        dealt.add(tuple(COLDITZ.know.view(sample, ARBITER)["hands"]["security"]))
    assert len(dealt) > 5
