"""An Escape Officer's reasons in his own turn: before the roll, about his POWs, and at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from garrison.core.state import Seat
from garrison.games.colditz.actions import (
    ALIGHT,
    DISCARD,
    DO_OR_DIE,
    END,
    LEAVE,
    MAKE,
    PLAY,
    RELEASE,
    ROLL,
    THROW,
    TRADE,
)
from garrison.games.colditz.bot import desperate
from garrison.games.colditz.bot.camps import armed
from garrison.games.colditz.bot.escape_officer import act_ranks, best_move
from garrison.games.colditz.bot.plans import is_out
from garrison.games.colditz.bot.reasons import card_advice, move_advice, trade_advice
from garrison.games.colditz.bot.reasons.situation import ITEM, NONE, PART, Situation
from garrison.games.colditz.bot.reasons.speaker import Speaker
from garrison.games.colditz.cards.hands import counted
from garrison.games.colditz.castle.layout import MOAT_TARGETS, run_lengths
from garrison.games.colditz.scoring import escaped
from garrison.games.colditz.state import CELL_INNER, CLOSED, READY_PHASE, ColditzState, team, tunnellers
from garrison.games.colditz.tables import ESCAPES_TO_WIN, FIRST_GUARD, HAND_LIMIT, KIT
from garrison.games.colditz.tunnels import LEAST_INSIDE


def reason(s: ColditzState, seat: Seat, row: int, speaker: Speaker) -> str:
    assert s.ask is not None
    here = Situation(s, seat, speaker)
    if row >= TRADE[0]:
        return trade_advice.reason(here, row)
    question, _, *args = s.ask
    if question in _TURN:
        return _TURN[question](here, row)
    if question in ("move", "parade", "spot"):
        return move_advice.reason(here, row, question, args[0])
    if question == "crew":
        return _crew(here, row, args[0])
    return card_advice.reason(here, row, question, args)


# Before the roll


def _ready(here: Situation, row: int) -> str:
    if row == ROLL:
        return here.say("roll", plan=here.outline())
    if row in DO_OR_DIE:
        return _dare(here, row - DO_OR_DIE[0])
    if row in MAKE:
        return _make(here, row - MAKE[0])
    return card_advice.play(here, row - PLAY[0])


def _dare(here: Situation, pawn: int) -> str:
    """COL-C-51a to COL-C-51d: the exact chance, and why it is or is not the time for it."""
    s, seat = here.s, here.seat
    needed = ESCAPES_TO_WIN - escaped(s)[seat]
    key = "dare-not"
    if desperate.rank(s, seat, pawn) > 0:
        key = "dare-late" if here.turns < needed + desperate.SPARE_TURNS else "dare-race"
    steps = run_lengths(MOAT_TARGETS)[s.at[pawn]]
    times = here.speaker.times(desperate.chance(s, seat, pawn))
    return here.say(key, pawn=here.speaker.pawn(pawn), n=steps, times=times)


def _double(here: Situation, row: int) -> str:
    return here.say("throw" if row == THROW else "keep")


def _draw(here: Situation, row: int) -> str:
    if row == LEAVE:
        return here.say("leave")
    return here.say("draw" if counted(here.s, here.seat) < HAND_LIMIT else "draw-full")


# The turn


def _act(here: Situation, row: int) -> str:
    if row == END:
        return _end(here)
    if row < FIRST_GUARD:
        return move_advice.in_hand(here, row)
    if row in RELEASE:
        return release(here, row - RELEASE[0])
    if row in MAKE:
        return _make(here, row - MAKE[0])
    if row in PLAY:
        return card_advice.play(here, row - PLAY[0])
    if row in DISCARD:
        return card_advice.discard(here, row - DISCARD[0])
    assert row == ALIGHT
    return here.say("alight")


def release(here: Situation, pawn: int) -> str:
    key = "release-inner" if here.s.at[pawn] == CELL_INNER else "release-outer"
    return here.say(key, pawn=here.speaker.pawn(pawn))


def _end(here: Situation) -> str:
    """What the turn leaves undone, or what there is to wait for."""
    falling = _falling_in(here)
    if falling is not None:
        return here.say("end-tunnel", tunnel=here.speaker.tunnel(falling))
    if here.s.points:
        busy = _still_busy(here)
        if busy is not None:
            return here.say("end-early", n=here.s.points, pawn=here.speaker.pawn(busy))
    if here.out:
        return _end_outside(here)
    run = here.able
    if run is not None and here.s.points and here.ready is None:
        return here.say("end-wait", way=here.way(run.route), times=here.speaker.times(run.chance))
    return here.say("end" if here.s.points else "end-spent", plan=here.outline())


def _end_outside(here: Situation) -> str:
    chance, goal, pawn = max((*here.outlook(here.s.at[pawn], 0), pawn) for pawn in here.out)
    if goal < 0 or not here.s.kits >> here.seat & 1:
        return here.say("end-homeward", pawn=here.speaker.pawn(pawn))
    steps = here.steps(here.s.at[pawn], goal)
    times = here.speaker.times(chance)
    return here.say(
        "end-outside", pawn=here.speaker.pawn(pawn), n=steps, off=here.speaker.off(goal), times=times
    )


def _falling_in(here: Situation) -> int | None:
    """COL-O-127: a tunnel with one of his POWs inside that falls in at the end of the turn."""
    for tunnel, state in enumerate(here.s.tunnels):
        inside = tunnellers(here.s, tunnel) if state != CLOSED else []
        if 0 < len(inside) < LEAST_INSIDE and inside[0] in team(here.s, here.seat):
            return tunnel
    return None


def _still_busy(here: Situation) -> int | None:
    """The POW who has most to gain by the points that are left."""
    s, pawns = here.s, team(here.s, here.seat)
    worths = [best_move(s, here.seat, pawn, s.points, here.ready) for pawn in pawns]
    best = max(worths)
    return pawns[worths.index(best)] if best > 0 else None


# Making things


def _make(here: Situation, item: int) -> str:
    if item == KIT:
        return here.say("make-kit")
    s, found, run = here.s, here.plan, here.ready if here.s.phase != READY_PHASE else None
    thing = here.speaker.count(item, 1)
    if run is not None:
        if not run.missing[item]:
            return here.say("make-run-needless", thing=thing)
        return here.say(
            "make-run", thing=thing, way=here.way(run.route), times=here.speaker.times(run.chance)
        )
    if found is None or not found.missing[item]:
        return here.say("make-needless" if not armed(s, here.seat) else "make-spare", thing=thing)
    if s.phase == READY_PHASE:
        return here.say("make-early", thing=thing)
    rank = act_ranks(s, here.seat, [MAKE[item]], s.points)[0]
    if rank > 0:
        key = "make-armed" if armed(s, here.seat) else "make-now"
        if is_out(found.route.start):
            key = "make-out"
        return here.say(key, thing=thing, plan=here.short())
    if armed(s, here.seat):
        return here.say("make-runner", thing=thing)
    return here.say("make-wait", thing=thing, way=here.way(found.route))


def _crew(here: Situation, row: int, item: int) -> str:
    """AMB-67: who is used for it and goes to the appel."""
    who, found = here.speaker.pawn(row), here.plan
    first = team(here.s, here.seat)[0]
    if here.able is not None and row == here.able.pawn:
        return here.say("crew-runner", pawn=who)
    if found is not None and row - first == found.runner:
        return here.say("crew-runner", pawn=who)
    task, about = here.task(row)
    made = task == PART if item == KIT else (task, about) == (ITEM, item)
    if task != NONE and not made and here.in_place(row, here.s.at[row]):
        return here.say("crew-in-place", duty=here.duty(row, here.s.at[row]))
    return here.say("crew", pawn=who)


_TURN: Final[dict[str, Callable[[Situation, int], str]]] = {
    "ready": _ready,
    "double": _double,
    "draw": _draw,
    "act": _act,
}
