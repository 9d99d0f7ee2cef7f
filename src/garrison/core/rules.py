"""The rules of a game as the kernel takes them: actions, steps, questions, and the result."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias

from garrison.core.show.scene import Form
from garrison.core.state import ALL, Action, Dice, Options, S, Seat


def no_odds(*_: object) -> None:
    """Most answers roll nothing."""
    return


def no_form(*_: object) -> None:
    """Most questions have no open choice."""
    return


@dataclass(frozen=True, slots=True)
class Question:
    """One thing a seat can be asked; the arguments of the Ask come last in every function.

    `rule`: where the rulebook asks it. `legal(state, seat, *args)`: all answers, quickly, in table order.
    `judge(state, seat, action, *args)`: id of the rule that forbids an action, plainly, or None.
    `answer(state, seat, action, dice, tell, *args)`: what choosing it does. Of a window, a question put to
    several seats at once, it is `answer(state, pairs, dice, tell, *args)`: once all have answered, unseen,
    it gets the (seat, action) pairs in turn order.
    `odds(state, seat, action, *args)`: the exact chance of its roll, hits and cases, or None.
    `hit`: the kind of event that tells that such a roll succeeded.
    `form(state, seat, *args)`: the ranges of an open choice, or None.
    `silence`: what a seat answers that says nothing when its time is up. A window must have one: a row that
    every seat may always choose.
    `always`: ask even when there is one answer, because skipping it would betray a secret.
    `window`: always a window, even when one seat alone is asked: how many are asked then tells nothing.
    `begins`: an action of the player begins with this question, so that a plan for the last one ends before.
    `gathers`: rows that together are one answer, given one after the other until another row goes on: who
    stays away, which posts are manned. They draw nothing and tell no news. A click on what one of them chose
    takes that one back and keeps the others. With `ticks` they can be given in any order, and none depends on
    the others: a surface may let a player tick them unseen, and give all at once with the row that goes on.
    """

    rule: str
    legal: Callable[..., Sequence[Action]]
    judge: Callable[..., str | None]
    answer: Callable[..., None]
    odds: Callable[..., tuple[int, int] | None] = no_odds
    form: Callable[..., Form | None] = no_form
    silence: Action | None = None
    hit: str = ""
    always: bool = False
    window: bool = False
    begins: bool = False
    gathers: Container[int] = ()
    ticks: bool = False


def nobody(_: object) -> int:
    """Bits of no seat."""
    return 0


def everybody(_: object) -> int:
    """Bits of all seats."""
    return ALL


@dataclass(frozen=True, slots=True)
class Offers(Question):
    """What seats may do without being asked: make an offer to others, and answer one.

    `rows`: its rows, the last of the action table. `replies`: those of them that answer an offer.
    `drafts`: those of them that prepare an offer nobody has been sent: no question has other answers by it.
    `waits(state)`: bits of the seats that have an offer to answer now. Only they are told.
    `may(state)`: bits of the seats that may act unasked now, by what everybody knows: one that no rule lets
    act now has no bit, one that may or may not, by what it holds, has one. Undo goes by it.
    """

    rows: range = range(0)
    replies: Container[int] = ()
    drafts: Container[int] = ()
    waits: Callable[..., int] = nobody
    may: Callable[..., int] = everybody


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    `score` is points by seat, for people to read. `utility` is what a seat plays for, by seat, within the
    range the game's `Kind` declares: learn and search by it, never by the score.
    `how` and the values of `more` (`level`, `award`) are ids with a text in the words `names.result`.
    """

    won: tuple[Seat, ...]
    score: tuple[int, ...]
    utility: tuple[float, ...]
    how: str
    more: Mapping[str, str] = field(default_factory=dict)


Step: TypeAlias = Callable[..., None]
"""step(state, dice, tell, *args): one thing the rules do by themselves."""


def as_cited(_: object, rule: str) -> str:
    """Games whose editions name their rules alike."""
    return rule


@dataclass(frozen=True, slots=True, eq=False)
class Rules(Generic[S]):
    """All the kernel needs to run a game.

    `actions`: every notation, append only; the row is the learning index.
    `setup(rules, options, dice)`: the state before the first step, under that `Game.rules` number. It tells
    nothing: what everybody sees of the set-up is told by the first steps, such as dealing.
    `result(state)`: None until the game is over.
    `points(state)`: the score as the position stands, for a game that a team resigns or all agree to end;
    without it, nobody has any.
    `bound(options)`: no game has more rows than this, the set-up among them.
    `anytime`: what a seat may do without being asked.
    `largest`: the largest number that a step or a question names, if the action table has fewer rows than
    that; larger ones are refused in positions that come from outside.
    `cited(state, rule)`: the rule's id in the edition played, where code names it by another edition's.
    """

    actions: tuple[str, ...]
    setup: Callable[[int, Options, Dice], S]
    steps: Mapping[str, Step]
    questions: Mapping[str, Question]
    result: Callable[[S], Result | None]
    bound: Callable[[Options], int]
    anytime: Offers | None = None
    cited: Callable[[S, str], str] = as_cited
    points: Callable[[S], tuple[int, ...]] | None = None
    largest: int = 0
