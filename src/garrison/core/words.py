"""Words at the edge: ids and events become sentences in the reader's language.

A sentence is a template with numbered places; the game says which type each argument has, the
word files say what its ids are called.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

from garrison.core.errors import REASONS
from garrison.core.game import Action, AnyGame, Ask, Event

LANGS = ("en", "it")
REMEMBERED = 10_000
"""Sentences of choices, which come again and again."""


@lru_cache(maxsize=32)
def load(game: AnyGame, lang: str) -> dict[str, Any]:
    """The game's words: tables `names`, `events`, `choices`, `prompts`, `terms`."""
    return tomllib.loads(game.text(f"words.{lang}.toml"))


@lru_cache(maxsize=32)
def rules(game: AnyGame, lang: str) -> dict[str, dict[str, Any]]:
    """Every rule of the game under its id: title, text, section, page, rulings, editions."""
    return tomllib.loads(game.text(f"rules.{lang}.toml"))


@lru_cache(maxsize=8)
def core(lang: str) -> dict[str, str]:
    """Core's own reasons, by id."""
    text = files("garrison.core").joinpath(f"words.{lang}.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)["reasons"]
    return found


def name(game: AnyGame, kind: str, ident: str, lang: str) -> str:
    """What a thing is called."""
    return str(load(game, lang)["names"][kind][ident])


def called(game: AnyGame, kind: str, ident: str, lang: str) -> str:
    """What a thing is called, or its id where the game has no name for it."""
    return str(load(game, lang)["names"].get(kind, {}).get(ident, ident))


def term(game: AnyGame, ident: str, lang: str) -> str:
    """A single word or heading of the game."""
    return str(load(game, lang)["terms"][ident])


def argument(game: AnyGame, kind: str, value: Any, lang: str) -> str:
    """An argument of an event, choice or question in words."""
    if kind in game.names:
        return name(game, kind, game.names[kind][value], lang)
    if kind == "dice":
        return " ".join(str(face) for face in value)
    return str(value)


def _fill(game: AnyGame, template: str, kinds: tuple[str, ...], values: Any, lang: str) -> str:
    filled = [argument(game, kind, value, lang) for kind, value in zip(kinds, values, strict=True)]
    return template.format(*filled)


def sentence(game: AnyGame, event: Event, lang: str) -> str:
    """An event as a line of the log."""
    template = load(game, lang)["events"][event[1]]
    return _fill(game, template, game.events[event[1]], event[2:], lang)


def plain(game: AnyGame, event: Event) -> list[Any]:
    """An event as plain data with ids: its kind, then its arguments."""
    kinds = game.events[event[1]]
    return [
        event[1],
        *(
            game.names[kind][value] if kind in game.names else list(value) if kind == "dice" else value
            for kind, value in zip(kinds, event[2:], strict=True)
        ),
    ]


@lru_cache(maxsize=REMEMBERED)
def choice(game: AnyGame, action: Action, lang: str, question: str = "") -> str:
    """A choice as a sentence; `key@question` is its sentence in one question only."""
    key, *values = game.phrase(action)
    templates = load(game, lang)["choices"]
    template = templates.get(f"{key}@{question}", templates[key])
    return _fill(game, template, game.phrases[key], values, lang)


def odds_of(game: AnyGame, question: str, lang: str) -> str:
    """What the odds of a question's answers are the odds of, such as "to hit"; nothing where all know it."""
    return str(load(game, lang).get("odds", {}).get(question, ""))


def prompt(game: AnyGame, ask: Ask, lang: str) -> str:
    """The open question as a sentence; its types may name fewer arguments than the question has."""
    kinds = game.asks[ask[0]]
    return _fill(game, load(game, lang)["prompts"][ask[0]], kinds, ask[2 : 2 + len(kinds)], lang)


def reason(game: AnyGame, rule: str, lang: str) -> str:
    """Why not: the rule, or core's own reason, in words."""
    if rule in REASONS:
        return core(lang)[rule]
    return f"{rules(game, lang)[rule]['text']} ({rule})"
