"""Why an action is refused, in one sentence about the position. The rule itself follows it."""

from __future__ import annotations

from collections.abc import Callable

from garrison.core.kernel import row_of
from garrison.core.show.templates import fill
from garrison.core.state import Action, View
from garrison.games.itter.actions import (
    LOAD,
    MOVE,
    PLACE,
    PLANNED,
    PUT,
    SHIFT,
    SQUAD,
    TARGET,
    WEAPON,
    WEAPON_PUTS,
)
from garrison.games.itter.defender_phase import HELPED, RECOVERY, SHIFTED, suppress_tokens
from garrison.games.itter.editions import IN_PLAYTEST
from garrison.games.itter.knowledge.view import MARKS, load_open
from garrison.games.itter.state import (
    ACTED,
    ASIDE,
    CASUALTY,
    DISRUPTED,
    ESCAPED,
    EXHAUSTED,
    ItterState,
    occupied,
)
from garrison.games.itter.tables import (
    CARDS,
    COLOUR,
    COLOURS,
    CREW,
    DEFENDER_COUNT,
    DEFENDERS,
    EFFECT,
    FIRST_COUNT,
    FIRST_TACTIC,
    HAS_TOKENS,
    KINDS,
    LOAD_SQUARE,
    LOCATION,
    LOCATIONS,
    MUST_BE_PLAYED,
    SEES,
    SQUARE_COLOURS,
    SQUARES,
)
from garrison.games.itter.tactics import most_spent
from garrison.games.itter.words import WORDS

Said = tuple[str, ...]
"""Key of a sentence, and its arguments in words."""


def because(view: View, action: Action, rule: str, lang: str) -> str:
    """A sentence about this position; empty if the rule says it all."""
    finder = FINDERS.get(rule)
    if finder is None or view["ask"] is None:
        return ""
    key, *parts = finder(Position(view, lang), row_of(action))
    return fill(WORDS.load(lang)["because"][key], *parts) if key else ""


def meanwhile(view: View, thing: str, lang: str) -> str:
    """Another Defender than the one who acts: whose action it is, and what is the matter with this one."""
    ask = view["ask"]
    if ask is None or ask[0] not in ("where", "what") or thing not in DEFENDERS or DEFENDERS[ask[2]] == thing:
        return ""
    words, p = WORDS.load(lang), Position(view, lang)
    key, *parts = _matter(p, DEFENDERS.index(thing))
    action = fill(words["descriptions"]["meanwhile"], p.defender(p.actor()))
    return f"{action}; {fill(words['because'][key], *parts)}" if key else f"{action}."


def _matter(p: Position, d: int) -> Said:
    """Why a Defender could not act now in any case."""
    gone = {CASUALTY: "casualty", ESCAPED: "gone", ASIDE: "aside"}.get(p.state.where[d])
    if gone:
        return gone, p.defender(d)
    if marks := p.marks(d):
        return "unfit", p.defender(d), marks
    return ("acted", p.defender(d)) if p.state.marks[d] & ACTED else ("",)


class Position:
    """A seat's view for queries: its state without the hidden piles, and names for things."""

    def __init__(self, view: View, lang: str) -> None:
        self.state: ItterState = load_open(view)
        self.ask = view["ask"]
        self.lang = lang

    def name(self, kind: str, ident: str) -> str:
        return WORDS.name(kind, ident, self.lang)

    def defender(self, d: int) -> str:
        return self.name("defender", DEFENDERS[d])

    def square(self, q: int) -> str:
        return self.name("square", SQUARES[q])

    def location(self, q: int) -> str:
        return self.name("location", LOCATIONS[LOCATION[q]])

    def colours(self, colours: tuple[int, ...]) -> str:
        return ", ".join(self.name("colour", COLOURS[colour]) for colour in colours)

    def marks(self, d: int) -> str:
        found = [bit for bit in (EXHAUSTED, DISRUPTED) if self.state.marks[d] & bit]
        return ", ".join(self.mark(bit) for bit in found)

    def mark(self, bit: int) -> str:
        return self.name("mark", MARKS[self.state.mode][bit])

    def actor(self) -> int:
        return int(self.ask[2])


