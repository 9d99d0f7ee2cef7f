"""The source of every figure in the data files, for the notes page and for marking reconstructions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from garrison.core import figure_sources
from garrison.core.figure_sources import NOT_FIGURES, Row, parts, rows, source
from garrison.core.game import Figure
from garrison.core.show.words import POINT
from garrison.games.siege.tables import CASTLE_FILE, COMPONENT_FILE, FLIGHT_FILE
from garrison.games.siege.words import WORDS

_FILES = (CASTLE_FILE, COMPONENT_FILE, FLIGHT_FILE)
_NO_FIGURES = NOT_FIGURES | {"x", "y", "units", "structure"}
_INCHES = {
    "width",
    "height",
    "side",
    "layout.court",
    "radius",
    "first",
    "later",
    "moved",
    "near",
    "far",
    "apart",
}
_PULL = "pull"
_SHARES = {"rise", "onward", "friction", "bend.along", "bend.across"}
_STANDS = {"stand", "wall.along", "wall.flank"}
_HALF_A_TABLE = "upper"


class _Teller:
    """Describes figures in the reader's language: lengths in inches, shares in percent."""

    def __init__(self, lang: str) -> None:
        known = WORDS.load(lang)
        self.lang = lang
        self.say: dict[str, str] = known["figures"]
        self.values: dict[str, str] = {
            **known["figure-values"],
            **known["names"]["material"],
            **known["names"]["section"],
        }

    def row(self, table: str, ident: str, row: Row) -> Iterator[Figure]:
        named = self._named(table, str(row.get("structure", ident)))
        for keys, confidence, text in parts(row, _NO_FIGURES):
            value = "; ".join(
                f"{self._label(table, key)}: {self._value(table, key, row[key])}" for key in keys
            )
            yield named, value, confidence, source(WORDS, text, self.lang)

    def _named(self, table: str, ident: str) -> str:
        if not ident or ident.isdigit():
            return f"{self.say[table]} {ident}".strip()
        return f"{self.say[table]}, {self.say[ident]}"

    def _label(self, table: str, key: str) -> str:
        return self.say.get(f"{table}.{key}") or self.say[key]

    def _value(self, table: str, key: str, value: Any) -> str:
        known = {key, f"{table}.{key}"}
        if known & _INCHES:
            return self._inches(value)
        if table == _PULL:
            return self._inches(10 * value)
        if known & _SHARES:
            return WORDS.argument("permille", value, self.lang)
        if known & _STANDS:
            return str(sum(columns * lines for *_, columns, lines in value))
        if key == _HALF_A_TABLE:
            return str(2 * len(value))
        return self._plain(value)

    def _inches(self, thousandths: int) -> str:
        number = f"{thousandths / 1000:.3f}".rstrip("0").rstrip(".").replace(".", POINT[self.lang])
        return self.values["inches"].format(number)

    def _plain(self, value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(self._plain(each) for each in value)
        return self.values.get(str(value), str(value))


def figures(lang: str) -> list[Figure]:
    """All figures, in the order of the files."""
    teller = _Teller(lang)
    return [figure for row in rows(_FILES) for figure in teller.row(*row)]


def sources(lang: str) -> dict[str, str]:
    """The meanings of the short names of sources."""
    return figure_sources.sources(WORDS, lang)
