"""A PostgreSQL that is cut off: what was committed is done and shown, and everybody comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed

from garrison.client import Table
from garrison.core.errors import Refused
from support.table.relay import Relay
from support.table.server import Forked, Talking, Wire

if TYPE_CHECKING:
    from support.table.postgres import Postgres

pytest_plugins = ["support.table.postgres"]

A_ROW, A_REMARK, A_SEAT, A_MATCH = (
    b"INSERT INTO rows",
    b"INSERT INTO chat",
    b"UPDATE chairs",
    b"INSERT INTO matches",
)


@pytest.fixture
def relay(postgres: Postgres) -> Iterator[Relay]:
    found = Relay(postgres.port)
    yield found
    found.close()


@pytest.fixture
def server(relay: Relay, postgres: Postgres, database: str, tmp_path: Path) -> Iterator[Forked]:
    """A table that reaches its database over the relay."""
    through = database.replace(f":{postgres.port}/", f":{relay.port}/")
    found = Forked(tmp_path / "home", database=through)
    yield found
    found.end()


@pytest.fixture
def wire(server: Forked) -> Wire:
    return Wire(server.url)


def heard_until(talking: Talking, wanted: str) -> list[dict[str, Any]]:
    """All messages up to the first of a kind."""
    found = [talking.hear()]
    while wanted not in found[-1]:
        found.append(talking.hear())
    return found


def later(task: Callable[[], None]) -> threading.Timer:
    """Do something in a moment, while somebody waits for it."""
    found = threading.Timer(0.6, task)
    found.start()
    return found


def rows(postgres: Postgres) -> object:
    return postgres.run("select count(*) from rows")[0][0]


def test_an_action_that_was_written_is_done_and_everybody_sees_it(
    wire: Wire, relay: Relay, postgres: Postgres
) -> None:
    match, (token,) = wire.new()
    with wire.join(match, token) as anna, wire.join(match, token) as beside:
        assert anna.do("lee", "c1")["n"] == 2
        assert beside.hear()["frame"]["n"] == 2
        relay.lose_commit(A_ROW)
        assert anna.do("place g4", "c2") == {"done": "c2", "n": 3}
        assert (relay.lost, rows(postgres)) == (1, 3)
        assert anna.frame["n"] == 3, "the frame came before"
        assert beside.hear()["frame"]["n"] == 3
        assert anna.do(anna.frame["scene"]["choices"][0]["do"], "c3") == {"done": "c3", "n": 4}


@pytest.mark.proof
def test_an_undo_that_was_written_is_done(wire: Wire, relay: Relay) -> None:
    match, (token,) = wire.new()
    with wire.join(match, token) as anna:
        anna.do("lee", "c1")
        relay.lose_commit(A_ROW)
        assert anna.ask({"undo": None, "id": "c2"}) == {"done": "c2", "n": 3}
        assert (relay.lost, anna.frame["back"]) == (1, 1)


@pytest.mark.proof
def test_a_remark_is_made_once(wire: Wire, relay: Relay, postgres: Postgres) -> None:
    match, (token,) = wire.new()
    with wire.join(match, token) as anna:
        relay.lose_commit(A_REMARK)
        assert anna.ask({"say": "hello", "id": "c1"}) == {"done": "c1", "n": 1}
        assert relay.lost == 1
        assert postgres.run("select n, text from chat") == [(1, "hello")]


@pytest.mark.proof
def test_a_name_that_was_written_is_shown(wire: Wire, relay: Relay) -> None:
    match, (token,) = wire.new()
    with wire.talk(match) as anna:
        anna.say({"hello": {"token": token, "heard": 0}})
        heard_until(anna, "frame")
        relay.lose_commit(A_SEAT)
        anna.say({"name": "Anna", "id": "c1"})
        *before, done = heard_until(anna, "done")
        assert (relay.lost, done) == (1, {"done": "c1"})
        assert [each["table"]["seats"][0]["who"] for each in before if "table" in each] == ["Anna"]


@pytest.mark.proof
def test_the_last_consent_to_go_back_is_given_once(server: Forked, relay: Relay) -> None:
    seats = {"defender": "me", "ss": "me"}
    with Table(server.url).gather("itter", seats, difficulty="competitive") as anna:
        bert = anna.table.join(anna.match, anna.seats[1]["token"])
        while bert.choices:
            bert.do(bert.choices[0])
        while not anna.choices:
            anna.wait(60)
        anna.do(anna.choices[0])
        number = bert.propose(1)
        relay.lose_commit(A_ROW)
        anna._say({"agree": True, "proposal": number})
        assert relay.lost == 1
        while bert.frame["back"] != 1:
            bert.wait(60)
        bert.close()


@pytest.mark.proof
def test_a_new_match_that_was_written_is_given_to_its_creator(wire: Wire, relay: Relay) -> None:
    relay.lose_commit(A_MATCH)
    match, (token,) = wire.new()
    assert relay.lost == 1
    with wire.join(match, token) as anna:
        assert anna.frame["n"] == 1


@pytest.mark.proof
def test_a_match_that_was_deleted_is_gone(wire: Wire, relay: Relay, postgres: Postgres) -> None:
    match, (token,) = wire.new()
    relay.lose_commit(b"DELETE FROM matches")
    assert wire.ask("DELETE", f"/api/matches/{match}", token=token).status == 204
    assert (relay.lost, rows(postgres)) == (1, 0)


@pytest.mark.proof
def test_a_seat_that_was_taken_belongs_to_its_player(wire: Wire, relay: Relay) -> None:
    body = {
        "game": "itter",
        "options": {"difficulty": "competitive"},
        "seats": {"defender": "me", "ss": "friend"},
    }
    made = wire.ask("POST", "/api/matches", body).json
    relay.lose_commit(A_SEAT)
    taken = wire.ask("POST", f"/api/matches/{made['id']}/seat", {"name": "Bert"}, made["seats"][1]["token"])
    assert (relay.lost, taken.status) == (1, 200)
    about = wire.ask("GET", f"/api/matches/{made['id']}", token=taken.json["token"]).json
    assert (about["seat"], about["seats"][1]["who"]) == ("ss", "Bert")


@pytest.mark.proof
def test_where_it_cannot_be_known_it_is_said_so_and_shown_later(
    wire: Wire, relay: Relay, postgres: Postgres
) -> None:
    match, (token,) = wire.new()
    with wire.join(match, token) as anna:
        anna.do("lee", "c1")
        relay.lose_commit(A_ROW, then_away=True)
        refused = anna.do("place g4", "c2")
        assert (relay.lost, refused["refused"], refused["rule"]) == (1, "c2", "not-known")
        assert "nothing was" not in refused["text"]
        assert rows(postgres) == 3
        relay.come_back()
        assert anna.hear()["frame"]["n"] == 3, "without a word from anybody"
        anna.say({"do": "place g4", "ask": 2, "id": "c2"})
        assert anna.hear() == {"done": "c2", "n": 3}


def test_the_python_client_asks_again_until_it_is_known(
    server: Forked, relay: Relay, postgres: Postgres
) -> None:
    with Table(server.url, patience=60).new("itter") as anna:
        anna.do("lee")
        relay.lose_commit(A_ROW, then_away=True)
        later(relay.come_back)
        assert anna.do("place g4")["n"] == 3
        assert (relay.lost, rows(postgres)) == (1, 3)


def test_what_was_never_committed_is_still_told_as_not_kept(
    wire: Wire, relay: Relay, postgres: Postgres
) -> None:
    match, (token,) = wire.new()
    with wire.join(match, token) as anna:
        relay.go_away_at(A_ROW)
        assert anna.do("lee", "c1")["rule"] == "not-kept"
        relay.come_back()
        assert rows(postgres) == 1
        assert anna.do("lee", "c1") == {"done": "c1", "n": 2}


# Saying hello meanwhile


def test_a_hello_is_told_to_come_again(wire: Wire, relay: Relay) -> None:
    match, (token,) = wire.new()
    relay.go_away()
    with wire.talk(match) as anna:
        anna.say({"hello": {"token": token}})
        assert anna.hear()["rule"] == "not-reached"
        with pytest.raises(ConnectionClosed) as ended:
            anna.hear()
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == 1013


@pytest.mark.proof
def test_the_python_client_comes_again_until_the_database_is_back(server: Forked, relay: Relay) -> None:
    with Table(server.url, patience=60).new("itter") as anna:
        assert anna.do("lee")["n"] == 2
        relay.go_away()
        anna._lost()
        later(relay.come_back)
        assert anna.do("place g4")["n"] == 3


@pytest.mark.proof
def test_the_python_client_gives_up_with_the_reason_it_was_told(server: Forked, relay: Relay) -> None:
    with Table(server.url, patience=60).new("itter") as anna:
        assert anna.frame["n"] == 1
        relay.go_away()
        anna._lost()
        anna.table.patience = 0.3
        with pytest.raises(Refused) as caught:
            anna.do("lee")
        assert caught.value.rule == "not-reached"
