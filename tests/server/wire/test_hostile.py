"""Hostile clients, damaged files and long matches are refused, and nobody else is harmed."""

from __future__ import annotations

import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from garrison.core.limits import LOG_FRAMES, SOCKETS
from support.proof import few
from support.table.honest_pair import Held, gathered, sit, until_frame
from support.table.long_match import long_record
from support.table.server import Forked, Wire, forked, worked

NEVER_LONGER = 0.3
"""Seconds the server may work while another request waits; with a long match in its loop it works for 0.6."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with forked(tmp_path_factory.mktemp("table") / "home") as running:
        yield running


@pytest.fixture(scope="module")
def wire(server: Forked) -> Wire:
    return Wire(server.url)


def raw(wire: Wire, text: bytes) -> bytes:
    """The server's answer to bytes that no library would send."""
    host = urlsplit(wire.url)
    found = b""
    with socket.create_connection((host.hostname, host.port), 20) as connection:
        connection.sendall(text)
        while part := connection.recv(4096):
            found += part
    return found


# Messages


@pytest.mark.parametrize("lang", ["en\n", "it\n", "en\r", "\nen", "EN", ""])
def test_a_language_is_one_we_have_to_the_last_character(wire: Wire, lang: str) -> None:
    ident, tokens = wire.new("itter", difficulty="competitive")
    with wire.join(ident, tokens[0]) as one, wire.join(ident, tokens[1]) as two, wire.talk(ident) as bad:
        bad.say({"hello": {"token": tokens[1], "lang": lang}})
        assert bad.hear()["rule"] == "message"
        actor, other = (one, two) if one.frame["scene"]["choices"] else (two, one)
        assert actor.do(actor.frame["scene"]["choices"][0]["do"], "c1")["n"] == 2
        assert other.hear()["frame"]["n"] == 2
    answer = wire.ask("POST", "/api/matches", {"game": "itter", "lang": lang})
    assert (answer.status, answer.json["refused"]) == (422, "message")


DEEP = [
    '{"hello":' + "[" * 3900,
    '{"hello":' + '{"a":' * 700,
    '{"id":' + "[" * 3000,
    '{"id":"q","hint":' + "[" * 3900,
    '{"do":' + "[" * 1900 + "]" * 1900 + ',"ask":1,"id":"k"}',
]


@pytest.mark.parametrize("message", DEEP)
def test_a_message_nested_too_deeply_is_refused_like_any_other(wire: Wire, message: str) -> None:
    ident, (token,) = wire.new()
    with wire.talk(ident) as first:
        first.say(message)
        assert first.hear()["rule"] == "message"
        with pytest.raises(ConnectionClosed, match="1008"):
            first.hear()
    with wire.join(ident, token) as later:
        assert later.ask(message)["rule"] == "message"  # type: ignore[arg-type]
        assert later.do("lee", "c1")["n"] == 2


def test_a_body_nested_too_deeply_is_refused_like_any_other(wire: Wire) -> None:
    answer = wire.ask("POST", "/api/matches", b'{"options":' + b'{"a":' * 1900)
    assert (answer.status, answer.json["refused"]) == (422, "message")


def test_a_text_that_is_no_text_ends_the_connection_and_is_no_event(wire: Wire) -> None:
    """The fixture sees to it that nothing is written on standard error."""
    ident, _ = wire.new()
    with wire.talk(ident) as talking:
        key = b"\0\0\0\0"
        talking.socket.socket.sendall(b"\x81" + bytes([0x80 | 2]) + key + b"\xff\xff")
        with pytest.raises(ConnectionClosed, match="1007"):
            talking.hear()


@pytest.mark.parametrize(
    "line",
    [
        b"Host: [",
        b"Host: [::1",
        "Host: 127.0.0.1\u2100".encode(),
        b"Host: evil.com\\@127.0.0.1",
        b"Host: evil.com@127.0.0.1",
        b"Host: 127.0.0.1/",
        b"Host: 127.0.0.1?",
        b"Host: 127.0.0.1:80:80",
    ],
)
@pytest.mark.parametrize("upgrade", [False, True])
def test_a_name_that_is_none_is_refused(wire: Wire, line: bytes, upgrade: bool) -> None:
    asked = (
        b"GET /ws/x HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        if upgrade
        else b"GET /healthz HTTP/1.1\r\nConnection: close\r\n"
    )
    answer = raw(wire, asked + line + b"\r\n\r\n")
    assert b" 403 " in answer.split(b"\r\n")[0]
    assert upgrade or b'"refused":"origin"' in answer
    assert upgrade or b"nosniff" in answer


