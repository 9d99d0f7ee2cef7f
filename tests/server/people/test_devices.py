"""Seats carried to another device: once, in time, by their holder, and no secret by any other way."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from support.table.server import Forked, Wire, forked

THREE = {"anna": "me", "bruno": "friend", "carla": "me"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with forked(tmp_path_factory.mktemp("devices") / "home") as running:
        yield running


@pytest.fixture(scope="module")
def wire(server: Forked) -> Wire:
    return Wire(server.url)


@pytest.fixture
def made(wire: Wire) -> dict[str, Any]:
    """A match of three seats: two are the creator's, one has an invitation."""
    found: dict[str, Any] = wire.ask("POST", "/api/matches", {"game": "toy", "seats": THREE}).json
    found["tokens"] = {each["seat"]: each["token"] for each in found["seats"]}
    return found


def offer(wire: Wire, made: dict[str, Any], *seats: str, more: tuple[str, ...] = ()) -> Any:
    tokens = [made["tokens"][seat] for seat in seats]
    return wire.ask("POST", f"/api/matches/{made['id']}/transfer", {"tokens": [*tokens, *more]}, tokens[0])


def redeem(wire: Wire, made: dict[str, Any], secret: str, **headers: str) -> Any:
    path = f"/api/matches/{made['id']}/transfer/redeem"
    return wire.ask("POST", path, None, secret, headers=headers or None)


def test_a_link_gives_all_own_seats_once_and_the_first_device_keeps_them(
    wire: Wire, made: dict[str, Any]
) -> None:
    answer = offer(wire, made, "anna", "carla", more=(made["watch"],))
    assert (answer.status, set(answer.json)) == (201, {"transfer", "until"})
    secret = answer.json["transfer"]
    again = {"Idempotency-Key": "a" * 32}
    carried = redeem(wire, made, secret, **again)
    assert carried.status == 200
    assert [(each["seat"], each["name"]) for each in carried.json["seats"]] == [
        ("anna", "Anna"),
        ("carla", "Carla"),
    ]
    assert {each["seat"]: each["token"] for each in carried.json["seats"]} == {
        seat: made["tokens"][seat] for seat in ("anna", "carla")
    }
    assert carried.json["watch"] == made["watch"]
    assert redeem(wire, made, secret, **again).json == carried.json, "its answer was lost"
    used = redeem(wire, made, secret)
    assert (used.status, used.json["refused"]) == (409, "transfer-used")
    assert "Make a new one" in used.json["text"]
    for each in carried.json["seats"]:
        assert wire.ask("GET", f"/api/matches/{made['id']}", token=each["token"]).json["seat"] == each["seat"]


def test_of_many_who_use_a_link_at_once_one_has_the_seats(wire: Wire, made: dict[str, Any]) -> None:
    secret = offer(wire, made, "anna").json["transfer"]
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda _: redeem(wire, made, secret), range(16)))
    assert sorted(answer.status for answer in answers) == [200, *[409] * 15]


def test_only_what_one_holds_is_carried(wire: Wire, made: dict[str, Any]) -> None:
    for tokens, status, reason in (
        ([made["tokens"]["anna"], "x" * 22], 401, "token"),
        ([made["tokens"]["anna"], made["tokens"]["bruno"]], 401, "token"),
        ([], 422, "message"),
        (["x" * 65], 422, "message"),
        (["x"] * 33, 422, "message"),
    ):
        path = f"/api/matches/{made['id']}/transfer"
        answer = wire.ask("POST", path, {"tokens": tokens}, made["tokens"]["anna"])
        assert (answer.status, answer.json["refused"]) == (status, reason), tokens
    for opens, reason in ((made["watch"], "watching"), (made["tokens"]["bruno"], "token")):
        answer = wire.ask("POST", f"/api/matches/{made['id']}/transfer", {"tokens": [opens]}, opens)
        assert answer.json["refused"] == reason


def test_a_wrong_link_gives_nothing(wire: Wire, made: dict[str, Any]) -> None:
    secret = offer(wire, made, "anna").json["transfer"]
    other = wire.ask("POST", "/api/matches", {"game": "itter"}).json
    for wrong in (secret[:-1], secret + "x", secret.swapcase(), made["tokens"]["anna"], made["watch"], "x"):
        answer = redeem(wire, made, wrong)
        assert (answer.status, answer.json["refused"]) == (401, "no-transfer")
    assert redeem(wire, other, secret).json["refused"] == "no-transfer"
    assert redeem(wire, {"id": "0" * 16}, secret).json["refused"] == "no-match"
    assert redeem(wire, {"id": "nowhere"}, secret).json["refused"] == "no-match"
    newer = offer(wire, made, "anna").json["transfer"]
    assert redeem(wire, made, secret).json["refused"] == "no-transfer", "a newer link has replaced it"
    for method, path in (("GET", ""), ("GET", "/log"), ("DELETE", ""), ("POST", "/seat")):
        body = {} if path == "/seat" else None
        answer = wire.ask(method, f"/api/matches/{made['id']}{path}", body, newer)
        assert (answer.status, answer.json["refused"]) == (401, "token"), "it opens no seat itself"
    assert redeem(wire, made, newer).status == 200


def test_nobody_makes_links_without_end(wire: Wire, made: dict[str, Any]) -> None:
    answers = [offer(wire, made, "anna") for _ in range(21)]
    assert [answer.status for answer in answers] == [*[201] * 20, 409]
    assert answers[-1].json["refused"] == "quiet"


def test_neither_a_token_nor_the_secret_of_a_link_is_on_disk(server: Forked, made: dict[str, Any]) -> None:
    wire = Wire(server.url)
    secret = offer(wire, made, "anna", "carla", more=(made["watch"],)).json["transfer"]
    file = server.home / "table.sqlite"
    with sqlite3.connect(file) as opened:
        stored = "\n".join(opened.iterdump())
    opened.close()
    kept = stored.encode() + b"".join(path.read_bytes() for path in server.home.iterdir() if path.is_file())
    for each in (secret, made["watch"], *made["tokens"].values()):
        assert each.encode() not in kept
    assert redeem(wire, made, secret).status == 200
