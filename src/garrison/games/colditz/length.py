"""How long a game can be, in rows."""

from __future__ import annotations

from math import isqrt
from typing import Final

from garrison.core.state import Options
from garrison.games.colditz.castle.layout import POSTS
from garrison.games.colditz.tables import CLASSIC_THROWS, OFFER_THINGS, OFFERS, PUT_BACK

MOST_POINTS: Final = 12 * CLASSIC_THROWS
"""Points of one turn."""
POINTS_A_TURN: Final = 8.4
SPREAD: Final = 45
"""Turns have 8.36 points on average. All of n turns have more than 8.4 n + 45 times the root of n with a
chance below 1 in 10 to the 15th; a test counts it out."""
ROWS_A_POINT: Final = 2.5
"""A pawn and a space for every point. What follows, such as making an item with its crew and parade, a card
lost or a marker stripped, needs equipment, and that takes two POWs seven steps each."""
ROWS_A_TURN: Final = 2 * PUT_BACK + 12
"""Pawns put back; ready, two more throws, a card drawn, one discarded, the end; and six for what a card asks.

There is a card a turn at most, and it does not come back before all others of its deck. With two players the
16 Security cards ask 149 questions at most (an Appel 32, a Search 13, the Riot Squad 14), with six 345, in a
sixth of the turns; the Opportunity cards ask two on average."""
OFFER_ROWS: Final = (2 * OFFERS - 1) * (2 + 2 * OFFER_THINGS) + OFFERS
"""AMB-66: what an officer can do in one turn: eight full offers sent and answered, and seven dropped."""


def most_points(turns: int) -> int:
    return min(turns * MOST_POINTS, int(POINTS_A_TURN * turns) + SPREAD * (isqrt(turns) + 1))


def bound(options: Options) -> int:
    """Full rounds, then the last turns of the Escape Officers; offers in every turn of one of them."""
    turns = int(options["seats"]) * int(options["rounds"]) - 1
    rows = 1 + len(POSTS) + turns * ROWS_A_TURN + int(ROWS_A_POINT * most_points(turns))
    return rows + most_offers(options)


def most_offers(options: Options) -> int:
    """Rows of offers, if every officer makes as many as allowed. One alone has nobody to trade with."""
    officers = int(options["seats"]) - 1
    return officers * int(options["rounds"]) * officers * OFFER_ROWS if officers > 1 else 0
