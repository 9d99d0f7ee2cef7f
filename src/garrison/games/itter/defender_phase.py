"""The Defender Phase, section 2: who acts, where he is placed, what he does, five times a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell
from garrison.games.itter.actions import (
    ACTIONS,
    ATTACK_ROW,
    COMMAND,
    DONE,
    ESCAPE,
    FIRST_ATTACK,
    HELP_DISRUPTED,
    HELP_EXHAUSTED,
    HELP_SUPPRESSED,
    LOAD,
    MOVE,
    PASS,
    PLACE,
    PUT,
    RECOVER_DISRUPTED,
    RECOVER_EXHAUSTED,
    REMOVE_SUPPRESSED,
    SHIFT,
    SPLITS,
    SUPPRESS_ROWS,
    SUPPRESS_WEAPON_ROWS,
    TARGET,
    WEAPON,
    WEAPON_PUTS,
)
from garrison.games.itter.attributes import chance, inspiration, wrecked
from garrison.games.itter.editions import (
    HELP_SHAKEN,
    LEAVES_FROM_DAWN,
    NOT_SHAKEN,
    RECOVER_SHAKEN,
    RECOVERIES,
    STEADIED,
    SWAP_BAR,
    TOKEN_FIRST,
)
from garrison.games.itter.state import (
    ACTED,
    ASIDE,
    CASUALTY,
    COMMANDED,
    DEFENDER_BIT,
    DEFENDER_PHASE,
    DISRUPTED,
    EMPTY,
    ESCAPED,
    EXHAUSTED,
    LOADED,
    NO_COUNTER,
    SPENT,
    SUPPLY,
    UNFIT,
    UNLOADED,
    WRECK,
    ItterState,
    occupied,
)
from garrison.games.itter.tables import (
    ACTION_TOKENS,
    ATTACK,
    BESIDE,
    BOROTRA,
    CARD_DECK,
    CELLAR,
    CELLAR_SQUARES,
    COLOUR,
    COLOURED_ESCAPE,
    COMMANDS,
    COMPETITIVE,
    CREW,
    CREW_SQUARE,
    DEFENDER_COUNT,
    DROPPED_CARDS,
    ELSEWHERE,
    ESCAPE_CARDS,
    FIRST_COUNT,
    FRENCH,
    GREAT_HALL,
    HALL,
    HAS_TOKENS,
    KIND_DEFENCE,
    LAST_AREA,
    LATE_COMMAND,
    LOAD_SQUARE,
    LOCATION,
    MG,
    MORTAR,
    NEEDS_LOAD,
    REGIMENT,
    SEES,
    SQUARE_COLOURS,
    SQUARE_COUNT,
    SUPPRESS,
    TANK,
    TOKENS,
    WEAPON_ATTACK,
    WEAPON_SUPPRESS,
)

# Progress of an action: an argument of the question `what`
SHIFTED, PLACED = 1, 2

RECOVERY: Final = {RECOVER_EXHAUSTED: EXHAUSTED, RECOVER_DISRUPTED: DISRUPTED, REMOVE_SUPPRESSED: DISRUPTED}
"""By row of a Defender's own recovery: the mark removed."""
HELPED: Final[dict[int, tuple[int, int]]] = {
    row: (d, mark)
    for rows, mark in (
        (HELP_EXHAUSTED, EXHAUSTED),
        (HELP_DISRUPTED, DISRUPTED),
        (HELP_SUPPRESSED, DISRUPTED),
    )
    for d, row in enumerate(rows)
}
"""By row of a Command's answer: the Defender helped and the mark removed."""


