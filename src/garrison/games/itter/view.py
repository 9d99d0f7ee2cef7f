"""Views: what a seat may know, the saved state, and the way back from both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from garrison.core.errors import Damaged
from garrison.core.game import ARBITER, Dice, Seat, View
from garrison.core.kernel import pending, resume, then
from garrison.core.scenario import merge
from garrison.games.itter.scoring import result, tally
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
    SUPPLY,
    UNLOADED,
    WRECK,
    ItterState,
)
from garrison.games.itter.tables import (
    ACTION_TOKENS,
    AREAS,
    CARD_DECK,
    CARDS,
    CIRCLES,
    COLOURS,
    COMMAND_TOKENS,
    COPIES,
    DEFENCE_TRACK,
    DEFENDERS,
    DIFFICULTIES,
    DISRUPTED_TOKENS,
    FIRST_TACTIC,
    HAS_TOKENS,
    KIND_COUNT,
    KINDS,
    LAST_AREA,
    LOCATIONS,
    MG,
    MORTAR,
    PUSHES,
    REGIMENT,
    SQUARES,
    TANK,
    TANK_SQUARES,
    TARGETS,
    TOKENS,
)
from garrison.games.itter.tactics import uses_tactics

OFF_BOARD = {SUPPLY: "supply", ASIDE: "aside", CASUALTY: "casualty", ESCAPED: "escaped"}
MARKS = {EXHAUSTED: "exhausted", DISRUPTED: "disrupted", ACTED: "acted", COMMANDED: "commanded"}
PHASES = ("defender", "ss")
PILES = ("ss_deck", "ss_played", "ss_discard", "tactic_deck", "tactics", "removed", "face_down")
"""Where a card can be, as keys of a view."""
HIDDEN = "?"
TOKEN_COLOURS = [colour for colour in range(len(COLOURS)) if HAS_TOKENS[colour]]


def view(s: ItterState, seat: Seat) -> View:
    """Everything is open but the order of the decks and the tactics removed unseen."""
    seen = {
        **pending(s, seat),
        "options": {"edition": "published", "difficulty": DIFFICULTIES[s.difficulty]},
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "actions_left": s.actions_left,
        "defenders": {DEFENDERS[d]: SQUARES[q] if q >= 0 else OFF_BOARD[q] for d, q in enumerate(s.where)},
        "marks": {DEFENDERS[d]: _mark_names(marks) for d, marks in enumerate(s.marks)},
        "counters": {str(circle): _counters_at(s, circle) for circle in CIRCLES},
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
        "regiment_among": min(s.mixed, len(s.deck)),
        "box": _box(s),
        "score": _score(s),
        "result": _result(s),
    }
    if seat != ARBITER:
        hide(s, seen)
    return seen


def hide(s: ItterState, seen: View) -> None:
    """The one place where cards are turned face down.

    Of a hidden card its deck is known, as decks lie in order; not so where the 142nd may be.
    """
    seen["ss_deck"] = [f"{HIDDEN}/{CARD_DECK[card]}" for card in reversed(s.deck)]
    for place in range(len(s.deck) - seen["regiment_among"], len(s.deck)):
        seen["ss_deck"][place] = HIDDEN
    seen["tactic_deck"] = [f"{HIDDEN}/{CARD_DECK[card]}" for card in reversed(s.tactic_deck)]
    seen["face_down"] = [f"{HIDDEN}/{CARD_DECK[card]}" for card in s.face_down]


def _mark_names(marks: int) -> list[str]:
    return [name for bit, name in MARKS.items() if marks & bit]


def _counters_at(s: ItterState, circle: int) -> list[str]:
    found = [] if s.light[circle] == NO_COUNTER else [KINDS[s.light[circle]]]
    if circle <= LAST_AREA:
        found += [KINDS[MG]] * s.heavy[2 * circle] + [KINDS[MORTAR]] * s.heavy[2 * circle + 1]
    return found


def _box(s: ItterState) -> dict[str, int]:
    """What lies unused beside the board."""
    on_board = Counter(kind for circle in CIRCLES for kind in _counters_at(s, circle))
    box = {kind: KIND_COUNT[number] - on_board[kind] for number, kind in enumerate(KINDS)}
    box["suppression"] = TOKENS - sum(s.tokens)
    box["disrupted"] = DISRUPTED_TOKENS - _marked(s, DISRUPTED)
    box["command"] = COMMAND_TOKENS - _marked(s, COMMANDED)
    box["action"] = ACTION_TOKENS - _marked(s, ACTED)
    return box


def _marked(s: ItterState, bit: int) -> int:
    return sum(1 for marks in s.marks if marks & bit)


def _score(s: ItterState) -> int:
    found = result(s)
    return tally(s) if found is None else found.score[0]


def _result(s: ItterState) -> dict[str, Any]:
    found = result(s)
    if found is None:
        return {}
    return {"how": found.how, "score": found.score[0], **found.more}


# The way back


def _index(ids: Sequence[str], ident: object, what: str) -> int:
    if ident not in ids:
        raise Damaged(f"there is no {what} '{ident}'; there are {', '.join(ids)}")
    return ids.index(str(ident))


def _number(value: object, low: int, high: int, what: str) -> int:
    if not isinstance(value, int) or not low <= value <= high:
        raise Damaged(f"{what} wants a whole number from {low} to {high}, not {value!r}")
    return int(value)


def load(seen: View) -> ItterState:
    """The state of an ARBITER's view. Without `agenda` the phase goes on from its start."""
    difficulty = _index(DIFFICULTIES, seen["options"]["difficulty"], "difficulty")
    s = ItterState(_number(seen.get("rules", 1), 1, 1_000_000, "rules"), difficulty)
    s.turn = _number(seen["turn"], 0, 1000, "turn")
    s.phase = _index(PHASES, seen["phase"], "phase")
    s.actions_left = _number(seen["actions_left"], 0, ACTION_TOKENS, "actions_left")
    _load_defenders(s, seen)
    _load_counters(s, seen)
    _load_values(s, seen)
    _load_cards(s, seen)
    how = seen.get("result", {}).get("how", "")
    s.ending = _index(ENDINGS, how, "ending")
    if "agenda" in seen:
        resume(s, seen)
    elif not s.ending:
        then(s, ("actions",) if s.phase == DEFENDER_PHASE else ("ss_phase",))
    return s


