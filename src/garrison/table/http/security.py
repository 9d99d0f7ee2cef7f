"""Security checks before every request, and security headers on every answer."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from garrison.table.messages import encode
from garrison.table.refusals import MESSAGE, ORIGIN, TableRefusal

POLICY = (
    "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A drawing has its style within, and nothing else: opened by itself it can run no script."""
HEADERS = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
OF_DOCUMENTS = {
    "Content-Security-Policy": POLICY,
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""For all that a browser may open by itself. They mean nothing on scripts and style sheets, of which a page
has dozens: there they would be a tenth of a first visit."""
PARTS = ("text/javascript", "text/css")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
SAFE = ("GET", "HEAD")
HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")
"""A name or an address, and perhaps a port: nothing that readers of addresses take in different ways."""
TWO_LENGTHS = "it has both Content-Length and Transfer-Encoding"
"""Two servers could read such a request in different ways, and find another one in the middle of it."""


class SecurityMiddleware:
    """Refuses requests from other sites' pages and for unknown host names; adds the headers."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...] = ()) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif not self._allowed(scope):
            await self._refuse(scope, receive, _with_headers(send))
        elif scope["type"] == "http" and {"content-length", "transfer-encoding"} <= {*Headers(scope=scope)}:
            no = _refusal(TableRefusal(MESSAGE, reason=TWO_LENGTHS), 400)
            no.headers["Connection"] = "close"
            await no(scope, receive, _with_headers(send))
        elif scope.get("method") == "HEAD":
            # The server leaves the body out: all others need not know that there are two ways to ask.
            await self._app({**scope, "method": "GET"}, receive, _with_headers(send))
        else:
            await self._app(scope, receive, _with_headers(send))

    def _allowed(self, scope: Scope) -> bool:
        """A name this table goes by, and for what changes something a page of ours.

        The name matters because any site can give its own name this machine's address.
        """
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            if self._names and (
                not HOST.fullmatch(host) or urlsplit(f"//{host}").hostname not in self._names
            ):
                return False
            if origin is None or (scope["type"] == "http" and scope["method"] in SAFE):
                return True
            return urlsplit(origin).netloc == host
        except ValueError:
            return False  # this is no name at all

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await _refusal(TableRefusal(ORIGIN), 403)(scope, receive, send)


def _refusal(error: TableRefusal, status: int) -> Response:
    said = {"refused": error.reason, "rule": None, "text": error.text("en")}
    return Response(encode(said), status, media_type="application/json")


def _with_headers(send: Send) -> Callable[[Message], Awaitable[None]]:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            kind = headers.get("content-type", "")
            for name, value in {**HEADERS, **({} if kind.startswith(PARTS) else OF_DOCUMENTS)}.items():
                headers[name] = value
            if kind.startswith("image/svg+xml"):
                headers["Content-Security-Policy"] = PICTURE_POLICY
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending
