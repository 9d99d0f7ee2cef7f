"""Playing again: the same options, people and bots in a new match, and everybody finds their seat in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from garrison.client import Chair, Table
from support.table.chairs import notes, refused, until
from support.table.server import Forked, Wire, forked

TWO = {"defender": "me", "ss": "friend"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with forked(tmp_path_factory.mktemp("again") / "home") as running:
        yield running


@pytest.fixture
def table(server: Forked) -> Table:
    return Table(server.url)


def two(table: Table) -> tuple[Chair, Chair]:
    """A match of two people that is over."""
    anna = table.gather("itter", TWO, {"name": "Anna"}, difficulty="competitive")
    assert not anna.table_now["begun"]
    bert = table.take(anna.match, anna.seats[1]["token"], "Bert")
    assert bert.frame["n"] == anna.frame["n"] == 1
    anna.resign()
    return anna, bert


def who(chair: Chair) -> list[tuple[str, str, str | None]]:
    return [(each["who"], each["kind"], each["bot"]) for each in chair.about()["seats"]]


def test_alone_and_against_bots_it_begins_at_once_with_the_same_options(table: Table) -> None:
    alone = table.new("itter", difficulty="elite")
    assert refused(lambda: table.again(alone.match, alone.token)) == "not-over"
    alone.resign()
    again = table.again(alone.match, alone.token)
    assert again.match != alone.match
    assert (again.about()["options"], again.about()["over"]) == (alone.about()["options"], False)
    assert again.frame["n"] == 1
    assert again.about()["dice"]["sha256"] != alone.about()["dice"]["sha256"]
    assert notes(alone) == ["resigned"], "there is nobody to tell"

    terms = {"name": "Anna", "pace": 0, "clock": {"bank": 900, "add": 5}}
    seats = {"defender": "me", "ss": "bot:random"}
    anna = table.gather("itter", seats, terms, difficulty="competitive")
    anna.resign()
    same, swapped = (table.again(anna.match, anna.token, swap=swap) for swap in (False, True))
    assert who(same) == [("Anna", "mine", None), ("", "bot", "random")]
    assert who(swapped) == [("", "bot", "random"), ("Anna", "mine", None)]
    assert swapped.about()["seat"] == "ss"
    assert same.about()["terms"] == anna.about()["terms"]


@pytest.mark.parametrize("swap", [False, True])
def test_friends_find_their_seats_in_the_old_match_and_nobody_else_does(table: Table, swap: bool) -> None:
    anna, bert = two(table)
    new = table.again(anna.match, bert.token, swap=swap)  # whoever played may start it
    own, other = ("defender", "ss") if swap else ("ss", "defender")
    assert new.about()["seat"] == own
    assert [each["token"] is None for each in new.seats if each["seat"] == other] == [True]
    assert sorted(who(new)) == [("Anna", "friend", None), ("Bert", "mine", None)]
    until(anna, lambda: "again" in notes(anna))
    (told,) = [entry["note"] for entry in anna.talk if entry["note"] and entry["note"]["what"] == "again"]
    assert told == {"what": "again", "match": new.match, "places": {"defender": other}, "by": "ss"}
    for stranger in (anna.watch, bert.token):
        assert refused(lambda stranger=stranger: table.take(new.match, stranger)) == "token"
    assert not new.table_now["begun"]
    friend = table.take(new.match, anna.token, "Anna")
    assert friend.frame["seat"] == friend.about()["seat"] == other
    until(new, lambda: bool(new.table_now["begun"]))
    assert refused(lambda: table.take(new.match, anna.token)) == "token"
    assert anna.about()["over"], "the old match is still theirs"


def test_a_request_for_another_game_is_made_once_and_only_by_those_who_played(server: Forked) -> None:
    wire, table = Wire(server.url), Table(server.url)
    anna, bert = two(table)
    body, key = {"again": {"match": anna.match}}, {"Idempotency-Key": "b" * 32}
    first, again = (wire.ask("POST", "/api/matches", body, anna.token, headers=key) for _ in "ab")
    assert (first.status, first.json) == (201, again.json)
    until(bert, lambda: "again" in notes(bert))
    bert.say("thanks")
    assert notes(bert).count("again") == 1
    for token, reason in ((anna.watch, "watching"), ("x" * 22, "token")):
        assert wire.ask("POST", "/api/matches", body, token).json["refused"] == reason
    for more in ({"seats": TWO}, {"clock": {"move": 60}}, {"name": "Eve"}):
        answer = wire.ask("POST", "/api/matches?lang=it", {**body, **more}, anna.token)
        assert (answer.status, answer.json["refused"]) == (422, "same-terms")
        assert answer.json["text"].startswith("Una partita giocata ancora")
