"""Rate limits for one connection and for one address."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from garrison.core.limits import (
    ADDRESSES,
    CONNECTIONS,
    FIRST_MATCHES,
    FRAME_COST,
    HELLO_COST,
    HOUSE_MATCHES_AN_HOUR,
    HOUSE_RESERVE,
    LOG_FRAMES,
    MATCH_COST,
    MATCH_ROWS,
    MATCHES_AN_HOUR,
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    MESSAGES_REFUSED,
    REQUESTS_A_SECOND,
    REQUESTS_AT_ONCE,
)
from garrison.table import rate_limit
from garrison.table.http.request_limit import cost
from garrison.table.rate_limit import HOUR, NETWORKS, Bucket, Connections, Matches, Messages, Requests
from support.table.server import Answer, Talking, Wire, forked


class Time:
    """A watch that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def scope(client: str | None, *forwarded: str) -> dict[str, object]:
    headers = [(b"x-forwarded-for", each.encode()) for each in forwarded]
    return {"type": "http", "client": client and (client, 5000), "headers": headers}


def test_a_bucket_gives_its_brim_at_once_and_then_its_rate() -> None:
    watch = Time()
    bucket = Bucket(2, 5, watch)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    watch.now += 0.4
    assert not bucket.take()
    watch.now += 0.1
    assert [bucket.take(), bucket.take()] == [True, False]
    watch.now += 1000
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]


def test_a_person_is_never_too_fast_and_a_flood_is() -> None:
    watch = Time()
    person, flooding = Messages(watch), Messages(watch)
    heard = 0
    for _ in range(10_000):
        watch.now += 0.001
        heard += flooding.take()
    assert MESSAGES_AT_ONCE + MESSAGES_A_SECOND * 10 - 2 <= heard <= MESSAGES_AT_ONCE + MESSAGES_A_SECOND * 10
    for _ in range(1000):
        watch.now += 0.1
        assert person.take()


def test_who_does_not_slow_down_is_hopeless_and_who_does_is_not() -> None:
    watch = Time()
    messages = Messages(watch)
    while messages.take():
        pass
    for _ in range(MESSAGES_REFUSED - 2):
        messages.take()
    assert not messages.hopeless
    watch.now += 1
    assert messages.take()
    while messages.take():
        pass
    for _ in range(MESSAGES_REFUSED - 1):
        assert not messages.hopeless
        messages.take()
    assert messages.hopeless


@pytest.mark.parametrize("pause", [0.0001, 0.001, 0.003])
def test_a_flood_is_hopeless_however_fast_this_machine_hears_it(pause: float) -> None:
    watch = Time()
    messages = Messages(watch)
    for _ in range(5 * MESSAGES_AT_ONCE):
        watch.now += pause
        messages.take()
    assert messages.hopeless


def test_who_is_only_a_little_too_fast_is_not_hopeless() -> None:
    watch = Time()
    messages = Messages(watch)
    heard = 0
    for _ in range(10 * MESSAGES_AT_ONCE):
        watch.now += 1 / (1.5 * MESSAGES_A_SECOND)
        heard += messages.take()
        assert not messages.hopeless
    assert heard < 9 * MESSAGES_AT_ONCE


def test_an_address_starts_so_many_matches_an_hour_and_others_as_many() -> None:
    watch = Time()
    matches = Matches(watch)
    assert all(matches.take("192.0.2.1") for _ in range(MATCHES_AN_HOUR))
    assert not matches.take("192.0.2.1")
    assert matches.take("192.0.2.2")
    assert all(matches.take(None) for _ in range(2 * MATCHES_AN_HOUR))
    watch.now += 3600 / MATCHES_AN_HOUR + 0.1
    assert matches.take("192.0.2.1")
    assert not matches.take("192.0.2.1")


