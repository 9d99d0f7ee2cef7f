"""The engine all games share: agenda, questions, legality, applying, refusing.

Between decisions the rules run by themselves. What is still to do is a stack of steps, plain tuples
in the state; a step does one thing, may push others and may ask a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from garrison.core.errors import (
    ANSWERED,
    GAME_OVER,
    INCOMPLETE,
    NOT_ASKED,
    OTHER_QUESTION,
    OUT_OF_RANGE,
    REASONS,
    Damaged,
)
from garrison.core.limits import STEPS
from garrison.core.rules import Offers, Question, Rules
from garrison.core.show.scene import Field, Form
from garrison.core.state import ALL, ARBITER, Action, Ask, Dice, Event, Options, S, Seat, State, Tell, View


def then(state: State, *steps: tuple[Any, ...]) -> None:
    """Do these next, in this order, before whatever was pending."""
    state.agenda.extend(reversed(steps))


def after_all(state: State, step: tuple[Any, ...]) -> None:
    """Do this once nothing else is pending."""
    state.agenda.insert(0, step)


def ask(state: State, question: str, seats: int, *args: int) -> None:
    """Wait for the seats of these bits to answer."""
    state.ask = (question, seats, *args)


def finish(state: State) -> None:
    """Nothing more happens: the game is over."""
    state.agenda.clear()
    state.answers = []
    state.ask = state.known = None


def over(state: State) -> bool:
    return state.ask is None and not state.agenda


def awaited(state: State) -> tuple[Seat, ...]:
    """The seats that still have to answer, in turn order."""
    if state.ask is None:
        return ()
    bits: int = state.ask[1]
    for seat, _ in state.answers:
        bits &= ~(1 << seat)
    return seats_of(bits)


@lru_cache(maxsize=64)
def seats_of(bits: int) -> tuple[Seat, ...]:
    """The seats of these bits, in turn order."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def window(rules: Rules[S], state: S) -> bool:
    """True if the open question is a window: put to several seats, or always answered unseen."""
    current = state.ask
    if current is None:
        return False
    bits: int = current[1]
    return bool(bits & (bits - 1)) or rules.questions[current[0]].window


def run(rules: Rules[S], state: S, dice: Dice, tell: Tell) -> None:
    """Take steps until somebody has to decide or the game is over."""
    steps = rules.steps
    agenda = state.agenda
    for _ in range(STEPS):
        current = state.ask
        if current is None:
            if not agenda:
                return
            step = agenda.pop()
            steps[step[0]](state, dice, tell, *step[1:])
            continue
        bits: int = current[1]
        if bits & (bits - 1):
            state.known = None
            return
        seat = bits.bit_length() - 1
        question = rules.questions[current[0]]
        if question.window:
            state.known = None
            return
        actions = question.legal(state, seat, *current[2:])
        if len(actions) != 1 or question.always:
            state.known = actions
            return
        state.ask = None
        question.answer(state, seat, actions[0], dice, tell, *current[2:])
    raise Damaged(f"the rules took {STEPS} steps without a decision: no position of this game does that")


def forced(
    rules: Rules[S], state: S, seat: Seat, action: Action, dice: Dice, tell: Tell
) -> Iterator[tuple[Ask, Action]]:
    """Answer the open question and go on while the seat has one answer only, giving each before it is played.

    It stops at the next real decision, at anybody else's, at a window, or at the end. The question must be no
    window. The state is changed: pass a copy.
    """
    current = state.ask
    for _ in range(STEPS):
        if current is not None:
            state.ask = state.known = None
            rules.questions[current[0]].answer(state, seat, action, dice, tell, *current[2:])
        elif state.agenda:
            step = state.agenda.pop()
            rules.steps[step[0]](state, dice, tell, *step[1:])
        else:
            return
        current = state.ask
        if current is None:
            continue
        if current[1] != 1 << seat:
            return
        question = rules.questions[current[0]]
        actions = () if question.window else question.legal(state, seat, *current[2:])
        if len(actions) != 1 or question.always:
            return
        action = actions[0]
        yield current, action


def begin(rules: Rules[S], number: int, options: Options, dice: Dice, tell: Tell) -> S:
    """Row 0, under a `Game.rules` number: the set-up and all that happens before the first decision."""
    state = rules.setup(number, options, dice)
    run(rules, state, dice, tell)
    return state


