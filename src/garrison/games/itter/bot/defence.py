"""How a thoughtful amateur defends the castle: the value of each answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from garrison.games.itter.actions import (
    COMMAND,
    DONE,
    ESCAPE,
    FIRE_MORTAR,
    FIRST_ATTACK,
    LOAD,
    MOVE,
    PASS,
    PLACE,
    PUT,
    SACRIFICE,
    SHIFT,
    SPEND,
    SQUAD,
    TARGET,
    WEAPON,
)
from garrison.games.itter.attributes import inspiration
from garrison.games.itter.bot.threats import COLOUR_SHARE, HEAVY, HIT, POINT, Outlook, escape_worth, way_out
from garrison.games.itter.defender_phase import HELPED, RECOVERY, armed
from garrison.games.itter.editions import LEAVES_FROM_DAWN, RECOVERIES, SWAP_BAR
from garrison.games.itter.ss_phase import squad_value
from garrison.games.itter.state import (
    ACTED,
    DISRUPTED,
    EMPTY,
    EXHAUSTED,
    SUPPLY,
    UNFIT,
    UNLOADED,
    ItterState,
)
from garrison.games.itter.tables import (
    ATTACK,
    BESIDE,
    BOROTRA,
    CELLAR,
    COLOUR,
    COMMANDS,
    CREW,
    CREW_SQUARE,
    DEFENCE_TRACK,
    DEFENDER_COUNT,
    DEFENDERS,
    ELSEWHERE,
    FIRST_COUNT,
    FRENCH,
    GREAT_HALL,
    HAS_TOKENS,
    INSPIRES,
    LOAD_SQUARE,
    LOCATION,
    LOCATION_SQUARES,
    LOCATIONS,
    NEEDS_LOAD,
    PUSHES,
    SQUARE_COLOURS,
    SQUARE_COUNT,
    SQUARES,
    SUPPRESS,
    TANK,
    WEAPON_ATTACK,
    WEAPON_SUPPRESS,
)
from garrison.games.itter.tactics import suppressed_defence

Scores = list[float]

# Weights, tuned by playing many games

PRICE: Final = 0.5
"""The cost of an action relative to a good shot: the shooter has to recover."""
TYPICAL: Final = slice(2, 6)
"""The shots, ranked from the best, that represent a good one."""
ENOUGH: Final = 5.0
"""With this many others ready, being ready is worth half."""
COMMANDER: Final = 1.6
"""The value of a ready commander, in actions."""
STEADY: Final = 0.012
"""The value of removing a token before a second one kills."""
INSPIRE: Final = 0.026
"""The value a prisoner adds to a shooter each turn, and the number of shooters counted."""
INSPIRED: Final = 2
UP: Final = 0.5
"""The share of that for the first move up."""
IN_THE_HALL: Final = 2
"""Number of prisoners that stay in the Great Hall; others move on."""
CLIMB: Final = 0.55
"""The share of Borotra's escape for a move towards it."""
NOW_OR_NEVER: Final = 2.0
"""A free way may be blocked next turn: Borotra goes before all else."""
LOADING: Final = 1.0
LATE: Final = 0.5
"""Loading for a gunner who is not ready, relative to one who is."""
ABANDON: Final = 0.06
"""The value of leaving a tank that the next hit destroys, while cards that can hit it are to come."""
SAFE_CARDS: Final = 12
"""Size of the last deck, none of whose cards attacks the tank."""
LAST_CARDS: Final = 6
"""In the last turns only points count."""
ARRIVING: Final = 0.01
"""A heavy weapon fires as it arrives."""
PREFER_HERE: Final = 0.999
"""Prefer the present square among equals."""
GUN: Final = NEEDS_LOAD.index(True)
NOTHING: Final = -1.0


def scores(s: ItterState, actions: Sequence[int]) -> Scores:
    """The value of each answer to the open question."""
    return JUDGES[s.ask[0]](s, actions, *s.ask[2:]) if s.ask else []


# Shots from a square or another one in the location


def shot(look: Outlook, s: ItterState, d: int, q: int, inspired: int) -> float:
    """The best attack or suppression from a square."""
    found = 0.0
    weapon = CREW_SQUARE[q] and armed(s, d, q)
    dice = (WEAPON_ATTACK[q] if weapon else ATTACK[d]) + inspired
    n = (WEAPON_SUPPRESS[q] if weapon else SUPPRESS[d]) + inspired
    for colour in SQUARE_COLOURS[q]:
        if dice:
            value = look.attack_worth(dice, colour)
            found = max(found, value)
        if HAS_TOKENS[colour]:
            value = look.tokens_worth(colour, n)
            found = max(found, value)
    return found


