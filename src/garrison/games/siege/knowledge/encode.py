"""A position of Castle under Siege as numbers for learners, from what a seat may know."""

from __future__ import annotations

from typing import Final

from garrison.core.game import Feature, Learning
from garrison.core.learning import offsets, size
from garrison.core.state import Seat
from garrison.games.siege.state import ATTACKER, NOT_LOADED, SiegeState
from garrison.games.siege.tables import (
    COUNTERS,
    KINDS,
    MODES,
    SECTIONS,
    SHOTS,
    STRENGTH,
    STRUCTURES,
)

QUESTIONS: Final = ("post", "load", "spell", "aim", "direction", "strength", "struck", "flee", "who", "what")
ARGUMENTS: Final = 2
LARGEST: Final = 999
"""Largest argument of a question, and largest turn, that is told; more are told as this."""
FARTHEST: Final = 100
"""Inches from the edge of the table, at most, of what is told."""
_THOUSANDTHS: Final = 1000
_OFF_BOARD: Final = 2
_PLACES: Final = len(SECTIONS) + _OFF_BOARD
_SHOT_PLACES: Final = max(len(STRUCTURES), len(SECTIONS)) + _OFF_BOARD

FEATURES: Final = (
    Feature("mode", (len(MODES),)),
    Feature("phase", (3,)),
    Feature("turn", (1,), 0, LARGEST),
    Feature("question", (len(QUESTIONS),)),
    Feature("arguments", (ARGUMENTS,), -1, LARGEST),
    Feature("counters", (len(COUNTERS), _PLACES)),
    Feature("injured", (len(COUNTERS),)),
    Feature("acted", (len(COUNTERS),)),
    Feature("damage", (len(STRUCTURES),), 0, max(map(max, STRENGTH))),
    Feature("contaminated", (len(SECTIONS),)),
    Feature("shots", (len(SHOTS), _SHOT_PLACES)),
    Feature("shows", (len(SHOTS),), 0, LARGEST),
    Feature("loaded", (1 + len(KINDS),)),
    Feature("spell", (1,)),
    Feature("cast", (1,), 0, LARGEST),
    Feature("catapult", (1 + 2,), -FARTHEST, FARTHEST),
    Feature("last_shot", (1 + 2,), -FARTHEST, FARTHEST),
)
"""A counter's place is a section, or one of two off the board; a shot's likewise, or a structure.

`loaded`: something unknown, or a kind, which only the attacker knows. `catapult` and `last_shot`: 1 if there
is one, and its x and y in inches.
"""
_AT: Final = offsets(FEATURES)
_SIZE: Final = size(FEATURES)


def encode(s: SiegeState, seat: Seat) -> list[float]:
    found = [0.0] * _SIZE
    found[_AT["mode"] + s.mode] = found[_AT["phase"] + s.phase] = 1.0
    found[_AT["turn"]] = min(s.turn, LARGEST)
    if s.ask is not None:
        found[_AT["question"] + QUESTIONS.index(s.ask[0])] = 1.0
        for n, argument in enumerate(s.ask[2 : 2 + ARGUMENTS]):
            found[_AT["arguments"] + n] = min(argument, LARGEST)
    for c, (place, health) in enumerate(zip(s.where, s.health, strict=True)):
        found[_AT["counters"] + _PLACES * c + _index(place, len(SECTIONS))] = 1.0
        found[_AT["injured"] + c] = health
        found[_AT["acted"] + c] = s.acted >> c & 1
    for structure, damage in enumerate(s.damage):
        found[_AT["damage"] + structure] = damage
    for section in range(len(SECTIONS)):
        found[_AT["contaminated"] + section] = s.foul >> section & 1
    _encode_shots(s, seat, found)
    return found


def _index(place: int, places: int) -> int:
    """Places off the board are -1, -2: they follow the others."""
    return place if place >= 0 else places - 1 - place


def _encode_shots(s: SiegeState, seat: Seat, found: list[float]) -> None:
    for a, (place, shows) in enumerate(zip(s.ammo, s.shows, strict=True)):
        found[_AT["shots"] + _SHOT_PLACES * a + _index(place, _SHOT_PLACES - _OFF_BOARD)] = 1.0
        found[_AT["shows"] + a] = shows
    if s.loaded != NOT_LOADED:
        found[_AT["loaded"] + (1 + s.loaded if seat == ATTACKER else 0)] = 1.0
    found[_AT["spell"]], found[_AT["cast"]] = s.spell, min(s.cast, LARGEST)
    for feature, spot in (("catapult", s.catapult), ("last_shot", s.last[-2:])):
        if spot:
            inches = (min(max(each / _THOUSANDTHS, -FARTHEST), FARTHEST) for each in spot)
            found[_AT[feature] : _AT[feature] + 3] = (1.0, *inches)


LEARNING: Final[Learning[SiegeState]] = Learning(1, FEATURES, encode)
