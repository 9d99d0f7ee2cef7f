"""Placing SS counters, section 4.3: they arrive, are held off or push along their track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell
from garrison.games.itter.actions import SPEND
from garrison.games.itter.attributes import chance
from garrison.games.itter.editions import FIRES_ON_ARRIVAL
from garrison.games.itter.scoring import end
from garrison.games.itter.state import BREACH, DEFENDER_BIT, NO_COUNTER, ItterState
from garrison.games.itter.tables import CASTLE, COLOUR, KIND_DEFENCE, MG, NEXT, PUSHES
from garrison.games.itter.tactics import TACTICS_RULE, approach, most_spent, suppressed_defence


def arrive(s: ItterState, dice: Dice, tell: Tell, kind: int) -> None:
    """ITP-4.3a, IT3-86, IT3-89: each counter in turn; ITP-4.3b, IT3-87: two dice give the area."""
    table = approach(s, tell, kind)
    rolled = dice.roll(1 if table else 2, "placement")
    area = table[rolled[0] - 1] if table else sum(rolled)
    tell((ALL, "rolled_area", kind, area, tuple(rolled)))
    tokens = s.tokens[COLOUR[area]]
    if tokens and most_spent(s, kind, tokens):
        needed = suppressed_defence(s, kind)
        if needed != KIND_DEFENCE[s.mode][kind]:
            tell((ALL, "harder", kind, needed))
        ask(s, "spend", DEFENDER_BIT, kind, area)
        return
    if tokens:
        tell((ALL, "tokens_barred", kind))
    then(s, ("land", kind, area))


def spend_legal(s: ItterState, seat: Seat, kind: int, area: int) -> list[int]:
    """ITP-4.3c, IT3-88: any number of tokens of the area's colour."""
    return SPEND[: most_spent(s, kind, s.tokens[COLOUR[area]]) + 1]


def spend_judge(s: ItterState, seat: Seat, action: int, kind: int, area: int) -> str | None:
    if action not in SPEND:
        return OTHER_QUESTION
    n = SPEND.index(action)
    tokens = s.tokens[COLOUR[area]]
    if n > tokens:
        return "ITP-4.3c"
    if n <= most_spent(s, kind, tokens):
        return None
    return TACTICS_RULE[s.mode]


def spend_odds(s: ItterState, seat: Seat, action: int, kind: int, area: int) -> tuple[int, int] | None:
    return chance(action - SPEND[0], suppressed_defence(s, kind))


def spend(s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, kind: int, area: int) -> None:
    """ITP-4.3c, IT3-88: a die for each token, spent hit or miss (AMB-43); one success holds it off."""
    n = action - SPEND[0]
    if not n:
        then(s, ("land", kind, area))
        return
    s.tokens[COLOUR[area]] -= n
    rolled, needed = dice.roll(n, "suppression"), suppressed_defence(s, kind)
    tell((ALL, "spent", n, COLOUR[area], tuple(rolled), needed))
    if max(rolled) >= needed:
        tell((ALL, "held_off", kind, area))
    else:
        then(s, ("land", kind, area))


def land(s: ItterState, dice: Dice, tell: Tell, kind: int, area: int) -> None:
    """ITP-4.3d, IT3-91: it pushes the counter there one circle on, and so along the track (IT3-92).

    ITP-4.3e, IT3-93, IT3-101: past its end the castle is lost. ITP-4.3f, IT3-90: Machine Gunners and Mortars
    push nobody and stay; ITP-4.3g: in the published edition they fire at once.
    """
    tell((ALL, "landed", kind, area))
    if not PUSHES[kind]:
        s.heavy[2 * area + (kind != MG)] += 1
        if FIRES_ON_ARRIVAL[s.mode]:
            then(s, ("harass", kind, area))
        return
    light = s.light
    circle = area
    pushed, light[circle] = light[circle], kind
    while pushed != NO_COUNTER:
        onward = NEXT[circle]
        if onward == CASTLE:
            tell((ALL, "breached", pushed, circle))
            end(s, tell, BREACH)
            return
        tell((ALL, "pushed", pushed, circle, onward))
        pushed, light[onward] = light[onward], pushed
        circle = onward


STEPS: Final[Mapping[str, Step]] = {"arrive": arrive, "land": land}
QUESTIONS: Final[Mapping[str, Question]] = {
    "spend": Question("ITP-4.3c", spend_legal, spend_judge, spend, odds=spend_odds, hit="held_off"),
}
