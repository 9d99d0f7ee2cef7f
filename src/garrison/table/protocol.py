"""What clients may send, checked to the last field, and how all answers are written."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from garrison.core.limits import CLIENT_ID_CHARACTERS, HINT_SECONDS, MESSAGE_BYTES, TOKEN_CHARACTERS
from garrison.core.words import LANGS
from garrison.table.refusing import MESSAGE, TOO_LONG, No

Token = Annotated[str, Meta(max_length=TOKEN_CHARACTERS)]
ClientId = Annotated[str, Meta(min_length=1, max_length=CLIENT_ID_CHARACTERS)]
Lang = Annotated[str, Meta(pattern=rf"^({'|'.join(LANGS)})(?![\s\S])")]
"""Nothing may follow, not even the line break that `$` would let pass."""
Short = Annotated[str, Meta(max_length=120)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]


class Message(Struct, forbid_unknown_fields=True, kw_only=True):
    """One message or body: what it does not name is refused."""


class Hello(Message):
    """Who speaks, in which language, and the last frame they have; 0 if none."""

    token: Token
    lang: Lang = LANGS[0]
    have: Number = 0


class Greeting(Message):
    hello: Hello


class Do(Message):
    """Play an action, as an answer to the question of this number."""

    do: Short
    ask: Number | None
    id: ClientId


class Undo(Message):
    """Go back to a frame, or one step."""

    undo: Number | None
    id: ClientId


class Why(Message):
    """Why may I not: a notation, or the id of a thing of the scene."""

    why: Short
    id: ClientId


class Hint(Message):
    """What would the program do; it thinks for so many seconds."""

    hint: Annotated[float, Meta(ge=0, le=HINT_SECONDS)] | None
    id: ClientId


Said = Greeting | Do | Undo | Why | Hint
_KINDS: dict[str, type[Said]] = {"hello": Greeting, "do": Do, "undo": Undo, "why": Why, "hint": Hint}


class Origin(Message):
    """A moment of a match: the frame of a seat. An empty seat is one's own."""

    match: Short
    n: Number
    seat: Short = ""


class NewMatch(Message):
    """A new match: of a game, or played on from a moment of another."""

    game: Short = ""
    options: dict[Short, Short] = {}
    lang: Lang | None = None
    origin: Origin | None = msgspec.field(default=None, name="from")


T = TypeVar("T")


def encode(value: Any) -> bytes:
    """JSON, the same bytes for the same value."""
    return msgspec.json.encode(value)


def body(content: bytes, kind: type[T]) -> T:
    """A request's body; raises No."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise No(MESSAGE, reason=str(error)) from error
    except RecursionError as error:
        raise No(MESSAGE, reason="it is nested too deeply") from error


def said(text: str | bytes) -> Said:
    """What a client says over its connection; raises No."""
    if len(text) > MESSAGE_BYTES or (isinstance(text, str) and len(text.encode()) > MESSAGE_BYTES):
        raise No(TOO_LONG, most=MESSAGE_BYTES)
    fields = body(text if isinstance(text, bytes) else text.encode(), dict[str, Raw])
    kinds = [name for name in _KINDS if name in fields]
    if len(kinds) != 1:
        raise No(MESSAGE, reason=f"one of {', '.join(_KINDS)} was expected")
    return body(text if isinstance(text, bytes) else text.encode(), _KINDS[kinds[0]])


def client_id(text: str | bytes) -> str | None:
    """The id of a message that cannot be used, as far as it has one."""
    if len(text) > MESSAGE_BYTES:
        return None
    try:
        found = msgspec.json.decode(text, type=dict[str, Raw])["id"]
        return msgspec.json.decode(found, type=ClientId)
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, RecursionError):
        return None