def test_a_request_with_two_lengths_is_refused_and_its_connection_ended(wire: Wire) -> None:
    """Two servers could take different parts of it for the next request."""
    told = b"Host: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer = raw(wire, b"POST /api/matches HTTP/1.1\r\n" + told + b"0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b'"refused":"message"' in answer


def test_an_origin_that_is_none_is_refused(wire: Wire) -> None:
    answer = wire.ask("POST", "/api/matches", {"game": "itter"}, headers={"Origin": "http://["})
    assert (answer.status, answer.json["refused"]) == (403, "origin")
    with pytest.raises(Exception, match="403"):
        wire.talk("x", origin="http://[")


def test_what_is_asked_for_with_head_is_told_without_its_body(wire: Wire) -> None:
    for path in ("/", "/healthz", "/api/games"):
        got, headed = wire.ask("GET", path), wire.ask("HEAD", path)
        assert (headed.status, headed.body) == (200, b"")
        assert headed.headers["content-length"] == got.headers["content-length"]
    assert wire.ask("HEAD", "/nix").status == 404


def test_a_method_that_an_address_does_not_take_is_called_so(wire: Wire) -> None:
    answer = wire.ask("PUT", "/api/matches?lang=it", {})
    assert (answer.status, answer.json["refused"]) == (405, "method")
    assert "PUT" in answer.json["text"]
    assert answer.headers["allow"] == "POST"


# Seats


