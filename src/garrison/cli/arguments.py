"""The command line: commands, options, and error messages for both."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Callable, Sequence
from typing import NoReturn

import garrison
from garrison import players
from garrison.cli import invocation
from garrison.cli.admin import operations
from garrison.cli.commands import (
    batch,
    edition_diff,
    game_list,
    image,
    new_game,
    record_files,
    rule_pages,
    serve,
)
from garrison.cli.output import say
from garrison.cli.play import start
from garrison.cli.play.lessons import learn
from garrison.cli.play.saves import PERSON
from garrison.cli.texts import BadInput, Words, report_broken, words
from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.plugins import BrokenPlugin
from garrison.core.show.picture import THEMES
from garrison.core.show.words import LANGS

HELP = ("-h", "--help")
LARGEST = 10**18 - 1
PLAIN = "plain lines of text, even where full screen would work"

_Run = Callable[[argparse.Namespace], int]
_MISTAKES = (
    (r"unrecognized arguments: (?P<what>.*)", "arg-unknown"),
    (r"the following arguments are required: (?P<what>.*)", "arg-missing"),
    (r"argument (?P<name>.+?): expected one argument", "arg-value"),
    (r"argument (?P<name>.+?): not allowed with argument (?P<other>.*)", "arg-both"),
    (r"argument COMMAND: invalid choice: '(?P<what>.*)' \(.*\)", "arg-command"),
    (r"argument (?P<name>.+?): invalid choice: '(?P<what>.*)' \(choose from (?P<known>.*)\)", "arg-choice"),
    (r"argument (?P<name>.+?): no number: (?P<what>.*)", "arg-number"),
    (r"argument (?P<name>.+?): too large: (?P<what>.*)", "arg-large"),
    (r"argument (?P<name>.+?): too small: (?P<what>.*)", "arg-small"),
)
"""Messages of argparse and of the value types below, with the keys of our own sentences."""


def language(argv: Sequence[str]) -> str:
    """The language a command line asks for, even if the rest is invalid."""
    found = LANGS[0]
    for at, word in enumerate(argv):
        given = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and at + 1 < len(argv):
            given = argv[at + 1]
        found = given if given in LANGS else found
    return found


def read(argv: Sequence[str], lang: str) -> argparse.Namespace:
    """Parse the command line; call `run` of the result. Mistakes are reported in one sentence."""
    args, unknown = _parser(words(lang), argv).parse_known_args(argv)
    if len(unknown) == 1 and not unknown[0].startswith("-") and getattr(args, "id", "") is None:
        # Options may come between a game and an id; argparse accepts those two only side by side.
        args.id = unknown.pop()
    if unknown:
        args.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    return args


class _Parser(argparse.ArgumentParser):
    """Reports a mistake in one sentence instead of printing the usage."""

    words: Words
    commands: tuple[str, ...] = ()
    argv: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        for pattern, key in _MISTAKES:
            found = re.fullmatch(pattern, message, re.DOTALL)
            if found is not None:
                values = {name: value[:80] for name, value in found.groupdict().items()}
                message = self.words(key, **values, most=LARGEST)
                message += self._near(values["what"]) if key == "arg-command" else ""
                break
        raise BadInput("arg-help", mistake=message, command=f"{self.prog} --help")

    def _print_message(self, message: str, _: object = None) -> None:
        """Print help and version; argparse itself would hide a failure to write them."""
        say(message.rstrip("\n"))

    def games(self) -> list[AnyGame]:
        """The games whose options are needed to read the command line; no others are loaded.

        None if all its options are the command's own; those it names if theirs are enough; else all.
        """
        flags = {word.partition("=")[0] for word in self.argv if word.startswith("-")}
        helping = not flags.isdisjoint(HELP)
        left = flags - self._option_string_actions.keys()
        if not left and not helping:
            return []
        named = [registry.find(name) for name in registry.names() if name in self.argv]
        if named and left <= {invocation.option_flag(name) for game in named for name in game.options}:
            return named
        if helping:
            report_broken(registry.broken(), self.words.lang)
        return list(registry.games().values())

    def _near(self, typed: str) -> str:
        near = difflib.get_close_matches(typed, self.commands, 3)
        return self.words("arg-near", names=self.words.some(near)) if near else ""


# Value types


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]+", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"no number: {text}")
    if len(text.lstrip("0")) > len(str(LARGEST)):
        raise argparse.ArgumentTypeError(f"too large: {text}")
    return int(text)


def _positive(text: str) -> int:
    number = _number(text)
    if number == 0:
        raise argparse.ArgumentTypeError(f"too small: {text}")
    return number


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


# Options shared by several commands


def _game_option(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    text = "id of a game; garrison games lists them"
    if default is None:
        parser.add_argument("game", metavar="GAME", help=text)
    else:
        parser.add_argument("game", metavar="GAME", nargs="?", help=f"{text} (default: {default})")


def _jobs(parser: argparse.ArgumentParser) -> None:
    text = "number of processes (default: all cores)"
    parser.add_argument("--jobs", metavar="N", type=_positive, default=0, help=text)


def _options(parser: _Parser, only: Sequence[str] | None = None) -> None:
    """Add a flag for every option of the games, after the command's own; the game checks it later."""
    found: dict[str, list[str]] = {}
    for game in parser.games():
        for name, values in game.options.items():
            if only is None or name in only:
                found.setdefault(name, []).append(f"{game.id}: {', '.join(values)}")
    for name, texts in found.items():
        flag = invocation.option_flag(name)
        parser.add_argument(flag, dest=f"option_{name}", metavar="VALUE", help="; ".join(texts))


