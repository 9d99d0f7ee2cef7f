"""Rows of a record, played again with their draws as written."""

from __future__ import annotations

from garrison.core.dice import WrittenDice
from garrison.core.errors import RESIGN_TEAM, Damaged, Refused
from garrison.core.history import DRAW_ROW, UNDO_ROW, Row
from garrison.core.match import Match
from garrison.core.show import rulebook
from garrison.core.show.words import as_sentence
from garrison.core.state import Event


def replay_row(match: Match, row: Row, dice: WrittenDice) -> list[Event]:
    """Play the next row of a record; raises Damaged if it cannot be."""
    if row.seat == UNDO_ROW:
        _undo(match, row)
        return []
    if row.seat < 0:
        return _end(match, row)
    match.dice = dice
    dice.feed(row.draws)
    number = len(match.rows)
    try:
        events = match.play(row.action, row.seat)
    except Refused as error:
        raise Damaged(f"row {number}: {error}") from error
    if dice.left():
        raise Damaged(f"row {number}: the record has more draws than the rules make")
    return events


def _undo(match: Match, row: Row) -> None:
    number = len(match.rows)
    if match.over:
        raise Damaged(f"row {number}: the game was over, so nothing can be undone any more")
    if row.back not in match.line[:-1]:
        raise Damaged(f"row {number}: cannot go back to row {row.back}, only to an earlier row not undone")
    if not row.consent:
        raise Damaged(f"row {number}: it does not say who undid")
    everybody = row.consent == tuple(range(len(match.seats)))
    if not everybody and match.undo_bar(row.consent[0], row.back) is not None:
        raise Damaged(f"row {number}: going back to row {row.back} needed the consent of all seats")
    match.go_back(row.back, row.consent)


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
