"""Commands for the user to copy into a shell."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

NAME = "garrison"
OWN_FLAGS = frozenset(
    {"aid", "game", "games", "help", "home", "jobs", "json"}
    | {"lang", "plain", "players", "save", "seconds", "seed"}
)
"""Flags of the commands that take a game's options too."""


def _join(words: list[str]) -> str:
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def program() -> str:
    """`garrison` if the shell finds this program by that name, else its path."""
    script = Path(sys.argv[0])
    if script.stem != NAME or script.is_dir():
        return _join([sys.executable, "-m", NAME])
    found = shutil.which(NAME)
    if not script.exists():
        return NAME if found is not None else _join([sys.executable, "-m", NAME])
    if found is not None and script.samefile(found):
        return NAME
    return _join([str(script.absolute())])


def option_flag(name: str) -> str:
    """The flag of a game's option, the same in every command.

    It has a prefix where a command has a flag of that name.
    """
    return f"--option-{name}" if name in OWN_FLAGS else f"--{name}"


def command(*words: object) -> str:
    """A command of this program with its arguments, quoted for a shell."""
    return " ".join([program(), _join([str(word) for word in words])])
