"""Every scenario file of Castle under Siege passes, and the laws hold in its positions."""

import json
import random
from contextlib import nullcontext

import pytest

import garrison
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.laws.inspector import LAWS, ROW
from garrison.core.scenario import check, load, start
from garrison.games.siege import tables
from garrison.games.siege.geometry import apart_squared, distance_squared
from support.games.siege import DEFENDER, KEEPER, SIEGE, asked, at, miss, new, on, tomls

LAWS_OF_POSITIONS = (1, 2, 3, 7, 9, 11)
"""Legal and judge agree, somebody goes on, states are saved, pieces in one place, samples fit, odds exact."""
FILES = [
    pytest.param(path, id=path.stem, marks=pytest.mark.rule("siege", *file["rules"]))
    for path, file in tomls()
]
EXAMPLES = {
    "cus-ex1", "cus-ex1-wizard", "cus-ex2", "cus-ex2-wizard", "cus-ex3", "cus-ex4", "cus-ex5", "cus-ex6",
    "cus-ex7", "cus-ex7-wizard", "cus-ex8", "cus-ex9", "cus-ex9-wizard", "cus-ex10",
}  # fmt: skip
"""The ten sequences that follow from the rulebook, with and without the Wizard where both are asked for."""


def test_every_example_is_a_scenario():
    assert {path.stem for path, _ in tomls()} >= EXAMPLES


@pytest.mark.parametrize("path", FILES)
def test_the_game_goes_as_the_scenario_says(path):
    assert check(path) == []


def played(path):
    """The match at each step of a scenario, step 0 first."""
    found = load(path)
    match, dice = start(found, path.stem)
    for step in ({}, *found["step"]):
        if "do" in step:
            dice.feed(step.get("dice", []))
            match.play(step["do"])
        yield step, match


@pytest.mark.parametrize("path", FILES)
def test_the_shot_lies_on_what_the_scenario_says_and_on_nothing_else(path):
    seen = 0
    for step, match in played(path):
        wanted = step.get("expect", {}).get("last")
        if wanted:
            seen += 1
            assert {key: match.view()["last"][key] for key in wanted} == wanted
    assert seen or path.stem not in EXAMPLES - {"cus-ex10"}


@pytest.mark.parametrize("path", FILES)
def test_laws_hold_in_every_position_of_the_scenario(path):
    chance = KeyedDice(seed_key(0))
    for number, (_, match) in enumerate(played(path)):
        chance.start(number)
        for law in LAWS_OF_POSITIONS:
            for test in LAWS[law].checks(ROW):
                test(match, chance)


# Positions


