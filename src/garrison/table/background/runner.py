"""The job runner: one in each process, it does whatever is due, whoever caused it.

Jobs are taken by lease. What a job causes and its end are one transaction, so it takes effect once, even if
two processes come to work on it. A job about a question that is no longer open ends without effect.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from garrison.core.errors import Illegal, Refused
from garrison.core.limits import (
    BOT_FAILURES,
    BOT_GRACE,
    BOT_SECONDS,
    BOT_SECONDS_LEAST,
    CLOCK_GRACE,
    CLOSE_PAUSE,
    CLOSE_PAUSE_MOST,
    HOOK_TRIES,
    IDLE_SECONDS,
    JOB_PAUSE,
    JOB_PAUSE_MOST,
    JOBS,
    LEASE_SECONDS,
)
from garrison.core.match import Match
from garrison.core.state import Action, Ask, Seat, View
from garrison.table.background import metrics, webhooks
from garrison.table.background.metrics import Metrics
from garrison.table.background.process_pool import ProcessPool
from garrison.table.background.schedule import due
from garrison.table.background.webhooks import Webhooks
from garrison.table.refusals import (
    BUSY,
    FULL,
    NO_KEY,
    NO_MATCH,
    NOT_KEPT,
    NOT_KNOWN,
    NOT_REACHED,
    STALE,
    TableRefusal,
)
from garrison.table.session.clocks import SECOND
from garrison.table.session.lobby import Lobby
from garrison.table.session.play import Play
from garrison.table.session.pool import SessionPool
from garrison.table.session.session import Session
from garrison.table.store.clock import now
from garrison.table.store.executor import Executor
from garrison.table.store.models import CLOCK, CLOSE, MOVE, NOTICE, REPLY, Job
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict

LOG = logging.getLogger("garrison.table")
SOUND, BLIND = "sound", "random"
"""The bot that answers when a player's time is over; random in a game without a guide."""
ENDING_SECONDS = 1.0
MEASURE_SECONDS = 1.0
LOOK_SECONDS = 0.02
"""Pause when a due job cannot be taken because another process is working on it."""
HOPELESS = (NO_MATCH, FULL, NO_KEY)
"""Reasons for which a job can never succeed."""
USUAL = (STALE, BUSY, NOT_KEPT, NOT_KNOWN, NOT_REACHED)
"""Reasons caused by others acting meanwhile, or already in the log."""


class _Changed(Exception):
    """The position is no longer the one an answer was computed for."""


def backoff(first: float, tries: int, most: float) -> float:
    """A pause that doubles each time."""
    return min(most, first * float(1 << min(max(0, tries - 1), 30)))


class Problem(NamedTuple):
    """A decision as a player gets it: what one seat sees of it, and nothing else."""

    game: str
    view: View
    seat: Seat
    ask: Ask | None
    actions: list[str]
    player: str


def problem_for(match: Match, seat: Seat, player: str, actions: Iterable[Action] | None = None) -> Problem:
    """The decision of a seat among all it may do, or among these actions, for a player."""
    notations = [match.write(action) for action in (match.legal(seat) if actions is None else actions)]
    return Problem(match.game.id, match.view(seat), seat, match.ask, notations, player)


def timeout_answer(match: Match, seat: Seat) -> str | Problem:
    """The answer for a player whose time is over: the question's silence, else a bot's choice."""
    silence = None if match.ask is None else match.game.play.questions[match.ask[0]].silence
    if silence is not None:
        return match.write(silence)
    # Nobody makes or answers an offer on behalf of a person.
    return problem_for(match, seat, BLIND if match.game.guide is None else SOUND, match.answers(seat))


def _awaited(session: Session, job: Job) -> Sequence[Seat]:
    """The seats that a bot's job can be for: those that have an offer to answer, or those that are asked."""
    return session.match.waiting if job.kind == REPLY else session.awaited()


