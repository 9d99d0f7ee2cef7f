"""The action table: every notation of the game, its row, and what the row means.

Rows are only ever appended: learning programs use a row's number as its index. What officers may do unasked,
their trades, has the last rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from garrison.games.colditz.castle.layout import (
    CASTLE_SIDE,
    GATES,
    LINK_DOWN,
    LINK_KIND,
    LINK_KINDS,
    LINK_UP,
    POSTS,
    ROOMS,
    SPACES,
    TARGETS,
    TUNNELS,
    WIRE,
)
from garrison.games.colditz.tables import (
    CARDS,
    EQUIPMENT,
    FIRST_GUARD,
    ITEMS,
    NATIONS,
    OPPORTUNITY,
    PAWN_COUNT,
    PAWNS,
)

_notations: list[str] = []
_phrases: list[tuple[Any, ...]] = []


def _row(notation: str, *phrase: Any) -> int:
    _notations.append(notation)
    _phrases.append(phrase)
    return len(_notations) - 1


def _rows(key: str, ids: Sequence[str], numbers: Sequence[int] | None = None) -> range:
    """A row each for `key` and an id; `numbers` are those by which its phrase names the ids."""
    start = len(_notations)
    for name, number in zip(ids, range(len(ids)) if numbers is None else numbers, strict=True):
        _row(f"{key} {name}", key, number)
    return range(start, len(_notations))


def _space_rows(key: str, spaces: Sequence[int]) -> range:
    return _rows(key, [SPACES[space] for space in spaces], spaces)


def _crossing(space: int) -> str:
    """The phrase of stepping onto a space over a barrier, by the equipment that this takes."""
    if space in GATES:
        return f"cross-{GATES[space]}"
    if space in LINK_DOWN and LINK_KIND[LINK_DOWN[space]] != WIRE:
        return f"climb-{LINK_KINDS[LINK_KIND[LINK_DOWN[space]]]}"
    link = LINK_UP.get(space, LINK_DOWN.get(space))
    return "cross" if link is None else f"cross-{LINK_KINDS[LINK_KIND[link]]}"


_POWS = PAWNS[:FIRST_GUARD]
_GUARDS = PAWNS[FIRST_GUARD:]
_GUARD_NUMBERS = range(FIRST_GUARD, PAWN_COUNT)

# A pawn to act or to be chosen: the row of a pawn is its number
for _number, _name in enumerate(PAWNS):
    _row(_name, "pawn", _number)
PAWN: Final = range(PAWN_COUNT)

# move; also parade, spot, den
TO: Final = _rows("to", SPACES)
CROSS: Final = range(len(_notations), len(_notations) + len(SPACES))
for _number, _name in enumerate(SPACES):
    _row(f"cross {_name}", _crossing(_number), _number)
CLEAR: Final = _rows("clear", SPACES)
ENTER: Final = _rows("enter", TUNNELS)
ESCAPE: Final = _space_rows("escape", TARGETS)
FORCE: Final = _rows("force", _GUARDS, _GUARD_NUMBERS)
ARREST: Final = _rows("arrest", _POWS)
BACK: Final = _row("back", "back")

# ready, double, draw
ROLL: Final = _row("roll", "roll")
THROW: Final = _row("throw", "throw")
KEEP: Final = _row("keep", "keep")
DRAW: Final = _row("draw", "draw")
LEAVE: Final = _row("leave", "leave")

# act
RELEASE: Final = _rows("release", _POWS)
MAKE: Final = _rows("make", ITEMS)
PLAY: Final = _rows("play", CARDS)
DISCARD: Final = _rows("discard", CARDS)
POST: Final = _space_rows("post", POSTS)
WITHDRAW: Final = _rows("withdraw", _GUARDS, _GUARD_NUMBERS)
DO_OR_DIE: Final = _rows("do-or-die", _POWS)
ALIGHT: Final = _row("alight", "alight")
END: Final = _row("end", "end")
DONE: Final = _row("done", "done")

# with, goods, lose, strip, after, cell, consent
WITH: Final = _rows("with", ("pows", "kit-food", "kit-disguise", "both"))
TAKE: Final = _rows("take", EQUIPMENT)
LOSE: Final = _rows("lose", EQUIPMENT)
STRIP: Final = _space_rows("strip", CASTLE_SIDE)
DOWN: Final = _row("down", "down")
OFFICE_ROW: Final = _row("office", "office")
CELL: Final = [_row("inner", "cell", 0), _row("outer", "cell", 1)]
ALLOW: Final = _row("allow", "allow")
DENY: Final = _row("deny", "deny")

# Security cards, Appel, windows
ROOM_ROW: Final = _rows("room", ROOMS)
TUNNEL_ROW: Final = _rows("tunnel", TUNNELS)
OFFICER: Final = _rows("officer", NATIONS)
REFUSE: Final = _rows("refuse", _POWS)
GENERAL_SEARCH: Final = _row("general-search", "general-search")
NORMAL_TURN: Final = _row("normal-turn", "normal-turn")
PASS_ROW: Final = _row("pass", "pass")
ANSWERS: Final = ("warning", "hideaway", "talisman", "arrest-holder")
ANSWER: Final = _rows("answer", ANSWERS, [CARDS.index(card) for card in ANSWERS])

# Trades
THINGS: Final = (*EQUIPMENT, *OPPORTUNITY)
TRADE: Final = _rows("trade", NATIONS)
PUT: Final = _rows("put", THINGS)
WANT: Final = _rows("want", THINGS)
SEND: Final = _row("send", "send")
DROP: Final = _row("drop", "drop")
RECALL: Final = _row("recall", "recall")
ACCEPT: Final = _rows("accept", NATIONS)
DECLINE: Final = _rows("decline", NATIONS)

ACTIONS: Final = tuple(_notations)
PHRASES: Final = tuple(_phrases)
