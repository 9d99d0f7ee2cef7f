"""Rulings where Castle under Siege's rulebook is silent (CUS-A), and on what only a screen asks (CUS-B)."""

import re

import pytest

import garrison
from garrison.games.siege import tables
from garrison.games.siege.geometry import ROUND_AREA, more_than_half
from support.games.siege import (
    ATTACKER,
    COURT_SPOT,
    DEFENDER,
    HURT,
    KEEPER,
    LESS,
    MORE,
    ON_COURT,
    OUTSIDE,
    SIEGE,
    WIZARD,
    aim,
    asked,
    at,
    damage,
    deeds,
    done,
    health,
    new,
    on,
    on_keep,
    on_spot,
    place,
    refuse,
    said,
    shoot,
    slide,
    spot,
)

BETWEEN = (25250, 17000)
"""Half on the wall beside the north gatehouse, half on the gatehouse."""


@pytest.mark.rule("siege", "CUS-A1")
@pytest.mark.parametrize(
    ("where", "inwards", "structure"),
    [
        ((24250, 16250), (0, 1), "wall-nw-n"),
        ((22500, 25750), (0, -1), "tower-sw"),
        ((28750, 19750), (0, 1), "keep"),
        ((32250, 18200), (-1, 0), "wall-ne-e"),
    ],
)
def test_exactly_half_a_boulder_is_less_than_half(where, inwards, structure):
    for steps, points in ((0, 1), (-1, 1), (1, 2)):
        match = at()
        shoot(match, "boulder", (where[0] + steps * inwards[0], where[1] + steps * inwards[1]))
        assert damage(match) == {structure: points}
        (share,) = match.view()["last"]["sections"].values()
        assert (share > 500, share < 500) == (steps > 0, steps < 0)


@pytest.mark.rule("siege", "CUS-A1", "CUS-28", "CUS-29")
def test_half_a_shot_on_a_counter_is_the_limit_between_injured_and_killed():
    assert not more_than_half((ROUND_AREA, 2))
    assert more_than_half((ROUND_AREA + 1, 2))
    nearly = slide(on_spot("court"), 499, COURT_SPOT, (22300, COURT_SPOT[1]))
    just = slide(on_spot("court"), 501, COURT_SPOT, (22300, COURT_SPOT[1]))
    for where, what in ((nearly, "injured"), (just, "killed")):
        match = at(counters={"soldier-1": "court", **KEEPER})
        assert shoot(match, "fire", where)[-1] == f"{what} soldier-1"


@pytest.mark.rule("siege", "CUS-A1", "CUS-35")
def test_half_of_a_disease_counter_at_the_edge_drops_outside():
    for y, drops in ((16250, True), (16251, False)):
        match = at(counters=WIZARD)
        told = shoot(match, "disease", (24250, y), cast=True)
        assert ("dropped_outside" in told) == drops
        assert ("contaminated wall-nw-n" in told) != drops


ONE_LEFT = {name: "spent" for name in tables.SHOTS if name != "fire-8"}
TWO_LEFT = {name: place for name, place in ONE_LEFT.items() if name != "fire-7"}


@pytest.mark.rule("siege", "CUS-A2", "CUS-46")
def test_the_game_ends_after_the_turn_that_follows_the_last_shot():
    match = at(turn=23, ammunition=TWO_LEFT, counters={"mason-1": "keep-e", **KEEPER}, structures={"keep": 1})
    assert asked(match) == "aim"  # only fire is left: there is nothing to choose
    assert "last_shot" not in shoot(match, "fire", OUTSIDE)
    assert done(match) == ["defended", "turn 24", "loaded", "loaded_kind fire"]
    told = shoot(match, "fire", place("gate-n", 600))
    assert told[-2:] == ["last_shot", "on_fire fire-8 gate-n 2"]
    assert asked(match) == "who"
    match.play("mason-1")
    match.play("repair")
    assert not match.over
    assert done(match) == ["defended", "burns fire-8 1", "counted 22 2", "ended points"]
    assert match.over


@pytest.mark.rule("siege", "CUS-A2", "CUS-42")
def test_the_fires_of_the_last_turn_can_still_win():
    match = at(
        turn=24,
        rest="usual",
        ammunition={**ONE_LEFT, "fire-1": "gate-n"},
        shows={"fire-1": 1},
        structures={"gate-n": 3},
        cast=24,
    )
    shoot(match, "fire", OUTSIDE)
    assert done(match)[-1] == "ended gatehouse"


@pytest.mark.rule("siege", "CUS-A3", "CUS-44")
@pytest.mark.parametrize(
    ("survivors", "injured", "how"),
    [
        ("living", 0, "held"),
        ("living", 5, "held"),
        ("healthy", 0, "held"),
        ("healthy", 3, "held"),
        ("healthy", 5, "points"),
    ],
)
def test_injured_counters_count_as_left_unless_agreed_otherwise(survivors, injured, how):
    dead = dict.fromkeys(tables.COUNTERS[:10], "killed")
    hurt = dict.fromkeys(tables.COUNTERS[10 : 10 + injured], HURT)
    match = at(
        {"survivors": survivors}, rest="usual", turn=24, counters={**dead, **hurt}, ammunition=ONE_LEFT
    )
    shoot(match, "fire", OUTSIDE)
    left = 14 if survivors == "living" else 14 - injured
    assert done(match) == ["defended", f"counted 10 {left}", f"ended {how}"]
    assert match.view()["score"] == [10, left]


