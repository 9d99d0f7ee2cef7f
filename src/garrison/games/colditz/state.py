"""The state of Escape from Colditz: ints and flat lists, copied by hand."""

from __future__ import annotations

from typing import ClassVar, Final

from garrison.core.state import ALL, State, Tell
from garrison.games.colditz.castle.layout import AREA, INNER, LINK_COUNT, OUTER, TUNNELS, members
from garrison.games.colditz.editions import TUNNEL_CIRCLES, USES_OFFICE
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
QUARTERS: Final = ("office", "barracks")
"""Where guards go who leave the board; in events."""

DEPLOY_PHASE, READY_PHASE, ACT_PHASE = range(3)
CLOSED, OPEN, FOUND, OWNED = range(4)
"""Tunnels; in the classic rules OWNED plus the nation that holds the card."""
NOBODY: Final = -1
ENDINGS: Final = ("", "nation", "shared", "held", "first", "out")
RUNNING, NATION_WON, SHARED_WON, HELD, FIRST_WON, ALL_OUT = range(len(ENDINGS))

# A card in a hand or a deck: its number, and the bits of the seats that know it to be there
CARD_MASK: Final = 31
KNOWERS: Final = 5
SEAT_SHIFT: Final = 11
"""In a hand the seat that holds it stands above these."""

FIELDS: Final = (
    "arrested",
    "at",
    "backs",
    "denied",
    "detected",
    "do_or_die",
    "doubles",
    "driver",
    "elsewhere",
    "ending",
    "equipment",
    "escapes",
    "exempt",
    "hands",
    "homeward",
    "inside",
    "kits",
    "markers",
    "mode",
    "off_duty",
    "opportunity",
    "out",
    "paid",
    "parts",
    "phase",
    "points",
    "refused",
    "returning",
    "round",
    "searching",
    "security",
    "spared",
    "stopped",
    "strayed",
    "sure",
    "thrown",
    "trades",
    "trails",
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

    # Only the classic rules use these
    do_or_die: list[int]
    """COL-C-51a: the pack, top last: throws, and who knows the card."""
    out: int
    """COL-C-51d: nations whose team a failed Do or Die has taken out of the game."""
    paid: int
    """COL-C-50: ways paid for in this turn: links outward, back from PAID_BACK on, gates from PAID_GATES."""
    trails: list[int]
    """COL-C-46a, AMB-62: by POW, the links he used since he was last in the inner courtyard; or empty."""
    arrested: int
    """COL-C-34a3: 1 after an arrest in this turn of the Security Officer."""
    off_duty: int
    """COL-C-34b: guards withdrawn in this turn."""
    searching: int
    """COL-C-44: 1 if Search or Appel has opened the rooms to guards for this turn."""
    detected: int
    """COL-C-53e: tunnels named by Tunnel Detected in this turn."""
    denied: int
    """AMB-58: tunnels into which POWs of this turn's officer were not let."""
    homeward: int
    """COL-C-39c: returners who have come nearer to home in this turn."""

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
        self.do_or_die = []
        self.out = 0
        self.paid = 0
        self.trails = []
        self.arrested = 0
        self.off_duty = 0
        self.searching = 0
        self.detected = 0
        self.denied = 0
        self.homeward = 0

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
        new.do_or_die = self.do_or_die.copy()
        new.out = self.out
        new.paid = self.paid
        new.trails = self.trails.copy()
        new.arrested = self.arrested
        new.off_duty = self.off_duty
        new.searching = self.searching
        new.detected = self.detected
        new.denied = self.denied
        new.homeward = self.homeward
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
    if s.trails and pawn < FIRST_GUARD and not at_large(s, pawn):
        end_trail(s, pawn)


def place_inside(s: ColditzState, pawn: int, circle: int) -> None:
    """Put a POW on a circle of a tunnel, below the surface."""
    place(s, pawn, OUT)
    s.at[pawn] = circle
    s.inside |= 1 << pawn


def tunnellers(s: ColditzState, tunnel: int) -> list[int]:
    """The POWs in a tunnel, lowest number first."""
    circles = TUNNEL_CIRCLES[s.mode]
    return [pawn for pawn in members(s.inside) if circles[s.at[pawn]] == tunnel]


def tunnel_of(s: ColditzState, space: int) -> int:
    """The tunnel to which a circle belongs, or NOBODY."""
    return TUNNEL_CIRCLES[s.mode].get(space, NOBODY)


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


def send_off(s: ColditzState, guard: int) -> None:
    """COL-O-018, COL-C-34c3: off the board, to the Commander's office or to barracks."""
    place(s, guard, OFFICE if USES_OFFICE[s.mode] else BARRACKS)


def stand_down(s: ColditzState, guard: int, tell: Tell, kind: str = "withdrawn") -> None:
    """The same, told with where he goes."""
    send_off(s, guard)
    tell((ALL, kind, guard, QUARTERS.index(OFF_BOARD[s.at[guard]])))


def first_in_barracks(s: ColditzState) -> int:
    """The lowest-numbered guard in barracks who may still act in this turn (AMB-73, COL-C-34b), or NOBODY."""
    if BARRACKS not in s.at:
        return NOBODY
    idle = s.stopped | s.off_duty
    for guard in range(s.at.index(BARRACKS, FIRST_GUARD), PAWN_COUNT):
        if s.at[guard] == BARRACKS and not idle >> guard & 1:
            return guard
    return NOBODY


def free_cells(s: ColditzState) -> list[int]:
    """AMB-21: the blocks with a free cell."""
    return [
        block for block, area in zip(IN_CELLS, (INNER, OUTER), strict=True) if s.at.count(block) < CELLS[area]
    ]


def cell_for(s: ColditzState, area: int) -> int:
    """COL-O-092, COL-O-093, AMB-22: the block of cells for somebody arrested in this area."""
    free = free_cells(s)
    if not free:
        return CELL_OUTER
    return free[0] if area == INNER else free[-1]


def is_out(s: ColditzState, nation: int) -> bool:
    """COL-C-51d: True if a failed Do or Die has taken a nation's team out of the game."""
    return bool(s.out >> nation & 1)


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


# Markers, and what stands for them in the classic rules


def marked(s: ColditzState) -> int:
    """All links with a marker."""
    found = 0
    for links in s.markers:
        found |= links
    return found


def at_large(s: ColditzState, pawn: int) -> bool:
    """AMB-62: on the board, but not in the inner courtyard."""
    return s.at[pawn] >= 0 and AREA[s.at[pawn]] != INNER


def followed(s: ColditzState) -> int:
    """COL-C-46a, AMB-62: all links by which guards can follow a POW who is at large."""
    found = 0
    for links in s.trails:
        found |= links
    return found


def trail(s: ColditzState, pawn: int) -> int:
    return s.trails[pawn] if s.trails else 0


def leave_trail(s: ColditzState, pawn: int, links: int) -> None:
    """COL-C-46a, COL-C-50, AMB-62: he has used these links, whoever paid for them."""
    if links:
        s.trails = s.trails or [0] * FIRST_GUARD
        s.trails[pawn] |= links


def end_trail(s: ColditzState, pawn: int) -> None:
    """AMB-62: he is back in the inner courtyard, in a cell, or away."""
    if s.trails:
        s.trails[pawn] = 0
        if not any(s.trails):
            s.trails = []


PAID_BACK: Final = LINK_COUNT
PAID_GATES: Final = 2 * LINK_COUNT
"""Places in `paid` of the links back, and of gates by their spaces."""
