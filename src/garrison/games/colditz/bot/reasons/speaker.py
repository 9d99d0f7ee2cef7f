"""The words of reasons: templates in one language, and the names that stand in them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from garrison.core.show.templates import fill
from garrison.games.colditz.bot.distances import FAR, to_spaces
from garrison.games.colditz.bot.odds import MEAN, reaches
from garrison.games.colditz.bot.plans import Route, routes
from garrison.games.colditz.castle.layout import (
    GATES,
    ROOM_BITS,
    ROOM_OF,
    ROOM_SYMBOL,
    ROOMS,
    SPACES,
    TUNNELS,
)
from garrison.games.colditz.editions import ALONG_TUNNELS
from garrison.games.colditz.state import nation_of
from garrison.games.colditz.tables import CARDS, EQUIPMENT, EQUIPMENT_KINDS, NATIONS, OPPORTUNITY, PAWNS
from garrison.games.colditz.words import WORDS, edition_name, parts

NEXT_TURN: Final = 0.05
"""A guard who is likelier than this to be there in one turn is named with his chance."""


@cache
def _templates(lang: str) -> dict[str, Any]:
    text = files("garrison.games.colditz").joinpath(f"advice.{lang}.toml").read_text("utf-8")
    return tomllib.loads(text)


class Speaker:
    """Reasons in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._said = _templates(lang)

    def say(self, key: str, **values: Any) -> str:
        """A sentence or a part of one."""
        return fill(self._said[key], **values)

    def word(self, table: str, key: str) -> str:
        """A word or phrase of a table, by the id of what it is about."""
        return str(self._said[table][key])

    # Names

    def pawn(self, pawn: int) -> str:
        return WORDS.name("pawn", PAWNS[pawn], self.lang)

    def at(self, space: int) -> str:
        """A space behind "at" in English, with its preposition in Italian."""
        return WORDS.name("at", SPACES[space], self.lang)

    def space(self, space: int) -> str:
        return WORDS.name("space", SPACES[space], self.lang)

    def tunnel(self, tunnel: int) -> str:
        return WORDS.name("tunnel", TUNNELS[tunnel], self.lang)

    def card(self, card: int, edition: str = "modern") -> str:
        return edition_name("card", CARDS[card], edition, self.lang)

    def room(self, room: int) -> str:
        return self.word("room", ROOMS[room])

    def officer(self, nation: int) -> str:
        return self.word("officer", NATIONS[nation])

    def people(self, nation: int) -> str:
        return self.word("people", NATIONS[nation])

    # Things

    def count(self, kind: int, number: int) -> str:
        """Equipment with its number in a word, as "two ropes"."""
        return fill(self.word("count", EQUIPMENT[kind]), n=number, number=self.number(number))

    def number(self, number: int) -> str:
        return self.word("number", str(number)) if number < len(self._said["number"]) else str(number)

    def things(self, counts: Sequence[int], *more: str) -> str:
        """Equipment by kind, then Opportunity cards if there are counts of them, then anything else."""
        named = [self.count(kind, n) for kind, n in enumerate(counts[:EQUIPMENT_KINDS]) if n]
        cards = zip(OPPORTUNITY, counts[EQUIPMENT_KINDS:], strict=False)
        named += [WORDS.name("thing", card, self.lang) for card, n in cards for _ in range(n)]
        return self.listed([*named, *more])

    def listed(self, named: Sequence[str]) -> str:
        if len(named) < 2:
            return "".join(named)
        return self.say("list", first=", ".join(named[:-1]), last=named[-1])

    # Chances and distances

    def times(self, chance: float) -> str:
        percent = round(100 * chance)
        key = "times-none" if percent < 1 else "times-all" if percent > 99 else "times"
        return self.say(key, n=percent)

    def guard(self, mode: int, need: int, *, planned: bool = False) -> str:
        """How near the nearest guard is, if he needs so many points: to a POW, or to a planned run."""
        if need >= FAR:
            return self.say("guard-none-there" if planned else "guard-none")
        chance = reaches(mode, need)
        if chance > NEXT_TURN:
            return self.say("guard-next-there" if planned else "guard-next", times=self.times(chance))
        return self.say("guard-turns", n=max(2, -int(-need // MEAN)))

    # Ways

    def goal(self, goal: int) -> str:
        return self.word("to", SPACES[goal])

    def off(self, goal: int) -> str:
        """A target behind the number of steps to it."""
        return self.word("off", SPACES[goal])

    def start(self, route: Route) -> str:
        if route.tunnel >= 0:
            return self.word("from", f"{TUNNELS[route.tunnel]}-tunnel")
        first = route.legs[0].space if route.legs else route.start
        return self.leaving(first if first in GATES else route.start)

    def leaving(self, space: int) -> str:
        """From where a way out begins: a window, a passage, a gate; or wherever a POW is."""
        if space in ROOM_OF:
            return self.word("from", ROOMS[ROOM_OF[space]])
        known = self._said["from"].get(SPACES[space] if space in GATES else parts()[space])
        return known or self.say("from-space", at=self.at(space))

    def way(self, route: Route) -> str:
        """A way out: its equipment, its target, where it begins and how long it is."""
        values = {"to": self.goal(route.goal), "n": len(route.legs), "start": self.start(route)}
        if not any(route.cards):
            return self.say("way-free", **values)
        return self.say("way", things=self.things(route.cards), **values)

    def run(self, mode: int, pawn: int, first: int, goal: int, steps: int, *, named: bool = False) -> str:
        """A run that is expected, which begins with a step to a space; `named` beside a POW's name."""
        exits = first_steps(ALONG_TUNNELS[mode])
        start = self.start(exits[first]) if first in exits else self.leaving(first)
        values = {"start": start, "to": self.goal(goal), "n": steps}
        if named:
            return self.say("run-own", **values)
        return self.say("run", run=self.word("run-of", NATIONS[nation_of(pawn)]), **values)


@cache
def first_steps(along: bool) -> dict[int, Route]:
    """By the space of its first step, a route out of the inner courtyard."""
    return {route.legs[0].space: route for route in reversed(routes(along))}


def room_near(symbol: int, space: int) -> int:
    """The room with a symbol that is nearest to a space."""
    rooms = [room for room, found in enumerate(ROOM_SYMBOL) if found == symbol]
    return min(rooms, key=lambda room: to_spaces(ROOM_BITS[room])[space])


def sentence(text: str) -> str:
    """With a capital letter and one full stop."""
    ended = f"{text}.".replace("..", ".").replace("  ", " ")
    return ended[:1].upper() + ended[1:]


__all__ = ["Speaker", "first_steps", "room_near", "sentence"]
