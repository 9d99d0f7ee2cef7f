"""Why an action is refused, and what a click was meant to do, in words where there are any."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core import kernel
from garrison.core.errors import REASONS
from garrison.core.game import AnyGame
from garrison.core.show import rulebook
from garrison.core.state import Action, Seat, State


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
