"""Views: what a seat may know, the saved state, and how to load both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from garrison.core.errors import Damaged
from garrison.core.kernel import pending, resume, then
from garrison.core.state import ARBITER, Options, Seat, View
from garrison.core.validation import known_index, whole
from garrison.games.siege.scoring import result, survivors, victory_pile
from garrison.games.siege.state import (
    ATTACKER,
    DEFENCE_PHASE,
    ENDINGS,
    HEALTHY,
    KILLED,
    NOT_LOADED,
    SETUP_PHASE,
    SPENT,
    SUPPLY,
    UNSHOT,
    SiegeState,
    ruined,
    unshot,
)
from garrison.games.siege.tables import (
    BOULDER,
    CASTLE,
    COUNTER_COUNT,
    COUNTERS,
    DISEASE,
    FIRE,
    HAS_PILE,
    KIND_OF_SHOT,
    KINDS,
    MODES,
    OPTIONS,
    SECTION_COUNT,
    SECTIONS,
    SHOT_COUNT,
    SHOTS,
    SMALL_FIRE_TURNS,
    SPOTS,
    STRENGTH,
    STRUCTURE_OF,
    STRUCTURES,
    TABLE,
    WOODEN,
)

PHASES: Final = ("setup", "attack", "defence")
OFF_BOARD: Final = {SUPPLY: "supply", KILLED: "killed"}
OFF_SHOT: Final = {UNSHOT: "supply", SPENT: "spent"}
HEALTH: Final = ("healthy", "injured")
HIDDEN: Final = "hidden"
SPLIT: Final = -1
"""Separates sections and counters in `SiegeState.shares`."""
MOST_POINTS: Final = 2
"""The most a boulder can show (CUS-18)."""
MOST_TURNS: Final = 1000
"""Far more than a game has: a position may begin late with all its ammunition."""
FAR: Final = 1_000_000
"""No shot lies farther away, in thousandths of an inch."""


def view(s: SiegeState, seat: Seat) -> View:
    """Everything is public except the kind of the counter behind the catapult."""
    found = result(s)
    hidden = s.loaded != NOT_LOADED and seat not in (ATTACKER, ARBITER)
    return {
        **pending(s, seat),
        "options": dict(zip(OPTIONS, MODES[s.mode], strict=True)),
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "counters": {COUNTERS[c]: _counter(s, c) for c in range(COUNTER_COUNT)},
        "acted": [COUNTERS[c] for c in range(COUNTER_COUNT) if s.acted >> c & 1],
        "structures": dict(zip(STRUCTURES, s.damage, strict=True)),
        "contaminated": [SECTIONS[section] for section in range(SECTION_COUNT) if s.foul >> section & 1],
        "ammunition": {SHOTS[a]: _place(s, a) for a in range(SHOT_COUNT)},
        "shows": {SHOTS[a]: n for a, n in enumerate(s.shows) if n},
        "lies": {
            SHOTS[a]: s.lies[2 * a : 2 * a + 2] for a in range(SHOT_COUNT) if any(s.lies[2 * a : 2 * a + 2])
        },
        "loaded": HIDDEN if hidden else "" if s.loaded == NOT_LOADED else KINDS[s.loaded],
        "cast": s.cast,
        "spell": bool(s.spell),
        "catapult": list(s.catapult),
        "last": _last(s),
        "score": [victory_pile(s), survivors(s)],
        "result": {} if found is None else {"how": found.how},
    }


def _counter(s: SiegeState, c: int) -> dict[str, Any]:
    at = s.where[c]
    return {
        "at": SECTIONS[at] if at >= 0 else OFF_BOARD[at],
        "spot": s.spot[c],
        "health": HEALTH[s.health[c]],
    }


def _place(s: SiegeState, a: int) -> str:
    at = s.ammo[a]
    if at < 0:
        return OFF_SHOT[at]
    return SECTIONS[at] if KIND_OF_SHOT[a] == DISEASE else STRUCTURES[at]


def _last(s: SiegeState) -> dict[str, Any]:
    """The last shot and what it covers, in thousandths of it."""
    if not s.last:
        return {}
    shot, bend, angle, *points = s.last
    split = s.shares.index(SPLIT)
    sections, counters = s.shares[:split], s.shares[split + 1 :]
    return {
        "shot": SHOTS[shot],
        "bend": bend,
        "dir": angle,
        "from": points[:2],
        "touch": points[2:4],
        "lies": points[4:],
        "sections": {SECTIONS[n]: share for n, share in zip(sections[::2], sections[1::2], strict=True)},
        "counters": {COUNTERS[n]: share for n, share in zip(counters[::2], counters[1::2], strict=True)},
    }


# Loading


def _point(value: object, what: str, least: int = -FAR, most: Sequence[int] = (FAR, FAR)) -> list[int]:
    if not isinstance(value, list) or len(value) != len(most):
        raise Damaged(f"{what} needs two numbers, x and y in thousandths of an inch, not {value!r}")
    return [whole(each, least, limit, what) for each, limit in zip(value, most, strict=True)]


def mode_of(seen: View) -> int:
    """The row of MODES of a view."""
    chosen = tuple(seen["options"][name] for name in OPTIONS)
    for (name, values), value in zip(OPTIONS.items(), chosen, strict=True):
        known_index(values, value, name)
    return MODES.index(chosen)


def load(seen: View) -> SiegeState:
    """The state of an ARBITER's view. Without `agenda` the phase begins from its start."""
    s = SiegeState(whole(seen.get("rules", 1), 1, FAR, "rules"), mode_of(seen))
    s.turn = whole(seen["turn"], 0, MOST_TURNS, "turn")
    s.phase = known_index(PHASES, seen["phase"], "phase")
    s.cast = whole(seen["cast"], 0, s.turn, "cast, a turn that has come,")
    s.spell = int(seen["spell"])
    s.loaded = known_index(KINDS, seen["loaded"], "kind of ammunition") if seen["loaded"] else NOT_LOADED
    if seen["catapult"]:
        s.catapult = _point(seen["catapult"], "catapult", 0, TABLE)
    _load_counters(s, seen)
    _load_castle(s, seen)
    _load_shots(s, seen)
    _load_last(s, seen["last"])
    s.ending = known_index(ENDINGS, seen.get("result", {}).get("how", ""), "ending")
    _check_loaded(s)
    if "agenda" in seen:
        resume(s, seen)
        _check_asked(s)
    elif not s.ending:
        start_phase(s)
    _check_counters(s)
    return s


