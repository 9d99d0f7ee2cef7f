"""Reasons about an Escape Officer's cards: playing and keeping them, and the choices that cards ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from garrison.games.colditz.actions import ALLOW, DONE, LOSE, PASS_ROW, PLAY, REFUSE, TAKE, TO, WITH
from garrison.games.colditz.arrest import BY_SHOT
from garrison.games.colditz.bot import escape_cards
from garrison.games.colditz.bot.camps import armed
from garrison.games.colditz.bot.distances import FAR, guard_steps, guard_steps_to
from garrison.games.colditz.bot.escape_officer import act_ranks
from garrison.games.colditz.bot.odds import reaches
from garrison.games.colditz.bot.plans import run_chance
from garrison.games.colditz.bot.reasons.situation import NONE, Situation
from garrison.games.colditz.bot.runs import guards_on_board, watched
from garrison.games.colditz.cards.interrupts import saved_legal, warned_legal
from garrison.games.colditz.castle.layout import AREA, INNER, ROOM_OF
from garrison.games.colditz.castle.reach import guard_ways, search_ways
from garrison.games.colditz.editions import KIT_TO_APPEL
from garrison.games.colditz.equipment import held
from garrison.games.colditz.gathering import with_legal
from garrison.games.colditz.offers import free, usable
from garrison.games.colditz.state import CELL_INNER, READY_PHASE, team
from garrison.games.colditz.tables import CARD, EQUIPMENT_KINDS, FINDS, LURED, TUNNEL_CARDS

RELEASE, STAFF_CAR, BLACK_MARKET = CARD["release"], CARD["staff-car"], CARD["black-market"]


def reason(here: Situation, row: int, question: str, args: Sequence[int]) -> str:
    return _CHOICES[question](here, row, *args)


# Playing, keeping, discarding


def play(here: Situation, card: int) -> str:
    s = here.s
    if s.phase == READY_PHASE:
        return here.say("play-early")
    good = act_ranks(s, here.seat, [PLAY[card]], s.points)[0] > 0
    if card == RELEASE:
        return here.say("play-release")
    if card == STAFF_CAR:
        return here.say("play-car")
    if card in LURED:
        return _play_lure(here, card, good)
    if card in TUNNEL_CARDS:
        return _play_tunnel(here, TUNNEL_CARDS.index(card), good)
    return _play_find(here, card, good)


def _play_find(here: Situation, card: int, good: bool) -> str:
    """A card that brings equipment is kept for the run: it makes nobody liable to arrest (COL-O-087)."""
    run = here.ready
    if good and run is not None:
        values = {"way": here.way(run.route), "times": here.speaker.times(run.chance)}
        kind = FINDS.index(card) if card in FINDS else next(n for n, lack in enumerate(run.missing) if lack)
        return here.say("play-find", thing=here.speaker.count(kind, 1), **values)
    lacked = here.lacked()
    if card in FINDS:
        wanted, thing = FINDS.index(card) in lacked, here.speaker.count(FINDS.index(card), 1)
    else:
        wanted = bool(lacked)
        thing = here.speaker.count(lacked[0], 1) if lacked else here.say("any-equipment")
    if good:
        return here.say("play-find-out", thing=thing)
    if not wanted:
        return here.say("keep-find-spare", thing=thing)
    return here.say("keep-find-armed" if armed(here.s, here.seat) else "keep-find", thing=thing)


def _play_tunnel(here: Situation, tunnel: int, good: bool) -> str:
    name, run = here.speaker.tunnel(tunnel), here.ready
    if good and run is not None:
        times = here.speaker.times(run.chance)
        return here.say("play-tunnel", tunnel=name, to=here.speaker.goal(run.route.goal), times=times)
    return here.say("keep-tunnel", tunnel=name)


def _play_lure(here: Situation, card: int, good: bool) -> str:
    s, run, n = here.s, here.ready, LURED[card]
    if not good:
        return here.say("keep-lure")
    if run is None:
        watch = watched(s)
        out = [pawn for pawn in team(s, here.seat) if escape_cards.runs(s, pawn)]
        pawn = min(out, key=lambda pawn: watch[s.at[pawn]])
        chance = here.speaker.times(reaches(s.mode, watch[s.at[pawn]]))
        return here.say("play-lure-out", pawn=here.speaker.pawn(pawn), times=chance)
    before = run_chance(s.mode, run.route, watched(s), s.points, here.turns)
    times = here.speaker.times
    number = here.speaker.number(n)
    return here.say("play-lure", n=n, number=number, times=times(run.chance), before=times(before))


def discard(here: Situation, card: int) -> str:
    cards = sorted({*usable(here.s, here.seat)})
    worths = {each: escape_cards.keep_worth(here.s, here.seat, each) for each in cards}
    least = min(worths, key=worths.__getitem__)
    if worths[card] <= worths[least]:
        return here.say("discard")
    return here.say("discard-other", card=here.speaker.card(least))


# Kits and equipment


def _with(here: Situation, row: int) -> str:
    rows = with_legal(here.s, here.seat)
    if len(rows) == 1:
        return here.say("with-only")
    if row == WITH[0]:
        return here.say("with-pows" if KIT_TO_APPEL[here.s.mode] else "with-pows-classic")
    if row != rows[-1]:
        return here.say("with-one")
    return here.say("with-most" if KIT_TO_APPEL[here.s.mode] else "with-most-classic")


def _goods(here: Situation, row: int) -> str:
    kind, run = row - TAKE[0], here.able
    thing = here.speaker.count(kind, 1)
    if run is not None and run.missing[kind]:
        return here.say("take-run", thing=thing, way=here.way(run.route))
    if kind in here.lacked() and here.plan is not None:
        return here.say("take-plan", thing=thing, way=here.way(here.plan.route))
    return here.say("take-spare", thing=thing)


def _lose(here: Situation, row: int) -> str:
    kind, seat = row - LOSE[0], here.seat
    thing = here.speaker.count(kind, 1)
    have = here.s.equipment[seat * EQUIPMENT_KINDS + kind]
    if here.plan is None or have > here.plan.route.cards[kind]:
        return here.say("lose-spare", thing=thing)
    mine = free(here.s, seat)[:EQUIPMENT_KINDS]
    least = min(
        (each for each in range(EQUIPMENT_KINDS) if mine[each]),
        key=lambda each: escape_cards.GOODS_WORTH[each],
    )
    if kind == least:
        return here.say("lose-least", thing=thing)
    return here.say("lose-dear", thing=thing, other=here.speaker.count(least, 1))


def _free(here: Situation, row: int) -> str:
    key = "release-inner" if here.s.at[row] == CELL_INNER else "release-outer"
    return here.say(key, pawn=here.speaker.pawn(row))


# Guards lured away


def _lure(here: Situation, row: int, *_: int) -> str:
    if row == DONE:
        return here.say("lure-done")
    s, place = here.s, _in_question(here)
    who = here.speaker.pawn(row)
    if place < 0:
        return here.say("lure-any", guard=who)
    steps = guard_steps_to(place, guard_ways(s))[s.at[row]]
    if steps >= FAR:
        return here.say("lure-far", guard=who)
    return here.say("lure", guard=who, n=steps, at=here.speaker.at(place))


def _in_question(here: Situation) -> int:
    """The space from which guards are to be kept: a runner's, or where a run would stop first."""
    if here.out:
        return here.s.at[here.out[-1]]
    if here.able is None:
        return -1
    legs = here.able.route.legs
    return legs[max(0, min(here.s.points, len(legs)) - 1)].space


