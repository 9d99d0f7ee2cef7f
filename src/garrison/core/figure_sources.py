"""Where the figures of a game's data files come from.

A row of a data file names its `source` and how certain it is, its `confidence`. Figures of the row that
have a different source are in its table `figures`: key = "confidence: source".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from garrison.core.show.words import Words

Row: TypeAlias = Mapping[str, Any]

CONFIDENCE: Final = ("rulebook", "agreed", "one-source", "inferred", "reconstruction")
NOT_FIGURES: Final = frozenset({"id", "name", "source", "confidence", "figures"})


def rows(files: Iterable[Row]) -> Iterator[tuple[str, str, Row]]:
    """Every row that names its source: table, id in it, row. Rows without an id are numbered."""
    for file in files:
        for table, content in file.items():
            if isinstance(content, list):
                for number, row in enumerate(content, 1):
                    yield table, str(row.get("id", row.get("name", number))), row
            elif "source" in content:
                yield table, "", content
            elif table != "sources":
                for name, row in content.items():
                    yield table, name, row


def parts(row: Row, skip: Collection[str]) -> Iterator[tuple[list[str], str, str]]:
    """Keys of a row that share a confidence and a source: most of them, then each that has its own."""
    apart: Mapping[str, str] = row.get("figures", {})
    together = [key for key in row if key not in skip and key not in apart]
    if together:
        yield together, row["confidence"], row["source"]
    for key, said in apart.items():
        confidence, _, source = said.partition(": ")
        yield [key], confidence, source


def source(words: Words, text: str, lang: str) -> str:
    """A source as the reader's language has it; one of short names and numbers only is the same in all."""
    told: Mapping[str, str] = words.load(lang)["figure-sources"]
    return told.get(text, text)


def sources(words: Words, lang: str) -> dict[str, str]:
    """The meanings of the short names of sources."""
    return dict(words.load(lang)["sources"])
