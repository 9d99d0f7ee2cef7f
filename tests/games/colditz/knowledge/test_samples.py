"""Samples of Escape from Colditz: hands come with the right chances, equipment after trades nearly so.

Law 14 counts every order of small decks. After trades the cards that a seat is not sure of are dealt as if
each could lie anywhere: how far that is from the chances of trades made at random is measured here.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, prod

import pytest

from garrison.core.dice import KeyedDice, ScriptedDice
from garrison.core.laws.chances import samples_come_with_the_right_chances
from garrison.core.match import Match
from garrison.core.registry import settle
from garrison.core.state import ARBITER, SPECTATOR
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.knowledge import position as positions
from garrison.games.colditz.knowledge import sample as samples
from garrison.games.colditz.tables import CARDS
from support.games.colditz_matches import at, officer

KINDS = ("rope", "key", "pass", "cutter")
OPPORTUNITY = ("release", "talisman", "warning", "warning")
SECURITY = ("appel", "shoot", "riot")
BRITISH, FRENCH, GUARD = range(3)


# Hands and decks


@pytest.fixture
def small_box(monkeypatch):
    """Seven cards in all."""
    copies = tuple((OPPORTUNITY + SECURITY).count(card) for card in CARDS)
    for module in (samples, positions):
        monkeypatch.setattr(module, "CARD_COPIES", copies)


def starts(british, french, security, **more):
    """Every way in which the cards can lie: so many in the hands, the others in the decks."""
    setup = Match(COLDITZ, settle(COLDITZ, {"seats": "3"}), ScriptedDice()).view()
    orders = (sorted(set(permutations(cards))) for cards in (OPPORTUNITY, SECURITY))
    for mine, theirs in product(*orders):
        first, second = british, british + french
        hands = {"british": mine[:first], "french": mine[first:second], "security": theirs[:security]}
        decks = {"opportunity_deck": list(mine[second:]), "security_deck": list(theirs[security:])}
        changes = {"rest": "shot", "hands": {seat: list(cards) for seat, cards in hands.items()}, **decks}
        yield COLDITZ.know.position(setup, {**changes, **more})


@pytest.mark.ruling("colditz", "AMB-55")
@pytest.mark.usefixtures("small_box")
@pytest.mark.parametrize("seat", [BRITISH, FRENCH, GUARD])
def test_cards_that_a_seat_has_not_seen_lie_anywhere_with_equal_chances(seat):
    views = list(starts(1, 1, 1, turn=("british", "french", "security")[seat]))
    assert samples_come_with_the_right_chances(COLDITZ, views, seat) > 60


@pytest.mark.rule("colditz", "COL-O-071")
@pytest.mark.usefixtures("small_box")
def test_who_draws_a_card_learns_that_one_and_no_other():
    """The dice of the count show a one and a one: a double, and low enough for a card."""
    own = ("roll", "keep", "draw")
    assert samples_come_with_the_right_chances(COLDITZ, list(starts(1, 1, 1)), BRITISH, own) > 30


@pytest.mark.rule("colditz", "COL-O-078")
@pytest.mark.usefixtures("small_box")
def test_a_card_that_was_shown_stays_where_it_was_put():
    pawns = {"british-1": "cell_inner", "british-2": "cell_inner"}
    views = list(starts(1, 1, 1, pawns=pawns))
    own = ("play release", "british-1")
    assert samples_come_with_the_right_chances(PLACES_ALONE, views, BRITISH, own) > 10


def places_alone(s, seat):
    """A view without who else knows a card: a sample need not have that."""
    return {key: value for key, value in COLDITZ.know.view(s, seat).items() if key != "seen"}


PLACES_ALONE = replace(COLDITZ, know=replace(COLDITZ.know, view=places_alone))


@pytest.mark.rule("colditz", "COL-C-51a", "COL-C-47b")
@pytest.mark.parametrize("seat", [BRITISH, FRENCH, GUARD, SPECTATOR])
def test_the_do_or_die_card_of_a_run_is_known_and_the_others_lie_in_any_order(seat):
    options = {"edition": "classic", "seats": "3"}
    match = at(options, pawns={"british-1": "canteen_5"}, kits=["british"], do_or_die=[4, 7])
    match.dice.feed([6, 5, 6, 5, 5, 3, 5, 1])
    match.play("do-or-die british-1")
    seen, packs = match.view(seat), set()
    assert seen["do_or_die"] == ["hidden"] * 4 + [4]
    for number in range(60):
        state = COLDITZ.know.sample(seen, KeyedDice(b"pack", str(number)))
        assert COLDITZ.know.view(state, seat) == seen
        packs.add(tuple(COLDITZ.know.view(state, ARBITER)["do_or_die"]))
    assert {pack[0] for pack in packs} == {3, 5, 6, 7}
    assert all(sorted(pack) == [3, 4, 5, 6, 7] and pack[-1] == 4 for pack in packs)


# Equipment after trades


def traded(british, french, rows):
    """The Polish officer's view after the others have traded: `rows` says how many cards each gave."""
    options = {"seats": "4"}
    match = officer(3, {}, options, equipment={"british": british, "french": french})
    for given, taken in rows:
        held = match.view()["equipment"]
        match.play("trade french", BRITISH)
        for nation, word, cards in (("british", "put", given), ("french", "want", taken)):
            here = [kind for kind in KINDS for _ in range(held[nation][kind])]
            for kind in here[:cards]:
                match.play(f"{word} {kind}", BRITISH)
        match.play("send", BRITISH)
        match.play("accept british", FRENCH)
    return match.view(2)


