"""Do or Die: the exact chance of a run, and when it is worth the whole team (COL-C-51a to COL-C-51d)."""

from __future__ import annotations

from functools import cache
from typing import Final

from garrison.core.state import Seat
from garrison.games.colditz.bot.launch import turns_left
from garrison.games.colditz.castle.layout import MOAT_TARGETS, run_lengths
from garrison.games.colditz.scoring import escaped
from garrison.games.colditz.state import CARD_MASK, KNOWERS, ColditzState, is_out
from garrison.games.colditz.tables import CLASSIC_THROWS, DO_OR_DIE_THROWS, ESCAPES_TO_WIN

SPARE_TURNS: Final = 1
"""Turns that are kept in hand for the runs that are still needed."""


@cache
def covers(throws: int, steps: int, rolls: int = CLASSIC_THROWS) -> float:
    """The chance that so many throws, and one more for each double, cover so many steps."""
    if steps <= 0:
        return 1.0
    if not throws or not rolls:
        return 0.0
    found = 0.0
    for one in range(1, 7):
        for other in range(1, 7):
            found += covers(throws - (one != other), steps - one - other, rolls - 1) / 36
    return found


def cards_ahead(s: ColditzState, seat: Seat) -> list[int]:
    """The cards that may lie on top, as far as a seat knows the pack."""
    top = s.do_or_die[-1]
    if top >> KNOWERS + seat & 1:
        return [top & CARD_MASK]
    known = {each & CARD_MASK for each in s.do_or_die if each >> KNOWERS + seat & 1}
    return [throws for throws in DO_OR_DIE_THROWS if throws not in known]


def chance(s: ColditzState, seat: Seat, pawn: int) -> float:
    """The chance that a run of Do or Die succeeds, over all cards that may lie on top."""
    ahead = cards_ahead(s, seat)
    steps = run_lengths(MOAT_TARGETS)[s.at[pawn]]
    return sum(covers(throws, steps) for throws in ahead) / len(ahead)


def rank(s: ColditzState, seat: Seat, pawn: int) -> float:
    """He dares it when turns run out, or when another officer is about to win; else the team is too dear."""
    needed = ESCAPES_TO_WIN - escaped(s)[seat]
    found = chance(s, seat, pawn)
    rivals = [number for nation, number in enumerate(escaped(s)) if nation != seat and not is_out(s, nation)]
    late = turns_left(s) < needed + SPARE_TURNS
    raced = max(rivals, default=0) >= 1 and found >= RACE[needed - 1]
    return found if late or raced else found - 1.0


RACE: Final = (0.5, 0.6)
"""By escapes that are still needed besides this one, the chance with which he does not wait for a rival."""
