"""Answers apart from the rest: those that give something up, end the turn, or are merely possible."""

from __future__ import annotations

from garrison.core.kernel import row_of
from garrison.core.state import Action, View
from garrison.games.siege.actions import DONE, MOVE, POST_REST, SITE
from garrison.games.siege.tables import (
    CASTLES,
    FIRES,
    KIND_OF_COUNTER,
    MASON,
    PRIEST,
    SECTIONS,
    SHOTS,
    SITE_NAMES,
    STRENGTH,
    STRUCTURES,
    WATERBOY,
)


def weight(_view: View, action: Action) -> str:
    """Ending the turn; letting the rest of the garrison be posted by itself."""
    return {DONE: "final", POST_REST: "quiet"}.get(row_of(action), "main")


def ends(_view: View, action: Action) -> str:
    """CUS-40: the defender's turn ends when he says so, or when no counter is left that could act."""
    return "defence" if row_of(action) == DONE else ""


def fold(view: View, action: Action) -> str:
    """Places are listed by side, and together the kinds of counters that have nothing to do but move."""
    question, row = view["ask"][0], row_of(action)
    if question == "aim" and row in SITE:
        return f"side-{SITE_NAMES[row - SITE[0]][0]}"
    if question == "who" and row < DONE and not _work(view, KIND_OF_COUNTER[row]):
        return "idle"
    return ""


def kind(view: View, action: Action) -> str:
    """The kind of a counter's answer: its work comes before its moves."""
    if view["ask"][0] != "what":
        return ""
    return "move" if row_of(action) in MOVE else "work"


def _work(view: View, kind: int) -> bool:
    """True if there is anything in the castle to heal, repair or put out for a kind of counter."""
    if kind == PRIEST:
        return any(row["health"] == "injured" and row["at"] in SECTIONS for row in view["counters"].values())
    if kind == MASON:
        strength = STRENGTH[CASTLES.index(view["options"]["castle"])]
        return any(
            0 < view["structures"][name] < most for name, most in zip(STRUCTURES, strength, strict=True)
        )
    return kind == WATERBOY and any(view["ammunition"][SHOTS[a]] in STRUCTURES for a in FIRES)
