"""Where every figure of the data files comes from, for the notes page and for marking reconstructions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from garrison.core import words
from garrison.core.game import AnyGame
from garrison.games.itter.tables import (
    BOARD_FILE,
    CARD_FILE,
    COUNTER_FILE,
    DEFENDER_FILE,
    SCORING_FILE,
    TACTIC_FILE,
)

Figure = tuple[str, str, str, str]
"""What, value, confidence, source."""

CONFIDENCE = ("rulebook", "agreed", "one-source", "inferred", "reconstruction")
_FILES = (BOARD_FILE, DEFENDER_FILE, COUNTER_FILE, CARD_FILE, TACTIC_FILE, SCORING_FILE)
_NOT_FIGURES = {"id", "name", "source", "confidence", "figures", "x", "y", "letter"}


def _rows() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row of every file that names its source."""
    for file in _FILES:
        for table, content in file.items():
            if isinstance(content, list):
                for row in content:
                    yield f"{table} {row.get('id', row.get('name'))}", row
            elif "source" in content:
                yield table, content
            elif table != "sources":
                for name, row in content.items():
                    yield f"{table} {name}", row


def _row_figures(what: str, row: dict[str, Any], say: dict[str, str]) -> Iterator[Figure]:
    apart: dict[str, str] = row.get("figures", {})
    whole = [key for key in row if key not in _NOT_FIGURES and key not in apart]
    if whole:
        values = ", ".join(f"{say.get(key, key)} {_plain(row[key])}" for key in whole)
        yield what, values, row["confidence"], row["source"]
    for key, said in apart.items():
        confidence, _, source = said.partition(": ")
        yield what, f"{say.get(key, key)} {_entry(row, key)}".strip(), confidence, source


def _entry(row: dict[str, Any], key: str) -> str:
    """The value of a key; `a.b` is entry b of a: a key, a face of a die table, or a letter of a list."""
    name, _, inner = key.partition(".")
    value = row.get(name, "")
    if not inner:
        return _plain(value)
    if isinstance(value, dict):
        return _plain(value[inner])
    return _plain(value[int(inner) - 1]) if inner.isdigit() else ""


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}={_plain(each)}" for key, each in value.items())
    if isinstance(value, list):
        return "/".join(_plain(each) for each in value) or "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def figures(game: AnyGame, lang: str) -> list[Figure]:
    """All figures, in the order of the files. Ids stay as they are, words are the reader's."""
    known = words.load(game, lang)
    say: dict[str, str] = known["figures"]
    found = []
    for what, row in _rows():
        table, _, ident = what.partition(" ")
        named = f"{say[table]} {ident}".rstrip()
        for _, value, confidence, source in _row_figures(what, row, say):
            found.append((named, value, confidence, known["figure-sources"].get(source, source)))
    return found


def sources(game: AnyGame, lang: str) -> dict[str, str]:
    """What the short names of the sources stand for."""
    return dict(words.load(game, lang)["sources"])


def reconstructed(row: dict[str, Any]) -> bool:
    """Whether a card's effect is ours, so that a player is told."""
    return bool(row["confidence"] == "reconstruction")
