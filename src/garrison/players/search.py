"""Determinised Monte Carlo tree search for any game, through the game interface alone.

The player knows a view. `sample` makes a full state that the view allows (a determinisation), and rollouts
start there. All rollouts of one round share the determinisation and the dice to come, so that actions differ
by what they do and not by luck; sequential halving then drops the worse half. Below the first action a tree
grows by PUCT. A game's guide, if any, supplies the priors, plays the rollouts and evaluates positions;
without one the priors are even and rollouts go on to the end of the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from math import exp, sqrt
from time import perf_counter
from typing import NamedTuple

from garrison.core import kernel
from garrison.core.errors import GarrisonError
from garrison.core.game import AnyGame, first_best
from garrison.core.state import Action, Ask, Event, Seat, State, View
from garrison.players.default_reasons import default_reason
from garrison.players.player import Assignment, Count, Player, PlayerType

ITERATIONS = 30
"""Rollouts per decision when independent of the clock."""
MOST_ITERATIONS = 1_000_000
CANDIDATES = 6
"""Number of actions searched: those with the best priors."""
PRIOR_MARGIN = 0.06
"""With few iterations, the most a candidate's prior may fall short of the best."""
PRIOR_DIGITS = 3
"""Decimal places to which priors are compared, with many iterations."""
MANY_ITERATIONS = 400
"""From this number on, no action is dropped for its prior."""
ITERATIONS_PER_CANDIDATE = 3
"""With few iterations the number of candidates is reduced so that each gets at least this many."""
PRIOR_VISITS = 10.0
"""Number of visits the prior counts as."""
EXPLORATION = 0.15
"""The exploration constant of PUCT, as a fraction of a won game."""
TEMPERATURE = 0.01
"""Temperature of the softmax that turns a guide's ranks into priors within the tree."""
ROUNDS_PER_SAMPLE = 2
"""Rounds played on one determinisation before the next is sampled."""
EXPAND_AFTER = 2
"""Visits before a node is expanded."""


class Suggestion(NamedTuple):
    """A candidate: its reason, its chance of winning and its number of rollouts."""

    action: Action
    reason: str
    chance: float
    tries: int


class RolloutDice:
    """Dice of one rollout. Each label has its own stream: an extra roll for one does not affect others."""

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


