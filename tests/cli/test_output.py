"""Lines on a page: width, what an output cannot show, streams closed or full, commands to copy."""

from __future__ import annotations

import io
import os
import pty
import shlex
import struct
import subprocess
import sys
import termios
from fcntl import ioctl
from pathlib import Path

import pytest

from garrison.cli import invocation, output, texts
from support.terminal import Run

CODE = "import sys; from garrison.cli.main import main; sys.exit(main())"


def shell(line: str, home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program in a shell that opens and closes its streams; G stands for it."""
    program = shlex.join([sys.executable, "-c", CODE])
    return subprocess.run(
        ["sh", "-c", f'G() {{ {program} "$@"; }}; {line}'],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "GARRISON_HOME": str(home), "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
        timeout=90,
    )


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


@pytest.mark.parametrize("columns", [40, 60, 120])
def test_a_game_fits_a_terminal(tmp_path: Path, columns: int) -> None:
    """No line is longer than the terminal but where a single word is, and no word is cut."""
    mine, its = pty.openpty()
    ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    environment |= {"GARRISON_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    arguments = [sys.executable, "-c", CODE, "play", "itter", "--seed", "3"]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=its, stderr=its, env=environment) as child:
        os.close(its)
        assert child.stdin is not None
        child.stdin.write(b"lee; nt2\nhelp\nrules\n")
        child.stdin.close()
        read = bytearray()
        try:
            while part := os.read(mine, 65536):
                read += part
        except OSError:
            pass  # the terminal's other end was closed
    os.close(mine)
    lines = read.decode().replace("\r\n", "\n").splitlines()
    assert child.returncode == 0
    long = [line for line in lines if len(line) > columns]
    assert [line for line in long if str(tmp_path) not in line and " -m " not in line] == []
    assert max(map(len, lines)) > columns - 15
    joined = " ".join(" ".join(lines).split())
    assert "attack rifleman@5 Attack" in joined


def test_a_command_to_copy_is_never_wrapped() -> None:
    command = "/a very/long/" + "way " * 40 + "garrison resume"
    wrapped = texts.wrap(f"Some words before it: {texts.glued(command)} and some words after it.")
    assert command in wrapped.splitlines()
    assert texts.wrap("x" * 300) == "x" * 300


# What an output cannot show


def test_a_plain_output_spells_what_it_cannot_show(tmp_path: Path) -> None:
    for typed in ("board", "h\u00f6gg"):
        done = shell(f"echo {typed} | G play itter --lang it --seed 3", tmp_path, PYTHONIOENCODING="ascii")
        assert done.returncode == 0
        assert done.stdout.isascii()
        assert " -> castello" in done.stdout
        assert "Hockel" in done.stdout
        assert "difficolta" in done.stdout
        assert "?" not in done.stdout.replace("Chi agisce?", "").replace("h??gg", "")


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


# Streams


@pytest.mark.parametrize("command", ["play", "games", "--help"])
def test_a_closed_output_is_told(tmp_path: Path, command: str) -> None:
    done = shell(f"G {command} >&-", tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "garrison: standard output is closed: there is nowhere to write to\n",
    )
    assert not list(tmp_path.iterdir())


def test_a_closed_input_is_told(tmp_path: Path) -> None:
    for command in ("play", "resume"):
        done = shell(f"G {command} <&-", tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "garrison: standard input is closed: nobody could answer\n"
    assert not list(tmp_path.iterdir())
    assert shell("G games <&-", tmp_path).returncode == 0


def test_closed_streams_all_at_once(tmp_path: Path) -> None:
    assert shell("G play <&- >&- 2>&-", tmp_path).returncode == 2
    done = shell("G play --bogus 2>&-", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("buffered", ["", "1"])
def test_an_output_that_is_full_is_told(tmp_path: Path, buffered: str) -> None:
    for command in ("games --json", "--help", "play </dev/null"):
        done = shell(f"G {command} >/dev/full", tmp_path, PYTHONUNBUFFERED=buffered)
        assert done.returncode == 2, command
        assert done.stderr == "garrison: the output could not be written: No space left on device\n"


def test_answers_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    done = shell("G play 0>/dev/null", tmp_path)
    assert done.returncode == 2
    assert done.stderr == "garrison: the answers could not be read: Bad file descriptor\n"


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


def test_what_is_printed_to_go_on_really_goes_on(tmp_path: Path) -> None:
    done = shell("echo lee | G play itter --seed 3 --lang it", tmp_path)
    command = done.stdout.splitlines()[-1].strip()
    assert command.endswith(" -m garrison resume")
    again = shell(f"echo nt2 | {command}", tmp_path)
    assert again.returncode == 0
    assert "Si riprende da dove avevi lasciato." in " ".join(again.stdout.split())


def test_the_overview_says_how_the_program_is_started(garrison: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Instead of garrison" not in garrison().out
    monkeypatch.setattr(invocation, "program", lambda: "/far/away/garrison")
    assert garrison().out.endswith("Instead of garrison, type:\n\n  /far/away/garrison\n")
    assert garrison("play", "--bogus").err.endswith("; for help: /far/away/garrison play --help\n")
    assert garrison("play", "itter").out.endswith("\n  /far/away/garrison resume\n")
