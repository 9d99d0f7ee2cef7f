"""The start of a table: what its log says before anybody comes."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from garrison.core import registry
from garrison.table.http import game_info
from garrison.table.process import startup
from garrison.table.refusals import TableRefusal
from support.installed import package, with_games


@pytest.fixture(autouse=True)
def castles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = package(tmp_path / "castles", "bad-castles", {"garrison.games": {"moat": "no_such_castle:GAME"}})
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(registry, "GAMES", with_games())


def test_a_broken_game_is_logged_once_and_the_table_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    served: list[startup.Setting] = []
    monkeypatch.setattr(startup, "_alone", lambda _file, setting, *_: served.append(setting))
    with caplog.at_level(logging.WARNING, "garrison.table"):
        startup.run(tmp_path, ready=lambda _: None)
    assert len(served) == 1
    assert caplog.messages == [
        "the game 'moat' of bad-castles 1 cannot be loaded (ModuleNotFoundError: No module named "
        "'no_such_castle'); update that package or uninstall it"
    ]


def test_a_broken_game_is_none_of_the_table_s() -> None:
    assert [each["id"] for each in game_info.games.__wrapped__("en")] == ["itter", "siege"]
    with pytest.raises(TableRefusal, match="no game 'moat'"):
        game_info.game("moat")