@pytest.mark.parametrize(
    ("position", "about"),
    [
        ({"structures": {"gate-n": 4}, "ammunition": {"fire-1": "gate-n"}, "shows": {"fire-1": 2}}, "fire"),
        ({"structures": {"keep": 1}, "ammunition": {"boulder-1": "keep"}, "shows": {"boulder-1": 2}}, "keep"),
        ({"structures": {"keep": 7}}, "keep"),
        ({"ammunition": {"fire-1": "gate-n"}}, "fire-1"),
        ({"ammunition": {"fire-1": "keep"}, "shows": {"fire-1": 2}}, "fire-1"),
        ({"ammunition": {"boulder-1": "gate-n"}, "shows": {"boulder-1": 2}}, "boulder-1"),
        ({"ammunition": {"disease-1": "keep-w"}}, "disease-1"),
        ({"shows": {"fire-1": 2}}, "fire-1"),
        ({"contaminated": ["court"]}, "court"),
        ({"counters": {"soldier-15": "court"}}, "soldier-15"),
        ({"counters": {"soldier-1": "moat"}}, "moat"),
        ({"counters": {"soldier-1": {"at": "tower-nw", "spot": 4}}}, "soldier-1"),
        ({"rest": "asleep"}, "asleep"),
        ({"catapult": [60000, 0]}, "catapult"),
        ({"loaded": "cow"}, "cow"),
        ({"moat": 3}, "moat"),
        ({"loaded": "disease", "ammunition": {f"disease-{n}": "spent" for n in (1, 2, 3, 4)}}, "disease"),
        ({"turn": 3, "cast": 4}, "cast"),
        ({"turn": 3, "cast": 2, "spell": True, "loaded": "fire"}, "turn 3"),
        ({"contaminated": ["keep-w"]}, "keep-w"),
        (
            {"structures": {"keep": 4}, "ammunition": {"boulder-1": "keep"}, "shows": {"boulder-1": 4}},
            "boulder-1",
        ),
        ({"counters": {"soldier-1": "supply", "soldier-2": "court"}}, "soldier-1"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(position, about):
    with pytest.raises(garrison.GarrisonError, match=about):
        at(**position)


@pytest.mark.rule("siege", "CUS-18")
@pytest.mark.parametrize(("shown", "taken"), [(1, True), (2, True), (3, False)])
def test_a_boulder_of_a_pile_shows_one_or_two(shown, taken):
    position = {"structures": {"keep": 4}, "ammunition": {"boulder-9": "keep"}, "shows": {"boulder-9": shown}}
    with nullcontext() if taken else pytest.raises(garrison.GarrisonError, match="boulder-9"):
        assert at(**position).view()["shows"] == {"boulder-9": shown}


def saved(match, **changes):
    return {**json.loads(json.dumps(match.view())), **changes}


def forgeries():
    """Views as a record may hold them, with what cannot be."""
    playing = at(phase="defence", counters={"soldier-1": "court", "wizard": "killed", **KEEPER})
    playing.play("soldier-1")
    dead, nobody = tables.COUNTERS.index("wizard"), tables.COUNTER_COUNT
    yield "the dead act", saved(playing, ask=["what", 2, dead])
    yield "nobody acts", saved(playing, ask=["what", 2, nobody])
    yield "the dead flee", saved(playing, ask=["flee", 2, dead])
    yield "the dead are to flee", saved(playing, ask=None, agenda=[["defend"], ["escape", dead]])
    yield "nothing is struck", saved(playing, ask=["struck", 1, 0])
    yield "nothing is loaded", saved(playing, ask=["aim", 1])
    yield "nothing is loaded for a direction", saved(playing, ask=["direction", 1, 3])
    hurt = saved(playing)
    hurt["counters"]["wizard"]["health"] = "injured"
    yield "the dead are injured", hurt


FORGERIES = dict(forgeries())


@pytest.mark.parametrize("what", FORGERIES)
def test_a_view_of_what_cannot_be_is_refused(what):
    with pytest.raises(garrison.GarrisonError):
        SIEGE.know.load(FORGERIES[what])


def test_a_view_as_it_was_saved_is_taken():
    playing = at(phase="defence", counters={"soldier-1": "court", **KEEPER})
    playing.play("soldier-1")
    assert SIEGE.know.load(saved(playing)) == playing.state


def test_a_position_may_be_late_with_all_ammunition_left():
    match = at(turn=24)
    for _ in range(3):
        miss(match)
        for seat in (0, 1):
            assert SIEGE.know.load(saved(match)) == match.state
            SIEGE.know.sample(match.view(seat), KeyedDice(seed_key(1)))
    assert match.view()["turn"] == 27


def test_a_position_may_leave_out_where_fires_and_disease_lie():
    match = at(
        ammunition={"fire-1": "gate-n", "disease-1": "tower-nw"},
        shows={"fire-1": 2},
        contaminated=["tower-nw"],
    )
    view = match.view()
    assert set(view["lies"]) == {"fire-1", "disease-1"}
    for shot, sections in (("fire-1", ("gate-n-w", "gate-n-e")), ("disease-1", ("tower-nw",))):
        assert any(on(section)(*view["lies"][shot]) for section in sections)
    match.scene()


# Whole games


def whole_game(seed, **options):
    """A game by chance, row by row; nobody ends his turn before a few have acted."""
    match, chance = new(seed, **options), random.Random(seed)
    yield match
    while not match.over:
        listed = match.legal()
        if asked(match) == "who" and chance.random() < 0.3:
            match.play("done")
        else:
            match.play(chance.choice(listed))
        yield match


def holds(match):
    """Check all that is true in every position of a game."""
    view = match.view()
    castle = tables.CASTLES.index(view["options"]["castle"])
    whole = dict(zip(tables.STRUCTURES, tables.STRENGTH[castle], strict=True))
    piles = dict.fromkeys(whole, 0)
    for shot, place in view["ammunition"].items():
        if shot.startswith("fire") and place in whole:
            assert view["structures"][place] < whole[place]
            assert view["shows"][shot] in (1, 2, 3, 4)
        if shot.startswith("boulder") and place in whole:
            piles[place] += view["shows"][shot]
        if shot.startswith("disease"):
            assert place in ("supply", "spent", *view["contaminated"])
    for name, damage in view["structures"].items():
        assert 0 <= damage <= whole[name]
        if name.startswith(("tower", "keep")) and damage < whole[name] and castle == 0:
            assert piles[name] == damage  # of stone: no fire adds to it
    if asked(match) != "flee":
        assert not {row["at"] for row in view["counters"].values()} & set(view["contaminated"])
    shot = sum(place != "supply" for place in view["ammunition"].values())
    before = view["phase"] == "setup" or asked(match) in ("load", "spell", "aim", "direction", "strength")
    assert shot == max(0, view["turn"] - before)


@pytest.mark.parametrize("seed", range(18))
def test_what_must_hold_holds_in_every_row_of_a_game(seed):
    options = {"castle": tables.CASTLES[seed % 2], "difficulty": str(1 + seed % 3)}
    spells, places, acted = [0], [], {}
    for match in whole_game(seed, **options):
        holds(match)
        view = match.view()
        for event in match.events(len(match.rows) - 1):
            if event[1] == "cast":
                assert view["turn"] - spells[-1] > 4 or len(spells) == 1
                spells.append(view["turn"])
            elif event[1] == "shot":
                places.append(view["catapult"])
            elif event[1] in ("moved", "healed", "repaired", "doused"):
                acted.setdefault((match.view()["turn"], event[2]), []).append(event[1])
    assert all(len(deeds) == 1 for deeds in acted.values())
    assert len(places) == view["turn"] >= 3
    for n, place in enumerate(places):
        assert distance_squared(*place) >= (12000 if n else 14000) ** 2
        assert n == 0 or apart_squared(place, places[n - 1]) >= 2000**2
    assert (match.result.how == "held") == (match.result.won == (DEFENDER,))
