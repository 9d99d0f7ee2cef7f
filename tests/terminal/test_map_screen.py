"""A large board in a real terminal: the map on the full screen and line by line, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.fixtures import Register
from support.games import toy_warren
from support.proof import few
from support.terminal.command import Run, only, rows
from support.terminal.terminal_window import Window

Open = Callable[..., Window]
WARREN = ("play", "warren", "--seed", 1, "--rounds", "2", "--players", "me,sound,sound,sound,sound,sound")
MAP_ROW = re.compile(r" [ \d]\d [^ ]")


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Open]:
    opened: list[Window] = []

    def start(*argv: object, columns: int = 100, rows: int = 30) -> Window:
        opened.append(Window(tmp_path, *argv, columns=columns, rows=rows))
        return opened[-1].settle()

    yield start
    for each in opened:
        each.close()


def mapped(lines: list[str]) -> list[str]:
    return [line for line in lines if MAP_ROW.match(line)]


@pytest.mark.parametrize(("columns", "height"), few(1, [(100, 30), (120, 40), (200, 60)]))
def test_the_map_follows_the_question_and_is_answered_by_its_squares(
    window: Open, tmp_path: Path, columns: int, height: int
) -> None:
    seen = window(*WARREN, columns=columns, rows=height)
    assert any("G1" in line and line.startswith(" 15") for line in mapped(seen.lines))
    seen.type("pick 1")
    assert len(mapped(seen.lines)) >= height // 3
    assert any(line.startswith(" 14") and " 1|" in line for line in mapped(seen.lines)), "a step costs 1"
    assert "places of the map: type one, such as" in seen.shown
    seen.type("near g1")
    assert "Around West walk 30 (15N) you can choose:" in seen.shown
    assert "Where does Guard 1 walk?" in seen.read_on().shown
    seen.type("map").read_on()
    seen.type("1a")
    assert "Not allowed: to p0001." in seen.shown
    seen.type("14n").read_on()
    assert "warden to p0534" in rows(only(tmp_path))[1]
    assert any("G1" in line and line.startswith(" 14") for line in mapped(seen.lines))


@pytest.mark.parametrize("lang", ["en", "it"])
def test_line_by_line_the_same_map_is_printed(
    window: Open, garrison: Run, register: Register, lang: str
) -> None:
    full = window(*WARREN, "--lang", lang).type("pick 1").read_on()
    register(toy_warren.WARREN)
    plain = garrison(*WARREN, "--lang", lang, typed="pick 1\n")
    assert len(mapped(full.lines)) >= 10
    assert {*mapped(full.lines)} <= {*mapped(plain.out.splitlines())}
    legend = "numbers: places" if lang == "en" else "numeri: caselle"
    assert legend in full.shown
    assert legend in plain.flat