@pytest.mark.rule("siege", "CUS-A4")
def test_what_was_shot_is_gone_but_for_piles_fires_and_disease():
    match = at()
    shots = [
        ("boulder", OUTSIDE, "spent"),
        ("boulder", place("wall-nw-n", 600), "spent"),
        ("boulder", place("tower-sw", 600), "tower-sw"),
        ("boulder", on_keep(400), "keep"),
        ("fire", place("tower-ne", 600), "spent"),
        ("fire", place("wall-se-e", 600), "wall-se-e"),
        ("disease", OUTSIDE, "spent"),
        ("disease", place("wall-ne-n", 600), "wall-ne-n"),
    ]
    used = {}
    for kind, where, stays in shots:
        shoot(match, kind, where)
        used[match.view()["last"]["shot"]] = stays
        done(match)
        ammunition = match.view()["ammunition"]
        assert {name: place for name, place in ammunition.items() if place != "supply"} == used
    assert len(used) == len(shots)


@pytest.mark.rule("siege", "CUS-A5")
def test_a_counter_does_one_thing_a_turn():
    counters = {"priest-1": "court", "soldier-1": HURT, "soldier-2": HURT, **KEEPER}
    match = at(phase="defence", counters=counters)
    match.play("priest-1")
    match.play("heal soldier-1")
    assert match.view()["acted"] == ["priest-1"]
    assert "priest-1" not in deeds(match)
    assert refuse(match, "priest-1") == "CUS-A5"
    match.play("soldier-14")
    match.play("move court")
    assert refuse(match, "soldier-14") == "CUS-A5"
    miss_after(match)
    assert {"priest-1", "soldier-14"} <= set(deeds(match))


def miss_after(match):
    done(match)
    shoot(match, "boulder", OUTSIDE)


@pytest.mark.rule("siege", "CUS-A5", "CUS-A17")
@pytest.mark.parametrize(
    ("who", "section", "works"),
    [
        ("priest-1", "tower-ne", ["heal soldier-1"]),
        ("priest-1", "court", ["heal soldier-1"]),
        ("mason-1", "tower-ne", ["repair"]),
        ("mason-1", "tower-nw", []),
        ("mason-1", "tower-se", []),
        ("mason-1", "gate-n-w", ["repair"]),
        ("mason-1", "court", []),
        ("waterboy-1", "gate-n-w", ["douse fire-2"]),
        ("waterboy-1", "tower-ne", []),
        ("waterboy-1", "court", []),
        ("soldier-2", "gate-n-w", []),
        ("wizard", "tower-ne", []),
    ],
)
def test_each_kind_of_counter_moves_or_does_its_own_work_and_nothing_else(who, section, works):
    match = at(
        phase="defence",
        counters={who: section, "soldier-1": HURT, **KEEPER},
        structures={"tower-ne": 1, "tower-nw": 4, "gate-n": 3},
        ammunition={"fire-2": "gate-n"},
        shows={"fire-2": 2},
    )
    match.play(who)
    assert [text for text in deeds(match) if not text.startswith("move ")] == works
    if works:
        match.play(works[0])
        assert refuse(match, who) == "CUS-A5"


@pytest.mark.rule("siege", "CUS-A6")
@pytest.mark.parametrize("section", tables.SECTIONS)
def test_every_way_leads_back(section):
    first = at(phase="defence", counters={"mason-1": section, **KEEPER})
    first.play("mason-1")
    for text in deeds(first):
        match = first.copy(first.dice.copy())
        match.play(text)
        miss_after(match)
        match.play("mason-1")
        assert f"move {section}" in deeds(match)


@pytest.mark.rule("siege", "CUS-A7", "CUS-37")
def test_a_priest_heals_anywhere_or_by_the_other_reading_in_his_section():
    counters = {
        "priest-1": "tower-nw",
        "priest-2": {"at": "court", "health": "injured"},
        "soldier-1": HURT,
        "soldier-2": {"at": "tower-nw", "health": "injured"},
        **KEEPER,
    }
    match = at(phase="defence", counters=counters)
    match.play("priest-1")
    assert deeds(match)[2:] == ["heal priest-2", "heal soldier-1", "heal soldier-2"]
    near = at({"priest": "section"}, phase="defence", counters=counters)
    assert refuse(near, "priest-2") == "CUS-40"
    near.play("priest-1")
    assert deeds(near)[2:] == ["heal soldier-2"]
    assert refuse(near, "heal soldier-1") == "CUS-A7"
    assert refuse(near, "heal soldier-14") == "CUS-37"


