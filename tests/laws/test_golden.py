"""The games still play as in the golden files; `make golden` rewrites them."""

import pytest

from garrison.core import registry
from tools import golden


@pytest.mark.parametrize("name", golden.GAMES)
def test_game_goes_as_it_went_before(name):
    written = (golden.FOLDER / f"{name}.txt").read_text("utf-8")
    assert golden.text(name) == written


@pytest.mark.parametrize("name", golden.GAMES)
def test_playthrough_is_of_a_trial(name):
    ident, _, given = golden.GAMES[name]
    game = registry.find(ident)
    assert registry.settle(game, given) in registry.trials(game)


@pytest.mark.parametrize("name", golden.GAMES)
def test_playthrough_can_be_read(name):
    assert (golden.FOLDER / f"{name}.txt").stat().st_size < 205_000
