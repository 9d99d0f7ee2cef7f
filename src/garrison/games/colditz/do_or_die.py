"""Do or Die: one POW runs for his life, and his whole team with him (COL-C-51a to COL-C-51e)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.kernel import then
from garrison.core.rules import Step
from garrison.core.state import ALL, Dice, Seat, Tell
from garrison.games.colditz import trades, tunnels
from garrison.games.colditz.actions import DO_OR_DIE
from garrison.games.colditz.arrest import forget_way_home
from garrison.games.colditz.cards.hands import return_hand
from garrison.games.colditz.castle.layout import AREA, INNER, MOAT_TARGETS, run_lengths
from garrison.games.colditz.equipment import give_up
from garrison.games.colditz.escape import escape
from garrison.games.colditz.scoring import end
from garrison.games.colditz.state import (
    ACT_PHASE,
    ALL_OUT,
    CARD_MASK,
    ESCAPED,
    KNOWERS,
    NOBODY,
    OUT,
    OWNED,
    SHOT,
    ColditzState,
    all_seats,
    nation_of,
    officer,
    place,
    team,
)
from garrison.games.colditz.tables import CLASSIC_THROWS, EQUIPMENT_KINDS, SECURITY


def in_grey_area(s: ColditzState, pawn: int) -> bool:
    """COL-C-51b: anywhere in the inner courtyard or its rooms, not in a cell or a tunnel."""
    return s.at[pawn] >= 0 and AREA[s.at[pawn]] == INNER and not s.inside >> pawn & 1


def run_rows(s: ColditzState, seat: Seat) -> list[int]:
    """COL-C-51a, COL-C-51b"""
    if not s.kits >> seat & 1:
        return []
    return [DO_OR_DIE[pawn] for pawn in team(s, seat) if in_grey_area(s, pawn)]


def run_judge(s: ColditzState, seat: Seat, pawn: int) -> str | None:
    """COL-C-51a, COL-C-51b"""
    if nation_of(pawn) != seat or not s.kits >> seat & 1:
        return "COL-C-51a"
    at = s.at[pawn]
    return None if at >= 0 and AREA[at] == INNER and not s.inside >> pawn & 1 else "COL-C-51b"


def length(s: ColditzState, pawn: int) -> int:
    """COL-C-51b, COL-C-51c: the steps of the shortest run; nobody can stop him."""
    return run_lengths(MOAT_TARGETS)[s.at[pawn]]


def run(s: ColditzState, pawn: int, dice: Dice, tell: Tell) -> None:
    """COL-C-51a, COL-C-51e, AMB-48: a card, its throws, and one more for each double; no other cards."""
    throws = s.do_or_die[-1] & CARD_MASK
    s.do_or_die.insert(0, throws | all_seats(s) << KNOWERS)
    s.do_or_die.pop()
    tell((ALL, "dared", pawn, throws))
    total, left = 0, throws
    for _ in range(CLASSIC_THROWS):
        if not left:
            break
        one, other = dice.roll(2, "run")
        total += one + other
        left -= one != other
        tell((ALL, "rolled", officer(s, s.turn), one, other))
    needed = length(s, pawn)
    tell((ALL, "ran", pawn, total, needed))
    if total >= needed:
        s.phase = ACT_PHASE
        escape(s, pawn, _nearest(s.at[pawn]), tell)
    else:
        fail(s, pawn, tell)


def _nearest(space: int) -> int:
    """AMB-48: the target to which the run leads; of equally near ones the first."""
    return min(MOAT_TARGETS, key=lambda target: run_lengths((target,))[space])


def fail(s: ColditzState, pawn: int, tell: Tell) -> None:
    """COL-C-51d, AMB-48: he is shot, his team leaves the board, and its cards go back to their packs.

    AMB-58: a tunnel whose card goes back is closed, and others inside go to solitary.
    """
    nation = nation_of(pawn)
    s.out |= 1 << nation
    tell((ALL, "team_out", nation))
    then(s, ("hand_back", nation), ("run_over",))
    for each in team(s, nation):
        if s.at[each] not in (ESCAPED, SHOT):
            forget_way_home(s, each)
            place(s, each, SHOT if each == pawn else OUT)
            if each == s.driver:
                s.driver = NOBODY
    s.kits &= ~(1 << nation)
    for kind in range(EQUIPMENT_KINDS):
        give_up(s, nation, kind, s.equipment[nation * EQUIPMENT_KINDS + kind])
    trades.end_trades(s, tell)
    for tunnel, state in enumerate(s.tunnels):
        if state == OWNED + nation:
            tunnels.close(s, tunnel, tell)


def hand_back(s: ColditzState, dice: Dice, tell: Tell, nation: int) -> None:
    """COL-C-47b, COL-C-51d"""
    return_hand(s, nation, dice)


def run_over(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """COL-C-51d, AMB-48: the turn ends; with no team left the game does, and the Security Officer wins."""
    if s.out == (1 << SECURITY[s.mode]) - 1:
        end(s, tell, ALL_OUT)
    else:
        then(s, ("end_turn",))


STEPS: Final[Mapping[str, Step]] = {"hand_back": hand_back, "run_over": run_over}
