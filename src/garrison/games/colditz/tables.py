"""Static tables of Escape from Colditz: options, seats, pawns and cards."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import product
from typing import Any, Final


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads(files("garrison.games.colditz").joinpath(f"data/{name}.toml").read_text("utf-8"))


PIECE_FILE: Final = _file("pieces")
CARD_FILE: Final = _file("cards")

# Options

EDITIONS: Final = ("modern", "classic")
SEATS: Final = ("2", "3", "4", "5", "6")
ROUNDS: Final = ("50", "40", "30", "20", "10")
KIT_STARTS: Final = ("start", "none")
GOALS: Final = ("nation", "shared")
DOORWAY_RULES: Final = ("open", "clear")
OPTIONS: Final = {  # COL-O-139, COL-O-140, COL-O-142: agreed before the game
    "edition": EDITIONS,
    "seats": SEATS,
    "rounds": ROUNDS,
    "kits": KIT_STARTS,
    "goal": GOALS,
    "doorways": DOORWAY_RULES,
}
MODES: Final = tuple(product(*OPTIONS.values()))
"""Every combination of options; a state keeps the row."""
SEAT_COUNT: Final = tuple(int(mode[1]) for mode in MODES)
SECURITY: Final = tuple(int(mode[1]) - 1 for mode in MODES)
"""AMB-72: the Security Officer is the last seat."""
FIRST_ROUND: Final = tuple(int(mode[2]) for mode in MODES)
"""COL-O-041, COL-C-05a, AMB-49"""
STARTING_KITS: Final = tuple(mode[3] == "start" for mode in MODES)
SHARED_GOAL: Final = tuple(mode[4] == "shared" for mode in MODES)
CLEAR_DOORWAYS: Final = tuple(mode[5] == "clear" for mode in MODES)
CLASSIC: Final = tuple(mode[0] == "classic" for mode in MODES)
"""By row of MODES; what that means in play has a name in `editions.py`."""
MOST_SEATS: Final = 6
LAST_ROUND: Final = 1
"""COL-O-003, COL-O-042: the eagle, on which the round marker ends."""

# Pawns

NATIONS: Final = tuple(str(row["id"]) for row in PIECE_FILE["nations"])
"""COL-O-005, AMB-72: in the order of their seats."""
NATION_COUNT: Final = len(NATIONS)
OFFICERS: Final = (*NATIONS, "security")
"""Everybody at the table; the Security Officer's seat depends on how many there are."""
SECURITY_OFFICER: Final = NATION_COUNT
TEAM: Final = 8
"""The most POWs a nation has; a nation's pawns have consecutive numbers."""
POW_COUNT: Final = NATION_COUNT * TEAM
GUARD_COUNT: Final = 16
"""COL-O-004"""
FIRST_GUARD: Final = POW_COUNT
PAWN_COUNT: Final = POW_COUNT + GUARD_COUNT
PAWNS: Final = (
    *(f"{nation}-{number}" for nation in NATIONS for number in range(1, TEAM + 1)),
    *(f"guard-{number}" for number in range(1, GUARD_COUNT + 1)),
)
_BY_SEATS: Final = {row["seats"]: row for row in PIECE_FILE["pawns"]}
TEAM_SIZE: Final = {seats: int(row["pows"]) for seats, row in _BY_SEATS.items()}
GUARDS: Final = {seats: int(row["guards"]) for seats, row in _BY_SEATS.items()}
"""COL-O-044: by number of seats."""
CELLS: Final = (int(PIECE_FILE["cells"]["inner"]), int(PIECE_FILE["cells"]["outer"]))
OUTER_LEAST: Final = int(PIECE_FILE["deployment"]["outer_least"])
OUTER_MOST: Final = int(PIECE_FILE["deployment"]["outer_most"])
THROWS: Final = 1 + int(PIECE_FILE["limits"]["extra_throws"])
"""COL-O-065"""
CLASSIC_THROWS: Final = int(PIECE_FILE["program"]["classic_throws"])
"""AMB-03"""
LOW_THROW: Final = int(PIECE_FILE["card_throws"]["modern_most"])
"""COL-O-071"""
LUCKY_THROWS: Final = frozenset(int(throw) for throw in PIECE_FILE["card_throws"]["classic"])
"""COL-C-22a"""
HAND_LIMIT: Final = int(PIECE_FILE["limits"]["hand"])
"""COL-O-074, COL-C-27a, COL-C-28"""
ESCAPES_TO_WIN: Final = int(PIECE_FILE["limits"]["escapes"])
KIT_ESCAPES: Final = int(PIECE_FILE["limits"]["kit_escapes"])
PUT_BACK: Final = int(PIECE_FILE["program"]["put_back"])
OFFERS: Final = int(PIECE_FILE["program"]["offers"])
OFFER_THINGS: Final = int(PIECE_FILE["program"]["offer_things"])
"""AMB-66: offers an officer makes in one turn, and things on either side of one."""

