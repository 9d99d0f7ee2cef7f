"""The play of a session: answers, undos, changes of mind, resignations, and windows with sealed answers.

The caller of every function holds the session's lock; each writes first and sends afterwards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from garrison.core import kernel
from garrison.core.errors import OTHER_QUESTION, Damaged, Illegal, Refused, Unreadable
from garrison.core.history import DRAW_ROW, RESIGN_ROW, UNDO_ROW
from garrison.core.show.perspective import Perspective
from garrison.core.state import Action, Seat
from garrison.table.refusals import NOT_KEPT, SEALED, STALE, USED, TableRefusal
from garrison.table.session.session import Session, first_actor
from garrison.table.store.clock import now
from garrison.table.store.executor import Executor, NotKnown
from garrison.table.store.models import Job, Proposal, SealedAnswer
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict


class Play:
    """The players of one session at their game."""

    def __init__(self, session: Session, executor: Executor) -> None:
        self.session = session
        self.executor = executor

    async def answer(
        self,
        seat: Seat,
        notation: str,
        ask: int | None,
        client: str,
        job: Job | None = None,
        before: Sequence[str] = (),
    ) -> tuple[int, bool]:
        """Play a seat's answer to the question of this number; with what comes before it, all or nothing.

        Returns the frame that shows it, and True if the answer was sealed instead.
        """
        session, match = self.session, self.session.match
        session.may_act(seat, job)
        with suppress(Unreadable):  # which is refused below, with the reason
            notation, *before = [match.write(match.read(each)) for each in (notation, *before)]
        parts = [f"part {n} {client}" for n in range(len(before))]  # ids that no client can have
        row = self._repeated(seat, client, lambda row: self._wrote(seat, client, row, [*before, notation]))
        if row is not None:
            return session.perspective(seat).frame_of(row), False
        if not match.over and ask != match.asked():
            raise TableRefusal(STALE)
        if session.seals and not kernel.unasked(match.game.play, match.read(notation)):
            if before:
                raise Illegal(OTHER_QUESTION, "nothing is ticked for a sealed answer")
            return await self._seal(SealedAnswer(seat, notation, client, now()), job), True
        if before or seat in session.sealed:  # refused for what it is, before it is refused for want of room
            session.match_seen_by(seat).together([*before, notation], seat)

        def played() -> list[tuple[Seat, str]]:
            if not before:
                match.play(notation, seat)
                return [(seat, client)]
            first = len(match.rows)
            match.play_all([*before, notation], seat)
            return [(seat, each) for each in (*parts[: len(match.rows) - first - 1], client)]

        await session.write(self.executor, played, job, rows=len(before) + 1)
        return session.perspective(seat).count, False

    async def undo(self, seat: Seat, n: int | None, client: str) -> int:
        """Go back to a frame, or one step; returns the frame that shows it."""
        session = self.session
        session.may_act(seat)
        row = await asyncio.to_thread(self._repeated, seat, client, lambda row: self._went_back(seat, row, n))
        if row is not None:
            return session.perspective(seat).frame_of(row)

        def undone() -> list[tuple[Seat, str]]:
            session.perspective(seat).undo(n)
            return [(seat, client)]

        await session.write(self.executor, undone, long=True)
        return session.perspective(seat).count

    async def change_mind(self, seat: Seat, thing: str, ask: int | None, client: str) -> int | None:
        """Go back to an earlier question about the same piece, and choose the thing there, if it means that.

        Returns the frame that shows it, or None if the thing means nothing of the kind.
        """
        session = self.session
        session.may_act(seat)
        first = f"instead {client}"  # an id that no client can have

        def same(row: int) -> bool:
            written, then = session.match.rows[row], session.match.at(row - 1)
            begun = written.seat == UNDO_ROW or session.row_of(seat, first) is not None
            return begun or (written.seat == seat and written.action == Perspective(then, seat).deselect())

        row = self._repeated(seat, client, same)
        if row is not None:
            return session.perspective(seat).frame_of(row)
        match = session.match
        if match.over or ask != match.asked():
            raise TableRefusal(STALE)
        meant = await asyncio.to_thread(session.perspective(seat).instead, thing)
        if meant is None:
            return None

        back = meant.row != match.line[-1]
        rows = back + len(meant.actions)

        def changed() -> list[tuple[Seat, str]]:
            if back:
                match.undo(seat, meant.row)
            for action in meant.actions:
                match.play(action, seat)
            again = [f"again {n} {client}" for n in range(1, rows - 1)]
            return [(seat, each) for each in (first, *again, client)[-rows:]]

        await session.write(self.executor, changed, rows=rows, long=True)
        return session.perspective(seat).count

    async def resign(self, seat: Seat, client: str) -> int:
        """Resign for a seat that is a team of its own; returns the frame that shows it."""
        session = self.session
        row = self._repeated(seat, client, lambda row: session.match.rows[row].seat == RESIGN_ROW)
        if row is not None:
            return session.perspective(seat).frame_of(row)

        def resigned() -> list[tuple[Seat, str]]:
            session.match.resign(seat)
            return [(seat, client)]

        await session.write(self.executor, resigned)
        return session.perspective(seat).count

    async def carry_out(self, proposal: Proposal) -> None:
        """Do what was proposed, once all who were asked have consented."""
        session = self.session
        match, everybody = session.match, range(len(session.seats))

        def done() -> list[tuple[Seat, str]]:
            if proposal.back == RESIGN_ROW:
                match.resign(proposal.seat, match.team(proposal.seat))
            elif proposal.back == DRAW_ROW:
                match.agree_draw(everybody)
            else:
                match.undo(proposal.seat, proposal.back, everybody)
            return [(first_actor(match, len(match.rows) - 1), f"agreed {proposal.number}")]

        await session.write(self.executor, done, long=True)

    # Windows

    async def _seal(self, answer: SealedAnswer, job: Job | None) -> int:
        """Store a sealed answer, to be opened with all the others; returns the seat's newest frame."""
        session = self.session
        match, seat = session.match, answer.seat
        known = session.sealed.get(seat)
        if known is not None and known.client != answer.client:
            raise TableRefusal(SEALED)
        if known is not None and known.notation != answer.notation:
            raise TableRefusal(USED)
        if known is None:
            if (rule := match.refusal(answer.notation, seat)) is not None:
                raise Illegal(rule, match.why(answer.notation, seat) or rule)
            try:
                rows = len(match.rows)
                await self.executor.run(Store.seal, session.id, match.asked(), answer, rows=rows, done=job)
            except (Conflict, NotKnown):
                session.drop()
                raise
            session.sealed[seat] = answer
            session.send_frames()
        n = session.perspective(seat).count
        try:
            await self.close(match.asked(), {})
        except TableRefusal as error:
            if error.reason != NOT_KEPT:
                raise
            return n  # the answer is given, and a job opens the window later
        return session.perspective(seat).count

    async def close(self, ask: int, silent: Mapping[Seat, str], job: Job | None = None) -> bool:
        """Open the sealed answers, once the time has come and all are in; `silent` are the missing ones.

        A seat that can only be silent passes by itself then, and no sooner. So nobody can tell it from one
        that could have played something and has answered by then.
        """
        session = self.session
        match, stored = session.match, session.stored
        if match.over or match.asked() != ask:
            return False
        if not silent and now() < session.question_opened + stored.terms.least * 1000:
            return False
        silent = {**self._nothing_to_play(), **silent}
        if set(session.awaited()) - set(silent):
            return False
        answers = {seat: (text, f"time {ask} {seat}") for seat, text in silent.items()}
        answers |= {seat: (answer.notation, answer.client) for seat, answer in session.sealed.items()}

        def all_at_once() -> list[tuple[Seat, str]]:
            for seat in sorted(answers):
                text = answers[seat][0]
                match.play(self._silence() if match.refusal(text, seat) else text, seat)
            return [(seat, answers[seat][1]) for seat in sorted(answers)]

        await session.write(self.executor, all_at_once, job, answers=len(session.sealed))
        return True

    def _nothing_to_play(self) -> dict[Seat, str]:
        """The silence of those who have no other answer to an open window with a least time."""
        session, match = self.session, self.session.match
        if not session.seals:
            return {}
        silence = self._silence()
        passing = [seat for seat in session.awaited() if match.answers(seat) == [silence]]
        return dict.fromkeys(passing, match.write(silence))

    def _silence(self) -> Action:
        """The silence of the open window, the answer of those who say nothing."""
        match = self.session.match
        if match.ask is None or (found := match.game.play.questions[match.ask[0]].silence) is None:
            raise Damaged("a window has no silence")
        return found

    # Messages sent again

    def _repeated(self, seat: Seat, client: str, same: Callable[[int], bool]) -> int | None:
        """The row of a repeated message, None if it is new; its id must not stand for something else."""
        row = self.session.row_of(seat, client)
        if row is not None and not same(row):
            raise TableRefusal(USED)
        return row

    def _wrote(self, seat: Seat, client: str, row: int, notations: Sequence[str]) -> bool:
        """True if this row and those before it were written for a message with these notations."""
        session, match = self.session, self.session.match
        first, parts = row, 0
        while (part := session.row_of(seat, f"part {parts} {client}")) is not None:
            first, parts = min(first, part), parts + 1
        written = match.rows[first : row + 1]
        if any(each.seat < 0 for each in written):
            return False
        done = [match.write(each.action) for each in written]
        if len(notations) == 1 or done == notations:
            return done == notations
        try:  # the last of them may have been left out
            return match.at(first - 1).together(notations, seat) == [each.action for each in written]
        except Refused:
            return False

    def _went_back(self, seat: Seat, row: int, n: int | None) -> bool:
        """True if a row was written for an undo to this frame, as the frames were counted then."""
        written = self.session.match.rows[row]
        if written.seat != UNDO_ROW:
            return False
        then = self.session.match.at(row - 1)
        try:
            return Perspective(then, seat).goal(n) == written.back
        except Refused:
            return False
