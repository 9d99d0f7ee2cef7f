"""The laws every game keeps, as checks that know no game.

A check gets a match and some chance of its own; it looks, and raises Broken if the law does not hold.
Some look at a position, some at a whole match with keyed dice. None changes the match.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice, pairwise, permutations, product
from typing import Any, NamedTuple, TypeAlias

from garrison.core import kernel, notation, record, words
from garrison.core.dice import KeyedDice, OutOfDice, ScriptedDice, seed_key
from garrison.core.errors import GAME_OVER, REASONS, UNDO_OTHERS, Refused
from garrison.core.game import (
    ARBITER,
    Action,
    AnyGame,
    Event,
    Options,
    Question,
    Seat,
    State,
    View,
)
from garrison.core.match import UNDO_ROW, Match
from garrison.core.scene import Board, Form, Scene
from garrison.core.twins import (
    Broken,
    called,
    canonical,
    closed,
    first_difference,
    keyed,
    nobody_learns_untold,
    one_of,
    viewers,
)

Check: TypeAlias = "Callable[[Match, KeyedDice], None]"
Choose: TypeAlias = "Callable[[Match, KeyedDice], tuple[Seat, Action]]"

GESTURES = ("", "move", "roll", "show", "mark", "count", "fly")
COUNTED_DICE = 4
"""Rolls of more dice are not counted out: 6 to the power of 5 is more than a look may take."""
COUNTED_CASES = 500
"""One look counts out rolls until it has seen so many outcomes."""
TRIES = 20
"""Numbers of an open choice may be barred: after so many tries a choice of the list is taken instead."""
REPLAYED_ROWS = 60
"""Replaying takes longer the longer a match is: beyond so many rows, undoing is replayed less often."""


# States, slot by slot


def slots(state: State) -> list[str]:
    """Every attribute a state has, but for the remembered list."""
    named = [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]
    return sorted({*named, *getattr(state, "__dict__", {})} - {"known"})


def pictured(state: State) -> dict[str, str]:
    """A picture of a state that no later change reaches."""
    return {name: repr(getattr(state, name, "unset")) for name in slots(state)}


def unlike(one: State, other: State) -> str | None:
    """The first slot in which two states differ."""
    for name in slots(one):
        mine, theirs = getattr(one, name, "unset"), getattr(other, name, "unset")
        if mine != theirs:
            return f"{name} is {mine!r} in one and {theirs!r} in the other"
    return None


def _same_picture(law: int, before: Mapping[str, str], state: State, what: str) -> None:
    after = pictured(state)
    for name, value in before.items():
        if after[name] != value:
            raise Broken(law, f"{what} changed {name} from {value} to {after[name]}")


def _parts(value: object) -> Iterator[object]:
    """A value and all it is made of."""
    yield value
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _parts(key)
            yield from _parts(each)
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _parts(each)


def _mutable(state: State) -> dict[int, str]:
    """Everything of a state that could be changed in place: where it is, by identity."""
    return {
        id(part): name
        for name in slots(state)
        for part in _parts(getattr(state, name, None))
        if not isinstance(part, int | str | bytes | float | tuple | frozenset | None)
    }


# 1: legal and judge agree


def legal_and_judge_agree(match: Match, chance: KeyedDice) -> None:
    game, state = match.game, match.state
    before = pictured(state)
    _remembered(match)
    for seat in viewers(match):
        listed = kernel.legal(game, state, seat)
        for rows in (listed, *_lists(match, seat)):
            if any(isinstance(action, tuple) for action in rows):
                raise Broken(1, f"the list of {called(match, seat)} holds more than rows of the table")
            if any(kernel.order(one) >= kernel.order(next_one) for one, next_one in pairwise(rows)):
                raise Broken(1, f"a list of {called(match, seat)} is out of table order or names a row twice")
        _every_row(match, seat, set(listed))
        for form in _forms(match, seat):
            _edges(match, seat, form, chance)
    _match_refuses(match, chance)
    _same_picture(1, before, state, "asking what is legal")


def _lists(match: Match, seat: Seat) -> Iterator[Sequence[Action]]:
    """The lists a game makes for a seat, before core puts them together."""
    game, state = match.game, match.state
    if state.ask is not None and seat in match.awaited:
        yield game.questions[state.ask[0]].legal(state, seat, *state.ask[2:])
    if state.ask is not None and game.anytime is not None and seat >= 0:
        yield game.anytime.legal(state, seat)


def _remembered(match: Match) -> None:
    state = match.state
    if state.known is None or state.ask is None:
        return
    question = match.game.questions[state.ask[0]]
    anew = question.legal(state, state.ask[1].bit_length() - 1, *state.ask[2:])
    if list(anew) != list(state.known):
        raise Broken(1, f"the list remembered for {state.ask} is not the list made anew")


def _every_row(match: Match, seat: Seat, listed: set[Action]) -> None:
    game, state = match.game, match.state
    ids = words.rules(game, "en")
    for row, text in enumerate(game.actions):
        rule = kernel.refusal(game, state, seat, row)
        if (rule is None) != (row in listed):
            told = "is listed but refused by " + str(rule) if rule else "is not listed but nothing forbids it"
            raise Broken(1, f"'{text}' of {called(match, seat)} {told} (asked: {state.ask})")
        if rule is not None and rule not in ids and rule not in REASONS:
            raise Broken(1, f"'{text}' is refused by '{rule}', which is no rule of {game.id}")
        if "=?" in text:
            blank = (row, *(0 for _ in range(text.count("=?") + 1)))
            if kernel.refusal(game, state, seat, blank) is None:
                raise Broken(1, f"'{text}' is accepted with one number too many")


def _forms(match: Match, seat: Seat) -> list[Form]:
    """The open choices a seat has now, those of offers too."""
    if seat < 0 or match.state.ask is None:
        return []
    forms = [kernel.form(match.game, match.state, seat)]
    if match.game.anytime is not None:
        forms.append(match.game.anytime.form(match.state, seat))
    return [form for form in forms if form is not None]


def within(form: Form, chance: KeyedDice) -> tuple[int, ...]:
    """Some numbers that a form allows."""
    places = [min(65536, (field.high - field.low) // field.step + 1) for field in form.fields]
    steps = [chance.pick(n, "law") for n in places]
    return tuple(field.low + field.step * n for field, n in zip(form.fields, steps, strict=True))


def edges(form: Form, chance: KeyedDice) -> Iterator[tuple[int, ...]]:
    """Numbers at the edges of a form, and some inside."""
    yield tuple(field.low for field in form.fields)
    yield tuple(field.high for field in form.fields)
    for place, field in enumerate(form.fields):
        for edge in (field.low, field.high):
            inside = within(form, chance)
            yield (*inside[:place], edge, *inside[place + 1 :])
    yield within(form, chance)


def _edges(match: Match, seat: Seat, form: Form, chance: KeyedDice) -> None:
    text = match.game.actions[form.row]
    wanted = tuple(part[:-2] for part in text.split() if part.endswith("=?"))
    if wanted != tuple(field.name for field in form.fields):
        raise Broken(1, f"the form of '{text}' has other fields than its notation")

    def refused(numbers: tuple[int, ...]) -> str | None:
        return kernel.refusal(match.game, match.state, seat, (form.row, *numbers))

    bars = {match.game.cited(match.state, rule) for rule in form.bars}
    limits = {match.game.cited(match.state, field.rule) for field in form.fields if field.rule}
    for rule in sorted((bars | limits) - {*words.rules(match.game, "en")}):
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
    seat, row = one_of(viewers(match), chance), chance.pick(len(match.game.actions), "law")
    rule = kernel.refusal(match.game, match.state, seat, row)
    if rule is None:
        return
    trial = match.copy()
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
    _same_picture(1, before, trial.state, "a refused action")


# 2: the game goes on, and ends


def game_goes_on(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    state, result, limit = match.state, match.result, match.game.bound(match.options)
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
    question = match.game.questions[state.ask[0]]
    for seat in match.awaited:
        if not question.legal(state, seat, *state.ask[2:]):
            raise Broken(2, f"{called(match, seat)} has no answer to {state.ask}")


# 3: saving, copying, looking


def state_is_saved_and_copied(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    state = match.state
    before = pictured(state)
    _saved(match)
    _copied(state)
    _same_picture(3, before, state, "changing a copy")
    for seat in (*viewers(match), ARBITER):
        view = match.view(seat)
        if json.loads(json.dumps(view)) != view:
            raise Broken(3, f"the view of {called(match, seat)} is not plain data: JSON changes it")
        for lang in words.LANGS:
            match.scene(seat, lang)
        for part in [part for part in _parts(view) if isinstance(part, list | dict)]:
            part.clear()
        _same_picture(3, before, state, f"looking as {called(match, seat)}, or changing what was seen,")


def _saved(match: Match) -> None:
    saved = json.loads(json.dumps(match.view(ARBITER)))
    differs = unlike(match.state, match.game.load(saved))
    if differs is not None:
        raise Broken(3, f"the state saved and loaded again is another one: {differs}")


def _copied(state: State) -> None:
    copy = state.copy()
    differs = unlike(state, copy)
    if differs is not None:
        raise Broken(3, f"a copy is not like the state: {differs}")
    originals = _mutable(state)
    for identity, name in _mutable(copy).items():
        if identity in originals:
            raise Broken(3, f"a copy shares {name} with the state")
    for name in slots(copy):
        part = getattr(copy, name)
        if isinstance(part, list):
            part.append(part[0] if part else 0)


# 4: a record replays


def record_replays(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    _replays(4, match)


def _replays(law: int, match: Match) -> None:
    text = match.record()
    again = record.replay(record.parse(text), key=match.key)
    differs = unlike(match.state, again.state)
    if differs is not None:
        raise Broken(law, f"the record leads to another state: {differs}")
    if match.line != again.line:
        raise Broken(law, f"after the record other rows stand: {again.line}, not {match.line}")
    for number in range(len(match.rows)):
        if match.events(number) != again.events(number):
            raise Broken(
                law, f"row {number} tells {again.events(number)} when replayed, not {match.events(number)}"
            )
    if match.result != again.result:
        raise Broken(law, f"the record ends with {again.result}, not {match.result}")
    if again.record() != text:
        raise Broken(law, "the record written again is another text")


# 6: undo


def undo_goes_back(match: Match, chance: KeyedDice) -> None:
    """Play one more action aside and take it back: by whoever played it, by others, by all."""
    if match.over:
        return
    trial = match.copy()
    before, line, first = pictured(trial.state), trial.line, len(trial.rows)
    seat, action = anybody(trial, chance)
    trial.play(action, seat)
    said = f"'{trial.write(action)}' in row {first}"
    if trial.over:
        if any(_undone(trial, each) != GAME_OVER for each in range(len(trial.seats))):
            raise Broken(6, f"{said} could be undone, though the game had ended with it")
        return
    shut = closed(trial, first)
    for other in range(len(trial.seats)):
        if other != seat and _undone(trial, other) != UNDO_OTHERS:
            raise Broken(6, f"{called(trial, other)} could undo {said}, which is not its own")
    _undo_far(trial, chance)
    everybody = tuple(range(len(trial.seats)))
    if (_undone(trial, seat) is None) == shut:
        raise Broken(6, f"{said} could {'' if shut else 'not '}be undone by who played it")
    if shut:
        trial.undo(seat, consent=everybody)
    _same_picture(6, before, trial.state, f"playing and undoing {said}")
    if trial.line != line or trial.rows[-1].seat != UNDO_ROW or len(trial.rows) != first + 2:
        raise Broken(6, f"undoing {said} did not leave one undo row and the rows before")
    _new_dice(trial, seat, action)
    if trial.start is None and chance.pick(1 + first // REPLAYED_ROWS, "law") == 0:
        _replays(6, trial)


def _undone(match: Match, seat: Seat, to: int | None = None) -> str | None:
    try:
        match.undo(seat, to)
    except Refused as error:
        return error.rule
    return None


def _undo_far(match: Match, chance: KeyedDice) -> None:
    """Several rows at once: all of them must be the seat's own and open."""
    trial = match.copy()
    number, seat = one_of(trial.line[:-1], chance), trial.rows[trial.line[-1]].seat
    since = trial.line[trial.line.index(number) + 1 :]
    free = all(trial.rows[each].seat == seat and not closed(trial, each) for each in since)
    if (_undone(trial, seat, number) is None) != free:
        raise Broken(6, f"rows {since} could {'not ' if free else ''}be undone by {called(trial, seat)}")


