"""What an Escape Officer has: his POWs, equipment, cards and ways, as far as his plans depend on it."""

from __future__ import annotations

from typing import Final

from garrison.core.state import Seat
from garrison.games.colditz.bot.launch import car_is_free, turns_left, usable_tunnels
from garrison.games.colditz.bot.plans import Camp, components_of
from garrison.games.colditz.bot.runs import watched
from garrison.games.colditz.bot.ways_out import Cards, capped
from garrison.games.colditz.equipment import supply
from garrison.games.colditz.offers import free, usable
from garrison.games.colditz.state import ColditzState, team
from garrison.games.colditz.tables import CARD, EQUIPMENT_KINDS, FINDS, KIT_PARTS

NOWHERE: Final = -1


def armed(s: ColditzState, seat: Seat) -> bool:
    """He holds equipment, so that his POWs can be arrested inside (COL-O-087)."""
    first = seat * EQUIPMENT_KINDS
    return any(s.equipment[first : first + EQUIPMENT_KINDS])


def held(s: ColditzState, seat: Seat) -> Cards:
    """His equipment, as far as any way needs it."""
    return capped(tuple(free(s, seat)[:EQUIPMENT_KINDS]))


def camp(s: ColditzState, seat: Seat) -> Camp:
    cards = usable(s, seat)
    have = list(free(s, seat)[:EQUIPMENT_KINDS])
    for kind, card in enumerate(FINDS):
        have[kind] += min(cards.count(card), supply(s, kind))
    return Camp(
        s.mode,
        tuple(_whereabouts(s, pawn) for pawn in team(s, seat)),
        capped(tuple(have)),
        cards.count(CARD["black-market"]),
        armed(s, seat),
        bool(s.kits >> seat & 1),
        components_of([part for part, card in enumerate(KIT_PARTS) if card in cards]),
        capped(tuple(supply(s, kind) for kind in range(EQUIPMENT_KINDS))),
        s.markers[seat],
        CARD["staff-car"] in cards and car_is_free(s),
        usable_tunnels(s, seat),
        watched(s),
        turns_left(s),
    )


def _whereabouts(s: ColditzState, pawn: int) -> int:
    """Where a POW can be of use from: nowhere, if he is in a tunnel, drives, or is on his way home."""
    away = s.inside >> pawn & 1 or pawn == s.driver or s.exempt >> pawn & 1
    return NOWHERE if away else s.at[pawn]
