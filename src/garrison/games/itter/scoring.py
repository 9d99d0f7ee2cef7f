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


def tally_lines(s: ItterState) -> list[tuple[str, int, int]]:
    """The points as the board stands: what counts, how often, points for it. Off the board: none (AMB-31)."""
    on_board = [d for d in range(DEFENDER_COUNT) if s.where[d] >= 0]
    below = [d for d in on_board if LOCATION[s.where[d]] == CELLAR]
    counters = sum(kind != NO_COUNTER for kind in s.light) + sum(s.heavy)
    numbers = {
        "tank_empty": int(s.tank == DESTROYED_EMPTY),  # ITP-5.0c
        "escaped": int(s.where[BOROTRA] == ESCAPED),  # ITP-5.0d
        "french": sum(FRENCH[d] for d in on_board) - sum(FRENCH[d] for d in below),  # ITP-5.0e
        "french_cellar": sum(FRENCH[d] for d in below),  # ITP-5.0f
        "other": sum(not FRENCH[d] for d in on_board),  # ITP-5.0g
        "counter": counters,  # ITP-5.0h
    }
    return [(name, n, n * POINTS[name]) for name, n in numbers.items()]


def tally(s: ItterState) -> int:
    """The points as the board stands (ITP-0a)."""
    return sum(points for _, _, points in tally_lines(s))


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
