"""Processes that begin with all modules loaded: what a fresh interpreter needs a second for."""

from __future__ import annotations

import multiprocessing
from multiprocessing.context import ForkServerContext

MODULES = [
    "garrison.cli.main",
    "garrison.cli.screen.full_screen",
    "garrison.games.itter.game",
    "garrison.games.siege.game",
    "garrison.players.hint",
    "garrison.table.app",
    "garrison.table.socket.compression",
    "psycopg",
    "pydantic.v1",
    "pytest",
    "rich.console",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.pysqlite",
    "uvicorn",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.h11_impl",
]


def context() -> ForkServerContext:
    """The context for such processes. One fork server serves all: the first to use it names its modules."""
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(MODULES)
    return found
