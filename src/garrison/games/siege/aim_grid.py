"""The documented grid of a shot: from each place, the degrees and pulls that reach the castle (CUS-B11)."""

from __future__ import annotations

from functools import cache
from typing import Final

from garrison.games.siege import flight
from garrison.games.siege.actions import PULL, PULLS, TURN
from garrison.games.siege.tables import BOTTOM, LEFT, RIGHT, SITE_AT, SITE_NAMES, TOP, Point

MARGIN: Final = 1000
"""How far beside the castle a shot of the grid may be aimed."""
SHORTEST: Final = 1000
"""A direction that crosses less of the castle is not offered."""
_FACING: Final = {"n": 180, "e": 270, "s": 0, "w": 90}
_ASIDE: Final = 60
"""Degrees to search on either side: the castle is narrower than that from everywhere."""

Lane = tuple[int, int]
"""Distances at which a direction enters and leaves the castle, in thousandths of an inch."""


def _crossing(at: Point, degrees: int) -> Lane | None:
    """The distances at which a ray enters and leaves the castle with its margin."""
    sides = ((LEFT - MARGIN, RIGHT + MARGIN), (TOP - MARGIN, BOTTOM + MARGIN))
    steps = (flight.sine(degrees * flight.DEGREE), -flight.cosine(degrees * flight.DEGREE))
    enter, leave = 0, 100_000
    for start, step, (low, high) in zip(at, steps, sides, strict=True):
        if step == 0:
            if not low <= start <= high:
                return None
            continue
        one, two = ((edge - start) * flight.ONE // step for edge in (low, high))
        enter, leave = max(enter, min(one, two)), min(leave, max(one, two))
    return (enter, leave) if enter + SHORTEST <= leave else None


@cache
def _lanes(site: int) -> dict[int, Lane]:
    """By whole degree: the crossing of the castle, if any."""
    facing = _FACING[SITE_NAMES[site][0]]
    found = {}
    for degrees in sorted((facing + off) % 360 for off in range(-_ASIDE, _ASIDE + 1)):
        lane = _crossing(SITE_AT[site], degrees)
        if lane is not None:
            found[degrees] = lane
    return found


def lane(site: int, degrees: int) -> Lane:
    """The near and far distance of the castle with its margin, from a place in an offered direction."""
    return _lanes(site)[degrees]


@cache
def directions(site: int) -> list[int]:
    """The rows of the directions from a place that cross the castle."""
    return [TURN[degrees] for degrees in _lanes(site)]


@cache
def pulls(bend: int, site: int, degrees: int) -> list[int]:
    """The rows of the pulls that reach the castle."""
    least, most = (flight.pull_for(bend, far) for far in _lanes(site)[degrees])
    return [row for row, pull in zip(PULL, PULLS, strict=True) if least < pull <= most]
