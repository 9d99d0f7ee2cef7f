"""Bots' pauses: nobody waits long for his turn, watchers can follow, and no pause tells what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from garrison.core.match import Match
from garrison.core.state import SPECTATOR, Action, Ask, Seat
from garrison.players import make
from garrison.table.background.schedule import bot_pause, due
from garrison.table.session.clocks import SECOND
from garrison.table.store.executor import Executor
from garrison.table.store.models import BOT, FRIEND, MOVE, REPLY, WATCH, SeatHolder, StoredMatch, Terms
from support.fixtures import NewToy
from support.games.colditz_matches import new as colditz
from support.games.moves import play
from support.table.colditz_tables import TRADING, played

BOTS = "sound"
"""The player in the bots' seats."""
PAUSES = 2.0
"""Most seconds of pauses between two questions to a person, at the usual pace: a second is left to think."""
ROWS = 2000
BRITISH, _, POLISH, DUTCH, SECURITY = range(5)
ANNA, BRUNO, CARLA = range(3)


def stored(match: Match, *people: Seat, pace: float = 0.5) -> StoredMatch:
    """A match with people in these seats, and bots in all others."""
    bots = (seat for seat in range(len(match.seats)) if seat not in people)
    holders = {seat: SeatHolder(seat, FRIEND) for seat in people}
    holders |= {seat: SeatHolder(seat, BOT, bot=BOTS) for seat in bots}
    return StoredMatch("m", match, None, holders, Terms(pace=pace), 0, times=[0] * len(match.rows))


def pauses(match: Match, *people: Seat, rows: int, pace: float = 0.5) -> Iterator[int]:
    """The pauses before these rows, each of them the first answer of the first who is asked."""
    found = stored(match, *people, pace=pace)
    for _ in range(rows):
        yield bot_pause(found, match)
        match.play(match.answers(match.awaited[0])[0], match.awaited[0])


class Sitting:
    """A match whose clock runs only while all wait: people answer at once, bots when they are due."""

    def __init__(self, match: Match, *people: Seat) -> None:
        self.match, self.people, self.now = match, people, 0
        self.stored = stored(match, *people)
        self.players = [make(BOTS, b"key", match.game, seat) for seat in range(len(match.seats))]
        self.waits: list[int] = []
        """Of every person, from each answer to the next question."""
        self._answered: dict[Seat, int] = {}

    def run(self) -> None:
        while not self.match.over and len(self.match.rows) < ROWS:
            asked = [seat for seat in self.people if seat in self.match.awaited]
            self.waits += [self.now - self._answered.pop(seat) for seat in asked if seat in self._answered]
            if asked:
                self._play(asked[0], self.match.answers(asked[0]))
                self._answered[asked[0]] = self.now
            else:
                self._bot_plays()
        self.waits += [self.now - answered for answered in self._answered.values()]

    def _bot_plays(self) -> None:
        jobs = [job for job in due(self.stored, None, -1) if job.kind in (MOVE, REPLY)]
        first = min(jobs, key=lambda job: job.due)
        self.now = max(self.now, first.due)
        replies = first.kind == REPLY
        self._play(first.seat, self.match.replies(first.seat) if replies else self.match.legal(first.seat))

    def _play(self, seat: Seat, actions: Sequence[Action]) -> None:
        match = self.match
        chosen, _ = self.players[seat].choose(match.view(seat), match.ask or (), actions, 1)
        match.play(chosen, seat)
        self.stored.times.append(self.now)


# Nobody waits long


@pytest.mark.parametrize("person", [BRITISH, POLISH, SECURITY])
def test_a_person_against_four_bots_never_waits_long(person: Seat) -> None:
    sitting = Sitting(colditz(2, seats="5"), person)
    sitting.run()
    assert len(sitting.waits) > 20
    assert SECOND < max(sitting.waits) <= PAUSES * SECOND


def test_every_pause_is_two_thirds_of_the_last_down_to_nothing() -> None:
    found = list(pauses(played((), TRADING, seats="5"), DUTCH, rows=60))
    assert found[:6] == [500, 333, 222, 148, 99, 66]
    assert min(found) == 0
    assert set(pauses(played((), TRADING, seats="5"), DUTCH, rows=10, pace=0)) == {0}


def test_once_a_person_was_asked_the_next_pause_is_as_long_as_the_first(new_toy: NewToy) -> None:
    match = new_toy(seed=4)
    play(match, "anna hold", "bruno hold", "carla hold")  # a question to all, then one to Anna
    for people in ([ANNA], [BRUNO]):
        assert bot_pause(stored(match, *people), match) == 500
    play(match, "anna bid x=1")
    assert bot_pause(stored(match, ANNA), match) == 500
    assert bot_pause(stored(match, BRUNO), match) == 333, "Anna is a bot there"
    match.undo(ANNA)
    assert bot_pause(stored(match, ANNA), match) == 500


def test_an_offer_is_answered_before_the_game_goes_on(new_toy: NewToy) -> None:
    match = new_toy(seed=4)
    play(match, "anna hold", "bruno hold", "carla hold", "anna offer left 8", "anna bid x=1")
    found = due(stored(match, CARLA), None, -1)
    assert [(job.kind, job.seat, job.due) for job in found] == [(REPLY, BRUNO, 333), (MOVE, ANNA, 333)]


def test_the_pause_is_the_same_after_a_restart(executor: Executor, new_toy: NewToy) -> None:
    match = new_toy(seed=4)
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    kept = stored(match, CARLA)
    kept.holders[SPECTATOR] = SeatHolder(SPECTATOR, WATCH)
    executor.store.create("a" * 16, match, list(kept.holders.values()), terms=kept.terms)
    written = executor.store.read("a" * 16)
    assert written is not None
    again = written.played()
    assert again.match is not None
    assert bot_pause(again, again.match) == bot_pause(kept, match) == 333


def test_only_the_last_questions_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    match = colditz(seats="5")
    found, bots = stored(match, SECURITY), 0
    while bots < 100:
        bots = 0 if SECURITY in match.awaited else bots + 1
        match.play(match.answers(match.awaited[0])[0], match.awaited[0])
    looked, question = list[int](), Match.question

    def looking(self: Match, row: int) -> Ask | None:
        looked.append(row)
        return question(self, row)

    monkeypatch.setattr(Match, "question", looking)
    assert bot_pause(found, match) == 0
    assert len(looked) < 40


# Who only watches can follow


def test_where_only_bots_play_the_pace_stays() -> None:
    assert set(pauses(colditz(seats="5"), rows=60, pace=0.7)) == {700}


# Nothing hidden shows

OFFER = ("trade french", "put rope", "send")


@pytest.mark.parametrize(
    "unseen",
    [
        OFFER[:2],
        OFFER,
        (*OFFER, "recall"),
        (*OFFER, "french: decline british"),
        ("trade french", "drop", *OFFER, "french: decline british"),
    ],
    ids=" ".join,
)
def test_what_two_bots_do_unseen_changes_no_pause_of_what_all_see(unseen: tuple[str, ...]) -> None:
    """The Polish officer is a person, and none of it is his business."""
    plain, other = (played(rows, TRADING, seats="5") for rows in ((), unseen))
    for text in ("end", "roll"):
        found = [
            [job for job in due(stored(match, POLISH), None, -1) if job.kind == MOVE]
            for match in (plain, other)
        ]
        assert found[0] == found[1] != []
        for match in (plain, other):
            match.play(text, match.awaited[0])
    assert bot_pause(stored(plain, POLISH), plain) == bot_pause(stored(other, POLISH), other) == 222