@pytest.mark.rule("siege", "CUS-A8", "CUS-26")
def test_disease_kills_the_injured_it_touches_and_only_drives_out_the_others():
    hurt = {"at": "tower-nw", "health": "injured"}
    counters = {"soldier-1": {**hurt, "spot": 0}, "soldier-2": {**hurt, "spot": 1}, **KEEPER}
    match = at(counters=counters)
    touching = slide(on_spot("tower-nw"), 200, (22000, 16700), (22000, 17400))
    told = shoot(match, "disease", touching)
    assert told[-3:] == ["covers soldier-1 200", "contaminated tower-nw", "killed soldier-1"]
    match.play("flee wall-nw-w")
    assert match.view()["counters"]["soldier-2"] == {"at": "wall-nw-w", "spot": 0, "health": "injured"}
    assert match.view()["score"][0] == 22


@pytest.mark.rule("siege", "CUS-26", "CUS-28")
def test_who_is_touched_and_driven_out_is_injured_once():
    match = at(counters={"soldier-1": "tower-nw", **KEEPER})
    told = shoot(match, "disease", slide(on_spot("tower-nw"), 200, (22000, 16700), (22000, 17400)))
    assert told[-2:] == ["contaminated tower-nw", "injured soldier-1"]
    match.play("flee wall-nw-n")
    assert health(match, "soldier-1") == "injured"


@pytest.mark.rule("siege", "CUS-A9")
@pytest.mark.parametrize("wounded", [False, True])
def test_who_cannot_flee_anywhere_dies(wounded):
    row = {"at": "tower-nw", "health": "injured" if wounded else "healthy"}
    match = at(counters={"soldier-1": row, **KEEPER}, contaminated=["wall-nw-n", "wall-nw-w"])
    before = match.view()["score"]
    told = shoot(match, "disease", (22500, 17380))
    assert told[-2:] == ["trapped soldier-1", "killed soldier-1"]
    assert ("injured soldier-1" in told) != wounded
    assert match.view()["score"] == [before[0] + 1, before[1] - 1]
    assert asked(match) == "who"


@pytest.mark.rule("siege", "CUS-A9", "CUS-42")
def test_a_single_way_out_is_taken_without_asking():
    match = at(counters={"soldier-1": "tower-nw", **KEEPER}, contaminated=["wall-nw-n"])
    assert shoot(match, "disease", (22500, 17380))[-1] == "fled soldier-1 wall-nw-w"
    assert asked(match) == "who"


@pytest.mark.rule("siege", "CUS-A10")
def test_crew_do_not_count_as_soldiers():
    crew = {name: "keep-e" for name in tables.COUNTERS if not name.startswith("soldier")}
    match = at(counters={"soldier-1": "court", **crew}, cast=1)
    assert shoot(match, "boulder", LESS)[-1] == "ended soldiers"
    nobody = at(counters={"priest-1": "court", **KEEPER})
    assert shoot(nobody, "boulder", MORE)[-1] == "killed priest-1"
    assert not nobody.over


@pytest.mark.rule("siege", "CUS-A11")
@pytest.mark.parametrize(
    ("castle", "how"),
    [
        ({"keep": 5}, "keep"),
        ({"gate-n": 3}, "gatehouse"),
        ({"tower-nw": 4, "wall-nw-n": 2}, "tower"),
    ],
)
def test_each_way_to_win_is_enough_by_itself(castle, how):
    match = at(rest="usual", counters={}, structures=castle, cast=1)
    target = list(castle)[-1]
    assert shoot(match, "boulder", place(target, 600))[-1] == f"ended {how}"
    assert match.result.won == (ATTACKER,)


def rhythm(match, turns):
    found = []
    for n in range(turns):
        if n:
            shoot(match, "boulder", OUTSIDE)
        done(match)
        found.append(sum(damage(match).values()))
    return found


@pytest.mark.rule("siege", "CUS-A12")
def test_after_its_first_damage_a_small_fire_burns_as_any_other():
    match = at(counters=WIZARD)
    shoot(match, "fire", place("gate-s", 600), cast=True)
    assert rhythm(match, 7) == [0, 0, 0, 1, 1, 2, 2]


@pytest.mark.rule("siege", "CUS-A13")
def test_two_fires_on_one_structure_have_their_own_clocks():
    match = at(counters={"waterboy-1": "gate-s-e", "waterboy-2": "gate-s-e", **KEEPER})
    shoot(match, "fire", place("gate-s", 600))
    done(match)
    shoot(match, "fire", place("gate-s", 400))
    told = done(match)
    assert told == ["defended", "burnt gate-s 1 4", "burns fire-2 1", "turn 3"]
    assert match.view()["shows"] == {"fire-1": 2, "fire-2": 1}
    shoot(match, "boulder", OUTSIDE)
    match.play("waterboy-1")
    match.play("douse fire-2")
    assert match.view()["shows"] == {"fire-1": 2}
    match.play("waterboy-2")
    match.play("douse fire-1")
    assert done(match) == ["defended", "turn 4"]
    assert damage(match) == {"gate-s": 1}


@pytest.mark.rule("siege", "CUS-A14")
@pytest.mark.parametrize("section", ["tower-sw", "wall-nw-w"])
def test_a_ruin_cannot_be_repaired(section):
    whole = 4 if section == "tower-sw" else 3
    for points in (whole, whole - 1):
        match = at(phase="defence", counters={"mason-1": section, **KEEPER}, structures={section: points})
        match.play("mason-1")
        assert ("repair" in deeds(match)) == (points < whole)
        assert match.refusal("repair") == ("CUS-A14" if points == whole else None)


