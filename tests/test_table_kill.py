"""The kill drill: the server is killed without warning at random moments while a program plays."""

from __future__ import annotations

import random
import threading
from pathlib import Path

from garrison.client import Chair, Table, Unreachable
from garrison.core import record
from garrison.table.store import Store
from serving import Forked, Server

KILLS = 50
COMMAND_EVERY = 10
"""So often the server is started by its command; otherwise the libraries are loaded already, to save time."""


class Drill(threading.Thread):
    """Kills a server and starts it again at the same port, so many times; what goes wrong is kept."""

    def __init__(self, home: Path, kills: int, seed: int) -> None:
        super().__init__()
        self.server: Server | Forked = Server(home)
        self.home, self.kills, self.rng = home, kills, random.Random(seed)
        self.played = threading.Event()
        self.enough = threading.Event()
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            for number in range(1, self.kills + 1):
                self.played.clear()
                assert self.played.wait(30), "the program does not play"
                # A moment chosen by chance is the point here: there is no event to wait for.
                threading.Event().wait(self.rng.uniform(0, 0.08))
                self.server.kill()
                start = Forked if number % COMMAND_EVERY else Server
                self.server = start(self.home, self.server.port)
        except BaseException as error:
            self.failure = error
        self.enough.set()


class Player:
    """Plays game after game and notes what was acknowledged."""

    def __init__(self, url: str, drill: Drill, seed: int) -> None:
        self.table = Table(url, patience=60)
        self.drill, self.rng = drill, random.Random(seed)
        self.games: list[tuple[Chair, list[str]]] = []

    def _new(self) -> Chair:
        """A new match; if the server goes meanwhile nobody knows whether it was made, so another one is."""
        while True:
            try:
                return self.table.new("itter")
            except Unreachable:
                self.drill.played.set()

    def play(self) -> None:
        """Until the drill is over, and then to the end of the game."""
        while not self.drill.enough.is_set():
            with self._new() as chair:
                acknowledged: list[str] = []
                self.games.append((chair, acknowledged))
                while not chair.over:
                    notation = self.rng.choice(chair.choices)
                    n = chair.frame["n"]
                    assert chair.do(notation)["n"] == n + 1
                    acknowledged.append(notation)
                    self.drill.played.set()


def test_nothing_acknowledged_is_lost_and_nothing_is_played_twice(tmp_path: Path) -> None:
    drill = Drill(tmp_path / "home", KILLS, 1)
    player = Player(drill.server.url, drill, 1)
    drill.start()
    player.play()
    drill.join()
    assert drill.failure is None, drill.failure
    for chair, acknowledged in player.games:
        text = chair.record()
        written = record.parse(text)
        match = record.replay(written)
        assert [match.write(row.action) for row in match.rows[1:]] == acknowledged
        assert record.verify(written).ok
    assert drill.server.errors() == ""
    drill.server.end()
    store = Store(tmp_path / "home" / "table.sqlite")
    for chair, acknowledged in player.games:
        kept = store.read(chair.match)
        assert kept is not None
        assert len(set(kept.played().clients.values())) == len(acknowledged)
    store.close()