def _asked(state: State, seat: Seat) -> bool:
    current = state.ask
    if current is None or seat < 0 or not current[1] >> seat & 1:
        return False
    return all(answered != seat for answered, _ in state.answers)


def legal(rules: Rules[S], state: S, seat: Seat) -> Sequence[Action]:
    """All a seat may do now, in table order. The caller must not change the list."""
    current = state.ask
    if current is None:
        return ()
    actions: Sequence[Action] = ()
    if _asked(state, seat):
        if state.known is not None and current[1] == 1 << seat:
            actions = state.known
        else:
            actions = rules.questions[current[0]].legal(state, seat, *current[2:])
    if rules.anytime is None or seat < 0:
        return actions
    offers = rules.anytime.legal(state, seat)  # their rows are the last of the table
    return [*actions, *offers] if offers else actions


def listed(rules: Rules[S], state: S, seat: Seat, action: Action) -> bool:
    """True if `legal` has the action: only the list to which its row belongs is made."""
    current = state.ask
    if current is None or seat < 0:
        return False
    offers = unasked(rules, action)
    if offers is not None:
        return action in offers.legal(state, seat)
    if state.known is not None and current[1] == 1 << seat:
        return action in state.known
    return _asked(state, seat) and action in rules.questions[current[0]].legal(state, seat, *current[2:])


def order(action: Action) -> tuple[int, ...]:
    """Table order, open choices after the row they belong to."""
    return action if isinstance(action, tuple) else (action,)


def row_of(action: Action) -> int:
    return action[0] if isinstance(action, tuple) else action


def unasked(rules: Rules[S], action: Action) -> Offers | None:
    """The `anytime` question if the action is one of its rows."""
    offers = rules.anytime
    return offers if offers is not None and row_of(action) in offers.rows else None


def prepares(rules: Rules[S], state: S, action: Action) -> bool:
    """True for a row that only prepares what follows: a draft of an offer, or one of several ticks."""
    row, offers = row_of(action), unasked(rules, action)
    if offers is not None:
        return row in offers.drafts
    question = None if state.ask is None else rules.questions[state.ask[0]]
    return question is not None and question.ticks and row in question.gathers


def may_act(rules: Rules[S], state: S) -> int:
    """Bits of the seats that may act unasked now, as everybody knows."""
    return 0 if rules.anytime is None or state.ask is None else rules.anytime.may(state)


def waiting(rules: Rules[S], state: S) -> tuple[Seat, ...]:
    """The seats that have an offer to answer, in turn order."""
    return () if rules.anytime is None or state.ask is None else seats_of(rules.anytime.waits(state))


def replies(rules: Rules[S], state: S, seat: Seat) -> list[Action]:
    """The answers a seat may give to the offers it has got."""
    offers = rules.anytime
    if offers is None or state.ask is None or seat < 0:
        return []
    return [action for action in offers.legal(state, seat) if row_of(action) in offers.replies]


def answers(rules: Rules[S], state: S, seat: Seat) -> Sequence[Action]:
    """The answers a seat may give to the open question, without what it may do unasked."""
    if rules.anytime is None:
        return legal(rules, state, seat)
    return [action for action in legal(rules, state, seat) if unasked(rules, action) is None]


