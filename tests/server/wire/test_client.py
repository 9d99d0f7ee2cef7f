"""The Python client plays a seat over the wire."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable, Iterator

import pytest

import garrison
from garrison.client import Table, Unreachable
from garrison.core import record
from garrison.core.errors import Refused
from support.table.relay import Relay
from support.table.server import forked


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with forked(tmp_path_factory.mktemp("table") / "home") as server:
        yield Table(server.url, patience=60)


def test_a_whole_game_ends_with_a_record_that_verifies(table: Table) -> None:
    rng = random.Random(4)
    with table.new("itter", difficulty="elite") as chair:
        while not chair.over:
            frame = chair.do(rng.choice(chair.choices))
        assert frame["result"] == chair.about()["result"]
        written = record.parse(chair.record())
        assert record.verify(written).ok
        with pytest.raises(Refused) as caught:
            chair.do("pass")
        assert caught.value.rule == "game-over"
        assert chair.why("lee")[0] == "game-over"
        again = table.load(chair.record())
        assert again.record() == chair.record()


def test_what_is_refused_says_which_rule(table: Table) -> None:
    with table.new("itter") as chair:
        with pytest.raises(Refused) as caught:
            chair.do("place g4")
        assert caught.value.rule == "other-question"
        chair.do("lee")
        assert chair.why("place g4")[0] is None
        assert chair.undo()["back"] == 1
        assert chair.hint(0.01)[0]["do"] in chair.choices
    for wrong in (table.join(chair.match, "wrong"), table.join("nowhere", chair.token)):
        with pytest.raises(Refused):
            _ = wrong.frame
        with pytest.raises(Refused):
            wrong.about()


def test_who_has_not_read_everything_leaves_at_once(table: Table) -> None:
    """A connection with much unread does not hear the other side's goodbye; it was waited for ten seconds."""
    with table.new("itter") as chair:
        late = table.join(chair.match, chair.token)
        assert late.frame["n"] == 1
        while chair.frame["n"] <= 40:
            chair.do("lee")
            chair.undo()
        begun = time.monotonic()
        late.close()
        assert time.monotonic() - begun < 8


def test_the_language_is_the_readers(table: Table) -> None:
    with Table(table.url, "it").new("itter") as chair:
        with pytest.raises(Refused, match="Quella è la risposta"):
            chair.do("place g4")
        assert chair.seats[0]["name"] == "Difensore"


def test_three_chairs_at_one_table(table: Table) -> None:
    rng = random.Random(3)
    with table.new("toy") as anna:
        chairs = [anna, *(table.join(anna.match, seat["token"]) for seat in anna.seats[1:])]
        assert [chair.frame["seat"] for chair in chairs] == ["anna", "bruno", "carla"]
        for _ in range(40):
            for chair in chairs:
                while chair.frame["n"] < chair.about()["n"]:
                    chair.wait(60)
                if chair.choices:
                    chair.do(rng.choice(chair.choices))
            if anna.over:
                break
        for chair in chairs:
            chair.close()
        assert "end won=" in anna.record()


def test_playing_on_and_deleting(table: Table) -> None:
    with table.new("itter") as chair:
        chair.do("lee")
        other = table.play_on(chair.match, chair.token, 1)
        assert other.about()["origin"] == {"match": chair.match, "n": 1}
        assert other.do("lee")["n"] == 2
        chair.delete()
        with pytest.raises(Refused, match="no match"):
            chair.about()
        assert other.frame["n"] == 2
        other.close()


# Behind a web server, while the table restarts

AWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\nConnection: close\r\n\r\naway"
SLOWER = b"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 46\r\nConnection: close\r\n\r\n"
SLOWER += b'{"refused":"slow-down","rule":null,"text":"."}'


@pytest.fixture
def relay(table: Table) -> Iterator[Relay]:
    found = Relay(int(table.url.rpartition(":")[2]), AWAY)
    yield found
    found.close()


@pytest.fixture
def behind(relay: Relay) -> Table:
    """The table, as reached over the relay."""
    return Table(f"http://127.0.0.1:{relay.port}", patience=60)


