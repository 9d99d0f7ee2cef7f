"""Answers that give something up or end the turn."""

from __future__ import annotations

from garrison.core.kernel import row_of
from garrison.core.state import Action, View
from garrison.games.siege.actions import DONE, POST_REST


def weight(_view: View, action: Action) -> str:
    """Ending the turn; letting the rest of the garrison be posted by itself."""
    return {DONE: "final", POST_REST: "quiet"}.get(row_of(action), "main")


def ends(_view: View, action: Action) -> str:
    """CUS-40: the defender's turn ends when he says so, or when no counter is left that could act."""
    return "defence" if row_of(action) == DONE else ""
