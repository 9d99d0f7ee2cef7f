"""The command `garrison`: reads the command line and answers with a status.

0 is fine, 1 a difference (a failed check), 2 bad input, told in one sentence on stderr.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import garrison
from garrison.cli import store, tools
from garrison.cli.play import INTERRUPTED, Terminal
from garrison.cli.texts import words, wrap
from garrison.cli.tools import BadInput
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import GarrisonError
from garrison.core.game import AnyGame, Seat
from garrison.core.match import Match
from garrison.core.words import LANGS
from garrison.lab.simulate import key_of
from garrison.players import PLAYERS, Player, make

PERSON = "me"
PIPE_CLOSED = 141
ERROR_CHARACTERS = 600

FRIENDLY = """\
Garrison: castle games with every rule enforced.

  garrison play            start a game in this terminal
  garrison resume          go on with a saved game
  garrison games           the games there are, and their options
  garrison rules GAME      a game's rules, in our own words
  garrison notes GAME      rulings, and figures that are not certain

  also: check, show, replay, verify, fuzz, simulate, bench
  garrison COMMAND --help says more about each."""


class _Parser(argparse.ArgumentParser):
    """Tells a mistake in one sentence instead of printing the usage."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message}; '{self.prog} --help' says what is possible")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; gives its status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone: leave nothing that would be flushed into the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return _fail("stopped", INTERRUPTED)
    except GarrisonError as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except Exception as error:
        if os.environ.get(tools.DEBUG):
            raise
        return _fail(
            f"something went wrong that should not ({type(error).__name__}: {error}); "
            f"with {tools.DEBUG}=1 in the environment the place is shown"
        )
    return status


def _fail(text: str, status: int = 2) -> int:
    sentence = " ".join(text.split())
    print(f"garrison: {sentence[:ERROR_CHARACTERS]}", file=sys.stderr)
    return status


def _run(argv: Sequence[str]) -> int:
    if not argv:
        print(FRIENDLY)
        return 0
    try:
        args = _parser().parse_args(argv)
    except SystemExit as left:
        return int(left.code or 0)
    run: Callable[[argparse.Namespace], int] = args.run
    return run(args)


# Reading the command line


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is no whole number from 0 up")
    return int(text)


def _positive(text: str) -> int:
    number = _number(text)
    if number == 0:
        raise argparse.ArgumentTypeError("at least 1 is wanted")
    return number


def _known() -> dict[str, AnyGame]:
    try:
        return registry.games()
    except Exception as error:
        raise BadInput(f"a game cannot be loaded: {type(error).__name__}: {error}") from error


def _game_option(parser: argparse.ArgumentParser, *, first: bool = False) -> None:
    text = "id of a game, see 'garrison games'" + (" (default: the first)" if first else "")
    if first:
        parser.add_argument("game", metavar="GAME", nargs="?", help=text)
    else:
        parser.add_argument("game", metavar="GAME", help=text)


def _options(parser: argparse.ArgumentParser, only: Sequence[str] | None = None) -> None:
    """A flag for every option of every game; whether the game has it is checked later."""
    found: dict[str, list[str]] = {}
    for game in _known().values():
        for name, values in game.options.items():
            if only is None or name in only:
                found.setdefault(name, []).append(f"{game.id}: {', '.join(values)}")
    for name, texts in found.items():
        parser.add_argument(f"--{name}", dest=f"option_{name}", metavar="VALUE", help="; ".join(texts))


