"""The end of the game, section 5: points, award and level of victory."""

from __future__ import annotations

from garrison.core.kernel import finish
from garrison.core.rules import Result
from garrison.core.state import ALL, Tell
from garrison.games.itter.editions import SCORES_CASUALTIES
from garrison.games.itter.state import (
    BREACH,
    CASUALTY,
    DEFENDER,
    DESTROYED_EMPTY,
    ENDINGS,
    ESCAPED,
    NO_COUNTER,
    RUNNING,
    SS,
    ItterState,
)
from garrison.games.itter.tables import (
    AWARDS,
    BOROTRA,
    CASUALTY_POINTS,
    CELLAR,
    COMPETITIVE,
    DEFENDER_COUNT,
    FRENCH,
    LOCATION,
    POINTS,
)


def end(s: ItterState, tell: Tell, how: int) -> None:
    """ITP-5.0a, IT3-01: nothing more is played."""
    s.ending = how
    finish(s)
    tell((ALL, "ended", how))


def tally_lines(s: ItterState) -> list[tuple[str, int, int]]:
    """The points as the board stands: item, number, points. Nothing off the board counts (AMB-31)."""
    if SCORES_CASUALTIES[s.mode]:
        return casualty_lines(s)
    on_board = [d for d in range(DEFENDER_COUNT) if s.where[d] >= 0]
    below = [d for d in on_board if LOCATION[s.where[d]] == CELLAR]
    counters = sum(kind != NO_COUNTER for kind in s.light) + sum(s.heavy)
    numbers = {
        "tank_empty": int(s.tank == DESTROYED_EMPTY),  # ITP-5.0c
        "escaped": int(s.where[BOROTRA] == ESCAPED),  # ITP-5.0d
        "french": sum(FRENCH[d] for d in on_board) - sum(FRENCH[d] for d in below),  # ITP-5.0e
        "french_cellar": sum(FRENCH[d] for d in below),  # ITP-5.0f
        "other": sum(not FRENCH[d] for d in on_board),  # ITP-5.0g
        "counter": counters,  # ITP-5.0h
    }
    return [(name, n, n * POINTS[name]) for name, n in numbers.items()]


def casualty_lines(s: ItterState) -> list[tuple[str, int, int]]:
    """IT3-102: points for casualties, fewer is better. Escaped or unplaced Defenders are none (AMB-42)."""
    dead = [d for d in range(DEFENDER_COUNT) if s.where[d] == CASUALTY]
    french = sum(FRENCH[d] for d in dead)
    numbers = {"french": french, "other": len(dead) - french}
    return [(f"dead_{name}", n, n * CASUALTY_POINTS[name]) for name, n in numbers.items()]


def tally(s: ItterState) -> int:
    """The points as the board stands (ITP-0a)."""
    return sum(points for _, _, points in tally_lines(s))


def result(s: ItterState) -> Result | None:
    """ITP-5.0b: 1 or more wins, 0 or less is a draw, a breach loses and scores nothing.

    IT3-100, IT3-101: in the playtest edition anything but a breach wins, whatever the score.
    """
    if s.ending == RUNNING:
        return None
    if SCORES_CASUALTIES[s.mode]:
        held = s.ending != BREACH
        won, utility = ((DEFENDER,), WIN) if held else ((), LOSS)
        return Result(won, (tally(s),), (utility,), ENDINGS[s.ending], {"level": LEVEL[held]})
    if s.ending == BREACH:
        return _settled(s, 0, {"award": "none", "level": "loss"})
    score = tally(s)
    # ITP-5.0i, ITP-5.0j: the highest row whose lowest score is reached.
    award, level = next((award, level) for lowest, award, level in AWARDS if score >= lowest)
    return _settled(s, score, {"award": award, "level": level})


LEVEL = ("loss", "win")
LOSS, DRAW, WIN = -1.0, 0.0, 1.0
"""A seat's utility. The score must not be it: a castle that holds can score less than one that falls."""


def _settled(s: ItterState, score: int, more: dict[str, str]) -> Result:
    """AMB-34: against an SS player, the Defender's win, loss and draw decide for both."""
    won, utility = ((DEFENDER,), WIN) if score >= 1 else ((), LOSS if s.ending == BREACH else DRAW)
    if not COMPETITIVE[s.mode]:
        return Result(won, (score,), (utility,), ENDINGS[s.ending], more)
    if s.ending == BREACH:
        won = (SS,)
    return Result(won, (score, -score), (utility, -utility), ENDINGS[s.ending], more)
