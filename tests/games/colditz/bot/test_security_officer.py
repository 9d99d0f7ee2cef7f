"""The Security Officer's judgement: it knows no secrets, arrests runners, and has reasons for its answers."""

from itertools import islice

import pytest

from garrison.core import kernel
from garrison.core.dice import KeyedDice
from garrison.core.registry import settle
from garrison.games.colditz.actions import ARREST, DONE, DRAW, END, PAWN, POST, THROW
from garrison.games.colditz.bot import security_officer
from garrison.games.colditz.bot.cover import cover
from garrison.games.colditz.bot.guide import ColditzGuide
from garrison.games.colditz.bot.suspicion import suspicion
from garrison.games.colditz.castle.layout import AREA, INNER
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.state import ColditzState
from garrison.games.colditz.tables import FIRST_GUARD, SECURITY

GUIDE = ColditzGuide()
CELLS = [
    {"seats": "2", "rounds": "20"},
    {"seats": "4", "rounds": "20", "doorways": "clear"},
    {"edition": "classic", "seats": "4", "rounds": "20"},
]


def positions(options, number=0, trades=True):
    """A game played by the guide, with trades at random: the Security Officer's questions and answers."""
    options = settle(COLDITZ, options)
    dice, choices = KeyedDice(bytes([number]) * 32), KeyedDice(bytes([number + 100]) * 32)
    s = kernel.begin(COLDITZ.play, COLDITZ.rules, options, dice, lambda _: None)
    turn = 0
    while s.ask is not None:
        turn += 1
        dice.start(turn)
        choices.start(turn)
        waiting = kernel.waiting(COLDITZ.play, s)
        if waiting:
            seat = waiting[0]
            rows = kernel.replies(COLDITZ.play, s, seat)
            action = rows[choices.pick(len(rows), "reply")]
        else:
            seat = kernel.awaited(s)[0]
            rows = list(kernel.legal(COLDITZ.play, s, seat))
            offers = COLDITZ.play.anytime.legal(s, seat) if seat != SECURITY[s.mode] else []
            if trades and offers and choices.pick(3, "trade") == 0:
                action = offers[choices.pick(len(offers), "offer")]
            else:
                ranks = GUIDE.rank(s, seat, rows)
                action = rows[max(range(len(rows)), key=ranks.__getitem__)]
            if seat == SECURITY[s.mode]:
                yield s, rows, action
        kernel.apply(COLDITZ.play, s, seat, action, dice, lambda _: None)


@pytest.mark.parametrize("options", CELLS, ids=str)
def test_he_judges_alike_all_that_his_view_allows(options):
    dice, different = KeyedDice(bytes(32)), 0
    for number, (s, rows, _) in enumerate(islice(positions(options, 1), 0, None, 3)):
        dice.start(number)
        seen = COLDITZ.know.view(s, SECURITY[s.mode])
        expected = security_officer.ranks(s, rows)
        for _ in range(2):
            sample = COLDITZ.know.sample(seen, dice)
            different += sample.equipment != s.equipment or sample.hands != s.hands
            assert security_officer.ranks(sample, rows) == expected
    assert different > 20


@pytest.mark.parametrize("options", CELLS, ids=str)
def test_he_has_a_reason_for_every_answer(options):
    keys = set()
    for s, rows, action in positions(options, 2, trades=False):
        ranks = security_officer.ranks(s, rows)
        assert len(ranks) == len(rows)
        key, values = security_officer.why(s, action)
        assert all(isinstance(value, int) for value in values.values())
        keys.add(key)
    assert len(keys) > 5


@pytest.mark.parametrize("options", CELLS, ids=str)
def test_he_leaves_his_posts_and_takes_what_is_free(options):
    moved = 0
    for s, _, action in positions(options, 3, trades=False):
        question = s.ask[0]
        moved += question == "act" and (action in PAWN or action in POST)
        assert question != "double" or action == THROW
        assert question != "draw" or action == DRAW
    assert moved > 20


def test_he_deploys_no_more_guards_than_are_of_use():
    posted = [action for s, _, action in positions({"seats": "4", "rounds": "10"}) if s.ask[0] == "deploy"]
    assert 5 <= len(posted) <= 11
    assert DONE not in posted[:-1]


def runner(s: ColditzState) -> bool:
    """Somebody is out of the inner courtyard and has a way on."""
    return any(threat.way.away and AREA[s.at[threat.pawn]] != INNER for threat in suspicion(s).threats)


def test_a_runner_within_reach_is_arrested():
    chances = taken = 0
    for number in range(4):
        for s, rows, action in positions({"seats": "4", "rounds": "40", "doorways": "clear"}, number):
            if s.ask[0] == "move" and runner(s) and any(row in ARREST for row in rows):
                away = [row for row in rows if row in ARREST and AREA[s.at[row - ARREST[0]]] != INNER]
                chances += bool(away)
                taken += action in away
    assert chances > 0
    assert taken >= 0.8 * chances


def test_a_guard_adds_nothing_where_others_are_nearer():
    for s, rows, _ in positions({"seats": "3", "rounds": "10"}, 5):
        picture = cover(s)
        if s.ask[0] == "act" and END in rows:
            for guard in range(FIRST_GUARD, len(s.at)):
                if s.at[guard] >= 0:
                    assert picture.here(guard - FIRST_GUARD) >= 0
                    assert min(picture.worths(guard - FIRST_GUARD)) >= 0
