"""The data files as static tables of ints, built once. A thing's number is its row in its file.

Nothing here changes during play. What a card, a counter or the board shows comes from `data/*.toml`. A game
is played in one mode, an edition at a difficulty; tables that differ by mode have the mode as first index.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any, Final, TypeVar


def _data(name: str) -> dict[str, Any]:
    folder = files("garrison.games.itter").joinpath("data")
    return tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))


BOARD_FILE: Final = _data("board")
DEFENDER_FILE: Final = _data("defenders")
COUNTER_FILE: Final = _data("counters")
CARD_FILE: Final = _data("ss_cards")
TACTIC_FILE: Final = _data("tactics")
SCORING_FILE: Final = _data("scoring")

# Modes

EDITIONS: Final = ("published", "playtest")
DIFFICULTIES: Final = ("beginner", "normal", "veteran", "elite", "competitive")
MODES: Final = (
    ("published", "beginner"),
    ("published", "veteran"),
    ("published", "elite"),
    ("published", "competitive"),
    ("playtest", "normal"),
    ("playtest", "veteran"),
    ("playtest", "elite"),
)
"""Pairs of edition and difficulty. A mode's number is its index here."""
OPTIONS: Final = {
    "edition": EDITIONS,
    "difficulty": DIFFICULTIES,
    "escape": ("white", "coloured"),
    "command": ("early", "late"),
}
READINGS: Final = {"escape": 1, "command": 2}
"""Options for the stricter reading of a rule, with a bit each: AMB-18, AMB-41."""
COLOURED_ESCAPE, LATE_COMMAND = READINGS.values()
PLAYTEST: Final = tuple(edition == "playtest" for edition, _ in MODES)
COMPETITIVE: Final = tuple(difficulty == "competitive" for _, difficulty in MODES)

T = TypeVar("T")


def by_mode(make: Callable[[str, str], T]) -> tuple[T, ...]:
    """A table by mode, from a function of edition and difficulty."""
    return tuple(make(edition, difficulty) for edition, difficulty in MODES)


def by_edition(published: T, playtest: T) -> tuple[T, ...]:
    """A table by mode for something that depends only on the edition."""
    return by_mode(lambda edition, _: playtest if edition == "playtest" else published)


_OF_ANY_ROW: Final = {"source", "confidence", "figures"}


def _edited(row: dict[str, Any], edition: str) -> dict[str, Any]:
    """A row as an edition has it: the published one, overlaid with the other edition's changes."""
    return row if edition == "published" else {**row, **row.get(edition, {})}


def _may_differ(rows: list[dict[str, Any]], *keys: str) -> None:
    """Only these figures can differ by edition; any other in the data would be shown but not used."""
    for row in rows:
        for key, value in row.get("playtest", {}).items():
            if key not in _OF_ANY_ROW and key not in keys and value != row.get(key):
                raise ValueError(
                    f"data: '{key}' of {row.get('id', row.get('name'))} is the same in every edition"
                )


# Colours of fire

COLOURS: Final[tuple[str, ...]] = tuple(row["id"] for row in BOARD_FILE["colour"])
COLOUR_COUNT: Final = len(COLOURS)
HAS_TOKENS: Final = tuple(bool(row["suppression"]) for row in BOARD_FILE["colour"])
"""Colours with a suppression square: not yellow (ITP-2.3a, AMB-27)."""

# Locations and combat squares (ITP-1.2a, IT3-14)

LOCATIONS: Final[tuple[str, ...]] = tuple(row["id"] for row in BOARD_FILE["location"])
DEFENCE_TRACK: Final = tuple(tuple(row["defence"]) for row in BOARD_FILE["location"])
GREAT_HALL: Final = LOCATIONS.index("great-hall")
TANK: Final = LOCATIONS.index("tank")
CELLAR: Final = LOCATIONS.index("cellar")
TARGETS: Final = tuple(place for place, track in enumerate(DEFENCE_TRACK) if track)
"""Locations that can be shot at: all with a defence track."""

