"""How a thoughtful amateur leads the assault: the value of each order to the SS player.

He keeps one card a turn. A card is played if it does more now than such a card usually does, and kept if
its time is still to come. He uses only what he may know: his own hand, not the decks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from garrison.games.itter.actions import FIRE_MORTAR, PLANNED
from garrison.games.itter.bot.threats import HIT, SHARE, Outlook
from garrison.games.itter.planning_phase import AN_ORDER, room
from garrison.games.itter.state import DISRUPTED, ItterState
from garrison.games.itter.tables import (
    AREAS,
    CARD_DICE,
    CARD_KIND,
    CARD_NAMES,
    CARD_NUMBER,
    CARD_TABLE,
    CARD_TARGET,
    COLOUR,
    DEFENCE_TRACK,
    EFFECT,
    EXTRA_ON,
    FIRST_TACTIC,
    KIND_DEFENCE,
    KINDS,
    LOCATION,
    LOCATION_SQUARES,
    MG,
    MORTAR,
    MUST_BE_PLAYED,
    PUSHES,
    TANK,
    TARGET_SQUARES,
    TOUCHES,
)

Scores = list[float]

SHAKE: Final = 0.012
KILL: Final = 0.05
BATTER: Final = 0.012
"""Value to him of a token, a death, a step of a location's Defence."""
USUAL: Final = {
    "place": 0.06,
    "sniper": 0.02,
    "location": 0.02,
    "flak30": 0.03,
    "suppressive-fire": 0.02,
}
"""The average effect of a card, by kind: the measure for playing it now."""
FIRST: Final = {
    "location": 6,
    "sniper": 5,
    "flak30": 4,
    "place": 3,
    "suppressive-fire": 2,
    "reinforcements": 1,
    "relief": 0,
}
"""The order of orders: fire first, newcomers while the garrison is shaken, weapons before they all fire."""
LAID: Final = 10.0
"""Added to cards that should be played now; keeps the order among them."""


def scores(s: ItterState, actions: Sequence[int]) -> Scores:
    """The value of each answer to the open question."""
    return JUDGES[s.ask[0]](s, actions, *s.ask[2:]) if s.ask else []


def plan(s: ItterState, actions: Sequence[int], laid: int, stage: int) -> Scores:
    """The value of an order or a Tactic card."""
    cards = [PLANNED[action] for action in actions]
    if stage != AN_ORDER:
        return [tactic_worth(s, card) for card in cards]
    look = Outlook(s)
    held = [card for card in s.hand if card < FIRST_TACTIC]
    timely = {card: timeliness(s, look, card) for card in set(held)}
    held.sort(key=lambda card: (card not in MUST_BE_PLAYED, -timely[card]))
    now = set(held[: room(s, laid)])
    return [
        (LAID + FIRST[EFFECT[s.mode][card]] if card in now else 0.0) + min(timely[card], 5.0) / 10
        for card in cards
    ]


def timeliness(s: ItterState, look: Outlook, card: int) -> float:
    """The effect of a card now, relative to what such a card usually does."""
    effect = EFFECT[s.mode][card]
    if card in MUST_BE_PLAYED:
        return 0.0
    return order_worth(s, look, card) / USUAL[effect]


def order_worth(s: ItterState, look: Outlook, card: int) -> float:
    """The effect of an order on the Defenders in the present position."""
    effect = EFFECT[s.mode][card]
    if effect == "place":
        kind = CARD_KIND[card]
        return CARD_NUMBER[card] * (press(s, look, kind) if PUSHES[kind] else weapon_worth(s, kind))
    dice = CARD_DICE[s.mode][card]
    if effect == "location":
        places = CARD_TABLE[s.mode][card] or (CARD_TARGET[card],)
        return sum(batter_worth(s, place, dice) for place in places) / len(places)
    if effect == "sniper":
        hit = [colour_worth(s, colour, dice, KILL) for colour in CARD_TABLE[s.mode][card]]
        return sum(hit) / len(hit)
    if effect == "flak30":
        hit = [
            sum(shake_worth(s, q, dice) for q in TARGET_SQUARES[colour])
            for colour in CARD_TABLE[s.mode][card]
        ]
        return sum(hit) / len(hit)
    guns = ((kind, area, s.heavy[2 * area + (kind == MORTAR)]) for area in AREAS for kind in (MG, MORTAR))
    return sum(n * colour_worth(s, COLOUR[area], 2 + (kind == MORTAR), SHAKE) for kind, area, n in guns if n)


