"""The targets a shot may strike, and how often it does, before it is let off."""

from __future__ import annotations

from collections.abc import Container
from typing import Final, NamedTuple

from garrison.games.siege import flight
from garrison.games.siege.geometry import Area, largest, on_sections, together, touches_castle
from garrison.games.siege.tables import (
    BOULDER,
    CARD_SECTIONS,
    DISEASE,
    SECTIONS,
    STRUCTURE_COUNT,
    STRUCTURE_OF,
    STRUCTURES,
    WOODEN,
    Point,
)

SPREAD: Final = flight.NORMAL[2::5]
"""Every fifth of the equally likely deviations, each the middle of five: enough for whole per cents."""


class Aim(NamedTuple):
    """A possible target: its name in the words and the sections that count as it."""

    kind: str
    id: str
    sections: tuple[int, ...]


def aims(kind: int, castle: int, standing: Container[int]) -> list[Aim]:
    """The targets of a kind of shot: sections for disease, all that stands for a boulder, wood for fire."""
    if kind == DISEASE:
        return [Aim("section", SECTIONS[section], (section,)) for section in range(CARD_SECTIONS)]
    found = []
    for structure in range(STRUCTURE_COUNT):
        sections = tuple(
            section
            for section in range(CARD_SECTIONS)
            if STRUCTURE_OF[section] == structure and (kind == BOULDER or WOODEN[castle][section])
        )
        if sections and structure in standing:
            found.append(Aim("structure", STRUCTURES[structure], sections))
    return found


def hit_chances(start: Point, angle: int, pull: int, bend: int, found: list[Aim]) -> list[tuple[Aim, float]]:
    """How often a shot strikes each target, the likeliest first; the largest share of it counts."""
    line, whole = flight.BENDS[bend - 1], flight.way(bend, pull)
    target_of = {section: number for number, each in enumerate(found) for section in each.sections}
    struck = [0.0] * len(found)
    for along in SPREAD:
        far = max(0, whole + flight.rounded(whole * line.along * along, 1_000_000))
        for across in SPREAD:
            aside = flight.rounded(whole * line.across * across, 1_000_000)
            lies = flight.ahead(start, angle, far, aside)
            for number in (equal := _struck(lies, target_of)):
                struck[number] += 1 / len(equal)
    shares = [(each, n / len(SPREAD) ** 2) for each, n in zip(found, struck, strict=True) if n]
    return sorted(shares, key=lambda each: -each[1])


def _struck(lies: Point, target_of: dict[int, int]) -> list[int]:
    """The target with the largest share of a shot that lies there; several if their shares are equal."""
    if not touches_castle(*lies):
        return []
    shares: dict[int, Area] = {}
    for section, area in on_sections(*lies).items():
        if section in target_of:
            number = target_of[section]
            shares[number] = together(shares.get(number, (0, 1)), area)
    return largest(shares)
