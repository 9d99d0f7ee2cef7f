"""Security cards that the Security Officer plays in his own turn, but for Appel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz import posting
from garrison.games.colditz.actions import DONE, OFFICER, POST, ROOM_ROW, TUNNEL_ROW
from garrison.games.colditz.arrest import BY_SEARCH, BY_SHOT, NO_GUARD, endanger
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import (
    AREA,
    OUTSIDE,
    OUTSIDE_BITS,
    POSTS,
    ROOM_OF,
    ROOMS,
    SPACE_COUNT,
    TUNNELS,
    bits,
    near,
)
from garrison.games.colditz.castle.reach import flood, guard_ways, reach, steps_away
from garrison.games.colditz.editions import FOUND_FOR_GOOD, POSTS_FIRST, ROOMS_BY_CARD
from garrison.games.colditz.equipment import held
from garrison.games.colditz.rolls import throw
from garrison.games.colditz.state import (
    BARRACKS,
    CLOSED,
    FOUND,
    NOBODY,
    OPEN,
    OWNED,
    ColditzState,
    first_in_barracks,
    guards,
    nation_of,
    pair,
    pawn_on,
)
from garrison.games.colditz.tables import CARD, FIRST_GUARD, SECURITY

SHOOT, TUNNEL_FOUND, SEARCH = CARD["shoot"], CARD["tunnel-found"], CARD["search"]
CONFISCATE, RIOT = CARD["confiscate"], CARD["riot"]


def has_effect(s: ColditzState, card: int) -> bool:
    """AMB-70, COL-C-44: True if the card would change something now."""
    if card == TUNNEL_FOUND:
        return any(s.tunnels) and bool(unfound(s))
    if card == SHOOT:
        return bool(s.occupied & OUTSIDE_BITS and in_sight(s))
    if card == RIOT:
        return bool(posting.post_rows(s))
    if card == SEARCH and ROOMS_BY_CARD[s.mode]:
        return not s.searching or bool(s.warned)  # OPP-10: who was warned of the one is touched by the other
    return any(s.equipment) and (card == CONFISCATE or bool(searched_rooms(s)))


def barred(s: ColditzState, card: int) -> str | None:
    """COL-O-009, COL-C-44, AMB-70: why a card in hand may not be played now."""
    if card == SHOOT:
        outside = [pawn for pawn in range(FIRST_GUARD) if _outside(s, pawn)]
        if not outside:
            return "COL-O-009"
        useful = any(_way(s, guard, pawn) for pawn in outside for guard in guards(s))
    elif card == TUNNEL_FOUND:
        useful = any(_is_hidden(s, tunnel) for tunnel in range(len(TUNNELS)))
    elif card == SEARCH:
        useful = (
            not s.searching or s.warned > 0
            if ROOMS_BY_CARD[s.mode]
            else any(_found_in(s, room) for room in range(len(ROOMS)))
        )
    elif card == CONFISCATE:
        useful = any(held(s, nation) for nation in range(SECURITY[s.mode]))
    else:
        useful = any(riot_judge(s, SECURITY[s.mode], row, 0) is None for row in POST)
    return None if useful else "AMB-70"


def take_effect(s: ColditzState, card: int, tell: Tell) -> None:
    """COL-O-079"""
    seat = bit(SECURITY[s.mode])
    if card == SHOOT:
        ask(s, "aim", seat)
    elif card == TUNNEL_FOUND:
        ask(s, "tunnel", seat)
    elif card == SEARCH:
        if ROOMS_BY_CARD[s.mode]:
            then(s, ("announce", SEARCH, 0), ("open_rooms",))
        else:
            ask(s, "room", seat)
    elif card == CONFISCATE:
        ask(s, "officer", seat)
    else:
        ask(s, "riot", seat, 0)


# aim, shooter: Shoot to Kill


def in_sight(s: ColditzState) -> list[int]:
    """SEC-02, COL-O-009, AMB-47: POWs outside, not in the car, to whom a guard on the board has a way."""
    outside = [
        pawn
        for pawn in range(FIRST_GUARD)
        if s.at[pawn] >= 0
        and OUTSIDE_BITS >> s.at[pawn] & 1
        and pawn != s.driver
        and not s.inside >> pawn & 1
    ]
    if not outside:
        return []
    open_ways = guard_ways(s)
    if s.spared:
        return [pawn for pawn in outside if any(distance(s, guard, pawn) for guard in guards(s))]
    there = bits(s.at[guard] for guard in guards(s) if s.at[guard] >= 0)
    if not there:
        return []
    reached = flood(there, open_ways, s.occupied)
    beyond = open_ways.onto(reached)
    return [pawn for pawn in outside if near()[s.at[pawn]] & reached or beyond >> s.at[pawn] & 1]


def distance(s: ColditzState, guard: int, pawn: int) -> int:
    """COL-O-009, AMB-73: the steps of a guard to a POW; 0 if there is no way or he may not try again."""
    if s.at[guard] < 0 or pair(guard, pawn) in s.spared:
        return 0
    open_ways = guard_ways(s)
    rings = reach(s.at[guard], SPACE_COUNT, open_ways, s.occupied)
    return steps_away(rings, near()[s.at[pawn]] | open_ways.sides(s.at[pawn])) + 1


def _outside(s: ColditzState, pawn: int) -> bool:
    """AMB-47; COL-C-53e: nobody is shot in a tunnel, though the chapel tunnel ends outside (AMB-14)."""
    above = s.at[pawn] >= 0 and not s.inside >> pawn & 1
    return above and AREA[s.at[pawn]] == OUTSIDE and pawn != s.driver


def _way(s: ColditzState, guard: int, pawn: int) -> bool:
    if s.at[guard] < 0 or pair(guard, pawn) in s.spared:
        return False
    return routes.beside(s, guard, s.at[pawn], routes.routes(s, guard)) < routes.NO_WAY


def aim_legal(s: ColditzState, seat: Seat) -> list[int]:
    return in_sight(s)


def aim_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    """COL-O-009"""
    if action >= FIRST_GUARD:
        return OTHER_QUESTION
    target = _outside(s, action) and any(_way(s, guard, action) for guard in guards(s))
    return None if target else "COL-O-009"


def aim(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    tell((ALL, "aimed_at", action))
    ask(s, "shooter", bit(seat), action)


def shooter_legal(s: ColditzState, seat: Seat, pawn: int) -> list[int]:
    """COL-O-009"""
    return [guard for guard in guards(s) if distance(s, guard, pawn)]


def shooter_judge(s: ColditzState, seat: Seat, action: int, pawn: int) -> str | None:
    """COL-O-009"""
    guard = FIRST_GUARD <= action < len(s.at)
    return None if guard and _way(s, action, pawn) else OTHER_QUESTION


def shooter(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, pawn: int) -> None:
    """SEC-02: both dice; it is no movement roll, so it gives no card (COL-O-073)."""
    throw(s, dice, tell, "fire", 0, 0, pawn, action)


def fire(s: ColditzState, dice: Dice, tell: Tell, total: int, pawn: int, guard: int) -> None:
    """SEC-02, COL-O-009: a hit, if the roll is as long as the guard's way."""
    if total >= distance(s, guard, pawn):
        endanger(s, tell, pawn, guard, BY_SHOT)
    else:
        tell((ALL, "missed", guard, pawn))


