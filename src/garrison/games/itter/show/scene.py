"""Castle Itter as a viewer sees it: the board from the data files, the scene from a view."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, Final

from garrison.core.game import Action, AnyGame, Ask, View
from garrison.core.notation import rows_by_word
from garrison.core.show import words
from garrison.core.show.scene import Board, Gauge, Group, Piece, Place, Scene, Tray
from garrison.games.itter.actions import (
    ACTIONS,
    FIRE_MG,
    FIRE_MORTAR,
    HELP_DISRUPTED,
    HELP_EXHAUSTED,
    HELP_SUPPRESSED,
    MOVE,
    PASS,
    PLACE,
    PLANNED,
    PUT,
    SACRIFICE,
    SHIFT,
    SPEND,
    SQUAD,
    TARGET,
    WEAPON,
)
from garrison.games.itter.editions import SCORES_CASUALTIES
from garrison.games.itter.knowledge.view import CIRCLE_NAMES, HIDDEN, MARKS, load_open, mode_of
from garrison.games.itter.scoring import tally_lines
from garrison.games.itter.show import drawing
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
    COPIES,
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
    WEAPON_ATTACK,
    WEAPON_NAME,
    WEAPON_SUPPRESS,
)
from garrison.games.itter.tactics import IN_FORCE

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

TOKENS: Final = "tokens-"
BOARD_LEGEND: Final = {"published": "board-legend", "playtest": "board-legend-playtest"}


def tokens_place(colour: int) -> str:
    return f"{TOKENS}{COLOURS[colour]}"


@lru_cache(maxsize=8)
def board(game: AnyGame, edition: str, lang: str) -> Board:
    places = [*_squares(game, lang), *_circles(game, lang), *_token_squares(game, lang)]
    return Board(
        SIZE,
        tuple(places),
        tuple(_groups(game, lang)),
        drawing.layers(game, lang),
        drawing.sprites(game, edition, lang),
        drawing.dials(),
        _short(game, edition, lang),
        words.term(game, BOARD_LEGEND[edition], lang).strip(),
    )


def _short(game: AnyGame, edition: str, lang: str) -> tuple[tuple[str, str], ...]:
    """Short forms where space is scarce: letters for counters and marks, labels without names of weapons."""
    mode = next(mode for mode, (of, _) in enumerate(MODES) if of == edition)
    kinds = [kind for number, kind in enumerate(KINDS) if KIND_COUNT[mode][number]]
    pairs = [
        (words.name(game, table, ident, lang), words.name(game, f"short-{table}", ident, lang))
        for table, idents in (("mark", MARKS[mode].values()), ("kind", kinds))
        for ident in idents
    ]
    pairs += [(square_label(game, q, lang), _tight_label(game, q, lang)) for q in range(len(SQUARES))]
    pairs += [(words.term(game, "track", lang).format(way[0]), "") for way in tracks()]
    return tuple(dict.fromkeys(pairs))


def _squares(game: AnyGame, lang: str) -> list[Place]:
    found = []
    for q, row in enumerate(BOARD_FILE["square"]):
        place = LOCATIONS[LOCATION[q]]
        beside = tuple(SQUARES[other] for other in BESIDE[q])
        label = square_label(game, q, lang)
        name = f"{words.name(game, 'location', place, lang)} {SQUARES[q].upper()}"
        colours = tuple(COLOURS[colour] for colour in SQUARE_COLOURS[q]) or ("white",)
        found.append(Place(SQUARES[q], row["x"], row["y"], "square", place, name, label, beside, colours))
    return found


def letter(game: AnyGame, colour: str, lang: str) -> str:
    """A colour's letter: colour alone is never the only cue."""
    return words.name(game, "letter", colour, lang)


def square_label(game: AnyGame, q: int, lang: str) -> str:
    """Colours as letters, die numbers, weapon: `YB 1`, `B 4-6 [T] M1919A4 2/3`, `W`."""
    parts = [each for each in (_letters(game, q, lang), _numbers(q)) if each]
    if CREW_SQUARE[q]:
        parts.append("[T]")
    if WEAPON_NAME[q]:
        parts.append(f"{WEAPON_NAME[q]} {WEAPON_ATTACK[q]}/{WEAPON_SUPPRESS[q]}")
    elif CREW_SQUARE[q]:
        parts.append("76mm Load")
    return " ".join(parts)


def _tight_label(game: AnyGame, q: int, lang: str) -> str:
    """The same without spaces and names: `YB1`, `B4-6T2/3`, `W`."""
    crew = "T" if CREW_SQUARE[q] else ""
    values = f"{WEAPON_ATTACK[q]}/{WEAPON_SUPPRESS[q]}" if WEAPON_NAME[q] else ""
    return _letters(game, q, lang) + _numbers(q) + crew + values


