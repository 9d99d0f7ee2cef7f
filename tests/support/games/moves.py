"""Playing a match in tests: a line is a seat and what it does."""

from __future__ import annotations

from garrison.core.match import Match
from garrison.core.state import Action
from garrison.lab.bench import sample_policy


def play(match: Match, *lines: str) -> None:
    """Each line: seat and notation."""
    for line in lines:
        seat, _, text = line.partition(" ")
        match.play(text, match.seats.index(seat))


def kinds(events: list[tuple[object, ...]]) -> list[object]:
    return [event[1] for event in events]


def sample_play(match: Match) -> Action:
    """The next action of a plain, sensible game."""
    policy = sample_policy(match.game)
    assert policy is not None
    return policy(match.view(match.awaited[0]), match.legal())


EVERYBODY = (0, 1, 2)
