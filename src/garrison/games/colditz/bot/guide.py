"""How to play Escape from Colditz sensibly, for each seat; used by bots and searches."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.kernel import row_of
from garrison.core.state import Action, Seat
from garrison.games.colditz.bot import escape_officer, security_officer, win_chance
from garrison.games.colditz.bot.reasons import advice
from garrison.games.colditz.state import ColditzState, is_security


class ColditzGuide:
    """The judgement of the Escape Officers, and that of the Security Officer."""

    def rank(self, state: ColditzState, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
        rows = [row_of(action) for action in actions]
        if state.ask is None:
            return [0.0] * len(rows)
        if is_security(state, seat):
            return security_officer.ranks(state, rows)
        return escape_officer.ranks(state, seat, rows)

    def worth(self, state: ColditzState, seat: Seat) -> float | None:
        return win_chance.chance(state, seat) if win_chance.settled(state, seat) else None

    def reason(self, state: ColditzState, seat: Seat, action: Action, lang: str) -> str:
        return advice.reason(state, seat, row_of(action), lang)
