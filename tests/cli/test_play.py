"""Whole games in the terminal."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path

import pytest

from garrison.cli import texts
from garrison.cli.play import log
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.state import View
from support.fixtures import Register
from support.games.moves import sample_play
from support.games.toy import vary
from support.proof import few
from support.terminal.command import BOTS, Run, only, rows

SOON_LOST = 10
"""The seed of a game of Castle Itter that is lost in a few turns by whoever takes the first choice."""


@pytest.mark.parametrize(
    ("seed", "difficulty", "lang"),
    few(
        2,
        [
            (SOON_LOST, "beginner", "en"),
            (8, "elite", "it"),
            (8, "beginner", "en"),
            (8, "veteran", "it"),
            (8, "elite", "en"),
        ],
    ),
)
def test_a_whole_game_by_piped_answers(
    garrison: Run, home: Path, seed: int, difficulty: str, lang: str
) -> None:
    done = garrison(
        "play", "itter", "--seed", seed, "--difficulty", difficulty, "--lang", lang, typed="1\n" * 2000
    )
    assert (done.status, done.err) == (0, "")
    path = only(home)
    assert f"garrison verify {path}" in done.out
    assert re.search(r"key [0-9a-f]{64}\n", path.read_text())
    assert path.read_text().splitlines()[-1].startswith("end won=")
    assert not list(home.glob("*.key"))
    assert [each.name for each in home.iterdir()] == [path.name]
    assert garrison("verify", path).status == 0
    again = shlex.split(done.out.splitlines()[-1])
    assert again[:6] == ["garrison", "play", "itter", "--edition", "published", "--difficulty"]
    assert again[6] == difficulty
    assert again[-2:] == ["--lang", "it"] or lang == "en"
    assert garrison(*again[1:], typed="quit\n").status == 0
    assert "\x1b" not in done.out
    long = [line for line in done.out.splitlines() if len(line) > 100 and str(home) not in line]
    assert long == []


@cache
def held(lang: str) -> str:
    """The end of a game that was not lost, as the terminal tells it."""
    game = registry.find("itter")
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(16)))
    while not match.over:
        match.play(sample_play(match))
    assert match.result is not None
    assert match.result.how != "breach"
    return "\n".join(log.outcome(match, match.result, 0, texts.words(lang)))


def test_the_end_is_told_in_words_once_with_its_tally() -> None:
    told = held("en")
    level = re.match(r"Result: (.*)\.\nHow it ended: ", told)
    assert level is not None
    assert told.count(level[1]) == 1
    points = [int(line.split()[0]) for line in told.splitlines() if re.match(r" +-?\d+  \S", line)]
    assert len(points) > 1
    assert told.endswith(f"\nScore: {sum(points)}")
    assert held("it").startswith("Esito: ")


def test_the_final_table_stands_between_the_result_and_the_key(garrison: Run) -> None:
    out = garrison("play", "itter", "--seed", SOON_LOST, typed="1\n" * 2000).out
    result = out.index("\nResult: defeat.\n")
    assert result < out.index("\nCellar\n", result) < out.index("The key to the dice was ")
    assert out.count("Result: ") == 1


def test_a_sum_that_is_not_the_score_is_told_beside_it(garrison: Run, register: Register) -> None:
    def generous(_: View, lang: str) -> list[tuple[str, int]]:
        return [("oaths", 12), (lang, -3)]

    register(vary(registry.find("itter"), sheet=generous))
    out = garrison("play", "itter", "--seed", SOON_LOST, typed="1\n" * 2000).out
    assert "\n  12  oaths\n  -3  en\nTotal: 9\nScore: 0\n" in out


def test_the_winner_is_named_without_an_article(garrison: Run) -> None:
    for seed in range(20):
        out = garrison(
            "play", "toy", "--seed", seed, "--players", BOTS, "--lang", "it", typed="1\n" * 200
        ).out
        if "Vince: " in out:
            assert re.search(r"^La partita è finita\. Vince: \w+(, \w+)?\.$", out, re.MULTILINE)
            assert "verbale" not in out
            return
    pytest.fail("Anna won them all")


def test_other_seats_play_by_themselves(garrison: Run, home: Path) -> None:
    done = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="hold\nrefuse\n1\n" * 40)
    assert done.status == 0
    assert "Score: Anna " in done.out
    seats = {row.split()[0] for row in rows(only(home))}
    assert seats == {"anna", "bruno", "carla"}
    assert garrison("verify", only(home)).status == 0


def test_secrets_of_other_seats_are_not_shown(garrison: Run) -> None:
    out = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="log\n").out
    assert "Bruno: hand: no lantern ×3" in out
    assert out.count("You took lantern") == 3


def test_play_without_a_game_takes_the_first(garrison: Run) -> None:
    assert "Castle Itter" in garrison("play").out


def test_without_a_seed_the_dice_are_nobody_s(garrison: Run, home: Path) -> None:
    garrison("play", "itter")
    garrison("play", "itter")
    heads = {re.search(r"dice sha256:.*", path.read_text())[0] for path in home.glob("*.txt")}  # type: ignore[index]
    assert len(heads) == 2