@pytest.mark.rule("siege", "CUS-A15")
def test_fourteen_inches_hold_for_the_first_shot_only():
    match = at(loaded="boulder")
    text = "aim x=27 y=38.5 dir=0 force=2.2 bend=1"
    assert match.refusal(text) == "CUS-06"
    shoot(match, "boulder", OUTSIDE, sides="w")
    done(match)
    match.play("load boulder")
    assert match.refusal(text) is None


@pytest.mark.rule("siege", "CUS-A16")
def test_a_boulder_on_two_structures_damages_the_one_with_more_of_it():
    for x, struck in ((25200, "wall-nw-n"), (25300, "gate-n")):
        match = at()
        told = shoot(match, "boulder", (x, 17000))
        assert len([line for line in told if line.startswith("lies_on")]) == 2
        assert damage(match) == {struck: 2}
    three = at()
    told = shoot(three, "boulder", (25250 - 60, 16250))
    assert told[0].startswith("lies_on wall-nw-n")
    assert damage(three) == {"wall-nw-n": 1}


@pytest.mark.rule("siege", "CUS-14", "CUS-A16")
@pytest.mark.parametrize("choice", ["wall-nw-n", "gate-n"])
def test_of_equal_shares_the_attacker_chooses(choice):
    match = at()
    shoot(match, "boulder", BETWEEN)
    assert (asked(match), match.awaited, match.view()["phase"]) == ("struck", (ATTACKER,), "attack")
    assert (match.rule, deeds(match)) == ("CUS-A16", ["strike wall-nw-n", "strike gate-n"])
    assert match.refusal(f"strike {choice}") is None
    assert refuse(match, "strike tower-nw") == "CUS-A16"
    assert refuse(match, "foul wall-nw-n") == "other-question"
    assert refuse(match, "done") == "other-question"
    assert said(match.play(f"strike {choice}")) == [f"damaged {choice} 1 1 {3 if choice[0] == 'w' else 4}"]
    assert damage(match) == {choice: 1}
    assert asked(match) == "who"


@pytest.mark.rule("siege", "CUS-A17")
def test_nobody_rallies():
    match = at(
        phase="defence", counters={"soldier-1": "court", "soldier-2": HURT, "wizard": "court", **KEEPER}
    )
    for who in ("soldier-1", "wizard"):
        match.play(who)
        assert all(text.startswith("move ") for text in deeds(match))
        match.play(deeds(match)[0])
    verbs = {text.split()[0] for text in SIEGE.play.actions} - set(tables.COUNTERS)
    own = "done move heal repair douse post flee load cast wait site aim turn pull strike foul"
    assert verbs == set(own.split())


@pytest.mark.rule("siege", "CUS-A18", "CUS-13")
def test_a_spell_on_a_miss_counts_as_cast():
    match = at(counters=WIZARD)
    assert shoot(match, "boulder", OUTSIDE, cast=True) == ["missed"]
    assert match.view()["cast"] == 1
    done(match)
    match.play("load boulder")
    assert asked(match) == "aim"


@pytest.mark.rule("siege", "CUS-A19")
def test_four_full_turns_lie_between_two_spells():
    match = at(counters=WIZARD, turn=3)
    shoot(match, "boulder", OUTSIDE, cast=True)
    done(match)
    for turn in range(4, 10):
        assert match.view()["turn"] == turn
        match.play("load boulder")
        assert asked(match) == ("aim" if turn < 8 else "spell")
        shoot(match, "boulder", OUTSIDE)
        done(match)


@pytest.mark.rule("siege", "CUS-A20")
def test_the_two_walls_of_a_card_count_their_damage_apart():
    match = at(structures={"wall-nw-n": 2, "tower-nw": 4})
    told = shoot(match, "boulder", place("wall-nw-w", 600))
    assert told[1:] == ["damaged wall-nw-w 2 2 3"]
    assert damage(match) == {"tower-nw": 4, "wall-nw-n": 2, "wall-nw-w": 2}
    assert not match.over
    cards = {"tower-nw": "nw", "tower-ne": "ne", "tower-sw": "sw", "tower-se": "se"}
    for tower, walls in enumerate(tables.ADJOINING):
        corner = cards[tables.STRUCTURES[tower]]
        assert [tables.STRUCTURES[wall] for wall in walls] == [f"wall-{corner}-{side}" for side in corner]


@pytest.mark.rule("siege", "CUS-A21", "CUS-46")
@pytest.mark.parametrize(
    ("share", "cast", "wins"), [(400, True, False), (400, False, True), (600, True, True)]
)
def test_victory_is_looked_at_after_the_spell(share, cast, wins):
    match = at(counters=WIZARD, structures={"gate-n": 3})
    shoot(match, "boulder", place("gate-n", share), cast=cast)
    assert match.over == wins


