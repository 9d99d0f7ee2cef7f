"""Castle Itter as a viewer sees it: what lies on the board, made from a view."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Final

from garrison.core.show.scene import Gauge, Piece, Scene, Tray
from garrison.core.state import View
from garrison.games.itter.editions import SCORES_CASUALTIES
from garrison.games.itter.knowledge.view import CIRCLE_NAMES, HIDDEN, mode_of
from garrison.games.itter.show import descriptions, drawing
from garrison.games.itter.show.alarms import alarms, route
from garrison.games.itter.show.board import tracks
from garrison.games.itter.show.wording import wreck_squares
from garrison.games.itter.tables import (
    AREAS,
    ATTACK,
    ATTRIBUTES,
    CARD_NAMES,
    CARDS,
    COMPETITIVE,
    DEFENDERS,
    DISRUPT,
    DOUBTFUL,
    EFFECT_TEXT,
    EFFECT_TEXTS,
    FIRST_TACTIC,
    KIND_DEFENCE,
    KINDS,
    LOCATION,
    LOCATIONS,
    MODES,
    REGIMENT,
    SQUARES,
    SUPPRESS,
    TANK,
)
from garrison.games.itter.tactics import IN_FORCE
from garrison.games.itter.words import WORDS

SCORE_TERM: Final = tuple(
    "casualties" if SCORES_CASUALTIES[mode] else "score-defender" if COMPETITIVE[mode] else "score"
    for mode in range(len(MODES))
)
TRAYS: Final = ("supply", "aside", "casualty", "escaped", "ss-cards")
HELD: Final = {
    "ss-hand": "ss_hand",
    "ss-plan": "ss_plan",
    "tactic-hand": "tactic_hand",
    "tactic-plan": "tactic_plan",
}
"""Trays of the SS player's cards, and their keys in a view."""
OPEN_TRAYS: Final = {"ss-cards": "ss_played", "tactics": "tactics", **HELD}
"""Trays whose cards can be seen by those allowed to, and the keys of those cards."""
COUNTED: Final = {"ss-cards": "ss_deck", "tactics": "tactic_deck", **HELD}
"""Trays whose cards are counted, and the keys of those piles."""
SHARED: Final = 10_000
"""Cache size for each kind of scene part: parts recur from frame to frame, and each is made once."""
WRECK: Final = "wreck-"


def scene(view: View, lang: str) -> Scene:
    mode = mode_of(view)
    pieces = [*_defenders(view, mode, lang), *_counters(view, mode, lang)]
    pieces += _wrecks(view, lang) + _cards(view, mode, lang)
    trays, gauges = _trays(view, mode, lang), _gauges(view, mode, lang)
    return Scene(tuple(pieces), tuple(trays), tuple(gauges), _focus(view), alarms=alarms(view, lang))


def _defenders(view: View, mode: int, lang: str) -> list[Piece]:
    spots, marks = view["defenders"], view["marks"]
    return [_defender(mode, ident, spots[ident], tuple(marks[ident]), lang) for ident in DEFENDERS]


@lru_cache(maxsize=SHARED)
def _defender(mode: int, ident: str, spot: str, marks: tuple[str, ...], lang: str) -> Piece:
    d = DEFENDERS.index(ident)
    attributes = ATTRIBUTES[mode][d]
    text = f"{ATTACK[d]}/{SUPPRESS[d]}" + (f" {attributes}" if attributes else "")
    name = WORDS.name("defender", ident, lang)
    named = tuple(WORDS.name("mark", mark, lang) for mark in marks)
    over = tuple(f"mark-{mark}" for mark in marks)
    traits = descriptions.defender(mode, d, lang)
    return Piece(ident, f"defender-{ident}", spot, name, text, named, over, traits=traits)


def _counters(view: View, mode: int, lang: str) -> list[Piece]:
    return [
        _counter(mode, kind, circle, kinds[:number].count(kind), lang)
        for _, circle in CIRCLE_NAMES
        if (kinds := view["counters"][circle])
        for number, kind in enumerate(kinds)
    ]


