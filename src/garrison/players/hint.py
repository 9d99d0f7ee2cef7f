"""Hints for a player: the actions a search would choose, and why."""

from __future__ import annotations

import hashlib
import json

from garrison.core.match import Match
from garrison.core.state import Seat
from garrison.players.search import Search, Suggestion

SUGGESTIONS = 3
SECONDS = 1.0

__all__ = ["SECONDS", "SUGGESTIONS", "Suggestion", "hint"]


def hint(match: Match, seat: Seat, lang: str, seconds: float = SECONDS) -> list[Suggestion]:
    """Up to three best answers for a seat, best first, from the seat's view alone."""
    view = match.view(seat)
    # The same position gets the same random numbers, so that asking twice gives the same hint.
    key = hashlib.sha256(json.dumps(view, sort_keys=True).encode()).digest()
    player = Search(key, match.game, seat, lang)
    return player.suggestions(view, match.legal(seat), seconds)[:SUGGESTIONS]