def soon(task: Callable[[], None]) -> None:
    threading.Timer(0.3, task).start()


def test_a_seat_waits_for_a_table_that_restarts_behind_a_web_server(relay: Relay, behind: Table) -> None:
    with behind.new("itter") as chair:
        assert chair.do("lee")["n"] == 2
        relay.go_away()
        soon(relay.come_back)
        assert chair.do("place g4")["n"] == 3


def test_requests_wait_for_a_table_that_restarts_behind_a_web_server(relay: Relay, behind: Table) -> None:
    relay.go_away()
    soon(relay.come_back)
    with behind.new("itter") as chair:
        relay.go_away()
        soon(relay.come_back)
        assert chair.about()["n"] == 1


def test_who_asks_too_often_is_answered_a_little_later(table: Table) -> None:
    relay = Relay(int(table.url.rpartition(":")[2]), SLOWER)
    relay.go_away()
    soon(relay.come_back)
    with Table(f"http://127.0.0.1:{relay.port}", patience=60).new("itter") as chair:
        assert chair.about()["n"] == 1
    relay.close()


def test_a_web_server_without_a_table_is_given_up_in_the_end(relay: Relay, behind: Table) -> None:
    behind.patience = 0.2
    with behind.new("itter") as chair:
        relay.go_away()
        with pytest.raises(Unreachable, match="502"):
            chair.about()
        with pytest.raises(Unreachable, match="502"):
            _ = chair.frame


@pytest.mark.parametrize("lost", ["GET", "POST", "DELETE"])
def test_a_request_whose_answer_is_lost_is_made_again_and_has_its_effect_once(
    relay: Relay, behind: Table, lost: str
) -> None:
    chair = behind.new("itter") if lost != "POST" else None
    relay.lose_answer(f"{lost} /api/matches".encode(), b"HTTP/1.1 ")
    if chair is None:
        with behind.new("itter") as made:
            assert made.do("lee")["n"] == 2
    elif lost == "GET":
        assert chair.about()["n"] == 1
    else:
        chair.delete()
    assert relay.lost == 1


def test_a_match_whose_answer_is_lost_is_made_once(relay: Relay, behind: Table) -> None:
    first = behind.new("itter")
    gathered = {"defender": "me", "ss": "friend"}
    made = [
        lambda: behind.new("toy"),
        lambda: behind.gather("itter", gathered, {"name": "Anna"}, difficulty="competitive"),
        lambda: behind.play_on(first.match, first.token, 1),
        lambda: behind.load(garrison.new("itter", seed=3).record()),
    ]
    for make in made:
        before = stored(behind)
        relay.lose_answer(b"POST /api/matches", b"HTTP/1.1 ")
        chair = make()
        assert chair.about()["seat"] == chair.seats[0]["seat"]
        assert chair.table.join(chair.match, chair.watch).about()["kind"] == "watch"
        assert stored(behind) == before + 1
    assert relay.lost == len(made)


def test_a_seat_whose_answer_is_lost_belongs_to_the_one_who_took_it(relay: Relay, behind: Table) -> None:
    anna = behind.gather("itter", {"defender": "me", "ss": "friend"}, difficulty="competitive")
    relay.lose_answer(b"/seat HTTP", b"HTTP/1.1 ")
    bert = behind.take(anna.match, anna.seats[1]["token"], "Bert")
    assert (relay.lost, bert.about()["seat"]) == (1, "ss")
    with pytest.raises(Refused):
        behind.take(anna.match, anna.seats[1]["token"], "Carl")


def stored(table: Table) -> int:
    """How many matches the table has."""
    (line,) = re.findall(r"^garrison_matches (\d+)", table.ask("GET", "/metrics").decode(), re.MULTILINE)
    return int(line)


def test_a_table_that_is_not_there_is_given_up(table: Table) -> None:
    nobody = Table("http://127.0.0.1:9", patience=0.2)
    with pytest.raises(Unreachable):
        nobody.new("itter")
    with pytest.raises(Unreachable):
        _ = nobody.join("m", "t").frame
    assert {game["id"] for game in table.games()} == {"aim", "itter", "siege", "toy", "warren"}
