"""A record of every released `rules` number still plays, so running games survive updates."""

import pytest

import garrison
from garrison.core import record
from support import paths

FOLDER = paths.RECORDS
RECORDS = sorted(FOLDER.glob("*.txt"))


def test_every_released_rules_number_has_a_record():
    kept = {(found.header.game.id, found.header.rules) for found in map(record.open_file, RECORDS)}
    for game in garrison.games().values():
        assert {(game.id, number) for number in range(1, game.rules + 1)} <= kept


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_kept_record_replays_and_verifies(path):
    found = record.open_file(path)
    assert record.replay(found).record() == path.read_text("utf-8")
    verdict = record.verify(found)
    assert verdict.ok
    assert verdict.rows == len(found.rows)
