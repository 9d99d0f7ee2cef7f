"""One match with a runner of jobs, in this process, with bots and calls that a test can watch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

from garrison.core.match import Match
from garrison.core.state import SPECTATOR, Seat
from garrison.table.background import process_pool as working
from garrison.table.background.metrics import Metrics
from garrison.table.background.process_pool import ProcessPool
from garrison.table.background.runner import Runner
from garrison.table.background.schedule import due
from garrison.table.background.webhooks import Webhooks
from garrison.table.refusals import TableRefusal
from garrison.table.session.play import Play
from garrison.table.session.pool import SessionPool
from garrison.table.session.session import Session
from garrison.table.store.clock import now
from garrison.table.store.executor import Executor
from garrison.table.store.models import FRIEND, TABLE, WATCH, Job, SeatHolder, Terms
from garrison.table.store.store import Store

PATIENCE = 60
"""Seconds until a test gives up, on a busy machine."""


def story(told: Callable[[], Awaitable[None]]) -> None:
    """Run a test that waits for jobs, and give up in the end."""

    async def whole() -> None:
        async with asyncio.timeout(2 * PATIENCE):
            await told()

    asyncio.run(whole())


class Bots:
    """Thinks where it stands, or fails as a test wants it to."""

    def __init__(self, *troubles: Exception, once: bool = False) -> None:
        self.troubles, self.once = list(troubles), once
        self.asked: list[tuple[Any, ...]] = []
        self.thinking = asyncio.Event()
        self.wait: asyncio.Event | None = None

    async def run(self, task: str, *args: Any, seconds: float) -> Any:
        assert seconds > args[-1]
        self.asked.append(args)
        self.thinking.set()
        if self.troubles:
            raise self.troubles.pop(0)
        if self.wait is not None:
            await self.wait.wait()
        if self.once:
            self.wait = asyncio.Event()
        return working.TASKS[task](*args)


class Calls(Webhooks):
    """Notes whom it should call."""

    def __init__(self, *outcomes: bool | TableRefusal) -> None:
        super().__init__()
        self.outcomes = list(outcomes)
        self.made: list[tuple[str, dict[str, str]]] = []

    async def call(self, url: str, told: dict[str, str]) -> bool:
        self.made.append((url, told))
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, TableRefusal):
            raise outcome
        return outcome


class Table:
    """One match with a runner."""

    def __init__(self, executor: Executor, bots: Bots | None = None, calls: Calls | None = None) -> None:
        self.executor, self.sessions, self.bots = executor, SessionPool(executor), bots or Bots()
        self.metrics, self.calls = Metrics(), calls or Calls()
        self.runner = Runner(self.sessions, executor, cast(ProcessPool, self.bots), self.metrics, self.calls)
        self.id = ""

    async def lay(self, match: Match, terms: Terms, **holders: SeatHolder) -> None:
        """A match with all that is due in it. Who is not named is a friend."""
        seated = {
            seat: replace(holders.get(name, SeatHolder(seat, FRIEND)), seat=seat)
            for seat, name in enumerate(match.seats)
        }
        seated[SPECTATOR] = SeatHolder(SPECTATOR, WATCH)
        self.id = await self.sessions.create(match, seated, terms=terms)
        async with self.sessions.open(self.id) as session:
            found = due(session.stored, session.clocks, session.stored.times[-1], session.sealed)
        await self.put(found)

    async def put(self, found: list[Job]) -> None:
        await self.executor.run(Store.add_jobs, found)
        self.sessions.due.set()

    async def play(self, seat: Seat, notation: str) -> None:
        async with self.sessions.open(self.id) as session:
            await Play(session, self.executor).answer(
                seat, notation, session.match.asked(), f"c-{len(session.match.rows)}"
            )

    async def look(self, wanted: Callable[[Session], bool]) -> bool:
        async with self.sessions.open(self.id) as session:
            return wanted(session)

    async def until(self, wanted: Callable[[Session], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await self.look(wanted):
                await asyncio.sleep(0.005)

    async def waiting(self) -> list[tuple[str, Seat, int]]:
        """The jobs that are there, whether due or not."""
        found = await self.executor.run(Store.take, now() + 10**10, 1, 100)
        for job in found:
            await self.executor.run(Store.postpone, job, job.due)
        return [(job.kind, job.seat, job.ask) for job in found]

    async def idle(self) -> None:
        """Wait until nothing is due any more."""
        async with asyncio.timeout(PATIENCE):
            while await self.executor.run(Store.next_due) is not None:
                await asyncio.sleep(0.005)

    async def written(self) -> list[str]:
        """The seats of the rows, as they are kept."""
        found = await self.executor.run(Store.read, self.id)
        assert found is not None
        return [row["seat"] for row in found.rows]

    async def notes(self) -> list[Any]:
        said = await self.executor.run(Store.chat_after, self.id, 0)
        return [json.loads(entry.text) for entry in said if entry.channel == TABLE]

    def count(self, name: str, label: str = "") -> float:
        shown = name + label
        (line,) = [each for each in self.metrics.text(0, 0).splitlines() if each.startswith(f"{shown} ")]
        return float(line.split()[-1])


@asynccontextmanager
async def run(table: Table) -> AsyncIterator[Table]:
    await table.runner.start()
    try:
        yield table
    finally:
        await table.runner.close()
