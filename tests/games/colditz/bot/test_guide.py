"""The guide as bots and hints use it: the same on all that a view allows, quick, and lawful to the end."""

import time
from collections import Counter
from itertools import islice
from statistics import mean

import pytest

from garrison.core import kernel
from garrison.core.dice import KeyedDice
from garrison.core.game import first_best
from garrison.core.registry import settle
from garrison.games.colditz.bot import win_chance
from garrison.games.colditz.bot.guide import ColditzGuide
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.tables import SECURITY
from garrison.lab.simulate import one
from garrison.players import make
from support.games.colditz_matches import officer

GUIDE = ColditzGuide()
TABLES = [
    {"seats": "2", "rounds": "20", "doorways": "clear"},
    {"seats": "4", "rounds": "20"},
    {"edition": "classic", "seats": "3", "rounds": "20"},
]


def decisions(options, number=0, stray=5):
    """A game of the guide in which now and then an answer or an offer is made at random."""
    dice, choices = KeyedDice(bytes([number]) * 32), KeyedDice(bytes([number + 100]) * 32)
    s = kernel.begin(COLDITZ.play, COLDITZ.rules, settle(COLDITZ, options), dice, lambda _: None)
    row = 0
    while s.ask is not None:
        row += 1
        dice.start(row)
        choices.start(row)
        waiting = kernel.waiting(COLDITZ.play, s)
        seat = waiting[0] if waiting else kernel.awaited(s)[0]
        rows = [*(kernel.replies if waiting else kernel.legal)(COLDITZ.play, s, seat)]
        if not waiting and seat != SECURITY[s.mode]:
            rows += [each for each in COLDITZ.play.anytime.legal(s, seat) if each not in rows]
        action = first_best(GUIDE, s, seat, rows)
        if not choices.pick(stray, "stray"):
            action = rows[choices.pick(len(rows), "which")]
        yield s, seat, rows, action
        kernel.apply(COLDITZ.play, s, seat, action, dice, lambda _: None)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_it_finds_the_same_on_every_sample_of_a_view(options):
    dice, different = KeyedDice(bytes(32)), 0
    for number, (s, seat, rows, _) in enumerate(islice(decisions(options, 7), 0, None, 5)):
        dice.start(number)
        seen = COLDITZ.know.view(s, seat)
        expected = [*GUIDE.rank(s, seat, rows)], GUIDE.worth(s, seat)
        for _ in range(2):
            sample = COLDITZ.know.sample(seen, dice)
            different += sample.hands != s.hands or sample.equipment != s.equipment
            assert ([*GUIDE.rank(sample, seat, rows)], GUIDE.worth(sample, seat)) == expected
    assert different > 20


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_its_worth_is_a_chance_and_is_told_when_a_turn_begins(options):
    told = Counter()
    for s, *_ in decisions(options, 8):
        for seat in range(int(options["seats"])):
            worth = GUIDE.worth(s, seat)
            begins = s.ask[0] == "ready" and s.turn == seat and not s.thrown
            assert (worth is not None) == begins
            assert worth is None or 0 <= worth <= 1
            told[seat] += begins
    assert len(told) == int(options["seats"])
    assert min(told.values()) > 5


def test_two_escapes_are_worth_more_than_one_and_one_more_than_none():
    for options in TABLES:
        s = next(s for s, *_ in decisions(options) if s.ask[0] == "ready" and s.turn == 0)
        weights = win_chance.cell(s, 0)
        assert weights.endswith("escape")
        before = win_chance.chance(s, 0)
        s.at[0] = -3
        assert win_chance.chance(s, 0) > before


@pytest.mark.parametrize("name", ["sound", "search:2"])
@pytest.mark.parametrize("seat", [0, 2])
def test_sound_and_search_play_every_seat_from_views(name, seat):
    """A game to its end, in which only that seat thinks."""
    names = ["random"] * 3
    names[seat] = name
    match = one("colditz", settle(COLDITZ, {"seats": "3", "rounds": "10"}), names, 3, 1)
    assert match.over


def test_a_reason_is_given_in_both_languages():
    for lang in ("en", "it"):
        player = make("sound", bytes(32), COLDITZ, 0, lang)
        match = one("colditz", settle(COLDITZ, {"rounds": "10"}), ["random", "random"], 5, 1)
        assert player.name == "sound"
        assert match.over


@pytest.mark.quiet
@pytest.mark.proof
def test_a_rank_takes_less_than_a_millisecond_in_the_mean_and_a_decision_less_than_two_and_a_half():
    for options in ({"seats": "4"}, {"edition": "classic", "seats": "4"}):
        ranks, choices = [], []
        player = {seat: make("sound", bytes(32), COLDITZ, seat) for seat in range(4)}
        for number in (0, 1):  # the first warms up
            ranks.clear()
            for s, seat, rows, _ in decisions(options, number, stray=10_000):
                began = time.perf_counter()
                GUIDE.rank(s, seat, rows)
                ranks.append(time.perf_counter() - began)
                if len(ranks) % 20 == 0:
                    view = COLDITZ.know.view(s, seat)
                    began = time.perf_counter()
                    player[seat].choose(view, s.ask, rows, 1)
                    choices.append(time.perf_counter() - began)
        assert mean(ranks) < 0.001
        assert mean(choices) < 0.0025


@pytest.mark.quiet
@pytest.mark.proof
def test_a_game_of_four_over_fifty_rounds_takes_less_than_ten_seconds():
    for edition in ("modern", "classic"):
        began = time.perf_counter()
        one("colditz", settle(COLDITZ, {"edition": edition, "seats": "4"}), ["sound"] * 4, 1, 1)
        assert time.perf_counter() - began < 10


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_lure_is_for_who_is_out_and_never_for_a_tunneller(lang):
    """A POW at the far end of a tunnel is not outside: guards cannot get to him (COL-O-126)."""
    match = officer(
        5,
        {"british-1": "tun_chapel_2", "british-2": "chapel_4", "guard-1": "out_086"},
        hands={"british": ["diversion"]},
        tunnels={"chapel": "open"},
        inside=["british-1"],
        kits=["british"],
    )
    play = match.read("play diversion")
    assert GUIDE.rank(match.state, 0, [play])[0] < 0
    assert GUIDE.reason(match.state, 0, play, lang)


@pytest.mark.parametrize("card", ["find-rope", "staff-car"])
def test_of_too_many_cards_the_plan_keeps_what_it_can_use(card):
    """What his own way out lacks stays, and a car beside which a guard stands goes first."""
    pawns = {f"british-{n}": f"appel_{n:03d}" for n in range(1, 9)} | {"guard-1": "staff_car"}
    held = ["diversion", "warning", "find-rope", "staff-car"]
    match = officer(0, pawns, hands={"british": held}, kits=["british"])
    rows = [match.read(f"discard {each}") for each in held]
    ranks = GUIDE.rank(match.state, 0, rows)
    first = held[max(range(len(held)), key=ranks.__getitem__)]
    assert (first == card) == (card == "staff-car")
