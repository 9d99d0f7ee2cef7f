"""Ends that no rule brings about: a team resigns, or all agree on a draw."""

from __future__ import annotations

from garrison.core.game import AnyGame
from garrison.core.rules import Result
from garrison.core.state import Options, Seat, State

RESIGNED = "resigned"
AGREED = "agreed"
"""Values of `Result.how`."""


def teams(game: AnyGame, options: Options) -> tuple[tuple[Seat, ...], ...]:
    """The seats that win and lose together."""
    if game.teams is None:
        return tuple((seat,) for seat in range(len(game.seats(options))))
    return tuple(game.teams(options))


def team_of(game: AnyGame, options: Options, seat: Seat) -> tuple[Seat, ...]:
    """The seats that win and lose with this one, itself among them."""
    return next(team for team in teams(game, options) if seat in team)


def may_draw(game: AnyGame, options: Options) -> bool:
    """True if all could agree on a draw: the game has draws, and there are several teams."""
    return game.kind.draws and len(teams(game, options)) > 1


def resigned(game: AnyGame, options: Options, state: State, losers: tuple[Seat, ...]) -> Result:
    """The result once a team has resigned: it has lost, and the others share the win."""
    utility = game.kind.utility
    everybody = range(len(game.seats(options)))
    won = tuple(seat for seat in everybody if seat not in losers)
    share = utility.high
    if won and utility.total is not None:
        share = (utility.total - utility.low * len(losers)) / len(won)
    worth = tuple(utility.low if seat in losers else share for seat in everybody)
    return Result(won, _points(game, options, state), worth, RESIGNED)


def agreed(game: AnyGame, options: Options, state: State) -> Result:
    """The result once all have agreed on a draw: nobody has won."""
    utility, seats = game.kind.utility, len(game.seats(options))
    share = (utility.low + utility.high) / 2 if utility.total is None else utility.total / seats
    return Result((), _points(game, options, state), (share,) * seats, AGREED)


def _points(game: AnyGame, options: Options, state: State) -> tuple[int, ...]:
    points = game.play.points
    return (0,) * len(game.seats(options)) if points is None else points(state)
