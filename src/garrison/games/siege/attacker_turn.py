"""The attacker's turn: a secret counter, the Wizard's decision, the catapult's place, one shot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.show.scene import Field, Form, Target, Throw
from garrison.core.state import ALL, Action, Dice, Seat, Tell
from garrison.games.siege import flight
from garrison.games.siege.actions import AIM, CAST, LOAD, PULL, PULLS, SITE, TURN, WAIT
from garrison.games.siege.aim_grid import directions, lane, pulls
from garrison.games.siege.geometry import apart_squared, distance_squared
from garrison.games.siege.hit_chance import SPREAD, aims
from garrison.games.siege.state import (
    ATTACK_PHASE,
    ATTACKER_BIT,
    DEFENDER_BIT,
    HEALTHY,
    UNSHOT,
    SiegeState,
    ruined,
    unshot,
)
from garrison.games.siege.tables import (
    BOTTOM,
    CASTLE,
    EASIEST,
    FIRST_DISTANCE,
    FIRST_SHOT,
    HUNDREDTH,
    KIND_COUNT,
    KINDS,
    LATER_DISTANCE,
    LEFT,
    MOVED_DISTANCE,
    RADIUS,
    RIGHT,
    SECTIONS,
    SITE_AT,
    SITE_COUNT,
    STRENGTH,
    STRUCTURE_COUNT,
    TABLE,
    THE_WIZARD,
    TOP,
    UNITS_PER_INCH,
    WIZARD_PAUSE,
    Point,
)


def turn(s: SiegeState, dice: Dice, tell: Tell) -> None:
    """CUS-45: the attacker begins."""
    s.phase = ATTACK_PHASE
    s.turn += 1
    s.spell = 0
    tell((ALL, "turn", s.turn))
    then(s, ("choosing",))


def choosing(s: SiegeState, dice: Dice, tell: Tell) -> None:
    """CUS-12: the attacker picks a counter."""
    ask(s, "load", ATTACKER_BIT)


# The counter and the spell


def load_legal(s: SiegeState, seat: Seat) -> list[int]:
    """CUS-12: everybody can count what is left, so a last remaining kind needs no question."""
    return [LOAD[kind] for kind in range(len(KINDS)) if unshot(s, kind)]


def load_judge(s: SiegeState, seat: Seat, action: int) -> str | None:
    if action not in LOAD:
        return OTHER_QUESTION
    first = FIRST_SHOT[action - LOAD[0]]
    left = s.ammo[first : first + KIND_COUNT[action - LOAD[0]]]
    return None if UNSHOT in left else "CUS-12"


def load(s: SiegeState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """CUS-12: only the attacker knows which."""
    s.loaded = action - LOAD[0]
    tell((ALL, "loaded"))
    tell((ATTACKER_BIT, "loaded_kind", s.loaded))
    then(s, ("wizard",), ("aiming",))


def may_cast(s: SiegeState) -> bool:
    """CUS-13: uninjured, and four full turns since the last spell (CUS-A19)."""
    rested = not s.cast or s.turn - s.cast > WIZARD_PAUSE
    return rested and s.where[THE_WIZARD] >= 0 and s.health[THE_WIZARD] == HEALTHY


def wizard(s: SiegeState, dice: Dice, tell: Tell) -> None:
    """CUS-13: before the catapult is placed."""
    if may_cast(s):
        ask(s, "spell", DEFENDER_BIT)


def spell_legal(s: SiegeState, seat: Seat) -> list[int]:
    return [CAST, WAIT]


def spell_judge(s: SiegeState, seat: Seat, action: int) -> str | None:
    return None if action in (CAST, WAIT) else OTHER_QUESTION


def spell(s: SiegeState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """CUS-13; it counts as cast whatever the shot does (CUS-A18)."""
    if action == WAIT:
        tell((ALL, "spell_kept"))
        return
    s.spell = 1
    s.cast = s.turn
    tell((ALL, "cast"))


# Aiming: one open choice, or place, direction and strength of the grid


def aiming(s: SiegeState, dice: Dice, tell: Tell) -> None:
    """CUS-14"""
    ask(s, "aim", ATTACKER_BIT)


def stands_badly(s: SiegeState, at: Point) -> str | None:
    """The rule that forbids a place of the catapult, measured from the middle of its front edge (CUS-B2)."""
    least, rule = (LATER_DISTANCE, "CUS-14") if s.catapult else (FIRST_DISTANCE, "CUS-06")  # CUS-A15
    if distance_squared(*at) < least * least:
        return rule
    if s.catapult and apart_squared(at, (s.catapult[0], s.catapult[1])) < MOVED_DISTANCE * MOVED_DISTANCE:
        return "CUS-31"
    return None


def _far_enough(least: int) -> list[int]:
    return [site for site in range(SITE_COUNT) if distance_squared(*SITE_AT[site]) >= least * least]


_FIRST_SITES = [SITE[site] for site in _far_enough(FIRST_DISTANCE)]
_LATER_SITES = [(SITE[site], *SITE_AT[site]) for site in _far_enough(LATER_DISTANCE)]


def aim_legal(s: SiegeState, seat: Seat) -> list[int]:
    """CUS-06 for the first place, CUS-14 and CUS-31 for every other."""
    if not s.catapult:
        return _FIRST_SITES
    left, top = s.catapult
    least = MOVED_DISTANCE * MOVED_DISTANCE
    return [row for row, x, y in _LATER_SITES if (x - left) ** 2 + (y - top) ** 2 >= least]


def aim_judge(s: SiegeState, seat: Seat, action: Action) -> str | None:
    if isinstance(action, tuple):
        _, x, y, _, _, bend = action
        if bend // 100 < EASIEST[s.mode]:
            return "CUS-B3"
        return stands_badly(s, (x * HUNDREDTH, y * HUNDREDTH))
    return stands_badly(s, SITE_AT[action - SITE[0]]) if action in SITE else OTHER_QUESTION


_FIELDS = (
    Field("x", 0, TABLE[0] // HUNDREDTH, unit="in", control="point", rule="CUS-B10"),
    Field("y", 0, TABLE[1] // HUNDREDTH, unit="in", control="point", rule="CUS-B10"),
    Field("dir", 0, flight.TURN - 1, unit="°", control="angle", rule="CUS-B10"),
    Field("force", flight.LEAST_PULL, flight.MOST_PULL, unit="in", rule="CUS-B10"),
    Field("bend", 100, 100 * len(flight.BENDS), 100, rule="CUS-05"),
)
_HALF_AXIS = 2
"""Standard deviations from the middle of the oval to its edge."""
_THROW = Throw(
    point=("x", "y"),
    turn="dir",
    force="force",
    by="bend",
    rows=tuple((bend.reach, _HALF_AXIS * bend.along, _HALF_AXIS * bend.across) for bend in flight.BENDS),
    spread=tuple(flight.rounded(each, _HALF_AXIS) for each in SPREAD),
    radius=RADIUS // HUNDREDTH,
)
TOLD_PULLS = 200, 250
"""Pulls whose range the question states."""
_MIDDLE = ((LEFT + RIGHT) // 2, (TOP + BOTTOM) // 2)


def aim_form(s: SiegeState, seat: Seat) -> Form:
    near = "CUS-14" if s.catapult else "CUS-06"
    return Form(
        AIM,
        _FIELDS,
        bars=("CUS-B3", near, "CUS-31"),
        scale=UNITS_PER_INCH,
        throw=replace(_THROW, targets=_targets(s)),
        start=_start(s),
    )


def _targets(s: SiegeState) -> tuple[Target, ...]:
    castle = CASTLE[s.mode]
    standing = [each for each in range(STRUCTURE_COUNT) if not ruined(s, each, STRENGTH[castle])]
    found = aims(s.loaded, castle, standing)
    return tuple(Target(each.kind, each.id, tuple(SECTIONS[n] for n in each.sections)) for each in found)


def _start(s: SiegeState) -> tuple[int, ...]:
    """Initial values: the allowed grid place nearest to the last, aimed at the castle's middle."""
    before = (s.catapult[0], s.catapult[1]) if s.catapult else SITE_AT[2]
    allowed = [SITE_AT[row - SITE[0]] for row in aim_legal(s, 0)]
    at = min(allowed, key=lambda site: apart_squared(site, before))
    bend = EASIEST[s.mode]
    angle, far = flight.towards(at, _MIDDLE)
    return at[0] // HUNDREDTH, at[1] // HUNDREDTH, angle, flight.pull_for(bend, far), 100 * bend


