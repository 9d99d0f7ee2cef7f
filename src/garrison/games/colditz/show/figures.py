"""The source of every figure in the data files, for the notes page, and the cards; reconstructions say so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from garrison.core import figure_sources
from garrison.core.figure_sources import NOT_FIGURES, Row, parts, rows, source
from garrison.core.game import Card, Figure
from garrison.core.show.templates import fill
from garrison.games.colditz.castle.layout import BOARD, LINK_KINDS, POSTS
from garrison.games.colditz.tables import CARD_FILE, PIECE_FILE, RECONSTRUCTED
from garrison.games.colditz.words import WORDS, edition_name

_FILES: Final = (PIECE_FILE, CARD_FILE)
_BOARD_CONFIDENCE: Final = {"R": "rulebook", "P": "one-source", "I": "inferred", "X": "reconstruction"}
"""By short name of a source: how certain figures of the board are that come from it."""
_NAMED_AFTER: Final = {
    "equipment": "item",
    "kits": "item",
    "do_or_die": "do_or_die",
    "opportunity": "card",
    "security": "card",
}
"""By table, the names its ids have."""


class _Teller:
    """Describes figures in the reader's language."""

    def __init__(self, lang: str) -> None:
        known = WORDS.load(lang)
        self.lang = lang
        self.say: Mapping[str, str] = known["figures"]
        self.values: Mapping[str, str] = {**known["figure-values"], **known["names"]["symbol"]}
        self.names: Mapping[str, Mapping[str, str]] = known["names"]

    def row(self, table: str, ident: str, row: Row) -> Iterator[Figure]:
        named = self._named(table, ident)
        for keys, confidence, text in parts(row, NOT_FIGURES):
            value = "; ".join(f"{self.say[key]}: {self._value(row[key])}" for key in keys)
            yield named, value, confidence, source(WORDS, text, self.lang)

    def _named(self, table: str, ident: str) -> str:
        if table in _NAMED_AFTER:
            return f"{self.say[table]}: {self.names[_NAMED_AFTER[table]][ident]}"
        if table == "nations":
            return f"{self.say[table]}: {self.names['seat'][ident]}"
        return self.say[table]

    def _value(self, value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(self._value(each) for each in value)
        return self.values.get(str(value), str(value))

    # The board

    def board(self) -> Iterator[Figure]:
        """What the board has of each kind, then the spaces about which there is a doubt."""
        for key, origin in BOARD["meta"]["confidence"].items():
            count = _board_count(key)
            value = self.say[key] if count is None else f"{self.say[key]}: {count}"
            yield self.say["board"], value, _BOARD_CONFIDENCE[origin], origin
        for ident, said in BOARD["meta"]["doubtful"].items():
            origin, _, doubt = said.partition(": ")
            name = self.names["space"].get(ident) or self.say[ident]
            yield f"{self.say['board']}: {name}", self.values[doubt], _BOARD_CONFIDENCE[origin], origin


def _board_count(key: str) -> int | None:
    """How many there are of something that the file of the board names."""
    groups = BOARD["groups"]
    if key in (*LINK_KINDS, "tunnel", "release"):
        return sum(1 for row in BOARD["special_edges"] if row["type"] == key)
    if key == "guard_posts":
        return len(POSTS)
    if key == "staff_car":
        return len(BOARD["staff_car"]["route"])
    listed: Collection[Any] = BOARD.get(key, groups.get(key, ()))
    return len(listed) if listed and key != "appel_start" else None


def figures(lang: str) -> list[Figure]:
    """All figures, in the order of the files, then those of the board."""
    teller = _Teller(lang)
    found = [figure for row in rows(_FILES) for figure in teller.row(*row)]
    return [*found, *teller.board()]


def sources(lang: str) -> dict[str, str]:
    """The meanings of the short names of sources."""
    return figure_sources.sources(WORDS, lang)


def cards(edition: str, lang: str) -> list[Card]:
    """COL-C-03: every card of the decks: name and copies, effect, and a remark if it is reconstructed."""
    copies = WORDS.term("copies", lang)
    found = []
    for row in (*CARD_FILE["opportunity"], *CARD_FILE["security"]):
        name, effect = (edition_name(kind, row["id"], edition, lang) for kind in ("card", "effect"))
        remark = WORDS.term("reconstructed", lang) if row["id"] in RECONSTRUCTED else ""
        found.append((f"{name} ({fill(copies, row['count'])})", effect, remark))
    return found + (_do_or_die(lang) if edition == "classic" else [])


def _do_or_die(lang: str) -> list[Card]:
    """COL-C-14, COL-C-51a: one source names their throws."""
    effect, copies = WORDS.term("do-or-die-effect", lang), WORDS.term("copies", lang)
    found = []
    for row in CARD_FILE["do_or_die"]:
        name = f"{WORDS.name('do_or_die', row['id'], lang)} ({fill(copies, row['count'])})"
        found.append((name, fill(effect, row["id"]), WORDS.term("one-source", lang)))
    return found
