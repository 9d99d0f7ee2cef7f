"""Notifications between processes on one database: their kinds, and a thread that listens for them."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from garrison.table.store.database import Server

if TYPE_CHECKING:
    from psycopg import Connection

LOG = logging.getLogger("garrison.table")
ROW, TABLE, CHAT, JOBS, GONE, ANSWERS = "row", "table", "chat", "jobs", "gone", "answers"
"""Kinds of notification: rows; seats, proposal or start; chat; jobs; deletion; sealed answers."""
EVERYTHING = "*"
"""Reported when it is not known what was missed."""
PATIENCE = 0.5
"""Seconds between looks at whether the table has ended, and the first pause after a connection was lost."""
LONGEST_PAUSE = 10.0
QUIET_SECONDS = 20.0
"""Seconds without a notification after which the server is asked whether it is still there."""


class NotificationListener:
    """Listens until closed; reconnects by itself, then reports that something may have been missed."""

    def __init__(
        self, place: Server, channel: str, notice: Callable[[str], None], missed: Callable[[], None]
    ) -> None:
        self._place, self._channel, self._notice, self._missed = place, channel, notice, missed
        self._engine = create_engine(place.url, poolclass=NullPool, connect_args=place.settings())
        self._ended = threading.Event()
        self.ready = threading.Event()
        """Set while it is listening."""
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        pause = PATIENCE
        while not self._ended.is_set():
            try:
                self._listen()
            except Exception as error:  # of the driver, or of the network below it
                if self.ready.is_set():
                    pause = PATIENCE
                self.ready.clear()
                LOG.error(
                    "notifications from other processes are not arriving: %s", self._place.reason(error)
                )
            self._ended.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _listen(self) -> None:
        """Listen until the connection is lost, which raises, or the table ends."""
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"LISTEN {self._channel}")
            self.ready.set()
            self._missed()
            driver: Connection = connection.connection.driver_connection  # type: ignore[assignment]
            last = time.monotonic()
            while not self._ended.is_set():
                for notice in driver.notifies(timeout=PATIENCE):
                    last = time.monotonic()
                    self._notice(notice.payload)
                    if self._ended.is_set():
                        return
                if time.monotonic() - last > QUIET_SECONDS:
                    driver.execute("SELECT 1")
                    last = time.monotonic()
