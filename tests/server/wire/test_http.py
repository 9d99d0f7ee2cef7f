"""The table over HTTP: every route, its refusals and its headers."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import garrison as package
from garrison.core.limits import BODY_BYTES, IMPORT_BYTES
from garrison.table.http import pages
from support.table.server import Wire, forked


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with forked(tmp_path_factory.mktemp("table") / "home") as server:
        yield Wire(server.url)


# Matches


def test_a_match_is_started_with_its_options_and_told_of(wire: Wire) -> None:
    made = wire.ask(
        "POST", "/api/matches", {"game": "itter", "options": {"difficulty": "elite"}, "lang": "it"}
    )
    assert made.status == 201
    assert set(made.json) == {"id", "seats", "watch", "dice"}
    (seat,) = made.json["seats"]
    assert (seat["seat"], seat["name"]) == ("defender", "Difensore")
    told = wire.ask("GET", f"/api/matches/{made.json['id']}?lang=it", token=seat["token"]).json
    assert told["id"] == made.json["id"]
    assert told["options"] == {"edition": "published", "difficulty": "elite"}
    assert set(told["option_names"]) == {"edition", "difficulty"}
    assert (told["game"], told["title"], told["seat"], told["n"]) == ("itter", "Castle Itter", "defender", 1)
    assert (told["over"], told["result"], told["origin"], told["imported"]) == (False, None, None, False)
    assert told["created"].endswith("Z")
    assert told["dice"]["key"] is None
    assert len(told["dice"]["sha256"]) == 64


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ({"game": "itter", "more": 1}, 422, "message"),
        ({"game": "itter", "options": {"difficulty": 3}}, 422, "message"),
        ({"game": "itter", "lang": "xx"}, 422, "message"),
        ({"game": "itter", "options": {"difficulty": "soft"}}, 422, "options"),
        ({"game": "itter", "options": {"colour": "red"}}, 422, "options"),
        ({"game": "itter", "options": {"edition": "playtest", "difficulty": "beginner"}}, 422, "options"),
        ({"game": "chess"}, 404, "no-game"),
        ({}, 404, "no-game"),
        ({"from": {"match": "nowhere", "n": 1}}, 401, "token"),
        ({"from": {"match": "nowhere"}}, 422, "message"),
        (b"{", 422, "message"),
        (b"\xff", 422, "message"),
        (b"[" * 5000, 422, "message"),
        (b"x" * (BODY_BYTES + 1), 413, "too-long"),
    ],
)
def test_a_match_that_cannot_be_started_is_refused_with_a_sentence(
    wire: Wire, body: Any, status: int, reason: str
) -> None:
    said = set()
    for lang in ("en", "it"):
        answer = wire.ask("POST", f"/api/matches?lang={lang}", body)
        assert (answer.status, answer.json["refused"], answer.json["rule"]) == (status, reason, None)
        assert answer.json["text"][0].isupper()
        assert "Traceback" not in answer.json["text"]
        said.add(answer.json["text"])
    assert len(said) == 2 or reason == "options"


def test_a_deleted_match_is_gone_and_whoever_watched_is_let_go(wire: Wire) -> None:
    match, (token,) = wire.new()
    with wire.join(match, token) as talking:
        assert wire.ask("DELETE", f"/api/matches/{match}", token="wrong").status == 401
        assert wire.ask("DELETE", f"/api/matches/{match}", token=token).status == 204
        with pytest.raises(Exception, match="1013"):
            talking.hear()
    assert wire.ask("GET", f"/api/matches/{match}", token=token).json["refused"] == "no-match"
    assert wire.ask("DELETE", f"/api/matches/{match}", token=token).status == 404


@pytest.mark.parametrize("path", ["", "/record", "/frames/1", "/log", "/draws", "/report"])
def test_without_the_token_nothing_of_a_match_is_told(wire: Wire, path: str) -> None:
    match, (token,) = wire.new()
    other = wire.new()[1][0]
    for wrong in ("", "wrong", other, token[:-1], f"{token}x"):
        answer = wire.ask("GET", f"/api/matches/{match}{path}", token=wrong)
        assert (answer.status, answer.json["refused"]) == (401, "token")


def test_what_is_told_at_the_end_is_not_told_before(wire: Wire) -> None:
    match, (token,) = wire.new()
    for method, path in (("GET", "draws"), ("GET", "report"), ("POST", "verify")):
        answer = wire.ask(method, f"/api/matches/{match}/{path}", token=token)
        assert (answer.status, answer.json["refused"]) == (409, "not-over")


# Moments


def test_a_past_moment_is_shown_as_it_was_without_choices(wire: Wire) -> None:
    match, (token,) = wire.new()
    with wire.join(match, token) as talking:
        first = talking.frame
        talking.do("lee", "c1")
        talking.do("place g4", "c2")
        newest = talking.frame
    then = wire.ask("GET", f"/api/matches/{match}/frames/1?lang=en", token=token).json
    assert (then["n"], then["scene"]["choices"], then["scene"]["form"]) == (1, [], None)
    assert then["scene"]["ask"] == first["scene"]["ask"]
    assert then["scene"]["pieces"] == first["scene"]["pieces"] != newest["scene"]["pieces"]
    log = wire.ask("GET", f"/api/matches/{match}/log?lang=en", token=token).json["frames"]
    assert [each["n"] for each in log] == [1, 2, 3]
    assert log[2]["steps"] == newest["steps"]
    for n, status in ((0, 404), (4, 404), (10**9, 404), ("x", 422), (-1, 404)):
        answer = wire.ask("GET", f"/api/matches/{match}/frames/{n}", token=token)
        assert answer.status == status
        assert set(answer.json) == {"refused", "rule", "text"}


def test_before_the_end_nobody_looks_through_other_eyes(wire: Wire) -> None:
    match, tokens = wire.new("toy")
    for seat in ("bruno", "spectator", "arbiter"):
        for path in ("log", "frames/1"):
            answer = wire.ask("GET", f"/api/matches/{match}/{path}?seat={seat}", token=tokens[0])
            assert (answer.status, answer.json["refused"]) == (403, "not-yours")
    assert wire.ask("GET", f"/api/matches/{match}/log?seat=anna", token=tokens[0]).status == 200
    assert wire.ask("GET", f"/api/matches/{match}/log?seat=zoe", token=tokens[0]).status == 404


# Games, rules, boards


def test_games_are_told_with_their_options_in_both_languages(wire: Wire) -> None:
    english = {game["id"]: game for game in wire.ask("GET", "/api/games?lang=en").json}
    italian = {
        game["id"]: game
        for game in wire.ask("GET", "/api/games", headers={"Accept-Language": "it-IT,it"}).json
    }
    assert set(english) == {"aim", "itter", "siege", "toy", "warren"}
    assert english["itter"]["text"] != italian["itter"]["text"]
    assert [option["name"] for option in english["itter"]["options"]] == [
        "edition",
        "difficulty",
        "escape",
        "command",
    ]
    first = {option["name"]: option["values"][0]["value"] for option in english["itter"]["options"]}
    assert all(value["text"] for option in italian["itter"]["options"] for value in option["values"])
    solo = {"options": first, "seats": ["Defender"]}
    assert {**solo, "ids": ["defender"]} in english["itter"]["combinations"]
    assert (english["itter"]["bots"], english["itter"]["windows"]) == (["sound", "search", "random"], False)
    assert (english["toy"]["bots"], english["toy"]["windows"]) == (["search", "random"], True)
    assert len(english["itter"]["combinations"]) == 28
    assert [english[game]["players"] for game in ("itter", "siege", "toy")] == [[1, 2], [2, 2], [3, 3]]
    assert english["itter"]["minutes"] == [45, 60]
    assert (english["toy"]["minutes"], english["toy"]["picture"], english["toy"]["blurb"]) == (None, None, "")


def test_a_picture_is_found_by_its_name_and_kept_for_good(wire: Wire) -> None:
    cover = wire.ask("GET", "/api/games?lang=it").json[1]["picture"]
    book = wire.ask("GET", "/api/games/siege/rules?lang=en").json
    (shown,) = next(rule for rule in book["sections"][0]["rules"] if rule["id"] == "CUS-02")["pictures"]
    for found in (cover, shown):
        assert found["light"] != found["dark"]
        for theme in ("light", "dark"):
            answer = wire.ask("GET", f"/api/pictures/{found[theme]}")
            assert hashlib.sha256(answer.body).hexdigest()[:16] == found[theme][16:]
            assert answer.headers["content-type"] == "image/svg+xml"
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src")
    assert wire.ask("GET", f"/api/pictures/{'0' * 32}").status == 404


def test_a_script_is_sent_without_its_comments_and_with_all_its_lines(wire: Wire) -> None:
    sent = wire.ask("GET", "/web/match/choices.js").body.decode()
    source = files("garrison.table").joinpath("web/match/choices.js").read_text("utf-8")
    assert "@param" in source
    assert "@param" not in sent
    assert sent.count("\n") == source.count("\n")
    assert [line for line in sent.splitlines() if "class Choices" in line]


def test_the_rulebook_and_the_notes_are_told(wire: Wire) -> None:
    book = wire.ask("GET", "/api/games/itter/rules?edition=playtest&lang=it").json
    rules = [rule for section in book["sections"] for rule in section["rules"]]
    assert {rule["id"][:3] for rule in rules} == {"IT3"}
    assert set(rules[0]) == {"id", "title", "text", "page", "rulings", "pictures"}
    assert book["cards"]
    assert (book["title"], book["edition"]) == ("Castle Itter", "playtest")
    assert [each["edition"] for each in book["editions"]] == ["published", "playtest"]
    notes = wire.ask("GET", "/api/games/itter/notes").json
    assert set(notes) == {"title", "lang", "remark", "rulings", "figures", "sources"}
    ruling = next(each for each in notes["rulings"] if each["id"] == "AMB-01")
    assert ruling["title"]
    assert ruling["text"]
    assert [each["title"] for each in wire.ask("GET", "/api/games/toy/rules").json["sections"]] == ["toy"]
    assert wire.ask("GET", "/api/games/itter/rules?edition=none").status == 422
    for path in ("rules", "notes"):
        assert wire.ask("GET", f"/api/games/chess/{path}").status == 404
        assert wire.ask("GET", f"/api/games/toy/{path}").status == 200


def test_a_board_is_found_by_its_name_and_kept_for_good(wire: Wire) -> None:
    match, (token,) = wire.new()
    name = wire.ask("GET", f"/api/matches/{match}?lang=it", token=token).json["board"]
    answer = wire.ask("GET", f"/api/boards/{name}")
    assert hashlib.sha256(answer.body).hexdigest()[:16] == name[16:]
    assert "immutable" in answer.headers["cache-control"]
    assert set(answer.json) >= {"size", "places", "groups", "layers", "sprites", "dials", "short"}
    assert wire.ask("GET", f"/api/boards/{'0' * 32}").status == 404


def test_the_clients_words_and_the_servers_health(wire: Wire) -> None:
    words = [wire.ask("GET", f"/api/words/{lang}").json for lang in ("en", "it")]
    assert set(words[0]) == set(words[1]) >= {"both", "pages"}
    assert wire.ask("GET", "/api/words/xx").status == 404
    assert wire.ask("GET", "/healthz").json == {"ok": True, "version": package.__version__}


def test_every_address_is_described(wire: Wire) -> None:
    told = wire.ask("GET", "/openapi.json").json
    assert set(told["paths"]["/api/matches"]["post"]["responses"]) >= {"201", "422"}
    body = told["paths"]["/api/matches"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    schema = told["components"]["schemas"][body["$ref"].rpartition("/")[2]]
    assert set(schema["properties"]) >= {"game", "options", "lang", "from", "seats", "clock", "least"}
    assert not schema["additionalProperties"]
    assert told["paths"]["/api/matches/{ident}"]["get"]["security"] == [{"seat": []}]
    assert "/api/matches/{ident}/record" in told["paths"]
    text = json.dumps(told)
    for name in _references(told):
        assert f'"{name}"' in text


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            if key == "$ref":
                yield each.rpartition("/")[2]
            else:
                yield from _references(each)
    elif isinstance(value, list):
        for each in value:
            yield from _references(each)


# Pages, and what every answer carries


@pytest.mark.parametrize("path", ["/", "/web/lib/base.css", "/web/paint.css"])
def test_files_are_compressed_and_known_again(wire: Wire, path: str) -> None:
    plain = wire.ask("GET", path)
    assert plain.status == 200
    packed = wire.ask("GET", path, headers={"Accept-Encoding": "gzip, br"})
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    again = wire.ask("GET", path, headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert plain.headers["cache-control"] == "no-cache"


def test_a_page_names_its_files_under_a_version_that_is_kept_for_good(wire: Wire) -> None:
    for page in ("/", "/match/x", "/learn/toy"):
        versions = set(re.findall(r'"/web/([^/"]+)/', wire.ask("GET", page).body.decode()))
        assert len(versions) == 1
        assert not versions & {"lib", "pages"}
    (version,) = versions
    kept = wire.ask("GET", f"/web/{version}/lib/dom.js")
    assert "immutable" in kept.headers["cache-control"]
    assert kept.body == wire.ask("GET", "/web/lib/dom.js").body
    # A page from before an update goes on, but nothing new is kept under its old version.
    before = wire.ask("GET", "/web/v-0123456789ab/lib/dom.js")
    assert (before.status, before.headers["cache-control"]) == (200, "no-cache")
    assert wire.ask("GET", f"/web/{version}/lib/none.js").status == 404
    assert wire.ask("GET", f"/web/{version}/../serve.py").status == 404


def test_a_changed_file_shows_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(str(files("garrison.table").joinpath("web")), tmp_path / "web")
    monkeypatch.setattr(pages, "files", lambda _: tmp_path)
    (tmp_path / "paint.css").write_text(".p-ink{}")
    web = pages.Web()

    def version() -> str:
        return re.findall(r'"/web/([^/"]+)/lib/base.css', web.page("home").body.decode())[0]

    first = version()
    assert version() == first
    assert web.file("lib/dom.js")
    assert web.kept(first, "lib/dom.js") == pages.FOR_GOOD
    (tmp_path / "web" / "lib" / "dom.js").write_text("export const changed = true;\n")
    assert web.file("lib/dom.js").body == b"export const changed = true;\n"
    assert web.kept(first, "lib/dom.js") == pages.CHECK
    second = version()
    assert second != first
    assert web.kept(second, "lib/dom.js") == pages.FOR_GOOD
    (tmp_path / "paint.css").write_text(".p-ink{fill:red}")
    assert version() not in (first, second)


def test_answers_of_the_table_are_compressed_too(wire: Wire) -> None:
    match, (token,) = wire.new()
    path = f"/api/matches/{match}/frames/1"
    packed = wire.ask("GET", path, token=token, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/web/../serve.py",
        "/web/..%2fserve.py",
        "/web/%2e%2e/app.py",
        "/web/",
        "/web/none.js",
        "/web/lib",
        "/web/lib/",
        "/web/lib/none.js",
        "/web//lib/dom.js",
        "/web/lib//dom.js",
        "/web/lib/./dom.js",
        "/web/lib/dom.js/",
        "/web/lib/dom.js/x",
        "/web/lib/../../serve.py",
        "/web/lib/..%2f..%2fserve.py",
        "/web/lib/%2e%2e/%2e%2e/app.py",
        "/web/lib/%2e%2e/lib/dom.js",
        "/nix",
        "/index/x",
        "/home/x",
        "/a/b/c",
    ],
)
def test_nothing_else_is_served(wire: Wire, path: str) -> None:
    answer = wire.ask("GET", path)
    assert (answer.status, answer.json["refused"]) == (404, "no-page")


@pytest.mark.parametrize("path", ["/", "/api/games", "/healthz", "/nix", "/web/nix.js", "/api/matches/x"])
def test_everything_a_browser_can_open_guards_it(wire: Wire, path: str) -> None:
    headers = wire.ask("GET", path).headers
    policy = headers["content-security-policy"]
    for part in ("default-src 'self'", "style-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"):
        assert part in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


@pytest.mark.parametrize("path", ["/web/lib/base.css", "/web/lib/dom.js"])
def test_what_a_page_only_reads_is_read_as_what_it_is_and_by_our_pages_alone(wire: Wire, path: str) -> None:
    headers = wire.ask("GET", path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_what_another_sites_page_sends_is_not_carried_out(wire: Wire) -> None:
    body = {"game": "itter"}
    answer = wire.ask("POST", "/api/matches", body, headers={"Origin": "http://example.org"})
    assert (answer.status, answer.json["refused"]) == (403, "origin")
    assert wire.ask("POST", "/api/matches", body, headers={"Origin": "null"}).status == 403
    assert wire.ask("POST", "/api/matches", body, headers={"Origin": wire.url}).status == 201
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_foreign_name_for_this_machine_is_refused(wire: Wire) -> None:
    port = urlsplit(wire.url).port
    assert wire.ask("GET", "/healthz", headers={"Host": f"evil.example:{port}"}).status == 403
    assert wire.ask("GET", "/healthz", headers={"Host": f"localhost:{port}"}).status == 200


def test_a_body_without_end_is_not_read_to_its_end(wire: Wire) -> None:
    host = urlsplit(wire.url)
    head = (
        f"POST /api/matches/new/record HTTP/1.1\r\nHost: {host.netloc}\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    part = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with socket.create_connection((host.hostname, host.port), 20) as raw:
        raw.sendall(head.encode())
        with suppress(ConnectionError):  # the answer may come before the last of it is sent
            for _ in range(IMPORT_BYTES // 0x10000 + 1):
                raw.sendall(part)
        assert b" 413 " in raw.recv(200)


def test_a_method_that_is_not_there_is_refused_in_the_same_shape(wire: Wire) -> None:
    answer = wire.ask("PUT", "/api/matches", {})
    assert answer.status == 405
    assert set(answer.json) == {"refused", "rule", "text"}


# A request that is made again


def test_a_request_under_the_same_key_gives_the_same_match_again(wire: Wire) -> None:
    gathering = {"game": "toy", "seats": {"anna": "me", "bruno": "friend", "carla": "bot:random"}}
    for number, body in enumerate(({"game": "itter"}, gathering)):
        first, again = (
            wire.ask("POST", "/api/matches", body, headers={"Idempotency-Key": f"{number:032x}"})
            for _ in "ab"
        )
        assert (first.status, again.status) == (201, 201)
        assert first.json == again.json
        tokens = [seat["token"] for seat in first.json["seats"] if seat["token"]] + [first.json["watch"]]
        assert len({*tokens}) == len(tokens)
        other = wire.ask("POST", "/api/matches", body, headers={"Idempotency-Key": "f" * 31 + str(number)})
        assert other.json["id"] != first.json["id"]


def test_a_key_is_for_one_request_and_of_one_form(wire: Wire) -> None:
    key = {"Idempotency-Key": "c" * 32}
    assert wire.ask("POST", "/api/matches", {"game": "itter"}, headers=key).status == 201
    asked = [
        {"game": "toy", "seats": {"anna": "me", "bruno": each, "carla": "me"}} for each in ("me", "friend")
    ]
    made = [wire.ask("POST", "/api/matches", each, headers=key) for each in asked]
    assert made[0].json["id"] != made[1].json["id"]
    assert {each["token"] for each in made[0].json["seats"]}.isdisjoint(
        each["token"] for each in made[1].json["seats"]
    )
    for wrong in ("short", "C" * 32, "c" * 33):
        answer = wire.ask("POST", "/api/matches", {"game": "itter"}, headers={"Idempotency-Key": wrong})
        assert (answer.status, answer.json["refused"]) == (422, "message")
        assert "Idempotency-Key" in answer.json["text"]
