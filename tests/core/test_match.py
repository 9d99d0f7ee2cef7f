"""Matches: refusals, undo, copies and views."""

from __future__ import annotations

import copy as copying
from collections.abc import Iterator

import pytest

import garrison
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import (
    ANSWERED,
    GAME_OVER,
    NOT_ASKED,
    UNDO_DRAW,
    UNDO_NEWS,
    UNDO_NOTHING,
    UNDO_OTHERS,
    UNREADABLE,
    GameOver,
    Illegal,
    NoDice,
    NotAsked,
    Refused,
    Unreadable,
)
from garrison.core.history import UNDO_ROW
from garrison.core.match import Match
from garrison.core.record import parse, replay
from garrison.core.state import ARBITER, SPECTATOR, Action, View
from support.fixtures import NewToy
from support.games.moves import EVERYBODY, play
from support.games.toy import OPEN_BID, TOY, vary


def at_bid(new_toy: NewToy, dice: tuple[int, ...] = ()) -> Match:
    """Bruno leads and is asked for his stake."""
    match = new_toy(dice=dice)
    play(match, "anna hold", "bruno commit 8", "carla hold")
    return match


def refused(match: Match, action: object, seat: int) -> Refused:
    before, rows = repr(match.state), len(match.rows)
    with pytest.raises(Refused) as raised:
        match.play(action, seat)  # type: ignore[arg-type]
    assert (repr(match.state), len(match.rows)) == (before, rows)
    return raised.value


@pytest.mark.parametrize(
    ("action", "seat", "kind", "rule"),
    [
        ("jump", 1, Unreadable, UNREADABLE),
        ("bid x=4", 1, Illegal, "NW-3.1"),
        ("bid x=3.5", 1, Illegal, "out-of-range"),
        ("bid x=?", 1, Illegal, "incomplete"),
        ("hold", 1, Illegal, "other-question"),
        ("bid x=1", 0, NotAsked, NOT_ASKED),
        ("bid x=1", SPECTATOR, NotAsked, NOT_ASKED),
        (10**6, 1, Unreadable, UNREADABLE),
        (-1, 1, Unreadable, UNREADABLE),
        ((10**6, 5), 1, Unreadable, UNREADABLE),
        ((OPEN_BID, 60), 1, Illegal, "out-of-range"),
    ],
)
def test_what_may_not_be_played_is_refused_and_changes_nothing(
    new_toy: NewToy, action: object, seat: int, kind: type[Refused], rule: str
) -> None:
    error = refused(at_bid(new_toy), action, seat)
    assert type(error) is kind
    assert error.rule == rule
    assert len(str(error)) > 10


def test_answering_twice_and_playing_on_after_the_end_have_their_own_errors(new_toy: NewToy) -> None:
    match = new_toy()
    match.play("hold", 0)
    error = refused(match, "hold", 0)
    assert (type(error), error.rule) == (NotAsked, ANSWERED)
    match = finished(new_toy)
    error = refused(match, "hold", 0)
    assert (type(error), error.rule) == (GameOver, GAME_OVER)


def finished(new_toy: NewToy, seed: int = 1) -> Match:
    match = new_toy(seed=seed)
    while not match.over:
        match.play(match.legal()[0])
    return match


def test_without_a_seat_the_first_awaited_one_plays(new_toy: NewToy) -> None:
    match = new_toy()
    match.play("hold")
    match.play("hold")
    assert [row.seat for row in match.rows[1:]] == [0, 1]
    assert match.awaited == (2,)


def test_open_choices_are_played_by_number_and_by_text(new_toy: NewToy) -> None:
    match = at_bid(new_toy)
    match.copy().play((OPEN_BID, 75), 1)
    match.play("bid x=0.75", 1)
    assert match.state.stake == 75  # type: ignore[attr-defined]
    assert match.rows[-1].action == (OPEN_BID, 75)


def test_odds_are_told_by_text_and_by_row(new_toy: NewToy) -> None:
    match = at_bid(new_toy)
    match.play("bid x=1", 1)
    assert match.odds("dare 2") == (27, 36)
    assert match.odds(match.read("dare 1"), 1) == (3, 6)
    assert match.odds("offer left 5", 1) is None


# Undo


def bars(match: Match, seat: int | None = None, to: int | None = None, consent: tuple[int, ...] = ()) -> str:
    rows = len(match.rows)
    with pytest.raises(Refused) as raised:
        match.undo(seat, to, consent)
    assert len(match.rows) == rows
    return raised.value.rule