def _new_dice(match: Match, seat: Seat, action: Action) -> None:
    """The same action again draws what the new row's number gives."""
    if not isinstance(match.dice, KeyedDice):
        return
    dice = match.dice.copy()
    dice.start(len(match.rows))
    kernel.apply(match.game, match.state.copy(), seat, action, dice, _nobody)
    trial = match.copy()
    trial.play(action, seat)
    if trial.rows[-1].draws != dice.draws:
        raise Broken(
            6, f"after the undo row {len(match.rows)} draws {trial.rows[-1].draws}, not its own dice"
        )


def _nobody(_: Event) -> None:
    """Who listens to a trial."""


# 7: every piece in one place


def every_piece_is_in_one_place(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    _counted(7, match, match.view(ARBITER))


def _counted(law: int, match: Match, view: View) -> None:
    box, found = match.game.stock(match.options), match.game.count(view)
    for name in sorted({*box, *found}):
        held, lies = box.get(name, 0), found.get(name, 0)
        if held != lies:
            raise Broken(law, f"'{name}' is {lies} times on the table, but {held} times in the box")


# 8: the same key, the same game


def same_key_same_game(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    again = Match(match.game, match.options, keyed(match).copy(), rules=match.rules)
    for number, row in enumerate(match.rows):
        try:
            if row.seat == UNDO_ROW:
                again.undo(row.consent[0], row.back, range(len(match.seats)))
            elif number:
                again.play(row.action, row.seat)
        except Refused as error:
            raise Broken(8, f"played again with the same key, row {number} is refused: {error}") from error
        if row.draws != again.rows[number].draws or match.events(number) != again.events(number):
            raise Broken(8, f"played again with the same key, row {number} goes another way")
    differs = unlike(match.state, again.state)
    if differs is not None:
        raise Broken(8, f"the same key leads to another state: {differs}")


def state_is_plain(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    """No float and nothing unordered is in a state: they are not the same everywhere."""
    for name in slots(match.state):
        for part in _parts(getattr(match.state, name)):
            if not (part is None or isinstance(part, int | str | tuple | list)):
                raise Broken(8, f"{name} holds {part!r}; a state is made of whole numbers and lists")


# 9: samples


def samples_fit_the_view(match: Match, chance: KeyedDice) -> None:
    game, state = match.game, match.state
    for seat in viewers(match):
        view = match.view(seat)
        seen = canonical(view)
        for turn in range(2):
            dice = KeyedDice(chance.key, f"sample/{len(match.rows)}/{seat}/{turn}")
            sampled = game.sample(view, dice)
            who = called(match, seat)
            if canonical(view) != seen:
                raise Broken(9, f"sampling changed the view of {who} it was given")
            again = canonical(game.view(sampled, seat))
            if again != seen:
                raise Broken(9, f"a sample shows {who} another view: {first_difference(again, seen)}")
            if sampled.ask != state.ask:
                raise Broken(9, f"a sample for {who} asks {sampled.ask}, not {state.ask}")
            if list(kernel.legal(game, sampled, seat)) != match.legal(seat):
                raise Broken(9, f"a sample for {who} gives another list")
            _counted(9, match, game.view(sampled, ARBITER))
            if match.legal(seat):
                kernel.apply(game, sampled, seat, one_of(match.legal(seat), chance), dice, _nobody)


# 10: windows


def window_has_no_order(match: Match, chance: KeyedDice) -> None:
    game, state = match.game, match.state
    if state.ask is None:
        return
    question = game.questions[state.ask[0]]
    waiting = match.awaited
    window = state.ask[1].bit_count() > 1
    if window and question.silence is None:
        raise Broken(10, f"the window '{state.ask[0]}' has no silence")
    for seat in waiting if question.silence is not None else ():
        rule = kernel.refusal(game, state, seat, question.silence or 0)
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
        rule = kernel.refusal(match.game, state, seat, answers[seat])
        if rule is not None:
            text = match.write(answers[seat])
            raise Broken(10, f"'{text}' of {called(match, seat)} is refused once others answered: {rule}")
        kernel.apply(match.game, state, seat, answers[seat], dice, told.append)
    return state, dice.draws, told


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
        for action in kernel.legal(match.game, state, seat):
            said = kernel.odds(match.game, state, seat, action)
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
    anytime, current = match.game.anytime, match.state.ask
    if anytime is not None and kernel.row_of(action) in anytime.rows:
        return anytime
    assert current is not None
    return match.game.questions[current[0]]


def _look(match: Match, seat: Seat, action: Action, faces: Sequence[int]) -> tuple[set[str], int, bool]:
    """Kinds of events told with these dice, how many dice are left, whether more were wanted."""
    state, dice, told = match.state.copy(), FirstRoll(faces), list[Event]()
    short = False
    try:
        kernel.apply(match.game, state, seat, action, dice, told.append)
    except OutOfDice:
        short = True
    return {event[1] for event in told}, len(dice.left), short


# 12: words and things


@lru_cache(maxsize=64)
def _board(game: AnyGame, options: tuple[tuple[str, str], ...], lang: str) -> Board:
    return game.board(dict(options), lang)


def things_have_places_and_words(match: Match, chance: KeyedDice) -> None:
    _open_notation(match, chance)
    _leads_somewhere(match)
    for lang in words.LANGS:
        board = _board(match.game, tuple(match.options.items()), lang)
        for event in match.events(len(match.rows) - 1):
            _said(f"event {event}", partial(words.sentence, match.game, event, lang))
        for seat in (*viewers(match), ARBITER):
            _placed(match, seat, board, match.scene(seat, lang))


def _said(what: str, say: Callable[[], str]) -> None:
    try:
        text = say()
    except (KeyError, IndexError, ValueError, TypeError) as error:
        raise Broken(12, f"{what} cannot be said: {type(error).__name__} {error}") from error
    if not text.strip():
        raise Broken(12, f"{what} is said without a word")


def _placed(match: Match, seat: Seat, board: Board, scene: Scene) -> None:
    places = {place.id for place in board.places}
    groups = {group.id for group in board.groups}
    trays = {tray.id for tray in scene.trays}
    pieces = [piece.id for piece in scene.pieces]
    gauges = {gauge.id for gauge in scene.gauges}
    twice = sorted({each for each in pieces if pieces.count(each) > 1})
    if twice:
        raise Broken(12, f"piece '{twice[0]}' is in the scene of {called(match, seat)} twice")
    lost = [piece.id for piece in scene.pieces if piece.at not in places | trays]
    lost += [gauge.id for gauge in scene.gauges if gauge.at not in places | trays | groups | {""}]
    lost += [each for each in scene.focus if each not in groups | trays]
    lost += [each for each in (scene.ask.about if scene.ask else ()) if each not in pieces]
    if lost:
        raise Broken(12, f"'{lost[0]}' is nowhere in the scene of {called(match, seat)}")
    for piece in scene.pieces:
        if piece.spot is not None and not _on(board, piece.spot, piece.at):
            raise Broken(12, f"'{piece.id}' of '{piece.at}' lies at {piece.spot}, off the board {board.size}")
    unnamed = [piece.id for piece in scene.pieces if not piece.name]
    unnamed += [tray.id for tray in scene.trays if not tray.name]
    unnamed += [gauge.id for gauge in scene.gauges if not gauge.name]
    if unnamed:
        raise Broken(12, f"'{unnamed[0]}' has no name in the scene of {called(match, seat)}")
    things = places | groups | trays | gauges | set(pieces)
    listed = match.legal(seat) if seat >= 0 else []
    for choice, action in zip(scene.choices, listed, strict=True):
        for thing in (choice.at, *choice.also):
            if thing not in things:
                raise Broken(12, f"'{choice.do}' is at '{thing}', which is nothing in the scene")
        if match.read(choice.do) != action:
            raise Broken(12, f"'{choice.do}' reads as another action than the one offered")


def _on(board: Board, spot: tuple[int, int], at: str) -> bool:
    """Whether a spot is one of the board, where a piece of a place may lie."""
    inside = all(0 <= each <= most for each, most in zip(spot, board.size, strict=True))
    return inside and any(place.id == at for place in board.places)


def _leads_somewhere(match: Match) -> None:
    """What a form says of where its numbers lead is about its own fields, and there are words for it."""
    for seat in range(len(match.seats)):
        for form in _forms(match, seat):
            text, throw = match.game.actions[form.row], form.throw
            if throw is None:
                continue
            fields = {field.name: field for field in form.fields}
            for name in (*throw.point, throw.turn, throw.force, throw.by):
                if name not in fields:
                    raise Broken(12, f"'{text}' leads somewhere by '{name}', which is no field of its form")
            by = fields[throw.by]
            if by.low < 100 or by.low % 100 or by.step % 100 or by.high > 100 * len(throw.rows):
                raise Broken(
                    12, f"'{text}' leads somewhere by '{by.name}', which counts other rows than it has"
                )
            for lang in words.LANGS:
                _said(f"where '{text}' leads", partial(_about, match.game, form, lang))


def _about(game: AnyGame, form: Form, lang: str) -> str:
    found = words.form(game, form, lang)
    return " ".join((found.about, found.point, found.goal, found.send))


def _open_notation(match: Match, chance: KeyedDice) -> None:
    """An open choice reads back; where its numbers are a row of the grid, as that row."""
    for seat in range(len(match.seats)):
        for form in _forms(match, seat):
            for numbers in edges(form, chance):
                action = (form.row, *numbers)
                text = match.write(action)
                if match.read(text) != action and text not in match.game.actions:
                    raise Broken(12, f"{action} is written '{text}', which reads as {match.read(text)}")


def events_are_staged(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    """Whatever was told has a rule or none, and things for its gesture: a frame of it can be made."""
    game = match.game
    ids = words.rules(game, "en")
    for number in range(len(match.rows)):
        told = match.events(number)
        for at, event in enumerate(told):
            try:
                rule, things = game.ground(told, at), game.things(event)
            except Exception as error:
                raise Broken(12, f"{event} cannot be shown: {type(error).__name__} {error}") from error
            if rule and game.cited(match.state, rule) not in ids:
                raise Broken(12, f"{event} follows '{rule}', which is no rule of {game.id}")
            if not all(isinstance(each, str) for each in things):
                raise Broken(12, f"{event} is shown by {things}, which are no ids")


def table_and_words_are_complete(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    """What does not depend on the position: the action table and the words of both languages."""
    game = match.game
    for lang in words.LANGS:
        _complete(match, lang)
    for row, text in enumerate(game.actions):
        if not text.isascii() or text != " ".join(text.lower().split()):
            raise Broken(12, f"'{text}' is not lower-case ASCII with single spaces")
        if notation.read(game, notation.write(game, row)) != row:
            raise Broken(12, f"row {row}, '{text}', reads as another row")
        if "=?" not in text:
            for lang in words.LANGS:
                _said(f"choice '{text}'", partial(words.choice, game, row, lang))
    first, second = ({*_keys(words.load(game, lang))} for lang in words.LANGS)
    for key in sorted(first ^ second):
        raise Broken(12, f"the words of {game.id} have '{key}' in one language only")
    rules = [{*words.rules(game, lang)} for lang in words.LANGS]
    for rule in sorted(rules[0] ^ rules[1]):
        raise Broken(12, f"rule {rule} of {game.id} is told in one language only")
    for kind in sorted({*game.gestures, *game.news} - {*game.events}):
        raise Broken(12, f"'{kind}' is no kind of event of {game.id}")
    for gesture in sorted({*game.gestures.values()} - {*GESTURES}):
        raise Broken(12, f"'{gesture}' is no gesture a client knows")


def _keys(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _keys(value, f"{prefix}{key}.")
        else:
            yield prefix + key


def _complete(match: Match, lang: str) -> None:
    game = match.game
    for place in _board(game, tuple(match.options.items()), lang).places:
        if 0 < len(place.outline) < 3:
            raise Broken(12, f"the outline of '{place.id}' has fewer corners than an area")
    found = {*_keys(words.load(game, lang))}
    wanted = [f"names.{kind}.{ident}" for kind, idents in game.names.items() for ident in idents]
    wanted += [f"names.seat.{seat}" for seat in match.seats]
    wanted += [f"events.{kind}" for kind in game.events]
    wanted += [f"choices.{key}" for key in game.phrases]
    wanted += [f"prompts.{question}" for question in (*game.asks, *game.questions)]
    wanted += [
        f"names.field.{part[:-2]}" for text in game.actions for part in text.split() if part[-2:] == "=?"
    ]
    missing = [key for key in wanted if key not in found]
    if missing:
        raise Broken(12, f"'{missing[0]}' of {game.id} has no words in {lang}")
    rules = words.rules(game, lang)
    cited = [question.rule for question in game.questions.values()]
    cited += [game.anytime.rule] if game.anytime is not None else []
    untold = [rule for rule in {**dict.fromkeys(cited), **rules} if not rules.get(rule, {}).get("text")]
    if untold:
        raise Broken(12, f"rule {untold[0]} of {game.id} has no text in {lang}")


# The laws together


START, ROW, END = "start", "row", "end"


class Law(NamedTuple):
    """What is looked at before the first row, at rows (costly ones: at one in so many), at the end."""

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
    10: Law("a window's answers may come in any order", at_row=(window_has_no_order,)),
    11: Law("odds are exact", at_row=(odds_are_exact,), every=3),
    12: Law(
        "everything has a place and words",
        at_start=(table_and_words_are_complete,),
        at_row=(things_have_places_and_words,),
        at_end=(events_are_staged,),
        every=4,
    ),
}


def anybody(match: Match, chance: KeyedDice) -> tuple[Seat, Action]:
    """A seat that may act, mostly one that is asked, and one of its choices, all equally likely."""
    waiting = match.awaited
    others = [seat for seat in range(len(match.seats)) if seat not in waiting and match.legal(seat)]
    seat = one_of(others if others and chance.pick(4, "seat") == 0 else waiting, chance)
    form = kernel.form(match.game, match.state, seat)
    if form is not None and chance.pick(3, "open") == 0:
        numbers = _allowed(match, seat, form, chance)
        if numbers is not None:
            return seat, (form.row, *numbers)
    return seat, one_of(match.legal(seat), chance)


def _allowed(match: Match, seat: Seat, form: Form, chance: KeyedDice) -> tuple[int, ...] | None:
    """Numbers that the rules accept; none where every try was barred."""
    for _ in range(TRIES):
        numbers = within(form, chance)
        if not form.bars or kernel.refusal(match.game, match.state, seat, (form.row, *numbers)) is None:
            return numbers
    return None


def at_once(broken: Broken) -> None:
    """The first broken law ends the game."""
    raise broken


def _broken(law: int, what: str, error: Exception) -> Broken:
    """Whatever fails on the way breaks the law that was looked at."""
    if isinstance(error, Broken):
        return error
    broken = Broken(law, f"{what} failed: {type(error).__name__}: {error}")
    broken.__cause__ = error
    return broken


class Inspector:
    """Plays matches and looks at the laws on the way; `checks` counts the looks by law.

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
        """Play a match to its end, with some undoing, looking at each row and at the whole."""
        moves, looks = KeyedDice(key, "moves"), KeyedDice(key, "looks")
        active = list(self.laws)
        limit = match.game.bound(match.options)
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
