"""Escape from Colditz as a viewer sees it: pawns, markers, cards and counts, made from a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from garrison.core.show.scene import Gauge, Piece, Scene, Tray
from garrison.core.show.templates import fill
from garrison.core.state import View
from garrison.games.colditz.castle.layout import BOARD, LINK_DOWN, NUMBER, SPACES
from garrison.games.colditz.knowledge.view import HIDDEN_PART
from garrison.games.colditz.show.board import LINK_ENDS
from garrison.games.colditz.show.drawing.counters import pawn_text
from garrison.games.colditz.show.drawing.scale import AT, SIZE
from garrison.games.colditz.tables import (
    CARDS,
    EQUIPMENT,
    ESCAPES_TO_WIN,
    NATIONS,
    PAWNS,
    RECONSTRUCTED,
)
from garrison.games.colditz.words import WORDS, edition_name, parts

SHARED: Final = 10_000
"""Cache size for each kind of scene part."""
DISCS: Final = {
    "cell_inner": tuple(BOARD["groups"]["cells_inner"]),
    "cell_outer": tuple(BOARD["groups"]["cells_outer"]),
    "barracks": tuple(BOARD["groups"]["barracks"]),
}
"""By place of a pawn that is no space of its own: the discs to stand on, one after the other."""
TRAYS: Final = {"office": "office", "escaped": "escaped", "shot": "gone", "out": "gone"}
"""By other place of a pawn: its tray."""
MARKS: Final = ("returning", "exempt", "refused", "inside", "stopped")
"""Keys of a view that name pawns with something the matter."""
ABOUT_PAWN: Final = (
    "move",
    "parade",
    "spot",
    "after",
    "saved",
    "caught",
    "shooter",
    "den",
    "cell",
    "consent",
)
"""Questions whose first argument is a pawn."""
HANDS: Final = ("with", "draw")
THREATENED: Final = ("saved", "caught", "shooter", "cell", "consent")
"""Questions about a POW in danger, or before a tunnel."""
UNKNOWN: Final = "unknown"
"""An Equipment card that the viewer does not know."""
MARKER_OFF: Final = 13
"""How far right of and above a space's middle its marker lies."""


def scene(view: View, lang: str) -> Scene:
    pieces = [*_pawns(view, lang), *_markers(view, lang)]
    edition = view["options"]["edition"]
    trays = [_tray("escaped", lang, _escaped(view, lang))]
    if edition == "modern":
        trays.insert(0, _tray("office", lang))
    if any(place in ("shot", "out") for place in view["pawns"].values()):
        trays.append(_tray("gone", lang))
    trays.append(_tray("supply", lang))
    pieces += _piles(view, lang)
    for officer in view["hands"]:
        name = WORDS.name("seat", officer, lang)
        if officer in view["equipment"]:
            trays.append(Tray(f"goods-{officer}", WORDS.name("tray", "goods", lang).format(name)))
            pieces += _goods(view, officer, lang)
        own = officer == view["viewer"] or view["viewer"] == "arbiter"
        trays.append(Tray(f"hand-{officer}", WORDS.name("tray", "hand", lang).format(name), cards=own))
        pieces += _hand(officer, view["hands"][officer], edition, lang)
    return Scene(tuple(pieces), tuple(trays), tuple(_gauges(view, lang)), _focus(view), turn=view["turn"])


# Pawns


def _pawns(view: View, lang: str) -> Iterator[Piece]:
    """Pawns on the board and beside it; those in cells and barracks on the first free discs."""
    taken = dict.fromkeys(DISCS, 0)
    marked = {key: frozenset(view[key]) for key in MARKS}
    edition = view["options"]["edition"]
    for pawn, place in view["pawns"].items():
        at = TRAYS.get(place, place)
        if place in DISCS:
            discs = DISCS[place]
            at = discs[min(taken[place], len(discs) - 1)]
            taken[place] += 1
        marks = tuple(key for key, pawns in marked.items() if pawn in pawns)
        if pawn == view["driver"]:
            marks += ("driver",)
        yield _pawn(pawn, at, marks, edition, lang)


