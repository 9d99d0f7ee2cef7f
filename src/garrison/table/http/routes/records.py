"""Export and import records, draws, verification and the final report."""

from __future__ import annotations

import asyncio
import re

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from garrison.core import record
from garrison.core.errors import Damaged
from garrison.core.limits import IMPORT_BYTES, IMPORT_SECONDS
from garrison.core.match import Match
from garrison.table.background.process_pool import ProcessPool, TooSlow
from garrison.table.context import Context
from garrison.table.http import match_info
from garrison.table.http.match_creation import check_new_match, create_own
from garrison.table.http.match_info import finished
from garrison.table.http.openapi import described
from garrison.table.http.request import language, read_body, request_key, token
from garrison.table.http.response import json_response
from garrison.table.refusals import NO_ID, NO_KEY, STORY, TOO_SLOW, TableRefusal
from garrison.table.store.models import MATCH_ID

ANY = "new"
"""In the address of an import: let the table choose the match's id."""


def add(at: APIRouter, context: Context) -> None:
    sessions = context.sessions

    @at.get("/api/matches/{ident}/record", **described("record"))
    async def export(request: Request, ident: str) -> Response:
        async with (
            context.long_answers.turn(request),
            sessions.enter(ident, token(request)) as (session, seat),
        ):
            match = session.match
            over = match.over
            if over:
                text = await asyncio.to_thread(match.record)
            else:
                perspective, lang = session.perspective(seat), language(request)
                text = await asyncio.to_thread(lambda: match_info.story(match, perspective, lang))
        name = f"{match.game.id}-{ident}{'' if over else '-frames'}.txt"
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    @at.post("/api/matches/{ident}/record", status_code=201, **described("import"))
    async def imported(request: Request, ident: str) -> Response:
        if ident != ANY and not re.fullmatch(MATCH_ID, ident):
            raise TableRefusal(NO_ID)
        check_new_match(request, context)
        content = await read_body(request, IMPORT_BYTES)
        wanted, key = "" if ident == ANY else ident, request_key(request, content)
        match = await _read_record(content, context.readers)
        return await create_own(sessions, match, language(request), key, wanted, imported=True)

    @at.get("/api/matches/{ident}/draws", **described("draws"))
    async def draws(request: Request, ident: str) -> Response:
        async with context.long_answers.turn(request), sessions.enter(ident, token(request)) as (session, _):
            match = finished(session)
            return await asyncio.to_thread(lambda: json_response({"rows": record.wanted(match)}))

    @at.post("/api/matches/{ident}/verify", **described("verify"))
    async def verify(request: Request, ident: str) -> Response:
        async with context.long_answers.turn(request), sessions.enter(ident, token(request)) as (session, _):
            if finished(session).key is None:
                raise TableRefusal(NO_KEY)
            verdict = await asyncio.to_thread(_verified, session.match)
            return json_response({"ok": verdict.ok, "rows": verdict.rows, "draws": verdict.draws})

    @at.get("/api/matches/{ident}/report", **described("report"))
    async def report(request: Request, ident: str) -> Response:
        async with (
            context.long_answers.turn(request),
            sessions.enter(ident, token(request)) as (session, seat),
        ):
            match, lang = finished(session), language(request)
            return await asyncio.to_thread(lambda: json_response(match_info.report(match, seat, lang)))


def _verified(match: Match) -> record.Verdict:
    return record.verify(record.parse(match.record()))


async def _read_record(content: bytes, workers: ProcessPool) -> Match:
    """The match of a record. A worker process plays it first, because it may be malicious."""
    try:
        text = content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Damaged("the record is not UTF-8 text") from error
    text = text.removeprefix("\ufeff")
    if text.startswith(match_info.STORY):
        raise TableRefusal(STORY)
    text += "" if text.endswith("\n") else "\n"
    try:
        await workers.run("read", text, seconds=IMPORT_SECONDS)
    except TooSlow as error:
        raise TableRefusal(TOO_SLOW) from error
    return await asyncio.to_thread(lambda: record.replay(record.parse(text)))
