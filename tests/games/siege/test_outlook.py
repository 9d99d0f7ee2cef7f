"""Aiming by words: where the castle lies, what stands in a direction, how shots scatter."""

from __future__ import annotations

import re

import pytest

import garrison
from garrison.core.match import Match
from garrison.core.show.perspective import Perspective
from garrison.games.siege import flight
from garrison.games.siege.show.outlook import crossing, in_the_way
from garrison.games.siege.tables import SITES, STRUCTURES
from support.paths import RECORDS

EVERYTHING = tuple(range(len(STRUCTURES)))
SQUARE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))


@pytest.mark.parametrize(
    ("at", "degrees", "span"),
    [
        ((500, 3000), 0, (2000, 3000)),
        ((500, -2000), 180, (2000, 3000)),
        ((-2000, 500), 90, (2000, 3000)),
        ((3000, 500), 270, (2000, 3000)),
        ((-1000, 2000), 45, (1414, 2828)),
        ((500, 3000), 180, None),
        ((1500, 3000), 0, None),
    ],
)
def test_a_line_enters_and_leaves_a_shape(
    at: tuple[int, int], degrees: int, span: tuple[int, int] | None
) -> None:
    assert crossing(at, degrees * flight.DEGREE, SQUARE) == span


def test_what_lies_north_of_the_southern_place_in_the_middle() -> None:
    found = in_the_way(SITES["s3"], 0, EVERYTHING)
    told = [(STRUCTURES[structure], span) for structure, span in found]
    assert told == [("gate-s", (14500, 17000)), ("keep", (18000, 20500)), ("gate-n", (21500, 24000))]


def shooting(*answers: str) -> Match:
    match = garrison.new("siege", seed=7)
    for each in ("post rest", "load boulder", "wait", *answers):
        match.play(each)
    return match


def outlook(match: Match, notation: str = "", lang: str = "en") -> str:
    action = match.read(notation) if notation else None
    return Perspective(match, 0).outlook(lang, action)


def test_the_place_of_the_castle_and_the_scatter_are_told_before_aiming() -> None:
    told = outlook(shooting())
    assert "The castle lies 21.75 to 32.25 inches from the left edge" in told
    assert "16.25 to 25.75 from the top" in told
    assert "less than 13.5 % of the way short or long" in told
    assert "21,75 e 32,25 pollici" in outlook(shooting(), lang="it")


def test_distances_are_told_for_the_direction_chosen_and_for_any_other() -> None:
    aimed = shooting("site s3")
    assert "In direction 0°: south gatehouse 14.5 to 17 inches (arm drawn 1.93 to 2.09); keep" in outlook(
        aimed
    )
    aside = outlook(aimed, "turn 18")
    assert aside.startswith("In direction 18°: south-east tower 15.25 to 16.75 inches")
    aimed.play("turn 18")
    assert outlook(aimed).startswith(aside)


def test_a_ruin_is_not_among_what_stands() -> None:
    aimed = shooting("site s3")
    aimed.state.damage[STRUCTURES.index("gate-s")] = 4  # type: ignore[attr-defined]
    assert outlook(aimed).startswith("In direction 0°: keep 18 to 20.5 inches")


def test_a_shot_is_told_where_it_would_come_to_rest() -> None:
    aimed = shooting("site s3", "turn 0")
    told = outlook(aimed, "pull 2")
    assert told.startswith("Without scatter it flies 15.43 inches and comes to rest 27 inches from the left")
    assert "24.82 from the top: south gatehouse." in told
    assert told in outlook(shooting(), "aim x=27 y=40.25 dir=0 force=2 bend=1")


def test_other_questions_need_no_outlook() -> None:
    assert outlook(garrison.new("siege", seed=7)) == ""


def test_italian_numbers_have_a_comma_wherever_a_shot_is_told() -> None:
    match = garrison.open(RECORDS / "siege-1-average.txt")
    log = " ".join(step.say for moment in Perspective(match, 0).log("it") for step in moment.steps)
    assert re.search(r"\d,\d", log)
    assert not re.search(r"\d\.\d", log)
    questions = set()
    for row in match.line[:40]:
        then = match.at(row)
        scene = then.scene(0, "it")
        said = [scene.ask.text if scene.ask else "", *(choice.say for choice in scene.choices)]
        said += [piece.text for piece in scene.pieces] + [Perspective(then, 0).outlook("it")]
        assert not re.search(r"\d\.\d", " ".join(said))
        questions |= {then.ask[0]} if then.ask else set()
    assert "strength" in questions