def test_the_networks_around_an_ipv6_address_count_as_well() -> None:
    """A home has 256 networks (/56), a company or a small provider 65,536 (/48)."""
    matches = Matches(Time())
    home = sum(matches.take(f"2001:db8:1:{n:x}::/64") for n in range(256) for _ in range(10))
    assert home == NETWORKS[56] * MATCHES_AN_HOUR
    assert matches.take("2001:db8:1:1000::/64")
    assert matches.take("2001:db8:2:1::/64")
    assert matches.take("192.0.2.1")
    site = home + 1 + sum(matches.take(f"2001:db8:1:{n:x}00::/64") for n in range(1, 256) for _ in range(20))
    assert site == NETWORKS[48] * MATCHES_AN_HOUR < HOUSE_MATCHES_AN_HOUR
    assert matches.take("2001:db8:3:1::/64")


def test_a_refused_match_is_taken_from_nobody() -> None:
    matches = Matches(Time())
    while matches.take("2001:db8:1:1::/64"):
        pass
    for _ in range(1000):
        matches.take("2001:db8:1:1::/64")
    assert sum(matches.take("2001:db8:1:2::/64") for _ in range(200)) == MATCHES_AN_HOUR


def test_all_together_start_so_many_matches_an_hour_and_a_reserve_is_for_those_who_started_few() -> None:
    watch = Time()
    matches = Matches(watch)
    made = sum(matches.take(f"192.0.2.{n}") for n in range(255) for _ in range(10))
    assert made == HOUSE_MATCHES_AN_HOUR > HOUSE_RESERVE
    assert matches.crowded("198.51.100.1")
    watch.now += HOUR * (FIRST_MATCHES + 1.5) / HOUSE_MATCHES_AN_HOUR
    assert matches.crowded("192.0.2.1")
    assert not matches.take("192.0.2.1")
    assert not matches.crowded("198.51.100.1")
    assert [matches.take("198.51.100.1") for _ in range(FIRST_MATCHES + 1)] == [True] * FIRST_MATCHES + [
        False
    ]
    assert matches.take("198.51.100.2")
    assert matches.take(None)
    assert not matches.crowded(None)


def test_only_so_many_addresses_are_remembered_those_in_use_longest() -> None:
    matches = Matches(Time())
    while matches.take("192.0.2.1"):
        pass
    for each in range(ADDRESSES + 50):
        matches.take(f"host-{each}")
        matches.take("192.0.2.1")
    assert len(matches._buckets) == ADDRESSES
    assert not matches.take("192.0.2.1")


def test_an_address_has_so_many_connections_at_a_time() -> None:
    connections = Connections()
    assert all(connections.enter("192.0.2.1") for _ in range(CONNECTIONS))
    assert not connections.enter("192.0.2.1")
    assert connections.enter("192.0.2.2")
    connections.leave("192.0.2.1")
    assert connections.enter("192.0.2.1")
    assert all(connections.enter(None) for _ in range(2 * CONNECTIONS))
    connections.leave(None)
    connections.leave("192.0.2.2")
    for _ in range(CONNECTIONS):
        connections.leave("192.0.2.1")
    assert connections._open == {}


def test_the_networks_around_an_ipv6_address_have_so_many_connections() -> None:
    connections = Connections()
    open_now = [
        address
        for n in range(256)
        for address in [f"2001:db8:1:{n:x}::/64"] * 10
        if connections.enter(address)
    ]
    assert len(open_now) == NETWORKS[56] * CONNECTIONS
    for address in open_now:
        connections.leave(address)
    assert connections._open == {}


@pytest.mark.parametrize(
    ("client", "forwarded", "proxied", "address"),
    [
        ("127.0.0.1", (), False, None),
        ("::1", (), False, None),
        ("::ffff:127.0.0.1", (), False, None),
        ("203.0.113.7", (), False, "203.0.113.7"),
        ("203.0.113.7", (), True, "203.0.113.7"),
        ("203.0.113.7", ("127.0.0.1",), True, "203.0.113.7"),
        ("127.0.0.1", ("203.0.113.7",), False, None),
        ("127.0.0.1", (), True, "127.0.0.1"),
        ("::1", (), True, "::1"),
        ("2001:db8:1:2:3:4:5:6", (), False, "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", (), False, "2001:db8:1:2::/64"),
        ("fe80::1%eth0", (), False, "fe80::/64"),
        ("::ffff:203.0.113.7", (), False, "203.0.113.7"),
        ("x" * 900, (), True, "x" * 64),
        (None, (), False, ""),
    ],
)
def test_whose_address_counts(
    client: str | None, forwarded: tuple[str, ...], proxied: bool, address: str | None
) -> None:
    assert rate_limit.counted(scope(client, *forwarded), proxied=proxied) == address


