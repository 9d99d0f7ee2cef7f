"""Match, the one way to drive a game: it checks, numbers, applies, records and undoes."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Final, TypeAlias

from garrison.core import kernel, notation, resignation
from garrison.core.dice import KeyedDice, RowDice, WrittenDice, sealed
from garrison.core.errors import (
    ANSWERED,
    DRAW_ALL,
    DRAW_UNKNOWN,
    GAME_OVER,
    NOT_ASKED,
    OTHER_QUESTION,
    RESIGN_TEAM,
    UNDO_DRAW,
    UNDO_NEWS,
    UNDO_NOTHING,
    UNDO_OTHERS,
    UNREADABLE,
    GameOver,
    Illegal,
    NoDice,
    NotAsked,
    Refused,
    Unreadable,
)
from garrison.core.game import AnyGame
from garrison.core.history import DRAW_ROW, RESIGN_ROW, SETUP_ROW, History, Row
from garrison.core.learning import learning
from garrison.core.rules import Result
from garrison.core.show import question, reasons, rulebook
from garrison.core.show.scene import Form, Scene
from garrison.core.show.words import as_sentence
from garrison.core.snapshots import Snapshots
from garrison.core.state import ALL, ARBITER, SPECTATOR, Action, Ask, Dice, Event, Options, Seat, State, View

NOT_TOGETHER: Final = "it is more than a part of what follows, so it is played by itself"
CLOSED: Final = "what comes before it has closed the question"
Told: TypeAlias = "tuple[Any, ...]"
"""An entry of a seat's story."""


