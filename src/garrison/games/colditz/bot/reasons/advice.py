"""Reasons for an answer, in a sentence or two that name the plan behind it.

They use the figures by which the answer is judged, and nothing that the seat does not know.
"""

from __future__ import annotations

from garrison.core.state import Seat
from garrison.games.colditz.bot.reasons import escape_advice, security_advice
from garrison.games.colditz.bot.reasons.speaker import Speaker, sentence
from garrison.games.colditz.state import ColditzState, is_security


def reason(s: ColditzState, seat: Seat, row: int, lang: str) -> str:
    """The reason for an answer or an offer of a seat; empty once the game is over."""
    if s.ask is None:
        return ""
    speaker = Speaker(lang)
    if is_security(s, seat):
        return sentence(security_advice.reason(s, row, speaker))
    return sentence(escape_advice.reason(s, seat, row, speaker))
