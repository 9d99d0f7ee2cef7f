"""The defender's turn: move, heal, repair, put out fires; at its end the fires burn on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell
from garrison.games.siege.actions import DONE, DOUSE, DOUSED, HEAL, MOVE, REPAIR
from garrison.games.siege.setup import stand
from garrison.games.siege.state import (
    DEFENDER_BIT,
    HEALTHY,
    INJURED,
    SPENT,
    UNSHOT,
    SiegeState,
    ruined,
)
from garrison.games.siege.tables import (
    BOULDER,
    CASTLE,
    COUNTER_COUNT,
    COURT,
    FIRE_TURNS,
    FIRES,
    HAS_PILE,
    KIND_OF_COUNTER,
    KIND_OF_SHOT,
    MASON,
    NEAR_PRIEST,
    NEXT_BITS,
    NEXT_TO,
    PRIEST,
    SHOT_COUNT,
    STRENGTH,
    STRUCTURE_OF,
    WATERBOY,
)


def defend(s: SiegeState, dice: Dice, tell: Tell) -> None:
    """CUS-45: the defender's turn; CUS-40: any number of counters act, one after the other."""
    ask(s, "who", DEFENDER_BIT)


# Who


def who_legal(s: SiegeState, seat: Seat) -> list[int]:
    """CUS-40: not the injured, until they are healed (CUS-41); each once a turn (CUS-A5)."""
    where, health, acted, free = s.where, s.health, s.acted, ~s.foul
    found = [
        c
        for c in range(COUNTER_COUNT)
        if where[c] >= 0
        and not health[c]
        and not acted >> c & 1
        and (NEXT_BITS[where[c]] & free or deeds(s, c))  # a counter with a free section beside it can move
    ]
    found.append(DONE)
    return found


def who_judge(s: SiegeState, seat: Seat, action: int) -> str | None:
    if action == DONE:
        return None
    if action >= COUNTER_COUNT:
        return OTHER_QUESTION
    if s.where[action] < 0:
        return "CUS-29"
    if s.health[action] == INJURED:
        return "CUS-40"
    if s.acted & 1 << action:
        return "CUS-A5"
    return None if any(what_judge(s, seat, row, action) is None for row in _DEEDS) else "CUS-25"


