"""`garrison new-game` writes a small complete game that keeps the laws and plays at once, everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from garrison.cli.commands.new_game import written
from garrison.cli.template.game import TOWER
from garrison.client import Table
from garrison.core import scenario
from garrison.core.laws.inspector import LAWS, play_and_check
from support import paths
from support.fixtures import Register
from support.games import toy
from support.table.server import PATIENCE, serving
from support.terminal.command import Run

TEMPLATE = paths.SOURCE / "cli" / "template"


@pytest.mark.parametrize("size", ["short", "long"])
@pytest.mark.parametrize("law", LAWS)
def test_the_template_keeps_the_law(law: int, size: str, register: Register) -> None:
    register(TOWER)
    for seed in range(3):
        play_and_check(TOWER, {"size": size}, seed, [law])


def test_the_scenario_of_the_template_passes(register: Register) -> None:
    register(TOWER)
    assert scenario.check(TEMPLATE / "scenario.toml") == []


def test_a_new_game_is_called_by_its_own_name_alone() -> None:
    found = written("sea_fort")
    assert len(found) == 15
    for path, text in found.items():
        assert "tower" not in f"{path}{text}".lower()
        assert "TW-" not in text
    assert 'title = "Sea Fort"' in found["src/sea_fort/words.en.toml"]
    assert "class SeaFortState(State):" in found["src/sea_fort/state.py"]
    assert 'sea_fort = "sea_fort.game:SEA_FORT"' in found["pyproject.toml"]
    assert "[SE-1]" in found["src/sea_fort/rules.en.toml"]


@pytest.mark.parametrize(
    "name", ["Sea", "2fast", "a", "sea-fort", "class", "json", "x" * 31, "../up", "città", ""]
)
def test_a_name_that_will_not_do_is_told_and_nothing_is_written(
    garrison: Run, tmp_path: Path, name: str
) -> None:
    done = garrison("new-game", name, "--into", tmp_path / "own")
    assert (done.status, done.out) == (2, "")
    assert "lower-case letters" in done.err
    assert not (tmp_path / "own").exists()


def test_a_name_that_is_taken_is_told(garrison: Run, tmp_path: Path) -> None:
    for name in ("itter", toy.TOY.id):
        assert f"there already is a game '{name}'" in garrison("new-game", name, "--into", tmp_path).err
    assert garrison("new-game", "mine", "--into", tmp_path).status == 0
    assert "already exists" in garrison("new-game", "mine", "--into", tmp_path).err
    assert "esiste già" in garrison("new-game", "mine", "--into", tmp_path, "--lang", "it").err


@pytest.mark.proof
def test_a_new_game_is_installed_tested_and_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its own folder, as its author would: by pip, pytest, the lab, the terminal and a table."""
    site, home = tmp_path / "site", tmp_path / "home"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(paths.SOURCE.parent)])}

    def run(*command: str | Path, typed: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", *map(str, command)],
            env=env,
            cwd=tmp_path,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("garrison", "new-game", "keep_watch")
    pip = ("pip", "--disable-pip-version-check", "install", "-q", "--no-deps", "--no-build-isolation")
    run(*pip, "--target", site, tmp_path / "keep_watch")
    assert "35 passed" in run("pytest", "-q", "-p", "no:cacheprovider", tmp_path / "keep_watch")
    report = json.loads(
        run("garrison", "simulate", "keep_watch", "--games", "3", "--players", "search:4,random", "--json")
    )
    assert report["games"] == 3
    played = run(
        *("garrison", "play", "keep_watch", "--seed", "1", "--home", home, "--players", "me,random"),
        typed="haul\nbuild\n" * 60,
    )
    assert "The game is over. Won by: " in played
    monkeypatch.setenv("PYTHONPATH", env["PYTHONPATH"])
    with serving(tmp_path / "table") as server:
        seats = {"red": "me", "blue": "bot:random"}
        with Table(server.url).gather("keep_watch", seats) as seat:
            while not seat.over:
                if seat.choices:
                    seat.do(seat.choices[-1])
                else:
                    seat.wait(PATIENCE)
            assert "\nend won=" in seat.record()