@pytest.mark.rule("siege", "CUS-A22")
@pytest.mark.parametrize("where", [LESS, MORE])
def test_under_the_spell_an_injured_counter_stays_injured(where):
    match = at(counters={"soldier-1": {"at": "court", "health": "injured"}, **WIZARD})
    told = shoot(match, "boulder", where, cast=True)
    assert told[-1] == "shielded soldier-1"
    assert match.view()["counters"]["soldier-1"] == {"at": "court", "spot": 0, "health": "injured"}


@pytest.mark.rule("siege", "CUS-A22")
@pytest.mark.parametrize(("where", "after"), [(LESS, "healthy"), (MORE, "injured")])
def test_the_wizard_profits_from_his_own_spell_and_a_hit_does_not_undo_it(where, after):
    stack = {"at": "court", "spot": 0}
    match = at(counters={"wizard": stack, "soldier-1": stack, **KEEPER})
    told = shoot(match, "boulder", where, cast=True)
    assert [line for line in told if line.startswith("shielded")] == (
        ["shielded wizard", "shielded soldier-1"] if after == "injured" else []
    )
    assert (health(match, "wizard"), health(match, "soldier-1")) == (after, after)


@pytest.mark.rule("siege", "CUS-A23")
def test_who_was_injured_first_goes_to_the_victory_pile_too():
    match = at(counters={"soldier-1": "court", **KEEPER})
    before = match.view()["score"][0]
    assert shoot(match, "boulder", LESS)[-1] == "injured soldier-1"
    assert match.view()["score"][0] == before
    done(match)
    assert shoot(match, "disease", LESS)[-1] == "killed soldier-1"
    assert match.view()["score"][0] == before + 1
    trapped = at(counters={"soldier-1": "tower-nw", **KEEPER}, contaminated=["wall-nw-n", "wall-nw-w"])
    shoot(trapped, "disease", (22500, 17380))
    assert trapped.view()["score"][0] == 23


@pytest.mark.rule("siege", "CUS-A24", "CUS-23")
def test_a_fire_turns_at_the_end_of_the_turn_in_which_it_started():
    match = at(counters={"soldier-1": "court", **KEEPER})
    shoot(match, "fire", place("gate-n", 600))
    match.play("soldier-1")
    match.play("move keep-e")
    assert match.view()["shows"] == {"fire-1": 2}
    assert done(match) == ["defended", "burns fire-1 1", "turn 2"]
    shoot(match, "boulder", OUTSIDE)
    assert match.view()["shows"] == {"fire-1": 1}
    assert done(match) == ["defended", "burnt gate-n 1 4", "turn 3"]
    assert match.view()["shows"] == {"fire-1": 2}


@pytest.mark.rule("siege", "CUS-A25")
@pytest.mark.parametrize("kind", tables.KINDS)
def test_on_the_court_alone_a_shot_does_nothing_to_the_castle(kind):
    match = at(counters=WIZARD)
    assert shoot(match, kind, ON_COURT) == ["on_court"]
    view = match.view()
    assert (damage(match), view["contaminated"], view["shows"], view["last"]["sections"]) == ({}, [], {}, {})
    assert view["ammunition"][f"{kind}-1"] == "spent"
    hit = at(counters={"soldier-1": "court", **KEEPER})
    assert shoot(hit, kind, MORE) == ["on_court", "covers soldier-1 600", "killed soldier-1"]


@pytest.mark.rule("siege", "CUS-A26")
def test_one_fire_on_the_wooden_structure_with_the_larger_share():
    for x, burning in ((25200, "wall-nw-n"), (25300, "gate-n")):
        match = at()
        told = shoot(match, "fire", (x, 17000))
        assert told[-1] == f"on_fire fire-1 {burning} 2"
        assert match.view()["ammunition"]["fire-1"] == burning
    stone = at({"castle": "powerful"})
    assert shoot(stone, "fire", (25100, 17000))[-1] == "on_fire fire-1 gate-n 2"
    roof = at({"castle": "powerful"}, counters={"soldier-14": "court"})
    assert shoot(roof, "fire", (26700, 20400))[-1] == "on_fire fire-1 keep 2"
    roofless = at(counters={"soldier-14": "court"})
    assert shoot(roofless, "fire", (26700, 20400))[-1] == "stone keep"


@pytest.mark.rule("siege", "CUS-A26")
def test_one_section_is_contaminated_the_one_with_the_larger_share():
    for x, foul in ((26950, "gate-n-w"), (27050, "gate-n-e")):
        match = at(counters={"soldier-1": "gate-n-w", "soldier-2": "gate-n-e", **KEEPER})
        told = shoot(match, "disease", (x, 17400))
        assert [line for line in told if line.startswith("contaminated")] == [f"contaminated {foul}"]
        assert match.view()["contaminated"] == [foul]
        assert match.view()["ammunition"]["disease-1"] == foul


