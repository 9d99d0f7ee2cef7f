"""The toy with a throw keeps the laws, and its point and angle count as its rules say."""

from __future__ import annotations

import pytest

import toy as watch
from conftest import Register
from garrison.core import words
from garrison.core.dice import ScriptedDice
from garrison.core.errors import OTHER_QUESTION, OUT_OF_RANGE
from garrison.core.laws import LAWS, play_and_check
from garrison.core.match import Match
from test_core_kernel import kinds, play
from toy_aim import GRID, Aim


@pytest.fixture
def aim(register: Register) -> Aim:
    game = Aim()
    register(game)
    return game


def led_by_anna(aim: Aim, *lines: str, edition: str = "plain", dice: tuple[int, ...] = ()) -> Match:
    match = Match(aim, {"edition": edition}, ScriptedDice(dice))
    play(match, f"anna commit {max(match.view()['hands']['anna'])}", "bruno hold", "carla hold", *lines)
    return match


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("edition", watch.EDITIONS)
def test_the_law_holds(aim: Aim, edition: str, law: int) -> None:
    for seed in range(4):
        assert play_and_check(aim, {"edition": edition}, seed, [law]).over


def test_games_looked_at_have_throws_off_the_grid(aim: Aim) -> None:
    thrown = [
        row.action
        for seed in range(6)
        for row in play_and_check(aim, {"edition": "plain"}, seed, []).rows
        if isinstance(row.action, tuple)
    ]
    assert len(set(thrown)) > 3


@pytest.mark.parametrize(
    ("edition", "thrown", "pence"),
    [
        ("plain", "x=50 y=35 dir=0", 300),
        ("grand", "x=50 y=35 dir=0", 400),
        ("plain", "x=51 y=35 dir=0", 295),
        ("plain", "x=50 y=33 dir=0", 290),
        ("plain", "x=10 y=50 dir=345", 100),
        ("plain", "x=50 y=35 dir=90", 300),
        ("plain", "x=50 y=35 dir=105", 150),
        ("plain", "x=50 y=35 dir=255", 150),
        ("plain", "x=51 y=35 dir=255", 147),
        ("plain", "x=50 y=35 dir=270", 300),
    ],
)
def test_the_stake_is_what_the_throw_is_worth(aim: Aim, edition: str, thrown: str, pence: int) -> None:
    match = led_by_anna(aim, f"anna throw {thrown}", edition=edition, dice=(6,))
    assert match.ask == ("dare", 1, pence)
    assert "reached" in kinds(match.play("dare 1", 0))
    assert match.view()["score"]["anna"] == pence


@pytest.mark.parametrize(
    ("thrown", "reason"),
    [
        ("throw x=9 y=35 dir=0", OUT_OF_RANGE),
        ("throw x=91 y=35 dir=0", OUT_OF_RANGE),
        ("throw x=50 y=51 dir=0", OUT_OF_RANGE),
        ("throw x=50 y=35.5 dir=0", OUT_OF_RANGE),
        ("throw x=50 y=35 dir=10", OUT_OF_RANGE),
        ("throw x=50 y=35 dir=360", OUT_OF_RANGE),
        ("bid x=1", OTHER_QUESTION),
        ("bid x=1.25", OTHER_QUESTION),
        ("throw dir=15 y=10 x=90", None),
    ],
)
def test_only_what_the_form_allows_is_thrown(aim: Aim, thrown: str, reason: str | None) -> None:
    assert led_by_anna(aim).refusal(thrown, 0) == reason


def test_the_form_has_a_point_and_an_angle(aim: Aim) -> None:
    match = led_by_anna(aim)
    form = match.scene(0).form
    assert form is not None
    assert form.notation == "throw"
    assert [(field.name, field.control) for field in form.fields] == [
        ("x", "point"),
        ("y", "point"),
        ("dir", "angle"),
    ]
    assert match.scene(1).form is None


def test_the_grid_is_listed_and_told_in_two_languages(aim: Aim) -> None:
    match = led_by_anna(aim)
    rows = [choice for choice in match.scene(0).choices if choice.do.startswith("throw")]
    assert len(rows) == len(GRID)
    assert {choice.at for choice in rows} == {"wall"}
    assert rows[0].say == "throw a lantern to 50, 35, its light turned by 0°"
    (told, *_) = match.play("throw x=62 y=20 dir=45", 0)
    assert words.sentence(aim, told, "en") == "Anna throws a lantern to 62, 20; its light is turned by 45°."
    assert words.sentence(aim, told, "it") == "Anna lancia una lanterna a 62, 20; la luce è girata di 45°."
