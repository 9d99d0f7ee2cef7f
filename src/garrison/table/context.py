"""The context that all requests and connections of one process share."""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path

from garrison.core.limits import BOTS
from garrison.table.background.garbage_collection import Tidying
from garrison.table.background.metrics import Metrics
from garrison.table.background.process_pool import Workers
from garrison.table.background.runner import Runner
from garrison.table.rate_limit import Connections, Matches
from garrison.table.session.pool import Rooms
from garrison.table.store.executor import Keeper

THINKERS = 2
READERS = 1
"""Workers for hints and, so that hints keep nobody waiting, for records."""


class House:
    """The matches and everything that serves them. `proxied` trusts the address reported by a proxy."""

    def __init__(
        self,
        where: Path | str,
        *,
        proxied: bool = False,
        board: MutableSequence[float] | None = None,
        worker: int = 0,
    ) -> None:
        self.proxied = proxied
        self.keeper = Keeper(where)
        self.rooms = Rooms(self.keeper)
        self.metrics = Metrics(board, worker)
        self.thinkers, self.readers, self.bots = Workers(THINKERS), Workers(READERS), Workers(BOTS, None)
        self.runner = Runner(self.rooms, self.keeper, self.bots, self.metrics)
        self.hooks = self.runner.hooks
        self.matches, self.connections = Matches(), Connections()
        self.tidying = Tidying()

    async def open(self) -> None:
        self.keeper.listen(self.rooms.heard)
        self.rooms.begin()
        await self.runner.start()
        self.tidying.begin()

    async def close(self) -> None:
        self.tidying.end()
        await self.runner.close()
        await self.rooms.end()
        for workers in (self.thinkers, self.readers, self.bots):
            workers.close()
        self.keeper.close()
