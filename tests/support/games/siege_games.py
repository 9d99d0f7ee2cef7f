"""Whole games of Castle under Siege to look at: board, sprites, and what each row told."""

from __future__ import annotations

from functools import cache

import garrison
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.registry import find
from garrison.core.show.scene import Board, Scene
from garrison.core.state import ARBITER, Event
from garrison.games.siege import tables

SIEGE = find("siege")


GAMES = ((3, "average"), (10, "powerful"))
"""Seeds and castles of two games in which nearly everything happens."""


@cache
def board(chosen: str = "average", lang: str = "en") -> Board:
    options = {name: values[0] for name, values in tables.OPTIONS.items()}
    return SIEGE.show.board({**options, "castle": chosen}, lang)


def sprites(chosen: str = "average", lang: str = "en") -> dict[str, str]:
    return {sprite.id: sprite.svg for sprite in board(chosen, lang).sprites}


@cache
def played(seed: int, chosen: str) -> Match:
    """A whole game at random, counters posted as usual; shots go to the middle of what the grid offers."""
    match = garrison.new("siege", seed=seed, castle=chosen)
    chance = KeyedDice(seed_key(seed + 1))
    while match.ask is not None:
        actions = match.legal(match.awaited[0])
        pick = chance.pick(len(actions), "choice")
        if match.ask[0] == "post":
            pick = len(actions) - 1
        elif match.ask[0] in ("direction", "strength"):
            pick = len(actions) // 2
        match.play(actions[pick], match.awaited[0])
    return match


@cache
def told(viewer: int = ARBITER) -> list[tuple[Scene, list[Event], Scene]]:
    """Rows of two games: what was seen before, what was told, what is seen after."""
    found = []
    for seed, chosen in GAMES:
        ended = played(seed, chosen)
        match = ended.at(0)
        match.dice = ended.dice.copy()
        before = match.scene(viewer)
        for number, row in enumerate(ended.rows[1:], 1):
            match.play(row.action, row.seat)
            after = match.scene(viewer)
            found.append((before, match.events(number, viewer), after))
            before = after
    return found
