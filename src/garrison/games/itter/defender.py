"""Section 2: the Defender Phase. Five actions a turn: who acts, where he is placed, what he does."""

from __future__ import annotations

from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.game import ALL, Dice, Question, Seat, Tell
from garrison.core.kernel import ask, then
from garrison.games.itter.actions import (
    ACTIONS,
    ATTACK_ROW,
    COMMAND,
    DONE,
    ESCAPE,
    FIRST_ATTACK,
    HELP_DISRUPTED,
    HELP_EXHAUSTED,
    LOAD,
    MOVE,
    PASS,
    PLACE,
    PUT,
    RECOVER_DISRUPTED,
    RECOVER_EXHAUSTED,
    SHIFT,
    SUPPRESS_ROWS,
    SUPPRESS_WEAPON_ROWS,
    TARGET,
    WEAPON,
    WEAPON_PUTS,
)
from garrison.games.itter.attributes import chance, inspiration, wrecked
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
    COMMANDS,
    CREW,
    CREW_SQUARE,
    DEFENDER_COUNT,
    ELSEWHERE,
    ESCAPE_CARDS,
    FIRST_COUNT,
    FRENCH,
    GREAT_HALL,
    HALL,
    HAS_TOKENS,
    KIND_DEFENCE,
    LAST_AREA,
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

COMMAND_RECOVERIES = 3
"""ITP-2.7b."""

# How an action has gone so far: an argument of the question `what`
SHIFTED, PLACED = 1, 2


