"""How to play Castle Itter sensibly, for each seat; used by bots and searches."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.kernel import row_of
from garrison.core.state import Action, Seat
from garrison.games.itter.bot import advice, assault, defence, win_chance
from garrison.games.itter.state import SS, ItterState


class ItterGuide:
    """The Defender's judgement and the SS player's."""

    def rank(self, state: ItterState, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
        rows = [row_of(action) for action in actions]
        return assault.scores(state, rows) if seat == SS else defence.scores(state, rows)

    def worth(self, state: ItterState, seat: Seat) -> float | None:
        if not win_chance.settled(state):
            return None
        chance = win_chance.chance(state)
        return 1 - chance if seat == SS else chance

    def reason(self, state: ItterState, seat: Seat, action: Action, lang: str) -> str:
        return advice.reason(state, row_of(action), lang)