class Match:
    """A running or finished game: its state, its rows, its dice."""

    __slots__ = ("_history", "_snapshots", "_start", "dice", "game", "options", "rules", "seats", "state")

    state: State

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        dice: RowDice,
        start: View | None = None,
        rules: int | None = None,
    ) -> None:
        self.game = game
        self.options = dict(options)
        self.dice = dice
        self.rules = game.rules if rules is None else rules
        self.seats = game.seats(options)
        self._start = start
        self._history = History([], [], [], [], [], [])
        self._snapshots = Snapshots()
        dice.start(0)
        events: list[Event] = []
        self.state = self._first(dice, events)
        self._history.add(Row(SETUP_ROW, -1, dice.draws), events, self.state.ask, self.may_act, questions=1)

    def _first(self, dice: RowDice, events: list[Event]) -> State:
        """The state of row 0: the set-up, or the position the match was started from."""
        if self._start is None:
            state: State = self.game.play.setup(self.rules, self.options, dice)
        else:
            state = self.game.know.load(self._start)
        kernel.run(self.game.play, state, dice, events.append)
        return state

    # The current state of play

    @property
    def rows(self) -> list[Row]:
        """All rows by number, undone ones among them."""
        return self._history.rows

    @property
    def ask(self) -> Ask | None:
        """The open question, None once the game is over."""
        return self.state.ask

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that have to answer now."""
        return kernel.awaited(self.state)

    @property
    def window(self) -> bool:
        """True if the open question is a window: its answers stay unseen until all are in."""
        return kernel.window(self.game.play, self.state)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have an offer to answer. Only they may know."""
        return kernel.waiting(self.game.play, self.state)

    @property
    def may_act(self) -> int:
        """Bits of the seats that may act unasked now, as everybody knows."""
        return kernel.may_act(self.game.play, self.state)

    def unseen(self, row: int) -> tuple[int, int]:
        """Bits of the seats that could act after a row while others see nothing of it.

        First those that answer a question put to several, then those that may act unasked. The answer of one
        seat alone closes its question, so it is seen.
        """
        ask = self._history.asks[row]
        bits: int = 0 if ask is None else ask[1]
        return bits if bits & (bits - 1) else 0, self._history.may[row]

    @property
    def rule(self) -> str:
        """The rule that asks the open question, empty once the game is over."""
        current = self.state.ask
        return (
            ""
            if current is None
            else self.game.play.cited(self.state, self.game.play.questions[current[0]].rule)
        )

    @property
    def over(self) -> bool:
        return kernel.over(self.state)

    @property
    def result(self) -> Result | None:
        """How the game ended, by its rules or because a team resigned or all agreed; None before."""
        last = self._history.last
        if last.seat == RESIGN_ROW:
            return resignation.resigned(self.game, self.options, self.state, last.consent)
        if last.seat == DRAW_ROW:
            return resignation.agreed(self.game, self.options, self.state)
        return self.game.play.result(self.state)

    @property
    def ended_early(self) -> bool:
        """True if the game is over because a team resigned or all agreed on a draw."""
        return len(self._history.line) > 1 and self._history.last.seat < 0

    @property
    def counted(self) -> bool:
        """True if the score of the result was counted."""
        return not self.ended_early or self.game.play.points is not None

    @property
    def line(self) -> tuple[int, ...]:
        """Numbers of the rows that stand, undone ones left out."""
        return tuple(self._history.line)

    def question(self, row: int) -> Ask | None:
        """The question that was open after a row."""
        return self._history.asks[row]

    def asked(self, row: int = -1) -> int:
        """The number of questions asked up to a row, which is the number of the one then open."""
        return self._history.asked[row]

    def events(self, row: int, seat: Seat = ARBITER) -> list[Event]:
        """The events of a row that the seat may know."""
        return kernel.heard(self._history.events[row], seat)

    def _seat(self, seat: Seat | None) -> Seat:
        if seat is not None:
            return seat
        waiting = self.awaited
        return waiting[0] if waiting else 0

    def legal(self, seat: Seat | None = None) -> list[Action]:
        """All the seat may do now, in table order."""
        state, offers = self.state, self.game.play.anytime
        if seat is not None or state.known is None or state.ask is None:
            return list(kernel.legal(self.game.play, state, self._seat(seat)))
        if offers is None:
            return list(state.known)
        return [*state.known, *offers.legal(state, state.ask[1].bit_length() - 1)]

    def answers(self, seat: Seat) -> list[Action]:
        """All the seat may answer to the open question, without offers."""
        return list(kernel.answers(self.game.play, self.state, seat))

    def replies(self, seat: Seat) -> list[Action]:
        """All the seat may answer to the offers it has got."""
        return kernel.replies(self.game.play, self.state, seat)

    def next_decision(self, seats: Container[Seat]) -> tuple[Seat, list[Action]] | None:
        """Who of these seats decides next, and among what: offers are answered before the question.

        What can be chosen there are the answers, not new offers.
        """
        for seat in self.waiting:
            if seat in seats:
                return seat, self.replies(seat)
        for seat in self.awaited:
            if seat in seats:
                return seat, self.legal(seat)
        return None

    def read(self, text: str) -> Action:
        """The action a notation means; raises Unreadable."""
        return notation.read(self.game, text)

    def write(self, action: Action) -> str:
        return notation.write(self.game, action)

    def refusal(self, action: Action | str, seat: Seat | None = None) -> str | None:
        """Id of the rule that forbids the action now, or None."""
        if isinstance(action, str):
            action = self.read(action)
        return kernel.refusal(self.game.play, self.state, self._seat(seat), action)

    def why(self, action: Action | str, seat: Seat | None = None, lang: str = "en") -> str | None:
        """Why the action is not allowed: what is in the way, then the rule, in words; None if allowed."""
        if isinstance(action, str):
            action = self.read(action)
        seat = self._seat(seat)
        rule = kernel.refusal(self.game.play, self.state, seat, action)
        return None if rule is None else reasons.because(self.game, self.state, seat, action, rule, lang)

    def form(self, seat: Seat) -> Form | None:
        """The open choice the seat has now, if any."""
        return kernel.form(self.game.play, self.state, seat)

    def meant(self, thing: str, seat: Seat | None = None) -> Action | None:
        """The most likely meaning of a click on a thing: an allowed action, else the first a rule forbids."""
        return reasons.meant(self.game, self.state, self._seat(seat), thing)

    def explanation(self, about: str, seat: Seat, lang: str) -> reasons.Explanation:
        """Why a click on a thing, or a notation, is refused, or what it would do."""
        return reasons.explanation(self.game, self.state, seat, about, lang)

    def odds(self, action: Action | str, seat: Seat | None = None) -> tuple[int, int] | None:
        """Exact chance of the action's roll, as (hits, cases)."""
        if isinstance(action, str):
            action = self.read(action)
        return kernel.odds(self.game.play, self.state, self._seat(seat), action)

    def view(self, seat: Seat = ARBITER) -> View:
        return self.game.know.view(self.state, seat)

    def encode(self, seat: Seat) -> list[float]:
        """The position as numbers, from what the seat may know; `learning(game)` has the features."""
        return learning(self.game).encode(self.state, seat)

    def story(self, seat: Seat) -> tuple[Told, ...]:
        """All a seat was told and did, in order: its information state.

        ("told", kind of event, argument, ...), ("did", notation), ("undid", frame it went back to).
        """
        from garrison.core.show.perspective import Perspective

        return Perspective(self, seat).story()

    def sampled(self, seat: Seat, dice: Dice) -> View:
        """A whole position that the seat's view allows, drawn by chance; as the arbiter sees it."""
        return self.game.know.view(self.game.know.sample(self.view(seat), dice), ARBITER)

    # Playing

    def play(self, action: Action | str, seat: Seat | None = None) -> list[Event]:
        """Check and play one action; gives everything that happened up to the next decision."""
        if isinstance(action, str):
            action = notation.read(self.game, action)
        state = self.state
        known = state.known
        if seat is None:
            seat = self._seat(None) if known is None or state.ask is None else state.ask[1].bit_length() - 1
        if known is None or state.ask is None or seat < 0 or state.ask[1] != 1 << seat or action not in known:
            action = self._checked(action, seat)
        dice, history = self.dice, self._history
        dice.start(len(history.rows))
        events: list[Event] = []
        before = state.ask
        try:
            kernel.apply(self.game.play, state, seat, action, dice, events.append)
        except NoDice:
            self.state = self.state_after(len(history.rows) - 1)
            raise
        offers = self.game.play.anytime
        may = 0 if offers is None or state.ask is None else offers.may(state)
        history.add(Row(seat, action, dice.draws), events, state.ask, may, questions=state.ask is not before)
        return events

    def play_all(self, actions: Sequence[Action | str], seat: Seat) -> list[Event]:
        """Play actions that together are one, such as an offer piece by piece; all of them, or none."""
        rows, history, state = self.together(actions, seat), self._history.copy(), self.state.copy()
        try:
            return [event for each in rows for event in self.play(each, seat)]
        except BaseException:
            self._history, self.state = history, state
            self._snapshots.drop_after(history.line[-1])
            raise

    def together(self, actions: Sequence[Action | str], seat: Seat) -> list[Action]:
        """The rows of actions that together are one; raises Refused.

        All but the last only prepare it: ticks, where it closes their question, or drafts, where it is an
        offer. Once nothing is left to tick, a question may close by itself: then its last answer is left out.
        """
        given = [self.read(each) if isinstance(each, str) else each for each in actions]
        rules, trial, rows = self.game.play, self.copy(), list[Action]()
        offer = bool(given) and kernel.unasked(rules, given[-1]) is not None
        for action in given:
            final = len(rows) == len(given) - 1
            if rows and not offer and not self._still_asked(trial, seat, rows):
                if final and kernel.listed(rules, self.state, seat, action):
                    return rows
                raise self._refused(OTHER_QUESTION, f"{self.write(action)}: {CLOSED}")
            rows.append(trial._checked(action, seat))
            if final:
                break
            alike = offer == (kernel.unasked(rules, rows[-1]) is not None)
            if not alike or not kernel.prepares(rules, trial.state, rows[-1]):
                raise self._refused(OTHER_QUESTION, f"{self.write(action)}: {NOT_TOGETHER}")
            trial.play(rows[-1], seat)
        return rows

    def _still_asked(self, trial: Match, seat: Seat, ticked: Sequence[Action]) -> bool:
        """True if the open question is still open where these are ticked, and not one like it."""
        if trial.ask is None or self.ask is None or trial.ask[:2] != self.ask[:2]:
            return False
        return {*trial.answers(seat)} <= {*self.answers(seat)}.difference(ticked)

    def _checked(self, action: Action, seat: Seat) -> Action:
        """Check an action the slow way: offers, windows, open choices, and everything that is refused.

        An open choice whose numbers are a row of the grid becomes that row, as its notation reads.
        """
        if not 0 <= kernel.row_of(action) < len(self.game.play.actions):
            raise Unreadable(UNREADABLE, f"{self.game.id} has no row {kernel.row_of(action)}")
        if isinstance(action, tuple):
            action = self.read(self.write(action))
        if not isinstance(action, tuple) and kernel.listed(self.game.play, self.state, seat, action):
            return action
        rule = kernel.refusal(self.game.play, self.state, seat, action)
        if rule is None and not isinstance(action, tuple):
            rule = OTHER_QUESTION  # the list decides; that the judge agrees is law 1
        if rule is not None:
            reason = reasons.because(self.game, self.state, seat, action, rule, "en")
            raise self._refused(rule, f"{self.write(action)}: {reason}")
        return action

    def _refused(self, rule: str, sentence: str) -> Refused:
        if rule == GAME_OVER:
            return GameOver(rule, sentence)
        if rule in (NOT_ASKED, ANSWERED):
            return NotAsked(rule, sentence)
        return Illegal(rule, sentence)

    # Ending it

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that win and lose with this one, itself among them."""
        return resignation.team_of(self.game, self.options, seat)

    def resign(self, seat: Seat | None = None, consent: Sequence[Seat] = ()) -> list[Event]:
        """End the game as lost for the seat's team; all who share it must consent."""
        seat = self._seat(seat)
        team = self.team(seat)
        if not self.over and not {seat, *consent}.issuperset(team):
            raise self._end_refused(RESIGN_TEAM)
        return self._end(RESIGN_ROW, team, (ALL, "resigned", tuple(self.seats[each] for each in team)))

    def agree_draw(self, consent: Sequence[Seat]) -> list[Event]:
        """End the game as a draw, where the game has draws; all seats must consent."""
        everybody = tuple(range(len(self.seats)))
        if not self.over and not self.may_draw:
            raise self._end_refused(DRAW_UNKNOWN)
        if not self.over and tuple(sorted({*consent})) != everybody:
            raise self._end_refused(DRAW_ALL)
        return self._end(DRAW_ROW, everybody, (ALL, "draw_agreed"))

    @property
    def may_draw(self) -> bool:
        """True if all could agree on a draw: the game has draws, and there are several teams."""
        return resignation.may_draw(self.game, self.options)

    def _end(self, what: Seat, consent: tuple[Seat, ...], told: Event) -> list[Event]:
        if self.over:
            raise self._end_refused(GAME_OVER)
        kernel.finish(self.state)
        self._history.add(Row(what, -1, [], consent=consent), [told], None, 0, questions=1)
        return [told]

    def _end_refused(self, rule: str) -> Refused:
        return self._refused(rule, as_sentence(rulebook.reason(self.game, rule, "en")))

    # Undoing

    def undo(self, seat: Seat | None = None, to: int | None = None, consent: Sequence[Seat] = ()) -> None:
        """Go back to the outcome of row `to` (default: before the last row). Rows stay written."""
        if self.over:
            raise self._undo_refused(GAME_OVER)  # the key of the dice is public by now
        line = self._history.line
        if len(line) < 2:
            raise self._undo_refused(UNDO_NOTHING)
        target = line[-2] if to is None else to
        if not self.may_go_back(target):
            raise self._undo_refused(UNDO_NOTHING)
        seat = self._history.last.seat if seat is None else seat
        agreed = tuple(sorted({seat, *consent}))
        if agreed != tuple(range(len(self.seats))) or not consent:
            barred = self.undo_bar(seat, target)
            if barred is not None:
                raise self._undo_refused(barred)
            agreed = (seat,)
        self.go_back(target, agreed)

    def _undo_refused(self, rule: str) -> Refused:
        return self._refused(rule, f"undo: {rulebook.reason(self.game, rule, 'en')}")

    def may_go_back(self, target: int) -> bool:
        """True if a row stands, and another after it that could be undone."""
        return target != self._history.line[-1] and self._history.stands(target)

    def undo_bar(self, seat: Seat, target: int) -> str | None:
        """Why the seat may not go back on its own, or None."""
        if self.over:
            return GAME_OVER
        later = reversed(self._history.since(target))
        return next((bar for number in later if (bar := self.row_bar(seat, number)) is not None), None)

    def row_bar(self, seat: Seat, number: int) -> str | None:
        """Why the seat may not take back this one row on its own, or None."""
        row = self.rows[number]
        if row.seat != seat:
            return UNDO_OTHERS
        if row.draws:
            return UNDO_DRAW
        if any(self.game.tell.kind(event).news for event in self._history.events[number]):
            return UNDO_NEWS
        return None

    def took_back_more(self, number: int) -> bool:
        """True if an undo took back draws or news, which nobody can take back alone."""
        taken = self._history.taken_back(number)
        return any(self.row_bar(self.rows[each].seat, each) is not None for each in taken)

    def go_back(self, target: int, agreed: tuple[Seat, ...], state: State | None = None) -> None:
        """Undo to the outcome of a row, without asking whether these seats may.

        `state` is the state after that row, where the caller has it.
        """
        self.state = self.state_after(target) if state is None else state
        self._history.go_back(target, agreed)
        self._snapshots.drop_after(target)

    def state_after(self, number: int) -> State:
        """The state as it stood after a row, replayed from the last snapshot with the draws as written."""
        history, dice = self._history, WrittenDice()
        state, later = self._snapshots.nearest(history, history.stood(number))
        if state is None:
            dice.feed(self.rows[0].draws)
            dice.start(0)
            state = self._first(dice, [])
            self._snapshots.keep(history, 0, state)
        for each in later:
            row = self.rows[each]
            if row.seat < 0:
                kernel.finish(state)
                continue
            dice.feed(row.draws)
            dice.start(each)
            kernel.apply(self.game.play, state, row.seat, row.action, dice, _nobody)
            self._snapshots.keep(history, each, state)
        return state

    def keep_snapshot(self) -> None:
        """Keep a copy of the state, where one is due; to be called by those who replay rows or store them."""
        self._snapshots.keep(self._history, self._history.line[-1], self.state)

    # Going elsewhere

    def copy(self, dice: RowDice | None = None) -> Match:
        """A match of its own from here, with dice of its own; without any it raises NoDice rather than draw.

        So a planner never sees the draws to come. Nothing mutable is shared.
        """
        other = Match.__new__(Match)
        other.game = self.game
        other.options = dict(self.options)
        other.dice = sealed(self.dice) if dice is None else dice
        other.rules = self.rules
        other.seats = self.seats
        other._start = self._start
        other._history = self._history.copy()
        other._snapshots = Snapshots()
        other.state = self.state.copy()
        return other

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, _: dict[int, Any]) -> Match:
        return self.copy()

    def with_answer(self, seat: Seat, action: Action) -> Match:
        """A copy in which the seat has given its answer to the open window, without a row for it."""
        other = self.copy()
        other.state.known = None
        other.state.answers.append((seat, action))
        return other

    def at(self, row: int) -> Match:
        """The match as it stood once a row was written."""
        other = self.copy()
        other._history = self._history.upto(row)
        other.state = self.state_after(other._history.line[-1])
        return other

    def record(self) -> str:
        """The match as text; the key is in it once the game is over."""
        from garrison.core import record

        return record.write(self)

    @property
    def key(self) -> bytes | None:
        """The dice key, where this match has keyed dice."""
        return self.dice.key if isinstance(self.dice, KeyedDice) else None

    @property
    def start(self) -> View | None:
        """The position the match was started from, None for an ordinary set-up."""
        return self._start

    # Showing

    def scene(self, seat: Seat = ARBITER, lang: str = "en") -> Scene:
        """The scene the seat sees, with the open question and its choices as sentences."""
        return question.scene(self.game, self.state, self.seats, seat, lang)

    def who(self, viewer: Seat) -> list[Seat]:
        """The seats asked. Which of the others have already answered a window stays hidden."""
        return question.who(self.state, len(self.seats), viewer)

    def _repr_svg_(self) -> str:
        """The table as a picture, for notebooks; of a game for several, what everybody may see."""
        from garrison.core.show import boards, picture
        from garrison.core.show.perspective import Perspective

        seen = Perspective(self, 0 if len(self.seats) == 1 else SPECTATOR)
        return picture.svg(boards.board(self.game, self.options, "en"), seen.scene("en"))


def _nobody(_: Event) -> None:
    """A listener for replays that need only the state."""
