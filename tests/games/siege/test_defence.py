"""The rules of Castle under Siege for the Wizard, the defender and the end, in rulebook order."""

from collections import Counter

import pytest

from garrison.games.siege import tables
from garrison.players.hint import hint
from support.games.siege import (
    ATTACKER,
    DEFENDER,
    HURT,
    KEEPER,
    LESS,
    MORE,
    OUTSIDE,
    SOME,
    STRENGTHS,
    WIZARD,
    asked,
    at,
    damage,
    deeds,
    done,
    health,
    miss,
    new,
    on,
    place,
    refuse,
    said,
    shoot,
    slide,
    strength,
    turns_of_fire,
)

# The Wizard


@pytest.mark.rule("siege", "CUS-32")
@pytest.mark.parametrize("structure", SOME)
def test_the_spell_takes_a_point_from_a_boulder(structure):
    weak, strong = at(counters=WIZARD), at(counters=WIZARD)
    told = shoot(weak, "boulder", place(structure, 400), cast=True)
    assert told[1:] == ["deflected", "weaker 1 0", f"no_damage {structure}"]
    assert (damage(weak), weak.view()["shows"], weak.view()["ammunition"]["boulder-1"]) == ({}, {}, "spent")
    told = shoot(strong, "boulder", place(structure, 600), cast=True)
    assert told[1:] == [
        "deflected",
        "weaker 2 1",
        f"damaged {structure} 1 1 {strength('average', structure)}",
    ]
    assert damage(strong) == {structure: 1}
    assert strong.view()["shows"] in ({}, {"boulder-1": 1})


@pytest.mark.rule("siege", "CUS-32")
@pytest.mark.parametrize(
    ("where", "told", "after"),
    [
        (LESS, ["covers soldier-1 300", "deflected", "spared soldier-1"], "healthy"),
        (MORE, ["covers soldier-1 600", "deflected", "shielded soldier-1", "injured soldier-1"], "injured"),
    ],
)
def test_under_the_spell_a_boulder_injures_instead_of_killing_and_spares_instead_of_injuring(
    where, told, after
):
    match = at(counters={"soldier-1": "court", **WIZARD})
    found = shoot(match, "boulder", where, cast=True)
    assert [line for line in found if line.split()[0] in {each.split()[0] for each in told}] == told
    assert match.view()["counters"]["soldier-1"] == {"at": "court", "spot": 0, "health": after}


@pytest.mark.rule("siege", "CUS-33")
@pytest.mark.parametrize(("where", "after"), [(LESS, "injured soldier-1"), (MORE, "killed soldier-1")])
def test_the_spell_does_not_protect_from_a_fire_shot(where, after):
    match = at(counters={"soldier-1": "court", **WIZARD})
    assert shoot(match, "fire", where, cast=True)[-1] == after


@pytest.mark.rule("siege", "CUS-33", "CUS-34")
def test_a_small_fire_burns_four_turns_before_its_first_damage():
    match = at(counters=WIZARD)
    told = shoot(match, "fire", place("wall-nw-n", 600), cast=True)
    assert told[1:] == ["deflected", "small_fire", "on_fire fire-1 wall-nw-n 4"]
    assert turns_of_fire(match, 6) == [
        (3, {}, "burns fire-1 3"),
        (2, {}, "burns fire-1 2"),
        (1, {}, "burns fire-1 1"),
        (2, {"wall-nw-n": 1}, "burnt wall-nw-n 1 3"),
        (1, {"wall-nw-n": 1}, "burns fire-1 1"),
        (2, {"wall-nw-n": 2}, "burnt wall-nw-n 2 3"),
    ]


CORNER = (21665, 16447)
"""Three tenths of a shot on the north-west tower, a part of that on its first soldier."""


@pytest.mark.rule("siege", "CUS-35", "CUS-46")
def test_under_the_spell_disease_at_the_edge_drops_outside_and_spares_all():
    match = at(counters={"soldier-1": "tower-nw", "soldier-2": "tower-nw", **WIZARD})
    told = shoot(match, "disease", CORNER, cast=True)
    assert told[:2] == ["lies_on tower-nw 300", "covers soldier-1 122"]
    assert told[2:] == ["deflected", "dropped_outside", "spared soldier-1"]
    view = match.view()
    assert (view["contaminated"], view["ammunition"]["disease-1"], view["lies"]) == ([], "spent", {})
    assert {health(match, name) for name in ("soldier-1", "soldier-2")} == {"healthy"}
    assert asked(match) == "who"


