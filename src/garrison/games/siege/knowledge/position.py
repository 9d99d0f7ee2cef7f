"""Positions of scenarios: changes to the set-up, completed to a whole view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from garrison.core.errors import Damaged
from garrison.core.scenario import merge
from garrison.core.state import View
from garrison.core.validation import known_index
from garrison.games.siege.setup import stand
from garrison.games.siege.state import SUPPLY, SiegeState
from garrison.games.siege.tables import (
    CARD_SECTIONS,
    CASTLES,
    CORNERS,
    COUNTERS,
    SECTIONS,
    STRUCTURE_OF,
    STRUCTURES,
    USUAL_POST,
    WOODEN,
)

REST = "rest"
_WITHIN = ("at", "spot", "health")


def position(setup: View, changes: Mapping[str, Any]) -> View:
    """Apply `changes` to the set-up. A counter is given by its place, or a table of place, spot and health.

    `rest` places counters not named: in their `usual` posts, the default, or `killed`.
    A counter without a spot stands on the first free one; fires and disease lie in the middle of their place.
    """
    allowed = {*setup, REST}
    for key, value in changes.items():
        if key not in allowed:
            raise Damaged(f"a position has no '{key}'; it has {', '.join(sorted(allowed))}")
        for kind, said in ((dict, "table"), (list, "list")):
            if isinstance(setup.get(key), kind) and not isinstance(value, kind):
                raise Damaged(f"'{key}' of a position must be a {said}")
    named = {name: _row(name, row) for name, row in changes.get("counters", {}).items()}
    rest = changes.get(REST, "usual")
    known_index(("usual", "killed"), rest, REST)
    others = {key: value for key, value in changes.items() if key not in (REST, "counters")}
    full = merge(setup, {"phase": "attack", **others})
    if full["phase"] != "setup":
        full["turn"] = changes.get("turn", 1)
        full["counters"] = _stood(named, rest)
    full["lies"] = {**_laid(full), **full["lies"]}
    if "agenda" not in changes:
        for key in ("ask", "answers", "agenda"):
            full.pop(key, None)
    return full


def _laid(full: View) -> dict[str, list[int]]:
    """Fires and disease counters in the middle of their places: for a fire, of the wooden part."""
    wooden = WOODEN[CASTLES.index(full["options"]["castle"])]
    found = {}
    for name, place in full["ammunition"].items():
        kind = name.partition("-")[0]
        if kind == "fire" and place in STRUCTURES:
            of = STRUCTURES.index(place)
            on = [n for n in range(CARD_SECTIONS) if STRUCTURE_OF[n] == of and wooden[n]]
        elif kind == "disease" and place in SECTIONS[:CARD_SECTIONS]:
            on = [SECTIONS.index(place)]
        else:
            continue
        if on:
            xs, ys = zip(*CORNERS[on[0]], strict=True)
            found[name] = [sum(xs) // len(xs), sum(ys) // len(ys)]
    return found


def _row(name: str, row: Any) -> dict[str, Any]:
    known_index(COUNTERS, name, "counter")
    found = {"at": row} if isinstance(row, str) else row
    if not isinstance(found, dict) or "at" not in found or not set(found) <= set(_WITHIN):
        raise Damaged(f"counter {name} needs a place, or a table of {', '.join(_WITHIN)}, not {row!r}")
    return found


def _stood(named: Mapping[str, Mapping[str, Any]], rest: str) -> dict[str, Any]:
    """Every counter with its spot."""
    posts = [SECTIONS[post] if rest == "usual" else "killed" for post in USUAL_POST]
    rows = [dict(named.get(name, {"at": post})) for name, post in zip(COUNTERS, posts, strict=True)]
    trial = SiegeState(1, 0)
    trial.where = [SUPPLY] * len(COUNTERS)
    for said in (True, False):
        for c, row in enumerate(rows):
            if row["at"] in SECTIONS and ("spot" in row) == said:
                if said:
                    trial.where[c], trial.spot[c] = SECTIONS.index(row["at"]), row["spot"]
                else:
                    stand(trial, c, SECTIONS.index(row["at"]))
    return {
        name: {"at": row["at"], "spot": trial.spot[c], "health": row.get("health", "healthy")}
        for c, (name, row) in enumerate(zip(COUNTERS, rows, strict=True))
    }
