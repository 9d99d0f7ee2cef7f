"""The table's own refusals, in the reader's language."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

from garrison.core.errors import Damaged, GarrisonError, Refused
from garrison.core.show.words import LANGS, as_sentence

TOKEN = "token"
NO_MATCH = "no-match"
NO_GAME = "no-game"
NO_LESSON = "no-lesson"
NO_FRAME = "no-frame"
NO_SEAT = "no-seat"
NO_PAGE = "no-page"
METHOD = "method"
MESSAGE = "message"
TOO_LONG = "too-long"
HELLO = "hello"
STALE = "stale"
USED = "used"
NOTHING = "nothing"
BUSY = "busy"
NOT_KEPT = "not-kept"
NOT_KNOWN = "not-known"
FULL = "full"
NOT_OVER = "not-over"
NOT_YOURS = "not-yours"
NO_KEY = "no-key"
ENDED = "ended"
TAKEN = "taken"
NO_ID = "no-id"
STORY = "story"
DAMAGED = "damaged"
TOO_SLOW = "too-slow"
OPTIONS = "options"
ORIGIN = "origin"
NO_HINT = "no-hint"
BROKEN = "broken"
UNEXPECTED = "unexpected"
FILE_CLOSED = "file-closed"
FILE_FOREIGN = "file-foreign"
FILE_NEW = "file-new"
FILE_OLD = "file-old"
FILE_TAKEN = "file-taken"
DATABASE_URL = "database-url"
DATABASE_DRIVER = "database-driver"
DATABASE_CLOSED = "database-closed"
DATABASE_FOREIGN = "database-foreign"
DATABASE_NEW = "database-new"
DATABASE_OLD = "database-old"
ONE_PROCESS = "one-process"
NOT_REACHED = "not-reached"
NO_PORT = "no-port"
NOT_BEGUN = "not-begun"
SEATS = "seats"
NO_TERMS = "no-terms"
SAME_TERMS = "same-terms"
TAKEN_SEAT = "taken-seat"
NO_TRANSFER = "no-transfer"
TRANSFER_USED = "transfer-used"
TRANSFER_EXPIRED = "transfer-expired"
BOT_PLAYS = "bot-plays"
NO_BOT = "no-bot"
NOT_YOUR_SEAT = "chair"
AWAY = "away"
WATCHING = "watching"
NO_PROPOSAL = "no-proposal"
PROPOSED = "proposed"
ALONE = "alone"
OTHER_TEAM = "other-team"
NO_DRAW = "no-draw"
SEALED = "sealed"
CLOCK = "clock"
SLOW_DOWN = "slow-down"
ADDRESS = "address"
RUSH = "rush"
CONNECTIONS = "connections"
QUIET = "quiet"
HOOK = "hook"
HOOK_FORM = "hook-form"
HOOK_NAME = "hook-name"
NOT_MAKER = "not-maker"

STATUS = {
    TOKEN: 401,
    NO_MATCH: 404,
    NO_GAME: 404,
    NO_LESSON: 404,
    NO_FRAME: 404,
    NO_SEAT: 404,
    NO_PAGE: 404,
    METHOD: 405,
    MESSAGE: 422,
    TOO_LONG: 413,
    BUSY: 503,
    NOT_KEPT: 503,
    NOT_KNOWN: 503,
    NOT_REACHED: 503,
    FULL: 507,
    NOT_OVER: 409,
    NOT_YOURS: 403,
    DAMAGED: 422,
    TOO_SLOW: 422,
    OPTIONS: 422,
    NO_ID: 422,
    STORY: 422,
    ORIGIN: 403,
    NOT_BEGUN: 409,
    SEATS: 422,
    NO_TERMS: 422,
    SAME_TERMS: 422,
    TAKEN_SEAT: 409,
    NO_TRANSFER: 401,
    TRANSFER_USED: 409,
    TRANSFER_EXPIRED: 409,
    NO_BOT: 422,
    CLOCK: 422,
    HOOK: 422,
    HOOK_FORM: 422,
    HOOK_NAME: 422,
    SLOW_DOWN: 429,
    ADDRESS: 429,
    RUSH: 503,
    NOT_MAKER: 403,
    BROKEN: 500,
    UNEXPECTED: 500,
}
"""HTTP status by reason; 409 for reasons not listed."""
PASSING = (BUSY, NOT_KEPT, NOT_KNOWN, NOT_REACHED, CONNECTIONS, SLOW_DOWN, FULL)
"""Reasons for refusing a connection that pass by themselves: a client should try again later."""


@lru_cache(maxsize=8)
def _words(lang: str) -> dict[str, str]:
    text = files("garrison.table").joinpath(f"refusals.{lang}.toml").read_text("utf-8")
    return tomllib.loads(text)


class TableRefusal(GarrisonError):
    """A refusal by the table; `reason` is a key of `refusals.<lang>.toml`."""

    def __init__(self, reason: str, /, **values: object) -> None:
        super().__init__(_words(LANGS[0])[reason].format(**values))
        self.reason = reason
        self.values = values

    def text(self, lang: str) -> str:
        return _words(lang)[self.reason].format(**self.values)


def refusal(error: GarrisonError, lang: str) -> tuple[str, str]:
    """The short reason of an error and its sentence."""
    if isinstance(error, TableRefusal):
        return error.reason, error.text(lang)
    if isinstance(error, Refused):
        return error.rule, as_sentence(str(error))
    return (DAMAGED if isinstance(error, Damaged) else OPTIONS), as_sentence(str(error))
