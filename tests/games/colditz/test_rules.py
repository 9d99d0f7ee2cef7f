"""Every rule and ruling is stated in both languages, cited where it bites and proven."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from garrison.core.show import rulebook
from garrison.games.colditz.editions import IN_CLASSIC
from garrison.games.colditz.game import COLDITZ
from support import paths

RULES = rulebook.rules(COLDITZ, "en")
RULINGS = rulebook.rulings(COLDITZ, "en")
CODE = {
    path.name: path.read_text("utf-8") for path in sorted((paths.SOURCE / "games" / "colditz").rglob("*.py"))
}
SCENARIOS = sorted((paths.SCENARIOS / "colditz").glob("*.toml"))


def ids(text):
    """The ids in a text; `COL-O-020 to COL-O-024` are five."""
    found = set(re.findall(r"\bCOL-O-\d{3}\b|\bCOL-C-\d\d[a-f]?[1-3]?\b|\bAMB-\d\d\b", text))
    for first, last in re.findall(r"COL-O-(\d{3}) to COL-O-(\d{3})", text):
        found |= {f"COL-O-{number:03d}" for number in range(int(first), int(last) + 1)}
    return found


def marks_of_tests():
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            for call in node.decorator_list if isinstance(node, ast.FunctionDef) else []:
                if isinstance(call, ast.Call) and ast.unparse(call.func) in (
                    "pytest.mark.rule",
                    "pytest.mark.ruling",
                ):
                    given = [each.value for each in call.args if isinstance(each, ast.Constant)]
                    assert given[0] == "colditz"
                    yield f"{path.name}::{node.name}", given[1:]


def marks():
    """The ids that each test and scenario claims to prove."""
    yield from marks_of_tests()
    for path in SCENARIOS:
        found = tomllib.loads(path.read_text("utf-8"))
        yield path.name, found["rules"]
        if "rulings" in found:
            yield path.name, found["rulings"]


def test_the_rules_are_those_of_the_rulebook_and_the_rulings_that_forbid():
    assert [each for each in RULES if each.startswith("COL-O-")] == [f"COL-O-{n:03d}" for n in range(1, 148)]
    assert [each for each in RULES if each.startswith("COL-C-")] == CLASSIC_RULES.split()
    assert all(each in RULINGS for each in RULES if each.startswith("AMB-"))
    assert {ruling for rule in RULES.values() for ruling in rule["rulings"]} <= set(RULINGS)


@pytest.mark.parametrize("lang", ["it"])
def test_both_languages_state_the_same_rules_in_their_own_words(lang):
    other = rulebook.rules(COLDITZ, lang)
    assert list(other) == list(RULES)
    for ident, rule in RULES.items():
        same = [rule[key] == other[ident][key] for key in ("section", "rulings", "editions")]
        assert same == [True] * 3, ident
        assert rule["text"] != other[ident]["text"], ident
    assert list(rulebook.rulings(COLDITZ, lang)) == list(RULINGS)


def test_every_rule_and_ruling_is_cited_and_proven():
    """Code cites the modern id of a rule that both editions have; `rule_ids.toml` gives the classic one."""
    cited = set().union(*map(ids, CODE.values()))
    cited |= {IN_CLASSIC[ident] for ident in cited if ident in IN_CLASSIC}
    proven = {ident for _, given in marks() for ident in given}
    assert [ident for ident in RULES if ident not in cited] == []
    assert [ident for ident in RULES if ident not in proven] == []
    assert [ident for ident in RULINGS if ident not in proven] == []


CLASSIC_RULES = """
COL-C-03 COL-C-04a COL-C-04b COL-C-05a COL-C-05b COL-C-05c COL-C-06 COL-C-07 COL-C-08 COL-C-09a
COL-C-09b COL-C-10 COL-C-11 COL-C-12 COL-C-13a COL-C-13b COL-C-14 COL-C-15 COL-C-16 COL-C-17
COL-C-18a COL-C-18b COL-C-18c COL-C-19a COL-C-19b COL-C-20a COL-C-20b COL-C-21 COL-C-22a COL-C-22b
COL-C-23a COL-C-23b COL-C-24 COL-C-25 COL-C-26 COL-C-27a COL-C-27b COL-C-27c COL-C-28 COL-C-29a
COL-C-29b COL-C-29c COL-C-30a COL-C-30b COL-C-31a COL-C-31b COL-C-31c COL-C-32a COL-C-32b COL-C-32c
COL-C-33a COL-C-33b COL-C-34 COL-C-34a1 COL-C-34a2 COL-C-34a3 COL-C-34b COL-C-34c1 COL-C-34c2
COL-C-34c3 COL-C-34d COL-C-34e COL-C-35 COL-C-36 COL-C-37a COL-C-37b COL-C-37c COL-C-38 COL-C-39a
COL-C-39b COL-C-39c COL-C-40 COL-C-41 COL-C-42 COL-C-43 COL-C-44 COL-C-45 COL-C-46a COL-C-46b
COL-C-47a COL-C-47b COL-C-48 COL-C-49 COL-C-50 COL-C-51a COL-C-51b COL-C-51c COL-C-51d COL-C-51e
COL-C-52a COL-C-52b COL-C-53a COL-C-53b COL-C-53c COL-C-53d COL-C-53e COL-C-53f COL-C-54 COL-C-55
"""
"""Numbered as in the rulebook; rules 1 and 2 are introductions."""

QUESTIONS = {
    "deploy": "COL-O-051", "ready": "COL-O-056", "double": "COL-O-064", "draw": "COL-O-071",
    "act": "COL-O-060", "move": "COL-O-059", "with": "COL-O-106", "crew": "COL-O-099", "parade": "COL-O-099",
    "spot": "COL-O-027", "lose": "COL-O-091", "after": "COL-O-119", "strip": "COL-O-133", "free": "COL-O-026",
    "lure": "COL-O-076", "goods": "COL-O-076", "aim": "COL-O-009", "shooter": "COL-O-009",
    "room": "COL-O-076", "tunnel": "COL-O-126", "officer": "COL-O-076", "riot": "COL-O-076",
    "appel": "COL-O-082", "hunt": "COL-O-083", "warned": "COL-O-079", "saved": "COL-O-079",
    "caught": "COL-O-079", "hide": "COL-O-079", "den": "COL-O-079", "cell": "COL-C-34c3",
    "consent": "COL-C-53b",
}  # fmt: skip
WINDOWS = {"warned", "saved", "caught"}
"""Closed by passing, and asked whether the officer has a card for it or not (AMB-27, AMB-28)."""
ALWAYS = {"ready", "act", "with", "lose", *WINDOWS}
"""Asked even with one answer, since skipping them would betray a hand."""
BEGINS = {"deploy", "ready", "act", "strip", "appel", "hunt", "consent", *WINDOWS}
"""An action begins here: up to such a question a hint tells what to do."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.rule("colditz", rule)) for name, rule in QUESTIONS.items()]
)
def test_a_question_names_its_rule_and_is_skipped_or_not(name):
    assert COLDITZ.play.questions[name].rule == QUESTIONS[name]
    assert COLDITZ.play.questions[name].always == (name in ALWAYS)
    assert bool(COLDITZ.play.questions[name].begins) == (name in BEGINS)
    silence = COLDITZ.play.actions.index("pass") if name in WINDOWS else None
    found = COLDITZ.play.questions[name]
    assert (found.window, found.silence) == (
        name in WINDOWS,
        silence,
    )


def test_all_questions_are_these():
    assert set(COLDITZ.play.questions) == set(QUESTIONS)


def test_no_test_claims_more_than_three_rules_or_unknown_ones():
    for name, given in marks():
        assert given, name
        assert set(given) <= set(RULES) | set(RULINGS), name
    for name, given in marks_of_tests():
        assert len(given) <= 3, name


def test_the_code_cites_only_what_exists():
    for name, text in CODE.items():
        assert ids(text) <= set(RULES) | set(RULINGS), name


def test_there_are_scenarios_enough():
    assert len(SCENARIOS) >= 160
