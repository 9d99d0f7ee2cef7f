"""Laws 15 and 16: a copy knows no draws to come, and a game is of the kind it says."""

from __future__ import annotations

from itertools import product

from garrison.core import kernel, registry
from garrison.core.dice import KeyedDice, RowDice
from garrison.core.errors import GarrisonError, NoDice
from garrison.core.laws.comparison import Broken, called, nobody, pictured, same_picture
from garrison.core.laws.random_moves import anybody
from garrison.core.match import Match
from garrison.core.sides import sides
from garrison.core.state import ALL, Action, Seat

PLANNERS = 3
"""Copies with dice of their own that are compared with what these dice give."""


# 15: copies


def copies_know_no_draws(match: Match, chance: KeyedDice) -> None:
    """A copy draws from the dice it is given; without any it refuses, and stands where it stood."""
    if match.over:
        return
    seat, action = anybody(match, chance)
    drawn = False
    for number in range(PLANNERS):
        own = KeyedDice(chance.key, f"planner/{number}")
        wanted = _draws(match, seat, action, own)
        copy = match.copy(own)
        copy.play(action, seat)
        if copy.rows[-1].draws != wanted:
            raise Broken(15, f"a copy draws {copy.rows[-1].draws}, but its own dice give {wanted}")
        drawn = drawn or bool(wanted)
    copy = match.copy()
    before, rows = pictured(copy.state), len(copy.rows)
    try:
        copy.play(action, seat)
    except NoDice:
        same_picture(15, before, copy.state, "a draw that was refused")
        if len(copy.rows) != rows:
            raise Broken(15, "a draw that was refused left a row") from None
    else:
        if drawn:
            raise Broken(15, f"a copy without dice drew {copy.rows[-1].draws}")


def _draws(match: Match, seat: Seat, action: Action, dice: RowDice) -> object:
    """The draws that dice give for an action played next."""
    again = dice.copy()
    again.start(len(match.rows))
    kernel.apply(match.game.play, match.state.copy(), seat, action, again, nobody)
    return again.draws


# 16: the kind of game


def kind_is_declared(match: Match, _: KeyedDice) -> None:
    """Compare the kind with the game's record: seats, offers, open choices."""
    game, kind = match.game, match.game.kind
    least, most = kind.seats
    if not least <= len(match.seats) <= most:
        raise Broken(16, f"{len(match.seats)} seats, but the kind says {least} to {most}")
    if kind.offers != (game.play.anytime is not None):
        raise Broken(16, f"offers are {'' if kind.offers else 'not '}declared, the rules say otherwise")
    if kind.open_choices != any("=?" in notation for notation in game.play.actions):
        said = "" if kind.open_choices else "not "
        raise Broken(16, f"open choices are {said}declared, the action table says otherwise")


def sides_are_whole(match: Match, _: KeyedDice) -> None:
    """Every seat is in exactly one side, and every side has words."""
    try:
        declared = sides(match.game, match.options)
    except GarrisonError as error:
        raise Broken(16, str(error)) from None
    words = match.game.tell
    for lang, side in product(words.langs, declared if match.game.sides else ()):
        if side not in words.load(lang)["names"].get("side", {}):
            raise Broken(16, f"'names.side.{side}' of {match.game.id} has no words in {lang}")


def trials_are_whole(match: Match, _: KeyedDice) -> None:
    """Declared trials can be played, no two are the same, and every value of every option is in one."""
    game = match.game
    if not game.trials:
        return
    try:
        sets = [registry.complete(game, options) for options in registry.trials(game)]
    except GarrisonError as error:
        raise Broken(16, f"a trial cannot be played: {error}") from None
    if len({tuple(each.items()) for each in sets}) != len(sets):
        raise Broken(16, "two trials have the same options")
    for name, values in game.options.items():
        untried = [value for value in values if all(each[name] != value for each in sets)]
        if untried:
            raise Broken(16, f"no trial has {name} '{untried[0]}'")


def play_is_of_the_kind(match: Match, _: KeyedDice) -> None:
    """Compare the kind with what happens in play: draws, windows, secrets."""
    kind, number = match.game.kind, len(match.rows) - 1
    if not kind.chance and match.rows[number].draws:
        raise Broken(16, f"row {number} drew, but no chance is declared")
    if not kind.windows and match.ask is not None and match.window:
        raise Broken(16, f"'{match.ask[0]}' is a window, but no windows are declared")
    if not kind.hidden and any(event[0] != ALL for event in match.events(number)):
        raise Broken(16, f"row {number} tells something to some seats only, but nothing hidden is declared")


def draws_are_declared(match: Match, _: KeyedDice) -> None:
    """A game for several that nobody wins is a draw."""
    result = match.result
    if result is not None and len(match.seats) > 1 and not result.won and not match.game.kind.draws:
        raise Broken(16, "nobody won, but no draws are declared")


def utility_is_as_declared(match: Match, _: KeyedDice) -> None:
    """A utility for each seat, in the range and with the sum declared; who won has the highest."""
    result, declared = match.result, match.game.kind.utility
    if result is None:
        return
    found = result.utility
    if len(found) != len(match.seats):
        raise Broken(16, f"{len(found)} utilities for {len(match.seats)} seats")
    for seat, each in enumerate(found):
        if not declared.low <= each <= declared.high:
            raise Broken(16, f"the utility of {called(match, seat)} is {each}, outside its range")
        if seat in result.won and each < max(found):
            raise Broken(16, f"{called(match, seat)} won, but another seat has a higher utility")
    if declared.total is not None and len(found) > 1 and abs(sum(found) - declared.total) > 1e-9:
        raise Broken(16, f"the utilities {found} do not sum to {declared.total}")
