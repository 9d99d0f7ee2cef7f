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
_NO_SENTENCE = {"relief", "reinforcements"}
_BESIDE_EFFECT = {"decks"}
_OTHER_EDITION = "playtest"
_NOT_FIGURES = {"id", "name", "source", "confidence", "figures", "x", "y", "letter", "text", "doubtful"}
_NOT_FIGURES |= {_OTHER_EDITION}


_Row = tuple[str, str, str, dict[str, Any]]
"""Table, id in it, edition if not the published one, figures."""


def _rows() -> Iterator[_Row]:
    """Every row of every file that names its source, each edition's figures in a row of their own."""
    for table, ident, row in _whole_rows():
        yield table, ident, "", row
        if _OTHER_EDITION in row:
            yield table, ident, _OTHER_EDITION, row[_OTHER_EDITION]


def _whole_rows() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for file in _FILES:
        for table, content in file.items():
            if isinstance(content, list):
                for row in content:
                    yield table, str(row.get("id", row.get("name"))), row
            elif "source" in content:
                yield table, "", content
            elif table != "sources":
                for name, row in content.items():
                    yield table, name, row


class _Teller:
    """Tells figures in the reader's words; ids of squares, cards and Defenders stay as they are played."""

    def __init__(self, game: AnyGame, lang: str) -> None:
        known = words.load(game, lang)
        self.game, self.lang = game, lang
        self.say: dict[str, str] = known["figures"]
        self.sources: dict[str, str] = known["figure-sources"]
        kinds = ("location", "colour", "kind", "result", "option", "nation", "flag")
        self.values: dict[str, str] = {
            ident: said for kind in kinds for ident, said in known["names"][kind].items()
        }

    def row(self, table: str, ident: str, edition: str, row: dict[str, Any]) -> Iterator[Figure]:
        named = " ".join(filter(None, [self.say[table], ident, edition and self.say[edition]]))
        apart: dict[str, str] = row.get("figures", {})
        whole = [key for key in row if key not in _NOT_FIGURES and key not in apart]
        if whole:
            yield named, self._together(row, whole, edition), row["confidence"], self._source(row["source"])
        for key, said in apart.items():
            confidence, _, source = said.partition(": ")
            yield named, self._together(row, [key], edition), confidence, self._source(source)

    def _together(self, row: dict[str, Any], keys: list[str], edition: str) -> str:
        """A card's effect is one sentence; all else goes key by key."""
        told = []
        if "effect" in keys and row["effect"] not in _NO_SENTENCE:
            sentence: str = row.get("text") or row["name"]
            told.append(words.name(self.game, "effect", sentence, self.lang).rstrip("."))
            keys = [key for key in keys if key in _BESIDE_EFFECT]
        told += [f"{self._label(key, edition)} {self._entry(row, key)}".strip() for key in keys]
        return ", ".join(told)

    def _label(self, key: str, edition: str) -> str:
        return self.say.get(f"{key}-{edition}", self.say.get(key, key))

    def _source(self, text: str) -> str:
        return self.sources.get(text, text)

    def _entry(self, row: dict[str, Any], key: str) -> str:
        """The value of a key; `a.b` is entry b of a: a key, a face of a die table, or a letter of a list."""
        name, _, inner = key.partition(".")
        value = row.get(name, "")
        if not inner:
            return self._plain(value)
        if isinstance(value, dict):
            return self._plain(value[inner])
        return self._plain(value[int(inner) - 1]) if inner.isdigit() else ""

    def _plain(self, value: Any) -> str:
        if isinstance(value, dict):
            return " ".join(f"{self.say.get(key, key)} {self._plain(each)}" for key, each in value.items())
        if isinstance(value, list):
            return "/".join(self._plain(each) for each in value) or "-"
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return self.values.get(text, text)


def figures(game: AnyGame, lang: str) -> list[Figure]:
    """All figures, in the order of the files."""
    teller = _Teller(game, lang)
    return [figure for row in _rows() for figure in teller.row(*row)]


def sources(game: AnyGame, lang: str) -> dict[str, str]:
    """What the short names of the sources stand for."""
    return dict(words.load(game, lang)["sources"])