def _load_defenders(s: ItterState, seen: View) -> None:
    places = {name: code for code, name in OFF_BOARD.items()}
    known = [*SQUARES, *places]
    for name, place in seen["defenders"].items():
        d = _index(DEFENDERS, name, "Defender")
        if place in places:
            s.where[d] = places[place]
            continue
        q = _index(known, place, "square or place for a Defender")
        if s.who[q] != EMPTY:
            raise Damaged(f"{place} holds both {DEFENDERS[s.who[q]]} and {name}; a square holds one Defender")
        s.where[d] = q
        s.who[q] = d
    bits = {name: bit for bit, name in MARKS.items()}
    for name, marks in seen["marks"].items():
        d = _index(DEFENDERS, name, "Defender")
        for mark in marks:
            _index(list(bits), mark, "mark")
            s.marks[d] |= bits[mark]


def _load_counters(s: ItterState, seen: View) -> None:
    circles = [str(circle) for circle in CIRCLES]
    for text, kinds in seen["counters"].items():
        circle = int(circles[_index(circles, str(text), "circle")])
        for each in kinds:
            kind = _index(KINDS, each, "SS counter")
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
            raise Damaged(f"there are more {what} counters or tokens than the box holds")


def _load_values(s: ItterState, seen: View) -> None:
    names = [COLOURS[colour] for colour in TOKEN_COLOURS]
    for name, n in seen["tokens"].items():
        _index(names, name, "suppression square")
        s.tokens[COLOURS.index(name)] = _number(n, 0, TOKENS, f"tokens on {name}")
    if sum(s.tokens) > TOKENS:
        raise Damaged(f"there are more suppression tokens than the {TOKENS} of the box")
    places = [LOCATIONS[place] for place in TARGETS]
    for name, value in seen["defence"].items():
        place = _index(places, name, "location with a Defence value")
        if value not in DEFENCE_TRACK[place]:
            track = ", ".join(map(str, DEFENCE_TRACK[place]))
            raise Damaged(f"defence of {name} wants one of {track}, not {value!r}")
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
        key: [_index(CARDS, name, "card") for name in seen.get(key, [])] for key in PILES
    }
    held = Counter(card for pile in piles.values() for card in pile)
    for card, n in held.items():
        if n > COPIES[card]:
            raise Damaged(f"'{CARDS[card]}' lies in {n} places; the box holds {COPIES[card]}")
    s.deck = piles["ss_deck"][::-1]
    s.played = piles["ss_played"]
    s.discard = piles["ss_discard"][::-1]
    s.tactic_deck = piles["tactic_deck"][::-1]
    s.tactics = piles["tactics"]
    s.removed = piles["removed"]
    s.face_down = piles["face_down"]
    s.mixed = _number(seen.get("regiment_among", 0), 0, len(CARDS), "regiment_among")


# Some full state that a seat's view allows


