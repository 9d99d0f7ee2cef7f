"""The limits that docs/hosting.md names are those of core/limits.py."""

from __future__ import annotations

import re
from pathlib import Path

from garrison.core import limits

PAGE = Path(__file__).parent.parent / "docs" / "hosting.md"
UNITS = {"kB": 1_000, "MB": 1_000_000}


def figures(cell: str) -> list[int]:
    """Every number of a cell, in order; one with a unit in bytes."""
    found = re.findall(r"([0-9][0-9,]*)(?: (kB|MB)\b)?", cell)
    return [int(number.replace(",", "")) * UNITS.get(unit, 1) for number, unit in found]


def test_the_page_for_hosts_gives_the_limits_as_they_are() -> None:
    section = PAGE.read_text("utf-8").partition("\n## Limits\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if "`" in line and line[:1] == "|"]
    assert len(rows) > 9
    for _, value, names in rows:
        assert figures(value) == [getattr(limits, name) for name in re.findall("`(.+?)`", names)], names
