"""Reading a request: its body within the limits, its token, its language."""

from __future__ import annotations

import re
from hashlib import sha256

from starlette.requests import ClientDisconnect, Request

from garrison.core.show.words import LANGS
from garrison.table.refusals import MESSAGE, TOKEN, TOO_LONG, TableRefusal

KEY_HEADER = "Idempotency-Key"


async def read_body(request: Request, most: int) -> bytes:
    """The body; one that is too long, announced or not, is not read to its end."""
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told[:20]) > most:
        raise TableRefusal(TOO_LONG, most=most)
    found = bytearray()
    try:
        async for part in request.stream():
            found += part
            if len(found) > most:
                raise TableRefusal(TOO_LONG, most=most)
    except ClientDisconnect as error:  # nobody hears the answer, and the log need not either
        raise TableRefusal(MESSAGE, reason="it was never finished") from error
    return bytes(found)


def token(request: Request) -> str:
    """The token of a seat, from the header; raises TableRefusal."""
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not value.strip():
        raise TableRefusal(TOKEN)
    return value.strip()


def request_key(request: Request, content: bytes) -> str:
    """The secret of a request and its body, by which it is known again; nothing if it has none.

    Raises TableRefusal.
    """
    found = request.headers.get(KEY_HEADER, "")
    if found and not re.fullmatch(r"[0-9a-f]{32}", found):
        raise TableRefusal(MESSAGE, reason=f"{KEY_HEADER} must be 32 hexadecimal digits")
    return f"{found} {sha256(content).hexdigest()}" if found else ""


def language(request: Request) -> str:
    """The language asked for in the address, else the first of the browser's that we speak."""
    asked = request.query_params.get("lang", "")
    spoken = request.headers.get("accept-language", "").split(",")
    for each in (asked, *(part.partition(";")[0].strip()[:2].lower() for part in spoken)):
        if each in LANGS:
            return each
    return LANGS[0]
