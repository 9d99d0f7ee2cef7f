"""Rows of a record, played again with their draws as written."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.dice import WrittenDice
from garrison.core.errors import RESIGN_TEAM, Damaged, Refused
from garrison.core.history import DRAW_ROW, UNDO_ROW, Row
from garrison.core.match import Match
from garrison.core.show import rulebook
from garrison.core.show.words import as_sentence
from garrison.core.snapshots import SPACING
from garrison.core.state import Event, State

NEAR = 128
"""Rows from an undo to the row it goes back to, up to which that row's state is kept for it."""


class Replay:
    """The rows of a record, played again one after the other in a match.

    It knows which of them will be undone: going back a little costs a copy of the state, and no more than
    NEAR of these are kept at a time. Going back further costs what replaying from the last snapshot does.
    """

    __slots__ = ("_dice", "_kept", "_match", "_wanted", "_went_back")

    def __init__(self, match: Match, rows: Sequence[Row], dice: WrittenDice | None = None) -> None:
        """`rows` are all of the record's. Without `dice` that give its draws back, the match has its own."""
        self._match = match
        self._dice = dice
        self._wanted = {row.back for at, row in enumerate(rows) if row.seat == UNDO_ROW and near(at, row)}
        self._kept: dict[int, State] = {}
        self._went_back = True  # perhaps: the rows before may end with an undo
        match.keep_snapshot()
        self._keep(len(match.rows) - 1)

    def play(self, row: Row) -> list[Event]:
        """Play the next row; raises Damaged if it cannot be."""
        match = self._match
        if row.seat == UNDO_ROW:
            _check_undo(match, row)
            state = self._kept.get(row.back)
            match.go_back(row.back, row.consent, None if state is None else state.copy())
            self._went_back = True
            return []
        events = _end(match, row) if row.seat < 0 else _play(match, row, self._dice)
        number = len(match.rows) - 1
        if self._went_back or number % SPACING == 0:  # else the row before is in the same block
            match.keep_snapshot()
            self._went_back = False
        self._keep(number)
        return events

    def _keep(self, number: int) -> None:
        kept = self._kept
        if number in self._wanted:
            kept[number] = self._match.state.copy()
            while (first := next(iter(kept))) < number - NEAR:
                del kept[first]


def near(number: int, undo: Row) -> bool:
    """True if the undo of this number goes back a little only."""
    return number - undo.back <= NEAR


def replay_row(match: Match, row: Row, dice: WrittenDice) -> list[Event]:
    """Play the next row of a record, where the others are not known yet; raises Damaged if it cannot be."""
    return Replay(match, (), dice).play(row)


def _play(match: Match, row: Row, dice: WrittenDice | None) -> list[Event]:
    if dice is not None:
        match.dice = dice
        dice.feed(row.draws)
    number = len(match.rows)
    try:
        events = match.play(row.action, row.seat)
    except Refused as error:
        raise Damaged(f"row {number}: {error}") from error
    if dice is not None and dice.left():
        raise Damaged(f"row {number}: the record has more draws than the rules make")
    return events


def _check_undo(match: Match, row: Row) -> None:
    number = len(match.rows)
    if match.over:
        raise Damaged(f"row {number}: the game was over, so nothing can be undone any more")
    if not match.may_go_back(row.back):
        raise Damaged(f"row {number}: cannot go back to row {row.back}, only to an earlier row not undone")
    if not row.consent:
        raise Damaged(f"row {number}: it does not say who undid")
    everybody = row.consent == tuple(range(len(match.seats)))
    if not everybody and match.undo_bar(row.consent[0], row.back) is not None:
        raise Damaged(f"row {number}: going back to row {row.back} needed the consent of all seats")


def _end(match: Match, row: Row) -> list[Event]:
    number = len(match.rows)
    try:
        if row.seat == DRAW_ROW:
            return match.agree_draw(row.consent)
        if row.consent != match.team(row.consent[0]):
            reason = as_sentence(rulebook.reason(match.game, RESIGN_TEAM, "en"))
            raise Damaged(f"row {number}: {reason}")
        return match.resign(row.consent[0], row.consent)
    except Refused as error:
        raise Damaged(f"row {number}: {error}") from error
