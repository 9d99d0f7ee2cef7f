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


SQUARES = re.compile(r" [ \d]\d ")
OFFICERS = ("play", "colditz", "--seats", 3, "--seed", 5, "--players")


def test_guards_are_posted_in_one_line_and_the_map_follows_them(window: Open, tmp_path: Path) -> None:
    seen = window(*OFFICERS, "random,random,me")
    seen.read_on().type("1 2").read_on()
    assert [row.split()[-1] for row in rows(only(tmp_path))] == ["post_in_1", "post_in_2"]
    told = " ".join(" ".join(seen.lines).split())
    assert re.search(r"\b[1-8] more outside this part: \d+[A-Z]+", told)
    left = [line for line in seen.lines if SQUARES.match(line) and "*" in line]
    assert len(left) >= 2, "most of the posts that are left"
    seen.type("undo post_in_1").read_on()
    assert "Undone: post post_in_1." in seen.shown
    seen.type("post_in_4 post_out_3").read_on()
    assert rows(only(tmp_path))[-1] == "security post post_out_3"


@pytest.mark.parametrize(("lang", "offer", "cards"), [("en", "offer", "cards"), ("it", "offri", "carte")])
def test_cards_are_read_and_offers_are_begun_on_the_full_screen(
    window: Open, lang: str, offer: str, cards: str
) -> None:
    seen = window(*OFFICERS, "me,random,random", "--lang", lang).read_on()
    seen.type(cards)
    assert ("Escape Kit: For an escape" if lang == "en" else "kit di fuga: Per evadere") in seen.shown
    seen.read_on().type(offer)
    assert ("for example: offer french:" if lang == "en" else "per esempio: offri francese:") in seen.shown
