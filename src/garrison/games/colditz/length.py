"""How long a game can be, in rows."""

from __future__ import annotations

from math import isqrt
from typing import Final

from garrison.core.state import Options
from garrison.games.colditz.castle.layout import POSTS
from garrison.games.colditz.editions import TRADES_ALWAYS
from garrison.games.colditz.tables import CLASSIC_THROWS, MODES, OFFER_THINGS, OFFERS, OPTIONS, PUT_BACK

MOST_POINTS: Final = 12 * CLASSIC_THROWS
"""Points of one turn."""
POINTS_A_TURN: Final = 8.4
SPREAD: Final = {"modern": 45, "classic": 52}
"""Turns have 8.36 points on average, classic 8.4. All of n turns have more than 8.4 n + this times
the root of n with a chance below 1 in 10 to the 15th; a test counts it out."""
ROWS_A_POINT: Final = 2.5
"""A pawn and a space for every point. What follows, such as making an item with its crew and parade, a card
lost or a marker stripped, needs equipment, and that takes two POWs seven steps each."""
ROWS_A_TURN: Final = 2 * PUT_BACK + 12
"""Pawns put back; ready, two more throws, a card drawn, one discarded, the end; and six for what a card asks.
In the classic rules there can be more throws: each is a row, and brings two points at least.

There is a card a turn at most, and it does not come back before all others of its deck. With two players the
16 Security cards ask 149 questions at most (an Appel 32, a Search 13, the Riot Squad 14), with six 345, in a
sixth of the turns; the Opportunity cards ask two on average."""
OFFER_ROWS: Final = (2 * OFFERS - 1) * (2 + 2 * OFFER_THINGS) + OFFERS
"""AMB-66: what an officer can do in one turn: eight full offers sent and answered, and seven dropped."""


def most_points(turns: int, edition: str) -> int:
    return min(turns * MOST_POINTS, int(POINTS_A_TURN * turns) + SPREAD[edition] * (isqrt(turns) + 1))


def bound(options: Options) -> int:
    """Full rounds, then the last turns of the Escape Officers; offers in every turn of one of them."""
    turns = int(options["seats"]) * int(options["rounds"]) - 1
    rows = 1 + len(POSTS) + turns * ROWS_A_TURN + int(ROWS_A_POINT * most_points(turns, options["edition"]))
    return rows + most_offers(options)


def most_offers(options: Options) -> int:
    """Rows of offers, if every officer makes as many as allowed. One alone has nobody to trade with.

    COL-O-100, COL-C-48: in the classic rules also in the turns of the Security Officer, who has no last one.
    """
    officers, rounds = int(options["seats"]) - 1, int(options["rounds"])
    always = TRADES_ALWAYS[MODES.index(tuple(options[name] for name in OPTIONS))]
    turns = officers * rounds + (rounds - 1 if always else 0)
    return turns * officers * OFFER_ROWS if officers > 1 else 0
