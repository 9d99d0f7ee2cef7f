"""Laws 1, 2, 10 and 11: what may be chosen, that there is always something, and what it promises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise, permutations, product

from garrison.core import kernel
from garrison.core.dice import KeyedDice, OutOfDice, ScriptedDice, SealedDice
from garrison.core.errors import REASONS, NoDice, Refused
from garrison.core.laws.comparison import Broken, called, one_of, pictured, same_picture, unlike, viewers
from garrison.core.laws.random_moves import edges, forms, within
from garrison.core.match import Match
from garrison.core.rules import Question
from garrison.core.show import rulebook
from garrison.core.show.scene import Form
from garrison.core.state import Action, Event, Seat, State

COUNTED_DICE = 4
"""Rolls of more dice are not counted out: 6 to the power of 5 is more than a look may take."""
COUNTED_CASES = 500
"""One check counts out rolls until it has seen this many outcomes."""


# 1: legal and judge agree


def legal_and_judge_agree(match: Match, chance: KeyedDice) -> None:
    game, state = match.game, match.state
    before = pictured(state)
    _remembered(match)
    _offers_apart(match)
    for seat in viewers(match):
        listed = kernel.legal(game.play, state, seat)
        for rows in (listed, *_lists(match, seat)):
            if any(isinstance(action, tuple) for action in rows):
                raise Broken(1, f"the list of {called(match, seat)} holds more than rows of the table")
            if any(one >= next_one for one, next_one in pairwise(map(kernel.row_of, rows))):
                raise Broken(1, f"a list of {called(match, seat)} is out of table order or names a row twice")
        _every_row(match, seat, set(listed))
        for form in forms(match, seat):
            _edges(match, seat, form, chance)
    _match_refuses(match, chance)
    same_picture(1, before, state, "asking what is legal")


def _lists(match: Match, seat: Seat) -> Iterator[Sequence[Action]]:
    """The lists a game makes for a seat, before core puts them together."""
    game, state = match.game, match.state
    if state.ask is not None and seat in match.awaited:
        yield game.play.questions[state.ask[0]].legal(state, seat, *state.ask[2:])
    if state.ask is not None and game.play.anytime is not None and seat >= 0:
        yield game.play.anytime.legal(state, seat)


def _offers_apart(match: Match) -> None:
    """What seats do unasked has the last rows of the table; who waits and who may act is as declared."""
    offers, state = match.game.play.anytime, match.state
    if offers is None or state.ask is None:
        return
    table = len(match.game.play.actions)
    if not offers.rows or offers.rows != range(offers.rows.start, table):
        raise Broken(1, f"offers have rows {offers.rows}, which are not the last of the table ({table} rows)")
    question = match.game.play.questions[state.ask[0]]
    waits, may = offers.waits(state), offers.may(state)
    for seat in range(len(match.seats)):
        if seat in match.awaited and any(
            kernel.row_of(action) in offers.rows for action in question.legal(state, seat, *state.ask[2:])
        ):
            raise Broken(1, f"the answers of {called(match, seat)} to {state.ask} have rows of offers")
        rows = offers.legal(state, seat)
        if any(kernel.row_of(action) not in offers.rows for action in rows):
            raise Broken(1, f"the offers of {called(match, seat)} have rows that are not theirs")
        if rows and not may >> seat & 1:
            raise Broken(1, f"{called(match, seat)} may not act unasked, it is declared, but has {rows}")
        if bool(kernel.replies(match.game.play, state, seat)) != bool(waits >> seat & 1):
            told = "without an offer it could answer" if waits >> seat & 1 else "has an offer to answer"
            raise Broken(1, f"{called(match, seat)} {told}, but `waits` says otherwise")
    if waits >> len(match.seats):
        raise Broken(1, f"`waits` names seats that are not at the table: {waits:b}")


def _remembered(match: Match) -> None:
    state = match.state
    if state.known is None or state.ask is None:
        return
    question = match.game.play.questions[state.ask[0]]
    fresh = question.legal(state, state.ask[1].bit_length() - 1, *state.ask[2:])
    if list(fresh) != list(state.known):
        raise Broken(1, f"the list remembered for {state.ask} is not the list computed now")


def _every_row(match: Match, seat: Seat, listed: set[Action]) -> None:
    game, state = match.game, match.state
    ids = rulebook.rules(game, "en")
    for row, text in enumerate(game.play.actions):
        rule = kernel.refusal(game.play, state, seat, row)
        if (rule is None) != (row in listed):
            told = "is listed but refused by " + str(rule) if rule else "is not listed but nothing forbids it"
            raise Broken(1, f"'{text}' of {called(match, seat)} {told} (asked: {state.ask})")
        if rule is not None and rule not in ids and rule not in REASONS:
            raise Broken(1, f"'{text}' is refused by '{rule}', which is no rule of {game.id}")
        if "=?" in text:
            blank = (row, *(0 for _ in range(text.count("=?") + 1)))
            if kernel.refusal(game.play, state, seat, blank) is None:
                raise Broken(1, f"'{text}' is accepted with one number too many")


def _edges(match: Match, seat: Seat, form: Form, chance: KeyedDice) -> None:
    text = match.game.play.actions[form.row]
    wanted = tuple(part[:-2] for part in text.split() if part.endswith("=?"))
    if wanted != tuple(field.name for field in form.fields):
        raise Broken(1, f"the form of '{text}' has other fields than its notation")

    def refused(numbers: tuple[int, ...]) -> str | None:
        return kernel.refusal(match.game.play, match.state, seat, (form.row, *numbers))

    bars = {match.game.play.cited(match.state, rule) for rule in form.bars}
    limits = {match.game.play.cited(match.state, field.rule) for field in form.fields if field.rule}
    for rule in sorted((bars | limits) - {*rulebook.rules(match.game, "en")}):
        raise Broken(1, f"the form of '{text}' names '{rule}', which is no rule of {match.game.id}")
    if form.start and (len(form.start) != len(wanted) or kernel.beyond(form, (form.row, *form.start))):
        raise Broken(1, f"the form of '{text}' begins with numbers that it does not allow")
    for numbers in edges(form, chance):
        barred = refused(numbers)
        if barred is not None and barred not in bars:
            raise Broken(1, f"{numbers} of '{text}' is within the form but refused by {barred}")
    for place, field in enumerate(form.fields):
        beside = [field.low - field.step, field.high + field.step]
        beside += [field.low + 1] if field.step > 1 else []
        for number in beside:
            inside = within(form, chance)
            if refused((*inside[:place], number, *inside[place + 1 :])) is None:
                raise Broken(1, f"{number} is outside the form of '{text}' but accepted for {field.name}")


def _match_refuses(match: Match, chance: KeyedDice) -> None:
    """Match refuses what the kernel refuses, with the same rule, and writes nothing."""
    seat, row = one_of(viewers(match), chance), chance.pick(len(match.game.play.actions), "law")
    rule = kernel.refusal(match.game.play, match.state, seat, row)
    if rule is None:
        return
    trial = match.copy(match.dice.copy())
    trial.state.known = match.state.known
    before = pictured(trial.state)
    try:
        trial.play(row, seat)
    except Refused as error:
        if error.rule != rule:
            raise Broken(1, f"'{match.write(row)}' is refused by {error.rule}, not by {rule}") from error
    else:
        raise Broken(1, f"'{match.write(row)}' was played though {rule} forbids it")
    if len(trial.rows) != len(match.rows):
        raise Broken(1, "a refused action left a row")
    same_picture(1, before, trial.state, "a refused action")


# 2: the game goes on, and ends


def game_goes_on(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    state, result, limit = match.state, match.result, match.game.play.bound(match.options)
    if len(match.line) > limit:
        raise Broken(2, f"the game has {len(match.line)} rows, more than its bound of {limit}")
    if match.over:
        if result is None:
            raise Broken(2, "the game is over but has no result")
        if len(result.score) != len(match.seats) or not set(result.won) <= set(range(len(match.seats))):
            raise Broken(2, f"the result {result} does not fit the seats")
        return
    if result is not None:
        raise Broken(2, f"there is a result, {result}, but the game is not over")
    if state.ask is None or not match.awaited or match.awaited[-1] >= len(match.seats):
        raise Broken(2, f"the game is not over, but nobody at the table is awaited (asked: {state.ask})")
    question = match.game.play.questions[state.ask[0]]
    for seat in match.awaited:
        if not question.legal(state, seat, *state.ask[2:]):
            raise Broken(2, f"{called(match, seat)} has no answer to {state.ask}")


# 10: windows


def window_has_no_order(match: Match, chance: KeyedDice) -> None:
    game, state = match.game, match.state
    if state.ask is None:
        return
    question = game.play.questions[state.ask[0]]
    waiting, window = match.awaited, match.window
    if window and question.silence is None:
        raise Broken(10, f"the window '{state.ask[0]}' has no silence")
    for seat in waiting if question.silence is not None else ():
        rule = kernel.refusal(game.play, state, seat, question.silence or 0)
        if rule is not None:
            raise Broken(10, f"{called(match, seat)} may not be silent at '{state.ask[0]}': {rule}")
    if not window:
        return
    answers = {seat: one_of(question.legal(state, seat, *state.ask[2:]), chance) for seat in waiting}
    outcomes = [_answered(match, order, answers) for order in islice(permutations(waiting), 6)]
    for order, (after, draws, told) in zip(permutations(waiting), outcomes, strict=False):
        first = outcomes[0]
        differs = unlike(first[0], after)
        if differs is None and (draws, told) != first[1:]:
            differs = f"{told} with draws {draws} is not {first[2]} with {first[1]}"
        if differs is not None:
            raise Broken(10, f"answers of '{state.ask[0]}' in the order {order} lead elsewhere: {differs}")


def _answered(
    match: Match, order: Sequence[Seat], answers: Mapping[Seat, Action]
) -> tuple[State, list[tuple[str, list[int]]], list[Event]]:
    state, told = match.state.copy(), list[Event]()
    dice = KeyedDice(match.key or b"window", "window")
    for seat in order:
        rule = kernel.refusal(match.game.play, state, seat, answers[seat])
        if rule is not None:
            text = match.write(answers[seat])
            raise Broken(10, f"'{text}' of {called(match, seat)} is refused once others answered: {rule}")
        kernel.apply(match.game.play, state, seat, answers[seat], dice, told.append)
    return state, dice.draws, told


def gathered_rows_keep_apart(match: Match, chance: KeyedDice) -> None:
    """What is gathered draws nothing and tells no news; ticks come in any order, and none needs another."""
    state = match.state
    if state.ask is None or not (question := match.game.play.questions[state.ask[0]]).gathers:
        return
    if match.window:
        raise Broken(10, f"answers to '{state.ask[0]}' are gathered, but it is a window")
    for seat in match.awaited:
        listed = {*question.legal(state, seat, *state.ask[2:])}
        rows = sorted(action for action in listed if kernel.row_of(action) in question.gathers)
        if not rows:
            continue
        one, other = one_of(rows, chance), one_of(rows, chance)
        after, told = _prepared(match, seat, one)
        if any(match.game.tell.kind(event).news for event in told):
            raise Broken(10, f"'{match.write(one)}' is gathered, but tells news")
        if not question.ticks:
            continue
        if len(rows) == len(listed):
            raise Broken(10, f"there is nothing but ticks to answer {state.ask}")
        if len(rows) > 1 and {*kernel.answers(match.game.play, after, seat)} != listed - {one}:
            raise Broken(10, f"the tick '{match.write(one)}' changes the other answers to {state.ask}")
        if one != other:
            last, _ = _prepared(match, seat, one, other)
            first, _ = _prepared(match, seat, other, one)
            if (differs := unlike(first, last)) is not None:
                raise Broken(10, f"ticks of {state.ask} in another order lead elsewhere: {differs}")


def drafts_prepare_offers(match: Match, chance: KeyedDice) -> None:
    """A draft draws nothing and stays private, and the open question does not change."""
    state, offers = match.state, match.game.play.anytime
    if state.ask is None or offers is None:
        return
    for seat in range(len(match.seats)):
        rows = [each for each in offers.legal(state, seat) if kernel.row_of(each) in offers.drafts]
        if not rows:
            continue
        draft = one_of(rows, chance)
        after, told = _prepared(match, seat, draft)
        if any(event[0] != 1 << seat for event in told):
            raise Broken(10, f"{called(match, seat)}'s draft '{match.write(draft)}' is not private")
        questions = [[each.ask, each.agenda, each.answers, _answers(match, each)] for each in (state, after)]
        if questions[0] != questions[1]:
            raise Broken(10, f"the draft '{match.write(draft)}' changes what is asked or answered")


def _answers(match: Match, state: State) -> list[Sequence[Action]]:
    return [list(kernel.answers(match.game.play, state, seat)) for seat in match.awaited]


def _prepared(match: Match, seat: Seat, *rows: Action) -> tuple[State, list[Event]]:
    """The state after rows that prepare something, and what they told."""
    state, told = match.state.copy(), list[Event]()
    for action in rows:
        text = match.write(action)
        if not kernel.listed(match.game.play, state, seat, action):
            raise Broken(10, f"'{text}' is refused after another tick of {match.state.ask}")
        try:
            kernel.apply(match.game.play, state, seat, action, SealedDice(), told.append)
        except NoDice as error:
            raise Broken(10, f"'{text}' prepares something else, but draws") from error
    return state, told


# 11: odds


class FirstRoll(ScriptedDice):
    """Dice for one roll: whatever else is drawn ends the look."""

    __slots__ = ()

    def pick(self, n: int, label: str) -> int:
        raise OutOfDice(f"{label} picks of {n}")


def odds_are_exact(match: Match, chance: KeyedDice) -> None:
    """Count out the rolls of some answers that have odds."""
    state = match.state
    if state.ask is None:
        return
    rolls: list[tuple[Seat, Action, tuple[int, int]]] = []
    for seat in range(len(match.seats)):
        for action in kernel.legal(match.game.play, state, seat):
            said = kernel.odds(match.game.play, state, seat, action)
            if said is None:
                continue
            if not 0 <= said[0] <= said[1] or not said[1]:
                raise Broken(11, f"the odds of '{match.write(action)}' are {said}, which is no chance")
            rolls.append((seat, action, said))
    if state.ask[1].bit_count() > 1 and len(match.awaited) > 1:
        return
    cases = 0
    while rolls and cases < COUNTED_CASES:
        seat, action, said = rolls.pop(chance.pick(len(rolls), "law"))
        cases += _count_out(match, seat, action, said)


def _count_out(match: Match, seat: Seat, action: Action, said: tuple[int, int]) -> int:
    """Compare with every outcome of the roll; gives how many there are."""
    text = match.write(action)
    hit = _question(match, action).hit
    if not hit:
        raise Broken(11, f"'{text}' has odds, but its question names no event that tells a hit")
    number = 0
    for number in range(1, COUNTED_DICE + 1):
        _, left, short = _look(match, seat, action, [1] * number)
        if left < number:
            break
        if not short:
            raise Broken(11, f"'{text}' has odds {said} but rolls nothing")
    else:
        return 0
    outcomes = tuple(product(range(1, 7), repeat=number))
    hits = sum(hit in _look(match, seat, action, faces)[0] for faces in outcomes)
    if hits * said[1] != said[0] * len(outcomes):
        raise Broken(11, f"'{text}' hits {hits} of {len(outcomes)} times, but its odds are {said}")
    return len(outcomes)


def _question(match: Match, action: Action) -> Question:
    offers, current = kernel.unasked(match.game.play, action), match.state.ask
    if offers is not None:
        return offers
    assert current is not None
    return match.game.play.questions[current[0]]


def _look(match: Match, seat: Seat, action: Action, faces: Sequence[int]) -> tuple[set[str], int, bool]:
    """Kinds of events told with these dice, how many dice are left, whether more were wanted."""
    state, dice, told = match.state.copy(), FirstRoll(faces), list[Event]()
    short = False
    try:
        kernel.apply(match.game.play, state, seat, action, dice, told.append)
    except OutOfDice:
        short = True
    return {event[1] for event in told}, len(dice.left), short
