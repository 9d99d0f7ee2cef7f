"""The ways out: steps to each target by the equipment used, as fact sheet 3.8 has them, and the ways."""

from itertools import product

import pytest

from garrison.games.colditz.bot.runs import Open, steps_out, way_out
from garrison.games.colditz.bot.ways_out import ALL_SETS, MOST, NO_WAY, one_less
from garrison.games.colditz.castle.layout import (
    CASTLE_SIDE,
    FAR_SIDE,
    GATES,
    LINK_UP,
    NEIGHBOURS,
    NUMBER,
    SPACE_COUNT,
)
from garrison.games.colditz.movement import GATE_CARD, PRICE

NOTHING_FREE = Open(0, 0, True)
MIDDLE = NUMBER["appel_016"]
CHEAPEST = {
    "t_northwest": "2001 37, 1011 92, 1101 96, 0211 117, 0301 121",
    "t_north": "2001 43, 1201 92, 0211 98, 0301 102, 1011 112, 1101 116",
    "t_south": "4000 41, 3010 42, 3100 46, 2210 168, 2300 172",
    "t_southwest": "4000 41, 3010 55, 3100 59, 2210 144, 2300 148",
    "t_southeast": "2010 65, 1110 69, 0120 75, 0210 79",
    "t_northeast": "2110 50, 2010 66, 1110 83, 0120 89, 0210 93",
    "t_east": "2110 51, 3000 55, 2010 67, 2100 69, 1110 75, 1200 79, 0120 90, 0210 94",
}
"""Ropes, keys, passes and wire cutters, and the steps from the middle of the appel (fact sheet 3.8)."""


@pytest.mark.parametrize("target", CHEAPEST)
def test_no_set_of_equipment_is_cheaper_than_those_of_the_fact_sheet(target):
    def steps(cards):
        return steps_out(NUMBER[target], cards, NOTHING_FREE)[MIDDLE]

    found = [
        (steps(cards), cards)
        for cards in ALL_SETS
        if steps(cards) != NO_WAY and all(steps(less) > steps(cards) for less in one_less(cards))
    ]
    told = ", ".join(f"{''.join(map(str, cards))} {away}" for away, cards in sorted(found))
    assert told == ", ".join(sorted(CHEAPEST[target].split(", "), key=lambda each: int(each.split()[1])))


def test_more_equipment_never_makes_a_way_longer():
    for target, cards in product(CHEAPEST, ALL_SETS):
        field = steps_out(NUMBER[target], cards, NOTHING_FREE)
        for less in one_less(cards):
            fewer = steps_out(NUMBER[target], less, NOTHING_FREE)
            assert all(more <= fewest for more, fewest in zip(field, fewer, strict=True))


@pytest.mark.parametrize(
    "free", [NOTHING_FREE, Open(0b101, 0, True), Open(0, 1 << NUMBER["key_south"], False)]
)
def test_a_way_has_as_many_steps_as_the_table_says_and_costs_no_more_than_allowed(free):
    for target, cards in product(CHEAPEST, ALL_SETS[::7]):
        field = steps_out(NUMBER[target], cards, free)
        for space in range(0, SPACE_COUNT, 41):
            way = way_out(space, NUMBER[target], cards, free)
            assert len(way) == (0 if field[space] == NO_WAY else field[space])
            paid = [0, 0, 0, 0]
            here = space
            for leg in way:
                if leg.price is not None:
                    paid[leg.price[0]] += leg.price[1]
                    assert leg.price in ((GATE_CARD.get(leg.space), 1), PRICE[LINK_UP.get(leg.space, 0)])
                elif leg.link >= 0:
                    assert free.links >> leg.link & 1
                    assert (here, leg.space) == (CASTLE_SIDE[leg.link], FAR_SIDE[leg.link])
                else:
                    assert leg.space in NEIGHBOURS[here]
                    assert leg.space not in GATES or here in GATES or free.gates >> leg.space & 1
                here = leg.space
            assert all(used <= most for used, most in zip(paid, cards, strict=True))


def test_a_marker_makes_a_drop_cost_nothing():
    window = NUMBER["dentist_1"]
    link = CASTLE_SIDE.index(window)
    target = NUMBER["t_northwest"]
    assert steps_out(target, (0, 0, 0, 1), NOTHING_FREE)[window] == NO_WAY
    assert steps_out(target, (0, 0, 0, 1), Open(1 << link, 0, True))[window] == 27


def test_nobody_needs_more_cards_than_the_most():
    assert (
        tuple(
            max(int(each.split()[0][kind]) for ways in CHEAPEST.values() for each in ways.split(", "))
            for kind in range(4)
        )
        == MOST
    )
