"""How the table bears many players: `make load`. It takes about a minute and a half.

A server of its own on loopback, on one core; on another a client for each of 500 matches of Castle Itter,
all options for one player, both languages. First as many actions as the server can take, then so many a
second at moments of chance, as people would: the next client acts when its time comes, whatever has become
of the others. A round trip is the time from sending an action to its `done`; the new frame comes before that.

With `--database postgres` the server's matches are in a PostgreSQL of its own, which runs beside the client.

    python tests/tools/load.py [--matches N] [--rate N] [--seconds N] [--workers N] [--database URL] [--plain]
                         [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from garrison.core.limits import MESSAGES_A_SECOND
from support.table.server import Server, Wire

LOOPBACK = ("127.0.0.1", "::1", "localhost", "")
OWN = "postgres"
LONGEST = 180.0
"""Seconds after which it ends whatever happens."""
AT_ONCE = 16
"""Actions on the way at any time while the server does what it can."""
JOINING = 8
"""Clients that come at the same time."""


class Option(msgspec.Struct):
    """The part of a choice that is read: everything else is skipped without being made."""

    do: str


class Scene(msgspec.Struct):
    choices: list[Option]


class Frame(msgspec.Struct):
    n: int
    scene: Scene
    ask: int | None


class Heard(msgspec.Struct):
    """A message of the server, as far as a client needs it to go on."""

    frame: Frame | None = None
    done: str | None = None
    rule: str | None = None
    text: str = ""


BROWSER = ClientPerMessageDeflateFactory(client_max_window_bits=True)
"""Packing as browsers offer it."""
HEARD = msgspec.json.Decoder(Heard)


class Player:
    """One client: its match, its connection, and what it may do now."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frame: Frame | None = None
        self.acts = 0
        self.sent = 0.0

    @property
    def over(self) -> bool:
        return self.frame is None or self.frame.ask is None

    async def hear(self) -> Heard:
        heard = HEARD.decode(await self.socket.recv(decode=False))
        if heard.rule is not None:
            raise RuntimeError(f"refused: {heard.text}")
        if heard.frame is not None:
            self.frame = heard.frame
        return heard

    async def act(self, chance: random.Random) -> float:
        """Choose and do something; gives the seconds until it was done."""
        assert self.frame is not None
        self.acts += 1
        action = chance.choice(self.frame.scene.choices).do
        message = json.dumps({"do": action, "ask": self.frame.ask, "id": str(self.acts)})
        self.sent = time.perf_counter()
        await self.socket.send(message)
        while (await self.hear()).done is None:
            pass
        return time.perf_counter() - self.sent


class Company:
    """All players: who waits for a turn, and the table they play at."""

    def __init__(self, url: str, chance: random.Random, *, packed: bool) -> None:
        self.wire, self.chance, self.packed = Wire(url), chance, packed
        self.waiting: asyncio.Queue[Player] = asyncio.Queue()
        self.begun = 0
        self.ways = [
            (each["options"], lang)
            for game in self.wire.ask("GET", "/api/games").json
            if game["id"] == "itter"
            for each in game["combinations"]
            if len(each["seats"]) == 1
            for lang in ("en", "it")
        ]

    async def join(self) -> Player:
        """A new match, the next way in turn, and a connection to it."""
        options, lang = self.ways[self.begun % len(self.ways)]
        self.begun += 1
        match, (token,) = await asyncio.to_thread(self.wire.new, "itter", **options)
        socket = await connect(
            f"{self.wire.url.replace('http', 'ws')}/ws/{match}",
            compression=None,
            extensions=[BROWSER] if self.packed else None,
            max_size=None,
            ping_interval=None,
        )
        player = Player(socket)
        await socket.send(json.dumps({"hello": {"token": token, "lang": lang, "have": 0}}))
        while player.frame is None:
            await player.hear()
        return player

    async def fill(self, many: int) -> None:
        """Let so many more join, a few at a time."""
        left = iter(range(many))

        async def some() -> None:
            for _ in left:
                self.waiting.put_nowait(await self.join())

        await asyncio.gather(*(some() for _ in range(JOINING)))

    async def next(self) -> Player:
        """Who has waited longest; but nobody says more than the table would hear."""
        player = await self.waiting.get()
        while (pause := player.sent + 1 / MESSAGES_A_SECOND - time.perf_counter()) > 0:
            await asyncio.sleep(pause)
        return player

    async def turn(self, player: Player, trips: list[float]) -> None:
        """One action; who has finished a game begins another."""
        trips.append(await player.act(self.chance))
        if player.over:
            await player.socket.close()
            player = await self.join()
        self.waiting.put_nowait(player)

    async def rush(self, seconds: float) -> Flow:
        """As many actions as the server can take, and one in each match however long that takes."""
        flow = Flow("as many as it takes")
        with flow.measured():
            end = time.perf_counter() + seconds

            async def again() -> None:
                while time.perf_counter() < end or len(flow.trips) < self.begun:
                    await self.turn(await self.next(), flow.trips)

            await asyncio.gather(*(again() for _ in range(AT_ONCE)))
        return flow

    async def stream(self, rate: float, seconds: float) -> Flow:
        """So many actions a second, at moments of chance."""
        flow = Flow(f"{rate:g} a second")
        with flow.measured():
            due = time.perf_counter()
            end = due + seconds
            async with asyncio.TaskGroup() as turns:
                while (due := due + self.chance.expovariate(rate)) < end:
                    await asyncio.sleep(due - time.perf_counter())
                    player = await self.next()
                    flow.late.append(time.perf_counter() - due)
                    turns.create_task(self.turn(player, flow.trips))
        return flow


