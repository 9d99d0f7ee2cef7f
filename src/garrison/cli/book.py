"""What a game tells about itself: rules, rulings, cards, figures, options."""

from __future__ import annotations

import difflib
import re
from argparse import Namespace
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from garrison.cli import reading, running
from garrison.cli.page import say
from garrison.cli.texts import BadAnswer, BadInput, Words, paragraphs, words, wrap
from garrison.core import registry
from garrison.core import words as game_words
from garrison.core.game import AnyGame
from garrison.core.words import LANGS

SURE = ("rulebook", "agreed")
DOUBTS = ("reconstruction", "inferred", "one-source")
NEAR = 5
_RULING = re.compile(r"### (?P<id>[A-Z]+(?:-\w+|\d\w*))(?:\s+(?P<title>.*))?$")


# Rules and rulings


@lru_cache(maxsize=16)
def rulings(game: AnyGame, lang: str) -> dict[str, tuple[str, str]]:
    """Title and text of every ruling: the sections `### AMB-41 title` of the game's notes."""
    try:
        text = game.text(f"notes.{lang}.md")
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


def entry_id(game: AnyGame, text: str, said: Words, listing: str) -> str:
    """The id of a rule or ruling as the game writes it; names those near it, and `listing` shows all."""
    ids = [*game_words.rules(game, said.lang), *rulings(game, said.lang)]
    by_lower = {ident.lower(): ident for ident in ids}
    tidy = text.strip().lower()
    if tidy in by_lower:
        return by_lower[tidy]
    near = [ident for lower, ident in by_lower.items() if tidy and tidy in lower][:NEAR]
    near = near or [by_lower[each] for each in difflib.get_close_matches(tidy, by_lower, NEAR)]
    key = "rule-close" if near else "rule-unknown"
    raise BadAnswer(said(key, id=text[:40], matches=", ".join(near), listing=listing))


def entry(game: AnyGame, ident: str, said: Words) -> str:
    """A rule with its title and the ids of its rulings, or a ruling."""
    if ident not in game_words.rules(game, said.lang):
        title, body = rulings(game, said.lang)[ident]
        return "\n".join([wrap(f"{ident}  {title}".rstrip()), paragraphs(body.strip(), "  ")])
    found = game_words.rules(game, said.lang)[ident]
    lines = [wrap(f"{ident}  {found.get('title', '')}".rstrip()), wrap(str(found["text"]), "  ")]
    if found.get("rulings"):
        lines.append(wrap(said("rule-rulings", rulings=", ".join(found["rulings"])), "  "))
    return "\n".join(lines)


def sections(game: AnyGame, lang: str, edition: str | None) -> dict[str, list[str]]:
    """The ids of an edition's rules by heading."""
    titles: Mapping[str, Any] = game_words.load(game, lang).get("sections", {})
    found: dict[str, list[str]] = {}
    for ident, rule in game_words.rules(game, lang).items():
        if edition is None or edition in rule.get("editions", (edition,)):
            number = str(rule.get("section", "")).partition(".")[0]
            first = number.partition(" ")[0]
            found.setdefault(str(titles.get(number, titles.get(first, first))), []).append(ident)
    return found


def index(game: AnyGame, said: Words, edition: str | None) -> list[str]:
    """All ids with their titles."""
    known = game_words.rules(game, said.lang)
    lines = []
    for heading, idents in sections(game, said.lang, edition).items():
        lines += ["", heading] if heading else []
        lines += [_titled(ident, known[ident].get("title", known[ident]["text"])) for ident in idents]
    decided = rulings(game, said.lang)
    if decided:
        lines += ["", said("rulings")]
    return lines + [_titled(ident, title) for ident, (title, _) in decided.items()]


def _titled(ident: str, title: str) -> str:
    return wrap(title, f"  {ident}  ", "      ")


# Commands


def _edition(game: AnyGame, options: dict[str, str]) -> str | None:
    return registry.settle(game, options).get("edition")


def _one(game: AnyGame, args: Namespace) -> None:
    """The entry a command names."""
    said = words(args.lang)
    lang = [] if args.lang == LANGS[0] else ["--lang", args.lang]
    listing = running.command(args.command, game.id, *lang)
    try:
        ident = entry_id(game, args.id, said, listing)
    except BadAnswer as error:
        raise BadInput("plain", text=error) from error
    say(entry(game, ident, said))


def rules(args: Namespace, options: dict[str, str]) -> int:
    game = registry.find(args.game)
    said = words(args.lang)
    edition = _edition(game, options)
    if args.id is not None:
        _one(game, args)
        return 0
    blocks = []
    for heading, idents in sections(game, args.lang, edition).items():
        blocks += [f"## {heading}"] if heading else []
        blocks += [entry(game, ident, said) for ident in idents]
    cards = game.cards(args.lang)
    if cards:
        blocks += [f"## {said('cards')}", "\n".join(_card(*card) for card in cards)]
    say("\n\n".join(blocks))
    return 0


def _card(name: str, effect: str, note: str) -> str:
    return wrap(f"{name}: {effect}" + (f" ({note})" if note else ""), "- ", "  ")


def notes(args: Namespace) -> int:
    game = registry.find(args.game)
    if args.id is not None:
        _one(game, args)
        return 0
    try:
        text = game.text(f"notes.{args.lang}.md")
    except (OSError, LookupError) as error:
        raise BadInput("notes-none", game=game.id, code=args.lang) from error
    say(paragraphs(text.rstrip()))
    _figures(game, words(args.lang))
    return 0


def _figures(game: AnyGame, said: Words) -> None:
    """The figures that are not certain, the least certain first, and what their sources are."""
    doubtful = [each for each in game.figures(said.lang) if each[2] not in SURE]
    if not doubtful:
        return
    order = {confidence: at for at, confidence in enumerate(DOUBTS)}
    for confidence in sorted({each[2] for each in doubtful}, key=lambda each: (order.get(each, 99), each)):
        say(f"\n### {said.say.get(f'figures-{confidence}', confidence)}\n")
        for what, value, given, source in doubtful:
            if given == confidence:
                say(wrap(said("figures-line", what=what, value=value, source=source), "- ", "  "))
    sources = game.sources(said.lang)
    if sources:
        say(f"\n### {said('sources')}\n")
    for name, text in sources.items():
        say(wrap(f"{name}: {text}", "- ", "  "))


def described(game: AnyGame) -> dict[str, Any]:
    """A game as one object: what `garrison games --json` tells of it."""
    return {
        "id": game.id,
        "title": reading.title(game, LANGS[0]),
        "rules": game.rules,
        "options": {name: list(values) for name, values in game.options.items()},
        "seats": list(game.seats(registry.settle(game, {}))),
    }
