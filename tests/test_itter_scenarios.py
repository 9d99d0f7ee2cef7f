"""Every scenario file passes. Each names the rules it proves, three at most, and the rulings it shows."""

import tomllib
from pathlib import Path

import pytest

from garrison.core.scenario import check

FOLDER = Path(__file__).parent / "scenarios" / "itter"


def scenarios():
    for path in sorted(FOLDER.rglob("*.toml")):
        found = tomllib.loads(path.read_text("utf-8"))
        marks = [
            pytest.mark.rule("itter", *found.get("rules", [])),
            pytest.mark.ruling("itter", *found.get("rulings", [])),
        ]
        yield pytest.param(path, id=path.stem, marks=marks)


@pytest.mark.parametrize("path", list(scenarios()))
def test_the_game_goes_as_the_scenario_says(path):
    assert check(path) == []
