"""Tower as a Game: a record of parts, by who needs them."""

from __future__ import annotations

from typing import Final

from garrison.core.game import Game, Kind, Knowledge, Stage, Study
from garrison.core.rules import Rules
from garrison.core.state import Options

from .scene import board, click_targets, meanings, scene
from .state import TowerState
from .turn import ACTIONS, QUESTIONS, SIZES, STEPS, bound, result, setup
from .view import SEATS, count, load, position, sample, stock, view
from .words import WORDS


def seats(options: Options) -> tuple[str, ...]:  # noqa: ARG001
    return SEATS


TOWER: Final[Game[TowerState]] = Game(
    id="tower",
    rules=1,
    options={"size": SIZES},
    seats=seats,
    kind=Kind(seats=(2, 2)),
    play=Rules(ACTIONS, setup, STEPS, QUESTIONS, result, bound),
    know=Knowledge(view, load, sample, position, stock, count),
    tell=WORDS,
    show=Stage(board, scene, click_targets, meanings=meanings),
    study=Study(throws={"haul": "masons"}),
)
