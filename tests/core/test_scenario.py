"""Scenarios: setting up a position, playing it, and reporting what differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from garrison.core import scenario
from garrison.core.errors import Damaged
from garrison.core.limits import SCENARIO_BYTES
from garrison.core.match import Match
from support.games.toy import TOY

pytestmark = pytest.mark.usefixtures("toy")

GOOD = """
id = "rope"
title = "A rope in time"
game = "toy"
options = { edition = "plain" }
position = { phase = "stake", leader = "bruno", score = { anna = 50 }, hands = { carla = [2, 3] } }
[[step]]
only = ["bid x=1", "bid x=2", "bid x=3", "offer left 5", "offer left 8", "offer left 11",
        "offer right 5", "offer right 8", "offer right 11"]
legal = ["bid x=2"]
illegal = { "bid x=4" = "NW-3.1", "bid x=?" = "incomplete", "hold" = "other-question", "jump" = "unreadable" }
[[step]]
do = "bid x=2.5"
expect = { stake = 250, leader = "bruno" }
events = ["staked"]
[[step]]
do = "dare 2"
seat = "bruno"
dice = [4, 3]
events = ["rolled", "slipped"]
[[step]]
seat = "carla"
legal = ["help 2"]
illegal = { "help 3" = "NW-4.3", "help 4" = "NW-2.1" }
[[step]]
do = "help 2"
seat = 2
expect = { score = { anna = 50, bruno = 0 }, pile = [2], phase = "watch" }
events = ["helped", "scored", "drew", "hour_begins"]
"""


def check(tmp_path: Path, text: str) -> list[scenario.Failure]:
    path = tmp_path / "case.toml"
    path.write_text(text)
    return scenario.check(path)


def damaged(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(Damaged, match=told) as raised:
        check(tmp_path, text)
    assert "case.toml" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_good_scenario_has_no_failures(tmp_path: Path) -> None:
    assert check(tmp_path, GOOD) == []


def test_what_is_in_the_list_must_not_be_against_a_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Match, "refusal", lambda *_: "NW-3.1")
    first = next(each for each in check(tmp_path, GOOD) if each.what.startswith("legal"))
    assert (first.step, first.what, first.got) == (1, "legal bid x=2", "NW-3.1")


def test_tables_are_merged_and_lists_replace() -> None:
    base = {"a": {"x": 1, "y": [1, 2]}, "b": 3, "c": {"z": 1}}
    merged = scenario.merge(base, {"a": {"y": [5]}, "b": {"n": 1}, "c": 4})
    assert merged == {"a": {"x": 1, "y": [5]}, "b": {"n": 1}, "c": 4}
    assert base == {"a": {"x": 1, "y": [1, 2]}, "b": 3, "c": {"z": 1}}


def test_a_position_is_laid_over_the_set_up(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(GOOD)
    match, _ = scenario.start(scenario.load(path), str(path))
    view = match.view()
    assert view["score"] == {"anna": 50, "bruno": 0, "carla": 0}
    assert view["hands"] == {"anna": [6, 9, 12], "bruno": [5, 8, 11], "carla": [2, 3]}
    assert sorted(view["deck"]) == [1, 4, 7, 10]
    assert TOY.know.count(view) == TOY.know.stock({"edition": "plain"})


@pytest.mark.parametrize(
    ("old", "new", "step", "what", "got"),
    [
        ('legal = ["bid x=2"]', 'legal = ["bid x=4"]', 1, "legal", None),
        ('only = ["bid x=1", ', "only = [", 1, "only", None),
        ('"bid x=4" = "NW-3.1"', '"bid x=4" = "NW-9"', 1, "illegal bid x=4", "NW-3.1"),
        ('"bid x=4" = "NW-3.1"', '"bid x=3" = "NW-3.1"', 1, "illegal bid x=3", None),
        ("stake = 250", "stake = 200", 2, "expect stake", 250),
        ("bruno = 0 }", "bruno = 9 }", 5, "expect score.bruno", 0),
        ("pile = [2]", "piles = [2]", 5, "expect piles", None),
        ('events = ["staked"]', 'events = ["rolled"]', 2, "events", ["staked"]),
        ('["rolled", "slipped"]', '["slipped", "rolled"]', 3, "events", ["rolled", "slipped"]),
        ('do = "bid x=2.5"', 'do = "bid x=9"', 2, "do", "out-of-range"),
        ('seat = "bruno"', 'seat = "anna"', 3, "do", "not-asked"),
        ("dice = [4, 3]", "dice = [4]", 3, "do", "climb needs 2 more, 1 left"),
        ("dice = [4, 3]", "dice = [4, 3, 2]", 3, "do", [2]),
    ],
)
def test_what_is_not_so_is_told_with_its_step(
    tmp_path: Path, old: str, new: str, step: int, what: str, got: object
) -> None:
    assert GOOD.count(old) == 1
    failures = check(tmp_path, GOOD.replace(old, new))
    assert [(failure.step, failure.what) for failure in failures] == [(step, what)]
    assert failures[0].file.endswith("case.toml")
    if got is not None:
        assert failures[0].got == got


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('id = "rope"', "id = ", "not TOML"),
        ('id = "rope"', "colour = 1", "unknown key 'colour'"),
        ('game = "toy"', 'game = "chess"', "there is no game 'chess'"),
        ('game = "toy"', "game = 5", "'game' has the wrong type of value"),
        ('edition = "plain"', 'edition = "vast"', "has no edition 'vast'"),
        ("position = { ", "position = { moon = 1, ", "'moon' is no part of a view"),
        ("carla = [2, 3]", "carla = [2, 2]", "lies in two places"),
        ("carla = [2, 3]", "dora = [2, 3]", "lies in two places, or in none"),
        ("carla = [2, 3]", "carla = [2, 15]", "lies in two places, or in none"),
        ('do = "bid x=2.5"', 'do = "jump"', "step 2: 'jump' is not an action of toy"),
        ('do = "bid x=2.5"', "do = 5", "step 2: 'do' has the wrong type of value"),
        ('legal = ["bid x=2"]', 'legal = ["jump"]', "step 1: 'jump' is not an action"),
        ('legal = ["bid x=2"]', 'legal = "bid x=2"', "step 1: 'legal' has the wrong type"),
        ('legal = ["bid x=2"]', "allowed = []", "step 1: unknown key 'allowed'"),
        ('seat = "bruno"', 'seat = "dora"', "step 3: there is no seat 'dora', the seats are anna"),
        ("dice = [4, 3]", 'dice = ["4"]', "step 3: 'dice' must be a flat list of whole numbers"),
        ("dice = [4, 3]", "dice = [4, 7]", "7 is not a face of a die"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_damaged(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert GOOD.count(old) == 1
    damaged(tmp_path, GOOD.replace(old, new), told)


def test_steps_are_tables_and_files_have_a_limit(tmp_path: Path) -> None:
    damaged(tmp_path, 'id = "x"\ngame = "toy"\nstep = [1]\n', "step 1: a step must be a table")
    damaged(tmp_path, "#" * (SCENARIO_BYTES + 1), "larger than the limit")


def test_a_position_that_runs_on_wants_its_dice_in_a_first_step(tmp_path: Path) -> None:
    alone = """
id = "alone"
game = "toy"
position = { phase = "climb", stake = 100, hands = { anna = [] } }
"""
    damaged(tmp_path, alone, "the position goes on by itself and needs dice: climb needs 1 more")
    assert (
        check(tmp_path, alone + "[[step]]\ndice = [6]\nexpect = { score = { anna = 100 }, hour = 2 }\n") == []
    )


def test_after_a_step_that_cannot_be_played_nothing_more_is_checked(tmp_path: Path) -> None:
    text = GOOD.replace('do = "bid x=2.5"', 'do = "refuse"').replace("pile = [2]", "pile = [9]")
    assert [failure.what for failure in check(tmp_path, text)] == ["do"]