def test_an_own_row_without_news_is_taken_back(new_toy: NewToy) -> None:
    match = at_bid(new_toy)
    before = match.state.copy()
    match.play("bid x=1", 1)
    match.undo()
    assert match.state == before
    assert match.line == (0, 1, 2, 3)
    assert match.rows[-1] == (UNDO_ROW, -1, [], 3, (1,))
    match.play("bid x=2", 1)
    assert match.line == (0, 1, 2, 3, 6)


def test_undo_stops_at_others_draws_and_news(new_toy: NewToy) -> None:
    match = new_toy(dice=(6,))
    assert bars(match) == UNDO_NOTHING
    play(match, "anna hold", "bruno commit 8")
    assert bars(match, 0) == UNDO_OTHERS
    assert bars(match, 1, 0) == UNDO_OTHERS
    assert bars(match, 1, 7) == UNDO_NOTHING
    assert bars(match, 1, 2) == UNDO_NOTHING
    play(match, "carla hold")
    assert bars(match, 2) == UNDO_NEWS
    play(match, "bruno bid x=1", "bruno dare 1")
    assert bars(match, 1) == UNDO_DRAW
    assert bars(match, 1, 3) == UNDO_DRAW


def test_all_together_may_go_back_further(new_toy: NewToy) -> None:
    match = at_bid(new_toy, (6,))
    play(match, "bruno bid x=1", "bruno dare 1")
    assert bars(match, 0, 2, (1,)) == UNDO_OTHERS
    match.undo(0, 2, EVERYBODY)
    assert match.line == (0, 1, 2)
    assert match.awaited == (2,)
    assert match.rows[-1].consent == EVERYBODY


def test_part_of_the_consent_counts_as_none_and_the_record_still_replays(new_toy: NewToy) -> None:
    match = new_toy(seed=1)
    match.play("hold", 2)
    match.undo(2, consent=(0,))
    assert match.rows[-1].consent == (2,)
    again = replay(parse(match.record()), key=match.key)
    assert again.state == match.state


def test_undone_rows_are_not_used_again_so_the_dice_are_new(new_toy: NewToy) -> None:
    match = new_toy(seed=4)
    for row in ("hold", "hold", "hold", "bid x=1"):
        match.play(row)
    match.play("dare 3")
    first = match.rows[-1].draws[0][1]
    match.undo(0, consent=EVERYBODY)
    match.play("dare 3")
    fresh = KeyedDice(seed_key(4))
    fresh.start(7)
    assert match.rows[7].draws[0][1] == fresh.roll(3, "climb") != first


def test_the_state_after_any_row_can_be_had(new_toy: NewToy) -> None:
    match = new_toy(seed=2)
    states = [match.state.copy()]
    while not match.over:
        match.play(match.legal()[-1])
        states.append(match.state.copy())
    assert [match.state_after(number) for number in range(len(match.rows))] == states


# Copies and frames


def test_a_copy_goes_its_own_way(new_toy: NewToy) -> None:
    match = at_bid(new_toy)
    other = match.copy()
    other.play("bid x=1", 1)
    assert match.ask == ("bid", 2)
    assert len(match.rows) == 4
    assert match.line == (0, 1, 2, 3)
    match.play("bid x=2", 1)
    assert other.state.stake == 100  # type: ignore[attr-defined]


def at_dare(new_toy: NewToy) -> Match:
    match = new_toy(seed=3)
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    return match


def test_a_planner_on_a_copy_cannot_see_the_dice_to_come(new_toy: NewToy) -> None:
    match = at_dare(new_toy)
    copy = match.copy()
    assert copy.key is None
    before, rows = copy.state.copy(), list(copy.rows)
    with pytest.raises(NoDice, match=r"no dice for 'climb'; copy\(dice=...\) gives it some"):
        copy.play("dare 3")
    assert (copy.state, copy.rows) == (before, rows)
    planned = {tuple(each.rows[-1].draws[0][1]) for each in planned_dares(match)}
    assert len(planned) > 20
    match.play("dare 3")
    assert len(match.rows) == len(rows) + 1


def planned_dares(match: Match) -> Iterator[Match]:
    """Thirty copies, each with dice of its own, that have all dared."""
    for seed in range(30):
        copy = match.copy(KeyedDice(seed_key(seed)))
        copy.play("dare 3")
        yield copy