@dataclass
class Flow:
    """Measurements while actions were flowing: seconds of each, and of this process."""

    name: str
    trips: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    seconds: float = 0.0
    own: float = 0.0

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Whatever this process would do besides, such as clearing up, has to wait."""
        gc.collect()
        gc.disable()
        start, own = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            self.seconds, self.own = time.perf_counter() - start, time.process_time() - own
            gc.enable()


@dataclass(frozen=True)
class Figures:
    """A flow in figures. Times in milliseconds; `cost` is the processor time of the server for one action.

    `server` and `client` are the cores kept busy. `late` is how long after its time an action was sent,
    in 99 of 100 cases: that counts against the client.
    """

    name: str
    actions: int
    rate: float
    median: float
    p99: float
    longest: float
    cost: float
    server: float
    client: float
    late: float


def figures(flow: Flow, server: float) -> Figures:
    trips = sorted(flow.trips)
    return Figures(
        flow.name,
        len(trips),
        round(len(trips) / flow.seconds, 1),
        _ms(rank(trips, 50)),
        _ms(rank(trips, 99)),
        _ms(trips[-1]),
        _ms(server / len(trips)),
        round(server / flow.seconds, 2),
        round(flow.own / flow.seconds, 2),
        _ms(rank(sorted(flow.late), 99)) if flow.late else 0.0,
    )


def rank(values: Sequence[float], percent: int) -> float:
    """The least value that so many of a hundred do not exceed."""
    return values[max(0, -(-len(values) * percent // 100) - 1)]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)


# The server's processes, as Linux tells of them


def family(pid: int) -> list[int]:
    """A process and all it has started."""
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            found += map(int, task.read_text().split())
    return found


def memory(pid: int) -> int:
    """Bytes of a family; what several processes share counts once."""
    found = 0
    for each in family(pid):
        lines = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
        found += sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return found


def worked(pid: int) -> float:
    """Seconds of processor time a family has used."""
    ticks = 0
    for each in family(pid):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


# One run


@dataclass(frozen=True)
class Report:
    """All figures of a run. Bytes of memory: `bare` with one match of each kind, `full`, and `after` all."""

    matches: int
    workers: int
    database: str
    packed: bool
    flows: list[Figures]
    bare: int
    full: int
    after: int


def cores(workers: int) -> tuple[set[int], set[int]]:
    """Where the server runs and where the client: apart from each other if there is room."""
    known = sorted(os.sched_getaffinity(0))
    if len(known) <= workers:
        return set(known), set(known)
    return set(known[:workers]), set(known[workers:])


def local(url: str) -> str:
    """An address on this machine: nobody else's server is to be tried like this."""
    if (urlsplit(url).hostname or "") not in LOOPBACK:
        raise SystemExit(f"load: {url} is not on this machine; this measures nothing but loopback")
    return url