_KINDS_OF_MEN: Final = [(ATTACK[d], SUPPRESS[d], CREW[d], INSPIRES[d]) for d in range(DEFENDER_COUNT)]
PROFILE: Final = [_KINDS_OF_MEN.index(each) for each in _KINDS_OF_MEN]
"""By Defender: the first one with the same shot."""
PROFILES: Final = 64
"""Multiplier for keys of profile and square."""


class Garrison:
    """The options of all Defenders now: shots are computed once per place and profile."""

    __slots__ = ("look", "price", "ready", "s", "shots", "want")

    def __init__(self, s: ItterState) -> None:
        self.s = s
        self.look = Outlook(s)
        self.shots: dict[int, float] = {}
        self.ready = sum(
            1 for d in range(DEFENDER_COUNT) if s.where[d] >= 0 and not s.marks[d] & UNFIT and not FRENCH[d]
        )
        self.want = 1 / (1 + (self.ready / ENOUGH) ** 4)
        self.price = -1.0

    def reach(self, d: int) -> float:
        """The best shot from anywhere in his location."""
        s = self.s
        place = LOCATION[s.where[d]]
        key = PROFILE[d] * PROFILES + place
        found = self.shots.get(key)
        if found is None:
            inspired = inspiration(s, d, place)
            who, marks, bar = s.who, s.marks, SWAP_BAR[s.mode]
            found = shot(self.look, s, d, s.where[d], inspired)
            for q in BESIDE[s.where[d]]:
                if who[q] == EMPTY or (who[q] >= 0 and not marks[who[q]] & bar):
                    found = max(found, shot(self.look, s, d, q, inspired))
            self.shots[key] = found
        return found

    def action_worth(self) -> float:
        """The long-term value of an action: a good shot needs another action to recover."""
        if self.price < 0:
            s = self.s
            shots = sorted(
                (
                    self.reach(d)
                    for d in range(DEFENDER_COUNT)
                    if s.where[d] >= 0 and LOCATION[s.where[d]] != CELLAR
                ),
                reverse=True,
            )
            some = shots[TYPICAL]
            self.price = PRICE * sum(some) / len(some) if some else 0.0
        return self.price

    def readiness(self, d: int) -> float:
        """The value of a Defender being ready next turn."""
        s = self.s
        if LOCATION[s.where[d]] == CELLAR or self.look.left <= 3:
            return 0.0
        price = self.action_worth()
        worth = max(0.0, self.reach(d) - price)
        if COMMANDS[d]:
            worth = max(worth, COMMANDER * price)
        worth *= self.want
        if INSPIRES[d]:
            worth = max(worth, self.presence(LOCATION[s.where[d]]))
        if d == BOROTRA:
            worth = max(worth, escape_worth(self.look.left) / (1 + way_out(s, s.where[d])))
        return worth

    def presence(self, place: int) -> float:
        """The value a prisoner adds to those around him for the rest of the game."""
        shooters = sum(1 for q in LOCATION_SQUARES[place] if self.s.who[q] >= 0 and ATTACK[self.s.who[q]])
        return INSPIRE * min(shooters, INSPIRED) * self.look.left / 3

    def mend_worth(self, d: int, mark: int) -> float:
        """The value of removing a mark from a Defender."""
        marks = self.s.marks[d]
        if LOCATION[self.s.where[d]] == CELLAR:
            return 0.001
        worth = self.readiness(d)
        if marks & UNFIT == UNFIT:
            worth /= 3
        if mark == DISRUPTED:
            worth += STEADY if self.look.left else 0.0
        return worth

    def help_worth(self, d: int) -> float:
        """The value of his Command: the best recoveries around him."""
        s = self.s
        found = []
        for q in BESIDE[s.where[d]]:
            other = s.who[q]
            if other >= 0 and s.marks[other] & UNFIT and not s.marks[other] & ACTED and not COMMANDS[other]:
                found += [
                    self.mend_worth(other, mark) for mark in (EXHAUSTED, DISRUPTED) if s.marks[other] & mark
                ]
        found.sort(reverse=True)
        return sum(found[: RECOVERIES[s.mode]])


# Who acts


def who(s: ItterState, actions: Sequence[int], left: int) -> Scores:
    men = Garrison(s)
    if SUPPLY in s.where[:FIRST_COUNT]:
        return [NOTHING if d == PASS else best_place(men, d) for d in actions]
    return [0.0 if d == PASS else man_worth(men, d) for d in actions]


