"""The Defender's chance of winning, judged at the start of his turn.

It is a weighted sum of a few features of the position (judgement.toml). The weights were fitted to many
games of the sound player with some second-best choices mixed in: `make judgement`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import exp
from typing import Final

from garrison.games.itter.bot.threats import COLOUR_SHARE, COMING, DANGER, DEMAND, PATH, SHARE, cards_left
from garrison.games.itter.scoring import tally
from garrison.games.itter.state import CASUALTY, DISRUPTED, ESCAPED, SUPPLY, UNFIT, ItterState
from garrison.games.itter.tables import (
    ACTION_TOKENS,
    AREAS,
    ATTACK,
    BOROTRA,
    CELLAR,
    COLOUR,
    COMMANDS,
    COMPETITIVE,
    CREW_SQUARE,
    DEFENDER_COUNT,
    INSPIRES,
    LOCATION,
    MODES,
    SUPPRESS,
    TANK_SQUARES,
)

FIGURES: Final = (
    "one",
    "pressure",
    "open pressure",
    "full tracks",
    "tracks with one free circle",
    "tracks with two free circles",
    "tokens",
    "points",
    "coming",
    "ready",
    "strength ready",
    "shaken",
    "waiting",
    "inspiring",
    "commanders ready",
    "in the tank",
    "heavy",
    "dead",
    "escaped",
    "prisoners up",
)
"""The features of a position. Each counts once as it is and once by how much of the deck is left."""


def settled(s: ItterState) -> bool:
    """True at a moment to judge: the start of a turn."""
    current = s.ask
    return current is not None and (
        (current[0] == "who" and s.actions_left == ACTION_TOKENS and not COMPETITIVE[s.mode])
        or (current[0] == "plan" and not s.plan)
    )


def figures(s: ItterState) -> list[float]:
    """The features of a position, each about 0 to 1."""
    left = cards_left(s)
    danger, demand = DANGER[s.mode][left], DEMAND[s.mode][left]
    light, tokens = s.light, s.tokens
    pressure = bare = 0.0
    nearly = [0.0, 0.0, 0.0]
    for area in AREAS:
        free = 0
        for circle in PATH[area]:
            if light[circle] < 0:
                free += 1
        risk = SHARE[area] * danger[free]
        pressure += risk
        bare_share = 1 / (1 + tokens[COLOUR[area]] / 2)
        bare += risk * bare_share
        if free < len(nearly):
            nearly[free] += 3 * SHARE[area] * bare_share
    cover = sum(
        min(1.0, n / wanted) * share for n, wanted, share in zip(tokens, demand, COLOUR_SHARE, strict=True)
    )
    ready = strength = shaken = waiting = inspiring = leaders = dead = up = 0
    for d in range(DEFENDER_COUNT):
        q, marks = s.where[d], s.marks[d]
        if q >= 0:
            if marks & DISRUPTED:
                shaken += 1
            if LOCATION[q] == CELLAR:
                continue
            up += INSPIRES[d]
            if marks & UNFIT:
                continue
            if INSPIRES[d]:
                inspiring += 1
            elif ATTACK[d]:
                ready += 1
                strength += SUPPRESS[d] + CREW_SQUARE[q]
                leaders += COMMANDS[d]
        elif q == SUPPLY:
            waiting += 1
        elif q == CASUALTY:
            dead += 1
    inside = sum(s.who[q] >= 0 for q in TANK_SQUARES)
    told = [
        1.0,
        pressure,
        bare,
        nearly[0],
        nearly[1],
        nearly[2],
        cover,
        tally(s) / 20,
        COMING[s.mode][left] / 40,
        min(ready, 6) / 6,
        min(strength, 15) / 15,
        shaken / 6,
        waiting / 20,
        inspiring / 4,
        min(leaders, 3) / 3,
        inside * s.defence[LOCATION[TANK_SQUARES[0]]] / 24,
        sum(s.heavy) / 4,
        dead / 10,
        float(s.where[BOROTRA] == ESCAPED),
        up / 4,
    ]
    part = left / 60
    return told + [figure * part for figure in told]


_JUDGEMENT: Final = tomllib.loads(files("garrison.games.itter").joinpath("judgement.toml").read_text("utf-8"))
WEIGHTS: Final = tuple(
    tuple(float(each) for each in _JUDGEMENT[f"{edition}-{difficulty}"]) for edition, difficulty in MODES
)
"""By mode: the weight of each feature."""


def chance(s: ItterState) -> float:
    """The Defender's chance of winning; in the competitive game a draw counts half."""
    total = sum(weight * figure for weight, figure in zip(WEIGHTS[s.mode], figures(s), strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))
