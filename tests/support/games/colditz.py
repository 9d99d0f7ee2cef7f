"""Positions of Escape from Colditz for tests: written down briefly, or strewn at random over the castle."""

from __future__ import annotations

from random import Random

from garrison.core import kernel
from garrison.core.dice import KeyedDice
from garrison.games.colditz.castle.layout import (
    ALL_ROOMS,
    AREA,
    INNER,
    KIND,
    LINK_COUNT,
    NEIGHBOURS,
    SAFE_BITS,
    SPACE_COUNT,
    TARGET,
    TUNNEL_OF,
    members,
)
from garrison.games.colditz.castle.reach import opened
from garrison.games.colditz.equipment import supply
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.state import (
    ACT_PHASE,
    BARRACKS,
    CELL_INNER,
    CELL_OUTER,
    OFFICE,
    OPEN,
    ColditzState,
    place,
    team,
)
from garrison.games.colditz.tables import EQUIPMENT_KINDS, FIRST_GUARD, GUARDS, SEAT_COUNT, SECURITY

USUAL = {
    "edition": "modern",
    "seats": "4",
    "rounds": "50",
    "kits": "start",
    "goal": "nation",
    "doorways": "open",
}
WALKABLE = [space for space in range(SPACE_COUNT) if NEIGHBOURS[space] and KIND[space] != TARGET]


def begun(**options: str) -> ColditzState:
    """A match in its set-up, before guards are deployed."""
    chosen = {**USUAL, **options}
    return kernel.begin(COLDITZ.play, 1, chosen, KeyedDice(b"colditz", "tests"), lambda _: None)


def strewn(seed: int) -> ColditzState:
    """The middle of a turn: pawns anywhere, crowded or not, equipment, markers, tunnellers, returners."""
    chance = Random(seed)
    s = begun(seats=chance.choice("23456"), doorways=chance.choice(("open", "clear")))
    s.agenda.clear()
    s.ask = s.known = None
    s.phase = ACT_PHASE
    centre = chance.choice(WALKABLE)
    crowd = _around(centre, chance.choice((60, 200, SPACE_COUNT)))
    for nation in range(SECURITY[s.mode]):
        for pawn in team(s, nation):
            _drop(s, pawn, chance, crowd, (CELL_INNER, CELL_OUTER))
        first = nation * EQUIPMENT_KINDS
        if chance.random() < 0.7:
            for kind, most in enumerate((2, 1, 1, 1)):
                s.equipment[first + kind] = min(chance.randint(0, most), supply(s, kind))
        for link in range(LINK_COUNT):
            if chance.random() < 0.12 and not any(links >> link & 1 for links in s.markers):
                s.markers[nation] |= 1 << link
    for guard in range(FIRST_GUARD, FIRST_GUARD + GUARDS[SEAT_COUNT[s.mode]]):
        _drop(s, guard, chance, crowd, (BARRACKS, OFFICE))
    s.kits = chance.randrange(1 << SECURITY[s.mode])
    s.escapes = chance.choice((0, 0, 1, 2))
    s.turn = chance.randrange(SEAT_COUNT[s.mode])
    s.points = chance.choice((1, 1, 2, 3, 4, 6, 8, 11, 16))
    s.doubles = chance.randrange(3)
    s.backs = chance.choice((0, 5, 12))
    return s


def _around(centre: int, many: int) -> list[int]:
    seen = [centre]
    for space in seen:
        if len(seen) >= many:
            break
        seen += [other for other in NEIGHBOURS[space] if other not in seen and KIND[other] != TARGET]
    return seen


def _drop(s: ColditzState, pawn: int, chance: Random, crowd: list[int], elsewhere: tuple[int, ...]) -> None:
    """Put a pawn on a free space near the crowd or anywhere, or off the board."""
    if chance.random() < 0.15:
        place(s, pawn, chance.choice(elsewhere))
        return
    place(s, pawn, elsewhere[0])
    while True:
        space = chance.choice(crowd if chance.random() < 0.7 else WALKABLE)
        closed = pawn >= FIRST_GUARD and (ALL_ROOMS | SAFE_BITS) & ~opened(s) & 1 << space
        below = any(s.at[other] == space for other in members(s.inside))
        if not closed and not below and not s.occupied >> space & 1:
            break
        crowd = WALKABLE
    if pawn < FIRST_GUARD and space in TUNNEL_OF:
        s.tunnels[TUNNEL_OF[space]] = OPEN
        s.at[pawn] = space
        s.inside |= 1 << pawn
        return
    place(s, pawn, space)
    if pawn < FIRST_GUARD and AREA[space] != INNER and chance.random() < 0.4:
        s.returning |= 1 << pawn
        s.exempt |= (1 << pawn) * chance.randrange(2)
