"""How much room the attackers still have: free circles by area, and who would be pushed where."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from garrison.core.show.scene import Alarm
from garrison.core.show.templates import fill
from garrison.core.state import View
from garrison.games.itter.tables import AREAS, CASTLE, CIRCLES, KINDS, NEXT, PUSHES
from garrison.games.itter.words import WORDS

SHARED: Final = 10_000


class Push(NamedTuple):
    """A counter pushed from a circle to the next, or into the castle."""

    kind: str
    start: int
    end: int


@lru_cache(maxsize=len(AREAS))
def route(area: int) -> tuple[int, ...]:
    """The circles from an area to the castle; tracks that join share the last ones."""
    found = []
    while area != CASTLE:
        found.append(area)
        area = NEXT[area]
    return tuple(found)


def pushes(view: View, area: int) -> list[Push]:
    """The pushes if a Rifleman, Scout or Sturm landed here (ITP-4.3d, IT3-91, IT3-92)."""
    found = []
    for circle in route(area):
        kind = _light(view, circle)
        if not kind:
            break
        found.append(Push(kind, circle, NEXT[circle]))
    return found


def _light(view: View, circle: int) -> str:
    """The counter on a circle that can be pushed, if there is one."""
    here: list[str] = view["counters"][str(circle)]
    return next((kind for kind in here if PUSHES[KINDS.index(kind)]), "")


def alarms(view: View, lang: str) -> tuple[Alarm, ...]:
    """At each area how many circles are free on its way, and at the last free one that it is the last.

    ITP-4.3e, IT3-93: where none is free, one more arrival breaks into the castle.
    """
    if view["ask"] is None:
        return ()
    return _alarms(frozenset(circle for circle in CIRCLES if not _light(view, circle)), lang)


@lru_cache(maxsize=SHARED)
def _alarms(free: frozenset[int], lang: str) -> tuple[Alarm, ...]:
    room = {area: [circle for circle in route(area) if circle in free] for area in AREAS}
    full = [area for area in AREAS if not room[area]]
    last: dict[int, list[int]] = {}
    for area in AREAS:
        if len(room[area]) == 1:
            last.setdefault(room[area][0], []).append(area)
    counts = WORDS.term("free-circles", lang)
    found = []
    for area in AREAS:
        n = len(room[area])
        if area in full:
            said = _about("full-tracks", full, lang)
        elif area in last:
            said = _about("last-circle", last[area], lang, area)
        else:
            said = fill(WORDS.term("room-on-track", lang), n, area)
        found.append(Alarm(str(area), said, str(n), area in full or area in last, counts))
    found += [
        Alarm(str(circle), _about("last-circle", areas, lang, circle), urgent=True)
        for circle, areas in last.items()
        if circle not in AREAS
    ]
    return tuple(found)


def _about(term: str, areas: list[int], lang: str, *more: int) -> str:
    """A sentence on areas: `area 8`, `areas 8 and 9`."""
    *others, one = map(str, areas)
    listed = WORDS.term("both-areas", lang).format(", ".join(others), one) if others else one
    return fill(WORDS.term(term, lang), len(areas), listed, *more)
