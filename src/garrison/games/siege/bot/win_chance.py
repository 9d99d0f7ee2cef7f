"""Assessment of a position: how near the attacker is to winning, who is near what, and each side's chance.

The chance is a weighted sum of a few features (judgement.toml), fitted to many games of the sound player:
`make judgement`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import exp
from typing import Final

from garrison.games.siege.state import HEALTHY, UNSHOT, SiegeState
from garrison.games.siege.tables import (
    ADJOINING,
    BOULDER,
    CARD_SECTIONS,
    CASTLE,
    CASTLES,
    COUNTER_COUNT,
    DIFFICULTIES,
    EASIEST,
    FIRES,
    FIRST_GATE,
    FIRST_WALL,
    KEEP,
    KIND_OF_COUNTER,
    KIND_OF_SHOT,
    MASON,
    NEXT_TO,
    PRIEST,
    SECTION_COUNT,
    SHOT_COUNT,
    SOLDIERS,
    STRENGTH,
    STRUCTURE_COUNT,
    STRUCTURE_OF,
    THE_WIZARD,
    WATERBOY,
    WIZARD_PAUSE,
)

ON, BESIDE, AWAY = 0, 1, 2


def _near(structure: int) -> tuple[int, ...]:
    on = [section for section in range(CARD_SECTIONS) if STRUCTURE_OF[section] == structure]
    beside = {other for section in on for other in NEXT_TO[section]}
    return tuple(ON if n in on else BESIDE if n in beside else AWAY for n in range(SECTION_COUNT))


NEAR: Final = tuple(_near(structure) for structure in range(STRUCTURE_COUNT))
"""By structure and section: ON it, BESIDE it or AWAY."""


def to_win(s: SiegeState) -> list[int]:
    """By structure: the points the attacker still needs to win through it."""
    strength, damage = STRENGTH[CASTLE[s.mode]], s.damage
    left = [most - done for most, done in zip(strength, damage, strict=True)]
    needed = left.copy()
    for tower, walls in enumerate(ADJOINING):
        needed[tower] = left[tower] + min(left[wall] for wall in walls)
        for wall in walls:
            needed[wall] = left[tower] + left[wall]
    return needed


# The defender's chance

FIGURES: Final = (
    "one",
    "gatehouse",
    "other gatehouse",
    "keep",
    "tower and wall",
    "fires",
    "masons",
    "water boys and priests",
    "soldiers",
    "spell",
    "killed",
)
"""The features of a position; each counts once as it is and once by how many boulders are left."""


def settled(s: SiegeState) -> bool:
    """True at a moment to judge: the attacker is about to pick a counter."""
    return s.ask is not None and s.ask[0] == "load"


def figures(s: SiegeState) -> list[float]:
    strength, needed = STRENGTH[CASTLE[s.mode]], to_win(s)
    gates = sorted(needed[gate] / strength[gate] for gate in range(FIRST_GATE, KEEP))
    fit = [KIND_OF_COUNTER[c] for c in range(COUNTER_COUNT) if s.where[c] >= 0 and s.health[c] == HEALTHY]
    ready = s.where[THE_WIZARD] >= 0 and s.health[THE_WIZARD] == HEALTHY
    pair = min(needed[:FIRST_WALL]) / (strength[0] + strength[FIRST_WALL])
    own = [
        1.0,
        *gates,
        needed[KEEP] / strength[KEEP],
        pair,
        float(sum(s.ammo[a] >= 0 for a in FIRES)),
        fit.count(MASON) / 3,
        (fit.count(WATERBOY) + fit.count(PRIEST)) / 6,
        sum(s.where[c] >= 0 and s.health[c] == HEALTHY for c in SOLDIERS) / len(SOLDIERS),
        float(ready and (not s.cast or s.turn - s.cast > WIZARD_PAUSE)),
        sum(place < 0 for place in s.where) / COUNTER_COUNT,
    ]
    left = sum(s.ammo[a] == UNSHOT for a in range(SHOT_COUNT) if KIND_OF_SHOT[a] == BOULDER) / 12
    return own + [left * figure for figure in own]


_FILE: Final = tomllib.loads(files("garrison.games.siege").joinpath("judgement.toml").read_text("utf-8"))
WEIGHTS: Final = tuple(
    tuple(_FILE[f"{castle}-{difficulty}"] for difficulty in DIFFICULTIES) for castle in CASTLES
)


def chance(s: SiegeState) -> float:
    """The defender's chance of holding the castle."""
    weights = WEIGHTS[CASTLE[s.mode]][EASIEST[s.mode] - 1]
    total = sum(weight * figure for weight, figure in zip(weights, figures(s), strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))
