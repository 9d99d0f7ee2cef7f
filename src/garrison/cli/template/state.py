"""The state of a game: ints and flat lists, nothing else, copied by hand."""

from __future__ import annotations

from typing import ClassVar

from garrison.core.state import State

FIELDS = ("cart", "ending", "mover", "round", "size", "walls")
RUNNING, BUILT, ROUNDS_OVER = 0, 1, 2
ENDINGS = ("", "built", "rounds-over")


class TowerState(State):
    """One position."""

    __slots__ = FIELDS

    size: int
    """The option chosen: 0 short, 1 long."""
    round: int
    mover: int
    """The seat whose turn it is."""
    cart: int
    """Stones in the cart."""
    walls: list[int]
    """Stones built, by seat."""
    ending: int

    saved: ClassVar[tuple[str, ...]] = (*State.saved, *FIELDS)

    def __init__(self, rules: int, size: int) -> None:
        super().__init__(rules)
        self.size = size
        self.round = 1
        self.mover = 0
        self.cart = 0
        self.walls = [0, 0]
        self.ending = RUNNING

    def copy(self) -> TowerState:
        new = TowerState.__new__(TowerState)
        new.rules, new.ask, new.known = self.rules, self.ask, None
        new.answers, new.agenda = self.answers.copy(), self.agenda.copy()
        new.size, new.round, new.mover, new.cart = self.size, self.round, self.mover, self.cart
        new.walls, new.ending = self.walls.copy(), self.ending
        return new
