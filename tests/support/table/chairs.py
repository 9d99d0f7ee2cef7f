"""Programs in the seats of a table: listening until something is so, refusals, notes."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from garrison.client import Chair
from garrison.core.errors import Refused

SOON = 60.0


def until(chair: Chair, true: Callable[[], bool]) -> None:
    """Listen until something is so."""
    end = time.monotonic() + SOON
    while not true():
        left = end - time.monotonic()
        assert left > 0, f"{chair.table_now} {chair.talk}"
        try:
            chair._listen(left)
        except TimeoutError:
            continue


def refused(task: Callable[[], object]) -> str:
    """The reason why something is refused."""
    with pytest.raises(Refused) as caught:
        task()
    return caught.value.rule


def notes(chair: Chair) -> list[str]:
    """The notes on what happened at the table, as far as they have come."""
    return [entry["note"]["what"] for entry in chair.talk if entry["note"]]
