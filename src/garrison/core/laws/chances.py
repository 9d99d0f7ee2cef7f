"""Law 14: samples come with the right chances, compared with exact counting on small decks.

All histories from some equally likely positions are played: every order of every shuffle, and every answer of
the other seats, each as likely as the others. Dice are public and tell nothing of what is hidden, so they all
show the same. Among the histories that show a seat the same view, `sample` must give each hidden state as
often as they do. Only few hidden cards can be counted so; the positions come from tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import TypeAlias

from garrison.core import kernel
from garrison.core.dice import KeyedDice
from garrison.core.game import AnyGame
from garrison.core.laws.comparison import Broken, canonical, nobody
from garrison.core.state import ARBITER, Action, Seat, State, View

SAMPLES = 600
VIEWS = 6
"""Views looked at: those most histories lead to."""
DEVIATIONS = 4.0
"""Standard deviations by which chi-square may exceed its mean. Samples have keyed dice, so tests repeat."""

Weigh: TypeAlias = "Callable[[State, Action], int]"
"""How many equal choices an action stands for, such as the number of cards of one name."""


class Branches:
    """Dice that take every way in turn: `choose(n)` is one of n, `advance` goes on to the next history."""

    __slots__ = ("_at", "_ways")

    def __init__(self) -> None:
        self._ways: list[tuple[int, int]] = []
        self._at = 0

    def choose(self, n: int) -> int:
        if self._at == len(self._ways):
            self._ways.append((0, n))
        self._at += 1
        return self._ways[self._at - 1][0]

    def advance(self) -> bool:
        """Turn to the next history; False if all were taken."""
        self._at = 0
        while self._ways:
            chosen, of = self._ways.pop()
            if chosen + 1 < of:
                self._ways.append((chosen + 1, of))
                return True
        return False

    def roll(self, n: int, label: str) -> list[int]:  # noqa: ARG002
        return [1] * n

    def pick(self, n: int, label: str) -> int:  # noqa: ARG002
        return self.choose(n)

    def shuffle(self, cards: list[int], label: str) -> None:  # noqa: ARG002
        for place in range(len(cards) - 1, 0, -1):
            other = self.choose(place + 1)
            cards[place], cards[other] = cards[other], cards[place]


def one_each(_state: State, _action: Action) -> int:
    return 1


def histories(
    game: AnyGame,
    starts: Sequence[View],
    seat: Seat,
    own: Sequence[str],
    weigh: Weigh = one_each,
) -> Iterator[tuple[State, int]]:
    """The state after each history, and its weight. The seat plays `own`; where it cannot, a history ends."""
    for start in starts:
        branches, going = Branches(), True
        while going:
            state = game.know.load(start)
            kernel.run(game.play, state, branches, nobody)
            weight = _play(game, state, seat, own, weigh, branches)
            if weight:
                yield state, weight
            going = branches.advance()


def _play(
    game: AnyGame, state: State, seat: Seat, own: Sequence[str], weigh: Weigh, branches: Branches
) -> int:
    """Play one history up to the seat's decision after `own`; its weight, 0 if it went elsewhere."""
    weight, left = 1, list(own)
    while state.ask is not None:
        waiting = kernel.awaited(state)
        mover = next((each for each in waiting if each != seat), seat)
        listed = kernel.legal(game.play, state, mover)
        actions = [action for action in listed if kernel.unasked(game.play, action) is None]
        if mover == seat:
            if not left:
                return weight
            wanted = game.play.actions.index(left.pop(0))
            if wanted not in actions:
                return 0
            action: Action = wanted
        else:
            action = actions[branches.choose(len(actions))]
            weight *= weigh(state, action)
        kernel.apply(game.play, state, mover, action, branches, nobody)
    return 0 if left else weight


def samples_come_with_the_right_chances(
    game: AnyGame,
    starts: Sequence[View],
    seat: Seat,
    own: Sequence[str] = (),
    weigh: Weigh = one_each,
) -> int:
    """Compare samples with all histories; gives the number of hidden states that were told apart."""
    counted: dict[str, Counter[str]] = {}
    views: dict[str, View] = {}
    for state, weight in histories(game, starts, seat, own, weigh):
        view = game.know.view(state, seat)
        seen = canonical(view)
        views[seen] = view
        counted.setdefault(seen, Counter())[_hidden(game, state)] += weight
    likely = sorted(counted, key=lambda seen: -counted[seen].total())[:VIEWS]
    for seen in likely:
        _compare(game, views[seen], counted[seen])
    return sum(len(counted[seen]) for seen in likely)


def _hidden(game: AnyGame, state: State) -> str:
    """A state but for answers that wait for others, which a sample need not have."""
    return canonical({**game.know.view(state, ARBITER), "answers": []})


def _compare(game: AnyGame, view: View, exact: Counter[str]) -> None:
    found: Counter[str] = Counter()
    for number in range(SAMPLES):
        found[_hidden(game, game.know.sample(view, KeyedDice(b"law 14", f"sample/{number}")))] += 1
    strange = found.keys() - exact.keys()
    if strange:
        raise Broken(14, f"a sample is a state that no history leads to: {min(strange)}")
    total = exact.total()
    chi = sum((found[state] - SAMPLES * n / total) ** 2 / (SAMPLES * n / total) for state, n in exact.items())
    free = len(exact) - 1
    if chi > free + DEVIATIONS * sqrt(2 * free) + DEVIATIONS:
        state = max(exact, key=lambda each: abs(found[each] / SAMPLES - exact[each] / total))
        raise Broken(
            14,
            f"a state is {found[state]} of {SAMPLES} samples but {exact[state]} of {total} histories:"
            f" {state}",
        )