def man_worth(men: Garrison, d: int) -> float:
    """The best a Defender can do with an action."""
    s = men.s
    q = s.where[d]
    if q == SUPPLY:
        return best_place(men, d)
    marks = s.marks[d]
    if marks & UNFIT:
        return max(men.mend_worth(d, mark) for mark in (EXHAUSTED, DISRUPTED) if marks & mark)
    tired = men.readiness(d)
    worth = men.reach(d)
    if COMMANDS[d]:
        worth = max(worth, men.help_worth(d))
    if CREW[d]:
        worth = max(worth, load_worth(men, d))
    worth = max(worth, move_worth(men, d)) - tired
    if d == BOROTRA:
        worth = max(worth, leave_worth(s))
    return worth


def load_worth(men: Garrison, d: int) -> float:
    """The value of loading, if another crew member is at the gun and can fire it."""
    s = men.s
    if s.tank != UNLOADED or LOCATION[s.where[d]] != TANK:
        return 0.0
    gunner, loader = s.who[GUN], s.who[LOAD_SQUARE]
    if gunner < 0 or gunner == d or not CREW[gunner]:
        return 0.0
    if loader not in (d, EMPTY) and s.marks[loader] & SWAP_BAR[s.mode]:
        return 0.0
    colour = SQUARE_COLOURS[GUN][0]
    more = men.look.tokens_worth(colour, WEAPON_SUPPRESS[GUN]) - men.look.tokens_worth(
        colour, SUPPRESS[gunner]
    )
    return LOADING * more * (LATE if s.marks[gunner] & UNFIT else 1)


def leave_worth(s: ItterState) -> float:
    """The value of Borotra's escape, if his way is free."""
    q = s.where[BOROTRA]
    if q < 0 or way_out(s, q) or (LEAVES_FROM_DAWN[s.mode] and q != s.dawn):
        return 0.0
    return NOW_OR_NEVER


# Placing a Defender from the supply


_STATIONS: Final = {
    "tank": ("lee", "seiner", "szymczyk", "mchaley"),
    "gate-house": ("basse", "rushford", "worsham", "sutton"),
    "great-hall": ("gangl", "pollock"),
    "keep": ("schrader", "hockel", "rifleman3", "petrukovich"),
    "north-terrace": ("dietrich", "rifleman1", "rifleman2", "wegscheider", "linson"),
    "south-terrace": ("blechschmidt", "rifleman4", "rifleman5", "waltl"),
}
STATION: Final = {
    DEFENDERS.index(name): LOCATIONS.index(place) for place, names in _STATIONS.items() for name in names
}
"""Positions: crew at the guns, commanders apart, an officer with every group of Riflemen."""
_WEAPONS: Final = {"bj3": 0.08, "bj4": 0.07, "g4": 0.07, "bj2": 0.05, "bj1": 0.03}
AT_STATION: Final = 0.064


def _post(d: int, q: int) -> float:
    """The long-term value of a square to a Defender."""
    place = LOCATION[q]
    if place == CELLAR:
        return -0.2
    worth = AT_STATION if STATION.get(d) == place else 0.0
    if CREW_SQUARE[q]:
        worth += _WEAPONS[SQUARES[q]] if CREW[d] else -0.1
        if COMMANDS[d] and not NEEDS_LOAD[q]:
            worth -= 0.05
    for colour in SQUARE_COLOURS[q]:
        worth += 0.03 * COLOUR_SHARE[colour] if HAS_TOKENS[colour] else 0.006
    if place == GREAT_HALL and STATION.get(d) != place:
        worth -= 0.06
    return worth


POST: Final = tuple(tuple(_post(d, q) for q in range(SQUARE_COUNT)) for d in range(DEFENDER_COUNT))


def place_worth(men: Garrison, d: int, q: int) -> float:
    """The value of a square for a Defender from the supply: his first shot from it, and its later value."""
    key = -1 - (PROFILE[d] * PROFILES + q)
    found = men.shots.get(key)
    if found is None:
        s = men.s
        found = men.shots[key] = shot(men.look, s, d, q, inspiration(s, d, LOCATION[q]))
    return found + POST[d][q]


def best_place(men: Garrison, d: int) -> float:
    who = men.s.who
    return max(place_worth(men, d, q) for q in range(SQUARE_COUNT) if who[q] == EMPTY)


def where(s: ItterState, actions: Sequence[int], d: int) -> Scores:
    men = Garrison(s)
    return [place_worth(men, d, action - PLACE[0]) for action in actions]


# Actions


