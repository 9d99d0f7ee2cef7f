"""The state of Escape from Colditz: ints and flat lists, copied by hand."""

from __future__ import annotations

from typing import ClassVar, Final

from garrison.core.state import State
from garrison.games.colditz.castle.layout import INNER, LINK_COUNT, OUTER, TUNNEL_OF, TUNNELS, members
from garrison.games.colditz.tables import (
    CELLS,
    EQUIPMENT_KINDS,
    FIRST_GUARD,
    NATION_COUNT,
    PAWN_COUNT,
    SEAT_COUNT,
    SECURITY,
    SECURITY_OFFICER,
    TEAM,
    TEAM_SIZE,
)

# Where a pawn is, if not on a space
CELL_INNER, CELL_OUTER, ESCAPED, SHOT, OUT, BARRACKS, OFFICE, UNUSED = range(-1, -9, -1)
OFF_BOARD: Final = {
    CELL_INNER: "cell_inner",
    CELL_OUTER: "cell_outer",
    ESCAPED: "escaped",
    SHOT: "shot",
    OUT: "out",
    BARRACKS: "barracks",
    OFFICE: "office",
}
IN_CELLS: Final = (CELL_INNER, CELL_OUTER)

DEPLOY_PHASE, READY_PHASE, ACT_PHASE = range(3)
CLOSED, OPEN, FOUND = range(3)
NOBODY: Final = -1
ENDINGS: Final = ("", "nation", "shared", "held")
RUNNING, NATION_WON, SHARED_WON, HELD = range(len(ENDINGS))

# A card in a hand or a deck: its number, and the bits of the seats that know it to be there
CARD_MASK: Final = 31
KNOWERS: Final = 5
SEAT_SHIFT: Final = 11
"""In a hand the seat that holds it stands above these."""

FIELDS: Final = (
    "at",
    "backs",
    "doubles",
    "driver",
    "elsewhere",
    "ending",
    "equipment",
    "escapes",
    "exempt",
    "hands",
    "inside",
    "kits",
    "markers",
    "mode",
    "opportunity",
    "parts",
    "phase",
    "points",
    "refused",
    "returning",
    "round",
    "security",
    "spared",
    "stopped",
    "strayed",
    "sure",
    "thrown",
    "trades",
    "tunnels",
    "turn",
    "warned",
)
"""The slots of the state, apart from core's own and `occupied`, which follows from them."""


class ColditzState(State):
    """One position. Sets of pawns, nations, spaces and links are bits of an int."""

    __slots__ = (*FIELDS, "occupied")

    mode: int
    """The options: a row of MODES."""
    round: int
    turn: int
    """The seat whose turn it is."""
    phase: int
    points: int
    thrown: list[int]
    """The dice of this turn's movement roll."""
    doubles: int
    """Releases left in this turn (COL-O-063)."""
    at: list[int]
    """By pawn: a space, or where else it is."""
    occupied: int
    """Spaces with a pawn on them; tunnellers are below."""
    equipment: list[int]
    """By nation and kind, flat."""
    kits: int
    """Nations that hold a kit."""
    escapes: int
    """Escapes in this turn, which share one kit (COL-O-132)."""
    hands: list[int]
    """Cards in hands, with their seats; sorted, since a hand has no order."""
    opportunity: list[int]
    """The deck, top last."""
    security: list[int]
    parts: list[int]
    """COL-O-049: kit parts apart from the deck, with six seats; top last."""
    markers: list[int]
    """COL-O-006: by nation, links with its Escape Attempt markers."""
    tunnels: list[int]
    inside: int
    """Tunnellers."""
    driver: int
    returning: int
    """POWs on their way home from the outer cells, to whom the inner gates are free (AMB-36)."""
    exempt: int
    """Those of them who may not be arrested while their officer has no equipment (COL-O-089)."""
    strayed: int
    """Those who took a wrong step or paid their way in this turn (AMB-37)."""
    elsewhere: int
    """Points of this turn that brought no returner home and released nobody (AMB-37)."""
    refused: int
    """POWs who stayed away from the Appel of this turn (COL-O-082)."""
    warned: int
    """Nations that the Appel or Search of this turn does not touch (OPP-10)."""
    stopped: int
    """Pawns that do not move again in this turn (AMB-73)."""
    spared: list[int]
    """Pairs of a guard and a POW whom a card saved from him in this turn (OPP-08), as `pair` writes them."""
    trades: list[int]
    """Drafts and offers, officer after officer as `trades.py` has them; empty while there are none."""
    sure: list[int]
    """By seat, nation and kind: equipment a seat is sure of. Empty before the first trade: all know all."""
    backs: int
    """How often a pawn was put back in this turn (AMB-71)."""
    ending: int

    saved: ClassVar[tuple[str, ...]] = (*State.saved, *FIELDS, "occupied")

    def __init__(self, rules: int, mode: int) -> None:
        super().__init__(rules)
        self.mode = mode
        self.round = 0
        self.turn = 0
        self.phase = DEPLOY_PHASE
        self.points = 0
        self.thrown = []
        self.doubles = 0
        self.at = [UNUSED] * PAWN_COUNT
        self.occupied = 0
        self.equipment = [0] * (NATION_COUNT * EQUIPMENT_KINDS)
        self.kits = 0
        self.escapes = 0
        self.hands = []
        self.opportunity = []
        self.security = []
        self.parts = []
        self.markers = [0] * NATION_COUNT
        self.tunnels = [CLOSED] * len(TUNNELS)
        self.inside = 0
        self.driver = NOBODY
        self.returning = 0
        self.exempt = 0
        self.strayed = 0
        self.elsewhere = 0
        self.refused = 0
        self.warned = 0
        self.stopped = 0
        self.spared = []
        self.trades = []
        self.sure = []
        self.backs = 0
        self.ending = RUNNING

    def copy(self) -> ColditzState:
        new = ColditzState.__new__(ColditzState)
        new.rules = self.rules
        new.ask = self.ask
        new.answers = self.answers.copy()
        new.agenda = self.agenda.copy()
        new.known = None
        new.mode = self.mode
        new.round = self.round
        new.turn = self.turn
        new.phase = self.phase
        new.points = self.points
        new.thrown = self.thrown.copy()
        new.doubles = self.doubles
        new.at = self.at.copy()
        new.occupied = self.occupied
        new.equipment = self.equipment.copy()
        new.kits = self.kits
        new.escapes = self.escapes
        new.hands = self.hands.copy()
        new.opportunity = self.opportunity.copy()
        new.security = self.security.copy()
        new.parts = self.parts.copy()
        new.markers = self.markers.copy()
        new.tunnels = self.tunnels.copy()
        new.inside = self.inside
        new.driver = self.driver
        new.returning = self.returning
        new.exempt = self.exempt
        new.strayed = self.strayed
        new.elsewhere = self.elsewhere
        new.refused = self.refused
        new.warned = self.warned
        new.stopped = self.stopped
        new.spared = self.spared.copy()
        new.trades = self.trades.copy()
        new.sure = self.sure.copy()
        new.backs = self.backs
        new.ending = self.ending
        return new


