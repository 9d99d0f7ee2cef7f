"""The action table: every notation of the game, its row, and what the row means.

Rows are only ever appended: learning programs use a row's number as its index.
"""

from __future__ import annotations

from typing import Any, Final

from garrison.core.state import decimal
from garrison.games.siege.flight import LEAST_PULL, MOST_PULL, PULL_STEP
from garrison.games.siege.tables import (
    CARD_SECTIONS,
    COUNTERS,
    FIRES,
    KINDS,
    SECTIONS,
    SHOTS,
    SITE_NAMES,
    STRUCTURES,
)

_notations: list[str] = []
_phrases: list[tuple[Any, ...]] = []


def _row(notation: str, *phrase: Any) -> int:
    _notations.append(notation)
    _phrases.append(phrase)
    return len(_notations) - 1


# who: the row of a counter is its number
for _c, _name in enumerate(COUNTERS):
    _row(_name, "who", _c)
DONE: Final = _row("done", "done")

# what
MOVE: Final = [_row(f"move {name}", "move", section) for section, name in enumerate(SECTIONS)]
HEAL: Final = [_row(f"heal {name}", "heal", c) for c, name in enumerate(COUNTERS)]
REPAIR: Final = _row("repair", "repair")
DOUSE: Final = {a: _row(f"douse {SHOTS[a]}", "douse", a) for a in FIRES}
DOUSED: Final = {row: a for a, row in DOUSE.items()}

# post, flee
POST: Final = [_row(f"post {name}", "post", section) for section, name in enumerate(SECTIONS)]
POST_REST: Final = _row("post rest", "post-rest")
FLEE: Final = [_row(f"flee {name}", "flee", section) for section, name in enumerate(SECTIONS)]

# load, spell
LOAD: Final = [_row(f"load {name}", "load", kind) for kind, name in enumerate(KINDS)]
CAST: Final = _row("cast", "cast")
WAIT: Final = _row("wait", "wait")

# aim, direction, strength
SITE: Final = [_row(f"site {name}", "site", site) for site, name in enumerate(SITE_NAMES)]
AIM: Final = _row("aim x=? y=? dir=? force=? bend=?", "aim")
TURN: Final = [_row(f"turn {degrees}", "turn", degrees) for degrees in range(360)]
PULLS: Final = range(LEAST_PULL, MOST_PULL + 1, PULL_STEP)
PULL: Final = [_row(f"pull {decimal(pull)}", "pull", pull) for pull in PULLS]

# struck
STRIKE: Final = [_row(f"strike {name}", "strike", structure) for structure, name in enumerate(STRUCTURES)]
FOUL: Final = [_row(f"foul {SECTIONS[section]}", "foul", section) for section in range(CARD_SECTIONS)]

ACTIONS: Final = tuple(_notations)
PHRASES: Final = tuple(_phrases)
