"""How a sensible defender plays: work where it matters, walk there, cast as early as possible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from garrison.games.siege.actions import CAST, DONE, DOUSED, FLEE, HEAL, MOVE, POST, POST_REST, REPAIR
from garrison.games.siege.bot.win_chance import to_win
from garrison.games.siege.defender_turn import deeds
from garrison.games.siege.state import HEALTHY, SiegeState, ruined
from garrison.games.siege.tables import (
    CARD_SECTIONS,
    CASTLE,
    COUNTER_COUNT,
    COURT,
    FIRES,
    KEEP,
    KIND_OF_COUNTER,
    MASON,
    NEAR_PRIEST,
    NEXT_TO,
    PRIEST,
    SECTION_COUNT,
    SOLDIER,
    SOLDIERS,
    STRENGTH,
    STRUCTURE_COUNT,
    STRUCTURE_OF,
    USUAL_POST,
    WATERBOY,
    WIZARD,
)

FAR: Final = 99
IDLE: Final = 0.02
"""The value of ending the turn: more than walking about."""
HOMEWARD: Final = 0.03
TO_WORK: Final = 0.12
WORK: Final = 0.3
HEALING: Final = {WIZARD: 0.3, MASON: 0.28, PRIEST: 0.2, WATERBOY: 0.15, SOLDIER: 0.08}
LAST_SOLDIERS: Final = 3
"""With this few healthy soldiers, healing them comes first."""
REFUGE: Final[tuple[float, ...]] = 0.12, 0.1, 0.05
"""The value of fleeing to the keep, to the court, to anywhere else."""


@lru_cache(maxsize=512)
def steps(goals: tuple[int, ...], foul: int) -> tuple[int, ...]:
    """By section: the number of moves to the nearest goal, around contaminated sections."""
    found = [FAR] * SECTION_COUNT
    queue = [goal for goal in goals if not foul >> goal & 1]
    for goal in queue:
        found[goal] = 0
    for section in queue:
        for other in NEXT_TO[section]:
            if found[other] == FAR and not foul >> other & 1:
                found[other] = found[section] + 1
                queue.append(other)
    return tuple(found)


@cache
def _sections(structure: int) -> tuple[int, ...]:
    return tuple(section for section in range(CARD_SECTIONS) if STRUCTURE_OF[section] == structure)


def _damaged(s: SiegeState) -> list[int]:
    strength = STRENGTH[CASTLE[s.mode]]
    return [n for n in range(STRUCTURE_COUNT) if s.damage[n] and not ruined(s, n, strength)]


def goals(s: SiegeState, c: int) -> tuple[int, ...]:
    """The sections where a counter has work to do."""
    kind = KIND_OF_COUNTER[c]
    if kind == MASON:
        hurt = _damaged(s)
        if hurt:
            needed = to_win(s)
            worst = min(needed[n] for n in hurt)
            return tuple(section for n in hurt if needed[n] <= worst + 1 for section in _sections(n))
    elif kind == WATERBOY:
        return tuple(section for a in FIRES if s.ammo[a] >= 0 for section in _sections(s.ammo[a]))
    elif kind == PRIEST and NEAR_PRIEST[s.mode]:
        hurt = [n for n in range(COUNTER_COUNT) if s.where[n] >= 0 and s.health[n]]
        return tuple(sorted({s.where[n] for n in hurt}))
    return ()


def deed_worth(s: SiegeState, c: int, action: int) -> float:
    if action == REPAIR:
        return WORK + 0.5 / to_win(s)[STRUCTURE_OF[s.where[c]]]
    if action in DOUSED:
        return WORK + 0.3 / to_win(s)[s.ammo[DOUSED[action]]]
    if HEAL[0] <= action <= HEAL[-1]:
        return _healing(s, action - HEAL[0])
    return _move_worth(s, c, action - MOVE[0])


def _healing(s: SiegeState, patient: int) -> float:
    kind = KIND_OF_COUNTER[patient]
    if kind == SOLDIER:
        left = sum(s.where[c] >= 0 and s.health[c] == HEALTHY for c in SOLDIERS)
        if left <= LAST_SOLDIERS:
            return 0.5
    return HEALING[kind]


def _move_worth(s: SiegeState, c: int, section: int) -> float:
    """Closer to work, or back to the usual post; anything else is walking about."""
    if KIND_OF_COUNTER[c] in (SOLDIER, WIZARD):
        return 0.0
    here = s.where[c]
    for where, worth in ((goals(s, c), TO_WORK), ((USUAL_POST[c],), HOMEWARD)):
        if where:
            way = steps(where, s.foul)
            if way[here] == FAR:
                continue
            return worth if way[section] < way[here] else 0.0
    return 0.0


# Answers


def post_ranks(s: SiegeState, actions: Sequence[int], counter: int) -> list[float]:
    usual = POST[USUAL_POST[counter]]
    return [0.5 if action == POST_REST else 0.4 if action == usual else 0.0 for action in actions]


def spell_ranks(s: SiegeState, actions: Sequence[int]) -> list[float]:
    """The pause is short: casting at once held the castle more often than waiting."""
    return [0.3 if action == CAST else 0.2 for action in actions]


def who_ranks(s: SiegeState, actions: Sequence[int]) -> list[float]:
    return [
        IDLE if action == DONE else max(deed_worth(s, action, deed) for deed in deeds(s, action))
        for action in actions
    ]


def what_ranks(s: SiegeState, actions: Sequence[int], c: int) -> list[float]:
    return [deed_worth(s, c, action) for action in actions]


def flee_ranks(s: SiegeState, actions: Sequence[int]) -> list[float]:
    def worth(section: int) -> float:
        if section == COURT:
            return REFUGE[1]
        return REFUGE[0] if STRUCTURE_OF[section] == KEEP else REFUGE[2]

    return [worth(action - FLEE[0]) for action in actions]
