"""The socket protocol on a real server: every message and every refusal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from garrison.core.limits import MESSAGE_BYTES
from garrison.players.hint import SECONDS
from garrison.table.socket.connection import hint_seconds
from support.table.server import Talking, Wire, forked

FRAME = {"agreed", "n", "ask", "steps", "scene", "board", "seat", "back", "undo", "result", "summary"}


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with forked(tmp_path_factory.mktemp("table") / "home") as server:
        yield Wire(server.url)


@pytest.fixture
def seat(wire: Wire) -> Iterator[Talking]:
    """A connection to a new game of Castle Itter."""
    match, tokens = wire.new()
    with wire.join(match, tokens[0]) as talking:
        yield talking


def begun(wire: Wire) -> tuple[str, str, Talking]:
    match, tokens = wire.new()
    return match, tokens[0], wire.join(match, tokens[0])


# Hello


def test_the_first_frame_shows_the_table_and_what_can_be_done(seat: Talking) -> None:
    frame = seat.frame
    assert set(frame) == FRAME | {"past"}
    assert (frame["n"], frame["ask"], frame["seat"], frame["undo"], frame["result"]) == (
        1,
        1,
        "defender",
        None,
        None,
    )
    assert [choice["do"] for choice in frame["scene"]["choices"]][:3] == ["lee", "basse", "seiner"]
    assert frame["past"] == []


def test_who_comes_back_is_told_only_what_was_missed(wire: Wire) -> None:
    match, token, talking = begun(wire)
    with talking:
        for number, notation in enumerate(("lee", "place g4"), 1):
            assert talking.do(notation, f"c{number}") == {"done": f"c{number}", "n": number + 1}
    with wire.join(match, token, have=1) as again:
        assert again.frame["n"] == 3
        assert [each["n"] for each in again.frame["past"]] == [2]
        assert again.frame["steps"]
    with wire.join(match, token, have=3) as again:
        assert (again.frame["past"], again.frame["steps"]) == ([], [])
    with wire.join(match, token, have=99) as again:
        assert (again.frame["n"], again.frame["past"]) == (3, [])


def test_another_hello_changes_the_language(wire: Wire) -> None:
    _, token, talking = begun(wire)
    with talking:
        english = talking.frame["scene"]["ask"]["text"]
        talking.say({"hello": {"token": token, "lang": "it", "have": 1}})
        talking.hear()
        assert talking.frame["scene"]["ask"]["text"] != english
        assert "Who" not in talking.do("nothing of ours", "c1")["text"]
        talking.do("lee", "c2")
        assert talking.frame["scene"]["ask"]["text"].startswith("Dove")


@pytest.mark.parametrize(
    ("first", "rule"),
    [
        ({"hello": {"token": "wrong"}}, "token"),
        ({"hello": {"token": ""}}, "token"),
        ({"hello": {"lang": "en"}}, "message"),
        ({"hello": {"token": "x", "lang": "xx"}}, "message"),
        ({"hello": {"token": "x", "more": 1}}, "message"),
        ({"hello": {"token": "x" * 100}}, "message"),
        ({"do": "lee", "ask": 1, "id": "c1"}, "hello"),
        ("not json", "message"),
        (b"\xff\xfe", "message"),
    ],
)
def test_without_a_good_hello_nothing_is_told(wire: Wire, first: Any, rule: str) -> None:
    match, _ = wire.new()
    with wire.talk(match) as talking:
        talking.say(first)
        heard = talking.hear()
        assert (heard["refused"], heard["rule"]) == (None, rule)
        with pytest.raises(ConnectionClosed):
            talking.hear()


def test_a_match_that_is_not_there_is_said_so(wire: Wire) -> None:
    with wire.talk("nowhere") as talking:
        talking.say({"hello": {"token": "x", "lang": "it"}})
        assert talking.hear() == {
            "refused": None,
            "rule": "no-match",
            "text": "Qui non c'è nessuna partita 'nowhere'. Forse è stata eliminata.",
        }


def test_a_page_of_another_site_gets_no_connection(wire: Wire) -> None:
    match, _ = wire.new()
    with pytest.raises(InvalidStatus):
        wire.talk(match, origin="http://example.org")
    with wire.talk(match, origin=wire.url):
        pass


# Playing


def test_the_frame_comes_before_the_word_that_it_is_done(seat: Talking) -> None:
    seat.say({"do": "lee", "ask": 1, "id": "c1"})
    first, second = seat.hear(), seat.hear()
    assert set(first["frame"]) == FRAME
    assert first["frame"]["n"] == 2
    assert second == {"done": "c1", "n": 2}


def test_all_connections_of_a_seat_see_it(wire: Wire) -> None:
    match, token, talking = begun(wire)
    with talking, wire.join(match, token, lang="it") as other:
        talking.do("lee", "c1")
        other.hear()
        assert other.frame["n"] == 2
        assert other.frame["scene"]["ask"]["text"] != talking.frame["scene"]["ask"]["text"]


def test_a_message_that_comes_twice_is_played_once(wire: Wire) -> None:
    match, token, talking = begun(wire)
    with talking:
        assert talking.do("lee", "c1") == {"done": "c1", "n": 2}
        assert talking.ask({"do": "lee", "ask": 1, "id": "c1"}) == {"done": "c1", "n": 2}
    with wire.join(match, token) as again:
        assert again.ask({"do": "lee", "ask": 1, "id": "c1"}) == {"done": "c1", "n": 2}
        assert again.frame["n"] == 2


def test_an_id_that_meant_something_else_is_refused(seat: Talking) -> None:
    seat.do("lee", "c1")
    assert seat.do("place g4", "c1")["rule"] == "used"
    assert seat.ask({"undo": None, "id": "c1"})["rule"] == "used"
    assert seat.frame["n"] == 2


def test_an_answer_to_a_question_that_has_gone_is_stale(seat: Talking) -> None:
    seat.do("lee", "c1")
    heard = seat.ask({"do": "place g4", "ask": 1, "id": "c2"})
    assert (heard["refused"], heard["rule"]) == ("c2", "stale")
    assert seat.ask({"do": "place g4", "ask": None, "id": "c3"})["rule"] == "stale"
    assert seat.do("place g4", "c4") == {"done": "c4", "n": 3}


def test_what_a_rule_forbids_is_refused_with_the_rule(seat: Talking) -> None:
    seat.do("lee", "c1")
    heard = seat.do("place k9", "c2")
    assert heard["rule"] == "unreadable"
    heard = seat.do("place c1", "c3")
    assert (heard["refused"], heard["rule"][:3]) == ("c3", "ITP")
    assert heard["rule"] in heard["text"]
    assert seat.frame["n"] == 2


@pytest.mark.parametrize(
    "message",
    [
        {"do": "lee", "ask": 1, "id": "c1", "more": 1},
        {"do": "lee", "id": "c1"},
        {"do": "lee", "ask": 1},
        {"do": "lee", "ask": "1", "id": "c1"},
        {"do": "lee", "ask": -1, "id": "c1"},
        {"do": 5, "ask": 1, "id": "c1"},
        {"do": "x" * 200, "ask": 1, "id": "c1"},
        {"do": "lee", "ask": 1, "id": "c" * 100},
        {"do": "lee", "ask": 1, "id": ""},
        {"do": "lee", "undo": None, "id": "c1"},
        {"undo": 1.5, "id": "c1"},
        {"undo": None},
        {"why": None, "id": "c1"},
        {"hint": -1, "id": "c1"},
        {"hint": 1e9, "id": "c1"},
        {"dance": 1, "id": "c1"},
        {},
        [],
        "{",
        "\x00",
        '{"do":' * 300,
    ],
)
def test_what_is_not_in_the_protocol_is_refused_with_text(seat: Talking, message: Any) -> None:
    heard = seat.ask(message)
    assert heard["rule"] == "message"
    assert heard["text"].startswith("This message could not be understood: ")
    assert seat.do("lee", "good")["n"] == 2


def test_the_refusal_names_the_message_where_it_can(seat: Talking) -> None:
    assert seat.ask({"do": "lee", "ask": 1, "id": "c1", "more": 1})["refused"] == "c1"
    assert seat.ask({"do": "lee", "ask": 1, "id": 7})["refused"] is None


def test_a_message_that_is_too_long_is_refused_and_a_flood_ends_the_connection(seat: Talking) -> None:
    assert seat.ask({"do": "l" * MESSAGE_BYTES, "ask": 1, "id": "c1"})["rule"] == "too-long"
    assert seat.ask({"do": "è" * (MESSAGE_BYTES // 2), "ask": 1, "id": "c1"})["rule"] == "too-long"
    seat.say("x" * 20 * MESSAGE_BYTES)
    with pytest.raises(ConnectionClosed):
        seat.hear()


# Undo


def test_undo_goes_back_one_step_or_to_a_frame_and_says_which_stands_again(seat: Talking) -> None:
    for number, notation in enumerate(("lee", "place g4"), 1):
        seat.do(notation, f"c{number}")
    assert seat.frame["undo"] == 1
    assert seat.ask({"undo": None, "id": "u1"}) == {"done": "u1", "n": 4}
    assert (seat.frame["n"], seat.frame["back"], seat.frame["undo"]) == (4, 2, 1)
    assert seat.ask({"undo": 1, "id": "u2"}) == {"done": "u2", "n": 5}
    assert (seat.frame["back"], seat.frame["undo"]) == (1, None)
    assert seat.ask({"undo": 1, "id": "u2"}) == {"done": "u2", "n": 5}


def test_undo_is_refused_once_dice_were_rolled(seat: Talking) -> None:
    assert seat.ask({"undo": None, "id": "u0"})["rule"] == "undo-nothing"
    for number, notation in enumerate(("lee", "place g4", "attack rifleman@9 weapon"), 1):
        assert "done" in seat.do(notation, f"c{number}")
    heard = seat.ask({"undo": 1, "id": "u1"})
    assert (heard["refused"], heard["rule"]) == ("u1", "undo-draw")
    assert heard["text"] == "Dice have been rolled or cards shuffled since then."
    assert seat.ask({"undo": 99, "id": "u2"})["rule"] == "undo-nothing"


def test_a_click_on_an_earlier_choice_changes_ones_mind(seat: Talking) -> None:
    seat.do("lee", "c1")
    ask = seat.frame["ask"]
    assert seat.ask({"instead": "basse", "ask": ask, "id": "i1"}) == {"done": "i1", "n": 4}
    assert seat.frame["scene"]["ask"]["about"] == ["basse"]
    assert seat.ask({"instead": "basse", "ask": ask, "id": "i1"}) == {"done": "i1", "n": 4}
    assert seat.ask({"instead": "lee", "ask": ask, "id": "i2"})["rule"] == "stale"
    assert seat.ask({"instead": "basse", "ask": seat.frame["ask"], "id": "i3"}) == {"done": "i3", "n": 5}
    assert (seat.frame["back"], seat.frame["scene"]["ask"]["about"]) == (1, [])
    assert seat.ask({"instead": "basse", "ask": ask, "id": "i3"}) == {"done": "i3", "n": 5}


def test_a_click_that_changes_nothing_is_told_why_not(seat: Talking) -> None:
    for number, notation in enumerate(("lee", "place g4", "attack rifleman@9 weapon", "basse"), 1):
        seat.do(notation, f"c{number}")
    heard = seat.ask({"instead": "g4", "ask": seat.frame["ask"], "id": "i1"})
    assert (heard["refused"], heard["rule"]) == ("i1", "ITP-2.1a")
    assert seat.ask({"instead": "no such thing", "ask": seat.frame["ask"], "id": "i2"})["rule"] == "nothing"


def test_an_undo_makes_the_question_a_new_one(seat: Talking) -> None:
    seat.do("lee", "c1")
    seat.ask({"undo": None, "id": "u1"})
    assert seat.ask({"do": "lee", "ask": 1, "id": "c2"})["rule"] == "stale"


# Why, and hints


def test_why_tells_the_rule_or_what_would_happen(seat: Talking) -> None:
    assert seat.ask({"why": "lee", "id": "w1"}) == {"done": "w1", "text": "Lee."}
    seat.do("lee", "c1")
    heard = seat.ask({"why": "place c1", "id": "w2"})
    assert (heard["refused"], heard["rule"][:3]) == ("w2", "ITP")
    assert seat.ask({"why": "g4", "id": "w3"})["done"] == "w3"
    assert seat.ask({"why": "nothing at all", "id": "w4"})["rule"] == "nothing"
    assert seat.frame["n"] == 2


def test_a_hint_has_a_reason_and_a_chance_and_the_match_goes_on_meanwhile(seat: Talking) -> None:
    heard = seat.ask({"hint": 0.05, "id": "h1"})
    assert heard["done"] == "h1"
    best = heard["ideas"][0]
    assert set(best) == {"do", "say", "reason", "chance", "plan"}
    assert best["do"] in [choice["do"] for choice in seat.frame["scene"]["choices"]]
    assert best["plan"][0] == {"do": best["do"], "say": best["say"]}
    assert 0 < best["chance"] < 1
    seat.say({"hint": 3, "id": "h2"})
    seat.say({"hint": 3, "id": "h3"})
    assert seat.hear()["rule"] == "busy"
    assert seat.do("lee", "c1") == {"done": "c1", "n": 2}
    heard = seat.hear()
    assert (heard["refused"], heard["rule"]) == ("h2", "stale")


def test_a_hint_in_the_middle_of_a_plan_is_the_rest_of_it(seat: Talking) -> None:
    _, second, *_ = seat.ask({"hint": 0.05, "id": "h1"})["ideas"]
    assert len(second["plan"]) > 1
    seat.do(second["do"], "c1")
    (left,) = seat.ask({"hint": 3, "id": "h2"})["ideas"]
    assert left["plan"] == second["plan"][1:]
    assert left["do"] == second["plan"][1]["do"]


# Several seats: the toy has windows, offers and an open choice


def test_what_others_do_unseen_makes_no_frame(wire: Wire) -> None:
    match, tokens = wire.new("toy")
    with wire.join(match, tokens[0]) as anna, wire.join(match, tokens[1]) as bruno:
        assert (anna.frame["seat"], bruno.frame["seat"]) == ("anna", "bruno")
        anna.do("hold", "c1")
        assert bruno.frame["n"] == 1
        assert anna.do("hold", "c2")["rule"] == "answered"
        bruno.do("hold", "c1")
        assert bruno.frame["n"] == 2
        assert anna.ask({"undo": None, "id": "u1"})["rule"] == "undo-unseen"
        with wire.join(match, tokens[2]) as carla:
            carla.do("hold", "c1")
            anna.hear()
            assert anna.frame["ask"] == carla.frame["ask"] == 2


def test_an_open_choice_has_a_form_and_takes_its_numbers(wire: Wire) -> None:
    match, tokens = wire.new("toy")
    seats = [wire.join(match, token) for token in tokens]
    for number, each in enumerate(seats):
        each.do("hold", f"c{number}")
    anna = seats[0]
    while anna.frame["ask"] == 1:
        anna.hear()
    form = anna.frame["scene"]["form"]
    assert form["notation"] == "bid"
    assert form["fields"] == [
        {
            **{"name": "x", "low": 50, "high": 300, "step": 25, "unit": "d", "control": "number"},
            **{"rule": "", "label": "x"},
        }
    ]
    assert anna.do("bid x=9", "b1")["rule"] == "out-of-range"
    assert "done" in anna.do("bid x=1.25", "b2")
    for each in seats:
        each.socket.close()


@pytest.mark.parametrize(
    ("wanted", "waiting", "seconds"),
    [(None, 0, SECONDS), (10, 0, 10), (10, 1, 5), (10, 3, 2.5), (1, 3, 0.25), (0.1, 3, 0.1), (0, 0, 0)],
)
def test_a_hint_takes_less_time_when_others_wait(wanted: float | None, waiting: int, seconds: float) -> None:
    assert hint_seconds(wanted, waiting) == seconds
