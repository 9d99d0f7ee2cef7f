"""The classic game of Escape from Colditz: who plays, with what, for how long, and what it is about."""

import pytest

from garrison.core.errors import Illegal, Unknown
from garrison.core.registry import settle
from garrison.games.colditz.actions import ACTIONS
from garrison.games.colditz.game import COLDITZ, allowed
from support.games.colditz_matches import (
    GUARDS,
    NATIONS,
    POWS,
    SEATS,
    at,
    deployed,
    new,
    play,
    question,
    roll,
)

CLASSIC = {"edition": "classic"}


@pytest.mark.rule("colditz", "COL-C-03", "COL-C-14")
@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_card_can_be_looked_up(lang):
    cards = COLDITZ.book.cards("classic", lang)
    assert len(cards) == 17 + 7 + 5
    assert all(effect for _, effect, _ in cards)
    assert len(COLDITZ.book.cards("modern", lang)) == 17 + 7
    remarks = {name.partition(" (")[0]: remark for name, _, remark in cards}
    told = [remarks[COLDITZ.tell.name("card", card, lang)] for card in ("talisman", "release")]
    assert told == [COLDITZ.tell.term("reconstructed", lang), ""]


@pytest.mark.rule("colditz", "COL-C-04a", "COL-C-16")
@pytest.mark.parametrize("seats", SEATS)
def test_one_security_officer_and_an_escape_officer_for_each_nation(seats):
    chosen = settle(COLDITZ, {**CLASSIC, "seats": seats})
    assert COLDITZ.seats(chosen) == (*NATIONS[: int(seats) - 1], "security")


@pytest.mark.rule("colditz", "COL-C-04b")
def test_escapes_count_for_the_officers_and_their_absence_for_the_security_officer():
    match = at(CLASSIC, round=1, pawns={"british-1": "in_118", "british-2": "escaped"})
    roll(match, 2, 4)
    play(match, "end")
    assert match.result.how == "held"
    assert match.result.score == (1, 0)
    assert match.result.utility == (-1.0, 1.0)


@pytest.mark.rule("colditz", "COL-C-05a", "COL-C-05c")
@pytest.mark.parametrize("rounds", ["50", "40", "30", "20", "10"])
def test_the_agreed_rounds_stand_in_for_the_clock(rounds):
    assert new(**CLASSIC, rounds=rounds).view()["round"] == int(rounds)


@pytest.mark.rule("colditz", "COL-C-05c")
@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"kits": "start"}, "kits none"),
        ({"goal": "shared"}, "goal nation"),
        ({"goal": "shared", "seats": "3"}, "goal nation"),
        ({"doorways": "open"}, "doorways clear"),
    ],
)
def test_options_of_the_modern_rules_are_refused_by_name(other, told):
    with pytest.raises(Unknown, match=f"classic rules are played with {told}: leave that option out"):
        settle(COLDITZ, {**CLASSIC, **other})
    chosen = settle(COLDITZ, CLASSIC)
    assert (chosen["kits"], chosen["goal"], chosen["doorways"]) == ("none", "nation", "clear")
    assert allowed(chosen) is None


@pytest.mark.rule("colditz", "COL-C-06")
def test_things_are_made_and_cards_played_before_the_roll_and_after_it():
    position = {
        "pawns": {"british-1": "store_1", "british-2": "store_2", "british-3": "cell_inner"},
        "hands": {"british": ["release"]},
    }
    for match in (at(CLASSIC, **position), at(CLASSIC, phase="act", points=3, **position)):
        done = [match.write(each) for each in match.legal()]
        assert {"make rope", "play release"} <= {*done}


@pytest.mark.rule("colditz", "COL-C-12")
def test_both_dice_are_thrown_every_time():
    match = deployed(**CLASSIC)
    roll(match, 2, 4)
    assert match.view()["thrown"] == [2, 4]
    runner = at(CLASSIC, pawns={"british-1": "canteen_5"}, kits=["british"], do_or_die=[3])
    runner.dice.feed([6, 5, 5, 2, 6, 1])
    rolled = [event[3:] for event in runner.play("do-or-die british-1") if event[1] == "rolled"]
    assert rolled == [(6, 5), (5, 2), (6, 1)]


@pytest.mark.rule("colditz", "COL-C-13a", "COL-C-13b", "COL-C-17")
@pytest.mark.parametrize("seats", SEATS)
def test_pawns_by_number_of_players(seats):
    pawns = new(**CLASSIC, seats=seats).view()["pawns"]
    for nation in NATIONS[: int(seats) - 1]:
        assert sum(name.startswith(nation) for name in pawns) == POWS[seats]
    assert sum(place == "barracks" for place in pawns.values()) == GUARDS[seats]


@pytest.mark.rule("colditz", "COL-C-15")
def test_packs_lie_face_down_and_nobody_starts_with_a_card_or_a_kit():
    match = new(**CLASSIC, seats="6")
    for seat in range(-1, 6):
        seen = match.view(seat)
        for pack in ("opportunity_deck", "security_deck", "do_or_die"):
            assert {*seen[pack]} == {"hidden"}
        assert [len(seen[pack]) for pack in ("opportunity_deck", "security_deck", "do_or_die")] == [47, 16, 5]
        assert not any(seen["hands"].values())
        assert seen["kits"] == seen["kit_parts"] == []
    packs = {tuple(new(seed, **CLASSIC).view()["do_or_die"]) for seed in range(9)}
    assert len(packs) > 1
    assert all(sorted(pack) == [3, 4, 5, 6, 7] for pack in packs)


@pytest.mark.rule("colditz", "COL-C-55")
@pytest.mark.ruling("colditz", "AMB-54")
def test_breaches_are_refused_so_nobody_has_to_punish_them():
    match = at(CLASSIC, turn="security", pawns={"british-1": "in_118", "guard-1": "in_117"})
    roll(match, 2, 4)
    before = match.view()
    assert question(match) == "act"
    listed = {match.write(each) for each in match.legal()}
    for notation in ACTIONS:
        if notation not in listed:
            with pytest.raises(Illegal):
                match.play(notation, 1)
    assert match.view() == before