def start_phase(s: SiegeState) -> None:
    """Set up the start of a phase, if a position has no agenda."""
    if s.phase == SETUP_PHASE:
        then(s, ("posting",))
    elif s.phase == DEFENCE_PHASE:
        then(s, ("defend",))
    elif s.loaded == NOT_LOADED:
        if UNSHOT not in s.ammo:
            raise Damaged("it is the attacker's turn, but no ammunition is left")
        then(s, ("choosing",))
    else:
        then(s, ("wizard",), ("aiming",)) if not s.spell else then(s, ("aiming",))


def _check_loaded(s: SiegeState) -> None:
    if s.loaded != NOT_LOADED and not unshot(s, s.loaded):
        raise Damaged(f"'{KINDS[s.loaded]}' cannot be loaded: none is left")
    if s.spell and s.cast != s.turn:
        raise Damaged(f"a spell affects this shot only if it was cast in turn {s.turn}, not in {s.cast}")


def _check_asked(s: SiegeState) -> None:
    """Questions, open or scheduled, must refer to something that exists."""
    asked = [s.ask[2]] if s.ask and s.ask[0] in ("flee", "what") else []
    for c in (*_fleeing(s), *asked):
        if not (0 <= c < COUNTER_COUNT and s.where[c] >= 0):
            raise Damaged("the counter asked to act is not in the castle")
    if s.ask and s.ask[0] == "struck" and (len(s.ask) < 5 or not s.last):
        raise Damaged("a choice between equal shares needs a shot and at least two of them")
    if s.ask and s.ask[0] in ("aim", "direction", "strength") and s.loaded == NOT_LOADED:
        raise Damaged("nothing is loaded, so nothing can be aimed")


def _fleeing(s: SiegeState) -> list[int]:
    """Counters that still have to leave a contaminated section."""
    asked = [s.ask[2]] if s.ask and s.ask[0] == "flee" else []
    return [*asked, *(step[1] for step in s.agenda if step[0] == "escape")]


def _check_counters(s: SiegeState) -> None:
    """Every counter is in a possible place, in a state possible there."""
    fleeing = _fleeing(s)
    for c, name in enumerate(COUNTERS):
        at = s.where[c]
        if at < 0 and s.health[c] != HEALTHY:
            raise Damaged(f"{name} is not in the castle, so it cannot be injured")
        if at == SUPPLY and s.phase != SETUP_PHASE:
            raise Damaged(f"{name} is still in the supply, though the set-up is over")
        if at >= 0 and s.foul >> at & 1 and c not in fleeing:
            raise Damaged(f"{name} stands in {SECTIONS[at]}, which is contaminated: nobody may be there")


def _load_counters(s: SiegeState, seen: View) -> None:
    places = {name: code for code, name in OFF_BOARD.items()}
    for name, row in seen["counters"].items():
        c = known_index(COUNTERS, name, "counter")
        at = row["at"]
        where = known_index([*SECTIONS, *places], at, "place for a counter")
        s.where[c] = places.get(at, where)
        s.health[c] = known_index(HEALTH, row["health"], "health of a counter")
        most = len(SPOTS[where]) - 1 if at not in places else 0
        s.spot[c] = whole(row["spot"], 0, most, f"spot of {name}")
    for name in seen["acted"]:
        s.acted |= 1 << known_index(COUNTERS, name, "counter")


