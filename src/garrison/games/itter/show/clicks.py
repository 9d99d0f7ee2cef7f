"""Clicks: the things at which a choice is clicked, and the choices that a click on a thing may mean."""

from __future__ import annotations

from typing import Any, Final

from garrison.core.kernel import row_of
from garrison.core.notation import rows_by_word
from garrison.core.state import Action, Ask, View
from garrison.games.itter.actions import (
    ACTIONS,
    COMMAND,
    DONE,
    ESCAPE,
    FIRE_MG,
    FIRE_MORTAR,
    HELP_DISRUPTED,
    HELP_EXHAUSTED,
    HELP_SUPPRESSED,
    LOAD,
    MOVE,
    PASS,
    PLACE,
    PLANNED,
    PUT,
    RECOVER_DISRUPTED,
    RECOVER_EXHAUSTED,
    REMOVE_SUPPRESSED,
    SACRIFICE,
    SHIFT,
    SPEND,
    SQUAD,
    TARGET,
    WEAPON,
)
from garrison.games.itter.defender_phase import PLACED
from garrison.games.itter.show.board import TOKENS, tokens_place
from garrison.games.itter.show.scene import HELD, WRECK
from garrison.games.itter.tables import (
    CARDS,
    CIRCLES,
    COLOUR,
    DEFENDER_COUNT,
    DEFENDERS,
    FIRST_TACTIC,
    GANGL,
    KINDS,
    SQUARES,
)

LISTED_ONLY: Final = frozenset(
    (PASS, COMMAND, LOAD, ESCAPE, DONE, RECOVER_EXHAUSTED, RECOVER_DISRUPTED, REMOVE_SUPPRESSED)
)
MOVES: Final = frozenset((*SHIFT, *MOVE))


def click_targets(view: View, action: Action) -> tuple[str, ...]:
    """The things to click for a choice. Tokens for two colours may be laid at either.

    What a Defender does on his own square is in the list alone: a click on him lets go of him. So is moving
    on for one who was placed just now: a click on another square places him there instead.
    """
    row, ask = row_of(action), view["ask"]
    if row in LISTED_ONLY or (row in MOVES and ask[0] == "what" and ask[3] & PLACED):
        return ()
    if row in PLANNED:
        return _alike(view, PLANNED[row])
    also = [tokens_place(colour) for colour, _ in PUT[row][1:]] if row in PUT else []
    return (_foremost(view, row), *also)


def _alike(view: View, card: int) -> tuple[str, ...]:
    """A card in hand, and all that are the same."""
    tray = "ss-hand" if card < FIRST_TACTIC else "tactic-hand"
    return tuple(f"{tray}-{n}" for n, each in enumerate(view[HELD[tray]], 1) if each == CARDS[card])


def _foremost(view: View, action: int) -> str:
    ask: list[Any] = view["ask"]
    if action < DEFENDER_COUNT:
        return DEFENDERS[action]
    for rows in (PLACE, SHIFT, MOVE):
        if rows[0] <= action <= rows[-1]:
            return SQUARES[action - rows[0]]
    for rows in (HELP_EXHAUSTED, HELP_DISRUPTED, HELP_SUPPRESSED):
        if rows[0] <= action <= rows[-1]:
            return DEFENDERS[action - rows[0]]
    if action in TARGET or action - WEAPON in TARGET:
        return ACTIONS[action].split()[1]
    if action in PUT:
        return tokens_place(PUT[action][0][0])
    if SPEND[0] <= action <= SPEND[-1]:
        return tokens_place(COLOUR[ask[3]])
    if action in (FIRE_MG, FIRE_MORTAR):
        return f"{ACTIONS[action]}@{ask[2]}"
    if action in SQUAD:
        return _first_counter(view, SQUAD.index(action))
    if action == SACRIFICE:
        return DEFENDERS[GANGL]
    return str(DEFENDERS[ask[2]])  # keep: the Defender the question is about


def subjects(ask: Ask) -> tuple[str, ...]:
    """The Defender a question is about, or the area a newcomer is heading for."""
    if ask[0] == "spend":
        return (str(ask[3]),)
    return (DEFENDERS[ask[2]],) if ask[0] in ("where", "what", "command", "sacrifice") else ()


NAMED: Final = rows_by_word(ACTIONS)


def meanings(view: View, thing: str) -> list[Action]:
    """The possible meanings of a click. A Defender also stands for his square, a circle for its counters."""
    if thing in DEFENDERS:
        words_ = [thing, view["defenders"][thing]]
    elif thing in view["counters"]:
        words_ = [f"{kind}@{thing}" for kind in view["counters"][thing] or KINDS]
    elif thing.startswith(TOKENS):
        words_ = [thing.removeprefix(TOKENS), ACTIONS[SPEND[0]].split()[0]]
    else:
        words_ = [thing.removeprefix(WRECK).partition("#")[0]]
    return [row for word in dict.fromkeys(words_) for row in NAMED.get(word, ())]


def _first_counter(view: View, colour: int) -> str:
    """A circle of a colour that holds SS counters."""
    return next(
        str(circle) for circle in CIRCLES if COLOUR[circle] == colour and view["counters"][str(circle)]
    )
