"""Launching a run: which one could begin in this turn, with what is held, found and made at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from garrison.core.state import Seat
from garrison.games.colditz.bot.distances import Field, guard_steps_to, to_spaces
from garrison.games.colditz.bot.plans import Route, is_in, open_tunnel, routes, run_chance, still_to_pay
from garrison.games.colditz.bot.runs import watched
from garrison.games.colditz.castle.layout import CAR_SPACE, bits
from garrison.games.colditz.castle.reach import guard_ways
from garrison.games.colditz.editions import ALONG_TUNNELS, USES_OFFICE
from garrison.games.colditz.equipment import supply
from garrison.games.colditz.gathering import MAKERS, makers
from garrison.games.colditz.offers import free, usable
from garrison.games.colditz.state import BARRACKS, CLOSED, OPEN, OWNED, ColditzState, guards, team, tunnellers
from garrison.games.colditz.tables import (
    CARD,
    EQUIPMENT_KINDS,
    FINDS,
    FIRST_GUARD,
    LAST_ROUND,
    LURED,
    TUNNEL_CARDS,
)


class Launch(NamedTuple):
    """A run that can begin now."""

    chance: float
    pawn: int
    route: Route
    missing: tuple[int, ...]
    """By kind of equipment, what is to be made or found for it first."""
    lure: int
    """The card with which guards are lured away first, or -1."""


def turns_left(s: ColditzState) -> int:
    """The turns of an Escape Officer after this one (AMB-31)."""
    return s.round - LAST_ROUND


def threshold(turns: int) -> float:
    """The chance with which a run begins: less, the fewer turns are left."""
    return 0.05 + 0.2 * min(1.0, turns / 25)


def within_reach(s: ColditzState, seat: Seat, runner: int) -> tuple[list[int], int]:
    """By kind, the equipment that an officer can have at once without a POW; and pieces of any kind."""
    held = list(free(s, seat)[:EQUIPMENT_KINDS])
    cards = usable(s, seat)
    for kind in range(EQUIPMENT_KINDS):
        there = sum(pawn != runner for pawn in makers(s, seat, kind))
        more = there // MAKERS + cards.count(FINDS[kind])
        held[kind] += min(more, supply(s, kind))
    return held, cards.count(CARD["black-market"])


def launch(s: ColditzState, seat: Seat, points: int) -> Launch | None:
    """The most promising run that could begin with these points, whether it is worth it or not."""
    if not s.kits >> seat & 1:
        return None
    turns, watch, tunnels = turns_left(s), watched(s), usable_tunnels(s, seat)
    cards = usable(s, seat)
    drives = CARD["staff-car"] in cards and car_is_free(s)
    best: Launch | None = None
    for pawn in team(s, seat):
        at = s.at[pawn]
        if not is_in(at) or s.inside >> pawn & 1 or s.stopped >> pawn & 1:
            continue
        held, wild = within_reach(s, seat, pawn)
        for route in routes(ALONG_TUNNELS[s.mode]):
            away = to_spaces(route.exits)[at]
            if away >= points or (route.goal == CAR_SPACE and not drives):
                continue
            if route.tunnel >= 0 and not _can_dig(s, seat, pawn, route, points - away, tunnels):
                continue
            need = still_to_pay(s.mode, route, s.markers[seat])
            short = sum(max(0, wanted - number) for wanted, number in zip(need, held, strict=True))
            if short > wild:
                continue
            chance = run_chance(s.mode, route, watch, points - away, turns)
            if best is None or chance > best.chance:
                best = Launch(chance, pawn, route, _to_get(s, seat, need), -1)
    if best is None:
        return None
    away = to_spaces(best.route.exits)[s.at[best.pawn]]
    for card in LURED:
        if card in cards:
            lured = nearest_guards(s, best.route, points - away, LURED[card])
            chance = run_chance(s.mode, best.route, without(s, lured), points - away, turns)
            if chance > best.chance + WORTH_A_CARD:
                best = best._replace(chance=chance, lure=card)
    return best


def car_is_free(s: ColditzState) -> bool:
    """No guard stands by the car, so that a POW can get to it."""
    return CAR_SPACE not in s.at[FIRST_GUARD:]


def usable_tunnels(s: ColditzState, seat: Seat) -> int:
    """Tunnels that are open to an officer, or that a card in his hand would open."""
    cards = usable(s, seat)
    found = 0
    for tunnel, card in enumerate(TUNNEL_CARDS):
        mine = s.tunnels[tunnel] == OPEN or s.tunnels[tunnel] == OWNED + seat
        if mine or (card in cards and s.tunnels[tunnel] == CLOSED):
            found |= 1 << tunnel
    return found


def _can_dig(s: ColditzState, seat: Seat, runner: int, route: Route, points: int, tunnels: int) -> bool:
    """COL-O-122, COL-C-53c: another POW can follow him into the tunnel in this turn."""
    if not open_tunnel(tunnels, route):
        return False
    there = [pawn for pawn in tunnellers(s, route.tunnel) if pawn != runner]
    if there:
        return all(s.at[pawn] != route.start for pawn in there)
    way = to_spaces(route.exits)
    return any(
        pawn != runner and s.at[pawn] >= 0 and not s.inside >> pawn & 1 and way[s.at[pawn]] + 2 <= points
        for pawn in team(s, seat)
    )


WORTH_A_CARD: Final = 0.08
"""What a lure has to add to a chance to be played."""


def _to_get(s: ColditzState, seat: Seat, need: Sequence[int]) -> tuple[int, ...]:
    held = free(s, seat)[:EQUIPMENT_KINDS]
    return tuple(max(0, wanted - number) for wanted, number in zip(need, held, strict=True))


def nearest_guards(s: ColditzState, route: Route, points: int, number: int) -> list[int]:
    """The guards who are nearest to where a run would stop first."""
    place = min(points, len(route.legs)) - 1
    return nearest_to(s, route.legs[max(0, place)].space, number)


def nearest_to(s: ColditzState, space: int, number: int) -> list[int]:
    steps = guard_steps_to(space, guard_ways(s))
    there = [guard for guard in guards(s) if s.at[guard] >= 0]
    return sorted(there, key=lambda guard: (steps[s.at[guard]], guard))[:number]


def without(s: ColditzState, lured: Sequence[int]) -> Field:
    """How far guards would be with some of them away (OPP-11, OPP-12, COL-C-54)."""
    return watched(s, bits(s.at[guard] for guard in lured), BARRACKS in s.at or not USES_OFFICE[s.mode])
