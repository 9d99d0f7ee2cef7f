"""A store in a file and in a database, and the thread of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from garrison.table.store.executor import Executor
from garrison.table.store.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "table.sqlite"


@pytest.fixture(params=["file", pytest.param("database", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest, path: Path) -> Path | str:
    """Where matches are kept: whatever is true of a file is true of a database."""
    return path if request.param == "file" else str(request.getfixturevalue("database"))


@pytest.fixture
def store(place: Path | str) -> Iterator[Store]:
    found = Store(place)
    yield found
    found.close()


@pytest.fixture
def executor(path: Path) -> Iterator[Executor]:
    found = Executor(path)
    yield found
    found.close()