def apply(rules: Rules[S], state: S, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    """Play an action that the caller knows to be legal, and go on to the next decision."""
    offer, current = rules.anytime, state.ask
    if offer is not None and row_of(action) not in offer.rows:
        offer = None
    if offer is not None:
        offer.answer(state, seat, action, dice, tell)
        if row_of(action) in offer.drafts:
            return
    state.known = None
    if offer is not None and state.ask is not None:
        # An offer may leave one answer to the open question: if that were played, all could see why.
        _remember_answers(rules, state)
        return
    if offer is None and current is not None:
        question = rules.questions[current[0]]
        bits: int = current[1]
        if question.window or bits & (bits - 1):
            state.answers.append((seat, action))
            if len(state.answers) < bits.bit_count():
                return
            pairs = sorted(state.answers)
            state.ask = None
            state.answers = []
            question.answer(state, pairs, dice, tell, *current[2:])
        else:
            state.ask = None
            question.answer(state, seat, action, dice, tell, *current[2:])
    run(rules, state, dice, tell)


def _remember_answers(rules: Rules[S], state: S) -> None:
    """Remember the list of the open question, if one seat alone is asked in the open."""
    current = state.ask
    if current is not None and not window(rules, state):
        bits: int = current[1]
        state.known = rules.questions[current[0]].legal(state, bits.bit_length() - 1, *current[2:])


def refusal(rules: Rules[S], state: S, seat: Seat, action: Action) -> str | None:
    """The id of the rule that forbids the action, a core reason, or None if it may be played."""
    current = state.ask
    if current is None:
        return GAME_OVER
    question: Question | None = unasked(rules, action)
    args: tuple[int, ...] = ()
    if question is None:
        if not _asked(state, seat):
            asked = seat >= 0 and current[1] >> seat & 1
            return ANSWERED if asked else NOT_ASKED
        question = rules.questions[current[0]]
        args = current[2:]
    elif seat < 0:
        return NOT_ASKED
    if isinstance(action, tuple):
        form = question.form(state, seat, *args)
        wrong = _outside(form, action)
        if wrong is not None:
            return wrong if wrong in REASONS else rules.cited(state, wrong)
    elif "=?" in rules.actions[action]:
        return INCOMPLETE
    rule = question.judge(state, seat, action, *args)
    return None if rule is None else rules.cited(state, rule)


def _outside(form: Form | None, action: tuple[int, ...]) -> str | None:
    """The core reason against the numbers of an open choice, before any rule looks at them."""
    if form is None or form.row != action[0]:
        return OTHER_QUESTION
    if len(action) - 1 != len(form.fields):
        return INCOMPLETE
    return next((field.rule or OUT_OF_RANGE for field in beyond(form, action)), None)


def beyond(form: Form, action: tuple[int, ...]) -> list[Field]:
    """The fields whose numbers are outside their limits or between their steps."""
    return [
        field
        for number, field in zip(action[1:], form.fields, strict=True)
        if not field.low <= number <= field.high or (number - field.low) % field.step
    ]


def odds(rules: Rules[S], state: S, seat: Seat, action: Action) -> tuple[int, int] | None:
    """Exact chance of the action's roll: hits, of cases."""
    current = state.ask
    if current is None:
        return None
    offer = unasked(rules, action)
    if offer is not None:
        return offer.odds(state, seat, action)
    return rules.questions[current[0]].odds(state, seat, action, *current[2:])


def form(rules: Rules[S], state: S, seat: Seat) -> Form | None:
    """The open choice the seat has now, if any."""
    current = state.ask
    if current is None:
        return None
    found = None
    if _asked(state, seat):
        found = rules.questions[current[0]].form(state, seat, *current[2:])
    if found is None and rules.anytime is not None and seat >= 0:
        found = rules.anytime.form(state, seat)
    return found


def heard(events: Iterable[Event], seat: Seat) -> list[Event]:
    """The one place where events are redacted: what this seat may know of them."""
    if seat == ARBITER:
        return list(events)
    if seat < 0:
        return [event for event in events if event[0] == ALL]
    return [event for event in events if event[0] >> seat & 1]


def pending(state: State, seat: Seat) -> View:
    """The part of a view that belongs to core. A seat sees of a window's answers only its own."""
    shown = [
        [who, list(action) if isinstance(action, tuple) else action]
        for who, action in state.answers
        if seat in (ARBITER, who)
    ]
    return {
        "rules": state.rules,
        "ask": None if state.ask is None else list(state.ask),
        "answers": shown,
        "agenda": [list(step) for step in state.agenda],
    }


def numbers(rules: Rules[S]) -> range:
    """The numbers that steps and questions of a game name: as many as its tables have."""
    return range(max(len(rules.actions), rules.largest) + 1)


def outside_tables(rules: Rules[S], state: S) -> list[Any]:
    """What pending steps and the open question name that is no number of the game's tables."""
    known = numbers(rules)
    named = [each for step in (*state.agenda, (state.ask or ())[1:]) for each in step[1:]]
    return [each for each in named if type(each) is not int or each not in known]


def resume(state: State, view: View) -> None:
    """Put core's part of a view back into a state."""
    state.ask = None if view["ask"] is None else tuple(view["ask"])
    state.answers = [
        (who, tuple(action) if isinstance(action, list) else action) for who, action in view["answers"]
    ]
    state.agenda = [tuple(step) for step in view["agenda"]]