def _load_castle(s: SiegeState, seen: View) -> None:
    strength = STRENGTH[CASTLE[s.mode]]
    for name, damage in seen["structures"].items():
        structure = known_index(STRUCTURES, name, "structure")
        s.damage[structure] = whole(damage, 0, strength[structure], f"damage of {name}")
    for name in seen["contaminated"]:
        s.foul |= 1 << known_index(SECTIONS[:-1], name, "section on a card")


def _load_shots(s: SiegeState, seen: View) -> None:
    places = {name: code for code, name in OFF_SHOT.items()}
    for name, place in seen["ammunition"].items():
        a = known_index(SHOTS, name, "ammunition counter")
        on = [*places, *_lying_places(s, KIND_OF_SHOT[a])]
        known_index(on, place, f"place for {name}")
        ids = SECTIONS if KIND_OF_SHOT[a] == DISEASE else STRUCTURES
        s.ammo[a] = places[place] if place in places else ids.index(place)
    for name, shown in seen["shows"].items():
        a = known_index(SHOTS, name, "ammunition counter")
        most = MOST_POINTS if KIND_OF_SHOT[a] == BOULDER else SMALL_FIRE_TURNS
        s.shows[a] = whole(shown, 0, most, f"what {name} shows")
    for a in range(SHOT_COUNT):
        if (s.shows[a] > 0) != (s.ammo[a] >= 0 and KIND_OF_SHOT[a] != DISEASE):
            raise Damaged(f"'shows' names exactly the boulders in piles and the fires; look at {SHOTS[a]}")
    _check_piles(s)
    for name, at in seen["lies"].items():
        a = known_index(SHOTS, name, "ammunition counter")
        s.lies[2 * a : 2 * a + 2] = _point(at, f"where {name} lies")
    for a in range(SHOT_COUNT):
        stays = s.ammo[a] >= 0 and KIND_OF_SHOT[a] != BOULDER
        if stays != any(s.lies[2 * a : 2 * a + 2]):
            raise Damaged(f"'lies' names exactly the fires and the disease counters; look at {SHOTS[a]}")


def _check_piles(s: SiegeState) -> None:
    """Boulders show no more than the damage, and nothing burns on a ruin."""
    strength = STRENGTH[CASTLE[s.mode]]
    for structure, name in enumerate(STRUCTURES):
        there = [a for a in range(SHOT_COUNT) if s.ammo[a] == structure]
        piled = sum(s.shows[a] for a in there if KIND_OF_SHOT[a] == BOULDER)
        ruin = ruined(s, structure, strength)
        if piled > s.damage[structure] and not ruin:
            raise Damaged(f"the boulders beside {name} show {piled}, but its damage is {s.damage[structure]}")
        if ruin and any(KIND_OF_SHOT[a] == FIRE for a in there):
            raise Damaged(f"{name} is destroyed, so no fire burns on it")


def _lying_places(s: SiegeState, kind: int) -> list[str]:
    """Places where a counter of a kind can stay."""
    if kind == DISEASE:
        return [SECTIONS[section] for section in range(SECTION_COUNT - 1) if s.foul >> section & 1]
    if kind == BOULDER:
        return [name for name, piled in zip(STRUCTURES, HAS_PILE, strict=True) if piled]
    wooden = WOODEN[CASTLE[s.mode]]
    return list(dict.fromkeys(STRUCTURES[STRUCTURE_OF[n]] for n, wood in enumerate(wooden) if wood))


def _load_last(s: SiegeState, last: Mapping[str, Any]) -> None:
    if not last:
        return
    s.last = [
        known_index(SHOTS, last["shot"], "ammunition counter"),
        whole(last["bend"], 1, 3, "bend"),
        whole(last["dir"], 0, 35_999, "dir"),
        *(each for key in ("from", "touch", "lies") for each in _point(last[key], key)),
    ]
    for name, share in last["sections"].items():
        s.shares += (known_index(SECTIONS, name, "section"), whole(share, 1, 1000, "share"))
    s.shares.append(SPLIT)
    for name, share in last["counters"].items():
        s.shares += (known_index(COUNTERS, name, "counter"), whole(share, 1, 1000, "share"))


# Contents of the box


_BOX = (*COUNTERS, *SHOTS, *STRUCTURES)


def stock(options: Options) -> dict[str, int]:
    return dict.fromkeys(_BOX, 1)


def count(seen: View) -> dict[str, int]:
    """Pieces by name over all places of an ARBITER's view."""
    found = dict.fromkeys(_BOX, 0)
    for key in ("counters", "ammunition", "structures"):
        for name in seen[key]:
            found[name] += 1
    return found
