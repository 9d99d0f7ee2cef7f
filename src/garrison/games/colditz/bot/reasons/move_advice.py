"""Reasons for the moves of an Escape Officer's POWs: to their tasks, out of the castle, and home."""

from __future__ import annotations

from garrison.games.colditz.actions import BACK, CROSS, ENTER, ESCAPE, FORCE, TO
from garrison.games.colditz.bot.camps import armed
from garrison.games.colditz.bot.distances import to_spaces
from garrison.games.colditz.bot.escape_officer import HOPELESS, moves
from garrison.games.colditz.bot.odds import reaches
from garrison.games.colditz.bot.plans import complete
from garrison.games.colditz.bot.reasons.situation import RUN, Situation
from garrison.games.colditz.bot.runs import SHELTER, watched
from garrison.games.colditz.castle.layout import (
    AREA,
    CAR_TARGET,
    GATES,
    INNER,
    LINK_DOWN,
    LINK_UP,
    way_home,
)
from garrison.games.colditz.editions import EQUIPMENT_TELLS, TUNNEL_CHAINS, WAYS_HOME
from garrison.games.colditz.movement import GATE_CARD, PRICE
from garrison.games.colditz.scoring import escaped
from garrison.games.colditz.state import team, tunnel_of, tunnellers
from garrison.games.colditz.tables import ESCAPES_TO_WIN, FIRST_GUARD, SECURITY, SHARED_GOAL

SAFER = 0.05
"""By how much less likely an arrest has to be for a space to be called safer."""


def reason(here: Situation, row: int, question: str, pawn: int) -> str:
    if question != "move":
        return _placed(here, row - TO[0], pawn)
    return _deed(here, pawn, row, here.s.points)


def in_hand(here: Situation, pawn: int) -> str:
    """Why a POW is taken in hand: for the best that he can do."""
    found = moves(here.s, here.seat, pawn, here.s.points, here.ready)
    best = max(found, key=found.__getitem__, default=BACK)
    if best != BACK and found[best] > 0:
        return _deed(here, pawn, best, here.s.points)
    return _nothing_to_do(here, pawn)


def _nothing_to_do(here: Situation, pawn: int) -> str:
    who, at = here.speaker.pawn(pawn), here.s.at[pawn]
    run = here.ready
    if run is not None and run.pawn == pawn and any(run.missing):
        return here.say("wait-missing", pawn=who, things=here.speaker.things(run.missing))
    if run is not None and run.pawn == pawn and run.lure >= 0:
        return here.say("wait-lure", pawn=who)
    if here.s.inside >> pawn & 1:
        return here.say("wait-below", pawn=who)
    if AREA[at] != INNER:
        return here.say("wait-outside", pawn=who)
    if here.in_place(pawn, at):
        return here.say("wait-in-place", duty=here.duty(pawn, at))
    if here.goal(pawn) is None:
        return here.say("wait-no-task", pawn=who)
    return here.say("wait-no-way", duty=here.duty(pawn, at))


def _placed(here: Situation, space: int, pawn: int) -> str:
    """On the appel, or before the cells: how far it is from there to his task."""
    goal = here.goal(pawn)
    if goal is None or goal[space] > 99:
        return here.say("placed-anywhere", pawn=here.speaker.pawn(pawn))
    return here.say("placed", duty=here.duty(pawn, space), n=goal[space])


# Moves


def _deed(here: Situation, pawn: int, row: int, points: int) -> str:
    s, who = here.s, here.speaker.pawn(pawn)
    scores = moves(s, here.seat, pawn, points, here.ready)
    if row == BACK:
        best = max(scores, key=scores.__getitem__, default=BACK)
        if best == BACK or scores[best] <= 0:
            return _nothing_to_do(here, pawn)
        return here.say("back", pawn=who)
    if row in ESCAPE:
        return _escape(here, pawn)
    if row in ENTER:
        return _enter(here, row - ENTER[0], pawn)
    if row in FORCE:
        return _force(here, row - FORCE[0] + FIRST_GUARD, pawn, scores.get(row, 0.0))
    if pawn == s.driver:
        return here.say("drive", pawn=who, to=here.speaker.goal(CAR_TARGET))
    if s.inside >> pawn & 1 and row in TO and tunnel_of(s, row - TO[0]) == tunnel_of(s, s.at[pawn]):
        return _crawl(here, pawn, row - TO[0])
    if row in CROSS:
        return _cross(here, pawn, row - CROSS[0], scores.get(row, 0.0), points)
    if s.inside >> pawn & 1 or AREA[s.at[pawn]] != INNER:
        return _outside(here, pawn, row - TO[0], points)
    if here.ready is not None and here.ready.pawn == pawn:
        return _launch(here, pawn, row, scores)
    return _gather(here, pawn, row, scores)


