"""The benchmark measures real games: it replays what was played."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.state import Action, View
from garrison.lab import bench
from support.games import toy
from support.installed import with_games

FIGURES = ["decisions_per_s", "games_per_s", "copies_per_s", "mean_legal", "copy_us"]


def last(view: View, actions: Sequence[Action]) -> Action:
    assert view["ask"] is not None
    return actions[-1]


CLEVER = toy.vary(toy.TOY, id="clever", policy=last)
"""The toy, with somebody who always takes the last choice."""


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", with_games(toy.TOY, CLEVER, alone=True))


def test_a_game_without_sensible_play_is_measured_at_random_only() -> None:
    found = bench.run("toy", runs=1, seconds=0.02)
    assert list(found) == ["game", *FIGURES, "replay"]
    assert found["replay"] is None
    assert found["mean_legal"] > 1
    assert found["copies_per_s"] * found["copy_us"] == pytest.approx(1e6)


def test_sensible_games_are_replayed() -> None:
    found = bench.run("clever", runs=1, seconds=0.02)
    assert list(found["replay"]) == FIGURES
    assert all(figure > 0 for figure in found["replay"].values())


def test_scripts_play_again_to_the_same_end() -> None:
    game = CLEVER
    options = registry.settle(game, {})
    for seed, actions in bench.scripts(game, options, bench.sample_policy(game), 3):
        match = Match(game, options, KeyedDice(seed_key(seed)))
        for action in actions:
            match.play(action)
        assert match.over
