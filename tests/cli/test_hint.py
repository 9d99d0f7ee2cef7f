"""Hints in the terminal: the move, the reason and the winning chances."""

from __future__ import annotations

from pathlib import Path

import pytest

from garrison.cli.play import lookups
from garrison.cli.play.lookups import Onlooker
from garrison.cli.screen.plain_screen import LineScreen
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.players.hint import Idea, PlannedAnswer
from support.terminal.command import BOTS, Run, itter, only, rows

SAID = {
    "en": (
        "Thinking … Hint: gangl; place nt5 (Gangl; Place on NT5). It is good. "
        "Estimated chance of winning: 43 %. "
        "Next best: lee (40 %), pass (1 %). This is only an estimate: nobody knows how the dice will fall."
    ),
    "it": (
        "Ci penso … Consiglio: gangl; place nt5 (Gangl; Place on NT5). It is good. "
        "Probabilità stimata di vincere: 43 %. "
        "Le alternative migliori: lee (40 %), pass (1 %). "
        "È soltanto una stima: nessuno sa come cadranno i dadi."
    ),
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Who asked for advice in which language; the advice is always the same."""
    asked: list[tuple[int, str]] = []

    def advise(_: Match, seat: int, lang: str) -> list[Idea]:
        asked.append((seat, lang))
        next_one = PlannedAnswer("place nt5", "Place on NT5")
        chances = {"gangl": 0.434, "lee": 0.396, "pass": 0.008}
        return [
            Idea((PlannedAnswer(text, text.title()), next_one), "It is good.", chance)
            for text, chance in chances.items()
        ]

    monkeypatch.setattr(lookups, "hint", advise)
    return asked


@pytest.mark.parametrize(("lang", "word"), [("en", "hint"), ("it", "hint"), ("it", "consiglio")])
def test_a_hint_names_choice_reason_and_chances(
    garrison: Run, home: Path, asked: list[tuple[int, str]], lang: str, word: str
) -> None:
    done = itter(garrison, word, lang=lang)
    assert SAID[lang] in done.flat
    assert asked == [(0, lang)]
    assert rows(only(home)) == []


def test_what_is_left_of_a_plan_is_told_again(garrison: Run, asked: list[tuple[int, str]]) -> None:
    done = itter(garrison, "hint", "lee", "hint", "place nt2", "hint")
    assert (
        "Hint: place nt5 (Place on NT5). It is good. Estimated chance of winning: 40 %. This is" in done.flat
    )
    assert len(asked) == 2


def test_where_there_is_one_answer_no_advice_is_needed(
    asked: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = registry.find("itter")
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(3)))
    monkeypatch.setattr(Match, "legal", lambda *_: [0])
    Onlooker(match, 0, "en", "garrison resume", LineScreen()).hint("")
    assert capsys.readouterr().out == "There is only one thing to do.\n"
    assert asked == []


def test_help_names_it(garrison: Run) -> None:
    assert "- hint: what the program would do in your place" in itter(garrison, "help").out
    assert "- consiglio (o hint): che cosa farebbe il programma" in itter(garrison, "aiuto", lang="it").out


def test_any_game_and_seat_gets_advice(garrison: Run, home: Path) -> None:
    done = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="hint\n")
    assert "Hint: " in done.out
    assert "Estimated chance of winning: " in done.flat
    assert not any("anna" in row for row in rows(only(home)))
