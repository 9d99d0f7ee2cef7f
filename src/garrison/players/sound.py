"""A player with sound judgement: the best action at first sight, by the game's own guide."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.dice import KeyedDice
from garrison.core.errors import Unknown
from garrison.core.game import AnyGame, first_best
from garrison.core.state import Action, Ask, Seat, View
from garrison.players.player import PlayerType


class Sound:
    """Needs no randomness: a guide answers the same for every state that a view allows."""

    name = "sound"
    looks = True

    def __init__(self, game: AnyGame, seat: Seat, lang: str) -> None:
        if game.guide is None:
            raise Unknown(f"{game.id} has no guide for a sound player; random and search play it")
        self._game, self._guide, self._seat = game, game.guide, seat
        self._lang = game.tell.spoken(lang)

    def choose(
        self,
        view: View,
        ask: Ask,  # noqa: ARG002
        actions: Sequence[Action],
        seconds: float,  # noqa: ARG002
    ) -> tuple[Action, str]:
        state = self._game.know.sample(view, KeyedDice(b"sound"))
        action = first_best(self._guide, state, self._seat, actions)
        return action, self._guide.reason(state, self._seat, action, self._lang)


SOUND = PlayerType(lambda assignment, _: Sound(assignment.game, assignment.seat, assignment.lang))
