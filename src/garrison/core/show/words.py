"""Words at the edge: ids and events become sentences in the reader's language.

A sentence is a template with numbered places; the game says which type each argument has, the
word files say what its ids are called, and `{0:turn|turns}` is the right word beside a number.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from garrison.core.show.scene import Field, Form, OfferKind
from garrison.core.show.templates import fill
from garrison.core.state import Action, Ask, Event, Options, Seat, decimal

LANGS = ("en", "it")
POINT = {"en": ".", "it": ","}
DICE_HERE = "\0"
"""In place of the dice where their position in a sentence is looked for."""
REMEMBERED = 10_000
"""Sentences of choices, which come again and again."""


@dataclass(frozen=True, slots=True)
class EventKind:
    """All there is to know of a kind of event, but its sentence, which is in the word files.

    `args`: the types of its arguments. `rule`: the id it follows, or several by cause.
    `gesture`: how a client shows it (`move`, `walk`, `roll`, `show`, `mark`, `count`, `fly`), and `about`,
    the things in that gesture, as in `scene.FrameStep`: templates of ids, filled with the event's own ids.
    `news`: it tells what was not known before, so that nobody can undo it alone.
    `echo`: it tells a choice and nothing else, so that whoever chose need not be told at once.
    `decides`: the endings, as in `Result.how`, that it brings about; their result tells it again.
    `passing`: it only leads to what is told next; a log leaves it out once that is told.
    `heading`: a key of the words `headings`: what it stands under in a log; said where it changes. `level` is
    the heading's: 1 for a turn, 2 for a phase of it.
    `sign`: the sign beside it in a log, one of `scene.SIGNS`; without one, that of its gesture.
    `need`: the number that one of its dice must reach: a template like those of `about`.
    """

    args: tuple[str, ...] = ()
    rule: str | Mapping[str, str] = ""
    gesture: str = ""
    about: tuple[str, ...] = ()
    news: bool = False
    echo: bool = False
    decides: tuple[str, ...] = ()
    passing: bool = False
    heading: str = ""
    level: int = 2
    sign: str = ""
    need: str = ""


GESTURE_SIGNS = {
    "move": "move",
    "walk": "move",
    "roll": "dice",
    "show": "card",
    "mark": "mark",
    "count": "count",
    "fly": "shot",
}
"""The signs of events whose kind names none, by gesture."""


def event_kinds(text: str) -> dict[str, EventKind]:
    """The event kinds of a TOML file, a row each; its keys are the fields of `EventKind`."""
    found: dict[str, dict[str, Any]] = tomllib.loads(text)
    for row in found.values():
        row |= {key: tuple(row[key]) for key in ("args", "about", "decides") if key in row}
    return {kind: EventKind(**row) for kind, row in found.items()}


CORE_EVENTS = {"resigned": EventKind(("seats",), sign="end"), "draw_agreed": EventKind(sign="end")}
"""The events of every game, told by core itself."""


def folder(package: str) -> Callable[[str], str]:
    """A reader of the text files in a package's folder."""
    return lambda file: files(package).joinpath(file).read_text("utf-8")


def no_cause(_told: Sequence[Event], _at: int) -> str:
    """Games in which no kind of event has several causes."""
    return ""


