"""Luck: counted by hand, against exact odds, and even in the long run."""

import re
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

import garrison
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.luck import at_least, luck
from garrison.core.match import Match
from garrison.core.scenario import start
from garrison.games.itter.tables import MODES
from support import paths
from support.games.toy import TOY

RECORDS = sorted(paths.RECORDS.glob("itter-*.txt"))
VARIANCE = 35 / 12
"""Of one die."""
FAR = 4
"""So many standard deviations no honest dice stray from their mean in these games."""


def sides(match):
    return {side.side: side for side in luck(match)}


# The chance of a sum


@pytest.mark.parametrize("dice", range(1, 6))
def test_the_chance_of_a_sum_is_counted_out(dice):
    sums = [sum(faces) for faces in product(range(1, 7), repeat=dice)]
    for total in range(dice - 1, 6 * dice + 2):
        assert at_least(dice, total) == Fraction(sum(each >= total for each in sums), len(sums))


def test_hundreds_of_dice_are_as_often_above_the_mean_as_below():
    assert at_least(301, 1054) == Fraction(1, 2)
    assert at_least(0, 0) == 1


# Games written down


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_dice_of_a_record_are_those_written_in_it(path):
    draws = re.findall(r"\| (\w+)((?: \d)+)", path.read_text("utf-8"))
    thrown = {"defender": [], "ss": []}
    for label, faces in draws:
        side = {"attack": "defender", "suppression": "defender", "fire": "ss"}.get(label)
        if side:
            thrown[side] += map(int, faces.split())
    found = sides(garrison.open(path))
    assert {side: each.dice for side, each in found.items()} == {
        key: len(all_) for key, all_ in thrown.items()
    }
    assert {side: each.sum for side, each in found.items()} == {
        key: sum(all_) for key, all_ in thrown.items()
    }
    assert [each.expected for each in found.values()] == [
        Fraction(7 * len(all_), 2) for all_ in thrown.values()
    ]


DEFENCE = {"rifleman": 3, "scout": 4, "sturm": 5, "mg": 4, "mortar": 4}
"""As the counters of the published edition show it."""


def trials(match):
    """Every test told in a game without Tactic cards: whose, its dice, what it takes."""
    for row in range(len(match.rows)):
        told = [match.game.tell.plain(event) for event in match.events(row)]
        for number, (kind, *rest) in enumerate(told):
            if kind == "attacked":
                yield "defender", rest[3], DEFENCE[rest[1]]
            elif kind == "spent":
                yield "defender", rest[2], DEFENCE[told[number + 1][1]]  # who is held off, or lands
            elif kind == "fired":
                yield "ss", rest[1], rest[2]


def test_the_tests_of_a_recorded_game_as_counted_by_hand():
    match = garrison.open(RECORDS[[path.stem for path in RECORDS].index("itter-1-beginner")])
    for side, found in sides(match).items():
        own = [(dice, needed) for of, dice, needed in trials(match) if of == side]
        assert found.tests == len(own)
        assert found.hits == sum(max(dice) >= needed for dice, needed in own)
        assert found.expected_hits == sum(1 - Fraction(needed - 1, 6) ** len(dice) for dice, needed in own)
    defender, ss = luck(match)
    assert (defender.tests, defender.hits, defender.expected_hits) == (53, 30, Fraction(95, 3))
    assert (ss.tests, ss.hits, ss.expected_hits) == (61, 27, Fraction(9769, 324))


def at(position, difficulty="beginner"):
    found = {"game": "itter", "options": {"difficulty": difficulty}, "dice": [], "step": []}
    return start({**found, "position": {"rest": "casualty", **position}}, "test")


