"""The odds of a movement roll, by edition: how likely it has so many points at least."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from garrison.games.colditz.editions import MOST_THROWS

FACES: Final = range(1, 7)
LONGEST: Final = 61
"""No chance worth counting lies beyond."""
MEAN: Final = 8.4
"""Points of a turn in either edition, to a tenth."""


@cache
def totals(throws: int) -> dict[int, float]:
    """By total, the chance of a roll with so many throws at most (COL-O-065)."""
    found: dict[int, float] = {}
    for one, other in product(FACES, FACES):
        if one == other and throws > 1:
            for total, chance in totals(throws - 1).items():
                reached = one + other + total
                found[reached] = found.get(reached, 0.0) + chance / 36
        else:
            found[one + other] = found.get(one + other, 0.0) + 1 / 36
    return found


@cache
def _at_least(throws: int) -> tuple[float, ...]:
    chances = totals(throws)
    return tuple(sum(chance for total, chance in chances.items() if total >= n) for n in range(LONGEST))


AT_LEAST: Final = tuple(_at_least(throws) for throws in MOST_THROWS)
"""By row of MODES and number of points, the chance that a roll has so many at least."""


def reaches(mode: int, steps: int) -> float:
    """The chance that one movement roll covers so many steps."""
    if steps < 1:
        return 1.0
    return AT_LEAST[mode][steps] if steps < LONGEST else 0.0
