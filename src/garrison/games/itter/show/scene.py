"""Castle Itter as a viewer sees it: the board from the data files, the scene from a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from garrison.core.kernel import row_of
from garrison.core.notation import rows_by_word
from garrison.core.show.scene import Board, Gauge, Group, LegendLine, Piece, Place, Scene, Tray
from garrison.core.state import Action, Ask, Options, View
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
from garrison.games.itter.editions import SCORES_CASUALTIES
from garrison.games.itter.knowledge.view import CIRCLE_NAMES, HIDDEN, MARKS, mode_of
from garrison.games.itter.show import descriptions, drawing
from garrison.games.itter.show.alarms import alarms, route
from garrison.games.itter.show.wording import wreck_squares
from garrison.games.itter.state import UNFIT
from garrison.games.itter.tables import (
    AREAS,
    ATTACK,
    ATTRIBUTES,
    BESIDE,
    BOARD_FILE,
    CARD_NAMES,
    CARDS,
    CASTLE,
    CIRCLES,
    COLOUR,
    COLOURS,
    COMPETITIVE,
    CREW_SQUARE,
    DEFENDER_COUNT,
    DEFENDERS,
    DISRUPT,
    DOUBTFUL,
    EFFECT_TEXT,
    EFFECT_TEXTS,
    FIRST_TACTIC,
    GANGL,
    KIND_COUNT,
    KIND_DEFENCE,
    KINDS,
    LOCATION,
    LOCATIONS,
    MODES,
    NEXT,
    REGIMENT,
    SQUARE_COLOURS,
    SQUARES,
    SUPPRESS,
    TANK,
    WEAPON_ATTACK,
    WEAPON_NAME,
    WEAPON_SUPPRESS,
)
from garrison.games.itter.tactics import IN_FORCE
from garrison.games.itter.words import WORDS

SIZE: Final = (1000, 750)
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
"""Cache size for each kind of scene part."""

UNFIT_MARKS: Final = frozenset(name for marks in MARKS for bit, name in marks.items() if bit & UNFIT)
"""Marks of Defenders who can only recover."""
TOKENS: Final = "tokens-"
WRECK: Final = "wreck-"
LEGEND: Final = ("defender", "letters", "marks", "square", "crew", "circle", "ss", "shield")
"""The lines of the legend in order."""


def tokens_place(colour: int) -> str:
    return f"{TOKENS}{COLOURS[colour]}"


def board(options: Options, lang: str) -> Board:
    return _board(options["edition"], lang)


@lru_cache(maxsize=8)
def _board(edition: str, lang: str) -> Board:
    places = [*_squares(lang), *_circles(lang), *_token_squares(lang)]
    return Board(
        SIZE,
        tuple(places),
        tuple(_groups(lang)),
        drawing.layers(lang),
        drawing.sprites(edition, lang),
        drawing.dials(),
        _short(edition, lang),
        _legend(edition, places, lang),
    )


def _legend(edition: str, places: Sequence[Place], lang: str) -> tuple[LegendLine, ...]:
    """The lines of the legend, each with its sample."""
    spots = {place.id: (place.x, place.y) for place in places}

    def around(ident: str, up: int) -> tuple[int, int, int, int]:
        x, y = spots[ident]
        return (x - 27, y - up, 54, 62)

    shaken = MARKS[next(mode for mode, (of, _) in enumerate(MODES) if of == edition)]
    samples: dict[str, tuple[tuple[str, ...], ...]] = {
        "defender": (("defender-lee",),),
        "letters": (("defender-gangl",),),
        "ss": (("ss-rifleman",), ("ss-mg",)),
        "shield": (("shield",),),
        "marks": tuple(
            ("defender-sutton", f"mark-{mark}") for mark in shaken.values() if mark != "commanded"
        ),
    }
    boxes = {"square": around("g1", 36), "crew": around("g4", 36), "circle": around("22", 36)}
    lines = {**WORDS.load(lang)["legend"], **WORDS.load(lang)["legend-of"][edition]}
    return tuple(LegendLine(lines[key], samples.get(key, ()), boxes.get(key)) for key in LEGEND)


def _short(edition: str, lang: str) -> tuple[tuple[str, str], ...]:
    """Short forms where space is scarce: letters for counters and marks, labels without names of weapons."""
    mode = next(mode for mode, (of, _) in enumerate(MODES) if of == edition)
    kinds = [kind for number, kind in enumerate(KINDS) if KIND_COUNT[mode][number]]
    pairs = [
        (WORDS.name(table, ident, lang), WORDS.name(f"short-{table}", ident, lang))
        for table, idents in (("mark", MARKS[mode].values()), ("kind", kinds))
        for ident in idents
    ]
    pairs += [(square_label(q, lang), _tight_label(q, lang)) for q in range(len(SQUARES))]
    pairs += [(WORDS.term("track", lang).format(way[0]), "") for way in tracks()]
    return tuple(dict.fromkeys(pairs))


def _squares(lang: str) -> list[Place]:
    found = []
    for q, row in enumerate(BOARD_FILE["square"]):
        place = LOCATIONS[LOCATION[q]]
        beside = tuple(SQUARES[other] for other in BESIDE[q])
        label = square_label(q, lang)
        name = f"{WORDS.name('location', place, lang)} {SQUARES[q].upper()}"
        colours = tuple(COLOURS[colour] for colour in SQUARE_COLOURS[q]) or ("white",)
        about = descriptions.square(q, lang)
        spot = row["x"], row["y"]
        found.append(Place(SQUARES[q], *spot, "square", place, name, label, beside, colours, about=about))
    return found


def letter(colour: str, lang: str) -> str:
    """A colour's letter: colour alone is never the only cue."""
    return WORDS.name("letter", colour, lang)


