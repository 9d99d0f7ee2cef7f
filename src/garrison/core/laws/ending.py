"""Law 17: a team can resign at any time, and all can agree on a draw where the game has draws."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from garrison.core.dice import KeyedDice
from garrison.core.errors import DRAW_UNKNOWN, GAME_OVER, RESIGN_TEAM, Refused
from garrison.core.laws.comparison import Broken, called, one_of
from garrison.core.laws.persistence import REPLAYED_ROWS, replays
from garrison.core.laws.planning import utility_is_as_declared
from garrison.core.match import Match
from garrison.core.resignation import AGREED, RESIGNED


def teams_are_whole(match: Match, _: KeyedDice) -> None:
    """Every seat is in exactly one team."""
    everybody = range(len(match.seats))
    if match.game.teams is None:
        return
    found = sorted(seat for team in match.game.teams(match.options) for seat in team)
    if found != [*everybody]:
        raise Broken(17, f"the teams have the seats {found}, the match has {[*everybody]}")


def teams_can_resign(match: Match, chance: KeyedDice) -> None:
    """Aside, one seat resigns with the consent of its team, and all agree on a draw."""
    if match.over:
        return
    everybody = range(len(match.seats))
    seat = one_of(everybody, chance)
    team = match.team(seat)
    if len(team) > 1 and _refused(partial(match.copy().resign, seat)) != RESIGN_TEAM:
        raise Broken(17, f"{called(match, seat)} could resign without the rest of its team")
    trial = match.copy()
    trial.resign(seat, team)
    if trial.result is not None and set(team) & {*trial.result.won}:
        raise Broken(17, f"{called(match, seat)} resigned and still won")
    _ended(trial, RESIGNED, chance)
    if match.may_draw:
        trial = match.copy()
        trial.agree_draw(everybody)
        _ended(trial, AGREED, chance)
    elif _refused(partial(match.copy().agree_draw, everybody)) != DRAW_UNKNOWN:
        raise Broken(17, "all could agree on a draw, which this game does not know")


def _refused(do: Callable[[], object]) -> str | None:
    try:
        do()
    except Refused as error:
        return error.rule
    return None


def _ended(match: Match, how: str, chance: KeyedDice) -> None:
    """Nobody has anything left to do, everybody was told, and the record says the same."""
    result, row, everybody = match.result, len(match.rows) - 1, range(len(match.seats))
    if not match.over or result is None or result.how != how or any(map(match.legal, everybody)):
        raise Broken(17, f"the game goes on though it ended with '{how}'")
    if len(result.score) != len(everybody):
        raise Broken(17, f"{len(result.score)} scores for {len(everybody)} seats")
    utility_is_as_declared(match, chance)
    seat = one_of(everybody, chance)
    if match.events(row, seat) != match.events(row):
        raise Broken(17, f"{called(match, seat)} did not hear that the game is over")
    for again in (match.resign, match.undo):
        if _refused(partial(again, seat)) != GAME_OVER:
            raise Broken(17, f"after the end, {again.__name__} was still possible")
    if match.start is None and one_of(range(1 + row // REPLAYED_ROWS), chance) == 0:
        replays(17, match)
