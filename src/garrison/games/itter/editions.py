"""Differences between the editions: tables by mode; everything else is one rule for both.

Figures come from the data files. A procedure of one edition only is a step of its own (Suppressive Fire and
SS Squads, the Planning Phase), reached through a card's effect or from the turn.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from garrison.games.itter.actions import (
    HELP_DISRUPTED,
    HELP_SUPPRESSED,
    RECOVER_DISRUPTED,
    REMOVE_SUPPRESSED,
)
from garrison.games.itter.state import DISRUPTED, EXHAUSTED, ItterState
from garrison.games.itter.tables import by_edition, by_mode

SWAP_BAR: Final = by_edition(published=EXHAUSTED | DISRUPTED, playtest=EXHAUSTED)
"""Move Within: marks that forbid a swap (ITP-2.4d, IT3-35)."""
TOKEN_FIRST: Final = by_edition(published=False, playtest=True)
"""The token on a Defender has its own action and goes first (IT3-43, IT3-48); else any order."""
RECOVERIES: Final = by_edition(published=3, playtest=2)
"""Command: free recoveries (ITP-2.7b, IT3-46)."""
RECOVER_SHAKEN: Final = by_edition(RECOVER_DISRUPTED, REMOVE_SUPPRESSED)
HELP_SHAKEN: Final = by_edition(HELP_DISRUPTED, HELP_SUPPRESSED)
NOT_SHAKEN: Final = by_edition("ITP-2.6b", "IT3-44")
"""The answers that take the token off a Defender, and the rule for a Defender without one."""
LEAVES_FROM_DAWN: Final = by_edition(published=False, playtest=True)
"""Escape: only from the square where he began the turn (IT3-54, AMB-19)."""
_Faces = tuple[tuple[int, ...], ...]
_UPWARDS: Final[_Faces] = tuple(tuple(range(rolled, 7)) for rolled in range(7))
_THEN_DOWN: Final[_Faces] = tuple(up + tuple(range(rolled - 1, 0, -1)) for rolled, up in enumerate(_UPWARDS))
SEARCH: Final = by_edition(_THEN_DOWN, _UPWARDS)
"""Fire at a colour: by die, the numbers tried in order.

If nobody is at or above it: the nearest lower (ITP-4.1b, ITP-4.4c, AMB-21), or no effect (IT3-77, IT3-97).
"""
AIMS_AT_NOBODY: Final = by_edition(published=False, playtest=True)
"""Fire at a colour: the die for the square is rolled even if nobody is on the colour (IT3-76, IT3-96)."""
FIRES_ON_ARRIVAL: Final = by_edition(published=True, playtest=False)
"""A Machine Gunner or Mortar just placed fires at once (ITP-4.3g)."""
SCORES_CASUALTIES: Final = by_edition(published=False, playtest=True)
"""Points for casualties, fewer is better (IT3-102), or for what is left on the board (ITP-0a)."""
SHAKEN: Final = by_edition("disrupted", "got_suppressed")
STEADIED: Final = by_edition("steadied", "unsuppressed")
"""Kinds of event: the token on a Defender has a different name in each edition."""

_RULE_IDS: Final = tomllib.loads(files("garrison.games.itter").joinpath("rule_ids.toml").read_text("utf-8"))
_CITED: Final[tuple[Mapping[str, str], ...]] = by_mode(
    lambda edition, difficulty: {
        **_RULE_IDS[edition],
        **(_RULE_IDS.get(difficulty, {}) if edition == "published" else {}),
    }
)
IN_PLAYTEST: Final[Mapping[str, str]] = _RULE_IDS["playtest"]
"""By a rule's id in the code: its id in the playtest edition, where that is another."""


def cited(s: ItterState, rule: str) -> str:
    """The id of a rule in the edition and at the difficulty being played."""
    return _CITED[s.mode].get(rule, rule)
