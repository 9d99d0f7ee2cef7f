"""Start a match, look at it, delete it."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from garrison.core import registry
from garrison.core.dice import KeyedDice
from garrison.core.limits import BODY_BYTES
from garrison.core.match import Match
from garrison.core.resignation import may_draw, teams
from garrison.core.state import SPECTATOR, Seat
from garrison.table.context import Context
from garrison.table.http import boards, game_info, match_info
from garrison.table.http.match_creation import (
    check_new_match,
    create_again,
    create_from_moment,
    create_gathering,
    create_own,
)
from garrison.table.http.openapi import described
from garrison.table.http.request import language, read_body, request_key, token
from garrison.table.http.response import json_response
from garrison.table.messages import NewMatch, body
from garrison.table.refusals import NO_TERMS, SAME_TERMS, SEATS, TableRefusal
from garrison.table.session import seat_access, table_view
from garrison.table.session.session import Session
from garrison.table.store.models import Plan


def add(at: APIRouter, context: Context) -> None:
    sessions = context.sessions

    @at.post("/api/matches", status_code=201, **described("new"))
    async def new(request: Request) -> Response:
        content = await read_body(request, BODY_BYTES)
        wanted, key = body(content, NewMatch), request_key(request, content)
        lang = wanted.lang or language(request)
        check_new_match(request, context)
        agreed = wanted.clock or wanted.least or wanted.name
        if wanted.origin is not None:
            if wanted.seats is not None or agreed:
                raise TableRefusal(NO_TERMS)
            return await create_from_moment(sessions, wanted.origin, token(request), lang, key)
        if wanted.again is not None:
            if wanted.seats is not None or agreed:
                raise TableRefusal(SAME_TERMS)
            return await create_again(sessions, wanted.again, token(request), lang, key)
        game = game_info.game(wanted.game)
        options = registry.settle(game, wanted.options)
        if wanted.seats is None and agreed:
            raise TableRefusal(SEATS, seats=", ".join(game.seats(options)))
        secret = os.urandom(32)
        if wanted.seats is not None:
            if any(each.startswith(seat_access.BOTS) for each in wanted.seats.values()):
                context.bots.prepare()
            return await create_gathering(sessions, Plan(game, options, secret), wanted, lang, key)
        made = Match(game, options, KeyedDice(secret, os.urandom(8).hex()))
        return await create_own(sessions, made, lang, key)

    @at.get("/api/matches/{ident}", **described("match"))
    async def about(request: Request, ident: str) -> Response:
        lang = language(request)
        async with sessions.enter(ident, token(request), invited=True) as (session, seat):
            return json_response(await asyncio.to_thread(about_match, session, seat, lang))

    @at.delete("/api/matches/{ident}", status_code=204, **described("delete"))
    async def delete(request: Request, ident: str) -> Response:
        await sessions.delete(ident, token(request))
        return Response(status_code=204)


def about_match(session: Session, seat: Seat, lang: str) -> dict[str, Any]:
    """A match, begun or not, as the holder of a seat or of an invitation may know it."""
    stored, match, game = session.stored, session.stored.match, session.game
    eyes = SPECTATOR if seat_access.is_invitation(session.holder(seat)) else seat
    perspective = None if match is None else session.perspective(eyes)
    return {
        "id": session.id,
        "game": game.id,
        "title": game.title(lang),
        **game_info.language(game, lang),
        "options": session.options,
        "option_names": match_info.option_names(game, session.options, lang),
        "rules": game.rules if match is None else match.rules,
        "seats": [table_view.seat_info(session, holder, lang) for holder in stored.people],
        "awaited": [] if match is None else [session.name(each) for each in match.who(eyes)],
        "seat": session.name(seat),
        "kind": session.holder(seat).kind,
        "secret": game.kind.hidden,
        "teams": [[session.name(each) for each in team] for team in teams(game, session.options)],
        "may_draw": may_draw(game, session.options),
        "bots": game_info.bots(game),
        "begun": session.begun,
        "terms": table_view.terms(stored.terms),
        "n": 0 if perspective is None else perspective.count,
        "over": match is not None and match.over,
        "result": None if perspective is None else perspective.ending(lang),
        "created": match_info.when(stored.created // 1000),
        "changed": match_info.when(session.last_change(eyes) // 1000),
        "board": boards.name(game, session.options, lang),
        "dice": table_view.dice(stored),
        "origin": stored.origin,
        "imported": stored.imported,
    }
