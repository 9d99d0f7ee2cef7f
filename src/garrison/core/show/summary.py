"""A summary for whoever was away: what others have done meanwhile, made of what a seat was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from garrison.core.game import AnyGame
from garrison.core.show.scene import SummaryLine
from garrison.core.show.words import CORE_EVENTS, Words
from garrison.core.state import Event

STEPS_WORTH: Final = 3
"""Fewer steps of the log are read there as quickly."""
MOST_NEWS: Final = 6
"""Sentences of a summary that the game does not make itself: the last ones."""


def lines(
    game: AnyGame, told: Sequence[Event], earlier: Iterator[Event], lang: str
) -> tuple[SummaryLine, ...]:
    """What these events come to, by the game's own summary or else its news; core's own stand last.

    `earlier` are those told before, the latest first.
    """
    own = [event for event in told if event[1] not in CORE_EVENTS]
    made = game.show.summary
    found = _news(game.tell, own, earlier, lang) if made is None else made(own, game.tell.spoken(lang))
    ends = [SummaryLine("", game.tell.line(event, lang)) for event in told if event[1] in CORE_EVENTS]
    return (*found, *ends)


def _news(tell: Words, told: Sequence[Event], earlier: Iterator[Event], lang: str) -> list[SummaryLine]:
    """The sentences of the last news, under the headings of the log."""
    heading = next(filter(None, (tell.heading(event, lang) for event in earlier)), "")
    news: list[tuple[str, str]] = []
    for event in told:
        heading = tell.heading(event, lang) or heading
        if tell.kind(event).news:
            news.append((heading, tell.line(event, lang)))
    by_heading: dict[str, list[str]] = {}
    for under, line in news[-MOST_NEWS:]:
        by_heading.setdefault(under, []).append(line)
    return [SummaryLine(under, " ".join(said)) for under, said in by_heading.items()]