@pytest.mark.rule("siege", "CUS-35", "CUS-46")
@pytest.mark.parametrize(
    ("where", "cast"),
    [(CORNER, False), (slide(on("tower-nw"), 600, (22175, 17000), (22175, 15000)), True)],
)
def test_without_the_spell_or_with_more_than_half_disease_works(where, cast):
    match = at(counters={"soldier-1": "tower-nw", "soldier-2": "tower-nw", **WIZARD})
    told = shoot(match, "disease", where, cast=cast)
    assert "contaminated tower-nw" in told
    assert "injured soldier-2" in told
    assert asked(match) == "flee"


@pytest.mark.rule("siege", "CUS-45", "CUS-46")
def test_the_spell_works_before_the_defender_acts_and_on_this_shot_only():
    match = at(counters={"mason-1": {"at": "tower-sw", "spot": 3}, **WIZARD})
    told = shoot(match, "boulder", place("tower-sw", 600), cast=True)
    assert told.index("deflected") < told.index("weaker 2 1") < told.index("damaged tower-sw 1 1 4")
    match.play("mason-1")
    assert said(match.play("repair"))[0] == "repaired mason-1 tower-sw 0"
    done(match)
    told = shoot(match, "boulder", place("tower-sw", 600))
    assert told[1:] == ["damaged tower-sw 2 2 4"]
    assert match.view()["spell"] is False


# The defender's turn

WAYS = {
    "tower-nw": "wall-nw-n wall-nw-w",
    "tower-ne": "wall-ne-n wall-ne-e",
    "tower-sw": "wall-sw-s wall-sw-w",
    "tower-se": "wall-se-s wall-se-e",
    "wall-nw-n": "tower-nw gate-n-w court",
    "wall-nw-w": "tower-nw court",
    "wall-ne-n": "tower-ne gate-n-e court",
    "wall-ne-e": "tower-ne court",
    "wall-sw-s": "tower-sw gate-s-w court",
    "wall-sw-w": "tower-sw court",
    "wall-se-s": "tower-se gate-s-e court",
    "wall-se-e": "tower-se court",
    "gate-n-w": "wall-nw-n gate-n-e",
    "gate-n-e": "wall-ne-n gate-n-w",
    "gate-s-w": "wall-sw-s gate-s-e",
    "gate-s-e": "wall-se-s gate-s-w",
    "keep-w": "keep-e court",
    "keep-e": "keep-w court",
    "court": "wall-nw-n wall-nw-w wall-ne-n wall-ne-e wall-sw-s wall-sw-w wall-se-s wall-se-e keep-w keep-e",
}


@pytest.mark.rule("siege", "CUS-36", "CUS-40")
@pytest.mark.parametrize("section", WAYS)
def test_a_counter_moves_one_space(section):
    match = at(phase="defence", counters={"waterboy-1": section, **KEEPER})
    assert said(match.play("waterboy-1")) == ["chosen waterboy-1"]
    assert match.rule == "CUS-40"
    ways = WAYS[section].split()
    assert deeds(match) == [f"move {name}" for name in ways]
    for other in tables.SECTIONS:
        if other not in ways:
            assert refuse(match, f"move {other}") == "CUS-36"
    assert said(match.play(f"move {ways[-1]}"))[0] == f"moved waterboy-1 {ways[-1]}"
    assert match.view()["counters"]["waterboy-1"]["at"] == ways[-1]
    assert asked(match) == "who"


