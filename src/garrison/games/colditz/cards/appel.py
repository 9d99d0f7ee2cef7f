"""The Appel card: POWs are called to the appel area, some stay away, and guards may search for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz.actions import DONE, GENERAL_SEARCH, NORMAL_TURN, REFUSE
from garrison.games.colditz.arrest import BY_GENERAL_SEARCH, NO_GUARD, endanger, forget_way_home
from garrison.games.colditz.castle.layout import (
    APPEL,
    APPEL_BITS,
    APPEL_START,
    AREA,
    KIND,
    OUTSIDE,
    OUTSIDE_BITS,
    SAFE,
    SAFE_BITS,
    members,
    near,
)
from garrison.games.colditz.castle.reach import reach, search_ways, union
from garrison.games.colditz.editions import ROOMS_BY_CARD, SEARCHES_FOR_REFUSERS
from garrison.games.colditz.rolls import throw
from garrison.games.colditz.state import ColditzState, guards, nation_of, place, team
from garrison.games.colditz.tables import CARD, FIRST_GUARD, SEAT_COUNT, SECURITY, TEAM

ONE_TEAM: Final = (1 << TEAM) - 1
NOT_CALLED: Final = APPEL_BITS | SAFE_BITS | OUTSIDE_BITS
APPEL_CARD: Final = CARD["appel"]


def called(s: ColditzState, nation: int) -> list[int]:
    """COL-O-079: the POWs of a nation to whom the Appel goes, unless their officer was warned (OPP-10)."""
    return [] if s.warned >> nation & 1 else away(s, nation)


def away(s: ColditzState, nation: int) -> list[int]:
    """SEC-01, COL-O-009, COL-C-53d: POWs off the appel, in no tunnel, safe area, cell or car, not outside."""
    return [
        pawn
        for pawn in team(s, nation)
        if s.at[pawn] >= 0
        and not NOT_CALLED >> s.at[pawn] & 1
        and not s.inside >> pawn & 1
        and pawn != s.driver
    ]


def has_effect(s: ColditzState) -> bool:
    """AMB-70: there is somebody to call, or rooms to open (COL-C-44)."""
    if ROOMS_BY_CARD[s.mode] and not s.searching:
        return True
    return any(away(s, nation) for nation in range(SECURITY[s.mode]))


def barred(s: ColditzState) -> str | None:
    """AMB-70, COL-C-44"""
    if ROOMS_BY_CARD[s.mode] and not s.searching:
        return None
    for pawn in range(FIRST_GUARD):
        at = s.at[pawn]
        if at < 0 or s.inside >> pawn & 1 or pawn == s.driver:
            continue
        if KIND[at] not in (APPEL, SAFE) and AREA[at] != OUTSIDE:
            return None
    return "AMB-70"


def take_effect(s: ColditzState, tell: Tell) -> None:
    """COL-O-080, COL-O-081, COL-O-082, AMB-18: announced, answered, then officer by officer."""
    tell((ALL, "appel"))
    officers = range(SECURITY[s.mode])
    rooms = (("open_rooms",),) if ROOMS_BY_CARD[s.mode] else ()
    last = ("hunting",) if SEARCHES_FOR_REFUSERS[s.mode] else ("go_on",)
    then(s, ("announce", APPEL_CARD, 0), *(("muster", nation, 0) for nation in officers), *rooms, last)


# appel: who stays away


def muster(s: ColditzState, dice: Dice, tell: Tell, nation: int, staying: int) -> None:
    """AMB-18: POW by POW; those of a nation who stay away are bits of `staying`. The others go.

    A second Appel in a turn calls again those who stayed away from the first, unless it does not touch them.
    """
    first = nation * TEAM
    if not staying and not s.warned >> nation & 1:
        s.refused &= ~(ONE_TEAM << first)
    left = [pawn for pawn in called(s, nation) if not staying >> pawn - first & 1]
    if left and not staying >> TEAM & 1:
        ask(s, "appel", bit(nation), staying)
        return
    for pawn in left:
        attend(s, pawn, tell)


def attend(s: ColditzState, pawn: int, tell: Tell) -> None:
    """COL-O-040, COL-O-066: directly to his start space, or the nearest free one of the appel."""
    start, goal = s.at[pawn], _place_for(s, pawn)
    forget_way_home(s, pawn)
    place(s, pawn, goal)
    tell((ALL, "moved", pawn, (start, goal), 0))


def _place_for(s: ColditzState, pawn: int) -> int:
    """COL-O-040, AMB-18"""
    ring = 1 << APPEL_START[SEAT_COUNT[s.mode]][nation_of(pawn)][pawn % TEAM]
    seen = 0
    while not ring & ~s.occupied:
        seen |= ring
        grown = 0
        for space in members(ring):
            grown |= near()[space]
        ring = grown & APPEL_BITS & ~seen
    free = ring & ~s.occupied
    return (free & -free).bit_length() - 1


def appel_legal(s: ColditzState, seat: Seat, staying: int) -> list[int]:
    """COL-O-082"""
    first = seat * TEAM
    return [DONE, *(REFUSE[pawn] for pawn in called(s, seat) if not staying >> pawn - first & 1)]


def appel_judge(s: ColditzState, seat: Seat, action: int, staying: int) -> str | None:
    """COL-O-082"""
    if action == DONE:
        return None
    if action not in REFUSE:
        return OTHER_QUESTION
    pawn = action - REFUSE[0]
    if nation_of(pawn) != seat or pawn not in called(s, seat) or staying >> pawn % TEAM & 1:
        return "COL-O-082"
    return None


def appel(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, staying: int) -> None:
    """COL-O-082; AMB-37: who stays away is not on his way home."""
    if action == DONE:
        then(s, ("muster", seat, staying | 1 << TEAM))
        return
    pawn = action - REFUSE[0]
    s.refused |= 1 << pawn
    tell((ALL, "refused", pawn))
    if s.exempt >> pawn & 1:
        s.exempt &= ~(1 << pawn)
        tell((ALL, "exemption_over", pawn))
    then(s, ("muster", seat, staying | 1 << pawn % TEAM))


# hunt: general search or a normal turn


def hunting(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """COL-O-083, AMB-18: if anybody stayed away."""
    if ignoring(s):
        ask(s, "hunt", bit(SECURITY[s.mode]))
    else:
        then(s, ("go_on",))


def ignoring(s: ColditzState) -> int:
    """OPP-10: the POWs who stayed away from this Appel, not those of an officer who was warned of it."""
    warned = sum(ONE_TEAM << nation * TEAM for nation in members(s.warned))
    return s.refused & ~warned


_HUNT = [GENERAL_SEARCH, NORMAL_TURN]


def hunt_legal(s: ColditzState, seat: Seat) -> list[int]:
    return _HUNT


def hunt_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    return None if action in (GENERAL_SEARCH, NORMAL_TURN) else OTHER_QUESTION


def hunt(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """COL-O-084, COL-O-085: guards stay where they are, and the turn ends with the search."""
    if action == NORMAL_TURN:
        then(s, ("go_on",))
        return
    tell((ALL, "general_search"))
    then(s, ("end_turn",))
    throw(s, dice, tell, "comb", 0, 0)


def comb(s: ColditzState, dice: Dice, tell: Tell, total: int) -> None:
    """COL-O-084, AMB-19: everybody who stayed away and is within the total of any guard."""
    found = within(s, total)
    then(s, *(("find_out", pawn) for pawn in found))
    if not found:
        tell((ALL, "found_nobody"))


def within(s: ColditzState, total: int) -> list[int]:
    """AMB-19: rooms are open for this; other pawns are in the way as usual."""
    open_ways = search_ways(s)
    sides = beyond = 0
    for guard in guards(s):
        if s.at[guard] >= 0:
            walked = union(reach(s.at[guard], total - 1, open_ways, s.occupied))
            sides |= walked
            beyond |= open_ways.onto(walked)
    return [
        pawn
        for pawn in members(ignoring(s))
        if s.at[pawn] >= 0
        and not NOT_CALLED >> s.at[pawn] & 1
        and (near()[s.at[pawn]] & sides or beyond >> s.at[pawn] & 1)
    ]


def find_out(s: ColditzState, dice: Dice, tell: Tell, pawn: int) -> None:
    """AMB-20, AMB-27: one after the other."""
    endanger(s, tell, pawn, NO_GUARD, BY_GENERAL_SEARCH)


STEPS: Final[Mapping[str, Step]] = {
    "muster": muster,
    "hunting": hunting,
    "comb": comb,
    "find_out": find_out,
}
QUESTIONS: Final[Mapping[str, Question]] = {
    "appel": Question(
        "COL-O-082", appel_legal, appel_judge, appel, begins=True, gathers=frozenset(REFUSE), ticks=True
    ),
    "hunt": Question("COL-O-083", hunt_legal, hunt_judge, hunt, begins=True),
}
