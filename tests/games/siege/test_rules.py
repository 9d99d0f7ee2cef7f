"""The rules of Castle under Siege for set-up and attacker, in rulebook order; all rules are proven."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import garrison
from garrison.core.show import rulebook
from garrison.games.siege import flight, tables
from support import paths
from support.games.siege import (
    ATTACKER,
    DEFENDER,
    KEEPER,
    LESS,
    MORE,
    OUTSIDE,
    SIEGE,
    SOME,
    STRENGTHS,
    WIZARD,
    aim,
    asked,
    at,
    at_the_edge,
    damage,
    deeds,
    done,
    health,
    miss,
    new,
    on,
    on_spot,
    place,
    refuse,
    said,
    shoot,
    slide,
    spot,
    strength,
    tomls,
    turns_of_fire,
)

# Introduction, components, set-up


@pytest.mark.rule("siege", "CUS-01")
def test_one_attacks_and_one_defends():
    match = new()
    assert match.seats == ("attacker", "defender")
    assert match.awaited == (DEFENDER,)
    match.play("post rest")
    assert (asked(match), match.awaited) == ("load", (ATTACKER,))
    with pytest.raises(garrison.NotAsked):
        match.play("load boulder", DEFENDER)
    shooting = at()
    miss_text, scatter = aim_after_loading(shooting)
    shooting.dice.feed(scatter)
    shooting.play(miss_text)
    assert (asked(shooting), shooting.awaited) == ("who", (DEFENDER,))
    with pytest.raises(garrison.NotAsked):
        shooting.play("done", ATTACKER)


def aim_after_loading(match, kind="boulder", lies=OUTSIDE):
    match.play(f"load {kind}")
    return aim(match, lies)


@pytest.mark.rule("siege", "CUS-02")
def test_there_are_boulders_fire_and_disease():
    match = at()
    assert deeds(match) == ["load boulder", "load fire", "load disease"]
    assert Counter(name.partition("-")[0] for name in match.view()["ammunition"]) == {
        "boulder": 12,
        "fire": 8,
        "disease": 4,
    }


@pytest.mark.rule("siege", "CUS-03")
def test_the_game_is_eighteen_cards():
    cards = {row["id"]: row["count"] for row in tables.COMPONENT_FILE["cards"]}
    assert cards == {"castle": 8, "wall-damage": 6, "catapult": 1, "troops": 1, "ammunition": 2}
    assert sum(cards.values()) == 18
    size = {*tables.CARD}
    assert size == {3500, 2500}


@pytest.mark.rule("siege", "CUS-04")
def test_counters_are_cut_from_one_card_of_troops_and_two_of_ammunition():
    stock = SIEGE.know.stock(new().options)
    kinds = Counter(re.sub(r"-\d+$", "", name) for name in stock if name not in tables.STRUCTURES)
    assert kinds == {
        "wizard": 1,
        "priest": 3,
        "mason": 3,
        "waterboy": 3,
        "soldier": 14,
        "boulder": 12,
        "fire": 8,
        "disease": 4,
    }
    assert all(count % 2 == 0 for kind, count in kinds.items() if kind in tables.KINDS)
    card = tables.CARD[0] * tables.CARD[1]
    assert 24 * tables.COUNTER_SIZE[0] * tables.COUNTER_SIZE[1] <= card
    assert card >= 12 * (2 * tables.RADIUS) ** 2


@pytest.mark.rule("siege", "CUS-05", "CUS-B3")
@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_the_catapult_is_never_bent_at_an_easier_line_than_agreed(difficulty):
    match = at({"difficulty": str(difficulty)}, loaded="boulder")
    for bend in (1, 2, 3):
        text, _ = aim(at({"difficulty": "1"}, loaded="boulder"), OUTSIDE, bend)
        assert match.refusal(text) == (None if bend >= difficulty else "CUS-B3")
    for wrong in ("0", "4", "1.5", "-1"):
        assert match.refusal(re.sub(r"bend=.*", f"bend={wrong}", text)) == "CUS-05"
    assert (match.refusal("site n1"), match.refusal("site n6")) == (None, "CUS-06")
    assert match.refusal("done") == "other-question"
    form = match.scene(ATTACKER).form
    assert form.start[-1] == 100 * difficulty
    assert (form.fields[-1].low, form.fields[-1].high, form.fields[-1].step) == (100, 300, 100)
    assert form.bars == ("CUS-B3", "CUS-06", "CUS-31")


@pytest.mark.rule("siege", "CUS-05")
def test_each_line_is_harder_than_the_one_before():
    assert len(flight.BENDS) == 3 == len(SIEGE.options["difficulty"])
    for easier, harder in zip(flight.BENDS, flight.BENDS[1:], strict=False):
        assert harder.along > easier.along
        assert harder.across > easier.across
        assert harder.reach < easier.reach


@pytest.mark.rule("siege", "CUS-05", "CUS-08")
@pytest.mark.parametrize(("castle", "difficulty"), [("average", "1"), ("powerful", "3")])
def test_castle_and_line_are_announced_at_the_start(castle, difficulty):
    match = new(castle=castle, difficulty=difficulty)
    assert said(match.events(0)) == [f"announced {castle} {difficulty}", "reconstruction"]


@pytest.mark.rule("siege", "CUS-06", "CUS-A15", "CUS-B2")
def test_the_first_place_is_fourteen_inches_away_or_more():
    match = at(loaded="boulder")
    for near, right in (
        ("x=27 y=39.74", "x=27 y=39.75"),
        ("x=27 y=2.26", "x=27 y=2.25"),
        ("x=7.76 y=21", "x=7.75 y=21"),
        ("x=46.24 y=21", "x=46.25 y=21"),
        ("x=27 y=21", "x=0 y=0"),
    ):
        assert match.refusal(f"aim {near} dir=0 force=2 bend=1") == "CUS-06"
        assert match.refusal(f"aim {right} dir=0 force=2 bend=1") is None
    far_lines = [f"site {side}{n}" for side in "nesw" for n in range(1, 6)]
    assert deeds(match) == far_lines
    assert refuse(match, "site n6") == "CUS-06"
    assert match.rule == "CUS-14"
    assert match.scene(ATTACKER).form.bars == ("CUS-B3", "CUS-06", "CUS-31")


@pytest.mark.rule("siege", "CUS-06")
def test_the_attacker_begins_with_all_ammunition_and_no_place():
    view = new().view()
    assert set(view["ammunition"].values()) == {"supply"}
    assert (view["catapult"], view["last"], view["loaded"]) == ([], {}, "")


@pytest.mark.rule("siege", "CUS-07", "CUS-10")
def test_the_defender_begins_with_an_undamaged_castle_and_24_counters():
    view = new().view()
    assert list(view["structures"].values()) == [0] * 15
    assert [row["at"] for row in view["counters"].values()] == ["supply"] * 24
    assert {row["health"] for row in view["counters"].values()} == {"healthy"}
    assert view["contaminated"] == []
    assert view["phase"] == "setup"
    assert asked(new()) == "post"


@pytest.mark.rule("siege", "CUS-08", "CUS-15")
@pytest.mark.parametrize("castle", STRENGTHS)
@pytest.mark.parametrize("structure", SOME)
def test_the_powerful_castle_stands_more(castle, structure):
    match = at({"castle": castle}, structures={structure: strength(castle, structure) - 1})
    told = shoot(match, "boulder", place(structure, 400))
    whole = strength(castle, structure)
    assert f"damaged {structure} 1 {whole} {whole}" in told
    assert f"destroyed {structure}" in told
    held = at({"castle": castle}, structures={structure: strength(castle, structure) - 2})
    assert f"destroyed {structure}" not in shoot(held, "boulder", place(structure, 400))


@pytest.mark.rule("siege", "CUS-08", "CUS-20", "CUS-21")
@pytest.mark.parametrize(
    ("castle", "section", "burns"),
    [
        ("average", "wall-nw-n", True),
        ("average", "wall-sw-w", True),
        ("average", "gate-s-e", True),
        ("average", "tower-ne", False),
        ("average", "keep-w", False),
        ("average", "keep-e", False),
        ("powerful", "wall-nw-n", False),
        ("powerful", "wall-sw-w", False),
        ("powerful", "gate-s-e", True),
        ("powerful", "tower-ne", False),
        ("powerful", "keep-w", False),
        ("powerful", "keep-e", True),
    ],
)
def test_wood_burns_and_stone_does_not(castle, section, burns):
    match = at({"castle": castle}, counters={"soldier-14": "court"})
    structure = tables.STRUCTURES[tables.STRUCTURE_OF[tables.SECTIONS.index(section)]]
    where = {"keep-w": (25250, 20400), "keep-e": (28750, 20400)}.get(section) or at_the_edge(section, 600)
    told = shoot(match, "fire", where)
    assert told[1:] == ([f"on_fire fire-1 {structure} 2"] if burns else [f"stone {structure}"])
    view = match.view()
    assert view["ammunition"]["fire-1"] == (structure if burns else "spent")
    assert view["shows"] == ({"fire-1": 2} if burns else {})
    assert view["lies"] == ({"fire-1": list(where)} if burns else {})
    assert damage(match) == {}


CARDS = {
    "tower card NW": (21750, 16250),
    "gatehouse N": (25250, 16250),
    "tower card NE": (28750, 16250),
    "keep W": (23500, 19750),
    "keep E": (27000, 19750),
    "tower card SW": (21750, 23250),
    "gatehouse S": (25250, 23250),
    "tower card SE": (28750, 23250),
}
ON_CARD = {
    "tower card NW": ("tower-nw", "wall-nw-n", "wall-nw-w"),
    "gatehouse N": ("gate-n-w", "gate-n-e"),
    "tower card NE": ("tower-ne", "wall-ne-n", "wall-ne-e"),
    "keep W": ("keep-w",),
    "keep E": ("keep-e",),
    "tower card SW": ("tower-sw", "wall-sw-s", "wall-sw-w"),
    "gatehouse S": ("gate-s-w", "gate-s-e"),
    "tower card SE": ("tower-se", "wall-se-s", "wall-se-e"),
}


@pytest.mark.rule("siege", "CUS-09")
@pytest.mark.parametrize("card", CARDS)
def test_each_card_lies_in_its_place_and_its_sections_fill_it(card):
    left, top = CARDS[card]
    corners = [tables.CORNERS[tables.SECTIONS.index(name)] for name in ON_CARD[card]]
    xs, ys = ([point[axis] for shape in corners for point in shape] for axis in (0, 1))
    assert (min(xs), min(ys), max(xs), max(ys)) == (left, top, left + 3500, top + 2500)
    for x in range(left + 450, left + 3051, 650):
        for y in range(top + 450, top + 2051, 400):
            assert abs(sum(on(name)(x, y) for name in ON_CARD[card]) - 1000) <= 2


@pytest.mark.rule("siege", "CUS-09")
def test_the_towers_stand_at_the_outer_corners():
    for name, corner in (
        ("tower-nw", (21750, 16250)),
        ("tower-ne", (32250, 16250)),
        ("tower-sw", (21750, 25750)),
        ("tower-se", (32250, 25750)),
    ):
        shape = tables.CORNERS[tables.SECTIONS.index(name)]
        assert corner in shape
        assert {abs(x - corner[0]) for x, _ in shape} == {0, 1500} == {abs(y - corner[1]) for _, y in shape}


@pytest.mark.rule("siege", "CUS-10", "CUS-17")
def test_six_wall_damage_cards_lie_under_four_tower_cards_and_two_gatehouses():
    cards = next(row for row in tables.COMPONENT_FILE["cards"] if row["id"] == "wall-damage")
    rows = " ".join(tables.CASTLE_FILE["layout"]["rows"]).split()
    assert cards["count"] == 6 == rows.count("tower") + rows.count("gatehouse")
    assert len(rows) == 8
    piles = [name for name, piled in zip(tables.STRUCTURES, tables.HAS_PILE, strict=True) if piled]
    assert piles == ["tower-nw", "tower-ne", "tower-sw", "tower-se", "keep"]


@pytest.mark.rule("siege", "CUS-11")
def test_counters_are_posted_anywhere_and_may_all_stack_in_one_section():
    match = new()
    everywhere = [f"post {name}" for name in tables.SECTIONS]
    for counter in tables.COUNTERS:
        assert (asked(match), match.rule) == ("post", "CUS-11")
        assert match.ask[2] == tables.COUNTERS.index(counter)
        assert deeds(match) == [*everywhere, "post rest"]
        told = said(match.play("post tower-nw"))
        assert told[0] == f"posted {counter} tower-nw"
    assert told[1:] == ["posts_done", "turn 1"]
    counters = match.view()["counters"]
    assert {row["at"] for row in counters.values()} == {"tower-nw"}
    assert Counter(row["spot"] for row in counters.values()) == {0: 6, 1: 6, 2: 6, 3: 6}


@pytest.mark.rule("siege", "CUS-11")
def test_the_rest_takes_the_usual_posts():
    match = new()
    match.play("post court")
    told = said(match.play("post rest"))
    counters = {name: row["at"] for name, row in match.view()["counters"].items()}
    assert counters["wizard"] == "court"
    assert told[:-2] == [f"posted {name} {place}" for name, place in counters.items() if name != "wizard"]
    soldiers = [place for name, place in counters.items() if name.startswith("soldier")]
    assert {*tables.TOWERS, *tables.WALLS} <= set(soldiers)
    assert refuse(match, "post court") == "other-question"


# The attacker's turn


@pytest.mark.rule("siege", "CUS-12")
@pytest.mark.parametrize(("kind", "count"), [("boulder", 12), ("fire", 8), ("disease", 4)])
def test_only_what_is_left_can_be_loaded(kind, count):
    gone = {f"{kind}-{n}": "spent" for n in range(1, count + 1)}
    match = at(ammunition=gone)
    others = [each for each in tables.KINDS if each != kind]
    assert match.rule == "CUS-12"
    assert deeds(match) == [f"load {other}" for other in others]
    assert [match.refusal(f"load {other}") for other in others] == [None, None]
    assert refuse(match, f"load {kind}") == "CUS-12"
    nearly = at(ammunition={name: place for name, place in gone.items() if name != f"{kind}-{count}"})
    assert nearly.refusal(f"load {kind}") is None
    shoot(nearly, kind, OUTSIDE)
    assert nearly.view()["last"]["shot"] == f"{kind}-{count}"


@pytest.mark.rule("siege", "CUS-12")
def test_the_shot_is_made_with_the_counter_that_was_picked():
    for kind in tables.KINDS:
        match = at()
        assert said(match.play(f"load {kind}")) == ["loaded", f"loaded_kind {kind}"]
        assert match.view()["loaded"] == kind
        shoot(match, kind, OUTSIDE)
        assert match.view()["last"]["shot"] == f"{kind}-1"
        done(match)
        shoot(match, kind, OUTSIDE)
        assert match.view()["last"]["shot"] == f"{kind}-2"


@pytest.mark.rule("siege", "CUS-13")
def test_the_wizard_is_asked_after_the_loading_and_before_the_catapult_is_placed():
    match = at(counters=WIZARD)
    match.play("load fire")
    assert (asked(match), match.rule) == ("spell", "CUS-13")
    assert (match.awaited, deeds(match)) == ((DEFENDER,), ["cast", "wait"])
    assert refuse(match, "done") == "other-question"
    waited = match.copy(match.dice.copy())
    assert said(waited.play("wait")) == ["spell_kept"]
    assert (asked(waited), waited.view()["cast"], waited.view()["spell"]) == ("aim", 0, False)
    assert said(match.play("cast")) == ["cast"]
    assert (asked(match), match.view()["cast"], match.view()["spell"]) == ("aim", 1, True)


@pytest.mark.rule("siege", "CUS-13")
@pytest.mark.parametrize(
    ("wizard", "asks"),
    [
        ("keep-e", True),
        ("tower-nw", True),
        ("killed", False),
        ({"at": "keep-e", "health": "injured"}, False),
        ("court", True),
    ],
)
def test_only_a_wizard_who_lives_and_is_uninjured_may_cast(wizard, asks):
    match = at(counters={"wizard": wizard, **KEEPER})
    match.play("load boulder")
    assert asked(match) == ("spell" if asks else "aim")


@pytest.mark.rule("siege", "CUS-13")
@pytest.mark.parametrize("turn", range(4, 10))
def test_the_wizard_rests_for_four_turns(turn):
    match = at(counters=WIZARD, turn=turn, cast=3)
    match.play("load boulder")
    assert asked(match) == ("spell" if turn >= 8 else "aim")


@pytest.mark.rule("siege", "CUS-14", "CUS-A15", "CUS-B2")
def test_later_places_are_twelve_inches_away_or_more():
    match = at(loaded="boulder", catapult=[27000, 41000])
    for near, right in (
        ("x=24 y=37.74", "x=24 y=37.75"),
        ("x=27 y=4.26", "x=27 y=4.25"),
        ("x=9.76 y=21", "x=9.75 y=21"),
        ("x=44.24 y=21", "x=44.25 y=21"),
    ):
        assert match.refusal(f"aim {near} dir=0 force=2 bend=1") == "CUS-14"
        assert match.refusal(f"aim {right} dir=0 force=2 bend=1") is None
    assert (match.rule, len(deeds(match))) == ("CUS-14", 39)
    exactly = at(loaded="boulder", catapult=[27000, 40250])
    assert len(deeds(exactly)) == 39  # all but its own place: the next one is just far enough away
    assert match.scene(ATTACKER).form.bars == ("CUS-B3", "CUS-14", "CUS-31")


@pytest.mark.rule("siege", "CUS-14")
def test_one_shot_is_told_and_the_defender_is_on():
    match = at()
    match.play("load boulder")
    match.dice.feed([100, 100])
    told = said(match.play("aim x=27 y=40 dir=0 force=2.3 bend=1"))
    assert told[:2] == ["sited 2700 4000", "shot boulder-1 0 230 1"]
    assert told[2].startswith("touched_down 2701 ")
    assert told[3].startswith("landed 2701 ")
    assert match.view()["loaded"] == ""
    assert match.view()["catapult"] == [27000, 40000] == match.view()["last"]["from"]
    assert (asked(match), match.view()["phase"]) == ("who", "defence")
    assert match.rows[-1].draws == [("scatter-along", [100]), ("scatter-across", [100])]


@pytest.mark.rule("siege", "CUS-14", "CUS-45")
def test_place_direction_and_pull_can_be_chosen_one_after_the_other():
    match = at(loaded="boulder")
    assert said(match.play("site n3")) == ["sited 2700 175"]
    assert (asked(match), match.rule) == ("direction", "CUS-14")
    assert refuse(match, "pull 2") == "other-question"
    assert said(match.play("turn 180")) == ["turned 180"]
    assert (asked(match), match.rule) == ("strength", "CUS-14")
    assert refuse(match, "turn 180") == "other-question"
    match.dice.feed([99, 99])
    told = said(match.play("pull 2.1"))
    assert told[0] == "shot boulder-1 18000 210 1"
    assert match.view()["last"]["from"] == [27000, 1750]


@pytest.mark.rule("siege", "CUS-15")
@pytest.mark.parametrize("castle", STRENGTHS)
@pytest.mark.parametrize("structure", SOME)
def test_less_than_half_a_boulder_does_one_point(castle, structure):
    match = at({"castle": castle})
    told = shoot(match, "boulder", place(structure, 400))
    assert told[1:] == [f"damaged {structure} 1 1 {strength(castle, structure)}"]
    assert damage(match) == {structure: 1}


@pytest.mark.rule("siege", "CUS-16")
@pytest.mark.parametrize("castle", STRENGTHS)
@pytest.mark.parametrize("structure", SOME)
def test_more_than_half_a_boulder_does_two_points(castle, structure):
    match = at({"castle": castle})
    told = shoot(match, "boulder", place(structure, 600))
    assert told[1:] == [f"damaged {structure} 2 2 {strength(castle, structure)}"]
    assert damage(match) == {structure: 2}


@pytest.mark.rule("siege", "CUS-16")
def test_both_sides_of_a_gatehouse_and_of_the_keep_count_together():
    for where, structure in (
        ((27000, 17000), "gate-n"),
        ((27000, 24000), "gate-s"),
        ((27000, 21000), "keep"),
    ):
        match = at()
        told = shoot(match, "boulder", where)
        assert [line.split()[-1] for line in told[:2]] == ["500", "500"]
        assert told[2].startswith(f"damaged {structure} 2 ")


@pytest.mark.rule("siege", "CUS-15", "CUS-17", "CUS-18")
@pytest.mark.parametrize("structure", SOME)
@pytest.mark.parametrize(("share", "points"), [(400, 1), (600, 2)])
def test_a_boulder_stays_beside_tower_and_keep_and_only_there(structure, share, points):
    match = at()
    shoot(match, "boulder", place(structure, share))
    view = match.view()
    piled = structure in ("tower-sw", "keep")
    assert view["ammunition"]["boulder-1"] == (structure if piled else "spent")
    assert view["shows"] == ({"boulder-1": points} if piled else {})
    assert damage(match) == {structure: points}


@pytest.mark.rule("siege", "CUS-18")
def test_boulders_of_a_pile_add_up_to_the_damage():
    match = at()
    for share in (400, 600):
        shoot(match, "boulder", place("tower-sw", share))
        done(match)
    assert damage(match) == {"tower-sw": 3}
    assert match.view()["shows"] == {"boulder-1": 1, "boulder-2": 2}


@pytest.mark.rule("siege", "CUS-16", "CUS-18")
@pytest.mark.parametrize("structure", ["tower-sw", "wall-nw-n"])
def test_no_more_damage_is_done_than_the_structure_has_strength_left(structure):
    whole = strength("average", structure)
    match = at(structures={structure: whole - 1})
    told = shoot(match, "boulder", place(structure, 600))
    assert told[1:] == [f"damaged {structure} 1 {whole} {whole}", f"destroyed {structure}"]
    assert match.view()["shows"] == ({"boulder-1": 1} if structure == "tower-sw" else {})


HIT = slide(on_spot("wall-nw-n"), 400, spot("wall-nw-n"), (23575, 15500))
"""Two fifths of a shot on a soldier on the wall."""


@pytest.mark.rule("siege", "CUS-19")
def test_a_boulder_damages_the_wall_and_hits_the_soldier_on_it():
    match = at(counters={"soldier-1": "wall-nw-n", **KEEPER})
    told = shoot(match, "boulder", HIT)
    assert told[-3] == "covers soldier-1 400"
    assert told[-2].startswith("damaged wall-nw-n ")
    assert told[-1] == "injured soldier-1"
    assert health(match, "soldier-1") == "injured"


# Fire


@pytest.mark.rule("siege", "CUS-20")
def test_a_fire_shot_on_stone_alone_is_spent():
    match = at()
    assert shoot(match, "fire", place("tower-sw", 1000)) == ["lies_on tower-sw 1000", "stone tower-sw"]
    assert match.view()["ammunition"]["fire-1"] == "spent"
    for _ in range(4):
        done(match)
        miss(match)
    assert damage(match) == {}


@pytest.mark.rule("siege", "CUS-21")
def test_a_trace_of_fire_on_wood_is_enough():
    trace = slide(on("wall-nw-n"), 20, (23300, 17000), (22000, 17000))
    match = at()
    told = shoot(match, "fire", trace)
    assert told == ["lies_on tower-nw 980", "lies_on wall-nw-n 20", "on_fire fire-1 wall-nw-n 2"]


@pytest.mark.rule("siege", "CUS-22", "CUS-23")
def test_a_fire_does_one_point_every_two_turns_until_the_wall_falls():
    match = at(counters={"soldier-14": "wall-sw-w"})
    shoot(match, "fire", place("wall-nw-n", 600))
    assert turns_of_fire(match, 6) == [
        (1, {}, "burns fire-1 1"),
        (2, {"wall-nw-n": 1}, "burnt wall-nw-n 1 3"),
        (1, {"wall-nw-n": 1}, "burns fire-1 1"),
        (2, {"wall-nw-n": 2}, "burnt wall-nw-n 2 3"),
        (1, {"wall-nw-n": 2}, "burns fire-1 1"),
        (None, {"wall-nw-n": 3}, "burnt wall-nw-n 3 3"),
    ]
    view = match.view()
    assert (view["ammunition"]["fire-1"], view["lies"]) == ("spent", {})
    assert miss(match) == ["defended", "turn 8"]


@pytest.mark.rule("siege", "CUS-22")
def test_a_boulder_that_destroys_the_structure_ends_its_fires():
    burning = {"fire-1": "wall-nw-n", "fire-2": "wall-nw-n", "fire-3": "gate-s"}
    match = at(structures={"wall-nw-n": 2}, ammunition=burning, shows=dict.fromkeys(burning, 2))
    told = shoot(match, "boulder", place("wall-nw-n", 400))
    assert told[-3:] == ["destroyed wall-nw-n", "fire_over fire-1", "fire_over fire-2"]
    view = match.view()
    assert [view["ammunition"][f"fire-{n}"] for n in (1, 2, 3)] == ["spent", "spent", "gate-s"]
    assert view["shows"] == {"fire-3": 2}


@pytest.mark.rule("siege", "CUS-22", "CUS-39")
def test_a_fire_that_was_put_out_does_no_more_damage():
    match = at(counters={"waterboy-1": "wall-nw-n", **KEEPER})
    shoot(match, "fire", slide(on("wall-nw-n"), 600, (24900, 16900), (24900, 15000)))
    assert turns_of_fire(match, 1) == [(1, {}, "burns fire-1 1")]
    shoot(match, "boulder", OUTSIDE)
    match.play("waterboy-1")
    assert said(match.play("douse fire-1"))[-1] == "doused waterboy-1 fire-1"
    assert (match.view()["shows"], match.view()["ammunition"]["fire-1"], match.view()["lies"]) == (
        {},
        "spent",
        {},
    )
    for _ in range(3):
        done(match)
        miss(match)
    assert damage(match) == {}


@pytest.mark.rule("siege", "CUS-23", "CUS-24")
@pytest.mark.parametrize(("spent", "mark"), [({}, {}), ({"boulder-3": "spent"}, {"boulder-3": 1})])
def test_fire_damage_on_the_keep_is_marked_with_what_was_spent(spent, mark):
    ammunition = {"fire-1": "keep", **spent}
    match = at({"castle": "powerful"}, phase="defence", ammunition=ammunition, shows={"fire-1": 1})
    assert done(match)[1] == "burnt keep 1 8"
    view = match.view()
    assert view["shows"] == {"fire-1": 2, **mark}
    assert all(view["ammunition"][name] == "keep" for name in mark)
    assert damage(match) == {"keep": 1}


# Disease


@pytest.mark.rule("siege", "CUS-25")
def test_a_contaminated_section_is_closed_for_the_rest_of_the_game():
    match = at(counters={"soldier-1": "wall-nw-n", **KEEPER})
    where = place("tower-nw", 1000)
    assert shoot(match, "disease", where) == ["lies_on tower-nw 1000", "contaminated tower-nw"]
    for _ in range(3):
        match.play("soldier-1")
        assert "move tower-nw" not in deeds(match)
        assert refuse(match, "move tower-nw") == "CUS-25"
        match.play("move court")
        view = match.view()
        assert view["contaminated"] == ["tower-nw"]
        assert view["ammunition"]["disease-1"] == "tower-nw"
        assert view["lies"] == {"disease-1": list(where)}
        done(match)
        shoot(match, "boulder", OUTSIDE)
        match.play("soldier-1")
        match.play("move wall-nw-n")
        done(match)
        shoot(match, "boulder", OUTSIDE)


@pytest.mark.rule("siege", "CUS-25")
def test_a_section_is_told_to_be_contaminated_once():
    match = at()
    assert shoot(match, "disease", place("tower-nw", 1000))[-1] == "contaminated tower-nw"
    done(match)
    assert shoot(match, "disease", place("tower-nw", 1000))[-1] == "already_contaminated tower-nw"
    assert match.view()["ammunition"]["disease-2"] == "tower-nw"


@pytest.mark.rule("siege", "CUS-13", "CUS-A2")
def test_a_spell_that_would_come_back_after_the_last_turn_is_not_announced():
    def spell(lang, turn, shots_left):
        gone = [shot for shot in tables.SHOTS if shot.startswith(("boulder", "fire"))][
            : len(tables.SHOTS) - shots_left
        ]
        match = at(
            turn=turn,
            cast=turn,
            ammunition=dict.fromkeys(gone, "spent"),
            counters={"wizard": "keep-w", **KEEPER},
        )
        return next(gauge.value for gauge in match.scene(1, lang).gauges if gauge.id == "spell")

    def while_aiming(cast):
        spent = dict.fromkeys([*tables.SHOTS[1:20], "disease-1"], "spent")
        match = at(turn=21, cast=cast, ammunition=spent, counters={"wizard": "keep-w", **KEEPER})
        found = []
        for answer in ("load disease", "site s3", "turn 0"):
            match.play(answer)
            found.append(next(gauge.value for gauge in match.scene(1, "en").gauges if gauge.id == "spell"))
        return found

    assert while_aiming(19) == ["from turn 24"] * 3
    assert while_aiming(20) == ["none left: the game ends first"] * 3
    assert spell("en", 19, 6) == "from turn 24"
    assert spell("it", 19, 6) == "dal turno 24"
    assert spell("en", 20, 5) == "none left: the game ends first"
    assert spell("it", 20, 5) == "nessun altro: la partita finisce prima"


@pytest.mark.rule("siege", "CUS-25")
def test_who_has_no_way_but_into_contaminated_sections_cannot_act():
    match = at(
        phase="defence", contaminated=["wall-nw-n", "wall-nw-w"], counters={"soldier-1": "tower-nw", **KEEPER}
    )
    assert deeds(match) == ["soldier-14", "done"]
    assert refuse(match, "soldier-1") == "CUS-25"


@pytest.mark.rule("siege", "CUS-26", "CUS-46")
def test_those_in_the_section_are_injured_and_flee_where_the_defender_likes():
    counters = {"soldier-1": "tower-nw", "priest-1": "tower-nw", "mason-1": "wall-nw-n", **KEEPER}
    match = at(counters=counters)
    told = shoot(match, "disease", (22500, 17380))
    assert told[-3:] == ["contaminated tower-nw", "injured priest-1", "injured soldier-1"]
    assert (asked(match), match.awaited, match.rule) == ("flee", (DEFENDER,), "CUS-26")
    assert match.view()["phase"] == "defence"
    assert deeds(match) == ["flee wall-nw-n", "flee wall-nw-w"]
    assert refuse(match, "flee court") == "CUS-26"
    assert refuse(match, "done") == "other-question"
    assert said(match.play("flee wall-nw-w")) == ["fled priest-1 wall-nw-w"]
    assert said(match.play("flee wall-nw-n")) == ["fled soldier-1 wall-nw-n"]
    counters = match.view()["counters"]
    assert counters["priest-1"] == {"at": "wall-nw-w", "spot": 0, "health": "injured"}
    assert counters["soldier-1"] == {"at": "wall-nw-n", "spot": 1, "health": "injured"}
    assert counters["mason-1"] == {"at": "wall-nw-n", "spot": 0, "health": "healthy"}
    assert asked(match) == "who"


@pytest.mark.rule("siege", "CUS-25", "CUS-26")
def test_nobody_flees_into_a_contaminated_section():
    counters = {"soldier-1": "court", "soldier-2": "wall-ne-n", **KEEPER}
    match = at(counters=counters, contaminated=["gate-n-e"])
    shoot(match, "disease", (29250, 16900))
    assert deeds(match) == ["flee tower-ne", "flee court"]
    assert refuse(match, "flee gate-n-e") == "CUS-25"


@pytest.mark.rule("siege", "CUS-27")
@pytest.mark.parametrize("structure", SOME)
def test_disease_damages_no_structure(structure):
    match = at()
    shoot(match, "disease", place(structure, 600))
    assert damage(match) == {}
    assert len(match.view()["contaminated"]) == 1


# Soldiers and crew


@pytest.mark.rule("siege", "CUS-28")
@pytest.mark.parametrize("kind", tables.KINDS)
@pytest.mark.parametrize("who", ["soldier-1", "wizard", "priest-1", "mason-3", "waterboy-2"])
def test_less_than_half_a_shot_injures(kind, who):
    match = at(counters={who: "court", **KEEPER})
    told = shoot(match, kind, LESS)
    assert [line for line in told if not line.startswith("lies_on")][-2:] == [
        f"covers {who} 300",
        f"injured {who}",
    ]
    assert match.view()["counters"][who] == {"at": "court", "spot": 0, "health": "injured"}


@pytest.mark.rule("siege", "CUS-29")
@pytest.mark.parametrize("kind", tables.KINDS)
@pytest.mark.parametrize("who", ["soldier-1", "wizard", "priest-1", "mason-3", "waterboy-2"])
def test_more_than_half_a_shot_kills(kind, who):
    match = at(counters={who: "court", **KEEPER})
    before = match.view()["score"]
    assert shoot(match, kind, MORE)[-2:] == [f"covers {who} 600", f"killed {who}"]
    assert match.view()["counters"][who] == {"at": "killed", "spot": 0, "health": "healthy"}
    assert match.view()["score"] == [before[0] + 1, before[1] - 1]
    assert refuse(match, who) == "CUS-29"


@pytest.mark.rule("siege", "CUS-30")
@pytest.mark.parametrize("kind", tables.KINDS)
def test_any_hit_on_an_injured_counter_kills_it(kind):
    hurt = {"at": "court", "spot": 0, "health": "injured"}
    match = at(counters={"soldier-1": hurt, **KEEPER})
    assert shoot(match, kind, LESS)[-2:] == ["covers soldier-1 300", "killed soldier-1"]
    assert match.view()["counters"]["soldier-1"] == {"at": "killed", "spot": 0, "health": "healthy"}


@pytest.mark.rule("siege", "CUS-29", "CUS-30")
def test_who_is_killed_leaves_his_place_and_his_wound():
    hurt = {"at": "court", "spot": 3, "health": "injured"}
    match = at(counters={"soldier-1": hurt, **KEEPER})
    shoot(match, "boulder", spot("court", 3))
    assert match.view()["counters"]["soldier-1"] == {"at": "killed", "spot": 0, "health": "healthy"}


@pytest.mark.rule("siege", "CUS-31")
def test_the_catapult_moves_two_inches_or_more_before_the_next_shot():
    match = at(loaded="boulder", catapult=[27000, 40000])
    for near, right in (
        ("x=28.99 y=40", "x=29 y=40"),
        ("x=27 y=38.01", "x=27 y=38"),
        ("x=27 y=40", "x=24 y=40"),
    ):
        assert match.refusal(f"aim {near} dir=0 force=2 bend=1") == "CUS-31"
        assert match.refusal(f"aim {right} dir=0 force=2 bend=1") is None
    assert refuse(match, "site s3") == "CUS-31"
    assert "site s2" in deeds(match)
    shoot(match, "boulder", OUTSIDE)
    last = match.view()["catapult"]
    done(match)
    match.play("load fire")
    same = f"aim x={last[0] / 1000} y={last[1] / 1000} dir=0 force=2 bend=1"
    assert match.refusal(same) == "CUS-31"


# All of this is stated, cited and proven

RULES = rulebook.rules(SIEGE, "en")
CODE = {path.name: path.read_text("utf-8") for path in (paths.SOURCE / "games" / "siege").rglob("*.py")}
IDS = [f"CUS-{n:02d}" for n in range(1, 47)] + [f"CUS-A{n}" for n in range(1, 28)]
IDS += [f"CUS-B{n}" for n in range(1, 12)]


@cache
def marked():
    """The ids of all marks of this game, by test; of scenarios, by file."""
    return [*marks_of_tests(), *((path.name, file["rules"]) for path, file in tomls())]


def marks_of_tests():
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            calls = node.decorator_list if isinstance(node, ast.FunctionDef) else []
            for call in calls:
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
                    given = [each.value for each in call.args if isinstance(each, ast.Constant)]
                    assert given[0] == "siege"
                    yield f"{path.name}::{node.name}", given[1:]


def test_the_rule_file_has_every_rule_and_ruling():
    assert sorted(RULES) == sorted(IDS)
    for ident in IDS:
        assert set(RULES[ident]["rulings"]) <= set(IDS), ident


def test_every_rule_is_cited_where_it_bites_and_proven_by_a_marked_test():
    cited = {ident for text in CODE.values() for ident in re.findall(r"\bCUS-[A-Z]?\d+\b", text)}
    proven = {ident for _, ids in marked() for ident in ids}
    assert [ident for ident in IDS if ident not in cited] == []
    assert [ident for ident in IDS if ident not in proven] == []


def test_no_test_claims_more_than_three_rules_or_unknown_ones():
    for name, ids in marked():
        assert 0 < len(ids) <= 3, name
        assert set(ids) <= set(IDS), name


def test_the_code_cites_only_rules_that_exist():
    for name, text in CODE.items():
        assert set(re.findall(r"\bCUS-[A-Z]?\d+\b", text)) <= set(IDS), name


def test_who_draws_the_arm_is_told_how_far_the_castle_is_and_how_far_it_throws():
    match = at({"difficulty": "2"}, loaded="boulder")
    match.play("site n3")
    match.play("turn 180")
    assert match.ask[2:] == (tables.SITE_NAMES.index("n3"), 180, 1350, 2500, *told_ways(2))
    assert match.scene(0, "en").ask.text.endswith(
        "drawn 2 inches, the arm throws 15.01, drawn 2.5 inches, 23.46."
    )
    assert "13,5 e 25 pollici" in match.scene(0, "it").ask.text


def told_ways(bend):
    return [flight.rounded(flight.way(bend, pull), 10) for pull in (200, 250)]