@pytest.mark.rule("siege", "CUS-A26")
@pytest.mark.parametrize(
    ("kind", "where", "choices", "wrong"),
    [
        ("fire", BETWEEN, ["strike wall-nw-n", "strike gate-n"], "strike gate-s"),
        ("disease", BETWEEN, ["foul wall-nw-n", "foul gate-n-w"], "foul gate-n-e"),
        ("disease", (27000, 17000), ["foul gate-n-w", "foul gate-n-e"], "foul wall-nw-n"),
        ("disease", (27000, 20400), ["foul keep-w", "foul keep-e"], "foul gate-n-w"),
    ],
)
def test_of_equal_shares_of_fire_or_disease_the_attacker_chooses(kind, where, choices, wrong):
    for choice in choices:
        match = at(counters={"soldier-14": "court"})
        shoot(match, kind, where)
        assert (asked(match), match.awaited, deeds(match)) == ("struck", (ATTACKER,), choices)
        assert refuse(match, wrong) == "CUS-A26"
        assert match.refusal(choice) is None
        told = said(match.play(choice))
        name = choice.split()[1]
        assert told == [f"contaminated {name}" if kind == "disease" else f"on_fire fire-1 {name} 2"]


@pytest.mark.rule("siege", "CUS-A27", "CUS-44")
@pytest.mark.parametrize("ruin", ["tower-nw", "wall-se-e"])
@pytest.mark.parametrize(("killed", "how"), [(12, "held"), (13, "points")])
def test_a_lone_ruin_does_not_stop_the_counting(ruin, killed, how):
    dead = dict.fromkeys(tables.COUNTERS[:killed], "killed")
    whole = 4 if ruin == "tower-nw" else 3
    match = at(rest="usual", turn=24, counters=dead, ammunition=ONE_LEFT, structures={ruin: whole})
    shoot(match, "fire", OUTSIDE)
    assert done(match)[-1] == f"ended {how}"
    assert match.result.won == ((ATTACKER,) if how == "points" else (DEFENDER,))


# What only a table on a screen asks


@pytest.mark.rule("siege", "CUS-B1", "CUS-15", "CUS-20")
def test_a_ruin_takes_no_more_and_a_shot_is_judged_by_what_else_it_lies_on():
    ruin = {"wall-nw-n": 3}
    match = at(structures=ruin)
    assert shoot(match, "boulder", place("wall-nw-n", 600))[1:] == ["ruin wall-nw-n"]
    done(match)
    assert shoot(match, "fire", place("wall-nw-n", 600))[1:] == ["ruin wall-nw-n"]
    assert (damage(match), match.view()["shows"]) == (ruin, {})
    done(match)
    shoot(match, "boulder", (25100, 17000))
    assert damage(match) == {"wall-nw-n": 3, "gate-n": 1}
    done(match)
    assert shoot(match, "fire", (25100, 17000))[-1] == "on_fire fire-2 gate-n 2"
    done(match)
    told = shoot(match, "fire", slide(on("wall-nw-n"), 200, (23500, 17000), (22000, 17000)))
    assert told[-2:] == ["ruin wall-nw-n", "stone tower-nw"]


@pytest.mark.rule("siege", "CUS-B1")
def test_counters_stand_and_walk_on_ruins_and_disease_fouls_them():
    ruins = {"tower-nw": 4}
    match = at(phase="defence", structures=ruins, counters={"soldier-1": "wall-nw-n", **KEEPER})
    match.play("soldier-1")
    match.play("move tower-nw")
    done(match)
    told = shoot(match, "disease", (22500, 17380))
    assert "contaminated tower-nw" in told
    match.play("flee wall-nw-n")
    assert match.view()["contaminated"] == ["tower-nw"]


@pytest.mark.rule("siege", "CUS-B2")
@pytest.mark.parametrize(
    ("catapult", "wrong", "right", "rule"),
    [
        ([], "x=42.14 y=6.36", "x=42.15 y=6.35", "CUS-06"),
        ([], "x=11.86 y=35.64", "x=11.85 y=35.65", "CUS-06"),
        ([27000, 41000], "x=40.73 y=34.23", "x=40.74 y=34.24", "CUS-14"),
        ([45000, 21000], "x=46.41 y=22.41", "x=46.42 y=22.42", "CUS-31"),
    ],
)
def test_distances_are_measured_straight_from_the_front_edge_to_the_outline(catapult, wrong, right, rule):
    match = at(loaded="boulder", catapult=catapult)
    assert match.refusal(f"aim {wrong} dir=0 force=2 bend=1") == rule
    assert match.refusal(f"aim {right} dir=0 force=2 bend=1") is None


@pytest.mark.rule("siege", "CUS-B3", "CUS-05")
def test_the_catapult_may_be_bent_harder_and_back_again():
    match = at({"difficulty": "2"})
    for bend in (2, 3, 2):
        match.play("load boulder")
        easier = re.sub(r"bend=.", "bend=1", aim(match, OUTSIDE, bend)[0])
        assert match.refusal(easier) == "CUS-B3"
        text, scatter = aim(match, OUTSIDE, bend)
        match.dice.feed(scatter)
        match.play(text)
        assert match.view()["last"]["bend"] == bend
        done(match)


@pytest.mark.rule("siege", "CUS-B4")
@pytest.mark.parametrize(("where", "what"), [(LESS, "injured"), (MORE, "killed")])
def test_a_shot_hits_all_counters_of_a_stack(where, what):
    stack = {name: {"at": "court", "spot": 0} for name in ("mason-1", "soldier-1", "soldier-2")}
    match = at(counters={**stack, "soldier-3": {"at": "court", "spot": 2}, **KEEPER})
    told = shoot(match, "boulder", where)
    assert told[-3:] == [f"{what} {name}" for name in stack]
    assert list(match.view()["last"]["counters"]) == list(stack)
    assert health(match, "soldier-3") == "healthy"
    tower = {name: {"at": "tower-nw", "spot": 0} for name in stack}
    first = at(counters={**tower, **KEEPER})
    shoot(first, "boulder", spot("tower-nw"))
    assert list(first.view()["last"]["counters"]) == list(tower)