class Node:
    """A node of the tree: visits and total utility by action, for the seat that is asked there."""

    __slots__ = ("action_visits", "children", "sealed", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.action_visits: dict[Action, int] = {}
        self.total: dict[Action, float] = {}
        self.children: dict[tuple[tuple[Action, ...], Ask | None], Node] = {}
        """By the answers given here, one unless the question was a window, and the next question."""
        self.sealed: Node | None = None

    def next_in_window(self) -> Node:
        """Where the next seat of an open window answers: the same place, whatever was answered here."""
        if self.sealed is None:
            self.sealed = Node()
        return self.sealed


def _nobody(_: Event) -> None:
    """Discard the events of a rollout."""


class Search:
    """Searches for a number of iterations, or for the seconds given. It never sees the state of a match."""

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
        found = self.suggestions(view, actions, seconds if len(actions) > 1 else 0)[0]
        return found.action, found.reason

    def suggestions(self, view: View, actions: Sequence[Action], seconds: float) -> list[Suggestion]:
        """The candidates, the best first."""
        key = hashlib.sha256(self._key + self._decisions.to_bytes(8, "big")).digest()
        self._decisions += 1
        few = self._iterations is not None and self._iterations < MANY_ITERATIONS
        decision = Decision(key, self._game, self._seat, view, actions, few=few)
        if len(decision.candidates) > 1 or not few:
            decision.sequential_halving(self._iterations, seconds)
        return decision.suggestions(self._lang)


class Decision:
    """The search for one decision."""

    def __init__(
        self, key: bytes, game: AnyGame, seat: Seat, view: View, actions: Sequence[Action], *, few: bool
    ) -> None:
        self.key, self.game, self.seat, self.view = key, game, seat, view
        self.guide = game.guide
        self.rounds = 0
        self.start = self.sampled = game.know.sample(view, RolloutDice(key, 0))
        ranks = self._ranks(self.start, seat, actions)
        self.prior = dict(zip(actions, ranks, strict=True))
        self.few = few
        self.candidates = self._candidates(actions)
        self.best_prior = self.candidates[0]
        self.visits = dict.fromkeys(self.candidates, 0)
        self.total = dict.fromkeys(self.candidates, 0.0)
        self.trees = {action: Node() for action in self.candidates}
        self.others = Node()
        self.sealed: dict[Seat, Action] = {}
        """Where the others answer if this decision is in a window, and their answers of this round.

        They do not know our answer, so that it is the same against all of our actions.
        """

    def _ranks(self, state: State, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
        return [0.0] * len(actions) if self.guide is None else self.guide.rank(state, seat, actions)

    def _candidates(self, actions: Sequence[Action]) -> list[Action]:
        """The actions worth searching.

        Actions with exactly equal ranks do the same, so one of them comes first. With few iterations the
        others are dropped, as is every action whose prior is far below the best.
        """
        prior = self.prior
        order = sorted(actions, key=lambda action: -prior[action])
        if self.guide is None:
            return order[:CANDIDATES]
        if self.few:
            first = {prior[action]: action for action in reversed(order)}
            other = sorted(first.values(), key=lambda action: -prior[action])
            return [action for action in other if prior[action] >= prior[order[0]] - PRIOR_MARGIN][
                :CANDIDATES
            ]
        alike = {round(prior[action], PRIOR_DIGITS): action for action in reversed(order)}
        other = sorted(alike.values(), key=lambda action: -prior[action])
        return (other + [action for action in order if action not in other])[:CANDIDATES]

    # Allocation of rollouts

    def sequential_halving(self, iterations: int | None, seconds: float) -> None:
        """Run stage by stage, each with an equal share of iterations or time, on half as many candidates."""
        left = self.candidates[: max(2, iterations // ITERATIONS_PER_CANDIDATE) if iterations else None]
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
            left = sorted(left, key=self._value, reverse=True)[: (len(left) + 1) // 2]
        first = left if self.few else ()
        self.candidates.sort(key=lambda action: (action in first, self._value(action)), reverse=True)

    def _round(self, actions: Sequence[Action]) -> None:
        """Roll out each action once, from the same determinisation and with the same dice."""
        self.rounds += 1
        if self.rounds % ROUNDS_PER_SAMPLE == 1:
            self.sampled = self.game.know.sample(self.view, RolloutDice(self.key, self.rounds))
        self.sealed.clear()
        for action in actions:
            value = self._simulate(self.sampled.copy(), action, RolloutDice(self.key, self.rounds))
            self.visits[action] += 1
            self.total[action] += value

    def _value(self, action: Action) -> float:
        """The chance of winning: the mean over the rollouts, shrunk towards the prior.

        The prior counts as PRIOR_VISITS rollouts with the mean of the best prior's action, less the
        difference of the two priors.
        """
        visits = self.visits[action]
        if not visits:
            return 0.0
        best = self.best_prior
        expected = self.total[best] / self.visits[best] + self.prior[action] - self.prior[best]
        return (self.total[action] + PRIOR_VISITS * expected) / (visits + PRIOR_VISITS)

    # One rollout

    def _simulate(self, state: State, action: Action, dice: RolloutDice) -> float:
        """Play an action, descend the tree, roll out beyond it, and back the utility up along the path."""
        game = self.game
        path: list[tuple[Node, Action, Seat]] = []
        base = self.trees[action]
        answers: tuple[Action, ...] = ()
        kernel.apply(game.play, state, self.seat, action, dice, _nobody)
        sealed = bool(state.answers)
        node: Node | None = self.others if sealed else base
        utility = self._evaluate(state)
        while utility is None:
            seat, actions = self._next_decision(state)
            if node is not None:
                node.visits += 1
                if node.visits <= EXPAND_AFTER:
                    node = None
            if sealed and self.sealed.get(seat) in actions:
                action = self.sealed[seat]
            elif node is None:
                action = self._rollout(state, seat, actions, dice)
            else:
                action = self._select(node, state, seat, actions)
            if sealed and kernel.unasked(game.play, action) is None:
                self.sealed[seat] = action
            if node is not None:
                path.append((node, action, seat))
            kernel.apply(game.play, state, seat, action, dice, _nobody)
            sealed = sealed and bool(state.answers)
            if node is not None:
                answers = (*answers, action)
                if state.answers:
                    node = node.next_in_window()
                else:
                    node = base = base.children.setdefault((answers, state.ask), Node())
                    answers = ()
            utility = self._evaluate(state)
        for node, action, seat in path:
            node.action_visits[action] = node.action_visits.get(action, 0) + 1
            node.total[action] = node.total.get(action, 0.0) + utility(seat)
        return utility(self.seat)

    def _next_decision(self, state: State) -> tuple[Seat, Sequence[Action]]:
        """Who decides next, and among what: offers are answered before the question."""
        rules = self.game.play
        for seat in kernel.waiting(rules, state):
            return seat, kernel.replies(rules, state, seat)
        seat = kernel.awaited(state)[0]
        return seat, kernel.legal(rules, state, seat)

    def _rollout(self, state: State, seat: Seat, actions: Sequence[Action], dice: RolloutDice) -> Action:
        if self.guide is None:
            return actions[dice.pick(len(actions), "search")]
        return first_best(self.guide, state, seat, actions)

    def _select(self, node: Node, state: State, seat: Seat, actions: Sequence[Action]) -> Action:
        """PUCT: the mean utility, plus an exploration bonus for a good prior and few visits."""
        ranks = self._ranks(state, seat, actions)
        most = max(ranks)
        priors = [exp((rank - most) / TEMPERATURE) for rank in ranks]
        exploration = EXPLORATION * sqrt(node.visits) / sum(priors)
        known = sum(node.action_visits.values())
        mean = sum(node.total.values()) / known if known else 0.0
        best, found = actions[0], -1.0
        for action, prior in zip(actions, priors, strict=True):
            visits = node.action_visits.get(action, 0)
            value = (node.total[action] + mean) / (visits + 1) if visits else mean
            value += exploration * prior / (1 + visits)
            if value > found:
                best, found = action, value
        return best

    def _evaluate(self, state: State) -> Callable[[Seat], float] | None:
        """The utility of a position by seat, or None while the rollout goes on."""
        if kernel.over(state):
            result = self.game.play.result(state)
            if result is None:
                raise GarrisonError(f"{self.game.id} ended without a result")
            low, high = self.game.kind.utility.low, self.game.kind.utility.high
            return lambda seat: (result.utility[seat] - low) / (high - low)
        guide = self.guide
        own = None if guide is None else guide.worth(state, self.seat)
        if guide is None or own is None:
            return None
        return lambda seat: own if seat == self.seat else guide.worth(state, seat) or 0.0

    # The outcome

    def suggestions(self, lang: str) -> list[Suggestion]:
        return [self._suggestion(action, lang) for action in self.candidates]

    def _suggestion(self, action: Action, lang: str) -> Suggestion:
        visits = self.visits[action]
        chance = min(1.0, max(0.0, self._value(action)))
        if self.guide is not None:
            reason = self.guide.reason(self.start, self.seat, action, self.game.tell.spoken(lang))
        elif visits:
            reason = default_reason(lang, "best", tries=visits, percent=round(100 * chance))
        else:
            reason = default_reason(lang, "only")
        return Suggestion(action, reason, chance, visits)


def _search(assignment: Assignment, iterations: int | None) -> Player:
    return Search(assignment.key, assignment.game, assignment.seat, assignment.lang, iterations)


SEARCH = PlayerType(_search, Count(usual=ITERATIONS, most=MOST_ITERATIONS))
"""`search:40` runs forty iterations per decision; `search` uses the time given."""
