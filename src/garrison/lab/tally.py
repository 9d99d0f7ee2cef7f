"""The sums over many games, and the shares and means that follow from them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from garrison.core.rules import Result
from garrison.core.state import Seat

MILLION = 1_000_000
Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution, for two-sided 95 % intervals."""


@dataclass(slots=True)
class Tally:
    """Sums over games, all integers.

    `won` is by seat, `score` of the first seat. `side_won`: by side, the games in which one of its seats won.
    `utility`: by seat, in millionths, then by side, summed over its seats. These three are empty unless
    sides are counted. `means`: by fact of the game's study, in how many games there is one, its sum and the
    sum of its squares.
    """

    games: int = 0
    won: list[int] = field(default_factory=list)
    score: int = 0
    squares: int = 0
    rows: int = 0
    how: Counter[str] = field(default_factory=Counter)
    side_won: list[int] = field(default_factory=list)
    utility: list[int] = field(default_factory=list)
    utility_squares: list[int] = field(default_factory=list)
    means: dict[str, list[int]] = field(default_factory=dict)

    def note(self, result: Result, rows: int, sides: Sequence[Sequence[Seat]] = ()) -> None:
        """Add the result of one game; `sides` are the seats of each, where they are counted."""
        self.games += 1
        for seat in result.won:
            self.won[seat] += 1
        self.score += result.score[0]
        self.squares += result.score[0] ** 2
        self.rows += rows
        self.how[result.how] += 1
        if sides:
            self._note_sides(result, sides)

    def _note_sides(self, result: Result, sides: Sequence[Sequence[Seat]]) -> None:
        worth = [round(MILLION * each) for each in result.utility]
        worth += [sum(worth[seat] for seat in side) for side in sides]
        self.side_won = _sums(self.side_won, [int(not {*side}.isdisjoint(result.won)) for side in sides])
        self.utility = _sums(self.utility, worth)
        self.utility_squares = _sums(self.utility_squares, [each * each for each in worth])

    def note_facts(self, found: Mapping[str, int | None]) -> None:
        """Add the facts of one game."""
        for name, value in found.items():
            self._add_fact(name, [0, 0, 0] if value is None else [1, value, value * value])

    def _add_fact(self, name: str, sums: Sequence[int]) -> None:
        self.means[name] = _sums(self.means.get(name, ()), sums)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.won = _sums(self.won, other.won)
        self.score += other.score
        self.squares += other.squares
        self.rows += other.rows
        self.how.update(other.how)
        self.side_won = _sums(self.side_won, other.side_won)
        self.utility = _sums(self.utility, other.utility)
        self.utility_squares = _sums(self.utility_squares, other.utility_squares)
        for name, sums in other.means.items():
            self._add_fact(name, sums)

    def seat_utility(self, seat: Seat) -> dict[str, float]:
        """The mean utility of a seat with its 95 % interval."""
        return self._utility(seat, 1)

    def side_utility(self, side: int, seats: int) -> dict[str, float]:
        """The mean utility over the seats of a side, with its 95 % interval; `seats` is their number."""
        return self._utility(len(self.won) + side, seats)

    def _utility(self, at: int, seats: int) -> dict[str, float]:
        found = normal(self.games, self.utility[at], self.utility_squares[at])
        return {name: each / (MILLION * seats) for name, each in found.items()}


def _sums(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The sums of two lists, number by number; an empty one counts as nothing."""
    return [a + b for a, b in zip(one, other, strict=True)] if one and other else [*(one or other)]


def wilson(hits: int, cases: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share: within 0 and 1, and accurate near both."""
    share = hits / cases
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * cases)) / (1 + z2 / cases)
    half = Z95 / (1 + z2 / cases) * math.sqrt(share * (1 - share) / cases + z2 / (4 * cases * cases))
    return (0.0 if hits == 0 else max(0.0, middle - half)), (
        1.0 if hits == cases else min(1.0, middle + half)
    )


def normal(n: int, total: int, squares: int) -> dict[str, float]:
    """A mean with its 95 % interval, from the sum and the sum of squares."""
    mean = total / n
    half = 0.0
    if n > 1:
        variance = (n * squares - total * total) / (n * (n - 1))
        half = Z95 * math.sqrt(variance / n)
    return {"mean": mean, "low": mean - half, "high": mean + half}
