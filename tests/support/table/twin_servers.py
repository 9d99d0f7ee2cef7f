"""Two real servers whose matches differ in what is hidden, driven alike: what others are sent is compared."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest import mock

from garrison.cli.admin import snapshot
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import AnyGame
from garrison.core.laws.comparison import first_difference
from garrison.core.laws.secrecy import TwinDice
from garrison.core.match import Match
from garrison.core.state import SPECTATOR, Seat
from garrison.table.background.schedule import due
from garrison.table.process.startup import run
from garrison.table.session import seat_access
from garrison.table.session.clocks import Clocks
from garrison.table.store.clock import Clock
from garrison.table.store.database import File
from garrison.table.store.models import MINE, WATCH, SeatHolder, StoredMatch, Terms
from garrison.table.store.store import Store
from support import fork_server
from support.table.server import PATIENCE, Talking, Wire, enter

MATCH = "00000000000000aa"
START = 1_700_000_000_000
STEP = 1700
"""The servers' time, and how many milliseconds pass between two actions."""
NO_TERMS = Terms()
Leak = Callable[[], None]


class Different(AssertionError):
    """Somebody was sent something else, although they were told nothing else."""


# A server that two can have alike: its time is the test's, nothing is left to chance


class Clocked:
    """A table in a process of its own, whose clock stands still until it is set."""

    def __init__(self, home: Path, leak: Leak | None) -> None:
        context = fork_server.context()
        self.home = home
        self._clock = context.Value("q", START)
        here, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(home, self._clock, leak, there))
        self._process.start()
        there.close()
        if not here.poll(PATIENCE):
            raise RuntimeError(f"the server did not start: {self.errors()}")
        self.url = here.recv().rstrip("/")

    def set(self, when: int) -> None:
        self._clock.value = when

    def errors(self) -> str:
        return (self.home / "errors.txt").read_text()

    def tell_to_end(self) -> None:
        self._process.terminate()

    def end(self) -> None:
        self.tell_to_end()
        self._process.join(PATIENCE)


def _serve(home: Path, clock: Any, leak: Leak | None, ready: Connection) -> None:
    enter(home)
    mock.patch.object(Clock, "__call__", side_effect=lambda: clock.value).start()
    mock.patch("secrets.randbelow", return_value=7).start()
    mock.patch("garrison.table.rate_limit.Messages.take", return_value=True).start()
    if leak is not None:
        leak()
    run(home, port=0, ready=ready.send)


# The match, once as it is and once with something hidden changed


def dealt(game: str, options: dict[str, str], seed: int, swap: tuple[int, int, int] = (-1, 0, 0)) -> Match:
    """A new match; with two cards exchanged after one of its shuffles."""
    found = registry.find(game)
    dice = TwinDice(KeyedDice(seed_key(seed), f"salt{seed}"), swap)
    return Match(found, registry.settle(found, options), dice)


def swaps(match: Match, chance: random.Random) -> tuple[int, int, int]:
    """Two cards of one of its first shuffles."""
    assert isinstance(match.dice, TwinDice)
    which, (_, count) = chance.choice(
        [(n, each) for n, each in enumerate(match.dice.shuffles) if each[1] > 1]
    )
    first, second = chance.sample(range(count), 2)
    return which, first, second


def drafts(game: AnyGame, chance: random.Random) -> list[str]:
    """Some rows by which an offer is drafted, in the order of the table."""
    offers = game.play.anytime
    rows = [row for row in offers.rows if row in offers.drafts] if offers is not None else []
    some = sorted(chance.sample(rows, min(len(rows), 9)))
    return [game.play.actions[row] for row in some[: chance.randint(1, 9)]]


@contextmanager
def twins(
    folder: Path,
    one: Match,
    other: Match,
    terms: Terms = NO_TERMS,
    leak: Leak | None = None,
) -> Iterator[Pair]:
    """Two servers with these matches, under one id and with the same tokens, and everybody at the table."""
    with ExitStack() as stack:
        sides = []
        for name, match in (("one", one), ("other", other)):
            home = folder / name
            home.mkdir()
            _keep(home, match, terms)
            server = Clocked(home, leak)
            stack.callback(server.end)
            sides.append(Side(server, match.game, match.seats))
        pair = Pair(sides[0], sides[1])
        yield pair
        for side in sides:
            side.close()
            side.server.tell_to_end()
    for side in sides:
        assert side.server.errors() == "", side.server.errors()


def _token(seat: Seat) -> str:
    return f"token-of-{seat}"


def _keep(home: Path, match: Match, terms: Terms) -> None:
    holders = {
        seat: SeatHolder(
            seat, MINE, seat_access.hashed(_token(seat)), name=name, salt="", joined=START, seen=START
        )
        for seat, name in enumerate(match.seats)
    }
    holders[SPECTATOR] = SeatHolder(SPECTATOR, WATCH, seat_access.hashed(_token(SPECTATOR)))
    stored = StoredMatch(MATCH, match, None, holders, terms, START, times=[START] * len(match.rows))
    jobs = due(stored, Clocks(match, stored.times, terms) if terms.timed else None, START, ())
    store = Store(home / "table.sqlite")
    with mock.patch.object(Clock, "__call__", return_value=START):
        store.create(MATCH, match, list(holders.values()), terms=terms, jobs=jobs)
    store.close()


