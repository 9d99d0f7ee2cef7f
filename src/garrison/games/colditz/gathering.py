"""Gathering: equipment and kits are made in rooms (COL-O-031), and those who made them go to the appel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz.actions import MAKE, TO, WITH
from garrison.games.colditz.cards.hands import show
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import (
    APPEL,
    APPEL_BITS,
    KIND,
    ROOM_OF,
    ROOM_SYMBOL,
    SPACE_COUNT,
    SYMBOLS,
)
from garrison.games.colditz.castle.reach import rows_of
from garrison.games.colditz.editions import KIT_TO_APPEL
from garrison.games.colditz.equipment import gain, supply
from garrison.games.colditz.offers import usable
from garrison.games.colditz.state import ColditzState, hand, place, team
from garrison.games.colditz.tables import (
    COMPONENTS,
    EQUIPMENT_KINDS,
    KIT,
    KIT_PARTS,
    PART_COMPONENTS,
    STOCK,
    TEAM,
)

MAKERS: Final = 2
"""COL-O-097: POWs who make a piece of equipment."""
SYMBOL: Final = tuple(
    ROOM_SYMBOL[ROOM_OF[space]] if space in ROOM_OF else len(SYMBOLS) for space in range(SPACE_COUNT)
)
"""By space, the symbol of its room; elsewhere one more than there are. Equipment has the first numbers."""
COMPONENT_SYMBOL: Final = tuple(SYMBOLS.index(component) for component in COMPONENTS)
PART_SETS: Final = ((), (0,), (1,), (0, 1))
"""By row of WITH, the kit parts used: places in KIT_PARTS."""


def makers(s: ColditzState, nation: int, symbol: int) -> list[int]:
    """A nation's POWs in rooms with a symbol; tunnellers are not in the room (AMB-63)."""
    return [
        pawn
        for pawn in team(s, nation)
        if s.at[pawn] >= 0 and SYMBOL[s.at[pawn]] == symbol and not s.inside >> pawn & 1
    ]


def uncovered(parts: tuple[int, ...]) -> list[int]:
    """COL-O-106: the components for which POWs are needed beside these kit parts."""
    held = {component for part in parts for component in PART_COMPONENTS[part]}
    return [component for component in range(len(COMPONENTS)) if component not in held]


def with_legal(s: ColditzState, seat: Seat) -> list[int]:
    """COL-O-105 to COL-O-107, COL-C-32c: the ways in which the officer can make a kit now."""
    held = usable(s, seat)
    there = [bool(makers(s, seat, COMPONENT_SYMBOL[each])) for each in range(len(COMPONENTS))]
    return [
        row
        for row, parts in zip(WITH, PART_SETS, strict=True)
        if all(KIT_PARTS[part] in held for part in parts) and all(there[each] for each in uncovered(parts))
    ]


def make_legal(s: ColditzState, seat: Seat) -> list[int]:
    """COL-O-097, COL-O-101, COL-O-103, COL-O-105, COL-C-31b, AMB-63"""
    inside = [0] * (len(SYMBOLS) + 1)
    for pawn in team(s, seat):
        if s.at[pawn] >= 0 and not s.inside >> pawn & 1:
            inside[SYMBOL[s.at[pawn]]] += 1
    rows = [MAKE[kind] for kind in range(EQUIPMENT_KINDS) if inside[kind] >= MAKERS and supply(s, kind) > 0]
    if not s.kits >> seat & 1 and (any(inside[EQUIPMENT_KINDS:-1]) or s.hands) and with_legal(s, seat):
        rows.append(MAKE[KIT])
    return rows


def make_judge(s: ColditzState, seat: Seat, item: int) -> str | None:
    if item == KIT:
        if s.kits >> seat & 1:
            return "COL-O-103"
        return None if any(with_judge(s, seat, row) is None for row in WITH) else "COL-O-105"
    there = [pawn for pawn in team(s, seat) if _in_room_with(s, pawn, item)]
    if len(there) < MAKERS:
        return "COL-O-097"
    return "COL-O-101" if sum(s.equipment[item::EQUIPMENT_KINDS]) >= STOCK[item] else None


def _in_room_with(s: ColditzState, pawn: int, symbol: int) -> bool:
    room = ROOM_OF.get(s.at[pawn])
    return room is not None and ROOM_SYMBOL[room] == symbol and not s.inside >> pawn & 1


def with_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    """COL-O-105: each component by a POW in its room, or by a kit part in hand."""
    if action not in WITH:
        return OTHER_QUESTION
    parts = PART_SETS[action - WITH[0]]
    held = usable(s, seat)
    if any(KIT_PARTS[part] not in held for part in parts):
        return "COL-O-105"
    for component in uncovered(parts):
        symbol = COMPONENT_SYMBOL[component]
        if not any(_in_room_with(s, pawn, symbol) for pawn in team(s, seat)):
            return "COL-O-105"
    return None