def what(s: ItterState, actions: Sequence[int], d: int, so_far: int) -> Scores:
    men = Garrison(s)
    if s.marks[d] & UNFIT:
        return [men.mend_worth(d, RECOVERY[action]) for action in actions]
    look = men.look
    q = s.where[d]
    inspired = inspiration(s, d, LOCATION[q])
    own, printed = ATTACK[d] + inspired, WEAPON_ATTACK[q] + inspired
    found = []
    for action in actions:
        if FIRST_ATTACK <= action < FIRST_ATTACK + WEAPON:
            worth = look.target_worth(own, *TARGET[action])
        elif FIRST_ATTACK + WEAPON <= action < FIRST_ATTACK + 2 * WEAPON:
            worth = look.target_worth(printed, *TARGET[action - WEAPON])
        elif action in PUT:
            worth = look.put_worth(action)
        elif SHIFT[0] <= action <= SHIFT[-1]:
            worth = shot(look, s, d, action - SHIFT[0], inspired) * PREFER_HERE
            if action - SHIFT[0] == LOAD_SQUARE and CREW[d]:
                worth = max(worth, load_worth(men, d) * PREFER_HERE)
        elif MOVE[0] <= action <= MOVE[-1]:
            worth = move_to_worth(men, d, action - MOVE[0])
        elif action == COMMAND:
            worth = men.help_worth(d)
        elif action == LOAD:
            worth = load_worth(men, d)
        elif action == ESCAPE:
            worth = leave_worth(s)
        else:
            worth = 0.0
        found.append(worth)
    return found


LAST_STEP: Final = DEFENCE_TRACK[TANK][-2]
"""The tank's Defence at which a hit destroys it."""


def tank_threat(men: Garrison) -> float:
    """The risk of being in the tank."""
    return ABANDON if men.s.defence[TANK] <= LAST_STEP and men.look.left > SAFE_CARDS else 0.0


def move_worth(men: Garrison, d: int) -> float:
    """The best a move to another location can give."""
    s = men.s
    q = s.where[d]
    if LOCATION[q] == CELLAR:  # All moves lead to the Great Hall, and any of its squares will do.
        return next((move_to_worth(men, d, to) for to in ELSEWHERE[CELLAR] if s.who[to] == EMPTY), 0.0)
    if FRENCH[d] or (LOCATION[q] == TANK and tank_threat(men)):
        ways = [move_to_worth(men, d, to) for to in ELSEWHERE[LOCATION[q]] if s.who[to] == EMPTY]
        return max(ways, default=0.0)
    return 0.0


def move_to_worth(men: Garrison, d: int, to: int) -> float:
    s = men.s
    q = s.where[d]
    place = LOCATION[to]
    if place in (CELLAR, TANK):
        return 0.0
    if LOCATION[q] == TANK:
        return tank_threat(men) + POST[d][to] * 0.1
    if not FRENCH[d]:
        return 0.0
    left = men.look.left
    # In the last turns only points count: out of the Cellar a prisoner is worth two more.
    if LOCATION[q] == CELLAR:
        if left <= LAST_CARDS:
            return 2 * POINT
        return UP * men.presence(GREAT_HALL) if INSPIRES[d] else CLIMB * escape_worth(left)
    if LOCATION[q] == GREAT_HALL and left > LAST_CARDS:
        if d == BOROTRA:
            return CLIMB * escape_worth(left) / (1 + way_out(s, to))
        inside = [s.who[each] for each in LOCATION_SQUARES[GREAT_HALL] if s.who[each] >= 0]
        if sum(INSPIRES[each] for each in inside) <= IN_THE_HALL:
            return 0.0
        return UP * men.presence(place)
    return 0.0


def command(s: ItterState, actions: Sequence[int], d: int, left: int) -> Scores:
    men = Garrison(s)
    return [0.0 if action == DONE else men.mend_worth(*HELPED[action]) + 1e-6 for action in actions]


# The SS Phase


def spend(s: ItterState, actions: Sequence[int], kind: int, area: int) -> Scores:
    look = Outlook(s)
    colour = COLOUR[area]
    needed = suppressed_defence(s, kind)
    have = s.tokens[colour]
    worth = look.hold[area] if PUSHES[kind] else POINT + HEAVY[kind] + ARRIVING
    whole = look.token[colour]
    wanted = look.wanted[colour]
    found = []
    for action in actions:
        n = action - SPEND[0]
        crowd = (have - (n + 1) / 2) / wanted
        price = n * whole / (1 + crowd * crowd)
        found.append(HIT[n][needed] * worth - price if n else 0.0)
    return found


def sacrifice(s: ItterState, actions: Sequence[int], *_: int) -> Scores:
    return [float(action == SACRIFICE) for action in actions]


def fire(s: ItterState, actions: Sequence[int], *_: int) -> Scores:
    return [float(action != FIRE_MORTAR) for action in actions]


def squads(s: ItterState, actions: Sequence[int], *_: int) -> Scores:
    return [float(squad_value(s, action - SQUAD[0])) for action in actions]


JUDGES: Final[dict[str, Callable[..., Scores]]] = {
    "who": who,
    "where": where,
    "what": what,
    "command": command,
    "spend": spend,
    "sacrifice": sacrifice,
    "fire": fire,
    "squads": squads,
}
