"""Events of Castle under Siege name their rule and are shown by things that exist."""

from __future__ import annotations

from collections import Counter

import pytest

import garrison as package
from garrison.core.show import rulebook
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Scene
from garrison.core.state import ALL, SPECTATOR
from garrison.games.siege import tables
from support.games import siege
from support.games.moves import sample_play
from support.games.siege_games import SIEGE, board, sprites, told
from support.proof import few

WITHOUT_GESTURE = {
    "announced",
    "reconstruction",
    "loaded_kind",
    "touched_down",
    "landed",
    "missed",
    "weaker",
    "small_fire",
    "dropped_outside",
    "ended",
}
"""Events that are only told: the flight shows where a shot touches down and lies, the rest is words."""


def test_every_kind_of_event_has_a_gesture_or_is_only_told() -> None:
    assert {kind for kind, row in SIEGE.tell.events.items() if not row.gesture} == WITHOUT_GESTURE


def test_every_kind_of_event_has_a_rule() -> None:
    named = {
        rule
        for row in SIEGE.tell.events.values()
        for rule in ([row.rule] if isinstance(row.rule, str) else row.rule.values())
    }
    assert named <= set(rulebook.rules(SIEGE, "en"))
    for _, events, _ in told():
        assert all(SIEGE.tell.rule_of(events, at) for at in range(len(events)))


SOLDIER, PRIEST = tables.COUNTERS.index("soldier-1"), tables.COUNTERS.index("priest-1")
CAUSES = [
    ([("damaged", 0, 1, 1, 4)], "CUS-15"),
    ([("damaged", 0, 2, 2, 4)], "CUS-16"),
    ([("weaker", 2, 1), ("damaged", 0, 1, 1, 4)], "CUS-32"),
    ([("damaged", 4, 2, 3, 3), ("destroyed", 4)], "CUS-42"),
    ([("burnt", 4, 3, 3), ("destroyed", 4)], "CUS-22"),
    ([("covers", SOLDIER, 300), ("injured", SOLDIER)], "CUS-28"),
    ([("covers", SOLDIER, 300), ("contaminated", 0), ("injured", PRIEST)], "CUS-26"),
    ([("covers", SOLDIER, 800), ("shielded", SOLDIER), ("injured", SOLDIER)], "CUS-32"),
    ([("covers", SOLDIER, 501), ("killed", SOLDIER)], "CUS-29"),
    ([("covers", SOLDIER, 500), ("killed", SOLDIER)], "CUS-30"),
    ([("trapped", SOLDIER), ("killed", SOLDIER)], "CUS-A9"),
    ([("dropped_outside",), ("spared", SOLDIER)], "CUS-35"),
    ([("covers", SOLDIER, 100), ("spared", SOLDIER)], "CUS-32"),
    ([("ended", 1)], "CUS-42"),
    ([("ended", 5)], "CUS-44"),
    ([("ended", 6)], "CUS-43"),
]


@pytest.mark.parametrize(("events", "rule"), CAUSES)
def test_the_rule_is_that_of_the_cause(events: list[tuple[object, ...]], rule: str) -> None:
    row = [(ALL, *event) for event in events]
    assert SIEGE.tell.rule_of(row, len(row) - 1) == rule


def known(scene: Scene) -> set[str]:
    return {thing.id for things in (scene.pieces, scene.trays, scene.gauges) for thing in things}


@pytest.mark.slow
@pytest.mark.parametrize("viewer", few(1, [1, 0, SPECTATOR]))
def test_each_seat_sees_the_things_of_its_gestures(viewer: int) -> None:
    everywhere = {place.id for place in board().places} | set(sprites())
    shown: Counter[str] = Counter()
    for before, events, after in told(viewer):
        for event in events:
            things = SIEGE.tell.things_of(event)
            assert set(things) <= everywhere | known(before) | known(after), event
            assert bool(things) == bool(SIEGE.tell.events[event[1]].gesture)
            shown[event[1]] += 1
    assert shown["shot"] > 10
    assert {"on_fire", "contaminated", "destroyed"} <= set(shown)


def test_a_shot_flies_from_the_catapult_over_its_first_touch_to_where_it_lies() -> None:
    flown = 0
    for before, events, after in told():
        for event in events:
            if event[1] == "shot":
                start, touch, flying, end = SIEGE.tell.things_of(event)
                assert known(before).isdisjoint({start, touch, end}), (
                    "the last shot's marks are not mistaken for it"
                )
                assert {start, touch, end} <= known(after)
                assert flying in sprites()
                flown += 1
    assert flown > 10


def test_counters_move_where_they_are_told_to() -> None:
    moved = set()
    for before, events, after in told():
        where = {each.id: each.at for each in before.pieces}
        for event in events:
            if SIEGE.tell.events[event[1]].gesture == "move" and event[1] != "sited":
                what, start, to = SIEGE.tell.things_of(event)
                assert start in (what, where[what])
                where[what] = to
                moved.add(event[1])
        assert {each.id: each.at for each in after.pieces if each.id in tables.COUNTERS} == {
            counter: where[counter] for counter in tables.COUNTERS
        }
    assert moved == {"posted", "moved", "fled", "killed"}


def test_a_catapult_may_stand_anywhere_and_every_frame_is_told() -> None:
    match = siege.at()
    match.play("load boulder")
    match.dice.feed([100, 100])  # type: ignore[union-attr]
    events = match.play("aim x=13.37 y=3.21 dir=150 force=2.3 bend=1")
    assert next(SIEGE.tell.things_of(event) for event in events) == ("catapult", "catapult", "catapult")
    for seat in (0, 1, -1):
        assert Perspective(match, seat).frame("en").steps
    assert SIEGE.tell.things_of((-1, "sited", 2700, 175)) == ("catapult", "catapult", "n3")


def test_a_castle_that_fell_says_which_structure_decided_it() -> None:
    causes = {}
    for seed in range(40):
        match = package.new("siege", seed=seed)
        while not match.over:
            match.play(sample_play(match))
        assert match.result is not None
        ending = Perspective(match, SPECTATOR).ending("en")
        assert ending is not None
        fell = match.result.how in ("keep", "tower", "gatehouse")
        assert bool(ending.cause) == bool(ending.things) == fell
        causes[fell] = ending
        if len(causes) == 2:
            break
    assert causes[True].cause.endswith("is destroyed!")
    (damage,) = causes[True].things
    assert damage.startswith("damage-")