@pytest.mark.rule("siege", "CUS-B5")
def test_who_comes_stands_on_the_first_free_point_then_on_the_smallest_stack():
    assert tables.SPOTS[0] == ((22175, 16675), (22825, 16675), (22175, 17325), (22825, 17325))
    match = new()
    for n in range(7):
        match.play("post wall-nw-w")
        assert match.view()["counters"][tables.COUNTERS[n]]["spot"] == n % 2
    stood = at(
        phase="defence",
        counters={
            "soldier-1": {"at": "tower-nw", "spot": 1},
            "soldier-2": "wall-nw-n",
            "soldier-3": "wall-nw-n",
        },
    )
    for who, point in (("soldier-2", 0), ("soldier-3", 2)):
        stood.play(who)
        stood.play("move tower-nw")
        assert stood.view()["counters"][who] == {"at": "tower-nw", "spot": point, "health": "healthy"}


@pytest.mark.rule("siege", "CUS-B6")
def test_fires_burn_one_after_the_other_and_the_first_that_wins_ends_it():
    fires = {"fire-2": "gate-s", "fire-1": "wall-nw-n", "fire-7": "gate-n"}
    match = at(
        phase="defence",
        structures={"gate-s": 3, "gate-n": 3},
        ammunition=fires,
        shows=dict.fromkeys(fires, 1),
    )
    told = done(match)
    assert told == [
        "defended",
        "burnt wall-nw-n 1 3",
        "burnt gate-s 4 4",
        "destroyed gate-s",
        "fire_over fire-2",
        "ended gatehouse",
    ]
    assert damage(match) == {"wall-nw-n": 1, "gate-s": 4, "gate-n": 3}


@pytest.mark.rule("siege", "CUS-B6", "CUS-22", "CUS-23")
def test_a_fire_whose_structure_has_fallen_in_the_same_turn_burns_no_more():
    fires = {"fire-1": "wall-nw-n", "fire-2": "wall-nw-n"}
    match = at(phase="defence", structures={"wall-nw-n": 2}, ammunition=fires, shows=dict.fromkeys(fires, 1))
    told = done(match)
    assert told[1:] == [
        "burnt wall-nw-n 3 3",
        "destroyed wall-nw-n",
        "fire_over fire-1",
        "fire_over fire-2",
        "turn 2",
    ]
    assert damage(match) == {"wall-nw-n": 3}


@pytest.mark.rule("siege", "CUS-B7")
def test_a_shot_counts_where_it_comes_to_rest():
    match = at(counters={"soldier-1": "court", **KEEPER})
    assert shoot(match, "boulder", (24250, 15000), sides="s") == ["missed"]
    touch = match.view()["last"]["touch"]
    assert tables.LEFT < touch[0] < tables.RIGHT
    assert tables.TOP < touch[1] < tables.BOTTOM
    short = at()
    told = shoot(short, "boulder", place("gate-s", 400), sides="s")
    assert short.view()["last"]["touch"][1] > tables.BOTTOM + tables.RADIUS
    assert told[-1] == "damaged gate-s 1 1 4"


@pytest.mark.rule("siege", "CUS-B8", "CUS-35")
@pytest.mark.parametrize(
    ("where", "drops"),
    [
        (place("wall-nw-n", 400), True),
        (place("tower-se", 400), True),
        (place("gate-s", 400), True),
        (slide(on("gate-n-w"), 400, (26100, 18200), (26100, 19200)), False),
        (slide(on("wall-nw-n"), 480, (24900, 17000), (25600, 17000)), False),
        (on_keep(400), False),
        ((25210, 16350), True),
        ((22600, 19050), False),
    ],
)
def test_only_what_sticks_out_over_the_outline_drops_outside(where, drops):
    match = at(counters=WIZARD)
    told = shoot(match, "disease", where, cast=True)
    assert ("dropped_outside" in told) == drops
    assert bool(match.view()["contaminated"]) != drops


@pytest.mark.rule("siege", "CUS-B8", "CUS-35")
@pytest.mark.parametrize(("y", "drops"), [(16200, True), (16250, True), (16251, False), (16600, False)])
@pytest.mark.parametrize("x", [26990, 27010])
def test_for_the_half_both_sides_of_a_gatehouse_count_together(x, y, drops):
    match = at(counters=WIZARD)
    told = shoot(match, "disease", (x, y), cast=True)
    sections = match.view()["last"]["sections"]
    assert set(sections) == {"gate-n-w", "gate-n-e"}
    assert y == 16600 or max(sections.values()) < 500
    assert ("dropped_outside" in told) == drops
    assert match.view()["contaminated"] == ([] if drops else ["gate-n-w" if x < 27000 else "gate-n-e"])


