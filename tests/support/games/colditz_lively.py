"""Chance games of Escape from Colditz in which much happens that is secret: cards, windows, trades, tunnels.

Every action is drawn by a weight. Plain chance seldom makes equipment, and then hardly ever trades it.
"""

from __future__ import annotations

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.laws.comparison import one_of
from garrison.core.match import Match
from garrison.core.registry import settle
from garrison.core.state import Action, Options, Seat
from garrison.games.colditz.castle.layout import NUMBER, ROOM_OF, TUNNEL_OF
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.offers import partner, tradeable
from garrison.games.colditz.state import NOBODY

WEIGHTS = {
    "make": 90, "play": 30, "answer": 3, "pass": 2, "draw": 20, "leave": 1, "throw": 4, "cross": 60,
    "enter": 90, "escape": 90, "arrest": 500, "force": 1, "clear": 4, "back": 1, "end": 1, "discard": 6,
    "release": 20, "trade": 1, "put": 8, "want": 1, "send": 12, "drop": 1, "recall": 1, "accept": 9,
    "decline": 2, "done": 2, "refuse": 3, "alight": 1, "withdraw": 1, "post": 1,
    "do-or-die": 1, "allow": 2, "deny": 1,
}  # fmt: skip
USUAL = 4
OFFER = 16
"""One time in so many an offer is begun."""
LEFT = 4
"""One time in so many an offer is left as it stands, and the game goes on."""


def weight(notation: str) -> int:
    verb, _, thing = notation.partition(" ")
    if verb == "to":
        return 9 if NUMBER[thing] in ROOM_OF or NUMBER[thing] in TUNNEL_OF else 2
    return WEIGHTS.get(verb, USUAL)


def drawn(match: Match, actions: list[Action], chance: KeyedDice) -> Action:
    """One of some actions, each as likely as its weight."""
    weights = [weight(match.write(action)) for action in actions]
    left = chance.pick(sum(weights), "choice")
    for action, each in zip(actions, weights, strict=True):
        left -= each
        if left < 0:
            return action
    raise AssertionError


def lively(match: Match, chance: KeyedDice) -> tuple[Seat, Action]:
    """Who acts next, and what. Offers mostly go on once they are begun; those who can give begin them."""
    officers = [seat for seat in range(len(match.seats)) if match.may_act >> seat & 1]
    if officers:
        busy = [seat for seat in officers if seat in match.waiting or partner(match.state, seat) != NOBODY]
        rich = [seat for seat in officers if any(tradeable(match.state, seat))] or officers[:1]
        seat = one_of(busy or rich, chance)
        answers = match.answers(seat)
        offers = [action for action in match.legal(seat) if action not in answers]
        trades = chance.pick(LEFT, "left") > 0 if busy else chance.pick(OFFER, "offer") == 0
        if offers and trades:
            return seat, drawn(match, offers, chance)
    seat = one_of(match.awaited, chance)
    return seat, drawn(match, match.answers(seat), chance)


def lively_match(seed: int, rows: int, game: object = COLDITZ, **options: str) -> Match:
    """A match some way on."""
    chosen: Options = settle(COLDITZ, {"seats": "3", **options})
    match = Match(game, chosen, KeyedDice(seed_key(seed), "lively"))  # type: ignore[arg-type]
    chance = KeyedDice(seed_key(seed), "choices")
    while not match.over and len(match.rows) < rows:
        seat, action = lively(match, chance)
        match.play(action, seat)
    return match
