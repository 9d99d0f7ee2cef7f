"""The judgement of an Escape Officer: he gathers unseen, and runs when the chance is good."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from garrison.core.state import Seat
from garrison.games.colditz import movement
from garrison.games.colditz.actions import (
    ALIGHT,
    BACK,
    CROSS,
    DISCARD,
    DO_OR_DIE,
    DRAW,
    END,
    ENTER,
    ESCAPE,
    FORCE,
    MAKE,
    PLAY,
    RELEASE,
    ROLL,
    THROW,
    TO,
    TRADE,
)
from garrison.games.colditz.bot import desperate, escape_cards, trading
from garrison.games.colditz.bot.camps import armed, camp, held
from garrison.games.colditz.bot.distances import DEPTH, Field
from garrison.games.colditz.bot.launch import Launch, car_is_free, launch, threshold, turns_left
from garrison.games.colditz.bot.odds import reaches
from garrison.games.colditz.bot.plans import MOST_TURNS, Plan, is_out, plan
from garrison.games.colditz.bot.runs import (
    GOALS,
    SHELTER,
    Open,
    best_chance,
    open_to,
    stages,
    steps_out,
    watched,
    watched_after,
    way_out,
)
from garrison.games.colditz.bot.ways_out import NO_WAY, Cards, capped
from garrison.games.colditz.castle.layout import (
    AREA,
    CAR_ROUTE,
    INNER,
    LINK_UP,
    POST_BITS,
    TARGETS,
    way_home,
)
from garrison.games.colditz.castle.reach import pow_ways, reach, steps_away
from garrison.games.colditz.editions import ARREST_ON_POSTS, TUNNEL_CHAINS, WAYS_HOME
from garrison.games.colditz.gathering import makers
from garrison.games.colditz.movement import GATE_CARD, GATE_SIDES, LINK_AT, PRICE
from garrison.games.colditz.offers import usable
from garrison.games.colditz.state import ColditzState, nation_of, team, tunnel_of, tunnellers
from garrison.games.colditz.tables import (
    CARD,
    FIRST_GUARD,
    KIT,
)
from garrison.games.colditz.tunnels import LEAST_INSIDE

STEP: Final = 0.004
"""What it is worth that somebody who is needed comes a step nearer."""
THERE: Final = 0.01
"""And that he is where he is needed."""
CAUGHT: Final = 0.03
"""What the arrest of a POW costs who is gathering."""
NOTHING: Final = -0.05
RUN: Final = 0.3
"""What a run is worth more than gathering, once it is on."""
NOW: Final = 0.03
"""What comes first in a run: making what is missing, then the cards, then the runner."""


# Ranks


def ranks(s: ColditzState, seat: Seat, rows: Sequence[int]) -> list[float]:
    """Offers stand last in the table, behind all answers to questions."""
    answers = [row for row in rows if row < TRADE[0]]
    found = _answer_ranks(s, seat, answers) if answers else []
    if len(answers) < len(rows):
        found += trading.ranks(s, seat, [row for row in rows if row >= TRADE[0]])
    return found


def _answer_ranks(s: ColditzState, seat: Seat, rows: Sequence[int]) -> list[float]:
    assert s.ask is not None
    question, _, *args = s.ask
    match question:
        case "act":
            return act_ranks(s, seat, rows, args[0])
        case "move":
            scores = moves(s, seat, args[0], args[1], ready(s, seat, args[1]))
            return [scores.get(row, NOTHING) for row in rows]
        case "parade" | "spot":
            return _place_ranks(s, seat, rows, args[0])
        case "crew":
            return _crew_ranks(s, seat, rows, args[0])
        case "ready" | "double" | "draw":
            return [
                desperate.rank(s, seat, row - DO_OR_DIE[0]) if row in DO_OR_DIE else USUAL.get(row, 0.0)
                for row in rows
            ]
        case _:
            return escape_cards.ranks(s, seat, rows, question, args)


USUAL: Final = {ROLL: 0.1, THROW: 0.1, DRAW: 0.1}


def ready(s: ColditzState, seat: Seat, points: int) -> Launch | None:
    """The run that is worth beginning now, if there is one."""
    found = launch(s, seat, points)
    return found if found is not None and found.chance >= threshold(turns_left(s)) else None


def act_ranks(s: ColditzState, seat: Seat, rows: Sequence[int], points: int) -> list[float]:
    run = ready(s, seat, points)
    scores: list[float] = []
    for row in rows:
        if row == END:
            scores.append(0.0)
        elif row < FIRST_GUARD:
            scores.append(best_move(s, seat, row, points, run))
        elif row in RELEASE:
            scores.append(0.25)
        elif row in MAKE:
            scores.append(_make_rank(s, seat, row - MAKE[0], points, run))
        elif row in PLAY:
            scores.append(escape_cards.play_rank(s, seat, row - PLAY[0], run, plan(camp(s, seat))))
        elif row in DISCARD:
            scores.append(-0.01 - escape_cards.keep_worth(s, seat, row - DISCARD[0]))
        elif row == ALIGHT:
            scores.append(NOTHING)
        else:
            scores.append(NOTHING)
    return scores


def _make_rank(s: ColditzState, seat: Seat, item: int, points: int, run: Launch | None) -> float:
    if item == KIT:
        return 0.06
    if run is not None:
        return RUN + run.chance + NOW if run.missing[item] else NOTHING
    found = plan(camp(s, seat))
    if found is None or not found.missing[item]:
        return NOTHING
    if found.runner >= 0:
        runner = team(s, seat)[found.runner]
        if len([pawn for pawn in makers(s, seat, item) if pawn != runner]) < 2:
            return NOTHING
    if armed(s, seat) or is_out(found.route.start):
        return 0.06
    idle = points == sum(s.thrown) and not _anybody_nearer(s, seat, points)
    return 0.02 if found.short and (idle or _all_there(s, seat, found)) else NOTHING


def _anybody_nearer(s: ColditzState, seat: Seat, points: int) -> bool:
    return any(best_move(s, seat, pawn, points, None) > 0 for pawn in team(s, seat))


def best_move(s: ColditzState, seat: Seat, pawn: int, points: int, run: Launch | None) -> float:
    """What it is worth to take a POW in hand, unless he would only be put back."""
    found = moves(s, seat, pawn, points, run)
    return max((worth for row, worth in found.items() if row != BACK and worth > 0), default=4 * NOTHING)


def _all_there(s: ColditzState, seat: Seat, found: Plan) -> bool:
    """All who can be used are in the rooms where they are needed."""
    return all(
        goal is None or goal[s.at[pawn]] <= DEPTH
        for pawn, goal in zip(team(s, seat), found.goals, strict=True)
    )


def _crew_ranks(s: ColditzState, seat: Seat, rows: Sequence[int], item: int) -> list[float]:
    """Who made it goes to the appel: not who is to run, nor who stands where something else is wanted."""
    run = launch(s, seat, max(1, s.points))
    found = plan(camp(s, seat))
    scores = []
    for row in rows:
        worth = 0.0
        if run is not None and row == run.pawn:
            worth -= 0.2
        if found is not None and found.runner >= 0 and row == team(s, seat)[found.runner]:
            worth -= 0.1
        if found is not None:
            goal = found.goals[row - team(s, seat)[0]]
            if goal is not None:
                worth += 0.001 * min(20, goal[s.at[row]])
        scores.append(worth)
    return scores


def _place_ranks(s: ColditzState, seat: Seat, rows: Sequence[int], pawn: int) -> list[float]:
    """On the appel, or before the cells: as near as possible to where he is needed."""
    found = plan(camp(s, seat))
    goal = found.goals[pawn - team(s, seat)[0]] if found is not None else None
    if goal is None:
        return [0.0] * len(rows)
    return [-STEP * goal[row - TO[0]] for row in rows]


# Moves


def moves(s: ColditzState, seat: Seat, pawn: int, points: int, run: Launch | None) -> dict[int, float]:
    """What each move of a POW is worth; nothing below zero is worth making."""
    if s.at[pawn] < 0 or points < 1 or s.stopped >> pawn & 1:
        return {}
    rows = movement.move_legal(s, seat, pawn, points)
    scores = dict.fromkeys(rows, NOTHING)
    scores[BACK] = -0.01
    for row in rows:
        if row in ESCAPE:
            scores[row] = 2.0
    if pawn == s.driver:
        for row in rows:
            if row in TO:
                scores[row] = RUN + 0.001 * CAR_ROUTE.index(row - TO[0])
    elif s.inside >> pawn & 1:
        _tunnel_moves(s, seat, pawn, points, rows, scores)
    elif is_out(s.at[pawn]):
        _outside_moves(s, seat, pawn, points, rows, scores)
    elif run is not None and run.pawn == pawn:
        _launch_moves(s, seat, points, rows, scores, run)
    else:
        _gathering_moves(s, seat, pawn, rows, scores)
        _follow_below(s, seat, rows, scores)
    return scores


def _follow_below(s: ColditzState, seat: Seat, rows: Sequence[int], scores: dict[int, float]) -> None:
    """A tunnel with one POW inside falls in at the end of the turn (COL-O-127)."""
    for row in rows:
        if row in ENTER:
            inside = tunnellers(s, row - ENTER[0])
            own = [pawn for pawn in inside if nation_of(pawn) == seat]
            if own and len(inside) < LEAST_INSIDE:
                scores[row] = RUN + 0.5


@lru_cache(maxsize=16384)
def outlook(
    mode: int, space: int, cards: Cards, ways: Open, watch: Field, points: int, turns: int, car: bool
) -> tuple[float, int]:
    """The best chance of a POW on a space to get to a target or the car, with points left; and to which."""
    goals = sorted((steps_out(goal, cards, ways)[space], goal) for goal in (GOALS if car else TARGETS))
    best, whither = 0.0, -1
    for steps, goal in goals[:3]:
        if steps == NO_WAY:
            break
        way = stages(mode, space, way_out(space, goal, cards, ways), watch, armed=True)
        chance = best_chance(mode, way, points, min(turns, MOST_TURNS))
        if chance > best:
            best, whither = chance, goal
    return best, whither


def _tunnel_moves(
    s: ColditzState, seat: Seat, pawn: int, points: int, rows: Sequence[int], scores: dict[int, float]
) -> None:
    """Along to the exit; there he waits for a moment to run, since nobody finds him without a card."""
    chain = TUNNEL_CHAINS[s.mode][tunnel_of(s, s.at[pawn])]
    here = chain.index(s.at[pawn])
    left = points - (len(chain) - 1 - here)
    watch, ways, cards, turns = watched(s), open_to(s, seat), held(s, seat), turns_left(s)
    car = CARD["staff-car"] in usable(s, seat) and car_is_free(s)
    if left > 0 and s.kits >> seat & 1:
        chance, goal = outlook(s.mode, chain[-1], cards, ways, watch, left, turns, car)
        if chance >= threshold(turns):
            for row, value in _run_values(s, seat, pawn, left, rows, goal, chain[-1]).items():
                if row not in TO or row - TO[0] not in chain:
                    scores[row] = RUN + value
    for row in rows:
        if row in TO and row - TO[0] in chain[here + 1 :]:
            scores[row] = 0.1 + STEP * chain.index(row - TO[0])


def _outside_moves(
    s: ColditzState, seat: Seat, pawn: int, points: int, rows: Sequence[int], scores: dict[int, float]
) -> None:
    """A runner makes for the target that he can get to; others go home."""
    watch, ways, cards, turns = watched(s), open_to(s, seat), held(s, seat), turns_left(s)
    car = CARD["staff-car"] in usable(s, seat) and car_is_free(s)
    stay, _ = outlook(s.mode, s.at[pawn], cards, ways, watch, 0, turns, car)
    best, goal = outlook(s.mode, s.at[pawn], cards, ways, watch, points, turns, car)
    least = threshold(turns) if s.exempt >> pawn & 1 else HOPELESS
    if not s.kits >> seat & 1 or best < least:
        _homeward(s, pawn, rows, scores)
        return
    for row, chance in _run_values(s, seat, pawn, points, rows, goal).items():
        scores[row] = RUN + chance - stay if chance > stay else NOTHING


HOPELESS: Final = 0.02
"""A chance for which nobody turns back; who is safe on his way home needs a better one (COL-O-089)."""


def _run_values(
    s: ColditzState,
    seat: Seat,
    pawn: int,
    points: int,
    rows: Sequence[int],
    goal: int,
    start: int | None = None,
) -> dict[int, float]:
    """The chance of a runner after each of the moves that look best, for the target he makes for.

    `start`: where he comes out, if he is in a tunnel; the points are those that he has left there.
    """
    watch, ways, cards, turns = watched(s), open_to(s, seat), held(s, seat), turns_left(s)
    car = CARD["staff-car"] in usable(s, seat) and car_is_free(s)
    field = steps_out(goal, cards, ways)
    rings = reach(s.at[pawn] if start is None else start, points, pow_ways(s, pawn), s.occupied)
    found: dict[int, float] = {}
    near = sorted(
        (field[row - TO[0]] + 8 * reaches(s.mode, watch[row - TO[0]]), row) for row in rows if row in TO
    )
    for _, row in near[:10]:
        away = steps_away(rings, 1 << row - TO[0])
        if away < 0:
            continue
        chance, _ = outlook(s.mode, row - TO[0], cards, ways, watch, 0, turns, car)
        found[row] = chance
    for row in rows:
        space = row - CROSS[0]
        if row not in CROSS or (space not in GATE_CARD and space not in LINK_UP):
            continue
        kind, number = (GATE_CARD[space], 1) if space in GATE_CARD else PRICE[LINK_UP[space]]
        rest = list(cards)
        rest[kind] -= number
        if rest[kind] < 0:
            continue
        opened, seen = ways, watch
        side = GATE_SIDES[space] if space in GATE_CARD else 1 << LINK_AT[space][1]
        if space in LINK_UP:
            opened = ways._replace(links=ways.links | 1 << LINK_UP[space])
            seen = watched_after(s, pawn, LINK_UP[space])
        away = steps_away(rings, side)
        if away < 0:
            continue
        left = max(0, points - 1 - away)
        found[row] = outlook(s.mode, space, capped(tuple(rest)), opened, seen, left, turns, car)[0]
    return found


def _homeward(s: ColditzState, pawn: int, rows: Sequence[int], scores: dict[int, float]) -> None:
    home = way_home(WAYS_HOME[s.mode])
    here = home[s.at[pawn]]
    for row in rows:
        if row in TO:
            space = row - TO[0]
            left = 0 if AREA[space] == INNER else home[space]
            scores[row] = 0.06 + STEP * (here - left) if left < here else NOTHING


def _launch_moves(
    s: ColditzState, seat: Seat, points: int, rows: Sequence[int], scores: dict[int, float], run: Launch
) -> None:
    """To the edge and over it, as soon as all that the run takes is in hand."""
    if any(run.missing) or run.lure >= 0:
        return
    if run.route.tunnel >= 0:
        for row in rows:
            if row in ENTER:
                scores[row] = RUN + run.chance if row == ENTER[run.route.tunnel] else NOTHING
        return
    values = _run_values(s, seat, run.pawn, points, rows, run.route.goal)
    for row in rows:
        if row in CROSS and row in values:
            scores[row] = RUN + values[row]
        elif row in TO and run.route.exits >> row - TO[0] & 1:
            scores[row] = RUN + run.chance - 0.001
        elif row in TO and is_out(row - TO[0]) and row in values:
            scores[row] = RUN + values[row]


def _gathering_moves(
    s: ColditzState, seat: Seat, pawn: int, rows: Sequence[int], scores: dict[int, float]
) -> None:
    """Nearer to where he is needed, but not where a guard may take him; and away from guards."""
    found = plan(camp(s, seat))
    goal = found.goals[pawn - team(s, seat)[0]] if found is not None else None
    watch, at, is_armed = watched(s), s.at[pawn], armed(s, seat)
    danger = _danger(s, at, watch, is_armed)
    here = goal[at] if goal is not None else 0
    stuck = True
    for row in rows:
        if row not in TO:
            continue
        space = row - TO[0]
        gain = here - goal[space] if goal is not None else 0
        if AREA[space] != INNER or (gain <= 0 and not danger):
            continue
        worth = STEP * gain + danger - _danger(s, space, watch, is_armed)
        if gain > 0:
            stuck = False
            assert goal is not None
            worth += (THERE if goal[space] <= 3 else 0.0) + 0.0005 * max(0, 12 - goal[space])
            if here <= 3:
                worth *= 0.25
        scores[row] = worth if worth > 0 else NOTHING
    if stuck and here and goal is not None:
        for row in rows:
            if row in FORCE and goal[s.at[FIRST_GUARD + row - FORCE[0]]] < here:
                scores[row] = 0.005


def _danger(s: ColditzState, space: int, watch: Field, is_armed: bool) -> float:
    if SHELTER >> space & 1:
        return 0.0
    if is_armed or (POST_BITS >> space & 1 and ARREST_ON_POSTS[s.mode]):
        return CAUGHT * reaches(s.mode, watch[space])
    return 0.0
