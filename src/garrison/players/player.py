"""The interface of every player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from garrison.core.state import Action, Ask, View


class Player(Protocol):
    """A player of a seat.

    `looks` is False for a player that never reads the view: it may then be given an empty one,
    because making a view takes longer than playing.
    """

    name: str
    looks: bool

    def choose(self, view: View, ask: Ask, actions: Sequence[Action], seconds: float) -> tuple[Action, str]:
        """Choose an action and give a brief reason."""
