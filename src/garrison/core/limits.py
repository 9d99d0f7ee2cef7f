"""Every limit on input, in one place."""

from __future__ import annotations

RECORD_BYTES = 5_000_000
SCENARIO_BYTES = 1_000_000
LINE_CHARACTERS = 4_000
NOTATION_CHARACTERS = 120
SALT_CHARACTERS = 200
OPEN_NUMBER = 10_000_000
"""Largest size of a number in an open choice, in hundredths."""
