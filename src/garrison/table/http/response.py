"""Answers to requests."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from garrison.table.http import pages
from garrison.table.messages import encode


def json_response(value: Any, status: int = 200) -> Response:
    return Response(encode(value), status, media_type=pages.JSON)
