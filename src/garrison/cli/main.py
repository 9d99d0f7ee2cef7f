"""The `garrison` command: run what the command line asks for and return an exit status.

0 is success, 1 a difference (a failed check), 2 bad input, reported in one sentence on stderr. A run of many
games that ends early reports what it has: 3 if games were lost twice, 130 after Ctrl-C, 143 after `kill`.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence

from garrison.cli import arguments, invocation, output
from garrison.cli.commands.record_files import DEBUG
from garrison.cli.play.terminal import INTERRUPTED
from garrison.cli.texts import said, words
from garrison.core.errors import GarrisonError

PIPE_CLOSED = 141

FRIENDLY = """\
Garrison: castle games with every rule enforced.

  garrison serve --open    play in the browser (so does garrison alone, in a terminal)
  garrison play            start a game in this terminal
  garrison resume          continue a saved game
  garrison games           list the games and their options
  garrison rules GAME      a game's rules, in our own words
  garrison notes GAME      rulings and uncertain figures
  garrison diff GAME       what changed between two editions

  also: check, show, draw, replay, verify, fuzz, simulate, bench, new-game, admin
  For more about a command: garrison COMMAND --help"""
ELSEWHERE = """
Your shell does not find this program as garrison. Instead of garrison, type:

  {program}"""

ALONE = ("serve", "--open")
"""The default command at a terminal."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    output.prepare()
    given = sys.argv[1:] if argv is None else argv
    lang = arguments.language(given)
    if sys.stdout is None:
        return output.fail(words(lang)("closed-out"))
    try:
        status = _run(given, lang)
        output.flush()
    except BrokenPipeError:
        output.drop_output()
        return PIPE_CLOSED
    except output.OutputFailed as error:
        output.drop_output()
        return output.fail(words(lang)("output", reason=error))
    except KeyboardInterrupt:
        return output.fail(words(lang)("stopped"), INTERRUPTED)
    except GarrisonError as error:
        return output.fail(said(error, lang))
    except OSError as error:
        reason = error.strerror or str(error)
        return output.fail(f"{error.filename}: {reason}" if error.filename else reason)
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        name = f"{type(error).__name__}: {error}"
        return output.fail(words(lang)("unexpected", error=name, variable=f"{DEBUG}=1"))
    return status


def _run(argv: Sequence[str], lang: str) -> int:
    if not argv and not _at_terminal():
        output.say(FRIENDLY)
        program = invocation.program()
        if program != invocation.NAME:
            output.say(ELSEWHERE.format(program=program))
        return 0
    argv = argv or ALONE
    try:
        args = arguments.read(argv, lang)
    except SystemExit as left:
        return int(left.code or 0)
    run: Callable[[Namespace], int] = args.run
    return run(args)


def _at_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
