"""Views: what a seat may know, the saved state, and how to load both."""

from __future__ import annotations

from collections import Counter

from garrison.core.errors import Damaged
from garrison.core.kernel import after_all, pending, resume, then
from garrison.core.state import ARBITER, Options, Seat, View
from garrison.core.validation import known_index, whole
from garrison.games.itter.editions import LEAVES_FROM_DAWN
from garrison.games.itter.planning_phase import KEPT
from garrison.games.itter.scoring import result, tally
from garrison.games.itter.setup import readings
from garrison.games.itter.state import (
    ACTED,
    ASIDE,
    CASUALTY,
    COMMANDED,
    DEFENDER_PHASE,
    DESTROYED,
    DESTROYED_EMPTY,
    DISRUPTED,
    EMPTY,
    ENDINGS,
    ESCAPED,
    EXHAUSTED,
    LOADED,
    NO_COUNTER,
    PLANNING_PHASE,
    SS,
    SUPPLY,
    UNLOADED,
    WRECK,
    ItterState,
)
from garrison.games.itter.tables import (
    ACTION_TOKENS,
    AREAS,
    BOROTRA,
    CARD_DECK,
    CARDS,
    CIRCLES,
    COLOURS,
    COMMAND_TOKENS,
    COMPETITIVE,
    COPIES,
    DEFENCE_TRACK,
    DEFENDERS,
    DIFFICULTIES,
    DISRUPTED_TOKENS,
    EDITIONS,
    FIRST_TACTIC,
    HAS_TOKENS,
    KIND_COUNT,
    KINDS,
    LAST_AREA,
    LOCATIONS,
    MG,
    MODES,
    MORTAR,
    OPTIONS,
    PUSHES,
    READINGS,
    SQUARES,
    TANK,
    TANK_SQUARES,
    TARGETS,
    TOKENS,
    by_edition,
)
from garrison.games.itter.tactics import tactics_in

OFF_BOARD = {SUPPLY: "supply", ASIDE: "aside", CASUALTY: "casualty", ESCAPED: "escaped"}
SHAKEN_MARK = by_edition("disrupted", "suppressed")
"""By mode: the name of the token on a Defender."""
MARKS = tuple(
    {EXHAUSTED: "exhausted", DISRUPTED: shaken, ACTED: "acted", COMMANDED: "commanded"}
    for shaken in SHAKEN_MARK
)
MARK_NAMES = tuple(
    tuple(tuple(name for bit, name in names.items() if marks & bit) for marks in range(sum(names) + 1))
    for names in MARKS
)
"""By mode and bits: the names of a Defender's marks."""
CIRCLE_NAMES = tuple((circle, str(circle)) for circle in CIRCLES)
PHASES = ("defender", "ss", "planning")
SECRET_PILES = ("ss_hand", "ss_plan", "tactic_hand", "tactic_plan")
"""Cards the SS player of the competitive game holds or has laid face down."""
PILES = (
    "ss_deck",
    "ss_played",
    "ss_discard",
    "tactic_deck",
    "tactics",
    "removed",
    "face_down",
    *SECRET_PILES,
)
"""Places of a card, as keys of a view. Those of the SS player exist in the competitive game only."""
HIDDEN = "?"
BACKS = tuple(f"{HIDDEN}/{deck}" for deck in CARD_DECK)
"""By card: what its back shows."""
TOKEN_COLOURS = [colour for colour in range(len(COLOURS)) if HAS_TOKENS[colour]]


