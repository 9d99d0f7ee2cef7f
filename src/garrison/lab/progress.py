"""A progress bar on standard error."""

from __future__ import annotations

import shutil
import sys

BAR = 30


def gauge(done: float, total: float) -> str:
    """`[######........................] 20 of 100`."""
    full = int(BAR * done / total) if total else BAR
    return f"[{'#' * full}{'.' * (BAR - full)}] {done:.0f} of {total:.0f}"


class Bar:
    """Drawn in place, from the first moment on; nothing is drawn where standard error is no terminal."""

    def __init__(self, total: float, label: str = "", unit: str = "") -> None:
        self._total = total
        self._label = f"{label} " if label else ""
        self._unit = f" {unit}" if unit else ""
        self._shown = 0
        self._on = sys.stderr.isatty()
        self.show(0)

    def show(self, done: float, note: str = "") -> None:
        """Draw how much is done, and a note behind it."""
        if not self._on:
            return
        line = f"{self._label}{gauge(min(done, self._total), self._total)}{self._unit}"
        line += f", {note}" if note else ""
        line = line[: max(1, shutil.get_terminal_size().columns - 1)]  # a longer one could not be overwritten
        print(f"\r{line:<{self._shown}}", end="", file=sys.stderr, flush=True)
        self._shown = len(line)

    def leave(self) -> None:
        """End the line, for something else to be printed or because this is all."""
        if self._shown:
            print(file=sys.stderr, flush=True)
        self._shown = 0