def no_aside(_: Event) -> tuple[Any, ...]:
    """Games whose sentences say it all."""
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Names and sentences for a game's ids, events, questions and choices.

    `text(file)`: a text file of the game's folder: words, rules, notes.
    `names`: by type of argument, the ids its numbers stand for. `n`, `die` and `dice` are numbers
    themselves; so are `hundredths` (325 is told as 3.25) and `permille` (325 is told as 32.5 %). `seats` are
    names of seats. `space*` is a tuple of what `space` is one of: as a template of `about`, all of them.
    `events`: the kinds of events. `asks`: by question, the types of its public arguments.
    `phrases`: by row of the action table, the key of its sentence and the arguments; an open choice adds its
    own numbers. `phrase_types`: by key, the types of these arguments.
    `langs`: the languages there are words for, English first. A reader of another one gets English, with a
    remark; the game's own functions are only asked for these.
    `cause(told, at)`: the cause of an event, among all told with it, where its `rule` depends on that.
    `aside(event)`: key in `asides` and arguments of a sentence that explains an event; () where none is due.
    An argument of two ids, a table of `names` and an entry, is told by its name.
    `things`: by first word of an `about` template of several words, what makes ids of the rest.
    """

    text: Callable[[str], str]
    names: Mapping[str, Sequence[str]]
    events: Mapping[str, EventKind]
    asks: Mapping[str, tuple[str, ...]]
    phrases: Sequence[tuple[Any, ...]]
    phrase_types: Mapping[str, tuple[str, ...]]
    langs: tuple[str, ...] = LANGS[:1]
    cause: Callable[[Sequence[Event], int], str] = no_cause
    aside: Callable[[Event], tuple[Any, ...]] = no_aside
    things: Mapping[str, Callable[..., tuple[str, ...]]] = field(default_factory=dict)

    def spoken(self, lang: str) -> str:
        """The language itself if the game has it, else English."""
        return lang if lang in self.langs else self.langs[0]

    def remark(self, title: str, lang: str) -> str:
        """A sentence for a reader whose language the game does not have; else nothing."""
        if lang in self.langs:
            return ""
        said, spoken = _own(lang), self.spoken(lang)
        languages = said["languages"]
        named = {"missing": languages[lang], "spoken": languages.get(spoken, spoken)}
        return str(said["remarks"]["language"].format(game=title, **named))

    def load(self, lang: str) -> dict[str, Any]:
        """The game's words: tables `names`, `events`, `choices`, `prompts`, `terms`; core's events are added.

        Besides, where a game has use for them: `asides` (what explains an event), `headings` (of the log),
        `waiting` (what others read while a question is open), `odds` (what the odds of a question refer to),
        `kinds` (headings of choices by kind, in order), `folds` (headings of choices listed in brief), `ends`
        (what a player ends), `offers` (by kind of offer its `name`, and `step1`, `step2`: a question for each
        part), `forms` (open choices), `sections` (of the rules), `explanations` (of gauges); in `names` also
        `option`, `result`, `side` and `field`.
        """
        return _load(self, self.spoken(lang))

    def name(self, kind: str, ident: str, lang: str) -> str:
        """The name of a thing."""
        return str(self.load(lang)["names"][kind][ident])

    def called(self, kind: str, ident: str, lang: str) -> str:
        """The name of a thing, or its id if the game has none for it."""
        return str(self.load(lang)["names"].get(kind, {}).get(ident, ident))

    def term(self, ident: str, lang: str) -> str:
        """A single word or heading of the game."""
        return str(self.load(lang)["terms"][ident])

    def optional_term(self, ident: str, lang: str, options: Options | None = None) -> str:
        """A text of the game, nothing if it has none; `intro-elite` is the `intro` of that option alone."""
        terms: Mapping[str, Any] = self.load(lang).get("terms", {})
        own = [f"{ident}-{value}" for value in reversed([*(options or {}).values()])]
        return str(next((terms[each] for each in (*own, ident) if each in terms), ""))

    def score(self, how: str, points: Sequence[int], seat: Seat, options: Options, lang: str) -> str:
        """The score of a result: the term `result-score`, by ending or option; else the seat's points."""
        terms: Mapping[str, Any] = self.load(lang).get("terms", {})
        own = [f"result-score-{each}" for each in (how, *reversed([*options.values()]))]
        key = next((each for each in (*own, "result-score") if each in terms), "")
        if key:
            return fill(terms[key], *points)
        return outcome("points", lang, points[seat]) if seat >= 0 else ""

    def explanations(self, lang: str, options: Options) -> tuple[tuple[str, str], ...]:
        """By gauge, what it means; those in `explanations-of.elite` are for that option alone."""
        said = self.load(lang)
        own = (said.get("explanations-of", {}).get(value, {}) for value in options.values())
        found: dict[str, str] = dict(said.get("explanations", {}))
        for each in own:
            found |= each
        return tuple(found.items())

    # Events

    def kind(self, event: Event) -> EventKind:
        """The kind of an event, the game's own or core's."""
        return CORE_EVENTS.get(event[1]) or self.events[event[1]]

    def sentence(self, event: Event, lang: str) -> str:
        """An event as a sentence."""
        template = self.load(lang)["events"][event[1]]
        return self._fill(template, self.kind(event).args, event[2:], lang)

    def line(self, event: Event, lang: str) -> str:
        """An event as a line of the log: its sentence, and what explains it."""
        said, aside = self.sentence(event, lang), self.aside(event)
        if not aside:
            return said
        given = [self.name(each[0], each[1], lang) if isinstance(each, tuple) else each for each in aside[1:]]
        return f"{said} {fill(self.load(lang)['asides'][aside[0]], *given)}"

    def plain(self, event: Event) -> list[Any]:
        """An event as plain data with ids: its kind, then its arguments."""
        kinds = self.kind(event).args
        return [
            event[1],
            *(self._plain(kind, value) for kind, value in zip(kinds, event[2:], strict=True)),
        ]

    def _plain(self, kind: str, value: Any) -> Any:
        if kind in self.names:
            return self.names[kind][value]
        if kind.endswith("*"):
            return [self._plain(kind[:-1], each) for each in value]
        return list(value) if kind in ("dice", "seats") else value

    def rule_of(self, told: Sequence[Event], at: int) -> str:
        """The rule that an event follows, among all that was told with it; nothing where no rule does."""
        rule = self.kind(told[at]).rule
        return rule if isinstance(rule, str) else rule.get(self.cause(told, at), "")

    def things_of(self, event: Event) -> tuple[str, ...]:
        """The things in an event's gesture: ids of the scene, or of a sprite."""
        _, *arguments = self.plain(event)
        found: list[str] = []
        for template in self.kind(event).about:
            several = next((each for n, each in enumerate(arguments) if template == f"{{{n}}}"), None)
            if isinstance(several, list):
                found += several
                continue
            first, *parts = template.format(*arguments).split(" ")
            found += self.things[first](*parts) if parts else (first,)
        return tuple(found)

    # The log

    def sign(self, event: Event) -> str:
        """The sign beside an event, the kind's own or that of its gesture."""
        kind = self.kind(event)
        return kind.sign or GESTURE_SIGNS.get(kind.gesture, "")

    def heading(self, event: Event, lang: str) -> str:
        """The heading an event stands under; nothing where its kind names no heading."""
        kind = self.kind(event)
        if not kind.heading:
            return ""
        return self._fill(self.load(lang)["headings"][kind.heading], kind.args, event[2:], lang)

    def need(self, event: Event) -> int:
        """The number that one of its dice must reach, 0 if there is none."""
        template = self.kind(event).need
        return int(template.format(*self.plain(event)[1:])) if template else 0

    def dice_at(self, event: Event, lang: str) -> int:
        """Where its sentence tells the dice, -1 if it does not."""
        kind = self.kind(event)
        values = [
            DICE_HERE if each in ("dice", "die") else self.argument(each, value, lang)
            for each, value in zip(kind.args, event[2:], strict=True)
        ]
        return (
            fill(self.load(lang)["events"][event[1]], *values).find(DICE_HERE) if DICE_HERE in values else -1
        )

    # Questions and choices

    def prompt(self, ask: Ask, lang: str) -> str:
        """The open question as a sentence; its types may name fewer arguments than the question has."""
        kinds = self.asks[ask[0]]
        return self._fill(self.load(lang)["prompts"][ask[0]], kinds, ask[2 : 2 + len(kinds)], lang)

    def waiting(self, ask: Ask, deciders: int, lang: str) -> str:
        """The sentence for everyone not asked: `{0}` is whoever decides, the others are the arguments."""
        own: Mapping[str, str] = self.load(lang).get("waiting", {})
        kinds = self.asks[ask[0]]
        told = [self.argument(kind, value, lang) for kind, value in zip(kinds, ask[2:], strict=False)]
        template = own.get(ask[0]) or _core_words(self.spoken(lang))["waiting"]["default"]
        return fill(template, "{0}", *told, n=deciders)

    def phrase(self, action: Action) -> tuple[Any, ...]:
        """(key of a sentence, argument, ...) for a choice."""
        return (*self.phrases[action[0]], *action[1:]) if isinstance(action, tuple) else self.phrases[action]

    def choice(self, action: Action, lang: str, question: str = "") -> str:
        """A choice as a sentence; `key@question` is its sentence in one question only."""
        return _choice(self, action, self.spoken(lang), question)

    def parts(self, action: Action, lang: str) -> tuple[str, ...]:
        """The arguments of a choice in words, one by one."""
        key, *values = self.phrase(action)
        return tuple(
            self.argument(kind, value, lang)
            for kind, value in zip(self.phrase_types[key], values, strict=True)
        )

    def offer_kind(self, key: str, lang: str) -> OfferKind:
        """A kind of offer, by the key of its sentence."""
        said = self.load(lang)["offers"][key]
        steps = tuple(said[f"step{n}"] for n, _ in enumerate(self.phrase_types[key], start=1))
        return OfferKind(key, said["name"], steps)

    def odds_of(self, question: str, lang: str) -> str:
        """The outcome whose odds a question's answers have, such as "to hit"; empty where it is obvious."""
        return str(self.load(lang).get("odds", {}).get(question, ""))

    def argument(self, kind: str, value: Any, lang: str) -> str:
        """An argument of an event, choice or question in words."""
        if kind in self.names:
            return self.name(kind, self.names[kind][value], lang)
        if kind == "dice":
            return " ".join(str(face) for face in value)
        if kind.endswith("*"):
            return ", ".join(self.argument(kind[:-1], each, lang) for each in value)
        if kind == "seats":
            return ", ".join(self.called("seat", each, lang) for each in value)
        if kind == "hundredths":
            return figure(value, self.spoken(lang))
        if kind == "permille":
            return f"{figure(10 * value, self.spoken(lang))} %"
        return str(value)

    def _fill(self, template: str, kinds: tuple[str, ...], values: Any, lang: str) -> str:
        filled = [self.argument(kind, value, lang) for kind, value in zip(kinds, values, strict=True)]
        return fill(template, *filled)

    # Open choices

    def form(self, found: Form, notation: str, lang: str) -> Form:
        """An open choice with names for its fields, and with what is to be said of where its numbers lead."""
        fixed = [word for word in notation.split() if "=" not in word]
        fields = tuple(
            replace(
                each, label=self.name("field", each.name, lang), unit=self.called("unit", each.unit, lang)
            )
            for each in found.fields
        )
        found = replace(found, notation=" ".join(fixed), fields=fields)
        if found.throw is None:
            return found
        said, verb = self.load(lang)["forms"], fixed[0]
        targets = tuple(
            replace(each, name=self.called(each.kind, each.id, lang)) for each in found.throw.targets
        )
        found = replace(found, throw=replace(found.throw, targets=targets))
        point, goal, send = (str(said[f"{verb}-{part}"]) for part in ("point", "goal", "send"))
        return replace(found, about=str(said[verb]), point=point, goal=goal, send=send)

    def limits(self, fields: Sequence[Field], lang: str) -> str:
        """Sentences on what numbers the fields take, such as `x: 0.5 to 3 d, in steps of 0.25.`"""
        templates = _own(lang)["limits"]
        return " ".join(
            templates["plain" if each.step == 1 else "steps"].format(
                name=self._field(each, lang),
                low=figure(each.low, lang),
                high=" ".join(filter(None, (figure(each.high, lang), self.called("unit", each.unit, lang)))),
                step=figure(each.step, lang),
            )
            for each in fields
        )

    def _field(self, field: Field, lang: str) -> str:
        """A field by its name in the notation, and what that means."""
        label = self.name("field", field.name, lang)
        return label if label == field.name else f"{field.name} ({label})"

    def numbers(self, found: Form | None, actions: Sequence[str], text: str, lang: str) -> str:
        """How the open choice is written, for a text that begins like it but is unreadable; else nothing.

        Numbers that are missing are named first, and so are names that it does not have.
        """
        words = text.lower().split()
        if found is None or words[:1] != actions[found.row].split()[:1]:
            return ""
        said = _own(lang)["limits"]
        given = [name for name, equals, _ in (word.partition("=") for word in words) if equals]
        missing = [each for each in found.fields if each.name not in given]
        strange = dict.fromkeys(name for name in given if name not in {each.name for each in found.fields})
        parts = []
        if missing and given:
            parts.append(said["missing"].format(names=", ".join(self._field(each, lang) for each in missing)))
        if strange:
            parts.append(said["strange"].format(names=", ".join(strange)))
        parts.append(said["written"].format(shape=actions[found.row].replace("=?", "=…")))
        return " ".join([*parts, self.limits(missing or found.fields, lang)])


