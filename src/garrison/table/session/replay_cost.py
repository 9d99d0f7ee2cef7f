"""The cost of replaying a match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap

from garrison.core.history import UNDO_ROW, Row
from garrison.core.limits import MATCH_ROWS, REPLAY_STEPS
from garrison.core.replay import near
from garrison.core.snapshots import SPACING


def steps(number: int, row: Row) -> int:
    """Rows played for this one, at most: an undo that goes far back replays from the last snapshot."""
    return 1 + row.back % SPACING if row.seat == UNDO_ROW and not near(number, row) else 1


def all_steps(rows: Sequence[Row]) -> int:
    """The same for all rows of a match."""
    return sum(starmap(steps, enumerate(rows)))


def affordable(rows: int, played: int) -> bool:
    """True if a match of this length can be loaded in reasonable time."""
    return rows <= MATCH_ROWS and played <= REPLAY_STEPS