def _given(args: argparse.Namespace) -> dict[str, str]:
    return {
        name.removeprefix("option_"): value
        for name, value in vars(args).items()
        if name.startswith("option_") and value is not None
    }


def _lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGS, default="en", help="language of all texts (default: en)")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _home(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--home", metavar="DIR", help="folder of the saved games (default: $GARRISON_HOME)")


def _database(parser: argparse.ArgumentParser) -> None:
    text = f"postgresql://NAME:PASSWORD@HOST/DATABASE to keep the matches there (default: ${serve.DATABASE})"
    parser.add_argument("--database", metavar="URL", help=text)


def _players(parser: argparse.ArgumentParser, default: str | None, text: str) -> None:
    parser.add_argument("--players", metavar="NAME[,NAME]", type=_names, default=default, help=text)


# The commands


def _parser(said: Words, argv: Sequence[str]) -> argparse.ArgumentParser:
    program = invocation.program()
    parser = _Parser(prog=program, description="Castle games with every rule enforced.", allow_abbrev=False)
    parser.words = said
    parser.add_argument("--version", action="version", version=f"garrison {garrison.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, prog=program)

    def command(name: str, run: _Run, text: str) -> _Parser:
        found: _Parser = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        found.words = said
        found.argv = argv[1:] if name in argv[:1] else ()
        found.set_defaults(run=run, parser=found, command=name)
        return found

    _play_commands(command)
    _file_commands(command)
    _many_commands(command)
    _game_commands(command)
    _admin_commands(command)
    parser.commands = tuple(commands.choices)
    return parser


_Command = Callable[[str, _Run, str], _Parser]
_Task = Callable[[argparse.Namespace, Words], int]


def _play_commands(command: _Command) -> None:
    names = (
        f"who plays each seat, in order: {PERSON} for a person at this terminal, or "
        f"{', '.join(players.names())} (default: people, who take turns at the keyboard)"
    )
    play = command("play", _play, "Play a game in this terminal.")
    _game_option(play, "the first")
    play.add_argument(
        "--seed", metavar="N", type=_number, help="known dice: the same number always gives the same game"
    )
    play.add_argument("--plain", action="store_true", help=PLAIN)
    _lang(play)
    _home(play)
    _players(play, None, names)
    _options(play)
    learn = command("learn", _learn, "Learn a game by its lessons, in this terminal.")
    _game_option(learn, "the first")
    learn.add_argument("lesson", metavar="LESSON", nargs="?", help="number or name of a lesson")
    learn.add_argument("--plain", action="store_true", help=PLAIN)
    _lang(learn)
    resume = command("resume", start.resume, "Continue a saved game: the one named, or the latest.")
    resume.add_argument("name", metavar="NAME", nargs="?", help="name of a saved game")
    resume.add_argument("--list", action="store_true", help="only list the unfinished games")
    resume.add_argument("--plain", action="store_true", help=PLAIN)
    resume.add_argument("--lang", choices=LANGS, help="language of all texts (default: as before)")
    _home(resume)
    table = command("serve", serve.serve, "Start the table, to play in the browser.")
    table.add_argument("--open", action="store_true", help="open it in this machine's browser")
    table.add_argument("--host", default=serve.HOST, help=f"address to listen on (default: {serve.HOST})")
    table.add_argument("--port", metavar="N", type=_number, help="port (default: a free one from 8640)")
    table.add_argument(
        "--name",
        metavar="HOST",
        action="append",
        help="another name the table is reached by; can be repeated",
    )
    _database(table)
    table.add_argument(
        "--workers",
        metavar="N",
        type=_positive,
        default=1,
        help="number of processes; more than one needs PostgreSQL (default: 1)",
    )
    table.add_argument(
        "--proxy", action="store_true", help="trust a proxy on this machine to say where requests come from"
    )
    _lang(table)
    _home(table)


def _file_commands(command: _Command) -> None:
    check = command("check", record_files.check, "Check scenarios and records, by playing them.")
    check.add_argument("files", metavar="FILE", nargs="+")
    _json(check)
    show = command(
        "show", record_files.show, "Show what a seat sees after a row of a record or a step of a scenario."
    )
    show.add_argument("file", metavar="FILE")
    show.add_argument("--at", metavar="ROW", type=_number, help="row or step (default: the last)")
    show.add_argument("--seat", metavar="S", help="name or number of a seat, arbiter or spectator")
    _lang(show)
    _json(show)
    draw = command("draw", image.draw, "Draw what a seat sees, as a picture.")
    draw.add_argument("file", metavar="FILE")
    draw.add_argument("--at", metavar="ROW", type=_number, help="row or step (default: the last)")
    draw.add_argument("--seat", metavar="S", help="name or number of a seat, arbiter or spectator")
    draw.add_argument("-o", "--out", metavar="PICTURE", required=True, help="a file named *.svg or *.png")
    draw.add_argument("--theme", choices=THEMES, default=THEMES[0], help="(default: light)")
    draw.add_argument("--width", metavar="N", type=_positive, default=1600, help="(default: 1600)")
    _lang(draw)
    replay = command("replay", record_files.replay, "Print the log of a recorded game.")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--seat", metavar="S", help="name or number of a seat, arbiter or spectator")
    _lang(replay)
    verify = command("verify", record_files.verify, "Verify that every draw in a record comes from its key.")
    verify.add_argument("file", metavar="FILE")
    _json(verify)


def _many_commands(command: _Command) -> None:
    fuzz = command("fuzz", _fuzz, "Play many games and check the laws that must always hold.")
    _game_option(fuzz, "all games")
    fuzz.add_argument("--game", dest="game_option", metavar="GAME", help="the same as GAME alone")
    length = fuzz.add_mutually_exclusive_group()
    length.add_argument("--games", metavar="N", type=_positive, help="number of games")
    length.add_argument("--seconds", metavar="N", type=_positive, help="seconds to run")
    fuzz.add_argument("--seed", metavar="N", type=_number, default=1)
    _players(fuzz, "random,sound", "who plays, alone and against each other (default: random,sound)")
    _jobs(fuzz)
    fuzz.add_argument("--save", metavar="DIR", help="folder for the records of failures")
    _json(fuzz)
    _options(fuzz)
    simulate = command("simulate", _simulate, "Play many games between bots.")
    _game_option(simulate)
    simulate.add_argument("--games", metavar="N", type=_positive, default=100, help="(default: 100)")
    _players(
        simulate,
        "random",
        f"one bot for all seats, one for each side or one for each seat: {', '.join(players.names())}",
    )
    simulate.add_argument("--seed", metavar="N", type=_number, default=1, help="(default: 1)")
    _jobs(simulate)
    simulate.add_argument("--save", metavar="FILE", help="write a table with one row per game (.parquet)")
    _json(simulate)
    _options(simulate)
    bench = command("bench", _bench, "Measure how fast games are played on this machine.")
    _game_option(bench, "the first")
    _json(bench)
    _options(bench)


def _game_commands(command: _Command) -> None:
    notes = command("notes", rule_pages.notes, "Print a game's rulings and its uncertain figures.")
    _game_option(notes)
    notes.add_argument("id", metavar="ID", nargs="?", help="only this ruling")
    _lang(notes)
    rules = command("rules", _rules, "Print the rules of a game, in our own words.")
    _game_option(rules)
    rules.add_argument("id", metavar="ID", nargs="?", help="only this rule or ruling")
    rules.add_argument("--aid", action="store_true", help="the player aid instead, on one page")
    _lang(rules)
    _options(rules, ("edition",))
    diff = command(
        "diff", edition_diff.diff, "Print what changed between two editions of a game, rule by rule."
    )
    _game_option(diff)
    diff.add_argument("--from", dest="before", metavar="EDITION", required=True)
    diff.add_argument("--to", dest="after", metavar="EDITION", required=True)
    diff.add_argument("--all", action="store_true", help="also list the rules that did not change")
    _lang(diff)
    _json(diff)
    games = command("games", game_list.games, "List the games and their options.")
    _lang(games)
    _json(games)
    own = command("new-game", new_game.new_game, "Write a small complete game of your own to begin with.")
    own.add_argument("name", metavar="NAME", help="its id: lower-case letters, digits and underscores")
    own.add_argument("--into", metavar="DIR", help="folder to put it into (default: this one)")
    _lang(own)


def _admin_commands(command: _Command) -> None:
    host = command("admin", operations.run, "Manage the matches of a table you host.")
    tasks = host.add_subparsers(metavar="TASK", required=True)

    def task(name: str, run: _Task, text: str) -> argparse.ArgumentParser:
        found: argparse.ArgumentParser = tasks.add_parser(
            name, help=text, description=text, allow_abbrev=False
        )
        found.words = host.words  # type: ignore[attr-defined]
        found.set_defaults(task=run, parser=found)
        _database(found)
        _home(found)
        _lang(found)
        _json(found)
        return found

    backup = task("backup", operations.backup, "Save all matches to one file; the table may be running.")
    backup.add_argument("file", metavar="FILE", help="a new file, which can be restored into any database")
    restore = task("restore", operations.restore, "Restore the matches of a backup into an empty database.")
    restore.add_argument("file", metavar="FILE")
    export = task("export", operations.export, "Export the record of a match.")
    export.add_argument("match", metavar="MATCH", help="id of a match")
    export.add_argument("-o", "--out", metavar="FILE", help="a new file (default: standard output)")
    bring = task("import", operations.bring, "Turn records into matches and print their links.")
    bring.add_argument("files", metavar="FILE", nargs="+")
    bring.add_argument("--url", default="", help="address of the table, for the links")
    delete = task("delete", operations.delete, "Delete matches permanently.")
    delete.add_argument("matches", metavar="MATCH", nargs="*", help="id of a match")
    delete.add_argument(
        "--older-than", metavar="DAYS", type=_number, help="all matches not used for this many days"
    )
    delete.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    task("list", operations.listed, "List all matches: id, last used, rows, state, game, players.")
    task("check", operations.check, "Replay every match and report the damaged ones.")


def _first_game(args: argparse.Namespace) -> AnyGame:
    """The game named, else the first that can be loaded and is complete."""
    if args.game is not None:
        return registry.find(args.game)
    for name in registry.names():
        try:
            found = registry.find(name)
            if not found.preview:
                return found
        except BrokenPlugin as error:
            report_broken([error], getattr(args, "lang", LANGS[0]))
    return registry.find("")


def _play(args: argparse.Namespace) -> int:
    return start.play(args, _first_game(args), _given(args))


def _learn(args: argparse.Namespace) -> int:
    return learn(args, _first_game(args))


def _simulate(args: argparse.Namespace) -> int:
    return batch.simulate(args, _given(args))


def _fuzz(args: argparse.Namespace) -> int:
    if args.game is not None and args.game_option is not None:
        args.parser.error("argument --game: not allowed with argument GAME")
    args.game = args.game or args.game_option
    return batch.fuzz(args, _given(args))


def _bench(args: argparse.Namespace) -> int:
    args.game = _first_game(args).id
    return batch.bench(args, _given(args))


def _rules(args: argparse.Namespace) -> int:
    return rule_pages.rules(args, _given(args))
