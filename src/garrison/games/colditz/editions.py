"""Differences between the editions: switches and figures by mode; everything else is one rule for both.

A procedure of one edition only is a step of its own: markers, the general search and the office in the modern
rules; Do or Die, the choice of a cell and the consent of a tunnel's owner in the classic ones.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Final, TypeVar

from garrison.games.colditz.castle.layout import CHAINS, CLASSIC_CHAINS, HOME_GATES, PASS_HOME
from garrison.games.colditz.tables import (
    CARD_NAMES,
    CARDS,
    CLASSIC,
    CLASSIC_NAMES,
    CLASSIC_THROWS,
    EQUIPMENT_KINDS,
    LOW_THROW,
    LUCKY_THROWS,
    MOST_SEATS,
    OPPORTUNITY,
    SEAT_COUNT,
    THROWS,
)

T = TypeVar("T")


def by_edition(modern: T, classic: T) -> tuple[T, ...]:
    """A table by mode for something that depends only on the edition."""
    return tuple(classic if each else modern for each in CLASSIC)


# The roll and cards

MOST_THROWS: Final = by_edition(THROWS, CLASSIC_THROWS)
"""COL-O-065, COL-C-20a: throws of one roll; in the classic rules only the program limits them (AMB-03)."""
CARD_THROWS: Final = by_edition(frozenset(range(2, LOW_THROW + 1)), LUCKY_THROWS)
"""COL-O-071, COL-C-22a: single throws that entitle to a card."""
DEALS_CARDS: Final = by_edition(modern=True, classic=False)
"""COL-O-048, COL-C-15: one card each before the first turn."""
PARTS_APART: Final = tuple(
    seats == MOST_SEATS and not classic for seats, classic in zip(SEAT_COUNT, CLASSIC, strict=True)
)
"""COL-O-049: the kit parts are a pile of their own."""
TIMED_APPEL: Final = by_edition(modern=True, classic=False)
"""COL-O-077, COL-C-44: Appel only before the roll."""
SEARCHES_FOR_REFUSERS: Final = by_edition(modern=True, classic=False)
"""COL-O-083, COL-C-38: a general search may follow an Appel."""
USES_DO_OR_DIE: Final = by_edition(modern=False, classic=True)
"""COL-O-008, COL-C-51a"""
OUT_OF_TURN: Final = by_edition("COL-O-076", "COL-C-49")
"""The rule by which a card waits for somebody else's turn."""

TOLD_CARDS: Final = by_edition(
    tuple(range(len(CARDS))),
    tuple(CARD_NAMES.index(CLASSIC_NAMES.get(card, card)) for card in CARDS),
)
"""By card, its row of CARD_NAMES in events: the card of COL-O-126 has another name in COL-C-53e."""

# Kits

KIT_LEAVES: Final = by_edition(modern=True, classic=False)
"""COL-O-131, COL-C-33a: the escaper takes the kit along."""
KIT_TO_APPEL: Final = by_edition(modern=True, classic=False)
"""COL-O-105, COL-C-33b: who made a kit goes to the appel area."""
FIRST_WINS: Final = by_edition(modern=False, classic=True)
"""COL-O-136, COL-C-05b: the second escape ends the game at once."""

# Equipment

LEAVES_MARKERS: Final = by_edition(modern=True, classic=False)
"""COL-O-113; else one card serves the whole team in this turn (COL-C-50) and guards follow trails."""
THINGS_TRADED: Final = by_edition(EQUIPMENT_KINDS, EQUIPMENT_KINDS + len(OPPORTUNITY))
"""COL-O-075, COL-C-48: kinds of cards in an offer."""
TRADES_ALWAYS: Final = by_edition(modern=False, classic=True)
"""COL-O-100, COL-C-48: also in the Security Officer's turn."""

# Guards and arrests

USES_OFFICE: Final = by_edition(modern=True, classic=False)
"""COL-O-018; else guards go directly to barracks (COL-C-34b, COL-C-34c3, COL-C-46b, COL-C-54)."""
VACANT_POSTS: Final = by_edition(modern=False, classic=True)
"""COL-O-094, COL-C-34a1: guards are posted on empty posts only."""
POSTS_FIRST: Final = by_edition(modern=False, classic=True)
"""COL-O-068, COL-C-34a3: guards are posted at any time, or before any arrest of the turn."""
ARREST_ON_POSTS: Final = by_edition(modern=True, classic=False)
"""COL-O-088, COL-C-36: on an inner post a POW is arrested without equipment."""
EQUIPMENT_TELLS: Final = by_edition(modern=True, classic=False)
"""COL-O-089, COL-C-39b: a returner is exempt only while his officer has no equipment."""
CELLS_CHOSEN: Final = by_edition(modern=False, classic=True)
"""COL-O-092, COL-C-34c3, AMB-21: the Security Officer says which cells."""
ON_APPEL: Final = by_edition("COL-O-147", "COL-C-35")
DRIVING: Final = by_edition("COL-O-017", "COL-C-52b")
"""Rules by which nobody is arrested there."""
ROOMS_BY_CARD: Final = by_edition(modern=False, classic=True)
"""COL-O-032, COL-C-44: Search or Appel opens all rooms to guards for the turn."""
WHOLE_WAY_HOME: Final = by_edition(modern=True, classic=False)
"""COL-O-089, COL-C-39c, AMB-37: going home takes all points, or a step nearer is enough."""
WAYS_HOME: Final = by_edition(HOME_GATES, (PASS_HOME,))
"""COL-O-111, COL-C-39a: the gates that are free to returners."""

# Tunnels

HELD_TUNNELS: Final = by_edition(modern=False, classic=True)
"""COL-O-122, COL-C-53a: a tunnel belongs to the officer with its card; else it is open to all (COL-O-123)."""
FOUND_FOR_GOOD: Final = by_edition(modern=True, classic=False)
"""COL-O-126, COL-C-53e: a tunnel that the Security Officer has named is found for good, or in this turn."""
TUNNEL_SHUT: Final = by_edition("collapsed", "closed_again")
"""COL-O-127, COL-C-53c: the event when a tunnel can be used no more."""
TUNNEL_CHAINS: Final = by_edition(CHAINS, CLASSIC_CHAINS)
"""COL-O-039, AMB-14: by tunnel, its circles from entrance to exit."""
TUNNEL_CIRCLES: Final[tuple[Mapping[int, int], ...]] = by_edition(
    *({space: n for n, chain in enumerate(chains) for space in chain} for chains in (CHAINS, CLASSIC_CHAINS))
)
"""By circle, its tunnel."""
ALONG_TUNNELS: Final = by_edition(modern=True, classic=False)
"""COL-O-037, COL-C-53f: pawns on the surface step from circle to circle."""
BOTH_ENDS: Final = by_edition(modern=False, classic=True)
"""AMB-17: tunnellers also leave by the entrance."""

# Rule ids

_RULE_IDS: Final = tomllib.loads(files("garrison.games.colditz").joinpath("rule_ids.toml").read_text("utf-8"))
IN_CLASSIC: Final[Mapping[str, str]] = _RULE_IDS["classic"]
"""By a rule's id in the code: its id in the classic edition, where that is another."""
_CITED: Final[tuple[Mapping[str, str], ...]] = by_edition({}, IN_CLASSIC)


def cited_in(mode: int, rule: str) -> str:
    """The id of a rule in the edition of a mode; code names it by the modern one where both have it."""
    return _CITED[mode].get(rule, rule)
