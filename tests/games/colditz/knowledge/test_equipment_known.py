"""What each seat is sure of about equipment: all of it before the first trade, later what must be so."""

import itertools
import random

import pytest

from garrison.core.state import ARBITER, SPECTATOR
from garrison.games.colditz import equipment
from garrison.games.colditz.state import ColditzState
from garrison.games.colditz.tables import EQUIPMENT_KINDS, MODES
from support.games.colditz_matches import COLDITZ, at, idle, play

OFFICERS = 3
"""At the table of these tests, beside the Security Officer."""
MODE = next(number for number, mode in enumerate(MODES) if mode[1] == str(OFFICERS + 1))
KINDS = range(EQUIPMENT_KINDS)


def table(**goods):
    """A British turn at a table of four, with this equipment."""
    return at({"seats": "4"}, pawns={"british-1": "in_031"}, equipment=goods)


def trade(match, one, other, put=(), want=()):
    """Two officers trade."""
    steps = [f"trade {other}", *(f"put {kind}" for kind in put), *(f"want {kind}" for kind in want), "send"]
    for step in steps:
        match.play(step, match.seats.index(one))
    match.play(f"accept {one}", match.seats.index(other))


def known(match, seat, nation):
    """What a seat sees of an officer's equipment, kinds of which it knows none left out."""
    number = match.seats.index(seat) if isinstance(seat, str) else seat
    return {kind: cards for kind, cards in match.view(number)["equipment"][nation].items() if cards}


OUTSIDERS = ("polish", "security", SPECTATOR)


# What the table sees


@pytest.mark.rule("colditz", "COL-O-102")
@pytest.mark.ruling("colditz", "AMB-55")
def test_until_somebody_trades_all_see_what_was_taken_from_the_piles():
    match = table(british={"rope": 2}, french={"key": 1, "pass": 1})
    for seat in (*match.seats, SPECTATOR):
        assert known(match, seat, "british") == {"rope": 2}
        assert known(match, seat, "french") == {"key": 1, "pass": 1}
        assert known(match, seat, "polish") == {}


@pytest.mark.rule("colditz", "COL-O-102")
@pytest.mark.ruling("colditz", "AMB-55")
def test_which_kinds_changed_hands_only_the_two_know():
    match = table(british={"rope": 1, "cutter": 1}, french={"key": 1, "pass": 1})
    trade(match, "british", "french", ["cutter"], ["key"])
    for seat in ("british", "french"):
        assert known(match, seat, "british") == {"rope": 1, "key": 1}
        assert known(match, seat, "french") == {"pass": 1, "cutter": 1}
    for seat in OUTSIDERS:
        assert known(match, seat, "british") == {"hidden": 2}
        assert known(match, seat, "french") == {"hidden": 2}


@pytest.mark.rule("colditz", "COL-O-102")
@pytest.mark.ruling("colditz", "AMB-55")
def test_others_work_out_what_must_be_so():
    """A gives one of two ropes, so it was a rope; whether he got the key or the pass, nobody else knows."""
    match = table(british={"rope": 2}, french={"key": 1, "pass": 1})
    trade(match, "british", "french", ["rope"], ["key"])
    for seat in OUTSIDERS:
        assert known(match, seat, "british") == {"rope": 1, "hidden": 1}
        assert known(match, seat, "french") == {"rope": 1, "hidden": 1}
    whole = table(british={"rope": 1, "key": 1}, french={"pass": 2})
    trade(whole, "british", "french", ["rope", "key"], ["pass"])
    for seat in OUTSIDERS:
        assert known(whole, seat, "british") == {"pass": 1}, "who gives all he has hides nothing"
        assert known(whole, seat, "french") == {"pass": 1, "rope": 1, "key": 1}


@pytest.mark.ruling("colditz", "AMB-55")
def test_of_three_ropes_and_a_key_two_given_away_hold_a_rope_at_least():
    match = table(british={"rope": 3, "key": 1})
    trade(match, "british", "french", ["rope", "key"])
    for seat in OUTSIDERS:
        assert known(match, seat, "french") == {"rope": 1, "hidden": 1}
        assert known(match, seat, "british") == {"rope": 1, "hidden": 1}
    assert known(match, "french", "british") == {"rope": 2}


@pytest.mark.ruling("colditz", "AMB-55")
def test_cards_found_and_spent_in_the_open_after_a_trade_are_known_to_all():
    match = table(british={"rope": 1, "cutter": 1}, french={"key": 1})
    trade(match, "british", "french", ["cutter"])
    before = {seat: known(match, seat, "british") for seat in OUTSIDERS}
    equipment.gain(match.state, 0, 2)
    for seat in OUTSIDERS:
        assert known(match, seat, "british") == {**before[seat], "pass": 1}
    equipment.give_up(match.state, 0, 0)
    for seat in OUTSIDERS:
        assert known(match, seat, "british") == {"pass": 1}, "the card he kept was the rope, as all see now"
        assert known(match, seat, "french") == {"key": 1, "cutter": 1}
    equipment.give_up(match.state, 0, 2)
    assert [known(match, seat, "british") for seat in OUTSIDERS] == [{}] * 3


