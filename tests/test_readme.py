"""The examples of the README and of the user guides run and print what they show."""

import doctest
import io
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from garrison.cli.main import main
from support.table.server import serving

TOP = Path(__file__).parent.parent
PYTHON = TOP / "docs" / "python.md"
API = TOP / "docs" / "api.md"
PAGES = (TOP / "README.md", TOP / "docs" / "playing.md", PYTHON, TOP / "docs" / "study.md")


@pytest.mark.parametrize(
    ("page", "least"), [(PAGES[0], 7), (PYTHON, 25), (API, 30)], ids=lambda given: str(given)[-9:]
)
def test_python_examples_run(page: Path, least: int):
    failed, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert tried >= least
    assert failed == 0


def test_the_client_plays_a_whole_game_at_a_table(tmp_path, capsys):
    block = next(
        code
        for code in re.findall(r"```python\n(.*?)```", PYTHON.read_text("utf-8"), re.DOTALL)
        if "garrison.client" in code
    )
    with serving(tmp_path / "home") as server:
        exec(block.replace("http://127.0.0.1:8640", server.url), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "garrison-record 1"
    assert any(line.startswith("end won=") for line in lines)


def commands(page: Path) -> Iterator[tuple[str, str]]:
    """Every command of a page's console blocks, with the output shown below it."""
    for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
        yield from re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


def agrees(shown: str, printed: str) -> bool:
    """Compare whole outputs; `...` stands for whatever was cut there."""
    return doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)


EXAMPLES = [
    pytest.param(*example, id=f"{page.stem}: {example[0]}") for page in PAGES for example in commands(page)
]


@pytest.mark.parametrize(("command", "shown"), EXAMPLES)
def test_commands_print_what_is_shown(command: str, shown: str, monkeypatch):
    program, *arguments = shlex.split(command)
    assert program == "garrison"
    out = io.StringIO()
    monkeypatch.setattr(sys, "argv", ["garrison"])
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        status = main(arguments)
    assert status == 0
    assert agrees(shown, out.getvalue()), out.getvalue()


def test_a_line_that_is_not_printed_is_noticed():
    assert agrees("one\n...\nthree\n", "one\ntwo\nthree\n")
    assert not agrees("one\nthree\n", "one\ntwo\nthree\n")
    assert not agrees("one\n", "one\ntwo\n")