@dataclass
class Side:
    """One of the two: its server, and a connection for every seat and a spectator."""

    server: Clocked
    game: AnyGame
    seats: tuple[str, ...]
    links: dict[Seat, Talking] = field(default_factory=dict)
    heard: dict[Seat, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wire = Wire(self.server.url)
        for seat in self.viewers:
            self.links[seat], self.heard[seat] = self.wire.talk(MATCH), []
            hello = {"token": _token(seat), "lang": "en" if seat != 1 else "it", "have": 0, "heard": 0}
            self.links[seat].say({"hello": hello})
            self.until(seat, "frame")

    @property
    def viewers(self) -> tuple[Seat, ...]:
        return (SPECTATOR, *range(len(self.seats)))

    def close(self) -> None:
        for link in self.links.values():
            link.socket.close()

    def until(self, seat: Seat, what: str, value: object = None) -> dict[str, Any]:
        """Read on, keeping every message as it came, until one has this key, and this value of it."""
        while True:
            text = self.links[seat].socket.recv(PATIENCE)
            assert isinstance(text, str)
            self.heard[seat].append(text)
            message: dict[str, Any] = json.loads(text)
            if "frame" in message:
                self.links[seat].frame = message["frame"]
            if what in message and value in (None, message[what]):
                return message
            if value is not None and message.get("refused") == value:
                return message

    def say(self, seat: Seat, message: dict[str, Any], ident: str) -> dict[str, Any]:
        self.links[seat].say({**message, "id": ident})
        return self.until(seat, "done", ident)

    def choices(self, seat: Seat) -> list[str]:
        """All a seat may do, offers and answers to them among it."""
        scene = self.links[seat].frame["scene"]
        return [each["do"] for part in ("choices", "replies", "offers") for each in scene[part]]

    def told(self) -> dict[Seat, list[list[Any]]]:
        """All events that each was told, row by row."""
        with snapshot.open_snapshot(File(self.server.home / "table.sqlite")) as stored:
            written = stored.read(MATCH)
        assert written is not None
        match = written.played().match
        assert match is not None
        rows = range(len(match.rows))
        return {seat: [told for row in rows if (told := match.events(row, seat))] for seat in self.viewers}

    @property
    def over(self) -> bool:
        return any(link.frame["result"] is not None for link in self.links.values())


class Pair:
    """The two, driven alike; each viewer must be sent the same until told something different."""

    def __init__(self, one: Side, other: Side) -> None:
        self.sides = (one, other)
        self.alike = set(one.viewers)
        self.asked = 0
        self.when = START
        self.compared = 0
        self.same("hello")

    def tick(self, milliseconds: int = STEP) -> None:
        self.when += milliseconds
        for side in self.sides:
            side.server.set(self.when)

    def ident(self) -> str:
        self.asked += 1
        return f"c{self.asked}"

    def say(self, seat: Seat, message: dict[str, Any], other: dict[str, Any] | None = None) -> bool:
        """The same of one seat on both sides, or something else on the other; whether both took it."""
        ident = self.ident()
        said = (message, message if other is None else other)
        answers = [
            side.say(seat, each, ident)
            for side, each in zip(self.sides, said, strict=True)
            if each is not None
        ]
        return all("done" in answer for answer in answers)

    def only(self, seat: Seat, message: dict[str, Any]) -> bool:
        """Something that is said on one side alone."""
        return "done" in self.sides[0].say(seat, message, self.ident())

    def same(self, what: str, *, played: bool = True) -> None:
        """All have got everything, and those who were told the same got the same, byte for byte."""
        every = [(side, seat) for side in self.sides for seat in side.viewers]
        for side, seat in every:
            side.links[seat].say({"why": "zz", "id": f"all-{self.asked}"})
        for side, seat in every:
            side.until(seat, "done", f"all-{self.asked}")
        if played:
            one, other = (side.told() for side in self.sides)
            self.alike = {seat for seat in self.alike if one[seat] == other[seat]}
        for seat in self.sides[0].viewers:
            one_heard, other_heard = (side.heard[seat] for side in self.sides)
            if seat in self.alike:
                self._equal(seat, what, one_heard, other_heard)
            one_heard.clear()
            other_heard.clear()

    def _equal(self, seat: Seat, what: str, one: Sequence[str], other: Sequence[str]) -> None:
        self.compared += len(one)
        if one != other:
            who = "a spectator" if seat == SPECTATOR else self.sides[0].seats[seat]
            raise Different(f"{who}, {what}: {first_difference(' '.join(one), ' '.join(other))}")

    def look(self, chance: random.Random) -> None:
        """The answers of the match's addresses to each."""
        for seat in sorted(self.alike):
            n = chance.randint(1, self.sides[0].links[seat].frame["n"])
            for path in ("", "/log", f"/frames/{n}", "/record", "/draws", "/report", "/log?seat=arbiter"):
                found = [
                    side.wire.ask("GET", f"/api/matches/{MATCH}{path}", token=_token(seat))
                    for side in self.sides
                ]
                one, other = ([str(each.status), each.body.decode()] for each in found)
                self._equal(seat, path, one, other)

    def try_all(self, chance: random.Random) -> None:
        """Tries of each that change nothing: reasons, things out of turn, going back too far."""
        game = self.sides[0].game
        for seat in sorted(self.alike):
            frame = self.sides[0].links[seat].frame
            mine, ask = self.sides[0].choices(seat), frame["ask"]
            wild = [each for each in chance.sample(game.play.actions, 6) if each not in mine]
            tries: list[dict[str, Any]] = [{"why": each} for each in [*wild, *mine[:2]]]
            tries += [{"do": each, "ask": ask} for each in wild[:2] if "?" not in each]
            tries += [{"do": each, "ask": ask - 1} for each in mine[:1]]
            tries += [{"do": [*wild[:1], *mine[:1]], "ask": ask} for _ in wild[:1]]
            tries += [{"suppose": drafts(game, chance)}]
            if frame["undo"] is None:
                tries += [{"undo": None}, {"undo": 1}, {"undo": frame["n"] - 1}]
            for each in tries:
                self.say(seat, each)
            self.same(f"after {tries}", played=False)
