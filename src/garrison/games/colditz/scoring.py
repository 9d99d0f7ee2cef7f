"""The end of a round, the end of the game, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.kernel import finish, then
from garrison.core.rules import Result, Step
from garrison.core.state import ALL, Dice, Tell
from garrison.games.colditz.state import (
    ALL_OUT,
    ENDINGS,
    ESCAPED,
    FIRST_WON,
    HELD,
    NATION_WON,
    RUNNING,
    SHARED_WON,
    ColditzState,
    is_security,
    team,
)
from garrison.games.colditz.tables import ESCAPES_TO_WIN, LAST_ROUND, SEAT_COUNT, SECURITY, SHARED_GOAL


def escaped(s: ColditzState) -> list[int]:
    """By nation that takes part, how many POWs are away."""
    return [sum(s.at[pawn] == ESCAPED for pawn in team(s, nation)) for nation in range(SECURITY[s.mode])]


def round_over(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """COL-O-012, COL-O-042, COL-O-057, COL-O-135, COL-O-136: the marker goes down after the last turn."""
    last = not is_security(s, s.turn)
    if not last:
        s.round -= 1
        tell((ALL, "round", s.round))
    s.ending = _ending(s)
    if last and s.ending == RUNNING:
        s.ending = HELD
    if s.ending != RUNNING:
        end(s, tell, s.ending)
        return
    if s.round == LAST_ROUND:
        tell((ALL, "last_turns"))
    then(s, ("turn", 0))


def won(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """COL-C-05b, AMB-32: the first officer with two escapes wins at once."""
    end(s, tell, FIRST_WON)


def end(s: ColditzState, tell: Tell, ending: int) -> None:
    s.ending = ending
    tell((ALL, "ended", ending))
    finish(s)


def _ending(s: ColditzState) -> int:
    """COL-O-130, COL-O-141, AMB-65"""
    away = escaped(s)
    if SHARED_GOAL[s.mode]:
        return SHARED_WON if sum(away) >= len(away) else RUNNING
    return NATION_WON if max(away) >= ESCAPES_TO_WIN else RUNNING


def winners(s: ColditzState) -> tuple[int, ...]:
    """COL-O-054, COL-O-136 to COL-O-138"""
    if s.ending in (HELD, ALL_OUT):
        return (SECURITY[s.mode],)
    away = escaped(s)
    return tuple(
        nation for nation, number in enumerate(away) if s.ending == SHARED_WON or number >= ESCAPES_TO_WIN
    )


def points(s: ColditzState) -> tuple[int, ...]:
    """Escapes, and for the Security Officer none."""
    return (*escaped(s), 0)


def result(s: ColditzState) -> Result | None:
    if s.ending == RUNNING:
        return None
    won, seats = winners(s), SEAT_COUNT[s.mode]
    utility = tuple(1.0 if seat in won else -1.0 for seat in range(seats))
    return Result(won, points(s), utility, ENDINGS[s.ending])


STEPS: Final[Mapping[str, Step]] = {"round_over": round_over, "won": won}
