"""A game's rulebook: rules and rulings under their ids, by section and edition."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from garrison.core.errors import REASONS
from garrison.core.game import AnyGame
from garrison.core.show import words

_RULING = re.compile(r"### (?P<id>[A-Z]+(?:-\w+|\d\w*))(?:\s+(?P<title>.*))?$")


@lru_cache(maxsize=32)
def rules(game: AnyGame, lang: str) -> dict[str, dict[str, Any]]:
    """Every rule of the game under its id: title, text, section, page, rulings, editions."""
    return tomllib.loads(game.tell.text(f"rules.{game.tell.spoken(lang)}.toml"))


@lru_cache(maxsize=16)
def rulings(game: AnyGame, lang: str) -> dict[str, tuple[str, str]]:
    """Title and text of every ruling: the sections `### AMB-41 title` of the game's notes."""
    try:
        text = game.tell.text(f"notes.{game.tell.spoken(lang)}.md")
    except (OSError, LookupError):
        return {}
    found: dict[str, tuple[str, str]] = {}
    ident = ""
    for line in text.splitlines():
        head = _RULING.match(line)
        if head is not None:
            ident = head["id"]
            found[ident] = (head["title"] or "", "")
        elif line.startswith("#"):
            ident = ""
        elif ident:
            title, body = found[ident]
            found[ident] = (title, f"{body}{line}\n")
    return found


def reason(game: AnyGame, rule: str, lang: str) -> str:
    """Why not: the rule, or core's own reason, in words."""
    if rule in REASONS:
        return words.core(lang)[rule]
    return f"{rules(game, lang)[rule]['text']} ({rule})"


# Editions


def belongs(rule: Mapping[str, Any], edition: str | None) -> bool:
    """True if a rule belongs to an edition; one that names none belongs to all."""
    return edition is None or edition in rule.get("editions", (edition,))


def sections(game: AnyGame, lang: str, edition: str | None) -> dict[str, list[str]]:
    """The ids of an edition's rules by heading."""
    titles: Mapping[str, Any] = game.tell.load(lang).get("sections", {})
    found: dict[str, list[str]] = {}
    for ident, rule in rules(game, lang).items():
        if belongs(rule, edition):
            number = str(rule.get("section", "")).partition(".")[0]
            first = number.partition(" ")[0]
            found.setdefault(str(titles.get(number, titles.get(first, first))), []).append(ident)
    return found


def ruling_titles(game: AnyGame, lang: str, edition: str | None) -> dict[str, str]:
    """The titles of an edition's rulings: all but those that only rules of other editions name.

    A ruling that stands among the rules is listed there.
    """
    known = rules(game, lang)
    named = {ruling for rule in known.values() for ruling in rule.get("rulings", ())}
    here = {ruling for rule in known.values() if belongs(rule, edition) for ruling in rule.get("rulings", ())}
    return {
        ident: title
        for ident, (title, _) in rulings(game, lang).items()
        if ident not in known and (ident in here or ident not in named)
    }
