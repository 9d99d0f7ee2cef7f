"""The examples of the README run and print what it shows."""

import doctest
import io
import re
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from garrison.cli.main import main
from support.server import serving

README = Path(__file__).parent.parent / "README.md"


def test_python_examples_run():
    failed, tried = doctest.testfile(
        str(README), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert tried > 10
    assert failed == 0


def test_the_client_plays_a_whole_game_at_a_table(tmp_path, capsys):
    block = next(
        code
        for code in re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
        if "garrison.client" in code
    )
    with serving(tmp_path / "home") as server:
        exec(block.replace("http://127.0.0.1:8640", server.url), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "garrison-record 1"
    assert any(line.startswith("end won=") for line in lines)


def commands():
    for block in re.findall(r"```console\n(.*?)```", README.read_text("utf-8"), re.DOTALL):
        for part in block.split("$ ")[1:]:
            command, *shown = part.strip().splitlines()
            yield pytest.param(command, shown, id=command)


@pytest.mark.parametrize(("command", "shown"), list(commands()))
def test_commands_run_and_show_what_is_promised(command, shown, monkeypatch):
    program, *arguments = shlex.split(command)
    assert program == "garrison"
    out = io.StringIO()
    monkeypatch.setattr(sys, "argv", ["garrison"])
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        status = main(arguments)
    assert status == 0
    for line in shown:
        assert line in out.getvalue()
