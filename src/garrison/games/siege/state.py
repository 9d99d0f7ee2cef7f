"""The state of Castle under Siege: ints and flat lists, copied by hand."""

from __future__ import annotations

from typing import ClassVar, Final

from garrison.core.state import State
from garrison.games.siege.tables import (
    COUNTER_COUNT,
    KIND_COUNT,
    SHOT_COUNT,
    STRUCTURE_COUNT,
)

ATTACKER, DEFENDER = 0, 1
"""The seats."""
ATTACKER_BIT: Final = 1 << ATTACKER
DEFENDER_BIT: Final = 1 << DEFENDER

# Where a counter is, if not in a section
SUPPLY, KILLED = -1, -2
HEALTHY, INJURED = 0, 1
# Where a shot is, if not in a pile, burning or contaminating
UNSHOT, SPENT = -1, -2
NOT_LOADED: Final = -1

SETUP_PHASE, ATTACK_PHASE, DEFENCE_PHASE = 0, 1, 2
ENDINGS: Final = ("", "keep", "tower", "gatehouse", "soldiers", "points", "held")
RUNNING, KEEP_FELL, TOWER_FELL, GATE_FELL, SOLDIERS_FELL, POINTS, HELD = range(len(ENDINGS))

FIELDS: Final = (
    "acted",
    "ammo",
    "cast",
    "catapult",
    "damage",
    "ending",
    "foul",
    "health",
    "last",
    "lies",
    "loaded",
    "mode",
    "phase",
    "shares",
    "shows",
    "spell",
    "spot",
    "turn",
    "where",
)
"""The slots of the state, apart from core's own."""


class SiegeState(State):
    """One position."""

    __slots__ = FIELDS

    mode: int
    """The options: a row of MODES."""
    turn: int
    phase: int
    where: list[int]
    """By counter: a section, SUPPLY or KILLED."""
    spot: list[int]
    """By counter: its standing point in the section."""
    health: list[int]
    acted: int
    """Bits of the counters that have acted in this turn (CUS-A5)."""
    damage: list[int]
    foul: int
    """Bits of the contaminated sections."""
    ammo: list[int]
    """By shot: UNSHOT, SPENT, the structure it lies beside or burns on, or the section it contaminates."""
    shows: list[int]
    """By shot: the damage a boulder in a pile shows, or the turns before a fire does damage."""
    lies: list[int]
    """By shot: x and y where it lies, for fires and disease; else 0, 0."""
    loaded: int
    """The kind that lies behind the catapult: the attacker's secret until the shot."""
    cast: int
    """The turn of the last spell; 0 if there was none."""
    spell: int
    """1 if a spell applies to this turn's shot."""
    catapult: list[int]
    """x and y of its last place; empty before the first."""
    last: list[int]
    """The last shot: which, bend, direction, from x, y, touched x, y, lies x, y; empty before the first."""
    shares: list[int]
    """Shares of the last shot: section, per mille, ..., -1, counter, per mille, ..."""
    ending: int

    saved: ClassVar[tuple[str, ...]] = (*State.saved, *FIELDS)

    def __init__(self, rules: int, mode: int) -> None:
        super().__init__(rules)
        self.mode = mode
        self.turn = 0
        self.phase = SETUP_PHASE
        self.where = [SUPPLY] * COUNTER_COUNT
        self.spot = [0] * COUNTER_COUNT
        self.health = [HEALTHY] * COUNTER_COUNT
        self.acted = 0
        self.damage = [0] * STRUCTURE_COUNT
        self.foul = 0
        self.ammo = [UNSHOT] * SHOT_COUNT
        self.shows = [0] * SHOT_COUNT
        self.lies = [0] * (2 * SHOT_COUNT)
        self.loaded = NOT_LOADED
        self.cast = 0
        self.spell = 0
        self.catapult = []
        self.last = []
        self.shares = []
        self.ending = RUNNING

    def copy(self) -> SiegeState:
        new = SiegeState.__new__(SiegeState)
        new.rules = self.rules
        new.ask = self.ask
        new.answers = self.answers.copy()
        new.agenda = self.agenda.copy()
        new.known = None
        new.mode = self.mode
        new.turn = self.turn
        new.phase = self.phase
        new.where = self.where.copy()
        new.spot = self.spot.copy()
        new.health = self.health.copy()
        new.acted = self.acted
        new.damage = self.damage.copy()
        new.foul = self.foul
        new.ammo = self.ammo.copy()
        new.shows = self.shows.copy()
        new.lies = self.lies.copy()
        new.loaded = self.loaded
        new.cast = self.cast
        new.spell = self.spell
        new.catapult = self.catapult.copy()
        new.last = self.last.copy()
        new.shares = self.shares.copy()
        new.ending = self.ending
        return new


def unshot(s: SiegeState, kind: int) -> int:
    """The number of counters of a kind not yet shot; everybody can count them."""
    first = sum(KIND_COUNT[:kind])
    return s.ammo[first : first + KIND_COUNT[kind]].count(UNSHOT)


def ruined(s: SiegeState, structure: int, strength: tuple[int, ...]) -> bool:
    return s.damage[structure] >= strength[structure]
