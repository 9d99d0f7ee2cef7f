"""Every scenario file of Castle Itter passes; each names the rules it proves and the rulings it shows."""

import pytest

from garrison.core.scenario import check
from support.games.itter_scenarios import scenarios


@pytest.mark.parametrize("path", scenarios())
def test_the_game_goes_as_the_scenario_says(path):
    assert check(path) == []
