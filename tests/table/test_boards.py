"""A board is drawn once for what it depends on, and found by its name without drawing any other."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest

from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.show.scene import Board
from garrison.core.state import Options
from garrison.table.http import boards, game_info
from garrison.table.messages import encode
from support.fixtures import Register
from support.games.toy import TOY, vary
from support.games.toy_warren import WARREN

Drawn = Callable[[AnyGame], tuple[AnyGame, list[tuple[Options, str]]]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Registers a game alone, and notes with which options and language its boards are drawn."""

    def watch(game: AnyGame) -> tuple[AnyGame, list[tuple[Options, str]]]:
        seen: list[tuple[Options, str]] = []

        def board(options: Options, lang: str) -> Board:
            seen.append((options, lang))
            return game.show.board(options, lang)

        found = vary(game, board=board)
        monkeypatch.setattr(registry, "games", lambda: {found.id: found})
        return found, seen

    return watch


def test_two_editions_in_two_languages_are_four_boards(drawn: Drawn) -> None:
    game, seen = drawn(WARREN)
    names = {
        boards.name(game, options, lang)
        for options in registry.combinations(game)
        for lang in game.tell.langs
    }
    four = [({"edition": edition}, lang) for edition in ("old", "new") for lang in ("en", "it")]
    assert seen == four
    assert len(names) == 4
    assert all(boards.find(name) is not None for name in names)
    assert seen == four


def test_a_board_that_nobody_has_asked_for_is_found_without_drawing_others(drawn: Drawn) -> None:
    name = boards.name(WARREN, registry.settle(WARREN, {"edition": "new", "players": "3"}), "it")
    _, seen = drawn(WARREN)
    content = boards.find(name)
    assert content is not None
    assert "Armeria 1" in content.decode()
    assert seen == [({"edition": "new"}, "it")]


def test_other_names_draw_nothing_and_an_outdated_one_finds_nothing(drawn: Drawn) -> None:
    game, seen = drawn(WARREN)
    for name in ("", "0" * 32, "../board", "é"):
        assert boards.find(name) is None
    assert seen == []
    name = boards.name(game, registry.settle(game, {}), "en")
    assert boards.find(name[:-1]) is None
    assert boards.find(name[:16] + "0" * 16) is None
    assert len(seen) == 1


def test_a_game_that_says_nothing_has_a_board_for_each_set(drawn: Drawn) -> None:
    game, seen = drawn(TOY)
    names = {boards.name(game, options, "en") for options in registry.combinations(game)}
    assert len(names) == len(seen) == 2


def test_the_list_of_games_stays_small_beside_a_game_of_200_option_sets(register: Register) -> None:
    register(WARREN)
    game_info.games.cache_clear()
    try:
        content = encode(game_info.games("en"))
    finally:
        game_info.games.cache_clear()
    assert b'"warren"' in content
    assert len(gzip.compress(content, 9)) < 10_000
