"""Several people over the wire: joining, seats, chat, undo by consent and sealed windows."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from garrison.client import Chair, Table
from garrison.core import record
from garrison.core.limits import CHAT_A_MINUTE
from support.table.chairs import SOON, notes, refused, until
from support.table.colditz_tables import TRADING, colditz_match
from support.table.server import Forked, forked

TWO = {"defender": "me", "ss": "friend"}
BOT = {"defender": "me", "ss": "bot:random"}
THREE = {"anna": "me", "bruno": "friend", "carla": "bot:random"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with forked(tmp_path_factory.mktemp("party") / "home") as running:
        yield running


@pytest.fixture
def table(server: Forked) -> Table:
    return Table(server.url)


def two(table: Table, terms: dict[str, Any] | None = None) -> tuple[Chair, Chair]:
    """A competitive match that has begun."""
    anna = table.gather("itter", TWO, {"name": "Anna", **(terms or {})}, difficulty="competitive")
    assert not anna.table_now["begun"]
    bert = table.take(anna.match, anna.seats[1]["token"], "Bert")
    assert bert.frame["n"] == anna.frame["n"] == 1
    until(anna, lambda: all(each["online"] for each in anna.table_now["seats"]))
    return anna, bert


def sitter(chair: Chair, seat: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in chair.table_now["seats"] if each["seat"] == seat)
    return found


# Coming


def test_a_match_begins_once_all_have_come_and_all_have_added_to_the_salt(table: Table) -> None:
    anna = table.gather("itter", TWO, {"name": "Anna"}, difficulty="competitive")
    promise = anna.table_now["dice"]
    assert (anna.table_now["begun"], promise["salt"]) == (False, None)
    about = anna.about()
    assert (about["begun"], about["n"], about["dice"]["sha256"]) == (False, 0, promise["sha256"])
    assert refused(anna.record) == "not-begun"
    assert refused(lambda: anna.get("/log")) == "not-begun"
    bert = table.take(anna.match, anna.seats[1]["token"], "Bert")
    assert bert.frame["seat"] == "ss"
    until(anna, lambda: bool(anna.table_now["begun"]))
    salt = f"defender:{anna.salt}+ss:{bert.salt}"
    assert anna.table_now["dice"] == {"salt": salt, "sha256": promise["sha256"]}
    assert [sitter(bert, seat)["who"] for seat in ("defender", "ss")] == ["Anna", "Bert"]
    assert notes(bert)[-2:] == ["joined", "begun"]
    assert notes(anna)[-2:] == ["joined", "begun"]
    match = json.loads(table.ask("GET", f"/api/matches/{anna.match}", token=bert.token))
    assert (match["seat"], match["kind"], match["begun"], match["awaited"]) == ("ss", "friend", True, ["ss"])


def test_alone_with_bots_it_begins_with_the_first_hello_and_they_play(table: Table) -> None:
    anna = table.gather(
        "itter", {"defender": "me", "ss": "bot:random"}, {"pace": 0}, difficulty="competitive"
    )
    assert anna.seats[1]["token"] is None
    assert anna.frame["n"] >= 1
    until(anna, lambda: bool(anna.choices))
    assert anna.frame["n"] > 2
    assert sitter(anna, "ss")["bot"] == "random"
    assert anna.table_now["dice"]["salt"] == f"defender:{anna.salt}"


def test_a_game_of_bots_is_watched_to_its_end_and_verifies(table: Table) -> None:
    anna = table.gather("itter", BOT, {"pace": 0}, difficulty="competitive")
    anna.bot("random")
    eve = table.join(anna.match, anna.watch)
    assert (eve.table_now["you"], eve.choices) == ("spectator", [])
    end = time.monotonic() + 4 * SOON
    while not eve.over:
        assert time.monotonic() < end
        eve.wait(SOON)
    written = record.parse(anna.record())
    assert record.verify(written).ok
    assert {match_row.seat for match_row in written.rows[1:]} == {0, 1}


def test_an_invitation_is_good_once(table: Table) -> None:
    anna = table.gather("itter", TWO, difficulty="competitive")
    invitation = anna.seats[1]["token"]
    bert = table.take(anna.match, invitation, "Bert")
    assert refused(lambda: table.take(anna.match, invitation)) == "token"
    assert refused(lambda: table.join(anna.match, invitation).table_now) == "token"
    assert refused(lambda: table.take(anna.match, bert.token)) == "taken-seat"
    assert refused(lambda: table.take(anna.match, anna.token)) == "taken-seat"
    assert refused(lambda: anna.invite("ss")) == "taken-seat"


def test_who_has_the_invitation_may_look_who_is_there_but_sees_no_secret(table: Table) -> None:
    anna = table.gather("itter", TWO, {"name": "Anna"}, difficulty="competitive")
    told = json.loads(table.ask("GET", f"/api/matches/{anna.match}", token=anna.seats[1]["token"]))
    assert (told["seat"], told["kind"], told["seats"][0]["who"]) == ("ss", "friend", "Anna")
    assert told["dice"]["key"] is None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"seats": {"defender": "me"}}, "seats"),
        ({"seats": {"defender": "friend", "ss": "friend"}}, "seats"),
        ({"seats": {"defender": "me", "ss": "dog"}}, "seats"),
        ({"seats": {"defender": "me", "ss": "bot:nobody"}}, "no-bot"),
        ({"seats": {"defender": "me", "ss": "friend", "third": "me"}}, "seats"),
        ({"seats": TWO, "clock": {"move": 60, "bank": 60}}, "clock"),
        ({"seats": TWO, "clock": {}}, "clock"),
        ({"seats": TWO, "clock": {"move": 1}}, "message"),
        ({"seats": TWO, "pace": 60}, "message"),
        ({"seats": TWO, "name": "two\nlines"}, "message"),
        ({"seats": TWO, "name": "x" * 25}, "message"),
        ({"clock": {"move": 60}}, "seats"),
    ],
)
def test_wrong_seats_and_terms_are_refused(table: Table, body: dict[str, Any], reason: str) -> None:
    wanted = {"game": "itter", "options": {"difficulty": "competitive"}, **body}
    assert refused(lambda: table.ask("POST", "/api/matches", wanted)) == reason


# Seats


def test_a_bot_takes_over_and_hands_back(table: Table) -> None:
    anna, bert = two(table, {"pace": 0})
    bert.bot("random")
    until(anna, lambda: bool(anna.choices))
    assert sitter(anna, "ss")["bot"] == "random"
    assert refused(lambda: bert.do("pass")) == "bot-plays"
    assert refused(bert.undo) == "bot-plays"
    bert.bot(None)
    until(anna, lambda: sitter(anna, "ss")["bot"] is None)
    assert notes(anna)[-2:] == ["bot", "back"]


def test_nobody_puts_a_bot_on_the_seat_of_who_is_there(table: Table) -> None:
    anna, bert = two(table)
    assert refused(lambda: anna.bot("sound", "ss")) == "away"
    bert.close()
    until(anna, lambda: not sitter(anna, "ss")["online"])
    assert sitter(anna, "ss")["away"] is not None
    assert refused(lambda: anna.bot("sound", "ss")) == "away"
    assert refused(lambda: anna.bot(None, "ss")) == "chair"
    assert refused(lambda: anna.bot("nobody")) == "no-bot"
    assert refused(lambda: anna.bot("sound", "king")) == "no-seat"


def test_a_seat_nobody_came_to_gets_a_bot_or_another_invitation(table: Table) -> None:
    anna = table.gather("itter", TWO, {"pace": 0}, difficulty="competitive")
    old = anna.seats[1]["token"]
    new = anna.invite("ss")
    assert refused(lambda: table.take(anna.match, old)) == "token"
    anna.bot("random", "ss")
    until(anna, lambda: bool(anna.table_now["begun"] and anna.choices))
    bert = table.take(anna.match, new, "Bert")
    assert bert.frame["seat"] == "ss"
    assert sitter(bert, "ss")["bot"] is None
    assert bert.salt not in bert.table_now["dice"]["salt"]


def test_a_bots_seat_becomes_a_friends(table: Table) -> None:
    anna = table.gather(
        "itter", {"defender": "me", "ss": "bot:random"}, {"pace": 0}, difficulty="competitive"
    )
    until(anna, lambda: bool(anna.choices))
    bert = table.take(anna.match, anna.invite("ss"), "Bert")
    assert (bert.frame["seat"], sitter(bert, "ss")["bot"]) == ("ss", None)
    assert "invited" in notes(bert)


def test_spectators_look_on_and_nothing_else(table: Table) -> None:
    anna, _ = two(table)
    eve = table.join(anna.match, anna.watch)
    assert eve.frame["seat"] == "spectator"
    until(anna, lambda: anna.table_now["watchers"] == 1)
    for task in (
        lambda: eve._say({"do": "lee", "ask": 1}),
        eve.undo,
        lambda: eve.bot("sound", "ss"),
        lambda: eve.bot(None, "ss"),
        lambda: eve.invite("ss"),
        lambda: eve.called("Eve"),
        lambda: eve.hook(None),
        eve.propose,
        lambda: eve._say({"agree": True, "proposal": 1}),
        lambda: eve.hint(0.1),
    ):
        assert refused(task) == "watching"
    assert eve.why("lee")[0] == "watching"
    assert refused(eve.delete) == "not-maker"
    assert refused(lambda: eve.get("/frames/1?seat=ss")) == "not-yours"
    assert json.loads(table.ask("GET", f"/api/matches/{anna.match}", token=anna.watch))["seat"] == "spectator"


def test_only_who_made_a_match_deletes_it(table: Table) -> None:
    anna, bert = two(table)
    assert refused(bert.delete) == "not-maker"
    anna.delete()
    assert refused(anna.about) == "no-match"


# Talk


def test_seats_talk_to_all_and_spectators_among_themselves(table: Table) -> None:
    anna, bert = two(table)
    eve = table.join(anna.match, anna.watch)
    assert eve.table_now["begun"]
    first = anna.say("Good morning <b>Bert</b>")
    until(bert, lambda: bert.talk[-1]["n"] == first)
    assert (bert.talk[-1]["text"], bert.talk[-1]["seat"]) == ("Good morning <b>Bert</b>", "defender")
    assert (bert.talk[-1]["who"], bert.talk[-1]["channel"]) == ("Anna", "seats")
    second = eve.say("They cannot hear this")
    third = bert.say("Morning")
    until(anna, lambda: anna.talk[-1]["n"] == third)
    until(eve, lambda: eve.talk[-1]["n"] == third)
    assert second not in [entry["n"] for entry in anna.talk]
    assert [entry["n"] for entry in eve.talk][-3:] == [first, second, third]
    back = table.join(anna.match, bert.token)
    assert back.table_now["begun"]
    until(back, lambda: bool(back.talk) and back.talk[-1]["n"] == third)


def test_the_same_words_with_the_same_id_are_said_once(table: Table) -> None:
    anna, bert = two(table)
    socket = anna._connected()
    for _ in range(2):
        socket.send(json.dumps({"say": "once", "id": "s1"}))
    assert anna.say("and then") == anna.talk[-1]["n"]
    until(bert, lambda: bert.talk[-1]["text"] == "and then")
    assert [entry["text"] for entry in bert.talk].count("once") == 1


def test_the_talk_has_limits(table: Table) -> None:
    anna, _ = two(table)
    for text in ("", "x" * 301, "two\nlines", "bell\a", "\u202ebackwards"):
        assert refused(lambda text=text: anna.say(text)) == "message"
    for number in range(CHAT_A_MINUTE):
        anna.say(f"number {number}")
    assert refused(lambda: anna.say("one too many")) == "quiet"


# Going back by consent


def moved(anna: Chair, bert: Chair, times: int) -> None:
    """So many answers of whoever is asked."""
    for _ in range(times):
        chair = bert if bert.choices else anna
        other = anna if chair is bert else bert
        n = chair.do(chair.choices[0])["n"]
        until(other, lambda other=other, n=n: other.frame["n"] >= n)


def test_all_agree_and_the_match_goes_back_with_a_trace(table: Table) -> None:
    anna, bert = two(table)
    while not anna.choices:
        moved(anna, bert, 1)
    asked = anna.frame["n"]
    moved(anna, bert, 1)
    until(bert, lambda: bert.frame["n"] > asked)
    number = bert.propose(1)
    until(anna, lambda: anna.table_now["proposal"] is not None)
    told = {"proposal": number, "what": "undo", "by": "ss", "n": 1, "agreed": ["ss"], "waits": ["defender"]}
    assert anna.table_now["proposal"] == told
    assert refused(lambda: anna.propose(2)) == "proposed"
    assert refused(lambda: anna._say({"agree": True, "proposal": number + 1})) == "no-proposal"
    anna.agree()
    until(bert, lambda: bert.frame["back"] == 1)
    assert bert.frame["agreed"] == ["defender", "ss"]
    assert bert.choices
    until(anna, lambda: "undone" in notes(anna))
    assert anna.table_now["proposal"] is None
    store = anna.get("/log")["frames"][-1]
    assert (store["back"], store["agreed"]) == (1, ["defender", "ss"])


def test_one_no_is_enough(table: Table) -> None:
    anna, bert = two(table)
    while not anna.choices:
        moved(anna, bert, 1)
    number = anna.propose(1)
    until(bert, lambda: bert.table_now["proposal"] is not None)
    assert anna.propose(1) == number
    n = bert.frame["n"]
    bert.agree(False)
    until(anna, lambda: anna.table_now["proposal"] is None)
    assert (bert.frame["n"], notes(bert)[-1]) == (n, "declined")


def test_what_one_may_undo_alone_needs_no_consent_and_bots_do_not_mind(table: Table) -> None:
    anna = table.gather("itter", BOT, {"pace": 0}, difficulty="competitive")
    until(anna, lambda: bool(anna.choices))
    assert anna.frame["undo"] is None
    assert refused(anna.undo) == "undo-others"
    anna.propose(1)
    until(anna, lambda: anna.frame["back"] == 1)
    assert anna.frame["agreed"] == ["defender", "ss"]
    until(anna, lambda: bool(anna.choices))
    anna.do(anna.choices[0])
    if anna.frame["undo"] is not None:
        assert refused(anna.propose) == "alone"


def test_alone_with_bots_what_they_may_have_offered_each_other_bars_no_undo(
    server: Forked, table: Table
) -> None:
    ident, tokens = "", {}
    for seat, address in colditz_match(server, (), TRADING, seats="3").items():
        ident, _, tokens[seat] = address.removeprefix("/match/").partition("#")
    british, french, guards = (table.join(ident, tokens[seat]) for seat in ("british", "french", "security"))
    for notation in ("british-1", "to in_032"):
        british.do(notation)
    assert british.frame["undo"] is None
    assert refused(british.undo) == "undo-unseen"
    french.bot("random")
    guards.bot("random")
    until(british, lambda: all(sitter(british, seat)["bot"] for seat in ("french", "security")))
    british.do("british-1")
    assert british.frame["undo"] is not None
    british.undo()
    assert british.frame["back"] is not None
    assert "british-1" in british.choices


# Sealed windows


def answers(chair: Chair) -> list[str]:
    return [each for each in chair.choices if each == "hold" or each.startswith("commit")]


def test_sealed_answers_are_opened_together_and_not_before_the_least_time(table: Table) -> None:
    anna = table.gather("toy", {**THREE, "carla": "friend"}, {"least": 2})
    bruno = table.take(anna.match, anna.seats[1]["token"])
    carla = table.take(anna.match, anna.seats[2]["token"])
    began = time.monotonic()
    assert not bruno.table_now["begun"]
    assert not anna.table_now["begun"]
    assert carla.frame["n"] == bruno.frame["n"] == anna.frame["n"] == 1
    told = carla._say({"do": "hold", "ask": 1})
    assert (told["n"], told["sealed"]) == (1, True)
    assert refused(lambda: carla._say({"do": "hold", "ask": 1})) == "sealed"
    until(carla, lambda: bool(carla.table_now["sealed"]))
    assert answers(carla) == []
    assert answers(anna) != []
    card = next(each for each in answers(anna) if each != "hold")
    anna.do(card)
    assert refused(lambda: anna.do(card.replace("commit", "offer left"))) == "NW-2.2"
    bruno.do("hold")
    assert bruno.frame["n"] == 1 or time.monotonic() - began >= 2
    until(carla, lambda: carla.frame["n"] > 1)
    assert time.monotonic() - began >= 1.9
    for chair, n in ((anna, 3), (bruno, 3), (carla, 2)):  # in the order of seats, the last one closes it
        until(chair, lambda chair=chair, n=n: chair.frame["n"] == n)
        assert [step["kind"] for step in chair.frame["steps"]].count("showed") == 3
    assert anna.frame["past"] != []
    until(anna, lambda: not anna.table_now["sealed"])


def test_who_says_nothing_is_silent_when_the_time_is_over(table: Table) -> None:
    anna = table.gather("toy", {"anna": "me", "bruno": "me", "carla": "bot:random"}, {"clock": {"move": 5}})
    assert anna.table_now["clocks"]["anna"]["left"] == 5000
    assert anna.frame["scene"]["ask"]["until"] == anna.table_now["clocks"]["anna"]["until"]
    until(anna, lambda: "time" in notes(anna))
    shown = [step["kind"] for frame in anna.get("/log")["frames"] for step in frame["steps"]]
    assert shown.count("showed") == 3