@pytest.mark.rule("siege", "CUS-37")
def test_a_priest_heals_one_injured_counter():
    counters = {"priest-1": "tower-nw", "wizard": HURT, "soldier-1": HURT, "soldier-2": "tower-se", **KEEPER}
    match = at(phase="defence", counters=counters)
    match.play("priest-1")
    assert [text for text in deeds(match) if text.startswith("heal")] == ["heal wizard", "heal soldier-1"]
    assert refuse(match, "heal soldier-2") == "CUS-37"
    assert refuse(match, "heal soldier-3") == "CUS-37"
    assert said(match.play("heal soldier-1")) == ["healed priest-1 soldier-1"]
    assert (health(match, "soldier-1"), health(match, "wizard")) == ("healthy", "injured")
    match.play("soldier-2")
    assert refuse(match, "heal wizard") == "CUS-37"


DAMAGED = {"tower-sw": 3, "wall-sw-s": 2, "gate-n": 1, "keep": 4}
PILES = {"boulder-1": "tower-sw", "boulder-2": "tower-sw", "boulder-3": "keep", "boulder-4": "keep"}
SHOWN = {"boulder-1": 2, "boulder-2": 1, "boulder-3": 2, "boulder-4": 2}


@pytest.mark.rule("siege", "CUS-38")
@pytest.mark.parametrize(
    ("section", "left", "shown"),
    [
        ("tower-sw", 2, {"boulder-2": None}),
        ("wall-sw-s", 1, {}),
        ("gate-n-w", 0, {}),
        ("gate-n-e", 0, {}),
        ("keep-w", 3, {"boulder-3": 1}),
        ("keep-e", 3, {"boulder-3": 1}),
    ],
)
def test_a_stonemason_on_the_structure_repairs_one_point(section, left, shown):
    counters = {"mason-1": section, "mason-2": "tower-ne", "soldier-1": section, **KEEPER}
    match = at(phase="defence", counters=counters, structures=DAMAGED, ammunition=PILES, shows=SHOWN)
    structure = tables.STRUCTURES[tables.STRUCTURE_OF[tables.SECTIONS.index(section)]]
    match.play("mason-1")
    assert deeds(match)[-1] == "repair"
    assert said(match.play("repair")) == [f"repaired mason-1 {structure} {left}"]
    after = {name: n for name, n in {**DAMAGED, structure: left}.items() if n}
    assert damage(match) == after
    figures = {name: n for name, n in {**SHOWN, **shown}.items() if n}
    assert match.view()["shows"] == figures
    places = {name: place for name, place in match.view()["ammunition"].items() if place != "supply"}
    assert places == {name: place if name in figures else "spent" for name, place in PILES.items()}
    match.play("soldier-1")
    assert refuse(match, "repair") == "CUS-38"
    match.play(deeds(match)[0])
    match.play("mason-2")
    assert refuse(match, "repair") == "CUS-38"


@pytest.mark.rule("siege", "CUS-38")
def test_a_stonemason_in_the_court_repairs_nothing():
    match = at(phase="defence", counters={"mason-1": "court", **KEEPER}, structures={"keep": 2})
    match.play("mason-1")
    assert refuse(match, "repair") == "CUS-38"


@pytest.mark.rule("siege", "CUS-39")
def test_a_water_boy_on_the_structure_puts_out_one_fire():
    fires = {"fire-1": "gate-n", "fire-2": "gate-n", "fire-3": "wall-nw-n"}
    counters = {"waterboy-1": "gate-n-e", "waterboy-2": "court", "waterboy-3": "tower-nw", **KEEPER}
    match = at(
        phase="defence",
        counters={**counters, "mason-1": "gate-n-w"},
        ammunition=fires,
        shows=dict.fromkeys(fires, 2),
    )
    match.play("waterboy-1")
    assert deeds(match)[-2:] == ["douse fire-1", "douse fire-2"]
    assert refuse(match, "douse fire-3") == "CUS-39"
    assert refuse(match, "douse fire-4") == "CUS-39"
    assert said(match.play("douse fire-2")) == ["doused waterboy-1 fire-2"]
    assert match.view()["shows"] == {"fire-1": 2, "fire-3": 2}
    for other in ("waterboy-2", "waterboy-3", "mason-1"):
        match.play(other)
        assert not [text for text in deeds(match) if text.startswith("douse")]
        for fire in fires:
            assert refuse(match, f"douse {fire}") == "CUS-39"
        match.play(deeds(match)[0])


