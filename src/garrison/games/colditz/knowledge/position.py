"""Positions of scenarios: changes to the set-up, completed to a whole view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from garrison.core.errors import Damaged
from garrison.core.state import View
from garrison.core.validation import known_index
from garrison.games.colditz.editions import PARTS_APART
from garrison.games.colditz.knowledge.view import DECKS, mode_of
from garrison.games.colditz.tables import (
    CARD_COPIES,
    CARDS,
    EQUIPMENT,
    FIRST_SECURITY_CARD,
    STOCK,
)

REST: Final = "rest"
RESTS: Final = ("start", "shot")
FOLLOWING: Final = ("supply", "escaped", "seen", "viewer")
"""Keys that follow from others."""


def position(setup: View, changes: Mapping[str, Any]) -> View:
    """Apply `changes` to the set-up.

    `rest` says where POWs are that are not named: at their `start`, the default, or `shot`. Guards not named
    are in barracks, hands not named empty; cards named for a deck lie on top, the others below in the order
    of the table. Who is named in `returning` is exempt unless `exempt` is named.
    In the classic rules a team of which somebody is `out` is out.
    """
    allowed = {*setup, REST} - {"viewer"}
    for key, value in changes.items():
        if key not in allowed:
            raise Damaged(f"a position has no '{key}'; it has {', '.join(sorted(allowed))}")
        for kind, said in ((dict, "table"), (list, "list")):
            if isinstance(setup.get(key), kind) and not isinstance(value, kind):
                raise Damaged(f"'{key}' of a position must be a {said}")
    rest = changes.get(REST, "start")
    known_index(RESTS, rest, REST)
    full = {key: changes.get(key, value) for key, value in setup.items() if key not in FOLLOWING}
    full["phase"] = changes.get("phase", "ready")
    if full["phase"] != "deploy":
        full["turn"] = changes.get("turn", next(iter(setup["equipment"])))
    full["pawns"] = _pawns(setup, changes, rest)
    full["equipment"] = {
        nation: {**held, **changes.get("equipment", {}).get(nation, {})}
        for nation, held in setup["equipment"].items()
    }
    for key in ("equipment", "markers", "hands", "tunnels"):
        unknown = set(changes.get(key, {})) - set(setup[key])
        if unknown:
            raise Damaged(f"'{key}' of a position has no '{min(unknown)}'; it has {', '.join(setup[key])}")
    full["markers"] = {**setup["markers"], **changes.get("markers", {})}
    full["tunnels"] = {**setup["tunnels"], **changes.get("tunnels", {})}
    full["hands"] = {**{seat: [] for seat in setup["hands"]}, **changes.get("hands", {})}
    full["exempt"] = changes.get("exempt", full["returning"])
    full |= _decks(full, changes)
    full["do_or_die"] = _do_or_die(setup, changes)
    if "teams_out" in setup and "teams_out" not in changes:
        full["teams_out"] = [
            nation
            for nation in setup["equipment"]
            if any(place == "out" for name, place in full["pawns"].items() if name.startswith(f"{nation}-"))
        ]
    _check_following(full, changes)
    if "seen" in changes:
        full["seen"] = changes["seen"]
    if "agenda" not in changes:
        for key in ("ask", "answers", "agenda"):
            full.pop(key, None)
    return full


def _pawns(setup: View, changes: Mapping[str, Any], rest: str) -> dict[str, str]:
    """Everybody's place. Who is named on a start space takes it; its owner must be elsewhere."""
    named: Mapping[str, str] = changes.get("pawns", {})
    for name in named:
        known_index(list(setup["pawns"]), name, "pawn of this match")
    return {
        name: named.get(name, "barracks" if name.startswith("guard-") else place if rest == "start" else rest)
        for name, place in setup["pawns"].items()
    }


def _do_or_die(setup: View, changes: Mapping[str, Any]) -> list[int]:
    """COL-C-51a: named cards on top, the others below in the order of the table."""
    pack = [str(throws) for throws in sorted(setup["do_or_die"])]
    given = changes.get("do_or_die", ())
    named = [int(pack[known_index(pack, str(each), "Do or Die card")]) for each in given]
    if len({*named}) < len(named):
        raise Damaged("there is one Do or Die card of each number of throws")
    return named + [throws for throws in sorted(setup["do_or_die"]) if throws not in named]


def _decks(full: View, changes: Mapping[str, Any]) -> dict[str, list[str]]:
    """Named cards on top, the others that nobody holds below them in the order of the table."""
    left = dict(zip(CARDS, CARD_COPIES, strict=True))
    found: dict[str, list[str]] = {}
    for cards in (*full["hands"].values(), *(changes.get(key, ()) for key in DECKS)):
        for card in cards:
            known_index(CARDS, card, "card")
            left[card] -= 1
            if left[card] < 0:
                raise Damaged(f"there are not so many cards '{card}'")
    apart = PARTS_APART[mode_of(full)]
    for key in DECKS:
        found[key] = list(changes.get(key, ()))
    for number, card in enumerate(CARDS):
        key = "security_deck" if number >= FIRST_SECURITY_CARD else "opportunity_deck"
        if apart and card.startswith("kit-"):
            key = "kit_parts"
        found[key] += [card] * left[card]
    return found


def _check_following(full: View, changes: Mapping[str, Any]) -> None:
    """What follows from other keys may be named, but not otherwise."""
    follows = {
        "supply": {
            name: STOCK[kind] - sum(held[name] for held in full["equipment"].values() if name in held)
            for kind, name in enumerate(EQUIPMENT)
        },
        "escaped": {
            nation: sum(
                place == "escaped" and name.rpartition("-")[0] == nation
                for name, place in full["pawns"].items()
            )
            for nation in full["equipment"]
        },
    }
    for key, value in follows.items():
        full[key] = value
        for name, given in changes.get(key, {}).items():
            if value.get(name) != given:
                raise Damaged(f"'{key}' follows from the rest: {name} is {value.get(name)}, not {given}")
