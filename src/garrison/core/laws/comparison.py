"""Tools of the checks: the error Broken, states slot by slot, and ways to look at a match."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

from garrison.core.dice import KeyedDice
from garrison.core.errors import GarrisonError
from garrison.core.match import Match
from garrison.core.state import ARBITER, SPECTATOR, Event, Seat, State, View


class Broken(GarrisonError):
    """A law that does not hold, with a sentence saying what differed. Law 0: the rules themselves failed."""

    def __init__(self, law: int, text: str) -> None:
        super().__init__(f"law {law}: {text}")
        self.law = law


def one_of(items: Sequence[Any], chance: KeyedDice) -> Any:
    return items[chance.pick(len(items), "law")]


def viewers(match: Match) -> tuple[Seat, ...]:
    return (SPECTATOR, *range(len(match.seats)))


def called(match: Match, seat: Seat) -> str:
    return match.seats[seat] if seat >= 0 else "the arbiter" if seat == ARBITER else "a spectator"


def canonical(value: object) -> str:
    """Plain data as one text, for comparing byte for byte."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def first_difference(one: str, other: str) -> str:
    both = enumerate(zip(one, other, strict=False))
    at = next((place for place, (a, b) in both if a != b), min(len(one), len(other)))
    start = max(0, at - 40)
    return f"...{one[start : at + 40]}... and ...{other[start : at + 40]}..."


def closed(match: Match, number: int) -> bool:
    """True if a row cannot be undone freely, because it drew or told news."""
    tell = match.game.tell
    return bool(match.rows[number].draws) or any(tell.kind(event).news for event in match.events(number))


def keyed(match: Match) -> KeyedDice:
    if not isinstance(match.dice, KeyedDice):
        raise ValueError("this law needs a match with keyed dice")
    return match.dice


def nobody(_: Event) -> None:
    """A listener for trials."""


# States, slot by slot

_DECLARED = (MemberDescriptorType, GetSetDescriptorType)


def slots(state: State) -> list[str]:
    """Every attribute a state has, but for the remembered list."""
    named = {
        name
        for kind in type(state).__mro__
        for name, part in vars(kind).items()
        # A compiled class has no `__slots__`, only descriptors.
        if isinstance(part, _DECLARED) and not name.startswith("__")
    }
    return sorted({*named, *getattr(state, "__dict__", {})} - {"known"})


def pictured(state: State) -> dict[str, str]:
    """A picture of a state that no later change reaches."""
    return {name: repr(getattr(state, name, "unset")) for name in slots(state)}


def unlike(one: State, other: State) -> str | None:
    """The first slot in which two states differ."""
    for name in slots(one):
        mine, theirs = getattr(one, name, "unset"), getattr(other, name, "unset")
        if mine != theirs:
            return f"{name} is {mine!r} in one and {theirs!r} in the other"
    return None


def same_picture(law: int, before: Mapping[str, str], state: State, what: str) -> None:
    after = pictured(state)
    for name, value in before.items():
        if after[name] != value:
            raise Broken(law, f"{what} changed {name} from {value} to {after[name]}")


def parts(value: object) -> Iterator[object]:
    """A value and all it is made of."""
    yield value
    if isinstance(value, dict):
        for key, each in value.items():
            yield from parts(key)
            yield from parts(each)
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from parts(each)


def counted(law: int, match: Match, view: View) -> None:
    box, found = match.game.know.stock(match.options), match.game.know.count(view)
    for name in sorted({*box, *found}):
        held, lies = box.get(name, 0), found.get(name, 0)
        if held != lies:
            raise Broken(law, f"'{name}' is {lies} times on the table, but {held} times in the box")
