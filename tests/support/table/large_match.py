"""A match of the Warren, the toy with 1,200 places and six seats, at a question with many places."""

from __future__ import annotations

from garrison.client import Table
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.registry import settle
from support.games.toy_warren import WARREN

TWELVE, FIVE = 10, 17
"""Seeds by which the first guard has so many points: 243 places can be reached, or 39."""


def where_links(url: str, seed: int = TWELVE, **options: str) -> list[str]:
    """Links of a match in which the Warden is asked where Guard 1 walks: of all seats, then a spectator's."""
    match = Match(WARREN, settle(WARREN, {"cards": "4", **options}), KeyedDice(seed_key(seed), "s"))
    match.play("pick 1")
    record = match.record().replace("\n0 |", f"\nkey {seed_key(seed).hex()}\n0 |")
    with Table(url).load(record) as looked:
        tokens = [*(seat["token"] for seat in looked.seats), looked.watch]
        return [f"/match/{looked.match}#{token}" for token in tokens]
