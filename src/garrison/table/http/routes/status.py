"""The state of the server: health, readiness and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

import garrison
from garrison.table import rate_limit
from garrison.table.background.metrics import CONNECTIONS, ROOMS
from garrison.table.context import Context
from garrison.table.http.openapi import described
from garrison.table.http.readiness import Readiness
from garrison.table.http.response import json_response
from garrison.table.refusals import NO_PAGE, TableRefusal
from garrison.table.store.store import Store


def add(at: APIRouter, context: Context) -> None:
    @at.get("/healthz", **described("health"))
    async def health() -> Response:
        return json_response({"ok": True, "version": garrison.__version__})

    readiness = Readiness(context.executor)

    @at.get("/readyz", **described("ready"))
    async def ready() -> Response:
        await readiness.check()
        return json_response({"ok": True})

    @at.get("/metrics", **described("metrics"))
    async def metrics(request: Request) -> Response:
        if not rate_limit.local(request.scope):
            raise TableRefusal(NO_PAGE)
        stored = await context.executor.run(Store.counts)
        context.metrics.set(ROOMS, len(context.sessions))
        context.metrics.set(CONNECTIONS, sum(len(session.outboxes) for session in context.sessions))
        return PlainTextResponse(context.metrics.text(stored["matches"], stored["jobs"]))
