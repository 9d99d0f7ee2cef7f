"""Offers that wait for an answer while the game goes on: who sees what, and what samples make of it."""

import pytest

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.show.perspective import Perspective
from garrison.core.state import SPECTATOR
from garrison.games.colditz.game import COLDITZ
from support.games.colditz_matches import at, may, officer, play, security

CLASSIC = {"edition": "classic", "seats": "4"}
MODERN = {"seats": "4"}
BRITISH, FRENCH, POLISH, SECURITY = range(4)
NAMES = ("british", "french", "polish")
MEN = {"british-1": "in_064", "french-1": "in_074", "polish-1": "in_084"}
DUG = {
    "pawns": {**MEN, "french-2": "tun_chapel_5", "french-3": "tun_chapel_6"},
    "inside": ["french-2", "french-3"],
    "tunnels": {"chapel": "french"},
}


def offer(match, sender, partner, give=(), want=()):
    puts, wants = (f"put {each}" for each in give), (f"want {each}" for each in want)
    for text in (f"trade {NAMES[partner]}", *puts, *wants, "send"):
        match.play(text, sender)


def swap(match, sender, partner, give=(), want=()):
    offer(match, sender, partner, give, want)
    match.play(f"accept {NAMES[sender]}", partner)


def show(match, sender, partner, cards):
    """The partner has seen these cards, and declined."""
    offer(match, sender, partner, cards)
    match.play(f"decline {NAMES[sender]}", partner)


def cards(match, viewer, owner):
    return match.view(viewer)["hands"][NAMES[owner]]


def samples(match, seat, number=60):
    """Views of samples, which have to equal the view they were made from."""
    seen = match.view(seat)
    for n in range(number):
        state = COLDITZ.know.sample(seen, KeyedDice(seed_key(n), "sample"))
        yield seen, COLDITZ.know.view(state, seat)


def holding(hand, pawns=MEN, **more):
    return officer(3, pawns, CLASSIC, hands={"british": hand}, **more)


def played_another():
    match = holding(["release", "release"], {**MEN, "british-2": "cell_inner"})
    offer(match, BRITISH, FRENCH, ["release"])
    play(match, "play release")
    return match, FRENCH, BRITISH, ["release"]


def discarded_another():
    match = holding(["release", "talisman", "warning", "hideaway"])
    offer(match, BRITISH, FRENCH, ["release"])
    play(match, "discard talisman")
    return match, FRENCH, BRITISH, ["release", "hidden", "hidden"]


def gave_another():
    match = holding(["release", "talisman", "warning"])
    offer(match, BRITISH, FRENCH, ["release"])
    swap(match, POLISH, BRITISH, [], ["talisman"])
    return match, FRENCH, BRITISH, ["release", "hidden"]


def offers_the_twin_of_an_open_card():
    hands = {"french": ["chapel-tunnel", "chapel-tunnel", "release"]}
    match = at({**CLASSIC}, phase="act", points=3, turn="british", hands=hands, **DUG)
    offer(match, FRENCH, BRITISH, ["chapel-tunnel"])
    return match, BRITISH, FRENCH, ["chapel-tunnel", "chapel-tunnel", "hidden"]


@pytest.mark.rule("colditz", "COL-C-48")
@pytest.mark.ruling("colditz", "AMB-55", "AMB-58", "AMB-66")
@pytest.mark.parametrize(
    "case", [played_another, discarded_another, gave_another, offers_the_twin_of_an_open_card]
)
def test_a_card_on_offer_stays_in_sight_whatever_else_leaves_the_hand(case):
    match, viewer, owner, seen = case()
    assert cards(match, viewer, owner) == seen
    for before, after in samples(match, viewer):
        assert before == after


@pytest.mark.rule("colditz", "COL-O-100")
@pytest.mark.ruling("colditz", "AMB-55", "AMB-66")
@pytest.mark.parametrize("options", [MODERN, CLASSIC])
def test_equipment_on_offer_stays_in_sight_while_the_owner_trades_with_others(options):
    goods = {"british": {"rope": 1, "key": 3}, "french": {"key": 1, "rope": 1}}
    match = officer(9, MEN, options, equipment=goods)
    swap(match, BRITISH, FRENCH, ["key"], ["key"])
    offer(match, BRITISH, POLISH, ["rope"])
    swap(match, FRENCH, BRITISH, [], ["key"])
    assert match.view(POLISH)["equipment"]["british"]["rope"] == 1
    for before, after in samples(match, POLISH):
        assert before == after


