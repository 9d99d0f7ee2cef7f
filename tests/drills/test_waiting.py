"""How long a person waits for bots at a real table, over the wire, and what work their answers are."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from garrison.client import Chair, Table
from support.table.server import Wire, forked, worked

BOTS = "sound"
"""The player in the bots' seats."""
LONGEST = 3.0
"""Seconds from a person's answer to the next question he is asked."""
BOT_ANSWER = 0.015
"""Seconds of work, with the frames that the person is sent and his own answers."""
SEATS = ("british", "french", "polish", "dutch", "security")
pytestmark = [pytest.mark.proof, pytest.mark.quiet]


def laid(url: str, person: str, pace: float) -> Chair:
    """A match of Escape from Colditz with bots in four seats."""
    seats = {seat: "me" if seat == person else f"bot:{BOTS}" for seat in SEATS}
    return Table(url).gather("colditz", seats, {"pace": pace}, seats=str(len(SEATS)))


def waits(chair: Chair, turns: int) -> Iterator[float]:
    """The seconds from each answer to the next question or the end, until the person begins another turn."""
    chance, answered = random.Random(1), None
    while not chair.over:
        if not (choices := chair.choices):
            chair.wait(10 * LONGEST)
            continue
        if answered is not None:
            yield time.monotonic() - answered
        if "roll" in choices:
            if not turns:
                return
            turns -= 1
        chair.do("roll" if "roll" in choices else chance.choice(choices))
        answered = time.monotonic()


def bot_answers(url: str) -> float:
    told = Wire(url).ask("GET", "/metrics").body.decode().splitlines()
    return float(next(line for line in told if line.startswith("garrison_bot_moves_total ")).split()[-1])


@pytest.mark.parametrize("person", ["french", "security"])
def test_a_person_never_waits_three_seconds_for_four_bots(tmp_path: Path, person: str) -> None:
    with forked(tmp_path / "home") as server, laid(server.url, person, 0.5) as chair:
        found = list(waits(chair, 2))
        assert bot_answers(server.url) > 20
    assert 1 < max(found) < LONGEST, sorted(found)[-5:]


def test_a_bots_answer_is_a_few_milliseconds_of_work_for_the_table(tmp_path: Path) -> None:
    with forked(tmp_path / "home") as server, laid(server.url, "french", 0) as chair:
        pid = server.process.pid
        assert pid is not None
        list(waits(chair, 1))
        before, start = bot_answers(server.url), worked(pid)
        list(waits(chair, 3))
        took, answers = worked(pid) - start, bot_answers(server.url) - before
    assert answers > 50
    assert took / answers < BOT_ANSWER
