"""Fit the weights by which positions of a game are judged: `make judgement`.

The sound player plays, now and then taking the second or third best, so that positions differ by more than
luck. At the start of each turn the position is told in figures; they are fitted to how the game ended, by a
logistic regression (Newton's method, a small penalty on large weights).

    python tests/tools/judgement.py [GAME] [--games N] [--seed N]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import exp
from typing import Any, NamedTuple

from garrison.core import kernel, registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.rules import Rules
from garrison.core.state import Action, Seat
from garrison.games.colditz.bot import win_chance as colditz_chance
from garrison.games.itter.bot import win_chance as itter_chance
from garrison.games.itter.state import DEFENDER as ITTER_DEFENDER
from garrison.games.itter.tables import MODES
from garrison.games.siege.bot import win_chance as siege_chance
from garrison.games.siege.state import DEFENDER as SIEGE_DEFENDER
from garrison.games.siege.tables import CASTLES, DIFFICULTIES
from garrison.lab import workers
from support import paths

GAMES = paths.SOURCE / "games"
HEADER = """# What the figures of bot/win_chance.py weigh, by {by}: fitted to games of the sound
# player by `make judgement`. No rule depends on them; they are how our players judge a position.
"""


Position = tuple[Seat, list[float]]
"""A position in figures, and the seat for which it is judged."""


class Cell(NamedTuple):
    """Weights of their own: their name in the file, and the options of the games; game by game if several."""

    name: str
    options: tuple[dict[str, str], ...]


class Judged(NamedTuple):
    """A game whose positions are judged, with weights of their own for some sets of options.

    `positions(state, cell)`: at a moment to judge, the seats that a cell is for, with the figures of each.
    """

    by: str
    cells: tuple[Cell, ...]
    positions: Callable[[Any, str], list[Position]]
    stray: int
    """One choice in so many is not the best. Where one side is asked far more often, few may be."""


def _defended(judge: Any, seat: Seat) -> Callable[[Any, str], list[Position]]:
    """Judged for one seat, whenever the game's own module finds the time has come."""
    return lambda state, _: [(seat, judge.figures(state))] if judge.settled(state) else []


def _colditz(state: Any, cell: str) -> list[Position]:
    """Judged for whoever's turn begins."""
    seat = state.turn
    if not colditz_chance.settled(state, seat) or colditz_chance.cell(state, seat) != cell:
        return []
    return [(seat, colditz_chance.figures(state, seat))]


def _cells(names: tuple[str, ...], values: Iterable[tuple[str, ...]]) -> tuple[Cell, ...]:
    return tuple(Cell("-".join(each), (dict(zip(names, each, strict=True)),)) for each in values)


JUDGED = {
    "itter": Judged(
        "edition and difficulty",
        _cells(("edition", "difficulty"), MODES),
        _defended(itter_chance, ITTER_DEFENDER),
        4,
    ),
    "siege": Judged(
        "castle and difficulty",
        _cells(("castle", "difficulty"), product(CASTLES, DIFFICULTIES)),
        _defended(siege_chance, SIEGE_DEFENDER),
        24,
    ),
    "colditz": Judged(
        "edition and side",
        tuple(
            Cell(
                f"{edition}-{side}",
                tuple({"edition": edition, "seats": seats, "doorways": "clear"} for seats in "2345"),
            )
            for edition in ("modern", "classic")
            for side in ("escape", "security")
        ),
        _colditz,
        24,
    ),
}
PENALTY = 4.0
STEPS = 12
Row = tuple[list[float], float]


def one(name: str, cell: Cell, number: int, seed: int) -> list[Row]:
    """The positions of a game and what they led to for the seats they are judged for."""
    game, judged = registry.find(name), JUDGED[name]
    guide = game.guide
    assert guide is not None
    options = registry.settle(game, cell.options[number % len(cell.options)])
    dice, whims = KeyedDice(seed_key(seed)), KeyedDice(seed_key(seed), "whims")
    state = kernel.begin(game.play, game.rules, options, dice, lambda _: None)
    seen: list[Position] = []
    row = 0
    while state.ask is not None:
        seen += judged.positions(state, cell.name)
        seat, actions = _next(game.play, state)
        ranks = guide.rank(state, seat, actions)
        order = sorted(range(len(actions)), key=lambda at: -ranks[at])
        stray = 0 if whims.pick(judged.stray, "stray") else whims.pick(min(3, len(order)), "which")
        row += 1
        dice.start(row)
        whims.start(row)
        kernel.apply(game.play, state, seat, actions[order[stray]], dice, lambda _: None)
    result = game.play.result(state)
    assert result is not None
    drawn = len(game.seats(options)) > 1 and not result.won
    return [(figures, 0.5 if drawn else float(seat in result.won)) for seat, figures in seen]


