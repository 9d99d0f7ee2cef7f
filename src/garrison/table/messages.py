"""The messages clients may send, checked to the last field, and the encoding of all answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from garrison.core.limits import (
    BANK_SECONDS,
    CHAT_CHARACTERS,
    CLIENT_ID_CHARACTERS,
    CLOCK_SECONDS,
    HINT_SECONDS,
    HOOK_CHARACTERS,
    LEAST_SECONDS,
    LESSON_ANSWERS,
    MESSAGE_BYTES,
    NAME_CHARACTERS,
    PACE_SECONDS,
    SALT_PART,
    TOGETHER,
    TOKEN_CHARACTERS,
    TRANSFER_TOKENS,
)
from garrison.core.show.words import LANGS
from garrison.table import plain_text
from garrison.table.refusals import MESSAGE, TOO_LONG, TableRefusal

Token = Annotated[str, Meta(max_length=TOKEN_CHARACTERS)]
ClientId = Annotated[str, Meta(pattern=rf"^[!-~]{{1,{CLIENT_ID_CHARACTERS}}}(?![\s\S])")]
Lang = Annotated[str, Meta(pattern=rf"^({'|'.join(LANGS)})(?![\s\S])")]
"""Nothing may follow, not even the line break that `$` would let pass."""
Short = Annotated[str, Meta(max_length=120)]
Together = Annotated[list[Short], Meta(min_length=1, max_length=TOGETHER)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Salt = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{0,{SALT_PART}}}(?![\s\S])")]
Name = Annotated[str, Meta(max_length=NAME_CHARACTERS)]
Text = Annotated[str, Meta(min_length=1, max_length=CHAT_CHARACTERS)]
"""Brought into one spelling when a message is read."""


class Message(Struct, forbid_unknown_fields=True, kw_only=True):
    """One message or body; unknown fields are refused."""


class Hello(Message):
    """The first message: the token, the language, and the last frame the client has; 0 if none.

    `heard` is the last chat message the client has: with it, table and chat are sent as well. A client that
    comes for the first time adds a part to the salt of the dice, and may give a name.
    """

    token: Token
    lang: Lang = LANGS[0]
    have: Number = 0
    heard: Number | None = None
    salt: Salt = ""
    name: Name = ""

    def __post_init__(self) -> None:
        self.name = plain_text.name(self.name)


class Greeting(Message):
    hello: Hello


class Do(Message):
    """Play an action, as an answer to the question of this number.

    Several are played together or not at all: all but the last only prepare it.
    """

    do: Short | Together
    ask: Number | None
    id: ClientId


class Suppose(Message):
    """Ask what could be offered after these actions, none of which is played: pieces of an offer."""

    suppose: Annotated[list[Short], Meta(max_length=TOGETHER)]
    id: ClientId


class Undo(Message):
    """Go back to a frame, or one step."""

    undo: Number | None
    id: ClientId


class Why(Message):
    """Ask why something is not allowed: a notation, or the id of a thing of the scene."""

    why: Short
    id: ClientId


class Instead(Message):
    """Change one's mind by a click on this thing: go back to an earlier question about the same piece.

    Only within the open question of this number; where it means nothing of the kind, it is a `why`.
    """

    instead: Short
    ask: Number | None
    id: ClientId


class Hint(Message):
    """Ask for a hint, with the seconds to think."""

    hint: Annotated[float, Meta(ge=0, le=HINT_SECONDS)] | None
    id: ClientId


class Say(Message):
    """A chat message, to all players or among spectators."""

    say: Text
    id: ClientId

    def __post_init__(self) -> None:
        self.say = plain_text.remark(self.say)


class Called(Message):
    """The name of the person in the sender's own seat."""

    name: Name
    id: ClientId

    def __post_init__(self) -> None:
        self.name = plain_text.name(self.name)


class Bot(Message):
    """Let the bot of this name play a seat, or with none the person it belongs to."""

    bot: Short | None
    seat: Short
    id: ClientId


class Invite(Message):
    """Open a seat to a friend; the answer has the invitation."""

    invite: Short
    id: ClientId


class Hook(Message):
    """Where to call when the own turn has come."""

    hook: Annotated[str, Meta(max_length=HOOK_CHARACTERS)] | None
    id: ClientId


class Propose(Message):
    """Ask all to go back to a frame, or one step."""

    propose: Number | None
    id: ClientId


class End(Message):
    """End the game before its time: resign, or offer a draw."""

    end: Literal["resign", "draw"]
    id: ClientId


class Agree(Message):
    """Yes or no to a proposal."""

    agree: bool
    proposal: Number
    id: ClientId


