"""Plug-ins: loaded by name when asked for; a broken one is named in a sentence, and the others go on."""

from __future__ import annotations

import pickle
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import garrison
from garrison.core import registry
from garrison.core.plugins import BrokenPlugin, Plugins
from support.games.toy import TOY
from support.installed import package, with_games

FAULTS = {
    "broken_moat": "import a_bridge_that_is_not_there\n",
    "broken_tower": "TOWER = 'a tower'\n",
    "broken_exit": "import sys\nsys.exit(3)\n",
}
GAMES = {
    "alarm": "broken_exit:GAME",
    "ditch": "support.games.toy:TOY",
    "moat": "broken_moat:GAME",
    "tower": "broken_tower:TOWER",
    "zinnen": "broken_tower:ZINNEN",
}
SENTENCES = {
    "alarm": "the game 'alarm' of bad-castles 1 cannot be loaded (SystemExit: 3); "
    "update that package or uninstall it",
    "ditch": "the game 'ditch' of bad-castles 1 cannot be used: its id is 'toy', "
    "and its entry point must have the same name",
    "moat": "the game 'moat' of bad-castles 1 cannot be loaded (ModuleNotFoundError: "
    "No module named 'a_bridge_that_is_not_there'); update that package or uninstall it",
    "tower": "the game 'tower' of bad-castles 1 cannot be used: broken_tower:TOWER is a str, "
    "and must be a Game",
    "zinnen": "the game 'zinnen' of bad-castles 1 cannot be loaded (AttributeError: "
    "module 'broken_tower' has no attribute 'ZINNEN'); update that package or uninstall it",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in the path, whose packages the registry finds."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "GAMES", with_games())
    return tmp_path


def forget(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    for name in [each for each in sys.modules if each.startswith(modules)]:
        monkeypatch.delitem(sys.modules, name)


def test_a_game_is_loaded_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(folder, "bad-castles", {"garrison.games": GAMES}, **FAULTS)
    forget(monkeypatch, "garrison.games.siege", "broken_")
    assert garrison.new("itter", seed=1).game.id == "itter"
    assert not [name for name in sys.modules if name.startswith(("garrison.games.siege", "broken_"))]


def test_names_are_known_without_loading_anything(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(folder, "bad-castles", {"garrison.games": GAMES}, **FAULTS)
    forget(monkeypatch, "garrison.games.siege.game", "broken_")
    assert registry.names() == ("alarm", "colditz", "ditch", "itter", "moat", "siege", "tower", "zinnen")
    with pytest.raises(registry.Unknown, match="no game 'chess'; installed: alarm, colditz, ditch, itter"):
        registry.find("chess")
    assert not {"garrison.games.siege.game", *FAULTS} & sys.modules.keys()


def test_broken_games_are_left_out_and_named(folder: Path) -> None:
    package(folder, "bad-castles", {"garrison.games": GAMES}, **FAULTS)
    assert list(garrison.games()) == ["colditz", "itter", "siege"]
    assert [str(each) for each in registry.broken()] == list(SENTENCES.values())
    for name, sentence in SENTENCES.items():
        for _ in range(2):
            with pytest.raises(registry.Unknown) as caught:
                registry.find(name)
            assert str(caught.value) == sentence


def test_two_packages_cannot_have_games_of_one_name(folder: Path) -> None:
    package(folder, "one", {"garrison.games": {"moat": "one:GAME"}})
    package(folder, "other", {"garrison.games": {"moat": "other:GAME"}})
    assert "moat" not in garrison.games()
    (found,) = registry.broken()
    assert str(found) == (
        "the game 'moat' cannot be used: several packages have one of that name (one 1, other 1); "
        "uninstall all but one"
    )


def test_nobody_takes_the_name_of_a_game_of_ours(folder: Path) -> None:
    package(folder, "a-castle", {"garrison.games": {"itter": "a_castle:GAME"}}, a_castle="GAME = 1")
    assert garrison.games()["itter"].title("en") == "Castle Itter"
    (found,) = registry.broken()
    assert str(found) == (
        "the game 'itter' of a-castle 1 is not used: Garrison has its own of that name, so it needs another"
    )


def test_a_package_that_is_found_twice_is_no_problem(folder: Path) -> None:
    for name in ("one", "one-again"):
        package(folder, name, {"garrison.games": {"toy": "support.games.toy:TOY"}})
    assert registry.find("toy") is TOY
    assert registry.broken() == []


def test_what_is_installed_later_is_found_after_a_refresh(folder: Path) -> None:
    assert "toy" not in registry.names()
    package(folder, "late", {"garrison.games": {"toy": "support.games.toy:TOY"}})
    registry.GAMES.refresh()
    assert registry.find("toy") is TOY


def test_a_broken_plugin_is_told_in_both_languages() -> None:
    tables = [
        tomllib.loads(files("garrison.core").joinpath(f"words.{lang}.toml").read_text("utf-8"))
        for lang in ("en", "it")
    ]
    assert tables[0]["plugins"].keys() == tables[1]["plugins"].keys()
    error = BrokenPlugin(
        "type", kind="game", name="moat", package="p 1", value="p:G", found="str", wanted="Game"
    )
    assert error.said("it").startswith("il gioco 'moat' di p 1 non si può usare: p:G è di tipo str")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.said("it")) == (BrokenPlugin, str(error), error.said("it"))


def test_nothing_installed_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", Plugins("game", object, list))
    assert (registry.names(), registry.games(), registry.broken()) == ((), {}, [])
    with pytest.raises(registry.Unknown, match="installed: none"):
        registry.find("itter")
