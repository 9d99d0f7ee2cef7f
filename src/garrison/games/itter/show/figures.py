"""The source of every figure in the data files, for the notes page and for marking reconstructions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from garrison.core import figure_sources
from garrison.core.figure_sources import NOT_FIGURES, Row, parts, rows, source
from garrison.core.game import Figure
from garrison.games.itter.tables import (
    BOARD_FILE,
    CARD_FILE,
    COUNTER_FILE,
    DEFENDER_FILE,
    SCORING_FILE,
    TACTIC_FILE,
)
from garrison.games.itter.words import WORDS

_FILES = (BOARD_FILE, DEFENDER_FILE, COUNTER_FILE, CARD_FILE, TACTIC_FILE, SCORING_FILE)
_NO_SENTENCE = {"relief", "reinforcements"}
_BESIDE_EFFECT = {"decks"}
_OTHER_EDITION = "playtest"
_NO_FIGURES = NOT_FIGURES | {"x", "y", "letter", "text", "doubtful", _OTHER_EDITION}


def _rows() -> Iterator[tuple[str, str, str, Row]]:
    """Table, id, edition if not the published one, and row: each edition has its own row."""
    for table, ident, row in rows(_FILES):
        yield table, ident, "", row
        if _OTHER_EDITION in row:
            yield table, ident, _OTHER_EDITION, row[_OTHER_EDITION]


class _Teller:
    """Describes figures in the reader's language; ids of squares, cards and Defenders stay as in notation."""

    def __init__(self, lang: str) -> None:
        known = WORDS.load(lang)
        self.lang = lang
        self.say: dict[str, str] = known["figures"]
        kinds = ("location", "colour", "kind", "result", "option", "nation", "flag")
        self.values: dict[str, str] = {
            ident: said for kind in kinds for ident, said in known["names"][kind].items()
        }

    def row(self, table: str, ident: str, edition: str, row: Row) -> Iterator[Figure]:
        named = " ".join(filter(None, [self.say[table], ident, edition and self.say[edition]]))
        for keys, confidence, text in parts(row, _NO_FIGURES):
            yield named, self._together(row, keys, edition), confidence, source(WORDS, text, self.lang)

    def _together(self, row: Row, keys: list[str], edition: str) -> str:
        """A card's effect as one sentence; anything else key by key."""
        told = []
        if "effect" in keys and row["effect"] not in _NO_SENTENCE:
            sentence: str = row.get("text") or row["name"]
            told.append(WORDS.name("effect", sentence, self.lang).rstrip("."))
            keys = [key for key in keys if key in _BESIDE_EFFECT]
        told += [f"{self._label(key, edition)} {self._entry(row, key)}".strip() for key in keys]
        return ", ".join(told)

    def _label(self, key: str, edition: str) -> str:
        return self.say.get(f"{key}-{edition}", self.say.get(key, key))

    def _entry(self, row: Row, key: str) -> str:
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


def figures(lang: str) -> list[Figure]:
    """All figures, in the order of the files."""
    teller = _Teller(lang)
    return [figure for row in _rows() for figure in teller.row(*row)]


def sources(lang: str) -> dict[str, str]:
    """The meanings of the short names of sources."""
    return figure_sources.sources(WORDS, lang)
