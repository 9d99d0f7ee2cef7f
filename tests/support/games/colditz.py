"""Positions of Escape from Colditz for tests: written down briefly, or strewn at random over the castle."""

from __future__ import annotations

from random import Random

from garrison.core import kernel
from garrison.core.dice import KeyedDice
from garrison.games.colditz.castle.layout import (
    ALL_ROOMS,
    AREA,
    GATES,
    INNER,
    KIND,
    LINK_COUNT,
    NEIGHBOURS,
    SAFE_BITS,
    SPACE_COUNT,
    TARGET,
    members,
)
from garrison.games.colditz.castle.reach import opened
from garrison.games.colditz.editions import TUNNEL_CIRCLES
from garrison.games.colditz.equipment import supply
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.state import (
    ACT_PHASE,
    BARRACKS,
    CELL_INNER,
    CELL_OUTER,
    KNOWERS,
    OFFICE,
    OPEN,
    OWNED,
    PAID_GATES,
    SEAT_SHIFT,
    ColditzState,
    all_seats,
    leave_trail,
    nation_of,
    place,
    team,
)
from garrison.games.colditz.tables import (
    CLASSIC,
    EQUIPMENT_KINDS,
    FIRST_GUARD,
    GUARDS,
    SEAT_COUNT,
    SECURITY,
    TUNNEL_CARDS,
)

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


def strewn(seed: int, edition: str = "modern") -> ColditzState:
    """The middle of a turn: pawns anywhere, crowded or not, equipment, markers, tunnellers, returners.

    In the classic rules ways paid for in this turn and trails instead of markers, and rooms open by a card.
    """
    chance = Random(seed)
    classic = edition == "classic"
    options = {"seats": chance.choice("23456"), "doorways": chance.choice(("open", "clear"))}
    if classic:
        options |= {"edition": "classic", "kits": "none", "doorways": "clear"}
    s = begun(**options)
    s.agenda.clear()
    s.ask = s.known = None
    s.phase = ACT_PHASE
    if classic:
        s.paid = _some(chance, 2 * LINK_COUNT) | sum(
            1 << PAID_GATES + gate for gate in GATES if chance.random() < 0.3
        )
        s.searching = int(chance.random() < 0.4)
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
            if not classic and chance.random() < 0.12 and not any(links >> link & 1 for links in s.markers):
                s.markers[nation] |= 1 << link
    if classic and any(s.tunnels):
        s.detected = sum(1 << n for n, state in enumerate(s.tunnels) if state) * chance.randrange(2)
    for guard in range(FIRST_GUARD, FIRST_GUARD + GUARDS[SEAT_COUNT[s.mode]]):
        _drop(s, guard, chance, crowd, (BARRACKS,) if classic else (BARRACKS, OFFICE))
    s.kits = chance.randrange(1 << SECURITY[s.mode])
    s.escapes = chance.choice((0, 0, 1, 2))
    s.turn = chance.randrange(SEAT_COUNT[s.mode])
    s.points = chance.choice((1, 1, 2, 3, 4, 6, 8, 11, 16))
    s.doubles = chance.randrange(3)
    s.backs = chance.choice((0, 5, 12))
    return s


def _some(chance: Random, many: int) -> int:
    """Some bits of so many."""
    return sum(1 << n for n in range(many) if chance.random() < 0.15)


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
    if pawn < FIRST_GUARD and space in TUNNEL_CIRCLES[s.mode]:
        tunnel = TUNNEL_CIRCLES[s.mode][space]
        if not CLASSIC[s.mode]:
            s.tunnels[tunnel] = OPEN
        elif not s.tunnels[tunnel]:
            s.tunnels[tunnel] = OWNED + nation_of(pawn)
            s.hands.append(TUNNEL_CARDS[tunnel] | all_seats(s) << KNOWERS | nation_of(pawn) << SEAT_SHIFT)
            s.hands.sort()
        s.at[pawn] = space
        s.inside |= 1 << pawn
        return
    place(s, pawn, space)
    if CLASSIC[s.mode] and pawn < FIRST_GUARD and AREA[space] != INNER:
        leave_trail(s, pawn, _some(chance, LINK_COUNT))
    if pawn < FIRST_GUARD and AREA[space] != INNER and chance.random() < 0.4:
        s.returning |= 1 << pawn
        s.exempt |= (1 << pawn) * chance.randrange(2)
