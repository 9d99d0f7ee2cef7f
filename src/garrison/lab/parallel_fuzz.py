"""Fuzzing in several processes, with the installed players at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.laws.fuzz import CHANCE, Chooser, Fuzzer, Maker, Report
from garrison.core.match import Match
from garrison.core.state import Action, Options, Seat
from garrison.lab import workers
from garrison.lab.simulate import THINKING_SECONDS
from garrison.players import make, steady


class Plan(NamedTuple):
    """The games of a run, all by name: trials that have what is given, players, the first seed."""

    games: tuple[str, ...]
    players: tuple[str, ...]
    given: Options
    seed: int
    save_dir: Path | None


class Games:
    """The games of a plan, by number. Sent to another process, it is made again there from the plan."""

    def __init__(self, plan: Plan) -> None:
        """Find games, options and players; errors name what is unknown."""
        self._plan = plan
        games = [registry.find(name) for name in plan.games]
        for game in games:
            registry.settle(game, dict(plan.given))
        self.fuzzer = Fuzzer(
            games,
            players={name: _maker(name) for name in map(steady, plan.players)},
            given=plan.given,
            seed=plan.seed,
            save_dir=plan.save_dir,
        )

    def __reduce__(self) -> tuple[type[Games], tuple[Plan]]:
        return Games, (self._plan,)

    def __call__(self, numbers: range) -> Report:
        report = self.fuzzer.report()
        for number in numbers:
            report.add(self.fuzzer.play(number))
        return report

    def stream(
        self,
        count: int | None,
        seconds: float | None,
        jobs: int = 0,
        watch: workers.Watch = workers.UNWATCHED,
    ) -> Iterator[Report]:
        """Play `count` games, or for `seconds`; yield a report on each. `jobs` 0 uses every core."""
        chunks = (range(number, number + 1) for number in self.fuzzer.numbers(count, seconds))
        jobs = jobs or workers.cores()
        return workers.as_finished(self, chunks, jobs if count is None else min(jobs, count), watch)


def _maker(name: str) -> Maker | None:
    """Return the maker of a player for the fuzzer; None is core's random choice, which tries more actions."""
    if name == CHANCE:
        return None

    def make_one(game: AnyGame, seat: Seat, key: bytes) -> Chooser | None:
        try:
            player = make(name, key, game, seat)
        except registry.BrokenPlugin:
            raise
        except registry.Unknown:
            return None

        def choose(match: Match, asked: Seat, actions: Sequence[Action]) -> Action:
            assert match.ask is not None
            view = match.view(asked) if player.looks else {}
            return player.choose(view, match.ask, actions, THINKING_SECONDS)[0]

        return choose

    return make_one
