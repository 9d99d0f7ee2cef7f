"""Answers about whole matches and lessons, which take long: one at a time, and the addresses in turn.

So nobody waits for more than one answer to each other address, however many of them are asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request

from garrison.core.limits import BODY_BYTES, LONG_ANSWERS
from garrison.table.http.request import read_body
from garrison.table.rate_limit import counted
from garrison.table.refusals import MESSAGE, SLOW_DOWN, TableRefusal


class _Line:
    """The requests of one address: the first of them waits with those of other addresses."""

    def __init__(self) -> None:
        self.first = asyncio.Lock()
        self.length = 0


class LongAnswers:
    """The requests that are answered or wait, by address."""

    def __init__(self, *, proxied: bool) -> None:
        self._proxied = proxied
        self._one = asyncio.Lock()
        self._lines: dict[str | None, _Line] = {}

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncIterator[bytes]:
        """Wait for the turn of a request; yields its body.

        Raises TableRefusal, also where nobody waits for the answer.
        """
        content = await read_body(request, BODY_BYTES)  # else it would not be heard that somebody has left
        address = counted(request.scope, proxied=self._proxied)
        line = self._lines.setdefault(address, _Line())
        if line.length >= LONG_ANSWERS:
            raise TableRefusal(SLOW_DOWN)
        line.length += 1
        try:
            async with line.first, self._one:
                if await request.is_disconnected():
                    raise TableRefusal(MESSAGE, reason="nobody waits for the answer")
                yield content
        finally:
            line.length -= 1
            if not line.length:
                del self._lines[address]
