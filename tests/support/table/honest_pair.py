"""An honest pair that plays on a real server, game after game, and notices whatever is not as ever."""

from __future__ import annotations

import random
import threading
import time
from typing import Any, NamedTuple

from support.table.server import Talking, Wire, worked

SEATS = {"defender": "me", "ss": "friend"}
PAUSE = 0.03
PATIENCE = 60


class Held(NamedTuple):
    """A match and all that opens it: the tokens by seat, the invitation that is used up, the spectators'."""

    match: str
    tokens: tuple[str, ...]
    invitation: str
    watch: str


def gathered(wire: Wire, game: str, seats: dict[str, str], **more: Any) -> Held:
    """A match made for several, the friends' invitations taken."""
    options = {"difficulty": "competitive"} if game == "itter" else {}
    body = {"game": game, "options": options, "seats": seats, **more}
    made = wire.ask("POST", "/api/matches", body).json
    tokens, used = [], ""
    for each in made["seats"]:
        token = each["token"]
        if each["kind"] == "friend":
            used = token
            token = wire.ask("POST", f"/api/matches/{made['id']}/seat", {"name": ""}, used).json["token"]
        tokens.append(token or "")
    return Held(made["id"], tuple(tokens), used, made["watch"])


def sit(wire: Wire, held: Held, seat: int) -> Talking:
    """A connection of a seat, or of a spectator, that is told of table and talk as well."""
    talking = wire.talk(held.match, max_queue=None)  # who has not read everything could not close at once
    token = held.watch if seat < 0 else held.tokens[seat]
    talking.say({"hello": {"token": token, "heard": 0}})
    return talking


def until_frame(talking: Talking) -> None:
    while "frame" not in talking.hear():
        pass


def _seats(heard: dict[str, Any]) -> dict[str, Any]:
    """The table without the number of spectators."""
    return {name: value for name, value in heard["table"].items() if name != "watchers"}


class Honest(threading.Thread):
    """Two who play by the rules: what went wrong is in `trouble`, the longest wait in `worst`.

    `server` is the process they play on: the most it worked while one of them waited is in `most`.
    """

    def __init__(self, wire: Wire, server: int, seed: int = 1) -> None:
        super().__init__(daemon=True)
        self.wire, self.server, self.chance = wire, server, random.Random(seed)
        self.enough, self.sitting = threading.Event(), threading.Event()
        self.trouble: list[str] = []
        self.moves = 0
        self.worst = self.most = 0.0
        self.held: Held
        self._tables: dict[Talking, dict[str, Any]] = {}

    def run(self) -> None:
        try:
            while not self.enough.is_set():
                self._game()
        except BaseException as error:
            self.trouble.append(f"{type(error).__name__}: {error}")
            self.sitting.set()

    def _game(self) -> None:
        self.held = gathered(self.wire, "itter", SEATS)
        with sit(self.wire, self.held, 0) as one, sit(self.wire, self.held, 1) as two:
            both = (one, two)
            for each in both:
                until_frame(each)
            self._tables = {each: self._table(each) for each in both}
            self.sitting.set()
            while not self.enough.wait(PAUSE) and not any(each.frame["result"] for each in both):
                self._move(both)
            self.sitting.clear()

    def _table(self, each: Talking) -> dict[str, Any]:
        """The table, once all that is told in the beginning has come."""
        each.say({"hello": {"token": self.held.tokens[each.frame["seat"] == "ss"], "heard": 1000}})
        while "table" not in (heard := each.hear()):
            pass
        until_frame(each)
        return _seats(heard)

    def _move(self, both: tuple[Talking, Talking]) -> None:
        actor = next((each for each in both if each.frame["scene"]["choices"]), None)
        if actor is None:
            self._wait(both)
            return
        n, choices = actor.frame["n"], actor.frame["scene"]["choices"]
        begun, before = time.monotonic(), worked(self.server)
        actor.say(
            {
                "do": self.chance.choice(choices)["do"],
                "ask": actor.frame["ask"],
                "id": f"m{self.moves}",
            }
        )
        while "done" not in (heard := actor.hear()):
            self._as_ever(actor, heard, n + 1)
        if heard != {"done": f"m{self.moves}", "n": n + 1}:
            raise AssertionError(f"another answer than ever: {heard}")
        self.worst = max(self.worst, time.monotonic() - begun)
        self.most = max(self.most, worked(self.server) - before)
        self.moves += 1

    def _wait(self, both: tuple[Talking, Talking]) -> None:
        """Nobody has anything to do as far as they know: to one of them something is on its way."""
        for each in both:
            n = each.frame["n"]
            while (heard := self._next(each)) is not None:
                self._as_ever(each, heard, n + 1)
                n = each.frame["n"]

    def _next(self, each: Talking) -> dict[str, Any] | None:
        try:
            return each.hear(0.02)
        except TimeoutError:
            return None

    def _as_ever(self, each: Talking, heard: dict[str, Any], n: int) -> None:
        """The next frame; or that another spectator has come or gone, which anybody with the link may."""
        if "table" in heard and _seats(heard) == self._tables[each]:
            return
        if set(heard) != {"frame"} or heard["frame"]["n"] != n:
            raise AssertionError(f"frame {n} was expected, not {str(heard)[:200]}")

    # What a test wants to know

    def calm(self, moves: int = 3) -> None:
        """They are playing, and nothing is wrong."""
        goal, until = self.moves + moves, time.monotonic() + PATIENCE
        while self.moves < goal and not self.trouble:
            assert time.monotonic() < until, "the honest pair does not come to play"
            time.sleep(0.01)
        assert not self.trouble, self.trouble

    def end(self) -> None:
        self.enough.set()
        self.join(PATIENCE)
