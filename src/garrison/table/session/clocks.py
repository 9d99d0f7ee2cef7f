"""Clocks: how much time each seat has left, computed from the times of the rows alone.

A decision begins with the row that asked the question, and answers that are only ticked end none. The
clocks of all seats asked run until it closes, even of those that have answered: who answered when stays
hidden. A question to several ends for all of them when the first of these clocks ends. A bot's clock runs
like anybody's, its pauses included. Nothing runs before the first row, nor once the game is over.

An undo gives no extra time: a player who undoes alone gets the old end of that decision again, and loses what
was added to the bank meanwhile. If all agreed to go back, only the decision starts afresh.
"""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.history import UNDO_ROW, Row
from garrison.core.kernel import row_of, seats_of
from garrison.core.match import Match
from garrison.core.state import Ask, Seat
from garrison.table.store.models import Terms

SECOND = 1_000


def question_opened(match: Match, times: Sequence[int]) -> int:
    """When the open question was put."""
    row = len(match.rows) - 1
    while row and match.asked(row - 1) == match.asked():
        row -= 1
    return times[row]


def seats_asked(match: Match) -> tuple[Seat, ...]:
    """The seats that the open question asks, whether they have answered or not."""
    return seats_of(_bits(match.ask))


def _bits(ask: Ask | None) -> int:
    return 0 if ask is None else int(ask[1])


class Clocks:
    """The clocks of a match. They follow it, and its growing list of times, as rows are added."""

    __slots__ = (
        "_added",
        "_asked",
        "_bank",
        "_counted_from",
        "_increment",
        "_line",
        "_match",
        "_since",
        "_terms",
        "_times",
    )

    def __init__(self, match: Match, times: list[int], terms: Terms) -> None:
        self._match, self._times, self._terms = match, times, terms
        self._asked: list[int] = []
        self._counted_from: list[int] = []
        self._line: list[int] = []
        self._added: dict[int, int] = {}
        self._since = 0
        self._increment = round(self._terms.add * SECOND)
        self._bank = [round((self._terms.bank or 0) * SECOND)] * len(self._match.seats)
        self.follow()

    def follow(self) -> None:
        """Take in the rows whose times are known."""
        match = self._match
        for number in range(len(self._counted_from), min(len(match.rows), len(self._times))):
            self._add_row(number, _bits(match.question(number)))

    # One row

    def _add_row(self, number: int, bits: int) -> None:
        row = self._match.rows[number]
        new = number == 0 or self._match.asked(number) != self._match.asked(number - 1)
        if new and not self._ticked(number):
            self._counted_from.append(self._open_question(number, row))
        else:
            self._counted_from.append(self._counted_from[-1])
        if row.seat == UNDO_ROW:
            while self._line[-1] != row.back:
                self._add_time(self._added.pop(self._line.pop(), 0), -self._increment)
        else:
            self._line.append(number)
        self._asked.append(bits)

    def _ticked(self, number: int) -> bool:
        """True if a row ticks one of several answers, and the same seats go on with the others."""
        row = self._match.rows[number]
        if number == 0 or row.seat < 0:
            return False
        before, after = self._match.question(number - 1), self._match.question(number)
        if before is None or after is None or before[:2] != after[:2]:
            return False
        question = self._match.game.play.questions[before[0]]
        return question.ticks and row_of(row.action) in question.gathers

    def _open_question(self, number: int, row: Row) -> int:
        """Close a question and open the next; returns the time from which that one counts."""
        at = self._times[number]
        if number:
            self._add_time(self._asked[-1], min(0, self._since - at))
        self._since = at
        if row.seat == UNDO_ROW:
            return self._counted_from[row.back] if len(row.consent) == 1 else at
        if number:
            self._add_time(self._asked[-1], self._increment)
            self._added[number] = self._asked[-1]
        return at

    def _add_time(self, bits: int, time: int) -> None:
        if time:
            for seat in seats_of(bits):
                self._bank[seat] += time

    # What they show

    def until(self, seat: Seat) -> int | None:
        """When the clock of a seat ends, None where it does not run."""
        if not self._counted_from or seat < 0 or not self._asked[-1] >> seat & 1:
            return None
        if self._terms.bank is not None:
            return self._since + self._bank[seat]
        return None if self._terms.move is None else self._counted_from[-1] + round(self._terms.move * SECOND)

    def left(self, seat: Seat) -> int | None:
        """A seat's time left when the open question was asked, of its bank or for a decision; None without.

        It stays the same until the question closes: nobody learns from it that somebody acted unseen.
        """
        if self._terms.bank is not None:
            return max(0, self._bank[seat])
        if self._terms.move is None:
            return None
        until = self.until(seat)
        whole = round(self._terms.move * SECOND)
        return whole if until is None else max(0, until - self._since)

    def end(self) -> int | None:
        """When the open question ends, for all seats asked."""
        ends = [self.until(seat) for seat in seats_asked(self._match)]
        return min((end for end in ends if end is not None), default=None)
