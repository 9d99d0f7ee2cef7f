"""A player that thinks ahead in any game: determinised Monte Carlo tree search on the contract alone.

It knows a view, deals what it cannot see anew with `sample`, and plays on from there many times. All tries
of one round share what was dealt and all chance to come, so that actions differ by what they do and not by
luck; after each stage the worse half is dropped. Below the first action a tree grows by the usual trade
between what did well and what is little tried. A game's guide, where there is one, says what to try first,
plays on beyond the tree, and judges a position; without one, actions are tried evenly and games played to
their end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from math import exp, sqrt
from time import perf_counter
from typing import NamedTuple

from garrison.core import kernel
from garrison.core.errors import GarrisonError
from garrison.core.game import Action, AnyGame, Ask, Event, Seat, State, View
from garrison.players.sound import first_best
from garrison.players.words import said

ITERATIONS = 30
"""Tries a decision where the clock must not matter."""
MOST_ITERATIONS = 1_000_000
CANDIDATES = 6
"""Actions looked at closely; of more, those that look best at first sight."""
MARGIN = 0.06
"""How much worse than the best an action may look, with few tries to give."""
ALIKE = 3
"""Digits after the point to which what looks alike is told apart, with many tries to give."""
MANY = 400
"""From so many tries on, no action is left out for looking worse than the best."""
TRIES_EACH = 3
"""With few tries to give, fewer actions are looked at: so many tries each."""
TRUST = 10.0
"""How many tries the first sight is worth."""
CURIOSITY = 0.15
"""How much the tree leans towards what is little tried, as a part of a game won."""
WARMTH = 0.01
"""How sharply first sight tells good from bad within the tree."""
DEAL_ROUNDS = 2
"""Rounds played with what was dealt, before it is dealt anew."""
EXPAND_AFTER = 2
"""Visits before a place in the tree gets a judgement of its own."""


class Idea(NamedTuple):
    """An action looked at: why it is good, the chance of winning with it, and how often it was tried."""

    action: Action
    reason: str
    chance: float
    tries: int


class Chances:
    """Dice of a try. Each label has a stream of its own: a roll more here changes nothing there."""

    __slots__ = ("_at", "_key", "_streams")

    SIZE = 512

    def __init__(self, key: bytes, number: int) -> None:
        self._key = key + number.to_bytes(8, "big")
        self._streams: dict[str, bytes] = {}
        self._at: dict[str, int] = {}

    def _next(self, label: str) -> int:
        at = self._at.get(label, 0)
        self._at[label] = at + 1
        block, place = divmod(at, self.SIZE)
        if not place:
            text = f"{block}/{label}".encode()
            self._streams[label] = hashlib.shake_128(self._key + text).digest(self.SIZE)
        return self._streams[label][place]

    def roll(self, n: int, label: str) -> list[int]:
        faces: list[int] = []
        while len(faces) < n:
            byte = self._next(label)
            if byte < 252:
                faces.append(byte % 6 + 1)
        return faces

    def pick(self, n: int, label: str) -> int:
        limit = 65536 - 65536 % n
        while True:
            number = self._next(label) << 8 | self._next(label)
            if number < limit:
                return number % n

    def shuffle(self, cards: list[int], label: str) -> None:
        for place in range(len(cards) - 1, 0, -1):
            other = self.pick(place + 1, label)
            cards[place], cards[other] = cards[other], cards[place]


class Place:
    """A place in the tree: what was tried at one question, and what came of it for the seat asked."""

    __slots__ = ("below", "prior", "total", "tries", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.prior: dict[Action, float] = {}
        self.tries: dict[Action, int] = {}
        self.total: dict[Action, float] = {}
        self.below: dict[tuple[Action, Ask | None], Place] = {}


def _nobody(_: Event) -> None:
    """Who listens to a game that is only thought of."""


class Search:
    """Thinks for so many iterations, or for the seconds it is given. It never meets the state of a match."""

    name = "search"
    looks = True

    def __init__(
        self, key: bytes, game: AnyGame, seat: Seat, lang: str, iterations: int | None = None
    ) -> None:
        self._key, self._game, self._seat, self._lang = key, game, seat, lang
        self._iterations = iterations
        self._decisions = 0

    def choose(
        self,
        view: View,
        ask: Ask,  # noqa: ARG002
        actions: Sequence[Action],
        seconds: float,
    ) -> tuple[Action, str]:
        found = self.consider(view, actions, seconds if len(actions) > 1 else 0)[0]
        return found.action, found.reason

    def consider(self, view: View, actions: Sequence[Action], seconds: float) -> list[Idea]:
        """The actions looked at, the best first."""
        key = hashlib.sha256(self._key + self._decisions.to_bytes(8, "big")).digest()
        self._decisions += 1
        few = self._iterations is not None and self._iterations < MANY
        thought = Thought(key, self._game, self._seat, view, actions, few=few)
        if len(thought.candidates) > 1 or not few:
            thought.think(self._iterations, seconds)
        return thought.ideas(self._lang)


class Thought:
    """One decision being thought over."""

    def __init__(
        self, key: bytes, game: AnyGame, seat: Seat, view: View, actions: Sequence[Action], *, few: bool
    ) -> None:
        self.key, self.game, self.seat, self.view = key, game, seat, view
        self.guide = game.guide
        self.rounds = 0
        self.start = self.dealt = game.sample(view, Chances(key, 0))
        ranks = self._ranks(self.start, seat, actions)
        self.first_sight = dict(zip(actions, ranks, strict=True))
        self.few = few
        self.candidates = self._candidates(actions)
        self.best_looking = self.candidates[0]
        self.tries = dict.fromkeys(self.candidates, 0)
        self.total = dict.fromkeys(self.candidates, 0.0)
        self.trees = {action: Place() for action in self.candidates}

    def _ranks(self, state: State, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
        return [0.0] * len(actions) if self.guide is None else self.guide.rank(state, seat, actions)

    def _candidates(self, actions: Sequence[Action]) -> list[Action]:
        """The actions worth a closer look.

        What a guide ranks exactly alike does the same: one of them comes first. With few tries to give, the
        others are left out, and so is what looks much worse than the best.
        """
        sight = self.first_sight
        order = sorted(actions, key=lambda action: -sight[action])
        if self.guide is None:
            return order[:CANDIDATES]
        if self.few:
            first = {sight[action]: action for action in reversed(order)}
            other = sorted(first.values(), key=lambda action: -sight[action])
            return [action for action in other if sight[action] >= sight[order[0]] - MARGIN][:CANDIDATES]
        alike = {round(sight[action], ALIKE): action for action in reversed(order)}
        other = sorted(alike.values(), key=lambda action: -sight[action])
        return (other + [action for action in order if action not in other])[:CANDIDATES]

    # Which actions get the tries

    def think(self, iterations: int | None, seconds: float) -> None:
        """Stage by stage, each with the same share of tries or time, on half as many actions."""
        left = self.candidates[: max(2, iterations // TRIES_EACH) if iterations else None]
        stages = max(1, (len(left) - 1).bit_length())
        start = perf_counter()
        for stage in range(stages):
            rounds = 0
            while True:
                self._round(left)
                rounds += 1
                if iterations is None:
                    if perf_counter() - start >= seconds * (stage + 1) / stages:
                        break
                elif (rounds + 1) * len(left) > iterations / stages:
                    break
            left = sorted(left, key=self._judgement, reverse=True)[: (len(left) + 1) // 2]
        first = left if self.few else ()
        self.candidates.sort(key=lambda action: (action in first, self._judgement(action)), reverse=True)

    def _round(self, actions: Sequence[Action]) -> None:
        """One try of each, with the same cards dealt and the same chance to come."""
        self.rounds += 1
        if self.rounds % DEAL_ROUNDS == 1:
            self.dealt = self.game.sample(self.view, Chances(self.key, self.rounds))
        for action in actions:
            value = self._try(self.dealt.copy(), action, Chances(self.key, self.rounds))
            self.tries[action] += 1
            self.total[action] += value

    def _judgement(self, action: Action) -> float:
        """The chance of winning: the mean of the tries, held against first sight.

        First sight counts as so many tries that came out like the best-looking action's, less by how much
        worse this one looked.
        """
        tries = self.tries[action]
        if not tries:
            return 0.0
        best = self.best_looking
        expected = self.total[best] / self.tries[best] + self.first_sight[action] - self.first_sight[best]
        return (self.total[action] + TRUST * expected) / (tries + TRUST)

    # One try

    def _try(self, state: State, action: Action, chances: Chances) -> float:
        """Play an action, go down the tree, play on beyond it; what came of it is noted on the way back."""
        game = self.game
        path: list[tuple[Place, Action, Seat]] = []
        place: Place | None = self.trees[action]
        kernel.apply(game, state, self.seat, action, chances, _nobody)
        ends = self._ends(state)
        while ends is None:
            seat = kernel.awaited(state)[0]
            actions = kernel.legal(game, state, seat)
            if place is not None:
                place.visits += 1
                if place.visits <= EXPAND_AFTER:
                    place = None
            if place is None:
                action = self._onward(state, seat, actions, chances)
            else:
                action = self._descend(place, state, seat, actions)
                path.append((place, action, seat))
            kernel.apply(game, state, seat, action, chances, _nobody)
            if place is not None:
                place = place.below.setdefault((action, state.ask), Place())
            ends = self._ends(state)
        for place, action, seat in path:
            place.tries[action] = place.tries.get(action, 0) + 1
            place.total[action] = place.total.get(action, 0.0) + ends(seat)
        return ends(self.seat)

    def _onward(self, state: State, seat: Seat, actions: Sequence[Action], chances: Chances) -> Action:
        if self.guide is None:
            return actions[chances.pick(len(actions), "search")]
        return first_best(self.guide, state, seat, actions)

    def _descend(self, place: Place, state: State, seat: Seat, actions: Sequence[Action]) -> Action:
        """What did well, against what is little tried and looks good at first sight."""
        ranks = self._ranks(state, seat, actions)
        most = max(ranks)
        weights = [exp((rank - most) / WARMTH) for rank in ranks]
        scale = CURIOSITY * sqrt(place.visits) / sum(weights)
        known = sum(place.tries.values())
        mean = sum(place.total.values()) / known if known else 0.0
        best, found = actions[0], -1.0
        for action, weight in zip(actions, weights, strict=True):
            tries = place.tries.get(action, 0)
            value = (place.total[action] + mean) / (tries + 1) if tries else mean
            value += scale * weight / (1 + tries)
            if value > found:
                best, found = action, value
        return best

    def _ends(self, state: State) -> Callable[[Seat], float] | None:
        """What a position is worth to each seat, or None where the try plays on."""
        if kernel.over(state):
            result = self.game.result(state)
            if result is None:
                raise GarrisonError(f"{self.game.id} ended without a result")
            drawn = 0.5 if not result.won and len(result.score) > 1 else 0.0
            return lambda seat: 1.0 if seat in result.won else drawn
        guide = self.guide
        own = None if guide is None else guide.worth(state, self.seat)
        if guide is None or own is None:
            return None
        return lambda seat: own if seat == self.seat else guide.worth(state, seat) or 0.0

    # What came of it

    def ideas(self, lang: str) -> list[Idea]:
        return [self._idea(action, lang) for action in self.candidates]

    def _idea(self, action: Action, lang: str) -> Idea:
        tries = self.tries[action]
        chance = min(1.0, max(0.0, self._judgement(action)))
        if self.guide is not None:
            reason = self.guide.reason(self.start, self.seat, action, lang)
        elif tries:
            reason = said(lang, "best", tries=tries, percent=round(100 * chance))
        else:
            reason = said(lang, "only")
        return Idea(action, reason, chance, tries)