_SQUARES: Final = BOARD_FILE["square"]
SQUARES: Final[tuple[str, ...]] = tuple(row["id"] for row in _SQUARES)
SQUARE_COUNT: Final = len(SQUARES)
LOCATION: Final = tuple(LOCATIONS.index(row["location"]) for row in _SQUARES)
SQUARE_COLOURS: Final = tuple(tuple(COLOURS.index(each) for each in row["colours"]) for row in _SQUARES)
TANK_SQUARES: Final = tuple(q for q in range(SQUARE_COUNT) if LOCATION[q] == TANK)
CELLAR_SQUARES: Final = tuple(q for q in range(SQUARE_COUNT) if LOCATION[q] == CELLAR)
if CELLAR_SQUARES[-1] != SQUARE_COUNT - 1:
    raise ValueError("data/board.toml: the squares of the Cellar must stand last")
CREW_SQUARE: Final = tuple(bool(row.get("crew")) for row in _SQUARES)
WEAPON_NAME: Final = tuple(str(row.get("weapon", {}).get("name", "")) for row in _SQUARES)
WEAPON_ATTACK: Final = tuple(int(row.get("weapon", {}).get("attack", 0)) for row in _SQUARES)
WEAPON_SUPPRESS: Final = tuple(int(row.get("weapon", {}).get("suppress", 0)) for row in _SQUARES)
NEEDS_LOAD: Final = tuple(bool(row.get("weapon", {}).get("needs_load")) for row in _SQUARES)
_HALL_SQUARES: Final = [q for q in range(SQUARE_COUNT) if LOCATION[q] == GREAT_HALL]
HALL: Final = slice(_HALL_SQUARES[0], _HALL_SQUARES[-1] + 1)
"""The squares of the Great Hall, which are adjacent in the file."""
LOAD_SQUARE: Final = next(q for q in range(SQUARE_COUNT) if _SQUARES[q].get("load"))

LOCATION_SQUARES: Final = tuple(
    tuple(q for q in range(SQUARE_COUNT) if LOCATION[q] == place) for place in range(len(LOCATIONS))
)
"""By location: its squares, by rising number as in the file."""
BESIDE: Final = tuple(
    tuple(other for other in range(SQUARE_COUNT) if other != q and LOCATION[other] == LOCATION[q])
    for q in range(SQUARE_COUNT)
)
"""The other squares of a square's location."""
ELSEWHERE: Final = tuple(
    tuple(
        other
        for other in range(SQUARE_COUNT)
        if LOCATION[other] != place and (place != CELLAR or LOCATION[other] == GREAT_HALL)
    )
    for place in range(len(LOCATIONS))
)
"""Targets of Move to New Location, by location: ITP-2.5c, IT3-38; from the Cellar ITP-2.5d, IT3-39."""


def _numbered(colour: int) -> tuple[int, ...]:
    """The squares of a colour by die face 1 to 6; purple 1 and green 1 are two squares (AMB-24)."""
    found: dict[int, int] = {
        face: q for q in range(SQUARE_COUNT) if colour in SQUARE_COLOURS[q] for face in _SQUARES[q]["numbers"]
    }
    return tuple(found[face] for face in range(1, 7))


NUMBERED: Final = tuple(_numbered(colour) for colour in range(COLOUR_COUNT))
"""A square of two colours is found through either (IT3-104)."""
TARGET_SQUARES: Final = tuple(tuple(dict.fromkeys(squares)) for squares in NUMBERED)
"""The squares of a colour by rising number, each once."""

# Circles of the attackers: large ones are areas, small ones steps of a track (ITP-1.2a, IT3-14)

CIRCLES: Final = tuple(int(row["id"]) for row in BOARD_FILE["circle"])
CASTLE: Final = 0
NEXT: Final = [CASTLE] * (max(CIRCLES) + 1)
COLOUR: Final = [-1] * (max(CIRCLES) + 1)
for _row in BOARD_FILE["circle"]:
    NEXT[_row["id"]] = int(_row["next"])
    COLOUR[_row["id"]] = COLOURS.index(_row["colour"])
AREAS: Final = tuple(int(row["id"]) for row in BOARD_FILE["circle"] if row["area"])
LAST_AREA: Final = max(AREAS)
SEES: Final = tuple(
    tuple(circle for circle in CIRCLES if COLOUR[circle] in SQUARE_COLOURS[q]) for q in range(SQUARE_COUNT)
)
"""Line of sight: the circles of a square's colours (ITP-1.3a, ITP-1.3b, ITP-1.3c, IT3-15, IT3-16, IT3-17).

The Load square is white and sees none (IT3-69).
"""

