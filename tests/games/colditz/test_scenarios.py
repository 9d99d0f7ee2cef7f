"""Every scenario file of Escape from Colditz passes, and the laws hold in its positions."""

import tomllib

import pytest

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.laws.inspector import LAWS, ROW
from garrison.core.scenario import check, load
from garrison.games.colditz.castle.layout import KIND, KINDS, NUMBER
from support import paths
from support.games.colditz_matches import played

PATHS = sorted((paths.SCENARIOS / "colditz").glob("*.toml"))
LAWS_OF_POSITIONS = (1, 2, 3, 7, 9, 11)
"""Legal and judge agree, somebody goes on, states are saved, pieces in one place, samples fit, odds exact."""
PACE = 4
"""One position in so many is looked at, and in more for laws that look rarely themselves."""
QUESTIONS = {
    "deploy", "ready", "double", "draw", "act", "move", "with", "crew", "parade", "spot", "lose", "after",
    "strip", "free", "lure", "goods", "aim", "shooter", "room", "tunnel", "officer", "riot", "appel", "hunt",
    "warned", "saved", "caught", "hide", "den", "cell", "consent",
}  # fmt: skip
STOOD_ON = {
    "normal", "room", "searchlight", "appel", "tunnel", "guard_post", "walkway", "safe", "door", "inspection",
    "staff_car",
}  # fmt: skip


def files():
    """All files, marked with the rules and rulings they prove."""
    for path in PATHS:
        head = tomllib.loads(path.read_text("utf-8").partition("\n[")[0])
        marks = [
            pytest.mark.rule("colditz", *head["rules"]),
            pytest.mark.ruling("colditz", *head.get("rulings", [])),
        ]
        yield pytest.param(path, id=path.stem, marks=marks)


@pytest.mark.parametrize("path", list(files()))
def test_the_game_goes_as_the_scenario_says(path):
    assert check(path) == []


@pytest.mark.parametrize("path", list(files()))
def test_laws_hold_in_positions_of_the_scenario(path):
    chance = KeyedDice(seed_key(0), path.stem)
    for number, match in enumerate(played(path)):
        chance.start(number)
        for law in LAWS_OF_POSITIONS:
            if chance.pick(LAWS[law].every * PACE, "look") == 0:
                for test in LAWS[law].checks(ROW):
                    test(match, chance)


def test_a_scenario_is_named_after_its_file():
    assert [load(path)["id"] for path in PATHS] == [f"COL-{path.stem}" for path in PATHS]


def test_the_scenarios_ask_every_question_stand_on_every_kind_of_space_and_reach_every_ending():
    asked, kinds, endings = set(), set(), set()
    for path in PATHS:
        for match in played(path):
            view = match.view()
            asked |= {view["ask"][0]} if view["ask"] else set()
            endings |= {view["result"]["how"]} if view["result"] else set()
            kinds |= {KINDS[KIND[NUMBER[place]]] for place in view["pawns"].values() if place in NUMBER}
    assert asked == QUESTIONS
    assert kinds == STOOD_ON
    assert endings == {"nation", "shared", "held", "first", "out"}
