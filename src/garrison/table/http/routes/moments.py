"""Past moments of a match: frames and log."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from garrison.core.limits import LOG_FRAMES, MATCH_ROWS
from garrison.core.show.perspective import Perspective
from garrison.core.state import Seat
from garrison.table.context import Context
from garrison.table.http.match_info import row_shown, viewer
from garrison.table.http.openapi import described
from garrison.table.http.request import language, token
from garrison.table.http.response import json_response
from garrison.table.session.session import Session

_FIRST = Query(1, alias="from", ge=1, le=MATCH_ROWS)


def add(at: APIRouter, context: Context) -> None:
    sessions = context.sessions

    @at.get("/api/matches/{ident}/frames/{n}", **described("frame"))
    async def frame(request: Request, ident: str, n: int, seat: str = "") -> Response:
        lang = language(request)
        async with (
            context.long_answers.turn(request),
            sessions.enter(ident, token(request)) as (session, own),
        ):
            return await asyncio.to_thread(_past_frame, session, viewer(session, own, seat), n, lang)

    @at.get("/api/matches/{ident}/log", **described("log"))
    async def log(request: Request, ident: str, seat: str = "", first: int = _FIRST) -> Response:
        lang = language(request)
        async with (
            context.long_answers.turn(request),
            sessions.enter(ident, token(request)) as (session, own),
        ):
            perspective = session.perspective(viewer(session, own, seat))
            return await asyncio.to_thread(lambda: json_response(_log(perspective, lang, first)))


def _log(perspective: Perspective, lang: str, first: int) -> dict[str, Any]:
    """The frames from one on, as many as fit into an answer, and the number of the newest."""
    return {"frames": perspective.log(lang, first - 1, LOG_FRAMES), "n": perspective.count}


def _past_frame(session: Session, seat: Seat, n: int, lang: str) -> Response:
    row_shown(session, seat, n)
    return json_response(session.frame_data(session.perspective(seat).look_back(n, lang), lang))