def _letters(game: AnyGame, q: int, lang: str) -> str:
    letters = "".join(letter(game, COLOURS[colour], lang) for colour in SQUARE_COLOURS[q])
    return letters or letter(game, "white", lang)


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


def _circles(game: AnyGame, lang: str) -> list[Place]:
    home = {circle: f"track-{way[0]}" for way in tracks() for circle in way[:-1]}
    found = []
    for row in BOARD_FILE["circle"]:
        circle = int(row["id"])
        label = letter(game, COLOURS[COLOUR[circle]], lang)
        name = words.term(game, "area" if circle in AREAS else "circle", lang).format(circle)
        onward = (str(NEXT[circle]),) if NEXT[circle] else ()
        shape = "area" if circle in AREAS else "circle"
        spot, colours = (row["x"], row["y"]), (COLOURS[COLOUR[circle]],)
        found.append(Place(str(circle), *spot, shape, home[circle], name, label, onward, colours))
    return found


def _token_squares(game: AnyGame, lang: str) -> list[Place]:
    return [
        Place(
            tokens_place(colour),
            row["x"],
            row["y"],
            "square",
            "suppression",
            words.term(game, "tokens", lang).format(words.name(game, "colour", row["id"], lang)),
            letter(game, row["id"], lang),
            colours=(row["id"],),
        )
        for colour, row in enumerate(BOARD_FILE["colour"])
        if row["suppression"]
    ]


def _groups(game: AnyGame, lang: str) -> list[Group]:
    found = [
        Group(place, words.name(game, "location", place, lang), drawing.zoom(number))
        for number, place in enumerate(LOCATIONS)
    ]
    spots = {int(row["id"]): (row["x"], row["y"]) for row in BOARD_FILE["circle"]}
    for way in tracks():
        xs = [spots[circle][0] for circle in way[:-1]]
        ys = [spots[circle][1] for circle in way[:-1]]
        box = (min(xs) - 30, min(ys) - 30, max(xs) - min(xs) + 60, max(ys) - min(ys) + 60)
        path = tuple(str(circle) for circle in way if circle != CASTLE)
        end = words.term(game, "castle", lang) if way[-1] == CASTLE else ""
        name = words.term(game, "track", lang).format(way[0])
        found.append(Group(f"track-{way[0]}", name, box, path, end))
    found.append(Group("suppression", words.term(game, "suppression", lang), (10, 10, 240, 90)))
    return found


# The scene. Its parts recur from frame to frame: each is made once and shared.


def scene(game: AnyGame, view: View, lang: str) -> Scene:
    mode = mode_of(view)
    pieces = [*_defenders(game, view, mode, lang), *_counters(game, view, mode, lang)]
    pieces += _cards(game, view, mode, lang)
    trays, gauges = _trays(game, view, mode, lang), _gauges(game, view, mode, lang)
    return Scene(tuple(pieces), tuple(trays), tuple(gauges), _focus(view))


def _defenders(game: AnyGame, view: View, mode: int, lang: str) -> list[Piece]:
    spots, marks = view["defenders"], view["marks"]
    return [_defender(game, mode, ident, spots[ident], tuple(marks[ident]), lang) for ident in DEFENDERS]


@lru_cache(maxsize=SHARED)
def _defender(game: AnyGame, mode: int, ident: str, spot: str, marks: tuple[str, ...], lang: str) -> Piece:
    d = DEFENDERS.index(ident)
    attributes = ATTRIBUTES[mode][d]
    text = f"{ATTACK[d]}/{SUPPRESS[d]}" + (f" {attributes}" if attributes else "")
    name = words.name(game, "defender", ident, lang)
    named = tuple(words.name(game, "mark", mark, lang) for mark in marks)
    over = tuple(f"mark-{mark}" for mark in marks)
    return Piece(ident, f"defender-{ident}", spot, name, text, named, over)


def _counters(game: AnyGame, view: View, mode: int, lang: str) -> list[Piece]:
    return [
        _counter(game, mode, kind, circle, kinds[:number].count(kind), lang)
        for _, circle in CIRCLE_NAMES
        if (kinds := view["counters"][circle])
        for number, kind in enumerate(kinds)
    ]


@lru_cache(maxsize=SHARED)
def _counter(game: AnyGame, mode: int, kind: str, circle: str, before: int, lang: str) -> Piece:
    """A counter on a circle; `before` counters of its kind come first."""
    number = KINDS.index(kind)
    disrupt = DISRUPT[mode][number]
    ident = f"{kind}@{circle}" + (f"#{before + 1}" if before else "")
    text = str(KIND_DEFENCE[mode][number]) + (f"/{disrupt}" if disrupt else "")
    return Piece(ident, f"ss-{kind}", circle, words.name(game, "kind", kind, lang), text)


