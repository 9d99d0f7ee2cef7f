"""The data files as static tables of ints, built once. A thing's number is its row in its file.

Nothing here changes during play. What a card, a counter or the board shows comes from `data/*.toml`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final


def _data(name: str) -> dict[str, Any]:
    folder = files("garrison.games.itter").joinpath("data")
    return tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))


BOARD_FILE: Final = _data("board")
DEFENDER_FILE: Final = _data("defenders")
COUNTER_FILE: Final = _data("counters")
CARD_FILE: Final = _data("ss_cards")
TACTIC_FILE: Final = _data("tactics")
SCORING_FILE: Final = _data("scoring")

# Colours of fire

COLOURS: Final[tuple[str, ...]] = tuple(row["id"] for row in BOARD_FILE["colour"])
LETTERS: Final[tuple[str, ...]] = tuple(row["letter"] for row in BOARD_FILE["colour"])
COLOUR_COUNT: Final = len(COLOURS)
HAS_TOKENS: Final = tuple(bool(row["suppression"]) for row in BOARD_FILE["colour"])
"""Which colours have a suppression square: not yellow (ITP-2.3a, AMB-27)."""

# Locations and combat squares (ITP-1.2a)

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
"""The squares of the Great Hall, which stand together in the file."""
LOAD_SQUARE: Final = next(q for q in range(SQUARE_COUNT) if _SQUARES[q].get("load"))
GUN_SQUARE: Final = NEEDS_LOAD.index(True)

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
"""Where Move to New Location can lead from a location: ITP-2.5c, from the Cellar ITP-2.5d."""


def _numbered(colour: int) -> tuple[int, ...]:
    """The squares of a colour by die face 1 to 6; purple 1 and green 1 are two squares (AMB-24)."""
    found: dict[int, int] = {
        face: q for q in range(SQUARE_COUNT) if colour in SQUARE_COLOURS[q] for face in _SQUARES[q]["numbers"]
    }
    return tuple(found[face] for face in range(1, 7))


NUMBERED: Final = tuple(_numbered(colour) for colour in range(COLOUR_COUNT))
TARGET_SQUARES: Final = tuple(tuple(dict.fromkeys(squares)) for squares in NUMBERED)
"""The squares of a colour by rising number, each once."""

# Circles of the attackers: large ones are areas, small ones steps of a track (ITP-1.2a)

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
"""Line of sight (ITP-1.3a, b, c): the circles of a square's colours."""

# Counters of the attackers: name, Defence, disrupt value (ITP-0k); tokens (ITP-0i)

_COUNTERS: Final = COUNTER_FILE["counter"]
KINDS: Final[tuple[str, ...]] = tuple(row["id"] for row in _COUNTERS)
KIND_COUNT: Final = tuple(int(row["count"]) for row in _COUNTERS)
KIND_DEFENCE: Final = tuple(int(row["defence"]) for row in _COUNTERS)
DISRUPT: Final = tuple(int(row["disrupt"]) for row in _COUNTERS)
PUSHES: Final = tuple(bool(row["pushes"]) for row in _COUNTERS)
MG: Final = KINDS.index("mg")
MORTAR: Final = KINDS.index("mortar")
TOKENS: Final = int(COUNTER_FILE["tokens"]["suppression"])
DISRUPTED_TOKENS: Final = int(COUNTER_FILE["tokens"]["disrupted"])
COMMAND_TOKENS: Final = int(COUNTER_FILE["tokens"]["command"])
ACTION_TOKENS: Final = int(COUNTER_FILE["tokens"]["action"])

# Defenders: name, attack and suppress values, special action, attributes (ITP-0j)

_DEFENDERS: Final = DEFENDER_FILE["defender"]
DEFENDERS: Final[tuple[str, ...]] = tuple(row["id"] for row in _DEFENDERS)
DEFENDER_COUNT: Final = len(DEFENDERS)
NATION: Final[tuple[str, ...]] = tuple(row["nation"] for row in _DEFENDERS)
ATTACK: Final = tuple(int(row["attack"]) for row in _DEFENDERS)
SUPPRESS: Final = tuple(int(row["suppress"]) for row in _DEFENDERS)
ATTRIBUTES: Final = tuple("".join(row["attributes"]) for row in _DEFENDERS)
START: Final[tuple[str, ...]] = tuple(row["start"] for row in _DEFENDERS)


def _bearers(letter: str) -> tuple[bool, ...]:
    return tuple(letter in row for row in ATTRIBUTES)


