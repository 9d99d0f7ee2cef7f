"""Dice: the generator against digests from another program, scripted and recorded draws."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garrison.core.dice import KeyedDice, OutOfDice, ScriptedDice, WrittenDice, fingerprint, seed_key
from garrison.core.errors import Damaged

ONE = bytes.fromhex("6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b")
"""SHA-256 of the digit 1."""


class Bytes(KeyedDice):
    """Keyed dice with the bytes of the generator given."""

    __slots__ = ("given",)

    def __init__(self, *given: int) -> None:
        super().__init__(b"")
        self.given = list(given)

    def _next(self) -> int:
        return self.given.pop(0)


def test_a_seed_is_a_key_all_know() -> None:
    assert seed_key(1) == ONE
    assert fingerprint(b"1") == ONE.hex()


def test_dice_are_the_bytes_of_the_digest() -> None:
    # sha256sum of the key and "0/0/0" begins 79b56ae288172032fafe99e2...; fe is not below 252.
    assert KeyedDice(ONE).roll(12, "test") == [2, 2, 5, 5, 5, 6, 3, 3, 5, 4, 5, 2]


def test_the_second_block_follows_the_first() -> None:
    # Block 0 has one byte too high, so 31 dice; "0/0/1" begins 1f65dc1c.
    assert KeyedDice(ONE).roll(35, "test")[30:] == [2, 2, 6, 5, 5]


def test_salt_and_row_are_in_the_digest_and_a_pick_takes_two_bytes() -> None:
    dice = KeyedDice(ONE, "table")
    dice.start(7)
    # "table/7/0" begins 292c 9e0c: 10540 and 40460.
    assert dice.pick(52, "test") == 10540 % 52
    assert dice.pick(6, "test") == 40460 % 6
    assert dice.draws == [("test", [36]), ("test", [2])]


def test_a_row_does_not_depend_on_the_rows_before() -> None:
    dice = KeyedDice(ONE)
    dice.roll(50, "test")
    dice.start(3)
    again = KeyedDice(ONE)
    again.start(3)
    assert dice.roll(9, "test") == again.roll(9, "test")
    assert dice.copy().key == ONE


def test_bytes_from_252_on_are_left_out() -> None:
    assert Bytes(252, 255, 251, 0, 6, 5).roll(4, "test") == [6, 1, 1, 6]


def test_every_face_comes_from_42_bytes() -> None:
    faces = Counter(Bytes(byte).roll(1, "test")[0] for byte in range(252))
    assert faces == dict.fromkeys(range(1, 7), 42)


def test_a_pick_leaves_out_the_uneven_rest() -> None:
    assert Bytes(255, 255, 0, 4).pick(3, "test") == 1
    assert Bytes(255, 254).pick(3, "test") == 65534 % 3


def test_a_shuffle_is_fair_and_written_as_its_choices() -> None:
    orders = Counter()
    for last, second in product(range(3), range(2)):
        cards = [7, 8, 9]
        dice = Bytes(0, last, 0, second)
        dice.shuffle(cards, "deck")
        assert dice.draws == [("deck", [last, second])]
        orders[tuple(cards)] += 1
    assert len(orders) == 6
    assert set(orders.values()) == {1}


@given(st.integers(), st.lists(st.integers(0, 99), max_size=40))
def test_a_written_shuffle_gives_the_same_order(seed: int, cards: list[int]) -> None:
    keyed, written = KeyedDice(seed_key(seed)), WrittenDice()
    first, second = cards[:], cards[:]
    keyed.shuffle(first, "deck")
    written.feed(keyed.draws)
    written.shuffle(second, "deck")
    assert first == second
    assert sorted(first) == sorted(cards)
    assert written.draws == keyed.draws


def test_scripted_dice_give_what_is_listed() -> None:
    dice = ScriptedDice([3, 6, 11])
    assert dice.roll(2, "test") == [3, 6]
    assert dice.copy().left == [11]
    assert dice.pick(12, "test") == 11
    dice.feed([1])
    assert dice.roll(1, "test") == [1]
    assert [numbers for _, numbers in dice.draws] == [[3, 6], [11], [1]]


def test_a_scripted_shuffle_changes_nothing_and_replays() -> None:
    scripted, written = ScriptedDice(), WrittenDice()
    cards = [5, 6, 7, 8]
    scripted.shuffle(cards, "deck")
    written.feed(scripted.draws)
    written.shuffle(cards, "deck")
    assert cards == [5, 6, 7, 8]


def test_a_script_that_is_too_short_says_what_was_wanted() -> None:
    with pytest.raises(OutOfDice, match="climb needs 3 more, 2 left"):
        ScriptedDice([1, 2]).roll(3, "climb")


def test_scripted_numbers_must_be_possible() -> None:
    with pytest.raises(Damaged, match="7 is not a face of a die"):
        ScriptedDice([7]).roll(1, "climb")
    with pytest.raises(Damaged, match="0 to 3 can"):
        ScriptedDice([4]).pick(4, "climb")


def written(*draws: tuple[str, list[int]]) -> WrittenDice:
    dice = WrittenDice()
    dice.start(4)
    dice.feed(draws)
    return dice


def test_written_dice_give_back_what_is_written() -> None:
    dice = written(("a", [1, 6]), ("b", [0]))
    assert dice.roll(2, "a") == [1, 6]
    assert dice.left() == 1
    assert dice.pick(3, "b") == 0
    assert dice.left() == 0
    assert dice.copy().left() == 0


@pytest.mark.parametrize(
    ("draws", "told"),
    [
        ([], "a draw for climb is missing"),
        ([("fall", [1, 2])], "2 numbers for climb were expected, 2 for fall are written"),
        ([("climb", [1])], "2 numbers for climb were expected, 1 for climb are written"),
        ([("climb", [0, 2])], "a number for climb is outside 1 to 6"),
    ],
)
def test_written_draws_that_do_not_fit_are_told_with_their_row(
    draws: list[tuple[str, list[int]]], told: str
) -> None:
    with pytest.raises(Damaged, match=f"row 4: {told}"):
        written(*draws).roll(2, "climb")


def test_written_picks_and_shuffles_are_checked_too() -> None:
    with pytest.raises(Damaged, match="outside 0 to 3"):
        written(("card", [4])).pick(4, "card")
    with pytest.raises(Damaged, match="row 4: the shuffle deck names a place that is not there"):
        written(("deck", [1, 2])).shuffle([1, 2, 3], "deck")
