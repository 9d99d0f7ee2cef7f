"""The terminal's command for tests: run in this process, and what it left behind."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from garrison.cli import invocation
from garrison.cli.main import main
from garrison.core import registry
from support.games import toy
from support.installed import with_games

PATIENCE = 90.0
SHORTLY = 20.0
"""Seconds a test waits for a terminal on a busy machine, at most and for what comes at once."""

BOTS = "me,random,random"


class Done(NamedTuple):
    """The outcome of a command."""

    status: int
    out: str
    err: str

    @property
    def flat(self) -> str:
        """The output as one line, wherever it was wrapped."""
        return " ".join(self.out.split())


Run = Callable[..., Done]


def asleep(pid: int) -> bool:
    """True if a program waits for something; one that works, or has to wait for its turn to, does not.

    A signal that reaches a program just before it begins to wait for keys is noticed with the next key only.
    """
    try:
        told = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True  # it is gone, or this system does not tell
    return told.rpartition(")")[2].split()[0] not in ("R", "D")


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """The command with the toy beside the installed games, and a home of its own."""
    monkeypatch.setattr(registry, "GAMES", with_games(toy.TOY))
    monkeypatch.setenv("GARRISON_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("GARRISON_DEBUG", raising=False)
    monkeypatch.setattr(invocation, "program", lambda: "garrison")
    # Otherwise argparse looks on the disk for translations of its messages, with each option of each command.
    monkeypatch.setenv("LANGUAGE", "C")
    # Waiting for the disk takes most of the time and proves nothing here.
    monkeypatch.setattr("os.fsync", lambda _: None)

    def run(*argv: object, typed: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        status = main([str(each) for each in argv])
        shown = capsys.readouterr()
        return Done(status, shown.out, shown.err)

    return run


def only(home: Path, pattern: str = "*.txt") -> Path:
    (found,) = home.glob(pattern)
    return found


def rows(path: Path) -> list[str]:
    """The rows played, without the head of the record and without draws."""
    lines = path.read_text().splitlines()
    return [line.split(" | ")[0].partition(" ")[2] for line in lines if re.match(r"[1-9]", line)]


def itter(garrison: Run, *typed: str, lang: str = "en") -> Done:
    return garrison("play", "itter", "--seed", 3, "--lang", lang, typed="\n".join(typed) + "\n")
