"""The installed games, found through the entry point group `garrison.games`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from garrison.core.errors import GarrisonError
from garrison.core.game import AnyGame


class Unknown(GarrisonError):
    """A game, edition or option that does not exist; the text names those that do."""


@cache
def games() -> dict[str, AnyGame]:
    """Every installed game by id, in alphabetical order."""
    found = {}
    for point in sorted(entry_points(group="garrison.games"), key=lambda each: each.name):
        game: AnyGame = point.load()
        found[game.id] = game
    return found


def find(ident: str) -> AnyGame:
    """The game of this id."""
    known = games()
    if ident not in known:
        raise Unknown(f"there is no game '{ident}'; installed: {', '.join(known) or 'none'}")
    return known[ident]


def settle(game: AnyGame, given: dict[str, str]) -> dict[str, str]:
    """All options of a match; wrong ones are refused by name, missing ones get the first value that fits."""
    for key, value in given.items():
        if key not in game.options:
            raise Unknown(f"{game.id} has no option '{key}'; it has {', '.join(game.options)}")
        if value not in game.options[key]:
            raise Unknown(f"{game.id} has no {key} '{value}'; choose one of {', '.join(game.options[key])}")
    fitting = [each for each in combinations(game) if given.items() <= each.items()]
    if fitting:
        return fitting[0]
    options = {key: given.get(key, values[0]) for key, values in game.options.items()}
    raise Unknown(str(game.allowed(options)))


def combinations(game: AnyGame) -> list[dict[str, str]]:
    """Every allowed set of options."""
    sets: list[dict[str, str]] = [{}]
    for key, values in game.options.items():
        sets = [{**each, key: value} for each in sets for value in values]
    return [each for each in sets if game.allowed(each) is None]
