"""Sampling: a full state that a seat's view allows, for bots that look ahead."""

from __future__ import annotations

from garrison.core.state import Dice, View
from garrison.games.siege.knowledge.view import HIDDEN, OFF_SHOT, load
from garrison.games.siege.state import UNSHOT, SiegeState
from garrison.games.siege.tables import SHOTS


def sample(seen: View, dice: Dice) -> SiegeState:
    """The kind behind the catapult is drawn at random, weighted by the counters left."""
    if seen["loaded"] != HIDDEN:
        return load(seen)
    left = [name for name in SHOTS if seen["ammunition"][name] == OFF_SHOT[UNSHOT]]
    kind = left[dice.pick(len(left), "sample")].partition("-")[0]
    return load({**seen, "loaded": kind})