def _chosen(key: str) -> Callable[[Position, int], Said]:
    """A sentence about the Defender who was to act."""

    def say(p: Position, action: int) -> Said:
        return (key, p.defender(action)) if action < DEFENDER_COUNT else ("",)

    return say


def _acting(key: str) -> Callable[[Position, int], Said]:
    """A sentence about the Defender who is acting, and his square."""

    def say(p: Position, action: int) -> Said:
        d = p.actor()
        return key, p.defender(d), p.square(p.state.where[d])

    return say


def _deploying(p: Position, action: int) -> Said:
    return "deploying", str(sum(place == -1 for place in p.state.where[:FIRST_COUNT]))


def _target_square(p: Position, action: int) -> Said:
    """The square is occupied, or he could do nothing there."""
    rows = next((rows for rows in (PLACE, SHIFT, MOVE) if action in rows), None)
    if rows is None:
        return ("",)
    q = rows.index(action)
    there = p.state.who[q]
    if there < 0:
        return "useless", p.square(q)
    if rows is SHIFT:
        return "unfit", p.defender(there), p.marks(there)
    return "taken", p.square(q), p.defender(there)


def _sight(p: Position, action: int) -> Said:
    circle, kind = TARGET[action if action in TARGET else action - WEAPON]
    q = p.state.where[p.actor()]
    if COLOUR[circle] not in SQUARE_COLOURS[q]:
        seen, colour = p.colours(SQUARE_COLOURS[q]), p.name("colour", COLOURS[COLOUR[circle]])
        return "sight", p.square(q), seen, str(circle), colour
    return "not-there", p.name("kind", KINDS[kind]), str(circle)


def _tokens(p: Position, action: int) -> Said:
    d = p.actor()
    q = p.state.where[d]
    colours = tuple(colour for colour in SQUARE_COLOURS[q] if HAS_TOKENS[colour])
    if not colours:
        return "no-tokens", p.square(q)
    exact = suppress_tokens(p.state, d, weapon=action in WEAPON_PUTS)
    return "exactly", p.defender(d), p.square(q), str(exact), p.colours(colours)


def _both(p: Position, action: int) -> Said:
    return (
        "not-both",
        p.square(p.state.where[p.actor()]),
        p.colours(tuple(colour for colour, _ in PUT[action])),
    )


def _within(p: Position, action: int) -> Said:
    q = p.state.where[p.actor()]
    if p.ask[3] & SHIFTED and action in SHIFT:
        return "shifted", p.defender(p.actor())
    if action not in SHIFT:
        return "not-shifted", p.defender(p.actor())
    to = SHIFT.index(action)
    return ("stands-there", p.square(q)) if to == q else ("elsewhere", p.square(to), p.location(to))


def _same_location(p: Position, action: int) -> Said:
    return "same-location", p.location(MOVE.index(action)), p.square(MOVE.index(action))


def _patient(p: Position, action: int) -> tuple[int, int]:
    """The Defender to be helped, and the mark to remove."""
    return HELPED[action] if action in HELPED else (p.actor(), RECOVERY[action])


def _not_marked(p: Position, action: int) -> Said:
    d, mark = _patient(p, action)
    if p.state.marks[d] & mark:
        return "other-edition", p.defender(d), p.mark(mark)
    return "not-marked", p.defender(d), p.mark(mark)


def _token_first(p: Position, action: int) -> Said:
    d = _patient(p, action)[0] if action in HELPED or action in RECOVERY else p.actor()
    return "unfit", p.defender(d), p.mark(DISRUPTED)


def _from_dawn(p: Position, action: int) -> Said:
    if p.state.dawn >= 0 and p.state.where[p.actor()] != p.state.dawn:
        return "began-elsewhere", p.defender(p.actor()), p.square(p.state.dawn)
    return _in_the_way(p, action)


def _one_colour(p: Position, action: int) -> Said:
    return ("one-colour",) if len(PUT[action]) == 2 else _tokens(p, action)


def _not_in_hand(p: Position, action: int) -> Said:
    card = PLANNED[action]
    if card not in p.state.hand:
        return "not-in-hand", p.name("card", CARDS[card])
    return ("tactic-later",) if card >= FIRST_TACTIC else ("orders-lie",)


