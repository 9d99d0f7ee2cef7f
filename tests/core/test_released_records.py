"""A record of every released `rules` number still plays, so running games survive updates."""

import pytest

from garrison.core import record, registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from support import paths
from support.proof import few

FOLDER = paths.RECORDS
RECORDS = sorted(FOLDER.glob("*.txt"))


def test_every_released_rules_number_has_a_record():
    kept = {(found.header.game.id, found.header.rules) for found in map(record.open_file, RECORDS)}
    for game in registry.offered().values():
        assert {(game.id, number) for number in range(1, game.rules + 1)} <= kept


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_kept_record_replays_and_verifies(path):
    found = record.open_file(path)
    assert record.replay(found).record() == path.read_text("utf-8")
    verdict = record.verify(found)
    assert verdict.ok
    assert verdict.rows == len(found.rows)


@pytest.mark.parametrize(
    "path", few(3, RECORDS[::3] + RECORDS[1::3] + RECORDS[2::3]), ids=lambda path: path.stem
)
def test_a_match_can_be_played_on_from_every_question(path):
    """From one moment of each question, as it was asked with the largest numbers."""
    match = record.replay(record.open_file(path))
    moments = {}
    for row in match.line[-80:-1]:
        ask = match.at(row).ask
        if ask is not None and sum(ask[2:]) >= moments.get(ask[0], (0,))[0]:
            moments[ask[0]] = sum(ask[2:]), row
    for _, row in moments.values():
        there = match.at(row)
        dice = KeyedDice(seed_key(1))
        begun = Match(match.game, match.options, dice, start=there.view(), rules=match.rules)
        assert record.replay(record.parse(begun.record())).view() == there.view()
