"""The application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp

import garrison
from garrison.core.errors import GarrisonError, Refused
from garrison.table.asking import language
from garrison.table.describing import SCHEMAS
from garrison.table.guarding import Guard
from garrison.table.protocol import encode
from garrison.table.refusing import MESSAGE, METHOD, NO_PAGE, STATUS, UNEXPECTED, No, refusal
from garrison.table.rooms import Keeper, Rooms
from garrison.table.routes import router
from garrison.table.talking import Talk
from garrison.table.workers import Workers

ELSE_STATUS = 409
THINKERS = 2
READERS = 1
"""Workers for hints and, so that those keep nobody waiting, for records."""
WORTH_PACKING = 500


def make(path: Path, names: tuple[str, ...] = ()) -> ASGIApp:
    """The table on the matches of a file. `names` are the host names it answers to; none means all."""
    keeper = Keeper(path)
    rooms, thinkers, readers = Rooms(keeper), Workers(THINKERS), Workers(READERS)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        yield
        thinkers.close()
        readers.close()
        keeper.close()

    app = FastAPI(
        title="Garrison",
        version=garrison.__version__,
        description="A table for castle games. docs/protocol.md tells of the WebSocket and of every shape.",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.include_router(router(rooms, readers))

    @app.websocket("/ws/{ident}")
    async def talk(socket: WebSocket, ident: str) -> None:
        await Talk(socket, ident, rooms, thinkers).run()

    _refusals(app)
    _schemas(app)
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=5)
    return Guard(app, names)


def _refusals(app: FastAPI) -> None:
    """Every error becomes a sentence in the reader's language."""

    def no(request: Request, error: GarrisonError) -> Response:
        lang = language(request)
        reason, text = refusal(error, lang)
        rule = error.rule if isinstance(error, Refused) else None
        said = {"refused": reason, "rule": rule, "text": text}
        return Response(encode(said), STATUS.get(reason, ELSE_STATUS), media_type="application/json")

    async def ours(request: Request, error: Exception) -> Response:
        return no(request, error) if isinstance(error, GarrisonError) else await unexpected(request, error)

    async def wrong(request: Request, error: Exception) -> Response:  # noqa: ARG001
        return no(request, No(MESSAGE, reason="a part of the address is of the wrong kind"))

    async def missing(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException) and error.status_code == STATUS[METHOD]:
            answer = no(request, No(METHOD, method=request.method[:10]))
            answer.headers.update(error.headers or {})
            return answer
        return no(request, No(NO_PAGE))

    async def unexpected(request: Request, error: Exception) -> Response:  # noqa: ARG001
        return no(request, No(UNEXPECTED))

    app.add_exception_handler(GarrisonError, ours)
    app.add_exception_handler(RequestValidationError, wrong)
    app.add_exception_handler(HTTPException, missing)
    app.add_exception_handler(Exception, unexpected)


def _schemas(app: FastAPI) -> None:
    """Add the shapes of bodies and refusals to the description FastAPI makes of the routes."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        found = made()
        parts = found.setdefault("components", {})
        parts.setdefault("schemas", {}).update(SCHEMAS)
        parts["securitySchemes"] = {"seat": {"type": "http", "scheme": "bearer"}}
        return found

    app.openapi = openapi  # type: ignore[method-assign]