def aim(s: SiegeState, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    if isinstance(action, tuple):
        _, x, y, angle, pull, bend = action
        tell((ALL, "sited", x, y))
        then(s, ("shoot", x, y, angle, pull, bend // 100))
        return
    site = action - SITE[0]
    x, y = SITE_AT[site]
    tell((ALL, "sited", x // HUNDREDTH, y // HUNDREDTH))
    middle, _ = flight.towards(SITE_AT[site], _MIDDLE)
    ask(s, "direction", ATTACKER_BIT, site, flight.rounded(middle, flight.DEGREE))


def direction_legal(s: SiegeState, seat: Seat, site: int, middle: int) -> list[int]:
    return directions(site)


def direction_judge(s: SiegeState, seat: Seat, action: int, site: int, middle: int) -> str | None:
    if action not in TURN:
        return OTHER_QUESTION
    return None if action in directions(site) else "CUS-B11"


def direction(s: SiegeState, seat: Seat, action: int, dice: Dice, tell: Tell, site: int, middle: int) -> None:
    degrees = action - TURN[0]
    tell((ALL, "turned", degrees))
    bend = EASIEST[s.mode]
    told = (*lane(site, degrees), *(flight.way(bend, pull) for pull in TOLD_PULLS))
    ask(s, "strength", ATTACKER_BIT, site, degrees, *(flight.rounded(far, HUNDREDTH) for far in told))


def strength_legal(s: SiegeState, seat: Seat, site: int, degrees: int, *_: int) -> list[int]:
    return pulls(EASIEST[s.mode], site, degrees)


def strength_judge(s: SiegeState, seat: Seat, action: int, site: int, degrees: int, *_: int) -> str | None:
    if action not in PULL:
        return OTHER_QUESTION
    return None if action in strength_legal(s, seat, site, degrees) else "CUS-B11"


def strength(
    s: SiegeState, seat: Seat, action: int, dice: Dice, tell: Tell, site: int, degrees: int, *_: int
) -> None:
    x, y = SITE_AT[site]
    pull = PULLS[action - PULL[0]]
    angle = degrees * flight.DEGREE
    then(s, ("shoot", x // HUNDREDTH, y // HUNDREDTH, angle, pull, EASIEST[s.mode]))


STEPS: Final[Mapping[str, Step]] = {"turn": turn, "choosing": choosing, "wizard": wizard, "aiming": aiming}
QUESTIONS: Final[Mapping[str, Question]] = {
    "load": Question("CUS-12", load_legal, load_judge, load),
    "spell": Question("CUS-13", spell_legal, spell_judge, spell),
    "aim": Question("CUS-14", aim_legal, aim_judge, aim, form=aim_form),
    "direction": Question("CUS-14", direction_legal, direction_judge, direction),
    "strength": Question("CUS-14", strength_legal, strength_judge, strength),
}