def turn(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-1.1a: a turn is five Defender actions, then three SS cards."""
    s.turn += 1
    s.phase = DEFENDER_PHASE
    s.actions_left = ACTION_TOKENS
    tell((ALL, "turn", s.turn))
    then(s, ("actions",))


def actions(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-2.0a: five actions, each by another Defender, or given up (AMB-01)."""
    if s.actions_left:
        then(s, ("actions",))
        ask(s, "who", DEFENDER_BIT, s.actions_left)
    else:
        then(s, ("ss_phase",))


# Who acts


def deploying(s: ItterState) -> bool:
    """ITP-2.1b: until all twenty are placed. Reinforcements do not count (ITP-3.4b)."""
    return SUPPLY in s.where[:FIRST_COUNT]


def who_legal(s: ItterState, seat: Seat, left: int) -> list[int]:
    """ITP-2.1b, ITP-2.1c: first the supply; then all without Action or Command token (ITP-2.0a, ITP-2.7d)."""
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

    With an open square anywhere everybody above the Cellar can go there, or change over to it; with two,
    somebody from the supply can be placed on one and go on to the other.
    """
    if EMPTY not in s.who:
        return [d for d in found if can_do_something(s, d)]
    where, below = s.where, CELLAR_SQUARES[0]
    sure = 0 if crowded else SUPPLY
    return [d for d in found if sure <= where[d] < below or can_do_something(s, d)]


def can_do_something(s: ItterState, d: int) -> bool:
    """AMB-45: an action that can do nothing is none."""
    q = s.where[d]
    who = s.who
    if q == SUPPLY:
        return any(who[q] == EMPTY and _useful(s, d, q) for q in range(SQUARE_COUNT))
    if s.marks[d] & UNFIT:
        return True
    for other in BESIDE[q]:
        if who[other] == EMPTY or not s.marks[who[other]] & UNFIT:
            return True
    return bool(what_legal(s, 0, d, 0))


def _useful(s: ItterState, d: int, q: int) -> bool:
    """AMB-37: whether he could act once placed on this open square."""
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
    elif s.where[action] == SUPPLY:
        ask(s, "where", DEFENDER_BIT, action)
    else:
        ask(s, "what", DEFENDER_BIT, action, 0)


# Where one from the supply is placed


def where_legal(s: ItterState, seat: Seat, d: int) -> list[int]:
    """ITP-2.1a: any open square; those of a destroyed tank are not EMPTY but WRECK (ITP-4.2f, AMB-25)."""
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


# What he does


def what_legal(s: ItterState, seat: Seat, d: int, so_far: int) -> list[int]:
    """All he can do, in table order; weapons are his to use or not (AMB-12, AMB-13)."""
    marks = s.marks
    if marks[d] & UNFIT:
        return _recoveries(marks[d])
    q = s.where[d]
    place = LOCATION[q]
    found: list[int] = []
    if SQUARE_COLOURS[q]:
        found = _fire_rows(s, d, q, inspiration(s, d, place))
    who = s.who
    if not so_far & SHIFTED:
        for other in BESIDE[q]:
            partner = who[other]
            if partner == EMPTY or not marks[partner] & UNFIT:
                found.append(SHIFT[other])
    found += [MOVE[other] for other in ELSEWHERE[place] if who[other] == EMPTY]
    if COMMANDS[d] and _help_rows(s, d):
        found.append(COMMAND)
    if q == LOAD_SQUARE and CREW[d] and s.tank == UNLOADED:
        found.append(LOAD)
    if d == BOROTRA and _way_out(s, q, so_far) is None:
        found.append(ESCAPE)
    if so_far & SHIFTED:
        found.append(DONE)
    return found


def _recoveries(marks: int) -> list[int]:
    """ITP-2.6a: who is Exhausted or Disrupted can only Recover, in either order (AMB-28)."""
    found = []
    if marks & EXHAUSTED:
        found.append(RECOVER_EXHAUSTED)
    if marks & DISRUPTED:
        found.append(RECOVER_DISRUPTED)
    return found


def _fire_rows(s: ItterState, d: int, q: int, inspired: int) -> list[int]:
    """Attacks on all in sight (ITP-1.3a, ITP-1.3b), then all ways to suppress."""
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
    supply = TOKENS - sum(s.tokens)
    found = targets if ATTACK[d] + inspired else []
    rows = SUPPRESS_ROWS[q][min(SUPPRESS[d] + inspired, supply)]
    if not (CREW_SQUARE[q] and armed(s, d, q)):
        return found + rows
    printed = SUPPRESS_WEAPON_ROWS[q][min(WEAPON_SUPPRESS[q] + inspired, supply)]
    return [*found, *[row + WEAPON for row in targets], *rows[:1], *printed, *rows[1:]]


def armed(s: ItterState, d: int, q: int) -> bool:
    """ITP-3.6b: crew on a weapon's square may use its values; ITP-3.6d: the 76mm only when loaded."""
    return CREW[d] and WEAPON_ATTACK[q] > 0 and (not NEEDS_LOAD[q] or s.tank == LOADED)


def _way_out(s: ItterState, q: int, so_far: int) -> str | None:
    """Why Borotra cannot Escape from a square, or None.

    He must begin the turn in a location he can leave from (ITP-2.8c); only an action of his own could have
    brought him there since. His colours are looked at when he goes (ITP-2.8b, AMB-19); a white square has
    none (AMB-18).
    """
    if LOCATION[q] in (CELLAR, GREAT_HALL) or so_far & PLACED:
        return "ITP-2.8c"
    for circle in SEES[q]:
        if s.light[circle] != NO_COUNTER:
            return "ITP-2.8b"
        if circle <= LAST_AREA and (s.heavy[2 * circle] or s.heavy[2 * circle + 1]):
            return "ITP-2.8b"
    return None


def what_judge(s: ItterState, seat: Seat, action: int, d: int, so_far: int) -> str | None:
    verb = VERB[action]
    if verb is None:
        return OTHER_QUESTION
    if action in (RECOVER_EXHAUSTED, RECOVER_DISRUPTED):
        mark = EXHAUSTED if action == RECOVER_EXHAUSTED else DISRUPTED
        return None if s.marks[d] & mark else "ITP-2.6b"
    if s.marks[d] & UNFIT:
        return "ITP-2.6a"
    return JUDGES[verb](s, action, d, so_far)


def what(s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    verb = VERB[action]
    if verb is not None:
        DEEDS[verb](s, action, dice, tell, d, so_far)


def what_odds(s: ItterState, seat: Seat, action: int, d: int, so_far: int) -> tuple[int, int] | None:
    if VERB[action] != "attack":
        return None
    _, kind, weapon = _target(action)
    return chance(attack_dice(s, d, weapon=weapon), KIND_DEFENCE[kind])


def spent(s: ItterState, d: int, *, tired: bool) -> None:
    """ITP-2.0b: he gets an Action token; ITP-2.0c: most actions turn him to his Exhausted side."""
    s.actions_left -= 1
    s.marks[d] |= ACTED | EXHAUSTED if tired else ACTED


# Attack


def _target(action: int) -> tuple[int, int, bool]:
    """Circle, kind and whether the printed weapon is used."""
    weapon = action >= FIRST_ATTACK + WEAPON
    circle, kind = TARGET[action - WEAPON if weapon else action]
    return circle, kind, weapon


def attack_dice(s: ItterState, d: int, *, weapon: bool) -> int:
    """ITP-2.2b: as many dice as the attack value; inspired ones more, also with attack 0 (AMB-06)."""
    q = s.where[d]
    value = WEAPON_ATTACK[q] if weapon else ATTACK[d]
    return value + inspiration(s, d, LOCATION[q])


def attack(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.2a: attacker and one target are named (AMB-40); ITP-2.2b: a die at its Defence removes it."""
    circle, kind, weapon = _target(action)
    n = attack_dice(s, d, weapon=weapon)
    if weapon:
        fire_gun(s, tell, s.where[d])
    spent(s, d, tired=True)
    rolled = dice.roll(n, "attack")
    tell((ALL, "attacked", d, kind, circle, tuple(rolled)))
    if max(rolled) < KIND_DEFENCE[kind]:
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
    """ITP-3.6d: the Load token is discarded when the 76mm's printed values are used (AMB-46)."""
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
    """ITP-3.6a: only crew, only on [T] squares."""
    if not CREW[d] or not CREW_SQUARE[q]:
        return "ITP-3.6a"
    if q == LOAD_SQUARE:
        return "ITP-3.6c"
    if NEEDS_LOAD[q] and s.tank != LOADED:
        return "ITP-3.6d"
    return None


# Suppress


def suppress_tokens(s: ItterState, d: int, *, weapon: bool) -> int:
    """ITP-2.3a: as many tokens as the suppress value, inspired ones more, as far as the box goes (AMB-04)."""
    q = s.where[d]
    value = WEAPON_SUPPRESS[q] if weapon else SUPPRESS[d]
    return min(value + inspiration(s, d, LOCATION[q]), TOKENS - sum(s.tokens))


def suppress(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.3a, ITP-2.3b: tokens wait on their colour's square for SS counters (ITP-2.3c, AMB-03)."""
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
    fitting = [colour for colour, _ in put if colour in SQUARE_COLOURS[q] and HAS_TOKENS[colour]]
    if len(fitting) < len(put):
        return "ITP-2.3b" if len(put) == 2 else "ITP-2.3a"
    total = sum(n for _, n in put)
    return None if total == suppress_tokens(s, d, weapon=weapon) else "ITP-2.3a"


# Move within the location, free before another action


def shift(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.4b: then another action; ITP-2.4c: onto an occupied square the two swap (ITP-2.4a)."""
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
    return "ITP-2.4d" if partner >= 0 and s.marks[partner] & UNFIT else None


def done(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """AMB-02: Move Within alone is his action, and exhausts (ITP-2.0c)."""
    spent(s, d, tired=True)
    tell((ALL, "stayed", d))


def done_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    return None if so_far & SHIFTED else "ITP-2.4b"


# Move to a new location


def move(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.5a: costs the action; ITP-2.5c: any location; ITP-2.5e: the Cellar too, if open (AMB-33)."""
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


# Recover


def recover(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.6b: one Recover mends one thing; ITP-2.6c: it is his whole action; ITP-2.0d: he stays ready."""
    spent(s, d, tired=False)
    mend(s, tell, d, EXHAUSTED if action == RECOVER_EXHAUSTED else DISRUPTED)


def mend(s: ItterState, tell: Tell, d: int, mark: int) -> None:
    s.marks[d] &= ~mark
    tell((ALL, "rested" if mark == EXHAUSTED else "steadied", d))


# Command


def command(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.7b: three free Recovers for others in the location, also before all are placed (AMB-41)."""
    spent(s, d, tired=True)
    tell((ALL, "commanded", d))
    ask(s, "command", DEFENDER_BIT, d, COMMAND_RECOVERIES)


def command_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    if not COMMANDS[d]:
        return "ITP-2.7a"
    return None if any(_helpable(s, d, other) is None for other in range(DEFENDER_COUNT)) else "ITP-2.7b"


def _helpable(s: ItterState, d: int, other: int) -> str | None:
    """Why a commander cannot help somebody, or None: ITP-2.7b, ITP-2.7c, ITP-2.7e."""
    if COMMANDS[other]:
        return "ITP-2.7c"
    if s.where[other] < 0 or LOCATION[s.where[other]] != LOCATION[s.where[d]]:
        return "ITP-2.7b"
    if s.marks[other] & ACTED:
        return "ITP-2.7e"
    return None if s.marks[other] & UNFIT else "ITP-2.6b"


def _help_rows(s: ItterState, d: int) -> list[int]:
    """Who has been helped by another commander may be helped again (AMB-29)."""
    marks, who = s.marks, s.who
    found: list[int] = []
    for q in BESIDE[s.where[d]]:
        other = who[q]
        if other >= 0 and marks[other] & UNFIT and not marks[other] & ACTED and not COMMANDS[other]:
            if marks[other] & EXHAUSTED:
                found.append(HELP_EXHAUSTED[other])
            if marks[other] & DISRUPTED:
                found.append(HELP_DISRUPTED[other])
    found.sort()
    return found


def help_legal(s: ItterState, seat: Seat, d: int, left: int) -> list[int]:
    """Up to three: he may stop sooner (AMB-30)."""
    found = _help_rows(s, d)
    found.append(DONE)
    return found


def help_judge(s: ItterState, seat: Seat, action: int, d: int, left: int) -> str | None:
    if action == DONE:
        return None
    for rows, mark in ((HELP_EXHAUSTED, EXHAUSTED), (HELP_DISRUPTED, DISRUPTED)):
        if action in rows:
            other = rows.index(action)
            return _helpable(s, d, other) or (None if s.marks[other] & mark else "ITP-2.6b")
    return OTHER_QUESTION


def helping(s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, d: int, left: int) -> None:
    """ITP-2.7d: who is helped gets a Command token and does not act himself this turn."""
    if action == DONE:
        return
    tired = action <= HELP_EXHAUSTED[-1]
    other = action - (HELP_EXHAUSTED[0] if tired else HELP_DISRUPTED[0])
    mend(s, tell, other, EXHAUSTED if tired else DISRUPTED)
    s.marks[other] |= COMMANDED
    if left > 1:
        ask(s, "command", DEFENDER_BIT, d, left - 1)


# The 76mm


def load(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-3.6c: an action that puts the Load token on the 76mm; it exhausts (AMB-11)."""
    s.tank = LOADED
    spent(s, d, tired=True)
    tell((ALL, "loaded", d))


def load_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    if not CREW[d]:
        return "ITP-3.6a"
    return None if s.where[d] == LOAD_SQUARE and s.tank == UNLOADED else "ITP-3.6c"


# Escape


def escape(s: ItterState, action: int, dice: Dice, tell: Tell, d: int, so_far: int) -> None:
    """ITP-2.8d: Borotra leaves the board, no casualty (AMB-42); the 142nd is shuffled in (ITP-2.8e)."""
    spent(s, d, tired=True)
    s.who[s.where[d]] = EMPTY
    s.where[d] = ESCAPED
    s.marks[d] = 0
    tell((ALL, "escaped", d))
    if REGIMENT not in s.removed:
        return
    deck = CARD_DECK[s.discard[-1]] if s.discard else 1  # AMB-14
    n = min(ESCAPE_CARDS[deck - 1], len(s.deck))  # AMB-15
    s.removed.remove(REGIMENT)
    last = [REGIMENT, *s.deck[:n]]
    dice.shuffle(last, "regiment")
    s.deck[:n] = last
    s.mixed = n + 1
    tell((ALL, "regiment", n))


def escape_judge(s: ItterState, action: int, d: int, so_far: int) -> str | None:
    """ITP-2.8a: only Borotra."""
    return _way_out(s, s.where[d], so_far) if d == BOROTRA else "ITP-2.8a"


def _verb(row: int) -> str | None:
    """Which deed a row of the action table is, None for answers to other questions."""
    single = {COMMAND: "command", LOAD: "load", ESCAPE: "escape", DONE: "done"}
    single |= {RECOVER_EXHAUSTED: "recover", RECOVER_DISRUPTED: "recover"}
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

WHO: Final[Question] = Question("ITP-2.0a", who_legal, who_judge, who)
WHERE: Final[Question] = Question("ITP-2.1a", where_legal, where_judge, where)
WHAT: Final[Question] = Question("ITP-2.0a", what_legal, what_judge, what, odds=what_odds, hit="destroyed")
HELP: Final[Question] = Question("ITP-2.7b", help_legal, help_judge, helping)