@pytest.mark.rule("colditz", "COL-O-109")
@pytest.mark.ruling("colditz", "AMB-55", "AMB-66")
def test_equipment_on_offer_stays_in_sight_when_some_is_lost():
    goods = {"british": {"rope": 3}, "french": {"rope": 1, "key": 1}}
    pawns = {**MEN, "british-1": "out_353", "guard-1": "out_352"}
    match = officer(3, pawns, MODERN, equipment=goods)
    swap(match, BRITISH, FRENCH, ["rope"], ["key"])
    offer(match, BRITISH, POLISH, ["rope", "rope"])
    play(match, "british-1", "force guard-1")
    assert match.ask[0] == "lose"
    play(match, "lose key")
    assert match.view(POLISH)["equipment"]["british"]["rope"] == 2
    for before, after in samples(match, POLISH):
        assert before == after


@pytest.mark.rule("colditz", "COL-O-109")
@pytest.mark.ruling("colditz", "AMB-55", "AMB-66")
def test_equipment_on_offer_stays_in_sight_when_another_of_its_kind_is_used():
    goods = {"british": {"rope": 3, "key": 1}, "french": {"pass": 1, "cutter": 1}}
    match = officer(9, {**MEN, "british-1": "in_227"}, MODERN, equipment=goods)
    swap(match, BRITISH, FRENCH, ["key"], ["pass"])
    offer(match, BRITISH, POLISH, ["rope", "rope"])
    play(match, "british-1", "cross out_330")
    assert match.view(POLISH)["equipment"]["british"]["rope"] == 2


@pytest.mark.rule("colditz", "COL-C-48")
@pytest.mark.ruling("colditz", "AMB-66")
def test_a_draft_shows_its_partner_nothing_when_another_card_is_discarded():
    match = holding(["release", "talisman", "warning", "hideaway"])
    for text in ("trade french", "put release"):
        match.play(text, BRITISH)
    play(match, "discard talisman")
    assert cards(match, FRENCH, BRITISH) == ["hidden"] * 3


@pytest.mark.ruling("colditz", "AMB-66")
@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_drafts_at_a_table_of_six_leave_the_security_officer_his_cards(edition):
    match = officer(
        6, {"british-1": "out_337", "french-1": "in_074"}, {"edition": edition, "seats": "6"},
        equipment={"british": {"key": 1}}, hands={"security": ["arrest-holder"]},
    )  # fmt: skip
    match.play("trade british", FRENCH)
    play(match, "british-1", "cross key_south")
    assert may(match, "answer arrest-holder")


@pytest.mark.ruling("colditz", "AMB-58")
def test_a_sample_may_deal_the_second_card_of_a_tunnel_to_its_owner():
    hands = {"french": ["chapel-tunnel", "release", "talisman"]}
    match = at({**CLASSIC}, phase="act", points=3, turn="british", hands=hands, **DUG)
    twice = 0
    for n in range(400):
        state = COLDITZ.know.sample(match.view(BRITISH), KeyedDice(seed_key(n), "sample"))
        assert COLDITZ.know.view(state, BRITISH) == match.view(BRITISH)
        twice += COLDITZ.know.view(state, FRENCH)["hands"]["french"].count("chapel-tunnel") == 2
    assert twice > 0


@pytest.mark.rule("colditz", "COL-C-48")
@pytest.mark.ruling("colditz", "AMB-55")
def test_of_equal_cards_the_one_goes_that_the_new_owner_knew():
    """Else he could tell from a card that stayed in sight that the giver has two of them."""
    seen = []
    for hand in (["release", "release", "talisman"], ["release", "warning", "talisman"]):
        match = holding(hand)
        show(match, BRITISH, FRENCH, ["release"])
        swap(match, BRITISH, FRENCH, ["release"])
        seen.append(match.view(FRENCH))
    assert seen[0] == seen[1]
    assert seen[0]["hands"]["british"] == ["hidden", "hidden"]