class Runner:
    """Takes due jobs, runs several at a time, and sleeps until more are due."""

    def __init__(
        self,
        sessions: SessionPool,
        executor: Executor,
        bots: ProcessPool,
        counting: Metrics,
        calls: Webhooks | None = None,
    ) -> None:
        self.webhooks = calls or Webhooks()
        self._sessions, self._executor, self._bots, self._metrics = sessions, executor, bots, counting
        self._awake = self._looked = self._measured = 0
        """Since when the process is awake; the last look at what is due, and the last measure."""
        self._closing = False
        self._loop: asyncio.Task[None] | None = None
        self._doing: dict[int, tuple[Job, asyncio.Task[None]]] = {}
        self._kinds: dict[str, Callable[[Job], Awaitable[None]]] = {
            MOVE: self._move,
            REPLY: self._move,
            CLOCK: self._clock,
            CLOSE: self._close,
            NOTICE: self._notice,
        }

    async def start(self) -> None:
        self._awake = self._looked = now()
        self._loop = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Take no more jobs. Those nearly done are finished, the rest are given back."""
        self._closing = True
        self._sessions.due.set()
        if self._loop is not None:
            await self._loop
        doing = list(self._doing.values())
        if doing:
            await asyncio.wait([task for _, task in doing], timeout=ENDING_SECONDS)
        for job, task in doing:
            if not task.done():
                task.cancel()
                await asyncio.wait([task])
                with suppress(TableRefusal):  # the lease will end
                    await self._executor.run(Store.postpone, job, job.due)
        self.webhooks.close()

    # Taking

    async def _run(self) -> None:
        failures, tidied = 0, False
        while not self._closing:
            self._sessions.due.clear()
            self._measure()
            self._notice_sleep()
            try:
                if not tidied:
                    await self._tidy()
                tidied = True
                pause = await self._take_due()
                failures = 0
            except Exception as error:
                failures += 1
                if not failures & (failures - 1):  # less and less often
                    LOG.error("due jobs cannot be read: %s", error)
                pause = backoff(JOB_PAUSE, failures, IDLE_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(0 if self._closing else pause):
                    await self._sessions.due.wait()

    async def _tidy(self) -> None:
        """Take up what the last run left: leases of those who are no more, and jobs put off too far."""
        when = now()
        # In a file nobody else has a lease; elsewhere none can be longer, but by a clock that was set back.
        beyond = when + round(LEASE_SECONDS * SECOND) if self._executor.shared else 0
        await self._executor.run(Store.release, beyond)
        await self._executor.run(Store.hasten, when)

    def _notice_sleep(self) -> None:
        """Notice that the machine has slept: for players this is like a start."""
        when = now()
        if when > self._looked + (IDLE_SECONDS + CLOCK_GRACE) * SECOND:
            self._awake = when
        self._looked = when

    def _measure(self) -> None:
        """Note now and then what is open in this process, so that any other can tell of it."""
        if now() >= self._measured + MEASURE_SECONDS * SECOND:
            self._measured = now()
            self._metrics.set(metrics.ROOMS, len(self._sessions))
            self._metrics.set(metrics.CONNECTIONS, sum(len(session.outboxes) for session in self._sessions))

    async def _take_due(self) -> float:
        """Start the jobs that are due; returns the seconds until there may be more."""
        free = JOBS - len(self._doing)
        if free <= 0:
            return IDLE_SECONDS  # whichever ends first wakes us
        following = await self._executor.run(Store.next_due)
        if following is None:
            return IDLE_SECONDS
        if following > (when := now()):
            return min(IDLE_SECONDS, (following - when) / SECOND)
        taken = await self._executor.run(Store.take, when, round(LEASE_SECONDS * SECOND), free)
        for job in taken:
            self._begin(job)
        return 0 if taken else LOOK_SECONDS

    def _begin(self, job: Job) -> None:
        if job.id in self._doing:
            return  # still at it: now its lease is longer
        task = asyncio.create_task(self._do(job))
        self._doing[job.id] = (job, task)
        task.add_done_callback(lambda _: self._ended(job))

    def _ended(self, job: Job) -> None:
        full = len(self._doing) >= JOBS
        del self._doing[job.id]
        if full:
            self._sessions.due.set()

    async def _do(self, job: Job) -> None:
        try:
            if self._executor.shared:
                await self._sessions.follow(job.match)  # another process may have written what made it due
            await self._kinds[job.kind](job)
        except Exception as error:
            with suppress(TableRefusal):  # nothing can be written: the lease will end
                await self._failed(job, error)

    async def _failed(self, job: Job, error: Exception) -> None:
        """Retry later, less and less often; not at all if it is pointless."""
        if isinstance(error, TableRefusal) and error.reason in HOPELESS:
            await self._finish(job)
            return
        usual = isinstance(error, Refused | Conflict | _Changed) or getattr(error, "reason", "") in USUAL
        if not usual:
            if job.kind in (MOVE, REPLY):
                self._metrics.add(metrics.BOT_FAILURES)
            # Of what was refused nothing is said here: it may tell what a seat has in mind.
            LOG.warning("match %s, %s: %s: %s", job.match, job.kind, type(error).__name__, error)
        if job.tries == BOT_FAILURES:
            LOG.error(
                "match %s, %s: failed %d times, retrying every %d seconds",
                *(job.match, job.kind, job.tries, JOB_PAUSE_MOST),
                exc_info=None if usual else error,
            )
        overtaken = isinstance(error, Illegal) and job.tries == 1  # by an offer answered meanwhile, unseen
        await self._postpone(job, 0 if overtaken else backoff(JOB_PAUSE, job.tries, JOB_PAUSE_MOST))

    async def _finish(self, job: Job) -> None:
        await self._executor.run(Store.finish, job)

    async def _postpone(self, job: Job, seconds: float) -> None:
        await self._postpone_until(job, now() + round(seconds * SECOND))

    async def _postpone_until(self, job: Job, when: int) -> None:
        await self._executor.run(Store.postpone, job, when)
        self._sessions.due.set()

    async def _still_open(self, session: Session, job: Job) -> bool:
        """True if a job's question is still open; otherwise the job ends here, under the session's lock."""
        if session.begun and not session.match.over and session.match.asked() == job.ask:
            return True
        await self._finish(job)
        return False

    # Bots

    async def _move(self, job: Job) -> None:
        """Let a bot answer the question, or an offer; a worker process computes it meanwhile."""
        async with self._sessions.open(job.match) as session:
            bot = await self._bot_to_move(session, job)
            if bot is None:
                return
            seen = session.match_seen_by(job.seat)
            problem = problem_for(seen, job.seat, bot, seen.replies(job.seat) if job.kind == REPLY else None)
        notation = await self._choose(problem)
        await self._sessions.act(job.match, lambda session: self._play_move(session, job, notation))

    async def _bot_to_move(self, session: Session, job: Job) -> str | None:
        """The bot that has to answer, if one does; otherwise the job ends."""
        if not await self._still_open(session, job):
            return None
        bot = session.holder(job.seat).bot
        if bot is None or job.seat not in _awaited(session, job):
            await self._finish(job)
            if job.kind == REPLY:
                await self._look_again(session)
            return None
        return bot

    async def _look_again(self, session: Session) -> None:
        """Add the jobs of an offer that another process wrote while the job for the last one ended."""
        if self._executor.shared:
            await session.follow(self._executor)
            wanted = due(session.stored, session.clocks, now(), session.sealed)
            await self._executor.run(Store.add_jobs, [job for job in wanted if job.kind == REPLY])

    async def _play_move(self, session: Session, job: Job, notation: str) -> None:
        if await self._bot_to_move(session, job) is None:
            return
        client = f"{job.kind} {job.ask} {job.seat} {secrets.token_hex(4)}"
        await Play(session, self._executor).answer(job.seat, notation, job.ask, client, job=job)
        self._metrics.add(metrics.ACTIONS)
        self._metrics.add(metrics.BOT_MOVES)

    async def _choose(self, problem: Problem) -> str:
        """A player's answer. Thinking time shrinks when many wait; an only answer needs none."""
        if len(problem.actions) == 1:
            return problem.actions[0]
        waiting = sum(job.kind in (MOVE, REPLY) for job, _ in self._doing.values())
        seconds = max(BOT_SECONDS_LEAST, BOT_SECONDS / max(1, waiting))
        chosen, _ = await self._bots.run("choose", *problem, seconds, seconds=seconds + BOT_GRACE)
        return str(chosen)

    # Clocks

    async def _clock(self, job: Job) -> None:
        """Time is over: answer with silence for those who have not, or else with a sound player's choice."""
        back = self._awake + round(CLOCK_GRACE * SECOND)
        if job.due < self._awake and now() < back:
            await self._postpone_until(job, back)
            return
        async with self._sessions.open(job.match) as session:
            if not await self._time_over(session, job):
                return
            unsaid = {seat: timeout_answer(session.match, seat) for seat in session.awaited()}
        silent = {
            seat: each if isinstance(each, str) else await self._choose(each) for seat, each in unsaid.items()
        }
        await self._sessions.act(job.match, lambda session: self._answer_for_silent(session, job, silent))

    async def _time_over(self, session: Session, job: Job) -> bool:
        """True if the time of the open question is over; a job that comes too early waits."""
        if not await self._still_open(session, job):
            return False
        when = [
            each.due
            for each in due(session.stored, session.clocks, now(), session.sealed)
            if each.kind == CLOCK
        ]
        if not when:
            await self._finish(job)
        elif now() < when[0]:
            await self._postpone_until(job, when[0])
        else:
            return True
        return False

    async def _answer_for_silent(self, session: Session, job: Job, silent: dict[Seat, str]) -> None:
        if not await self._time_over(session, job):
            return
        waiting = session.awaited()
        if any(seat not in silent or session.match.refusal(silent[seat], seat) for seat in waiting):
            raise _Changed
        said = {seat: silent[seat] for seat in waiting}
        sealed = session.seals
        if not await Play(session, self._executor).close(job.ask, said, job=job):
            raise _Changed
        self._metrics.add(metrics.ACTIONS, n=len(waiting))
        for seat in () if sealed else waiting:  # naming the silent would tell who had a choice
            await Lobby(session, self._executor).note({"what": "time", "seat": session.name(seat)})

    # Sealed windows

    async def _close(self, job: Job) -> None:
        """Open the sealed answers. If one is missing, the last answer or the clock will do it."""
        await self._sessions.act(job.match, lambda session: self._close_window(session, job))

    async def _close_window(self, session: Session, job: Job) -> None:
        play = Play(session, self._executor)
        if await self._still_open(session, job) and not await play.close(job.ask, {}, job=job):
            await self._postpone(job, backoff(CLOSE_PAUSE, job.tries, CLOSE_PAUSE_MOST))

    # Calls

    async def _notice(self, job: Job) -> None:
        """Call the webhook of a player whose turn it is."""
        async with self._sessions.open(job.match) as session:
            if not await self._still_open(session, job):
                return
            holder, lang = session.holder(job.seat), session.stored.terms.lang
            if holder.hook is None or holder.bot is not None or job.seat not in session.awaited():
                await self._finish(job)
                return
            game, seat = session.match.game, session.name(job.seat)
        text = webhooks.turn(game.title(lang), game.tell.called("seat", seat, lang), lang)
        payload = {"match": job.match, "game": game.id, "seat": seat, "text": text}
        outcome = await self._call_webhook(holder.hook, payload)
        self._metrics.add(metrics.HOOKS, outcome)
        if outcome == metrics.FAILED and job.tries < HOOK_TRIES:
            await self._postpone(job, backoff(JOB_PAUSE, job.tries, JOB_PAUSE_MOST))
        else:
            await self._finish(job)

    async def _call_webhook(self, url: str, payload: dict[str, str]) -> str:
        """Handle the outcome of a call. The address is not logged: anyone who knows it can post there."""
        try:
            return metrics.CALLED if await self.webhooks.call(url, payload) else metrics.FAILED
        except TableRefusal:
            return metrics.REFUSED
