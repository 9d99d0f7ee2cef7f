"""A session: a match in memory, its connections, and what each of them is sent and told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from garrison.core.errors import GAME_OVER, UNREADABLE, Damaged, Refused
from garrison.core.game import AnyGame
from garrison.core.history import DRAW_ROW, RESIGN_ROW
from garrison.core.limits import LOG_FRAMES, MATCH_ROWS, SOCKETS
from garrison.core.match import Match
from garrison.core.show import rulebook, words
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Frame
from garrison.core.state import SPECTATOR, Seat
from garrison.players.hint import KeptIdeas
from garrison.table.background.schedule import due
from garrison.table.http import boards
from garrison.table.messages import encode
from garrison.table.refusals import (
    BOT_PLAYS,
    BROKEN,
    FULL,
    NO_KEY,
    NO_MATCH,
    NOT_BEGUN,
    WATCHING,
    TableRefusal,
)
from garrison.table.session.clocks import Clocks, question_opened
from garrison.table.session.replay_cost import affordable, all_steps, steps
from garrison.table.socket.outbox import Outbox
from garrison.table.store.clock import now
from garrison.table.store.executor import Executor
from garrison.table.store.models import Job, Proposal, SealedAnswer, SeatHolder, StoredMatch
from garrison.table.store.serialization import follow
from garrison.table.store.store import Store

LOG = logging.getLogger("garrison.table")


@contextmanager
def damage_logged(ident: str) -> Iterator[None]:
    """Log what is wrong with a stored match; players get a plain sentence."""
    try:
        yield
    except Damaged as error:
        LOG.error("match %r is damaged: %s", ident, error)
        raise TableRefusal(BROKEN) from error


class Session:
    """A match in memory. Its users hold its lock."""

    def __init__(self, ident: str, wake: Callable[[], None] = lambda: None, shared: bool = False) -> None:
        """`wake` is called when a job was added; `shared` sessions are open in other processes too."""
        self.id = ident
        self.shared = shared
        self.wake = wake
        self.lock = asyncio.Lock()
        self.users = 0
        self.outboxes: set[Outbox] = set()
        self.hinting: set[Seat] = set()
        self.ideas: dict[Seat, KeptIdeas] = {}
        self.sealed: dict[Seat, SealedAnswer] = {}
        self.proposal: Proposal | None = None
        self.clocks: Clocks | None = None
        self.spoken: dict[tuple[str, Seat | None], list[int]] = {}
        """By channel and seat: times of recent chat messages, or changes at the table."""
        self._stored: StoredMatch | None = None
        self._steps = 0
        self._perspectives: dict[Seat, Perspective] = {}
        self._done: dict[tuple[Seat, str], int] = {}
        self._frames: dict[tuple[Seat, str], tuple[tuple[int, bool], bytes]] = {}

    @property
    def loaded(self) -> bool:
        return self._stored is not None

    @property
    def stored(self) -> StoredMatch:
        if self._stored is None:
            raise TableRefusal(NO_MATCH, match=self.id)
        return self._stored

    @property
    def begun(self) -> bool:
        return self.stored.match is not None

    @property
    def match(self) -> Match:
        match = self.stored.match
        if match is None:
            raise TableRefusal(NOT_BEGUN)
        return match

    @property
    def game(self) -> AnyGame:
        return self.match.game if self.stored.plan is None else self.stored.plan.game

    @property
    def options(self) -> dict[str, str]:
        return self.match.options if self.stored.plan is None else self.stored.plan.options

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats(self.options)

    # Loading and unloading

    def fill(self, stored: StoredMatch, sealed: Iterable[SealedAnswer], proposal: Proposal | None) -> None:
        """Take over a match as stored. A row in the future, by a clock set back since, counts as of now."""
        when = now()
        self.drop()
        self._stored = stored
        stored.times = [min(each, when) for each in stored.times]
        self.sealed = {answer.seat: answer for answer in sealed}
        self.proposal = proposal
        match = stored.match
        if match is None:
            return
        self._steps = all_steps(match.rows)
        self._done = {(first_actor(match, row), client): row for row, client in stored.clients.items()}
        self.clocks = Clocks(match, stored.times, stored.terms) if stored.terms.timed else None

    def drop(self) -> None:
        """Drop what may differ from the store; it is loaded again when needed."""
        self._stored = self.proposal = self.clocks = None
        for each in (self._perspectives, self._frames, self._done, self.sealed):
            each.clear()

    async def follow(self, executor: Executor) -> None:
        """Read what other processes wrote."""
        try:
            await self._follow(executor)
        except BaseException:
            self.drop()
            raise

    async def _follow(self, executor: Executor) -> None:
        match, stored, when = self.match, self.stored, now()
        rows = await executor.run(Store.rows_after, self.id, len(match.rows) - 1)
        await asyncio.to_thread(follow, match, rows)
        for row in rows:
            stored.times.append(min(row["at"], when))
            self._steps += steps(row["row"], match.rows[row["row"]])
            if row["client"] is not None:
                self._done[first_actor(match, row["row"]), row["client"]] = row["row"]
        if self.clocks is not None:
            self.clocks.follow()
        sealed = await executor.run(Store.sealed, self.id, match.asked())
        self.sealed = {answer.seat: answer for answer in sealed}
        self.proposal = await executor.run(Store.proposal, self.id)

    def perspective(self, seat: Seat) -> Perspective:
        if seat not in self._perspectives:
            self._perspectives[seat] = Perspective(self.match, seat)
        found = self._perspectives[seat]
        others = (other for other in range(len(self.seats)) if other != seat)
        found.alone = all(self.holder(other).bot is not None for other in others)
        return found

    def match_seen_by(self, seat: Seat) -> Match:
        """The match as a seat sees it: its own sealed answer counts as given."""
        match, answer = self.match, self.sealed.get(seat)
        if answer is None:
            return match
        return match.with_answer(seat, match.read(answer.notation))

    @property
    def table_changes(self) -> bool:
        """True if the table's state changes with every row."""
        return self.clocks is not None or self.proposal is not None or bool(self.stored.terms.least)

    def awaited(self) -> list[Seat]:
        """The seats that still have to answer; sealed answers count as given."""
        return [seat for seat in self.match.awaited if seat not in self.sealed]

    def last_change(self, seat: Seat) -> int:
        """The time of the newest row that a seat knows of: when others act unseen stays hidden."""
        if not self.begun:
            return self.stored.created
        return self.stored.times[self.perspective(seat).rows[-1]]

    def holder(self, seat: Seat) -> SeatHolder:
        return self.stored.holders[seat]

    def name(self, seat: Seat) -> str:
        """The seat's id in records and messages."""
        return "spectator" if seat == SPECTATOR else self.seats[seat]

    def connected(self, seat: Seat) -> bool:
        """True if somebody in this seat is connected to this process."""
        return any(outbox.seat == seat for outbox in self.outboxes)

    @property
    def present(self) -> set[Seat]:
        """The seats whose people are connected to this process."""
        return {outbox.seat for outbox in self.outboxes if outbox.seat != SPECTATOR}

    # Sending

    def frame_data(self, frame: Frame, lang: str) -> dict[str, Any]:
        """A frame as sent; `past` only if it was asked for."""
        return boards.with_board(frame, self.match.game, self.match.options, lang)

    def _newest_frame(
        self, seat: Seat, lang: str, have: int | None = None, *, returns: bool = False
    ) -> dict[str, Any]:
        """The newest frame of a seat, with the end of its clock; a sealed answer counts as given.

        Of the frames since `have` the last are there; the others can be asked for.
        """
        perspective = self.perspective(seat)
        most = None if have is None else max(have, perspective.count - 1 - LOG_FRAMES)
        frame = perspective.frame(lang, most, returns=returns)
        scene = frame.scene
        if seat in self.sealed:
            scene = self.match_seen_by(seat).scene(seat, lang)
            frame = replace(frame, summary=None)  # it has decided
        until = None if self.clocks is None else self.clocks.until(seat)
        if scene.ask is not None and until is not None:
            scene = replace(scene, ask=replace(scene.ask, until=until))
        return self.frame_data(frame if scene is frame.scene else replace(frame, scene=scene), lang)

    def frame(self, seat: Seat, lang: str) -> bytes:
        """The newest frame of a seat as a message, made once per language."""
        state = self._state(seat)
        known, message = self._frames.get((seat, lang), (None, b""))
        if known != state:
            message = encode({"frame": self._newest_frame(seat, lang)})
            self._frames[seat, lang] = (state, message)
        return message

    def check_room(self, outbox: Outbox, seat: Seat) -> None:
        """Check that one more connection fits; raises TableRefusal. Spectators share as many as all seats."""
        most = SOCKETS if seat == SPECTATOR else SOCKETS // len(self.seats)
        if sum(each.seat == seat for each in self.outboxes if each is not outbox) >= most:
            raise TableRefusal(FULL, most=most)

    async def greeting(self, seat: Seat, lang: str, have: int) -> bytes:
        """The newest frame with everything missed since one. It can be long, so it is made in a thread."""
        return await asyncio.to_thread(self._greeting, seat, lang, have)

    def _greeting(self, seat: Seat, lang: str, have: int) -> bytes:
        frame = self._newest_frame(seat, lang, min(have, self.perspective(seat).count), returns=True)
        return encode({"frame": {**frame, "past": frame.get("past", ())}})

    def greet(self, outbox: Outbox, greeting: bytes) -> None:
        outbox.shown = self._state(outbox.seat)
        outbox.send(greeting)

    def send_frames(self) -> None:
        """Send every connection the new frame, unless its seat knows nothing of it.

        The row is stored by now: a frame that cannot be made ends that connection and nothing else.
        """
        for outbox in self.outboxes:
            try:
                if outbox.shown != (state := self._state(outbox.seat)):
                    outbox.send(self._frame_message(outbox, state[0]))
                    outbox.shown = state
            except Exception as error:
                LOG.error("match %r, a frame: %s", self.id, error, exc_info=error)
                outbox.end()

    def _frame_message(self, outbox: Outbox, count: int) -> bytes:
        """The newest frame for a connection, with any it has missed."""
        have = count - 1 if outbox.shown is None else outbox.shown[0]
        if count - have <= 1:
            return self.frame(outbox.seat, outbox.lang)
        return encode({"frame": self._newest_frame(outbox.seat, outbox.lang, have)})

    def _state(self, seat: Seat) -> tuple[int, bool]:
        """The identity of a seat's frame: its number, and whether an answer of its own is sealed."""
        return self.perspective(seat).count, seat in self.sealed

    # Writing

    def row_of(self, seat: Seat, client: str) -> int | None:
        """The row that a seat's message of this id caused, None if it has caused none."""
        return self._done.get((seat, client))

    @property
    def affordable(self) -> bool:
        """True if one more row keeps the cost of loading the match within its limit."""
        return self._affords(1)

    def _affords(self, rows: int) -> bool:
        return affordable(len(self.match.rows) + rows, self._steps)

    def _check_writable(self, rows: int) -> None:
        """Check that so many rows may be added; raises TableRefusal."""
        if self.match.key is None:
            raise TableRefusal(NO_KEY)
        if not self._affords(rows):
            raise TableRefusal(FULL, most=MATCH_ROWS)

    async def write(
        self,
        executor: Executor,
        done: Callable[[], list[tuple[Seat, str]]],
        job: Job | None = None,
        *,
        rows: int = 1,
        long: bool = False,
        answers: int | None = None,
    ) -> None:
        """Do something that adds rows, write them with everything they cause, and send it to everybody.

        `done` plays, and returns for each new row its seat and the client's id for it; if it takes `long`, it
        runs in a thread. `rows` is how many it adds at most, those of a window aside, `answers` how many
        sealed answers it opens. Raises Conflict if another process wrote first: then what is in memory is out
        of date.
        """
        self._check_writable(rows)
        match, stored = self.match, self.stored
        first, asked = len(match.rows), match.asked()
        try:
            with damage_logged(self.id):
                clients = await asyncio.to_thread(done) if long else done()
            match.keep_snapshot()
            when = now()
            stored.times += [when] * len(clients)
            if self.clocks is not None:
                self.clocks.follow()
            if match.asked() != asked:
                self.sealed.clear()
            names = [client for _, client in clients]
            wanted = due(stored, self.clocks, when, self.sealed)
            more: dict[str, Any] = {"jobs": wanted, "done": job, "answers": answers, "when": when}
            await executor.run(Store.add_rows, self.id, match, names, **more)
        except BaseException as error:
            if not isinstance(error, Refused) or len(match.rows) > first:
                self.drop()
            raise
        for row, who in enumerate(clients, first):
            self._steps += steps(row, match.rows[row])
            self._done[who] = row
        if wanted:
            self.wake()
        self.send_frames()

    def may_act(self, seat: Seat, job: Job | None = None) -> None:
        """Check that a seat may act: it is not a spectator's, and no bot plays it; raises TableRefusal."""
        if seat == SPECTATOR:
            raise TableRefusal(WATCHING)
        if job is None and self.holder(seat).bot is not None:
            raise TableRefusal(BOT_PLAYS)

    # Proposals and windows

    @property
    def moot(self) -> bool:
        """True if no proposal is open that could be agreed to: none at all, done, or nothing to undo."""
        found = self.proposal
        return found is None or self.settled or 0 <= found.back not in self.match.line[:-1]

    @property
    def settled(self) -> bool:
        """True if the stored proposal is no longer open: it was carried out, or the game is over."""
        found = self.proposal
        return found is not None and (self.match.over or self.row_of(0, f"agreed {found.number}") is not None)

    def not_agreed(self, proposal: Proposal) -> list[Seat]:
        """The people who are asked and have not agreed yet. Bots always agree, except to a draw."""
        asked = range(len(self.seats)) if proposal.back != RESIGN_ROW else self.match.team(proposal.seat)
        silent = [seat for seat in asked if seat not in proposal.agreed]
        return [seat for seat in silent if self.holder(seat).bot is None or proposal.back == DRAW_ROW]

    def just_carried_out(self, number: int) -> bool:
        """True if the newest row is what the proposal of this number led to."""
        last = len(self.match.rows) - 1
        return self.row_of(first_actor(self.match, last), f"agreed {number}") == last

    @property
    def seals(self) -> bool:
        """True if the open question is a window that stays open for an agreed time."""
        return bool(self.stored.terms.least) and self.match.window

    @property
    def question_opened(self) -> int:
        """When the open question was put."""
        return question_opened(self.match, self.stored.times)

    def refusal_text(self, error: Refused, seat: Seat, notation: str | None, lang: str) -> str:
        """Why an action or an undo was refused, in the reader's language."""
        match = self.match_seen_by(seat)
        if notation is not None and error.rule not in (UNREADABLE, GAME_OVER):
            return words.as_sentence(
                match.why(notation, seat, lang) or rulebook.reason(match.game, error.rule, lang)
            )
        told = words.as_sentence(rulebook.reason(match.game, error.rule, lang))
        if notation is None or error.rule != UNREADABLE:
            return told
        game = match.game
        return f"{told} {game.tell.numbers(match.form(seat), game.play.actions, notation, lang)}".rstrip()


def first_actor(match: Match, number: int) -> Seat:
    """The seat that caused a row, the first of several."""
    return match.rows[number].actors[0]
