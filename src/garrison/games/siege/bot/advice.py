"""Reasons for an answer, in a sentence, from the figures the sound player uses."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from garrison.core.show.templates import fill
from garrison.games.siege.actions import (
    CAST,
    DONE,
    DOUSED,
    FLEE,
    FOUL,
    HEAL,
    LOAD,
    POST_REST,
    REPAIR,
    SITE,
    STRIKE,
)
from garrison.games.siege.bot import attack, defence
from garrison.games.siege.bot.win_chance import to_win
from garrison.games.siege.defender_turn import deeds
from garrison.games.siege.state import SiegeState
from garrison.games.siege.tables import (
    BOULDER,
    COUNTERS,
    COURT,
    EASIEST,
    FIRE,
    FIRST_GATE,
    KINDS,
    SECTIONS,
    STRUCTURE_OF,
    STRUCTURES,
)


@lru_cache(maxsize=4)
def _texts(lang: str) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """The reasons and the names of things in a language."""
    folder = files("garrison.games.siege")
    reasons = tomllib.loads(folder.joinpath(f"advice.{lang}.toml").read_text("utf-8"))
    words = tomllib.loads(folder.joinpath(f"words.{lang}.toml").read_text("utf-8"))
    return reasons, words["names"]


class _Teller:
    """Reasons in one language."""

    def __init__(self, lang: str) -> None:
        self._reasons, self._names = _texts(lang)

    def say(self, key: str, **values: Any) -> str:
        told = self.part(key, **values)
        return told[:1].upper() + told[1:]

    def part(self, key: str, **values: Any) -> str:
        return fill(self._reasons[key], **values)

    def aim(self, aimed: int) -> str:
        """The name of a targeted structure or section."""
        if aimed < attack.FIRST_SECTION:
            return self._names["structure"][STRUCTURES[aimed]]
        return self._names["section"][SECTIONS[aimed - attack.FIRST_SECTION]]

    def counter(self, c: int) -> str:
        return self._names["counter"][COUNTERS[c]]

    def structure(self, structure: int) -> str:
        return self._names["structure"][STRUCTURES[structure]]


def reason(s: SiegeState, action: int, lang: str) -> str:
    """The reason for an action, in a sentence."""
    if s.ask is None:
        return ""
    question, _, *args = s.ask
    return _REASONS[question](s, action, _Teller(lang), *args)


def _post(s: SiegeState, action: int, teller: _Teller, counter: int) -> str:
    return teller.say("post-rest" if action == POST_REST else "post")


def _load(s: SiegeState, action: int, teller: _Teller) -> str:
    kind = action - LOAD[0]
    best, bend = attack.best_chances(EASIEST[s.mode]), attack.worths(s, kind)
    aimed = max(bend, key=lambda row: row[1] * best[row[0]].half + row[2] * best[row[0]].touch, default=None)
    if aimed is None:
        return teller.say("load-nothing")
    key = f"load-{KINDS[kind]}"
    if kind == FIRE:
        key += ("-on", "-near", "")[attack.water_near(s, aimed[0])]
    elif kind == BOULDER:
        key += _pair(aimed[0])
    return teller.say(key, target=teller.aim(aimed[0]), needed=_needed(s, aimed[0]))


def _pair(structure: int) -> str:
    """Towers and walls decide the siege only together."""
    return "-pair" if structure < FIRST_GATE else ""


def _needed(s: SiegeState, aimed: int) -> int:
    structure = STRUCTURE_OF[aimed - attack.FIRST_SECTION] if aimed >= attack.FIRST_SECTION else aimed
    return to_win(s)[structure]


def _spell(s: SiegeState, action: int, teller: _Teller) -> str:
    return teller.say("cast" if action == CAST else "wait", needed=min(to_win(s)))


def _site(s: SiegeState, action: int, teller: _Teller) -> str:
    if action not in SITE:
        return teller.say("aim")
    aimed = attack.target(s, action - SITE[0])
    chance = attack.chances(EASIEST[s.mode], action - SITE[0])[aimed]
    return teller.say(
        "site", target=teller.aim(aimed), half=round(100 * chance.half), touch=round(100 * chance.touch)
    )


def _direction(s: SiegeState, action: int, teller: _Teller, site: int, *_: int) -> str:
    return teller.say("direction", target=teller.aim(attack.target(s, site)))


def _strength(s: SiegeState, action: int, teller: _Teller, site: int, *_: int) -> str:
    return teller.say("strength", target=teller.aim(attack.target(s, site)))


def _struck(s: SiegeState, action: int, teller: _Teller, shot: int, *targets: int) -> str:
    if action in FOUL:
        return teller.say("foul", target=teller.aim(attack.FIRST_SECTION + action - FOUL[0]))
    structure = action - STRIKE[0]
    key = f"strike{_pair(structure)}"
    return teller.say(key, target=teller.structure(structure), needed=to_win(s)[structure])


def _flee(s: SiegeState, action: int, teller: _Teller, counter: int) -> str:
    section = action - FLEE[0]
    return teller.say("flee-court" if section == COURT else "flee")


def _who(s: SiegeState, action: int, teller: _Teller) -> str:
    if action == DONE:
        return teller.say("done")
    best = max(deeds(s, action), key=lambda deed: defence.deed_worth(s, action, deed))
    return teller.say("who", who=teller.counter(action), reason=_deed(s, best, teller, action))


def _what(s: SiegeState, action: int, teller: _Teller, counter: int) -> str:
    told = _deed(s, action, teller, counter)
    return told[:1].upper() + told[1:]


def _deed(s: SiegeState, action: int, teller: _Teller, c: int) -> str:
    if action == REPAIR:
        structure = STRUCTURE_OF[s.where[c]]
        key = f"repair{_pair(structure)}"
        return teller.part(key, target=teller.structure(structure), needed=to_win(s)[structure])
    if action in DOUSED:
        return teller.part("douse", target=teller.structure(s.ammo[DOUSED[action]]))
    if HEAL[0] <= action <= HEAL[-1]:
        return teller.part("heal", who=teller.counter(action - HEAL[0]))
    if defence.deed_worth(s, c, action) <= 0:
        return teller.part("move")
    return teller.part("move-work" if defence.goals(s, c) else "move-home")


_REASONS: Final[dict[str, Callable[..., str]]] = {
    "post": _post,
    "load": _load,
    "spell": _spell,
    "aim": _site,
    "direction": _direction,
    "strength": _strength,
    "struck": _struck,
    "flee": _flee,
    "who": _who,
    "what": _what,
}
