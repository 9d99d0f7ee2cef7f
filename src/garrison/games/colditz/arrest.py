"""Arrest: who may be arrested where, the cells, and the equipment lost by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz import trades
from garrison.games.colditz.actions import LOSE
from garrison.games.colditz.cards.hands import counted
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import (
    ALL_ROOMS,
    APPEL,
    APPEL_BITS,
    AREA,
    INNER,
    KIND,
    POST,
    POST_BITS,
    ROOM_OF,
    SAFE,
    SAFE_BITS,
    TUNNEL_OF,
)
from garrison.games.colditz.equipment import give_up, held
from garrison.games.colditz.state import (
    CELL_OUTER,
    FOUND,
    NOBODY,
    OFFICE,
    ColditzState,
    cell_for,
    nation_of,
    place,
)
from garrison.games.colditz.tables import EQUIPMENT_KINDS, TEAM
from garrison.games.colditz.trades import free

# Who may be arrested


def liable(s: ColditzState, pawn: int, open_rooms: int) -> bool:
    """True if a guard who gets to a POW may arrest him: `arrest_barred`, quickly."""
    space = s.at[pawn]
    if space < 0 or pawn == s.driver:
        return False
    if s.inside >> pawn & 1:  # COL-O-126
        return s.tunnels[TUNNEL_OF[space]] == FOUND
    here = 1 << space  # COL-O-028, COL-O-035: nobody in a safe area or on the appel
    if here & (APPEL_BITS | SAFE_BITS) or here & ALL_ROOMS & ~open_rooms:
        return False
    first = pawn // TEAM * EQUIPMENT_KINDS
    if any(s.equipment[first : first + EQUIPMENT_KINDS]):
        return True
    if AREA[space] == INNER:  # COL-O-016, COL-O-088, COL-O-146
        return bool(here & POST_BITS or s.refused >> pawn & 1)
    return not s.exempt >> pawn & 1


def arrest_barred(s: ColditzState, pawn: int) -> str | None:
    """The rule by which a POW may not be arrested where he is, however near the guard."""
    space = s.at[pawn]
    if space < 0:
        return "COL-O-086"
    if KIND[space] in (APPEL, SAFE):
        return "COL-O-147"
    if pawn == s.driver:
        return "COL-O-017"
    if s.inside >> pawn & 1:
        return None if s.tunnels[TUNNEL_OF[space]] == FOUND else "COL-O-126"
    if space in ROOM_OF and ROOM_OF[space] not in routes.rooms_open(s):
        return "COL-O-032"
    if held(s, nation_of(pawn)):
        return None
    if AREA[space] == INNER and KIND[space] != POST and not s.refused >> pawn & 1:
        return "COL-O-087"
    return "COL-O-089" if AREA[space] != INNER and s.exempt >> pawn & 1 else None


# The arrest

BY_MOVE, BY_POST, BY_SEARCH, BY_GENERAL_SEARCH, AT_GATE, BY_SHOT = range(6)
DANGERS: Final = ("move", "post", "search", "general-search", "gate", "shot")
"""How a POW is about to be arrested or shot: the last argument of `saved`."""
NO_GUARD: Final = 0
"""In a question or a step, instead of a guard: the number of a POW."""


def endanger(s: ColditzState, tell: Tell, pawn: int, by: int, how: int) -> None:
    """A POW is about to be arrested or shot, `by` a guard; at a gate `by` is its space.

    COL-O-079, AMB-27: his officer is asked first, if he has cards, whatever they are.
    """
    officer = nation_of(pawn)
    if counted(s, officer):
        tell((ALL, "threatened", pawn, s.at[pawn], how))
        ask(s, "saved", bit(officer), pawn, by, how)
    else:
        then(s, ("seize", pawn, by, how))


def arrest(s: ColditzState, tell: Tell, pawn: int, guard: int, space: int) -> None:
    """COL-O-018, COL-O-025, COL-O-090: the POW goes to solitary, the guard to the Commander's office.

    He is arrested on a space, his own or one onto which he steps. Outside the inner courtyard it costs his
    officer a card (COL-O-011).
    """
    confine(s, tell, pawn, space)
    if guard != NOBODY:
        place(s, guard, OFFICE)
    if AREA[space] != INNER:
        then(s, ("lose", nation_of(pawn)))


def confine(s: ColditzState, tell: Tell, pawn: int, space: int) -> None:
    """COL-O-025, COL-O-092: to the cells. Who was on his way home is not any more (COL-O-089)."""
    block = cell_for(s, AREA[space])
    forget_way_home(s, pawn)
    place(s, pawn, block)
    tell((ALL, "arrested", pawn, space, int(block == CELL_OUTER)))


def forget_way_home(s: ColditzState, pawn: int) -> None:
    """He is no returner any more: back inside, arrested or away (AMB-36, AMB-37, COL-O-089)."""
    other = ~(1 << pawn)
    s.returning &= other
    s.exempt &= other
    s.strayed &= other


def lose(s: ColditzState, dice: Dice, tell: Tell, nation: int) -> None:
    """COL-O-010, COL-O-091: an arrest in the outer courtyard or outside costs an equipment card.

    AMB-66: if all of them are on offer, the offer lapses.
    """
    if held(s, nation) and not any(free(s, nation)):
        trades.lapse(s, nation, tell)
    if held(s, nation) > 1:
        ask(s, "lose", bit(nation))
    elif held(s, nation):
        first = nation * EQUIPMENT_KINDS
        lost(s, nation, s.equipment.index(1, first) - first, tell)


def lost(s: ColditzState, nation: int, kind: int, tell: Tell) -> None:
    give_up(s, nation, kind)
    tell((ALL, "lost", nation, kind))


def lose_legal(s: ColditzState, seat: Seat) -> list[int]:
    """COL-O-091: a card of his choice, but none that is on offer (AMB-66)."""
    return [LOSE[kind] for kind, cards in enumerate(free(s, seat)) if cards]


def lose_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    if action not in LOSE:
        return OTHER_QUESTION
    kind = action - LOSE[0]
    locked = trades.on_offer(s, seat)[kind]
    return None if s.equipment[seat * EQUIPMENT_KINDS + kind] > locked else "COL-O-091"


def lose_answer(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    lost(s, seat, action - LOSE[0], tell)


STEPS: Final[Mapping[str, Step]] = {"lose": lose}
QUESTIONS: Final[Mapping[str, Question]] = {
    # Always asked: skipping it would tell that all cards of a hand are of one kind.
    "lose": Question("COL-O-091", lose_legal, lose_judge, lose_answer, always=True)
}