COMMANDS: Final = _bearers("C")
CREW: Final = _bearers("T")
OFFICER: Final = _bearers("O")
LOW_MORALE: Final = _bearers("M")
INSPIRES: Final = _bearers("I")
REINFORCEMENT: Final = _bearers("R")
FRENCH: Final = tuple(nation == "french" for nation in NATION)
INSPIRERS: Final = tuple(d for d in range(DEFENDER_COUNT) if INSPIRES[d])
OFFICERS: Final = tuple(d for d in range(DEFENDER_COUNT) if OFFICER[d])
FAINT_HEARTED: Final = tuple(d for d in range(DEFENDER_COUNT) if LOW_MORALE[d])
GANGL: Final = _bearers("S").index(True)
BOROTRA: Final = _bearers("E").index(True)
FIRST_IN: Final = tuple(d for d in range(DEFENDER_COUNT) if START[d] == "supply")
FIRST_COUNT: Final = len(FIRST_IN)
"""The Defenders of the first turns; they stand first in the file, so a slice finds them."""
if list(FIRST_IN) != list(range(FIRST_COUNT)):
    raise ValueError("data/defenders.toml: the Defenders that start in the supply must stand first")

# Cards: one number for each `name/deck` that exists, SS cards first, then the 142nd, then tactics

_CARDS: Final = CARD_FILE["card"]
_TACTICS: Final = TACTIC_FILE["tactic"]
DECKS: Final = (1, 2, 3, 4)
_SS_ROWS: Final = [
    (row, deck) for row in _CARDS for deck in DECKS if row["decks"][deck - 1] and row["effect"] != "relief"
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
COPIES: Final = tuple(
    int(row["decks"][deck - 1]) if deck else 1 for row, deck in zip(CARD_ROWS, CARD_DECK, strict=True)
)
FIRST_TACTIC: Final = REGIMENT + 1
EFFECT: Final = tuple(str(row["effect"]) for row in CARD_ROWS)
CARD_DICE: Final = tuple(int(row.get("dice", 0)) for row in CARD_ROWS)
CARD_KIND: Final = tuple(KINDS.index(row["counter"]) if "counter" in row else -1 for row in CARD_ROWS)
CARD_NUMBER: Final = tuple(int(row.get("number", 0)) for row in CARD_ROWS)


def _faces(row: dict[str, Any]) -> tuple[int, ...]:
    """A card's die table: colours, locations or areas by face 1 to 6."""
    found: list[int] = []
    for each in row.get("table", ()):
        if isinstance(each, int):
            found.append(each)
        else:
            found.append(COLOURS.index(each) if each in COLOURS else LOCATIONS.index(each))
    return tuple(found)


CARD_TABLE: Final = tuple(_faces(row) for row in CARD_ROWS)
CARD_TARGET: Final = tuple(LOCATIONS.index(row["target"]) if "target" in row else -1 for row in CARD_ROWS)
"""The location a card always attacks (ITP-4.2d)."""
ESCAPE_CARDS: Final = tuple(int(CARD_FILE["escape"]["after"][str(deck)]) for deck in DECKS)
"""ITP-2.8e: how many of the last cards the 142nd is shuffled with, by deck of the top discard."""


def deck_of(deck: int, *, tactics: bool) -> list[int]:
    """All cards of one numbered deck, in the order of the data file."""
    cards = range(FIRST_TACTIC, len(CARDS)) if tactics else range(REGIMENT)
    return [card for card in cards if CARD_DECK[card] == deck for _ in range(COPIES[card])]


# Tactics

EXTRA_ON: Final = tuple(frozenset(row.get("on", ())) for row in CARD_ROWS)
EXTRA_DICE: Final = tuple(int(row["dice"]) if row["effect"] == "extra-die" else 0 for row in CARD_ROWS)
TOUCHES: Final = tuple(frozenset(KINDS.index(each) for each in row.get("counters", ())) for row in CARD_ROWS)
ADDS: Final = tuple(int(row.get("add", 0)) for row in CARD_ROWS)
MOST: Final = tuple(int(row.get("most", 0)) for row in CARD_ROWS)

ORIGIN: Final = tuple(int(row["confidence"] == "reconstruction") for row in CARD_ROWS)
"""1 where a card's effect is our reconstruction, so that a player is told."""
CARD_NAMES: Final = tuple(str(row["name"]) for row in CARD_ROWS)

# Options

EDITIONS: Final = ("published",)
DIFFICULTIES: Final = ("beginner", "veteran", "elite")
START_ARRAY: Final = tuple(
    tuple(KINDS.index(each) for each in COUNTER_FILE["start"][name]["array"]) for name in DIFFICULTIES
)
SHUFFLED: Final = tuple(bool(COUNTER_FILE["start"][name]["shuffled"]) for name in DIFFICULTIES)
TACTICS_REMOVED: Final = tuple(tuple(TACTIC_FILE["removed"].get(name, ())) for name in DIFFICULTIES)
"""How many cards of each tactic deck leave the game unseen; empty where no tactics are used."""

# Points

POINTS: Final = {name: int(value) for name, value in SCORING_FILE["points"].items() if isinstance(value, int)}
AWARDS: Final = tuple((int(row["from"]), str(row["id"]), str(row["level"])) for row in SCORING_FILE["award"])
