"""How events are shown: the rule each one follows, its gesture, and the things it involves."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Final

from garrison.core.game import AnyGame, Event
from garrison.core.show import words
from garrison.games.siege.state import ENDINGS
from garrison.games.siege.tables import HUNDREDTH, SITES

_FILE: Final = tomllib.loads(files("garrison.games.siege").joinpath("staging.toml").read_text("utf-8"))

# Rules

GROUNDS: Final[Mapping[str, str]] = _FILE["grounds"]
"""By kind of event: its rule, if it has only one."""
CAUSES: Final[Mapping[str, Mapping[str, str]]] = _FILE["causes"]
"""By kind of event and what caused it."""
HALF: Final = 500


def ground(told: Sequence[Event], at: int) -> str:
    """The rule that one of a row's events follows."""
    kind = told[at][1]
    return GROUNDS[kind] if kind in GROUNDS else CAUSES[kind][_cause(told, at)]


def _cause(told: Sequence[Event], at: int) -> str:
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
        return "disease" if share is None and "contaminated" in before else "hit"
    if latest[1:3] == ("trapped", about):
        return "trapped"
    return "injured" if share is not None and share <= HALF else "whole"


# Gestures


def _site(x: str, y: str) -> str:
    """The grid place at these hundredths of an inch from left and top; elsewhere the catapult."""
    at = (int(x) * HUNDREDTH, int(y) * HUNDREDTH)
    return next((name for name, spot in SITES.items() if spot == at), "catapult")


def _flying(shot: str) -> str:
    return f"shot-{shot.partition('-')[0]}"


_MADE: Final[Mapping[str, Callable[..., str]]] = {"site": _site, "flying": _flying}
"""Things that need more than an id, by the word before it."""
_STAGED: Final[Mapping[str, list[str]]] = _FILE["gestures"]
GESTURES: Final[Mapping[str, str]] = {kind: gesture for kind, (gesture, *_) in _STAGED.items()}


def things(game: AnyGame, event: Event) -> tuple[str, ...]:
    """The things in an event's gesture: ids of the scene, or of a sprite."""
    kind, *arguments = words.plain(game, event)
    found = []
    for template in _STAGED.get(kind, ())[1:]:
        made, *parts = template.format(*arguments).split(" ")
        found.append(_MADE[made](*parts) if parts else made)
    return tuple(found)
