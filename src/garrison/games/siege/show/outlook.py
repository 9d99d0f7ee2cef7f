"""A shot beforehand: where the castle lies, what stands in a direction, how far shots scatter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from garrison.core.show.templates import fill
from garrison.core.state import Action, View
from garrison.games.siege import flight
from garrison.games.siege.actions import AIM, PULL, PULLS, SITE, TURN
from garrison.games.siege.hit_chance import aims, hit_chances
from garrison.games.siege.knowledge.view import HIDDEN, mode_of
from garrison.games.siege.tables import (
    BOTTOM,
    CARD_SECTIONS,
    CASTLES,
    CORNERS,
    EASIEST,
    HUNDREDTH,
    KINDS,
    LEFT,
    RIGHT,
    SITE_AT,
    SITE_NAMES,
    STRENGTH,
    STRUCTURE_OF,
    STRUCTURES,
    TOP,
    Point,
    Polygon,
)
from garrison.games.siege.words import WORDS

Span = tuple[int, int]
"""Near and far distance of something on a line, in thousandths of an inch."""
LIKELIEST: Final = 4
"""Number of targets whose chances are told."""
NEAREST: Final = 250
"""Distances are told to the quarter of an inch."""


# Geometry


def crossing(at: Point, angle: int, shape: Polygon) -> Span | None:
    """The distances at which a line from a point enters and leaves a convex shape, corners clockwise."""
    across, down = flight.sine(angle), -flight.cosine(angle)
    near, far = 0, 10**9
    for (x, y), (u, v) in zip(shape, (*shape[1:], shape[0]), strict=True):
        # Inside is where the cross product of a side and the way to a point is not below 0.
        offset = (u - x) * (at[1] - y) - (v - y) * (at[0] - x)
        slope = (u - x) * down - (v - y) * across
        if slope == 0:
            if offset < 0:
                return None
        elif slope > 0:
            near = max(near, flight.rounded(-offset * flight.ONE, slope))
        else:
            far = min(far, flight.rounded(offset * flight.ONE, -slope))
    return (near, far) if near < far else None


def in_the_way(at: Point, angle: int, standing: tuple[int, ...]) -> list[tuple[int, Span]]:
    """The standing structures on a line from a point, the nearest first, with their distances."""
    spans: dict[int, Span] = {}
    for section in range(CARD_SECTIONS):
        found, structure = crossing(at, angle, CORNERS[section]), STRUCTURE_OF[section]
        if found is not None and structure in standing:
            near, far = spans.get(structure, found)
            spans[structure] = min(near, found[0]), max(far, found[1])
    return sorted(spans.items(), key=lambda each: each[1])


# Sentences


class _Teller:
    """Sentences about the shot in question."""

    def __init__(self, view: View, lang: str) -> None:
        self.view, self.lang = view, lang
        self.say: dict[str, str] = WORDS.load(lang)["outlook"]
        self.bend = EASIEST[mode_of(view)]
        self.castle_kind = CASTLES.index(view["options"]["castle"])
        strength = STRENGTH[self.castle_kind]
        self.standing = tuple(
            structure
            for structure, name in enumerate(STRUCTURES)
            if view["structures"][name] < strength[structure]
        )

    def inches(self, thousandths: int) -> str:
        return WORDS.argument("hundredths", flight.rounded(thousandths, HUNDREDTH), self.lang)

    def about(self, thousandths: int) -> str:
        return self.inches(NEAREST * flight.rounded(thousandths, NEAREST))

    def castle(self) -> str:
        edges = (self.inches(each) for each in (LEFT, RIGHT, TOP, BOTTOM))
        return fill(self.say["castle"], *edges)

    def scatter(self, bend: int) -> str:
        line = flight.BENDS[bend - 1]
        shares = (WORDS.argument("permille", each, self.lang) for each in (line.along, line.across))
        return fill(self.say["scatter"], bend, *shares)

    def ahead(self, at: Point, angle: int, bend: int) -> str:
        """The structures in a direction, how far away, and how far the arm must be drawn to get there."""
        parts = [self._part(bend, *each) for each in in_the_way(at, angle, self.standing)]
        degrees = WORDS.argument("hundredths", angle, self.lang)
        key = "ahead" if parts else "nothing"
        return fill(self.say[key], degrees, "; ".join(parts))

    def _part(self, bend: int, structure: int, span: tuple[int, int]) -> str:
        name = WORDS.name("structure", STRUCTURES[structure], self.lang)
        far = tuple(map(self.about, span))
        pulls = tuple(self.inches(HUNDREDTH * flight.pull_for(bend, each)) for each in span)
        if far[0] == far[1]:
            return fill(self.say["edge"], name, far[0], pulls[0])
        return fill(self.say["part"], name, *far, *pulls)

    def landing(self, at: Point, angle: int, pull: int, bend: int) -> str:
        """Where a shot comes to rest without scatter, how far most are off that, and what they strike."""
        far, line = flight.way(bend, pull), flight.BENDS[bend - 1]
        x, y = flight.expected(at, angle, pull, bend)
        hit = [
            structure for structure, (near, end) in in_the_way(at, angle, self.standing) if near <= far < end
        ]
        where = WORDS.name("structure", STRUCTURES[hit[0]], self.lang) if hit else self.say["beside"]
        off = (self.about(far * share // 1000) for share in (line.along, line.across))
        told = fill(self.say["landing"], self.inches(far), self.inches(x), self.inches(y), where, *off)
        return f"{told} {self.chances(at, angle, pull, bend)}".strip()

    def chances(self, at: Point, angle: int, pull: int, bend: int) -> str:
        """The likeliest targets in per cent; nothing for those who do not know what is loaded."""
        loaded = self.view["loaded"]
        if loaded == HIDDEN:
            return ""
        found = aims(KINDS.index(loaded), self.castle_kind, self.standing)
        parts = [
            f"{WORDS.name(each.kind, each.id, self.lang)} {round(100 * share)} %"
            for each, share in hit_chances(at, angle, pull, bend, found)[:LIKELIEST]
        ]
        return fill(self.say["chances"], ", ".join(parts)) if parts else self.say["no-chance"]


def outlook(view: View, action: Action | None, lang: str) -> str:
    """Sentences that help to aim; for other questions nothing."""
    teller, (question, _, *args) = _Teller(view, lang), view["ask"]
    if question not in _QUESTIONS:
        return ""
    return _QUESTIONS[question](teller, action, *args)


def _aim(teller: _Teller, action: Action | None) -> str:
    if isinstance(action, tuple):
        if action[0] != AIM:
            return ""
        _, x, y, angle, pull, bend = action
        at = (x * HUNDREDTH, y * HUNDREDTH)
        return f"{teller.landing(at, angle, pull, bend // 100)} {teller.ahead(at, angle, bend // 100)}"
    if action is None:
        return f"{teller.castle()} {teller.scatter(teller.bend)}"
    if action not in SITE:
        return ""
    at = SITE_AT[action - SITE[0]]
    middle = (LEFT + RIGHT) // 2, (TOP + BOTTOM) // 2
    angle = flight.DEGREE * flight.rounded(flight.towards(at, middle)[0], flight.DEGREE)
    ahead = teller.ahead(at, angle, teller.bend)
    return fill(teller.say["from-site"], SITE_NAMES[action - SITE[0]], ahead[:1].lower() + ahead[1:])


def _direction(teller: _Teller, action: Action | None, site: int, middle: int) -> str:
    degrees = middle if not isinstance(action, int) else action - TURN[0]
    return teller.ahead(SITE_AT[site], degrees * flight.DEGREE, teller.bend)


def _strength(teller: _Teller, action: Action | None, site: int, degrees: int, *_: int) -> str:
    at, angle = SITE_AT[site], degrees * flight.DEGREE
    if isinstance(action, int) and action in PULL:
        return teller.landing(at, angle, PULLS[action - PULL[0]], teller.bend)
    return teller.ahead(at, angle, teller.bend)


_QUESTIONS: Final[dict[str, Callable[..., str]]] = {
    "aim": _aim,
    "direction": _direction,
    "strength": _strength,
}
