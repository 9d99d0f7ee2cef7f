"""The commands that play many games: which players may take part, and the summary they print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from garrison.players import steady
from support.terminal.command import Run


@pytest.mark.slow
def test_fuzz_mixes_random_and_sound_play_by_default(garrison: Run) -> None:
    found = json.loads(garrison("fuzz", "--game", "itter", "--games", 2, "--json").out)
    assert found["failures"] == []
    assert {name: told["games"] for name, told in found["players"].items()} == {"random": 1, "sound": 1}
    assert sum(told["rows"] for told in found["players"].values()) == found["rows"]
    assert found["players"]["sound"]["rows"] > 100


def test_fuzz_says_who_played(garrison: Run) -> None:
    done = garrison("fuzz", "--game", "toy", "--games", 6, "--players", "random,search:1")
    assert done.status == 0
    assert re.search(r"^played by random: 1 game, \d+ rows$", done.out, re.MULTILINE)
    told = re.findall(r"^played by (\S+): (\d+) games?, \d+ rows$", done.out, re.MULTILINE)
    assert ("random,random,search:1", "2") in told
    assert sum(int(games) for _, games in told) == 6


def test_fuzz_leaves_out_who_does_not_know_a_game(garrison: Run) -> None:
    found = json.loads(garrison("fuzz", "--game", "toy", "--games", 2, "--json").out)
    assert list(found["players"]) == ["random"]
    done = garrison("fuzz", "--game", "toy", "--games", 2, "--players", "sound")
    assert done.status == 2
    assert "none of the players named (sound) knows toy" in done.err


def test_fuzz_and_simulate_refuse_who_does_not_exist(garrison: Run) -> None:
    for line in (("fuzz", "--game", "toy"), ("simulate", "toy")):
        for name, told in (("stockfish", "there is no player 'stockfish'"), ("sound:3", "takes no number")):
            done = garrison(*line, "--games", 1, "--players", name)
            assert done.status == 2
            assert told in done.err
            assert len(done.err.splitlines()) == 1


def test_simulate_names_the_number_of_tries(garrison: Run) -> None:
    done = garrison("simulate", "toy", "--games", 1, "--players", "search,random,search:2", "--jobs", 1)
    assert done.status == 0
    for name in (steady("search"), "random", "search:2"):
        assert re.search(rf"^\w+ +{name} ", done.out, re.MULTILINE)


def test_simulate_says_where_the_games_are(garrison: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    done = garrison("simulate", "toy", "--games", 1, "--jobs", 1, "--save", path)
    assert f"saved in {path}, one row per game" in done.flat
    assert path.stat().st_size > 0
