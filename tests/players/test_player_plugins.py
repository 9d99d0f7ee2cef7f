"""Players of other packages: usable wherever players are named; a broken one is told in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from garrison import players
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.registry import BrokenPlugin, Unknown
from garrison.games.itter.game import ITTER
from garrison.lab import simulate
from garrison.players import known, make, steady
from garrison.table.background import process_pool
from garrison.table.http import game_info
from garrison.table.refusals import TableRefusal
from garrison.table.session.seat_access import known_bot
from support.games.toy import TOY
from support.installed import package
from support.terminal.command import Run

STUBBORN = """
from garrison import Unknown
from garrison.players import Count, PlayerType

class Stubborn:
    name = "stubborn"
    looks = False

    def __init__(self, at):
        self.at = at

    def choose(self, view, ask, actions, seconds):
        return actions[self.at % len(actions)], "as always"

def fail(assignment, number):
    raise ValueError("no quill")

def choosy(assignment, number):
    raise Unknown(f"{assignment.game.id} is beneath me")

STUBBORN = PlayerType(lambda assignment, _: Stubborn(0))
COUNTING = PlayerType(lambda assignment, number: Stubborn(number or 0), Count(usual=7, most=1000))
FAILING = PlayerType(fail)
CHOOSY = PlayerType(choosy)
"""
ADDED = {
    "choosy": "stubborn_players:CHOOSY",
    "counting": "stubborn_players:COUNTING",
    "failing": "stubborn_players:FAILING",
    "noplayer": "stubborn_players:Stubborn",
    "stubborn": "stubborn_players:STUBBORN",
    "unwritten": "unwritten_players:PLAYER",
}
NAMES = "choosy, counting, failing, noplayer, random, search, sound, stubborn, unwritten"
FAILS = "the player 'failing' cannot play {} (ValueError: no quill); update its package or uninstall it"
UNWRITTEN = (
    "the player 'unwritten' of stubborn-players 1 cannot be loaded (ModuleNotFoundError: "
    "No module named 'unwritten_players'); update that package or uninstall it"
)
NO_PLAYER = (
    "the player 'noplayer' of stubborn-players 1 cannot be used: stubborn_players:Stubborn is a type, "
    "and must be a PlayerType"
)


@pytest.fixture(autouse=True)
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "players"
    package(folder, "stubborn-players", {"garrison.players": ADDED}, stubborn_players=STUBBORN)
    monkeypatch.syspath_prepend(folder)
    players.PLAYERS.refresh()
    yield
    players.PLAYERS.refresh()


def start(seed: int = 1) -> Match:
    return Match(TOY, registry.settle(TOY, {}), KeyedDice(seed_key(seed)))


def test_names_are_listed_and_an_unknown_one_is_told_them() -> None:
    assert ", ".join(players.names()) == NAMES
    with pytest.raises(Unknown) as caught:
        known("stockfish", TOY)
    assert str(caught.value) == f"there is no player 'stockfish'; known: {NAMES}"


def test_another_s_player_is_made_by_name_with_its_number() -> None:
    match = start()
    assert match.ask is not None
    actions = match.legal(0)
    for name, at in {"stubborn": 0, "counting": 0, "counting:2": 2}.items():
        assert make(name, b"", TOY, 0).choose({}, match.ask, actions, 1)[0] == actions[at]
    for name, fixed in {"counting": "counting:7", "counting:2": "counting:2", "stubborn": "stubborn"}.items():
        assert steady(name) == fixed
    for wrong in ("stubborn:3", "counting:", "counting:0", "counting:1001", "counting:x"):
        with pytest.raises(Unknown, match=wrong):
            known(wrong, TOY)


def test_broken_players_are_told_in_a_sentence() -> None:
    sentences = {"unwritten": UNWRITTEN, "noplayer": NO_PLAYER, "failing": FAILS.format("toy")}
    for name, sentence in sentences.items():
        with pytest.raises(BrokenPlugin) as caught:
            make(name, b"", TOY, 0)
        assert str(caught.value) == sentence
    assert {str(each) for each in players.PLAYERS.broken()} == {UNWRITTEN, NO_PLAYER}
    assert known("random", TOY) is None


def test_it_plays_in_simulations() -> None:
    found = simulate.run("itter", {}, ["stubborn"], 2, 1, jobs=1)
    assert found["players"] == ["stubborn"]
    assert simulate.series("itter", {}, ["counting"], 1).players == ("counting:7",)


def test_it_plays_in_the_terminal(garrison: Run) -> None:
    done = garrison("play", "toy", "--seed", 1, "--players", "me,stubborn,counting:2", typed="hold\nquit\n")
    assert (done.status, done.err) == (0, "")
    assert garrison("simulate", "toy", "--games", 1, "--jobs", 1, "--players", "stubborn").status == 0
    assert "stubborn" in garrison("simulate", "--help").flat
    assert NAMES in garrison("play", "toy", "--players", "me,stockfish,random").err


def test_a_broken_one_is_told_in_the_terminal(garrison: Run) -> None:
    for command in ("play toy --players me,random,{}", "fuzz --game toy --players {}"):
        for name, sentence in {"unwritten": UNWRITTEN, "failing": FAILS.format("toy")}.items():
            done = garrison(*command.format(name).split())
            assert (done.status, done.err) == (2, f"garrison: {sentence}\n")
    done = garrison("play", "toy", "--players", "me,random,failing", "--lang", "it")
    assert "il giocatore 'failing' non riesce a giocare a toy (ValueError: no quill)" in done.err


def test_the_table_offers_it_after_our_own() -> None:
    assert game_info.bots(ITTER) == ["sound", "search", "random", "counting", "stubborn"]
    assert known_bot(TOY, "counting:300") == "counting:300"
    for wrong in ("counting:301", "failing", "choosy", "noplayer"):
        with pytest.raises(TableRefusal, match=rf"no bot '{wrong}' .*search, random, counting, stubborn"):
            known_bot(TOY, wrong)


@pytest.mark.usefixtures("toy")
def test_a_worker_of_the_table_lets_it_play() -> None:
    match = start()
    assert match.ask is not None
    listed = [match.write(action) for action in match.legal(1)]
    chosen = process_pool.choose("toy", match.view(1), 1, match.ask, listed, "counting:2", 1.0)
    assert chosen == (listed[2], "as always")
