"""Escape from Colditz as a viewer sees it: pawns, markers, cards and counts, made from a view."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from garrison.core.show.scene import Gauge, Piece, Scene, Tray
from garrison.core.show.templates import fill
from garrison.core.state import View
from garrison.games.colditz.castle.layout import (
    BOARD,
    CAR_ROUTE,
    CAR_SPACE,
    CAR_TARGET,
    LINK_DOWN,
    NUMBER,
    SPACES,
)
from garrison.games.colditz.knowledge.view import HIDDEN, HIDDEN_PART
from garrison.games.colditz.show.board import LINK_ENDS
from garrison.games.colditz.show.drawing.cards import MOST
from garrison.games.colditz.show.drawing.counters import CORNERS, pawn_text, sign_id
from garrison.games.colditz.show.drawing.office import standing
from garrison.games.colditz.show.drawing.scale import AT
from garrison.games.colditz.show.staging import OFFICE
from garrison.games.colditz.show.wording import last_round
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
TRAYS: Final = {"escaped": "escaped", "shot": "gone", "out": "gone"}
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
ACTS: Final = ("ready", "act")
"""Questions to the officer whose turn it is about any of his pawns."""
HANDS: Final = ("with", "draw")
"""Questions to the officer whose turn it is about his cards."""
THREATENED: Final = ("saved", "caught", "shooter", "cell", "consent")
"""Questions about a POW in danger, or before a tunnel."""
ANSWERED: Final = ("warned", "saved", "caught")
"""Questions that are answered with a card of the viewer's own."""
UNKNOWN: Final = "unknown"
"""An Equipment card that the viewer does not know."""


def scene(view: View, lang: str) -> Scene:
    pieces = [
        _car(view["pawns"].get(view["driver"]), lang),
        *_markers(view, lang),
        *_pawns(view, lang),
        *_piles(view, lang),
    ]
    trays = [tray for officer in view["hands"] for tray in _line(view, officer, lang)]
    trays += (_tray(each, lang) for each in ("supply", *_quarters(view)))
    for officer in view["hands"]:
        pieces += _goods(view, officer, lang)
        pieces += _hand(view, officer, lang)
    return Scene(tuple(pieces), tuple(trays), tuple(_gauges(view, lang)), _focus(view), turn=view["turn"])


# Pawns


def _pawns(view: View, lang: str) -> Iterator[Piece]:
    """Pawns on the board and beside it; those in cells and barracks on the first free discs, those in
    the office beside each other.
    """
    taken = dict.fromkeys((*DISCS, "office"), 0)
    in_office = sum(place == "office" for place in view["pawns"].values())
    marked = {key: frozenset(view[key]) for key in MARKS}
    edition = view["options"]["edition"]
    for pawn, place in view["pawns"].items():
        at, spot = TRAYS.get(place, place), None
        if place == "office":
            at, spot = OFFICE, standing(taken[place], in_office)
            taken[place] += 1
        if place in DISCS:
            discs = DISCS[place]
            at = discs[min(taken[place], len(discs) - 1)]
            taken[place] += 1
        driver = ("driver",) if pawn == view["driver"] else ()
        marks = (*driver, *(key for key, pawns in marked.items() if pawn in pawns))
        yield _pawn(pawn, at, spot, marks, edition, lang)


@lru_cache(maxsize=SHARED)
def _pawn(
    pawn: str, at: str, spot: tuple[int, int] | None, marks: tuple[str, ...], edition: str, lang: str
) -> Piece:
    names: Mapping[str, Mapping[str, str]] = WORDS.load(lang)["names"]
    return Piece(
        pawn,
        pawn,
        at,
        names["pawn"][pawn],
        pawn_text(pawn, names["letter"]),
        tuple(edition_name("mark", mark, edition, lang) for mark in marks),
        tuple(sign_id(mark, corner) for corner, mark in enumerate(marks[: len(CORNERS)])),
        spot=spot,
    )


# The car

