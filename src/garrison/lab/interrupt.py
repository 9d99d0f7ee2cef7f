"""Ctrl-C and `kill` during a long run: taken where nothing can be lost by it.

A KeyboardInterrupt can come between any two operations, also half-way through adding a result to the others.
Under `held` it comes only where `allowed` says so: while games are played or waited for. It comes even if the
program was started with SIGINT ignored, as shells start programs in the background.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupt:
    """A signal handler that remembers the signal and raises KeyboardInterrupt where that is allowed."""

    def __init__(self) -> None:
        self.caught: int | None = None
        self.allowed = False

    def __call__(self, number: int, _: FrameType | None) -> None:
        self.caught = number
        if self.allowed:
            self.allowed = False
            raise KeyboardInterrupt

    @property
    def status(self) -> int:
        """The exit status of a program that this signal ended."""
        return 128 + (self.caught or signal.SIGINT)


@contextmanager
def held() -> Iterator[Interrupt]:
    """Hold Ctrl-C and `kill` back but for what is `allowed`; only the main thread can."""
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return
    before = {each: signal.signal(each, interrupt) for each in SIGNALS}
    try:
        yield interrupt
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextmanager
def allowed() -> Iterator[None]:
    """Let a signal that is held back, or comes meanwhile, raise KeyboardInterrupt."""
    interrupt = signal.getsignal(signal.SIGINT)
    if not isinstance(interrupt, Interrupt):
        yield
        return
    interrupt.allowed = True
    try:
        if interrupt.caught is not None:
            raise KeyboardInterrupt
        yield
    finally:
        interrupt.allowed = False
