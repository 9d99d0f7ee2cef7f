"""Random choices: from the list, and among the numbers an open choice allows."""

from __future__ import annotations

from collections.abc import Iterator

from garrison.core import kernel
from garrison.core.dice import KeyedDice
from garrison.core.laws.comparison import one_of
from garrison.core.match import Match
from garrison.core.show.scene import Form
from garrison.core.state import Action, Seat

TRIES = 20
"""Numbers of an open choice may be barred: after this many tries, choose from the list instead."""


def forms(match: Match, seat: Seat) -> list[Form]:
    """The open choices a seat has now, those of offers too."""
    if seat < 0 or match.state.ask is None:
        return []
    forms = [kernel.form(match.game.play, match.state, seat)]
    if match.game.play.anytime is not None:
        forms.append(match.game.play.anytime.form(match.state, seat))
    return [form for form in forms if form is not None]


def within(form: Form, chance: KeyedDice) -> tuple[int, ...]:
    """Some numbers that a form allows."""
    places = [min(65536, (field.high - field.low) // field.step + 1) for field in form.fields]
    steps = [chance.pick(n, "law") for n in places]
    return tuple(field.low + field.step * n for field, n in zip(form.fields, steps, strict=True))


def edges(form: Form, chance: KeyedDice) -> Iterator[tuple[int, ...]]:
    """Numbers at the edges of a form, and some inside."""
    yield tuple(field.low for field in form.fields)
    yield tuple(field.high for field in form.fields)
    for place, field in enumerate(form.fields):
        for edge in (field.low, field.high):
            inside = within(form, chance)
            yield (*inside[:place], edge, *inside[place + 1 :])
    yield within(form, chance)


def anybody(match: Match, chance: KeyedDice) -> tuple[Seat, Action]:
    """A seat that may act, mostly one that is asked, and one of its choices, all equally likely."""
    waiting = match.awaited
    offered = [(seat, match.replies(seat)) for seat in match.waiting]
    if offered and chance.pick(2, "reply") == 0:
        seat, replies = offered[chance.pick(len(offered), "reply")]
        if replies:
            return seat, one_of(replies, chance)
    others = [seat for seat in range(len(match.seats)) if seat not in waiting and match.legal(seat)]
    seat = one_of(others if others and chance.pick(4, "seat") == 0 else waiting, chance)
    form = kernel.form(match.game.play, match.state, seat)
    if form is not None and chance.pick(3, "open") == 0:
        numbers = _allowed(match, seat, form, chance)
        if numbers is not None:
            return seat, (form.row, *numbers)
    return seat, one_of(match.legal(seat), chance)


def _allowed(match: Match, seat: Seat, form: Form, chance: KeyedDice) -> tuple[int, ...] | None:
    """Numbers that the rules accept; none where every try was barred."""
    for _ in range(TRIES):
        numbers = within(form, chance)
        if not form.bars or kernel.refusal(match.game.play, match.state, seat, (form.row, *numbers)) is None:
            return numbers
    return None
