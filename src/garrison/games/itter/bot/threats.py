"""A player's assessment of a position: which tracks are filling up, what a hit or a token is worth there.

All values use one scale: 1 is about a castle saved or lost. They use only what the Defender may know:
of the decks, the number of cards left and what such cards bring on average.
"""

from __future__ import annotations

from math import exp
from typing import Final

from garrison.games.itter.actions import PUT
from garrison.games.itter.state import ItterState, occupied
from garrison.games.itter.tables import (
    AREAS,
    BOROTRA,
    CARD_DECK,
    CARD_KIND,
    CARD_NUMBER,
    CASTLE,
    CELLAR,
    CIRCLES,
    COLOUR,
    COLOUR_COUNT,
    DECKS,
    FIRST_TACTIC,
    GREAT_HALL,
    HAS_TOKENS,
    KIND_DEFENCE,
    LAST_AREA,
    LOCATION,
    MG,
    MODES,
    MORTAR,
    NEXT,
    PUSHES,
    REGIMENT,
    SEES,
    SQUARE_COLOURS,
    STACKED,
    TANK,
)

WAYS: Final = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
"""Ways, of 36, in which two dice give an area."""
SHARE: Final = [ways / 36 for ways in WAYS]


def _path(area: int) -> tuple[int, ...]:
    found, circle = [], area
    while circle != CASTLE:
        found.append(circle)
        circle = NEXT[circle]
    return tuple(found)


PATH: Final = tuple(_path(area) if area in AREAS else () for area in range(LAST_AREA + 1))
"""By area: the circles from it to the castle."""
LONGEST: Final = max(map(len, PATH))
ON: Final = tuple(tuple(area for area in AREAS if circle in PATH[area]) for circle in range(max(CIRCLES) + 1))
"""By circle: the areas whose newcomers push through it."""
COLOUR_AREAS: Final = tuple(
    tuple(area for area in AREAS if COLOUR[area] == colour) for colour in range(COLOUR_COUNT)
)
COLOUR_SHARE: Final = tuple(sum(SHARE[area] for area in areas) for areas in COLOUR_AREAS)
"""By colour: the share of newcomers that arrives on it."""


# What the rest of a deck brings, by number of cards left: decks lie in order, so the last are deck 4's


def _coming(mode: int) -> tuple[float, ...]:
    """Expected number of pushing SS counters in the last n cards of the deck."""
    found = [0.0]
    for deck in reversed(DECKS):
        cards = [card for card in range(REGIMENT) if CARD_DECK[card] == deck]
        size = sum(STACKED[mode][card] for card in cards)
        pushers = sum(
            STACKED[mode][card] * CARD_NUMBER[card]
            for card in cards
            if CARD_KIND[card] >= 0 and PUSHES[CARD_KIND[card]]
        )
        for _ in range(size):
            found.append(found[-1] + pushers / size)
    return tuple(found)


COMING: Final = tuple(_coming(mode) for mode in range(len(MODES)))


def cards_left(s: ItterState) -> int:
    """SS cards still to come, including the hand and orders of an SS player. The 142nd does not count."""
    held = sum(card < FIRST_TACTIC for card in s.hand) + sum(card < FIRST_TACTIC for card in s.plan)
    return min(len(s.deck) + held, len(COMING[s.mode]) - 1)


# Weights, tuned by playing many games

HORIZON: Final = 10
"""Cards to look ahead for the tracks: about four turns."""
TOKEN_HORIZON: Final = 30
"""Cards to look ahead for tokens, which keep."""
CROWDING: Final = 0.194
"""The share of arriving counters that ends up on any one track."""
BREACH_WORTH: Final = 1.7
POINT: Final = 0.02
"""A point of the final score."""
HEAVY: Final = {MG: 0.02, MORTAR: 0.04}
"""A Machine Gunner or Mortar: its fire to come."""
LEAVE: Final = 0.17
"""Borotra's escape, while half of the deck is still to come."""
CLEARING: Final = 0.4
"""The share of that for clearing the last circle of his way."""
MOST_HELD: Final = 0.5
"""The most that holding off one newcomer counts when tokens are laid in advance."""
TOKENS_EACH: Final = 1.0
"""Average tokens spent on a newcomer."""
TOKEN_HITS: Final = 0.44
"""Chance that a token holds off a newcomer."""


