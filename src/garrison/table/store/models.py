"""The stored parts of a match, as plain data: seats, terms, chat, sealed answers, jobs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from garrison.core.dice import fingerprint
from garrison.core.game import AnyGame
from garrison.core.history import UNDO_ROW
from garrison.core.match import Match
from garrison.core.record import JOINT
from garrison.core.state import SPECTATOR, Seat

MATCH_ID = "^[0-9a-f]{16}$"
"""The form of a match's id."""

MINE, FRIEND, BOT, WATCH = "mine", "friend", "bot", "watch"
"""Kinds of seat holder: the creator, a friend by invitation, a bot, the spectators."""

SEATS, WATCHERS, TABLE = "seats", "watchers", "table"
"""Chat channels; TABLE has notes of what happened."""

MOVE, REPLY, CLOSE, CLOCK, NOTICE = "bot", "reply", "close", "clock", "notice"
"""Kinds of job: a bot answers a question or an offer, a sealed window or clock ends, a webhook is called."""


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """The holder of a seat. `token` is a hash; `bot` the player that plays now; `salt` None until joined."""

    seat: Seat
    kind: str = MINE
    token: str | None = None
    bot: str | None = None
    name: str = ""
    salt: str | None = None
    taken: bool = False
    joined: int | None = None
    seen: int = 0
    hook: str | None = None

    @property
    def awaited(self) -> bool:
        """True if the match cannot begin before somebody has joined here."""
        return self.kind == FRIEND and self.bot is None and self.joined is None


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match, in seconds: a clock for each decision or for all of them, and pauses.

    `lang` is its creator's language, for messages sent outside.
    """

    move: float | None = None
    bank: float | None = None
    add: float = 0.0
    least: float = 0.0
    pace: float = 0.5
    lang: str = "en"

    @property
    def timed(self) -> bool:
        return self.move is not None or self.bank is not None


@dataclass(frozen=True, slots=True)
class Entry:
    """A chat message, or a note of what happened, as JSON; `n` counts within the match.

    `client` is the client's own id for it: the same twice is said once.
    """

    channel: str
    seat: Seat | None
    name: str
    text: str
    at: int
    n: int = 0
    client: str | None = None


@dataclass(frozen=True, slots=True)
class SealedAnswer:
    """A sealed answer to a question put to several."""

    seat: Seat
    notation: str
    client: str
    at: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A request to go back to the outcome of row `back`, which everybody is asked.

    Instead of a row, `back` is RESIGN_ROW, which only the seat's team is asked, or DRAW_ROW.
    """

    number: int
    seat: Seat
    back: int
    agreed: tuple[Seat, ...]

    @property
    def what(self) -> str:
        return JOINT.get(self.back, JOINT[UNDO_ROW])


@dataclass(frozen=True, slots=True)
class Transfer:
    """A link that carries seats to another device, made by the holder of `seat`; good until a time, and once.

    `token` is the hash of its secret, `sealed` holds the seats' tokens encrypted with that secret, and
    `redeemer` is the hash of a secret of the request that used it.
    """

    seat: Seat
    token: str
    sealed: str
    until: int
    redeemer: str | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """A job, due at a time, about the question with this number."""

    match: str
    kind: str
    seat: Seat
    ask: int
    due: int
    id: int = 0
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """A match before its first row."""

    game: AnyGame
    options: dict[str, str]
    key: bytes

    @property
    def promise(self) -> str:
        """The hash of the dice key, published before anybody adds to the salt."""
        return fingerprint(self.key)


@dataclass(slots=True)
class StoredMatch:
    """A match as stored. `clients` are the clients' own ids by row, `times` the times of the rows.

    What a seat may know of a time depends on the row.
    """

    id: str
    match: Match | None
    plan: Plan | None
    holders: dict[Seat, SeatHolder]
    terms: Terms
    created: int
    origin: dict[str, Any] | None = None
    imported: bool = False
    clients: dict[int, str] = field(default_factory=dict)
    times: list[int] = field(default_factory=list)

    @property
    def people(self) -> list[SeatHolder]:
        """The holders of the seats, without the spectators."""
        return [holder for seat, holder in sorted(self.holders.items()) if seat != SPECTATOR]
