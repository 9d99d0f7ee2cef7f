"""The speed of checked play: `Match.legal`, a choice, `Match.play`, with events and keyed dice on.

Two kinds of games are measured in turn, so that load on the machine affects both: games of random
choices, which end early, and replays of longer, sensible games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import AnyGame, first_best
from garrison.core.match import Match
from garrison.core.state import Action, Options, View

RUNS = 7
RUN_SECONDS = 0.4
REPLAYED_GAMES = 12
COPIED_STATES = 200
COPY_ROUNDS = 10

Policy = Callable[[View, Sequence[Action]], Action]


def sample_policy(game: AnyGame) -> Policy | None:
    """The plain way to play that a game's study has, else the sound player's; None if there is neither."""
    guide = game.guide
    if game.study.policy is not None or guide is None:
        return game.study.policy

    def sound(view: View, actions: Sequence[Action]) -> Action:
        state, asked = game.know.sample(view, KeyedDice(b"sound")), view["ask"][1]
        return first_best(guide, state, asked.bit_length() - 1, actions)

    return sound


@dataclass(frozen=True, slots=True)
class Lap:
    """Timings of one run."""

    decisions: int
    games: int
    listed: int
    play: float
    whole: float
    copy: float


class _Chances:
    """Precomputed random numbers: choosing must cost next to nothing."""

    def __init__(self, seed: int) -> None:
        blocks = (hashlib.sha256(f"bench/{seed}/{block}".encode()).digest() for block in range(4096))
        stream = b"".join(blocks)
        self.numbers = [stream[at] << 8 | stream[at + 1] for at in range(0, len(stream), 2)]


def _random_lap(game: AnyGame, options: Options, first_seed: int, seconds: float) -> Lap:
    numbers = _Chances(first_seed).numbers
    size = len(numbers)
    decisions = games = listed = at = 0
    play = whole = 0.0
    states = []
    while whole < seconds:
        start = perf_counter()
        match = Match(game, options, KeyedDice(seed_key(first_seed + games)))
        ready = perf_counter()
        while match.ask is not None:
            actions = match.legal()
            count = len(actions)
            match.play(actions[numbers[at] % count])
            listed += count
            at += 1
            if at == size:
                at = 0
        done = perf_counter()
        decisions += len(match.rows) - 1
        games += 1
        play += done - ready
        whole += done - start
        states.append(match.state_after(len(match.rows) // 2))
    return Lap(decisions, games, listed, play, whole, _copy_time(states))


def _copy_time(states: Sequence[Any]) -> float:
    """Mean seconds to copy a state from the middle of a game."""
    some = states[:COPIED_STATES]
    start = perf_counter()
    for _ in range(COPY_ROUNDS):
        for state in some:
            state.copy()
    return (perf_counter() - start) / (COPY_ROUNDS * len(some))


Script = tuple[int, list[Action]]


def scripts(game: AnyGame, options: Options, policy: Policy, games: int = REPLAYED_GAMES) -> list[Script]:
    """Games played by a policy, as seeds and actions."""
    found = []
    for seed in range(games):
        match = Match(game, options, KeyedDice(seed_key(seed)))
        while match.ask is not None:
            match.play(policy(match.view(match.awaited[0]), match.legal()))
        found.append((seed, [row.action for row in match.rows[1:]]))
    return found


def _replay_lap(game: AnyGame, options: Options, games: Sequence[Script], seconds: float) -> Lap:
    decisions = count = listed = 0
    play = whole = 0.0
    states = []
    while whole < seconds:
        seed, actions = games[count % len(games)]
        start = perf_counter()
        match = Match(game, options, KeyedDice(seed_key(seed)))
        ready = perf_counter()
        for action in actions:
            listed += len(match.legal())
            match.play(action)
        done = perf_counter()
        decisions += len(actions)
        count += 1
        play += done - ready
        whole += done - start
        if count <= len(games):
            states.append(match.state_after(len(match.rows) // 2))
    return Lap(decisions, count, listed, play, whole, _copy_time(states))


def _figures(laps: Sequence[Lap]) -> dict[str, float]:
    copy = median(lap.copy for lap in laps)
    return {
        "decisions_per_s": median(lap.decisions / lap.play for lap in laps),
        "games_per_s": median(lap.games / lap.whole for lap in laps),
        "copies_per_s": 1 / copy,
        "mean_legal": median(lap.listed / lap.decisions for lap in laps),
        "copy_us": copy * 1e6,
    }


def run(
    game: str, options: Options | None = None, runs: int = RUNS, seconds: float = RUN_SECONDS
) -> dict[str, Any]:
    """Measure both kinds in turn and return medians. `replay` is None if a game has no sensible policy."""
    found = registry.find(game)
    settled = registry.settle(found, dict(options or {}))
    policy = sample_policy(found)
    games = scripts(found, settled, policy) if policy is not None else []
    _random_lap(found, settled, 0, seconds / 4)
    blind, replayed = [], []
    for number in range(runs):
        blind.append(_random_lap(found, settled, number * 10_000, seconds))
        if games:
            replayed.append(_replay_lap(found, settled, games, seconds))
    return {"game": found.id, **_figures(blind), "replay": _figures(replayed) if replayed else None}