def _escape(here: Situation, pawn: int) -> str:
    s, who = here.s, here.speaker.pawn(pawn)
    if SHARED_GOAL[s.mode]:
        return here.say("escape-shared", pawn=who, n=sum(escaped(s)) + 1, of=SECURITY[s.mode])
    last = escaped(s)[here.seat] + 1 >= ESCAPES_TO_WIN
    return here.say("escape-second" if last else "escape-first", pawn=who)


def _enter(here: Situation, tunnel: int, pawn: int) -> str:
    others = [other for other in tunnellers(here.s, tunnel) if other in team(here.s, here.seat)]
    run = here.ready
    values = {"pawn": here.speaker.pawn(pawn), "tunnel": here.speaker.tunnel(tunnel)}
    if len(others) == 1:
        return here.say("enter-second", other=here.speaker.pawn(others[0]), **values)
    if run is not None and run.route.tunnel == tunnel:
        return here.say("enter-run", n=len(run.route.legs), to=here.speaker.goal(run.route.goal), **values)
    return here.say("enter", **values)


def _force(here: Situation, guard: int, pawn: int, score: float) -> str:
    values = {"pawn": here.speaker.pawn(pawn), "guard": here.speaker.pawn(guard)}
    return here.say("force" if score > 0 else "force-not", **values)


def _crawl(here: Situation, pawn: int, space: int) -> str:
    chain = TUNNEL_CHAINS[here.s.mode][tunnel_of(here.s, here.s.at[pawn])]
    left = len(chain) - 1 - chain.index(space)
    tunnel = here.speaker.tunnel(tunnel_of(here.s, space))
    if chain.index(space) < chain.index(here.s.at[pawn]):
        return here.say("crawl-back", pawn=here.speaker.pawn(pawn), tunnel=tunnel)
    return here.say("crawl" if left else "crawl-exit", pawn=here.speaker.pawn(pawn), tunnel=tunnel, n=left)


def _cross(here: Situation, pawn: int, space: int, score: float, points: int) -> str:
    """Over a drop, through a gate or the wire: what it costs, and how the run stands."""
    kind, number = _price(space)
    values = {"pawn": here.speaker.pawn(pawn), "things": here.speaker.count(kind, number)}
    run = here.ready
    if run is not None and run.pawn == pawn and score > 0:
        return here.say("cross-run", way=here.way(run.route), times=here.speaker.times(run.chance), **values)
    if here.s.inside >> pawn & 1 or AREA[here.s.at[pawn]] != INNER:
        chance, goal = here.outlook_of(pawn, points)
        if goal >= 0 and score > 0:
            to, times = here.speaker.goal(goal), here.speaker.times(chance)
            return here.say("cross-on", to=to, times=times, **values)
        return here.say("cross-off", **values)
    if here.plan is not None and not complete(here.plan):
        return here.say("cross-early", missing=here.missing(here.plan), **values)
    if here.able is not None:
        return here.say("cross-wait", times=here.speaker.times(here.able.chance), **values)
    return here.say("cross-off", **values)


def _price(space: int) -> tuple[int, int]:
    if space in GATES:
        return GATE_CARD[space], 1
    return PRICE[LINK_UP[space] if space in LINK_UP else LINK_DOWN[space]]


