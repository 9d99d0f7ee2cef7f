"""Castle Itter through the public interface."""

import pytest

import garrison
from garrison.core.dice import ScriptedDice
from garrison.core.errors import UNDO_DRAW, UNDO_NEWS


def test_a_seat_alone_at_its_table_gives_the_consent_of_all():
    match = garrison.new("itter", seed=1)
    match.play("pass")
    while not match.rows[-1].draws:
        match.play(match.legal()[-1])
    with pytest.raises(garrison.Refused) as refused:
        match.undo(0)
    assert refused.value.rule == UNDO_DRAW
    match.undo(0, to=0, consent=(0,))
    assert match.line == (0,)


def test_placing_can_be_taken_back_but_no_card_once_seen():
    itter = garrison.games()["itter"]
    setup = garrison.new("itter", seed=1).view()
    deck = ["suppressive-fire/2", "suppressive-fire/3", "suppressive-fire/4", "sniper/2"]
    position = itter.know.position(setup, {"actions_left": 1, "ss_deck": deck})
    match = garrison.Match(
        itter, {"edition": "published", "difficulty": "beginner"}, ScriptedDice(), start=position
    )
    before = match.state.copy()
    match.play("lee")
    match.play("place nt2")
    match.undo(0)
    match.undo(0)
    assert match.state == before
    match.play("pass")
    with pytest.raises(garrison.Refused) as refused:
        match.undo(0)
    assert refused.value.rule == UNDO_NEWS
