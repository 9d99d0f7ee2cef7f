"""The recovery drill: a server is killed without warning again and again while people and bots play on it."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from garrison.client import Chair, Table, Unreachable
from garrison.core.errors import Refused
from support.table.server import Forked, Server, free_port

COMMAND_EVERY = 10
"""So often the server is started by its command; otherwise the libraries are loaded already, to save time."""
LONGEST = 0.25
"""Seconds between an answer and the next kill, at most."""
PAUSE = 0.05
"""Seconds after each answer: people are slower, and a connection that says more is told to slow down."""
TALK = 3.5
"""Seconds between two things somebody says: twenty a minute are allowed."""
PATIENCE = 60.0
MOVE = 5
"""Seconds for each decision of the match that nobody plays."""
CLOCK_GRACE = 1.0
"""Seconds for people to come back before a clock ends; a server started by its command waits its own time."""


class Drill(threading.Thread):
    """Kills a server and starts it again at the same port, so many times; what goes wrong is kept."""

    def __init__(self, home: Path, kills: int, seed: int, database: str | None = None) -> None:
        super().__init__()
        self.home, self.kills, self.database = home, kills, database
        self.chance = random.Random(seed)
        self.server: Server | Forked = self._command(free_port())
        self.url = self.server.url
        self.played, self.enough = threading.Event(), threading.Event()
        self.pauses: dict[int, Callable[[], None]] = {}
        """By number of kills: what is waited for before the next."""
        self.failure: BaseException | None = None

    def _command(self, port: int) -> Server:
        return Server(self.home, port, *(() if self.database is None else ("--database", self.database)))

    def _again(self, number: int) -> Server | Forked:
        port = self.server.port
        if number % COMMAND_EVERY == 0:
            return self._command(port)
        return Forked(self.home, port, self.database, clock_grace=CLOCK_GRACE)

    def run(self) -> None:
        try:
            for number in range(1, self.kills + 1):
                self.played.clear()
                assert self.played.wait(PATIENCE), "nobody plays"
                # A moment chosen by chance is the point here: there is no event to wait for.
                time.sleep(self.chance.uniform(0, LONGEST))
                self.server.kill()
                self.server = self._again(number)
                if number == self.kills:
                    self.enough.set()
                self.pauses.get(number, lambda: None)()
        except BaseException as error:
            self.failure = error
            self.enough.set()

    def __enter__(self) -> Drill:
        return self

    def __exit__(self, *_: object) -> None:
        if self.ident is not None:
            self.join()
        self.server.end()


@dataclass
class Seat:
    """The deeds of one person, as far as it was acknowledged: notations, and what was said with its number.

    `ends` are the times at which a question's clock would end, as told again and again.
    """

    client: Chair
    done: list[str] = field(default_factory=list)
    said: dict[int, str] = field(default_factory=dict)
    ends: dict[int, set[int | None]] = field(default_factory=dict)
    silent: float = 0.0


class Lobby(threading.Thread):
    """People who play game after game against a bot, until the drill is over; then to the end of the game."""

    def __init__(self, drill: Drill, game: str, seats: dict[str, str], seed: int, **terms: object) -> None:
        super().__init__()
        self.drill, self.game, self.seats, self.terms = drill, game, seats, terms
        self.table = Table(drill.url, patience=PATIENCE)
        self.chance = random.Random(seed)
        self.matches: list[list[Seat]] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.drill.enough.is_set():
                self._match(self._gathered())
        except BaseException as error:
            self.failure = error

    def _gathered(self) -> list[Seat]:
        """A new match. Where the server goes meanwhile nobody knows what was made, so another one is."""
        options = {"difficulty": "competitive"} if self.game == "itter" else {}
        while True:
            try:
                mine = self.table.gather(self.game, self.seats, self.terms, **options)
                friends = [
                    self.table.take(mine.match, each["token"])
                    for each in mine.seats
                    if each["kind"] == "friend"
                ]
                return [Seat(mine), *map(Seat, friends)]
            except Unreachable:
                self.drill.played.set()
            except Refused:  # the invitation is used up, but the answer was lost
                self.drill.played.set()

    def _match(self, seats: list[Seat]) -> None:
        self.matches.append(seats)
        failures: list[BaseException] = []
        others = [threading.Thread(target=self._sit, args=(each, failures)) for each in seats[1:]]
        for each in others:
            each.start()
        self._sit(seats[0], failures)
        for each in others:
            each.join()
        if failures:
            raise failures[0]

    def _sit(self, seat: Seat, failures: list[BaseException]) -> None:
        try:
            with seat.client:
                while not seat.client.over:
                    self._act(seat)
        except BaseException as error:
            failures.append(error)

    def _act(self, seat: Seat) -> None:
        """Answer the open question, or wait for others; now and then say something."""
        client = seat.client
        if client.choices:
            seat.ends.setdefault(client.frame["ask"], set()).add(client.frame["scene"]["ask"]["until"])
        asked = client.choices
        if not asked:
            over = self.drill.enough.is_set()
            try:
                client.wait(PATIENCE)
            except TimeoutError:
                if over:  # before, a bot may not come to think between two kills on a busy machine
                    raise
            return
        notation = self.chance.choice(asked)
        client.do(notation)
        seat.done.append(notation)
        self.drill.played.set()
        time.sleep(PAUSE)
        if time.monotonic() > seat.silent:
            seat.silent = time.monotonic() + TALK
            text = f"{notation}, number {len(seat.done)}"
            seat.said[client.say(text)] = text


class Sleeper:
    """A match whose player came once and has left: its clock alone moves it."""

    def __init__(self, url: str) -> None:
        table = Table(url, patience=PATIENCE)
        self.client = table.gather("itter", {"defender": "me"}, {"clock": {"move": MOVE}})
        self.first = self.client.frame["n"]
        self.client.close()

    def goes_on(self) -> None:
        """Its clock ends by itself, though nobody is there; with some time for people to come back first."""
        before, until = self.client.about()["n"], time.monotonic() + 6 * MOVE + PATIENCE
        while self.client.about()["n"] == before:
            assert time.monotonic() < until, "the clock does not go on"
            time.sleep(0.2)
