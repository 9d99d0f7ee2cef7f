"""Set-up: the players agree on the castle, and the defender posts his counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Options, Seat, Tell
from garrison.games.siege.actions import POST, POST_REST
from garrison.games.siege.state import DEFENDER_BIT, SUPPLY, SiegeState
from garrison.games.siege.tables import (
    CASTLE,
    COUNTER_COUNT,
    EASIEST,
    MODES,
    OPTIONS,
    SPOTS,
    USUAL_POST,
)


def setup(rules: int, options: Options, dice: Dice) -> SiegeState:
    """CUS-07, CUS-10: nothing is damaged and nobody is posted yet."""
    s = SiegeState(rules, MODES.index(tuple(options[name] for name in OPTIONS)))
    then(s, ("announce",), ("posting",))
    return s


def announce(s: SiegeState, dice: Dice, tell: Tell) -> None:
    """CUS-08: which castle, CUS-05: and at which line the catapult is bent."""
    tell((ALL, "announced", CASTLE[s.mode], EASIEST[s.mode]))
    tell((ALL, "reconstruction"))


def posting(s: SiegeState, dice: Dice, tell: Tell) -> None:
    """CUS-11: one counter after the other."""
    if SUPPLY in s.where:
        ask(s, "post", DEFENDER_BIT, s.where.index(SUPPLY))
    else:
        tell((ALL, "posts_done"))
        then(s, ("turn",))


def stand(s: SiegeState, counter: int, section: int) -> None:
    """CUS-B5: on the first free standing point; if all are taken, on the smallest stack (CUS-11)."""
    taken = [0] * len(SPOTS[section])
    for other in range(COUNTER_COUNT):
        if s.where[other] == section and other != counter:
            taken[s.spot[other]] += 1
    s.where[counter] = section
    s.spot[counter] = taken.index(min(taken))


_POSTS = [*POST, POST_REST]


def post_legal(s: SiegeState, seat: Seat, counter: int) -> list[int]:
    """CUS-11: anywhere, any number in one section."""
    return _POSTS


def post_judge(s: SiegeState, seat: Seat, action: int, counter: int) -> str | None:
    return None if POST[0] <= action <= POST_REST else OTHER_QUESTION


def post(s: SiegeState, seat: Seat, action: int, dice: Dice, tell: Tell, counter: int) -> None:
    """CUS-11"""
    if action == POST_REST:
        for each in range(counter, COUNTER_COUNT):
            stand(s, each, USUAL_POST[each])
            tell((ALL, "posted", each, s.where[each]))
    else:
        stand(s, counter, action - POST[0])
        tell((ALL, "posted", counter, s.where[counter]))
    then(s, ("posting",))


STEPS: Final[Mapping[str, Step]] = {"announce": announce, "posting": posting}
QUESTIONS: Final[Mapping[str, Question]] = {
    "post": Question("CUS-11", post_legal, post_judge, post, begins=True)
}
