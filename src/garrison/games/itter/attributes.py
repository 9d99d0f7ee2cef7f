"""Attributes of Defenders, section 3, which always apply (ITP-3.0a, IT3-57), and the effects of a death."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell
from garrison.games.itter.actions import KEEP, SACRIFICE
from garrison.games.itter.state import (
    CASUALTY,
    DEFENDER_BIT,
    DESTROYED,
    EMPTY,
    UNFIT,
    ItterState,
)
from garrison.games.itter.tables import (
    FAINT_HEARTED,
    GANGL,
    INSPIRERS,
    INSPIRES,
    LOCATION,
    OFFICERS,
    SACRIFICES,
)


def inspiration(s: ItterState, d: int, place: int) -> int:
    """ITP-3.1a, ITP-3.1b, IT3-59, IT3-60: dice or tokens from inspirers in the location, one each (AMB-05).

    ITP-3.1c, IT3-61: nobody Exhausted, Disrupted or Suppressed inspires; nobody inspires himself.
    """
    where, marks = s.where, s.marks
    found = 0
    for each in INSPIRERS:
        if where[each] >= 0 and LOCATION[where[each]] == place and not marks[each] & UNFIT and each != d:
            found += 1
    return found


def chance(dice: int, needed: int) -> tuple[int, int] | None:
    """Exact chance that at least one die reaches the number needed, as (hits, cases) in lowest terms."""
    if not dice:
        return None
    cases = 6**dice
    hits = cases - (needed - 1) ** dice
    common = gcd(hits, cases)
    return hits // common, cases // common


# Death. One event can kill several Defenders in a location at once (AMB-08).


def doom(s: ItterState, dice: Dice, tell: Tell, first: int, *dying: int) -> None:
    """ITP-3.5a: before they die, Gangl may be sacrificed for one Inspire prisoner in his location.

    Only if he survives the event himself (AMB-09); `first` is the next prisoner to ask about. The playtest
    edition has no Sacrifice.
    """
    if len(dying) > 1 and not first:
        for d in dying:
            tell((ALL, "doomed", d))
    for number in range(first, len(dying)):
        d = dying[number]
        if SACRIFICES[s.mode] and INSPIRES[d] and GANGL not in dying and _beside(s, GANGL, d):
            ask(s, "sacrifice", DEFENDER_BIT, d, number, *dying)
            return
    then(s, ("perish", *dying))


def _beside(s: ItterState, one: int, other: int) -> bool:
    return s.where[one] >= 0 and LOCATION[s.where[one]] == LOCATION[s.where[other]]


def sacrifice_legal(s: ItterState, seat: Seat, d: int, number: int, *dying: int) -> list[int]:
    return [SACRIFICE, KEEP]


def sacrifice_judge(s: ItterState, seat: Seat, action: int, d: int, number: int, *dying: int) -> str | None:
    return None if action in (SACRIFICE, KEEP) else OTHER_QUESTION


def sacrifice(
    s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, d: int, number: int, *dying: int
) -> None:
    """ITP-3.5a: Gangl leaves the game instead; nothing happens to the prisoner."""
    if action == KEEP:
        then(s, ("doom", number + 1, *dying))
        return
    tell((ALL, "sacrificed", d))
    rest = [each for each in dying if each != d]
    then(s, ("perish", *rest, GANGL))


def perish(s: ItterState, dice: Dice, tell: Tell, *dying: int) -> None:
    """Remove the dead for good (ITP-4.1d, IT3-105), all at once; then apply Low Morale (AMB-08)."""
    if not dying:
        return
    place = LOCATION[s.where[dying[0]]]
    for d in dying:
        remove(s, d)
        tell((ALL, "killed", d))
    low_morale(s, tell, place)


def remove(s: ItterState, d: int) -> None:
    """Remove a casualty from his square; his tokens go back to the supply."""
    q = s.where[d]
    s.who[q] = EMPTY
    s.where[d] = CASUALTY
    s.marks[d] = 0


def low_morale(s: ItterState, tell: Tell, place: int) -> None:
    """ITP-3.2a, IT3-62: Riflemen beside a casualty are lost too; ITP-3.3a, IT3-63: not with an Officer there.

    The Officer must still be there after the dead are removed (AMB-07).
    """
    for d in OFFICERS:
        if s.where[d] >= 0 and LOCATION[s.where[d]] == place:
            return
    for d in FAINT_HEARTED:
        if s.where[d] >= 0 and LOCATION[s.where[d]] == place:
            remove(s, d)
            tell((ALL, "lost_heart", d))


def wrecked(s: ItterState) -> bool:
    return s.tank >= DESTROYED


STEPS: Final[Mapping[str, Step]] = {"doom": doom, "perish": perish}
QUESTIONS: Final[Mapping[str, Question]] = {
    "sacrifice": Question("ITP-3.5a", sacrifice_legal, sacrifice_judge, sacrifice),
}
