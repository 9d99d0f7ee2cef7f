"""How events are shown: what caused them, and the things in their gestures, beside `events.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from garrison.core.state import Event
from garrison.games.colditz.castle.layout import BOARD, CHAINS, ROOM_SPACES, ROOMS, SPACES, TUNNELS
from garrison.games.colditz.editions import TUNNEL_SHUT
from garrison.games.colditz.state import ENDINGS
from garrison.games.colditz.tables import CLASSIC_NAMES, ITEMS, KIT

# Causes

SHUT: Final = {*TUNNEL_SHUT}
"""Events that tell of the end of a tunnel."""


def cause(told: Sequence[Event], at: int) -> str:
    """The cause of an event whose rule depends on it."""
    _, kind, *about = told[at]
    if kind == "ended":
        return ENDINGS[about[0]]
    if kind == "made":
        return "kit" if about[1] == KIT else "equipment"
    if kind == "crossed":
        item, cards = ITEMS[about[2]], about[3]
        return "ropes" if item == "rope" and cards > 1 else item
    before = {each[1] for each in told[:at]}
    if kind == "moved":
        return "points" if about[2] else "directly"
    if kind == "cleared":
        return "guard" if about[2] else "escape"
    if kind == "arrested":
        return "tunnel" if before & SHUT else "arrest"
    if "escaped" in before:
        return "escape"
    if before & SHUT:
        return "tunnel"
    if "cleared" in before:
        return "marker"
    after = {each[1] for each in told[at:]}
    if after & SHUT:
        return "raid"
    return "rooms" if "turn" in after else "post"


# Asides


def aside(event: Event) -> tuple[Any, ...]:
    """Where a walk ends, and how many steps it takes; its sentence cannot pick one space of them all."""
    if event[1] != "moved":
        return ()
    way, points = event[3], event[4]
    if not points:
        return "sent", ("at", SPACES[way[-1]])
    return "walk", ("at", SPACES[way[-1]]), points


# Things

CELLS: Final = {block: str(BOARD["groups"][f"cells_{block}"][0]) for block in ("inner", "outer")}
"""By block, the first of its cells."""


def _cell(block: str) -> tuple[str, ...]:
    return (CELLS[block],)


OFFICE: Final = "commander_office"
"""Where guards stand who are in the Commander's office."""


def _quarters(place: str) -> tuple[str, ...]:
    return (OFFICE if place == "office" else str(BOARD["groups"]["barracks"][0]),)


def _card(name: str) -> tuple[str, ...]:
    return (f"card-{PICTURES.get(name, name)}",)


PICTURES: Final = {classic: card for card, classic in CLASSIC_NAMES.items()}
"""By another name of a card, the one its picture has."""


def _way(tunnel: str) -> tuple[str, ...]:
    return tuple(SPACES[space] for space in CHAINS[TUNNELS.index(tunnel)])


def _room(room: str) -> tuple[str, ...]:
    return tuple(SPACES[space] for space in ROOM_SPACES[ROOMS.index(room)])


THINGS: Final[Mapping[str, Callable[..., tuple[str, ...]]]] = {
    "card": _card,
    "cell": _cell,
    "quarters": _quarters,
    "way": _way,
    "room": _room,
}
"""Things that need more than an id, by the word before it in `events.toml`."""
