"""The sides of a match: the parts that its seats play in it, several of them perhaps the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar

from garrison.core.errors import GarrisonError
from garrison.core.game import AnyGame
from garrison.core.state import Options, Seat

T = TypeVar("T")

Sides: TypeAlias = "Mapping[str, tuple[Seat, ...]]"
"""The seats of each side, by its id."""


def sides(game: AnyGame, options: Options) -> Sides:
    """The sides of a match, in the order of their first seats; an error if the game does not name them so."""
    seats = game.seats(options)
    if game.sides is None:
        return {name: (seat,) for seat, name in enumerate(seats)}
    declared = game.sides(options)
    found = sorted(seat for side in declared.values() for seat in side)
    if found != [*range(len(seats))]:
        raise GarrisonError(f"the sides of {game.id} have the seats {found}, not each of {len(seats)} once")
    if not all(declared.values()):
        raise GarrisonError(f"a side of {game.id} has no seat: {', '.join(declared)}")
    if [*declared.values()] != sorted(declared.values()):
        raise GarrisonError(f"the sides of {game.id} are not in the order of seats: {', '.join(declared)}")
    return declared


def for_seats(declared: Sides, given: Sequence[T]) -> tuple[T, ...]:
    """What is given for each side, for each seat instead."""
    found = {seat: each for each, seats in zip(given, declared.values(), strict=True) for seat in seats}
    return tuple(found[seat] for seat in range(len(found)))
