"""How long a game can be, in rows."""

from __future__ import annotations

from math import isqrt
from typing import Final

from garrison.core.state import Options
from garrison.games.colditz.castle.layout import POSTS
from garrison.games.colditz.tables import PUT_BACK, THROWS

MOST_POINTS: Final = 12 * THROWS
"""Points of one turn."""
POINTS_A_TURN: Final = 8.4
SPREAD: Final = 50
"""Turns have 8.36 points on average. All of n turns have more than 8.4 n + 50 times the root of n with a
chance below 1 in 10 to the 15th; a test counts it out."""
ROWS_A_POINT: Final = 2.5
"""A pawn and a space for every point. What follows, such as making an item with its crew and parade, a card
lost or a marker stripped, needs equipment, and that takes two POWs seven steps each."""
ROWS_A_TURN: Final = 2 * PUT_BACK + 6
"""Pawns put back; ready, two more throws, a card drawn, one discarded, the end."""


def most_points(turns: int) -> int:
    return min(turns * MOST_POINTS, int(POINTS_A_TURN * turns) + SPREAD * (isqrt(turns) + 1))


def bound(options: Options) -> int:
    """Full rounds, then the last turns of the Escape Officers."""
    turns = int(options["seats"]) * int(options["rounds"]) - 1
    return 1 + len(POSTS) + turns * ROWS_A_TURN + int(ROWS_A_POINT * most_points(turns))
