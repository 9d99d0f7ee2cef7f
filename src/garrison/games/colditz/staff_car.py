"""The staff car: who drives it along its road, past everybody (COL-O-017)."""

from __future__ import annotations

from garrison.core.state import ALL, Seat, Tell
from garrison.games.colditz.actions import ESCAPE, TO
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import CAR_ROUTE, CAR_SPACE, CAR_TARGET, GATES, TARGETS
from garrison.games.colditz.state import NOBODY, ColditzState, nation_of, pawn_on, place, team
from garrison.games.colditz.tables import KIT_ESCAPES


def can_start(s: ColditzState, seat: Seat) -> bool:
    """OPP-07, COL-O-017: a POW of his stands by the car, and nobody is driving it."""
    return s.driver == NOBODY and CAR_SPACE in (s.at[pawn] for pawn in team(s, seat))


def start_car(s: ColditzState, tell: Tell) -> None:
    """COL-O-017"""
    s.driver = pawn_on(s, CAR_SPACE)
    tell((ALL, "drove_off", s.driver))


def road(s: ColditzState, points: int) -> tuple[int, ...]:
    """COL-O-017: the spaces of the road before the driver, as far as his points take him."""
    here = CAR_ROUTE.index(s.at[s.driver])
    return CAR_ROUTE[here + 1 : here + 1 + points]


def drive_rows(s: ColditzState, points: int) -> list[int]:
    """AMB-77: along the road, over any pawn, but onto no occupied space; at its end, the target.

    COL-O-131, COL-O-132: with a kit.
    """
    rows = sorted(TO[space] for space in road(s, points) if not s.occupied >> space & 1)
    beyond = len(CAR_ROUTE) - CAR_ROUTE.index(s.at[s.driver])
    nation = nation_of(s.driver)
    if beyond <= points and s.kits >> nation & 1 and s.escapes < KIT_ESCAPES:
        rows.append(ESCAPE[TARGETS.index(CAR_TARGET)])
    return rows


def drive_judge(s: ColditzState, points: int, space: int) -> str | None:
    """COL-O-022, COL-O-023, COL-O-059, COL-O-062: to a space of the road before him, past everybody.

    Only the main gate is free to him.
    """
    if routes.occupied(s, space):
        return "COL-O-062"
    barred = routes.no_stop(s, s.driver, space)
    if barred is not None:
        return barred
    ahead = _ahead(s, space)
    if space in GATES and ahead == routes.NO_WAY:
        return routes.gate_rule(space)
    return routes.too_far(ahead, ahead, points)


def drive_out_judge(s: ColditzState, points: int, target: int) -> str | None:
    """COL-O-059, COL-O-131, COL-O-132: to the target at the end of the road, with a kit."""
    ahead = _ahead(s, target)
    if ahead > points:
        return "COL-O-059"
    if s.escapes >= KIT_ESCAPES:
        return "COL-O-132"
    return None if s.kits >> nation_of(s.driver) & 1 else "COL-O-131"


def _ahead(s: ColditzState, space: int) -> int:
    """COL-O-017: the steps along the road to a space before the driver."""
    way = [*CAR_ROUTE, CAR_TARGET]
    steps = way.index(space) - way.index(s.at[s.driver]) if space in way else 0
    return steps if steps > 0 else routes.NO_WAY


def drive(s: ColditzState, goal: int) -> tuple[int, ...]:
    """COL-O-017: the way that the driver takes to a space of the road or to its target; he goes there."""
    way = (*CAR_ROUTE, CAR_TARGET)
    here = way.index(s.at[s.driver])
    if goal != CAR_TARGET:
        place(s, s.driver, goal)
    return way[here : way.index(goal) + 1]


def alight(s: ColditzState, tell: Tell) -> None:
    """OPP-07, COL-O-017: at the end of his officer's turn he gets out, an ordinary POW who does not go on."""
    tell((ALL, "alighted", s.driver, s.at[s.driver]))
    s.stopped |= 1 << s.driver
    s.driver = NOBODY