# Counters of the attackers: name, Defence, second value (ITP-0k, IT3-12); tokens (ITP-0i, IT3-10)

_COUNTERS: Final = COUNTER_FILE["counter"]
_may_differ(_COUNTERS, "count", "defence", "disrupt")
_may_differ([COUNTER_FILE["tokens"]], "suppression", "disrupted", "command", "dice")
KINDS: Final[tuple[str, ...]] = tuple(row["id"] for row in _COUNTERS)


def _counters(key: str) -> tuple[tuple[int, ...], ...]:
    """A figure of every kind by mode; 0 for a kind the edition does not have."""
    return by_mode(
        lambda edition, _: tuple(
            int(_edited(row, edition)[key]) if edition == "published" or edition in row else 0
            for row in _COUNTERS
        )
    )


KIND_COUNT: Final = _counters("count")
KIND_DEFENCE: Final = _counters("defence")
DISRUPT: Final = _counters("disrupt")
"""Disrupt values; in the playtest edition suppress values, which Riflemen have too (IT3-12)."""
PUSHES: Final = tuple(bool(row["pushes"]) for row in _COUNTERS)
MG: Final = KINDS.index("mg")
MORTAR: Final = KINDS.index("mortar")


def _tokens(name: str) -> tuple[int, ...]:
    return by_mode(lambda edition, _: int(_edited(COUNTER_FILE["tokens"], edition)[name]))


TOKENS: Final = _tokens("suppression")
DISRUPTED_TOKENS: Final = _tokens("disrupted")
COMMAND_TOKENS: Final = _tokens("command")
ACTION_TOKENS: Final = int(COUNTER_FILE["tokens"]["action"])

# Defenders: name, attack and suppress values, special action, attributes (ITP-0j, IT3-11)

_DEFENDERS: Final = DEFENDER_FILE["defender"]
_may_differ(_DEFENDERS, "attributes")
DEFENDERS: Final[tuple[str, ...]] = tuple(row["id"] for row in _DEFENDERS)
DEFENDER_COUNT: Final = len(DEFENDERS)
NATION: Final[tuple[str, ...]] = tuple(row["nation"] for row in _DEFENDERS)
ATTACK: Final = tuple(int(row["attack"]) for row in _DEFENDERS)
SUPPRESS: Final = tuple(int(row["suppress"]) for row in _DEFENDERS)
ATTRIBUTES: Final = by_mode(
    lambda edition, _: tuple("".join(_edited(row, edition)["attributes"]) for row in _DEFENDERS)
)
START: Final[tuple[str, ...]] = tuple(row["start"] for row in _DEFENDERS)


def _bearers(letter: str) -> tuple[bool, ...]:
    return tuple(letter in row for row in ATTRIBUTES[0])


COMMANDS: Final = _bearers("C")
CREW: Final = _bearers("T")
OFFICER: Final = _bearers("O")
LOW_MORALE: Final = _bearers("M")
INSPIRES: Final = _bearers("I")
REINFORCEMENT: Final = _bearers("R")
FRENCH: Final = tuple(nation == "french" for nation in NATION)
INSPIRERS: Final = tuple(d for d in range(DEFENDER_COUNT) if INSPIRES[d])
"""Four prisoners (IT3-58)."""
OFFICERS: Final = tuple(d for d in range(DEFENDER_COUNT) if OFFICER[d])
FAINT_HEARTED: Final = tuple(d for d in range(DEFENDER_COUNT) if LOW_MORALE[d])
GANGL: Final = _bearers("S").index(True)
if any(
    set(one) - {"S"} != set(other) - {"S"}
    for letters in ATTRIBUTES
    for one, other in zip(ATTRIBUTES[0], letters, strict=True)
):
    raise ValueError("data/defenders.toml: editions differ in Sacrifice [S] only")
SACRIFICES: Final = tuple("S" in letters[GANGL] for letters in ATTRIBUTES)
"""By mode: whether Gangl may be sacrificed for a prisoner (ITP-3.5a): not in the playtest edition."""
BOROTRA: Final = _bearers("E").index(True)
FIRST_IN: Final = tuple(d for d in range(DEFENDER_COUNT) if START[d] == "supply")
FIRST_COUNT: Final = len(FIRST_IN)
"""The Defenders of the first turns come first in the file, so a slice finds them."""
if list(FIRST_IN) != list(range(FIRST_COUNT)):
    raise ValueError("data/defenders.toml: the Defenders that start in the supply must stand first")

