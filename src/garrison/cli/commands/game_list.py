"""The list of games: their options, valid combinations and numbers of players."""

from __future__ import annotations

from argparse import Namespace
from itertools import groupby
from math import prod
from typing import Any

from garrison.cli.commands.record_files import print_json
from garrison.cli.output import say
from garrison.cli.texts import Words, report_broken, words, wrap
from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.show.words import LANGS


def games(args: Namespace) -> int:
    known = registry.games().values()
    report_broken(registry.broken(), args.lang)
    if args.json:
        print_json({"games": [described(game) for game in known]})
        return 0
    for game in known:
        say(f"{game.id}: {game.title(args.lang)}")
        for line in lines(game, words(args.lang)):
            say(wrap(line, "  ", "    "))
    return 0


def described(game: AnyGame) -> dict[str, Any]:
    """A game as a JSON object."""
    return {
        "id": game.id,
        "title": game.title(LANGS[0]),
        "rules": game.rules,
        "options": {name: list(values) for name, values in game.options.items()},
        "seats": list(game.seats(registry.settle(game, {}))),
        "combinations": [
            {"options": options, "seats": list(game.seats(options))}
            for options in registry.combinations(game)
        ],
    }


def lines(game: AnyGame, said: Words) -> list[str]:
    """Valid combinations of options with their seats; values of the last option share a line.

    If all combinations are valid, one line lists them all. Later options go with any combination, in a line
    of their own.
    """
    found = []
    sets = registry.usual(game)
    first = {name: values for name, values in game.options.items() if name not in game.later}
    later = [f"--{name} {' | '.join(game.options[name])}" for name in game.options if name in game.later]
    with_any = [said("games-later", options=" ".join(later))] if later else []
    if len(sets) == prod(map(len, first.values())) and len({game.seats(each) for each in sets}) == 1:
        flags = [f"--{name} {' | '.join(values)}" for name, values in first.items()]
        return [_line(game, flags, game.seats(sets[0]), said), *with_any]
    for (fixed, seats), alike in groupby(sets, lambda each: (tuple(each.items())[:-1], game.seats(each))):
        flags = [f"--{name} {value}" for name, value in fixed]
        last = [item for options in alike for item in list(options.items())[-1:]]
        flags += [f"--{last[0][0]} {' | '.join(value for _, value in last)}"] if last else []
        found.append(_line(game, flags, seats, said))
    return [*found, *with_any]


def _line(game: AnyGame, flags: list[str], seats: tuple[str, ...], said: Words) -> str:
    names = ", ".join(game.tell.called("seat", each, said.lang) for each in seats)
    return said("games-line", options=" ".join(flags), seats=names).strip()
