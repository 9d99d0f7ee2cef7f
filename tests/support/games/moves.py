"""Playing a match in tests: a line is a seat and what it does."""

from __future__ import annotations

from garrison.core.match import Match


def play(match: Match, *lines: str) -> None:
    """Each line: seat and notation."""
    for line in lines:
        seat, _, text = line.partition(" ")
        match.play(text, match.seats.index(seat))


def kinds(events: list[tuple[object, ...]]) -> list[object]:
    return [event[1] for event in events]


EVERYBODY = (0, 1, 2)
