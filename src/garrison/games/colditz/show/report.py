"""How a finished game went: rounds, arrests and shots, what every officer made, how far the POWs got."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from garrison.core.game import ReportTable
from garrison.core.show.templates import fill
from garrison.core.state import Event, View
from garrison.games.colditz.castle.layout import (
    APPEL_START,
    AREA,
    AREAS,
    BURIED,
    CASTLE_SIDE,
    FAR_SIDE,
    INNER,
    NEIGHBOURS,
    SPACES,
    TARGETS,
)
from garrison.games.colditz.state import nation_of
from garrison.games.colditz.tables import FIRST_GUARD, ITEMS, NATIONS, PAWNS
from garrison.games.colditz.words import WORDS

STOPS: Final = {"moved": -1, "crossed": 0, "released": 0, "alighted": 0}
"""Events that tell where a pawn comes to, with its place among the spaces they name."""


def report(end: View, told: Sequence[Event], lang: str) -> list[ReportTable]:
    """The tables of a finished game, from what was told to everybody."""
    said: Mapping[str, str] = WORDS.load(lang)["report"]
    nations = range(int(end["options"]["seats"]) - 1)
    tables = [
        ReportTable(said["figures"], (), tuple(_figures(end, told, said))),
        ReportTable(
            said["officers"],
            tuple(said[key] for key in ("officer", "escaped", "arrested", "shot")),
            tuple(_losses(told, nation, lang) for nation in nations),
        ),
        ReportTable(
            said["results"],
            tuple(said[key] for key in ("officer", "made", "farthest")),
            tuple(
                (_seat(nation, lang), _made(told, nation, lang), _farthest(end, told, nation, lang))
                for nation in nations
            ),
        ),
    ]
    away = tuple(_escapes(told, lang))
    if away:
        head = tuple(said[key] for key in ("pow", "where", "round"))
        tables.append(ReportTable(said["escapes"], head, away))
    return tables


def _seat(nation: int, lang: str) -> str:
    return WORDS.name("seat", NATIONS[nation], lang)


# Rounds, arrests, shots


def _figures(end: View, told: Sequence[Event], said: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    kinds = Counter(event[1] for event in told)
    blocks = Counter(event[4] for event in told if event[1] == "arrested")
    yield said["rounds"], fill(said["of"], _rounds(told), end["options"]["rounds"])
    yield said["arrests"], fill(said["cells"], kinds["arrested"], blocks[0], blocks[1])
    yield said["releases"], str(kinds["released"])
    yield said["shots"], fill(said["hits"], kinds["shot"] + kinds["missed"], kinds["shot"])


def _rounds(told: Sequence[Event]) -> int:
    """The rounds that were played, also in part. One that ends the game begins no other."""
    begun = 1 + [event[1] for event in told].count("round")
    ended = ("round", "ended") in ((one[1], other[1]) for one, other in pairwise(told))
    return begun - ended


def _losses(told: Sequence[Event], nation: int, lang: str) -> tuple[str, ...]:
    """By officer: escaped, arrested, shot or dead on a run."""
    found = Counter(
        event[1] for event in told if event[1] in ("escaped", "arrested") and _of(event[2], nation)
    )
    shot = sum(_dies(event, nation) for event in told)
    return _seat(nation, lang), str(found["escaped"]), str(found["arrested"]), str(shot)


def _dies(event: Event, nation: int) -> bool:
    if event[1] == "ran":
        pawn, thrown, needed = event[2:]
        return _of(pawn, nation) and thrown < needed
    return event[1] == "shot" and _of(event[3], nation)


def _of(pawn: int, nation: int) -> bool:
    return pawn < FIRST_GUARD and nation_of(pawn) == nation


def _made(told: Sequence[Event], nation: int, lang: str) -> str:
    made = Counter(event[3] for event in told if event[1] == "made" and event[2] == nation)
    items = [fill(WORDS.name("counted", ITEMS[item], lang), made[item]) for item in sorted(made)]
    return ", ".join(items) or WORDS.term("nothing", lang)


def _escapes(told: Sequence[Event], lang: str) -> Iterator[tuple[str, str, str]]:
    """Who escaped, where, and where the round marker stood."""
    marker = 0
    for event in told:
        if event[1] in ("begun", "round"):
            marker = event[2]
        elif event[1] == "escaped":
            yield (
                WORDS.name("pawn", PAWNS[event[2]], lang),
                WORDS.name("space", SPACES[event[3]], lang),
                str(marker),
            )


# How far everybody got


@cache
def _to_target() -> tuple[tuple[int, int], ...]:
    """By space: steps to the nearest target as if nothing stood in the way, and that target.

    Down a drop or through the wire is a step; up again there is none, and tunnels are no way.
    """
    down: dict[int, list[int]] = {}
    for above, below in zip(CASTLE_SIDE, FAR_SIDE, strict=True):
        down.setdefault(below, []).append(above)
    found = {target: (0, target) for target in TARGETS}
    edge = list(TARGETS)
    for space in edge:
        steps, target = found[space]
        for other in (*NEIGHBOURS[space], *down.get(space, ())):
            if other not in found and other not in BURIED:
                found[other] = steps + 1, target
                edge.append(other)
    return tuple(found.get(space, (len(SPACES), TARGETS[0])) for space in range(len(SPACES)))


def _farthest(end: View, told: Sequence[Event], nation: int, lang: str) -> str:
    """The POW who came nearest to a target, outside before the outer courtyard before the inner one."""
    said: Mapping[str, str] = WORDS.load(lang)["report"]
    stops = [*_stops(end, told, nation)]
    away = [event for event in told if event[1] == "escaped" and _of(event[2], nation)]
    if away:
        names = ", ".join(WORDS.name("pawn", PAWNS[event[2]], lang) for event in away)
        return fill(said["away"], names, n=len(away))
    pawn, space = min(stops, key=lambda stop: (-AREA[stop[1]], _to_target()[stop[1]][0]))
    area = said[f"area-{AREAS[AREA[space]]}"]
    steps, target = _to_target()[space]
    if AREA[space] == INNER:
        return area
    return fill(
        said["near"],
        area,
        steps,
        WORDS.name("space", SPACES[target], lang),
        WORDS.name("pawn", PAWNS[pawn], lang),
    )


def _stops(end: View, told: Sequence[Event], nation: int) -> Iterator[tuple[int, int]]:
    """All POWs of a nation with the spaces on which they have ever stopped."""
    first = nation * (FIRST_GUARD // len(NATIONS))
    for number, space in enumerate(APPEL_START[int(end["options"]["seats"])][nation]):
        yield first + number, space
    for event in told:
        if event[1] in STOPS and _of(event[2], nation):
            where = event[3]
            yield event[2], where[STOPS[event[1]]] if isinstance(where, tuple) else where
