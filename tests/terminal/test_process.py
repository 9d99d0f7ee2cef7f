"""The program in a process of its own: Ctrl-C, a kill, closed and full streams, ASCII output."""

from __future__ import annotations

import os
import pty
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
from fcntl import ioctl
from pathlib import Path

import pytest

from support.proof import few
from support.terminal.command import PATIENCE, Run

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


def process(home: Path, *argv: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CODE, *argv],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "GARRISON_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
    )


def read_until(child: subprocess.Popen[str], text: str) -> None:
    assert child.stdout is not None
    while text not in child.stdout.readline():
        assert child.poll() is None


# Ends


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send Ctrl-C to one process alone")
def test_ctrl_c_leaves_a_saved_game_and_no_traceback(tmp_path: Path) -> None:
    child = process(tmp_path, "play", "itter", "--seed", "3")
    read_until(child, "pass")
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert err == ""
    assert "The game is saved in" in out


def test_a_killed_terminal_loses_nothing(tmp_path: Path, garrison: Run) -> None:
    child = process(tmp_path, "play", "itter", "--seed", "3")
    assert child.stdin is not None
    child.stdin.write("lee; nt2\n")
    child.stdin.flush()
    read_until(child, "Lee takes position")
    child.kill()
    child.communicate(timeout=60)
    done = garrison("resume", "--home", tmp_path, typed="undo\n")
    assert "Undone: place nt2." in done.out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGPIPE, whose status is expected here")
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    child = process(tmp_path, "rules", "itter")
    assert child.stdout is not None
    child.stdout.close()
    assert child.stderr is not None
    assert child.stderr.read() == ""
    assert child.wait(timeout=60) == 141
    assert child.stdin is not None
    child.stdin.close()
    child.stderr.close()


def test_what_is_printed_to_go_on_really_goes_on(tmp_path: Path) -> None:
    done = shell("echo lee | G play itter --seed 3 --lang it", tmp_path)
    command = done.stdout.splitlines()[-1].strip()
    assert command.endswith(" -m garrison resume")
    again = shell(f"echo nt2 | {command}", tmp_path)
    assert again.returncode == 0
    assert "Si riprende da dove avevi lasciato." in " ".join(again.stdout.split())


# What it writes


@pytest.mark.parametrize("columns", few(1, [40, 60, 120]))
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


def test_a_plain_output_spells_what_it_cannot_show(tmp_path: Path) -> None:
    for typed in ("board", "h\u00f6gg"):
        done = shell(f"echo {typed} | G play itter --lang it --seed 3", tmp_path, PYTHONIOENCODING="ascii")
        assert done.returncode == 0
        assert done.stdout.isascii()
        assert " -> castello" in done.stdout
        assert "Hockel" in done.stdout
        assert "difficolta" in done.stdout
        assert "?" not in done.stdout.replace("Chi agisce?", "").replace("h??gg", "")


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("buffered", few(1, ["", "1"]))
def test_an_output_that_is_full_is_told(tmp_path: Path, buffered: str) -> None:
    for command in ("games --json", "--help", "play </dev/null"):
        done = shell(f"G {command} >/dev/full", tmp_path, PYTHONUNBUFFERED=buffered)
        assert done.returncode == 2, command
        assert done.stderr == "garrison: the output could not be written: No space left on device\n"


def test_answers_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    done = shell("G play 0>/dev/null", tmp_path)
    assert done.returncode == 2
    assert done.stderr == "garrison: the answers could not be read: Bad file descriptor\n"


# Prompts


@pytest.mark.parametrize(("game", "typed"), [("itter", "help"), ("siege", "")])
def test_the_prompt_is_written_before_the_answer_of_a_pipe_is_read(
    tmp_path: Path, game: str, typed: str
) -> None:
    """A program at the other end of the pipe waits for the prompt. Two people meet the hand-over first."""
    child = process(tmp_path, "play", game, "--seed", "3")
    assert child.stdout is not None
    assert child.stdin is not None
    shown = b""
    while not shown.endswith(b"\n>"):
        assert select.select([child.stdout], [], [], PATIENCE)[0], shown[-200:]
        shown += os.read(child.stdout.fileno(), 65536)
    out, _ = child.communicate(f"{typed}\n", timeout=60)
    assert out.startswith(f" {typed}".rstrip() + "\n")
