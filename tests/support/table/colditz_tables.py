"""Matches of Escape from Colditz at a table, begun from a position and from what was played before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from garrison.client import Table
from garrison.core import kernel
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.registry import settle
from garrison.core.state import ARBITER
from garrison.games.colditz.game import COLDITZ
from support.table.server import Forked, Server, Wire

SALT = "table"
TRADING: dict[str, Any] = {
    "phase": "act",
    "turn": "british",
    "points": 8,
    "pawns": {"british-1": "in_031", "british-2": "in_034"},
    "equipment": {"british": {"rope": 1}, "french": {"key": 1}},
}
"""The British move, and whoever holds equipment may offer a trade unseen: undo alone is closed."""


def colditz_match(
    server: Server | Forked | Wire,
    rows: Sequence[str] = (),
    position: dict[str, Any] | None = None,
    seed: int = 1,
    **options: str,
) -> dict[str, str]:
    """By seat, and for a `spectator`, the links of a match in which these rows have been played.

    It goes on with the dice of the seed. A row is a notation, played by whoever is asked; `french: accept
    british` names who else plays it. A position is written as in a scenario, over the set-up.
    """
    match = played(rows, position, seed, **options)
    key = f"\nkey {seed_key(seed).hex()}\n"
    head, dice, rest = match.record().partition("\ndice sha256:")
    promise, _, more = rest.partition("\n")
    with Table(server.url).load(f"{head}{dice}{promise}{key}{more}") as looked:
        tokens = {**{each["seat"]: each["token"] for each in looked.seats}, "spectator": looked.watch}
        return {seat: f"/match/{looked.match}#{token}" for seat, token in tokens.items()}


def played(
    rows: Sequence[str] = (), position: dict[str, Any] | None = None, seed: int = 1, **options: str
) -> Match:
    """The match itself, in memory."""
    chosen, dice = settle(COLDITZ, options), KeyedDice(seed_key(seed), SALT)
    start = None
    if position is not None:
        begun = kernel.begin(COLDITZ.play, COLDITZ.rules, chosen, dice.copy(), lambda _: None)
        found = COLDITZ.know.position(COLDITZ.know.view(begun, ARBITER), position)
        start = COLDITZ.know.view(COLDITZ.know.load(found), ARBITER)
    match = Match(COLDITZ, chosen, dice, start)
    for row in rows:
        seat, _, notation = row.rpartition(": ")
        match.play(notation, match.seats.index(seat) if seat else match.awaited[0])
    return match