@lru_cache(maxsize=32)
def _load(words: Words, lang: str) -> dict[str, Any]:
    found = tomllib.loads(words.text(f"words.{lang}.toml"))
    own = _core_words(lang)["events"]
    found["events"] = {**own, **found.get("events", {})}
    return found


@lru_cache(maxsize=REMEMBERED)
def _choice(words: Words, action: Action, lang: str, question: str) -> str:
    key, *values = words.phrase(action)
    templates = words.load(lang)["choices"]
    template = templates.get(f"{key}@{question}", templates[key])
    return words._fill(template, words.phrase_types[key], values, lang)


# Core's own words


@lru_cache(maxsize=8)
def _own(lang: str) -> dict[str, Any]:
    text = files("garrison.core").joinpath(f"words.{lang}.toml").read_text("utf-8")
    return tomllib.loads(text)


def _core_words(lang: str) -> dict[str, Any]:
    """Core's words in a language, else in English: a game may have one that core has not."""
    return _own(lang if lang in LANGS else LANGS[0])


def core(lang: str) -> dict[str, str]:
    """Core's own reasons, by id."""
    reasons: dict[str, str] = _own(lang)["reasons"]
    return reasons


def lesson_words(lang: str) -> dict[str, str]:
    """Core's own sentences in a lesson, by key."""
    said: dict[str, str] = _own(lang)["lessons"]
    return said


def outcome(key: str, lang: str, *values: object) -> str:
    """What a result means: `won`, `lost`, `draw`, `won-by` somebody, or its `points`."""
    return fill(_core_words(lang)["outcomes"][key], *values)


def broken_plugin(problem: str, values: Mapping[str, str], lang: str) -> str:
    """The fault of a plug-in and what would be right; `values` has its `kind`."""
    said = _own(lang)["plugins"]
    return str(said[problem].format(**{**values, "kind": said[values["kind"]]}))


def as_sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?)" else ".")


def figure(hundredths: int, lang: str) -> str:
    """A number of hundredths as a reader of the language writes it."""
    return decimal(hundredths).replace(".", POINT.get(lang, POINT[LANGS[0]]))
