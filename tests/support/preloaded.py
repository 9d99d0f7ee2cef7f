"""The first module that the fork server of the tests loads: all that its processes may need."""

from __future__ import annotations

import importlib

from garrison.core import registry

for name in (
    "garrison.cli.main",
    "garrison.cli.screen.full_screen",
    "garrison.players.hint",
    "garrison.table.app",
    "garrison.table.socket.compression",
    "pydantic.v1",
    "pytest",
    "rich.console",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.pysqlite",
    "support.table.server",
    "support.terminal.terminal_program",
    "support.games.toy",
    "support.games.toy_aim",
    "support.games.toy_warren",
    "uvicorn",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.h11_impl",
):
    importlib.import_module(name)

for game in registry.games().values():
    for lang in game.tell.langs:
        game.show.board(registry.settle(game, {}), lang)
