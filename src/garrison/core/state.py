"""The vocabulary of all rules: seats, actions, events, dice, and the state they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
SPECTATOR: Seat = -1
ARBITER: Seat = -2

Action: TypeAlias = "int | tuple[int, ...]"
"""A row of `Rules.actions`; an open choice is (row, whole number, ...), numbers in hundredths."""

Event: TypeAlias = "tuple[Any, ...]"
"""(to, kind, argument, ...): `to` is ALL or the bits of the seats that may know it."""

Ask: TypeAlias = "tuple[Any, ...]"
"""(question, bits of the seats asked, public argument, ...)"""

View: TypeAlias = "dict[str, Any]"
"""Plain data with names, the same as JSON: this is the edge where types end."""

Options: TypeAlias = "Mapping[str, str]"
Tell: TypeAlias = "Callable[[Event], None]"

ALL = -1
"""Every bit set: an event everybody may know."""


def bit(seat: Seat) -> int:
    return 1 << seat


def decimal(hundredths: int) -> str:
    """325 as `3.25`, 300 as `3`."""
    sign = "-" if hundredths < 0 else ""
    whole, rest = divmod(abs(hundredths), 100)
    return f"{sign}{whole}" + (f".{rest:02d}".rstrip("0") if rest else "")


class Dice(Protocol):
    """Chance comes from outside the state, through these three doors."""

    def roll(self, n: int, label: str) -> list[int]:
        """n six-sided dice, as thrown."""

    def pick(self, n: int, label: str) -> int:
        """A number from 0 to n - 1."""

    def shuffle(self, cards: list[int], label: str) -> None:
        """Shuffle in place."""


S = TypeVar("S", bound="State")


class State:
    """The part common to all states. A game adds slots of ints and flat lists and writes its own `copy`.

    `known` remembers the list of the open Ask: it is neither copied nor saved nor compared.
    """

    __slots__ = ("agenda", "answers", "ask", "known", "rules")

    rules: int
    ask: Ask | None
    answers: list[tuple[Seat, Action]]
    agenda: list[tuple[Any, ...]]
    known: Sequence[Action] | None

    saved: ClassVar[tuple[str, ...]] = ("rules", "ask", "answers", "agenda")

    def __init__(self, rules: int) -> None:
        self.rules = rules
        self.ask = None
        self.answers = []
        self.agenda = []
        self.known = None

    def copy(self: S) -> S:
        """A state of its own, sharing nothing mutable; written by hand in each game."""
        raise TypeError(f"{type(self).__name__} has no copy of its own")

    def __copy__(self: S) -> S:
        return self.copy()

    def __deepcopy__(self: S, _: dict[int, Any]) -> S:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.saved)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.saved)
        return f"{type(self).__name__}({inside})"
