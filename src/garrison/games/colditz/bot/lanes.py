"""Worths by space, all at once: tables by distance put through the steps from every space, in wide numbers.

A lane of two bytes a space; sums of such numbers add up the worths of all spaces.
"""

from __future__ import annotations

from functools import lru_cache
from math import log2
from struct import Struct
from typing import Final

from garrison.games.colditz.bot.distances import FAR, guard_steps_to
from garrison.games.colditz.bot.odds import reaches
from garrison.games.colditz.bot.runs import DOORSTEP
from garrison.games.colditz.castle.layout import CASTLE_SIDE, GUARD_WALK, ROOM_OF, SPACE_COUNT, members
from garrison.games.colditz.castle.reach import Ways

FIRST: Final = 0.75
"""How much of the cover of a space is due to the nearest guard; the rest to the next one."""
HALFWAY: Final = 0.4
"""What a guard on his way to a space that he is to bar is worth of it; less for every step."""
STEP_LESS: Final = 0.93
BEYOND: Final = 40
"""Steps beyond which nobody counts."""

Links = tuple[tuple[int, int], ...]
"""Links that a runner has used, and the steps from the castle side of each to him."""


# Steps of guards


@lru_cache(maxsize=8192)
def stop_steps(space: int, links: Links, ways: Ways) -> bytes:
    """By space, the steps of a guard to a stop: on open ways, or after the runner over the links he used."""
    field = steps_to(space, ways)
    for link, behind in links:
        side = CASTLE_SIDE[link]
        if side not in ROOM_OF:
            field = bytes(map(min, field, steps_to(side, ways).translate(_MORE[behind])))
        elif ways.along:  # COL-C-44: rooms stay closed in the classic rules
            for door in DOORSTEP[ROOM_OF[side]]:
                after = steps_to(door, ways).translate(_MORE[min(FAR, behind + 2)])
                field = bytes(map(min, field, after))
    return field


_MORE: Final = tuple(bytes(min(FAR, steps + more) for steps in range(FAR + 1)) for more in range(FAR + 1))
"""By a number, a table that adds it to steps."""
_CAPPED: Final = bytes(min(steps, 127) for steps in range(256))
_MARKED: Final = bytes(min(steps, 127) | 128 for steps in range(256))


@lru_cache(maxsize=8192)
def steps_to(goal: int, ways: Ways) -> bytes:
    """By space, the steps of a guard to another one: on the board as it is at first, or over a link."""
    if not ways.sources or len(ways.steps) > MOST_LINKS:
        return guard_steps_to(goal, ways)
    field = guard_steps_to(goal, _first_ways(ways.along))
    left = dict.fromkeys(ways.steps, FAR)
    for _ in range(2):  # two links at most lie on any way
        for side, ends in ways.steps.items():
            for end in members(ends):
                beyond = [guard_steps_to(other, ways)[end] + n for other, n in left.items()]
                left[side] = min(left[side], 1 + min(field[end], *beyond))
    for side, more in left.items():
        if more < BEYOND:
            field = bytes(map(min, field, guard_steps_to(side, ways).translate(_MORE[more])))
    return field


@lru_cache(maxsize=2)
def _first_ways(along: bool) -> Ways:
    """What is open to guards before anybody has broken out."""
    return Ways(True, GUARD_WALK, {}, 0, 0, along)


MOST_LINKS: Final = 6
"""With more, ways are searched as they are."""


@lru_cache(maxsize=8192)
def _doubled(space: int, links: Links, ways: Ways) -> bytes:
    """The same with two bytes a space, of which the second has its highest bit set."""
    found = bytearray(2 * SPACE_COUNT)
    field = stop_steps(space, links, ways)
    found[::2] = field.translate(_CAPPED)
    found[1::2] = field.translate(_MARKED)
    return bytes(found)


# Tables


LEVELS: Final = 6


def level_of(weight: float) -> int:
    """A weight on a scale of equal ratios, so that few tables are needed."""
    return round(LEVELS * log2(weight)) if weight > 1 else 0


@lru_cache(maxsize=32768)
def _table(mode: int, chase: int, first: int, second: int, level: int) -> bytes:
    """By distance, the worth of a guard so far away: low bytes, then high ones."""
    low, high = bytearray(128), bytearray(128)
    weight = 2 ** (level / LEVELS)
    for steps in range(min(second + 1, 128)):
        worth = int(weight * gain_of(mode, chase, first, second, steps))
        low[steps], high[steps] = worth & 255, worth >> 8
    return bytes(low + high)


@lru_cache(maxsize=65536)
def gain_of(mode: int, chase: int, first: int, second: int, steps: int) -> float:
    """What a guard so far away adds where others are `first` and `second` nearest."""
    one, two = sorted((steps, first, second))[:2]
    before = FIRST * reaches(mode, first - chase) + (1 - FIRST) * reaches(mode, second - chase)
    after = FIRST * reaches(mode, one - chase) + (1 - FIRST) * reaches(mode, two - chase)
    return after - before


@lru_cache(maxsize=8192)
def _site_table(nearest: int, level: int) -> bytes:
    """By distance from a space to be barred, the worth of a guard: low bytes, then high ones."""
    low, high = bytearray(128), bytearray(128)
    weight = 2 ** (level / LEVELS)
    already = HALFWAY * STEP_LESS**nearest
    for steps in range(BEYOND):
        worth = int(weight * (max(0.0, HALFWAY * STEP_LESS**steps - already) if steps else 1.0))
        low[steps], high[steps] = worth & 255, worth >> 8
    return bytes(low + high)


def cover_lanes(
    mode: int, space: int, links: Links, ways: Ways, chase: int, others: tuple[int, int], level: int
) -> int:
    """The worth of a guard for a stop, if the nearest two others are so far away."""
    table = _table(mode, chase, *others, level)
    return int.from_bytes(_doubled(space, links, ways).translate(table), "little")


def site_lanes(space: int, ways: Ways, nearest: int, level: int) -> int:
    """The worth of a guard on a space or on his way to it, if another is so far away."""
    return int.from_bytes(_doubled(space, (), ways).translate(_site_table(nearest, level)), "little")


_LANES: Final = Struct(f"<{SPACE_COUNT}H")


def unpacked(lanes: int) -> tuple[int, ...]:
    return _LANES.unpack(lanes.to_bytes(2 * SPACE_COUNT, "little"))
