"""Rolls that are no movement rolls, for a shot or a general search; doubles are thrown on (COL-O-064)."""

from __future__ import annotations

from typing import Final

from garrison.core.kernel import ask, then
from garrison.core.state import ALL, Dice, Tell, bit
from garrison.games.colditz.editions import MOST_THROWS
from garrison.games.colditz.state import ColditzState, officer

PURPOSES: Final = ("fire", "comb")
"""The steps that follow such a roll; the first argument of `double` is the number of one."""


def throw(
    s: ColditzState, dice: Dice, tell: Tell, purpose: str, total: int, throws: int, *about: int
) -> None:
    """COL-O-002, COL-O-064, COL-O-065, COL-O-073: both dice; what follows gets the total and `about`."""
    one, other = dice.roll(2, purpose)
    total += one + other
    throws += 1
    tell((ALL, "rolled", officer(s, s.turn), one, other))
    if one == other and throws < MOST_THROWS[s.mode]:
        ask(s, "double", bit(s.turn), PURPOSES.index(purpose), total, throws, *about)
    else:
        then(s, (purpose, total, *about))