async def measure(args: argparse.Namespace, server: Server, tell: Callable[[str], None]) -> Report:
    chance = random.Random(1)
    company = Company(local(server.url), chance, packed=not args.plain)
    pid = server.process.pid

    async def timed(flowing: Awaitable[Flow]) -> Figures:
        before = worked(pid)
        flow = await flowing
        return figures(flow, worked(pid) - before)

    await company.fill(len(company.ways))
    bare = memory(pid)
    tell(f"{args.matches} matches begin")
    await company.fill(max(0, args.matches - len(company.ways)))
    full = memory(pid)
    tell(f"as many actions as it takes, for {args.seconds:g} seconds")
    flows = [await timed(company.rush(args.seconds))]
    tell(f"{args.rate:g} actions a second, for {args.seconds:g} seconds")
    flows.append(await timed(company.stream(args.rate, args.seconds)))
    after = memory(pid)
    while not company.waiting.empty():
        await company.waiting.get_nowait().socket.close()
    kind = "PostgreSQL" if args.database else "SQLite"
    return Report(args.matches, args.workers, kind, not args.plain, flows, bare, full, after)


@contextmanager
def on(cores: set[int]) -> Iterator[None]:
    """What is started meanwhile stays on these cores; so does this process, until then."""
    own = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, own)


@contextmanager
def database(wanted: str, cores: set[int]) -> Iterator[str]:
    """The address of the database to use: none, one that is there, or for `postgres` a new one."""
    if wanted != OWN:
        yield local(wanted) if wanted else ""
        return
    from support.table.postgres import Postgres

    with on(cores):
        made = Postgres()
    try:
        yield made.url()
    finally:
        made.end()


@contextmanager
def serving(workers: int, url: str, cores: set[int]) -> Iterator[Server]:
    """A server of its own; it must not have complained of anything."""
    more = ["--database", url] if url else []
    more += ["--workers", str(workers)] if workers > 1 else []
    with tempfile.TemporaryDirectory() as folder:
        with on(cores):
            server = Server(Path(folder) / "home", 0, *more)
        try:
            yield server
        finally:
            server.end()
        if errors := server.errors():
            raise RuntimeError(f"the server complained: {errors}")


def run(args: argparse.Namespace, tell: Callable[[str], None]) -> Report:
    """Start a server, measure it, end it."""
    here, there = cores(args.workers)

    async def bounded(server: Server) -> Report:
        async with asyncio.timeout(LONGEST):
            return await measure(args, server, tell)

    with database(args.database, there) as url, serving(args.workers, url, here) as server, on(there):
        return asyncio.run(bounded(server))


COLUMNS = ("actions", "a second", "median", "99 %", "longest", "cost", "server", "client")


def table(report: Report) -> str:
    """The report to read."""
    kind = "packed" if report.packed else "plain"
    workers = "1 worker" if report.workers == 1 else f"{report.workers} workers"
    lines = [
        f"{report.matches} matches with a client each, {workers}, {report.database}, frames {kind}",
        "",
        " " * 20 + "".join(f"{name:>10}" for name in COLUMNS),
    ]
    for flow in report.flows:
        times = "".join(f"{ms:>7.1f} ms" for ms in (flow.median, flow.p99, flow.longest, flow.cost))
        busy = f"{flow.server:>10.0%}{flow.client:>10.0%}"
        lines.append(f"{flow.name:20}{flow.actions:>10}{flow.rate:>10.0f}{times}{busy}")

    def memory_of(name: str, now: int) -> str:
        each = (now - report.bare) / max(1, report.matches)
        return f"{now / 1e6:.0f} MB {name}, {each / 1e3:.0f} kB a match"

    sizes = (memory_of("with all matches", report.full), memory_of("after all actions", report.after))
    return "\n".join([*lines, "", f"memory: {report.bare / 1e6:.0f} MB at first; " + "; ".join(sizes)])


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="load", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--matches", type=int, default=500, help="matches, each with a client")
    parser.add_argument("--rate", type=float, default=500, help="actions a second, all together")
    parser.add_argument("--seconds", type=float, default=30, help="how long each of the two parts takes")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--database", default="", help=f"its address, or {OWN} for a new one; else a file")
    parser.add_argument("--plain", action="store_true", help="clients that do not unpack")
    parser.add_argument("--json", action="store_true", help="one object instead of a table")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    args = arguments(given)
    report = run(args, lambda text: print(text, file=sys.stderr, flush=True))
    told: dict[str, Any] = asdict(report)
    print(json.dumps(told) if args.json else table(report))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
