"""The state of Castle Itter: ints and flat lists, copied by hand."""

from __future__ import annotations

from typing import ClassVar, Final

from garrison.core.state import State
from garrison.games.itter.tables import (
    COLOUR_COUNT,
    DEFENCE_TRACK,
    DEFENDER_COUNT,
    LAST_AREA,
    NEXT,
    SQUARE_COUNT,
    TARGETS,
)

DEFENDER, SS = 0, 1
"""The seats; solitaire uses only the first."""
DEFENDER_BIT: Final = 1 << DEFENDER
SS_BIT: Final = 1 << SS

# Where a Defender is, if not on a square
SUPPLY, ASIDE, CASUALTY, ESCAPED = -1, -2, -3, -4

# Values for a square without a Defender
EMPTY, WRECK = -1, -2
NO_COUNTER: Final = -1

# Marks of a Defender
EXHAUSTED, DISRUPTED, ACTED, COMMANDED = 1, 2, 4, 8
UNFIT: Final = EXHAUSTED | DISRUPTED
SPENT: Final = ACTED | COMMANDED

# The tank's gun and hull
UNLOADED, LOADED, DESTROYED, DESTROYED_EMPTY = 0, 1, 2, 3

DEFENDER_PHASE, SS_PHASE, PLANNING_PHASE = 0, 1, 2
ENDINGS: Final = ("", "breach", "deck-end", "regiment-142")
RUNNING, BREACH, DECK_END, RELIEVED = 0, 1, 2, 3


FIELDS: Final = (
    "actions_left",
    "dawn",
    "deck",
    "defence",
    "discard",
    "ending",
    "face_down",
    "hand",
    "heavy",
    "light",
    "marks",
    "mixed",
    "mode",
    "phase",
    "plan",
    "played",
    "readings",
    "removed",
    "tactic_deck",
    "tactics",
    "tank",
    "tokens",
    "turn",
    "where",
    "who",
)
"""The slots of the state, apart from core's own."""


class ItterState(State):
    """One position. Decks are stored with the top card last."""

    __slots__ = FIELDS

    mode: int
    """Edition and difficulty: a row of MODES."""
    readings: int
    """The rules played by their stricter reading: bits of READINGS."""
    turn: int
    phase: int
    actions_left: int
    where: list[int]
    """By Defender: a square, or SUPPLY, ASIDE, CASUALTY, ESCAPED."""
    dawn: int
    """Borotra's square at the start of the turn, in the playtest edition (AMB-19)."""
    who: list[int]
    """By square: a Defender, EMPTY or WRECK."""
    marks: list[int]
    light: list[int]
    """By circle: the one Rifleman, Scout or Sturm on it (AMB-39)."""
    heavy: list[int]
    """Number of Machine Gunners (2 * area) and Mortars (2 * area + 1)."""
    tokens: list[int]
    defence: list[int]
    tank: int
    deck: list[int]
    played: list[int]
    discard: list[int]
    tactic_deck: list[int]
    tactics: list[int]
    removed: list[int]
    face_down: list[int]
    """Cards removed unseen: tactics at set-up, SS cards by an Escape of the playtest edition."""
    hand: list[int]
    """The SS player's hand, SS and Tactic cards, in table order."""
    plan: list[int]
    """His orders for this turn, first one first, and his Tactic card."""
    mixed: int
    """The 142nd is among this many of the last cards; 0 while it is set aside."""
    ending: int

    saved: ClassVar[tuple[str, ...]] = (*State.saved, *FIELDS)

    def __init__(self, rules: int, mode: int, readings: int = 0) -> None:
        super().__init__(rules)
        self.mode = mode
        self.readings = readings
        self.turn = 0
        self.phase = DEFENDER_PHASE
        self.actions_left = 0
        self.where = [CASUALTY] * DEFENDER_COUNT
        self.who = [EMPTY] * SQUARE_COUNT
        self.marks = [0] * DEFENDER_COUNT
        self.light = [NO_COUNTER] * len(NEXT)
        self.heavy = [0] * (2 * (LAST_AREA + 1))
        self.tokens = [0] * COLOUR_COUNT
        self.defence = [DEFENCE_TRACK[place][0] for place in TARGETS]
        self.tank = UNLOADED
        self.deck = []
        self.played = []
        self.discard = []
        self.tactic_deck = []
        self.tactics = []
        self.removed = []
        self.face_down = []
        self.hand = []
        self.plan = []
        self.dawn = CASUALTY
        self.mixed = 0
        self.ending = RUNNING

    def copy(self) -> ItterState:
        new = ItterState.__new__(ItterState)
        new.rules = self.rules
        new.ask = self.ask
        new.answers = self.answers.copy()
        new.agenda = self.agenda.copy()
        new.known = None
        new.mode = self.mode
        new.readings = self.readings
        new.turn = self.turn
        new.phase = self.phase
        new.actions_left = self.actions_left
        new.where = self.where.copy()
        new.who = self.who.copy()
        new.marks = self.marks.copy()
        new.light = self.light.copy()
        new.heavy = self.heavy.copy()
        new.tokens = self.tokens.copy()
        new.defence = self.defence.copy()
        new.tank = self.tank
        new.deck = self.deck.copy()
        new.played = self.played.copy()
        new.discard = self.discard.copy()
        new.tactic_deck = self.tactic_deck.copy()
        new.tactics = self.tactics.copy()
        new.removed = self.removed.copy()
        new.face_down = self.face_down.copy()
        new.hand = self.hand.copy()
        new.plan = self.plan.copy()
        new.dawn = self.dawn
        new.mixed = self.mixed
        new.ending = self.ending
        return new


def occupied(s: ItterState, circle: int) -> bool:
    """True if any SS counter is on a circle."""
    if s.light[circle] != NO_COUNTER:
        return True
    return circle <= LAST_AREA and bool(s.heavy[2 * circle] or s.heavy[2 * circle + 1])
