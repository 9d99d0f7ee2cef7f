"""Why an action is refused, and what a click was meant to do, in words where there are any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from garrison.core import kernel, notation
from garrison.core.errors import GAME_OVER, REASONS, Unreadable
from garrison.core.game import AnyGame
from garrison.core.show import rulebook
from garrison.core.show.choices import sentence
from garrison.core.show.words import as_sentence
from garrison.core.state import Action, Seat, State


class Explanation(NamedTuple):
    """The rule that forbids something and the reason; without a rule, what it would do, or nothing."""

    rule: str | None
    text: str


def explanation(game: AnyGame, state: State, seat: Seat, about: str, lang: str) -> Explanation:
    """Why a click on a thing, or a notation, is refused to a seat, or what it would do."""
    if kernel.over(state):
        return Explanation(GAME_OVER, as_sentence(rulebook.reason(game, GAME_OVER, lang)))
    action = meant(game, state, seat, about)
    if action is None:
        try:
            action = notation.read(game, about)
        except Unreadable:
            return Explanation(None, "")
    view, ask = game.know.view(state, seat), state.ask
    rule = kernel.refusal(game.play, state, seat, action)
    if rule is None:
        return Explanation(None, as_sentence(sentence(game, view, action, lang)))
    if ask is not None and seat in kernel.awaited(state):
        told = game.book.meanwhile(view, about, game.tell.spoken(lang))
        if told:
            return Explanation(game.play.cited(state, game.play.questions[ask[0]].rule), told)
    return Explanation(rule, as_sentence(because(game, state, seat, action, rule, lang)))


def because(game: AnyGame, state: State, seat: Seat, action: Action, rule: str, lang: str) -> str:
    """Why a rule forbids an action: what is in the way, then the rule."""
    reason, limits = rulebook.reason(game, rule, lang), _limits(game, state, seat, action, lang)
    if rule in REASONS:
        return f"{reason}. {limits}" if limits else reason
    here = limits or game.book.because(game.know.view(state, seat), action, rule, game.tell.spoken(lang))
    return f"{here} {reason}".strip()


def _limits(game: AnyGame, state: State, seat: Seat, action: Action, lang: str) -> str:
    """The limits that numbers of an open choice exceed."""
    form = kernel.form(game.play, state, seat) if isinstance(action, tuple) else None
    if form is None or not isinstance(action, tuple):
        return ""
    if (form.row, len(form.fields)) != (action[0], len(action) - 1):
        return ""
    return game.tell.limits(kernel.beyond(form, action), lang)


def meant(game: AnyGame, state: State, seat: Seat, thing: str) -> Action | None:
    """The most likely meaning of a click on a thing: an allowed action, else the first a rule forbids."""
    forbidden = None
    for action in _meanings(game, state, seat, thing):
        rule = kernel.refusal(game.play, state, seat, action)
        if rule is None:
            return action
        if forbidden is None and rule not in REASONS:
            forbidden = action
    return forbidden


def _meanings(game: AnyGame, state: State, seat: Seat, thing: str) -> Sequence[Action]:
    meanings = game.show.meanings
    if meanings is not None:
        return meanings(game.know.view(state, seat), thing)
    return [row for row, text in enumerate(game.play.actions) if thing in text.split()]