@pytest.mark.parametrize(
    ("client", "forwarded", "local"),
    [
        ("127.0.0.1", (), True),
        ("::1", (), True),
        ("203.0.113.7", (), False),
        ("203.0.113.7", ("127.0.0.1",), False),
        ("127.0.0.1", ("203.0.113.7",), False),
        ("127.0.0.1", ("127.0.0.1",), False),
        (None, (), False),
    ],
)
def test_who_asks_from_this_very_machine(client: str | None, forwarded: tuple[str, ...], local: bool) -> None:
    assert rate_limit.local(scope(client, *forwarded)) == local


def test_requests_of_an_address_count_by_what_they_take() -> None:
    watch = Time()
    requests = Requests(watch)
    for kind, times in ((MATCH_COST, REQUESTS_AT_ONCE // MATCH_COST), (1, 0)):
        assert sum(requests.take("192.0.2.1", kind) for _ in range(times + 5)) == times
    assert requests.take("192.0.2.2", MATCH_COST)
    assert all(requests.take(None, MATCH_COST) for _ in range(REQUESTS_AT_ONCE))
    watch.now += 1
    assert sum(requests.take("192.0.2.1") for _ in range(REQUESTS_AT_ONCE)) == REQUESTS_A_SECOND


@pytest.mark.parametrize(
    ("path", "count"),
    [
        ("/api/matches/00/log", MATCH_COST),
        ("/api/matches/00/record", MATCH_COST),
        ("/api/matches/00/verify", MATCH_COST),
        ("/api/matches/00/frames/7", FRAME_COST),
        ("/api/matches/00", 1),
        ("/api/matches", 1),
        ("/web/lib/base.css", 1),
    ],
)
def test_what_is_asked_about_a_whole_match_counts_for_more(path: str, count: int) -> None:
    assert cost(path) == count


def test_a_first_visit_and_a_long_replay_are_far_from_the_limit() -> None:
    visit, pages = 60 + HELLO_COST, MATCH_ROWS // LOG_FRAMES
    assert 10 * visit + pages * MATCH_COST + 100 * FRAME_COST < REQUESTS_AT_ONCE


# Over the wire

SHOUT = {"why": "lee", "id": "shout"}


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """A table behind a proxy, which the tests play."""
    with forked(tmp_path_factory.mktemp("flood") / "home", proxied=True) as server:
        yield Wire(server.url)


def told(talking: Talking, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The next message of a kind."""
    while not wanted(heard := talking.hear()):
        pass
    return heard


def test_who_says_too_much_is_told_to_slow_down_and_then_let_go(wire: Wire) -> None:
    match, (token, *_) = wire.new()
    with wire.join(match, token) as talking:
        shouting = threading.Thread(target=shout, args=(talking, 50 * MESSAGES_REFUSED))
        shouting.start()
        assert told(talking, lambda heard: heard.get("rule") == "slow-down")["text"]
        with pytest.raises(ConnectionClosed) as ended:
            told(talking, lambda _: False)
        shouting.join(60)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 1008


def test_who_slows_down_is_heard_again(wire: Wire) -> None:
    match, (token, *_) = wire.new()
    with wire.join(match, token) as talking:
        refused = False
        while not refused:  # a hundred at a time: never so many that the connection is given up
            shout(talking, 100, "x")
            refused = "slow-down" in [talking.hear().get("rule") for _ in range(100)]
        time.sleep(0.5)
        talking.say({"why": "lee", "id": "calm"})
        told(talking, lambda heard: heard.get("done") == "calm")


def shout(talking: Talking, times: int, message: Any = SHOUT) -> None:
    with suppress(ConnectionClosed):
        for _ in range(times):
            talking.say(message)


def test_an_address_that_has_started_too_many_matches_waits_and_others_need_not(wire: Wire) -> None:
    def start(address: str) -> Answer:
        return wire.ask("POST", "/api/matches", {"game": "toy"}, headers={"X-Forwarded-For": address})

    answers = [start("203.0.113.1") for _ in range(MATCHES_AN_HOUR + 1)]
    while answers[-1].status == 201:  # a few more have become free meanwhile
        answers.append(start("203.0.113.1"))
    assert MATCHES_AN_HOUR < len(answers) < MATCHES_AN_HOUR + 10
    assert (answers[-1].status, answers[-1].json["refused"]) == (429, "address")
    assert str(MATCHES_AN_HOUR) in answers[-1].json["text"]
    assert start("203.0.113.2").status == 201


def test_a_table_where_all_together_start_too_many_matches_says_so(tmp_path: Path) -> None:
    changed = {
        f"garrison.table.rate_limit.HOUSE_{name}": n for name, n in (("MATCHES_AN_HOUR", 3), ("RESERVE", 0))
    }
    with forked(tmp_path / "home", proxied=True, changed=changed) as server:
        asked = [{"X-Forwarded-For": f"203.0.113.{n}"} for n in range(4)]
        answers = [
            Wire(server.url).ask("POST", "/api/matches", {"game": "toy"}, headers=each) for each in asked
        ]
    assert [answer.status for answer in answers] == [201, 201, 201, 503]
    assert answers[-1].json["refused"] == "rush"


def test_an_address_that_asks_too_often_waits_and_others_need_not(tmp_path: Path) -> None:
    changed = {
        "garrison.table.rate_limit.REQUESTS_AT_ONCE": 30,
        "garrison.table.rate_limit.REQUESTS_A_SECOND": 0.01,
    }
    one, other = {"X-Forwarded-For": "203.0.113.1"}, {"X-Forwarded-For": "203.0.113.2"}
    with forked(tmp_path / "home", proxied=True, changed=changed) as server:
        wire = Wire(server.url)
        match, (token,) = wire.new()
        assert [wire.ask("GET", f"/api/matches/{match}/log", token=token, headers=one).status] == [200]
        refused = wire.ask("GET", f"/api/matches/{match}/log?lang=it", token=token, headers=one)
        assert (refused.status, refused.json["refused"]) == (429, "slow-down")
        assert refused.headers["retry-after"]
        assert "troppo" in refused.json["text"]
        for page in ("/", "/web/lib/dom.js", "/healthz"):  # they are not counted
            assert [wire.ask("GET", page, headers=one).status for _ in range(30)] == [200] * 30
        assert wire.ask("GET", "/api/games", headers=one).status == 200
        assert wire.ask("GET", f"/api/matches/{match}/log", token=token, headers=other).status == 200
        with wire.talk(match, additional_headers=one) as talking:
            talking.say({"hello": {"token": token}})
            assert talking.hear()["rule"] == "slow-down"
        with wire.talk(match, additional_headers=other) as talking:
            talking.say({"hello": {"token": token}})
            assert "frame" in talking.hear()
            talking.say({"hello": {"token": token}})
            assert talking.hear()["rule"] == "slow-down"


def test_an_address_with_too_many_connections_gets_no_more_until_one_ends(wire: Wire) -> None:
    def come(address: str) -> Talking:
        return wire.talk(match, additional_headers={"X-Forwarded-For": address})

    match, _ = wire.new()
    open_now = [wire.hold(match, "203.0.113.3") for _ in range(CONNECTIONS)]
    refused = come("203.0.113.3")
    assert refused.hear()["rule"] == "connections"
    with come("203.0.113.4") as other:
        other.say({"hello": {"token": "x"}})
        assert other.hear()["rule"] == "token"
    open_now.pop().close()
    deadline = time.monotonic() + 60
    while True:
        again = come("203.0.113.3")
        again.say({"hello": {"token": "x"}})
        if again.hear()["rule"] == "token":
            break
        assert time.monotonic() < deadline
    for each in open_now:
        each.close()


def test_figures_are_told_to_this_machine_alone(wire: Wire) -> None:
    answer = wire.ask("GET", "/metrics")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert b"# TYPE garrison_matches gauge" in answer.body
    for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
        outside = wire.ask("GET", "/metrics", headers={header: "203.0.113.5"})
        assert (outside.status, b"garrison_" in outside.body) == (404, False)
