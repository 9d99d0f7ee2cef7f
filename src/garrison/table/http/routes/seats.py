"""Take the seat of an invitation, and carry seats to another device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from garrison.core.limits import BODY_BYTES, TRANSFER_SECONDS
from garrison.core.state import SPECTATOR, Seat
from garrison.table.context import Context
from garrison.table.http import game_info, match_info
from garrison.table.http.openapi import described
from garrison.table.http.request import language, read_body, request_key, token
from garrison.table.http.response import json_response
from garrison.table.messages import Carrying, Taking, body
from garrison.table.refusals import TOKEN, TableRefusal
from garrison.table.session import seat_access, transfer
from garrison.table.session.lobby import Lobby
from garrison.table.session.session import Session
from garrison.table.store.clock import now


def add(at: APIRouter, context: Context) -> None:
    sessions = context.sessions

    @at.post("/api/matches/{ident}/seat", **described("seat"))
    async def take(request: Request, ident: str) -> Response:
        content = await read_body(request, BODY_BYTES)
        wanted, key = body(content, Taking), request_key(request, content)
        own, lang = seat_access.token_for(key, f"{ident}/seat"), language(request)

        async def taken() -> dict[str, str]:
            try:
                async with sessions.enter(ident, token(request), invited=True) as (session, seat):
                    await Lobby(session, sessions.executor).take(seat, wanted.name, own)
                    return _taken(session, seat, own, lang)
            except TableRefusal as error:
                if error.reason != TOKEN:
                    raise
            async with sessions.enter(ident, own) as (session, seat):  # this request took it, unconfirmed
                return _taken(session, seat, own, lang)

        return json_response(await sessions.retry(taken))

    @at.post("/api/matches/{ident}/transfer", status_code=201, **described("transfer"))
    async def offer(request: Request, ident: str) -> Response:
        wanted = body(await read_body(request, BODY_BYTES), Carrying)

        async def offered() -> dict[str, str]:
            async with sessions.enter(ident, token(request)) as (session, seat):
                until = now() + 1000 * TRANSFER_SECONDS
                secret = await transfer.offer(session, sessions.executor, seat, wanted.tokens, until)
                return {"transfer": secret, "until": match_info.when(until // 1000)}

        return json_response(await sessions.retry(offered), 201)

    @at.post("/api/matches/{ident}/transfer/redeem", **described("redeem"))
    async def redeem(request: Request, ident: str) -> Response:
        secret, content = token(request), await read_body(request, BODY_BYTES)
        key, lang = request_key(request, content) or seat_access.new_token(), language(request)

        async def redeemed() -> dict[str, Any]:
            carried = await transfer.redeem(sessions, ident, secret, key)
            async with sessions.open(ident) as session:
                return _carried(session, carried, lang)

        return json_response(await sessions.retry(redeemed))


def _taken(session: Session, seat: Seat, own: str, lang: str) -> dict[str, str]:
    """The answer to a friend who has taken a seat."""
    return {**game_info.seats(session.game, session.seats, lang)[seat], "token": own}


def _carried(session: Session, tokens: Sequence[str], lang: str) -> dict[str, Any]:
    """The answer to a device that seats were carried to: those that are still what they were."""
    found = {holder.seat: each for each, holder in transfer.holders(session, tokens)}
    watch = found.pop(SPECTATOR, None)
    return {
        "seats": [_taken(session, seat, own, lang) for seat, own in sorted(found.items())],
        "watch": watch,
    }
