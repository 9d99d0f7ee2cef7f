"""Choices as a scene offers them: their weight, notes, what follows at once and what ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from garrison.core.dice import ScriptedDice
from garrison.core.match import Match
from garrison.core.show.scene import Choice
from garrison.core.state import ARBITER, SPECTATOR, Action, View
from support.fixtures import NewToy, Register
from support.games.itter_scenarios import at
from support.games.moves import play
from support.games.toy import DARE, TOY, vary

OPTIONS = {"edition": "published", "difficulty": "beginner"}


def offered(match: Match, lang: str = "en") -> dict[str, Choice]:
    return {choice.do: choice for choice in match.scene(match.awaited[0], lang).choices}


def itter(**position: Any) -> Match:
    match, _ = at({"rest": "casualty", **position}, OPTIONS)
    found: Match = match
    return found


def test_a_game_says_what_gives_something_up_or_ends_something(new_toy: NewToy) -> None:
    match = new_toy(dice=(1,))
    found = offered(match)
    assert {do: choice.weight for do, choice in found.items() if choice.weight != "main"} == {"hold": "quiet"}
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1", "anna dare 1")
    rope = offered(match, "it")
    assert rope["refuse"].weight == "final"
    assert {choice.ends for do, choice in rope.items() if do.startswith(("refuse", "help"))} == {
        "Concludi l'ora"
    }
    assert not match.scene(SPECTATOR).choices
    assert not match.scene(ARBITER).choices


def test_what_follows_by_itself_is_said_before() -> None:
    match = itter(defenders={"lee": "ghg", "basse": "k1"}, marks={"lee": ["exhausted"]}, actions_left=2)
    found = offered(match)
    assert found["lee"].then == "Recover: no longer Exhausted"
    assert offered(match, "it")["lee"].then == "Recupera: non più Esausto"
    assert found["basse"].then == ""
    assert {choice.ends for choice in found.values()} == {""}


def test_a_phase_that_ends_by_itself_is_said_before() -> None:
    """Also where it ends through an answer that follows by itself."""
    match = itter(defenders={"lee": "ghg", "basse": "k1"}, marks={"lee": ["exhausted"]}, actions_left=1)
    found = offered(match)
    assert found["lee"].ends == found["pass"].ends == "End the Defender Phase"
    assert found["basse"].ends == ""
    assert (found["pass"].weight, found["lee"].weight) == ("final", "main")
    match.play("basse")
    found = offered(match)
    assert found["attack rifleman@3"].ends == "End the Defender Phase"
    assert found["shift k2"].ends == ""


def test_what_nobody_knows_yet_is_not_said(register: Register) -> None:
    """A stake leads to a climb with one die; but not where something new is told before."""
    one = replace(TOY.play.questions["dare"], legal=lambda *_: [DARE + 1])
    parts = {
        "anytime": None,
        "subjects": lambda _: ("wall",),
        "questions": {**TOY.play.questions, "dare": one},
    }
    told = {**TOY.tell.events, "staked": replace(TOY.tell.events["staked"], news=True)}
    for events, then in ((TOY.tell.events, "climb, dice: 1"), (told, "")):
        match = Match(register(vary(TOY, **parts, events=events)), {"edition": "plain"}, ScriptedDice([1]))
        play(match, "anna hold", "bruno hold", "carla hold")
        before = match.copy().state
        assert {choice.then for choice in match.scene(0).choices} == {then}
        assert match.state == before


def test_a_note_says_what_a_choice_takes(new_toy: NewToy) -> None:
    match = new_toy(dice=(1,))
    play(match, "anna hold", "bruno hold", "carla hold")
    assert {choice.note for choice in offered(match).values()} == {""}
    play(match, "anna bid x=2")
    found = offered(match)
    assert {do: choice.note for do, choice in found.items() if choice.note} == {
        "dare 1": "5+",
        "dare 2": "5+",
        "dare 3": "5+",
    }
    assert not match.scene(SPECTATOR).choices


def test_notes_are_made_for_all_choices_at_once(register: Register) -> None:
    """A game may have to look for the ways from a piece, and does so once for all places they lead to."""
    asked: list[tuple[int, str]] = []

    def notes(_: View, actions: Sequence[Action], lang: str) -> list[str]:
        asked.append((len(actions), lang))
        return [str(n) for n in range(len(actions))]

    match = Match(register(vary(TOY, notes=notes)), {"edition": "plain"}, ScriptedDice([]))
    scene = match.scene(0, "it")
    assert asked == [(len(match.answers(0)), "it")]
    by_action = {match.read(choice.do): choice.note for choice in scene.choices}
    assert [by_action[action] for action in match.answers(0)] == [str(n) for n in range(len(by_action))]
