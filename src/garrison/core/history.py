"""The history of a match: its rows, the events of each, and which of them stand."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from garrison.core.dice import Draw
from garrison.core.state import Action, Ask, Event, Seat


class Row(NamedTuple):
    """One line of a record. An undo row has `back`, the row whose outcome stands again.

    Where no action is played, `consent` are the seats that undid, resigned or agreed on a draw.
    """

    seat: Seat
    action: Action
    draws: list[Draw]
    back: int = -1
    consent: tuple[Seat, ...] = ()

    @property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that caused it."""
        return self.consent or (self.seat,)


SETUP_ROW: Seat = -3
UNDO_ROW: Seat = -4
RESIGN_ROW: Seat = -5
DRAW_ROW: Seat = -6
"""Instead of the seat, in rows in which no action is played."""


class History:
    """The rows of a match, undone ones among them.

    `events`, `asks`, `asked` and `may` go by row: everything it told, the question open after it, the number
    of questions asked up to it, and bits of the seats that may act unasked after it.
    `line` are the numbers of the rows that stand.
    """

    __slots__ = ("asked", "asks", "events", "line", "may", "rows")

    def __init__(
        self,
        rows: list[Row],
        events: list[list[Event]],
        line: list[int],
        asks: list[Ask | None],
        asked: list[int],
        may: list[int],
    ) -> None:
        self.rows = rows
        self.events = events
        self.line = line
        self.asks = asks
        self.asked = asked
        self.may = may

    def copy(self) -> History:
        return History(self.rows[:], self.events[:], self.line[:], self.asks[:], self.asked[:], self.may[:])

    def upto(self, number: int) -> History:
        """The history as it was once a row was written."""
        end = number + 1
        return History(
            self.rows[:end],
            self.events[:end],
            self.line_at(number),
            self.asks[:end],
            self.asked[:end],
            self.may[:end],
        )

    def add(self, row: Row, events: list[Event], ask: Ask | None, may: int, *, questions: int) -> None:
        """Add a row that stands, and after it: the open question, who may act unasked, questions put."""
        rows, asked = self.rows, self.asked
        self.line.append(len(rows))
        rows.append(row)
        self.events.append(events)
        asked.append(asked[-1] + questions if asked else questions)
        self.asks.append(ask)
        self.may.append(may)

    def go_back(self, target: int, agreed: tuple[Seat, ...]) -> None:
        """Add an undo after which an earlier row is the last that stands."""
        self.line = self.line[: self.line.index(target) + 1]
        # A window whose answers alone were taken back is still the same question to all others.
        questions = int(self.asked[target] != self.asked[-1])
        self.rows.append(Row(UNDO_ROW, -1, [], target, agreed))
        self.events.append([])
        self.asked.append(self.asked[-1] + questions)
        self.asks.append(self.asks[target])
        self.may.append(self.may[target])

    @property
    def last(self) -> Row:
        """The last row that stands."""
        return self.rows[self.line[-1]]

    def line_at(self, number: int) -> list[int]:
        """The rows that stood once a row was written."""
        line = [0]
        for each in range(1, number + 1):
            row = self.rows[each]
            if row.seat == UNDO_ROW:
                line = line[: line.index(row.back) + 1]
            else:
                line.append(each)
        return line

    def taken_back(self, number: int) -> list[int]:
        """The rows that an undo took back: those that stood before it and no longer do."""
        stood: list[int] = []
        for each in range(self.rows[number].back + 1, number):
            if self.rows[each].seat == UNDO_ROW:
                del stood[bisect_right(stood, self.rows[each].back) :]
            else:
                stood.append(each)
        return stood
