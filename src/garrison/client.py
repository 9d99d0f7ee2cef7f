"""A seat at a table, played over the wire: `Table(url).new("itter")` gives a seat, `seat.do("lee")` plays.

What is not acknowledged is sent again with the same id after a lost connection, and requests are made again
under the same key; the table does it once. A table that restarts is waited for.
"""

from __future__ import annotations

import itertools
import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPException
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from garrison.core.errors import GarrisonError, Refused

Frame = dict[str, Any]
UNEXPECTED = "unexpected"
PATIENCE = 30.0
"""Seconds until a table that cannot be reached is given up."""
GOODBYE = 1.0
"""Seconds for the table's goodbye, which lies behind all that was not read."""
FIRST_PAUSE = 0.02
LONGEST_PAUSE = 0.5
SLOW_DOWN, NOT_KNOWN, NO_MATCH = "slow-down", "not-known", "no-match"
"""Reasons of a table: too much at once; perhaps stored and perhaps not; deleted, or never there."""
UNSURE = (NOT_KNOWN, "not-kept", "not-reached")
"""Reasons that tell nothing of what may have been stored when the message was sent before."""
AWAY = (502, 503, 504)
"""Statuses of a table that cannot answer now, and of a web server that cannot reach it."""
MESSAGE_BYTES = 4_000_000
AGAIN = 1013
"""The close code of a table that refuses a connection for now."""


class Unreachable(GarrisonError):
    """The table does not answer."""


