"""Law 14: samples come with the right chances, compared with exact counting on small decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import AnyGame
from garrison.core.laws.chances import Branches, samples_come_with_the_right_chances
from garrison.core.laws.comparison import Broken
from garrison.core.match import Match
from garrison.core.registry import settle
from garrison.core.state import Action, Dice, State, View
from garrison.games.itter.actions import PLANNED
from garrison.games.itter.knowledge import view as itter_view
from garrison.games.itter.state import ItterState
from garrison.games.itter.tables import CARDS
from garrison.games.siege.actions import LOAD
from garrison.games.siege.game import SIEGE
from garrison.games.siege.state import SiegeState, unshot
from support.games import toy
from support.games.competitive import CLEAR, DEFENDER, ITTER, REGIMENT, REINFORCEMENTS, SECRETS
from support.games.toy import TOY, vary
from support.proof import few

A, B = "suppressive-fire/4", "suppressive-fire/3"
"""Cards that roll nothing while no heavy weapon is on the board."""


def orders(cards: list[str]) -> Iterator[list[str]]:
    """Every order of some cards, once each."""
    yield from map(list, sorted(set(permutations(cards))))


def test_branches_take_every_way_once() -> None:
    branches, seen = Branches(), Counter[tuple[int, ...]]()
    going = True
    while going:
        cards = [1, 2, 3]
        branches.shuffle(cards, "cards")
        seen[*cards, branches.pick(2, "which")] += 1
        assert branches.roll(2, "dice") == [1, 1]
        going = branches.advance()
    assert len(seen) == 12
    assert set(seen.values()) == {1}


# The toy


def night(game: AnyGame = TOY) -> list[View]:
    """Anna holds two lanterns; the others and the deck have four that she has not seen."""
    base = Match(game, {"edition": "plain"}, KeyedDice(seed_key(1))).view()
    unseen = [9, 10, 11, 12]
    found = []
    for bruno, carla, *deck in permutations(unseen):
        hands = {"anna": [1, 2], "bruno": [bruno], "carla": [carla]}
        pile = list(range(3, 9))
        changes: dict[str, Any] = {"hour": 1, "phase": "watch", "hands": hands, "deck": deck, "pile": pile}
        found.append(game.know.position(base, changes))
    return found


OWN = ("hold",)


def test_the_toy_deals_what_a_seat_cannot_see_evenly() -> None:
    assert samples_come_with_the_right_chances(TOY, night(), 0) == 24
    assert samples_come_with_the_right_chances(TOY, night(), 0, OWN) > 30


def unshuffled(view: View, dice: Dice) -> toy.Watch:
    """Samples that are possible, but come with the wrong chances: mostly the same one."""

    class Lazy(KeyedDice):
        def shuffle(self, cards: list[int], label: str) -> None:
            if self.pick(2, label):
                super().shuffle(cards, label)

    return toy.sample(view, Lazy(seed_key(dice.pick(65536, "seed"))))


def test_the_law_notices_samples_that_are_possible_but_not_as_likely() -> None:
    game = vary(TOY, sample=unshuffled)
    with pytest.raises(Broken, match=r"law 14: a state is .* of 600 samples but 4 of 96 histories"):
        samples_come_with_the_right_chances(game, night(), 0)


def test_the_law_notices_samples_that_cannot_be() -> None:
    def forgetful(view: View, dice: Dice) -> toy.Watch:
        state = toy.sample(view, dice)
        state.score[0] += dice.pick(2, "score")
        return state

    with pytest.raises(Broken, match="law 14: a sample is a state that no history leads to"):
        samples_come_with_the_right_chances(vary(TOY, sample=forgetful), night(), 0)


# Castle Itter


@pytest.fixture
def small_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """A box with enough cards of the same name: the fewer names, the fewer histories there are to count."""
    copies = [list(row) for row in itter_view.COPIES]
    for row in copies:
        row[CARDS.index(A)] = row[CARDS.index(B)] = 12
    monkeypatch.setattr(itter_view, "COPIES", tuple(map(tuple, copies)))


def position(difficulty: str, **changes: Any) -> View:
    options = {"edition": "published", "difficulty": difficulty}
    setup = Match(ITTER, options, KeyedDice(seed_key(1))).view()
    piles = {key: [] for key in (*SECRETS, "ss_deck", "tactic_deck", "face_down") if key in setup}
    base = {"rest": "casualty", "defenders": {"worsham": "gh3"}, "counters": CLEAR, "defence": {"tank": 0}}
    return ITTER.know.position(setup, {**base, **piles, **changes})


@pytest.mark.rule("itter", "ITP-2.8e")
@pytest.mark.usefixtures("small_box")
def test_after_an_escape_the_last_cards_lie_in_any_order() -> None:
    """The 142nd and cards of two decks are shuffled together."""
    starts = [
        position(
            "beginner",
            phase="defender",
            actions_left=2,
            defenders={"borotra": "st2", "worsham": "gh3"},
            ss_discard=["panzerfaust/3"],
            ss_deck=[*threes, *fours],
        )
        for threes in orders([B, "sniper/3"])
        for fours in orders([A, "mg-1/4"])
    ]
    assert samples_come_with_the_right_chances(ITTER, starts, DEFENDER, ("borotra", "escape")) == 120


def cards_alike(state: State, action: Action) -> int:
    """He chooses a card, not a name."""
    assert isinstance(state, ItterState)
    assert isinstance(action, int)
    return state.hand.count(PLANNED[action]) if action in PLANNED else 1


@pytest.mark.rule("itter", "ITP-6.2e", "ITP-6.2f")
@pytest.mark.usefixtures("small_box")
def test_the_reinforcements_are_held_or_laid_as_often_as_the_rules_make_likely() -> None:
    """They may be in the deck, drawn ahead, or among the orders, but were never kept."""
    starts = [
        position("competitive", phase="planning", turn=13, ss_hand=cards[:4], ss_deck=[*cards[4:], A])
        for cards in orders([REINFORCEMENTS, *[B] * 7])
    ]
    assert samples_come_with_the_right_chances(ITTER, starts, DEFENDER, (), cards_alike) == 5


@pytest.mark.rule("itter", "ITP-2.8e", "ITP-6.2f")
@pytest.mark.usefixtures("small_box")
@pytest.mark.parametrize(
    ("before", "turns", "places"),
    few(
        3, [(0, 1, 4), (1, 0, 4), (2, 1, 5), (0, 0, 3), (0, 2, 6), (1, 1, 4), (1, 2, 6), (2, 0, 5), (2, 2, 7)]
    ),
)
def test_the_142nd_is_drawn_and_laid_as_often_as_the_rules_make_likely(
    before: int, turns: int, places: int
) -> None:
    """It is among the last five cards of the deck, in which `before` others come first."""
    starts = [
        position(
            "competitive",
            phase="planning",
            turn=15,
            ss_discard=["sturm-1/4"],
            ss_hand=[A] * 4,
            ss_deck=[*[A] * before, *last],
            regiment_among=5,
        )
        for last in orders([REGIMENT, A, A, A, A])
    ]
    own = ("pass",) * (5 * turns)
    assert samples_come_with_the_right_chances(ITTER, starts, DEFENDER, own, cards_alike) == places


# Castle under Siege


def counters_alike(state: State, action: Action) -> int:
    """The attacker chooses a counter, not a kind."""
    assert isinstance(state, SiegeState)
    return unshot(state, LOAD.index(action)) if action in LOAD else 1


@pytest.mark.rule("siege", "CUS-12")
def test_what_is_loaded_is_any_of_the_counters_left() -> None:
    match = Match(SIEGE, settle(SIEGE, {}), KeyedDice(seed_key(1)))
    match.play("post rest")
    assert match.ask is not None
    assert match.ask[0] == "load"
    assert samples_come_with_the_right_chances(SIEGE, [match.view()], 1, (), counters_alike) == 3
