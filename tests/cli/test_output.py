"""Printed lines: width, characters the output cannot show, commands to copy."""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path

import pytest
from rich.text import Text

from garrison.cli import invocation, output, texts
from garrison.cli.screen.full_board import folded
from support.terminal.command import Run

# Width


def test_lines_are_as_wide_as_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdout", Screen())
    for columns, width in (("72", 72), ("12", 40), ("300", 120)):
        monkeypatch.setenv("COLUMNS", columns)
        assert output.width() == width
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert output.width() == 100


def test_a_command_to_copy_is_never_wrapped() -> None:
    command = "/a very/long/" + "way " * 40 + "garrison resume"
    wrapped = texts.wrap(f"Some words before it: {texts.glued(command)} and some words after it.")
    assert command in wrapped.splitlines()
    assert texts.wrap("x" * 300) == "x" * 300


@pytest.mark.parametrize("before", range(80, 100))
def test_a_number_and_its_sign_stay_on_one_line(before: int) -> None:
    """In lines of text and on the full screen."""
    text = "x" * (before % 5 + 1) + " word" * (before // 5) + " 8 of 9, 89 % and 359.99 ° more"
    narrow = [line.plain for line in folded(Text(text), 100)]
    for lines in (texts.wrap(text).splitlines(), narrow):
        assert len(lines) == 2
        assert not any(line.lstrip().startswith(("%", "°")) for line in lines), lines
        assert " ".join(" ".join(lines).split()) == text


# What an output cannot show


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("caffè → più", "caffe -> piu"),
        ("Élite ×2 … «Höckel»", 'Elite x2 ... "Hockel"'),
        ("e\u0301", "e"),
        ("\u8b66", "\\u8b66"),
        ("Ø Æ ß 142°", "O AE ss 142o"),
    ],
)
def test_letters_lose_their_accents_and_signs_are_spelled(text: str, shown: str) -> None:
    assert text.encode("ascii", output.PLAIN).decode() == shown


def test_what_acts_on_a_terminal_is_written_as_an_escape() -> None:
    assert output.visible("a\x1b[2J\tb\nc\u200f\ud800é") == "a\\x1b[2J\\tb\nc\\u200f\\ud800é"


def test_names_of_files_are_written_with_escapes(garrison: Run, tmp_path: Path) -> None:
    done = garrison("check", tmp_path / "a\x1b[31m\nb")
    assert done.err.count("\n") == 1
    assert "\\x1b[31m" in done.err


# Commands to copy


def script(folder: Path) -> Path:
    folder.mkdir()
    path = folder / "garrison"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_program_the_shell_finds_is_called_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = script(tmp_path / "bin")
    link = tmp_path / "link"
    link.mkdir()
    (link / "garrison").symlink_to(mine)
    monkeypatch.setattr("sys.argv", [str(mine)])
    for folder in (mine.parent, link):
        monkeypatch.setenv("PATH", str(folder))
        assert invocation.command("resume") == "garrison resume"


@pytest.mark.parametrize("path", ["", "other"])
def test_a_program_the_shell_does_not_find_is_called_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    mine = script(tmp_path / "my programs")
    script(tmp_path / "other")
    monkeypatch.setenv("PATH", str(tmp_path / path) if path else "")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["my programs/garrison"])
    command = invocation.command("verify", "a b.txt")
    assert shlex.split(command) == [str(mine), "verify", "a b.txt"]
    assert command.startswith("'")


@pytest.mark.parametrize("name", ["-c", "/x/garrison/__main__.py", "/usr/bin/pytest", ""])
def test_a_module_is_called_as_one(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("sys.argv", [name])
    assert shlex.split(invocation.command("play")) == [sys.executable, "-m", "garrison", "play"]


def test_the_overview_says_how_the_program_is_started(garrison: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Instead of garrison" not in garrison().out
    monkeypatch.setattr(invocation, "program", lambda: "/far/away/garrison")
    assert garrison().out.endswith("Instead of garrison, type:\n\n  /far/away/garrison\n")
    assert garrison("play", "--bogus").err.endswith("; for help: /far/away/garrison play --help\n")
    assert garrison("play", "itter").out.endswith("\n  /far/away/garrison resume\n")
