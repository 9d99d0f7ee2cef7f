"""The commands that play many games: which players may take part, and the summary they print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from garrison import new
from garrison.cli import arguments, invocation
from garrison.core.laws.inspector import Inspector
from garrison.core.match import Match
from garrison.core.rules import Result
from garrison.players import steady
from support.fixtures import Register
from support.games.toy import EDITIONS, TOY, Watch, vary, with_sides, without_options
from support.terminal.command import BOTS, Run


@pytest.mark.proof
def test_fuzz_mixes_random_and_sound_play_by_default(garrison: Run) -> None:
    found = json.loads(garrison("fuzz", "itter", "--games", 2, "--jobs", 1, "--json").out)
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


def test_simulate_tells_results_by_side_and_by_seat(garrison: Run, register: Register) -> None:
    register(with_sides())
    done = garrison("simulate", "toy", "--games", 4, "--players", "random,search:1", "--jobs", 1)
    head, *lines = done.out.splitlines()
    assert head == "toy, edition plain: 4 games, seed 1"
    columns = r" +player +won +share +95 % interval +utility +95 % interval"
    figures = r" +\d +\d+\.\d%   [\d.]+% to [\d.]+% +0\.\d{3}   -?0\.\d{3} to \d\.\d{3}"
    wanted = [
        f"side{columns}",
        f"leaders +random{figures}",
        f"left +search:1{figures}",
        f"seat{columns}",
        f"anna +random{figures}",
        f"bruno +random{figures}",
        f"carla +search:1{figures}",
    ]
    for line, pattern in zip(lines, wanted, strict=False):
        assert re.fullmatch(pattern, line), line
    assert len({line.index("95 %") for line in (lines[0], lines[3])}) == 1
    bad = garrison("simulate", "toy", "--games", 1, "--players", "random,random,random,random")
    assert bad.status == 2
    assert "on 2 sides (leaders, left); name one for all, one for each side or one for each seat" in " ".join(
        bad.err.split()
    )


def test_simulate_says_where_the_games_are(garrison: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    done = garrison("simulate", "toy", "--games", 1, "--jobs", 1, "--save", path)
    assert f"saved in {path}, one row per game" in done.flat
    assert path.stat().st_size > 0


# The game and its options


def test_fuzz_takes_its_game_as_every_command_does(garrison: Run) -> None:
    done = garrison("fuzz", "toy", "--games", 2, "--json")
    assert done.status == 0
    assert json.loads(done.out)["games"] == 2
    assert garrison("fuzz", "--game", "toy", "--games", 2, "--json") == done
    both = garrison("fuzz", "toy", "--game", "toy", "--games", 2)
    assert both.status == 2
    assert "--game and GAME cannot be used together" in both.err


def test_an_option_of_a_game_may_be_called_as_one_of_the_command(garrison: Run, register: Register) -> None:
    """A game for two to six has an option `players`, and `--players` says who plays them."""
    options = {"edition": EDITIONS, "players": ("3", "4")}
    register(vary(TOY, options=options, later=frozenset({"players"})))
    line = ("simulate", "toy", "--games", 1, "--jobs", 1)
    done = garrison(*line, "--players", "random", "--option-players", "4", "--edition", "grand", "--json")
    assert done.status == 0
    assert json.loads(done.out)["options"] == {"edition": "grand", "players": "4"}
    assert "--option-players VALUE" in garrison("simulate", "--help").flat
    assert "toy has no players '7'; choose one of 3, 4" in garrison(*line, "--option-players", "7").err
    assert "--option-seed" in garrison(*line, "--option-seed", "7").err


def test_flags_of_commands_that_take_options_are_known(register: Register) -> None:
    register(vary(TOY, options={"sort": ("plain", "fancy")}))
    for command in ("play", "simulate", "fuzz", "bench"):
        parser = arguments.read([command, "toy", "--sort", "plain"], "en").parser
        own = {flag.removeprefix("--") for flag in parser._option_string_actions if flag.startswith("--")}
        assert own - {"sort"} <= invocation.OWN_FLAGS


def test_a_game_says_how_to_play_it_again_with_an_option_called_like_a_flag(
    garrison: Run, register: Register
) -> None:
    options = {"edition": ("plain", "grand"), "players": ("3", "4")}
    register(vary(TOY, options=options))
    done = garrison(
        "play", "toy", "--players", BOTS, "--option-players", 4, "--seed", 1, typed="resign yes\n"
    )
    assert f"play toy --edition plain --option-players 4 --players {BOTS}" in done.flat


def test_fuzz_plays_option_sets_with_a_later_option_at_its_default(
    garrison: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    monkeypatch.setattr(Inspector, "play", lambda _, match, *__: seen.append("escape" in match.options))
    assert garrison("fuzz", "itter", "--games", 28, "--jobs", 1, "--escape", "white").status == 0
    assert seen == [False] * 28


@pytest.mark.parametrize("edition", EDITIONS)
def test_fuzz_plays_the_option_sets_that_are_asked_for(
    garrison: Run, monkeypatch: pytest.MonkeyPatch, edition: str
) -> None:
    seen: list[str] = []

    def play(_: Inspector, match: Match, *__: object) -> None:
        seen.append(match.options["edition"])

    monkeypatch.setattr(Inspector, "play", play)
    assert garrison("fuzz", "toy", "--games", 4, "--jobs", 1, "--edition", edition).status == 0
    assert seen == [edition] * 4


@pytest.mark.parametrize("command", ["fuzz", "simulate"])
@pytest.mark.parametrize(
    ("line", "told"),
    [
        (("chess",), "there is no game 'chess'; installed: colditz, itter, siege, toy"),
        (("toy", "--edition", "gold"), "toy has no edition 'gold'; choose one of plain, grand"),
        (("toy", "--castle", "average"), "toy has no option 'castle'; it has edition"),
        (
            ("itter", "--edition", "playtest", "--difficulty", "beginner"),
            "edition playtest has no difficulty 'beginner'",
        ),
        (("toy", "--jobs", 0), "the minimum is 1"),
        (("toy", "plain"), "plain"),
    ],
)
def test_a_game_or_option_that_does_not_exist_gets_one_sentence(
    garrison: Run, command: str, line: tuple[str, ...], told: str
) -> None:
    done = garrison(command, *line, "--games", 1)
    assert done.status == 2
    assert told in done.err
    assert len(done.err.splitlines()) == 1
    assert done.out == ""


def test_a_game_without_options_reads_well(garrison: Run, register: Register, tmp_path: Path) -> None:
    def broken(_: Watch) -> Result | None:
        raise RuntimeError("no result today")

    game = register(without_options())
    assert garrison("simulate", "toy", "--games", 1, "--jobs", 1).out.startswith("toy: 1 game, seed 1\n")
    assert "toy has no option 'edition'; it has none" in garrison("simulate", "toy", "--edition", "plain").err
    match = new("toy", seed=1)
    path = tmp_path / "toy.txt"
    path.write_text(match.record(), "utf-8")
    assert garrison("replay", path).out.startswith(f"{game.title('en')}\n")
    register(vary(game, result=broken))
    done = garrison("fuzz", "toy", "--games", 1, "--save", tmp_path / "failures")
    assert done.out.startswith("toy, players random,random,random, seed 1, row ")
    names = [path.name for path in (tmp_path / "failures").iterdir()]
    assert names
    assert all(re.fullmatch(r"toy-law\d+-seed1\.txt", name) for name in names)
