"""A client that lies is refused with a reason, while an honest pair plays on undisturbed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from garrison.core.limits import CHAT_A_MINUTE, CONNECTIONS, MESSAGE_BYTES, SOCKETS
from support.table.honest_pair import Held, Honest, gathered, sit, until_frame
from support.table.server import PATIENCE, Forked, Talking, Wire, forked

LONGEST, MOST = 20.0, 2.0
"""Seconds that an honest action may take while somebody lies, and that the server may work meanwhile."""
TOY = {"anna": "me", "bruno": "friend", "carla": "friend"}
BRUNO = 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with forked(tmp_path_factory.mktemp("table") / "home") as running:
        yield running


@pytest.fixture(scope="module")
def wire(server: Forked) -> Wire:
    return Wire(server.url)


@pytest.fixture(scope="module")
def honest(wire: Wire, server: Forked) -> Iterator[Honest]:
    pair = Honest(wire, server.process.pid)
    pair.start()
    pair.calm()
    yield pair
    pair.end()
    assert not pair.trouble, pair.trouble


@pytest.fixture(autouse=True)
def undisturbed(honest: Honest) -> Iterator[None]:
    """During and after every lie, and so before the next, the honest pair plays as ever."""
    honest.worst = honest.most = 0.0
    yield
    honest.calm()
    assert honest.worst < LONGEST
    assert honest.most < MOST


class Stage:
    """A match of three and a spectator, where Bruno is the liar."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.held = gathered(wire, "toy", TOY)
        self.links = {seat: sit(wire, self.held, seat) for seat in (0, BRUNO, 2, -1)}
        for each in self.links.values():
            until_frame(each)
        self.quiet(aside=())

    @property
    def liar(self) -> Talking:
        return self.links[BRUNO]

    def lie(self, message: Any) -> dict[str, Any]:
        """The answer to the liar."""
        self.liar.say(message)
        return answered(self.liar)

    def refused(self, message: dict[str, Any]) -> str:
        """The reason for which a message of the liar is refused, told in a sentence."""
        heard = self.lie({"id": "lie", **message})
        assert heard.get("refused") == "lie", heard
        assert heard["text"][0].isupper() or heard["text"][0] in "'A"
        rule: str = heard["rule"]
        return rule

    def quiet(self, aside: tuple[int, ...] = (BRUNO,)) -> None:
        """Nobody else has heard anything; the first time, what is told in the beginning has come."""
        for seat, each in self.links.items():
            if seat not in aside:
                each.say({"why": "zz", "id": "quiet"})
                heard = each.hear()
                while not aside and "refused" not in heard:
                    heard = each.hear()
                assert heard.get("refused") == "quiet", heard

    def end(self) -> None:
        for each in self.links.values():
            each.socket.close_socket()


def answered(talking: Talking) -> dict[str, Any]:
    """The next message that answers something."""
    while not {"done", "refused"} & set(heard := talking.hear()):
        pass
    return heard


def ended(talking: Talking, code: str) -> None:
    """The connection is closed with this code."""
    with pytest.raises(ConnectionClosed, match=code):
        answered(talking)


@pytest.fixture
def stage(wire: Wire) -> Iterator[Stage]:
    found = Stage(wire)
    yield found
    found.end()


def turned_away(wire: Wire, match: str, hello: Any, code: str = "1008") -> str:
    """The reason for which a connection is refused and closed."""
    with wire.talk(match) as talking:
        talking.say(hello)
        heard = talking.hear()
        with pytest.raises(ConnectionClosed, match=code):
            talking.hear()
    assert heard["refused"] is None
    assert heard["text"]
    rule: str = heard["rule"]
    return rule


# Whose token it is


def lied(held: Held, other: Held) -> dict[str, str]:
    return {
        "none": "",
        "any": "wrong",
        "one letter more": held.tokens[0] + "x",
        "another match's": other.tokens[0],
        "another match's spectator": other.watch,
        "an invitation that is used up": held.invitation,
        "with a line break": held.tokens[0] + "\n",
        "with a NUL": "\0",
    }


