"""Several actions in one message, and offers that are only supposed, on a real server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from garrison.client import Table
from garrison.core import limits
from garrison.core.errors import Refused
from support.table.colditz_tables import TRADING, colditz_match
from support.table.server import Talking, Wire, forked

STAYING = ["stay 1", "stay 3", "march"]


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with forked(tmp_path_factory.mktemp("table") / "home") as server:
        yield Wire(server.url)


class Three:
    """A market with a connection for each of its three seats."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        made = wire.ask("POST", "/api/matches", {"game": "market", "options": {}}).json
        self.id, self.watch = made["id"], made["watch"]
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.anna, self.bruno, self.carla = (wire.join(self.id, token) for token in self.tokens)

    def close(self) -> None:
        for talking in (self.anna, self.bruno, self.carla):
            talking.socket.close()


@pytest.fixture
def three(wire: Wire) -> Iterator[Three]:
    found = Three(wire)
    yield found
    found.close()


def do(talking: Talking, actions: Any, ident: str, ask: int | None = None) -> dict[str, Any]:
    return talking.ask({"do": actions, "ask": talking.frame["ask"] if ask is None else ask, "id": ident})


def goods(talking: Talking) -> list[str]:
    """Notations by which what a seat holds is put into its basket."""
    mine = [piece["id"] for piece in talking.frame["scene"]["pieces"] if piece["id"].startswith("good-")]
    return [f"put {each.removeprefix('good-')}" for each in mine]


def messages(talking: Talking) -> list[dict[str, Any]]:
    """All that waits to be heard."""
    talking.say({"why": "moon", "id": "all"})
    heard = []
    while (found := talking.hear()).get("refused", found.get("done")) != "all":
        heard.append(found)
    return heard


# Several together


def test_ticks_come_in_one_message_and_one_frame(three: Three) -> None:
    anna = three.anna
    do(anna, "close", "c1")
    ticks = [choice["do"] for choice in anna.frame["scene"]["choices"] if choice["tick"]]
    assert ticks == ["stay 1", "stay 2", "stay 3", "stay 4"]
    (march,) = [choice for choice in anna.frame["scene"]["choices"] if choice["tally"]]
    assert (march["do"], march["tally"][2]) == ("march", "March, 2 of 4 stay")
    before, ask = anna.frame["n"], anna.frame["ask"]
    anna.say({"do": STAYING, "ask": ask, "id": "c2"})
    frame = anna.hear()["frame"]
    assert frame["n"] == before + 3
    assert [each["n"] for each in frame["past"]] == [before + 1, before + 2]
    assert anna.hear() == {"done": "c2", "n": before + 3}
    assert frame["scene"]["choices"][0]["do"] == "gate"


def test_after_a_lost_answer_the_list_is_sent_again_and_played_once(three: Three, wire: Wire) -> None:
    anna = three.anna
    do(anna, "close", "c1")
    ask = anna.frame["ask"]
    anna.say({"do": STAYING, "ask": ask, "id": "c2"})
    anna.socket.close()
    with wire.join(three.id, three.tokens[0]) as again:
        said = do(again, STAYING, "c2", ask)
        assert said["done"] == "c2"
        n = again.frame["n"]
        assert said["n"] == n
        do(again, "gate", "c3")
        messages(three.bruno)
        assert "done" in do(three.bruno, "close", "b1")
        assert do(again, STAYING, "c2", ask) == said
        assert do(again, ["stay 1", "march"], "c2", ask)["rule"] == "used"
        assert do(again, "march", "c2", ask)["rule"] == "used"
        assert again.frame["n"] == n + 2


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (["stay 1", "stay 1", "march"], "NM-3"),
        (["stay 1", "gate"], "other-question"),
        (["march", "gate"], "other-question"),
        (["stay 1", "moon"], "unreadable"),
        (["stay 1", 7], "message"),
        ([], "message"),
        (["stay 1"] * (limits.TOGETHER + 1), "message"),
        (["stay 1" + " " * 120, "march"], "message"),
        ({"stay": 1}, "message"),
    ],
)
def test_a_list_that_is_refused_tells_nobody_anything(three: Three, actions: Any, rule: str) -> None:
    do(three.anna, "close", "c1")
    for talking in (three.anna, three.bruno, three.carla):
        messages(talking)
    frame = three.anna.frame
    said = do(three.anna, actions, "c2")
    assert (said["refused"], said["rule"]) == ("c2", rule)
    assert said["text"]
    assert not any(messages(talking) for talking in (three.anna, three.bruno, three.carla))
    with three.wire.join(three.id, three.tokens[0]) as again:
        assert again.frame["n"] == frame["n"]
        assert again.frame["scene"] == frame["scene"]


