"""Games with their rules, notes, lessons and pictures, and the words of the client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import Response

from garrison.core import registry
from garrison.core.show.words import LANGS
from garrison.table.context import Context
from garrison.table.http import boards, game_info, illustrations, lesson_info, pages
from garrison.table.http.openapi import described
from garrison.table.http.pages import Content, Web
from garrison.table.http.request import language
from garrison.table.http.response import json_response
from garrison.table.messages import LessonRequest, body, encode
from garrison.table.refusals import NO_PAGE, TableRefusal


def add(at: APIRouter, context: Context, web: Web) -> None:
    known: dict[tuple[str, ...], Content] = {}
    drawing = asyncio.Lock()  # requests at the same time would draw the same pictures

    async def once(key: tuple[str, ...], make: Callable[[], bytes | None], kind: str = pages.JSON) -> Content:
        """Content that never changes while the server runs, made in a thread when first needed.

        Raises TableRefusal if there is none.
        """
        if key in known:
            return known[key]
        async with drawing:
            if key not in known:
                found = await asyncio.to_thread(make)
                if found is None:
                    raise TableRefusal(NO_PAGE)
                known[key] = await asyncio.to_thread(pages.content, found, kind)
        return known[key]

    @at.get("/api/games", **described("games"))
    async def games(request: Request) -> Response:
        lang = language(request)
        found = await once(("games", lang), lambda: encode(game_info.games(lang)))
        return pages.answer(request, found)

    @at.get("/api/games/{ident}/rules", **described("rules"))
    async def rules(request: Request, ident: str, edition: str = "") -> Response:
        lang, game = language(request), game_info.game(ident)
        registry.settle(game, {"edition": edition} if edition else {})
        key = ("rules", ident, edition, lang)
        found = await once(key, lambda: encode(game_info.rules(game, edition, lang)))
        return pages.answer(request, found)

    @at.get("/api/games/{ident}/notes", **described("notes"))
    async def notes(request: Request, ident: str) -> Response:
        lang, game = language(request), game_info.game(ident)
        found = await once(("notes", ident, lang), lambda: encode(game_info.notes(game, lang)))
        return pages.answer(request, found)

    @at.get("/api/games/{ident}/lessons", **described("lessons"))
    async def lessons(request: Request, ident: str) -> Response:
        lang, game = language(request), game_info.game(ident)
        found = await once(("lessons", ident, lang), lambda: encode(lesson_info.lessons(game, lang)))
        return pages.answer(request, found)

    @at.post("/api/games/{ident}/lessons/{lesson}", **described("lesson"))
    async def take_lesson(request: Request, ident: str, lesson: str) -> Response:
        lang, game = language(request), game_info.game(ident)
        found = lesson_info.find(game, lesson)
        async with context.long_answers.turn(request) as content:
            wanted = body(content, LessonRequest)
            return await asyncio.to_thread(lambda: json_response(lesson_info.progress(found, wanted, lang)))

    @at.get("/api/boards/{name}", **described("board"))
    async def board(request: Request, name: str) -> Response:
        found = await once(("board", name), lambda: boards.find(name))
        return pages.answer(request, found, pages.FOR_GOOD)

    @at.get("/api/pictures/{name}", **described("picture"))
    async def picture(request: Request, name: str) -> Response:
        found = await once(("picture", name), lambda: illustrations.find(name), pages.KINDS[".svg"])
        return pages.answer(request, found, pages.FOR_GOOD)

    @at.get("/api/words/{lang}", **described("words"))
    async def words(request: Request, lang: str) -> Response:
        if lang not in LANGS:
            raise TableRefusal(NO_PAGE)
        return pages.answer(request, web.words(lang))