def test_a_wrong_token_opens_nothing(wire: Wire, honest: Honest) -> None:
    other = gathered(wire, "toy", TOY)
    for what, token in lied(honest.held, other).items():
        match = honest.held.match
        assert turned_away(wire, match, {"hello": {"token": token}}) == "token", what
        if token.isprintable():
            bodies: dict[str, Any] = {"/seat": {}, "/transfer": {"tokens": [token[:64] or "x"]}}
            for method, path in (
                ("GET", ""),
                ("GET", "/log"),
                ("DELETE", ""),
                ("POST", "/seat"),
                ("POST", "/transfer"),
            ):
                answer = wire.ask(method, f"/api/matches/{match}{path}", bodies.get(path), token)
                assert (answer.status, answer.json["refused"]) == (401, "token"), (what, path)
            again = wire.ask("POST", "/api/matches", {"again": {"match": match}}, token)
            assert (again.status, again.json["refused"]) == (401, "token"), what
            carried = wire.ask("POST", f"/api/matches/{match}/transfer/redeem", None, token)
            assert carried.status == 401, what


def test_an_invitation_is_good_for_one(wire: Wire, honest: Honest) -> None:
    held = honest.held
    for token, status, reason in (
        (held.invitation, 401, "token"),
        (held.tokens[0], 409, "taken-seat"),
        (held.tokens[1], 409, "taken-seat"),
        (held.watch, 409, "taken-seat"),
    ):
        answer = wire.ask("POST", f"/api/matches/{held.match}/seat", {"name": "Eve"}, token)
        assert (answer.status, answer.json["refused"]) == (status, reason)


def test_of_many_who_come_at_once_with_one_invitation_one_gets_the_chair(wire: Wire) -> None:
    made = wire.ask("POST", "/api/matches", {"game": "toy", "seats": TOY}).json
    path, invitation = f"/api/matches/{made['id']}/seat", made["seats"][BRUNO]["token"]
    with ThreadPoolExecutor(8) as crowd:
        answers = list(
            crowd.map(lambda n: wire.ask("POST", path, {"name": f"Eve {n}"}, invitation), range(16))
        )
    taken = [answer.json for answer in answers if answer.status == 200]
    assert [each["seat"] for each in taken] == ["bruno"]
    assert {answer.status for answer in answers} == {200, 401}
    assert wire.ask("GET", f"/api/matches/{made['id']}", token=taken[0]["token"]).json["seat"] == "bruno"


def test_only_who_made_a_match_deletes_it(wire: Wire, honest: Honest) -> None:
    held = honest.held
    for token in (held.tokens[1], held.watch):
        answer = wire.ask("DELETE", f"/api/matches/{held.match}", token=token)
        assert (answer.status, answer.json["refused"]) == (403, "not-maker")


def test_nobody_looks_through_the_eyes_of_others(wire: Wire, stage: Stage) -> None:
    """Not in the match of the honest pair: it may end just then, and lies open to all afterwards."""
    held = stage.held
    for token in (held.tokens[BRUNO], held.watch):
        for path in ("/log", "/frames/1"):
            for seat in ("anna", "arbiter"):
                answer = wire.ask("GET", f"/api/matches/{held.match}{path}?seat={seat}", token=token)
                assert (answer.status, answer.json["refused"]) == (403, "not-yours")


# Who may act


DEEDS: list[dict[str, Any]] = [
    {"do": "lee", "ask": 1},
    {"undo": None},
    {"why": "lee"},
    {"instead": "lee", "ask": 1},
    {"hint": 0},
    {"name": "Eve"},
    {"bot": "random", "seat": "ss"},
    {"bot": None, "seat": "ss"},
    {"invite": "ss"},
    {"hook": None},
    {"propose": None},
    {"agree": True, "proposal": 1},
    {"agree": False, "proposal": 1},
]


def test_spectators_do_nothing_but_talk_among_themselves(wire: Wire, honest: Honest) -> None:
    with sit(wire, honest.held, -1) as watching:
        until_frame(watching)
        for number, deed in enumerate(DEEDS):
            watching.say({**deed, "id": f"w{number}"})
            heard = answered(watching)
            assert (heard["refused"], heard["rule"]) == (f"w{number}", "watching"), deed
        watching.say({"say": "They do not see this.", "id": "s"})
        assert answered(watching)["done"] == "s"


def test_nobody_acts_for_another(stage: Stage) -> None:
    frame = stage.liar.frame
    mine = {choice["do"] for choice in frame["scene"]["choices"]}
    theirs = {c["do"] for seat in (0, 2) for c in stage.links[seat].frame["scene"]["choices"]} - mine
    assert theirs
    for do in sorted(theirs):
        assert stage.refused({"do": do, "ask": frame["ask"]}).startswith("NW-")
    for deed, reason in (
        ({"bot": "random", "seat": "anna"}, "away"),
        ({"bot": None, "seat": "anna"}, "chair"),
        ({"bot": None, "seat": "carla"}, "chair"),
        ({"invite": "anna"}, "taken-seat"),
        ({"invite": "carla"}, "taken-seat"),
        ({"invite": "bruno"}, "taken-seat"),
        ({"bot": "random", "seat": "eve"}, "no-seat"),
        ({"invite": "spectator"}, "no-seat"),
        ({"bot": "deep blue", "seat": "bruno"}, "no-bot"),
    ):
        assert stage.refused(deed) == reason, deed
    stage.quiet()