@lru_cache(maxsize=SHARED)
def _pawn(pawn: str, at: str, marks: tuple[str, ...], edition: str, lang: str) -> Piece:
    names: Mapping[str, Mapping[str, str]] = WORDS.load(lang)["names"]
    return Piece(
        pawn,
        pawn,
        at,
        names["pawn"][pawn],
        pawn_text(pawn, names["letter"]),
        tuple(edition_name("mark", mark, edition, lang) for mark in marks),
    )


# Markers


def marker_id(space: int) -> str:
    """The piece that shows a marker at one end of its link."""
    return f"marker-{SPACES[space]}"


def _markers(view: View, lang: str) -> Iterator[Piece]:
    """At both ends of every marked link (AMB-12)."""
    for nation, links in view["markers"].items():
        for name in links:
            for space in LINK_ENDS[LINK_DOWN[NUMBER[name]]]:
                yield _marker(nation, space, LINK_DOWN[NUMBER[name]], lang)


@lru_cache(maxsize=SHARED)
def _marker(nation: str, space: int, link: int, lang: str) -> Piece:
    said: Mapping[str, Any] = WORDS.load(lang)
    start, end = (said["names"]["space"][SPACES[each]] for each in LINK_ENDS[link])
    name = fill(said["descriptions"]["marker"], said["names"]["nation"][nation])
    way = fill(said["descriptions"]["leads"], start, end)
    x, y = AT[space]
    return Piece(
        marker_id(space),
        f"marker-{nation}",
        SPACES[space],
        name,
        "x" + said["names"]["letter"][nation],
        spot=(min(x + MARKER_OFF, SIZE[0]), max(0, y - MARKER_OFF)),
        traits=(way,),
    )


# Cards


def pile_id(item: str) -> str:
    return f"pile-{item}"


def card_id(card: str, officer: str, number: int = 0) -> str:
    """One of several equal cards of an officer, equipment or from a deck; the first is 0."""
    return f"{card}-{officer}-{number}"


def _piles(view: View, lang: str) -> Iterator[Piece]:
    """COL-O-045: the equipment left, and the kits."""
    for item, count in view["supply"].items():
        yield _pile(item, count, lang)
    yield _kits(lang)


@lru_cache(maxsize=SHARED)
def _pile(item: str, count: int, lang: str) -> Piece:
    name = fill(WORDS.load(lang)["descriptions"]["pile"], WORDS.name("item", item, lang), count)
    return Piece(pile_id(item), f"item-{item}", "supply", name, over=(f"count-{count}",))


@lru_cache(maxsize=SHARED)
def _kits(lang: str) -> Piece:
    return Piece(pile_id("kit"), "item-kit", "supply", WORDS.name("item", "kit", lang))


def _goods(view: View, nation: str, lang: str) -> Iterator[Piece]:
    """An officer's equipment and kit; what the viewer does not know is face down."""
    tray = f"goods-{nation}"
    for item, count in view["equipment"][nation].items():
        known = item in EQUIPMENT
        for number in range(count):
            yield _equipment(item if known else UNKNOWN, nation, number, tray, lang)
    if nation in view["kits"]:
        yield _equipment("kit", nation, 0, tray, lang)


@lru_cache(maxsize=SHARED)
def _equipment(item: str, nation: str, number: int, tray: str, lang: str) -> Piece:
    """An Equipment card or a kit of an officer."""
    said: Mapping[str, Any] = WORDS.load(lang)
    known = item != UNKNOWN
    name = said["names"]["item"][item] if known else said["descriptions"]["back"]
    return Piece(card_id(item, nation, number), f"item-{item}" if known else "back", tray, name)


def _hand(officer: str, cards: Sequence[str], edition: str, lang: str) -> Iterator[Piece]:
    """Known cards are shown, the others from behind."""
    for place, card in enumerate(cards):
        number = list(cards[:place]).count(card)
        yield _card(card, officer, number, edition, lang)