@pytest.mark.ruling("colditz", "AMB-55")
def test_three_ropes_of_one_kind_spent_at_once_leave_nothing_to_be_sure_of():
    match = table(british={"rope": 3, "key": 1}, french={"pass": 1})
    trade(match, "british", "french", ["key"])
    equipment.give_up(match.state, 0, 0, 2)
    for seat in OUTSIDERS:
        assert sum(known(match, seat, "british").values()) == 1
    assert known(match, "french", "british") == {"rope": 1}


@pytest.mark.ruling("colditz", "AMB-55", "AMB-66")
def test_who_is_shown_cards_in_an_offer_knows_them_even_if_it_is_recalled():
    match = table(british={"rope": 1, "cutter": 1}, french={"key": 1}, polish={"pass": 1})
    trade(match, "british", "french", ["cutter"])
    assert known(match, "polish", "british") == {"hidden": 1}
    for step in ("trade polish", "put rope", "send", "recall"):
        match.play(step, 0)
    assert known(match, "polish", "british") == {"rope": 1}
    assert known(match, "polish", "french") == {"key": 1, "cutter": 1}, "so the other one was the cutter"
    assert known(match, "security", "british") == {"hidden": 1}


@pytest.mark.ruling("colditz", "AMB-55")
def test_what_can_only_be_one_thing_is_known_however_much_else_is_not():
    """The Poles gave a rope or a pass before; the one card of the French is the key all the same."""
    match = table(french={"key": 1}, polish={"rope": 1, "pass": 1})
    trade(match, "polish", "british", ["rope"])
    trade(match, "french", "british", ["key"])
    assert known(match, "security", "british") == {"key": 1, "hidden": 1}
    assert known(match, "french", "british") == {"key": 1, "hidden": 1}
    assert known(match, "polish", "british") == {"rope": 1, "key": 1}


@pytest.mark.ruling("colditz", "AMB-55")
def test_what_comes_back_in_a_second_trade_is_counted_as_well():
    """First a key or the cutter, then all for two of what the Poles have left: one of them is a key."""
    match = table(british={"rope": 1}, polish={"key": 2, "cutter": 1})
    trade(match, "british", "polish", want=["key"])
    trade(match, "british", "polish", ["rope", "key"], ["key", "cutter"])
    for seat in ("french", "security", SPECTATOR):
        assert known(match, seat, "british") == {"key": 1, "hidden": 1}


@pytest.mark.ruling("colditz", "AMB-55")
def test_a_spectator_is_as_sure_as_the_security_officer():
    match = table(british={"rope": 2, "key": 1}, french={"key": 2}, polish={"pass": 1})
    trade(match, "british", "french", ["rope"], ["key"])
    trade(match, "polish", "british", ["pass"], ["key"])
    for nation in ("british", "french", "polish"):
        assert known(match, SPECTATOR, nation) == known(match, "security", nation)


@pytest.mark.rule("colditz", "COL-O-102")
@pytest.mark.ruling("colditz", "AMB-55")
def test_how_many_cards_each_officer_holds_is_open_to_all():
    match = table(british={"rope": 2, "key": 1}, french={"key": 2})
    trade(match, "british", "french", ["rope", "key"], ["key"])
    for seat in (*match.seats, SPECTATOR):
        assert sum(known(match, seat, "british").values()) == 2
        assert sum(known(match, seat, "french").values()) == 3


@pytest.mark.rule("colditz", "COL-O-102")
@pytest.mark.ruling("colditz", "AMB-55")
def test_what_the_security_officer_is_sure_of_outlives_saving():
    match = table(british={"rope": 2, "key": 1}, french={"key": 2})
    trade(match, "british", "french", ["rope"], ["key"])
    idle(match)
    loaded = COLDITZ.know.load(match.view(ARBITER))
    for seat in range(4):
        assert COLDITZ.know.view(loaded, seat) == match.view(seat)


@pytest.mark.rule("colditz", "COL-O-102")
def test_an_arrest_in_the_courtyard_goes_by_the_number_of_cards_which_all_can_count():
    goods = {"british": {"rope": 1, "key": 1}, "french": {"pass": 1}}
    match = at({"seats": "3"}, pawns={"british-1": "in_031", "guard-1": "post_in_1"}, equipment=goods)
    trade(match, "british", "french", ["key"])
    assert known(match, "security", "british") == {"hidden": 1}
    idle(match)
    idle(match)
    match.dice.feed((3, 4))
    play(match, "roll", "guard-1")
    assert "arrested" in play(match, "arrest british-1")


# What must be so, by counting everything that could be


