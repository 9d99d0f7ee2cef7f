"""Clicks: the things at which a choice is clicked, and the choices that a click on a thing may mean."""

from __future__ import annotations

from typing import Final

from garrison.core.kernel import row_of
from garrison.core.notation import rows_by_word
from garrison.core.state import Action, Ask, View
from garrison.games.siege.actions import ACTIONS, DONE, POST_REST, REPAIR, STRIKE, WAIT
from garrison.games.siege.show.alarms import DAMAGE
from garrison.games.siege.show.drawing import ruins
from garrison.games.siege.show.scene import AIMED
from garrison.games.siege.tables import (
    CARD_SECTIONS,
    COUNTERS,
    KINDS,
    SECTIONS,
    SHOTS,
    SITE_NAMES,
    STRUCTURE_OF,
    STRUCTURES,
)


def click_targets(view: View, action: Action) -> tuple[str, ...]:
    """The things to click for a choice. A structure has several: its sections and its damage slip."""
    row = row_of(action)
    if row in (DONE, WAIT):
        return ()
    if row == REPAIR:
        structure = _stands_on(view)
        return (DAMAGE + structure, *ruins.sections_of(structure))
    if row in STRIKE:
        structure = STRUCTURES[row - STRIKE[0]]
        return (*ruins.sections_of(structure), DAMAGE + structure)
    return (_target(row),)


def _target(row: int) -> str:
    if row == POST_REST:
        return "crew"
    word, _, thing = ACTIONS[row].partition(" ")
    if word in ("aim", "turn", "pull"):
        return "catapult"
    # A counter, or the section, counter, fire, kind or place named.
    return "wizard" if word == "cast" else thing or word


def _stands_on(view: View) -> str:
    """The structure under the counter in question."""
    section = view["counters"][COUNTERS[view["ask"][2]]]["at"]
    return STRUCTURES[STRUCTURE_OF[SECTIONS.index(section)]]


def subjects(ask: Ask) -> tuple[str, ...]:
    """The things a question is about: the counter chosen, the catapult, the shot."""
    if ask[0] in ("post", "flee", "what"):
        return (COUNTERS[ask[2]],)
    if ask[0] in AIMED:
        return ("catapult",)
    return (f"last-{SHOTS[ask[2]]}",) if ask[0] == "struck" else ()


NAMED: Final = {
    word: rows
    for word, rows in rows_by_word(ACTIONS).items()
    if word in {*COUNTERS, *SECTIONS, *STRUCTURES, *KINDS, *SHOTS, *SITE_NAMES, "repair", "cast"}
}
"""By word that names a thing or a deed: the rows that use it."""


def meanings(view: View, thing: str) -> list[Action]:
    """The possible meanings of a click. A counter also means its section, a section its structure."""
    words_ = [thing]
    if thing in COUNTERS:
        words_.append(view["counters"][thing]["at"])
        words_ += ["cast"] if thing == "wizard" else []
    elif thing.startswith(("ruin-", "foul-", DAMAGE)):
        words_ = [thing.partition("-")[2], "repair"]
    for word in list(words_):
        if word in SECTIONS[:CARD_SECTIONS]:
            words_ += [STRUCTURES[STRUCTURE_OF[SECTIONS.index(word)]], "repair"]
    return [row for word in dict.fromkeys(words_) for row in NAMED.get(word, ())]
