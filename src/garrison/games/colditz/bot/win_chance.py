"""Each side's chance, by a few figures of a position.

It is a weighted sum (judgement.toml), fitted to many games of the sound player: `make judgement`. A position
is judged for a seat by what that seat knows of it, at the start of its turn.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from math import exp

from garrison.core.state import Seat
from garrison.games.colditz.bot import desperate
from garrison.games.colditz.bot.camps import camp
from garrison.games.colditz.bot.escape_officer import outlook
from garrison.games.colditz.bot.launch import turns_left
from garrison.games.colditz.bot.plans import is_in, is_out, plan
from garrison.games.colditz.bot.runs import open_to, watched
from garrison.games.colditz.bot.ways_out import capped
from garrison.games.colditz.castle.layout import ROOM_OF
from garrison.games.colditz.editions import USES_DO_OR_DIE
from garrison.games.colditz.equipment import certain, held
from garrison.games.colditz.scoring import escaped
from garrison.games.colditz.state import IN_CELLS, ColditzState, is_security, team
from garrison.games.colditz.state import is_out as is_team_out
from garrison.games.colditz.tables import CLASSIC, EQUIPMENT_KINDS, FIRST_ROUND, SECURITY


def settled(s: ColditzState, seat: Seat) -> bool:
    """True at a moment to judge: the seat's turn begins."""
    return s.ask is not None and s.ask[0] == "ready" and s.turn == seat and not s.thrown


def figures(s: ColditzState, seat: Seat) -> list[float]:
    """What is counted for a seat: an officer's own prospects and his rivals', or those of all officers."""
    late = turns_left(s) / FIRST_ROUND[s.mode]
    known = certain(s, seat)
    everyone = [_prospects(s, nation, known, late) for nation in range(SECURITY[s.mode])]
    seats = SECURITY[s.mode] / 5
    if is_security(s, seat):
        mean = [sum(each) / len(everyone) for each in zip(*everyone, strict=True)]
        return [1.0, late, seats, *map(max, zip(*everyone, strict=True)), *mean]
    rivals = [each for nation, each in enumerate(everyone) if nation != seat] or [[0.0] * len(everyone[0])]
    away = escaped(s)[seat]
    found = plan(camp(s, seat))
    ready = 0.0 if found is None else found.chance * exp(-found.rounds / 4)
    dare = _dare(s, seat)
    return [
        *(1.0, late, seats),
        *everyone[seat],
        *map(max, zip(*rivals, strict=True)),
        *(ready, ready * away, dare, dare * away),
    ]


def _prospects(s: ColditzState, nation: int, known: list[int], late: float) -> list[float]:
    """How near a nation is to winning, by what everybody can see and the equipment that is known."""
    if is_team_out(s, nation):
        return [0.0] * 9
    away = escaped(s)[nation]
    pawns = team(s, nation)
    runner = max((_runner(s, nation, pawn, known) for pawn in pawns if is_out(s.at[pawn])), default=0.0)
    return [
        float(away),
        away * late,
        float(s.kits >> nation & 1),
        (s.kits >> nation & 1) * late,
        runner,
        runner * away,
        sum(s.at[pawn] in IN_CELLS for pawn in pawns) / len(pawns),
        sum(is_in(s.at[pawn]) and s.at[pawn] in ROOM_OF for pawn in pawns) / len(pawns),
        min(held(s, nation), 4) / 4,
    ]


def _runner(s: ColditzState, nation: int, pawn: int, known: list[int]) -> float:
    if not s.kits >> nation & 1 or s.inside >> pawn & 1:
        return 0.0
    cards = capped(tuple(known[nation * EQUIPMENT_KINDS : (nation + 1) * EQUIPMENT_KINDS]))
    ways = open_to(s, nation)
    return outlook(s.mode, s.at[pawn], cards, ways, watched(s), 0, turns_left(s), car=False)[0]


def _dare(s: ColditzState, seat: Seat) -> float:
    """The chance of a run of Do or Die from where somebody is now (COL-C-51a)."""
    if not USES_DO_OR_DIE[s.mode] or not s.kits >> seat & 1:
        return 0.0
    return max((desperate.chance(s, seat, pawn) for pawn in team(s, seat) if is_in(s.at[pawn])), default=0.0)


@lru_cache(maxsize=1)
def _weights() -> dict[str, tuple[float, ...]]:
    text = files("garrison.games.colditz").joinpath("judgement.toml").read_text("utf-8")
    return {name: tuple(weights) for name, weights in tomllib.loads(text).items()}


def cell(s: ColditzState, seat: Seat) -> str:
    """The weights that are for a seat: by edition and side."""
    edition = "classic" if CLASSIC[s.mode] else "modern"
    return f"{edition}-{'security' if is_security(s, seat) else 'escape'}"


def chance(s: ColditzState, seat: Seat) -> float:
    """A seat's chance of winning."""
    weights = _weights()[cell(s, seat)]
    total = sum(weight * figure for weight, figure in zip(weights, figures(s, seat), strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))
