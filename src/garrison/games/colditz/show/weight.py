"""Answers apart from the rest, and their headings."""

from __future__ import annotations

from typing import Final

from garrison.core.kernel import row_of
from garrison.core.state import Action, View
from garrison.games.colditz.actions import (
    ARREST,
    BACK,
    CLEAR,
    CROSS,
    DECLINE,
    DENY,
    DISCARD,
    DO_OR_DIE,
    DONE,
    DROP,
    END,
    ENTER,
    ESCAPE,
    FORCE,
    KEEP,
    LEAVE,
    MAKE,
    PASS_ROW,
    PAWN,
    PLAY,
    POST,
    RECALL,
    RELEASE,
    ROLL,
    TO,
    WITHDRAW,
)
from garrison.games.colditz.castle.layout import APPEL, AREA, INNER, KIND, OUTER, ROOM_OF, SAFE

QUIET: Final = frozenset((BACK, KEEP, LEAVE, PASS_ROW, DENY, DROP, RECALL, *FORCE, *DISCARD, *DECLINE))
"""Answers that give something up."""
FINAL: Final = frozenset((END, DONE, *DO_OR_DIE))


def weight(view: View, action: Action) -> str:
    """At an Appel what is ticked is given with the answer that closes it: that one ends nothing by itself."""
    row = row_of(action)
    if row == DONE and view["ask"] is not None and view["ask"][0] == "appel":
        return "main"
    return "final" if row in FINAL else "quiet" if row in QUIET else "main"


def ends(view: View, action: Action) -> str:
    """The turn ends when its player says so; posting ends when the Security Officer has enough.

    Do or Die may end all turns of a team (COL-C-51d), walking into a guard the freedom of a pawn. A card of
    the own hand is shown and used up.
    """
    row = row_of(action)
    if row in DO_OR_DIE:
        return "dare"
    if row == END:
        return "turn"
    if row in FORCE:
        return "force"
    if row in PLAY:
        return "play"
    return "deploy" if row == DONE and view["ask"] is not None and view["ask"][0] == "deploy" else ""


def fold(_view: View, action: Action) -> str:
    """Possible rather than worth choosing: walking into a guard, taking one off his post, Do or Die."""
    row = row_of(action)
    if row in FORCE:
        return "force"
    if row in DO_OR_DIE:
        return "dare"
    return "withdraw" if row in WITHDRAW else ""


# Headings

BY_ROWS: Final = (
    ("roll", (ROLL,)),
    ("escape", ESCAPE),
    ("arrest", ARREST),
    ("cross", CROSS),
    ("clear", CLEAR),
    ("enter", ENTER),
    ("make", MAKE),
    ("release", RELEASE),
    ("play", PLAY),
    ("pawn", PAWN),
    ("post", POST),
    ("withdraw", WITHDRAW),
    ("dare", DO_OR_DIE),
)
HEADED: Final = ("ready", "act", "move")
"""Questions whose answers are of several kinds."""


def kind(view: View, action: Action) -> str:
    """The heading of a choice: what is done; for a walk, what kind of place it leads to."""
    row, ask = row_of(action), view["ask"]
    if ask is None or ask[0] not in HEADED:
        return ""
    if row in TO:
        return _goal(row - TO[0])
    return next((name for name, rows in BY_ROWS if row in rows), "")


def _goal(space: int) -> str:
    if space in ROOM_OF:
        return "room"
    if KIND[space] in (SAFE, APPEL):
        return "safe" if KIND[space] == SAFE else "appel"
    return {INNER: "inner", OUTER: "outer"}.get(AREA[space], "outside")
