"""Hints for a player: what a search would do, planned to the end of the action, and why."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import NamedTuple

from garrison.core import kernel
from garrison.core.dice import KeyedDice
from garrison.core.errors import NoDice
from garrison.core.game import OpenGuide, first_best
from garrison.core.match import Match
from garrison.core.show.choices import sentence
from garrison.core.state import Action, Seat, State
from garrison.players.search import Search, Suggestion

SUGGESTIONS = 3
SECONDS = 1.0
LONGEST = 8
"""Answers of a plan, where nothing else ends it."""

__all__ = ["SECONDS", "SUGGESTIONS", "Idea", "KeptIdeas", "PlannedAnswer", "hint"]


class PlannedAnswer(NamedTuple):
    """One answer of a plan: notation and sentence."""

    do: str
    say: str


class Idea(NamedTuple):
    """A plan for a seat, answer by answer, with its reason and the chance of winning."""

    plan: tuple[PlannedAnswer, ...]
    reason: str
    chance: float


def hint(match: Match, seat: Seat, lang: str, seconds: float = SECONDS) -> list[Idea]:
    """Up to three best plans for a seat, best first, from the seat's view alone."""
    view = match.view(seat)
    # The same position gets the same random numbers, so that asking twice gives the same hint.
    key = hashlib.sha256(json.dumps(view, sort_keys=True).encode()).digest()
    player = Search(key, match.game, seat, lang)
    found = player.suggestions(view, match.legal(seat), seconds)[:SUGGESTIONS]
    # Any state that the view allows will do: a plan ends where hidden things would make a difference.
    start = match.sampled(seat, KeyedDice(key, "hint"))
    allowed = Match(match.game, match.options, KeyedDice(key, "hint"), start, match.rules)
    return [_planned(allowed.copy(), seat, lang, each) for each in found]


def _planned(trial: Match, seat: Seat, lang: str, first: Suggestion) -> Idea:
    """The plan that begins with an action; the guide goes on until the action is over.

    That is before dice fall, something is revealed, another seat is asked, or the next action begins. `trial`
    has no dice: an action that draws is the last one.
    """
    game, guide = trial.game, trial.game.guide
    plan: list[PlannedAnswer] = []
    action, reasons = first.action, [first.reason]
    while True:
        action = _opened(trial, seat, action)
        plan.append(PlannedAnswer(trial.write(action), sentence(trial.game, trial.view(seat), action, lang)))
        if guide is None or kernel.unasked(game.play, action) is not None:
            break
        try:
            told = kernel.heard(trial.play(action, seat), seat)
        except NoDice:
            break
        revealed = any(game.tell.kind(event).news for event in told)
        if revealed or _ends(trial, seat) or len(plan) == LONGEST:
            break
        state = _known(trial, seat)
        action = first_best(guide, state, seat, trial.legal(seat))
        reasons.append(guide.reason(state, seat, action, game.tell.spoken(lang)))
    return Idea(tuple(plan), _reason(reasons), first.chance)


def _known(trial: Match, seat: Seat) -> State:
    """A state for the guide, which finds the same in all that the seat's view allows."""
    state: State = trial.game.know.sample(trial.view(seat), KeyedDice(b"", "hint"))
    return state


def _ends(trial: Match, seat: Seat) -> bool:
    ask = trial.ask
    return ask is None or ask[1] != 1 << seat or trial.game.play.questions[ask[0]].begins


def _opened(trial: Match, seat: Seat, action: Action) -> Action:
    """The action as an open choice, where the guide knows better numbers than those of the list."""
    guide = trial.game.guide
    if not isinstance(guide, OpenGuide) or trial.form(seat) is None:
        return action
    return guide.open_choice(_known(trial, seat), seat, action)


def _reason(reasons: Sequence[str]) -> str:
    """The reasons for the first and the last answer; those between only lead from one to the other."""
    first, last = reasons[0], reasons[-1]
    return first if last.lower() in first.lower() else f"{first} {last}"


class KeptIdeas(NamedTuple):
    """The ideas last given to a seat, and how many rows the match had then."""

    seat: Seat
    lang: str
    rows: int
    ideas: Sequence[Idea]

    def left(self, match: Match, seat: Seat, lang: str) -> list[Idea]:
        """The rest of a plan that the seat has begun to play, if nothing else has happened since."""
        rows = match.rows[self.rows :]
        if (seat, lang) != (self.seat, self.lang) or not rows or any(row.seat != seat for row in rows):
            return []
        played = [match.write(row.action) for row in rows]
        for idea in self.ideas:
            rest = idea.plan[len(played) :]
            if rest and [each.do for each in idea.plan[: len(played)]] == played:
                return [idea._replace(plan=rest)] if match.refusal(rest[0].do, seat) is None else []
        return []
