"""The pages and the files that browsers load."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from garrison.table.http import pages
from garrison.table.http.pages import Web


def add(at: APIRouter, web: Web) -> None:
    @at.get("/web/{name:path}", include_in_schema=False)
    async def file(request: Request, name: str) -> Response:
        version, below = pages.split(name)
        return pages.answer(request, web.file(below), web.kept(version, below))

    @at.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        return pages.answer(request, web.file("favicon.svg"))

    @at.get("/", include_in_schema=False)
    async def home(request: Request) -> Response:
        return pages.answer(request, web.page("home"))

    async def page(request: Request, ident: str) -> Response:  # noqa: ARG001
        name = request.url.path.split("/")[1]
        return pages.answer(request, web.page(name))

    for name in pages.PAGES:
        if name != "home":
            at.get(f"/{name}/{{ident}}", include_in_schema=False)(page)
