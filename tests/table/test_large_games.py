"""The limits hold a match of 5,000 rows, questions of 250 answers and a board of 500 kB, and no more."""

from __future__ import annotations

import json
from random import Random

import pytest

from garrison import client
from garrison.core import record, registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import Damaged
from garrison.core.limits import (
    CHAT_CHARACTERS,
    CHAT_KEPT,
    IMPORT_BYTES,
    LINE_CHARACTERS,
    LOG_FRAMES,
    MATCH_ROWS,
    RECORD_BYTES,
    START_CHARACTERS,
    WAITING_BYTES,
)
from garrison.core.match import Match
from garrison.core.show.perspective import Perspective
from garrison.core.state import Dice, Options
from garrison.table.messages import encode
from support.fixtures import Register
from support.games.long_watch import long_watch
from support.games.toy import TOY, vary
from support.games.toy_warren import WARREN

ROWS, CHOICES, BOARD = 5000, 250, 500_000


@pytest.fixture(scope="module")
def warren() -> Match:
    """A match of the Warren with a log longer than what is sent at once, and many places to go to."""
    options, chance = registry.settle(WARREN, {"rounds": "240"}), Random(11)
    match = Match(WARREN, options, KeyedDice(seed_key(11), "s"))
    while len(match.rows) <= LOG_FRAMES + 300 or len(match.legal()) < CHOICES:
        seat = chance.choice(match.awaited)
        match.play(chance.choice(match.legal(seat)), seat)
    return match


def test_a_record_of_so_many_rows_is_far_from_the_limits(warren: Match) -> None:
    longest = max(len(long_watch(ROWS, undos=0.1).record()), len(warren.record()) * ROWS // len(warren.rows))
    assert 4 * longest < IMPORT_BYTES < RECORD_BYTES
    assert 2 * ROWS <= MATCH_ROWS


def test_a_position_of_a_large_board_is_far_from_the_limit(warren: Match) -> None:
    assert 20 * len(json.dumps(warren.view())) < START_CHARACTERS


def test_a_welcome_fits_into_one_message_of_the_client_and_frames_into_what_may_wait(warren: Match) -> None:
    seen = Perspective(warren, warren.awaited[0])
    assert len(seen.scene("en").choices) >= CHOICES
    welcome = encode(seen.frame("en", seen.count - 1 - LOG_FRAMES))
    assert 4 * len(welcome) < client.MESSAGE_BYTES
    assert 4 * CHAT_KEPT * CHAT_CHARACTERS < client.MESSAGE_BYTES
    assert 4 * len(encode(seen.frame("en"))) < WAITING_BYTES


def test_a_board_of_half_a_megabyte_is_one_message_of_the_client() -> None:
    assert 4 * BOARD < client.MESSAGE_BYTES


def shuffling(cards: int) -> Match:
    """The toy with a set-up that shuffles so many cards in one row."""

    def setup(rules: int, options: Options, dice: Dice) -> object:
        dice.shuffle(list(range(cards)), "box")
        return TOY.play.setup(rules, options, dice)

    return Match(vary(TOY, setup=setup), {"edition": "plain"}, KeyedDice(seed_key(1), "s"))


def test_a_row_may_shuffle_a_whole_box_of_eight_hundred_cards(register: Register) -> None:
    match = shuffling(800)
    register(match.game)
    assert record.replay(record.parse(match.record())).record() == match.record()


def test_a_row_longer_than_a_line_may_be_is_refused(register: Register) -> None:
    match = shuffling(LINE_CHARACTERS)
    register(match.game)
    with pytest.raises(Damaged, match=f"longer than {LINE_CHARACTERS} characters"):
        record.parse(match.record())