def _next(rules: Rules[Any], state: Any) -> tuple[Seat, Sequence[Action]]:
    """Who decides next, and among what: offers are answered before the question."""
    for seat in kernel.waiting(rules, state):
        return seat, kernel.replies(rules, state, seat)
    seat = kernel.awaited(state)[0]
    return seat, kernel.legal(rules, state, seat)


def fit(rows: list[Row]) -> list[float]:
    """Weights that make the outcomes likely."""
    n = len(rows[0][0])
    weights = [0.0] * n
    for _ in range(STEPS):
        slope = [-PENALTY * weight for weight in weights]
        curve = [[PENALTY if i == j else 0.0 for j in range(n)] for i in range(n)]
        for figures, won in rows:
            total = sum(weight * figure for weight, figure in zip(weights, figures, strict=True))
            share = 1 / (1 + exp(-max(-30.0, min(30.0, total))))
            spread = share * (1 - share)
            for i, figure in enumerate(figures):
                if figure:
                    slope[i] += (won - share) * figure
                    line, part = curve[i], spread * figure
                    for j in range(i + 1):
                        line[j] += part * figures[j]
        for i in range(n):
            for j in range(i):
                curve[j][i] = curve[i][j]
        step = solve(curve, slope)
        weights = [weight + each for weight, each in zip(weights, step, strict=True)]
    return weights


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss with the largest pivot."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    n = len(lines)
    for i in range(n):
        pivot = max(range(i, n), key=lambda each: abs(lines[each][i]))
        lines[i], lines[pivot] = lines[pivot], lines[i]
        for other in range(n):
            if other != i:
                factor = lines[other][i] / lines[i][i]
                if factor:
                    lines[other] = [a - factor * b for a, b in zip(lines[other], lines[i], strict=True)]
    return [lines[i][n] / lines[i][i] for i in range(n)]


def error(rows: list[Row], weights: list[float]) -> float:
    """Mean square of what the judgement misses, on games it was not fitted to."""
    missed = 0.0
    for figures, won in rows:
        total = sum(weight * figure for weight, figure in zip(weights, figures, strict=True))
        missed += (won - 1 / (1 + exp(-max(-30.0, min(30.0, total))))) ** 2
    return missed / len(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", choices=JUDGED, default="itter")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    judged = JUDGED[args.game]
    lines = [HEADER.format(by=judged.by)]
    tasks = [(args.game, cell, args.games, args.seed) for cell in judged.cells]
    fitted = workers.in_order(_cell, tasks, args.jobs, workers.Watch(on_death=print))
    for cell, (weights, note) in zip(judged.cells, fitted, strict=True):
        print(f"{cell.name}: {note}", flush=True)
        numbers = ", ".join(f"{weight:.3f}" for weight in weights)
        lines.append(f"{cell.name} = [{numbers}]\n")
    (GAMES / args.game / "judgement.toml").write_text("".join(lines), "utf-8")


def _cell(task: tuple[str, Cell, int, int]) -> tuple[list[float], str]:
    name, cell, games, seed = task
    rows: list[Row] = []
    held_out: list[Row] = []
    for number in range(games):
        found = one(name, cell, number, 1_000_000 * seed + number)
        (held_out if number % 10 == 9 else rows).extend(found)
    weights = fit(rows)
    share = sum(won for _, won in held_out) / len(held_out)
    guess = sum((won - share) ** 2 for _, won in held_out) / len(held_out)
    missed = error(held_out, weights)
    return weights, f"{len(rows)} positions; on others {missed:.3f} missed, {guess:.3f} by the mean alone"


if __name__ == "__main__":
    main()