@lru_cache(maxsize=SHARED)
def _counter(mode: int, kind: str, circle: str, before: int, lang: str) -> Piece:
    """A counter on a circle; `before` counters of its kind come first."""
    number = KINDS.index(kind)
    disrupt = DISRUPT[mode][number]
    ident = f"{kind}@{circle}" + (f"#{before + 1}" if before else "")
    text = str(KIND_DEFENCE[mode][number]) + (f"/{disrupt}" if disrupt else "")
    traits = descriptions.counter(mode, number, lang)
    return Piece(ident, f"ss-{kind}", circle, WORDS.name("kind", kind, lang), text, traits=traits)


def _wrecks(view: View, lang: str) -> list[Piece]:
    """The squares of the destroyed tank, and the drawing of the wreck over all of them."""
    found = [_wreck(square, lang) for square in wreck_squares(view)]
    if found:
        name, spot = WORDS.term("wreck", lang), drawing.castle.wreck_spot()
        found.append(Piece("tank-wreck", "tank-wreck", found[0].at, name, spot=spot, silent=True))
    return found


@lru_cache(maxsize=SHARED)
def _wreck(square: str, lang: str) -> Piece:
    """A square of the destroyed tank: nobody may enter it (ITP-4.2f), so it does not count as open."""
    return Piece(WRECK + square, "wreck", square, WORDS.term("wreck", lang))


def _cards(view: View, mode: int, lang: str) -> list[Piece]:
    """The cards visible to this viewer."""
    return [
        _card(mode, tray, number, ident, lang)
        for tray, key in OPEN_TRAYS.items()
        for number, ident in enumerate(view.get(key, ()), 1)
        if ident != HIDDEN
    ]


@lru_cache(maxsize=SHARED)
def _card(mode: int, tray: str, number: int, ident: str, lang: str) -> Piece:
    """A card with its effect; a reconstructed one says so."""
    card = CARDS.index(ident)
    said = [("played", tray == "ss-cards"), ("reconstructed", DOUBTFUL[mode][card])]
    marks = tuple(WORDS.term(term, lang) for term, true in said if true)
    effect = WORDS.name("effect", EFFECT_TEXTS[EFFECT_TEXT[mode][card]], lang)
    name = WORDS.name("card", ident, lang)
    return Piece(f"{tray}-{number}", f"card-{CARD_NAMES[card]}", tray, name, effect, marks)


def _trays(view: View, mode: int, lang: str) -> list[Tray]:
    trays = [*TRAYS, *(["tactics"] if IN_FORCE[mode] else []), *(HELD if COMPETITIVE[mode] else ())]
    found = [_tray(ident, len(view[COUNTED[ident]]) if ident in COUNTED else None, lang) for ident in trays]
    if COMPETITIVE[mode]:
        used = [name for name in view["removed"] if CARDS.index(name) >= FIRST_TACTIC]
        for ident, pile in (("ss-used", view["ss_discard"]), ("tactics-used", used)):
            found.append(Tray(ident, WORDS.name("tray", ident, lang), _counted(pile, lang), cards=True))
    return found + [
        Tray(key, WORDS.name("tray", key, lang), _open_pile(view[key], lang), cards=True)
        for key in ("ss_deck", "tactic_deck")
        if view[key] and not view[key][0].startswith(HIDDEN)
    ]


@lru_cache(maxsize=SHARED)
def _tray(ident: str, cards: int | None, lang: str) -> Tray:
    """A tray, with its number of cards if it holds cards."""
    name = WORDS.name("tray", ident, lang)
    if cards is None:
        return Tray(ident, name)
    term = "cards-held" if ident in HELD else "cards-left"
    return Tray(ident, name, WORDS.term(term, lang).format(cards), cards=True)


def _counted(pile: list[str], lang: str) -> str:
    """Used cards by name: what an attentive player would have counted (AMB-50)."""
    found = Counter(card_name(ident, lang) for ident in sorted(pile))
    return ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in found.items()) or "0"


