"""The games still play as in the golden files; `make golden` rewrites them."""

import pytest

from tools import golden


@pytest.mark.parametrize("name", golden.GAMES)
def test_game_goes_as_it_went_before(name):
    written = (golden.FOLDER / f"{name}.txt").read_text("utf-8")
    assert golden.text(name) == written


@pytest.mark.parametrize("name", golden.GAMES)
def test_playthrough_can_be_read(name):
    assert (golden.FOLDER / f"{name}.txt").stat().st_size < 205_000