def _must_play(p: Position, action: int) -> Said:
    forced = [p.name("card", CARDS[card]) for card in MUST_BE_PLAYED if card in p.state.hand]
    return "must-play", ", ".join(forced)


def _no_squad(p: Position, action: int) -> Said:
    return "no-squad", p.name("colour", COLOURS[SQUAD.index(action)])


def _unfit(p: Position, action: int) -> Said:
    return "unfit", p.defender(p.actor()), p.marks(p.actor())


def _in_the_way(p: Position, action: int) -> Said:
    s = p.state
    q = s.where[p.actor()]
    if not SQUARE_COLOURS[q]:
        return _acting("no-colour")(p, action)
    circles = [str(circle) for circle in SEES[q] if occupied(s, circle)]
    return "in-the-way", p.colours(SQUARE_COLOURS[q]), ", ".join(circles)


def _crew(p: Position, action: int) -> Said:
    return _acting("no-crew-square" if CREW[p.actor()] else "not-crew")(p, action)


def _loading(p: Position, action: int) -> Said:
    d = p.actor()
    if action != LOAD:
        return _acting("no-weapon")(p, action)
    if p.state.where[d] == LOAD_SQUARE:
        return ("already-loaded",)
    return "load-from", p.defender(d), p.square(LOAD_SQUARE), p.square(p.state.where[d])


def _too_many(p: Position, action: int) -> Said:
    colour = COLOUR[p.ask[3]]
    return "tokens-there", p.name("colour", COLOURS[colour]), str(p.state.tokens[colour])


def _barred_by_card(p: Position, action: int) -> Said:
    kind = p.ask[2]
    cards = [p.name("card", CARDS[card]) for card in p.state.tactics if EFFECT[p.state.mode][card] == "cap"]
    most = most_spent(p.state, kind, p.state.tokens[COLOUR[p.ask[3]]])
    return "card-forbids", ", ".join(cards), str(most)


def _helped(key: str) -> Callable[[Position, int], Said]:
    def say(p: Position, action: int) -> Said:
        if action in HELPED:
            return key, p.defender(HELPED[action][0]), p.defender(p.actor())
        return ("",)

    return say


FINDERS: dict[str, Callable[[Position, int], Said]] = {
    "ITP-4.1d": _chosen("casualty"),
    "ITP-2.8d": _chosen("gone"),
    "ITP-3.4a": _chosen("aside"),
    "ITP-2.0a": _chosen("acted"),
    "ITP-2.7d": _chosen("commanded"),
    "ITP-2.1b": _deploying,
    "ITP-2.1c": _deploying,
    "ITP-2.1a": _target_square,
    "ITP-2.4d": _target_square,
    "ITP-2.5b": _target_square,
    "ITP-2.6a": _unfit,
    "ITP-2.6b": _not_marked,
    "ITP-1.3c": _acting("white"),
    "ITP-2.2a": _sight,
    "ITP-2.2b": _acting("no-dice"),
    "ITP-2.3a": _tokens,
    "ITP-2.3b": _both,
    "ITP-2.4b": _within,
    "ITP-2.5a": _same_location,
    "ITP-2.8b": _in_the_way,
    "ITP-3.6a": _crew,
    "ITP-3.6c": _loading,
    "ITP-3.6d": _acting("not-loaded"),
    "ITP-4.3c": _too_many,
    "ITP-6.1.2c": _barred_by_card,
    "ITP-6.1.3c": _barred_by_card,
    "ITP-2.7b": _helped("not-here"),
    "ITP-2.7c": _helped("commander"),
    "ITP-2.7e": _helped("has-acted"),
    "ITP-6.2d": _not_in_hand,
    "ITP-6.2f": _must_play,
    "ITP-6.2g": _barred_by_card,
}
FINDERS |= {playtest: FINDERS[rule] for rule, playtest in IN_PLAYTEST.items() if rule in FINDERS}
FINDERS |= {
    "IT3-30": _one_colour,
    "IT3-43": _token_first,
    "IT3-44": _not_marked,
    "IT3-48": _token_first,
    "IT3-54": _from_dawn,
    "IT3-95": _no_squad,
}
