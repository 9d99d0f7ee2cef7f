"""Guards' moves: what arrests, moves and postings are worth."""

from __future__ import annotations

from typing import Final

from garrison.games.colditz.actions import ARREST, TO
from garrison.games.colditz.arrest import liable
from garrison.games.colditz.bot.cover import Cover, cover
from garrison.games.colditz.bot.suspicion import Suspicion, suspicion
from garrison.games.colditz.castle.layout import (
    AREA,
    FAR_SIDE,
    INNER,
    LINK_DOWN,
    LINK_UP,
    ROOM_OF,
    near,
)
from garrison.games.colditz.castle.reach import guard_ways, reach, rows_of, steps_away, stops, union
from garrison.games.colditz.equipment import held
from garrison.games.colditz.markers import owner
from garrison.games.colditz.state import (
    NOBODY,
    ColditzState,
    first_in_barracks,
    nation_of,
    pair,
    pawn_on,
)
from garrison.games.colditz.tables import FIRST_GUARD

PER_POINT: Final = 0.0002
"""What a movement point is worth that is left for something else."""
OUT_OF_PLAY: Final = 0.03
"""What it is worth to have a POW in solitary."""
LOST_CARD: Final = 0.04


def arrest_worth(s: ColditzState, pawn: int, picture: Cover, feared: Suspicion) -> float:
    """What it is worth to put a POW into solitary: the danger he is, and what his officer loses by it."""
    nation = nation_of(pawn)
    at_once = max((each.weight for each in feared.by_pawn.get(pawn, ())), default=0.0)
    worth = OUT_OF_PLAY + 0.5 * picture.dangers.get(pawn, 0.0)
    if AREA[s.at[pawn]] != INNER:
        worth += 0.6 * at_once
    if AREA[s.at[pawn]] != INNER and held(s, nation):
        worth += LOST_CARD + 0.25 * feared.by_nation.get(nation, 0.0)
    return worth


class Moves:
    """What guards can do from a position, and what it is worth."""

    def __init__(self, s: ColditzState, points: int) -> None:
        self.s = s
        self.points = points
        self.picture = cover(s)
        self.feared = suspicion(s)
        self.ways = guard_ways(s)
        self._wanted = [
            (pawn, s.at[pawn], arrest_worth(s, pawn, self.picture, self.feared))
            for pawn in range(FIRST_GUARD)
            if s.at[pawn] >= 0 and liable(s, pawn, self.ways.walk)
        ]

    def arrests(self, guard: int) -> list[tuple[float, int]]:
        """By worth less the points, the POWs whom a guard can arrest now."""
        if not self._wanted:
            return []
        s = self.s
        rings = reach(s.at[guard], self.points - 1, self.ways, s.occupied)
        leaves = self._leaving(guard)
        found = []
        for pawn, space, worth in self._wanted:
            sides = near()[space] | self.ways.sides(space)
            steps = steps_away(rings, sides) + 1
            if steps and pair(guard, pawn) not in s.spared:
                found.append((worth - leaves - PER_POINT * steps, pawn))
        return sorted(found, reverse=True)

    def _leaving(self, guard: int) -> float:
        """What is lost by a guard who goes to the office."""
        number = guard - FIRST_GUARD
        return max(0.0, self.picture.here(number) - self.picture.in_reserve(number))

    def best(self, guard: int) -> tuple[float, int]:
        """The best that a guard can do: its gain and its row; 0 and his own row if he had better stay."""
        s = self.s
        gain, row = 0.0, guard
        for worth, pawn in self.arrests(guard)[:1]:
            if worth > gain:
                gain, row = worth, ARREST[pawn]
        number = guard - FIRST_GUARD
        worths = self.picture.worths(number)
        here = worths[s.at[guard]]
        rings = reach(s.at[guard], self.points, self.ways, s.occupied)
        free = rows_of(union(rings[1:]) & stops(s, guard), 0)
        top = max(free, key=worths.__getitem__, default=s.at[guard])
        if worths[top] > here:
            steps = steps_away(rings, 1 << top)
            better = (worths[top] - here) * self.picture.unit - PER_POINT * steps
            if better > gain:
                gain, row = better, TO[top]
        return gain, row


def posting_worth(s: ColditzState, post: int, moves: Moves) -> float:
    picture = moves.picture
    there = pawn_on(s, post)
    if there != NOBODY:
        return arrest_worth(s, there, picture, moves.feared)
    guard = first_in_barracks(s)
    number = guard - FIRST_GUARD
    return picture.at(number, post) - picture.in_reserve(number)


def clearing_worth(s: ColditzState, space: int, guard: int, moves: Moves) -> float:
    link = LINK_UP[space] if space in LINK_UP else LINK_DOWN[space]
    nation = owner(s, link)
    if any(
        s.at[pawn] >= 0 and AREA[s.at[pawn]] != INNER
        for pawn in range(FIRST_GUARD)
        if nation_of(pawn) == nation
    ):
        return -0.01
    number = guard - FIRST_GUARD
    picture = moves.picture
    where = max(picture.at(number, FAR_SIDE[link]), picture.in_reserve(number))
    if space not in ROOM_OF:
        where = picture.at(number, space)
    return 0.1 * moves.feared.by_nation.get(nation, 0.0) + 0.005 + where - picture.here(number)