def test_one_seat_cannot_take_the_places_of_another(wire: Wire) -> None:
    ident, tokens = wire.new("itter", difficulty="competitive")
    held = [wire.join(ident, tokens[0]) for _ in range(SOCKETS // 2)]
    with wire.talk(ident) as late:
        late.say({"hello": {"token": tokens[0]}})
        assert late.hear()["rule"] == "full"
    with wire.join(ident, tokens[1]) as other:
        assert other.frame["n"] == 1
        other.say({"hello": {"token": tokens[0]}})  # nor by changing chairs
        assert other.hear()["rule"] == "full"
        other.say({"hello": {"token": tokens[1], "have": 1}})
        assert other.hear()["frame"]["seat"] == other.frame["seat"]
    for each in held:
        each.socket.close()


def changed(wire: Wire, ident: str, token: str) -> str:
    found: str = wire.ask("GET", f"/api/matches/{ident}", token=token).json["changed"]
    return found


def test_when_others_acted_unseen_is_not_told(wire: Wire) -> None:
    ident, tokens = wire.new("toy")
    before = [changed(wire, ident, token) for token in tokens]
    with wire.join(ident, tokens[1]) as bruno:
        while time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()) == before[1]:
            wire.ask("GET", "/healthz")
        bruno.do("hold", "b1")
    assert changed(wire, ident, tokens[1]) > before[1]
    assert changed(wire, ident, tokens[0]) == before[0]


def test_a_seat_that_thinks_keeps_no_other_from_thinking(wire: Wire) -> None:
    ident, tokens = wire.new("toy")
    with wire.join(ident, tokens[0]) as anna, wire.join(ident, tokens[1]) as bruno:
        anna.say({"hint": 1, "id": "h1"})
        anna.say({"hint": 1, "id": "h2"})
        assert anna.hear()["rule"] == "busy"
        assert bruno.ask({"hint": 0.05, "id": "h1"})["done"] == "h1"
        assert anna.hear()["done"] == "h1"


@pytest.mark.parametrize("times", few(1, [6, 16]))
def test_who_asks_for_hints_and_leaves_keeps_nobody_waiting(wire: Wire, times: int) -> None:
    """At whatever moment they leave; the fixture sees to it that no worker complains."""
    matches = [wire.new() for _ in range(4)]
    for number in range(times):
        ident, (token,) = matches[number % 4]
        with wire.join(ident, token) as seat:
            seat.say({"hint": 10, "id": "h"})
            for _ in range(number):
                wire.ask("GET", "/healthz")
    ident, (token,) = wire.new()
    with wire.join(ident, token) as seat:
        assert seat.ask({"hint": 0.05, "id": "h"})["done"] == "h"


def test_an_undo_with_another_goal_is_another_message(wire: Wire) -> None:
    ident, (token,) = wire.new()
    with wire.join(ident, token) as seat:
        for number, notation in enumerate(("lee", "place g4"), 1):
            seat.do(notation, f"c{number}")
        assert seat.ask({"undo": None, "id": "u1"}) == {"done": "u1", "n": 4}
        assert seat.ask({"undo": 1, "id": "u1"})["rule"] == "used"
        assert seat.ask({"undo": 99, "id": "u1"})["rule"] == "used"
        assert seat.ask({"undo": None, "id": "u1"}) == {"done": "u1", "n": 4}
        assert seat.ask({"undo": 2, "id": "u1"}) == {"done": "u1", "n": 4}
        assert seat.frame["n"] == 4


# Long matches


class Pulse(threading.Thread):
    """Asks for the server's health all the time; the most it worked during one wait is in `worst`."""

    def __init__(self, server: Forked) -> None:
        super().__init__(daemon=True)
        self.server, self.worst, self.enough = server, 0.0, threading.Event()

    def run(self) -> None:
        while not self.enough.wait(0.01):
            before = worked(self.server.process.pid)
            Wire(self.server.url).ask("GET", "/healthz")
            self.worst = max(self.worst, worked(self.server.process.pid) - before)

    def __enter__(self) -> Pulse:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.enough.set()
        self.join()


def test_the_log_of_a_long_match_comes_in_parts(wire: Wire) -> None:
    made = wire.ask("POST", "/api/matches/new/record", long_record(2 * LOG_FRAMES + 101).encode()).json
    ident, token = made["id"], made["seats"][0]["token"]

    def told(first: str) -> tuple[list[int], int]:
        answer = wire.ask("GET", f"/api/matches/{ident}/log{first}", token=token).json
        return [each["n"] for each in answer["frames"]], answer["n"]

    newest = 2 * LOG_FRAMES + 101
    assert told("") == told("?from=1") == (list(range(1, LOG_FRAMES + 1)), newest)
    assert told(f"?from={LOG_FRAMES + 1}") == (list(range(LOG_FRAMES + 1, 2 * LOG_FRAMES + 1)), newest)
    assert told(f"?from={newest}") == ([newest], newest)
    assert told(f"?from={newest + 1}") == ([], newest)
    for wrong in ("0", "-1", "x", "10001", "9" * 30):
        answer = wire.ask("GET", f"/api/matches/{ident}/log?from={wrong}", token=token)
        assert (answer.status, answer.json["refused"]) == (422, "message")
    with wire.join(ident, token, have=newest - 3) as seat:
        assert [each["n"] for each in seat.frame["past"]] == [newest - 2, newest - 1]


@pytest.mark.parametrize("rows", [1_990, pytest.param(9_990, marks=pytest.mark.proof)])
def test_a_long_match_keeps_nobody_else_waiting(wire: Wire, server: Forked, rows: int) -> None:
    made = wire.ask("POST", "/api/matches/new/record", long_record(rows).encode()).json
    late = rows - 990
    ident, token = made["id"], made["seats"][0]["token"]
    with Pulse(server) as pulse:
        for path in ("", "/log", "/record", f"/frames/{late}"):
            assert wire.ask("GET", f"/api/matches/{ident}{path}", token=token).status == 200
        made = wire.ask("POST", "/api/matches", {"from": {"match": ident, "n": late}}, token)
        assert made.status == 201
        with wire.join(ident, token) as seat:
            assert [each["n"] for each in seat.frame["past"]] == list(range(seat.frame["n"]))[-LOG_FRAMES:]
            seat.do("lee", "c1")
            assert seat.ask({"undo": None, "id": "u1"})["done"] == "u1"
        with wire.join(ident, token, have=late) as flood:
            for _ in range(12):
                flood.say({"hello": {"token": token, "have": 0}})
        assert wire.ask("GET", f"/api/matches/{ident}", token=token).status == 200
    assert pulse.worst < NEVER_LONGER


# Files and disks


DAMAGES = (
    "delete from rows where row = 1 and match = ?",
    "delete from rows where match = ?",
    "update rows set draws = 'nonsense' where row = 0 and match = ?",
    "update rows set seat = 'x' where row = 1 and match = ?",
    "update matches set options = '' where id = ?",
    "update matches set options = 'zzz' where id = ?",
    "update matches set game = 'gone' where id = ?",
    "update matches set key = x'00' where id = ?",
    "update matches set origin = '{' where id = ?",
)


JOB = "(match, kind, seat, ask, due, lease, tries)"


def begun(wire: Wire) -> tuple[str, str]:
    """A match with a few rows, and its token."""
    ident, (token,) = wire.new()
    with wire.join(ident, token) as seat:
        for number, notation in enumerate(("lee", "place g4"), 1):
            seat.do(notation, f"c{number}")
    return ident, token


def refused_but_deleted(wire: Wire, ident: str, token: str, damage: str) -> None:
    path = f"/api/matches/{ident}"
    assert wire.ask("GET", path, token="wrong").json["refused"] == "token"
    answer = wire.ask("GET", path, token=token)
    assert (answer.status, answer.json["refused"]) == (500, "broken"), damage
    with wire.talk(ident) as talking:
        talking.say({"hello": {"token": token}})
        assert talking.hear() == {"refused": None, "rule": "broken", "text": answer.json["text"]}
    assert wire.ask("DELETE", path, token="wrong").status == 401
    assert wire.ask("DELETE", path, token=token).status == 204
    assert wire.ask("GET", path, token=token).status == 404


def test_a_match_that_is_damaged_tells_nothing_and_can_be_deleted(tmp_path: Path) -> None:
    home = tmp_path / "home"
    server = Forked(home)
    matches = [begun(Wire(server.url)) for _ in DAMAGES]
    server.end()
    with sqlite3.connect(home / "table.sqlite") as file:
        for damage, (ident, _) in zip(DAMAGES, matches, strict=True):
            file.execute(damage, (ident,))
    file.close()
    server = Forked(home)
    try:
        for damage, (ident, token) in zip(DAMAGES, matches, strict=True):
            refused_but_deleted(Wire(server.url), ident, token, damage)
    finally:
        server.end()
    assert all(ident in server.errors() for ident, _ in matches)
    assert "Traceback" not in server.errors()


AROUND = {
    "update chairs set token = 'ü' where match = ?": "token",
    "delete from chairs where match = ?": "token",
    "delete from chairs where seat = 1 and match = ?": "broken",
    "delete from chairs where seat = -1 and match = ?": "broken",
    "update chairs set kind = 'x' where match = ?": "broken",
    "update chairs set seat = 9 where seat = 2 and match = ?": "broken",
    "update matches set terms = '{' where id = ?": "broken",
    "update matches set terms = '[]' where id = ?": "broken",
    """update matches set terms = '{"move": "x"}' where id = ?""": "broken",
    "update chat set text = '{' where channel = 'table' and match = ?": "",
    "update chat set seat = 9 where match = ?": "",
    "insert into answers values (?, 1, 0, 'nonsense', 'c', 1)": "broken",
    "insert into proposals values (?, 1, 0, 0, '{')": "broken",
    "insert into proposals values (?, 1, 9, 99, '[9]')": "broken",
    "update chairs set bot = 'nonsense' where seat = 2 and match = ?": "",
    "update chairs set hook = 'nonsense' where match = ?": "",
    f"insert into jobs {JOB} values (?, 'nonsense', 0, 1, 1, 0, 0)": "",
    f"insert into jobs {JOB} values (?, 'bot', 9, 1, 1, 0, 0)": "",
    f"insert into jobs {JOB} values (?, 'clock', 0, 1, 1, 0, 0)": "",
}
"""Damage around the rows, and why the match cannot be opened then; nothing: it can."""


def reached(wire: Wire, held: Held) -> str:
    """Why a match cannot be opened, nothing if it can: the same over HTTP and for a connection."""
    answer = wire.ask("GET", f"/api/matches/{held.match}", token=held.tokens[0])
    with sit(wire, held, 0) as talking:
        heard = talking.hear()
    assert answer.json.get("refused") == heard.get("rule")
    return heard.get("rule") or ""


def test_damage_around_the_rows_is_told_as_such_or_does_no_harm(tmp_path: Path) -> None:
    home = tmp_path / "home"
    server = Forked(home)
    wire = Wire(server.url)
    seats = {"anna": "me", "bruno": "friend", "carla": "bot:random"}
    matches = [gathered(wire, "toy", seats, pace=5, least=0.1) for _ in AROUND]
    for held in matches:
        with sit(wire, held, 0) as anna, sit(wire, held, 1):
            until_frame(anna)
    server.end()
    with sqlite3.connect(home / "table.sqlite") as file:
        for damage, held in zip(AROUND, matches, strict=True):
            file.execute(damage, (held.match,))
    file.close()
    server = Forked(home)
    wire = Wire(server.url)
    try:
        found = {damage: reached(wire, held) for damage, held in zip(AROUND, matches, strict=True)}
        assert found == AROUND
    finally:
        server.end()
    assert "Traceback" not in server.errors()
