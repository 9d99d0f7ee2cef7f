"""What a seat of the Warren knows, and how a sensible one plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from garrison.core import kernel, scenario
from garrison.core.errors import Damaged
from garrison.core.game import Guide
from garrison.core.state import ARBITER, Action, Dice, Options, Seat, View
from support.games.toy_warren_map import CHEST, EDITIONS, GATE, IDS, PLACES, WIDE, distances
from support.games.toy_warren_rules import (
    ACCEPT,
    ALARM,
    BADGE,
    CARDS,
    DECLINE,
    GUARDS,
    HUSH,
    LET,
    MAKE,
    OFFER,
    OUT,
    PIECES,
    RUNNERS,
    SEATS,
    STAY,
    STOCK,
    TO,
    TOOLS,
    USE,
    Warren,
    own,
)


def _hand(s: Warren, seat: Seat) -> list[str]:
    return [card for n, card in enumerate(CARDS) for _ in range(s.hands[seat * len(CARDS) + n])]


def view(s: Warren, seat: Seat) -> View:
    here = range(s.seats)
    hands = [_hand(s, each) for each in here]
    return {
        "edition": EDITIONS[s.edition],
        "options": {
            "edition": EDITIONS[s.edition],
            "players": str(s.seats),
            "rounds": str(s.rounds),
            "cards": str(s.cards),
        },
        "viewer": SEATS[seat] if seat >= 0 else "arbiter" if seat == ARBITER else "spectator",
        "round": s.round,
        "rounds": s.rounds,
        "turn": SEATS[s.turn],
        "points": s.points,
        "used": s.used,
        "pieces": {
            PIECES[piece]: "out" if place == OUT else IDS[place] for piece, place in enumerate(s.place)
        },
        "hands": {SEATS[n]: hands[n] if seat in (ARBITER, n) else len(hands[n]) for n in here},
        "deck": [CARDS[card] for card in s.deck] if seat == ARBITER else len(s.deck),
        "pile": dict(zip(CARDS, s.pile, strict=True)),
        "kit": {SEATS[n]: s.kit[n] for n in here},
        "tools": s.tools,
        "made": {SEATS[n]: s.made[n] for n in here if seat in (ARBITER, n)},
        "offers": {
            SEATS[n]: [SEATS[s.offered_to[n]], CARDS[s.give[n]], CARDS[s.want[n]]]
            for n in here
            if s.offered_to[n] and seat in (ARBITER, n, s.offered_to[n])
        },
        **kernel.pending(s, seat),
    }


def load(view: View) -> Warren:
    players, rounds, cards = (int(view["options"][name]) for name in ("players", "rounds", "cards"))
    s = Warren(view["rules"], EDITIONS.index(view["edition"]), players, rounds, cards)
    s.round, s.turn, s.points, s.used = (
        view["round"], SEATS.index(view["turn"]), view["points"], view["used"],
    )  # fmt: skip
    for name, place in view["pieces"].items():
        s.place[PIECES.index(name)] = OUT if place == "out" else IDS.index(place)
    for name, cards in view["hands"].items():
        for card in cards:
            s.hands[SEATS.index(name) * len(CARDS) + CARDS.index(card)] += 1
    s.deck = [CARDS.index(card) for card in view["deck"]]
    s.pile = [view["pile"][card] for card in CARDS]
    s.kit, s.tools = [*view["kit"].values()], view["tools"]
    s.made = [view["made"][name] for name in view["hands"]]
    for name, (to, give, want) in view["offers"].items():
        seat = SEATS.index(name)
        s.offered_to[seat], s.give[seat], s.want[seat] = SEATS.index(to), CARDS.index(give), CARDS.index(want)
    if "agenda" in view:
        kernel.resume(s, view)
    else:
        kernel.then(s, ("turn",))
    return s


def sample(view: View, dice: Dice) -> Warren:
    """Unknown cards are dealt out; a card that somebody offers this seat is in that hand."""
    rest = [card for card, count in enumerate(STOCK) for _ in range(count - view["pile"][CARDS[card]])]
    hands: dict[str, list[str]] = {}
    for name, cards in view["hands"].items():
        hands[name] = [*cards] if isinstance(cards, list) else []
        if not isinstance(cards, list) and name in view["offers"]:
            hands[name].append(view["offers"][name][1])
        for card in hands[name]:
            rest.remove(CARDS.index(card))
    dice.shuffle(rest, "sample")
    for name, cards in view["hands"].items():
        while isinstance(cards, int) and len(hands[name]) < cards:
            hands[name].append(CARDS[rest.pop()])
    made = {name: view["made"].get(name, int(name in view["offers"])) for name in view["hands"]}
    return load({**view, "hands": hands, "deck": [CARDS[card] for card in rest], "made": made})


def stock(options: Options) -> dict[str, int]:
    seats = int(options["players"])
    pieces = PIECES[: own(seats - 1)[-1] + 1]
    return {**dict(zip(CARDS, STOCK, strict=True)), **dict.fromkeys(pieces, 1), "tool": TOOLS}


def count(view: View) -> dict[str, int]:
    found = {**view["pile"], **dict.fromkeys(view["pieces"], 1)}
    for cards in (view["deck"], *view["hands"].values()):
        for card in cards:
            found[card] += 1
    return {**found, "tool": view["tools"] + sum(view["kit"].values())}


def position(begun: View, changes: View) -> View:
    """Cards that nobody holds by `changes` lie in the deck; the rest as at the beginning."""
    if set(changes) - set(begun):
        raise Damaged(f"position: '{min(set(changes) - set(begun))}' is no part of a view")
    found = scenario.merge(begun, changes)
    if set(found["hands"]) != set(begun["hands"]) or set(found["pieces"]) != set(begun["pieces"]):
        raise Damaged("position: a seat or a piece is none of this game")
    if "agenda" not in changes:
        found = {key: found[key] for key in found if key not in ("ask", "answers", "agenda")}
    if "deck" not in changes:
        rest = [card for card, n in zip(CARDS, STOCK, strict=True) for _ in range(n - found["pile"][card])]
        for card in [card for cards in found["hands"].values() for card in cards]:
            if card not in rest:
                raise Damaged(f"position: there are not so many cards '{card}'")
            rest.remove(card)
        found["deck"] = rest
    found["tools"] = TOOLS - sum(found["kit"].values())
    return found


# How to play

NEAR = tuple({kind: distances(edition, kind) for kind in (CHEST, GATE)} for edition in range(len(EDITIONS)))
WORTH = {ALARM: 0.1, HUSH: 0.3}
"""What a card is worth to a runner; all others alike, and a badge more if there is another like it."""


def _apart(one: int, other: int) -> int:
    return abs(one % WIDE - other % WIDE) + abs(one // WIDE - other // WIDE)


class WarrenGuide(Guide):
    """Runners fetch a tool and make for a gate, out of the guards' way; guards go to the nearest runner."""

    def rank(self, state: Warren, seat: Seat, actions: Sequence[Action]) -> list[float]:
        return [self._rank(state, seat, action) for action in actions]

    def _rank(self, s: Warren, seat: Seat, action: Action) -> float:
        assert isinstance(action, int)
        if action >= OFFER:
            return self._deal(s, seat, action)
        if action >= TO:
            return 0.5 - self._way_to_go(s, seat, action - TO) / PLACES
        if action >= LET:
            wanted = HUSH if seat else ALARM
            return {LET: 0.4, LET - 1 + wanted: 0.6}.get(action, 0.1)
        if action >= USE:
            return 0.9 if action >= MAKE else 0.1
        if action == STAY:
            return 0.2
        return 0.5 - self._way_to_go(s, seat, s.place[own(seat)[action]]) / PLACES

    def _way_to_go(self, s: Warren, seat: Seat, place: int) -> float:
        """Steps still to go from a place; for a runner, a guard nearby counts like many."""
        if seat == 0:
            prey = [each for each in s.place[GUARDS:] if each != OUT]
            return min((_apart(place, each) for each in prey), default=0)
        danger = sum(max(0, 8 - _apart(place, guard)) for guard in s.place[:GUARDS])
        return NEAR[s.edition][GATE if s.kit[seat] else CHEST][place] + danger / 4

    def _deal(self, s: Warren, seat: Seat, action: int) -> float:
        """An offer is accepted if it gives more than it takes; the guide makes none."""
        if action < ACCEPT:
            return 0.0
        if action >= DECLINE:
            return 0.5
        sender = 1 + (action - ACCEPT) % len(RUNNERS)
        gain = self._worth(s, seat, s.give[sender], 0) - self._worth(s, seat, s.want[sender], 1)
        return 0.5 + gain / 2

    def _worth(self, s: Warren, seat: Seat, card: int, less: int) -> float:
        paired = card >= BADGE and s.hands[seat * len(CARDS) + card] > less
        return 0.9 if paired else WORTH.get(card, 0.4)

    def worth(self, state: Any, seat: Seat) -> float | None:  # noqa: ARG002
        return None

    def reason(self, state: Any, seat: Seat, action: Action, lang: str) -> str:  # noqa: ARG002
        return "It is the shortest way." if lang == "en" else "È la via più breve."
