"""Structures about to fall: those that one more hit, or their fire, would destroy."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from garrison.core.show.scene import Alarm
from garrison.core.state import View
from garrison.games.siege.tables import CASTLES, FIRES, SHOTS, STRENGTH, STRUCTURE_OF, STRUCTURES, WOODEN
from garrison.games.siege.words import WORDS

SHARED: Final = 1_000
FIRE_SHOTS: Final = tuple(SHOTS[shot] for shot in FIRES)
DAMAGE: Final = "damage-"
"""Ids of the damage slips."""


def alarms(view: View, lang: str) -> tuple[Alarm, ...]:
    """At the damage slip of each structure in danger."""
    if view["ask"] is None:
        return ()
    strength = STRENGTH[CASTLES.index(view["options"]["castle"])]
    found = []
    for name, most in zip(STRUCTURES, strength, strict=True):
        damage = view["structures"][name]
        danger = _danger(view, name, most - damage) if 0 < damage < most else ""
        if danger:
            found.append(_alarm(name, danger, lang))
    return tuple(found)


def _danger(view: View, structure: str, left: int) -> str:
    """The term for what threatens a structure that withstands `left` points: a full hit is 2 (CUS-16)."""
    places = view["ammunition"]
    burning = sum(places[shot] == structure and view["shows"][shot] == 1 for shot in FIRE_SHOTS)
    if burning >= left:
        return "falls-by-fire"  # CUS-23
    unshot = {shot.partition("-")[0] for shot in SHOTS if places[shot] == "supply"}
    if left == 1 and ("boulder" in unshot or ("fire" in unshot and _burns(view, structure))):
        return "falls-by-one"
    return "falls-by-full-hit" if left == 2 and "boulder" in unshot else ""


def _burns(view: View, structure: str) -> bool:
    """CUS-20: fire does nothing to stone."""
    wooden, number = WOODEN[CASTLES.index(view["options"]["castle"])], STRUCTURES.index(structure)
    return any(wooden[section] for section, of in enumerate(STRUCTURE_OF) if of == number)


@lru_cache(maxsize=SHARED)
def _alarm(structure: str, danger: str, lang: str) -> Alarm:
    said = WORDS.term(danger, lang).format(WORDS.name("structure", structure, lang))
    urgent = danger != "falls-by-full-hit"
    return Alarm(DAMAGE + structure, said, "" if urgent else "!", urgent)
