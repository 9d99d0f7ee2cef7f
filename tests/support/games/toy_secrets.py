"""The secrets of the toy: what a seat may know, and how to find its cards in what was printed."""

from __future__ import annotations

import re

from garrison.core.match import Match
from garrison.core.state import SPECTATOR
from support.games.toy import hand

LANTERN = re.compile(r"(?:lantern|^\s*\d+\s+(?:commit|help|offer \w+|accept \w+)) (\d+)", re.MULTILINE)


BUSY = (
    "",
    "log 99",
    "2",
    "board",
    "odds",
    "undo",
    "3; 1; 2",
    "why 2",
    "save",
    "1",
    "oops",
    "offer left 2",
    "4",
)


def may_know(match: Match, seat: int) -> set[int]:
    """The lanterns a seat holds, sees, or has been told of."""
    view = match.view(seat)
    known = {*view["pile"], *(card for _, card in view["offers"].values())}
    known |= set(hand(match.state, seat)) if seat != SPECTATOR else set()  # type: ignore[arg-type]
    for row in match.line:
        for event in match.events(row, seat):
            kinds = match.game.tell.events[event[1]].args
            known |= {value for kind, value in zip(kinds, event[2:], strict=True) if kind == "card"}
    return known
