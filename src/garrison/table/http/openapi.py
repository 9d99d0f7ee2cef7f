"""The OpenAPI description of each address: what it takes, what it answers, what it refuses."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from garrison.core.limits import LOG_FRAMES, MATCH_ROWS
from garrison.core.show.scene import Board, Frame
from garrison.core.show.words import LANGS
from garrison.table import messages
from garrison.table.http import response_types
from garrison.table.http.request import KEY_HEADER
from garrison.table.store.models import MATCH_ID

JSON = "application/json"
TEXT = "text/plain"
SVG = "image/svg+xml"
_REFERENCE = "#/components/schemas/{name}"
_SOMETIMES = {"Frame": ("past",), "AgreedClock": ("move", "bank", "add")}
"""Keys that are not always there; `past` comes only after a hello."""


class _Address(NamedTuple):
    """An address: its summary, its answer and the answer's shape, the statuses of refusals."""

    summary: str
    answer: str
    shape: Any
    refusals: tuple[int, ...] = ()
    status: int = 200
    token: str = ""
    takes: Any = None


_OWN = "own"
_ASKED = "asked"
"""Header of the token, required or optional; none if no token is used."""

_NEW = "The new match, with a token for each seat"
_WHAT = {
    "new": _Address(
        "Start a match, or play on from a moment of another",
        _NEW,
        response_types.Made,
        (401, 403, 404, 409, 413, 422, 429, 503, 507),
        201,
        _ASKED,
        messages.NewMatch,
    ),
    "seat": _Address(
        "Take the seat an invitation is for",
        "The seat, with the friend's own token",
        response_types.Taken,
        (403, 409, 413, 422, 429, 503),
        token=_OWN,
        takes=messages.Taking,
    ),
    "transfer": _Address(
        "Make a link that carries one's seats to another device, once",
        "The secret of the link",
        response_types.Offered,
        (403, 409, 413, 422, 503),
        201,
        _OWN,
        messages.Carrying,
    ),
    "redeem": _Address(
        "Use such a link: its secret takes the place of a token",
        "The seats, with their tokens",
        response_types.Carried,
        (409, 422, 503),
        token=_OWN,
    ),
    "match": _Address(
        "Description and current state of a match", "The match", response_types.Match, (), token=_OWN
    ),
    "delete": _Address("Delete a match permanently", "It is gone", None, (403, 503), 204, _OWN),
    "record": _Address(
        "The record once the game is over; before that, the seat's own frames",
        "A text",
        str,
        (409,),
        token=_OWN,
    ),
    "import": _Address(
        "Turn a record into a new match",
        _NEW,
        response_types.Made,
        (409, 413, 422, 429, 503, 507),
        201,
        takes=str,
    ),
    "draws": _Address(
        "Kind, size and label of every draw, once the game is over",
        "By row",
        response_types.Draws,
        (409,),
        token=_OWN,
    ),
    "verify": _Address(
        "Recompute every draw from the key, once the game is over",
        "The verdict",
        response_types.Verdict,
        (409,),
        token=_OWN,
    ),
    "report": _Address(
        "Score sheet, award, how the game went, and luck, once it is over",
        "The report",
        response_types.Report,
        (409,),
        token=_OWN,
    ),
    "frame": _Address(
        "A past moment as a seat saw it", "A frame without choices", Frame, (403, 409, 422), token=_OWN
    ),
    "log": _Address(
        "What a seat has been told", "Frames without scenes", response_types.Log, (403, 409, 422), token=_OWN
    ),
    "games": _Address("The games and their options", "A list", list[response_types.Game]),
    "rules": _Address("The rulebook of an edition", "By section", response_types.Rules, (404, 422)),
    "lessons": _Address("The lessons of a game", "In their order", response_types.Lessons, (404, 500)),
    "lesson": _Address(
        "Go through a lesson; nothing is stored, so the answers so far are sent along",
        "The step, and what to show",
        response_types.LessonState,
        (404, 413, 422, 500),
        takes=messages.LessonRequest,
    ),
    "notes": _Address(
        "Rulings, and the sources of figures", "Rulings and figures", response_types.Notes, (404,)
    ),
    "board": _Address("A board by its name; it never changes", "The board", Board, (404,)),
    "picture": _Address("An illustration by its name; it never changes", "An SVG", bytes, (404,)),
    "words": _Address(
        "The client's own words in a language", "By page and key", response_types.Words, (404,)
    ),
    "health": _Address("Health of the server", "The server is healthy", response_types.Health),
    "ready": _Address(
        "Whether something can be written", "Actions can be stored", response_types.Ready, (503,)
    ),
    "metrics": _Address("Metrics for Prometheus, for requests from this machine only", "A text", str, (404,)),
}
_PARAMETERS: dict[str, dict[str, Any]] = {
    "ident": {
        "description": "Id of a match",
        "schema": {"type": "string", "pattern": MATCH_ID},
    },
    "name": {
        "description": "Name of a board or of an illustration",
        "schema": {"type": "string", "pattern": response_types.BOARD_ID},
    },
    "lang": {"description": "A language", "schema": {"type": "string", "enum": list(LANGS)}},
    "n": {"description": "Number of a frame", "schema": {"type": "integer", "minimum": 1}},
    "game": {"description": "Id of a game", "schema": {"type": "string"}},
    "seat": {
        "description": "Perspective: a seat, spectator or arbiter; until the game is over only one's own",
        "schema": {"type": "string"},
    },
    "from": {
        "description": f"Number of the first frame; the answer has at most {LOG_FRAMES} from there on",
        "schema": {"type": "integer", "minimum": 1, "maximum": MATCH_ROWS, "default": 1},
    },
    "lesson": {"description": "Id of a lesson", "schema": {"type": "string"}},
    "edition": {"description": "An edition (default: the first)", "schema": {"type": "string"}},
}
_LANG = {
    "name": "lang",
    "in": "query",
    "required": False,
    "description": f"Language: {' or '.join(LANGS)}; any other, or none, means what Accept-Language says",
    "schema": {"type": "string"},
}
_KEY = {
    "name": KEY_HEADER,
    "in": "header",
    "required": False,
    "description": "A secret chosen by the client: the same request made again under it has its effect once",
    "schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
}
_REPEATABLE = ("new", "seat", "redeem", "import")
"""Addresses that take such a key."""
_REFUSED = {
    "description": "Refused, with a sentence in the reader's language",
    "content": {JSON: {"schema": {"$ref": _REFERENCE.format(name="Refusal")}}},
}


