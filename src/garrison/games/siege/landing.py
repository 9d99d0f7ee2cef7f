"""The shot lands: what lies under it, and what boulder, fire and disease do to castle and counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell
from garrison.games.siege import flight
from garrison.games.siege.actions import FLEE, FOUL, STRIKE
from garrison.games.siege.defender_turn import destroy
from garrison.games.siege.geometry import (
    Area,
    cutter,
    largest,
    more_than_half,
    on_counter,
    on_court,
    on_sections,
    on_structures,
    permille,
    sticks_out,
    touches_castle,
)
from garrison.games.siege.setup import stand
from garrison.games.siege.state import (
    ATTACKER_BIT,
    DEFENCE_PHASE,
    DEFENDER_BIT,
    HEALTHY,
    INJURED,
    KILLED,
    NOT_LOADED,
    SPENT,
    UNSHOT,
    SiegeState,
    ruined,
)
from garrison.games.siege.tables import (
    BOULDER,
    CASTLE,
    COUNTER_AT,
    COUNTER_COUNT,
    DISEASE,
    FIRE_TURNS,
    FIRST_SHOT,
    HAS_PILE,
    HUNDREDTH,
    KEEP,
    KIND_OF_SHOT,
    NEXT_TO,
    SMALL_FIRE_TURNS,
    STRENGTH,
    STRUCTURE_OF,
    WOODEN,
    Point,
)

NOWHERE = -1
"""The target of a shot that strikes nothing."""


def shoot(s: SiegeState, dice: Dice, tell: Tell, x: int, y: int, angle: int, pull: int, bend: int) -> None:
    """CUS-14: one shot with the picked counter, judged where it comes to rest (CUS-B7)."""
    shot = s.ammo.index(UNSHOT, FIRST_SHOT[s.loaded])
    s.loaded = NOT_LOADED
    s.ammo[shot] = SPENT  # CUS-A4, unless it stays
    s.catapult = [x * HUNDREDTH, y * HUNDREDTH]
    touch, lies = flight.shoot((s.catapult[0], s.catapult[1]), angle, pull, bend, dice)
    s.last = [shot, bend, angle, *s.catapult, *touch, *lies]
    tell((ALL, "shot", shot, angle, pull, bend))
    tell((ALL, "touched_down", *_hundredths(touch)))
    tell((ALL, "landed", *_hundredths(lies)))
    found = under(s)
    _note_shares(s, tell, found)
    targets = largest(_targets(s, shot, found.sections))
    if len(targets) > 1:
        ask(s, "struck", ATTACKER_BIT, shot, *targets)
    else:
        strike(s, tell, shot, targets[0] if targets else NOWHERE, found)


def _hundredths(at: Point) -> tuple[int, int]:
    return flight.rounded(at[0], HUNDREDTH), flight.rounded(at[1], HUNDREDTH)


class Under(NamedTuple):
    """The shares of the shot on each section and counter."""

    sections: dict[int, Area]
    counters: list[tuple[int, Area]]


_COUNTER_CUTTERS = [[cutter(shape) for shape in shapes] for shapes in COUNTER_AT]


def under(s: SiegeState) -> Under:
    """Under the last shot; of a stack, all counters (CUS-B4)."""
    x, y = s.last[-2:]
    if not touches_castle(x, y):
        return Under({}, [])
    areas: dict[tuple[int, int], Area] = {}
    counters = []
    for c in range(COUNTER_COUNT):
        section = s.where[c]
        if section < 0:
            continue
        point = section, s.spot[c]
        if point not in areas:
            areas[point] = on_counter(x, y, _COUNTER_CUTTERS[section][s.spot[c]])
        if areas[point][0]:
            counters.append((c, areas[point]))
    return Under(on_sections(x, y), counters)


def _note_shares(s: SiegeState, tell: Tell, found: Under) -> None:
    """Record what lies under the shot, in thousandths of it."""
    s.shares = []
    for section, area in found.sections.items():
        share = permille(area)
        s.shares += (section, share)
        tell((ALL, "lies_on", section, share))
    x, y = s.last[-2:]
    ground = on_court(x, y)
    if found.sections and ground[0]:
        tell((ALL, "beside", permille(ground)))
    elif not found.sections:
        tell((ALL, "on_court" if ground[0] else "missed"))
    s.shares.append(NOWHERE)
    for c, area in found.counters:
        share = permille(area)
        s.shares += (c, share)
        tell((ALL, "covers", c, share))


def _targets(s: SiegeState, shot: int, sections: dict[int, Area]) -> dict[int, Area]:
    """The possible targets: structures for boulder and fire, sections for disease (CUS-A16, CUS-A26)."""
    kind, castle = KIND_OF_SHOT[shot], CASTLE[s.mode]
    if kind == DISEASE:
        return sections
    if kind != BOULDER:
        sections = {section: area for section, area in sections.items() if WOODEN[castle][section]}
    strength = STRENGTH[castle]
    found = on_structures(sections)
    return {each: area for each, area in found.items() if not ruined(s, each, strength)}  # CUS-B1


def struck_legal(s: SiegeState, seat: Seat, shot: int, *targets: int) -> list[int]:
    """CUS-A16, CUS-A26: between equal shares the attacker chooses."""
    rows = FOUL if KIND_OF_SHOT[shot] == DISEASE else STRIKE
    return [rows[target] for target in targets]


def struck_judge(s: SiegeState, seat: Seat, action: int, shot: int, *targets: int) -> str | None:
    disease = KIND_OF_SHOT[shot] == DISEASE
    rows = FOUL if disease else STRIKE
    if action not in rows:
        return OTHER_QUESTION
    if action - rows[0] in targets:
        return None
    return "CUS-A26" if KIND_OF_SHOT[shot] != BOULDER else "CUS-A16"


def struck(s: SiegeState, seat: Seat, action: int, dice: Dice, tell: Tell, shot: int, *targets: int) -> None:
    rows = FOUL if KIND_OF_SHOT[shot] == DISEASE else STRIKE
    found = under(s)
    for c, area in found.counters:
        tell((ALL, "covers", c, permille(area)))
    strike(s, tell, shot, action - rows[0], found)


# Effects


def strike(s: SiegeState, tell: Tell, shot: int, target: int, found: Under) -> None:
    """CUS-46: the spell applies before anything is marked, and victory is checked after it (CUS-A21)."""
    s.phase = DEFENCE_PHASE
    if s.spell and (target != NOWHERE or found.counters):
        tell((ALL, "deflected"))
    kind = KIND_OF_SHOT[shot]
    if UNSHOT not in s.ammo:
        tell((ALL, "last_shot"))
    if kind == DISEASE and s.spell and target != NOWHERE and _drops_outside(s, target, found.sections):
        tell((ALL, "dropped_outside"))
        for c, _ in found.counters:
            tell((ALL, "spared", c))
        then(s, ("look",), ("defend",))
        return
    effect = (boulder, fire, disease)[kind]
    effect(s, tell, shot, target, found.sections)
    hit_counters(s, tell, kind, found.counters)
    fleeing = _in_contaminated(s, tell, target) if kind == DISEASE and target != NOWHERE else []
    then(s, ("look",), *fleeing, ("look",), ("defend",))


def boulder(s: SiegeState, tell: Tell, shot: int, target: int, sections: dict[int, Area]) -> None:
    """CUS-15: 1 point; CUS-16: 2 if more than half of it lies there; the spell removes one (CUS-32)."""
    if target == NOWHERE:
        _on_ruin(s, tell, sections)
        return
    points = 2 if more_than_half(on_structures(sections)[target]) else 1
    if s.spell:
        tell((ALL, "weaker", points, points - 1))
        points -= 1
    if not points:
        tell((ALL, "no_damage", target))
        return
    strength = STRENGTH[CASTLE[s.mode]]
    points = min(points, strength[target] - s.damage[target])
    s.damage[target] += points
    if HAS_PILE[target]:  # CUS-18; else the Wall Damage card shows it (CUS-17)
        s.ammo[shot] = target
        s.shows[shot] = points
    tell((ALL, "damaged", target, points, s.damage[target], strength[target]))
    if ruined(s, target, strength):
        destroy(s, tell, target)


def fire(s: SiegeState, tell: Tell, shot: int, target: int, sections: dict[int, Area]) -> None:
    """CUS-21: any part on wood starts a fire; CUS-20: stone does not; a spell makes it small (CUS-33)."""
    if target == NOWHERE:
        _on_ruin(s, tell, sections)
        for structure in on_structures(sections):
            if not ruined(s, structure, STRENGTH[CASTLE[s.mode]]):
                tell((ALL, "stone", structure))
        return
    turns = FIRE_TURNS  # CUS-22
    if s.spell:
        tell((ALL, "small_fire"))
        turns = SMALL_FIRE_TURNS
    _stays(s, shot, target)
    s.shows[shot] = turns
    tell((ALL, "on_fire", shot, target, turns))


def disease(s: SiegeState, tell: Tell, shot: int, target: int, sections: dict[int, Area]) -> None:
    """CUS-25: the section is closed for the rest of the game; CUS-27: nothing is damaged."""
    if target != NOWHERE:
        _stays(s, shot, target)
        already = s.foul >> target & 1
        s.foul |= 1 << target
        tell((ALL, "already_contaminated" if already else "contaminated", target))


def _stays(s: SiegeState, shot: int, at: int) -> None:
    s.ammo[shot] = at
    s.lies[2 * shot : 2 * shot + 2] = s.last[-2:]


def _on_ruin(s: SiegeState, tell: Tell, sections: dict[int, Area]) -> None:
    """CUS-B1"""
    for structure in on_structures(sections):
        if ruined(s, structure, STRENGTH[CASTLE[s.mode]]):
            tell((ALL, "ruin", structure))


def _drops_outside(s: SiegeState, section: int, sections: dict[int, Area]) -> bool:
    """CUS-35: at the outer edge with less than half on it; a gatehouse's sides count together (CUS-B8)."""
    x, y = s.last[-2:]
    outer = STRUCTURE_OF[section] != KEEP
    share = on_structures(sections)[STRUCTURE_OF[section]]
    return outer and not more_than_half(share) and sticks_out(x, y)


