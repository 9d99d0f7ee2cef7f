"""The jobs of a match as it stands: bots' answers and replies, ends of clocks and windows, webhook calls."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from garrison.core.match import Match
from garrison.core.state import SPECTATOR, Seat, bit
from garrison.table.session.clocks import SECOND, Clocks, question_opened
from garrison.table.store.models import CLOCK, CLOSE, MOVE, NOTICE, REPLY, Job, StoredMatch

NOBODY = SPECTATOR
"""The seat of a job that concerns a whole question."""
SHORTENING = 2 / 3
"""What part of a bot's pause the next one is where people wait: together three times the first at most."""


def due(stored: StoredMatch, clocks: Clocks | None, now: int, sealed: Collection[Seat] = ()) -> list[Job]:
    """The jobs of the open question; seats whose answer is sealed have no other to give.

    The same position gives the same jobs again, but for the calls: they are due once, when the row that
    brought somebody their turn is written, which is when its time is now.
    """
    match = stored.match
    if match is None or match.over or match.key is None:
        return []
    opened = question_opened(match, stored.times)
    found = [*_moves(stored, match, opened, sealed)]
    if stored.times[-1] == now:
        found += _notices(stored, match, now, sealed)
    window = match.window
    least = opened + round(stored.terms.least * SECOND) if window else opened
    if window and stored.terms.least > 0:
        found.append(Job(stored.id, CLOSE, NOBODY, match.asked(), least))
    end = None if clocks is None else clocks.end()
    if end is not None:
        found.append(Job(stored.id, CLOCK, NOBODY, match.asked(), max(end, least)))
    return found


def _moves(stored: StoredMatch, match: Match, opened: int, sealed: Collection[Seat]) -> Iterator[Job]:
    pause = bot_pause(stored, match)
    for seat in match.waiting:
        if stored.holders[seat].bot is not None:
            yield Job(stored.id, REPLY, seat, match.asked(), stored.times[-1] + pause)
    for seat in match.awaited:
        if stored.holders[seat].bot is not None and seat not in sealed:
            yield Job(stored.id, MOVE, seat, match.asked(), opened + pause)


def bot_pause(stored: StoredMatch, match: Match) -> int:
    """How long a bot waits before it answers, in milliseconds.

    It is the agreed pace where only bots play. Where people play too, each question that asks bots alone
    makes the next pause shorter, down to nothing, until a person is asked again. Questions are counted, not
    rows: everybody knows who was asked, and drafts, offers and answers that some do not see change no pause.
    """
    pause = stored.terms.pace * SECOND
    people = sum(bit(holder.seat) for holder in stored.people if holder.bot is None)
    if not people:
        return round(pause)
    asked = match.asked()
    for row in reversed(range(len(match.rows) - 1)):
        if match.asked(row) == asked:
            continue
        asked, question = match.asked(row), match.question(row)
        if question is None or question[1] & people or pause < 0.5:
            break
        pause *= SHORTENING
    return round(pause)


def _notices(stored: StoredMatch, match: Match, now: int, sealed: Collection[Seat]) -> Iterator[Job]:
    """Calls to players whose turn came with the newest row, unless they caused it: then they are there."""
    if len(match.rows) > 1 and match.asked(-2) == match.asked():
        return
    there = match.rows[-1].actors
    for seat in match.awaited:
        holder = stored.holders[seat]
        if holder.hook is not None and holder.bot is None and seat not in there and seat not in sealed:
            yield Job(stored.id, NOTICE, seat, match.asked(), now)
