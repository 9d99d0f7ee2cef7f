"""What an answer takes: movement points, and equipment that is given up, in signs and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from garrison.core.kernel import row_of
from garrison.core.show.scene import Note
from garrison.core.show.templates import fill
from garrison.core.state import Action, View
from garrison.games.colditz.actions import (
    ARREST,
    CLEAR,
    CROSS,
    ENTER,
    ESCAPE,
    FORCE,
    PAWN,
    POST,
    RELEASE,
    TO,
    WITHDRAW,
)
from garrison.games.colditz.cards.security import distance
from garrison.games.colditz.castle.layout import (
    CAR_TARGET,
    CASTLE_SIDE,
    FAR_SIDE,
    GATES,
    KIND,
    LINK_DOWN,
    LINK_UP,
    NEIGHBOURS,
    ROOM_OF,
    SAFE,
    TARGETS,
    bits,
    members,
    of_kind,
)
from garrison.games.colditz.castle.reach import Rings, Ways, path, reach, ways
from garrison.games.colditz.editions import KIT_LEAVES
from garrison.games.colditz.knowledge.view import DECKS, load
from garrison.games.colditz.movement import GATE_CARD, GATE_SIDES, PRICE, pays_onto, starts
from garrison.games.colditz.staff_car import road
from garrison.games.colditz.state import ColditzState
from garrison.games.colditz.tables import EQUIPMENT, FIRST_GUARD, ITEMS, KIT
from garrison.games.colditz.tunnels import along, mouth, within
from garrison.games.colditz.words import WORDS

ALIKE: Final = ("parade", "spot")
"""Questions for one of several spaces, of which any will do."""
KITS: Final = ITEMS[KIT]
"""What an escape costs, where the kit goes with it."""
NOTED: Final = ("act", "move", "shooter", *ALIKE)
BELOW, AWAY, CAUGHT, REMOVED = "~", "★", "!", "×"
"""Badges of what is neither a walk nor paid for: into a tunnel, an escape, an arrest, a marker."""


def notes(view: View, actions: Sequence[Action], lang: str) -> Sequence[str | Note]:
    """What moves of a pawn take; for a shot, what the roll must reach."""
    ask, rows = view["ask"], [*map(row_of, actions)]
    if ask is None or ask[0] not in NOTED:
        return [""] * len(rows)
    if ask[0] == "act":
        return ["1" if row in ONE_POINT else "" for row in rows]
    if ask[0] in ALIKE:
        return [Note(plain=row in TO) for row in rows]
    s = walking(view)
    if ask[0] == "shooter":
        shots = (distance(s, row, ask[2]) if row in PAWN else 0 for row in rows)
        return [str(steps) if steps else "" for steps in shots]
    costs = Costs(s, ask[2], ask[3], s.occupied)
    apart = _apart(costs, rows)
    return [_note(costs, row, row in TO and row not in apart, lang) for row in rows]


def _note(costs: Costs, row: int, plain: bool, lang: str) -> Note:
    points = costs.cost(row)
    if points is None:
        return Note(plain=plain)
    said: Mapping[str, str] = WORDS.load(lang)["takes"]
    item, number = costs.price(row)
    if not item:
        return Note(str(points), costs.badge(row), fill(said["points"], points), plain)
    sign = f"+{number if number > 1 else ''}{WORDS.name('letter', item, lang)}"
    given = said[item] if item in said else fill(WORDS.name("items", item, lang), number)
    return Note(str(points), sign, fill(said["also"], points, given), plain)


# Of many spaces, those worth naming


def _clusters() -> dict[int, int]:
    """By space of a safe area, the first of those that it can be reached from without leaving it."""
    found: dict[int, int] = {}
    for first in of_kind(SAFE):
        edge = [first] if first not in found else []
        for space in edge:
            found[space] = first
            edge += (each for each in NEIGHBOURS[space] if KIND[each] == SAFE and each not in found)
    return found


SAFE_AREA: Final = _clusters()


def _area(space: int) -> tuple[str, int] | None:
    """The room or the safe area that a space belongs to."""
    if space in ROOM_OF:
        return "room", ROOM_OF[space]
    return ("safe", SAFE_AREA[space]) if space in SAFE_AREA else None


def _apart(costs: Costs, rows: Sequence[int]) -> set[int]:
    """Walks that stand for themselves: the shortest into each room and safe area; all below and by car."""
    if costs.pawn == costs.s.driver:
        return {*rows}
    nearest: dict[tuple[str, int], tuple[int, int]] = {}
    here = _area(costs.s.at[costs.pawn])
    for row in rows:
        area = _area(row - TO[0]) if row in TO else None
        if area is not None and area != here:
            reached = (costs.cost(row) or 0, row)
            nearest[area] = min(nearest.get(area, reached), reached)
    return {*(row for _, row in nearest.values()), *(TO[circle] for circle in costs.inside)}


# Points


ONE_POINT: Final = frozenset((*POST, *WITHDRAW, *RELEASE))
"""COL-O-063, COL-O-068, COL-O-069"""


def walking(view: View) -> ColditzState:
    """The state as far as walking goes: nothing hidden is in it."""
    hidden: dict[str, object] = {"hands": {}, "offers": {}, "do_or_die": (), **dict.fromkeys(DECKS, ())}
    hidden |= {"ask": None, "answers": [], "agenda": []}
    return load({key: value for key, value in view.items() if key != "seen"} | hidden)


class Costs:
    """The points that each move of a pawn costs, up to `points`; it does not pass `occupied` spaces."""

    def __init__(self, s: ColditzState, pawn: int, points: int, occupied: int) -> None:
        self.s, self.pawn = s, pawn
        self.ways: Ways = ways(s, pawn)
        self.starts: dict[int, tuple[tuple[int, ...], Rings]] = {}
        self.steps: dict[int, int] = {}
        for way, left in starts(s, pawn, points):
            self._walk_from(way, reach(way[-1], left, self.ways, occupied))
        self.inside = {circle: len(along(s, pawn, circle)) - 1 for circle in self._circles(points)}
        if pawn == s.driver:
            self.steps = {space: n for n, space in enumerate((*road(s, points), CAR_TARGET), start=1)}

    def _walk_from(self, way: tuple[int, ...], rings: Rings) -> None:
        """Note what is nearest from here; a tunneller may have two ways out."""
        before = way[:-1]
        for n, ring in enumerate(rings, start=len(before)):
            for space in members(ring):
                if n < self.steps.get(space, n + 1):
                    self.steps[space], self.starts[space] = n, (before, rings)

    def _circles(self, points: int) -> list[int]:
        """The circles of his tunnel to which a tunneller can crawl."""
        return within(self.s, self.pawn, points) if self.s.inside >> self.pawn & 1 else []

    def price(self, row: int) -> tuple[str, int]:
        """What is given up besides: a kind of equipment or a kit, and how many; nothing where there is none.

        COL-O-020 to COL-O-024, COL-O-131, AMB-68
        """
        if row in ESCAPE:
            return (KITS, 1) if KIT_LEAVES[self.s.mode] else ("", 0)
        if row in FORCE:
            gate = self.s.at[FIRST_GUARD + row - FORCE[0]]
            paid = gate in GATES and pays_onto(self.s, self.pawn, self.s.points, gate)
            return (EQUIPMENT[GATE_CARD[gate]], 1) if paid else ("", 0)
        if row not in CROSS:
            return "", 0
        space = row - CROSS[0]
        if space in GATES:
            return EQUIPMENT[GATE_CARD[space]], 1
        item, number = PRICE[LINK_UP[space] if space in LINK_UP else LINK_DOWN[space]]
        return EQUIPMENT[item], number

    def badge(self, row: int) -> str:
        """The sign of an action that is more than a walk."""
        return next((sign for rows, sign in BADGES if row in rows), "")

    def cost(self, row: int) -> int | None:
        """None for an answer that is no move, or one that leads too far."""
        if row in TO and row - TO[0] in self.inside:
            return self.inside[row - TO[0]]
        if self.pawn == self.s.driver:
            return self.steps.get(TARGETS[row - ESCAPE[0]] if row in ESCAPE else row - TO[0])
        space = self._walked_to(row)
        return None if space is None else self.steps[space] + (row not in WALKS)

    def way(self, row: int) -> tuple[int, ...]:
        """The spaces of the walk, without a last step over a barrier or onto somebody."""
        space = self._walked_to(row)
        if space is None:
            return ()
        before, rings = self.starts[space]
        return before + path(rings, space, self.ways)

    def _walked_to(self, row: int) -> int | None:
        """The nearest space from which an action is done."""
        near = [space for space in members(self._sides(row)) if space in self.steps]
        return min(near, key=self.steps.__getitem__, default=None)

    def _sides(self, row: int) -> int:
        """All spaces from which an action is done."""
        if row in TO:
            return 1 << row - TO[0]
        if row in CLEAR:
            return 1 << row - CLEAR[0]
        if row in ENTER:
            return 1 << mouth(row - ENTER[0])
        if row in CROSS:
            return self._before(row - CROSS[0])
        if row in ESCAPE:
            return self._beside(TARGETS[row - ESCAPE[0]])
        if row in FORCE:
            return self._beside(self.s.at[FIRST_GUARD + row - FORCE[0]])
        return self._beside(self.s.at[row - ARREST[0]]) if row in ARREST else 0

    def _before(self, space: int) -> int:
        """The spaces from which one steps over a barrier onto a space."""
        if space in GATES:
            return GATE_SIDES[space]
        if space in LINK_UP:
            return 1 << CASTLE_SIDE[LINK_UP[space]]
        return 1 << FAR_SIDE[LINK_DOWN[space]] if space in LINK_DOWN else 0

    def _beside(self, space: int) -> int:
        """The spaces from which one steps onto somebody, or onto a target."""
        return 0 if space < 0 else bits(NEIGHBOURS[space]) | self.ways.sides(space)


WALKS: Final = frozenset((*TO, *CLEAR, *ENTER))
"""Rows without a step beyond the walk."""
BADGES: Final = ((ENTER, BELOW), (ESCAPE, AWAY), (ARREST, CAUGHT), (FORCE, CAUGHT), (CLEAR, REMOVED))
