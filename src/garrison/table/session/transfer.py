"""Carrying seats to another device: a link that gives their tokens to the first who uses it.

The table knows only hashes of tokens, so whoever makes the link sends the tokens, and they are stored
encrypted with the link's secret, of which again only the hash is known. Both devices have the seats
afterwards.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence

from garrison.core.state import Seat
from garrison.table.refusals import NO_TRANSFER, TOKEN, TableRefusal
from garrison.table.session import seat_access
from garrison.table.session.lobby import Lobby
from garrison.table.session.pool import SessionPool, check_form
from garrison.table.session.session import Session
from garrison.table.store.clock import now
from garrison.table.store.executor import Executor
from garrison.table.store.models import TABLE, SeatHolder, Transfer
from garrison.table.store.store import Store


async def offer(session: Session, executor: Executor, seat: Seat, tokens: Sequence[str], until: int) -> str:
    """Make a link for the holder of a seat; returns its secret. Raises TableRefusal.

    Every token must open a seat, or be the spectators': nobody learns here whether a token is right who
    could not use it anyway.
    """
    seat_access.check_seated(session.holder(seat))
    if len(holders(session, tokens)) < len(tokens):
        raise TableRefusal(TOKEN)
    Lobby(session, executor).check_rate(TABLE, seat)
    secret = seat_access.new_token()
    made = Transfer(seat, seat_access.hashed(secret), _seal(secret, tokens), until)
    await executor.run(Store.offer_transfer, session.id, made)
    return secret


async def redeem(sessions: SessionPool, ident: str, secret: str, key: str) -> list[str]:
    """Use a link; returns the tokens. `key` is a secret of the request. Raises TableRefusal."""
    check_form(ident)
    hashes = seat_access.hashed(secret), seat_access.hashed(key)
    sealed = await sessions.executor.run(Store.redeem_transfer, ident, *hashes, now())
    return _unseal(secret, sealed)


def holders(session: Session, tokens: Sequence[str]) -> list[tuple[str, SeatHolder]]:
    """The tokens that open something, each with what it opens; an unused invitation opens nothing."""
    found = [(each, seat_access.find_holder(session.stored.holders.values(), each)) for each in tokens]
    return [
        (each, holder)
        for each, holder in found
        if holder is not None and not seat_access.is_invitation(holder)
    ]


# The secret is random and used for one text only, so its key stream is a one-time pad.


def _pad(secret: str, text: bytes) -> bytes:
    stream = hashlib.shake_256(f"garrison transfer {secret}".encode()).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, stream, strict=True))


def _seal(secret: str, tokens: Sequence[str]) -> str:
    return base64.b64encode(_pad(secret, json.dumps(list(tokens)).encode())).decode()


def _unseal(secret: str, sealed: str) -> list[str]:
    try:
        found: list[str] = json.loads(_pad(secret, base64.b64decode(sealed)))
    except ValueError as error:  # damaged in storage
        raise TableRefusal(NO_TRANSFER) from error
    return found
