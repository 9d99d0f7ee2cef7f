"""A phase or turn ends with the answers that say so, and with no others."""

from __future__ import annotations

import random

import pytest

import garrison
from garrison.core.match import Match

OWN_PHASES = {"itter": ("planning", "defender"), "siege": ("defence",)}
"""Phases in which a seat goes on until it has nothing left to do."""
MATCHES = [
    pytest.param("itter", {"difficulty": "beginner"}, marks=pytest.mark.rule("itter", "ITP-1.1a")),
    pytest.param(
        "itter",
        {"difficulty": "competitive"},
        marks=pytest.mark.rule("itter", "ITP-1.1a", "ITP-6.2c", "ITP-6.2d"),
    ),
    ("itter", {"edition": "playtest", "difficulty": "elite"}),
    pytest.param("siege", {}, marks=pytest.mark.rule("siege", "CUS-40")),
]


def moment(match: Match) -> tuple[int, str]:
    view = match.view()
    return view["turn"], view["phase"]


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_a_phase_ends_with_the_answers_that_say_so(game: str, options: dict[str, str]) -> None:
    ended, games = 0, 1 if game == "siege" else 2  # a game of the siege has many more questions
    for seed in range(games):
        match, chance = garrison.new(game, seed=seed, **options), random.Random(seed)
        while match.ask:
            before, choices = moment(match), match.scene(match.awaited[0]).choices
            choice = chance.choice(choices)
            match.play(choice.do)
            if before[1] not in OWN_PHASES[game]:
                assert not choice.ends, choice
            elif not match.over:
                assert bool(choice.ends) == (moment(match) != before), choice
                ended += bool(choice.ends)
    assert ended > 5