# Windows


def _saved(here: Situation, row: int, pawn: int, by: int, how: int) -> str:
    s, who = here.s, here.speaker.pawn(pawn)
    if row == PASS_ROW and saved_legal(s, here.seat, pawn, by, how) == [PASS_ROW]:
        return here.say("no-card")
    if how == BY_SHOT:
        return here.say("saved-pass-shot" if row == PASS_ROW else "saved-shot", pawn=who)
    if row == PASS_ROW:
        return here.say("saved-pass", pawn=who)
    if AREA[s.at[pawn]] == INNER:
        return here.say("saved", pawn=who)
    return here.say("saved-out-armed" if held(s, here.seat) else "saved-out", pawn=who)


def _warned(here: Situation, row: int, card: int, room: int) -> str:
    s, seat = here.s, here.seat
    if row == PASS_ROW and warned_legal(s, seat, card, room) == [PASS_ROW]:
        return here.say("no-card")
    there = [pawn for pawn in team(s, seat) if s.at[pawn] in ROOM_OF and not s.inside >> pawn & 1]
    if card != CARD["appel"]:
        there = [pawn for pawn in there if ROOM_OF[s.at[pawn]] == room] if held(s, seat) else []
    if not there:
        return here.say("warned-nobody")
    key = "warned-appel" if card == CARD["appel"] else "warned-search"
    if row == PASS_ROW:
        key = "warned-pass"
    return here.say(key, n=len(there), number=here.speaker.number(len(there)))


def _appel(here: Situation, row: int, staying: int) -> str:
    """COL-O-082: who stays away keeps his place, if no guard finds him."""
    s = here.s
    steps = guard_steps(guards_on_board(s), False, search_ways(s))
    if row == DONE:
        return here.say("comply")
    pawn = row - REFUSE[0]
    at, who = s.at[pawn], here.speaker.pawn(pawn)
    times = here.speaker.times(reaches(s.mode, steps[at]))
    if escape_cards.ranks(s, here.seat, [row], "appel", [staying])[0] <= 0:
        return here.say("refuse-not", pawn=who, times=times)
    if AREA[at] != INNER:
        return here.say("refuse-out", pawn=who, times=times)
    if at in ROOM_OF:
        return here.say("refuse-room", pawn=who, room=here.speaker.room(ROOM_OF[at]), times=times)
    return here.say("refuse", pawn=who, times=times)


def _hide(here: Situation, row: int) -> str:
    if here.task(row)[0] == NONE:
        return here.say("hide", pawn=here.speaker.pawn(row))
    return here.say("hide-task", duty=here.duty(row, here.s.at[row]))


def _den(here: Situation, row: int, pawn: int) -> str:
    goal, space = here.goal(pawn), row - TO[0]
    if goal is None or goal[space] >= FAR:
        return here.say("den", pawn=here.speaker.pawn(pawn))
    return here.say("placed", duty=here.duty(pawn, space), n=goal[space])


def _consent(here: Situation, row: int, pawn: int, tunnel: int) -> str:
    """AMB-58: a POW of another nation wants to enter his tunnel."""
    key = "allow" if row == ALLOW else "deny"
    return here.say(key, pawn=here.speaker.pawn(pawn), tunnel=here.speaker.tunnel(tunnel))


_CHOICES: Final[dict[str, Callable[..., str]]] = {
    "with": _with,
    "free": _free,
    "lure": _lure,
    "goods": _goods,
    "lose": _lose,
    "saved": _saved,
    "warned": _warned,
    "appel": _appel,
    "hide": _hide,
    "den": _den,
    "consent": _consent,
}
