"""One turn, two turns: every sentence with a number has the right word beside it, in both languages."""

import re
import tomllib

import pytest

from garrison.core.show.templates import fill
from support import paths

FILES = sorted([*paths.SOURCE.rglob("words.*.toml"), *paths.SOURCE.rglob("advice.*.toml")])
MANY = {
    "en": "turns points tokens dice inches cards matches games rows columns times tries seats players pushes"
    " draws characters",
    "it": "turni punti segnalini dadi pollici carte partite righe colonne volte prove tentativi posti"
    " giocatori spinte estrazioni caratteri",
}
"""Nouns in the plural that stand beside a number somewhere."""
NEVER_ONE = {"least_columns", "least_rows", "least", "most", "columns", "rows", "tokens"}
"""Sizes of a window, limits, and the tokens of the 76mm."""
NEVER_ONE_IN = {
    "unfinished-many",
    "home-full",
    "prompts.strength",
    "because.too-near",
    "because.not-moved",
    "because.pull-off",
}
"""Sentences with a key of their own for one thing, or with figures that are never so small."""


def sentences(entry, key=""):
    if isinstance(entry, dict):
        for name, each in entry.items():
            yield from sentences(each, f"{key}.{name}" if key else name)
    elif isinstance(entry, str):
        yield key, entry


def test_a_template_has_a_word_for_one_and_a_word_for_others():
    assert fill("{0} {0:turn|turns} to {name}", 1, name="go") == "1 turn to go"
    assert [fill("{n} {n:punto|punti}", n=n) for n in (0, 2, "1", "1,5")] == [
        "0 punti",
        "2 punti",
        "1 punto",
        "1,5 punti",
    ]
    assert fill("{0:>3}|{0:one|many}", 2) == "  2|many"
    assert [fill("{0:a rope|{0} ropes} to {1}", n, "go") for n in (1, 2)] == ["a rope to go", "2 ropes to go"]
    assert fill("{0}", "a|b") == "a|b"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_no_sentence_has_a_plural_beside_a_number_that_may_be_one(path):
    lang = path.suffixes[0][1:]
    beside = re.compile(rf"\{{(\w+)\}} (?:{MANY[lang].replace(' ', '|')})\b")
    for_others = re.compile(r"\{\w+:[^|{}]*\|(?:[^{}]|\{\w+\})*\}")
    wrong = [
        (key, found[0])
        for key, text in sentences(tomllib.loads(path.read_text("utf-8")))
        for found in beside.finditer(for_others.sub("", text))
        if found[1] not in NEVER_ONE and not key.endswith(".other") and not key.endswith(tuple(NEVER_ONE_IN))
    ]
    assert wrong == []