def test_nobody_answers_for_a_bot(wire: Wire) -> None:
    held = gathered(wire, "itter", {"defender": "me", "ss": "bot:random"}, pace=5)
    with sit(wire, held, 0) as seat:
        until_frame(seat)
        number = 0
        while seat.frame["scene"]["choices"]:
            seat.say(
                {"do": seat.frame["scene"]["choices"][0]["do"], "ask": seat.frame["ask"], "id": f"c{number}"}
            )
            assert answered(seat)["done"] == f"c{number}"
            number += 1
        seat.say({"do": "pass", "ask": seat.frame["ask"], "id": "lie"})
        assert answered(seat)["rule"] == "not-asked"
        seat.say({"bot": "random", "seat": "defender", "id": "b"})
        assert answered(seat)["done"] == "b"
        seat.say({"do": "lee", "ask": seat.frame["ask"], "id": "lie"})
        assert answered(seat)["rule"] == "bot-plays"
        for deed in ({"undo": None}, {"propose": None}, {"instead": "lee", "ask": seat.frame["ask"]}):
            seat.say({**deed, "id": "lie"})
            assert answered(seat)["rule"] == "bot-plays"


# What is no longer so


def test_an_answer_to_another_question_is_not_taken(stage: Stage) -> None:
    for ask in (0, 2, 1_000_000, None):
        assert stage.refused({"do": "hold", "ask": ask}) == "stale", ask
        stage.quiet()


def test_an_id_means_one_thing(stage: Stage) -> None:
    ask = stage.liar.frame["ask"]
    assert stage.lie({"do": "hold", "ask": ask, "id": "lie"})["done"] == "lie"
    assert stage.refused({"do": "commit 1", "ask": ask}) == "used"
    assert stage.refused({"undo": None}) == "used"
    assert stage.lie({"do": "hold", "ask": ask, "id": "lie"})["done"] == "lie"
    stage.quiet()


def test_a_proposal_that_is_gone_cannot_be_agreed_to(stage: Stage) -> None:
    for number in (0, 1, 100_000, 1_000_000):
        for yes in (True, False):
            assert stage.refused({"agree": yes, "proposal": number}) == "no-proposal"
    stage.quiet()


# What is no message


BROKEN: dict[str, Any] = {
    "no JSON": "{",
    "nothing": "",
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "no kind": '{"id":"lie"}',
    "two kinds": '{"do":"hold","why":"hold","ask":1,"id":"lie"}',
    "unknown field": '{"do":"hold","ask":1,"id":"lie","as":"anna"}',
    "unknown seat field": '{"do":"hold","ask":1,"id":"lie","seat":"anna"}',
    "no id": '{"do":"hold","ask":1}',
    "empty id": '{"do":"hold","ask":1,"id":""}',
    "id with NUL": '{"say":"hi","id":"c\\u0000"}',
    "id with a line break": '{"do":"hold","ask":1,"id":"c\\n"}',
    "id with a space": '{"do":"hold","ask":1,"id":"c 1"}',
    "id in another script": '{"do":"hold","ask":1,"id":"ж"}',
    "long id": json.dumps({"do": "hold", "ask": 1, "id": "x" * 65}),
    "wrong type": '{"do":7,"ask":1,"id":"lie"}',
    "broken number": '{"do":"hold","ask":1e400,"id":"lie"}',
    "negative": '{"do":"hold","ask":-1,"id":"lie"}',
    "twice": '{"do":"hold","ask":1,"id":"lie","id":"lie","do":7}',
    "deep": '{"do":' + "[" * 3000,
    "binary": b"\x00\x01\x02",
    "binary no UTF-8": b'{"do":"\xff","ask":1,"id":"lie"}',
    "lone surrogate": '{"do":"\\ud800","ask":1,"id":"lie"}',
    "NaN": '{"hint":NaN,"id":"lie"}',
    "too long": json.dumps({"say": "x" * MESSAGE_BYTES, "id": "lie"}),
}


