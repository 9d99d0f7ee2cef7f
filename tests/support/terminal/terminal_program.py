"""The program at a terminal: in a process whose modules are already loaded, or in a fresh one."""

from __future__ import annotations

import locale
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence

from support import fork_server, paths

FRESH = """
import os, sys
from support.terminal.terminal_program import attend
attend(sys.argv[1], sys.argv[2:], os.environ.copy())
"""


class Forked:
    """A started program, with what `subprocess.Popen` has of it."""

    def __init__(self, tty: str, argv: Sequence[str], env: Mapping[str, str]) -> None:
        self._process = fork_server.context().Process(target=attend, args=(tty, argv, env))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int | None:
        self._process.join(seconds)
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)


def start(
    its: int, argv: Sequence[object], env: Mapping[str, str], *, fresh: bool = False
) -> Forked | subprocess.Popen[bytes]:
    """Start the program at the terminal whose descriptor is `its`.

    A fresh interpreter takes most of a second to load; only a test of how it ends needs one.
    """
    tty, given = os.ttyname(its), [str(each) for each in argv]
    if not fresh:
        return Forked(tty, given, env)
    path = {"PYTHONPATH": str(paths.TESTS)}
    return subprocess.Popen([sys.executable, "-c", FRESH, tty, *given], env={**env, **path})


def attend(tty: str, argv: Sequence[str], env: Mapping[str, str]) -> None:
    """Become the program at this terminal."""
    os.setsid()
    number = os.open(tty, os.O_RDWR)  # the first one opened is the controlling terminal: Ctrl-C arrives
    for standard in (0, 1, 2):
        os.dup2(number, standard)
    os.close(number)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(env)
    locale.setlocale(locale.LC_CTYPE, "")
    encoding = env["PYTHONIOENCODING"]
    sys.stdin = open(0, encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding=encoding, errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = ["-c", *argv]

    from garrison.cli.main import main
    from garrison.core import registry
    from garrison.players.hint import hint
    from support.games.toy import TOY
    from support.games.toy_warren import WARREN
    from support.installed import with_games

    registry.GAMES = with_games(TOY, WARREN)
    if seconds := env.get("HINT_SECONDS"):  # where advice is asked for often
        hint.__defaults__ = (float(seconds),)
    sys.exit(main())
