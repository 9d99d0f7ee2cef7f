"""Positions of scenarios: changes to the set-up, completed to a whole view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from garrison.core.errors import Damaged
from garrison.core.scenario import merge
from garrison.core.state import View
from garrison.core.validation import known_index
from garrison.games.itter.knowledge.view import PILES, box_cards, mode_of
from garrison.games.itter.tables import CARDS, DEFENDERS, REGIMENT


def position(setup: View, changes: Mapping[str, Any]) -> View:
    """Apply `changes` to the set-up; `rest` places Defenders not named; cards not named are removed."""
    allowed = {*setup, "rest"}
    for key in changes:
        if key not in allowed:
            raise Damaged(f"a position has no '{key}'; it has {', '.join(sorted(allowed))}")
        if isinstance(setup.get(key), dict) and not isinstance(changes[key], dict):
            raise Damaged(f"'{key}' of a position must be a table")
        if isinstance(setup.get(key), list) and not isinstance(changes[key], list):
            raise Damaged(f"'{key}' of a position must be a list")
    rest = changes.get("rest")
    full = merge(setup, {key: value for key, value in changes.items() if key != "rest"})
    if rest is not None:
        known_index(("casualty", "supply"), rest, "rest")
        named = changes.get("defenders", {})
        full["defenders"] = {**dict.fromkeys(DEFENDERS, rest), **named}
    if "agenda" not in changes:
        for key in ("ask", "answers", "agenda"):
            full.pop(key, None)
        if "borotra_began" not in changes:
            full.pop("borotra_began", None)
    _settle_cards(full, changes)
    return full


def _settle_cards(full: View, changes: Mapping[str, Any]) -> None:
    """Named piles are as named; the others lose what is named elsewhere; everything else is removed."""
    named = [key for key in PILES if key in changes]
    for key in named:
        for name in full[key]:
            known_index(CARDS, name, "card")
    used = Counter(name for key in named for name in full[key])
    free = Counter(box_cards(mode_of(full)))
    free.subtract(used)
    for key in PILES:
        if key in full and key not in changes:
            full[key] = list(_take(free, full[key]))
    left = [name for name in CARDS for _ in range(free[name]) if free[name] > 0]
    if "removed" not in changes:
        full["removed"] += left
    elif left:
        raise Damaged(f"'{left[0]}' is nowhere in this position")
    if "regiment_among" not in changes:
        full["regiment_among"] = _mixed_with(full)


def _mixed_with(full: View) -> int:
    """The number of cards the 142nd may have been shuffled with, if a position does not give it."""
    name, held = CARDS[REGIMENT], [*full.get("ss_hand", ()), *full.get("ss_plan", ())]
    if name in held:
        return len(full["ss_deck"]) + len(held)
    return len(full["ss_deck"]) if name in full["ss_deck"] else 0


def _take(free: Counter[str], pile: Iterable[str]) -> Iterable[str]:
    for name in pile:
        if free[name] > 0:
            free[name] -= 1
            yield name
