"""The choice of the screen."""

from __future__ import annotations

import os
import sys

from garrison.cli import invocation
from garrison.cli.screen.plain_screen import LineScreen
from garrison.cli.screen.screen import Screen
from garrison.cli.texts import Words, glued, wrap


def choose(plain: bool, words: Words) -> Screen:
    """A full screen at a terminal large enough for it, else plain lines."""
    if plain or sys.platform == "win32" or not _terminal():
        return LineScreen()
    # Imported late: it takes a moment to load.
    from garrison.cli.screen import full_screen, layout

    at = full_screen.size()
    if at.enough:
        return full_screen.FullScreen(words)
    lines = LineScreen()
    again = glued(invocation.command("resume"))
    lines.say(wrap(layout.too_small(at, words, "screen-small-start", command=again)))
    return lines


def _terminal() -> bool:
    both = sys.stdin.isatty() and sys.stdout.isatty()
    return both and os.environ.get("TERM", "dumb") not in ("", "dumb", "unknown")
