"""Solitary: POWs leave their cells, and those from the outer ones go home."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask
from garrison.core.rules import Question
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz.actions import TO
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import (
    AREA,
    INNER,
    NEIGHBOURS,
    ORDINARY,
    OUTER,
    RELEASE,
    way_home,
)
from garrison.games.colditz.castle.reach import POW_STOPS
from garrison.games.colditz.editions import WAYS_HOME, WHOLE_WAY_HOME
from garrison.games.colditz.state import (
    ACT_PHASE,
    CELL_INNER,
    CELL_OUTER,
    ColditzState,
    nation_of,
    place,
    team,
)


def block_area(s: ColditzState, pawn: int) -> int:
    """The area of the cells in which a POW sits."""
    return INNER if s.at[pawn] == CELL_INNER else OUTER


def spots(s: ColditzState, area: int) -> list[int]:
    """COL-O-027, AMB-07: the space the arrow marks, or the nearest free ordinary ones of that area."""
    start = RELEASE[area]
    if not s.occupied >> start & 1:
        return [start]
    seen, ring = {start}, [start]
    while ring:
        ring = sorted(
            {
                other
                for space in ring
                for other in NEIGHBOURS[space]
                if other not in seen and AREA[other] == area
            }
        )
        seen.update(ring)
        free = [space for space in ring if ORDINARY & ~s.occupied & 1 << space]
        if free:
            return free
    return []


def release(s: ColditzState, pawn: int, tell: Tell) -> None:
    """COL-O-026, COL-O-027: out of his cell; which space, his officer says where several are equally near."""
    free = spots(s, block_area(s, pawn))
    if len(free) == 1:
        put_out(s, pawn, free[0], tell)
    else:
        ask(s, "spot", bit(nation_of(pawn)), pawn)


def put_out(s: ColditzState, pawn: int, space: int, tell: Tell) -> None:
    """AMB-05, AMB-36: who comes from the outer cells is on his way home.

    COL-C-39c: with no point left he can come no nearer in this turn.
    """
    outer = s.at[pawn] == CELL_OUTER
    place(s, pawn, space)
    tell((ALL, "released", pawn, space))
    if outer:
        s.returning |= 1 << pawn
        s.exempt |= 1 << pawn
        if not WHOLE_WAY_HOME[s.mode] and s.phase == ACT_PHASE and not s.points:
            s.homeward |= 1 << pawn


def spot_legal(s: ColditzState, seat: Seat, pawn: int) -> list[int]:
    return [TO[space] for space in spots(s, block_area(s, pawn))]


def spot_judge(s: ColditzState, seat: Seat, action: int, pawn: int) -> str | None:
    """COL-O-027"""
    if action not in TO:
        return OTHER_QUESTION
    space = action - TO[0]
    if routes.occupied(s, space):
        return "COL-O-062"
    return None if space in spots(s, block_area(s, pawn)) else OTHER_QUESTION


def spot(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, pawn: int) -> None:
    put_out(s, pawn, action - TO[0], tell)


# The way home


def end_exemptions(s: ColditzState, nation: int, tell: Tell) -> None:
    """COL-O-089, AMB-37: at the end of their officer's turn, who did not go home as far as he could."""
    for pawn in team(s, nation):
        idle = WHOLE_WAY_HOME[s.mode] or not s.homeward >> pawn & 1  # COL-C-39c
        if s.exempt >> pawn & 1 and (s.strayed >> pawn & 1 or (idle and could_go_nearer(s, pawn))):
            s.exempt &= ~(1 << pawn)
            tell((ALL, "exemption_over", pawn))


def could_go_nearer(s: ColditzState, pawn: int) -> bool:
    """AMB-37: points left over or spent elsewhere could have brought him nearer to the inner gates."""
    home, ring = way_home(WAYS_HOME[s.mode]), {s.at[pawn]}
    for _ in range(s.points + s.elsewhere):
        ring = {
            nearer
            for space in ring
            for nearer in NEIGHBOURS[space]
            if home[nearer] < home[space] and not s.occupied >> nearer & 1
        }
        if any(POW_STOPS[s.mode] >> space & 1 for space in ring):
            return True
    return False


QUESTIONS: Final[Mapping[str, Question]] = {"spot": Question("COL-O-027", spot_legal, spot_judge, spot)}
