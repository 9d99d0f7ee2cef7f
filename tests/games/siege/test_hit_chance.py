"""The chances told before a shot are those of the shots themselves."""

from collections import Counter
from itertools import product

import pytest

from garrison.core.dice import ScriptedDice
from garrison.games.siege import flight
from garrison.games.siege.hit_chance import SPREAD, aims, hit_chances
from garrison.games.siege.tables import (
    BOULDER,
    CASTLE,
    KINDS,
    SECTIONS,
    STRUCTURES,
)
from support.games.siege import ATTACKER, SIEGE, at

PICKS = range(2, len(flight.NORMAL), 5)
"""The picks of the scatter that the chances are counted by."""


def struck(match, aim, along, across):
    """The targets a shot strikes, by the rules themselves; several if the attacker may choose."""
    shot = match.copy(ScriptedDice([along, across]))
    events = shot.play(aim, ATTACKER)
    if shot.ask and shot.ask[0] == "struck":
        targets = shot.ask[3:]
        return [
            SECTIONS[each] if match.view()["loaded"] == "disease" else STRUCTURES[each] for each in targets
        ]
    names = {"damaged": STRUCTURES, "on_fire": STRUCTURES, "contaminated": SECTIONS}
    place = {"damaged": 2, "on_fire": 3, "contaminated": 2}
    return [names[kind][event[place[kind]]] for event in events if (kind := event[1]) in names][:1]


@pytest.mark.parametrize(
    ("kind", "castle", "aim"),
    [
        ("boulder", "average", "aim x=27 y=40.25 dir=0.7 force=2.28 bend=1"),
        pytest.param("fire", "powerful", "aim x=47 y=20.4 dir=271 force=2.4 bend=3", marks=pytest.mark.proof),
        pytest.param("disease", "average", "aim x=7 y=18 dir=86.5 force=2.1 bend=2", marks=pytest.mark.proof),
    ],
)
def test_chances_are_those_of_the_shots(kind, castle, aim):
    match = at(
        {"castle": castle},
        phase="attack",
        loaded=kind,
        structures={"gate-s": 4 if castle == "average" else 0},
    )
    assert match.ask[0] == "aim"
    found = Counter()
    for along, across in product(PICKS, PICKS):
        hit = struck(match, aim, along, across)
        for each in hit:
            found[each] += 1 / len(hit)
    row = match.read(aim)
    start, angle, pull, bend = (row[1] * 10, row[2] * 10), row[3], row[4], row[5] // 100
    strong = match.game.know.load(match.view())
    standing = [n for n, name in enumerate(STRUCTURES) if (castle, name) != ("average", "gate-s")]
    told = hit_chances(start, angle, pull, bend, aims(KINDS.index(kind), CASTLE[strong.mode], standing))
    assert {each.id: share for each, share in told} == pytest.approx(
        {name: n / len(SPREAD) ** 2 for name, n in found.items()}
    )
    assert [share for _, share in told] == sorted((share for _, share in told), reverse=True)


def test_the_form_names_what_the_loaded_shot_may_strike():
    def targets(kind, **options):
        form = at(options, phase="attack", loaded=kind).scene(ATTACKER, "it").form
        return {each.id: each for each in form.throw.targets}

    boulder = targets("boulder")
    assert set(boulder) == set(STRUCTURES)
    assert boulder["gate-n"].places == ("gate-n-w", "gate-n-e")
    assert boulder["keep"].name == "mastio"
    fire = targets("fire", castle="powerful")
    assert set(fire) == {"gate-n", "gate-s", "keep"}
    assert fire["keep"].places == ("keep-e",)
    assert set(targets("disease")) == set(SECTIONS[:-1])


def test_what_is_in_ruins_is_no_target():
    match = at(phase="attack", loaded="boulder", structures={"tower-nw": 4})
    assert "tower-nw" not in {each.id for each in match.form(ATTACKER).throw.targets}
    everything = range(len(STRUCTURES))
    assert "tower-nw" in {each.id for each in aims(BOULDER, 0, everything)}
    assert SIEGE.play.questions["aim"].form(match.state, ATTACKER).throw.spread[0] == -1121
