"""Answers apart from the rest, their headings, and what each costs in movement points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from garrison.core.kernel import row_of
from garrison.core.state import Action, View
from garrison.games.colditz.actions import (
    ARREST,
    BACK,
    CLEAR,
    CROSS,
    DECLINE,
    DENY,
    DISCARD,
    DO_OR_DIE,
    DONE,
    DROP,
    END,
    ENTER,
    ESCAPE,
    FORCE,
    KEEP,
    LEAVE,
    MAKE,
    PASS_ROW,
    PAWN,
    PLAY,
    POST,
    RECALL,
    RELEASE,
    TO,
    WITHDRAW,
)
from garrison.games.colditz.cards.security import distance
from garrison.games.colditz.castle.layout import (
    APPEL,
    AREA,
    CAR_TARGET,
    CASTLE_SIDE,
    FAR_SIDE,
    GATES,
    INNER,
    KIND,
    LINK_DOWN,
    LINK_UP,
    NEIGHBOURS,
    OUTER,
    ROOM_OF,
    SAFE,
    TARGETS,
    bits,
    members,
)
from garrison.games.colditz.castle.reach import Rings, Ways, path, reach, ways
from garrison.games.colditz.knowledge.view import DECKS, load
from garrison.games.colditz.movement import GATE_SIDES, starts
from garrison.games.colditz.staff_car import road
from garrison.games.colditz.state import ColditzState
from garrison.games.colditz.tables import FIRST_GUARD
from garrison.games.colditz.tunnels import along, mouth, within

QUIET: Final = frozenset((BACK, KEEP, LEAVE, PASS_ROW, DENY, DROP, RECALL, *FORCE, *DISCARD, *DECLINE))
"""Answers that give something up."""
FINAL: Final = frozenset((END, DONE, *DO_OR_DIE))


def weight(_view: View, action: Action) -> str:
    row = row_of(action)
    return "final" if row in FINAL else "quiet" if row in QUIET else "main"


def ends(view: View, action: Action) -> str:
    """The turn ends when its player says so; posting ends when the Security Officer has enough.

    Do or Die may end all turns of a team (COL-C-51d).
    """
    row = row_of(action)
    if row in DO_OR_DIE:
        return "dare"
    if row == END:
        return "turn"
    return "deploy" if row == DONE and view["ask"] is not None and view["ask"][0] == "deploy" else ""


def fold(_view: View, action: Action) -> str:
    """Possible rather than worth choosing: walking into a guard, taking one off his post, Do or Die."""
    row = row_of(action)
    if row in FORCE:
        return "force"
    if row in DO_OR_DIE:
        return "dare"
    return "withdraw" if row in WITHDRAW else ""


# Headings

BY_ROWS: Final = (
    ("escape", ESCAPE),
    ("arrest", ARREST),
    ("cross", CROSS),
    ("clear", CLEAR),
    ("enter", ENTER),
    ("make", MAKE),
    ("release", RELEASE),
    ("play", PLAY),
    ("pawn", PAWN),
    ("post", POST),
    ("withdraw", WITHDRAW),
    ("dare", DO_OR_DIE),
)
HEADED: Final = ("ready", "act", "move")
"""Questions whose answers are of several kinds."""


def kind(view: View, action: Action) -> str:
    """The heading of a choice: what is done; for a walk, what kind of place it leads to."""
    row, ask = row_of(action), view["ask"]
    if ask is None or ask[0] not in HEADED:
        return ""
    if row in TO:
        return _goal(row - TO[0])
    return next((name for name, rows in BY_ROWS if row in rows), "")


def _goal(space: int) -> str:
    if space in ROOM_OF:
        return "room"
    if KIND[space] in (SAFE, APPEL):
        return "safe" if KIND[space] == SAFE else "appel"
    return {INNER: "inner", OUTER: "outer"}.get(AREA[space], "outside")


# What it costs


def notes(view: View, actions: Sequence[Action], lang: str) -> list[str]:
    """Movement points; for a shot, what the roll must reach."""
    ask = view["ask"]
    if ask is None or ask[0] not in ("act", "move", "shooter"):
        return [""] * len(actions)
    if ask[0] == "shooter":
        there = walking(view)
        shots = (distance(there, each, ask[2]) if each in PAWN else 0 for each in map(row_of, actions))
        return [str(steps) if steps else "" for steps in shots]
    if ask[0] == "act":
        return ["1" if row_of(each) in ONE_POINT else "" for each in actions]
    s = walking(view)
    costs = Costs(s, ask[2], ask[3], s.occupied)
    return [costs.note(row_of(each)) for each in actions]


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

    def note(self, row: int) -> str:
        cost = self.cost(row)
        return "" if cost is None else str(cost)

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
