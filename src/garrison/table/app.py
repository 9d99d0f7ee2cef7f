"""The application, put together from its parts."""

from __future__ import annotations

from collections.abc import AsyncIterator, MutableSequence, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp

import garrison
from garrison.core.errors import GarrisonError, Refused
from garrison.table.context import Context
from garrison.table.http.compression import CompressionMiddleware
from garrison.table.http.openapi import complete
from garrison.table.http.request import language
from garrison.table.http.request_limit import RequestLimitMiddleware
from garrison.table.http.router import router
from garrison.table.http.security import SecurityMiddleware
from garrison.table.messages import encode
from garrison.table.refusals import MESSAGE, METHOD, NO_PAGE, STATUS, UNEXPECTED, TableRefusal, refusal
from garrison.table.socket.connection import SocketConnection

ELSE_STATUS = 409


def make(
    where: Path | str,
    names: tuple[str, ...] = (),
    *,
    proxied: bool = False,
    board: MutableSequence[float] | None = None,
    worker: int = 0,
) -> ASGIApp:
    """The application for the matches of a file or database. `names` are its host names; none means any."""
    context = Context(where, proxied=proxied, board=board, worker=worker)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await context.open()
        yield
        await context.close()

    app = FastAPI(
        title="Garrison",
        version=garrison.__version__,
        description="A table for castle games. docs/protocol.md describes the WebSocket and every message.",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    routes = router(context)
    app.include_router(routes)

    @app.websocket("/ws/{ident}")
    async def talk(socket: WebSocket, ident: str) -> None:
        await SocketConnection(socket, ident, context).run()

    _refusals(app, routes.routes)
    _schemas(app)
    app.add_middleware(CompressionMiddleware)
    return SecurityMiddleware(RequestLimitMiddleware(app, context), names)


def _refusals(app: FastAPI, routes: Sequence[BaseRoute]) -> None:
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
        return no(request, TableRefusal(MESSAGE, reason="a part of the address has the wrong form"))

    async def missing(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException) and error.status_code == STATUS[METHOD]:
            answer = no(request, TableRefusal(METHOD, method=request.method[:10]))
            answer.headers["Allow"] = ", ".join(_methods(routes, request))
            return answer
        return no(request, TableRefusal(NO_PAGE))

    async def unexpected(request: Request, error: Exception) -> Response:  # noqa: ARG001
        return no(request, TableRefusal(UNEXPECTED))

    app.add_exception_handler(GarrisonError, ours)
    app.add_exception_handler(RequestValidationError, wrong)
    app.add_exception_handler(HTTPException, missing)
    app.add_exception_handler(Exception, unexpected)


def _methods(routes: Sequence[BaseRoute], request: Request) -> list[str]:
    """All methods that the address of a request takes, whichever of its routes."""
    met = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    return sorted({method for route in met if isinstance(route, Route) for method in route.methods or ()})


def _schemas(app: FastAPI) -> None:
    """Add the shapes of bodies and answers to the description FastAPI makes of the routes."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        return complete(made())

    app.openapi = openapi  # type: ignore[method-assign]
