"""What every player can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from garrison.core.game import Action, Ask, View


class Player(Protocol):
    """One who fills a seat.

    `looks` is False for one that never reads the view: whoever drives it may hand it an empty one,
    because making a view takes longer than playing.
    """

    name: str
    looks: bool

    def choose(self, view: View, ask: Ask, actions: Sequence[Action], seconds: float) -> tuple[Action, str]:
        """One of the actions, and in a few words why."""