def _outside(here: Situation, pawn: int, space: int, points: int) -> str:
    """A runner: how far he has to go, and how likely he gets there; others go home."""
    s, who = here.s, here.speaker.pawn(pawn)
    best, _ = here.outlook_of(pawn, points)
    if not s.kits >> here.seat & 1 or best < HOPELESS:
        return here.say("leave-tunnel", pawn=who) if s.inside >> pawn & 1 else _homeward(here, pawn, space)
    stay, _ = here.outlook(s.at[pawn], 0)
    chance, goal = here.outlook(space, 0)
    if goal < 0:
        return here.say("run-lost", pawn=who)
    values = {
        "pawn": who,
        "n": here.steps(space, goal),
        "off": here.speaker.off(goal),
        "times": here.speaker.times(chance),
    }
    if chance <= stay and not s.inside >> pawn & 1:
        return here.say("run-worse", now=here.speaker.times(stay), **values)
    if SHELTER >> space & 1:
        return here.say("run-safe", **values)
    return here.say("run-on", guard=here.speaker.guard(s.mode, watched(s)[space]), **values)


def _homeward(here: Situation, pawn: int, space: int) -> str:
    s, home = here.s, way_home(WAYS_HOME[here.s.mode])
    who = here.speaker.pawn(pawn)
    if AREA[space] == INNER:
        return here.say("home", pawn=who)
    if home[space] >= home[s.at[pawn]]:
        return here.say("home-not", pawn=who)
    untouchable = s.exempt >> pawn & 1 and not (EQUIPMENT_TELLS[s.mode] and armed(s, here.seat))
    key = "homeward-safe" if untouchable else "homeward"
    return here.say(key, pawn=who, n=home[space])


def _launch(here: Situation, pawn: int, row: int, scores: dict[int, float]) -> str:
    run = here.ready
    assert run is not None
    values = {
        "pawn": here.speaker.pawn(pawn),
        "way": here.way(run.route),
        "times": here.speaker.times(run.chance),
    }
    if any(run.missing) or run.lure >= 0:
        return _nothing_to_do(here, pawn)
    if scores.get(row, 0.0) <= 0:
        return here.say("launch-not", **values)
    left = here.s.points - to_spaces(run.route.exits)[here.s.at[pawn]]
    return here.say("launch", guard=here.guard(run.route, left), **values)


def _gather(here: Situation, pawn: int, row: int, scores: dict[int, float]) -> str:
    """In the inner courtyard: nearer to his task, or out of a guard's reach."""
    s, space = here.s, row - TO[0]
    who, goal, at = here.speaker.pawn(pawn), here.goal(pawn), s.at[pawn]
    if AREA[space] != INNER:
        return here.say("gather-outside", pawn=who)
    gain = goal[at] - goal[space] if goal is not None else 0
    if gain <= 0:
        return _aside(here, pawn, space, scores.get(row, 0.0))
    duty = here.duty(pawn, space)
    best = max(scores, key=scores.__getitem__)
    if scores[row] <= 0:
        return here.say("gather-danger", duty=duty, guard=here.speaker.guard(s.mode, watched(s)[space]))
    if scores[row] < scores[best] and best in TO:
        return here.say("gather-less", duty=duty, space=here.speaker.space(best - TO[0]))
    if here.task(pawn)[0] == RUN:
        return here.say("gather-run", pawn=who, plan=here.outline())
    return here.say("gather", duty=duty, plan=here.short())


def _aside(here: Situation, pawn: int, space: int, score: float) -> str:
    """A step that brings him no nearer to anything."""
    s, at, watch = here.s, here.s.at[pawn], watched(here.s)
    who = here.speaker.pawn(pawn)
    if score > 0 and armed(s, here.seat):
        before, after = reaches(s.mode, watch[at]), reaches(s.mode, watch[space])
        if SHELTER >> space & 1:
            return here.say("gather-shelter", pawn=who, times=here.speaker.times(before))
        if before - after > SAFER:
            times = here.speaker.times(before)
            return here.say("gather-safer", pawn=who, times=times, after=here.speaker.times(after))
    if here.goal(pawn) is None:
        return here.say("gather-idle", pawn=who)
    return here.say("gather-away", duty=here.duty(pawn, at))