@pytest.mark.rule("siege", "CUS-40")
def test_who_cannot_move_acts_only_if_there_is_something_to_do():
    around = ["wall-nw-n", "wall-nw-w"]
    counters = {"soldier-1": "tower-nw", "mason-1": "tower-nw", **KEEPER}
    whole = at(phase="defence", contaminated=around, counters=counters)
    damaged = at(phase="defence", contaminated=around, counters=counters, structures={"tower-nw": 1})
    (keeper,) = KEEPER
    assert deeds(whole) == [keeper, "done"]
    assert deeds(damaged) == ["mason-1", keeper, "done"]


@pytest.mark.rule("siege", "CUS-11", "CUS-40")
def test_a_plan_ends_before_the_next_counter():
    posting = new()
    assert [len(idea.plan) for idea in hint(posting, DEFENDER, "en", 0.0)[:1]] == [1]
    match = at(phase="defence", counters={"mason-1": "keep-e", "mason-2": "keep-e"}, structures={"keep": 3})
    (first, *_) = hint(match, DEFENDER, "en", 0.0)
    assert [answer.do for answer in first.plan] == ["mason-1", "repair"]


@pytest.mark.rule("siege", "CUS-40")
def test_any_number_of_counters_may_act_and_injured_ones_may_not():
    match = at(
        rest="usual", phase="defence", counters={"soldier-3": HURT, "priest-2": HURT, "mason-2": "killed"}
    )
    able = [name for name in tables.COUNTERS if name not in ("soldier-3", "priest-2", "mason-2")]
    assert (match.rule, deeds(match)) == ("CUS-40", [*able, "done"])
    assert refuse(match, "soldier-3") == "CUS-40"
    assert refuse(match, "priest-2") == "CUS-40"
    none = match.copy(match.dice.copy())
    assert said(none.play("done"))[0] == "defended"
    for name in able:
        match.play(name)
        match.play(deeds(match)[0])
        able_now = able[able.index(name) + 1 :]
        if asked(match) == "who":
            assert deeds(match) == [*able_now, "done"]
    assert asked(match) == "load"


@pytest.mark.rule("siege", "CUS-41")
def test_the_injured_stay_injured_until_healed():
    match = at(counters={"soldier-1": HURT, "priest-1": "keep-e", **KEEPER})
    for _ in range(4):
        miss(match)
        assert match.view()["counters"]["soldier-1"] == {"at": "tower-se", "spot": 0, "health": "injured"}
    shoot(match, "boulder", OUTSIDE)
    match.play("priest-1")
    match.play("heal soldier-1")
    assert "soldier-1" in deeds(match)
    match.play("soldier-1")
    match.play("move wall-se-s")
    assert match.view()["counters"]["soldier-1"] == {"at": "wall-se-s", "spot": 0, "health": "healthy"}


# The end


def ending(match):
    return (match.result.won, match.result.how) if match.over else None


@pytest.mark.rule("siege", "CUS-42")
@pytest.mark.parametrize("castle", STRENGTHS)
@pytest.mark.parametrize(
    ("before", "struck", "how"),
    [
        ({}, "keep", "keep"),
        ({}, "gate-n", "gatehouse"),
        ({}, "gate-s", "gatehouse"),
        ({"wall-nw-n": 0}, "tower-nw", "tower"),
        ({"wall-nw-w": 0}, "tower-nw", "tower"),
        ({"tower-sw": 0}, "wall-sw-s", "tower"),
        ({"tower-sw": 0}, "wall-sw-w", "tower"),
        ({"wall-ne-n": 0}, "tower-nw", None),
        ({"tower-se": 0}, "wall-sw-s", None),
        ({"tower-se": 0}, "tower-nw", None),
        ({"wall-nw-n": 0}, "wall-nw-w", None),
        ({}, "tower-nw", None),
        ({}, "wall-nw-n", None),
    ],
)
def test_destruction_wins(castle, before, struck, how):
    structures = {name: strength(castle, name) for name in before}
    match = at({"castle": castle}, structures={**structures, struck: strength(castle, struck) - 1})
    told = shoot(match, "boulder", place(struck, 600))
    assert f"destroyed {struck}" in told
    assert ending(match) == (((ATTACKER,), how) if how else None)
    assert (f"ended {how}" in told) == (how is not None)
    assert match.view()["result"] == ({"how": how} if how else {})


