"""The log of Castle Itter step by step, who wins, and the odds shown before a roll."""

import pytest

import garrison
from garrison.core import kernel
from garrison.core.dice import ScriptedDice
from garrison.core.scenario import start
from garrison.core.show.perspective import Perspective

ALONE = {"rest": "casualty", "actions_left": 1}


def at(position, difficulty="beginner"):
    found = {
        "game": "itter",
        "options": {"difficulty": difficulty},
        "dice": [],
        "position": position,
        "step": [],
    }
    return start(found, "test")


def told(position, do, dice=(), difficulty="beginner"):
    match, script = at(position, difficulty)
    script.feed(dice)
    *before, last = do.split("; ")
    for action in before:
        match.play(action)
    return [event[1] for event in match.play(last)]


def card(name, defenders, dice, **more):
    """The events of one SS card, from the card to the end of the game."""
    position = {**ALONE, "defenders": defenders, "ss_deck": [name], **more}
    kinds = told(position, "pass", dice)
    assert kinds[:3] == ["passed", "ss_phase", "card"]
    assert kinds[-1] == "ended"
    return kinds[3:-1]


AIMED = "Die {}: the target is Worsham on {}."
SEARCHES = [
    ("g1", 1, ""),
    ("g2", 1, " Nobody is on number 1: the next higher one is the target."),
    ("g1", 3, " Nobody is on number 3 or above: the next lower one is the target."),
]


@pytest.mark.rule("itter", "ITP-4.1b")
@pytest.mark.parametrize(("square", "die", "said"), SEARCHES)
def test_the_log_says_why_a_search_went_past_the_number_rolled(square, die, said):
    match, script = at({**ALONE, "defenders": {"worsham": square}, "ss_deck": ["sniper/2"]})
    script.feed([1, die, 1, 1, 1, 1])
    match.play("pass")
    seen, said = Perspective(match, 0), AIMED.format(die, square.upper()) + said
    assert said in seen.sentences(seen.count, "en")
    assert said in [step.say for step in seen.moment(seen.count, "en").steps]