def _tail(mean: float, more_than: int) -> float:
    """Chance that more than a number come, given their mean."""
    term = exp(-mean)
    below = term
    for n in range(1, more_than + 1):
        term *= mean / n
        below += term
    return 1 - below


def _dangers(mode: int) -> tuple[tuple[float, ...], ...]:
    coming = COMING[mode]
    found = []
    for left in range(len(coming)):
        soon = coming[left] - coming[max(0, left - HORIZON)]
        later = coming[left] - soon
        mean = CROWDING * (soon + later / 4)
        found.append(tuple(_tail(mean, free) for free in range(LONGEST + 2)))
    return tuple(found)


DANGER: Final = tuple(_dangers(mode) for mode in range(len(MODES)))
"""By mode, cards left and free circles of a track: the chance that the track gives way."""


def _demand(mode: int) -> tuple[tuple[float, ...], ...]:
    coming = COMING[mode]
    found = []
    for left in range(len(coming)):
        soon = coming[left] - coming[max(0, left - TOKEN_HORIZON)]
        found.append(tuple(0.3 + TOKENS_EACH * soon * share for share in COLOUR_SHARE))
    return tuple(found)


DEMAND: Final = tuple(_demand(mode) for mode in range(len(MODES)))
"""By mode, cards left and colour: the tokens that will be needed there."""
HIT: Final = tuple(tuple(1 - ((needed - 1) / 6) ** dice for needed in range(8)) for dice in range(33))
"""By dice and number needed: the chance of one success."""


def way_out(s: ItterState, q: int) -> int:
    """The number of circles in sight to clear before Borotra can leave from a square, or NEVER."""
    if not SQUARE_COLOURS[q] or LOCATION[q] in (CELLAR, GREAT_HALL, TANK):
        return NEVER
    return sum(1 for circle in SEES[q] if occupied(s, circle))


def escape_worth(left: int) -> float:
    """The value of his escape: relief comes sooner the more cards are left, and he is safe."""
    return LEAVE * min(1.0, left / 24)


def _clearing(s: ItterState, left: int) -> list[float]:
    """By colour: the value of a hit as a step to Borotra's escape, where he waits for it."""
    found = [0.0] * COLOUR_COUNT
    q = s.where[BOROTRA]
    if q >= 0:
        blocked = way_out(s, q)
        if 0 < blocked <= FEW_BLOCK:
            for colour in SQUARE_COLOURS[q]:
                found[colour] = CLEARING * escape_worth(left) / blocked**2
    return found


NEVER: Final = 99
FEW_BLOCK: Final = 4