# tunnel: Tunnel Discovered


def unfound(s: ColditzState) -> list[int]:
    """COL-O-126, COL-C-53e: tunnels in use that no card has named; in the classic rules, in this turn."""
    return [
        tunnel
        for tunnel, state in enumerate(s.tunnels)
        if state == OPEN or (state >= OWNED and not s.detected >> tunnel & 1)
    ]


def _is_hidden(s: ColditzState, tunnel: int) -> bool:
    return s.tunnels[tunnel] not in (CLOSED, FOUND) and not s.detected >> tunnel & 1


def tunnel_legal(s: ColditzState, seat: Seat) -> list[int]:
    """COL-O-126"""
    return [TUNNEL_ROW[tunnel] for tunnel in unfound(s)]


def tunnel_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    """COL-O-126"""
    found = action in TUNNEL_ROW and _is_hidden(s, action - TUNNEL_ROW[0])
    return None if found else OTHER_QUESTION


def tunnel(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """SEC-03, COL-O-126: until it collapses, guards may enter its room and arrest tunnellers."""
    named = action - TUNNEL_ROW[0]
    if FOUND_FOR_GOOD[s.mode]:
        s.tunnels[named] = FOUND
        tell((ALL, "discovered", named))
    else:
        s.detected |= 1 << named  # COL-C-53e
        tell((ALL, "detected", named))


# Search, Appel: rooms


def open_rooms(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """COL-C-44: guards may enter all rooms for the rest of the turn."""
    s.searching = 1
    tell((ALL, "rooms_opened"))


# room: Search


def searched(s: ColditzState, room: int) -> list[int]:
    """COL-O-079: POWs in a room, not below it (AMB-63), whose officers hold equipment and are not warned."""
    return [
        pawn
        for pawn in range(FIRST_GUARD)
        if s.at[pawn] >= 0
        and ROOM_OF.get(s.at[pawn]) == room
        and not s.inside >> pawn & 1
        and held(s, nation_of(pawn))
        and not s.warned >> nation_of(pawn) & 1
    ]


def searched_rooms(s: ColditzState) -> list[int]:
    """SEC-04, AMB-63, AMB-70: rooms in which the search arrests somebody."""
    there = {
        ROOM_OF[s.at[pawn]]
        for pawn in range(FIRST_GUARD)
        if s.at[pawn] in ROOM_OF and not s.inside >> pawn & 1 and held(s, nation_of(pawn))
    }
    return sorted(there)


def _found_in(s: ColditzState, room: int) -> bool:
    """SEC-04, AMB-63"""
    for pawn in range(FIRST_GUARD):
        inside = s.at[pawn] >= 0 and ROOM_OF.get(s.at[pawn]) == room and not s.inside >> pawn & 1
        if inside and held(s, nation_of(pawn)) > 0:
            return True
    return False


def room_legal(s: ColditzState, seat: Seat) -> list[int]:
    return [ROOM_ROW[room] for room in searched_rooms(s)]


def room_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    return None if action in ROOM_ROW and _found_in(s, action - ROOM_ROW[0]) else OTHER_QUESTION


def room(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    number = action - ROOM_ROW[0]
    tell((ALL, "searched", number))
    then(s, ("announce", SEARCH, number), ("raid", number, 0))


def raid(s: ColditzState, dice: Dice, tell: Tell, number: int, first: int) -> None:
    """SEC-04, COL-O-079: one after the other, without a guard; what they have is not confiscated."""
    found = [pawn for pawn in searched(s, number) if pawn >= first]
    if found:
        then(s, ("raid", number, found[0] + 1))
        endanger(s, tell, found[0], NO_GUARD, BY_SEARCH)


# officer: Confiscate Equipment


def officer_legal(s: ColditzState, seat: Seat) -> list[int]:
    """AMB-70"""
    return [OFFICER[nation] for nation in range(SECURITY[s.mode]) if held(s, nation)]


def officer_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    if action not in OFFICER:
        return OTHER_QUESTION
    nation = action - OFFICER[0]
    return None if nation < SECURITY[s.mode] and held(s, nation) else OTHER_QUESTION


def officer(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """SEC-06, COL-O-079: a card of the officer's own choice goes back to its pile."""
    tell((ALL, "confiscated", action - OFFICER[0]))
    then(s, ("lose", action - OFFICER[0]))


# riot: Riot Squad


def riot_legal(s: ColditzState, seat: Seat, posted: int) -> list[int]:
    """SEC-07, AMB-09: as many guards as he likes, without points."""
    rows = posting.post_rows(s)
    return [*rows, DONE] if posted else rows


def riot_judge(s: ColditzState, seat: Seat, action: int, posted: int) -> str | None:
    """AMB-09"""
    if action == DONE:
        return None if posted else OTHER_QUESTION
    if action not in POST:
        return OTHER_QUESTION
    idle = s.stopped | s.off_duty
    if not [guard for guard in guards(s) if s.at[guard] == BARRACKS and not idle >> guard & 1]:
        return "COL-O-019"
    if POSTS_FIRST[s.mode] and s.arrested:
        return "COL-C-34a3"
    there = pawn_on(s, POSTS[action - POST[0]])
    return None if there == NOBODY or posting.can_take(s, there) else "AMB-09"


def riot(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, posted: int) -> None:
    if action == DONE:
        return
    then(s, ("rioting",))
    posting.post_guard(s, POSTS[action - POST[0]], tell)


def rioting(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """AMB-09: while there are guards in barracks and posts for them."""
    if first_in_barracks(s) != NOBODY and posting.post_rows(s):
        ask(s, "riot", bit(SECURITY[s.mode]), 1)


STEPS: Final[Mapping[str, Step]] = {
    "fire": fire,
    "raid": raid,
    "rioting": rioting,
    "open_rooms": open_rooms,
}
QUESTIONS: Final[Mapping[str, Question]] = {
    "aim": Question("COL-O-009", aim_legal, aim_judge, aim),
    "shooter": Question("COL-O-009", shooter_legal, shooter_judge, shooter),
    "tunnel": Question("COL-O-126", tunnel_legal, tunnel_judge, tunnel),
    "room": Question("COL-O-076", room_legal, room_judge, room),
    "officer": Question("COL-O-076", officer_legal, officer_judge, officer),
    "riot": Question("COL-O-076", riot_legal, riot_judge, riot),
}