# Equipment and kits

EQUIPMENT: Final = tuple(str(row["id"]) for row in CARD_FILE["equipment"])
ROPE, KEY, PASS, CUTTER = range(len(EQUIPMENT))
EQUIPMENT_KINDS: Final = len(EQUIPMENT)
STOCK: Final = tuple(int(row["count"]) for row in CARD_FILE["equipment"])
ITEMS: Final = (*EQUIPMENT, "kit")
KIT: Final = EQUIPMENT_KINDS
COMPONENTS: Final = ("food", "documents", "compass", "disguise")
"""COL-O-104"""

# Cards

DO_OR_DIE_THROWS: Final = tuple(int(row["id"]) for row in CARD_FILE["do_or_die"])
"""COL-C-14, COL-C-51a: by Do or Die card, the throws it gives."""
OPPORTUNITY: Final = tuple(str(row["id"]) for row in CARD_FILE["opportunity"])
SECURITY_CARDS: Final = tuple(str(row["id"]) for row in CARD_FILE["security"])
CARDS: Final = (*OPPORTUNITY, *SECURITY_CARDS)
CLASSIC_NAMES: Final = {"tunnel-found": "tunnel-detected"}
CARD_NAMES: Final = (*CARDS, *CLASSIC_NAMES.values())
"""Cards as events name them; those that have another name in the classic rules stand last once more."""
CARD: Final = {name: number for number, name in enumerate(CARDS)}
CARD_COPIES: Final = tuple(int(row["count"]) for row in (*CARD_FILE["opportunity"], *CARD_FILE["security"]))
"""COL-O-007"""
RECONSTRUCTED: Final = frozenset(
    str(row["id"])
    for row in (*CARD_FILE["opportunity"], *CARD_FILE["security"])
    if row["confidence"] not in ("rulebook", "agreed") or "figures" in row
)
"""Cards of which some figure or the effect is our own: wherever they are shown, that is said."""
FIRST_SECURITY_CARD: Final = len(OPPORTUNITY)
KIT_PARTS: Final = (CARD["kit-food"], CARD["kit-disguise"])
PART_COMPONENTS: Final = tuple(
    tuple(COMPONENTS.index(component) for component in CARD_FILE["opportunity"][part]["parts"])
    for part in KIT_PARTS
)
TUNNEL_CARDS: Final = tuple(CARD[f"{tunnel}-tunnel"] for tunnel in ("chapel", "canteen", "theatre"))
FINDS: Final = tuple(CARD[f"find-{kind}"] for kind in EQUIPMENT)
"""By kind of equipment, the card that brings one."""
LURED: Final = {
    card: int(CARD_FILE["opportunity"][card]["guards"]) for card in (CARD["diversion"], CARD["inspection"])
}
"""By card, how many guards it takes away."""
INTERRUPTS: Final = frozenset(CARD[name] for name in ("talisman", "hideaway", "warning", "arrest-holder"))


def deck(first: int, last: int) -> list[int]:
    """Every copy of the cards from one to another, in the order of the table."""
    return [card for card in range(first, last) for _ in range(CARD_COPIES[card])]
