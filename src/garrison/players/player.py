"""The interface of every player, and of the plug-ins that make them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from garrison.core.game import AnyGame
from garrison.core.state import Action, Ask, Seat, View


class Player(Protocol):
    """A player of a seat.

    `looks` is False for a player that never reads the view: it may then be given an empty one,
    because making a view takes longer than playing.
    """

    name: str
    looks: bool

    def choose(self, view: View, ask: Ask, actions: Sequence[Action], seconds: float) -> tuple[Action, str]:
        """Choose an action and give a brief reason.

        `actions` is all the seat may do if `ask` is put to it, offers among them. A seat that has got an
        offer is asked about that first, whoever `ask` is put to: `actions` are then the answers to it.
        """


class Assignment(NamedTuple):
    """The arguments of a player: a key for its own dice, the game and seat, the language of its reasons."""

    key: bytes
    game: AnyGame
    seat: Seat
    lang: str


@dataclass(frozen=True, slots=True)
class Count:
    """The number after the colon, as in `search:40`: how many tries a player has per decision.

    `usual`: the number where play must not depend on the clock. `most`: the largest allowed.
    """

    usual: int
    most: int


@dataclass(frozen=True, slots=True)
class PlayerType:
    """A kind of player: what an entry point of the group `garrison.players` names.

    `make(assignment, number)`: a player for one seat of one match; the number is None unless one was given.
    It raises `garrison.Unknown` with a sentence if it cannot play that game, and takes little time.
    `count`: None for players that take no number.
    """

    make: Callable[[Assignment, int | None], Player]
    count: Count | None = None
