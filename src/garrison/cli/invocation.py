"""How this very program is started again: what can be copied into a shell and works."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

NAME = "garrison"


def _join(words: list[str]) -> str:
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def program() -> str:
    """`garrison` where the shell finds this program under that name, else the way to it."""
    script = Path(sys.argv[0])
    if script.stem != NAME or script.is_dir():
        return _join([sys.executable, "-m", NAME])
    found = shutil.which(NAME)
    if not script.exists():
        return NAME if found is not None else _join([sys.executable, "-m", NAME])
    if found is not None and script.samefile(found):
        return NAME
    return _join([str(script.absolute())])


def command(*words: object) -> str:
    """A command of this program with its arguments, quoted where a shell wants it."""
    return " ".join([program(), _join([str(word) for word in words])])