# Cards: one number for each `name/deck` that exists, SS cards first, then the 142nd, then tactics

_CARDS: Final = CARD_FILE["card"]
_may_differ(_CARDS, "effect", "dice", "table", "decks", "veteran", "elite", "text", "doubtful")
_TACTICS: Final = TACTIC_FILE["tactic"]
DECKS: Final = (1, 2, 3, 4)
_MARKED: Final = {"normal": (), "veteran": ("veteran",), "elite": ("veteran", "elite")}
"""Marked cards that a difficulty of the playtest edition uses: IT3-03, IT3-103."""


def _copies(row: dict[str, Any], deck: int, edition: str, marked: tuple[str, ...]) -> int:
    """Copies of a card in one numbered deck of an edition."""
    table = row if edition == "published" else row.get(edition, {})
    return sum(int(table[key][deck - 1]) for key in ("decks", *marked) if key in table)


def _stacked(row: dict[str, Any], deck: int, edition: str, difficulty: str) -> int:
    """Copies of a card in the deck in use: the competitive Sturm in its variant only (ITP-0e)."""
    marked = (difficulty,) if edition == "published" else _MARKED[difficulty]
    return _copies(row, deck, edition, marked)


_SS_ROWS: Final = [
    (row, deck)
    for row in _CARDS
    for deck in DECKS
    if any(_stacked(row, deck, edition, difficulty) for edition, difficulty in MODES)
]
_TACTIC_ROWS: Final = [(row, deck) for row in _TACTICS for deck in DECKS if row["decks"][deck - 1]]
REGIMENT: Final = len(_SS_ROWS)
_RELIEF: Final = next(row for row in _CARDS if row["effect"] == "relief")
CARD_ROWS: Final = [row for row, _ in _SS_ROWS] + [_RELIEF] + [row for row, _ in _TACTIC_ROWS]
CARD_DECK: Final = [deck for _, deck in _SS_ROWS] + [0] + [deck for _, deck in _TACTIC_ROWS]
CARDS: Final = tuple(
    f"{row['name']}/{deck}" if deck else str(row["name"])
    for row, deck in zip(CARD_ROWS, CARD_DECK, strict=True)
)
FIRST_TACTIC: Final = REGIMENT + 1
CARD_NAMES: Final = tuple(str(row["name"]) for row in CARD_ROWS)
CARD_KIND: Final = tuple(KINDS.index(row["counter"]) if "counter" in row else -1 for row in CARD_ROWS)
CARD_NUMBER: Final = tuple(int(row.get("number", 0)) for row in CARD_ROWS)
REINFORCEMENTS: Final = next(card for card, row in enumerate(CARD_ROWS) if row["effect"] == "reinforcements")
MUST_BE_PLAYED: Final = (REINFORCEMENTS, REGIMENT)
"""ITP-6.2f."""


def _cards(make: Callable[[dict[str, Any]], T]) -> tuple[tuple[T, ...], ...]:
    """A property of every card, by mode."""
    return by_mode(lambda edition, _: tuple(make(_edited(row, edition)) for row in CARD_ROWS))


EFFECT: Final = _cards(lambda row: str(row["effect"]))
CARD_DICE: Final = _cards(lambda row: int(row.get("dice", 0)))


def _faces(row: dict[str, Any]) -> tuple[int, ...]:
    """A card's die table: colours, locations or areas by face 1 to 6."""
    found: list[int] = []
    for each in row.get("table", ()):
        if isinstance(each, int):
            found.append(each)
        else:
            found.append(COLOURS.index(each) if each in COLOURS else LOCATIONS.index(each))
    return tuple(found)


