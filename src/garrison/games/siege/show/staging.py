"""How events are shown: what caused them, and the things in their gestures, beside `events.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from garrison.core.state import Event
from garrison.games.siege.state import ENDINGS
from garrison.games.siege.tables import HUNDREDTH, SITES

# Causes

HALF: Final = 500


def cause(told: Sequence[Event], at: int) -> str:
    """The cause of an event whose rule depends on it."""
    event = told[at]
    kind, about = event[1], event[2]
    before = [each[1] for each in told[:at]]
    latest = told[at - 1] if at else event
    if kind == "ended":
        return ENDINGS[about]
    if kind == "damaged":
        return "spell" if "weaker" in before else "more" if event[3] > 1 else "less"
    if kind == "destroyed":
        return "fire" if latest[1] == "burnt" else "boulder"
    if kind == "spared":
        return "disease" if "dropped_outside" in before else "boulder"
    share = next((each[3] for each in told[:at] if each[1:3] == ("covers", about)), None)
    if kind == "injured":
        if latest[1:3] == ("shielded", about):
            return "spell"
        fouled = {"contaminated", "already_contaminated"}.intersection(before)
        return "disease" if share is None and fouled else "hit"
    if latest[1:3] == ("trapped", about):
        return "trapped"
    return "injured" if share is not None and share <= HALF else "whole"


# Things


def _site(x: str, y: str) -> tuple[str, ...]:
    """The grid place at these hundredths of an inch from left and top; elsewhere the catapult."""
    at = (int(x) * HUNDREDTH, int(y) * HUNDREDTH)
    return (next((name for name, spot in SITES.items() if spot == at), "catapult"),)


def _flying(shot: str) -> tuple[str, ...]:
    return (f"shot-{shot.partition('-')[0]}",)


THINGS: Final[Mapping[str, Callable[..., tuple[str, ...]]]] = {"site": _site, "flying": _flying}
"""Things that need more than an id, by the word before it in `events.toml`."""
