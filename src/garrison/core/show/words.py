"""Words at the edge: ids and events become sentences in the reader's language.

A sentence is a template with numbered places; the game says which type each argument has, the
word files say what its ids are called.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from garrison.core.game import Action, AnyGame, Ask, Event, Options
from garrison.core.notation import decimal
from garrison.core.show.scene import Field, Form

LANGS = ("en", "it")
POINT = {"en": ".", "it": ","}
REMEMBERED = 10_000
"""Sentences of choices, which come again and again."""


@lru_cache(maxsize=32)
def load(game: AnyGame, lang: str) -> dict[str, Any]:
    """The game's words: tables `names`, `events`, `choices`, `prompts`, `terms`."""
    return tomllib.loads(game.text(f"words.{lang}.toml"))


@lru_cache(maxsize=8)
def _own(lang: str) -> dict[str, dict[str, str]]:
    text = files("garrison.core").joinpath(f"words.{lang}.toml").read_text("utf-8")
    return tomllib.loads(text)


def core(lang: str) -> dict[str, str]:
    """Core's own reasons, by id."""
    return _own(lang)["reasons"]


def name(game: AnyGame, kind: str, ident: str, lang: str) -> str:
    """The name of a thing."""
    return str(load(game, lang)["names"][kind][ident])


def called(game: AnyGame, kind: str, ident: str, lang: str) -> str:
    """The name of a thing, or its id if the game has none for it."""
    return str(load(game, lang)["names"].get(kind, {}).get(ident, ident))


def term(game: AnyGame, ident: str, lang: str) -> str:
    """A single word or heading of the game."""
    return str(load(game, lang)["terms"][ident])


def optional_term(game: AnyGame, ident: str, lang: str, options: Options | None = None) -> str:
    """A text of the game, or nothing where it has none; `intro-elite` is the `intro` of that option alone."""
    terms: Mapping[str, Any] = load(game, lang).get("terms", {})
    own = [f"{ident}-{value}" for value in reversed([*(options or {}).values()])]
    return str(next((terms[each] for each in (*own, ident) if each in terms), ""))


def title(game: AnyGame, lang: str) -> str:
    """The game's name, or its id where it has none."""
    return optional_term(game, "title", lang) or game.id


def as_sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?)" else ".")


def figure(hundredths: int, lang: str) -> str:
    """A number of hundredths as a reader of the language writes it."""
    return decimal(hundredths).replace(".", POINT[lang])


def argument(game: AnyGame, kind: str, value: Any, lang: str) -> str:
    """An argument of an event, choice or question in words."""
    if kind in game.names:
        return name(game, kind, game.names[kind][value], lang)
    if kind == "dice":
        return " ".join(str(face) for face in value)
    if kind == "hundredths":
        return figure(value, lang)
    if kind == "permille":
        return f"{figure(10 * value, lang)} %"
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
    """What the odds of a question's answers refer to, such as "to hit"; empty where it is obvious."""
    return str(load(game, lang).get("odds", {}).get(question, ""))


def prompt(game: AnyGame, ask: Ask, lang: str) -> str:
    """The open question as a sentence; its types may name fewer arguments than the question has."""
    kinds = game.asks[ask[0]]
    return _fill(game, load(game, lang)["prompts"][ask[0]], kinds, ask[2 : 2 + len(kinds)], lang)


def form(game: AnyGame, found: Form, lang: str) -> Form:
    """An open choice with names for its fields, and with what is to be said of where its numbers lead."""
    fixed = [word for word in game.actions[found.row].split() if "=" not in word]
    fields = tuple(
        replace(each, label=name(game, "field", each.name, lang), unit=called(game, "unit", each.unit, lang))
        for each in found.fields
    )
    found = replace(found, notation=" ".join(fixed), fields=fields)
    if found.throw is None:
        return found
    said, verb = load(game, lang)["forms"], fixed[0]
    point, goal, send = (str(said[f"{verb}-{part}"]) for part in ("point", "goal", "send"))
    return replace(found, about=str(said[verb]), point=point, goal=goal, send=send)


def limits(game: AnyGame, fields: Sequence[Field], lang: str) -> str:
    """Sentences on what numbers the fields take, such as `x: 0.5 to 3 d, in steps of 0.25.`"""
    templates = _own(lang)["limits"]
    return " ".join(
        templates["plain" if each.step == 1 else "steps"].format(
            name=_called(game, each, lang),
            low=figure(each.low, lang),
            high=" ".join(filter(None, (figure(each.high, lang), called(game, "unit", each.unit, lang)))),
            step=figure(each.step, lang),
        )
        for each in fields
    )


def _called(game: AnyGame, field: Field, lang: str) -> str:
    """A field by its name in the notation, and what that means."""
    label = name(game, "field", field.name, lang)
    return label if label == field.name else f"{field.name} ({label})"


def numbers(game: AnyGame, found: Form | None, text: str, lang: str) -> str:
    """The notation of the open choice, for a text that begins like it but cannot be read; else nothing."""
    if found is None or text.lower().split()[:1] != game.actions[found.row].split()[:1]:
        return ""
    shape = game.actions[found.row].replace("=?", "=…")
    return f"{_own(lang)['limits']['written'].format(shape=shape)} {limits(game, found.fields, lang)}"
