"""A table with plug-ins beside the toys: a game in English only, a bot of somebody else's, a broken game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.installed import package
from support.table.server import Forked

BOT = """
from garrison.players import PlayerType

class First:
    name = "first"
    looks = False

    def choose(self, view, ask, actions, seconds):
        return actions[0], "the first will do"

FIRST = PlayerType(lambda assignment, number: First())
"""
BROKEN = (
    "the game 'moat' of plug-ins 1 cannot be loaded (ModuleNotFoundError: No module named 'no_such_moat'); "
    "update that package or uninstall it"
)


@contextmanager
def plugin_server(home: Path) -> Iterator[Forked]:
    """Its log has one sentence about the broken game, and nothing else."""
    points = {
        "garrison.games": {"english": "support.games.toy_english:ENGLISH", "moat": "no_such_moat:MOAT"},
        "garrison.players": {"first": "first_player:FIRST"},
    }
    package(home / "games", "plug-ins", points, first_player=BOT)
    server = Forked(home)
    try:
        yield server
    finally:
        server.end()
    assert server.errors() == f"{BROKEN}\n"
