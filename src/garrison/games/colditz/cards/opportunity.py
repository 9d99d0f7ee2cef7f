"""Opportunity cards of an Escape Officer's own turn: release, lures, equipment, tunnels, the car."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz import solitary, staff_car, tunnels
from garrison.games.colditz.actions import DONE, TAKE
from garrison.games.colditz.castle.layout import CAR_SPACE
from garrison.games.colditz.editions import HELD_TUNNELS
from garrison.games.colditz.equipment import gain, supply
from garrison.games.colditz.state import (
    CLOSED,
    IN_CELLS,
    ColditzState,
    guards,
    nation_of,
    stand_down,
    team,
)
from garrison.games.colditz.tables import (
    CARD,
    EQUIPMENT_KINDS,
    FINDS,
    FIRST_GUARD,
    LURED,
    STOCK,
    TUNNEL_CARDS,
)

RELEASE, STAFF_CAR, BLACK_MARKET = CARD["release"], CARD["staff-car"], CARD["black-market"]


def has_effect(s: ColditzState, seat: Seat, card: int) -> bool:
    """AMB-70: True if the card would change something now."""
    if card == RELEASE:
        return any(s.at[pawn] in IN_CELLS for pawn in team(s, seat))
    if card in TUNNEL_CARDS:
        return not HELD_TUNNELS[s.mode] and s.tunnels[TUNNEL_CARDS.index(card)] == CLOSED
    if card == STAFF_CAR:
        return staff_car.can_start(s, seat)
    if card in LURED:
        return any(s.at[guard] >= 0 for guard in guards(s))
    if card == BLACK_MARKET:
        return any(supply(s, kind) for kind in range(EQUIPMENT_KINDS))
    return card in FINDS and supply(s, FINDS.index(card)) > 0


def barred(s: ColditzState, seat: Seat, card: int) -> str | None:
    """COL-O-017, COL-O-106, AMB-70: why a card in hand may not be played now."""
    if card == STAFF_CAR:
        there = any(s.at[pawn] == CAR_SPACE and nation_of(pawn) == seat for pawn in range(FIRST_GUARD))
        return None if there and s.driver < 0 else "COL-O-017"
    if card == RELEASE:
        useful = any(at in IN_CELLS and nation_of(pawn) == seat for pawn, at in enumerate(s.at[:FIRST_GUARD]))
    elif card in TUNNEL_CARDS:
        if HELD_TUNNELS[s.mode]:
            return "COL-C-53a"
        useful = s.tunnels[TUNNEL_CARDS.index(card)] == CLOSED
    elif card in LURED:
        useful = max(s.at[FIRST_GUARD:]) >= 0
    elif card in FINDS:
        kind = FINDS.index(card)
        useful = sum(s.equipment[kind::EQUIPMENT_KINDS]) < STOCK[kind]
    else:
        useful = sum(s.equipment) < sum(STOCK)
    return None if useful else "AMB-70"


def take_effect(s: ColditzState, seat: Seat, card: int, tell: Tell) -> None:
    """COL-O-079"""
    if card == RELEASE:
        ask(s, "free", bit(seat))
    elif card in TUNNEL_CARDS:
        tunnels.open_tunnel(s, TUNNEL_CARDS.index(card), tell)
    elif card == STAFF_CAR:
        staff_car.start_car(s, tell)
    elif card in LURED:
        ask(s, "lure", bit(seat), LURED[card], 0)
    elif card == BLACK_MARKET:
        ask(s, "goods", bit(seat))
    else:
        find(s, seat, FINDS.index(card), tell)


def find(s: ColditzState, nation: int, kind: int, tell: Tell) -> None:
    """OPP-13 to OPP-17, COL-O-076, COL-C-29c: a card from its pile."""
    gain(s, nation, kind)
    tell((ALL, "took", nation, kind))


# free: Release from Solitary


def free_legal(s: ColditzState, seat: Seat) -> list[int]:
    """OPP-03, COL-O-026, COL-C-37c: one of his POWs from any cell, without a point."""
    return [pawn for pawn in team(s, seat) if s.at[pawn] in IN_CELLS]


def free_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    """COL-O-026"""
    return None if action in team(s, seat) and s.at[action] in IN_CELLS else OTHER_QUESTION


def free(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    solitary.release(s, action, tell)


# lure: Diversion, High Command Inspection


def lure_legal(s: ColditzState, seat: Seat, left: int, lured: int) -> list[int]:
    """OPP-11, OPP-12, COL-O-076: guards on the board, one after the other."""
    rows = [guard for guard in guards(s) if s.at[guard] >= 0]
    return [*rows, DONE] if lured else rows


def lure_judge(s: ColditzState, seat: Seat, action: int, left: int, lured: int) -> str | None:
    """COL-O-076"""
    if action == DONE:
        return None if lured else OTHER_QUESTION
    return None if action >= FIRST_GUARD and action in guards(s) and s.at[action] >= 0 else OTHER_QUESTION


def lure(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, left: int, lured: int) -> None:
    """COL-O-076: to the Commander's office; COL-C-54: directly to barracks."""
    if action == DONE:
        return
    stand_down(s, action, tell, "lured")
    then(s, ("luring", left - 1))


def luring(s: ColditzState, dice: Dice, tell: Tell, left: int) -> None:
    """COL-O-076: as many as the card says, while there are any."""
    if left and any(s.at[guard] >= 0 for guard in guards(s)):
        ask(s, "lure", bit(s.turn), left, 1)


# goods: Black Market


def goods_legal(s: ColditzState, seat: Seat) -> list[int]:
    """OPP-17, COL-O-101"""
    return [TAKE[kind] for kind in range(EQUIPMENT_KINDS) if supply(s, kind)]


def goods_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    """COL-O-101"""
    if action not in TAKE:
        return OTHER_QUESTION
    kind = action - TAKE[0]
    return None if sum(s.equipment[kind::EQUIPMENT_KINDS]) < STOCK[kind] else "COL-O-101"


def goods(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    find(s, seat, action - TAKE[0], tell)


STEPS: Final[Mapping[str, Step]] = {"luring": luring}
QUESTIONS: Final[Mapping[str, Question]] = {
    "free": Question("COL-O-026", free_legal, free_judge, free),
    "lure": Question("COL-O-076", lure_legal, lure_judge, lure),
    "goods": Question("COL-O-076", goods_legal, goods_judge, goods),
}