class _Later(Exception):
    """A table refuses for now; `refused` says why."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused))
        self.refused = refused


class _Patience:
    """Pauses that grow, until it is over."""

    def __init__(self, seconds: float) -> None:
        self._until, self._pause = time.monotonic() + seconds, FIRST_PAUSE

    @property
    def over(self) -> bool:
        return time.monotonic() >= self._until

    def wait(self) -> None:
        time.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


class Table:
    """A server, at an address such as `http://127.0.0.1:8640`."""

    def __init__(self, url: str, lang: str = "en", patience: float = PATIENCE) -> None:
        self.url = url.rstrip("/")
        self.lang = lang
        self.patience = patience

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> bytes:
        """One request over HTTP. A text is sent as it is, anything else as JSON; raises Refused.

        It is made again, with its effect only once, until it is answered; raises Unreachable.
        """
        text = body if isinstance(body, str) else json.dumps(body)
        content = None if body is None else text.encode()
        request = urllib.request.Request(f"{self.url}{path}", content, method=method)
        request.add_header("Accept-Language", self.lang)
        if content is not None:
            request.add_header("Content-Type", "text/plain" if isinstance(body, str) else "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        if method == "POST":
            request.add_header("Idempotency-Key", secrets.token_hex(16))
        patience, again = _Patience(self.patience), False
        while True:
            try:
                return self._answer(request)
            except Refused as error:
                if again and method == "DELETE" and error.rule == NO_MATCH:
                    return b""  # it was deleted, and the answer lost
                raise
            except (_Later, Unreachable) as error:
                if patience.over:
                    raise (error.refused if isinstance(error, _Later) else error) from error.__cause__
            again = True
            patience.wait()

    def _answer(self, request: urllib.request.Request) -> bytes:
        """The answer to a request; raises Refused, _Later or Unreachable."""
        try:
            with urllib.request.urlopen(request, timeout=self.patience) as answer:
                found: bytes = answer.read()
                return found
        except urllib.error.HTTPError as error:
            with error:
                refused = _refused(error.read(), error.code)
            if error.code not in AWAY and refused.rule != SLOW_DOWN:
                raise refused from error
            if refused.rule == UNEXPECTED:
                raise Unreachable(f"{self.url}: {refused}") from error
            raise _Later(refused) from error
        except (OSError, HTTPException) as error:
            raise Unreachable(f"{self.url}: {getattr(error, 'reason', error)}") from error

    def games(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.ask("GET", "/api/games"))
        return found

    def new(self, game: str, **options: str) -> Chair:
        """Start a match and take its first seat, whose `seats` has the tokens of all."""
        body = {"game": game, "options": options, "lang": self.lang}
        return self._first_seat(json.loads(self.ask("POST", "/api/matches", body)))

    def gather(self, game: str, seats: Mapping[str, str], /, terms: Any = None, **options: str) -> Chair:
        """A match that begins once all have come: by seat `me`, `friend` or `bot:NAME`.

        `terms` may have `name`, `clock`, `least` and `pace`. Gives the first seat that is mine: its `seats`
        has the tokens of mine and the invitations for friends, its `watch` the token for spectators.
        """
        body = {"game": game, "options": options, "lang": self.lang, "seats": dict(seats), **(terms or {})}
        return self._first_seat(json.loads(self.ask("POST", "/api/matches", body)))

    def take(self, match: str, invitation: str, name: str = "") -> Chair:
        """Take the seat an invitation is for; from now on nobody else can."""
        made = json.loads(self.ask("POST", f"/api/matches/{match}/seat", {"name": name}, invitation))
        return Chair(self, match, made["token"])

    def play_on(self, match: str, token: str, n: int, seat: str = "") -> Chair:
        """A new match from a moment of another."""
        body = {"from": {"match": match, "n": n, "seat": seat}, "lang": self.lang}
        return self._first_seat(json.loads(self.ask("POST", "/api/matches", body, token)))

    def again(self, match: str, token: str, *, swap: bool = False) -> Chair:
        """A finished match once more, for everybody who played it; with `swap` all move on by one seat.

        The others `take` their seats with their tokens of the finished match.
        """
        body = {"again": {"match": match, "swap": swap}}
        return self._first_seat(json.loads(self.ask("POST", "/api/matches", body, token)))

    def load(self, record: str) -> Chair:
        """A record becomes a match."""
        return self._first_seat(json.loads(self.ask("POST", "/api/matches/new/record", record)))

    def join(self, match: str, token: str) -> Chair:
        """Sit down in a seat of a match, or look on."""
        return Chair(self, match, token)

    def _first_seat(self, made: dict[str, Any]) -> Chair:
        mine = next(each["token"] for each in made["seats"] if each["kind"] == "mine")
        seat = Chair(self, made["id"], mine)
        seat.seats, seat.watch = made["seats"], made["watch"]
        return seat


def _refused(content: bytes, status: int) -> Refused:
    try:
        said = json.loads(content)
        return Refused(said["rule"] or said["refused"], said["text"])
    except (ValueError, LookupError, TypeError):
        return Refused(UNEXPECTED, f"the table answered with status {status}")


class Chair:
    """A seat of a match. `frame` is the newest frame; it is kept up to date by whatever is asked."""

    def __init__(self, table: Table, match: str, token: str) -> None:
        self.table = table
        self.match = match
        self.token = token
        self.seats: list[dict[str, str]] = []
        self.watch = ""
        self.salt = secrets.token_hex(8)
        """The part this seat adds to the salt of the dice."""
        self.talk: list[dict[str, Any]] = []
        """All that was said, as far as it has come."""
        self._frame: Frame | None = None
        self._table: dict[str, Any] | None = None
        self._socket: ClientConnection | None = None
        self._ids = (f"{secrets.token_hex(4)}-{number}" for number in itertools.count(1))

    def __enter__(self) -> Chair:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    # What is seen

    @property
    def frame(self) -> Frame:
        """The newest frame that has come; before the match begins it is waited for."""
        while self._frame is None:
            self._listen(None)
        return self._frame

    @property
    def table_now(self) -> dict[str, Any]:
        """The table as last heard of: seats and people, clocks, the open proposal."""
        while self._table is None:
            self._listen(None)
        return self._table

    @property
    def choices(self) -> list[str]:
        """The legal answers to the open question, as notation."""
        return [choice["do"] for choice in self.frame["scene"]["choices"]]

    @property
    def replies(self) -> list[str]:
        """The answers to offers that the seat has got, as notation."""
        return [choice["do"] for choice in self.frame["scene"]["replies"]]

    @property
    def offers(self) -> list[str]:
        """What the seat may offer others now, as notation."""
        return [offer["do"] for offer in self.frame["scene"]["offers"]]

    @property
    def over(self) -> bool:
        return self.frame["result"] is not None

    def wait(self, seconds: float | None = None) -> Frame:
        """The next frame, for instance after another seat has played."""
        n, until = self.frame["n"], None if seconds is None else time.monotonic() + seconds
        while self.frame["n"] == n:
            self._listen(None if until is None else max(0.0, until - time.monotonic()))
        return self.frame

    def _listen(self, seconds: float | None) -> None:
        """Hear something: a message, or what a new connection begins with; raises TimeoutError."""
        if self._socket is None:
            self._connected()
            return
        try:
            self._hear(self._socket, seconds)
        except (WebSocketException, OSError) as error:
            if isinstance(error, TimeoutError):
                raise
            self._lost()

    # What is done

    def do(self, notation: str, *more: str) -> Frame:
        """Play an action; gives the frame after it. Raises Refused.

        Several are played together or not at all: ticks and the answer that closes their question, or the
        drafts of an offer and the offer.
        """
        answer = self._say({"do": [notation, *more] if more else notation, "ask": self.frame["ask"]})
        return self._reached(answer["n"])

    def suppose(self, *drafts: str) -> dict[str, Any]:
        """What could be offered after these drafts, none of which is played: `supposed`, `offers`."""
        return self._say({"suppose": drafts})

    def say(self, text: str) -> int:
        """Say something to all at the table, or among spectators; gives its number."""
        number: int = self._say({"say": text})["n"]
        return number

    def called(self, name: str) -> None:
        self._say({"name": name})

    def bot(self, name: str | None, seat: str = "") -> None:
        """Let a bot play a seat, the own one unless another is named; None takes it back."""
        self._say({"bot": name, "seat": seat or self.table_now["you"]})

    def invite(self, seat: str) -> str:
        """An invitation for a friend to a seat that nobody has."""
        token: str = self._say({"invite": seat})["token"]
        return token

    def hook(self, url: str | None) -> None:
        """Where to call when the own turn has come."""
        self._say({"hook": url})

    def propose(self, n: int | None = None) -> int:
        """Ask all to go back to a frame, or one step; gives the number of the proposal."""
        number: int = self._say({"propose": n})["proposal"]
        return number

    def agree(self, yes: bool = True) -> None:
        """Answer the open proposal."""
        proposal = self.table_now["proposal"]
        if proposal is None:
            raise Refused("no-proposal", "no request is open")
        self._say({"agree": yes, "proposal": proposal["proposal"]})

    def resign(self) -> int | None:
        """Resign. Where others share the team, it is a proposal to them, and this gives its number."""
        return self._end("resign")

    def offer_draw(self) -> int | None:
        """Propose a draw to all; gives the number of the proposal."""
        return self._end("draw")

    def _end(self, how: str) -> int | None:
        reply = self._say({"end": how})
        if "n" in reply:
            self._reached(reply["n"])
        return reply.get("proposal")

    def undo(self, n: int | None = None) -> Frame:
        """Go back to a frame, or one step. Raises Refused."""
        return self._reached(self._say({"undo": n})["n"])

    def why(self, about: str) -> tuple[str | None, str]:
        """The rule that forbids an action, or what a click on a thing means, and why; no rule if allowed."""
        try:
            return None, self._say({"why": about})["text"]
        except Refused as error:
            return error.rule, str(error)

    def hint(self, seconds: float | None = None) -> list[dict[str, Any]]:
        """The best ideas of a bot, the best first; each idea has a `plan` to the end of the action."""
        found: list[dict[str, Any]] = self._say({"hint": seconds})["ideas"]
        return found

    def record(self) -> str:
        """The record once the game is over; before that what this seat was told, as text."""
        return self.table.ask("GET", self._path("/record"), token=self.token).decode()

    def about(self) -> dict[str, Any]:
        """The description of the match, and its current state."""
        found: dict[str, Any] = json.loads(self.table.ask("GET", self._path(""), token=self.token))
        return found

    def get(self, path: str) -> Any:
        """Something else of the match, such as `/log` or `/report`."""
        return json.loads(self.table.ask("GET", self._path(path), token=self.token))

    def delete(self) -> None:
        self.close()
        self.table.ask("DELETE", self._path(""), token=self.token)

    def _path(self, path: str) -> str:
        return f"/api/matches/{self.match}{path}"

    # Over the wire

    def _say(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message until it is answered."""
        ident = next(self._ids)
        text = json.dumps({**message, "id": ident})
        patience = _Patience(self.table.patience)
        unknown: Refused | None = None
        sent = False
        while True:
            socket = self._connected()
            try:
                if sent and unknown is None:  # the answer was lost: what is told now may be of the second
                    unknown = Refused(NOT_KNOWN, "the connection was lost before the table answered")
                sent = True
                socket.send(text)
                while True:
                    heard = self._hear(socket, None)
                    if heard.get("done") == ident:
                        return heard
                    if heard.get("refused", "") != ident:
                        continue
                    refused = Refused(heard["rule"], heard["text"])
                    if refused.rule == NOT_KNOWN:
                        unknown = refused
                    if unknown is not None and refused.rule in UNSURE:
                        if patience.over:
                            raise unknown
                    elif refused.rule != SLOW_DOWN:
                        raise refused
                    time.sleep(LONGEST_PAUSE)
                    socket.send(text)
            except (WebSocketException, OSError):
                self._lost()

    def _hear(self, socket: ClientConnection, seconds: float | None) -> dict[str, Any]:
        heard: dict[str, Any] = json.loads(socket.recv(seconds))
        if "frame" in heard:
            self._frame = heard["frame"]
        elif "table" in heard:
            self._table = heard["table"]
        elif "chat" in heard:
            self.talk += heard["chat"]
        return heard

    def _reached(self, n: int) -> Frame:
        """The frame of this number or a later one: a repeated answer may come without it."""
        while self.frame["n"] < n:
            self._listen(None)
        return self.frame

    def _lost(self) -> None:
        if self._socket is not None:
            self._socket.close_socket()
        self._socket = None

    def _connected(self) -> ClientConnection:
        """The connection, opened again if it was lost; raises Unreachable, or Refused for a wrong token."""
        patience = _Patience(self.table.patience)
        while self._socket is None:
            try:
                self._socket = self._greeted()
                break
            except _Later as error:
                if patience.over:
                    raise error.refused from error
            except (WebSocketException, OSError) as error:
                wrong = isinstance(error, InvalidStatus) and error.response.status_code not in AWAY
                if wrong or patience.over:
                    raise Unreachable(f"{self.table.url}: {error}") from error
            patience.wait()
        return self._socket

    def _greeted(self) -> ClientConnection:
        address = f"{self.table.url.replace('http', 'ws', 1)}/ws/{self.match}"
        # Entered by hand, as a connection outlives this function; `close` and `_lost` end it.
        patience = self.table.patience
        socket = connect(
            address, max_size=MESSAGE_BYTES, open_timeout=patience, close_timeout=GOODBYE
        ).__enter__()
        have = 0 if self._frame is None else self._frame["n"]
        heard = self.talk[-1]["n"] if self.talk else 0
        hello = {
            "token": self.token,
            "lang": self.table.lang,
            "have": have,
            "heard": heard,
            "salt": self.salt,
        }
        socket.send(json.dumps({"hello": hello}))
        self._table = None
        while self._table is None:
            said = self._hear(socket, self.table.patience)
            if "refused" in said:
                refused = Refused(said["rule"], said["text"])
                with suppress(ConnectionClosed, TimeoutError):
                    socket.recv(GOODBYE)
                socket.close()
                raise _Later(refused) if socket.close_code == AGAIN else refused
        return socket
