"""Offers: who may act unasked, who waits for an answer, and what that means for lists and undo."""

from __future__ import annotations

from dataclasses import replace

import pytest

from garrison.core import kernel
from garrison.core.dice import ScriptedDice
from garrison.core.errors import UNDO_UNSEEN, Refused
from garrison.core.match import Match
from garrison.core.show.perspective import Perspective
from support.fixtures import NewToy, Register
from support.games.moves import play
from support.games.toy import TOY, early_offers, vary

PLAIN = {"edition": "plain"}
EVERYBODY = range(3)


def written(match: Match, seat: int) -> list[str]:
    return [match.write(action) for action in match.replies(seat)]


def test_offers_come_after_the_answers_and_nothing_is_sorted(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna hold", "bruno hold", "carla hold")
    listed = match.legal(0)
    assert listed == sorted(listed)
    assert listed[: len(match.answers(0))] == match.answers(0)
    assert [match.write(action) for action in match.answers(0)] == ["bid x=1", "bid x=2", "bid x=3"]


def test_a_seat_without_offers_keeps_the_remembered_list(register: Register) -> None:
    match = Match(register(early_offers()), PLAIN, ScriptedDice([]))
    play(match, "anna hold", "bruno hold", "carla hold")
    assert kernel.legal(match.game.play, match.state, 0) is match.state.known


def test_who_got_an_offer_waits_and_decides_next(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna hold", "bruno hold", "carla hold")
    assert match.waiting == ()
    assert match.next_decision(EVERYBODY) == (0, match.legal(0))
    play(match, "anna offer left 12")
    assert match.waiting == (1,)
    assert match.awaited == (0,)
    who, among = match.next_decision(EVERYBODY) or (None, [])
    assert who == 1
    assert [match.write(action) for action in among] == written(match, 1)
    assert {text.split()[0] for text in written(match, 1)} == {"accept", "decline"}
    assert match.next_decision((0, 2)) == (0, match.legal(0))
    assert match.next_decision((2,)) is None
    play(match, "bruno decline right")
    assert match.waiting == ()


def test_nobody_waits_once_the_game_is_over(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna offer left 12")
    match.resign(0)
    assert match.waiting == ()
    assert match.may_act == 0
    assert match.next_decision(EVERYBODY) is None


def test_undo_is_free_where_nobody_else_may_act_unasked(register: Register) -> None:
    match = Match(register(early_offers()), PLAIN, ScriptedDice([6]))
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    mine = Perspective(match, 0)
    assert mine.undo_reach() == 3
    mine.undo()
    assert match.line == (0, 1, 2, 3)


def test_undo_is_left_to_consent_where_others_may_act_unasked(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    mine = Perspective(match, 0)
    assert mine.undo_reach() is None
    with pytest.raises(Refused) as refused:
        mine.undo()
    assert refused.value.rule == UNDO_UNSEEN


def test_undo_is_free_where_only_the_seat_itself_may_act_unasked(register: Register) -> None:
    assert TOY.play.anytime is not None
    own = replace(TOY.play.anytime, may=lambda s: 1 << s.leader if s.phase else 0b111)
    match = Match(register(vary(TOY, anytime=own)), PLAIN, ScriptedDice([6]))
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    assert Perspective(match, 0).undo_reach() == 3


def test_undo_goes_no_further_than_to_where_others_could_act(register: Register) -> None:
    match = Match(register(early_offers()), PLAIN, ScriptedDice([6]))
    play(match, "anna commit 12", "bruno hold", "carla hold", "anna bid x=1")
    assert Perspective(match, 0).undo_reach() == Perspective(match, 0).count - 1
