"""`garrison diff` tells every difference between the modern and the classic rules, in both languages."""

import json
from functools import cache

import pytest

from garrison.cli.commands import edition_diff
from garrison.core.show import rulebook
from garrison.core.show.words import LANGS
from garrison.games.colditz.editions import IN_CLASSIC
from garrison.games.colditz.game import COLDITZ
from support.terminal.command import runner

MODERN, CLASSIC = "modern", "classic"
RULES = {lang: rulebook.rules(COLDITZ, lang) for lang in LANGS}
OF_CLASSIC = [ident for ident, rule in RULES["en"].items() if rule["editions"] == [CLASSIC]]
DIFFERENCES = {
    "end": ["COL-C-05a"],
    "card draw": ["COL-C-22a"],
    "doubles": ["COL-C-20a"],
    "starting kit": ["COL-C-31b"],
    "kit after an escape": ["COL-C-31a"],
    "POWs after making a kit": ["COL-C-33b"],
    "Opportunity cards": ["COL-C-27b"],
    "equipment use": ["COL-C-50"],
    "guards after an arrest": ["COL-C-34e"],
    "POW on an inner guard post": ["COL-C-36"],
    "guards in rooms": ["COL-C-44"],
    "guards in doorways and passages": ["COL-C-45"],
    "cells": ["COL-C-34c3"],
    "way home from the outer cells": ["COL-C-39a", "COL-C-39b"],
    "tunnel": ["COL-C-53a", "COL-C-53b"],
    "tunnel discovery": ["COL-C-53e"],
    "Do or Die": ["COL-C-51a"],
    "cards at the start": ["COL-C-27a"],
    "equipment supply": ["COL-C-15"],
    "trading equipment": ["COL-C-48"],
    "kits": ["COL-C-33a"],
    "six players": ["COL-C-14"],
    "posting onto a POW": ["COL-C-34a1"],
    "order of posting and arresting": ["COL-C-34a3"],
    "withdrawing a guard": ["COL-C-34b"],
    "staying away from an Appel": ["COL-C-38"],
    "guards over drops and wire": ["COL-C-46a"],
    "win": ["COL-C-05b"],
}
"""The main differences between the rule sets, and the rules whose `change` tells them."""
FURTHER = {
    "time of Appel": ["COL-C-47a"],
    "how straight a POW goes home": ["COL-C-39c"],
    "going back": ["COL-C-40"],
    "guards after a forced arrest": ["COL-C-43"],
    "guards outside after an escape": ["COL-C-46b"],
    "passing over pawns": ["COL-C-23b"],
    "walking along a tunnel": ["COL-C-53f"],
    "guards in safe areas": ["AMB-56"],
    "guards drawn off by a card": ["COL-C-54"],
}
HEADS = {"en": ("Classic: ", " Modern: "), "it": ("Classica: ", " Moderna: ")}


@cache
def found():
    return edition_diff.compare(RULES["en"], MODERN, CLASSIC)


@pytest.fixture
def garrison(monkeypatch, capsys, tmp_path):
    return runner(monkeypatch, capsys, tmp_path)


def diff(garrison, lang, *more):
    return garrison("diff", "colditz", "--from", MODERN, "--to", CLASSIC, "--lang", lang, *more)


@pytest.mark.parametrize("lang", LANGS)
def test_the_diff_tells_every_difference(garrison, lang):
    printed = diff(garrison, lang).flat
    told = json.loads(diff(garrison, lang, "--json").out)["changed"]
    sentences = {sentence for pair in told for sentence in pair["change"]}
    for topic, idents in {**DIFFERENCES, **FURTHER}.items():
        for ident in idents:
            change = RULES[lang][ident]["change"]
            assert change in sentences, topic
            assert change in printed, topic


def test_these_are_all_differences_the_diff_tells():
    listed = [ident for idents in (*DIFFERENCES.values(), *FURTHER.values()) for ident in idents]
    assert sorted(listed) == sorted(ident for ident, rule in RULES["en"].items() if "change" in rule)


@pytest.mark.parametrize("lang", LANGS)
def test_a_difference_is_told_for_both_editions_and_only_once(lang):
    first, second = HEADS[lang]
    told = [rule["change"] for rule in RULES[lang].values() if "change" in rule]
    assert [each for each in told if not each.startswith(first) or each.count(second) != 1] == []
    assert len(set(told)) == len(told)


def is_linked(ident):
    """A classic rule names modern rules; it plays like them, or says what differs, in both languages."""
    links = {(tuple(rules[ident]["counterparts"]), rules[ident]["same"]) for rules in RULES.values()}
    told = [rules[ident].get("change", "") for rules in RULES.values()]
    if len(links) > 1:
        return False
    ((counterparts, same),) = links
    return (
        all(RULES["en"].get(other, {}).get("editions") == [MODERN] for other in counterparts)
        and bool(counterparts or not same)
        and all(told) is (not same and bool(counterparts))
        and (len(set(told)) == len(told) or not any(told))
    )


def test_every_classic_rule_names_its_counterparts_and_what_changed():
    assert [ident for ident in OF_CLASSIC if not is_linked(ident)] == []
    assert [
        ident for ident in RULES["en"] if ident not in OF_CLASSIC and "counterparts" in RULES["en"][ident]
    ] == []


def test_every_rule_of_both_editions_is_in_the_diff_once():
    pairs = [*found().changed, *found().same]
    for edition, alone, side in ((MODERN, found().dropped, 0), (CLASSIC, found().added, 1)):
        listed = [*alone, *(ident for pair in pairs for ident in pair[side])]
        assert sorted(listed) == sorted(
            ident for ident, rule in RULES["en"].items() if edition in rule["editions"]
        )
    assert max(len(pair.before) + len(pair.after) for pair in pairs) < 12


def test_a_rule_is_cited_in_the_classic_edition_by_one_of_its_counterparts():
    """Rulings of both editions, or of the notes alone, have none: AMB-47 stands for COL-O-009."""
    rules = RULES["en"]
    assert set(IN_CLASSIC.values()) <= {ident for ident, rule in rules.items() if CLASSIC in rule["editions"]}
    apart = [
        modern
        for modern, classic in IN_CLASSIC.items()
        if modern not in rules[classic].get("counterparts", ())
    ]
    assert apart == ["COL-O-009", "AMB-11"]
    assert rules["AMB-47"]["editions"] == [MODERN, CLASSIC]
    assert "AMB-11" not in rules