@lru_cache(maxsize=SHARED)
def _card(card: str, officer: str, number: int, edition: str, lang: str) -> Piece:
    """A card of a hand, as the edition has it; one that is reconstructed says so."""
    ident, tray = card_id(card, officer, number), f"hand-{officer}"
    if card not in CARDS:
        back = WORDS.load(lang)["descriptions"]["part-back" if card == HIDDEN_PART else "back"]
        return Piece(ident, "back", tray, back)
    name, effect = (edition_name(kind, card, edition, lang) for kind in ("card", "effect"))
    marks = (WORDS.term("reconstructed", lang),) if card in RECONSTRUCTED else ()
    return Piece(ident, f"card-{card}", tray, name, effect, marks)


# Trays and gauges


def _tray(ident: str, lang: str, text: str = "") -> Tray:
    return Tray(ident, WORDS.name("tray", ident, lang), text)


def _escaped(view: View, lang: str) -> str:
    """How many of each nation are away."""
    said: Mapping[str, str] = WORDS.load(lang)["descriptions"]
    away = [
        fill(said["escaped"], WORDS.name("seat", nation, lang), number)
        for nation, number in view["escaped"].items()
        if number
    ]
    return ", ".join(away) or said["nobody"]


def _gauges(view: View, lang: str) -> Iterator[Gauge]:
    shared = view["options"]["goal"] == "shared"
    values = {"round": str(view["round"]), "points": str(view["points"]), "thrown": _thrown(view)}
    if shared:
        values["escaped-all"] = f"{sum(view['escaped'].values())}/{len(view['escaped'])}"
    for nation, number in view["escaped"].items():
        values[f"escaped-{nation}"] = str(number) if shared else f"{number}/{ESCAPES_TO_WIN}"
    for ident, value in values.items():
        yield Gauge(ident, "", value, WORDS.term(ident, lang))
    yield _supply(tuple(view["supply"].items()), lang)
    yield _decks(len(view["opportunity_deck"]), len(view["security_deck"]), lang)
    if view["do_or_die"]:
        yield Gauge("do-or-die", "", str(len(view["do_or_die"])), WORDS.term("do-or-die", lang))


@lru_cache(maxsize=SHARED)
def _supply(piles: tuple[tuple[str, int], ...], lang: str) -> Gauge:
    """`R12 K6 P5 W4`"""
    value = " ".join(WORDS.name("letter", item, lang) + str(count) for item, count in piles)
    about = ", ".join(fill(WORDS.name("items", item, lang), count) for item, count in piles)
    name = WORDS.term("supply", lang)
    return Gauge("supply", "", value, name, f"{name}: {about}")


@lru_cache(maxsize=SHARED)
def _decks(opportunity: int, security: int, lang: str) -> Gauge:
    name = WORDS.term("decks", lang)
    about = fill(WORDS.term("deck-sizes", lang), opportunity, security)
    return Gauge("decks", "", f"{opportunity} / {security}", name, f"{name}: {about}")


def _thrown(view: View) -> str:
    """`3+4`, and further throws behind it."""
    dice = view["thrown"]
    return ", ".join(f"{one}+{other}" for one, other in zip(dice[::2], dice[1::2], strict=True)) or "–"


# What it is about


def _focus(view: View) -> tuple[str, ...]:
    """The parts of the castle where the officer who acts has pawns, or cards; nothing where a pawn moves.

    There the view goes to all that it can reach.
    """
    ask = view["ask"]
    if ask is None:
        return ()
    if ask[0] in HANDS:
        return (f"hand-{view['turn']}",)
    if ask[0] == "warned":
        return (f"hand-{view['viewer']}",) if view["viewer"] in view["hands"] else ()
    if ask[0] in THREATENED:
        return _part_of(view, PAWNS[ask[2]])
    if ask[0] == "lose":
        return tuple(f"goods-{nation}" for seat, nation in enumerate(NATIONS) if ask[1] >> seat & 1)
    if ask[0] == "act":
        return tuple(dict.fromkeys(part for pawn in _own(view) for part in _part_of(view, pawn)))
    return ()


def _own(view: View) -> list[str]:
    """The pawns of the officer whose turn it is."""
    kind = "guard" if view["turn"] == "security" else view["turn"]
    return [pawn for pawn in view["pawns"] if pawn.rpartition("-")[0] == kind]


def _part_of(view: View, pawn: str) -> tuple[str, ...]:
    place = view["pawns"][pawn]
    return (parts()[NUMBER[place]],) if place in NUMBER else ()