def parts(row, cards):
    """All ways to take so many cards from an officer, by kind."""
    ways = itertools.product(*(range(number + 1) for number in row))
    return [way for way in ways if sum(way) == cards]


class Worlds:
    """A table of random deals, and for each seat all holdings that fit what it has seen."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.state = ColditzState(1, MODE)
        self.trades = 0
        for _ in range(self.chance.randrange(3, 8)):
            equipment.gain(self.state, self.chance.randrange(OFFICERS), self.chance.choice(KINDS))
        self.possible = [{tuple(self.state.equipment)} for _ in range(OFFICERS + 1)]

    def row(self, nation):
        return self.state.equipment[nation * EQUIPMENT_KINDS : (nation + 1) * EQUIPMENT_KINDS]

    def open_change(self, nation, kind, cards):
        """A card is taken or given up in the open."""
        place = nation * EQUIPMENT_KINDS + kind
        for seat, worlds in enumerate(self.possible):
            self.possible[seat] = {
                (*world[:place], world[place] + cards, *world[place + 1 :])
                for world in worlds
                if world[place] + cards >= 0
            }

    def step(self):
        """Something happens at random."""
        what = self.chance.random()
        if what < 0.2:
            nation, kind = self.chance.randrange(OFFICERS), self.chance.choice(KINDS)
            equipment.gain(self.state, nation, kind)
            self.open_change(nation, kind, 1)
        elif what < 0.35:
            held = [place for place, cards in enumerate(self.state.equipment) if cards]
            if held:
                nation, kind = divmod(self.chance.choice(held), EQUIPMENT_KINDS)
                equipment.give_up(self.state, nation, kind)
                self.open_change(nation, kind, -1)
        else:
            one, other = self.chance.sample(range(OFFICERS), 2)
            given, taken = (
                self.chance.choice(parts(row, self.chance.randrange(min(3, sum(row)) + 1)))
                for row in (self.row(one), self.row(other))
            )
            self.shown(one, other, given)
            if what > 0.5 and sum(given) + sum(taken):
                self.exchanged(one, other, given, taken)

    def shown(self, one, other, cards):
        """An offer shows these cards to the other."""
        equipment.learn_of(self.state, other, one, cards)
        first = one * EQUIPMENT_KINDS
        self.possible[other] = {
            world
            for world in self.possible[other]
            if all(world[first + kind] >= cards[kind] for kind in KINDS)
        }

    def exchanged(self, one, other, given, taken):
        self.trades += 1
        equipment.exchange(self.state, one, other, given, taken)
        for seat, worlds in enumerate(self.possible):
            self.possible[seat] = {
                after
                for world in worlds
                for after in self.afterwards(world, one, other, given, taken, seat in (one, other))
            }

    def afterwards(self, world, one, other, given, taken, takes_part):
        """What can have become of a world by a trade, for one who took part in it or one who counts cards."""
        here, there = one * EQUIPMENT_KINDS, other * EQUIPMENT_KINDS
        mine, yours = world[here : here + EQUIPMENT_KINDS], world[there : there + EQUIPMENT_KINDS]
        for out in [given] if takes_part else parts(mine, sum(given)):
            for back in [taken] if takes_part else parts(yours, sum(taken)):
                after = list(world)
                for kind in KINDS:
                    after[here + kind] += back[kind] - out[kind]
                    after[there + kind] += out[kind] - back[kind]
                if all(mine[kind] >= out[kind] and yours[kind] >= back[kind] for kind in KINDS):
                    yield tuple(after)

    def least(self, seat):
        """By nation and kind, what an officer holds in all worlds that a seat thinks possible."""
        assert tuple(self.state.equipment) in self.possible[seat]
        return [
            min(world[place] for world in self.possible[seat]) for place in range(len(self.state.equipment))
        ]


@pytest.mark.rule("colditz", "COL-O-102")
@pytest.mark.ruling("colditz", "AMB-55")
@pytest.mark.parametrize("block", range(4))
def test_a_seat_is_sure_of_nothing_that_could_be_otherwise(block):
    """And of all that cannot be, as long as there was one trade only; after more, nearly always."""
    sharp = blunt = 0
    for seed in range(block * 30, block * 30 + 30):
        worlds = Worlds(seed)
        for _ in range(8):
            worlds.step()
            for seat in range(OFFICERS + 1):
                sure, least = equipment.certain(worlds.state, seat), worlds.least(seat)
                assert all(a <= b for a, b in zip(sure, least, strict=True)), (seed, seat)
                if worlds.trades <= 1:
                    assert sure == least, (seed, seat)
                sharp += sure == least
                blunt += sure != least
                if seat < OFFICERS:
                    own = slice(seat * EQUIPMENT_KINDS, (seat + 1) * EQUIPMENT_KINDS)
                    assert sure[own] == worlds.state.equipment[own]
    assert sharp > 30 * blunt
