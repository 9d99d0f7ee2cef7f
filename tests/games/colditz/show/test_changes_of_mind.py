"""Changing one's mind in Escape from Colditz: another pawn, the same one again, and undo among traders."""

import pytest

from garrison.core.errors import UNDO_DRAW, UNDO_UNSEEN, Refused
from garrison.core.show.perspective import Perspective
from support.games.colditz_matches import at, officer, play, question

TRADERS = {"british": {"rope": 1}, "french": {"key": 1}, "polish": {"pass": 1}}
"""With equipment Escape Officers can trade at any time, so that others may have acted unseen."""
PAWNS = {"british-1": "in_031", "british-2": "in_034", "french-1": "in_064"}
FOUR = {"seats": "4"}


def in_hand():
    match = officer(8, PAWNS, FOUR, equipment=TRADERS)
    play(match, "british-1")
    return match


def clicked(match, thing):
    """What a click of the British on a thing plays, nothing being undone."""
    found = Perspective(match, 0).instead(thing)
    assert found is None or found.row == match.line[-1]
    return found and [match.write(each) for each in found.actions]


@pytest.mark.rule("colditz", "AMB-71")
def test_a_click_on_another_pawn_takes_that_one_in_hand_though_others_may_trade():
    match = in_hand()
    assert match.may_act
    assert clicked(match, "british-2") == ["back", "british-2"]
    assert clicked(match, "british-1") == ["back"]
    assert clicked(match, "french-1") is None
    assert clicked(match, "in_200") is None
    (choice,) = [each for each in match.scene(0, "en").choices if each.deselect]
    assert choice.do == "back"


@pytest.mark.rule("colditz", "AMB-71")
def test_who_has_put_back_as_many_pawns_as_allowed_keeps_the_one_in_hand():
    match = officer(8, PAWNS, FOUR, equipment=TRADERS, backs=12)
    play(match, "british-1")
    assert clicked(match, "british-2") is None
    assert not any(each.deselect for each in match.scene(0, "en").choices)


def test_nobody_else_chooses_a_pawn_by_a_click():
    match = in_hand()
    assert Perspective(match, 1).instead("british-1") is None
    assert Perspective(match, 1).deselect() is None


def test_alone_with_bots_one_takes_back_ones_own_walk_whatever_they_trade():
    match = in_hand()
    play(match, "to in_032")
    assert Perspective(match, 0).undo_reach() is None
    with pytest.raises(Refused) as refused:
        Perspective(match, 0).undo()
    assert refused.value.rule == UNDO_UNSEEN
    quiet, busy = match.copy(), match.copy()
    for notation in ("trade polish", "put key", "send"):
        busy.play(notation, 1)
    for each in (quiet, busy):
        alone = Perspective(each, 0, alone=True)
        assert alone.undo_reach() == 1
        alone.undo()
        assert question(each) == "move"
        assert each.rows[-1].consent == (0, 1, 2, 3)
        alone.undo()
        assert question(each) == "act"
    assert not quiet.took_back_more(len(quiet.rows) - 1)


def test_alone_with_bots_a_click_changes_the_pawn_in_the_same_way_whatever_they_trade():
    quiet, busy = in_hand(), in_hand()
    for notation in ("trade polish", "put key", "send"):
        busy.play(notation, 1)
    found = [Perspective(each, 0, alone=True).instead("british-2") for each in (quiet, busy)]
    assert [each and [quiet.write(action) for action in each.actions] for each in found] == [
        ["back", "british-2"],
        ["back", "british-2"],
    ]


def test_alone_with_bots_dice_are_not_taken_back():
    match = at(FOUR, phase="ready", turn="british", pawns=PAWNS, equipment=TRADERS)
    match.dice.feed([1, 2])
    play(match, "roll")
    alone = Perspective(match, 0, alone=True)
    assert alone.undo_reach() is None
    with pytest.raises(Refused) as refused:
        alone.undo()
    assert refused.value.rule == UNDO_DRAW
