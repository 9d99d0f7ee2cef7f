"""The engine: agenda, questions, windows, offers and refusals."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from garrison.core import kernel
from garrison.core.dice import ScriptedDice
from garrison.core.errors import (
    ANSWERED,
    GAME_OVER,
    INCOMPLETE,
    NOT_ASKED,
    OTHER_QUESTION,
    OUT_OF_RANGE,
    REASONS,
    Damaged,
)
from garrison.core.match import Match
from garrison.core.show import rulebook, words
from garrison.core.show.scene import Field, Form
from garrison.core.state import ALL, ARBITER, SPECTATOR, Dice, Tell, bit
from support.fixtures import NewToy, Register
from support.games.moves import kinds, play
from support.games.toy import OPEN_BID, TOY, Watch, bid_form, vary


def test_steps_pushed_together_are_taken_in_their_order() -> None:
    state = Watch(1, 0)
    state.agenda = [("later",)]
    kernel.then(state, ("first",), ("second", 2))
    assert state.agenda == [("later",), ("second", 2), ("first",)]


def test_the_rules_run_to_the_first_question(new_toy: NewToy) -> None:
    match = new_toy()
    assert match.ask == ("commit", 0b111)
    assert match.awaited == (0, 1, 2)
    assert kinds(match.events(0)) == ["drew", "drew_card"] * 9 + ["hour_begins"]


def test_a_window_waits_for_all_and_gives_the_answers_in_turn_order(new_toy: NewToy) -> None:
    match = new_toy()
    assert match.play("hold", 2) == []
    assert match.awaited == (0, 1)
    assert match.play("commit 12", 0) == []
    told = match.play("commit 8", 1)
    assert told[:4] == [
        (ALL, "showed", 0, 12),
        (ALL, "showed", 1, 8),
        (ALL, "showed", 2, 0),
        (ALL, "leads", 0),
    ]
    assert match.state.answers == []


def test_who_has_answered_is_not_asked_again(new_toy: NewToy) -> None:
    match = new_toy()
    match.play("hold", 1)
    assert match.refusal("hold", 1) == ANSWERED
    assert match.refusal("hold", 0) is None


def test_offers_leave_the_question_open(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna hold", "bruno hold", "carla hold")
    before = match.ask
    match.play("offer left 5", 1)
    assert match.ask == before == ("bid", 1)
    assert match.read("offer left 12") in match.legal(0)
    assert match.read("bid x=1") in match.legal(0)
    assert match.legal(0) == sorted(match.legal(0))


def test_a_question_with_one_answer_is_not_asked(new_toy: NewToy) -> None:
    match = new_toy()
    match.state.owner = [4 if owner == 0 else owner for owner in match.state.owner]
    play(match, "anna hold", "bruno hold", "carla hold")
    match.dice.feed([6])  # type: ignore[union-attr]
    told = match.play("bid x=1", 0)
    assert kinds(told)[:3] == ["staked", "rolled", "reached"]
    assert len(match.rows) == 5


def test_an_answer_that_an_offer_leaves_alone_is_not_played_by_itself(register: Register) -> None:
    """Else everybody would see from the move that the seat has just offered something."""
    bid = TOY.play.questions["bid"]
    while_offering = replace(bid, legal=lambda s, seat: bid.legal(s, seat)[: 1 if s.offered[seat] else None])
    rules = {**TOY.play.questions, "bid": while_offering}
    match = Match(register(vary(TOY, questions=rules)), {"edition": "plain"}, ScriptedDice([]))
    play(match, "anna hold", "bruno hold", "carla hold")
    match.play("offer left 12", 0)
    assert match.ask == ("bid", 1)
    assert [match.write(action) for action in match.answers(0)] == ["bid x=1"]
    assert match.state.known == match.answers(0)


def test_a_window_for_one_seat_is_always_asked(new_toy: NewToy) -> None:
    match = new_toy(dice=(1,))
    play(match, "anna hold", "bruno commit 8", "carla hold", "bruno bid x=1")
    match.state.owner = [4 if owner == 2 else owner for owner in match.state.owner]
    match.play("dare 1", 1)
    assert match.ask == ("help", bit(2), 1)
    assert [match.write(action) for action in match.legal(2)] == ["refuse"]
    assert match.window
    assert match.state.known is None


def test_a_window_for_one_seat_gets_pairs(register: Register) -> None:
    got: list[object] = []

    def answer(s: Any, pairs: list[tuple[int, int]], *rest: Any) -> None:
        got.append(pairs)
        TOY.play.questions["help"].answer(s, pairs, *rest)

    asked = {**TOY.play.questions, "help": replace(TOY.play.questions["help"], answer=answer)}
    match = Match(register(vary(TOY, questions=asked)), {"edition": "plain"}, ScriptedDice([1]))
    play(match, "anna hold", "bruno commit 8", "carla hold", "bruno bid x=1", "bruno dare 1", "carla refuse")
    assert got == [[(2, match.read("refuse"))]]
    assert match.state.answers == []


def test_a_question_that_would_betray_a_secret_is_always_asked(register: Register) -> None:
    asked = {**TOY.play.questions, "dare": replace(TOY.play.questions["dare"], always=True)}
    match = Match(register(vary(TOY, questions=asked)), {"edition": "plain"}, ScriptedDice([6]))
    match.state.owner = [4 if owner == 0 else owner for owner in match.state.owner]
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    assert match.ask == ("dare", bit(0), 100)
    assert [match.write(action) for action in match.answers(0)] == ["dare 1"]
    assert not match.window


def test_an_interrupt_asks_in_the_middle_of_a_step(new_toy: NewToy) -> None:
    match = new_toy(dice=(1, 2))
    play(match, "anna hold", "bruno hold", "carla commit 10", "carla bid x=2", "carla dare 2")
    assert match.ask == ("help", bit(0), 2)
    assert match.state.agenda == [("close",), ("settle",)]
    assert kinds(match.play("help 12", 0))[:2] == ["helped", "scored"]
    assert match.state.score == [0, 0, 0]


@pytest.mark.parametrize(
    ("seat", "text", "rule"),
    [
        (0, "bid x=1", NOT_ASKED),
        (0, "hold", NOT_ASKED),
        (1, "hold", OTHER_QUESTION),
        (1, "bid x=?", INCOMPLETE),
        (1, "bid x=4", "NW-3.1"),
        (1, "bid x=3.25", OUT_OF_RANGE),
        (1, "bid x=0.25", OUT_OF_RANGE),
        (1, "bid x=2.10", OUT_OF_RANGE),
        (1, "bid x=-1", OUT_OF_RANGE),
        (1, "bid x=2.75", None),
        (1, "bid x=2", None),
        (SPECTATOR, "bid x=1", NOT_ASKED),
        (SPECTATOR, "offer left 9", NOT_ASKED),
        (7, "hold", NOT_ASKED),
        (0, "accept left 12", "NW-5.3"),
        (0, "offer left 11", "NW-2.1"),
    ],
)
def test_refusals_name_their_rule(new_toy: NewToy, seat: int, text: str, rule: str | None) -> None:
    match = new_toy()
    play(match, "anna hold", "bruno commit 8", "carla hold")
    assert match.refusal(text, seat) == rule


def test_numbers_for_a_row_that_is_not_open_now_are_refused(new_toy: NewToy) -> None:
    match = new_toy()
    assert match.refusal((OPEN_BID, 100), 0) == OTHER_QUESTION
    play(match, "anna hold", "bruno hold", "carla hold")
    assert match.refusal((OPEN_BID, 100, 100), 0) == INCOMPLETE
    assert match.refusal((OPEN_BID,), 0) == INCOMPLETE
    assert match.refusal((OPEN_BID - 1, 100), 0) == OTHER_QUESTION


def test_the_rule_of_a_field_refuses_what_is_outside_its_limits(new_toy: NewToy) -> None:
    def form(s: Watch, seat: int) -> Form:
        return replace(bid_form(s, seat), fields=(Field("x", 50, 300, 25, "d", rule="NW-4.4"),))

    bid = replace(TOY.play.questions["bid"], form=form)
    game = vary(TOY, questions={**TOY.play.questions, "bid": bid})
    match = new_toy()
    play(match, "anna hold", "bruno hold", "carla hold")
    match.game = game
    refused = [match.refusal(f"bid x={x}", 0) for x in ("3.25", "0.25", "2.10", "2.75")]
    assert refused == ["NW-4.4", "NW-4.4", "NW-4.4", None]
    assert match.refusal((OPEN_BID, 100, 100), 0) == INCOMPLETE


def test_the_fields_beyond_their_limits_are_found() -> None:
    form = Form(7, (Field("x", 100, 200, 50), Field("y", -100, 0)))
    assert kernel.beyond(form, (7, 150, -1)) == []
    assert kernel.beyond(form, (7, 160, -1)) == [form.fields[0]]
    assert kernel.beyond(form, (7, 250, 1)) == list(form.fields)


def test_after_the_end_everything_is_refused(new_toy: NewToy) -> None:
    match = new_toy()
    kernel.finish(match.state)
    assert match.over
    assert match.awaited == ()
    assert match.legal(0) == []
    assert match.odds("hold", 0) is None
    assert kernel.form(match.game.play, match.state, 0) is None
    assert {match.refusal(row, seat) for row in range(len(match.game.play.actions)) for seat in range(3)} == {
        GAME_OVER
    }


def test_only_the_asked_seat_has_the_open_choice(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna hold", "bruno hold", "carla hold")
    form = kernel.form(match.game.play, match.state, 0)
    assert form is not None
    assert (form.row, form.fields[0].low, form.fields[0].high) == (OPEN_BID, 50, 300)
    assert kernel.form(match.game.play, match.state, 1) is None


def test_events_reach_those_they_are_for() -> None:
    events = [(ALL, "drew", 0), (bit(0), "drew_card", 5), (bit(0) | bit(2), "lapsed", 0, 2)]
    assert kernel.heard(events, 0) == events
    assert kernel.heard(events, 1) == events[:1]
    assert kernel.heard(events, 2) == [events[0], events[2]]
    assert kernel.heard(events, SPECTATOR) == events[:1]
    assert kernel.heard(events, ARBITER) == events


def test_a_view_shows_of_a_window_only_the_own_answer(new_toy: NewToy) -> None:
    match = new_toy()
    match.play("commit 12", 0)
    match.play("hold", 1)
    assert kernel.pending(match.state, 0)["answers"] == [[0, 12]]
    assert kernel.pending(match.state, 2)["answers"] == []
    assert kernel.pending(match.state, ARBITER)["answers"] == [[0, 12], [1, 0]]


def test_an_open_answer_is_saved_and_put_back() -> None:
    state, again = Watch(1, 0), Watch(1, 0)
    state.ask, state.answers, state.agenda = ("commit", 3, 7), [(0, (OPEN_BID, 75))], [("hour",), ("x", 1)]
    kernel.resume(again, kernel.pending(state, ARBITER))
    assert state == again


def test_states_differ_by_what_they_save() -> None:
    one, other = Watch(1, 0), Watch(1, 0)
    other.known = [1]
    assert one == other
    other.score[2] = 5
    assert one != other
    assert one != 5
    assert "score=[0, 0, 5]" in repr(other)


def test_every_reason_of_core_has_words_in_both_languages() -> None:
    for lang in words.LANGS:
        assert set(words.core(lang)) == set(REASONS)
        assert rulebook.reason(TOY, NOT_ASKED, lang) == words.core(lang)[NOT_ASKED]
    assert rulebook.reason(TOY, "NW-5.3", "en") == "Only a standing offer can be answered. (NW-5.3)"


@pytest.mark.parametrize(
    ("kind", "value", "en", "it"),
    [
        ("hundredths", 325, "3.25", "3,25"),
        ("hundredths", 300, "3", "3"),
        ("hundredths", -1250, "-12.5", "-12,5"),
        ("hundredths", 5, "0.05", "0,05"),
        ("permille", 325, "32.5 %", "32,5 %"),
        ("permille", 1000, "100 %", "100 %"),
        ("n", 325, "325", "325"),
    ],
)
def test_numbers_are_told_as_the_reader_writes_them(kind: str, value: int, en: str, it: str) -> None:
    assert [TOY.tell.argument(kind, value, lang) for lang in words.LANGS] == [en, it]


def test_an_open_choice_is_told_with_its_limits() -> None:
    form = Form(OPEN_BID, (Field("x", 50, 300, 25, "d"), Field("x", 0, 35999, unit="°")))
    assert TOY.tell.limits(form.fields, "en") == "x: 0.5 to 3 d, in steps of 0.25. x: 0 to 359.99 °."
    told = TOY.tell.numbers(Form(OPEN_BID, form.fields[:1]), TOY.play.actions, "BID x=two", "it")
    assert told == (
        "La scelta si scrive bid x=…, con al massimo due decimali per numero, come 3.25."
        " x: da 0,5 a 3 d, a passi di 0,25."
    )
    for found, text in ((form, "hold it"), (None, "bid x=a")):
        assert TOY.tell.numbers(found, TOY.play.actions, text, "en") == ""


def test_rules_that_never_come_to_an_end_are_stopped(new_toy: NewToy) -> None:
    def again(s: Watch, dice: Dice, tell: Tell) -> None:  # noqa: ARG001
        kernel.then(s, ("again",))

    game = vary(TOY, steps={**TOY.play.steps, "again": again})
    match = new_toy()
    kernel.then(match.state, ("again",))
    match.state.ask = None
    with pytest.raises(Damaged, match="without a decision"):
        kernel.run(game.play, match.state, match.dice, lambda _: None)  # type: ignore[arg-type]


@pytest.mark.parametrize("edition", ["plain", "grand"])
def test_whether_an_action_is_listed_needs_no_other_list(new_toy: NewToy, edition: str) -> None:
    match, chance = new_toy(edition, seed=2), Random(2)
    while not match.over:
        for seat in (-1, 0, 1, 2):
            actions = kernel.legal(TOY.play, match.state, seat)
            for action in range(len(TOY.play.actions)):
                assert kernel.listed(TOY.play, match.state, seat, action) == (action in actions)
        seat = chance.choice([each for each in (0, 1, 2) if match.legal(each)])
        match.play(chance.choice(match.legal(seat)), seat)
    assert not kernel.listed(TOY.play, match.state, 0, 0)
