"""The castle as the legend explains it (COL-O-058): spaces and links as numbers, from `data/board.json`.

A set of spaces is one int, a bit a space. Tables that only play needs are built on first use.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final

BOARD: Final[dict[str, Any]] = json.loads(
    files("garrison.games.colditz").joinpath("data/board.json").read_text("utf-8")
)

# Spaces

SPACES: Final = tuple(str(row["id"]) for row in BOARD["spaces"])
SPACE_COUNT: Final = len(SPACES)
NUMBER: Final = {name: number for number, name in enumerate(SPACES)}
"""The number of a space by its id."""

AREAS: Final = ("inner", "outer", "outside")
INNER, OUTER, OUTSIDE = range(3)
AREA: Final = tuple(AREAS.index(row["area"]) for row in BOARD["spaces"])
"""COL-O-001"""

KINDS: Final = (
    "normal",
    "room",
    "searchlight",
    "appel",
    "tunnel",
    "guard_post",
    "barracks",
    "walkway",
    "safe",
    "cell_inner",
    "cell_outer",
    "target",
    "door",
    "inspection",
    "commander",
    "staff_car",
)
(
    NORMAL,
    ROOM,
    LIGHT,
    APPEL,
    TUNNEL,
    POST,
    BARRACKS_DISC,
    WALKWAY,
    SAFE,
    CELL_INNER_DISC,
    CELL_OUTER_DISC,
    TARGET,
    DOOR,
    INSPECTION,
    OFFICE_DISC,
    CAR,
) = range(len(KINDS))
_EXTRAS: Final[tuple[dict[str, Any], ...]] = tuple(row.get("extras", {}) for row in BOARD["spaces"])
BEYOND_THE_WIRE: Final = NUMBER[BOARD["tunnels"]["chapel"]["exit"]]
"""AMB-14: the last circle of the chapel tunnel in the classic rules; in the modern ones a space outside."""


def _kind(row: dict[str, Any]) -> int:
    if row["id"] == SPACES[BEYOND_THE_WIRE]:
        return NORMAL
    return KINDS.index(row["kind"].partition(":")[0].partition("(")[0])


KIND: Final = tuple(map(_kind, BOARD["spaces"]))


def bits(spaces: Iterable[int]) -> int:
    """A set of spaces."""
    found = 0
    for space in spaces:
        found |= 1 << space
    return found


def members(spaces: int) -> list[int]:
    """The spaces of a set, lowest number first."""
    found = []
    while spaces:
        lowest = spaces & -spaces
        found.append(lowest.bit_length() - 1)
        spaces ^= lowest
    return found


def of_kind(*kinds: int) -> tuple[int, ...]:
    return tuple(space for space, kind in enumerate(KIND) if kind in kinds)


# Links


def _neighbours() -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in SPACES]
    for one, other in BOARD["edges"]:
        found[NUMBER[one]].append(NUMBER[other])
        found[NUMBER[other]].append(NUMBER[one])
    return tuple(tuple(sorted(each)) for each in found)


NEIGHBOURS: Final = _neighbours()
"""By space, the spaces a plain step away."""

DROP_30, DROP_60, WIRE = range(3)
LINK_KINDS: Final = ("drop30", "drop60", "wire")
_LINKS: Final = sorted(
    (NUMBER[row["from"]], NUMBER[row["to"]], LINK_KINDS.index(row["type"]))
    for row in BOARD["special_edges"]
    if row["type"] in LINK_KINDS
)
LINK_COUNT: Final = len(_LINKS)
CASTLE_SIDE: Final = tuple(link[0] for link in _LINKS)
"""By link, a drop or a place in the wire (COL-O-112): where it begins."""
FAR_SIDE: Final = tuple(link[1] for link in _LINKS)
LINK_KIND: Final = tuple(link[2] for link in _LINKS)
LINK_DOWN: Final = {space: link for link, space in enumerate(CASTLE_SIDE)}
"""By castle side, the link."""
LINK_UP: Final = {space: link for link, space in enumerate(FAR_SIDE)}
"""By far side, the link. No space is an end of two links."""

# Rooms

ROOMS: Final = tuple(sorted(BOARD["rooms"]))
SYMBOLS: Final = ("rope", "key", "pass", "wire_cutter", "food", "documents", "compass", "disguise")
"""COL-O-098, COL-O-104: each is found in two rooms. The first four are equipment."""
ROOM_SPACES: Final = tuple(tuple(NUMBER[name] for name in BOARD["rooms"][room]["spaces"]) for room in ROOMS)
ROOM_SYMBOL: Final = tuple(SYMBOLS.index(BOARD["rooms"][room]["symbol"]) for room in ROOMS)
ROOM_OF: Final = {space: room for room, spaces in enumerate(ROOM_SPACES) for space in spaces}
"""By space, the room it belongs to."""
SYMBOL_SPACES: Final = tuple(
    bits(space for room, spaces in enumerate(ROOM_SPACES) if ROOM_SYMBOL[room] == symbol for space in spaces)
    for symbol in range(len(SYMBOLS))
)
ROOM_BITS: Final = tuple(bits(spaces) for spaces in ROOM_SPACES)

# Tunnels

TUNNELS: Final = ("chapel", "canteen", "theatre")
CHAINS: Final = tuple(
    tuple(NUMBER[name] for name in BOARD["tunnels"][tunnel]["chain"] if name != SPACES[BEYOND_THE_WIRE])
    for tunnel in TUNNELS
)
"""By tunnel, its circles from entrance to exit (COL-O-039, AMB-14)."""
CLASSIC_CHAINS: Final = tuple(
    tuple(NUMBER[name] for name in BOARD["tunnels"][tunnel]["chain"]) for tunnel in TUNNELS
)
"""The same with the classic exit of the chapel tunnel, beyond the wire."""
TUNNEL_OF: Final = {space: tunnel for tunnel, chain in enumerate(CHAINS) for space in chain}
TUNNEL_ROOM: Final = tuple(ROOM_OF[chain[0]] for chain in CHAINS)
"""By tunnel, the room it begins in."""
BURIED: Final = frozenset(space for space, extras in enumerate(_EXTRAS) if extras.get("tunnel_only"))
"""Circles inside walls, for tunnellers only."""

# Gates

GATES: Final = {
    space: extras.get("needs") or extras["gate"]
    for space, extras in enumerate(_EXTRAS)
    if "needs" in extras or "gate" in extras
}
"""By space that costs a POW a key or a pass to enter, which: doors, inspection points, and the posts beside
the two northern ones (COL-O-022, COL-O-023, AMB-39)."""
BESIDE_GATE: Final = {
    space: next(other for other in NEIGHBOURS[space] if other in GATES and GATES[other] == needs)
    for space, needs in GATES.items()
    if "gate" in _EXTRAS[space]
}
BESIDE_GATE.update({gate: post for post, gate in list(BESIDE_GATE.items())})
"""AMB-39: a gate and the post beside it, either way."""
HOME_GATES: Final = tuple(NUMBER[name] for name in BOARD["groups"]["free_return_gates"])
"""COL-O-111"""
KEY_HOME, PASS_HOME = (next(gate for gate in HOME_GATES if GATES[gate] == needs) for needs in ("key", "pass"))
"""COL-C-39a: the inner door, and the inner inspection point."""

# Posts, cells, targets, the appel

POSTS: Final = tuple(
    NUMBER[name] for group in ("guard_posts_inner", "guard_posts_outer") for name in BOARD["groups"][group]
)
INNER_POSTS: Final = tuple(NUMBER[name] for name in BOARD["groups"]["guard_posts_inner"])
TARGETS: Final = tuple(NUMBER[name] for name in BOARD["groups"]["targets"])
APPEL_SPACES: Final = of_kind(APPEL)
APPEL_START: Final = {
    int(seats): tuple(tuple(NUMBER[name] for name in nation) for nation in nations)
    for seats, nations in BOARD["groups"]["appel_start"].items()
}
"""COL-O-040: by number of seats and nation, the start space of each POW."""
RELEASE: Final = (NUMBER[BOARD["groups"]["release_inner"]], NUMBER[BOARD["groups"]["release_outer"]])
"""COL-O-027: by area of the cells, the space that the arrow marks."""

CAR_SPACE: Final = NUMBER[BOARD["staff_car"]["space"]]
CAR_ROUTE: Final = tuple(NUMBER[name] for name in BOARD["staff_car"]["route"] if KIND[NUMBER[name]] != TARGET)
"""COL-O-017: the road of the staff car, up to the space before its target."""
CAR_TARGET: Final = NUMBER[BOARD["staff_car"]["target"]]

DOORWAYS: Final = bits(
    {
        NUMBER[outside]
        for room in BOARD["rooms"].values()
        for outside, _ in room["entrances"]
        if KIND[NUMBER[outside]] == NORMAL
    }
    | {
        space
        for space in range(SPACE_COUNT)
        if KIND[space] == NORMAL and AREA[space] == INNER and len(NEIGHBOURS[space]) <= 2
    }
)
"""AMB-10: courtyard sides of room entrances, and inner spaces with two links or fewer."""

# Sets of spaces

_CIRCLES: Final = bits(TUNNEL_OF)
_SURFACE: Final = bits(
    space
    for space in range(SPACE_COUNT)
    if KIND[space] not in (BARRACKS_DISC, CELL_INNER_DISC, CELL_OUTER_DISC, OFFICE_DISC, TARGET)
    and space not in BURIED
)
"""All that pawns walk on, guard posts among it (COL-O-015); targets are only for escapes (COL-O-131)."""
GATE_BITS: Final = bits(GATES)
LIGHT_BITS: Final = bits(of_kind(LIGHT))
POST_BITS: Final = bits(POSTS)
SAFE_BITS: Final = bits(of_kind(SAFE))
INNER_SAFE: Final = bits(space for space in of_kind(SAFE) if AREA[space] == INNER)
APPEL_BITS: Final = bits(APPEL_SPACES)
OUTSIDE_BITS: Final = bits(space for space in range(SPACE_COUNT) if AREA[space] == OUTSIDE)
ALL_ROOMS: Final = bits(ROOM_OF)
POW_WALK: Final = _SURFACE & ~GATE_BITS
"""Where a POW may step without paying, but for gates that are free to him."""
POW_STOP: Final = _SURFACE & ~LIGHT_BITS & ~_CIRCLES
"""COL-O-030, COL-O-038, COL-O-125"""
GUARD_WALK: Final = _SURFACE & ~ALL_ROOMS & ~SAFE_BITS
"""COL-O-029, COL-O-032, AMB-56: rooms and safe areas are closed, but for those with a marker."""
GUARD_STOP: Final = _SURFACE & ~_CIRCLES & ~APPEL_BITS & ~bits(of_kind(WALKWAY))
"""COL-O-033, COL-O-125, COL-O-144"""
CLEAR_GUARD_STOP: Final = GUARD_STOP & ~DOORWAYS
"""The same where doorways and passages must be kept clear (AMB-10, COL-C-45)."""
ORDINARY: Final = bits(of_kind(NORMAL))


TUNNEL_PAIRS: Final = frozenset(
    (space, other)
    for chain in CLASSIC_CHAINS
    for space in chain
    for other in NEIGHBOURS[space]
    if other in chain
)
"""COL-C-53f: plain steps from circle to circle of one tunnel, which only tunnellers take."""


@cache
def near() -> tuple[int, ...]:
    """By space, its neighbours as a set."""
    return tuple(bits(spaces) for spaces in NEIGHBOURS)


@cache
def near_not_along() -> tuple[int, ...]:
    """COL-C-53f: the same without steps along a tunnel."""
    return tuple(
        bits(other for other in spaces if (space, other) not in TUNNEL_PAIRS)
        for space, spaces in enumerate(NEIGHBOURS)
    )


@cache
def near_bytes(along: bool) -> tuple[tuple[int, ...], ...]:
    """By byte of a set of spaces and value of that byte: all neighbours of these spaces."""
    sets = near() if along else near_not_along()
    found = []
    for first in range(0, SPACE_COUNT, 8):
        row = [0] * 256
        for value in range(1, 256):
            lowest = value & -value
            space = first + lowest.bit_length() - 1
            row[value] = row[value ^ lowest] | (sets[space] if space < SPACE_COUNT else 0)
        found.append(tuple(row))
    return tuple(found)


@cache
def places_in_byte() -> tuple[tuple[int, ...], ...]:
    """By value of a byte, the places of its bits."""
    return tuple(tuple(place for place in range(8) if value >> place & 1) for value in range(256))


FAR_AWAY: Final = SPACE_COUNT


@cache
def way_home(gates: tuple[int, ...]) -> tuple[int, ...]:
    """AMB-37: by space outside the inner courtyard, steps to the nearest of some inner gates.

    Nobody is in the way.
    """
    found = [FAR_AWAY] * SPACE_COUNT
    edge = list(gates)
    for gate in edge:
        found[gate] = 0
    for space in edge:
        for other in NEIGHBOURS[space]:
            if AREA[other] != INNER and POW_WALK >> other & 1 and found[other] == FAR_AWAY:
                found[other] = found[space] + 1
                edge.append(other)
    return tuple(found)


# The run of Do or Die

MOAT_TARGETS: Final = tuple(
    target for target in TARGETS if SPACES[target] in ("t_east", "t_northeast", "t_southeast")
)
"""COL-C-51b, AMB-48: the targets over the moat."""


@cache
def run_lengths(targets: tuple[int, ...]) -> tuple[int, ...]:
    """COL-C-51b, COL-C-51c, AMB-48: by space, the steps of a run to the nearest of some targets.

    Gates and drops cost nothing and nobody is in the way; wire and tunnels are no way out.
    """
    above: dict[int, list[int]] = {}
    for link, kind in enumerate(LINK_KIND):
        if kind != WIRE:
            above.setdefault(FAR_SIDE[link], []).append(CASTLE_SIDE[link])
    found = [FAR_AWAY] * SPACE_COUNT
    edge = list(targets)
    for target in edge:
        found[target] = 0
    for space in edge:
        plain = [other for other in NEIGHBOURS[space] if (other, space) not in TUNNEL_PAIRS]
        for other in (*plain, *above.get(space, ())):
            if found[other] == FAR_AWAY and _SURFACE >> other & 1:
                found[other] = found[space] + 1
                edge.append(other)
    return tuple(found)
