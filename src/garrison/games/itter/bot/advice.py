"""Reasons for an answer, in a sentence, from the figures the sound player uses."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from garrison.core.show.templates import fill
from garrison.core.state import Event
from garrison.games.itter import defender_phase
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
    PLANNED,
    PUT,
    SACRIFICE,
    SHIFT,
    SPEND,
    SQUAD,
    TARGET,
    WEAPON,
    WEAPON_PUTS,
)
from garrison.games.itter.attributes import inspiration
from garrison.games.itter.bot import defence
from garrison.games.itter.bot.assault import strengthened
from garrison.games.itter.bot.threats import COLOUR_SHARE, HIT, ON, PATH, Outlook
from garrison.games.itter.editions import RECOVERIES
from garrison.games.itter.planning_phase import AN_ORDER
from garrison.games.itter.ss_phase import squad_value
from garrison.games.itter.state import EXHAUSTED, LOADED, SUPPLY, ItterState
from garrison.games.itter.tables import (
    ATTACK,
    BOROTRA,
    CELLAR,
    COLOUR,
    COLOURS,
    COMMANDS,
    CREW,
    CREW_SQUARE,
    DEFENDERS,
    EFFECT,
    FRENCH,
    INSPIRES,
    KIND_DEFENCE,
    KINDS,
    LOCATION,
    LOCATION_SQUARES,
    LOW_MORALE,
    OFFICER,
    PUSHES,
    SQUARE_COLOURS,
    SQUARES,
    TANK,
    WEAPON_ATTACK,
    WEAPON_NAME,
    WEAPON_SUPPRESS,
)
from garrison.games.itter.tactics import suppressed_defence

SOON: Final = 2
"""At most this many free circles count as few."""


@lru_cache(maxsize=4)
def _texts(lang: str) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """The reasons and the names of things in a language."""
    folder = files("garrison.games.itter")
    reasons = tomllib.loads(folder.joinpath(f"advice.{lang}.toml").read_text("utf-8"))
    words = tomllib.loads(folder.joinpath(f"words.{lang}.toml").read_text("utf-8"))
    return reasons, words["names"]


class Speaker:
    """Reasons in one language."""

    def __init__(self, lang: str) -> None:
        self.reasons, self.names = _texts(lang)

    def say(self, key: str, **values: Any) -> str:
        return fill(self.reasons[key], **values)

    def who(self, d: int) -> str:
        return self.names["defender"][DEFENDERS[d]]

    def colour(self, colour: int) -> str:
        return self.names["colour"][COLOURS[colour]]

    def kind(self, kind: int) -> str:
        return self.names["kind"][KINDS[kind]]


def _nobody(_: Event) -> None:
    """Ignore the events of a move that is only considered."""


def _percent(part: float) -> int:
    return round(100 * part)


def reason(s: ItterState, action: int, lang: str) -> str:
    """The reason for an answer to the open question."""
    said = REASONS[s.ask[0]](Speaker(lang), s, action, *s.ask[2:]) if s.ask else ""
    return said[:1].upper() + said[1:]


def who(said: Speaker, s: ItterState, action: int, _: int) -> str:
    """Why this Defender acts: what he will do."""
    if action == PASS:
        return said.say("pass")
    if s.where[action] == SUPPLY:
        rows = defender_phase.where_legal(s, 0, action)
        best = _best(rows, defence.where(s, rows, action))
        square = said.names["square"][SQUARES[best - PLACE[0]]]
        return said.say("placed", who=said.who(action), square=square, reason=where(said, s, best, action))
    rows = defender_phase.what_legal(s, 0, action, 0)
    best = _best(rows, defence.what(s, rows, action, 0))
    return said.say("named", who=said.who(action), reason=what(said, s, best, action, 0))


def _best(rows: list[int], scores: list[float]) -> int:
    return rows[max(range(len(rows)), key=scores.__getitem__)]


def where(said: Speaker, s: ItterState, action: int, d: int) -> str:
    q = action - PLACE[0]
    place = LOCATION[q]
    if CREW[d] and WEAPON_NAME[q]:
        key = "place-weapon" if q != defence.GUN else "place-gun" if s.tank == LOADED else "place-gun-later"
        return said.say(key, weapon=WEAPON_NAME[q], attack=WEAPON_ATTACK[q], suppress=WEAPON_SUPPRESS[q])
    if CREW[d] and CREW_SQUARE[q]:
        return said.say("place-loader")
    inside = [s.who[each] for each in LOCATION_SQUARES[place] if s.who[each] >= 0]
    if COMMANDS[d] and not any(COMMANDS[each] for each in inside):
        return said.say("place-commander", most=RECOVERIES[s.mode])
    if LOW_MORALE[d] and any(OFFICER[each] for each in inside):
        return said.say("place-rifleman")
    if OFFICER[d] and not any(OFFICER[each] for each in inside):
        return said.say("place-officer")
    colours = [said.colour(colour) for colour in SQUARE_COLOURS[q]]
    if not colours:
        return said.say("place-any")
    share = sum(COLOUR_SHARE[colour] for colour in SQUARE_COLOURS[q])
    key = "place-sight" if share else "place-near"
    return said.say(key, colours=said.say("and").join(colours), percent=_percent(share))


def what(said: Speaker, s: ItterState, action: int, d: int, so_far: int) -> str:
    q = s.where[d]
    if action in defender_phase.RECOVERY:
        return _mend(said, d, defender_phase.RECOVERY[action])
    if FIRST_ATTACK <= action < FIRST_ATTACK + 2 * WEAPON:
        return _attack(said, s, action, d)
    if action in PUT:
        return _suppress(said, s, action, q)
    if SHIFT[0] <= action <= SHIFT[-1]:
        return _shift(said, s, action, d, so_far)
    if MOVE[0] <= action <= MOVE[-1]:
        return _move(said, s, d, action - MOVE[0])
    if action == COMMAND:
        helped = sum(1 for row in defender_phase.help_legal(s, 0, d, RECOVERIES[s.mode]) if row != DONE)
        return said.say("command", tired=helped, most=RECOVERIES[s.mode])
    if action == LOAD:
        return said.say("load", tokens=WEAPON_SUPPRESS[defence.GUN])
    return said.say("escape" if action == ESCAPE else "done")


def _attack(said: Speaker, s: ItterState, action: int, d: int) -> str:
    weapon = action >= FIRST_ATTACK + WEAPON
    circle, kind = TARGET[action - WEAPON if weapon else action]
    q = s.where[d]
    dice = (WEAPON_ATTACK[q] if weapon else ATTACK[d]) + inspiration(s, d, LOCATION[q])
    percent = _percent(HIT[dice][KIND_DEFENCE[s.mode][kind]])
    look = Outlook(s)
    if look.clearing[COLOUR[circle]]:
        return said.say("attack-way", kind=said.kind(kind), circle=circle, percent=percent)
    if not PUSHES[kind]:
        return said.say("attack-heavy", kind=said.kind(kind), circle=circle, percent=percent)
    area = min(ON[circle], key=lambda each: _free(s, each))
    free = _free(s, area)
    key = "attack" if free else "attack-full"
    return said.say(key, kind=said.kind(kind), circle=circle, area=area, free=free, percent=percent)


def _free(s: ItterState, area: int) -> int:
    """The free circles from an area to the castle: the number that the board shows there."""
    return sum(s.light[circle] < 0 for circle in PATH[area])


def _suppress(said: Speaker, s: ItterState, action: int, q: int) -> str:
    put = PUT[action]
    if len(put) > 1:
        both = said.say("and").join(said.colour(colour) for colour, _ in put)
        share = sum(COLOUR_SHARE[colour] for colour, _ in put)
        return said.say("suppress-both", colours=both, percent=_percent(share))
    colour = put[0][0]
    told = {
        "colour": said.colour(colour),
        "percent": _percent(COLOUR_SHARE[colour]),
        "there": s.tokens[colour],
    }
    if action in WEAPON_PUTS:
        return said.say("suppress-weapon", weapon=WEAPON_NAME[q], **told)
    return said.say("suppress", **told)


def _shift(said: Speaker, s: ItterState, action: int, d: int, so_far: int) -> str:
    """The reason for moving within: what he does from the new square, or what is good about the square."""
    here = defender_phase.what_legal(s, 0, d, so_far)
    there = s.copy()
    defender_phase.what(there, 0, action, None, _nobody, d, so_far)  # type: ignore[arg-type]
    so_far |= defender_phase.SHIFTED
    rows = defender_phase.what_legal(there, 0, d, so_far)
    best = _best(rows, defence.what(there, rows, d, so_far))
    square = said.names["square"][SQUARES[action - SHIFT[0]]]
    if best in here:
        place = PLACE[action - SHIFT[0]]
        return said.say("shift-place", square=square, reason=where(said, s, place, d))
    return said.say("shift", square=square, reason=what(said, there, best, d, so_far))


def _move(said: Speaker, s: ItterState, d: int, to: int) -> str:
    if LOCATION[s.where[d]] == TANK:
        return said.say("move-tank")
    if d == BOROTRA:
        return said.say("move-borotra")
    if FRENCH[d] and LOCATION[to] != CELLAR:
        return said.say("move-up")
    return said.say("move", reason=where(said, s, PLACE[to], d))


def _mend(said: Speaker, d: int, mark: int) -> str:
    if mark != EXHAUSTED:
        return said.say("steady")
    if INSPIRES[d]:
        return said.say("rest-prisoner")
    return said.say("rest-commander" if COMMANDS[d] else "rest")


def command(said: Speaker, s: ItterState, action: int, *_: int) -> str:
    if action == DONE:
        return said.say("help-done")
    d, mark = defender_phase.HELPED[action]
    return said.say("named", who=said.who(d), reason=_mend(said, d, mark))


def spend(said: Speaker, s: ItterState, action: int, kind: int, area: int) -> str:
    n = action - SPEND[0]
    free, pushes = _free(s, area), PUSHES[kind]
    if not n:
        return said.say("spend-none" if pushes else "spend-none-heavy", free=free, area=area)
    percent = _percent(HIT[n][suppressed_defence(s, kind)])
    if not pushes:
        return said.say("spend-heavy", percent=percent)
    key = "spend-all" if not free else "spend-few" if free <= SOON else "spend"
    return said.say(key, percent=percent, free=free, area=area)


def sacrifice(said: Speaker, s: ItterState, action: int, d: int, *_: int) -> str:
    return said.say("sacrifice" if action == SACRIFICE else "keep", who=said.who(d))


def fire(said: Speaker, s: ItterState, action: int, *_: int) -> str:
    return said.say("fire-mortar" if action == FIRE_MORTAR else "fire-mg")


def squads(said: Speaker, s: ItterState, action: int, *_: int) -> str:
    return said.say("squads", value=squad_value(s, action - SQUAD[0]))


def plan(said: Speaker, s: ItterState, action: int, laid: int, stage: int) -> str:
    card = PLANNED[action]
    if stage != AN_ORDER:
        n = strengthened(s, card)
        return said.say("tactic" if n else "tactic-spare", number=n)
    return said.say(f"order-{EFFECT[s.mode][card]}")


REASONS: Final[dict[str, Callable[..., str]]] = {
    "who": who,
    "where": where,
    "what": what,
    "command": command,
    "spend": spend,
    "sacrifice": sacrifice,
    "fire": fire,
    "squads": squads,
    "plan": plan,
}
