"""Notation: whatever is written can be read back."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garrison.core import notation
from garrison.core.errors import UNREADABLE, Unreadable
from garrison.core.limits import OPEN_NUMBER
from support.games.toy import OPEN_BID, TOY, vary

AIMED = vary(TOY, actions=("aim x=? y=?", "spend green=2 red=1", "spend red=2", "pass"))
"""A table with named parts, and two numbers in one open choice."""


def test_every_row_reads_back() -> None:
    for row in range(len(TOY.play.actions)):
        assert notation.read(TOY, notation.write(TOY, row)) == row


def test_capitals_and_spaces_do_not_matter() -> None:
    assert notation.read(TOY, "  Offer   LEFT 3 ") == notation.read(TOY, "offer left 3")


def test_named_parts_come_in_any_order() -> None:
    assert notation.read(AIMED, "spend red=1 green=2") == 1
    assert notation.read(AIMED, "aim y=2 x=3.25") == (0, 325, 200)
    assert notation.read(AIMED, "aim y=2 x=3,25") == (0, 325, 200)  # as some write it
    assert notation.write(AIMED, (0, 325, -200)) == "aim x=3.25 y=-2"


@pytest.mark.parametrize(
    ("number", "text"), [(325, "3.25"), (300, "3"), (350, "3.5"), (-5, "-0.05"), (0, "0"), (-120, "-1.2")]
)
def test_hundredths_are_written_as_people_write_them(number: int, text: str) -> None:
    assert notation.decimal(number) == text
    assert notation.read(TOY, f"bid x={text}") in ((OPEN_BID, number), *range(len(TOY.play.actions)))


@given(st.tuples(st.integers(-OPEN_NUMBER, OPEN_NUMBER), st.integers(-OPEN_NUMBER, OPEN_NUMBER)))
def test_open_choices_read_back(numbers: tuple[int, int]) -> None:
    assert notation.read(AIMED, notation.write(AIMED, (0, *numbers))) == (0, *numbers)


def test_a_number_of_the_grid_reads_as_its_row() -> None:
    assert notation.write(TOY, (OPEN_BID, 200)) == "bid x=2"
    assert TOY.play.actions[notation.read(TOY, "bid x=2")] == "bid x=2"
    assert notation.read(TOY, "bid x=2.00") == (OPEN_BID, 200)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jump",
        "commit",
        "commit 16",
        "commit  1 2",
        "bid",
        "bid x=",
        "bid x=one",
        "bid x=1.234",
        "bid x=1e3",
        "bid x=+1",
        "bid x=.5",
        "bid x=99999999",
        "bid x=100000.01",
        "bid y=1",
        "bid x=1 x=2",
        "bid x=1 y=2",
        "bid x=١",
        "cómmit 1",
        "hold " * 40,
    ],
)
def test_what_is_no_notation_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as raised:
        notation.read(TOY, text)
    assert raised.value.rule == UNREADABLE
    assert "toy" in str(raised.value)


@given(st.text(max_size=130))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    with suppress(Unreadable):
        notation.read(AIMED, text)


def test_rows_are_found_by_any_of_their_words() -> None:
    assert notation.rows_by_word(["tokens green=2 red=1", "move red", "red red"]) == {
        "tokens": [0],
        "green": [0],
        "2": [0],
        "red": [0, 1, 2],
        "1": [0],
        "move": [1],
    }
