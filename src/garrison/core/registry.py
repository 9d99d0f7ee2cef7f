"""The installed games, found through the entry point group `garrison.games`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from garrison.core.errors import Unknown
from garrison.core.game import AnyGame, Game
from garrison.core.plugins import BrokenPlugin, Plugins, installed
from garrison.core.state import Options

__all__ = [
    "GAMES",
    "BrokenPlugin",
    "Unknown",
    "broken",
    "combinations",
    "complete",
    "find",
    "games",
    "names",
    "offered",
    "settle",
    "trials",
    "usual",
    "written",
]


def _other_id(name: str, game: AnyGame) -> str | None:
    return None if game.id == name else game.id


GAMES: Plugins[AnyGame] = Plugins("game", Game, lambda: installed("garrison.games"), _other_id)


def names() -> tuple[str, ...]:
    """The id of every installed game in alphabetical order; nothing is loaded for it."""
    return GAMES.names()


def games() -> dict[str, AnyGame]:
    """Every installed game by id, in alphabetical order, but for those that cannot be loaded."""
    return GAMES.all()


def offered() -> dict[str, AnyGame]:
    """Every game that is complete, for lists from which players choose."""
    return {name: game for name, game in games().items() if not game.preview}


def broken() -> list[BrokenPlugin]:
    """The games that cannot be loaded, each with a sentence that says why."""
    return GAMES.broken()


def find(ident: str) -> AnyGame:
    """The game of this id. No other is loaded."""
    if ident not in names():
        raise Unknown(f"there is no game '{ident}'; installed: {', '.join(names()) or 'none'}")
    return GAMES.load(ident)


def settle(game: AnyGame, given: dict[str, str]) -> dict[str, str]:
    """The options of a match; wrong ones are refused by name, missing ones get the first value that fits."""
    for key, value in given.items():
        if key not in game.options:
            raise Unknown(f"{game.id} has no option '{key}'; it has {', '.join(game.options) or 'none'}")
        if value not in game.options[key]:
            raise Unknown(f"{game.id} has no {key} '{value}'; choose one of {', '.join(game.options[key])}")
    defaults = {key: game.options[key][0] for key in game.later}
    found = next(_fitting(game, {**defaults, **given}), None)
    if found is None and not game.later <= given.keys():
        found = min(_fitting(game, given), key=lambda each: len(game.later & each.keys()), default=None)
    if found is None:
        raise Unknown(str(game.allowed(_nearly_fitting(game, given))))
    return found


def _nearly_fitting(game: AnyGame, given: Options) -> dict[str, str]:
    """What is given, with what would fit but for one of them, so that the refusal is about that one."""
    filled = {key: values[0] for key, values in game.options.items()}
    for wrong in reversed(list(given)):
        rest = {key: value for key, value in given.items() if key != wrong}
        found = next(_fitting(game, rest), None)
        if found is not None:
            return {**filled, **found, **given}
    return {**filled, **given}


def _fitting(game: AnyGame, given: Options) -> Iterator[dict[str, str]]:
    """The allowed sets of options that have what is given, found one by one."""
    values = [(given[key],) if key in given else known for key, known in game.options.items()]
    for each in product(*values):
        options = dict(zip(game.options, each, strict=True))
        if game.allowed(options) is None:
            yield written(game, options)


def combinations(game: AnyGame) -> list[dict[str, str]]:
    """Every allowed set of options, as a match has it: without later ones at their default.

    The usual sets, without any later option, come first. There may be hundreds.
    """
    return sorted(_fitting(game, {}), key=lambda each: len(game.later & each.keys()))


def trials(game: AnyGame, given: Options | None = None) -> list[dict[str, str]]:
    """The sets of options by which a game is tried out: those it declares, or all there are.

    With some options `given`, those trials that have them; if none has, the first set that fits.
    """
    wanted = dict(given or {})
    declared = [settle(game, dict(each)) for each in game.trials] or combinations(game)
    found = [each for each in declared if wanted.items() <= complete(game, each).items()]
    return found or [settle(game, wanted)]


def usual(game: AnyGame, sets: list[dict[str, str]]) -> list[dict[str, str]]:
    """Those of the sets of options in which every later option has its default."""
    return [each for each in sets if game.later.isdisjoint(each)]


def complete(game: AnyGame, options: Options) -> dict[str, str]:
    """The options of a match with those it leaves out, for people to choose from."""
    return {key: options.get(key, values[0]) for key, values in game.options.items()}


def written(game: AnyGame, options: Options) -> dict[str, str]:
    """Options as a match has them: later ones only where they do not have their default."""
    return {
        key: value for key, value in options.items() if key not in game.later or value != game.options[key][0]
    }