CAR_TURNS: Final = {
    start: round(math.degrees(math.atan2(AT[end][1] - AT[start][1], AT[end][0] - AT[start][0])))
    for start, end in pairwise((*CAR_ROUTE, CAR_TARGET))
}
"""By space of its road, where its bonnet points."""


@lru_cache(maxsize=SHARED)
def _car(driver_at: str | None, lang: str) -> Piece:
    """Under whoever drives it, else on its own space: the driver's mark and that space say so in words."""
    at = NUMBER.get(driver_at or "", CAR_SPACE)
    turn = CAR_TURNS.get(at, CAR_TURNS[CAR_SPACE])
    return Piece("car", "car", SPACES[at], WORDS.name("kind", "car", lang), turn=turn, silent=True)


# Markers


def marker_id(link: int) -> str:
    """The piece that shows the marker of a link."""
    return f"marker-{SPACES[LINK_ENDS[link][0]]}"


def _markers(view: View, lang: str) -> Iterator[Piece]:
    for nation, links in view["markers"].items():
        for name in links:
            yield _marker(nation, LINK_DOWN[NUMBER[name]], lang)


@lru_cache(maxsize=SHARED)
def _marker(nation: str, link: int, lang: str) -> Piece:
    """Upon its link, midway between the ends (AMB-12)."""
    said: Mapping[str, Any] = WORDS.load(lang)
    ends = LINK_ENDS[link]
    start, end = (said["names"]["space"][SPACES[each]] for each in ends)
    name = fill(said["descriptions"]["marker"], said["names"]["nation"][nation])
    way = fill(said["descriptions"]["leads"], start, end)
    (x, y), (u, v) = (AT[each] for each in ends)
    return Piece(
        marker_id(link),
        f"marker-{nation}",
        SPACES[ends[0]],
        name,
        "x" + said["names"]["letter"][nation],
        spot=((x + u) // 2, (y + v) // 2),
        traits=(way,),
    )


# Cards


def pile_id(item: str) -> str:
    return f"pile-{item}"


def card_id(card: str, officer: str, number: int = 0) -> str:
    """One of several equal cards of an officer, equipment or from a deck; the first is 0."""
    return f"{card}-{officer}-{number}"


def line_id(officer: str) -> str:
    """The tray with all that everybody sees of an officer."""
    return f"officer-{officer}"


def _line(view: View, officer: str, lang: str) -> Iterator[Tray]:
    """An officer's tray; the viewer's own cards and equipment are to be read, in trays that belong to it."""
    name, line = WORDS.name("seat", officer, lang), line_id(officer)
    yield Tray(line, name, _escapes(view, officer, lang))
    if officer == view["viewer"]:
        kinds = ("hand", "goods") if officer in view["equipment"] else ("hand",)
        for kind in kinds:
            yield Tray(
                f"{kind}-{officer}", WORDS.name("tray", kind, lang).format(name), cards=True, line=line
            )


def _own(view: View, kind: str, officer: str) -> str:
    """The tray of an officer's `hand` or `goods`."""
    return f"{kind}-{officer}" if officer == view["viewer"] else line_id(officer)


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


def _goods(view: View, officer: str, lang: str) -> Iterator[Piece]:
    """An officer's equipment, a piece for each kind, what the viewer does not know face down; and a kit."""
    tray, edition = _own(view, "goods", officer), view["options"]["edition"]
    for item, count in view["equipment"].get(officer, {}).items():
        if count:
            yield _equipment(item if item in EQUIPMENT else UNKNOWN, officer, count, tray, edition, lang)
    if officer in view["kits"]:
        yield _equipment("kit", officer, 1, tray, edition, lang)


@lru_cache(maxsize=SHARED)
def _equipment(item: str, officer: str, count: int, tray: str, edition: str, lang: str) -> Piece:
    """So many Equipment cards of a kind, or a kit; among one's own cards what it is good for is text."""
    said: Mapping[str, Any] = WORDS.load(lang)
    use = edition_name("use", item, edition, lang)
    names = said["names"]
    name = fill(names["items"][item], count) if count > 1 or item == UNKNOWN else names["item"][item]
    read = not tray.startswith("officer-")
    return Piece(
        card_id(item, officer),
        f"item-{item}",
        tray,
        name,
        use if read else "",
        over=_counted(count),
        traits=() if read else (use,),
    )


def _hand(view: View, officer: str, lang: str) -> Iterator[Piece]:
    """Known cards one by one; the others from behind, a pile of each kind of back."""
    tray, edition = _own(view, "hand", officer), view["options"]["edition"]
    known = [card for card in view["hands"][officer] if card in CARDS]
    for place, card in enumerate(known):
        yield _card(card, officer, known[:place].count(card), tray, edition, lang)
    for back in (HIDDEN, HIDDEN_PART):
        count = view["hands"][officer].count(back)
        if count:
            yield _backs(back, officer, count, tray, lang)


@lru_cache(maxsize=SHARED)
def _card(card: str, officer: str, number: int, tray: str, edition: str, lang: str) -> Piece:
    """A card of a hand, as the edition has it; one that is reconstructed says so."""
    name, effect = (edition_name(kind, card, edition, lang) for kind in ("card", "effect"))
    marks = (WORDS.term("reconstructed", lang),) if card in RECONSTRUCTED else ()
    return Piece(card_id(card, officer, number), f"card-{card}", tray, name, effect, marks)


@lru_cache(maxsize=SHARED)
def _backs(back: str, officer: str, count: int, tray: str, lang: str) -> Piece:
    """So many cards face down."""
    part = back == HIDDEN_PART
    name = fill(WORDS.load(lang)["descriptions"]["part-backs" if part else "backs"], count)
    sprite = "back-part" if part else "back-security" if officer == "security" else "back-opportunity"
    return Piece(card_id(back, officer), sprite, tray, name, over=_counted(count))


def _counted(count: int) -> tuple[str, ...]:
    """A number upon things that lie together."""
    return (f"count-{min(count, MOST)}",) if count > 1 else ()


# Trays and gauges


def _quarters(view: View) -> Iterator[str]:
    """The trays of pawns off the board in which there is one."""
    used = {TRAYS[place] for place in view["pawns"].values() if place in TRAYS}
    return (tray for tray in dict.fromkeys(TRAYS.values()) if tray in used)


def _tray(ident: str, lang: str) -> Tray:
    return Tray(ident, WORDS.name("tray", ident, lang))


def _escapes(view: View, officer: str, lang: str) -> str:
    """How many POWs of an officer are away, and how many of his own he needs."""
    if officer not in view["escaped"]:
        return ""
    said: Mapping[str, str] = WORDS.load(lang)["descriptions"]
    away = view["escaped"][officer]
    shared = view["options"]["goal"] == "shared"
    return fill(said["away"], away) if shared else fill(said["away-of"], away, ESCAPES_TO_WIN)


def _gauges(view: View, lang: str) -> Iterator[Gauge]:
    last: str = WORDS.load(lang)["descriptions"]["last"]
    now = fill(last, view["round"]) if last_round(view) else str(view["round"])
    for ident, value in (("round", now), ("points", str(view["points"]))):
        yield Gauge(ident, "", value, WORDS.term(ident, lang))
    yield _dice(tuple(view["thrown"]), view["doubles"], lang)
    yield _away(tuple(view["escaped"].items()), view["options"]["goal"] == "shared", lang)
    yield _supply(tuple(view["supply"].items()), lang)
    yield _decks(len(view["opportunity_deck"]), len(view["security_deck"]), lang)
    if view["do_or_die"]:
        yield Gauge("do-or-die", "", str(len(view["do_or_die"])), WORDS.term("do-or-die", lang))


@lru_cache(maxsize=SHARED)
def _dice(faces: tuple[int, ...], doubles: int, lang: str) -> Gauge:
    """`4+4 double, 6+1`, and in words how many throws that were and what the doubles are still good for."""
    name, double = WORDS.term("thrown", lang), WORDS.term("double", lang)
    throws = list(zip(faces[::2], faces[1::2], strict=True))
    told = ", ".join(f"{one}+{other}" + (f" {double}" if one == other else "") for one, other in throws)
    about = [told or WORDS.term("not-thrown", lang)]
    if throws:
        about.append(fill(WORDS.term("throws", lang), len(throws)))
    if doubles:
        about.append(fill(WORDS.term("releases", lang), doubles))
    return Gauge("thrown", "", told or "–", name, f"{name}: {'; '.join(about)}")


@lru_cache(maxsize=SHARED)
def _away(escaped: tuple[tuple[str, int], ...], shared: bool, lang: str) -> Gauge:
    """`B0 F1`, and behind it the sum where the goal is shared."""
    said, name = WORDS.load(lang)["descriptions"], WORDS.term("escapes", lang)
    value = " ".join(WORDS.name("letter", nation, lang) + str(away) for nation, away in escaped)
    about = [
        f"{WORDS.name('seat', nation, lang)} "
        + (str(away) if shared else fill(said["of"], away, ESCAPES_TO_WIN))
        for nation, away in escaped
    ]
    if shared:
        total, wanted = sum(away for _, away in escaped), len(escaped)
        value += f" = {total}/{wanted}"
        about.append(fill(said["in-all"], total, wanted))
    return Gauge("escapes", "", value, name, f"{name}: {', '.join(about)}")


@lru_cache(maxsize=SHARED)
def _supply(piles: tuple[tuple[str, int], ...], lang: str) -> Gauge:
    """`R12 K6 P5 W4`"""
    value = " ".join(WORDS.name("letter", item, lang) + str(count) for item, count in piles)
    about = ", ".join(fill(WORDS.name("items", item, lang), count) for item, count in piles)
    name = WORDS.term("stock", lang)
    return Gauge("stock", "", value, name, f"{name}: {about}")


@lru_cache(maxsize=SHARED)
def _decks(opportunity: int, security: int, lang: str) -> Gauge:
    name = WORDS.term("decks", lang)
    about = fill(WORDS.term("deck-sizes", lang), opportunity, security)
    return Gauge("decks", "", f"{opportunity} / {security}", name, f"{name}: {about}")


# What it is about


def _focus(view: View) -> tuple[str, ...]:
    """The parts of the castle where the officer who acts has pawns, or cards; nothing where a pawn moves.

    There the view goes to all that it can reach.
    """
    ask = view["ask"]
    if ask is None:
        return ()
    if ask[0] in HANDS:
        return (_own(view, "hand", view["turn"]),)
    if ask[0] == "hunt":
        return tuple(dict.fromkeys(part for pawn in view["refused"] for part in _part_of(view, pawn)))
    if ask[0] in THREATENED:
        hand = _viewers_hand(view) if ask[0] in ANSWERED else ()
        return (*_part_of(view, PAWNS[ask[2]]), *hand)
    if ask[0] in ANSWERED:
        return _viewers_hand(view)
    if ask[0] == "lose":
        return tuple(_own(view, "goods", nation) for seat, nation in enumerate(NATIONS) if ask[1] >> seat & 1)
    if ask[0] == "goods":
        return ("supply",)
    if ask[0] in ACTS:
        return tuple(dict.fromkeys(part for pawn in _pawns_of(view) for part in _part_of(view, pawn)))
    return ()


def _viewers_hand(view: View) -> tuple[str, ...]:
    return (_own(view, "hand", view["viewer"]),) if view["viewer"] in view["hands"] else ()


def _pawns_of(view: View) -> list[str]:
    """The pawns of the officer whose turn it is."""
    kind = "guard" if view["turn"] == "security" else view["turn"]
    return [pawn for pawn in view["pawns"] if pawn.rpartition("-")[0] == kind]


def _part_of(view: View, pawn: str) -> tuple[str, ...]:
    place = view["pawns"][pawn]
    return (parts()[NUMBER[place]],) if place in NUMBER else ()
