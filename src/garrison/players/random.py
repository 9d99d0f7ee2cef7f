"""A player that chooses uniformly at random."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.dice import KeyedDice
from garrison.core.state import Action, Ask, View
from garrison.players.default_reasons import default_reason
from garrison.players.player import PlayerType


class Random:
    """Chooses uniformly, with a key of its own that reveals nothing about the game's dice."""

    name = "random"
    looks = False

    def __init__(self, key: bytes, lang: str) -> None:
        self._lang = lang
        self._dice = KeyedDice(key, "random")
        self._count = 0

    def choose(
        self,
        view: View,  # noqa: ARG002
        ask: Ask,  # noqa: ARG002
        actions: Sequence[Action],
        seconds: float,  # noqa: ARG002
    ) -> tuple[Action, str]:
        self._dice.start(self._count)
        self._count += 1
        return actions[self._dice.pick(len(actions), "choice")], default_reason(self._lang, "random")


RANDOM = PlayerType(lambda assignment, _: Random(assignment.key, assignment.lang))
