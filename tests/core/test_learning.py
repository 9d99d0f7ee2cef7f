"""Numbers for learners and a seat's story: what it saw, told in another way."""

from __future__ import annotations

import pytest

from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import AnyGame
from garrison.core.laws.inspector import play_and_check
from garrison.core.learning import BUCKETS, learning, offsets, size
from garrison.core.match import Match
from garrison.core.state import ARBITER, SPECTATOR
from support.fixtures import NewToy
from support.games.moves import play, sample_play
from support.games.toy import CARD, FEATURES, TOY, vary

GAMES = [TOY, *registry.games().values()]
NAMED = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def part(match: Match, seat: int, name: str) -> list[float]:
    learn = learning(match.game)
    feature = next(each for each in learn.features if each.name == name)
    at = offsets(learn.features)[name]
    return match.encode(seat)[at : at + feature.size]


@NAMED
def test_features_have_names_ranges_and_a_version(game: AnyGame) -> None:
    learn = learning(game)
    assert learn.version >= 1
    assert len({feature.name for feature in learn.features}) == len(learn.features)
    assert all(feature.low < feature.high for feature in learn.features)
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(1)))
    assert len(match.encode(0)) == size(learn.features)
    assert all(isinstance(number, float | int) for number in match.encode(0))


def test_a_seat_sees_its_own_lanterns(new_toy: NewToy) -> None:
    match = new_toy(seed=4)
    for seat, who in enumerate(match.seats):
        own = {card for card, held in zip(CARD, part(match, seat, "own"), strict=True) if held}
        assert own == set(match.view(seat)["hands"][who])
    assert part(match, 0, "hands") == [3, 3, 3]


def test_only_the_ss_player_is_told_his_cards() -> None:
    game = registry.find("itter")
    match = Match(game, registry.settle(game, {"difficulty": "competitive"}), KeyedDice(seed_key(1)))
    assert sum(part(match, 1, "own_hand")) == 7
    assert sum(part(match, 0, "own_hand")) == 0
    assert part(match, 0, "held") == part(match, 1, "held") == [4, 3, 0, 0]
    assert sum(part(match, 0, "deck")) == 57


def test_only_the_attacker_is_told_what_is_loaded() -> None:
    game = registry.find("siege")
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(1)))
    for text in ("post rest", "load fire"):
        match.play(text)
    assert part(match, 0, "loaded") == [0, 0, 1, 0]
    assert part(match, 1, "loaded") == [1, 0, 0, 0]


@pytest.mark.parametrize("game", GAMES[1:], ids=lambda game: game.id)
def test_different_positions_have_different_numbers(game: AnyGame) -> None:
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(2)))
    seen = []
    while not match.over and len(seen) < 60:
        seen.append(tuple(match.encode(match.awaited[0])))
        match.play(sample_play(match))
    assert len(set(seen)) > 0.8 * len(seen)


def test_a_game_without_features_has_those_of_its_view() -> None:
    plain = vary(TOY, learn=None)
    match = Match(plain, {"edition": "plain"}, KeyedDice(seed_key(4)))
    assert size(learning(plain).features) == BUCKETS
    assert sum(match.encode(0)) > 20
    assert match.encode(0) != match.encode(1)
    assert learning(TOY).features == FEATURES
    assert Match(TOY, {"edition": "plain"}, KeyedDice(seed_key(4))).encode(0) != match.encode(0)


@pytest.mark.parametrize("edition", ["plain", "grand"])
def test_the_law_holds_for_features_of_the_view(edition: str) -> None:
    play_and_check(vary(TOY, learn=None), {"edition": edition}, 3, [13])


# The story


def test_a_story_is_what_a_seat_was_told_and_did(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "bruno offer right 8", "anna commit 12", "bruno hold", "carla hold")
    anna, bruno, carla = (match.story(seat) for seat in (0, 1, 2))
    assert anna[-6:] == (
        ("told", "offered", "bruno", "anna", "c8"),
        ("did", "commit 12"),
        ("told", "showed", "anna", "c12"),
        ("told", "showed", "bruno", "none"),
        ("told", "showed", "carla", "none"),
        ("told", "leads", "anna"),
    )
    assert ("did", "offer right 8") in bruno
    assert not any("offered" in each for each in carla)
    assert ("told", "drew_card", "c12") in anna
    assert ("told", "drew_card", "c12") not in bruno
    assert len({anna, bruno, carla, match.story(SPECTATOR), match.story(ARBITER)}) == 5


def test_a_story_goes_on_after_an_undo() -> None:
    match = Match(vary(TOY, anytime=None), {"edition": "plain"}, KeyedDice(seed_key(1)))
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    before = match.story(0)
    match.undo(0)
    after = match.story(0)
    assert after[: len(before)] == before
    assert after[len(before) :] == (("undid", 3),)
