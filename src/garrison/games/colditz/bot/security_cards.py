"""Security cards: what each is worth now, and what it is worth in the hand."""

from __future__ import annotations

from typing import Final

from garrison.games.colditz.bot.cover import cover
from garrison.games.colditz.bot.distances import FAR
from garrison.games.colditz.bot.guard_moves import PER_POINT, Moves, arrest_worth, posting_worth
from garrison.games.colditz.bot.odds import reaches
from garrison.games.colditz.bot.runs import DOORSTEP, watched
from garrison.games.colditz.bot.suspicion import suspicion
from garrison.games.colditz.cards.appel import away
from garrison.games.colditz.cards.security import distance, in_sight, searched, searched_rooms, unfound
from garrison.games.colditz.castle.layout import (
    GATE_BITS,
    POSTS,
    ROOM_OF,
    SYMBOLS,
    bits,
    members,
)
from garrison.games.colditz.editions import ROOMS_BY_CARD
from garrison.games.colditz.equipment import held
from garrison.games.colditz.gathering import SYMBOL
from garrison.games.colditz.state import (
    READY_PHASE,
    ColditzState,
    hand,
    nation_of,
)
from garrison.games.colditz.tables import CARD, EQUIPMENT_KINDS, FIRST_GUARD, HAND_LIMIT, SECURITY

APPEL, SEARCH, SHOOT = CARD["appel"], CARD["search"], CARD["shoot"]
TUNNEL_FOUND, CONFISCATE, RIOT = CARD["tunnel-found"], CARD["confiscate"], CARD["riot"]
KEPT: Final = {
    CARD["arrest-holder"]: 0.06,
    APPEL: 0.06,
    SEARCH: 0.05,
    SHOOT: 0.09,
    TUNNEL_FOUND: 0.02,
    CONFISCATE: 0.05,
    RIOT: 0.04,
}
"""What each card is worth in the hand."""


def appel_worth(s: ColditzState) -> float:
    """What it is worth to call everybody to the appel: time, above all of nations that are nearly ready."""
    feared = suspicion(s)
    worth = 0.0
    for nation in range(SECURITY[s.mode]):
        called = [SYMBOL[s.at[pawn]] for pawn in away(s, nation)]
        ready = min(1.0, sum(symbol < len(SYMBOLS) for symbol in called) / 4)
        worth += 0.004 * len(called) + 0.35 * ready * feared.by_nation.get(nation, 0.0)
        if not s.kits >> nation & 1:
            worth += (
                KIT_PART * len({symbol for symbol in called if EQUIPMENT_KINDS <= symbol < len(SYMBOLS)}) ** 2
            )
    return worth


KIT_PART: Final = 0.006


def card_worth(s: ColditzState, card: int, moves: Moves) -> float:
    """What it is worth to play a card now, less what it is worth to keep it."""
    if card == SHOOT:
        gain = max(
            (shot_worth(s, pawn, guard) for pawn in in_sight(s) for guard in shooters(s, pawn)), default=0.0
        )
    elif card == SEARCH:
        gain = _opening(s, moves) if ROOMS_BY_CARD[s.mode] else _best_room(s)
    elif card == CONFISCATE:
        gain = max(confiscation_worth(s, nation) for nation in range(SECURITY[s.mode]))
    elif card == TUNNEL_FOUND:
        gain = max((tunnel_worth(s, tunnel) for tunnel in unfound(s)), default=0.0)
    elif card == RIOT:
        gains = [posting_worth(s, post, moves) for post in POSTS if not s.occupied >> post & 1]
        gain = sum(sorted(gain for gain in gains if gain > 0)[-3:]) - PER_POINT * s.points
    else:
        gain = appel_worth(s) + _opening(s, moves)
    return gain - keeping_worth(s, card)


def keeping_worth(s: ColditzState, card: int) -> float:
    """What a card is worth in the hand: little if the next one drawn would push it out."""
    full = len(hand(s, SECURITY[s.mode])) >= HAND_LIMIT
    return KEPT[card] * (0.4 if full else 1.0)


def _opening(s: ColditzState, moves: Moves) -> float:
    """COL-C-44: what it is worth that guards may enter rooms for a turn and arrest there."""
    if s.searching:
        return 0.0
    watch, gain = watched(s), 0.0
    for pawn in range(FIRST_GUARD):
        room = ROOM_OF.get(s.at[pawn], -1) if s.at[pawn] >= 0 and not s.inside >> pawn & 1 else -1
        if room >= 0 and held(s, nation_of(pawn)):
            steps = 2 + min((watch[space] for space in DOORSTEP[room]), default=FAR)
            if steps <= s.points or s.phase == READY_PHASE:
                near_enough = 1.0 if s.phase != READY_PHASE else reaches(s.mode, steps)
                gain = max(gain, near_enough * arrest_worth(s, pawn, moves.picture, moves.feared))
    return gain


def _best_room(s: ColditzState) -> float:
    return max((search_worth(s, room) for room in searched_rooms(s)), default=0.0)


def shooters(s: ColditzState, pawn: int) -> list[int]:
    return [guard for guard in range(FIRST_GUARD, len(s.at)) if distance(s, guard, pawn)]


def shot_worth(s: ColditzState, pawn: int, guard: int) -> float:
    picture = cover(s)
    worth = 0.02 + arrest_worth(s, pawn, picture, suspicion(s))
    return worth * reaches(s.mode, distance(s, guard, pawn))


def search_worth(s: ColditzState, room: int) -> float:
    picture, feared = cover(s), suspicion(s)
    return sum(arrest_worth(s, pawn, picture, feared) for pawn in searched(s, room))


def confiscation_worth(s: ColditzState, nation: int) -> float:
    """A card of his own choice: it hurts most whoever is on his way and still needs what he has."""
    if not held(s, nation):
        return 0.0
    feared = suspicion(s)
    on_way = max(
        (
            each.weight
            for each in feared.threats
            if each.nation == nation
            and each.way.away
            and (each.way.links or GATE_BITS & bits(each.way.spaces))
        ),
        default=0.0,
    )
    few = 1 / held(s, nation)
    return (0.15 + 0.2 * few) * feared.by_nation.get(nation, 0.0) + 0.4 * few * on_way


def tunnel_worth(s: ColditzState, tunnel: int) -> float:
    picture = cover(s)
    return sum(0.5 * picture.dangers.get(pawn, 0.0) for pawn in members(s.inside))