def view(s: ItterState, seat: Seat) -> View:
    """Everything is public except the decks, cards removed unseen, and what the SS player holds."""
    names, found = MARK_NAMES[s.mode], result(s)
    seen = {
        **pending(s, seat),
        "options": _options(s),
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "actions_left": s.actions_left,
        "defenders": {DEFENDERS[d]: SQUARES[q] if q >= 0 else OFF_BOARD[q] for d, q in enumerate(s.where)},
        "marks": {DEFENDERS[d]: [*names[marks]] for d, marks in enumerate(s.marks)},
        "counters": _counters(s),
        "tokens": {COLOURS[colour]: s.tokens[colour] for colour in TOKEN_COLOURS},
        "defence": {LOCATIONS[place]: s.defence[place] for place in TARGETS},
        "load": s.tank == LOADED,
        "tank_empty": s.tank == DESTROYED_EMPTY,
        "ss_deck": [CARDS[card] for card in reversed(s.deck)],
        "ss_played": [CARDS[card] for card in s.played],
        "ss_discard": [CARDS[card] for card in reversed(s.discard)],
        "tactic_deck": [CARDS[card] for card in reversed(s.tactic_deck)],
        "tactics": [CARDS[card] for card in s.tactics],
        "removed": [CARDS[card] for card in s.removed],
        "face_down": [CARDS[card] for card in s.face_down],
        "regiment_among": s.mixed,
        "box": _box(s),
        "score": tally(s) if found is None else found.score[0],
        "result": {} if found is None else {"how": found.how, "score": found.score[0], **found.more},
    }
    if LEAVES_FROM_DAWN[s.mode]:
        seen["borotra_began"] = SQUARES[s.dawn] if s.dawn >= 0 else OFF_BOARD[s.dawn]
    if COMPETITIVE[s.mode]:
        for key, pile in (("hand", s.hand), ("plan", s.plan)):
            seen[f"ss_{key}"] = [CARDS[card] for card in pile if card < FIRST_TACTIC]
            seen[f"tactic_{key}"] = [CARDS[card] for card in pile if card >= FIRST_TACTIC]
    if seat != ARBITER:
        hide(s, seen, seat)
    return seen


def _options(s: ItterState) -> dict[str, str]:
    """As a match has them: a reading only if it is the stricter one."""
    edition, difficulty = MODES[s.mode]
    strict = {name: OPTIONS[name][1] for name, bit in READINGS.items() if s.readings & bit}
    return {"edition": edition, "difficulty": difficulty, **strict}


def hide(s: ItterState, seen: View, seat: Seat) -> None:
    """The only place that hides cards.

    The deck of a hidden card is known, as decks lie in order, except where the 142nd may be, and except for
    the card the SS player kept.
    """
    seen["ss_deck"] = [BACKS[card] for card in reversed(s.deck)]
    for place in range(max(0, len(s.deck) - s.mixed), len(s.deck)):
        seen["ss_deck"][place] = HIDDEN
    seen["tactic_deck"] = [BACKS[card] for card in reversed(s.tactic_deck)]
    seen["face_down"] = [BACKS[card] for card in s.face_down]
    if COMPETITIVE[s.mode] and seat != SS:
        for key in SECRET_PILES:
            seen[key] = [HIDDEN] * len(seen[key])


def _counters(s: ItterState) -> dict[str, list[str]]:
    """By circle, the light counter first."""
    light, heavy = s.light, s.heavy
    found = {
        name: [] if light[circle] == NO_COUNTER else [KINDS[light[circle]]] for circle, name in CIRCLE_NAMES
    }
    for area in AREAS:
        if guns := heavy[2 * area]:
            found[str(area)] += [KINDS[MG]] * guns
        if mortars := heavy[2 * area + 1]:
            found[str(area)] += [KINDS[MORTAR]] * mortars
    return found


def _box(s: ItterState) -> dict[str, int]:
    """The pieces unused beside the board."""
    on_board = Counter(s.light)
    on_board[MG] += sum(s.heavy[::2])
    on_board[MORTAR] += sum(s.heavy[1::2])
    box = {kind: KIND_COUNT[s.mode][number] - on_board[number] for number, kind in enumerate(KINDS)}
    box["suppression"] = TOKENS[s.mode] - sum(s.tokens)
    box[SHAKEN_MARK[s.mode]] = DISRUPTED_TOKENS[s.mode] - _marked(s, DISRUPTED)
    box["command"] = COMMAND_TOKENS[s.mode] - _marked(s, COMMANDED)
    box["action"] = ACTION_TOKENS - _marked(s, ACTED)
    return box


def _marked(s: ItterState, bit: int) -> int:
    return sum(1 for marks in s.marks if marks & bit)


# Loading


