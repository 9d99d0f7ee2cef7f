"""Games as plain data in the reader's language: options, seats, bots, rules and notes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from garrison import players
from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.registry import Unknown
from garrison.core.show import rulebook
from garrison.table.http import illustrations
from garrison.table.refusals import NO_GAME, TableRefusal

RECOMMENDED = {"sound": -3, "search": -2, "random": -1}
"""The order of our own bots; those of others follow by name."""


def game(ident: str) -> AnyGame:
    """The game of this id; raises TableRefusal."""
    try:
        return registry.find(ident)
    except Unknown as error:
        raise TableRefusal(NO_GAME, game=ident[:40]) from error


# Games and their books


@lru_cache(maxsize=8)
def games(lang: str) -> list[dict[str, Any]]:
    """Every game with its options, in words."""
    return [_game(each, lang) for each in registry.offered().values()]


def _game(found: AnyGame, lang: str) -> dict[str, Any]:
    return {
        "id": found.id,
        "name": found.title(lang),
        "text": found.tell.optional_term("intro", lang),
        "blurb": found.tell.optional_term("blurb", lang),
        "players": found.kind.seats,
        "minutes": found.kind.minutes,
        "picture": _cover(found, lang),
        "options": [
            {
                "name": name,
                "label": found.tell.called("option", name, lang),
                "values": [
                    {
                        "value": value,
                        "label": found.tell.called("option", value, lang),
                        "text": found.tell.load(lang)["names"].get("option-text", {}).get(value, ""),
                    }
                    for value in values
                ],
            }
            for name, values in found.options.items()
        ],
        "bots": bots(found),
        "lessons": len(found.book.lessons),
        "windows": any(question.silence is not None for question in found.play.questions.values()),
        "combinations": [
            {
                "options": registry.complete(found, options),
                "seats": [_seat(found, seat, lang) for seat in found.seats(options)],
                "ids": found.seats(options),
            }
            for options in registry.combinations(found)
        ],
    }


def _cover(found: AnyGame, lang: str) -> dict[str, Any] | None:
    cover = found.book.cover(found.tell.spoken(lang))
    return None if cover is None else illustrations.described(found, cover, lang)


def bots(found: AnyGame) -> list[str]:
    """The bots that can play a game, the recommended one first."""
    able = []
    for name in sorted(players.names(), key=lambda each: RECOMMENDED.get(each, 0)):
        with suppress(Unknown):
            players.known(name, found)
            able.append(name)
    return able


def _seat(found: AnyGame, seat: str, lang: str) -> str:
    return found.tell.called("seat", seat, lang)


def seats(found: AnyGame, names: Sequence[str], lang: str) -> list[dict[str, str]]:
    """The seats of a match with their names."""
    return [{"seat": seat, "name": _seat(found, seat, lang)} for seat in names]


def language(found: AnyGame, lang: str) -> dict[str, str]:
    """The language of a game's texts, with a remark for readers of another."""
    return {"lang": found.tell.spoken(lang), "remark": found.tell.remark(found.title(lang), lang)}


def rules(found: AnyGame, edition: str, lang: str) -> dict[str, Any]:
    """The rulebook of an edition, by section, and its cards."""
    known = found.options.get("edition", ())
    chosen = registry.settle(found, {"edition": edition} if edition else {}).get("edition")
    entries = rulebook.rules(found, lang)
    shown = found.book.illustrations(chosen or "", found.tell.spoken(lang))
    beside = {
        ident: [illustrations.described(found, each, lang) for each in shown if ident in each.rules]
        for ident in entries
    }
    return {
        "title": found.title(lang),
        **language(found, lang),
        "edition": chosen or "",
        "editions": [{"edition": each, "name": found.tell.called("option", each, lang)} for each in known],
        "sections": [
            {
                "title": heading or found.title(lang),
                "rules": [_rule(ident, entries[ident], beside[ident]) for ident in idents],
            }
            for heading, idents in rulebook.sections(found, lang, chosen).items()
        ],
        "cards": found.book.cards(chosen or "", found.tell.spoken(lang)),
    }


def _rule(ident: str, found: dict[str, Any], beside: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": ident,
        "title": found.get("title", ""),
        "text": found["text"],
        "page": found.get("page"),
        "rulings": found.get("rulings", ()),
        "pictures": beside,
    }


def notes(found: AnyGame, lang: str) -> dict[str, Any]:
    """The rulings, and the sources of figures."""
    cited: dict[str, list[str]] = {}
    for ident, rule in rulebook.rules(found, lang).items():
        for ruling in rule.get("rulings", ()):
            cited.setdefault(ruling, []).append(ident)
    return {
        "title": found.title(lang),
        **language(found, lang),
        "rulings": [
            {"id": ident, "title": title, "text": text.strip(), "rules": cited.get(ident, [])}
            for ident, (title, text) in rulebook.rulings(found, lang).items()
        ],
        "figures": found.book.figures(found.tell.spoken(lang)),
        "sources": found.book.sources(found.tell.spoken(lang)),
    }
