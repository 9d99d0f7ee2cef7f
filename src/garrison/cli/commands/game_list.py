"""The list of games: their options, valid combinations and numbers of players."""

from __future__ import annotations

from argparse import Namespace
from typing import Any, TypeAlias

from garrison.cli import invocation
from garrison.cli.commands.record_files import print_json
from garrison.cli.output import say
from garrison.cli.texts import Words, report_broken, words, wrap
from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.show.words import LANGS


def games(args: Namespace) -> int:
    known = registry.offered().values()
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


Box: TypeAlias = "tuple[dict[str, tuple[str, ...]], tuple[str, ...]]"
"""Values by option, any of which go together, and the seats they make."""


def lines(game: AnyGame, said: Words) -> list[str]:
    """Valid combinations of options with their seats, in few lines.

    Later options go with any combination, in a line of their own.
    """
    boxes: list[Box] = [
        ({name: (value,) for name, value in options.items()}, game.seats(options))
        for options in registry.usual(game, registry.combinations(game))
    ]
    for name in reversed([each for each in game.options if each not in game.later]):
        boxes = _joined(boxes, name)
    found = [_line(game, [_flag(*each) for each in box.items()], seats, said) for box, seats in boxes]
    later = [_flag(name, values) for name, values in game.options.items() if name in game.later]
    return [*found, said("games-later", options=" ".join(later))] if later else found


def _joined(boxes: list[Box], name: str) -> list[Box]:
    """Boxes that differ in this option alone become one."""
    found: dict[object, Box] = {}
    for box, seats in boxes:
        alike = (tuple(each for each in box.items() if each[0] != name), seats)
        known = found[alike][0][name] if alike in found else ()
        found[alike] = ({**box, name: (*known, *box[name])}, seats)
    return list(found.values())


def _flag(name: str, values: tuple[str, ...]) -> str:
    return f"{invocation.option_flag(name)} {' | '.join(values)}"


def _line(game: AnyGame, flags: list[str], seats: tuple[str, ...], said: Words) -> str:
    names = ", ".join(game.tell.called("seat", each, said.lang) for each in seats)
    return said("games-line", options=" ".join(flags), seats=names).strip()
