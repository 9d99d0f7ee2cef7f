"""Players that choose by themselves. They get views and lists, never the state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from garrison.core.game import Action, Ask, View
from garrison.core.registry import Unknown
from garrison.players.random import Random


class Player(Protocol):
    """What every player can do.

    `looks` is False for one that never reads the view: whoever drives it may hand it an empty one,
    because making a view takes longer than playing.
    """

    name: str
    looks: bool

    def choose(self, view: View, ask: Ask, actions: Sequence[Action], seconds: float) -> tuple[Action, str]:
        """One of the actions, and in a few words why."""


PLAYERS: dict[str, Callable[[bytes], Player]] = {"random": Random}
"""Every player by name; each is made with a key of its own."""


def make(name: str, key: bytes) -> Player:
    """A player of this name."""
    if name not in PLAYERS:
        raise Unknown(f"there is no player '{name}'; known: {', '.join(PLAYERS)}")
    return PLAYERS[name](key)