def _cards(game: AnyGame, view: View, mode: int, lang: str) -> list[Piece]:
    """The cards visible to this viewer."""
    return [
        _card(game, mode, tray, number, ident, lang)
        for tray, key in OPEN_TRAYS.items()
        for number, ident in enumerate(view.get(key, ()), 1)
        if ident != HIDDEN
    ]


@lru_cache(maxsize=SHARED)
def _card(game: AnyGame, mode: int, tray: str, number: int, ident: str, lang: str) -> Piece:
    """A card with its effect; a reconstructed one says so."""
    card = CARDS.index(ident)
    marks = (words.term(game, "reconstructed", lang),) if DOUBTFUL[mode][card] else ()
    effect = words.name(game, "effect", EFFECT_TEXTS[EFFECT_TEXT[mode][card]], lang)
    name = words.name(game, "card", ident, lang)
    return Piece(f"{tray}-{number}", f"card-{CARD_NAMES[card]}", tray, name, effect, marks)


def _trays(game: AnyGame, view: View, mode: int, lang: str) -> list[Tray]:
    trays = [*TRAYS, *(["tactics"] if IN_FORCE[mode] else []), *(HELD if COMPETITIVE[mode] else ())]
    found = [
        _tray(game, ident, len(view[COUNTED[ident]]) if ident in COUNTED else None, lang) for ident in trays
    ]
    if COMPETITIVE[mode]:
        used = [name for name in view["removed"] if CARDS.index(name) >= FIRST_TACTIC]
        for ident, pile in (("ss-used", view["ss_discard"]), ("tactics-used", used)):
            found.append(Tray(ident, words.name(game, "tray", ident, lang), _counted(game, pile, lang)))
    return found + [
        Tray(key, words.name(game, "tray", key, lang), _open_pile(game, view[key], lang))
        for key in ("ss_deck", "tactic_deck")
        if view[key] and not view[key][0].startswith(HIDDEN)
    ]


@lru_cache(maxsize=SHARED)
def _tray(game: AnyGame, ident: str, cards: int | None, lang: str) -> Tray:
    """A tray, with its number of cards if it holds cards."""
    name = words.name(game, "tray", ident, lang)
    if cards is None:
        return Tray(ident, name)
    term = "cards-held" if ident in HELD else "cards-left"
    return Tray(ident, name, words.term(game, term, lang).format(cards), cards=True)


def _counted(game: AnyGame, pile: list[str], lang: str) -> str:
    """Used cards by name: what an attentive player would have counted (AMB-50)."""
    found = Counter(_card_name(game, ident, lang) for ident in sorted(pile))
    return ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in found.items()) or "0"


def _card_name(game: AnyGame, ident: str, lang: str) -> str:
    """A card without the number of its deck."""
    full = words.name(game, "card", ident, lang)
    return full.rpartition(" (")[0] or full


def _open_pile(game: AnyGame, pile: list[str], lang: str) -> str:
    """A deck as the arbiter sees it, top first."""
    return ", ".join(words.name(game, "card", ident, lang) for ident in pile)


def _gauges(game: AnyGame, view: View, mode: int, lang: str) -> list[Gauge]:
    def gauge(ident: str, at: str, value: object, term: str) -> Gauge:
        return _gauge(game, ident, at, str(value), term, lang)

    found = [
        gauge("turn", "", view["turn"], "turn"),
        gauge("phase", "", words.name(game, "phase", view["phase"], lang), "phase"),
        gauge("actions", "", view["actions_left"], "actions"),
        gauge("score", "", view["score"], SCORE_TERM[mode]),
        gauge("discards", "", _discards(game, view, lang), "discards"),
    ]
    found += [gauge(f"defence-{ident}", ident, n, "defence") for ident, n in view["defence"].items()]
    found += [
        gauge(f"count-{ident}", f"tokens-{ident}", n, "tokens-here") for ident, n in view["tokens"].items()
    ]
    found.append(gauge("load", "tank", words.term(game, "yes" if view["load"] else "no", lang), "load"))
    held = [*view.get("ss_hand", ()), *view.get("ss_plan", ())]
    if view["regiment_among"] and CARDS[REGIMENT] not in held:
        found.append(gauge("regiment", "ss-cards", _regiment(game, view, lang), "regiment"))
    return found


@lru_cache(maxsize=SHARED)
def _gauge(game: AnyGame, ident: str, at: str, value: str, term: str, lang: str) -> Gauge:
    return Gauge(ident, at, value, words.term(game, term, lang))


