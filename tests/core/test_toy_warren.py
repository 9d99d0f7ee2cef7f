"""The Warren, a toy with a large board: its size, its rules, and all laws in games of it."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from garrison.core import registry
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.game import AnyGame, first_best
from garrison.core.laws.inspector import play_and_check
from garrison.core.match import Match
from support.fixtures import Register
from support.games import toy_warren_rules as rules
from support.games.toy_warren import WARREN
from support.games.toy_warren_map import DOOR, EDITIONS, KIND, NEIGHBOURS, PLACES
from support.proof import few


@pytest.fixture
def warren(register: Register) -> AnyGame:
    game = WARREN
    register(game)
    return game


def settled(**given: str) -> dict[str, str]:
    return registry.settle(WARREN, given)


@pytest.mark.parametrize(("seed", "options"), few(4, enumerate(registry.trials(WARREN))))
def test_all_laws_hold(warren: AnyGame, seed: int, options: dict[str, str]) -> None:
    assert play_and_check(warren, options, seed, pace=20).over


def test_it_is_large(warren: AnyGame) -> None:
    match = Match(warren, settled(), KeyedDice(seed_key(1)))
    assert len(registry.combinations(warren)) == 200
    assert 1_800 < len(warren.play.actions) < 2_000
    for edition in EDITIONS:
        board = warren.show.board({"edition": edition}, "en")
        assert len({place.id for place in board.places}) == 1_200
        assert board.size[0] * 3 == board.size[1] * 4
    assert warren.show.board({"edition": "old"}, "en") != warren.show.board({"edition": "new"}, "en")
    assert len(match.seats) == 6
    assert len(match.scene(1).trays) == 12


@pytest.mark.parametrize("edition", [0, 1])
def test_every_place_can_be_reached(edition: int) -> None:
    found = {0}
    edge = [0]
    while edge:
        new = {other for place in edge for other in NEIGHBOURS[edition][place]} - found
        found |= new
        edge = [*new]
    assert len(found) == PLACES


def test_a_walk_tells_all_its_places_and_each_choice_its_cost(warren: AnyGame) -> None:
    match = Match(warren, settled(cards="0"), ScriptedDice((6, 6, 1, 2)))
    match.play("pick 1")
    listed = match.legal(0)
    assert 84 < len(listed) < 250
    costs = warren.show.notes(match.view(0), listed, "en")
    assert costs[0] == ""
    assert {*costs[1:]} == {str(n) for n in range(1, 13)}
    far = max(range(len(listed)), key=lambda n: int(costs[n] or 0))
    shown = {choice.do: choice.note for choice in match.scene(0).choices}
    assert shown[match.write(listed[far])] == costs[far]
    (told, *_) = match.play(listed[far], 0)
    piece, start, goal, places = told[2:]
    assert (piece, start, goal) == (0, places[0], places[-1])
    assert all(b in NEIGHBOURS[0][a] for a, b in pairwise(places))
    assert warren.tell.things_of(told) == ("guard-1", *(rules.IDS[place] for place in places))
    assert sum(rules.COST[KIND[0][place]] for place in places[1:]) == int(costs[far])


def at_a_door(warren: AnyGame, players: str, *dice: int) -> Match:
    """Anna's first runner is about to pass a door; Anna and the others have four cards each."""
    door = KIND[0].index(DOOR)
    beside = next(place for place in NEIGHBOURS[0][door] if KIND[0][place] == 0)
    begun = Match(warren, settled(players=players), ScriptedDice((1, 1))).view()
    hands = {name: ["rope", "map", "alarm", "hush"] for name in begun["hands"]}
    changes = {"turn": "anna", "round": 1, "hands": hands, "pieces": {"anna-1": rules.IDS[beside]}}
    position = warren.know.position(begun, changes)
    match = Match(warren, settled(players=players), ScriptedDice((2, 2, *dice)), start=position)
    match.play("pick 1")
    match.play(rules.TO + door)
    return match


def test_a_door_asks_all_others_at_once_and_more_alarms_turn_back(warren: AnyGame) -> None:
    match = at_a_door(warren, "4", 1, 1)
    assert match.awaited == (0, 2, 3)
    before = match.view()["pieces"]["anna-1"]
    match.play("play alarm", 0)
    match.play("play hush", 3)
    told = match.play("play alarm", 2)
    assert "turned_back" in [event[1] for event in told]
    assert match.view()["pieces"]["anna-1"] == before


def test_a_hush_outweighs_an_alarm(warren: AnyGame) -> None:
    match = at_a_door(warren, "3", 1, 1)
    match.play("play alarm", 0)
    assert "walked" in [event[1] for event in match.play("play hush", 2)]


def test_runners_swap_cards_in_a_runners_turn_only(warren: AnyGame) -> None:
    match = at_a_door(warren, "3", 1, 1)
    offers = warren.play.anytime
    assert offers is not None
    assert offers.may(match.state) == 0b110
    match.play("offer anna rope alarm", 2)
    assert offers.waits(match.state) == 0b010
    match.play("accept bruno", 1)
    assert match.view()["hands"]["anna"].count("rope") == 2
    assert match.view()["hands"]["bruno"].count("alarm") == 2
    guarded = Match(warren, settled(), KeyedDice(seed_key(1)))
    assert guarded.awaited == (0,)
    assert offers.may(guarded.state) == 0
    assert offers.may(at_a_door(warren, "2").state) == 0


def test_letting_a_runner_pass_uses_no_card(warren: AnyGame) -> None:
    match = at_a_door(warren, "4", 1, 1)
    match.play("let", 2)
    assert match.refusal("offer anna map rope", 2) is None
    match.play("play alarm", 3)
    assert match.refusal("offer anna alarm rope", 3) == "WA-3.3"


def test_sensible_players_get_runners_out(warren: AnyGame) -> None:
    """The guide plays whole games, and answers offers."""
    guide = warren.guide
    assert guide is not None
    match = Match(warren, settled(), KeyedDice(seed_key(3)))
    while not match.over:
        seat = match.awaited[0]
        match.play(first_best(guide, match.state, seat, match.legal(seat)), seat)
    assert sum(match.result.score) > 0 if match.result else False
    dealt = at_a_door(warren, "3")
    dealt.play("offer anna rope alarm", 2)
    replies = [row for row in dealt.legal(1) if row >= rules.ACCEPT]  # type: ignore[operator]
    assert dealt.write(first_best(guide, dealt.state, 1, replies)) == "accept bruno"


@pytest.mark.proof
@pytest.mark.quiet
def test_laws_of_a_long_game_take_twenty_seconds_at_most(warren: AnyGame) -> None:
    """Some 500 rows, six seats, 1,900 rows of the table, at the pace of games with many option sets."""
    began = time.process_time()
    match = play_and_check(warren, settled(cards="3"), 2, pace=40)
    assert len(match.rows) > 400
    assert time.process_time() - began < 20