def test_a_list_is_for_the_seat_that_is_asked_and_for_the_question_of_its_number(three: Three) -> None:
    do(three.anna, "close", "c1")
    messages(three.bruno)
    assert do(three.bruno, STAYING, "b1")["rule"] == "not-asked"
    assert do(three.anna, STAYING, "c2", three.anna.frame["ask"] - 1)["rule"] == "stale"
    with three.wire.join(three.id, three.watch) as spectator:
        assert do(spectator, STAYING, "s1")["rule"] == "watching"


def test_one_tick_is_taken_back_and_the_others_are_kept_in_one_message(three: Three) -> None:
    anna = three.anna
    do(anna, "close", "c1")
    do(anna, "stay 1", "c2")
    do(anna, "stay 2", "c3")
    do(anna, "stay 4", "c4")
    ask, n = anna.frame["ask"], anna.frame["n"]
    message = {"instead": "porter-anna-2", "ask": ask, "id": "c5"}
    anna.say(message)
    frame = anna.hear()["frame"]
    assert [(each["n"], each["back"]) for each in frame["past"]] == [(n + 1, n - 2)]
    assert anna.hear() == {"done": "c5", "n": n + 2}
    left = [choice["do"] for choice in frame["scene"]["choices"] if choice["tick"]]
    assert left == ["stay 2", "stay 3"]
    assert anna.ask(message) == {"done": "c5", "n": n + 2}
    assert anna.ask({**message, "id": "c6"})["rule"] == "stale"
    assert anna.frame["n"] == n + 2


def test_a_click_on_another_pawn_puts_the_first_one_back_where_others_may_have_acted(wire: Wire) -> None:
    address = colditz_match(wire, ("british-1",), TRADING, seats="3")["british"]
    ident, _, token = address.removeprefix("/match/").partition("#")
    with wire.join(ident, token) as british:
        ask, n = british.frame["ask"], british.frame["n"]
        assert british.frame["undo"] is None
        other = {"instead": "british-2", "ask": ask, "id": "i1"}
        assert british.ask(other) == {"done": "i1", "n": n + 2}
        assert british.frame["scene"]["ask"]["about"] == ["british-2"]
        assert british.ask(other) == {"done": "i1", "n": n + 2}
        assert british.ask({**other, "id": "i2"})["rule"] == "stale"
        same = {"instead": "british-2", "ask": british.frame["ask"], "id": "i3"}
        assert british.ask(same) == {"done": "i3", "n": n + 3}
        assert british.frame["scene"]["ask"]["about"] == []
        assert british.ask(same) == {"done": "i3", "n": n + 3}
        assert british.ask({"do": "british-1", "ask": british.frame["ask"], "id": "i3"})["rule"] == "used"


# Only supposed


def test_what_is_supposed_is_played_nowhere_and_told_to_nobody(three: Three) -> None:
    anna = three.anna
    first, second, *_ = goods(anna)
    frame = anna.frame
    said = anna.ask({"suppose": ["basket left", first, "send"], "id": "s2"})
    assert (said["done"], said["supposed"]) == ("s2", ["basket left", first])
    offers = {offer["do"]: offer for offer in said["offers"]}
    assert {second, "drop", "send"} <= set(offers)
    assert first not in offers
    assert (offers["send"]["drafts"], offers[second]["drafts"]) == (False, True)
    assert offers["drop"]["weight"] == "quiet"
    assert [kind["name"] for kind in said["offer_kinds"]][-1] == "Send the basket"
    assert not any(messages(talking) for talking in (anna, three.bruno, three.carla))
    with three.wire.join(three.id, three.tokens[0]) as again:
        assert (again.frame["n"], again.frame["scene"]) == (frame["n"], frame["scene"])
    done = do(anna, ["basket left", first, "send"], "c1")
    assert done == {"done": "c1", "n": frame["n"] + 3}
    three.bruno.hear()
    assert [reply["do"] for reply in three.bruno.frame["scene"]["replies"]] == ["take", "leave"]


