"""Laws 5, 9 and 13: nobody learns what was not told, and what is guessed fits what was told.

A twin of a match has two cards of a hidden shuffle swapped, or another seat's choice changed or left out.
Both are played on alike; what a seat gets stays the same, byte for byte, until it is told a different event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from garrison.core import kernel
from garrison.core.dice import KeyedDice
from garrison.core.errors import Refused
from garrison.core.laws.comparison import (
    Broken,
    called,
    canonical,
    closed,
    counted,
    first_difference,
    keyed,
    nobody,
    one_of,
    viewers,
)
from garrison.core.learning import learning, size
from garrison.core.limits import TOGETHER
from garrison.core.match import Match
from garrison.core.show.perspective import Perspective
from garrison.core.state import ARBITER, Action, Seat

ROWS_ASKED = 24
SCENES_COMPARED = 24
SURFACES_COMPARED = 4
"""How much of a twin is compared that is slow to make: rows refused, scenes, what a surface shows."""


# 5: nobody learns what was not told


class TwinDice(KeyedDice):
    """Keyed dice that swap two cards after one of their shuffles, and are told which row it is."""

    __slots__ = ("at", "shuffles", "swap")

    def __init__(self, dice: KeyedDice, swap: tuple[int, int, int] = (-1, 0, 0)) -> None:
        self.at = 0
        self.shuffles: list[tuple[int, int]] = []
        self.swap = swap
        super().__init__(dice.key, dice.salt)

    def start(self, row: int) -> None:  # noqa: ARG002
        super().start(self.at)

    def shuffle(self, cards: list[int], label: str) -> None:
        before = cards.copy()
        super().shuffle(cards, label)
        which, first, second = self.swap
        if which == len(self.shuffles):
            cards[first], cards[second] = cards[second], cards[first]
            self.draws[-1] = (label, _picks(before, cards))
        self.shuffles.append((self.at, len(cards)))


def _picks(before: list[int], after: list[int]) -> list[int]:
    """The draws that shuffle one order into another, so that a record of a twin tells the twin."""
    cards, picks = before.copy(), []
    for place in range(len(cards) - 1, 0, -1):
        other = cards.index(after[place])
        cards[place], cards[other] = cards[other], cards[place]
        picks.append(other)
    return picks


class Twin(NamedTuple):
    """How a twin differs: a swap in a shuffle, or another choice at a row (no action: row left out)."""

    row: int
    seats: tuple[Seat, ...]
    what: str
    swap: tuple[int, int, int] = (-1, 0, 0)
    choice: bool = False
    action: Action | None = None


Surface = Callable[[Match, Seat], dict[str, str]]
"""All that a seat is shown of a match now by something outside core, as text."""


def nobody_learns_untold(match: Match, chance: KeyedDice, surface: Surface | None = None) -> None:
    """Laws 5 and 6, as far as twins show them: some shuffle swapped, choice changed, offer dropped.

    What core makes for a seat is compared, or else what a surface shows.
    """
    if match.start is not None:
        raise ValueError("twins need a match from the set-up")
    for twin in _twins(match, chance):
        Pair(match, twin, chance, surface).play()


def _twins(match: Match, chance: KeyedDice) -> Iterator[Twin]:
    """An answer to a question is not changed for an offer, nor an offer for an answer, unless in a window.

    Elsewhere it is no secret that a question was answered: all see what is asked next.
    """
    rules = match.game.play
    dice = TwinDice(keyed(match))
    probe = Match(match.game, match.options, dice, rules=match.rules)
    changes: list[Twin] = []
    drops: list[Twin] = []
    for number in match.line[1:]:
        row = match.rows[number]
        others = tuple(seat for seat in viewers(match) if seat != row.seat)
        said = f"{called(match, row.seat)}'s '{match.write(row.action)}' in row {number}"
        offer = kernel.unasked(rules, row.action) is not None
        if offer:
            drops.append(Twin(number, others, f"{said} left out", choice=True))
        unseen = kernel.window(rules, probe.state)
        listed = [
            action
            for action in probe.legal(row.seat)
            if action != row.action and (unseen or (kernel.unasked(rules, action) is not None) == offer)
        ]
        if listed and len(match.seats) > 1:
            action = one_of(listed, chance)
            what = f"{said} made '{match.write(action)}'"
            changes.append(Twin(number, others, what, choice=True, action=action))
        dice.at = number
        probe.play(row.action, row.seat)
    shuffles = [(which, at, n) for which, (at, n) in enumerate(dice.shuffles) if n > 1]
    if shuffles:
        which, at, n = one_of(shuffles, chance)
        first = chance.pick(n, "law")
        second = (first + 1 + chance.pick(n - 1, "law")) % n
        said = f"cards {first} and {second} swapped in shuffle {which}"
        yield Twin(at, viewers(match), said, (which, first, second))
    for kind in (changes, drops):
        if kind:
            yield one_of(kind, chance)


class Pair:
    """A match and its twin, played on alike while legal."""

    def __init__(self, match: Match, twin: Twin, chance: KeyedDice, surface: Surface | None = None) -> None:
        self.match, self.twin, self.chance, self.surface = match, twin, chance, surface
        self.dice = TwinDice(keyed(match)), TwinDice(keyed(match), twin.swap)
        self.here, self.there = (
            Match(match.game, match.options, dice, rules=match.rules) for dice in self.dice
        )
        self.alike = list(twin.seats)
        self.perspectives = tuple(
            {seat: Perspective(each, seat) for seat in twin.seats} for each in (self.here, self.there)
        )
        self.frames = dict.fromkeys(twin.seats, 0)
        """By seat, the frames whose story has been compared."""
        self.asked = [chance.pick(len(match.game.play.actions), "law") for _ in range(ROWS_ASKED)]
        offers = match.game.play.anytime
        drafts = [row for row in offers.rows if row in offers.drafts] if offers is not None else []
        picked = sorted(one_of(drafts, chance) for _ in range(TOGETHER)) if drafts else []
        self.drafts = [match.write(row) for row in picked]
        """What seats suppose they drafted, some of it at each look; what they could not have is left out."""
        self.supposed = self.drafts
        often = SCENES_COMPARED if surface is None else SURFACES_COMPARED
        self.seldom = max(1, len(match.line) // often)

    def play(self) -> None:
        """Each seat gets the same until it is told something different."""
        for number in self.match.line:
            for dice in self.dice:
                dice.at = number
            changed = self.twin.choice and number == self.twin.row
            if number and not self._step(number, changed=changed):
                return
            if number < self.twin.row:
                continue
            left_out = changed and self.twin.action is None
            told = [] if left_out else self.there.events(len(self.there.rows) - 1)
            for seat in tuple(self.alike):
                if self.here.events(len(self.here.rows) - 1, seat) == kernel.heard(told, seat):
                    self._same_for(seat, number)
                    continue
                self.alike.remove(seat)
                if not changed:
                    self._parted(seat, number)
            if not self.alike:
                return

    def _step(self, number: int, *, changed: bool) -> bool:
        row = self.match.rows[number]
        self.here.play(row.action, row.seat)
        action = self.twin.action if changed else row.action
        try:
            if action is not None:
                self.there.play(action, row.seat)
        except Refused:
            return False
        return True

    def _parted(self, seat: Seat, number: int) -> None:
        """Law 6: a row that tells something new of what was hidden must be closed to undoing."""
        if not any(closed(each, len(each.rows) - 1) for each in (self.here, self.there)):
            raise Broken(
                6,
                f"with {self.twin.what}, row {number} tells {called(self.here, seat)} something different, "
                "but has no draw and no news, so it could be undone",
            )

    def _same_for(self, seat: Seat, number: int) -> None:
        scenes = number == self.twin.row or self.chance.pick(self.seldom, "law") == 0
        if self.drafts:
            self.supposed = self.drafts[: self.chance.pick(len(self.drafts) + 1, "law")]
        if self.surface is None:
            mine, theirs = (self._gets(each[seat], scenes=scenes) for each in self.perspectives)
        elif scenes:
            mine, theirs = (self.surface(each, seat) for each in (self.here, self.there))
        else:
            return
        for name, got in mine.items():
            if got != theirs[name]:
                who, where = called(self.here, seat), first_difference(got, theirs[name])
                raise Broken(
                    5,
                    f"with {self.twin.what}, {who} gets another {name} after row {number} "
                    f"without having been told: {where}",
                )
        if scenes:
            self.frames[seat] = self.perspectives[0][seat].count

    def _gets(self, perspective: Perspective, *, scenes: bool) -> dict[str, str]:
        """Everything a seat can see now, as text; of its story, what has come since the last look."""
        match, seat = perspective.match, perspective.seat
        things = {
            "view": canonical(match.view(seat)),
            "list": canonical(match.legal(seat)),
            "reasons for refusing": canonical([match.refusal(row, seat) for row in self.asked]),
            "number of the question": str(match.asked()),
            "say on who may act unasked": f"{match.may_act:b}",
            "say on an offer to answer": str(seat in match.waiting),
        }
        things["reach of its undo"] = str(perspective.undo_reach())
        if scenes:
            things["story"] = repr(perspective.story(self.frames[seat]))
        for lang in match.game.tell.langs if scenes else ():
            things["count of frames"] = str(perspective.count)
            things[f"scene ({lang})"] = repr(match.scene(seat, lang))
            things[f"steps ({lang})"] = repr(perspective.moment(perspective.count, lang))
            things[f"supposed offers ({lang})"] = repr(perspective.supposed(self.supposed, lang))
            things[f"summary ({lang})"] = repr(perspective.summary(lang))
            things[f"report ({lang})"] = repr(perspective.report(lang))
        return things


# 9: samples


def samples_fit_the_view(match: Match, chance: KeyedDice) -> None:
    game, state = match.game, match.state
    for seat in viewers(match):
        view = match.view(seat)
        seen = canonical(view)
        for turn in range(2):
            dice = KeyedDice(chance.key, f"sample/{len(match.rows)}/{seat}/{turn}")
            sampled = game.know.sample(view, dice)
            who = called(match, seat)
            if canonical(view) != seen:
                raise Broken(9, f"sampling changed the view of {who} it was given")
            again = canonical(game.know.view(sampled, seat))
            if again != seen:
                raise Broken(9, f"a sample shows {who} another view: {first_difference(again, seen)}")
            if sampled.ask != state.ask:
                raise Broken(9, f"a sample for {who} asks {sampled.ask}, not {state.ask}")
            if list(kernel.legal(game.play, sampled, seat)) != match.legal(seat):
                raise Broken(9, f"a sample for {who} gives another list")
            if kernel.may_act(game.play, sampled) != match.may_act:
                raise Broken(9, f"a sample for {who} lets others act unasked than the position")
            counted(9, match, game.know.view(sampled, ARBITER))
            if match.legal(seat):
                kernel.apply(game.play, sampled, seat, one_of(match.legal(seat), chance), dice, nobody)


# 13: numbers for learners


def numbers_tell_what_the_seat_sees(match: Match, chance: KeyedDice) -> None:
    """As many numbers as the features have, in their ranges, the same for every sample of the seat's view."""
    learn = learning(match.game)
    for seat in range(len(match.seats)):
        numbers, at, who = learn.encode(match.state, seat), 0, called(match, seat)
        if len(numbers) != size(learn.features):
            raise Broken(13, f"{who} gets {len(numbers)} numbers, the features have {size(learn.features)}")
        for feature in learn.features:
            outside = [n for n in numbers[at : at + feature.size] if not feature.low <= n <= feature.high]
            if outside:
                raise Broken(13, f"'{feature.name}' of {who} is {outside[0]}, outside its range")
            at += feature.size
        sampled = match.game.know.sample(
            match.view(seat), KeyedDice(chance.key, f"encode/{len(match.rows)}/{seat}")
        )
        if learn.encode(sampled, seat) != numbers:
            raise Broken(13, f"a sample of {who}'s view is encoded by other numbers than the position")
