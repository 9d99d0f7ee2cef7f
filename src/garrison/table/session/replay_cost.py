"""The cost of replaying a match."""

from __future__ import annotations

from garrison.core.history import UNDO_ROW, Row
from garrison.core.limits import MATCH_ROWS, REPLAY_STEPS


def steps(row: Row) -> int:
    """Rows played for this one: an undo replays all rows before it."""
    return row.back + 1 if row.seat == UNDO_ROW else 1


def affordable(rows: int, all_steps: int) -> bool:
    """True if a match of this length can be loaded in reasonable time."""
    return rows <= MATCH_ROWS and all_steps <= REPLAY_STEPS