# Pawns


def nation_of(pawn: int) -> int:
    """The nation of a POW, which is also his officer's seat."""
    return pawn // TEAM


def team(s: ColditzState, nation: int) -> range:
    """The POWs of a nation that take part."""
    first = nation * TEAM
    return range(first, first + TEAM_SIZE[SEAT_COUNT[s.mode]])


def place(s: ColditzState, pawn: int, where: int) -> None:
    """Put a pawn on a free space, or off the board."""
    old = s.at[pawn]
    if old >= 0 and not s.inside >> pawn & 1:
        s.occupied &= ~(1 << old)
    s.inside &= ~(1 << pawn)
    s.at[pawn] = where
    if where >= 0:
        s.occupied |= 1 << where


def place_inside(s: ColditzState, pawn: int, circle: int) -> None:
    """Put a POW on a circle of a tunnel, below the surface."""
    place(s, pawn, OUT)
    s.at[pawn] = circle
    s.inside |= 1 << pawn


def tunnellers(s: ColditzState, tunnel: int) -> list[int]:
    """The POWs in a tunnel, lowest number first."""
    return [pawn for pawn in members(s.inside) if TUNNEL_OF[s.at[pawn]] == tunnel]


def pawn_on(s: ColditzState, space: int) -> int:
    """The pawn that stands on a space, not below it; NOBODY if it is free."""
    if not s.occupied >> space & 1:
        return NOBODY
    pawn = s.at.index(space)
    while s.inside >> pawn & 1:
        pawn = s.at.index(space, pawn + 1)
    return pawn


def guards(s: ColditzState) -> range:
    return range(FIRST_GUARD, PAWN_COUNT)


def pair(guard: int, pawn: int) -> int:
    """A guard and a POW as one number."""
    return guard * PAWN_COUNT + pawn


def first_in_barracks(s: ColditzState) -> int:
    """The lowest-numbered guard in barracks who may still act in this turn (AMB-73), or NOBODY."""
    if BARRACKS not in s.at:
        return NOBODY
    for guard in range(s.at.index(BARRACKS, FIRST_GUARD), PAWN_COUNT):
        if s.at[guard] == BARRACKS and not s.stopped >> guard & 1:
            return guard
    return NOBODY


def cell_for(s: ColditzState, area: int) -> int:
    """COL-O-092, COL-O-093, AMB-22: the block of cells for somebody arrested in this area."""
    blocks = IN_CELLS if area == INNER else IN_CELLS[::-1]
    for block in blocks:
        if s.at.count(block) < CELLS[INNER if block == CELL_INNER else OUTER]:
            return block
    return CELL_OUTER


# Cards


def hand(s: ColditzState, seat: int) -> list[int]:
    """The cards a seat holds, by number."""
    return [each & CARD_MASK for each in s.hands if each >> SEAT_SHIFT == seat]


def all_seats(s: ColditzState) -> int:
    """The bits of everybody at the table."""
    return (1 << SEAT_COUNT[s.mode]) - 1


def is_security(s: ColditzState, seat: int) -> bool:
    return seat == SECURITY[s.mode]


def officer(s: ColditzState, seat: int) -> int:
    """The officer in a seat, a row of OFFICERS, for events."""
    return SECURITY_OFFICER if seat == SECURITY[s.mode] else seat


# Markers


def marked(s: ColditzState) -> int:
    """All links with a marker."""
    found = 0
    for links in s.markers:
        found |= links
    return found


ALL_LINKS: Final = (1 << LINK_COUNT) - 1
