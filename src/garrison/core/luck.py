"""How lucky each side was: what its dice showed, and how often its tests succeeded, against the chances."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from garrison.core import kernel
from garrison.core.dice import WrittenDice
from garrison.core.match import Match
from garrison.core.replay import Replay
from garrison.core.state import Event

FACES = 6


@dataclass(slots=True)
class Luck:
    """One side's dice, and its tests: `hits` succeeded, `expected_hits` would on average."""

    side: str
    dice: int = 0
    sum: int = 0
    tests: int = 0
    hits: int = 0
    expected_hits: Fraction = Fraction(0)

    @property
    def expected(self) -> Fraction:
        return Fraction(self.dice * (FACES + 1), 2)

    @property
    def chance(self) -> Fraction:
        """How often that many dice show this total or more."""
        return at_least(self.dice, self.sum)


def at_least(dice: int, total: int) -> Fraction:
    """The chance that this many dice show at least a total."""
    need = total - dice
    if need <= 0:
        return Fraction(1)
    # Sums below the need, by inclusion and exclusion over the dice that would show more than they can.
    below = sum(
        (-1) ** over * comb(dice, over) * comb(need - 1 - FACES * over + dice, dice)
        for over in range(dice + 1)
        if need - 1 - FACES * over >= 0
    )
    return 1 - Fraction(below, FACES**dice)


def luck(match: Match) -> list[Luck]:
    """The luck of each side that rolled dice, over all rows, including undone ones: they were rolled."""
    game = match.game
    found = {side: Luck(side) for side in dict.fromkeys(game.study.throws.values())}
    replayed = match.at(0)
    again = Replay(replayed, match.rows, WrittenDice())
    for number, row in enumerate(match.rows):
        for label, numbers in row.draws:
            if label in game.study.throws:
                side = found[game.study.throws[label]]
                side.dice += len(numbers)
                side.sum += sum(numbers)
        for trial in filter(None, map(game.study.tested, match.events(number))):
            _count(found[trial[0]], trial[1], trial[2], hit=trial[3])
        if not number:
            continue
        if row.draws:
            _test(replayed, match.events(number), number, match, found)
        again.play(row)
    return [side for side in found.values() if side.dice]


def _test(before: Match, told: list[Event], number: int, match: Match, found: dict[str, Luck]) -> None:
    """Count a row whose action had exact odds, for the side that threw its first dice."""
    row, ask = match.rows[number], before.ask
    side = next(
        (match.game.study.throws[label] for label, _ in row.draws if label in match.game.study.throws), None
    )
    odds = kernel.odds(match.game.play, before.state, row.seat, row.action)
    if odds is None or ask is None or side is None:
        return
    hit = match.game.play.questions[ask[0]].hit
    _count(found[side], *odds, hit=any(event[1] == hit for event in told))


def _count(side: Luck, hits: int, cases: int, *, hit: bool) -> None:
    side.tests += 1
    side.expected_hits += Fraction(hits, cases)
    side.hits += hit
