"""Section 5: the end of the game, points, award and level of victory."""

from __future__ import annotations

from garrison.core.game import ALL, Result, Tell
from garrison.core.kernel import finish
from garrison.games.itter.state import (
    BREACH,
    DESTROYED_EMPTY,
    ENDINGS,
    ESCAPED,
    NO_COUNTER,
    RUNNING,
    ItterState,
)
from garrison.games.itter.tables import (
    AWARDS,
    BOROTRA,
    CELLAR,
    DEFENDER_COUNT,
    FRENCH,
    LOCATION,
    POINTS,
)


def end(s: ItterState, tell: Tell, how: int) -> None:
    """ITP-5.0a: nothing more is played."""
    s.ending = how
    finish(s)
    tell((ALL, "ended", how))


def tally(s: ItterState) -> int:
    """The points as the board stands (ITP-0a)."""
    points = 0
    if s.tank == DESTROYED_EMPTY:
        points += POINTS["tank_empty"]  # ITP-5.0c
    if s.where[BOROTRA] == ESCAPED:
        points += POINTS["escaped"]  # ITP-5.0d
    for d in range(DEFENDER_COUNT):
        q = s.where[d]
        if q < 0:
            continue  # not on the board: no points (AMB-31)
        if not FRENCH[d]:
            points += POINTS["other"]  # ITP-5.0g
        elif LOCATION[q] == CELLAR:
            points += POINTS["french_cellar"]  # ITP-5.0f
        else:
            points += POINTS["french"]  # ITP-5.0e
    counters = sum(kind != NO_COUNTER for kind in s.light) + sum(s.heavy)
    return points + POINTS["counter"] * counters  # ITP-5.0h


def result(s: ItterState) -> Result | None:
    """ITP-5.0b: 1 or more wins, 0 or less is a draw, a breach is lost and earns nothing."""
    if s.ending == RUNNING:
        return None
    if s.ending == BREACH:
        return Result((), (0,), ENDINGS[BREACH], {"award": "none", "level": "loss"})
    score = tally(s)
    # ITP-5.0i, ITP-5.0j: the highest row whose lowest score is reached.
    award, level = next((award, level) for lowest, award, level in AWARDS if score >= lowest)
    return Result((0,) if score >= 1 else (), (score,), ENDINGS[s.ending], {"award": award, "level": level})