def test_what_is_no_message_is_refused(wire: Wire, honest: Honest, stage: Stage) -> None:
    for what, message in BROKEN.items():
        heard = stage.lie(message)
        assert heard["refused"] in (None, "lie"), what
        assert heard["rule"] in ("message", "too-long", "unreadable"), what
        assert heard["text"], what
        assert turned_away(wire, honest.held.match, message) in ("message", "too-long", "hello"), what
        stage.quiet()


HELLOS: list[dict[str, Any]] = [
    {"salt": "xyz"},
    {"salt": "a" * 33},
    {"salt": "AB"},
    {"salt": "ab\n"},
    {"name": "x" * 25},
    {"name": "a\nb"},
    {"have": -1},
    {"heard": "all"},
    {"lang": "xx"},
    {"seat": "anna"},
]


def test_a_hello_is_checked_to_the_last_field(wire: Wire, honest: Honest) -> None:
    for hello in HELLOS:
        told = {"hello": {"token": honest.held.watch, **hello}}
        assert turned_away(wire, honest.held.match, told) == "message", hello


@pytest.mark.parametrize("size", [11 * MESSAGE_BYTES, 5000 * MESSAGE_BYTES])
def test_a_huge_message_ends_the_connection(stage: Stage, size: int) -> None:
    """The larger one is small on its way: it is packed."""
    stage.liar.say(json.dumps({"say": "x" * size, "id": "lie"}))
    ended(stage.liar, "1009")


def test_a_text_that_is_no_utf8_ends_the_connection(stage: Stage) -> None:
    stage.liar.socket.socket.sendall(b"\x81" + bytes([0x80 | 2]) + b"\0\0\0\0" + b"\xff\xff")
    ended(stage.liar, "1007")


# Names and talk


STEERING = (
    "a\nb",
    "a\rb",
    "\0",
    "\x1b[2J",
    "\x7f",
    "\x85",
    "\u202eevil",
    "\u200b",
    "\u2028",
    "\ufeff",
    "\u2066x",
    "Anna\u3164",
    "An\u00adna",
    "a" + 20 * "\u0318",
)


def test_what_steers_a_screen_is_no_name_and_no_talk(wire: Wire, stage: Stage) -> None:
    for text in STEERING:
        for message in ({"name": text}, {"say": text}):
            assert stage.refused(message) == "message", message
        made = {"game": "toy", "seats": {"anna": "me", "bruno": "me", "carla": "me"}, "name": text}
        assert wire.ask("POST", "/api/matches", made).json["refused"] == "message", text
        stage.quiet()


def test_a_name_is_kept_in_one_spelling(stage: Stage) -> None:
    assert stage.lie({"name": " Anna\u00a0 Zoe\u0308 ", "id": "n"})["done"] == "n"
    heard: dict[str, Any] = {}
    while "table" not in heard:
        heard = stage.links[0].hear()
    assert "Anna Zoë" in [seat["who"] for seat in heard["table"]["seats"]]


def test_long_names_and_talk_are_refused(stage: Stage) -> None:
    for message in ({"name": "x" * 25}, {"say": "x" * 301}, {"say": ""}, {"name": None}):
        assert stage.refused(message) == "message", message
        stage.quiet()


def test_markup_is_text_like_any_other(stage: Stage) -> None:
    name, text = "<b onclick=alert(1)>", "<script>alert('&amp;')</script>"
    assert stage.lie({"name": name, "id": "n"})["done"] == "n"
    assert stage.lie({"say": text, "id": "s"})["done"] == "s"
    heard: list[dict[str, Any]] = []
    while not any("chat" in each for each in heard):
        heard.append(stage.links[0].hear())
    said = heard[-1]["chat"][0]
    assert (said["who"], said["text"], said["note"]) == (name, text, None)


def test_who_talks_without_end_is_stopped(stage: Stage) -> None:
    answers = [stage.lie({"say": f"blah {n}", "id": f"s{n}"}) for n in range(CHAT_A_MINUTE + 5)]
    assert [each.get("rule") for each in answers[CHAT_A_MINUTE:]] == ["quiet"] * 5
    assert all("done" in each for each in answers[:CHAT_A_MINUTE])


# Too much