def test_the_copy_module_makes_the_same_copies(new_toy: NewToy) -> None:
    match = at_dare(new_toy)
    for other in (copying.copy(match), copying.deepcopy(match)):
        assert other.state == match.state
        assert other.state is not match.state
        assert other.rows is not match.rows
        with pytest.raises(NoDice):
            other.play("dare 1")
    for state in (copying.copy(match.state), copying.deepcopy(match.state)):
        assert state == match.state
        assert state.agenda is not match.state.agenda


def test_the_record_of_a_copy_keeps_the_promise_and_no_key(new_toy: NewToy) -> None:
    match = at_dare(new_toy)
    assert match.copy().record() == match.record()
    assert match.key is not None
    assert match.key.hex() not in match.copy().record()


def test_a_copy_with_the_same_dice_is_the_same_game(new_toy: NewToy) -> None:
    match = new_toy(seed=3)
    other = match.copy(match.dice.copy())
    for each in (match, other):
        while not each.over:
            each.play(each.legal()[0])
    assert match.record() == other.record()


def test_a_scene_has_the_question_and_the_choices_of_the_seat(new_toy: NewToy) -> None:
    match = at_bid(new_toy)
    scene = match.scene(1)
    assert scene.ask is not None
    assert (scene.ask.text, scene.ask.rule, scene.ask.who) == ("How much do you stake?", "NW-3.1", ("Bruno",))
    assert [choice.do for choice in scene.choices][:3] == ["bid x=1", "bid x=2", "bid x=3"]
    assert scene.choices[0].say == "stake 100 pence"
    assert scene.form is not None
    assert match.scene(0).form is None
    assert match.scene(SPECTATOR).choices == ()
    assert match.scene(1, "it").choices[0].say == "punta 100 soldi"


def test_who_has_answered_a_window_stays_unseen(new_toy: NewToy) -> None:
    match = new_toy()
    match.play("hold", 1)
    shown = {seat: match.scene(seat).ask.who for seat in (0, 1, SPECTATOR, ARBITER)}  # type: ignore[union-attr]
    assert shown[0] == shown[SPECTATOR] == ("Anna", "Bruno", "Carla")
    assert shown[1] == shown[ARBITER] == ("Anna", "Carla")


def test_the_scene_of_a_finished_game_asks_nothing(new_toy: NewToy) -> None:
    match = finished(new_toy)
    assert match.scene().ask is None
    assert match.result is not None


# The doors


@pytest.mark.usefixtures("toy")
def test_new_takes_one_source_of_chance() -> None:
    with pytest.raises(garrison.Unknown, match="one of seed, key and dice"):
        garrison.new("toy", seed=1, dice=[1])
    assert garrison.new("toy", seed=1).key == seed_key(1)
    assert garrison.new("toy", key=b"k" * 32).key == b"k" * 32
    assert garrison.new("toy", dice=[1, 2]).key is None
    assert garrison.new("toy").key != garrison.new("toy").key


@pytest.mark.usefixtures("toy")
def test_unknown_games_and_options_are_named() -> None:
    assert "toy" in garrison.games()
    with pytest.raises(garrison.Unknown, match=r"no game 'chess'; installed: .*toy"):
        garrison.new("chess")
    with pytest.raises(garrison.Unknown, match="no option 'colour'; it has edition"):
        garrison.new("toy", colour="red")
    with pytest.raises(garrison.Unknown, match="no edition 'vast'; choose one of plain, grand"):
        garrison.new("toy", edition="vast")


# What a click means


def test_a_click_means_what_is_allowed_there_or_else_what_a_rule_forbids(new_toy: NewToy) -> None:
    def by_number(_: View, thing: str) -> list[Action]:
        return [row for row, notation in enumerate(TOY.play.actions) if notation == f"commit {thing}"]

    match = Match(vary(TOY, meanings=by_number), {"edition": "plain"}, new_toy().dice)
    mine = match.view()["hands"]["anna"][0]
    others = match.view()["hands"]["bruno"][0]
    assert match.meant(str(mine), 0) == mine
    assert match.refusal(match.meant(str(others), 0) or 0, 0) == "NW-2.1"
    assert match.meant("wall", 0) is None
    play(match, "anna hold", "bruno hold", "carla hold")
    assert match.meant(str(mine), 0) is None  # it is another question by now