def test_fire_of_the_ss_is_a_test_against_the_walls():
    match, script = at(
        {"actions_left": 1, "defenders": {"worsham": "g1"}, "ss_deck": ["sniper/2", "flak37/1"]}
    )
    script.feed([1, 1, 5, 5, 5, 5, 1, 6, 1, 1, 1, 1])
    match.play("pass")
    (ss,) = luck(match)
    assert (ss.side, ss.dice, ss.sum) == ("ss", 9, 30)  # dice for colour, square and location favour nobody
    assert (ss.tests, ss.hits) == (2, 1)
    assert ss.expected_hits == 2 - Fraction(5**4, 6**4) - Fraction(5**5, 6**5)


def test_attacks_and_suppression_are_the_defenders_tests():
    crew = {"worsham": "g1", "lee": "g4"}
    position = {"actions_left": 2, "defenders": crew, "counters": {"9": ["sturm"]}, "tokens": {"black": 2}}
    match, script = at({**position, "ss_deck": ["sturm-1/1"]})
    script.feed([4, 4, 5, 5, 1])
    for do in ("lee", "attack sturm@9", "pass", "spend 2"):
        match.play(do)
    (defender,) = luck(match)
    assert (defender.dice, defender.sum, defender.tests, defender.hits) == (3, 10, 2, 1)
    assert defender.expected_hits == Fraction(1, 3) + Fraction(5, 9)
    assert defender.chance == Fraction(135, 216)


def test_dice_taken_back_were_thrown_all_the_same():
    crew = {"worsham": "g1", "lee": "g4"}
    match, script = at({"defenders": crew, "counters": {"9": ["sturm"]}})
    script.feed([6, 1])
    match.play("lee")
    match.play("attack sturm@9")
    match.undo(0, consent=(0,))
    match.play("attack sturm@9")
    (defender,) = luck(match)
    assert (defender.dice, defender.sum, defender.tests, defender.hits) == (2, 7, 2, 1)


def test_who_threw_nothing_has_no_luck():
    assert luck(garrison.new("itter", seed=1)) == []


def test_climbs_of_the_toy_are_counted():
    match = Match(TOY, {"edition": "plain"}, ScriptedDice([2, 5]))
    for seat, do in enumerate(("commit 12", "hold", "hold")):
        match.play(do, seat)
    match.play("bid x=2")
    match.play("dare 2")
    (leaders,) = luck(match)
    assert (leaders.side, leaders.dice, leaders.sum, leaders.tests, leaders.hits) == ("leaders", 2, 7, 1, 1)
    assert leaders.expected_hits == Fraction(20, 36)


# In the long run


def played(game, options, seed):
    match = Match(game, options, KeyedDice(seed_key(seed)))
    chance = KeyedDice(seed_key(seed), "choice")
    while match.ask is not None:
        chance.start(len(match.rows))
        seat = match.awaited[0]
        actions = match.legal(seat)
        match.play(actions[chance.pick(len(actions), "choice")], seat)
    return match


def even(found):
    """Sums and hits of many games lie where they should, far from where a wrong count would put them."""
    dice = sum(each.dice for each in found)
    tests = sum(each.tests for each in found)
    more = sum(each.sum - each.expected for each in found)
    luckier = sum(each.hits - each.expected_hits for each in found)
    assert abs(more) < FAR * sqrt(VARIANCE * dice)
    assert abs(luckier) < FAR * sqrt(tests / 4)
    assert sum(each.expected for each in found) > 10 * FAR * sqrt(VARIANCE * dice)
    assert sum(each.expected_hits for each in found) > FAR * sqrt(tests / 4)


@pytest.mark.proof
@pytest.mark.parametrize("side", ["defender", "ss"])
def test_luck_evens_out_over_many_games(side):
    itter = garrison.games()["itter"]
    found = []
    for seed in range(30):
        for edition, difficulty in MODES:
            match = played(itter, {"edition": edition, "difficulty": difficulty}, seed)
            found += [each for each in luck(match) if each.side == side]
    even(found)


def test_luck_evens_out_over_many_games_of_the_toy():
    games = [played(TOY, {"edition": edition}, seed) for seed in range(120) for edition in ("plain", "grand")]
    even([each for match in games for each in luck(match)])