def _regiment(game: AnyGame, view: View, lang: str) -> str:
    """The number of last cards that include the 142nd, and how many of them the SS player has drawn."""
    among, left = view["regiment_among"], len(view["ss_deck"])
    if not COMPETITIVE[mode_of(view)] or left >= among:
        return str(min(among, left))
    return words.term(game, "regiment-drawn", lang).format(among, among - left)


def _discards(game: AnyGame, view: View, lang: str) -> str:
    pile = view["ss_discard"]
    if not pile:
        return "0"
    top = words.name(game, "card", pile[0], lang)
    return f"{len(pile)}, {words.term(game, 'top-card', lang)} {top}"


def _focus(view: View) -> tuple[str, ...]:
    """The groups and trays of the open question."""
    ask = view["ask"]
    if ask is None:
        return ()
    if ask[0] in ("what", "command", "sacrifice"):
        return _where(view, DEFENDERS[ask[2]])
    if ask[0] == "spend":
        return (*_way(ask[3]), "suppression")
    if ask[0] == "plan":
        return ("ss-plan", "tactic-plan")
    return ()


@lru_cache(maxsize=len(AREAS))
def _way(area: int) -> tuple[str, ...]:
    """The tracks a counter entering at an area would push along."""
    home = {circle: f"track-{way[0]}" for way in tracks() for circle in way[:-1]}
    found = []
    circle = area
    while circle != CASTLE:
        found.append(home[circle])
        circle = NEXT[circle]
    return tuple(dict.fromkeys(found))


def _where(view: View, ident: str) -> tuple[str, ...]:
    spot = view["defenders"][ident]
    return (LOCATIONS[LOCATION[SQUARES.index(spot)]],) if spot in SQUARES else ()


def at(view: View, action: int) -> str:
    """The thing to click for a choice."""
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
    if action == PASS:
        return "actions"
    # Recover, Command, Load, Escape, done, keep: the Defender the question is about.
    return str(DEFENDERS[ask[2]])


def about(ask: Ask) -> tuple[str, ...]:
    """The Defender a question is about."""
    return (DEFENDERS[ask[2]],) if ask[0] in ("where", "what", "command", "sacrifice") else ()


def also(action: int) -> tuple[str, ...]:
    """Tokens for two colours may be laid at either."""
    return tuple(tokens_place(colour) for colour, _ in PUT[action][1:]) if action in PUT else ()


NAMED: Final = rows_by_word(ACTIONS)


def meant(view: View, thing: str) -> list[Action]:
    """The possible meanings of a click. A Defender also stands for his square, a circle for its counters."""
    if thing in DEFENDERS:
        words_ = [thing, view["defenders"][thing]]
    elif thing in view["counters"]:
        words_ = [f"{kind}@{thing}" for kind in view["counters"][thing] or KINDS]
    elif thing.startswith(TOKENS):
        words_ = [thing.removeprefix(TOKENS), ACTIONS[SPEND[0]].split()[0]]
    else:
        words_ = [thing.partition("#")[0]]
    return [row for word in dict.fromkeys(words_) for row in NAMED.get(word, ())]


def _first_counter(view: View, colour: int) -> str:
    """A circle of a colour that holds SS counters."""
    return next(
        str(circle) for circle in CIRCLES if COLOUR[circle] == colour and view["counters"][str(circle)]
    )


# Reference pages


def cards(game: AnyGame, edition: str, lang: str) -> list[tuple[str, str, str]]:
    """Every SS and Tactic card of an edition once, with its effect; reconstructed ones say so."""
    found: dict[str, tuple[str, str, str]] = {}
    for mode in [mode for mode, (of, _) in enumerate(MODES) if of == edition]:
        for card in [card for card, n in enumerate(COPIES[mode]) if n]:
            remark = words.term(game, "reconstructed", lang) if DOUBTFUL[mode][card] else ""
            effect = words.name(game, "effect", EFFECT_TEXTS[EFFECT_TEXT[mode][card]], lang)
            found[CARD_NAMES[card]] = (_card_name(game, CARDS[card], lang), effect, remark)
    return list(found.values())


def sheet(game: AnyGame, view: View, lang: str) -> list[tuple[str, int]]:
    """The points line by line; a lost published game has none, and says so."""
    if view["result"].get("how") == "breach" and not SCORES_CASUALTIES[mode_of(view)]:
        return [(words.term(game, "points-none", lang), 0)]
    return [
        (words.term(game, f"points-{name}", lang).format(n), points)
        for name, n, points in tally_lines(load_open(view))
        if n
    ]
