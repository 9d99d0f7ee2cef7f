"""A server killed again and again: nothing acknowledged is lost or done twice, and it goes on by itself."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from garrison.core import record
from garrison.core.history import UNDO_ROW
from garrison.core.match import Match
from garrison.table.store.models import SEATS
from garrison.table.store.store import Store
from support.table.recovery_drill import Drill, Lobby, Seat, Sleeper

pytest_plugins = ["support.table.postgres"]

KILLS = [1, pytest.param(int(os.environ.get("KILLS", "50")), marks=pytest.mark.proof)]
"""How often a server is killed: in `make test`, and in `make proof`, where KILLS=500 makes it more."""
TOY = {"anna": "me", "bruno": "friend", "carla": "bot:random"}
ITTER = {"defender": "me", "ss": "bot:random"}
CLOCK = {"bank": 3600, "add": 5}
pytestmark = pytest.mark.usefixtures("toy")


@pytest.mark.parametrize("kills", KILLS)
def test_a_table_on_a_file_comes_back(tmp_path: Path, kills: int) -> None:
    drilled(tmp_path / "home", kills)


@pytest.mark.parametrize("kills", KILLS)
def test_a_table_on_a_database_comes_back(tmp_path: Path, database: str, kills: int) -> None:
    drilled(tmp_path / "home", kills, database)


def drilled(home: Path, kills: int, database: str | None = None) -> None:
    with Drill(home, kills, 1, database) as drill:
        sleeper = Sleeper(drill.url)
        drill.pauses = {kills // 2: sleeper.goes_on, kills: sleeper.goes_on}
        parties = [
            Lobby(drill, "toy", TOY, 1, clock=CLOCK, pace=0, least=0.05),
            Lobby(drill, "itter", ITTER, 2, clock=CLOCK, pace=0),
        ]
        for each in (drill, *parties):
            each.start()
        for lobby in parties:
            lobby.join()
    assert drill.failure is None, drill.failure
    for lobby in parties:
        assert lobby.failure is None, lobby.failure
    store = Store(home / "table.sqlite" if database is None else database)
    bots = sum(kept_whole(store, seats) for lobby in parties for seats in lobby.matches)
    store.close()
    assert bots > kills
    assert sum(len(seat.said) for lobby in parties for seats in lobby.matches for seat in seats) > kills / 5
    assert "ERROR" not in drill.server.errors(), drill.server.errors()


def kept_whole(store: Store, seats: list[Seat]) -> int:
    """A match is kept as its people know it; gives how often its bot acted."""
    ident = seats[0].client.match
    written = store.read(ident)
    assert written is not None
    stored = written.played()
    match = stored.match
    assert match is not None
    assert match.over
    assert record.verify(record.parse(match.record())).ok
    people = {match.seats.index(seat.client.frame["seat"]): seat for seat in seats}
    for number, seat in people.items():
        assert played(match, number) == seat.done
        assert all(len(ends) == 1 for ends in seat.ends.values()), "a clock was started again"
    clients = [client for client in stored.clients.values() if not client.startswith(("bot ", "time "))]
    assert len(clients) == len(set(clients)) == sum(len(seat.done) for seat in seats)
    talk = {entry.n: entry.text for entry in store.chat_after(ident) if entry.channel == SEATS}
    assert Counter(talk.values()) == Counter(text for seat in seats for text in seat.said.values())
    assert talk == {n: text for seat in seats for n, text in seat.said.items()}
    (bot,) = set(range(len(match.seats))) - set(people)
    return len(played(match, bot))


def played(match: Match, seat: int) -> list[str]:
    """The actions of a seat, in order."""
    rows = [row for row in match.rows[1:] if row.seat == seat]
    assert all(row.seat != UNDO_ROW for row in match.rows[1:])
    return [match.write(row.action) for row in rows]
