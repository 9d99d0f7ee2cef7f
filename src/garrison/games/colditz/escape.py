"""Escapes: a POW at a target, the kit he takes along, and the guards who followed him."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.kernel import then
from garrison.core.rules import Step
from garrison.core.state import ALL, Dice, Tell
from garrison.games.colditz.arrest import forget_way_home
from garrison.games.colditz.cards.hands import draw_part
from garrison.games.colditz.castle.layout import OUTSIDE_BITS
from garrison.games.colditz.editions import FIRST_WINS, KIT_LEAVES
from garrison.games.colditz.state import (
    ESCAPED,
    NOBODY,
    ColditzState,
    guards,
    nation_of,
    place,
    stand_down,
    team,
)
from garrison.games.colditz.tables import ESCAPES_TO_WIN, FIRST_GUARD


def escape(s: ColditzState, pawn: int, target: int, tell: Tell) -> None:
    """COL-O-013, COL-O-108, COL-O-129, COL-O-132: he is away, and on no way home (COL-O-089).

    COL-C-05b, AMB-32: in the classic rules the second of a nation wins at once.
    """
    forget_way_home(s, pawn)
    if pawn == s.driver:
        s.driver = NOBODY
    place(s, pawn, ESCAPED)
    s.escapes += 1
    tell((ALL, "escaped", pawn, target))
    draw_part(s, nation_of(pawn), tell)
    if (
        FIRST_WINS[s.mode]
        and sum(s.at[each] == ESCAPED for each in team(s, nation_of(pawn))) >= ESCAPES_TO_WIN
    ):
        then(s, ("won",))
        return
    then(s, ("pursuit",), ("strip", nation_of(pawn)), ("go_on",))


def pursuit(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """COL-O-134, COL-C-46b, AMB-46: guards outside go off the board if no POW is left anywhere outside."""
    for pawn in range(FIRST_GUARD):  # AMB-47: the end of a tunnel is not outside
        if s.at[pawn] >= 0 and OUTSIDE_BITS >> s.at[pawn] & 1 and not s.inside >> pawn & 1:
            return
    for guard in guards(s):
        if s.at[guard] >= 0 and OUTSIDE_BITS >> s.at[guard] & 1:
            stand_down(s, guard, tell)


def hand_in_kit(s: ColditzState, nation: int, tell: Tell) -> None:
    """COL-O-131, AMB-23: at the end of the turn, whether it served one POW or two."""
    if s.escapes and KIT_LEAVES[s.mode]:
        s.kits &= ~(1 << nation)
        tell((ALL, "kit_gone", nation))


STEPS: Final[Mapping[str, Step]] = {"pursuit": pursuit}