def test_with_nothing_supposed_it_tells_what_can_be_offered(three: Three) -> None:
    said = three.anna.ask({"suppose": [], "id": "s1"})
    assert said["offers"] == three.anna.frame["scene"]["offers"]
    assert said["offer_kinds"] == three.anna.frame["scene"]["offer_kinds"]
    assert said["supposed"] == []
    said = three.bruno.ask({"suppose": ["basket left"], "id": "s1"})
    assert (said["supposed"], said["offers"]) == ([], [])


@pytest.mark.parametrize(
    "supposed", ["basket left", None, 7, ["basket left", 7], ["put 1"] * (limits.TOGETHER + 1), ["x" * 121]]
)
def test_what_cannot_be_supposed_is_refused(three: Three, supposed: Any) -> None:
    said = three.anna.ask({"suppose": supposed, "id": "s1"})
    assert (said["refused"], said["rule"]) == ("s1", "message")
    assert three.anna.ask({"suppose": ["moon"], "id": "s2"})["rule"] == "unreadable"
    assert three.anna.ask({"suppose": [], "ask": 1, "id": "s3"})["rule"] == "message"
    assert three.anna.ask({"suppose": [], "do": "close", "id": "s4"})["rule"] == "message"


def test_only_a_seat_supposes_and_no_spectator(three: Three) -> None:
    with three.wire.join(three.id, three.watch) as spectator:
        assert spectator.ask({"suppose": [], "id": "s1"})["rule"] == "watching"


def test_in_a_game_without_offers_there_is_nothing_to_suppose(wire: Wire) -> None:
    match, tokens = wire.new()
    with wire.join(match, tokens[0]) as talking:
        said = talking.ask({"suppose": ["lee"], "id": "s1"})
        assert said == {"done": "s1", "supposed": [], "offers": [], "offer_kinds": []}


def test_once_the_game_is_over_nothing_can_be_offered(three: Three) -> None:
    three.anna.ask({"end": "resign", "id": "c1"})
    said = three.anna.ask({"suppose": ["basket left"], "id": "s1"})
    assert (said["supposed"], said["offers"]) == ([], [])
    assert do(three.anna, STAYING, "c2", 1)["rule"] == "game-over"


def test_a_supposing_client_is_slowed_down_like_any_other(three: Three) -> None:
    """Each counts as one message: after a burst it is told to wait."""
    anna = three.anna
    for number in range(limits.MESSAGES_AT_ONCE + 50):
        anna.say({"suppose": ["basket left"], "id": f"s{number}"})
    said = [anna.hear() for _ in range(limits.MESSAGES_AT_ONCE + 50)]
    assert "slow-down" in {each.get("rule") for each in said}
    assert sum("done" in each for each in said) >= limits.MESSAGES_AT_ONCE


# For whoever comes back


def test_a_frame_has_a_summary_for_who_returns_and_for_who_decides(three: Three) -> None:
    anna, bruno = three.anna, three.bruno
    assert anna.frame["summary"] is None
    for number, actions in enumerate(("close", STAYING, "post 1", "gate")):
        do(anna, actions, f"a{number}")
    for talking in (bruno, three.carla):
        messages(talking)
    assert [line["who"] for line in bruno.frame["summary"]["lines"]] == ["Anna"]
    assert bruno.frame["summary"]["since"] == 0
    assert three.carla.frame["summary"] is None
    assert anna.frame["summary"] is None
    with three.wire.join(three.id, three.tokens[2], lang="it") as again:
        assert again.frame["summary"]["lines"][0]["text"].endswith(("soldi", "soldo"))
    path = f"/api/matches/{three.id}/frames/2"
    assert three.wire.ask("GET", path, token=three.tokens[2]).json["summary"] is None


def test_the_client_plays_and_supposes(wire: Wire) -> None:
    with Table(wire.url).new("market") as chair:
        chair.do("close")
        frame = chair.do(*STAYING)
        assert [choice["do"] for choice in frame["scene"]["choices"]][:1] == ["gate"]
        with pytest.raises(Refused) as caught:
            chair.do("post 1", "gate")
        assert caught.value.rule == "other-question"
    with Table(wire.url).new("market") as chair:
        said = chair.suppose("basket right")
        assert said["supposed"] == ["basket right"]
        assert [offer["do"] for offer in said["offers"]][-1] == "drop"
        assert chair.offers == ["basket left", "basket right"]