# Making it


def make(s: ColditzState, seat: Seat, item: int) -> None:
    """COL-O-099, COL-O-105, AMB-44: declared at any moment of the turn."""
    if item == KIT and hand(s, seat):
        ask(s, "with", bit(seat))
    else:
        then(s, ("crew", item, 0, 0))


def with_answer(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """COL-O-107: the kit parts are shown and go to the bottom."""
    for part in PART_SETS[action - WITH[0]]:
        show(s, seat, KIT_PARTS[part], tell)
    then(s, ("crew", KIT, 0, action - WITH[0]))


def _groups(s: ColditzState, nation: int, item: int, parts: int) -> list[tuple[list[int], int]]:
    """Who could be used, and how many of them are needed, for each thing that POWs must bring."""
    if item != KIT:
        return [(makers(s, nation, item), MAKERS)]
    return [(makers(s, nation, COMPONENT_SYMBOL[each]), 1) for each in uncovered(PART_SETS[parts])]


def _open_group(s: ColditzState, nation: int, item: int, chosen: int, parts: int) -> list[int]:
    """The first POWs between whom the officer has to choose; those he has chosen are left out."""
    first = nation * TEAM
    for there, needed in _groups(s, nation, item, parts):
        if len(there) > needed:
            left = [pawn for pawn in there if not chosen >> pawn - first & 1]
            if len(there) - len(left) < needed:
                return left
    return []


def crew(s: ColditzState, dice: Dice, tell: Tell, item: int, chosen: int, parts: int) -> None:
    """COL-O-099: the card is taken by those who stand there. COL-C-33b: they stay for a kit.

    AMB-67: the officer chooses who is used; a nation's POWs are bits of `chosen`.
    """
    nation, first = s.turn, s.turn * TEAM
    stay = item == KIT and not KIT_TO_APPEL[s.mode]
    if not stay and _open_group(s, nation, item, chosen, parts):
        ask(s, "crew", bit(nation), item, chosen, parts)
        return
    for there, needed in _groups(s, nation, item, parts):
        if len(there) == needed:
            for pawn in there:
                chosen |= 1 << pawn - first
    if item == KIT:
        s.kits |= 1 << nation
    else:
        gain(s, nation, item)
    tell((ALL, "made", nation, item))
    then(s, ("parade", 0 if stay else chosen), ("go_on",))


def crew_legal(s: ColditzState, seat: Seat, item: int, chosen: int, parts: int) -> list[int]:
    return _open_group(s, seat, item, chosen, parts)


def crew_judge(s: ColditzState, seat: Seat, action: int, item: int, chosen: int, parts: int) -> str | None:
    return None if action in _open_group(s, seat, item, chosen, parts) else OTHER_QUESTION


def crew_answer(
    s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, item: int, chosen: int, parts: int
) -> None:
    tell((ALL, "chosen", action))
    then(s, ("crew", item, chosen | 1 << action - seat * TEAM, parts))


# To the appel


def parade(s: ColditzState, dice: Dice, tell: Tell, sent: int) -> None:
    """COL-O-099: those who made it go to any appel spaces, lowest number first."""
    if sent:
        lowest = sent & -sent
        pawn = s.turn * TEAM + lowest.bit_length() - 1
        then(s, ("parade", sent ^ lowest))
        ask(s, "parade", bit(s.turn), pawn)


def parade_legal(s: ColditzState, seat: Seat, pawn: int) -> list[int]:
    return rows_of(APPEL_BITS & ~s.occupied, TO[0])


def parade_judge(s: ColditzState, seat: Seat, action: int, pawn: int) -> str | None:
    """COL-O-099"""
    if action not in TO or KIND[action - TO[0]] != APPEL:
        return OTHER_QUESTION
    return "COL-O-062" if routes.occupied(s, action - TO[0]) else None


def parade_answer(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, pawn: int) -> None:
    """COL-O-066: directly, without points."""
    start = s.at[pawn]
    place(s, pawn, action - TO[0])
    tell((ALL, "moved", pawn, (start, action - TO[0]), 0))


STEPS: Final[Mapping[str, Step]] = {"crew": crew, "parade": parade}
QUESTIONS: Final[Mapping[str, Question]] = {
    # Always asked, from one card in hand on: skipping it would tell who holds no kit part.
    "with": Question("COL-O-106", with_legal, with_judge, with_answer, always=True),
    "crew": Question("COL-O-099", crew_legal, crew_judge, crew_answer),
    "parade": Question("COL-O-099", parade_legal, parade_judge, parade_answer),
}
