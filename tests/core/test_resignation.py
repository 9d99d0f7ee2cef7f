"""Resigning, and draws by agreement: rows of their own, told to all, in every game."""

from __future__ import annotations

import pytest

import garrison
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import DRAW_ALL, DRAW_UNKNOWN, GAME_OVER, RESIGN_TEAM, Damaged, GameOver, Refused
from garrison.core.game import AnyGame
from garrison.core.match import Match
from garrison.core.record import parse, replay, verify
from garrison.core.show.perspective import Perspective
from garrison.core.state import SPECTATOR
from support.fixtures import NewToy, Register
from support.games.moves import play
from support.games.toy import TOY, vary

SHARED = vary(TOY, id="shared", teams=lambda _: ((0, 2), (1,)), draws=True)
"""Anna and Carla are a team; the game knows draws."""


def refused(do: object, *args: object) -> str:
    with pytest.raises(Refused) as raised:
        do(*args)  # type: ignore[operator]
    return raised.value.rule


def begun(game: AnyGame) -> Match:
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(3)))
    play(match, "anna hold", "bruno hold")
    return match


def test_a_seat_that_resigns_loses_and_the_others_share_the_win(new_toy: NewToy) -> None:
    match = new_toy()
    match.play("hold", 0)
    match.resign(1)
    assert match.over
    result = match.result
    assert result is not None
    assert (result.won, result.utility, result.how) == ((0, 2), (0.5, 0, 0.5), "resigned")
    assert match.awaited == ()
    assert [match.legal(seat) for seat in range(3)] == [[], [], []]
    assert match.state.answers == []


def test_everybody_is_told_in_their_language(new_toy: NewToy) -> None:
    match = new_toy()
    match.resign(1)
    for seat in (SPECTATOR, 0, 1, 2):
        seen = Perspective(match, seat)
        assert seen.sentences(seen.count, "en") == ["Bruno resigned."]
        assert seen.sentences(seen.count, "it") == ["Resa di Bruno."]
        ending = seen.ending("en")
        assert ending is not None
        assert ending.text == "Bruno resigned"
        assert ending.title == {0: "Victory", 1: "Defeat", 2: "Victory"}.get(seat, "Victory: Anna, Carla")


def test_nothing_follows_a_resignation(new_toy: NewToy) -> None:
    match = new_toy()
    match.resign(1)
    assert refused(match.play, "hold", 0) == GAME_OVER
    assert refused(match.resign, 0) == GAME_OVER
    assert refused(match.undo, 1) == GAME_OVER
    assert refused(match.agree_draw, (0, 1, 2)) == GAME_OVER
    with pytest.raises(GameOver):
        match.resign(1)


def test_a_team_must_agree() -> None:
    match = begun(SHARED)
    assert refused(match.resign, 0) == RESIGN_TEAM
    assert refused(match.resign, 0, (1,)) == RESIGN_TEAM
    assert not match.over
    match.resign(0, (2,))
    assert match.rows[-1].consent == (0, 2)
    assert match.result is not None
    assert match.result.won == (1,)
    assert match.result.utility == (0, 1, 0)


def test_a_draw_needs_everybody_and_a_game_that_knows_draws(new_toy: NewToy) -> None:
    assert refused(new_toy().agree_draw, (0, 1, 2)) == DRAW_UNKNOWN
    match = begun(SHARED)
    assert refused(match.agree_draw, (0, 1)) == DRAW_ALL
    match.agree_draw((0, 1, 2))
    assert match.result is not None
    assert (match.result.won, match.result.how) == ((), "agreed")
    assert sum(match.result.utility) == pytest.approx(1)
    alone = garrison.new("itter", seed=1)
    assert refused(alone.agree_draw, (0,)) == DRAW_UNKNOWN


def test_the_record_has_a_row_for_it_and_replays(register: Register) -> None:
    register(SHARED)
    for end, line in (
        (lambda match: match.resign(2, (0,)), "3 resign anna carla"),
        (lambda match: match.agree_draw((0, 1, 2)), "3 draw anna bruno carla"),
    ):
        match = begun(SHARED)
        end(match)
        text = match.record()
        assert text.splitlines()[-2] == line
        record = parse(text)
        again = replay(record)
        assert again.record() == text
        assert (again.result, again.state, again.events(3)) == (match.result, match.state, match.events(3))
        assert again.at(2).awaited == (2,)
        assert verify(record).ok


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("3 resign anna", "all its seats agree"),
        ("3 resign", "'resign' must give the seats that agreed"),
        ("3 resign anna bruno carla", "all its seats agree"),
        ("3 resign dora", "'resign' must give the seats that agreed"),
        ("3 draw anna bruno", "agreement of every seat"),
    ],
)
def test_a_row_that_lacks_somebody_s_consent_is_damage(line: str, told: str, register: Register) -> None:
    register(SHARED)
    text = begun(SHARED).record() + line + "\n"
    with pytest.raises(Damaged, match=told):
        replay(parse(text))


def test_no_row_follows_one_that_ends_the_game(register: Register) -> None:
    register(TOY)
    match = begun(TOY)
    match.resign(1)
    lines = match.record().splitlines()[:-1]
    with pytest.raises(Damaged, match="the game is over"):
        replay(parse("\n".join([*lines, "4 carla hold", ""])))


def test_both_games_can_be_resigned() -> None:
    siege = garrison.new("siege", seed=1)
    siege.resign(0)
    assert siege.result is not None
    assert (siege.result.won, siege.result.utility) == ((1,), (-1, 1))
    assert siege.result.score[1] > 0  # the counters that live
    alone = garrison.new("itter", seed=1)
    alone.resign()
    assert alone.result is not None
    assert (alone.result.won, alone.result.score, alone.result.utility) == ((), (0,), (-1,))
    competitive = garrison.new("itter", difficulty="competitive", seed=1)
    competitive.agree_draw((0, 1))
    assert competitive.result is not None
    assert (competitive.result.won, competitive.result.utility) == ((), (0, 0))


def test_a_game_without_points_of_its_own_counts_none(new_toy: NewToy) -> None:
    match = new_toy()
    match.resign(0)
    assert match.result is not None
    assert match.result.score == (0, 0, 0)
