"""When an Escape Officer plays his cards, answers with one, or lets one go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from garrison.core.state import Seat
from garrison.games.colditz.actions import (
    ALLOW,
    ANSWER,
    ANSWERS,
    DONE,
    LOSE,
    PASS_ROW,
    REFUSE,
    TAKE,
    WITH,
)
from garrison.games.colditz.bot.camps import camp
from garrison.games.colditz.bot.distances import guard_steps
from garrison.games.colditz.bot.launch import Launch, car_is_free, launch, nearest_to
from garrison.games.colditz.bot.odds import reaches
from garrison.games.colditz.bot.plans import Plan, is_out, plan
from garrison.games.colditz.bot.runs import guards_on_board, watched
from garrison.games.colditz.castle.layout import AREA, CAR_SPACE, INNER, ROOM_OF
from garrison.games.colditz.castle.reach import search_ways
from garrison.games.colditz.offers import free
from garrison.games.colditz.state import CELL_INNER, IN_CELLS, ColditzState, team
from garrison.games.colditz.tables import (
    CARD,
    EQUIPMENT_KINDS,
    FINDS,
    KIT_PARTS,
    LURED,
    OPPORTUNITY,
    TUNNEL_CARDS,
)

RUN: Final = 0.3
NOTHING: Final = -0.05
KEEP: Final = {
    "talisman": 0.04,
    "inspection": 0.036,
    "black-market": 0.032,
    "diversion": 0.03,
    "warning": 0.024,
    "find-cutter": 0.028,
    "find-pass": 0.022,
    "find-rope": 0.026,
    "find-key": 0.02,
    "staff-car": 0.045,
    "hideaway": 0.012,
    "release": 0.016,
    "kit-food": 0.02,
    "kit-disguise": 0.02,
    "chapel-tunnel": 0.031,
    "canteen-tunnel": 0.029,
    "theatre-tunnel": 0.018,
}
"""What a card in hand is worth; the least goes first."""
ROW_OF_ANSWER: Final = {CARD[name]: row for name, row in zip(ANSWERS, ANSWER, strict=True)}


def keep_worth(s: ColditzState, seat: Seat, card: int) -> float:
    """What it is worth to keep a card: more if his plan needs it, nearly nothing while it cannot be used."""
    if card == CARD["staff-car"] and not car_is_free(s):
        return UNUSABLE
    if card == CARD["release"] and any(s.at[pawn] in IN_CELLS for pawn in team(s, seat)):
        return NEEDED
    if card in KIT_PARTS and not s.kits >> seat & 1:
        return NEEDED
    if card in FINDS:
        kind = FINDS.index(card)
        found = plan(camp(s, seat))
        held = free(s, seat)[kind]
        if found is not None and found.route.cards[kind] > held:
            return NEEDED
    return KEEP[OPPORTUNITY[card]]


NEEDED: Final = 0.05
UNUSABLE: Final = 0.001


def play_rank(s: ColditzState, seat: Seat, card: int, run: Launch | None, found: Plan | None) -> float:
    if card == CARD["release"]:
        return 0.2
    if card == CARD["staff-car"]:
        return RUN + 1.0
    if run is not None:
        if card in FINDS:
            return RUN + run.chance + 0.02 if run.missing[FINDS.index(card)] else NOTHING
        if card == CARD["black-market"]:
            return RUN + run.chance + 0.02 if any(run.missing) else NOTHING
        if card in TUNNEL_CARDS:
            now = not any(run.missing) and run.route.tunnel == TUNNEL_CARDS.index(card)
            return RUN + run.chance + 0.01 if now else NOTHING
        if card == run.lure:
            return RUN + run.chance + 0.01 if not any(run.missing) else NOTHING
        return NOTHING
    if card in LURED:
        return _lure_rank(s, seat, card)
    if found is not None and is_out(found.route.start) and any(found.route.cards):
        return _for_runner(s, seat, card, found)
    return NOTHING


def _for_runner(s: ColditzState, seat: Seat, card: int, found: Plan) -> float:
    """Equipment for somebody who is out already, and waits for it."""
    first = seat * EQUIPMENT_KINDS
    have = s.equipment[first : first + EQUIPMENT_KINDS]
    lacks = [wanted > number for wanted, number in zip(found.route.cards, have, strict=True)]
    if card in FINDS:
        return 0.15 if lacks[FINDS.index(card)] else NOTHING
    return 0.14 if card == CARD["black-market"] and any(lacks) else NOTHING


def _lure_rank(s: ColditzState, seat: Seat, card: int) -> float:
    """For a runner outside whom guards could get to."""
    watch = watched(s)
    for pawn in team(s, seat):
        if runs(s, pawn) and reaches(s.mode, watch[s.at[pawn]]) > 0.4:
            return 0.1
    return NOTHING


def runs(s: ColditzState, pawn: int) -> bool:
    """He is out, where guards may take him: not in a tunnel, in the car or on his way home."""
    return is_out(s.at[pawn]) and not (s.inside | s.exempt) >> pawn & 1 and pawn != s.driver


# Questions


def ranks(
    s: ColditzState, seat: Seat, rows: Sequence[int], question: str, args: Sequence[Any]
) -> list[float]:
    match question:
        case "with":
            return [0.01 * (row - WITH[0]) for row in rows]
        case "free":
            return [0.1 if s.at[row] == CELL_INNER else 0.05 for row in rows]
        case "lure":
            return _lure_ranks(s, seat, rows)
        case "goods":
            return _goods_ranks(s, seat, rows)
        case "lose":
            return [-GOODS_WORTH[row - LOSE[0]] for row in rows]
        case "saved":
            return [0.2 if row != PASS_ROW else 0.0 for row in rows]
        case "warned":
            return _warned_ranks(s, seat, rows, args[0], args[1])
        case "appel":
            return _appel_ranks(s, seat, rows)
        case "consent":
            return [0.05 if row == ALLOW else 0.0 for row in rows]
        case _:
            return [0.0] * len(rows)


GOODS_WORTH: Final = (0.03, 0.02, 0.025, 0.035)


def _lure_ranks(s: ColditzState, seat: Seat, rows: Sequence[int]) -> list[float]:
    """The guards nearest to a run, one after the other."""
    run = launch(s, seat, max(1, s.points))
    space = -1
    for pawn in team(s, seat):
        if runs(s, pawn):
            space = s.at[pawn]
    if space < 0 and run is not None:
        place = min(s.points, len(run.route.legs)) - 1
        space = run.route.legs[max(0, place)].space
    if space < 0:
        return [0.0] * len(rows)
    order = nearest_to(s, space, 16)
    return [0.0 if row == DONE else 0.1 - 0.005 * order.index(row) for row in rows]


def _goods_ranks(s: ColditzState, seat: Seat, rows: Sequence[int]) -> list[float]:
    run = launch(s, seat, max(1, s.points))
    missing = run.missing if run is not None else (0,) * EQUIPMENT_KINDS
    return [0.3 * missing[row - TAKE[0]] + GOODS_WORTH[row - TAKE[0]] for row in rows]


def _warned_ranks(s: ColditzState, seat: Seat, rows: Sequence[int], card: int, room: int) -> list[float]:
    if card == CARD["appel"]:
        hit = sum(s.at[pawn] >= 0 and s.at[pawn] in ROOM_OF for pawn in team(s, seat))
    else:
        hit = 2 * sum(s.at[pawn] >= 0 and ROOM_OF.get(s.at[pawn], -1) == room for pawn in team(s, seat))
        first = seat * EQUIPMENT_KINDS
        if not any(s.equipment[first : first + EQUIPMENT_KINDS]):
            hit = 0
    warning = ROW_OF_ANSWER[CARD["warning"]]
    return [0.03 * (hit - 2) if row == warning else -0.02 if row != PASS_ROW else 0.0 for row in rows]


def _appel_ranks(s: ColditzState, seat: Seat, rows: Sequence[int]) -> list[float]:
    """A POW stays away if what he has walked is worth more than the danger that a search finds him."""
    steps = guard_steps(guards_on_board(s), False, search_ways(s))
    scores = []
    for row in rows:
        if row == DONE:
            scores.append(0.0)
            continue
        at = s.at[row - REFUSE[0]]
        caught = reaches(s.mode, steps[at])
        worth = 0.3 if AREA[at] != INNER else 0.04 if at in ROOM_OF or at == CAR_SPACE else 0.015
        scores.append(worth - 0.12 * caught)
    return scores
