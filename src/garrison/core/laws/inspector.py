"""The table of laws that every game keeps, and the inspector that plays matches and checks them.

A check knows no game: it gets a match and dice of its own, looks, and raises Broken if the law does not hold.
Some look at a position, some at a whole match with keyed dice. None changes the match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple, TypeAlias

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import AnyGame
from garrison.core.laws.comparison import Broken, called
from garrison.core.laws.ending import teams_are_whole, teams_can_resign
from garrison.core.laws.legality import (
    drafts_prepare_offers,
    game_goes_on,
    gathered_rows_keep_apart,
    legal_and_judge_agree,
    odds_are_exact,
    window_has_no_order,
)
from garrison.core.laws.persistence import (
    every_piece_is_in_one_place,
    record_replays,
    same_key_same_game,
    state_is_plain,
    state_is_saved_and_copied,
    undo_goes_back,
)
from garrison.core.laws.planning import (
    copies_know_no_draws,
    draws_are_declared,
    kind_is_declared,
    play_is_of_the_kind,
    sides_are_whole,
    trials_are_whole,
    utility_is_as_declared,
)
from garrison.core.laws.presentation import (
    events_are_staged,
    table_and_words_are_complete,
    things_have_places_and_words,
)
from garrison.core.laws.random_moves import anybody
from garrison.core.laws.secrecy import (
    nobody_learns_untold,
    numbers_tell_what_the_seat_sees,
    samples_fit_the_view,
)
from garrison.core.match import Match
from garrison.core.state import Action, Options, Seat

__all__ = ["LAWS", "ROW", "Broken", "Choose", "Inspector", "anybody", "play_and_check"]

Check: TypeAlias = "Callable[[Match, KeyedDice], None]"
Choose: TypeAlias = "Callable[[Match, KeyedDice], tuple[Seat, Action]]"
START, ROW, END = "start", "row", "end"


class Law(NamedTuple):
    """Checks before the first row, at rows (costly ones at one row in a few), and at the end."""

    says: str
    at_start: tuple[Check, ...] = ()
    at_row: tuple[Check, ...] = ()
    at_end: tuple[Check, ...] = ()
    every: int = 1

    def checks(self, when: str) -> tuple[Check, ...]:
        return {START: self.at_start, ROW: self.at_row, END: self.at_end}[when]


LAWS: dict[int, Law] = {
    1: Law("legal lists exactly what no rule forbids", at_row=(legal_and_judge_agree,)),
    2: Law("somebody can go on until the game ends", at_row=(game_goes_on,)),
    3: Law("a state is saved, loaded and copied whole", at_row=(state_is_saved_and_copied,), every=3),
    4: Law("a record replays", at_end=(record_replays,)),
    5: Law("nobody learns what was not told", at_end=(nobody_learns_untold,)),
    6: Law("undo goes back while nothing new came", at_row=(undo_goes_back,), every=4),
    7: Law("every piece is in exactly one place", at_row=(every_piece_is_in_one_place,)),
    8: Law("the same key gives the same game", at_row=(state_is_plain,), at_end=(same_key_same_game,)),
    9: Law("samples fit the view they come from", at_row=(samples_fit_the_view,), every=3),
    10: Law(
        "a window's answers and ticks may come in any order; what prepares something does nothing else",
        at_row=(window_has_no_order, gathered_rows_keep_apart, drafts_prepare_offers),
    ),
    11: Law("odds are exact", at_row=(odds_are_exact,), every=3),
    12: Law(
        "everything has a place and words",
        at_start=(table_and_words_are_complete,),
        at_row=(things_have_places_and_words,),
        at_end=(events_are_staged,),
        every=4,
    ),
    13: Law("learners see what the seat sees", at_row=(numbers_tell_what_the_seat_sees,), every=3),
    15: Law("a copy knows no draws to come", at_row=(copies_know_no_draws,), every=4),
    16: Law(
        "a game is of the kind it says",
        at_start=(kind_is_declared, sides_are_whole, trials_are_whole),
        at_row=(play_is_of_the_kind,),
        at_end=(utility_is_as_declared, draws_are_declared),
    ),
    17: Law(
        "a team can resign at any time",
        at_start=(teams_are_whole,),
        at_row=(teams_can_resign,),
        every=8,
    ),
}


def at_once(broken: Broken) -> None:
    """The first broken law ends the game."""
    raise broken


def _broken(law: int, what: str, error: Exception) -> Broken:
    """Any failure on the way breaks the law being checked."""
    if isinstance(error, Broken):
        return error
    broken = Broken(law, f"{what} failed: {type(error).__name__}: {error}")
    broken.__cause__ = error
    return broken


class Inspector:
    """Plays matches and checks the laws on the way; `checks` counts the checks by law.

    `pace` makes looks at positions rarer. What is found goes to `found`; that law is then left alone for the
    rest of the match. Chance for moves and for looks is apart, so the same seed plays the same game
    whatever laws are looked at.
    """

    def __init__(
        self,
        laws: Collection[int] | None = None,
        pace: int = 1,
        found: Callable[[Broken], None] = at_once,
    ) -> None:
        self.laws = tuple(sorted(LAWS if laws is None else laws))
        self.checks = dict.fromkeys(self.laws, 0)
        self.pace = pace
        self.found = found

    def play(self, match: Match, key: bytes, choose: Choose | None = None) -> None:
        """Play a match to its end, with some undoing, checking each row and the whole."""
        moves, looks = KeyedDice(key, "moves"), KeyedDice(key, "looks")
        active = list(self.laws)
        limit = match.game.play.bound(match.options)
        undone = 0
        self._look(match, looks, active, START)
        while True:
            moves.start(len(match.rows))
            looks.start(len(match.rows))
            self._look(match, looks, active, ROW)
            if match.over:
                break
            if len(match.line) > limit:
                self.found(Broken(2, f"the game goes on after {limit} rows, its bound"))
                return
            try:
                back = undone < limit // 8 and moves.pick(8, "undo") == 0 and self._undo(match, moves)
            except Exception as error:
                self.found(_broken(0, f"undoing row {match.line[-1]}", error))
                return
            undone += back
            if not back and not self._go_on(match, choose or anybody, moves):
                return
        looks.start(len(match.rows) + 1)
        self._look(match, looks, active, END)

    def _look(self, match: Match, looks: KeyedDice, active: list[int], when: str) -> None:
        for number in tuple(active):
            checks, every = LAWS[number].checks(when), LAWS[number].every * self.pace
            if not checks or (when == ROW and looks.pick(every, "look")):
                continue
            self.checks[number] += 1
            try:
                for check in checks:
                    check(match, looks)
            except Exception as error:
                active.remove(number)
                self.found(_broken(number, "looking at it", error))

    def _go_on(self, match: Match, choose: Choose, moves: KeyedDice) -> bool:
        said = "choosing"
        try:
            seat, action = choose(match, moves)
            said = f"'{match.write(action)}' of {called(match, seat)} in row {len(match.rows)}"
            match.play(action, seat)
        except Exception as error:
            self.found(_broken(0, said, error))
            return False
        return True

    def _undo(self, match: Match, moves: KeyedDice) -> bool:
        """Take the last row back, by its own seat where that is allowed, else now and then by all."""
        if len(match.line) < 2:
            return False
        seat, target = match.rows[match.line[-1]].seat, match.line[-2]
        if match.undo_bar(seat, target) is None:
            match.undo(seat)
            return True
        if moves.pick(4, "consent"):
            return False
        match.undo(0, consent=range(len(match.seats)))
        return True


def play_and_check(
    game: AnyGame,
    options: Options,
    seed: int,
    laws: Collection[int] | None = None,
    choose: Choose | None = None,
    pace: int = 1,
) -> Match:
    """Play one game from a seed and raise the first law it breaks."""
    match = Match(game, options, KeyedDice(seed_key(seed)))
    Inspector(laws, pace).play(match, seed_key(seed), choose)
    return match