@pytest.mark.rule("siege", "CUS-46")
@pytest.mark.parametrize(
    ("kind", "where", "meets"),
    [
        ("boulder", OUTSIDE, False),
        ("fire", place("tower-sw", 600), False),
        ("disease", ON_COURT, False),
        ("boulder", place("tower-sw", 400), True),
        ("fire", place("gate-s", 400), True),
        ("disease", place("gate-s", 400), True),
        ("boulder", LESS, True),
    ],
)
def test_the_spell_is_told_where_it_meets_something(kind, where, meets):
    match = at(counters={"soldier-1": "court", **WIZARD})
    assert ("deflected" in shoot(match, kind, where, cast=True)) == meets


@pytest.mark.rule("siege", "CUS-B9", "CUS-24")
def test_a_pile_marked_after_a_fire_is_repaired_like_any_other():
    match = at(
        {"castle": "powerful"},
        phase="defence",
        ammunition={"fire-1": "keep", "boulder-1": "spent", "boulder-2": "keep"},
        shows={"fire-1": 1, "boulder-2": 2},
        structures={"keep": 2},
        counters={"mason-1": "keep-e", "mason-2": "keep-e", **KEEPER},
    )
    done(match)
    assert damage(match) == {"keep": 3}
    assert match.view()["shows"] == {"fire-1": 2, "boulder-1": 1, "boulder-2": 2}
    shoot(match, "fire", OUTSIDE)
    for who, shown in (("mason-1", {"boulder-2": 2}), ("mason-2", {"boulder-2": 1})):
        match.play(who)
        match.play("repair")
        assert match.view()["shows"] == {"fire-1": 2, **shown}
    assert damage(match) == {"keep": 1}
    assert match.view()["ammunition"]["boulder-1"] == "spent"


@pytest.mark.rule("siege", "CUS-B9", "CUS-38")
def test_damage_without_a_marker_is_repaired_too():
    match = at(
        {"castle": "powerful"},
        phase="defence",
        structures={"keep": 2},
        counters={"mason-1": "keep-w", **KEEPER},
    )
    match.play("mason-1")
    assert said(match.play("repair")) == ["repaired mason-1 keep 1"]


RIGHT_AIM = {"x": "27", "y": "40", "dir": "0", "force": "2.2", "bend": "1"}


@pytest.mark.rule("siege", "CUS-B10")
@pytest.mark.parametrize(
    ("field", "wrong", "right"),
    [
        ("x", "54.01", "54"),
        ("x", "-0.01", "0"),
        ("y", "42.01", "42"),
        ("y", "-0.01", "0"),
        ("dir", "360", "359.99"),
        ("dir", "-1", "0"),
        ("force", "0.49", "0.5"),
        ("force", "3.01", "3"),
    ],
)
def test_an_aim_keeps_to_the_table_the_circle_and_the_arm(field, wrong, right):
    match = at(loaded="boulder")

    def refusal(value):
        numbers = {**RIGHT_AIM, field: value}
        return match.refusal("aim " + " ".join(f"{name}={number}" for name, number in numbers.items()))

    assert refusal(wrong) == "CUS-B10"
    assert refusal(right) is None


@pytest.mark.rule("siege", "CUS-B10")
def test_what_is_no_number_cannot_be_read():
    match = at(loaded="boulder")
    for wrong in (
        "x=a y=40 dir=0 force=2 bend=1",
        "x=27 y=40 dir=0 force=2.001 bend=1",
        "x=27 y=40 dir=0 force=2",
    ):
        with pytest.raises(garrison.Unreadable):
            match.play(f"aim {wrong}")
    assert match.refusal("aim x=? y=? dir=? force=? bend=?") == "incomplete"
    assert match.refusal("site n1") is None


@pytest.mark.rule("siege", "CUS-B11")
def test_step_by_step_only_aims_at_the_castle_are_offered():
    match = at(loaded="boulder")
    match.play("site w3")
    offered = [int(text.split()[1]) for text in deeds(match)]
    assert offered == list(range(offered[0], offered[-1] + 1))
    assert 90 in offered
    assert refuse(match, f"turn {offered[0] - 1}") == "CUS-B11"
    assert refuse(match, f"turn {offered[-1] + 1}") == "CUS-B11"
    assert refuse(match, "turn 270") == "CUS-B11"
    match.play("turn 90")
    pulls = [float(text.split()[1]) for text in deeds(match)]
    assert refuse(match, f"pull {pulls[0] - 0.02:.2f}".rstrip("0").rstrip(".")) == "CUS-B11"
    assert refuse(match, f"pull {pulls[-1] + 0.02:.2f}".rstrip("0").rstrip(".")) == "CUS-B11"
    assert refuse(match, "site w3") == "other-question"


@pytest.mark.rule("siege", "CUS-A25")
def test_what_of_a_shot_lies_on_the_court_is_told():
    match = at()
    shoot(match, "boulder", place("keep", 400))
    assert "beside 600" in said(match.events(len(match.rows) - 1))
    edge = at()
    shoot(edge, "boulder", place("tower-nw", 400))
    assert not any(line.startswith("beside") for line in said(edge.events(len(edge.rows) - 1)))
