"""Arrest: who may be arrested where, the cells, and the equipment lost by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz import trades
from garrison.games.colditz.actions import CELL, LOSE
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
)
from garrison.games.colditz.editions import (
    ARREST_ON_POSTS,
    CELLS_CHOSEN,
    DRIVING,
    EQUIPMENT_TELLS,
    ON_APPEL,
    POSTS_FIRST,
    ROOMS_BY_CARD,
)
from garrison.games.colditz.equipment import give_up, held
from garrison.games.colditz.offers import free, on_offer
from garrison.games.colditz.state import (
    CELL_OUTER,
    FOUND,
    IN_CELLS,
    NOBODY,
    ColditzState,
    cell_for,
    free_cells,
    is_security,
    nation_of,
    place,
    send_off,
    tunnel_of,
)
from garrison.games.colditz.tables import EQUIPMENT_KINDS, SECURITY, TEAM

# Who may be arrested


def liable(s: ColditzState, pawn: int, open_rooms: int) -> bool:
    """True if a guard who gets to a POW may arrest him: `arrest_barred`, quickly."""
    space = s.at[pawn]
    if space < 0 or pawn == s.driver:
        return False
    if s.inside >> pawn & 1:  # COL-O-126
        return s.tunnels[tunnel_of(s, space)] == FOUND
    here = 1 << space  # COL-O-028, COL-O-035: nobody in a safe area or on the appel
    if ROOMS_BY_CARD[s.mode]:  # COL-C-44, COL-C-53e: Tunnel Detected opens no room for arrests
        open_rooms = ALL_ROOMS if s.searching and not warned_in_room(s, pawn) else 0
    if here & (APPEL_BITS | SAFE_BITS) or here & ALL_ROOMS & ~open_rooms:
        return False
    if not EQUIPMENT_TELLS[s.mode] and protected(s, pawn):
        return False
    first = pawn // TEAM * EQUIPMENT_KINDS  # COL-C-30b: whoever of the team made it
    if any(s.equipment[first : first + EQUIPMENT_KINDS]):
        return True
    if AREA[space] == INNER:  # COL-O-016, COL-O-088, COL-O-146; COL-C-34c1, COL-C-36
        return bool((here & POST_BITS and ARREST_ON_POSTS[s.mode]) or s.refused >> pawn & 1)
    return not s.exempt >> pawn & 1


def protected(s: ColditzState, pawn: int) -> bool:
    """COL-C-34d, COL-C-39b: on his way home from the outer cells, whatever his officer holds."""
    return AREA[s.at[pawn]] != INNER and bool(s.exempt >> pawn & 1)


def warned_in_room(s: ColditzState, pawn: int) -> bool:
    """COL-C-49, OPP-10: in a room, and his officer was warned of the card that opened it."""
    return s.at[pawn] in ROOM_OF and bool(s.warned >> nation_of(pawn) & 1)


def arrest_barred(s: ColditzState, pawn: int) -> str | None:
    """The rule by which a POW may not be arrested where he is, however near the guard."""
    space = s.at[pawn]
    if space < 0:
        return "COL-O-086"
    if KIND[space] in (APPEL, SAFE):
        return ON_APPEL[s.mode] if KIND[space] == APPEL else "COL-O-147"
    if pawn == s.driver:
        return DRIVING[s.mode]
    if s.inside >> pawn & 1:
        return None if s.tunnels[tunnel_of(s, space)] == FOUND else "COL-O-126"
    if space in ROOM_OF and (
        not s.searching if ROOMS_BY_CARD[s.mode] else ROOM_OF[space] not in routes.rooms_open(s)
    ):
        return "COL-O-032"
    if ROOMS_BY_CARD[s.mode] and warned_in_room(s, pawn):
        return "COL-C-49"
    if not EQUIPMENT_TELLS[s.mode] and protected(s, pawn):
        return "COL-O-089"
    if held(s, nation_of(pawn)):
        return None
    on_post = KIND[space] == POST and ARREST_ON_POSTS[s.mode]
    if AREA[space] == INNER and not on_post and not s.refused >> pawn & 1:
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
    """COL-O-018, COL-O-025, COL-O-090: the POW goes to solitary, the guard off the board.

    He is arrested on a space, his own or one onto which he steps. Outside the inner courtyard it costs his
    officer a card (COL-O-011).
    """
    if guard != NOBODY:
        send_off(s, guard)
    if POSTS_FIRST[s.mode]:  # COL-C-34a3
        s.arrested |= is_security(s, s.turn)
    if AREA[space] != INNER:
        then(s, ("lose", nation_of(pawn)))
    confine(s, tell, pawn, space)


def confine(s: ColditzState, tell: Tell, pawn: int, space: int) -> None:
    """COL-O-025, COL-O-092: to the cells; COL-C-34c3: to those that the Security Officer chooses."""
    if CELLS_CHOSEN[s.mode]:
        then(s, ("choose_cell", pawn, space))
    else:
        lock_up(s, tell, pawn, space, cell_for(s, AREA[space]))


def choose_cell(s: ColditzState, dice: Dice, tell: Tell, pawn: int, space: int) -> None:
    """COL-C-34c3, AMB-21: any free cell, unless only one block has one by now."""
    if len(free_cells(s)) > 1:
        ask(s, "cell", bit(SECURITY[s.mode]), pawn, space)
    else:
        lock_up(s, tell, pawn, space, cell_for(s, AREA[space]))


_CELL = [*CELL]


def cell_legal(s: ColditzState, seat: Seat, pawn: int, space: int) -> list[int]:
    return _CELL


def cell_judge(s: ColditzState, seat: Seat, action: int, pawn: int, space: int) -> str | None:
    return None if action in CELL else OTHER_QUESTION


def cell(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, pawn: int, space: int) -> None:
    lock_up(s, tell, pawn, space, IN_CELLS[action - CELL[0]])


def lock_up(s: ColditzState, tell: Tell, pawn: int, space: int, block: int) -> None:
    """COL-O-025, COL-C-34c3: who was on his way home is not any more (COL-O-089)."""
    forget_way_home(s, pawn)
    place(s, pawn, block)
    tell((ALL, "arrested", pawn, space, int(block == CELL_OUTER)))


def forget_way_home(s: ColditzState, pawn: int) -> None:
    """He is no returner any more: back inside, arrested or away (AMB-36, AMB-37, COL-O-089)."""
    other = ~(1 << pawn)
    s.returning &= other
    s.exempt &= other
    s.strayed &= other
    s.homeward &= other


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
    locked = on_offer(s, seat)[kind]
    return None if s.equipment[seat * EQUIPMENT_KINDS + kind] > locked else "COL-O-091"


def lose_answer(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    lost(s, seat, action - LOSE[0], tell)


STEPS: Final[Mapping[str, Step]] = {"lose": lose, "choose_cell": choose_cell}
QUESTIONS: Final[Mapping[str, Question]] = {
    # Always asked: skipping it would tell that all cards of a hand are of one kind.
    "lose": Question("COL-O-091", lose_legal, lose_judge, lose_answer, always=True),
    "cell": Question("COL-C-34c3", cell_legal, cell_judge, cell),
}
