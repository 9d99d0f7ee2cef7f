"""The table's clock: it is set once by the machine's, then counts on steadily.

Whoever sets the machine's clock while the table runs moves no deadline and takes nobody's time.
"""

from __future__ import annotations

import time


def _steady() -> int:
    """Nanoseconds of a clock that nobody can set, the same in all processes, asleep or not."""
    if hasattr(time, "clock_gettime_ns"):
        return time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
    return time.monotonic_ns()  # Windows, where it runs then too


class Clock:
    """Milliseconds since 1970. `start` is what the machine's clock was ahead of the steady one."""

    def __init__(self) -> None:
        self.start = time.time_ns() - _steady()

    def __call__(self) -> int:
        return (self.start + _steady()) // 1_000_000


now = Clock()
