"""Garbage collection runs while the server is idle."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys

import pytest

from garrison.table.background import idle_gc
from garrison.table.background.idle_gc import OFTEN, QUIET, RARELY, GarbageCollector

SECONDS = int(OFTEN / QUIET)


def looks(monkeypatch: pytest.MonkeyPatch, *heard: bool) -> list[int]:
    """In which seconds memory is looked through, if something is heard in these."""
    found: list[int] = []
    second = 0

    async def tell() -> None:
        watched = GarbageCollector()

        async def pass_by(_: float) -> None:
            nonlocal second
            if second == len(heard):
                raise asyncio.CancelledError
            if heard[second]:
                watched.note_activity()
            second += 1

        monkeypatch.setattr(idle_gc.asyncio, "sleep", pass_by)
        monkeypatch.setattr(idle_gc.gc, "collect", lambda: found.append(second))
        await watched._run()

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(tell())
    return found


def test_the_first_quiet_second_after_a_while_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, *[True] * SECONDS, *[False] * 5) == [SECONDS + 1]


def test_nobody_who_plays_is_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, *[True] * 3 * SECONDS) == []


def test_not_often_and_not_where_nothing_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = [True, False] * SECONDS
    assert looks(monkeypatch, *pauses, *[False] * 3 * SECONDS) == [SECONDS, 2 * SECONDS]
    assert looks(monkeypatch, *[False] * 3 * SECONDS) == []


@pytest.mark.slow
def test_what_is_there_before_the_first_guest_is_never_looked_through() -> None:
    code = "import gc; from garrison.table.background.idle_gc import collect_rarely\n"
    code += "collect_rarely(); "
    code += "print(gc.get_threshold()[2], gc.get_freeze_count() > 1000, gc.isenabled())"
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert told.stdout.split() == [str(RARELY), "True", "True"]
    assert gc.get_threshold()[2] != RARELY, "only a process that serves does this"
