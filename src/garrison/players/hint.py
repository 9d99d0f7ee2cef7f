"""Advice for somebody at the table: what the searching player would do, and why."""

from __future__ import annotations

import os

from garrison.core.game import Seat
from garrison.core.match import Match
from garrison.players.search import Idea, Search

IDEAS = 3
SECONDS = 1.0

__all__ = ["IDEAS", "SECONDS", "Idea", "hint"]


def hint(match: Match, seat: Seat, lang: str, seconds: float = SECONDS) -> list[Idea]:
    """The best answers for a seat, at most three, the best first. Only the seat's view is looked at."""
    player = Search(os.urandom(32), match.game, seat, lang)
    return player.consider(match.view(seat), match.legal(seat), seconds)[:IDEAS]