def press(s: ItterState, look: Outlook, kind: int) -> float:
    """The value of a newcomer: where it may land, and whether tokens wait there."""
    found = 0.0
    needed = KIND_DEFENCE[s.mode][kind]
    for area in AREAS:
        stopped = HIT[min(2, s.tokens[COLOUR[area]])][needed]
        found += SHARE[area] * look.hold[area] * (1 - stopped)
    return found


def weapon_worth(s: ItterState, kind: int) -> float:
    dice = 2 + (kind == MORTAR)
    return 0.012 + sum(SHARE[area] * colour_worth(s, COLOUR[area], dice, SHAKE) for area in AREAS)


def colour_worth(s: ItterState, colour: int, dice: int, worth: float) -> float:
    """The value of fire at one Defender of a colour."""
    there = [q for q in TARGET_SQUARES[colour] if s.who[q] >= 0]
    if not there:
        return 0.0
    each = shake_worth if worth == SHAKE else _shot_worth
    return sum(each(s, q, dice) for q in there) / len(there)


def _shot_worth(s: ItterState, q: int, dice: int) -> float:
    return KILL * HIT[dice][s.defence[LOCATION[q]]]


def shake_worth(s: ItterState, q: int, dice: int) -> float:
    """The value of a token on the Defender of a square; a second one kills."""
    d = s.who[q]
    if d < 0:
        return 0.0
    return HIT[dice][s.defence[LOCATION[q]]] * (KILL if s.marks[d] & DISRUPTED else SHAKE)


def batter_worth(s: ItterState, place: int, dice: int) -> float:
    """The value of fire at a location: a step, or at the end of its track everybody inside."""
    defence = s.defence[place]
    if not defence:
        return 0.0
    inside = [q for q in LOCATION_SQUARES[place] if s.who[q] >= 0]
    hit = HIT[dice][defence]
    if defence > LOWEST:
        return hit * BATTER * (1 + len(inside) / 4)
    if place == TANK:
        return hit * KILL * (1 + len(inside))
    return hit * sum(KILL if s.marks[s.who[q]] & DISRUPTED else SHAKE for q in inside)


LOWEST: Final = min(DEFENCE_TRACK[0])


def strengthened(s: ItterState, card: int) -> int:
    """The number of shots or newcomers in the orders that a Tactic card affects."""
    orders = [each for each in s.plan if each < FIRST_TACTIC]
    kinds = [CARD_KIND[each] for each in orders if CARD_KIND[each] >= 0 for _ in range(CARD_NUMBER[each])]
    effect = EFFECT[s.mode][card]
    if effect == "pin":
        return sum(EFFECT[s.mode][each] in SHAKING for each in orders)
    if effect != "extra-die":
        return sum(kind in TOUCHES[card] for kind in kinds)
    names = [CARD_NAMES[each] for each in orders] + [KINDS[kind] for kind in kinds]
    fires = sum(name in EXTRA_ON[card] for name in names)
    if KINDS[MG] in EXTRA_ON[card] and any(EFFECT[s.mode][each] == "suppressive-fire" for each in orders):
        fires += sum(s.heavy)
    return fires


SHAKING: Final = ("flak30", "suppressive-fire")
PART: Final = {"pin": 0.7, "extra-die": 1.0}
"""Weight of each affected shot or newcomer, by effect; a little less for effects not listed."""


def tactic_worth(s: ItterState, card: int) -> float:
    """The value of a Tactic card, by the orders it would strengthen."""
    touched = strengthened(s, card)
    effect = EFFECT[s.mode][card]
    if effect == "approach":
        look = Outlook(s)
        areas = CARD_TABLE[s.mode][card]
        there = sum(look.hold[area] / (1 + s.tokens[COLOUR[area]]) for area in areas) / len(areas)
        usual = sum(SHARE[area] * look.hold[area] / (1 + s.tokens[COLOUR[area]]) for area in AREAS)
        return touched * (there / usual - 1) if usual else 0.0
    if effect in PART:
        return PART[effect] * touched
    return 0.8 * touched if any(s.tokens) else 0.0


def fire(s: ItterState, actions: Sequence[int], *_: int) -> Scores:
    """The stronger weapon first: anyone it shakes may be killed by the other."""
    return [float(action == FIRE_MORTAR) for action in actions]


JUDGES: Final[dict[str, Callable[..., Scores]]] = {"plan": plan, "fire": fire}