def _given(args: argparse.Namespace) -> dict[str, str]:
    return {
        name.removeprefix("option_"): value
        for name, value in vars(args).items()
        if name.startswith("option_") and value is not None
    }


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="garrison", description="Castle games with every rule enforced.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"garrison {garrison.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        found.set_defaults(run=run)
        return found

    _play_commands(command)
    _file_commands(command)
    _many_commands(command)
    _game_commands(command)
    return parser


_Command = Callable[[str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]


def _lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGS, default="en", help="language of all texts (default: en)")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _home(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--home", metavar="DIR", help="where saved games live (default: $GARRISON_HOME)")


def _players(parser: argparse.ArgumentParser, default: str | None, text: str) -> None:
    parser.add_argument("--players", metavar="NAME[,NAME]", default=default, help=text)


def _play_commands(command: _Command) -> None:
    names = f"who plays each seat, in order: {PERSON} for you, or {', '.join(PLAYERS)}"
    play = command("play", _play, "Play a game in this terminal.")
    _game_option(play, first=True)
    play.add_argument("--seed", metavar="N", type=_number, help="dice everybody can know beforehand")
    play.add_argument("--plain", action="store_true", help="lines of text only (the only way for now)")
    _lang(play)
    _home(play)
    _players(play, None, names)
    _options(play)
    resume = command("resume", _resume, "Go on with a saved game: the one named, or the newest.")
    resume.add_argument("name", metavar="NAME", nargs="?", help="name of a saved game")
    _lang(resume)
    _home(resume)


def _file_commands(command: _Command) -> None:
    check = command("check", tools.check, "Check scenarios, and records by replaying them.")
    check.add_argument("files", metavar="FILE", nargs="+")
    _json(check)
    show = command("show", tools.show, "What a seat sees after a row of a record or a step of a scenario.")
    show.add_argument("file", metavar="FILE")
    show.add_argument("--at", metavar="ROW", type=_number, help="row or step (default: the last)")
    show.add_argument("--seat", metavar="S", help="name or number of a seat, arbiter or spectator")
    _lang(show)
    _json(show)
    replay = command("replay", tools.replay, "Tell a recorded game.")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--seat", metavar="S", help="name or number of a seat, arbiter or spectator")
    _lang(replay)
    verify = command("verify", tools.verify, "Prove that every draw of a record comes from its key.")
    verify.add_argument("file", metavar="FILE")
    _json(verify)


def _many_commands(command: _Command) -> None:
    fuzz = command("fuzz", tools.fuzz, "Play random games and check the laws that always hold.")
    fuzz.add_argument("--game", metavar="ID", help="one game only (default: all)")
    length = fuzz.add_mutually_exclusive_group()
    length.add_argument("--games", metavar="N", type=_positive, help="how many games")
    length.add_argument("--seconds", metavar="N", type=_positive, help="how long")
    fuzz.add_argument("--seed", metavar="N", type=_number, default=1)
    fuzz.add_argument("--save", metavar="DIR", help="where records of failures go")
    _json(fuzz)
    simulate = command("simulate", _simulate, "Many games between players that choose by themselves.")
    _game_option(simulate)
    simulate.add_argument("--games", metavar="N", type=_positive, default=100, help="(default: 100)")
    _players(simulate, "random", f"one for all seats or one for each: {', '.join(PLAYERS)}")
    simulate.add_argument("--seed", metavar="N", type=_number, default=1, help="(default: 1)")
    simulate.add_argument(
        "--jobs", metavar="N", type=_positive, default=0, help="processes (default: all cores)"
    )
    _json(simulate)
    _options(simulate)
    bench = command("bench", _bench, "Measure how fast games are played on this machine.")
    _game_option(bench, first=True)
    _json(bench)
    _options(bench)


def _game_commands(command: _Command) -> None:
    notes = command("notes", tools.notes, "A game's rulings, and its figures that are not certain.")
    _game_option(notes)
    _lang(notes)
    rules = command("rules", _rules, "A game's rules, in our own words.")
    _game_option(rules)
    rules.add_argument("id", metavar="ID", nargs="?", help="one rule only")
    _lang(rules)
    _options(rules, ("edition",))
    games = command("games", tools.games, "The games there are, with their options.")
    _lang(games)
    _json(games)


# Commands that need more than their arguments


def _first_game(args: argparse.Namespace) -> AnyGame:
    known = _known()
    if args.game is None and known:
        return next(iter(known.values()))
    return registry.find(args.game or "")


def _play(args: argparse.Namespace) -> int:
    game = _first_game(args)
    options = registry.settle(game, _given(args))
    names = _seated(game, options, args.players)
    key = os.urandom(32) if args.seed is None else seed_key(args.seed)
    seat, bots = _fill(names, args.seed)
    match = Match(game, options, KeyedDice(key))
    saved = store.create(match, store.home(args.home), names if bots else ())
    return Terminal(saved, seat, bots, args.lang, _resume_command(args)).run()


def _seated(game: AnyGame, options: dict[str, str], given: str | None) -> tuple[str, ...]:
    """Who plays each seat. One person a terminal for now."""
    seats = game.seats(options)
    names = tuple(given.split(",")) if given else (PERSON,) * len(seats)
    for name in names:
        if name != PERSON and name not in PLAYERS:
            raise BadInput(
                f"there is no player '{name}'; a seat is played by {PERSON} or {', '.join(PLAYERS)}"
            )
    if len(names) != len(seats):
        raise BadInput(
            f"{game.id} has {len(seats)} seats ({', '.join(seats)}), {len(names)} players were named"
        )
    if PERSON not in names:
        raise BadInput(f"no seat is left for you; 'garrison simulate {game.id}' plays without people")
    if names.count(PERSON) != 1:
        example = ",".join([PERSON, *["random"] * (len(seats) - 1)])
        raise BadInput(
            f"{game.id} has {len(seats)} seats ({', '.join(seats)}) and one person plays at a terminal: "
            f"name who plays each, for example --players {example}"
        )
    return names


def _fill(names: Sequence[str], seed: int | None) -> tuple[Seat, dict[Seat, Player]]:
    """The person's seat, and players for the others with chances of their own."""
    bots = {
        seat: make(name, os.urandom(32) if seed is None else key_of(seed, 0, f"seat {seat}"))
        for seat, name in enumerate(names)
        if name != PERSON
    }
    return names.index(PERSON), bots


def _resume_command(args: argparse.Namespace) -> str:
    """What to type to come back, with what the player had to say about place and language."""
    said = ["garrison", "resume"]
    said += ["--home", args.home] if args.home else []
    said += ["--lang", args.lang] if args.lang != LANGS[0] else []
    return shlex.join(said)


def _resume(args: argparse.Namespace) -> int:
    folder = store.home(args.home)
    path = store.find(folder, args.name)
    said = words(args.lang)
    with tools.naming(path):
        saved = store.resume(path)
    try:
        if args.name is None:
            others = [each.stem for each in store.unfinished(folder) if each != path]
            print(wrap(said("going-on", name=path.stem)))
            if others:
                print(wrap(said("others", names=", ".join(others))))
        if saved.dropped is not None:
            print(wrap(said("dropped", path=path, line=saved.dropped[:60])))
        names = saved.players or (PERSON,) * len(saved.match.seats)
        if len(names) != len(saved.match.seats) or names.count(PERSON) != 1:
            raise BadInput(f"{store.key_path(path)}, line 2: it does not say who plays each seat")
        seat, bots = _fill(names, None)
        return Terminal(saved, seat, bots, args.lang, _resume_command(args)).run()
    finally:
        saved.close()


def _simulate(args: argparse.Namespace) -> int:
    return tools.simulate(args, _given(args))


def _bench(args: argparse.Namespace) -> int:
    args.game = _first_game(args).id
    return tools.bench(args, _given(args))


def _rules(args: argparse.Namespace) -> int:
    return tools.rules(args, _given(args))
