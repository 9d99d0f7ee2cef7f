"""What /openapi.json says of each address."""

from __future__ import annotations

from typing import Any

import msgspec

from garrison.table.protocol import NewMatch

_JSON = "application/json"
_TEXT = "text/plain"
_REFUSED = {
    "description": "Refused, with a sentence in the reader's language",
    "content": {_JSON: {"schema": {"$ref": "#/components/schemas/Refusal"}}},
}
_SEATS = "The new match, with a token for each seat"
_WHAT: dict[str, tuple[str, str, tuple[int, ...]]] = {
    "new": ("Start a match, or play on from a moment of another", _SEATS, (401, 404, 413, 422, 503, 507)),
    "match": ("What a match is, and where it stands", "The match", (401, 404)),
    "delete": ("Delete a match for good", "It is gone", (401, 404, 503)),
    "record": ("The record once over; before that, the seat's own frames", "A text", (401, 404)),
    "import": ("A record becomes a new match", _SEATS, (409, 413, 422, 503, 507)),
    "draws": ("Kind, size and label of every draw, once over", "By row", (401, 404, 409)),
    "verify": ("Recompute every draw from the key, once over", "The verdict", (401, 404, 409, 422)),
    "report": ("Score sheet, award and luck, once over", "The report", (401, 404, 409)),
    "frame": ("A past moment as a seat saw it", "A frame without choices", (401, 403, 404)),
    "log": ("All that a seat was told", "Frames without scenes", (401, 403, 404)),
    "games": ("The games and their options", "A list", ()),
    "rules": ("The rulebook of an edition", "By section", (404, 422)),
    "notes": ("Rulings, and where figures come from", "Rulings and figures", (404,)),
    "board": ("A board by its hash; it never changes", "The board", (404,)),
    "words": ("The client's own words in a language", "By key", (404,)),
    "health": ("Whether the server is well", "It is", ()),
}
_TOKEN = ("match", "delete", "record", "draws", "verify", "report", "frame", "log")

_, SCHEMAS = msgspec.json.schema_components((NewMatch,), ref_template="#/components/schemas/{name}")
SCHEMAS["Refusal"] = {
    "type": "object",
    "required": ["refused", "rule", "text"],
    "properties": {
        "refused": {"type": "string"},
        "rule": {"type": ["string", "null"]},
        "text": {"type": "string"},
    },
}


def described(name: str) -> dict[str, Any]:
    """Arguments of a route: its summary, its answers, its body, and whether it wants a token."""
    summary, answer, refusals = _WHAT[name]
    status = {"new": 201, "import": 201, "delete": 204}.get(name, 200)
    extra: dict[str, Any] = {}
    if name == "new":
        extra["requestBody"] = _body({"$ref": "#/components/schemas/NewMatch"}, _JSON)
    if name == "import":
        extra["requestBody"] = _body({"type": "string"}, _TEXT)
    if name in _TOKEN or name == "new":
        extra["security"] = [{"seat": []}] if name in _TOKEN else [{}, {"seat": []}]
    return {
        "operation_id": name,
        "summary": summary,
        "responses": {status: {"description": answer}, **dict.fromkeys(refusals, _REFUSED)},
        "openapi_extra": extra,
    }


def _body(schema: dict[str, Any], kind: str) -> dict[str, Any]:
    return {"required": True, "content": {kind: {"schema": schema}}}
