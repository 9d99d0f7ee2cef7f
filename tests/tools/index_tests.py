"""`make test-index`: write the table of test files in docs/testing.md from their docstrings."""

from __future__ import annotations

import ast
import re
import tokenize
from pathlib import Path

from support import paths

DOCUMENT = paths.DOCS / "testing.md"
BEGIN, END = "<!-- test files: begin (make test-index) -->", "<!-- test files: end -->"


def first_line(path: Path) -> str:
    """The first line of a test file's docstring; nothing after it is read."""
    with tokenize.open(path) as file:
        tokens = tokenize.generate_tokens(file.readline)
        first = next(token for token in tokens if token.type not in (tokenize.COMMENT, tokenize.NL))
    found = ast.literal_eval(first.string) if first.type == tokenize.STRING else ""
    return str(found).strip().partition("\n")[0]


def table() -> str:
    """Every test file by folder, with what it proves."""
    rows = ["| tests | what they prove |", "|---|---|"]
    for path in sorted(paths.TESTS.rglob("test_*.py")):
        rows.append(f"| `{path.relative_to(paths.TESTS)}` | {first_line(path)} |")
    return "\n".join(rows)


def written(text: str) -> str:
    """The document with the table as it should be."""
    between = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    return between.sub(lambda _: f"{BEGIN}\n{table()}\n{END}", text)


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8")), "utf-8")