def sample(seen: View, dice: Dice) -> ItterState:
    """Deal the cards the seat cannot see anew over the places where they can be."""
    difficulty = DIFFICULTIES.index(seen["options"]["difficulty"])
    unseen = Counter(box_cards(difficulty))
    for key in PILES:
        unseen.subtract(name for name in seen[key] if not name.startswith(HIDDEN))
    left = [CARDS.index(name) for name in CARDS for _ in range(unseen[name])]
    dice.shuffle(left, "sample")
    full = dict(seen)
    _deal(full, ("ss_deck",), [card for card in left if card < FIRST_TACTIC])
    _deal(full, ("tactic_deck", "face_down"), [card for card in left if card >= FIRST_TACTIC])
    return load(full)


def _deal(full: View, keys: tuple[str, ...], cards: list[int]) -> None:
    """A card of the deck asked for in each hidden place, what is left in places that may hold any."""
    for key in keys:
        pile = list(full[key])
        for place, name in enumerate(pile):
            if name.startswith(f"{HIDDEN}/"):
                card = next(card for card in cards if str(CARD_DECK[card]) == name[2:])
                cards.remove(card)
                pile[place] = CARDS[card]
        full[key] = pile
    for key in keys:
        full[key] = [CARDS[cards.pop()] if name == HIDDEN else name for name in full[key]]


def box_cards(difficulty: int) -> dict[str, int]:
    """All cards used at a difficulty: ITP-0h, beginners play without tactics."""
    last = len(CARDS) if uses_tactics(difficulty) else FIRST_TACTIC
    return {CARDS[card]: COPIES[card] for card in range(last)}


# What the box holds and where it lies


def stock(difficulty: int) -> dict[str, int]:
    box = {kind: KIND_COUNT[number] for number, kind in enumerate(KINDS)}
    box |= {"suppression": TOKENS, "disrupted": DISRUPTED_TOKENS}
    box |= {"command": COMMAND_TOKENS, "action": ACTION_TOKENS}
    return box | box_cards(difficulty) | dict.fromkeys(DEFENDERS, 1)


def count(seen: View) -> dict[str, int]:
    """Pieces by name over every place of an ARBITER's view."""
    found: Counter[str] = Counter(seen["box"])
    if min(seen["box"].values()) < 0:
        raise Damaged("more pieces are in use than the box holds")
    found.update(kind for kinds in seen["counters"].values() for kind in kinds)
    found.update(name for key in PILES for name in seen[key])
    found.update(seen["defenders"].keys())
    found["suppression"] += sum(seen["tokens"].values())
    tokens = {"disrupted": "disrupted", "commanded": "command", "acted": "action"}
    found.update(tokens[mark] for marks in seen["marks"].values() for mark in marks if mark in tokens)
    return dict(found)


# Positions of scenarios


def position(setup: View, changes: Mapping[str, Any]) -> View:
    """`changes` over the set-up; `rest` says where Defenders not named are; cards not named are removed."""
    allowed = {*setup, "rest"}
    for key in changes:
        if key not in allowed:
            raise Damaged(f"a position has no '{key}'; it has {', '.join(sorted(allowed))}")
        if isinstance(setup.get(key), dict) and not isinstance(changes[key], dict):
            raise Damaged(f"'{key}' of a position is a table")
        if isinstance(setup.get(key), list) and not isinstance(changes[key], list):
            raise Damaged(f"'{key}' of a position is a list")
    rest = changes.get("rest")
    full = merge(setup, {key: value for key, value in changes.items() if key != "rest"})
    if rest is not None:
        _index(("casualty", "supply"), rest, "rest")
        named = changes.get("defenders", {})
        full["defenders"] = {**dict.fromkeys(DEFENDERS, rest), **named}
    if "agenda" not in changes:
        for key in ("ask", "answers", "agenda"):
            full.pop(key, None)
    _settle_cards(full, changes)
    return full


def _settle_cards(full: View, changes: Mapping[str, Any]) -> None:
    """Named piles are as named; the others give up what is named elsewhere; all else is removed."""
    named = [key for key in PILES if key in changes]
    for key in named:
        for name in full[key]:
            _index(CARDS, name, "card")
    used = Counter(name for key in named for name in full[key])
    difficulty = _index(DIFFICULTIES, full["options"]["difficulty"], "difficulty")
    free = Counter(box_cards(difficulty))
    free.subtract(used)
    for key in PILES:
        if key not in changes:
            full[key] = list(_take(free, full[key]))
    left = [name for name in CARDS for _ in range(free[name]) if free[name] > 0]
    if "removed" not in changes:
        full["removed"] += left
    elif left:
        raise Damaged(f"'{left[0]}' lies nowhere in this position")
    if CARDS[REGIMENT] in full["ss_deck"] and "regiment_among" not in changes:
        full["regiment_among"] = len(full["ss_deck"])


def _take(free: Counter[str], pile: Iterable[str]) -> Iterable[str]:
    for name in pile:
        if free[name] > 0:
            free[name] -= 1
            yield name