@pytest.mark.rule("siege", "CUS-42")
@pytest.mark.parametrize(("others", "wins"), [({}, True), ({"soldier-2": "keep-w"}, False)])
@pytest.mark.parametrize("where", [LESS, MORE])
def test_all_soldiers_injured_or_killed_wins(others, wins, where):
    hurt = {"soldier-3": HURT, "soldier-4": HURT, "priest-1": "keep-e"}
    match = at(counters={"soldier-1": "court", **hurt, **others})
    told = shoot(match, "boulder", where)
    assert ending(match) == (((ATTACKER,), "soldiers") if wins else None)
    assert told[-1] == ("ended soldiers" if wins else told[-1])


@pytest.mark.rule("siege", "CUS-23", "CUS-42")
def test_a_fire_can_bring_the_victory():
    match = at(
        phase="defence", structures={"gate-s": 3}, ammunition={"fire-4": "gate-s"}, shows={"fire-4": 1}
    )
    told = done(match)
    assert told == ["defended", "burnt gate-s 4 4", "destroyed gate-s", "fire_over fire-4", "ended gatehouse"]
    assert ending(match) == ((ATTACKER,), "gatehouse")


ONE_LEFT = {name: "spent" for name in tables.SHOTS if name != "boulder-12"}


def last_turn(killed, injured=0, **options):
    """The last shot and the last defender's turn, with so many dead of 24."""
    dead = dict.fromkeys(tables.COUNTERS[:killed], "killed")
    hurt = dict.fromkeys(tables.COUNTERS[killed : killed + injured], HURT)
    match = at(options, rest="usual", turn=24, counters={**dead, **hurt}, ammunition=ONE_LEFT)
    told = shoot(match, "boulder", OUTSIDE)
    assert told[-1] == "last_shot"
    return match, done(match)


@pytest.mark.rule("siege", "CUS-43", "CUS-44", "CUS-46")
@pytest.mark.parametrize(
    ("killed", "won", "how"), [(0, DEFENDER, "held"), (12, DEFENDER, "held"), (13, ATTACKER, "points")]
)
def test_at_the_end_more_killed_than_left_wins(killed, won, how):
    match, told = last_turn(killed)
    assert told == ["defended", f"counted {killed} {24 - killed}", f"ended {how}"]
    assert ending(match) == ((won,), how)
    assert match.result.score == (killed, 24 - killed)


@pytest.mark.rule("siege", "CUS-45")
def test_attacker_and_defender_take_turns_and_the_attacker_begins():
    match = new()
    match.play("post rest")
    asks = []
    chance = iter([3, 1, 4, 1, 5, 9, 2, 6] * 200)
    while match.view()["turn"] < 4 and not match.over:
        asks.append((match.view()["turn"], match.view()["phase"], asked(match), match.awaited[0]))
        listed = match.legal()
        match.play(listed[next(chance) % len(listed)])
    assert asks[0] == (1, "attack", "load", ATTACKER)
    order = [each for n, each in enumerate(asks) if n == 0 or asks[n - 1][:2] != each[:2]]
    assert [each[:2] for each in order] == [(n, phase) for n in (1, 2, 3) for phase in ("attack", "defence")]
    for _, phase, ask, seat in asks:
        defends = ask in ("spell", "flee", "who", "what")
        assert seat == (DEFENDER if defends else ATTACKER)
        assert phase == ("defence" if ask in ("flee", "who", "what") else "attack")
    assert Counter(ask for _, _, ask, _ in asks)["load"] == 3


@pytest.mark.rule("siege", "CUS-45")
def test_the_marks_of_those_who_acted_go_with_the_turn():
    match = at(phase="defence", counters={"soldier-1": "court", **KEEPER})
    match.play("soldier-1")
    match.play("move keep-e")
    assert match.view()["acted"] == ["soldier-1"]
    assert said(match.play("done")) == ["defended", "turn 2"]
    assert match.view()["acted"] == []
