"""What is kept of a match, as plain data: who sits where, what was agreed, what was said, what is due."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from garrison.core.dice import fingerprint
from garrison.core.game import SPECTATOR, AnyGame, Seat
from garrison.core.match import Match

MINE, FRIEND, BOT, WATCH = "mine", "friend", "bot", "watch"
"""Whose a chair is: who made the match, a friend by invitation, nobody, the spectators."""

SEATS, WATCHERS, TABLE = "seats", "watchers", "table"
"""Where something is said; TABLE are notes of what happened."""

MOVE, CLOSE, CLOCK, NOTICE = "bot", "close", "clock", "notice"
"""What can be due: a bot's answer, the end of a sealed window, the end of a clock, a call to a webhook."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a match. `token` is a hash; `bot` the player that plays now; `salt` None until joined."""

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
        """Whether the match cannot begin before somebody has joined here."""
        return self.kind == FRIEND and self.bot is None and self.joined is None


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed for a match, in seconds: a clock for each decision or for all of them, and pauses.

    `lang` is the language of who made it, for what is told outside.
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
    """Something said, or a note of what happened, then as JSON; `n` counts within the match.

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
class Answer:
    """A sealed answer to a question put to several."""

    seat: Seat
    notation: str
    client: str
    at: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """Somebody asks all to go back to the outcome of a row."""

    number: int
    seat: Seat
    back: int
    agreed: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """Something that is due at a time, about the question of a number."""

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
        """The hash of the dice key, told before anybody adds to the salt."""
        return fingerprint(self.key)


@dataclass(slots=True)
class Kept:
    """A match as it is kept. `clients` are the clients' own ids, by row; `times` those of the rows.

    What a seat may know of a time depends on the row.
    """

    id: str
    match: Match | None
    plan: Plan | None
    chairs: dict[Seat, Chair]
    terms: Terms
    created: int
    origin: dict[str, Any] | None = None
    imported: bool = False
    clients: dict[int, str] = field(default_factory=dict)
    times: list[int] = field(default_factory=list)

    @property
    def people(self) -> list[Chair]:
        """The chairs of those who play, the spectators left out."""
        return [chair for seat, chair in sorted(self.chairs.items()) if seat != SPECTATOR]