def _answers() -> dict[str, Any]:
    """The shapes of answers, closed: all of their keys are always there, and no others."""
    wanted = [each.shape for each in _WHAT.values() if each.shape not in (None, str, bytes)]
    _, found = msgspec.json.schema_components([*wanted, response_types.Refusal], ref_template=_REFERENCE)
    for name, schema in found.items():
        if schema.get("type") == "object" and "properties" in schema:
            keys = [key for key in schema["properties"] if key not in _SOMETIMES.get(name, ())]
            schema |= {"required": keys, "additionalProperties": False}
    found["Frame"]["properties"]["board"] = {"type": "string", "pattern": response_types.BOARD_ID}
    found["Frame"]["required"].append("board")
    return found


def _schemas() -> dict[str, Any]:
    taken = [each.takes for each in _WHAT.values() if each.takes not in (None, str)]
    _, found = msgspec.json.schema_components(taken, ref_template=_REFERENCE)
    return {**_answers(), **found}


SCHEMAS = _schemas()


def described(name: str) -> dict[str, Any]:
    """Arguments of a route: its summary, its answers, its body, and its token."""
    at = _WHAT[name]
    refusals = {429, *at.refusals, *((401, 404, 500) if at.token == _OWN else ())}
    extra: dict[str, Any] = {}
    if at.takes is not None:
        extra["requestBody"] = {"required": True, "content": _content(at.takes)}
    if at.token:
        extra["security"] = [{"seat": []}] if at.token == _OWN else [{}, {"seat": []}]
    answer: dict[str, Any] = {"description": at.answer}
    if at.shape is not None:
        answer["content"] = _content(at.shape)
    return {
        "operation_id": name,
        "summary": at.summary,
        "responses": {at.status: answer, **dict.fromkeys(sorted(refusals), _REFUSED)},
        "openapi_extra": extra,
    }


def _content(shape: Any) -> dict[str, Any]:
    if shape is str:
        return {TEXT: {"schema": {"type": "string"}}}
    if shape is bytes:
        return {SVG: {"schema": {"type": "string"}}}
    (schema,), _ = msgspec.json.schema_components([shape], ref_template=_REFERENCE)
    return {JSON: {"schema": schema}}


def complete(found: dict[str, Any]) -> dict[str, Any]:
    """FastAPI's description of the routes, with shapes, parameters and the token scheme added."""
    parts = found.setdefault("components", {})
    parts["schemas"] = SCHEMAS
    parts["securitySchemes"] = {"seat": {"type": "http", "scheme": "bearer"}}
    for path, methods in found["paths"].items():
        for operation in methods.values():
            operation["parameters"] = _parameters(path, operation)
            operation["responses"] = {
                status: answer
                for status, answer in operation["responses"].items()
                if "HTTPValidationError" not in str(answer)
            }
    return found


def _parameters(path: str, operation: dict[str, Any]) -> list[dict[str, Any]]:
    given = [each for each in operation.get("parameters", []) if each not in (_LANG, _KEY)]
    for each in given:
        name = "game" if path.startswith("/api/games") and each["name"] == "ident" else each["name"]
        each.update(_PARAMETERS[name])
    given += [_KEY] if operation["operationId"] in _REPEATABLE else []
    return [*given, _LANG] if path.startswith("/api/") and "{lang}" not in path else given
