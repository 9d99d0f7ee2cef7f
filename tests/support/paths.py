"""Where the files are that tests read."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
RECORDS = TESTS / "records"
SCENARIOS = TESTS / "scenarios"
GOLDEN = TESTS / "golden"
PROJECT = TESTS.parent
DOCS = PROJECT / "docs"
SOURCE = PROJECT / "src" / "garrison"
