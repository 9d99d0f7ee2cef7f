"""What it costs to play a match again."""

from __future__ import annotations

from garrison.core.limits import MATCH_ROWS, REPLAY_STEPS
from garrison.core.match import UNDO_ROW, Row


def steps(row: Row) -> int:
    """Rows that are played for this one: an undo plays all before it again."""
    return row.back + 1 if row.seat == UNDO_ROW else 1


def affordable(rows: int, all_steps: int) -> bool:
    """Whether a match of this length can be loaded in good time."""
    return rows <= MATCH_ROWS and all_steps <= REPLAY_STEPS
