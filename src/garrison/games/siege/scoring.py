"""The end: the attacker's ways to win, and the final count when all ammunition is shot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.kernel import finish
from garrison.core.rules import Result, Step
from garrison.core.state import ALL, Dice, Tell
from garrison.games.siege.state import (
    ATTACKER,
    DEFENDER,
    ENDINGS,
    GATE_FELL,
    HEALTHY,
    HELD,
    KEEP_FELL,
    KILLED,
    POINTS,
    RUNNING,
    SOLDIERS_FELL,
    TOWER_FELL,
    SiegeState,
    ruined,
)
from garrison.games.siege.tables import (
    ADJOINING,
    CASTLE,
    COUNTER_COUNT,
    FIRST_GATE,
    HEALTHY_ONLY,
    KEEP,
    SOLDIERS,
    STRENGTH,
)

LEVELS = "taken", "held-out"
"""The fate of the castle."""


def fallen(s: SiegeState) -> int:
    """CUS-42: four ways, each of them sufficient (CUS-A11); RUNNING if none is met."""
    strength = STRENGTH[CASTLE[s.mode]]
    if ruined(s, KEEP, strength):
        return KEEP_FELL
    for tower, walls in enumerate(ADJOINING):
        if ruined(s, tower, strength) and any(ruined(s, wall, strength) for wall in walls):
            return TOWER_FELL
    if any(ruined(s, gate, strength) for gate in range(FIRST_GATE, KEEP)):
        return GATE_FELL
    where, health = s.where, s.health
    if all(where[c] == KILLED or health[c] != HEALTHY for c in SOLDIERS):  # CUS-A10: crew do not count
        return SOLDIERS_FELL
    return RUNNING


def look(s: SiegeState, dice: Dice, tell: Tell) -> None:
    """CUS-42: checked after everything that can decide the game."""
    how = fallen(s)
    if how != RUNNING:
        end(s, tell, how)


def end(s: SiegeState, tell: Tell, how: int) -> None:
    s.ending = how
    finish(s)
    tell((ALL, "ended", how))


def victory_pile(s: SiegeState) -> int:
    """CUS-29: the killed, however they died (CUS-A23)."""
    return s.where.count(KILLED)


def survivors(s: SiegeState) -> int:
    """CUS-A3: all living counters, or with the stricter reading only the healthy ones."""
    healthy_only = HEALTHY_ONLY[s.mode]
    return sum(
        s.where[c] != KILLED and not (healthy_only and s.health[c] != HEALTHY) for c in range(COUNTER_COUNT)
    )


def count(s: SiegeState, dice: Dice, tell: Tell) -> None:
    """CUS-44: more killed than left wins for the attacker; CUS-43: else the castle has held (CUS-A27)."""
    killed, left = victory_pile(s), survivors(s)
    tell((ALL, "counted", killed, left))
    end(s, tell, POINTS if killed > left else HELD)


def points(s: SiegeState) -> tuple[int, ...]:
    """Killed for the attacker, left for the defender."""
    return victory_pile(s), survivors(s)


def result(s: SiegeState) -> Result | None:
    if s.ending == RUNNING:
        return None
    held = s.ending == HELD
    won, utility = (DEFENDER, (-1.0, 1.0)) if held else (ATTACKER, (1.0, -1.0))
    return Result((won,), points(s), utility, ENDINGS[s.ending], {"level": LEVELS[held]})


STEPS: Final[Mapping[str, Step]] = {"look": look, "count": count}
