"""The rate limit on requests, before anything is read or looked up."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from garrison.core.limits import FRAME_COST, LESSON_COST, MATCH_COST, TRANSFER_COST
from garrison.table.background.metrics import REFUSALS
from garrison.table.context import Context
from garrison.table.http.request import language
from garrison.table.messages import encode
from garrison.table.rate_limit import counted
from garrison.table.refusals import SLOW_DOWN, STATUS, TableRefusal

COUNTED = "/api/"
"""Pages and their files cost next to nothing, and a class of pupils opens many of them at once."""
_COSTS = {
    re.compile(r"/api/matches/[^/]+/(log|record|draws|verify|report)"): MATCH_COST,
    re.compile(r"/api/matches/[^/]+/frames/[^/]+"): FRAME_COST,
    re.compile(r"/api/games/[^/]+/lessons/[^/]+"): LESSON_COST,
    re.compile(r"/api/matches/[^/]+/transfer(/redeem)?"): TRANSFER_COST,
}


def cost(path: str) -> int:
    """How many requests one for this path counts for: those about a whole match take longer than others."""
    return next((count for pattern, count in _COSTS.items() if pattern.fullmatch(path)), 1)


class RequestLimitMiddleware:
    """Refuses the requests of an address that sends too many."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] != "http"
            or not scope["path"].startswith(COUNTED)
            or self._context.requests.take(counted(scope, proxied=self._context.proxied), cost(scope["path"]))
        ):
            await self._app(scope, receive, send)
            return
        self._context.metrics.add(REFUSALS, SLOW_DOWN)
        text = TableRefusal(SLOW_DOWN).text(language(Request(scope)))
        said = encode({"refused": SLOW_DOWN, "rule": None, "text": text})
        answer = Response(said, STATUS[SLOW_DOWN], {"Retry-After": "1"}, "application/json")
        await answer(scope, receive, send)