@pytest.mark.rule("colditz", "COL-C-48")
@pytest.mark.ruling("colditz", "AMB-55")
@pytest.mark.parametrize(("viewer", "partner"), [(POLISH, FRENCH), (FRENCH, POLISH)])
def test_who_knows_a_whole_hand_knows_what_must_be_left_of_it(viewer, partner):
    match = holding(["release", "release", "talisman"])
    show(match, BRITISH, viewer, ["release", "release", "talisman"])
    swap(match, BRITISH, partner, ["release"])
    assert cards(match, viewer, BRITISH) == ["release", "hidden"]
    assert cards(match, SECURITY, BRITISH) == ["hidden", "hidden"]


@pytest.mark.rule("colditz", "COL-C-51d")
@pytest.mark.ruling("colditz", "AMB-48", "AMB-55")
def test_the_cards_of_a_lost_team_lie_in_an_order_that_tells_nothing():
    seen = []
    for secret in (False, True):
        match = at(
            CLASSIC,
            pawns={**MEN, "british-1": "canteen_5"},
            kits=["british"],
            do_or_die=[3],
            hands={"british": ["staff-car", "talisman", "release"]},
        )
        show(match, BRITISH, FRENCH, ["staff-car"])
        if secret:
            show(match, BRITISH, POLISH, ["release"])
        match.dice.feed([6, 5, 5, 2, 6, 1])
        play(match, "do-or-die british-1")
        seen.append(match.view(FRENCH))
    assert seen[0] == seen[1]
    assert seen[0]["opportunity_deck"][-3:] == ["hidden"] * 3


def test_an_offer_can_be_answered_while_a_guard_is_chosen_for_a_shot():
    pawns = {**MEN, "british-2": "ext_121", "guard-1": "out_306", "guard-2": "post_out_6"}
    match = security(9, pawns, CLASSIC, hands={"security": ["shoot"], "british": ["release"]})
    offer(match, BRITISH, FRENCH, ["release"])
    play(match, "play shoot")
    assert (match.ask[0], match.waiting) == ("shooter", (FRENCH,))
    assert Perspective(match, FRENCH).frame("en") is not None
    assert {*COLDITZ.show.notes(match.view(FRENCH), match.legal(FRENCH), "en")} == {""}
    assert "" not in COLDITZ.show.notes(match.view(SECURITY), match.answers(SECURITY), "en")


@pytest.mark.ruling("colditz", "AMB-66", "AMB-71")
@pytest.mark.parametrize("options", [MODERN, CLASSIC])
def test_sending_an_offer_plays_nothing_that_others_see(options):
    """A card on offer cannot be used: the pawn in hand has one answer left, which would tell that."""
    match = officer(
        1, {**MEN, "british-1": "out_092", "british-2": "out_082", "british-3": "out_063"}, options,
        equipment={"british": {"key": 1}},
    )  # fmt: skip
    play(match, "british-1")
    for text in ("trade french", "put key"):
        match.play(text, BRITISH)
    before = match.view(SECURITY)
    assert [event[1] for event in match.play("send", BRITISH)] == ["offered"]
    assert match.view(SECURITY) == before
    assert [match.write(action) for action in match.answers(BRITISH)] == ["back"]


@pytest.mark.rule("colditz", "COL-C-48")
@pytest.mark.ruling("colditz", "AMB-55")
@pytest.mark.parametrize("seats", ["3", "4"])
def test_a_spectator_knows_what_all_know_to_be_left_after_a_trade(seats):
    """Everybody has seen two of the three; the Polish and the guards cannot tell which card went."""
    everybody = (1 << int(seats)) - 1
    match = officer(
        3, {"british-1": "in_064", "french-1": "in_074"}, {"edition": "classic", "seats": seats},
        hands={"british": ["release", "release", "release", "talisman"]},
        seen={"hands": {"british": [everybody, everybody, 1, 1]}},
    )  # fmt: skip
    swap(match, BRITISH, FRENCH, ["talisman"])
    assert cards(match, int(seats) - 1, BRITISH) == ["release", "hidden", "hidden"]
    assert cards(match, SPECTATOR, BRITISH) == ["release", "hidden", "hidden"]
