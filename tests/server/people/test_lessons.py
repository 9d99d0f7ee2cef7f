"""Lessons over HTTP: nothing is stored, each request brings the answers so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from garrison.core.limits import LESSON_ANSWERS, LESSON_COST
from garrison.table.http.request_limit import cost
from support.table.server import Answer, Wire, forked

PATH = "/api/games/itter/lessons"


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with forked(tmp_path_factory.mktemp("table") / "home") as server:
        yield Wire(server.url)


def ask(wire: Wire, *answers: str, lesson: str = "place-and-shoot", lang: str = "en", **more: Any) -> Answer:
    return wire.ask("POST", f"{PATH}/{lesson}?lang={lang}", {"answers": answers, **more})


def test_the_lessons_of_a_game_are_listed_in_the_readers_language(wire: Wire) -> None:
    told = wire.ask("GET", f"{PATH}?lang=it").json
    assert [each["id"] for each in told["lessons"]][:2] == ["place-and-shoot", "suppress"]
    assert told["lessons"][0]["title"] == "Schiera e spara"
    assert next(each for each in wire.ask("GET", "/api/games").json if each["id"] == "siege")["lessons"] == 3


def test_a_try_that_serves_brings_the_next_step_and_a_frame_for_each_moment(wire: Wire) -> None:
    first = ask(wire).json
    assert (first["step"], first["steps"], first["look"]) == (1, 6, ["lee"])
    (frame,) = first["frames"]
    assert (frame["n"], frame["seat"], len(frame["board"])) == (1, "defender", 32)
    then = ask(wire, "lee", "place g4", have=1).json
    assert (then["step"], then["answers"], then["refused"]) == (3, ["lee", "place g4"], "")
    assert [each["n"] for each in then["frames"]] == [2, 3]
    assert [bool(each["scene"]["choices"]) for each in then["frames"]] == [False, True]


def test_a_try_that_does_not_serve_is_refused_in_words_and_does_not_count(wire: Wire) -> None:
    allowed = ask(wire, "pollock", have=1).json
    assert (allowed["answers"], allowed["rule"]) == ([], "")
    assert allowed["refused"].endswith("let it be Lee, 1/2 CT.")
    forbidden = ask(wire, "lee", "place g4", "attack rifleman@5", lang="it").json
    assert (forbidden["answers"], forbidden["rule"]) == (["lee", "place g4"], "ITP-2.2a")
    assert forbidden["refused"].startswith("G4 vede nero")
    assert ask(wire, "sing").json["refused"] == "This game has no such action."


def test_one_may_ask_why_and_look_at_the_past(wire: Wire) -> None:
    told = ask(wire, "lee", "place g4", why="rifleman@5").json
    assert told["rule"] == "ITP-2.2a"
    (then,) = ask(wire, "lee", "place g4", look=2).json["frames"]
    assert (then["n"], then["scene"]["choices"]) == (2, [])
    assert ask(wire, look=9).status == 404


def test_the_attackers_secret_stays_his(wire: Wire) -> None:
    """In the lesson of the defender, what the attacker has loaded is told only by the shot."""
    answers = ["mason-1", "repair", "waterboy-1", "douse fire-1", "priest-1", "heal soldier-5", "done"]
    told = wire.ask("POST", "/api/games/siege/lessons/defend", {"answers": answers}).json
    assert told["step"] == 8
    assert "You have loaded" not in str(told["frames"])


@pytest.mark.parametrize(
    ("lesson", "body", "status"),
    [
        ("none", {}, 404),
        ("place-and-shoot", {"answers": ["lee"] * (LESSON_ANSWERS + 1)}, 422),
        ("place-and-shoot", {"answers": ["x" * 200]}, 422),
        ("place-and-shoot", {"answers": "lee"}, 422),
        ("place-and-shoot", {"more": 1}, 422),
        ("place-and-shoot", {"have": -1}, 422),
    ],
)
def test_what_is_too_much_or_unknown_is_refused(
    wire: Wire, lesson: str, body: dict[str, Any], status: int
) -> None:
    assert wire.ask("POST", f"{PATH}/{lesson}", body).status == status


def test_a_lesson_of_no_game_is_refused_and_a_step_counts_for_what_it_takes(wire: Wire) -> None:
    assert wire.ask("GET", "/api/games/chess/lessons").status == 404
    assert cost(f"{PATH}/suppress") == LESSON_COST
    assert cost(PATH) == 1


def test_the_page_of_a_lesson_is_that_of_a_match(wire: Wire) -> None:
    assert wire.ask("GET", "/learn/itter").body == wire.ask("GET", "/match/x").body