def hit_counters(s: SiegeState, tell: Tell, kind: int, counters: list[tuple[int, Area]]) -> None:
    """CUS-28 to CUS-30, whatever was shot (CUS-19); the spell softens a boulder only (CUS-32, CUS-33)."""
    softened = s.spell and kind == BOULDER
    for c, area in counters:
        deadly = s.health[c] == INJURED or more_than_half(area)
        if softened:
            tell((ALL, "shielded" if deadly else "spared", c))
            if not deadly or s.health[c] == INJURED:  # CUS-A22
                continue
            deadly = False
        if deadly:
            kill(s, tell, c)
        else:
            s.health[c] = INJURED
            tell((ALL, "injured", c))


def kill(s: SiegeState, tell: Tell, c: int) -> None:
    """CUS-29: to the victory pile."""
    s.where[c] = KILLED
    s.spot[c] = 0
    s.health[c] = HEALTHY
    tell((ALL, "killed", c))


def _in_contaminated(s: SiegeState, tell: Tell, section: int) -> list[tuple[str, int]]:
    """CUS-26: all in it become injured and must leave; CUS-A8: injured ones not touched stay injured."""
    inside = [c for c in range(COUNTER_COUNT) if s.where[c] == section]
    for c in inside:
        if s.health[c] == HEALTHY:
            s.health[c] = INJURED
            tell((ALL, "injured", c))
    return [("escape", c) for c in inside]