def mode_of(seen: View) -> int:
    """The mode of a view."""
    edition, difficulty = seen["options"]["edition"], seen["options"]["difficulty"]
    known_index(EDITIONS, edition, "edition")
    known_index(DIFFICULTIES, difficulty, "difficulty")
    if (edition, difficulty) not in MODES:
        raise Damaged(f"edition {edition} is not played at difficulty {difficulty}")
    return MODES.index((edition, difficulty))


def load(seen: View) -> ItterState:
    """The state of an ARBITER's view. Without `agenda` the phase begins from its start."""
    for name in READINGS.keys() & seen["options"].keys():
        known_index(OPTIONS[name], seen["options"][name], name)
    number = whole(seen.get("rules", 1), 1, 1_000_000, "rules")
    s = ItterState(number, mode_of(seen), readings(seen["options"]))
    s.turn = whole(seen["turn"], 0, 1000, "turn")
    s.phase = known_index(PHASES, seen["phase"], "phase")
    s.actions_left = whole(seen["actions_left"], 0, ACTION_TOKENS, "actions_left")
    _load_defenders(s, seen)
    _load_counters(s, seen)
    _load_values(s, seen)
    _load_cards(s, seen)
    how = seen.get("result", {}).get("how", "")
    s.ending = known_index(ENDINGS, how, "ending")
    if "agenda" in seen:
        resume(s, seen)
    elif not s.ending:
        start_phase(s)
    return s


def start_phase(s: ItterState) -> None:
    """Set up the start of a phase, if a position has no agenda."""
    if s.phase == PLANNING_PHASE:
        then(s, ("orders",), ("actions",))
        return
    then(s, ("actions",) if s.phase == DEFENDER_PHASE else ("ss_phase",))
    held = len(s.hand) - len(tactics_in(s.hand))
    if COMPETITIVE[s.mode] and not s.deck and held <= KEPT[0]:
        after_all(s, ("deck_end",))  # AMB-48: nothing was drawn, so this is the last turn.


def _load_defenders(s: ItterState, seen: View) -> None:
    places = {name: code for code, name in OFF_BOARD.items()}
    known = [*SQUARES, *places]
    for name, place in seen["defenders"].items():
        d = known_index(DEFENDERS, name, "Defender")
        if place in places:
            s.where[d] = places[place]
            continue
        q = known_index(known, place, "square or place for a Defender")
        if s.who[q] != EMPTY:
            raise Damaged(f"{place} holds both {DEFENDERS[s.who[q]]} and {name}; a square holds one Defender")
        s.where[d] = q
        s.who[q] = d
    if LEAVES_FROM_DAWN[s.mode]:
        began = seen.get("borotra_began", seen["defenders"][DEFENDERS[BOROTRA]])
        found = known_index(known, began, "square or place for Borotra")
        s.dawn = places.get(began, found)
    bits = {name: bit for bit, name in MARKS[s.mode].items()}
    for name, marks in seen["marks"].items():
        d = known_index(DEFENDERS, name, "Defender")
        for mark in marks:
            known_index(list(bits), mark, "mark")
            s.marks[d] |= bits[mark]


def _load_counters(s: ItterState, seen: View) -> None:
    circles = [str(circle) for circle in CIRCLES]
    for text, kinds in seen["counters"].items():
        circle = int(circles[known_index(circles, str(text), "circle")])
        for each in kinds:
            kind = known_index(KINDS, each, "SS counter")
            if not PUSHES[kind]:
                if circle not in AREAS:
                    raise Damaged(f"{each}@{circle}: heavy weapons stay on areas 2 to {LAST_AREA}")
                s.heavy[2 * circle + (kind == MORTAR)] += 1
            elif s.light[circle] != NO_COUNTER:
                raise Damaged(f"circle {circle} holds two of Rifleman, Scout and Sturm; it has room for one")
            else:
                s.light[circle] = kind
    for what, left in _box(s).items():
        if left < 0:
            raise Damaged(f"there are more {what} counters or tokens than the box contains")


