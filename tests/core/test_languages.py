"""A game in English only: readers of Italian get English texts and a remark, and nothing fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.laws.inspector import play_and_check
from garrison.core.match import Match
from garrison.core.show import rulebook
from garrison.core.show.perspective import Perspective
from garrison.core.state import ARBITER
from garrison.players import make
from garrison.players.hint import hint
from garrison.table.http import boards, game_info, match_info
from support.fixtures import Register
from support.games.toy import TOY, vary
from support.games.toy_english import ENGLISH
from support.terminal.command import Run

REMARK = "Night Watch non ha testi in italiano, perciò sono in inglese."
OPTIONS = {"edition": "plain"}


@pytest.fixture(autouse=True)
def english(register: Register) -> None:
    register(ENGLISH)


def begun(seed: int = 1) -> Match:
    return Match(ENGLISH, OPTIONS, KeyedDice(seed_key(seed)))


def test_the_remark_is_in_the_reader_s_language_and_only_for_who_needs_it() -> None:
    assert ENGLISH.tell.remark("Night Watch", "it") == REMARK
    assert ENGLISH.tell.remark("Night Watch", "en") == ""
    assert TOY.tell.remark("Night Watch", "it") == ""
    italian = vary(TOY, langs=("it",))
    assert italian.tell.remark("Ronda", "en") == "Ronda has no English texts, so they are in Italian."


def test_numbers_are_written_as_in_the_texts_around_them() -> None:
    assert ENGLISH.tell.argument("hundredths", 325, "it") == "3.25"
    assert TOY.tell.argument("hundredths", 325, "it") == "3,25"
    further = vary(TOY, langs=("en", "it", "de"))
    assert further.tell.argument("permille", 325, "de") == "32.5 %"


def test_the_laws_run_over_the_languages_it_declares() -> None:
    assert play_and_check(ENGLISH, OPTIONS, 3).over


def test_a_match_in_italian_is_told_in_english() -> None:
    match = begun()
    assert match.scene(0, "it") == match.scene(0, "en")
    assert Perspective(match, 0).frame("it") == Perspective(match, 0).frame("en")
    refused = match.why("commit 15", 0, "it")
    assert refused is not None
    assert refused == match.why("commit 15", 0, "en")
    assert "Look at your hand." in refused
    assert rulebook.reason(ENGLISH, "NW-5.3", "it") == "Only a standing offer can be answered. (NW-5.3)"


@pytest.mark.parametrize("name", ["random", "sound", "search:2"])
def test_bots_give_their_reasons(name: str) -> None:
    match = begun()
    assert match.ask is not None
    _, reason = make(name, b"", ENGLISH, 0, "it").choose(match.view(0), match.ask, match.legal(0), 1.0)
    assert (reason == "It is late.") is (name != "random")
    assert {each.reason for each in hint(match, 0, "it", 0.01)} == {"It is late."}


def test_the_table_tells_the_language_with_a_remark() -> None:
    for told in (game_info.rules(ENGLISH, "plain", "it"), game_info.notes(ENGLISH, "it")):
        assert (told["lang"], told["remark"]) == ("en", REMARK)
    for told in (game_info.rules(ENGLISH, "plain", "en"), game_info.rules(TOY, "plain", "it")):
        assert told["remark"] == ""
    assert game_info.rules(TOY, "plain", "it")["lang"] == "it"


def test_its_board_is_one_for_all_readers() -> None:
    name = boards.name(ENGLISH, OPTIONS, "it")
    assert name == boards.name(ENGLISH, OPTIONS, "en")
    assert boards.find(name) is not None


def test_the_end_of_a_game_is_told() -> None:
    match = play_and_check(ENGLISH, OPTIONS, 3, [])
    assert match_info.report(match, 0, "it")["lines"] == [("pence", match.view(ARBITER)["score"]["anna"])]


@pytest.mark.parametrize("players", ["me,me,me", "me,random,sound"])
def test_the_terminal_says_so_once_at_the_start(garrison: Run, players: str) -> None:
    typed = "hold\nboard\nwhy commit 15\nrules\naid\nquit\n"
    done = garrison("play", "english", "--seed", 1, "--players", players, "--lang", "it", typed=typed)
    assert (done.status, done.err) == (0, "")
    assert done.flat.count(REMARK) == 1
    assert done.flat.index(REMARK) < done.flat.index("Which lantern do you show?")
    again = garrison("resume", typed="quit\n")
    assert (again.status, again.flat.count(REMARK)) == (0, 1)
    assert REMARK not in garrison("play", "english", "--players", players, typed="quit\n").flat


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (["rules", "english"], "Each warden begins with three lanterns."),
        (["rules", "english", "NW-5.3"], "Only a standing offer can be answered."),
        (["rules", "english", "--aid"], "Show, stake, climb."),
        (["notes", "english"], "A lantern is a lamp."),
    ],
)
def test_pages_of_rules_and_notes_begin_with_it(garrison: Run, argv: list[str], text: str) -> None:
    done = garrison(*argv, "--lang", "it")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{REMARK}\n\n")
    assert text in done.flat
    assert REMARK not in garrison(*argv).out


def test_records_are_shown_and_drawn(garrison: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_text(play_and_check(ENGLISH, OPTIONS, 3, []).record())
    for argv in (["show", path], ["replay", path], ["draw", path, "-o", tmp_path / "picture.svg"]):
        assert garrison(*argv, "--lang", "it").status == 0