def test_a_flood_of_messages_is_left_out_and_then_ended(wire: Wire, stage: Stage) -> None:
    flood, answers = wire.talk(stage.held.match, max_queue=None), list[dict[str, Any]]()
    flood.say({"hello": {"token": stage.held.tokens[BRUNO]}})
    late = time.monotonic() + PATIENCE
    with pytest.raises(ConnectionClosed):  # noqa: PT012
        while time.monotonic() < late:
            flood.say({"why": "hold", "id": "f"})
    with pytest.raises(ConnectionClosed, match="1008|1013"):  # noqa: PT012, RUF043
        while True:
            answers.append(answered(flood))
    assert {each["rule"] for each in answers if "refused" in each} <= {"slow-down"}
    stage.quiet(aside=())
    assert stage.lie({"do": "hold", "ask": stage.liar.frame["ask"], "id": "c"})["done"] == "c"


def test_a_flood_of_connections_leaves_room_for_others(wire: Wire, honest: Honest) -> None:
    held = honest.held
    watching = [sit(wire, held, -1) for _ in range(SOCKETS)]
    for each in watching:
        assert "refused" not in each.hear()
    assert turned_away(wire, held.match, {"hello": {"token": held.watch}}, "1013") == "full"
    for each in watching:
        each.socket.close_socket()


def test_silent_connections_wait_for_nobody(wire: Wire, honest: Honest) -> None:
    silent = [wire.hold(honest.held.match) for _ in range(60)]
    honest.calm(10)
    for each in silent:
        each.close()


def test_one_address_has_its_share_of_connections_and_no_more(tmp_path: Path) -> None:
    with forked(tmp_path / "home", proxied=True) as server:
        wire = Wire(server.url)
        match, (token,) = wire.new()
        other = {"X-Forwarded-For": "203.0.113.9"}
        held = [wire.hold(match, "203.0.113.5") for _ in range(CONNECTIONS)]
        late = wire.talk(match, additional_headers={"X-Forwarded-For": "203.0.113.5"})
        assert late.hear()["rule"] == "connections"
        ended(late, "1013")
        with wire.talk(match, additional_headers=other) as fair:
            fair.say({"hello": {"token": token}})
            assert fair.hear()["frame"]["n"] == 1
        for each in held:
            each.close()


# From elsewhere


def test_another_sites_page_cannot_connect(wire: Wire, honest: Honest) -> None:
    for origin in ("http://example.org", "https://127.0.0.1", "null", "http://[", wire.url + ".example.org"):
        with pytest.raises(Exception, match="403"):
            wire.talk(honest.held.match, origin=origin)
    for host in ("example.org", "127.0.0.1.example.org", "", "[", "localhost.example.org"):
        answer = wire.ask(
            "GET", f"/api/matches/{honest.held.match}", token=honest.held.watch, headers={"Host": host}
        )
        assert (answer.status, answer.json["refused"]) == (403, "origin")


HOOKS = {
    "http://127.0.0.1/": "hook",
    "http://127.0.0.1:80/": "hook",
    "https://10.1.2.3/x": "hook",
    "https://192.168.1.1/": "hook",
    "https://172.16.0.1/": "hook",
    "http://169.254.169.254/latest/meta-data/": "hook",
    "http://100.64.0.1/": "hook",
    "http://0.0.0.0/": "hook",
    "http://[::1]/": "hook",
    "http://[::ffff:127.0.0.1]/": "hook",
    "http://[fd00::1]/": "hook",
    "http://[fe80::1]/": "hook",
    "http://[64:ff9b::7f00:1]/": "hook",
    "http://224.0.0.1/": "hook",
    "http://localhost/": "hook",
    "http://LOCALHOST./": "",
    "http://127.1/": "",
    "http://2130706433/": "",
    "http://0x7f000001/": "",
    "http://127.0.0.1:8640/": "hook-form",
    "ftp://example.org/": "hook-form",
    "file:///etc/passwd": "hook-form",
    "http://me:secret@example.org/": "hook-form",
    "example.org": "hook-form",
    "": "hook-form",
    "http://": "hook-form",
    "http://exa mple.org/": "hook-form",
    "http://example.org/\r\nX: y": "hook-form",
}


def test_a_webhook_leads_nowhere_near(stage: Stage) -> None:
    for url, expected in HOOKS.items():
        reason = stage.refused({"hook": url})
        assert reason in ([expected] if expected else ["hook", "hook-form", "hook-name"]), url
        stage.quiet()


# And after all that


def test_whoever_lied_can_still_play(stage: Stage) -> None:
    begun = time.monotonic()
    for number in range(20):
        stage.refused({"do": "dare 1", "ask": number % 3})
    assert stage.lie({"do": "hold", "ask": stage.liar.frame["ask"], "id": "c"})["done"] == "c"
    assert time.monotonic() - begun < 30
