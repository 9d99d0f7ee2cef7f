"""A turn: what the rules do by themselves (steps), and what a seat is asked (questions)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, finish, then
from garrison.core.rules import Question, Result, Step
from garrison.core.state import ALL, Dice, Options, Seat, Tell, bit

from .state import BUILT, ENDINGS, ROUNDS_OVER, RUNNING, TowerState

FIGURES: Final = tomllib.loads(files(__package__).joinpath("figures.toml").read_text("utf-8"))
SIZES: Final = ("short", "long")
GOAL: Final[tuple[int, ...]] = tuple(FIGURES["goal"][size] for size in SIZES)
ROUNDS: Final[tuple[int, ...]] = tuple(FIGURES["rounds"][size] for size in SIZES)
CAPACITY: Final[int] = FIGURES["cart"]["capacity"]

# The action table: notations that players type. Append only; the row is what learners use.

ACTIONS: Final = ("haul", "build")
HAUL, BUILD = range(len(ACTIONS))
LEAST_HAUL, MOST_HAUL = 2, 6
"""The stones that a die adds to the cart; a 1 tips it."""


def setup(rules: int, options: Options, dice: Dice) -> TowerState:  # noqa: ARG001
    s = TowerState(rules, SIZES.index(options["size"]))
    then(s, ("turn",))
    return s


# Steps


def turn(s: TowerState, dice: Dice, tell: Tell) -> None:  # noqa: ARG001
    """TW-1: the masons take turns."""
    s.cart = 0
    tell((ALL, "turn", s.mover, s.round))
    ask(s, "work", bit(s.mover))


def turn_ends(s: TowerState, dice: Dice, tell: Tell) -> None:  # noqa: ARG001
    """TW-5: after the last round the higher wall wins."""
    s.mover = 1 - s.mover
    if s.mover == 0:
        s.round += 1
    if s.round > ROUNDS[s.size]:
        s.round -= 1
        end(s, tell, ROUNDS_OVER)
    else:
        then(s, ("turn",))


def end(s: TowerState, tell: Tell, how: int) -> None:
    s.ending = how
    finish(s)
    tell((ALL, "ended", how))


# The question: haul or build?


def work_legal(s: TowerState, seat: Seat) -> list[int]:  # noqa: ARG001
    """Quick and complete, in table order."""
    if not s.cart:
        return [HAUL]
    return [BUILD] if s.cart + MOST_HAUL > CAPACITY else [HAUL, BUILD]


def work_judge(s: TowerState, seat: Seat, action: int) -> str | None:  # noqa: ARG001
    """The id of the rule that forbids an action. Plain, and apart from `work_legal`: law 1 compares them."""
    if action == HAUL:
        return "TW-4" if s.cart and s.cart + MOST_HAUL > CAPACITY else None
    if action == BUILD:
        return None if s.cart > 0 else "TW-3"
    return OTHER_QUESTION


def work(s: TowerState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """Do what was chosen."""
    if action == BUILD:  # TW-3
        s.walls[seat] += s.cart
        tell((ALL, "built", seat, s.cart))
        s.cart = 0
        if s.walls[seat] >= GOAL[s.size]:  # TW-1
            end(s, tell, BUILT)
        else:
            then(s, ("turn_ends",))
        return
    face = dice.roll(1, "haul")[0]
    if face < LEAST_HAUL:  # TW-2
        s.cart = 0
        tell((ALL, "tipped", seat, face))
        then(s, ("turn_ends",))
        return
    s.cart += face
    tell((ALL, "hauled", seat, face))
    ask(s, "work", bit(seat))


def work_odds(s: TowerState, seat: Seat, action: int) -> tuple[int, int] | None:  # noqa: ARG001
    """The exact chance that the cart stays upright: hits, of cases."""
    return (5, 6) if action == HAUL else None


STEPS: Final[Mapping[str, Step]] = {"turn": turn, "turn_ends": turn_ends}
QUESTIONS: Final[Mapping[str, Question]] = {
    # `always`: the player rolls the die, even where there is nothing else to do.
    "work": Question("TW-2", work_legal, work_judge, work, odds=work_odds, hit="hauled", always=True),
}


# The end


def result(s: TowerState) -> Result | None:
    """TW-1, TW-5: the goal or the higher wall wins; equal walls are a draw."""
    if s.ending == RUNNING:
        return None
    first, second = s.walls
    won = () if first == second else (0,) if first > second else (1,)
    utility = {(): (0.0, 0.0), (0,): (1.0, -1.0), (1,): (-1.0, 1.0)}[won]
    return Result(won, (first, second), utility, ENDINGS[s.ending])


def bound(options: Options) -> int:
    """No game has more rows: in each turn the cart is full after a few hauls."""
    return 2 * ROUNDS[SIZES.index(options["size"])] * (CAPACITY // LEAST_HAUL + 1)
