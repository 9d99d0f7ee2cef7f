"""Resigning and agreeing on a draw at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.fixtures import Register
from support.games.toy import TOY, vary
from support.terminal.command import Run, only, rows


def test_resigning_is_confirmed_and_ends_the_game(garrison: Run, home: Path) -> None:
    typed = "lee\nresign\nresign perhaps\nresign yes\n"
    done = garrison("play", "itter", "--seed", 3, typed=typed)
    assert done.status == 0
    assert "If you mean it, type: resign yes" in done.flat
    assert "'perhaps' is not a yes" in done.flat
    assert "Defender resigned." in done.flat
    assert rows(only(home)) == ["defender lee", "resign defender"]
    assert "end won=- score=0 how=resigned" in only(home).read_text()
    assert garrison("check", only(home)).status == 0
    assert garrison("verify", only(home)).status == 0
    assert "Defender resigned." in garrison("replay", only(home)).out


def test_nothing_that_ends_a_game_is_guessed_from_its_first_letters(garrison: Run, home: Path) -> None:
    done = garrison("play", "itter", "--seed", 3, typed="resi yes\nres\nquit\n")
    assert "resign yes" not in done.flat
    assert rows(only(home)) == []


@pytest.mark.parametrize(
    ("lang", "command", "yes", "told"),
    [("en", "resign", "Yes", "Won by: Defender."), ("it", "arrenditi", "sì", "Vince: Difensore.")],
)
def test_against_a_bot_the_other_side_has_won(
    garrison: Run, home: Path, lang: str, command: str, yes: str, told: str
) -> None:
    done = garrison(
        "play", "siege", "--seed", 3, "--lang", lang, "--players", "me,random", typed=f"{command} {yes}\n"
    )
    assert rows(only(home))[-1] == "resign attacker"
    assert "end won=defender " in only(home).read_text()
    assert told in done.flat


def test_draws_are_refused_where_nobody_can_agree(garrison: Run) -> None:
    done = garrison("play", "siege", "--players", "me,random", typed="draw\nquit\n")
    assert "this game cannot end in a draw by agreement" in done.flat
    done = garrison(
        "play", "itter", "--difficulty", "competitive", "--players", "me,random", typed="draw\nquit\n"
    )
    assert "bots do not agree to a draw" in done.flat


def test_people_at_one_terminal_agree_in_turn(garrison: Run, home: Path) -> None:
    opened = ("play", "itter", "--difficulty", "competitive", "--seed", 3)
    done = garrison(*opened, typed="\ndraw yes\nno\n\ndraw yes\nyes\n")
    assert done.status == 0
    assert "SS player offers a draw. Defender: type yes to agree" in done.flat
    assert "Defender declined, so the game goes on." in done.flat
    assert rows(only(home)) == ["draw defender ss"]
    assert "All agreed on a draw." in done.flat


def test_a_team_of_several_is_asked_and_bots_on_it_agree(
    garrison: Run, home: Path, register: Register
) -> None:
    register(vary(TOY, teams=lambda _: ((0, 2), (1,))))
    done = garrison("play", "toy", "--seed", 3, typed="\nresign\nresign yes\n\n\nresign yes\nyes\n")
    assert "as lost for your team, if everyone on it agrees" in done.flat
    assert "Carla declined, so the game goes on." in done.flat
    assert rows(only(home)) == ["resign anna carla"]
    only(home).unlink()
    garrison("play", "toy", "--seed", 3, "--players", "me,random,random", typed="resign yes\n")
    assert rows(only(home))[-1] == "resign anna carla"
