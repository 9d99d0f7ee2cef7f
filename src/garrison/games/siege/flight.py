"""The shot: how far the bent card throws, how the shot hops and slides, and how it scatters.

A small model in integers. The arm drawn by f inches throws at `speed * f` inches a second, at the angle
of the bend. Range without air is v² sin 2a / g. On touching down the shot keeps a part of its upward and
forward speed, hops once, and slides until friction stops it. Hop and slide are fixed shares of the
range, so the whole distance is `reach * f²`. Scatter lengthens or shortens and turns it, by shares of it.
"""

from __future__ import annotations

from math import isqrt
from typing import Final, NamedTuple

from garrison.core.state import Dice
from garrison.games.siege.tables import FLIGHT_FILE, Point

DEGREE: Final = 100
"""Angles are hundredths of a degree, 0 is north, clockwise."""
TURN: Final = 360 * DEGREE
ONE: Final = 1_000_000_000
_FINE: Final = 10**18
_PI: Final = 3_141_592_653_589_793_238


def rounded(upper: int, lower: int) -> int:
    """`upper / lower` to the nearest integer, halves away from 0."""
    half = (2 * abs(upper) + lower) // (2 * lower)
    return half if upper >= 0 else -half


def _series(hundredths: int, first: int) -> int:
    """Sine (first 1) or cosine (first 0) of an angle up to 90 degrees by its series, in billionths."""
    angle = _PI * hundredths // (180 * DEGREE)
    term = angle if first else _FINE
    total, n = term, first
    while term:
        term = -term * angle // _FINE * angle // _FINE // ((n + 1) * (n + 2))
        if term in (0, -1):
            break
        total, n = total + term, n + 2
    return rounded(total, _FINE // ONE)


_SINES: Final = tuple(_series(d * DEGREE, 1) for d in range(91))
_FINE_SINES: Final = tuple(_series(h, 1) for h in range(DEGREE))
_FINE_COSINES: Final = tuple(_series(h, 0) for h in range(DEGREE))


def sine(angle: int) -> int:
    """In billionths, for hundredths of a degree: from tables by whole degrees and by hundredths."""
    angle %= TURN
    if angle >= TURN // 2:
        return -sine(angle - TURN // 2)
    if angle > TURN // 4:
        angle = TURN // 2 - angle
    degrees, rest = divmod(angle, DEGREE)
    if not rest:
        return _SINES[degrees]
    return rounded(_SINES[degrees] * _FINE_COSINES[rest] + _SINES[90 - degrees] * _FINE_SINES[rest], ONE)


def cosine(angle: int) -> int:
    return sine(angle + TURN // 4)


class Bend(NamedTuple):
    """The effect of one bend line, in thousandths of an inch and of the distance."""

    flight: int
    """Distance through the air for an inch of pull; it grows with the square."""
    reach: int
    """Total distance for an inch of pull."""
    along: int
    across: int


def _bend(row: dict[str, int]) -> Bend:
    card = FLIGHT_FILE["throw"]
    angle = row["angle"] * DEGREE
    flight = rounded(1000 * card["speed"] ** 2 * sine(2 * angle), card["gravity"] * ONE)
    hop = rounded(flight * card["rise"] * card["onward"], 1_000_000)
    # Forward speed squared over g is range / (2 tangent); it slides half of that over the friction.
    kept = card["onward"] ** 4
    slide = rounded(flight * kept * cosine(angle), 4 * card["friction"] * sine(angle) * 10**9)
    return Bend(flight, flight + hop + slide, row["along"], row["across"])


BENDS: Final = tuple(_bend(row) for row in FLIGHT_FILE["bend"])
"""By line, the easiest first (CUS-05)."""
LEAST_PULL, MOST_PULL = FLIGHT_FILE["pull"]["least"], FLIGHT_FILE["pull"]["most"]
PULL_STEP: Final[int] = FLIGHT_FILE["pull"]["step"]
_UPPER: Final[tuple[int, ...]] = tuple(FLIGHT_FILE["normal"]["upper"])
NORMAL: Final = (*(-n for n in reversed(_UPPER)), *_UPPER)
"""The normal distribution in equal shares, in thousandths of a standard deviation."""


def way(bend: int, pull: int) -> int:
    """The distance of a shot without scatter; the pull is in hundredths of an inch."""
    return rounded(BENDS[bend - 1].reach * pull * pull, 10_000)


def pull_for(bend: int, far: int) -> int:
    """The largest pull that goes no farther than a distance, in hundredths of an inch."""
    return isqrt(far * 10_000 // BENDS[bend - 1].reach)


def ahead(start: Point, angle: int, far: int, aside: int = 0) -> Point:
    """The point at a distance in a direction, shifted `aside` to its right."""
    s, c = sine(angle), cosine(angle)
    return start[0] + rounded(far * s + aside * c, ONE), start[1] + rounded(aside * s - far * c, ONE)


def expected(start: Point, angle: int, pull: int, bend: int) -> Point:
    """The resting place of a shot without scatter."""
    return ahead(start, angle, way(bend, pull))


def shoot(start: Point, angle: int, pull: int, bend: int, dice: Dice) -> tuple[Point, Point]:
    """CUS-14, one shot: where it touches down and where it comes to rest."""
    line, whole = BENDS[bend - 1], way(bend, pull)
    along = NORMAL[dice.pick(len(NORMAL), "scatter-along")]
    across = NORMAL[dice.pick(len(NORMAL), "scatter-across")]
    far = max(0, whole + rounded(whole * line.along * along, 1_000_000))
    aside = rounded(whole * line.across * across, 1_000_000)
    first = rounded(far * line.flight, line.reach), rounded(aside * line.flight, line.reach)
    return ahead(start, angle, *first), ahead(start, angle, far, aside)


def towards(start: Point, target: Point) -> tuple[int, int]:
    """The direction and distance from one point to another."""
    across, down = target[0] - start[0], target[1] - start[1]
    far = isqrt(across * across + down * down)
    low, high = (0, TURN // 2) if across >= 0 else (TURN // 2, TURN - 1)
    while low < high:
        middle = (low + high) // 2
        # The sine of the remaining angle, by the distance.
        if across * cosine(middle) + down * sine(middle) > 0:
            low = middle + 1
        else:
            high = middle
    return low, far