def escape(s: SiegeState, dice: Dice, tell: Tell, c: int) -> None:
    """CUS-26: to an adjacent section; if none is free, the counter dies (CUS-A9)."""
    if flee_legal(s, 0, c):
        ask(s, "flee", DEFENDER_BIT, c)
    else:
        tell((ALL, "trapped", c))
        kill(s, tell, c)


def flee_legal(s: SiegeState, seat: Seat, c: int) -> list[int]:
    return [FLEE[section] for section in NEXT_TO[s.where[c]] if not s.foul >> section & 1]


def flee_judge(s: SiegeState, seat: Seat, action: int, c: int) -> str | None:
    if action not in FLEE:
        return OTHER_QUESTION
    section = action - FLEE[0]
    if section not in NEXT_TO[s.where[c]]:
        return "CUS-26"
    return "CUS-25" if s.foul & 1 << section else None


def flee(s: SiegeState, seat: Seat, action: int, dice: Dice, tell: Tell, c: int) -> None:
    stand(s, c, action - FLEE[0])
    tell((ALL, "fled", c, s.where[c]))


STEPS: Final[Mapping[str, Step]] = {"shoot": shoot, "escape": escape}
QUESTIONS: Final[Mapping[str, Question]] = {
    "struck": Question("CUS-A16", struck_legal, struck_judge, struck),
    "flee": Question("CUS-26", flee_legal, flee_judge, flee),
}