def square_label(q: int, lang: str) -> str:
    """Colours as letters, die numbers, weapon: `YB 1`, `B 4-6 [T] M1919A4 2/3`, `W`."""
    parts = [each for each in (_letters(q, lang), _numbers(q)) if each]
    if CREW_SQUARE[q]:
        parts.append("[T]")
    if WEAPON_NAME[q]:
        parts.append(f"{WEAPON_NAME[q]} {WEAPON_ATTACK[q]}/{WEAPON_SUPPRESS[q]}")
    elif CREW_SQUARE[q]:
        parts.append("76mm Load")
    return " ".join(parts)


def _tight_label(q: int, lang: str) -> str:
    """The same without spaces and names: `YB1`, `B4-6T2/3`, `W`."""
    crew = "T" if CREW_SQUARE[q] else ""
    values = f"{WEAPON_ATTACK[q]}/{WEAPON_SUPPRESS[q]}" if WEAPON_NAME[q] else ""
    return _letters(q, lang) + _numbers(q) + crew + values


def _letters(q: int, lang: str) -> str:
    letters = "".join(letter(COLOURS[colour], lang) for colour in SQUARE_COLOURS[q])
    return letters or letter("white", lang)


def _numbers(q: int) -> str:
    numbers = BOARD_FILE["square"][q]["numbers"]
    if len(numbers) < 2:
        return str(numbers[0]) if numbers else ""
    return f"{numbers[0]}-{numbers[-1]}"


def tracks() -> list[list[int]]:
    """The tracks to the castle, each circle once: from an area to a circle already listed, or the castle."""
    told: set[int] = set()
    found = []
    for area in AREAS:
        way, circle = [area], area
        while circle != CASTLE and circle not in told:
            told.add(circle)
            circle = NEXT[circle]
            way.append(circle)
        found.append(way)
    return found


def _circles(lang: str) -> list[Place]:
    home = {circle: f"track-{way[0]}" for way in tracks() for circle in way[:-1]}
    found = []
    for row in BOARD_FILE["circle"]:
        circle = int(row["id"])
        label = letter(COLOURS[COLOUR[circle]], lang)
        name = WORDS.term("area" if circle in AREAS else "circle", lang).format(circle)
        onward = (str(NEXT[circle]),) if NEXT[circle] else ()
        shape = "area" if circle in AREAS else "circle"
        spot, colours = (row["x"], row["y"]), (COLOURS[COLOUR[circle]],)
        about = descriptions.circle(circle, lang)
        found.append(
            Place(str(circle), *spot, shape, home[circle], name, label, onward, colours, about=about)
        )
    return found


def _token_squares(lang: str) -> list[Place]:
    return [
        Place(
            tokens_place(colour),
            row["x"],
            row["y"],
            "square",
            "suppression",
            WORDS.term("tokens", lang).format(WORDS.name("colour", row["id"], lang)),
            letter(row["id"], lang),
            colours=(row["id"],),
        )
        for colour, row in enumerate(BOARD_FILE["colour"])
        if row["suppression"]
    ]


def _groups(lang: str) -> list[Group]:
    found = [
        Group(
            place,
            WORDS.name("location", place, lang),
            drawing.zoom(number),
            about=descriptions.location(place, lang),
        )
        for number, place in enumerate(LOCATIONS)
    ]
    spots = {int(row["id"]): (row["x"], row["y"]) for row in BOARD_FILE["circle"]}
    for way in tracks():
        xs = [spots[circle][0] for circle in way[:-1]]
        ys = [spots[circle][1] for circle in way[:-1]]
        box = (min(xs) - 30, min(ys) - 30, max(xs) - min(xs) + 60, max(ys) - min(ys) + 60)
        path = tuple(str(circle) for circle in way if circle != CASTLE)
        end = WORDS.term("castle", lang) if way[-1] == CASTLE else ""
        name = WORDS.term("track", lang).format(way[0])
        found.append(Group(f"track-{way[0]}", name, box, path, end))
    found.append(Group("suppression", WORDS.term("suppression", lang), (10, 10, 240, 90)))
    return found


# The scene. Its parts recur from frame to frame: each is made once and shared.


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
    found += [
        gauge(f"count-{ident}", f"tokens-{ident}", n, "tokens-here") for ident, n in view["tokens"].items()
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
    also = [tokens_place(colour) for colour, _ in PUT[row][1:]] if row in PUT else []
    return (_foremost(view, row), *also)


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
    if action in PLANNED:
        tray = "ss-hand" if PLANNED[action] < FIRST_TACTIC else "tactic-hand"
        return f"{tray}-{view[HELD[tray]].index(CARDS[PLANNED[action]]) + 1}"
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


def fold(view: View, action: Action) -> str:
    """Defenders who can only recover (ITP-2.6a, IT3-40, IT3-43) are told apart from those who can fight."""
    row = row_of(action)
    if view["ask"][0] != "who" or row >= DEFENDER_COUNT:
        return ""
    return "recover" if UNFIT_MARKS.intersection(view["marks"][DEFENDERS[row]]) else ""


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
