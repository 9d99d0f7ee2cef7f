"""Trades between Escape Officers: asking for what completes a plan, and taking offers that help both.

He gives only what his own plan does not need, for something that it does. So every trade brings both nearer
to a way out, and none is undone by the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from garrison.core.state import Seat
from garrison.games.colditz.actions import ACCEPT, DECLINE, DROP, PUT, SEND, TRADE, WANT
from garrison.games.colditz.bot.camps import camp
from garrison.games.colditz.bot.plans import plan
from garrison.games.colditz.equipment import certain
from garrison.games.colditz.offers import MADE, SIZE, free, gives, is_sent, partner, wants
from garrison.games.colditz.scoring import escaped
from garrison.games.colditz.state import NOBODY, READY_PHASE, ColditzState
from garrison.games.colditz.tables import EQUIPMENT_KINDS, ESCAPES_TO_WIN, SECURITY

WORTH: Final = 0.2
"""A trade that brings both nearer to a way out."""
NEVER: Final = -0.2
OFFER_ROUNDS: Final = 5
"""An officer makes an offer in one round of so many at most."""


class Idea(NamedTuple):
    """An exchange of one piece for another, with whom."""

    nation: int
    given: int
    wanted: int


def ranks(s: ColditzState, seat: Seat, rows: Sequence[int]) -> list[float]:
    """Answers to offers, and the pieces of an own one."""
    found = idea(s, seat)
    return [_rank(s, seat, row, found) for row in rows]


def _rank(s: ColditzState, seat: Seat, row: int, found: Idea | None) -> float:
    if row in ACCEPT:
        return 3 * WORTH if welcome(s, seat, row - ACCEPT[0]) else NEVER
    if row in DECLINE:
        return 2 * WORTH
    if row == DROP:
        return WORTH if found is None else 0.0
    if found is None:
        return NEVER
    given, wanted = gives(s, seat), wants(s, seat)
    if row in TRADE:
        return WORTH if row == TRADE[found.nation] else NEVER
    if row in PUT:
        return WORTH if row == PUT[found.given] and not any(given) else NEVER
    if row in WANT:
        return WORTH if row == WANT[found.wanted] and not any(wanted) else NEVER
    return WORTH if row == SEND and any(given) and any(wanted) else NEVER


def needs(s: ColditzState, seat: Seat) -> list[int] | None:
    """By kind, the pieces that an officer's plan lacks; those that it does not need are below zero."""
    found = plan(camp(s, seat))
    if found is None:
        return None
    held = free(s, seat)[:EQUIPMENT_KINDS]
    return [wanted - number for wanted, number in zip(found.route.cards, held, strict=True)]


def idea(s: ColditzState, seat: Seat) -> Idea | None:
    """What he would offer: once in a turn of his own, before the roll, and not in every round.

    He does not remember what was declined, so he asks again only after some rounds.
    """
    if s.turn != seat or s.phase != READY_PHASE or SECURITY[s.mode] < 2 or _made(s, seat):
        return None
    if s.round % OFFER_ROUNDS != seat % OFFER_ROUNDS:
        return None
    if not any(free(s, seat)[:EQUIPMENT_KINDS]):
        return None
    lacks = needs(s, seat)
    if lacks is None or min(lacks) >= 0 or max(lacks) <= 0:
        return None
    spare = lacks.index(min(lacks))
    known = certain(s, seat)
    drafted = partner(s, seat)
    for wanted in sorted(range(EQUIPMENT_KINDS), key=lambda kind: -lacks[kind]):
        for nation in range(SECURITY[s.mode]):
            able = known[nation * EQUIPMENT_KINDS + wanted] > 0 and drafted in (NOBODY, nation)
            if lacks[wanted] > 0 and nation != seat and able:
                return Idea(nation, spare, wanted)
    return None


def _made(s: ColditzState, seat: Seat) -> bool:
    """True if he has sent an offer in this turn."""
    return bool(s.trades) and (is_sent(s, seat) or s.trades[seat * SIZE[s.mode] + MADE[s.mode]] > 0)


def welcome(s: ColditzState, seat: Seat, sender: int) -> bool:
    """True if he would take an offer: it costs him nothing he needs, and helps nobody who is about to win."""
    given, wanted = gives(s, sender), wants(s, sender)
    if any(given[EQUIPMENT_KINDS:]) or any(wanted[EQUIPMENT_KINDS:]):
        return not any(wanted)
    lacks = needs(s, seat)
    if lacks is None or (any(wanted) and _about_to_win(s, sender)):
        return False
    spared = all(number <= max(0, -lack) for number, lack in zip(wanted, lacks, strict=False))
    helped = any(number and lack > 0 for number, lack in zip(given, lacks, strict=False))
    armed = any(free(s, seat)[:EQUIPMENT_KINDS])
    return spared and helped and (armed or any(wanted))


def _about_to_win(s: ColditzState, nation: int) -> bool:
    return escaped(s)[nation] >= ESCAPES_TO_WIN - 1
