"""Plug-ins at a table: a game in English only, somebody else's bot, and a broken game in the log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.table.plugin_server import plugin_server
from support.table.server import Wire

REMARK = "Night Watch non ha testi in italiano, perciò sono in inglese."


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with plugin_server(tmp_path_factory.mktemp("table") / "home") as server:
        yield Wire(server.url)


def test_a_match_without_italian_is_sent_in_english_with_a_remark(wire: Wire) -> None:
    match, tokens = wire.new("english")
    path = f"/api/matches/{match}"
    for lang, remark in {"it": REMARK, "en": ""}.items():
        told = wire.ask("GET", f"{path}?lang={lang}", token=tokens[0]).json
        assert (told["title"], told["lang"], told["remark"]) == ("Night Watch", "en", remark)
        assert wire.ask("GET", f"/api/boards/{told['board']}").status == 200
    with wire.join(match, tokens[0], "it") as italian, wire.join(match, tokens[0], "en") as english:
        assert italian.frame == english.frame
        assert italian.frame["scene"]["ask"]["text"] == "Which lantern do you show?"
        refused = italian.do("commit 15", "1")
        assert "Look at your hand." in refused["text"]
        assert "hold" in {each["do"] for each in italian.frame["scene"]["choices"]}


@pytest.mark.parametrize("page", ["rules", "notes"])
def test_its_books_are_in_english_with_a_remark(wire: Wire, page: str) -> None:
    for lang, remark in {"it": REMARK, "en": ""}.items():
        told = wire.ask("GET", f"/api/games/english/{page}?lang={lang}").json
        assert (told["lang"], told["remark"]) == ("en", remark)


def test_games_that_work_are_listed_with_everybody_s_bots(wire: Wire) -> None:
    listed = {each["id"]: each["bots"] for each in wire.ask("GET", "/api/games?lang=it").json}
    assert set(listed) == {"aim", "english", "itter", "siege", "toy", "warren"}
    assert listed["itter"] == ["sound", "search", "random", "first"]
    assert wire.ask("POST", "/api/matches", {"game": "moat"}).json["refused"] == "no-game"


def test_somebody_else_s_bot_plays_a_seat(wire: Wire) -> None:
    seats = {"anna": "me", "bruno": "bot:first", "carla": "bot:first"}
    made = wire.ask("POST", "/api/matches", {"game": "toy", "seats": seats, "pace": 0}).json
    with wire.join(made["id"], made["seats"][0]["token"]) as anna:
        while anna.frame.get("ask") is None:
            anna.hear()
        anna.do("hold", "1")
        while not any("The watch" in str(each) or "leads" in str(each) for each in anna.frame["steps"]):
            anna.hear()
        assert "shows no lantern" in str(anna.frame["steps"])
