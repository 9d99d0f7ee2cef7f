"""Copies of a match's state at some of its rows, so that going back replays a few rows and not all of them.

They are made where rows are replayed or stored, never while a game is simply played.
"""

from __future__ import annotations

from garrison.core.history import History
from garrison.core.state import State

SPACING = 256
"""Most rows from one snapshot to the next on a line that was replayed."""
SPARE = 8
"""Snapshots beyond two for every SPACING rows; then the oldest make room."""


class Snapshots:
    """The states that are kept of one match, by row. What is kept is never handed out, only copies of it."""

    __slots__ = ("_states",)

    def __init__(self) -> None:
        self._states: dict[int, State] = {}

    def __len__(self) -> int:
        return len(self._states)

    def keep(self, history: History, row: int, state: State) -> None:
        """Keep a copy of the state after a row, if it is the first on its line of a block of SPACING rows."""
        if row in self._states or (row and history.before(row) // SPACING == row // SPACING):
            return
        self._states[row] = state.copy()
        if len(self._states) > 2 * (len(history.rows) // SPACING) + SPARE:
            del self._states[next(iter(self._states))]

    def drop_after(self, row: int) -> None:
        """Drop what no longer stands once this row is the last that does. Who looks there replays again."""
        for later in [each for each in self._states if each > row]:
            del self._states[later]

    def nearest(self, history: History, row: int) -> tuple[State | None, list[int]]:
        """A copy of the last state kept on the way to a row, and the rows to play from there.

        Without any it is None, and the set-up comes before these rows.
        """
        later: list[int] = []
        while row and row not in self._states:
            later.append(row)
            row = history.before(row)
        found = self._states.get(row)
        return None if found is None else found.copy(), later[::-1]