def who(s: SiegeState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    if action == DONE:
        s.acted = 0
        tell((ALL, "defended"))
        burning = [("burn", a) for a in FIRES if s.ammo[a] >= 0]
        then(s, *burning, ("round",))  # CUS-A24, CUS-B6
        return
    tell((ALL, "chosen", action))
    ask(s, "what", DEFENDER_BIT, action)


# What


def deeds(s: SiegeState, c: int) -> list[int]:
    """CUS-A5: one action a turn, a move of one space or the special action; no rallying (CUS-A17)."""
    section, foul = s.where[c], s.foul
    found = [MOVE[other] for other in NEXT_TO[section] if not foul >> other & 1]  # CUS-36, CUS-25
    kind = KIND_OF_COUNTER[c]
    if kind == PRIEST:
        found += _patients(s, section)
    elif section == COURT:
        pass
    elif kind == MASON:
        structure = STRUCTURE_OF[section]
        if s.damage[structure] and not ruined(s, structure, STRENGTH[CASTLE[s.mode]]):
            found.append(REPAIR)  # CUS-38, CUS-A14
    elif kind == WATERBOY:
        structure, ammo = STRUCTURE_OF[section], s.ammo
        found += [DOUSE[a] for a in FIRES if ammo[a] == structure]  # CUS-39
    return found


def _patients(s: SiegeState, section: int) -> list[int]:
    """CUS-37: anywhere in the castle, or with the stricter reading in the Priest's section (CUS-A7)."""
    near, where, health = NEAR_PRIEST[s.mode], s.where, s.health
    return [
        HEAL[c]
        for c in range(COUNTER_COUNT)
        if health[c] and where[c] >= 0 and (not near or where[c] == section)
    ]


def what_legal(s: SiegeState, seat: Seat, c: int) -> list[int]:
    return deeds(s, c)


_DEEDS = [*MOVE, *HEAL, REPAIR, *DOUSE.values()]


def what_judge(s: SiegeState, seat: Seat, action: int, c: int) -> str | None:
    if MOVE[0] <= action <= MOVE[-1]:
        return _move_judge(s, action - MOVE[0], c)
    if HEAL[0] <= action <= HEAL[-1]:
        return _heal_judge(s, action - HEAL[0], c)
    if action == REPAIR:
        return _repair_judge(s, c)
    if action in DOUSED:
        on_it = s.where[c] != COURT and s.ammo[DOUSED[action]] == STRUCTURE_OF[s.where[c]]
        return None if KIND_OF_COUNTER[c] == WATERBOY and on_it else "CUS-39"
    return OTHER_QUESTION


def _move_judge(s: SiegeState, section: int, c: int) -> str | None:
    if section not in NEXT_TO[s.where[c]]:
        return "CUS-36"
    return "CUS-25" if s.foul & 1 << section else None


def _heal_judge(s: SiegeState, patient: int, c: int) -> str | None:
    if KIND_OF_COUNTER[c] != PRIEST or s.where[patient] < 0 or s.health[patient] != INJURED:
        return "CUS-37"
    return "CUS-A7" if NEAR_PRIEST[s.mode] and s.where[patient] != s.where[c] else None


def _repair_judge(s: SiegeState, c: int) -> str | None:
    if KIND_OF_COUNTER[c] != MASON or s.where[c] == COURT:
        return "CUS-38"
    structure = STRUCTURE_OF[s.where[c]]
    if s.damage[structure] == 0:
        return "CUS-38"
    return "CUS-A14" if ruined(s, structure, STRENGTH[CASTLE[s.mode]]) else None


def what(s: SiegeState, seat: Seat, action: int, dice: Dice, tell: Tell, c: int) -> None:
    s.acted |= 1 << c
    if action == REPAIR:
        repair(s, tell, c)
    elif action in DOUSED:
        put_out(s, DOUSED[action])
        tell((ALL, "doused", c, DOUSED[action]))  # CUS-39, CUS-A13: one fire
    elif action >= HEAL[0]:
        s.health[action - HEAL[0]] = HEALTHY
        tell((ALL, "healed", c, action - HEAL[0]))  # CUS-37
    else:
        stand(s, c, action - MOVE[0])
        tell((ALL, "moved", c, s.where[c]))  # CUS-36
    then(s, ("defend",))


def repair(s: SiegeState, tell: Tell, c: int) -> None:
    """CUS-38: one point; from a pile, remove a boulder that shows 1, else turn one from 2 to 1."""
    structure = STRUCTURE_OF[s.where[c]]
    s.damage[structure] -= 1
    if HAS_PILE[structure]:
        pile = [a for a in range(SHOT_COUNT) if KIND_OF_SHOT[a] == BOULDER and s.ammo[a] == structure]
        if pile:
            _lighten(s, min(pile, key=lambda a: s.shows[a]))
    tell((ALL, "repaired", c, structure, s.damage[structure]))


def _lighten(s: SiegeState, boulder: int) -> None:
    s.shows[boulder] -= 1
    if s.shows[boulder] == 0:
        s.ammo[boulder] = SPENT


# Fires


def put_out(s: SiegeState, a: int) -> None:
    s.ammo[a] = SPENT
    s.shows[a] = 0
    s.lies[2 * a : 2 * a + 2] = (0, 0)


def burn(s: SiegeState, dice: Dice, tell: Tell, a: int) -> None:
    """CUS-23: 2, then 1, then a point of damage and 2 again; a small fire begins with 4 (CUS-34, CUS-A12)."""
    if s.ammo[a] < 0:
        return  # it went out with its structure
    s.shows[a] -= 1
    if s.shows[a]:
        tell((ALL, "burns", a, s.shows[a]))
        return
    s.shows[a] = FIRE_TURNS
    structure = s.ammo[a]
    strength = STRENGTH[CASTLE[s.mode]]
    s.damage[structure] += 1
    _mark(s, structure)
    tell((ALL, "burnt", structure, s.damage[structure], strength[structure]))
    if ruined(s, structure, strength):
        destroy(s, tell, structure)
        then(s, ("look",))


def _mark(s: SiegeState, structure: int) -> None:
    """CUS-24, CUS-B9: add a used boulder to a pile, if there is one."""
    if HAS_PILE[structure]:
        spare = next(
            (a for a in range(SHOT_COUNT) if KIND_OF_SHOT[a] == BOULDER and s.ammo[a] == SPENT), None
        )
        if spare is not None:
            s.ammo[spare] = structure
            s.shows[spare] = 1


def destroy(s: SiegeState, tell: Tell, structure: int) -> None:
    """CUS-22: a structure's fires end when it is destroyed."""
    tell((ALL, "destroyed", structure))
    for a in FIRES:
        if s.ammo[a] == structure:
            put_out(s, a)
            tell((ALL, "fire_over", a))


def round_ends(s: SiegeState, dice: Dice, tell: Tell) -> None:
    """CUS-A2: after the last shot and this turn the final count; else the attacker is next (CUS-45)."""
    then(s, ("turn",) if UNSHOT in s.ammo else ("count",))


STEPS: Final[Mapping[str, Step]] = {"defend": defend, "burn": burn, "round": round_ends}
QUESTIONS: Final[Mapping[str, Question]] = {
    "who": Question("CUS-40", who_legal, who_judge, who, begins=True),
    "what": Question("CUS-40", what_legal, what_judge, what),
}
