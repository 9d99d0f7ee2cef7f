"""The Warren: a toy with few rules and a large board, for six.

One warden and up to five runners, who begin in cells in the middle of a castle of 1,200 places. In turn each
rolls two dice and walks one piece that far. Runners fetch a tool from a chest and leave by a gate; guards
catch them by ending upon them. When a runner passes a door, everybody else who has cards may play one at
once, unseen: an alarm turns the runner back, a hush outweighs an alarm. In a runner's turn runners may swap
cards. The editions have other doors. A game has some hundred rows; with `rounds` 240, some thousands.
"""

from __future__ import annotations

from garrison.core.game import Game, Kind, Knowledge, Stage, Utility
from support.games.toy_warren_rules import OPTIONS, RULES, TRIALS, Warren, seats, sides
from support.games.toy_warren_show import (
    WORDS,
    board,
    click_targets,
    kind,
    notes,
    scene,
    subjects,
    weight,
    wording,
)
from support.games.toy_warren_view import WarrenGuide, count, load, position, sample, stock, view

WARREN: Game[Warren] = Game(
    id="warren",
    rules=1,
    options=OPTIONS,
    seats=seats,
    kind=Kind(
        seats=(2, 6),
        hidden=True,
        windows=True,
        offers=True,
        utility=Utility(low=0, high=1, total=None),
    ),
    play=RULES,
    know=Knowledge(view, load, sample, position, stock, count),
    tell=WORDS,
    show=Stage(
        board,
        scene,
        click_targets,
        subjects=subjects,
        kind=kind,
        weight=weight,
        wording=wording,
        notes=notes,
        board_options=("edition",),
    ),
    guide=WarrenGuide(),
    sides=sides,
    trials=TRIALS,
)
"""The Warren."""
