"""Laws 3, 4, 6, 7 and 8: what is saved, replayed, undone or played again is the same, and whole."""

from __future__ import annotations

import json

from garrison.core import kernel, record
from garrison.core.dice import KeyedDice, WrittenDice
from garrison.core.errors import GAME_OVER, UNDO_OTHERS, Refused
from garrison.core.history import UNDO_ROW
from garrison.core.laws.comparison import (
    Broken,
    called,
    closed,
    counted,
    keyed,
    nobody,
    one_of,
    parts,
    pictured,
    same_picture,
    slots,
    unlike,
    viewers,
)
from garrison.core.laws.random_moves import anybody
from garrison.core.match import Match
from garrison.core.replay import replay_row
from garrison.core.show.perspective import Perspective
from garrison.core.state import ARBITER, Action, Seat, State

REPLAYED_ROWS = 60
"""Replaying a long match takes long: beyond this many rows, undo is checked less often."""


# 3: saving, copying, looking


def state_is_saved_and_copied(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    state = match.state
    before = pictured(state)
    _saved(match)
    _copied(state)
    same_picture(3, before, state, "changing a copy")
    for seat in (*viewers(match), ARBITER):
        view = match.view(seat)
        if json.loads(json.dumps(view)) != view:
            raise Broken(3, f"the view of {called(match, seat)} is not plain data: JSON changes it")
        for lang in match.game.tell.langs:
            match.scene(seat, lang)
        for part in [part for part in parts(view) if isinstance(part, list | dict)]:
            part.clear()
        same_picture(3, before, state, f"looking as {called(match, seat)}, or changing what was seen,")


def _saved(match: Match) -> None:
    saved = json.loads(json.dumps(match.view(ARBITER)))
    if not record.says_options(saved, match.options):
        raise Broken(
            3, f"the ARBITER's view does not give the options {match.options}: none could play on from it"
        )
    rules = match.game.play
    if named := kernel.outside_tables(rules, match.state):
        most = kernel.numbers(rules)[-1]
        raise Broken(3, f"a step or question names {named[0]!r}, but `Rules.largest` allows 0 to {most} only")
    differs = unlike(match.state, match.game.know.load(saved))
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


def _mutable(state: State) -> dict[int, str]:
    """Everything of a state that could be changed in place: where it is, by identity."""
    return {
        id(part): name
        for name in slots(state)
        for part in parts(getattr(state, name, None))
        if not isinstance(part, int | str | bytes | float | tuple | frozenset | None)
    }


# 4: a record replays


def record_replays(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    replays(4, match)


def replays(law: int, match: Match) -> None:
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
    trial = match.copy(match.dice.copy())
    before, line, first = pictured(trial.state), trial.line, len(trial.rows)
    seat, action = anybody(trial, chance)
    answered = _answering_unseen(trial)
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
    _undo_alone(trial, seat, said, shut=shut, unseen=answered | _answering_unseen(trial) | trial.may_act)
    _undo_far(trial, chance)
    everybody = tuple(range(len(trial.seats)))
    if (_undone(trial, seat) is None) == shut:
        raise Broken(6, f"{said} could {'' if shut else 'not '}be undone by who played it")
    if shut:
        trial.undo(seat, consent=everybody)
    same_picture(6, before, trial.state, f"playing and undoing {said}")
    if trial.line != line or trial.rows[-1].seat != UNDO_ROW or len(trial.rows) != first + 2:
        raise Broken(6, f"undoing {said} did not leave one undo row and the rows before")
    _new_dice(trial, seat, action)
    if trial.start is None and chance.pick(1 + first // REPLAYED_ROWS, "law") == 0:
        replays(6, trial)


def _undone(match: Match, seat: Seat, to: int | None = None) -> str | None:
    try:
        match.undo(seat, to)
    except Refused as error:
        return error.rule
    return None


def _answering_unseen(match: Match) -> int:
    """Bits of the seats that answer the open question unseen: the answer of one alone closes it."""
    bits: int = 0 if match.ask is None else match.ask[1]
    return bits if bits.bit_count() > 1 else 0


def _undo_alone(match: Match, seat: Seat, said: str, *, shut: bool, unseen: int) -> None:
    """A seat is offered an undo where others could not have acted unseen, and only there."""
    shut = shut or any(unseen >> other & 1 for other in range(len(match.seats)) if other != seat)
    if (Perspective(match, seat).undo_reach() is None) != shut:
        raise Broken(6, f"{said} could {'' if shut else 'not '}be undone alone by {called(match, seat)}")


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
    kernel.apply(match.game.play, match.state.copy(), seat, action, dice, nobody)
    trial = match.copy(match.dice.copy())
    trial.play(action, seat)
    if trial.rows[-1].draws != dice.draws:
        raise Broken(
            6, f"after the undo row {len(match.rows)} draws {trial.rows[-1].draws}, not its own dice"
        )


# 7: every piece in one place


def every_piece_is_in_one_place(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    counted(7, match, match.view(ARBITER))


# 8: the same key, the same game


def same_key_same_game(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    again = Match(match.game, match.options, keyed(match).copy(), rules=match.rules)
    for number, row in enumerate(match.rows):
        try:
            if row.seat == UNDO_ROW:
                again.undo(row.consent[0], row.back, range(len(match.seats)))
            elif row.consent:
                replay_row(again, row, WrittenDice())
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
        for part in parts(getattr(match.state, name)):
            if not (part is None or isinstance(part, int | str | tuple | list)):
                raise Broken(8, f"{name} holds {part!r}; a state is made of whole numbers and lists")