def turn(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-1.1a, IT3-13: a turn is five Defender actions, then three SS cards; ITP-6.2c: planning opens it."""
    s.turn += 1
    s.phase = DEFENDER_PHASE
    s.actions_left = ACTION_TOKENS
    if LEAVES_FROM_DAWN[s.mode]:
        s.dawn = s.where[BOROTRA]
    tell((ALL, "turn", s.turn))
    then(s, ("actions",))
    if COMPETITIVE[s.mode]:
        then(s, ("planning",))


def actions(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-2.0a, IT3-18: five actions, each by a different Defender, or passed (AMB-01)."""
    if s.actions_left:
        then(s, ("actions",))
        ask(s, "who", DEFENDER_BIT, s.actions_left)
    else:
        then(s, ("ss_phase",))


# Who acts


def deploying(s: ItterState) -> bool:
    """ITP-2.1b, IT3-23: until all twenty are placed. Reinforcements do not count (ITP-3.4b, IT3-65)."""
    return SUPPLY in s.where[:FIRST_COUNT]


def who_legal(s: ItterState, seat: Seat, left: int) -> list[int]:
    """ITP-2.1b, ITP-2.1c, IT3-23, IT3-24, IT3-25: first those of the supply.

    Then all without Action or Command token (ITP-2.0a, ITP-2.7d, IT3-18, IT3-51).
    """
    where, marks = s.where, s.marks
    if SUPPLY in where[:FIRST_COUNT]:
        found = [d for d in range(DEFENDER_COUNT) if where[d] == SUPPLY]
    else:
        found = [d for d in range(DEFENDER_COUNT) if where[d] >= SUPPLY and not marks[d] & SPENT]
    who = s.who
    crowded = who.count(EMPTY) < 2
    if crowded or EMPTY not in who[HALL]:
        found = _able(s, found, crowded=crowded)
    found.append(PASS)
    return found


def _able(s: ItterState, found: list[int], *, crowded: bool) -> list[int]:
    """Those who can do something (AMB-45). Only some need a close look.

    With an open square anywhere, everybody above the Cellar can move or swap there; with two, a Defender
    from the supply can be placed on one and go on to the other.
    """
    if EMPTY not in s.who:
        return [d for d in found if can_do_something(s, d)]
    where, below = s.where, CELLAR_SQUARES[0]
    sure = 0 if crowded else SUPPLY
    return [d for d in found if sure <= where[d] < below or can_do_something(s, d)]


def can_do_something(s: ItterState, d: int) -> bool:
    """AMB-45: an action without effect is not legal."""
    q = s.where[d]
    who = s.who
    if q == SUPPLY:
        return any(who[q] == EMPTY and _useful(s, d, q) for q in range(SQUARE_COUNT))
    if s.marks[d] & UNFIT:
        return True
    for other in BESIDE[q]:
        if who[other] == EMPTY or not s.marks[who[other]] & SWAP_BAR[s.mode]:
            return True
    return bool(what_legal(s, 0, d, 0))


def _useful(s: ItterState, d: int, q: int) -> bool:
    """AMB-37: true if he could act once placed on this open square."""
    who = s.who
    if any(who[other] == EMPTY for other in ELSEWHERE[LOCATION[q]]):
        return True
    s.where[d], s.who[q] = q, d
    found = bool(what_legal(s, 0, d, PLACED))
    s.where[d], s.who[q] = SUPPLY, EMPTY
    return found


def who_judge(s: ItterState, seat: Seat, action: int, left: int) -> str | None:
    if action == PASS:
        return None
    if action >= DEFENDER_COUNT:
        return OTHER_QUESTION
    d = action
    gone = {CASUALTY: "ITP-4.1d", ESCAPED: "ITP-2.8d", ASIDE: "ITP-3.4a"}.get(s.where[d])
    if gone is not None:
        return gone
    if s.marks[d] & ACTED:
        return "ITP-2.0a"
    if s.marks[d] & COMMANDED:
        return "ITP-2.7d"
    if deploying(s) and s.where[d] != SUPPLY:
        return "ITP-2.1c" if FRENCH[d] else "ITP-2.1b"
    if not can_do_something(s, d):
        if s.where[d] == SUPPLY:
            return "ITP-2.1a"
        return "ITP-2.5d" if LOCATION[s.where[d]] == CELLAR else "ITP-2.5b"
    return None


def who(s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, left: int) -> None:
    if action == PASS:
        s.actions_left -= 1
        tell((ALL, "passed", s.actions_left))
        return
    if COMPETITIVE[s.mode]:
        tell((ALL, "chosen", action))  # The other player sees whose action it is.
    if s.where[action] == SUPPLY:
        ask(s, "where", DEFENDER_BIT, action)
    else:
        ask(s, "what", DEFENDER_BIT, action, 0)


# Placing a Defender from the supply


def where_legal(s: ItterState, seat: Seat, d: int) -> list[int]:
    """ITP-2.1a, IT3-22: any open square; a destroyed tank's are WRECK, not EMPTY (ITP-4.2f, AMB-25)."""
    who = s.who
    if who.count(EMPTY) > 1 and (EMPTY in who[HALL] or EMPTY not in who[CELLAR_SQUARES[0] :]):
        return [PLACE[q] for q in range(SQUARE_COUNT) if who[q] == EMPTY]
    return [PLACE[q] for q in range(SQUARE_COUNT) if who[q] == EMPTY and _useful(s, d, q)]


def where_judge(s: ItterState, seat: Seat, action: int, d: int) -> str | None:
    if action not in PLACE:
        return OTHER_QUESTION
    q = PLACE.index(action)
    if LOCATION[q] == TANK and wrecked(s):
        return "ITP-4.2f"
    return None if s.who[q] == EMPTY and _useful(s, d, q) else "ITP-2.1a"


def where(s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, d: int) -> None:
    """Placing is part of his first action: what he does follows at once (AMB-37)."""
    q = action - PLACE[0]
    s.where[d] = q
    s.who[q] = d
    tell((ALL, "placed", d, q))
    ask(s, "what", DEFENDER_BIT, d, PLACED)


# Actions


def what_legal(s: ItterState, seat: Seat, d: int, so_far: int) -> list[int]:
    """Everything he can do, in table order; using a weapon is optional (AMB-12, AMB-13).

    He moves to open squares only (ITP-2.5b, IT3-37); only commanders command (ITP-2.7a, IT3-45).
    """
    marks = s.marks
    if marks[d] & UNFIT:
        return _recoveries(s, marks[d])
    q = s.where[d]
    place = LOCATION[q]
    found: list[int] = []
    if SQUARE_COLOURS[q]:
        found = _fire_rows(s, d, q, inspiration(s, d, place))
    who = s.who
    if not so_far & SHIFTED:
        barring = SWAP_BAR[s.mode]
        for other in BESIDE[q]:
            partner = who[other]
            if partner == EMPTY or not marks[partner] & barring:
                found.append(SHIFT[other])
    found += [MOVE[other] for other in ELSEWHERE[place] if who[other] == EMPTY]
    if COMMANDS[d] and not (s.readings and _silenced(s)) and _help_rows(s, d):
        found.append(COMMAND)
    if q == LOAD_SQUARE and CREW[d] and s.tank == UNLOADED:
        found.append(LOAD)
    if d == BOROTRA and _way_out(s, q, so_far) is None:
        found.append(ESCAPE)
    if so_far & SHIFTED:
        found.append(DONE)
    return found


def _recoveries(s: ItterState, marks: int) -> list[int]:
    """ITP-2.6a: an Exhausted or Disrupted Defender can only Recover, in either order (AMB-28).

    IT3-43: a Suppressed one can only remove that; IT3-40: an Exhausted one can only Recover (AMB-38).
    """
    if TOKEN_FIRST[s.mode]:
        return [REMOVE_SUPPRESSED] if marks & DISRUPTED else [RECOVER_EXHAUSTED]
    found = []
    if marks & EXHAUSTED:
        found.append(RECOVER_EXHAUSTED)
    if marks & DISRUPTED:
        found.append(RECOVER_DISRUPTED)
    return found


def _fire_rows(s: ItterState, d: int, q: int, inspired: int) -> list[int]:
    """Attacks on everything in sight (ITP-1.3a, ITP-1.3b, IT3-15, IT3-16), then all ways to suppress."""
    light, heavy = s.light, s.heavy
    targets: list[int] = []
    for circle in SEES[q]:
        kind = light[circle]
        if kind >= 0:
            targets.append(ATTACK_ROW[circle] + kind)
        if circle <= LAST_AREA:
            if heavy[2 * circle]:
                targets.append(ATTACK_ROW[circle] + MG)
            if heavy[2 * circle + 1]:
                targets.append(ATTACK_ROW[circle] + MORTAR)
    supply = TOKENS[s.mode] - sum(s.tokens)
    found = targets if ATTACK[d] + inspired else []
    rows = SUPPRESS_ROWS[s.mode][q][min(SUPPRESS[d] + inspired, supply)]
    if not (CREW_SQUARE[q] and armed(s, d, q)):
        return found + rows
    printed = SUPPRESS_WEAPON_ROWS[q][min(WEAPON_SUPPRESS[q] + inspired, supply)]
    return [*found, *[row + WEAPON for row in targets], *rows[:1], *printed, *rows[1:]]


def armed(s: ItterState, d: int, q: int) -> bool:
    """ITP-3.6b, IT3-67: crew may use a weapon square's values; the 76mm's when loaded (ITP-3.6d, IT3-70)."""
    return CREW[d] and WEAPON_ATTACK[q] > 0 and (not NEEDS_LOAD[q] or s.tank == LOADED)


def _way_out(s: ItterState, q: int, so_far: int) -> str | None:
    """Why Borotra cannot Escape from a square, or None.

    He must begin the turn in a location he can leave from (ITP-2.8c, IT3-55); only an action of his own could
    have brought him there since. IT3-54: in the playtest edition he must begin it on this very square. His
    colours are checked when he goes (ITP-2.8b, AMB-19). A white square has none: the way is clear, or never
    with the stricter reading (AMB-18).
    """
    if LOCATION[q] in (CELLAR, GREAT_HALL) or so_far & PLACED:
        return "ITP-2.8c"
    if LEAVES_FROM_DAWN[s.mode] and q != s.dawn:
        return "ITP-2.8b"
    if s.readings & COLOURED_ESCAPE and not SQUARE_COLOURS[q]:
        return "ITP-2.8b"
    return "ITP-2.8b" if any(occupied(s, circle) for circle in SEES[q]) else None


def what_judge(s: ItterState, seat: Seat, action: int, d: int, so_far: int) -> str | None:
    verb = VERB[action]
    if verb is None:
        return OTHER_QUESTION
    if verb == "recover":
        if action == RECOVER_EXHAUSTED and TOKEN_FIRST[s.mode] and s.marks[d] & DISRUPTED:
            return "IT3-43"
        return recover_judge(s, d, RECOVERY[action], action in (RECOVER_EXHAUSTED, RECOVER_SHAKEN[s.mode]))
    if s.marks[d] & UNFIT:
        return "IT3-43" if TOKEN_FIRST[s.mode] and s.marks[d] & DISRUPTED else "ITP-2.6a"
    return JUDGES[verb](s, action, d, so_far)


def what(s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    verb = VERB[action]
    if verb is not None:
        DEEDS[verb](s, action, dice, tell, d, so_far)


def what_odds(s: ItterState, seat: Seat, action: int, d: int, so_far: int) -> tuple[int, int] | None:
    if VERB[action] != "attack":
        return None
    _, kind, weapon = _target(action)
    return chance(attack_dice(s, d, weapon=weapon), KIND_DEFENCE[s.mode][kind])


def spent(s: ItterState, d: int, *, tired: bool) -> None:
    """ITP-2.0b, IT3-19: he gets an Action token; ITP-2.0c, IT3-20: most actions exhaust him."""
    s.actions_left -= 1
    s.marks[d] |= ACTED | EXHAUSTED if tired else ACTED


# Attack


def _target(action: int) -> tuple[int, int, bool]:
    """Circle, kind, and whether the printed weapon is used."""
    weapon = action >= FIRST_ATTACK + WEAPON
    circle, kind = TARGET[action - WEAPON if weapon else action]
    return circle, kind, weapon


def attack_dice(s: ItterState, d: int, *, weapon: bool) -> int:
    """ITP-2.2b, IT3-28: as many dice as the attack value; plus inspiration, even with attack 0 (AMB-06)."""
    q = s.where[d]
    value = WEAPON_ATTACK[q] if weapon else ATTACK[d]
    return value + inspiration(s, d, LOCATION[q])


def attack(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.2a, IT3-26, IT3-27: attacker and one target are named (AMB-40).

    ITP-2.2b, IT3-29: a die that reaches its Defence removes it.
    """
    circle, kind, weapon = _target(action)
    n = attack_dice(s, d, weapon=weapon)
    if weapon:
        fire_gun(s, tell, s.where[d])
    spent(s, d, tired=True)
    rolled = dice.roll(n, "attack")
    needed = KIND_DEFENCE[s.mode][kind]
    tell((ALL, "attacked", d, kind, circle, tuple(rolled), needed))
    if max(rolled) < needed:
        tell((ALL, "missed", kind, circle))
        return
    if kind == MG:
        s.heavy[2 * circle] -= 1
    elif kind == MORTAR:
        s.heavy[2 * circle + 1] -= 1
    else:
        s.light[circle] = NO_COUNTER
    tell((ALL, "destroyed", kind, circle))


def fire_gun(s: ItterState, tell: Tell, q: int) -> None:
    """ITP-3.6d: the Load token is discarded when the 76mm's printed values are used (AMB-46, AMB-10)."""
    if NEEDS_LOAD[q]:
        s.tank = UNLOADED
        tell((ALL, "unloaded"))


def attack_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    circle, kind, weapon = _target(action)
    q = s.where[d]
    barred = weapon_judge(s, d, q) if weapon else None
    if barred is not None:
        return barred
    if not SQUARE_COLOURS[q]:
        return "ITP-1.3c"
    if not attack_dice(s, d, weapon=weapon):
        return "ITP-2.2b"
    if COLOUR[circle] not in SQUARE_COLOURS[q]:
        return "ITP-2.2a"
    if kind in (MG, MORTAR):
        there = s.heavy[2 * circle + (kind == MORTAR)] > 0
    else:
        there = s.light[circle] == kind
    return None if there else "ITP-2.2a"


def weapon_judge(s: ItterState, d: int, q: int) -> str | None:
    """ITP-3.6a, IT3-66: only crew, only on [T] squares."""
    if not CREW[d] or not CREW_SQUARE[q]:
        return "ITP-3.6a"
    if q == LOAD_SQUARE:
        return "ITP-3.6c"
    if NEEDS_LOAD[q] and s.tank != LOADED:
        return "ITP-3.6d"
    return None


# Suppress


def suppress_tokens(s: ItterState, d: int, *, weapon: bool) -> int:
    """ITP-2.3a, IT3-30: tokens by suppress value and inspirers, limited by the supply (AMB-04)."""
    q = s.where[d]
    value = WEAPON_SUPPRESS[q] if weapon else SUPPRESS[d]
    return min(value + inspiration(s, d, LOCATION[q]), TOKENS[s.mode] - sum(s.tokens))


def suppress(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.3a, ITP-2.3b: tokens wait on their colour's square for SS counters (ITP-2.3c, IT3-31, AMB-03)."""
    if action in WEAPON_PUTS:
        fire_gun(s, tell, s.where[d])
    spent(s, d, tired=True)
    for colour, n in PUT[action]:
        s.tokens[colour] += n
        tell((ALL, "suppressed", d, colour, n))


def suppress_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    q = s.where[d]
    weapon = action in WEAPON_PUTS
    barred = weapon_judge(s, d, q) if weapon else None
    if barred is not None:
        return barred
    put = PUT[action]
    if len(put) == 2 and not SPLITS[s.mode]:
        return "ITP-2.3b"
    fitting = [colour for colour, _ in put if colour in SQUARE_COLOURS[q] and HAS_TOKENS[colour]]
    if len(fitting) < len(put):
        return "ITP-2.3b" if len(put) == 2 else "ITP-2.3a"
    total = sum(n for _, n in put)
    return None if total == suppress_tokens(s, d, weapon=weapon) else "ITP-2.3a"


# Move within the location, free before another action


def shift(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.4b, IT3-33: then another action; ITP-2.4c, IT3-34: on an occupied square the two swap.

    So nobody shares a square (ITP-2.4a, IT3-32).
    """
    q, to = s.where[d], action - SHIFT[0]
    partner = s.who[to]
    s.who[q], s.who[to] = partner, d
    s.where[d] = to
    if partner == EMPTY:
        tell((ALL, "shifted", d, to))
    else:
        s.where[partner] = q
        tell((ALL, "swapped", d, partner, to, q))
    ask(s, "what", DEFENDER_BIT, d, so_far | SHIFTED)


def shift_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    q, to = s.where[d], action - SHIFT[0]
    if so_far & SHIFTED or to == q or LOCATION[to] != LOCATION[q]:
        return "ITP-2.4b"
    partner = s.who[to]
    return "ITP-2.4d" if partner >= 0 and s.marks[partner] & SWAP_BAR[s.mode] else None


def done(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """AMB-02: Move Within alone is his action, and exhausts (ITP-2.0c, IT3-20)."""
    spent(s, d, tired=True)
    tell((ALL, "stayed", d))


def done_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    return None if so_far & SHIFTED else "ITP-2.4b"


# Move to a new location


def move(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.5a, IT3-36: costs the action; ITP-2.5c, IT3-38: any location, including the Cellar (ITP-2.5e)."""
    q, to = s.where[d], action - MOVE[0]
    s.who[q] = EMPTY
    s.who[to] = d
    s.where[d] = to
    spent(s, d, tired=True)
    tell((ALL, "moved", d, to))


def move_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    q, to = s.where[d], action - MOVE[0]
    if LOCATION[to] == LOCATION[q]:
        return "ITP-2.5a"
    if LOCATION[q] == CELLAR and LOCATION[to] != GREAT_HALL:
        return "ITP-2.5d"
    if s.who[to] == WRECK:
        return "ITP-4.2f"
    return "ITP-2.5b" if s.who[to] >= 0 else None


# Recover; in the playtest edition the token on a Defender has an action of its own, Remove Suppression


def recover(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.6b, IT3-41, IT3-44: one mark is removed; ITP-2.6c, IT3-42: that is his whole action.

    He stays ready (ITP-2.0d, IT3-21).
    """
    spent(s, d, tired=False)
    mend(s, tell, d, RECOVERY[action])


def mend(s: ItterState, tell: Tell, d: int, mark: int) -> None:
    s.marks[d] &= ~mark
    tell((ALL, "rested" if mark == EXHAUSTED else STEADIED[s.mode], d))


def recover_judge(s: ItterState, d: int, mark: int, known: bool) -> str | None:
    """Check that a Defender has the mark and that the edition knows the answer.

    IT3-48: with both marks, the Suppressed token comes off first.
    """
    if not known or not s.marks[d] & mark:
        return "ITP-2.6b" if mark == EXHAUSTED else NOT_SHAKEN[s.mode]
    return "IT3-48" if TOKEN_FIRST[s.mode] and mark == EXHAUSTED and s.marks[d] & DISRUPTED else None


# Command


def command(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.7b, IT3-46: free recoveries for others in the location."""
    spent(s, d, tired=True)
    tell((ALL, "commanded", d))
    ask(s, "command", DEFENDER_BIT, d, RECOVERIES[s.mode])


def _silenced(s: ItterState) -> bool:
    """AMB-41: with the stricter reading nobody may be helped before all are placed."""
    return bool(s.readings & LATE_COMMAND) and deploying(s)


def command_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    if not COMMANDS[d]:
        return "ITP-2.7a"
    if _silenced(s):
        return "ITP-2.1b"
    helped = [other for other in range(DEFENDER_COUNT) if _reach(s, d, other) is None]
    return None if any(s.marks[other] & UNFIT for other in helped) else "ITP-2.7b"


def _reach(s: ItterState, d: int, other: int) -> str | None:
    """Why a commander cannot help him, or None: ITP-2.7b, ITP-2.7c, ITP-2.7e; IT3-46, IT3-49, IT3-52."""
    if COMMANDS[other]:
        return "ITP-2.7c"
    if s.where[other] < 0 or LOCATION[s.where[other]] != LOCATION[s.where[d]]:
        return "ITP-2.7b"
    return "ITP-2.7e" if s.marks[other] & ACTED else None


def _help_rows(s: ItterState, d: int) -> list[int]:
    """A Defender helped by another commander may be helped again (AMB-29).

    In the playtest edition a Suppressed token goes first (IT3-48).
    """
    marks, who = s.marks, s.who
    token_first, help_shaken = TOKEN_FIRST[s.mode], HELP_SHAKEN[s.mode]
    found: list[int] = []
    for q in BESIDE[s.where[d]]:
        other = who[q]
        if other >= 0 and marks[other] & UNFIT and not marks[other] & ACTED and not COMMANDS[other]:
            shaken = marks[other] & DISRUPTED
            if marks[other] & EXHAUSTED and not (shaken and token_first):
                found.append(HELP_EXHAUSTED[other])
            if shaken:
                found.append(help_shaken[other])
    found.sort()
    return found


def help_legal(s: ItterState, seat: Seat, d: int, left: int) -> list[int]:
    """ITP-2.7b; IT3-47: for one Defender or two. He may stop sooner (AMB-30)."""
    found = _help_rows(s, d)
    found.append(DONE)
    found.sort()
    return found


def help_judge(s: ItterState, seat: Seat, action: int, d: int, left: int) -> str | None:
    if action == DONE:
        return None
    if action not in HELPED:
        return OTHER_QUESTION
    other, mark = HELPED[action]
    known = action in (HELP_EXHAUSTED[other], HELP_SHAKEN[s.mode][other])
    return _reach(s, d, other) or recover_judge(s, other, mark, known)


def helping(s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, d: int, left: int) -> None:
    """ITP-2.7d, IT3-50, IT3-51: a Defender who is helped gets a Command token and cannot act this turn."""
    if action == DONE:
        return
    other, mark = HELPED[action]
    mend(s, tell, other, mark)
    s.marks[other] |= COMMANDED
    if left > 1:
        ask(s, "command", DEFENDER_BIT, d, left - 1)


# The 76mm


def load(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-3.6c, IT3-68: an action that puts the Load token on the 76mm; it exhausts (AMB-11)."""
    s.tank = LOADED
    spent(s, d, tired=True)
    tell((ALL, "loaded", d))


def load_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    if not CREW[d]:
        return "ITP-3.6a"
    return None if s.where[d] == LOAD_SQUARE and s.tank == UNLOADED else "ITP-3.6c"


# Escape


def escape(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.8d: Borotra leaves the board, no casualty (AMB-42); relief comes sooner."""
    spent(s, d, tired=True)
    s.who[s.where[d]] = EMPTY
    s.where[d] = ESCAPED
    s.marks[d] = 0
    tell((ALL, "escaped", d))
    if DROPPED_CARDS[s.mode]:
        drop_cards(s, tell)
    elif REGIMENT in s.removed:
        mix_regiment(s, dice, tell)


def drop_cards(s: ItterState, tell: Tell) -> None:
    """IT3-56: seven cards leave the bottom of the deck unseen, or all if there are fewer (AMB-17)."""
    n = min(DROPPED_CARDS[s.mode], len(s.deck))
    s.face_down += s.deck[:n]
    del s.deck[:n]
    tell((ALL, "dropped", n))


def mix_regiment(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-2.8e: the 142nd is shuffled into the last cards of the deck, not into hand or orders (AMB-51)."""
    deck = CARD_DECK[s.discard[-1]] if s.discard else 1  # AMB-14
    n = min(ESCAPE_CARDS[deck - 1], len(s.deck))  # AMB-15
    s.removed.remove(REGIMENT)
    last = [REGIMENT, *s.deck[:n]]
    dice.shuffle(last, "regiment")
    s.deck[:n] = last
    s.mixed = n + 1
    if n:
        tell((ALL, "regiment", n))
    else:
        # AMB-48: an SS player has drawn everything; on the last turn nobody draws again.
        tell((ALL, "regiment_late" if ("deck_end",) in s.agenda else "regiment_alone"))


def escape_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    """ITP-2.8a, IT3-53: only Borotra."""
    return _way_out(s, s.where[d], so_far) if d == BOROTRA else "ITP-2.8a"


def _verb(row: int) -> str | None:
    """The kind of action of a row, or None for answers to other questions."""
    single = {COMMAND: "command", LOAD: "load", ESCAPE: "escape", DONE: "done"}
    single |= dict.fromkeys(RECOVERY, "recover")
    if row in TARGET or row - WEAPON in TARGET:
        return "attack"
    if row in PUT:
        return "suppress"
    if row in SHIFT:
        return "shift"
    return "move" if row in MOVE else single.get(row)


VERB = [_verb(row) for row in range(len(ACTIONS))]
DEEDS = {
    "attack": attack,
    "suppress": suppress,
    "shift": shift,
    "move": move,
    "recover": recover,
    "command": command,
    "load": load,
    "escape": escape,
    "done": done,
}
JUDGES = {
    "attack": attack_judge,
    "suppress": suppress_judge,
    "shift": shift_judge,
    "move": move_judge,
    "command": command_judge,
    "load": load_judge,
    "escape": escape_judge,
    "done": done_judge,
}


STEPS: Final[Mapping[str, Step]] = {"turn": turn, "actions": actions}
QUESTIONS: Final[Mapping[str, Question]] = {
    "who": Question("ITP-2.0a", who_legal, who_judge, who, begins=True),
    "where": Question("ITP-2.1a", where_legal, where_judge, where),
    "what": Question("ITP-2.0a", what_legal, what_judge, what, odds=what_odds, hit="destroyed"),
    "command": Question("ITP-2.7b", help_legal, help_judge, helping),
}
