"""The scene as a seat is asked: what lies on the board, the open question and its choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from garrison.core import kernel
from garrison.core.game import AnyGame
from garrison.core.show.choices import choices, offers, replies
from garrison.core.show.scene import Form, Prompt, Scene
from garrison.core.state import ARBITER, Seat, State


def scene(game: AnyGame, state: State, seats: Sequence[str], viewer: Seat, lang: str) -> Scene:
    """The scene the viewer sees, with the open question and its choices as sentences."""
    tell, show, view, spoken = game.tell, game.show, game.know.view(state, viewer), game.tell.spoken(lang)
    found, current = show.scene(view, spoken), state.ask
    if current is None:
        return found
    asked = tuple(tell.name("seat", seats[each], lang) for each in who(state, len(seats), viewer))
    prompt = Prompt(
        show.wording(view, None, spoken) or tell.prompt(current, lang),
        game.play.cited(state, game.play.questions[current[0]].rule),
        asked,
        about=show.subjects(current),
        waiting=tell.waiting(current, len(asked), lang),
    )
    listed, minor = choices(game, state, viewer, view, lang)
    made, kinds = offers(game, state, viewer, view, lang)
    return replace(
        found,
        ask=prompt,
        choices=listed,
        form=_worded_form(game, state, viewer, lang),
        minor_kinds=minor,
        replies=replies(game, state, viewer, view, lang),
        offers=made,
        offer_kinds=kinds,
    )


def who(state: State, seats: int, viewer: Seat) -> list[Seat]:
    """The seats asked. Which of the others have already answered a window stays hidden."""
    bits, waiting = state.ask[1] if state.ask else 0, kernel.awaited(state)
    asked = [seat for seat in range(seats) if bits >> seat & 1]
    return [seat for seat in asked if seat in waiting or viewer not in (ARBITER, seat)]


def _worded_form(game: AnyGame, state: State, seat: Seat, lang: str) -> Form | None:
    found = kernel.form(game.play, state, seat) if seat >= 0 else None
    return None if found is None else game.tell.form(found, game.play.actions[found.row], lang)
