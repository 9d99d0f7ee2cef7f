"""A plain, sensible way to play, for long sample games: benchmarks and golden playthroughs.

It uses a view, as any bot does. It is not meant as a benchmark of strength.
"""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.state import Action, View
from garrison.games.itter.actions import ACTIONS, PUT, SPEND, TARGET, WEAPON
from garrison.games.itter.defender_phase import what_odds
from garrison.games.itter.knowledge.view import load_open
from garrison.games.itter.state import DEFENDER, ItterState
from garrison.games.itter.tables import AREAS, COLOUR, COLOURS, NEXT

_WAYS = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
"""Ways, of 36, in which two dice give an area."""


def policy(view: View, actions: Sequence[Action]) -> Action:
    """The first of the best actions by a few rules of thumb."""
    question = view["ask"][0]
    rows = [action for action in actions if isinstance(action, int)]
    if question == "spend":
        return _spend(view, rows)
    if question == "who":
        return max(rows, key=lambda row: _who(view, row))
    if question in ("where", "what"):
        state = load_open(view)
        return max(rows, key=lambda row: _worth(state, view, row))
    return rows[0]


def _who(view: View, row: int) -> int:
    """Deploy first; then ready Defenders, commanders where many are tired, and the tired themselves."""
    name = ACTIONS[row]
    if name == "pass":
        return -1
    marks = view["marks"][name]
    ready = not marks
    french = view["defenders"][name].startswith("c")
    shaken = "disrupted" in marks or "suppressed" in marks
    return 3 if ready and not french else 2 if shaken else 1 if marks else 0


def _steps_left(circle: int) -> int:
    steps = 0
    while circle:
        circle = NEXT[circle]
        steps += 1
    return steps


def _free_ahead(view: View, area: int) -> int:
    """The number of counters an area's track can still take before the castle falls."""
    free, circle = 0, area
    while circle:
        free += not any(kind in ("rifleman", "scout", "sturm") for kind in view["counters"][str(circle)])
        circle = NEXT[circle]
    return free


def _worth(state: ItterState, view: View, row: int) -> float:
    text = ACTIONS[row]
    if row in TARGET or row - WEAPON in TARGET:
        circle, _ = TARGET[row if row in TARGET else row - WEAPON]
        hits, cases = what_odds(state, DEFENDER, row, *view["ask"][2:]) or (0, 1)
        return hits / cases * (9 - _steps_left(circle)) * 1.2
    if row in PUT:
        return sum(_need(view, colour) * n for colour, n in PUT[row]) + sum(n for _, n in PUT[row]) / 9
    if text.startswith("place"):
        return {"g": 4.0, "s": 3.0, "k": 3.0, "n": 3.0, "b": 2.0, "c": -1.0}[text[6]]
    return {"command": 3.0, "load": 3.5, "escape": 9.0}.get(text, -1.0 if text == "done" else 0.0)


def _need(view: View, colour: int) -> float:
    """Tokens are needed on colours where many newcomers arrive and few tokens lie."""
    ways = sum(_WAYS[area] for area in AREAS if COLOUR[area] == colour)
    return float(ways / (6 + 6 * view["tokens"].get(COLOURS[colour], 0)))


def _spend(view: View, rows: list[int]) -> int:
    area = view["ask"][3]
    free = _free_ahead(view, area)
    wanted = 5 if free <= 1 else 2 if free <= 3 else 1
    return rows[min(wanted, len(rows) - 1, rows[-1] - SPEND[0])]
