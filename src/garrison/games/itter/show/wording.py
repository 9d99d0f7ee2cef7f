"""Questions and choices in the words that a position calls for: what is at stake, what it leads to."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from garrison.core.kernel import row_of
from garrison.core.show.templates import fill
from garrison.core.state import Action, View
from garrison.games.itter.actions import DONE, MOVE, PLACE, SHIFT, SQUAD, TARGET, WEAPON, WEAPON_PUTS
from garrison.games.itter.defender_phase import SHIFTED, VERB, what_legal
from garrison.games.itter.editions import FIRES_ON_ARRIVAL
from garrison.games.itter.knowledge.view import load_open, mode_of
from garrison.games.itter.show.alarms import pushes
from garrison.games.itter.ss_phase import squad_value
from garrison.games.itter.state import DEFENDER, EMPTY
from garrison.games.itter.tables import (
    CASTLE,
    COLOURS,
    CREW,
    DEFENDERS,
    ELSEWHERE,
    KINDS,
    LOAD_SQUARE,
    LOCATION,
    LOCATIONS,
    PUSHES,
    SQUARE_COLOURS,
    SQUARES,
    TANK,
    TANK_SQUARES,
    WEAPON_NAME,
)
from garrison.games.itter.words import WORDS

SQUARE_OF: Final = {
    row: (verb, q)
    for verb, rows in (("place", PLACE), ("shift", SHIFT), ("move", MOVE))
    for q, row in enumerate(rows)
}
"""By row that names a square: what is done, and the square."""


def kind(view: View, action: Action) -> str:
    """The kind of a Defender's action: shooting first, then what he alone can do, then going elsewhere."""
    row = row_of(action)
    verb = VERB[row] if view["ask"][0] == "what" else None
    if verb is None:
        return ""
    if verb in ("attack", "suppress"):
        weapon = row - WEAPON in TARGET or row in WEAPON_PUTS
        return f"{verb}-weapon" if weapon else verb
    return "move" if row in SQUARE_OF else "special"


def wording(view: View, action: Action | None, lang: str) -> str:
    """The sentence of a choice, or of the question for None; empty where the usual one will do."""
    if action is None:
        return _question(view, lang)
    row = row_of(action)
    if row in SHIFT and _ends_his_action(view, row - SHIFT[0]):
        return fill(_choices(lang)["shift-alone"], WORDS.name("square", SQUARES[row - SHIFT[0]], lang))
    if row - WEAPON in TARGET or row in WEAPON_PUTS:
        q = SQUARES.index(view["defenders"][DEFENDERS[view["ask"][2]]])
        key, *arguments = WORDS.phrase(row)
        named = (WORDS.argument(*each, lang) for each in zip(WORDS.phrase_types[key], arguments, strict=True))
        return fill(_choices(lang)[f"{key}-named"], *named, WEAPON_NAME[q])
    if row in SQUARE_OF:
        return _square_choice(row, CREW[view["ask"][2]], lang)
    if row in SQUAD:
        colour = row - SQUAD[0]
        total = squad_value(load_open(view), colour)
        return fill(_choices(lang)["squad-total"], WORDS.name("colour", COLOURS[colour], lang), total)
    return ""


@lru_cache(maxsize=1000)
def _square_choice(row: int, crew: bool, lang: str) -> str:
    """A square to go to: the colours it sees, and its weapon for those who can use it."""
    verb, q = SQUARE_OF[row]
    name, said = WORDS.name("square", SQUARES[q], lang), _choices(lang)
    colours = [WORDS.name("colour", COLOURS[colour], lang) for colour in SQUARE_COLOURS[q]]
    sees = fill(said[("sees-nothing", "sees-one", "sees-both")[len(colours)]], *colours)
    if crew and q == LOAD_SQUARE:
        sees = said["loads"]
    elif crew and WEAPON_NAME[q]:
        sees = f"{sees}; {WEAPON_NAME[q]}"
    return fill(said[f"{verb}-seeing"], name, sees)


def _choices(lang: str) -> dict[str, str]:
    found: dict[str, str] = WORDS.load(lang)["choices"]
    return found


def _question(view: View, lang: str) -> str:
    """Of a newcomer: who would be pushed where, and whether that would lose the castle."""
    name, _, *arguments = view["ask"]
    if name != "spend":
        return ""
    kind, area = arguments
    prompts = WORDS.load(lang)["prompts"]
    key, *more = _arrival(view, kind, area, lang)
    return fill(prompts[key], WORDS.name("kind", KINDS[kind], lang), area, *more)


def _arrival(view: View, kind: int, area: int, lang: str) -> tuple[Any, ...]:
    """Key of the question and its arguments (ITP-4.3d to ITP-4.3g, IT3-90 to IT3-93)."""
    if not PUSHES[kind]:
        return ("spend-fires" if FIRES_ON_ARRIVAL[mode_of(view)] else "spend-stays",)
    found = pushes(view, area)
    if not found:
        return ("spend-alone",)
    named = [(WORDS.name("kind", each.kind, lang), each.start, each.end) for each in found]
    if found[-1].end == CASTLE:
        return ("spend-full", *named[-1][:2])
    push = WORDS.load(lang)["prompts"]["spend-push"]
    return ("spend-pushes", ", ".join(fill(push, *each) for each in named))


def wreck_squares(view: View) -> list[str]:
    """ITP-4.2f: the squares of the destroyed tank, which nobody may enter."""
    return [] if view["defence"][LOCATIONS[TANK]] else [SQUARES[q] for q in TANK_SQUARES]


def _ends_his_action(view: View, to: int) -> bool:
    """AMB-02: with nothing left to do afterwards, Move Within is his action."""
    d, so_far = view["ask"][2:4]
    taken = {*view["defenders"].values(), *wreck_squares(view)}
    if any(SQUARES[q] not in taken for q in ELSEWHERE[LOCATION[to]]):
        return False
    s = load_open(view)
    q, partner = s.where[d], s.who[to]
    s.who[q], s.who[to], s.where[d] = partner, d, to
    if partner != EMPTY:
        s.where[partner] = q
    return what_legal(s, DEFENDER, d, so_far | SHIFTED) == [DONE]