CARD_TABLE: Final = _cards(_faces)
CARD_TARGET: Final = tuple(LOCATIONS.index(row["target"]) if "target" in row else -1 for row in CARD_ROWS)
"""The location a card always attacks (ITP-4.2d, IT3-83)."""
ESCAPE_CARDS: Final = tuple(int(CARD_FILE["escape"]["after"][str(deck)]) for deck in DECKS)
"""ITP-2.8e: the number of last cards the 142nd is shuffled with, by deck of the top discard."""
DROPPED_CARDS: Final = by_edition(0, int(CARD_FILE["escape"]["playtest"]["dropped"]))
"""IT3-56: the number of cards removed from the bottom of the deck instead."""
STACKED: Final = by_mode(
    lambda edition, difficulty: tuple(
        _stacked(row, deck, edition, difficulty) if deck else 0
        for row, deck in zip(CARD_ROWS[:FIRST_TACTIC], CARD_DECK, strict=False)
    )
)
"""Copies of each SS card in the deck at the start: 60, 61 with the competitive Sturm, or 60, 66, 72."""
TACTICS_REMOVED: Final = by_mode(
    lambda edition, difficulty: (
        tuple(TACTIC_FILE["removed"].get(difficulty, ())) if edition == "published" else ()
    )
)
"""Cards of each tactic deck removed unseen; empty where no tactics are used (ITP-0h)."""


def _box(edition: str, difficulty: str) -> tuple[int, ...]:
    """ITP-0g: the 142nd; IT3-02: all 72, including those a difficulty leaves out."""
    mode = MODES.index((edition, difficulty))
    if edition == "playtest":
        marked = _MARKED["elite"]
        ss = [_copies(row, deck, edition, marked) for row, deck in _SS_ROWS]
        return (*ss, 0, *[0] * len(_TACTIC_ROWS))
    tactics = [int(row["decks"][deck - 1]) if TACTICS_REMOVED[mode] else 0 for row, deck in _TACTIC_ROWS]
    return (*STACKED[mode][:REGIMENT], 1, *tactics)


COPIES: Final = by_mode(_box)
"""Copies of each card anywhere in the game."""


def deck_of(mode: int, deck: int, *, tactics: bool) -> list[int]:
    """All cards of one numbered deck, in the order of the data file."""
    if tactics:
        cards, copies = range(FIRST_TACTIC, len(CARDS)), COPIES[mode]
    else:
        cards, copies = range(REGIMENT), STACKED[mode]
    return [card for card in cards if CARD_DECK[card] == deck for _ in range(copies[card])]


EFFECT_TEXTS: Final = tuple(
    dict.fromkeys(
        [*CARD_NAMES, *[str(_edited(row, "playtest").get("text", row["name"])) for row in CARD_ROWS]]
    )
)
"""Ids of the sentences about a card's effect."""
EFFECT_TEXT: Final = _cards(lambda row: EFFECT_TEXTS.index(row.get("text", row["name"])))
DOUBTFUL: Final = _cards(
    lambda row: bool(row.get("doubtful")) or (row in _TACTICS and row["confidence"] == "reconstruction")
)
"""Cards with a reconstructed figure, which are marked for players."""

# Tactics

EXTRA_ON: Final = tuple(frozenset(row.get("on", ())) for row in CARD_ROWS)
EXTRA_DICE: Final = tuple(int(row["dice"]) if row["effect"] == "extra-die" else 0 for row in CARD_ROWS)
TOUCHES: Final = tuple(frozenset(KINDS.index(each) for each in row.get("counters", ())) for row in CARD_ROWS)
ADDS: Final = tuple(int(row.get("add", 0)) for row in CARD_ROWS)
MOST: Final = tuple(int(row.get("most", 0)) for row in CARD_ROWS)

# The start


def _start(edition: str, difficulty: str) -> dict[str, Any]:
    """IT3-08: the playtest edition always starts the same; AMB-47: the competitive game like a beginner's."""
    found: dict[str, Any] = COUNTER_FILE["start"][difficulty if edition == "published" else "normal"]
    return COUNTER_FILE["start"][found["same"]] if "same" in found else found


START_ARRAY: Final = by_mode(
    lambda edition, difficulty: tuple(KINDS.index(each) for each in _start(edition, difficulty)["array"])
)
SHUFFLED: Final = by_mode(lambda edition, difficulty: bool(_start(edition, difficulty)["shuffled"]))

# Points

POINTS: Final = {name: int(value) for name, value in SCORING_FILE["points"].items() if isinstance(value, int)}
CASUALTY_POINTS: Final = {name: int(SCORING_FILE["points"]["playtest"][name]) for name in ("french", "other")}
"""IT3-102."""
AWARDS: Final = tuple((int(row["from"]), str(row["id"]), str(row["level"])) for row in SCORING_FILE["award"])
