"""Advice for somebody at the table: what the searching player would do, and why."""

from __future__ import annotations

import hashlib
import json

from garrison.core.game import Seat
from garrison.core.match import Match
from garrison.players.search import Idea, Search

IDEAS = 3
SECONDS = 1.0

__all__ = ["IDEAS", "SECONDS", "Idea", "hint"]


def hint(match: Match, seat: Seat, lang: str, seconds: float = SECONDS) -> list[Idea]:
    """The best answers for a seat, at most three, the best first. Only the seat's view is looked at."""
    view = match.view(seat)
    # The same position gets the same chances, so that asking twice does not give two opinions.
    key = hashlib.sha256(json.dumps(view, sort_keys=True).encode()).digest()
    player = Search(key, match.game, seat, lang)
    return player.consider(view, match.legal(seat), seconds)[:IDEAS]
