"""The history of a match: its rows, the events of each, and which of them stand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
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
        del self.line[bisect_right(self.line, target) :]
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

    def stood(self, number: int) -> int:
        """The last row that stood once a row was written: the row itself, or the one an undo went back to."""
        row = self.rows[number]
        return row.back if row.seat == UNDO_ROW else number

    def before(self, number: int) -> int:
        """The last row that stood when a row was played, which its outcome builds upon."""
        return self.stood(number - 1)

    def line_at(self, number: int) -> list[int]:
        """The rows that stood once a row was written."""
        rows, each = self.rows, self.stood(number)
        line = [each]
        while each:
            row = rows[each - 1]
            each = row.back if row.seat == UNDO_ROW else each - 1
            line.append(each)
        return line[::-1]

    def stands(self, number: int) -> bool:
        """True if a row stands now."""
        at = bisect_left(self.line, number)
        return at < len(self.line) and self.line[at] == number

    def since(self, target: int) -> list[int]:
        """The rows that stand after one that does."""
        return self.line[bisect_right(self.line, target) :]

    def taken_back(self, number: int) -> list[int]:
        """The rows that an undo took back: those that stood before it and no longer do."""
        back, each, found = self.rows[number].back, self.before(number), list[int]()
        while each != back:
            found.append(each)
            each = self.before(each)
        return found[::-1]