def card_name(ident: str, lang: str) -> str:
    """A card without the number of its deck."""
    full = WORDS.name("card", ident, lang)
    return full.rpartition(" (")[0] or full


def _open_pile(pile: list[str], lang: str) -> str:
    """A deck as the arbiter sees it, top first."""
    return ", ".join(WORDS.name("card", ident, lang) for ident in pile)


def _gauges(view: View, mode: int, lang: str) -> list[Gauge]:
    def gauge(ident: str, at: str, value: object, term: str) -> Gauge:
        return _gauge(ident, at, str(value), term, lang)

    found = [
        gauge("turn", "", view["turn"], "turn"),
        gauge("phase", "", WORDS.name("phase", view["phase"], lang), "phase"),
        gauge("actions", "", view["actions_left"], "actions"),
        gauge("score", "", view["score"], SCORE_TERM[mode]),
        gauge("discards", "", _discards(view, lang), "discards"),
    ]
    found += [
        gauge(f"defence-{ident}", ident, n, "defence")
        if n
        else gauge(f"defence-{ident}", ident, "", "tank-destroyed")
        for ident, n in view["defence"].items()
    ]
    whole, short = WORDS.term("suppression", lang), WORDS.term("tokens-here", lang)
    found += [
        Gauge(f"count-{ident}", f"tokens-{ident}", str(n), short, f"{whole}: {n}")
        for ident, n in view["tokens"].items()
    ]
    if view["defence"][LOCATIONS[TANK]]:
        found.append(_load(view["load"], lang))
    else:
        found.append(gauge("load", "tank", "", "gun-lost"))
    held = [*view.get("ss_hand", ()), *view.get("ss_plan", ())]
    if view["regiment_among"] and CARDS[REGIMENT] not in held:
        found.append(gauge("regiment", "ss-cards", _regiment(view, lang), "regiment"))
    return found


@lru_cache(maxsize=SHARED)
def _gauge(ident: str, at: str, value: str, term: str, lang: str) -> Gauge:
    return Gauge(ident, at, value, WORDS.term(term, lang))


@lru_cache(maxsize=4)
def _load(loaded: bool, lang: str) -> Gauge:
    value, about = ("yes", "loaded") if loaded else ("no", "not-loaded")
    shown = _gauge("load", "tank", WORDS.term(value, lang), "load", lang)
    return replace(shown, about=WORDS.term(about, lang))


def _regiment(view: View, lang: str) -> str:
    """The number of last cards that include the 142nd, and how many of them the SS player has drawn."""
    among, left = view["regiment_among"], len(view["ss_deck"])
    if not COMPETITIVE[mode_of(view)] or left >= among:
        return str(min(among, left))
    return WORDS.term("regiment-drawn", lang).format(among, among - left)


def _discards(view: View, lang: str) -> str:
    pile = view["ss_discard"]
    if not pile:
        return "0"
    return f"{len(pile)}, {WORDS.term('top-card', lang)} {card_name(pile[0], lang)}"


def _focus(view: View) -> tuple[str, ...]:
    """The groups and trays of the open question: in the SS Phase also the cards that led to it."""
    ask = view["ask"]
    if ask is None:
        return ()
    played = ("ss-cards", *(["tactics"] if view["tactics"] else [])) if view["phase"] == "ss" else ()
    if ask[0] in ("what", "command", "sacrifice"):
        return (*_where(view, DEFENDERS[ask[2]]), *played)
    if ask[0] == "spend":
        return (*_way(ask[3]), "suppression", *played)
    if ask[0] == "plan":
        return tuple(HELD)
    return played


@lru_cache(maxsize=len(AREAS))
def _way(area: int) -> tuple[str, ...]:
    """The tracks a counter entering at an area would push along."""
    home = {circle: f"track-{track[0]}" for track in tracks() for circle in track[:-1]}
    return tuple(dict.fromkeys(home[circle] for circle in route(area)))


def _where(view: View, ident: str) -> tuple[str, ...]:
    spot = view["defenders"][ident]
    return (LOCATIONS[LOCATION[SQUARES.index(spot)]],) if spot in SQUARES else ()