WORSHAM = {"worsham": "g1"}
HAND = ["rifleman-2/1", "scout-2/1", "sturm-1/1", "mg-1/1"]
CARDS = {
    "sniper finds nobody": (("sniper/2", WORSHAM, [6]), ["aimed_colour", "nobody_there"]),
    "sniper misses": (
        ("sniper/2", WORSHAM, [1, 1, 1, 1, 1, 1]),
        ["aimed_colour", "aimed", "fired", "unhurt"],
    ),
    "sniper kills": (
        ("sniper/2", {**WORSHAM, "rifleman1": "g2"}, [1, 1, 6, 1, 1, 1]),
        ["aimed_colour", "aimed", "fired", "killed", "lost_heart"],
    ),
    "walls hold": (("flak37/1", WORSHAM, [1, 1, 1, 1, 1, 1]), ["aimed_location", "fired", "walls_held"]),
    "walls give": (("flak37/1", WORSHAM, [1, 6, 1, 1, 1, 1]), ["aimed_location", "fired", "battered"]),
    "panzerfaust misses": (("panzerfaust/2", WORSHAM, [1, 1, 1, 1]), ["fired", "walls_held"]),
    "flak 30 on nobody": (("flak30/2", WORSHAM, [1]), ["aimed_colour", "nobody_there"]),
    "flak 30": (
        ("flak30/2", {**WORSHAM, "sutton": "nt2", "pollock": "nt3"}, [1, 6, 1, 1, 1]),
        ["aimed_colour", "flak_at", "fired", "disrupted", "flak_at", "fired", "unhurt"],
    ),
    "suppressive fire of none": (("suppressive-fire/2", WORSHAM, []), ["no_heavy"]),
    "machine gunner arrives": (
        ("mg-1/1", WORSHAM, [4, 5, 1, 1, 1]),
        ["rolled_area", "landed", "aimed", "fired", "unhurt"],
    ),
    "rifleman pushes": (
        ("sturm-1/1", WORSHAM, [4, 5]),
        ["rolled_area", "landed", "pushed"],
    ),
    "reinforcements": (
        ("reinforcements/3", {**WORSHAM, "waltl": "aside", "linson": "aside"}, []),
        ["reinforced", "reinforced"],
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_a_card_is_told_as_it_happens(name):
    arguments, kinds = CARDS[name]
    assert card(*arguments) == kinds


def test_fire_of_heavy_weapons_is_told():
    kinds = card("suppressive-fire/2", WORSHAM, [1, 6, 1], counters={"9": ["rifleman", "mg"]})
    assert kinds == ["opens_fire", "aimed", "fired", "disrupted"]


def test_the_end_of_the_tank_is_told():
    crew = {**WORSHAM, "lee": "bj2"}
    kinds = card("panzerfaust/2", crew, [4, 1, 1, 1], defence={"tank": 4})
    assert kinds == ["fired", "battered", "tank_destroyed", "killed"]
    kinds = card("panzerfaust/2", WORSHAM, [], defence={"tank": 0})
    assert kinds == ["wreck_hit"]


def test_a_breach_is_told():
    full = {str(circle): ["rifleman"] for circle in (11, 32, 30, 31)}
    kinds = card("sturm-1/1", WORSHAM, [5, 6], counters=full)
    assert kinds == ["rolled_area", "landed", "pushed", "pushed", "pushed", "breached"]


def test_suppression_is_told_hit_and_miss():
    position = {"actions_left": 1, "tokens": {"black": 2}, "ss_deck": ["sturm-1/1"]}
    match, script = at(position)
    script.feed([4, 5])
    assert [event[1] for event in match.play("pass")][-1] == "rolled_area"
    missed = match.copy(ScriptedDice([4]))
    script.feed([5])
    assert [event[1] for event in match.play("spend 1")] == ["spent", "held_off", "ended"]
    assert [event[1] for event in missed.play("spend 1")] == ["spent", "landed", "pushed", "ended"]


@pytest.mark.rule("itter", "ITP-3.5a", "ITP-4.1c")
def test_a_sacrifice_is_told():
    position = {**ALONE, "defenders": {"gangl": "nt2", "gamelin": "nt3", **WORSHAM}, "ss_deck": ["sniper/2"]}
    match, script = at(position)
    script.feed([6, 3, 6, 1, 1, 1])
    assert "doomed" not in [event[1] for event in match.play("pass")]
    assert [event[1] for event in match.play("sacrifice")] == ["sacrificed", "killed", "ended"]


TACTICS = {
    "barrage/1": ("flak37/1", [1, 1, 1, 1, 1, 1, 1], ["aimed_location", "extra_dice", "fired", "walls_held"]),
    "western-approach/1": ("rifleman-2/1", [1, 1], ["approach", "rolled_area", "landed", "pushed"]),
    "pinning-fire/2": ("mg-1/2", [4, 5, 1, 6, 1], ["disrupted", "pinned"]),
}


@pytest.mark.parametrize("tactic", TACTICS)
def test_a_tactic_is_told_when_it_bites(tactic):
    name, dice, expected = TACTICS[tactic]
    position = {**ALONE, "defenders": WORSHAM, "ss_deck": [name], "tactic_deck": [tactic]}
    kinds = told(position, "pass", dice, "veteran")
    assert kinds[2] == "tactic"
    at_card = kinds[4:]
    assert [kind for kind in at_card if kind in expected][: len(expected)] == expected


def test_old_tactics_are_told_to_be_over():
    position = {**ALONE, "defenders": WORSHAM, "ss_deck": ["suppressive-fire/2"]}
    position |= {"tactics": ["barrage/1"], "tactic_deck": ["focus-fire/1"]}
    assert told(position, "pass", [], "veteran")[2:4] == ["tactic_gone", "tactic"]


def test_cards_that_bar_or_hinder_suppression_are_told():
    position = {**ALONE, "defenders": WORSHAM, "ss_deck": ["sturm-1/4"], "tokens": {"black": 2}}
    barred = told({**position, "tactic_deck": ["storm-assault/4"]}, "pass", [4, 5], "veteran")
    assert "tokens_barred" in barred
    hindered = told({**position, "tactic_deck": ["smoke-screen/4"]}, "pass", [4, 5], "veteran")
    assert hindered[-2:] == ["rolled_area", "harder"]
    plain = told({**position, "tactic_deck": ["focus-fire/4"]}, "pass", [4, 5], "veteran")
    assert plain[-1] == "rolled_area"
    none = told({**position, "tokens": {}, "tactic_deck": ["storm-assault/4"]}, "pass", [4, 5], "veteran")
    assert "tokens_barred" not in none


DEEDS = {
    "lee; place k1; suppress red=2": ["suppressed"],
    "lee; place k1": ["placed"],
    "lee; place k1; shift k2": ["shifted"],
    "lee; place k1; shift k2; done": ["stayed"],
    "lee; place k1; move nt2": ["moved"],
    "lee; place bj1; load": ["loaded"],
    "pass": ["passed"],
}


@pytest.mark.parametrize("deed", DEEDS)
def test_what_a_defender_does_is_told(deed):
    assert told({}, deed) == DEEDS[deed]


def test_deeds_of_those_on_the_board_are_told():
    here = {"lee": "k1", "sutton": "k2", "worsham": "k3", "borotra": "nt2"}
    marks = {"sutton": ["exhausted", "disrupted"], "worsham": ["exhausted"]}
    empty = {str(area): [] for area in range(2, 13)}
    position = {"rest": "casualty", "defenders": here, "marks": marks, "counters": empty}
    assert told(position, "lee; command") == ["commanded"]
    assert told(position, "lee; command; recover exhausted sutton") == ["rested"]
    assert told(position, "sutton; recover disrupted") == ["steadied"]
    assert told(position, "worsham") == ["rested"]
    assert told(position, "lee; shift k4") == ["shifted"]
    assert told(position, "borotra; escape") == ["escaped", "regiment"]


@pytest.mark.rule("itter", "ITP-3.6d", "ITP-2.2b", "ITP-2.3a")
def test_firing_the_gun_uses_the_load_up():
    position = {"rest": "casualty", "defenders": {"lee": "bj2", "sutton": "k2"}, "load": True}
    assert told(position, "lee; suppress black=7 weapon") == ["unloaded", "suppressed"]
    assert told(position, "lee; suppress black=2") == ["suppressed"]
    assert told(position, "lee; attack rifleman@9 weapon", [1, 1, 1, 1]) == ["unloaded", "attacked", "missed"]
    assert told(position, "lee; attack rifleman@9", [3]) == ["attacked", "destroyed"]


def test_a_swap_is_told():
    position = {"rest": "casualty", "defenders": {"lee": "k1", "sutton": "k2"}}
    assert told(position, "lee; shift k2") == ["swapped"]


@pytest.mark.rule("itter", "ITP-0d")
def test_the_set_up_tells_every_starting_counter():
    kinds = [event[1] for event in garrison.new("itter", seed=1).events(0)]
    assert kinds == ["arrayed"] * 11 + ["turn"]


# What is asked

ASKED = [
    ("ITP-2.0a", {}, {}, [], []),
    ("ITP-2.1a", {}, {}, ["lee"], []),
    ("ITP-2.0a", {}, {}, ["lee", "place k1"], []),
    (
        "ITP-2.7b",
        {},
        {"rest": "casualty", "defenders": {"lee": "k1", "sutton": "k2"}, "marks": {"sutton": ["exhausted"]}},
        ["lee", "command"],
        [],
    ),
    (
        "ITP-4.3c",
        {},
        {"actions_left": 1, "tokens": {"black": 2}, "ss_deck": ["sturm-1/1"]},
        ["pass"],
        [4, 5],
    ),
    (
        "ITP-3.5a",
        {},
        {**ALONE, "defenders": {"gangl": "nt2", "gamelin": "nt3"}, "ss_deck": ["sniper/2"]},
        ["pass"],
        [6, 3, 6, 1, 1, 1],
    ),
    (
        "ITP-4.4b",
        {},
        {
            **ALONE,
            "defenders": WORSHAM,
            "counters": {"9": ["mg", "mortar"]},
            "ss_deck": ["suppressive-fire/2"],
        },
        ["pass"],
        [],
    ),
    (
        "IT3-95",
        {"edition": "playtest"},
        {**ALONE, "defenders": WORSHAM, "ss_deck": ["ss-squads/2"]},
        ["pass"],
        [],
    ),
    ("ITP-6.2d", {"difficulty": "competitive"}, {"turn": 1, "phase": "planning", "ss_hand": HAND}, [], []),
]


@pytest.mark.parametrize(
    ("rule", "options", "position", "do", "dice"),
    [pytest.param(*row, marks=pytest.mark.rule("itter", row[0])) for row in ASKED],
)
def test_a_question_names_the_rule_that_asks_it(rule, options, position, do, dice):
    found = {"game": "itter", "options": options, "dice": [], "position": position, "step": []}
    match, script = start(found, "test")
    script.feed(dice)
    for action in do:
        match.play(action)
    assert match.rule == rule
    assert match.scene(match.awaited[0]).ask.rule == rule


# Who wins


def ended(score):
    """A game that ends with this score: so many Defenders stand, and eleven SS counters."""
    names = [name for name in garrison.new("itter", seed=1).view()["defenders"] if name[0] not in "cdgr"]
    names = [name for name in names if name not in ("borotra", "gamelin")]
    squares = ["nt2", "nt3", "nt5", "nt6", "st2", "st4", "st5", "st6", "k1", "k2", "k3", "k4", "ghp", "ghg"]
    standing = dict(zip(names[: score + 11], squares, strict=False))
    match, _ = at({**ALONE, "defenders": standing, "ss_deck": ["reinforcements/3"]})
    match.play("pass")
    return match


@pytest.mark.rule("itter", "ITP-5.0b")
@pytest.mark.parametrize(("score", "won"), [(0, ()), (1, (0,)), (2, (0,))])
def test_one_point_wins_and_none_is_a_draw(score, won):
    result = ended(score).result
    assert result.score == (score,)
    assert result.won == won


@pytest.mark.rule("itter", "ITP-5.0b", "ITP-4.3e")
def test_a_breach_is_won_by_nobody_and_scores_nothing():
    full = {str(circle): ["rifleman"] for circle in (11, 32, 30, 31)}
    match, script = at({**ALONE, "defenders": WORSHAM, "ss_deck": ["sturm-1/1"], "counters": full})
    script.feed([5, 6])
    match.play("pass")
    assert (match.result.won, match.result.score, match.result.how) == ((), (0,), "breach")


# Odds


@pytest.mark.rule("itter", "ITP-4.3c")
def test_odds_of_suppression():
    match, script = at({"actions_left": 1, "tokens": {"black": 3}, "ss_deck": ["rifleman-2/1"]})
    script.feed([4, 5])
    match.play("pass")
    odds = [match.odds(f"spend {n}") for n in range(4)]
    assert odds == [None, (2, 3), (8, 9), (26, 27)]


@pytest.mark.rule("itter", "ITP-2.2b", "ITP-3.1a")
def test_odds_of_attacks_count_inspirers_and_weapons():
    here = {"lee": "g4", "gamelin": "g2", "sutton": "g3"}
    match, _ = at({"rest": "casualty", "defenders": here, "counters": {"9": ["sturm", "mg"]}})
    match.play("lee")
    assert match.odds("attack sturm@9") == (5, 9)
    assert match.odds("attack mg@9 weapon") == (7, 8)
    assert match.odds("suppress black=3") is None
    assert kernel.odds(match.game.play, match.state, 0, match.read("move nt2")) is None