def _load_values(s: ItterState, seen: View) -> None:
    names = [COLOURS[colour] for colour in TOKEN_COLOURS]
    for name, n in seen["tokens"].items():
        known_index(names, name, "suppression square")
        s.tokens[COLOURS.index(name)] = whole(n, 0, TOKENS[s.mode], f"tokens on {name}")
    if sum(s.tokens) > TOKENS[s.mode]:
        raise Damaged(f"there are more suppression tokens than the {TOKENS[s.mode]} in the box")
    places = [LOCATIONS[place] for place in TARGETS]
    for name, value in seen["defence"].items():
        place = known_index(places, name, "location with a Defence value")
        if value not in DEFENCE_TRACK[place]:
            track = ", ".join(map(str, DEFENCE_TRACK[place]))
            raise Damaged(f"defence of {name} must be one of {track}, not {value!r}")
        s.defence[place] = value
    s.tank = LOADED if seen["load"] else UNLOADED
    if not s.defence[TANK]:
        s.tank = DESTROYED_EMPTY if seen.get("tank_empty") else DESTROYED
        for q in TANK_SQUARES:
            if s.who[q] != EMPTY:
                raise Damaged(f"{DEFENDERS[s.who[q]]} cannot stand in the destroyed tank")
            s.who[q] = WRECK


def _load_cards(s: ItterState, seen: View) -> None:
    piles: dict[str, list[int]] = {
        key: [known_index(CARDS, name, "card") for name in seen.get(key, [])] for key in PILES
    }
    held = Counter(card for pile in piles.values() for card in pile)
    for card, n in held.items():
        if n > COPIES[s.mode][card]:
            raise Damaged(f"'{CARDS[card]}' is in {n} places; the box contains {COPIES[s.mode][card]}")
    s.deck = piles["ss_deck"][::-1]
    s.played = piles["ss_played"]
    s.discard = piles["ss_discard"][::-1]
    s.tactic_deck = piles["tactic_deck"][::-1]
    s.tactics = piles["tactics"]
    s.removed = piles["removed"]
    s.face_down = piles["face_down"]
    for key in SECRET_PILES:
        for card in piles[key]:
            if (card >= FIRST_TACTIC) != key.startswith("tactic"):
                raise Damaged(f"'{CARDS[card]}' does not belong in {key}")
    s.hand = sorted(piles["ss_hand"] + piles["tactic_hand"])
    s.plan = piles["ss_plan"] + piles["tactic_plan"]
    s.mixed = whole(seen.get("regiment_among", 0), 0, len(CARDS), "regiment_among")


def load_open(seen: View) -> ItterState:
    """The state a seat sees, without hidden cards: for counting and explaining, not for playing on."""
    piles = {key: [name for name in seen[key] if not name.startswith(HIDDEN)] for key in PILES if key in seen}
    return load({**seen, **piles})


# Contents of the box


def box_cards(mode: int) -> dict[str, int]:
    """All cards of a mode: ITP-0h, beginners play without tactics."""
    return {CARDS[card]: n for card, n in enumerate(COPIES[mode]) if n}


def stock(options: Options) -> dict[str, int]:
    mode = MODES.index((options["edition"], options["difficulty"]))
    box = {kind: KIND_COUNT[mode][number] for number, kind in enumerate(KINDS)}
    box |= {"suppression": TOKENS[mode], SHAKEN_MARK[mode]: DISRUPTED_TOKENS[mode]}
    box |= {"command": COMMAND_TOKENS[mode], "action": ACTION_TOKENS}
    return box | box_cards(mode) | dict.fromkeys(DEFENDERS, 1)


def count(seen: View) -> dict[str, int]:
    """Pieces by name over all places of an ARBITER's view."""
    found: Counter[str] = Counter(seen["box"])
    if min(seen["box"].values()) < 0:
        raise Damaged("more pieces are in use than the box contains")
    found.update(kind for kinds in seen["counters"].values() for kind in kinds)
    found.update(name for key in PILES for name in seen.get(key, ()))
    found.update(seen["defenders"].keys())
    found["suppression"] += sum(seen["tokens"].values())
    tokens = {"commanded": "command", "acted": "action"} | {mark: mark for mark in SHAKEN_MARK}
    found.update(tokens[mark] for marks in seen["marks"].values() for mark in marks if mark in tokens)
    return dict(found)
