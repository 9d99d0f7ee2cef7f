"""Compression of answers. Long ones are packed in a thread, so that nobody else waits for it."""

from __future__ import annotations

import asyncio
import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

WORTH_PACKING = 500
LONG = 20_000
"""Bytes from which on an answer is packed, and from which on in a thread."""
LEVEL = 5


class CompressionMiddleware:
    """Packs answers for clients that accept it, unless they are packed already."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self._app(scope, receive, send)
            return
        start: Message = {}

        async def sending(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            body = message.get("body", b"")
            # Every answer of ours comes as a whole; one in parts would be sent as it is.
            if start and not message.get("more_body") and len(body) >= WORTH_PACKING:
                message = await _packed(start, message, body)
            if start:
                await send(start)
                start = {}
            await send(message)

        await self._app(scope, receive, sending)


async def _packed(start: Message, message: Message, body: bytes) -> Message:
    headers = MutableHeaders(raw=start["headers"])
    headers.add_vary_header("Accept-Encoding")
    if "content-encoding" in headers:
        return message
    long = len(body) >= LONG
    packed = await asyncio.to_thread(_pack, body) if long else _pack(body)
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(packed))
    return {**message, "body": packed}


def _pack(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)