ClientRequest = (
    Do | Suppose | Undo | Why | Instead | Hint | Say | Called | Bot | Invite | Hook | Propose | End | Agree
)
"""The messages answered with `done` or `refused`."""
ClientMessage = Greeting | ClientRequest
_KINDS: dict[str, type[ClientMessage]] = {
    "hello": Greeting,
    "do": Do,
    "suppose": Suppose,
    "undo": Undo,
    "why": Why,
    "instead": Instead,
    "hint": Hint,
    "say": Say,
    "name": Called,
    "bot": Bot,
    "invite": Invite,
    "hook": Hook,
    "propose": Propose,
    "end": End,
    "agree": Agree,
}


class Origin(Message):
    """A moment of a match: the frame of a seat. An empty seat is one's own."""

    match: Short
    n: Number
    seat: Short = ""


class Again(Message):
    """A finished match to be played again; with `swap` everybody moves on by one seat."""

    match: Short
    swap: bool = False


class Clock(Message):
    """Seconds for each decision; or for all of them, and some more after each."""

    move: Annotated[float, Meta(ge=5, le=CLOCK_SECONDS)] | None = None
    bank: Annotated[float, Meta(ge=30, le=BANK_SECONDS)] | None = None
    add: Annotated[float, Meta(ge=0, le=CLOCK_SECONDS)] = 0.0


class NewMatch(Message):
    """A new match: of a game, played on from a moment of another, or a finished one played again.

    With `seats` the match begins once all who are to sit there have come: "me", "friend", "bot:NAME".
    """

    game: Short = ""
    options: dict[Short, Short] = {}
    lang: Lang | None = None
    seats: dict[Short, Short] | None = None
    name: Name = ""
    clock: Clock | None = None
    least: Annotated[float, Meta(ge=0, le=LEAST_SECONDS)] = 0.0
    pace: Annotated[float, Meta(ge=0, le=PACE_SECONDS)] = 0.5
    origin: Origin | None = msgspec.field(default=None, name="from")
    again: Again | None = None

    def __post_init__(self) -> None:
        self.name = plain_text.name(self.name)


class Taking(Message):
    """A friend takes the seat an invitation is for."""

    name: Name = ""

    def __post_init__(self) -> None:
        self.name = plain_text.name(self.name)


class LessonRequest(Message):
    """A reader in a lesson: the answers so far, the last of which may be a new try.

    `have` is the last frame the reader has; without it, the answer has the whole log. `why` asks why a thing
    or a notation cannot be chosen, `look` for a past frame.
    """

    answers: Annotated[list[Short], Meta(max_length=LESSON_ANSWERS)] = []
    have: Number | None = None
    why: Short | None = None
    look: Number | None = None


class Carrying(Message):
    """The tokens to carry to another device: those of one's own seats, and the spectators'."""

    tokens: Annotated[list[Token], Meta(min_length=1, max_length=TRANSFER_TOKENS)]


T = TypeVar("T")


def encode(value: Any) -> bytes:
    """JSON, the same bytes for the same value."""
    return msgspec.json.encode(value)


def body(content: bytes, kind: type[T]) -> T:
    """A request's body; raises TableRefusal."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TableRefusal(MESSAGE, reason=_readable(str(error))) from error
    except RecursionError as error:
        raise TableRefusal(MESSAGE, reason="it is nested too deeply") from error


def _readable(reason: str) -> str:
    """A readable reason for a malformed text, where the pattern itself would help nobody."""
    if "matching regex" not in reason:
        return reason
    where = reason.rpartition("`")[0].rpartition("`$.")[2]
    if where == "id":
        return f"an id has 1 to {CLIENT_ID_CHARACTERS} characters from ! to ~"
    return f"{where} does not have the expected form"


def parse_message(text: str | bytes) -> ClientMessage:
    """A client's message over its connection; raises TableRefusal."""
    if len(text) > MESSAGE_BYTES or (isinstance(text, str) and len(text.encode()) > MESSAGE_BYTES):
        raise TableRefusal(TOO_LONG, most=MESSAGE_BYTES)
    fields = body(text if isinstance(text, bytes) else text.encode(), dict[str, Raw])
    kinds = [name for name in _KINDS if name in fields]
    if len(kinds) != 1:
        raise TableRefusal(MESSAGE, reason=f"one of {', '.join(_KINDS)} was expected")
    return body(text if isinstance(text, bytes) else text.encode(), _KINDS[kinds[0]])


def client_id(text: str | bytes) -> str | None:
    """The id of an unusable message, if it has one."""
    if len(text) > MESSAGE_BYTES:
        return None
    try:
        found = msgspec.json.decode(text, type=dict[str, Raw])["id"]
        return msgspec.json.decode(found, type=ClientId)
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, RecursionError):
        return None
