"""Options of a match: wrong ones are refused, missing ones found without trying out every set; trials."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from garrison.core import registry
from garrison.core.errors import Unknown
from garrison.core.game import AnyGame
from garrison.core.laws.fuzz import Fuzzer
from garrison.core.state import Options
from garrison.lab import strength
from support.fixtures import Register
from support.games.toy import TOY, vary
from support.games.toy_warren import WARREN

LATE_FOR_TWO = {"seats": ("2", "3"), "goal": ("shared", "own"), "night": ("short", "long")}


def late_for_two(options: Options) -> str | None:
    """A goal of one's own is for two, in long nights only."""
    if (options["goal"] == "own") != (options["seats"] == "2"):
        return "a goal of your own is for two"
    return None if options["seats"] == "3" or options["night"] == "long" else "two need a long night"


STRICT = vary(TOY, options=LATE_FOR_TWO, allowed=late_for_two, later=frozenset({"night"}))


def partial(game: AnyGame) -> Iterator[dict[str, str]]:
    """Every way to give some options and leave out others."""
    for values in product(*((None, *values) for values in game.options.values())):
        given = zip(game.options, values, strict=True)
        yield {name: value for name, value in given if value is not None}


@pytest.mark.parametrize("game", [TOY, STRICT, registry.find("itter"), WARREN], ids=lambda game: game.id)
def test_missing_options_get_the_first_values_that_fit(game: AnyGame) -> None:
    sets = registry.combinations(game)
    for given in partial(game):
        fitting = [each for each in sets if given.items() <= registry.complete(game, each).items()]
        if fitting:
            assert registry.settle(game, given) == fitting[0]
        else:
            with pytest.raises(Unknown):
                registry.settle(game, given)


def test_options_are_found_without_a_look_at_every_set() -> None:
    seen: list[Options] = []
    game = vary(WARREN, allowed=seen.append)
    assert registry.settle(game, {"players": "3"})["players"] == "3"
    assert len(seen) == 1
    assert len(registry.combinations(game)) == 200


def test_every_set_is_a_trial_unless_a_game_says_otherwise() -> None:
    assert registry.trials(TOY) == registry.combinations(TOY)
    found = registry.trials(WARREN)
    assert len(found) == len(WARREN.trials) == 7
    assert found[0] == registry.settle(WARREN, {"rounds": "2"})
    assert {(name, value) for each in found for name, value in each.items()} == {
        (name, value) for name, values in WARREN.options.items() for value in values
    }


def test_trials_with_given_options_are_those_that_have_them_or_a_set_that_fits() -> None:
    itter = registry.find("itter")
    found = registry.trials(itter, {"escape": "white", "difficulty": "elite"})
    assert found == [
        {"edition": edition, "difficulty": "elite", **late}
        for late in ({}, {"command": "late"})
        for edition in ("published", "playtest")
    ]
    assert [each["rounds"] for each in registry.trials(WARREN, {"edition": "new"})] == ["2", "2", "8"]
    unusual = {"players": "6", "cards": "4"}
    assert registry.trials(WARREN, unusual) == [registry.settle(WARREN, unusual)]
    with pytest.raises(Unknown, match="warren has no cards '9'"):
        registry.trials(WARREN, {"cards": "9"})


def test_fuzzing_and_tables_of_strength_look_at_trials(register: Register) -> None:
    register(WARREN)
    assert Fuzzer([WARREN]).whole == 7
    assert Fuzzer([WARREN], given={"edition": "new"}).whole == 3
    assert Fuzzer([WARREN], given={"players": "6", "cards": "4"}).whole == 1
    cells = strength.cells("warren", ["random"], 1)
    assert [each.options for each in cells] == registry.trials(WARREN)
