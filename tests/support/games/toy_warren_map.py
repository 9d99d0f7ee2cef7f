"""The ground of the Warren: 1,200 places in a grid of 40 by 30, with walls, by edition.

Nine blocks of rooms and yards lie between corridors. All of it is arithmetic on the two coordinates.
"""

from __future__ import annotations

from typing import NamedTuple

EDITIONS = ("old", "new")
WIDE, HIGH = 40, 30
PLACES = WIDE * HIGH
IDS = tuple(f"p{place + 1:04d}" for place in range(PLACES))


class Area(NamedTuple):
    """A rectangle of places: `kind` is `room`, `yard` or `hall`."""

    id: str
    kind: str
    left: int
    top: int
    wide: int
    high: int


AREAS = (
    Area("armoury", "room", 0, 0, 12, 8),
    Area("herbs", "yard", 14, 0, 12, 8),
    Area("chapel", "room", 28, 0, 12, 8),
    Area("stables", "room", 0, 10, 12, 10),
    Area("court", "yard", 14, 10, 12, 10),
    Area("granary", "room", 28, 10, 12, 10),
    Area("brewery", "room", 0, 22, 12, 8),
    Area("gatehouse", "yard", 14, 22, 12, 8),
    Area("library", "room", 28, 22, 12, 8),
    Area("west-walk", "hall", 12, 0, 2, 30),
    Area("east-walk", "hall", 26, 0, 2, 30),
    Area("sword-lane", "hall", 0, 8, 12, 2),
    Area("bell-lane", "hall", 14, 8, 12, 2),
    Area("candle-lane", "hall", 28, 8, 12, 2),
    Area("hay-lane", "hall", 0, 20, 12, 2),
    Area("drum-lane", "hall", 14, 20, 12, 2),
    Area("ink-lane", "hall", 28, 20, 12, 2),
)
PLAIN, DOOR, STAIR, CELLAR, CHEST, GATE, CELL = range(7)
KINDS = ("plain", "door", "stair", "cellar", "chest", "gate", "cell")
COST = (1, 3, 2, 1, 1, 1, 1)
"""Points that it takes to enter a place, by kind."""
CELLS = tuple((17 + n % 5) + WIDE * (14 + n // 5) for n in range(10))
"""Where runners begin, and come back to."""
POSTS = tuple(x + WIDE * y for x, y in ((13, 14), (26, 15), (20, 21)))
"""Where guards begin."""


def at(x: int, y: int) -> int:
    return x + WIDE * y


def _areas() -> tuple[int, ...]:
    found = [-1] * PLACES
    for number, area in enumerate(AREAS):
        for y in range(area.top, area.top + area.high):
            for x in range(area.left, area.left + area.wide):
                found[at(x, y)] = number
    return tuple(found)


AREA = _areas()
"""By place, the number of its area."""


def _number(place: int) -> int:
    """Its number within its area, from 1."""
    area = AREAS[AREA[place]]
    return 1 + (place % WIDE - area.left) + area.wide * (place // WIDE - area.top)


NUMBERS = tuple(map(_number, range(PLACES)))


def _doorway(x: int, y: int, edition: int) -> bool:
    return (5 * x + 3 * y + edition) % 4 == 0


def _open(one: int, other: int, edition: int) -> bool:
    """True if no wall stands between two places side by side, the western or northern one first."""
    x, y = one % WIDE, one // WIDE
    first, second = AREAS[AREA[one]], AREAS[AREA[other]]
    kinds = {first.kind, second.kind}
    if first is not second:
        if kinds == {"hall"}:
            return True
        return (x + y + edition) % 3 == 0 if "yard" in kinds else _doorway(x, y, edition)
    if first.kind == "hall":
        return True
    if other == one + 1:
        return (x - first.left) % 4 != 3 or (y - first.top) % 4 == 1
    return (y - first.top) % 4 != 3 or (x - first.left) % 4 == 2


def _neighbours(edition: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(PLACES)]
    for place in range(PLACES):
        beside = [place + 1] if place % WIDE < WIDE - 1 else []
        beside += [place + WIDE] if place < PLACES - WIDE else []
        for other in beside:
            if _open(place, other, edition):
                found[place].append(other)
                found[other].append(place)
    return tuple(tuple(sorted(each)) for each in found)


NEIGHBOURS = tuple(_neighbours(edition) for edition in range(len(EDITIONS)))


def _kind(place: int, edition: int) -> int:
    x, y, area = place % WIDE, place // WIDE, AREAS[AREA[place]]
    if place in CELLS:
        return CELL
    if y in (0, HIGH - 1) and area.kind == "yard" and 3 <= x - area.left <= 8:
        return GATE if x % 2 == edition else PLAIN
    if area.kind != "room":
        return CELLAR if area.kind == "hall" and (11 * x + 7 * y) % 61 == 0 else PLAIN
    if any(AREAS[AREA[other]].kind == "hall" for other in NEIGHBOURS[edition][place]):
        return DOOR
    if (13 * x + 5 * y) % 47 == 0:
        return CHEST
    if (11 * x + 7 * y) % 31 == 0:
        return CELLAR
    return STAIR if (x - area.left) % 4 == 2 and (y - area.top) % 4 == 1 else PLAIN


KIND = tuple(tuple(_kind(place, edition) for place in range(PLACES)) for edition in range(len(EDITIONS)))


def distances(edition: int, kind: int) -> tuple[int, ...]:
    """By place, how many steps it is to the nearest place of a kind, on empty ground."""
    found = [PLACES] * PLACES
    edge = [place for place in range(PLACES) if KIND[edition][place] == kind]
    for place in edge:
        found[place] = 0
    for place in edge:
        for other in NEIGHBOURS[edition][place]:
            if found[other] == PLACES:
                found[other] = found[place] + 1
                edge.append(other)
    return tuple(found)
