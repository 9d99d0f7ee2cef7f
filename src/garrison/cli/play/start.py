"""The commands that start and resume a game."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from garrison.cli import invocation, output
from garrison.cli.commands.record_files import naming
from garrison.cli.output import say
from garrison.cli.play import log, saves
from garrison.cli.play.hotseat import SharedTerminal
from garrison.cli.play.saves import PERSON
from garrison.cli.play.terminal import Terminal
from garrison.cli.screen import detection
from garrison.cli.screen.screen import Screen
from garrison.cli.texts import BadInput, Sentence, Words, glued, said, words, wrap
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import GarrisonError
from garrison.core.game import AnyGame
from garrison.core.match import Match
from garrison.core.plugins import BrokenPlugin
from garrison.core.registry import Unknown
from garrison.core.show.words import LANGS
from garrison.core.state import Seat
from garrison.lab.simulate import key_of
from garrison.players import Player, known, make
from garrison.players import names as player_names

LISTED = 5
"""Other saved games listed when one is resumed."""


def play(args: Namespace, game: AnyGame, given: dict[str, str]) -> int:
    """Start a new game in this terminal."""
    _somebody_there()
    options = registry.settle(game, given)
    names = _seated(game, options, args.players)
    key = os.urandom(32) if args.seed is None else seed_key(args.seed)
    bots = _bots(game, names, args.seed)
    match = Match(game, options, KeyedDice(key))
    folder = saves.home(args.home)
    waiting = len(saves.unfinished(folder))
    saved = saves.create(match, folder, names if bots else (), args.lang)
    screen = detection.choose(args.plain, words(args.lang))
    if waiting:
        key_word = "unfinished-one" if waiting == 1 else "unfinished-many"
        text = words(args.lang)(key_word, count=waiting, command=glued(_again(args, "resume")))
        screen.say(wrap(text))
    return _terminal(saved, bots, args.lang, _again(args, "resume"), screen).run()


def _somebody_there() -> None:
    if sys.stdin is None:
        raise BadInput("closed-in")


def _seated(game: AnyGame, options: dict[str, str], given: Sequence[str] | None) -> tuple[str, ...]:
    """The player of each seat: a person, unless stated otherwise."""
    seats = game.seats(options)
    names = tuple(given or [PERSON] * len(seats))
    for name in names:
        if name != PERSON and not _is_player(name, game):
            raise BadInput("no-player", name=name[:40], known=", ".join([PERSON, *player_names()]))
    if len(names) != len(seats):
        there = ", ".join(seats)
        raise BadInput("players-count", game=game.id, seats=there, count=len(seats), named=len(names))
    if PERSON not in names:
        raise BadInput("players-nobody", command=invocation.command("simulate", game.id))
    return names


def _is_player(name: str, game: AnyGame) -> bool:
    try:
        known(name, game)
    except BrokenPlugin:
        raise
    except Unknown:
        return False
    return True


def _bots(game: AnyGame, names: Sequence[str], seed: int | None) -> dict[Seat, Player]:
    """Bots for the seats without a person, with random generators of their own."""
    return {
        seat: make(name, os.urandom(32) if seed is None else key_of(seed, 0, f"seat {seat}"), game, seat)
        for seat, name in enumerate(names)
        if name != PERSON
    }


def _terminal(
    saved: saves.Saved, bots: dict[Seat, Player], lang: str, command: str, screen: Screen
) -> Terminal:
    people = [seat for seat in range(len(saved.match.seats)) if seat not in bots]
    if len(people) > 1:
        return SharedTerminal(saved, people, bots, lang, command, screen)
    return Terminal(saved, people[0], bots, lang, command, screen)


def _again(args: Namespace, *said_words: str) -> str:
    """A command, with the folder of saved games if the player had to give it."""
    return invocation.command(*said_words, *(["--home", saves.home(args.home)] if args.home else []))


# Resuming


def resume(args: Namespace) -> int:
    """Resume the named or newest game in its own language."""
    folder = saves.home(args.home)
    if args.list:
        return _list(args, folder)
    _somebody_there()
    path = saves.find(folder, args.name)
    lang = args.lang or saves.language(path)
    others = [] if args.name else [each for each in saves.unfinished(folder) if each != path]
    try:
        with naming(path):
            saved = saves.resume(path)
    except GarrisonError as error:
        raise _with_others(error, others, lang, args) from None
    try:
        return _go_on(args, saved, others, lang)
    except Sentence as error:
        error.lang = lang
        raise
    finally:
        saved.close()


def _with_others(error: GarrisonError, others: Sequence[Path], lang: str, args: Namespace) -> GarrisonError:
    """The error about the newest game, with a list of the others."""
    if not others:
        if isinstance(error, Sentence):
            error.lang = lang
        return error
    names = ", ".join(path.stem for path in others[:LISTED])
    command = _again(args, "resume", words(lang)("name"))
    return BadInput("resume-others", lang=lang, error=said(error, lang), names=names, command=command)


def _go_on(args: Namespace, saved: saves.Saved, others: Sequence[Path], lang: str) -> int:
    text = words(lang)
    path = saved.path
    bots = _bots(saved.match.game, _seating(saved), None)
    if len(saved.match.seats) - len(bots) > 1:
        # The last run may have ended without hiding what one of them saw.
        output.wipe()
    screen = detection.choose(args.plain, text)
    if args.name is None:
        screen.say(wrap(text("going-on", name=path.stem)))
    if others:
        screen.say(text("others"))
        for line in _lines(others[:LISTED], text):
            screen.say(line)
        screen.say(wrap(text("others-open", command=glued(_again(args, "resume", text("name"))))))
    if saved.dropped is not None:
        screen.say(wrap(_dropped(saved, text)))
    again = ["resume"] + ([args.name] if args.name else [])
    again += ["--lang", lang] if lang != saved.seating.lang else []
    return _terminal(saved, bots, lang, _again(args, *again), screen).run()


def _seating(saved: saves.Saved) -> tuple[str, ...]:
    seats = len(saved.match.seats)
    names = saved.seating.players or (PERSON,) * seats
    unknown = [name for name in names if name != PERSON and not _is_player(name, saved.match.game)]
    if len(names) != seats or PERSON not in names or unknown:
        raise BadInput("no-seating", key=saves.key_path(saved.path))
    return names


def _dropped(saved: saves.Saved, text: Words) -> str:
    """Describe a dropped line, but quote it only if it cannot be another seat's secret."""
    path = glued(str(saved.path))
    if len(saved.match.seats) > 1 or saved.dropped is None:
        return text("dropped-some", path=path)
    return text("dropped", path=path, line=saved.dropped[:60])


def _list(args: Namespace, folder: Path) -> int:
    """List all unfinished games, newest first."""
    text = words(args.lang or LANGS[0])
    found = saves.unfinished(folder)
    if not found:
        say(wrap(text("no-game", folder=glued(str(folder)), command=glued(invocation.command("play")))))
        return 0
    for line in _lines(found, text):
        say(line)
    say(wrap(text("others-open", command=glued(_again(args, "resume", text("name"))))))
    return 0


def _lines(paths: Sequence[Path], text: Words) -> list[str]:
    return [wrap(_line(path, text), "  ", "      ") for path in paths]


def _line(path: Path, text: Words) -> str:
    """A saved game: its name, game, progress and when it was last played."""
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        with naming(path):
            _, read = saves.read_running(path)
    except OSError as error:
        return text("list-damaged", name=path.stem, error=error.strerror)
    except GarrisonError as error:
        return text("list-damaged", name=path.stem, error=said(error, text.lang))
    game, options = read.header.game, read.header.options
    return text(
        "list-line",
        name=path.stem,
        match=log.titled(game, options, text, ", "),
        rows=len(read.rows) - 1,
        when=glued(when),
    )
