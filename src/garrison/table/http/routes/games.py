"""Games with their rules, notes, lessons and pictures, and the words of the client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from garrison.core import registry
from garrison.core.show.words import LANGS
from garrison.table.context import Context
from garrison.table.http import boards, game_info, illustrations, lesson_info, pages
from garrison.table.http.openapi import described
from garrison.table.http.pages import Web
from garrison.table.http.request import language
from garrison.table.http.response import json_response
from garrison.table.messages import LessonRequest, body, encode
from garrison.table.refusals import NO_PAGE, TableRefusal


def add(at: APIRouter, context: Context, web: Web) -> None:
    known: dict[tuple[str, ...], pages.Content] = {}
    drawing = asyncio.Lock()  # requests at the same time would draw the same pictures

    def once(key: tuple[str, ...], make: Callable[[], Any]) -> pages.Content:
        """Content that never changes while the server runs, made when first needed."""
        if key not in known:
            known[key] = pages.content(encode(make()))
        return known[key]

    @at.get("/api/games", **described("games"))
    async def games(request: Request) -> Response:
        lang = language(request)
        return pages.answer(request, once(("games", lang), lambda: game_info.games(lang)))

    @at.get("/api/games/{ident}/rules", **described("rules"))
    async def rules(request: Request, ident: str, edition: str = "") -> Response:
        lang, game = language(request), game_info.game(ident)
        registry.settle(game, {"edition": edition} if edition else {})
        make = once(("rules", ident, edition, lang), lambda: game_info.rules(game, edition, lang))
        return pages.answer(request, make)

    @at.get("/api/games/{ident}/notes", **described("notes"))
    async def notes(request: Request, ident: str) -> Response:
        lang, game = language(request), game_info.game(ident)
        return pages.answer(request, once(("notes", ident, lang), lambda: game_info.notes(game, lang)))

    @at.get("/api/games/{ident}/lessons", **described("lessons"))
    async def lessons(request: Request, ident: str) -> Response:
        lang, game = language(request), game_info.game(ident)
        return pages.answer(request, once(("lessons", ident, lang), lambda: lesson_info.lessons(game, lang)))

    @at.post("/api/games/{ident}/lessons/{lesson}", **described("lesson"))
    async def take_lesson(request: Request, ident: str, lesson: str) -> Response:
        lang, game = language(request), game_info.game(ident)
        found = lesson_info.find(game, lesson)
        async with context.long_answers.turn(request) as content:
            wanted = body(content, LessonRequest)
            return await asyncio.to_thread(lambda: json_response(lesson_info.progress(found, wanted, lang)))

    @at.get("/api/boards/{name}", **described("board"))
    async def board(request: Request, name: str) -> Response:
        if ("board", name) not in known:
            found = boards.find(name)
            if found is None:
                raise TableRefusal(NO_PAGE)
            known["board", name] = pages.content(found)
        return pages.answer(request, known["board", name], pages.FOR_GOOD)

    @at.get("/api/pictures/{name}", **described("picture"))
    async def picture(request: Request, name: str) -> Response:
        async with drawing:
            if ("picture", name) not in known:
                found = await asyncio.to_thread(illustrations.find, name)
                if found is None:
                    raise TableRefusal(NO_PAGE)
                known["picture", name] = pages.content(found, pages.KINDS[".svg"])
        return pages.answer(request, known["picture", name], pages.FOR_GOOD)

    @at.get("/api/words/{lang}", **described("words"))
    async def words(request: Request, lang: str) -> Response:
        if lang not in LANGS:
            raise TableRefusal(NO_PAGE)
        return pages.answer(request, web.words(lang))