class Outlook:
    """An assessment of the attackers. Made for every decision, so it is limited to what is always needed."""

    __slots__ = (
        "attacks",
        "best",
        "clearing",
        "free",
        "hold",
        "kill",
        "left",
        "mode",
        "token",
        "tokens",
        "wanted",
    )

    free: list[int]
    """By area: free circles on its track."""
    kill: dict[int, float]
    """By circle with a Rifleman, Scout or Sturm: the value of removing it."""
    hold: list[float]
    """By area: the value of keeping a newcomer from landing there."""
    token: list[float]
    """By colour: the value of one more token that gets used."""
    best: list[list[tuple[float, int, int]]]
    """By colour: targets as (worth, circle, kind)."""

    def __init__(self, s: ItterState) -> None:
        self.mode = s.mode
        self.left = cards_left(s)
        self.tokens = s.tokens
        self.wanted = DEMAND[s.mode][self.left]
        self.attacks: dict[tuple[int, int], float] = {}
        landing, gain, cost = self._tracks(s.light)
        self._targets(s, gain)
        self._newcomers(landing, cost)

    def _tracks(self, light: list[int]) -> tuple[list[int], list[float], list[float]]:
        """By area: the circle a newcomer would fill, and the effect of one more or one fewer free circle."""
        danger = DANGER[self.mode][self.left]
        free = self.free = [0] * (LAST_AREA + 1)
        landing = [CASTLE] * (LAST_AREA + 1)
        gain = [0.0] * (LAST_AREA + 1)
        cost = [0.0] * (LAST_AREA + 1)
        for area in AREAS:
            n = 0
            for circle in PATH[area]:
                if light[circle] < 0:
                    if not n:
                        landing[area] = circle
                    n += 1
            free[area] = n
            share = SHARE[area]
            gain[area] = share * (danger[n] - danger[n + 1])
            cost[area] = share * (danger[n - 1] - danger[n]) if n else 0.0
        return landing, gain, cost

    def _targets(self, s: ItterState, gain: list[float]) -> None:
        best: list[list[tuple[float, int, int]]] = [[] for _ in range(COLOUR_COUNT)]
        kill = self.kill = {}
        light, heavy = s.light, s.heavy
        clearing = self.clearing = _clearing(s, self.left)
        for circle in CIRCLES:
            colour = COLOUR[circle]
            if light[circle] >= 0:
                worth = POINT + clearing[colour]
                for area in ON[circle]:
                    worth += gain[area]
                kill[circle] = worth
                best[colour].append((worth, circle, light[circle]))
            if circle <= LAST_AREA:
                for gun, at in ((MG, 2 * circle), (MORTAR, 2 * circle + 1)):
                    if heavy[at]:
                        best[colour].append((HEAVY[gun] + POINT + clearing[colour], circle, gun))
        self.best = best

    def _newcomers(self, landing: list[int], cost: list[float]) -> None:
        hold = self.hold = [0.0] * (LAST_AREA + 1)
        token = self.token = [0.0] * COLOUR_COUNT
        for area in AREAS:
            worth = POINT
            if landing[area] == CASTLE:
                worth = BREACH_WORTH
            else:
                for other in ON[landing[area]]:
                    worth += cost[other]
            hold[area] = worth
            token[COLOUR[area]] += SHARE[area] * min(worth, MOST_HELD)
        for colour in range(COLOUR_COUNT):
            if COLOUR_SHARE[colour]:
                token[colour] *= TOKEN_HITS / COLOUR_SHARE[colour]

    def tokens_worth(self, colour: int, n: int) -> float:
        """The value of n more tokens on a colour: the more lie there, the longer they wait."""
        if not HAS_TOKENS[colour]:
            return 0.0
        crowd = (self.tokens[colour] + (n - 1) / 2) / self.wanted[colour]
        return n * self.token[colour] / (1 + crowd * crowd)

    def attack_worth(self, dice: int, colour: int) -> float:
        """The value of the best target of a colour for a number of dice."""
        found = self.attacks.get((dice, colour))
        if found is None:
            found = 0.0
            hit, needed = HIT[dice], KIND_DEFENCE[self.mode]
            for worth, _, kind in self.best[colour]:
                value = worth * hit[needed[kind]]
                found = max(found, value)
            self.attacks[dice, colour] = found
        return found

    def target_worth(self, dice: int, circle: int, kind: int) -> float:
        worth = self.kill[circle] if PUSHES[kind] else HEAVY[kind] + POINT + self.clearing[COLOUR[circle]]
        return worth * HIT[dice][KIND_DEFENCE[self.mode][kind]]

    def put_worth(self, row: int) -> float:
        """The value of a suppression, by its row."""
        return sum(self.tokens_worth(colour, n) for colour, n in PUT[row])
