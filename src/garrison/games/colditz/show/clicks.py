"""Clicks: the things at which a choice is clicked, and the choices that a click on a thing may mean."""

from __future__ import annotations

from typing import Final

from garrison.core.kernel import row_of
from garrison.core.state import Action, Ask, View
from garrison.games.colditz.actions import (
    ACTIONS,
    ANSWER,
    ANSWERS,
    BACK,
    CELL,
    CLEAR,
    CROSS,
    DISCARD,
    DOWN,
    DRAW,
    ENTER,
    ESCAPE,
    LOSE,
    MAKE,
    OFFICE_ROW,
    OFFICER,
    PAWN,
    PLAY,
    POST,
    ROOM_ROW,
    STRIP,
    TAKE,
    TO,
    TRADE,
    TUNNEL_ROW,
    WITH,
)
from garrison.games.colditz.castle.layout import CHAINS, FAR_SIDE, ROOM_SPACES, SPACES
from garrison.games.colditz.show.board import LINK_ENDS
from garrison.games.colditz.show.scene import ABOUT_PAWN, card_id, line_id, marker_id, pile_id
from garrison.games.colditz.show.staging import CELLS, OFFICE
from garrison.games.colditz.tables import CARDS, EQUIPMENT, ITEMS, KIT_PARTS, PAWNS

PLACED: Final = frozenset((*TO, *CROSS, *CLEAR, *ESCAPE, *POST))
"""Rows whose last word is a space to click."""
PAWN_WORDS: Final = ("force", "arrest", "release", "withdraw", "do-or-die", "refuse")
PART_CARDS: Final = (
    (),
    (CARDS[KIT_PARTS[0]],),
    (CARDS[KIT_PARTS[1]],),
    tuple(CARDS[part] for part in KIT_PARTS),
)
"""By row of WITH, the kit parts used."""


def click_targets(view: View, action: Action) -> tuple[str, ...]:
    """The things to click for a choice; none for those of the list alone."""
    row = row_of(action)
    word, _, thing = ACTIONS[row].partition(" ")
    if row in PAWN:
        return (word,)
    if row in PLACED or word in PAWN_WORDS:
        return (thing,)
    return _cards(view, row) or _others(view, row)


def _cards(view: View, row: int) -> tuple[str, ...]:
    """Choices that are cards: of the viewer's hand, of the equipment, of the piles."""
    viewer = view["viewer"]
    if row in MAKE:
        return (pile_id(ITEMS[row - MAKE[0]]),)
    if row in TAKE:
        return (pile_id(EQUIPMENT[row - TAKE[0]]),)
    if row in LOSE:
        return (card_id(EQUIPMENT[row - LOSE[0]], viewer),)
    if row in WITH:
        return tuple(card_id(card, viewer) for card in PART_CARDS[row - WITH[0]])
    for rows, cards in ((PLAY, CARDS), (DISCARD, CARDS), (ANSWER, ANSWERS)):
        if row in rows:
            return (card_id(cards[row - rows[0]], viewer),)
    return (line_id(viewer),) if row == DRAW else ()


def _others(view: View, row: int) -> tuple[str, ...]:
    """Markers, rooms, tunnels, cells, and where a guard goes who has removed a marker."""
    if row in STRIP:
        return (marker_id(row - STRIP[0]),)
    if row in ROOM_ROW:
        return tuple(SPACES[space] for space in ROOM_SPACES[row - ROOM_ROW[0]])
    if row in ENTER:
        return (SPACES[CHAINS[row - ENTER[0]][0]],)
    if row in TUNNEL_ROW:
        return (SPACES[CHAINS[row - TUNNEL_ROW[0]][0]],)
    if row in OFFICER or row in TRADE:
        return (line_id(ACTIONS[row].partition(" ")[2]),)
    if row in CELL:
        return (CELLS[ACTIONS[row]],)
    if row == OFFICE_ROW:
        return (OFFICE,)
    if row == DOWN and view["ask"] is not None and view["ask"][0] == "after":
        return (SPACES[FAR_SIDE[view["ask"][3]]],)
    return ()


def subjects(ask: Ask) -> tuple[str, ...]:
    """The pawn a question is about."""
    return (PAWNS[ask[2]],) if ask[0] in ABOUT_PAWN else ()


def deselect(view: View) -> Action | None:
    """AMB-71: the pawn in hand is put back."""
    return BACK if view["ask"] is not None and view["ask"][0] == "move" else None


def _named() -> dict[str, list[int]]:
    """By last word of a notation, which names a thing: its rows; an escape comes before a walk."""
    found: dict[str, list[int]] = {}
    for row in (*ESCAPE, *(row for row in range(len(ACTIONS)) if row not in ESCAPE)):
        *verb, thing = ACTIONS[row].split()
        if verb or row in PAWN:
            found.setdefault(thing, []).append(row)
    return found


NAMED: Final = _named()


MARKER_ENDS: Final = {
    marker_id(link): tuple(SPACES[space] for space in ends) for link, ends in enumerate(LINK_ENDS)
}


def meanings(view: View, thing: str) -> list[Action]:
    """The possible meanings of a click. A pawn also means its space, a marker the ends of its link."""
    words_ = [thing]
    if thing in view["pawns"]:
        words_.append(view["pawns"][thing])
    elif thing.startswith("marker-"):
        words_ = [*MARKER_ENDS.get(thing, ())]
    elif thing.startswith("pile-"):
        words_ = [thing.removeprefix("pile-")]
    else:
        card = thing.rpartition("-")[0].rpartition("-")[0]
        words_ += [card] if card in NAMED else []
    return [row for word in dict.fromkeys(words_) for row in NAMED.get(word, ())]
