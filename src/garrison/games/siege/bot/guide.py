"""How to play Castle under Siege sensibly, for each seat; used by bots and searches."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.kernel import row_of
from garrison.core.state import Action, Seat
from garrison.games.siege.actions import SITE
from garrison.games.siege.bot import advice, attack, defence, win_chance
from garrison.games.siege.state import DEFENDER, SiegeState
from garrison.games.siege.tables import KIND_OF_SHOT


class SiegeGuide:
    """The attacker's judgement and the defender's."""

    def rank(self, state: SiegeState, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
        rows = [row_of(action) for action in actions]
        if state.ask is None:
            return [0.0] * len(rows)
        question, _, *args = state.ask
        match question:
            case "load":
                return attack.load_ranks(state, rows)
            case "aim":
                return attack.site_ranks(state, rows)
            case "direction":
                return attack.direction_ranks(state, rows, args[0])
            case "strength":
                return attack.strength_ranks(state, rows, args[0])
            case "struck":
                return attack.struck_ranks(state, rows, KIND_OF_SHOT[args[0]])
            case "post":
                return defence.post_ranks(state, rows, args[0])
            case "spell":
                return defence.spell_ranks(state, rows)
            case "flee":
                return defence.flee_ranks(state, rows)
            case "who":
                return defence.who_ranks(state, rows)
            case _:
                return defence.what_ranks(state, rows, args[0])

    def worth(self, state: SiegeState, seat: Seat) -> float | None:
        if not win_chance.settled(state):
            return None
        chance = win_chance.chance(state)
        return chance if seat == DEFENDER else 1 - chance

    def reason(self, state: SiegeState, seat: Seat, action: Action, lang: str) -> str:
        return advice.reason(state, row_of(action), lang)

    def open_choice(self, state: SiegeState, seat: Seat, action: Action) -> Action:
        """From a place of the grid, aim at the middle of the target itself, not at the nearest degree."""
        return attack.open_aim(state, action) if isinstance(action, int) and action in SITE else action
