"""A player with sound judgement: the best action at first sight, by the game's own guide."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.dice import KeyedDice
from garrison.core.errors import Unknown
from garrison.core.game import AnyGame, Guide
from garrison.core.state import Action, Ask, Seat, State, View
from garrison.players.player import PlayerType


def first_best(guide: Guide, state: State, seat: Seat, actions: Sequence[Action]) -> Action:
    """The action that looks best, the first among equals."""
    ranks = guide.rank(state, seat, actions)
    return actions[max(range(len(actions)), key=ranks.__getitem__)]


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