def exactly(british, french, rows):
    """By what the British hold in the end: the chance, if every card is as likely to be given as another."""
    found = Counter({(cards(british), cards(french)): Fraction(1)})
    for given, taken in rows:
        after = Counter()
        for (mine, theirs), chance in found.items():
            ways = comb(len(mine), given) * comb(len(theirs), taken)
            for out, back in product(combinations(mine, given), combinations(theirs, taken)):
                left = tuple(sorted((*without(mine, out), *back)))
                other = tuple(sorted((*without(theirs, back), *out)))
                after[left, other] += chance / ways
        found = after
    chances = Counter()
    for (mine, _), chance in found.items():
        chances[mine] += chance
    return chances


def cards(held):
    return tuple(sorted(kind for kind in KINDS for _ in range(held.get(kind, 0))))


def without(hand, given):
    left = list(hand)
    for card in given:
        left.remove(card)
    return left


def dealt(view):
    """The same as a sample deals it: unknown cards in every way."""
    sure = {nation: {kind: goods[kind] for kind in KINDS} for nation, goods in view["equipment"].items()}
    loose = {
        kind: sum(stock) - view["supply"][kind] - sum(goods[kind] for goods in sure.values())
        for kind, stock in (("rope", (12,)), ("key", (6,)), ("pass", (5,)), ("cutter", (4,)))
    }
    unknown = view["equipment"]["british"]["hidden"]
    every = comb(sum(loose.values()), unknown)
    chances = Counter()
    for taken in product(*(range(loose[kind] + 1) for kind in KINDS)):
        if sum(taken) == unknown:
            held = {kind: sure["british"][kind] + n for kind, n in zip(KINDS, taken, strict=True)}
            ways = prod(comb(loose[kind], n) for kind, n in zip(KINDS, taken, strict=True))
            chances[cards(held)] += Fraction(ways, every)
    return chances


def distance(one, other):
    """Half the sum of all differences: 0 if two lists of chances are the same, 1 if they share nothing."""
    return sum(abs(one[key] - other[key]) for key in {*one, *other}) / 2


HOLDINGS = [
    ({"rope": 2, "key": 1}, {"pass": 1}),
    ({"rope": 1, "key": 1}, {"pass": 1, "cutter": 1}),
    ({"rope": 3}, {"key": 2}),
    ({"rope": 2, "pass": 1}, {"rope": 1, "key": 1}),
    ({"rope": 3, "key": 1, "pass": 1}, {"rope": 1, "cutter": 1}),
]
TRADES = [(1, 0), (1, 1), (2, 1)]


def distances(trades):
    """For all holdings and so many trades one after the other."""
    for british, french in HOLDINGS:
        for rows in product(TRADES, repeat=trades):
            mine, theirs = sum(british.values()), sum(french.values())
            for given, taken in rows:
                if given > mine or taken > theirs:
                    break
                mine, theirs = mine - given + taken, theirs - taken + given
            else:
                view = traded(british, french, rows)
                yield float(distance(exactly(british, french, rows), dealt(view)))


@pytest.mark.ruling("colditz", "AMB-55")
@pytest.mark.parametrize(("trades", "mean", "worst"), [(1, 0.14, 0.34), (2, 0.15, 0.34), (3, 0.13, 0.28)])
def test_after_trades_a_sample_is_near_the_chances_of_trades_made_at_random(trades, mean, worst):
    """The documented simplification: how far it is off, at most."""
    found = list(distances(trades))
    assert len(found) > 10
    assert sum(found) / len(found) < mean
    assert max(found) < worst


def test_a_sample_deals_unknown_equipment_in_every_way():
    view = traded({"rope": 2, "key": 1}, {"pass": 1}, [(1, 1)])
    found = Counter()
    for number in range(400):
        state = COLDITZ.know.sample(view, KeyedDice(b"equipment", str(number)))
        found[cards(COLDITZ.know.view(state, -2)["equipment"]["british"])] += 1
    chances = dealt(view)
    assert set(found) == set(chances)
    assert all(abs(found[key] / 400 - chances[key]) < 0.1 for key in chances)
