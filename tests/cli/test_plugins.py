"""Plug-ins at the command line: a broken one is named in a sentence on standard error, and the rest works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from garrison.core import registry
from support.installed import package, point, with_games
from support.terminal.command import Run

MOAT = "No module named 'a_bridge_that_is_not_there'"
ENGLISH = [
    f"garrison: the game 'alarm' of bad-castles 1 cannot be loaded (ModuleNotFoundError: {MOAT}); "
    "update that package or uninstall it",
    "garrison: the game 'tower' of bad-castles 1 cannot be used: broken_moat_tower:TOWER is a str, "
    "and must be a Game",
]
ITALIAN = [
    f"garrison: il gioco 'alarm' di bad-castles 1 non si carica (ModuleNotFoundError: {MOAT}); "
    "aggiorna o disinstalla quel pacchetto",
    "garrison: il gioco 'tower' di bad-castles 1 non si può usare: broken_moat_tower:TOWER è di tipo str, "
    "e dev'essere di tipo Game",
]


def broken(folder: Path) -> Path:
    games = {"alarm": "broken_moat:GAME", "tower": "broken_moat_tower:TOWER"}
    modules = {"broken_moat": "import a_bridge_that_is_not_there", "broken_moat_tower": "TOWER = 'a tower'"}
    return package(folder, "bad-castles", {"garrison.games": games}, **modules)


@pytest.fixture(autouse=True)
def castles(garrison: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two broken games beside those that the command knows."""
    assert garrison is not None  # it is made before, so that the games here are known beside its own
    monkeypatch.syspath_prepend(broken(tmp_path / "castles"))
    monkeypatch.setattr(registry, "GAMES", with_games())


@pytest.mark.parametrize(("lang", "sentences"), [("en", ENGLISH), ("it", ITALIAN)])
def test_the_list_of_games_names_the_broken_ones(garrison: Run, lang: str, sentences: list[str]) -> None:
    done = garrison("games", "--lang", lang)
    assert done.status == 0
    assert [line.split(":")[0] for line in done.out.splitlines() if line[0] != " "] == [
        "itter",
        "siege",
        "toy",
    ]
    assert done.err.splitlines() == sentences


def test_help_lists_the_options_of_the_others(garrison: Run) -> None:
    done = garrison("play", "--help")
    assert (done.status, done.err.splitlines()) == (0, ENGLISH)
    assert "itter: published, playtest; toy: plain, grand" in done.flat


def test_a_game_that_works_is_played_without_a_word_about_others(garrison: Run) -> None:
    for argv in (["play", "itter"], ["play", "itter", "--edition", "playtest"], ["rules", "itter"]):
        done = garrison(*argv, typed="quit\n")
        assert (done.status, done.err) == (0, "")


def test_without_a_name_the_first_that_works_is_played(garrison: Run) -> None:
    done = garrison("play", typed="quit\n")
    assert done.status == 0
    assert "Castle Itter" in done.out
    assert done.err.splitlines() == ENGLISH[:1]


@pytest.mark.parametrize(("lang", "sentences"), [("en", ENGLISH), ("it", ITALIAN)])
def test_a_broken_game_is_told_to_who_asks_for_it(garrison: Run, lang: str, sentences: list[str]) -> None:
    for argv in (["play", "alarm"], ["play", "alarm", "--edition", "plain"], ["rules", "alarm"]):
        done = garrison(*argv, "--lang", lang)
        assert (done.status, done.err.splitlines()) == (2, sentences[:1])


def test_fuzz_plays_all_games_that_work(garrison: Run) -> None:
    done = garrison("fuzz", "--games", "1")
    assert (done.status, done.err.splitlines()) == (0, ENGLISH)


def test_an_option_of_no_game_and_one_of_another_game_are_told(garrison: Run) -> None:
    assert "--colour" in garrison("play", "--colour", "red").err
    assert "itter has no option 'castle'" in garrison("play", "--castle", "average").err
    assert "there is no game 'chess'" in garrison("play", "chess", "--edition", "plain").err


def test_where_no_game_works_that_is_told(garrison: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = with_games(alone=True)
    found.points = lambda: [point("moat", "no game")]
    monkeypatch.setattr(registry, "GAMES", found)
    done = garrison("play")
    assert done.status == 2
    assert "the game 'moat' of tests:thing cannot be used" in done.err


@pytest.mark.slow
def test_the_program_itself_works_beside_broken_plugins(tmp_path: Path) -> None:
    path = os.pathsep.join([str(broken(tmp_path / "castles")), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "PYTHONPATH": path.strip(os.pathsep), "GARRISON_HOME": str(tmp_path / "home")}

    def run(*argv: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *argv], env=env, input="quit\n", capture_output=True, text=True, check=True
        )

    listed = run("-m", "garrison", "games")
    assert "itter: Castle Itter" in listed.stdout
    assert "siege: Castle under Siege" in listed.stdout
    assert listed.stderr.splitlines() == ENGLISH
    played = run("-X", "importtime", "-m", "garrison", "play", "itter")
    assert "Castle Itter" in played.stdout
    assert "garrison.games.itter." in played.stderr
    assert "garrison.games.siege" not in played.stderr
    assert "broken_moat" not in played.stderr
    made = run("-c", "import garrison; print(garrison.new('itter').game.id, *garrison.games())")
    assert (made.stdout.split(), made.stderr) == (["itter", "colditz", "itter", "siege"], "")
